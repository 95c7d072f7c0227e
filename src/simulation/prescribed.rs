//! What is prescribed within a step, by functions of time: drives, loads, commands. The equations of a step see them at its ends, or
//! at a stage; what happens between is found here, so that no pulse is stepped over.
//!
//! ```text
//!   δφ = φ(t) − φ̂(t),   φ̂ = cubic of Hermite through values and rates at the two ends
//! ```
//!
//! at the times at which a function is less smooth than elsewhere (points of tables, ends of pulses), between each two of these, and
//! at three times where there are none.

use super::Simulation;
use super::control::NEAR;
use crate::error::Result;
use crate::state::Memory;
use crate::state::dense::Hermite;

/// Where a function is looked at in a step in which it is smooth: parts of the step, without a common period.
const LOOKS: [f64; 3] = [0.21, 0.5, 0.83];
/// This part of the step before its end a rate is read that jumps at the end.
const BEFORE: f64 = 1e-7;
/// A rate that changes by more than this part of itself in that time jumps.
const JUMPS: f64 = 1e-3;
/// One that changes by more than this part of itself makes a corner: less is a table of many points that tells a smooth function.
const CORNER: f64 = 0.2;
/// A deviation below this part of the function's size is rounding.
const ROUNDING: f64 = 1e-13;

/// Times that are nearer to `t` than this are the same, for a step of size `h`: [`NEAR`] of it, or rounding of the time.
pub(super) fn near(t: f64, h: f64) -> f64 {
    f64::max(NEAR * h, 4.0 * f64::EPSILON * t.abs())
}

/// So long before `t` a rate is read that jumps there: [`BEFORE`] of the step, or what a time of this size can tell.
fn before(t: f64, h: f64) -> f64 {
    f64::max(BEFORE * h, 16.0 * f64::EPSILON * t.abs())
}

/// Functions of time over a step.
#[derive(Debug, Default)]
pub(super) struct Prescribed {
    begin: Vec<[f64; 3]>,
    inside: Vec<[f64; 3]>,
    /// at the end, with the rates that they have just before
    pub(super) end: Vec<[f64; 3]>,
    /// at the end, each moved by its largest deviation
    pub(super) moved: Vec<[f64; 3]>,
    /// states of the actuators where the looks have come to
    memory: Memory,
    /// of each function: deviation, its time, least and greatest value
    found: Vec<[f64; 4]>,
}

impl Prescribed {
    /// Take what `inside` holds, of time `t`, for a step from `t_0` of size `h`.
    fn look(&mut self, t: f64, t_0: f64, h: f64) {
        let way = Hermite::new((t - t_0) / h, h);
        for (k, found) in self.found.iter_mut().enumerate() {
            let (from, to, value) = (&self.begin[k], &self.end[k], self.inside[k][0]);
            let deviation = value - way.scalar([from[0], from[1]], [to[0], to[1]])[0];
            if deviation.abs() > found[0].abs() {
                (found[0], found[1]) = (deviation, t);
            }
            (found[2], found[3]) = (found[2].min(value), found[3].max(value));
        }
    }
}

impl Simulation {
    /// Look at all functions over the step of size `h` from the accepted state. Returns the time at which one deviates most,
    /// beside its own size, from what its ends say; None where none does.
    pub(super) fn survey(&mut self, h: f64) -> Result<Option<f64>> {
        let mut own = std::mem::take(&mut self.prescribed);
        let outcome = self.look_within(&mut own, h);
        self.prescribed = own;
        outcome
    }

