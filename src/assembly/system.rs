//! The system of one Newton iteration, scaled and augmented.
//!
//! Sources: Epple (2.5)–(2.8), (2.12), (2.36); Gransden (8), (34)–(36).
//!
//! | symbol | name |
//! |---|---|
//! | h² | `row`: factor of the equations of motion |
//! | s | `scale`, one for conditions in metres, one for those in radians: s r λ̂ = h²λ |
//! | r | factor of each constraint (`Layout::factors`): one, or less where it is written large |
//! | ρ | `penalty` |
//! | H | `charts`: δθ = H δc of each node's rotation since the start of the step |
//!
//! ```text
//!   | row (k K + g G + m M) + ρ s BᵀB    s Bᵀ | | δy |     | row (f + Bᵀμ) |
//!   | s B                                0    | | δλ̂ | = − | s C           |,   μ = λ + ρ s/row C
//! ```
//!
//! with rC, rB in place of C, B, and the columns of K and B that belong to rotations multiplied by H. A condition on velocities enters as C/g, without
//! penalty; and so does one of the host's, whose size may change with the motion.

use super::layout::{Layout, NONE, Run, TermPlan};
use super::pool::{Given, Pool, Size, prepare};
use super::rounding::Equations;
use crate::error::Result;
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::terms::{Class, Fault, Level, NodeId, Phase, StageBlock, Term};
use std::sync::Arc;

/// How a scheme weighs the parts of the system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// of K
    pub k: f64,
    /// of G
    pub g: f64,
    /// of M
    pub m: f64,
    /// of the equations of motion
    pub row: f64,
    /// s of conditions in metres, in radians
    pub scale: [f64; 2],
    /// ρ
    pub penalty: f64,
    /// added to the diagonal of translations, of rotations
    pub diagonal: [f64; 2],
    /// subtracted from the diagonal of the multipliers
    pub relax: f64,
    /// steady spin Ω [rad/s]: a displacement then moves velocities and accelerations too, δv = Ω × δx, δa = Ω × (Ω × δx)
    pub spin: Vec3,
}

/// Index of a class in a pair (translation, rotation).
pub(super) fn class_index(class: Class) -> usize {
    match class {
        Class::Translation => 0,
        Class::Rotation => 1,
    }
}

/// Mean size of the diagonals of M, G and K by class: m_r, d_r and k_r of Epple (2.6).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Scales {
    /// m_r of translations, of rotations
    pub mass: [f64; 2],
    /// d_r
    pub damping: [f64; 2],
    /// k_r
    pub stiffness: [f64; 2],
}

impl Scales {
    /// s = m_r + d_r h + k_r h² by class; a class without mass takes its m_r from the other one.
    pub fn at(&self, h: f64, length: f64) -> [f64; 2] {
        let mass = Self::fill(self.mass, length);
        [0, 1].map(|c| mass[c] + h * self.damping[c] + h * h * self.stiffness[c])
    }

    /// k_r by class, for statics.
    pub fn of_stiffness(&self, length: f64) -> [f64; 2] {
        Self::fill(self.stiffness, length)
    }

    fn fill(s: [f64; 2], length: f64) -> [f64; 2] {
        match s {
            [0.0, 0.0] => [1.0, length * length],
            [0.0, r] => [r / (length * length), r],
            [t, 0.0] => [t, t * length * length],
            both => both,
        }
    }
}

/// Matrix, right side and the workspace to fill them. Nothing here is allocated after construction.
#[derive(Debug)]
pub struct System {
    /// unknowns and pattern
    pub layout: Layout,
    /// values of the matrix, in the order of the pattern
    pub values: Vec<f64>,
    /// minus the scaled residual
    pub rhs: Vec<f64>,
    /// C of all conditions, unscaled, active or not
    pub violation: Vec<f64>,
    /// which conditions are enforced now
    pub active: Vec<bool>,
    /// dependent conditions, never enforced
    pub dropped: Vec<bool>,
    /// locks that hold now
    pub locked: Vec<bool>,
    /// largest contribution of a term to the equations of motion, by class
    pub reference: [f64; 2],
    /// a term that could not be evaluated in the last assembly
    pub fault: Option<(usize, Fault)>,
    pub(super) block: StageBlock,
    long: StageBlock,
    charted: Vec<f64>,
    scales: Vec<f64>,
    panel: Vec<[f64; 6]>,
    given: Given,
    sizes: Vec<Size>,
    pool: Option<Pool>,
}

