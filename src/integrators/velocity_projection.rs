//! Velocities and accelerations on the constraints at the end of a step, for generalised-α with little or no damping.
//!
//! Along what a constraint on positions locks, displacement is prescribed, and a step takes (v, h a*) to
//!
//! ```text
//!   | 1 − γ/β    1 − γ − γ(½ − β)/β |
//!   | −1/β       −(½ − β)/β         |     determinant 1 − (γ − ½)/β,   for β = ¼(γ + ½)²: a double eigenvalue with one eigenvector
//! ```
//!
//! With γ = ½ this is −1, and what rounding leaves of B v + ∂C/∂t and of B a* changes its sign and grows with the number of steps,
//! linearly at first, and without bound where constraints are curved. A little damping, ρ∞ = 0.99, does not help much: n² ρⁿ has
//! its largest value, 5000, at n = 200. So little or no damping carries nothing of these directions from step to step:
//!
//! ```text
//!   | M Bᵀ | | δv |   | 0              |        | M Bᵀ | | δa |   | f(v) − f(v + δv) |
//!   | B 0  | | µ  | = | −(B v + ∂C/∂t) |,       | B 0  | | δλ | = | −C̈(v + δv, a)    |
//!
//!   v ← v + δv,   a ← a + δa,   a* ← a* + (1 − α_f)/(1 − α_m) δa,   λ ← λ + δλ
//! ```
//!
//! * δv = O(h²) and δa = O(h) are the step's own errors along M⁻¹Bᵀ at its end. There they leave the balance along the constraints
//!   alone: displacements and velocities stay of second order.
//! * The balance of the end holds as it did, with the new velocities. So λ belongs to positions and velocities of second order, and
//!   is of second order too. Velocities brought onto the constraints alone, with a and a* as they were, would leave λ of first
//!   order.
//! * a* goes with a by its own equation, (1−α_m) a*₁ + α_m a*₀ = (1−α_f) a₁ + α_f a₀, which damps it by α_m/(1−α_m).
//! * Motions that no constraint locks are as without it: along the constraints a and a* are those of the step but for forces that
//!   depend on velocities, so that damping of what is stiff stays that of the scheme.
//!
//! In the weighted form the balance is that of the stage, and λ of the end follows from the balance there.

use super::generalized_alpha::{Coefficients, Form};
use super::{Vectors, Workspace, component, departure, saddle};
use crate::assembly::{Layout, Weights};
use crate::error::{Error, Result};
use crate::linear::Solver;
use crate::math::{Mat3, so3};
use crate::model::Model;
use crate::state::State;

/// Largest spectral radius, along what constraints lock, of schemes that carry velocities there from step to step. An error e there
/// grows to n² ρⁿ e, at most 20 e, before it dies out. (With 0.93 a pendulum fails after 18 s of steps of 0.1 rad.)
const CARRIED: f64 = 0.85;

impl Coefficients {
    /// Spectral radius of a step along what constraints on positions lock.
    pub fn locked_radius(&self) -> f64 {
        (1.0 - (self.gamma - 0.5) / self.beta).sqrt().max(self.alpha_f / (1.0 - self.alpha_f))
    }

    /// Are velocities and accelerations brought onto the constraints at the end of every step?
    pub fn projects(&self) -> bool {
        self.locked_radius() > CARRIED
    }
}

/// Bring the end of a step, whose functions of time are in `work`, onto the constraints on velocities and accelerations. Returns the
/// kinetic energy that this took, ½|δv|²_M [J]. Matrix and factors of the step stay; nothing is allocated after the first time.
pub(super) fn project(
    model: &Model,
    trial: &mut State,
    work: &mut Workspace,
    (c, form): (&Coefficients, Form),
) -> Result<f64> {
    if work.system.layout.conditions() == 0 {
        return Ok(0.0);
    }
    let mut lu = match work.aside.take() {
        Some(lu) => lu,
        None => {
            let layout = &work.system.layout;
            Box::new(Solver::sharing(&layout.col_ptr, &layout.row_idx, &layout.groups(1))?)
        }
    };
    work.vectors.matrix.resize(work.system.values.len(), 0.0);
    std::mem::swap(&mut work.vectors.matrix, &mut work.system.values);
    let result = solve(model, trial, work, &mut lu, (c, form));
    std::mem::swap(&mut work.vectors.matrix, &mut work.system.values);
    work.aside = Some(lu);
    // an estimate of the error asks for these again
    for (chart, y) in work.charts.iter_mut().zip(&work.increments) {
        *chart = so3::tangent(&y[1]);
    }
    result.map_err(|e| match e {
        Error::SingularMatrix(text) => Error::SingularMatrix(format!(
            "velocities and reactions at t = {} s are not determined: {text}; a mechanism in a singular position would explain it",
            trial.time
        )),
        other => other,
    })
}

