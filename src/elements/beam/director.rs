//! Beam with interpolated directors: every strain is a sum of dot products of lines that are linear in the nodal frames.
//!
//! | line | linear in the frames | strain |
//! |---|---|---|
//! | x' = Σ N'_n X_n | moves with x_n, turns with the offset | Γ_k = d_k·x' |
//! | d_k = Σ N_n S_n e_k | turns with the nodes | κ_k = ½ (d_j·d_i' − d_i·d_j'), (i, j, k) cyclic |
//! | d_k' = Σ N'_n S_n e_k | | |
//!
//! A line varies as δy = Σ (t_n δx_n + δθ_n × w_n), as in [`holonomic`](crate::terms::holonomic), and force and tangent are
//! those of conditions with the stresses for multipliers, plus BᵀCB. Interpolated directors are not orthonormal, and
//! nothing here assumes that they are: this is what lets the interval schemes use the same measure at averaged frames.

use super::{Beam, BeamElement, BeamPoint, Frames, MAX_UNKNOWNS, add_square, stored};
use crate::math::quadrature::{MAX_NODES, lagrange, lobatto};
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3, Vec6};
use crate::terms::interval::{F, I, J, Linear, gather, mean};
use crate::terms::{Books, Interval, IntervalBlock, Level, Motion, NodeId, Span, StageBlock, Term, add_block};
use nalgebra::SMatrix;

/// Blocks x, d₁, d₂, d₃ of the nodes of an element.
const MAX_BLOCKS: usize = 4 * MAX_NODES;

type Gradient = SMatrix<f64, 6, MAX_UNKNOWNS>;

/// Beam with interpolated directors.
#[derive(Debug, Clone)]
pub struct DirectorBeam {
    element: BeamElement,
}

/// Lines at a point: 0 is x', 1 … 3 are d_k, 4 … 6 are d_k'.
struct Lines {
    y: [Vec3; 7],
    /// t_n of x'
    t: [f64; MAX_NODES],
    /// w_n of each line
    arm: [[Vec3; MAX_NODES]; 7],
}

