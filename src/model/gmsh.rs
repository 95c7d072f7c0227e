//! Meshes of Gmsh: ASCII text of the format MSH 4.1 with second-order quadrilaterals, as shells, or with hexahedra or tetrahedra, as solids.
//!
//! Source: Gmsh reference manual, "MSH file format" (version 4.1), and "Node ordering": a nine-node quadrilateral (type 10) lists
//! its corners, the middles of its sides and its centre in the order of [`Model::add_shell`].
//!
//! ```text
//!   $MeshFormat     version type size
//!   $PhysicalNames  count, then dimension tag "name"
//!   $Entities       points curves surfaces volumes; point: tag x y z n physical₁ …; other: tag box(6) n physical₁ … m bounding₁ …
//!   $Nodes          blocks nodes least greatest; block: dimension entity parametric n, n tags, n times x y z (u v w)
//!   $Elements       blocks elements least greatest; block: dimension entity type n, n times tag node₁ …
//! ```
//!
//! Numbers are read one by one, wherever lines end. A physical group is the list of the entities that name it: its nodes are those of the
//! elements on them.

use super::file::{in_file, load};
use super::memory::SHELL_ELEMENT;
use super::shells::SHELL;
use super::{Model, NodeKind, ShellId, ShellOptions, ShellSectionId};
use crate::elements::shell::tying::NODES;
use crate::error::{Error, Result, require_memory};
use crate::math::{Quat, Vec3};
use crate::terms::NodeId;
use std::collections::{BTreeMap, HashMap};

mod solids;

/// What to write in Gmsh so that its mesh can be read.
const SHELLS: &str = "in Gmsh set Mesh.RecombineAll = 1, Mesh.ElementOrder = 2, Mesh.SecondOrderIncomplete = 0, Mesh.MshFileVersion = \
                      4.1 and Mesh.Binary = 0, and save the mesh again";

const SOLIDS: &str = "in Gmsh set Mesh.ElementOrder = 2 (1 for hexahedra of eight nodes), Mesh.MshFileVersion = 4.1 and Mesh.Binary = 0, \
                      and save the mesh again";

/// What a mesh is read for.
struct Wanted {
    /// element types that are read, with their nodes: as parts, or for their nodes and faces alone
    read: &'static [(usize, usize)],
    /// the types of its parts
    parts: &'static [usize],
    /// what it needs, in words
    needs: &'static str,
    /// what to write in Gmsh
    remedy: &'static str,
}

const QUADRILATERAL: usize = 10;

static FOR_SHELLS: Wanted = Wanted {
    read: &[(8, 3), (QUADRILATERAL, NODES), (15, 1)],
    parts: &[QUADRILATERAL],
    needs: "a shell needs quadrilaterals of nine nodes (type 10)",
    remedy: SHELLS,
};

static FOR_SOLIDS: Wanted = Wanted {
    read: &[
        (1, 2),
        (3, 4),
        (5, 8),
        (8, 3),
        (9, 6),
        (QUADRILATERAL, NODES),
        (11, 10),
        (12, 27),
        (15, 1),
        (16, 8),
        (17, 20),
    ],
    parts: &[5, 11, 12, 17],
    needs: "a solid needs hexahedra of 8, 20 or 27 nodes (types 5, 17, 12) or tetrahedra of ten (type 11)",
    remedy: SOLIDS,
};

/// Element types and what they are.
const OTHER: [(usize, &str); 17] = [
    (1, "lines of two nodes, of first order"),
    (2, "triangles of three nodes"),
    (3, "quadrilaterals of four nodes, of first order"),
    (4, "tetrahedra of four nodes, of first order"),
    (5, "hexahedra of eight nodes"),
    (6, "prisms"),
    (7, "pyramids"),
    (9, "triangles of six nodes"),
    (11, "tetrahedra of ten nodes"),
    (12, "hexahedra of 27 nodes"),
    (13, "prisms"),
    (14, "pyramids"),
    (16, "quadrilaterals of eight nodes, without a centre"),
    (17, "hexahedra of 20 nodes"),
    (18, "prisms"),
    (19, "pyramids"),
    (36, "quadrilaterals of 16 nodes, of third order"),
];

/// Points, curves, surfaces and volumes, as an unnamed group is called.
const DIMENSIONS: [&str; 4] = ["point", "curve", "surface", "volume"];

