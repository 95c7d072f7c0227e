//! Generalised-α, HHT-α and Newmark among the schemes.

use super::{Coefficients, Family, Form, Scaling, error_estimate, step, weights};
use crate::assembly::Weights;
use crate::error::Result;
use crate::integrators::scheme::{Ended, Listed, Method, Stepping};
use crate::integrators::{Scheme, Workspace, departure, first_step};
use crate::model::Model;
use crate::model::file::record::{Entry, Record};
use crate::newton::{History, Settings};
use crate::state::State;

/// Equilibrium at the end of the step.
pub const AT_END: Listed =
    Listed { code: 1, file: "generalised-alpha", read: |e| Ok(Scheme::GeneralizedAlpha(coefficients(e)?)) };

/// Equilibrium at the weighted stage.
pub const WEIGHTED: Listed = Listed {
    code: 2,
    file: "generalised-alpha, stage weighted",
    read: |e| Ok(Scheme::StageWeighted(coefficients(e)?)),
};

const FAMILIES: [(&str, Family); 3] =
    [("generalised-alpha", Family::SpectralRadius), ("HHT", Family::Hht), ("Newmark", Family::Newmark)];

/// Within the ranges of the three families of coefficients.
fn coefficients(e: &Entry) -> Result<Coefficients> {
    let within = |key: &'static str, low: f64, high: f64| match e.number(key)? {
        value if (low..=high).contains(&value) => Ok(value),
        value => Err(e.wrong(key, &format!("{value} is not possible; it must be in [{low}, {high}]"))),
    };
    let (alpha_m, alpha_f) = (within("alpha_m", -1.0, 0.5)?, within("alpha_f", 0.0, 0.5)?);
    let family = if e.has("family") { e.choice("family", &FAMILIES)? } else { Family::SpectralRadius };
    Ok(Coefficients { family, alpha_m, alpha_f, beta: within("beta", 0.2, 2.0)?, gamma: within("gamma", 0.4, 1.6)? })
}

/// The scheme of these coefficients, in one of its forms.
pub struct Alpha(pub Coefficients, pub Form);

impl Method for Alpha {
    fn listed(&self) -> &'static Listed {
        match self.1 {
            Form::End => &AT_END,
            Form::Weighted => &WEIGHTED,
        }
    }

    fn name(&self) -> &'static str {
        match (self.0.family, self.1) {
            (Family::SpectralRadius, Form::End) => "generalised-α",
            (Family::Hht, Form::End) => "HHT-α",
            (Family::Newmark, Form::End) => "Newmark",
            (Family::SpectralRadius, Form::Weighted) => "generalised-α in its stage-weighted form",
            (Family::Hht, Form::Weighted) => "HHT-α in its stage-weighted form",
            (Family::Newmark, Form::Weighted) => "Newmark in its stage-weighted form",
        }
    }

    fn write(&self, record: Record) -> Record {
        let c = &self.0;
        let record = record.number("alpha_m", c.alpha_m).number("alpha_f", c.alpha_f);
        let record = record.number("beta", c.beta).number("gamma", c.gamma);
        // files without it, and those written before it was there, mean the first
        match FAMILIES.iter().skip(1).find(|(_, family)| *family == c.family) {
            Some((word, _)) => record.text("family", word),
            None => record,
        }
    }

    fn memory(&self, _rigid: bool) -> usize {
        1
    }

    fn error_order(&self) -> Option<u32> {
        Some(3)
    }

    fn estimate(
        &self,
        model: &Model,
        [start, trial]: [&State; 2],
        work: &mut Workspace,
        h: f64,
        scaling: &Scaling,
    ) -> Result<Option<[f64; 2]>> {
        error_estimate(model, start, trial, work, (&self.0, self.1), h, scaling).map(Some)
    }

    fn weights(&self, h: f64, scaling: &Scaling, scale: [f64; 2]) -> (Weights, f64) {
        let own = weights(&self.0, h, scaling, scale);
        match self.1 {
            Form::End => (own, 1.0),
            Form::Weighted => (Weights { penalty: 0.0, ..own }, 1.0),
        }
    }

    /// Acceleration-like variables belong to one set of coefficients.
    fn parameters(&self) -> u32 {
        let c = &self.0;
        [c.alpha_m, c.alpha_f, c.beta, c.gamma].iter().fold(0x811c_9dc5, |hash, value| {
            value.to_le_bytes().iter().fold(hash, |h: u32, b| (h ^ u32::from(*b)).wrapping_mul(0x0100_0193))
        })
    }

    fn continues(&self, state: &State, h: f64) -> bool {
        (state.history.scheme, state.history.coefficients) == (self.listed().code, self.parameters())
            && (0.5..=2.0).contains(&(h / state.last_step))
    }

    fn carries_accelerations(&self) -> bool {
        true
    }

    fn refits(&self, state: &State, h: f64) -> bool {
        !self.0.projects() && (h / state.last_step - 1.0).abs() > 1e-4
    }

    fn prepare(
        &self,
        model: &Model,
        state: &mut State,
        scratch: &mut State,
        work: &mut Workspace,
        h: f64,
        scaling: &Scaling,
        settings: &Settings,
    ) -> Result<()> {
        first_step::anticipate(model, state, scratch, work, h, &self.0, scaling, settings)
    }

    fn solve(&self, at: &Stepping, trial: &mut State, work: &mut Workspace) -> Result<History> {
        step(at.model, at.start, trial, work, (&self.0, self.1), at.h, at.scaling, at.settings)
    }

    fn enter(&self, at: &Stepping, trial: &mut State, work: &mut Workspace, end: &Ended) -> Result<()> {
        trial.run_audit.enter(at.h, &end.audit);
        let explained = trial.run_audit.require_explained(end.audit.potential, end.what);
        if trial.travels(at.h, work.length) {
            explained?;
            departure::require_none(at.model, at.start, trial, work, &end.audit, end.what)?;
        }
        Ok(())
    }
}
