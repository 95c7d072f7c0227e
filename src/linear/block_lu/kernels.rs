//! Products of small dense matrices, column-major, of any size, without padding.
//!
//! A tile of C stays in registers while the sum over k runs: twelve rows and three columns are nine registers of four numbers.
//! All of it is plain Rust that the compiler turns into vectors of the width it may use: every function is inlined into one that
//! was compiled for the instructions of the machine (see `factor`). `FMA` says that multiply-add is one instruction there; where
//! it is not, `mul_add` would call a function of the mathematical library.
//!
//! Safety of all functions here: pointers lead to the matrices they name, whole, with the leading dimensions given; C does not
//! overlap A. It may be B where said so.

#![allow(unsafe_code)]

/// a b + c
#[inline(always)]
pub fn multiply_add<const FMA: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// C −= A B (`SUB`) or C = A B for R rows and N columns of C. `K` > 0 is a number of products known beforehand.
#[inline(always)]
unsafe fn tile<const FMA: bool, const SUB: bool, const K: usize, const R: usize, const N: usize>(
    k: usize,
    mut a: *const f64,
    lda: usize,
    mut b: *const f64,
    ldb: usize,
    c: *mut f64,
    ldc: usize,
) {
    // SAFETY: as said at the head of the file
    unsafe {
        let mut sum = [[0.0; R]; N];
        if SUB {
            for j in 0..N {
                sum[j] = c.add(j * ldc).cast::<[f64; R]>().read();
            }
        }
        for _ in 0..if K > 0 { K } else { k } {
            let column = a.cast::<[f64; R]>().read();
            for j in 0..N {
                let factor = if SUB { -*b.add(j * ldb) } else { *b.add(j * ldb) };
                for i in 0..R {
                    sum[j][i] = multiply_add::<FMA>(column[i], factor, sum[j][i]);
                }
            }
            (a, b) = (a.add(lda), b.add(1));
        }
        for j in 0..N {
            c.add(j * ldc).cast::<[f64; R]>().write(sum[j]);
        }
    }
}

/// The same for all rows.
#[inline(always)]
unsafe fn columns<const FMA: bool, const SUB: bool, const K: usize, const N: usize>(
    rows: usize,
    k: usize,
    a: *const f64,
    lda: usize,
    b: *const f64,
    ldb: usize,
    c: *mut f64,
    ldc: usize,
) {
    // SAFETY: as said at the head of the file
    unsafe {
        let mut i = 0;
        while rows - i >= 12 {
            tile::<FMA, SUB, K, 12, N>(k, a.add(i), lda, b, ldb, c.add(i), ldc);
            i += 12;
        }
        if rows - i >= 8 {
            tile::<FMA, SUB, K, 8, N>(k, a.add(i), lda, b, ldb, c.add(i), ldc);
            i += 8;
        }
        let (a, c) = (a.add(i), c.add(i));
        match rows - i {
            0 => {}
            1 => tile::<FMA, SUB, K, 1, N>(k, a, lda, b, ldb, c, ldc),
            2 => tile::<FMA, SUB, K, 2, N>(k, a, lda, b, ldb, c, ldc),
            3 => tile::<FMA, SUB, K, 3, N>(k, a, lda, b, ldb, c, ldc),
            4 => tile::<FMA, SUB, K, 4, N>(k, a, lda, b, ldb, c, ldc),
            5 => tile::<FMA, SUB, K, 5, N>(k, a, lda, b, ldb, c, ldc),
            6 => tile::<FMA, SUB, K, 6, N>(k, a, lda, b, ldb, c, ldc),
            _ => tile::<FMA, SUB, K, 7, N>(k, a, lda, b, ldb, c, ldc),
        }
    }
}

/// C −= A B or C = A B, for `rows` × `cols` entries of C and `k` products each. With up to 8 rows, or 12, C may be B.
#[inline(always)]
pub unsafe fn product<const FMA: bool, const SUB: bool, const K: usize>(
    (rows, cols, k): (usize, usize, usize),
    a: *const f64,
    lda: usize,
    b: *const f64,
    ldb: usize,
    c: *mut f64,
    ldc: usize,
) {
    // SAFETY: as said at the head of the file
    unsafe {
        let mut j = 0;
        while cols - j >= 3 {
            columns::<FMA, SUB, K, 3>(rows, k, a, lda, b.add(j * ldb), ldb, c.add(j * ldc), ldc);
            j += 3;
        }
        match cols - j {
            1 => columns::<FMA, SUB, K, 1>(rows, k, a, lda, b.add(j * ldb), ldb, c.add(j * ldc), ldc),
            2 => columns::<FMA, SUB, K, 2>(rows, k, a, lda, b.add(j * ldb), ldb, c.add(j * ldc), ldc),
            _ => {}
        }
    }
}

