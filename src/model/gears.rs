//! Gears, racks, belts and differentials: couplings of joint coordinates with the signs and the checks of what they are.
//!
//! Every wheel turns in a joint on one housing; u is the joint's third axis, ω its rate relative to the housing, z the number of its
//! teeth or its pitch radius. No slip where they touch:
//!
//! ```text
//!   outer teeth    z₁ ω₁ + z₂ ω₂ = 0        inner teeth, belt   z₁ ω₁ − z₂ ω₂ = 0        u₁ = u₂; one axis reversed, one sign too
//!   bevel          z₁ ω₁ + z₂ ω₂ = 0        u₁, u₂ from where the axes meet to the wheels
//!   rack           r ω − ṡ = 0              the rack on the side of t × u of the pinion, t its direction
//!   differential   ω₁ + ω₂ − 2 ω = 0        ω that of the carrier
//! ```
//!
//! The coupling does no work, and the torques that it exerts on the wheels act back on the housing: their sum is the moment of the
//! forces of the teeth on its bearings. These forces themselves are not in the reactions of the joints.

use super::actions::COUPLING;
use super::{JointId, Model, NodeKind, TermId};
use crate::error::{Error, Result};
use crate::joints::Coupling;
use crate::math::Vec3;
use crate::terms::{Class, NodeId};

/// A joint coordinate.
pub type On = (JointId, usize);

/// Which way two gears mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mesh {
    /// both have teeth outside: they turn against each other
    External,
    /// one has its teeth inside: they turn alike
    Internal,
}

/// A wheel or a rack as it stands in the reference configuration.
struct Member {
    on: On,
    name: String,
    /// the nodes of its joint
    nodes: [NodeId; 2],
    /// a point of its axis
    point: Vec3,
    axis: Vec3,
}

const TURNING: [&str; 3] = ["revolute", "cylindrical", "screw"];
const SLIDING: [&str; 2] = ["prismatic", "cylindrical"];

/// Axes that differ by less are parallel, lines that are nearer, over their distance, meet.
const ALIKE: f64 = 1e-6;

/// The parts of a coupling: members and their factors.
fn parts(members: &[Member], factors: &[f64]) -> Vec<(JointId, usize, f64)> {
    members.iter().zip(factors).map(|(m, factor)| (m.on.0, m.on.1, *factor)).collect()
}

impl Model {
    /// Add a pair of gears on parallel axes: turning coordinates of two joints on one housing, numbers of teeth or pitch radii.
    pub fn add_gears(&mut self, name: &str, wheels: [On; 2], teeth: [f64; 2], mesh: Mesh) -> Result<TermId> {
        let what = format!("gears \"{name}\"");
        positive(&what, "number of teeth", &teeth)?;
        let members =
            [self.member(&what, wheels[0], Class::Rotation)?, self.member(&what, wheels[1], Class::Rotation)?];
        let sides = self.housing(&what, &members)?;
        let alike = parallel(&what, &members[0], &members[1])?;
        let turn = if mesh == Mesh::External { 1.0 } else { -1.0 };
        if mesh == Mesh::Internal && teeth[0] == teeth[1] {
            return Err(Error::InvalidArgument(format!(
                "{what}: a gear in a ring of as many teeth, {}, would be the ring itself; give different numbers",
                teeth[0]
            )));
        }
        self.add_coupling(name, &parts(&members, &[sides[0] * teeth[0], sides[1] * teeth[1] * turn * alike]), None)
    }

