//! Motions without stiffness: those that strain nothing, term by term.
//!
//! ```text
//!   Σ_t K_t x + Bᵀν = 0,   B x = 0
//! ```
//!
//! The sum of all K_t cannot tell such a motion from a soft one: rounding of the stiffest term (stretching of a blade) is as large
//! as the whole of a soft one (its bending, a mount of 0.01 rad/s). Each term alone can. A term turned together with its own force
//! is not strained:
//!
//! ```text
//!   K_t x + ν_t B_tᵀ = ψ_n × f_t on every node n of the term
//! ```
//!
//! with any rotation ψ_n of each node. In equilibrium the forces of all terms on a node have the sum zero, and so have their
//! ψ_n × f_t; so if this holds for each term, the sum above is zero.
//!
//! | symbol | name |
//! |---|---|
//! | A = P [K_t, F_t] | `strains`: what must vanish, over (x, ψ) of the term's nodes; F_t ψ = −ψ × f_t |
//! | P | projection across the columns of B_tᵀ, which ν_t takes away |
//! | rows | right singular vectors of A whose value is not rounding of the term itself |
//!
//! All rows of all terms, each of unit size whatever its stiffness, and those of B leave the motions without stiffness free.

use super::layout::NONE;
use super::linearize::turn_with;
use super::system::System;
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::terms::{Along, Class, Level, Motion, StageBlock, Term};
use nalgebra::{DMatrix, DVector};

/// A singular value of A, relative to the largest, that is rounding of the term; and the same of its rigid motions, of which it is
/// known beforehand that most terms do not resist them.
const ROUNDING: f64 = 1e-14;
const RIGID: f64 = 1e-13;
/// Stiffness that multipliers or accelerations give a term, against the largest of all, that is rounding.
const SOLVED_FOR: f64 = 1e-13;
/// Cosine between two vectors that are orthogonal, and most sweeps over all pairs to make them so; ten do.
const ORTHOGONAL: f64 = 4e-15;
const SWEEPS: usize = 40;
/// A motion of which this is left when the ones before are taken out is a combination of them.
const SAME: f64 = 1e-7;

/// Part of its size by which a motion of unit size strains a term: rounding of a motion without stiffness is far below.
const STRAINED: f64 = 1e-6;
/// Rows over (x, ψ), free of units, which all vanish on a motion without stiffness and on no other.
pub struct StiffRows {
    /// (place, value)
    pub rows: Vec<Vec<(usize, f64)>>,
    /// number of x, which come first
    pub motion: usize,
    /// number of x and ψ
    pub columns: usize,
    /// units of x: x in its own units is this times the x of the rows
    pub units: Vec<f64>,
}

