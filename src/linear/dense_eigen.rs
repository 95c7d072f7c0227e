//! Eigenvalues and vectors of a small full matrix that is not symmetric.
//!
//! H = Q S Qᵀ with S zero below its first subdiagonal; eigenvalues of S by the QR iteration with two shifts (faer's variant
//! with many shifts, its choice above 75 rows, can loop for ever); vectors of S by inverse iteration,
//!
//! ```text
//!   (S − θ I) z_new = z_old / |z_old|,   twice, from a vector of random numbers
//! ```
//!
//! whose elimination takes j² operations. (faer's own vectors are wrong when two complex pairs are equal.) Equal eigenvalues
//! get vectors orthogonal to each other where there are such.

use super::arnoldi::{Complex, Noise};
use crate::error::{Error, Result, out_of_memory};
use faer::Par;
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, EvdParams, evd_real, evd_scratch};
use nalgebra::DMatrix;

/// Distance of eigenvalues, relative to the matrix, that counts as none; and residual of a vector that is one.
const EQUAL: f64 = 1e-10;
const GOOD: f64 = 1e-13;

/// Memory that [`eigen`] takes for each entry of the matrix [bytes]: copies of it, its factors, vectors, what the iteration needs.
pub const ENTRY: usize = 160;

/// Eigenvalues, conjugate ones next to each other, and vectors of length 1.
pub fn eigen(h: &DMatrix<f64>) -> Result<(Vec<Complex>, Vec<Vec<Complex>>)> {
    let j = h.nrows();
    if j == 0 {
        return Ok((Vec::new(), Vec::new()));
    }
    let (q, s) = h.clone().hessenberg().unpack();
    let values = eigenvalues(&s)?;
    let (size, mut noise) = (s.norm(), Noise(5));
    let mut vectors: Vec<Vec<Complex>> = Vec::new();
    for k in 0..j {
        let theta = values[k];
        if theta.im < 0.0 {
            let conjugate = vectors[k - 1].iter().map(Complex::conj).collect();
            vectors.push(conjugate);
            continue;
        }
        let solver = Shifted::new(&s, theta, size);
        let (re, im) = (noise.vector(j), noise.vector(j));
        let mut z: Vec<Complex> = re.into_iter().zip(im).map(|(re, im)| Complex::new(re, im)).collect();
        for _ in 0..2 {
            normalize(&mut z);
            solver.solve(&mut z);
        }
        normalize(&mut z);
        let mut other = z.clone();
        for twin in (0..k).filter(|&t| (values[t] - theta).norm() <= EQUAL * size) {
            let along: Complex = vectors[twin].iter().zip(&other).map(|(t, z)| t.conj() * z).sum();
            other.iter_mut().zip(&vectors[twin]).for_each(|(z, t)| *z -= along * t);
        }
        normalize(&mut other);
        vectors.push(if residual(&s, theta, &other) <= GOOD * size { other } else { z });
    }
    let back = |z: Vec<Complex>| (0..j).map(|i| (0..j).map(|c| z[c] * q[(i, c)]).sum()).collect();
    Ok((values, vectors.into_iter().map(back).collect()))
}

fn eigenvalues(s: &DMatrix<f64>) -> Result<Vec<Complex>> {
    let j = s.nrows();
    let s = faer::Mat::from_fn(j, j, |i, k| s[(i, k)]);
    let mut params = faer::Spec::<EvdParams, f64>::default();
    params.config.schur.blocking_threshold = usize::MAX;
    let (mut re, mut im, no) = (Diag::<f64>::zeros(j), Diag::<f64>::zeros(j), ComputeEigenvectors::No);
    let need = evd_scratch::<f64>(j, no, no, Par::Seq, params);
    let mut memory = MemBuffer::try_new(need)
        .map_err(|_| out_of_memory("eigenvalues of a full matrix", need.unaligned_bytes_required()))?;
    let stack = MemStack::new(&mut memory);
    evd_real(s.as_ref(), re.as_mut(), im.as_mut(), None, None, Par::Seq, stack, params)
        .map_err(|e| Error::SingularMatrix(format!("the eigenvalues of a small matrix were not found: {e:?}")))?;
    let mut values: Vec<Complex> = (0..j).map(|k| Complex::new(re[k], im[k])).collect();
    // of a pair, the one with Im θ > 0 first
    for k in 1..j {
        if values[k].im > 0.0 && values[k - 1] == values[k].conj() {
            values.swap(k - 1, k);
        }
    }
    Ok(values)
}

