//! A force and a moment over a step, on the twelve coordinates of nodes.
//!
//! A point p = Σ w_n (x_n + D_n a_n) takes a force F as w_n F on x_n and w_n a_nl F on d_nl. A moment Q on a node with
//! averaged directors D̄ and reciprocal directors g_k (g_k·d̄_l = δ_kl) is
//!
//! ```text
//!   f_dk = ½ Q × g_k,      Σ d̄_k × f_dk = ½ Σ (Q (d̄_k·g_k) − g_k (d̄_k·Q)) = Q
//! ```
//!
//! whatever the directors are. A follower load turns with the averaged frames.

use super::Axes;
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::{IntervalBlock, NodeId, Span, add_block};

/// How a point hangs on one node.
#[derive(Clone, Copy)]
pub(super) struct LoadPoint {
    /// place among the term's nodes
    pub(super) node: usize,
    /// w_n
    pub(super) weight: f64,
    /// a_n, node axes
    pub(super) arm: Vec3,
    /// axes of a follower load in node axes
    pub(super) turn: Mat3,
}

/// Add minus a force and a moment at a point, with tangents and work.
pub(super) fn add_load(
    over: &Span,
    out: &mut IntervalBlock,
    nodes: &[NodeId],
    points: &[LoadPoint],
    axes: Axes,
    given: [Vec3; 2],
) {
    let (n, slopes) = (out.n, over.mean_slopes());
    let mean = |p: &LoadPoint| {
        let [_, d1, d2, d3] = over.mean(nodes[p.node]);
        Mat3::from_columns(&[d1, d2, d3])
    };
    let [force, moment] = match axes {
        Axes::Dead => given,
        Axes::Follower => given.map(|v| points.iter().map(|p| mean(p) * (p.turn * v) * p.weight).sum()),
    };
    for p in points {
        let (first, d) = (4 * p.node, mean(p));
        // a node that cannot turn takes no moment
        let reciprocal = d.try_inverse().map_or_else(Mat3::zeros, |inverse| inverse.transpose());
        let step = over.increment(nodes[p.node]);
        let q_t = skew(&moment);
        for a in 0..4 {
            let lever = if a == 0 { 1.0 } else { p.arm[a - 1] };
            let mut pull = force * lever;
            if a > 0 {
                pull += q_t * reciprocal.column(a - 1) * 0.5;
            }
            out.add_force(first + a, &(pull * -p.weight));
            out.works.applied += p.weight * pull.dot(&step[a]);

            // a follower load turns with every node of the point: δF = Σ w_m δD_m (turn F)
            let followed = if axes == Axes::Follower { points } else { &[] };
            for m in followed {
                let [f, q] = given.map(|v| m.turn * v * m.weight);
                for l in 0..3 {
                    let mut block = Mat3::identity() * (lever * f[l]);
                    if a > 0 {
                        // ½ δQ × g = −½ g̃ δQ
                        block -= skew(&reciprocal.column(a - 1).into()) * (0.5 * q[l]);
                    }
                    for (k, slope) in out.k.iter_mut().zip(slopes).filter(|(_, s)| *s != 0.0) {
                        add_block(k, n, 3 * (first + a), 3 * (4 * m.node + 1 + l), &(block * (-p.weight * slope)));
                    }
                }
            }
            // δg_k = −Σ g_l (g_k·δd_l)
            if a > 0 && moment != Vec3::zeros() {
                for l in 0..3 {
                    let turned: Vec3 = q_t * reciprocal.column(l);
                    let block = turned * reciprocal.column(a - 1).transpose() * 0.5;
                    for (k, slope) in out.k.iter_mut().zip(slopes).filter(|(_, s)| *s != 0.0) {
                        add_block(k, n, 3 * (first + a), 3 * (first + 1 + l), &(block * (p.weight * slope)));
                    }
                }
            }
        }
    }
}
