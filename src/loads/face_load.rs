//! Loads on a face of a solid element: pressure that follows it, or a dead force per area of the reference configuration.
//!
//! With n = x,r × x,s outward normal and area at once, over the points of the face,
//!
//! ```text
//!   pressure p     F_a = −p ∫ N_a n dr ds          ∂F_a/∂x_b = −p ∫ N_a (N_b,s x̃,r − N_b,r x̃,s) dr ds
//!   traction q     F_a = q ∫ N_a |n₀| dr ds
//! ```
//!
//! Over a step both act at the average of its ends, as on shells.

use super::SurfaceSource;
use crate::elements::solid::FacePoint;
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::interval::FrameInterval;
use crate::terms::{
    FunctionId, InstantAudit, Interval, IntervalBlock, Level, NodeId, Parts, Span, StageBlock, Term, add_block,
};

/// A load on one face.
#[derive(Debug, Clone)]
pub struct FaceLoad {
    nodes: Vec<NodeId>,
    points: Vec<FacePoint>,
    source: SurfaceSource,
    function: FunctionId,
    /// ∫ N_a |n₀|
    areas: Vec<f64>,
}

/// x,r and x,s at a point.
fn base(point: &FacePoint, x: &dyn Fn(usize) -> Vec3) -> [Vec3; 2] {
    point.slopes.each_ref().map(|slopes| slopes.iter().enumerate().map(|(a, w)| x(a) * *w).sum())
}

impl FaceLoad {
    /// On the nodes of a face and its points; `start`: where the nodes are in the reference configuration.
    pub fn new(
        nodes: Vec<NodeId>,
        points: Vec<FacePoint>,
        start: impl Fn(NodeId) -> Vec3,
        source: SurfaceSource,
        function: FunctionId,
    ) -> Self {
        let mut areas = vec![0.0; nodes.len()];
        for point in &points {
            let [r, s] = base(point, &|a| start(nodes[a]));
            let area = r.cross(&s).norm() * point.weight;
            areas.iter_mut().zip(&point.functions).for_each(|(sum, n)| *sum += n * area);
        }
        FaceLoad { nodes, points, source, function, areas }
    }

    fn size(&self, at: &Level) -> f64 {
        at.load_factor * at.functions[self.function.0][0]
    }

    /// Tell `to` of the force on each node.
    fn forces(&self, x: &dyn Fn(usize) -> Vec3, size: f64, mut to: impl FnMut(usize, Vec3)) {
        match self.source {
            SurfaceSource::Traction(q) => self.areas.iter().enumerate().for_each(|(a, area)| to(a, q * (area * size))),
            SurfaceSource::Pressure(p) => {
                for point in &self.points {
                    let [r, s] = base(point, x);
                    let force = r.cross(&s) * (-p * size * point.weight);
                    point.functions.iter().enumerate().for_each(|(a, n)| to(a, force * *n));
                }
            }
        }
    }

    /// Tell `to` of ∂F_a/∂x_b.
    fn slopes(&self, x: &dyn Fn(usize) -> Vec3, size: f64, mut to: impl FnMut(usize, usize, Mat3)) {
        let SurfaceSource::Pressure(p) = self.source else { return };
        for point in &self.points {
            let [r, s] = base(point, x);
            for b in 0..self.nodes.len() {
                let turned = skew(&(r * point.slopes[1][b] - s * point.slopes[0][b])) * (-p * size * point.weight);
                point.functions.iter().enumerate().for_each(|(a, n)| to(a, b, turned * *n));
            }
        }
    }
}

impl Term for FaceLoad {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn width(&self) -> usize {
        3
    }

