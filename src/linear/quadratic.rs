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
//! when it has found p, it starts again with 2p. Motions that move no mass have θ = 0 and never show; motions without
//! stiffness, λ = 0, are given by who knows the model (`rigid`) and left out here.
//!
//! Rounding of K, ε = 2e-16 of its largest entries, changes λ² by about ε λ_max², λ_max being the largest of all: that of the
//! stretching of the shortest part of the mesh. So the relative error of λ is at most about ε (λ_max/λ)².

use super::arnoldi::{Complex, Krylov, Noise};
use super::inverted::{Inverted, Quadratic, Scaled};
use super::polish::Polisher;
use super::rigid::{ROUNDING, Rigid};
use super::sparse_lu::SparseLu;
use crate::error::{Error, Result, require_memory};
use std::cell::OnceCell;

/// Residual of an eigenpair, relative to the sizes of its terms: above the first, another shift may do better; above the
/// second, it is refused. What is left is rounding times the condition of K̂, which is high for a slender blade (stretching
/// against bending and torsion).
const RESIDUAL: [f64; 2] = [1e-9, 1e-7];
/// Most steps that polish an eigenpair, and by which part of itself λ may change in all of them.
const POLISHING: usize = 4;
const NEAR: f64 = 1e-6;
/// Growth of a solution below which K is regular beyond doubt.
const REGULAR: f64 = 1e9;
/// When an eigenvalue has converged, and which |λ|/σ is zero if the motion is one without stiffness. A zero is defective: its error
/// is the root of the tolerance.
#[derive(Clone, Copy)]
struct Precision {
    tolerance: f64,
    zero: f64,
}
const FINE: Precision = Precision { tolerance: 1e-12, zero: 1e-5 };
const ROUGH: Precision = Precision { tolerance: 1e-5, zero: 0.03 };
/// σ against √(|K|/|M|) at first, against the lowest frequency that is not zero when that is known, and where it is good
/// enough: nearer to zero the motions without stiffness, 1/σ², drown the others.
const FIRST_SHIFT: f64 = 1e-5;
const BEST_SHIFT: f64 = 0.7;
const GOOD_SHIFT: std::ops::Range<f64> = 0.1..5.0;
/// Relative distance of eigenvalues that may be one and the same, split by rounding.
const SAME: f64 = 1e-4;
/// Error above which an eigenvalue of H is a ghost: the operator is not normal, and what is left of it when its large
/// eigenvalues are found can show values that are none. A true one would have converged before those that lie further out, of
/// which some more are asked for.
const GHOST: f64 = 1e-3;
const MORE: usize = 2;
/// Products of the operator, against the least number that could do, before giving up.
const PATIENCE: usize = 40;
/// Copies of the vectors of the modes that are there at a time: found, polished, with their units, as the host sees them.
const SHAPES: usize = 8;
/// θ against the largest one: below this, it is zero.
const INFINITE: f64 = 1e-13;

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

