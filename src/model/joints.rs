//! Joints, and what prescribes and starts their coordinates.

use super::file::record::Record;
use super::registry::{Entry, Held, Kind};
use super::{Model, NodeKind, kinds, unknown};
use crate::error::{Error, Result, require_finite};
use crate::joints::{self, Prescribed, Start};
use crate::terms::holonomic::{Attachment, Holonomic, Pair};
use crate::terms::{Class, FunctionId, Motion, ScalarId};

/// Largest angle that a joint coordinate may start at [rad]: beyond it the position within a turn has fewer than seven digits.
const LARGEST_ANGLE: f64 = 1e9;

/// Index of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JointId(pub usize);

/// A joint by name, and what acts on its coordinates.
#[derive(Debug, Clone)]
pub struct Joint {
    /// the user's name
    pub name: String,
    /// its conditions
    pub term: Holonomic,
    /// its place among the terms
    pub place: usize,
    /// the drive of each coordinate, by its place among the terms
    pub drives: Vec<Option<usize>>,
    /// the lock of each coordinate: its place among the locks, and among the terms
    pub locks: Vec<Option<(usize, usize)>>,
}

impl Model {
    /// Add a joint between two attachments.
    pub fn add_joint(&mut self, name: &str, pair: Pair, a: Attachment, b: Attachment) -> Result<JointId> {
        let kind = pair.kind;
        for side in [&a, &b] {
            self.node(side.node)?;
            require_finite(&format!("{kind} joint \"{name}\", offset"), side.offset.as_slice())?;
        }
        let bad = |text: &str| Err(Error::InvalidArgument(format!("{kind} joint \"{name}\": {text}")));
        joints::check_parameter(name, &pair)?;
        if a.node == b.node {
            return bad("both sides are on one node; a joint needs two");
        }
        if [a, b].iter().all(|s| self.nodes[s.node.0].kind == NodeKind::Ground) {
            return bad("both sides are on ground; there is nothing to join");
        }
        self.name(&JOINT, name, self.joints.len())?;
        self.record(kinds::joint(self, name, &pair, &a, &b));
        let mut term = Holonomic::new(pair, a, b);
        let scalars = &mut self.scalars;
        term.expose_coupled(|| {
            scalars.push(Class::Rotation);
            ScalarId(scalars.len() - 1)
        });
        let drives = vec![None; term.coordinates().len()];
        let locks = vec![None; drives.len()];
        let (place, held) = (self.terms.len(), Held::Joint(self.joints.len()));
        self.joints.push(Joint { name: name.into(), term, place, drives, locks });
        self.terms.push(Entry { kind: &JOINT, name: name.into(), held });
        Ok(JointId(self.joints.len() - 1))
    }

    /// The joint's coordinate as a scalar unknown, with its class and its value in the reference configuration.
    pub(super) fn scalar(&mut self, joint: JointId, coordinate: usize) -> Result<(ScalarId, Class, f64)> {
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
        let drive = Prescribed::drive(scalar, function, class, reference);
        let id = self.add_term(&DRIVE, &format!("{name}[{coordinate}]"), Box::new(drive))?;
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

    /// A joint.
    pub fn joint(&self, id: JointId) -> Result<&Joint> {
        self.joints.get(id.0).ok_or_else(|| unknown("joint", id.0, self.joints.len()))
    }
}

/// Joints.
pub static JOINT: Kind = Kind {
    places: |m| m.joints.len(),
    records: &[
        ("joint", |m, e| {
            let kinds = joints::KINDS.map(|(kind, parameter, make)| (kind, (parameter, make)));
            let (parameter, make) = e.choice("type", &kinds)?;
            let pair = make(parameter.map_or(Ok(0.0), |key| e.number(key))?);
            m.add_joint(e.text("name")?, pair, e.attachment(m, "a")?, e.attachment(m, "b")?).map(drop)
        }),
        ("start", |m, e| {
            let (value, rate) = (e.optional("value")?, e.optional("rate")?);
            m.start_joint(e.joint(m, "joint")?, e.count("coordinate")?, value, rate)
        }),
    ],
    ..Kind::with_ids("joint", 3)
};

/// Prescribed joint coordinates.
pub static DRIVE: Kind = Kind {
    records: &[("drive", |m, e| {
        m.drive_joint(e.joint(m, "joint")?, e.count("coordinate")?, e.function(m, "function")?)
    })],
    ..Kind::new("drive")
};
