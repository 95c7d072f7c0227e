//! ED by the letter of Bauchau 2003 (23)–(29), for rigid systems: order three, dissipation of high frequencies by α.
//!
//! | symbol | name |
//! |---|---|
//! | q_j | inner level: twelve free coordinates a node, directors not orthonormal |
//! | q_g = ½(q_j + q_f), q_h = ½(q_i + q_j) | where gradients are taken |
//! | X, λ | conditions of joints, and d_k·d_l = δ_kl of each node, with one set of multipliers |
//!
//! ```text
//!   g        M (v_f − v_i)/h + S(q_g)ᵀ C ½(e_j + e_f) + X(q_g)ᵀ λ = F_g
//!   g + 3h   M ((v_f − v_i) + 3(v_j − v_i))/h + S(q_h)ᵀ C (½(e_i + e_j) + ½α(e_j − e_i)) + X(q_h)ᵀ λ = F_g + 3F_h
//!   C_f = 0, directors orthonormal at f
//!   v_f + v_j = a = 2(q_f − q_i)/h,   (1 + α) v_j = a − b − (1 − α) v_i,   b = −6(q_j − q_i)/h
//! ```
//!
//! g times q_f − q_j plus (g + 3h) times q_j − q_i gives E_f − E_i = −½α(|v_j − v_i|² + |e_j − e_i|²) and the works of loads.
//! Unknowns in four slots of six a node: q_j in two, (u, θ) at f, multipliers of d_k·d_l.
//!
//! Where there are joints, velocities at the end are brought onto the constraints with the least change of kinetic energy, which is
//! booked as dissipated. Left as they are, the part of them that constraints lock goes on from step to step: harmless as a rule,
//! but where a mechanism passes a singular position it grows as the inverse of the distance from there.
//!
//! With beams free directors at j relieve the strain there, and a beam section has a direction without mass: those systems, and
//! those with conditions on velocities, take the form of [`interval`](super::interval). So does a step that has no smooth solution
//! in this form ([`RESOLVED`]): forces of joints have the directions of a level that obeys no constraint, and where multipliers
//! are large, beside a singular position, they drive the mechanism off its way.

use super::energy_momentum::{self, KEPT, Kind, Moved, keep_mean_accelerations, three};
use super::recovery::{self, Velocities};
use super::scheme::{Ended, Listed, Method, Stepping};
use super::{Levels, Scheme, Workspace};
use crate::assembly::{FREE_SLOTS, Layout, NONE, span_audit};
use crate::error::{Brief, Error, Result};
use crate::math::{Mat3, Vec3};
use crate::model::file::record::Record;
use crate::model::{Model, NodeKind};
use crate::newton::{self, Correction, History, Iteration, Settings};
use crate::state::State;
use crate::terms::inertia::Inertia;
use crate::terms::interval::{F, I, J, coordinates};
use crate::terms::{Mass, Motion, Span, Term, Works};

/// ED of Bauchau 2003.
pub const LISTED: Listed =
    Listed { code: 5, file: "ED", read: |e| Ok(Scheme::EnergyDecaying(energy_momentum::read_decay(e)?)) };

/// ED with its α.
pub struct Decaying(pub f64);

impl Decaying {
    /// As which it runs where there are beams, points or bodies without extent.
    fn otherwise(&self) -> Kind {
        Kind::Decaying(self.0, false)
    }
}

impl Method for Decaying {
    fn listed(&self) -> &'static Listed {
        &LISTED
    }

    fn name(&self) -> &'static str {
        "the energy decaying scheme (ED)"
    }

    fn write(&self, record: Record) -> Record {
        energy_momentum::write_decay(record, self.0)
    }

    fn check_parameters(&self) -> Result<()> {
        energy_momentum::check_decay(self.0)
    }

    fn is_over_step(&self) -> bool {
        true
    }

    fn takes_mass_between_frames(&self) -> bool {
        false
    }

    fn runs_as(&self, model: &Model) -> Option<(Scheme, String)> {
        hindrance(model).map(|why| (Scheme::MomentumDecaying(self.0), why))
    }

    fn memory(&self, rigid: bool) -> usize {
        if rigid { 13 } else { 2 }
    }

    fn solve(&self, at: &Stepping, trial: &mut State, work: &mut Workspace) -> Result<History> {
        match work.rigid {
            true => step(at.model, at.start, trial, work, self.0, at.h, at.settings),
            false => self.otherwise().solve(at, trial, work),
        }
    }

    fn enter(&self, at: &Stepping, trial: &mut State, work: &mut Workspace, end: &Ended) -> Result<()> {
        energy_momentum::enter(at, trial, work, end, false)
    }
}

