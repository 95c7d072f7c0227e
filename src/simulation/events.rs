//! Where a function of the state changes its sign: the step over the change is made again with other sizes, each of them a
//! real step from the last accepted state, until it ends just behind the change (secant with the weights of Illinois).

use super::control::{Run, Settled};
use super::looks::{Look, Looks};
use super::upkeep::LEAST_OF_TIME;
use super::{Begun, OpenStep, Simulation, case};
use crate::error::{Error, Result};
use crate::state::Pace;
use crate::state::dense::place_between;

/// A function of the state whose zero is an event. It sees the state of the step under trial.
pub type EventFunction<'a> = &'a mut dyn FnMut(&Simulation) -> f64;

/// Which change of sign counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// both
    Both,
    /// from negative to positive
    Rising,
    /// from positive to negative
    Falling,
}

impl Direction {
    /// A zero belongs to the side behind the change, so an event is found once.
    pub(super) fn crossed(self, before: f64, after: f64) -> bool {
        let (rising, falling) = (before < 0.0 && after >= 0.0, before > 0.0 && after <= 0.0);
        match self {
            Direction::Both => rising || falling,
            Direction::Rising => rising,
            Direction::Falling => falling,
        }
    }
}

/// An event to look for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// which change of sign counts
    pub direction: Direction,
    /// how far behind the change the state may stand [s]
    pub tolerance: f64,
}

impl Event {
    /// Are the numbers sensible?
    pub fn check(&self) -> Result<()> {
        if self.tolerance > 0.0 && self.tolerance.is_finite() {
            return Ok(());
        }
        let t = self.tolerance;
        Err(Error::InvalidArgument(format!("event: tolerance is {t} s; it must be positive and finite")))
    }
}

/// A bracket of step sizes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Search {
    /// size before the change, value there
    low: (f64, f64),
    /// size behind the change, value there
    high: (f64, f64),
    /// weights of the two values
    weights: [f64; 2],
    /// size of the trial
    tried: f64,
    count: u32,
    /// is the upper end known from the motion within a step only, and not from a step of its own?
    seen: bool,
}

impl Search {
    fn new(low: (f64, f64), high: (f64, f64), seen: bool) -> Self {
        Search { low, high, weights: [1.0; 2], tried: high.0, count: 0, seen }
    }

    /// Take the value at the size tried last.
    fn narrow(&mut self, value: f64) {
        let behind = value == 0.0 || value.is_sign_positive() != self.low.1.is_sign_positive();
        // an end that stays twice counts half
        if behind {
            self.weights = [0.5 * self.weights[0], 1.0];
            self.high = (self.tried, value);
        } else {
            self.weights = [1.0, 0.5 * self.weights[1]];
            self.low = (self.tried, value);
        }
        self.count += 1;
    }

    fn width(&self) -> f64 {
        self.high.0 - self.low.0
    }

    /// The next size, at least half a tolerance from both ends.
    fn next(&mut self, tolerance: f64) -> f64 {
        let (low, high) = (self.weights[0] * self.low.1.abs(), self.weights[1] * self.high.1.abs());
        // a function that jumps, or is flat: by halves
        let part = if self.count > 12 || low + high == 0.0 { 0.5 } else { low / (low + high) };
        let s = self.low.0 + part * self.width();
        self.tried = s.clamp(self.low.0 + 0.5 * tolerance, self.high.0 - 0.5 * tolerance);
        self.tried
    }
}

impl Run {
    fn watch(&mut self, event: Event, value: Result<f64>) -> Result<()> {
        event.check()?;
        self.event = Some(event);
        self.value = finite(value?)?;
        Ok(())
    }
}

fn finite(value: f64) -> Result<f64> {
    if value.is_finite() {
        return Ok(value);
    }
    Err(Error::CallbackFailed(format!("the event function gave {value}; a finite number is needed")))
}

