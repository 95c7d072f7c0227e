//! Energy and momentum schemes with one or two levels of six unknowns a node: EP, MP-EP, MP-ED.
//!
//! Sources: Bauchau 2003 (14)–(18); Borri 2000 (75)–(79) and (95)–(107), pole free and with the inner level free of conditions.
//!
//! | symbol | name |
//! |---|---|
//! | q̄ | averaged coordinates, in which gradients are taken and balances projected |
//! | w̄ = (Rᵀẋ; Rᵀω) | convected velocities |
//! | ξ(i→b) = (R_iᵀ(I − ½r̃)u; R_iᵀ r) | increment, r the Rodrigues vector |
//! | I(i→b) | change of momentum, [`Inertia::momentum_change`](crate::terms::inertia::Inertia::momentum_change) |
//!
//! ```text
//!   EP      M (v_f − v_i)/h + S(q̄)ᵀ C ½(e_i + e_f) + B(q̄)ᵀ λ = F̄,   C_f = 0      v_f = 2 (q_f − q_i)/h − v_i
//!   MP-EP   I(i→f)/h        + the same                                             w̄_f = 2 ξ(i→f)/h − w̄_i
//!   MP-ED   I(i→f)/h + S(q̄_f)ᵀ C ½(e_j + e_f) + B(q̄_f)ᵀ λ = F_g,  C_f = 0
//!           I(i→j)/h − ⅙ S(q̄_j)ᵀ C ((e_f − e_i) − α(e_j − e_i))   = F_h
//!           ξ(i→f) = ½h(w̄_j + w̄_f),  ξ(i→j) = −⅙h((w̄_f − w̄_i) − α(w̄_j − w̄_i))
//! ```
//!
//! MP-ED: E_f − E_i = −½α(|w̄_j − w̄_i|² + |e_j − e_i|²) − ½|w* − w|², the last by the projection of velocities at the end; both
//! momenta are kept. Its inner level obeys no condition but those that define joint coordinates: C_j = 0 (Borri (98)) keeps the
//! energy identity and drops the order to one, and is there as an option.
//!
//! Dampers are driven by the increment over the step, loads by their values at t and t + h. So a damper D acts in g alone, and a
//! motion of mass m against it follows the trapezoidal rule, v_f = (1 − z/2)/(1 + z/2) v_i with z = D h/m: where z is large, what a
//! start leaves of it changes sign from step to step and dies out slowly, and D times this velocity is in the reported force. A force
//! D (e_j − e_i)/h in h would give the rational function of Radau IIA instead and dissipate always; it was tried. But the inner level
//! lies at q_i − h²a/6, off the circle on which the ends of a turning damper move, so that its length there differs by h² v²/(6 l) in
//! a steady turn: a spurious D h v²/(6 l), of first order, which cost more accuracy in mechanisms than the other saved.

mod begin;
mod scheme;

pub(super) use begin::{open, take_rates};
pub use scheme::{EP, MP_ED, MP_ED_CONSTRAINED, MP_EP};
pub(super) use scheme::{check_decay, enter, read_decay, write_decay};

use super::masses::{self, Constant};
use super::recovery::{self, Velocities};
use super::{Levels, Workspace};
use crate::assembly::{Entry, NONE, span_audit};
use crate::error::{Brief, Result};
use crate::math::so3::{self, skew};
use crate::math::{Mat3, Mat6, Quat, Vec3, Vec6};
use crate::model::Model;
use crate::newton::{self, Correction, History, Iteration, Settings};
use crate::state::State;
use crate::terms::interval::{F, I, J};
use crate::terms::{Level, Mass, Motion, NodeId, ScalarId, Span, Term, Works};

/// What a correction with a kept matrix may leave, over the tolerance. Energy and momenta are kept as well as the equations are
/// solved, over thousands of steps: with the usual tolerance this is less than the rounding of places.
pub(super) const KEPT: f64 = 1e-7;

/// The schemes of this file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// EP: velocities of twelve coordinates
    Directors,
    /// MP-EP
    Momenta,
    /// MP-ED with its α; are conditions enforced at the inner level too?
    Decaying(f64, bool),
}

impl Kind {
    /// Levels of unknowns.
    pub fn slots(self) -> usize {
        if let Kind::Decaying(..) = self { 2 } else { 1 }
    }