/// d_k·d_l, in the order of the multipliers.
const PAIRS: [(usize, usize); 6] = [(1, 1), (2, 2), (3, 3), (2, 3), (1, 3), (1, 2)];

/// Second moment about the centre of mass, against the largest one of the same body, in a direction in which it has no extent.
const NO_EXTENT: f64 = 1e-9;

/// Why ED is MP-ED on this model, in words: None for a rigid system in which every node that moves carries a body with extent in all
/// directions.
pub fn hindrance(model: &Model) -> Option<String> {
    if let Some(beam) = model.beams().first() {
        return Some(format!("beam \"{}\" is no rigid body", beam.name));
    }
    let mut bodies: Vec<Vec<&Inertia>> = vec![Vec::new(); model.nodes().len()];
    for t in 0..model.term_count() {
        let term = model.term(t);
        match term.inertia() {
            Some(inertia) => bodies[inertia.node().0].push(inertia),
            None if matches!(term.mass(), Mass::Scalars(_)) => {
                return Some(format!("{} gives mass to a coordinate", model.term_name(t)));
            }
            None if (0..term.conditions()).any(|k| term.nonholonomic(k)) => {
                return Some(format!("{} constrains velocities", model.term_name(t)));
            }
            None if term.nodes().len() > 2 || term.width() == 3 => {
                return Some(format!("{} is no joint or force between rigid bodies", model.term_name(t)));
            }
            None => {}
        }
    }
    let moving = model.nodes().iter().zip(&bodies).filter(|(node, _)| node.kind != NodeKind::Ground);
    for (node, bodies) in moving {
        let what = match node.kind {
            NodeKind::Free if bodies.is_empty() => "has no rigid body",
            NodeKind::Free if !has_extent(bodies) => "carries a body without extent in one of its directions",
            NodeKind::Free => continue,
            _ => "is a point",
        };
        return Some(format!("node \"{}\" {what}", node.name));
    }
    None
}

/// Is the second moment ∫ϱ (s − s_c)(s − s_c)ᵀ of all bodies of a node, about their centre of mass s_c, regular? Compared with itself
/// alone, it needs no unit of length or mass.
fn has_extent(bodies: &[&Inertia]) -> bool {
    let mass: f64 = bodies.iter().map(|b| b.mass()).sum();
    if mass <= 0.0 {
        return false;
    }
    let center = bodies.iter().map(|b| b.center() * (b.mass() / mass)).sum::<Vec3>();
    let (mut moment, mut rounding) = (Mat3::zeros(), 0.0);
    for body in bodies {
        let from = body.center() - center;
        moment += body.second_moment() + from * from.transpose() * body.mass();
        // s_c is off by ε of its parts, which shifts the body by as much
        rounding += body.mass() * (f64::EPSILON * body.center().norm()).powi(2);
    }
    let values = moment.symmetric_eigenvalues();
    values.min() > NO_EXTENT * values.max() + bodies.len() as f64 * rounding
}

struct Step<'a> {
    model: &'a Model,
    layout: &'a Layout,
    active: &'a [bool],
    start: &'a State,
    trial: &'a mut State,
    levels: &'a mut Levels,
    functions: &'a [[f64; 3]],
    alpha: f64,
    h: f64,
    scale: [f64; 2],
    length: f64,
}

/// Velocities jump by |v_j − v_i| = O(h²) at the beginning of a step and by O(h²) onto the constraints at its end; over it they
/// change by |v_f − v_i| = O(h). A step is resolved while the squares of the jumps are below this part of the square of the change,
/// in the metric of the mass.
const RESOLVED: f64 = 0.05;

/// Solve one step of size `h` from `start` into `trial`.
pub fn step(
    model: &Model,
    start: &State,
    trial: &mut State,
    work: &mut Workspace,
    alpha: f64,
    h: f64,
    settings: &Settings,
) -> Result<History> {
    let other = Kind::Decaying(alpha, false);
    if work.system.layout.conditions() > 0 && work.levels.iter().all(|l| l.system.slots != other.slots()) {
        // a step that is not resolved needs the other form: room for it from the first step on
        let _ = energy_momentum::step(model, start, trial, work, other, h, settings);
        work.forget_faults();
    }
    if work.trials.resumes() && work.trials.other_form {
        // the last trial was not resolved
        let history = energy_momentum::step(model, start, trial, work, other, h, settings)?;
        work.trials.other_form = true;
        return Ok(history);
    }
    let mut levels = work.take_levels(model, FREE_SLOTS)?;
    let result = solve(model, start, trial, work, &mut levels, (alpha, h), settings);
    work.put_levels(levels);
    match result {
        Ok((history, true)) => return Ok(history),
        // to be begun anew, in this form
        Err(error) if work.trials.resumes() => return Err(error),
        Ok(_) | Err(Error::NewtonFailed(_) | Error::SingularMatrix(_) | Error::NotFinite(_)) => {}
        Err(other) => return Err(other),
    }
    let before = work.newton.history.iterations;
    work.forget_faults();
    work.trials.forget();
    energy_momentum::step(model, start, trial, work, other, h, settings)?;
    work.trials.other_form = true;
    work.newton.history.simplified += before;
    Ok(work.newton.history)
}