/// Models with fewer terms are evaluated by one thread.
pub const FEW_TERMS: usize = 64;

impl System {
    /// An empty system for a run of a model.
    pub fn new(model: &Model) -> Self {
        Self::with_layout(model, Layout::new(model))
    }

    /// An empty system in which the start of a model is found, with so many of its rigid connections.
    pub fn of_start(model: &Model, links: usize) -> Self {
        Self::with_layout(model, Layout::of_start(model, links))
    }

    fn with_layout(model: &Model, layout: Layout) -> Self {
        let m = layout.conditions();
        let size =
            |plan: &TermPlan| Size { n: plan.dofs.len(), m: plan.conditions, first: plan.first, parts: plan.parts };
        System {
            given: Given { lambda: vec![0.0; m], penalty: vec![0.0; m], ..Given::default() },
            sizes: layout.terms.iter().map(size).collect(),
            pool: None,
            values: vec![0.0; layout.row_idx.len()],
            rhs: vec![0.0; layout.size],
            violation: vec![0.0; m],
            active: vec![true; m],
            dropped: vec![false; m],
            locked: model.locks().iter().map(|l| l.on).collect(),
            reference: [0.0; 2],
            fault: None,
            block: StageBlock::default(),
            long: StageBlock::default(),
            charted: Vec::new(),
            scales: Vec::new(),
            panel: Vec::new(),
            layout,
        }
    }

    /// Enforce the conditions that hold in this phase and are not dropped.
    pub fn set_phase(&mut self, model: &Model, phase: Phase) {
        for (t, plan) in self.layout.terms.iter().enumerate() {
            for k in 0..plan.conditions {
                let j = plan.first + k;
                let term = model.term(t);
                let held = term.lock().is_none_or(|l| self.locked[l]);
                self.active[j] = !self.dropped[j] && held && term.active(k, phase);
            }
        }
    }

    /// Evaluate every term and fill matrix and right side.
    pub fn assemble(&mut self, model: &Model, at: &Level, lambda: &[f64], weights: &Weights, charts: &[Mat3]) {
        self.values.fill(0.0);
        self.evaluate(model, at, lambda, weights, Some(charts));
        for (i, class) in self.layout.classes.iter().enumerate() {
            let place = self.layout.diagonal[i] as usize;
            if i < self.layout.motion {
                self.values[place] += weights.diagonal[class_index(*class)];
            } else if self.active[i - self.layout.motion] {
                self.values[place] -= weights.relax;
            } else {
                self.values[place] = self.layout.scale_of(weights.scale, i - self.layout.motion);
            }
        }
    }

    /// The same, but the matrix is left as it is.
    pub fn assemble_right(&mut self, model: &Model, at: &Level, lambda: &[f64], weights: &Weights) {
        self.evaluate(model, at, lambda, weights, None);
    }

    /// Fill the right side, and with `charts` add to the matrix.
    fn evaluate(&mut self, model: &Model, at: &Level, lambda: &[f64], weights: &Weights, charts: Option<&[Mat3]>) {
        self.rhs.fill(0.0);
        (self.reference, self.fault) = ([0.0; 2], None);
        self.ask(model, lambda, weights, charts.is_none());
        let (mut own, given) = (std::mem::take(&mut self.block), std::mem::take(&mut self.given));
        let pool = self.pool.take();
        let helpers = pool.as_ref().filter(|pool| pool.is_alive());
        let first = helpers.map_or(0..self.layout.terms.len(), |pool| {
            pool.begin(at, &given);
            pool.stretches()[0].clone()
        });
        // terms without K are long: their block keeps its size from one evaluation to the next
        let mut long = std::mem::take(&mut self.long);
        for t in first {
            let block = if self.sizes[t].parts.k { &mut own } else { &mut long };
            prepare(block, &self.sizes[t], &given);
            model.term(t).stage(at, block);
            self.add(model.term(t), t, block, weights, charts);
        }
        self.long = long;
        if let Some(pool) = helpers {
            for (k, stretch) in pool.stretches().iter().enumerate().skip(1) {
                for (t, block) in stretch.clone().zip(pool.blocks(k).iter_mut()) {
                    if model.term(t).asks_host() {
                        model.term(t).stage(at, block);
                    }
                    self.add(model.term(t), t, block, weights, charts);
                }
            }
        }
        (self.block, self.given, self.pool) = (own, given, pool);
    }

