//! The path of equilibria by its arc length, past limit points, with its events.
//!
//! From a point (q, s) of the path with unit tangent (t, t_s), the next one is at distance η along it:
//!
//! ```text
//!   F(q; s) = 0,   ⟨t, Δq⟩ + t_s Δs/S² = η          η: 0.05 at first, then by the angle between tangents
//! ```
//!
//! Events between two points, each found to rounding by the secant rule of Illinois on the distance η, or by bisection; branching points
//! in the file `crossing`:
//!
//! | event | what changes sign |
//! |---|---|
//! | limit point | t_s |
//! | branching point | the determinant, or the number of unstable directions, while t_s does not |
//! | value reached | an output minus its value |
//! | end | s minus its last value |
//!
//! Sources: Riks (1979), Crisfield (1981); Allgower and Georg, Numerical Continuation Methods (1990), chapters 6 and 9.

use super::super::Workspace;
use super::bench::{Bench, Course, Tangent, Way};
use super::{MOST_STEPS, Report, SYMMETRIC, Spin, is_survivable, resting, solve_at, start};
use crate::error::{Error, Result, number};
use crate::model::Model;
use crate::newton::Settings;
use crate::state::State;

/// Which loads grow along the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loads {
    /// all loads and gravity, by one factor
    All,
    /// those that an input multiplies, by its place
    Input(usize),
}

/// What a point of the path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// a point like any other
    Point,
    /// the load factor turns back
    Limit,
    /// another path crosses
    Branching,
    /// the output has the value that was asked for
    Value,
    /// the load factor has its last value
    End,
}

/// A point of the path.
#[derive(Debug, Clone)]
pub struct Point {
    /// load factor, or value of the input
    pub factor: f64,
    /// length of the path up to here, in the metric of the file `bench`
    pub length: f64,
    /// unstable directions; None where they could not be counted
    pub unstable: Option<usize>,
    /// motions that nothing resists, as in [`Report`]
    pub neutral: usize,
    /// what it is
    pub mark: Mark,
    /// the output
    pub output: f64,
    /// the equilibrium
    pub state: State,
    /// where the path goes on from a critical point at which it was to end
    pub onward: Option<(Plan, Tangent)>,
}

/// How to follow a path.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// which loads
    pub loads: Loads,
    /// where the path ends
    pub to: f64,
    /// value of the output at which it ends too
    pub value: Option<f64>,
    /// end at the first limit or branching point?
    pub stop: bool,
    /// most points
    pub most: usize,
    /// largest turn of a node between two points [rad]
    pub turn: f64,
    /// the steady spin
    pub spin: Spin,
}

/// Difference of load factors, relative to them, that is none: a factor that was fitted has no more digits.
const THERE: f64 = 1e-9;
/// First distance, and largest one.
const FIRST: f64 = 0.05;
const LONGEST: f64 = 0.5;
/// Smallest distance.
const SHORTEST: f64 = 1e-9;
/// Cosines of the angles between tangents at which a step is too long, and below which it may not grow.
const TOO_LONG: f64 = 0.9;
const GOOD: f64 = 0.99;
/// Largest part of a way by which it may be off the mean of its tangents: else it may have led to another path.
const TOO_FAR_OFF: f64 = 0.2;
/// Motion, over the length of the model, that is none.
const STILL: f64 = 1e-9;
/// Evaluations in the search for an event, and the accuracy of its distance.
pub(super) const SEARCH: usize = 60;
const FOUND: f64 = 1e-12;
/// Rotation [rad], and motion over the length of the model, between two points of one path next to each other.
pub(super) const GAP: f64 = 1e-6;
/// Distance below which two events count as one.
pub(super) const APART: f64 = 1e-4;
/// How far beside a point without a tangent the search goes on, over the step.
const BESIDE: f64 = 1e-9;

/// A point under way, with its tangent.
#[derive(Clone)]
pub(super) struct Here {
    pub(super) point: Point,
    tangent: Tangent,
    /// how far the way here is off the mean of the tangents at its ends, over the way
    off: f64,
}