fn solve(
    model: &Model,
    start: &State,
    trial: &mut State,
    work: &mut Workspace,
    levels: &mut Levels,
    (alpha, h): (f64, f64),
    settings: &Settings,
) -> Result<(History, bool)> {
    let time = energy_momentum::open(model, start, trial, work, levels, h)?;
    energy_momentum::take_rates(start, trial, levels);
    levels.inner.history.rates.clone_from(&levels.rates);
    if !work.newton.history.resumed {
        levels.internal.fill([0.0; 6]);
        levels.free.fill([Vec3::zeros(); 4]);
    }
    let mut problem = Step {
        model,
        layout: &work.system.layout,
        active: &work.system.active,
        start,
        trial,
        levels,
        functions: &work.functions,
        alpha,
        h,
        scale: work.scales.at(h, work.length),
        length: work.length,
    };
    let what = format_args!("step from t = {} s to {} s (h = {} s)", Brief(start.time), Brief(time), Brief(h));
    let history = newton::iterate(&mut problem, &mut work.newton.history, settings, work.newton.relaxed, &what)?;
    let (mut works, mut dissipated, violation, [jump, change]) = problem.finish();
    work.trials.keep(trial, Some(&levels.inner), &history, 0);
    let mut resolved = true;
    if work.system.layout.conditions() == 0 {
        recovery::recover(model, trial, work, Velocities::FromRates)?;
    } else {
        let exchange = recovery::recover(model, trial, work, Velocities::ProjectRates)?;
        works.driven += exchange.driven;
        dissipated += exchange.taken;
        resolved = jump + 2.0 * exchange.taken <= RESOLVED * change;
    }
    keep_mean_accelerations(start, trial);
    trial.run_audit.enter_exact(&works, dissipated, violation);
    Ok((history, resolved))
}

/// |a − b|² of two velocities of every node, in the metric of the mass.
fn square(model: &Model, a: impl Fn(usize) -> [Vec3; 4], b: impl Fn(usize) -> [Vec3; 4]) -> f64 {
    let part = |t: usize| {
        let inertia = model.term(t).inertia()?;
        let (mass, k) = (inertia.director_mass(), inertia.node().0);
        let (a, b) = (a(k), b(k));
        let difference = |c: usize| a[c] - b[c];
        Some((0..16).map(|p| mass[(p / 4, p % 4)] * difference(p / 4).dot(&difference(p % 4))).sum::<f64>())
    };
    (0..model.term_count()).filter_map(part).sum()
}

