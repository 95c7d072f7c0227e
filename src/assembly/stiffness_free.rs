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

use super::dependence::null_space;
use super::layout::NONE;
use super::linearize::turn_with;
use super::system::System;
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::terms::{Class, Level, StageBlock, Term};
use nalgebra::{DMatrix, DVector};

/// A singular value of A, relative to the largest, that is rounding of the term; and the same of its rigid motions, of which it is
/// known beforehand that most terms do not resist them.
const ROUNDING: f64 = 1e-14;
const RIGID: f64 = 1e-13;
/// Stiffness that multipliers or accelerations give a term, against the largest of all, that is rounding.
const SOLVED_FOR: f64 = 1e-13;
/// What is left of a dependent row after elimination, relative to its size.
const RANK: f64 = 1e-9;
/// Columns of a system of rows that is looked at by its singular values.
const DENSE: usize = 200;
/// Motion x against x and ψ below which only ψ is meant: one that turns no force, or a force of rounding, and leaves all at rest.
const AT_REST: f64 = 1e-4;
/// A motion of which this is left when the ones before are taken out is a combination of them.
const SAME: f64 = 1e-7;

impl System {
    /// A basis of the motions without stiffness about a state in equilibrium, in axes that turn with `spin`; over the unknowns of
    /// motion in their own units. `length` is that of the model.
    pub fn motions_without_stiffness(
        &self,
        model: &Model,
        at: &Level,
        lambda: &[f64],
        spin: &Vec3,
        length: f64,
    ) -> Vec<Vec<f64>> {
        let motion = self.layout.motion;
        let unit = |dof: usize| if self.layout.classes[dof] == Class::Translation { length } else { 1.0 };
        let active = |(row, _): &(usize, Vec<(usize, f64)>)| self.active[*row];
        let constraints = self.constraint_rows(model, at, length).into_iter().enumerate().filter(active);
        let mut rows: Vec<Vec<(usize, f64)>> = constraints.map(|(_, row)| row).collect();
        let mut block = StageBlock::default();
        let evaluate = |t: usize, block: &mut StageBlock| {
            let (term, plan) = (model.term(t), &self.layout.terms[t]);
            block.reset_parts(plan.dofs.len(), plan.conditions, plan.parts.whole());
            for k in (0..plan.conditions).filter(|k| self.active[plan.first + k]) {
                block.lambda[k] = lambda[plan.first + k];
            }
            term.stage(at, block);
            turn_with(block, term.nodes().len(), spin);
        };
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
        let found =
            if columns <= DENSE { dense_null_space(&rows, columns, motion) } else { null_space(&rows, columns, RANK) };
        let found = found.into_iter().map(DVector::from_vec);
        let moving =
            found.map(|x| (x.rows(0, motion).into_owned(), x.norm())).filter(|(x, all)| x.norm() > AT_REST * all);
        let found = independent(moving.map(|(x, _)| x).collect());
        found.iter().map(|x| x.iter().enumerate().map(|(dof, x)| x * unit(dof)).collect()).collect()
    }
}

