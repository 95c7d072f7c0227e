//! The equations of equilibrium along a course of loads, and Newton's method on them in three ways.
//!
//! ```text
//!   F(q, λ; s) = r(q, λ; s) − ρ(s) r₀,     r = ( f + Bᵀλ ; C )
//!
//!   held load     F(q; s) = 0                                         s given
//!   held back     F(q; s) + c D (q − q₀) = 0                          s given: a step of D q̇ = −F by Euler's backward rule, c = 1/τ
//!   along an arc  F(q; s) = 0,  ⟨t, q − q₀⟩ + t_s (s − s₀)/S² = η      s unknown: Riks, Keller
//! ```
//!
//! Rotations are updated by spatial increments, R ← exp(δθ) R, so that the matrix is the tangent itself: symmetric at an
//! equilibrium of conservative loads.
//!
//! | symbol | name |
//! |---|---|
//! | s | `s`, the parameter of the course |
//! | r₀ | `imbalance` at the start, of which ρ = 1 − s is left |
//! | D | `stiffness`, the mean diagonal of K by class |
//! | t, t_s, S | `tangent`, `slope`, `span` |

use super::super::{Workspace, component};
use super::neutral::{self, Neutral};
use super::{NEUTRAL, Spin};
use crate::assembly::{NONE, System, Weights};
use crate::error::{Error, Result, number};
use crate::linear::noise;
use crate::math::{Mat3, Quat, Vec3, so3};
use crate::model::Model;
use crate::newton::{self, History, Iteration, Settings};
use crate::state::State;
use crate::terms::Class;

/// A correction by which the number of turns is lost [rad].
const HALF_TURN: f64 = std::f64::consts::PI;

/// Part of the model's length, of a turn or of a force that is nothing.
const NOTHING: f64 = 1e-150;

/// Corrections, over the model's length or in radians, that rounding may leave whatever the deflection is; and their part of the deflection.
const STALLED: f64 = 1e-8;
const UNCERTAIN: f64 = 0.01;

/// How the loads depend on the parameter s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Course {
    /// factors of loads and of Ω² from those of the equilibrium at hand to the final ones, s from 0 to 1
    Between {
        /// factor of the loads, factor of Ω²
        from: [f64; 2],
        /// the same at the end
        to: [f64; 2],
    },
    /// s is the factor of all loads and of gravity
    AllLoads,
    /// s is an input, by its place; loads have this factor
    Input(usize),
}

impl Course {
    /// Factors of loads and of Ω², and the part of the imbalance of the start that is left.
    fn at(&self, s: f64) -> ([f64; 2], f64) {
        match self {
            Course::Between { from, to } => ([0, 1].map(|k| from[k] + s * (to[k] - from[k])), 1.0 - s),
            Course::AllLoads => ([s, 1.0], 0.0),
            Course::Input(_) => ([1.0, 1.0], 0.0),
        }
    }

    /// Factors of loads and of Ω².
    pub fn factors(&self, s: f64) -> [f64; 2] {
        self.at(s).0
    }
}

/// Model, workspace and course of one search for equilibria.
pub struct Bench<'a> {
    pub model: &'a Model,
    pub work: &'a mut Workspace,
    pub settings: Settings,
    pub spin: Spin,
    pub course: Course,
    /// minus r₀, as the right-hand side; empty when there is none
    pub imbalance: Vec<f64>,
    /// minus C at the start of a relaxation, which drives take back in steps, and the part of it that is left
    lag: Vec<f64>,
    pub lagging: f64,
    /// neutral motions that are held in the last factors
    pub neutral: Neutral,
    /// motions (with multipliers) that lead from the path at hand to another that crosses it, which are held on the line of the tangent,
    /// and the part of D that is added to the matrix then
    pub crossing: Vec<Vec<f64>>,
    pub held: f64,
    /// was no motion without stiffness found where they were looked for last? It is not looked again then, until [`Bench::look_again`]
    all_stiff: bool,
    pub(super) weights: Weights,
    /// size of the change of s that counts as large
    pub span: f64,
    /// largest turn of a node in the last solution [rad], by the sum of its corrections; more, if one of them was a half turn
    pub turned: f64,
    /// was an iterate of it, far from equilibrium, let through by an odd or even number of unstable directions alone?
    pub is_in_doubt: bool,
    /// largest displacement of a node in one of its corrections, over the model's length
    pub leapt: f64,
    /// how far the last search went from its start, by unknown
    pub travelled: Vec<f64>,
}

