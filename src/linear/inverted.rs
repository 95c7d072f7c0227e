//! A quadratic problem, and what it is when shifted, scaled and inverted: what Arnoldi's method multiplies with. See
//! `quadratic` for the equations.

use super::arnoldi::{Complex, Noise, norm};
use super::sparse_lu::{Factors, SparseLu};
use crate::error::{Error, Result};

/// Growth of a solution, against the matrix, above which nothing of it is left but rounding.
const SINGULAR: f64 = 1e15;

/// The matrices, on one pattern of compressed columns: motion first, then conditions. `k` holds B and Bᵀ.
#[derive(Debug, Clone, Copy)]
pub struct Quadratic<'a> {
    /// start of each column
    pub col_ptr: &'a [usize],
    /// row of each entry
    pub row_idx: &'a [usize],
    /// unknowns of motion
    pub motion: usize,
    /// a size of each unknown of motion, so that x over it is free of units
    pub unit: &'a [f64],
    /// M
    pub m: &'a [f64],
    /// G
    pub g: &'a [f64],
    /// K, B, Bᵀ
    pub k: &'a [f64],
}

impl Quadratic<'_> {
    /// Unknowns, multipliers included.
    pub fn size(&self) -> usize {
        self.col_ptr.len() - 1
    }

    /// Place, row and column of every entry.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.size())
            .flat_map(move |col| (self.col_ptr[col]..self.col_ptr[col + 1]).map(move |p| (p, self.row_idx[p], col)))
    }

    /// Largest entry of the block of motion, free of units.
    pub fn largest(&self, values: &[f64]) -> f64 {
        let n = self.motion;
        let block = self.entries().filter(|(_, row, col)| *row < n && *col < n);
        block.fold(0.0, |most, (p, row, col)| most.max((values[p] * self.unit[row] * self.unit[col]).abs()))
    }
}

/// M, Ĝ = G + 2σM, K̂ = K + σG + σ²M free of units, and B scaled to the size of K̂.
pub struct Scaled<'a> {
    pub on: &'a Quadratic<'a>,
    pub shift: f64,
    /// unit of each unknown, multipliers included
    pub scale: Vec<f64>,
    m: Vec<f64>,
    g: Vec<f64>,
    k: Vec<f64>,
    /// largest entry of K̂
    largest: f64,
}

impl<'a> Scaled<'a> {
    pub fn new(on: &'a Quadratic<'a>, shift: f64) -> Self {
        let n = on.motion;
        let shifted = |p: usize| on.k[p] + shift * (on.g[p] + shift * on.m[p]);
        let mut k: Vec<f64> = (0..on.k.len()).map(shifted).collect();
        let largest = on.largest(&k);
        // the largest entry of each row of B becomes that of K̂, and so does the 1 of a condition that is not active
        let mut scale = on.unit.to_vec();
        scale.resize(on.size(), 0.0);
        for (p, row, col) in on.entries().filter(|(_, row, col)| *row >= n && *col < n) {
            scale[row] = f64::max(scale[row], (k[p] * scale[col]).abs());
        }
        for (p, row, _) in on.entries().filter(|(_, row, col)| *row >= n && row == col) {
            scale[row] = if k[p] == 0.0 { largest / scale[row] } else { (largest / k[p].abs()).sqrt() };
        }
        let (mut m, mut g) = (on.m.to_vec(), on.g.to_vec());
        for (p, row, col) in on.entries() {
            let unit = scale[row] * scale[col];
            g[p] = (g[p] + 2.0 * shift * m[p]) * unit;
            (m[p], k[p]) = (m[p] * unit, k[p] * unit);
        }
        Scaled { on, shift, scale, m, g, k, largest }
    }

    /// (μ² M + μ Ĝ + K̂) x + Bᵀν and B x, relative to the largest sum of the sizes of the terms of a row.
    pub fn residual(&self, mu: Complex, u: &[Complex]) -> f64 {
        let (mut r, mut sizes) = (vec![Complex::default(); u.len()], vec![0.0; u.len()]);
        for (values, factor) in [(&self.m, mu * mu), (&self.g, mu), (&self.k, Complex::from(1.0))] {
            for (p, row, col) in self.on.entries() {
                let part = factor * u[col] * values[p];
                r[row] += part;
                sizes[row] += part.norm();
            }
        }
        let size = sizes.iter().fold(0.0_f64, |a, b| a.max(*b));
        let worst = r.iter().fold(0.0_f64, |a, b| a.max(b.norm())) / size;
        if worst.is_nan() { f64::INFINITY } else { worst }
    }

    /// An entry of A(λ) = λ² M + λ G + K, free of units, B and Bᵀ with it.
    pub fn at(&self, lambda: Complex, p: usize, row: usize, col: usize) -> Complex {
        (lambda * lambda * self.on.m[p] + lambda * self.on.g[p] + self.on.k[p]) * (self.scale[row] * self.scale[col])
    }

    /// An entry of A'(λ) = 2λ M + G, free of units.
    pub fn slope_at(&self, lambda: Complex, p: usize, row: usize, col: usize) -> Complex {
        (2.0 * lambda * self.on.m[p] + self.on.g[p]) * (self.scale[row] * self.scale[col])
    }

