//! Static equilibrium: at rest, or seen from a frame that spins steadily,
//!
//! ```text
//!   f(q, v, a, t) + Bᵀλ = 0,  C(q, t) = 0     v = Ω × (x − o), ω = Ω, a = Ω × v, α = 0
//! ```
//!
//! A displacement then changes velocities and accelerations too, which adds G Ω̃ + M Ω̃² to the tangent.
//!
//! | file | what |
//! |---|---|
//! | `bench` | the equations along a course of loads; Newton's method with the load held, held back, along an arc |
//! | `start` | what the state at hand is the equilibrium of |
//! | `relax` | to a stable equilibrium by pseudo-transient continuation |
//! | `stability` | how many directions are unstable |
//! | `branch` | which of several equilibria under spin |
//! | `neutral` | motions that nothing resists, which are held |
//! | `path` | the path of equilibria by arc length, with its events |
//! | `crossing` | branching points of a path |
//! | `explain` | why there is no equilibrium, in the user's words |
//!
//! Load steps go from the equilibrium at hand: factors of the loads and of Ω² from those that fit it best, and of the imbalance
//! r₀ that is left there the part 1 − s, r(q; s) = (1 − s) r₀; constraints are rows of r, so that a drive that has changed goes to
//! its new value in the same steps, C(q; s) = (1 − s) C₀. A step is taken when every tangent of its iteration has as many
//! unstable directions as that before it: where all are positive definite, the potential is convex along the way, and there is
//! no second equilibrium to go astray to. Where even the smallest step cannot be taken so, the tangent is singular at the start
//! (a hinged blade before it spins), or the path has a limit or branching point: then the state moves under the whole load as if
//! it were immersed in honey (`relax`) and ends in a stable equilibrium, if there is one.

mod bench;
mod branch;
mod crossing;
mod explain;
mod neutral;
pub mod path;
mod relax;
mod stability;
mod start;

use self::bench::{Bench, Course, Way};
use self::branch::{Outcome, Search, Spinning};
use super::Workspace;
use crate::assembly::{NONE, System};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::model::Model;
use crate::newton::{History, Settings};
use crate::state::State;

/// Smallest load step, as a part of the load.
const SMALLEST: f64 = 1.0 / 1024.0;
/// Smallest one where the path is only steep: a string that drives begin to tighten.
const TINIEST: f64 = 1.0 / 16_777_216.0;
/// Steps of less than the smallest part, where the path is steep, before the state is relaxed instead.
const MOST_TINY: usize = 64;
/// Largest part that may fail at the start before the state is relaxed: a tangent that is singular there stays so.
const AT_ONCE: f64 = 1.0 / 8.0;
/// Load steps, cuts and steps of relaxation before it is given up, unless the host sets a limit.
pub const MOST_STEPS: usize = 4000;

/// Largest rotation of a node in a load step [rad].
const LARGEST_TURN: f64 = 1.0;
/// Largest motion (turn, displacement over the model's length) of the smallest step past a branching point.
const SMOOTH: f64 = 0.02;
/// Part of the mean stiffness below which a direction of the start counts as one without stiffness, not as an unstable one.
const NEUTRAL: f64 = 1e-11;
/// Asymmetry of a tangent above which its loads are not conservative.
const SYMMETRIC: f64 = 1e-6;

/// What it took, and what was found.
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
    /// steps of relaxation, where load steps did not lead on
    pub relaxed: usize,
    /// limit and branching points that the load steps met
    pub critical: usize,
    /// directions in which the equilibrium is unstable; None when they could not be counted
    pub unstable: Option<usize>,
    /// motions that nothing resists and nothing drives: not among the unstable ones
    pub neutral: usize,
    /// does a spinning equilibrium with an even number of them diverge?
    pub grows: bool,
    /// was there a spin? `unstable` is then that of the stiffness in turning axes, without gyroscopic forces
    pub spinning: bool,
    /// is the tangent symmetric? If not, only whether `unstable` is even or odd is certain
    pub symmetric: bool,
    /// part of the way from the state at hand to the loads, drives and spin asked for that was done: 1, less where it failed
    pub reached: f64,
}

