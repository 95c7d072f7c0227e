//! All that moves: the motion of nodes and scalars, multipliers, the host's inputs, the audit.

pub mod dense;
mod inputs;
mod memory;

pub use inputs::{Input, Rule};
pub use memory::Memory;

use crate::error::{Error, Result};
use crate::math::{Vec3, so3};
use crate::model::{Form, Model};
use crate::terms::{Class, InstantAudit, Level, LockState, Motion, ScalarMotion, Works};

/// Time, energy, momenta and works at one instant, to measure a step from.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mark {
    /// time [s]
    pub time: f64,
    /// mechanical energy [J]
    pub energy: f64,
    /// linear momentum [kg·m/s], and angular momentum about the origin [kg·m²/s]
    pub momenta: [Vec3; 2],
    /// works since the start of applied loads, driven coordinates, conditions, dampers, and what the scheme dissipated [J]
    pub works: [f64; 5],
}

/// Unexplained energy over what has moved so far that a run may have: above it nothing is right any more.
const GREW: f64 = 10.0;
/// The same where a step cannot be solved: what a mechanism that runs too fast for its step has gained before.
const GREW_BEFORE: f64 = 0.25;
/// Rounding of potential energies, as a part of them, over millions of steps.
const GREW_ROUNDING: f64 = 1e-6;

/// Growth of unexplained energy that counts, and how often it does before a run is ended: what explodes grows on and on, what jumps
/// once does not.
const RECORD: f64 = 1.2;
const RECORDS: u64 = 6;

/// Largest angle of a joint [rad], beyond which its turns can no longer be counted.
const LARGEST_ANGLE: f64 = 1e12;

/// Totals that a run keeps.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RunAudit {
    /// accepted steps
    pub steps: u64,
    /// Newton iterations of all accepted steps
    pub iterations: u64,
    /// mechanical energy at the start [J]
    pub initial_energy: f64,
    /// work of applied loads since the start [J]
    pub applied: f64,
    /// work of driven coordinates [J]
    pub driven: f64,
    /// work of the conditions that should do none [J]
    pub constraints: f64,
    /// work of dampers [J]
    pub dampers: f64,
    /// powers now, in the order of these works [W]
    pub powers: [f64; 4],
    /// what the scheme itself dissipated, where it knows that exactly [J]
    pub dissipated: f64,
    /// how the last step violated the conditions on velocities where its scheme keeps them, in its middle [1/s]
    pub middle_violation: f64,
    /// largest kinetic energy so far that start, works and potential explain [J]
    pub explained: f64,
    /// what went through so far: works of loads, drives and dampers of every step, without their signs [J]
    pub through: f64,
    /// most energy so far that came from nowhere, where it was far too much [J], and how often it grew by a fifth
    pub peak: f64,
    /// so often
    pub records: u64,
    /// what changes of the interpolation of beams have added to their strain energy [J]
    pub interpolation: f64,
    /// mechanical energy now [J]
    pub energy: f64,
    /// linear momentum now, and angular momentum about the origin
    pub momenta: [Vec3; 2],
    /// at the beginning of the last step
    pub before: Mark,
}

impl RunAudit {
    /// Begin to count, with this audit.
    pub fn open(&mut self, time: f64, audit: &InstantAudit) {
        self.initial_energy = audit.kinetic + audit.potential;
        self.close(audit);
        self.before = self.mark(time);
    }

    /// What a step that begins at this time is measured from.
    pub fn mark(&self, time: f64) -> Mark {
        let works = [self.applied, self.driven, self.constraints, self.dampers, self.dissipated];
        Mark { time, energy: self.energy, momenta: self.momenta, works }
    }

    /// Enter a step of size `h` that ends with this audit: works by the trapezoidal rule, second order in h.
    pub fn enter(&mut self, h: f64, audit: &InstantAudit) {
        let powers = Self::powers_of(audit);
        let [applied, driven, constraints, dampers] = std::array::from_fn(|k| 0.5 * h * (self.powers[k] + powers[k]));
        self.add(&Works { applied, driven, constraints, dampers });
        self.middle_violation = 0.0;
        self.close(audit);
    }

    fn add(&mut self, works: &Works) {
        self.applied += works.applied;
        self.driven += works.driven;
        self.constraints += works.constraints;
        self.dampers += works.dampers;
        self.through += works.applied.abs() + works.driven.abs() + works.dampers.abs();
    }

    /// Energy that no load, drive or damper brought in [J]; work of the constraints that should do none counts as such.
    pub fn unexplained(&self) -> f64 {
        self.energy - self.initial_energy - self.applied - self.driven - self.dampers - self.interpolation
    }