impl<'a> Bench<'a> {
    pub fn new(
        model: &'a Model,
        work: &'a mut Workspace,
        settings: &Settings,
        penalty: f64,
        spin: Spin,
        course: Course,
    ) -> Self {
        work.charts.fill(Mat3::identity());
        let weights = Weights {
            k: 1.0,
            g: 0.0,
            m: 0.0,
            row: 1.0,
            scale: work.scales.of_stiffness(work.length),
            penalty,
            diagonal: [0.0; 2],
            relax: 0.0,
            spin: spin.omega,
        };
        Bench {
            model,
            work,
            settings: *settings,
            spin,
            course,
            imbalance: Vec::new(),
            lag: Vec::new(),
            lagging: 0.0,
            neutral: Neutral::default(),
            crossing: Vec::new(),
            held: 0.0,
            all_stiff: false,
            weights,
            span: 1.0,
            turned: 0.0,
            is_in_doubt: false,
            leapt: 0.0,
            travelled: Vec::new(),
        }
    }

    /// Put the loads of `s` on: returns the factor of the loads.
    fn load(&mut self, state: &mut State, s: f64) -> Result<f64> {
        let ([load, spin], _) = self.course.at(s);
        let now = Spin { omega: self.spin.omega * spin.max(0.0).sqrt(), about: self.spin.about };
        self.weights.spin = now.omega;
        if self.spin != Spin::none() {
            now.impose(self.model, &self.work.system, state);
        }
        if let Course::Input(k) = self.course {
            state.inputs[k].put([s, 0.0, 0.0], false, state.time);
            state.rest_actuators(self.model, false)?;
            state.evaluate_functions(self.model, state.time, &mut self.work.functions)?;
        }
        Ok(load)
    }

    /// Add the part of the imbalance that is left.
    fn add_imbalance(&mut self, s: f64) {
        let (_, part) = self.course.at(s);
        for (right, start) in self.work.system.rhs.iter_mut().zip(&self.imbalance) {
            *right -= part * start;
        }
        let motion = self.work.system.layout.motion;
        for (right, start) in self.work.system.rhs[motion..].iter_mut().zip(&self.lag) {
            *right -= self.lagging * start;
        }
    }

    /// Constraints stay as far open as they are in `state` at `s`, times `lagging`, until [`Bench::forget_lag`]: what is prescribed
    /// is then applied by steps of `lagging` from 1 to 0. Returns whether anything is open.
    pub fn take_lag(&mut self, state: &State, s: f64) -> Result<bool> {
        self.forget_lag();
        self.assemble(&mut state.clone(), s, 0.0)?;
        let motion = self.work.system.layout.motion;
        self.lag = self.work.system.rhs[motion..].to_vec();
        self.lagging = 1.0;
        let opened = |k: usize| self.work.system.violation[k].abs() / self.length_of(motion + k);
        Ok((0..self.lag.len()).filter(|k| self.work.system.active[*k]).any(|k| opened(k) > self.settings.tolerance))
    }

    /// Were constraints open at the start, as a drive that has changed leaves them?
    pub fn is_driven(&self) -> bool {
        let motion = self.work.system.layout.motion;
        let scale = self.work.scales.of_stiffness(self.work.length);
        let unit = |k: usize| match self.work.system.layout.classes[motion + k] {
            Class::Translation => scale[0] * self.work.length,
            Class::Rotation => scale[1],
        };
        self.imbalance.iter().skip(motion).enumerate().any(|(k, v)| v.abs() > self.settings.tolerance * unit(k))
    }

    pub fn forget_lag(&mut self) {
        self.lag.clear();
        self.lagging = 0.0;
    }

    /// Length of the model for an unknown or constraint in metres, 1 for one in radians.
    pub(super) fn length_of(&self, i: usize) -> f64 {
        if self.work.system.layout.classes[i] == Class::Translation { self.work.length } else { 1.0 }
    }

    /// Ω of the loads that were put on last.
    pub fn spin_now(&self) -> Vec3 {
        self.weights.spin
    }