    /// What is asked of the terms.
    fn ask(&mut self, model: &Model, lambda: &[f64], weights: &Weights, right_alone: bool) {
        let spins = weights.spin != Vec3::zeros();
        (self.given.all_parts, self.given.right_alone) = (spins, right_alone);
        self.given.without_tangents = right_alone || weights.k == 0.0 && weights.g == 0.0 && !spins;
        for (t, plan) in self.layout.terms.iter().enumerate() {
            for k in 0..plan.conditions {
                let j = plan.first + k;
                let term = model.term(t);
                let penalised = self.active[j] && plan.parts.k && !term.nonholonomic(k) && !term.asks_host();
                let penalty =
                    weights.penalty * self.layout.scale_of(weights.scale, j) * self.layout.factors[j] / weights.row;
                self.given.lambda[j] = if self.active[j] { lambda[j] } else { 0.0 };
                self.given.penalty[j] = if penalised { penalty } else { 0.0 };
            }
        }
    }

    /// Add the block of a term to the right side, and with `charts` to the matrix.
    fn add(&mut self, term: &dyn Term, t: usize, block: &mut StageBlock, weights: &Weights, charts: Option<&[Mat3]>) {
        let plan = &self.layout.terms[t];
        self.fault = self.fault.or(block.fault.map(|fault| (t, fault)));
        self.violation[plan.first..plan.first + plan.conditions].copy_from_slice(&block.c);
        let width = plan.width;
        let (of_nodes, of_scalars) = plan.dofs.split_at(width * plan.nodes);
        let (on_nodes, on_scalars) = block.f.split_at(width * plan.nodes);
        match width {
            6 => add_on_nodes::<6>(&mut self.rhs, &mut self.reference, of_nodes, on_nodes, weights.row),
            _ => add_on_nodes::<3>(&mut self.rhs, &mut self.reference, of_nodes, on_nodes, weights.row),
        }
        for (&dof, force) in of_scalars.iter().zip(on_scalars) {
            self.rhs[dof as usize] -= weights.row * force;
            let largest = &mut self.reference[class_index(self.layout.classes[dof as usize])];
            *largest = largest.max((weights.row * force).abs());
        }
        for k in (0..plan.conditions).filter(|k| self.active[plan.first + k]) {
            let equation = self.layout.motion + plan.first + k;
            let part = if term.nonholonomic(k) { part_of_velocity(weights) } else { 1.0 };
            self.rhs[equation] = -self.layout.scale_of(weights.scale, plan.first + k) * part * block.c[k];
        }
        if let Some(charts) = charts {
            if weights.spin != Vec3::zeros() && plan.parts.k {
                add_spin(block, &weights.spin, term);
            }
            if plan.parts.k {
                chart_block(term, block, &mut self.charted, weights, charts);
                self.scatter(t, block, weights);
            } else {
                self.scatter_conditions(term, t, block, weights, charts);
            }
        }
    }

    /// Let terms be evaluated by this many threads, at least one. It pays for models with many terms; those with fewer than
    /// [`FEW_TERMS`] stay with one. Where it fails the threads are those that there were.
    pub fn set_threads(&mut self, model: &Arc<Model>, count: usize) -> Result<()> {
        let wanted = count > 1 && self.sizes.len() >= FEW_TERMS;
        self.pool = wanted.then(|| Pool::new(model, &self.sizes, count)).transpose()?;
        Ok(())
    }

