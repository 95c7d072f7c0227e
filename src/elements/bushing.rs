//! Bushing: a flexible joint with a full 6×6 stiffness and damping between a frame on node A and a frame on node B.
//!
//! Source: measures quadratic in positions and directors, as the strains of Bauchau 2003 §5, between two frames.
//!
//! | symbol | name |
//! |---|---|
//! | a_k, b_k | axes of the two frames |
//! | g = p_B − p_A | from the point on A to the point on B |
//! | e = (u, φ) | displacement and rotation of B relative to A |
//! | C, D, P | stiffness, damping, preload |
//!
//! ```text
//!   u_k = ½ (a_k + b_k)·g        φ_k = ½ (a_j·b_i − a_i·b_j), (i, j, k) cyclic        s = P + C e + D ė,  W = P·e + ½ e·C e
//! ```
//!
//! u is the gap in the mean of the two frames, so neither side is preferred: exchanging A and B changes the sign of e and nothing
//! else. φ is the axial vector of the relative rotation: sin(angle) along its axis. Both agree with displacement and angle to
//! second order, and nothing depends on how the bushing moves as a whole.
//!
//! **Range.** The energy of a rotation φ about one axis is ½ k sin²φ, so its moment is k sin φ cos φ = ½ k sin 2φ: 17 % below k φ at
//! 30°, greatest at 45°, zero at 90°; the gap across the axis is seen times cos(½ φ), 0.92 at 45°. A bushing is meant for relative
//! rotations below 45°; a hinge that turns further is a revolute joint with a spring on its coordinate.
//!
//! Over a step the increment of e is its gradient at the averaged lines times the increment of q, whatever the directors are:
//! stress Σ w (P + C e) + Σw D (e_f − e_i)/h.

use crate::math::{Mat6, Vec3, Vec6};
use crate::terms::holonomic::{Attachment, Line};
use crate::terms::interval::{F, I, J, Linear, gather, mean};
use crate::terms::lines::{Lines, add_geometric, add_gradient, add_rate_gradient, linear};
use crate::terms::{Books, Interval, IntervalBlock, Level, Motion, NodeId, Span, StageBlock, Term};
use Line::{A, B, Gap};
use nalgebra::SMatrix;

/// The dot products that e is made of: (component, line, line, factor).
const PRODUCTS: [(usize, Line, Line, f64); 12] = [
    (0, A(1), Gap, 0.5),
    (0, B(1), Gap, 0.5),
    (1, A(2), Gap, 0.5),
    (1, B(2), Gap, 0.5),
    (2, A(3), Gap, 0.5),
    (2, B(3), Gap, 0.5),
    (3, A(3), B(2), 0.5),
    (3, A(2), B(3), -0.5),
    (4, A(1), B(3), 0.5),
    (4, A(3), B(1), -0.5),
    (5, A(2), B(1), 0.5),
    (5, A(1), B(2), -0.5),
];

/// Stiffness, damping and preload of a bushing, translation before rotation, in its axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BushingLaw {
    /// stiffness [N/m], [N] (coupling), [N·m]: symmetric, not negative
    pub stiffness: Mat6,
    /// damping [N·s/m], [N·s], [N·m·s]: symmetric, not negative
    pub damping: Mat6,
    /// force [N] and moment [N·m] at e = 0
    pub preload: Vec6,
}

/// A bushing at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BushingState {
    /// e: displacement [m] and sine of the rotation of B relative to A, bushing axes
    pub strain: Vec6,
    /// its rate
    pub rate: Vec6,
    /// s = P + C e + D ė: force [N] and moment [N·m] that the bushing takes, bushing axes
    pub stress: Vec6,
    /// force on node B [N], inertial axes; that on node A is the opposite
    pub force: Vec3,
    /// moment on node B about the bushing's point there [N·m], inertial axes
    pub moment: Vec3,
}

/// Six-component spring and damper between two frames.
#[derive(Debug, Clone)]
pub struct Bushing {
    nodes: [NodeId; 2],
    sides: [Attachment; 2],
    law: BushingLaw,
}

/// Σ over the products of a component: value(u, v) times the factor.
fn sum(value: impl Fn(Line, Line) -> f64) -> Vec6 {
    let mut e = Vec6::zeros();
    PRODUCTS.iter().for_each(|&(k, u, v, c)| e[k] += c * value(u, v));
    e
}

impl Bushing {
    /// Between two attachments.
    pub fn new(a: Attachment, b: Attachment, law: BushingLaw) -> Self {
        Bushing { nodes: [a.node, b.node], sides: [a, b], law }
    }