    /// Balances by their slots: from, to, weights of i, j, f.
    fn balances(self) -> impl Iterator<Item = (usize, Balance)> {
        let (inner, end) = match self {
            Kind::Decaying(alpha, _) => {
                let sixth = 1.0 / 6.0;
                (Some((I, J, [(1.0 - alpha) * sixth, alpha * sixth, -sixth])), (I, F, [0.0, 0.5, 0.5]))
            }
            _ => (None, (I, F, [0.5, 0.0, 0.5])),
        };
        inner.into_iter().chain([end]).enumerate()
    }
}

type Balance = (usize, usize, [f64; 3]);

struct Step<'a> {
    model: &'a Model,
    layout: &'a crate::assembly::Layout,
    active: &'a [bool],
    start: &'a State,
    trial: &'a mut State,
    levels: &'a mut Levels,
    functions: &'a [[f64; 3]],
    kind: Kind,
    h: f64,
    scale: [f64; 2],
    length: f64,
}

/// Solve one step of size `h` from `start` into `trial`.
pub fn step(
    model: &Model,
    start: &State,
    trial: &mut State,
    work: &mut Workspace,
    kind: Kind,
    h: f64,
    settings: &Settings,
) -> Result<History> {
    let mut levels = work.take_levels(model, kind.slots())?;
    let result = solve(model, start, trial, work, &mut levels, (kind, h), settings);
    work.put_levels(levels);
    result
}

fn solve(
    model: &Model,
    start: &State,
    trial: &mut State,
    work: &mut Workspace,
    levels: &mut Levels,
    (kind, h): (Kind, f64),
    settings: &Settings,
) -> Result<History> {
    let time = open(model, start, trial, work, levels, h)?;
    match kind {
        Kind::Directors => take_rates(start, trial, levels),
        _ => trial.history.rates.clear(),
    }
    let mut problem = Step {
        model,
        layout: &work.system.layout,
        active: &work.system.active,
        start,
        trial,
        levels,
        functions: &work.functions,
        kind,
        h,
        scale: work.scales.at(h, work.length),
        length: work.length,
    };
    let what = format_args!("step from t = {} s to {} s (h = {} s)", Brief(start.time), Brief(time), Brief(h));
    let history = newton::iterate(&mut problem, &mut work.newton.history, settings, work.newton.relaxed, &what)?;
    let (mut works, mut dissipated, violation) = problem.finish();
    work.trials.keep(trial, Some(&levels.inner), &history, 0);

    let velocities = match kind {
        Kind::Directors => Velocities::FromRates,
        Kind::Momenta => Velocities::Keep,
        Kind::Decaying(..) => Velocities::Project,
    };
    levels.lambda.clone_from(&trial.multipliers);
    let exchange = recovery::recover(model, trial, work, velocities)?;
    if velocities == Velocities::Project {
        dissipated += exchange.taken;
        works.driven += exchange.driven;
        for (mean, impulse) in levels.lambda.iter_mut().zip(&work.recovery.impulses) {
            *mean += impulse / h;
        }
        if matches!(kind, Kind::Decaying(_, false)) {
            report_means(start, trial, &levels.lambda);
        }
    }
    keep_mean_accelerations(start, trial);
    trial.run_audit.enter_exact(&works, dissipated, violation);
    Ok(history)
}

/// Multipliers at the end, from their means over this step and the last one, on a straight line. Those recovered from the state
/// would be of first order in stiff systems: no joint force acts at the inner level, so the strain of the elements beside a joint
/// is that of the middle of the step.
fn report_means(start: &State, trial: &mut State, means: &[f64]) {
    for (k, lambda) in trial.multipliers.iter_mut().enumerate() {
        *lambda = match start.history.means.get(k) {
            Some(last) => means[k] + (means[k] - last) * trial.last_step / (trial.last_step + start.last_step),
            None => 2.0 * means[k] - start.multipliers[k],
        };
    }
    trial.history.means.clear();
    trial.history.means.extend_from_slice(means);
}

/// Keep the mean accelerations of a step: they predict the next one better than those at its end, which hold all vibrations.
pub(super) fn keep_mean_accelerations(start: &State, trial: &mut State) {
    for (k, kept) in trial.history.algorithmic.iter_mut().enumerate() {
        let (i, f) = (&start.nodes[k], &trial.nodes[k]);
        *kept = [(f.v - i.v) / trial.last_step, (f.omega - i.omega) / trial.last_step];
    }
}

