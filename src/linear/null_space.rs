//! What the rows of a sparse matrix leave free.
//!
//! ```text
//!   R z = 0,     z = (x, y):     z ← z − d,     [ α I   R  ] [ p ]   [ R z ]
//!                                               [ Rᵀ  −α I ] [ d ] = [  0  ]      that is,  (RᵀR + α² I) d = RᵀR z
//! ```
//!
//! A step leaves what is free as it is, and multiplies the part of z along a singular value s of R by α²/(s² + α²). RᵀR itself is not
//! formed, and rounding is magnified by 1/α at most (Björck, Numerical Methods for Least Squares Problems, §2.5.3 on the choice of α). The
//! work is that of a sparse factorisation, and of a few solutions for each vector.
//!
//! Only x is asked for. A start (x, 0) is orthogonal to all that is free with x = 0, and so is its projection: however many free y
//! there are, they are not met. What is left of a start when all free vectors have been found is nothing.

use super::arnoldi::{Noise, norm};
use super::sparse_lu::SparseLu;
use crate::error::{Result, require_memory};
use nalgebra::DMatrix;

/// α: rows of unit size with s above 1e-8 are told from free ones, and rounding is magnified to 1e-7.
const ALPHA: f64 = 1e-9;
/// |R z| over |z|, rows of unit size, of what is free.
const FREE: f64 = 1e-9;
/// |R z| over |z| below which steps end, the least gain of a step, and most of them.
const EXACT: f64 = 1e-15;
const GAIN: f64 = 0.7;
const STEPS: usize = 20;
/// Bytes that the search takes for each entry of the rows before the factors: rows, these by columns, the matrix; measured and doubled.
const ROOM: usize = 128;
/// What is left of x, of a start of unit size, when there is nothing new.
const NOTHING_NEW: f64 = 1e-7;

/// Rows of unit size, by place and value, and the matrix above with its factors.
struct Rows {
    rows: Vec<Vec<(usize, f64)>>,
    values: Vec<f64>,
    lu: SparseLu,
    work: Vec<f64>,
}

impl Rows {
    fn new(rows: &[Vec<(usize, f64)>], columns: usize) -> Result<Self> {
        let rows: Vec<_> = rows.iter().filter_map(|row| unit(row)).collect();
        let mut met: Vec<Vec<(usize, f64)>> = vec![Vec::new(); columns];
        for (r, row) in rows.iter().enumerate() {
            row.iter().for_each(|(c, v)| met[*c].push((r, *v)));
        }
        let (mut col_ptr, mut row_idx, mut values) = (vec![0], Vec::new(), Vec::new());
        for (r, row) in rows.iter().enumerate() {
            row_idx.push(r);
            values.push(ALPHA);
            for (c, v) in row {
                row_idx.push(rows.len() + c);
                values.push(*v);
            }
            col_ptr.push(row_idx.len());
        }
        for (col, met) in met.iter().enumerate() {
            for (r, v) in met {
                row_idx.push(*r);
                values.push(*v);
            }
            row_idx.push(rows.len() + col);
            values.push(-ALPHA);
            col_ptr.push(row_idx.len());
        }
        let mut lu = SparseLu::new(&col_ptr, &row_idx)?;
        lu.factor(&values)?;
        let work = vec![0.0; rows.len() + columns];
        Ok(Rows { rows, values, lu, work })
    }

    /// R z.
    fn times(&self, z: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| row.iter().map(|(c, v)| v * z[*c]).sum()).collect()
    }

    /// Bring z into what is free.
    fn project(&mut self, z: &mut [f64]) -> Result<()> {
        let size = norm(z);
        let mut before = f64::INFINITY;
        for _ in 0..STEPS {
            let opened = self.times(z);
            let now = norm(&opened);
            if now <= EXACT * size || now > GAIN * before {
                break;
            }
            before = now;
            let mut step = opened;
            step.resize(self.work.len(), 0.0);
            self.lu.last(&self.values).solve(&mut step, &mut self.work)?;
            z.iter_mut().zip(&step[self.rows.len()..]).for_each(|(z, d)| *z -= d);
        }
        Ok(())
    }

    fn is_free(&self, z: &[f64]) -> bool {
        norm(&self.times(z)) <= FREE * norm(z)
    }
}

/// A row of unit size, each column once; None for a row of nothing.
fn unit(row: &[(usize, f64)]) -> Option<Vec<(usize, f64)>> {
    let mut row = row.to_vec();
    row.sort_unstable_by_key(|(c, _)| *c);
    row.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0.0 };
        same
    });
    let size = row.iter().map(|(_, v)| v * v).sum::<f64>().sqrt();
    row.iter_mut().for_each(|(_, v)| *v /= size);
    (size > 0.0 && size.is_finite()).then_some(row)
}

