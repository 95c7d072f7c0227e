//! Neutral motions: those that no term resists, such as a wheel about its axle, a round rod about itself, a shaft that is free to
//! turn.
//!
//! The tangent is singular along them, and their eigenvalues are zero or rounding of either sign. They are told by the terms, one by
//! one (`assembly::stiffness_free`), not by the size of an eigenvalue. Where no force acts along them either, the equilibrium is
//! one of many alike, and that is taken from which nothing moved along them:
//!
//! ```text
//!   (K + ε D) δ = −(I − D Z Zᵀ) F,     δ ← (I − Z Zᵀ D) δ          Zᵀ D Z = I, ε = 1e-11
//! ```
//!
//! A hinge that carries a load along its axis turns its reactions with the motion, K Z + Bᵀν = 0: rounding of F, which comes back 1/ε
//! times as large along Z, has those multipliers with it, and they are taken out too.
//!
//! On all other motions ε D is next to nothing, and the number of negative eigenvalues leaves neutral motions out. A rotor that
//! spins is held about the axis of its spin whatever moment acts there, as a drive at constant speed would.

use super::super::without_stiffness::About;
use super::bench::Bench;
use super::explain;
use crate::assembly::System;
use crate::error::Result;
use crate::math::Vec3;
use crate::state::State;
use crate::terms::{Class, STATIONS};
use nalgebra::DMatrix;

/// Stiffness of the softest motion, over the mean one D, below which neutral ones are looked for. A gate, no verdict: what it lets through
/// is judged by [`NO_STIFFNESS`] and [`RESOLVED`], and a wider gate costs a search. Its value is from the doors and shafts of the tests.
const SOFT: f64 = 1e-4;
/// Stiffness zᵀKz of a neutral motion, relative to D, and the opening |Bz| of a joint by the spin.
const NO_STIFFNESS: f64 = 1e-10;
const NO_MOTION: f64 = 1e-9;
/// xᵀK x against what rounding and forces that are left make of it, above which it is the stiffness of x.
const RESOLVED: f64 = 32.0;
/// Asymmetry of the tangent of a term, relative to its largest entry, that is rounding.
const POTENTIAL: f64 = 1e-10;
/// A motion of which this is left when those before are taken out is a combination of them.
const SAME: f64 = 1e-7;
/// How often the rounding of one force may be in the sum along a motion.
const SEVERAL: f64 = 64.0;

/// A basis of neutral motions Z, ZᵀDZ = I, over the unknowns of motion.
#[derive(Debug, Clone, Default)]
pub struct Neutral {
    basis: Vec<Vec<f64>>,
    /// (Z; ν) as the last factors have them; none before [`Neutral::complete`]
    complete: Vec<Vec<f64>>,
    /// is the first one the spin itself, which is held whatever acts along it?
    spinning: bool,
    /// was there nothing without stiffness, with or without a force along it?
    pub all_stiff: bool,
}

impl Neutral {
    /// These motions, with their multipliers, ZᵀDZ = I.
    pub fn along(motions: &[Vec<f64>], motion: usize) -> Self {
        let basis = motions.iter().map(|z| z[..motion].to_vec()).collect();
        Neutral { basis, complete: motions.to_vec(), ..Neutral::default() }
    }

    pub fn count(&self) -> usize {
        self.basis.len()
    }

    /// Each of them.
    pub fn motions(&self) -> impl Iterator<Item = &Vec<f64>> {
        self.basis.iter()
    }

    /// F ← (I − D Z Zᵀ) F.
    pub fn take_out_of_forces(&self, bench: &Bench, forces: &mut [f64]) {
        for z in &self.basis {
            take_out_force(bench, z, forces);
        }
    }

    /// Without the moment about the axis of spin, which is held.
    pub fn take_out_of_spin(&self, bench: &Bench, forces: &mut [f64]) {
        if self.spinning {
            take_out_force(bench, &self.basis[0], forces);
        }
    }

    /// D z of each, over all `size` unknowns of the system.
    pub fn pushes(&self, bench: &Bench, size: usize) -> Vec<Vec<f64>> {
        let push = |z: &Vec<f64>| {
            let mut push = z.clone();
            bench.weigh(&mut push);
            push.resize(size, 0.0);
            push
        };
        self.basis.iter().map(push).collect()
    }

    /// δ ← (I − Z Zᵀ D) δ; multipliers, where they follow the motion, without those of Z.
    pub fn take_out_of_motion(&self, bench: &Bench, x: &mut [f64]) {
        for (k, z) in self.basis.iter().enumerate() {
            let along = bench.weighted(z, x);
            self.complete.get(k).unwrap_or(z).iter().zip(&mut *x).for_each(|(z, x)| *x -= along * z);
        }
    }

