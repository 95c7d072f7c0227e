//! Inputs of the host: set, with what they mean over a step, and evaluated without one.

use super::Simulation;
use crate::error::{Error, Result, require_finite};
use crate::integrators::initial;
use crate::loads::TimeFunction;
use crate::model::{Model, StationsId};
use crate::state::{Input, Origin, Rule, Stale, State};
use crate::terms::{FunctionId, Phase};

/// A part of the size of a step that counts as rounding of its end.
const ROUNDING: f64 = 1e-9;

/// What each input prescribes through constraints, by name: directly, or in sums and products. An actuator between them has smooth
/// rates of its own.
pub(super) fn driven(model: &Model) -> Vec<Option<String>> {
    let mut found = vec![None; model.inputs().len()];
    for t in 0..model.term_count() {
        let Some(function) = model.term(t).prescribed_by() else { continue };
        let mut open = vec![function];
        while let Some(function) = open.pop() {
            match &model.functions()[function.0] {
                TimeFunction::Input(k) => found[*k] = Some(model.term_name(t)),
                TimeFunction::Sum(parts) | TimeFunction::Product(parts) => open.extend(parts),
                _ => {}
            }
        }
    }
    found
}

/// A start whose accelerations do not belong to the inputs that are set, as it was before it was settled.
#[derive(Debug)]
pub(super) struct Unsettled {
    state: State,
    report: initial::Report,
    dropped: Vec<bool>,
}

impl Simulation {
    /// The place of an input, if `function` is one and the value is finite.
    pub fn check_input(&self, function: FunctionId, value: f64) -> Result<usize> {
        let TimeFunction::Input(k) = *self.model.function(function)? else {
            return Err(Error::InvalidArgument(format!(
                "function \"{}\" is a {:?}, not an input; only inputs can be set",
                self.model.function_name(function)?,
                self.model.function(function)?
            )));
        };
        if !value.is_finite() {
            let name = &self.model.inputs()[k].0;
            return Err(Error::InvalidArgument(format!("input \"{name}\" is {value}; a finite number is needed")));
        }
        Ok(k)
    }

    /// Set an input. It holds from the next solution on, also of a step that is open, in the way of its [`Rule`]; set before the
    /// first step of a simulation, or after statics, it is the value at the beginning of that step too.
    pub fn set_input(&mut self, function: FunctionId, value: f64) -> Result<()> {
        let k = self.check_input(function, value)?;
        self.put_input(k, [value, 0.0, 0.0], false);
        Ok(())
    }

    /// Set an input with its rate and second rate, as one that drives a joint needs them. Between the last accepted step and the
    /// end of the coming one it follows a smooth curve, whatever its rule.
    pub fn set_input_rates(&mut self, function: FunctionId, [value, rate, second]: [f64; 3]) -> Result<()> {
        let k = self.check_input(function, value)?;
        require_finite(&format!("input \"{}\", rate and second rate", self.model.inputs()[k].0), &[rate, second])?;
        self.put_input(k, [value, rate, second], true);
        Ok(())
    }

    /// Set forces [N] and moments [N·m] at stations, six numbers a station. They hold as inputs do.
    pub fn set_station_loads(&mut self, stations: StationsId, loads: &[f64]) -> Result<()> {
        let set = self.model.stations(stations)?;
        set.check_loads(loads)?;
        let first = set.first_input;
        loads.iter().enumerate().for_each(|(k, load)| self.put_input(first + k, [*load, 0.0, 0.0], false));
        Ok(())
    }

    pub(super) fn put_input(&mut self, k: usize, value: [f64; 3], rated: bool) {
        let now = self.accepted.time;
        let State { inputs, origin, stale, .. } = &mut self.accepted;
        if self.open.is_none() && *origin != Origin::Steps {
            // accelerations are those for `from`
            if inputs[k].from != value {
                let drives = self.driven[k].is_some() || *stale == Stale::Drives;
                *stale = if drives { Stale::Drives } else { Stale::Loads };
            }
            inputs[k].put(value, rated, now);
        } else {
            inputs[k].set(value, rated, now);
            if self.between {
                inputs[k].only_next();
            }
        }
        self.evaluated = false;
    }

    /// Are inputs that are set from now on set between two steps of a run? They then belong to the next of them alone.
    pub fn set_between(&mut self, between: bool) {
        self.between = between;
    }

    /// Choose what an input means over a step; None: all inputs and all loads of stations.
    pub fn set_input_rule(&mut self, function: Option<FunctionId>, rule: Rule) -> Result<()> {
        let range = match function {
            Some(function) => {
                let k = self.check_input(function, 0.0)?;
                k..k + 1
            }
            None => 0..self.accepted.inputs.len(),
        };
        self.set_rules(range, rule)
    }

