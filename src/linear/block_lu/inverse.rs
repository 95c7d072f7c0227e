//! Inverse of a pivot block, in place, by Gauss and Jordan: for c = 1 … b
//!
//! ```text
//!   w = −a_c / a_cc,  w_c = 1/a_cc;     a_j ← a_j + w a_cj  with a_cj = 0 in it,  j ≠ c;     a_c = w
//! ```
//!
//! without exchanging rows at first. The largest |w_i| below the diagonal says whether that was right; where it was not, the block
//! is inverted again with exchanges. What an exchange permutes is absorbed by the inverse, and costs nothing outside of it.
//!
//! Safety of all functions here: `d` leads to a block of b columns of b numbers, `ld` apart.

#![allow(unsafe_code)]

use super::kernels::multiply_add;

/// A multiplier that elimination without exchanges may have.
const LARGEST_MULTIPLIER: f64 = 1e3;

/// Invert a block of size `b`, with room for as many `exchanges`. Returns the sum of the sizes of its entries, which is not
/// finite when one of them is not.
#[inline(always)]
pub unsafe fn invert<const FMA: bool>(b: usize, d: *mut f64, ld: usize, exchanges: &mut [usize]) -> f64 {
    // SAFETY: as said at the head of the file
    unsafe {
        let found = match b {
            1 => small::<FMA, 1>(d, ld),
            2 => small::<FMA, 2>(d, ld),
            3 => small::<FMA, 3>(d, ld),
            4 => small::<FMA, 4>(d, ld),
            5 => small::<FMA, 5>(d, ld),
            6 => small::<FMA, 6>(d, ld),
            7..=8 => padded::<FMA, 8>(b, d, ld),
            9..=12 => padded::<FMA, 12>(b, d, ld),
            13..=16 => padded::<FMA, 16>(b, d, ld),
            17..=24 => padded::<FMA, 24>(b, d, ld),
            _ => None,
        };
        match found {
            Some(sum) => sum,
            None => exchanging(b, d, ld, exchanges),
        }
    }
}

/// Step `C` of a block of `B`.
#[inline(always)]
fn step<const FMA: bool, const B: usize, const C: usize>(a: &mut [[f64; B]; B], largest: &mut f64) {
    if C >= B {
        return;
    }
    let r = 1.0 / a[C][C];
    let mut w = a[C];
    for i in 0..B {
        w[i] *= -r;
    }
    for i in C + 1..B {
        // a NaN does not vanish here
        *largest = if w[i].abs() <= *largest { *largest } else { w[i].abs() };
    }
    w[C] = r;
    for j in 0..B {
        if j != C {
            let t = a[j][C];
            for i in 0..B {
                a[j][i] = multiply_add::<FMA>(w[i], t, a[j][i]);
            }
            // put in afterwards: a zero put in before is an instruction (vmovq of two registers) that valgrind 3.19 cannot read
            a[j][C] = r * t;
        }
    }
    a[C] = w;
}

/// A block of at most six, wholly in registers: its steps are known when it is compiled.
#[inline(always)]
unsafe fn small<const FMA: bool, const B: usize>(d: *mut f64, ld: usize) -> Option<f64> {
    let mut a = [[0.0; B]; B];
    for j in 0..B {
        // SAFETY: column j of the block
        a[j] = unsafe { d.add(j * ld).cast::<[f64; B]>().read() };
    }
    let mut largest = 0.0;
    step::<FMA, B, 0>(&mut a, &mut largest);
    step::<FMA, B, 1>(&mut a, &mut largest);
    step::<FMA, B, 2>(&mut a, &mut largest);
    step::<FMA, B, 3>(&mut a, &mut largest);
    step::<FMA, B, 4>(&mut a, &mut largest);
    step::<FMA, B, 5>(&mut a, &mut largest);
    if largest <= LARGEST_MULTIPLIER {
        let mut sum = [0.0; B];
        for j in 0..B {
            for i in 0..B {
                sum[i] += a[j][i].abs();
            }
            // SAFETY: column j of the block
            unsafe { d.add(j * ld).cast::<[f64; B]>().write(a[j]) };
        }
        return Some(sum.iter().sum());
    }
    None
}

/// Row c of these: one but for place c; one below place c.
const OTHERS: [[f64; LARGEST]; LARGEST] = places(false);
const BELOW: [[f64; LARGEST]; LARGEST] = places(true);
const LARGEST: usize = 24;

const fn places(below: bool) -> [[f64; LARGEST]; LARGEST] {
    let (mut table, mut p) = ([[0.0; LARGEST]; LARGEST], 0);
    while p < LARGEST * LARGEST {
        let (c, i) = (p / LARGEST, p % LARGEST);
        if i > c || i < c && !below {
            table[c][i] = 1.0;
        }
        p += 1;
    }
    table
}

/// Columns of `P` numbers, at an address that suits vectors.
#[repr(align(64))]
struct Columns<const P: usize>([[f64; P]; P]);

