//! The row at a place, and its slopes by central differences.

use super::{MAX_NODES, Pfaffian, Pose};
use crate::math::{Quat, Vec3, so3};
use crate::terms::{Level, NodeId};

/// Differences, as parts of the length given and of a radian; truncation and rounding are both near 1e-10.
pub(super) const PART: f64 = 1e-5;
/// Difference of time [s].
pub(super) const MOMENT: f64 = 1e-6;

/// Numbers of a row, b last.
pub(super) type Row = [f64; 6 * MAX_NODES + 1];
/// Place of b.
pub(super) const B: usize = 6 * MAX_NODES;

/// Position and orientation of the nodes.
pub(super) type Place = [(Vec3, Quat); MAX_NODES];

impl Pfaffian {
    /// The row at a time and a place; NaN when the host fails.
    pub(super) fn evaluate(&self, time: f64, place: &Place) -> Row {
        let mut out = [0.0; B + 1];
        let poses: [Pose; MAX_NODES] = place.map(|(x, q)| [x.x, x.y, x.z, q.w, q.i, q.j, q.k]);
        let (row, b) = out.split_at_mut(B);
        let n = self.nodes.len();
        if !(self.row)(time, &poses[..n], &mut row[..6 * n], &mut b[0]) || out.iter().any(|v| !v.is_finite()) {
            return [f64::NAN; B + 1];
        }
        out
    }

    /// Slopes of the row in the local unknowns (δx, δθ).
    pub(super) fn slopes(&self, time: f64, place: &Place) -> [Row; B] {
        let mut out = [[0.0; B + 1]; B];
        for (j, slope) in out.iter_mut().enumerate().take(6 * self.nodes.len()) {
            let ends = [PART, -PART].map(|by| {
                let mut moved = *place;
                let (x, q) = &mut moved[j / 6];
                match j % 6 {
                    k if k < 3 => x[k] += by * self.length,
                    k => *q = so3::exp(&Vec3::ith(k - 3, by)) * *q,
                }
                self.evaluate(time, &moved)
            });
            let width = 2.0 * PART * if j % 6 < 3 { self.length } else { 1.0 };
            *slope = std::array::from_fn(|i| (ends[0][i] - ends[1][i]) / width);
        }
        out
    }

    pub(super) fn place(&self, at: &Level) -> Place {
        let pose = |k: &NodeId| (at.nodes[k.0].x, at.nodes[k.0].rotation);
        std::array::from_fn(|k| self.nodes.get(k).map_or((Vec3::zeros(), Quat::identity()), pose))
    }

    /// Six numbers a node at one instant: velocities, or accelerations.
    pub(super) fn motion(&self, at: &Level, accelerations: bool) -> [f64; B] {
        let mut out = [0.0; B];
        for (k, id) in self.nodes.iter().enumerate() {
            let node = &at.nodes[id.0];
            let parts = if accelerations { [node.a, node.alpha] } else { [node.v, node.omega] };
            for (i, part) in parts.iter().enumerate() {
                out[6 * k + 3 * i..6 * k + 3 * i + 3].copy_from_slice(part.as_slice());
            }
        }
        out
    }
}

/// The row along six numbers a node.
pub(super) fn dot(row: &Row, along: &[f64; B]) -> f64 {
    row.iter().zip(along).map(|(a, b)| a * b).sum()
}

/// Three numbers.
pub(super) fn part(row: &[f64], at: usize) -> Vec3 {
    Vec3::new(row[at], row[at + 1], row[at + 2])
}
