//! Solids through the C functions: blocks, swept blades, meshes of Gmsh, files, stresses, and what is refused.
#![allow(unsafe_code)] // it calls the functions as a host does

use libc::c_char;
use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};
use swashplate::capi::faces::*;
use swashplate::capi::files::*;
use swashplate::capi::library::{swp_status, swp_status::*};
use swashplate::capi::meshes::*;
use swashplate::capi::model::*;
use swashplate::capi::sim::*;
use swashplate::capi::solids::*;
use swashplate::capi::statics::swp_sim_solve_static;
use swashplate::capi::ties::*;

/// A model that is freed at the end.
struct Model(*mut swp_model);

impl Model {
    fn new() -> Self {
        let mut model = null_mut();
        // SAFETY: `model` is a local variable.
        assert_eq!(unsafe { swp_model_create(&mut model) }, SWP_OK);
        Model(model)
    }

    fn error(&self) -> String {
        let mut text = [0 as c_char; 2000];
        // SAFETY: the text is as long as said, and ends with a zero byte.
        unsafe {
            assert_eq!(swp_model_error(self.0, text.as_mut_ptr(), text.len(), null_mut()), SWP_OK);
            CStr::from_ptr(text.as_ptr()).to_str().unwrap().into()
        }
    }

    /// The model as text: what a call that fails must leave alone.
    fn text(&self) -> String {
        let mut needed = 0;
        // SAFETY: the first call asks for the length alone; the second has that room.
        unsafe {
            swp_model_to_text(self.0, null_mut(), 0, &mut needed);
            let mut text = vec![0 as c_char; needed];
            assert_eq!(swp_model_to_text(self.0, text.as_mut_ptr(), needed, &mut needed), SWP_OK);
            CStr::from_ptr(text.as_ptr()).to_str().unwrap().into()
        }
    }

    fn ok(&self, status: swp_status) {
        assert_eq!(status, SWP_OK, "{}", self.error());
    }

    /// The call is refused with this status and words, and leaves the model as it was.
    fn refuses(&self, status: swp_status, words: &[&str], call: impl FnOnce(*mut swp_model) -> swp_status) {
        let before = self.text();
        assert_eq!(call(self.0), status, "{}", self.error());
        let text = self.error();
        for word in words {
            assert!(text.contains(word), "\"{word}\" is not in: {text}");
        }
        assert_eq!(before, self.text(), "{text}");
    }

    fn find(&self, kind: &CStr, name: &CStr) -> u32 {
        let mut id = 0;
        // SAFETY: literals and a local variable.
        self.ok(unsafe { swp_model_find_id(self.0, kind.as_ptr(), name.as_ptr(), &mut id) });
        id
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: made by swp_model_create, freed once.
        unsafe { swp_model_free(self.0) };
    }
}

fn steel(model: &Model) -> swp_solid_material {
    let mut out = swp_solid_material { id: 0 };
    // SAFETY: a literal and a local variable.
    model.ok(unsafe { swp_model_add_isotropic_material(model.0, c"steel".as_ptr(), 2e11, 0.0, 7800.0, 0.0, &mut out) });
    out
}

/// Places of a block of n × m × l cells of `order` over a box.
fn places(n: [usize; 3], order: usize, size: [f64; 3]) -> Vec<f64> {
    let count = n.map(|n| order * n + 1);
    let mut all = Vec::new();
    for (k, j, i) in (0..count[2]).flat_map(|k| (0..count[1]).flat_map(move |j| (0..count[0]).map(move |i| (k, j, i))))
    {
        let at = |k: usize, d: usize| size[d] * k as f64 / (count[d] - 1) as f64;
        all.extend([at(i, 0), at(j, 1), at(k, 2)]);
    }
    all
}

