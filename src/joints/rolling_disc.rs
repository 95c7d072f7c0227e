//! A thin disc that rolls on a plane without slip. The height is holonomic, the two slips are not; Bauchau 2003 (2), (22).
//!
//! | symbol | name |
//! |---|---|
//! | o, x_c = x + D o | `center_b`: centre of the disc |
//! | a_b, a = D a_b | `axis_b`: its axis |
//! | R | `radius` |
//! | p, n, t₁, t₂ | a point, the normal and two tangents of the plane |
//! | w = n·a, φ = √(1 − w²) | φ is the sine of the angle between axis and normal |
//! | ρ = −R (n − w a)/φ | from the centre to the contact |
//!
//! ```text
//!   height   n·(x_c − p) − R φ = 0
//!   slip     t_k·(ẋ + ω × (D o + ρ)) = 0
//! ```
//!
//! A disc that lies flat (φ → 0) has no point of contact: that is a fault.

mod over_step;
mod stance;

use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::{Class, Fault, InstantAudit, Interval, Level, NodeId, Phase, StageBlock, Term, add_vector};

/// Least sine of the angle between axis and normal.
pub const FLATTEST: f64 = 1e-6;

const FLAT: Fault = Fault::Singular("the disc lies flat on its plane and has no point of contact there");

/// A disc on a plane.
#[derive(Debug, Clone)]
pub struct RollingDisc {
    node: [NodeId; 1],
    center_b: Vec3,
    axis_b: Vec3,
    radius: f64,
    point: Vec3,
    normal: Vec3,
    tangents: [Vec3; 2],
}

/// w, φ, ρ and ∂ρ/∂a for a unit axis a.
fn rim(n: &Vec3, a: &Vec3, radius: f64) -> (f64, f64, Vec3, Mat3) {
    let w = n.dot(a);
    let phi = (1.0 - w * w).sqrt();
    let up = n - a * w;
    // δ(up/φ) = −(a δw + w δa)/φ + up w δw/φ³, δw = n·δa
    let slope = (a * n.transpose() + Mat3::identity() * w) / -phi + up * n.transpose() * (w / (phi * phi * phi));
    (w, phi, up * (-radius / phi), slope * -radius)
}

impl RollingDisc {
    /// Centre [m] and unit axis in node axes, radius [m]; a point [m] and the unit normal of the plane, inertial axes, the
    /// normal towards the side of the disc.
    pub fn new(node: NodeId, [center_b, axis_b]: [Vec3; 2], radius: f64, [point, normal]: [Vec3; 2]) -> Self {
        // the inertial axis least along the normal gives the first tangent
        let along = Vec3::ith(normal.iamin(), 1.0);
        let first = (along - normal * normal.dot(&along)).normalize();
        let tangents = [first, normal.cross(&first)];
        RollingDisc { node: [node], center_b, axis_b, radius, point, normal, tangents }
    }
}

impl Term for RollingDisc {
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn conditions(&self) -> usize {
        3
    }

    fn condition(&self, k: usize) -> (Class, String) {
        (Class::Translation, ["height above the plane", "slip along tangent 1", "slip along tangent 2"][k].into())
    }

    fn active(&self, k: usize, phase: Phase) -> bool {
        k == 0 || phase != Phase::StartPosition
    }

