//! What the factorisation of one pattern does, as tables: made once, read at every factorisation.
//!
//! A front with w pivots and a border of r is a full matrix of m = w + r columns, kept whole:
//!
//! ```text
//!   | D  U |   w     D: inverses of the pivot blocks and what stands between them
//!   | L  S |   r     S: handed on to the parent
//! ```

use super::order::order;
use super::tree;
use crate::assembly::Group;
use std::ops::Range;

/// `rows` × `cols` numbers, from the values of the matrix to a front.
#[derive(Debug, Clone, Copy)]
pub struct Copy {
    pub from: u32,
    pub stride: u32,
    pub to: u32,
    pub rows: u32,
    pub cols: u32,
}

/// Consecutive places: `len` of them, from `a` here and from `b` there.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    pub a: u32,
    pub b: u32,
    pub len: u32,
}

/// A rectangle of a front, or of the matrix with the place of its rows and columns in vectors.
#[derive(Debug, Clone, Copy)]
pub struct Rectangle {
    pub from: u32,
    pub stride: u32,
    pub row: u32,
    pub col: u32,
    pub rows: u32,
    pub cols: u32,
}

/// A front: ranges are places in the tables.
#[derive(Debug, Clone)]
pub struct Front {
    /// pivots
    pub w: usize,
    /// pivots and border
    pub m: usize,
    /// its place in the store
    pub at: usize,
    /// place of its first pivot in the order of elimination
    pub first: usize,
    pub blocks: Range<usize>,
    pub zeros: Range<usize>,
    pub copies: Range<usize>,
    pub children: Range<usize>,
    /// border → unknowns in the order of elimination
    pub border: Range<usize>,
    /// border → parent
    pub to_parent: Range<usize>,
}

/// All tables of a pattern.
#[derive(Debug, Clone, Default)]
pub struct Tables {
    /// entries of the matrix
    pub entries: usize,
    /// unknown at each place of the order of elimination
    pub unknowns: Vec<u32>,
    pub fronts: Vec<Front>,
    /// sizes of pivot blocks
    pub blocks: Vec<u32>,
    /// parts of fronts to which nothing is copied
    pub zeros: Vec<Rectangle>,
    pub copies: Vec<Copy>,
    pub children: Vec<u32>,
    pub runs: Vec<Run>,
    /// the matrix as rectangles, for products with it
    pub matrix: Vec<Rectangle>,
    /// numbers in all fronts
    pub store: usize,
    /// largest front
    pub widest: usize,
    /// largest pivot block
    pub largest: usize,
    /// multiplications and additions of one factorisation
    pub operations: f64,
}

/// Where unknowns stand.
struct Places<'a> {
    col_ptr: &'a [usize],
    row_idx: &'a [usize],
    groups: &'a [Group],
    /// group of each unknown, and its place in it
    group: Vec<usize>,
    within: Vec<usize>,
}

impl Places<'_> {
    fn rows(&self, col: usize) -> &[usize] {
        &self.row_idx[self.col_ptr[col]..self.col_ptr[col + 1]]
    }

    /// Columns of a list that stand together and have the same rows: first, number.
    fn strips(&self, columns: &[usize]) -> Vec<(usize, usize)> {
        let mut strips: Vec<(usize, usize)> = Vec::new();
        for &col in columns {
            match strips.last_mut() {
                Some((first, count)) if *first + *count == col && self.rows(*first) == self.rows(col) => *count += 1,
                _ => strips.push((col, 1)),
            }
        }
        strips
    }

    /// Sorted neighbours of each group.
    fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new(); self.groups.len()];
        for col in 0..self.group.len() {
            let own = self.group[col];
            for other in self.rows(col).iter().map(|&row| self.group[row]).filter(|&other| other != own) {
                if all[own].last() != Some(&other) {
                    all[own].push(other);
                    all[other].push(own);
                }
            }
        }
        for list in &mut all {
            list.sort_unstable();
            list.dedup();
        }
        all
    }
}

