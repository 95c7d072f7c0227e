//! What the state at hand is the equilibrium of.
//!
//! Of the forces at the start, those of elements f, of loads p and of the spin z, the part that no reaction of a joint can take is
//!
//! ```text
//!   | D  Bᵀ | | y |   | −f |
//!   | B  0  | | λ | = |  0 |        D: 1/L² of translations, 1 of rotations        and so for p and z
//! ```
//!
//! and the factors ℓ of the loads and w of Ω² that the state fits best are those of least |y_f + ℓ y_p + w y_z|. An equilibrium
//! that was found before is met exactly if only the size of the loads or of the spin has changed; the unloaded model has ℓ = w = 0.
//! λ is what the joints then carry.
//!
//! A mechanism of rigid parts has f = 0, and so has any state that reactions alone hold: there the multipliers at hand tell. If
//! f + Bᵀλ + ℓ p + w z = 0 holds with them, ℓ and w are the factors.

use super::super::Workspace;
use super::super::initial::Projection;
use super::Spin;
use crate::error::Result;
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::state::State;

/// Squared sine of the angle between the forces of loads and those of the spin below which they are told apart no more.
const PARALLEL: f64 = 1e-6;
/// What is left of forces when reactions take them, relative to them, that counts as nothing.
const NOTHING: f64 = 1e-11;
/// So little of each multiplier is taken off where conditions depend on each other.
const RELAX: f64 = 1e-9;

/// Factors of the loads and of Ω², and what the multipliers are per unit of them.
pub struct Estimate {
    pub factors: [f64; 2],
    per_unit: [Vec<f64>; 2],
}

impl Estimate {
    /// Growth of the multipliers up to `load` times the loads and the whole spin, if nothing moves.
    pub fn growth(&self, load: f64) -> Vec<f64> {
        let more = [load - self.factors[0], 1.0 - self.factors[1]];
        self.per_unit[0].iter().zip(&self.per_unit[1]).map(|(a, b)| more[0] * a + more[1] * b).collect()
    }
}

/// What may be left of f + Bᵀλ + ℓ p + w z, relative to the largest part, if the multipliers at hand belong to the state.
const HELD: f64 = 1e-8;

/// Find the factors, and give the state the multipliers that belong to them.
pub fn estimate(model: &Model, state: &mut State, work: &mut Workspace, spin: &Spin) -> Estimate {
    let count = state.multipliers.len();
    let own = held(model, state, work, spin);
    match shares(model, state, work, spin) {
        Ok([inner, loads, turning]) => {
            let metric = Projection::weights(work.length, RELAX).diagonal;
            let factors = own.unwrap_or_else(|| fit(work, metric, [&inner, &loads, &turning]));
            let motion = work.system.layout.motion;
            let scale = Projection::weights(work.length, RELAX);
            let part = |share: &[f64], k: usize| work.system.layout.scale_of(scale.scale, k) * share[motion + k];
            let active = |k: usize| if work.system.active[k] { 1.0 } else { 0.0 };
            let multipliers = |share: &[f64]| (0..count).map(|k| active(k) * part(share, k)).collect::<Vec<f64>>();
            let [own, per_load, per_spin] = [&inner, &loads, &turning].map(|share| multipliers(share));
            for (k, lambda) in state.multipliers.iter_mut().enumerate() {
                *lambda = own[k] + factors[0] * per_load[k] + factors[1] * per_spin[k];
            }
            Estimate { factors, per_unit: [per_load, per_spin] }
        }
        // joints in a position in which nothing can be told: from an unloaded model
        Err(_) => Estimate { factors: [0.0; 2], per_unit: [vec![0.0; count], vec![0.0; count]] },
    }
}