impl System {
    /// The rows about a state in equilibrium, in axes that turn with `spin`. `length` is that of the model.
    pub fn stiff_rows(&self, model: &Model, at: &Level, lambda: &[f64], spin: &Vec3, length: f64) -> StiffRows {
        let motion = self.layout.motion;
        let unit = |dof: usize| if self.layout.classes[dof] == Class::Translation { length } else { 1.0 };
        let active = |(row, _): &(usize, Vec<(usize, f64)>)| self.active[*row];
        let constraints = self.constraint_rows(model, at, length).into_iter().enumerate().filter(active);
        let mut rows: Vec<Vec<(usize, f64)>> = constraints.map(|(_, row)| row).collect();
        let mut block = StageBlock::default();
        let evaluate = |t: usize, block: &mut StageBlock| self.turned_block(model, at, lambda, spin, t, block);
        // multipliers and accelerations are solved for: they hold rounding of the stiffest term and of the largest force
        let size = |t: usize, block: &StageBlock| {
            let units: Vec<f64> = self.layout.terms[t]
                .dofs
                .iter()
                .map(|dof| if *dof == NONE { 0.0 } else { unit(*dof as usize) })
                .collect();
            let forces = block.f.iter().zip(&units).map(|(f, unit)| f * unit);
            let stiffness = block.k.iter().enumerate().map(|(p, k)| k * units[p / block.n] * units[p % block.n]);
            forces.chain(stiffness).fold(0.0_f64, |most, v| most.max(v.abs()))
        };
        let mut largest = 0.0_f64;
        for t in 0..model.term_count() {
            evaluate(t, &mut block);
            largest = largest.max(size(t, &block));
        }
        for t in 0..model.term_count() {
            let (term, plan) = (model.term(t), &self.layout.terms[t]);
            evaluate(t, &mut block);
            let solved_for = plan.conditions > 0 || term.inertia().is_some();
            if !plan.parts.k || solved_for && size(t, &block) <= SOLVED_FOR * largest {
                continue;
            }
            let held = |k: usize| self.active[plan.first + k];
            let local = Local::new(term, at, &plan.dofs, length, spin);
            for row in local.rows(&block, held) {
                let entry = |(i, value): (usize, &f64)| match i.checked_sub(block.n) {
                    None => (plan.dofs[i] as usize, value * unit(plan.dofs[i] as usize) / local.size(i)),
                    Some(k) => (motion + 3 * term.nodes()[k / 3].0 + k % 3, *value),
                };
                let there = |(i, v): &(usize, &f64)| **v != 0.0 && (*i >= block.n || local.is_free(*i));
                rows.push(row.iter().enumerate().filter(there).map(entry).collect());
            }
        }
        let columns = motion + 3 * model.nodes().len();
        StiffRows { rows, motion, columns, units: (0..motion).map(unit).collect() }
    }

    /// Stiffness along a motion z of unit size, with nodes at the stations along it, and of the terms that hold their shape the one that z
    /// strains most, if it does at all.
    pub fn stiffness_along(
        &self,
        model: &Model,
        (at, lambda, spin): (&Level, &[f64], &Vec3),
        z: &[f64],
        nodes: [&[Motion]; 5],
    ) -> (Along, Option<usize>) {
        let mut all = Along::default();
        let mut strained: Option<(usize, f64)> = None;
        let mut block = StageBlock::default();
        for t in (0..model.term_count()).filter(|t| self.layout.terms[*t].parts.k) {
            let (term, plan) = (model.term(t), &self.layout.terms[t]);
            if let Some(along) = term.strained_along(nodes) {
                all += along;
                let most = strained.map_or(STRAINED, |(_, most)| most);
                if term.holds_shape() && along.strain > most {
                    strained = Some((t, along.strain));
                }
                continue;
            }
            self.turned_block(model, at, lambda, spin, t, &mut block);
            let moved = |i: usize| if plan.dofs[i] == NONE { 0.0 } else { z[plan.dofs[i] as usize] };
            for (i, j) in (0..block.n * block.n).map(|p| (p / block.n, p % block.n)) {
                let work = moved(i) * block.k[i * block.n + j] * moved(j);
                all.geometric += work;
                all.noise += f64::EPSILON * work.abs();
            }
        }
        (all, strained.map(|(t, _)| t))
    }

    /// Force and tangent of a term with its multipliers, in axes that turn with `spin`.
    fn turned_block(&self, model: &Model, at: &Level, lambda: &[f64], spin: &Vec3, t: usize, block: &mut StageBlock) {
        let (term, plan) = (model.term(t), &self.layout.terms[t]);
        block.reset_parts(plan.dofs.len(), plan.conditions, plan.parts.whole());
        for k in (0..plan.conditions).filter(|k| self.active[plan.first + k]) {
            block.lambda[k] = lambda[plan.first + k];
        }
        term.stage(at, block);
        turn_with(block, term, spin);
    }

