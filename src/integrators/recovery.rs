//! Velocities, accelerations and multipliers of the end of a step, for schemes that do not have them as unknowns.
//!
//! With positions known, one matrix gives them all:
//!
//! ```text
//!   | M Bᵀ | | δw |   | Tᵀ M (v − T w) |        | M Bᵀ | | a |   | −f(q, w) |
//!   | B 0  | | µ  | = | −Ċ(w)          |,       | B 0  | | λ | = | −C̈(w)    |
//! ```
//!
//! On the left w = (ẋ, ω) is brought onto the conditions with the least change of kinetic energy, from velocities v of twelve
//! coordinates or from w itself. Multipliers so recovered are of the order of the state; those of the balances of a step
//! alternate at O(h), because conditions on velocities hold in the middle of it.

use super::{Vectors, Workspace, component, departure, masses, saddle};
use crate::assembly::{Layout, NONE, System, Weights};
use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::state::State;
use crate::terms::frame_mass::director_rates;
use crate::terms::interval::coordinates;
use crate::terms::{Class, Mass, Motion, NodeId, ScalarId, Term};

/// What is done with velocities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Velocities {
    /// those of nodes and of scalars with mass stay, joint coordinates get theirs; accelerations and multipliers are those of the velocities brought onto
    /// the conditions, as beside a singular position what violates them would become large reactions
    Keep,
    /// all are brought onto the conditions
    Project,
    /// they follow from the velocities of twelve coordinates, which stay
    FromRates,
    /// they follow from the velocities of twelve coordinates, which are forgotten
    ProjectRates,
}

/// Kinetic energy that the projection of velocities moved [J].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Exchange {
    /// taken by the projection
    pub taken: f64,
    /// put in by prescribed motions
    pub driven: f64,
}

/// Arrays for it.
#[derive(Debug, Default)]
pub struct Recovery {
    values: Vec<f64>,
    wanted: Vec<f64>,
    x: Vec<f64>,
    right: Vec<f64>,
    none: Vec<f64>,
    rate: Vec<f64>,
    second: Vec<f64>,
    before: Vec<[Vec3; 2]>,
    /// rates of the scalars, of which those with mass have their own
    rates: Vec<f64>,
    /// impulses of the conditions in the projection of velocities
    pub impulses: Vec<f64>,
}

impl Recovery {
    fn resize(&mut self, size: usize, conditions: usize, nodes: usize) {
        for (array, length) in [(&mut self.wanted, size), (&mut self.x, size), (&mut self.right, size)] {
            array.clear();
            array.resize(length, 0.0);
        }
        for array in [&mut self.none, &mut self.rate, &mut self.second, &mut self.impulses] {
            array.clear();
            array.resize(conditions, 0.0);
        }
        self.before.clear();
        self.before.resize(nodes, [Vec3::zeros(); 2]);
    }
}

/// Recover the end of a step whose positions, and velocities before projection, are in `state`; functions of time are those of
/// its end.
pub fn recover(model: &Model, state: &mut State, work: &mut Workspace, velocities: Velocities) -> Result<Exchange> {
    let mut own = std::mem::take(&mut work.recovery);
    let result = solve(model, state, work, velocities, &mut own);
    work.recovery = own;
    result
}

