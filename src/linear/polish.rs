//! The last digits of an eigenpair, where a search about one shift leaves it without them: λ far from the shift, or a motion whose
//! inertia and stiffness are small beside those of others, such as the torsion of a slender beam beside its bending and stretching.
//!
//! ```text
//!   A(λ) u = 0,   A(λ) = | λ² M + λ G + K   Bᵀ |   u = | x |
//!                        | B                0  |       | ν |
//!
//!   A(λ̃) d + A'(λ) u δ = −A(λ) u,   xᴴ d_x = 0,        λ ← λ + δ,  u ← u + d
//! ```
//!
//! This is Newton's method with the matrix at λ̃ = λ (1 + η), beside the eigenvalue: residual inverse iteration (Neumaier, SIAM J. Numer.
//! Anal. 22, 1985, 914–923). A part of another mode λ_j in x is multiplied by about η λ/(λ_j − λ); parts of modes of the same λ stay as
//! they are, so that copies stay independent of each other.

use super::arnoldi::Complex;
use super::inverted::Scaled;
use super::sparse_lu::SparseLu;
use crate::error::Result;

/// η: far above the error of λ, far below the distance of modes that are not the same.
const BESIDE: f64 = 1e-5;
/// Re λ/|λ| that does not matter beside it.
const UNDAMPED: f64 = 1e-6;

/// Factors of A(λ̃): real where that is (no G, and λ̃² real), else with real and imaginary parts as unknowns next to each other.
pub struct Polisher<'a> {
    scaled: &'a Scaled<'a>,
    real: Option<SparseLu>,
    complex: Option<SparseLu>,
}

impl<'a> Polisher<'a> {
    pub fn new(scaled: &'a Scaled<'a>) -> Self {
        Polisher { scaled, real: None, complex: None }
    }

    /// A step from λ and (x, ν).
    pub fn step(&mut self, lambda: Complex, u: &[Complex]) -> Result<(Complex, Vec<Complex>)> {
        let (on, scaled) = (self.scaled.on, self.scaled);
        let [mut residual, mut slope] = [vec![Complex::default(); u.len()], vec![Complex::default(); u.len()]];
        for (p, row, col) in on.entries() {
            residual[row] += scaled.at(lambda, p, row, col) * u[col];
            slope[row] += scaled.slope_at(lambda, p, row, col) * u[col];
        }
        let is_undamped = lambda.re.abs() <= UNDAMPED * lambda.norm() && on.g.iter().all(|g| *g == 0.0);
        let near = if is_undamped { Complex::new(0.0, lambda.norm()) } else { lambda };
        let beside = near * (1.0 + BESIDE);
        let [by_residual, by_slope] = match is_undamped {
            true => self.solve_real(beside, [residual, slope])?,
            false => self.solve_complex(beside, [residual, slope])?,
        };
        let along = |d: &[Complex]| u[..on.motion].iter().zip(d).map(|(x, d)| x.conj() * d).sum::<Complex>();
        let delta = -along(&by_residual) / along(&by_slope);
        let better = u.iter().zip(by_residual.iter().zip(&by_slope)).map(|(u, (r, s))| u - r - delta * s);
        Ok((lambda + delta, better.collect()))
    }

    /// A(λ̃)⁻¹ of two right-hand sides, A(λ̃) being real.
    fn solve_real(&mut self, beside: Complex, rights: [Vec<Complex>; 2]) -> Result<[Vec<Complex>; 2]> {
        let on = self.scaled.on;
        let lu = match &mut self.real {
            Some(lu) => lu,
            none => none.insert(SparseLu::new(on.col_ptr, on.row_idx)?),
        };
        let values: Vec<f64> = on.entries().map(|(p, row, col)| self.scaled.at(beside, p, row, col).re).collect();
        let mut factors = lu.factor(&values)?;
        let mut work = vec![0.0; on.size()];
        let mut solve = |right: Vec<Complex>| -> Result<Vec<Complex>> {
            let (mut re, mut im): (Vec<f64>, Vec<f64>) = right.iter().map(|c| (c.re, c.im)).unzip();
            factors.solve(&mut re, &mut work)?;
            factors.solve(&mut im, &mut work)?;
            Ok(re.into_iter().zip(im).map(|(re, im)| Complex::new(re, im)).collect())
        };
        let [a, b] = rights;
        Ok([solve(a)?, solve(b)?])
    }

    /// The same of any A(λ̃): each entry a becomes | Re a  −Im a; Im a  Re a |.
    fn solve_complex(&mut self, beside: Complex, rights: [Vec<Complex>; 2]) -> Result<[Vec<Complex>; 2]> {
        let on = self.scaled.on;
        let column = |col: usize| on.col_ptr[col]..on.col_ptr[col + 1];
        let lu = match &mut self.complex {
            Some(lu) => lu,
            none => {
                let mut row_idx = Vec::with_capacity(4 * on.row_idx.len());
                for c in 0..2 * on.size() {
                    column(c / 2).for_each(|p| row_idx.extend_from_slice(&[2 * on.row_idx[p], 2 * on.row_idx[p] + 1]));
                }
                let starts = |c: usize| 4 * on.col_ptr[c / 2] + (c % 2) * 2 * column(c / 2).len();
                let col_ptr: Vec<usize> = (0..2 * on.size()).map(starts).chain([row_idx.len()]).collect();
                none.insert(SparseLu::new(&col_ptr, &row_idx)?)
            }
        };
        let entry = |p: usize, c: usize| {
            let a = self.scaled.at(beside, p, on.row_idx[p], c / 2);
            if c % 2 == 1 { [-a.im, a.re] } else { [a.re, a.im] }
        };
        let mut values = Vec::with_capacity(4 * on.row_idx.len());
        for c in 0..2 * on.size() {
            column(c / 2).for_each(|p| values.extend_from_slice(&entry(p, c)));
        }
        let mut factors = lu.factor(&values)?;
        let mut work = vec![0.0; 2 * on.size()];
        let mut solve = |right: Vec<Complex>| -> Result<Vec<Complex>> {
            let mut parts = Vec::with_capacity(2 * right.len());
            right.iter().for_each(|c| parts.extend_from_slice(&[c.re, c.im]));
            factors.solve(&mut parts, &mut work)?;
            Ok(parts.chunks_exact(2).map(|c| Complex::new(c[0], c[1])).collect())
        };
        let [a, b] = rights;
        Ok([solve(a)?, solve(b)?])
    }
}