impl Report {
    /// Is the equilibrium stable? None where it was not counted. Of a spinning one with unstable directions of K, an odd number
    /// means an unstable state, and an even number may be held by gyroscopic forces (Thomson, Tait, Chetaev): None, unless it was seen
    /// to diverge. Where K is not symmetric only an odd number is certain.
    pub fn stable(&self) -> Option<bool> {
        match self.unstable {
            Some(count) if self.spinning && count > 0 && count % 2 == 0 && !self.grows => None,
            // loads that follow may make it flutter
            Some(count) if !self.grows && !self.symmetric && count % 2 == 0 => None,
            count => count.map(|count| count == 0),
        }
    }
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
            state.history.algorithmic[k] = [node.a, Vec3::zeros()];
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

/// The state at rest.
pub(super) fn resting(state: &State) -> State {
    let mut start = state.clone();
    for node in &mut start.nodes {
        (node.v, node.omega, node.a, node.alpha) = (Vec3::zeros(), Vec3::zeros(), Vec3::zeros(), Vec3::zeros());
    }
    start.history.algorithmic.fill([Vec3::zeros(); 2]);
    start.history.scalar_algorithmic.fill(0.0);
    for s in &mut start.scalars {
        (s.rate, s.acceleration) = (0.0, 0.0);
    }
    start.history.forget_span();
    start
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
    let mut report = Report::default();
    solve_within(model, state, work, settings, penalty, spin, MOST_STEPS, &mut report).map(|()| report)
}

/// The same with a limit of load steps, cuts and steps of relaxation, and with a report that tells how far it came if it fails.
#[allow(clippy::too_many_arguments)]
pub fn solve_within(
    model: &Model,
    state: &mut State,
    work: &mut Workspace,
    settings: &Settings,
    penalty: f64,
    spin: Spin,
    most: usize,
    report: &mut Report,
) -> Result<()> {
    solve_at(model, state, work, settings, penalty, spin, 1.0, most, report)
}

/// The same with all loads, and gravity, times `factor`.
#[allow(clippy::too_many_arguments)]
fn solve_at(
    model: &Model,
    state: &mut State,
    work: &mut Workspace,
    settings: &Settings,
    penalty: f64,
    spin: Spin,
    factor: f64,
    most: usize,
    told: &mut Report,
) -> Result<()> {
    *told = Report::default();
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    let origin = resting(state);
    let is_spinning = spin != Spin::none();
    let mut search = Search { model, work, settings, penalty, spin, factor };
    let mut found = search.from(&origin, Spinning::Grows, most)?;
    if is_spinning {
        found = search.among_branches(&origin, found, most)?;
    }
    let Outcome { gone, state: mut start, mut report, done } = found;
    report.reached = if gone.is_ok() { 1.0 } else { done };
    report.spinning = is_spinning;
    *told = report;
    gone?;
    let mut bench = search.bench();
    (report.unstable, report.neutral) = bench.stability(&mut start, 1.0)?;
    report.symmetric = bench.asymmetry() <= SYMMETRIC && bench.is_conservative(&start, 1.0);
    spin.impose(model, &bench.work.system, &mut start);
    state.clone_from(&start);
    *told = report;
    Ok(())
}

/// Load steps under way.
struct LoadSteps<'a> {
    bench: Bench<'a>,
    report: Report,
    /// the last equilibrium
    start: State,
    /// its s
    done: f64,
    /// its unstable directions
    unstable: usize,
    /// does nothing resist some motion of the start?
    neutral: bool,
    /// may the state be relaxed where no step leads on?
    is_to_jump: bool,
    /// load steps and cuts before it is given up
    most: usize,
}

impl<'a> LoadSteps<'a> {
    /// From the factors of loads and Ω² at the start to those at the end.
    fn new(
        model: &'a Model,
        work: &'a mut Workspace,
        settings: &Settings,
        penalty: f64,
        spin: Spin,
        [from, to]: [[f64; 2]; 2],
        start: State,
    ) -> Result<Self> {
        let mut bench = Bench::new(model, work, settings, penalty, spin, Course::Between { from, to });
        let mut start = start;
        bench.take_imbalance(&mut start)?;
        let report = Report::default();
        let mut steps = LoadSteps {
            bench,
            report,
            start,
            done: 0.0,
            unstable: 0,
            neutral: false,
            is_to_jump: true,
            most: MOST_STEPS,
        };
        steps.count_at_start()?;
        Ok(steps)
    }

    /// Unstable directions of the start. Where some motion is next to nothing, the terms tell whether it has no stiffness, which
    /// makes it none of them, or little.
    fn count_at_start(&mut self) -> Result<()> {
        let counted = self.bench.unstable(&mut self.start, 0.0, NEUTRAL)?;
        let is_clear = counted.is_some() && self.bench.unstable(&mut self.start, 0.0, -NEUTRAL)? == counted;
        self.neutral = !is_clear && self.bench.has_free_motion(&self.start, 0.0)?;
        if is_clear {
            self.bench.look_at_start(&mut self.start)?;
        }
        let exactly = if is_clear || self.neutral { None } else { self.bench.unstable(&mut self.start, 0.0, 0.0)? };
        self.unstable = exactly.or(counted).unwrap_or(0);
        Ok(())
    }

