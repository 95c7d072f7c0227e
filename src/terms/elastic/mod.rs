//! `Elastic`: an element as data, for every scheme.
//!
//! Sources: Bauchau 2003 (17), (23)–(29): the increment of a quadratic strain is its gradient at the average of two levels times the
//! increment of its arguments. What an author gives:
//!
//! | symbol | name |
//! |---|---|
//! | z_nb, b = 0 … | vectors that node n carries: the point z_n0 = x_n + D_n o_n, and z_nb = D_n a_nb, turned with it ([`Carrier`]) |
//! | y_u = Σ_n w_un z_n,b(u) | **lines** at a sampling point: each follows one of the vectors of every node ([`Point`]) |
//! | e_k = Σ c y_u·y_v | **strains**: a table of products of lines ([`Table`]) |
//! | s = ∂W/∂e | stress, by a **law** on the strains of a point ([`Law`]) |
//!
//! Strains that are sampled in one place and used in another (tying) stand in one point with many lines; its law is then
//! D = Hᵀ C H with the constant map H from sampled to used strains. Everything else follows, once, here:
//!
//! ```text
//!   g_knb = Σ c (w_un y_v [b = b(u)] + w_vn y_u [b = b(v)])          ∂e_k/∂z_nb
//!   F_nb  = Σ_k s_k g_knb                                           what pulls at each vector
//!   N     = Σ_k s_k c (w_un w_vm + w_vn w_um)                       ∂F_nb/∂z_mb', a number times the identity
//!
//!   δz_n0 = δx_n + δθ_n × (D_n o_n),   δz_nb = δθ_n × z_nb          so with arms r_n0 = D_n o_n, r_nb = z_nb
//!
//!   B_kn  = ( g_kn0 ; Σ_b r_nb × g_knb )
//!   f_n   = ( F_n0  ; Σ_b r_nb × F_nb )
//!   K_nm  = B_nᵀ C B_m  +  | N_00 I                  −Σ_b' N_0b' r̃_mb'                                        |
//!                          | Σ_b N_b0 r̃_nb           −Σ_bb' N_bb' r̃_nb r̃_mb'  +  (n = m) Σ_b F̃_nb r̃_nb       |
//! ```
//!
//! (`places` has a shorter way to K for elements of points.)
//!
//! Over a step the same formulas hold with lines, rows and arms of the rows averaged between `from` and `to`, the columns taken at
//! the level that moves, and the stress that [`Law::over`] gives. Nothing assumes that directors are orthonormal.

mod interval;
mod law;
mod places;

pub use law::{Law, Linear, Over};

use super::holonomic::Attachment;
use super::objective::complete;
use super::{Along, InstantAudit, Interval, Level, Motion, NodeId, Parts, StageBlock, Term, add_block, add_vector};
use crate::math::so3::{skew, skew_product};
use crate::math::{Mat3, Vec3};
use nalgebra::{SMatrix, SVector};

/// One product c y_u·y_v of strain k: (k, u, v, c). Constants are part of the law's reference.
pub type Product = (usize, usize, usize, f64);

/// What all points of a kind of element share.
pub trait Table<const L: usize>: 'static + Send + Sync {
    /// b(u): which of a node's vectors line u follows.
    fn follows(&self) -> &[usize; L];
    /// The products that make the strains.
    fn products(&self) -> &[Product];
}

/// The vectors that a node carries into an element, in node axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Carrier<const B: usize> {
    /// the node
    pub node: NodeId,
    /// o, then a_1 …
    pub material: [Vec3; B],
}

impl Carrier<4> {
    /// A point and three axes on a node.
    pub fn on(at: &Attachment) -> Self {
        let axis = |k: usize| -> Vec3 { at.axes.column(k).into() };
        Carrier { node: at.node, material: [at.offset, axis(0), axis(1), axis(2)] }
    }
}

/// A sampling point.
#[derive(Debug, Clone)]
pub struct Point<const N: usize, const L: usize, W> {
    /// w_un
    pub weights: [[f64; N]; L],
    /// on its strains
    pub law: W,
}

/// An element: N nodes with U unknowns (6, or 3 of points) and B vectors each, L lines and E strains at a point.
#[derive(Debug, Clone)]
pub struct Elastic<const N: usize, const U: usize, const B: usize, const L: usize, const E: usize, T, W> {
    nodes: [NodeId; N],
    carriers: [Carrier<B>; N],
    table: T,
    points: Vec<Point<N, L, W>>,
    damped: bool,
}

/// z and r of all nodes at one instant, or averaged.
struct Carried<const N: usize, const B: usize> {
    z: [[Vec3; B]; N],
    r: [[Vec3; B]; N],
}

