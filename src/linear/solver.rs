//! The solver of the systems of a model: block LU, judged by the residual of every solution, and LU with pivoting where that is
//! not good enough.
//!
//! A solution counts by its componentwise backward error max |b − A x|ᵢ / (|A||x| + |b|)ᵢ (with the addition to the denominator that
//! `sparse_lu` explains). It is refined while that is above [`GOOD`] and shrinks. What is still above [`ENOUGH`] then is solved again
//! with pivoting. That depends on the matrix and the right side alone, not on solutions before: a step that is repeated gives the
//! same bits. Trying the blocks first costs a few percent of what pivoting takes, so there is nothing to learn from failures.

use super::arnoldi::Noise;
use super::block_lu::BlockLu;
use super::frontal;
use super::sparse_lu::{AT_REST, SparseLu, not_finite, sum};
use crate::assembly::Group;
use crate::error::Result;
use std::sync::Arc;

/// A backward error below which a solution is not refined.
pub const GOOD: f64 = 1e-14;
/// A backward error above which LU with pivoting is asked.
pub const ENOUGH: f64 = 1e-13;
/// Refinements of one solution.
const REFINEMENTS: usize = 3;

/// What has been done so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// factorisations
    pub factored: u64,
    /// solutions
    pub solved: u64,
    /// refinements of solutions
    pub refined: u64,
    /// factorisations made again with pivoting
    pub pivoted: u64,
}

/// Whose factors are the last ones?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Factors {
    Blocks,
    Pivoting,
}

/// Pattern, factors and workspace of one matrix.
#[derive(Debug)]
pub struct Solver {
    blocks: BlockLu,
    pivoting: SparseLu,
    last: Factors,
    /// has a solution with the last factors been found good?
    judged: bool,
    residual: Vec<f64>,
    size: Vec<f64>,
    absolute: Vec<f64>,
    counts: Counts,
}

impl Solver {
    /// Analyse a pattern of compressed columns whose unknowns belong to these groups.
    pub fn new(col_ptr: &[usize], row_idx: &[usize], groups: &[Group]) -> Result<Self> {
        Self::sharing(&Arc::new(col_ptr.to_vec()), &Arc::new(row_idx.to_vec()), groups)
    }

    /// The same, and keep the pattern together with others instead of a copy.
    pub fn sharing(col_ptr: &Arc<Vec<usize>>, row_idx: &Arc<Vec<usize>>, groups: &[Group]) -> Result<Self> {
        let n = col_ptr.len().saturating_sub(1);
        let starts = if col_ptr.is_empty() { &[0][..] } else { col_ptr };
        Ok(Solver {
            blocks: BlockLu::new(starts, row_idx, groups)?,
            pivoting: SparseLu::sharing(col_ptr, row_idx),
            last: Factors::Blocks,
            judged: false,
            residual: vec![0.0; n],
            size: vec![0.0; n],
            absolute: vec![0.0; n],
            counts: Counts::default(),
        })
    }

    /// LU with pivoting, for what is not block-sparse and for those who need its own answer.
    pub fn pivoting(&mut self) -> &mut SparseLu {
        &mut self.pivoting
    }

    /// What has been done so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Factor the matrix with these values and replace `x`, the right side, by the solution. Returns its backward error.
    ///
    /// `b` is workspace of the same length.
    pub fn solve(&mut self, values: &[f64], x: &mut [f64], b: &mut [f64]) -> Result<f64> {
        self.factor(values)?;
        self.solve_factored(values, x, b)
    }

    /// Factor the matrix with these values, for many right sides.
    pub fn factor(&mut self, values: &[f64]) -> Result<()> {
        self.counts.factored += 1;
        self.last = Factors::Blocks;
        self.judged = false;
        if self.blocks.factor(values) { Ok(()) } else { self.factor_pivoting(values) }
    }

    fn factor_pivoting(&mut self, values: &[f64]) -> Result<()> {
        self.counts.pivoted += 1;
        self.last = Factors::Pivoting;
        self.pivoting.factor(values).map(|_| ())
    }

    /// Replace `x`, the right side, by the solution with the last factors, which must be those of these `values`. Returns its
    /// backward error. `b` is workspace of the same length.
    pub fn solve_factored(&mut self, values: &[f64], x: &mut [f64], b: &mut [f64]) -> Result<f64> {
        if x.is_empty() {
            return Ok(0.0);
        }
        if !sum(x).is_finite() {
            return Err(not_finite());
        }
        self.counts.solved += 1;
        if self.last == Factors::Blocks {
            b.copy_from_slice(x);
            let backward = self.solve_by_blocks(values, x, b);
            if backward <= ENOUGH {
                self.judged = true;
                return Ok(backward);
            }
            x.copy_from_slice(b);
            self.factor_pivoting(values)?;
        }
        self.pivoting.last(values).solve(x, b)
    }

