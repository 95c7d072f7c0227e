//! Steps of equal size to a given time.

use super::Simulation;
use super::upkeep::LEAST_OF_TIME;
use crate::error::{Error, Result};

/// Equal steps to a given time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    from: f64,
    end: f64,
    count: u64,
    done: u64,
}

/// Called after each accepted step of [`Simulation::advance`]; true asks to stop.
pub type Progress<'a> = &'a mut dyn FnMut(f64) -> bool;

impl Simulation {
    /// Equal steps of at most `h_max` to exactly `end`.
    pub fn advance(&mut self, end: f64, h_max: f64, mut progress: Option<Progress>) -> Result<()> {
        let mut plan = self.plan(end, h_max)?;
        while let Some(time) = self.advance_once(&mut plan)? {
            if progress.as_mut().is_some_and(|call| call(time)) {
                return Err(Error::Cancelled { time });
            }
        }
        Ok(())
    }

    /// The steps that [`advance`](Self::advance) would make.
    pub fn plan(&self, end: f64, h_max: f64) -> Result<Plan> {
        if self.open.is_some() {
            return Err(Error::WrongState("a step is open; accept or reject it before advancing".into()));
        }
        let from = self.accepted.time;
        if !(end.is_finite() && end >= from) {
            return Err(Error::InvalidArgument(format!(
                "cannot advance from t = {from} s to {end} s; the end must be finite and not before the present time (a \
                 snapshot goes back)"
            )));
        }
        self.check_step(h_max)?;
        // a remainder of rounding size is no step of its own; any other is, however large `h_max` may be
        let least = if end - from > LEAST_OF_TIME * from.abs() { 1.0 } else { 0.0 };
        let count = ((end - from) / h_max - 1e-9).ceil().max(least);
        if count > 1e9 {
            return Err(Error::InvalidArgument(format!(
                "from t = {from} s to {end} s in steps of {h_max:e} s would be {count:.1e} steps; use larger ones"
            )));
        }
        Ok(Plan { from, end, count: count as u64, done: 0 })
    }

    /// Make the next step of a plan and return its time, or None at the end.
    pub fn advance_once(&mut self, plan: &mut Plan) -> Result<Option<f64>> {
        if plan.done == plan.count {
            self.accepted.set_time(plan.end);
            return Ok(None);
        }
        let part = (plan.end - plan.from) / plan.count as f64;
        self.aim_inputs_at_run(plan.end);
        self.step(part).inspect_err(|_| self.release_inputs())?;
        plan.done += 1;
        let time = if plan.done == plan.count { plan.end } else { plan.from + part * plan.done as f64 };
        self.accepted.set_time(time);
        Ok(Some(time))
    }
}
