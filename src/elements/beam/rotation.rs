//! Beam with interpolated relative rotations: Crisfield and Jelenić, Epple's Algorithm 1.
//!
//! | symbol | name |
//! |---|---|
//! | Z_n = S_1ᵀ (X_n − X_1) | axis points seen from the first section frame |
//! | p_n, S_n = S_1 E(p_n) | Wiener-Milenković parameters of the relative rotations, Epple (5.5) |
//! | z = Σ N'_n Z_n, p = Σ N_n p_n, p' = Σ N'_n p_n | at a Gauss point |
//! | Γ = E(p)ᵀ z, κ = H(p)ᵀ p' | strain and curvature in section axes |
//!
//! The energy is a function of the relative variables (Z_n, p_n), n ≥ 2, alone: that is objectivity. Forces are its exact
//! gradient (Epple interpolates virtual rotations apart; his forces differ from these by the order of the element, and are
//! no gradient). With y = p·p and ν = 1/(1 + y/16),
//!
//! ```text
//!   E = I + ν²(1 − y/16) p̃ + ν²/2 p̃²,   H = ν I + ν²/2 p̃ + ν²/8 p̃²,   H⁻¹ = (1 − y/16) I − ½ p̃ + ⅛ p pᵀ
//! ```
//!
//! Only first and second derivatives of the forms b·E a and b·H a are needed, and both are
//! c₀ a·b + c₁ p·(a × b) + c₂ ((a·p)(b·p) − y a·b) with rational c(y).

use super::{Beam, BeamElement, BeamPoint, Frames, MAX_UNKNOWNS, add_square, stored};
use crate::math::quadrature::{MAX_NODES, lagrange, lobatto};
use crate::math::so3::skew;
use crate::math::{Mat3, Quat, Vec3, Vec6};
use crate::terms::{Books, Level, Motion, NodeId, StageBlock, Term};
use nalgebra::SMatrix;

/// Relative variables of an element with four nodes: Z_n and p_n for n = 2, 3, 4.
const RELATIVE: usize = 6 * (MAX_NODES - 1);
type Relative = SMatrix<f64, RELATIVE, RELATIVE>;
type Map = SMatrix<f64, RELATIVE, MAX_UNKNOWNS>;
type Local = SMatrix<f64, 6, 9>;

/// Wiener-Milenković parameters 4 tan(φ/4) n of a rotation by less than π.
pub fn wiener_milenkovic(rotation: &Mat3) -> Vec3 {
    let q = Quat::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(*rotation));
    let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
    q.imag() * (4.0 * sign / (1.0 + q.w.abs()))
}

/// Epple's Algorithm 1 by itself: the rotation at r of the field through `rotations` at `places` (two to four of them), and its
/// curvature H(p) p' in inertial axes, derivative in r.
pub fn interpolate_rotations(places: &[f64], rotations: &[Quat], r: f64) -> (Quat, Vec3) {
    let (n, dn) = lagrange(places, r);
    let first = rotations[0];
    let (mut p, mut dp) = (Vec3::zeros(), Vec3::zeros());
    for (k, rotation) in rotations.iter().enumerate() {
        let relative = wiener_milenkovic(&(first.inverse() * rotation).to_rotation_matrix().into_inner());
        p += relative * n[k];
        dp += relative * dn[k];
    }
    let [of_e, of_h] = Coefficients::of(p.norm_squared());
    let turn = nalgebra::Rotation3::from_matrix_unchecked(of_e.matrix(&p));
    (first * Quat::from_rotation_matrix(&turn), first * (of_h.matrix(&p) * dp))
}

/// c₀, c₁, c₂ of a form and their first and second derivatives in y.
#[derive(Clone, Copy)]
struct Coefficients([[f64; 3]; 3]);

impl Coefficients {
    /// Of E and of H.
    fn of(y: f64) -> [Self; 2] {
        let nu = 1.0 / (1.0 + y / 16.0);
        // ν' = −ν²/16, ν'' = ν³/128
        let (n1, n2) = (-nu * nu / 16.0, nu.powi(3) / 128.0);
        let square = [nu * nu, 2.0 * nu * n1, 2.0 * (n1 * n1 + nu * n2)];
        let u = 1.0 - y / 16.0;
        let sine = [square[0] * u, square[1] * u - square[0] / 16.0, square[2] * u - square[1] / 8.0];
        let times = |c: f64| square.map(|v| c * v);
        [Coefficients([[1.0, 0.0, 0.0], sine, times(0.5)]), Coefficients([[nu, n1, n2], times(0.5), times(0.125)])]
    }