    /// Err if there is far more energy than the mechanism can have, and ever more of it. Errors of a step that is too long, of a load
    /// that jumps or of a rebound are parts of the energy at hand; a drive whose rate jumps brings in energy that is not booked, once.
    /// `potential` is there for its rounding, and `what` names the step.
    pub fn require_explained(&mut self, potential: f64, what: std::fmt::Arguments) -> Result<()> {
        let rounding = GREW_ROUNDING * (potential.abs() + self.initial_energy.abs());
        let grown = self.unexplained();
        if grown.is_nan() || grown <= GREW * self.known() + rounding || grown <= RECORD * self.peak {
            return Ok(());
        }
        (self.peak, self.records) = (grown, self.records + 1);
        if self.records < RECORDS {
            return Ok(());
        }
        Err(Error::EnergyGrew(format!("{what}: {}", self.growth())))
    }

    /// Err if energy, momenta, powers or works are no finite numbers: speeds of 1e200 m/s are finite, their squares are not, and
    /// nothing can go on from there.
    pub fn require_finite(&self, what: std::fmt::Arguments) -> Result<()> {
        let energies = [self.energy, self.initial_energy, self.explained, self.through, self.peak];
        let works = [self.applied, self.driven, self.constraints, self.dampers, self.dissipated];
        let momenta = self.momenta.iter().flat_map(|momentum| momentum.iter());
        if energies.iter().chain(&works).chain(&self.powers).chain(momenta).all(|number| number.is_finite()) {
            return Ok(());
        }
        Err(Error::NotFinite(format!(
            "{what}: an energy, a momentum or a work is beyond all numbers (above 1e308): look for a drive, a load or an initial \
             velocity of an absurd size"
        )))
    }

    /// Energy that has moved so far [J].
    pub fn known(&self) -> f64 {
        self.explained + self.through
    }

    fn growth(&self) -> String {
        format!(
            "energy has grown by {:.1e} J that no load, drive or damper brought in, where {:.1e} J have moved so far: the solution has \
             left the equations of motion. Take smaller steps from the start, or a scheme that damps more: a smaller rho_infinity, \
             Radau IIA, or MP-ED",
            self.unexplained(),
            self.known()
        )
    }

    /// A step that could not be solved is the end of the same story where much energy has come from nowhere before it.
    pub fn explain(&self, error: Error) -> Error {
        match error {
            Error::NewtonFailed(text) if self.unexplained() > GREW_BEFORE * self.known() => {
                Error::NewtonFailed(format!("{text}. Before this step {}", self.growth()))
            }
            other => other,
        }
    }

    /// Enter a step of size `h` by a quadrature of its own.
    pub fn enter_stages(&mut self, h: f64, weights: [f64; 2], stages: &[InstantAudit; 2]) {
        self.middle_violation = 0.0;
        for (weight, audit) in weights.into_iter().zip(stages) {
            let [applied, driven, constraints, dampers] = Self::powers_of(audit).map(|power| h * weight * power);
            self.add(&Works { applied, driven, constraints, dampers });
        }
    }

    fn powers_of(audit: &InstantAudit) -> [f64; 4] {
        [audit.applied_power, audit.driven_power, audit.constraint_power, audit.damper_power]
    }

    /// Powers, energy and momenta at the end of a step whose works are entered.
    pub fn close(&mut self, audit: &InstantAudit) {
        self.powers = Self::powers_of(audit);
        self.energy = audit.kinetic + audit.potential;
        self.momenta = [audit.linear_momentum, audit.angular_momentum];
        self.explained = self.explained.max(audit.kinetic - self.unexplained().max(0.0));
    }

    /// Enter a step whose works and dissipation are known exactly.
    pub fn enter_exact(&mut self, works: &Works, dissipated: f64, middle_violation: f64) {
        self.add(works);
        self.dissipated += dissipated;
        self.middle_violation = middle_violation;
    }
}

/// What the control of the step remembers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pace {
    /// size that it proposes for the next step [s]; 0: none yet
    pub next: f64,
    /// error of the last step over its tolerance; 0: none yet
    pub error: f64,
}

/// How a state came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    /// the start of a simulation; no step was made yet
    #[default]
    Start,
    /// an equilibrium; no step was made since
    Equilibrium,
    /// steps led here
    Steps,
}

/// What was set since accelerations and multipliers of a start were solved for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stale {
    /// nothing
    #[default]
    No,
    /// inputs of loads
    Loads,
    /// inputs that drive joints
    Drives,
}