/// The path from the equilibrium at hand, as `points`; those found before a failure too.
pub fn trace(
    model: &Model,
    state: &State,
    work: &mut Workspace,
    settings: &Settings,
    penalty: f64,
    plan: &Plan,
    output: &dyn Fn(&State) -> f64,
    points: &mut Vec<Point>,
) -> Result<Report> {
    let mut at = state.clone();
    let mut report = Report::default();
    let ended = onward(points, state, plan);
    let (course, from) = match (plan.loads, &ended) {
        (loads, Some(point)) => {
            at.evaluate_functions(model, at.time, &mut work.functions)?;
            (if let Loads::Input(k) = loads { Course::Input(k) } else { Course::AllLoads }, point.factor)
        }
        (Loads::All, None) => {
            at.evaluate_functions(model, at.time, &mut work.functions)?;
            let factor = start::estimate(model, &mut resting(&at), work, &plan.spin).factors[0];
            solve_at(model, &mut at, work, settings, penalty, plan.spin, factor, MOST_STEPS, &mut report)?;
            (Course::AllLoads, factor)
        }
        (Loads::Input(k), None) => {
            solve_at(model, &mut at, work, settings, penalty, plan.spin, 1.0, MOST_STEPS, &mut report)?;
            (Course::Input(k), at.inputs[k].to[0])
        }
    };
    if (from - plan.to).abs() <= THERE * from.abs().max(plan.to.abs()) {
        return Err(Error::InvalidArgument(format!(
            "path: the load factor is {} already; there is nothing to follow",
            number(from)
        )));
    }
    points.clear();
    let mut bench = Bench::new(model, work, settings, penalty, plan.spin, course);
    bench.span = (plan.to - from).abs();
    let mut tracer = Tracer { bench, plan, output, points, report: &mut report };
    let first = match ended {
        Some(point) => tracer.resumed(point),
        None => tracer.first(at, from)?,
    };
    tracer.go(first)?;
    let bench = tracer.bench;
    if let Some(last) = points.last() {
        report.unstable = last.unstable;
        report.neutral = last.neutral;
        // of the end, not of the start
        report.symmetric = bench.asymmetry() <= SYMMETRIC && bench.is_conservative(&last.state, last.factor);
        report.grows = false;
    }
    Ok(report)
}

/// The critical point at which a path of these loads ended, if the state is still that of it.
fn onward(points: &[Point], state: &State, plan: &Plan) -> Option<Point> {
    let last = points.last()?;
    let (before, _) = last.onward.as_ref()?;
    let same_loads = (before.loads, before.spin) == (plan.loads, plan.spin)
        && match plan.loads {
            Loads::All => last.state.inputs.iter().zip(&state.inputs).all(|(a, b)| a.to == b.to),
            Loads::Input(k) => state.inputs[k].to[0] == last.factor,
        };
    let same = last.state.nodes.iter().zip(&state.nodes).all(|(a, b)| a.x == b.x && a.rotation == b.rotation);
    (same_loads && same).then(|| last.clone())
}

pub(super) struct Tracer<'a, 'b> {
    pub(super) bench: Bench<'a>,
    plan: &'b Plan,
    output: &'b dyn Fn(&State) -> f64,
    points: &'b mut Vec<Point>,
    report: &'b mut Report,
}

impl Tracer<'_, '_> {
    /// The start, with the tangent towards the end.
    fn first(&mut self, mut state: State, factor: f64) -> Result<Here> {
        let mut tangent = self.bench.tangent(&mut state, factor, None)?;
        let unstable = self.bench.count();
        if tangent.slope * (self.plan.to - factor) < 0.0 {
            tangent.along.iter_mut().for_each(|t| *t = -*t);
            tangent.slope = -tangent.slope;
        }
        let neutral = self.bench.neutral.count();
        let output = (self.output)(&state);
        let point = Point { factor, length: 0.0, unstable, neutral, mark: Mark::Point, output, state, onward: None };
        Ok(Here { point, tangent, off: 0.0 })
    }

    /// The critical point at which the last path ended, on its way behind it. What is unstable there is rounding.
    fn resumed(&self, mut point: Point) -> Here {
        let (_, mut tangent) = point.onward.take().expect("it was asked for");
        let size = self.bench.cosine(&tangent, &tangent).sqrt();
        tangent.along.iter_mut().for_each(|t| *t /= size);
        tangent.slope /= size;
        (point.length, point.mark, point.unstable) = (0.0, Mark::Point, None);
        Here { point, tangent, off: 0.0 }
    }