    /// Add a pair of bevel gears: turning coordinates of two joints on one housing whose axes meet at an angle. A wheel is on the side
    /// where its joint's point lies; when that is where the axes meet, along the joint's axis.
    pub fn add_bevel_gears(&mut self, name: &str, wheels: [On; 2], teeth: [f64; 2]) -> Result<TermId> {
        let what = format!("bevel gears \"{name}\"");
        positive(&what, "number of teeth", &teeth)?;
        let members =
            [self.member(&what, wheels[0], Class::Rotation)?, self.member(&what, wheels[1], Class::Rotation)?];
        let sides = self.housing(&what, &members)?;
        let [one, two] = &members;
        let across = one.axis.cross(&two.axis);
        let sine = across.norm();
        if sine < 1e-3 {
            return Err(Error::InvalidArgument(format!(
                "{what}: the axes of joints \"{}\" and \"{}\" are parallel; bevel gears need axes at an angle: use spur gears",
                one.name, two.name
            )));
        }
        let (between, length) = (two.point - one.point, self.characteristic().length);
        let gap = between.dot(&across) / sine;
        if gap.abs() > ALIKE * length.max(between.norm()) {
            return Err(Error::InvalidArgument(format!(
                "{what}: the axes of joints \"{}\" and \"{}\" pass each other at {:.3e} m; those of bevel gears meet",
                one.name,
                two.name,
                gap.abs()
            )));
        }
        // distances of the points from where the axes meet, along the axes
        let along = [
            -between.cross(&two.axis).dot(&across) / (sine * sine),
            -between.cross(&one.axis).dot(&across) / (sine * sine),
        ];
        let side = along.map(|s| if s < -ALIKE * length { -1.0 } else { 1.0 });
        self.add_coupling(name, &parts(&members, &[sides[0] * teeth[0] * side[0], sides[1] * teeth[1] * side[1]]), None)
    }

    /// Add a rack and a pinion of a pitch radius [m]: a turning and a sliding coordinate of two joints on one housing. The rack is on
    /// the side of the pinion where its joint's point lies.
    pub fn add_rack(&mut self, name: &str, pinion: On, rack: On, radius: f64) -> Result<TermId> {
        let what = format!("rack \"{name}\"");
        positive(&what, "pitch radius", &[radius])?;
        let members = [self.member(&what, pinion, Class::Rotation)?, self.member(&what, rack, Class::Translation)?];
        let sides = self.housing(&what, &members)?;
        let [wheel, bar] = &members;
        if wheel.axis.dot(&bar.axis).abs() > ALIKE {
            return Err(Error::InvalidArgument(format!(
                "{what}: joint \"{}\" slides at {:.3}° to the axis of joint \"{}\"; a rack moves across it, at 90°",
                bar.name,
                wheel.axis.dot(&bar.axis).clamp(-1.0, 1.0).acos().to_degrees(),
                wheel.name
            )));
        }
        let offset = (bar.point - wheel.point).dot(&bar.axis.cross(&wheel.axis));
        if offset.abs() < ALIKE * radius {
            return Err(Error::InvalidArgument(format!(
                "{what}: the point of joint \"{}\" is level with the axis of joint \"{}\", so on which side of the pinion the rack \
                 lies is not known; attach it at the pitch line, {radius} m beside the axis",
                bar.name, wheel.name
            )));
        }
        self.add_coupling(name, &parts(&members, &[sides[0] * radius * offset.signum(), -sides[1]]), None)
    }

    /// Add a belt or a chain around two wheels of these radii [m] on parallel axes; `crossed`: it crosses itself between them.
    pub fn add_belt(&mut self, name: &str, wheels: [On; 2], radii: [f64; 2], crossed: bool) -> Result<TermId> {
        let what = format!("belt \"{name}\"");
        positive(&what, "radius", &radii)?;
        let members =
            [self.member(&what, wheels[0], Class::Rotation)?, self.member(&what, wheels[1], Class::Rotation)?];
        let sides = self.housing(&what, &members)?;
        let alike = parallel(&what, &members[0], &members[1])?;
        let turn = if crossed { 1.0 } else { -1.0 };
        self.add_coupling(name, &parts(&members, &[sides[0] * radii[0], sides[1] * radii[1] * turn * alike]), None)
    }

    /// Add a differential of a carrier and two outputs that turn in one housing about parallel axes: the mean of the outputs is the
    /// carrier.
    pub fn add_differential(&mut self, name: &str, carrier: On, outputs: [On; 2]) -> Result<TermId> {
        let what = format!("differential \"{name}\"");
        let members = [
            self.member(&what, outputs[0], Class::Rotation)?,
            self.member(&what, outputs[1], Class::Rotation)?,
            self.member(&what, carrier, Class::Rotation)?,
        ];
        let sides = self.housing(&what, &members)?;
        let alike = [parallel(&what, &members[2], &members[0])?, parallel(&what, &members[2], &members[1])?];
        self.add_coupling(name, &parts(&members, &[sides[0] * alike[0], sides[1] * alike[1], -2.0 * sides[2]]), None)
    }