    fn matrix(&self, p: &Vec3) -> Mat3 {
        let (p_t, c) = (skew(p), &self.0);
        Mat3::identity() * c[0][0] + p_t * c[1][0] + p_t * p_t * c[2][0]
    }

    /// ∂²(b·A a)/∂a∂p: how Aᵀb follows p.
    fn slope_a(&self, p: &Vec3, b: &Vec3) -> Mat3 {
        let [c0, c1, c2] = self.0;
        let (bp, bxp) = (b.dot(p), b.cross(p));
        let along = 2.0 * (b * c0[1] + bxp * c1[1] + (p * bp - b * p.norm_squared()) * c2[1]);
        let square = Mat3::identity() * bp + p * b.transpose() - b * p.transpose() * 2.0;
        along * p.transpose() + skew(b) * c1[0] + square * c2[0]
    }

    /// ∂²(b·A a)/∂b∂p: how A a follows p.
    fn slope_b(&self, p: &Vec3, a: &Vec3) -> Mat3 {
        let mut mirrored = *self;
        mirrored.0[1] = self.0[1].map(|v| -v);
        mirrored.slope_a(p, a)
    }

    /// ∂²(b·A a)/∂p∂p.
    fn curvature(&self, p: &Vec3, a: &Vec3, b: &Vec3) -> Mat3 {
        let [c0, c1, c2] = self.0;
        let (ab, u, y) = (a.dot(b), a.cross(b), p.norm_squared());
        let (line, square) = (p.dot(&u), a.dot(p) * b.dot(p) - y * ab);
        let slope = a * b.dot(p) + b * a.dot(p) - p * (2.0 * ab);
        let spread = |c: [f64; 3], v: f64| Mat3::identity() * (2.0 * c[1] * v) + p * p.transpose() * (4.0 * c[2] * v);
        let mixed = |c: [f64; 3], g: Vec3| (g * p.transpose() + p * g.transpose()) * (2.0 * c[1]);
        let inner = a * b.transpose() + b * a.transpose() - Mat3::identity() * (2.0 * ab);
        spread(c0, ab) + spread(c1, line) + spread(c2, square) + mixed(c1, u) + mixed(c2, slope) + inner * c2[0]
    }
}

/// H⁻¹(p).
fn inverse_tangent(p: &Vec3) -> Mat3 {
    Mat3::identity() * (1.0 - p.norm_squared() / 16.0) - skew(p) * 0.5 + p * p.transpose() * 0.125
}

/// ∂(H⁻¹(p) b)/∂p; with −p for p and a sign this serves H⁻ᵀ too.
fn inverse_tangent_slope(p: &Vec3, b: &Vec3) -> Mat3 {
    b * p.transpose() * -0.125 + skew(b) * 0.5 + (Mat3::identity() * p.dot(b) + p * b.transpose()) * 0.125
}

/// ∂(H⁻ᵀ(p) b)/∂p.
fn inverse_transpose_slope(p: &Vec3, b: &Vec3) -> Mat3 {
    inverse_tangent_slope(p, b) - skew(b)
}

/// Beam with interpolated relative rotations.
#[derive(Debug, Clone)]
pub struct RotationBeam {
    element: BeamElement,
}

/// Strains at one point with their derivatives in the local variables (z, p, p').
struct Strain {
    e: Vec6,
    /// ∂e/∂(z, p, p')
    b: Local,
    coefficients: [Coefficients; 2],
    z: Vec3,
    p: Vec3,
    dp: Vec3,
}

impl Strain {
    fn new(z: Vec3, p: Vec3, dp: Vec3) -> Self {
        let [of_e, of_h] = Coefficients::of(p.norm_squared());
        let (e, h) = (of_e.matrix(&p), of_h.matrix(&p));
        let mut b = Local::zeros();
        b.fixed_view_mut::<3, 3>(0, 0).copy_from(&e.transpose());
        b.fixed_view_mut::<3, 3>(0, 3).copy_from(&of_e.slope_a(&p, &z));
        b.fixed_view_mut::<3, 3>(3, 3).copy_from(&of_h.slope_a(&p, &dp));
        b.fixed_view_mut::<3, 3>(3, 6).copy_from(&h.transpose());
        let (gamma, kappa) = (e.transpose() * z, h.transpose() * dp);
        let strain = Vec6::new(gamma.x, gamma.y, gamma.z, kappa.x, kappa.y, kappa.z);
        Strain { e: strain, b, coefficients: [of_e, of_h], z, p, dp }
    }