    /// (Z; ν) by the last factors, those of K + `held`: [K + held, Bᵀ; B, 0] (z; ν) = (held z; 0). Rounding adds the others to each
    /// solution, and they are taken out again. On the way to equilibrium they differ from Z by as much as forces are not in balance.
    pub fn complete(&mut self, bench: &mut Bench, held: &[f64]) -> Result<()> {
        let (size, count) = (bench.work.system.layout.size, self.basis.len());
        let mut right = vec![0.0; size];
        let mut solutions = Vec::with_capacity(count);
        for z in &self.basis {
            let mut x: Vec<f64> = z.iter().zip(held).map(|(z, held)| z * held).collect();
            x.resize(size, 0.0);
            bench.work.lu.solve_factored(&bench.work.system.values, &mut x, &mut right)?;
            solutions.push(x);
        }
        let shares = DMatrix::from_fn(count, count, |j, k| bench.weighted(&self.basis[j], &solutions[k]));
        let Some(inverse) = shares.try_inverse() else { return Ok(()) };
        let whole = |k: usize| {
            let own = |i: usize| (0..count).map(|j| solutions[j][i] * inverse[(j, k)]).sum::<f64>();
            (0..size).map(own).collect()
        };
        self.complete = (0..count).map(whole).collect();
        Ok(())
    }

    /// The neutral motions at (q, λ; s) along which no force acts, of the system that was assembled last there; none if a force
    /// acts along one of them, for then it is no equilibrium however the others are held.
    pub fn find(bench: &Bench, state: &State, s: f64) -> Result<Self> {
        let motion = bench.work.system.layout.motion;
        let mut found = Neutral::default();
        if let Some(z) = spin(bench, state).filter(|z| bench.stiffness_along(z).abs() <= NO_STIFFNESS * bench.metric(z))
        {
            found.spinning = found.add(bench, z);
        }
        let system = &bench.work.system;
        let rounding = bench.rounding_of_forces(state);
        let is_moved = |z: &[f64]| {
            let along: f64 = z.iter().zip(&system.rhs[..motion]).map(|(z, f)| z * f).sum();
            let limit: f64 = z.iter().zip(&rounding).map(|(z, f)| z.abs() * f).sum();
            along.abs() > SEVERAL * limit
        };
        // on the way to equilibrium, forces that are left have a stiffness of their own
        let is_stiff = |z: &[f64]| bench.resistance(state, s, z).is_certain();
        let first = usize::from(found.spinning);
        // one that is moved is enough to know; but not the spin itself, whatever acts along it
        let mut forces = system.rhs[..motion].to_vec();
        found.take_out_of_forces(bench, &mut forces);
        let moves = std::cell::Cell::new(false);
        let is_enough = |z: &[f64]| {
            let (mut z, size) = (z.to_vec(), bench.metric(z));
            found.take_out_of_motion(bench, &mut z);
            moves.set(bench.metric(&z) > SAME * SAME * size && is_moved(&z));
            moves.get()
        };
        let free = bench.without_stiffness_until(state, s, &forces, &is_enough)?;
        found.all_stiff = free.is_empty() && first == 0;
        for z in free {
            found.add(bench, z);
        }
        if moves.get() || found.basis[first..].iter().any(|z| is_moved(z) || is_stiff(z)) {
            found.basis.truncate(first);
        }
        Ok(found)
    }

    /// Add a motion to the basis; false if it is a combination of those there.
    fn add(&mut self, bench: &Bench, mut z: Vec<f64>) -> bool {
        let size = bench.metric(&z).sqrt();
        for _ in 0..2 {
            self.take_out_of_motion(bench, &mut z);
        }
        let left = bench.metric(&z).sqrt();
        if left.is_nan() || left <= SAME * size {
            return false;
        }
        z.iter_mut().for_each(|v| *v /= left);
        self.basis.push(z);
        true
    }
}

fn take_out_force(bench: &Bench, z: &[f64], forces: &mut [f64]) {
    let along: f64 = z.iter().zip(&*forces).map(|(z, f)| z * f).sum();
    let mut push = z.to_vec();
    bench.weigh(&mut push);
    push.iter().zip(forces).for_each(|(push, f)| *f -= along * push);
}

