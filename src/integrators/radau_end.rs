//! What follows when the equations of a step of Radau IIA are solved: velocities on the conditions, works, and an estimate of
//! the error, for the choice of the next step.

use super::radau_iia::WEIGHTS;
use super::recovery::{self, Velocities};
use super::{Levels, Vectors, Workspace, component, estimate, masses};
use crate::assembly::{NONE, System, TermPlan, Weights};
use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::state::State;
use crate::terms::Class;

/// Bring the end of the step onto the conditions on velocities, and enter works by the method's own quadrature.
///
/// Loads and dampers: by the velocities of the stages as they are, whose weighted sum is the displacement. Joints do no work.
/// Drives and conditions on velocities: by multipliers recovered at both stages; those of the equations are of first order.
pub(super) fn finish(
    model: &Model,
    trial: &mut State,
    work: &mut Workspace,
    levels: &mut Levels,
    h: f64,
) -> Result<()> {
    let layout = &work.system.layout;
    let drives = |(t, plan): (usize, &TermPlan)| {
        let any = (0..plan.conditions).any(|k| work.system.active[plan.first + k]);
        let moves = (0..plan.conditions).any(|k| model.term(t).nonholonomic(k));
        any && (moves || model.term(t).nodes().is_empty())
    };
    let driven = layout.terms.iter().enumerate().any(drives);
    let inner = &mut levels.inner;
    if !driven {
        inner.multipliers.fill(0.0);
        let audit = [
            inner.audit(model, &levels.functions, &inner.multipliers),
            trial.audit(model, &work.functions, &inner.multipliers),
        ];
        trial.run_audit.enter_stages(h, WEIGHTS, &audit);
    }
    if work.system.layout.conditions() == 0 {
        return Ok(());
    }
    if driven {
        std::mem::swap(&mut work.functions, &mut levels.functions);
        let recovered = recovery::recover(model, inner, work, Velocities::Project);
        std::mem::swap(&mut work.functions, &mut levels.functions);
        recovered?;
    }
    recovery::recover(model, trial, work, Velocities::Project)?;
    if driven {
        let audit = [
            inner.audit(model, &levels.functions, &inner.multipliers),
            trial.audit(model, &work.functions, &trial.multipliers),
        ];
        trial.run_audit.enter_stages(h, WEIGHTS, &audit);
    }
    Ok(())
}

/// Estimate of the error that the last step from `start` to `trial`, of size `h`, made in positions: largest translation [m]
/// and rotation [rad] of a node.
///
/// Positions are h²/2 ÿ₁ by the quadrature of the stages; with the acceleration at the start there is one of an order more,
///
/// ```text
///   e = h²/12 (ÿ₀ − 3/2 ÿ₁ + 1/2 ÿ₂)  ≈ h⁴/72 d²ÿ/dt²
///   | M + h²/6 K  Bᵀ | | ê |   | M e |
///   | B           0  | | . | = |  0  |
/// ```
///
/// and ê is what is left of e without parts that are stiff for h or locked by conditions, where accelerations of stages are of
/// lower order. Where a stop is reached or left, accelerations have a kink, of which e may see nothing: it vanishes with
/// ÿ₂ − ÿ₀ = 3 (ÿ₁ − ÿ₀), as behind a kink that the motion in the stop then bends back. There the larger of e and
/// h²/24 (ÿ₂ − ÿ₀) counts, what is left out of positions where the kink is behind the first stage. Nothing is allocated.
pub fn error_estimate(model: &Model, start: &State, trial: &State, work: &mut Workspace, h: f64) -> Result<[f64; 2]> {
    let own = work.radau.as_ref().ok_or_else(|| Error::WrongState("no step of Radau IIA has been solved".into()))?;
    let Vectors { defect: e, error: x, right, rates: [none, _], .. } = &mut work.vectors;
    e.fill(0.0);
    let scale = work.scales.at(h, work.length);
    let zero = Vec3::zeros();
    let weights =
        Weights { k: 0.0, g: 0.0, m: 1.0, row: 1.0, scale, penalty: 0.0, diagonal: [0.0; 2], relax: 0.0, spin: zero };
    start.evaluate_functions(model, trial.time, &mut work.functions)?;
    let filter = Weights { k: h * h / 6.0, ..weights };
    let ends = [start, trial];
    let kink = estimate::switches(model, ends, &work.system.layout, &work.functions, &filter, work.scales.mass);
    let formula = |a: f64, a_1: f64, a_2: f64| {
        let (smooth, sudden) = (h * h / 12.0 * (a - 1.5 * a_1 + 0.5 * a_2), h * h / 24.0 * (a_2 - a));
        if kink && sudden.abs() > smooth.abs() { sudden } else { smooth }
    };
    for (k, dofs) in work.system.layout.nodes.iter().enumerate() {
        let (from, [one, two]) = (&start.nodes[k], [0, 1].map(|slot| own.second(slot, k)));
        for (i, &dof) in dofs.iter().enumerate().filter(|(_, dof)| **dof != NONE) {
            let (half, i) = (i / 3, i % 3);
            e[dof as usize] = formula([from.a, from.alpha][half][i], one[half][i], two[half][i]);
        }
    }
    for (k, &dof) in work.system.layout.scalars.iter().enumerate() {
        let [one, two] = [0, 1].map(|slot| own.second_of_scalar(slot, k));
        e[dof as usize] = formula(start.scalars[k].acceleration, one, two);
    }

    work.charts.fill(Mat3::identity());
    let at = trial.level(model, &work.functions, 1.0);
    none.fill(0.0);
    work.system.assemble(model, &at, none, &weights, &work.charts);
    let layout = &work.system.layout;
    x.fill(0.0);
    for (col, e) in e.iter().enumerate() {
        for p in layout.col_ptr[col]..layout.col_ptr[col + 1] {
            if layout.row_idx[p] < layout.motion {
                x[layout.row_idx[p]] += work.system.values[p] * e;
            }
        }
    }
    work.system.assemble(model, &at, &trial.multipliers, &filter, &work.charts);
    let System { layout, values, .. } = &mut work.system;
    estimate::soften(model, ends, layout, &work.functions, &filter, values);
    work.lu.solve(values, x, right)?;
    let mut found = [0.0_f64; 2];
    for dofs in &work.system.layout.nodes {
        found[0] = found[0].max(component(x, dofs, 0).norm());
        found[1] = found[1].max(component(x, dofs, 3).norm());
    }
    // a joint coordinate follows its bodies
    for k in masses::scalars(model) {
        let dof = work.system.layout.scalars[k] as usize;
        let class = usize::from(work.system.layout.classes[dof] == Class::Rotation);
        found[class] = found[class].max(x[dof].abs());
    }
    Ok(found)
}