/// A bar of 2 × 1 × 1 elements along x, tied to ground at one end; its solid and tie.
fn bar(model: &Model, material: swp_solid_material) -> (swp_solid, swp_tie) {
    let x = places([2, 1, 1], 2, [1.0, 0.1, 0.1]);
    let (mut solid, mut tie, mut wall) = (swp_solid { id: 0 }, swp_tie { id: 0 }, swp_node { id: 0 });
    // SAFETY: arrays as long as said, and local variables.
    unsafe {
        model.ok(swp_model_add_solid_block(
            model.0,
            c"bar".as_ptr(),
            null(),
            material,
            27,
            2,
            1,
            1,
            x.len() / 3,
            x.as_ptr(),
            &mut solid,
        ));
        let root: Vec<swp_node> = (0..9)
            .map(|p| {
                let name = CString::new(format!("bar[0,{},{}]", p % 3, p / 3)).unwrap();
                swp_node { id: model.find(c"node", &name) }
            })
            .collect();
        model.ok(swp_model_add_ground(model.0, c"wall".as_ptr(), [0.0; 3].as_ptr(), null(), &mut wall));
        model.ok(swp_model_add_tie(model.0, c"root".as_ptr(), wall, 9, root.as_ptr(), 0, null(), 0, &mut tie));
    }
    (solid, tie)
}

/// Face +r of the last element of the bar, pulled.
fn pull(model: &Model, solid: swp_solid, traction: f64) {
    let (mut set, mut one) = (swp_face_set { id: 0 }, swp_function { id: 0 });
    // SAFETY: arrays as long as said, and local variables.
    unsafe {
        model.ok(swp_model_add_face_set(model.0, c"end".as_ptr(), solid, 1, [1].as_ptr(), [3].as_ptr(), &mut set));
        let (mut faces, mut nodes) = (0, 0);
        model.ok(swp_model_face_set_count(model.0, set, &mut faces, &mut nodes));
        assert_eq!((faces, nodes), (1, 9));
        let mut own = [swp_node { id: 0 }; 9];
        model.ok(swp_model_face_set_nodes(model.0, set, 9, own.as_mut_ptr()));
        assert!(own.iter().any(|node| node.id == model.find(c"node", c"bar[4,1,1]")));
        model.ok(swp_model_add_constant(model.0, 1.0, &mut one));
        model.ok(swp_model_add_face_traction(model.0, c"pull".as_ptr(), set, [traction, 0.0, 0.0].as_ptr(), one));
    }
}

/// Equilibrium; the state at a Gauss point, at a node, and the resultants over the middle of the bar.
fn solve(model: &Model, solid: swp_solid) -> (swp_solid_state, swp_solid_state, [f64; 3]) {
    // SAFETY: handles that live as long as they are used, arrays as long as said, local variables.
    unsafe {
        let mut sim = null_mut();
        assert_eq!(swp_sim_create(model.0, null(), &mut sim), SWP_OK);
        assert_eq!(swp_sim_solve_static(sim), SWP_OK);
        let (mut inner, mut at_node) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_sim_solid_state(sim, solid, 1, 13, &mut inner), SWP_OK);
        let node = swp_node { id: model.find(c"node", c"bar[2,1,1]") };
        assert_eq!(swp_sim_solid_node_state(sim, solid, node, &mut at_node), SWP_OK);
        let cut: Vec<swp_node> = (0..9)
            .map(|p| {
                let name = CString::new(format!("bar[2,{},{}]", p % 3, p / 3)).unwrap();
                swp_node { id: model.find(c"node", &name) }
            })
            .collect();
        let (mut force, mut moment) = ([0.0; 3], [0.0; 3]);
        let about = [0.5, 0.05, 0.05];
        let status = swp_sim_solid_resultant(
            sim,
            solid,
            1,
            [0].as_ptr(),
            9,
            cut.as_ptr(),
            about.as_ptr(),
            force.as_mut_ptr(),
            moment.as_mut_ptr(),
        );
        assert_eq!(status, SWP_OK);
        assert!(moment.iter().all(|m| m.abs() < 1e-6 * force[0].abs()), "{moment:?}");
        // bad queries
        assert_eq!(swp_sim_solid_state(sim, solid, 2, 0, &mut inner), SWP_INVALID_ARGUMENT);
        assert_eq!(swp_sim_solid_state(sim, solid, 0, 27, &mut inner), SWP_INVALID_ARGUMENT);
        assert_eq!(swp_sim_solid_state(sim, solid, 0, 0, null_mut()), SWP_NULL_POINTER);
        let wall = swp_node { id: model.find(c"node", c"wall") };
        assert_eq!(swp_sim_solid_node_state(sim, solid, wall, &mut at_node), SWP_INVALID_ARGUMENT);
        assert_eq!(swp_sim_solid_state(sim, solid, 1, 13, &mut inner), SWP_OK);
        swp_sim_free(sim);
        (inner, at_node, force)
    }
}

