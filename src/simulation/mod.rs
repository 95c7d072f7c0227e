//! A model in motion: stepping, trying, accepting and rejecting.

mod actuators;
mod advance;
mod between;
mod case;
mod contacts;
mod control;
mod counters;
mod damping;
pub mod diagnosis;
mod events;
mod form;
mod inputs;
mod locks;
mod looks;
mod prescribed;
mod queries;
mod shell_findings;
mod shells;
mod solids;
mod statics;
mod switches;
mod ties;
mod tolerances;
mod upkeep;

pub use actuators::ActuatorMotion;
pub use advance::{Plan, Progress};
pub use case::Case;
pub use control::{Run, Settled};
pub use counters::Counters;
pub use damping::damp_modes;
pub use events::{Direction, Event, EventFunction};
pub use statics::{Output, Statics};
pub use tolerances::Control;
pub use upkeep::MAX_THREADS;

use crate::error::{Brief, Error, Result, require_memory};
use crate::integrators::generalized_alpha::{Coefficients, Scaling};
use crate::integrators::initial::{self, Redundancy};
use crate::integrators::trials::Mode;
use crate::integrators::{Scheme, Workspace, carry, close_loops, jump, stiff_start};
use crate::model::{Interpolation, Model};
use crate::newton::{MAX_ITERATIONS, Settings};
use crate::results;
use crate::state::{Stale, State};
use crate::terms::Class;
use queries::Dense;
use std::sync::Arc;

/// Choices of a simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// the scheme
    pub scheme: Scheme,
    /// what to do about dependent conditions
    pub redundancy: Redundancy,
    /// time of the start [s]
    pub start_time: f64,
    /// of Newton's method; tolerance 0: that of the scheme, [`Scheme::newton_tolerance`]
    pub newton: Settings,
    /// of the equations
    pub scaling: Scaling,
    /// largest gap of a joint in the reference configuration, relative to the model's size
    pub assembly_tolerance: f64,
    /// close the joints from a rough configuration first, whatever their gaps?
    pub assemble: bool,
    /// smallest part [s] into which a step that cannot be solved is cut; None: it fails
    pub cut: Option<f64>,
    /// how all beams are interpolated; None: as the scheme needs it, else as the model wishes
    pub interpolation: Option<Interpolation>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            scheme: Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).expect("0.8 is in [0, 1]")),
            redundancy: Redundancy::Stop,
            start_time: 0.0,
            newton: Settings { tolerance: 0.0, max_iterations: 10 },
            scaling: Scaling { on: true, penalty: 1.0 },
            assembly_tolerance: 1e-6,
            assemble: false,
            cut: None,
            interpolation: None,
        }
    }
}

impl Options {
    /// When Newton's method stops.
    pub fn newton(&self) -> Settings {
        let tolerance =
            if self.newton.tolerance == 0.0 { self.scheme.newton_tolerance() } else { self.newton.tolerance };
        Settings { tolerance, ..self.newton }
    }

    /// Are the numbers sensible?
    pub fn check(&self) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(text));
        crate::error::require_finite("options: start_time", &[self.start_time])?;
        let tolerance = self.newton.tolerance;
        if tolerance != 0.0 && !(1e-15..=1e-3).contains(&tolerance) {
            return bad(format!(
                "options: newton_tolerance is {tolerance}; it must be 0, for the choice of the scheme, or in [1e-15, 1e-3]"
            ));
        }
        if !(1..=MAX_ITERATIONS).contains(&self.newton.max_iterations) {
            let n = self.newton.max_iterations;
            return bad(format!("options: newton_max_iterations is {n}; it must be in [1, {MAX_ITERATIONS}]"));
        }
        if !(0.0..=1e3).contains(&self.scaling.penalty) {
            return bad(format!(
                "options: penalty is {}; it must be in [0, 1000], and 1 is right",
                self.scaling.penalty
            ));
        }
        if !(1e-14..=0.1).contains(&self.assembly_tolerance) {
            let t = self.assembly_tolerance;
            return bad(format!("options: assembly_tolerance is {t}; it must be in [1e-14, 0.1]"));
        }
        if let Some(smallest) = self.cut
            && !(smallest.is_finite() && smallest > 0.0)
        {
            return bad(format!("options: smallest_part is {smallest} s; it must be positive and finite"));
        }
        Ok(())
    }
}

/// Displacement over the length of the model, or rotation [rad], that is none.
const ROUNDING: f64 = 1e-14;

/// Most parts into which a step is cut.
const MOST_PARTS: f64 = 65536.0;

