//! Meshes of Gmsh, format 4.1, as shells: nodes, elements and physical groups as the file has them, and what is refused.
//!
//! The text below is written by hand after the description of the format: nodes in blocks of points, curves and a surface, with and without
//! parameters; tags with gaps; two elements along x, 2000 × 1000 mm.

#![allow(unsafe_code)] // it calls the functions as a host does

use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};
use swashplate::capi::files::{swp_model_find_id, swp_model_from_text, swp_model_to_text};
use swashplate::capi::library::swp_status::{self, *};
use swashplate::capi::meshes::*;
use swashplate::capi::model::*;
use swashplate::capi::shells::*;

const MESH: &str = r#"$MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
3
0 9 "bolt"
1 7 "root edge"
2 3 "skin"
$EndPhysicalNames
$Entities
2 1 1 0
1 0 0 0 0
2 2000 1000 0 1 9
1 0 0 0 0 1000 0 1 7 2 1 -2
1 0 0 0 2000 1000 0 2 3 4 1 1
$EndEntities
$Nodes
4 16 1 40
0 1 0 1
1
0 0 0
0 2 0 1
2
2000 1000 0
1 1 1 2
10
11
0 1000 0 1
0 500 0 0.5
2 1 1 12
20
21
22
23
24
25
26
27
28
29
30
40
500 0 0 0.25 0
1000 0 0 0.5 0
1500 0 0 0.75 0
2000 0 0 1 0
500 500 0 0.25 0.5
1000 500 0 0.5 0.5
1500 500 0 0.75 0.5
2000 500 0 1 0.5
500 1000 0 0.25 1
1000 1000 0 0.5 1
1500 1000 0 0.75 1
9 9 9 0 0
$EndNodes
$Elements
4 5 1 9
0 1 15 1
1 1
0 2 15 1
2 2
1 1 8 1
3 1 10 11
2 1 10 2
5 1 21 29 10 20 25 28 11 24
9 21 23 2 29 22 27 30 25 26
$EndElements
"#;

struct Model(*mut swp_model, swp_shell_section);

impl Model {
    fn new() -> Self {
        let (mut model, mut section) = (null_mut(), swp_shell_section { id: 0 });
        // SAFETY: local variables and a literal.
        unsafe {
            assert_eq!(swp_model_create(&mut model), SWP_OK);
            let plate =
                swp_model_add_plate_section(model, c"skin".as_ptr(), 7e10, 0.3, 2700.0, 0.01, 0.0, &mut section);
            assert_eq!(plate, SWP_OK);
        }
        Model(model, section)
    }

    fn error(&self) -> String {
        let mut text = [0; 2000];
        // SAFETY: the text is as long as said, and ends with a zero byte.
        unsafe {
            assert_eq!(swp_model_error(self.0, text.as_mut_ptr(), text.len(), null_mut()), SWP_OK);
            CStr::from_ptr(text.as_ptr()).to_str().unwrap().into()
        }
    }

    fn text(&self) -> String {
        let mut needed = 0;
        // SAFETY: the first call asks for the length alone; the second has that room.
        unsafe {
            swp_model_to_text(self.0, null_mut(), 0, &mut needed);
            let mut text = vec![0; needed];
            assert_eq!(swp_model_to_text(self.0, text.as_mut_ptr(), needed, &mut needed), SWP_OK);
            CStr::from_ptr(text.as_ptr()).to_str().unwrap().into()
        }
    }

    fn read(&self, mesh: &str, factor: f64) -> (swp_status, swp_shell) {
        let (mesh, mut shell) = (CString::new(mesh).unwrap(), swp_shell { id: 0 });
        // SAFETY: local variables.
        let status = unsafe {
            swp_model_add_shell_gmsh(self.0, c"wing".as_ptr(), null(), self.1, factor, mesh.as_ptr(), &mut shell)
        };
        (status, shell)
    }

    /// The mesh is refused with these words, and the model as it was.
    fn refuses(&self, mesh: &str, words: &[&str]) {
        let before = self.text();
        assert_eq!(self.read(mesh, 1e-3).0, SWP_BAD_FILE, "{words:?}: {}", self.error());
        let text = self.error();
        assert!(words.iter().all(|word| text.contains(word)), "{words:?} are not in: {text}");
        assert_eq!(before, self.text());
    }

