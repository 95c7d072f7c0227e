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
//! it move the other way. In a closed loop neither can: there the least change of positions that closes all joints is left.

use crate::assembly::System;
use crate::math::Vec3;
use crate::model::{Model, NodeKind};
use crate::state::State;
use crate::terms::{Level, Motion, Phase, StageBlock};

/// Carry along what hangs on joints whose coordinates do not have their values at the time of `state`.
pub fn carry(model: &Model, state: &mut State, functions: &[[f64; 3]], system: &System) {
    state.count_turns(model, 0.0);
    let driven = driven(model, state, functions, system);
    let started: std::collections::HashMap<_, _> = model.joint_starts().iter().map(|s| (s.of(), s.value())).collect();
    let mut place = 0;
    for joint in 0..model.joints().len() {
        let term = &model.joints()[joint].term;
        for c in 0..term.coordinates().len() {
            let scalar = term.scalar_of(c);
            let started = started.get(&(joint, c)).copied().flatten();
            let target = scalar.and_then(|s| driven[s.0]).or(started);
            if let Some(target) = target
                && target != state.coordinates[place]
                && carry_one(model, &mut state.nodes, joint, c, target - state.coordinates[place])
            {
                state.coordinates[place] = target;
                scalar.into_iter().for_each(|s| state.scalars[s.0].value = target);
            }
            place += 1;
        }
    }
}

/// The value that a drive asks of each scalar.
fn driven(model: &Model, state: &State, functions: &[[f64; 3]], system: &System) -> Vec<Option<f64>> {
    let (at, mut block) = (state.level(model, functions, 1.0), StageBlock::default());
    let mut out = vec![None; state.scalars.len()];
    for t in 0..model.term_count() {
        let (term, plan) = (model.term(t), &system.layout.terms[t]);
        let alone = term.nodes().is_empty() && term.scalars().len() == 1 && plan.conditions == 1;
        if alone && term.lock().is_none() && term.active(0, Phase::StartPosition) && !term.nonholonomic(0) {
            block.reset(1, 1);
            term.stage(&at, &mut block);
            let scalar = term.scalars()[0].0;
            // C = s − target, B = 1
            out[scalar] = (block.b[0] == 1.0).then(|| state.scalars[scalar].value - block.c[0]);
        }
    }
    out
}

/// Move one side of a joint; false if both are held elsewhere.
fn carry_one(model: &Model, nodes: &mut [Motion], joint: usize, coordinate: usize, growth: f64) -> bool {
    let term = &model.joints()[joint].term;
    let [a, b] = term.sides().each_ref().map(|side| side.node.0);
    for (moving, resting, sign) in [(b, a, 1.0), (a, b, -1.0)] {
        let Some(hanging) = hanging(model, joint, moving, resting) else { continue };
        let (turn, way, point) = term.growth(coordinate, sign * growth, nodes);
        let base = nodes[resting];
        let swept = |x: &Vec3| base.v + base.omega.cross(&(x - base.x));
        for k in hanging {
            let node = &mut nodes[k];
            let (old, x) = (swept(&node.x), point + turn * (node.x - point) + way);
            node.v = swept(&x) + turn * (node.v - old);
            node.omega = base.omega + turn * (node.omega - base.omega);
            node.place(x, turn * node.rotation);
        }
        return true;
    }
    false
}

/// The nodes that hang on `from` when `joint` is taken away, or None if they are held by ground or by the joint's other side.
///
/// Joints and beams hold. What is connected by springs alone comes along unless it is held elsewhere.
fn hanging(model: &Model, joint: usize, from: usize, other: usize) -> Option<Vec<usize>> {
    if model.nodes()[from].kind == NodeKind::Ground {
        return None;
    }
    let terms = || (0..model.term_count()).filter(|t| *t != joint && model.term(*t).nodes().len() > 1);
    let beams: Vec<bool> = (0..model.term_count()).map(|t| model.beam_of(t).is_some()).collect();
    let (holding, loose): (Vec<usize>, Vec<usize>) =
        terms().partition(|t| model.term(*t).conditions() > 0 || beams[*t]);
    let mut hanging = reach(model, &holding, vec![from])?;
    if hanging.contains(&other) {
        return None;
    }
    let held_elsewhere = reach(model, &holding, vec![other]).unwrap_or_default();
    let mut k = 0;
    while k < hanging.len() {
        let node = hanging[k];
        let on_it = |t: &&usize| model.term(**t).nodes().iter().any(|n| n.0 == node);
        for n in loose.iter().filter(on_it).flat_map(|t| model.term(*t).nodes()) {
            if hanging.contains(&n.0) || held_elsewhere.contains(&n.0) {
                continue;
            }
            let more = reach(model, &holding, vec![n.0]).filter(|more| !more.contains(&other));
            hanging.extend(more.into_iter().flatten());
        }
        k += 1;
    }
    Some(hanging)
}

/// All nodes that these terms connect with the first ones; None if ground is among them.
fn reach(model: &Model, terms: &[usize], mut found: Vec<usize>) -> Option<Vec<usize>> {
    let is_ground = |n: &usize| model.nodes()[*n].kind == NodeKind::Ground;
    let mut seen = vec![false; model.nodes().len()];
    found.iter().for_each(|n| seen[*n] = true);
    let mut of_node: Vec<Vec<usize>> = vec![Vec::new(); seen.len()];
    for t in terms {
        model.term(*t).nodes().iter().for_each(|n| of_node[n.0].push(*t));
    }
    let mut k = 0;
    while k < found.len() {
        if is_ground(&found[k]) {
            return None;
        }
        for n in of_node[found[k]].iter().flat_map(|t| model.term(*t).nodes()) {
            if !seen[n.0] {
                seen[n.0] = true;
                found.push(n.0);
            }
        }
        k += 1;
    }
    Some(found)
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
        let (term, mut books) = (model.term(t), crate::terms::Books::default());
        if term.nodes().len() > 1 && term.conditions() == 0 {
            term.audit(&at, &[], &mut books);
        }
        books.potential
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
