//! How the beams of a simulation are interpolated: as its host asks, as its scheme needs it, or as the model wishes.
//!
//! A change of the form keeps the motion. The strains of the two forms differ by their errors of interpolation, and so does the strain
//! energy: the audit of the run has the difference (`interpolation`), and accelerations and multipliers are solved for again.

use super::queries::Dense;
use super::{Options, Simulation};
use crate::error::{Result, require_memory};
use crate::integrators::{Workspace, carry, initial};
use crate::model::{Form, Interpolation, Model};
use crate::state::{Input, State};
use crate::terms::Phase;
use std::sync::Arc;

impl Options {
    /// The interpolation that all beams are to have; None: as the model wishes.
    pub fn interpolation(&self) -> Option<Interpolation> {
        self.interpolation.or(self.scheme.interpolation())
    }

    /// The model with its beams as these options want them.
    pub(super) fn interpolated(&self, given: &Arc<Model>) -> Result<Arc<Model>> {
        if self.form(given) == given.form() {
            return Ok(Arc::clone(given));
        }
        require_memory(given.room_to_copy(), "another interpolation of the beams")?;
        let other = self.interpolation().and_then(|how| given.interpolated(how));
        Ok(other.map_or_else(|| Arc::clone(given), Arc::new))
    }

    /// Which interpolation the beams of a model have under these options.
    pub(super) fn form(&self, given: &Model) -> Form {
        match self.interpolation() {
            Some(_) if given.beams().is_empty() => Form::None,
            Some(Interpolation::Rotations) => Form::Rotations,
            Some(Interpolation::Directors) => Form::Directors,
            None => given.form(),
        }
    }
}

impl Simulation {
    /// How the beams are interpolated now.
    pub fn form(&self) -> Form {
        self.model.form()
    }

    /// Bring the beams into the form of these options, and err if their scheme cannot take the model so. On failure nothing changes.
    pub(super) fn take_form(&mut self, options: &Options) -> Result<()> {
        if options.form(&self.given) == self.model.form() {
            return options.scheme.check(&self.model);
        }
        let model = options.interpolated(&self.given)?;
        options.scheme.check(&model)?;
        require_memory(model.room_to_simulate(), "another interpolation of the beams")?;
        let (mut work, mut state) = (self.fresh_work(&model)?, self.accepted.clone());
        if let Some(first) = &self.first {
            first.evaluate_functions(&model, first.time, &mut work.functions)?;
            work.take_measures(&model, first)?;
        }
        let moves = self.report.require_mass().is_ok();
        change_form([&self.model, &model], &mut state, &mut work, moves)?;
        (self.model, self.work) = (model, work);
        // the last step can still be read, up to the change
        if self.dense == Dense::ToAccepted {
            self.ended.clone_from(&self.accepted);
            self.dense = Dense::ToSwitch;
        }
        self.accepted.clone_from(&state);
        (self.evaluated, self.unsettled) = (false, None);
        self.prescribed = Default::default();
        self.reported.take();
        Ok(())
    }

    /// A state that was saved, in the form of this simulation.
    pub(super) fn in_own_form(&mut self, mut state: State) -> Result<State> {
        if state.form == self.model.form() {
            return Ok(state);
        }
        require_memory(self.given.room_to_copy(), "another interpolation of the beams")?;
        let other = state.form.interpolation().and_then(|how| self.given.interpolated(how));
        let from = other.as_ref().unwrap_or(&self.given);
        let system = &mut self.work.system;
        system.locked.clear();
        system.locked.extend(state.locks.iter().map(|l| l.on));
        system.set_phase(&self.model, Phase::Run);
        let moves = self.report.require_mass().is_ok();
        let outcome = change_form([from, &self.model], &mut state, &mut self.work, moves);
        self.sync_locks(false);
        outcome.map(|()| state)
    }
}

/// The start of a simulation, if its beams may take another form.
pub(super) fn start_of(model: &Model, start: &State) -> Option<Box<State>> {
    (model.form() != Form::None).then(|| Box::new(start.clone()))
}

/// Bring a state of the first of these models, which differ in the form of their beams, into that of the second. `moves`: everything has
/// mass, and accelerations can be solved for.
fn change_form([from, to]: [&Model; 2], state: &mut State, work: &mut Workspace, moves: bool) -> Result<()> {
    state.history.forget_span();
    // what is set for the end of the next step does not act at its beginning
    state.inputs.iter_mut().for_each(Input::turn_back);
    let outcome = match moves {
        true => initial::restart(to, state, work),
        false => state.evaluate_functions(to, state.time, &mut work.functions),
    };
    work.judge(to, state.time, outcome)?;
    let [before, after] = [from, to].map(|model| carry::elastic_energies(model, state, &work.functions));
    state.run_audit.interpolation += before.iter().zip(&after).map(|(before, after)| after - before).sum::<f64>();
    let audit = state.audit(to, &work.functions, &state.multipliers);
    state.run_audit.close(&audit);
    state.run_audit.before = state.run_audit.mark(state.time);
    state.inputs.iter_mut().for_each(Input::turn_back);
    (state.form, state.history.scheme, state.last_step) = (to.form(), 0, 0.0);
    state.pace = Default::default();
    Ok(())
}