    fn go(&mut self, mut here: Here) -> Result<()> {
        let mut step = FIRST;
        self.points.push(here.point.clone());
        while self.points.len() < self.plan.most {
            let next = match self.at(&here, step) {
                Ok(next) if self.is_near(&here, &next, step) => next,
                Err(error) if !is_survivable(&error) => return Err(error),
                failed => {
                    self.report.halved += 1;
                    step *= 0.5;
                    if step < SHORTEST {
                        return Err(self.lost(&here, failed.err()));
                    }
                    if self.points.len() == 1 && self.begins_without_stiffness(&here)? {
                        return Err(no_stiffness(&here));
                    }
                    continue;
                }
            };
            let mut events = self.events(&here, &next);
            let is_doubtful = self.is_doubtful(&here.point, &next.point);
            if is_doubtful {
                events.insert(0, Mark::Branching);
            }
            if events.len() > 1 && step > APART {
                // one at a time
                step *= 0.5;
                continue;
            }
            let found = match events.pop() {
                None => None,
                Some(Mark::Branching) => match self.branching(&here, &next)? {
                    // two pivots, and no branching point
                    None if is_doubtful && step <= APART => None,
                    None => {
                        self.report.halved += 1;
                        step *= 0.5;
                        if step < SHORTEST {
                            return Err(self.lost(&here, None));
                        }
                        continue;
                    }
                    found => found.map(|found| (Mark::Branching, found)),
                },
                Some(mark) => Some((mark, self.locate(&here, &next, mark)?)),
            };
            if let Some((mark, mut found)) = found {
                self.mark(mark, &here, &mut found);
                self.points.push(found.point);
                if matches!(mark, Mark::End | Mark::Value) || self.plan.stop {
                    return Ok(());
                }
                if self.points.len() == self.plan.most {
                    break;
                }
            }
            let cosine = self.bench.cosine(&here.tangent, &next.tangent);
            step = (step * if cosine > GOOD && next.off < 0.25 * TOO_FAR_OFF { 1.6 } else { 0.9 }).min(LONGEST);
            self.report.load_steps += 1;
            self.points.push(next.point.clone());
            here = next;
        }
        Err(Error::newton(format!(
            "path: {} points were found and the load factor has not reached {}; the last one is {}, and all are between {} and \
             {}. Allow more points, or another last value",
            self.points.len(),
            number(self.plan.to),
            number(here.point.factor),
            number(self.points.iter().fold(f64::INFINITY, |least, p| least.min(p.factor))),
            number(self.points.iter().fold(f64::NEG_INFINITY, |most, p| most.max(p.factor)))
        )))
    }

    /// Does nothing resist some motion at the start? A step that failed has left other loads, or none.
    fn begins_without_stiffness(&mut self, here: &Here) -> Result<bool> {
        let mut state = here.point.state.clone();
        self.bench.assemble(&mut state, here.point.factor, 0.0)?;
        self.bench.has_free_motion(&state, here.point.factor)
    }

    /// Note what a point behind `here` is.
    fn mark(&mut self, mark: Mark, here: &Here, found: &mut Here) {
        found.point.mark = mark;
        if !matches!(mark, Mark::Limit | Mark::Branching) {
            return;
        }
        self.report.critical += 1;
        // of the point itself it is rounding
        found.point.unstable = here.point.unstable;
        if self.plan.stop {
            let mut onward = found.tangent.clone();
            if mark == Mark::Limit {
                // behind it the load goes back
                onward.slope = -here.tangent.slope.signum() * onward.slope.abs();
            }
            found.point.onward = Some((*self.plan, onward));
        }
    }

    /// The point at a distance from another one.
    pub(super) fn at(&mut self, from: &Here, distance: f64) -> Result<Here> {
        let mut state = from.point.state.clone();
        let way = Way::Arc(&from.tangent, distance, from.point.factor);
        let (factor, history) = self.bench.solve(&mut state, from.point.factor, way, None)?;
        let travelled = std::mem::take(&mut self.bench.travelled);
        self.report.iterations += history.iterations;
        self.report.last = history;
        state.count_turns(self.bench.model, 0.0);
        let tangent = self.bench.tangent(&mut state, factor, Some(&from.tangent))?;
        let unstable = self.bench.count();
        let neutral = self.bench.neutral.count();
        let output = (self.output)(&state);
        let length = from.point.length + distance;
        let off = self.off(&from.tangent, &tangent, &travelled, distance);
        let point = Point { factor, length, unstable, neutral, mark: Mark::Point, output, state, onward: None };
        Ok(Here { point, tangent, off })
    }

    /// |Δ − ½ d (t₀ + t₁)| over |Δ|, motions alone: small on one path, where tangents change slowly, and not across to another.
    fn off(&self, before: &Tangent, after: &Tangent, travelled: &[f64], distance: f64) -> f64 {
        let mean = before.along.iter().zip(&after.along).map(|(a, b)| 0.5 * distance * (a + b));
        let defect: Vec<f64> = travelled.iter().zip(mean).map(|(d, mean)| d - mean).collect();
        let [defect, way] = [&defect[..], travelled].map(|v| self.bench.product(v, v).sqrt());
        if way > STILL { defect / way } else { 0.0 }
    }

    /// Is a step short enough to be on the same path?
    fn is_near(&self, here: &Here, next: &Here, step: f64) -> bool {
        let turned = self.bench.moved(&here.point.state, &next.point.state)[0];
        turned <= self.plan.turn
            && (self.bench.cosine(&here.tangent, &next.tangent) >= TOO_LONG && next.off <= TOO_FAR_OFF
                || step < 1e3 * SHORTEST)
    }

