//! The interval family: forces over a step, in the twelve coordinates q = (x, d₁, d₂, d₃) of a node.
//!
//! Sources: Bauchau 2003 (17), (23)–(29); Borri 2000 (75)–(79), (95)–(107).
//!
//! Every strain and every condition is at most quadratic in q, so its increment between two levels is its gradient at
//! their *average* times the increment of q. A term gives forces and gradients in q, for any directors; a scheme says
//! between which levels to average and how to weigh stresses and loads, and projects the result on its unknowns.
//!
//! | level | name | time |
//! |---|---|---|
//! | i | beginning | t |
//! | j | inner level of the decaying schemes | t⁺ |
//! | f | end | t + h |

use super::{Fault, Level, Motion, NodeId, ScalarId};
use crate::math::Vec3;

/// The levels of a step, as indices of [`Span::levels`].
pub const I: usize = 0;
/// Inner level.
pub const J: usize = 1;
/// End.
pub const F: usize = 2;

/// One balance of a step: gradients at the average of `from` and `to`, stresses and loads Σ weights · (value at i, j, f).
///
/// Dampers are driven by (·_f − ·_i)/h and take the sum of the weights.
pub struct Span<'a> {
    /// i, j, f
    pub levels: [Level<'a>; 3],
    /// step size [s]
    pub h: f64,
    /// level where the increment begins
    pub from: usize,
    /// level where it ends; conditions are evaluated there
    pub to: usize,
    /// of values at i, j, f
    pub weights: [f64; 3],
    /// mean acceleration of the twelve coordinates of every node, and its slopes in q_j and q_f; None when the scheme
    /// takes inertia as momenta
    pub acceleration: Option<(&'a [[Vec3; 4]], [f64; 2])>,
}

impl Span<'_> {
    /// Σ weights · value(level).
    pub fn weighted(&self, value: impl Fn(&Level) -> f64) -> f64 {
        (0..3).map(|k| self.weights[k] * value(&self.levels[k])).sum()
    }

    /// Sum of the weights: what a constant force gets.
    pub fn total(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// How the average moves with q_j and q_f: ½ if it is one of the two levels.
    pub fn mean_slopes(&self) -> [f64; 2] {
        [J, F].map(|level| if self.from == level || self.to == level { 0.5 } else { 0.0 })
    }

    /// Averaged coordinates of a node.
    pub fn mean(&self, node: NodeId) -> [Vec3; 4] {
        let [a, b] = [self.from, self.to].map(|level| coordinates(&self.levels[level].nodes[node.0]));
        std::array::from_fn(|k| 0.5 * (a[k] + b[k]))
    }

    /// A row over a term's coordinates times their increment from `from` to `to`.
    pub fn along(&self, nodes: &[NodeId], scalars: &[ScalarId], row: &[f64]) -> f64 {
        let mut sum = 0.0;
        let (of_nodes, of_scalars) = row.split_at(row.len() - scalars.len());
        // twelve coordinates a node, or the three of its place
        for (row, node) in of_nodes.chunks_exact((of_nodes.len() / nodes.len().max(1)).max(1)).zip(nodes) {
            for (row, step) in row.chunks_exact(3).zip(self.increment(*node)) {
                sum += row[0] * step.x + row[1] * step.y + row[2] * step.z;
            }
        }
        for (k, s) in scalars.iter().enumerate() {
            let step = self.levels[self.to].scalars[s.0].value - self.levels[self.from].scalars[s.0].value;
            sum += of_scalars[k] * step;
        }
        sum
    }

    /// q_to − q_from of a node.
    pub fn increment(&self, node: NodeId) -> [Vec3; 4] {
        let [a, b] = [self.from, self.to].map(|level| coordinates(&self.levels[level].nodes[node.0]));
        std::array::from_fn(|k| b[k] - a[k])
    }
}

/// q = (x, d₁, d₂, d₃).
pub fn coordinates(node: &Motion) -> [Vec3; 4] {
    [node.x, node.d.column(0).into(), node.d.column(1).into(), node.d.column(2).into()]
}

/// Work over a step, by what does it [J].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Works {
    /// of applied loads
    pub applied: f64,
    /// of driven coordinates
    pub driven: f64,
    /// of the conditions that should do none
    pub constraints: f64,
    /// of dampers, negative when they dissipate
    pub dampers: f64,
}

impl Works {
    /// Add a multiple of other works.
    pub fn add(&mut self, other: &Works, factor: f64) {
        self.applied += factor * other.applied;
        self.driven += factor * other.driven;
        self.constraints += factor * other.constraints;
        self.dampers += factor * other.dampers;
    }
}

/// Forces of one term over a step.
///
/// Local coordinates: twelve a node in the order of [`Term::nodes`](super::Term::nodes), or the three of its place for a term that
/// sees no rotations, then one a scalar. Matrices are row-major.
#[derive(Debug, Clone, Default)]
pub struct IntervalBlock {
    /// local coordinates
    pub n: usize,
    /// conditions
    pub m: usize,
    /// multipliers of the conditions, given
    pub lambda: Vec<f64>,
    /// force, multipliers included
    pub force: Vec<f64>,
    /// ∂force/∂q_j and ∂force/∂q_f, n × n
    pub k: [Vec<f64>; 2],
    /// are only forces and conditions wanted? Tangents may then stay zero
    pub without_tangents: bool,
    /// conditions at `to`
    pub c: Vec<f64>,
    /// averaged gradient: the force of λ is b_meanᵀ λ, m × n
    pub b_mean: Vec<f64>,
    /// ∂C/∂q at `to`, m × n
    pub b_to: Vec<f64>,
    /// work of what the term does beside storing energy, for the increment from → to
    pub works: Works,
    /// set by a term that cannot be evaluated here
    pub fault: Option<Fault>,
}

