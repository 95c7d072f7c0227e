//! A model: nodes, bodies, joints, loads and functions by name. Built, checked, then shared read-only.

pub(crate) mod actions;
mod actuators;
pub(crate) mod beam_kinds;
mod beams;
pub(crate) mod between;
mod chain;
mod check;
mod curve;
mod edge_load;
pub mod file;
mod forms;
mod gears;
mod generalised;
mod gmsh;
pub(crate) mod host;
pub(crate) mod joints;
pub(crate) mod kinds;
mod links;
pub mod memory;
mod modal_damping;
pub(crate) mod nonholonomic;
mod plausible;
mod registry;
pub(crate) mod sets;
pub(crate) mod shell_stations;
pub(crate) mod shells;
mod solid_meshes;
pub(crate) mod solids;
pub(crate) mod span;
mod switches;
pub(crate) mod ties;
mod undo;

pub use beams::{BeamId, BeamLine, Interpolation, Properties, uniform_sections};
pub use between::{BushingId, LineSpringId};
pub use chain::{Chain, Link, LinkJoint};
pub use check::Characteristic;
pub use curve::Curve;
pub use forms::Form;
pub use gears::{Mesh, On};
pub use generalised::Generalised;
pub use host::{HostConditionId, HostElementId, SlopeCheck};
pub use joints::{Joint, JointId};
pub use modal_damping::DampedMode;
pub(crate) use modal_damping::{mass_product, shape_frequency};
pub use nonholonomic::{ContactId, RowId};
pub use registry::Kind;
pub use sets::{ElementSet, ElementSetId, FaceSet, FaceSetId, NodeSetId};
pub use shell_stations::ShellPlace;
pub use shells::{ShellId, ShellMass, ShellMesh, ShellOptions, ShellSectionId};
pub use solid_meshes::{SectionMesh, SweepStation};
pub use solids::{SolidId, SolidMaterialId, SolidMesh, SolidOptions, Volume};
pub use span::{Station, Stations, StationsId};
pub use switches::LockSwitch;
pub use ties::{Tie, TieId, TieKind};

use crate::elements;
use crate::error::{Error, Result, require_finite};
use crate::joints::Start;
use crate::loads::{Actuator, TimeFunction};
use crate::math::{Mat3, Quat, Vec3};
use crate::sections::{BeamSection, Convention, ShellSection, SolidMaterial};
use crate::terms::holonomic::Attachment;
use crate::terms::{Class, FunctionId, LockState, Motion, NodeId, Term};
use file::record::Record;
use registry::Entry;
use std::collections::HashMap;

/// All kinds. What is not here has no name.
pub static KINDS: [&Kind; 37] = [
    &kinds::GRAVITY,
    &kinds::NODE,
    &kinds::BODY,
    &kinds::FUNCTION,
    &kinds::INPUT,
    &kinds::SECTION,
    &actuators::ACTUATOR,
    &generalised::GENERALISED,
    &joints::JOINT,
    &joints::DRIVE,
    &actions::SPRING,
    &actions::FORCE,
    &actions::LOCK,
    &actions::COUPLING,
    &between::LINE_SPRING,
    &between::BUSHING,
    &nonholonomic::ROLLING_DISC,
    &nonholonomic::KNIFE_EDGE,
    &nonholonomic::CONDITION,
    &host::ELEMENT,
    &host::HOST_CONDITION,
    &beam_kinds::BEAM,
    &beam_kinds::BEAM_NODE,
    &beam_kinds::MODAL_DAMPING,
    &beam_kinds::MODE_DAMPER,
    &shells::SHELL_SECTION,
    &shells::SHELL,
    &shells::SHELL_NODE,
    &solids::SOLID_MATERIAL,
    &solids::SOLID,
    &solids::SOLID_MASS,
    &ties::TIE,
    &sets::NODE_SET,
    &sets::ELEMENT_SET,
    &sets::FACE_SET,
    &span::LOAD,
    &span::STATIONS,
];

/// What a node may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// moves and turns
    Free,
    /// moves, has no orientation
    Point,
    /// stays where it is
    Ground,
}

/// A node in the reference configuration.
#[derive(Debug, Clone)]
pub struct Node {
    /// the user's name
    pub name: String,
    /// what it may do
    pub kind: NodeKind,
    /// position, orientation and initial velocities
    pub start: Motion,
}