/// An orthonormal basis of the first `count` components x of the vectors z with row · z = 0 for all `rows` over `columns`. `first`:
/// an x at which the search begins. It ends early, with what there is, at a z whose x is enough for `is_enough`.
pub fn null_space(
    rows: &[Vec<(usize, f64)>],
    columns: usize,
    count: usize,
    first: &[f64],
    is_enough: &dyn Fn(&[f64]) -> bool,
) -> Result<Vec<Vec<f64>>> {
    let entries: usize = rows.iter().map(Vec::len).sum();
    require_memory(ROOM * entries, "the search for free motions")?;
    let mut on = Rows::new(rows, columns)?;
    // z of which the parts x are orthonormal
    let mut found: Vec<Vec<f64>> = Vec::new();
    let mut noise = Noise(1);
    let mut start = first.to_vec();
    let mut is_given = norm(first) > 0.0;
    while found.len() < count {
        if !is_given {
            start = noise.vector(count);
        }
        start.resize(columns, 0.0);
        start[count..].fill(0.0);
        for z in &found {
            take_out(&z[..count], &z[..count], &mut start[..count]);
        }
        let size = norm(&start);
        start.iter_mut().for_each(|v| *v /= size);
        on.project(&mut start)?;
        if norm(&start[..count]) > NOTHING_NEW && on.is_free(&start) && is_enough(&start[..count]) {
            found.push(start);
            break;
        }
        for _ in 0..2 {
            for z in &found {
                let along = dot(&z[..count], &start[..count]);
                start.iter_mut().zip(z).for_each(|(v, z)| *v -= along * z);
            }
        }
        let left = norm(&start[..count]);
        if left > NOTHING_NEW {
            found.push(start.iter().map(|v| v / left).collect());
        } else if !is_given {
            break;
        }
        is_given = false;
    }
    let mut free = if found.iter().all(|z| on.is_free(z)) { found } else { softest(&on, &found) };
    free.iter_mut().for_each(|z| z.truncate(count));
    Ok(free)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// x ← x − z (wᵀx).
fn take_out(w: &[f64], z: &[f64], x: &mut [f64]) {
    let along = dot(w, x);
    x.iter_mut().zip(z).for_each(|(x, z)| *x -= along * z);
}

/// Those combinations of vectors, orthonormal in x, that are free: from the eigenvectors of (R Z)ᵀ(R Z).
fn softest(on: &Rows, found: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let images: Vec<Vec<f64>> = found.iter().map(|z| on.times(z)).collect();
    let parts = DMatrix::from_fn(found.len(), found.len(), |i, j| dot(&images[i], &images[j])).symmetric_eigen();
    let combine = |k: usize| {
        let mut z = vec![0.0; found[0].len()];
        for (part, from) in parts.eigenvectors.column(k).iter().zip(found) {
            z.iter_mut().zip(from).for_each(|(z, from)| *z += part * from);
        }
        z
    };
    (0..found.len()).map(combine).filter(|z| on.is_free(z)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &dyn Fn(&[f64]) -> bool = &|_| false;

    #[test]
    fn what_all_rows_leave_free_is_spanned() {
        // x0 = x1, x1 + x2 = 2 x3; column 4 is in no row
        let rows = vec![vec![(0, 1.0), (1, -1.0)], vec![(1, 1.0), (2, 1.0), (3, -2.0)], vec![(0, 2.0), (1, -2.0)]];
        let basis = null_space(&rows, 5, 5, &[], ALL).unwrap();
        assert_eq!(basis.len(), 3);
        for x in &basis {
            assert!((x[0] - x[1]).abs() < 1e-15 && (x[1] + x[2] - 2.0 * x[3]).abs() < 1e-15);
        }
        let columns: Vec<_> = basis.iter().map(|x| nalgebra::DVector::from_column_slice(x)).collect();
        assert!(nalgebra::DMatrix::from_columns(&columns).singular_values().min() > 0.99);
    }

    /// Second differences along a chain: straight lines alone are free, and the next singular value is near (π/n)²; a weak row more
    /// holds one of them, however weak it is before it is scaled.
    #[test]
    fn straight_lines_are_what_a_long_chain_of_second_differences_leaves_free() {
        for n in [10, 100, 1000] {
            let bend = |k: usize| vec![(k, 1.0), (k + 1, -2.0), (k + 2, 1.0)];
            let mut rows: Vec<_> = (0..n - 2).map(bend).collect();
            let basis = null_space(&rows, n, n, &[], ALL).unwrap();
            assert_eq!(basis.len(), 2, "{n}");
            for x in &basis {
                let line = |k: usize| x[0] + (x[n - 1] - x[0]) * k as f64 / (n - 1) as f64;
                let bent = (0..n).fold(0.0_f64, |most, k| most.max((x[k] - line(k)).abs()));
                assert!(bent < 1e-9, "{n} {bent:e}");
            }
            rows.push(vec![(n / 2, 1e-12)]);
            assert_eq!(null_space(&rows, n, n, &[], ALL).unwrap().len(), 1, "{n}");
        }
    }

    /// (x, y): y0 is in no row, and x1 = 1e6 y1 is free only with a y that is large or an x that is small.
    #[test]
    fn what_is_free_in_y_alone_is_not_met() {
        let rows = vec![vec![(0, 1.0), (3, 1.0)], vec![(1, 1.0), (4, -1e-6)]];
        let basis = null_space(&rows, 5, 2, &[], ALL).unwrap();
        assert_eq!(basis.len(), 1);
        assert!((basis[0][0].abs() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_search_ends_at_what_is_enough_and_begins_where_it_is_told() {
        let rows: Vec<Vec<(usize, f64)>> = (0..5).map(|k| vec![(k, 1.0)]).collect();
        let mut first = vec![0.0; 50];
        first[40] = 2.0;
        let basis = null_space(&rows, 50, 50, &first, &|x| x[40].abs() > 0.5).unwrap();
        assert_eq!(basis.len(), 1);
        assert!((basis[0][40].abs() - 1.0).abs() < 1e-12);
    }
}