    /// Factor the matrix that was assembled last, at (q, λ; s), with neutral motions held if nothing moves them.
    pub fn factor(&mut self, state: &State, s: f64) -> Result<()> {
        self.neutral = Neutral::default();
        if !self.crossing.is_empty() {
            self.neutral = Neutral::along(&self.crossing, self.work.system.layout.motion);
            let held: Vec<f64> = (0..self.work.system.layout.motion).map(|i| self.held * self.stiffness(i)).collect();
            let System { layout, values, .. } = &mut self.work.system;
            layout.diagonal.iter().zip(&held).for_each(|(place, held)| values[*place as usize] += held);
            return self.work.lu.factor(&self.work.system.values);
        }
        let factored = self.work.lu.factor(&self.work.system.values);
        if factored.is_ok() && (self.all_stiff || !neutral::is_soft(self, state, s)) {
            return Ok(());
        }
        let mut found = Neutral::find(self, state, s)?;
        self.all_stiff = found.all_stiff;
        if found.count() == 0 {
            return factored;
        }
        // reactions of a model without springs may be stiffer than D by far
        let turning = self.largest_moment();
        let hold = |i: usize| NEUTRAL * self.stiffness(i).max(turning * self.unit(i).powi(2));
        let held: Vec<f64> = (0..self.work.system.layout.motion).map(hold).collect();
        let System { layout, values, .. } = &mut self.work.system;
        layout.diagonal.iter().zip(&held).for_each(|(place, held)| values[*place as usize] += held);
        self.work.lu.factor(&self.work.system.values)?;
        found.complete(self, &held)?;
        self.neutral = found;
        Ok(())
    }

    /// Is the start of a path, where forces are in balance, so firmly held that even its softest motion is beyond all doubt? Then it is not
    /// looked for motions without stiffness: under the first load forces are not in balance, and leave a doubt that has no other reason.
    pub fn look_at_start(&mut self, start: &mut State) -> Result<()> {
        self.assemble(start, 0.0, 0.0)?;
        self.all_stiff = self.work.lu.factor(&self.work.system.values).is_ok() && !neutral::is_soft(self, start, 0.0);
        Ok(())
    }

    /// Look for motions without stiffness when the tangent next leaves a doubt.
    pub fn look_again(&mut self) {
        self.all_stiff = false;
    }

    /// Replace a right-hand side by the solution with the last factors; neutral motions stay out of both.
    pub fn solve_factored(&mut self, x: &mut [f64]) -> Result<()> {
        let held = std::mem::take(&mut self.neutral);
        held.take_out_of_forces(self, x);
        let mut right = vec![0.0; x.len()];
        let solved = self.work.lu.solve_factored(&self.work.system.values, x, &mut right);
        held.take_out_of_motion(self, x);
        self.neutral = held;
        solved.map(|_| ())
    }

    /// xᵀD y.
    pub fn weighted(&self, x: &[f64], y: &[f64]) -> f64 {
        (0..self.work.system.layout.motion).map(|i| self.stiffness(i) * x[i] * y[i]).sum()
    }

    /// Matrix, with `held` times D on its diagonal, and right-hand side −F at (q, λ; s).
    pub fn assemble(&mut self, state: &mut State, s: f64, held: f64) -> Result<()> {
        let load = self.load(state, s)?;
        let stiffness = self.work.scales.of_stiffness(self.work.length);
        self.weights.diagonal = stiffness.map(|k| held * k);
        let at = state.level(self.model, &self.work.functions, load);
        self.work.system.assemble(self.model, &at, &state.multipliers, &self.weights, &self.work.charts);
        self.add_imbalance(s);
        Ok(())
    }

    /// −∂F/∂s by central differences: exact where loads are linear in s, as they mostly are. The right-hand side that was assembled
    /// last stays: whether it is rounding is judged by it.
    fn slope_of_loads(&mut self, state: &mut State, s: f64) -> Result<Vec<f64>> {
        let own = self.work.system.rhs.clone();
        let (step, mut slope) = (1e-3 * self.span, vec![0.0; self.work.system.rhs.len()]);
        for sign in [1.0, -1.0] {
            let load = self.load(state, s + sign * step)?;
            let at = state.level(self.model, &self.work.functions, load);
            self.work.system.assemble_right(self.model, &at, &state.multipliers, &self.weights);
            self.add_imbalance(s + sign * step);
            for (slope, right) in slope.iter_mut().zip(&self.work.system.rhs) {
                *slope += sign * right / (2.0 * step);
            }
        }
        self.load(state, s)?;
        self.work.system.rhs = own;
        Ok(slope)
    }

