//! What a function of the host sees of the nodes and joint coordinates that its element or condition acts on, and the difference
//! quotients that stand in for tangents it does not give.
//!
//! Local unknowns j: six a node (δx, then δθ, a rotation about inertial axes), then one a coordinate; the same at the levels of
//! positions (0), velocities (1) and accelerations (2).

use super::{Level, NodeId, ScalarId};
use crate::math::{Quat, Vec3, so3};

/// Position [m] and unit quaternion w, x, y, z of a node.
pub type Pose = [f64; 7];

/// Most nodes that one function may look at.
pub const MAX_NODES: usize = 8;
/// Most joint coordinates.
pub const MAX_COORDINATES: usize = 6;
/// Most local unknowns.
pub const MAX_UNKNOWNS: usize = 6 * MAX_NODES + MAX_COORDINATES;

/// Differences, as parts of the length given and of a radian; truncation and rounding are both near 1e-10.
pub(crate) const PART: f64 = 1e-5;

/// The motion of some nodes and coordinates.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// time [s]
    pub time: f64,
    nodes: usize,
    coordinates: usize,
    poses: [Pose; MAX_NODES],
    velocities: [[f64; 6]; MAX_NODES],
    accelerations: [[f64; 6]; MAX_NODES],
    scalars: [[f64; 3]; MAX_COORDINATES],
}

impl Seen {
    /// What is to be seen at a level.
    pub fn new(at: &Level, nodes: &[NodeId], scalars: &[ScalarId]) -> Self {
        let mut seen = Seen {
            time: at.time,
            nodes: nodes.len(),
            coordinates: scalars.len(),
            poses: [[0.0; 7]; MAX_NODES],
            velocities: [[0.0; 6]; MAX_NODES],
            accelerations: [[0.0; 6]; MAX_NODES],
            scalars: [[0.0; 3]; MAX_COORDINATES],
        };
        for (k, id) in nodes.iter().enumerate() {
            let node = &at.nodes[id.0];
            let (x, q) = (node.x, node.rotation);
            seen.poses[k] = [x.x, x.y, x.z, q.w, q.i, q.j, q.k];
            for i in 0..3 {
                (seen.velocities[k][i], seen.velocities[k][3 + i]) = (node.v[i], node.omega[i]);
                (seen.accelerations[k][i], seen.accelerations[k][3 + i]) = (node.a[i], node.alpha[i]);
            }
        }
        for (k, id) in scalars.iter().enumerate() {
            let s = &at.scalars[id.0];
            seen.scalars[k] = [s.value, s.rate, s.acceleration];
        }
        seen
    }

    /// Local unknowns.
    pub fn unknowns(&self) -> usize {
        6 * self.nodes + self.coordinates
    }

    /// Poses of the nodes.
    pub fn poses(&self) -> &[Pose] {
        &self.poses[..self.nodes]
    }

    /// Velocity [m/s] and angular velocity [rad/s] of the nodes, inertial axes.
    pub fn velocities(&self) -> &[[f64; 6]] {
        &self.velocities[..self.nodes]
    }

    /// Acceleration [m/s²] and angular acceleration [rad/s²] of the nodes, inertial axes.
    pub fn accelerations(&self) -> &[[f64; 6]] {
        &self.accelerations[..self.nodes]
    }

    /// Value, rate and second rate of the joint coordinates.
    pub fn coordinates(&self) -> &[[f64; 3]] {
        &self.scalars[..self.coordinates]
    }

    /// Local unknown `j` at the level of velocities (1) or accelerations (2).
    pub fn rate(&self, j: usize, order: usize) -> f64 {
        match j.checked_sub(6 * self.nodes) {
            Some(k) => self.scalars[k][order],
            None => [&self.velocities, &self.accelerations][order - 1][j / 6][j % 6],
        }
    }

    /// Shift local unknown `j` by `by`, at the level of positions (0), velocities (1) or accelerations (2).
    pub fn shift(&mut self, j: usize, order: usize, by: f64) {
        if let Some(k) = j.checked_sub(6 * self.nodes) {
            self.scalars[k][order] += by;
            return;
        }
        let (node, k) = (j / 6, j % 6);
        match order {
            0 if k < 3 => self.poses[node][k] += by,
            0 => self.turn(node, Vec3::ith(k - 3, by)),
            1 => self.velocities[node][k] += by,
            _ => self.accelerations[node][k] += by,
        }
    }

    fn turn(&mut self, node: usize, by: Vec3) {
        let p = &mut self.poses[node];
        let q = so3::exp(&by) * Quat::new_normalize(nalgebra::Quaternion::new(p[3], p[4], p[5], p[6]));
        p[3..].copy_from_slice(&[q.w, q.i, q.j, q.k]);
    }

    /// The same nodes a short time `dt` [s] later, velocities as they are.
    pub fn later(&self, dt: f64) -> Self {
        let mut moved = *self;
        moved.time += dt;
        for k in 0..self.nodes {
            let v = &self.velocities[k];
            (0..3).for_each(|i| moved.poses[k][i] += dt * v[i]);
            moved.turn(k, Vec3::new(v[3], v[4], v[5]) * dt);
        }
        moved.scalars.iter_mut().for_each(|s| s[0] += dt * s[1]);
        moved
    }

    /// Half the width of a difference in local unknown `j`; `length` [m] is that over which things change with position.
    pub fn width(&self, j: usize, order: usize, length: f64) -> f64 {
        let is_length = j >= 6 * self.nodes || j % 6 < 3;
        let unit = if is_length && length > 0.0 { length } else { 1.0 };
        // rates have no size of their own: differences grow with them
        let size = if order == 0 { unit } else { unit.max(self.rate(j, order).abs()) };
        PART * size
    }
}