    /// To s = 1. `growth`: by how much multipliers will grow, as far as the start can tell.
    fn go(&mut self, growth: &[f64]) -> Result<()> {
        let mut part = 1.0;
        // has the path begun so steeply that steps of the usual size do not lead on?
        let mut is_steep = false;
        let mut tiny = 0;
        // failures since the last step: one is usual; at the second, a motion may have lost its stiffness
        let mut failures = 0;
        while self.done < 1.0 {
            let to = f64::min(self.done + part, 1.0);
            let mut trial = self.start.clone();
            if self.done == 0.0 {
                trial.multipliers.iter_mut().zip(growth).for_each(|(lambda, more)| *lambda += to * more);
            }
            if self.report.load_steps + self.report.halved + self.report.relaxed >= self.most {
                return Err(explain::too_many_steps(self));
            }
            match self.solve(&mut trial, to) {
                Ok(history) if self.bench.turned <= LARGEST_TURN => {
                    self.take(trial, to, &history);
                    failures = 0;
                    part = (1.0 - self.done).min(if history.iterations <= 6 { 2.0 * part } else { part });
                    is_steep &= part <= SMALLEST;
                    tiny += usize::from(is_steep);
                    if tiny == MOST_TINY && self.is_to_jump && self.relax() {
                        return Ok(());
                    }
                }
                Err(error) if !is_survivable(&error) => return Err(error),
                failed => {
                    self.report.halved += 1;
                    failures += 1;
                    if failures > 1 {
                        self.bench.look_again();
                    }
                    if self.neutral && self.done == 0.0 && part == AT_ONCE && self.is_to_jump && self.relax() {
                        return Ok(());
                    }
                    if part <= SMALLEST && !is_steep {
                        is_steep = self.done == 0.0 && !self.neutral && !self.is_blocked();
                    }
                    if part <= if is_steep { TINIEST } else { SMALLEST } {
                        let is_neutral = self.starts_neutral()?;
                        if !(self.is_to_jump && self.relax() || self.pass(to)) {
                            return Err(explain::no_equilibrium(self, failed.err()));
                        }
                        self.report.critical += usize::from(!is_neutral);
                        continue;
                    }
                    part *= 0.5;
                }
            }
        }
        Ok(())
    }

    /// Newton's method to the load factor `to`, on this side of the next critical point.
    fn solve(&mut self, trial: &mut State, to: f64) -> Result<History> {
        let (_, history) = self.bench.solve(trial, to, Way::HeldLoad, Some(self.unstable))?;
        // one iteration is not looked at on the way: a straight column goes past its critical load in one; and of iterates far from
        // equilibrium only odd and even numbers are certain
        if (history.iterations <= 1 || self.bench.is_in_doubt)
            && let Some(found) = self.bench.unstable(trial, to, 0.0)?
        {
            self.bench.require_directions(trial, to, found, self.unstable)?;
        }
        Ok(history)
    }

    /// Does even the tiniest step fail?
    fn is_blocked(&mut self) -> bool {
        let mut trial = self.start.clone();
        let to = self.done + TINIEST;
        self.bench.solve(&mut trial, to, Way::HeldLoad, Some(self.unstable)).is_err()
    }

    /// Is this the start, with motions that nothing resists yet? Then it is no critical point of a path.
    fn starts_neutral(&mut self) -> Result<bool> {
        Ok(self.done == 0.0 && (self.neutral || self.bench.has_free_motion(&self.start, 0.0)?))
    }

    fn take(&mut self, found: State, s: f64, history: &History) {
        self.start = found;
        self.start.count_turns(self.bench.model, 0.0);
        self.done = s;
        self.report.last = *history;
        self.report.load_steps += 1;
        self.report.iterations += history.iterations;
    }

    /// Relax under the whole load: is there an equilibrium?
    fn relax(&mut self) -> bool {
        let Some((found, history)) = relax::relax(&mut self.bench, &self.start, 1.0, &mut self.report) else {
            return false;
        };
        self.take(found, 1.0, &history);
        true
    }

    /// Past a branching point: the path goes on smoothly, with another number of unstable directions.
    fn pass(&mut self, to: f64) -> bool {
        let mut trial = self.start.clone();
        let Ok((_, history)) = self.bench.solve(&mut trial, to, Way::HeldLoad, None) else { return false };
        let moved = self.bench.moved(&self.start, &trial);
        let counted = self.bench.stability(&mut trial, to);
        let (Ok((Some(unstable), _)), true) = (counted, moved[0].max(moved[1]) <= SMOOTH) else { return false };
        self.unstable = unstable;
        self.take(trial, to, &history);
        true
    }
}

/// May a smaller load step do where this happened?
fn is_survivable(error: &Error) -> bool {
    matches!(error, Error::NewtonFailed(_) | Error::SingularMatrix(_) | Error::NotFinite(_))
}
