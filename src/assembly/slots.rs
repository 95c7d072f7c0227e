//! Systems with several levels of unknowns in one step: the inner level and the end of the decaying schemes, the stages of
//! Radau IIA.
//!
//! Each unknown of the layout is repeated in `slots` slots, next to each other, and each entry of the pattern becomes a full
//! block of slots × slots. Place of entry p of column j, row slot a and column slot b:
//!
//! ```text
//!   slots² start_j + b slots n_j + slots (p − start_j) + a,      n_j entries in column j, the first at start_j
//! ```

mod free;

pub use free::FREE_SLOTS;

use super::layout::{Layout, NONE, TermPlan};
use super::rounding::Equations;
use super::system::class_index;
use crate::math::so3::skew;
use crate::math::{Mat3, Mat6, Vec3, Vec6};
use crate::model::Model;
use crate::terms::interval::{F, FrameInterval, J, coordinates};
use crate::terms::{Class, Fault, IntervalBlock, NodeId, Span, Term, Works, add_block};

/// Matrix, right side and the workspace to fill them.
#[derive(Debug)]
pub struct SlotSystem {
    /// levels of unknowns
    pub slots: usize,
    /// start of each column
    pub col_ptr: Vec<usize>,
    /// row of each entry
    pub row_idx: Vec<usize>,
    /// values of the matrix
    pub values: Vec<f64>,
    /// minus the scaled residual
    pub rhs: Vec<f64>,
    /// largest contribution of a term to the equations of motion, by class
    pub reference: [f64; 2],
    /// a term that could not be evaluated since the last [`clear`](Self::clear)
    pub fault: Option<(usize, Fault)>,
    /// is the matrix filled too, or the right side alone?
    tangents: bool,
    block: IntervalBlock,
    /// that of terms without K, which are long: it keeps its size from one evaluation to the next
    long: IntervalBlock,
    pub(super) half: Vec<f64>,
    projected: Vec<f64>,
    /// coordinates of the nodes of a term, averaged and where its conditions hold
    frames: [Vec<[Vec3; 4]>; 2],
}

/// How a balance enters the system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// slot of its rows, of its multipliers and conditions
    pub slot: usize,
    /// slots of the unknowns at j and f
    pub columns: [Option<usize>; 2],
    /// are all conditions part of it, or only those that define a scalar?
    pub all_conditions: bool,
    /// factor of the rows
    pub row: f64,
    /// s of conditions in metres, in radians
    pub scale: [f64; 2],
}

/// A term that was evaluated over a step.
#[derive(Clone, Copy)]
struct Evaluated<'a> {
    plan: &'a TermPlan,
    nodes: &'a [NodeId],
    block: &'a IntervalBlock,
    span: &'a Span<'a>,
}

impl SlotSystem {
    /// For a layout, with this many slots.
    pub fn new(layout: &Layout, slots: usize) -> Self {
        let (mut col_ptr, mut row_idx) = (vec![0], Vec::new());
        for col in 0..layout.size {
            let rows = &layout.row_idx[layout.col_ptr[col]..layout.col_ptr[col + 1]];
            for _ in 0..slots {
                row_idx.extend(rows.iter().flat_map(|row| (0..slots).map(move |a| slots * row + a)));
                col_ptr.push(row_idx.len());
            }
        }
        SlotSystem {
            slots,
            values: vec![0.0; row_idx.len()],
            rhs: vec![0.0; slots * layout.size],
            reference: [0.0; 2],
            fault: None,
            tangents: true,
            block: IntervalBlock::default(),
            long: IntervalBlock::default(),
            half: Vec::new(),
            projected: Vec::new(),
            frames: [Vec::new(), Vec::new()],
            col_ptr,
            row_idx,
        }
    }

    /// Make matrix and right side zero.
    pub fn clear(&mut self) {
        self.begin(true);
    }

    /// Begin an assembly with the matrix, or of the right side alone: balances and [`add`](Self::add) leave the matrix
    /// as it is then.
    pub fn begin(&mut self, tangents: bool) {
        self.tangents = tangents;
        if tangents {
            self.values.fill(0.0);
        }
        self.clear_right();
    }

