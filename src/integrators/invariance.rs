//! Does a model look the same from every azimuth about an axis of spin? Only then is there a state that turns steadily with all its
//! nodes, and only then do modes in turning axes have constant coefficients.
//!
//! All nodes that are not ground are turned by a finite angle φ about the axis, with the velocities of the spin before and after.
//! Each term must answer with what it answered before, turned with it (Q the rotation, a node's part of it on either side):
//!
//! ```text
//!   f(Q q) = Q f(q),   K(Q q) = Q K(q) Qᵀ,   G alike,     C(Q q) = 0,  Ċ = 0,  rows of B(Q q) Q a combination of those of B(q)
//! ```
//!
//! Joint coordinates keep their values: a shaft that is driven, sprung or locked against ground about the axis of spin is held as
//! it is now, as if its ground turned with the spin. Coordinates across the axis, as the translations of a planar joint on it, are
//! functions s(q) of the nodes instead: what acts on them acts on the nodes, with f = (∂s/∂q)ᵀ f_s and K = (∂s/∂q)ᵀ K_s ∂s/∂q, so
//! that equal springs on both translations are the same all round. A bearing on the axis, springs that are the same all round (together, if not
//! each, to a thousandth) and gravity along the axis pass; a support that does not turn, a load or gravity across the axis, a bushing from ground
//! (it is not meant for large rotations) and a spring from ground beside the axis do not.

use super::Workspace;
use super::statics::Spin;
use crate::assembly::NONE;
use crate::error::{Error, Result, number};
use crate::math::{Mat3, Quat, Vec3, so3};
use crate::model::{Model, NodeKind};
use crate::state::State;
use crate::terms::{Class, Level, Phase, StageBlock, Term};
use nalgebra::DVector;

/// Angles of the turn [rad]: no symmetry of a rotor with few blades, nor of a joint's definition of an angle.
const TURNS: [f64; 2] = [0.7, 2.1];
/// Change of a number against the largest of its kind that is none.
const SAME: f64 = 1e-8;
/// Change of the sum of several terms, each of which changes, against the largest of them that is none: springs far away from which
/// the rotor is displaced a little are the same all round to the ratio of displacement and distance.
const ALIKE: f64 = 1e-3;
/// Rounding of a force against the stiffness times the length of the model.
const ROUNDING: f64 = 1e-12;
/// A number against the largest of its kind in the model that is rounding of zero.
const NOTHING: f64 = 1e-12;
/// Terms that are named; the others are counted.
const NAMED: usize = 8;

/// Err, naming what changes with the azimuth, unless all of the model is invariant under a turn about the axis of `spin`.
pub fn require(model: &Model, state: &State, work: &mut Workspace, spin: &Spin) -> Result<()> {
    // the square of a spin below this is none
    if spin.omega.norm() < 1e-140 {
        return Ok(());
    }
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    work.system.set_phase(model, Phase::Run);
    let axis = spin.omega.normalize();
    let mut found = across_gravity(model, &axis);
    let (before, gravity) = (turned(model, state, spin, 0.0), axis * axis.dot(&model.gravity()));
    let largest = sizes(model, &Level { gravity, ..before.level(model, &work.functions, 1.0) });
    for angle in TURNS {
        let mut after = turned(model, state, spin, angle);
        let q = so3::exp(&(axis * angle)).to_rotation_matrix().into_inner();
        let (rate, length) = (spin.omega.norm(), work.length);
        let (mut sum, mut changing) = (Sum::default(), Vec::new());
        let pair = |t: usize| {
            let (term, plan) = (model.term(t), &work.system.layout.terms[t]);
            let active = (0..plan.conditions).map(|k| work.system.active[plan.first + k]).collect();
            Pair { model, term, dofs: &plan.dofs, active, q, length, rate, largest }
        };
        let mut across = Across::new();
        let levels = [&before, &after].map(|s| Level { gravity, ..s.level(model, &work.functions, 1.0) });
        for joint in model.joints() {
            across.extend(pair(joint.place).across(levels.each_ref()));
        }
        for joint in model.joints() {
            for c in 0..joint.term.coordinates().len() {
                if let Some(scalar) = joint.term.scalar_of(c).filter(|s| across.contains_key(&s.0)) {
                    after.scalars[scalar.0].value = joint.term.read(c, &after.nodes).0;
                }
            }
        }
        let levels = [&before, &after].map(|s| Level { gravity, ..s.level(model, &work.functions, 1.0) });
        for t in 0..model.term_count() {
            let name = || format!("{}{}", model.term_name(t), between(model, model.term(t)));
            match pair(t).defect(levels.each_ref(), &across) {
                None => {}
                Some(Defect::Holds(text)) => found.push(format!("{}: {text}", name())),
                Some(Defect::Changes(text, change)) => {
                    sum.add(&change);
                    changing.push(format!("{}: {text}", name()));
                }
            }
        }
        // springs in several directions may be the same all round together
        if !sum.is_nothing() {
            found.append(&mut changing);
        }
        if !found.is_empty() {
            break;
        }
    }
    refuse(spin, found)
}

