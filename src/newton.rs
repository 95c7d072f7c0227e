//! One Newton loop for everybody.
//!
//! Convergence is judged by the correction of the scaled unknowns (metres over the model's length, radians, scaled
//! multipliers alike), so it depends neither on units nor on the number of elements. The tangents are exact: a
//! correction of 1e-10 leaves an error of its square, times a constant of the problem.

use crate::assembly::{System, Weights};
use crate::error::{Error, Result};
use crate::linear::SparseLu;
use crate::model::Model;

/// Iterations that a history can hold, and the largest limit that can be set.
pub const MAX_ITERATIONS: usize = 16;

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// largest correction that counts as converged
    pub tolerance: f64,
    /// iterations before giving up, at most [`MAX_ITERATIONS`]
    pub max_iterations: usize,
}

/// How the last solution went.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct History {
    /// iterations made
    pub iterations: usize,
    /// did it converge?
    pub converged: bool,
    /// size of each correction
    pub corrections: [f64; MAX_ITERATIONS],
    /// size of the residual before each correction
    pub residuals: [f64; MAX_ITERATIONS],
}

/// What is to be solved: fills the system at its present unknowns, and takes corrections.
pub trait Problem {
    /// Fill matrix and right side; returns the weights used.
    fn assemble(&mut self, system: &mut System) -> Result<Weights>;
    /// Add a correction (motion, then scaled multipliers) to the unknowns.
    fn correct(&mut self, system: &System, delta: &[f64], weights: &Weights);
}

/// Solve `problem`; `what` names it in messages, `length` is the model's characteristic length.
pub fn solve(
    problem: &mut dyn Problem,
    model: &Model,
    system: &mut System,
    lu: &mut SparseLu,
    work: &mut Work,
    settings: &Settings,
    length: f64,
    what: &dyn std::fmt::Display,
) -> Result<History> {
    let Work { delta, right, history } = work;
    *history = History::default();
    let mut worst = 0;
    for k in 0..settings.max_iterations.min(MAX_ITERATIONS) {
        let weights = problem.assemble(system)?;
        (worst, history.residuals[k]) = system.residual_size(&weights, length);
        delta.copy_from_slice(&system.rhs);
        history.iterations = k + 1;
        lu.solve(&system.values, delta, right).map_err(|e| match e {
            Error::SingularMatrix(text) => Error::SingularMatrix(format!(
                "{what}, iteration {}: {text}; {}. A joint in a singular position, or a motion without mass or \
                 stiffness, would explain it",
                k + 1,
                report(history, system, model, worst)
            )),
            Error::NotFinite(text) => Error::NotFinite(format!(
                "{what}, iteration {}: {text}; {}",
                k + 1,
                report(history, system, model, worst)
            )),
            other => other,
        })?;
        problem.correct(system, delta, &weights);
        history.corrections[k] = system.correction_size(delta, length);
        if history.corrections[k] <= settings.tolerance {
            history.converged = true;
            return Ok(*history);
        }
    }
    Err(Error::NewtonFailed(format!(
        "{what}: Newton's method did not converge in {} iterations; {}. Try a smaller step; if the corrections had almost \
         reached the tolerance {:.1e}, a larger tolerance or more iterations; if they grow, look for a load or a drive \
         that jumps, or a mechanism in a singular position",
        history.iterations,
        report(history, system, model, worst),
        settings.tolerance
    )))
}

/// Arrays that the loop needs.
#[derive(Debug, Clone)]
pub struct Work {
    delta: Vec<f64>,
    right: Vec<f64>,
    /// how the last solution went, also when it failed
    pub history: History,
}

impl Work {
    /// For systems of this size.
    pub fn new(size: usize) -> Self {
        Work { delta: vec![0.0; size], right: vec![0.0; size], history: History::default() }
    }
}

fn report(history: &History, system: &System, model: &Model, worst: usize) -> String {
    let list =
        |values: &[f64]| values[..history.iterations].iter().map(|v| format!("{v:.1e}")).collect::<Vec<_>>().join(", ");
    format!(
        "corrections {}; residuals {}; worst equation: {}",
        list(&history.corrections),
        list(&history.residuals),
        system.layout.describe(model, worst)
    )
}
