//! What hangs on a joint that starts elsewhere than in the reference configuration is carried along rigidly.
//!
//! A drive that is not zero at the start, or a start value, turns or shifts side B of its joint against side A:
//!
//! ```text
//!   x → p + Q (x − p) + d,   R → Q R,   v → v_A(x) + Q (v − v_A)
//! ```
//!
//! with p the joint's point, Q and d the rotation and displacement by which its coordinate grows, and v_A the velocity that A alone
//! would give. All that joints and beams hold to B, and to nothing else, moves with it; if B is held elsewhere, A and what hangs on
//! it move the other way. In a closed loop neither can, unless the joints that close it let the motion go on, as the bearing of a
//! swashplate does; else the least change of positions that closes all joints is left, with beams as rigid bodies where they can be.
//!
//! Velocities follow in the same way. Where a drive or a start value asks of a coordinate another rate than the nodes have, by δ,
//!
//! ```text
//!   v → v + δ (a × (x − p) + e),   ω → ω + δ a            a, e: axis and direction in which the coordinate grows
//! ```
//!
//! for B and all that hangs on it; else a blade would start at rest on a hub that turns. An actuator is at rest before its command
//! sets it going: its rate at the start is a blow, through the joints. Where the host gave velocities to what hangs
//! on B, but none to B's own node, the former say how it moves and the least change, measured by kinetic energy, is left.

use crate::assembly::System;
use crate::loads::TimeFunction;
use crate::math::{Quat, Vec3};
use crate::model::{Model, NodeKind};
use crate::state::State;
use crate::terms::{Class, Level, Motion, Phase, StageBlock, Term};
use std::collections::HashMap;

/// Carry along what hangs on joints whose coordinates do not have their values at the time of `state`.
pub fn carry(model: &Model, state: &mut State, functions: &[[f64; 3]], system: &System) {
    state.count_turns(model, 0.0);
    let (driven, graph) = (driven(model, state, functions, system), Graph::new(model));
    let started: HashMap<_, _> = model.joint_starts().iter().map(|s| (s.of(), s.value())).collect();
    let mut place = 0;
    for joint in 0..model.joints().len() {
        let term = &model.joints()[joint].term;
        for c in 0..term.coordinates().len() {
            let scalar = term.scalar_of(c);
            let started = started.get(&(joint, c)).copied().flatten();
            let target = scalar.and_then(|s| driven[s.0]).map(|d| d.value).or(started);
            if let Some(target) = target
                && target != state.coordinates[place]
                && let Some(part) = Part::find(&graph, state, functions, (joint, c))
            {
                part.shift(model, state, (joint, c), target - state.coordinates[place]);
                state.coordinates[place] = target;
                scalar.into_iter().for_each(|s| state.scalars[s.0].value = target);
            }
            place += 1;
        }
    }
}

/// Carry along what hangs on joints whose coordinates do not have their rates at the time of `state`.
pub fn carry_rates(model: &Model, state: &mut State, functions: &[[f64; 3]], system: &System) {
    let (driven, graph) = (driven(model, state, functions, system), Graph::new(model));
    let started: HashMap<_, _> = model.joint_starts().iter().map(|s| (s.of(), s.rate())).collect();
    for joint in 0..model.joints().len() {
        let term = &model.joints()[joint].term;
        for c in 0..term.coordinates().len() {
            let scalar = term.scalar_of(c);
            let target = match scalar.and_then(|s| driven[s.0]) {
                Some(drive) => drive.rate,
                None => started.get(&(joint, c)).copied().flatten(),
            };
            let growth = target.map_or(0.0, |target| target - term.read(c, &state.nodes).1);
            if growth != 0.0
                && let Some(part) = Part::find(&graph, state, functions, (joint, c))
                && part.is_free(model)
            {
                part.push(model, state, (joint, c), growth);
            }
        }
    }
}

/// What a drive asks of a scalar; an actuator no rate that could have been there before.
#[derive(Clone, Copy)]
struct Driven {
    value: f64,
    rate: Option<f64>,
}

/// Is it the motion of an actuator that is set going at the start?
pub fn is_blow(model: &Model, term: &dyn Term, functions: &[[f64; 3]]) -> bool {
    let by = term.prescribed_by().filter(|f| matches!(model.functions().get(f.0), Some(TimeFunction::Actuator(_))));
    by.is_some_and(|f| functions[f.0][1] != 0.0)
}

