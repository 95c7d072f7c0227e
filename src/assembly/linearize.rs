//! The equations of motion linearised about a static or a steadily rotating state, on the pattern of the system.
//!
//! | symbol | name |
//! |---|---|
//! | Ω, T = Ω̃ | `spin` of the whole system, inertial components [rad/s], and its skew matrix |
//! | η, ψ | small translation and rotation of a node, in axes that turn with Ω and coincide with the inertial ones now |
//! | M, G, K, B | tangents of the terms: ∂f/∂a, ∂f/∂v, ∂(f + Bᵀλ)/∂q, ∂C/∂q |
//!
//! With x = x₀ + Q η, R = Q exp(ψ̃) R₀ and Q̇ = T Q the perturbations that the terms see are, at Q = I,
//!
//! ```text
//!   δx = η    δv = η' + T η    δa = η'' + 2 T η' + T T η
//!   δθ = ψ    δω = ψ'          δα = ψ'' + T ψ'
//! ```
//!
//! (ω = Ω in every node, so the terms T ψ of δθ' and Ω × ψ of δω cancel). Collected by η, η', η'':
//!
//! ```text
//!   M_r = M,   G_r = G + M diag(2T, T),   K_r = K + G diag(T, 0) + M diag(TT, 0)
//!
//!   M_r q'' + G_r q' + K_r q + Bᵀ μ = 0,   B q = 0
//! ```
//!
//! Joint coordinates are relative and see no spin. K holds the stiffness of the multipliers λ of the state.

use super::layout::NONE;
use super::system::System;
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::terms::{Level, StageBlock, Term};

/// Values on the pattern of the system. Rows and columns of motion hold M_r, G_r, K_r; `k` holds B and Bᵀ of the active
/// conditions too, and 1 on the diagonal of the others, whose multipliers are zero.
#[derive(Debug, Clone, PartialEq)]
pub struct Linearized {
    /// M_r
    pub m: Vec<f64>,
    /// G_r
    pub g: Vec<f64>,
    /// K_r, B, Bᵀ
    pub k: Vec<f64>,
}

impl System {
    /// Linearise at `at` with the multipliers `lambda`, in axes that turn with `spin`.
    pub fn linearize(&self, model: &Model, at: &Level, lambda: &[f64], spin: &Vec3) -> Linearized {
        let zero = vec![0.0; self.layout.row_idx.len()];
        let mut out = Linearized { m: zero.clone(), g: zero.clone(), k: zero };
        let mut block = StageBlock::default();
        for t in 0..model.term_count() {
            let (term, plan) = (model.term(t), &self.layout.terms[t]);
            block.reset_parts(plan.dofs.len(), plan.conditions, plan.parts.whole());
            for k in (0..plan.conditions).filter(|k| self.active[plan.first + k]) {
                block.lambda[k] = lambda[plan.first + k];
            }
            term.stage(at, &mut block);
            turn_with(&mut block, term, spin);
            for (p, &place) in plan.k.iter().enumerate().filter(|(_, place)| **place != NONE) {
                out.m[place as usize] += block.mass[p];
                out.g[place as usize] += block.g[p];
                out.k[place as usize] += block.k[p];
            }
            let n = block.n;
            for p in (0..plan.conditions * n).filter(|p| self.active[plan.first + p / n] && plan.b[*p] != NONE) {
                out.k[plan.b[p] as usize] += block.b[p];
                out.k[plan.bt[p] as usize] += block.b[p];
            }
        }
        for k in (0..self.active.len()).filter(|&k| !self.active[k]) {
            out.k[self.layout.diagonal[self.layout.motion + k] as usize] = 1.0;
        }
        out
    }
}

/// K += G diag(T, 0) + M diag(TT, 0), then G += M diag(2T, T), node by node.
pub(super) fn turn_with(block: &mut StageBlock, term: &dyn Term, spin: &Vec3) {
    if *spin == Vec3::zeros() {
        return;
    }
    let (n, t) = (block.n, skew(spin));
    for node in 0..term.nodes().len() {
        let (x, r) = (term.width() * node, term.width() * node + 3);
        add_columns(&mut block.k, &block.g, n, x, &t);
        add_columns(&mut block.k, &block.mass, n, x, &(t * t));
        add_columns(&mut block.g, &block.mass, n, x, &(t * 2.0));
        if term.width() == 6 {
            add_columns(&mut block.g, &block.mass, n, r, &t);
        }
    }
}

