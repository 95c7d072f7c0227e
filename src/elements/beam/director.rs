//! Beam with interpolated directors: every strain is a sum of dot products of lines that are linear in the nodal frames.
//!
//! | line | linear in the frames | strain |
//! |---|---|---|
//! | x' = Σ N'_n X_n | moves with x_n, turns with the offset | Γ_1 = d_1·x' − ½(1 + c) d_1·d_1, Γ_2 = d_2·x', Γ_3 = d_3·x' |
//! | d_k = Σ N_n S_n e_k | turns with the nodes | κ_k = ½ (d_j·d_i' − d_i·d_j'), (i, j, k) cyclic |
//! | d_k' = Σ N'_n S_n e_k | | |
//!
//! Where the nodal frames differ by an angle, an interpolated director is shorter than one by some δ. If Γ_1 were d_1·x' alone, then
//! in a beam stretched to x' = 1 + ε sections could turn against each other and relieve the tension N by N(1 + ε)δ: it would buckle
//! under tension. The square of d_1, which is one in the continuum, leaves (c − ε)δ in Γ_1 instead:
//!
//! | c | Γ_1 holds | without force a circular arc of two nodes has a chord of | grows in tension |
//! |---|---|---|---|
//! | −1 | −(1 + ε)δ | 1 + δ | N Le²/EI > 4, 24, 72 with 2, 3, 4 nodes |
//! | 0 | −εδ | 1 | ε N Le²/EI > the same numbers |
//! | ⅓ | (⅓ − ε)δ | 1 − δ/3, as an arc has | never for strains up to ⅓ |
//!
//! (Le: length of an element; sections that turn to and fro about the mean tangent: δ is 1/8, 1/48, 1/144 of Le²κ².) So c = ⅓
//! ([`BEYOND`]). The other products bear no such load: Γ_2 and Γ_3 multiply a shortened director by a shear, an offset moves X_n as a
//! whole, and a moment M on a curvature κ, initial or not, relieves M κ δ, which would take M κ Le²/EI > 4: an element bent by a
//! radian or two. N at an offset o of the tension centre on a curved axis is such a moment: it makes c − ε to c − ε − 2 o κ.
//!
//! κ_k is shorter by the same δ, which no product mends: an element of two nodes bent by the angle φ reports sin φ for φ. On equal
//! meshes this is why directors err more in bending than rotations (the manual has the numbers).
//!
//! A line varies as δy = Σ (t_n δx_n + δθ_n × w_n), as in [`holonomic`](crate::terms::holonomic), and force and tangent are
//! those of conditions with the stresses for multipliers, plus BᵀCB. Interpolated directors are not orthonormal, and
//! nothing here assumes that they are: this is what lets the interval schemes use the same measure at averaged frames.

use super::objective::{Pairs, complete, no_pairs, write};
use super::{Beam, BeamElement, BeamPoint, Frames, stored};
use crate::math::quadrature::{MAX_NODES, lagrange, lobatto};
use crate::math::so3::{skew, skew_product};
use crate::math::{Mat3, Mat6, Vec3, Vec6};
use crate::terms::holonomic::Attachment;
use crate::terms::interval::{F, I, J, Linear, mean};
use crate::terms::{Books, Interval, IntervalBlock, Level, Motion, NodeId, Parts, Span, StageBlock, Term};

/// Blocks x, d₁, d₂, d₃ of the nodes of an element.
const MAX_BLOCKS: usize = 4 * MAX_NODES;

/// Beam with interpolated directors.
#[derive(Debug, Clone)]
pub struct DirectorBeam {
    element: BeamElement,
    /// at each point, for the interval schemes
    lines: Vec<Linear<7, MAX_BLOCKS>>,
}

/// Lines at a point: 0 is x', 1 … 3 are d_k, 4 … 6 are d_k'.
struct Lines {
    y: [Vec3; 7],
    /// t_n of x'
    t: [f64; MAX_NODES],
    /// w_n of each line
    arm: [[Vec3; MAX_NODES]; 7],
}

/// c of Γ_1: what the square of d_1 takes out beyond its own shortening.
const BEYOND: f64 = 1.0 / 3.0;

/// The dot products that a strain is made of: (strain, line, line, factor). Constants are part of the reference.
const PRODUCTS: [(usize, usize, usize, f64); 10] = [
    (0, 1, 0, 1.0),
    (0, 1, 1, -0.5 * (1.0 + BEYOND)),
    (1, 2, 0, 1.0),
    (2, 3, 0, 1.0),
    (3, 3, 5, 0.5),
    (3, 2, 6, -0.5),
    (4, 1, 6, 0.5),
    (4, 3, 4, -0.5),
    (5, 2, 4, 0.5),
    (5, 1, 5, -0.5),
];