/// ξ(i→b) and its derivative in (u, θ) at b.
fn increment(i: &Motion, moved: &Moved) -> (Vec6, Mat6) {
    let (u, r) = (moved.u, moved.rodrigues());
    let (r_t, back) = (skew(&r), i.d.transpose());
    let shift = back * (Mat3::identity() - r_t * 0.5);
    let xi_u = shift * u;
    let xi_r = back * r;
    // δr = Y δθ
    let y = Mat3::identity() - r_t * 0.5 + r * r.transpose() * 0.25;
    let mut slope = Mat6::zeros();
    slope.fixed_view_mut::<3, 3>(0, 0).copy_from(&shift);
    slope.fixed_view_mut::<3, 3>(0, 3).copy_from(&(back * skew(&u) * y * 0.5));
    slope.fixed_view_mut::<3, 3>(3, 3).copy_from(&(back * y));
    (Vec6::from_iterator(xi_u.iter().chain(xi_r.iter()).copied()), slope)
}

/// How a node has moved since the beginning of the step: kept apart from its place, so that velocities do not suffer from
/// differences of places.
#[derive(Debug, Clone, Copy)]
pub struct Moved {
    /// translation
    pub u: Vec3,
    /// rotation
    pub turn: Quat,
}

impl Moved {
    /// Not at all.
    pub fn none() -> Self {
        Moved { u: Vec3::zeros(), turn: Quat::identity() }
    }

    /// 2 tan(φ/2) n.
    pub fn rodrigues(&self) -> Vec3 {
        self.turn.imag() * (2.0 / self.turn.w)
    }

    /// Move on, and place the node.
    pub fn go(&mut self, start: &Motion, node: &mut Motion, u: Vec3, theta: Vec3) {
        self.u += u;
        self.turn = Quat::new_normalize((so3::exp(&theta) * self.turn).into_inner());
        node.place(start.x + self.u, self.turn * start.rotation);
    }

    /// q_b − q_i of the twelve coordinates.
    pub fn change(&self, start: &Motion, node: &Motion) -> [Vec3; 4] {
        let r = self.rodrigues();
        let turned = |a: usize| r.cross(&(start.d.column(a) + node.d.column(a))) * 0.5;
        [self.u, turned(0), turned(1), turned(2)]
    }
}

fn convected(node: &Motion) -> Vec6 {
    let back = node.d.transpose();
    Vec6::from_iterator((back * node.v).iter().chain((back * node.omega).iter()).copied())
}

fn set_convected(node: &mut Motion, w: &Vec6) {
    node.v = node.d * Vec3::new(w[0], w[1], w[2]);
    node.omega = node.d * Vec3::new(w[3], w[4], w[5]);
}