/// The `count` eigenpairs of least |λ|, in this order, or all if there are fewer. `without_stiffness` gives a basis of the motions
/// without stiffness; it is asked when K alone leaves doubt.
pub fn smallest(
    problem: &Quadratic,
    lu: &mut SparseLu,
    count: usize,
    without_stiffness: &dyn Fn() -> Result<Vec<Vec<f64>>>,
) -> Result<Vec<Eigenpair>> {
    let rigid = OnceCell::new();
    let rigid = || {
        let found = if rigid.get().is_none() { without_stiffness()? } else { Vec::new() };
        Ok(rigid.get_or_init(|| found).as_slice())
    };
    let [m, g, k] = [problem.m, problem.g, problem.k].map(|values| problem.largest(values));
    if m == 0.0 {
        return Ok(Vec::new());
    }
    let fastest = (k / m).sqrt().max(g / m);
    let (mut shift, mut moves, mut failure) = (0.0, 3, String::new());
    let mut best: Option<(f64, Vec<Eigenpair>)> = None;
    for _ in 0..10 {
        match at_shift(&Scaled::new(problem, shift), lu, count, moves > 0 && best.is_none(), &rigid) {
            Ok(Outcome::Move(to)) => (shift, moves) = (to, moves - 1),
            Ok(Outcome::Pairs(pairs)) => {
                let worst = pairs.iter().max_by(|a, b| a.residual.total_cmp(&b.residual));
                let (residual, at) = worst.map_or((0.0, 0.0), |p| (p.residual, p.value.norm()));
                let lowest = pairs.iter().map(|p| p.value.norm()).find(|l| *l > 0.0).unwrap_or(0.0);
                if best.as_ref().is_none_or(|(least, _)| residual < *least) {
                    best = Some((residual, pairs));
                }
                if residual <= RESIDUAL[0] || moves == 0 {
                    break;
                }
                // frequencies far above the shift suffer first; those far below it would seem to be zero
                (shift, moves) = (f64::max(0.1 * at, 3.0 * shift).min(1e3 * lowest), moves - 1);
            }
            Err(Error::SingularMatrix(_)) if best.is_some() => break,
            Err(Error::SingularMatrix(text)) => {
                failure = text;
                (shift, moves) = match shift {
                    0.0 if fastest > 0.0 => (FIRST_SHIFT * fastest, moves),
                    0.0 => (1.0, moves),
                    // a move that went too far down is not repeated
                    _ => (7.0 * shift, if moves < 3 { 0 } else { moves }),
                };
            }
            Err(other) => return Err(other),
        }
    }
    match best {
        Some((residual, pairs)) if residual <= RESIDUAL[1] => Ok(pairs),
        Some((residual, pairs)) => {
            let worst = pairs.iter().max_by(|a, b| a.residual.total_cmp(&b.residual)).map_or(0.0, |p| p.value.norm());
            Err(Error::SingularMatrix(format!(
                "the mode of {worst:.3e} rad/s was found with a residual of {residual:.1e} only. Parts that differ much in stiffness or \
                 mass hide it: ask for fewer modes, or make what is stiffest less stiff, or rigid"
            )))
        }
        None => Err(Error::SingularMatrix(format!(
            "{failure}, with shifts up to {shift:.1e} rad/s. Constraints that depend on each other, or a motion without mass and \
             stiffness, would explain it"
        ))),
    }
}

/// What a shift led to: eigenpairs, or a better shift.
enum Outcome {
    Pairs(Vec<Eigenpair>),
    Move(f64),
}

fn at_shift<'a>(
    scaled: &Scaled,
    lu: &mut SparseLu,
    count: usize,
    may_move: bool,
    rigid: &dyn Fn() -> Result<&'a [Vec<f64>]>,
) -> Result<Outcome> {
    let mut search = Search { inverted: Inverted::new(scaled, lu)?, rigid: Rigid::default() };
    if scaled.shift == 0.0 {
        if search.inverted.growth > REGULAR && !rigid()?.is_empty() {
            return Err(Error::SingularMatrix("the matrix is singular".into()));
        }
        return search.smallest(count).map(Outcome::Pairs);
    }
    search.rigid = Rigid::new(scaled, rigid()?);
    if may_move && search.rigid.len() < count {
        let (lowest, _) = search.krylov_of_inverse(1, 4, ROUGH)?;
        let lowest = lowest.iter().map(|f| (f.mu + scaled.shift).norm()).min_by(f64::total_cmp);
        if let Some(lowest) = lowest.filter(|l| !GOOD_SHIFT.contains(&(scaled.shift / l))) {
            return Ok(Outcome::Move(BEST_SHIFT * lowest));
        }
    }
    search.smallest(count).map(Outcome::Pairs)
}

