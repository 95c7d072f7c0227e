//! Forces and moments at points of a beam element, transferred to its nodes by virtual work.
//!
//! A point at coordinate r with offset o (section axes) moves with the nodes as p = Σ N_n (X_n + S_n o), linear in their frames;
//! so does the direction of a follower load. Then, exactly and for any load,
//!
//! ```text
//!   ṗ = Σ N_n (ẋ_n + ω_n × w_n),  w_n = R_n ξ_n + S_n o        force on node n   N_n F
//!   rotation of the point Σ N_n δθ_n                            moment on node n  N_n (w_n × F + Q)
//! ```
//!
//! and the resultants over points equal those over nodes, because Σ N_n = 1.

use super::Axes;
use super::over_step::{LoadPoint, add_load};
use crate::math::quadrature::MAX_NODES;
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::holonomic::Attachment;
use crate::terms::{Books, FunctionId, Interval, IntervalBlock, Level, Motion, NodeId, Span, StageBlock, Term};

/// Where the numbers of a load come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SpanSource {
    /// force [N] and moment [N·m], times the load's function
    Fixed(Vec3, Vec3),
    /// six inputs from this place on: force, moment
    Inputs(usize),
}

/// A point of an element with a load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpanPoint {
    /// N_n at the point
    pub n: [f64; MAX_NODES],
    /// offset from the axis, section axes [m]
    pub offset: Vec3,
    /// its load
    pub source: SpanSource,
}

/// Loads at points of one element.
#[derive(Debug, Clone)]
pub struct SpanLoad {
    ends: Vec<Attachment>,
    nodes: Vec<NodeId>,
    points: Vec<SpanPoint>,
    axes: Axes,
    function: Option<FunctionId>,
}

/// w_n of a point: the arm from each node.
fn arms(ends: &[Attachment], nodes: &[Motion], offset: &Vec3) -> [Vec3; MAX_NODES] {
    let mut w = [Vec3::zeros(); MAX_NODES];
    for (w, end) in w.iter_mut().zip(ends) {
        *w = nodes[end.node.0].d * (end.offset + end.axes * offset);
    }
    w
}

impl SpanPoint {
    /// Position, velocity, acceleration of the point, angular velocity and acceleration of its section.
    pub fn motion(&self, ends: &[Attachment], nodes: &[Motion]) -> [Vec3; 5] {
        let w = arms(ends, nodes, &self.offset);
        let mut out = [Vec3::zeros(); 5];
        for (k, end) in ends.iter().enumerate() {
            let (m, n) = (&nodes[end.node.0], self.n[k]);
            let swept = m.omega.cross(&w[k]);
            out[0] += n * (m.x + w[k]);
            out[1] += n * (m.v + swept);
            out[2] += n * (m.a + m.alpha.cross(&w[k]) + m.omega.cross(&swept));
            out[3] += n * m.omega;
            out[4] += n * m.alpha;
        }
        out
    }
}

impl SpanLoad {
    /// Loads at points of an element with these attachments.
    pub fn new(ends: Vec<Attachment>, points: Vec<SpanPoint>, axes: Axes, function: Option<FunctionId>) -> Self {
        let nodes = ends.iter().map(|e| e.node).collect();
        SpanLoad { ends, nodes, points, axes, function }
    }

    /// Force and moment of a point in the axes they are given in.
    fn given(&self, at: &Level, point: &SpanPoint) -> (Vec3, Vec3) {
        let size = at.load_factor * self.function.map_or(1.0, |f| at.functions[f.0][0]);
        match point.source {
            SpanSource::Fixed(force, moment) => (force * size, moment * size),
            SpanSource::Inputs(k) => {
                let part = |from: usize| Vec3::from_column_slice(&at.inputs[k + from..k + from + 3]);
                (part(0) * size, part(3) * size)
            }
        }
    }

    /// Force and moment of a point, inertial axes, and the same turned with each node (zero for a dead load).
    fn now(&self, at: &Level, point: &SpanPoint) -> (Vec3, Vec3, [[Vec3; 2]; MAX_NODES]) {
        let (force, moment) = self.given(at, point);
        let mut turned = [[Vec3::zeros(); 2]; MAX_NODES];
        if self.axes == Axes::Dead {
            return (force, moment, turned);
        }
        let (mut f, mut q) = (Vec3::zeros(), Vec3::zeros());
        for (k, end) in self.ends.iter().enumerate() {
            let frame = at.nodes[end.node.0].d * end.axes * point.n[k];
            turned[k] = [frame * force, frame * moment];
            f += turned[k][0];
            q += turned[k][1];
        }
        (f, q, turned)
    }
}

