//! Signs of the pivots of a sparse matrix with pivoting, for the stability of an equilibrium where blocks without pivoting are not
//! good enough: a frontal elimination with delayed pivots (Irons 1970; Duff and Reid 1983).
//!
//! Unknowns enter a small full matrix, the front, one by one, from one end of the model to the other (Cuthill and McKee). One whose
//! row and column are complete is eliminated as soon as its pivot, of one row or of two,
//!
//! ```text
//!   |d|⁻¹ |row| ≤ 1/u            |D⁻¹| (|row p|, |row q|)ᵀ ≤ 1/u
//! ```
//!
//! does not magnify; till then it waits in the front. Of a symmetric matrix each pivot has as many negative eigenvalues as it takes off
//! the matrix (Sylvester); of any other the number is odd when the determinant is negative. A pivot that is nothing but rounding is
//! none.
//!
//! The work is n times the square of the width of the front, which for chains, beams and rotors is a few dozen.

use nalgebra::DMatrix;

/// u: growth of what is left is at most 1/u by a pivot.
const THRESHOLD: f64 = 0.05;
/// Scalings by the largest entries of rows, until these are about one (Ruiz).
const SCALINGS: usize = 6;
/// A pivot of a matrix with entries of size one that is rounding.
const NOTHING: f64 = 1e-15;
/// Width beyond which it is not tried.
const WIDEST: usize = 1500;

/// A sparse matrix by columns, with a pattern that is symmetric.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    pub col_ptr: &'a [usize],
    pub row_idx: &'a [usize],
    pub values: &'a [f64],
}

/// How many eigenvalues of A + P Pᵀ are negative, P of the columns `held`; None where the front becomes too wide or a number is not
/// finite. With P as a border, [A P; Pᵀ −I] has as many, and one for each column.
pub fn negative(a: Columns, held: &[Vec<f64>]) -> Option<usize> {
    let n = a.col_ptr.len() - 1;
    let scale = scales(a, held)?;
    let mut front = Front::new(n + held.len());
    // the border is in the front from the beginning, and complete at the end
    for j in 0..held.len() {
        let place = front.place(n + j);
        front.add(place, place, -scale[n + j] * scale[n + j]);
    }
    let mut is_in = vec![false; n];
    for col in order(a) {
        let here = front.place(col);
        for p in a.col_ptr[col]..a.col_ptr[col + 1] {
            let row = a.row_idx[p];
            if !is_in[row] {
                let there = front.place(row);
                let size = scale[row] * scale[col];
                front.add(there, here, a.values[p] * size);
                if row != col {
                    front.add(here, there, mirror(a, row, col) * size);
                }
            }
        }
        for (j, p) in held.iter().enumerate().filter(|(_, p)| p[col] != 0.0) {
            let border = front.place(n + j);
            let value = p[col] * scale[col] * scale[n + j];
            front.add(here, border, value);
            front.add(border, here, value);
        }
        is_in[col] = true;
        front.complete(col);
        front.eliminate(THRESHOLD);
        if front.width() > WIDEST {
            return None;
        }
    }
    (0..held.len()).for_each(|j| front.complete(n + j));
    let mut least = THRESHOLD;
    while front.width() > 0 && least > f64::EPSILON {
        front.eliminate(least);
        least *= 0.1;
    }
    Some(front.negative.saturating_sub(held.len()))
}

/// Entry (col, row).
fn mirror(a: Columns, row: usize, col: usize) -> f64 {
    let column = a.col_ptr[row]..a.col_ptr[row + 1];
    a.row_idx[column.clone()].binary_search(&col).map_or(0.0, |k| a.values[column.start + k])
}

/// Scales of rows and columns with which the largest entries are about one; None where a number is not finite.
fn scales(a: Columns, held: &[Vec<f64>]) -> Option<Vec<f64>> {
    let n = a.col_ptr.len() - 1;
    let mut scale = vec![1.0; n + held.len()];
    for _ in 0..SCALINGS {
        let mut most = vec![0.0_f64; scale.len()];
        let mut see = |row: usize, col: usize, value: f64| {
            let size = (value * scale[row] * scale[col]).abs();
            most[row] = most[row].max(size);
            most[col] = most[col].max(size);
        };
        for col in 0..n {
            (a.col_ptr[col]..a.col_ptr[col + 1]).for_each(|p| see(a.row_idx[p], col, a.values[p]));
        }
        for (j, p) in held.iter().enumerate() {
            see(n + j, n + j, 1.0);
            p.iter().enumerate().for_each(|(i, value)| see(i, n + j, *value));
        }
        scale.iter_mut().zip(&most).filter(|(_, most)| **most > 0.0).for_each(|(s, most)| *s /= most.sqrt());
    }
    let sum: f64 = scale.iter().sum::<f64>() + a.values.iter().sum::<f64>();
    sum.is_finite().then_some(scale)
}

