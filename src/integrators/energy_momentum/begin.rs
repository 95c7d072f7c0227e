//! How a step with levels begins.

use super::Moved;
use crate::assembly::NONE;
use crate::error::Result;
use crate::integrators::{Levels, Workspace, predict_multipliers};
use crate::math::Vec3;
use crate::model::Model;
use crate::state::State;
use crate::terms::frame_mass::director_rates;

/// The end with the mean accelerations of the last step, the inner level where the step begins.
fn predict(start: &State, trial: &mut State, levels: &mut Levels, dofs: &[[u32; 6]], h: f64) {
    trial.clone_from(start);
    trial.history.means.clear();
    levels.inner.clone_from(start);
    levels.inner.multipliers.fill(0.0);
    levels.moved.iter_mut().for_each(|m| m.fill(Moved::none()));
    for (k, dofs) in dofs.iter().enumerate().filter(|(_, dofs)| dofs[0] != NONE) {
        let (from, node) = (&start.nodes[k], &mut trial.nodes[k]);
        let [a, alpha] = start.history.algorithmic[k];
        let turn = if dofs[3] == NONE { Vec3::zeros() } else { (from.omega + alpha * (0.5 * h)) * h };
        levels.moved[1][k].go(from, node, (from.v + a * (0.5 * h)) * h, turn);
    }
    levels.shifted[0].fill(0.0);
    for (s, shift) in trial.scalars.iter_mut().zip(&mut levels.shifted[1]) {
        *shift = h * s.rate;
        s.value += *shift;
    }
}

/// Open a step with levels: functions of time at its two ends, the time of its end, which is returned [s], and where Newton's method
/// begins.
pub(in crate::integrators) fn open(
    model: &Model,
    start: &State,
    trial: &mut State,
    work: &mut Workspace,
    levels: &mut Levels,
    h: f64,
) -> Result<f64> {
    let time = start.time_after(h).0;
    start.evaluate_functions(model, start.time, &mut levels.functions)?;
    start.evaluate_functions(model, time, &mut work.functions)?;
    begin(start, trial, work, levels, h);
    (trial.time, trial.last_step) = (time, h);
    Ok(time)
}

/// Velocities of twelve coordinates at the beginning: those that the last step left, or those of the nodes.
pub(in crate::integrators) fn take_rates(start: &State, trial: &mut State, levels: &mut Levels) {
    if start.history.rates.is_empty() {
        trial.history.rates.clear();
        trial.history.rates.extend(start.nodes.iter().map(director_rates));
    }
    levels.rates.clone_from(if start.history.rates.is_empty() { &trial.history.rates } else { &start.history.rates });
}

/// Where Newton's method begins: at the last trial of the same step, or where [`predict`] says.
fn begin(start: &State, trial: &mut State, work: &mut Workspace, levels: &mut Levels, h: f64) {
    if work.trials.resumes() && !work.newton.relaxed {
        // how nodes moved since the beginning is still in `levels`
        work.trials.bring_back(start, false, trial);
        work.trials.bring_back(start, true, &mut levels.inner);
        work.newton.history = work.trials.history(0);
        return;
    }
    predict(start, trial, levels, &work.system.layout.nodes, h);
    if work.resting {
        for &k in &work.sticking {
            (trial.scalars[k].value, levels.shifted[1][k]) = (start.scalars[k].value, 0.0);
        }
    }
    predict_multipliers(trial, work, h);
}