    fn find(&self, kind: &CStr, name: &str) -> Option<u32> {
        let (name, mut id) = (CString::new(name).unwrap(), 0);
        // SAFETY: local variables.
        let status = unsafe { swp_model_find_id(self.0, kind.as_ptr(), name.as_ptr(), &mut id) };
        (status == SWP_OK).then_some(id)
    }

    /// Nodes of a set, by their ids.
    fn nodes(&self, name: &str) -> Vec<u32> {
        let set = swp_node_set { id: self.find(c"node set", name).unwrap() };
        let mut count = 0;
        // SAFETY: local variables, with the room that is asked for.
        unsafe {
            assert_eq!(swp_model_node_set_count(self.0, set, &mut count), SWP_OK);
            let mut nodes = vec![swp_node { id: 0 }; count];
            assert_eq!(swp_model_node_set_nodes(self.0, set, count, nodes.as_mut_ptr()), SWP_OK);
            assert_eq!(swp_model_node_set_nodes(self.0, set, count + 1, nodes.as_mut_ptr()), SWP_WRONG_SIZE);
            nodes.iter().map(|node| node.id).collect()
        }
    }

    /// Elements of a set.
    fn elements(&self, name: &str) -> Vec<usize> {
        let set = swp_element_set { id: self.find(c"element set", name).unwrap() };
        let mut count = 0;
        // SAFETY: local variables, with the room that is asked for.
        unsafe {
            assert_eq!(swp_model_element_set_count(self.0, set, &mut count), SWP_OK);
            let mut elements = vec![0; count];
            assert_eq!(swp_model_element_set_elements(self.0, set, count, elements.as_mut_ptr()), SWP_OK);
            elements
        }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: made by swp_model_create, freed once.
        unsafe { swp_model_free(self.0) };
    }
}

/// Tags of the 15 nodes row by row along x, as the places above have them.
const ROWS: [i64; 15] = [1, 20, 21, 22, 23, 11, 24, 25, 26, 27, 10, 28, 29, 30, 2];

/// The shell is that of a structured patch of the same places: the same text but for names of nodes, and their order.
#[test]
fn a_mesh_is_the_shell_that_it_describes() {
    for mesh in [MESH.to_string(), MESH.replace('\n', "\r\n"), format!("$Comments\nany words\n$EndComments\n{MESH}")] {
        let model = Model::new();
        let (status, _) = model.read(&mesh, 1e-3);
        assert_eq!(status, SWP_OK, "{}", model.error());
        let text = model.text();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let records = value["model"].as_array().unwrap();
        let of = |kind: &str| records.iter().filter(|r| r["kind"] == *kind).cloned().collect::<Vec<_>>();
        // node 40, a point of no element, is left out
        assert_eq!(of("node").len(), 15);
        for (k, tag) in ROWS.iter().enumerate() {
            let node = of("node").into_iter().find(|n| n["name"] == format!("wing[{tag}]")).unwrap();
            let at = |i: usize| node["position"][i].as_f64().unwrap();
            let wanted = [0.5 * (k % 5) as f64, 0.5 * (k / 5) as f64, 0.0];
            assert!((0..3).all(|i| (at(i) - wanted[i]).abs() < 1e-12), "{node}");
        }
        let names = of("shell")[0]["nodes"].clone();
        let patch =
            [0, 2, 12, 10, 1, 7, 11, 5, 6, 2, 4, 14, 12, 3, 9, 13, 7, 8].map(|k: usize| format!("wing[{}]", ROWS[k]));
        assert_eq!(names.as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect::<Vec<_>>(), patch);
        // groups, one without a name
        let ids =
            |tags: &[i64]| tags.iter().map(|t| model.find(c"node", &format!("wing[{t}]")).unwrap()).collect::<Vec<_>>();
        assert_eq!(model.nodes("wing/root edge"), ids(&[1, 10, 11]));
        assert_eq!(model.nodes("wing/bolt"), ids(&[2]));
        assert_eq!(model.nodes("wing/skin").len(), 15);
        assert_eq!(model.elements("wing/skin"), [0, 1]);
        assert_eq!(model.elements("wing/surface 4"), [0, 1]);
        assert_eq!(model.find(c"node set", "wing/none"), None);
        // a file keeps all of it
        let again = Model(null_mut(), swp_shell_section { id: 0 });
        let mut again = again;
        // SAFETY: local variables.
        unsafe {
            assert_eq!(swp_model_create(&mut again.0), SWP_OK);
            let whole = CString::new(text.clone()).unwrap();
            assert_eq!(swp_model_from_text(again.0, whole.as_ptr()), SWP_OK);
        }
        assert_eq!(again.text(), text);
        assert_eq!(again.nodes("wing/root edge"), model.nodes("wing/root edge"));
    }
}

