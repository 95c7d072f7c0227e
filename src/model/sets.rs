//! Sets of nodes, of elements of shells and of faces of solids by name: what a mesh calls "root", "tip" or "skin" is found again.

use super::file::record::{Entry, Record};
use super::registry::Kind;
use super::{Model, ShellId, SolidId, unknown};
use crate::error::{Error, Result};
use crate::terms::NodeId;
use std::collections::HashSet;

/// A set of nodes, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeSetId(pub usize);

/// A set of elements, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementSetId(pub usize);

/// Elements of a shell.
#[derive(Debug, Clone)]
pub struct ElementSet {
    /// the shell
    pub shell: ShellId,
    /// its elements, the first one is 0
    pub elements: Vec<usize>,
}

/// A set of faces, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaceSetId(pub usize);

/// Faces of a solid.
#[derive(Debug, Clone)]
pub struct FaceSet {
    /// the solid
    pub solid: SolidId,
    /// elements and which of their faces, both from 0
    pub faces: Vec<(usize, usize)>,
}

/// Sets of nodes.
pub static NODE_SET: Kind = Kind {
    places: |m| m.node_sets.len(),
    records: &[("node set", |m, e| {
        let nodes: Vec<NodeId> = e.find_all(m, "node", "nodes")?.into_iter().map(NodeId).collect();
        m.add_node_set(e.text("name")?, &nodes).map(drop)
    })],
    ..Kind::with_ids("node set", 20)
};

/// Sets of elements.
pub static ELEMENT_SET: Kind = Kind {
    places: |m| m.element_sets.len(),
    records: &[("element set", |m, e| {
        let shell = ShellId(e.find(m, "shell", "shell")?);
        let elements = whole_numbers(e, "elements")?;
        m.add_element_set(e.text("name")?, shell, &elements).map(drop)
    })],
    ..Kind::with_ids("element set", 21)
};

/// Sets of faces.
pub static FACE_SET: Kind = Kind {
    places: |m| m.face_sets.len(),
    records: &[("face set", |m, e| {
        let solid = SolidId(e.find(m, "solid", "solid")?);
        let (elements, faces) = (whole_numbers(e, "elements")?, whole_numbers(e, "faces")?);
        if elements.len() != faces.len() {
            return Err(e.wrong("faces", &format!("{} elements and {} faces", elements.len(), faces.len())));
        }
        let both: Vec<(usize, usize)> = elements.into_iter().zip(faces).collect();
        m.add_face_set(e.text("name")?, solid, &both).map(drop)
    })],
    ..Kind::with_ids("face set", 24)
};

/// Numbers of elements or faces.
fn whole_numbers(e: &Entry, key: &'static str) -> Result<Vec<usize>> {
    let given = e.numbers(key)?;
    let whole = |v: &&f64| v.fract() == 0.0 && **v >= 0.0 && **v < 1e15;
    match given.iter().find(|v| !whole(v)) {
        Some(odd) => Err(e.wrong(key, &format!("{odd} is no number of one of the {key}"))),
        None => Ok(given.iter().map(|v| *v as usize).collect()),
    }
}

impl Model {
    /// Give some nodes a name.
    pub fn add_node_set(&mut self, name: &str, nodes: &[NodeId]) -> Result<NodeSetId> {
        let mut seen = HashSet::new();
        for id in nodes {
            let node = &self.node(*id)?.name;
            if !seen.insert(id.0) {
                return Err(Error::InvalidArgument(format!("node set \"{name}\": node \"{node}\" is given twice")));
            }
        }
        if nodes.is_empty() {
            return Err(Error::InvalidArgument(format!("node set \"{name}\": it needs at least one node")));
        }
        self.name(&NODE_SET, name, self.node_sets.len())?;
        self.node_sets.push(nodes.to_vec());
        let names: Vec<&str> = nodes.iter().map(|id| self.nodes[id.0].name.as_str()).collect();
        self.record(Record::new("node set").text("name", name).texts("nodes", &names));
        Ok(NodeSetId(self.node_sets.len() - 1))
    }

    /// Give some elements of a shell a name.
    pub fn add_element_set(&mut self, name: &str, shell: ShellId, elements: &[usize]) -> Result<ElementSetId> {
        let count = self.shell(shell)?.elements.len();
        let bad = |text: String| Err(Error::InvalidArgument(format!("element set \"{name}\": {text}")));
        let mut seen = HashSet::new();
        for element in elements {
            if *element >= count {
                let shell = &self.shells[shell.0].name;
                return bad(format!("shell \"{shell}\" has {count} elements from 0; there is no element {element}"));
            }
            if !seen.insert(*element) {
                return bad(format!("element {element} is given twice"));
            }
        }
        if elements.is_empty() {
            return bad("it needs at least one element".into());
        }
        self.name(&ELEMENT_SET, name, self.element_sets.len())?;
        self.element_sets.push(ElementSet { shell, elements: elements.to_vec() });
        let numbers: Vec<f64> = elements.iter().map(|k| *k as f64).collect();
        let record = Record::new("element set").text("name", name).text("shell", &self.shells[shell.0].name);
        self.record(record.numbers("elements", &numbers));
        Ok(ElementSetId(self.element_sets.len() - 1))
    }