    /// Make the right side zero.
    pub fn clear_right(&mut self) {
        self.rhs.fill(0.0);
        (self.reference, self.fault) = ([0.0; 2], None);
    }

    /// Add to entry `place` of the layout's pattern, in column `col`: row slot `a`, column slot `b`.
    pub fn add(&mut self, layout: &Layout, place: u32, col: u32, (a, b): (usize, usize), value: f64) {
        if !self.tangents {
            return;
        }
        let first = self.first_of(layout, col, (a, b));
        self.values[first + self.slots * place as usize] += value;
    }

    /// Where entry 0 of the layout's pattern would stand if it were in this column, row slot `a` and column slot `b`: entry p of the column
    /// stands `slots` p behind.
    pub(super) fn first_of(&self, layout: &Layout, col: u32, (a, b): (usize, usize)) -> usize {
        let (start, end) = (layout.col_ptr[col as usize], layout.col_ptr[col as usize + 1]);
        let s = self.slots;
        s * (s - 1) * start + b * s * (end - start) + a
    }

    /// Add a term's matrix over its own unknowns, n × n row-major.
    pub fn add_matrix(&mut self, plan: &TermPlan, slots: (usize, usize), matrix: impl Fn(usize, usize) -> f64) {
        let (s, (a, b)) = (self.slots, slots);
        for run in &plan.runs {
            let ([row, col], [rows, cols]) = (run.first, run.size);
            for j in 0..cols {
                let column = s * s * (run.column + j * run.stride) + b * s * run.stride;
                let to = self.values[column + s * (run.place - run.column) + a..].iter_mut().step_by(s);
                for (i, to) in to.take(rows).enumerate() {
                    *to += matrix(row + i, col + j);
                }
            }
        }
    }

    /// Subtract a term's force from the right side.
    pub fn add_force(&mut self, layout: &Layout, plan: &TermPlan, slot: usize, force: impl Fn(usize) -> f64) {
        for (local, &dof) in plan.dofs.iter().enumerate().filter(|(_, dof)| **dof != NONE) {
            let value = force(local);
            self.rhs[self.slots * dof as usize + slot] -= value;
            let largest = &mut self.reference[class_index(layout.classes[dof as usize])];
            *largest = largest.max(value.abs());
        }
    }

    /// Remove from the balance of a node what `projector` takes of it, in this slot of rows.
    pub fn remove(&mut self, layout: &Layout, node: usize, slot: usize, projector: &Mat6) {
        let dofs = &layout.nodes[node];
        let project = |part: &Vec6| part - projector * part;
        let first = self.slots * dofs[0] as usize + slot;
        for col in 0..self.rhs.len() {
            let (start, end) = (self.col_ptr[col], self.col_ptr[col + 1]);
            // the six rows of a node stand together in every column that has one of them
            let Ok(place) = self.row_idx[start..end].binary_search(&first) else { continue };
            let at = |k: usize| start + place + k * self.slots;
            let part = project(&Vec6::from_fn(|k, _| self.values[at(k)]));
            (0..6).for_each(|k| self.values[at(k)] = part[k]);
        }
        let part = project(&Vec6::from_fn(|k, _| self.rhs[first + k * self.slots]));
        (0..6).for_each(|k| self.rhs[first + k * self.slots] = part[k]);
    }

    /// One on the diagonal: the unknown stays as it is.
    pub fn hold(&mut self, layout: &Layout, unknown: usize, slot: usize) {
        self.add(layout, layout.diagonal[unknown], unknown as u32, (slot, slot), 1.0);
    }