/// By scalar: the coordinates that are functions s(q) of the nodes, with ∂s/∂q by unknown before the turn, and after it turned back.
type Across = std::collections::BTreeMap<usize, [Vec<(u32, f64)>; 2]>;
/// Numbers by unknown, or by two.
type Sparse = std::collections::BTreeMap<(u32, u32), f64>;

/// What is not the same.
enum Defect {
    /// conditions that keep nodes from turning, in words
    Holds(String),
    /// forces, stiffness or damping: in words, and the changes of f, K and G with sizes of f, K and G themselves
    Changes(String, [(Sparse, f64); 3]),
}

/// Changes of f, K and G of all terms, by unknown.
#[derive(Default)]
struct Sum {
    changes: [Sparse; 3],
    /// of f, K and G
    largest: [f64; 3],
    /// change of a force or moment
    force: f64,
}

impl Sum {
    fn add(&mut self, parts: &[(Sparse, f64); 3]) {
        for (k, (change, size)) in parts.iter().enumerate() {
            self.largest[k] = self.largest[k].max(*size);
            change.iter().for_each(|(place, value)| *self.changes[k].entry(*place).or_insert(0.0) += value);
        }
        self.force = parts[0].0.values().fold(self.force, |most, v| most.max(v.abs()));
    }

    fn is_nothing(&self) -> bool {
        let limits = [SAME * self.largest[0] + ALIKE * self.force, ALIKE * self.largest[1], ALIKE * self.largest[2]];
        (0..3).all(|k| self.changes[k].values().all(|v| v.abs() <= limits[k]))
    }
}

fn refuse(spin: &Spin, found: Vec<String>) -> Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    let more = found.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("\n  - and {more} more") } else { String::new() };
    Err(Error::InvalidArgument(format!(
        "the model cannot turn steadily with {} rad/s about the axis through {} m, for it does not look the same \
         from every azimuth:\n  - {}{rest}\nthis analysis turns every node that is not ground. What does not turn must be ground, and \
         may hold the rotor by what is the same all round: bearings on the axis of spin, springs and dampers along or about it, line \
         springs all round, or equal springs on the two translations of a planar joint. Loads must be along the axis or follow their node. A rotor on a support that moves without turning, or \
         one under loads across its axis, is to be integrated in time",
        vector(&spin.omega),
        vector(&spin.about),
        found[..found.len() - more].join("\n  - ")
    )))
}

fn vector(v: &Vec3) -> String {
    format!("({}, {}, {})", number(v.x), number(v.y), number(v.z))
}

