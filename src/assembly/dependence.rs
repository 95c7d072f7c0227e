//! Which rows of a sparse matrix depend on the others, and how.
//!
//! Row by row elimination with the largest entry as pivot: what is left of a dependent row is zero, and the
//! multipliers used on it say which rows it follows from.

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
    eliminate(rows, columns, tolerance).1
}

fn eliminate(rows: &[Vec<(usize, f64)>], columns: usize, tolerance: f64) -> (Vec<Reduced>, Vec<Dependent>) {
    let (mut reduced, mut found): (Vec<Reduced>, Vec<Dependent>) = (Vec::new(), Vec::new());
    let mut work = vec![0.0; columns];
    let mut pivot_of: Vec<Option<usize>> = vec![None; columns];
    for (row, entries) in rows.iter().enumerate() {
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
        let (mut pivot, mut largest) = (0, 0.0_f64);
        for &c in &touched {
            if work[c].abs() > largest {
                (pivot, largest) = (c, work[c].abs());
            }
        }
        if largest <= tolerance * size || size == 0.0 {
            found.push(Dependent { row, follows_from: combination(&reduced, used) });
        } else {
            let scale = work[pivot];
            touched.sort_unstable();
            touched.dedup();
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
}