/// The turn of the whole model about the axis of spin, if its joints allow it.
fn spin(bench: &Bench, state: &State) -> Option<Vec<f64>> {
    let omega = bench.spin_now();
    let rate = omega.norm();
    if rate == 0.0 {
        return None;
    }
    let (layout, axis) = (&bench.work.system.layout, omega / rate);
    let mut z = vec![0.0; layout.motion];
    let mut put = |dofs: &[u32], v: Vec3| {
        dofs.iter()
            .zip(v.iter())
            .filter(|(dof, _)| **dof != crate::assembly::NONE)
            .for_each(|(dof, v)| z[*dof as usize] = *v);
    };
    for (node, dofs) in state.nodes.iter().zip(&layout.nodes).filter(|(_, dofs)| dofs[0] != crate::assembly::NONE) {
        put(&dofs[..3], axis.cross(&(node.x - bench.spin.about)));
        put(&dofs[3..], axis);
    }
    // the rates that the spin gives joint coordinates
    for (scalar, dof) in state.scalars.iter().zip(&layout.scalars) {
        z[*dof as usize] = scalar.rate / rate;
    }
    let opened = bench.opening_along(&z);
    (opened <= NO_MOTION).then_some(z)
}

/// Is some motion so much softer than the others, by the last factors, that nothing may resist it?
///
/// x = K⁻¹ D n with any n is next to the softest motion. If that is one without stiffness, K x is no more than its rounding and the
/// turn of what is left of the forces, ψ × F; where xᵀK x is more than both could make it, no such motion is there.
pub fn is_soft(bench: &mut Bench, state: &State, s: f64) -> bool {
    let size = bench.work.system.layout.size;
    let mut x = bench.any_motion(0);
    let whole = bench.metric(&x).sqrt();
    bench.weigh(&mut x);
    let mut right = vec![0.0; size];
    let solved = bench.work.lu.solve_factored(&bench.work.system.values, &mut x, &mut right);
    // without springs D says little, and loads say more
    let stiff = bench.work.scales.of_stiffness(bench.work.length)[1];
    let moved = SOFT * (bench.largest_moment() / stiff).max(1.0) * bench.metric(&x).sqrt();
    if solved.is_ok() && moved <= whole {
        return false;
    }
    solved.is_err() || !bench.resistance(state, s, &x).is_certain()
}

/// Stiffness along a motion of unit size.
pub struct Resistance {
    /// zᵀK z
    stiffness: f64,
    /// what rounding and forces that are left make of it
    unresolved: f64,
    /// a term that holds its shape, that the motion strains and whose stiffness is lost in rounding
    pub lost: Option<usize>,
}

impl Resistance {
    /// Is there a stiffness beyond doubt?
    pub fn is_certain(&self) -> bool {
        self.stiffness.abs() > RESOLVED * self.unresolved
    }
}

