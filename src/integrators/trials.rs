//! A step that a host solves several times, each time with other inputs: further trials start from the last one.
//!
//! The unknowns as Newton's method left them are kept (what follows it, such as the projection of velocities, changes some of them),
//! and the factors of its matrix. A change of loads δF then takes one correction of size d ~ h² δF/m, which leaves κ r d, where r is
//! the distance from where the matrix was factored and κ the curvature seen in the trials before ([`newton`](crate::newton)).
//! The same inputs in the same sequence give the same bits; another sequence gives the same within the tolerance of Newton's method.
//! A trial that is far from the last one, beside what accelerations move in the step, gains nothing by it: it is begun anew, as the
//! first one was, and nothing of earlier trials is in its bits.

use crate::math::so3;
use crate::newton::History;
use crate::state::State;
use crate::terms::Motion;

/// What the next solution has to do with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// it is the only one of its step
    Single,
    /// others may follow it
    First,
    /// it follows another one of the same step
    Further,
}

/// The last trial.
#[derive(Debug)]
pub struct Trials {
    /// of the next solution
    pub mode: Mode,
    /// is there a trial to start from?
    ready: bool,
    /// its end, and its inner level or stage
    end: State,
    inner: State,
    /// how Newton's method went
    history: History,
    /// a number for its factors, and factorisations of the solver that everybody uses when its end was recovered
    stamp: u64,
    recovered: Option<u64>,
    /// did the scheme take another form of its equations for it?
    pub other_form: bool,
    /// how far accelerations moved a node in the step, over the model's length or in radians
    reach: f64,
}

/// Part of that which counts as near.
const NEAR: f64 = 0.1;

impl Trials {
    /// Room for states like this one.
    pub fn new(like: State) -> Self {
        let (mut inner, mut end) = (like.clone(), like);
        inner.reserve();
        end.reserve();
        let history = History::default();
        Trials {
            mode: Mode::Single,
            ready: false,
            end,
            inner,
            history,
            stamp: 0,
            recovered: None,
            other_form: false,
            reach: 0.0,
        }
    }

    /// There is none to start from.
    pub fn forget(&mut self) {
        (self.ready, self.recovered) = (false, None);
    }

    /// Is there one to start from?
    pub fn ready(&self) -> bool {
        self.ready
    }

    /// Does the solution at hand start from another one?
    pub fn resumes(&self) -> bool {
        self.ready && self.mode == Mode::Further
    }

    /// Keep a solution of Newton's method, if another one may follow it; `stamp`: a number for its factors. One that was not found
    /// in the regular way is none to start from.
    pub fn keep(&mut self, end: &State, inner: Option<&State>, history: &History, stamp: u64) {
        if self.mode == Mode::Single {
            return;
        }
        self.end.clone_from(end);
        if let Some(inner) = inner {
            self.inner.clone_from(inner);
        }
        (self.history, self.stamp, self.other_form) = (*history, stamp, false);
        self.ready = history.distance.is_finite() && !history.at_rounding;
    }

    /// History to begin Newton's method with, in a solution that starts from another one; `stamp`: the number for the factors that
    /// are there now.
    pub fn history(&self, stamp: u64) -> History {
        let kept = stamp == self.stamp;
        let distance = if kept { self.history.distance } else { f64::INFINITY };
        History { resumed: true, distance, limit: NEAR * self.reach, ..self.history }
    }

    /// Measure the way of a step of size `h` in a model of this length.
    pub fn measure(&mut self, start: &State, end: &State, h: f64, length: f64) {
        if self.mode == Mode::Single {
            return;
        }
        let way = |(from, to): (&Motion, &Motion)| {
            let turn = so3::log(&(to.rotation * from.rotation.inverse()));
            f64::max((to.x - from.x - h * from.v).norm() / length, (turn - h * from.omega).norm())
        };
        self.reach = start.nodes.iter().zip(&end.nodes).map(way).fold(0.0, f64::max);
    }

    /// Unknowns of the last trial, at its end (or its inner level), in a state that is otherwise that of `start`.
    pub fn bring_back(&self, start: &State, inner: bool, state: &mut State) {
        let from = if inner { &self.inner } else { &self.end };
        state.clone_from(start);
        (state.time, state.last_step) = (from.time, from.last_step);
        state.nodes.clone_from(&from.nodes);
        state.scalars.clone_from(&from.scalars);
        state.multipliers.clone_from(&from.multipliers);
        state.history.clone_from(&from.history);
        (state.history.scheme, state.history.coefficients) = (start.history.scheme, start.history.coefficients);
        state.history.means.clear();
    }

    /// The end of a step was recovered, and the solver has factored so often.
    pub fn recovered(&mut self, stamp: u64) {
        self.recovered = (self.mode != Mode::Single).then_some(stamp);
    }

    /// May the factors of the last recovery serve again?
    pub fn recovers_again(&self, stamp: u64) -> bool {
        self.resumes() && self.recovered == Some(stamp)
    }
}