fn solve(
    model: &Model,
    trial: &mut State,
    work: &mut Workspace,
    lu: &mut Solver,
    (c, form): (&Coefficients, Form),
) -> Result<f64> {
    let weights = saddle::weights(work.scales.at(0.0, work.length));
    work.charts.fill(Mat3::identity());
    let Workspace { system, vectors, functions, charts, trials, .. } = work;
    let Vectors { defect: b, error: x, right, rates: [rate, second], balance, .. } = vectors;

    let at = trial.level(model, functions, 1.0);
    rate.fill(0.0);
    system.assemble(model, &at, rate, &weights, charts);
    system.condition_rates(model, &at, rate, second);
    balance.copy_from_slice(&system.rhs);

    // velocities; δvᵀM δv = −bᵀx
    b.fill(0.0);
    wanted(&system.layout, &system.active, &weights, rate, b);
    // a further trial of the step is near to the one before, and so are the factors
    let (nearby, scale, factored) = (trials.resumes(), weights.scale, lu.counts().factored);
    let kinetic = departure::kinetic(model, trial);
    saddle::project(lu, nearby, &system.layout, &mut system.values, scale, b, x, right, kinetic)?;
    let nearby = lu.counts().factored == factored;
    let taken = -0.5 * b.iter().zip(x.iter()).map(|(b, x)| b * x).sum::<f64>();
    for (node, dofs) in trial.nodes.iter_mut().zip(&system.layout.nodes) {
        node.v += component(x, dofs, 0);
        node.omega += component(x, dofs, 3);
    }
    for (s, &dof) in trial.scalars.iter_mut().zip(&system.layout.scalars) {
        s.rate += x[dof as usize];
    }

    // accelerations; the balance without multipliers differs by the forces of the new velocities
    let at = trial.level(model, functions, 1.0);
    rate.fill(0.0);
    system.assemble_right(model, &at, rate, &weights);
    system.condition_rates(model, &at, rate, second);
    let motion = system.layout.motion;
    for ((b, now), before) in b[..motion].iter_mut().zip(&system.rhs).zip(balance.iter()) {
        *b = now - before;
    }
    wanted(&system.layout, &system.active, &weights, second, b);
    saddle::solve_again(lu, nearby, &system.layout, &system.values, b, x, right)?;
    add_accelerations(trial, &system.layout, x, c);
    if form == Form::Weighted {
        // what the balance of the end leaves to its multipliers
        rate.fill(0.0);
        let at = trial.level(model, functions, 1.0);
        system.assemble_right(model, &at, rate, &weights);
        b[..motion].copy_from_slice(&system.rhs[..motion]);
        b[motion..].fill(0.0);
        saddle::solve_again(lu, nearby, &system.layout, &system.values, b, x, right)?;
        trial.multipliers.fill(0.0);
    }
    for (k, lambda) in trial.multipliers.iter_mut().enumerate().filter(|(k, _)| system.active[*k]) {
        *lambda += system.layout.scale_of(weights.scale, k) * x[motion + k];
    }
    Ok(taken)
}

/// What the correction must do to the constraints: take their `defect`.
fn wanted(layout: &Layout, active: &[bool], weights: &Weights, defect: &[f64], b: &mut [f64]) {
    for (k, defect) in defect.iter().enumerate().filter(|(k, _)| active[*k]) {
        b[layout.motion + k] = -layout.scale_of(weights.scale, k) * defect;
    }
}

/// Add δa = `x` to accelerations, and what follows from it to the acceleration-like variables.
fn add_accelerations(trial: &mut State, layout: &Layout, x: &[f64], c: &Coefficients) {
    let follow = (1.0 - c.alpha_f) / (1.0 - c.alpha_m);
    for (k, dofs) in layout.nodes.iter().enumerate() {
        let (da, dalpha) = (component(x, dofs, 0), component(x, dofs, 3));
        trial.nodes[k].a += da;
        trial.nodes[k].alpha += dalpha;
        trial.history.algorithmic[k][0] += follow * da;
        trial.history.algorithmic[k][1] += follow * dalpha;
    }
    for (k, &dof) in layout.scalars.iter().enumerate() {
        trial.scalars[k].acceleration += x[dof as usize];
        trial.history.scalar_algorithmic[k] += follow * x[dof as usize];
    }
}