/// A step that was begun.
#[derive(Debug, Clone, Copy, PartialEq)]
struct OpenStep {
    h: f64,
    /// has it been solved at least once, with the last inputs?
    solved: bool,
}

/// Where the last solution began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begun {
    /// at the accepted state
    Accepted,
    /// at the accepted state fitted to the step
    Restarted,
    /// at the end of another part
    Part,
}

/// A model in motion.
#[derive(Debug)]
pub struct Simulation {
    /// with the beams in the form that the steps take
    model: Arc<Model>,
    /// as it was built
    given: Arc<Model>,
    /// of the model, for snapshots
    fingerprint: u64,
    options: Options,
    work: Workspace,
    accepted: State,
    trial: State,
    open: Option<OpenStep>,
    /// where a step of another size starts: the accepted state fitted to it, or made consistent again
    restarted: State,
    /// did the last trial begin behind a jump of inputs?
    crossed: bool,
    /// the start, where there are beams: scales of the equations in another form belong there
    first: Option<Box<State>>,
    /// where the last accepted step began
    previous: State,
    /// what led from `previous` to the accepted state
    dense: Dense,
    /// the end of the last step, before a lock was switched there
    ended: State,
    /// end of the part before the present one, in a step that is cut
    part: State,
    begun: Begun,
    /// is the open step to start from the accepted state made consistent, whatever that remembers?
    afresh: bool,
    /// do queries see the motion within the open step, in `part`?
    glimpse: bool,
    /// functions of time over the step under control
    prescribed: prescribed::Prescribed,
    counters: Counters,
    /// multipliers of least norm of the present state, once asked for
    reported: std::sync::OnceLock<Vec<f64>>,
    report: initial::Report,
    /// what statics found last
    statics: Statics,
    /// the call that failed at the accepted state
    failure: Option<Box<case::Failure>>,
    /// what each input drives, by name
    driven: Vec<Option<String>>,
    /// the start before inputs that were set were brought into it, until a step from there is accepted
    unsettled: Option<Box<inputs::Unsettled>>,
    /// does the trial hold the accepted state with accelerations and reactions for the inputs that are set?
    evaluated: bool,
    /// may the next step take memory: the first one, or the first of a scheme?
    unprepared: bool,
    /// when inputs were to reach their values before a trial that may fail
    aims: Vec<f64>,
    /// are inputs set between two steps of a run?
    between: bool,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "model of {} nodes and {} terms", self.nodes().len(), self.term_count())
    }
}

impl Simulation {
    /// Check the model and find a consistent start.
    pub fn new(given: Arc<Model>, options: Options) -> Result<Self> {
        options.check()?;
        let model = options.interpolated(&given)?;
        require_memory(model.room_to_simulate(), "the simulation")?;
        model.check(if options.assemble { f64::INFINITY } else { options.assembly_tolerance })?;
        options.scheme.check(&model)?;
        let mut work = Workspace::new(&model)?;
        let mut state = State::reference(&model, options.start_time);
        switches::begin(&model, &mut state);
        work.system.locked = state.locks.iter().map(|l| l.on).collect();
        let report = Self::find_start(&model, &mut state, &mut work, &options);
        let report = work.judge(&model, options.start_time, report)?;
        let audit = state.audit(&model, &work.functions, &state.multipliers);
        state.run_audit.open(state.time, &audit);
        state.require_turns(&model)?;
        state.run_audit.require_finite(format_args!("the start"))?;
        let driven = inputs::driven(&model);
        let mut sim = Simulation {
            fingerprint: results::fingerprint(&model),
            first: form::start_of(&model, &state),
            model,
            given,
            options,
            work,
            trial: state.clone(),
            open: None,
            restarted: state.clone(),
            crossed: false,
            previous: state.clone(),
            dense: Dense::Unknown,
            ended: state.clone(),
            part: state.clone(),
            begun: Begun::Accepted,
            afresh: false,
            glimpse: false,
            prescribed: Default::default(),
            accepted: state,
            counters: Counters::default(),
            reported: Default::default(),
            report,
            statics: Statics::default(),
            failure: None,
            driven,
            unsettled: None,
            evaluated: false,
            unprepared: true,
            aims: Vec::new(),
            between: false,
        };
        sim.aims.reserve(sim.accepted.inputs.len());
        let states = [&mut sim.accepted, &mut sim.trial, &mut sim.restarted, &mut sim.previous, &mut sim.part];
        sim.ended.reserve();
        states.into_iter().for_each(State::reserve);
        Ok(sim)
    }

