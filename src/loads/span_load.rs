//! Forces and moments at points of an element of a beam or a shell, transferred to its nodes by virtual work.
//!
//! A point at coordinate r with offset o moves with the nodes as p = Σ N_n X_n + R o, and R turns with them as
//! [`SectionFrame`](super::section_frame::SectionFrame) says: its axes are unit vectors, so offsets and follower loads act in full.
//! Then, exactly and for any load, with the moment m = R o × F + Q about the axis and L µ = m
//!
//! ```text
//!   ṗ = Σ N_n (ẋ_n + ω_n × R_n ξ_n) + θ̇ × R o        force on node n   N_n F
//!   rotation of the section θ̇                          moment on node n  N_n (R_n ξ_n × F + Σ_k s_nk × (µ × r_k))
//! ```
//!
//! and the resultants over points equal those over nodes, because Σ N_n = 1 and Σ_n N_n Σ_k s_nk × (µ × r_k) = L µ.
//!
//! Over a step the same holds at the averaged frames: momenta change by the resultants exactly, and the run_audit takes the work that the
//! nodal forces do. R o is not linear in the frames, so this work is F·(p_f − p_i) of a dead load up to O(h³) a step, not to
//! rounding; for a point on the axis it is exact.

use super::Axes;
use super::section_frame::SectionFrame;
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::holonomic::Attachment;
use crate::terms::{FunctionId, InstantAudit, Interval, IntervalBlock, Level, Motion, NodeId, Span, StageBlock, Term};

/// The most nodes that carry a point: those of a shell element.
pub const POINT_NODES: usize = 9;

/// The shape functions of a point, with zeros behind them.
pub fn point_weights(n: &[f64]) -> [f64; POINT_NODES] {
    std::array::from_fn(|k| n.get(k).copied().unwrap_or(0.0))
}

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
    pub n: [f64; POINT_NODES],
    /// offset from the axis or the surface, section axes [m]
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

/// Interpolated section axes Σ N_n S_n of nodal directors.
fn interpolate(n: &[f64], ends: &[Attachment], directors: impl Fn(&Attachment) -> Mat3) -> Mat3 {
    ends.iter().zip(n).map(|(end, n)| directors(end) * end.axes * *n).sum()
}

impl SpanPoint {
    /// Position, velocity, acceleration of the point, angular velocity and acceleration of its section.
    pub fn motion(&self, ends: &[Attachment], nodes: &[Motion]) -> [Vec3; 5] {
        let (mut axes, mut rate, mut second) = (Mat3::zeros(), Mat3::zeros(), Mat3::zeros());
        let [mut x, mut v, mut a] = [Vec3::zeros(); 3];
        for (end, n) in ends.iter().zip(self.n) {
            let m = &nodes[end.node.0];
            let (arm, s) = (m.d * end.offset, m.d * end.axes * n);
            let (swept, omega) = (m.omega.cross(&arm), skew(&m.omega));
            x += n * (m.x + arm);
            v += n * (m.v + swept);
            a += n * (m.a + m.alpha.cross(&arm) + m.omega.cross(&swept));
            axes += s;
            rate += omega * s;
            second += skew(&m.alpha) * s + omega * (omega * s);
        }
        let frame = SectionFrame::new(&axes);
        let (w, omega) = (frame.axes * self.offset, frame.turns(&rate));
        let (alpha, swept) = (frame.second(&rate, &second, &omega), omega.cross(&w));
        [x + w, v + swept, a + alpha.cross(&w) + omega.cross(&swept), omega, alpha]
    }

    /// Orientation of its section: the unit axes that its offset and a follower load are given in.
    pub fn axes(&self, ends: &[Attachment], nodes: &[Motion]) -> Mat3 {
        SectionFrame::new(&interpolate(&self.n, ends, |end| nodes[end.node.0].d)).axes
    }
}

/// A load in inertial axes on a section, and how it turns with it.
struct Acting {
    frame: SectionFrame,
    /// offset of the point
    arm: Vec3,
    force: Vec3,
    moment: Vec3,
    /// µ of the moment about the axis
    share: Vec3,
    follows: bool,
}

