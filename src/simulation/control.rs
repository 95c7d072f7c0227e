//! Control of the step by an estimate of its error, and what happened on the way.
//!
//! Sources: Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, II.4; Hairer and Wanner II, IV.2 (PI).
//!
//! ```text
//!   ε = max(e / tolerance, h ė / tolerance, δ / tolerance),   of translations and of rotations;   e ~ h^k
//!   accepted:  h ← h · clip(safety · ε^(−0.7/k) · ε_before^(0.4/k), ½, 2)
//!   rejected:  h ← h · max(safety · ε^(−1/k), ¼)           not solved:  h ← h/4
//! ```
//!
//! e is the error of places, ė that of rates, by which they miss the constraints (a driven coordinate's place is exact, its rate is
//! not), and δ what functions of time would move that go another way than their ends tell. Where a stop acts, rates along its
//! coordinate must be right to a part of themselves: a rebound may be over within the tolerance of places. Places are of order k − 1 = p in the
//! end: their errors over a run grow as tolerance^(p/(p+1)).
//!
//! The wanted size outlives the calls: it is part of the state. A step that is shortened by the end of a call does not lower
//! it; what it says about the error is carried over to the wanted size by h^k.
//!
//! Within [½, 2] generalised-α goes on with what it remembers; a step beyond is prepared anew, which costs two solutions
//! more and no accuracy.

use super::events::{Event, EventFunction, Search};
use super::looks::Looks;
use super::prescribed::near;
use super::tolerances::{Control, Errors};
use super::{Begun, OpenStep, Progress, Simulation, case};
use crate::error::{Brief, Error, Result};
use crate::integrators::{Scheme, stiff_start};
use crate::state::Pace;
use crate::terms::Class;

/// A step tells about sizes up to so many times its own.
const REACH: f64 = 16.0;
/// Rates that miss the constraints by so many tolerances may have jumped: the step is tried again from a consistent start.
const JUMP: f64 = 8.0;
/// What is prescribed counts as noticed above this part of the tolerance: a step then ends where the rate of a function jumps. The
/// error of velocities that it would leave behind the jump, δ/h, is no smaller for a small step.
const NOTICED: f64 = 1e-3;
/// Errors of places below this part of their tolerance are none, where a stop acts.
const NOTHING: f64 = 1e-4;
/// A remainder that is a smaller part of the wanted step than this may be rounding of the time.
const NOTHING_LEFT: f64 = 1e-6;
/// Steps that end where a function is not smooth are tried so often before the size alone is cut.
const LANDINGS: u32 = 4;
/// Times that are nearer than this part of the step are the same.
pub(super) const NEAR: f64 = 1e-9;
/// By this part of itself a step is shorter that ends where a function is not smooth.
const SHORT: f64 = 1e-10;

/// A controlled run under way: [`attempt`](Simulation::attempt) and [`settle`](Simulation::settle) in turn. Whoever does not
/// have to let go of the simulation between them uses [`advance_controlled`](Simulation::advance_controlled).
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    control: Control,
    target: f64,
    /// stop at the first step that reaches the target, not on it
    past: bool,
    pub(super) order: f64,
    /// size that the next step should have
    pub(super) wanted: f64,
    /// size of the trial and its error over the tolerance
    pub(super) trial: (f64, f64),
    /// was a trial of this step rejected?
    rejected: bool,
    pub(super) event: Option<Event>,
    /// the event's function at the accepted state, and at the end of the trial
    pub(super) value: f64,
    pub(super) end_value: f64,
    pub(super) search: Option<Search>,
    /// looks within the trial, before it is accepted
    pub(super) looks: Option<Looks>,
    /// time and value at the beginning of the last step
    pub(super) earlier: Option<(f64, f64)>,
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

/// What is to become of a trial whose errors are known.
enum Verdict {
    /// it is good enough, with this error over the tolerance
    Accept(f64),
    /// another one must end at this time, where a function of time is not smooth
    Land(f64),
    /// rates have jumped: from a consistent start, or else with this part of the size
    Jumped(f64),
    /// with this part of the size
    Cut(f64),
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
        Error::NewtonFailed(_) => error.reword(|why| format!("{text}: {why}")),
        Error::SingularMatrix(why) => Error::SingularMatrix(format!("{text}: {why}")),
        Error::NotFinite(why) => Error::NotFinite(format!("{text}: {why}")),
        Error::InconsistentStart(why) => Error::InconsistentStart(format!("{text}: {why}")),
        other => other,
    }
}