/// The state of a simulation at one instant. Cloning into an existing state allocates nothing.
#[derive(Debug, PartialEq)]
pub struct State {
    /// time [s]
    pub time: f64,
    /// what the sum of the steps has lost in rounding [s]: the time is `time` and this
    pub time_rest: f64,
    /// size of the step that led here [s], 0 at the start
    pub last_step: f64,
    /// the scheme that made it, by its code; 0 at the start
    pub scheme: u32,
    /// how beams are interpolated
    pub form: Form,
    /// a number for the coefficients that what it carries belongs to; 0 where there are none
    pub coefficients: u32,
    /// of the control of the step
    pub pace: Pace,
    /// motion of every node
    pub nodes: Vec<Motion>,
    /// acceleration-like variables of generalised-α: translation, rotation
    pub algorithmic: Vec<[Vec3; 2]>,
    /// accelerations at the beginning of the step that led here: translation, rotation
    pub former: Vec<[Vec3; 2]>,
    /// velocities of the twelve coordinates of every node; empty when the scheme keeps none
    pub rates: Vec<[Vec3; 4]>,
    /// mean multipliers of the step that led here; empty when the scheme keeps none
    pub means: Vec<f64>,
    /// the model's locks
    pub locks: Vec<LockState>,
    /// switches of locks that are done, in order of time
    pub switched: u64,
    /// motion of every scalar
    pub scalars: Vec<ScalarMotion>,
    /// acceleration-like variables of the scalars
    pub scalar_algorithmic: Vec<f64>,
    /// accelerations of the scalars at the beginning of the step that led here
    pub scalar_former: Vec<f64>,
    /// multipliers of all conditions, in the order of the terms
    pub multipliers: Vec<f64>,
    /// numbers set by the host
    pub inputs: Vec<Input>,
    /// how it came about
    pub origin: Origin,
    /// what the host has set since, at a start
    pub stale: Stale,
    /// states of the actuators
    pub memory: Memory,
    /// joint coordinates, angles counted over many turns
    pub coordinates: Vec<f64>,
    /// totals
    pub run_audit: RunAudit,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            time: self.time,
            time_rest: self.time_rest,
            last_step: self.last_step,
            scheme: self.scheme,
            form: self.form,
            coefficients: self.coefficients,
            pace: self.pace,
            nodes: self.nodes.clone(),
            algorithmic: self.algorithmic.clone(),
            former: self.former.clone(),
            rates: self.rates.clone(),
            means: self.means.clone(),
            locks: self.locks.clone(),
            switched: self.switched,
            scalars: self.scalars.clone(),
            scalar_algorithmic: self.scalar_algorithmic.clone(),
            scalar_former: self.scalar_former.clone(),
            multipliers: self.multipliers.clone(),
            inputs: self.inputs.clone(),
            origin: self.origin,
            stale: self.stale,
            memory: self.memory.clone(),
            coordinates: self.coordinates.clone(),
            run_audit: self.run_audit,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.time = source.time;
        self.time_rest = source.time_rest;
        self.last_step = source.last_step;
        (self.scheme, self.form) = (source.scheme, source.form);
        self.coefficients = source.coefficients;
        self.pace = source.pace;
        self.nodes.clone_from(&source.nodes);
        self.algorithmic.clone_from(&source.algorithmic);
        self.former.clone_from(&source.former);
        self.rates.clone_from(&source.rates);
        self.means.clone_from(&source.means);
        self.locks.clone_from(&source.locks);
        self.switched = source.switched;
        self.scalars.clone_from(&source.scalars);
        self.scalar_algorithmic.clone_from(&source.scalar_algorithmic);
        self.scalar_former.clone_from(&source.scalar_former);
        self.multipliers.clone_from(&source.multipliers);
        self.inputs.clone_from(&source.inputs);
        (self.origin, self.stale) = (source.origin, source.stale);
        self.memory.clone_from(&source.memory);
        self.coordinates.clone_from(&source.coordinates);
        self.run_audit = source.run_audit;
    }
}

impl State {
    /// The reference configuration of a model.
    pub fn reference(model: &Model, time: f64) -> Self {
        let nodes = model.starts();
        let scalars = model.scalar_starts(&nodes);
        let conditions = (0..model.term_count()).map(|k| model.term(k).conditions()).sum();
        let mut state = State {
            time,
            time_rest: 0.0,
            last_step: 0.0,
            scheme: 0,
            form: model.form(),
            coefficients: 0,
            pace: Pace::default(),
            algorithmic: vec![[Vec3::zeros(); 2]; nodes.len()],
            former: vec![[Vec3::zeros(); 2]; nodes.len()],
            rates: Vec::new(),
            means: Vec::new(),
            locks: model.locks().to_vec(),
            switched: 0,
            scalar_algorithmic: vec![0.0; scalars.len()],
            scalar_former: vec![0.0; scalars.len()],
            multipliers: vec![0.0; conditions],
            inputs: model.inputs().iter().map(|(_, v)| Input::new(*v, time)).collect(),
            origin: Origin::Start,
            stale: Stale::No,
            memory: Memory { time, states: vec![[0.0; 2]; model.actuators().len()] },
            coordinates: model.joints().iter().flat_map(|j| j.term.coordinates().iter().map(|_| 0.0)).collect(),
            run_audit: RunAudit::default(),
            nodes,
            scalars,
        };
        state.count_turns(model, 0.0);
        state
    }