fn solve(
    model: &Model,
    state: &mut State,
    work: &mut Workspace,
    velocities: Velocities,
    own: &mut Recovery,
) -> Result<Exchange> {
    let (motion, conditions) = (work.system.layout.motion, work.system.layout.conditions());
    own.resize(work.system.layout.size, conditions, state.nodes.len());
    let scale = work.scales.at(0.0, work.length);
    let weights = saddle::weights(scale);
    work.charts.fill(Mat3::identity());
    own.rates.clear();
    own.rates.extend(state.scalars.iter().map(|s| s.rate));
    forget_what_follows(state);
    masses::scalars(model).for_each(|k| state.scalars[k].rate = own.rates[k]);
    let from_rates = matches!(velocities, Velocities::FromRates | Velocities::ProjectRates);
    if from_rates {
        take_rates(state, &work.system.layout);
    }
    for (before, node) in own.before.iter_mut().zip(&state.nodes) {
        *before = [node.v, node.omega];
    }

    let at = state.level(model, &work.functions, 1.0);
    work.system.assemble(model, &at, &own.none, &weights, &work.charts);
    work.system.condition_rates(model, &at, &mut own.rate, &mut own.second);
    own.values.clone_from(&work.system.values);
    if from_rates {
        momentum_defect(model, state, work, &mut own.wanted);
    }
    let Workspace { system, lu, functions, charts, trials, .. } = &mut *work;
    let failed = |e: Error| {
        Error::SingularMatrix(format!(
            "velocities and reactions at t = {} s are not determined: {e}; a mechanism in a singular position would explain it",
            state.time
        ))
    };
    for k in (0..conditions).filter(|&k| system.active[k]) {
        own.wanted[motion + k] = -system.layout.scale_of(weights.scale, k) * own.rate[k];
    }
    let Recovery { values, wanted, x, right, .. } = &mut *own;
    let nearby = trials.recovers_again(lu.counts().factored);
    let kinetic = departure::kinetic(model, state);
    saddle::project(lu, nearby, &system.layout, values, scale, wanted, x, right, kinetic).map_err(failed)?;
    let nearby = trials.recovers_again(lu.counts().factored);
    for (node, dofs) in state.nodes.iter_mut().zip(&system.layout.nodes) {
        node.v += component(&own.x, dofs, 0);
        node.omega += component(&own.x, dofs, 3);
    }
    for (s, &dof) in state.scalars.iter_mut().zip(&system.layout.scalars) {
        s.rate += own.x[dof as usize];
    }
    for (k, impulse) in own.impulses.iter_mut().enumerate() {
        *impulse = system.layout.scale_of(weights.scale, k) * own.x[motion + k];
    }

    let at = state.level(model, functions, 1.0);
    system.assemble(model, &at, &own.none, &weights, charts);
    system.condition_rates(model, &at, &mut own.rate, &mut own.second);
    for k in 0..conditions {
        let s = system.layout.scale_of(weights.scale, k);
        system.rhs[motion + k] = if system.active[k] { -s * own.second[k] } else { 0.0 };
    }
    let Recovery { values, x, right, .. } = &mut *own;
    saddle::solve_again(lu, nearby, &system.layout, values, &system.rhs, x, right).map_err(failed)?;
    trials.recovered(lu.counts().factored);
    take_solution(state, system, &weights, &own.x);
    Ok(give_back(model, state, velocities, own))
}

/// Velocities and rates of `state` as the next step goes on from them, and what bringing them onto the constraints has exchanged.
fn give_back(model: &Model, state: &mut State, velocities: Velocities, own: &Recovery) -> Exchange {
    if velocities == Velocities::Keep {
        for (node, [v, omega]) in state.nodes.iter_mut().zip(&own.before) {
            (node.v, node.omega) = (*v, *omega);
        }
    }
    if matches!(velocities, Velocities::Keep | Velocities::FromRates) {
        masses::scalars(model).for_each(|k| state.scalars[k].rate = own.rates[k]);
    }
    if velocities == Velocities::ProjectRates {
        let exchange = exchanged_from_rates(model, state);
        state.history.rates.clear();
        return exchange;
    }
    exchanged(model, state, own)
}

/// Accelerations, and rates of joint coordinates without mass, follow from the rest.
fn forget_what_follows(state: &mut State) {
    for node in &mut state.nodes {
        (node.a, node.alpha) = (Vec3::zeros(), Vec3::zeros());
    }
    for s in &mut state.scalars {
        (s.rate, s.acceleration) = (0.0, 0.0);
    }
}

/// Velocities of the nodes that are nearest to those of their twelve coordinates.
fn take_rates(state: &mut State, layout: &Layout) {
    for (k, v) in state.history.rates.iter().enumerate().filter(|(k, _)| layout.nodes[*k][0] != NONE) {
        let q = coordinates(&state.nodes[k]);
        state.nodes[k].v = v[0];
        if layout.nodes[k][3] != NONE {
            state.nodes[k].omega = (1..4).map(|a| q[a].cross(&v[a])).sum::<Vec3>() * 0.5;
        }
    }
}

/// Accelerations and multipliers of a solution.
fn take_solution(state: &mut State, system: &System, weights: &Weights, x: &[f64]) {
    let layout = &system.layout;
    for (k, dofs) in layout.nodes.iter().enumerate() {
        let node = &mut state.nodes[k];
        (node.a, node.alpha) = (component(x, dofs, 0), component(x, dofs, 3));
        state.history.algorithmic[k] = [node.a, node.alpha];
    }
    for (k, &dof) in layout.scalars.iter().enumerate() {
        state.scalars[k].acceleration = x[dof as usize];
        state.history.scalar_algorithmic[k] = x[dof as usize];
    }
    for (k, lambda) in state.multipliers.iter_mut().enumerate() {
        let s = layout.scale_of(weights.scale, k);
        *lambda = if system.active[k] { s * x[layout.motion + k] } else { 0.0 };
    }
}

/// ε: what Newton's method and rounding leave of positions, over the size of the model.
const LEFT: f64 = 1e-12;
/// Solutions of the inverse iteration for σ².
const SOLUTIONS: usize = 3;