impl Acting {
    /// Load as given; None when it is dead, at the axis and without moment, so that the section's axes have no part in it.
    fn new(interpolated: &Mat3, offset: &Vec3, axes: Axes, [force, moment]: [Vec3; 2]) -> Option<Self> {
        let (none, follows) = (Vec3::zeros(), axes == Axes::Follower);
        if !follows && *offset == none && moment == none {
            return None;
        }
        let frame = SectionFrame::new(interpolated);
        let [force, moment] = [force, moment].map(|v| if follows { frame.axes * v } else { v });
        let arm = frame.axes * offset;
        let share = frame.share(&(arm.cross(&force) + moment));
        Some(Acting { frame, arm, force, moment, share, follows })
    }

    /// Force on the interpolated axes: µ × r_k.
    fn pull(&self) -> Mat3 {
        skew(&self.share) * self.frame.axes
    }

    /// Changes of the force and of the pull on the axes for a change of the interpolated axes.
    fn change(&self, axes: &Mat3) -> (Vec3, Mat3) {
        let theta = self.frame.turns(axes);
        let turned = |v: &Vec3| if self.follows { theta.cross(v) } else { Vec3::zeros() };
        let force = turned(&self.force);
        let moment = theta.cross(&self.arm).cross(&self.force) + self.arm.cross(&force) + turned(&self.moment);
        let share = self.frame.share_change(&moment, axes, &theta, &self.share);
        (force, skew(&share) * self.frame.axes + skew(&self.share) * (skew(&theta) * self.frame.axes))
    }
}

/// Σ_k s_k × p_k: moment of pulls on axes.
fn moment(axes: &Mat3, pulls: &Mat3) -> Vec3 {
    (0..3).map(|k| Vec3::from(axes.column(k)).cross(&pulls.column(k))).sum()
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
                let part = |from: usize| Vec3::from_fn(|i, _| at.inputs[k + from + i][0]);
                (part(0) * size, part(3) * size)
            }
        }
    }

    /// What acts at a point now, and its force.
    fn now(&self, at: &Level, point: &SpanPoint) -> (Option<Acting>, Vec3) {
        let (force, moment) = self.given(at, point);
        let axes = interpolate(&point.n, &self.ends, |end| at.nodes[end.node.0].d);
        let acting = Acting::new(&axes, &point.offset, self.axes, [force, moment]);
        let force = acting.as_ref().map_or(force, |acting| acting.force);
        (acting, force)
    }
}

