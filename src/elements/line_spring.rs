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

use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::interval::{F, I, J, Linear, gather, mean};
use crate::terms::{Books, Fault, Interval, IntervalBlock, Level, Motion, NodeId, Span, StageBlock, Term};
use nalgebra::SMatrix;

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

/// Spring and damper between two points.
#[derive(Debug, Clone)]
pub struct LineSpring {
    nodes: [NodeId; 2],
    /// the points in node axes
    offsets: [Vec3; 2],
    law: LineLaw,
}

const NO_LENGTH: Fault = Fault::Singular("its two points coincide, so that it has no direction");

/// The line at one instant.
struct Line {
    /// arms of A and B
    r: [Vec3; 2],
    /// y
    y: Vec3,
    /// l
    length: f64,
    /// ẏ
    y_rate: Vec3,
}

impl LineSpring {
    /// Between the points at `offsets` [m], node axes, of two nodes.
    pub fn new(nodes: [NodeId; 2], offsets: [Vec3; 2], law: LineLaw) -> Self {
        LineSpring { nodes, offsets, law }
    }

    fn line(&self, nodes: &[Motion]) -> Line {
        let [a, b] = self.nodes.map(|id| &nodes[id.0]);
        let r = [a.d * self.offsets[0], b.d * self.offsets[1]];
        let y = b.x + r[1] - a.x - r[0];
        let y_rate = b.v + b.omega.cross(&r[1]) - a.v - a.omega.cross(&r[0]);
        Line { r, y, length: y.norm(), y_rate }
    }

    /// Do the points coincide, to the rounding of their places?
    fn coincide(&self, nodes: &[Motion], length: f64) -> bool {
        let size: f64 = self.nodes.iter().zip(&self.offsets).map(|(id, r)| nodes[id.0].x.norm() + r.norm()).sum();
        length.is_nan() || length <= 1e-14 * size
    }

    fn elastic(&self, length: f64) -> f64 {
        self.law.preload + self.law.stiffness * (length - self.law.length)
    }

    /// Length, rate and tension now. At no length the rate is the relative speed of the points.
    pub fn state(&self, nodes: &[Motion]) -> LineState {
        let Line { y, length, y_rate, .. } = self.line(nodes);
        let rate = if length > 0.0 { y.dot(&y_rate) / length } else { y_rate.norm() };
        LineState { length, rate, force: self.elastic(length) + self.law.damping * rate }
    }

    /// T of y = T q.
    fn linear(&self) -> Linear<1, 8> {
        let mut t = [[0.0; 8]];
        for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
            t[0][4 * side] = sign;
            (0..3).for_each(|l| t[0][4 * side + 1 + l] = sign * self.offsets[side][l]);
        }
        Linear { t, blocks: 8 }
    }
}

impl Term for LineSpring {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let Line { r, y, length, y_rate } = self.line(at.nodes);
        if self.coincide(at.nodes, length) {
            out.fault = Some(NO_LENGTH);
            return;
        }
        let (n, c) = (y / length, self.law.damping);
        let across = (Mat3::identity() - n * n.transpose()) / length;
        let tension = self.elastic(length) + c * n.dot(&y_rate);
        let pull = n * tension;

        // J, and ∂ẏ/∂q for fixed velocities: δ(ω × r) = −ω̃ r̃ δθ
        let (mut j, mut j_rate) = (SMatrix::<f64, 3, 12>::zeros(), SMatrix::<f64, 3, 12>::zeros());
        for (side, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let (r_t, omega) = (skew(&r[side]), skew(&at.nodes[self.nodes[side].0].omega));
            j.fixed_view_mut::<3, 3>(0, 6 * side).copy_from(&(Mat3::identity() * sign));
            j.fixed_view_mut::<3, 3>(0, 6 * side + 3).copy_from(&(r_t * -sign));
            j_rate.fixed_view_mut::<3, 3>(0, 6 * side + 3).copy_from(&(omega * r_t * -sign));
            // δ(r × σn) at fixed σn
            out.add_k(6 * side + 3, 6 * side + 3, &(skew(&pull) * r_t * sign));
        }
        // δ(σn) = (k n nᵀ + σ across) δy + c n δl̇,  δl̇ = ẏ·across δy + n·δẏ
        let along = n * n.transpose();
        let stiff = along * self.law.stiffness + across * tension + n * (across * y_rate).transpose() * c;
        let k = j.transpose() * (stiff * j + along * j_rate * c);
        let g = j.transpose() * along * j * c;
        let force = j.transpose() * pull;
        for row in 0..12 {
            out.f[row] += force[row];
            for col in 0..12 {
                out.k[row * out.n + col] += k[(row, col)];
                out.g[row * out.n + col] += g[(row, col)];
            }
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        let LineState { length, rate, .. } = self.state(at.nodes);
        let stretch = length - self.law.length;
        books.potential += (self.law.preload + 0.5 * self.law.stiffness * stretch) * stretch;
        books.damper_power -= self.law.damping * rate * rate;
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for LineSpring {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (linear, n) = (self.linear(), out.n);
        let y = [I, J, F].map(|level| linear.at(&gather(&self.nodes, over.levels[level].nodes)));
        let l = y.map(|[y]| y.norm());
        let sum = l[over.from] + l[over.to];
        let rate = self.law.damping * over.total() / over.h;
        // a level that has no part in this balance may be anything
        let used = |level: usize| {
            over.weights[level] != 0.0 || [over.from, over.to].contains(&level) || (level == F && rate != 0.0)
        };
        if [J, F].into_iter().any(|level| used(level) && self.coincide(over.levels[level].nodes, l[level])) {
            out.fault = Some(NO_LENGTH);
            return;
        }
        let damped = rate * (l[F] - l[I]);
        let tension = (0..3).map(|k| over.weights[k] * self.elastic(l[k])).sum::<f64>() + damped;
        out.works.dampers -= damped * (l[over.to] - l[over.from]);

        let mut along = [0.0; 24];
        linear.add_gradient(&mut along, &mean(&y[over.from], &y[over.to]), (0, 0), 1.0 / sum);
        out.force.iter_mut().zip(&along).for_each(|(f, a)| *f += tension * a);

        // δf = σ̄ δ(2Tᵀȳ)/sum + along (δσ̄ − σ̄ δsum/sum),  δl = Tᵀy/l δq
        let mut numbers = [[0.0; 8]; 8];
        linear.add_hessian(&mut numbers, (0, 0), tension / sum);
        let (slopes, more) = (over.mean_slopes(), [0.0, rate]);
        for (place, level) in [J, F].into_iter().enumerate() {
            if slopes[place] != 0.0 {
                linear.spread(&numbers, slopes[place], &mut out.k[place], n);
            }
            let turned = if level == over.from || level == over.to { tension / sum } else { 0.0 };
            let slope = self.law.stiffness * over.weights[level] + more[place] - turned;
            if slope == 0.0 {
                continue;
            }
            let mut here = [0.0; 24];
            linear.add_gradient(&mut here, &y[level], (0, 0), 0.5 * slope / l[level]);
            for (row, along) in out.k[place].chunks_exact_mut(n).zip(&along) {
                row.iter_mut().zip(&here).for_each(|(k, here)| *k += along * here);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::check::{Sample, check_interval, check_objective, check_stage};

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
