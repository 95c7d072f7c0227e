//! Knife edge: a point of a node cannot move across the edge, as a skate or a sleigh. Non-holonomic; Bauchau 2003 (2), (22).
//!
//! | symbol | name |
//! |---|---|
//! | o | `offset_b`: the point, node axes |
//! | e_b, e = D e_b | `across_b`: the direction in which it cannot move |
//!
//! ```text
//!   e·(ẋ + ω × D o) = 0;      over a step  (D̄ e_b)·(Δx + ΔD o) = 0
//! ```

use super::contact::{Contact, Touching};
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::{
    Class, InstantAudit, Interval, IntervalBlock, Level, Motion, NodeId, Phase, Span, StageBlock, Term, add_block,
    add_vector,
};

/// A point that cannot move along a direction of its node.
#[derive(Debug, Clone)]
pub struct KnifeEdge {
    node: [NodeId; 1],
    offset_b: Vec3,
    across_b: Vec3,
}

impl KnifeEdge {
    /// The point [m] and the unit direction in which it cannot move, both in node axes.
    pub fn new(node: NodeId, offset_b: Vec3, across_b: Vec3) -> Self {
        KnifeEdge { node: [node], offset_b, across_b }
    }

    /// Arm, direction and velocity of the point.
    fn now(&self, node: &Motion) -> (Vec3, Vec3, Vec3) {
        let (r, e) = (node.d * self.offset_b, node.d * self.across_b);
        (r, e, node.v + node.omega.cross(&r))
    }
}

impl Touching for KnifeEdge {
    fn contact(&self, nodes: &[Motion], lambda: &[f64]) -> Contact {
        let node = &nodes[self.node[0].0];
        let (r, e, s) = self.now(node);
        let force = e * -lambda[0];
        Contact { point: node.x + r, force, normal: 0.0, tangential: force, slip: e * e.dot(&s) }
    }
}

impl Term for KnifeEdge {
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn conditions(&self) -> usize {
        1
    }

    fn condition(&self, _k: usize) -> (Class, String) {
        (Class::Translation, "motion across the edge".into())
    }

    fn active(&self, _k: usize, phase: Phase) -> bool {
        phase != Phase::StartPosition
    }

    fn nonholonomic(&self, _k: usize) -> bool {
        true
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let node = &at.nodes[self.node[0].0];
        let (r, e, s) = self.now(node);
        out.c[0] = e.dot(&s);
        add_vector(&mut out.b, 0, &e);
        add_vector(&mut out.b, 3, &r.cross(&e));
        // δC = (δθ × e)·s + e·(ω × (δθ × r))
        add_vector(&mut out.b_q, 3, &(e.cross(&s) + r.cross(&e.cross(&node.omega))));
        // force and moment turn with the node
        let mu = out.mu(0);
        out.add_force(0, &(e * mu));
        out.add_force(3, &(r.cross(&e) * mu));
        out.add_k(0, 3, &(skew(&e) * -mu));
        out.add_k(3, 3, &(skew(&r.cross(&e)) * -mu));
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        let node = &at.nodes[self.node[0].0];
        let ((r, e, s), w) = (self.now(node), &node.omega);
        first[0] = e.dot(&s);
        second[0] = w.cross(&e).dot(&s) + e.dot(&(node.a + node.alpha.cross(&r) + w.cross(&w.cross(&r))));
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        let (_, e, s) = self.now(&at.nodes[self.node[0].0]);
        audit.constraint_power -= lambda[0] * e.dot(&s);
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for KnifeEdge {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let ([_, d1, d2, d3], step) = (over.mean(self.node[0]), over.increment(self.node[0]));
        let e = Mat3::from_columns(&[d1, d2, d3]) * self.across_b;
        // weights of x, d₁, d₂, d₃ in the point, and how far it went
        let w = [1.0, self.offset_b.x, self.offset_b.y, self.offset_b.z];
        let went: Vec3 = (0..4).map(|a| step[a] * w[a]).sum();
        let (lambda, n) = (out.lambda[0], out.n);
        out.c[0] = e.dot(&went);
        for a in 0..4 {
            add_vector(&mut out.b_mean, 3 * a, &(e * w[a]));
            add_vector(&mut out.b_to, 3 * a, &(e * w[a]));
            out.add_force(a, &(e * (lambda * w[a])));
            for (k, slope) in out.k.iter_mut().zip(over.mean_slopes()).filter(|(_, s)| *s != 0.0) {
                for l in 0..3 {
                    let block = Mat3::identity() * (lambda * slope * w[a] * self.across_b[l]);
                    add_block(k, n, 3 * a, 3 * (1 + l), &block);
                }
            }
        }
        for l in 0..3 {
            add_vector(&mut out.b_to, 3 * (1 + l), &(went * (0.5 * self.across_b[l])));
        }
        out.works.constraints -= lambda * out.c[0];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::check::{Sample, check_interval, check_stage};

    fn edge() -> KnifeEdge {
        KnifeEdge::new(NodeId(1), Vec3::new(0.4, -0.3, 0.7), Vec3::new(0.48, 0.6, 0.64))
    }

    #[test]
    fn tangents_and_rates_agree_with_differences() {
        for seed in 1..5 {
            let defect = check_stage(&edge(), &Sample::random(seed, 2, 0, vec![]));
            assert!(defect < 1e-9, "{defect:e}");
        }
    }

    #[test]
    fn over_a_step_it_does_the_work_of_its_condition() {
        for seed in 1..5 {
            let samples = [seed, seed + 100, seed + 200].map(|seed| Sample::random(seed, 2, 0, vec![]));
            let check = check_interval(&edge(), samples);
            assert!(check.work < 1e-14 && check.limit < 1e-14 && check.tangent < 1e-9, "{check:?}");
        }
    }
}