/// The axis about which all nodes of a state turn with `omega`.
pub fn axis_of(model: &Model, state: &State, omega: Vec3) -> Spin {
    let first = (0..state.nodes.len()).find(|k| model.nodes()[*k].kind != NodeKind::Ground);
    let about = match first.map(|k| &state.nodes[k]) {
        // Ω × (x − o) is the part of v across Ω
        Some(node) if omega.norm() > 0.0 => node.x + omega.cross(&node.v) / omega.norm_squared(),
        _ => Vec3::zeros(),
    };
    Spin { omega, about }
}

fn across_gravity(model: &Model, axis: &Vec3) -> Vec<String> {
    let gravity = model.gravity();
    let across = gravity - axis * axis.dot(&gravity);
    if across.norm() <= SAME * gravity.norm() {
        return Vec::new();
    }
    vec![format!("gravity: {:.3e} m/s² of it are across the axis of spin", across.norm())]
}

fn between(model: &Model, term: &dyn Term) -> String {
    let names: Vec<String> = term.nodes().iter().map(|n| format!("\"{}\"", model.nodes()[n.0].name)).collect();
    match names.len() {
        0 => String::new(),
        1 => format!(" at node {}", names[0]),
        2 => format!(" between nodes {} and {}", names[0], names[1]),
        n => format!(" on nodes {} to {}", names[0], names[n - 1]),
    }
}

/// A state in which all nodes but ground are turned about the axis, and move with the spin.
fn turned(model: &Model, state: &State, spin: &Spin, angle: f64) -> State {
    let mut out = state.clone();
    let turn: Quat = so3::exp(&(spin.omega.normalize() * angle));
    for (node, of) in out.nodes.iter_mut().zip(model.nodes()).filter(|(_, of)| of.kind != NodeKind::Ground) {
        let x = spin.about + turn * (node.x - spin.about);
        let free = of.kind == NodeKind::Free;
        node.place(x, if free { turn * node.rotation } else { node.rotation });
        node.v = spin.omega.cross(&(x - spin.about));
        node.a = spin.omega.cross(&node.v);
        (node.omega, node.alpha) = (if free { spin.omega } else { Vec3::zeros() }, Vec3::zeros());
    }
    for joint in model.joints() {
        for c in 0..joint.term.coordinates().len() {
            if let Some(scalar) = joint.term.scalar_of(c) {
                out.scalars[scalar.0].rate = joint.term.read(c, &out.nodes).1;
                out.scalars[scalar.0].acceleration = 0.0;
            }
        }
    }
    out.history.rates.clear();
    out
}

/// A term before and after a turn.
struct Pair<'a> {
    model: &'a Model,
    term: &'a dyn Term,
    dofs: &'a [u32],
    active: Vec<bool>,
    q: Mat3,
    length: f64,
    /// |Ω|
    rate: f64,
    /// of all terms
    largest: [f64; 3],
}

/// Largest numbers of f, K and G of all terms.
fn sizes(model: &Model, at: &Level) -> [f64; 3] {
    let (mut all, mut block) = ([0.0; 3], StageBlock::default());
    for term in (0..model.term_count()).map(|t| model.term(t)) {
        block.reset_parts(term.size(), term.conditions(), term.parts().whole());
        term.stage(at, &mut block);
        for (all, own) in all.iter_mut().zip([&block.f, &block.k, &block.g]) {
            *all = f64::max(*all, largest(own));
        }
    }
    all
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, v| most.max(v.abs()))
}

