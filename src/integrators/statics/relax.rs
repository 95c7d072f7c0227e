//! To a stable equilibrium from anywhere: pseudo-transient continuation (Kelley, Keyes).
//!
//! ```text
//!   D q̇ = −F(q),  C(q) = 0:      F(q) + c D (q − q₀) = 0,   c = 1/τ falls while steps succeed
//! ```
//!
//! Each step lowers the potential of conservative loads: it minimises V(q) + c/2 |q − q₀|²_D. A step is taken only if all its
//! tangents, with c D, are positive definite on the motions that joints allow. The end is a step with c = 0.
//!
//! Where a drive or another prescribed value has changed, C is not zero at the start: it is then taken back in steps,
//! C(q) = ℓ C(q₀) with ℓ from 1 to 0, from one equilibrium to the next, so that nothing winds up where honey holds the rest.

use super::bench::{Bench, Way};
use super::{LARGEST_TURN, Report};
use crate::newton::History;
use crate::state::State;

/// Steps before giving up.
const MOST: usize = 150;
/// Largest turn in a step [rad].
const TURN: f64 = 0.5;
/// Largest displacement in a correction without c, over the model's length: farther, Newton's method is lost.
const LEAP: f64 = 1.0;
/// Factors of c after a step that converged fast, and after one that failed.
const FALL: f64 = 0.2;
const RISE: f64 = 8.0;
/// c above which nothing moves any more.
const STUCK: f64 = 1e9;
/// Displacement over the model's length of what nothing holds.
const FAR: f64 = 1e3;
/// Shortest step of what is prescribed, as a part of it.
const SHORTEST: f64 = 1e-3;
/// Motion in a step that may mean that the state has settled, and motion of the test of it.
const STILL: f64 = 1e-8;
const SETTLED: f64 = 1e-6;

/// The equilibrium that the state moves to at `s`; None when it finds none. What is prescribed is applied in steps on the way.
pub fn relax(bench: &mut Bench, from: &State, s: f64, report: &mut Report) -> Option<(State, History)> {
    bench.look_again();
    let lags = bench.take_lag(from, s).ok()?;
    if !lags {
        bench.forget_lag();
    }
    let found = follow(bench, from, s, report);
    bench.forget_lag();
    found
}

fn follow(bench: &mut Bench, from: &State, s: f64, report: &mut Report) -> Option<(State, History)> {
    let (mut here, mut c) = (from.clone(), 1.0);
    // of what is prescribed: the part that is left, and that of the next step
    let (mut left, mut stride) = (bench.lagging, bench.lagging);
    for _ in 0..MOST {
        let mut trial = here.clone();
        bench.lagging = f64::max(left - stride, 0.0);
        if let Ok((_, history)) = bench.solve(&mut trial, s, Way::HeldLoad, Some(0))
            && bench.turned <= LARGEST_TURN
            && bench.leapt <= LEAP
            && (!bench.is_in_doubt || bench.unstable(&mut trial, s, 0.0).is_ok_and(|found| found == Some(0)))
        {
            if bench.lagging == 0.0 {
                return Some((trial, history));
            }
            // an equilibrium on the way
            here = trial;
            here.count_turns(bench.model, 0.0);
            report.relaxed += 1;
            report.iterations += history.iterations;
            left = bench.lagging;
            stride = if history.iterations <= 6 { 2.0 * stride } else { stride };
            continue;
        }
        stride = f64::max(0.5 * stride, SHORTEST);
        trial.clone_from(&here);
        bench.lagging = left;
        let solved = bench.solve(&mut trial, s, Way::HeldBack(c), Some(0));
        let moved = bench.moved(&here, &trial);
        match solved {
            Ok((_, history)) if bench.turned <= TURN => {
                here = trial;
                report.relaxed += 1;
                report.iterations += history.iterations;
                c *= if history.iterations <= 5 { FALL } else { 0.5 };
                if left == 0.0
                    && moved[0].max(moved[1]) < STILL
                    && let Some(found) = settled(bench, &here, s)
                {
                    return Some(found);
                }
                if bench.moved(from, &here)[1] > FAR {
                    return None;
                }
                here.count_turns(bench.model, 0.0);
            }
            _ if c > STUCK => return None,
            _ => c *= RISE,
        }
    }
    None
}

/// An equilibrium in which the state stays by symmetry, though it is not stable.
fn settled(bench: &mut Bench, here: &State, s: f64) -> Option<(State, History)> {
    let mut trial = here.clone();
    let (_, history) = bench.solve(&mut trial, s, Way::HeldLoad, None).ok()?;
    let moved = bench.moved(here, &trial);
    (moved[0].max(moved[1]) < SETTLED).then_some((trial, history))
}
