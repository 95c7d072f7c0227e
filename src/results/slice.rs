//! The beam section that a prismatic solid has: 6×6 stiffness from the six Saint-Venant problems on its cross section.
//!
//! Sources: Giavotto et al. 1983; Blasques 2012 (BECAS). Own derivation:
//!
//! | symbol | name |
//! |---|---|
//! | r = (0, y, z), v = Γ + κ × r | point of the section; what the beam's strains ψ = (Γ, κ) make of ∂u/∂x there |
//! | w(x, y, z) | warping, in and out of the plane |
//! | ε = S(v + w′) + B w | strain: S takes what belongs to ∂/∂x, B the slopes along y and z |
//! | θ = ∫ (∂v/∂ψ)ᵀ Sᵀ σ | resultants: force and moment; without loads M′ = −e₁ × F, θ′ = T θ |
//!
//! ```text
//!   equilibrium in the mean over the section, of all δw:     ∫ Bᵀσ − (∫ Nᵀ Sᵀσ)′ = 0,         σ = Q ε
//!   w = w₀ + x w₁, ψ = ψ₀ + x ψ₁:
//!     E w₁ + R ψ₁ = 0                                         Rᵀ w₁ + A ψ₁ = T θ
//!     E w₀ + R ψ₀ = ∫ NᵀSᵀQ (B w₁ + S v₁) − BᵀQ S w₁          Rᵀ w₀ + A ψ₀ = θ − ∫ (∂v/∂ψ)ᵀSᵀQ S w₁
//!   compliance   F_ij = ∫ ε_i·Q ε_j   for θ = six unit resultants;   K = F⁻¹
//! ```
//!
//! with E = ∫BᵀQB, R = ∫BᵀQ S ∂v/∂ψ, A = ∫(∂v/∂ψ)ᵀSᵀQS ∂v/∂ψ. Six values of w are held that take away what Γ and κ and a rigid
//! motion of the section say already: nothing acts on them. It is exact but for the shape functions of the section, for any materials.

use crate::error::{Error, Result};
use crate::linear::SparseLu;
use crate::math::quadrature::{gauss, lagrange, lobatto};
use crate::math::{Mat3, Mat6, Vec3, Vec6};
use crate::model::{Model, SectionMesh};
use crate::sections::{BeamSection, turned};
use nalgebra::{DMatrix, SMatrix};

/// A point of the section.
struct Point<'a> {
    nodes: &'a [usize],
    /// N_a, N_a,y, N_a,z
    functions: Vec<[f64; 3]>,
    r: Vec3,
    /// Q times the area [N]
    stiffness: Mat6,
    /// mass of the area [kg/m]
    mass: f64,
}

/// S: 11, 13 and 12 of a vector ∂u/∂x.
fn across(v: &Vec3) -> Vec6 {
    Vec6::new(v.x, 0.0, 0.0, 0.0, v.z, v.y)
}

/// What acts on v for a stress: Sᵀ.
fn pulled(s: &Vec6) -> Vec3 {
    Vec3::new(s[0], s[5], s[4])
}

