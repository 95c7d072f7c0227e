//! `FrameMass`: a constant mass matrix on the twelve coordinates q = (x, d₁, d₂, d₃) of some nodes.
//!
//! An element whose points are X = Σ_A s_A q_A, linear in the coordinates of its nodes, has the kinetic energy
//!
//! ```text
//!   T = ½ Σ m_AB q̇_A·q̇_B,   m_AB = ∫ϱ s_A s_B,   f_A = Σ_B m_AB q̈_B − w_A g,   w_A = ∫ϱ s_A
//! ```
//!
//! and m is constant. Where the s of the places are shape functions, Σ_b s_b0 = 1 and w_A = Σ_b m_A,b0. At one instant d̈ = α × d + ω × (ω × d);
//! over a step q̈ becomes the mean acceleration of the coordinates, so that T changes by exactly the work of f, Σ m q̇ and Σ q × m q̇ by the
//! impulse of the forces. Schemes that work with momenta in the axes of one node cannot take it.

use super::interval::{F, FrameInterval, J, coordinates};
use super::{InstantAudit, Interval, IntervalBlock, Level, Mass, Motion, NodeId, Parts, Span, StageBlock, Term};
use crate::math::so3::{skew, skew_product};
use crate::math::{Mat3, Vec3};

/// Rows and columns x, d₁, d₂, d₃ of one node and of another.
pub type DirectorMass = nalgebra::Matrix4<f64>;

/// (ẋ, ω × d).
pub fn director_rates(node: &Motion) -> [Vec3; 4] {
    let q = coordinates(node);
    [node.v, node.omega.cross(&q[1]), node.omega.cross(&q[2]), node.omega.cross(&q[3])]
}

/// Mass on frames.
#[derive(Debug, Clone)]
pub struct FrameMass {
    nodes: Vec<NodeId>,
    /// m of each pair of nodes, row-major; that of (b, a) is the transpose of that of (a, b)
    blocks: Vec<DirectorMass>,
}

/// Σ_b m_b v_b.
fn product(m: &DirectorMass, v: &[Vec3; 4], row: usize) -> Vec3 {
    v[0] * m[(row, 0)] + v[1] * m[(row, 1)] + v[2] * m[(row, 2)] + v[3] * m[(row, 3)]
}

/// Σ_l m_l d_l of the directors.
fn turned(m: &DirectorMass, d: &[Vec3; 4], row: usize) -> Vec3 {
    d[1] * m[(row, 1)] + d[2] * m[(row, 2)] + d[3] * m[(row, 3)]
}

impl FrameMass {
    /// On these nodes, with a block for each pair of them, row-major.
    pub fn new(nodes: Vec<NodeId>, blocks: Vec<DirectorMass>) -> Self {
        assert_eq!(blocks.len(), nodes.len() * nodes.len(), "a block for each pair of nodes");
        FrameMass { nodes, blocks }
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize, &DirectorMass)> + '_ {
        let n = self.nodes.len();
        self.blocks.iter().enumerate().map(move |(p, m)| (p / n, p % n, m))
    }

    /// m v of node a, by its place among those of the term, of rates v of twelve coordinates.
    pub fn momentum(&self, a: usize, v: impl Fn(NodeId) -> [Vec3; 4]) -> [Vec3; 4] {
        let mut sum = [Vec3::zeros(); 4];
        let n = self.nodes.len();
        for (m, id) in self.blocks[a * n..(a + 1) * n].iter().zip(&self.nodes) {
            let v = v(*id);
            (0..4).for_each(|k| sum[k] += product(m, &v, k));
        }
        sum
    }

    /// Σ m_AB u_A·v_B of rates of twelve coordinates.
    pub fn product(&self, u: impl Fn(NodeId) -> [Vec3; 4], v: impl Fn(NodeId) -> [Vec3; 4]) -> f64 {
        let row = |(a, id): (usize, &NodeId)| {
            let (u, momentum) = (u(*id), self.momentum(a, &v));
            (0..4).map(|k| u[k].dot(&momentum[k])).sum::<f64>()
        };
        self.nodes.iter().enumerate().map(row).sum()
    }
}

