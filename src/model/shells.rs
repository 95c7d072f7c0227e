//! Shells of a model: their sections, meshes of nine-node elements, loads on their surface.

use super::file::record::{Entry, Record};
use super::memory::SHELL_ELEMENT;
use super::registry::{self, Kind};
use super::span::LOAD;
use super::{Model, NodeKind, unknown};
use crate::elements::shell::tying::{NODES, ORDER, gauss_points, node_points, shape};
use crate::elements::shell::{POINTS, Shell, ShellElement};
use crate::error::{Error, Result, require_finite, require_memory};
use crate::loads::{SurfaceLoad, SurfaceSource};
use crate::math::{Mat3, Quat, Vec3};
use crate::sections::ShellSection;
use crate::terms::frame_mass::FrameMass;
use crate::terms::inertia::Inertia;
use crate::terms::{FunctionId, Motion, NodeId};
use std::collections::HashMap;

/// A section of a shell, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShellSectionId(pub usize);

/// A shell, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShellId(pub usize);

/// How a mesh becomes a shell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShellOptions {
    /// direction whose projection on the surface is material axis 1; zero: from the first to the second corner of each element
    pub axis: Vec3,
    /// distance of the reference surface of the sections from the nodes, along the normal [m]
    pub offset: f64,
    /// factor of the stiffness against turns of the nodes about the normal
    pub drilling: f64,
    /// elements whose normals at a common node differ by less than this share a director there [rad]
    pub crease: f64,
    /// where the mass is
    pub mass: ShellMass,
}

/// Where the mass of a shell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ShellMass {
    /// on the nodes, by Lobatto's rule
    #[default]
    Lumped,
    /// between the nodes, as the shape functions have it; the schemes that work with momenta of nodes refuse it
    Consistent,
}

impl Default for ShellOptions {
    fn default() -> Self {
        ShellOptions {
            axis: Vec3::zeros(),
            offset: 0.0,
            drilling: 1.0,
            crease: 30f64.to_radians(),
            mass: ShellMass::Lumped,
        }
    }
}

/// A shell: its elements are neighbours in the list of terms.
#[derive(Debug, Clone)]
pub struct ShellMesh {
    /// the user's name
    pub name: String,
    /// its first element among the terms
    pub first: usize,
    /// nodes of each element, corners, middles of the sides, centre
    pub elements: Vec<[NodeId; NODES]>,
    /// every node once, in the order in which the elements have them
    pub nodes: Vec<NodeId>,
}

/// Sections of shells.
pub static SHELL_SECTION: Kind = Kind {
    places: |m| m.shell_sections.len(),
    records: &[("shell section", |m, e| {
        let inertia: [f64; 3] = e.some_numbers("inertia")?;
        let section = ShellSection {
            stiffness: e.matrix8("stiffness")?,
            mass: inertia[0],
            first_moment: inertia[1],
            second_moment: inertia[2],
            thickness: e.number("thickness")?,
            damping: e.number_or(0.0, "damping")?,
        };
        m.add_shell_section(e.text("name")?, section).map(drop)
    })],
    ..Kind::with_ids("shell section", 17)
};

/// Shells; their elements are terms of this kind.
pub static SHELL: Kind = Kind {
    places: |m| m.shells.len(),
    records: &[("shell", |m, e| {
        let nodes: Vec<NodeId> = e.find_all(m, "node", "nodes")?.into_iter().map(NodeId).collect();
        if nodes.is_empty() || !nodes.len().is_multiple_of(NODES) {
            return Err(e.wrong("nodes", &format!("{} nodes; each element has nine", nodes.len())));
        }
        let elements: Vec<[NodeId; NODES]> = nodes.chunks_exact(NODES).map(|c| std::array::from_fn(|a| c[a])).collect();
        let sections: Vec<ShellSectionId> =
            e.find_all(m, "shell section", "sections")?.into_iter().map(ShellSectionId).collect();
        let usual = ShellOptions::default();
        let options = ShellOptions {
            axis: e.vector_or_zero("axis")?,
            offset: e.number_or(0.0, "offset")?,
            drilling: e.number_or(usual.drilling, "drilling")?,
            crease: e.number_or(usual.crease, "crease")?,
            mass: match e.text_or("lumped", "mass")? {
                "lumped" => ShellMass::Lumped,
                "consistent" => ShellMass::Consistent,
                other => return Err(e.wrong("mass", &format!("\"{other}\"; it is \"lumped\" or \"consistent\""))),
            },
        };
        m.add_shell(e.text("name")?, &elements, &sections, options).map(drop)
    })],
    ..Kind::with_ids("shell", 18)
};

