//! The schemes behind one call.

use super::energy_momentum::{self, Kind};
use super::generalized_alpha::{self, Coefficients, Family, Form, Scaling};
use super::{Workspace, departure, energy_decaying, first_step, initial, radau_iia, stiff_start};
use crate::error::{Brief, Error, Result};
use crate::model::{Model, NodeKind};
use crate::newton::{History, Settings};
use crate::state::{Input, Origin, State};
use crate::terms::{Mass, NodeId, Term};

/// σ below which several branches of a motion may end where a step does.
const WEAK: f64 = 0.1;

/// How time is integrated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scheme {
    /// generalised-α, equilibrium at the end of the step
    GeneralizedAlpha(Coefficients),
    /// generalised-α, equilibrium at the weighted stage inside the step, conditions at its end
    StageWeighted(Coefficients),
    /// Radau IIA of two stages
    RadauIIA,
    /// EP of Bauchau 2003
    EnergyPreserving,
    /// ED of Bauchau 2003 with its α: by the letter on rigid systems; with orthonormal frames at the inner level, which is
    /// MP-ED, when there are beams or nodes without a body
    EnergyDecaying(f64),
    /// MP-EP of Borri 2000
    MomentumPreserving,
    /// MP-ED with its α, inner level free of conditions (MP-ED1p)
    MomentumDecaying(f64),
    /// MP-ED by the letter of Borri 2000: conditions at both levels; of first order with joints
    MomentumDecayingConstrained(f64),
}

impl Scheme {
    /// A number for each kind of scheme, as a state remembers it.
    pub fn code(&self) -> u32 {
        match self {
            Scheme::GeneralizedAlpha(_) => 1,
            Scheme::StageWeighted(_) => generalized_alpha::STAGE_WEIGHTED,
            Scheme::RadauIIA => 3,
            Scheme::EnergyPreserving => 4,
            Scheme::EnergyDecaying(_) => 5,
            Scheme::MomentumPreserving => 6,
            Scheme::MomentumDecaying(_) => 7,
            Scheme::MomentumDecayingConstrained(_) => 8,
        }
    }

    /// A number that differs between coefficients of generalised-α: acceleration-like variables belong to one set of them.
    fn coefficients(&self) -> u32 {
        let (Scheme::GeneralizedAlpha(c) | Scheme::StageWeighted(c)) = self else { return 0 };
        [c.alpha_m, c.alpha_f, c.beta, c.gamma].iter().fold(0x811c_9dc5, |hash, value| {
            value.to_le_bytes().iter().fold(hash, |h: u32, b| (h ^ u32::from(*b)).wrapping_mul(0x0100_0193))
        })
    }