impl Lines {
    fn new(n: &[f64; MAX_NODES], dn: &[f64; MAX_NODES], frames: &Frames, count: usize) -> Self {
        let mut lines = Lines { y: [Vec3::zeros(); 7], t: *dn, arm: [[Vec3::zeros(); MAX_NODES]; 7] };
        for k in 0..count {
            lines.y[0] += frames.x[k] * dn[k];
            lines.arm[0][k] = frames.arm[k] * dn[k];
            for l in 0..3 {
                let director: Vec3 = frames.s[k].column(l).into();
                (lines.arm[1 + l][k], lines.arm[4 + l][k]) = (director * n[k], director * dn[k]);
                lines.y[1 + l] += lines.arm[1 + l][k];
                lines.y[4 + l] += lines.arm[4 + l][k];
            }
        }
        lines
    }

    fn strain(&self) -> Vec6 {
        strain(&self.y)
    }

    /// ė for these rates of the lines.
    fn strain_rate(&self, rate: &[Vec3; 7]) -> Vec6 {
        let mut e_rate = Vec6::zeros();
        for (k, u, v, c) in PRODUCTS {
            e_rate[k] += c * (rate[u].dot(&self.y[v]) + self.y[u].dot(&rate[v]));
        }
        e_rate
    }

    /// ∂e/∂(x, θ) of node n.
    fn gradient(&self, n: usize) -> Mat6 {
        let mut b = Mat6::zeros();
        for (k, u, v, c) in PRODUCTS {
            let turn = match u == v {
                true => self.arm[u][n].cross(&self.y[u]) * (2.0 * c),
                false => (self.arm[u][n].cross(&self.y[v]) + self.arm[v][n].cross(&self.y[u])) * c,
            };
            for i in 0..3 {
                b[(k, 3 + i)] += turn[i];
                if v == 0 {
                    b[(k, i)] += c * self.t[n] * self.y[u][i];
                }
            }
        }
        b
    }

    /// Rates of the lines.
    fn rates(&self, nodes: &[&Motion]) -> [Vec3; 7] {
        let mut rate = [Vec3::zeros(); 7];
        for (l, rate) in rate.iter_mut().enumerate() {
            for (n, node) in nodes.iter().enumerate() {
                *rate += node.omega.cross(&self.arm[l][n]);
                if l == 0 {
                    *rate += node.v * self.t[n];
                }
            }
        }
        rate
    }

    /// ∂ė/∂(x, θ) of node n for fixed velocities.
    fn rate_gradient(&self, n: usize, node: &Motion, rate: &[Vec3; 7]) -> Mat6 {
        let mut b = Mat6::zeros();
        for (k, u, v, c) in PRODUCTS {
            for (u, v) in [(u, v), (v, u)] {
                // u̇·δv, and δu̇·v with δu̇ = ω × (δθ × w)
                let turn = self.arm[v][n].cross(&rate[u]) - self.arm[u][n].cross(&node.omega.cross(&self.y[v]));
                for i in 0..3 {
                    b[(k, 3 + i)] += c * turn[i];
                    if v == 0 {
                        b[(k, i)] += c * self.t[n] * rate[u][i];
                    }
                }
            }
        }
        b
    }
}

/// Add the tangent of the force of stresses between nodes after the first: as `add_geometric` of the lines of joints, with
///
/// ```text
///   q_uv = c σ summed over the products,   V_m^u = Σ_v q_uv w_m^v,   t_m^u = Σ_v q_uv t_m^v,   P^u = Σ_v q_uv y^v
///                δx_m                 δθ_m
///   force n      0                    −t_n Ṽ_m^0
///   moment n     Σ_u t_m^u w̃_n^u     −Σ_u w̃_n^u Ṽ_m^u  +  (m = n)  Σ_u P̃^u w̃_n^u
/// ```
fn add_geometric(pairs: &mut Pairs, lines: &Lines, count: usize, stress: &Vec6) {
    // (u, v, c σ), both ways round
    let weighted = PRODUCTS.map(|(k, u, v, c)| (u, v, c * stress[k]));
    let mut pulls = [Vec3::zeros(); 7];
    let mut of_x = [0.0; 7]; // q_u0, of d_1 … d_3 alone
    for (u, v, c) in weighted {
        pulls[u] += lines.y[v] * c;
        pulls[v] += lines.y[u] * c;
        of_x[u] += if v == 0 { c } else { 0.0 };
    }
    for m in 1..count {
        let mut carried = [Vec3::zeros(); 7];
        for (u, v, c) in weighted {
            carried[u] += lines.arm[v][m] * c;
            carried[v] += lines.arm[u][m] * c;
        }
        for n in 1..count {
            let (mut turns, mut lever) = (Mat3::zeros(), Vec3::zeros());
            for u in 0..7 {
                let w = &lines.arm[u][n];
                turns -= skew_product(w, &carried[u]);
                if (1..4).contains(&u) {
                    lever += w * (of_x[u] * lines.t[m]);
                }
                if m == n {
                    turns += skew_product(&pulls[u], w);
                }
            }
            let block = &mut pairs[n - 1][m - 1];
            add3(block, 0, 3, &(skew(&carried[0]) * -lines.t[n]));
            add3(block, 3, 0, &skew(&lever));
            add3(block, 3, 3, &turns);
        }
    }
}

