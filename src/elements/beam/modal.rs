//! Damping of chosen modes of a beam.
//!
//! The deflection of a mode is a coordinate s of the beam, seen from the frame S of its first node:
//!
//! ```text
//!   s_k = Σ_n w_kn · (Sᵀ (x_n − x_1) − Z⁰_n),   w_kn = m_n φ_kn / √(M Σ m φ_k²)
//! ```
//!
//! with nodal masses m, mode shapes φ of the beam clamped at its first node, and its mass M. A motion in mode k alone has the
//! kinetic energy ½ M ṡ_k², so the damper of ratio ζ is 2 ζ ω M. The coordinates are unknowns with one condition each, as joint
//! coordinates are: a sparse row instead of a full matrix over the beam. A rigid motion of the whole beam is not damped.

use crate::math::Vec3;
use crate::math::so3::skew;
use crate::terms::interval::{F, I, coordinates};
use crate::terms::{
    Books, Class, Interval, IntervalBlock, Level, NodeId, ScalarId, Span, StageBlock, Term, add_vector,
};

/// One mode: its damper and its weights.
#[derive(Debug, Clone)]
pub struct DampedMode {
    /// 2 ζ ω M [N·s/m]
    pub damper: f64,
    /// w_n of every node, axes of the first node
    pub weights: Vec<Vec3>,
}

/// Dampers on modes of one beam.
#[derive(Debug, Clone)]
pub struct ModalDamping {
    nodes: Vec<NodeId>,
    scalars: Vec<ScalarId>,
    modes: Vec<DampedMode>,
    /// Σ w_n · Z⁰_n of every mode
    reference: Vec<f64>,
}

impl ModalDamping {
    /// Dampers on `modes` of a beam with these nodes, whose deflections are the scalars; `start` are the places Z⁰ of the nodes
    /// seen from the first one.
    pub fn new(nodes: Vec<NodeId>, scalars: Vec<ScalarId>, modes: Vec<DampedMode>, start: &[Vec3]) -> Self {
        let reference = modes.iter().map(|m| m.weights.iter().zip(start).map(|(w, z)| w.dot(z)).sum()).collect();
        ModalDamping { nodes, scalars, modes, reference }
    }
}

