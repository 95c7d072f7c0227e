//! Deflections of a beam in its modes, for dampers on chosen modes.
//!
//! With the nodal masses M_n (6 × 6) and the mode shape (φ_n, ψ_n), translations and rotations of the beam clamped at its first
//! node, the deflection in a mode is the mass-weighted projection on its shape, seen from the frame S of the first node:
//!
//! ```text
//!   s = Σ_n w_n · (Sᵀ (x_n − x_1) − Z⁰_n) + τ_n · ϑ_n,     (w_n; τ_n) = M_n (φ_n; ψ_n) / √(M φᵀMφ)
//!   ϑ_n = ½ vee(P_n − P_nᵀ),     P_n = Sᵀ R_n Q_nᵀ,     Q_n = Sᵀ R_n in the reference configuration
//! ```
//!
//! M is the mass of the beam, so that s is in metres and a motion in the mode alone has the kinetic energy ½ M ṡ². A damper
//! 2 ζ ω M on s is the damping matrix 2 ζ ω (Mφ)(Mφ)ᵀ/φᵀMφ: ζ for this mode and, by orthogonality, nothing for any other. Both
//! measures are products of two of the coordinates (x, d), so that s is at most quadratic in them; a rigid motion of the whole beam is
//! not seen. ϑ is the sine of an angle: a section that has turned by 90° against the first node no longer feels the damper, which is
//! far beyond small vibrations about the reference configuration, what modes are meant for.
//!
//! The deflections are unknowns, each with one condition, as joint coordinates are. Such a row meets every node of the beam; what
//! would make the system full is left out: the penalty of these conditions, and their part of K, which turns the damping force with
//! the beam. That part vanishes with the damping force, so statics and modes are exact without it; in a step it is smaller than the
//! rest of the iteration matrix by ζ times the deflection over the length, which Newton's method does not notice.

use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::interval::coordinates;
use crate::terms::{Class, Interval, IntervalBlock, Level, Motion, NodeId, Parts, ScalarId, Span, StageBlock, Term};

/// One mode: w and τ of every node in the axes of the first one.
#[derive(Debug, Clone)]
pub struct ModeWeights {
    /// its number, from 1
    pub number: usize,
    /// w_n [1]
    pub force: Vec<Vec3>,
    /// τ_n [m]
    pub moment: Vec<Vec3>,
}

/// Deflections of one beam in some of its modes.
#[derive(Debug, Clone)]
pub struct ModalDeflections {
    nodes: Vec<NodeId>,
    scalars: Vec<ScalarId>,
    /// numbers of the modes
    numbers: Vec<usize>,
    /// (w; τ) of node after node, of all modes each
    weights: Vec<[f64; 6]>,
    /// G, likewise
    forms: Vec<Form>,
    /// Σ w_n of every mode, without the first node
    total: Vec<Vec3>,
    /// Q_n
    turns: Vec<Mat3>,
    /// Σ w_n · Z⁰_n of every mode
    reference: Vec<f64>,
}

/// G = [w A] of a node in a mode, row after row, with A = ½ τ̃ Q.
type Form = [[f64; 4]; 3];

/// A node seen from the first one.
struct Seen {
    /// Sᵀ (x_n − x_1)
    place: Vec3,
    /// ϑ_n
    angle: Vec3,
    /// x_n − x_1
    arm: Vec3,
    /// S ½ (tr(P) I − Pᵀ): from τ to the moment on the node
    turn: Mat3,
}

/// ½ vee(P − Pᵀ).
fn axial(p: &Mat3) -> Vec3 {
    0.5 * Vec3::new(p[(2, 1)] - p[(1, 2)], p[(0, 2)] - p[(2, 0)], p[(1, 0)] - p[(0, 1)])
}

fn six(a: &Vec3, b: &Vec3) -> [f64; 6] {
    [a.x, a.y, a.z, b.x, b.y, b.z]
}

