//! A condition on velocities given by the host: Σ (β·ẋ + τ·ω) + b = 0 over some nodes. Bauchau 2003 (2), (22).
//!
//! | symbol | name |
//! |---|---|
//! | β, τ | six numbers a node: factors of velocity and angular velocity, inertial axes |
//! | b | what does not depend on velocities |
//!
//! The host gives no derivatives of the row. They are taken by central differences, 12 evaluations a node, and enter tangents
//! and rates only: the row itself, and with it the balance of energy, is exact.

mod over_step;
mod row;

use crate::math::so3;
pub use crate::terms::host::Pose;
use crate::terms::{Class, Fault, InstantAudit, Interval, Level, NodeId, Phase, StageBlock, Term};
use row::{B, MOMENT, PART, Row, dot, part};
use std::sync::Arc;

/// A row of the host: fills six numbers a node and b for a time and the poses of the nodes; false when it fails.
pub type HostRow = Arc<dyn Fn(f64, &[Pose], &mut [f64], &mut f64) -> bool + Send + Sync>;

/// Most nodes of a row.
pub const MAX_NODES: usize = 4;

/// A row of the host.
#[derive(Clone)]
pub struct Pfaffian {
    nodes: Vec<NodeId>,
    row: HostRow,
    /// over which the row changes with position [m]
    length: f64,
    class: Class,
}

impl Pfaffian {
    /// A row over one to [`MAX_NODES`] nodes; `length` [m] is the scale of the differences in position.
    pub fn new(nodes: Vec<NodeId>, row: HostRow, length: f64, class: Class) -> Self {
        Pfaffian { nodes, row, length, class }
    }

    /// The row along its motion, now.
    fn value(&self, at: &Level) -> (f64, f64) {
        let row = self.evaluate(at.time, &self.place(at));
        (dot(&row, &self.motion(at, false)) + row[B], row[B])
    }
}

impl Term for Pfaffian {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn conditions(&self) -> usize {
        1
    }

    fn condition(&self, _k: usize) -> (Class, String) {
        (self.class, "condition on velocities".into())
    }

    fn active(&self, _k: usize, phase: Phase) -> bool {
        phase != Phase::StartPosition
    }

    fn nonholonomic(&self, _k: usize) -> bool {
        true
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let (place, v, n) = (self.place(at), self.motion(at, false), out.n);
        let (row, slopes) = (self.evaluate(at.time, &place), self.slopes(at.time, &place));
        if row[0].is_nan() || slopes.iter().any(|s| s[0].is_nan()) {
            out.fault = Some(Fault::Callback);
        }
        out.c[0] = dot(&row, &v) + row[B];
        let mu = out.mu(0);
        for j in 0..n {
            out.b[j] = row[j];
            out.f[j] += mu * row[j];
            out.b_q[j] = dot(&slopes[j], &v) + slopes[j][B];
            for i in 0..n {
                out.k[i * n + j] += mu * slopes[j][i];
            }
        }
    }

    fn asks_host(&self) -> bool {
        true
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        let (place, v) = (self.place(at), self.motion(at, false));
        let row = self.evaluate(at.time, &place);
        first[0] = dot(&row, &v) + row[B];
        second[0] = dot(&row, &self.motion(at, true));
        // in time, then along the motion
        let moment = MOMENT.max(1e-9 * at.time.abs());
        let ends = [at.time + moment, at.time - moment];
        let [later, earlier] = ends.map(|t| self.evaluate(t, &place));
        let change = |a: &Row, b: &Row| dot(a, &v) + a[B] - dot(b, &v) - b[B];
        second[0] += change(&later, &earlier) / (ends[0] - ends[1]);
        let speeds =
            (0..self.nodes.len()).map(|k| (part(&v, 6 * k).norm() / self.length).max(part(&v, 6 * k + 3).norm()));
        let speed = speeds.fold(0.0, f64::max);
        if speed > 0.0 {
            let [ahead, behind] = [PART / speed, -PART / speed].map(|dt| {
                let mut moved = place;
                for (k, (x, q)) in moved.iter_mut().enumerate() {
                    *x += part(&v, 6 * k) * dt;
                    *q = so3::exp(&(part(&v, 6 * k + 3) * dt)) * *q;
                }
                self.evaluate(at.time, &moved)
            });
            second[0] += change(&ahead, &behind) * (0.5 * speed / PART);
        }
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        // the power −λ (β·ẋ + τ·ω) is −λ (C − b)
        let (c, b) = self.value(at);
        audit.constraint_power -= lambda[0] * c;
        audit.driven_power += lambda[0] * b;
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Quat, Vec3};
    use crate::terms::check::{Sample, check_interval, check_stage};

    /// Rows that depend on position and orientation of every node; `drive` adds a part without velocities.
    fn rows(nodes: usize, drive: bool) -> Pfaffian {
        let row = move |_: f64, poses: &[Pose], row: &mut [f64], b: &mut f64| {
            for (k, p) in poses.iter().enumerate() {
                let before = &poses[(k + poses.len() - 1) % poses.len()];
                let q = Quat::new_normalize(nalgebra::Quaternion::new(p[3], p[4], p[5], p[6]));
                let e = q * Vec3::new(0.6, 0.0, 0.8);
                let beta = e + Vec3::new(p[1] * p[2], before[0].sin(), 0.4);
                let tau = Vec3::new(before[1], e.z * e.x, p[0] * p[0]);
                row[6 * k..6 * k + 3].copy_from_slice(beta.as_slice());
                row[6 * k + 3..6 * k + 6].copy_from_slice(tau.as_slice());
            }
            *b = if drive { poses[0][0] * poses[0][4] } else { 0.0 };
            true
        };
        Pfaffian::new((0..nodes).map(NodeId).collect(), Arc::new(row), 1.0, Class::Translation)
    }

    #[test]
    fn tangents_and_rates_agree_with_differences() {
        for nodes in 1..5 {
            let defect = check_stage(&rows(nodes, true), &Sample::random(3, nodes, 0, vec![]));
            assert!(defect < 1e-8, "{nodes} nodes: {defect:e}");
        }
    }

    /// A small step: averaged directors near a rotation.
    fn step(nodes: usize) -> [Sample; 3] {
        [0, 1, 2].map(|level| {
            let mut sample = Sample::random(3, nodes, 0, vec![]);
            let mut noise = crate::terms::check::Noise(7 + level);
            for node in &mut sample.nodes {
                let turn = so3::exp(&(noise.vector() * 0.5));
                node.place(node.x + noise.vector() * 0.3, turn * node.rotation);
            }
            sample
        })
    }

    #[test]
    fn over_a_step_it_does_the_work_of_its_condition() {
        for nodes in [1, 3] {
            let check = check_interval(&rows(nodes, false), step(nodes));
            assert!(check.work < 1e-14 && check.limit < 1e-13 && check.tangent < 1e-8, "{nodes} nodes: {check:?}");
            let check = check_interval(&rows(nodes, true), step(nodes));
            assert!(check.tangent < 1e-8, "{nodes} nodes, driven: {check:?}");
        }
    }

    #[test]
    fn a_row_that_fails_is_a_fault() {
        let row = |_: f64, _: &[Pose], _: &mut [f64], _: &mut f64| false;
        let term = Pfaffian::new(vec![NodeId(0)], Arc::new(row), 1.0, Class::Translation);
        let mut out = StageBlock::default();
        out.reset(6, 1);
        term.stage(&Sample::random(1, 1, 0, vec![]).level(), &mut out);
        assert_eq!(out.fault, Some(Fault::Callback));
    }
}