    /// Evaluate every term over `span` and add its balance. Unknowns are increments (δx, δθ) at the levels j and f, δs, and
    /// scaled multipliers; rows are projected with the averaged frames: moments are Σ d̄_k × f_k.
    pub fn add_balance(
        &mut self,
        model: &Model,
        layout: &Layout,
        active: &[bool],
        span: &Span,
        lambda: &[f64],
        entry: &Entry,
    ) {
        let (mut own, mut long) = (std::mem::take(&mut self.block), std::mem::take(&mut self.long));
        let tangents = self.tangents;
        for t in 0..model.term_count() {
            let (term, plan) = (model.term(t), &layout.terms[t]);
            let Some(form) = term.interval() else { continue };
            let nodes = term.nodes();
            if let Some(form) = form.frames() {
                self.add_frames(t, form, layout, span, entry, &mut own);
                continue;
            }
            let block = if plan.parts.k { &mut own } else { &mut long };
            let enters = |k: usize| active[plan.first + k] && (entry.all_conditions || term.defines(k));
            block.reset(term.coordinates(), plan.conditions, plan.parts.k);
            block.without_tangents = !tangents;
            for k in (0..plan.conditions).filter(|k| enters(*k)) {
                block.lambda[k] = lambda[plan.first + k];
            }
            form.interval(span, block);
            self.fault = self.fault.or(block.fault.map(|fault| (t, fault)));

            // rows, then columns, from twelve to six a node
            let mean = |k: usize| span.mean(nodes[k]);
            self.half.clear();
            self.half.resize(plan.dofs.len(), 0.0);
            project(&block.force, nodes.len(), mean, &mut self.half);
            let force = std::mem::take(&mut self.half);
            self.add_force(layout, plan, entry.slot, |i| entry.row * force[i]);
            self.half = force;
            let of = Evaluated { plan, nodes, block, span };
            if tangents && plan.parts.k {
                self.add_tangents(&of, entry);
            }
            let frames = std::mem::take(&mut self.frames);
            self.frames = if tangents && plan.conditions > 0 { frames_of(&of, frames) } else { frames };
            for k in 0..plan.conditions {
                if enters(k) {
                    self.add_condition(layout, &of, k, entry);
                } else {
                    self.hold(layout, layout.motion + plan.first + k, entry.slot);
                }
            }
        }
        (self.block, self.long) = (own, long);
    }

    /// Add the tangent of a balance, with P̄ and P from (δx, δθ) to the twelve coordinates at the mean and at the level, of which the mean
    /// has a part m:
    ///
    /// ```text
    ///              (δx, δθ) at j         (δx, δθ) at f
    ///   balance    P̄ᵀ K_j P + m f̃ d̃      P̄ᵀ K_f P + m f̃ d̃
    /// ```
    fn add_tangents(&mut self, of: &Evaluated, entry: &Entry) {
        let Evaluated { plan, nodes, block, span } = *of;
        let (n, slopes) = (plan.dofs.len(), span.mean_slopes());
        let mean = |k: usize| span.mean(nodes[k]);
        for (place, level) in [J, F].into_iter().enumerate() {
            let Some(column) = entry.columns[place] else { continue };
            let at = |k: usize| coordinates(&span.levels[level].nodes[nodes[k].0]);
            self.projected.clear();
            self.projected.resize(n * n, 0.0);
            self.project_matrix(&block.k[place], block.n, n, nodes.len(), mean, at);
            if slopes[place] != 0.0 {
                for k in 0..nodes.len() {
                    // (δθ × d) × f = f̃ d̃ δθ
                    let (d, mut turn) = (at(k), Mat3::zeros());
                    for (a, d) in d.iter().enumerate().skip(1) {
                        let f = Vec3::from_column_slice(&block.force[12 * k + 3 * a..12 * k + 3 * a + 3]);
                        turn += skew(&f) * skew(d) * slopes[place];
                    }
                    add_block(&mut self.projected, n, 6 * k + 3, 6 * k + 3, &turn);
                }
            }
            let tangent = std::mem::take(&mut self.projected);
            self.add_matrix(plan, (entry.slot, column), |i, j| entry.row * tangent[i * n + j]);
            self.projected = tangent;
        }
    }