    /// The same with factors of a matrix that is near to that of these `values`: None, and `x` as it was, where refinement does not
    /// lead to a backward error below [`GOOD`].
    pub fn solve_nearby(&mut self, values: &[f64], x: &mut [f64], b: &mut [f64]) -> Option<f64> {
        if x.is_empty() {
            return Some(0.0);
        }
        if self.last != Factors::Blocks || !sum(x).is_finite() {
            return None;
        }
        self.counts.solved += 1;
        b.copy_from_slice(x);
        let backward = self.solve_by_blocks(values, x, b);
        if backward <= GOOD {
            return Some(backward);
        }
        x.copy_from_slice(b);
        None
    }

    /// How many eigenvalues of the matrix with these `values`, which was factored last, are negative, if it is symmetric; of any
    /// other, a number that is odd when its determinant is negative. From the pivots of the blocks where these gave a good
    /// solution; else from those of a front with pivoting, and None where that is too wide.
    ///
    /// `held`: motions that are held, as p of stiffnesses p pᵀ to be added. With P of all p, of [A P; Pᵀ −I] either of the two
    /// diagonal blocks can be eliminated first (Haynsworth), which gives the negative eigenvalues
    ///
    /// ```text
    ///   n(A + P Pᵀ) = n(A) + n(−I − PᵀA⁻¹P) − number of p
    /// ```
    ///
    /// A pivot of A that is next to nothing has the same sign in n(A) and in A⁻¹, whatever it is, and drops out.
    pub fn negative(&mut self, values: &[f64], held: &[Vec<f64>]) -> Option<usize> {
        let n = self.residual.len();
        if self.last == Factors::Blocks {
            let right: Vec<f64> = Noise(1).vector(n);
            let mut x = right.clone();
            if self.judged || self.solve_by_blocks(values, &mut x, &right) <= ENOUGH {
                let added = self.added_by(held);
                return Some((self.blocks.negative_pivots() + added).saturating_sub(held.len()));
            }
        }
        frontal::negative(self.pivoting.columns(values), held)
    }

    /// n(−I − PᵀA⁻¹P), by the pivots of the blocks.
    fn added_by(&mut self, held: &[Vec<f64>]) -> usize {
        if held.is_empty() {
            return 0;
        }
        let mut schur = nalgebra::DMatrix::from_diagonal_element(held.len(), held.len(), -1.0);
        for (j, p) in held.iter().enumerate() {
            let mut x = p.clone();
            self.blocks.solve(&mut x);
            for (i, q) in held.iter().enumerate() {
                schur[(i, j)] -= q.iter().zip(&x).map(|(q, x)| q * x).sum::<f64>();
            }
        }
        super::block_lu::pivots::negative(schur)
    }

    fn solve_by_blocks(&mut self, values: &[f64], x: &mut [f64], b: &[f64]) -> f64 {
        self.blocks.solve(x);
        let mut backward = self.backward_error(values, x, b);
        for _ in 0..REFINEMENTS {
            if backward <= GOOD || !backward.is_finite() {
                break;
            }
            self.counts.refined += 1;
            self.blocks.solve(&mut self.residual);
            x.iter_mut().zip(&self.residual).for_each(|(x, dx)| *x += dx);
            let before = std::mem::replace(&mut backward, self.backward_error(values, x, b));
            if backward > 0.5 * before {
                break;
            }
        }
        backward
    }

    /// max |r|/(|A|(|x| + floor) + |b|) with r = b − A x left in `residual`; not finite when x is not.
    fn backward_error(&mut self, values: &[f64], x: &[f64], b: &[f64]) -> f64 {
        let Solver { blocks, residual, size, absolute, .. } = self;
        let floor = 1e-6 * x.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        absolute.iter_mut().zip(x).for_each(|(a, x)| *a = x.abs() + floor);
        residual.copy_from_slice(b);
        size.iter_mut().zip(b).for_each(|(s, b)| *s = b.abs());
        blocks.residual(values, x, absolute, residual, size);
        // a NaN would vanish in a maximum: look at the sum first
        if !size.iter().sum::<f64>().is_finite() {
            return f64::NAN;
        }
        residual.iter().zip(size.iter()).fold(0.0_f64, |w, (r, s)| w.max(r.abs() / s.max(AT_REST)))
    }
}
