//! Which rows of a sparse matrix depend on the others, and how.
//!
//! Row by row elimination: what is left of a dependent row is zero, and the multipliers used on it say which rows it follows from.
//! Columns without a pivot span what all rows leave free. Of the large entries of a row the pivot is the one whose column is the
//! first to be in no later row: rows of a chain then stay as short as they are. Rows that surely do not depend on others, found before
//! in any order (`independence`), take no part.

use super::independence::doubtful;

/// A row that is a combination of rows before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Dependent {
    /// the row
    pub row: usize,
    /// rows and factors: row = Σ factor · other
    pub follows_from: Vec<(usize, f64)>,
}

struct Reduced {
    row: usize,
    pivot: usize,
    /// entries after elimination, divided by the pivot
    entries: Vec<(usize, f64)>,
    scale: f64,
    /// (place among the reduced rows, multiplier)
    used: Vec<(usize, f64)>,
}

/// Dependent rows among `rows` (column, value), in their order; a row counts as dependent when elimination leaves less
/// than `tolerance` of its largest entry.
pub fn dependent_rows(rows: &[Vec<(usize, f64)>], columns: usize, tolerance: f64) -> Vec<Dependent> {
    let doubtful = doubtful(rows, columns);
    if !doubtful.contains(&true) {
        return Vec::new();
    }
    eliminate(rows, columns, tolerance, |row| doubtful[row]).1
}

/// An entry of a row that may be its pivot, against the largest.
const PIVOT: f64 = 0.1;

/// Eliminate the rows that take part.
fn eliminate(
    rows: &[Vec<(usize, f64)>],
    columns: usize,
    tolerance: f64,
    takes_part: impl Fn(usize) -> bool,
) -> (Vec<Reduced>, Vec<Dependent>) {
    let mut last_use = vec![0; columns];
    for (row, entries) in rows.iter().enumerate().filter(|(row, _)| takes_part(*row)) {
        entries.iter().for_each(|(c, _)| last_use[*c] = row);
    }
    let (mut reduced, mut found): (Vec<Reduced>, Vec<Dependent>) = (Vec::new(), Vec::new());
    let mut work = vec![0.0; columns];
    let mut pivot_of: Vec<Option<usize>> = vec![None; columns];
    for (row, entries) in rows.iter().enumerate().filter(|(row, _)| takes_part(*row)) {
        // columns that may be non-zero, and the pivots still to be eliminated, in the order of their rows
        let mut touched = Vec::new();
        let mut pending = std::collections::BTreeSet::new();
        let mut add = |work: &mut [f64], pending: &mut std::collections::BTreeSet<usize>, c: usize, v: f64| {
            if work[c] == 0.0 {
                touched.push(c);
                pending.extend(pivot_of[c]);
            }
            work[c] += v;
        };
        let size = entries.iter().fold(0.0_f64, |s, (_, v)| s.max(v.abs()));
        for &(c, v) in entries {
            add(&mut work, &mut pending, c, v);
        }
        let mut used = Vec::new();
        while let Some(j) = pending.pop_first() {
            let factor = work[reduced[j].pivot];
            if factor == 0.0 {
                continue;
            }
            for &(c, v) in &reduced[j].entries {
                add(&mut work, &mut pending, c, -factor * v);
            }
            work[reduced[j].pivot] = 0.0;
            pending.remove(&j);
            used.push((j, factor));
        }
        let largest = touched.iter().fold(0.0_f64, |most, c| most.max(work[*c].abs()));
        if largest <= tolerance * size || size == 0.0 {
            found.push(Dependent { row, follows_from: combination(&reduced, used) });
        } else {
            touched.sort_unstable();
            touched.dedup();
            let large = touched.iter().copied().filter(|c| work[*c].abs() >= PIVOT * largest);
            let first_done =
                |a: &usize, b: &usize| last_use[*a].cmp(&last_use[*b]).then(work[*b].abs().total_cmp(&work[*a].abs()));
            let pivot = large.min_by(first_done).expect("the largest entry is one");
            let scale = work[pivot];
            let entries = touched.iter().filter(|&&c| work[c] != 0.0).map(|&c| (c, work[c] / scale)).collect();
            pivot_of[pivot] = Some(reduced.len());
            reduced.push(Reduced { row, pivot, entries, scale, used });
        }
        for c in touched {
            work[c] = 0.0;
        }
    }
    (reduced, found)
}

