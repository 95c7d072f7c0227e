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

use super::objective::{Pairs, complete, no_pairs, write};
use super::{Beam, BeamElement, BeamPoint, Frames, stored};
use crate::math::quadrature::{MAX_NODES, lagrange, lobatto};
use crate::math::so3::skew;
use crate::math::{Mat3, Mat6, Quat, Vec3, Vec6};
use crate::terms::{Books, Level, Motion, NodeId, Parts, StageBlock, Term};
use nalgebra::SMatrix;

type Local = SMatrix<f64, 6, 9>;
/// A map for each node after the first.
type Maps = [Mat6; MAX_NODES - 1];

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
        Strain { e: both(e.tr_mul(&z), h.tr_mul(&dp)), b, coefficients: [of_e, of_h], z, p, dp }
    }

    /// Add the second derivatives of e·σ for a fixed σ.
    fn add_geometric(&self, k: &mut SMatrix<f64, 9, 9>, stress: &Vec6) {
        let [of_e, of_h] = &self.coefficients;
        let (f, m) = (stress.fixed_rows::<3>(0).into_owned(), stress.fixed_rows::<3>(3).into_owned());
        let (zp, dpp) = (of_e.slope_b(&self.p, &f), of_h.slope_b(&self.p, &m));
        let pp = of_e.curvature(&self.p, &f, &self.z) + of_h.curvature(&self.p, &m, &self.dp);
        for j in 0..3 {
            for i in 0..3 {
                k[(i, 3 + j)] += zp[(i, j)];
                k[(3 + j, i)] += zp[(i, j)];
                k[(6 + i, 3 + j)] += dpp[(i, j)];
                k[(3 + j, 6 + i)] += dpp[(i, j)];
                k[(3 + i, 3 + j)] += pp[(i, j)];
            }
        }
    }

    /// ∂(b·rates)/∂(z, p, p') for fixed rates.
    fn rate_slope(&self, rates: &SMatrix<f64, 9, 1>) -> Local {
        let mut out = Local::zeros();
        for i in 0..6 {
            let unit = Vec6::ith(i, 1.0);
            let mut second = SMatrix::<f64, 9, 9>::zeros();
            self.add_geometric(&mut second, &unit);
            out.set_row(i, &(second * rates).transpose());
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

type OfNodes = [Vec3; MAX_NODES];

/// (Γ; κ).
fn both(gamma: Vec3, kappa: Vec3) -> Vec6 {
    Vec6::new(gamma.x, gamma.y, gamma.z, kappa.x, kappa.y, kappa.z)
}

/// z, p, p' at a point from the relative variables.
fn interpolated(n: &[f64; MAX_NODES], dn: &[f64; MAX_NODES], z: &OfNodes, p: &OfNodes) -> [Vec3; 3] {
    let sum = |w: &[f64; MAX_NODES], v: &OfNodes| (1..MAX_NODES).map(|k| v[k] * w[k]).sum::<Vec3>();
    [sum(dn, z), sum(n, p), sum(dn, p)]
}

/// Strains at a point from the relative variables.
fn at(n: &[f64; MAX_NODES], dn: &[f64; MAX_NODES], z: &OfNodes, p: &OfNodes) -> Strain {
    let [z, p, dp] = interpolated(n, dn, z, p);
    Strain::new(z, p, dp)
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

/// Add weight · L_aᵀ k L_b, L the map from the relative variables (Z, p) of a node to (z, p, p') at a point.
fn add_relative(to: &mut Mat6, point: &BeamPoint, (a, b): (usize, usize), k: &SMatrix<f64, 9, 9>) {
    let (n, dn) = ([point.n[a], point.n[b]], [point.dn[a], point.dn[b]]);
    let w = point.weight;
    let [dd, dn_n, n_dn, nn] = [w * dn[0] * dn[1], w * dn[0] * n[1], w * n[0] * dn[1], w * n[0] * n[1]];
    for j in 0..3 {
        for i in 0..3 {
            to[(i, j)] += dd * k[(i, j)];
            to[(i, 3 + j)] += dn_n * k[(i, 3 + j)] + dd * k[(i, 6 + j)];
            to[(3 + i, j)] += n_dn * k[(3 + i, j)] + dd * k[(6 + i, j)];
            to[(3 + i, 3 + j)] +=
                nn * k[(3 + i, 3 + j)] + n_dn * k[(3 + i, 6 + j)] + dn_n * k[(6 + i, 3 + j)] + dd * k[(6 + i, 6 + j)];
        }
    }
}

/// Add weight · L_aᵀ k L_b for all pairs of nodes after the first, or for those with b ≥ a of a symmetric k.
fn add_pairs(to: &mut Pairs, point: &BeamPoint, count: usize, symmetric: bool, k: &SMatrix<f64, 9, 9>) {
    for a in 1..count {
        for b in if symmetric { a } else { 1 }..count {
            add_relative(&mut to[a - 1][b - 1], point, (a, b), k);
        }
    }
}

/// T_aᵀ k_ab U_b in place, with the maps of the nodes after the first.
fn map_pairs(pairs: &mut Pairs, count: usize, symmetric: bool, rows: &Maps, columns: &Maps) {
    for a in 0..count - 1 {
        let turned = rows[a].transpose();
        for b in if symmetric { a } else { 0 }..count - 1 {
            pairs[a][b] = turned * (pairs[a][b] * columns[b]);
            if symmetric && a != b {
                pairs[b][a] = pairs[a][b].transpose();
            }
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

    fn strains(&self, nodes: &[Motion]) -> [Vec6; MAX_NODES - 1] {
        let (_, z, p) = self.relative(nodes);
        let mut strains = [Vec6::zeros(); MAX_NODES - 1];
        for (strain, point) in strains.iter_mut().zip(&self.element.points) {
            let [z, p, dp] = interpolated(&point.n, &point.dn, &z, &p);
            let [of_e, of_h] = Coefficients::of(p.norm_squared());
            *strain = both(of_e.matrix(&p).tr_mul(&z), of_h.matrix(&p).tr_mul(&dp)) - point.reference;
        }
        strains
    }
}

impl Term for RotationBeam {
    fn nodes(&self) -> &[NodeId] {
        &self.element.nodes
    }

    fn parts(&self) -> Parts {
        Parts { g: self.element.is_damped(), ..Parts::NONE }
    }

    fn stage(&self, level: &Level, out: &mut StageBlock) {
        let count = self.element.nodes.len();
        let (frames, z, p) = self.relative(level.nodes);
        let damped = self.element.is_damped();
        let rates = if damped { self.relative_rates(level.nodes, &frames, &p) } else { Default::default() };

        // gradient and second derivatives in the relative variables
        let mut gradient = [[Vec3::zeros(); 2]; MAX_NODES];
        let (mut stiffness, mut damping) = (no_pairs(), None);
        for point in &self.element.points {
            let strain = at(&point.n, &point.dn, &z, &p);
            let mut stress = point.stiffness * (strain.e - point.reference);
            let cb = point.stiffness * strain.b;
            let mut speed = Default::default();
            if damped {
                speed = local_rates(point, &rates);
                stress += cb * speed * point.damping;
            }
            if !out.without_tangents {
                let mut k = strain.b.transpose() * cb;
                if damped {
                    add_pairs(damping.get_or_insert_with(no_pairs), point, count, true, &(k * point.damping));
                    k += cb.transpose() * strain.rate_slope(&speed) * point.damping;
                }
                strain.add_geometric(&mut k, &stress);
                add_pairs(&mut stiffness, point, count, !damped, &k);
            }
            let force = strain.b.tr_mul(&stress) * point.weight;
            let part = |i: usize| force.fixed_rows::<3>(3 * i).into_owned();
            for n in 1..count {
                gradient[n][0] += part(0) * point.dn[n];
                gradient[n][1] += part(1) * point.n[n] + part(2) * point.dn[n];
            }
        }

        // to the nodes after the first: (δZ, δp) = T (δx, δθ)
        let (first, seen) = (frames.s[0], frames.s[0].transpose());
        let (mut maps, mut own): (Maps, [Mat3; MAX_NODES - 1]) = Default::default();
        for n in 1..count {
            let (arm, back) = (skew(&frames.arm[n]), inverse_tangent(&p[n]) * seen);
            let map = &mut maps[n - 1];
            map.fixed_view_mut::<3, 3>(0, 0).copy_from(&seen);
            map.fixed_view_mut::<3, 3>(0, 3).copy_from(&(seen * -arm));
            map.fixed_view_mut::<3, 3>(3, 3).copy_from(&back);
            let force = first * gradient[n][0];
            out.add_force(6 * n, &force);
            out.add_force(6 * n + 3, &(back.tr_mul(&gradient[n][1]) + arm * force));
            // the same forces, as the map that distributes them turns
            own[n - 1] = first * inverse_transpose_slope(&p[n], &gradient[n][1]) * back + skew(&force) * arm;
        }
        if !out.without_tangents {
            map_pairs(&mut stiffness, count, !damped, &maps, &maps);
            if let Some(mut damping) = damping {
                let mut swept = damping;
                fill_below(&mut swept, count);
                map_pairs(&mut swept, count, false, &maps, &self.rate_maps(level.nodes, &frames, &p));
                map_pairs(&mut damping, count, true, &maps, &maps);
                stiffness.iter_mut().flatten().zip(swept.iter().flatten()).for_each(|(k, swept)| *k += swept);
                write(&mut out.g, out.n, &damping);
            }
            for (n, own) in own[..count - 1].iter().enumerate() {
                let mut turns = stiffness[n][n].fixed_view_mut::<3, 3>(3, 3);
                turns += own;
            }
            write(&mut out.k, out.n, &stiffness);
        }
        complete(out, &self.element.moving(level.nodes)[..count], damped);
    }

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        stored(self, at.nodes, books);
    }
}

impl RotationBeam {
    /// ∂(rates of the relative variables)/∂q for fixed velocities of the nodes, of the nodes after the first.
    fn rate_maps(&self, nodes: &[Motion], frames: &Frames, p: &[Vec3; MAX_NODES]) -> Maps {
        let seen = frames.s[0].transpose();
        let motion = |n: usize| &nodes[self.element.nodes[n].0];
        let w_1 = skew(&motion(0).omega);
        let mut maps = Maps::default();
        for n in 1..self.element.nodes.len() {
            let (arm, w_n) = (skew(&frames.arm[n]), skew(&motion(n).omega));
            let spin = motion(n).omega - motion(0).omega;
            let back = inverse_tangent(&p[n]) * seen;
            let map = &mut maps[n - 1];
            map.fixed_view_mut::<3, 3>(0, 0).copy_from(&(seen * -w_1));
            map.fixed_view_mut::<3, 3>(0, 3).copy_from(&(seen * (w_1 - w_n) * arm));
            map.fixed_view_mut::<3, 3>(3, 3).copy_from(&(inverse_tangent_slope(&p[n], &(seen * spin)) * back));
        }
        maps
    }
}

/// The blocks below the diagonal of symmetric pairs.
fn fill_below(pairs: &mut Pairs, count: usize) {
    for a in 1..count - 1 {
        for b in 0..a {
            pairs[a][b] = pairs[b][a].transpose();
        }
    }
}