/// The dot products that a strain is made of: (strain, line, line, factor).
const PRODUCTS: [(usize, usize, usize, f64); 9] = [
    (0, 1, 0, 1.0),
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

    /// ∂e/∂q.
    fn gradient(&self, count: usize) -> Gradient {
        let mut b = Gradient::zeros();
        for (k, u, v, c) in PRODUCTS {
            for (u, v) in [(u, v), (v, u)] {
                let pull = self.y[v] * c;
                for n in 0..count {
                    let turn = self.arm[u][n].cross(&pull);
                    for i in 0..3 {
                        b[(k, 6 * n + 3 + i)] += turn[i];
                        if u == 0 {
                            b[(k, 6 * n + i)] += self.t[n] * pull[i];
                        }
                    }
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

    /// ∂ė/∂q for fixed velocities.
    fn rate_gradient(&self, nodes: &[&Motion], rate: &[Vec3; 7]) -> Gradient {
        let mut b = Gradient::zeros();
        for (k, u, v, c) in PRODUCTS {
            for (u, v) in [(u, v), (v, u)] {
                for (n, node) in nodes.iter().enumerate() {
                    // u̇·δv, and δu̇·v with δu̇ = ω × (δθ × w)
                    let turn = self.arm[v][n].cross(&rate[u]) - self.arm[u][n].cross(&node.omega.cross(&self.y[v]));
                    for i in 0..3 {
                        b[(k, 6 * n + 3 + i)] += c * turn[i];
                        if v == 0 {
                            b[(k, 6 * n + i)] += c * self.t[n] * rate[u][i];
                        }
                    }
                }
            }
        }
        b
    }
}

/// Add the tangent of the force of stresses: as `add_geometric` of the lines of joints, for an element's nodes.
fn add_geometric(k: &mut [f64], stride: usize, lines: &Lines, count: usize, stress: &Vec6) {
    let mut add = |row: usize, col: usize, block: &Mat3| add_block(k, stride, row, col, block);
    for (strain, u, v, c) in PRODUCTS {
        let c = c * stress[strain];
        for (u, v) in [(u, v), (v, u)] {
            let pull = skew(&lines.y[v]) * c;
            for n in 0..count {
                let w_u = skew(&lines.arm[u][n]) * c;
                for m in 0..count {
                    let w_v = skew(&lines.arm[v][m]);
                    if u == 0 {
                        add(6 * n, 6 * m + 3, &(w_v * (-c * lines.t[n])));
                    }
                    if v == 0 {
                        add(6 * n + 3, 6 * m, &(w_u * lines.t[m]));
                    }
                    add(6 * n + 3, 6 * m + 3, &-(w_u * w_v));
                }
                add(6 * n + 3, 6 * n + 3, &(pull * skew(&lines.arm[u][n])));
            }
        }
    }
}

impl DirectorBeam {
    /// From an element; its strains in the reference configuration become zero.
    pub fn new(element: BeamElement, starts: &[Motion]) -> Self {
        let mut beam = DirectorBeam { element };
        for k in 0..beam.element.points.len() {
            let strain = beam.lines(starts, &beam.element.points[k].clone()).strain();
            beam.element.points[k].reference = strain;
        }
        beam
    }

    fn lines(&self, nodes: &[Motion], point: &BeamPoint) -> Lines {
        Lines::new(&point.n, &point.dn, &self.element.frames(nodes), self.element.nodes.len())
    }

    fn moving<'a>(&self, nodes: &'a [Motion]) -> [&'a Motion; MAX_NODES] {
        std::array::from_fn(|k| &nodes[self.element.nodes[k.min(self.element.nodes.len() - 1)].0])
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
        let rate = lines.rates(&self.moving(nodes)[..self.element.nodes.len()]);
        let mut e_rate = Vec6::zeros();
        for (k, u, v, c) in PRODUCTS {
            e_rate[k] += c * (rate[u].dot(&lines.y[v]) + lines.y[u].dot(&rate[v]));
        }
        (lines.strain() - point.reference, e_rate)
    }
}

impl Term for DirectorBeam {
    fn nodes(&self) -> &[NodeId] {
        &self.element.nodes
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let count = self.element.nodes.len();
        let frames = self.element.frames(at.nodes);
        let moving = self.moving(at.nodes);
        for point in &self.element.points {
            let lines = Lines::new(&point.n, &point.dn, &frames, count);
            let b = lines.gradient(count);
            let c = point.stiffness * point.weight;
            let cb = c * b;
            let mut stress = c * (lines.strain() - point.reference);
            let mut tangent = b.transpose() * cb;
            if point.damping > 0.0 {
                let rate = lines.rates(&moving[..count]);
                let mut e_rate = Vec6::zeros();
                for (k, u, v, c) in PRODUCTS {
                    e_rate[k] += c * (rate[u].dot(&lines.y[v]) + lines.y[u].dot(&rate[v]));
                }
                stress += c * e_rate * point.damping;
                add_square(&mut out.g, out.n, &(tangent * point.damping));
                tangent += cb.transpose() * lines.rate_gradient(&moving[..count], &rate) * point.damping;
            }
            let force = b.transpose() * stress;
            for i in 0..out.n {
                out.f[i] += force[i];
            }
            add_square(&mut out.k, out.n, &tangent);
            add_geometric(&mut out.k, out.n, &lines, count, &stress);
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        stored(self, at.nodes, books);
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl DirectorBeam {
    /// T of the seven lines at a point: columns x d₁ d₂ d₃ of each node.
    fn linear(&self, point: &BeamPoint) -> Linear<7, MAX_BLOCKS> {
        let mut t = [[0.0; MAX_BLOCKS]; 7];
        for (k, end) in self.element.ends.iter().enumerate() {
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
        Linear { t, blocks: 4 * self.element.ends.len() }
    }
}

fn strain(y: &[Vec3; 7]) -> Vec6 {
    let mut e = Vec6::zeros();
    for (k, u, v, c) in PRODUCTS {
        e[k] += c * y[u].dot(&y[v]);
    }
    e
}

/// S = ∂e/∂q at the lines `y`, times a factor.
fn interval_gradient(linear: &Linear<7, MAX_BLOCKS>, y: &[Vec3; 7]) -> [[f64; 3 * MAX_BLOCKS]; 6] {
    let mut s = [[0.0; 3 * MAX_BLOCKS]; 6];
    for (k, u, v, c) in PRODUCTS {
        linear.add_gradient(&mut s[k], y, (u, v), c);
    }
    s
}

impl Interval for DirectorBeam {
    /// Gradient at the averaged lines, stress C (Σ w e + μ Σw (e_f − e_i)/h).
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (nodes, n) = (&self.element.nodes, out.n);
        let q: [[Vec3; MAX_BLOCKS]; 3] = [I, J, F].map(|level| gather(nodes, over.levels[level].nodes));
        let slopes = over.mean_slopes();
        for point in &self.element.points {
            let linear = self.linear(point);
            let lines = q.each_ref().map(|q| linear.at(q));
            let e = lines.each_ref().map(|y| strain(y) - point.reference);
            let (c, rate) = (point.stiffness * point.weight, point.damping * over.total() / over.h);
            let damped = c * (e[F] - e[I]) * rate;
            let stress = c * (e[I] * over.weights[I] + e[J] * over.weights[J] + e[F] * over.weights[F]) + damped;
            out.works.dampers -= damped.dot(&(e[over.to] - e[over.from]));

            let s = interval_gradient(&linear, &mean(&lines[over.from], &lines[over.to]));
            for i in 0..n {
                out.force[i] += (0..6).map(|k| s[k][i] * stress[k]).sum::<f64>();
            }
            let mut numbers = [[0.0; MAX_BLOCKS]; MAX_BLOCKS];
            for (k, u, v, c) in PRODUCTS {
                linear.add_hessian(&mut numbers, (u, v), c * stress[k]);
            }
            for (place, (level, factor)) in [(J, over.weights[J]), (F, over.weights[F] + rate)].into_iter().enumerate()
            {
                if slopes[place] != 0.0 {
                    linear.spread(&numbers, slopes[place], &mut out.k[place], n);
                }
                if factor == 0.0 {
                    continue;
                }
                // Sᵀ C S_level
                let at = interval_gradient(&linear, &lines[level]);
                let c = c * factor;
                let mut cs = [[0.0; 3 * MAX_BLOCKS]; 6];
                for (row, cs) in cs.iter_mut().enumerate() {
                    for (k, s) in at.iter().enumerate() {
                        let c = c[(row, k)];
                        if c != 0.0 {
                            cs.iter_mut().zip(s).take(n).for_each(|(sum, s)| *sum += c * s);
                        }
                    }
                }
                for (i, row) in out.k[place].chunks_exact_mut(n).enumerate() {
                    for k in 0..6 {
                        let pull = s[k][i];
                        row.iter_mut().zip(&cs[k]).for_each(|(to, cs)| *to += pull * cs);
                    }
                }
            }
        }
    }
}