/// Masses of the nodes of shells.
pub static SHELL_NODE: Kind = Kind::new("mass of shell");

/// Sums of the masses that elements have on one node.
#[derive(Clone, Copy)]
struct Sum {
    mass: f64,
    moment: Vec3,
    /// about the node
    inertia: Mat3,
}

/// −c̃ c̃: the moment of inertia of a unit mass at c.
fn lever(c: &Vec3) -> Mat3 {
    Mat3::identity() * c.norm_squared() - c * c.transpose()
}

impl Sum {
    const NONE: Sum = Sum {
        mass: 0.0,
        moment: Vec3::new(0.0, 0.0, 0.0),
        inertia: Mat3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    };

    fn add(&mut self, part: &Inertia) {
        let (m, c) = (part.mass(), part.center());
        self.mass += m;
        self.moment += c * m;
        self.inertia += part.inertia() + lever(&c) * m;
    }

    fn inertia(&self, node: NodeId) -> Inertia {
        let center = self.moment / self.mass;
        Inertia::new(node, self.mass, center, self.inertia - lever(&center) * self.mass)
    }
}

impl Model {
    /// Add a section of a shell.
    pub fn add_shell_section(&mut self, name: &str, section: ShellSection) -> Result<ShellSectionId> {
        section.check(&format!("\"{name}\""))?;
        self.name(&SHELL_SECTION, name, self.shell_sections.len())?;
        self.shell_sections.push((name.into(), section));
        let record = Record::new("shell section").text("name", name).matrix("stiffness", &section.stiffness);
        let record = record.numbers("inertia", &[section.mass, section.first_moment, section.second_moment]);
        self.record(record.number("thickness", section.thickness).number_unless(0.0, "damping", section.damping));
        Ok(ShellSectionId(self.shell_sections.len() - 1))
    }

    /// A section of a shell.
    pub fn shell_section(&self, id: ShellSectionId) -> Result<&ShellSection> {
        let found = self.shell_sections.get(id.0).map(|(_, section)| section);
        found.ok_or_else(|| unknown("shell section", id.0, self.shell_sections.len()))
    }