/// Relative error of multipliers in the position of `state` that positions known to ε cause, estimated, at most 1.
///
/// With σ² the least that a combination of multipliers of size one moves by its own force, relative to what S_λ would (`saddle`),
/// velocities on the constraints are known to ε/σ, and multipliers to 1/σ² of that. σ² comes from inverse iteration. Nothing is allocated.
pub fn uncertainty(model: &Model, state: &State, work: &mut Workspace) -> Result<f64> {
    let weakest = weakest(model, state, work)?;
    Ok(if weakest.powi(3) <= LEFT { 1.0 } else { LEFT / weakest.powi(3) })
}

/// σ: the least that a combination of multipliers moves, see [`uncertainty`]; infinite without constraints.
pub(super) fn weakest(model: &Model, state: &State, work: &mut Workspace) -> Result<f64> {
    let conditions = work.system.layout.conditions();
    if conditions == 0 {
        return Ok(f64::INFINITY);
    }
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    work.charts.fill(Mat3::identity());
    let scale = work.scales.at(0.0, work.length);
    let at = state.level(model, &work.functions, 1.0);
    let Vectors { error: x, right, rates: [none, _], .. } = &mut work.vectors;
    none.fill(0.0);
    work.system.assemble(model, &at, none, &saddle::weights(scale), &work.charts);
    let System { layout, values, rhs, active, .. } = &mut work.system;
    if saddle::factor(&mut work.lu, layout, values, scale).is_err() {
        return Ok(0.0);
    }
    let motion = layout.motion;
    let class = |k: usize| usize::from(layout.classes[motion + k] == Class::Rotation);
    // multipliers free of units: scaled ones are metres and radians
    let unit = |k: usize| [work.length, 1.0][class(k)];
    for k in (0..conditions).filter(|k| active[*k]) {
        // golden section: a combination that nothing distinguishes
        x[motion + k] = unit(k) * ((0.618_033_988_749_895 * (k + 1) as f64).fract() - 0.5);
    }
    let mut grown = 1.0;
    for _ in 0..SOLUTIONS {
        let held = |k: &usize| active[*k];
        let largest = (0..conditions).filter(held).fold(0.0_f64, |most, k| most.max(x[motion + k].abs() / unit(k)));
        if !(largest > 0.0 && largest.is_finite()) {
            return Ok(if largest == 0.0 { f64::INFINITY } else { 0.0 });
        }
        rhs.fill(0.0);
        for i in (0..conditions).filter(held).map(|k| motion + k) {
            rhs[i] = saddle::size_of(layout, values, i) * x[i] / largest;
        }
        if saddle::solve(&mut work.lu, layout, values, rhs, x, right).is_err() {
            return Ok(0.0);
        }
        grown = (0..conditions).filter(held).fold(0.0_f64, |most, k| most.max(x[motion + k].abs() / unit(k)));
    }
    // A⁻¹ grows the combination by 1/σ²
    Ok(if grown > 0.0 { 1.0 / grown.sqrt() } else { f64::INFINITY })
}

/// The same as [`exchanged`], from the velocities v of twelve coordinates to T w: ½|v − T w|² and −(T w)·(v − T w).
fn exchanged_from_rates(model: &Model, state: &State) -> Exchange {
    let mut sum = Exchange::default();
    for mass in (0..model.term_count()).map(|t| model.term(t).mass()) {
        match mass {
            // ED by the letter has no scalars with mass
            Mass::None | Mass::Scalars(_) => {}
            Mass::Body(inertia) => {
                let (mass, k) = (inertia.director_mass(), inertia.node().0);
                let (v, w) = (&state.history.rates[k], director_rates(&state.nodes[k]));
                for (a, b) in (0..16).map(|p| (p / 4, p % 4)) {
                    sum.taken += 0.5 * mass[(a, b)] * (v[a] - w[a]).dot(&(v[b] - w[b]));
                    sum.driven -= mass[(a, b)] * w[a].dot(&(v[b] - w[b]));
                }
            }
            Mass::Places(mass) => {
                let speed = |id: NodeId| state.nodes[id.0].v;
                let left = |id: NodeId| state.history.rates[id.0][0] - speed(id);
                sum.taken += 0.5 * mass.product(left, left);
                sum.driven -= mass.product(speed, left);
            }
            Mass::Frames(mass) => {
                let speed = |id: NodeId| director_rates(&state.nodes[id.0]);
                let left = |id: NodeId| less(state.history.rates[id.0], speed(id));
                sum.taken += 0.5 * mass.product(left, left);
                sum.driven -= mass.product(speed, left);
            }
        }
    }
    sum
}