/// y −= A x for R rows: four sums by turns, which do not wait for each other.
#[inline(always)]
unsafe fn strip<const FMA: bool, const R: usize>(k: usize, a: *const f64, lda: usize, x: *const f64, y: *mut f64) {
    // SAFETY: as said at the head of the file
    unsafe {
        let mut sums = [[0.0; R]; 4];
        sums[0] = y.cast::<[f64; R]>().read();
        let mut j = 0;
        while j + 4 <= k {
            for (t, sum) in sums.iter_mut().enumerate() {
                let (column, factor) = (a.add((j + t) * lda).cast::<[f64; R]>().read(), -*x.add(j + t));
                for i in 0..R {
                    sum[i] = multiply_add::<FMA>(column[i], factor, sum[i]);
                }
            }
            j += 4;
        }
        while j < k {
            let (column, factor) = (a.add(j * lda).cast::<[f64; R]>().read(), -*x.add(j));
            for i in 0..R {
                sums[0][i] = multiply_add::<FMA>(column[i], factor, sums[0][i]);
            }
            j += 1;
        }
        let mut total = [0.0; R];
        for i in 0..R {
            total[i] = (sums[0][i] + sums[1][i]) + (sums[2][i] + sums[3][i]);
        }
        y.cast::<[f64; R]>().write(total);
    }
}

/// y −= A x, of `rows` × `k` entries.
#[inline(always)]
pub unsafe fn vector_product<const FMA: bool>(
    rows: usize,
    k: usize,
    a: *const f64,
    lda: usize,
    x: *const f64,
    y: *mut f64,
) {
    // SAFETY: as said at the head of the file
    unsafe {
        let mut i = 0;
        while rows - i >= 8 {
            strip::<FMA, 8>(k, a.add(i), lda, x, y.add(i));
            i += 8;
        }
        let (a, y) = (a.add(i), y.add(i));
        match rows - i {
            0 => {}
            1 => strip::<FMA, 1>(k, a, lda, x, y),
            2 => strip::<FMA, 2>(k, a, lda, x, y),
            3 => strip::<FMA, 3>(k, a, lda, x, y),
            4 => strip::<FMA, 4>(k, a, lda, x, y),
            5 => strip::<FMA, 5>(k, a, lda, x, y),
            6 => strip::<FMA, 6>(k, a, lda, x, y),
            _ => strip::<FMA, 7>(k, a, lda, x, y),
        }
    }
}

/// r −= A x and s += |A| b for R rows.
#[inline(always)]
unsafe fn absolute_strip<const FMA: bool, const R: usize>(
    cols: usize,
    a: *const f64,
    lda: usize,
    (x, b): (*const f64, *const f64),
    (r, s): (*mut f64, *mut f64),
) {
    // SAFETY: as said at the head of the file
    unsafe {
        let (mut r_sum, mut s_sum) = (r.cast::<[f64; R]>().read(), s.cast::<[f64; R]>().read());
        for j in 0..cols {
            let (column, x, b) = (a.add(j * lda).cast::<[f64; R]>().read(), -*x.add(j), *b.add(j));
            for i in 0..R {
                r_sum[i] = multiply_add::<FMA>(column[i], x, r_sum[i]);
                s_sum[i] = multiply_add::<FMA>(column[i].abs(), b, s_sum[i]);
            }
        }
        r.cast::<[f64; R]>().write(r_sum);
        s.cast::<[f64; R]>().write(s_sum);
    }
}

/// r −= A x and s += |A| b, for `rows` × `cols` entries of A.
#[inline(always)]
pub unsafe fn absolute_product<const FMA: bool>(
    (rows, cols): (usize, usize),
    a: *const f64,
    lda: usize,
    (x, b): (*const f64, *const f64),
    (r, s): (*mut f64, *mut f64),
) {
    // SAFETY: as said at the head of the file
    unsafe {
        let mut i = 0;
        while rows - i >= 12 {
            absolute_strip::<FMA, 12>(cols, a.add(i), lda, (x, b), (r.add(i), s.add(i)));
            i += 12;
        }
        while rows - i >= 6 {
            absolute_strip::<FMA, 6>(cols, a.add(i), lda, (x, b), (r.add(i), s.add(i)));
            i += 6;
        }
        let (a, r, s) = (a.add(i), r.add(i), s.add(i));
        match rows - i {
            0 => {}
            1 => absolute_strip::<FMA, 1>(cols, a, lda, (x, b), (r, s)),
            2 => absolute_strip::<FMA, 2>(cols, a, lda, (x, b), (r, s)),
            3 => absolute_strip::<FMA, 3>(cols, a, lda, (x, b), (r, s)),
            4 => absolute_strip::<FMA, 4>(cols, a, lda, (x, b), (r, s)),
            _ => absolute_strip::<FMA, 5>(cols, a, lda, (x, b), (r, s)),
        }
    }
}