/// σ = traction all over, E = the strain that S F = traction gives; the same after a file.
#[test]
fn a_pulled_bar_has_the_stress_of_its_traction_also_from_a_file() {
    let traction = 2e8;
    let check = |model: &Model, solid: swp_solid| {
        let (inner, at_node, force) = solve(model, solid);
        // without Poisson's effect the stretch is along the bar alone: F S = q, S = E (F² − 1)/2
        let f = inner.gradient[0];
        assert!((f * inner.piola[0] / traction - 1.0).abs() < 1e-9, "{} {}", f, inner.piola[0]);
        assert!((inner.piola[0] / (2e11 * 0.5 * (f * f - 1.0)) - 1.0).abs() < 1e-9);
        for state in [inner, at_node] {
            // Cauchy stress F S F/J = q
            assert!((state.cauchy[0] / traction - 1.0).abs() < 1e-9 && state.cauchy[1].abs() < 1e-6 * traction);
            assert!(
                (state.von_mises / traction - 1.0).abs() < 1e-9 && (state.principal[0] / traction - 1.0).abs() < 1e-9
            );
        }
        // the first element pulls the second one back
        assert!((force[0] / (-traction * 0.01) - 1.0).abs() < 1e-9, "{force:?}");
    };
    let model = Model::new();
    let solid = bar(&model, steel(&model)).0;
    pull(&model, solid, traction);
    check(&model, solid);
    let again = Model::new();
    let text = CString::new(model.text()).unwrap();
    // SAFETY: a text that ends with a zero byte.
    again.ok(unsafe { swp_model_from_text(again.0, text.as_ptr()) });
    assert_eq!(again.text(), model.text());
    check(&again, swp_solid { id: again.find(c"solid", c"bar") });
}

/// A rectangle of two quadrilaterals of nine nodes, y from −b to b.
fn section(b: f64, h: f64) -> (Vec<f64>, Vec<usize>) {
    let at = |i: usize, j: usize| [b * (i as f64 - 2.0) / 2.0, h * (j as f64 - 1.0) / 2.0];
    let places = (0..15).flat_map(|k| at(k % 5, k / 5)).collect();
    let quad = |i: usize| [i, i + 2, i + 12, i + 10, i + 1, i + 7, i + 11, i + 5, i + 6];
    (places, [quad(0), quad(2)].concat())
}

fn stations(count: usize, twist: f64, taper: f64) -> Vec<swp_sweep_station> {
    (0..count)
        .map(|k| {
            let s = k as f64 / (count - 1) as f64;
            let half = 0.5 * twist * s;
            swp_sweep_station {
                position: [2.0 * s, 0.0, 0.0],
                orientation: [half.cos(), half.sin(), 0.0, 0.0],
                scale: 1.0 - taper * s,
            }
        })
        .collect()
}