/// The search about one shift.
struct Search<'a> {
    inverted: Inverted<'a>,
    /// motions without stiffness
    rigid: Rigid,
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

    /// Is λ = 0 meant? Only of a motion without stiffness, and not of its decay by a damper.
    fn is_zero(&self, lambda: Complex, zero: f64, x: impl Fn() -> Vec<Complex>) -> bool {
        let (sigma, lambda) = (self.shift(), lambda.norm());
        if self.rigid.len() == 0 || lambda > sigma {
            return false;
        }
        let x = x();
        if !self.rigid.spans(self.inverted.scaled, &x) {
            return false;
        }
        let [inertia, damping, _, size] = self.inverted.scaled.forms(&x);
        lambda <= zero * sigma || f64::max(lambda * lambda * inertia, lambda * damping) <= ROUNDING * size
    }

    fn smallest(&mut self, count: usize) -> Result<Vec<Eigenpair>> {
        if self.rigid.len() >= count {
            return self.finish(Vec::new(), count);
        }
        let mut starts = 4;
        loop {
            let (found, copies) = self.krylov_of_inverse(count - self.rigid.len(), starts, FINE)?;
            if copies < starts || starts >= 2 * self.motion() {
                return self.finish(found, count);
            }
            starts *= 2;
        }
    }

    /// The `count` eigenvalues of least |λ| that are not zero, and the largest number of copies of one of them.
    fn krylov_of_inverse(&mut self, count: usize, starts: usize, to: Precision) -> Result<(Vec<Found>, usize)> {
        let (n, mut noise, mut krylov) = (self.motion(), Noise(2), Krylov::default());
        for _ in 0..starts {
            // twice: then both halves satisfy the conditions
            let once = self.inverted.apply(&noise.vector(2 * n))?;
            krylov.start(self.inverted.apply(&once)?);
        }
        let first = 2 * count + 4 * starts;
        let (mut check, most) = (first, PATIENCE * first);
        // where the search ends is not known before: so it asks for memory as it grows, for the vectors of the modes too
        let shapes = SHAPES * size_of::<Complex>() * self.inverted.scaled.on.size() * (count + self.rigid.len());
        let require = |krylov: &Krylov, images: usize| {
            require_memory(krylov.room(images.min(2 * n), 2 * n).saturating_add(shapes), "the search for modes")
        };
        require(&krylov, first)?;
        loop {
            let next = krylov.next();
            if next.is_none() || krylov.size() >= check {
                if let Some(found) = self.wanted(&krylov, count, to)? {
                    return Ok(found);
                }
                if krylov.size() > most {
                    let text = format!("the {count} lowest eigenvalues did not converge in {most} products");
                    return Err(Error::SingularMatrix(text));
                }
                check = krylov.size() + krylov.size() / 4 + starts;
                require(&krylov, check)?;
            }
            let image = self.inverted.apply(next.expect("a complete basis gives all eigenvalues"))?;
            krylov.push(image);
        }
    }

    fn wanted(&self, krylov: &Krylov, count: usize, to: Precision) -> Result<Option<(Vec<Found>, usize)>> {
        let (n, sigma, rate) = (self.motion(), self.shift(), self.inverted.rate);
        let (ritz, done) = (krylov.eigen()?, krylov.next().is_none());
        let largest = ritz.values.iter().fold(0.0_f64, |most, v| most.max(v.norm()));
        let finite = (0..krylov.size()).filter(|&k| ritz.values[k].norm() > INFINITE * largest);
        let mut order: Vec<(Complex, usize)> = finite.map(|k| (rate / ritz.values[k], k)).collect();
        // x, or y = μx/τ if that is larger
        let vector =
            |mu: Complex, k: usize| krylov.vector(&ritz, k)[if mu.norm() > rate { n..2 * n } else { 0..n }].to_vec();
        order.retain(|&(mu, k)| !self.is_zero(mu + sigma, to.zero, || vector(mu, k)));
        order.sort_by(|a, b| (a.0 + sigma).norm().total_cmp(&(b.0 + sigma).norm()));

        order.retain(|(_, k)| done || ritz.errors[*k] <= GHOST);

        // |λ| of the last one wanted, a conjugate pair being one, and of some more; whatever may be as near to zero must have
        // converged
        let mut modes = 0.0;
        let mut radius = |count: usize| {
            let last = order.iter().find(|(mu, _)| {
                modes += if mu.im == 0.0 { 1.0 } else { 0.5 };
                modes >= count as f64
            });
            modes = 0.0;
            last.map(|(mu, _)| ((mu + sigma).norm() + sigma) * (1.0 + SAME))
        };
        let (wanted, more) = match (radius(count), radius(count + MORE)) {
            (Some(wanted), Some(more)) => (wanted, more),
            (wanted, _) if done => (wanted.unwrap_or(f64::INFINITY), 0.0),
            _ => return Ok(None),
        };
        if !done && order.iter().any(|(mu, k)| mu.norm() <= more && ritz.errors[*k] > to.tolerance) {
            return Ok(None);
        }
        order.retain(|(mu, _)| mu.norm() <= wanted);
        let same = |a: Complex, b: Complex| (a - b).norm() <= SAME * a.norm();
        let copies = order.iter().map(|a| order.iter().filter(|b| same(a.0, b.0)).count()).max();
        let found = order.iter().filter(|(mu, _)| mu.im >= 0.0).map(|&(mu, k)| Found { mu, x: vector(mu, k) });
        Ok(Some((found.collect(), copies.unwrap_or(0))))
    }

    /// Polish, sort, check and give units back.
    fn finish(&mut self, found: Vec<Found>, count: usize) -> Result<Vec<Eigenpair>> {
        let (n, scaled) = (self.motion(), self.inverted.scaled);
        let zero = Complex::from(-scaled.shift);
        let rigid = self.rigid.pairs(&mut self.inverted)?;
        let mut pairs: Vec<(Complex, Vec<Complex>)> = rigid.into_iter().map(|u| (zero, u)).collect();
        let mut polisher = Polisher::new(scaled);
        for Found { mu, x } in found {
            // the step favours what is near σ: for high frequencies it may do harm
            let better = self.inverted.improve(mu, &x)?;
            let before = [&x[..], &better[n..]].concat();
            let improved = scaled.residual(mu, &better) <= scaled.residual(mu, &before);
            let u = if improved { better } else { before };
            pairs.push(polished(&mut polisher, scaled, mu, u)?);
        }
        pairs.sort_by(|a, b| (a.0 + scaled.shift).norm().total_cmp(&(b.0 + scaled.shift).norm()));
        pairs.truncate(count);
        let finished = pairs.into_iter().map(|(mu, u)| {
            let (value, residual) = (mu + scaled.shift, scaled.residual(mu, &u));
            let own: Vec<Complex> = u.iter().zip(&scaled.scale).map(|(u, s)| u * *s).collect();
            Eigenpair { value, vector: own[..n].to_vec(), multipliers: own[n..].to_vec(), residual }
        });
        Ok(finished.collect())
    }
}

