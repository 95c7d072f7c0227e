//! Rows of a sparse matrix that surely do not depend on each other, found in memory that grows with the model.
//!
//! Column by column, the rows that meet in a column are turned by a Householder reflection so that one of them keeps all of it,
//!
//! ```text
//!   | x_1  . . . |        | ±|x|  . . . |   the pivot row: it has no part in what is left, and is forgotten
//!   | x_2  . . . |  H     |  0    . . . |
//!   | x_3  . . . |  →     |  0    . . . |
//! ```
//!
//! (the orthogonal factorisation of George and Heath, 1980, of which only the sizes of the pivots are wanted). The column with the
//! fewest rows goes first: along chains and trees that is from the tips to the root, and nothing fills. All rows are independent when
//! each becomes a pivot row; no digits are lost on the way, for reflections do not magnify. A row of which nothing is left, or a pivot
//! that is small, leaves a doubt, and all rows that hang together with it are left to an elimination in their own order
//! ([`dependent_rows`](super::dependent_rows)), which can say what follows from what.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A pivot of rows of unit size that leaves no doubt.
const LARGE: f64 = 1e-6;
/// Rounding of reflections of rows of unit size.
const ROUNDING: f64 = 1e-14;
/// A column whose pivot would be smaller than this part of the largest entry of its rows waits until all others are gone.
const WEAK: f64 = 1e-5;

/// For each row (column, value): may it depend on others? Those that surely do not are false.
pub(super) fn doubtful(rows: &[Vec<(usize, f64)>], columns: usize) -> Vec<bool> {
    let mut front = Front::new(rows, columns);
    for least in [WEAK, 0.0] {
        front.eliminate(least);
    }
    let parts = parts(rows, columns);
    let mut doubt = vec![false; rows.len() + columns];
    for row in front.doubts {
        doubt[parts[row]] = true;
    }
    parts[..rows.len()].iter().map(|part| doubt[*part]).collect()
}

/// What is left of the rows.
struct Front {
    /// entries by column, columns in units of their own and rows of unit size at first; empty when a row is done
    rows: Vec<Vec<(u32, f64)>>,
    /// rows that meet each column, and some that no longer do
    meet: Vec<Vec<u32>>,
    /// how many do
    count: Vec<u32>,
    /// (count, column), the least first; entries of an earlier count are void
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    /// columns that wait
    weak: Vec<u32>,
    doubts: Vec<usize>,
    /// the rows of one column in full, and their columns
    full: Vec<f64>,
    union: Vec<u32>,
    /// counts of these columns before
    before: Vec<u32>,
}

