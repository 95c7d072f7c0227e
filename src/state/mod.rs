//! All that moves: the motion of nodes and scalars, multipliers, the host's inputs, the audit.

pub mod dense;
mod history;
mod inputs;
mod memory;
mod run_audit;

pub use history::SchemeHistory;
pub use inputs::{Input, Rule};
pub use memory::Memory;
pub use run_audit::{Mark, RunAudit};

use crate::error::{Error, Result};
use crate::math::so3;
use crate::model::{Form, Model};
use crate::terms::{Class, InstantAudit, Level, LockState, Motion, ScalarMotion};

/// `Clone` of a struct by one list of its fields, into an existing one without allocating; a field that is left out does not compile.
macro_rules! copied {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                $name { $($field: self.$field.clone()),* }
            }

            fn clone_from(&mut self, source: &Self) {
                let $name { $($field),* } = source;
                $(self.$field.clone_from($field);)*
            }
        }
    };
}
use copied;

/// Largest angle of a joint [rad], beyond which its turns can no longer be counted.
const LARGEST_ANGLE: f64 = 1e12;

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
    /// how beams are interpolated
    pub form: Form,
    /// of the control of the step
    pub pace: Pace,
    /// motion of every node
    pub nodes: Vec<Motion>,
    /// the model's locks
    pub locks: Vec<LockState>,
    /// switches of locks that are done, in order of time
    pub switched: u64,
    /// motion of every scalar
    pub scalars: Vec<ScalarMotion>,
    /// what the scheme that made the last step carries
    pub history: SchemeHistory,
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

copied!(State {
    time,
    time_rest,
    last_step,
    form,
    pace,
    nodes,
    scalars,
    history,
    locks,
    switched,
    multipliers,
    inputs,
    origin,
    stale,
    memory,
    coordinates,
    run_audit
});

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
            form: model.form(),
            pace: Pace::default(),
            locks: model.locks().to_vec(),
            switched: 0,
            history: SchemeHistory::none(nodes.len(), scalars.len()),
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
        self.history.rates.reserve(self.nodes.len());
        self.history.means.reserve(self.multipliers.len());
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
            rates: if self.history.rates.is_empty() { None } else { Some(&self.history.rates) },
            locks: &self.locks,
        }
    }
}
