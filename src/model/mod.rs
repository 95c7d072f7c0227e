//! A model: nodes, bodies, joints, loads and functions by name. Built, checked, then shared read-only.

mod actions;
mod actuators;
mod beam_kinds;
mod beams;
mod between;
mod chain;
mod check;
mod curve;
pub mod file;
mod forms;
mod gears;
mod generalised;
mod host;
mod kinds;
mod links;
pub mod memory;
mod modal_damping;
mod nonholonomic;
mod plausible;
mod span;
mod switches;
mod terms;
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
pub use modal_damping::DampedMode;
pub(crate) use modal_damping::{mass_product, shape_frequency};
pub use nonholonomic::{ContactId, RowId, Touch};
pub use span::{Station, Stations, StationsId};
pub use switches::LockSwitch;

use crate::elements;
use crate::elements::beam::Beam;
use crate::error::{Error, Result, require_finite};
use crate::joints::{Drive, Start};
use crate::loads::{Actuator, Axes, NodeLoad, TimeFunction};
use crate::math::{Mat3, Quat, Vec3};
use crate::sections::{BeamSection, Convention};
use crate::terms::holonomic::{Attachment, Holonomic, Pair};
use crate::terms::inertia::Inertia;
use crate::terms::{Class, FunctionId, LockState, Motion, NodeId, ScalarId, Term};
use file::record::Record;
use kinds::KINDS;
use std::collections::HashMap;
use std::sync::Arc;

/// Largest angle that a joint coordinate may start at [rad]: beyond it the position within a turn has fewer than seven digits.
const LARGEST_ANGLE: f64 = 1e9;

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

/// Index of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JointId(pub usize);

/// Index of a term that is not a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermId(pub usize);

/// A joint by name, and what acts on its coordinates.
#[derive(Debug, Clone)]
pub struct Joint {
    /// the user's name
    pub name: String,
    /// its conditions
    pub term: Holonomic,
    /// the drive of each coordinate, by its place among the other terms
    pub drives: Vec<Option<usize>>,
    /// the lock of each coordinate: its place among the locks, and among the other terms
    pub locks: Vec<Option<(usize, usize)>>,
}

/// A term that is not a joint, by name.
#[derive(Clone)]
struct Other {
    kind: &'static str,
    name: String,
    term: Arc<dyn Term>,
}

/// The whole system. A copy shares its terms.
#[derive(Default, Clone)]
pub struct Model {
    nodes: Vec<Node>,
    joints: Vec<Joint>,
    bodies: Vec<Inertia>,
    others: Vec<Other>,
    /// values and rates of joint coordinates at the start; no part of a run
    joint_starts: Vec<Start>,
    contacts: Vec<Touch>,
    /// rows of the host, by their place among the other terms
    rows: Vec<usize>,
    between: between::Between,
    hosts: host::Hosts,
    beams: Vec<BeamLine>,
    /// rigid connections for the search of a start
    start_links: std::sync::OnceLock<links::StartLinks>,
    /// elements of all beams, with the beam that they belong to
    beam_elements: Vec<(usize, Arc<dyn Beam>)>,
    stations: Vec<Stations>,
    sections: Vec<BeamSection>,
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

    fn name(&mut self, kind: &'static str, name: &str, index: usize) -> Result<()> {
        if name.is_empty() {
            let article = if kind == "input" { "an" } else { "a" };
            return Err(Error::InvalidArgument(format!(
                "{article} {kind} needs a name that is not empty: errors refer to it"
            )));
        }
        if self.names.contains_key(&(kind, name.to_string())) {
            return Err(Error::DuplicateName { kind, name: name.to_string() });
        }
        self.names.insert((kind, name.to_string()), index);
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
        self.name("node", name, self.nodes.len())?;
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
        let id = self.add_body(name, body)?;
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
        let id = self.add_body(name, body)?;
        self.record(record.vector_unless_zero("offset", &offset));
        Ok(id)
    }

    fn add_body(&mut self, name: &str, body: Inertia) -> Result<TermId> {
        let id = self.add_other("body", name, Box::new(body.clone()))?;
        self.bodies.push(body);
        Ok(id)
    }

    pub(crate) fn add_other(&mut self, kind: &'static str, name: &str, term: Box<dyn Term>) -> Result<TermId> {
        self.name(kind, name, self.others.len())?;
        self.add_unnamed(kind, name, term);
        Ok(TermId(self.others.len() - 1))
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
        self.name("element", name, self.others.len())?;
        let first = TermId(self.others.len());
        terms.into_iter().for_each(|term| self.add_unnamed("element", name, term));
        self.record(Record::new("element").text("name", name).cannot_be_written(why));
        Ok(first)
    }

