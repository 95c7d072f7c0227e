//! Solid elements: hexahedra and tetrahedra of points, total Lagrangian.
//!
//! Sources: Gransden 2015 §3, (13)–(19): triquadratic hexahedra with Green-Lagrange strains; Hughes 1980: tied change of volume.
//!
//! | symbol | name |
//! |---|---|
//! | x = Σ N_a(ξ) x_a | places, by the shape functions of [`shape`] |
//! | F_u = Σ ∂N_a/∂X_u x_a | columns of the deformation gradient: the three lines of a point of [`Elastic`] |
//! | e = ½ FᵀF = E + ½ I | six products of lines; laws on them are in [`law`] |
//! | h_p(ξ) | functions of the tied points p, one at their own (trilinear through 2 × 2 × 2 points, or constant) |
//!
//! **Tied change of volume** (isotropic St. Venant-Kirchhoff, by default for ν > 0.4). With Ē = dev E + ⅓ I Σ_p h_p tr E(ξ_p) in
//! place of E the energy comes apart,
//!
//! ```text
//!   W = Σ_g V_g (μ dev E·dev E) + ½ K_pq tr E(ξ_p) tr E(ξ_q),    K_pq = (λ + ⅔ μ) Σ_g V_g h_p(ξ_g) h_q(ξ_g)
//! ```
//!
//! so that it is a second [`Elastic`] on the same nodes: one point with three lines for each tied point and the traces as strains. The map
//! is constant and the traces are quadratic, so that work over a step stays exact.

pub mod law;
pub mod shape;

use crate::error::{Error, Result};
use crate::math::{Mat3, Mat6, Vec3};
use crate::sections::{SolidLaw, SolidMaterial, turned};
use crate::terms::elastic::{Carrier, Elastic, Linear, Point, Product, Table};
use crate::terms::interval::FrameInterval;
use crate::terms::place_mass::PlaceMass;
use crate::terms::{
    Along, InstantAudit, Interval, IntervalBlock, Level, Motion, NodeId, Parts, Span, StageBlock, Term,
};
use law::{AtPoint, Density};
use nalgebra::{SMatrix, SVector, Vector6};
use shape::{Local, Shape};
use std::sync::Arc;

/// Three lines, the columns of F, and ½ FᵀF in Voigt's order.
#[derive(Debug, Clone)]
pub struct Green;

impl Table<3> for Green {
    fn follows(&self) -> &[usize; 3] {
        &[0; 3]
    }

    fn products(&self) -> &[Product] {
        const HALF: f64 = 0.5;
        &[(0, 0, 0, HALF), (1, 1, 1, HALF), (2, 2, 2, HALF), (3, 1, 2, 1.0), (4, 0, 2, 1.0), (5, 0, 1, 1.0)]
    }
}

/// Lines at each tied point, and half the trace of FᵀF there.
#[derive(Debug, Clone)]
struct Traces<const L: usize>([Product; L]);

impl<const L: usize> Table<L> for Traces<L> {
    fn follows(&self) -> &[usize; L] {
        &[0; L]
    }

    fn products(&self) -> &[Product] {
        &self.0
    }
}

/// What an element is made of.
#[derive(Debug, Clone)]
pub struct SolidElement {
    /// its kind
    pub shape: Shape,
    /// its nodes, in Gmsh's order
    pub nodes: Vec<NodeId>,
    /// material
    pub material: SolidMaterial,
    /// material axes as columns, inertial axes of the reference configuration: none, one, or one at each node
    pub axes: Vec<Mat3>,
    /// is the change of volume tied?
    pub tied: bool,
}

/// A point of a solid at one instant. Tensors in Voigt's order 11 22 33 23 13 12, inertial axes.
#[derive(Debug, Clone, Copy)]
pub struct SolidState {
    /// place [m]
    pub x: Vec3,
    /// deformation gradient
    pub gradient: Mat3,
    /// Green-Lagrange strain, shear not doubled
    pub strain: Mat3,
    /// second Piola-Kirchhoff stress of elasticity [Pa]
    pub piola: Mat3,
    /// Cauchy stress of elasticity [Pa]
    pub cauchy: Mat3,
}