    /// By how much the tangents K_t of terms are not those of potentials, relative to the largest entry of each. For f = ∂V/∂q with
    /// rotations R ← exp(δθ) R, second derivatives differ by the bracket of two rotations:
    ///
    /// ```text
    ///   K − Kᵀ = −m̃ on the rotations of a node on which the term has the moment m, 0 elsewhere
    /// ```
    ///
    /// The sum of all K_t would tell less: next to a beam that is hard to stretch a load that follows is lost.
    pub fn lack_of_potential(&self, model: &Model, at: &Level, lambda: &[f64], spin: &Vec3, length: f64) -> f64 {
        let mut block = StageBlock::default();
        let mut most = 0.0_f64;
        for t in (0..model.term_count()).filter(|t| self.layout.terms[*t].parts.k) {
            self.turned_block(model, at, lambda, spin, t, &mut block);
            let (nodes, n, dofs) = (model.term(t).nodes().len(), block.n, &self.layout.terms[t].dofs);
            let is_free = |i: usize| dofs[i] != NONE;
            let unit = |i: usize| {
                let class = if is_free(i) { self.layout.classes[dofs[i] as usize] } else { Class::Rotation };
                if class == Class::Translation { length } else { 1.0 }
            };
            let entry = |i: usize, j: usize| block.k[i * n + j] * unit(i) * unit(j);
            let mut odd = DMatrix::from_fn(n, n, |i, j| entry(i, j) - entry(j, i));
            for r in (0..nodes).map(|k| 6 * k + 3).filter(|_| self.layout.terms[t].width == 6) {
                let moment = Vec3::from_column_slice(&block.f[r..r + 3]);
                odd.view_mut((r, r), (3, 3)).zip_apply(&skew(&moment), |odd, m| *odd += m);
            }
            let pairs = || (0..n * n).map(|p| (p / n, p % n)).filter(|(i, j)| is_free(*i) && is_free(*j));
            let largest = pairs().fold(0.0_f64, |most, (i, j)| most.max(entry(i, j).abs()));
            let forces = (0..n).fold(0.0_f64, |most, i| most.max((block.f[i] * unit(i)).abs()));
            let worst = pairs().fold(0.0_f64, |most, ij| most.max(odd[ij].abs()));
            if worst > 0.0 {
                most = most.max(worst / largest.max(forces));
            }
        }
        most
    }
}

/// An orthonormal basis of what these vectors span.
fn independent(vectors: Vec<DVector<f64>>) -> Vec<DVector<f64>> {
    let mut basis: Vec<DVector<f64>> = Vec::new();
    for mut x in vectors {
        let size = x.norm();
        for _ in 0..2 {
            for b in &basis {
                let along = b.dot(&x);
                x -= b * along;
            }
        }
        if x.norm() > SAME * size {
            basis.push(x.normalize());
        }
    }
    basis
}

/// Turn pairs of columns until each is orthogonal to the others, and those of `with` alike: Hestenes' way to singular values, by Jacobi's
/// rotations. Small ones come out as exactly as large ones, and it ends on any matrix, which a search by shifts does not.
fn orthogonalize(columns: &mut DMatrix<f64>, with: &mut DMatrix<f64>) {
    let turn = |of: &mut DMatrix<f64>, p: usize, q: usize, cosine: f64, sine: f64| {
        for i in 0..of.nrows() {
            let (x, y) = (of[(i, p)], of[(i, q)]);
            (of[(i, p)], of[(i, q)]) = (cosine * x - sine * y, sine * x + cosine * y);
        }
    };
    for _ in 0..SWEEPS {
        let mut is_done = true;
        for (p, q) in (0..columns.ncols()).flat_map(|q| (0..q).map(move |p| (p, q))) {
            let (a, b) = (columns.column(p).norm_squared(), columns.column(q).norm_squared());
            let product = columns.column(p).dot(&columns.column(q));
            if product == 0.0 || product.abs() <= ORTHOGONAL * (a * b).sqrt() {
                continue;
            }
            is_done = false;
            let ratio = (b - a) / (2.0 * product);
            let tangent = ratio.signum() / (ratio.abs() + 1.0_f64.hypot(ratio));
            let cosine = 1.0 / 1.0_f64.hypot(tangent);
            turn(columns, p, q, cosine, cosine * tangent);
            turn(with, p, q, cosine, cosine * tangent);
        }
        if is_done {
            return;
        }
    }
}