    /// The same of a term that no one asks for by its name.
    fn add_unnamed(&mut self, kind: &'static str, name: &str, term: Box<dyn Term>) {
        self.others.push(Other { kind, name: name.into(), term: term.into() });
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
        self.name("function", name, id.0)?;
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
        self.name("function", name, id.0)?;
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
            model.name("input", name, model.functions.len())?;
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

    /// Add a joint between two attachments.
    pub fn add_joint(&mut self, name: &str, pair: Pair, a: Attachment, b: Attachment) -> Result<JointId> {
        let kind = pair.kind;
        for side in [&a, &b] {
            self.node(side.node)?;
            require_finite(&format!("{kind} joint \"{name}\", offset"), side.offset.as_slice())?;
        }
        let bad = |text: &str| Err(Error::InvalidArgument(format!("{kind} joint \"{name}\": {text}")));
        crate::joints::check_parameter(name, &pair)?;
        if a.node == b.node {
            return bad("both sides are on one node; a joint needs two");
        }
        if [a, b].iter().all(|s| self.nodes[s.node.0].kind == NodeKind::Ground) {
            return bad("both sides are on ground; there is nothing to join");
        }
        self.name("joint", name, self.joints.len())?;
        self.record(kinds::joint(self, name, &pair, &a, &b));
        let mut term = Holonomic::new(pair, a, b);
        let scalars = &mut self.scalars;
        term.expose_coupled(|| {
            scalars.push(Class::Rotation);
            ScalarId(scalars.len() - 1)
        });
        let drives = vec![None; term.coordinates().len()];
        let locks = vec![None; drives.len()];
        self.joints.push(Joint { name: name.into(), term, drives, locks });
        Ok(JointId(self.joints.len() - 1))
    }

    /// The joint's coordinate as a scalar unknown, with its class and its value in the reference configuration.
    fn scalar(&mut self, joint: JointId, coordinate: usize) -> Result<(ScalarId, Class, f64)> {
        self.coordinate(joint, coordinate)?;
        let starts: Vec<Motion> = self.nodes.iter().map(|n| n.start).collect();
        let term = &mut self.joints[joint.0].term;
        let class = term.coordinates()[coordinate].class();
        let new = ScalarId(self.scalars.len());
        let id = term.expose(coordinate, new);
        if id == new {
            self.scalars.push(class);
        }
        let own = self.joint_starts.iter_mut().filter(|start| start.of() == (joint.0, coordinate));
        own.for_each(|start| start.use_scalar(id));
        Ok((id, class, term.read(coordinate, &starts).0))
    }

    /// Is there such a coordinate?
    pub fn coordinate(&self, joint: JointId, coordinate: usize) -> Result<()> {
        let joint = self.joint(joint)?;
        let count = joint.term.coordinates().len();
        if coordinate < count {
            return Ok(());
        }
        let labels: Vec<_> =
            joint.term.coordinates().iter().enumerate().map(|(k, c)| format!("{k}: {}", c.label)).collect();
        Err(Error::InvalidArgument(format!(
            "{} joint \"{}\" has no coordinate {coordinate}; it has {}{}{}",
            joint.term.kind(),
            joint.name,
            if count > 0 { count.to_string() } else { "none".into() },
            if count > 0 { ": " } else { "" },
            labels.join(", ")
        )))
    }

    /// Place of a joint's coordinate among those of all joints.
    pub fn coordinate_place(&self, (joint, coordinate): (usize, usize)) -> usize {
        self.joints[..joint].iter().map(|j| j.term.coordinates().len()).sum::<usize>() + coordinate
    }

    /// Prescribe a joint coordinate as a function of time.
    pub fn drive_joint(&mut self, joint: JointId, coordinate: usize, function: FunctionId) -> Result<()> {
        self.function(function)?;
        self.coordinate(joint, coordinate)?;
        let name = self.joints[joint.0].name.clone();
        if self.joints[joint.0].drives[coordinate].is_some() {
            return Err(Error::InvalidArgument(format!("joint \"{name}\": coordinate {coordinate} is driven already")));
        }
        if self.joints[joint.0].locks[coordinate].is_some() {
            return Err(self.driven_and_locked(joint, coordinate));
        }
        let (scalar, class, reference) = self.scalar(joint, coordinate)?;
        let drive = Drive::new(scalar, function, class, reference);
        let id = self.add_other("drive", &format!("{name}[{coordinate}]"), Box::new(drive))?;
        self.joints[joint.0].drives[coordinate] = Some(id.0);
        let record = Record::new("drive").text("joint", &name).count("coordinate", coordinate);
        self.record(record.function("function", function));
        Ok(())
    }

    /// Give the value or the rate of a joint coordinate at the start, or both.
    pub fn start_joint(
        &mut self,
        joint: JointId,
        coordinate: usize,
        value: Option<f64>,
        rate: Option<f64>,
    ) -> Result<()> {
        self.coordinate(joint, coordinate)?;
        let name = format!("{}[{coordinate}]", self.joints[joint.0].name);
        if value.or(rate).is_none() {
            return Err(Error::InvalidArgument(format!("start of joint \"{name}\": neither value nor rate is given")));
        }
        for (what, number) in [("value", value), ("rate", rate)] {
            require_finite(&format!("start of joint \"{name}\", {what}"), &[number.unwrap_or(0.0)])?;
        }
        let is_angle = self.joints[joint.0].term.coordinates()[coordinate].class() == Class::Rotation;
        if let Some(value) = value.filter(|value| is_angle && value.abs() > LARGEST_ANGLE) {
            return Err(Error::InvalidArgument(format!(
                "start of joint \"{name}\": its value is {value:e} rad, of which too few digits are left for the position within a turn; \
                 give an angle within {LARGEST_ANGLE:e} rad"
            )));
        }
        if self.joint_starts.iter().any(|start| start.of() == (joint.0, coordinate)) {
            return Err(Error::InvalidArgument(format!("the start of joint \"{name}\" was given already")));
        }
        self.joint_starts.push(Start::new(joint.0, &self.joints[joint.0].term, coordinate, value, rate));
        let record = Record::new("start").text("joint", &self.joints[joint.0].name).count("coordinate", coordinate);
        self.record(record.optional("value", value).optional("rate", rate));
        Ok(())
    }

    /// Add a force [N] at a point of a node [m] and a moment [N·m], times a function.
    pub fn add_load(
        &mut self,
        name: &str,
        node: NodeId,
        axes: Axes,
        [force, moment, offset]: [Vec3; 3],
        function: FunctionId,
    ) -> Result<TermId> {
        for (what, v) in [("force", force), ("moment", moment), ("offset", offset)] {
            require_finite(&format!("load \"{name}\", {what}"), v.as_slice())?;
        }
        self.function(function)?;
        let holder = self.node(node)?;
        if holder.kind == NodeKind::Point && (moment.norm() + offset.norm() > 0.0 || axes == Axes::Follower) {
            return Err(Error::InvalidArgument(format!(
                "load \"{name}\": node \"{}\" is a point; it takes a dead force without offset only",
                holder.name
            )));
        }
        let record = Record::new("load").text("name", name).text("node", &holder.name);
        let id = self.add_other("load", name, Box::new(NodeLoad::new(node, axes, force, moment, offset, function)))?;
        let record = record.text("axes", kinds::axes_word(axes)).vector_unless_zero("force", &force);
        let record = record.vector_unless_zero("moment", &moment).vector_unless_zero("offset", &offset);
        self.record(record.function("function", function));
        Ok(id)
    }

    /// Keep a section under a name, for beams to come; it was checked when it was made.
    pub fn add_section(&mut self, name: &str, section: BeamSection) -> Result<usize> {
        self.add_section_of(name, section, Convention::Epple)
    }

    /// The same for a section whose matrices came in this convention.
    pub fn add_section_of(&mut self, name: &str, section: BeamSection, given_as: Convention) -> Result<usize> {
        self.name("section", name, self.sections.len())?;
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

    /// A joint.
    pub fn joint(&self, id: JointId) -> Result<&Joint> {
        self.joints.get(id.0).ok_or_else(|| unknown("joint", id.0, self.joints.len()))
    }

    /// A function of time.
    pub fn function(&self, id: FunctionId) -> Result<&TimeFunction> {
        self.functions.get(id.0).ok_or_else(|| unknown("function", id.0, self.functions.len()))
    }

    /// All nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All joints.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// All that has mass, nodes of beams among them.
    pub fn bodies(&self) -> &[Inertia] {
        &self.bodies
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