    /// Add a shell: elements by their nodes, each corners anticlockwise about the normal, middles of the sides, centre; one section, or
    /// one for each element, or one for each node of each element, between which it varies.
    pub fn add_shell(
        &mut self,
        name: &str,
        elements: &[[NodeId; NODES]],
        sections: &[ShellSectionId],
        options: ShellOptions,
    ) -> Result<ShellId> {
        check_shell(name, elements.len(), sections.len(), &options)?;
        require_memory(SHELL_ELEMENT.saturating_mul(elements.len()), "the shell")?;
        self.check_shell_nodes(name, elements)?;
        let starts: Vec<Motion> = self.nodes.iter().map(|node| node.start).collect();
        let normals: Vec<[Vec3; NODES]> = elements.iter().map(|nodes| normals(nodes, &starts)).collect();
        check_neighbours(name, self, elements, &normals, options.crease)?;
        let directors = directors(elements, &normals, options.crease);

        let mut shells = Vec::with_capacity(elements.len());
        let mut masses: Vec<(NodeId, Sum)> = Vec::new();
        let mut between = Vec::new();
        let mut place: HashMap<usize, usize> = HashMap::new();
        for (k, nodes) in elements.iter().enumerate() {
            let own_sections = self.sections_of(name, k, elements.len(), sections)?;
            let mut tensor = [NodeId(0); NODES];
            let mut own = [Vec3::zeros(); NODES];
            for (a, at) in ORDER.into_iter().enumerate() {
                (tensor[at], own[at]) = (nodes[a], directors[k][a]);
            }
            let element = ShellElement {
                nodes: tensor,
                directors: own,
                offsets: [options.offset; NODES],
                sections: own_sections,
                axis: (options.axis.norm() > 0.0).then_some(options.axis),
                drilling: options.drilling,
            };
            if options.mass == ShellMass::Consistent {
                between.extend(Shell::consistent(&element, &starts));
            }
            let on_nodes = match options.mass {
                ShellMass::Lumped => Shell::lumped(&element, &starts),
                ShellMass::Consistent => Vec::new(),
            };
            for part in on_nodes {
                let node = crate::terms::Term::nodes(&part)[0];
                let at = *place.entry(node.0).or_insert_with(|| {
                    masses.push((node, Sum::NONE));
                    masses.len() - 1
                });
                masses[at].1.add(&part);
            }
            shells.push(Shell::new(&format!("shell \"{name}\", element {}", k + 1), element, &starts)?);
        }
        self.name(&SHELL, name, self.shells.len())?;
        let first = self.terms.len();
        let entry = |shell: Shell| registry::Entry::new(&SHELL, name, Box::new(shell));
        self.terms.extend(shells.into_iter().map(entry));
        let entry = |(node, sum): (NodeId, Sum)| registry::Entry::new(&SHELL_NODE, name, Box::new(sum.inertia(node)));
        self.terms.extend(masses.into_iter().map(entry));
        let entry = |mass: FrameMass| registry::Entry::new(&SHELL_NODE, name, Box::new(mass));
        self.terms.extend(between.into_iter().map(entry));
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        for node in elements.iter().flatten() {
            if !std::mem::replace(&mut seen[node.0], true) {
                nodes.push(*node);
            }
        }
        self.shells.push(ShellMesh { name: name.into(), first, elements: elements.to_vec(), nodes });
        let record = self.shell_record(name, elements, sections, &options);
        self.record(record);
        Ok(ShellId(self.shells.len() - 1))
    }

    /// Sections at the Gauss points of an element: its own, or what those of its nodes have there.
    fn sections_of(
        &self,
        name: &str,
        element: usize,
        elements: usize,
        sections: &[ShellSectionId],
    ) -> Result<[ShellSection; POINTS]> {
        if sections.len() == 1 || sections.len() == elements {
            let own = sections[if sections.len() == 1 { 0 } else { element }];
            return Ok([*self.shell_section(own)?; POINTS]);
        }
        let mut at_nodes = [*self.shell_section(sections[NODES * element])?; NODES];
        for (a, at) in ORDER.into_iter().enumerate() {
            at_nodes[at] = *self.shell_section(sections[NODES * element + a])?;
        }
        let mut found = [at_nodes[0]; POINTS];
        if at_nodes.iter().all(|section| *section == at_nodes[0]) {
            return Ok(found);
        }
        for (g, ([r, s], _)) in gauss_points().into_iter().enumerate() {
            found[g] = ShellSection::between(&at_nodes, &shape(r, s).n);
            let (g, element) = (g + 1, element + 1);
            let here = format!("between the nodes of shell \"{name}\", element {element}, Gauss point {g}");
            found[g - 1].check(&here).map_err(|error| {
                let cure = "the sections of its nodes differ too much: use more elements across the change";
                Error::InvalidArgument(format!("{error}; {cure}"))
            })?;
        }
        Ok(found)
    }

