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
//!
//! Within a step that is solved several times with other loads, a further solution starts from the last one and its factors. Then
//! the first correction d is judged by what the solutions before have shown: a matrix factored at a distance r leaves κ r d of it.
//!
//! Near a singular position multipliers are ill-determined: corrections stop shrinking above the tolerance although every equation
//! holds as well as its own rounding allows. More iterations would not find anything better, and a smaller step would come closer
//! to the singular position: the solution is accepted, and the history says so. Where a step ends in the singular position itself,
//! multipliers so large that they disturb the balance come and go: combinations of them that move next to nothing are then left as
//! they are, by a small number on the diagonal of the matrix. The equations stay what they are.

use crate::assembly::{System, Weights};
use crate::error::{Error, NewtonCourse, NewtonFailure, Result};
use crate::linear::Solver;
use crate::model::Model;
use crate::state::State;

/// Iterations that a history can hold, and the largest limit that can be set.
pub const MAX_ITERATIONS: usize = 16;

/// The matrix is kept after a correction below this, times the root of the tolerance.
const SMALL: f64 = 10.0;
/// A correction with a kept matrix that still shrinks is the last one below this part of the tolerance.
const ROUNDING: f64 = 1e-4;
/// A correction that is not smaller than this part of the one before does not come nearer to a solution.
const STALLED: f64 = 0.25;
/// Largest motion (over the length of the model, or in radians) that rounding may leave open. Where two branches of a mechanism
/// cross, constraints are quadratic in the distance from either, and rounding leaves its root, 1e-8, open; a motion that is open
/// by more is one that nothing determines.
const UNDETERMINED: f64 = 1e-6;
/// Residual below which corrections that stall are put down to multipliers, not to a start far from the solution.
const SMALL_RESIDUAL: f64 = 1e-4;
/// Part of the scale s that a relaxed matrix has on the diagonal of the multipliers: it leaves alone what moves by less than 3e-4 of
/// what a multiplier moves elsewhere.
const RELAXED: f64 = 1e-7;
/// Corrections along a combination that moves by σ then shrink by δ/(σ² + δ) each. Where that is slow, but they shrink, δ becomes smaller by
/// this factor, down to the least.
const LESS: f64 = 1e-2;
/// The rate that is slow.
const SLOW: f64 = 0.05;
/// The least.
const LEAST_RELAXED: f64 = 1e-14;
/// Part of the tolerance by which constraints may then be violated, over the size of the model: what is left in directions in which
/// they hardly change.
const SLACK: f64 = 1e-2;
/// The same in the first iteration of a step that is relaxed as a whole: constraints that the prediction violates must not become
/// multipliers of such combinations.
const RELAXED_FIRST: [f64; 2] = [1e-4, RELAXED];

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
    /// did it end above the tolerance, where rounding allows nothing better?
    pub at_rounding: bool,
    /// did the motion's correction grow on the way, so that the solution need not be the one next to where it began?
    pub strayed: bool,
    /// does the next solution start from another one of the same step?
    pub resumed: bool,
    /// distance of the solution from where its matrix was factored; infinite where these factors are of no further use
    pub distance: f64,
    /// κ, the largest seen: a correction d with a matrix factored at a distance r is followed by one of κ r d; of a matrix that is an
    /// approximation, the largest rate. Negative while nothing is known
    pub curvature: f64,
    /// the largest correction that was followed by nothing but rounding
    pub tested: f64,
    /// the largest first correction with which a solution that starts from another one goes on
    pub limit: f64,
    /// size of each correction
    pub corrections: [f64; MAX_ITERATIONS],
    /// size of the residual before each correction
    pub residuals: [f64; MAX_ITERATIONS],
}

/// Size of a correction, free of units: metres over the model's length, radians, scaled multipliers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Correction {
    /// of the motion
    pub motion: f64,
    /// of the multipliers
    pub multipliers: f64,
}

impl Correction {
    /// The larger of the two, not a number if one of them is not.
    pub fn size(&self) -> f64 {
        if self.multipliers > self.motion || self.multipliers.is_nan() { self.multipliers } else { self.motion }
    }
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
    /// Is the matrix an approximation, so that corrections shrink at a constant rate?
    fn approximate(&self) -> bool {
        false
    }
    /// Add the correction to the unknowns; returns its size.
    fn correct(&mut self) -> Correction;
    /// Subtract this part of the scale s from the diagonal of the multipliers, from now on.
    fn relax(&mut self, part: f64);
    /// Did every equation hold, before the last correction, as well as its rounding allows?
    /// Constraints may miss as much as a part `slack` of the unknowns moves them.
    fn at_rounding(&mut self, slack: f64) -> bool;
    /// An equation in the user's words.
    fn describe(&self, equation: usize) -> String;
    /// What helps where Newton's method fails.
    fn remedy(&self) -> &'static str {
        "try a smaller step"
    }
}