/// A dimension and a tag.
type Entity = (usize, i64);

/// Characters of a word of the file that a message repeats.
const WORD: usize = 40;

/// What a file holds.
struct Mesh {
    wanted: &'static Wanted,
    names: HashMap<Entity, String>,
    /// physical tags of an entity
    groups: HashMap<Entity, Vec<i64>>,
    places: HashMap<i64, Vec3>,
    /// entity, type, nodes
    elements: Vec<(Entity, usize, Vec<i64>)>,
    /// nodes and elements of physical groups
    sets: Sets,
}

/// The words of a section, with the lines that they stand in.
struct Words<'a> {
    section: &'a str,
    words: Vec<(usize, &'a str)>,
    next: usize,
    end: usize,
}

/// The beginning of a word or a name, for messages.
fn shown(text: &str) -> String {
    let end = if text.chars().nth(WORD).is_some() { "..." } else { "" };
    text.chars().take(WORD).chain(end.chars()).collect()
}

fn bad<T>(line: usize, text: &str) -> Result<T> {
    Err(Error::BadFile(format!("line {line}: {text}")))
}

impl<'a> Words<'a> {
    fn word(&mut self, what: &str) -> Result<(usize, &'a str)> {
        let Some(found) = self.words.get(self.next).copied() else {
            return bad(self.end, &format!("${} ends where {what} is needed", self.section));
        };
        self.next += 1;
        Ok(found)
    }

    fn parsed<T: std::str::FromStr>(&mut self, what: &str, kind: &str) -> Result<T> {
        let (line, word) = self.word(what)?;
        word.parse().or_else(|_| bad(line, &format!("\"{}\" stands where {what}, {kind}, is needed", shown(word))))
    }

    fn count(&mut self, what: &str) -> Result<usize> {
        self.parsed(what, "a whole number")
    }

    fn tag(&mut self, what: &str) -> Result<i64> {
        self.parsed(what, "a whole number")
    }

    fn number(&mut self, what: &str) -> Result<f64> {
        let line = self.words.get(self.next).map_or(self.end, |w| w.0);
        let value: f64 = self.parsed(what, "a number")?;
        if value.is_finite() { Ok(value) } else { bad(line, &format!("{what} is {value}; it must be finite")) }
    }

    fn line(&self) -> usize {
        self.words.get(self.next.saturating_sub(1)).map_or(self.end, |w| w.0)
    }

    fn dimension(&mut self) -> Result<usize> {
        match self.count("a dimension")? {
            d @ 0..=3 => Ok(d),
            other => bad(self.line(), &format!("the dimension {other} is not known; it is 0, 1, 2 or 3")),
        }
    }

    fn finish(&self) -> Result<()> {
        match self.words.get(self.next) {
            Some((line, _)) => bad(*line, &format!("${} has more in it than its counts say", self.section)),
            None => Ok(()),
        }
    }
}

/// Lines of a section with their numbers, and the number of its last one.
type Section<'a> = (Vec<(usize, &'a str)>, usize);

/// The sections of a text by name: lines of each, with their numbers.
fn sections<'a>(text: &'a str, remedy: &str) -> Result<HashMap<&'a str, Section<'a>>> {
    let mut found = HashMap::new();
    let mut lines = text.lines().enumerate().map(|(k, line)| (k + 1, line.trim()));
    while let Some((first, line)) = lines.next() {
        let Some(name) = line.strip_prefix('$') else {
            if line.is_empty() {
                continue;
            }
            return bad(first, "a section, as $MeshFormat, is needed here; is this a mesh of Gmsh in ASCII?");
        };
        let end = format!("$End{name}");
        let mut inside = Vec::new();
        let last = loop {
            match lines.next() {
                Some((last, line)) if line == end => break last,
                Some(own) => inside.push(own),
                None => {
                    let name = shown(name);
                    return bad(first, &format!("the section ${name} has no $End{name}: is the file cut off?"));
                }
            }
        };
        if found.insert(name, (inside, last)).is_some() && name != "Comments" {
            return bad(first, &format!("the section ${} is there twice", shown(name)));
        }
        if name == "MeshFormat" {
            let (inside, _) = &found[name];
            check_format(inside.first().copied().unwrap_or((first, "")), remedy)?;
        }
    }
    Ok(found)
}