impl Point<'_> {
    /// S v of strains ψ.
    fn beam(&self, psi: &Vec6) -> Vec6 {
        let [gamma, kappa] = [0, 3].map(|k| -> Vec3 { psi.fixed_rows::<3>(k).into() });
        across(&(gamma + kappa.cross(&self.r)))
    }

    /// What acts on ψ for a stress.
    fn resultant(&self, s: &Vec6) -> Vec6 {
        let force = pulled(s);
        let moment = self.r.cross(&force);
        Vec6::new(force.x, force.y, force.z, moment.x, moment.y, moment.z)
    }

    /// B of a node: strains of its three displacements.
    fn slopes(&self, a: usize) -> SMatrix<f64, 6, 3> {
        let [_, y, z] = self.functions[a];
        let mut b = SMatrix::zeros();
        (b[(1, 1)], b[(2, 2)]) = (y, z);
        (b[(3, 1)], b[(3, 2)]) = (z, y);
        (b[(4, 0)], b[(5, 0)]) = (z, y);
        b
    }

    /// B w and S w.
    fn warped(&self, w: &[f64]) -> [Vec6; 2] {
        let mut sum = [Vec6::zeros(); 2];
        for (a, node) in self.nodes.iter().enumerate() {
            let own = Vec3::from_column_slice(&w[3 * node..3 * node + 3]);
            sum[0] += self.slopes(a) * own;
            sum[1] += across(&(own * self.functions[a][0]));
        }
        sum
    }

    /// f += Bᵀ s + Nᵀ Sᵀ t.
    fn add(&self, s: &Vec6, t: &Vec6, f: &mut [f64]) {
        let force = pulled(t);
        for (a, node) in self.nodes.iter().enumerate() {
            let own = self.slopes(a).tr_mul(s) + force * self.functions[a][0];
            (0..3).for_each(|i| f[3 * node + i] += own[i]);
        }
    }
}

/// Corners, middles of the sides and centre of a quadrilateral: (r, s) in steps from the first corner.
const PLACES: [[usize; 2]; 9] = [[0, 0], [2, 0], [2, 2], [0, 2], [1, 0], [2, 1], [1, 2], [0, 1], [1, 1]];

/// Angle by which a section is turned to see what rounding makes of its stiffness [rad].
const TURN: f64 = 0.7;
/// Part of its stiffness by which that may differ: walls that are too thin bend in their cross section against nothing but rounding.
const AGREED: f64 = 1e-4;

/// Section of a beam along axis 1 whose cross section is this mesh, about its origin.
pub fn section(what: &str, mesh: &SectionMesh, model: &Model) -> Result<BeamSection> {
    mesh.check(what)?;
    let mass = mass(&points(what, mesh, model)?);
    // in units of its own size and stiffness
    let length = mesh.places.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let mut modulus = 0.0_f64;
    for id in &mesh.materials {
        modulus = modulus.max(model.solid_material(*id)?.stiffness().amax());
    }
    let unit = |k: usize| if k < 3 { length } else { length * length };
    let scale = |k: Mat6| Mat6::from_fn(|i, j| k[(i, j)] * unit(i) * modulus * unit(j));
    let own = of_unit_size(what, &scaled(mesh, length, 0.0), model, modulus)?;
    let other = of_unit_size(what, &scaled(mesh, length, TURN), model, modulus)?;
    let about = about_axis(TURN);
    let mut turn = Mat6::zeros();
    (0..2).for_each(|k| turn.fixed_view_mut::<3, 3>(3 * k, 3 * k).copy_from(&about));
    let other = turn.transpose() * other * turn;
    let differ =
        |(i, j): (usize, usize)| (own[(i, j)] - other[(i, j)]).abs() / (own[(i, i)] * own[(j, j)]).abs().sqrt();
    let worst =
        (0..36).map(|k| differ((k / 6, k % 6))).fold(0.0, |most, d| if d > most || d.is_nan() { d } else { most });
    let section = BeamSection { stiffness: scale(own), mass, damping: damping(what, mesh, model)? };
    if worst.is_nan() || worst > AGREED {
        return Err(Error::InvalidArgument(format!(
            "{what}: its stiffness is known to {worst:.0e} only: turned by {TURN} rad it is another. Rounding does that where walls are thinner than \
             some 1e-3 of the section, or Poisson's ratio is next to 0.5 or −1. Take thicker walls or fewer elements along them, or give the \
             section by its stiffness"
        )));
    }
    section.check(what)?;
    Ok(section)
}

/// Rotation about the axis of the beam.
fn about_axis(angle: f64) -> Mat3 {
    nalgebra::Rotation3::from_axis_angle(&Vec3::x_axis(), angle).into_inner()
}

