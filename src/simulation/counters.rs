//! What happened in a run: steps accepted and rejected, iterations, sizes.

use super::Simulation;
use crate::newton::History;

/// What happened since the simulation was made or the counters were reset. No part of the state: snapshots have none of it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Counters {
    /// accepted steps; one that was cut counts once
    pub accepted: u64,
    /// steps rejected because of their error, or to end where a function of time has a corner
    pub rejected: u64,
    /// steps that could not be solved and were made again with smaller ones
    pub newton_failures: u64,
    /// parts of steps that were cut
    pub parts: u64,
    /// searches for the time of an event
    pub event_searches: u64,
    /// smallest accepted step or part [s]; 0 before the first
    pub smallest_step: f64,
    /// largest accepted step or part [s]
    pub largest_step: f64,
    /// accepted steps whose last solution ended where rounding allows nothing better
    pub at_rounding: u64,
    /// iterations of all solutions, of steps that were rejected or failed too
    pub iterations: u64,
}

impl Counters {
    pub(super) fn enter(&mut self, h: f64, at_rounding: bool) {
        self.at_rounding += u64::from(at_rounding);
        self.smallest_step = if self.accepted == 0 { h } else { self.smallest_step.min(h) };
        self.largest_step = self.largest_step.max(h);
        self.accepted += 1;
    }

    /// Count the iterations of a solution.
    pub(super) fn count(&mut self, history: &History) {
        self.iterations += (history.iterations + history.simplified) as u64;
    }
}

impl Simulation {
    /// What happened so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Count from zero again.
    pub fn reset_counters(&mut self) {
        self.counters = Counters::default();
    }
}
