//! What the first step of generalised-α, and steps of changing size, find in the state: accelerations that lead, and velocities that carry what
//! positions lack.

use super::generalized_alpha::{self, Coefficients, Form, Scaling};
use super::initial::{add_velocities, restart};
use super::{Vectors, Workspace, recovery, saddle};
use crate::assembly::{NONE, System};
use crate::error::Result;
use crate::math::Mat3;
use crate::model::Model;
use crate::newton::Settings;
use crate::state::State;

/// Prepare a consistent state for the first step of generalised-α: without this, reactions of the first steps would be of
/// first order only (Arnold, Brüls and Cardona).
///
/// In the middle of a run a* leads, a*(t) = a(t + `lead`), and velocities carry, in the directions that the conditions lock,
/// what the formula for positions lacks in third order:
///
/// ```text
///   Δ = h² (C ȧ + (0; α × ω)/12),  C = `lack`;      min ½|v − v₀|²_M,  B (v − v₀) = B Δ
/// ```
///
/// (the second part is that of the rotation vector). The rate of the accelerations comes from those of [`look_ahead`].
/// Nothing is allocated. Schemes that bring velocities onto the constraints at the end of every step carry none of Δ.
pub fn anticipate(
    model: &Model,
    state: &mut State,
    scratch: &mut State,
    work: &mut Workspace,
    h: f64,
    c: &Coefficients,
    scaling: &Scaling,
    settings: &Settings,
) -> Result<()> {
    let (lead, lack) = (h * c.lead(), c.lack());
    if c.projects() && lead == 0.0 {
        return Ok(());
    }
    let part = h * look_ahead(model, state, scratch, work, h, scaling, settings)?;

    let wanted = &mut work.vectors.defect;
    wanted.fill(0.0);
    for (k, (now, later)) in state.nodes.iter().zip(&scratch.nodes).enumerate() {
        let jerk = [(later.a - now.a) / part, (later.alpha - now.alpha) / part];
        state.history.algorithmic[k] = [now.a + lead * jerk[0], now.alpha + lead * jerk[1]];
        let delta = [h * h * lack * jerk[0], h * h * (lack * jerk[1] + now.alpha.cross(&now.omega) / 12.0)];
        for (j, &dof) in work.system.layout.nodes[k].iter().enumerate().filter(|(_, dof)| **dof != NONE) {
            wanted[dof as usize] = delta[j / 3][j % 3];
        }
    }
    for (k, (now, later)) in state.scalars.iter().zip(&scratch.scalars).enumerate() {
        let jerk = (later.acceleration - now.acceleration) / part;
        state.history.scalar_algorithmic[k] = now.acceleration + lead * jerk;
        wanted[work.system.layout.scalars[k] as usize] = h * h * lack * jerk;
    }
    if c.projects() {
        return Ok(());
    }

    state.evaluate_functions(model, state.time, &mut work.functions)?;
    let weights = saddle::weights(work.scales.at(0.0, work.length));
    let at = state.level(model, &work.functions, 1.0);
    let Vectors { defect: wanted, error, right, rates: [none, _], .. } = &mut work.vectors;
    none.fill(0.0);
    work.system.assemble(model, &at, none, &weights, &work.charts);
    let System { layout, values, rhs: x, .. } = &mut work.system;
    x.fill(0.0);
    for (col, w) in wanted[..layout.motion].iter().enumerate() {
        for p in layout.col_ptr[col]..layout.col_ptr[col + 1] {
            if layout.row_idx[p] >= layout.motion {
                x[layout.row_idx[p]] += values[p] * w;
            }
        }
    }
    // a condition on velocities holds at the end of every step: nothing of it is carried
    for (t, plan) in layout.terms.iter().enumerate() {
        for k in (0..plan.conditions).filter(|k| model.term(t).nonholonomic(*k)) {
            x[layout.motion + plan.first + k] = 0.0;
        }
    }
    saddle::factor(&mut work.lu, layout, values, weights.scale)?;
    saddle::solve(&mut work.lu, layout, values, x, error, right)?;
    add_velocities(state, work);
    Ok(())
}

/// A motion that positions determine to this part of the way of a step, over the length of the model: errors of velocities, O(h²), must not
/// become accelerations there.
const DETERMINED: f64 = 0.2;
/// Golden section: a part of a step that ends elsewhere.
const ELSEWHERE: f64 = 0.618;

/// The state that follows in a step with ρ∞ = 0 into `scratch`, with its accelerations: an explicit continuation would excite all that
/// is stiff for h. Where the step ends in or beside a singular position, which leaves them open, it is shorter; returns its part of h.
fn look_ahead(
    model: &Model,
    state: &State,
    scratch: &mut State,
    work: &mut Workspace,
    h: f64,
    scaling: &Scaling,
    settings: &Settings,
) -> Result<f64> {
    let damped = Coefficients::spectral_radius(0.0)?;
    let mut go = |part: f64, work: &mut Workspace| -> Result<f64> {
        work.step_or_relax(|work| {
            generalized_alpha::step(model, state, scratch, work, (&damped, Form::End), part * h, scaling, settings)
        })?;
        restart(model, scratch, work)?;
        recovery::weakest(model, scratch, work)
    };
    let way = h * state.nodes.iter().fold(0.0_f64, |most, n| most.max(n.v.norm() / work.length).max(n.omega.norm()));
    let mut part = 1.0;
    let first = go(part, work);
    if first.as_ref().is_ok_and(|weakest| *weakest > DETERMINED * way) {
        return Ok(part);
    }
    let weakest = first.as_ref().map_or(0.0, |weakest| *weakest);
    part = ELSEWHERE;
    if go(part, work).is_ok_and(|other| other > weakest) {
        return Ok(part);
    }
    part = 1.0;
    go(part, work).map(|_| part)
}

/// Fit the velocities of a state in the middle of a run of generalised-α to a step that is `ratio` times the last one. Nothing
/// is allocated.
///
/// Of what the conditions lock, velocities carry B v + ∂C/∂t = B Δ, and Δ grows with h² (see [`anticipate`]). Left as it is
/// when the step changes, the difference would act as a blow of the joints at every change:
///
/// ```text
///   min ½|w|²_M,  B w = (ratio² − 1) (B v + ∂C/∂t);   v ← v + w
/// ```
pub fn refit(model: &Model, state: &mut State, work: &mut Workspace, ratio: f64) -> Result<()> {
    let (m, weights) = (work.system.layout.conditions(), saddle::weights(work.scales.at(0.0, work.length)));
    if m == 0 {
        return Ok(());
    }
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    work.charts.fill(Mat3::identity());
    let at = state.level(model, &work.functions, 1.0);
    work.system.assemble(model, &at, &state.multipliers, &weights, &work.charts);
    let vectors = &mut work.vectors;
    let [rate, acceleration] = &mut vectors.rates;
    work.system.condition_rates(model, &at, rate, acceleration);
    let System { layout, values, active, rhs, .. } = &mut work.system;
    rhs.fill(0.0);
    for k in (0..m).filter(|k| active[*k]) {
        let s = layout.scale_of(weights.scale, k);
        rhs[layout.motion + k] = s * (ratio * ratio - 1.0) * rate[k];
    }
    saddle::factor(&mut work.lu, layout, values, weights.scale)?;
    let Vectors { error, right, .. } = vectors;
    saddle::solve(&mut work.lu, layout, values, rhs, error, right)?;
    add_velocities(state, work);
    Ok(())
}
