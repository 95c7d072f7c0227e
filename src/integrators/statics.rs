//! Static equilibrium by Newton's method, with load steps when the whole load is too much at once; at rest, or seen from a frame
//! that spins steadily:
//!
//! ```text
//!   f(q, v, a, t) + Bᵀλ = 0,  C(q, t) = 0     v = Ω × (x − o), ω = Ω, a = Ω × v, α = 0
//! ```
//!
//! A displacement then changes velocities and accelerations too, which adds G Ω̃ + M Ω̃² to the tangent. In a load step, loads
//! grow with its factor and so do centrifugal forces: Ω with its square root.

use super::{Workspace, correct_configuration};
use crate::assembly::{NONE, System, Weights};
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

/// A steady spin about a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spin {
    /// Ω, inertial axes [rad/s]
    pub omega: Vec3,
    /// a point of the line [m]
    pub about: Vec3,
}

impl Spin {
    /// No spin.
    pub fn none() -> Self {
        Spin { omega: Vec3::zeros(), about: Vec3::zeros() }
    }

    /// Give all nodes and joint coordinates the velocities of the spin.
    fn impose(&self, model: &Model, system: &System, state: &mut State) {
        for (k, node) in state.nodes.iter_mut().enumerate().filter(|(k, _)| system.layout.nodes[*k][0] != NONE) {
            node.v = self.omega.cross(&(node.x - self.about));
            node.a = self.omega.cross(&node.v);
            node.omega = if system.layout.nodes[k][3] == NONE { Vec3::zeros() } else { self.omega };
            node.alpha = Vec3::zeros();
            state.algorithmic[k] = [node.a, Vec3::zeros()];
        }
        for joint in model.joints() {
            for c in 0..joint.term.coordinates().len() {
                if let Some(scalar) = joint.term.scalar_of(c) {
                    state.scalars[scalar.0].rate = joint.term.read(c, &state.nodes).1;
                }
            }
        }
    }
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
    spin: Spin,
}

impl Problem for LoadStep<'_> {
    fn assemble(&mut self, system: &mut System) -> Result<Weights> {
        for (chart, y) in self.charts.iter_mut().zip(self.increments.iter()) {
            *chart = so3::tangent(&y[1]);
        }
        if self.spin != Spin::none() {
            self.spin.impose(self.model, system, self.trial);
        }
        let at = self.trial.level(self.model, self.functions, self.factor);
        system.assemble(self.model, &at, &self.trial.multipliers, &self.weights, self.charts);
        Ok(self.weights)
    }

    fn correct(&mut self, system: &System, delta: &[f64], weights: &Weights) {
        correct_configuration(self.start, self.trial, self.increments, system, delta, weights);
    }

    fn configuration(&self) -> &State {
        self.trial
    }
}

/// Bring `state` to equilibrium with the loads of its time, at rest or spinning. On failure the state is as it was.
pub fn solve(
    model: &Model,
    state: &mut State,
    work: &mut Workspace,
    settings: &Settings,
    penalty: f64,
    spin: Spin,
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
    let mut weights = Weights {
        k: 1.0,
        g: 0.0,
        m: 0.0,
        row: 1.0,
        scale: work.scales.of_stiffness(work.length),
        penalty,
        diagonal: [0.0; 2],
        relax: 0.0,
        spin: Vec3::zeros(),
    };
    let (mut done, mut part, mut report) = (0.0, 1.0, Report::default());
    let mut trial = start.clone();
    while done < 1.0 {
        let factor = f64::min(done + part, 1.0);
        let now = Spin { omega: spin.omega * factor.sqrt(), about: spin.about };
        weights.spin = now.omega;
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
            spin: now,
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
    spin.impose(model, &work.system, &mut start);
    start.rates.clear();
    start.means.clear();
    state.clone_from(&start);
    Ok(report)
}