    fn find_start(model: &Model, state: &mut State, work: &mut Workspace, o: &Options) -> Result<initial::Report> {
        state.rest_actuators(model, true)?;
        state.evaluate_functions(model, state.time, &mut work.functions)?;
        let before = carry::elastic_energies(model, state, &work.functions);
        let assembly = if o.assemble { Some(close_loops::assemble(model, state, work)?) } else { None };
        let report = initial::start(model, state, work, o.redundancy)?;
        let assembled = assembly.as_ref().is_some_and(|assembly| assembly.iterations > 0);
        if assembled || report.moved > ROUNDING * work.length || report.turned > ROUNDING {
            initial::require_branch(model, state, work)?;
        }
        let strain = carry::strain(model, &before, &carry::elastic_energies(model, state, &work.functions));
        Ok(initial::Report { assembly, strain, ..report })
    }

    /// Choose another scheme for the steps to come. The next one starts from the present state made consistent.
    pub fn set_scheme(&mut self, scheme: Scheme) -> Result<()> {
        self.choose(scheme, self.options.interpolation)
    }

    /// The same, with a choice of how beams are interpolated.
    pub fn choose(&mut self, scheme: Scheme, interpolation: Option<Interpolation>) -> Result<()> {
        if self.open.is_some() {
            return Err(Error::WrongState(
                "a step is open; accept or reject it before another scheme is chosen".into(),
            ));
        }
        self.take_form(&Options { scheme, interpolation, ..self.options })?;
        (self.options.scheme, self.options.interpolation) = (scheme, interpolation);
        self.unprepared = true;
        self.accepted.pace = Default::default();
        self.failure = None;
        Ok(())
    }

    /// Begin a step of size h [s].
    pub fn begin(&mut self, h: f64) -> Result<()> {
        if self.open.is_some() {
            return Err(Error::WrongState("a step is open; accept or reject it before another one begins".into()));
        }
        self.check_step(h)?;
        self.make_room()?;
        self.settle_start()?;
        self.work.trials.forget();
        self.evaluated = false;
        self.open = Some(OpenStep { h, solved: false });
        (self.afresh, self.glimpse) = (false, false);
        Ok(())
    }

    /// Solve the open step with the present inputs. A further solution of the same step starts from the last one: with the same
    /// sequence of inputs it has the same bits, with another one it is the same within the tolerance of Newton's method.
    ///
    /// With [`Options::cut`], a step that cannot be solved is made again in 2, 4, 8 ... equal parts.
    pub fn iterate(&mut self) -> Result<()> {
        self.solve_open(if self.work.trials.ready() { Mode::Further } else { Mode::First })
    }

    fn solve_open(&mut self, mode: Mode) -> Result<()> {
        let Some(OpenStep { h, .. }) = self.open else {
            return Err(Error::WrongState("no step is open; begin one before it can be solved".into()));
        };
        self.open = Some(OpenStep { h, solved: false });
        self.reported.take();
        self.work.trials.mode = mode;
        self.keep_aims();
        let outcome = self.solve_or_cut(h);
        self.work.trials.mode = Mode::Single;
        if outcome.is_err() {
            self.work.trials.forget();
            self.restore_aims();
        }
        self.note(case::Call::Step(h), outcome)?;
        self.open = Some(OpenStep { h, solved: true });
        Ok(())
    }

    /// Solve a step of size `h` whole, or in parts where that is allowed.
    fn solve_or_cut(&mut self, h: f64) -> Result<()> {
        let Err(error) = self.solve(h) else { return Ok(()) };
        // parts have nothing to do with each other, nor has another trial with them
        self.work.trials.forget();
        self.work.trials.mode = Mode::Single;
        match self.options.cut.filter(|_| control::is_survivable(&error)) {
            Some(smallest) => self.solve_in_parts(h, smallest, error),
            None => Err(error),
        }
    }

    /// Solve a step of size `h` from the accepted state; a term that cannot be evaluated is named.
    fn solve(&mut self, h: f64) -> Result<()> {
        self.check_inputs()?;
        self.work.forget_faults();
        self.aim_inputs(self.accepted.time + h);
        let from = self.accepted.time;
        let result = self.solve_whole(h).map_err(|error| self.blame(h, error).in_step(from, h));
        self.counters.count(&self.work.newton.history);
        self.work.judge(&self.model, self.accepted.time, result)
    }