    /// Choose what the loads of stations mean over a step.
    pub fn set_station_rule(&mut self, stations: StationsId, rule: Rule) -> Result<()> {
        let set = self.model.stations(stations)?;
        self.set_rules(set.first_input..set.first_input + 6 * set.stations.len(), rule)
    }

    fn set_rules(&mut self, range: std::ops::Range<usize>, rule: Rule) -> Result<()> {
        if self.open.is_some() {
            return Err(Error::WrongState(
                "a step is open; accept or reject it before the meaning of inputs is changed".into(),
            ));
        }
        let now = self.accepted.time;
        for input in &mut self.accepted.inputs[range] {
            let (to, rated) = (input.to, input.rated[1]);
            input.set(to, rated, now);
            input.rule = rule;
        }
        Ok(())
    }

    /// Inputs that are set reach their values at this time, the end of a step, unless another was given before.
    pub(super) fn aim_inputs(&mut self, end: f64) {
        self.accepted.inputs.iter_mut().for_each(|input| input.aim(end));
    }

    /// The same at the end of a run, but for those that were set for its next step.
    pub(super) fn aim_inputs_at_run(&mut self, end: f64) {
        self.accepted.inputs.iter_mut().for_each(|input| input.aim_at_run(end));
    }

    /// Remember when inputs are to reach their values, before a step is tried.
    pub(super) fn keep_aims(&mut self) {
        self.aims.clear();
        self.aims.extend(self.accepted.inputs.iter().map(|input| input.until));
    }

    /// Inputs are to reach their values when they were before the last trial.
    pub(super) fn restore_aims(&mut self) {
        self.accepted.inputs.iter_mut().zip(&self.aims).for_each(|(input, until)| input.until = *until);
    }

    /// Inputs reach their values at the end of the step that comes next, not of the one that was given up.
    pub(super) fn release_inputs(&mut self) {
        let now = self.accepted.time;
        self.accepted.inputs.iter_mut().filter(|i| i.since >= now).for_each(Input::release);
    }

    /// The trial of size `h` is about to be accepted: inputs have gone on with it; what was set after it was solved holds for the
    /// next one.
    pub(super) fn arrive_inputs(&mut self, h: f64) {
        let (end, slack) = (self.trial.time, ROUNDING * h);
        for (used, set) in self.trial.inputs.iter_mut().zip(&self.accepted.inputs) {
            let later = (set.to, set.rated[1]) != (used.to, used.rated[1]);
            used.arrive(end, slack);
            if later {
                used.set(set.to, set.rated[1], end);
            }
        }
    }

    /// Err where an input is not what the coming step needs.
    pub(super) fn check_inputs(&self) -> Result<()> {
        let name = |k: usize| &self.model.inputs()[k].0;
        for (k, input) in self.accepted.inputs.iter().enumerate() {
            let Input { from, to, rated, since, .. } = input;
            let again = from == to && *since == self.accepted.time;
            if rated[1] && again && (to[1] != 0.0 || to[2] != 0.0) {
                return Err(Error::InvalidArgument(format!(
                    "input \"{}\" has a rate of {} and a second rate of {} at t = {since} s, and has not been set for the step from \
                     there on: give its value and rates at the end of the step (swp_sim_set_input_rates), for the first step between \
                     swp_sim_begin and swp_sim_iterate",
                    name(k),
                    to[1],
                    to[2]
                )));
            }
            let Some(driven) = &self.driven[k] else { continue };
            if !rated[1] && (from[0] != to[0] || from[1] != 0.0) {
                return Err(Error::InvalidArgument(format!(
                    "input \"{}\" prescribes {driven} and goes from {} to {} without rates, so that accelerations and driving forces \
                     would not be determined: set it with its rate and second rate (swp_sim_set_input_rates), or let an actuator \
                     follow it (swp_model_add_second_order_actuator) and drive the joint by that",
                    name(k),
                    from[0],
                    to[0]
                )));
            }
        }
        Ok(())
    }

