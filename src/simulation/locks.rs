//! Joint coordinates locked at their present value, and released.

use super::{Dense, Simulation};
use crate::error::{Error, Result};
use crate::integrators::recovery::{self, Velocities};
use crate::model::JointId;
use crate::state::Origin;
use crate::terms::{LockState, Phase};

impl Simulation {
    pub(super) fn find_lock(&self, joint: JointId, coordinate: usize) -> Result<(usize, usize)> {
        self.model.coordinate(joint, coordinate)?;
        let own = self.model.joint(joint)?;
        own.locks[coordinate].ok_or_else(|| {
            Error::InvalidArgument(format!(
                "joint \"{}\": coordinate {coordinate} has no lock; add one to the model before the simulation is created",
                own.name
            ))
        })
    }

    /// Is a coordinate locked?
    pub fn is_locked(&self, joint: JointId, coordinate: usize) -> Result<bool> {
        Ok(self.accepted.locks[self.find_lock(joint, coordinate)?.0].on)
    }

    /// Lock a coordinate at its present value. What moves along it stops at once: returns the impulse [N·s] or [N·m·s] of the
    /// lock, positive along the coordinate. Positions do not change; the energy that the impulse takes is entered as work of
    /// dampers. On failure nothing changes.
    pub fn lock(&mut self, joint: JointId, coordinate: usize) -> Result<f64> {
        let (place, term) = self.find_lock(joint, coordinate)?;
        if self.accepted.locks[place].on {
            return Ok(0.0);
        }
        let scalar = self.model.term(term).scalars()[0];
        let value = self.accepted.scalars[scalar.0].value;
        self.change_lock(place, LockState { on: true, value, since: self.accepted.time, impulse: 0.0 })?;
        let plan = &self.work.system.layout.terms[term];
        let impulse = -self.work.recovery.impulses[plan.first];
        self.accepted.locks[place].impulse = impulse;
        Ok(impulse)
    }

    /// Release a coordinate; it goes on from where it is. On failure nothing changes.
    pub fn release(&mut self, joint: JointId, coordinate: usize) -> Result<()> {
        let (place, _) = self.find_lock(joint, coordinate)?;
        let now = self.accepted.locks[place];
        if !now.on {
            return Ok(());
        }
        self.change_lock(place, LockState { on: false, since: self.accepted.time, ..now })
    }

    fn change_lock(&mut self, place: usize, to: LockState) -> Result<()> {
        if self.open.is_some() {
            return Err(Error::WrongState("a step is open; accept or reject it before a lock changes".into()));
        }
        self.settle_start()?;
        self.evaluated = false;
        self.restarted.clone_from(&self.accepted);
        self.restarted.locks[place] = to;
        self.sync_locks(true);
        let result = self.settle_lock();
        if result.is_err() {
            self.unsettle();
            self.sync_locks(false);
        } else {
            self.unsettled = None;
            // the last step can still be read, up to the lock
            if self.dense == Dense::ToAccepted {
                self.ended.clone_from(&self.accepted);
                self.dense = Dense::ToSwitch;
            }
            self.accepted.clone_from(&self.restarted);
            self.reported.take();
        }
        result
    }

    /// Make the system enforce the locks of the state: of the one in preparation, or of the accepted one.
    pub(super) fn sync_locks(&mut self, prepared: bool) {
        let state = if prepared { &self.restarted } else { &self.accepted };
        let system = &mut self.work.system;
        system.locked.clear();
        system.locked.extend(state.locks.iter().map(|l| l.on));
        system.set_phase(&self.model, Phase::Run);
    }

    /// Bring the prepared state onto its conditions.
    pub(super) fn settle_lock(&mut self) -> Result<()> {
        let (model, state, work) = (&*self.model, &mut self.restarted, &mut self.work);
        state.evaluate_functions(model, state.time, &mut work.functions)?;
        let energy = |state: &crate::state::State, functions: &[[f64; 3]]| {
            let audit = state.audit(model, functions, &state.multipliers);
            audit.kinetic + audit.potential
        };
        let before = energy(state, &work.functions);
        let found = work.system.dependent_conditions(model, &state.level(model, &work.functions, 1.0), work.length);
        if !found.is_empty() {
            return Err(Error::RedundantConstraints(format!(
                "the lock holds what joints, drives or other locks hold already: {}",
                work.system.describe_dependent(model, &found)
            )));
        }
        state.history.forget_span();
        recovery::recover(model, state, work, Velocities::Project)?;
        (state.last_step, state.history.scheme, state.origin) = (0.0, 0, Origin::Steps);
        state.run_audit.dampers += energy(state, &work.functions) - before;
        let audit = state.audit(model, &work.functions, &state.multipliers);
        state.run_audit.close(&audit);
        state.run_audit.require_finite(format_args!("the lock"))
    }
}