/// What drives ask of each scalar.
fn driven(model: &Model, state: &State, functions: &[[f64; 3]], system: &System) -> Vec<Option<Driven>> {
    let (at, mut block) = (state.level(model, functions, 1.0), StageBlock::default());
    let mut out = vec![None; state.scalars.len()];
    for t in 0..model.term_count() {
        let (term, plan) = (model.term(t), &system.layout.terms[t]);
        let alone = term.nodes().is_empty() && term.scalars().len() == 1 && plan.conditions == 1;
        if alone && term.lock().is_none() && term.active(0, Phase::StartPosition) && !term.nonholonomic(0) {
            block.reset(1, 1);
            term.stage(&at, &mut block);
            let (scalar, [mut rate, mut second]) = (term.scalars()[0].0, [[0.0]; 2]);
            term.condition_rates(&at, &mut rate, &mut second);
            // C = s − target, B = 1
            let now = &state.scalars[scalar];
            let asked = (!is_blow(model, term, functions)).then(|| now.rate - rate[0]);
            out[scalar] = (block.b[0] == 1.0).then(|| Driven { value: now.value - block.c[0], rate: asked });
        }
    }
    out
}

/// What connects nodes.
struct Graph<'a> {
    model: &'a Model,
    /// terms of each node that hold: joints, other constraints, beams
    holding: Vec<Vec<usize>>,
    /// springs, dampers and the like
    loose: Vec<Vec<usize>>,
    /// scalars that a drive, a lock, a gear or a start value may hold
    held: Vec<bool>,
}

impl<'a> Graph<'a> {
    fn new(model: &'a Model) -> Self {
        let none = vec![Vec::new(); model.nodes().len()];
        let mut graph = Graph { model, holding: none.clone(), loose: none, held: model.held_scalars() };
        for t in (0..model.term_count()).filter(|t| model.term(*t).nodes().len() > 1) {
            let holds = model.term(t).conditions() > 0 || model.beam_of(t).is_some();
            let list = if holds { &mut graph.holding } else { &mut graph.loose };
            model.term(t).nodes().iter().for_each(|n| list[n.0].push(t));
        }
        graph
    }

    /// All nodes that are held to the first one, ways over terms for which `ends` (given the node that they start from) left out; None
    /// if ground or `never` is among them.
    fn reach(&self, from: usize, never: usize, mut ends: impl FnMut(usize, usize) -> bool) -> Option<Vec<usize>> {
        let (mut found, mut seen) = (vec![from], vec![false; self.model.nodes().len()]);
        seen[from] = true;
        let mut k = 0;
        while k < found.len() {
            let node = found[k];
            if node == never || self.model.nodes()[node].kind == NodeKind::Ground {
                return None;
            }
            for &t in &self.holding[node] {
                if self.model.term(t).nodes().iter().any(|n| !seen[n.0]) && !ends(t, node) {
                    for n in self.model.term(t).nodes().iter().filter(|n| !std::mem::replace(&mut seen[n.0], true)) {
                        found.push(n.0);
                    }
                }
            }
            k += 1;
        }
        Some(found)
    }

    /// Does term `t`, a joint, let the node that it holds go on the way by which coordinate `c` of another joint grows?
    fn lets_go(
        &self,
        scratch: &mut State,
        functions: &[[f64; 3]],
        ((joint, c), sign): ((usize, usize), f64),
        (t, node): (usize, usize),
    ) -> bool {
        let (joints, length) = (self.model.joints(), self.model.characteristic().length);
        let Some(own) = self.model.joint_of(t) else { return false };
        let term = &joints[own].term;
        let started = self.model.joint_starts().iter().any(|start| start.of().0 == own);
        if started || term.scalars().iter().any(|s| self.held[s.0]) {
            return false;
        }
        let reach = match joints[joint].term.coordinates()[c].class() {
            Class::Rotation => 1.0,
            Class::Translation => length,
        };
        let (kept, mut block) = (scratch.nodes[node], StageBlock::default());
        TRIED.iter().all(|growth| {
            let motion = joints[joint].term.growth(c, sign * growth * reach, &scratch.nodes);
            carry_node(&mut scratch.nodes[node], &kept, motion);
            for (c, s) in (0..term.coordinates().len()).filter_map(|c| Some((c, term.scalar_of(c)?.0))) {
                scratch.scalars[s].value = term.read(c, &scratch.nodes).0;
            }
            block.reset(12 + term.scalars().len(), term.conditions());
            term.stage(&scratch.level(self.model, functions, 1.0), &mut block);
            scratch.nodes[node] = kept;
            (0..term.conditions()).all(|k| {
                let size = if term.condition(k).0 == Class::Translation { length } else { 1.0 };
                block.c[k].abs() <= HOLDS * size
            })
        })
    }