#[test]
fn other_meshes_are_refused_with_what_to_set() {
    let model = Model::new();
    let with = |from: &str, to: &str| {
        assert!(MESH.contains(from), "{from}");
        MESH.replacen(from, to, 1)
    };
    model.refuses(&with("4.1 0 8", "2.2 0 8"), &["line 2", "version 2.2", "4.1 is needed", "MshFileVersion = 4.1"]);
    model.refuses(&with("4.1 0 8", "4.1 1 8"), &["binary", "Mesh.Binary = 0"]);
    model.refuses("", &["no section $MeshFormat"]);
    model.refuses("solid wing\n", &["line 1", "$MeshFormat"]);
    model.refuses(&MESH[..MESH.len() - 30], &["$Elements", "cut off"]);
    for (kind, words) in [
        ("2 1 3 2", "four nodes, of first order"),
        ("2 1 16 2", "eight nodes, without a centre"),
        ("2 1 9 2", "triangles of six nodes"),
        ("2 1 2 2", "triangles of three nodes"),
        ("2 1 77 2", "unknown type"),
    ] {
        let remedy = ["Mesh.ElementOrder = 2", "Mesh.SecondOrderIncomplete = 0", "Mesh.RecombineAll = 1"];
        model.refuses(&with("2 1 10 2", kind), &[&[words][..], &remedy[..]].concat());
    }
    let none: String = MESH
        .replace("4 5 1 9", "3 3 1 3")
        .lines()
        .filter(|l| !(l.starts_with("5 1 21") || l.starts_with("9 21") || *l == "2 1 10 2"))
        .map(|l| format!("{l}\n"))
        .collect();
    model.refuses(&none, &["no quadrilaterals of nine nodes"]);
    model.refuses(&with("5 1 21 29", "5 1 21 99"), &["element 5", "node 99"]);
    model.refuses(&with("500 0 0 0.25 0", "nan 0 0 0.25 0"), &["coordinate", "finite"]);
    model.refuses(&with("500 0 0 0.25 0", "5oo 0 0 0.25 0"), &["\"5oo\"", "a number"]);
    model.refuses(&with("4 16 1 40", "4 17 1 40"), &["16 nodes", "17"]);
    model.refuses(&with("\n21\n22", "\n20\n22"), &["node 20 is there twice"]);
    model.refuses(&with("2 1 10 2", "2 1 10 1"), &["$Elements", "more in it"]);
    model.refuses(&with("2 1 10 2", "2 1 10 3"), &["$Elements ends"]);
    model.refuses(&with("0 9 \"bolt\"", "0 9 \"skin\""), &["two physical groups", "\"skin\"", "surface 3"]);
    model.refuses(&with("0 9 \"bolt\"", "0 nine"), &["dimension, its tag and its name"]);
    model.refuses(&with("0 9 \"bolt\"", "0 9 \"bo\u{1}lt\""), &["control character"]);
    model.refuses(&with("$PhysicalNames\n3", "$PhysicalNames\n4000000000"), &["$PhysicalNames has 3"]);
    model.refuses(&with("4.1 0 8", "4.1 0"), &["line 2", "4.1 0 8"]);
    model.refuses(&with("4 5 1 9", "4 6 1 9"), &["$Elements", "says that it has"]);
    let (before, rest) = MESH.split_once("$Entities\n").unwrap();
    let (_, after) = rest.split_once("$EndEntities\n").unwrap();
    model.refuses(&format!("{before}{after}"), &["$Entities", "$PhysicalNames out"]);
    model.refuses(&with("$Entities\n", "$PartitionedEntities\n$EndPartitionedEntities\n$Entities\n"), &["partitioned"]);
    model.refuses(&with("$PhysicalNames\n3", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n3"), &["twice"]);
    // words of the file are told by their beginning
    let long = "x".repeat(5000);
    let long_section = format!("{MESH}${long}\n");
    for mesh in [with("500 0 0 0.25 0", &format!("{long} 0 0 0.25 0")), long_section, with("4.1 0 8", &long)] {
        model.refuses(&mesh, &["xxx"]);
        assert!(model.error().len() < 500, "{}", model.error().len());
    }
    // the product of factor and coordinate is no number
    assert_eq!(model.read(&with("500 0 0 0.25 0", "1e200 0 0 0.25 0"), 1e200).0, SWP_BAD_FILE);
    assert!(["node 20", "x = 1e200", "factor 1e200"].iter().all(|w| model.error().contains(w)), "{}", model.error());
    // a mesh in order that is no shell: what a shell refuses, and nothing of it is left
    let before = model.text();
    let folded = with("1000 500 0 0.5 0.5", "5 500 0 0.5 0.5");
    assert_eq!(model.read(&folded, 1e-3).0, SWP_INVALID_ARGUMENT, "{}", model.error());
    assert!(model.error().contains("wing"), "{}", model.error());
    for factor in [0.0, -1.0, f64::NAN] {
        assert_eq!(model.read(MESH, factor).0, SWP_INVALID_ARGUMENT);
        assert!(model.error().contains("factor"), "{}", model.error());
    }
    assert_eq!(before, model.text());
    // SAFETY: NULL and unknown ids are what is tested.
    unsafe {
        let (mut shell, mesh) = (swp_shell { id: 0 }, CString::new(MESH).unwrap());
        let add =
            |section, mesh| swp_model_add_shell_gmsh(model.0, c"wing".as_ptr(), null(), section, 1.0, mesh, null_mut());
        assert_eq!(add(model.1, mesh.as_ptr()), SWP_NULL_POINTER);
        let unknown = swp_shell_section { id: model.1.id + 1 };
        let add =
            |section, mesh, out| swp_model_add_shell_gmsh(model.0, c"wing".as_ptr(), null(), section, 1.0, mesh, out);
        assert_eq!(add(unknown, mesh.as_ptr(), &mut shell), SWP_UNKNOWN_ID);
        assert_eq!(add(model.1, null(), &mut shell), SWP_NULL_POINTER);
        let from = |path: &CStr, out| {
            swp_model_add_shell_gmsh_file(model.0, c"wing".as_ptr(), null(), model.1, 1.0, path.as_ptr(), out)
        };
        assert_eq!(from(c"/nowhere/wing.msh", &mut shell), SWP_BAD_FILE);
        assert!(model.error().contains("/nowhere/wing.msh"));
        let path = std::env::temp_dir().join(format!("swashplate_{}.msh", std::process::id()));
        std::fs::write(&path, &MESH[..400]).unwrap();
        let name = CString::new(path.to_str().unwrap()).unwrap();
        assert_eq!(from(&name, &mut shell), SWP_BAD_FILE);
        assert!(model.error().contains(path.to_str().unwrap()) && model.error().contains("line"), "{}", model.error());
        std::fs::write(&path, MESH).unwrap();
        assert_eq!(from(&name, &mut shell), SWP_OK, "{}", model.error());
        std::fs::remove_file(path).unwrap();
        let mut set = swp_element_set { id: 0 };
        let elements = [0, 5, 5];
        let add = |n, set| swp_model_add_element_set(model.0, c"part".as_ptr(), shell, n, elements.as_ptr(), set);
        assert_eq!(add(2, &mut set), SWP_INVALID_ARGUMENT);
        assert!(model.error().contains("no element 5"), "{}", model.error());
        assert_eq!(add(1, &mut set), SWP_OK);
    }
}