    /// Imbalance of the start: what F is without it at s = 0.
    pub fn take_imbalance(&mut self, state: &mut State) -> Result<()> {
        self.imbalance.clear();
        self.assemble(state, 0.0, 0.0)?;
        self.imbalance.clone_from(&self.work.system.rhs);
        Ok(())
    }

    /// Move a state by a vector of the unknowns, multipliers scaled. What is nothing becomes zero: along a path, motions across it shrink
    /// from point to point down to numbers that processors take a hundred times as long to multiply.
    pub fn shift(&self, state: &mut State, delta: &[f64], factor: f64) {
        let system = &self.work.system;
        let tidy = |value: f64, unit: f64| if value.abs() < NOTHING * unit { 0.0 } else { value };
        for (k, dofs) in system.layout.nodes.iter().enumerate().filter(|(_, dofs)| dofs[0] != NONE) {
            let node = &mut state.nodes[k];
            let turn = so3::exp(&(component(delta, dofs, 3) * factor));
            let x = (node.x + component(delta, dofs, 0) * factor).map(|x| tidy(x, self.work.length));
            let turned = (turn * node.rotation).into_inner();
            node.place(x, Quat::new_unchecked(turned.coords.map(|q| tidy(q, 1.0)).into()));
        }
        for (s, &dof) in state.scalars.iter_mut().zip(&system.layout.scalars) {
            s.value += factor * delta[dof as usize];
        }
        let motion = system.layout.motion;
        for (k, lambda) in state.multipliers.iter_mut().enumerate().filter(|(k, _)| system.active[*k]) {
            let scale = system.layout.scale_of(self.weights.scale, k);
            *lambda = tidy(*lambda + factor * scale * delta[motion + k], scale);
        }
    }

    /// ⟨a, b⟩ of motions: metres over the model's length, radians, the mean over the nodes.
    pub fn product(&self, a: &[f64], b: &[f64]) -> f64 {
        let layout = &self.work.system.layout;
        let sum: f64 = (0..layout.motion).map(|i| self.unit(i).powi(2) * a[i] * b[i]).sum();
        sum / layout.nodes.len().max(1) as f64
    }

    /// One of several motions that favour none, whatever the units: parts of the model's length, and of a radian. Multipliers are zero.
    pub fn any_motion(&self, which: usize) -> Vec<f64> {
        let mut motion = noise(self.work.system.layout.size);
        motion.rotate_left(which);
        motion.iter_mut().enumerate().for_each(|(i, x)| *x *= self.length_of(i));
        motion[self.work.system.layout.motion..].fill(0.0);
        motion
    }

    /// 1/L of a translation, 1 of a rotation.
    pub fn unit(&self, i: usize) -> f64 {
        if self.work.system.layout.classes[i] == Class::Translation { 1.0 / self.work.length } else { 1.0 }
    }

    /// D of an unknown.
    pub(super) fn stiffness(&self, i: usize) -> f64 {
        let stiffness = self.work.scales.of_stiffness(self.work.length);
        stiffness[usize::from(self.work.system.layout.classes[i] == Class::Rotation)]
    }

    /// xᵀD x.
    pub fn metric(&self, x: &[f64]) -> f64 {
        (0..self.work.system.layout.motion).map(|i| self.stiffness(i) * x[i] * x[i]).sum()
    }

    /// x ← D x.
    pub fn weigh(&self, x: &mut [f64]) {
        for i in 0..self.work.system.layout.motion {
            x[i] *= self.stiffness(i);
        }
    }

    /// Largest turn [rad] of a node and largest displacement over the model's length between two states.
    pub fn moved(&self, from: &State, to: &State) -> [f64; 2] {
        let mut most = [0.0_f64; 2];
        for (a, b) in from.nodes.iter().zip(&to.nodes) {
            most[0] = most[0].max(so3::log(&(b.rotation * a.rotation.inverse())).norm());
            most[1] = most[1].max((b.x - a.x).norm() / self.work.length);
        }
        most
    }