    /// How many threads evaluate terms.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, Pool::count)
    }

    /// Replace the conditions, and their rows of the matrix, by those at another level.
    pub fn replace_conditions(&mut self, model: &Model, at: &Level, weights: &Weights, charts: &[Mat3]) {
        self.block.without_tangents = true;
        for (t, plan) in self.layout.terms.iter().enumerate().filter(|(_, plan)| plan.conditions > 0) {
            let (term, block) = (model.term(t), &mut self.block);
            block.reset_parts(plan.dofs.len(), plan.conditions, plan.parts);
            term.stage(at, block);
            self.fault = self.fault.or(block.fault.map(|fault| (t, fault)));
            self.violation[plan.first..plan.first + plan.conditions].copy_from_slice(&block.c);
            chart_block(term, block, &mut self.charted, weights, charts);
            for k in (0..plan.conditions).filter(|k| self.active[plan.first + k]) {
                let equation = self.layout.motion + plan.first + k;
                let s = self.layout.scale_of(weights.scale, plan.first + k);
                let part = if term.nonholonomic(k) { part_of_velocity(weights) } else { 1.0 };
                self.rhs[equation] = -s * part * block.c[k];
                let places = &plan.b[k * block.n..(k + 1) * block.n];
                for &place in places.iter().filter(|place| **place != NONE) {
                    self.values[place as usize] = 0.0;
                }
                for (i, &place) in places.iter().enumerate().filter(|(_, place)| **place != NONE) {
                    self.values[place as usize] += s * self.charted[k * block.n + i];
                }
            }
        }
    }

    /// First and second rate of every condition, for the motion of `at`.
    pub fn condition_rates(&mut self, model: &Model, at: &Level, first: &mut [f64], second: &mut [f64]) {
        for (t, plan) in self.layout.terms.iter().enumerate() {
            let own = plan.first..plan.first + plan.conditions;
            let term = model.term(t);
            term.condition_rates(at, &mut first[own.clone()], &mut second[own.clone()]);
            if term.asks_host() && first[own.clone()].iter().chain(&second[own]).any(|v| !v.is_finite()) {
                self.fault = self.fault.or(Some((t, Fault::Callback)));
            }
        }
    }

    /// Mean diagonals of M, G, K by class.
    pub fn scales(&mut self, model: &Model, at: &Level) -> Scales {
        self.block.without_tangents = false;
        let n = self.layout.motion;
        let mut diagonals = vec![[0.0; 3]; n];
        for t in 0..self.layout.terms.len() {
            let plan = &self.layout.terms[t];
            if !plan.parts.k {
                continue;
            }
            self.block.reset(plan.dofs.len(), plan.conditions);
            model.term(t).stage(at, &mut self.block);
            for (local, &dof) in plan.dofs.iter().enumerate().filter(|(_, dof)| **dof != NONE) {
                let place = local * self.block.n + local;
                let parts = [&self.block.mass, &self.block.g, &self.block.k];
                for (sum, part) in diagonals[dof as usize].iter_mut().zip(parts) {
                    *sum += part[place];
                }
            }
        }
        let mean = |part: usize, class: Class| {
            let sizes = (0..n).filter(|&i| self.layout.classes[i] == class).map(|i| diagonals[i][part].abs());
            let (sum, count) = sizes.filter(|d| *d > 0.0).fold((0.0, 0.0), |(s, c), d| (s + d, c + 1.0));
            if count > 0.0 { sum / count } else { 0.0 }
        };
        let both = |part| [mean(part, Class::Translation), mean(part, Class::Rotation)];
        Scales { mass: both(0), damping: both(1), stiffness: both(2) }
    }

    /// Largest translation of a node or a scalar [m] and largest rotation [rad] in a vector of the unknowns.
    pub fn largest_motion(&self, delta: &[f64]) -> [f64; 2] {
        let mut largest = [0.0_f64; 2];
        // a NaN must not vanish in a maximum
        let mut take = |class: usize, size: f64| {
            if size > largest[class] || size.is_nan() {
                largest[class] = size;
            }
        };
        for dofs in &self.layout.nodes {
            for class in 0..2 {
                let three = dofs[3 * class..3 * class + 3].iter().filter(|dof| **dof != NONE);
                take(class, three.map(|dof| delta[*dof as usize].powi(2)).sum::<f64>().sqrt());
            }
        }
        for &dof in &self.layout.scalars {
            take(class_index(self.layout.classes[dof as usize]), delta[dof as usize].abs());
        }
        largest
    }

    /// The system as it is filled now.
    pub fn equations(&self) -> Equations<'_> {
        let System { layout, values, rhs, reference, .. } = self;
        let (col_ptr, row_idx) = (&layout.col_ptr, &layout.row_idx);
        Equations { layout, slots: 1, col_ptr, row_idx, values, rhs, reference: *reference }
    }

    /// The matrix in full, row-major; for studies of small systems.
    pub fn dense(&self) -> Vec<f64> {
        let n = self.layout.size;
        let mut dense = vec![0.0; n * n];
        for col in 0..n {
            for p in self.layout.col_ptr[col]..self.layout.col_ptr[col + 1] {
                dense[self.layout.row_idx[p] * n + col] = self.values[p];
            }
        }
        dense
    }
}

/// Subtract row times the forces on nodes with W unknowns each from the right-hand side. The unknowns of a node follow each other, all
/// six or the first three.
fn add_on_nodes<const W: usize>(rhs: &mut [f64], reference: &mut [f64; 2], dofs: &[u32], forces: &[f64], row: f64) {
    for (dofs, forces) in dofs.chunks_exact(W).zip(forces.chunks_exact(W)) {
        for class in (0..W / 3).take_while(|class| dofs[3 * class] != NONE) {
            let to = &mut rhs[dofs[3 * class] as usize..][..3];
            for (to, force) in to.iter_mut().zip(&forces[3 * class..3 * class + 3]) {
                *to -= row * force;
                reference[class] = reference[class].max((row * force).abs());
            }
        }
    }
}

