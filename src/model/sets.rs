//! Sets of nodes and of elements of shells by name: what a mesh calls "root", "tip" or "skin" is found again.

use super::file::record::Record;
use super::registry::Kind;
use super::{Model, ShellId, unknown};
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
        let given = e.numbers("elements")?;
        let whole = |v: &&f64| v.fract() == 0.0 && **v >= 0.0 && **v < 1e15;
        if let Some(odd) = given.iter().find(|v| !whole(v)) {
            return Err(e.wrong("elements", &format!("{odd} is no number of an element")));
        }
        let elements: Vec<usize> = given.iter().map(|v| *v as usize).collect();
        m.add_element_set(e.text("name")?, shell, &elements).map(drop)
    })],
    ..Kind::with_ids("element set", 21)
};

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