/// μ and u, by steps of Newton's method where the residual asks for them and as long as they help. One that leads elsewhere, from what
/// was no eigenpair, is not taken.
fn polished(polisher: &mut Polisher, scaled: &Scaled, mu: Complex, u: Vec<Complex>) -> Result<(Complex, Vec<Complex>)> {
    let (first, mut residual) = (mu + scaled.shift, scaled.residual(mu, &u));
    let (mut lambda, mut u) = (first, u);
    for _ in 0..POLISHING {
        if residual <= RESIDUAL[0] {
            break;
        }
        let (value, better) = match polisher.step(lambda, &u) {
            Ok(step) => step,
            Err(Error::SingularMatrix(_)) => break,
            Err(other) => return Err(other),
        };
        let left = scaled.residual(value - scaled.shift, &better);
        if left > 0.5 * residual || (value - first).norm() > NEAR * first.norm() {
            break;
        }
        (lambda, u, residual) = (value, better, left);
    }
    Ok((lambda - scaled.shift, u))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DMatrix;

    /// Full matrices of `motion` unknowns and `conditions`, random but for what `shape` makes of M, G, K.
    fn matrices(
        n: usize,
        conditions: usize,
        shape: impl Fn(&mut [DMatrix<f64>; 3]),
    ) -> ([DMatrix<f64>; 3], DMatrix<f64>) {
        let mut noise = Noise(11);
        let mut random = |rows: usize, cols: usize| DMatrix::from_vec(rows, cols, noise.vector(rows * cols));
        let (root_m, g, root_k, b) = (random(n, n), random(n, n), random(n, n), random(conditions, n));
        let mut all = [&root_m * root_m.transpose(), g, &root_k * root_k.transpose()];
        shape(&mut all);
        (all, b)
    }

    /// All finite λ with Im λ ≥ 0 from a basis of B x = 0 and the companion matrix, by nalgebra.
    fn dense([m, g, k]: &[DMatrix<f64>; 3], b: &DMatrix<f64>) -> Vec<Complex> {
        let n = m.nrows();
        let free = (b.transpose() * b).symmetric_eigen();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|i, j| free.eigenvalues[*i].total_cmp(&free.eigenvalues[*j]));
        let columns: Vec<_> = order[..n - b.nrows()].iter().map(|&i| free.eigenvectors.column(i)).collect();
        let z = DMatrix::from_columns(&columns);
        let [m, g, k] = [m, g, k].map(|a| z.transpose() * a * &z);
        let (d, inverse) = (m.nrows(), m.try_inverse().unwrap());
        let mut companion = DMatrix::zeros(2 * d, 2 * d);
        companion.view_mut((0, d), (d, d)).fill_with_identity();
        companion.view_mut((d, 0), (d, d)).copy_from(&(-&inverse * k));
        companion.view_mut((d, d), (d, d)).copy_from(&(-inverse * g));
        let mut values: Vec<Complex> =
            companion.complex_eigenvalues().iter().copied().filter(|l| l.im >= 0.0).collect();
        values.sort_by(|a, b| a.norm().total_cmp(&b.norm()));
        values
    }

    /// Full matrices as a sparse problem.
    fn with_problem<R>(
        all: &[DMatrix<f64>; 3],
        b: &DMatrix<f64>,
        unit: &[f64],
        look: impl FnOnce(&Quadratic, &mut SparseLu) -> R,
    ) -> R {
        let (n, size) = (all[0].nrows(), all[0].nrows() + b.nrows());
        let col_ptr: Vec<usize> = (0..=size).map(|c| c * size).collect();
        let row_idx: Vec<usize> = (0..size * size).map(|p| p % size).collect();
        let full = |a: &DMatrix<f64>, with_b: bool| {
            let mut full = DMatrix::zeros(size, size);
            full.view_mut((0, 0), (n, n)).copy_from(a);
            if with_b {
                full.view_mut((n, 0), (size - n, n)).copy_from(b);
                full.view_mut((0, n), (n, size - n)).copy_from(&b.transpose());
            }
            full.as_slice().to_vec()
        };
        let (m, g, k) = (full(&all[0], false), full(&all[1], false), full(&all[2], true));
        let mut lu = SparseLu::new(&col_ptr, &row_idx).unwrap();
        let (col_ptr, row_idx) = (&col_ptr, &row_idx);
        look(&Quadratic { col_ptr, row_idx, motion: n, unit, m: &m, g: &g, k: &k }, &mut lu)
    }

    /// The first `free` unknowns have no stiffness.
    fn sparse(
        all: &[DMatrix<f64>; 3],
        b: &DMatrix<f64>,
        unit: &[f64],
        count: usize,
        free: usize,
    ) -> Result<Vec<Eigenpair>> {
        let n = all[0].nrows();
        let free = || Ok((0..free).map(|i| (0..n).map(|j| f64::from(i == j)).collect()).collect());
        with_problem(all, b, unit, |problem, lu| smallest(problem, lu, count, &free))
    }

    /// From six digits of λ and three of its vector: with damping, with gyroscopic terms, and without either.
    #[test]
    fn polishing_gives_an_eigenpair_its_digits() {
        type Shape = fn(&mut [DMatrix<f64>; 3]);
        let shapes: [Shape; 3] = [|_| {}, |[_, g, _]| *g = &*g - g.transpose(), |[_, g, _]| *g *= 0.0];
        for shape in shapes {
            let (all, b) = matrices(9, 3, shape);
            let exact = sparse(&all, &b, &[1.0; 9], 4, 0).unwrap();
            with_problem(&all, &b, &[1.0; 9], |problem, _| {
                let scaled = Scaled::new(problem, 0.3);
                for pair in &exact {
                    let u = pair.vector.iter().chain(&pair.multipliers).zip(&scaled.scale).map(|(u, unit)| u / *unit);
                    let off: Vec<Complex> =
                        u.zip(Noise(3).vector(12)).map(|(u, noise)| u * (1.0 + 1e-3 * noise)).collect();
                    let (mut lambda, mut u) = (pair.value * (1.0 + 1e-7), off);
                    let residual = |lambda: Complex, u: &[Complex]| scaled.residual(lambda - scaled.shift, u);
                    assert!(residual(lambda, &u) > 1e-5);
                    let mut polisher = Polisher::new(&scaled);
                    for _ in 0..4 {
                        (lambda, u) = polisher.step(lambda, &u).unwrap();
                    }
                    let (off, left) = ((lambda / pair.value - 1.0).norm(), residual(lambda, &u));
                    assert!(off < 1e-10 && left < 1e-11, "{} {off:e} {left:e}", pair.value);
                }
            });
        }
    }

    #[test]
    fn eigenvalues_are_those_of_the_dense_problem() {
        type Shape = fn(&mut [DMatrix<f64>; 3]);
        let shapes: [Shape; 4] = [
            |_| {},
            |[_, g, _]| *g *= 0.0,
            |[_, g, _]| *g = &*g - g.transpose(),
            // stiffness that is indefinite and not symmetric
            |[_, g, k]| *k = &*k * 0.1 + &*g,
        ];
        for shape in shapes {
            let (all, b) = matrices(9, 3, shape);
            let expected = dense(&all, &b);
            // units do not matter
            for unit in [vec![1.0; 9], (0..9).map(|i| 10.0_f64.powi(i % 4 - 2)).collect()] {
                let found = sparse(&all, &b, &unit, 5, 0).unwrap();
                for (pair, exact) in found.iter().zip(&expected) {
                    assert!((pair.value - exact).norm() < 1e-9 * exact.norm(), "{} {exact}", pair.value);
                    let part = |i: fn(&Complex) -> f64| DMatrix::from_iterator(9, 1, pair.vector.iter().map(i));
                    let [x, y] = [part(|c| c.re), part(|c| c.im)];
                    assert!((&b * &x).norm() + (&b * &y).norm() < 1e-12 * (x.norm() + y.norm()));
                }
            }
        }
    }

    #[test]
    fn motions_without_stiffness_come_first_and_once() {
        // three of six free motions without stiffness, one of them damped
        let (mut all, b) = matrices(6, 0, |[_, g, _]| *g *= 0.0);
        for i in 0..3 {
            all[2].row_mut(i).fill(0.0);
            all[2].column_mut(i).fill(0.0);
        }
        all[1][(0, 0)] = 0.7;
        let found = sparse(&all, &b, &[1.0; 6], 6, 3).unwrap();
        assert!(found[..3].iter().all(|p| p.value == Complex::default()));
        let expected: Vec<Complex> = dense(&all, &b).into_iter().filter(|l| l.norm() > 1e-4).collect();
        for (pair, exact) in found[3..].iter().zip(&expected) {
            assert!((pair.value - exact).norm() < 1e-9 * exact.norm(), "{} {exact}", pair.value);
        }
    }
}