/// to[:, col..col+3] += from[:, col..col+3] T, row-major with `n` columns.
fn add_columns(to: &mut [f64], from: &[f64], n: usize, col: usize, t: &Mat3) {
    for (to, from) in to.chunks_exact_mut(n).zip(from.chunks_exact(n)) {
        for j in 0..3 {
            to[col + j] += (0..3).map(|i| from[col + i] * t[(i, j)]).sum::<f64>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::so3;
    use crate::model::NodeKind;
    use crate::state::State;
    use crate::terms::Motion;

    /// Motion of a node at time t: turning with the spin about a point, with a small η(t) = η₀ + t η₁ + ½t² η₂ and a ψ
    /// alike in the turning axes. Velocities and accelerations by central differences of places.
    fn moved(start: &Motion, center: &Vec3, spin: &Vec3, small: &[Vec3; 6]) -> Motion {
        let place = |t: f64| {
            let q = so3::exp(&(t * spin));
            let at = |k: usize| small[k] + t * small[k + 1] + 0.5 * t * t * small[k + 2];
            (center + q * (start.x - center + at(0)), q * so3::exp(&at(3)) * start.rotation)
        };
        // a step that balances truncation h² and rounding ε/h²
        let h = 2e-4;
        let ((x_m, r_m), (x, r), (x_p, r_p)) = (place(-h), place(0.0), place(h));
        let mut node = Motion::at(x, r);
        node.v = (x_p - x_m) / (2.0 * h);
        node.a = (x_p - 2.0 * x + x_m) / (h * h);
        // θ(±h) of R(±h) R(0)ᵀ = ±hω + ½h²α to the order of the differences
        let (forth, back) = (so3::log(&(r_p * r.inverse())), so3::log(&(r_m * r.inverse())));
        node.omega = (forth - back) / (2.0 * h);
        node.alpha = (forth + back) / (h * h);
        node
    }

    #[test]
    fn forces_of_a_small_motion_in_turning_axes_are_what_the_matrices_say() {
        let mut model = Model::new();
        let node =
            model.add_node("body", NodeKind::Free, Vec3::new(0.4, -0.2, 0.3), so3::exp(&Vec3::new(0.3, 0.1, -0.5)));
        let inertia = Mat3::new(0.65, -0.06, 0.039, -0.06, 0.42, -0.193, 0.039, -0.193, 0.594);
        model.add_rigid_body("body", node.unwrap(), 1.8, Vec3::new(0.1, -0.4, 0.3), inertia).unwrap();
        let (system, spin, center) = (System::new(&model), Vec3::new(0.7, -1.1, 1.9), Vec3::new(0.5, 0.6, -0.4));
        let mut state = State::reference(&model, 0.0);
        let start = state.nodes[0];
        let force = |state: &State| {
            let mut block = StageBlock::default();
            block.reset(6, 0);
            model.term(0).stage(&state.level(&model, &[], 1.0), &mut block);
            block.f
        };
        state.nodes[0].v = spin.cross(&(start.x - center));
        state.nodes[0].a = spin.cross(&state.nodes[0].v);
        state.nodes[0].omega = spin;
        let linear = system.linearize(&model, &state.level(&model, &[], 1.0), &[], &spin);
        // columns of the pattern are full: value (row, col) at 6 col + row
        let times = |values: &[f64], row: usize, a: &Vec3, b: &Vec3| {
            (0..3).map(|j| values[6 * j + row] * a[j] + values[6 * (j + 3) + row] * b[j]).sum::<f64>()
        };
        let mut noise = crate::terms::check::Noise(3);
        let unit: [Vec3; 6] = std::array::from_fn(|_| noise.vector());
        let eps = 1e-3;
        let mut at = |size: f64| {
            state.nodes[0] = moved(&start, &center, &spin, &unit.map(|u| u * size));
            force(&state)
        };
        let (plus, minus) = (at(eps), at(-eps));
        for row in 0..6 {
            let expected = times(&linear.k, row, &unit[0], &unit[3])
                + times(&linear.g, row, &unit[1], &unit[4])
                + times(&linear.m, row, &unit[2], &unit[5]);
            let difference = (plus[row] - minus[row]) / (2.0 * eps);
            // ε² of the difference in size, h² and ε/h²/size of those in time
            assert!((difference - expected).abs() < 3e-5, "row {row}: {difference} {expected}");
        }
    }
}