/// A term's own unknowns, free of units: translations over the distance of its nodes.
struct Local<'a> {
    dofs: &'a [u32],
    /// unknowns of a node
    width: usize,
    nodes: Vec<Vec3>,
    center: Vec3,
    length: f64,
    /// rounding of the places of its nodes, relative to their distance
    noise: f64,
    /// velocity of each node by the spin over its rate, and the axis; None without spin
    turn: Option<(Vec<Vec3>, Vec3)>,
}

impl<'a> Local<'a> {
    fn new(term: &dyn Term, at: &Level, dofs: &'a [u32], length: f64, spin: &Vec3) -> Self {
        let nodes: Vec<Vec3> = term.nodes().iter().map(|n| at.nodes[n.0].x).collect();
        let center = nodes.iter().sum::<Vec3>() / nodes.len().max(1) as f64;
        let spread = nodes.iter().fold(0.0_f64, |most, x| most.max((x - center).norm()));
        let far = nodes.iter().fold(0.0_f64, |most, x| most.max(x.norm()));
        let length = if spread > 1e-9 * length { spread } else { length };
        let rate = spin.norm();
        let swept = || term.nodes().iter().map(|n| at.nodes[n.0].v / rate).collect();
        let turn = (rate > 0.0).then(|| (swept(), spin / rate));
        Local { dofs, width: term.width(), nodes, center, length, noise: 8.0 * f64::EPSILON * far / length, turn }
    }

    /// Unit of an unknown; scalars keep their own.
    fn size(&self, i: usize) -> f64 {
        if i < self.width * self.nodes.len() && i % self.width < 3 { self.length } else { 1.0 }
    }

    fn is_free(&self, i: usize) -> bool {
        self.dofs[i] != NONE
    }

    /// Has node k rotations that the term sees?
    fn turns(&self, k: usize) -> bool {
        self.width == 6 && self.is_free(6 * k + 3)
    }

    /// A = P [K, F] and the largest entry of [K, F], of which A holds rounding; rows and columns of what cannot move are zero.
    fn strains(&self, block: &StageBlock, held: impl Fn(usize) -> bool) -> (DMatrix<f64>, f64) {
        let n = block.n;
        let mut a = DMatrix::zeros(n, n + 3 * self.nodes.len());
        for (i, j) in (0..n * n).map(|p| (p / n, p % n)).filter(|(i, j)| self.is_free(*i) && self.is_free(*j)) {
            a[(i, j)] = block.k[i * n + j] * self.size(i) * self.size(j);
        }
        // a force of rounding would, turned far enough, balance what is soft
        let least = (ROUNDING + self.noise) * a.amax();
        for node in (0..self.nodes.len()).filter(|k| self.is_free(self.width * k)) {
            for (half, unit) in [(0, self.length), (3, 1.0)].into_iter().take(self.width / 3) {
                let row = self.width * node + half;
                let force = Vec3::from_column_slice(&block.f[row..row + 3]) * unit;
                if self.is_free(row) && force.norm() > least {
                    a.view_mut((row, n + 3 * node), (3, 3)).copy_from(&skew(&force));
                }
            }
        }
        let largest = a.amax();
        let mut basis: Vec<DVector<f64>> = Vec::new();
        for k in (0..block.m).filter(|k| held(*k)) {
            let entry = |i: usize, _| if self.is_free(i) { block.b[k * n + i] * self.size(i) } else { 0.0 };
            basis.push(DVector::from_fn(n, entry));
        }
        for b in independent(basis) {
            let along = b.transpose() * &a;
            a -= b * along;
        }
        (a, largest)
    }

    /// The turn about the axis of spin, with ψ about it, of unit size: known exactly, where a search among motions that inertia
    /// resists by parts of very different size would find it with an error.
    fn spun(&self, n: usize) -> Option<DVector<f64>> {
        let (swept, axis) = self.turn.as_ref()?;
        let mut z = DVector::zeros(n + 3 * self.nodes.len());
        for (k, v) in swept.iter().enumerate().filter(|(k, _)| self.is_free(self.width * k)) {
            z.rows_mut(self.width * k, 3).copy_from(&(v / self.length));
            if self.turns(k) {
                z.rows_mut(self.width * k + 3, 3).copy_from(axis);
            }
            z.rows_mut(n + 3 * k, 3).copy_from(axis);
        }
        (z.norm() > 0.0).then(|| z.normalize())
    }

