//! Which unknown stands where, and where each term's numbers go in the sparse matrix. Made once for a model.
//!
//! Order of unknowns: free components of nodes, scalars, then multipliers; a multiplier thus follows the unknowns it
//! acts on, as elimination without pivoting will want it (Epple §2.6).

use crate::model::{Model, NodeKind};
use crate::terms::{Class, Parts, Term};
use std::sync::Arc;

/// "No unknown here": a fixed component.
pub const NONE: u32 = u32::MAX;

/// What an equation of the system says, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Equation {
    /// balance of component 0..6 of a node
    Node(usize, usize),
    /// balance of a scalar
    Scalar(usize),
    /// condition `k` of a term
    Condition(usize, usize),
}

/// A part of a term's matrix whose columns stand in the system as unbroken runs of the same length, one after the other: the
/// components of one node or one scalar by those of another.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// first local row and column
    pub first: [usize; 2],
    /// rows and columns
    pub size: [usize; 2],
    /// start of its first column in the pattern
    pub column: usize,
    /// place of its first entry
    pub place: usize,
    /// entries of each of its columns in the pattern
    pub stride: usize,
}

/// Where one term's block goes.
#[derive(Debug, Clone)]
pub struct TermPlan {
    /// number of its nodes
    pub nodes: usize,
    /// unknowns of each of them in the term's blocks
    pub width: usize,
    /// system unknown of each local unknown
    pub dofs: Vec<u32>,
    /// first of its conditions among all conditions
    pub first: usize,
    /// number of conditions
    pub conditions: usize,
    /// places of K, n × n row-major; none of a term without K
    pub k: Vec<u32>,
    /// the same in runs
    pub runs: Vec<Run>,
    /// which matrices the term fills
    pub parts: Parts,
    /// places of B, m × n row-major
    pub b: Vec<u32>,
    /// places of Bᵀ, m × n row-major
    pub bt: Vec<u32>,
}

/// Unknowns and pattern of a model.
#[derive(Debug, Clone)]
pub struct Layout {
    /// unknown of each component of each node
    pub nodes: Vec<[u32; 6]>,
    /// unknown of each scalar
    pub scalars: Vec<u32>,
    /// unknowns of motion; the multipliers follow
    pub motion: usize,
    /// all unknowns
    pub size: usize,
    /// what each equation says
    pub equations: Vec<Equation>,
    /// class of each unknown and equation
    pub classes: Vec<Class>,
    /// plan of each term
    pub terms: Vec<TermPlan>,
    /// start of each column, compressed sparse columns
    pub col_ptr: Arc<Vec<usize>>,
    /// row of each entry
    pub row_idx: Arc<Vec<usize>>,
    /// place of each diagonal entry
    pub diagonal: Vec<u32>,
    /// r of each constraint, see `rows`
    pub factors: Vec<f64>,
    pub(super) groups: Vec<super::groups::Group>,
}

/// The unknowns that a term's nodes and scalars have, those that it does not see among them: all components of a node have the same
/// columns.
fn free_dofs<'a>(term: &'a dyn Term, nodes: &'a [[u32; 6]], scalars: &'a [u32]) -> impl Iterator<Item = usize> + 'a {
    let of_nodes = term.nodes().iter().flat_map(|n| nodes[n.0]);
    let all = of_nodes.chain(term.scalars().iter().map(|s| scalars[s.0]));
    all.filter(|dof| *dof != NONE).map(|dof| dof as usize)
}

/// Start of each column and row of each entry: all pairs of unknowns of a term that has K, all of a term with its conditions, and the
/// diagonal. Column by column, so that no pair is there twice at any time.
fn pattern<'a, I: Iterator<Item = usize> + 'a>(
    terms: &[TermPlan],
    dofs: impl Fn(usize) -> I,
    motion: usize,
    size: usize,
) -> (Vec<usize>, Vec<usize>) {
    // the terms of each unknown of motion, one after the other
    let mut starts = vec![0_usize; motion + 1];
    for dof in (0..terms.len()).flat_map(&dofs) {
        starts[dof + 1] += 1;
    }
    (0..motion).for_each(|j| starts[j + 1] += starts[j]);
    let (mut on, mut next) = (vec![0_u32; starts[motion]], starts.clone());
    for t in 0..terms.len() {
        for dof in dofs(t) {
            on[next[dof]] = t as u32;
            next[dof] += 1;
        }
    }
    let (mut col_ptr, mut row_idx, mut rows) = (Vec::with_capacity(size + 1), Vec::new(), Vec::new());
    col_ptr.push(0);
    let mut close = |rows: &mut Vec<usize>| {
        rows.sort_unstable();
        rows.dedup();
        row_idx.extend_from_slice(rows);
        col_ptr.push(row_idx.len());
        rows.clear();
    };
    for j in 0..motion {
        rows.push(j);
        for &t in &on[starts[j]..starts[j + 1]] {
            let plan = &terms[t as usize];
            if plan.parts.k {
                rows.extend(dofs(t as usize));
            }
            rows.extend((0..plan.conditions).map(|k| motion + plan.first + k));
        }
        close(&mut rows);
    }
    for (t, plan) in terms.iter().enumerate() {
        for k in 0..plan.conditions {
            rows.push(motion + plan.first + k);
            rows.extend(dofs(t));
            close(&mut rows);
        }
    }
    row_idx.shrink_to_fit();
    (col_ptr, row_idx)
}