/// Index of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermId(pub usize);

/// The whole system. A copy shares its terms.
#[derive(Default, Clone)]
pub struct Model {
    nodes: Vec<Node>,
    joints: Vec<Joint>,
    /// the terms of a run
    terms: Vec<Entry>,
    /// values and rates of joint coordinates at the start; no part of a run
    joint_starts: Vec<Start>,
    beams: Vec<BeamLine>,
    /// rigid connections for the search of a start
    start_links: std::sync::OnceLock<links::StartLinks>,
    stations: Vec<Stations>,
    sections: Vec<BeamSection>,
    /// sections of shells, by name
    shell_sections: Vec<(String, ShellSection)>,
    shells: Vec<ShellMesh>,
    /// materials of solids, by name
    solid_materials: Vec<(String, SolidMaterial)>,
    solids: Vec<SolidMesh>,
    ties: Vec<Tie>,
    node_sets: Vec<Vec<NodeId>>,
    element_sets: Vec<ElementSet>,
    face_sets: Vec<FaceSet>,
    /// sections whose matrices came in BeamDyn's convention
    beamdyn_sections: Vec<usize>,
    functions: Vec<TimeFunction>,
    inputs: Vec<(String, f64)>,
    actuators: Vec<Actuator>,
    scalars: Vec<Class>,
    generalised: Vec<Generalised>,
    locks: Vec<LockState>,
    switches: Vec<LockSwitch>,
    gravity: Option<Vec3>,
    names: HashMap<(&'static str, String), usize>,
    function_names: Vec<String>,
    /// the calls that built it, for files
    records: Vec<Record>,
    /// callbacks of the host that files refer to
    hooks: file::Hooks,
}

fn unknown(kind: &str, index: usize, count: usize) -> Error {
    Error::UnknownId(format!(
        "the model has no {kind} number {} (the first one is 1), it has {count}; does the id come from another model?",
        index + 1
    ))
}

/// A unit quaternion from four numbers w, x, y, z.
pub fn unit_quaternion(what: &str, q: [f64; 4]) -> Result<Quat> {
    require_finite(what, &q)?;
    let norm = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    if (norm - 1.0).abs() > 1e-6 {
        return Err(Error::InvalidArgument(format!(
            "{what}: the quaternion (w, x, y, z) has length {norm}; a rotation needs length 1: normalise it"
        )));
    }
    Ok(Quat::new_normalize(nalgebra::Quaternion::new(q[0], q[1], q[2], q[3])))
}

impl Model {
    /// An empty model.
    pub fn new() -> Self {
        Self::default()
    }

    fn name(&mut self, kind: &'static Kind, name: &str, index: usize) -> Result<()> {
        self.require_new_name(kind, name)?;
        self.names.insert((kind.name, name.to_string()), index);
        Ok(())
    }

    /// Err unless something of this kind can have this name.
    fn require_new_name(&self, kind: &'static Kind, name: &str) -> Result<()> {
        let kind = kind.name;
        if name.is_empty() {
            let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            return Err(Error::InvalidArgument(format!(
                "{article} {kind} needs a name that is not empty: errors refer to it"
            )));
        }
        if self.names.contains_key(&(kind, name.to_string())) {
            return Err(Error::DuplicateName { kind, name: name.to_string() });
        }
        Ok(())
    }

    /// Index of what has this name, among things of this kind: "node", "joint", "input".
    pub fn find(&self, kind: &'static str, name: &str) -> Result<usize> {
        self.names
            .get(&(kind, name.to_string()))
            .copied()
            .ok_or_else(|| Error::UnknownId(format!("no {kind} has the name \"{name}\"")))
    }

    /// Add a node. Position [m] and orientation in inertial axes.
    pub fn add_node(&mut self, name: &str, kind: NodeKind, x: Vec3, rotation: Quat) -> Result<NodeId> {
        require_finite(&format!("node \"{name}\", position"), x.as_slice())?;
        require_finite(&format!("node \"{name}\", orientation"), rotation.coords.as_slice())?;
        self.name(&kinds::NODE, name, self.nodes.len())?;
        self.nodes.push(Node { name: name.into(), kind, start: Motion::at(x, rotation) });
        self.record(kinds::node(name, kind, &x, &rotation));
        Ok(NodeId(self.nodes.len() - 1))
    }