    /// A coupling.
    pub fn coupling(&self, id: TermId) -> Result<&Coupling> {
        self.typed(&COUPLING, id.0)
    }

    /// A wheel or rack, if the coordinate is one of that kind.
    fn member(&self, what: &str, on: On, class: Class) -> Result<Member> {
        self.coordinate(on.0, on.1)?;
        let joint = self.joint(on.0)?;
        let (own, kinds, does) = match class {
            Class::Rotation => (joint.term.coordinates()[on.1].class(), &TURNING[..], "turns about its third axis"),
            Class::Translation => (joint.term.coordinates()[on.1].class(), &SLIDING[..], "slides along its third axis"),
        };
        if own != class || !kinds.contains(&joint.term.kind()) {
            return Err(Error::InvalidArgument(format!(
                "{what}: coordinate {} of {} joint \"{}\" ({}) does not fit; a coordinate is needed that {does}, of a joint that is \
                 {}",
                on.1,
                joint.term.kind(),
                joint.name,
                joint.term.coordinates()[on.1].label,
                kinds.join(" or ")
            )));
        }
        let (point, axes) = joint.term.frames(&self.starts())[0];
        let nodes = joint.term.sides().map(|side| side.node);
        Ok(Member { on, name: joint.name.clone(), nodes, point, axis: axes.column(2).into() })
    }

    /// The sign of each coordinate as a motion relative to the housing, the node that all joints have in common; ground is one.
    fn housing(&self, what: &str, members: &[Member]) -> Result<Vec<f64>> {
        let same = |a: NodeId, b: NodeId| a == b || [a, b].iter().all(|n| self.nodes[n.0].kind == NodeKind::Ground);
        for (k, member) in members.iter().enumerate() {
            if let Some(other) = members[..k].iter().find(|m| m.on.0 == member.on.0) {
                return Err(Error::InvalidArgument(format!(
                    "{what}: joint \"{}\" is given twice; each wheel turns in a joint of its own",
                    other.name
                )));
            }
        }
        for housing in members[0].nodes {
            let sign = |m: &Member| {
                let side = m.nodes.iter().position(|n| same(*n, housing))?;
                Some(if side == 0 { 1.0 } else { -1.0 })
            };
            if let Some(signs) = members.iter().map(sign).collect::<Option<Vec<f64>>>() {
                return Ok(signs);
            }
        }
        let list: Vec<_> = members
            .iter()
            .map(|m| {
                let [a, b] = m.nodes.map(|n| self.nodes[n.0].name.as_str());
                format!("joint \"{}\" is between \"{a}\" and \"{b}\"", m.name)
            })
            .collect();
        Err(Error::InvalidArgument(format!(
            "{what}: the joints have no housing in common: {}; attach one side of each to the same node",
            list.join(", ")
        )))
    }
}

/// +1 for parallel axes, −1 for opposite ones.
fn parallel(what: &str, a: &Member, b: &Member) -> Result<f64> {
    let sine = a.axis.cross(&b.axis).norm();
    if sine > ALIKE {
        let angle = sine.atan2(a.axis.dot(&b.axis)).to_degrees();
        return Err(Error::InvalidArgument(format!(
            "{what}: the axes of joints \"{}\" and \"{}\" are at {angle:.4}°; they must be parallel",
            a.name, b.name
        )));
    }
    Ok(a.axis.dot(&b.axis).signum())
}

fn positive(what: &str, name: &str, values: &[f64]) -> Result<()> {
    match values.iter().find(|v| !(v.is_finite() && **v > 0.0)) {
        None => Ok(()),
        Some(value) => {
            Err(Error::InvalidArgument(format!("{what}: a {name} is {value}; it must be positive and finite")))
        }
    }
}
