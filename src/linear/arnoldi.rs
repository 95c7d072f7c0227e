//! Arnoldi's method from several start vectors: the eigenvalues of largest modulus of an operator A that is known by its
//! products only.
//!
//! ```text
//!   A v_k = Σ_i h_ik v_i,  i = 1 … s,  k = 1 … j,  vᵢ·v_k = δ_ik         that is  A V_j = V_s H
//!   H_j z = θ z  (the top j rows)   ⇒   |A V_j z − θ V_j z| = |rows j+1 … s of H z|
//! ```
//!
//! | symbol | name |
//! |---|---|
//! | v_i | `basis`; the images of the first j of them have been taken |
//! | h_k | `columns`; s − j ≤ number of start vectors p, so H has p subdiagonals |
//!
//! From p start vectors, p copies of an eigenvalue are found at most (each with its chain if it is defective). When an image
//! brings no new direction the band shrinks; when none is left, s = j, the eigenvalues of H are eigenvalues of A.

use super::dense_eigen;
use crate::error::Result;
use nalgebra::DMatrix;

/// A complex number.
pub type Complex = nalgebra::Complex<f64>;

/// What is left of an image that brings no new direction, relative to the largest image.
const NOTHING_NEW: f64 = 1e-13;
/// The same for a start vector, relative to itself.
const SAME_START: f64 = 1e-8;
/// Residual, relative to the largest image, that is rounding.
const ROUNDING: f64 = 1e-15;

/// Basis and projected operator.
#[derive(Debug, Clone, Default)]
pub struct Krylov {
    basis: Vec<Vec<f64>>,
    columns: Vec<Vec<f64>>,
    largest: f64,
}

/// Eigenvalues of the projected operator.
#[derive(Debug, Clone)]
pub struct Ritz {
    /// θ
    pub values: Vec<Complex>,
    /// |A v − θ v| of unit vectors v, relative to θ; zero where it is rounding
    pub errors: Vec<f64>,
    vectors: Vec<Vec<Complex>>,
}

impl Krylov {
    /// Add a start vector, unless the basis holds it already.
    pub fn start(&mut self, v: Vec<f64>) {
        let limit = SAME_START * norm(&v);
        orthonormalize(&mut self.basis, v, limit);
    }

    /// The vector whose image is wanted next; None when the basis is complete.
    pub fn next(&self) -> Option<&[f64]> {
        self.basis.get(self.columns.len()).map(Vec::as_slice)
    }

    /// Take the image of [`Krylov::next`].
    pub fn push(&mut self, image: Vec<f64>) {
        self.largest = self.largest.max(norm(&image));
        let column = orthonormalize(&mut self.basis, image, NOTHING_NEW * self.largest);
        self.columns.push(column);
    }

    /// Images taken.
    pub fn size(&self) -> usize {
        self.columns.len()
    }

    /// Memory that it takes to come to so many images of this length and to find the eigenvalues there [bytes].
    pub fn room(&self, images: usize, length: usize) -> usize {
        let more = images.saturating_sub(self.size());
        let vectors = more.saturating_mul(size_of::<f64>() * (length + images));
        vectors
            .saturating_add(images.saturating_mul(images).saturating_mul(dense_eigen::ENTRY))
            .saturating_add(crate::error::BUFFERS)
    }

    /// Eigenvalues of H_j.
    pub fn eigen(&self) -> Result<Ritz> {
        let j = self.columns.len();
        let entry = |row: usize, col: usize| self.columns[col].get(row).copied().unwrap_or(0.0);
        let (values, vectors) = dense_eigen::eigen(&DMatrix::from_fn(j, j, entry))?;
        let errors = (0..j).map(|k| {
            let row = |row: usize| (0..j).map(|col| vectors[k][col] * entry(row, col)).sum::<Complex>().norm_sqr();
            let rest = (j..self.basis.len()).map(row).sum::<f64>().sqrt();
            if rest <= ROUNDING * self.largest { 0.0 } else { rest / values[k].norm() }
        });
        Ok(Ritz { errors: errors.collect(), values, vectors })
    }