    /// Velocity [m/s] and angular velocity [rad/s] of a node at the start, inertial axes.
    pub fn set_velocity(&mut self, node: NodeId, v: Vec3, omega: Vec3) -> Result<()> {
        let name = format!("node \"{}\"", self.node(node)?.name);
        require_finite(&format!("{name}, velocity"), v.as_slice())?;
        require_finite(&format!("{name}, angular velocity"), omega.as_slice())?;
        match self.nodes[node.0].kind {
            NodeKind::Ground if v.norm() + omega.norm() > 0.0 => {
                return Err(Error::InvalidArgument(format!("{name} is ground: it cannot have a velocity")));
            }
            NodeKind::Point if omega.norm() > 0.0 => {
                return Err(Error::InvalidArgument(format!("{name} is a point: it cannot have an angular velocity")));
            }
            _ => {}
        }
        (self.nodes[node.0].start.v, self.nodes[node.0].start.omega) = (v, omega);
        let record = Record::new("velocity").text("node", &self.nodes[node.0].name);
        self.record(record.vector("velocity", &v).vector("angular_velocity", &omega));
        Ok(())
    }

    /// Acceleration of gravity [m/s²], inertial axes.
    pub fn set_gravity(&mut self, gravity: Vec3) -> Result<()> {
        require_finite("gravity", gravity.as_slice())?;
        self.gravity = Some(gravity);
        self.record(Record::new("gravity").vector("gravity", &gravity));
        Ok(())
    }

    /// Add a rigid body; see [`elements::rigid_body`].
    pub fn add_rigid_body(
        &mut self,
        name: &str,
        node: NodeId,
        mass: f64,
        center: Vec3,
        inertia: Mat3,
    ) -> Result<TermId> {
        let holder = self.node(node)?;
        if holder.kind == NodeKind::Point {
            return Err(Error::InvalidArgument(format!(
                "rigid body \"{name}\": node \"{}\" is a point and cannot turn; use a point mass, or a node with \
                 orientation",
                holder.name
            )));
        }
        let body = elements::rigid_body(name, node, mass, center, inertia)?;
        let record = Record::new("rigid body").text("name", name).text("node", &holder.name).number("mass", mass);
        let id = self.add_term(&kinds::BODY, name, Box::new(body))?;
        self.record(record.vector("center", &center).matrix("inertia", &inertia));
        Ok(id)
    }

    /// Add a point mass; see [`elements::point_mass`].
    pub fn add_point_mass(&mut self, name: &str, node: NodeId, mass: f64, offset: Vec3) -> Result<TermId> {
        let holder = self.node(node)?;
        if holder.kind == NodeKind::Point && offset.norm() > 0.0 {
            return Err(Error::InvalidArgument(format!(
                "point mass \"{name}\": node \"{}\" is a point; an offset from it has no direction",
                holder.name
            )));
        }
        let body = elements::point_mass(name, node, mass, offset)?;
        let record = Record::new("point mass").text("name", name).text("node", &holder.name).number("mass", mass);
        let id = self.add_term(&kinds::BODY, name, Box::new(body))?;
        self.record(record.vector_unless_zero("offset", &offset));
        Ok(id)
    }

    /// Add an element of the caller's own, of several terms: the elastic one, its mass, constraints, what else it is. Terms without masses
    /// and elements that have none are sound. A model with such an element cannot be written.
    pub fn add_element(&mut self, name: &str, terms: Vec<Box<dyn Term>>) -> Result<TermId> {
        for id in terms.iter().flat_map(|term| term.nodes()) {
            self.node(*id)?;
        }
        if let Some(id) = terms.iter().flat_map(|term| term.scalars()).find(|id| id.0 >= self.scalars.len()) {
            return Err(unknown("scalar unknown", id.0, self.scalars.len()));
        }
        let why = format!("element \"{name}\" is the host's own and has no form in a file");
        self.name(&host::ELEMENT, name, self.terms.len())?;
        let first = TermId(self.terms.len());
        self.terms.extend(terms.into_iter().map(|term| Entry::new(&host::ELEMENT, name, term)));
        self.record(Record::new("element").text("name", name).cannot_be_written(why));
        Ok(first)
    }

    /// Add a function of time. It is called "function 1", "function 2" ... by its place.
    pub fn add_function(&mut self, function: TimeFunction) -> Result<FunctionId> {
        let mut name = format!("function {}", self.functions.len() + 1);
        while self.names.contains_key(&("function", name.clone())) {
            name.push('\'');
        }
        self.add_named_function(&name, function)
    }