    fn moving<'a>(&self, nodes: &'a [Motion]) -> [&'a Motion; 2] {
        self.nodes.map(|id| &nodes[id.0])
    }

    /// Lines, their rates, e and ė.
    fn measure(&self, nodes: &[Motion]) -> (Lines, [Vec3; 7], [Vec6; 2]) {
        let lines = Lines::between(&self.sides, nodes);
        let (rate, _) = lines.rates(self.moving(nodes));
        let e_rate = sum(|u, v| rate[u.index()].dot(&lines.y[v.index()]) + lines.y[u.index()].dot(&rate[v.index()]));
        (lines, rate, [sum(|u, v| lines.dot(u, v)), e_rate])
    }

    fn stress(&self, [e, e_rate]: &[Vec6; 2]) -> Vec6 {
        self.law.preload + self.law.stiffness * e + self.law.damping * e_rate
    }

    /// Strains and forces now.
    pub fn state(&self, nodes: &[Motion]) -> BushingState {
        let (lines, _, measure) = self.measure(nodes);
        let stress = self.stress(&measure);
        let mut pull = [0.0; 12];
        PRODUCTS.iter().for_each(|&(k, u, v, c)| add_gradient(&mut pull, &lines, (u, v), c * stress[k]));
        let part = |from: usize| -Vec3::from_column_slice(&pull[from..from + 3]);
        let (force, arm) = (part(6), nodes[self.nodes[1].0].d * self.sides[1].offset);
        let [strain, rate] = measure;
        BushingState { strain, rate, stress, force, moment: part(9) - arm.cross(&force) }
    }
}