/// Tᵀ M (v − T w) of every mass, into the rows of motion.
fn momentum_defect(model: &Model, state: &State, work: &Workspace, out: &mut [f64]) {
    for t in 0..model.term_count() {
        let inertia = match model.term(t).mass() {
            // rates of scalars stay
            Mass::None | Mass::Scalars(_) => continue,
            Mass::Body(inertia) => inertia,
            Mass::Places(mass) => {
                let left = |id: NodeId| state.history.rates[id.0][0] - state.nodes[id.0].v;
                for (c, &dof) in work.system.layout.terms[t].dofs.iter().enumerate().filter(|(_, dof)| **dof != NONE) {
                    out[dof as usize] += mass.momentum(c / 3, left)[c % 3];
                }
                continue;
            }
            Mass::Frames(mass) => {
                let left = |id: NodeId| less(state.history.rates[id.0], director_rates(&state.nodes[id.0]));
                for (a, id) in mass.nodes().iter().enumerate() {
                    add_defect(&state.nodes[id.0], &mass.momentum(a, left), &work.system.layout.nodes[id.0], out);
                }
                continue;
            }
        };
        let id = inertia.node().0;
        let (node, mass, v) = (&state.nodes[id], inertia.director_mass(), &state.history.rates[id]);
        let q = coordinates(node);
        let defect = |b: usize| if b == 0 { v[0] - node.v } else { v[b] - node.omega.cross(&q[b]) };
        let momentum: [Vec3; 4] = std::array::from_fn(|a| (0..4).map(|b| defect(b) * mass[(a, b)]).sum());
        add_defect(node, &momentum, &work.system.layout.nodes[id], out);
    }
}

/// u − v.
fn less(u: [Vec3; 4], v: [Vec3; 4]) -> [Vec3; 4] {
    std::array::from_fn(|k| u[k] - v[k])
}

/// Tᵀ p of a node's momentum in twelve coordinates, into its rows.
fn add_defect(node: &Motion, momentum: &[Vec3; 4], dofs: &[u32; 6], out: &mut [f64]) {
    let q = coordinates(node);
    let moment: Vec3 = (1..4).map(|a| q[a].cross(&momentum[a])).sum();
    for (j, &dof) in dofs.iter().enumerate().filter(|(_, dof)| **dof != NONE) {
        out[dof as usize] += if j < 3 { momentum[0][j] } else { moment[j - 3] };
    }
}

/// What the projection of velocities did, in the metric of the mass: ½|δw|², which it took, and w·δw, which prescribed motions
/// put in by its impulses; the kinetic energy changes by the second less the first.
fn exchanged(model: &Model, state: &State, own: &Recovery) -> Exchange {
    let (mut sum, before) = (Exchange::default(), &own.before);
    for mass in (0..model.term_count()).map(|t| model.term(t).mass()) {
        let inertia = match mass {
            Mass::None => continue,
            Mass::Body(inertia) => inertia,
            Mass::Places(mass) => {
                let speed = |id: NodeId| state.nodes[id.0].v;
                let change = |id: NodeId| speed(id) - before[id.0][0];
                sum.taken += 0.5 * mass.product(change, change);
                sum.driven += mass.product(speed, change);
                continue;
            }
            Mass::Frames(mass) => {
                let speed = |id: NodeId| director_rates(&state.nodes[id.0]);
                let earlier = |id: NodeId| {
                    let [v, omega] = before[id.0];
                    director_rates(&Motion { v, omega, ..state.nodes[id.0] })
                };
                let change = |id: NodeId| less(speed(id), earlier(id));
                sum.taken += 0.5 * mass.product(change, change);
                sum.driven += mass.product(speed, change);
                continue;
            }
            Mass::Scalars(mass) => {
                let rate = |id: ScalarId| state.scalars[id.0].rate;
                let change = |id: ScalarId| rate(id) - own.rates[id.0];
                sum.taken += 0.5 * mass.product(change, change);
                sum.driven += mass.product(rate, change);
                continue;
            }
        };
        let node = &state.nodes[inertia.node().0];
        let [v, w] = before[inertia.node().0];
        let arm = node.d * inertia.center();
        let at_center = |v: Vec3, w: Vec3| (v + w.cross(&arm), node.d.transpose() * w);
        let (dv, dw) = at_center(node.v - v, node.omega - w);
        let (v, w) = at_center(node.v, node.omega);
        let (p, h) = (inertia.mass() * dv, inertia.inertia() * dw);
        sum.taken += 0.5 * (dv.dot(&p) + dw.dot(&h));
        sum.driven += v.dot(&p) + w.dot(&h);
    }
    sum
}