    /// Solve a step of size `h`. Where accelerations at its beginning were solved for there, not carried on by steps, and move
    /// something violently, or Newton's method fails: without those that are too stiff to follow the step.
    fn solve_whole(&mut self, h: f64) -> Result<()> {
        let (scheme, state) = (&self.options.scheme, &self.accepted);
        let continues = !self.afresh && scheme.continues(state, h);
        if continues && state.last_step > 0.0 || scheme.is_stiffly_accurate() {
            return self.solve_from(h, continues, false);
        }
        let chatters = scheme.carries_accelerations() && stiff_start::chatters(&self.model, state, &self.work);
        let violent = chatters || stiff_start::is_violent(state, h, self.work.length);
        let outcome = self.solve_from(h, continues, violent);
        if !matches!(outcome, Err(Error::NewtonFailed(_) | Error::SingularMatrix(_))) {
            return outcome;
        }
        self.work.trials.forget();
        self.solve_from(h, continues, !violent).or(outcome)
    }

    /// Solve a step of size `h`, which `continues` what led to the accepted state or has to be prepared; `soft`: from accelerations
    /// without those that are too stiff to follow it.
    fn solve_from(&mut self, h: f64, continues: bool, soft: bool) -> Result<()> {
        let (o, model) = (&self.options, &*self.model);
        let (scaling, newton) = (&o.scaling, &o.newton());
        let refits = continues && o.scheme.refits(&self.accepted, h);
        let jumps = self.accepted.inputs.iter().any(|input| input.jumps());
        let crosses = jumps && o.scheme.carries_accelerations();
        if !continues || crosses || self.crossed {
            // the step begins elsewhere than in the last trial
            self.work.trials.forget();
        }
        self.crossed = crosses;
        let start = if continues && !refits && !jumps && !soft {
            self.begun = Begun::Accepted;
            &self.accepted
        } else if refits && !jumps && self.work.trials.resumes() {
            // fitted for the last trial already
            self.restarted.inputs.clone_from(&self.accepted.inputs);
            &self.restarted
        } else {
            self.begun = Begun::Restarted;
            self.restarted.clone_from(&self.accepted);
            let (start, work) = (&mut self.restarted, &mut self.work);
            if jumps {
                // also where accelerations are prepared anew: powers at the beginning are those behind the jump
                jump::cross(model, start, work)?;
            }
            match continues {
                true if refits => o.scheme.refit(model, start, work, h)?,
                true if soft => stiff_start::soften(model, start, work, h)?,
                true => {}
                false => {
                    // its own solutions are none to start from
                    let mode = std::mem::replace(&mut work.trials.mode, Mode::Single);
                    let prepared = o.scheme.prepare(model, start, &mut self.trial, work, (h, soft), scaling, newton);
                    work.trials.mode = mode;
                    prepared?;
                }
            }
            &self.restarted
        };
        o.scheme.step(model, start, &mut self.trial, &mut self.work, h, scaling, newton)?;
        self.trial.run_audit.before = self.accepted.run_audit.mark(self.accepted.time);
        self.require_dropped_conditions()
    }

    /// Make a step of size `h` that failed with `error` again, in parts not below `smallest`.
    fn solve_in_parts(&mut self, h: f64, smallest: f64, mut error: Error) -> Result<()> {
        let (mut count, mut failures) = (2_u64, 1);
        // parts that vanish beside the time, or more than a host would wait for, are none
        let smallest = smallest.max(upkeep::LEAST_OF_TIME * self.accepted.time.abs()).max(h / MOST_PARTS);
        while h / count as f64 >= smallest {
            match self.solve_parts(h, count) {
                Ok(()) => {
                    self.counters.newton_failures += failures;
                    self.counters.parts += count;
                    return Ok(());
                }
                Err(e) if control::is_survivable(&e) => error = e,
                Err(e) => return Err(e),
            }
            (count, failures) = (2 * count, failures + 1);
        }
        let (from, parts, h) = (Brief(self.accepted.time), count / 2, Brief(h));
        Err(control::add_text(
            error,
            format_args!(
                "the step of {h} s from t = {from} s failed whole and in up to {parts} parts; smaller ones than {smallest} s \
                 are not allowed"
            ),
        ))
    }

    fn solve_parts(&mut self, h: f64, count: u64) -> Result<()> {
        let size = h / count as f64;
        self.solve(size)?;
        let (o, model) = (&self.options, &*self.model);
        self.begun = Begun::Part;
        for _ in 1..count {
            std::mem::swap(&mut self.trial, &mut self.part);
            let step = o.scheme.step(model, &self.part, &mut self.trial, &mut self.work, size, &o.scaling, &o.newton());
            self.counters.count(&self.work.newton.history);
            self.work.judge(model, self.part.time, step)?;
            self.require_dropped_conditions()?;
        }
        (self.trial.time, self.trial.time_rest) = self.accepted.time_after(h);
        // to the host it is one step
        self.trial.run_audit.steps = self.accepted.run_audit.steps + 1;
        Ok(())
    }

