//! Held inputs that jump at the beginning of a step: what a scheme carries from the step before is brought across the jump.
//!
//! Positions and velocities stay; accelerations and multipliers change by
//!
//! ```text
//!   | M Bᵀ | | Δa |   | f(u₀) − f(u₁)   |
//!   | B 0  | | Δλ | = | −C̈(u₁) + C̈(u₀)  |        a ← a + Δa,  a* ← a* + Δa,  λ ← λ + Δλ
//! ```
//!
//! Accelerations at the beginning of the last step go with them, as what they tell is how accelerations change on the way.
//! The formulas of generalised-α are linear in a and a*, so this is exact for a constant force, and a* = a(t + lead h) is off by
//! lead h Δȧ once: of second order in the motion.

use super::{Vectors, Workspace, component, saddle};
use crate::assembly::NONE;
use crate::error::Result;
use crate::math::Mat3;
use crate::model::Model;
use crate::state::State;

/// Bring `state` across the jumps of its inputs. Nothing is allocated.
pub fn cross(model: &Model, state: &mut State, work: &mut Workspace) -> Result<()> {
    let (motion, conditions) = (work.system.layout.motion, work.system.layout.conditions());
    let weights = saddle::weights(work.scales.at(0.0, work.length));
    work.charts.fill(Mat3::identity());
    for after in [false, true] {
        if after {
            state.evaluate_functions(model, state.time, &mut work.functions)?;
        } else {
            state.evaluate_before_jump(model, &mut work.functions)?;
        }
        let Workspace { system, vectors, functions, charts, .. } = &mut *work;
        let Vectors { defect, rates: [rate, second], .. } = vectors;
        let at = state.level(model, functions, 1.0);
        rate.fill(0.0);
        system.assemble(model, &at, rate, &weights, charts);
        system.condition_rates(model, &at, rate, second);
        for k in 0..conditions {
            let s = system.layout.scale_of(weights.scale, k);
            system.rhs[motion + k] = if system.active[k] { -s * second[k] } else { 0.0 };
        }
        if after {
            system.rhs.iter_mut().zip(&*defect).for_each(|(new, old)| *new -= old);
        } else {
            defect.copy_from_slice(&system.rhs);
        }
    }
    let Workspace { system, vectors, lu, .. } = &mut *work;
    let Vectors { error: x, right, .. } = vectors;
    saddle::factor(lu, &system.layout, &mut system.values, weights.scale)?;
    saddle::solve(lu, &system.layout, &system.values, &system.rhs, x, right)?;
    for (k, dofs) in system.layout.nodes.iter().enumerate().filter(|(_, dofs)| dofs[0] != NONE) {
        let change = [component(x, dofs, 0), component(x, dofs, 3)];
        state.nodes[k].a += change[0];
        state.nodes[k].alpha += change[1];
        for half in 0..2 {
            state.history.algorithmic[k][half] += change[half];
            state.history.former[k][half] += change[half];
        }
    }
    for (k, &dof) in system.layout.scalars.iter().enumerate() {
        state.scalars[k].acceleration += x[dof as usize];
        state.history.scalar_algorithmic[k] += x[dof as usize];
        state.history.scalar_former[k] += x[dof as usize];
    }
    for k in (0..conditions).filter(|k| system.active[*k]) {
        let change = system.layout.scale_of(weights.scale, k) * x[motion + k];
        state.multipliers[k] += change;
        if let Some(mean) = state.history.means.get_mut(k) {
            *mean += change;
        }
    }
    let audit = state.audit(model, &work.functions, &state.multipliers);
    state.run_audit.close(&audit);
    Ok(())
}