impl Simulation {
    /// Look for an event in a run that begins; `value` is its function at the present state. On failure there is no run, and a start
    /// that was settled for it is as it was before.
    pub fn watch(&mut self, run: &mut Run, event: Event, value: Result<f64>) -> Result<()> {
        run.watch(event, value).inspect_err(|_| self.unsettle())
    }

    /// Accept the trial, or go on searching in it; `value` is the event's function there.
    pub(super) fn look_for_event(&mut self, run: &mut Run, event: Event, value: f64) -> Result<Settled> {
        let value = finite(value)?;
        let mut search = match run.search.take() {
            None => match self.look_within_step(run, event, value)? {
                Some(search) => search,
                None if run.looks.is_some() => return Ok(Settled::Again),
                None => return self.finish(run).map(Settled::Accepted),
            },
            Some(mut search) => {
                if std::mem::take(&mut search.seen) {
                    let (before, after) = (search.low.1, value);
                    if !event.direction.crossed(before, after) {
                        // a step that ends there does not see the change: it is one like others, and the next one goes on
                        let (h, error) = run.trial;
                        run.trial = (search.tried, error * (search.tried / h).powf(run.order));
                        run.earlier = Some((self.accepted.time, run.value));
                        run.value = value;
                        return self.finish(run).map(Settled::Accepted);
                    }
                    search.high.1 = value;
                } else {
                    search.narrow(value);
                }
                search
            }
        };
        if search.seen {
            self.try_size(search.tried)?;
            run.search = Some(search);
            return Ok(Settled::Again);
        }
        // below the rounding of the time there is nothing to find
        let tolerance = event.tolerance.max(LEAST_OF_TIME * self.accepted.time.abs()).max(1e-12 * run.trial.0);
        if search.width() > tolerance {
            let h = search.next(tolerance);
            self.try_size(h)?;
            run.search = Some(search);
            return Ok(Settled::Again);
        }
        if search.tried != search.high.0 {
            self.try_size(search.high.0)?;
        }
        run.value = search.high.1;
        self.trial.pace = Pace { next: run.wanted, error: self.accepted.pace.error };
        self.accept()?;
        Ok(Settled::Event(self.accepted.time))
    }

    /// Look for a change of sign in the motion of the trial, of which `value` is the function where queries see it: None with
    /// looks in the run, to look at it again; None without, there is no change; else a search for the first one.
    fn look_within_step(&mut self, run: &mut Run, event: Event, value: f64) -> Result<Option<Search>> {
        let (h, mut looks) = (run.trial.0, run.looks.take());
        match &mut looks {
            None => {
                let earlier = run.earlier.map(|(time, value)| ((time - self.accepted.time) / h, value));
                looks = Some(Looks::new(earlier, run.value, value));
                run.end_value = value;
            }
            Some(looks) => looks.take(value),
        }
        let Some(mut looks) = looks else { return Ok(None) };
        match looks.next(event.direction) {
            Look::At(part) => {
                let start = if self.begun == Begun::Restarted { &self.restarted } else { &self.accepted };
                let time = start.time + part * (self.trial.time - start.time);
                place_between(&self.model, start, &self.trial, time, &mut self.part);
                self.glimpse = true;
                self.reported.take();
                run.looks = Some(looks);
                Ok(None)
            }
            Look::Between(low, high) => {
                self.glimpse = false;
                self.reported.take();
                self.counters.event_searches += 1;
                let size = |(part, value): (f64, f64)| (part * h, value);
                Ok(Some(Search::new(size(low), size(high), high.0 < 1.0)))
            }
            Look::Nothing => {
                self.glimpse = false;
                self.reported.take();
                run.earlier = Some((self.accepted.time, run.value));
                run.value = run.end_value;
                Ok(None)
            }
        }
    }

    /// Solve the open step again with another size.
    pub(super) fn try_size(&mut self, h: f64) -> Result<()> {
        self.open = Some(OpenStep { h, solved: false });
        self.glimpse = false;
        self.reported.take();
        let outcome = self.solve(h);
        self.note(case::Call::Trial(h), outcome)?;
        self.open = Some(OpenStep { h, solved: true });
        Ok(())
    }
}
