//! Equations at the stages of a Runge-Kutta method, in the coordinates of the step.
//!
//! Unknowns are increments of positions y_k at all stages and scaled multipliers; velocities and accelerations follow,
//! δẏ_s = Σ p_sk δy_k / h and δÿ_s = Σ p²_sk δy_k / h² with p the inverse of the method's matrix.
//!
//! ```text
//!   block (s, k):   row (δ_sk K̂ + p_sk/h Ĝ + p²_sk/h² M̂) + δ_sk ρ s BᵀB̂,   s B̂,   s Bᵀ
//!   transformed:    row (K̂ + z Ĝ + z² M̂) + ρ s BᵀB̂,  z = µ/h,  µ an eigenvalue of p
//! ```
//!
//! Columns of rotations, with r the Rodrigues parameters since the start of the step and their [`Slopes`]:
//!
//! ```text
//!   K̂ = K H + G ∂ω/∂r + M ∂ω̇/∂r,   Ĝ = G H + M ∂ω̇/∂ṙ,   M̂ = M H,   B̂ = B H
//! ```
//!
//! with rC, rB in place of C, B (`rows`). A condition on velocities enters as h C, without penalty; one of the host's has none either.

use super::layout::{Layout, NONE, TermPlan};
use super::slots::SlotSystem;
use crate::math::rodrigues::Slopes;
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::terms::{Level, NodeId, StageBlock, Term};
use nalgebra::Complex;

/// How a stage enters the system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stage {
    /// slot of its rows and unknowns
    pub slot: usize,
    /// step size
    pub h: f64,
    /// factor of the equations of motion
    pub row: f64,
    /// s of conditions in metres, in radians
    pub scale: [f64; 2],
    /// ρ
    pub penalty: f64,
    /// p, p² of this stage
    pub inverse: [[f64; 2]; 2],
}

/// Which tangents are wanted.
#[derive(Debug)]
pub enum Tangents<'a> {
    /// none
    None,
    /// exact ones, in the matrix of the system
    Exact,
    /// a part of those of the transformed system: µ, this part, values in the order of the layout's pattern
    Transformed(Complex<f64>, f64, &'a mut [Complex<f64>]),
}

impl SlotSystem {
    /// Evaluate every term at a stage, and add its forces, conditions and tangents.
    pub fn add_stage(
        &mut self,
        model: &Model,
        layout: &Layout,
        active: &[bool],
        at: &Level,
        lambda: &[f64],
        stage: &Stage,
        slopes: &[Slopes],
        block: &mut StageBlock,
        tangents: &mut Tangents,
    ) {
        for t in 0..model.term_count() {
            let (term, plan) = (model.term(t), &layout.terms[t]);
            block.reset_parts(plan.dofs.len(), plan.conditions, plan.parts.whole());
            let scale = |k: usize| layout.scale_of(stage.scale, plan.first + k);
            for k in (0..plan.conditions).filter(|k| active[plan.first + k]) {
                block.lambda[k] = lambda[plan.first + k];
                if plan.parts.k && !term.nonholonomic(k) && !term.asks_host() {
                    block.penalty[k] = stage.penalty * scale(k) * layout.factors[plan.first + k] / stage.row;
                }
            }
            term.stage(at, block);
            self.fault = self.fault.or(block.fault.map(|fault| (t, fault)));
            self.add_force(layout, plan, stage.slot, |i| stage.row * block.f[i]);
            for k in (0..plan.conditions).filter(|k| active[plan.first + k]) {
                let unit = if term.nonholonomic(k) { stage.h } else { 1.0 };
                self.rhs[self.slots * (layout.motion + plan.first + k) + stage.slot] = -scale(k) * unit * block.c[k];
            }
            if matches!(tangents, Tangents::None) {
                continue;
            }
            let mut rows = std::mem::take(&mut self.half);
            chart(term, block, slopes, &mut rows, stage.h);
            match tangents {
                Tangents::None => {}
                Tangents::Exact => self.add_exact(layout, active, term, plan, stage, block, &rows),
                Tangents::Transformed(mu, part, values) => {
                    add_transformed(layout, active, term, plan, stage, block, &rows, (*mu, *part), values);
                }
            }
            self.half = rows;
        }
    }

    fn add_exact(
        &mut self,
        layout: &Layout,
        active: &[bool],
        term: &dyn Term,
        plan: &TermPlan,
        stage: &Stage,
        block: &StageBlock,
        rows: &[f64],
    ) {
        let (n, a, [first, second]) = (block.n, stage.slot, stage.inverse);
        for b in 0..self.slots {
            let own = f64::from(u8::from(a == b));
            let (g, m) = (first[b] / stage.h, second[b] / (stage.h * stage.h));
            self.add_matrix(plan, (a, b), |i, j| {
                let p = i * n + j;
                stage.row * (own * block.k[p] + g * block.g[p] + m * block.mass[p])
            });
        }
        for k in 0..plan.conditions {
            let equation = layout.motion + plan.first + k;
            if !active[plan.first + k] {
                self.hold(layout, equation, a);
                continue;
            }
            let s = layout.scale_of(stage.scale, plan.first + k);
            let in_column = self.first_of(layout, equation as u32, (a, a));
            let on_velocities = term.nonholonomic(k);
            for i in (0..n).filter(|&i| plan.b[k * n + i] != NONE) {
                let p = k * n + i;
                if on_velocities {
                    for b in 0..self.slots {
                        let slope = first[b] * rows[p] + if a == b { block.b_q[p] } else { 0.0 };
                        self.add(layout, plan.b[p], plan.dofs[i], (a, b), s * slope);
                    }
                } else {
                    self.add(layout, plan.b[p], plan.dofs[i], (a, a), s * rows[p]);
                }
                self.values[in_column + self.slots * plan.bt[p] as usize] += s * block.b[p];
                let push = block.penalty[k] * stage.row * block.b[p];
                // asked of the penalty: of numbers that a failing step has made up, nothing is zero
                if block.penalty[k] == 0.0 || push == 0.0 {
                    continue;
                }
                for j in (0..n).filter(|&j| plan.b[k * n + j] != NONE) {
                    self.add(layout, plan.k[i * n + j], plan.dofs[j], (a, a), push * rows[k * n + j]);
                }
            }
        }
    }
}