/// Iterate until the correction is small; `relaxed`: with a relaxed matrix from the first iteration on. `what` names the problem in
/// messages.
pub fn iterate(
    problem: &mut dyn Iteration,
    history: &mut History,
    settings: &Settings,
    mut relaxed: bool,
    what: &dyn std::fmt::Display,
) -> Result<History> {
    let resumed = std::mem::take(&mut history.resumed) && !relaxed;
    let mut view = if resumed { View::of(history) } else { View::none() };
    let limit = history.limit;
    *history = History { distance: f64::INFINITY, curvature: UNKNOWN, ..History::default() };
    let (mut worst, mut last, mut keep) = (0, f64::INFINITY, resumed && view.distance.is_finite());
    let mut part = Part { now: RELAXED, before: f64::INFINITY, least: false };
    let mut moved = f64::INFINITY; // motion of the correction before
    let mut before = 1.0; // rate of the correction before
    let enough = problem.may_leave() * settings.tolerance;
    let most = settings.max_iterations.min(MAX_ITERATIONS);
    for k in 0..most {
        if relaxed && k < RELAXED_FIRST.len() {
            problem.relax(RELAXED_FIRST[k]);
        }
        let right = if keep { problem.assemble_right() } else { None };
        let kept = right.is_some();
        (worst, history.residuals[k]) = right.unwrap_or_else(|| problem.assemble())?;
        history.iterations = k + 1;
        history.kept += usize::from(kept);
        let solved = if kept { problem.solve_again() } else { problem.solve() };
        solved.map_err(|error| unsolved(error, problem, history, worst, what))?;
        let correction = problem.correct();
        let size = correction.size();
        history.corrections[k] = size;
        history.strayed |= correction.motion > moved.max(UNDETERMINED);
        moved = correction.motion;
        let first = resumed && k == 0;
        if first && (size > limit || size.is_nan()) {
            // too far from the last trial: nobody reads a text, for the step is begun anew
            return Err(Error::newton(String::new()));
        }
        view.see(k, size, last, kept, problem.approximate());
        let rate = if first { view.expected() } else { size / last };
        let made = Made { size, rate, before, kept, first, approximate: problem.approximate() };
        before = if k == 0 { 1.0 } else { rate };
        // no more are allowed, and this one would have been the last but for more accuracy than was asked for
        let enough_at_last = k + 1 == most && size <= settings.tolerance && rate <= STALLED;
        if made.suffices(&view, settings.tolerance, enough) || enough_at_last {
            history.converged = true;
            view.tell(history, relaxed);
            return Ok(*history);
        }
        if rate > STALLED && correction.motion <= UNDETERMINED {
            let slack = if relaxed { SLACK * settings.tolerance } else { 0.0 };
            if problem.at_rounding(slack) {
                (history.converged, history.at_rounding) = (true, true);
                return Ok(*history);
            }
            if !relaxed && history.residuals[k] <= SMALL_RESIDUAL {
                problem.relax(RELAXED);
                (relaxed, keep, last) = (true, false, f64::INFINITY);
                continue;
            }
        }
        if relaxed && rate > SLOW && correction.motion <= UNDETERMINED && part.change(size) {
            problem.relax(part.now);
            (keep, last) = (false, f64::INFINITY);
            continue;
        }
        keep = match kept && !rate.is_nan() {
            true => rate * rate * size <= enough,
            false => size <= SMALL * settings.tolerance.sqrt(),
        };
        last = size;
    }
    Err(unconverged(problem, history, settings, worst, what))
}

/// No more iterations are allowed: what to do, then what was seen.
fn unconverged(
    problem: &dyn Iteration,
    history: &History,
    settings: &Settings,
    worst: usize,
    what: &dyn std::fmt::Display,
) -> Error {
    let worst = problem.describe(worst);
    let text = format!(
        "{what}: Newton's method did not converge in {} iterations. {}. Worst equation: {worst}; {}; tolerance {:.1e}",
        history.iterations,
        advice(history, problem.remedy()),
        report(history),
        settings.tolerance
    );
    failed(text, history, worst)
}

