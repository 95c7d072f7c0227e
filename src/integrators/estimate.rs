//! What the control of the step asks besides the error of places: rates that miss the constraints, and what functions of time do
//! between the ends of a step. Both use the factors of the matrix that the estimate of places has left.
//!
//! ```text
//!   | A    s Bᵀ | | δv |   | 0   |          | A    s Bᵀ | | δy |   | r(φ + δφ) − r(φ) |
//!   | s B  0    | | ·  | = | s Ċ |,         | s B  0    | | ·  | = | C(φ) − C(φ + δφ) |
//! ```
//!
//! A is the matrix of the step. Generalised-α keeps places on the constraints, and rates to second order in h only: what they
//! miss is the error of a driven coordinate's rate.

use super::generalized_alpha::{Scaling, weights};
use super::{Filter, Scheme, Workspace};
use crate::assembly::Weights;
use crate::error::Result;
use crate::math::Vec3;
use crate::model::Model;
use crate::state::State;

/// A bump of a force within a step of Radau IIA acts for about half of it: this part of h² F/m.
const BUMP: f64 = 0.25;

impl Scheme {
    /// Largest rates, of a translation [m/s] and of a rotation [rad/s], by which the end of the last step misses the
    /// constraints, where `functions` are those of its end. Right after [`estimate`](Self::estimate), whose factors it uses.
    pub fn locked_rates(
        &self,
        model: &Model,
        trial: &State,
        work: &mut Workspace,
        functions: &[[f64; 3]],
        h: f64,
    ) -> Result<[f64; 2]> {
        // Radau IIA brings velocities onto the constraints
        if *self == Scheme::RadauIIA || work.system.layout.conditions() == 0 {
            return Ok([0.0; 2]);
        }
        let scale = work.scales.at(h, work.length);
        let Workspace { system, filter, lu, .. } = work;
        let Filter { error, right, rates: [first, second], .. } = filter;
        system.condition_rates(model, &trial.level(model, functions, 1.0), first, second);
        error.fill(0.0);
        for (t, plan) in system.layout.terms.iter().enumerate() {
            for k in (0..plan.conditions).filter(|k| system.active[plan.first + k] && !model.term(t).nonholonomic(*k)) {
                let equation = system.layout.motion + plan.first + k;
                let class = usize::from(system.layout.classes[equation] == crate::terms::Class::Rotation);
                error[equation] = scale[class] * first[plan.first + k];
            }
        }
        lu.solve_factored(&system.values, error, right)?;
        Ok(system.largest_motion(error))
    }

    /// Largest translation [m] and rotation [rad] by which the end of the last step would differ if functions of time had the
    /// values of `moved` all along, not those of its end. Right after [`estimate`](Self::estimate), whose factors it uses.
    pub fn displaced(
        &self,
        model: &Model,
        trial: &State,
        work: &mut Workspace,
        moved: &[[f64; 3]],
        h: f64,
        scaling: &Scaling,
    ) -> Result<[f64; 2]> {
        let scale = work.scales.at(h, work.length);
        let (weights, part) = match self {
            Scheme::GeneralizedAlpha(c) => (weights(c, h, scaling, scale), 1.0),
            Scheme::StageWeighted(c) => (Weights { penalty: 0.0, ..weights(c, h, scaling, scale) }, 1.0),
            _ => {
                let (k, spin) = (h * h / 6.0, Vec3::zeros());
                let plain =
                    Weights { k, g: 0.0, m: 1.0, row: 1.0, scale, penalty: 0.0, diagonal: [0.0; 2], relax: 0.0, spin };
                (plain, BUMP * h * h)
            }
        };
        let Workspace { system, filter, lu, functions, .. } = work;
        let Filter { error, right, .. } = filter;
        system.assemble_right(model, &trial.level(model, moved, 1.0), &trial.multipliers, &weights);
        error.copy_from_slice(&system.rhs);
        system.assemble_right(model, &trial.level(model, functions, 1.0), &trial.multipliers, &weights);
        for (i, (error, before)) in error.iter_mut().zip(&system.rhs).enumerate() {
            *error = (*error - before) * if i < system.layout.motion { part } else { 1.0 };
        }
        lu.solve_factored(&system.values, error, right)?;
        Ok(system.largest_motion(error))
    }
}