    fn parts(&self) -> Parts {
        Parts::NONE
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let (x, size) = (|a: usize| at.nodes[self.nodes[a].0].x, self.size(at));
        self.forces(&x, size, |a, force| out.add_force(3 * a, &-force));
        if !out.without_tangents {
            self.slopes(&x, size, |a, b, slope| out.add_k(3 * a, 3 * b, &-slope));
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        let x = |a: usize| at.nodes[self.nodes[a].0].x;
        self.forces(&x, self.size(at), |a, force| audit.applied_power += force.dot(&at.nodes[self.nodes[a].0].v));
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for FaceLoad {
    fn frames(&self) -> Option<&dyn FrameInterval> {
        Some(self)
    }

    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (x, size) = (|a: usize| over.mean(self.nodes[a])[0], over.weighted(|level| self.size(level)));
        self.forces(&x, size, |a, force| {
            out.add_force(a, &-force);
            out.works.applied += force.dot(&over.increment(self.nodes[a])[0]);
        });
        if out.without_tangents {
            return;
        }
        let n = out.n;
        for (k, factor) in out.k.iter_mut().zip(over.mean_slopes()).filter(|(_, factor)| *factor != 0.0) {
            self.slopes(&x, size, |a, b, slope| add_block(k, n, 3 * a, 3 * b, &(slope * -factor)));
        }
    }
}

impl FrameInterval for FaceLoad {
    fn on_frames(&self, over: &Span, out: &mut IntervalBlock) {
        Interval::interval(self, over, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::solid::face_points;
    use crate::elements::solid::shape::{SHAPES, Shape};
    use crate::terms::check::{Sample, check_interval, check_stage};

    fn load(shape: Shape, face: usize, source: SurfaceSource) -> FaceLoad {
        let nodes: Vec<NodeId> = shape.face_nodes(face).into_iter().map(NodeId).collect();
        let start = |id: NodeId| Vec3::from(shape.nodes()[id.0]);
        FaceLoad::new(nodes, face_points(shape, face), start, source, FunctionId(0))
    }

    #[test]
    fn tangents_agree_with_differences_and_the_work_is_that_of_the_forces() {
        for shape in SHAPES {
            let load = load(shape, 1, SurfaceSource::Pressure(2.0));
            let sample = |seed| Sample::random(seed, shape.nodes().len(), 0, vec![[1.3, 0.4, 0.0]]);
            assert!(check_stage(&load, &sample(3)) < 1e-8);
            let check = check_interval(&load, [4, 5, 6].map(sample));
            assert!(check.limit < 1e-13 && check.tangent < 1e-8, "{check:?}");
        }
    }

    /// A pressure on all faces of a closed body has no resultant; on one face it is that of its area against the outward normal. A
    /// traction has the resultant of the area.
    #[test]
    fn resultants_are_those_of_closed_bodies_and_areas() {
        for shape in SHAPES {
            let mut sample = Sample::random(9, shape.nodes().len(), 0, vec![[1.0, 0.0, 0.0]]);
            sample.nodes.iter_mut().zip(shape.nodes()).for_each(|(node, at)| node.x = node.x * 0.05 + Vec3::from(*at));
            let sum = |source: SurfaceSource, faces: &[usize]| {
                let mut total = [Vec3::zeros(); 2];
                for face in faces {
                    let load = load(shape, *face, source);
                    let x = |a: usize| sample.nodes[load.nodes[a].0].x;
                    load.forces(&x, 1.0, |a, force| {
                        total = [total[0] + force, total[1] + x(a).cross(&force)];
                    });
                }
                total
            };
            let all: Vec<usize> = (0..shape.faces().len()).collect();
            let [force, moment] = sum(SurfaceSource::Pressure(3.0), &all);
            assert!(force.norm() < 1e-13 && moment.norm() < 1e-13, "{shape:?}: {force} {moment}");
            let [force, _] = sum(SurfaceSource::Traction(Vec3::x()), &all[..1]);
            let area = if shape == Shape::Tet10 { 0.5 } else { 4.0 };
            assert!((force - Vec3::x() * area).norm() < 1e-14, "{shape:?}: {force}");
        }
    }
}