fn check_format((line, text): (usize, &str), remedy: &str) -> Result<()> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["4.1", "0", _] => Ok(()),
        ["4.1", "1", ..] => bad(line, &format!("the mesh is binary; ASCII is needed: {remedy}")),
        ["4.1", ..] => bad(
            line,
            "$MeshFormat must have three numbers: version 4.1, 0 for ASCII, the size of a number (\"4.1 0 8\")",
        ),
        [version, ..] => bad(line, &format!("the format has version {}; 4.1 is needed: {remedy}", shown(version))),
        [] => bad(line, "$MeshFormat is empty; version, type and size are needed"),
    }
}

impl Mesh {
    fn read(text: &str, wanted: &'static Wanted) -> Result<Mesh> {
        let remedy = wanted.remedy;
        let mut sections = sections(text, remedy)?;
        if !sections.contains_key("MeshFormat") {
            return bad(1, &format!("there is no section $MeshFormat; {remedy}"));
        }
        if let Some((_, line)) = sections.get("PartitionedEntities") {
            return bad(*line, "the mesh is partitioned; save it without partitions");
        }
        let mut mesh = Mesh {
            wanted,
            names: HashMap::new(),
            groups: HashMap::new(),
            places: HashMap::new(),
            elements: Vec::new(),
            sets: Sets::new(),
        };
        if let Some((lines, end)) = sections.remove("PhysicalNames") {
            mesh.read_names(&lines, end)?;
            if !mesh.names.is_empty() && !sections.contains_key("Entities") {
                return bad(
                    end,
                    "physical groups have names, and there is no section $Entities, which says what belongs to them: save the mesh again \
                     with Gmsh, or take $PhysicalNames out",
                );
            }
        }
        let mut words = |section: &'static str| {
            sections.remove(section).map(|(lines, end)| {
                let words = lines.into_iter().flat_map(|(k, text)| text.split_whitespace().map(move |w| (k, w)));
                Words { section, words: words.collect(), next: 0, end }
            })
        };
        if let Some(words) = words("Entities") {
            mesh.read_entities(words)?;
        }
        let missing = |section| Error::BadFile(format!("there is no section ${section}; {remedy}"));
        mesh.read_nodes(words("Nodes").ok_or_else(|| missing("Nodes"))?)?;
        mesh.read_elements(words("Elements").ok_or_else(|| missing("Elements"))?)?;
        mesh.sets = sets(&mesh)?;
        Ok(mesh)
    }

    fn read_names(&mut self, lines: &[(usize, &str)], end: usize) -> Result<()> {
        let said = lines.first().and_then(|(_, text)| text.trim().parse::<usize>().ok());
        let there = lines.iter().skip(1).filter(|(_, text)| !text.is_empty()).count();
        if said != Some(there) {
            return bad(end, &format!("$PhysicalNames has {there} names; its first line must say so"));
        }
        for &(line, text) in lines.iter().skip(1).filter(|(_, text)| !text.is_empty()) {
            let mut parts = text.splitn(3, char::is_whitespace);
            let (dimension, tag) =
                (parts.next().and_then(|w| w.parse().ok()), parts.next().and_then(|w| w.parse().ok()));
            let name = parts.next().map(|name| name.trim().trim_matches('"'));
            let (Some(dimension), Some(tag), Some(name)) = (dimension, tag, name) else {
                return bad(line, "a physical group needs its dimension, its tag and its name in quotes");
            };
            if name.is_empty() || name.contains(char::is_control) {
                return bad(line, "a physical group has an empty name, or one with a control character");
            }
            self.names.insert((dimension, tag), name.into());
        }
        Ok(())
    }

    fn read_entities(&mut self, mut words: Words) -> Result<()> {
        let counts = [(); 4].map(|()| words.count("a number of entities"));
        for (dimension, count) in counts.into_iter().enumerate() {
            for _ in 0..count? {
                let tag = words.tag("the tag of an entity")?;
                for _ in 0..if dimension == 0 { 3 } else { 6 } {
                    words.number("a coordinate of an entity")?;
                }
                let mut list = |what: &str| -> Result<Vec<i64>> {
                    let count = words.count(what)?;
                    (0..count).map(|_| words.tag(what)).collect()
                };
                let physical = list("a physical tag")?;
                if dimension > 0 {
                    list("a bounding entity")?;
                }
                // a negative tag is a group that runs the other way
                self.groups.insert((dimension, tag), physical.into_iter().map(i64::abs).collect());
            }
        }
        words.finish()
    }

    fn read_nodes(&mut self, mut words: Words) -> Result<()> {
        let blocks = words.count("the number of blocks")?;
        let total = words.count("the number of nodes")?;
        words.tag("the least tag")?;
        words.tag("the greatest tag")?;
        for _ in 0..blocks {
            let dimension = words.dimension()?;
            words.tag("the tag of an entity")?;
            let parameters = if words.count("whether there are parameters")? == 0 { 0 } else { dimension };
            let count = words.count("the number of nodes")?;
            let tags: Vec<i64> = (0..count).map(|_| words.tag("the tag of a node")).collect::<Result<_>>()?;
            for tag in tags {
                let mut x = [0.0; 3];
                for x in &mut x {
                    *x = words.number("a coordinate")?;
                }
                for _ in 0..parameters {
                    words.number("a parameter")?;
                }
                if self.places.insert(tag, Vec3::from(x)).is_some() {
                    return bad(words.line(), &format!("node {tag} is there twice"));
                }
            }
        }
        words.finish()?;
        if self.places.len() != total {
            return bad(words.end, &format!("$Nodes has {} nodes, and says that it has {total}", self.places.len()));
        }
        Ok(())
    }

    fn read_elements(&mut self, mut words: Words) -> Result<()> {
        let blocks = words.count("the number of blocks")?;
        let total = words.count("the number of elements")?;
        words.tag("the least tag")?;
        words.tag("the greatest tag")?;
        for _ in 0..blocks {
            let (dimension, entity) = (words.dimension()?, words.tag("the tag of an entity")?);
            let kind = words.count("the type of an element")?;
            let Some((_, nodes)) = self.wanted.read.iter().find(|(k, _)| *k == kind) else {
                let known = OTHER.iter().find(|(k, _)| *k == kind).map_or("elements of an unknown type", |(_, w)| w);
                let Wanted { needs, remedy, .. } = self.wanted;
                return bad(words.line(), &format!("the mesh has {known} (type {kind}); {needs}: {remedy}"));
            };
            for _ in 0..words.count("the number of elements")? {
                let tag = words.tag("the tag of an element")?;
                let own: Vec<i64> = (0..*nodes).map(|_| words.tag("the tag of a node")).collect::<Result<_>>()?;
                if let Some(node) = own.iter().find(|node| !self.places.contains_key(node)) {
                    return bad(words.line(), &format!("element {tag} has node {node}, which $Nodes has not"));
                }
                self.elements.push(((dimension, entity), kind, own));
            }
        }
        words.finish()?;
        if self.elements.len() != total {
            let there = self.elements.len();
            return bad(words.end, &format!("$Elements has {there} elements, and says that it has {total}"));
        }
        Ok(())
    }

    /// Nodes of the elements that it is read for.
    fn parts(&self) -> impl Iterator<Item = &Vec<i64>> {
        self.elements.iter().filter(|(_, kind, _)| self.wanted.parts.contains(kind)).map(|(_, _, nodes)| nodes)
    }

    /// Name of a physical group.
    fn name(&self, group: Entity) -> String {
        self.names.get(&group).cloned().unwrap_or_else(|| format!("{} {}", DIMENSIONS[group.0.min(3)], group.1))
    }
}