    /// Second derivatives of e·σ for a fixed σ.
    fn geometric(&self, stress: &Vec6) -> SMatrix<f64, 9, 9> {
        let [of_e, of_h] = &self.coefficients;
        let (f, m) = (stress.fixed_rows::<3>(0).into_owned(), stress.fixed_rows::<3>(3).into_owned());
        let mut k = SMatrix::<f64, 9, 9>::zeros();
        let (zp, dpp) = (of_e.slope_b(&self.p, &f), of_h.slope_b(&self.p, &m));
        k.fixed_view_mut::<3, 3>(0, 3).copy_from(&zp);
        k.fixed_view_mut::<3, 3>(3, 0).copy_from(&zp.transpose());
        k.fixed_view_mut::<3, 3>(6, 3).copy_from(&dpp);
        k.fixed_view_mut::<3, 3>(3, 6).copy_from(&dpp.transpose());
        let pp = of_e.curvature(&self.p, &f, &self.z) + of_h.curvature(&self.p, &m, &self.dp);
        k.fixed_view_mut::<3, 3>(3, 3).copy_from(&pp);
        k
    }

    /// ∂(b·rates)/∂(z, p, p') for fixed rates.
    fn rate_slope(&self, rates: &SMatrix<f64, 9, 1>) -> Local {
        let mut out = Local::zeros();
        for i in 0..6 {
            let unit = Vec6::ith(i, 1.0);
            out.set_row(i, &(self.geometric(&unit) * rates).transpose());
        }
        out
    }
}

impl RotationBeam {
    /// From an element; its strains in the reference configuration become zero.
    pub fn new(element: BeamElement, starts: &[Motion]) -> Self {
        let mut beam = RotationBeam { element };
        let (_, z, p) = beam.relative(starts);
        for k in 0..beam.element.points.len() {
            let point = beam.element.points[k];
            beam.element.points[k].reference = at(&point.n, &point.dn, &z, &p).e;
        }
        beam
    }

    /// Frames, Z_n and p_n; those of the first node are zero.
    fn relative(&self, nodes: &[Motion]) -> (Frames, [Vec3; MAX_NODES], [Vec3; MAX_NODES]) {
        let frames = self.element.frames(nodes);
        let first = frames.s[0].transpose();
        let (mut z, mut p) = ([Vec3::zeros(); MAX_NODES], [Vec3::zeros(); MAX_NODES]);
        for n in 1..self.element.nodes.len() {
            z[n] = first * (frames.x[n] - frames.x[0]);
            p[n] = wiener_milenkovic(&(first * frames.s[n]));
        }
        (frames, z, p)
    }

    /// Rates of Z_n and p_n.
    fn relative_rates(&self, nodes: &[Motion], frames: &Frames, p: &[Vec3; MAX_NODES]) -> [[Vec3; 2]; MAX_NODES] {
        let first = frames.s[0].transpose();
        let speed = |n: usize| {
            let node = &nodes[self.element.nodes[n].0];
            (node.v + node.omega.cross(&frames.arm[n]), node.omega)
        };
        let (v_1, omega_1) = speed(0);
        let mut rates = [[Vec3::zeros(); 2]; MAX_NODES];
        for n in 1..self.element.nodes.len() {
            let (v, omega) = speed(n);
            let seen = v - v_1 - omega_1.cross(&(frames.x[n] - frames.x[0]));
            rates[n] = [first * seen, inverse_tangent(&p[n]) * (first * (omega - omega_1))];
        }
        rates
    }
}

/// Strains at a point from the relative variables.
fn at(n: &[f64; MAX_NODES], dn: &[f64; MAX_NODES], z: &[Vec3; MAX_NODES], p: &[Vec3; MAX_NODES]) -> Strain {
    let sum = |w: &[f64; MAX_NODES], v: &[Vec3; MAX_NODES]| (1..MAX_NODES).map(|k| v[k] * w[k]).sum::<Vec3>();
    Strain::new(sum(dn, z), sum(n, p), sum(dn, p))
}