impl IntervalBlock {
    /// Make room for `n` coordinates and `m` conditions, all zero; for tangents if the term has K. A term without K fills all of its
    /// gradients, which are long: there they hold any numbers.
    pub fn reset(&mut self, n: usize, m: usize, has_k: bool) {
        (self.n, self.m, self.fault) = (n, m, None);
        self.works = Works::default();
        let [k_j, k_f] = &mut self.k;
        let square = if has_k { n * n } else { 0 };
        for gradient in [&mut self.b_mean, &mut self.b_to] {
            if has_k {
                gradient.clear();
            }
            gradient.resize(m * n, 0.0);
        }
        let sizes = [m, n, square, square, m];
        let arrays = [&mut self.lambda, &mut self.force, k_j, k_f, &mut self.c];
        for (array, size) in arrays.into_iter().zip(sizes) {
            array.clear();
            array.resize(size, 0.0);
        }
    }

    /// force of block `block` += f.
    pub fn add_force(&mut self, block: usize, f: &Vec3) {
        super::add_vector(&mut self.force, 3 * block, f);
    }
}

/// The form of a term over a step.
///
/// The work of the force is force·(q_to − q_from). It equals the change of energy for weights ½, ½ at the two levels, and
/// C_to − C_from for a unit multiplier, exactly and for any directors.
pub trait Interval: Send + Sync {
    /// The same on frames, of a term that can do better there than be projected; it has no conditions.
    fn frames(&self) -> Option<&dyn FrameInterval> {
        None
    }

    /// Forces, conditions and tangents, added to a block that is zero but for λ.
    fn interval(&self, over: &Span, out: &mut IntervalBlock);
}

/// The form of a term over a step on the unknowns of frames.
pub trait FrameInterval: Send + Sync {
    /// Forces and moments, with the moments Σ d̄_k × f_k by the averaged directors; tangents for the increments (δx, δθ) of the frames
    /// at j and f. Unknowns as in [`StageBlock`](super::StageBlock).
    fn on_frames(&self, over: &Span, out: &mut IntervalBlock);
}

/// Lines y_u = Σ_a T_ua q_a of blocks a (four a node), and what their dot products need.
#[derive(Debug, Clone)]
pub(crate) struct Linear<const L: usize, const B: usize> {
    /// T
    pub(crate) t: [[f64; B]; L],
    /// blocks in use
    pub(crate) blocks: usize,
}

impl<const L: usize, const B: usize> Linear<L, B> {
    /// The lines at a configuration.
    pub(crate) fn at(&self, q: &[Vec3; B]) -> [Vec3; L] {
        std::array::from_fn(|u| (0..self.blocks).map(|a| q[a] * self.t[u][a]).sum())
    }

    /// Add c ∂(y_u·y_v)/∂q at the lines `y` to a row.
    pub(crate) fn add_gradient(&self, row: &mut [f64], y: &[Vec3; L], (u, v): (usize, usize), c: f64) {
        if u == v {
            let to = y[u] * (2.0 * c);
            for (block, t) in row.chunks_exact_mut(3).zip(&self.t[u]) {
                (0..3).for_each(|i| block[i] += t * to[i]);
            }
            return;
        }
        let (to_u, to_v) = (y[v] * c, y[u] * c);
        for a in 0..self.blocks {
            let (t_u, t_v) = (self.t[u][a], self.t[v][a]);
            for i in 0..3 {
                row[3 * a + i] += t_u * to_u[i] + t_v * to_v[i];
            }
        }
    }

    /// Add c ∂²(y_u·y_v)/∂q∂q, a number times the identity for each pair of blocks, to a matrix of numbers.
    pub(crate) fn add_hessian(&self, to: &mut [[f64; B]; B], (u, v): (usize, usize), c: f64) {
        for a in 0..self.blocks {
            let (t_u, t_v) = (c * self.t[u][a], c * self.t[v][a]);
            for (b, value) in to[a].iter_mut().enumerate().take(self.blocks) {
                *value += t_u * self.t[v][b] + t_v * self.t[u][b];
            }
        }
    }

    /// k += factor (numbers ⊗ identity).
    pub(crate) fn spread(&self, numbers: &[[f64; B]; B], factor: f64, k: &mut [f64], n: usize) {
        for a in 0..self.blocks {
            for b in 0..self.blocks {
                let value = factor * numbers[a][b];
                if value != 0.0 {
                    for i in 0..3 {
                        k[(3 * a + i) * n + 3 * b + i] += value;
                    }
                }
            }
        }
    }
}

/// Coordinates of several nodes at one level.
pub(crate) fn gather<const B: usize>(nodes: &[NodeId], motions: &[Motion]) -> [Vec3; B] {
    let mut q = [Vec3::zeros(); B];
    for (k, id) in nodes.iter().enumerate() {
        q[4 * k..4 * k + 4].copy_from_slice(&coordinates(&motions[id.0]));
    }
    q
}

/// ½ (a + b).
pub(crate) fn mean<const N: usize>(a: &[Vec3; N], b: &[Vec3; N]) -> [Vec3; N] {
    std::array::from_fn(|k| 0.5 * (a[k] + b[k]))
}