/// A twisted, tapered blade: places of its nodes, its volume by the weight that holds it, and a round trip.
#[test]
fn a_section_swept_with_twist_and_taper_is_a_blade() {
    let model = Model::new();
    let (places, quads) = section(0.2, 0.05);
    let way = stations(9, 0.5, 0.4);
    let mut carbon = swp_solid_material { id: 0 };
    let mut blade = swp_solid { id: 0 };
    let axes = [0.8, -0.6, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 1.0];
    // SAFETY: arrays as long as said, and local variables.
    unsafe {
        model.ok(swp_model_add_orthotropic_material(
            model.0,
            c"carbon".as_ptr(),
            [140e9, 10e9, 9e9].as_ptr(),
            [0.3, 0.3, 0.4].as_ptr(),
            [5e9, 5e9, 3e9].as_ptr(),
            1600.0,
            1e-5,
            &mut carbon,
        ));
        model.ok(swp_model_add_solid_sweep(
            model.0,
            c"blade".as_ptr(),
            null(),
            15,
            places.as_ptr(),
            9,
            quads.len(),
            quads.as_ptr(),
            1,
            &carbon,
            1,
            axes.as_ptr(),
            way.len(),
            way.as_ptr(),
            &mut blade,
        ));
        let (mut elements, mut nodes) = (0, 0);
        model.ok(swp_model_solid_element_count(model.0, blade, &mut elements));
        model.ok(swp_model_solid_node_count(model.0, blade, &mut nodes));
        assert_eq!((elements, nodes), (8, 135));
        let (mut jacobian, mut shift) = (0.0, 0.0);
        model.ok(swp_model_solid_quality(model.0, blade, 3, &mut jacobian, &mut shift));
        assert!(jacobian > 0.5 && jacobian <= 1.0 && shift < 0.02, "{jacobian} {shift}");
    }
    let text = model.text();
    // node 14 of the last station: y = 0.2, z = 0.025, scaled by 0.6 and turned by 0.5 rad
    let (c, s) = (0.5f64.cos(), 0.5f64.sin());
    let at = [2.0, 0.6 * (0.2 * c - 0.025 * s), 0.6 * (0.2 * s + 0.025 * c)];
    let place = text.find("blade[8,14]").unwrap();
    let numbers = &text[place..][text[place..].find("position").unwrap()..];
    let numbers: Vec<f64> = numbers[numbers.find('[').unwrap() + 1..numbers.find(']').unwrap()]
        .split(',')
        .map(|v| v.trim().parse().unwrap())
        .collect();
    assert!(numbers.iter().zip(at).all(|(a, b)| (a - b).abs() < 1e-15), "{numbers:?} {at:?}");
    let again = Model::new();
    let text = CString::new(text).unwrap();
    // SAFETY: a text that ends with a zero byte.
    again.ok(unsafe { swp_model_from_text(again.0, text.as_ptr()) });
    assert_eq!(again.text(), model.text());
}

/// Two hexahedra of eight nodes along x, of two physical volumes, with two physical surfaces; millimetres.
const MESH: &str = r#"$MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
4
2 5 "root"
2 6 "tip"
3 1 "inner"
3 2 "outer"
$EndPhysicalNames
$Entities
0 0 2 2
1 0 0 0 0 100 100 1 5 0
2 200 0 0 200 100 100 1 6 0
1 0 0 0 100 100 100 1 1 0
2 100 0 0 200 100 100 1 2 0
$EndEntities
$Nodes
1 12 1 12
3 1 0 12
1
2
3
4
5
6
7
8
9
10
11
12
0 0 0
100 0 0
200 0 0
0 100 0
100 100 0
200 100 0
0 0 100
100 0 100
200 0 100
0 100 100
100 100 100
200 100 100
$EndNodes
$Elements
4 4 1 4
2 1 3 1
1 1 4 10 7
2 2 3 1
2 3 6 12 9
3 1 5 1
3 1 2 5 4 7 8 11 10
3 2 5 1
4 2 3 6 5 8 9 12 11
$EndElements
"#;