    /// Its name in messages.
    pub fn name(&self) -> &'static str {
        match self {
            Scheme::GeneralizedAlpha(c) => match c.family {
                Family::SpectralRadius => "generalised-α",
                Family::Hht => "HHT-α",
                Family::Newmark => "Newmark",
            },
            Scheme::StageWeighted(c) => match c.family {
                Family::SpectralRadius => "generalised-α in its stage-weighted form",
                Family::Hht => "HHT-α in its stage-weighted form",
                Family::Newmark => "Newmark in its stage-weighted form",
            },
            Scheme::RadauIIA => "Radau IIA",
            Scheme::EnergyPreserving => "the energy preserving scheme (EP)",
            Scheme::EnergyDecaying(_) => "the energy decaying scheme (ED)",
            Scheme::MomentumPreserving => "the momentum and energy preserving scheme (MP-EP)",
            Scheme::MomentumDecaying(_) => "the momentum preserving, energy decaying scheme (MP-ED)",
            Scheme::MomentumDecayingConstrained(_) => "the MP-ED scheme with both levels constrained",
        }
    }

    /// The scheme as which it runs on this model, if that is another one, and why, in words.
    pub fn runs_as(&self, model: &Model) -> Option<(Scheme, String)> {
        let Scheme::EnergyDecaying(alpha) = *self else { return None };
        energy_decaying::hindrance(model).map(|why| (Scheme::MomentumDecaying(alpha), why))
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

    /// Is it one of the schemes over a step?
    fn is_interval(&self) -> bool {
        !matches!(self, Scheme::GeneralizedAlpha(_) | Scheme::StageWeighted(_) | Scheme::RadauIIA)
    }

    /// The schemes over a step with six unknowns a node and level.
    fn interval(&self) -> Option<Kind> {
        match *self {
            Scheme::EnergyPreserving => Some(Kind::Directors),
            Scheme::MomentumPreserving => Some(Kind::Momenta),
            Scheme::EnergyDecaying(alpha) | Scheme::MomentumDecaying(alpha) => Some(Kind::Decaying(alpha, false)),
            Scheme::MomentumDecayingConstrained(alpha) => Some(Kind::Decaying(alpha, true)),
            Scheme::GeneralizedAlpha(_) | Scheme::StageWeighted(_) | Scheme::RadauIIA => None,
        }
    }

    /// Can the scheme take every term of the model? The first that it cannot is named.
    pub fn check(&self, model: &Model) -> Result<()> {
        if let Scheme::EnergyDecaying(alpha)
        | Scheme::MomentumDecaying(alpha)
        | Scheme::MomentumDecayingConstrained(alpha) = self
        {
            generalized_alpha::in_range("decay_alpha", *alpha, 0.0, 1.0)?;
        }
        if !self.is_interval() {
            return Ok(());
        }
        self.check_masses(model)?;
        match (0..model.term_count()).find(|t| model.term(*t).interval().is_none()) {
            None => Ok(()),
            Some(t) => Err(Error::InvalidArgument(format!(
                "{} cannot take {}: it has no form over a step. Beams need interpolated directors (SWP_INTERPOLATE_DIRECTORS) there; \
                 or choose generalised-α or Radau IIA",
                self.name(),
                model.term_name(t)
            ))),
        }
    }

    /// Schemes that work with momenta in the axes of the nodes take a mass on places where nodes do not turn: between nodes that do,
    /// momentum would not be kept.
    fn check_masses(&self, model: &Model) -> Result<()> {
        if *self == Scheme::EnergyPreserving {
            return Ok(());
        }
        for t in 0..model.term_count() {
            let Mass::Places(mass) = model.term(t).mass() else { continue };
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
        if *self == Scheme::RadauIIA { 1e-12 } else { 1e-10 }
    }

    /// The power of h with which the estimated error of one step grows; None for a scheme without an estimate.
    pub fn error_order(&self) -> Option<u32> {
        match self {
            Scheme::GeneralizedAlpha(_) | Scheme::StageWeighted(_) => Some(3),
            Scheme::RadauIIA => Some(4),
            _ => None,
        }
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
        match self {
            Scheme::GeneralizedAlpha(c) | Scheme::StageWeighted(c) => {
                generalized_alpha::error_estimate(model, start, trial, work, c, h, scaling).map(Some)
            }
            Scheme::RadauIIA => super::error_estimate(model, start, trial, work, h).map(Some),
            _ => Ok(None),
        }
    }

    /// Does a step of size `h` continue what led to `state`, or has it to be prepared?
    pub fn continues(&self, state: &State, h: f64) -> bool {
        match self {
            Scheme::GeneralizedAlpha(_) | Scheme::StageWeighted(_) => {
                (state.scheme, state.coefficients) == (self.code(), self.coefficients())
                    && (0.5..=2.0).contains(&(h / state.last_step))
            }
            // a consistent state, or one of its own
            _ => state.scheme == self.code() || (state.scheme == 0 && state.last_step == 0.0),
        }
    }

    /// Does a step depend on accelerations of the steps before?
    pub fn carries_accelerations(&self) -> bool {
        matches!(self, Scheme::GeneralizedAlpha(_) | Scheme::StageWeighted(_))
    }

    /// Must a state that a step of size `h` continues be fitted to that size? Velocities on the constraints fit every size.
    pub fn refits(&self, state: &State, h: f64) -> bool {
        let (Scheme::GeneralizedAlpha(c) | Scheme::StageWeighted(c)) = self else { return false };
        !c.projects() && (h / state.last_step - 1.0).abs() > 1e-4
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
        if let Scheme::GeneralizedAlpha(c) | Scheme::StageWeighted(c) = self {
            first_step::anticipate(model, state, scratch, work, h, c, scaling, settings)?;
        }
        Ok(())
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
        // room that a step may need beside singular positions, made with the first one
        work.vectors.matrix.resize(work.system.values.len(), 0.0);
        let history = work
            .step_or_relax(|work| self.solve(model, start, trial, work, h, scaling, settings))
            .map_err(|error| if start.travels(h, length) { start.run_audit.explain(error) } else { error })?;
        let history = self.take_the_nearer(history, model, start, trial, work, h, scaling, settings)?;
        (trial.time, trial.time_rest) = start.time_after(h);
        (trial.scheme, trial.coefficients) = (self.code(), self.coefficients());
        trial.origin = Origin::Steps;
        work.trials.measure(start, trial, h, work.length);
        trial.count_turns(model, h);
        trial.require_turns(model)?;
        trial.remember(model, &work.functions);
        let audit = trial.audit(model, &work.functions, &trial.multipliers);
        let [from, to, size] = [start.time, trial.time, h].map(Brief);
        let what = format_args!("step from t = {from} s to {to} s (h = {size} s)");
        match self {
            Scheme::GeneralizedAlpha(_) | Scheme::StageWeighted(_) => {
                trial.run_audit.enter(h, &audit);
                let explained = trial.run_audit.require_explained(audit.potential, what);
                if trial.travels(h, work.length) {
                    explained?;
                    departure::require_none(model, start, trial, work, &audit, what)?;
                }
            }
            _ => {
                trial.run_audit.close(&audit);
                if self.interval().is_some() && trial.travels(h, work.length) {
                    departure::require_no_gain(start, trial, &audit, what)?;
                }
            }
        }
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
        model: &Model,
        start: &State,
        trial: &mut State,
        work: &mut Workspace,
        h: f64,
        scaling: &Scaling,
        settings: &Settings,
    ) -> Result<History> {
        if !history.strayed || departure::weakest(model, trial, work)? > WEAK {
            return Ok(history);
        }
        let first = departure::change(model, start, trial, h);
        let mut solve = |work: &mut Workspace| self.solve(model, start, trial, work, h, scaling, settings);
        let again = work.relaxed(&mut solve);
        if let Ok(again) = again {
            let second = departure::change(model, start, trial, h);
            if second < first {
                return Ok(again);
            }
        }
        work.step_or_relax(|work| self.solve(model, start, trial, work, h, scaling, settings))
    }

    /// Solve the equations of a step.
    fn solve(
        &self,
        model: &Model,
        start: &State,
        trial: &mut State,
        work: &mut Workspace,
        h: f64,
        scaling: &Scaling,
        settings: &Settings,
    ) -> Result<History> {
        match self {
            Scheme::GeneralizedAlpha(c) => {
                generalized_alpha::step(model, start, trial, work, (c, Form::End), h, scaling, settings)
            }
            Scheme::StageWeighted(c) => {
                generalized_alpha::step(model, start, trial, work, (c, Form::Weighted), h, scaling, settings)
            }
            Scheme::RadauIIA => {
                let solver = radau_iia::Solver::Simplified;
                radau_iia::step(model, start, trial, work, solver, h, scaling, settings)
            }
            Scheme::EnergyDecaying(alpha) if work.rigid => {
                energy_decaying::step(model, start, trial, work, *alpha, h, settings)
            }
            _ => {
                let kind = self.interval().expect("the other schemes are over a step");
                energy_momentum::step(model, start, trial, work, kind, h, settings)
            }
        }
    }
}