impl Step<'_> {
    /// Velocities at j and f; `levels.acceleration` becomes (v_f − v_i)/h, or that plus 3(v_j − v_i)/h.
    fn set_velocities(&mut self, inner: bool) {
        let (h, alpha) = (self.h, self.alpha);
        for k in (0..self.start.nodes.len()).filter(|&k| self.layout.nodes[k][0] != NONE) {
            let (i, f) = (&self.start.nodes[k], &self.trial.nodes[k]);
            let (to_f, to_j) = (self.levels.moved[1][k].change(i, f), self.levels.free[k]);
            for c in 0..4 {
                let v_i = self.levels.rates[k][c];
                let (a, b) = (to_f[c] * (2.0 / h), to_j[c] * (-6.0 / h));
                let v_j = (a - b - v_i * (1.0 - alpha)) / (1.0 + alpha);
                let v_f = a - v_j;
                (self.levels.inner.history.rates[k][c], self.trial.history.rates[k][c]) = (v_j, v_f);
                let more = if inner { 3.0 * (v_j - v_i) } else { Vec3::zeros() };
                self.levels.acceleration[k][c] = (v_f - v_i + more) / h;
            }
        }
    }

    /// Balances: from, to, weights of i, j, f; and the slopes of their accelerations in q_j, q_f.
    fn balances(&self) -> [(usize, usize, [f64; 3], [f64; 2]); 2] {
        let (alpha, hh) = (self.alpha, self.h * self.h * (1.0 + self.alpha));
        let end = (J, F, [0.0, 0.5, 0.5], [-6.0 / hh, 2.0 * alpha / hh]);
        let inner = (I, J, [0.5 * (1.0 - alpha), 0.5 * (1.0 + alpha), 0.0], [12.0 / hh, (2.0 * alpha + 6.0) / hh]);
        [inner, end]
    }

    /// Forces of the multipliers of d_k·d_l, with gradients at the average of two levels.
    fn add_internal(&mut self, from: usize, to: usize) {
        let (row, s) = (self.h * self.h, self.scale[1]);
        let first = if to == J { 0 } else { 2 };
        let Levels { system, inner, internal, .. } = &mut *self.levels;
        for t in 0..self.model.term_count() {
            // each node once, where its first body stands in the pattern
            let Some(inertia) = self.model.term(t).inertia() else { continue };
            let (id, plan) = (inertia.node().0, &self.layout.terms[t]);
            let earlier = (0..t).filter_map(|t| self.model.term(t).inertia()).any(|other| other.node().0 == id);
            if plan.dofs[0] == NONE || earlier {
                continue;
            }
            let at = |level: usize| -> &Motion {
                match level {
                    I => &self.start.nodes[id],
                    J => &inner.nodes[id],
                    _ => &self.trial.nodes[id],
                }
            };
            let (a, b, f) = (coordinates(at(from)), coordinates(at(to)), coordinates(at(F)));
            let mean: [Vec3; 4] = std::array::from_fn(|k| 0.5 * (a[k] + b[k]));
            // block of a director: local unknown, slot
            let stand = |d: usize| [(3, first), (0, first + 1), (3, first + 1)][d - 1];
            let mut force = [Vec3::zeros(); 4];
            for (m, &(k, l)) in PAIRS.iter().enumerate() {
                let lambda = internal[id][m];
                for (k, l) in [(k, l), (l, k)] {
                    force[k] += mean[l] * lambda;
                    let (local, slot) = stand(k);
                    for i in 0..3 {
                        // column of the multiplier: slot 3 of unknown m
                        let place = plan.k[(local + i) * 6 + m];
                        system.add(self.layout, place, plan.dofs[m], (slot, 3), s * mean[l][i]);
                        // ½ λ δd_l at j, and at f
                        let (column, column_slot) = [(3, 0), (0, 1), (3, 1)][l - 1];
                        let place = plan.k[(local + i) * 6 + column + i];
                        let value = 0.5 * row * lambda;
                        system.add(self.layout, place, plan.dofs[column + i], (slot, column_slot), value);
                    }
                    if to == F {
                        // δd = −d̃ δθ
                        let turn: Mat3 = crate::math::so3::skew(&f[l]) * (-0.5 * row * lambda);
                        for (i, j) in (0..9).map(|p| (p / 3, p % 3)) {
                            let place = plan.k[(local + i) * 6 + 3 + j];
                            system.add(self.layout, place, plan.dofs[3 + j], (slot, 2), turn[(i, j)]);
                        }
                    }
                }
            }
            for d in 1..4 {
                let (local, slot) = stand(d);
                for i in 0..3 {
                    system.rhs[4 * plan.dofs[local + i] as usize + slot] -= row * force[d][i];
                }
            }
        }
    }

    /// Works, exact dissipation, how well conditions hold for the mean velocity, and |v_j − v_i|², |v_f − v_i|².
    fn finish(&mut self) -> (Works, f64, f64, [f64; 2]) {
        self.set_velocities(false);
        let mut works = Works::default();
        let Levels { inner, functions, block, rates, .. } = &mut *self.levels;
        let levels = || three(self.model, self.start, inner, self.trial, functions, self.functions);
        for (from, to, weights) in [(I, J, [0.5, 0.5, 0.0]), (J, F, [0.0, 0.5, 0.5])] {
            let weights = if to == J { [0.5 * (1.0 - self.alpha), 0.5 * (1.0 + self.alpha), 0.0] } else { weights };
            let span = Span { levels: levels(), h: self.h, from, to, weights, acceleration: None };
            for own in [false, true] {
                // conditions that define a scalar have multipliers of their own at the inner level
                let lambda = if own && to == J { &inner.multipliers } else { &self.trial.multipliers };
                let enters = |term: &dyn Term, k: usize, c: usize| self.active[c] && term.defines(k) == own;
                let found = span_audit(self.model, self.layout, &span, lambda, enters, self.length, block).works;
                works.constraints += found.constraints;
                if !own {
                    works.add(&Works { constraints: 0.0, ..found }, 1.0);
                }
            }
        }
        let span = Span { levels: levels(), h: self.h, from: I, to: F, weights: [0.0; 3], acceleration: None };
        let active = |_: &dyn Term, _: usize, c: usize| self.active[c];
        let whole = span_audit(self.model, self.layout, &span, &self.trial.multipliers, active, self.length, block);
        let span = Span { levels: levels(), h: self.h, from: I, to: J, weights: [-1.0, 1.0, 0.0], acceleration: None };
        let strain = span_audit(self.model, self.layout, &span, &[], |_, _, _| false, self.length, block).total;
        let jump = square(self.model, |k| inner.history.rates[k], |k| rates[k]);
        let change = square(self.model, |k| self.trial.history.rates[k], |k| rates[k]);
        (works, 0.5 * self.alpha * (strain + jump), whole.violation, [jump, change])
    }
}