impl SolidState {
    /// Principal Cauchy stresses, the largest first [Pa].
    pub fn principal(&self) -> [f64; 3] {
        let mut values: [f64; 3] = self.cauchy.symmetric_eigenvalues().into();
        values.sort_by(|a, b| b.total_cmp(a));
        values
    }

    /// Von Mises' stress [Pa].
    pub fn von_mises(&self) -> f64 {
        let dev = self.cauchy - Mat3::identity() * (self.cauchy.trace() / 3.0);
        (1.5 * dev.norm_squared()).sqrt()
    }
}

/// An element of N nodes whose change of volume may be tied to P points, L = 3 P.
#[derive(Debug, Clone)]
struct Of<const N: usize, const L: usize, const P: usize> {
    element: SolidElement,
    places: [Vec3; N],
    elastic: Elastic<N, 3, 1, 3, 6, Green, AtPoint>,
    volume: Option<Elastic<N, 3, 1, L, P, Traces<L>, Linear<P>>>,
}

/// ∂X/∂ξ at a place.
fn jacobian<const N: usize>(places: &[Vec3; N], slopes: &[[f64; N]; 3]) -> Mat3 {
    let base = |d: usize| -> Vec3 { places.iter().zip(&slopes[d]).map(|(x, w)| x * *w).sum() };
    Mat3::from_columns(&[base(0), base(1), base(2)])
}

/// ∂N_a/∂X and dV/dξ at a place.
fn gradients<const N: usize>(shape: Shape, places: &[Vec3; N], at: &Local) -> ([[f64; N]; 3], f64) {
    let slopes: [[f64; N]; 3] = shape.slopes(at);
    let jacobian = jacobian(places, &slopes);
    // ∂ξ/∂X; a shape without it was refused
    let inverse = jacobian.try_inverse().unwrap_or_else(Mat3::zeros);
    let weights =
        std::array::from_fn(|u| std::array::from_fn(|a| (0..3).map(|d| inverse[(d, u)] * slopes[d][a]).sum()));
    (weights, jacobian.determinant())
}

/// The rotation next to a matrix.
fn nearest_rotation(m: &Mat3) -> Option<Mat3> {
    let svd = m.svd(true, true);
    let turn = svd.u? * svd.v_t?;
    (turn.determinant() > 0.0 && svd.singular_values.min() > 0.7).then_some(turn)
}

impl<const N: usize, const L: usize, const P: usize> Of<N, L, P> {
    fn new(name: &str, element: SolidElement, starts: &[Motion], shared: &mut Shared) -> Result<Self> {
        let places: [Vec3; N] = std::array::from_fn(|a| starts[element.nodes[a].0].x);
        check(name, &element, &places)?;
        let shape = element.shape;
        let rule = shape.rule();
        let mut points = Vec::with_capacity(rule.len());
        for (at, weight) in &rule {
            let (weights, grown) = gradients(shape, &places, at);
            let law = shared.law(&element, &axes_at::<N>(name, &element, at)?);
            points.push(Point { weights, law: AtPoint { volume: grown * weight, law } });
        }
        let carriers = std::array::from_fn(|a| Carrier { node: element.nodes[a], material: [Vec3::zeros()] });
        let volume = element.tied.then(|| {
            let (lambda, mu) = element.material.lame().unwrap_or_default();
            let mut k = SMatrix::<f64, P, P>::zeros();
            for ((at, _), point) in rule.iter().zip(&points) {
                let h = SVector::<f64, P>::from(shape.tied_functions::<P>(at));
                k += h * h.transpose() * (point.law.volume * (lambda + 2.0 / 3.0 * mu));
            }
            let mut weights = [[0.0; N]; L];
            for (p, at) in shape.tied_points().iter().enumerate() {
                let (own, _) = gradients(shape, &places, at);
                (0..3).for_each(|u| weights[3 * p + u] = own[u]);
            }
            let tau = element.material.damping;
            let law = Linear {
                stiffness: k,
                damping: (tau > 0.0).then(|| k * tau),
                preload: SVector::zeros(),
                reference: SVector::repeat(1.5),
            };
            let table = Traces(std::array::from_fn(|line| (line / 3, line, line, 0.5)));
            Elastic::new(carriers, table, vec![Point { weights, law }])
        });
        Ok(Of { places, elastic: Elastic::new(carriers, Green, points), volume, element })
    }