    /// Add constraint k of a term, with its mean gradient B̄ and that at the level where it holds:
    ///
    /// ```text
    ///                 (δx, δθ)    multiplier    right-hand side
    ///   balance       ·           s P̄ᵀB̄ᵀ        ·
    ///   constraint    s B P       0             −s C
    /// ```
    fn add_condition(&mut self, layout: &Layout, of: &Evaluated, k: usize, entry: &Entry) {
        let Evaluated { plan, nodes, block, span, .. } = *of;
        let (n, n12, equation) = (plan.dofs.len(), block.n, layout.motion + plan.first + k);
        let s = layout.scale_of(entry.scale, plan.first + k);
        self.rhs[self.slots * equation + entry.slot] = -s * block.c[k];
        if !self.tangents {
            return;
        }
        let own = k * n12..(k + 1) * n12;
        let [mut force, mut slope] = [std::mem::take(&mut self.half), std::mem::take(&mut self.projected)];
        for out in [&mut force, &mut slope] {
            out.clear();
            out.resize(n, 0.0);
        }
        project(&block.b_mean[own.clone()], nodes.len(), |k| self.frames[0][k], &mut force);
        project(&block.b_to[own], nodes.len(), |k| self.frames[1][k], &mut slope);
        let to = if span.to == J { entry.columns[0] } else { entry.columns[1] };
        let in_column = self.first_of(layout, equation as u32, (entry.slot, entry.slot));
        let places = plan.b[k * n..(k + 1) * n].iter().zip(&plan.bt[k * n..(k + 1) * n]).zip(&plan.dofs);
        for (((&b, &bt), &dof), (force, slope)) in
            places.zip(force.iter().zip(&slope)).filter(|(((b, _), _), _)| **b != NONE)
        {
            if let Some(column) = to {
                let first = self.first_of(layout, dof, (entry.slot, column));
                self.values[first + self.slots * b as usize] += s * slope;
            }
            self.values[in_column + self.slots * bt as usize] += s * force;
        }
        (self.half, self.projected) = (force, slope);
    }

    /// Add the balance of a term that gives it on frames.
    fn add_frames(
        &mut self,
        t: usize,
        form: &dyn FrameInterval,
        layout: &Layout,
        span: &Span,
        entry: &Entry,
        block: &mut IntervalBlock,
    ) {
        let plan = &layout.terms[t];
        let n = plan.dofs.len();
        block.reset(n, 0, self.tangents);
        block.without_tangents = !self.tangents;
        form.on_frames(span, block);
        self.fault = self.fault.or(block.fault.map(|fault| (t, fault)));
        self.add_force(layout, plan, entry.slot, |i| entry.row * block.force[i]);
        if !self.tangents {
            return;
        }
        for (k, column) in block.k.iter().zip(entry.columns) {
            if let Some(column) = column {
                self.add_matrix(plan, (entry.slot, column), |i, j| entry.row * k[i * n + j]);
            }
        }
    }

    fn project_matrix(
        &mut self,
        k: &[f64],
        n12: usize,
        n: usize,
        nodes: usize,
        mean: impl Fn(usize) -> [Vec3; 4],
        at: impl Fn(usize) -> [Vec3; 4],
    ) {
        // columns: n12 × n
        self.half.clear();
        self.half.resize(n12 * n, 0.0);
        for (from, to) in k.chunks_exact(n12).zip(self.half.chunks_exact_mut(n)) {
            project(from, nodes, &at, to);
        }
        // rows: n × n
        for node in 0..nodes {
            let d = mean(node);
            for j in 0..n {
                let part = |a: usize| {
                    let row = 12 * node + 3 * a;
                    Vec3::new(self.half[row * n + j], self.half[(row + 1) * n + j], self.half[(row + 2) * n + j])
                };
                let (force, moment) = (part(0), d[1].cross(&part(1)) + d[2].cross(&part(2)) + d[3].cross(&part(3)));
                for i in 0..3 {
                    self.projected[(6 * node + i) * n + j] = force[i];
                    self.projected[(6 * node + 3 + i) * n + j] = moment[i];
                }
            }
        }
        let scalars = n - 6 * nodes;
        let (from, to) = (12 * nodes * n, 6 * nodes * n);
        self.projected[to..].copy_from_slice(&self.half[from..from + scalars * n]);
    }