impl Step<'_> {
    /// Velocities at the levels, from positions.
    fn set_velocities(&mut self) {
        let h = self.h;
        for k in (0..self.start.nodes.len()).filter(|&k| self.layout.nodes[k][0] != NONE) {
            let (i, f) = (&self.start.nodes[k], &mut self.trial.nodes[k]);
            if self.kind == Kind::Directors {
                let (change, v_i) = (self.levels.moved[1][k].change(i, f), &self.levels.rates[k]);
                for a in 0..4 {
                    let mean = change[a] / h;
                    self.trial.history.rates[k][a] = 2.0 * mean - v_i[a];
                    self.levels.acceleration[k][a] = 2.0 * (mean - v_i[a]) / h;
                }
                continue;
            }
            let (w_i, a) = (convected(i), increment(i, &self.levels.moved[1][k]).0 * (2.0 / h));
            let Kind::Decaying(alpha, _) = self.kind else {
                set_convected(f, &(a - w_i));
                continue;
            };
            let j = &mut self.levels.inner.nodes[k];
            let b = increment(i, &self.levels.moved[0][k]).0 * (-6.0 / h);
            let w_j = (a - b - w_i * (1.0 - alpha)) / (1.0 + alpha);
            set_convected(j, &w_j);
            set_convected(f, &(a - w_j));
        }
        self.set_scalar_rates();
    }

    /// The same of scalars with mass, as of places.
    fn set_scalar_rates(&mut self) {
        let h = self.h;
        for k in masses::scalars(self.model) {
            let (a, rate_i) = (self.levels.shifted[1][k] * (2.0 / h), self.start.scalars[k].rate);
            let Kind::Decaying(alpha, _) = self.kind else {
                self.trial.scalars[k].rate = a - rate_i;
                continue;
            };
            let b = self.levels.shifted[0][k] * (-6.0 / h);
            let rate_j = (a - b - rate_i * (1.0 - alpha)) / (1.0 + alpha);
            self.levels.inner.scalars[k].rate = rate_j;
            self.trial.scalars[k].rate = a - rate_j;
        }
    }

    /// Inertia as changes of momentum: balance g at f and, with two levels, h at j. EP has that of nodes as accelerations.
    fn add_momenta(&mut self, tangents: bool) {
        let (h, row) = (self.h, self.h * self.h);
        let Levels { system, moved, inner, .. } = &mut *self.levels;
        for t in 0..self.model.term_count() {
            let plan = &self.layout.terms[t];
            let inertia = match self.model.term(t).mass() {
                Mass::Body(inertia) if self.kind != Kind::Directors => inertia,
                Mass::Places(mass) if self.kind != Kind::Directors => {
                    let states = [self.start, inner, self.trial];
                    let mass = Constant::Places(mass);
                    masses::add_momenta(system, self.layout, plan, mass, self.kind, states, h, tangents);
                    continue;
                }
                Mass::Scalars(mass) => {
                    let states = [self.start, inner, self.trial];
                    let mass = Constant::Scalars(mass);
                    masses::add_momenta(system, self.layout, plan, mass, self.kind, states, h, tangents);
                    continue;
                }
                _ => continue,
            };
            let k = inertia.node().0;
            let (i, f) = (&self.start.nodes[k], &self.trial.nodes[k]);
            let ((change, turn, speed), x_f) = (inertia.momentum_change(i, f), increment(i, &moved[1][k]).1);
            system.add_force(self.layout, plan, self.kind.slots() - 1, |c| row * change[c] / h);
            let Kind::Decaying(alpha, _) = self.kind else {
                let tangent = (turn + speed * x_f * (2.0 / h)) / h;
                system.add_matrix(plan, (0, 0), |a, b| row * tangent[(a, b)]);
                continue;
            };
            // δw̄_j = (6/h δξ_j + 2/h δξ_f)/(1 + α),  δw̄_f = 2/h δξ_f − δw̄_j
            let j = &inner.nodes[k];
            let ((change_j, turn_j, speed_j), x_j) = (inertia.momentum_change(i, j), increment(i, &moved[0][k]).1);
            system.add_force(self.layout, plan, 0, |c| row * change_j[c] / h);
            let (by_j, by_f) = (6.0 / (h * (1.0 + alpha)), 2.0 / (h * (1.0 + alpha)));
            let blocks = [
                ((0, 0), turn_j + speed_j * x_j * by_j),
                ((0, 1), speed_j * x_f * by_f),
                ((1, 0), speed * x_j * -by_j),
                ((1, 1), turn + speed * x_f * (2.0 / h - by_f)),
            ];
            for (slots, block) in blocks {
                system.add_matrix(plan, slots, |a, b| row / h * block[(a, b)]);
            }
        }
    }

    /// Directions without mass at the inner level: where no condition holds a node there, it stays where the step begins in them.
    /// Their balance is dropped; it would do no work. With conditions at the inner level these hold it, as they do at the end: to hold
    /// it twice would leave a condition without the motion that its multiplier acts on.
    fn hold_massless(&mut self) {
        if !matches!(self.kind, Kind::Decaying(_, false)) {
            return;
        }
        let Levels { system, moved, massless, .. } = &mut *self.levels;
        for (k, along) in massless.iter() {
            let d = &self.start.nodes[*k].d;
            let mut turn = Mat6::zeros();
            turn.fixed_view_mut::<3, 3>(0, 0).copy_from(d);
            turn.fixed_view_mut::<3, 3>(3, 3).copy_from(d);
            // P over (u, Lθ): of forces (f, m/L) it takes (1, L) P (1, 1/L), of motions it holds (1, L) P (1, L)
            let unit = |k: usize| if k < 3 { 1.0 } else { self.length };
            let along = turn * along * turn.transpose();
            system.remove(self.layout, *k, 0, &Mat6::from_fn(|a, b| unit(a) * along[(a, b)] / unit(b)));
            let along = Mat6::from_fn(|a, b| unit(a) * along[(a, b)] * unit(b));
            let (u, r) = (moved[0][*k].u, moved[0][*k].rodrigues());
            let held = along * Vec6::from_iterator(u.iter().chain(r.iter()).copied());
            let dofs = &self.layout.nodes[*k];
            let plan = (0..self.model.term_count())
                .find(|t| self.model.term(*t).parts().k && self.model.term(*t).nodes().contains(&NodeId(*k)));
            let Some(plan) = plan.map(|t| (&self.layout.terms[t], self.model.term(t).nodes())) else { continue };
            let local = 6 * plan.1.iter().position(|n| n.0 == *k).unwrap_or(0);
            let n = plan.0.dofs.len();
            for a in 0..6 {
                system.rhs[2 * dofs[a] as usize] -= self.scale[0] * held[a];
                for b in 0..6 {
                    let place = plan.0.k[(local + a) * n + local + b];
                    system.add(self.layout, place, dofs[b], (0, 0), self.scale[0] * along[(a, b)]);
                }
            }
        }
    }

    /// Works, exact dissipation, and how well conditions hold for the mean velocity, of the converged step.
    fn finish(&mut self) -> (Works, f64, f64) {
        self.set_velocities();
        let (mut works, mut violation) = (Works::default(), 0.0);
        let at_inner = matches!(self.kind, Kind::Decaying(_, true));
        for (slot, (from, to, weights)) in self.kind.balances() {
            let Levels { inner, functions, block, .. } = &mut *self.levels;
            let lambda = if to == F { &self.trial.multipliers } else { &inner.multipliers };
            let levels = three(self.model, self.start, inner, self.trial, functions, self.functions);
            let span = Span { levels, h: self.h, from, to, weights, acceleration: None };
            let enters = |term: &dyn Term, k: usize, condition: usize| {
                self.active[condition] && (to == F || at_inner || term.defines(k))
            };
            let found = span_audit(self.model, self.layout, &span, lambda, enters, self.length, block);
            // the identity of energy is that of g plus three times that of h
            works.add(&found.works, if to == F { 1.0 } else { 3.0 });
            if slot + 1 == self.kind.slots() {
                violation = found.violation;
            }
        }
        let mut dissipated = 0.0;
        if let Kind::Decaying(alpha, _) = self.kind {
            // ½α(|w̄_j − w̄_i|² + |e_j − e_i|²): forces of the change of strain do the work of its square
            let Levels { inner, functions, block, .. } = &mut *self.levels;
            let levels = three(self.model, self.start, inner, self.trial, functions, self.functions);
            let span = Span { levels, h: self.h, from: I, to: J, weights: [-1.0, 1.0, 0.0], acceleration: None };
            let strain = span_audit(self.model, self.layout, &span, &[], |_, _, _| false, self.length, block).total;
            dissipated = 0.5 * alpha * (strain + self.jump());
        }
        (works, dissipated, violation)
    }

    /// |w̄_j − w̄_i|² in the metric of the mass.
    fn jump(&self) -> f64 {
        let (inner, start) = (&self.levels.inner.nodes, &self.start.nodes);
        let part = |t: usize| match self.model.term(t).mass() {
            Mass::None => 0.0,
            Mass::Body(inertia) => {
                let k = inertia.node().0;
                let w = convected(&inner[k]) - convected(&start[k]);
                w.dot(&(inertia.convected_mass() * w))
            }
            Mass::Places(mass) => {
                let jump = |id: NodeId| inner[id.0].v - start[id.0].v;
                mass.product(jump, jump)
            }
            Mass::Frames(_) => unreachable!("refused when the scheme is chosen"),
            Mass::Scalars(mass) => {
                let (inner, start) = (&self.levels.inner.scalars, &self.start.scalars);
                let jump = |id: ScalarId| inner[id.0].rate - start[id.0].rate;
                mass.product(jump, jump)
            }
        };
        (0..self.model.term_count()).map(part).sum()
    }
}

