//! Control of the step by an estimate of its error, and what happened on the way.
//!
//! Sources: Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, II.4; Hairer and Wanner II, IV.2 (PI).
//!
//! ```text
//!   ε = max(e_translation / tolerance, e_rotation / tolerance),   e ~ h^k
//!   accepted:  h ← h · clip(safety · ε^(−0.7/k) · ε_before^(0.4/k), ½, 2)
//!   rejected:  h ← h · max(safety · ε^(−1/k), ¼)           not solved:  h ← h/4
//! ```
//!
//! Within [½, 2] generalised-α goes on with what it remembers; a step beyond is prepared anew, which costs two solutions
//! more and no accuracy.

use super::events::{Event, EventFunction, Search};
use super::{Begun, OpenStep, Progress, Simulation, case};
use crate::error::{Error, Result};
use crate::integrators::Scheme;
use crate::state::Pace;

/// How steps are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Control {
    /// largest error of a translation in one step [m]
    pub translation_tolerance: f64,
    /// largest error of a rotation in one step [rad]
    pub rotation_tolerance: f64,
    /// smallest step [s]; only what is left to the end may be smaller
    pub smallest: f64,
    /// largest step [s], may be infinite
    pub largest: f64,
    /// the first step [s]; 0: as the last controlled step proposed, or, where there was none, chosen
    pub first: f64,
    /// part of the step that would just meet the tolerance
    pub safety: f64,
}

impl Default for Control {
    fn default() -> Self {
        Control {
            translation_tolerance: 1e-6,
            rotation_tolerance: 1e-6,
            smallest: 1e-10,
            largest: f64::INFINITY,
            first: 0.0,
            safety: 0.9,
        }
    }
}

impl Control {
    /// Are the numbers sensible?
    pub fn check(&self) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(text));
        let tolerances =
            [("translation_tolerance", self.translation_tolerance), ("rotation_tolerance", self.rotation_tolerance)];
        for (name, value) in tolerances {
            if !(value > 0.0 && value.is_finite()) {
                return bad(format!("step control: {name} is {value}; it must be positive and finite"));
            }
        }
        if !(self.smallest > 0.0 && self.smallest.is_finite()) {
            return bad(format!("step control: smallest is {} s; it must be positive and finite", self.smallest));
        }
        if self.largest.is_nan() || self.largest < self.smallest {
            let (low, high) = (self.smallest, self.largest);
            return bad(format!("step control: largest is {high} s; it must not be below smallest, {low} s"));
        }
        if !(self.first == 0.0 || (self.smallest..=self.largest).contains(&self.first)) {
            return bad(format!(
                "step control: first is {} s; it must be 0, for a choice of the library, or between smallest, {} s, and \
                 largest, {} s",
                self.first, self.smallest, self.largest
            ));
        }
        if !(0.1..=1.0).contains(&self.safety) {
            return bad(format!("step control: safety is {}; it must be in [0.1, 1], and 0.9 is right", self.safety));
        }
        Ok(())
    }
}

impl Control {
    /// An error over its tolerance, the larger of the two classes.
    fn relative(&self, [translation, rotation]: [f64; 2]) -> f64 {
        f64::max(translation / self.translation_tolerance, rotation / self.rotation_tolerance)
    }
}

/// What happened since the simulation was made or the counters were reset. No part of the state: snapshots have none of it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Counters {
    /// accepted steps; one that was cut counts once
    pub accepted: u64,
    /// steps rejected because of their error
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
}

impl Counters {
    pub(super) fn enter(&mut self, h: f64, at_rounding: bool) {
        self.at_rounding += u64::from(at_rounding);
        self.smallest_step = if self.accepted == 0 { h } else { self.smallest_step.min(h) };
        self.largest_step = self.largest_step.max(h);
        self.accepted += 1;
    }
}

