//! Static equilibrium by Newton's method, with load steps when the whole load is too much at once.

use super::{Workspace, correct_configuration};
use crate::assembly::{System, Weights};
use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3, so3};
use crate::model::Model;
use crate::newton::{self, History, Problem, Settings};
use crate::state::State;

/// Smallest load step, as a part of the load.
const SMALLEST: f64 = 1.0 / 1024.0;

/// Largest rotation of a node in a load step [rad].
const LARGEST_TURN: f64 = 1.0;

/// What it took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Report {
    /// load steps taken
    pub load_steps: usize,
    /// load steps that failed and were halved
    pub halved: usize,
    /// Newton iterations of the steps taken
    pub iterations: usize,
    /// the last load step
    pub last: History,
}

struct LoadStep<'a> {
    model: &'a Model,
    start: &'a State,
    trial: &'a mut State,
    functions: &'a [[f64; 3]],
    charts: &'a mut [Mat3],
    increments: &'a mut [[Vec3; 2]],
    weights: Weights,
    factor: f64,
}

impl Problem for LoadStep<'_> {
    fn assemble(&mut self, system: &mut System) -> Result<Weights> {
        for (chart, y) in self.charts.iter_mut().zip(self.increments.iter()) {
            *chart = so3::tangent(&y[1]);
        }
        let at = self.trial.level(self.model, self.functions, self.factor);
        system.assemble(self.model, &at, &self.trial.multipliers, &self.weights, self.charts);
        Ok(self.weights)
    }

    fn correct(&mut self, system: &System, delta: &[f64], weights: &Weights) {
        correct_configuration(self.start, self.trial, self.increments, system, delta, weights);
    }
}

/// Bring `state` to rest in equilibrium with the loads of its time. On failure the state is as it was.
pub fn solve(
    model: &Model,
    state: &mut State,
    work: &mut Workspace,
    settings: &Settings,
    penalty: f64,
) -> Result<Report> {
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    let mut start = state.clone();
    for node in &mut start.nodes {
        (node.v, node.omega, node.a, node.alpha) = (Vec3::zeros(), Vec3::zeros(), Vec3::zeros(), Vec3::zeros());
    }
    start.algorithmic.fill([Vec3::zeros(); 2]);
    start.scalar_algorithmic.fill(0.0);
    for s in &mut start.scalars {
        (s.rate, s.acceleration) = (0.0, 0.0);
    }
    let weights = Weights {
        k: 1.0,
        g: 0.0,
        m: 0.0,
        row: 1.0,
        scale: work.scales.of_stiffness(work.length),
        penalty,
        diagonal: [0.0; 2],
        relax: 0.0,
    };
    let (mut done, mut part, mut report) = (0.0, 1.0, Report::default());
    let mut trial = start.clone();
    while done < 1.0 {
        let factor = f64::min(done + part, 1.0);
        trial.clone_from(&start);
        work.increments.fill([Vec3::zeros(); 2]);
        let mut problem = LoadStep {
            model,
            start: &start,
            trial: &mut trial,
            functions: &work.functions,
            charts: &mut work.charts,
            increments: &mut work.increments,
            weights,
            factor,
        };
        let what = format_args!("statics at t = {} s, load factor {factor}", state.time);
        let solved = newton::solve(
            &mut problem,
            model,
            &mut work.system,
            &mut work.lu,
            &mut work.newton,
            settings,
            work.length,
            &what,
        );
        // so much in one load step may have left the path that starts at rest
        let turned = work.increments.iter().fold(0.0_f64, |most, y| most.max(y[1].norm()));
        match solved {
            Ok(_) if turned > LARGEST_TURN && part > SMALLEST => {
                part *= 0.5;
                report.halved += 1;
            }
            Ok(history) => {
                start.clone_from(&trial);
                start.count_turns(model, 0.0);
                (done, report.last) = (factor, history);
                report.load_steps += 1;
                report.iterations += history.iterations;
                part = (1.0 - done).min(if history.iterations <= 6 { 2.0 * part } else { part });
            }
            Err(Error::NewtonFailed(_) | Error::SingularMatrix(_) | Error::NotFinite(_)) if part > SMALLEST => {
                part *= 0.5;
                report.halved += 1;
            }
            Err(error) => return Err(error),
        }
    }
    state.clone_from(&start);
    Ok(report)
}