    /// Conditions dropped as dependent at the start must follow from the others all along.
    fn require_dropped_conditions(&self) -> Result<()> {
        let system = &self.work.system;
        for (k, value) in system.violation.iter().enumerate().filter(|(k, _)| system.dropped[*k]) {
            let equation = system.layout.motion + k;
            let unit = if system.layout.classes[equation] == Class::Translation { self.work.length } else { 1.0 };
            if value.abs() > 1e-6 * unit {
                let (time, what) = (self.trial.time, system.layout.describe(&self.model, equation));
                let text = match what.starts_with("drive") {
                    true => format!(
                        "at t = {time} s {what} is missed by {value:.1e}: the joints of its loop do not allow the motion that it \
                         prescribes. Take the drive away, or use joints that lock less"
                    ),
                    false => format!(
                        "at t = {time} s a condition that followed from the others at the start no longer does: {what} is violated by \
                         {value:.1e}; the joints were redundant in that position only. Use joints that lock less"
                    ),
                };
                return Err(Error::RedundantConstraints(text));
            }
        }
        Ok(())
    }

    /// Make the trial the state. Locks whose time has come are switched at its end, that of the first step that ends at or behind
    /// it; when that cannot be done the step stays open and nothing changes.
    pub fn accept(&mut self) -> Result<()> {
        match self.open {
            Some(OpenStep { h, solved: true }) => {
                self.glimpse = false;
                self.arrive_inputs(h);
                self.work.trials.forget();
                let switched = self.switch_locks(h)?;
                self.unsettled = None;
                self.counters.enter(self.trial.last_step, self.work.newton.history.at_rounding);
                std::mem::swap(&mut self.accepted, &mut self.previous);
                if switched {
                    // a switch changes rates: the motion up to it is that of the step as it was solved
                    self.accepted.clone_from(&self.restarted);
                    self.ended.clone_from(&self.trial);
                    self.reported.take();
                } else {
                    // the next trial overwrites what is in its place
                    std::mem::swap(&mut self.accepted, &mut self.trial);
                }
                let dense = if switched { Dense::ToSwitch } else { Dense::ToAccepted };
                (self.open, self.dense, self.failure) = (None, dense, None);
                Ok(())
            }
            Some(_) => Err(Error::WrongState("the open step has not been solved; iterate before accepting it".into())),
            None => Err(Error::WrongState("no step is open; there is nothing to accept".into())),
        }
    }

    /// Forget the open step. Inputs keep their last values.
    pub fn reject(&mut self) -> Result<()> {
        if self.open.take().is_none() {
            return Err(Error::WrongState("no step is open; there is nothing to reject".into()));
        }
        self.release_inputs();
        self.unsettle();
        self.reported.take();
        Ok(())
    }

    /// Forget the open step, if there is one.
    pub fn abandon(&mut self) {
        (self.open, self.glimpse) = (None, false);
        self.unsettle();
        self.reported.take();
    }

    /// One whole step; on failure the state is as it was.
    pub fn step(&mut self, h: f64) -> Result<()> {
        let stale = self.accepted.stale;
        self.begin(h)?;
        let result = self.solve_open(Mode::Single).and_then(|()| self.accept());
        if result.is_err() {
            self.abandon();
            self.restore_aims();
            if stale != Stale::No {
                self.accepted.clone_from(&self.previous);
            }
        }
        result
    }

    /// The last accepted state as bytes.
    pub fn save(&self) -> Vec<u8> {
        results::to_bytes(self.fingerprint, &self.accepted)
    }

    /// Go back to a saved state; an open step is forgotten. On failure nothing changes.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        require_memory(self.room_to_save(), "the snapshot")?;
        let saved = results::from_bytes(self.fingerprint, &self.accepted, bytes)?;
        results::require_possible(&self.model, &saved)?;
        let saved = self.in_own_form(saved)?;
        self.accepted.clone_from(&saved);
        self.reported.take();
        self.trial.clone_from(&self.accepted);
        (self.open, self.dense, self.failure) = (None, Dense::Unknown, None);
        (self.evaluated, self.unsettled) = (false, None);
        self.sync_locks(false);
        Ok(())
    }
}