impl Front {
    fn new(rows: &[Vec<(usize, f64)>], columns: usize) -> Self {
        let mut front = Front {
            rows: Vec::with_capacity(rows.len()),
            meet: vec![Vec::new(); columns],
            count: vec![0; columns],
            queue: BinaryHeap::new(),
            weak: Vec::new(),
            doubts: Vec::new(),
            full: Vec::new(),
            union: Vec::new(),
            before: Vec::new(),
        };
        // every column with its own unit: joints know no length, and levers may be short beside that of the model
        let mut unit = vec![0.0_f64; columns];
        rows.iter().flatten().for_each(|(c, v)| unit[*c] = unit[*c].max(v.abs()));
        for (k, row) in rows.iter().enumerate() {
            let there = row.iter().filter(|(_, v)| *v != 0.0);
            let mut entries: Vec<(u32, f64)> = there.map(|(c, v)| (*c as u32, v / unit[*c])).collect();
            entries.sort_unstable_by_key(|(c, _)| *c);
            // a column given twice counts with its sum
            entries.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                kept.1 += if same { next.1 } else { 0.0 };
                same
            });
            let size = entries.iter().map(|(_, v)| v * v).sum::<f64>().sqrt();
            if !(size > 0.0 && size.is_finite()) {
                entries.clear();
                front.doubts.push(k);
            }
            entries.retain_mut(|(_, v)| {
                *v /= size;
                v.abs() > ROUNDING
            });
            for (c, _) in &entries {
                front.meet[*c as usize].push(k as u32);
                front.count[*c as usize] += 1;
            }
            front.rows.push(entries);
        }
        let there = (0..columns as u32).filter(|c| front.count[*c as usize] > 0);
        front.queue = there.map(|c| Reverse((front.count[c as usize], c))).collect();
        front
    }

    /// Eliminate all columns but those whose pivot is less than `least` of the largest entry of their rows.
    fn eliminate(&mut self, least: f64) {
        let weak = std::mem::take(&mut self.weak);
        self.queue.extend(weak.iter().map(|c| Reverse((self.count[*c as usize], *c))));
        while let Some(Reverse((count, column))) = self.queue.pop() {
            if count != self.count[column as usize] || count == 0 {
                continue;
            }
            self.eliminate_column(column, least);
        }
    }

    fn eliminate_column(&mut self, column: u32, least: f64) {
        let Front { rows, meet, union, full, .. } = self;
        let place = |row: &[(u32, f64)], c: u32| row.binary_search_by_key(&c, |(c, _)| *c);
        let mut own = std::mem::take(&mut meet[column as usize]);
        own.retain(|row| place(&rows[*row as usize], column).is_ok());
        own.sort_unstable();
        own.dedup();
        union.clear();
        union.extend(own.iter().flat_map(|row| rows[*row as usize].iter().map(|(c, _)| *c)));
        union.sort_unstable();
        union.dedup();
        // rows in full, one after the other
        let (width, at) = (union.len(), union.binary_search(&column).expect("its rows hold the column"));
        full.clear();
        full.resize(own.len() * width, 0.0);
        for (row, full) in own.iter().zip(full.chunks_exact_mut(width)) {
            for (c, v) in &rows[*row as usize] {
                full[union.binary_search(c).expect("the union holds all")] = *v;
            }
        }
        let size = full.chunks_exact(width).map(|row| row[at] * row[at]).sum::<f64>().sqrt();
        let largest = full.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        if size < least * largest {
            meet[column as usize] = own;
            self.weak.push(column);
            return;
        }
        if size > ROUNDING {
            reflect(full, width, at, size);
        }
        self.put_back(&own, (column, at), size);
    }

    /// Take the rows as they are now in full: the first is done if it was a pivot row.
    fn put_back(&mut self, own: &[u32], (column, at): (u32, usize), size: f64) {
        let (width, is_pivot) = (self.union.len(), size > ROUNDING);
        self.before.clear();
        self.before.extend(self.union.iter().map(|c| self.count[*c as usize]));
        if is_pivot && size < LARGE {
            self.doubts.push(own[0] as usize);
        }
        for (k, row) in own.iter().enumerate() {
            let new = &self.full[k * width..(k + 1) * width];
            let is_there = |i: usize| i != at && !(k == 0 && is_pivot) && new[i].abs() > ROUNDING;
            let old = std::mem::take(&mut self.rows[*row as usize]);
            let mut before = old.iter().map(|(c, _)| *c).peekable();
            for (i, c) in self.union.iter().enumerate() {
                let was_there = before.next_if_eq(c).is_some();
                match (was_there, is_there(i)) {
                    (false, true) => {
                        self.meet[*c as usize].push(*row);
                        self.count[*c as usize] += 1;
                    }
                    (true, false) => self.count[*c as usize] -= 1,
                    _ => {}
                }
            }
            let mut entries = old;
            entries.clear();
            entries.extend((0..width).filter(|i| is_there(*i)).map(|i| (self.union[i], new[i])));
            let largest = entries.iter().fold(0.0_f64, |most, (_, v)| most.max(v.abs()));
            let is_done = k == 0 && is_pivot;
            if !is_done && largest < LARGE {
                // next to nothing is left of it
                self.doubts.push(*row as usize);
                entries.iter().for_each(|(c, _)| self.count[*c as usize] -= 1);
                entries = Vec::new();
            }
            self.rows[*row as usize] = if is_done { Vec::new() } else { entries };
        }
        debug_assert_eq!(self.count[column as usize], 0);
        for (c, before) in self.union.iter().zip(&self.before) {
            let count = self.count[*c as usize];
            if count > 0 && count != *before {
                self.queue.push(Reverse((count, *c)));
            }
        }
    }
}

/// Reflect rows of `width` numbers so that column `at`, of this size, is left in the first of them alone.
fn reflect(full: &mut [f64], width: usize, at: usize, size: f64) {
    let mut v: Vec<f64> = full.chunks_exact(width).map(|row| row[at]).collect();
    v[0] += if v[0] < 0.0 { -size } else { size };
    let factor = 2.0 / v.iter().map(|v| v * v).sum::<f64>();
    for c in 0..width {
        let along: f64 = full.chunks_exact(width).zip(&v).map(|(row, v)| row[c] * v).sum();
        for (row, v) in full.chunks_exact_mut(width).zip(&v) {
            row[c] -= factor * along * v;
        }
    }
}

/// A number for each row, then each column: the same for all that hang together.
fn parts(rows: &[Vec<(usize, f64)>], columns: usize) -> Vec<usize> {
    let mut above: Vec<usize> = (0..rows.len() + columns).collect();
    fn root(above: &mut [usize], mut v: usize) -> usize {
        while above[v] != v {
            above[v] = above[above[v]];
            v = above[v];
        }
        v
    }
    for (k, row) in rows.iter().enumerate() {
        for (c, _) in row {
            let (a, b) = (root(&mut above, k), root(&mut above, rows.len() + c));
            above[a.max(b)] = a.min(b);
        }
    }
    (0..above.len()).map(|v| root(&mut above, v)).collect()
}