    fn mass(&self) -> PlaceMass {
        let shape = self.element.shape;
        let mut matrix = vec![0.0; N * N];
        for (at, weight) in shape.mass_rule() {
            let functions: [f64; N] = shape.functions(&at);
            let part = self.element.material.density * weight * gradients(shape, &self.places, &at).1;
            for (a, b) in (0..N * N).map(|p| (p / N, p % N)) {
                matrix[a * N + b] += part * functions[a] * functions[b];
            }
        }
        PlaceMass::new(self.element.nodes.clone(), matrix)
    }

    fn state(&self, name: &str, nodes: &[Motion], at: &Local) -> Result<SolidState> {
        let shape = self.element.shape;
        let (weights, _) = gradients(shape, &self.places, at);
        let (e, lines) = self.elastic.strain_at(nodes, &weights);
        let gradient = Mat3::from_columns(&lines);
        let density = Shared::default().law(&self.element, &axes_at::<N>(name, &self.element, at)?);
        let mut piola = AtPoint { volume: 1.0, law: density }.elastic(&e);
        if let Some(volume) = &self.volume {
            let (lambda, mu) = self.element.material.lame().unwrap_or_default();
            let (traces, _) = volume.strain_at(nodes, &volume.points()[0].weights);
            let h = SVector::<f64, P>::from(shape.tied_functions::<P>(at));
            let pressure = (lambda + 2.0 / 3.0 * mu) * h.dot(&(traces - SVector::<f64, P>::repeat(1.5)));
            (0..3).for_each(|k| piola[k] += pressure);
        }
        let full = |v: &Vector6<f64>| Mat3::new(v[0], v[5], v[4], v[5], v[1], v[3], v[4], v[3], v[2]);
        let piola = full(&piola);
        let cauchy = gradient * piola * gradient.transpose() / gradient.determinant();
        let functions: [f64; N] = shape.functions(at);
        let x = self.element.nodes.iter().zip(functions).map(|(id, n)| nodes[id.0].x * n).sum();
        let strain = (gradient.transpose() * gradient - Mat3::identity()) * 0.5;
        Ok(SolidState { x, gradient, strain, piola, cauchy })
    }
}

/// Material axes at a place: those of the nodes there, made orthonormal.
fn axes_at<const N: usize>(name: &str, element: &SolidElement, at: &Local) -> Result<Option<Mat3>> {
    match &element.axes[..] {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        all => {
            let functions: [f64; N] = element.shape.functions(at);
            let mixed: Mat3 = all.iter().zip(functions).map(|(axes, n)| axes * n).sum();
            let found = nearest_rotation(&mixed);
            let text = || {
                format!("{name}: the material axes of its nodes differ too much to be interpolated; use more elements")
            };
            found.map(Some).ok_or_else(|| Error::InvalidArgument(text()))
        }
    }
}

/// Laws per volume that points of many elements share.
#[derive(Default)]
pub struct Shared(Vec<(SolidMaterial, bool, Option<Mat3>, Arc<Density>)>);