/// Rates of (z, p, p') at a point.
fn local_rates(point: &BeamPoint, rates: &[[Vec3; 2]; MAX_NODES]) -> SMatrix<f64, 9, 1> {
    let mut out = SMatrix::<f64, 9, 1>::zeros();
    for k in 1..MAX_NODES {
        for i in 0..3 {
            out[i] += point.dn[k] * rates[k][0][i];
            out[3 + i] += point.n[k] * rates[k][1][i];
            out[6 + i] += point.dn[k] * rates[k][1][i];
        }
    }
    out
}

/// Add weight · Lᵀ k L, L the map from the relative variables to (z, p, p') at a point.
fn add_relative(to: &mut Relative, point: &BeamPoint, count: usize, k: &SMatrix<f64, 9, 9>) {
    let block = |i: usize, j: usize| k.fixed_view::<3, 3>(3 * i, 3 * j).into_owned() * point.weight;
    let (n, dn) = (&point.n, &point.dn);
    for a in 1..count {
        for b in 1..count {
            let (row, col) = (6 * (a - 1), 6 * (b - 1));
            let mut add = |i: usize, j: usize, m: Mat3| {
                let mut view = to.fixed_view_mut::<3, 3>(row + i, col + j);
                view += m;
            };
            add(0, 0, block(0, 0) * (dn[a] * dn[b]));
            add(0, 3, (block(0, 1) * n[b] + block(0, 2) * dn[b]) * dn[a]);
            add(3, 0, (block(1, 0) * n[a] + block(2, 0) * dn[a]) * dn[b]);
            let turns =
                (block(1, 1) * n[b] + block(1, 2) * dn[b]) * n[a] + (block(2, 1) * n[b] + block(2, 2) * dn[b]) * dn[a];
            add(3, 3, turns);
        }
    }
}

impl Beam for RotationBeam {
    fn element(&self) -> &BeamElement {
        &self.element
    }

    fn section_at(&self, nodes: &[Motion], r: f64) -> (Vec6, Mat3) {
        let (frames, z, p) = self.relative(nodes);
        let (n, mut dn) = lagrange(lobatto(self.element.nodes.len()), r);
        // the derivative along the axis, by the length of the nearest Gauss point's stretch
        let stretch = self.element.stretch(r);
        dn.iter_mut().for_each(|v| *v /= stretch);
        let strain = at(&n, &dn, &z, &p);
        let turn = strain.coefficients[0].matrix(&strain.p);
        (strain.e, frames.s[0] * turn)
    }

    fn strain(&self, nodes: &[Motion], k: usize) -> (Vec6, Vec6) {
        let (frames, z, p) = self.relative(nodes);
        let point = &self.element.points[k];
        let strain = at(&point.n, &point.dn, &z, &p);
        let rates = self.relative_rates(nodes, &frames, &p);
        (strain.e - point.reference, strain.b * local_rates(point, &rates))
    }
}

impl Term for RotationBeam {
    fn nodes(&self) -> &[NodeId] {
        &self.element.nodes
    }