/// w and τ of (w; τ).
fn two(own: &[f64; 6]) -> [Vec3; 2] {
    [Vec3::new(own[0], own[1], own[2]), Vec3::new(own[3], own[4], own[5])]
}

impl ModalDeflections {
    /// The deflections in `modes` of a beam with these nodes are the scalars; `starts` are its nodes in the reference configuration.
    pub fn new(nodes: Vec<NodeId>, scalars: Vec<ScalarId>, modes: Vec<ModeWeights>, starts: &[Motion]) -> Self {
        let to_first = starts[0].d.transpose();
        let place = |n: &Motion| to_first * (n.x - starts[0].x);
        let reference = modes.iter().map(|m| m.force.iter().zip(starts).map(|(w, n)| w.dot(&place(n))).sum()).collect();
        let turns: Vec<Mat3> = starts.iter().map(|n| to_first * n.d).collect();
        let numbers = modes.iter().map(|m| m.number).collect();
        let of_node = |j: usize| modes.iter().map(move |m| six(&m.force[j], &m.moment[j]));
        let weights: Vec<[f64; 6]> = (0..nodes.len()).flat_map(of_node).collect();
        let total = modes.iter().map(|m| m.force[1..].iter().sum()).collect();
        let form = |(p, own): (usize, &[f64; 6])| -> Form {
            let [w, tau] = two(own);
            let a = skew(&tau) * turns[p / modes.len()] * 0.5;
            [0, 1, 2].map(|l| [w[l], a[(l, 0)], a[(l, 1)], a[(l, 2)]])
        };
        let forms = weights.iter().enumerate().map(form).collect();
        ModalDeflections { nodes, scalars, numbers, weights, forms, total, turns, reference }
    }

    /// (w; τ) of all modes at a node.
    fn at(&self, j: usize) -> &[[f64; 6]] {
        &self.weights[j * self.numbers.len()..(j + 1) * self.numbers.len()]
    }

    /// G of all modes at a node.
    fn forms_at(&self, j: usize) -> &[Form] {
        &self.forms[j * self.numbers.len()..(j + 1) * self.numbers.len()]
    }

    fn seen(&self, first: &Motion, node: &Motion, j: usize) -> Seen {
        let (to_first, arm) = (first.d.transpose(), node.x - first.x);
        let p = to_first * node.d * self.turns[j].transpose();
        let half = (Mat3::identity() * p.trace() - p.transpose()) * 0.5;
        Seen { place: to_first * arm, angle: axial(&p), arm, turn: first.d * half }
    }
}