    /// |xᴴM x|, |xᴴG x|, |xᴴK x| without the shift, and the sum of the sizes of the products in xᴴK̂ x.
    pub fn forms(&self, x: &[Complex]) -> [f64; 4] {
        let (mut m, mut g, mut k, mut size) = (Complex::default(), Complex::default(), Complex::default(), 0.0);
        for (p, row, col) in self.on.entries().filter(|(_, row, col)| *row < x.len() && *col < x.len()) {
            let product = x[row].conj() * x[col];
            m += product * self.m[p];
            g += product * self.g[p];
            k += product * self.k[p];
            size += product.norm() * self.k[p].abs();
        }
        let sigma = self.shift;
        [m.norm(), (g - 2.0 * sigma * m).norm(), (k - sigma * g + sigma * sigma * m).norm(), size]
    }

    /// M x.
    pub fn mass_times(&self, x: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; self.on.size()];
        self.add(&self.m, 1.0, x, &mut out);
        out.truncate(x.len());
        out
    }

    /// out += factor values x, over the columns of motion.
    fn add(&self, values: &[f64], factor: f64, x: &[f64], out: &mut [f64]) {
        for (col, x) in x.iter().enumerate() {
            for p in self.on.col_ptr[col]..self.on.col_ptr[col + 1] {
                out[self.on.row_idx[p]] += factor * x * values[p];
            }
        }
    }
}

/// The factors of | K̂ Bᵀ; B 0 |.
pub struct Inverted<'a> {
    pub scaled: &'a Scaled<'a>,
    /// τ
    pub rate: f64,
    /// by how much a solution exceeds the right-hand side over the largest entry of K̂: at least its condition
    pub growth: f64,
    factors: Factors<'a>,
    /// (f, 0), then (a, ν)
    full: Vec<f64>,
    right: Vec<f64>,
}

impl<'a> Inverted<'a> {
    /// Err(SingularMatrix) when K̂ is singular on B x = 0.
    pub fn new(scaled: &'a Scaled<'a>, lu: &'a mut SparseLu) -> Result<Self> {
        let singular = || Error::SingularMatrix("the matrix is singular".into());
        if scaled.largest == 0.0 {
            return Err(singular());
        }
        let zeros = vec![0.0; scaled.on.size()];
        let factors = lu.factor(&scaled.k)?;
        let mut inverted = Inverted { scaled, rate: 1.0, growth: 0.0, factors, full: zeros.clone(), right: zeros };
        let mut x = Noise(1).vector(scaled.on.motion);
        inverted.full[..x.len()].copy_from_slice(&x);
        inverted.factors.solve(&mut inverted.full, &mut inverted.right)?;
        inverted.growth = inverted.full[..x.len()].iter().fold(0.0, |most, v| f64::max(most, v.abs() * scaled.largest));
        if inverted.growth > SINGULAR {
            return Err(singular());
        }
        // the least |μ| by inverse iteration without damping: |K̂⁻¹ M x| → |x|/μ²
        let mut growth = 0.0;
        for _ in 0..3 {
            let before = norm(&x);
            x = inverted.solve(&[(&scaled.m, 1.0, &x)])?.to_vec();
            growth = norm(&x) / before;
        }
        inverted.rate = if growth > 0.0 { 1.0 / growth.sqrt() } else { 1.0 };
        Ok(inverted)
    }

    /// K̂⁻¹ Σ factor matrix x; ν stands behind it in `full`.
    fn solve(&mut self, parts: &[(&Vec<f64>, f64, &[f64])]) -> Result<&[f64]> {
        self.full.fill(0.0);
        for (values, factor, x) in parts {
            self.scaled.add(values, *factor, x, &mut self.full);
        }
        self.factors.solve(&mut self.full, &mut self.right)?;
        Ok(&self.full[..self.scaled.on.motion])
    }

    /// (x, y) → (−τ K̂⁻¹(Ĝ x + τ M y), x).
    pub fn apply(&mut self, v: &[f64]) -> Result<Vec<f64>> {
        let (x, y) = v.split_at(self.scaled.on.motion);
        let (s, rate) = (self.scaled, self.rate);
        let a = self.solve(&[(&s.g, -rate, x), (&s.m, -rate * rate, y)])?;
        Ok([a, x].concat())
    }

    /// (x + d, ν), a step of inverse iteration, as a correction:
    ///
    /// ```text
    ///   K̂ d + Bᵀν = −(μ² M + μ Ĝ + K̂) x,   B d = −B x
    /// ```
    ///
    /// K̂ (x + d) + Bᵀν = −(μ² M + μ Ĝ) x says the same, but not with the same digits: where K̂ is all but singular on x, rounding of
    /// K̂ would change its length, so that ν would belong to another x; and rounding of x along what is stiff would stay.
    pub fn improve(&mut self, mu: Complex, x: &[Complex]) -> Result<Vec<Complex>> {
        let (s, square) = (self.scaled, mu * mu);
        let (re, im): (Vec<f64>, Vec<f64>) = x.iter().map(|c| (c.re, c.im)).unzip();
        let mut out = x.to_vec();
        out.resize(s.on.size(), Complex::default());
        let (m, g, k) = (&s.m, &s.g, &s.k);
        let real = [(k, -1.0, &re[..]), (g, -mu.re, &re), (g, mu.im, &im), (m, -square.re, &re), (m, square.im, &im)];
        self.solve(&real)?;
        out.iter_mut().zip(&self.full).for_each(|(out, full)| out.re += *full);
        let imaginary =
            [(k, -1.0, &im[..]), (g, -mu.re, &im), (g, -mu.im, &re), (m, -square.re, &im), (m, -square.im, &re)];
        self.solve(&imaginary)?;
        out.iter_mut().zip(&self.full).for_each(|(out, full)| out.im += *full);
        Ok(out)
    }
}
