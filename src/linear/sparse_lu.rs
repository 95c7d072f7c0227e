//! Sparse LU with partial pivoting (faer, column by column: the variant that reuses its memory).
//!
//! LU answers "fine" on a singular or NaN matrix, so each solution is judged by its residual: the componentwise backward
//! error max |b − A x|ᵢ / (|A||x| + |b|)ᵢ, with a step or two of refinement where it is not small. A row in which all
//! terms should vanish holds rounding only; so that it does not count, 1e-6 of (|A| max|x|)ᵢ is added to the denominator.

use super::frontal::Columns;
use crate::error::{Error, Result, out_of_memory};
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::sparse::linalg::LuError;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::lu::{LuRef, LuSymbolicParams, NumericLu, SymbolicLu, factorize_symbolic_lu};
use faer::sparse::{FaerError, SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par};
use std::sync::Arc;

/// A backward error that refinement should not be needed below, and one above which the solution is useless.
const GOOD: f64 = 1e-13;
const USELESS: f64 = 1e-8;
/// Sizes below this are those of a system that has come to rest: products of so small numbers have no digits left, and their rounding,
/// 5e-324, says nothing about the matrix.
pub(super) const AT_REST: f64 = 1e-290;

/// Pattern, factors and workspace of one matrix. The pattern is analysed when a matrix is first factored.
pub struct SparseLu {
    col_ptr: Arc<Vec<usize>>,
    row_idx: Arc<Vec<usize>>,
    analysed: Option<Analysed>,
    numeric: NumericLu<usize, f64>,
    residual: Vec<f64>,
    size: Vec<f64>,
}

/// What the pattern says, and memory for work.
struct Analysed {
    symbolic: SymbolicLu<usize>,
    memory: MemBuffer,
}

impl std::fmt::Debug for SparseLu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SparseLu of size {}", self.col_ptr.len() - 1)
    }
}

impl SparseLu {
    /// For a pattern given by compressed columns, which is analysed at once.
    pub fn new(col_ptr: &[usize], row_idx: &[usize]) -> Result<Self> {
        let mut lu = Self::sharing(&Arc::new(col_ptr.to_vec()), &Arc::new(row_idx.to_vec()));
        lu.analysed = Some(Analysed::new(col_ptr, row_idx)?);
        Ok(lu)
    }

    /// For a pattern that is kept together with others.
    pub fn sharing(col_ptr: &Arc<Vec<usize>>, row_idx: &Arc<Vec<usize>>) -> Self {
        let n = col_ptr.len().saturating_sub(1);
        SparseLu {
            col_ptr: Arc::clone(col_ptr),
            row_idx: Arc::clone(row_idx),
            analysed: None,
            numeric: NumericLu::new(),
            residual: vec![0.0; n],
            size: vec![0.0; n],
        }
    }
}

impl Analysed {
    fn new(col_ptr: &[usize], row_idx: &[usize]) -> Result<Self> {
        let n = col_ptr.len() - 1;
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, col_ptr, None, row_idx);
        // the supernodal variant allocates at every factorisation; the simplicial one does not
        let params = LuSymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SIMPLICIAL,
            ..Default::default()
        };
        let symbolic = factorize_symbolic_lu(pattern, params)
            .map_err(|e| refused(e, row_idx.len(), "the sparse pattern could not be analysed"))?;
        let need = StackReq::any_of(&[
            symbolic.factorize_numeric_lu_scratch::<f64>(Par::Seq, Default::default()),
            symbolic.solve_in_place_scratch::<f64>(1, Par::Seq),
        ]);
        let memory = MemBuffer::try_new(need).map_err(|_| out_of_memory(FACTORS, need.unaligned_bytes_required()))?;
        Ok(Analysed { symbolic, memory })
    }
}

impl SparseLu {
    /// Make room for other pivots than those of the first matrix: factor one of the same pattern with entries in no order, whose
    /// pivots are anywhere and whose factors are fuller.
    pub fn make_room(&mut self) -> Result<()> {
        let entry = |k: usize| 1.0 + (k as f64 * 0.754_877_666).fract();
        let values: Vec<f64> = (0..self.row_idx.len()).map(entry).collect();
        self.factor(&values).map(|_| ())
    }