    /// The rigid motions of its nodes, each with ψ of its own rotation, orthonormal.
    fn rigid(&self, n: usize) -> DMatrix<f64> {
        let mut z = DMatrix::zeros(n + 3 * self.nodes.len(), 6);
        for (k, x) in self.nodes.iter().enumerate().filter(|(k, _)| self.is_free(self.width * k)) {
            z.view_mut((self.width * k, 0), (3, 3)).copy_from(&Mat3::identity());
            // ψ × r over the length
            z.view_mut((self.width * k, 3), (3, 3)).copy_from(&(skew(&(x - self.center)) * (-1.0 / self.length)));
            if self.turns(k) {
                z.view_mut((self.width * k + 3, 3), (3, 3)).copy_from(&Mat3::identity());
            }
            z.view_mut((n + 3 * k, 3), (3, 3)).copy_from(&Mat3::identity());
        }
        let columns = independent(z.column_iter().map(|c| c.into_owned()).filter(|c| c.norm() > 0.0).collect());
        if columns.is_empty() { DMatrix::zeros(n + 3 * self.nodes.len(), 0) } else { DMatrix::from_columns(&columns) }
    }

    /// Unit rows over (x, ψ), free of units, on which the term has stiffness.
    fn rows(&self, block: &StageBlock, held: impl Fn(usize) -> bool) -> Vec<Vec<f64>> {
        let (mut a, largest) = self.strains(block, held);
        if largest == 0.0 {
            return Vec::new();
        }
        a /= largest;
        let mut rigid = self.rigid(block.n);
        let spun = self.spun(block.n).filter(|z| (&a * z).norm() <= RIGID + self.noise);
        if let Some(z) = &spun {
            a -= &a * z * z.transpose();
            let columns = rigid.column_iter().map(|c| c.into_owned());
            let others = independent(std::iter::once(z.clone()).chain(columns).collect());
            rigid = DMatrix::from_columns(&others).remove_column(0);
        }
        if rigid.ncols() > 0 {
            let mut resisted = &a * &rigid;
            orthogonalize(&mut resisted, &mut rigid);
            let unresisted = |k: &usize| resisted.column(*k).norm() <= RIGID + self.noise;
            let columns: Vec<_> = (0..rigid.ncols()).filter(unresisted).map(|k| rigid.column(k).into_owned()).collect();
            rigid = if columns.is_empty() { DMatrix::zeros(a.ncols(), 0) } else { DMatrix::from_columns(&columns) };
            a -= &a * &rigid * rigid.transpose();
        }
        if let Some(z) = spun {
            let columns: Vec<_> = std::iter::once(z).chain(rigid.column_iter().map(|c| c.into_owned())).collect();
            rigid = DMatrix::from_columns(&columns);
        }
        // of singular vectors and values, the products
        let mut strained = a.transpose();
        orthogonalize(&mut strained, &mut DMatrix::zeros(0, a.nrows()));
        let values: Vec<f64> = strained.column_iter().map(|c| c.norm()).collect();
        // a bearing holds its load by constraints alone: all that P leaves of [K, F], whose largest entry is one, is rounding
        let limit = (ROUNDING + self.noise) * values.iter().fold(1.0_f64, |most, v| most.max(*v));
        let row = |k: usize| {
            // exactly across the rigid motions, however soft this one is
            let v = strained.column(k) / values[k];
            let v = &v - &rigid * (rigid.transpose() * &v);
            let most = v.amax();
            v.iter().map(|v| if v.abs() > 1e-15 * most { *v } else { 0.0 }).collect()
        };
        (0..values.len()).filter(|k| values[*k] > limit).map(row).collect()
    }
}