/// K += G Ω̃ + M Ω̃², in the columns of translations.
fn add_spin(block: &mut StageBlock, spin: &Vec3, term: &dyn Term) {
    let (first, second) = (skew(spin), skew(spin) * skew(spin));
    let n = block.n;
    for row in 0..n {
        for col in (0..term.nodes().len()).map(|k| row * n + term.width() * k) {
            for j in 0..3 {
                block.k[col + j] += (0..3)
                    .map(|i| block.g[col + i] * first[(i, j)] + block.mass[col + i] * second[(i, j)])
                    .sum::<f64>();
            }
        }
    }
}

/// 1/g: how a condition on velocities enters.
fn part_of_velocity(weights: &Weights) -> f64 {
    if weights.g > 0.0 { 1.0 / weights.g } else { 0.0 }
}

/// Columns of K and B as those of the unknowns, B in `charted`. Of conditions on velocities B + b_q/g, by which C/g varies with
/// the unknowns.
fn chart_block(term: &dyn Term, block: &mut StageBlock, charted: &mut Vec<f64>, weights: &Weights, charts: &[Mat3]) {
    let n = block.n;
    charted.clear();
    charted.extend_from_slice(&block.b);
    if term.width() == 3 {
        return;
    }
    if !block.without_tangents {
        chart_columns(&mut block.k, n, term.nodes(), charts);
    }
    chart_columns(charted, n, term.nodes(), charts);
    chart_columns(&mut block.b_q, n, term.nodes(), charts);
    for k in (0..block.m).filter(|k| term.nonholonomic(*k)) {
        let part = part_of_velocity(weights);
        for i in k * n..(k + 1) * n {
            charted[i] = block.b[i] + part * block.b_q[i];
        }
    }
}

/// Multiply the rotational columns of a row-major matrix by H, node by node.
fn chart_columns(values: &mut [f64], n: usize, nodes: &[NodeId], charts: &[Mat3]) {
    for row in values.chunks_exact_mut(n) {
        for (columns, node) in row.chunks_exact_mut(6).zip(nodes) {
            let (old, h) = ([columns[3], columns[4], columns[5]], &charts[node.0]);
            for j in 0..3 {
                columns[3 + j] = old[0] * h[(0, j)] + old[1] * h[(1, j)] + old[2] * h[(2, j)];
            }
        }
    }
}

/// Add Σ weight · matrix of a term, n × n row-major, to the values of the system.
fn add_runs<const P: usize>(values: &mut [f64], runs: &[Run], n: usize, parts: [(f64, &[f64]); P]) {
    for run in runs {
        match run.size {
            [6, 6] => add_run::<P, 6, 6>(values, run, n, parts),
            [3, 3] => add_run::<P, 3, 3>(values, run, n, parts),
            [6, 3] => add_run::<P, 6, 3>(values, run, n, parts),
            [3, 6] => add_run::<P, 3, 6>(values, run, n, parts),
            [rows, cols] => {
                for (i, j) in (0..rows * cols).map(|p| (p / cols, p % cols)) {
                    let entry = (run.first[0] + i) * n + run.first[1] + j;
                    let value: f64 = parts.iter().map(|(weight, matrix)| weight * matrix[entry]).sum();
                    values[run.place + j * run.stride + i] += value;
                }
            }
        }
    }
}

/// The same for one run of known size, whose loops then need no tests.
fn add_run<const P: usize, const R: usize, const C: usize>(
    values: &mut [f64],
    run: &Run,
    n: usize,
    parts: [(f64, &[f64]); P],
) {
    let mut columns = [[0.0; R]; C];
    for (weight, matrix) in parts {
        let rows = matrix[run.first[0] * n..].chunks_exact(n);
        for (i, row) in (0..R).zip(rows) {
            let row: &[f64; C] = row[run.first[1]..].first_chunk().expect("a run is within its term");
            (0..C).for_each(|j| columns[j][i] += weight * row[j]);
        }
    }
    for (j, column) in columns.iter().enumerate() {
        let to: &mut [f64; R] =
            values[run.place + j * run.stride..].first_chunk_mut().expect("a run is within the pattern");
        (0..R).for_each(|i| to[i] += column[i]);
    }
}