impl Pair<'_> {
    /// Forces, tangents and constraints before and after the turn.
    fn blocks(&self, levels: [&Level; 2]) -> [StageBlock; 2] {
        levels.map(|at| {
            let mut block = StageBlock::default();
            block.reset_parts(self.term.size(), self.term.conditions(), self.term.parts().whole());
            self.term.stage(at, &mut block);
            block
        })
    }

    /// Unknowns of its nodes; those of its scalars follow.
    fn of_nodes(&self) -> usize {
        self.term.size() - self.term.scalars().len()
    }

    /// Coordinates in metres that this joint defines, whose direction stays at rest while its nodes turn.
    fn across(&self, levels: [&Level; 2]) -> Across {
        let ([before, after], nodes, mut found) = (self.blocks(levels), self.of_nodes(), Across::new());
        for k in (0..before.m).filter(|k| self.active[*k] && self.term.defines(*k)) {
            let [row, turned] = [&before, &after].map(|b| &b.b[k * b.n..(k + 1) * b.n]);
            let [row, turned] = [self.own(row), self.back(turned)];
            let [was, is] = [&row, &turned].map(|r| DVector::from_vec(self.scaled(r.clone())));
            let Some(s) = (nodes..before.n).find(|i| row[*i] != 0.0) else { continue };
            if self.term.condition(k).0 == Class::Translation && (is - &was).norm() > SAME.sqrt() * was.norm() {
                // C = b_s s + c(q): ∂s/∂q = −B_q/b_s
                let slope = |r: &[f64]| {
                    let entries = (0..nodes).filter(|i| self.dofs[*i] != NONE && r[*i] != 0.0);
                    entries.map(|i| (self.dofs[i], -r[i] / r[s])).collect::<Vec<_>>()
                };
                found.insert(self.term.scalars()[s - nodes].0, [slope(&row), slope(&turned)]);
            }
        }
        found
    }

    /// What is not the same, in words.
    fn defect(mut self, levels: [&Level; 2], across: &Across) -> Option<Defect> {
        let blocks = self.blocks(levels);
        let is_across = self.term.scalars().iter().any(|s| across.contains_key(&s.0));
        if is_across && self.term.nodes().is_empty() && blocks.iter().all(|b| b.fault.is_none()) {
            return self.defect_across(&blocks, across);
        }
        if is_across {
            // the joint that defines it
            let (n, nodes) = (blocks[0].n, self.of_nodes());
            let is_there = |k: usize, s: usize| blocks[0].b[k * n + nodes + s] != 0.0;
            for k in (0..self.active.len()).filter(|k| self.term.defines(*k)) {
                let mut scalars = self.term.scalars().iter().enumerate();
                self.active[k] &= !scalars.any(|(s, id)| is_there(k, s) && across.contains_key(&id.0));
            }
        }
        if blocks.iter().any(|b| b.fault.is_some()) {
            return Some(Defect::Holds("it cannot be evaluated when its nodes are turned about the axis".into()));
        }
        let [before, after] = &blocks;
        let holds = self.defect_of_conditions(levels[1], before, after).map(Defect::Holds);
        holds.or_else(|| self.defect_of_forces(before, after))
    }

    /// The same of what acts on coordinates across the axis: f and K on the nodes.
    fn defect_across(&self, blocks: &[StageBlock; 2], across: &Across) -> Option<Defect> {
        if self.active.iter().any(|active| *active) {
            return Some(Defect::Holds("it prescribes a joint coordinate across the axis of spin".into()));
        }
        if blocks.iter().any(|b| largest(&b.g) > 0.0) {
            let text = "it damps a joint coordinate across the axis of spin, which is not measured in turning axes; take line dampers";
            return Some(Defect::Holds(text.into()));
        }
        let slope = |i: usize, side: usize| match across.get(&self.term.scalars()[i].0) {
            Some(slopes) => slopes[side].clone(),
            None => vec![(self.dofs[i], 1.0)],
        };
        let (mut force, mut stiffness, n) = (Sparse::new(), Sparse::new(), blocks[0].n);
        let mut sizes = [0.0_f64; 2];
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let block = &blocks[side];
            for i in 0..n {
                for (a, slope_a) in slope(i, side) {
                    *force.entry((a, 0)).or_insert(0.0) += sign * block.f[i] * slope_a;
                    for (p, (b, slope_b)) in
                        (0..n).flat_map(|j| slope(j, side).into_iter().map(move |s| (i * n + j, s)))
                    {
                        *stiffness.entry((a, b)).or_insert(0.0) += sign * block.k[p] * slope_a * slope_b;
                    }
                }
            }
            sizes = [sizes[0].max(largest(&block.f)), sizes[1].max(largest(&block.k))];
        }
        let changes = |map: &Sparse, size: f64| map.values().any(|v| v.abs() > SAME * size);
        let size = sizes[0].max(sizes[1] * self.length.max(1.0));
        if !changes(&force, size) && !changes(&stiffness, sizes[1]) {
            return None;
        }
        let text = "it acts along a direction across the axis of spin that stays at rest while its nodes turn".into();
        Some(Defect::Changes(text, [(force, size), (stiffness, sizes[1]), (Sparse::new(), 0.0)]))
    }

    /// Three rows of a node, or one of a scalar: first row, number of rows, can it move?
    fn parts(&self) -> Vec<(usize, usize, bool)> {
        let moves = |k: usize| self.model.nodes()[self.term.nodes()[k].0].kind != NodeKind::Ground;
        let (halves, first) = (self.term.width() / 3, self.of_nodes());
        let of_nodes = (0..first / 3).map(|h| (3 * h, 3, moves(h / halves)));
        of_nodes.chain((first..self.term.size()).map(|s| (s, 1, true))).collect()
    }

    /// Vector of the local unknowns turned back, without what is ground.
    fn back(&self, values: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; values.len()];
        for (row, size, moves) in self.parts() {
            if moves && size == 3 {
                let v = self.q.transpose() * Vec3::from_column_slice(&values[row..row + 3]);
                out[row..row + 3].copy_from_slice(v.as_slice());
            } else if moves {
                out[row] = values[row];
            }
        }
        out
    }

    /// The same without a turn.
    fn own(&self, values: &[f64]) -> Vec<f64> {
        let mut out = values.to_vec();
        for (row, size, _) in self.parts().into_iter().filter(|(.., moves)| !moves) {
            out[row..row + size].fill(0.0);
        }
        out
    }

    fn defect_of_forces(&self, before: &StageBlock, after: &StageBlock) -> Option<Defect> {
        let n = before.n;
        let sides = [
            (self.own(&before.f), self.back(&after.f)),
            (self.own_matrix(&before.k, n), self.back_matrix(&after.k, n)),
            (self.own_matrix(&before.g, n), self.back_matrix(&after.g, n)),
        ];
        let sizes = sides.each_ref().map(|(own, turned)| largest(own).max(largest(turned)));
        let changes =
            sides.each_ref().map(|(own, turned)| own.iter().zip(turned).map(|(a, b)| b - a).collect::<Vec<f64>>());
        let longest = self.length.max(1.0);
        // what an inertia adds to K and G comes from parts that cancel in round bodies
        let inertia = largest(&before.mass);
        let limits = [
            SAME * sizes[0] + ROUNDING * sizes[1] * longest + NOTHING * self.largest[0].max(self.largest[1] * longest),
            SAME * sizes[1] + NOTHING * self.largest[1].max(inertia * self.rate * self.rate),
            SAME * sizes[2] + NOTHING * self.largest[2].max(inertia * self.rate),
        ];
        let changed = (0..3).find(|k| largest(&changes[*k]) > limits[*k])?;
        let text = match changed {
            0 => format!("its force or moment changes with the azimuth, by {:.3e} N or N·m", largest(&changes[0])),
            1 => "its stiffness changes with the azimuth: it is not the same in all directions".into(),
            _ => "its damping changes with the azimuth: it is not the same in all directions".into(),
        };
        let text = match self.term.turns_far() {
            None => text,
            Some(reason) => format!("{reason}; {text}"),
        };
        let of_one = |(p, v): (usize, &f64)| ((self.dofs[p], 0), *v);
        let of_two = |(p, v): (usize, &f64)| ((self.dofs[p / n], self.dofs[p % n]), *v);
        let there = |(_, v): &(usize, &f64)| **v != 0.0;
        let [f, k, g] = changes;
        let f: Sparse = f.iter().enumerate().filter(there).map(of_one).collect();
        let [k, g]: [Sparse; 2] = [k, g].map(|m| m.iter().enumerate().filter(there).map(of_two).collect());
        // a force that is none by itself still has the size of its stiffness
        let sizes = [sizes[0].max(sizes[1] * longest), sizes[1], sizes[2]];
        Some(Defect::Changes(text, [(f, sizes[0]), (k, sizes[1]), (g, sizes[2])]))
    }

    fn own_matrix(&self, values: &[f64], n: usize) -> Vec<f64> {
        self.by_rows_and_columns(values, n, |row| self.own(row))
    }

    fn back_matrix(&self, values: &[f64], n: usize) -> Vec<f64> {
        self.by_rows_and_columns(values, n, |row| self.back(row))
    }

    /// Apply a map of vectors to the rows of a matrix, then to its columns; the result is transposed twice.
    fn by_rows_and_columns(&self, values: &[f64], n: usize, map: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
        let mut matrix = values.to_vec();
        // a term without K has no matrix
        let times = if values.is_empty() { 0 } else { 2 };
        for _ in 0..times {
            let mapped: Vec<Vec<f64>> = matrix.chunks_exact(n).map(&map).collect();
            matrix = (0..n * n).map(|p| mapped[p % n][p / n]).collect();
        }
        matrix
    }

    fn defect_of_conditions(&self, turned: &Level, before: &StageBlock, after: &StageBlock) -> Option<String> {
        let m = before.m;
        let (mut rate, mut second) = (vec![0.0; m], vec![0.0; m]);
        self.term.condition_rates(turned, &mut rate, &mut second);
        // a drive, a lock: the coordinate is held where it is, and its rate does not matter
        let holds_a_coordinate = self.term.nodes().is_empty() && self.term.scalars().len() == 1;
        let held = |k: &usize| self.active[*k] && !self.term.defines(*k) && !holds_a_coordinate;
        for k in (0..m).filter(held) {
            let (class, label) = self.term.condition(k);
            let unit = if class == Class::Translation { self.length } else { 1.0 };
            let opened = (after.c[k] - before.c[k]).abs();
            if opened > SAME.sqrt() * unit || (rate[k].abs() > SAME.sqrt() * unit * self.rate) {
                return Some(format!("it does not let its nodes turn about the axis of spin ({label})"));
            }
        }
        let mut span: Vec<DVector<f64>> = Vec::new();
        for k in (0..m).filter(|k| self.active[*k]) {
            let row = DVector::from_vec(self.scaled(self.own(&before.b[k * before.n..(k + 1) * before.n])));
            let (left, size) = (outside(&span, row.clone()), row.norm());
            if left.norm() > SAME * size {
                span.push(left.normalize());
            }
        }
        for k in (0..m).filter(|k| self.active[*k]) {
            let row = DVector::from_vec(self.scaled(self.back(&after.b[k * after.n..(k + 1) * after.n])));
            let (left, size) = (outside(&span, row.clone()), row.norm());
            if left.norm() > SAME.sqrt() * size {
                let label = self.term.condition(k).1;
                return Some(format!("the direction that it locks stays at rest while its nodes turn ({label})"));
            }
        }
        None
    }

    /// Translations over the length of the model, so that a row is free of units.
    fn scaled(&self, mut row: Vec<f64>) -> Vec<f64> {
        for half in (0..self.term.nodes().len()).map(|k| self.term.width() * k) {
            row[half..half + 3].iter_mut().for_each(|v| *v *= self.length);
        }
        row
    }
}

/// What is left of a row outside the span of an orthonormal set.
fn outside(span: &[DVector<f64>], mut row: DVector<f64>) -> DVector<f64> {
    for _ in 0..2 {
        for s in span {
            let along = s.dot(&row);
            row -= s * along;
        }
    }
    row
}
