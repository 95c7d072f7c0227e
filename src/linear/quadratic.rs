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

use super::arnoldi::{Complex, Krylov, Noise, Ritz, orthonormalize};
use super::inverted::{Inverted, Scaled};
use super::sparse_lu::SparseLu;
use crate::error::{Error, Result};

/// Residual above which an eigenpair is refused, relative to the sizes of its terms. Arnoldi's method has converged far below it;
/// what is left is rounding, 1e-16 times the condition of K̂, which is 1e7 and more for a slender blade (stretching against
/// bending). A frequency is then wrong by no more than the residual, which is given with it.
const RESIDUAL: f64 = 1e-7;
/// |λ| of a motion without stiffness, against √(|K|/|M|), and against σ: what rounding of K makes of zero.
const ZERO: [f64; 2] = [1e-7, 1e-4];
/// σ against the lowest frequency that is not zero: where that has all its digits, and what to aim at.
const GOOD_SHIFT: std::ops::Range<f64> = 0.03..3.0;
const BEST_SHIFT: f64 = 0.3;
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
    let (mut shift, mut moves, mut failure) = (0.0, 3, String::new());
    for _ in 0..10 {
        let scaled = Scaled::new(problem, shift);
        let mut search = match Inverted::new(&scaled, lu) {
            Ok(inverted) => Search { inverted, zero: f64::max(ZERO[0] * fastest, ZERO[1] * shift), rigid: Vec::new() },
            Err(Error::SingularMatrix(text)) => {
                failure = text;
                shift = match shift {
                    0.0 if fastest > 0.0 => 100.0 * ZERO[0] * fastest,
                    0.0 => 1.0,
                    _ => 7.0 * shift,
                };
                continue;
            }
            Err(other) => return Err(other),
        };
        if shift != 0.0 {
            let lowest = search.find_rigid()?;
            if let Some(lowest) = lowest.filter(|l| moves > 0 && !GOOD_SHIFT.contains(&(shift / l))) {
                (shift, moves) = (BEST_SHIFT * lowest, moves - 1);
                continue;
            }
        }
        return search.smallest(count);
    }
    Err(Error::SingularMatrix(format!("{failure}, also with shifts up to {shift:.1e} rad/s")))
}

impl Quadratic<'_> {
    /// Unknowns, multipliers included.
    pub(super) fn size(&self) -> usize {
        self.col_ptr.len() - 1
    }

    /// Place, row and column of every entry.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.size())
            .flat_map(move |col| (self.col_ptr[col]..self.col_ptr[col + 1]).map(move |p| (p, self.row_idx[p], col)))
    }

    /// Largest entry of the block of motion, free of units.
    pub(super) fn largest(&self, values: &[f64]) -> f64 {
        let n = self.motion;
        let block = self.entries().filter(|(_, row, col)| *row < n && *col < n);
        block.fold(0.0, |most, (p, row, col)| most.max((values[p] * self.unit[row] * self.unit[col]).abs()))
    }
}

/// The search about one shift.
struct Search<'a> {
    inverted: Inverted<'a>,
    /// |λ| that counts as zero
    zero: f64,
    /// (x, ν) of the motions without stiffness
    rigid: Vec<Vec<Complex>>,
}

/// μ and x, before they are polished.
struct Found {
    mu: Complex,
    x: Vec<Complex>,
}