impl Shared {
    fn law(&mut self, element: &SolidElement, axes: &Option<Mat3>) -> Arc<Density> {
        let SolidElement { material, tied, .. } = element;
        let axes = axes.filter(|_| matches!(material.law, SolidLaw::Anisotropic(_)));
        // those of the last points come first
        let known = self.0.iter().rev().take(64).find(|(m, t, a, _)| (m, t, a) == (material, tied, &axes));
        if let Some((.., law)) = known {
            return law.clone();
        }
        let c = material.stiffness();
        let law = match (material.law, material.lame()) {
            (SolidLaw::NeoHooke { .. }, Some((lambda, mu))) => {
                let damping = (material.damping > 0.0).then(|| Box::new(c * material.damping));
                Density::NeoHooke { lambda, mu, damping }
            }
            (SolidLaw::Isotropic { .. }, Some((lambda, mu))) => {
                let volume = if *tied { lambda + 2.0 / 3.0 * mu } else { 0.0 };
                let c = c - Mat6::from_fn(|i, j| if i < 3 && j < 3 { volume } else { 0.0 });
                Density::linear(c, material.damping)
            }
            (_, _) => Density::linear(axes.map_or(c, |axes| turned(&c, &axes)), material.damping),
        };
        let law = Arc::new(law);
        self.0.push((*material, *tied, axes, law.clone()));
        law
    }
}

impl AtPoint {
    /// S without damping.
    fn elastic(&self, e: &Vector6<f64>) -> Vector6<f64> {
        use crate::terms::elastic::Law;
        self.stress(e, &Vector6::zeros())
    }
}

/// A point of a face: shape functions of the nodes of the face, their slopes along its two directions, and its weight.
#[derive(Debug, Clone)]
pub struct FacePoint {
    /// N_a
    pub functions: Vec<f64>,
    /// N_a,r and N_a,s; r × s looks outwards
    pub slopes: [Vec<f64>; 2],
    /// of dr ds
    pub weight: f64,
}

/// Points of a face of an element, over the nodes of [`Shape::face_nodes`].
pub fn face_points(shape: Shape, face: usize) -> Vec<FacePoint> {
    fn of<const N: usize>(shape: Shape, face: usize) -> Vec<FacePoint> {
        let nodes = shape.face_nodes(face);
        let (rule, directions) = shape.face_rule(face);
        let point = |(at, weight): &(Local, f64)| {
            let (functions, slopes) = (shape.functions::<N>(at), shape.slopes::<N>(at));
            let along = |along: &Local| nodes.iter().map(|a| (0..3).map(|d| along[d] * slopes[d][*a]).sum()).collect();
            FacePoint {
                functions: nodes.iter().map(|a| functions[*a]).collect(),
                slopes: directions.each_ref().map(along),
                weight: *weight,
            }
        };
        rule.iter().map(point).collect()
    }
    match shape {
        Shape::Hex8 => of::<8>(shape, face),
        Shape::Hex20 => of::<20>(shape, face),
        Shape::Hex27 => of::<27>(shape, face),
        Shape::Tet10 => of::<10>(shape, face),
    }
}

/// How far an element is from a cube of its kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// least dV/dξ over its value in the centre, and where
    pub jacobian: (f64, Local),
    /// largest distance of a middle node from the middle of its edge, over the length of that, and the node
    pub shift: (f64, usize),
}

fn quality<const N: usize>(shape: Shape, places: &[Vec3; N]) -> Quality {
    let centre = gradients(shape, places, &shape.centre()).1;
    let mut jacobian = (f64::INFINITY, shape.centre());
    for at in shape.rule().iter().map(|(at, _)| at).chain(shape.nodes()) {
        let ratio = gradients(shape, places, at).1 / centre.abs();
        if ratio.is_nan() || ratio < jacobian.0 {
            jacobian = (ratio, *at);
        }
    }
    let mut shift = (0.0, 0);
    for [a, b, c] in shape.edges() {
        let own = (places[c] - 0.5 * (places[a] + places[b])).norm() / (places[b] - places[a]).norm();
        if own > shift.0 {
            shift = (own, c);
        }
    }
    Quality { jacobian, shift }
}

/// Least Jacobian of an element, over that of its centre.
const LEAST_JACOBIAN: f64 = 1e-6;

/// Largest over smallest stretch from local coordinates to places, at the centre, that is allowed. A cantilever of eight elements of 27 nodes had 0.996
/// of its deflection with 250, and 0.82 of it with 625.
const MOST_FLAT: f64 = 300.0;