/// A failure with its history.
fn failed(text: String, history: &History, worst: String) -> Error {
    let made = |sizes: &[f64; MAX_ITERATIONS]| sizes[..history.iterations].to_vec();
    let (corrections, residuals) = (made(&history.corrections), made(&history.residuals));
    let course = NewtonCourse { corrections, residuals, worst, ..Default::default() };
    Error::NewtonFailed(NewtonFailure { text, course: Some(Box::new(course)) })
}

/// The linear equations of the last iteration could not be solved: where, and how it went so far.
fn unsolved(
    error: Error,
    problem: &dyn Iteration,
    history: &History,
    worst: usize,
    what: &dyn std::fmt::Display,
) -> Error {
    let where_it_was = || format!("Worst equation: {}; {}", problem.describe(worst), report(history));
    let last = history.iterations;
    let ran_away = history.corrections[..last - 1].iter().any(|size| *size > RAN_AWAY);
    match error {
        // the matrix of a configuration that has no meaning says nothing of the model
        Error::SingularMatrix(_) | Error::NotFinite(_) if ran_away => {
            let text = format!(
                "{what}: Newton's method did not converge: it ran away in {last} iterations. {}. {}",
                sentence(problem.remedy()),
                where_it_was()
            );
            failed(text, history, problem.describe(worst))
        }
        Error::SingularMatrix(text) => Error::SingularMatrix(format!(
            "{what}, iteration {last}: {text}. A joint in a singular position, or a motion without mass or stiffness, would explain it. {}",
            where_it_was()
        )),
        Error::NotFinite(text) => Error::NotFinite(format!("{what}, iteration {last}: {text}. {}", where_it_was())),
        other => other,
    }
}

/// Corrections, in radians or lengths of the model, after which a configuration has no meaning.
const RAN_AWAY: f64 = 1e3;

/// Corrections below this are rounding, and say nothing of how fast those before them shrank.
const NOISE: f64 = 1e-14;

/// A correction that is larger by this factor than one that was followed by rounding is followed by its square times rounding, which is
/// still far below any tolerance.
const FURTHER: f64 = 10.0;

/// A curvature of which nothing is known.
pub const UNKNOWN: f64 = -1.0;

/// δ of a relaxed matrix on its way down.
struct Part {
    now: f64,
    /// size of the correction when it was lowered last
    before: f64,
    least: bool,
}

impl Part {
    /// A correction of this size is hardly smaller than the one before it: lower δ. If the last time made it larger, as where
    /// constraints cannot be satisfied any better, go back, and leave it there. Was it changed?
    fn change(&mut self, size: f64) -> bool {
        if self.least {
            return false;
        }
        let helped = size < self.before;
        self.least = !helped || self.now * LESS < LEAST_RELAXED;
        self.before = size;
        self.now *= if helped { LESS } else { 1.0 / LESS };
        true
    }
}

/// What is known of how fast corrections shrink.
struct View {
    distance: f64,
    curvature: f64,
    tested: f64,
}

impl View {
    fn none() -> Self {
        View { distance: f64::INFINITY, curvature: UNKNOWN, tested: 0.0 }
    }

    fn of(history: &History) -> Self {
        View { distance: history.distance, curvature: history.curvature, tested: history.tested }
    }

    /// Pass it on, with a matrix that was `relaxed` at the end or not.
    fn tell(&self, history: &mut History, relaxed: bool) {
        history.distance = if relaxed { f64::INFINITY } else { self.distance };
        (history.curvature, history.tested) = (self.curvature, self.tested);
    }

    /// Take a correction of this size that follows the `last`.
    fn see(&mut self, k: usize, size: f64, last: f64, kept: bool, approximate: bool) {
        if k > 0 && last.is_finite() && size > NOISE {
            let lever = if approximate { 1.0 } else { self.distance };
            self.curvature = self.curvature.max(size / (lever * last));
        } else if k > 0 && last.is_finite() {
            self.tested = self.tested.max(last);
        }
        self.distance = if kept { self.distance + size } else { size };
    }

    /// Rate at which the next correction would be smaller than the last one; not a number where nothing is known.
    fn expected(&self) -> f64 {
        if self.curvature == UNKNOWN { f64::NAN } else { self.curvature * self.distance }
    }
}

/// A correction that was made.
struct Made {
    size: f64,
    /// its size over that of the correction before
    rate: f64,
    /// rate of the correction before
    before: f64,
    /// was the matrix one of an earlier iteration?
    kept: bool,
    /// is it the first from the last trial of the same step?
    first: bool,
    /// are the tangents approximate?
    approximate: bool,
}