impl Search<'_> {
    fn shift(&self) -> f64 {
        self.inverted.scaled.shift
    }

    fn motion(&self) -> usize {
        self.inverted.scaled.on.motion
    }

    /// Motions without stiffness, K x + Bᵀν = 0, and about the lowest frequency that is not zero.
    ///
    /// λ = 0 is a defective eigenvalue of the quadratic problem and comes out with half the digits. Of K̂⁻¹(K̂ − K) it is the
    /// eigenvalue θ = 1, not defective; a motion of frequency ω has θ = 1/(1 + ω²/σ²) if it is not damped.
    fn find_rigid(&mut self) -> Result<Option<f64>> {
        let (n, sigma, mut starts) = (self.motion(), self.shift(), 8);
        let limit = (self.zero / sigma).powi(2);
        let (krylov, ritz, fixed) = loop {
            let (krylov, ritz) = self.krylov_of_relaxation(starts)?;
            let fixed: Vec<usize> = (0..krylov.size()).filter(|&k| (ritz.values[k] - 1.0).norm() <= limit).collect();
            if fixed.len() < starts || starts >= n {
                break (krylov, ritz, fixed);
            }
            starts *= 2;
        };
        let mut shapes = Vec::new();
        for &k in &fixed {
            let (re, im): (Vec<f64>, Vec<f64>) = krylov.vector(&ritz, k).iter().map(|c| (c.re, c.im)).unzip();
            orthonormalize(&mut shapes, re, 1e-4);
            orthonormalize(&mut shapes, im, 1e-4);
        }
        let zero = Complex::from(-sigma);
        for shape in shapes {
            let shape: Vec<Complex> = shape.into_iter().map(Complex::from).collect();
            let once = self.inverted.improve(zero, &shape)?;
            self.rigid.push(self.inverted.improve(zero, &once[..n])?);
        }
        let others = (0..krylov.size()).filter(|k| !fixed.contains(k)).map(|k| ritz.values[k]);
        let next = others.max_by(|a, b| a.norm().total_cmp(&b.norm())).filter(|theta| theta.norm() > INFINITE);
        Ok(next.map(|theta| sigma * ((1.0 - theta) / theta).norm().sqrt()))
    }

    fn krylov_of_relaxation(&mut self, starts: usize) -> Result<(Krylov, Ritz)> {
        let (n, mut noise, mut krylov) = (self.motion(), Noise(3), Krylov::default());
        for _ in 0..starts {
            krylov.start(self.inverted.relax(&noise.vector(n))?);
        }
        let mut check = 3 * starts;
        loop {
            let next = krylov.next();
            if next.is_none() || krylov.size() >= check {
                // all that is not small must have converged
                let ritz = krylov.eigen()?;
                let largest = ritz.values.iter().fold(0.0_f64, |most, v| most.max(v.norm()));
                let open = |k: usize| !ritz.converged[k] && ritz.values[k].norm() > 0.5 * largest.min(1.0);
                if next.is_none() || !(0..krylov.size()).any(open) {
                    return Ok((krylov, ritz));
                }
                check += starts;
            }
            let image = self.inverted.relax(next.expect("a complete basis was returned"))?;
            krylov.push(image);
        }
    }

    fn smallest(&mut self, count: usize) -> Result<Vec<Eigenpair>> {
        if self.rigid.len() >= count {
            return self.finish(Vec::new(), count);
        }
        let mut starts = 4;
        loop {
            let (found, copies) = self.krylov_of_inverse(count - self.rigid.len(), starts)?;
            if copies < starts || starts >= 2 * self.motion() {
                return self.finish(found, count);
            }
            starts *= 2;
        }
    }

    /// The `count` eigenvalues of least |λ| that are not zero, and the largest number of copies of one of them.
    fn krylov_of_inverse(&mut self, count: usize, starts: usize) -> Result<(Vec<Found>, usize)> {
        let (n, mut noise, mut krylov) = (self.motion(), Noise(2), Krylov::default());
        for _ in 0..starts {
            // twice: then both halves satisfy the conditions
            let once = self.inverted.apply(&noise.vector(2 * n))?;
            krylov.start(self.inverted.apply(&once)?);
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
            let image = self.inverted.apply(next.expect("a complete basis gives all eigenvalues"))?;
            krylov.push(image);
        }
    }

    fn wanted(&self, krylov: &Krylov, count: usize) -> Result<Option<(Vec<Found>, usize)>> {
        let (n, sigma, rate) = (self.motion(), self.shift(), self.inverted.rate);
        let (ritz, done) = (krylov.eigen()?, krylov.next().is_none());
        let largest = ritz.values.iter().fold(0.0_f64, |most, v| most.max(v.norm()));
        let finite = (0..krylov.size()).filter(|&k| ritz.values[k].norm() > INFINITE * largest);
        let mut order: Vec<(Complex, usize)> = finite.map(|k| (rate / ritz.values[k], k)).collect();
        // without a shift K is regular, and nothing is zero
        order.retain(|(mu, _)| sigma == 0.0 || (mu + sigma).norm() > self.zero);
        order.sort_by(|a, b| (a.0 + sigma).norm().total_cmp(&(b.0 + sigma).norm()));

        // |λ| of the last one wanted, a conjugate pair being one; whatever may be as near to zero must have converged
        let mut modes = 0.0;
        let last = order.iter().find(|(mu, _)| {
            modes += if mu.im == 0.0 { 1.0 } else { 0.5 };
            modes >= count as f64
        });
        let radius = match last {
            Some((mu, _)) => ((mu + sigma).norm() + sigma) * (1.0 + SAME),
            None if done => f64::INFINITY,
            None => return Ok(None),
        };
        order.retain(|(mu, _)| mu.norm() <= radius);
        if !done && !order.iter().all(|(_, k)| ritz.converged[*k]) {
            return Ok(None);
        }
        let same = |a: Complex, b: Complex| (a - b).norm() <= SAME * a.norm();
        let copies = order.iter().map(|a| order.iter().filter(|b| same(a.0, b.0)).count()).max();
        let found = order.iter().filter(|(mu, _)| mu.im >= 0.0).map(|&(mu, k)| {
            // x, or y = μx/τ if that is larger
            let half = if mu.norm() > rate { n..2 * n } else { 0..n };
            Found { mu, x: krylov.vector(&ritz, k)[half].to_vec() }
        });
        Ok(Some((found.collect(), copies.unwrap_or(0))))
    }

    /// Polish, sort, check and give units back.
    fn finish(&mut self, found: Vec<Found>, count: usize) -> Result<Vec<Eigenpair>> {
        let (n, scaled) = (self.motion(), self.inverted.scaled);
        let zero = Complex::from(-scaled.shift);
        let mut pairs: Vec<(Complex, Vec<Complex>)> = self.rigid.drain(..).map(|u| (zero, u)).collect();
        for Found { mu, x } in found {
            // the step favours what is near σ: for high frequencies it may do harm
            let better = self.inverted.improve(mu, &x)?;
            let before = [&x[..], &better[n..]].concat();
            let improved = scaled.residual(mu, &better) <= scaled.residual(mu, &before);
            pairs.push((mu, if improved { better } else { before }));
        }
        pairs.sort_by(|a, b| (a.0 + scaled.shift).norm().total_cmp(&(b.0 + scaled.shift).norm()));
        pairs.truncate(count);
        let finished = pairs.into_iter().map(|(mu, u)| {
            let (value, residual) = (mu + scaled.shift, scaled.residual(mu, &u));
            if residual > RESIDUAL {
                let text = format!("λ = {value:.3e} 1/s was found with a residual of {residual:.1e} only");
                return Err(Error::SingularMatrix(text));
            }
            let own: Vec<Complex> = u.iter().zip(&scaled.scale).map(|(u, s)| u * *s).collect();
            Ok(Eigenpair { value, vector: own[..n].to_vec(), multipliers: own[n..].to_vec(), residual })
        });
        finished.collect()
    }
}