impl Term for ModalDeflections {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalars
    }

    fn conditions(&self) -> usize {
        self.numbers.len()
    }

    fn condition(&self, k: usize) -> (Class, String) {
        (Class::Translation, format!("deflection in mode {}", self.numbers[k]))
    }

    fn parts(&self) -> Parts {
        Parts::CONDITIONS
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let (first, n, count) = (&at.nodes[self.nodes[0].0], out.n, self.nodes.len());
        for (k, s) in self.scalars.iter().enumerate() {
            out.c[k] = -self.reference[k] - at.scalars[s.0].value;
            // B is filled here: the first node, which all others add to, and the deflections themselves
            let force = first.d * self.total[k];
            let row = &mut out.b[k * n..(k + 1) * n];
            (0..3).for_each(|i| (row[i], row[3 + i]) = (-force[i], 0.0));
            row[6 * count..].fill(0.0);
            row[6 * count + k] = -1.0;
        }
        for j in 1..count {
            let seen = self.seen(first, &at.nodes[self.nodes[j].0], j);
            let measured = six(&seen.place, &seen.angle);
            // Σ μ (w; τ): without penalty, μ = λ
            let mut sum = [0.0; 6];
            for ((c, lambda), own) in out.c.iter_mut().zip(&out.lambda).zip(self.at(j)) {
                *c += (0..6).map(|i| own[i] * measured[i]).sum::<f64>();
                (0..6).for_each(|i| sum[i] += lambda * own[i]);
            }
            let [force, moment] = two(&sum);
            let (force, moment) = (first.d * force, seen.turn * moment);
            out.add_force(6 * j, &force);
            out.add_force(6 * j + 3, &moment);
            out.add_force(0, &-force);
            out.add_force(3, &(force.cross(&seen.arm) - moment));
            if out.right_alone {
                continue;
            }
            for (row, own) in out.b.chunks_exact_mut(n).zip(self.at(j)) {
                let [w, tau] = two(own);
                let (force, moment) = (first.d * w, seen.turn * tau);
                let on_first = force.cross(&seen.arm) - moment;
                row[6 * j..6 * j + 6].copy_from_slice(&six(&force, &moment));
                (0..3).for_each(|i| row[3 + i] += on_first[i]);
            }
        }
        for k in 0..self.numbers.len() {
            out.f[6 * count + k] -= out.lambda[k];
        }
    }

    /// With ϖ = Sᵀ(ω_n − ω_1): Ṗ = ϖ̃ P and P̈ = (ϖ̇~ + ϖ̃ ϖ̃) P.
    fn condition_rates(&self, at: &Level, rate: &mut [f64], second: &mut [f64]) {
        let first = &at.nodes[self.nodes[0].0];
        let to_first = first.d.transpose();
        let (spin, spin_rate) = (to_first * first.omega, to_first * first.alpha);
        for (k, s) in self.scalars.iter().enumerate() {
            let s = &at.scalars[s.0];
            (rate[k], second[k]) = (-s.rate, -s.acceleration);
        }
        for j in 1..self.nodes.len() {
            let node = &at.nodes[self.nodes[j].0];
            let place = to_first * (node.x - first.x);
            let place_1 = to_first * (node.v - first.v) - spin.cross(&place);
            let place_2 = to_first * (node.a - first.a)
                - spin_rate.cross(&place)
                - 2.0 * spin.cross(&place_1)
                - spin.cross(&spin.cross(&place));
            let p = to_first * node.d * self.turns[j].transpose();
            let turn = to_first * (node.omega - first.omega);
            let turn_1 = to_first * (node.alpha - first.alpha) - spin.cross(&turn);
            let angle_1 = axial(&(skew(&turn) * p));
            let angle_2 = axial(&((skew(&turn_1) + skew(&turn) * skew(&turn)) * p));
            for (k, [w, tau]) in self.at(j).iter().map(two).enumerate() {
                rate[k] += w.dot(&place_1) + tau.dot(&angle_1);
                second[k] += w.dot(&place_2) + tau.dot(&angle_2);
            }
        }
    }

    fn defines(&self, _k: usize) -> bool {
        true
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

/// [x_n − x_1, d_n1, d_n2, d_n3].
fn relative(node: &[Vec3; 4], first: &[Vec3; 4]) -> [Vec3; 4] {
    [node[0] - first[0], node[1], node[2], node[3]]
}

/// Over a step, in the twelve coordinates: with the directors F = [d_11 d_12 d_13] of the first node and Y_n = [x_n − x_1, d_n1, d_n2, d_n3]
///
/// ```text
///   s = Σ_n (FᵀY_n) : G_n − reference,     ∂s/∂(x_n, d_n1, d_n2, d_n3) = F G_n,     ∂s/∂F = Σ_n Y_n G_nᵀ
/// ```
impl ModalDeflections {
    /// Add the deflections with these coordinates of the nodes.
    fn add_deflections(&self, q: impl Fn(usize) -> [Vec3; 4], out: &mut [f64]) {
        let first = q(0);
        for j in 1..self.nodes.len() {
            let y = relative(&q(j), &first);
            let seen = [1, 2, 3].map(|l| y.map(|y| first[l].dot(&y)));
            for (s, g) in out.iter_mut().zip(self.forms_at(j)) {
                let row = |l: usize| (0..4).map(|a| seen[l][a] * g[l][a]).sum::<f64>();
                *s += row(0) + row(1) + row(2);
            }
        }
    }

    /// Fill all rows ∂s/∂q of length n with these coordinates of the nodes.
    fn fill_gradients(&self, q: impl Fn(usize) -> [Vec3; 4], rows: &mut [f64], n: usize) {
        let (first, count) = (q(0), self.nodes.len());
        for (k, row) in rows.chunks_exact_mut(n).enumerate() {
            let force: Vec3 = (0..3).map(|l| first[1 + l] * self.total[k][l]).sum();
            row[..12].fill(0.0);
            row[..3].copy_from_slice((-force).as_slice());
            row[12 * count..].fill(0.0);
            row[12 * count + k] = -1.0;
        }
        let f = [1, 2, 3].map(|l| <[f64; 3]>::from(first[l]));
        for j in 1..count {
            let y = relative(&q(j), &first).map(<[f64; 3]>::from);
            for (row, g) in rows.chunks_exact_mut(n).zip(self.forms_at(j)) {
                let (on_first, others) = row.split_at_mut(12);
                let on_node: &mut [f64; 12] = others[12 * (j - 1)..].first_chunk_mut().expect("twelve coordinates");
                for a in 0..4 {
                    for i in 0..3 {
                        on_node[3 * a + i] = f[0][i] * g[0][a] + f[1][i] * g[1][a] + f[2][i] * g[2][a];
                    }
                }
                let on_first: &mut [f64; 9] = on_first[3..].first_chunk_mut().expect("three directors");
                for l in 0..3 {
                    for i in 0..3 {
                        on_first[3 * l + i] +=
                            y[0][i] * g[l][0] + y[1][i] * g[l][1] + y[2][i] * g[l][2] + y[3][i] * g[l][3];
                    }
                }
            }
        }
    }
}

impl Interval for ModalDeflections {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let to = &over.levels[over.to];
        let at_end = |j: usize| coordinates(&to.nodes[self.nodes[j].0]);
        for (k, s) in self.scalars.iter().enumerate() {
            out.c[k] = -self.reference[k] - to.scalars[s.0].value;
        }
        self.add_deflections(at_end, &mut out.c);
        self.fill_gradients(|j| over.mean(self.nodes[j]), &mut out.b_mean, out.n);
        if !out.without_tangents {
            self.fill_gradients(at_end, &mut out.b_to, out.n);
        }
        for (lambda, row) in out.lambda.iter().zip(out.b_mean.chunks_exact(out.n)) {
            out.force.iter_mut().zip(row).for_each(|(f, b)| *f += lambda * b);
        }
        out.works.constraints -= over.along(&self.nodes, &self.scalars, &out.force);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::so3;
    use crate::terms::check::{Noise, Sample, check_interval, check_objective, check_stage};

    fn deflections() -> ModalDeflections {
        let mut noise = Noise(3);
        let mut starts = Vec::new();
        for k in 0..4 {
            starts.push(Motion::at(f64::from(k) * Vec3::x() + 0.2 * noise.vector(), so3::exp(&noise.vector())));
        }
        // the first node is clamped: it has no part in a shape
        let mut weights = || (0..4).map(|k| if k == 0 { Vec3::zeros() } else { noise.vector() }).collect();
        let modes = (1..3).map(|number| ModeWeights { number, force: weights(), moment: weights() }).collect();
        ModalDeflections::new((0..4).map(NodeId).collect(), vec![ScalarId(0), ScalarId(1)], modes, &starts)
    }

    #[test]
    fn gradients_agree_with_differences_and_a_rigid_motion_is_not_seen() {
        let term = deflections();
        let sample = Sample::random(2, 4, 2, vec![]);
        assert!(check_stage(&term, &sample) < 1e-8);
        assert!(check_objective(&term, &sample) < 1e-12);
        let over = check_interval(&term, [4, 5, 6].map(|seed| Sample::random(seed, 4, 2, vec![])));
        assert!(over.work < 1e-12 && over.limit < 1e-12 && over.tangent < 1e-8, "{over:?}");
    }
}
