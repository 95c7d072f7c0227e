//! Eigenvalues of least modulus of a quadratic problem with conditions, by shift and inversion:
//!
//! ```text
//!   (λ² M + λ G + K) x + Bᵀ ν = 0,   B x = 0
//! ```
//!
//! | symbol | name |
//! |---|---|
//! | σ, μ = λ − σ | `shift`, real, zero unless K is singular on B x = 0 (rigid-body motions); distance from it |
//! | K̂ = K + σG + σ²M, Ĝ = G + 2σM | the same problem for μ: (μ² M + μ Ĝ + K̂) x + Bᵀν = 0 |
//! | τ | `rate`, about the least abs(μ), so that x and y = μx/τ are of one size |
//! | θ = τ/μ | `theta`, eigenvalue of the inverted operator; the wanted ones are the largest |
//!
//! ```text
//!   | a |   | −τ K̂⁻¹(Ĝ x + τ M y) |     | x |        | K̂ Bᵀ | | a |   | f |
//!   | b | = |  x                  | = θ | y |        | B 0  | | ν | = | 0 |   is meant by a = K̂⁻¹ f
//! ```
//!
//! Arnoldi's method finds the largest θ. From p start vectors it finds p copies of an eigenvalue that is there more often;
//! when it has found p, it starts again with 2p. Motions that move no mass have θ = 0 and never show.

use super::arnoldi::{Complex, Krylov, Noise, norm, orthonormalize};
use super::sparse_lu::{Factors, SparseLu};
use crate::error::{Error, Result};

/// Residual that an eigenpair must satisfy, relative to the sizes of its terms.
const RESIDUAL: f64 = 1e-9;
/// Growth of a solution, against the matrix, above which the matrix counts as singular.
const SINGULAR: f64 = 1e12;
/// |λ| of a motion without stiffness, against √(|K|/|M|), and against σ: what rounding of K makes of zero.
const ZERO: f64 = 1e-7;
const ZERO_AT_SHIFT: f64 = 1e-4;
/// Relative distance of eigenvalues that may be one and the same.
const SAME: f64 = 1e-6;
/// θ against the largest one: below this, it is zero.
const INFINITE: f64 = 1e-13;

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

/// One solution. Of a pair of conjugate ones, that with Im λ ≥ 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Eigenpair {
    /// λ
    pub value: Complex,
    /// x, over the unknowns of motion
    pub vector: Vec<Complex>,
    /// ν
    pub multipliers: Vec<Complex>,
    /// |(λ² M + λ G + K) x + Bᵀν| and |B x|, relative to the sizes of their terms
    pub residual: f64,
}

/// The `count` eigenpairs of least |λ|, in this order, or all if there are fewer.
pub fn smallest(problem: &Quadratic, lu: &mut SparseLu, count: usize) -> Result<Vec<Eigenpair>> {
    let [m, g, k] = [problem.m, problem.g, problem.k].map(|values| problem.largest(values));
    if m == 0.0 {
        return Ok(Vec::new());
    }
    let fastest = (k / m).sqrt().max(g / m);
    let zero = ZERO * fastest;
    let (mut shift, mut best) = (0.0, None);
    for _ in 0..6 {
        match at_shift(problem, lu, shift, zero, count) {
            Ok(pairs) => {
                // a shift of the size of the lowest frequency that is not zero gives it the most digits
                let lowest = pairs.iter().map(|p| p.value.norm()).find(|l| *l > 0.0);
                match lowest.filter(|l| shift != 0.0 && !(0.03..3.0).contains(&(shift / l))) {
                    Some(lowest) => (shift, best) = (0.3 * lowest, Some(Ok(pairs))),
                    None => return Ok(pairs),
                }
            }
            Err(Error::SingularMatrix(text)) if !matches!(best, Some(Ok(_))) => {
                best = Some(Err(Error::SingularMatrix(format!(
                    "no eigenvalues were found, with shifts up to {shift:.1e} rad/s: {text}"
                ))));
                shift = match shift {
                    0.0 if fastest > 0.0 => 100.0 * zero,
                    0.0 => 1.0,
                    _ => 7.0 * shift,
                };
            }
            Err(Error::SingularMatrix(_)) => break,
            Err(other) => return Err(other),
        }
    }
    best.unwrap_or_else(|| Ok(Vec::new()))
}

