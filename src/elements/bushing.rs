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
use crate::terms::Motion;
use crate::terms::elastic::{Carrier, Elastic, Linear, Point, Product, Table, Wraps};
use crate::terms::holonomic::Attachment;

/// Lines: a₁ a₂ a₃, b₁ b₂ b₃ and the gap.
const LINES: usize = 7;
const A: usize = 0;
const B: usize = 3;
const GAP: usize = 6;

/// The dot products that e is made of: (component, line, line, factor).
const PRODUCTS: [Product; 12] = [
    (0, A, GAP, 0.5),
    (0, B, GAP, 0.5),
    (1, A + 1, GAP, 0.5),
    (1, B + 1, GAP, 0.5),
    (2, A + 2, GAP, 0.5),
    (2, B + 2, GAP, 0.5),
    (3, A + 2, B + 1, 0.5),
    (3, A + 1, B + 2, -0.5),
    (4, A, B + 2, 0.5),
    (4, A + 2, B, -0.5),
    (5, A + 1, B, 0.5),
    (5, A, B + 1, -0.5),
];

/// The table of a bushing.
#[derive(Debug, Clone)]
pub struct Between;

impl Table<LINES> for Between {
    fn follows(&self) -> &[usize; LINES] {
        &[1, 2, 3, 1, 2, 3, 0]
    }

    fn products(&self) -> &[Product] {
        &PRODUCTS
    }
}

/// An axis follows its own side; the gap leads from A to B.
const WEIGHTS: [[f64; 2]; LINES] =
    [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0], [-1.0, 1.0]];

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
    sides: [Attachment; 2],
    elastic: Elastic<2, 6, 4, LINES, 6, Between, Linear<6>>,
}

impl Bushing {
    /// Between two attachments.
    pub fn new(a: Attachment, b: Attachment, law: BushingLaw) -> Self {
        let BushingLaw { stiffness, damping, preload } = law;
        let damping = (damping != Mat6::zeros()).then_some(damping);
        let law = Linear { stiffness, damping, preload, reference: Vec6::zeros() };
        let points = vec![Point { weights: WEIGHTS, law }];
        Bushing { sides: [a, b], elastic: Elastic::new([Carrier::on(&a), Carrier::on(&b)], Between, points) }
    }

    /// Strains and forces now.
    pub fn state(&self, nodes: &[Motion]) -> BushingState {
        let (strain, rate, stress, pull) = self.elastic.state(nodes, 0);
        let (force, arm) = (-pull[1][0], nodes[self.sides[1].node.0].d * self.sides[1].offset);
        BushingState { strain, rate, stress, force, moment: -pull[1][1] - arm.cross(&force) }
    }
}

impl Wraps for Bushing {
    type Elastic = Elastic<2, 6, 4, LINES, 6, Between, Linear<6>>;

    fn elastic(&self) -> &Self::Elastic {
        &self.elastic
    }

    fn turns_far(&self) -> Option<&'static str> {
        Some(
            "a bushing is meant for small rotations between its sides, for it measures in the mean of their frames; take line \
             springs all round, or equal springs on the two translations of a planar joint",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Mat3, so3};
    use crate::terms::NodeId;
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