    /// Tangent of the path at an equilibrium, (t, t_s) of length one: K t = −F_s t_s. It points along `before`.
    pub fn tangent(&mut self, state: &mut State, s: f64, before: Option<&Tangent>) -> Result<Tangent> {
        let mut along = self.slope_of_loads(state, s)?;
        self.assemble(state, s, 0.0)?;
        self.look_again();
        self.factor(state, s)?;
        self.solve_factored(&mut along)?;
        let size = (self.product(&along, &along) + self.span.powi(-2)).sqrt();
        along.iter_mut().for_each(|t| *t /= size);
        let mut tangent = Tangent { along, slope: 1.0 / size };
        if before.is_some_and(|before| self.cosine(before, &tangent) < 0.0) {
            tangent.along.iter_mut().for_each(|t| *t = -*t);
            tangent.slope = -tangent.slope;
        }
        Ok(tangent)
    }

    /// Cosine of the angle between two tangents.
    pub fn cosine(&self, a: &Tangent, b: &Tangent) -> f64 {
        self.product(&a.along, &b.along) + a.slope * b.slope / (self.span * self.span)
    }

    /// Take the moment about the axis of spin off the right-hand side, where the model is held about it.
    fn release_spin(&mut self) {
        let held = std::mem::take(&mut self.neutral);
        let mut forces = std::mem::take(&mut self.work.system.rhs);
        held.take_out_of_spin(self, &mut forces);
        self.work.system.rhs = forces;
        self.neutral = held;
    }

    /// Newton's method from `state` at `s`; returns where s is then. `stable`: the number of unstable directions that tangents
    /// must have from the second iteration on (with [`Way::HeldBack`], from the first): else it stops.
    pub fn solve(&mut self, state: &mut State, s: f64, way: Way, stable: Option<usize>) -> Result<(f64, History)> {
        let size = self.work.system.layout.size;
        let settings = self.settings;
        self.neutral = Neutral::default();
        self.is_in_doubt = false;
        let what = format!("statics at t = {} s, load factor {}", number(state.time), number(s));
        let mut history = std::mem::take(&mut self.work.newton.history);
        let (delta, total) = (vec![0.0; size], vec![0.0; size]);
        let mut iteration =
            Correction { bench: self, state, s, way, stable, made: 0, delta, total, change: 0.0, farthest: [0.0; 2] };
        let solved = newton::iterate(&mut iteration, &mut history, &settings, false, &what);
        let (s, total, farthest) = (iteration.s, iteration.total, iteration.farthest);
        let turn = self.work.system.largest_motion(&total)[1];
        self.turned = if farthest[1] > HALF_TURN { farthest[1] } else { turn };
        self.leapt = farthest[0] / self.work.length;
        self.travelled = total;
        self.work.newton.history = history;
        if let Ok(history) = &solved
            && history.at_rounding
        {
            self.require_deflection(state, history)?;
        }
        solved.map(|history| (s, history))
    }

    /// Err if corrections that rounding has stalled are as large as what the model has deflected.
    fn require_deflection(&self, state: &State, history: &History) -> Result<()> {
        let left = history.corrections[history.iterations.saturating_sub(1)];
        let [turned, moved] = self.moved(&State::reference(self.model, state.time), state);
        if left <= STALLED || left <= UNCERTAIN * turned.max(moved) {
            return Ok(());
        }
        Err(Error::SingularMatrix(format!(
            "statics at t = {} s: rounding leaves {left:.0e} of the model's length of a deflection of {:.0e} open: something is so thin, or so stiff \
             along one direction, that its bending is lost beside it. Make it thicker, its elements longer, or take a shell or a beam for a solid",
            number(state.time),
            turned.max(moved)
        )))
    }
}

/// A direction along a path: of the unknowns, and of s.
#[derive(Debug, Clone)]
pub struct Tangent {
    pub along: Vec<f64>,
    pub slope: f64,
}

/// What is given in a search for an equilibrium.
#[derive(Debug, Clone, Copy)]
pub enum Way<'a> {
    /// s
    HeldLoad,
    /// s, and motions are held back by c D
    HeldBack(f64),
    /// the distance η from the state and `s` that the path leaves along a tangent, at which the search starts
    Arc(&'a Tangent, f64, f64),
}