/// The mesh in units of a length, turned about the axis of the beam.
fn scaled(mesh: &SectionMesh, length: f64, angle: f64) -> SectionMesh {
    let (sine, cosine) = angle.sin_cos();
    let place = |[y, z]: &[f64; 2]| [cosine * y - sine * z, sine * y + cosine * z].map(|x| x / length);
    let mut turned = mesh.clone();
    turned.places = mesh.places.iter().map(place).collect();
    if angle != 0.0 {
        let about = about_axis(angle);
        turned.axes =
            if mesh.axes.is_empty() { vec![about] } else { mesh.axes.iter().map(|axes| about * axes).collect() };
    }
    turned
}

/// Stiffness of a section of unit size, over a modulus.
fn of_unit_size(what: &str, mesh: &SectionMesh, model: &Model, modulus: f64) -> Result<Mat6> {
    let mut points = points(what, mesh, model)?;
    points.iter_mut().for_each(|point| point.stiffness /= modulus);
    let held = held(what, mesh)?;
    let mut solver = Warping::new(what, mesh, &points, &held)?;
    let unit = |k: usize| Vec6::ith(k, 1.0);
    let mut found: Vec<(Vec<f64>, Vec<f64>, Vec6)> = Vec::new();
    for theta in (0..6).map(unit) {
        // θ′: M₂′ = F₃, M₃′ = −F₂
        let grown = Vec6::new(0.0, 0.0, 0.0, 0.0, theta[2], -theta[1]);
        let (w1, psi1) = solver.solve(vec![0.0; 3 * mesh.places.len()], grown)?;
        let (mut f, mut rest) = (vec![0.0; w1.len()], theta);
        for point in &points {
            let [slopes, along] = point.warped(&w1);
            let q = &point.stiffness;
            point.add(&-(q * along), &(q * (slopes + point.beam(&psi1))), &mut f);
            rest -= point.resultant(&(q * along));
        }
        let (w0, psi0) = solver.solve(f, rest)?;
        found.push((w0, w1, psi0));
    }
    let mut compliance = Mat6::zeros();
    for point in &points {
        let strain =
            |(w0, w1, psi): &(Vec<f64>, Vec<f64>, Vec6)| point.warped(w0)[0] + point.warped(w1)[1] + point.beam(psi);
        let strains: Vec<Vec6> = found.iter().map(strain).collect();
        for (i, j) in (0..36).map(|k| (k / 6, k % 6)) {
            compliance[(i, j)] += strains[i].dot(&(point.stiffness * strains[j]));
        }
    }
    let stiffness = compliance.try_inverse().ok_or_else(|| failed(what))?;
    Ok(0.5 * (stiffness + stiffness.transpose()))
}

fn failed(what: &str) -> Error {
    Error::InvalidArgument(format!("{what}: the warping of the section could not be solved for; is its mesh sound?"))
}

/// One damping for all materials.
fn damping(what: &str, mesh: &SectionMesh, model: &Model) -> Result<f64> {
    let mut all = Vec::new();
    for id in &mesh.materials {
        all.push(model.solid_material(*id)?.damping);
    }
    if all.iter().any(|own| *own != all[0]) {
        let text = format!("{what}: its materials differ in their damping; a section of a beam has one");
        return Err(Error::InvalidArgument(text));
    }
    Ok(all[0])
}

/// ∫ϱ over the section about the origin.
fn mass(points: &[Point]) -> Mat6 {
    let mut sum = Mat6::zeros();
    for point in points {
        let r = crate::math::so3::skew(&point.r);
        let blocks = [(0, 0, Mat3::identity()), (0, 3, -r), (3, 0, r), (3, 3, -r * r)];
        for (row, col, block) in blocks {
            let mut to = sum.fixed_view_mut::<3, 3>(row, col);
            to += block * point.mass;
        }
    }
    sum
}