    /// Give some faces of a solid a name: elements and which of their faces, both from 0.
    pub fn add_face_set(&mut self, name: &str, solid: SolidId, faces: &[(usize, usize)]) -> Result<FaceSetId> {
        let mesh = self.solid(solid)?;
        let bad = |text: String| Err(Error::InvalidArgument(format!("face set \"{name}\": {text}")));
        let (count, sides) = (mesh.elements.len(), mesh.shape.faces().len());
        let mut seen = HashSet::new();
        for (element, face) in faces {
            if *element >= count || *face >= sides {
                let solid = &mesh.name;
                return bad(format!(
                    "solid \"{solid}\" has {count} elements of {sides} faces, both from 0; there is no face {face} of element {element}"
                ));
            }
            if !seen.insert((*element, *face)) {
                return bad(format!("face {face} of element {element} is given twice"));
            }
        }
        if faces.is_empty() {
            return bad("it needs at least one face".into());
        }
        self.name(&FACE_SET, name, self.face_sets.len())?;
        self.face_sets.push(FaceSet { solid, faces: faces.to_vec() });
        let numbers = |of: fn(&(usize, usize)) -> usize| faces.iter().map(|f| of(f) as f64).collect::<Vec<f64>>();
        let record = Record::new("face set").text("name", name).text("solid", &self.solids[solid.0].name);
        self.record(record.numbers("elements", &numbers(|f| f.0)).numbers("faces", &numbers(|f| f.1)));
        Ok(FaceSetId(self.face_sets.len() - 1))
    }

    /// The outer faces of a solid whose nodes are all among these.
    pub fn add_face_set_on(&mut self, name: &str, solid: SolidId, nodes: &[NodeId]) -> Result<FaceSetId> {
        let wanted: HashSet<usize> = nodes.iter().map(|id| id.0).collect();
        let mesh = self.solid(solid)?;
        let on = |(element, face): &(usize, usize)| {
            mesh.shape.face_nodes(*face).iter().all(|a| wanted.contains(&mesh.elements[*element][*a].0))
        };
        let faces: Vec<(usize, usize)> = self.outer_faces(solid)?.into_iter().filter(on).collect();
        if faces.is_empty() {
            let text = format!(
                "face set \"{name}\": no outer face of solid \"{}\" has all of its nodes among the {} that are given",
                mesh.name,
                nodes.len()
            );
            return Err(Error::InvalidArgument(text));
        }
        self.add_face_set(name, solid, &faces)
    }

    /// The faces of a set.
    pub fn face_set(&self, id: FaceSetId) -> Result<&FaceSet> {
        self.face_sets.get(id.0).ok_or_else(|| unknown("face set", id.0, self.face_sets.len()))
    }

    /// Name of a set of faces.
    pub(super) fn face_set_name(&self, id: FaceSetId) -> Result<&str> {
        let named = self.names.iter().find(|((kind, _), place)| *kind == FACE_SET.name && **place == id.0);
        named.map(|((_, name), _)| name.as_str()).ok_or_else(|| unknown("face set", id.0, self.face_sets.len()))
    }

    /// The nodes of a set of faces, each once.
    pub fn face_set_nodes(&self, id: FaceSetId) -> Result<Vec<NodeId>> {
        let set = self.face_set(id)?;
        let mesh = self.solid(set.solid)?;
        let all = set.faces.iter().flat_map(|(k, face)| {
            mesh.shape.face_nodes(*face).into_iter().map(|a| mesh.elements[*k][a]).collect::<Vec<_>>()
        });
        let mut seen = HashSet::new();
        Ok(all.filter(|id| seen.insert(id.0)).collect())
    }

    /// The nodes of a set, in the order in which they were given.
    pub fn node_set(&self, id: NodeSetId) -> Result<&[NodeId]> {
        let found = self.node_sets.get(id.0).map(Vec::as_slice);
        found.ok_or_else(|| unknown("node set", id.0, self.node_sets.len()))
    }

    /// The elements of a set.
    pub fn element_set(&self, id: ElementSetId) -> Result<&ElementSet> {
        self.element_sets.get(id.0).ok_or_else(|| unknown("element set", id.0, self.element_sets.len()))
    }
}