    /// Give a function a name of its own. Inputs have theirs.
    pub fn name_function(&mut self, id: FunctionId, name: &str) -> Result<()> {
        if let TimeFunction::Input(k) = self.function(id)? {
            let own = &self.inputs[*k].0;
            return Err(Error::InvalidArgument(format!("the function is input \"{own}\" and keeps that name")));
        }
        self.name(&kinds::FUNCTION, name, id.0)?;
        let before = std::mem::replace(&mut self.function_names[id.0], name.into());
        self.names.remove(&("function", before));
        Ok(())
    }

    /// Add a function of time under a name of its own: files refer to it.
    pub fn add_named_function(&mut self, name: &str, function: TimeFunction) -> Result<FunctionId> {
        function.check()?;
        if let TimeFunction::Sum(parts) | TimeFunction::Product(parts) = &function {
            if parts.is_empty() {
                return Err(Error::WrongSize("a sum or product of functions needs at least one".into()));
            }
            for part in parts {
                self.function(*part)?;
            }
        }
        let id = FunctionId(self.functions.len());
        self.name(&kinds::FUNCTION, name, id.0)?;
        self.record(kinds::function(id, &function));
        self.functions.push(function);
        self.function_names.push(name.into());
        Ok(id)
    }

    /// Add a number that the host sets before or during a step.
    pub fn add_input(&mut self, name: &str, initial: f64) -> Result<FunctionId> {
        require_finite(&format!("input \"{name}\", initial value"), &[initial])?;
        let before = self.recorded();
        let id = self.all_or_nothing(|model| {
            model.name(&kinds::INPUT, name, model.functions.len())?;
            model.add_named_function(name, TimeFunction::Input(model.inputs.len()))
        })?;
        self.inputs.push((name.into(), initial));
        self.record_whole(before, Record::new("input").text("name", name).number("initial", initial));
        Ok(id)
    }

    /// An attachment from a point [m] and a frame in inertial axes, in the reference configuration.
    pub fn attach(&self, node: NodeId, point: Vec3, frame: Quat) -> Result<Attachment> {
        require_finite("attachment, point", point.as_slice())?;
        let start = &self.node(node)?.start;
        let offset = start.d.transpose() * (point - start.x);
        let axes = (start.rotation.inverse() * frame).to_rotation_matrix().into_inner();
        Ok(Attachment { node, offset, axes })
    }

    /// Keep a section under a name, for beams to come; it was checked when it was made.
    pub fn add_section(&mut self, name: &str, section: BeamSection) -> Result<usize> {
        self.add_section_of(name, section, Convention::Epple)
    }

    /// The same for a section whose matrices came in this convention.
    pub fn add_section_of(&mut self, name: &str, section: BeamSection, given_as: Convention) -> Result<usize> {
        self.name(&kinds::SECTION, name, self.sections.len())?;
        let mut record = kinds::section(Record::new("section").text("name", name), &section);
        if given_as == Convention::BeamDyn {
            record = record.text("given_as", "BeamDyn");
            self.beamdyn_sections.push(self.sections.len());
        }
        self.sections.push(section);
        self.record(record);
        Ok(self.sections.len() - 1)
    }

    /// A section that was kept.
    pub fn section(&self, index: usize) -> Result<&BeamSection> {
        self.sections.get(index).ok_or_else(|| unknown("section", index, self.sections.len()))
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> Result<&Node> {
        self.nodes.get(id.0).ok_or_else(|| unknown("node", id.0, self.nodes.len()))
    }

    /// A function of time.
    pub fn function(&self, id: FunctionId) -> Result<&TimeFunction> {
        self.functions.get(id.0).ok_or_else(|| unknown("function", id.0, self.functions.len()))
    }

    /// All nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All functions.
    pub fn functions(&self) -> &[TimeFunction] {
        &self.functions
    }

    /// Names and initial values of the inputs.
    pub fn inputs(&self) -> &[(String, f64)] {
        &self.inputs
    }

    /// Class of every scalar unknown.
    pub fn scalars(&self) -> &[Class] {
        &self.scalars
    }

    /// Gravity [m/s²].
    pub fn gravity(&self) -> Vec3 {
        self.gravity.unwrap_or_else(Vec3::zeros)
    }
}