struct Correction<'b, 'a> {
    bench: &'b mut Bench<'a>,
    state: &'b mut State,
    s: f64,
    way: Way<'b>,
    stable: Option<usize>,
    made: usize,
    delta: Vec<f64>,
    /// sum of the corrections
    total: Vec<f64>,
    /// correction of s
    change: f64,
    /// largest displacement [m] and turn [rad] in one correction
    farthest: [f64; 2],
}

impl Correction<'_, '_> {
    fn check_stability(&mut self) -> Result<()> {
        let Some(expected) = self.stable else { return Ok(()) };
        if self.made == 0 && !matches!(self.way, Way::HeldBack(_)) {
            return Ok(());
        }
        match self.bench.count() {
            Some(found) => self.bench.require_directions(self.state, self.s, found, expected),
            None => Ok(()),
        }
    }

    /// δ = a + b δs with K a = −F, K b = −F_s, and the equation of the arc.
    fn solve_along(&mut self, tangent: &Tangent, distance: f64, start: f64) -> Result<()> {
        let mut b = self.bench.slope_of_loads(self.state, self.s)?;
        self.bench.solve_factored(&mut self.delta)?;
        self.bench.solve_factored(&mut b)?;
        let bench = &self.bench;
        for held in &bench.crossing {
            let more = distance * bench.weighted(held, &tangent.along) - bench.weighted(held, &self.total);
            self.delta.iter_mut().zip(held).for_each(|(d, held)| *d += more * held);
        }
        let weight = tangent.slope / (bench.span * bench.span);
        let reached = bench.product(&tangent.along, &self.total) + weight * (self.s - start);
        let missing = distance - reached - bench.product(&tangent.along, &self.delta);
        self.change = missing / (weight + bench.product(&tangent.along, &b));
        self.delta.iter_mut().zip(&b).for_each(|(d, b)| *d += self.change * b);
        Ok(())
    }
}

impl Iteration for Correction<'_, '_> {
    fn assemble(&mut self) -> Result<(usize, f64)> {
        let held = if let Way::HeldBack(c) = self.way { c } else { 0.0 };
        self.bench.assemble(self.state, self.s, held)?;
        let Bench { work, weights, .. } = &mut *self.bench;
        let System { layout, rhs, .. } = &mut work.system;
        for i in 0..layout.motion {
            let class = usize::from(layout.classes[i] == Class::Rotation);
            rhs[i] -= weights.diagonal[class] * self.total[i];
        }
        self.bench.release_spin();
        let Bench { work, weights, .. } = &*self.bench;
        Ok(work.system.equations().residual_size(weights.scale, work.length))
    }

    fn solve(&mut self) -> Result<()> {
        self.delta.copy_from_slice(&self.bench.work.system.rhs);
        if let Way::HeldBack(_) = self.way {
            self.bench.neutral = Neutral::default();
            self.bench.work.lu.factor(&self.bench.work.system.values)?;
        } else {
            self.bench.factor(self.state, self.s)?;
        }
        if let Way::Arc(tangent, distance, start) = self.way {
            return self.solve_along(tangent, distance, start);
        }
        self.bench.solve_factored(&mut self.delta)?;
        self.check_stability()
    }

    fn correct(&mut self) -> newton::Correction {
        self.made += 1;
        self.bench.shift(self.state, &self.delta, 1.0);
        self.total.iter_mut().zip(&self.delta).for_each(|(t, d)| *t += d);
        self.s += self.change;
        let largest = self.bench.work.system.largest_motion(&self.delta);
        self.farthest = [0, 1].map(|k| self.farthest[k].max(largest[k]));
        let work = &self.bench.work;
        let [motion, multipliers] = work.system.layout.correction_size(&self.delta, 1, work.length);
        newton::Correction { motion: motion.max(self.change.abs() / self.bench.span), multipliers }
    }

    /// Not here: multipliers that move nothing are dropped before statics begins.
    fn relax(&mut self, _part: f64) {}

    fn at_rounding(&mut self, slack: f64) -> bool {
        let work = &self.bench.work;
        let mut rows = vec![0.0; self.delta.len()];
        work.system.equations().at_rounding(self.state.extent(work.length), slack, &mut rows)
    }

    fn remedy(&self) -> &'static str {
        "give the loads in smaller increments, or trace the path (swp_sim_trace_path)"
    }

    fn describe(&self, equation: usize) -> String {
        self.bench.work.system.layout.describe(self.bench.model, equation)
    }
}
