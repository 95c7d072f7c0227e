//! What an element owes to objectivity: only its nodes after the first have to be differentiated.
//!
//! | symbol | name |
//! |---|---|
//! | f_a, m_a | force and moment at node a |
//! | l_a = x_a − x_1 | `lever` |
//! | rows a, columns b | of K = ∂(f, m)/∂(x, θ) and G = ∂(f, m)/∂(v, ω) |
//!
//! Forces balance, so the first rows follow from the others; and a rigid motion of all nodes turns the forces and nothing
//! else, so the first columns do:
//!
//! ```text
//!   f_1 = −Σ f_a,   m_1 = −Σ (m_a + l_a × f_a)
//!   G_a1 (v, ω) = −Σ_b G_ab (v + ω × l_b, ω)
//!   K_a1 (u, θ) = (θ × f_a, θ × m_a) − Σ_b K_ab (u + θ × l_b, θ) − Σ_all G_ab (θ × v_b, θ × ω_b)
//! ```

use super::{Motion, StageBlock};
use crate::math::Vec3;
use crate::math::so3::skew;

/// Complete forces and tangents that hold the nodes after the first, of N nodes at most. `damped`: is there a G?
pub(crate) fn complete<const N: usize>(out: &mut StageBlock, nodes: &[&Motion], damped: bool) {
    let count = nodes.len();
    let mut levers = [Vec3::zeros(); N];
    for k in 1..count {
        levers[k] = nodes[k].x - nodes[0].x;
        let (force, moment) = (three(&out.f, 6 * k), three(&out.f, 6 * k + 3));
        out.add_force(0, &-force);
        out.add_force(3, &-(moment + levers[k].cross(&force)));
    }
    if out.without_tangents {
        return;
    }
    let n = out.n;
    if damped {
        first_columns(&mut out.g, n, &levers);
        first_rows(&mut out.g, n, &levers);
    }
    first_columns(&mut out.k, n, &levers);
    for k in 1..count {
        out.add_k(6 * k, 3, &-skew(&three(&out.f, 6 * k)));
        out.add_k(6 * k + 3, 3, &-skew(&three(&out.f, 6 * k + 3)));
    }
    if damped {
        for row in 6..n {
            for (b, node) in nodes.iter().enumerate() {
                let at = row * n + 6 * b;
                let swept = node.v.cross(&three(&out.g, at)) + node.omega.cross(&three(&out.g, at + 3));
                (0..3).for_each(|j| out.k[row * n + 3 + j] -= swept[j]);
            }
        }
    }
    first_rows(&mut out.k, n, &levers);
    // l_a × f_a as l_a moves
    for k in 1..count {
        let turned = skew(&three(&out.f, 6 * k));
        out.add_k(3, 6 * k, &turned);
        out.add_k(3, 0, &-turned);
    }
}

fn three(from: &[f64], at: usize) -> Vec3 {
    Vec3::new(from[at], from[at + 1], from[at + 2])
}

/// Columns of the first node: minus those of all others, moved as one body with it.
fn first_columns(matrix: &mut [f64], n: usize, levers: &[Vec3]) {
    for row in matrix.chunks_exact_mut(n).skip(6) {
        let (mut shift, mut turn) = (Vec3::zeros(), Vec3::zeros());
        for b in 1..n / 6 {
            let along = three(row, 6 * b);
            shift += along;
            turn += three(row, 6 * b + 3) + levers[b].cross(&along);
        }
        row[..3].copy_from_slice((-shift).as_slice());
        row[3..6].copy_from_slice((-turn).as_slice());
    }
}

/// Rows of the first node: minus those of all others, moments with their levers.
fn first_rows(matrix: &mut [f64], n: usize, levers: &[Vec3]) {
    let (first, others) = matrix.split_at_mut(6 * n);
    first.fill(0.0);
    let mut add = |row: usize, factor: f64, from: &[f64]| {
        first[row * n..(row + 1) * n].iter_mut().zip(from).for_each(|(to, by)| *to -= factor * by);
    };
    for (rows, l) in others.chunks_exact(6 * n).zip(&levers[1..]) {
        for (i, row) in rows.chunks_exact(n).enumerate() {
            add(i, 1.0, row);
            // l × f
            if i < 3 {
                add(3 + (i + 1) % 3, l[(i + 2) % 3], row);
                add(3 + (i + 2) % 3, -l[(i + 1) % 3], row);
            }
        }
    }
}
