//! Beam with interpolated relative rotations: Crisfield and Jelenić, Epple's Algorithm 1.
//!
//! | symbol | name |
//! |---|---|
//! | S | frame of the first section |
//! | z_n = X_n − X_1 | axis points seen from the first one |
//! | p_n, S_n = E(p_n) S | Wiener-Milenković parameters of the relative rotations, Epple (5.5) |
//! | z = Σ N'_n z_n, p = Σ N_n p_n, p' = Σ N'_n p_n | at a Gauss point |
//! | Γ = Sᵀ E(p)ᵀ z, κ = Sᵀ H(p)ᵀ p' | strain and curvature in section axes |
//!
//! Epple has z_n and p_n in the axes of S; here they are in inertial axes, which spares products with S (E and H turn with p). The
//! energy is a function of the relative variables (Sᵀz_n, Sᵀp_n), n ≥ 2, alone: that is objectivity. Forces are its exact
//! gradient (Epple interpolates virtual rotations apart; his forces differ from these by the order of the element, and are
//! no gradient). With y = p·p and ν = 1/(1 + y/16),
//!
//! ```text
//!   E = I + ν²(1 − y/16) p̃ + ν²/2 p̃²,   H = ν I + ν²/2 p̃ + ν²/8 p̃²,   H⁻¹ = (1 − y/16) I − ½ p̃ + ⅛ p pᵀ
//! ```
//!
//! Only first and second derivatives of the forms b·E a and b·H a are needed, and both are
//! c₀ a·b + c₁ p·(a × b) + c₂ ((a·p)(b·p) − y a·b) with rational c(y).

use super::{Beam, BeamElement, BeamPoint, Frames, stored};
use crate::math::quadrature::{MAX_NODES, lagrange, lobatto};
use crate::math::so3::skew;
use crate::math::{Mat3, Mat6, Quat, Vec3, Vec6};
use crate::terms::objective::complete;
use crate::terms::{Along, InstantAudit, Level, Motion, NodeId, Parts, StageBlock, Term};