impl<const N: usize, const B: usize> Carried<N, B> {
    fn mean(a: &Self, b: &Self) -> Self {
        let half = |a: &[[Vec3; B]; N], b: &[[Vec3; B]; N]| {
            std::array::from_fn(|n| std::array::from_fn(|k| 0.5 * (a[n][k] + b[n][k])))
        };
        Carried { z: half(&a.z, &b.z), r: half(&a.r, &b.r) }
    }
}

/// F and N of an element, summed over its points.
struct Pulls<const N: usize, const B: usize> {
    force: [[Vec3; B]; N],
    numbers: [[[[f64; B]; B]; N]; N],
}

impl<const N: usize, const U: usize, const B: usize, const L: usize, const E: usize, T: Table<L>, W: Law<E>>
    Elastic<N, U, B, L, E, T, W>
{
    /// The first node whose rows and columns are differentiated: those before it follow from objectivity.
    const FIRST: usize = if U == 6 { 1 } else { 0 };

    /// From its data.
    pub fn new(carriers: [Carrier<B>; N], table: T, points: Vec<Point<N, L, W>>) -> Self {
        let damped = points.iter().any(|point| point.law.is_damped());
        Elastic { nodes: carriers.map(|carrier| carrier.node), carriers, table, points, damped }
    }

    /// o of a node, in its axes.
    pub fn carried_point(&self, n: usize) -> Vec3 {
        self.carriers[n].material[0]
    }

    /// Its sampling points.
    pub fn points(&self) -> &[Point<N, L, W>] {
        &self.points
    }

    /// The laws of its points, to set their reference.
    pub fn laws_mut(&mut self) -> impl Iterator<Item = &mut W> {
        self.points.iter_mut().map(|point| &mut point.law)
    }

    #[inline]
    fn carried(&self, nodes: &[Motion]) -> Carried<N, B> {
        let mut carried = Carried { z: [[Vec3::zeros(); B]; N], r: [[Vec3::zeros(); B]; N] };
        for (k, carrier) in self.carriers.iter().enumerate() {
            let node = &nodes[carrier.node.0];
            if U == 6 {
                carried.r[k] = carrier.material.map(|a| node.d * a);
                carried.z[k] = carried.r[k];
            }
            carried.z[k][0] += node.x;
        }
        carried
    }

    /// ż.
    fn rates(&self, nodes: &[Motion], carried: &Carried<N, B>) -> [[Vec3; B]; N] {
        let mut rates = [[Vec3::zeros(); B]; N];
        for (k, id) in self.nodes.iter().enumerate() {
            let node = &nodes[id.0];
            rates[k] = carried.r[k].map(|r| node.omega.cross(&r));
            rates[k][0] += node.v;
        }
        rates
    }

    /// The lines of a point.
    #[inline]
    fn lines(&self, weights: &[[f64; N]; L], z: &[[Vec3; B]; N]) -> [Vec3; L] {
        let follows = self.table.follows();
        std::array::from_fn(|u| {
            let mut y = z[0][follows[u]] * weights[u][0];
            (1..N).for_each(|n| y += z[n][follows[u]] * weights[u][n]);
            y
        })
    }

    #[inline]
    fn strain_of(&self, y: &[Vec3; L]) -> SVector<f64, E> {
        let mut e = SVector::zeros();
        for &(k, u, v, c) in self.table.products() {
            e[k] += c * y[u].dot(&y[v]);
        }
        e
    }

    /// Size of the numbers that each strain is a difference of: Σ |c| Y_u Y_v with Y = Σ_n |w_n| |z_n|.
    fn sizes(&self, weights: &[[f64; N]; L], z: &[[Vec3; B]; N]) -> SVector<f64, E> {
        let follows = self.table.follows();
        let size = |u: usize| (0..N).map(|n| weights[u][n].abs() * z[n][follows[u]].norm()).sum::<f64>();
        let mut sizes = SVector::zeros();
        for &(k, u, v, c) in self.table.products() {
            sizes[k] += c.abs() * size(u) * size(v);
        }
        sizes
    }

    fn strain_rate_of(&self, y: &[Vec3; L], rate: &[Vec3; L]) -> SVector<f64, E> {
        let mut e = SVector::zeros();
        for &(k, u, v, c) in self.table.products() {
            e[k] += c * (rate[u].dot(&y[v]) + y[u].dot(&rate[v]));
        }
        e
    }

    /// Strains of the products at a point with these weights, and its lines; nothing is subtracted.
    pub fn strain_at(&self, nodes: &[Motion], weights: &[[f64; N]; L]) -> (SVector<f64, E>, [Vec3; L]) {
        let y = self.lines(weights, &self.carried(nodes).z);
        (self.strain_of(&y), y)
    }

    /// Strains and their rates at every point.
    pub fn strains<'a>(&'a self, nodes: &'a [Motion]) -> impl Iterator<Item = (SVector<f64, E>, SVector<f64, E>)> + 'a {
        let carried = self.carried(nodes);
        let rates = self.rates(nodes, &carried);
        self.points.iter().map(move |point| {
            let y = self.lines(&point.weights, &carried.z);
            (self.strain_of(&y), self.strain_rate_of(&y, &self.lines(&point.weights, &rates)))
        })
    }

    /// A line of a point, and its rate.
    pub fn line(&self, nodes: &[Motion], point: usize, u: usize) -> (Vec3, Vec3) {
        let (carried, weights) = (self.carried(nodes), &self.points[point].weights);
        let rates = self.rates(nodes, &carried);
        (self.lines(weights, &carried.z)[u], self.lines(weights, &rates)[u])
    }

    /// Strain, its rate and stress at a point, and the force and moment against which the stress pulls at each node.
    #[allow(clippy::type_complexity)]
    pub fn state(
        &self,
        nodes: &[Motion],
        point: usize,
    ) -> (SVector<f64, E>, SVector<f64, E>, SVector<f64, E>, [[Vec3; 2]; N]) {
        let (carried, point) = (self.carried(nodes), &self.points[point]);
        let y = self.lines(&point.weights, &carried.z);
        let rates = self.lines(&point.weights, &self.rates(nodes, &carried));
        let (e, e_rate) = (self.strain_of(&y), self.strain_rate_of(&y, &rates));
        let stress = point.law.stress(&e, &e_rate);
        let mut pulls = Pulls { force: [[Vec3::zeros(); B]; N], numbers: [[[[0.0; B]; B]; N]; N] };
        self.add_pulls(&point.weights, &y, &stress, false, &mut pulls);
        let moment = |n: usize| (0..B).map(|b| carried.r[n][b].cross(&pulls.force[n][b])).sum();
        (e, e_rate, stress, std::array::from_fn(|n| [pulls.force[n][0], moment(n)]))
    }

    /// B of every node at the lines `y`, with these arms.
    #[inline]
    fn rows(&self, weights: &[[f64; N]; L], y: &[Vec3; L], r: &[[Vec3; B]; N]) -> [SMatrix<f64, E, U>; N] {
        let follows = self.table.follows();
        let mut rows = [SMatrix::<f64, E, U>::zeros(); N];
        for &(k, u, v, c) in self.table.products() {
            for (u, v) in [(u, v), (v, u)] {
                for n in 0..N {
                    let part = c * weights[u][n];
                    if follows[u] == 0 {
                        (0..3).for_each(|i| rows[n][(k, i)] += part * y[v][i]);
                    }
                    if U == 6 {
                        // of vectors along each other nothing is left
                        let turn = r[n][follows[u]].cross(&y[v]);
                        (0..3).for_each(|i| rows[n][(k, 3 + i)] += part * turn[i]);
                    }
                }
            }
        }
        rows
    }

    /// ∂ė/∂(x, θ) of every node at fixed velocities: ẏ_v·δy_u, and δẏ_u·y_v with δ(ω × r) = ω × (δθ × r).
    fn rate_rows(
        &self,
        weights: &[[f64; N]; L],
        y: &[Vec3; L],
        y_rate: &[Vec3; L],
        r: &[[Vec3; B]; N],
        nodes: &[Motion],
    ) -> [SMatrix<f64, E, U>; N] {
        let follows = self.table.follows();
        let mut rows = self.rows(weights, y_rate, r);
        for &(k, u, v, c) in self.table.products().iter().filter(|_| U == 6) {
            for (u, v) in [(u, v), (v, u)] {
                for n in 0..N {
                    let swept = nodes[self.nodes[n].0].omega.cross(&y[v]) * (c * weights[u][n]);
                    let turn = r[n][follows[u]].cross(&swept);
                    (0..3).for_each(|i| rows[n][(k, 3 + i)] -= turn[i]);
                }
            }
        }
        rows
    }

    /// Add what the stress at a point pulls with, and how that moves with the lines.
    fn add_pulls(
        &self,
        weights: &[[f64; N]; L],
        y: &[Vec3; L],
        stress: &SVector<f64, E>,
        tangents: bool,
        to: &mut Pulls<N, B>,
    ) {
        let follows = self.table.follows();
        let mut pull = [Vec3::zeros(); L];
        for &(k, u, v, c) in self.table.products() {
            let c = c * stress[k];
            pull[u] += y[v] * c;
            pull[v] += y[u] * c;
        }
        for u in 0..L {
            (0..N).for_each(|n| to.force[n][follows[u]] += pull[u] * weights[u][n]);
        }
        if !tangents || Self::BY_LINES {
            return;
        }
        for &(k, u, v, c) in self.table.products() {
            let c = c * stress[k];
            for n in 0..N {
                let (w_u, w_v) = (c * weights[u][n], c * weights[v][n]);
                for m in 0..N {
                    let numbers = &mut to.numbers[n][m];
                    numbers[follows[u]][follows[v]] += w_u * weights[v][m];
                    numbers[follows[v]][follows[u]] += w_v * weights[u][m];
                }
            }
        }
    }

    /// f of nodes from `first` on.
    fn add_forces(&self, first: usize, pulls: &Pulls<N, B>, rows: &Carried<N, B>, f: &mut [f64]) {
        for n in first..N {
            add_vector(f, U * n, &pulls.force[n][0]);
            if U == 6 {
                let moment: Vec3 = (0..B).map(|b| rows.r[n][b].cross(&pulls.force[n][b])).sum();
                add_vector(f, U * n + 3, &moment);
            }
        }
    }

    /// factor times the part of K that is there without any stiffness.
    fn add_geometric(
        &self,
        first: usize,
        pulls: &Pulls<N, B>,
        rows: &Carried<N, B>,
        columns: &Carried<N, B>,
        factor: f64,
        k: &mut [f64],
    ) {
        let stride = U * N;
        for n in first..N {
            for m in first..N {
                let numbers = &pulls.numbers[n][m];
                let own = factor * numbers[0][0];
                (0..3).for_each(|i| k[(U * n + i) * stride + U * m + i] += own);
                if U == 3 {
                    continue;
                }
                // Σ_b' N_bb' r_mb', and Σ_b N_b0 r_nb
                let turned: [Vec3; B] = std::array::from_fn(|b| {
                    let mut sum = Vec3::zeros();
                    (0..B).for_each(|c| sum += columns.r[m][c] * (factor * numbers[b][c]));
                    sum
                });
                let mut lever = Vec3::zeros();
                let mut turns = Mat3::zeros();
                for b in 0..B {
                    lever += rows.r[n][b] * (factor * numbers[b][0]);
                    turns -= skew_product(&rows.r[n][b], &turned[b]);
                    if n == m {
                        turns += skew_product(&(pulls.force[n][b] * factor), &columns.r[n][b]);
                    }
                }
                add_block(k, stride, U * n, U * m + 3, &-skew(&turned[0]));
                add_block(k, stride, U * n + 3, U * m, &skew(&lever));
                add_block(k, stride, U * n + 3, U * m + 3, &turns);
            }
        }
    }

    /// The size of the places of its points, for what is relative to their rounding.
    fn size(&self, nodes: &[Motion]) -> f64 {
        self.carriers.iter().map(|c| nodes[c.node.0].x.norm() + c.material[0].norm()).sum()
    }
}