    /// Factor the matrix with these values and replace `x`, the right side, by the solution. Returns its backward error.
    ///
    /// `b` is workspace of the same length.
    pub fn solve(&mut self, values: &[f64], x: &mut [f64], b: &mut [f64]) -> Result<f64> {
        if x.is_empty() {
            return Ok(0.0);
        }
        self.factor(values)?.solve(x, b)
    }

    /// Factor the matrix with these values, for many right sides.
    pub fn factor<'a>(&'a mut self, values: &'a [f64]) -> Result<Factors<'a>> {
        if !sum(values).is_finite() {
            return Err(not_finite());
        }
        let SparseLu { col_ptr, row_idx, analysed, numeric, residual, size } = self;
        let Analysed { symbolic, memory } = match analysed {
            Some(analysed) => analysed,
            None => analysed.insert(Analysed::new(col_ptr, row_idx)?),
        };
        let n = col_ptr.len() - 1;
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, col_ptr, None, row_idx);
        let matrix = SparseColMatRef::new(pattern, values);
        let lu = symbolic
            .factorize_numeric_lu(numeric, matrix, Par::Seq, MemStack::new(memory), Default::default())
            .map_err(|e| match e {
                LuError::Generic(e) => refused(e, row_idx.len(), "the iteration matrix could not be factored"),
                other => Error::SingularMatrix(format!("the iteration matrix could not be factored: {other:?}")),
            })?;
        Ok(Factors { col_ptr, row_idx, values, lu, memory, residual, size })
    }

    /// The matrix with these values.
    pub fn columns<'a>(&'a self, values: &'a [f64]) -> Columns<'a> {
        Columns { col_ptr: &self.col_ptr, row_idx: &self.row_idx, values }
    }

    /// The factors of the last matrix, which had these values.
    pub fn last<'a>(&'a mut self, values: &'a [f64]) -> Factors<'a> {
        let SparseLu { col_ptr, row_idx, analysed, numeric, residual, size } = self;
        let Analysed { symbolic, memory } = analysed.as_mut().expect("there was a last matrix");
        Factors { col_ptr, row_idx, values, lu: LuRef::new_unchecked(symbolic, numeric), memory, residual, size }
    }
}

/// A matrix and its factors.
pub struct Factors<'a> {
    col_ptr: &'a [usize],
    row_idx: &'a [usize],
    values: &'a [f64],
    lu: LuRef<'a, usize, f64>,
    memory: &'a mut MemBuffer,
    residual: &'a mut [f64],
    size: &'a mut [f64],
}

impl Factors<'_> {
    /// Replace `x`, the right side, by the solution. Returns its backward error. `b` is workspace of the same length.
    pub fn solve(&mut self, x: &mut [f64], b: &mut [f64]) -> Result<f64> {
        let n = x.len();
        if !sum(x).is_finite() {
            return Err(not_finite());
        }
        b.copy_from_slice(x);
        let Factors { col_ptr, row_idx, values, lu, memory, residual, size } = self;
        lu.solve_in_place_with_conj(
            Conj::No,
            MatMut::from_column_major_slice_mut(x, n, 1),
            Par::Seq,
            MemStack::new(memory),
        );
        let mut backward = backward_error(col_ptr, row_idx, values, x, b, residual, size);
        for _ in 0..2 {
            if backward <= GOOD || !backward.is_finite() {
                break;
            }
            let correction = MatMut::from_column_major_slice_mut(residual, n, 1);
            lu.solve_in_place_with_conj(Conj::No, correction, Par::Seq, MemStack::new(memory));
            for (x, dx) in x.iter_mut().zip(residual.iter()) {
                *x += *dx;
            }
            backward = backward_error(col_ptr, row_idx, values, x, b, residual, size);
        }
        if backward.is_finite() && backward < USELESS {
            return Ok(backward);
        }
        Err(Error::SingularMatrix(format!("the iteration matrix is singular (backward error {backward:.1e})")))
    }
}