    fn shell_record(
        &self,
        name: &str,
        elements: &[[NodeId; NODES]],
        sections: &[ShellSectionId],
        options: &ShellOptions,
    ) -> Record {
        let nodes: Vec<&str> = elements.iter().flatten().map(|node| self.nodes[node.0].name.as_str()).collect();
        let sections: Vec<&str> = sections.iter().map(|id| self.shell_sections[id.0].0.as_str()).collect();
        let usual = ShellOptions::default();
        let record = Record::new("shell").text("name", name).texts("nodes", &nodes).texts("sections", &sections);
        let record = record.vector_unless_zero("axis", &options.axis).number_unless(0.0, "offset", options.offset);
        let record = record.number_unless(usual.drilling, "drilling", options.drilling);
        let record = record.number_unless(usual.crease, "crease", options.crease);
        match options.mass {
            ShellMass::Lumped => record,
            ShellMass::Consistent => record.text("mass", "consistent"),
        }
    }

    /// Nodes that can turn, nine different ones an element, no element twice.
    fn check_shell_nodes(&self, name: &str, elements: &[[NodeId; NODES]]) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("shell \"{name}\": {text}")));
        let mut centres: HashMap<usize, usize> = HashMap::new();
        for (k, nodes) in elements.iter().enumerate() {
            for (a, id) in nodes.iter().enumerate() {
                let node = self.node(*id)?;
                if node.kind == NodeKind::Point {
                    let node = &node.name;
                    return bad(format!(
                        "node \"{node}\" of element {} is a point; shells need nodes that turn",
                        k + 1
                    ));
                }
                if let Some(b) = nodes[..a].iter().position(|other| other == id) {
                    let (node, b, a) = (&node.name, b + 1, a + 1);
                    return bad(format!("node \"{node}\" stands in element {} twice, as node {b} and node {a}", k + 1));
                }
            }
            if let Some(other) = centres.insert(nodes[8].0, k) {
                let (other, own) = (other + 1, k + 1);
                return bad(format!(
                    "elements {other} and {own} have the same centre node; is one of them there twice?"
                ));
            }
        }
        Ok(())
    }

    /// All shells.
    pub fn shells(&self) -> &[ShellMesh] {
        &self.shells
    }

    /// A shell.
    pub fn shell(&self, id: ShellId) -> Result<&ShellMesh> {
        self.shells.get(id.0).ok_or_else(|| unknown("shell", id.0, self.shells.len()))
    }

    /// An element of a shell, the first one is 0.
    pub fn shell_element(&self, id: ShellId, element: usize) -> Result<&Shell> {
        let mesh = self.shell(id)?;
        if element >= mesh.elements.len() {
            let (name, count) = (&mesh.name, mesh.elements.len());
            let text = format!("shell \"{name}\" has {count} elements, numbered from 0; there is no element {element}");
            return Err(Error::InvalidArgument(text));
        }
        self.typed(&SHELL, mesh.first + element)
    }

    /// A shell on a structured patch of n × m elements: `places` are the (2n + 1)(2m + 1) nodes row by row, along the n elements first.
    /// Nodes are made, called "name[i,j]"; the normal is that of the first direction times the second.
    pub fn add_shell_patch(
        &mut self,
        name: &str,
        [n, m]: [usize; 2],
        places: &[Vec3],
        section: ShellSectionId,
        options: ShellOptions,
    ) -> Result<ShellId> {
        let rows = |count: usize| count.checked_mul(2).and_then(|c| c.checked_add(1));
        let size = rows(n).zip(rows(m)).and_then(|(a, b)| a.checked_mul(b));
        if n == 0 || m == 0 || size != Some(places.len()) {
            return Err(Error::WrongSize(format!(
                "shell \"{name}\": {} places; a patch of {n} × {m} elements, at least 1 × 1, has (2 · {n} + 1)(2 · {m} + 1) nodes",
                places.len()
            )));
        }
        self.require_new_name(&SHELL, name)?;
        require_memory(SHELL_ELEMENT.saturating_mul(n * m), "the shell")?;
        let columns = 2 * n + 1;
        let first = self.nodes.len();
        for (k, place) in places.iter().enumerate() {
            self.add_node(
                &format!("{name}[{},{}]", k % columns, k / columns),
                NodeKind::Free,
                *place,
                Quat::identity(),
            )?;
        }
        let element = |e: usize| -> [NodeId; NODES] {
            let corner = 2 * (e / n) * columns + 2 * (e % n);
            ORDER.map(|a| NodeId(first + corner + a / 3 * columns + a % 3))
        };
        let elements: Vec<[NodeId; NODES]> = (0..n * m).map(element).collect();
        self.add_shell(name, &elements, &[section], options)
    }

    /// Load the surface of a shell: pressure [Pa] against the normal, or a dead force per area [N/m²], times a function of time.
    pub fn add_surface_load(
        &mut self,
        name: &str,
        shell: ShellId,
        source: SurfaceSource,
        function: FunctionId,
    ) -> Result<()> {
        self.function(function)?;
        check_source(name, source)?;
        let count = self.shell(shell)?.elements.len();
        let starts: Vec<Motion> = self.nodes.iter().map(|node| node.start).collect();
        let load = |m: &Model, k: usize| -> Result<SurfaceLoad> {
            Ok(SurfaceLoad::new(m.shell_element(shell, k)?.element(), &starts, source, function))
        };
        let loads = (0..count).map(|k| load(self, k)).collect::<Result<Vec<_>>>()?;
        self.name(&LOAD, name, self.terms.len())?;
        let entry =
            |(k, load): (usize, SurfaceLoad)| registry::Entry::new(&LOAD, &format!("{name}/{k}"), Box::new(load));
        self.terms.extend(loads.into_iter().enumerate().map(entry));
        let record = Record::new("surface load").text("name", name).text("shell", &self.shells[shell.0].name);
        self.record(source_record(record, source).function("function", function));
        Ok(())
    }
}