    /// The system as it is filled now.
    pub fn equations<'a>(&'a self, layout: &'a Layout) -> Equations<'a> {
        let SlotSystem { slots, col_ptr, row_idx, values, rhs, reference, .. } = self;
        Equations { layout, slots: *slots, col_ptr, row_idx, values, rhs, reference: *reference }
    }
}

/// The coordinates of the nodes of a term, averaged and at the level where its conditions hold, in place of those in `frames`.
fn frames_of(of: &Evaluated, mut frames: [Vec<[Vec3; 4]>; 2]) -> [Vec<[Vec3; 4]>; 2] {
    let Evaluated { nodes, span, .. } = *of;
    let [mean, to] = &mut frames;
    mean.clear();
    mean.extend(nodes.iter().map(|node| span.mean(*node)));
    to.clear();
    to.extend(nodes.iter().map(|node| coordinates(&span.levels[span.to].nodes[node.0])));
    frames
}

/// A row over twelve coordinates a node as a row over (δx, δθ): Σ c_k·(δθ × d_k) = (Σ d_k × c_k)·δθ.
fn project(row: &[f64], nodes: usize, d: impl Fn(usize) -> [Vec3; 4], out: &mut [f64]) {
    let (of_nodes, of_scalars) = row.split_at(12 * nodes);
    let (to_nodes, to_scalars) = out.split_at_mut(6 * nodes);
    for (k, (row, out)) in of_nodes.as_chunks::<12>().0.iter().zip(to_nodes.as_chunks_mut::<6>().0).enumerate() {
        let part = |a: usize| Vec3::new(row[3 * a], row[3 * a + 1], row[3 * a + 2]);
        let d = d(k);
        let moment = d[1].cross(&part(1)) + d[2].cross(&part(2)) + d[3].cross(&part(3));
        *out = [row[0], row[1], row[2], moment.x, moment.y, moment.z];
    }
    to_scalars.copy_from_slice(of_scalars);
}

/// What a step did, by the balance of one span.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SpanAudit {
    /// work by what does it
    pub works: Works,
    /// forces times increments, of everything
    pub total: f64,
    /// largest violation of a joint's condition on the mean velocity [1/s]: metres over the model's length, or radians
    pub violation: f64,
}

/// Evaluate every term over `span`; `enters` says which conditions are part of the balance.
pub fn span_audit(
    model: &Model,
    layout: &Layout,
    span: &Span,
    lambda: &[f64],
    enters: impl Fn(&dyn Term, usize, usize) -> bool,
    length: f64,
    block: &mut IntervalBlock,
) -> SpanAudit {
    let mut audit = SpanAudit::default();
    for t in 0..model.term_count() {
        let (term, plan) = (model.term(t), &layout.terms[t]);
        let Some(form) = term.interval() else { continue };
        block.reset(term.coordinates(), plan.conditions, plan.parts.k);
        block.without_tangents = true;
        for k in (0..plan.conditions).filter(|k| enters(term, *k, plan.first + k)) {
            block.lambda[k] = lambda[plan.first + k];
        }
        form.interval(span, block);
        audit.works.add(&block.works, 1.0);
        audit.total += span.along(term.nodes(), term.scalars(), &block.force);
        for k in (0..plan.conditions).filter(|k| !term.nodes().is_empty() && enters(term, *k, plan.first + k)) {
            let change = match term.nonholonomic(k) {
                true => block.c[k],
                false => span.along(term.nodes(), term.scalars(), &block.b_mean[k * block.n..(k + 1) * block.n]),
            };
            let class = layout.classes[layout.motion + plan.first + k];
            let unit = if class == Class::Translation { length } else { 1.0 };
            audit.violation = audit.violation.max(change.abs() / (unit * span.h));
        }
    }
    audit
}