fn points<'a>(what: &str, mesh: &'a SectionMesh, model: &Model) -> Result<Vec<Point<'a>>> {
    let order = if mesh.elements[0].len() == 4 { 2 } else { 3 };
    let line = lobatto(order);
    let mut points = Vec::new();
    for (e, nodes) in mesh.elements.iter().enumerate() {
        let material = model.solid_material(mesh.materials[if mesh.materials.len() == 1 { 0 } else { e }])?;
        let axes = mesh.axes.get(if mesh.axes.len() == 1 { 0 } else { e });
        let c = axes.map_or(material.stiffness(), |axes| turned(&material.stiffness(), axes));
        for ((r, w_r), (s, w_s)) in gauss(order).iter().flat_map(|r| gauss(order).iter().map(move |s| (r, s))) {
            let ([n_r, d_r], [n_s, d_s]) =
                ([lagrange(line, *r)].map(|(n, d)| [n, d])[0], [lagrange(line, *s)].map(|(n, d)| [n, d])[0]);
            let at = |a: usize| if order == 2 { PLACES[a].map(|k| k / 2) } else { PLACES[a] };
            let local: Vec<[f64; 3]> = (0..nodes.len())
                .map(|a| {
                    let [i, j] = at(a);
                    [n_r[i] * n_s[j], d_r[i] * n_s[j], n_r[i] * d_s[j]]
                })
                .collect();
            let sum =
                |k: usize, d: usize| -> f64 { nodes.iter().zip(&local).map(|(n, f)| mesh.places[*n][d] * f[k]).sum() };
            let (y_r, z_r, y_s, z_s) = (sum(1, 0), sum(1, 1), sum(2, 0), sum(2, 1));
            let area = y_r * z_s - y_s * z_r;
            let size = y_r.hypot(z_r) * y_s.hypot(z_s);
            if area.is_nan() || area <= 1e-6 * size {
                return Err(Error::InvalidArgument(format!(
                    "{what}: element {} of the section folds over or runs the other way round: list its corners anticlockwise, from y to z",
                    e + 1
                )));
            }
            let slope = |[n, r, s]: &[f64; 3]| [*n, (r * z_s - s * z_r) / area, (s * y_r - r * y_s) / area];
            let weight = area * w_r * w_s;
            points.push(Point {
                nodes,
                functions: local.iter().map(slope).collect(),
                r: Vec3::new(0.0, sum(0, 0), sum(0, 1)),
                stiffness: c * weight,
                mass: material.density * weight,
            });
        }
    }
    Ok(points)
}

/// Six values of the warping that are held: of three nodes that are far apart.
fn held(what: &str, mesh: &SectionMesh) -> Result<Vec<usize>> {
    let at = |k: usize| mesh.places[k];
    let far = |of: &dyn Fn(usize) -> f64| (0..mesh.places.len()).max_by(|a, b| of(*a).total_cmp(&of(*b))).unwrap_or(0);
    let first = 0;
    let second = far(&|k| (at(k)[0] - at(0)[0]).hypot(at(k)[1] - at(0)[1]));
    let (dy, dz) = (at(second)[0] - at(first)[0], at(second)[1] - at(first)[1]);
    let third = far(&|k| (dy * (at(k)[1] - at(first)[1]) - dz * (at(k)[0] - at(first)[0])).abs());
    // one part: all elements hang together
    let mut part: Vec<usize> = (0..mesh.places.len()).collect();
    fn root(part: &mut [usize], mut k: usize) -> usize {
        while part[k] != k {
            part[k] = part[part[k]];
            k = part[k];
        }
        k
    }
    for element in &mesh.elements {
        for node in element {
            let (a, b) = (root(&mut part, element[0]), root(&mut part, *node));
            part[a] = b;
        }
    }
    let one = root(&mut part, 0);
    if let Some(k) = (0..part.len()).find(|k| root(&mut part, *k) != one) {
        return Err(Error::InvalidArgument(format!(
            "{what}: the section falls into parts, nodes 0 and {k} do not hang together: join them, or let elements share their nodes"
        )));
    }
    let across = if dy.abs() >= dz.abs() { 2 } else { 1 };
    Ok(vec![3 * first, 3 * first + 1, 3 * first + 2, 3 * second, 3 * second + across, 3 * third])
}