/// Bounds of the factor of the drilling stiffness: below, rounding of a thin shell is as large as it; above, it is beyond A66 for all
/// h/l above 1e-3.
const LEAST_DRILLING: f64 = 1e-6;
const MOST_DRILLING: f64 = 1e6;

/// Sizes and options of a shell.
fn check_shell(name: &str, elements: usize, sections: usize, options: &ShellOptions) -> Result<()> {
    let bad = |text: String| Err(Error::InvalidArgument(format!("shell \"{name}\": {text}")));
    if elements == 0 {
        return bad("it needs at least one element".into());
    }
    if sections != 1 && sections != elements && Some(sections) != elements.checked_mul(NODES) {
        return Err(Error::WrongSize(format!(
            "shell \"{name}\": {sections} sections for {elements} elements; give one for all, one for each element, or nine for each, \
             one a node"
        )));
    }
    require_finite(&format!("shell \"{name}\", axis"), options.axis.as_slice())?;
    require_finite(
        &format!("shell \"{name}\", offset, drilling and crease"),
        &[options.offset, options.drilling, options.crease],
    )?;
    if !(0.0..=std::f64::consts::PI).contains(&options.crease) {
        let value = options.crease;
        return bad(format!("the crease angle is {value} rad; it lies between 0 and π: is it in degrees?"));
    }
    if !(LEAST_DRILLING..=MOST_DRILLING).contains(&options.drilling) {
        let value = options.drilling;
        return bad(format!(
            "the factor of the drilling stiffness is {value}; it lies between {LEAST_DRILLING:e} and {MOST_DRILLING:e}: turns about the \
             normal have no other stiffness, and with too much of it warped elements become stiff. 1 is right almost always"
        ));
    }
    Ok(())
}

/// Finite numbers of a load on a surface.
pub(super) fn check_source(name: &str, source: SurfaceSource) -> Result<()> {
    match source {
        SurfaceSource::Pressure(p) => require_finite(&format!("load \"{name}\", pressure"), &[p]),
        SurfaceSource::Traction(q) => require_finite(&format!("load \"{name}\", traction"), q.as_slice()),
    }
}