impl Term for Bushing {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn turns_far(&self) -> Option<&'static str> {
        Some(
            "a bushing is meant for small rotations between its sides, for it measures in the mean of their frames; take line \
             springs all round, or equal springs on the two translations of a planar joint",
        )
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let (lines, rate, measure) = self.measure(at.nodes);
        let (stress, moving, n) = (self.stress(&measure), self.moving(at.nodes), out.n);
        let (mut b, mut b_rate) = ([[0.0; 12]; 6], [[0.0; 12]; 6]);
        for (k, u, v, c) in PRODUCTS {
            add_gradient(&mut b[k], &lines, (u, v), c);
            add_rate_gradient(&mut b_rate[k], &lines, &rate, moving, (u, v), c);
            add_geometric(&mut out.k, n, &lines, (u, v), c * stress[k]);
        }
        // K = Bᵀ(C B + D ∂ė/∂q) + geometric,  G = Bᵀ D B
        let [b, b_rate] = [b, b_rate].map(|rows| SMatrix::<f64, 6, 12>::from_fn(|k, j| rows[k][j]));
        let force = b.transpose() * stress;
        let k = b.transpose() * (self.law.stiffness * b + self.law.damping * b_rate);
        let g = b.transpose() * self.law.damping * b;
        for row in 0..12 {
            out.f[row] += force[row];
            for col in 0..12 {
                out.k[row * n + col] += k[(row, col)];
                out.g[row * n + col] += g[(row, col)];
            }
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        let (_, _, [e, e_rate]) = self.measure(at.nodes);
        books.potential += self.law.preload.dot(&e) + 0.5 * e.dot(&(self.law.stiffness * e));
        books.damper_power -= e_rate.dot(&(self.law.damping * e_rate));
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

/// S = ∂e/∂q at the lines `y`.
fn gradient(linear: &Linear<7, 8>, y: &[Vec3; 7]) -> SMatrix<f64, 6, 24> {
    let mut rows = [[0.0; 24]; 6];
    for (k, u, v, c) in PRODUCTS {
        linear.add_gradient(&mut rows[k], y, (u.index(), v.index()), c);
    }
    SMatrix::from_fn(|k, j| rows[k][j])
}

impl Interval for Bushing {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (linear, n, law) = (linear(&self.sides), out.n, &self.law);
        let lines = [I, J, F].map(|level| linear.at(&gather(&self.nodes, over.levels[level].nodes)));
        let e = lines.each_ref().map(|y| sum(|u, v| y[u.index()].dot(&y[v.index()])));
        let rate = over.total() / over.h;
        let damped = law.damping * (e[F] - e[I]) * rate;
        let strain = e[I] * over.weights[I] + e[J] * over.weights[J] + e[F] * over.weights[F];
        let stress = law.preload * over.total() + law.stiffness * strain + damped;
        out.works.dampers -= damped.dot(&(e[over.to] - e[over.from]));

        let s = gradient(&linear, &mean(&lines[over.from], &lines[over.to]));
        let force = s.transpose() * stress;
        out.force.iter_mut().zip(force.iter()).for_each(|(to, f)| *to += f);

        // Σ s_k ∂²e_k/∂q² where the average moves, and Sᵀ (w C + Σw/h D) S_level
        let mut numbers = [[0.0; 8]; 8];
        for (k, u, v, c) in PRODUCTS {
            linear.add_hessian(&mut numbers, (u.index(), v.index()), c * stress[k]);
        }
        let (slopes, rates) = (over.mean_slopes(), [0.0, rate]);
        for (place, level) in [J, F].into_iter().enumerate() {
            if slopes[place] != 0.0 {
                linear.spread(&numbers, slopes[place], &mut out.k[place], n);
            }
            if over.weights[level] == 0.0 && rates[place] == 0.0 {
                continue;
            }
            let c = law.stiffness * over.weights[level] + law.damping * rates[place];
            let k = s.transpose() * (c * gradient(&linear, &lines[level]));
            for (row, to) in out.k[place].chunks_exact_mut(n).enumerate() {
                to.iter_mut().enumerate().for_each(|(col, to)| *to += k[(row, col)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Mat3, so3};
    use crate::terms::check::{Noise, Sample, check_interval, check_objective, check_stage};

    /// A full symmetric positive matrix.
    fn matrix(seed: u64) -> Mat6 {
        let mut noise = Noise(seed);
        let root = Mat6::from_fn(|_, _| noise.number());
        root * root.transpose()
    }

    fn bushing() -> Bushing {
        let axes = |v: Vec3| so3::exp(&v).to_rotation_matrix().into_inner();
        let preload = Vec6::new(0.3, -0.2, 0.5, 0.1, 0.4, -0.6);
        let law = BushingLaw { stiffness: matrix(11), damping: matrix(12), preload };
        let on = |node, offset, turn| Attachment { node: NodeId(node), offset, axes: axes(turn) };
        Bushing::new(
            on(1, Vec3::new(0.3, -0.2, 0.5), Vec3::new(0.4, 1.1, -0.3)),
            on(0, Vec3::new(-0.4, 0.1, 0.2), Vec3::new(-0.8, 0.2, 0.6)),
            law,
        )
    }

    #[test]
    fn tangents_agree_with_differences_and_rigid_motions_do_nothing() {
        for seed in 1..6 {
            let sample = Sample::random(seed, 2, 0, vec![]);
            let defect = check_stage(&bushing(), &sample);
            assert!(defect < 1e-8, "{defect:e}");
            let defect = check_objective(&bushing(), &sample);
            assert!(defect < 1e-13, "{defect:e}");
        }
    }

    #[test]
    fn force_over_a_step_does_the_work_of_the_change_of_energy() {
        for seed in 1..6 {
            let samples = [7, 8, 9].map(|k| Sample::random(k + 10 * seed, 2, 0, vec![]));
            let check = check_interval(&bushing(), samples);
            assert!(check.work < 1e-13 && check.limit < 1e-14 && check.tangent < 1e-8, "{check:?}");
        }
    }

    #[test]
    fn strains_are_displacement_and_sine_of_the_angle_of_b_relative_to_a() {
        let at = |node| Attachment { node: NodeId(node), offset: Vec3::zeros(), axes: Mat3::identity() };
        let law = BushingLaw { stiffness: Mat6::identity() * 2.0, damping: Mat6::zeros(), preload: Vec6::zeros() };
        let bushing = Bushing::new(at(0), at(1), law);
        let frame = so3::exp(&Vec3::new(0.3, 0.5, -0.2));
        for axis in 0..3 {
            let turn = Vec3::ith(axis, 0.4);
            let shift = Vec3::ith(axis, 0.7);
            let a = Motion::at(Vec3::new(1.0, 2.0, 3.0), frame);
            let b = Motion::at(a.x + frame * shift, frame * so3::exp(&turn));
            let now = bushing.state(&[a, b]);
            let mut expected = Vec6::zeros();
            (expected[axis], expected[3 + axis]) = (0.7, 0.4_f64.sin());
            assert!((now.strain - expected).norm() < 1e-14, "{}", now.strain);
            // both pull B back along and about the common axis; the moment is s times the slope cos(angle)
            assert!((now.force + frame * shift * 2.0).norm() < 1e-14, "{}", now.force);
            let back = frame * Vec3::ith(axis, -2.0 * 0.4_f64.sin() * 0.4_f64.cos());
            assert!((now.moment - back).norm() < 1e-14, "{}", now.moment);
        }
    }
}