impl Term for SpanLoad {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        for point in &self.points {
            let (acting, force) = self.now(at, point);
            let frames = |k: usize| (at.nodes[self.nodes[k].0].d, &self.ends[k], point.n[k]);
            for k in 0..self.nodes.len() {
                let (d, end, n) = frames(k);
                let arm = skew(&(d * end.offset));
                out.add_force(6 * k, &(-n * force));
                out.add_force(6 * k + 3, &(-n * (arm * force)));
                out.add_k(6 * k + 3, 6 * k + 3, &(skew(&force) * arm * -n));
            }
            let Some(acting) = acting else { continue };
            let pull = acting.pull();
            for k in 0..self.nodes.len() {
                let (d, end, n) = frames(k);
                out.add_force(6 * k + 3, &(-n * moment(&(d * end.axes), &pull)));
            }
            // the axes turn with every node
            for (m, i) in (0..3 * self.nodes.len()).map(|p| (p / 3, p % 3)) {
                let (d, end, weight) = frames(m);
                let turned = skew(&Vec3::ith(i, 1.0)) * (d * end.axes);
                let (force, change) = acting.change(&(turned * weight));
                for k in 0..self.nodes.len() {
                    let (d, end, n) = frames(k);
                    let mut couple = (d * end.offset).cross(&force) + moment(&(d * end.axes), &change);
                    if k == m {
                        couple += moment(&turned, &pull);
                    }
                    for row in 0..3 {
                        out.k[(6 * k + row) * out.n + 6 * m + 3 + i] -= n * force[row];
                        out.k[(6 * k + 3 + row) * out.n + 6 * m + 3 + i] -= n * couple[row];
                    }
                }
            }
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        for point in &self.points {
            let (acting, force) = self.now(at, point);
            let [_, v, _, omega, _] = point.motion(&self.ends, at.nodes);
            audit.applied_power += force.dot(&v) + acting.map_or(0.0, |acting| acting.moment.dot(&omega));
        }
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for SpanLoad {
    /// At the averaged frames: F N_n on x_n, and N_n (ξ_nl F + Σ_k Q_n,lk µ × r_k) on d_nl.
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (n, slopes) = (out.n, over.mean_slopes());
        for point in &self.points {
            let [mut force, mut moment] = [Vec3::zeros(); 2];
            for (level, weight) in over.levels.iter().zip(over.weights) {
                let (f, q) = self.given(level, point);
                force += f * weight;
                moment += q * weight;
            }
            let axes = interpolate(&point.n, &self.ends, |end| {
                let [_, d1, d2, d3] = over.mean(end.node);
                Mat3::from_columns(&[d1, d2, d3])
            });
            let acting = Acting::new(&axes, &point.offset, self.axes, [force, moment]);
            let force = acting.as_ref().map_or(force, |acting| acting.force);
            let pull = acting.as_ref().map_or_else(Mat3::zeros, Acting::pull);
            // on x and d_1 … d_3 of a node
            let on = |end: &Attachment, force: &Vec3, pull: &Mat3| -> [Vec3; 4] {
                let turned = pull * end.axes.transpose();
                std::array::from_fn(|a| if a == 0 { *force } else { force * end.offset[a - 1] + turned.column(a - 1) })
            };
            for (k, end) in self.ends.iter().enumerate() {
                let step = over.increment(end.node);
                for (a, pull) in on(end, &force, &pull).iter().enumerate() {
                    out.add_force(4 * k + a, &(pull * -point.n[k]));
                    out.works.applied += point.n[k] * pull.dot(&step[a]);
                }
            }
            let Some(acting) = acting else { continue };
            for (m, l, i) in (0..9 * self.ends.len()).map(|p| (p / 9, p / 3 % 3, p % 3)) {
                let column = 12 * m + 3 + 3 * l + i;
                let axes = Vec3::ith(i, point.n[m]) * self.ends[m].axes.row(l);
                let (force, pull) = acting.change(&axes);
                for (k, end) in self.ends.iter().enumerate() {
                    for (a, change) in on(end, &force, &pull).iter().enumerate() {
                        for (to, slope) in out.k.iter_mut().zip(slopes).filter(|(_, s)| *s != 0.0) {
                            (0..3).for_each(|row| {
                                to[(12 * k + 3 * a + row) * n + column] -= slope * point.n[k] * change[row];
                            });
                        }
                    }
                }
            }
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
        let weights = |r: f64| match count {
            POINT_NODES => crate::elements::shell::tying::shape(r, 0.4).n,
            _ => point_weights(&lagrange(lobatto(count), r).0),
        };
        let mut point = |r: f64, source| SpanPoint { n: weights(r), offset: noise.vector(), source };
        let points = vec![
            point(0.3, SpanSource::Inputs(6)),
            point(-0.7, SpanSource::Fixed(Vec3::new(1.0, 2.0, 3.0), Vec3::new(-0.5, 0.1, 0.7))),
        ];
        SpanLoad::new(ends, points, axes, Some(FunctionId(0)))
    }

    #[test]
    fn tangents_agree_with_differences() {
        for count in [2, 3, 4, POINT_NODES] {
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
        for count in [2, 3, 4, POINT_NODES] {
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
                let mut audit = InstantAudit::default();
                load.audit(&at, &[], &mut audit);
                for point in &load.points {
                    let (acting, f) = load.now(&at, point);
                    let q = acting.map_or_else(Vec3::zeros, |acting| acting.moment);
                    let [x, ..] = point.motion(&load.ends, &sample.nodes);
                    force -= f;
                    moment -= x.cross(&f) + q;
                }
                assert!(
                    force.norm() < 2e-15 * 10.0 && moment.norm() < 5e-14 && (power - audit.applied_power).abs() < 2e-14
                );
            }
        }
    }
}