    fn nonholonomic(&self, k: usize) -> bool {
        k > 0
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let (node, n) = (&at.nodes[self.node[0].0], &self.normal);
        let (center, a) = (node.d * self.center_b, node.d * self.axis_b);
        let (w, phi, rho, slope) = rim(n, &a, self.radius);
        if phi.is_nan() || phi < FLATTEST {
            out.fault = Some(FLAT);
        }
        // height: δC = n·δx + ((D o + R w/φ a) × n)·δθ, and δ(w/φ) = δw/φ³
        let (lever, turn) = (center + a * (self.radius * w / phi), a.cross(n));
        out.c[0] = n.dot(&(node.x + center - self.point)) - self.radius * phi;
        add_vector(&mut out.b, 0, n);
        add_vector(&mut out.b, 3, &lever.cross(n));
        let mu = out.mu(0);
        out.add_force(0, &(n * mu));
        out.add_force(3, &(lever.cross(n) * mu));
        let bend = turn * turn.transpose() * (self.radius / (phi * phi * phi));
        out.add_k(3, 3, &((skew(n) * skew(&lever) + bend) * mu));

        // slip: δ(D o + ρ) = swing δθ
        let (arm, swing) = (center + rho, -(skew(&center) + slope * skew(&a)));
        for (k, t) in self.tangents.iter().enumerate() {
            let (mu, row) = (out.mu(k + 1), (k + 1) * out.n);
            out.c[k + 1] = t.dot(&(node.v + node.omega.cross(&arm)));
            add_vector(&mut out.b, row, t);
            add_vector(&mut out.b, row + 3, &arm.cross(t));
            add_vector(&mut out.b_q, row + 3, &(swing.transpose() * t.cross(&node.omega)));
            out.add_force(0, &(t * mu));
            out.add_force(3, &(arm.cross(t) * mu));
            out.add_k(3, 3, &(skew(t) * swing * -mu));
        }
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        let (node, n) = (&at.nodes[self.node[0].0], &self.normal);
        let (center, a) = (node.d * self.center_b, node.d * self.axis_b);
        let (w, phi, rho, slope) = rim(n, &a, self.radius);
        let omega = &node.omega;
        // first and second rate of a vector fixed to the node
        let rates = |y: &Vec3| (omega.cross(y), node.alpha.cross(y) + omega.cross(&omega.cross(y)));
        let ((center_1, center_2), (a_1, a_2)) = (rates(&center), rates(&a));
        let (w_1, w_2) = (n.dot(&a_1), n.dot(&a_2));
        first[0] = n.dot(&(node.v + center_1)) + self.radius * w / phi * w_1;
        second[0] = n.dot(&(node.a + center_2)) + self.radius * (w / phi * w_2 + w_1 * w_1 / (phi * phi * phi));
        let (arm, arm_1) = (center + rho, center_1 + slope * a_1);
        for (k, t) in self.tangents.iter().enumerate() {
            first[k + 1] = t.dot(&(node.v + omega.cross(&arm)));
            second[k + 1] = t.dot(&(node.a + node.alpha.cross(&arm) + omega.cross(&arm_1)));
        }
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        let (mut rate, mut second) = ([0.0; 3], [0.0; 3]);
        self.condition_rates(at, &mut rate, &mut second);
        audit.constraint_power -= lambda.iter().zip(rate).map(|(l, r)| l * r).sum::<f64>();
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::so3;
    use crate::terms::check::{Noise, Sample, check_interval, check_stage};

    fn disc() -> RollingDisc {
        let (axis, normal) = (Vec3::new(0.48, 0.6, 0.64), Vec3::new(0.36, 0.48, 0.8));
        let places = [Vec3::new(0.2, -0.3, 0.1), axis];
        RollingDisc::new(NodeId(0), places, 0.7, [Vec3::new(0.1, 0.2, -0.4), normal])
    }

    /// A random motion with the axis within a radian of the plane.
    fn sample(seed: u64) -> Sample {
        let (disc, mut noise) = (disc(), Noise(seed | 1));
        let mut sample = Sample::random(seed, 1, 0, vec![]);
        let turn = crate::math::Quat::rotation_between(&disc.axis_b, &disc.tangents[0]).unwrap();
        let (x, lean) = (sample.nodes[0].x, so3::exp(&(noise.vector() * 0.6)));
        sample.nodes[0].place(x, lean * turn);
        sample
    }

    #[test]
    fn tangents_and_rates_agree_with_differences() {
        for seed in 1..6 {
            let defect = check_stage(&disc(), &sample(seed));
            assert!(defect < 5e-9, "{defect:e}");
        }
    }

    #[test]
    fn over_a_step_it_does_the_work_of_its_conditions() {
        for seed in 1..6 {
            let check = check_interval(&disc(), [seed, seed + 100, seed + 200].map(sample));
            assert!(check.work < 1e-13 && check.limit < 1e-13 && check.tangent < 5e-9, "{check:?}");
        }
    }

    #[test]
    fn a_flat_disc_is_a_fault() {
        let (disc, mut sample) = (disc(), sample(1));
        let flat = crate::math::Quat::rotation_between(&disc.axis_b, &disc.normal).unwrap();
        let x = sample.nodes[0].x;
        sample.nodes[0].place(x, flat);
        let mut out = StageBlock::default();
        out.reset(6, 3);
        disc.stage(&sample.level(), &mut out);
        assert_eq!(out.fault, Some(FLAT));
    }
}