/// Largest over smallest stretch at the centre.
fn flatness<const N: usize>(shape: Shape, places: &[Vec3; N]) -> f64 {
    let stretches = jacobian(places, &shape.slopes(&shape.centre())).singular_values();
    stretches.max() / stretches.min()
}

/// Can this be an element?
fn check<const N: usize>(name: &str, element: &SolidElement, places: &[Vec3; N]) -> Result<()> {
    let bad = |text: String| Err(Error::InvalidArgument(format!("{name}: {text}")));
    if element.tied && !matches!(element.material.law, SolidLaw::Isotropic { .. }) {
        return bad(
            "the change of volume can be tied for isotropic St. Venant-Kirchhoff materials alone; leave it untied"
                .into(),
        );
    }
    if element.tied && !element.shape.can_tie() {
        return bad(
            "the change of volume cannot be tied in tetrahedra; leave it untied, or use hexahedra, which do not lock when ν is near 0.5"
                .into(),
        );
    }
    let corners = &places[..element.shape.corners()];
    let size = corners.iter().map(|x| (x - corners[0]).norm()).fold(0.0, f64::max);
    for (a, b) in (0..N).flat_map(|a| (0..a).map(move |b| (a, b))) {
        if (places[a] - places[b]).norm() <= 1e-9 * size {
            return bad(format!("nodes {} and {} of it are at one place", b + 1, a + 1));
        }
    }
    let Quality { jacobian: (least, at), shift: (shift, node) } = quality(element.shape, places);
    if gradients(element.shape, places, &element.shape.centre()).1 <= 0.0 {
        return bad(format!(
            "it is turned inside out: its corners must run anticlockwise about the direction to the opposite side, as those of a {} of \
             Gmsh do. Exchange its first and its last corners",
            element.shape.name()
        ));
    }
    if least.is_nan() || least <= LEAST_JACOBIAN {
        let [r, s, t] = at;
        let mut text = format!(
            "its volume folds over at ({r:.3}, {s:.3}, {t:.3}) of its local coordinates, where the Jacobian is {least:.3e} of that of its \
             centre: are its nodes in Gmsh's order, and its sides not too skew?"
        );
        if shift > 0.2 {
            let node = node + 1;
            text += &format!(
                " Its node {node} lies {shift:.2} of the length of its edge away from the middle: move it there"
            );
        }
        return bad(text);
    }
    let flat = flatness(element.shape, places);
    if flat.is_nan() || flat > MOST_FLAT {
        return bad(format!(
            "it is {flat:.0} times as long as it is thick, and rounding of its resistance to stretching would hide its bending; {MOST_FLAT} times are \
             allowed. Take more elements along it, or a shell or a beam in its place"
        ));
    }
    for axes in &element.axes {
        // not "more than": what is not a number is no rotation either
        let is_rotation = (axes.transpose() * axes - Mat3::identity()).iter().all(|d| d.abs() <= 1e-6);
        if !is_rotation || axes.determinant() < 0.0 {
            return bad("its material axes are not a rotation: three unit vectors, right-handed, as columns".into());
        }
    }
    Ok(())
}

/// What is asked of any of them.
trait Kind: Term + Interval + FrameInterval {
    fn element(&self) -> &SolidElement;
    fn place_mass(&self) -> PlaceMass;
    fn shares(&self) -> Vec<f64>;
    fn quality(&self) -> Quality;
    fn state(&self, name: &str, nodes: &[Motion], at: &Local) -> Result<SolidState>;
}

impl<const N: usize, const L: usize, const P: usize> Kind for Of<N, L, P> {
    fn element(&self) -> &SolidElement {
        &self.element
    }

    fn place_mass(&self) -> PlaceMass {
        self.mass()
    }

    fn shares(&self) -> Vec<f64> {
        let shape = self.element.shape;
        let mut sum = vec![0.0; N];
        for (at, weight) in shape.mass_rule() {
            let functions: [f64; N] = shape.functions(&at);
            let volume = weight * gradients(shape, &self.places, &at).1;
            (0..N).for_each(|a| sum[a] += volume * functions[a]);
        }
        sum
    }