impl Term for ModalDamping {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalars
    }

    fn conditions(&self) -> usize {
        self.modes.len()
    }

    fn condition(&self, k: usize) -> (Class, String) {
        (Class::Translation, format!("deflection of mode {}", k + 1))
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let (first, n) = (&at.nodes[self.nodes[0].0], out.n);
        for (k, mode) in self.modes.iter().enumerate() {
            let (col, row) = (6 * self.nodes.len() + k, k * n);
            let s = &at.scalars[self.scalars[k].0];
            out.c[k] = -self.reference[k] - s.value;
            for (id, w) in self.nodes.iter().zip(&mode.weights) {
                out.c[k] += (first.d * w).dot(&(at.nodes[id.0].x - first.x));
            }
            let mu = out.mu(k);
            out.b[row + col] = -1.0;
            for (j, (id, w)) in self.nodes.iter().zip(&mode.weights).enumerate() {
                let (a, d) = (first.d * w, at.nodes[id.0].x - first.x);
                let turn = a.cross(&d);
                for i in 0..3 {
                    out.b[row + 6 * j + i] += a[i];
                    out.b[row + i] -= a[i];
                    out.b[row + 3 + i] += turn[i];
                }
                let a_t = skew(&(mu * a));
                out.add_k(6 * j, 3, &-a_t);
                out.add_k(0, 3, &a_t);
                out.add_k(3, 6 * j, &a_t);
                out.add_k(3, 0, &-a_t);
                out.add_k(3, 3, &(skew(&d) * a_t));
            }
            for i in 0..n {
                out.f[i] += mu * out.b[row + i];
            }
            out.f[col] += mode.damper * s.rate;
            out.g[col * n + col] += mode.damper;
        }
    }

    fn condition_rates(&self, at: &Level, first_rate: &mut [f64], second: &mut [f64]) {
        let first = &at.nodes[self.nodes[0].0];
        for (k, mode) in self.modes.iter().enumerate() {
            let s = &at.scalars[self.scalars[k].0];
            (first_rate[k], second[k]) = (-s.rate, -s.acceleration);
            for (id, w) in self.nodes.iter().zip(&mode.weights) {
                let node = &at.nodes[id.0];
                let (a, d, v) = (first.d * w, node.x - first.x, node.v - first.v);
                let swept = first.omega.cross(&a);
                first_rate[k] += swept.dot(&d) + a.dot(&v);
                second[k] += (first.alpha.cross(&a) + first.omega.cross(&swept)).dot(&d)
                    + 2.0 * swept.dot(&v)
                    + a.dot(&(node.a - first.a));
            }
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        for (mode, s) in self.modes.iter().zip(&self.scalars) {
            books.damper_power -= mode.damper * at.scalars[s.0].rate.powi(2);
        }
    }

    fn defines(&self, _k: usize) -> bool {
        true
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for ModalDamping {
    /// The condition is Σ_n Σ_l w_nl d_1l·(x_n − x_1) − reference − s.
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (n, slopes) = (out.n, over.mean_slopes());
        for (k, mode) in self.modes.iter().enumerate() {
            let (col, row) = (12 * self.nodes.len() + k, k * n);
            let s = [I, F, over.from, over.to].map(|level| over.levels[level].scalars[self.scalars[k].0].value);
            out.c[k] = -self.reference[k] - s[3];
            let lambda = out.lambda[k];
            let gradient = |b: &mut [f64], first: &[Vec3; 4], at: &dyn Fn(NodeId) -> Vec3| {
                b[row + col] -= 1.0;
                for (j, (id, w)) in self.nodes.iter().zip(&mode.weights).enumerate() {
                    let (a, d) = ((0..3).map(|l| first[1 + l] * w[l]).sum::<Vec3>(), at(*id) - first[0]);
                    add_vector(b, row + 12 * j, &a);
                    add_vector(b, row, &-a);
                    for l in 0..3 {
                        add_vector(b, row + 3 + 3 * l, &(d * w[l]));
                    }
                }
            };
            let to = &over.levels[over.to].nodes;
            gradient(&mut out.b_mean, &over.mean(self.nodes[0]), &|id| over.mean(id)[0]);
            gradient(&mut out.b_to, &coordinates(&to[self.nodes[0].0]), &|id| to[id.0].x);
            for (id, w) in self.nodes.iter().zip(&mode.weights) {
                let first = &to[self.nodes[0].0];
                out.c[k] += (first.d * w).dot(&(to[id.0].x - first.x));
            }
            for i in 0..n {
                out.force[i] += lambda * out.b_mean[row + i];
            }
            for (to, slope) in out.k.iter_mut().zip(slopes).filter(|(_, s)| *s != 0.0) {
                for (j, w) in mode.weights.iter().enumerate() {
                    for (l, i) in (0..9).map(|p| (p / 3, p % 3)) {
                        let (director, value) = (3 + 3 * l + i, slope * lambda * w[l]);
                        to[(12 * j + i) * n + director] += value;
                        to[director * n + 12 * j + i] += value;
                        to[i * n + director] -= value;
                        to[director * n + i] -= value;
                    }
                }
            }
            out.works.constraints -= lambda * over.along(&self.nodes, &self.scalars, &out.b_mean[row..row + n]);
            let rate = mode.damper * over.total() / over.h;
            out.force[col] += rate * (s[1] - s[0]);
            out.k[1][col * n + col] += rate;
            out.works.dampers -= rate * (s[1] - s[0]) * (s[3] - s[2]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::check::{Noise, Sample, check_interval, check_objective, check_stage};

    #[test]
    fn tangents_agree_with_differences_and_a_rigid_motion_is_not_seen() {
        let mut noise = Noise(3);
        let mut mode = || DampedMode { damper: 0.7, weights: (0..4).map(|_| noise.vector()).collect() };
        let modes = vec![mode(), mode()];
        let start = vec![Vec3::zeros(), Vec3::x(), 2.0 * Vec3::x(), 3.0 * Vec3::x()];
        let damping = ModalDamping::new((0..4).map(NodeId).collect(), vec![ScalarId(0), ScalarId(1)], modes, &start);
        let sample = Sample::random(2, 4, 2, vec![]);
        assert!(check_stage(&damping, &sample) < 1e-8);
        assert!(check_objective(&damping, &sample) < 1e-12);
        let over = check_interval(&damping, [4, 5, 6].map(|seed| Sample::random(seed, 4, 2, vec![])));
        assert!(over.work < 1e-12 && over.limit < 1e-12 && over.tangent < 1e-8, "{over:?}");
    }
}