impl Bench<'_> {
    /// A basis of the motions that no term resists at (q, λ; s), whether or not a force acts along them.
    pub fn without_stiffness(&self, state: &State, s: f64) -> Result<Vec<Vec<f64>>> {
        self.without_stiffness_until(state, s, &[], &|_| false)
    }

    /// Does no term resist some motion at (q, λ; s)? Err where that cannot be told.
    pub fn has_free_motion(&self, state: &State, s: f64) -> Result<bool> {
        let is_free = |z: &[f64]| !self.resistance(state, s, z).is_certain();
        let mut found = self.without_stiffness_until(state, s, &[], &is_free)?;
        found.retain(|z| is_free(z));
        self.require_resolved(state, s, found.iter())?;
        Ok(!found.is_empty())
    }

    /// Err if one of these motions, which look free, strains a term whose stiffness is lost in rounding.
    pub fn require_resolved<'z>(
        &self,
        state: &State,
        s: f64,
        mut motions: impl Iterator<Item = &'z Vec<f64>>,
    ) -> Result<()> {
        match motions.find_map(|z| self.resistance(state, s, z).lost) {
            Some(term) => Err(explain::lost_in_rounding(self.model, state.time, term)),
            None => Ok(()),
        }
    }

    /// The same, beginning along these forces and ending at a motion that is enough.
    fn without_stiffness_until(
        &self,
        state: &State,
        s: f64,
        forces: &[f64],
        is_enough: &dyn Fn(&[f64]) -> bool,
    ) -> Result<Vec<Vec<f64>>> {
        let at = state.level(self.model, &self.work.functions, self.course.factors(s)[0]);
        let (system, length) = (&self.work.system, self.work.length);
        let (multipliers, spin) = (&state.multipliers, self.weights.spin);
        About { model: self.model, system, at: &at, multipliers, spin, length }.motions_until(forces, is_enough)
    }

    /// Has the force of every term at (q, λ; s) a potential?
    pub fn is_conservative(&self, state: &State, s: f64) -> bool {
        let at = state.level(self.model, &self.work.functions, self.course.factors(s)[0]);
        let (system, length) = (&self.work.system, self.work.length);
        system.lack_of_potential(self.model, &at, &state.multipliers, &self.weights.spin, length) <= POTENTIAL
    }

    /// Stiffness along z at (q, λ; s), and what is not certain of it: rounding, ε of the largest force turned by z, and ψ × F.
    pub fn resistance(&self, state: &State, s: f64, z: &[f64]) -> Resistance {
        let System { layout, rhs, .. } = &self.work.system;
        let size = (0..layout.motion).fold(0.0_f64, |most, i| most.max(z[i].abs() * self.unit(i)));
        let mut z: Vec<f64> = z[..layout.motion].iter().map(|z| z / size).collect();
        z.resize(layout.size, 0.0);
        let moved = STATIONS.map(|by| {
            let mut moved = state.clone();
            self.shift(&mut moved, &z, by);
            moved.nodes
        });
        let at = state.level(self.model, &self.work.functions, self.course.factors(s)[0]);
        let about = (&at, &state.multipliers[..], &self.weights.spin);
        let nodes = moved.each_ref().map(|nodes| &nodes[..]);
        let (along, strained) = self.work.system.stiffness_along(self.model, about, &z, nodes);
        // what was not in balance at the start is taken off the right-hand side, and turns all the same
        let start = |i: usize| self.imbalance.get(i).map_or(0.0, |f| f.abs());
        let left: f64 = (0..layout.motion).map(|i| (rhs[i].abs() + start(i)) * z[i].abs()).sum();
        let unresolved = along.noise + left + f64::EPSILON * self.largest_moment();
        let lost = strained.filter(|_| along.material <= RESOLVED * along.noise);
        Resistance { stiffness: along.stiffness(), unresolved, lost }
    }

    /// The largest force of a term times the length of the model, or its largest moment.
    pub fn largest_moment(&self) -> f64 {
        let [force, moment] = self.work.system.reference;
        (force * self.work.length).max(moment)
    }

    /// zᵀK z of the matrix that was assembled last.
    pub fn stiffness_along(&self, z: &[f64]) -> f64 {
        let System { layout, values, .. } = &self.work.system;
        let column = |col: usize| {
            let rows = (layout.col_ptr[col]..layout.col_ptr[col + 1]).filter(|p| layout.row_idx[*p] < layout.motion);
            z[col] * rows.map(|p| values[p] * z[layout.row_idx[p]]).sum::<f64>()
        };
        (0..layout.motion).map(column).sum()
    }

    /// Largest |B z| of a constraint, over the length of the model or 1 rad, per size of z in the same units.
    pub fn opening_along(&self, z: &[f64]) -> f64 {
        let System { layout, values, .. } = &self.work.system;
        let mut opened = vec![0.0; layout.size];
        let mut passed = vec![0.0; layout.size];
        for col in 0..layout.motion {
            for p in (layout.col_ptr[col]..layout.col_ptr[col + 1]).filter(|p| layout.row_idx[*p] >= layout.motion) {
                opened[layout.row_idx[p]] += values[p] * z[col];
                passed[layout.row_idx[p]] += (values[p] * self.length_of(col)).abs();
            }
        }
        let relative = |k: usize| if passed[k] > 0.0 { opened[k].abs() / passed[k] } else { 0.0 };
        (layout.motion..layout.size)
            .filter(|k| self.work.system.active[k - layout.motion])
            .map(relative)
            .fold(0.0, f64::max)
    }

    /// Rounding of the force on each unknown of motion: ε (|K| |x| + D |x| + |Bᵀ| |λ|), positions as large as the model. D, because
    /// multipliers come out of a system of that size: a wheel that nothing loads has such forces of its bearing.
    pub fn rounding_of_forces(&self, state: &State) -> Vec<f64> {
        let System { layout, values, .. } = &self.work.system;
        let mut force: Vec<f64> =
            (0..layout.motion).map(|i| f64::EPSILON * self.stiffness(i) * self.length_of(i)).collect();
        for col in 0..layout.size {
            let size = match col.checked_sub(layout.motion) {
                None if layout.classes[col] == Class::Translation => self.work.length,
                None => 1.0,
                Some(k) => state.multipliers[k].abs() / layout.scale_of(self.weights.scale, k),
            };
            for p in (layout.col_ptr[col]..layout.col_ptr[col + 1]).filter(|p| layout.row_idx[*p] < layout.motion) {
                force[layout.row_idx[p]] += f64::EPSILON * values[p].abs() * size;
            }
        }
        force
    }
}