/// matrix[row.., col..] += block, of a row-major matrix.
fn add_pair<const U: usize>(matrix: &mut [f64], stride: usize, row: usize, col: usize, block: &SMatrix<f64, U, U>) {
    for i in 0..U {
        let to = &mut matrix[(row + i) * stride + col..][..U];
        (0..U).for_each(|j| to[j] += block[(i, j)]);
    }
}

/// An element that is an [`Elastic`] and what is asked of it besides: as a term it is that.
pub trait Wraps: Send + Sync + 'static {
    /// the elastic element
    type Elastic: Term + Interval;

    /// The elastic element.
    fn elastic(&self) -> &Self::Elastic;

    /// See [`Term::turns_far`].
    fn turns_far(&self) -> Option<&'static str> {
        None
    }

    /// See [`Term::holds_shape`].
    fn holds_shape(&self) -> bool {
        false
    }
}

impl<W: Wraps> Term for W {
    fn nodes(&self) -> &[NodeId] {
        self.elastic().nodes()
    }

    fn turns_far(&self) -> Option<&'static str> {
        Wraps::turns_far(self)
    }

    fn holds_shape(&self) -> bool {
        Wraps::holds_shape(self)
    }

    fn strained_along(&self, nodes: [&[Motion]; 5]) -> Option<Along> {
        self.elastic().strained_along(nodes)
    }

    fn parts(&self) -> Parts {
        self.elastic().parts()
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        self.elastic().stage(at, out);
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        self.elastic().audit(at, lambda, audit);
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self.elastic())
    }
}