/// The factors with which the multipliers at hand hold the state, if they do.
fn held(model: &Model, state: &State, work: &mut Workspace, spin: &Spin) -> Option<[f64; 2]> {
    let [inner, loads, turning] = forces(model, state, work, spin, &state.multipliers);
    // moments over the length count as forces
    let metric = [work.length * work.length, 1.0];
    let factors = fit(work, metric, [&inner, &loads, &turning]);
    let layout = &work.system.layout;
    let size = |v: &dyn Fn(usize) -> f64| {
        let unit = |i: usize| if layout.classes[i] == crate::terms::Class::Rotation { 1.0 } else { work.length };
        (0..layout.motion).map(|i| (v(i) * unit(i)).abs()).fold(0.0_f64, f64::max)
    };
    let left = size(&|i| inner[i] + factors[0] * loads[i] + factors[1] * turning[i]);
    let parts = size(&|i| factors[0] * loads[i]).max(size(&|i| factors[1] * turning[i]));
    let whole = size(&|i| loads[i]).max(size(&|i| turning[i]));
    (parts > NOTHING.sqrt() * whole && left <= HELD * parts).then_some(factors)
}

/// Forces of elements with these multipliers, of loads and of the spin.
fn forces(model: &Model, state: &State, work: &mut Workspace, spin: &Spin, lambda: &[f64]) -> [Vec<f64>; 3] {
    let weights = Projection::weights(work.length, RELAX);
    work.charts.fill(Mat3::identity());
    let mut turning = state.clone();
    if spin.omega != Vec3::zeros() {
        spin.impose(model, &work.system, &mut turning);
    }
    let Workspace { system, functions, charts, .. } = &mut *work;
    system.assemble(model, &state.level(model, functions, 0.0), lambda, &weights, charts);
    let inner = system.rhs.clone();
    let mut more = |state: &State, load: f64| -> Vec<f64> {
        system.assemble_right(model, &state.level(model, functions, load), lambda, &weights);
        system.rhs.iter().zip(&inner).map(|(all, own)| all - own).collect()
    };
    let [loads, turning] = [more(state, 1.0), more(&turning, 0.0)];
    [inner, loads, turning]
}

/// (y, λ) of elements, of loads and of the spin.
fn shares(model: &Model, state: &State, work: &mut Workspace, spin: &Spin) -> Result<[Vec<f64>; 3]> {
    let nothing = vec![0.0; state.multipliers.len()];
    let [inner, loads, turning] = forces(model, state, work, spin, &nothing);
    let motion = work.system.layout.motion;
    let mut right = vec![0.0; inner.len()];
    work.lu.factor(&work.system.values)?;
    let mut shares = [inner, loads, turning];
    for share in &mut shares {
        share[motion..].fill(0.0);
        work.lu.solve_factored(&work.system.values, share, &mut right)?;
    }
    Ok(shares)
}

/// With a metric of translations and rotations, the factors of least |y_f + ℓ y_p + w y_z|, w not negative.
fn fit(work: &Workspace, metric: [f64; 2], shares: [&[f64]; 3]) -> [f64; 2] {
    let layout = &work.system.layout;
    let weight = |i: usize| metric[usize::from(layout.classes[i] == crate::terms::Class::Rotation)];
    let product = |a: &[f64], b: &[f64]| (0..layout.motion).map(|i| weight(i) * a[i] * b[i]).sum::<f64>();
    let [f, p, z] = shares;
    let (ff, pp, zz) = (product(f, f), product(p, p), product(z, z));
    let (fp, fz, pz) = (product(f, p), product(f, z), product(p, z));
    if ff <= NOTHING * NOTHING * pp.max(zz) {
        return [0.0, 0.0];
    }
    let load = if pp > 0.0 { -fp / pp } else { 0.0 };
    let turn = if zz > 0.0 { (-fz / zz).max(0.0) } else { 0.0 };
    let sine = pp * zz - pz * pz;
    if pp == 0.0 || zz == 0.0 {
        return [load, turn];
    }
    if sine <= PARALLEL * pp * zz {
        let both = (-(fp + fz) / (pp + 2.0 * pz + zz).max(f64::MIN_POSITIVE)).max(0.0);
        return [both, both];
    }
    let (l, w) = ((pz * fz - zz * fp) / sine, (pz * fp - pp * fz) / sine);
    if w < 0.0 { [load, 0.0] } else { [l, w] }
}