/// A basis of what all rows, each of unit size, leave free, by singular values: elimination along a chain loses digits. Vectors with
/// much x and with little of it, which mean ψ alone, are kept apart.
fn dense_null_space(rows: &[Vec<(usize, f64)>], columns: usize, motion: usize) -> Vec<Vec<f64>> {
    let mut all = DMatrix::zeros(rows.len().max(columns), columns);
    for (i, row) in rows.iter().enumerate() {
        let size = row.iter().map(|(_, v)| v * v).sum::<f64>().sqrt();
        row.iter().filter(|_| size > 0.0).for_each(|(c, v)| all[(i, *c)] += v / size);
    }
    // in order, it would panic on singular values that are no numbers; then by elimination
    let found = all.svd_unordered(false, true);
    if found.singular_values.iter().any(|s: &f64| s.is_nan()) {
        return null_space(rows, columns, RANK);
    }
    let vectors = found.v_t.expect("asked for");
    let is_free = |k: &usize| found.singular_values[*k] <= RANK;
    let free: Vec<_> = (0..columns).filter(is_free).map(|k| vectors.row(k).transpose()).collect();
    if free.is_empty() {
        return Vec::new();
    }
    let free = DMatrix::from_columns(&free);
    let mut moving: DMatrix<f64> = DMatrix::zeros(motion.max(free.ncols()), free.ncols());
    moving.rows_mut(0, motion).copy_from(&free.rows(0, motion));
    let apart: DMatrix<f64> = &free * moving.svd_unordered(false, true).v_t.expect("asked for").transpose();
    apart.column_iter().map(|c| c.iter().copied().collect()).collect()
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

/// A term's own unknowns, free of units: translations over the distance of its nodes.
struct Local<'a> {
    dofs: &'a [u32],
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
        Local { dofs, nodes, center, length, noise: 8.0 * f64::EPSILON * far / length, turn }
    }

    /// Unit of an unknown; scalars keep their own.
    fn size(&self, i: usize) -> f64 {
        if i < 6 * self.nodes.len() && i % 6 < 3 { self.length } else { 1.0 }
    }

    fn is_free(&self, i: usize) -> bool {
        self.dofs[i] != NONE
    }

    /// A = P [K, F]; rows and columns of what cannot move are zero.
    fn strains(&self, block: &StageBlock, held: impl Fn(usize) -> bool) -> DMatrix<f64> {
        let n = block.n;
        let mut a = DMatrix::zeros(n, n + 3 * self.nodes.len());
        for (i, j) in (0..n * n).map(|p| (p / n, p % n)).filter(|(i, j)| self.is_free(*i) && self.is_free(*j)) {
            a[(i, j)] = block.k[i * n + j] * self.size(i) * self.size(j);
        }
        // a force of rounding would, turned far enough, balance what is soft
        let least = (ROUNDING + self.noise) * a.amax();
        for node in (0..self.nodes.len()).filter(|k| self.is_free(6 * k)) {
            for (half, unit) in [(0, self.length), (3, 1.0)] {
                let row = 6 * node + half;
                let force = Vec3::from_column_slice(&block.f[row..row + 3]) * unit;
                if self.is_free(row) && force.norm() > least {
                    a.view_mut((row, n + 3 * node), (3, 3)).copy_from(&skew(&force));
                }
            }
        }
        let mut basis: Vec<DVector<f64>> = Vec::new();
        for k in (0..block.m).filter(|k| held(*k)) {
            let entry = |i: usize, _| if self.is_free(i) { block.b[k * n + i] * self.size(i) } else { 0.0 };
            basis.push(DVector::from_fn(n, entry));
        }
        for b in independent(basis) {
            let along = b.transpose() * &a;
            a -= b * along;
        }
        a
    }

    /// The turn about the axis of spin, with ψ about it, of unit size: known exactly, where a search among motions that inertia
    /// resists by parts of very different size would find it with an error.
    fn spun(&self, n: usize) -> Option<DVector<f64>> {
        let (swept, axis) = self.turn.as_ref()?;
        let mut z = DVector::zeros(n + 3 * self.nodes.len());
        for (k, v) in swept.iter().enumerate().filter(|(k, _)| self.is_free(6 * k)) {
            z.rows_mut(6 * k, 3).copy_from(&(v / self.length));
            if self.is_free(6 * k + 3) {
                z.rows_mut(6 * k + 3, 3).copy_from(axis);
            }
            z.rows_mut(n + 3 * k, 3).copy_from(axis);
        }
        (z.norm() > 0.0).then(|| z.normalize())
    }

    /// The rigid motions of its nodes, each with ψ of its own rotation, orthonormal.
    fn rigid(&self, n: usize) -> DMatrix<f64> {
        let mut z = DMatrix::zeros(n + 3 * self.nodes.len(), 6);
        for (k, x) in self.nodes.iter().enumerate().filter(|(k, _)| self.is_free(6 * k)) {
            z.view_mut((6 * k, 0), (3, 3)).copy_from(&Mat3::identity());
            // ψ × r over the length
            z.view_mut((6 * k, 3), (3, 3)).copy_from(&(skew(&(x - self.center)) * (-1.0 / self.length)));
            if self.is_free(6 * k + 3) {
                z.view_mut((6 * k + 3, 3), (3, 3)).copy_from(&Mat3::identity());
            }
            z.view_mut((n + 3 * k, 3), (3, 3)).copy_from(&Mat3::identity());
        }
        let columns = independent(z.column_iter().map(|c| c.into_owned()).filter(|c| c.norm() > 0.0).collect());
        if columns.is_empty() { DMatrix::zeros(n + 3 * self.nodes.len(), 0) } else { DMatrix::from_columns(&columns) }
    }

    /// Unit rows over (x, ψ), free of units, on which the term has stiffness.
    fn rows(&self, block: &StageBlock, held: impl Fn(usize) -> bool) -> Vec<Vec<f64>> {
        let mut a = self.strains(block, held);
        let largest = a.amax();
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
            let resisted = (&a * &rigid).svd_unordered(false, true);
            let turned = &rigid * resisted.v_t.expect("asked for").transpose();
            let unresisted = |k: &usize| resisted.singular_values[*k] <= RIGID + self.noise;
            let columns: Vec<_> =
                (0..resisted.singular_values.len()).filter(unresisted).map(|k| turned.column(k).into_owned()).collect();
            rigid = if columns.is_empty() { DMatrix::zeros(a.ncols(), 0) } else { DMatrix::from_columns(&columns) };
            a -= &a * &rigid * rigid.transpose();
        }
        if let Some(z) = spun {
            let columns: Vec<_> = std::iter::once(z).chain(rigid.column_iter().map(|c| c.into_owned())).collect();
            rigid = DMatrix::from_columns(&columns);
        }
        let strained = a.svd_unordered(false, true);
        let (values, vectors) = (strained.singular_values, strained.v_t.expect("asked for"));
        let limit = (ROUNDING + self.noise) * values.max();
        let row = |k: usize| {
            // exactly across the rigid motions, however soft this one is
            let v = vectors.row(k).transpose();
            let v = &v - &rigid * (rigid.transpose() * &v);
            let most = v.amax();
            v.iter().map(|v| if v.abs() > 1e-15 * most { *v } else { 0.0 }).collect()
        };
        (0..values.len()).filter(|k| values[*k] > limit).map(row).collect()
    }
}
