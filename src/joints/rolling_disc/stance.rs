//! How a disc stands on its plane, and what it feels there.

use super::super::contact::{Contact, Touching};
use super::{RollingDisc, rim};
use crate::math::Vec3;
use crate::terms::Motion;

impl RollingDisc {
    /// R [m].
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Could the disc lie flat within a time `h` [s], as it moves now?
    pub fn falls_flat(&self, nodes: &[Motion], h: f64) -> bool {
        let node = &nodes[self.node[0].0];
        self.stance(nodes).0 < 2.0 * h * node.omega.cross(&(node.d * self.axis_b)).norm()
    }

    /// Sine of the angle between axis and normal, and how far the rim is above the plane [m].
    pub fn stance(&self, nodes: &[Motion]) -> (f64, f64) {
        let node = &nodes[self.node[0].0];
        let w = self.normal.dot(&(node.d * self.axis_b));
        let phi = (1.0 - w * w).max(0.0).sqrt();
        (phi, self.normal.dot(&(node.x + node.d * self.center_b - self.point)) - self.radius * phi)
    }
}

impl Touching for RollingDisc {
    fn contact(&self, nodes: &[Motion], lambda: &[f64]) -> Contact {
        let node = &nodes[self.node[0].0];
        let (.., rho, _) = rim(&self.normal, &(node.d * self.axis_b), self.radius);
        let arm = node.d * self.center_b + rho;
        let tangential: Vec3 = self.tangents.iter().zip(&lambda[1..]).map(|(t, l)| t * -l).sum();
        let speed = node.v + node.omega.cross(&arm);
        Contact {
            point: node.x + arm,
            force: tangential - self.normal * lambda[0],
            normal: -lambda[0],
            tangential,
            slip: speed - self.normal * self.normal.dot(&speed),
        }
    }
}