/// A block of at most `P`, filled up to it by zeros. Entries of row c are set by factors 0 and 1: a number written alone would hold
/// up those who read it as part of a vector.
#[inline(always)]
unsafe fn padded<const FMA: bool, const P: usize>(b: usize, d: *mut f64, ld: usize) -> Option<f64> {
    let mut block = Columns([[0.0; P]; P]);
    let a = &mut block.0;
    for (j, column) in a.iter_mut().enumerate().take(b) {
        // SAFETY: column j of the block
        unsafe { std::ptr::copy_nonoverlapping(d.add(j * ld), column.as_mut_ptr(), b) };
    }
    let mut largest = [0.0_f64; P];
    for c in 0..b {
        let (r, others, below) = (1.0 / a[c][c], &OTHERS[c], &BELOW[c]);
        let mut w = [0.0; P];
        for i in 0..P {
            w[i] = -r * a[c][i];
            let size = (w[i] * below[i]).abs();
            largest[i] = if size <= largest[i] { largest[i] } else { size };
            w[i] = multiply_add::<FMA>(w[i], others[i], r * (1.0 - others[i]));
        }
        for (j, column) in a.iter_mut().enumerate().take(b) {
            if j != c {
                let t = column[c];
                for i in 0..P {
                    column[i] = multiply_add::<FMA>(w[i], t, column[i] * others[i]);
                }
            }
        }
        a[c] = w;
    }
    if !largest.iter().all(|size| *size <= LARGEST_MULTIPLIER) {
        return None;
    }
    let mut sum = [0.0; P];
    for (j, column) in a.iter().enumerate().take(b) {
        for i in 0..P {
            sum[i] += column[i].abs();
        }
        // SAFETY: column j of the block
        unsafe { std::ptr::copy_nonoverlapping(column.as_ptr(), d.add(j * ld), b) };
    }
    Some(sum[..b].iter().sum())
}

/// With exchanges of rows, at any size.
#[cold]
#[inline(never)]
unsafe fn exchanging(b: usize, d: *mut f64, ld: usize, exchanges: &mut [usize]) -> f64 {
    let at = |i: usize, j: usize| d.wrapping_add(j * ld + i);
    // SAFETY: i and j are below b: all places are entries of the block
    unsafe {
        for c in 0..b {
            let size = |i: usize| (*at(i, c)).abs();
            let pivot = (c + 1..b).fold(c, |best, i| if size(i) > size(best) { i } else { best });
            exchanges[c] = pivot;
            for j in 0..b {
                std::ptr::swap(at(c, j), at(pivot, j));
            }
            let r = 1.0 / *at(c, c);
            for j in (0..b).filter(|&j| j != c) {
                let t = *at(c, j) * r;
                for i in (0..b).filter(|&i| i != c) {
                    *at(i, j) -= *at(i, c) * t;
                }
                *at(c, j) = t;
            }
            for i in 0..b {
                *at(i, c) = if i == c { r } else { -*at(i, c) * r };
            }
        }
        // rows were exchanged before inverting: columns are after it, the last exchange first
        for c in (0..b).rev() {
            for i in 0..b {
                std::ptr::swap(at(i, c), at(i, exchanges[c]));
            }
        }
        (0..b * b).map(|p| (*at(p % b, p / b)).abs()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::arnoldi::Noise;
    use nalgebra::DMatrix;

    /// D D⁻¹ − I, largest entry over |D||D⁻¹|.
    fn error(b: usize, matrix: &DMatrix<f64>) -> f64 {
        let ld = b + 3;
        let mut block = vec![7.0; ld * b];
        for (i, j) in (0..b * b).map(|p| (p % b, p / b)) {
            block[j * ld + i] = matrix[(i, j)];
        }
        // SAFETY: `block` holds b columns, ld apart
        let sum = unsafe { invert::<false>(b, block.as_mut_ptr(), ld, &mut vec![0; b]) };
        let inverse = DMatrix::from_fn(b, b, |i, j| block[j * ld + i]);
        assert!((sum - inverse.abs().sum()).abs() <= 1e-12 * sum, "{sum}");
        assert!((0..b).all(|j| block[j * ld + b..(j + 1) * ld].iter().all(|v| *v == 7.0)), "nothing else is touched");
        (matrix * &inverse - DMatrix::identity(b, b)).amax() / (matrix.norm() * inverse.norm())
    }

    #[test]
    fn blocks_of_every_size_are_inverted_to_rounding() {
        let mut noise = Noise(5);
        for b in 1..40 {
            let full = DMatrix::from_vec(b, b, noise.vector(b * b));
            assert!(error(b, &(&full + DMatrix::identity(b, b) * 4.0)) < 1e-15, "{b}, dominant diagonal");
            assert!(error(b, &full) < 1e-14, "{b}, any");
            // nothing on the diagonal: exchanges are needed
            if b > 1 {
                let turned = DMatrix::from_fn(b, b, |i, j| if j == (i + 1) % b { 1.0 + i as f64 } else { 0.0 });
                assert!(error(b, &turned) < 1e-16, "{b}, a cycle");
            }
        }
    }

    #[test]
    fn a_singular_block_is_not_finite() {
        let mut zero = [0.0; 36];
        // SAFETY: six columns of six
        assert!(!unsafe { invert::<false>(6, zero.as_mut_ptr(), 6, &mut [0; 6]) }.is_finite());
        let mut nan = [1.0, f64::NAN, 0.0, 2.0];
        // SAFETY: two columns of two
        assert!(!unsafe { invert::<false>(2, nan.as_mut_ptr(), 2, &mut [0; 2]) }.is_finite());
    }
}
