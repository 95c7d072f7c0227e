//! Where another path crosses: the place at which the stiffness κ of a motion φ changes its sign.
//!
//! Points of the path are found by Newton's method only as near to the crossing as rounding lets it tell the two paths apart: a force that
//! is rounding, r, moves the model by r/κ along φ, and on the crossing itself by the cube root of r. So the last way is gone with
//! the motion along φ held on the line that the tangent gives it, and with c D added to the matrix of the iteration, more than κ and
//! much less than the stiffness of other motions:
//!
//! ```text
//!   F(q; s) = μ D φ,   φᵀD (q − q₀) = η φᵀD t,     κ + c = xᵀD φ/xᵀD x,   (K + c D) x = D φ         secant rule on κ(η) = 0
//! ```
//!
//! On the path μ is zero, and where κ is, it is so to second order of the rest of the way.
//!
//! Sources: Allgower and Georg, Numerical Continuation Methods (1990), chapter 8; Seydel, Practical Bifurcation and Stability Analysis.

use super::bench::Bench;
use super::is_survivable;
use super::path::{APART, GAP, Here, SEARCH, Tracer};
use crate::error::Result;

/// Least stiffness of the points next to a branching point, over that of the next point of the path.
const NEARLY_NONE: f64 = 1e-3;
/// Part of the step within which they must lie if none so soft are there, and no branching point is.
const TOGETHER: f64 = 1e-8;
/// Least stiffness at which the search ends, over that of the next point: what is left is rounding.
const NONE_LEFT: f64 = 1e-11;
/// c, over the same.
const HELD: f64 = 1e-2;
/// Largest number of points of the last way.
const LAST: usize = 12;

impl Tracer<'_, '_> {
    /// The branching point between two points; None if the number of unstable directions changes where there is none: the next point
    /// is then on another path, which passes near this one. None too if another branching point follows before the next point.
    pub(super) fn branching(&mut self, here: &Here, next: &Here) -> Result<Option<Here>> {
        let whole = next.point.length - here.point.length;
        // that of the next point, which was looked at last, does for both ends
        let soft = self.bench.least_stiffness();
        let mut sides = [here.clone(), next.clone()];
        let mut ends = [(0.0, -soft), (whole, soft)];
        let mut stiffness = [f64::INFINITY, soft];
        let mut last = 1;
        for _ in 0..SEARCH {
            let [low, high] = ends;
            let zero = low.0 - low.1 * (high.0 - low.0) / (high.1 - low.1);
            // not the crossing itself, but beside it, on the side that is not near enough yet
            let beside = 0.3 * NEARLY_NONE * soft * (high.0 - low.0) / (high.1 - low.1);
            let middle = if stiffness[0] <= NEARLY_NONE * soft { zero + beside } else { zero - beside };
            let middle = middle.clamp(low.0, high.0);
            let mut found = self.at(here, middle);
            let mut place = middle;
            if found.as_ref().is_err_and(is_survivable) {
                place = 0.5 * (low.0 + high.0);
                found = self.at(here, place);
            }
            let found = match found {
                Err(error) if is_survivable(&error) => return Ok(None),
                found => found?,
            };
            let left = self.bench.least_stiffness();
            let side = usize::from(found.point.unstable != here.point.unstable);
            ends[side] = (place, if side == 0 { -left } else { left });
            if side == last {
                ends[1 - side].1 *= 0.5;
            }
            (sides[side], stiffness[side], last) = (found, left, side);
            if stiffness[0].max(stiffness[1]) <= NEARLY_NONE * soft {
                let is_one = !self.is_gap(&sides) && !self.is_followed(&sides[1], next, whole);
                return if is_one { self.last_way(&sides, last, stiffness, soft).map(Some) } else { Ok(None) };
            }
            if ends[1].0 - ends[0].0 < TOGETHER * whole {
                break;
            }
        }
        Ok(None)
    }

