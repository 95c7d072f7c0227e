//! Tangents of elements of points by way of their lines.
//!
//! The lines y_u = Σ_n w_un x_n of a point are linear in the places of all nodes with numbers for weights, so that tangents are made once
//! for the lines, where they are small, and spread from there:
//!
//! ```text
//!   G_ku = ∂e_k/∂y_u = Σ c (y_v or y_u)                  A_uv = G_uᵀ C G_v + I Σ_k s_k c            3 L × 3 L, of a solid 9 × 9
//!   K_nm = Σ_uv w_un A_uv w_vm
//! ```
//!
//! By the rows B_n of each node K_nm costs 9 E products a pair of nodes and point, this way 9 L: for solids (E = 6 strains of L = 3
//! lines, the columns of the deformation gradient) half of it, and the part of the stress costs nothing.

use super::{Elastic, Law, Product, Table};
use crate::math::{Mat3, Vec3};
use nalgebra::SMatrix;

/// A_uv.
pub(super) type OnLines<const L: usize> = [[Mat3; L]; L];

/// ∂e_k/∂y_u at the lines `y`.
fn gradients<const L: usize, const E: usize>(products: &[Product], y: &[Vec3; L]) -> [[Vec3; L]; E] {
    let mut g = [[Vec3::zeros(); L]; E];
    for &(k, u, v, c) in products {
        g[k][u] += y[v] * c;
        g[k][v] += y[u] * c;
    }
    g
}

/// G(rows)ᵀ C G(columns).
pub(super) fn of_material<const L: usize, const E: usize>(
    products: &[Product],
    rows: &[Vec3; L],
    c: &SMatrix<f64, E, E>,
    columns: &[Vec3; L],
) -> OnLines<L> {
    let g: [[Vec3; L]; E] = gradients(products, rows);
    let g_columns: [[Vec3; L]; E] = gradients(products, columns);
    let mut a = [[Mat3::zeros(); L]; L];
    for k in 0..E {
        let mut stress = [Vec3::zeros(); L];
        for l in 0..E {
            (0..L).for_each(|v| stress[v] += g_columns[l][v] * c[(k, l)]);
        }
        for u in 0..L {
            (0..L).for_each(|v| a[u][v] += g[k][u] * stress[v].transpose());
        }
    }
    a
}

/// a += factor times the part of the stress.
pub(super) fn add_stress<const L: usize>(products: &[Product], stress: &[f64], factor: f64, a: &mut OnLines<L>) {
    for &(k, u, v, c) in products {
        let number = factor * c * stress[k];
        for i in 0..3 {
            a[u][v][(i, i)] += number;
            a[v][u][(i, i)] += number;
        }
    }
}

/// a += b.
pub(super) fn add<const L: usize>(a: &mut OnLines<L>, b: &OnLines<L>) {
    for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *a += b;
    }
}

impl<const N: usize, const U: usize, const B: usize, const L: usize, const E: usize, T: Table<L>, W: Law<E>>
    Elastic<N, U, B, L, E, T, W>
{
    /// Are tangents cheaper by way of the lines?
    pub(super) const BY_LINES: bool = U == 3 && L <= E;

    /// K += Σ_uv w_un A_uv w_vm; of a symmetric one the blocks on and above the diagonal alone.
    pub(super) fn spread(&self, weights: &[[f64; N]; L], a: &OnLines<L>, symmetric: bool, k: &mut [f64]) {
        let stride = 3 * N;
        // T_u = Σ_v A_uv w_v: three rows of K's length for each line
        let mut rows = [[[[0.0; 3]; N]; 3]; L];
        for u in 0..L {
            for i in 0..3 {
                for v in 0..L {
                    let own = [a[u][v][(i, 0)], a[u][v][(i, 1)], a[u][v][(i, 2)]];
                    for m in 0..N {
                        (0..3).for_each(|j| rows[u][i][m][j] += own[j] * weights[v][m]);
                    }
                }
            }
        }
        for n in 0..N {
            let first = if symmetric { n } else { 0 };
            let own: [f64; L] = std::array::from_fn(|u| weights[u][n]);
            for i in 0..3 {
                let parts: [&[f64]; L] =
                    std::array::from_fn(|u| &rows[u][i][first..].as_flattened()[..3 * (N - first)]);
                let to = &mut k[(3 * n + i) * stride + 3 * first..][..3 * (N - first)];
                for (j, to) in to.iter_mut().enumerate() {
                    let mut sum = *to;
                    (0..L).for_each(|u| sum += own[u] * parts[u][j]);
                    *to = sum;
                }
            }
        }
    }
}