    fn quality(&self) -> Quality {
        quality(self.element.shape, &self.places)
    }

    fn state(&self, name: &str, nodes: &[Motion], at: &Local) -> Result<SolidState> {
        Of::state(self, name, nodes, at)
    }
}

impl<const N: usize, const L: usize, const P: usize> Term for Of<N, L, P> {
    fn nodes(&self) -> &[NodeId] {
        &self.element.nodes
    }

    fn width(&self) -> usize {
        3
    }

    fn holds_shape(&self) -> bool {
        true
    }

    fn strained_along(&self, nodes: [&[Motion]; 5]) -> Option<Along> {
        let mut along = self.elastic.strained_along(nodes)?;
        if let Some(volume) = &self.volume {
            along += volume.strained_along(nodes)?;
        }
        Some(along)
    }

    fn parts(&self) -> Parts {
        self.elastic.parts()
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        self.elastic.stage(at, out);
        self.volume.iter().for_each(|volume| volume.stage(at, out));
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        self.elastic.audit(at, lambda, audit);
        self.volume.iter().for_each(|volume| volume.audit(at, lambda, audit));
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl<const N: usize, const L: usize, const P: usize> Interval for Of<N, L, P> {
    fn frames(&self) -> Option<&dyn FrameInterval> {
        Some(self)
    }

    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        Interval::interval(&self.elastic, over, out);
        self.volume.iter().for_each(|volume| Interval::interval(volume, over, out));
    }
}

impl<const N: usize, const L: usize, const P: usize> FrameInterval for Of<N, L, P> {
    fn on_frames(&self, over: &Span, out: &mut IntervalBlock) {
        self.elastic.on_frames(over, out);
        self.volume.iter().for_each(|volume| volume.on_frames(over, out));
    }
}

/// A solid element of any kind.
pub struct Solid(Box<dyn Kind>);

impl Solid {
    /// From its data and the reference configuration; a shape that no element can have is refused, as that of `name`.
    pub fn new(name: &str, element: SolidElement, starts: &[Motion], shared: &mut Shared) -> Result<Self> {
        Ok(Solid(match element.shape {
            Shape::Hex8 => Box::new(Of::<8, 3, 1>::new(name, element, starts, shared)?),
            Shape::Hex20 => Box::new(Of::<20, 24, 8>::new(name, element, starts, shared)?),
            Shape::Hex27 => Box::new(Of::<27, 24, 8>::new(name, element, starts, shared)?),
            Shape::Tet10 => Box::new(Of::<10, 3, 1>::new(name, element, starts, shared)?),
        }))
    }

    /// What it was made of.
    pub fn element(&self) -> &SolidElement {
        self.0.element()
    }

    /// Its consistent mass.
    pub fn mass(&self) -> PlaceMass {
        self.0.place_mass()
    }

    /// Its volume in the reference configuration [m³].
    pub fn volume(&self) -> f64 {
        self.shares().iter().sum()
    }

    /// ∫ N_a dV over the reference configuration, of each of its nodes [m³].
    pub fn shares(&self) -> Vec<f64> {
        self.0.shares()
    }

    /// Its shape.
    pub fn quality(&self) -> Quality {
        self.0.quality()
    }

    /// Strains and stresses at a place of it.
    pub fn state(&self, nodes: &[Motion], at: &Local) -> Result<SolidState> {
        self.0.state("solid", nodes, at)
    }
}

impl Term for Solid {
    fn nodes(&self) -> &[NodeId] {
        self.0.nodes()
    }

    fn width(&self) -> usize {
        3
    }

    fn holds_shape(&self) -> bool {
        self.0.holds_shape()
    }

    fn strained_along(&self, nodes: [&[Motion]; 5]) -> Option<Along> {
        self.0.strained_along(nodes)
    }

    fn parts(&self) -> Parts {
        self.0.parts()
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        self.0.stage(at, out);
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        self.0.audit(at, lambda, audit);
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Term::interval(&*self.0)
    }
}

#[cfg(test)]
mod tests;
