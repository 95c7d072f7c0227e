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
//!
//! A takes out of an error what is too stiff to follow the step. A stop that is reached within the step, or friction that comes to
//! stick, is no such thing: the step has not resolved where it began, and its own stiffness must not hide that. So of what acts on
//! joint coordinates A counts the softer of both ends.

use super::generalized_alpha::Scaling;
use super::{Scheme, Vectors, Workspace};
use crate::assembly::{Layout, Weights};
use crate::error::Result;
use crate::model::Model;
use crate::state::State;
use crate::terms::Class;

/// A bump of a force within a step of Radau IIA acts for about half of it: this part of h² F/m.
pub(super) const BUMP: f64 = 0.25;

/// A change of stiffness that is a larger part of the inertia than this is noticed within a step.
const NOTICED: f64 = 0.1;
/// Stiffness along a joint coordinate that is a smaller part of its diagonal than this does not matter.
const HARDLY: f64 = 1e-6;

/// Take the stiffness and damping out of `values`, a matrix with these weights at the end of a step, that terms on joint coordinates
/// have come to in the step.
pub(super) fn soften(
    model: &Model,
    [start, end]: [&State; 2],
    layout: &Layout,
    functions: &[[f64; 3]],
    weights: &Weights,
    values: &mut [f64],
) {
    let [before, after] = [start, end].map(|state| state.level(model, functions, 1.0));
    for t in 0..model.term_count() {
        let (Some([k, g]), [scalar]) = (model.term(t).hardened(&before, &after), model.term(t).scalars()) else {
            continue;
        };
        let dof = layout.scalars[scalar.0] as usize;
        let column = layout.col_ptr[dof]..layout.col_ptr[dof + 1];
        let Some(p) = column.into_iter().find(|p| layout.row_idx[*p] == dof) else { continue };
        let grown = weights.row * (weights.k * k + weights.g * g);
        if grown > HARDLY * values[p].abs() {
            values[p] -= grown;
        }
    }
}

/// Does the stiffness or damping of a joint coordinate change in a step by what moves a body of the model's mean `mass` (of
/// translations, of rotations) noticeably less?
pub(super) fn switches(
    model: &Model,
    [start, end]: [&State; 2],
    layout: &Layout,
    functions: &[[f64; 3]],
    weights: &Weights,
    mass: [f64; 2],
) -> bool {
    let [before, after] = [start, end].map(|state| state.level(model, functions, 1.0));
    let term = |t: usize| {
        let term = model.term(t);
        let [scalar] = term.scalars() else { return false };
        let class = usize::from(layout.classes[layout.scalars[scalar.0] as usize] == Class::Rotation);
        let changed = [[&before, &after], [&after, &before]].map(|[a, b]| term.hardened(a, b).unwrap_or_default());
        changed.iter().any(|[k, g]| weights.k * k + weights.g * g > NOTICED * weights.m * mass[class])
    };
    (0..model.term_count()).any(term)
}

/// Do terms on joint coordinates come to more stiffness or damping in a step?
pub(super) fn hardens(model: &Model, [start, end]: [&State; 2], functions: &[[f64; 3]]) -> bool {
    let [before, after] = [start, end].map(|state| state.level(model, functions, 1.0));
    let hardened = |t| model.term(t).hardened(&before, &after).unwrap_or_default();
    (0..model.term_count()).any(|t| hardened(t).iter().any(|grown| *grown > 0.0))
}

/// Part of the rate along a joint coordinate by which it may be wrong behind a step in which a stop acts.
const REBOUND: f64 = 0.02;
/// Part of h Δv that a place may be wrong by where friction that sticks changes a rate by Δv somewhere in a step: accelerations jump
/// there by about Δv/h, and places are off by some h²/12 of that.
const STICK: f64 = 1.0 / 12.0;

/// What stops and friction on joint coordinates add to the errors of a step, each of translations and of rotations.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Contacts {
    /// errors of places [m], [rad] where friction came to stick
    pub places: [f64; 2],
    /// errors of rates where a stop acts, over what is allowed there
    pub rates: [f64; 2],
}

impl Scheme {
    /// What stops and friction add to the errors of the last step, of size `h`. Errors of places below `least` do not count. Right after
    /// [`estimate`](Self::estimate), which has left the error e of each coordinate.
    ///
    /// A stop turns a rate round within a way of v √(m/k), which may be far below the tolerance of places, so that these do not see it:
    /// the error of the rate, e/h, is to be below [`REBOUND`] of the larger rate of both ends. A stop may also be met and left within the
    /// step: the inner stage of Radau IIA then was in it. Friction that sticks is a damper with h c ≫ m: it takes whatever force ends
    /// the motion just at the end of the step, so that accelerations of both ends may be alike, and the estimate takes it for something
    /// stiff that follows: [`STICK`] h Δv.
    pub fn contacts(&self, model: &Model, ends: [&State; 2], work: &Workspace, least: [f64; 2], h: f64) -> Contacts {
        let (layout, mut found) = (&work.system.layout, Contacts::default());
        let levels = ends.map(|state| state.level(model, &work.functions, 1.0));
        let stage = work.levels.iter().find(|own| self.is_stiffly_accurate() && own.system.slots == 2);
        let inside = stage.map(|own| own.inner.level(model, &work.functions, 1.0));
        for t in 0..model.term_count() {
            let (term, [scalar]) = (model.term(t), model.term(t).scalars()) else { continue };
            let dof = layout.scalars[scalar.0] as usize;
            let class = usize::from(layout.classes[dof] == Class::Rotation);
            let rates = ends.map(|state| state.scalars[scalar.0].rate.abs());
            let error = work.vectors.error[dof].abs();
            if error > least[class] && levels.iter().chain(&inside).any(|at| term.stops(at)) {
                found.rates[class] = found.rates[class].max(error / (h * REBOUND * rates[0].max(rates[1])));
            }
            let stuck = levels.iter().map(|at| term.stuck(at)).fold(0.0, f64::max);
            if h * stuck > work.scales.mass[class] {
                let change = ends[1].scalars[scalar.0].rate - ends[0].scalars[scalar.0].rate;
                found.places[class] = found.places[class].max(STICK * h * change.abs());
            }
        }
        found
    }

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
        if self.is_stiffly_accurate() || work.system.layout.conditions() == 0 {
            return Ok([0.0; 2]);
        }
        let scale = work.scales.at(h, work.length);
        let Workspace { system, vectors, lu, .. } = work;
        let Vectors { error, right, rates: [first, second], .. } = vectors;
        system.condition_rates(model, &trial.level(model, functions, 1.0), first, second);
        error.fill(0.0);
        for (t, plan) in system.layout.terms.iter().enumerate() {
            for k in (0..plan.conditions).filter(|k| system.active[plan.first + k] && !model.term(t).nonholonomic(*k)) {
                let equation = system.layout.motion + plan.first + k;
                error[equation] = system.layout.scale_of(scale, plan.first + k) * first[plan.first + k];
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
        let (weights, part) = self.with(|method| method.weights(h, scaling, scale));
        let Workspace { system, vectors, lu, functions, .. } = work;
        let Vectors { error, right, .. } = vectors;
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