/// The three levels of a step as terms see them; functions of time at j are those at i.
pub(super) fn three<'a>(
    model: &Model,
    i: &'a State,
    j: &'a State,
    f: &'a State,
    functions_i: &'a [[f64; 3]],
    functions_f: &'a [[f64; 3]],
) -> [Level<'a>; 3] {
    [i.level(model, functions_i, 1.0), j.level(model, functions_i, 1.0), f.level(model, functions_f, 1.0)]
}

impl Step<'_> {
    /// Fill the right side, and the matrix if it is wanted; returns the worst equation and the size of the residual.
    fn fill(&mut self, tangents: bool) -> (usize, f64) {
        self.set_velocities();
        self.levels.system.begin(tangents);
        let two = self.kind.slots() == 2;
        for (slot, (from, to, weights)) in self.kind.balances() {
            let Levels { system, inner, functions, acceleration, .. } = &mut *self.levels;
            let lambda = if to == F { &self.trial.multipliers } else { &inner.multipliers };
            let levels = three(self.model, self.start, inner, self.trial, functions, self.functions);
            let acceleration = match self.kind {
                Kind::Directors => Some((&acceleration[..], [0.0, 2.0 / (self.h * self.h)])),
                _ => None,
            };
            let span = Span { levels, h: self.h, from, to, weights, acceleration };
            let entry = Entry {
                slot,
                columns: if two { [Some(0), Some(1)] } else { [None, Some(0)] },
                all_conditions: to == F || matches!(self.kind, Kind::Decaying(_, true)),
                row: self.h * self.h,
                scale: self.scale,
            };
            system.add_balance(self.model, self.layout, self.active, &span, lambda, &entry);
        }
        if self.kind != Kind::Directors || !self.model.scalars().is_empty() {
            self.add_momenta(tangents);
        }
        self.hold_massless();
        self.levels.system.equations(self.layout).residual_size(self.scale, self.length)
    }
}