#[test]
fn a_mesh_of_gmsh_becomes_a_solid_with_sets_and_materials_of_its_groups() {
    let model = Model::new();
    let (steel, mut solid) = (steel(&model), swp_solid { id: 0 });
    let mut soft = swp_solid_material { id: 0 };
    let text = |mesh: &str| CString::new(mesh).unwrap();
    // SAFETY: literals, texts that end with a zero byte, and local variables.
    unsafe {
        model.ok(swp_model_add_neo_hooke_material(model.0, c"outer".as_ptr(), 1e7, 0.4, 1000.0, 0.0, &mut soft));
        let add = |mesh: &str, factor: f64| {
            let (mut out, mesh) = (swp_solid { id: 0 }, text(mesh));
            move |m| swp_model_add_solid_gmsh(m, c"block".as_ptr(), null(), steel, factor, mesh.as_ptr(), &mut out)
        };
        model.refuses(
            SWP_BAD_FILE,
            &["type 4", "tetrahedra of four nodes", "types 5, 17, 12"],
            add(&MESH.replace("3 1 5 1\n", "3 1 4 1\n"), 1e-3),
        );
        model.refuses(
            SWP_BAD_FILE,
            &["node 77"],
            add(&MESH.replace("4 2 3 6 5 8 9 12 11", "4 2 3 6 5 8 9 12 77"), 1e-3),
        );
        model.refuses(
            SWP_INVALID_ARGUMENT,
            &["element 2", "inside out"],
            add(&MESH.replace("4 2 3 6 5 8 9 12 11", "4 8 9 12 11 2 3 6 5"), 1e-3),
        );
        model.refuses(SWP_INVALID_ARGUMENT, &["factor"], add(MESH, -1.0));
        let none = MESH
            .replace("4 4 1 4", "2 2 1 4")
            .replace("3 1 5 1\n3 1 2 5 4 7 8 11 10\n3 2 5 1\n4 2 3 6 5 8 9 12 11\n", "");
        model.refuses(SWP_BAD_FILE, &["no hexahedra"], add(&none, 1e-3));
        let mesh = text(MESH);
        model.ok(swp_model_add_solid_gmsh(model.0, c"block".as_ptr(), null(), steel, 1e-3, mesh.as_ptr(), &mut solid));
        let tip = swp_face_set { id: model.find(c"face set", c"block/tip") };
        let (mut faces, mut nodes) = (0, 0);
        model.ok(swp_model_face_set_count(model.0, tip, &mut faces, &mut nodes));
        assert_eq!((faces, nodes), (1, 4));
        let set = swp_node_set { id: model.find(c"node set", c"block/outer") };
        let mut count = 0;
        model.ok(swp_model_node_set_count(model.0, set, &mut count));
        assert_eq!(count, 8);
    }
    let text = model.text();
    let record = &text[text.find("\"materials\"").unwrap()..];
    let record: String = record[..record.find(']').unwrap()].split_whitespace().collect();
    assert_eq!(record, "\"materials\":[\"steel\",\"outer\"");
}

