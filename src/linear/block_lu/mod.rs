//! Block LU of a matrix whose pattern does not change: analysed once on the graph of nodes and joints, without pivoting across
//! blocks, by fronts ("multifrontal"), in memory that is allocated once.
//!
//! Scaling and augmentation make elimination without pivoting safe (Epple §2.6), provided that multipliers are eliminated after
//! the unknowns they act on. It is not safe for any matrix: who uses it has to judge the solution by its residual, as
//! [`Solver`](super::Solver) does.
//!
//! | file | what |
//! |---|---|
//! | `order` | in which order groups of unknowns are eliminated |
//! | `tree` | groups that are eliminated together |
//! | `tables` | what is copied and added where |
//! | `numeric` | the factorisation, the solution |
//! | `pivots` | their signs |
//! | `kernels`, `inverse`, `moves` | products, inverses, copies of small blocks |

#![allow(unsafe_code)]

mod inverse;
mod kernels;
mod moves;
mod numeric;
mod order;
pub(super) mod pivots;
mod tables;
#[cfg(test)]
mod tests;
mod tree;

use crate::assembly::Group;
use crate::error::Result;
use tables::Tables;

/// Which instructions are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Instructions {
    /// those that the build was made for
    Portable,
    /// AVX2 and FMA
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// Is multiply-add one instruction wherever this build runs?
const FMA: bool = cfg!(any(target_feature = "fma", target_arch = "aarch64"));

/// Numbers at an address that suits vectors.
#[derive(Debug, Clone)]
struct Aligned {
    numbers: Vec<f64>,
    first: usize,
}

impl Aligned {
    fn new(count: usize) -> Self {
        let numbers = vec![0.0; count + 8];
        let first = numbers.as_ptr().align_offset(64).min(8);
        Aligned { numbers, first }
    }

    fn get(&mut self) -> &mut [f64] {
        &mut self.numbers[self.first..]
    }
}

/// Pattern, factors and workspace of one matrix.
#[derive(Debug)]
pub struct BlockLu {
    tables: Tables,
    store: Aligned,
    scratch: Aligned,
    /// a vector in the order of elimination
    sorted: Vec<f64>,
    exchanges: Vec<usize>,
    instructions: Instructions,
}

impl BlockLu {
    /// Analyse a pattern of compressed columns whose unknowns belong to these groups.
    pub fn new(col_ptr: &[usize], row_idx: &[usize], groups: &[Group]) -> Result<Self> {
        let tables = Tables::new(col_ptr, row_idx, groups)?;
        Ok(BlockLu {
            store: Aligned::new(tables.store),
            scratch: Aligned::new((tables.largest + 1) * tables.widest + tables.largest),
            sorted: vec![0.0; col_ptr.len() - 1],
            exchanges: vec![0; tables.largest],
            instructions: instructions(),
            tables,
        })
    }

    /// The same without instructions that only some machines have.
    pub fn portable(mut self) -> Self {
        self.instructions = Instructions::Portable;
        self
    }

