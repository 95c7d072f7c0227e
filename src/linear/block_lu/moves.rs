//! Rectangles of numbers copied, added and made zero, column by column. Heights that whole nodes give are known to the compiler.
//!
//! Safety of all functions here: pointers lead to rectangles of the sizes given, `lds` and `ldd` between their columns, which do not
//! overlap.

#![allow(unsafe_code)]

#[inline(always)]
unsafe fn strip<const ADD: bool, const R: usize>(s: *const f64, d: *mut f64) {
    // SAFETY: R numbers from s and from d, as said at the head of the file
    unsafe {
        let (from, to) = (s.cast::<[f64; R]>().read(), d.cast::<[f64; R]>());
        if ADD {
            let mut sum = to.read();
            for i in 0..R {
                sum[i] += from[i];
            }
            to.write(sum);
        } else {
            to.write(from);
        }
    }
}

/// One column of any height.
#[inline(always)]
pub unsafe fn column<const ADD: bool>(rows: usize, s: *const f64, d: *mut f64) {
    // SAFETY: as said at the head of the file
    unsafe {
        let mut i = 0;
        while i + 4 <= rows {
            strip::<ADD, 4>(s.add(i), d.add(i));
            i += 4;
        }
        if i + 2 <= rows {
            strip::<ADD, 2>(s.add(i), d.add(i));
            i += 2;
        }
        if i < rows {
            strip::<ADD, 1>(s.add(i), d.add(i));
        }
    }
}

/// Copy a rectangle, or add it.
#[inline(always)]
pub unsafe fn rectangle<const ADD: bool>(
    (rows, cols): (usize, usize),
    s: *const f64,
    lds: usize,
    d: *mut f64,
    ldd: usize,
) {
    // SAFETY: as said at the head of the file
    unsafe {
        match rows {
            6 => (0..cols).for_each(|j| strip::<ADD, 6>(s.add(j * lds), d.add(j * ldd))),
            12 => (0..cols).for_each(|j| strip::<ADD, 12>(s.add(j * lds), d.add(j * ldd))),
            18 => (0..cols).for_each(|j| strip::<ADD, 18>(s.add(j * lds), d.add(j * ldd))),
            24 => (0..cols).for_each(|j| strip::<ADD, 24>(s.add(j * lds), d.add(j * ldd))),
            _ => (0..cols).for_each(|j| column::<ADD>(rows, s.add(j * lds), d.add(j * ldd))),
        }
    }
}

/// Make a rectangle zero.
#[inline(always)]
pub unsafe fn clear((rows, cols): (usize, usize), d: *mut f64, ldd: usize) {
    // SAFETY: as said at the head of the file
    unsafe {
        for j in 0..cols {
            let (mut i, d) = (0, d.add(j * ldd));
            while i + 4 <= rows {
                d.add(i).cast::<[f64; 4]>().write([0.0; 4]);
                i += 4;
            }
            while i < rows {
                *d.add(i) = 0.0;
                i += 1;
            }
        }
    }
}
