//! One Newton loop for everybody.
//!
//! Convergence is judged by the correction of the scaled unknowns (metres over the model's length, radians, scaled
//! multipliers alike), so it depends neither on units nor on the number of elements. The tangents are exact: a
//! correction of 1e-10 leaves an error of its square, times a constant of the problem.
//!
//! The last correction mostly just confirms the one before. Where a problem can give its right side alone, a correction that
//! follows a small one d is therefore made with the factors that are there: with them it is of size e, and leaves (e/d) e, as
//! corrections then shrink by e/d. It is the last one if that is far below the tolerance; if one more of its kind will do, that
//! follows, else one with the exact matrix. Factors are never kept from step to step: a step depends on its beginning alone.

use crate::assembly::{System, Weights};
use crate::error::{Error, Result};
use crate::linear::Solver;
use crate::model::Model;

/// Iterations that a history can hold, and the largest limit that can be set.
pub const MAX_ITERATIONS: usize = 16;

/// The matrix is kept after a correction below this, times the root of the tolerance.
const SMALL: f64 = 10.0;
/// A correction with a kept matrix that still shrinks is the last one below this part of the tolerance.
const ROUNDING: f64 = 1e-4;

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
    /// iterations with a simplified matrix that were given up before
    pub simplified: usize,
    /// how many of them kept the matrix of the one before
    pub kept: usize,
    /// did it converge?
    pub converged: bool,
    /// size of each correction
    pub corrections: [f64; MAX_ITERATIONS],
    /// size of the residual before each correction
    pub residuals: [f64; MAX_ITERATIONS],
}

/// What is to be solved, whatever its matrix.
pub trait Iteration {
    /// Fill matrix and right side; returns the worst equation and the size of the residual.
    fn assemble(&mut self) -> Result<(usize, f64)>;
    /// Solve for the correction.
    fn solve(&mut self) -> Result<()>;
    /// Fill the right side alone, and leave the matrix; None when the problem cannot.
    fn assemble_right(&mut self) -> Option<Result<(usize, f64)>> {
        None
    }
    /// Solve for the correction with the last factors.
    fn solve_again(&mut self) -> Result<()> {
        self.solve()
    }
    /// What a correction with a kept matrix may leave, over the tolerance.
    fn may_leave(&self) -> f64 {
        1e-4
    }
    /// Add the correction to the unknowns; returns its size.
    fn correct(&mut self) -> f64;
    /// An equation in the user's words.
    fn describe(&self, equation: usize) -> String;
}

/// Iterate until the correction is small; `what` names the problem in messages.
pub fn iterate(
    problem: &mut dyn Iteration,
    history: &mut History,
    settings: &Settings,
    what: &dyn std::fmt::Display,
) -> Result<History> {
    *history = History::default();
    let (mut worst, mut last, mut keep) = (0, f64::INFINITY, false);
    let enough = problem.may_leave() * settings.tolerance;
    for k in 0..settings.max_iterations.min(MAX_ITERATIONS) {
        let right = if keep { problem.assemble_right() } else { None };
        let kept = right.is_some();
        (worst, history.residuals[k]) = right.unwrap_or_else(|| problem.assemble())?;
        history.iterations = k + 1;
        history.kept += usize::from(kept);
        let solved = if kept { problem.solve_again() } else { problem.solve() };
        solved.map_err(|e| match e {
            Error::SingularMatrix(text) => Error::SingularMatrix(format!(
                "{what}, iteration {}: {text}; {}. A joint in a singular position, or a motion without mass or \
                 stiffness, would explain it",
                k + 1,
                report(history, &problem.describe(worst))
            )),
            Error::NotFinite(text) => Error::NotFinite(format!(
                "{what}, iteration {}: {text}; {}",
                k + 1,
                report(history, &problem.describe(worst))
            )),
            other => other,
        })?;
        let size = problem.correct();
        history.corrections[k] = size;
        let rate = size / last;
        // at rounding, corrections no longer shrink as fast as they did
        let done = rate * size <= enough || size <= ROUNDING * settings.tolerance && rate < 0.1;
        if if kept { done } else { size <= settings.tolerance } {
            history.converged = true;
            return Ok(*history);
        }
        keep = if kept { rate * rate * size <= enough } else { size <= SMALL * settings.tolerance.sqrt() };
        last = size;
    }
    Err(Error::NewtonFailed(format!(
        "{what}: Newton's method did not converge in {} iterations; {}. Try a smaller step; if the corrections had almost \
         reached the tolerance {:.1e}, a larger tolerance or more iterations; if they grow, look for a load or a drive \
         that jumps, or a mechanism in a singular position",
        history.iterations,
        report(history, &problem.describe(worst)),
        settings.tolerance
    )))
}

fn report(history: &History, worst: &str) -> String {
    let list =
        |values: &[f64]| values[..history.iterations].iter().map(|v| format!("{v:.1e}")).collect::<Vec<_>>().join(", ");
    format!(
        "corrections {}; residuals {}; worst equation: {worst}",
        list(&history.corrections),
        list(&history.residuals)
    )
}

/// A problem on the system of one level: fills it at its present unknowns, and takes corrections.
pub trait Problem {
    /// Fill matrix and right side; returns the weights used.
    fn assemble(&mut self, system: &mut System) -> Result<Weights>;
    /// Fill the right side alone, and leave the matrix; None when the problem cannot.
    fn assemble_right(&mut self, _system: &mut System) -> Option<Weights> {
        None
    }
    /// Add a correction (motion, then scaled multipliers) to the unknowns.
    fn correct(&mut self, system: &System, delta: &[f64], weights: &Weights);
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

struct OneLevel<'a> {
    problem: &'a mut dyn Problem,
    model: &'a Model,
    system: &'a mut System,
    lu: &'a mut Solver,
    delta: &'a mut [f64],
    right: &'a mut [f64],
    weights: Option<Weights>,
    length: f64,
}

impl Iteration for OneLevel<'_> {
    fn assemble(&mut self) -> Result<(usize, f64)> {
        let weights = self.problem.assemble(self.system)?;
        self.weights = Some(weights);
        Ok(self.system.residual_size(&weights, self.length))
    }

    fn solve(&mut self) -> Result<()> {
        self.lu.factor(&self.system.values)?;
        self.solve_again()
    }

    fn assemble_right(&mut self) -> Option<Result<(usize, f64)>> {
        let weights = self.problem.assemble_right(self.system)?;
        self.weights = Some(weights);
        Some(Ok(self.system.residual_size(&weights, self.length)))
    }

    fn solve_again(&mut self) -> Result<()> {
        self.delta.copy_from_slice(&self.system.rhs);
        self.lu.solve_factored(&self.system.values, self.delta, self.right).map(|_| ())
    }

    fn correct(&mut self) -> f64 {
        if let Some(weights) = &self.weights {
            self.problem.correct(self.system, self.delta, weights);
        }
        self.system.correction_size(self.delta, self.length)
    }

    fn describe(&self, equation: usize) -> String {
        self.system.layout.describe(self.model, equation)
    }
}

/// Solve `problem`; `what` names it in messages, `length` is the model's characteristic length.
pub fn solve(
    problem: &mut dyn Problem,
    model: &Model,
    system: &mut System,
    lu: &mut Solver,
    work: &mut Work,
    settings: &Settings,
    length: f64,
    what: &dyn std::fmt::Display,
) -> Result<History> {
    let Work { delta, right, history } = work;
    let mut one = OneLevel { problem, model, system, lu, delta, right, weights: None, length };
    iterate(&mut one, history, settings, what)
}