/// A controlled run under way: [`attempt`](Simulation::attempt) and [`settle`](Simulation::settle) in turn. Whoever does not
/// have to let go of the simulation between them uses [`advance_controlled`](Simulation::advance_controlled).
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    control: Control,
    target: f64,
    /// stop at the first step that reaches the target, not on it
    past: bool,
    order: f64,
    /// size that the next step should have
    pub(super) wanted: f64,
    /// size of the trial and its error over the tolerance
    pub(super) trial: (f64, f64),
    /// was a trial of this step rejected?
    rejected: bool,
    pub(super) event: Option<Event>,
    /// the event's function at the accepted state
    pub(super) value: f64,
    pub(super) search: Option<Search>,
}

/// What became of a trial.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Settled {
    /// it is the state now, at this time [s]
    Accepted(f64),
    /// the state stands at the event, at this time [s]
    Event(f64),
    /// an event is being searched: there is another trial, look at it again
    Again,
}

fn no_estimate(scheme: &Scheme) -> Error {
    Error::InvalidArgument(format!(
        "{} has no estimate of its error, which the control of the step needs; choose generalised-α or Radau IIA, or advance with steps of \
         a fixed size",
        scheme.name()
    ))
}

/// Can a smaller step help?
pub(super) fn is_survivable(error: &Error) -> bool {
    matches!(
        error,
        Error::NewtonFailed(_) | Error::SingularMatrix(_) | Error::NotFinite(_) | Error::InconsistentStart(_)
    )
}

/// Put a sentence before the text of a failure.
pub(super) fn add_text(error: Error, text: std::fmt::Arguments) -> Error {
    match error {
        Error::NewtonFailed(why) => Error::NewtonFailed(format!("{text}: {why}")),
        Error::SingularMatrix(why) => Error::SingularMatrix(format!("{text}: {why}")),
        Error::NotFinite(why) => Error::NotFinite(format!("{text}: {why}")),
        Error::InconsistentStart(why) => Error::InconsistentStart(format!("{text}: {why}")),
        other => other,
    }
}

impl Simulation {
    /// Advance to exactly `end` with steps of controlled error. On failure the state is that of the last accepted step.
    pub fn advance_controlled(&mut self, end: f64, control: &Control, progress: Option<Progress>) -> Result<()> {
        let mut run = self.controlled(end, control, false)?;
        self.drive(&mut run, None, progress).map(|_| ())
    }

    /// The same up to an event: where `function` changes its sign between the ends of a step, the step is made again until it
    /// ends at most `event.tolerance` behind the change. Returns the time of the event [s], or None when there was none.
    /// Called again, it goes on to the next event.
    pub fn advance_to_event(
        &mut self,
        end: f64,
        control: &Control,
        event: Event,
        function: EventFunction,
        progress: Option<Progress>,
    ) -> Result<Option<f64>> {
        let mut run = self.controlled(end, control, false)?;
        let value = function(self);
        run.watch(event, value)?;
        self.drive(&mut run, Some(function), progress)
    }

    /// Steps of the control's own sizes until `time` has been reached or passed; times within the last step can then be read
    /// with [`interpolate`](Self::interpolate). No step is made when `time` lies within the last one already.
    pub fn advance_past(&mut self, time: f64, control: &Control, progress: Option<Progress>) -> Result<()> {
        let mut run = self.controlled(time, control, true)?;
        self.drive(&mut run, None, progress).map(|_| ())
    }

    fn drive(
        &mut self,
        run: &mut Run,
        mut function: Option<EventFunction>,
        mut progress: Option<Progress>,
    ) -> Result<Option<f64>> {
        while self.attempt(run)? {
            let settled = loop {
                let value = function.as_mut().map(|g| g(self));
                match self.settle(run, value)? {
                    Settled::Again => continue,
                    settled => break settled,
                }
            };
            let (Settled::Accepted(time) | Settled::Event(time)) = settled else { continue };
            if progress.as_mut().is_some_and(|call| call(time)) {
                return Err(Error::Cancelled { time });
            }
            if let Settled::Event(time) = settled {
                return Ok(Some(time));
            }
        }
        Ok(None)
    }