    /// What happens between two points.
    fn events(&self, here: &Here, next: &Here) -> Vec<Mark> {
        let mut found = Vec::new();
        let turns = here.tangent.slope * next.tangent.slope < 0.0;
        if turns {
            found.push(Mark::Limit);
        }
        // one direction changes at a limit point
        if self.is_changed(&here.point, &next.point, usize::from(turns)) {
            found.push(Mark::Branching);
        }
        if self
            .plan
            .value
            .is_some_and(|v| (here.point.output - v) * (next.point.output - v) <= 0.0 && here.point.output != v)
        {
            found.push(Mark::Value);
        }
        if (here.point.factor - self.plan.to) * (next.point.factor - self.plan.to) <= 0.0 {
            found.push(Mark::End);
        }
        found
    }

    /// Does the number of unstable directions change by more or less than `by`? Of loads that are not conservative only odd and even can
    /// be told.
    pub(super) fn is_changed(&self, before: &Point, after: &Point, by: usize) -> bool {
        let (Some(before), Some(after)) = (before.unstable, after.unstable) else { return false };
        let change = before.abs_diff(after);
        if self.bench.asymmetry() <= SYMMETRIC { change != by } else { change % 2 != by }
    }

    /// Does the number of unstable directions of loads that are not conservative change by an even number? Two directions may have lost
    /// their stiffness, one after the other or together; or two pivots have changed their signs, which means nothing there.
    fn is_doubtful(&self, before: &Point, after: &Point) -> bool {
        let (Some(before), Some(after)) = (before.unstable, after.unstable) else { return false };
        let change = before.abs_diff(after);
        self.bench.asymmetry() > SYMMETRIC && change > 0 && change % 2 == 0
    }

    /// The point of an event other than a branching point.
    fn locate(&mut self, here: &Here, next: &Here, mark: Mark) -> Result<Here> {
        let (to, value) = (self.plan.to, self.plan.value.unwrap_or(0.0));
        let test = move |h: &Here| match mark {
            Mark::Value => h.point.output - value,
            Mark::End => h.point.factor - to,
            _ => h.tangent.slope,
        };
        let whole = next.point.length - here.point.length;
        let (mut low, mut high) = ((0.0, test(here)), (whole, test(next)));
        let mut best = next.clone();
        for _ in 0..SEARCH {
            let mut middle = low.0 - low.1 * (high.0 - low.0) / (high.1 - low.1);
            // at a limit point the tangent may be singular to the last digit: beside it, by less than its place is known to, it is not
            let mut found = self.at(here, middle);
            for other in [middle + BESIDE * whole, 0.5 * (low.0 + high.0)] {
                if found.as_ref().is_err_and(is_survivable) {
                    (middle, found) = (other, self.at(here, other));
                }
            }
            best = match found {
                Err(error) if is_survivable(&error) => return Err(self.lost(here, Some(error))),
                found => found?,
            };
            let f = test(&best);
            if f == 0.0 || (high.0 - low.0).abs() < FOUND * whole {
                break;
            }
            if f * high.1 < 0.0 {
                low = high;
            } else {
                low.1 *= 0.5;
            }
            let moved = (high.0 - middle).abs();
            high = (middle, f);
            if moved < FOUND * whole {
                break;
            }
        }
        if mark == Mark::End {
            // exactly there
            let mut state = best.point.state.clone();
            self.bench.solve(&mut state, to, Way::HeldLoad, None)?;
            state.count_turns(self.bench.model, 0.0);
            (best.point.unstable, best.point.neutral) = self.bench.stability(&mut state, to)?;
            best.point.output = (self.output)(&state);
            (best.point.factor, best.point.state) = (to, state);
        }
        Ok(best)
    }

    fn lost(&self, here: &Here, last: Option<Error>) -> Error {
        let last = last.map_or(String::new(), |error| format!(" The last attempt: {error}"));
        Error::newton(format!(
            "path: it was lost at the load factor {}, after {} points: two paths that cross, or an instant at which a term has no \
             tangent, would explain it. A small load that breaks the symmetry leads past a crossing.{last}",
            number(here.point.factor),
            self.points.len()
        ))
    }
}

/// The error of a path from a state in which nothing resists some motion, as a rope that is straight and slack.
fn no_stiffness(here: &Here) -> Error {
    Error::newton(format!(
        "path: it cannot begin at the load factor {}, for nothing resists some motion there, as in a straight rope without tension: a \
         tangent has no direction. Put a part of the load on with swp_sim_solve_static, which finds the equilibrium that gives it \
         stiffness, and follow the path from there",
        number(here.point.factor)
    ))
}