    /// Time [s] after a step of size `h` from here, and what rounding takes from it: a sum that loses nothing from step to step
    /// (Neumaier's form of Kahan's).
    pub fn time_after(&self, h: f64) -> (f64, f64) {
        let step = h + self.time_rest;
        let time = self.time + step;
        let (large, small) = if self.time.abs() >= step.abs() { (self.time, step) } else { (step, self.time) };
        (time, (large - time) + small)
    }

    /// Set the time to a given one [s].
    pub fn set_time(&mut self, time: f64) {
        (self.time, self.time_rest, self.memory.time) = (time, 0.0, time);
    }

    /// Does some node move by more than a hundredth of `length` [m], or turn by that, in a time `h` [s]? What moves less is at the
    /// beginning of its motion, where errors of a step may be larger than its energy, or has hardly any.
    pub fn travels(&self, h: f64, length: f64) -> bool {
        self.nodes.iter().any(|node| (node.v.norm() / length).max(node.omega.norm()) * h > 0.01)
    }

    /// Largest coordinate of a node [m], and not less than `least`.
    pub fn extent(&self, least: f64) -> f64 {
        self.nodes.iter().fold(least, |most, node| most.max(node.x.amax()))
    }

    /// Inputs are at rest at the values that are set.
    pub fn rest_inputs(&mut self) {
        let now = self.time;
        self.inputs.iter_mut().for_each(|input| input.put([input.to[0], 0.0, 0.0], false, now));
    }

    /// Room for what some schemes keep, so that no copy has to make it later.
    pub fn reserve(&mut self) {
        self.rates.reserve(self.nodes.len());
        self.means.reserve(self.multipliers.len());
    }

    /// Update the joint coordinates. One that is an unknown has its value; another angle continues from its last value, to
    /// the turn nearest to where its rate over the last `dt` would bring it.
    pub fn count_turns(&mut self, model: &Model, dt: f64) {
        let joints = model.joints().iter().map(|j| &j.term);
        let each = joints.flat_map(|term| (0..term.coordinates().len()).map(move |c| (term, c)));
        for ((term, c), counted) in each.zip(&mut self.coordinates) {
            let (value, rate) = term.read(c, &self.nodes);
            *counted = match (term.scalar_of(c), term.coordinates()[c].class()) {
                (Some(scalar), _) => self.scalars[scalar.0].value,
                (None, Class::Translation) => value,
                (None, Class::Rotation) => {
                    let near = *counted + dt * rate;
                    near + so3::wrap(value - near)
                }
            };
        }
    }

    /// Err if an angle of a joint has so many turns that they can no longer be counted.
    pub fn require_turns(&self, model: &Model) -> Result<()> {
        let coordinates =
            model.joints().iter().flat_map(|joint| joint.term.coordinates().iter().map(move |c| (joint, c)));
        let lost =
            |class: Class, value: f64| class == Class::Rotation && (value.is_nan() || value.abs() > LARGEST_ANGLE);
        match coordinates.zip(&self.coordinates).find(|((_, c), value)| lost(c.class(), **value)) {
            None => Ok(()),
            Some(((joint, c), value)) => Err(Error::NotFinite(format!(
                "joint \"{}\", {}: an angle of {value:.1e} rad has too many turns to count, at most {LARGEST_ANGLE:e} rad; look for a drive \
                 in degrees or of an absurd size",
                joint.name, c.label
            ))),
        }
    }

    /// Energies, powers and momenta now.
    pub fn audit(&self, model: &Model, functions: &[[f64; 3]], multipliers: &[f64]) -> InstantAudit {
        let (mut audit, mut first) = (InstantAudit::default(), 0);
        let at = self.level(model, functions, 1.0);
        for k in 0..model.term_count() {
            let term = model.term(k);
            let end = first + term.conditions();
            term.audit(&at, &multipliers[first..end], &mut audit);
            first = end;
        }
        audit
    }

    /// The state as terms see it.
    pub fn level<'a>(&'a self, model: &Model, functions: &'a [[f64; 3]], load_factor: f64) -> Level<'a> {
        Level {
            time: self.time,
            load_factor,
            gravity: model.gravity() * load_factor,
            nodes: &self.nodes,
            scalars: &self.scalars,
            functions,
            inputs: functions.get(model.functions().len()..).unwrap_or_default(),
            rates: if self.rates.is_empty() { None } else { Some(&self.rates) },
            locks: &self.locks,
        }
    }
}