    /// Add what is connected by springs alone, and held nowhere else but by term `joint`.
    fn add_loose(&self, found: &mut Vec<usize>, joint: usize, other: usize) {
        let mut seen = vec![false; self.model.nodes().len()];
        found.iter().for_each(|n| seen[*n] = true);
        let mut k = 0;
        while k < found.len() {
            let near = self.loose[found[k]].iter().flat_map(|t| self.model.term(*t).nodes());
            let more: Vec<usize> = near.map(|n| n.0).filter(|n| !seen[*n]).collect();
            for n in more.into_iter().flat_map(|n| self.reach(n, other, |t, _| t == joint).unwrap_or_default()) {
                if !std::mem::replace(&mut seen[n], true) {
                    found.push(n);
                }
            }
            k += 1;
        }
    }
}

/// Growths [rad, lengths of the model] by which a joint has to let a part go for it to be parted there: it does so along its own
/// coordinate alone, not by chance in one position.
const TRIED: [f64; 2] = [0.4, -0.9];
/// What is left of constraints that hold, relative to the size of the model, by rounding.
const HOLDS: f64 = 1e-9;

/// The nodes that move as one when a coordinate grows.
struct Part {
    nodes: Vec<usize>,
    /// the joint's node among them, and its node that stays
    sides: [usize; 2],
    /// −1 if it is side A that moves
    sign: f64,
    /// joints that let it go
    parted: Vec<usize>,
}

impl Part {
    /// What hangs on side B, or else on side A. If both are held elsewhere: what can move by itself because the joints that hold it to
    /// the rest let it, as the bearing of a swashplate lets the hub turn with blades, pitch links and the plate. None if there is neither.
    fn find(graph: &Graph, state: &State, functions: &[[f64; 3]], of: (usize, usize)) -> Option<Self> {
        let (model, joint) = (graph.model, &graph.model.joints()[of.0]);
        let [a, b] = joint.term.sides().each_ref().map(|side| side.node.0);
        let ways = [(b, a, 1.0), (a, b, -1.0)];
        for (moving, resting, sign) in ways {
            if let Some(mut nodes) = graph.reach(moving, resting, |t, _| t == joint.place) {
                graph.add_loose(&mut nodes, joint.place, resting);
                return Some(Part { nodes, sides: [moving, resting], sign, parted: Vec::new() });
            }
        }
        let mut scratch = state.clone();
        for (moving, resting, sign) in ways {
            let mut parted = Vec::new();
            let mut ends = |t: usize, node: usize| {
                let goes = t == joint.place || graph.lets_go(&mut scratch, functions, (of, sign), (t, node));
                if goes && t != joint.place {
                    parted.push(t);
                }
                goes
            };
            if let Some(nodes) = graph.reach(moving, resting, &mut ends) {
                parted.retain(|t| model.term(*t).nodes().iter().any(|n| !nodes.contains(&n.0)));
                let parted = parted.into_iter().filter_map(|t| model.joint_of(t)).collect();
                return Some(Part { nodes, sides: [moving, resting], sign, parted });
            }
        }
        None
    }

    /// May it be given velocities: the host gave none, or gave one to the node on which the rest hangs, too.
    fn is_free(&self, model: &Model) -> bool {
        let given = |k: &usize| {
            let start = &model.nodes()[*k].start;
            start.v != Vec3::zeros() || start.omega != Vec3::zeros()
        };
        given(&self.sides[0]) || !self.nodes.iter().any(given)
    }