/// Unknowns in the order of their distance from one that is far from others.
fn order(a: Columns) -> Vec<usize> {
    let n = a.col_ptr.len() - 1;
    let mut found = Vec::with_capacity(n);
    let [mut looked_at, mut seen] = [vec![false; n], vec![false; n]];
    for first in 0..n {
        if !looked_at[first] {
            let reached = spread(a, first, &mut looked_at);
            let last = reached.last().copied().unwrap_or(first);
            found.extend(spread(a, last, &mut seen));
        }
    }
    found
}

/// What hangs together with an unknown, nearest first.
fn spread(a: Columns, first: usize, seen: &mut [bool]) -> Vec<usize> {
    let mut reached = vec![first];
    seen[first] = true;
    let mut next = 0;
    while next < reached.len() {
        let col = reached[next];
        for &row in &a.row_idx[a.col_ptr[col]..a.col_ptr[col + 1]] {
            if !std::mem::replace(&mut seen[row], true) {
                reached.push(row);
            }
        }
        next += 1;
    }
    reached
}

/// The full matrix of the unknowns that have come and are not eliminated.
struct Front {
    matrix: DMatrix<f64>,
    /// unknown of each place
    unknowns: Vec<usize>,
    /// place of each unknown
    places: Vec<Option<usize>>,
    /// is the row of this unknown complete?
    is_complete: Vec<bool>,
    /// negative eigenvalues of the pivots so far
    negative: usize,
}

impl Front {
    fn new(count: usize) -> Self {
        Front {
            matrix: DMatrix::zeros(64, 64),
            unknowns: Vec::new(),
            places: vec![None; count],
            is_complete: vec![false; count],
            negative: 0,
        }
    }

    fn width(&self) -> usize {
        self.unknowns.len()
    }

    fn place(&mut self, unknown: usize) -> usize {
        if let Some(place) = self.places[unknown] {
            return place;
        }
        let place = self.unknowns.len();
        if place == self.matrix.nrows() {
            self.matrix.resize_mut(2 * place, 2 * place, 0.0);
        }
        self.unknowns.push(unknown);
        self.places[unknown] = Some(place);
        place
    }

    fn add(&mut self, row: usize, col: usize, value: f64) {
        self.matrix[(row, col)] += value;
    }

    fn complete(&mut self, unknown: usize) {
        self.is_complete[unknown] = true;
    }

    /// Largest entry of the row and column at a place, without those at two places.
    fn largest(&self, at: usize, but: [usize; 2]) -> f64 {
        let others = (0..self.width()).filter(|j| !but.contains(j));
        others.fold(0.0, |most, j| f64::max(most, self.matrix[(at, j)].abs().max(self.matrix[(j, at)].abs())))
    }

    /// Eliminate what is complete and has a good pivot.
    fn eliminate(&mut self, threshold: f64) {
        while let Some(pivot) = self.pivot(threshold) {
            match pivot {
                Pivot::One(p) => self.eliminate_one(p),
                Pivot::Two(p, q) => self.eliminate_two(p, q),
                Pivot::Nothing(p) => self.remove(p),
            }
        }
    }

    fn pivot(&self, threshold: f64) -> Option<Pivot> {
        let complete = || (0..self.width()).rev().filter(|p| self.is_complete[self.unknowns[*p]]);
        for p in complete() {
            let (own, others) = (self.matrix[(p, p)].abs(), self.largest(p, [p, p]));
            if own.max(others) <= NOTHING {
                return Some(Pivot::Nothing(p));
            }
            if own > NOTHING && own >= threshold * others {
                return Some(Pivot::One(p));
            }
            let across = |q: &usize| self.matrix[(p, *q)].abs().min(self.matrix[(*q, p)].abs());
            let Some(q) = complete().filter(|q| *q != p).max_by(|a, b| across(a).total_cmp(&across(b))) else {
                continue;
            };
            let m = &self.matrix;
            let determinant = m[(p, p)] * m[(q, q)] - m[(p, q)] * m[(q, p)];
            let rows = [self.largest(p, [p, q]), self.largest(q, [p, q])];
            let cross = m[(p, q)].abs().max(m[(q, p)].abs());
            let grown = [m[(q, q)].abs() * rows[0] + cross * rows[1], cross * rows[0] + m[(p, p)].abs() * rows[1]];
            if across(&q) > NOTHING && determinant.abs() >= threshold * grown[0].max(grown[1]) {
                return Some(Pivot::Two(p, q));
            }
        }
        None
    }

    fn eliminate_one(&mut self, p: usize) {
        let width = self.width();
        let pivot = self.matrix[(p, p)];
        self.negative += usize::from(pivot < 0.0);
        for j in (0..width).filter(|j| *j != p) {
            let factor = self.matrix[(p, j)] / pivot;
            if factor != 0.0 {
                for i in 0..width {
                    self.matrix[(i, j)] -= self.matrix[(i, p)] * factor;
                }
            }
        }
        self.remove(p);
    }