impl Run {
    /// A step of size `h` that must not be made smaller, in words.
    fn smallest_step(&self, h: f64) -> String {
        let smallest = self.control.smallest;
        match h < smallest * (1.0 - NEAR) {
            false => format!("a step of {h:.3e} s, the smallest allowed,"),
            true => format!(
                "a step of {h:.3e} s, all that is left to the end of the run or to the switch of a lock, and less than `smallest`, \
                 {smallest:.3e} s,"
            ),
        }
    }

    /// The smallest step, of size `h`, has errors over their tolerances of `parts`.
    fn too_inaccurate(&self, now: f64, h: f64, parts: [f64; 3]) -> Error {
        let error = parts.iter().fold(0.0, |most, part| f64::max(most, *part));
        let c = &self.control;
        let what = ["the error of places", "the error of rates", "the error of prescribed functions"];
        let part = parts.iter().position(|part| *part == error).unwrap_or(0);
        let mut tolerances = format!("{:e} m and {:e} rad", c.translation_tolerance, c.rotation_tolerance);
        let of_rates = [(c.translation_rate_tolerance, "m/s"), (c.rotation_rate_tolerance, "rad/s")];
        for (given, unit) in of_rates.into_iter().filter(|(given, _)| part == 1 && *given > 0.0 && given.is_finite()) {
            tolerances += &format!(", {given:e} {unit}");
        }
        Error::StepTooSmall(format!(
            "at t = {} s {} has {error:.1e} times {} that the tolerances of {tolerances} \
             allow; look for a load or a drive that jumps there, or allow larger errors or smaller steps",
            Brief(now),
            self.smallest_step(h),
            what[part]
        ))
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
        self.watch(&mut run, event, Ok(value))?;
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
                match self.settle(run, value.map(Ok))? {
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
        let scheme = &self.options.scheme;
        let order = scheme.error_order().ok_or_else(|| no_estimate(scheme))?;
        let now = self.accepted.time;
        let from = self.last_step().filter(|_| past).map_or(now, |[from, _]| from);
        if !(target.is_finite() && target >= from) {
            return Err(Error::InvalidArgument(format!(
                "cannot advance from t = {now} s to {target} s; the time must be finite and not before {from} s (a snapshot \
                 goes back)"
            )));
        }
        self.settle_start()?;
        let wanted = match (control.first, self.accepted.pace.next) {
            (first, _) if first > 0.0 => first,
            (_, next) if next > 0.0 => next,
            _ => {
                // inputs that are under way go to the end of the run
                self.keep_aims();
                self.aim_inputs(target);
                let h = self.first_step(control, target - now);
                self.restore_aims();
                h
            }
        };
        // a step that could not be made is none to choose
        let smallest = control.smallest.max(self.least_step().min(control.largest));
        let control = &Control { smallest, ..*control };
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
            end_value: 0.0,
            search: None,
            looks: None,
            earlier: None,
        })
    }

    /// A step in which the present accelerations move nothing by more than the tolerance; where there are none, a thousandth
    /// of the way. Functions of time do not change in it in a way that its ends do not tell.
    fn first_step(&mut self, control: &Control, way: f64) -> f64 {
        let (mut a, mut alpha) = (0.0_f64, 0.0_f64);
        for node in &self.accepted.nodes {
            (a, alpha) = (a.max(node.a.norm()), alpha.max(node.alpha.norm()));
        }
        for (class, scalar) in self.model.scalars().iter().zip(&self.accepted.scalars) {
            let most = if *class == Class::Translation { &mut a } else { &mut alpha };
            *most = most.max(scalar.acceleration.abs());
        }
        let within = [control.translation_tolerance / a, control.rotation_tolerance / alpha];
        let h = (2.0 * within[0].min(within[1])).sqrt();
        let h = if h.is_finite() { h.min(way) } else { 1e-3 * way };
        if h > 0.0 { self.resolved_step(h) } else { h }
    }

    /// Solve the next step of a run, with a size that meets the tolerance, and leave it open; queries see its end. False when
    /// the run is at its end.
    pub fn attempt(&mut self, run: &mut Run) -> Result<bool> {
        self.aim_inputs_at_run(run.target);
        self.keep_aims();
        let call = case::Call::Controlled(Control { first: run.wanted, ..run.control }, run.target, run.past);
        let outcome = self.attempt_step(run);
        match outcome {
            Err(_) if self.open.is_none() => {
                self.restore_aims();
                self.release_inputs();
                self.unsettle();
            }
            // the run is at its end, and the start as it was settled for it is the state
            Ok(false) => self.unsettled = None,
            _ => {}
        }
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
        // a remainder of rounding size is no step of its own, unless the time is so large that its rounding is one
        if !run.past && left <= self.least_step().min(NOTHING_LEFT * run.wanted) {
            self.accepted.set_time(run.target);
            return Ok(false);
        }
        if !run.past {
            self.check_step(left)?;
        }
        let mut failures = 0;
        let (mut landings, mut land, mut afresh) = (0, None, self.starts_at_jump()? || self.chatters());
        run.rejected = false;
        loop {
            // what belongs to the end of this step belongs to that of another size
            self.restore_aims();
            let (h, stop) = self.next_size(run, land);
            self.begin(h)?;
            self.afresh = afresh;
            let verdict = self
                .solve(h)
                .and_then(|()| self.errors(h, &run.control))
                .and_then(|(errors, worst)| self.judge(run, &errors, worst, (h, landings < LANDINGS)));
            self.reported.take();
            let cut = match verdict {
                Ok(Verdict::Accept(error)) => {
                    self.open = Some(OpenStep { h, solved: true });
                    self.counters.newton_failures += failures;
                    run.trial = (h, error);
                    if let Some(time) = stop {
                        self.trial.set_time(time);
                    }
                    return Ok(true);
                }
                Ok(rejected) => {
                    self.abandon();
                    self.counters.rejected += 1;
                    match rejected {
                        Verdict::Land(time) => {
                            (landings, land) = (landings + 1, Some(time));
                            continue;
                        }
                        Verdict::Jumped(_) if !afresh && self.accepted.last_step > 0.0 => {
                            (afresh, run.rejected) = (true, true);
                            continue;
                        }
                        Verdict::Jumped(cut) | Verdict::Cut(cut) | Verdict::Accept(cut) => cut,
                    }
                }
                Err(error) => {
                    self.abandon();
                    if !is_survivable(&error) {
                        return Err(error);
                    }
                    if h <= run.control.smallest {
                        let step = run.smallest_step(h);
                        return Err(add_text(error, format_args!("at t = {} s {step} failed", Brief(now))));
                    }
                    failures += 1;
                    0.25
                }
            };
            run.rejected = true;
            run.wanted = (h * cut).max(run.control.smallest);
        }
    }

    /// Is the next step to begin without what friction has left in the accelerations?
    fn chatters(&self) -> bool {
        let carries = self.options.scheme.carries_accelerations();
        carries && stiff_start::chatters(&self.model, &self.accepted, &self.work)
    }

    /// What is to become of the trial of size `h` with these errors, where a function of time deviates most at `worst`; may it be made
    /// again to end at a given time?
    fn judge(&mut self, run: &Run, errors: &Errors, worst: Option<f64>, (h, may_land): (f64, bool)) -> Result<Verdict> {
        let (c, now) = (&run.control, self.accepted.time);
        let parts = c.relative(errors, h, run.order);
        let error = parts.iter().fold(0.0, |most, part| f64::max(most, *part));
        let ahead = |time: Option<f64>| time.filter(|t| may_land && t - now > c.smallest);
        if error <= 1.0 {
            let corner = if may_land && parts[2] > NOTICED { self.first_corner(h)? } else { None };
            return Ok(ahead(corner).map_or(Verdict::Accept(error), Verdict::Land));
        }
        if h <= c.smallest {
            return Err(run.too_inaccurate(now, h, parts));
        }
        // where a function is not smooth, end there; where rates have jumped, start from the new ones
        let behind = if parts[2] == error { worst } else { Some(now + (1.0 - NEAR) * h) };
        if let Some(time) = ahead(behind.and_then(|t| self.last_break(t, h))) {
            return Ok(Verdict::Land(time));
        }
        let cut = (c.safety * error.powf(-1.0 / run.order)).max(0.25);
        Ok(if parts[1] == error && error > JUMP { Verdict::Jumped(cut) } else { Verdict::Cut(cut) })
    }

    /// Size of the next step of a run, and the time at which it ends if that is given: where the run ends, where a lock is
    /// switched, or at `land`, where a function is not smooth.
    fn next_size(&self, run: &Run, land: Option<f64>) -> (f64, Option<f64>) {
        let now = self.accepted.time;
        let left = run.target - now;
        let portion = |time: f64| match run.control.portion(time - now, run.wanted) {
            h if h == time - now => (h, Some(time)),
            h => (h, None),
        };
        let (mut h, mut stop) = if run.past { (run.wanted, None) } else { portion(run.target) };
        if let Some(time) = land
            && time - now < h
            && time - now > run.control.smallest
        {
            (h, stop) = portion(time);
        }
        let until = self.until_switch();
        if until <= h && until > 0.0 {
            // before the switch where the run ends
            (h, stop) = if left < until { (left, Some(run.target)) } else { (until, None) };
        }
        // where a rate of a function jumps, the step sees what was before the jump
        if let Some(time) = stop
            && self.accepted.next_break(&self.model, time - near(time, h)) <= time + near(time, h)
        {
            h -= f64::max(SHORT * h, 4.0 * f64::EPSILON * time.abs());
        }
        (h, stop)
    }

    /// Errors of the step of size `h` that was just solved, and the time at which a function of time deviates most from what
    /// its ends say.
    fn errors(&mut self, h: f64, control: &Control) -> Result<(Errors, Option<f64>)> {
        let mut places = self.estimate(h)?;
        let start = if self.begun == Begun::Restarted { &self.restarted } else { &self.accepted };
        let least = [control.translation_tolerance, control.rotation_tolerance].map(|t| NOTHING * t);
        let contacts = self.options.scheme.contacts(&self.model, [start, &self.trial], &self.work, least, h);
        (0..2).for_each(|class| places[class] = places[class].max(contacts.places[class]));
        let rebound = contacts.rates;
        let worst = self.survey(h)?;
        let (o, model, work, own) = (&self.options, &*self.model, &mut self.work, &self.prescribed);
        let rates = o.scheme.locked_rates(model, &self.trial, work, &own.end, h)?;
        let prescribed = match worst {
            Some(_) => o.scheme.displaced(model, &self.trial, work, &own.moved, h, &o.scaling)?,
            None => [0.0; 2],
        };
        if rates.iter().chain(&prescribed).chain(&rebound).any(|e| !e.is_finite()) {
            let from = self.accepted.time;
            let text = format!("the error of the step of {h:e} s from t = {from} s is not a finite number");
            return Err(Error::NotFinite(text));
        }
        Ok((Errors { places, rates, prescribed, rebound }, worst))
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
    pub fn settle(&mut self, run: &mut Run, value: Option<Result<f64>>) -> Result<Settled> {
        if !matches!(self.open, Some(OpenStep { solved: true, .. })) {
            return Err(Error::WrongState("there is no trial; attempt a step before it is settled".into()));
        }
        let settled = match (run.event, value) {
            (Some(event), Some(value)) => value.and_then(|value| self.look_for_event(run, event, value)),
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
        // the error that a step of the wanted size would have had: one shortened by an end says no less about it
        let error = (error * (run.wanted / h).powf(run.order)).max(1e-6);
        let factor = match self.accepted.pace.error {
            0.0 => c.safety * error.powf(-1.0 / run.order),
            before => c.safety * error.powf(-0.7 / run.order) * before.powf(0.4 / run.order),
        };
        let far = run.wanted > REACH * h;
        let factor = factor.clamp(0.5, if run.rejected || far { 1.0 } else { 2.0 });
        // small gains are not worth a change
        let factor = if (1.0..1.2).contains(&factor) { 1.0 } else { factor };
        run.wanted = (run.wanted * factor).clamp(c.smallest, c.largest);
        self.trial.pace = Pace { next: run.wanted, error };
        self.accept()?;
        Ok(self.accepted.time)
    }
}