impl Made {
    /// Can it be the last? `enough` is what a correction with a kept matrix may leave.
    fn suffices(&self, view: &View, tolerance: f64, enough: f64) -> bool {
        let Made { size, rate, .. } = *self;
        // what is left is below the rounding of places, or was seen to be
        let tested = self.first && (size <= FURTHER * view.tested || rate * size <= enough.max(f64::EPSILON));
        if self.kept {
            // at rounding, corrections no longer shrink as fast as they did
            return tested || rate * size <= enough || size <= ROUNDING * tolerance && rate < 0.1;
        }
        match self.approximate {
            false => size <= tolerance || tested,
            // corrections shrink by turns more and less: the slower of the last two rates counts
            true => rate.max(self.before) * size <= enough || size <= 1e-2 * tolerance && rate < 0.1,
        }
    }
}

/// What to do about corrections that do not converge.
fn advice(history: &History, remedy: &str) -> String {
    let made = &history.corrections[..history.iterations];
    match made {
        [.., before, last] if *last < 0.1 * before => {
            format!("They still converge: allow more iterations, or {remedy}")
        }
        [first, .., last] if *last > *first => {
            format!(
                "Corrections grow: {remedy}, and look for a load or a drive that jumps, or a mechanism in a singular position"
            )
        }
        _ => sentence(remedy),
    }
}

/// A remedy as the beginning of a sentence.
fn sentence(remedy: &str) -> String {
    let mut text = remedy.to_string();
    text[..1].make_ascii_uppercase();
    text
}

fn report(history: &History) -> String {
    let list =
        |values: &[f64]| values[..history.iterations].iter().map(|v| format!("{v:.1e}")).collect::<Vec<_>>().join(", ");
    format!("corrections {}; residuals {}", list(&history.corrections), list(&history.residuals))
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
    /// The configuration that is sought.
    fn configuration(&self) -> &State;
    /// What helps where Newton's method fails.
    fn remedy(&self) -> &'static str {
        "try a smaller step"
    }
}

/// Arrays that the loop needs.
#[derive(Debug, Clone)]
pub struct Work {
    delta: Vec<f64>,
    right: Vec<f64>,
    /// how the last solution went, also when it failed
    pub history: History,
    /// is the matrix relaxed from the first iteration on, for a step that may end in a singular position?
    pub relaxed: bool,
}

impl Work {
    /// For systems of this size.
    pub fn new(size: usize) -> Self {
        Work { delta: vec![0.0; size], right: vec![0.0; size], history: History::default(), relaxed: false }
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
    /// part of s on the diagonal of the multipliers
    relaxed: f64,
}

impl Iteration for OneLevel<'_> {
    fn assemble(&mut self) -> Result<(usize, f64)> {
        let weights = self.problem.assemble(self.system)?;
        self.weights = Some(weights);
        Ok(self.system.equations().residual_size(weights.scale, self.length))
    }

    fn solve(&mut self) -> Result<()> {
        if let (true, Some(weights)) = (self.relaxed > 0.0, &self.weights) {
            self.system.layout.relax(&mut self.system.values, 1, weights.scale, self.relaxed);
        }
        self.lu.factor(&self.system.values)?;
        self.solve_again()
    }

    fn relax(&mut self, part: f64) {
        self.relaxed = part;
    }

    fn assemble_right(&mut self) -> Option<Result<(usize, f64)>> {
        let weights = self.problem.assemble_right(self.system)?;
        self.weights = Some(weights);
        Some(Ok(self.system.equations().residual_size(weights.scale, self.length)))
    }

    fn solve_again(&mut self) -> Result<()> {
        self.delta.copy_from_slice(&self.system.rhs);
        self.lu.solve_factored(&self.system.values, self.delta, self.right).map(|_| ())
    }

    fn correct(&mut self) -> Correction {
        if let Some(weights) = &self.weights {
            self.problem.correct(self.system, self.delta, weights);
        }
        let [motion, multipliers] = self.system.layout.correction_size(self.delta, 1, self.length);
        Correction { motion, multipliers }
    }

    fn at_rounding(&mut self, slack: f64) -> bool {
        let extent = self.problem.configuration().extent(self.length);
        self.system.equations().at_rounding(extent, slack, self.right)
    }

    fn describe(&self, equation: usize) -> String {
        self.system.layout.describe(self.model, equation)
    }

    fn remedy(&self) -> &'static str {
        self.problem.remedy()
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
    let Work { delta, right, history, relaxed } = work;
    let mut one = OneLevel { problem, model, system, lu, delta, right, weights: None, length, relaxed: 0.0 };
    iterate(&mut one, history, settings, *relaxed, what)
}