impl<const N: usize, const U: usize, const B: usize, const L: usize, const E: usize, T: Table<L>, W: Law<E>> Term
    for Elastic<N, U, B, L, E, T, W>
{
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn width(&self) -> usize {
        U
    }

    fn parts(&self) -> Parts {
        Parts { g: self.damped, ..Parts::NONE }
    }

    fn strained_along(&self, nodes: [&[Motion]; 5]) -> Option<Along> {
        let carried = nodes.map(|nodes| self.carried(nodes).z);
        let mut along = Along::default();
        let still = SVector::zeros();
        for point in &self.points {
            let e = carried.each_ref().map(|z| self.strain_of(&self.lines(&point.weights, z)));
            let (stress, law) = (point.law.stress(&e[2], &still), point.law.stiffness(&e[2], &still));
            along.add(&e, &self.sizes(&point.weights, &carried[2]), &stress, &law);
        }
        Some(along)
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let (stride, tangents, products) = (out.n, !out.without_tangents, self.table.products());
        let carried = self.carried(at.nodes);
        let rates = self.damped.then(|| self.rates(at.nodes, &carried));
        let mut pulls = Pulls { force: [[Vec3::zeros(); B]; N], numbers: [[[[0.0; B]; B]; N]; N] };
        for point in &self.points {
            let y = self.lines(&point.weights, &carried.z);
            let e = self.strain_of(&y);
            if let Some(fault) = point.law.fault(&e, || self.size(at.nodes)) {
                out.fault = Some(fault);
                return;
            }
            let y_rate = rates.as_ref().map(|rates| self.lines(&point.weights, rates));
            let e_rate = y_rate.as_ref().map_or_else(SVector::zeros, |rate| self.strain_rate_of(&y, rate));
            let stress = point.law.stress(&e, &e_rate);
            self.add_pulls(&point.weights, &y, &stress, tangents, &mut pulls);
            if !tangents {
                continue;
            }
            let (c, d) = (point.law.stiffness(&e, &e_rate), self.damped.then(|| point.law.damping(&e)));
            if Self::BY_LINES {
                let mut a = places::of_material(products, &y, &c, &y);
                places::add_stress(products, stress.as_slice(), 1.0, &mut a);
                if let (Some(y_rate), Some(d)) = (&y_rate, &d) {
                    places::add(&mut a, &places::of_material(products, &y, d, y_rate));
                    self.spread(&point.weights, &places::of_material(products, &y, d, &y), false, &mut out.g);
                }
                self.spread(&point.weights, &a, !self.damped, &mut out.k);
                continue;
            }
            let b = self.rows(&point.weights, &y, &carried.r);
            let (Some(y_rate), Some(d)) = (&y_rate, &d) else {
                // symmetric: the upper half
                for m in Self::FIRST..N {
                    let cb = c * b[m];
                    for n in Self::FIRST..=m {
                        add_pair(&mut out.k, stride, U * n, U * m, &b[n].tr_mul(&cb));
                    }
                }
                continue;
            };
            let b_rate = self.rate_rows(&point.weights, &y, y_rate, &carried.r, at.nodes);
            for m in Self::FIRST..N {
                let (db, cb) = (d * b[m], c * b[m] + d * b_rate[m]);
                for n in Self::FIRST..N {
                    add_pair(&mut out.k, stride, U * n, U * m, &b[n].tr_mul(&cb));
                    add_pair(&mut out.g, stride, U * n, U * m, &b[n].tr_mul(&db));
                }
            }
        }
        self.add_forces(Self::FIRST, &pulls, &carried, &mut out.f);
        if tangents {
            if !self.damped {
                mirror(&mut out.k, stride, U);
            }
            if !Self::BY_LINES {
                self.add_geometric(Self::FIRST, &pulls, &carried, &carried, 1.0, &mut out.k);
            }
        }
        if U == 6 {
            complete::<N>(out, &self.nodes.map(|id| &at.nodes[id.0]), self.damped);
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        for (point, (e, rate)) in self.points.iter().zip(self.strains(at.nodes)) {
            audit.potential += point.law.energy(&e);
            if point.law.is_damped() {
                audit.damper_power -= rate.dot(&(point.law.damping(&e) * rate));
            }
        }
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

/// The lower half of the blocks of a matrix from the upper one.
fn mirror(k: &mut [f64], stride: usize, width: usize) {
    for row in 0..stride {
        for col in 0..row / width * width {
            k[row * stride + col] = k[col * stride + row];
        }
    }
}