/// Nodes and elements of physical groups, by their names.
type Sets = BTreeMap<String, (Entity, Vec<i64>, Vec<usize>)>;

impl Model {
    /// A shell from the text of a mesh; `factor` [m] is the unit of its lengths. Nodes are called "name\[tag\]" by Gmsh's tags, sets of nodes
    /// and of elements "name/group" by its physical groups. All of it or nothing.
    pub fn add_shell_gmsh(
        &mut self,
        name: &str,
        text: &str,
        factor: f64,
        section: ShellSectionId,
        options: ShellOptions,
    ) -> Result<ShellId> {
        let mesh = self.gmsh_mesh(name, text, factor)?;
        self.all_or_nothing(|model| model.gmsh_parts(name, &mesh, factor, section, options))
    }

    /// The same from a file.
    pub fn add_shell_gmsh_file(
        &mut self,
        name: &str,
        path: &str,
        factor: f64,
        section: ShellSectionId,
        options: ShellOptions,
    ) -> Result<ShellId> {
        let text = load(path)?;
        let mesh = in_file(path, self.gmsh_mesh(name, &text, factor))?;
        self.all_or_nothing(|model| model.gmsh_parts(name, &mesh, factor, section, options))
    }

    fn gmsh_mesh(&self, name: &str, text: &str, factor: f64) -> Result<Mesh> {
        self.require_new_name(&SHELL, name)?;
        if !(factor.is_finite() && factor > 0.0) {
            let text =
                format!("shell \"{name}\": the factor of the lengths of the mesh is {factor}; it must be positive");
            return Err(Error::InvalidArgument(text));
        }
        require_memory(Self::room_to_read(text.len()), "reading the mesh")?;
        let mesh = Mesh::read(text, &FOR_SHELLS)?;
        let quads = mesh.parts().count();
        if quads == 0 {
            let text = format!("the mesh has no quadrilaterals of nine nodes (type {QUADRILATERAL}); {SHELLS}");
            return Err(Error::BadFile(text));
        }
        require_memory(SHELL_ELEMENT.saturating_mul(quads), "the shell")?;
        Ok(mesh)
    }

