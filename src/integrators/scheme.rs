//! The schemes behind one call.

use super::estimate::BUMP;
use super::generalized_alpha::Scaling;
use super::{SCHEMES, Scheme, Workspace, departure, first_step, initial, stiff_start, turns};
use crate::assembly::Weights;
use crate::error::{Brief, Error, Result};
use crate::math::Vec3;
use crate::model::file::record::{Entry, Record};
use crate::model::{Interpolation, Model, NodeKind};
use crate::newton::{History, Settings};
use crate::state::{Input, Origin, State};
use crate::terms::{InstantAudit, Mass, NodeId, Term};

/// σ below which several branches of a motion may end where a step does.
const WEAK: f64 = 0.1;

/// What a state, a file and a host remember a scheme by.
#[derive(Debug)]
pub struct Listed {
    /// in snapshots, and never given to another scheme
    pub code: u32,
    /// its name in case files
    pub file: &'static str,
    /// the scheme of such a file, with its parameters
    pub read: fn(&Entry) -> Result<Scheme>,
}

/// All that one step is made of.
pub struct Stepping<'a> {
    /// the model
    pub model: &'a Model,
    /// where it begins; left alone
    pub start: &'a State,
    /// size of the step [s]
    pub h: f64,
    /// of the equations
    pub scaling: &'a Scaling,
    /// of Newton's method
    pub settings: &'a Settings,
}

/// How a step has ended.
pub struct Ended<'a> {
    /// energy, momenta and powers there
    pub audit: InstantAudit,
    /// names the step
    pub what: std::fmt::Arguments<'a>,
}

/// A scheme: its names and parameters, what it can and remembers, its step. It stands beside the equations of the scheme.
pub trait Method {
    /// What it is remembered by.
    fn listed(&self) -> &'static Listed;

    /// Its name in messages.
    fn name(&self) -> &'static str;

    /// Its parameters, for a case file.
    fn write(&self, record: Record) -> Record {
        record
    }

    /// Are its parameters possible?
    fn check_parameters(&self) -> Result<()> {
        Ok(())
    }

    /// Does it ask terms for their form over a step?
    fn is_over_step(&self) -> bool {
        false
    }

    /// Can it take a mass between places of nodes that turn?
    fn takes_mass_between_frames(&self) -> bool {
        true
    }

    /// The scheme as which it runs on this model, if that is another one, and why, in words.
    fn runs_as(&self, _model: &Model) -> Option<(Scheme, String)> {
        None
    }

    /// See [`Scheme::newton_tolerance`].
    fn newton_tolerance(&self) -> f64 {
        1e-10
    }

    /// What its first step takes over what a simulation does, measured on chains and beams and doubled.
    fn memory(&self, _rigid: bool) -> usize {
        2
    }

    /// See [`Scheme::error_order`].
    fn error_order(&self) -> Option<u32> {
        None
    }

    /// See [`Scheme::estimate`].
    fn estimate(
        &self,
        _model: &Model,
        _ends: [&State; 2],
        _work: &mut Workspace,
        _h: f64,
        _scaling: &Scaling,
    ) -> Result<Option<[f64; 2]>> {
        Ok(None)
    }

    /// Weights of the equations whose factors its estimate leaves, and the part of a force that they take for a displacement.
    fn weights(&self, h: f64, _scaling: &Scaling, scale: [f64; 2]) -> (Weights, f64) {
        let (k, spin) = (h * h / 6.0, Vec3::zeros());
        let plain = Weights { k, g: 0.0, m: 1.0, row: 1.0, scale, penalty: 0.0, diagonal: [0.0; 2], relax: 0.0, spin };
        (plain, BUMP * h * h)
    }

    /// Does it bring velocities onto the constraints at the end of every step, by itself, and take accelerations of a start as they
    /// are, however stiff?
    fn is_stiffly_accurate(&self) -> bool {
        false
    }

    /// A number that differs between parameters to which what a state carries belongs.
    fn parameters(&self) -> u32 {
        0
    }

    /// See [`Scheme::continues`]: by default from a consistent state, or one of its own.
    fn continues(&self, state: &State, _h: f64) -> bool {
        state.history.scheme == self.listed().code || (state.history.scheme == 0 && state.last_step == 0.0)
    }