impl SlotSystem {
    /// Take a complex matrix on the layout's pattern in real numbers, real parts in the first of two slots, imaginary parts in
    /// the second.
    ///
    /// ```text
    ///   | re  −im |
    ///   | im   re |
    /// ```
    pub fn set_complex(&mut self, layout: &Layout, values: &[Complex<f64>]) {
        for range in layout.col_ptr.windows(2).map(|ends| ends[0]..ends[1]) {
            let (first, second) = self.values[4 * range.start..4 * range.end].split_at_mut(2 * range.len());
            let pairs = first.chunks_exact_mut(2).zip(second.chunks_exact_mut(2));
            for (value, (first, second)) in values[range].iter().zip(pairs) {
                first.copy_from_slice(&[value.re, value.im]);
                second.copy_from_slice(&[-value.im, value.re]);
            }
        }
    }
}

fn add_transformed(
    layout: &Layout,
    active: &[bool],
    term: &dyn Term,
    plan: &TermPlan,
    stage: &Stage,
    block: &StageBlock,
    rows: &[f64],
    (mu, part): (Complex<f64>, f64),
    values: &mut [Complex<f64>],
) {
    let (n, z) = (block.n, mu / stage.h);
    for (p, &place) in plan.k.iter().enumerate().filter(|(_, place)| **place != NONE) {
        values[place as usize] += (z * (z * block.mass[p] + block.g[p]) + block.k[p]) * (part * stage.row);
    }
    for k in 0..plan.conditions {
        let equation = layout.motion + plan.first + k;
        if !active[plan.first + k] {
            values[layout.diagonal[equation] as usize] += part;
            continue;
        }
        let s = part * layout.scale_of(stage.scale, plan.first + k);
        let on_velocities = term.nonholonomic(k);
        for i in (0..n).filter(|&i| plan.b[k * n + i] != NONE) {
            let p = k * n + i;
            let slope = if on_velocities { mu * rows[p] + block.b_q[p] } else { Complex::from(rows[p]) };
            values[plan.b[p] as usize] += slope * s;
            values[plan.bt[p] as usize] += s * block.b[p];
            let push = part * block.penalty[k] * stage.row * block.b[p];
            if block.penalty[k] == 0.0 || push == 0.0 {
                continue;
            }
            for j in (0..n).filter(|&j| plan.b[k * n + j] != NONE) {
                values[plan.k[i * n + j] as usize] += push * rows[k * n + j];
            }
        }
    }
}

/// Turn columns of rotations into those of the parameters: K, G, M in place, B into `rows`. Of conditions on velocities,
/// h (b_q H + B ∂ω/∂r) is left in `b_q`.
fn chart(term: &dyn Term, block: &mut StageBlock, slopes: &[Slopes], rows: &mut Vec<f64>, h: f64) {
    let (n, nodes): (usize, &[NodeId]) = (block.n, term.nodes());
    rows.clear();
    rows.extend_from_slice(&block.b);
    for (node, id) in nodes.iter().enumerate().filter(|_| term.width() == 6) {
        let (s, col) = (&slopes[id.0], 6 * node + 3);
        for row in (0..block.k.len() / n).map(|i| i * n + col) {
            let [k, g, m] = [&block.k, &block.g, &block.mass].map(|from| get(from, row));
            set(&mut block.k, row, times(&k, &s.h) + times(&g, &s.omega) + times(&m, &s.alpha));
            set(&mut block.g, row, times(&g, &s.h) + times(&m, &s.alpha_rate));
            set(&mut block.mass, row, times(&m, &s.h));
        }
        for row in (0..block.m).map(|k| k * n + col) {
            let b = get(&block.b, row);
            set(rows, row, times(&b, &s.h));
            if !block.b_q.is_empty() {
                let b_q = get(&block.b_q, row);
                set(&mut block.b_q, row, times(&b_q, &s.h) + times(&b, &s.omega));
            }
        }
    }
    block.b_q.iter_mut().for_each(|b| *b *= h);
}

fn get(from: &[f64], at: usize) -> Vec3 {
    Vec3::new(from[at], from[at + 1], from[at + 2])
}

fn set(to: &mut [f64], at: usize, row: Vec3) {
    to[at..at + 3].copy_from_slice(row.as_slice());
}

/// A row times a matrix.
fn times(row: &Vec3, matrix: &Mat3) -> Vec3 {
    matrix.tr_mul(row)
}