/// What acts on a surface, in a file.
pub(super) fn source_record(record: Record, source: SurfaceSource) -> Record {
    match source {
        SurfaceSource::Pressure(p) => record.number("pressure", p),
        SurfaceSource::Traction(q) => record.vector("traction", &q),
    }
}

/// See [`source_record`].
pub(super) fn read_source(e: &Entry) -> Result<SurfaceSource> {
    match (e.has("pressure"), e.has("traction")) {
        (true, false) => Ok(SurfaceSource::Pressure(e.number("pressure")?)),
        (false, true) => Ok(SurfaceSource::Traction(e.vector("traction")?)),
        _ => Err(e.error("a surface load has either \"pressure\" or \"traction\"")),
    }
}

/// A surface load of a file; among the records of loads.
pub(super) fn read_surface_load(m: &mut Model, e: &Entry) -> Result<()> {
    let shell = ShellId(e.find(m, "shell", "shell")?);
    let source = read_source(e)?;
    let function = e.function(m, "function")?;
    m.add_surface_load(e.text("name")?, shell, source, function)
}

/// Normals of an element at its nodes, in the order of a mesh. Where there is none, as its surface is a line there, zero.
fn normals(nodes: &[NodeId; NODES], starts: &[Motion]) -> [Vec3; NODES] {
    ORDER.map(|at| {
        let [r, s] = node_points()[at].0;
        let shape = shape(r, s);
        let sum = |w: &[f64; NODES]| -> Vec3 { nodes.iter().zip(ORDER).map(|(n, a)| starts[n.0].x * w[a]).sum() };
        sum(&shape.r).cross(&sum(&shape.s)).try_normalize(0.0).unwrap_or_else(Vec3::zeros)
    })
}

/// The director of each element at each node: the mean of the normals there that are within the crease angle of its own.
fn directors(elements: &[[NodeId; NODES]], normals: &[[Vec3; NODES]], crease: f64) -> Vec<[Vec3; NODES]> {
    let mut at_node: HashMap<usize, Vec<Vec3>> = HashMap::new();
    for (nodes, normals) in elements.iter().zip(normals) {
        nodes.iter().zip(normals).for_each(|(node, normal)| at_node.entry(node.0).or_default().push(*normal));
    }
    let least = crease.cos();
    let mean = |node: &NodeId, own: &Vec3| {
        let near = at_node[&node.0].iter().filter(|other| other.dot(own) >= least);
        near.sum::<Vec3>().try_normalize(0.0).unwrap_or(*own)
    };
    let of =
        |(nodes, normals): (&[NodeId; NODES], &[Vec3; NODES])| std::array::from_fn(|a| mean(&nodes[a], &normals[a]));
    elements.iter().zip(normals).map(of).collect()
}

/// Two elements that share a side run along it in opposite directions; if not, one of them is the other way round, unless the shell is
/// folded there.
fn check_neighbours(
    name: &str,
    model: &Model,
    elements: &[[NodeId; NODES]],
    normals: &[[Vec3; NODES]],
    crease: f64,
) -> Result<()> {
    let mut sides: HashMap<(usize, usize), (usize, usize)> = HashMap::new();
    for (k, nodes) in elements.iter().enumerate() {
        for side in 0..4 {
            let ends = (nodes[side].0, nodes[(side + 1) % 4].0);
            let Some((other, other_side)) = sides.insert(ends, (k, side)) else { continue };
            let (one, two) = (normals[k][4 + side], normals[other][4 + other_side]);
            if -one.dot(&two) >= crease.cos() {
                let [a, b] = [ends.0, ends.1].map(|n| &model.nodes[n].name);
                return Err(Error::InvalidArgument(format!(
                    "shell \"{name}\": elements {} and {} run along their common side from node \"{a}\" to \"{b}\" in the same direction: \
                     one of them is the other way round. List the corners of all elements anticlockwise, seen from one side of the surface",
                    other + 1,
                    k + 1
                )));
            }
        }
    }
    Ok(())
}