/// E, R and A, factored.
struct Warping {
    what: String,
    lu: SparseLu,
    values: Vec<f64>,
    /// place of a value among those that are not held
    free: Vec<Option<usize>>,
    count: usize,
    coupling: DMatrix<f64>,
    /// E⁻¹ R
    answers: DMatrix<f64>,
    schur: Mat6,
}

impl Warping {
    fn new(what: &str, mesh: &SectionMesh, points: &[Point], held: &[usize]) -> Result<Self> {
        let size = 3 * mesh.places.len();
        let mut free = vec![None; size];
        let mut count = 0;
        for k in (0..size).filter(|k| !held.contains(k)) {
            free[k] = Some(count);
            count += 1;
        }
        let mut columns: Vec<std::collections::BTreeMap<usize, f64>> = vec![Default::default(); count];
        let (mut coupling, mut a) = (DMatrix::zeros(count, 6), Mat6::zeros());
        for point in points {
            let beam: Vec<Vec6> = (0..6).map(|k| point.stiffness * point.beam(&Vec6::ith(k, 1.0))).collect();
            (0..6).for_each(|k| a.set_column(k, &(a.column(k) + point.resultant(&beam[k]))));
            let b: Vec<SMatrix<f64, 6, 3>> = (0..point.nodes.len()).map(|n| point.slopes(n)).collect();
            for (n, own) in point.nodes.iter().enumerate() {
                let pulled = point.stiffness * b[n];
                for i in 0..3 {
                    let Some(col) = free[3 * own + i] else { continue };
                    (0..6).for_each(|k| coupling[(col, k)] += b[n].column(i).dot(&beam[k]));
                    for (m, other) in point.nodes.iter().enumerate() {
                        for j in 0..3 {
                            let Some(row) = free[3 * other + j] else { continue };
                            *columns[col].entry(row).or_default() += b[m].column(j).dot(&pulled.column(i));
                        }
                    }
                }
            }
        }
        let mut starts = vec![0];
        columns.iter().for_each(|column| starts.push(starts[starts.len() - 1] + column.len()));
        let rows: Vec<usize> = columns.iter().flat_map(|column| column.keys().copied()).collect();
        let values = columns.iter().flat_map(|column| column.values().copied()).collect();
        let lu = SparseLu::new(&starts, &rows)?;
        let answers = DMatrix::zeros(count, 6);
        let mut own = Warping { what: what.into(), lu, values, free, count, coupling, answers, schur: a };
        for k in 0..6 {
            let column = own.inverse(own.coupling.column(k).as_slice().to_vec())?;
            own.answers.column_mut(k).copy_from_slice(&column);
        }
        let taken = own.coupling.tr_mul(&own.answers);
        own.schur -= Mat6::from_fn(|i, j| taken[(i, j)]);
        Ok(own)
    }

    /// E⁻¹ f.
    fn inverse(&mut self, mut f: Vec<f64>) -> Result<Vec<f64>> {
        let mut b = vec![0.0; f.len()];
        self.lu.solve(&self.values, &mut f, &mut b).map_err(|_| failed(&self.what))?;
        Ok(f)
    }

    /// E w + R ψ = f, Rᵀ w + A ψ = θ.
    fn solve(&mut self, f: Vec<f64>, theta: Vec6) -> Result<(Vec<f64>, Vec6)> {
        let mut own = vec![0.0; self.count];
        f.iter().zip(&self.free).for_each(|(f, place)| place.iter().for_each(|k| own[*k] = *f));
        let own = nalgebra::DVector::from_vec(self.inverse(own)?);
        let rest = theta - Vec6::from_fn(|k, _| self.coupling.column(k).dot(&own));
        let psi = self.schur.lu().solve(&rest).ok_or_else(|| failed(&self.what))?;
        let own = own - &self.answers * psi;
        Ok((self.free.iter().map(|place| place.map_or(0.0, |k| own[k])).collect(), psi))
    }
}

#[cfg(test)]
mod tests;
