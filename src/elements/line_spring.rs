//! Spring and damper along the line between a point on node A and a point on node B.
//!
//! Source: discrete derivative of the scalar invariant y·y, as in Bauchau 2003 (17) for conditions of distance.
//!
//! | symbol | name |
//! |---|---|
//! | y = p_B − p_A, p = x + r, r = R r_b | from the point on A to the point on B |
//! | l = √(y·y), n = y/l | length and direction |
//! | k, l₀, c, P | stiffness, unstretched length, damping, preload |
//! | σ = P + k(l − l₀) + c l̇ | tension: positive when it pulls the points together |
//!
//! ```text
//!   δy = J δq,  J = [ −I  r̃_A  I  −r̃_B ]          at one instant: f = Jᵀ σ n,  W = P(l − l₀) + ½k(l − l₀)²
//!
//!   y·y is quadratic in q, so from one level to another
//!   l_to − l_from = (y_to·y_to − y_from·y_from)/(l_from + l_to) = 2ȳ·(y_to − y_from)/(l_from + l_to)
//!   and over a step f = Tᵀ σ̄ 2ȳ/(l_from + l_to), y = T q, does the work σ̄ (l_to − l_from) exactly:
//!   σ̄ = Σ w (P + k(l − l₀)) + Σw c (l_f − l_i)/h
//! ```
//!
//! The law is linear in l, so this is the change of energy for weights ½, ½, and −½αk(l_j − l_i)² is what the decaying schemes
//! take. A spring of no length has no direction: such a model is refused, and a step that meets this place fails.

use crate::math::Vec3;
use crate::terms::elastic::{Carrier, Elastic, Law, Over, Point, Product, Table, Wraps};
use crate::terms::interval::{F, I, J};
use crate::terms::{Fault, Motion, NodeId, Span};
use nalgebra::{Matrix1, Vector1};

/// The force law of a spring and damper along a line.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LineLaw {
    /// stiffness [N/m]
    pub stiffness: f64,
    /// unstretched length [m]
    pub length: f64,
    /// damping [N·s/m]
    pub damping: f64,
    /// tension at the unstretched length [N]
    pub preload: f64,
}

/// A spring along a line at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineState {
    /// distance of the two points [m]
    pub length: f64,
    /// its rate [m/s]
    pub rate: f64,
    /// tension [N], of spring and damper: positive when it pulls the points together
    pub force: f64,
}

/// The one line, y, and the one strain, e = y·y.
#[derive(Debug, Clone)]
pub struct Gap;

impl Table<1> for Gap {
    fn follows(&self) -> &[usize; 1] {
        &[0]
    }

    fn products(&self) -> &[Product] {
        &[(0, 0, 0, 1.0)]
    }
}

/// Spring and damper between two points.
#[derive(Debug, Clone)]
pub struct LineSpring {
    elastic: Elastic<2, 6, 1, 1, 1, Gap, LineLaw>,
}

const NO_LENGTH: Fault = Fault::Singular("its two points coincide, so that it has no direction");

impl LineLaw {
    fn elastic(&self, length: f64) -> f64 {
        self.preload + self.stiffness * (length - self.length)
    }
}

/// On e = l²: with the tension σ(l, l̇), the stress is s = σ/2l and ė = 2 l l̇.
impl Law<1> for LineLaw {
    fn is_damped(&self) -> bool {
        self.damping != 0.0
    }

    fn energy(&self, e: &Vector1<f64>) -> f64 {
        let stretch = e[0].sqrt() - self.length;
        (self.preload + 0.5 * self.stiffness * stretch) * stretch
    }

    fn stress(&self, e: &Vector1<f64>, rate: &Vector1<f64>) -> Vector1<f64> {
        let length = e[0].sqrt();
        Vector1::new((self.elastic(length) + self.damping * 0.5 * rate[0] / length) * 0.5 / length)
    }

    /// σ/2l + c ė/4l², derived by e at fixed ė.
    fn stiffness(&self, e: &Vector1<f64>, rate: &Vector1<f64>) -> Matrix1<f64> {
        let length = e[0].sqrt();
        let of_tension = (self.stiffness - self.elastic(length) / length) * 0.25 / e[0];
        Matrix1::new(of_tension - self.damping * 0.25 * rate[0] / (e[0] * e[0]))
    }

    fn damping(&self, e: &Vector1<f64>) -> Matrix1<f64> {
        Matrix1::new(self.damping * 0.25 / e[0])
    }