    /// V_j z of eigenvalue `k`.
    pub fn vector(&self, ritz: &Ritz, k: usize) -> Vec<Complex> {
        let mut out = vec![Complex::default(); self.basis.first().map_or(0, Vec::len)];
        for (v, z) in self.basis.iter().zip(&ritz.vectors[k]) {
            for (out, v) in out.iter_mut().zip(v) {
                *out += z * v;
            }
        }
        out
    }
}

/// Euclidean length.
pub fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Take out of `v` its parts along the basis, and add what is left to the basis if it is longer than `limit`. Returns the
/// parts, that of the new vector last.
pub fn orthonormalize(basis: &mut Vec<Vec<f64>>, mut v: Vec<f64>, limit: f64) -> Vec<f64> {
    let mut parts = vec![0.0; basis.len()];
    // once is not enough: what is left may be rounding of what was taken out
    for _ in 0..2 {
        for (part, b) in parts.iter_mut().zip(basis.iter()) {
            let along: f64 = v.iter().zip(b).map(|(v, b)| v * b).sum();
            for (v, b) in v.iter_mut().zip(b) {
                *v -= along * b;
            }
            *part += along;
        }
    }
    let left = norm(&v);
    if left > limit {
        v.iter_mut().for_each(|v| *v /= left);
        parts.push(left);
        basis.push(v);
    }
    parts
}

/// Numbers in [−1, 1), the same in every run.
pub struct Noise(pub u64);

impl Noise {
    /// The next vector.
    pub fn vector(&mut self, size: usize) -> Vec<f64> {
        (0..size).map(|_| self.number()).collect()
    }

    /// splitmix64 of Steele, Lea and Flood.
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A = Q D Qᵀ with a Householder reflection Q and D of known blocks: 3, 3, 3, then −2 ± i, 1, ½, ¼ …
    fn image(v: &[f64]) -> Vec<f64> {
        let mirror = |v: &[f64]| {
            let along = 2.0 * v.iter().enumerate().map(|(i, v)| v * (i as f64).cos()).sum::<f64>()
                / (0..v.len()).map(|i| (i as f64).cos().powi(2)).sum::<f64>();
            v.iter().enumerate().map(|(i, v)| v - along * (i as f64).cos()).collect::<Vec<f64>>()
        };
        let u = mirror(v);
        let mut out: Vec<f64> = u.iter().enumerate().map(|(i, u)| u * 0.5_f64.powi(i as i32 - 5)).collect();
        for i in 0..3 {
            out[i] = 3.0 * u[i];
        }
        (out[3], out[4]) = (-2.0 * u[3] + u[4], -u[3] - 2.0 * u[4]);
        mirror(&out)
    }

    #[test]
    fn as_many_copies_are_found_as_there_are_start_vectors() {
        let size = 40;
        for (starts, copies) in [(1, 1), (2, 2), (3, 3), (5, 3)] {
            let (mut krylov, mut noise) = (Krylov::default(), Noise(7));
            (0..starts).for_each(|_| krylov.start(noise.vector(size)));
            // a start vector that is there already changes nothing
            krylov.start(krylov.next().unwrap().to_vec());
            while krylov.size() < 10 * starts {
                let Some(next) = krylov.next() else { break };
                krylov.push(image(next));
            }
            let ritz = krylov.eigen().unwrap();
            let near = |theta: Complex| (0..krylov.size()).filter(|&k| (ritz.values[k] - theta).norm() < 1e-9).count();
            assert_eq!(near(Complex::from(3.0)), copies);
            assert_eq!(near(Complex::new(-2.0, 1.0)), 1);
            // the error that is told is the error of the vector
            for k in 0..krylov.size() {
                let v = krylov.vector(&ritz, k);
                let [re, im] = [v.iter().map(|c| c.re).collect::<Vec<f64>>(), v.iter().map(|c| c.im).collect()];
                let parts = image(&re).into_iter().zip(image(&im)).map(|(re, im)| Complex::new(re, im));
                let error = parts.zip(&v).map(|(a, v)| (a - ritz.values[k] * v).norm_sqr()).sum::<f64>().sqrt();
                assert!((error - ritz.errors[k] * ritz.values[k].norm()).abs() < 1e-13, "{error}");
            }
        }
    }
}
