//! `PlaceMass`: a constant mass matrix on the places of some nodes, for every scheme.
//!
//! An element of points whose shape functions are N_a has the kinetic energy
//!
//! ```text
//!   T = ½ Σ m_ab ẋ_a·ẋ_b,   m_ab = ∫ϱ N_a N_b          (consistent; or lumped, m_ab = 0 for a ≠ b)
//!   f_a = Σ_b m_ab (ẍ_b − g)
//! ```
//!
//! m is constant, so that over a step ẍ becomes the change of velocity over h in every scheme: T changes by exactly the work of f,
//! and Σ_ab m_ab ẋ_b and Σ_ab x_a × m_ab ẋ_b by the impulse of the forces.

use super::interval::FrameInterval;
use super::{InstantAudit, Interval, IntervalBlock, Level, Mass, NodeId, Parts, Span, StageBlock, Term};
use crate::math::Vec3;

/// Mass on places.
#[derive(Debug, Clone)]
pub struct PlaceMass {
    nodes: Vec<NodeId>,
    /// m, row-major
    matrix: Vec<f64>,
}

impl PlaceMass {
    /// On these nodes; `matrix` is symmetric and row-major [kg].
    pub fn new(nodes: Vec<NodeId>, matrix: Vec<f64>) -> Self {
        assert_eq!(matrix.len(), nodes.len() * nodes.len(), "a mass for each pair of nodes");
        PlaceMass { nodes, matrix }
    }

    /// All pairs of nodes, by their places among those of the term, that have a mass.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        let n = self.nodes.len();
        self.matrix.iter().enumerate().map(move |(p, m)| (p / n, p % n, *m)).filter(|(_, _, m)| *m != 0.0)
    }

    /// m_ab.
    pub fn entry(&self, a: usize, b: usize) -> f64 {
        self.matrix[a * self.nodes.len() + b]
    }

    /// Σ_b m_ab v_b.
    pub fn momentum(&self, a: usize, v: impl Fn(NodeId) -> Vec3) -> Vec3 {
        self.nodes.iter().enumerate().map(|(b, id)| v(*id) * self.entry(a, b)).sum()
    }

    /// Σ m_ab u_a·v_b of vectors on the nodes.
    pub fn product(&self, u: impl Fn(NodeId) -> Vec3, v: impl Fn(NodeId) -> Vec3) -> f64 {
        self.pairs().map(|(a, b, m)| m * u(self.nodes[a]).dot(&v(self.nodes[b]))).sum()
    }

    /// f_a = Σ_b m_ab v_b, three rows a node; and factor m_ab I into a matrix, if there is one.
    fn add(&self, v: impl Fn(NodeId) -> Vec3, f: &mut [f64], matrices: [(&mut [f64], f64); 2]) {
        let n = 3 * self.nodes.len();
        for (a, b, m) in self.pairs() {
            super::add_vector(f, 3 * a, &(v(self.nodes[b]) * m));
        }
        for (matrix, factor) in matrices {
            for (a, b, m) in self.pairs().filter(|_| factor != 0.0) {
                (0..3).for_each(|i| matrix[(3 * a + i) * n + 3 * b + i] += factor * m);
            }
        }
    }
}

impl Term for PlaceMass {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn width(&self) -> usize {
        3
    }

    fn parts(&self) -> Parts {
        Parts { mass: true, ..Parts::NONE }
    }

    fn mass(&self) -> Mass<'_> {
        Mass::Places(self)
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        self.add(|id| at.nodes[id.0].a - at.gravity, &mut out.f, [(&mut out.mass, 1.0), (&mut [], 0.0)]);
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        let place = |id: NodeId| at.nodes[id.0].x;
        let speed = |id: NodeId| at.rates.map_or(at.nodes[id.0].v, |rates| rates[id.0][0]);
        audit.kinetic += 0.5 * self.product(speed, speed);
        for (a, b, m) in self.pairs() {
            let momentum = speed(self.nodes[b]) * m;
            audit.potential -= m * at.gravity.dot(&place(self.nodes[b]));
            audit.linear_momentum += momentum;
            audit.angular_momentum += place(self.nodes[a]).cross(&momentum);
        }
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for PlaceMass {
    fn frames(&self) -> Option<&dyn FrameInterval> {
        Some(self)
    }

    /// The weight, and m A for a scheme that gives the mean acceleration A; the others take the mass from [`Term::mass`].
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let gravity: Vec3 = (0..3).map(|k| over.levels[k].gravity * over.weights[k]).sum();
        let (of, slopes) = over.acceleration.map_or((None, [0.0; 2]), |(of, slopes)| (Some(of), slopes));
        let moved = |id: NodeId| of.map_or_else(Vec3::zeros, |of| of[id.0][0]) - gravity;
        let [k_j, k_f] = &mut out.k;
        let slopes = if out.without_tangents { [0.0; 2] } else { slopes };
        self.add(moved, &mut out.force, [(k_j, slopes[0]), (k_f, slopes[1])]);
    }
}

impl FrameInterval for PlaceMass {
    fn on_frames(&self, over: &Span, out: &mut IntervalBlock) {
        Interval::interval(self, over, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::check::{Sample, check_interval, check_stage};

    #[test]
    fn tangents_agree_with_differences_and_weight_does_its_work() {
        let mass =
            PlaceMass::new(vec![NodeId(2), NodeId(0), NodeId(1)], vec![2.0, 1.0, 0.5, 1.0, 3.0, 0.7, 0.5, 0.7, 1.0]);
        assert!(check_stage(&mass, &Sample::random(3, 3, 0, vec![])) < 1e-9);
        let check = check_interval(&mass, [4, 5, 6].map(|seed| Sample::random(seed, 3, 0, vec![])));
        assert!(check.work < 1e-14 && check.limit < 1e-14 && check.tangent < 1e-9, "{check:?}");
    }
}