/// Σ used·reduced in terms of the original rows, last to first.
fn combination(reduced: &[Reduced], used: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    let mut open: std::collections::BTreeMap<usize, f64> = used.into_iter().collect();
    let mut out = Vec::new();
    while let Some((j, factor)) = open.pop_last() {
        let factor = factor / reduced[j].scale;
        out.push((reduced[j].row, factor));
        for &(k, multiplier) in &reduced[j].used {
            *open.entry(k).or_insert(0.0) -= factor * multiplier;
        }
    }
    let size = out.iter().fold(0.0_f64, |s, (_, v)| s.max(v.abs()));
    out.retain(|(_, v)| v.abs() > 1e-7 * size);
    out.sort_unstable_by_key(|(row, _)| *row);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_combination_of_rows_is_found_with_its_factors() {
        let rows = vec![
            vec![(0, 1.0), (1, 2.0)],
            vec![(1, 1.0), (2, -1.0)],
            vec![(2, 3.0), (3, 1.0)],
            vec![(0, 2.0), (1, 1.0), (2, 3.0)], // 2 row0 − 3 row1
            vec![(3, 1.0)],
            vec![(2, 1.0)], // (row2 − row4)/3
        ];
        let found = dependent_rows(&rows, 4, 1e-10);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].row, 3);
        assert_eq!(found[0].follows_from.len(), 2);
        for (got, expected) in found[0].follows_from.iter().zip([(0, 2.0), (1, -3.0)]) {
            assert_eq!(got.0, expected.0);
            assert!((got.1 - expected.1).abs() < 1e-14);
        }
        assert_eq!((found[1].row, found[1].follows_from.len()), (5, 2));
    }

    #[test]
    fn every_reported_combination_reproduces_its_row() {
        let mut noise = crate::terms::check::Noise(9);
        let base: Vec<Vec<f64>> = (0..6).map(|_| (0..8).map(|_| noise.number()).collect()).collect();
        let mix: Vec<f64> = (0..6).map(|_| noise.number()).collect();
        let mut rows = base.clone();
        rows.push((0..8).map(|c| (0..6).map(|r| mix[r] * base[r][c]).sum()).collect());
        let sparse: Vec<Vec<(usize, f64)>> = rows.iter().map(|r| r.iter().copied().enumerate().collect()).collect();
        let found = dependent_rows(&sparse, 8, 1e-10);
        assert_eq!((found.len(), found[0].row), (1, 6));
        for (row, factor) in &found[0].follows_from {
            assert!((factor - mix[*row]).abs() < 1e-12);
        }
    }

    #[test]
    fn rows_of_large_trees_and_loops_are_found_independent_whatever_their_order() {
        // sums and differences of neighbours in a tree, and a loop that one more row of its own keeps open
        let mut noise = crate::terms::check::Noise(5);
        let count = 3000;
        let mut rows: Vec<Vec<(usize, f64)>> = (1..count)
            .map(|k| vec![(k, 1.0), (((noise.number() + 1.0) * 0.5 * k as f64) as usize, -1.0 - 0.3 * noise.number())])
            .collect();
        rows.push(vec![(0, 1.0)]);
        for k in (1..rows.len()).rev() {
            rows.swap(k, ((noise.number() + 1.0) * 0.5 * k as f64) as usize);
        }
        assert!(doubtful(&rows, count).iter().all(|doubt| !doubt));
        assert_eq!(dependent_rows(&rows, count, 1e-9), []);
        // a square regular system: any further row depends on it, and is found to
        rows.push(vec![(7, 1.0), (count - 1, 2.0)]);
        let found = dependent_rows(&rows, count, 1e-9);
        assert_eq!((found.len(), found[0].row), (1, rows.len() - 1));
        let mut sum = vec![0.0; count];
        for (row, factor) in &found[0].follows_from {
            rows[*row].iter().for_each(|(c, v)| sum[*c] += factor * v);
        }
        let off = |c: usize| (sum[c] - rows[count].iter().find(|e| e.0 == c).map_or(0.0, |e| e.1)).abs();
        assert!((0..count).all(|c| off(c) < 1e-6), "{:e}", (0..count).map(off).fold(0.0, f64::max));
    }

    #[test]
    fn what_is_nearly_dependent_is_left_to_elimination_in_order() {
        let near = |by: f64| vec![vec![(0, 1.0), (1, 1.0)], vec![(1, 1.0), (2, 1.0)], vec![(0, 1.0), (2, -1.0 + by)]];
        // the third is the first less the second but for `by`
        for (by, doubts, dependent) in [(1e-3, false, 0), (1e-7, true, 0), (1e-11, true, 1)] {
            let rows = near(by);
            assert_eq!(doubtful(&rows, 3), [doubts; 3], "{by}");
            assert_eq!(dependent_rows(&rows, 3, 1e-9).len(), dependent, "{by}");
        }
        // a part that has nothing to do with it is in no doubt
        let mut rows = near(0.0);
        rows.push(vec![(3, 1.0)]);
        assert_eq!(doubtful(&rows, 4), [true, true, true, false]);
    }
}