/// Second derivatives in (z, p, p').
type Grid = [[Mat3; 3]; 3];
/// One for each node of the element.
type OfNodes<T> = [T; MAX_NODES];

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

    /// Change of `matrix` as p changes.
    fn matrix_rate(&self, p: &Vec3, dp: &Vec3) -> Mat3 {
        let [c0, c1, c2] = self.0;
        let (p_t, dp_t, dy) = (skew(p), skew(dp), 2.0 * p.dot(dp));
        (Mat3::identity() * c0[1] + p_t * c1[1] + p_t * p_t * c2[1]) * dy
            + dp_t * c1[0]
            + (p_t * dp_t + dp_t * p_t) * c2[0]
    }

    /// Change of `slope_a` as p and b change.
    fn slope_rate(&self, p: &Vec3, b: &Vec3, [dp, db]: [&Vec3; 2]) -> Mat3 {
        let [c0, c1, c2] = self.0;
        let (y, bp, bxp) = (p.norm_squared(), b.dot(p), b.cross(p));
        let (dy, bdp) = (2.0 * p.dot(dp), b.dot(dp));
        let square = p * bp - b * y;
        let along = 2.0 * (b * c0[1] + bxp * c1[1] + square * c2[1]);
        let along_rate = 2.0
            * ((b * c0[2] + bxp * c1[2] + square * c2[2]) * dy
                + b.cross(dp) * c1[1]
                + (dp * bp + p * bdp - b * dy) * c2[1]);
        let spread = |p: &Vec3, bp: f64| Mat3::identity() * bp + p * b.transpose() - b * p.transpose() * 2.0;
        let own = along_rate * p.transpose() + along * dp.transpose();
        let turned = (skew(b) * c1[1] + spread(p, bp) * c2[1]) * dy + spread(dp, bdp) * c2[0];
        own + turned + self.slope_a(p, db)
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

/// What has the shape of ∂(Γ, κ)/∂(z, p, p'): its blocks that are not zero.
#[derive(Clone, Copy)]
struct Slopes {
    gamma_z: Mat3,
    gamma_p: Mat3,
    kappa_p: Mat3,
    kappa_dp: Mat3,
}

impl Slopes {
    /// With Γ and κ in other axes.
    fn turned(&self, by: &Mat3) -> Self {
        Slopes {
            gamma_z: by * self.gamma_z,
            gamma_p: by * self.gamma_p,
            kappa_p: by * self.kappa_p,
            kappa_dp: by * self.kappa_dp,
        }
    }

    /// Change of (Γ, κ) with these of (z, p, p').
    fn times(&self, [z, p, dp]: &[Vec3; 3]) -> [Vec3; 2] {
        [self.gamma_z * z + self.gamma_p * p, self.kappa_p * p + self.kappa_dp * dp]
    }

    /// Force on (z, p, p') of this one on (Γ, κ).
    fn pull(&self, [force, moment]: &[Vec3; 2]) -> [Vec3; 3] {
        let of_p = self.gamma_p.tr_mul(force) + self.kappa_p.tr_mul(moment);
        [self.gamma_z.tr_mul(force), of_p, self.kappa_dp.tr_mul(moment)]
    }

    /// C times these, in rows (Γ, κ) and columns (z, p, p').
    fn stress(&self, c: &Mat6) -> [[Mat3; 3]; 2] {
        let block = |row, col| c.fixed_view::<3, 3>(row, col).into_owned();
        [0, 3].map(|row| {
            let (of_gamma, of_kappa) = (block(row, 0), block(row, 3));
            let of_p = of_gamma * self.gamma_p + of_kappa * self.kappa_p;
            [of_gamma * self.gamma_z, of_p, of_kappa * self.kappa_dp]
        })
    }

    /// These, transposed, times a stress. Of what is symmetric, half is computed.
    fn product(&self, [force, moment]: &[[Mat3; 3]; 2], symmetric: bool) -> Grid {
        let mut grid = Grid::default();
        for col in 0..3 {
            grid[0][col] = self.gamma_z.tr_mul(&force[col]);
            if col > 0 || !symmetric {
                grid[1][col] = self.gamma_p.tr_mul(&force[col]) + self.kappa_p.tr_mul(&moment[col]);
            }
            if col > 1 || !symmetric {
                grid[2][col] = self.kappa_dp.tr_mul(&moment[col]);
            }
        }
        if symmetric {
            (grid[1][0], grid[2][0], grid[2][1]) =
                (grid[0][1].transpose(), grid[0][2].transpose(), grid[1][2].transpose());
        }
        grid
    }
}

/// Strains at one point and their derivatives in (z, p, p'), inertial axes.
struct Strain {
    e: [Vec3; 2],
    slopes: Slopes,
    coefficients: [Coefficients; 2],
    at: [Vec3; 3],
}

impl Strain {
    fn new(at: [Vec3; 3]) -> Self {
        let [z, p, dp] = &at;
        let coefficients = Coefficients::of(p.norm_squared());
        let [of_e, of_h] = &coefficients;
        let slopes = Slopes {
            gamma_z: of_e.matrix(p).transpose(),
            gamma_p: of_e.slope_a(p, z),
            kappa_p: of_h.slope_a(p, dp),
            kappa_dp: of_h.matrix(p).transpose(),
        };
        Strain { e: [slopes.gamma_z * z, slopes.kappa_dp * dp], slopes, coefficients, at }
    }

    /// Add the second derivatives of (Γ, κ)·σ for a fixed σ.
    fn add_geometric(&self, k: &mut Grid, [force, moment]: &[Vec3; 2]) {
        let ([of_e, of_h], [z, p, dp]) = (&self.coefficients, &self.at);
        let (zp, dpp) = (of_e.slope_b(p, force), of_h.slope_b(p, moment));
        k[0][1] += zp;
        k[1][0] += zp.transpose();
        k[2][1] += dpp;
        k[1][2] += dpp.transpose();
        k[1][1] += of_e.curvature(p, force, z) + of_h.curvature(p, moment, dp);
    }

    /// ∂(slopes · rates)/∂(z, p, p') for fixed rates: as second derivatives are symmetric, how the slopes change with these rates.
    fn slopes_rate(&self, [dz, dp, ddp]: &[Vec3; 3]) -> Slopes {
        let ([of_e, of_h], [z, p, slope]) = (&self.coefficients, &self.at);
        Slopes {
            gamma_z: of_e.matrix_rate(p, dp).transpose(),
            gamma_p: of_e.slope_rate(p, z, [dp, dz]),
            kappa_p: of_h.slope_rate(p, slope, [dp, ddp]),
            kappa_dp: of_h.matrix_rate(p, dp).transpose(),
        }
    }
}

impl RotationBeam {
    /// From an element; its strains in the reference configuration become zero.
    pub fn new(element: BeamElement, starts: &[Motion]) -> Self {
        let mut beam = RotationBeam { element };
        let (frames, z, p) = beam.relative(starts);
        for k in 0..beam.element.points.len() {
            let point = beam.element.points[k];
            beam.element.points[k].reference = strain_at(&point.n, &point.dn, &frames, &z, &p);
        }
        beam
    }

    /// Frames, z_n and p_n; those of the first node are zero.
    fn relative(&self, nodes: &[Motion]) -> (Frames, OfNodes<Vec3>, OfNodes<Vec3>) {
        let frames = self.element.frames(nodes);
        let back = frames.s[0].transpose();
        let (mut z, mut p) = ([Vec3::zeros(); MAX_NODES], [Vec3::zeros(); MAX_NODES]);
        for n in 1..self.element.nodes.len() {
            z[n] = frames.x[n] - frames.x[0];
            p[n] = wiener_milenkovic(&(frames.s[n] * back));
        }
        (frames, z, p)
    }

    /// Rates of z_n and p_n, seen from the first section.
    fn relative_rates(&self, nodes: &[Motion], frames: &Frames, p: &OfNodes<Vec3>) -> OfNodes<[Vec3; 2]> {
        let speed = |n: usize| {
            let node = &nodes[self.element.nodes[n].0];
            (node.v + node.omega.cross(&frames.arm[n]), node.omega)
        };
        let (v_1, omega_1) = speed(0);
        let mut rates = [[Vec3::zeros(); 2]; MAX_NODES];
        for n in 1..self.element.nodes.len() {
            let (v, omega) = speed(n);
            let seen = v - v_1 - omega_1.cross(&(frames.x[n] - frames.x[0]));
            rates[n] = [seen, inverse_tangent(&p[n]) * (omega - omega_1)];
        }
        rates
    }
}

/// (Γ; κ).
fn both([gamma, kappa]: [Vec3; 2]) -> Vec6 {
    Vec6::new(gamma.x, gamma.y, gamma.z, kappa.x, kappa.y, kappa.z)
}

/// The two halves, seen in other axes.
fn halves(of: &Vec6, axes: &Mat3) -> [Vec3; 2] {
    [axes * of.fixed_rows::<3>(0), axes * of.fixed_rows::<3>(3)]
}

/// z, p, p' at a point from the relative variables.
fn interpolated(n: &OfNodes<f64>, dn: &OfNodes<f64>, z: &OfNodes<Vec3>, p: &OfNodes<Vec3>) -> [Vec3; 3] {
    let sum = |w: &OfNodes<f64>, v: &OfNodes<Vec3>| (1..MAX_NODES).map(|k| v[k] * w[k]).sum::<Vec3>();
    [sum(dn, z), sum(n, p), sum(dn, p)]
}

/// Strains at a point, section axes.
fn strain_at(n: &OfNodes<f64>, dn: &OfNodes<f64>, frames: &Frames, z: &OfNodes<Vec3>, p: &OfNodes<Vec3>) -> Vec6 {
    let [z, p, dp] = interpolated(n, dn, z, p);
    let [of_e, of_h] = Coefficients::of(p.norm_squared());
    both([of_e.matrix(&p).tr_mul(&z), of_h.matrix(&p).tr_mul(&dp)].map(|half| frames.s[0].tr_mul(&half)))
}

/// Rates of (z, p, p') at a point.
fn local_rates(point: &BeamPoint, rates: &OfNodes<[Vec3; 2]>) -> [Vec3; 3] {
    let sum = |w: &OfNodes<f64>, half: usize| (1..MAX_NODES).map(|k| rates[k][half] * w[k]).sum::<Vec3>();
    [sum(&point.dn, 0), sum(&point.n, 1), sum(&point.dn, 1)]
}

/// Blocks of a matrix between the nodes after the first.
type Pairs = [[Mat6; MAX_NODES - 1]; MAX_NODES - 1];

/// No blocks yet.
fn no_pairs() -> Pairs {
    [[Mat6::zeros(); MAX_NODES - 1]; MAX_NODES - 1]
}

/// Write blocks over the unknowns of an element into its row-major matrix.
fn write(to: &mut [f64], n: usize, pairs: &Pairs) {
    for (a, blocks) in (1..n / 6).zip(pairs) {
        for i in 0..6 {
            let row = &mut to[(6 * a + i) * n..(6 * a + i + 1) * n];
            for (columns, block) in row[6..].chunks_exact_mut(6).zip(blocks) {
                for j in 0..6 {
                    columns[j] = block[(i, j)];
                }
            }
        }
    }
}

/// Add weight · L_aᵀ k L_b, L the map from the relative variables (z, p) of a node to (z, p, p') at a point.
fn add_relative(to: &mut Mat6, point: &BeamPoint, (a, b): (usize, usize), k: &Grid) {
    let (n, dn) = ([point.n[a], point.n[b]], [point.dn[a], point.dn[b]]);
    let w = point.weight;
    let [dd, dn_n, n_dn, nn] = [w * dn[0] * dn[1], w * dn[0] * n[1], w * n[0] * dn[1], w * n[0] * n[1]];
    for j in 0..3 {
        for i in 0..3 {
            to[(i, j)] += dd * k[0][0][(i, j)];
            to[(3 + i, j)] += n_dn * k[1][0][(i, j)] + dd * k[2][0][(i, j)];
        }
    }
    for j in 0..3 {
        for i in 0..3 {
            to[(i, 3 + j)] += dn_n * k[0][1][(i, j)] + dd * k[0][2][(i, j)];
            to[(3 + i, 3 + j)] +=
                nn * k[1][1][(i, j)] + n_dn * k[1][2][(i, j)] + dn_n * k[2][1][(i, j)] + dd * k[2][2][(i, j)];
        }
    }
}

/// Add weight · L_aᵀ k L_b for all pairs of nodes after the first, or for those with b ≥ a of a symmetric k.
fn add_pairs(to: &mut Pairs, point: &BeamPoint, count: usize, symmetric: bool, k: &Grid) {
    for a in 1..count {
        for b in if symmetric { a } else { 1 }..count {
            add_relative(&mut to[a - 1][b - 1], point, (a, b), k);
        }
    }
}

/// How (z, p) of a node follow its (x, θ).
///
/// ```text
///   | z_x   z_θ |
///   | 0     p_θ |
/// ```
#[derive(Clone, Copy, Default)]
struct Map {
    /// None for the identity
    z_x: Option<Mat3>,
    z_turn: Mat3,
    p_turn: Mat3,
}

/// T_aᵀ k_ab U_b in place, with maps of all nodes.
fn map_pairs(pairs: &mut Pairs, count: usize, symmetric: bool, rows: &OfNodes<Map>, columns: &OfNodes<Map>) {
    for a in 1..count {
        for b in if symmetric { a } else { 1 }..count {
            let k = &mut pairs[a - 1][b - 1];
            let (row, column) = (&rows[a], &columns[b]);
            let block = |i, j| k.fixed_view::<3, 3>(i, j).into_owned();
            let [mut zz, zp, mut pz, pp] = [block(0, 0), block(0, 3), block(3, 0), block(3, 3)];
            let (z_turn, p_turn) = (zz * column.z_turn + zp * column.p_turn, pz * column.z_turn + pp * column.p_turn);
            if let Some(z_x) = &column.z_x {
                (zz, pz) = (zz * z_x, pz * z_x);
            }
            k.fixed_view_mut::<3, 3>(0, 0).copy_from(&zz);
            k.fixed_view_mut::<3, 3>(3, 0).copy_from(&(row.z_turn.tr_mul(&zz) + row.p_turn.tr_mul(&pz)));
            k.fixed_view_mut::<3, 3>(0, 3).copy_from(&z_turn);
            k.fixed_view_mut::<3, 3>(3, 3).copy_from(&(row.z_turn.tr_mul(&z_turn) + row.p_turn.tr_mul(&p_turn)));
        }
    }
    if symmetric {
        fill_below(pairs, count);
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
        let [_, turn, _] = interpolated(&n, &dn, &z, &p);
        let [of_e, _] = Coefficients::of(turn.norm_squared());
        (strain_at(&n, &dn, &frames, &z, &p), of_e.matrix(&turn) * frames.s[0])
    }

    fn strain(&self, nodes: &[Motion], k: usize) -> (Vec6, Vec6) {
        let (frames, z, p) = self.relative(nodes);
        let point = &self.element.points[k];
        let strain = Strain::new(interpolated(&point.n, &point.dn, &z, &p));
        let rates = strain.slopes.times(&local_rates(point, &self.relative_rates(nodes, &frames, &p)));
        let own = |e: [Vec3; 2]| both(e.map(|half| frames.s[0].tr_mul(&half)));
        (own(strain.e) - point.reference, own(rates))
    }

    fn strains(&self, nodes: &[Motion]) -> [Vec6; MAX_NODES - 1] {
        let (frames, z, p) = self.relative(nodes);
        let mut strains = [Vec6::zeros(); MAX_NODES - 1];
        for (strain, point) in strains.iter_mut().zip(&self.element.points) {
            *strain = strain_at(&point.n, &point.dn, &frames, &z, &p) - point.reference;
        }
        strains
    }
}

impl Term for RotationBeam {
    fn nodes(&self) -> &[NodeId] {
        &self.element.nodes
    }

    fn holds_shape(&self) -> bool {
        true
    }

    fn strained_along(&self, nodes: [&[Motion]; 5]) -> Option<Along> {
        Some(super::along(self, nodes))
    }

    fn parts(&self) -> Parts {
        Parts { g: self.element.is_damped(), ..Parts::NONE }
    }

    fn stage(&self, level: &Level, out: &mut StageBlock) {
        let (count, tangents) = (self.element.nodes.len(), !out.without_tangents);
        let (frames, z, p) = self.relative(level.nodes);
        let (axes, back) = (frames.s[0], frames.s[0].transpose());
        let damped = self.element.is_damped();
        let rates = if damped { self.relative_rates(level.nodes, &frames, &p) } else { Default::default() };

        // gradient and second derivatives in the relative variables
        let mut gradient = [[Vec3::zeros(); 2]; MAX_NODES];
        let (mut stiffness, mut damping) = (None, None);
        for point in &self.element.points {
            let strain = Strain::new(interpolated(&point.n, &point.dn, &z, &p));
            let mut e = both(strain.e.map(|half| back * half)) - point.reference;
            let speed = local_rates(point, &rates);
            if damped {
                e += both(strain.slopes.times(&speed).map(|half| back * half)) * point.damping;
            }
            let stress = halves(&(point.stiffness * e), &axes);
            let [of_z, of_p, of_dp] = strain.slopes.pull(&stress);
            for n in 1..count {
                gradient[n][0] += of_z * (point.weight * point.dn[n]);
                gradient[n][1] += of_p * (point.weight * point.n[n]) + of_dp * (point.weight * point.dn[n]);
            }
            if tangents {
                let slopes = strain.slopes.turned(&back);
                let mut k = slopes.product(&slopes.stress(&point.stiffness), true);
                if damped {
                    let part = k.map(|row| row.map(|block| block * point.damping));
                    add_pairs(damping.get_or_insert_with(no_pairs), point, count, true, &part);
                    let swept = strain.slopes_rate(&speed).turned(&(back * point.damping));
                    let swept = slopes.product(&swept.stress(&point.stiffness), false);
                    k.iter_mut().flatten().zip(swept.iter().flatten()).for_each(|(k, swept)| *k += swept);
                }
                strain.add_geometric(&mut k, &stress);
                add_pairs(stiffness.get_or_insert_with(no_pairs), point, count, !damped, &k);
            }
        }

        // to the nodes after the first: (δz, δp) = T (δx, δθ)
        let (mut maps, mut own): (OfNodes<Map>, OfNodes<Mat3>) = Default::default();
        for n in 1..count {
            let arm = skew(&frames.arm[n]);
            maps[n] = Map { z_x: None, z_turn: -arm, p_turn: inverse_tangent(&p[n]) };
            let [force, of_p] = gradient[n];
            out.add_force(6 * n, &force);
            out.add_force(6 * n + 3, &(maps[n].p_turn.tr_mul(&of_p) + arm * force));
            // the same forces, as the map that distributes them turns
            own[n] = inverse_transpose_slope(&p[n], &of_p) * maps[n].p_turn + skew(&force) * arm;
        }
        if let Some(mut stiffness) = stiffness {
            map_pairs(&mut stiffness, count, !damped, &maps, &maps);
            if let Some(mut damping) = damping {
                let mut swept = damping;
                fill_below(&mut swept, count);
                map_pairs(&mut swept, count, false, &maps, &self.rate_maps(level.nodes, &frames, &p));
                map_pairs(&mut damping, count, true, &maps, &maps);
                stiffness.iter_mut().flatten().zip(swept.iter().flatten()).for_each(|(k, swept)| *k += swept);
                write(&mut out.g, out.n, &damping);
            }
            for n in 1..count {
                let mut turns = stiffness[n - 1][n - 1].fixed_view_mut::<3, 3>(3, 3);
                turns += own[n];
            }
            write(&mut out.k, out.n, &stiffness);
        }
        complete::<MAX_NODES>(out, &self.element.moving(level.nodes)[..count], damped);
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        stored(self, at.nodes, audit);
    }
}

impl RotationBeam {
    /// How the rates of the relative variables follow (x, θ) for fixed velocities of the nodes.
    fn rate_maps(&self, nodes: &[Motion], frames: &Frames, p: &OfNodes<Vec3>) -> OfNodes<Map> {
        let motion = |n: usize| &nodes[self.element.nodes[n].0];
        let w_1 = skew(&motion(0).omega);
        let mut maps = [Map::default(); MAX_NODES];
        for n in 1..self.element.nodes.len() {
            let (arm, w_n) = (skew(&frames.arm[n]), skew(&motion(n).omega));
            let spin = motion(n).omega - motion(0).omega;
            let p_turn = inverse_tangent_slope(&p[n], &spin) * inverse_tangent(&p[n]);
            maps[n] = Map { z_x: Some(-w_1), z_turn: (w_1 - w_n) * arm, p_turn };
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