    /// Solve for accelerations and reactions of a state from which no step was made, if inputs were set since: they hold from the
    /// beginning of the first step on. Those that were set in an open step which was then rejected are for the end of a step: the
    /// start has what they come from. On failure nothing changes; and [`unsettle`](Self::unsettle) takes it back where the call that
    /// asked for it comes to nothing.
    pub(super) fn settle_start(&mut self) -> Result<()> {
        if self.accepted.stale == Stale::No {
            return Ok(());
        }
        let before = Unsettled {
            state: self.accepted.clone(),
            report: self.report.clone(),
            dropped: self.work.system.dropped.clone(),
        };
        self.work.forget_faults();
        self.restarted.clone_from(&self.accepted);
        let now = self.accepted.time;
        self.restarted.inputs.iter_mut().for_each(|input| input.put(input.from, input.rated[0], now));
        let outcome = self.solve_start();
        self.work.judge(&self.model, now, outcome)?;
        let state = &mut self.restarted;
        state.inputs.clone_from(&self.accepted.inputs);
        let audit = state.audit(&self.model, &self.work.functions, &state.multipliers);
        state.run_audit.open(state.time, &audit);
        let sound =
            state.require_turns(&self.model).and_then(|()| state.run_audit.require_finite(format_args!("the start")));
        if let Err(error) = sound {
            (self.report, self.work.system.dropped) = (before.report, before.dropped);
            self.work.system.set_phase(&self.model, Phase::Run);
            return Err(error);
        }
        state.stale = Stale::No;
        // a step that begins here and fails goes back to what was there before
        self.previous.clone_from(&self.accepted);
        self.accepted.clone_from(&self.restarted);
        self.reported.take();
        self.dense = super::queries::Dense::Unknown;
        self.unsettled = Some(Box::new(before));
        Ok(())
    }

    /// The call that settled the start has failed, or its step was rejected: all is as it was but for inputs that were set since.
    pub(super) fn unsettle(&mut self) {
        let Some(before) = self.unsettled.take() else { return };
        let Unsettled { mut state, report, dropped } = *before;
        std::mem::swap(&mut state.inputs, &mut self.accepted.inputs);
        self.accepted.clone_from(&state);
        (self.report, self.work.system.dropped) = (report, dropped);
        self.work.system.set_phase(&self.model, Phase::Run);
        self.reported.take();
    }

    fn solve_start(&mut self) -> Result<()> {
        let (model, state, work) = (&*self.model, &mut self.restarted, &mut self.work);
        if state.stale == Stale::Loads {
            state.evaluate_functions(model, state.time, &mut work.functions)?;
            return initial::solve_accelerations(model, state, work);
        }
        if state.origin == Origin::Equilibrium {
            return Err(Error::InvalidArgument(
                "an input that drives a joint was set after the equilibrium was found: solve for equilibrium again, or set it with its \
                 rates between swp_sim_begin and swp_sim_iterate, for the end of a step"
                    .into(),
            ));
        }
        // joints are driven from elsewhere: begin again, from the reference configuration
        let mut start = State::reference(model, state.time);
        super::switches::begin(model, &mut start);
        start.inputs.clone_from(&state.inputs);
        start.reserve();
        let dropped = work.system.dropped.clone();
        work.system.dropped.fill(false);
        match Self::find_start(model, &mut start, work, &self.options) {
            Ok(report) => {
                self.first = super::form::start_of(model, &start);
                (self.report, *state) = (report, start);
                Ok(())
            }
            Err(error) => {
                work.system.dropped = dropped;
                work.system.set_phase(model, Phase::Run);
                Err(error)
            }
        }
    }

    /// Accelerations and reactions for the inputs that are set, without a step: queries see them until something changes. Positions
    /// and velocities are those of the accepted state. Steps see nothing of it: the run goes on with the same bits as without.
    pub fn evaluate(&mut self) -> Result<()> {
        if self.open.is_some() {
            return Err(Error::WrongState(
                "a step is open; accept or reject it before accelerations are evaluated".into(),
            ));
        }
        self.report.require_mass()?;
        self.settle_start()?;
        self.unsettled = None;
        self.work.forget_faults();
        self.reported.take();
        self.evaluated = false;
        let (model, state, work) = (&*self.model, &mut self.trial, &mut self.work);
        state.clone_from(&self.accepted);
        let now = state.time;
        state.inputs.iter_mut().for_each(|input| input.put(input.to, input.rated[1], now));
        let outcome = state
            .evaluate_functions(model, now, &mut work.functions)
            .and_then(|()| initial::solve_accelerations(model, state, work));
        work.judge(model, now, outcome)?;
        let audit = state.audit(model, &work.functions, &state.multipliers);
        state.run_audit.close(&audit);
        self.evaluated = true;
        Ok(())
    }

    /// Factorisations of matrices so far, in steps and elsewhere.
    pub fn factorisations(&self) -> u64 {
        self.work.factorisations()
    }
}