    /// Move it so that a coordinate grows.
    fn shift(&self, model: &Model, state: &mut State, (joint, c): (usize, usize), growth: f64) {
        for (place, scalar, slope) in self.slopes(model, state, (joint, c)) {
            state.coordinates[place] += slope * growth;
            scalar.into_iter().for_each(|s| state.scalars[s].value = state.coordinates[place]);
        }
        let motion = model.joints()[joint].term.growth(c, self.sign * growth, &state.nodes);
        let base = state.nodes[self.sides[1]];
        for k in &self.nodes {
            carry_node(&mut state.nodes[*k], &base, motion);
        }
    }

    /// Move it so that the rate of a coordinate grows.
    fn push(&self, model: &Model, state: &mut State, (joint, c): (usize, usize), growth: f64) {
        let [spin, speed, point] = twist(model, &state.nodes, (joint, c), self.sign * growth);
        for k in &self.nodes {
            let node = &mut state.nodes[*k];
            node.v += spin.cross(&(node.x - point)) + speed;
            node.omega += spin;
        }
    }

    /// By what the coordinates of the joints that let it go grow with the one that moves it, with their places and scalars.
    fn slopes(&self, model: &Model, state: &State, of: (usize, usize)) -> Vec<(usize, Option<usize>, f64)> {
        let [spin, speed, point] = twist(model, &state.nodes, of, self.sign);
        let mut turning = state.nodes.clone();
        turning.iter_mut().for_each(|node| (node.v, node.omega) = (Vec3::zeros(), Vec3::zeros()));
        for k in &self.nodes {
            let node = &mut turning[*k];
            (node.v, node.omega) = (spin.cross(&(node.x - point)) + speed, spin);
        }
        let joints = self.parted.iter().map(|t| (*t, &model.joints()[*t].term));
        let each = joints.flat_map(|(t, term)| (0..term.coordinates().len()).map(move |c| (t, term, c)));
        each.map(|(t, term, c)| {
            (model.coordinate_place((t, c)), term.scalar_of(c).map(|s| s.0), term.read(c, &turning).1)
        })
        .collect()
    }
}

/// Angular velocity, velocity and point of the motion by which a coordinate grows at a rate.
fn twist(model: &Model, nodes: &[Motion], (joint, c): (usize, usize), rate: f64) -> [Vec3; 3] {
    let (turn, way, point) = model.joints()[joint].term.growth(c, 1.0, nodes);
    [rate * turn.scaled_axis(), rate * way, point]
}

/// x → p + Q (x − p) + d, R → Q R, v → v_A(x) + Q (v − v_A), with `base` the node whose velocity gives v_A.
fn carry_node(node: &mut Motion, base: &Motion, (turn, way, point): (Quat, Vec3, Vec3)) {
    let swept = |x: &Vec3| base.v + base.omega.cross(&(x - base.x));
    let (old, x) = (swept(&node.x), point + turn * (node.x - point) + way);
    node.v = swept(&x) + turn * (node.v - old);
    node.omega = base.omega + turn * (node.omega - base.omega);
    node.place(x, turn * node.rotation);
}

/// Elastic energy by what stores it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Strain {
    /// all of it [J]
    pub energy: f64,
    /// what stores most of it
    pub most: String,
}

/// Elastic energy [J] of each term that connects nodes.
pub fn elastic_energies(model: &Model, state: &State, functions: &[[f64; 3]]) -> Vec<f64> {
    let at = Level { gravity: Vec3::zeros(), ..state.level(model, functions, 1.0) };
    let energy = |t: usize| {
        let (term, mut audit) = (model.term(t), crate::terms::InstantAudit::default());
        if term.nodes().len() > 1 && term.conditions() == 0 {
            term.audit(&at, &[], &mut audit);
        }
        audit.potential
    };
    (0..model.term_count()).map(energy).collect()
}

/// What the elements store now beyond what they stored `before`.
pub fn strain(model: &Model, before: &[f64], after: &[f64]) -> Strain {
    let mut by_name: std::collections::BTreeMap<String, f64> = Default::default();
    for (t, (before, after)) in before.iter().zip(after).enumerate() {
        let name = model.beam_of(t).map_or_else(|| model.term_name(t), |beam| format!("beam \"{}\"", beam.name));
        *by_name.entry(name).or_insert(0.0) += after - before;
    }
    let energy = by_name.values().sum();
    let most = by_name.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, e)| *e > 0.0);
    Strain { energy, most: most.map_or_else(String::new, |(name, _)| name) }
}