    /// Begin a controlled run to exactly `target`, or past it.
    pub fn controlled(&mut self, target: f64, control: &Control, past: bool) -> Result<Run> {
        if self.open.is_some() {
            return Err(Error::WrongState("a step is open; accept or reject it before advancing".into()));
        }
        control.check()?;
        self.settle_start()?;
        let scheme = &self.options.scheme;
        let order = scheme.error_order().ok_or_else(|| no_estimate(scheme))?;
        let now = self.accepted.time;
        let from = if past && self.dense { self.previous.time } else { now };
        if !(target.is_finite() && target >= from) {
            return Err(Error::InvalidArgument(format!(
                "cannot advance from t = {now} s to {target} s; the time must be finite and not before {from} s (a snapshot \
                 goes back)"
            )));
        }
        let wanted = match (control.first, self.accepted.pace.next) {
            (first, _) if first > 0.0 => first,
            (_, next) if next > 0.0 => next,
            _ => self.first_step(control, target - now),
        };
        Ok(Run {
            control: *control,
            target,
            past,
            order: f64::from(order),
            wanted: wanted.clamp(control.smallest, control.largest),
            trial: (0.0, 0.0),
            rejected: false,
            event: None,
            value: 0.0,
            search: None,
        })
    }

    /// A step in which the present accelerations move nothing by more than the tolerance; where there are none, a thousandth
    /// of the way.
    fn first_step(&self, control: &Control, way: f64) -> f64 {
        let (mut a, mut alpha) = (0.0_f64, 0.0_f64);
        for node in &self.accepted.nodes {
            (a, alpha) = (a.max(node.a.norm()), alpha.max(node.alpha.norm()));
        }
        let within = [control.translation_tolerance / a, control.rotation_tolerance / alpha];
        let h = (2.0 * within[0].min(within[1])).sqrt();
        if h.is_finite() { h.min(way) } else { 1e-3 * way }
    }

    /// Solve the next step of a run, with a size that meets the tolerance, and leave it open; queries see its end. False when
    /// the run is at its end.
    pub fn attempt(&mut self, run: &mut Run) -> Result<bool> {
        self.aim_inputs(run.target);
        let call = case::Call::Controlled(Control { first: run.wanted, ..run.control }, run.target, run.past);
        let outcome = self.attempt_step(run);
        self.note(call, outcome)
    }

    fn attempt_step(&mut self, run: &mut Run) -> Result<bool> {
        if self.open.is_some() {
            return Err(Error::WrongState("a step is open; it must be settled before the next one".into()));
        }
        let now = self.accepted.time;
        let left = run.target - now;
        if run.past && left <= 0.0 {
            return Ok(false);
        }
        // a remainder of rounding size is no step of its own
        if !run.past && left <= 4.0 * f64::EPSILON * now.abs() {
            self.accepted.time = run.target;
            return Ok(false);
        }
        if !run.past {
            self.check_step(left)?;
        }
        let mut failures = 0;
        run.rejected = false;
        loop {
            // two equal steps rather than a large and a small one
            let h = match left / run.wanted {
                _ if run.past => run.wanted,
                ratio if ratio <= 1.0 => left,
                ratio if ratio < 2.0 => 0.5 * left,
                _ => run.wanted,
            };
            // a step ends where a lock is switched, or before that where the run ends
            let until = self.until_switch();
            let h = if until > h || until <= 0.0 { h } else { left.min(until) };
            self.begin(h)?;
            let outcome = self.solve(h).and_then(|()| self.estimate(h)).map(|e| run.control.relative(e));
            self.reported.take();
            let cut = match outcome {
                Ok(error) if error <= 1.0 => {
                    self.open = Some(OpenStep { h, solved: true });
                    self.counters.newton_failures += failures;
                    run.trial = (h, error);
                    if h == left {
                        self.trial.time = run.target;
                    }
                    return Ok(true);
                }
                Ok(error) => {
                    self.abandon();
                    self.counters.rejected += 1;
                    if h <= run.control.smallest {
                        return Err(Error::StepTooSmall(format!(
                            "at t = {now} s a step of {h:e} s, the smallest allowed, has {error:.1e} times the error that the \
                             tolerances of {:e} m and {:e} rad allow; look for a load or a drive that jumps there, or allow \
                             larger errors or smaller steps",
                            run.control.translation_tolerance, run.control.rotation_tolerance
                        )));
                    }
                    (run.control.safety * error.powf(-1.0 / run.order)).max(0.25)
                }
                Err(error) => {
                    self.abandon();
                    if !is_survivable(&error) {
                        return Err(error);
                    }
                    if h <= run.control.smallest {
                        let text = format_args!("at t = {now} s a step of {h:e} s, the smallest allowed, failed");
                        return Err(add_text(error, text));
                    }
                    failures += 1;
                    0.25
                }
            };
            run.rejected = true;
            run.wanted = (h * cut).max(run.control.smallest);
        }
    }