/// S − θ I by elimination with exchange of neighbouring rows.
struct Shifted {
    rows: Vec<Vec<Complex>>,
    steps: Vec<(bool, Complex)>,
}

impl Shifted {
    fn new(s: &DMatrix<f64>, theta: Complex, size: f64) -> Self {
        let j = s.nrows();
        let entry = |i: usize, k: usize| Complex::from(s[(i, k)]) - if i == k { theta } else { Complex::default() };
        let mut rows: Vec<Vec<Complex>> = (0..j).map(|i| (0..j).map(|k| entry(i, k)).collect()).collect();
        let mut steps = Vec::with_capacity(j);
        let least = Complex::from(f64::EPSILON * size);
        for i in 0..j {
            let exchange = i + 1 < j && rows[i + 1][i].norm_sqr() > rows[i][i].norm_sqr();
            if exchange {
                rows.swap(i, i + 1);
            }
            // a pivot of rounding size is what makes the solution the vector
            if rows[i][i].norm() < least.re {
                rows[i][i] = least;
            }
            if i + 1 < j {
                let factor = rows[i + 1][i] / rows[i][i];
                let (above, below) = rows.split_at_mut(i + 1);
                below[0][i..].iter_mut().zip(&above[i][i..]).for_each(|(b, a)| *b -= factor * a);
                steps.push((exchange, factor));
            }
        }
        Shifted { rows, steps }
    }

    fn solve(&self, z: &mut [Complex]) {
        for (i, (exchange, factor)) in self.steps.iter().enumerate() {
            if *exchange {
                z.swap(i, i + 1);
            }
            let above = z[i];
            z[i + 1] -= factor * above;
        }
        for i in (0..z.len()).rev() {
            let known: Complex = self.rows[i][i + 1..].iter().zip(&z[i + 1..]).map(|(a, z)| a * z).sum();
            z[i] = (z[i] - known) / self.rows[i][i];
        }
    }
}

fn normalize(z: &mut [Complex]) {
    let size = z.iter().map(Complex::norm_sqr).sum::<f64>().sqrt();
    z.iter_mut().for_each(|z| *z /= size);
}

fn residual(s: &DMatrix<f64>, theta: Complex, z: &[Complex]) -> f64 {
    let row = |i: usize| (i.saturating_sub(1)..z.len()).map(|k| z[k] * s[(i, k)]).sum::<Complex>() - theta * z[i];
    let sum = (0..z.len()).map(|i| row(i).norm_sqr()).sum::<f64>().sqrt();
    if sum.is_nan() { f64::INFINITY } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_pairs(h: &DMatrix<f64>, independent: f64) -> Vec<Complex> {
        let (values, vectors) = eigen(h).unwrap();
        let (n, size) = (h.nrows(), h.norm());
        let z = DMatrix::from_fn(n, n, |i, k| vectors[k][i]);
        let d = DMatrix::from_diagonal(&nalgebra::DVector::from_vec(values.clone()));
        let defect = h.map(Complex::from) * &z - &z * d;
        assert!(defect.norm() < 1e-13 * size, "{:e}", defect.norm() / size);
        assert!(z.singular_values().min() > independent, "{}", z.singular_values().min());
        values
    }

    #[test]
    fn random_matrices_have_their_pairs() {
        for n in [1, 2, 3, 7, 40, 100] {
            let h = DMatrix::from_vec(n, n, Noise(n as u64).vector(n * n));
            let values = assert_pairs(&h, 1e-4);
            assert!((values.iter().sum::<Complex>() - h.trace()).norm() < 1e-12 * n as f64);
        }
    }

    #[test]
    fn equal_pairs_have_independent_vectors() {
        // blocks of ±i ω, each ω three times, in oblique axes; and all of a unit matrix
        let n = 120;
        let mut blocks = DMatrix::zeros(n, n);
        for k in 0..n / 2 {
            let omega = 1.0 + (k / 3) as f64;
            (blocks[(2 * k, 2 * k + 1)], blocks[(2 * k + 1, 2 * k)]) = (omega, -omega);
        }
        let turn = DMatrix::from_vec(n, n, Noise(4).vector(n * n)).qr().q();
        let values = assert_pairs(&(&turn * &blocks * turn.transpose()), 1e-3);
        let near = |omega: f64| values.iter().filter(|v| (*v - Complex::new(0.0, omega)).norm() < 1e-11).count();
        assert!((1..=n / 6).all(|k| near(k as f64) == 3));
        assert_pairs(&DMatrix::identity(6, 6), 1e-3);
        assert_pairs(&(DMatrix::identity(6, 6) * 1e-30), 1e-3);
    }
}