fn add3(to: &mut Mat6, row: usize, col: usize, block: &Mat3) {
    let mut view = to.fixed_view_mut::<3, 3>(row, col);
    view += block;
}

impl DirectorBeam {
    /// From an element; its strains in the reference configuration become zero.
    pub fn new(element: BeamElement, starts: &[Motion]) -> Self {
        let lines = element.points.iter().map(|point| linear(&element.ends, point)).collect();
        let mut beam = DirectorBeam { element, lines };
        for k in 0..beam.element.points.len() {
            let strain = beam.lines(starts, &beam.element.points[k].clone()).strain();
            beam.element.points[k].reference = strain;
        }
        beam
    }

    fn lines(&self, nodes: &[Motion], point: &BeamPoint) -> Lines {
        Lines::new(&point.n, &point.dn, &self.element.frames(nodes), self.element.nodes.len())
    }
}

impl Beam for DirectorBeam {
    fn element(&self) -> &BeamElement {
        &self.element
    }

    fn section_at(&self, nodes: &[Motion], r: f64) -> (Vec6, Mat3) {
        let count = self.element.nodes.len();
        let (n, mut dn) = lagrange(lobatto(count), r);
        let stretch = self.element.stretch(r);
        dn.iter_mut().for_each(|v| *v /= stretch);
        let lines = Lines::new(&n, &dn, &self.element.frames(nodes), count);
        // the nearest rotation to the interpolated directors
        let svd = Mat3::from_columns(&[lines.y[1], lines.y[2], lines.y[3]]).svd(true, true);
        let (u, v_t) = (svd.u.unwrap_or_else(Mat3::identity), svd.v_t.unwrap_or_else(Mat3::identity));
        (lines.strain(), u * v_t)
    }

    fn strain(&self, nodes: &[Motion], k: usize) -> (Vec6, Vec6) {
        let point = &self.element.points[k];
        let lines = self.lines(nodes, point);
        let rate = lines.rates(&self.element.moving(nodes)[..self.element.nodes.len()]);
        (lines.strain() - point.reference, lines.strain_rate(&rate))
    }

    fn strains(&self, nodes: &[Motion]) -> [Vec6; MAX_NODES - 1] {
        let (frames, mut strains) = (self.element.frames(nodes), [Vec6::zeros(); MAX_NODES - 1]);
        for (strain, point) in strains.iter_mut().zip(&self.element.points) {
            let lines = Lines::new(&point.n, &point.dn, &frames, self.element.nodes.len());
            *strain = lines.strain() - point.reference;
        }
        strains
    }
}

impl Term for DirectorBeam {
    fn nodes(&self) -> &[NodeId] {
        &self.element.nodes
    }