/// What mass blocks of pairs of nodes add over a step, on frames:
///
/// ```text
///   f_A = Σ_B m_AB A_B − w_A g         force f_a0, moment Σ_k d̄_ak × f_ak
///
///              δx_b                        δθ_b
///   force      m_00 I                      −Σ_l m_0l d̃_l
///   moment     Σ_k m_k0 d̄_k~               −Σ_kl m_kl d̄_k~ d̃_l        all times ∂A/∂q, and ½ Σ_k f̃_k d̃_k for b = a
/// ```
pub(crate) fn on_frames(nodes: &[NodeId], blocks: &[DirectorMass], over: &Span, out: &mut IntervalBlock) {
    let (n, stride) = (nodes.len(), 6 * nodes.len());
    let (slopes, rates) = (over.mean_slopes(), over.acceleration.map_or([0.0; 2], |(_, slopes)| slopes));
    for (a, node) in nodes.iter().enumerate() {
        let f = force(nodes, &blocks[a * n..(a + 1) * n], over);
        let mean = over.mean(*node);
        super::add_vector(&mut out.force, 6 * a, &f[0]);
        let moment = mean[1].cross(&f[1]) + mean[2].cross(&f[2]) + mean[3].cross(&f[3]);
        super::add_vector(&mut out.force, 6 * a + 3, &moment);
        if out.without_tangents {
            continue;
        }
        for (place, level) in [J, F].into_iter().enumerate() {
            let (at_level, k) = (over.levels[level].nodes, &mut out.k[place]);
            let own = coordinates(&at_level[node.0]);
            let mut turns = Mat3::zeros();
            (1..4).for_each(|s| turns += skew_product(&f[s], &own[s]) * slopes[place]);
            super::add_block(k, stride, 6 * a + 3, 6 * a + 3, &turns);
            if rates[place] == 0.0 {
                continue;
            }
            for (b, other) in nodes.iter().enumerate() {
                let (m, d) = (blocks[a * n + b] * rates[place], coordinates(&at_level[other.0]));
                add_mass(&m, &mean, &d, |row, col, block| super::add_block(k, stride, 6 * a + row, 6 * b + col, block));
            }
        }
    }
}

/// Σ_B m_AB A_B − w_A g of one node, by its row of blocks.
fn force(nodes: &[NodeId], row: &[DirectorMass], over: &Span) -> [Vec3; 4] {
    let gravity: Vec3 = (0..3).map(|k| over.levels[k].gravity * over.weights[k]).sum();
    let mut f = [Vec3::zeros(); 4];
    for (m, id) in row.iter().zip(nodes) {
        (0..4).for_each(|k| f[k] -= gravity * m[(k, 0)]);
        if let Some((acceleration, _)) = over.acceleration {
            (0..4).for_each(|k| f[k] += product(m, &acceleration[id.0], k));
        }
    }
    f
}

/// The four blocks of m between (δx, δθ × d) on rows with directors `rows` and columns with directors `d`.
fn add_mass(m: &DirectorMass, rows: &[Vec3; 4], d: &[Vec3; 4], mut add: impl FnMut(usize, usize, &Mat3)) {
    add(0, 0, &Mat3::from_diagonal_element(m[(0, 0)]));
    add(0, 3, &-skew(&turned(m, d, 0)));
    add(3, 0, &skew(&turned(&m.transpose(), rows, 0)));
    let mut turns = Mat3::zeros();
    (1..4).for_each(|k| turns -= skew_product(&rows[k], &turned(m, d, k)));
    add(3, 3, &turns);
}

/// What mass blocks of pairs of nodes add over a step, in twelve coordinates.
pub(crate) fn on_coordinates(nodes: &[NodeId], blocks: &[DirectorMass], over: &Span, out: &mut IntervalBlock) {
    let (count, n) = (nodes.len(), out.n);
    for a in 0..count {
        let row = &blocks[a * count..(a + 1) * count];
        for (s, f) in force(nodes, row, over).iter().enumerate() {
            out.add_force(4 * a + s, f);
        }
        let Some((_, slopes)) = over.acceleration else { continue };
        for (b, m) in row.iter().enumerate() {
            for (s, t) in (0..16).map(|k| (k / 4, k % 4)) {
                for (k, slope) in out.k.iter_mut().zip(slopes) {
                    (0..3).for_each(|i| k[(12 * a + 3 * s + i) * n + 12 * b + 3 * t + i] += slope * m[(s, t)]);
                }
            }
        }
    }
}

impl Term for FrameMass {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn parts(&self) -> Parts {
        Parts { b_q: false, ..Parts::ALL }
    }