    fn look_within(&self, own: &mut Prescribed, h: f64) -> Result<Option<f64>> {
        let (model, state) = (&*self.model, &self.accepted);
        let (t_0, t_1) = (state.time, state.time_after(h).0);
        state.evaluate_functions(model, t_1, &mut own.end)?;
        if model.functions().iter().all(|f| f.is_steady()) {
            return Ok(None);
        }
        state.evaluate_functions(model, t_0, &mut own.begin)?;
        if state.next_break(model, t_1 - near(t_1, h)) <= t_1 + near(t_1, h) {
            // the step ends where a rate may jump: it is judged by that before the jump
            state.evaluate_functions(model, t_1 - before(t_1, h), &mut own.inside)?;
            for (end, before) in own.end.iter_mut().zip(&own.inside) {
                (end[1], end[2]) = (before[1], before[2]);
            }
        }
        own.found.clear();
        own.found.extend(own.begin.iter().zip(&own.end).map(|(b, e)| [0.0, t_0, b[0].min(e[0]), b[0].max(e[0])]));
        let mut from = t_0;
        own.memory.clone_from(&state.memory);
        while from < t_1 {
            let to = state.next_break(model, from + near(t_1, h));
            let (to, inside) = if to < t_1 - near(t_1, h) { (to, true) } else { (t_1, false) };
            let whole = from == t_0 && !inside;
            for part in if whole { &LOOKS[..] } else { &LOOKS[1..2] } {
                let t = from + part * (to - from);
                state.evaluate_from(&own.memory, model, t, &mut own.inside)?;
                own.look(t, t_0, h);
            }
            if inside {
                state.evaluate_from(&own.memory, model, to, &mut own.inside)?;
                own.look(to, t_0, h);
                // actuators go on from here: looks at all points of a table cost as much as one way through it
                own.memory.keep(model, &own.inside, to);
            }
            from = to;
        }
        own.moved.clone_from(&own.end);
        let mut worst = (0.0, None);
        for (moved, [deviation, t, least, most]) in own.moved.iter_mut().zip(&own.found) {
            let size = least.abs().max(most.abs());
            if deviation.abs() > ROUNDING * size {
                moved[0] += deviation;
                if deviation.abs() / size > worst.0 {
                    worst = (deviation.abs() / size, Some(*t));
                }
            }
        }
        Ok(worst.1)
    }

    /// Has the last step ended where the rate or the second rate of a function jumps? What it left belongs to the time before.
    pub(super) fn starts_at_jump(&mut self) -> Result<bool> {
        let (t, h) = (self.accepted.time, self.accepted.last_step);
        if h == 0.0 || self.accepted.next_break(&self.model, t - near(t, h)) > t + near(t, h) {
            return Ok(false);
        }
        let (own, state) = (&mut self.prescribed, &self.accepted);
        state.evaluate_functions(&self.model, t - before(t, h), &mut own.begin)?;
        state.evaluate_functions(&self.model, t + before(t, h), &mut own.end)?;
        let jumps = |before: f64, after: f64| (after - before).abs() > JUMPS * before.abs().max(after.abs());
        Ok(own.begin.iter().zip(&own.end).any(|(a, b)| jumps(a[1], b[1]) || jumps(a[2], b[2])))
    }

    /// The first time within the step of size `h` from the accepted state at which a function has a corner.
    pub(super) fn first_corner(&mut self, h: f64) -> Result<Option<f64>> {
        let (own, state, model) = (&mut self.prescribed, &self.accepted, &*self.model);
        let end = state.time + (1.0 - NEAR) * h;
        let mut at = state.next_break(model, state.time + near(self.accepted.time, h));
        while at < end {
            state.evaluate_functions(model, at - before(at, h), &mut own.begin)?;
            state.evaluate_functions(model, at + before(at, h), &mut own.inside)?;
            let corner = |a: f64, b: f64| (b - a).abs() > CORNER * a.abs().max(b.abs());
            if own.begin.iter().zip(&own.inside).any(|(a, b)| corner(a[1], b[1])) {
                return Ok(Some(at));
            }
            at = state.next_break(model, at + near(self.accepted.time, h));
        }
        Ok(None)
    }

    /// The last time behind the accepted state and not behind `t` at which a function is less smooth than elsewhere.
    pub(super) fn last_break(&self, t: f64, h: f64) -> Option<f64> {
        let (mut at, mut last) = (self.accepted.time + near(self.accepted.time, h), None);
        loop {
            at = self.accepted.next_break(&self.model, at);
            if at > t {
                return last;
            }
            last = Some(at);
        }
    }

    /// The largest of h, h/2, h/4 … in which the cubic through its ends tells every function to a hundredth of its change.
    pub(super) fn resolved_step(&mut self, mut h: f64) -> f64 {
        for _ in 0..60 {
            let fine = |[deviation, _, least, most]: &[f64; 4]| deviation.abs() <= 0.01 * (most - least);
            match self.survey(h) {
                Ok(Some(_)) if !self.prescribed.found.iter().all(fine) => h *= 0.5,
                _ => return h,
            }
        }
        h
    }
}