    /// See [`Scheme::carries_accelerations`].
    fn carries_accelerations(&self) -> bool {
        false
    }

    /// See [`Scheme::refits`].
    fn refits(&self, _state: &State, _h: f64) -> bool {
        false
    }

    /// Prepare what it carries for the step to come from `state`; `scratch` is overwritten.
    fn prepare(
        &self,
        _model: &Model,
        _state: &mut State,
        _scratch: &mut State,
        _work: &mut Workspace,
        _h: f64,
        _scaling: &Scaling,
        _settings: &Settings,
    ) -> Result<()> {
        Ok(())
    }

    /// Solve the equations of a step into `trial`.
    fn solve(&self, step: &Stepping, trial: &mut State, work: &mut Workspace) -> Result<History>;

    /// Enter the end of a step in the audit of the run, and refuse it if its energy says that it is none.
    fn enter(&self, at: &Stepping, trial: &mut State, work: &mut Workspace, end: &Ended) -> Result<()>;
}

impl Scheme {
    /// A number for each kind of scheme, as a state remembers it.
    pub fn code(&self) -> u32 {
        self.with(|method| method.listed().code)
    }

    /// Its name in messages.
    pub fn name(&self) -> &'static str {
        self.with(|method| method.name())
    }

    /// Its name and parameters, for a case file.
    pub fn write(&self, record: Record) -> Record {
        self.with(|method| method.write(record.text("scheme", method.listed().file)))
    }

    /// The scheme that a case file names.
    pub fn read(entry: &Entry) -> Result<Scheme> {
        let names = SCHEMES.map(|listed| (listed.file, listed.read));
        entry.choice("scheme", &names)?(entry)
    }

    /// Memory that its first step takes over what a simulation does.
    pub fn memory(&self, rigid: bool) -> usize {
        self.with(|method| method.memory(rigid))
    }

    /// The scheme as which it runs on this model, if that is another one, and why, in words.
    pub fn runs_as(&self, model: &Model) -> Option<(Scheme, String)> {
        self.with(|method| method.runs_as(model))
    }

    /// See [`Method::is_stiffly_accurate`].
    pub fn is_stiffly_accurate(&self) -> bool {
        self.with(|method| method.is_stiffly_accurate())
    }

    /// Its name on this model, with that of the scheme as which it runs there.
    pub fn name_on(&self, model: &Model) -> String {
        match self.runs_as(model) {
            None => self.name().into(),
            Some((other, _)) => format!("{}, run as {}", self.name(), other.name()),
        }
    }

    /// A sentence on the scheme as which it runs on this model, with the reason, if that is another one.
    pub fn note_on(&self, model: &Model) -> Option<String> {
        let (other, why) = self.runs_as(model)?;
        Some(format!(
            "{} runs as {}, for {why}: order 2, both momenta kept. To be run as it is, it needs a rigid system in which every \
             node that moves carries a body with extent in all directions",
            self.name(),
            other.name()
        ))
    }

    /// How it wants beams to be interpolated; None: as the model wishes.
    pub fn interpolation(&self) -> Option<Interpolation> {
        self.with(|method| method.is_over_step()).then_some(Interpolation::Directors)
    }

    /// Can the scheme take every term of the model? The first that it cannot is named.
    pub fn check(&self, model: &Model) -> Result<()> {
        self.with(|method| method.check_parameters())?;
        if !self.with(|method| method.is_over_step()) {
            return Ok(());
        }
        self.check_masses(model)?;
        let Some(t) = (0..model.term_count()).find(|t| model.term(*t).interval().is_none()) else { return Ok(()) };
        let what = match model.beam_of(t) {
            Some(_) => {
                "with rotations it has no form over a step, and the options ask for rotations. Leave the interpolation to the scheme \
                 (SWP_BEAMS_BY_SCHEME)"
            }
            None => "it has no form over a step. Leave it out",
        };
        Err(Error::InvalidArgument(format!(
            "{} cannot take {}: {what}, or choose generalised-α or Radau IIA",
            self.name(),
            model.term_name(t)
        )))
    }

    /// Schemes that work with momenta in the axes of the nodes take a mass on places where nodes do not turn: between nodes that do,
    /// momentum would not be kept.
    fn check_masses(&self, model: &Model) -> Result<()> {
        if self.with(|method| method.takes_mass_between_frames()) {
            return Ok(());
        }
        for t in 0..model.term_count() {
            let term = model.term(t);
            if matches!(term.mass(), Mass::Frames(_)) {
                return Err(Error::InvalidArgument(format!(
                    "{} cannot take {}: its mass is consistent, between the nodes. Choose lumped mass, or the energy preserving scheme, \
                     generalised-α or Radau IIA",
                    self.name(),
                    model.term_name(t)
                )));
            }
            let Mass::Places(mass) = term.mass() else { continue };
            let turns = |id: &&NodeId| model.nodes()[id.0].kind == NodeKind::Free;
            if let Some(id) = mass.nodes().iter().find(turns) {
                return Err(Error::InvalidArgument(format!(
                    "{} cannot take {}: it has mass between places, and node \"{}\" turns. Make it a point, or choose the energy \
                     preserving scheme, generalised-α or Radau IIA",
                    self.name(),
                    model.term_name(t),
                    model.nodes()[id.0].name
                )));
            }
        }
        Ok(())
    }

    /// Largest correction that counts as converged, unless the host says otherwise: what it leaves does not show beside the error
    /// of the scheme at its usual steps, over thousands of them. Exact tangents leave its square. The simplified iteration of
    /// Radau IIA leaves a part of it, and its errors are of third order.
    pub fn newton_tolerance(&self) -> f64 {
        self.with(|method| method.newton_tolerance())
    }

    /// The power of h with which the estimated error of one step grows; None for a scheme without an estimate.
    pub fn error_order(&self) -> Option<u32> {
        self.with(|method| method.error_order())
    }

    /// Local error of the step of size `h` from `start` to `trial`, the last one solved: largest of a translation [m] and of
    /// a rotation [rad]; None for a scheme without an estimate.
    pub fn estimate(
        &self,
        model: &Model,
        start: &State,
        trial: &State,
        work: &mut Workspace,
        h: f64,
        scaling: &Scaling,
    ) -> Result<Option<[f64; 2]>> {
        self.with(|method| method.estimate(model, [start, trial], work, h, scaling))
    }

    /// Does a step of size `h` continue what led to `state`, or has it to be prepared?
    pub fn continues(&self, state: &State, h: f64) -> bool {
        self.with(|method| method.continues(state, h))
    }

    /// Does a step depend on accelerations of the steps before?
    pub fn carries_accelerations(&self) -> bool {
        self.with(|method| method.carries_accelerations())
    }

    /// Must a state that a step of size `h` continues be fitted to that size? Velocities on the constraints fit every size.
    pub fn refits(&self, state: &State, h: f64) -> bool {
        self.with(|method| method.refits(state, h))
    }

    /// Fit a state that is continued to a step of another size.
    pub fn refit(&self, model: &Model, state: &mut State, work: &mut Workspace, h: f64) -> Result<()> {
        let ratio = h / state.last_step;
        first_step::refit(model, state, work, ratio)
    }

    /// Prepare a state that another scheme, or a step of a very different size, has made; `scratch` is overwritten. `soft`: without
    /// accelerations that are too stiff to follow the step.
    pub fn prepare(
        &self,
        model: &Model,
        state: &mut State,
        scratch: &mut State,
        work: &mut Workspace,
        (h, soft): (f64, bool),
        scaling: &Scaling,
        settings: &Settings,
    ) -> Result<()> {
        if state.last_step > 0.0 {
            // what is set for the end of the step does not act at its beginning
            state.inputs.iter_mut().for_each(Input::turn_back);
            initial::restart(model, state, work)?;
            state.inputs.iter_mut().for_each(Input::turn_back);
        }
        if soft {
            stiff_start::soften(model, state, work, h)?;
        }
        self.with(|method| method.prepare(model, state, scratch, work, h, scaling, settings))
    }

    /// Solve one step of size `h` from `start` into `trial`, and enter it in the audit. `start` is left alone.
    pub fn step(
        &self,
        model: &Model,
        start: &State,
        trial: &mut State,
        work: &mut Workspace,
        h: f64,
        scaling: &Scaling,
        settings: &Settings,
    ) -> Result<History> {
        let length = work.length;
        let step = Stepping { model, start, h, scaling, settings };
        // room that a step may need beside singular positions, made with the first one
        work.vectors.matrix.resize(work.system.values.len(), 0.0);
        let history = work
            .step_or_relax(|work| self.with(|method| method.solve(&step, trial, work)))
            .map_err(|error| if start.travels(h, length) { start.run_audit.explain(error) } else { error })
            .map_err(|error| error.in_step(start.time, h))?;
        let history = self.take_the_nearer(history, &step, trial, work)?;
        (trial.time, trial.time_rest) = start.time_after(h);
        (trial.history.scheme, trial.history.coefficients) = (self.code(), self.with(|method| method.parameters()));
        trial.origin = Origin::Steps;
        work.trials.measure(start, trial, h, work.length);
        trial.count_turns(model, h);
        trial.require_turns(model)?;
        trial.remember(model, &work.functions);
        let audit = trial.audit(model, &work.functions, &trial.multipliers);
        let [from, to, size] = [start.time, trial.time, h].map(Brief);
        let what = format_args!("step from t = {from} s to {to} s (h = {size} s)");
        turns::require_followed(model, start, trial, &work.functions, h, what)?;
        self.with(|method| method.enter(&step, trial, work, &Ended { audit, what }))?;
        trial.run_audit.require_finite(what)?;
        trial.run_audit.steps += 1;
        trial.run_audit.iterations += (history.iterations + history.simplified) as u64;
        Ok(history)
    }

    /// A step that ends in or beside a singular position has solutions on all branches that cross there, and Newton's method that was
    /// thrown about on its way may have found any. The one with the least change of velocities is taken, by Gauss's principle.
    fn take_the_nearer(
        &self,
        history: History,
        step: &Stepping,
        trial: &mut State,
        work: &mut Workspace,
    ) -> Result<History> {
        let Stepping { model, start, h, .. } = *step;
        if !history.strayed || departure::weakest(model, trial, work)? > WEAK {
            return Ok(history);
        }
        let first = departure::change(model, start, trial, h);
        let mut solve = |work: &mut Workspace| self.with(|method| method.solve(step, trial, work));
        let again = work.relaxed(&mut solve);
        if let Ok(again) = again {
            let second = departure::change(model, start, trial, h);
            if second < first {
                return Ok(again);
            }
        }
        work.step_or_relax(|work| self.with(|method| method.solve(step, trial, work)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integrators::generalized_alpha::Coefficients;
    use crate::model::file::json;

    /// Every scheme, with parameters that are no defaults.
    fn every() -> Vec<Scheme> {
        let newmark = Coefficients::newmark(0.6, 0.4).unwrap();
        vec![
            Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.3).unwrap()),
            Scheme::GeneralizedAlpha(Coefficients::hht(0.2).unwrap()),
            Scheme::StageWeighted(newmark),
            Scheme::RadauIIA,
            Scheme::EnergyPreserving,
            Scheme::EnergyDecaying(0.4),
            Scheme::MomentumPreserving,
            Scheme::MomentumDecaying(0.6),
            Scheme::MomentumDecayingConstrained(0.8),
        ]
    }

    #[test]
    fn schemes_are_listed_once_and_read_as_they_were_written() {
        for (k, listed) in SCHEMES.iter().enumerate() {
            assert!(listed.code > 0);
            assert!(SCHEMES[..k].iter().all(|other| other.code != listed.code && other.file != listed.file));
            assert!(every().iter().any(|scheme| scheme.code() == listed.code), "{}", listed.file);
        }
        for scheme in every() {
            assert!(SCHEMES.iter().any(|listed| listed.code == scheme.code()));
            let text = scheme.write(Record::part()).named(&[]).write().unwrap();
            let root = json::parse(&text).unwrap();
            let entry = Entry::new(&root, "options").unwrap();
            assert_eq!(Scheme::read(&entry).unwrap(), scheme);
            entry.finish().unwrap();
        }
    }
}
