//! What acts on joint coordinates, and what couples them.

use super::{JointId, Model, Other, TermId};
use crate::error::{Error, Result, require_finite};
use crate::joints::{CoordinateAction, Coupling, Lock};
use crate::terms::law::{Dissipative, Elastic};
use crate::terms::{FunctionId, LockState, ScalarId, Term};

impl Model {
    /// Add springs, stops, dampers and friction on a joint coordinate.
    pub fn add_joint_action(
        &mut self,
        name: &str,
        joint: JointId,
        coordinate: usize,
        elastic: Vec<Elastic>,
        dampers: Vec<Dissipative>,
    ) -> Result<TermId> {
        let what = format!("spring \"{name}\"");
        elastic.iter().try_for_each(|law| law.check(&what))?;
        dampers.iter().try_for_each(|law| law.check(&what))?;
        self.on_coordinate("spring", name, joint, coordinate, |scalar| {
            Box::new(CoordinateAction::new(scalar, elastic, dampers))
        })
    }

    /// Add a linear spring and damper on a joint coordinate: stiffness, damping, unstretched value.
    pub fn add_joint_spring(
        &mut self,
        name: &str,
        joint: JointId,
        coordinate: usize,
        [stiffness, damping, rest]: [f64; 3],
    ) -> Result<TermId> {
        let spring = Elastic::Linear { stiffness, rest, preload: 0.0 };
        self.add_joint_action(name, joint, coordinate, vec![spring], vec![Dissipative::Viscous(damping)])
    }

    /// Add a force [N] or torque [N·m] along a joint coordinate: `factor` times a function.
    pub fn add_joint_force(
        &mut self,
        name: &str,
        joint: JointId,
        coordinate: usize,
        factor: f64,
        function: FunctionId,
    ) -> Result<TermId> {
        require_finite(&format!("force \"{name}\", factor"), &[factor])?;
        self.function(function)?;
        self.on_coordinate("force", name, joint, coordinate, |scalar| {
            Box::new(CoordinateAction::force(scalar, factor, function))
        })
    }

    fn on_coordinate(
        &mut self,
        kind: &'static str,
        name: &str,
        joint: JointId,
        coordinate: usize,
        term: impl FnOnce(ScalarId) -> Box<dyn Term>,
    ) -> Result<TermId> {
        self.coordinate(joint, coordinate)?;
        self.name(kind, name, self.others.len())?;
        let (scalar, ..) = self.scalar(joint, coordinate)?;
        self.others.push(Other { kind, name: name.into(), term: term(scalar) });
        Ok(TermId(self.others.len() - 1))
    }

    /// Let a joint coordinate be locked and released during a run; `locked`: it begins locked, where the reference configuration
    /// has it.
    pub fn add_lock(&mut self, joint: JointId, coordinate: usize, locked: bool) -> Result<()> {
        self.coordinate(joint, coordinate)?;
        let own = &self.joints[joint.0];
        let name = format!("{}[{coordinate}]", own.name);
        if own.locks[coordinate].is_some() {
            return Err(Error::InvalidArgument(format!(
                "joint \"{}\": coordinate {coordinate} has a lock already",
                own.name
            )));
        }
        if own.drives[coordinate].is_some() {
            return Err(Error::InvalidArgument(format!(
                "joint \"{}\": coordinate {coordinate} is driven; a driven coordinate cannot be locked too",
                own.name
            )));
        }
        self.name("lock", &name, self.others.len())?;
        let (scalar, class, value) = self.scalar(joint, coordinate)?;
        let (place, other) = (self.locks.len(), self.others.len());
        self.locks.push(LockState { on: locked, value, ..Default::default() });
        self.others.push(Other { kind: "lock", name, term: Box::new(Lock::new(scalar, class, place)) });
        self.joints[joint.0].locks[coordinate] = Some((place, other));
        Ok(())
    }

    /// The locks as a run begins.
    pub fn locks(&self) -> &[LockState] {
        &self.locks
    }

    /// Couple joint coordinates: Σ factor · coordinate stays what it is in the reference configuration, plus a function of time if
    /// one is given.
    pub fn add_coupling(
        &mut self,
        name: &str,
        parts: &[(JointId, usize, f64)],
        function: Option<FunctionId>,
    ) -> Result<TermId> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("coupling \"{name}\": {text}")));
        if parts.is_empty() {
            return bad("no coordinates are given; at least one is needed".into());
        }
        if let Some(function) = function {
            self.function(function)?;
        }
        for (k, (joint, coordinate, factor)) in parts.iter().enumerate() {
            self.coordinate(*joint, *coordinate)?;
            if !(factor.is_finite() && *factor != 0.0) {
                return bad(format!("factor {k} is {factor}; it must be finite and not zero"));
            }
            if parts[..k].iter().any(|(j, c, _)| j == joint && c == coordinate) {
                let joint = &self.joints[joint.0].name;
                return bad(format!("coordinate {coordinate} of joint \"{joint}\" is given twice; add up its factors"));
            }
        }
        self.name("coupling", name, self.others.len())?;
        let (mut scalars, mut offset, mut class) = (Vec::new(), 0.0, None);
        for (joint, coordinate, factor) in parts {
            let (scalar, own, value) = self.scalar(*joint, *coordinate)?;
            scalars.push(scalar);
            offset += factor * value;
            class.get_or_insert(own);
        }
        let factors = parts.iter().map(|p| p.2).collect();
        let class = class.unwrap_or(crate::terms::Class::Rotation);
        let term = Box::new(Coupling::new(scalars, factors, class, offset, function));
        self.others.push(Other { kind: "coupling", name: name.into(), term });
        Ok(TermId(self.others.len() - 1))
    }

    /// The term that an id stands for.
    pub fn other(&self, id: TermId) -> Result<&dyn Term> {
        let count = self.others.len();
        self.others.get(id.0).map(|o| o.term.as_ref()).ok_or_else(|| super::unknown("term", id.0, count))
    }
}
