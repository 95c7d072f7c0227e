//! Locks that close and open at given times.

use super::Simulation;
use crate::error::{Error, Result};
use crate::model::{JointId, Model};
use crate::state::State;
use crate::terms::LockState;

/// A time that is nearer than this part of the step counts as reached.
const NEAR: f64 = 1e-9;

impl Simulation {
    /// A lock: closed or open, where and since when, and the impulse when it last closed.
    pub fn lock_state(&self, joint: JointId, coordinate: usize) -> Result<LockState> {
        Ok(self.state().locks[self.find_lock(joint, coordinate)?.0])
    }

    /// Time from the accepted state to the next switch of a lock [s]; infinite when there is none.
    pub(super) fn until_switch(&self) -> f64 {
        let next = self.model.switches().get(self.accepted.switched as usize);
        next.map_or(f64::INFINITY, |s| s.time - self.accepted.time)
    }

    /// Prepare, in `restarted`, the trial with the switches that are due at its end; false when there are none. On failure nothing
    /// changes.
    pub(super) fn switch_locks(&mut self, h: f64) -> Result<bool> {
        let (done, end) = (self.trial.switched as usize, self.trial.time);
        let due = self.model.switches()[done..].iter().take_while(|s| s.time <= end + NEAR * h).count();
        if due == 0 {
            return Ok(false);
        }
        let model = self.model.clone();
        self.restarted.clone_from(&self.trial);
        self.restarted.switched += due as u64;
        let (mut closing, mut changed) = (Vec::new(), false);
        for switch in &model.switches()[done..done + due] {
            let (place, term) = switch.lock;
            let lock = &mut self.restarted.locks[place];
            if lock.on == switch.on {
                continue;
            }
            changed = true;
            (lock.on, lock.since) = (switch.on, end);
            if switch.on {
                lock.value = self.restarted.scalars[model.term(term).scalars()[0].0].value;
                closing.push(switch.lock);
            }
        }
        if !changed {
            return Ok(true);
        }
        self.sync_locks(true);
        if let Err(error) = self.settle_lock() {
            self.sync_locks(false);
            return Err(match error {
                Error::RedundantConstraints(text) => {
                    Error::RedundantConstraints(format!("switch of locks at t = {end} s: {text}"))
                }
                other => other,
            });
        }
        for (place, term) in closing {
            let plan = &self.work.system.layout.terms[term];
            self.restarted.locks[place].impulse = -self.work.recovery.impulses[plan.first];
        }
        Ok(true)
    }
}

/// Switches at or before the start say how locks begin.
pub(super) fn begin(model: &Model, state: &mut State) {
    for switch in model.switches().iter().take_while(|s| s.time <= state.time) {
        state.locks[switch.lock.0].on = switch.on;
        state.switched += 1;
    }
    for lock in &mut state.locks {
        lock.since = state.time;
    }
}