impl Tables {
    /// Analyse a pattern of compressed columns whose unknowns belong to these groups.
    pub fn new(col_ptr: &[usize], row_idx: &[usize], groups: &[Group]) -> Self {
        let n = col_ptr.len() - 1;
        let mut at = Places { col_ptr, row_idx, groups, group: vec![usize::MAX; n], within: vec![0; n] };
        for (k, group) in groups.iter().enumerate() {
            for (place, &u) in group.unknowns.iter().enumerate() {
                (at.group[u], at.within[u]) = (k, place);
            }
        }
        assert!(at.group.iter().all(|g| *g != usize::MAX), "every unknown belongs to a group");
        let size: Vec<usize> = groups.iter().map(|g| g.unknowns.len()).collect();
        let after: Vec<Vec<usize>> = groups.iter().map(|g| g.after.clone()).collect();
        let order = order(at.neighbours(), &size, &after);
        let mut fronts = tree::fronts(&order, &size, |v| after[v].is_empty());

        let mut tables = Tables { entries: row_idx.len(), ..Default::default() };
        let (mut place, mut home) = (vec![0; groups.len()], vec![0; groups.len()]);
        for (f, front) in fronts.iter().enumerate() {
            for &v in &front.pivots {
                (place[v], home[v]) = (tables.unknowns.len(), f);
                tables.unknowns.extend(groups[v].unknowns.iter().map(|&u| u as u32));
            }
        }
        for front in &mut fronts {
            front.border.sort_unstable_by_key(|&v| place[v]);
        }
        let parents = {
            let mut parents = vec![None; fronts.len()];
            for (p, front) in fronts.iter().enumerate() {
                front.children.iter().for_each(|&c| parents[c] = Some(p));
            }
            parents
        };
        let mut local = vec![usize::MAX; groups.len()];
        let set = |local: &mut [usize], front: &tree::Front| {
            let mut next = 0;
            for &v in front.pivots.iter().chain(&front.border) {
                local[v] = next;
                next += size[v];
            }
            next
        };
        for (f, front) in fronts.iter().enumerate() {
            let runs = tables.runs.len();
            if let Some(parent) = parents[f] {
                set(&mut local, &fronts[parent]);
                tables.add_runs(front.border.iter().map(|&v| (local[v], size[v])));
            }
            let to_parent = runs..tables.runs.len();
            tables.add_runs(front.border.iter().map(|&v| (place[v], size[v])));
            let border = to_parent.end..tables.runs.len();

            let m = set(&mut local, front);
            let w = front.pivots.iter().map(|&v| size[v]).sum();
            let blocks = tables.blocks.len();
            tables.blocks.extend(front.pivots.iter().map(|&v| size[v] as u32));
            let (zeros, copies) = (tables.zeros.len(), tables.copies.len());
            tables.add_copies(&at, front, &local, m, |row, col| home[row].min(home[col]) == f);
            let children = tables.children.len();
            tables.children.extend(front.children.iter().rev().map(|&c| c as u32));
            tables.fronts.push(Front {
                w,
                m,
                at: tables.store,
                first: place[front.pivots[0]],
                blocks: blocks..tables.blocks.len(),
                zeros: zeros..tables.zeros.len(),
                copies: copies..tables.copies.len(),
                children: children..tables.children.len(),
                border,
                to_parent,
            });
            tables.store += m.pow(2).next_multiple_of(8);
            tables.widest = tables.widest.max(m);
            let mut rest = m as f64;
            for b in front.pivots.iter().map(|&v| size[v] as f64) {
                rest -= b;
                tables.operations += 2.0 * b * b * b + 2.0 * b * b * rest + 2.0 * b * rest * rest;
            }
            front.pivots.iter().chain(&front.border).for_each(|&v| local[v] = usize::MAX);
        }
        let copied: usize = tables.copies.iter().map(|c| (c.rows * c.cols) as usize).sum();
        assert_eq!(copied, row_idx.len(), "every entry goes to one front");
        tables.largest = size.iter().copied().max().unwrap_or(0);
        tables.list_matrix(&at);
        tables
    }

    /// Runs of groups that stand one after the other here, at places of given lengths there.
    fn add_runs(&mut self, places: impl Iterator<Item = (usize, usize)>) {
        let (first, mut a) = (self.runs.len(), 0);
        for (b, len) in places.map(|(b, len)| (b as u32, len as u32)) {
            match self.runs[first..].last_mut() {
                Some(run) if run.b + run.len == b => run.len += len,
                _ => self.runs.push(Run { a, b, len }),
            }
            a += len;
        }
    }

    /// Where the entries of the matrix go in a front, those of which `belongs` holds for the groups of row and column.
    fn add_copies(
        &mut self,
        at: &Places,
        front: &tree::Front,
        local: &[usize],
        m: usize,
        belongs: impl Fn(usize, usize) -> bool,
    ) {
        let mut covered = vec![false; m * m];
        for &v in front.pivots.iter().chain(&front.border) {
            for (col, cols) in at.strips(&at.groups[v].unknowns) {
                let (first, stride) = (self.copies.len(), at.rows(col).len());
                let column = (local[v] + at.within[col]) * m;
                for (p, &row) in (at.col_ptr[col]..).zip(at.rows(col)) {
                    let other = at.group[row];
                    if local[other] == usize::MAX || !belongs(other, v) {
                        continue;
                    }
                    let to = column + local[other] + at.within[row];
                    (0..cols).for_each(|k| covered[to + k * m] = true);
                    match self.copies[first..].last_mut() {
                        Some(c) if (c.from + c.rows, c.to + c.rows) == (p as u32, to as u32) => c.rows += 1,
                        _ => self.copies.push(Copy {
                            from: p as u32,
                            stride: stride as u32,
                            to: to as u32,
                            rows: 1,
                            cols: cols as u32,
                        }),
                    }
                }
            }
        }
        // what is left, columns with the same gap together
        let first = self.zeros.len();
        for col in 0..m {
            let mut row = 0;
            while row < m {
                let rows = (row..m).take_while(|&i| !covered[col * m + i]).count();
                if rows > 0 {
                    let same = |z: &&mut Rectangle| {
                        (z.row, z.rows) == (row as u32, rows as u32) && (z.col + z.cols) as usize == col
                    };
                    match self.zeros[first..].iter_mut().find(same) {
                        Some(z) => z.cols += 1,
                        None => self.zeros.push(Rectangle {
                            from: (col * m + row) as u32,
                            stride: m as u32,
                            row: row as u32,
                            col: col as u32,
                            rows: rows as u32,
                            cols: 1,
                        }),
                    }
                }
                row += rows.max(1);
            }
        }
    }

    /// The matrix as rectangles.
    fn list_matrix(&mut self, at: &Places) {
        let all: Vec<usize> = (0..at.group.len()).collect();
        for (col, cols) in at.strips(&all) {
            let first = self.matrix.len();
            for (p, &row) in (at.col_ptr[col]..).zip(at.rows(col)) {
                match self.matrix[first..].last_mut() {
                    Some(r) if (r.row + r.rows) as usize == row => r.rows += 1,
                    _ => self.matrix.push(Rectangle {
                        from: p as u32,
                        stride: at.rows(col).len() as u32,
                        row: row as u32,
                        col: col as u32,
                        rows: 1,
                        cols: cols as u32,
                    }),
                }
            }
        }
    }
}