impl Quadratic<'_> {
    /// The entries of motion, free of units, by place and column.
    fn entries(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.col_ptr.len() - 1)
            .flat_map(move |col| (self.col_ptr[col]..self.col_ptr[col + 1]).map(move |p| (p, self.row_idx[p], col)))
    }

    /// Largest entry of the block of motion, free of units.
    fn largest(&self, values: &[f64]) -> f64 {
        let n = self.motion;
        let block = self.entries().filter(|(_, row, col)| *row < n && *col < n);
        block.fold(0.0, |most, (p, row, col)| most.max((values[p] * self.unit[row] * self.unit[col]).abs()))
    }
}

/// M, Ĝ, K̂ free of units, the conditions scaled to the size of K̂, and the factors of | K̂ Bᵀ; B 0 |.
struct Inverted<'a> {
    problem: &'a Quadratic<'a>,
    shift: f64,
    /// |λ| that counts as zero
    zero: f64,
    rate: f64,
    /// unit of each unknown, multipliers included
    scale: &'a [f64],
    m: &'a [f64],
    g: &'a [f64],
    k: &'a [f64],
    factors: Factors<'a>,
    right: Vec<f64>,
    full: Vec<f64>,
}

fn at_shift(problem: &Quadratic, lu: &mut SparseLu, shift: f64, zero: f64, count: usize) -> Result<Vec<Eigenpair>> {
    let (n, size) = (problem.motion, problem.col_ptr.len() - 1);
    let shifted = |p: usize| problem.k[p] + shift * (problem.g[p] + shift * problem.m[p]);
    let mut k: Vec<f64> = (0..problem.k.len()).map(shifted).collect();
    let largest = problem.largest(&k);
    // a row of B, or the 1 of a condition that is not active, is brought to the size of K̂
    let mut scale = [problem.unit, &vec![0.0; size - n]].concat();
    for (p, row, col) in problem.entries().filter(|(_, row, _)| *row >= n) {
        scale[row] = f64::max(scale[row], if col < n { (k[p] * scale[col]).abs() } else { k[p].abs().sqrt() });
    }
    for (p, row, col) in problem.entries().filter(|(_, row, col)| row == col && *row >= n) {
        scale[row] = if k[p] != 0.0 { (largest / k[p].abs()).sqrt() } else { largest / scale[col] };
    }
    let (mut m, mut g) = (problem.m.to_vec(), problem.g.to_vec());
    for (p, row, col) in problem.entries() {
        let unit = scale[row] * scale[col];
        g[p] = (g[p] + 2.0 * shift * m[p]) * unit;
        (m[p], k[p]) = (m[p] * unit, k[p] * unit);
    }
    let singular = || Error::SingularMatrix("the stiffness is singular".into());
    if largest == 0.0 {
        return Err(singular());
    }
    let mut inverted = Inverted {
        problem,
        shift,
        zero: zero.max(ZERO_AT_SHIFT * shift),
        rate: 1.0,
        scale: &scale,
        m: &m,
        g: &g,
        k: &k,
        factors: lu.factor(&k)?,
        right: vec![0.0; size],
        full: vec![0.0; size],
    };
    let (mut x, mut growth) = (Noise(1).vector(n), 0.0);
    inverted.full[..n].copy_from_slice(&x);
    inverted.full[n..].fill(0.0);
    inverted.solve()?;
    if inverted.full[..n].iter().any(|v| v.abs() * largest > SINGULAR) {
        return Err(singular());
    }
    // the least |μ| by three steps of inverse iteration without damping: |K̂⁻¹ M x| → |x|/μ²
    for _ in 0..3 {
        let before = norm(&x);
        inverted.full.fill(0.0);
        times(problem, &m, 1.0, &x, &mut inverted.full);
        inverted.solve()?;
        x.copy_from_slice(&inverted.full[..n]);
        growth = norm(&x) / before;
    }
    if growth == 0.0 {
        return Ok(Vec::new());
    }
    inverted.rate = 1.0 / growth.sqrt();
    inverted.smallest(count)
}

