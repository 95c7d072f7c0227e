//! Factorisation and solution, by the tables.
//!
//! Fronts in the order of elimination: gather the entries of A and what the children hand on; then for each pivot block D of size b,
//! with L below and U right of it,
//!
//! ```text
//!   D ← D⁻¹,   U ← D U,   S ← S − L U        S: all that is below and right
//! ```
//!
//! which is a block LU with lower factor [D; L] and unit upper factor [I, D⁻¹U]: nearly all of it products. Solution:
//!
//! ```text
//!   forward    z = D y,  y ← y − L z         backward   x = z − U x
//! ```
//!
//! Safety of all functions here: `store` leads to as many numbers as the tables count, `scratch` to (largest + 1) widest + largest,
//! vectors and values have the sizes of the tables; the tables hold places within them only.

#![allow(unsafe_code)]

use super::inverse::invert;
use super::kernels::{absolute_product, product, vector_product};
use super::moves::{clear, column, rectangle};
use super::tables::Tables;

/// Factor the matrix with these values. False when a pivot block has no finite inverse.
#[inline(always)]
pub unsafe fn factor<const FMA: bool>(
    tables: &Tables,
    values: *const f64,
    store: *mut f64,
    scratch: *mut f64,
    exchanges: &mut [usize],
) -> bool {
    // SAFETY: as said at the head of the file
    unsafe {
        for front in &tables.fronts {
            let (own, m) = (store.add(front.at), front.m);
            for z in &tables.zeros[front.zeros.clone()] {
                clear(z.size(), own.add(z.from as usize), m);
            }
            for c in &tables.copies[front.copies.clone()] {
                let to = own.add(c.col as usize * m + c.row as usize);
                rectangle::<false>(c.size(), values.add(c.from as usize), c.stride as usize, to, m);
            }
            for &child in &tables.children[front.children.clone()] {
                let child = &tables.fronts[child as usize];
                let handed = store.add(child.at + child.w * child.m + child.w);
                let runs = &tables.runs[child.to_parent.clone()];
                for c in runs {
                    let (from, to) = (handed.add(c.a as usize * child.m), own.add(c.b as usize * m));
                    for r in runs {
                        let size = (r.len as usize, c.len as usize);
                        rectangle::<true>(size, from.add(r.a as usize), child.m, to.add(r.b as usize), m);
                    }
                }
            }
            let (mut k, mut sum) = (0, 0.0);
            for &b in &tables.blocks[front.blocks.clone()] {
                let b = b as usize;
                let rest = m - k - b;
                let (d, l) = (own.add(k * m + k), own.add(k * m + k + b));
                let (u, s) = (own.add((k + b) * m + k), own.add((k + b) * m + k + b));
                sum += invert::<FMA>(b, d, m, exchanges);
                if b == 6 {
                    product::<FMA, false, 6>((6, rest, 6), d, m, u, m, u, m);
                    product::<FMA, true, 6>((rest, rest, 6), l, m, u, m, s, m);
                } else {
                    let (mut old, mut ld) = (u.cast_const(), m);
                    if b > 8 && b != 12 {
                        // more than one tile high: U may not be overwritten while it is read
                        rectangle::<false>((b, rest), u, m, scratch, b);
                        (old, ld) = (scratch.cast_const(), b);
                    }
                    product::<FMA, false, 0>((b, rest, b), d, m, old, ld, u, m);
                    product::<FMA, true, 0>((rest, rest, b), l, m, u, m, s, m);
                }
                k += b;
            }
            if !sum.is_finite() {
                return false;
            }
        }
        true
    }
}

/// Replace `y`, the right side in the order of elimination, by the solution.
#[inline(always)]
pub unsafe fn solve<const FMA: bool>(tables: &Tables, store: *const f64, y: *mut f64, scratch: *mut f64) {
    // SAFETY: as said at the head of the file
    unsafe {
        let (t, z) = (scratch, scratch.add(tables.widest));
        for front in &tables.fronts {
            let (own, m, w) = (store.add(front.at), front.m, front.w);
            column::<false>(w, y.add(front.first), t);
            clear((m - w, 1), t.add(w), m);
            let mut k = 0;
            for &b in &tables.blocks[front.blocks.clone()] {
                let b = b as usize;
                clear((b, 1), z, b);
                // z = −D y
                vector_product::<FMA>(b, b, own.add(k * m + k), m, t.add(k), z);
                for i in 0..b {
                    *t.add(k + i) = -*z.add(i);
                }
                vector_product::<FMA>(m - k - b, b, own.add(k * m + k + b), m, t.add(k), t.add(k + b));
                k += b;
            }
            column::<false>(w, t, y.add(front.first));
            for r in &tables.runs[front.border.clone()] {
                column::<true>(r.len as usize, t.add(w + r.a as usize), y.add(r.b as usize));
            }
        }
        for front in tables.fronts.iter().rev() {
            let (own, m, w) = (store.add(front.at), front.m, front.w);
            column::<false>(w, y.add(front.first), t);
            for r in &tables.runs[front.border.clone()] {
                column::<false>(r.len as usize, y.add(r.b as usize), t.add(w + r.a as usize));
            }
            let mut k = w;
            for &b in tables.blocks[front.blocks.clone()].iter().rev() {
                let b = b as usize;
                k -= b;
                vector_product::<FMA>(b, m - k - b, own.add((k + b) * m + k), m, t.add(k + b), t.add(k));
            }
            column::<false>(w, t, y.add(front.first));
        }
    }
}

/// r −= A x and s += |A| a.
#[inline(always)]
pub unsafe fn residual<const FMA: bool>(
    tables: &Tables,
    values: *const f64,
    (x, a): (*const f64, *const f64),
    (r, s): (*mut f64, *mut f64),
) {
    // SAFETY: as said at the head of the file
    unsafe {
        for part in &tables.matrix {
            let (row, col) = (part.row as usize, part.col as usize);
            let (values, ld) = (values.add(part.from as usize), part.stride as usize);
            absolute_product::<FMA>(part.size(), values, ld, (x.add(col), a.add(col)), (r.add(row), s.add(row)));
        }
    }
}
