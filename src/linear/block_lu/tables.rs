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
use crate::error::{Result, require_memory};
use std::ops::Range;

/// Consecutive places: `len` of them, from `a` here and from `b` there.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    pub a: u32,
    pub b: u32,
    pub len: u32,
}

/// A rectangle of numbers, the first of them at `from`, `stride` from column to column, and its place in a matrix.
#[derive(Debug, Clone, Copy)]
pub struct Rectangle {
    pub from: u32,
    pub stride: u32,
    pub row: u32,
    pub col: u32,
    pub rows: u32,
    pub cols: u32,
}

impl Rectangle {
    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.rows as usize, self.cols as usize)
    }
}

/// A column with this many entries for each pivot of a front is long for it.
const LONG: usize = 8;

/// A list of rectangles that grows column by column.
struct Grown<'a> {
    list: &'a mut Vec<Rectangle>,
    /// those that the column before has reached
    reached: Vec<usize>,
}

impl<'a> Grown<'a> {
    fn new(list: &'a mut Vec<Rectangle>) -> Self {
        Grown { list, reached: Vec::new() }
    }

    /// Add the numbers of a column: pairs of place and row, rows that stand together as one.
    fn add(&mut self, col: usize, entries: impl Iterator<Item = (usize, usize)>) {
        let mut runs: Vec<Rectangle> = Vec::new();
        for (from, row) in entries.map(|(from, row)| (from as u32, row as u32)) {
            match runs.last_mut() {
                Some(run) if (run.from + run.rows, run.row + run.rows) == (from, row) => run.rows += 1,
                _ => runs.push(Rectangle { from, stride: 0, row, col: col as u32, rows: 1, cols: 1 }),
            }
        }
        let mut reached = Vec::new();
        for run in runs {
            let fits = |&k: &usize| {
                let last = &self.list[k];
                (last.row, last.rows, last.col + last.cols) == (run.row, run.rows, run.col)
                    && (last.cols == 1 && last.from < run.from || last.from + last.cols * last.stride == run.from)
            };
            match self.reached.iter().copied().find(fits) {
                Some(k) => {
                    let last = &mut self.list[k];
                    last.stride = if last.cols == 1 { run.from - last.from } else { last.stride };
                    last.cols += 1;
                    reached.push(k);
                }
                None => {
                    reached.push(self.list.len());
                    self.list.push(run);
                }
            }
        }
        self.reached = reached;
    }
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
    /// entries of the matrix, with their place in the front
    pub copies: Vec<Rectangle>,
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

/// Err unless there is room for the fronts, and for half as much in tables: of models that fill in nobody knows before how much they take.
fn require_room(fronts: &[tree::Front], size: &[usize]) -> Result<()> {
    let width = |front: &tree::Front| front.pivots.iter().chain(&front.border).map(|&v| size[v]).sum::<usize>();
    let numbers: usize = fronts.iter().map(|front| width(front).pow(2)).sum();
    require_memory(numbers.saturating_mul(3 * size_of::<f64>() / 2), "the factors of the system")
}

/// The front that takes up what each one leaves.
fn parents(fronts: &[tree::Front]) -> Vec<Option<usize>> {
    let mut parents = vec![None; fronts.len()];
    for (p, front) in fronts.iter().enumerate() {
        front.children.iter().for_each(|&c| parents[c] = Some(p));
    }
    parents
}

/// Operations of an elimination of these blocks from a front of m unknowns.
fn operations(m: usize, blocks: impl Iterator<Item = usize>) -> f64 {
    let (mut rest, mut sum) = (m as f64, 0.0);
    for b in blocks.map(|b| b as f64) {
        rest -= b;
        sum += 2.0 * b * b * b + 2.0 * b * b * rest + 2.0 * b * rest * rest;
    }
    sum
}

impl Tables {
    /// Analyse a pattern of compressed columns whose unknowns belong to these groups.
    pub fn new(col_ptr: &[usize], row_idx: &[usize], groups: &[Group]) -> Result<Self> {
        let n = col_ptr.len() - 1;
        let mut at = Places { col_ptr, row_idx, groups, group: vec![usize::MAX; n], within: vec![0; n] };
        for (k, group) in groups.iter().enumerate() {
            for (place, &u) in group.unknowns.iter().enumerate() {
                (at.group[u], at.within[u]) = (k, place);
            }
        }
        assert!(at.group.iter().all(|g| *g != usize::MAX), "every unknown belongs to a group");
        let size: Vec<usize> = groups.iter().map(|g| g.unknowns.len()).collect();
        let order = order(at.neighbours(), groups);
        let mut fronts = tree::fronts(&order, &size, |v| groups[v].after.is_empty());
        require_room(&fronts, &size)?;

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
        let parents = parents(&fronts);
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
            tables.operations += operations(m, front.pivots.iter().map(|&v| size[v]));
            front.pivots.iter().chain(&front.border).for_each(|&v| local[v] = usize::MAX);
        }
        let copied: usize = tables.copies.iter().map(|c| (c.rows * c.cols) as usize).sum();
        assert_eq!(copied, row_idx.len(), "every entry goes to one front");
        tables.largest = size.iter().copied().max().unwrap_or(0);
        tables.list_matrix(&at);
        Ok(tables)
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
        let (mut covered, first) = (vec![false; m * m], self.copies.len());
        let mut pivots: Vec<usize> = front.pivots.iter().flat_map(|&v| at.groups[v].unknowns.iter().copied()).collect();
        pivots.sort_unstable();
        for (k, &v) in front.pivots.iter().chain(&front.border).enumerate() {
            let mut grown = Grown::new(&mut self.copies);
            for &col in &at.groups[v].unknowns {
                if k >= front.pivots.len() && at.rows(col).len() > LONG * pivots.len() {
                    // a condition on a whole beam is on the border of all its fronts: of its long column look at the pivots alone
                    let found = pivots.iter().filter_map(|row| Some((at.rows(col).binary_search(row).ok()?, *row)));
                    let here = |(p, row): (usize, usize)| (at.col_ptr[col] + p, local[at.group[row]] + at.within[row]);
                    grown.add(local[v] + at.within[col], found.map(here));
                    continue;
                }
                let here = |(p, &row): (usize, &usize)| {
                    let other = at.group[row];
                    (local[other] != usize::MAX && belongs(other, v)).then(|| (p, local[other] + at.within[row]))
                };
                let entries = (at.col_ptr[col]..).zip(at.rows(col)).filter_map(here);
                grown.add(local[v] + at.within[col], entries);
            }
        }
        // a single number is copied over a zero, so that it does not divide what is made zero
        for copy in self.copies[first..].iter().filter(|copy| copy.size() != (1, 1)) {
            for col in copy.col..copy.col + copy.cols {
                let start = col as usize * m + copy.row as usize;
                covered[start..start + copy.rows as usize].fill(true);
            }
        }
        let mut grown = Grown::new(&mut self.zeros);
        for col in 0..m {
            let left = (0..m).map(|row| (col * m + row, row)).filter(|(place, _)| !covered[*place]);
            grown.add(col, left);
        }
    }

    /// The matrix as rectangles.
    fn list_matrix(&mut self, at: &Places) {
        let mut grown = Grown::new(&mut self.matrix);
        for col in 0..at.group.len() {
            grown.add(col, (at.col_ptr[col]..).zip(at.rows(col).iter().copied()));
        }
    }
}