/// The runs of the matrix of a term. All components of a node are in the same columns of the pattern, so its rows follow each other
/// there, and its columns are of the same length; a scalar stands alone.
fn runs(plan: &TermPlan, col_ptr: &[usize]) -> Vec<Run> {
    let TermPlan { nodes, width, dofs, k: places, .. } = plan;
    let free = |k: usize| dofs[width * k..width * (k + 1)].iter().filter(|dof| **dof != NONE).count();
    let mut groups: Vec<[usize; 2]> = (0..*nodes).map(|k| [width * k, free(k)]).filter(|group| group[1] > 0).collect();
    groups.extend((width * nodes..dofs.len()).map(|i| [i, 1]));
    let run = |row: [usize; 2], col: [usize; 2]| {
        let column = col_ptr[dofs[col[0]] as usize];
        let stride = col_ptr[dofs[col[0]] as usize + 1] - column;
        let place = places[row[0] * dofs.len() + col[0]] as usize;
        Run { first: [row[0], col[0]], size: [row[1], col[1]], column, place, stride }
    };
    groups.iter().flat_map(|row| groups.iter().map(move |col| run(*row, *col))).collect()
}

impl TermPlan {
    /// Where its matrices go: `place` of a row and a column in the pattern.
    fn set_places(&mut self, motion: usize, col_ptr: &[usize], place: impl Fn(u32, u32) -> u32 + Copy) {
        let dofs = &self.dofs;
        if self.parts.k {
            self.k.reserve_exact(dofs.len() * dofs.len());
            self.k.extend(dofs.iter().flat_map(|&i| dofs.iter().map(move |&j| place(i, j))));
            self.runs = runs(self, col_ptr);
        }
        let dofs = &self.dofs;
        self.b.reserve_exact(self.conditions * dofs.len());
        self.bt.reserve_exact(self.conditions * dofs.len());
        for k in 0..self.conditions {
            let row = (motion + self.first + k) as u32;
            self.b.extend(dofs.iter().map(|&j| place(row, j)));
            self.bt.extend(dofs.iter().map(|&j| place(j, row)));
        }
    }
}

impl Layout {
    /// Number the unknowns of a model and find the pattern of a run.
    pub fn new(model: &Model) -> Self {
        Self::of_terms(model, model.term_count())
    }

    /// The same in which a start is found: values and rates of joint coordinates there have conditions of their own, the last ones; and
    /// so have the first `links` of the model's rigid connections.
    pub fn of_start(model: &Model, links: usize) -> Self {
        Self::of_terms(model, model.term_count() + model.joint_starts().len() + links)
    }

    fn of_terms(model: &Model, count: usize) -> Self {
        let (mut equations, mut classes) = (Vec::new(), Vec::new());
        let mut nodes = vec![[NONE; 6]; model.nodes().len()];
        for (k, node) in model.nodes().iter().enumerate() {
            let free = match node.kind {
                NodeKind::Free => 6,
                NodeKind::Point => 3,
                NodeKind::Ground => 0,
            };
            for (j, dof) in nodes[k].iter_mut().enumerate().take(free) {
                *dof = equations.len() as u32;
                equations.push(Equation::Node(k, j));
                classes.push(if j < 3 { Class::Translation } else { Class::Rotation });
            }
        }
        let mut scalars = Vec::new();
        for (k, class) in model.scalars().iter().enumerate() {
            scalars.push(equations.len() as u32);
            equations.push(Equation::Scalar(k));
            classes.push(*class);
        }
        let motion = equations.len();

        let mut terms = Vec::new();
        for t in 0..count {
            let term = model.term(t);
            let width = term.width();
            let of_nodes = term.nodes().iter().flat_map(|n| nodes[n.0].into_iter().take(width));
            let dofs: Vec<u32> = of_nodes.chain(term.scalars().iter().map(|s| scalars[s.0])).collect();
            let (first, conditions) = (equations.len() - motion, term.conditions());
            let parts = term.parts();
            for k in 0..conditions {
                equations.push(Equation::Condition(t, k));
                classes.push(term.condition(k).0);
            }
            let nodes = term.nodes().len();
            terms.push(TermPlan {
                nodes,
                width,
                dofs,
                first,
                conditions,
                k: vec![],
                runs: vec![],
                parts,
                b: vec![],
                bt: vec![],
            });
        }
        let size = equations.len();
        let (col_ptr, row_idx) = pattern(&terms, |t| free_dofs(model.term(t), &nodes, &scalars), motion, size);
        let place = |row: u32, col: u32| {
            if row == NONE || col == NONE {
                return NONE;
            }
            let column = col_ptr[col as usize]..col_ptr[col as usize + 1];
            let within = row_idx[column.clone()].binary_search(&(row as usize));
            (column.start + within.expect("the pattern holds every pair of a term")) as u32
        };
        terms.iter_mut().for_each(|plan| plan.set_places(motion, &col_ptr, place));
        let diagonal = (0..size as u32).map(|i| place(i, i)).collect();
        let (groups, col_ptr, row_idx) = (Vec::new(), Arc::new(col_ptr), Arc::new(row_idx));
        let factors = vec![1.0; size - motion];
        let mut layout = Layout {
            nodes,
            scalars,
            motion,
            size,
            equations,
            classes,
            terms,
            col_ptr,
            row_idx,
            diagonal,
            factors,
            groups,
        };
        layout.find_groups(model);
        layout
    }

    /// Number of conditions.
    pub fn conditions(&self) -> usize {
        self.size - self.motion
    }

    /// An equation in the user's words: node "hub", force along y.
    pub fn describe(&self, model: &Model, equation: usize) -> String {
        const BALANCE: [&str; 6] =
            ["force along x", "force along y", "force along z", "moment about x", "moment about y", "moment about z"];
        match self.equations[equation] {
            Equation::Node(k, j) => format!("node \"{}\", {}", model.nodes()[k].name, BALANCE[j]),
            Equation::Scalar(k) => model.describe_scalar(k),
            Equation::Condition(t, k) => {
                format!("{}, {}", model.term_name(t), model.term(t).condition(k).1)
            }
        }
    }
}