/// Bad input, by name, and the model stays as it was.
#[test]
fn what_cannot_be_is_refused_by_name() {
    let model = Model::new();
    let (steel, mut out, mut made) = (steel(&model), swp_solid { id: 0 }, swp_solid_material { id: 0 });
    let (solid, _) = bar(&model, steel);
    let x = places([1, 1, 1], 1, [1.0; 3]);
    let mut set = swp_face_set { id: 0 };
    let mut one = swp_function { id: 0 };
    let nan = f64::NAN;
    // SAFETY: arrays as long as said or refused before they are read, and local variables.
    unsafe {
        model.ok(swp_model_add_constant(model.0, 1.0, &mut one));
        let material = |young: f64, poisson: f64, density: f64, damping: f64| {
            let mut to = swp_solid_material { id: 0 };
            move |m| swp_model_add_isotropic_material(m, c"m".as_ptr(), young, poisson, density, damping, &mut to)
        };
        model.refuses(SWP_INVALID_ARGUMENT, &["\"m\"", "Young"], material(-1.0, 0.3, 1.0, 0.0));
        model.refuses(SWP_INVALID_ARGUMENT, &["\"m\"", "Poisson", "0.4999"], material(1.0, 0.5, 1.0, 0.0));
        model.refuses(SWP_INVALID_ARGUMENT, &["\"m\"", "density"], material(1.0, 0.3, nan, 0.0));
        model.refuses(SWP_INVALID_ARGUMENT, &["\"m\"", "damping"], material(1.0, 0.3, 1.0, -1.0));
        model.refuses(SWP_DUPLICATE_NAME, &["steel"], |m| {
            swp_model_add_neo_hooke_material(m, c"steel".as_ptr(), 1.0, 0.3, 1.0, 0.0, &mut made)
        });
        model.refuses(SWP_NULL_POINTER, &["stiffness"], |m| {
            swp_model_add_anisotropic_material(m, c"m".as_ptr(), null(), 1.0, 0.0, &mut made)
        });
        model.refuses(SWP_INVALID_ARGUMENT, &["\"m\"", "positive definite"], |m| {
            let c: Vec<f64> = (0..36)
                .map(|k| if k % 7 == 0 { 1.0 } else { 0.9 * f64::from(u8::from(k / 6 + k % 6 != 5)) - 0.45 })
                .collect();
            swp_model_add_anisotropic_material(m, c"m".as_ptr(), c.as_ptr(), 1.0, 0.0, &mut made)
        });
        model.refuses(SWP_INVALID_ARGUMENT, &["\"m\"", "positive"], |m| {
            let (young, rest) = ([1.0, 0.0, 1.0], [0.3; 3]);
            swp_model_add_orthotropic_material(
                m,
                c"m".as_ptr(),
                young.as_ptr(),
                rest.as_ptr(),
                rest.as_ptr(),
                1.0,
                0.0,
                &mut made,
            )
        });

        let block = |per: i32, n: i32, count: usize, x: &[f64]| {
            let (x, mut to) = (x.to_vec(), swp_solid { id: 0 });
            move |m| {
                swp_model_add_solid_block(m, c"new".as_ptr(), null(), steel, per, n, 1, 1, count, x.as_ptr(), &mut to)
            }
        };
        model.refuses(SWP_WRONG_SIZE, &["\"new\"", "9 nodes"], block(9, 1, 8, &x));
        model.refuses(SWP_WRONG_SIZE, &["\"new\"", "27 nodes has (2 · 1 + 1)"], block(27, 1, 8, &x));
        model.refuses(SWP_WRONG_SIZE, &["\"new\"", "at least 1"], block(8, -1, 8, &x));
        model.refuses(SWP_WRONG_SIZE, &["\"new\""], block(8, i32::MAX, 8, &x));
        let mut folded = x.clone();
        (folded[0], folded[1], folded[2]) = (0.8, 0.8, 0.8);
        model.refuses(SWP_INVALID_ARGUMENT, &["\"new\", element 1", "folds over"], block(8, 1, 8, &folded));
        let mut bad = x.clone();
        bad[4] = nan;
        model.refuses(SWP_INVALID_ARGUMENT, &["new[1,0,0]"], block(8, 1, 8, &bad));
        model.refuses(SWP_UNKNOWN_ID, &["solid material"], |m| {
            let other = swp_solid_material { id: steel.id + 5 };
            swp_model_add_solid_block(m, c"new".as_ptr(), null(), other, 8, 1, 1, 1, 8, x.as_ptr(), &mut out)
        });

        let ids: Vec<swp_node> = (0..8).map(|k| swp_node { id: model.find(c"node", c"bar[0,0,0]") + k }).collect();
        let solid_of = |nodes: &[swp_node], per: i32, axes: usize, numbers: &[f64], volume: i32| {
            let (nodes, numbers, mut to) = (nodes.to_vec(), numbers.to_vec(), swp_solid { id: 0 });
            let mut options = std::mem::zeroed();
            assert_eq!(swp_solid_options_init(&mut options), SWP_OK);
            options.volume = volume;
            move |m| {
                let pointer = if numbers.is_empty() { null() } else { numbers.as_ptr() };
                swp_model_add_solid(
                    m,
                    c"new".as_ptr(),
                    &options,
                    per,
                    nodes.len(),
                    nodes.as_ptr(),
                    1,
                    &steel,
                    axes,
                    pointer,
                    &mut to,
                )
            }
        };
        model.refuses(SWP_WRONG_SIZE, &["\"new\"", "7 nodes"], solid_of(&ids[..7], 8, 0, &[], 0));
        model.refuses(SWP_WRONG_SIZE, &["\"new\"", "3 material axes"], solid_of(&ids, 8, 3, &[0.0; 27], 0));
        model.refuses(
            SWP_INVALID_ARGUMENT,
            &["\"new\"", "not a rotation"],
            solid_of(&unit(&model), 8, 1, &[1.0; 9], 0),
        );
        model.refuses(SWP_INVALID_ARGUMENT, &["volume 7"], solid_of(&ids, 8, 0, &[], 7));
        model.refuses(SWP_INVALID_ARGUMENT, &["twice", "element 1"], solid_of(&[ids[0]; 8], 8, 0, &[], 0));
        let twice = [unit(&model), unit(&model)].concat();
        model.refuses(
            SWP_INVALID_ARGUMENT,
            &["elements 1 and 2 have the same corners"],
            solid_of(&twice, 8, 0, &[], 0),
        );

        let sweep = |nodes: usize, stations: &[swp_sweep_station]| {
            let (places, quads) = section(0.2, 0.05);
            let (stations, mut to) = (stations.to_vec(), swp_solid { id: 0 });
            let quads: Vec<usize> = quads.iter().map(|k| (*k).min(nodes)).collect();
            move |m| {
                swp_model_add_solid_sweep(
                    m,
                    c"new".as_ptr(),
                    null(),
                    nodes,
                    places.as_ptr(),
                    9,
                    quads.len(),
                    quads.as_ptr(),
                    1,
                    &steel,
                    0,
                    null(),
                    stations.len(),
                    stations.as_ptr(),
                    &mut to,
                )
            }
        };
        model.refuses(SWP_WRONG_SIZE, &["\"new\"", "4 stations"], sweep(15, &stations(4, 0.0, 0.0)));
        model.refuses(SWP_WRONG_SIZE, &["\"new\"", "has node 14"], sweep(14, &stations(3, 0.0, 0.0)));
        model.refuses(SWP_INVALID_ARGUMENT, &["scale of station 2"], sweep(15, &stations(3, 0.0, 1.0)));

        model.refuses(SWP_INVALID_ARGUMENT, &["face set \"end\"", "no face 6 of element 0"], |m| {
            swp_model_add_face_set(m, c"end".as_ptr(), solid, 1, [0].as_ptr(), [6].as_ptr(), &mut set)
        });
        model.refuses(SWP_INVALID_ARGUMENT, &["face set \"end\"", "no outer face"], |m| {
            swp_model_add_face_set_on(m, c"end".as_ptr(), solid, 2, ids.as_ptr(), &mut set)
        });
        model.refuses(SWP_UNKNOWN_ID, &["face set"], |m| {
            swp_model_add_face_pressure(m, c"p".as_ptr(), swp_face_set { id: 24 << 24 | 9 }, 1.0, one)
        });
        model.refuses(SWP_INVALID_ARGUMENT, &["load \"b\""], |m| {
            swp_model_add_body_force(m, c"b".as_ptr(), solid, [0.0, nan, 0.0].as_ptr(), one)
        });
    }
}

/// Eight nodes of the bar that are the corners of its first element.
fn unit(model: &Model) -> Vec<swp_node> {
    let at = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [0, 0, 2], [2, 0, 2], [2, 2, 2], [0, 2, 2]];
    at.iter()
        .map(|[i, j, k]| {
            let name = CString::new(format!("bar[{i},{j},{k}]")).unwrap();
            swp_node { id: model.find(c"node", &name) }
        })
        .collect()
}
