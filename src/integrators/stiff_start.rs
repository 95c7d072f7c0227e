//! Accelerations at the beginning of a step without what is too stiff to follow it.
//!
//! Where the inertia of a degree of freedom is next to nothing (the rotary inertia of a slender blade) and a load acts on it that was
//! not there before, its acceleration a₀ = f/m has nothing to do with the motion of a step of size h, h² k/m ≫ 1, which is that of an
//! equilibrium. A prediction ½ h² a₀ is then wrong by turns, and generalised-α carries a₀ on from step to step. What a step can follow is
//!
//! ```text
//!   | M + ¼ h² K + ½ h G   s Bᵀ | | a |   | M a₀   |
//!   | s B                  0    | | · | = | s B a₀ |
//! ```
//!
//! which is a₀ (1 − O(h²)) where nothing is stiff. Source: the filter of errors of Hairer and Wanner II, (IV.8.19), for accelerations.

use super::{Vectors, Workspace, component};
use crate::assembly::{NONE, Weights};
use crate::error::Result;
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::state::State;
use crate::terms::{Class, Motion};

/// A prediction that moves a node by more than this part of the model's length, or turns it by this [rad], is violent.
const VIOLENT: f64 = 0.05;

/// Do accelerations move or turn a node violently in a step of size `h`, in a model of this length [m]?
pub fn is_violent(state: &State, h: f64, length: f64) -> bool {
    let reach = |node: &Motion| (node.a.norm() / length).max(node.alpha.norm());
    state.nodes.iter().any(|node| 0.5 * h * h * reach(node) > VIOLENT)
}

/// Has friction that came to stick left accelerations of generalised-α that change their sign from step to step? h (a* − a) is a
/// velocity on its way to the body, which is at rest: it would shake it, and the force of the friction, for many steps.
pub fn chatters(model: &Model, state: &State, work: &Workspace) -> bool {
    let (h, at) = (state.last_step, state.level(model, &work.functions, 1.0));
    let shaken = |t: usize| {
        let (term, [scalar]) = (model.term(t), model.term(t).scalars()) else { return false };
        let class =
            usize::from(work.system.layout.classes[work.system.layout.scalars[scalar.0] as usize] == Class::Rotation);
        let (s, star) = (&state.scalars[scalar.0], state.history.scalar_algorithmic[scalar.0]);
        h * term.stuck(&at) > work.scales.mass[class] && h * (star - s.acceleration).abs() > s.rate.abs()
    };
    h > 0.0 && !work.sticking.is_empty() && (0..model.term_count()).any(shaken)
}

/// Take out of the accelerations of `state`, from which a step of size `h` is to begin, what is too stiff to follow it. Nothing is
/// allocated.
pub fn soften(model: &Model, state: &mut State, work: &mut Workspace, h: f64) -> Result<()> {
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    work.charts.fill(Mat3::identity());
    let inertia = Weights {
        k: 0.0,
        g: 0.0,
        m: 1.0,
        row: 1.0,
        scale: work.scales.at(h, work.length),
        penalty: 0.0,
        diagonal: [0.0; 2],
        relax: 0.0,
        spin: Vec3::zeros(),
    };
    let Workspace { system, vectors, functions, charts, lu, .. } = work;
    let Vectors { defect: a, error: x, right, .. } = vectors;
    let at = state.level(model, functions, 1.0);
    system.assemble(model, &at, &state.multipliers, &inertia, charts);
    a.fill(0.0);
    for (dofs, node) in system.layout.nodes.iter().zip(&state.nodes) {
        for (j, &dof) in dofs.iter().enumerate().filter(|(_, dof)| **dof != NONE) {
            a[dof as usize] = if j < 3 { node.a[j] } else { node.alpha[j - 3] };
        }
    }
    for (&dof, scalar) in system.layout.scalars.iter().zip(&state.scalars) {
        a[dof as usize] = scalar.acceleration;
    }
    // rows of the balance and of the constraints alike
    x.fill(0.0);
    for (col, a) in a[..system.layout.motion].iter().enumerate() {
        for p in system.layout.col_ptr[col]..system.layout.col_ptr[col + 1] {
            x[system.layout.row_idx[p]] += system.values[p] * a;
        }
    }
    let full = Weights { k: 0.25 * h * h, g: 0.5 * h, ..inertia };
    system.assemble(model, &at, &state.multipliers, &full, charts);
    lu.solve(&system.values, x, right)?;
    for (k, dofs) in system.layout.nodes.iter().enumerate().filter(|(_, dofs)| dofs[0] != NONE) {
        let found = [component(x, dofs, 0), component(x, dofs, 3)];
        [state.nodes[k].a, state.nodes[k].alpha] = found;
        (state.history.algorithmic[k], state.history.former[k]) = (found, found);
    }
    for (k, &dof) in system.layout.scalars.iter().enumerate() {
        let found = x[dof as usize];
        state.scalars[k].acceleration = found;
        (state.history.scalar_algorithmic[k], state.history.scalar_former[k]) = (found, found);
    }
    Ok(())
}