    fn parts(&self) -> Parts {
        Parts { g: self.element.is_damped(), ..Parts::NONE }
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let count = self.element.nodes.len();
        let frames = self.element.frames(at.nodes);
        let moving = self.element.moving(at.nodes);
        let damped = self.element.is_damped();
        let (mut stiffness, mut damping) = (None, None);
        for point in &self.element.points {
            let lines = Lines::new(&point.n, &point.dn, &frames, count);
            let c = point.stiffness * point.weight;
            let mut stress = c * (lines.strain() - point.reference);
            let mut rate = [Vec3::zeros(); 7];
            if damped {
                rate = lines.rates(&moving[..count]);
                stress += c * lines.strain_rate(&rate) * point.damping;
            }
            let (mut b, mut turned): ([Mat6; MAX_NODES], [Mat6; MAX_NODES]) = Default::default();
            for n in 1..count {
                b[n] = lines.gradient(n);
                turned[n] = b[n].transpose();
                let force = turned[n] * stress;
                out.f[6 * n..6 * n + 6].iter_mut().zip(force.iter()).for_each(|(f, by)| *f += by);
            }
            if out.without_tangents {
                continue;
            }
            let stiffness = stiffness.get_or_insert_with(no_pairs);
            for m in 1..count {
                let mut cb = c * b[m];
                if damped {
                    let damping = damping.get_or_insert_with(no_pairs);
                    (1..count).for_each(|n| damping[n - 1][m - 1] += turned[n] * cb * point.damping);
                    cb += c * lines.rate_gradient(m, moving[m], &rate) * point.damping;
                }
                // symmetric without damping
                for n in 1..if damped { count } else { m + 1 } {
                    let block = turned[n] * cb;
                    stiffness[n - 1][m - 1] += block;
                    if !damped && n < m {
                        stiffness[m - 1][n - 1] += block.transpose();
                    }
                }
            }
            add_geometric(stiffness, &lines, count, &stress);
        }
        if let Some(stiffness) = stiffness {
            write(&mut out.k, out.n, &stiffness);
            if let Some(damping) = damping {
                write(&mut out.g, out.n, &damping);
            }
        }
        complete(out, &moving[..count], damped);
    }

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        stored(self, at.nodes, books);
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

/// T of the seven lines at a point: columns x d₁ d₂ d₃ of each node.
fn linear(ends: &[Attachment], point: &BeamPoint) -> Linear<7, MAX_BLOCKS> {
    let mut t = [[0.0; MAX_BLOCKS]; 7];
    for (k, end) in ends.iter().enumerate() {
        let (n, dn) = (point.n[k], point.dn[k]);
        t[0][4 * k] = dn;
        for l in 0..3 {
            t[0][4 * k + 1 + l] = dn * end.offset[l];
            for axis in 0..3 {
                t[1 + axis][4 * k + 1 + l] = n * end.axes[(l, axis)];
                t[4 + axis][4 * k + 1 + l] = dn * end.axes[(l, axis)];
            }
        }
    }
    Linear { t, blocks: 4 * ends.len() }
}

/// The lines at a point.
fn values(point: &BeamPoint, frames: &Frames, count: usize) -> [Vec3; 7] {
    let mut y = [Vec3::zeros(); 7];
    for k in 0..count {
        let (n, dn) = (point.n[k], point.dn[k]);
        y[0] += frames.x[k] * dn;
        for l in 0..3 {
            let director = frames.s[k].column(l);
            y[1 + l] += director * n;
            y[4 + l] += director * dn;
        }
    }
    y
}

fn strain(y: &[Vec3; 7]) -> Vec6 {
    let mut e = Vec6::zeros();
    for (k, u, v, c) in PRODUCTS {
        e[k] += c * y[u].dot(&y[v]);
    }
    e
}

impl Interval for DirectorBeam {
    fn is_dense(&self) -> bool {
        false
    }

    /// Gradient at the averaged lines, stress C (Σ w e + μ Σw (e_f − e_i)/h).
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (count, frames) =
            (self.element.nodes.len(), over.levels.each_ref().map(|at| self.element.frames(at.nodes)));
        for (point, linear) in self.element.points.iter().zip(&self.lines) {
            let lines = frames.each_ref().map(|frames| values(point, frames, count));
            let e = lines.each_ref().map(|y| strain(y) - point.reference);
            let (c, w) = (point.stiffness * point.weight, &over.weights);
            let rate = point.damping * over.total() / over.h;
            let damped = c * (e[F] - e[I]) * rate;
            let stress = c * (e[I] * w[I] + e[J] * w[J] + e[F] * w[F]) + damped;
            out.works.dampers -= damped.dot(&(e[over.to] - e[over.from]));

            let (factors, tangents, n) = ([w[J], w[F] + rate], !out.without_tangents, out.n);
            let [s, at_j, at_f] = out.add_product(c, factors);
            add_gradients(linear, s, &mean(&lines[over.from], &lines[over.to]));
            for (to, level, factor) in [(at_j, J, factors[0]), (at_f, F, factors[1])] {
                if tangents && factor != 0.0 {
                    add_gradients(linear, to, &lines[level]);
                }
            }
            let own = out.gradients.len() - 18 * n;
            for (s, stress) in out.gradients[own..own + 6 * n].chunks_exact(n).zip(stress.iter()) {
                out.force.iter_mut().zip(s).for_each(|(f, s)| *f += s * stress);
            }
            if tangents {
                linear.add_hessians(&mut out.numbers, PRODUCTS.map(|(k, u, v, c)| (u, v, c * stress[k])));
            }
        }
    }
}

/// S = ∂e/∂q at the lines `y`, a row for each strain.
fn add_gradients(linear: &Linear<7, MAX_BLOCKS>, s: &mut [f64], y: &[Vec3; 7]) {
    let n = s.len() / 6;
    for (k, u, v, c) in PRODUCTS {
        linear.add_gradient(&mut s[k * n..(k + 1) * n], y, (u, v), c);
    }
}