    /// Factor the matrix with these values. False when a pivot block has no finite inverse.
    pub fn factor(&mut self, values: &[f64]) -> bool {
        assert_eq!(values.len(), self.tables.entries, "values of another pattern");
        let BlockLu { tables, store, scratch, exchanges, .. } = self;
        let (store, scratch) = (store.get().as_mut_ptr(), scratch.get().as_mut_ptr());
        match self.instructions {
            // SAFETY: sizes are those of the tables; they were allocated with them
            Instructions::Portable => unsafe {
                numeric::factor::<FMA>(tables, values.as_ptr(), store, scratch, exchanges)
            },
            // SAFETY: the same; and the machine was asked for these instructions
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::factor(tables, values.as_ptr(), store, scratch, exchanges) },
        }
    }

    /// Replace `x`, the right side, by the solution with the last factors.
    pub fn solve(&mut self, x: &mut [f64]) {
        assert_eq!(x.len(), self.sorted.len(), "a right side of another size");
        let BlockLu { tables, store, scratch, sorted, .. } = self;
        for (y, u) in sorted.iter_mut().zip(&tables.unknowns) {
            *y = x[*u as usize];
        }
        let (store, y, scratch) = (store.get().as_ptr(), sorted.as_mut_ptr(), scratch.get().as_mut_ptr());
        match self.instructions {
            // SAFETY: sizes are those of the tables; they were allocated with them
            Instructions::Portable => unsafe { numeric::solve::<FMA>(tables, store, y, scratch) },
            // SAFETY: the same; and the machine was asked for these instructions
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::solve(tables, store, y, scratch) },
        }
        for (y, u) in sorted.iter().zip(&tables.unknowns) {
            x[*u as usize] = *y;
        }
    }

    /// r −= A x and s += |A| a.
    pub fn residual(&self, values: &[f64], x: &[f64], a: &[f64], r: &mut [f64], s: &mut [f64]) {
        let (n, tables) = (self.sorted.len(), &self.tables);
        assert_eq!(values.len(), tables.entries, "values of another pattern");
        assert!([x.len(), a.len(), r.len(), s.len()] == [n; 4], "vectors of another size");
        let (from, to) = ((x.as_ptr(), a.as_ptr()), (r.as_mut_ptr(), s.as_mut_ptr()));
        match self.instructions {
            // SAFETY: sizes are those of the tables
            Instructions::Portable => unsafe { numeric::residual::<FMA>(tables, values.as_ptr(), from, to) },
            // SAFETY: the same; and the machine was asked for these instructions
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::residual(tables, values.as_ptr(), from, to) },
        }
    }

    /// How many eigenvalues of the pivot blocks of the last factorisation are negative: for a symmetric matrix the number of its
    /// negative eigenvalues (see `pivots`).
    pub fn negative_pivots(&mut self) -> usize {
        let BlockLu { tables, store, .. } = self;
        let (store, mut count) = (store.get(), 0);
        for front in &tables.fronts {
            let mut k = 0;
            for &b in &tables.blocks[front.blocks.clone()] {
                let b = b as usize;
                let at = |i: usize, j: usize| store[front.at + (k + j) * front.m + k + i];
                count += pivots::negative(nalgebra::DMatrix::from_fn(b, b, at));
                k += b;
            }
        }
        count
    }

    /// Multiplications and additions of one factorisation.
    pub fn operations(&self) -> f64 {
        self.tables.operations
    }

    /// Numbers in L and U, without what fronts hold besides.
    pub fn fill(&self) -> usize {
        self.tables.fronts.iter().map(|front| front.w * front.w + 2 * front.w * (front.m - front.w)).sum()
    }

    /// Numbers in the fronts.
    pub fn store(&self) -> usize {
        self.tables.store
    }
}

#[cfg(target_arch = "x86_64")]
fn instructions() -> Instructions {
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        return Instructions::Avx2;
    }
    Instructions::Portable
}

#[cfg(not(target_arch = "x86_64"))]
fn instructions() -> Instructions {
    Instructions::Portable
}

/// The functions of `numeric`, compiled for AVX2 and FMA. Safety: as there, on a machine that has these instructions.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::numeric;
    use super::tables::Tables;

    #[target_feature(enable = "avx2,fma")]
    pub unsafe fn factor(
        tables: &Tables,
        values: *const f64,
        store: *mut f64,
        scratch: *mut f64,
        exchanges: &mut [usize],
    ) -> bool {
        // SAFETY: as the caller's
        unsafe { numeric::factor::<true>(tables, values, store, scratch, exchanges) }
    }

    #[target_feature(enable = "avx2,fma")]
    pub unsafe fn solve(tables: &Tables, store: *const f64, y: *mut f64, scratch: *mut f64) {
        // SAFETY: as the caller's
        unsafe { numeric::solve::<true>(tables, store, y, scratch) }
    }

    #[target_feature(enable = "avx2,fma")]
    pub unsafe fn residual(
        tables: &Tables,
        values: *const f64,
        from: (*const f64, *const f64),
        to: (*mut f64, *mut f64),
    ) {
        // SAFETY: as the caller's
        unsafe { numeric::residual::<true>(tables, values, from, to) }
    }
}