    fn gmsh_parts(
        &mut self,
        name: &str,
        mesh: &Mesh,
        factor: f64,
        section: ShellSectionId,
        options: ShellOptions,
    ) -> Result<ShellId> {
        let mut nodes: HashMap<i64, NodeId> = HashMap::new();
        for tag in mesh.parts().flatten() {
            if !nodes.contains_key(tag) {
                let place = mesh.places[tag] * factor;
                if let Some(k) = place.iter().position(|x| !x.is_finite()) {
                    let (axis, given) = (["x", "y", "z"][k], mesh.places[tag][k]);
                    return Err(Error::BadFile(format!(
                        "node {tag} of the mesh has {axis} = {given}, which is beyond all numbers times the factor {factor}; is the factor \
                         that of its unit of length, 0.001 for millimetres?"
                    )));
                }
                let id = self.add_node(&format!("{name}[{tag}]"), NodeKind::Free, place, Quat::identity())?;
                nodes.insert(*tag, id);
            }
        }
        let element = |tags: &Vec<i64>| -> [NodeId; NODES] { std::array::from_fn(|a| nodes[&tags[a]]) };
        let elements: Vec<[NodeId; NODES]> = mesh.parts().map(element).collect();
        let shell = self.add_shell(name, &elements, &[section], options)?;
        for (group, (_, tags, elements)) in &mesh.sets {
            let own: Vec<NodeId> = tags.iter().filter_map(|tag| nodes.get(tag).copied()).collect();
            if !own.is_empty() {
                self.add_node_set(&format!("{name}/{group}"), &own)?;
            }
            if !elements.is_empty() {
                self.add_element_set(&format!("{name}/{group}"), shell, elements)?;
            }
        }
        Ok(shell)
    }
}

fn sets(mesh: &Mesh) -> Result<Sets> {
    let mut sets = Sets::new();
    let mut seen = std::collections::HashSet::new();
    let mut parts = 0;
    for (entity, kind, nodes) in &mesh.elements {
        let part = mesh.wanted.parts.contains(kind);
        let groups = mesh.groups.get(entity).map_or(&[][..], Vec::as_slice);
        for tag in groups {
            let group = (entity.0, *tag);
            let name = mesh.name(group);
            let set = sets.entry(name.clone()).or_insert_with(|| (group, Vec::new(), Vec::new()));
            if set.0 != group {
                return Err(Error::BadFile(format!(
                    "two physical groups, {} {} and {} {}, are called \"{}\"; give them names of their own",
                    DIMENSIONS[set.0.0],
                    set.0.1,
                    DIMENSIONS[group.0],
                    group.1,
                    shown(&name)
                )));
            }
            set.1.extend(nodes.iter().filter(|node| seen.insert((group, **node))));
            if part {
                set.2.push(parts);
            }
        }
        parts += usize::from(part);
    }
    Ok(sets)
}