    fn stage(&self, level: &Level, out: &mut StageBlock) {
        let count = self.element.nodes.len();
        let (frames, z, p) = self.relative(level.nodes);
        let damped = self.element.points.iter().any(|point| point.damping > 0.0);
        let rates = self.relative_rates(level.nodes, &frames, &p);

        // gradient and second derivatives in the relative variables
        let mut gradient = [[Vec3::zeros(); 2]; MAX_NODES];
        let (mut stiffness, mut damping) = (Relative::zeros(), Relative::zeros());
        for point in &self.element.points {
            let strain = at(&point.n, &point.dn, &z, &p);
            let speed = local_rates(point, &rates);
            let mut stress = point.stiffness * (strain.e - point.reference);
            let cb = point.stiffness * strain.b;
            let mut k = strain.b.transpose() * cb;
            if damped {
                stress += cb * speed * point.damping;
                add_relative(&mut damping, point, count, &(k * point.damping));
                k += cb.transpose() * strain.rate_slope(&speed) * point.damping;
            }
            k += strain.geometric(&stress);
            add_relative(&mut stiffness, point, count, &k);
            let force = strain.b.transpose() * stress * point.weight;
            let part = |i: usize| force.fixed_rows::<3>(3 * i).into_owned();
            for n in 1..count {
                gradient[n][0] += part(0) * point.dn[n];
                gradient[n][1] += part(1) * point.n[n] + part(2) * point.dn[n];
            }
        }

        // to the nodes: forces Ω_n at the axis points, moments M_n, and what balances them at the first node
        let (first, seen) = (frames.s[0], frames.s[0].transpose());
        let x_1 = frames.x[0] - frames.arm[0];
        let mut map = Map::zeros();
        for n in 1..count {
            let row = 6 * (n - 1);
            let (arm, back) = (skew(&frames.arm[n]), inverse_tangent(&p[n]) * seen);
            let lever = skew(&(frames.x[n] - x_1));
            let mut set = |i: usize, j: usize, m: &Mat3| map.fixed_view_mut::<3, 3>(row + i, j).copy_from(m);
            set(0, 6 * n, &seen);
            set(0, 6 * n + 3, &(seen * -arm));
            set(0, 0, &-seen);
            set(0, 3, &(seen * lever));
            set(3, 6 * n + 3, &back);
            set(3, 3, &-back);

            let force = first * gradient[n][0];
            let moment = first * (inverse_tangent(&p[n]).transpose() * gradient[n][1]);
            let turned = first * inverse_transpose_slope(&p[n], &gradient[n][1]) * back;
            out.add_force(6 * n, &force);
            out.add_force(6 * n + 3, &(moment + arm * force));
            out.add_force(0, &-force);
            out.add_force(3, &-(moment + lever * force));

            // the same forces, as the map that distributes them turns
            let (f_t, m_t) = (skew(&force), skew(&moment));
            out.add_k(6 * n, 3, &-f_t);
            out.add_k(0, 3, &f_t);
            let own = f_t * arm;
            out.add_k(6 * n + 3, 6 * n + 3, &(turned + own));
            out.add_k(6 * n + 3, 3, &(-m_t - turned - arm * f_t));
            out.add_k(3, 6 * n + 3, &-(turned + own));
            out.add_k(3, 3, &(m_t + turned + lever * f_t));
            out.add_k(3, 6 * n, &f_t);
            out.add_k(3, 0, &-f_t);
        }
        let mut tangent = map.transpose() * stiffness * map;
        if damped {
            let swept = map.transpose() * damping;
            tangent += swept * self.rate_map(level.nodes, &frames, &p);
            add_square(&mut out.g, out.n, &(swept * map));
        }
        add_square(&mut out.k, out.n, &tangent);
    }

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        stored(self, at.nodes, books);
    }
}

impl RotationBeam {
    /// ∂(rates of the relative variables)/∂q for fixed velocities of the nodes.
    fn rate_map(&self, nodes: &[Motion], frames: &Frames, p: &[Vec3; MAX_NODES]) -> Map {
        let seen = frames.s[0].transpose();
        let motion = |n: usize| &nodes[self.element.nodes[n].0];
        let w_1 = skew(&motion(0).omega);
        let axis_speed = |n: usize| motion(n).v + motion(n).omega.cross(&frames.arm[n]);
        let mut map = Map::zeros();
        for n in 1..self.element.nodes.len() {
            let row = 6 * (n - 1);
            let (arm, w_n) = (skew(&frames.arm[n]), skew(&motion(n).omega));
            let y = axis_speed(n) - axis_speed(0) - w_1 * (frames.x[n] - frames.x[0]);
            let spin = motion(n).omega - motion(0).omega;
            let back = inverse_tangent(&p[n]) * seen;
            let slope = inverse_tangent_slope(&p[n], &(seen * spin)) * back;
            let mut set = |i: usize, j: usize, m: &Mat3| map.fixed_view_mut::<3, 3>(row + i, j).copy_from(m);
            set(0, 6 * n, &(seen * -w_1));
            set(0, 6 * n + 3, &(seen * (w_1 - w_n) * arm));
            set(0, 0, &(seen * w_1));
            set(0, 3, &(seen * skew(&y)));
            set(3, 6 * n + 3, &slope);
            set(3, 3, &(back * skew(&spin) - slope));
        }
        map
    }
}