    fn eliminate_two(&mut self, p: usize, q: usize) {
        let width = self.width();
        let m = &mut self.matrix;
        let (a, b, c, d) = (m[(p, p)], m[(p, q)], m[(q, p)], m[(q, q)]);
        let determinant = a * d - b * c;
        self.negative += match (determinant < 0.0, a + d < 0.0) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        };
        for j in (0..width).filter(|j| *j != p && *j != q) {
            let factors =
                [(d * m[(p, j)] - b * m[(q, j)]) / determinant, (a * m[(q, j)] - c * m[(p, j)]) / determinant];
            if factors != [0.0; 2] {
                for i in 0..width {
                    m[(i, j)] -= m[(i, p)] * factors[0] + m[(i, q)] * factors[1];
                }
            }
        }
        self.remove(p.max(q));
        self.remove(p.min(q));
    }

    /// Take an unknown out; the last one takes its place.
    fn remove(&mut self, p: usize) {
        let last = self.width() - 1;
        self.places[self.unknowns[p]] = None;
        self.unknowns.swap_remove(p);
        let m = &mut self.matrix;
        if p < last {
            self.places[self.unknowns[p]] = Some(p);
            for i in 0..=last {
                m[(i, p)] = m[(i, last)];
            }
            for j in 0..=last {
                m[(p, j)] = m[(last, j)];
            }
            m[(p, p)] = m[(last, last)];
        }
        for i in 0..=last {
            (m[(i, last)], m[(last, i)]) = (0.0, 0.0);
        }
    }
}

/// What is eliminated next, by its places.
enum Pivot {
    One(usize),
    Two(usize, usize),
    /// a row of rounding
    Nothing(usize),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::arnoldi::Noise;

    /// A chain of links: K of a node is full or next to nothing, and conditions join neighbours.
    fn chain(links: usize, seed: u64, stiff: f64) -> (Vec<usize>, Vec<usize>, DMatrix<f64>) {
        let n = 5 * links;
        let mut noise = Noise(seed);
        let mut full = DMatrix::zeros(n, n);
        for k in 0..links {
            let half = DMatrix::from_vec(3, 3, noise.vector(9));
            let own = (&half + half.transpose()) * stiff;
            full.view_mut((5 * k, 5 * k), (3, 3)).copy_from(&own);
            for (row, b) in [(5 * k + 3, noise.vector(6)), (5 * k + 4, noise.vector(6))] {
                for (j, b) in b.into_iter().enumerate() {
                    let col = if j < 3 { 5 * k + j } else { 5 * ((k + 1) % links) + j - 3 };
                    if j < 3 || k + 1 < links {
                        (full[(row, col)], full[(col, row)]) = (b, b);
                    }
                }
            }
        }
        let (mut col_ptr, mut row_idx) = (vec![0], Vec::new());
        for col in 0..n {
            row_idx.extend((0..n).filter(|row| full[(*row, col)] != 0.0 || *row == col));
            col_ptr.push(row_idx.len());
        }
        (col_ptr, row_idx, full)
    }

    fn values(col_ptr: &[usize], row_idx: &[usize], full: &DMatrix<f64>) -> Vec<f64> {
        let entries = (0..full.ncols()).flat_map(|col| (col_ptr[col]..col_ptr[col + 1]).map(move |p| (p, col)));
        entries.map(|(p, col)| full[(row_idx[p], col)]).collect()
    }

    #[test]
    fn negative_pivots_of_the_front_are_negative_eigenvalues() {
        for seed in 1..40 {
            let (col_ptr, row_idx, full) = chain(3 + seed as usize % 9, seed, [1.0, 1e-6, 10.0][seed as usize % 3]);
            let values = values(&col_ptr, &row_idx, &full);
            let a = Columns { col_ptr: &col_ptr, row_idx: &row_idx, values: &values };
            let exact = |m: &DMatrix<f64>| m.clone().symmetric_eigenvalues().iter().filter(|v| **v < 0.0).count();
            assert_eq!(negative(a, &[]), Some(exact(&full)), "{seed}");
            let mut noise = Noise(seed + 100);
            let held: Vec<Vec<f64>> = (0..2).map(|_| noise.vector(full.nrows())).collect();
            let mut stiffer = full.clone();
            for p in &held {
                let p = nalgebra::DVector::from_column_slice(p);
                stiffer += &p * p.transpose();
            }
            assert_eq!(negative(a, &held), Some(exact(&stiffer)), "held {seed}");
        }
    }

    #[test]
    fn of_a_matrix_that_is_not_symmetric_the_number_is_odd_with_a_negative_determinant() {
        for seed in 1..40 {
            let (col_ptr, row_idx, mut full) = chain(4, seed, 1.0);
            let mut noise = Noise(seed);
            for k in 0..4 {
                let odd = noise.vector(1)[0];
                full[(5 * k, 5 * k + 1)] += odd;
            }
            let values = values(&col_ptr, &row_idx, &full);
            let found = negative(Columns { col_ptr: &col_ptr, row_idx: &row_idx, values: &values }, &[]).unwrap();
            assert_eq!(found % 2 == 1, full.determinant() < 0.0, "{seed}");
        }
    }

    #[test]
    fn a_row_of_nothing_is_no_negative_eigenvalue() {
        let (col_ptr, row_idx, values) = ([0, 1, 2, 3], [0, 1, 2], [1.0, 0.0, -1.0]);
        assert_eq!(negative(Columns { col_ptr: &col_ptr, row_idx: &row_idx, values: &values }, &[]), Some(1));
    }
}