    fn mass(&self) -> Mass<'_> {
        Mass::Frames(self)
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        // d̈ = (α̃ + ω̃ω̃) d
        let bent = |node: &Motion| skew(&node.alpha) + skew_product(&node.omega, &node.omega);
        let acceleration = |id: NodeId| {
            let (node, q) = (&at.nodes[id.0], coordinates(&at.nodes[id.0]));
            let bent = bent(node);
            [node.a - at.gravity, bent * q[1], bent * q[2], bent * q[3]]
        };
        for (a, id) in self.nodes.iter().enumerate() {
            let (f, d) = (self.momentum(a, acceleration), coordinates(&at.nodes[id.0]));
            out.add_force(6 * a, &f[0]);
            out.add_force(6 * a + 3, &(d[1].cross(&f[1]) + d[2].cross(&f[2]) + d[3].cross(&f[3])));
            if !out.without_tangents {
                let turns: Mat3 = (1..4).map(|k| skew_product(&f[k], &d[k])).sum();
                out.add_k(6 * a + 3, 6 * a + 3, &turns);
            }
        }
        for (a, b, m) in self.pairs() {
            let node = &at.nodes[self.nodes[b].0];
            let [mine, d] = [a, b].map(|k| coordinates(&at.nodes[self.nodes[k].0]));
            add_mass(m, &mine, &d, |row, col, block| out.add_mass(6 * a + row, 6 * b + col, block));
            if out.without_tangents {
                continue;
            }
            // δd̈ = −(α̃ + ω̃ω̃) d̃ δθ − ((ω × d)~ + ω̃ d̃) δω
            let e: [Vec3; 4] = std::array::from_fn(|k| turned(m, &d, k));
            let spring = |k: usize| -(bent(node) * skew(&e[k]));
            let spin = |k: usize| -(skew(&node.omega.cross(&e[k])) + skew_product(&node.omega, &e[k]));
            out.add_k(6 * a, 6 * b + 3, &spring(0));
            out.add_k(6 * a + 3, 6 * b + 3, &(1..4).map(|k| skew(&mine[k]) * spring(k)).sum());
            out.add_g(6 * a, 6 * b + 3, &spin(0));
            out.add_g(6 * a + 3, 6 * b + 3, &(1..4).map(|k| skew(&mine[k]) * spin(k)).sum());
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        let rates = |id: NodeId| at.rates.map_or_else(|| director_rates(&at.nodes[id.0]), |rates| rates[id.0]);
        for (a, id) in self.nodes.iter().enumerate() {
            let (momentum, v, q) = (self.momentum(a, rates), rates(*id), coordinates(&at.nodes[id.0]));
            for k in 0..4 {
                audit.kinetic += 0.5 * v[k].dot(&momentum[k]);
                audit.angular_momentum += q[k].cross(&momentum[k]);
            }
            audit.linear_momentum += momentum[0];
        }
        for (a, _, m) in self.pairs() {
            let q = coordinates(&at.nodes[self.nodes[a].0]);
            audit.potential -= at.gravity.dot(&(0..4).map(|k| q[k] * m[(k, 0)]).sum::<Vec3>());
        }
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for FrameMass {
    fn frames(&self) -> Option<&dyn FrameInterval> {
        Some(self)
    }

    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        on_coordinates(&self.nodes, &self.blocks, over, out);
    }
}

impl FrameInterval for FrameMass {
    fn on_frames(&self, over: &Span, out: &mut IntervalBlock) {
        on_frames(&self.nodes, &self.blocks, over, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::check::{Sample, check_interval, check_stage};

    /// ∫ϱ s sᵀ of three masses at points between two nodes.
    fn between() -> FrameMass {
        let points = [
            [0.7, 0.1, -0.2, 0.3, 0.3, 0.2, 0.4, -0.1],
            [0.5, -0.3, 0.2, 0.1, 0.5, 0.0, -0.2, 0.6],
            [0.1, 0.2, 0.5, 0.1, 0.9, -0.4, 0.1, 0.2],
        ];
        let block = |a: usize, b: usize| {
            DirectorMass::from_fn(|s, t| points.iter().map(|p| 2.0 * p[4 * a + s] * p[4 * b + t]).sum())
        };
        let nodes = vec![NodeId(1), NodeId(0)];
        FrameMass::new(nodes, vec![block(0, 0), block(0, 1), block(1, 0), block(1, 1)])
    }

    #[test]
    fn tangents_agree_with_differences_and_weight_does_its_work() {
        let mass = between();
        assert!(check_stage(&mass, &Sample::random(3, 2, 0, vec![])) < 1e-8);
        let check = check_interval(&mass, [4, 5, 6].map(|seed| Sample::random(seed, 2, 0, vec![])));
        assert!(check.work < 1e-13 && check.limit < 1e-13 && check.tangent < 1e-8, "{check:?}");
    }

    /// A body is a mass on one frame.
    #[test]
    fn on_one_node_it_is_a_rigid_body() {
        use crate::terms::inertia::Inertia;
        let body =
            Inertia::new(NodeId(0), 1.3, Vec3::new(0.2, -0.4, 0.1), Mat3::from_diagonal(&Vec3::new(0.5, 0.7, 0.9)));
        let mass = FrameMass::new(vec![NodeId(0)], vec![body.director_mass()]);
        let sample = Sample::random(8, 1, 0, vec![]);
        let of = |term: &dyn Term| {
            let mut block = StageBlock::default();
            block.reset(6, 0);
            term.stage(&sample.level(), &mut block);
            let mut audit = InstantAudit::default();
            term.audit(&sample.level(), &[], &mut audit);
            let energies = [audit.kinetic, audit.potential];
            let momenta = audit.linear_momentum.iter().chain(audit.angular_momentum.iter()).copied();
            let all = [block.f, block.k, block.g, block.mass].concat();
            all.into_iter().chain(energies).chain(momenta).collect::<Vec<f64>>()
        };
        for (one, two) in of(&body).iter().zip(of(&mass)) {
            assert!((one - two).abs() < 1e-13 * (1.0 + one.abs()), "{one} {two}");
        }
    }
}