impl System {
    /// Add the block of term `t` to the matrix. The rows of Bᵀ are forces and stay
    /// as the term gave them; `charted` is B with its columns turned into those of the unknowns.
    fn scatter(&mut self, t: usize, block: &mut StageBlock, weights: &Weights) {
        let (plan, n) = (&self.layout.terms[t], block.n);
        for k in (0..plan.conditions).filter(|k| self.active[plan.first + k]) {
            let s = self.layout.scale_of(weights.scale, plan.first + k);
            let own = k * n..(k + 1) * n;
            let (force, charted) = (&block.b[own.clone()], &self.charted[own.clone()]);
            let (to_b, to_bt) = (&plan.b[own.clone()], &plan.bt[own]);
            let values = &mut self.values[..];
            let places = to_b.iter().zip(to_bt).zip(charted.iter().zip(force));
            for ((&b, &bt), (charted, force)) in places.filter(|((b, _), _)| **b != NONE) {
                values[b as usize] += s * charted;
                values[bt as usize] += s * force;
            }
            // the penalty, p BᵀB, beside K
            if block.penalty[k] != 0.0 {
                let penalty = block.penalty[k] / weights.k;
                for (row, force) in block.k.chunks_exact_mut(n).zip(force) {
                    let push = penalty * force;
                    row.iter_mut().zip(charted).for_each(|(k, b)| *k += push * b);
                }
            }
        }
        let [k, g, m] = [weights.k, weights.g, weights.m].map(|weight| weights.row * weight);
        let StageBlock { k: stiffness, g: damping, mass, .. } = &*block;
        let (values, runs) = (&mut self.values, &plan.runs);
        let there = |part: &[f64], weight: f64| weight != 0.0 && !part.is_empty();
        match (there(damping, g), there(mass, m)) {
            (false, false) if k == 0.0 => {}
            (false, false) => add_runs(values, runs, n, [(k, stiffness)]),
            (true, false) => add_runs(values, runs, n, [(k, stiffness), (g, damping)]),
            (false, true) => add_runs(values, runs, n, [(k, stiffness), (m, mass)]),
            (true, true) => add_runs(values, runs, n, [(k, stiffness), (g, damping), (m, mass)]),
        }
    }

    /// The same for a term of holonomic conditions alone on many nodes, with six unknowns or none: B is charted node by node, where it is
    /// added. The rows of all conditions stand together in the column of an unknown, those of a node in the column of a condition.
    fn scatter_conditions(
        &mut self,
        term: &dyn Term,
        t: usize,
        block: &StageBlock,
        weights: &Weights,
        charts: &[Mat3],
    ) {
        let (plan, n, m) = (&self.layout.terms[t], block.n, block.m);
        let own = plan.first..plan.first + m;
        let scale = |k: usize| if self.active[k] { self.layout.scale_of(weights.scale, k) } else { 0.0 };
        self.scales.clear();
        self.scales.extend(own.map(scale));
        self.panel.resize(m, [0.0; 6]);
        let values = &mut self.values[..];
        for (node, first) in term.nodes().iter().zip((0..).step_by(6)).filter(|(_, first)| plan.dofs[*first] != NONE) {
            let h = &charts[node.0];
            let places = plan.bt[first..].iter().step_by(n);
            for (((row, s), own), &place) in block.b.chunks_exact(n).zip(&self.scales).zip(&mut self.panel).zip(places)
            {
                let f: &[f64; 6] = row[first..].first_chunk().expect("six forces on a node");
                let turned = |j: usize| f[3] * h[(0, j)] + f[4] * h[(1, j)] + f[5] * h[(2, j)];
                *own = [f[0], f[1], f[2], turned(0), turned(1), turned(2)].map(|b| s * b);
                let to: &mut [f64; 6] = values[place as usize..].first_chunk_mut().expect("six rows of a node");
                (0..6).for_each(|i| to[i] += s * f[i]);
            }
            for i in 0..6 {
                let to = &mut values[plan.b[first + i] as usize..][..m];
                to.iter_mut().zip(&self.panel).for_each(|(to, own)| *to += own[i]);
            }
        }
        for (k, s) in self.scales.iter().enumerate() {
            for p in (k * n + 6 * term.nodes().len()..(k + 1) * n).filter(|p| plan.b[*p] != NONE) {
                values[plan.b[p] as usize] += s * block.b[p];
                values[plan.bt[p] as usize] += s * block.b[p];
            }
        }
    }
}