/// What the factors of a matrix are called where there is no room for them.
const FACTORS: &str = "factoring a matrix of the model";
/// Memory of factors that fill in, over that of one number for each entry of the matrix: said where they did not fit.
const FILLED: usize = 16;

/// Work on a matrix of so many entries was refused: it did not fit, or its indices did not.
fn refused(why: FaerError, entries: usize, what: &str) -> Error {
    match why {
        FaerError::OutOfMemory => out_of_memory(FACTORS, FILLED * size_of::<f64>() * entries),
        other => Error::SingularMatrix(format!("{what}: {other:?}")),
    }
}

pub(super) fn not_finite() -> Error {
    Error::NotFinite("the iteration matrix or its right side holds a number that is not finite".into())
}

/// Not finite when one of them is not.
pub(super) fn sum(values: &[f64]) -> f64 {
    values.iter().map(|v| v.abs()).sum()
}

/// max |r|/(|A|(|x| + floor) + |b|) with r = b − A x left in `residual`; not finite when x is not.
fn backward_error(
    col_ptr: &[usize],
    row_idx: &[usize],
    values: &[f64],
    x: &[f64],
    b: &[f64],
    residual: &mut [f64],
    size: &mut [f64],
) -> f64 {
    residual.copy_from_slice(b);
    for (s, b) in size.iter_mut().zip(b) {
        *s = b.abs();
    }
    let floor = 1e-6 * x.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    for (col, xc) in x.iter().enumerate() {
        for p in col_ptr[col]..col_ptr[col + 1] {
            residual[row_idx[p]] -= values[p] * *xc;
            size[row_idx[p]] += values[p].abs() * (xc.abs() + floor);
        }
    }
    // a NaN would vanish in a maximum: look at the sum first
    if !size.iter().sum::<f64>().is_finite() {
        return f64::NAN;
    }
    residual.iter().zip(size.iter()).fold(0.0_f64, |w, (r, s)| w.max(r.abs() / s.max(AT_REST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// | 4 1 0 |
    /// | 1 0 2 |
    /// | 0 3 a |
    fn solve(a: f64) -> (Result<f64>, [f64; 3]) {
        let (col_ptr, row_idx) = ([0, 3, 6, 9], [0, 1, 2, 0, 1, 2, 0, 1, 2]);
        let values = [4.0, 1.0, 0.0, 1.0, 0.0, 3.0, 0.0, 2.0, a];
        let mut lu = SparseLu::new(&col_ptr, &row_idx).unwrap();
        // right side for x = (1, 2, 3)
        let (mut x, mut b) = ([6.0, 7.0, 6.0 + 3.0 * a], [0.0; 3]);
        (lu.solve(&values, &mut x, &mut b), x)
    }

    #[test]
    fn a_regular_system_is_solved_to_rounding() {
        let (error, x) = solve(1.0);
        assert!(error.unwrap() < 1e-15);
        for (x, expected) in x.iter().zip([1.0, 2.0, 3.0]) {
            assert!((x - expected).abs() < 1e-14);
        }
    }

    #[test]
    fn a_singular_matrix_and_a_nan_are_errors() {
        // det = −24 − a: singular for a = −24
        let (col_ptr, row_idx) = ([0, 2, 4], [0, 1, 0, 1]);
        let mut lu = SparseLu::new(&col_ptr, &row_idx).unwrap();
        let mut solve = |values: &[f64; 4]| lu.solve(values, &mut [1.0, 0.0], &mut [0.0; 2]);
        assert!(matches!(solve(&[1.0, 2.0, 2.0, 4.0]), Err(Error::SingularMatrix(_))));
        assert!(matches!(solve(&[1.0, f64::NAN, 2.0, 4.0]), Err(Error::NotFinite(_))));
        assert!(solve(&[1.0, 2.0, 2.0, 5.0]).is_ok());
    }
}