/// An approximation to an eigenpair.
struct Found {
    mu: Complex,
    x: Vec<Complex>,
}

impl Inverted<'_> {
    fn solve(&mut self) -> Result<f64> {
        self.factors.solve(&mut self.full, &mut self.right)
    }

    /// The operator A: (x, y) → (a, b).
    fn apply(&mut self, v: &[f64]) -> Result<Vec<f64>> {
        let (n, rate) = (self.problem.motion, self.rate);
        self.full.fill(0.0);
        times(self.problem, self.g, -rate, &v[..n], &mut self.full);
        times(self.problem, self.m, -rate * rate, &v[n..], &mut self.full);
        self.solve()?;
        Ok([&self.full[..n], &v[..n]].concat())
    }

    fn smallest(&mut self, count: usize) -> Result<Vec<Eigenpair>> {
        let mut starts = 4;
        loop {
            let (found, copies) = self.krylov(count, starts)?;
            if copies < starts || starts >= 2 * self.problem.motion {
                return self.finish(found, count);
            }
            starts *= 2;
        }
    }

    /// Is λ = 0 meant? Never without a shift, for K is regular then.
    fn is_zero(&self, mu: Complex) -> bool {
        self.shift != 0.0 && (mu + self.shift).norm() <= self.zero
    }

    /// How many modes an eigenvalue stands for: a conjugate pair is one, and λ = 0 of a rigid-body motion comes twice.
    fn weight(&self, mu: Complex) -> f64 {
        if mu.im != 0.0 || self.is_zero(mu) { 0.5 } else { 1.0 }
    }

    /// The wanted eigenvalues, and the largest number of copies of one of them.
    fn krylov(&mut self, count: usize, starts: usize) -> Result<(Vec<Found>, usize)> {
        let (n, mut noise, mut krylov) = (self.problem.motion, Noise(2), Krylov::default());
        for _ in 0..starts {
            // twice A: both halves satisfy the conditions
            let once = self.apply(&noise.vector(2 * n))?;
            krylov.start(self.apply(&once)?);
        }
        let mut check = 2 * count + 4 * starts;
        loop {
            let next = krylov.next();
            if next.is_none() || krylov.size() >= check {
                if let Some(found) = self.wanted(&krylov, count)? {
                    return Ok(found);
                }
                check = krylov.size() + krylov.size() / 4 + starts;
            }
            let image = self.apply(next.expect("a complete basis gives all eigenvalues"))?;
            krylov.push(image);
        }
    }

    /// The eigenvalues of least |λ| once they have converged.
    fn wanted(&self, krylov: &Krylov, count: usize) -> Result<Option<(Vec<Found>, usize)>> {
        let (n, ritz, done) = (self.problem.motion, krylov.eigen()?, krylov.next().is_none());
        let largest = ritz.values.iter().fold(0.0_f64, |most, v| most.max(v.norm()));
        let finite = (0..ritz.values.len()).filter(|&k| ritz.values[k].norm() > INFINITE * largest);
        let mut order: Vec<(Complex, usize)> = finite.map(|k| (self.rate / ritz.values[k], k)).collect();
        order.sort_by(|a, b| (a.0 + self.shift).norm().total_cmp(&(b.0 + self.shift).norm()));

        // |λ| of the last one wanted; whatever may be as near to zero must have converged
        let mut modes = 0.0;
        let last = order.iter().find(|(mu, _)| {
            modes += self.weight(*mu);
            modes >= count as f64
        });
        let radius = match last {
            Some((mu, _)) => ((mu + self.shift).norm() + self.shift) * (1.0 + SAME),
            None if done => f64::INFINITY,
            None => return Ok(None),
        };
        order.retain(|(mu, _)| mu.norm() <= radius);
        if !done && !order.iter().all(|(_, k)| ritz.converged[*k]) {
            return Ok(None);
        }
        let same = |a: Complex, b: Complex| (a - b).norm() <= SAME * a.norm() || self.is_zero(a) && self.is_zero(b);
        let copies = order.iter().map(|a| order.iter().filter(|b| same(a.0, b.0)).count()).max();
        let found = order.iter().map(|&(mu, k)| {
            // x, or y = μx/τ if that is larger
            let half = if mu.norm() > self.rate { n..2 * n } else { 0..n };
            Found { mu, x: krylov.vector(&ritz, k)[half].to_vec() }
        });
        Ok(Some((found.collect(), copies.unwrap_or(0))))
    }

    /// (x, ν) of K̂ x + Bᵀν = −(μ Ĝ + μ² M) x_before, a step of inverse iteration.
    fn purify(&mut self, mu: Complex, x: &[Complex]) -> Result<Vec<Complex>> {
        let mut right = vec![Complex::default(); self.full.len()];
        product(self.problem, self.g, -mu, x, &mut right, None);
        product(self.problem, self.m, -mu * mu, x, &mut right, None);
        for part in [0, 1] {
            for (full, r) in self.full.iter_mut().zip(&right) {
                *full = if part == 0 { r.re } else { r.im };
            }
            self.solve()?;
            for (full, r) in self.full.iter().zip(&mut right) {
                *(if part == 0 { &mut r.re } else { &mut r.im }) = *full;
            }
        }
        Ok(right)
    }

    /// Residual of (x, ν), relative to the largest sum of the sizes of its terms.
    fn residual(&self, mu: Complex, u: &[Complex]) -> f64 {
        let (mut r, mut size) = (vec![Complex::default(); u.len()], vec![0.0; u.len()]);
        let n = self.problem.motion;
        product(self.problem, self.m, mu * mu, &u[..n], &mut r, Some(&mut size));
        product(self.problem, self.g, mu, &u[..n], &mut r, Some(&mut size));
        product(self.problem, self.k, Complex::from(1.0), u, &mut r, Some(&mut size));
        let worst = r.iter().fold(0.0_f64, |a, b| a.max(b.norm())) / size.iter().fold(0.0_f64, |a, b| a.max(*b));
        if worst.is_nan() { f64::INFINITY } else { worst }
    }

    /// Motions without stiffness, K x + Bᵀν = 0: the fixed points of x → K̂⁻¹(σĜ − σ²M) x, at most `most` of them.
    ///
    /// λ = 0 is a defective eigenvalue of the quadratic problem, and its vectors are good to √ε only; here it is θ = 1, and
    /// not defective. Without damping, other motions have θ = 1/(1 + ω²/σ²).
    fn rigid(&mut self, most: usize) -> Result<Vec<Vec<Complex>>> {
        let (n, sigma, mut noise, mut krylov) = (self.problem.motion, self.shift, Noise(3), Krylov::default());
        let limit = 10.0 * (self.zero / sigma).powi(2);
        for _ in 0..most + 2 {
            krylov.start(self.stiffless_step(&noise.vector(n))?);
        }
        let mut check = 3 * (most + 2);
        let ritz = loop {
            let next = krylov.next().map(<[f64]>::to_vec);
            if next.is_none() || krylov.size() >= check {
                let ritz = krylov.eigen()?;
                let fixed = (0..ritz.values.len()).filter(|&k| (ritz.values[k] - 1.0).norm() <= limit.max(1e-3));
                if next.is_none() || fixed.clone().count() > 0 && fixed.clone().all(|k| ritz.converged[k]) {
                    break ritz;
                }
                check += most + 2;
            }
            let Some(next) = next else { break krylov.eigen()? };
            krylov.push(self.stiffless_step(&next)?);
        };
        let mut shapes = Vec::new();
        for k in (0..ritz.values.len()).filter(|&k| (ritz.values[k] - 1.0).norm() <= limit) {
            let x = krylov.vector(&ritz, k);
            for part in [x.iter().map(|c| c.re).collect::<Vec<f64>>(), x.iter().map(|c| c.im).collect()] {
                orthonormalize(&mut shapes, part, 1e-4);
            }
        }
        let sigma = Complex::from(-sigma);
        shapes
            .into_iter()
            .map(|x| {
                let x: Vec<Complex> = x.into_iter().map(Complex::from).collect();
                let once = self.purify(sigma, &x)?;
                self.purify(sigma, &once[..n])
            })
            .collect()
    }

    /// K̂⁻¹(σĜ − σ²M) x.
    fn stiffless_step(&mut self, x: &[f64]) -> Result<Vec<f64>> {
        self.full.fill(0.0);
        times(self.problem, self.g, self.shift, x, &mut self.full);
        times(self.problem, self.m, -self.shift * self.shift, x, &mut self.full);
        self.solve()?;
        Ok(self.full[..self.problem.motion].to_vec())
    }

    fn finish(&mut self, found: Vec<Found>, count: usize) -> Result<Vec<Eigenpair>> {
        let (n, mut pairs) = (self.problem.motion, Vec::new());
        let zeros = found.iter().filter(|f| self.is_zero(f.mu)).count();
        if zeros > 0 {
            let zero = Complex::from(-self.shift);
            pairs.extend(self.rigid(zeros)?.into_iter().map(|u| (zero, u)));
        }
        for Found { mu, x } in found.into_iter().filter(|f| f.mu.im >= 0.0) {
            if self.is_zero(mu) {
                continue;
            }
            // the step damps what is far from σ: for high frequencies it may do harm
            let pure = self.purify(mu, &x)?;
            let raw = [&x[..], &pure[n..]].concat();
            let best = if self.residual(mu, &pure) <= self.residual(mu, &raw) { pure } else { raw };
            pairs.push((mu, best));
        }
        let lambda = |mu: Complex| mu + self.shift;
        pairs.sort_by(|a, b| lambda(a.0).norm().total_cmp(&lambda(b.0).norm()));
        pairs.truncate(count);
        let finished = pairs.into_iter().map(|(mu, u)| {
            let (value, residual) = (lambda(mu), self.residual(mu, &u));
            if residual > RESIDUAL {
                let text = format!("λ = {value:.3e} has the residual {residual:.1e}, more than {RESIDUAL:.0e}");
                return Err(Error::SingularMatrix(text));
            }
            let own: Vec<Complex> = u.iter().zip(self.scale).map(|(u, s)| u * *s).collect();
            Ok(Eigenpair { value, vector: own[..n].to_vec(), multipliers: own[n..].to_vec(), residual })
        });
        finished.collect()
    }
}

/// out += factor values x, over the columns of motion.
fn times(on: &Quadratic, values: &[f64], factor: f64, x: &[f64], out: &mut [f64]) {
    for (col, x) in x.iter().enumerate() {
        for p in on.col_ptr[col]..on.col_ptr[col + 1] {
            out[on.row_idx[p]] += factor * x * values[p];
        }
    }
}

/// out += factor values x, and the sizes of what was added.
fn product(
    on: &Quadratic,
    values: &[f64],
    factor: Complex,
    x: &[Complex],
    out: &mut [Complex],
    mut size: Option<&mut [f64]>,
) {
    for (col, x) in x.iter().enumerate() {
        for p in on.col_ptr[col]..on.col_ptr[col + 1] {
            let part = factor * x * values[p];
            out[on.row_idx[p]] += part;
            if let Some(size) = &mut size {
                size[on.row_idx[p]] += part.norm();
            }
        }
    }
}