impl Term for SpanLoad {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        for point in &self.points {
            let (force, moment, turned) = self.now(at, point);
            let w = arms(&self.ends, at.nodes, &point.offset);
            for k in 0..self.nodes.len() {
                let (n, w_t) = (point.n[k], skew(&w[k]));
                out.add_force(6 * k, &(-n * force));
                out.add_force(6 * k + 3, &(-n * (w_t * force + moment)));
                // the arm turns with its own node, a follower load with all of them
                out.add_k(6 * k + 3, 6 * k + 3, &(skew(&force) * w_t * -n));
                for (m, [f, q]) in turned.iter().enumerate().take(self.nodes.len()) {
                    let (f_t, q_t): (Mat3, Mat3) = (skew(f) * n, skew(q) * n);
                    out.add_k(6 * k, 6 * m + 3, &f_t);
                    out.add_k(6 * k + 3, 6 * m + 3, &(w_t * f_t + q_t));
                }
            }
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        for point in &self.points {
            let (force, moment, _) = self.now(at, point);
            let [_, v, _, omega, _] = point.motion(&self.ends, at.nodes);
            books.applied_power += force.dot(&v) + moment.dot(&omega);
        }
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for SpanLoad {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        for point in &self.points {
            let [mut force, mut moment] = [Vec3::zeros(); 2];
            for (level, weight) in over.levels.iter().zip(over.weights) {
                let (f, q) = self.given(level, point);
                force += f * weight;
                moment += q * weight;
            }
            let mut points =
                [LoadPoint { node: 0, weight: 0.0, arm: Vec3::zeros(), turn: Mat3::identity() }; MAX_NODES];
            for (k, end) in self.ends.iter().enumerate() {
                let arm = end.offset + end.axes * point.offset;
                points[k] = LoadPoint { node: k, weight: point.n[k], arm, turn: end.axes };
            }
            add_load(over, out, &self.nodes, &points[..self.ends.len()], self.axes, [force, moment]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::quadrature::{lagrange, lobatto};
    use crate::math::so3;
    use crate::terms::check::{Noise, Sample, check_interval, check_stage};

    fn load(count: usize, axes: Axes) -> SpanLoad {
        let mut noise = Noise(8);
        let ends = (0..count)
            .map(|k| Attachment {
                node: NodeId(k),
                offset: 0.3 * noise.vector(),
                axes: so3::exp(&noise.vector()).to_rotation_matrix().into_inner(),
            })
            .collect();
        let mut point = |r: f64, source| SpanPoint { n: lagrange(lobatto(count), r).0, offset: noise.vector(), source };
        let points = vec![
            point(0.3, SpanSource::Inputs(6)),
            point(-0.7, SpanSource::Fixed(Vec3::new(1.0, 2.0, 3.0), Vec3::new(-0.5, 0.1, 0.7))),
        ];
        SpanLoad::new(ends, points, axes, Some(FunctionId(0)))
    }

    #[test]
    fn tangents_agree_with_differences() {
        for count in 2..=4 {
            for axes in [Axes::Dead, Axes::Follower] {
                let sample = Sample::random(3, count, 0, vec![[1.4, 0.0, 0.0]]);
                assert!(check_stage(&load(count, axes), &sample) < 1e-8);
                let samples = [5, 6, 7].map(|seed| Sample::random(seed, count, 0, vec![[0.8, 0.0, 0.0]]));
                let check = check_interval(&load(count, axes), samples);
                assert!(check.work < 1e-12 && check.limit < 1e-13 && check.tangent < 1e-8, "{check:?}");
            }
        }
    }

    #[test]
    fn resultants_and_virtual_work_over_points_equal_those_over_nodes() {
        for count in 2..=4 {
            for axes in [Axes::Dead, Axes::Follower] {
                let (load, sample) = (load(count, axes), Sample::random(9, count, 0, vec![[1.4, 0.0, 0.0]]));
                let (at, mut out) = (sample.level(), StageBlock::default());
                out.reset(6 * count, 0);
                load.stage(&at, &mut out);
                let part = |k: usize| -Vec3::from_column_slice(&out.f[3 * k..3 * k + 3]);
                // sums of force, moment about the origin and power: nodes minus points
                let (mut force, mut moment, mut power) = (Vec3::zeros(), Vec3::zeros(), 0.0);
                for (k, node) in sample.nodes.iter().enumerate() {
                    let (f, q) = (part(2 * k), part(2 * k + 1));
                    force += f;
                    moment += node.x.cross(&f) + q;
                    power += f.dot(&node.v) + q.dot(&node.omega);
                }
                let mut books = Books::default();
                load.audit(&at, &[], &mut books);
                for point in &load.points {
                    let (f, q, _) = load.now(&at, point);
                    let [x, ..] = point.motion(&load.ends, &sample.nodes);
                    force -= f;
                    moment -= x.cross(&f) + q;
                }
                assert!(
                    force.norm() < 2e-15 * 10.0 && moment.norm() < 5e-14 && (power - books.applied_power).abs() < 2e-14
                );
            }
        }
    }
}
