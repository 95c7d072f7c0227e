//! What a simulation needs to be kept in order: sizes of steps that it can take, its threads, its scratch after a panic.

use super::Simulation;
use super::queries::Dense;
use crate::error::{Error, Result, require_memory};
use crate::integrators::Workspace;
use crate::model::Model;
use crate::terms::Phase;
use std::sync::Arc;

/// Least step over the time scale of the model. Below it a step moves nothing by as much as rounding does.
const LEAST_STEP: f64 = 1e-16;
/// A step that is a smaller part of the time than this vanishes beside it: times are told to 2.2e-16 of themselves, so that the ends of
/// such a step would be off by more than a part in 450 of it.
pub(super) const LEAST_OF_TIME: f64 = 1e-13;

/// Most threads of a simulation.
pub const MAX_THREADS: usize = 256;

impl Simulation {
    /// Let the terms be evaluated by this many threads, the caller's among them. It pays for large models, and does not change
    /// results. Terms are evaluated by one thread at first, and always in small models and by the schemes over a step. Where it fails the
    /// number is what it was.
    pub fn set_threads(&mut self, count: usize) -> Result<()> {
        if !(1..=MAX_THREADS).contains(&count) {
            return Err(Error::InvalidArgument(format!("{count} threads are asked for; it can be 1 to {MAX_THREADS}")));
        }
        if self.open.is_some() {
            return Err(Error::WrongState(
                "a step is open; accept or reject it before the number of threads is changed".into(),
            ));
        }
        self.work.system.set_threads(&self.model, count)
    }

    /// Is there memory for what a first step makes, and the first one of a scheme? Later steps take none.
    pub(super) fn make_room(&mut self) -> Result<()> {
        if self.unprepared {
            let times = self.options.scheme.memory(self.work.rigid);
            require_memory(self.model.room_to_simulate().saturating_mul(times), "the first step")?;
            self.unprepared = false;
        }
        Ok(())
    }

    /// Memory that a snapshot takes while it is made [bytes].
    pub fn room_to_save(&self) -> usize {
        let state = &self.accepted;
        512 * (1 + 4 * state.nodes.len() + state.multipliers.len() + state.scalars.len() + state.inputs.len())
    }

    /// May a step be this long [s]?
    pub(super) fn check_step(&self, h: f64) -> Result<()> {
        self.report.require_mass()?;
        if !(h.is_finite() && h > 0.0) {
            return Err(Error::InvalidArgument(format!("the step size is {h} s; it must be positive and finite")));
        }
        if h < LEAST_OF_TIME * self.accepted.time.abs() {
            return Err(Error::InvalidArgument(format!(
                "a step of {h:e} s vanishes beside the time {} s; use a larger step, or a start time nearer to zero",
                self.accepted.time
            )));
        }
        let least = LEAST_STEP * self.time_scale();
        if h < least {
            return Err(Error::InvalidArgument(format!(
                "a step of {h:e} s is nothing beside the times in which this model moves; the least that can be solved is {least:.1e} s"
            )));
        }
        Ok(())
    }

    /// The least step that can be made from here [s].
    pub(super) fn least_step(&self) -> f64 {
        f64::max(LEAST_OF_TIME * self.accepted.time.abs(), LEAST_STEP * self.time_scale())
    }

    /// The time in which stiffness, dampers or gravity move the model [s]: the shortest of √(m/k), m/d and √(l/g), by the mean
    /// diagonals of its matrices; a second for what nothing moves, and at most that.
    fn time_scale(&self) -> f64 {
        let (scales, length) = (&self.work.scales, self.work.length);
        let mut shortest = (length / self.model.gravity().norm()).sqrt();
        for class in 0..2 {
            let mass = scales.mass[class];
            if mass > 0.0 {
                shortest = shortest.min((mass / scales.stiffness[class]).sqrt()).min(mass / scales.damping[class]);
            }
        }
        if shortest.is_nan() { 1.0 } else { shortest.clamp(1e-9, 1.0) }
    }

    /// Make all scratch anew, after a panic that may have left some of it behind in pieces; the accepted state is as it was, and an
    /// open step is forgotten.
    pub fn heal(&mut self) -> Result<()> {
        self.abandon();
        self.work = self.fresh_work(&self.model)?;
        self.sync_locks(false);
        self.trial.clone_from(&self.accepted);
        (self.dense, self.evaluated) = (Dense::Unknown, false);
        self.prescribed = Default::default();
        self.unprepared = true;
        Ok(())
    }

    /// Scratch for a model with the layout of this one, with the threads and the dropped constraints of this simulation.
    pub(super) fn fresh_work(&self, model: &Arc<Model>) -> Result<Workspace> {
        let mut work = Workspace::new(model)?;
        work.system.dropped.clone_from(&self.work.system.dropped);
        work.system.locked.clone_from(&self.work.system.locked);
        work.system.set_phase(model, Phase::Run);
        work.scales = self.work.scales;
        work.system.set_threads(model, self.work.system.threads())?;
        Ok(work)
    }
}
