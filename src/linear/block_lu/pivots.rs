//! Signs of the pivots, for the stability of an equilibrium.
//!
//! For a symmetric matrix the number of negative eigenvalues is the sum of those of its pivot blocks: each elimination is a
//! congruence (Sylvester; Haynsworth for blocks). The store holds D⁻¹ of each pivot block, whose eigenvalues have the signs of
//! those of D. For a matrix that is not symmetric only the sign of the determinant is certain, (−1) to the power of this number.

use nalgebra::DMatrix;

/// Asymmetry of a block, relative to its diagonal, above which the sign of its determinant is asked for.
const SYMMETRIC: f64 = 1e-6;

/// Scalings by the largest entries of rows, until these are about one.
const SCALINGS: usize = 6;

/// How many eigenvalues of a matrix are negative; of one that is not symmetric, those of its symmetric part, but for one where
/// that is needed for the sign of the determinant.
///
/// Rows and columns are scaled by the root of their largest entry first, several times (Ruiz): a congruence, after which entries of
/// different units compare, also in rows of constraints, whose diagonal is zero.
pub fn negative(mut block: DMatrix<f64>) -> usize {
    let n = block.nrows();
    for _ in 0..SCALINGS {
        let most = |i: usize| block.row(i).amax().max(block.column(i).amax());
        let scale: Vec<f64> = (0..n).map(|i| if most(i) > 0.0 { 1.0 / most(i).sqrt() } else { 1.0 }).collect();
        for (i, j) in (0..n * n).map(|p| (p % n, p / n)) {
            block[(i, j)] *= scale[i] * scale[j];
        }
    }
    let asymmetry = (&block - block.transpose()).amax();
    let even = (&block + block.transpose()) * 0.5;
    let count = even.symmetric_eigenvalues().iter().filter(|v| **v < 0.0).count();
    if asymmetry <= SYMMETRIC {
        return count;
    }
    let lu = block.lu();
    let signs = lu.u().diagonal().iter().filter(|v| **v < 0.0).count();
    let odd = (signs % 2 == 1) != (lu.p().determinant::<f64>() < 0.0);
    match (count % 2 == 1, count) {
        (same, _) if same == odd => count,
        (_, 0) => 1,
        _ => count - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::BlockLu;
    use super::*;
    use crate::assembly::Group;
    use crate::linear::arnoldi::Noise;

    /// A saddle-point matrix of a chain: four nodes of 3 unknowns, each joined to the next, and two conditions on the first and the
    /// last node; `soft` shifts the stiffness.
    fn saddle(seed: u64, soft: f64) -> DMatrix<f64> {
        let (n, size) = (12, 14);
        let mut noise = Noise(seed);
        let mut a = DMatrix::zeros(size, size);
        for k in 0..3 {
            let half = DMatrix::from_vec(6, 6, noise.vector(36));
            let part = &half * half.transpose() - DMatrix::identity(6, 6) * soft;
            let mut to = a.view_mut((3 * k, 3 * k), (6, 6));
            to += part;
        }
        for (row, node) in [(n, 0), (n + 1, 9)] {
            for (j, b) in noise.vector(3).into_iter().enumerate() {
                (a[(row, node + j)], a[(node + j, row)]) = (b, b);
            }
        }
        a
    }

    #[test]
    fn negative_pivots_are_negative_eigenvalues() {
        let col_ptr: Vec<usize> = (0..=14).map(|c| 14 * c).collect();
        let row_idx: Vec<usize> = (0..14).flat_map(|_| 0..14).collect();
        let group = |unknowns: Vec<usize>, after: Vec<usize>| Group { unknowns, after };
        let mut groups: Vec<Group> = (0..4).map(|k| group((3 * k..3 * k + 3).collect(), Vec::new())).collect();
        groups.push(group(vec![12], vec![0]));
        groups.push(group(vec![13], vec![3]));
        let mut lu = BlockLu::new(&col_ptr, &row_idx, &groups).unwrap();
        let mut counts = Vec::new();
        for seed in 1..60 {
            let a = saddle(seed, 0.4 * (seed % 5) as f64);
            assert!(lu.factor(a.as_slice()));
            let exact = a.clone().symmetric_eigenvalues().iter().filter(|v| **v < 0.0).count();
            assert_eq!(lu.negative_pivots(), exact, "{seed}");
            counts.push(exact);
            // not symmetric: the sign of the determinant
            let turned = &a + (DMatrix::from_fn(14, 14, |i, j| if i < 12 && j == i + 1 { 0.8 } else { 0.0 }));
            assert!(lu.factor(turned.as_slice()));
            assert_eq!(lu.negative_pivots() % 2 == 1, turned.determinant() < 0.0, "{seed}");
        }
        // stable ones, which have one for each condition, and others
        assert!(counts.contains(&2) && counts.iter().any(|c| *c > 3), "{counts:?}");
    }
}