impl Step<'_> {
    /// Fill the right side, and the matrix if it is wanted; returns the worst equation and the size of the residual.
    fn fill(&mut self, tangents: bool) -> (usize, f64) {
        self.levels.system.begin(tangents);
        for (from, to, weights, slopes) in self.balances() {
            self.set_velocities(to == J);
            let Levels { system, inner, functions, acceleration, .. } = &mut *self.levels;
            let levels = three(self.model, self.start, inner, self.trial, functions, self.functions);
            let acceleration = Some((&acceleration[..], slopes));
            let span = Span { levels, h: self.h, from, to, weights, acceleration };
            let multipliers = (&self.trial.multipliers[..], &inner.multipliers[..]);
            let scales = (self.h * self.h, self.scale);
            system.add_free_balance(self.model, self.layout, self.active, &span, multipliers, scales);
            self.add_internal(from, to);
        }
        for &dof in &self.layout.scalars {
            self.levels.system.hold(self.layout, dof as usize, 1);
            self.levels.system.hold(self.layout, dof as usize, 3);
        }
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

    fn assemble_right(&mut self) -> Option<Result<(usize, f64)>> {
        Some(Ok(self.fill(false)))
    }

    fn solve_again(&mut self) -> Result<()> {
        self.levels.solve_again()
    }

    fn may_leave(&self) -> f64 {
        KEPT
    }

    fn correct(&mut self) -> Correction {
        let Levels { inner, delta, moved, internal, free, .. } = &mut *self.levels;
        let factors = self.scale.map(|s| s / (self.h * self.h));
        let part = |unknown: u32, slot: usize| delta[4 * unknown as usize + slot];
        for (k, dofs) in self.layout.nodes.iter().enumerate().filter(|(_, dofs)| dofs[0] != NONE) {
            let step = |from: usize, slot: usize| Vec3::from_fn(|i, _| part(dofs[from + i], slot));
            let at_f: &mut Moved = &mut moved[1][k];
            at_f.go(&self.start.nodes[k], &mut self.trial.nodes[k], step(0, 2), step(3, 2));
            let (i, j) = (&self.start.nodes[k], &mut inner.nodes[k]);
            for (sum, step) in free[k].iter_mut().zip([step(0, 0), step(3, 0), step(0, 1), step(3, 1)]) {
                *sum += step;
            }
            j.x = i.x + free[k][0];
            j.d = i.d + Mat3::from_columns(&free[k][1..]);
            for (m, lambda) in internal[k].iter_mut().enumerate() {
                *lambda += factors[1] * part(dofs[m], 3);
            }
        }
        for (k, &dof) in self.layout.scalars.iter().enumerate() {
            inner.scalars[k].value += part(dof, 0);
            self.trial.scalars[k].value += part(dof, 2);
        }
        for k in 0..self.trial.multipliers.len() {
            let equation = self.layout.motion + k;
            let factor = self.layout.scale_of(factors, k);
            inner.multipliers[k] += factor * part(equation as u32, 0);
            self.trial.multipliers[k] += factor * part(equation as u32, 2);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::NodeId;

    /// What is left of one place by rounding of its centre of mass is no extent.
    #[test]
    fn points_at_one_place_have_no_extent_and_a_ball_far_away_has() {
        let body = |m: f64, r: f64| Inertia::new(NodeId(0), m, Vec3::new(0.3, 0.7, 1.1), Mat3::identity() * r);
        for count in 1..9 {
            let points: Vec<Inertia> = (0..count).map(|k| body(0.1 + 0.37 * k as f64, 0.0)).collect();
            assert!(!has_extent(&points.iter().collect::<Vec<_>>()), "{count}");
            assert!(has_extent(&points.iter().chain([&body(1.0, 1e-20)]).collect::<Vec<_>>()), "{count}");
        }
        assert!(!has_extent(&[]) && !has_extent(&[&body(0.0, 0.0)]));
    }
}