impl Iteration for Step<'_> {
    fn assemble(&mut self) -> Result<(usize, f64)> {
        Ok(self.fill(true))
    }

    fn solve(&mut self) -> Result<()> {
        self.levels.solve(self.layout, self.scale)
    }

    /// Not where momenta are kept: what a kept matrix leaves in velocities, however little, adds up in them.
    fn assemble_right(&mut self) -> Option<Result<(usize, f64)>> {
        (self.kind == Kind::Directors).then(|| Ok(self.fill(false)))
    }

    fn solve_again(&mut self) -> Result<()> {
        self.levels.solve_again()
    }

    fn may_leave(&self) -> f64 {
        KEPT
    }

    fn correct(&mut self) -> Correction {
        let Levels { system, inner, delta, moved, shifted, .. } = &mut *self.levels;
        let slots = system.slots;
        let factors = self.scale.map(|s| s / (self.h * self.h));
        for slot in 0..slots {
            let end = slot + 1 == slots;
            let state = if end { &mut *self.trial } else { &mut *inner };
            let moved = &mut moved[usize::from(end)];
            let part = |unknown: u32| delta.get(slots * unknown as usize + slot).copied().unwrap_or(0.0);
            for (k, dofs) in self.layout.nodes.iter().enumerate().filter(|(_, dofs)| dofs[0] != NONE) {
                let step = |from: usize| Vec3::from_fn(|i, _| part(dofs[from + i]));
                moved[k].go(&self.start.nodes[k], &mut state.nodes[k], step(0), step(3));
            }
            let shifted = &mut shifted[usize::from(end)];
            for ((s, shift), &dof) in state.scalars.iter_mut().zip(shifted).zip(&self.layout.scalars) {
                s.value += part(dof);
                *shift += part(dof);
            }
            for (k, lambda) in state.multipliers.iter_mut().enumerate() {
                let equation = self.layout.motion + k;
                *lambda += self.layout.scale_of(factors, k) * part(equation as u32);
            }
        }
        self.levels.correction(self.layout, self.length)
    }

    fn relax(&mut self, part: f64) {
        self.levels.relaxed = part;
    }

    fn at_rounding(&mut self, slack: f64) -> bool {
        self.levels.at_rounding(self.layout, self.trial.extent(self.length), slack)
    }

    fn describe(&self, equation: usize) -> String {
        self.layout.describe(self.model, equation)
    }
}