    /// Are two points, of which the number of unstable directions differs, on two paths? On one path they come together with their
    /// distances.
    fn is_gap(&self, [before, behind]: &[Here; 2]) -> bool {
        let [turned, shifted] = self.bench.moved(&before.point.state, &behind.point.state);
        turned.max(shifted) > 10.0 * (behind.point.length - before.point.length).abs() + GAP
    }

    /// Do more directions change between the point behind a crossing and the next point?
    fn is_followed(&self, behind: &Here, next: &Here, whole: f64) -> bool {
        whole > APART && self.is_changed(&behind.point, &next.point, 0)
    }

    /// From the point of the last factors, on one side of the crossing, to where κ is zero.
    fn last_way(&mut self, sides: &[Here; 2], from: usize, stiffness: [f64; 2], soft: f64) -> Result<Here> {
        let (start, other) = (&sides[from], &sides[1 - from]);
        let count = |side: &Here| side.point.unstable.unwrap_or(0);
        // the matrix has no c yet
        self.bench.hold_softest(count(start).abs_diff(count(other)).max(1));
        let first = self.bench.softest_stiffness();
        self.bench.held = HELD * soft;
        let across = other.point.length - start.point.length;
        let mut pair = [(across, -first * stiffness[1 - from] / stiffness[from]), (0.0, first)];
        let (mut best, mut least) = (start.clone(), first.abs());
        for _ in 0..LAST {
            let [a, b] = pair;
            let place = b.0 - b.1 * (b.0 - a.0) / (b.1 - a.1);
            let Ok(found) = self.at(start, place) else { break };
            let left = self.bench.softest_stiffness();
            pair = [b, (place, left)];
            let is_better = left.abs() < least;
            if is_better {
                (best, least) = (found, left.abs());
            }
            if !is_better || least <= NONE_LEFT * soft {
                break;
            }
        }
        self.bench.crossing.clear();
        self.bench.held = 0.0;
        // those that were held here
        best.point.neutral = start.point.neutral;
        Ok(best)
    }
}

impl Bench<'_> {
    /// Hold this many of the softest motions, by the last factors, from now on.
    fn hold_softest(&mut self, count: usize) {
        let motion = self.work.system.layout.motion;
        let mut held: Vec<Vec<f64>> = Vec::new();
        for k in 0..count {
            let mut x = self.any_motion(k);
            for _ in 0..4 {
                x[motion..].fill(0.0);
                self.weigh(&mut x);
                if self.solve_unheld(&mut x).is_err() {
                    return;
                }
                for other in &held {
                    let along = self.weighted(other, &x);
                    x.iter_mut().zip(other).for_each(|(x, other)| *x -= along * other);
                }
                let size = self.metric(&x).sqrt();
                x.iter_mut().for_each(|x| *x /= size);
            }
            held.push(x);
        }
        self.crossing = held;
    }

    /// κ over D of the first motion that is held, by the last factors; zero where they are singular.
    fn softest_stiffness(&mut self) -> f64 {
        let motion = self.work.system.layout.motion;
        let Some(mut x) = self.crossing.first().cloned() else { return 0.0 };
        let mut kappa = 0.0;
        for _ in 0..3 {
            let mut y = x.clone();
            y[motion..].fill(0.0);
            self.weigh(&mut y);
            if self.solve_unheld(&mut y).is_err() {
                return 0.0;
            }
            let square = self.metric(&y);
            kappa = self.weighted(&x, &y) / square - self.held;
            x = y.iter().map(|y| y / square.sqrt()).collect();
        }
        if kappa.is_finite() { kappa } else { 0.0 }
    }

    /// Replace a right-hand side by the solution with the last factors, whatever is held.
    fn solve_unheld(&mut self, x: &mut [f64]) -> Result<()> {
        let mut right = vec![0.0; x.len()];
        self.work.lu.solve_factored(&self.work.system.values, x, &mut right).map(|_| ())
    }
}