    /// Local error of the open step as it was just solved: largest of a translation [m] and of a rotation [rad].
    pub fn error_estimate(&mut self) -> Result<[f64; 2]> {
        match self.open {
            Some(OpenStep { h, solved: true }) => self.estimate(h),
            _ => Err(Error::WrongState("no step is open and solved; there is no error to estimate".into())),
        }
    }

    fn estimate(&mut self, h: f64) -> Result<[f64; 2]> {
        let o = &self.options;
        let start = match self.begun {
            Begun::Accepted => &self.accepted,
            Begun::Restarted => &self.restarted,
            Begun::Part => return Err(Error::WrongState("the step was cut; its error cannot be estimated".into())),
        };
        match o.scheme.estimate(&self.model, start, &self.trial, &mut self.work, h, &o.scaling)? {
            Some(error) if error.iter().all(|e| e.is_finite()) => Ok(error),
            Some(_) => Err(Error::NotFinite(format!(
                "the error of the step of {h:e} s from t = {} s is not a finite number",
                start.time
            ))),
            None => Err(no_estimate(&o.scheme)),
        }
    }

    /// Accept the trial of a run, or search for an event in it; `value` is the event's function at the trial. On failure the
    /// step is forgotten.
    pub fn settle(&mut self, run: &mut Run, value: Option<f64>) -> Result<Settled> {
        if !matches!(self.open, Some(OpenStep { solved: true, .. })) {
            return Err(Error::WrongState("there is no trial; attempt a step before it is settled".into()));
        }
        let settled = match (run.event, value) {
            (Some(event), Some(value)) => self.look_for_event(run, event, value),
            _ => self.finish(run).map(Settled::Accepted),
        };
        if settled.is_err() {
            self.abandon();
        }
        settled
    }

    /// Accept the trial and choose the size of the next step.
    pub(super) fn finish(&mut self, run: &mut Run) -> Result<f64> {
        let ((h, error), c) = (run.trial, &run.control);
        let (error, before) = (error.max(1e-6), self.accepted.pace.error);
        let plain = c.safety * error.powf(-1.0 / run.order);
        let factor = match before {
            0.0 => plain,
            before => c.safety * error.powf(-0.7 / run.order) * before.powf(0.4 / run.order),
        };
        // small gains are not worth a change
        let next = match factor.clamp(0.5, if run.rejected { 1.0 } else { 2.0 }) {
            // the end, not the error, made it small
            _ if h < run.wanted => run.wanted.min(h * plain),
            factor if (1.0..1.2).contains(&factor) => h,
            factor => h * factor,
        };
        run.wanted = next.clamp(c.smallest, c.largest);
        self.trial.pace = Pace { next: run.wanted, error };
        self.accept()?;
        Ok(self.accepted.time)
    }

    /// What happened so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Count from zero again.
    pub fn reset_counters(&mut self) {
        self.counters = Counters::default();
    }
}