    /// s = σ̄/(l_from + l_to): its work s (e_to − e_from) is σ̄ (l_to − l_from).
    fn over(&self, e: &[Vector1<f64>; 3], over: &Span) -> Over<1> {
        let l = [I, J, F].map(|level| e[level][0].sqrt());
        let sum = l[over.from] + l[over.to];
        let rate = self.damping * over.total() / over.h;
        let damped = rate * (l[F] - l[I]);
        let tension = (0..3).map(|k| over.weights[k] * self.elastic(l[k])).sum::<f64>() + damped;
        // δs = (δσ̄ − s δ(l_from + l_to))/sum,  δl = δe/2l
        let slopes = [(J, 0.0), (F, rate)].map(|(level, more)| {
            let turned = if level == over.from || level == over.to { tension / sum } else { 0.0 };
            let slope = self.stiffness * over.weights[level] + more - turned;
            (slope != 0.0).then(|| Matrix1::new(0.5 * slope / (sum * l[level])))
        });
        Over { stress: Vector1::new(tension / sum), dissipated: damped * (l[over.to] - l[over.from]), slopes }
    }

    /// Do the points coincide, to the rounding of their places?
    fn fault(&self, e: &Vector1<f64>, size: impl Fn() -> f64) -> Option<Fault> {
        let length = e[0].sqrt();
        (length.is_nan() || length <= 1e-14 * size()).then_some(NO_LENGTH)
    }
}

impl LineSpring {
    /// Between the points at `offsets` [m], node axes, of two nodes.
    pub fn new(nodes: [NodeId; 2], offsets: [Vec3; 2], law: LineLaw) -> Self {
        let carrier = |k: usize| Carrier { node: nodes[k], material: [offsets[k]] };
        let points = vec![Point { weights: [[-1.0, 1.0]], law }];
        LineSpring { elastic: Elastic::new([carrier(0), carrier(1)], Gap, points) }
    }

    /// Length, rate and tension now. At no length the rate is the relative speed of the points.
    pub fn state(&self, nodes: &[Motion]) -> LineState {
        let (y, y_rate) = self.elastic.line(nodes, 0, 0);
        let (law, length) = (&self.elastic.points()[0].law, y.norm());
        let rate = if length > 0.0 { y.dot(&y_rate) / length } else { y_rate.norm() };
        LineState { length, rate, force: law.elastic(length) + law.damping * rate }
    }
}

impl Wraps for LineSpring {
    type Elastic = Elastic<2, 6, 1, 1, 1, Gap, LineLaw>;

    fn elastic(&self) -> &Self::Elastic {
        &self.elastic
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::check::{Sample, check_interval, check_objective, check_stage};
    use crate::terms::{StageBlock, Term};

    fn spring() -> LineSpring {
        let law = LineLaw { stiffness: 3.0, length: 0.7, damping: 0.4, preload: -0.6 };
        LineSpring::new([NodeId(1), NodeId(0)], [Vec3::new(0.3, -0.2, 0.5), Vec3::new(-0.4, 0.1, 0.2)], law)
    }

    #[test]
    fn tangents_agree_with_differences_and_rigid_motions_do_nothing() {
        for seed in 1..6 {
            let sample = Sample::random(seed, 2, 0, vec![]);
            let defect = check_stage(&spring(), &sample);
            assert!(defect < 1e-8, "{defect:e}");
            assert!(check_objective(&spring(), &sample) < 1e-14);
        }
    }

    #[test]
    fn force_over_a_step_does_the_work_of_the_change_of_energy() {
        for seed in 1..6 {
            let samples = [7, 8, 9].map(|k| Sample::random(k + 10 * seed, 2, 0, vec![]));
            let check = check_interval(&spring(), samples);
            assert!(check.work < 1e-13 && check.limit < 1e-14 && check.tangent < 1e-8, "{check:?}");
        }
    }

    #[test]
    fn points_that_coincide_are_a_fault_and_not_a_number() {
        let mut sample = Sample::random(3, 2, 0, vec![]);
        sample.nodes[1] = sample.nodes[0];
        let spring = LineSpring::new([NodeId(0), NodeId(1)], [Vec3::x(); 2], LineLaw::default());
        let mut out = StageBlock::default();
        out.reset(12, 0);
        spring.stage(&sample.level(), &mut out);
        assert_eq!(out.fault, Some(NO_LENGTH));
        assert!(out.f.iter().all(|f| *f == 0.0));
    }
}
