//! A force and a moment on a node, dead (inertial axes) or follower (node axes), times a function of time.

use super::over_step::{LoadPoint, add_load};
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::{FunctionId, InstantAudit, Interval, IntervalBlock, Level, Motion, NodeId, Span, StageBlock, Term};

/// In which axes a load is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// inertial: the load keeps its direction
    Dead,
    /// of the node: the load turns with it
    Follower,
}

/// Force F at the point r_b of a node and moment Q, both times φ(t).
#[derive(Debug, Clone)]
pub struct NodeLoad {
    node: [NodeId; 1],
    axes: Axes,
    force: Vec3,
    moment: Vec3,
    offset_b: Vec3,
    function: FunctionId,
}

impl NodeLoad {
    /// Force [N] at `offset_b` [m], in node axes, and moment [N·m].
    pub fn new(node: NodeId, axes: Axes, force: Vec3, moment: Vec3, offset_b: Vec3, function: FunctionId) -> Self {
        NodeLoad { node: [node], axes, force, moment, offset_b, function }
    }

    /// Force, moment about the node and arm now, inertial components.
    fn now(&self, at: &Level, node: &Motion) -> (Vec3, Vec3, Vec3) {
        let turn = match self.axes {
            Axes::Dead => Mat3::identity(),
            Axes::Follower => node.d,
        };
        let size = at.load_factor * at.functions[self.function.0][0];
        let (force, arm) = (turn * self.force * size, node.d * self.offset_b);
        (force, turn * self.moment * size + arm.cross(&force), arm)
    }
}

impl Term for NodeLoad {
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let (force, moment, arm) = self.now(at, &at.nodes[self.node[0].0]);
        out.add_force(0, &-force);
        out.add_force(3, &-moment);
        match self.axes {
            // only the arm turns: δ(r × F) = F̃ r̃ δθ
            Axes::Dead => out.add_k(3, 3, &(skew(&force) * skew(&arm) * -1.0)),
            // everything turns: δF = −F̃ δθ, δ(moment) = −(moment)~ δθ
            Axes::Follower => {
                out.add_k(0, 3, &skew(&force));
                out.add_k(3, 3, &skew(&moment));
            }
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        let node = &at.nodes[self.node[0].0];
        let (force, moment, _) = self.now(at, node);
        audit.applied_power += force.dot(&node.v) + moment.dot(&node.omega);
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for NodeLoad {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let size = over.weighted(|at| at.load_factor * at.functions[self.function.0][0]);
        let points = [LoadPoint { node: 0, weight: 1.0, arm: self.offset_b, turn: Mat3::identity() }];
        add_load(over, out, &self.node, &points, self.axes, [self.force * size, self.moment * size]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::check::{Sample, check_interval, check_stage};

    #[test]
    fn tangents_agree_with_differences() {
        for axes in [Axes::Dead, Axes::Follower] {
            let load = NodeLoad::new(
                NodeId(0),
                axes,
                Vec3::new(1.0, -2.0, 0.5),
                Vec3::new(0.3, 0.2, -0.7),
                Vec3::new(0.4, 0.1, 0.6),
                FunctionId(0),
            );
            let sample = Sample::random(4, 1, 0, vec![[1.3, 0.0, 0.0]]);
            assert!(check_stage(&load, &sample) < 1e-9);
            let check = check_interval(&load, [5, 6, 7].map(|seed| Sample::random(seed, 1, 0, vec![[0.8, 0.0, 0.0]])));
            assert!(check.work < 1e-13 && check.limit < 1e-14 && check.tangent < 1e-8, "{check:?}");
        }
    }
}
