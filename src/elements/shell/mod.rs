//! Geometrically exact shell of nine nodes, six unknowns each, shared with beams, bodies and joints.
//!
//! Sources: Epple 2008 §4.2; strains (4.35)–(4.37) in the form that is quadratic in the frames, tied as (4.61).
//!
//! | symbol | name |
//! |---|---|
//! | X_a = x_a + D_a o_a | point of the reference surface that node a carries |
//! | t_a | director of the element at node a, unit, turned with the node |
//! | x = Σ N_a X_a, t = Σ N_a t_a | reference surface and director inside the element |
//! | A_1, A_2, A_3 | material axes at a Gauss point, reference configuration; A_3 along ∂X/∂r × ∂X/∂s |
//! | D_i = Σ N_a Q_a A_i | the same turned with the nodes (Q_a: rotation since the reference) |
//!
//! ```text
//!   2 E_αβ = x,α·x,β        Γ_α = x,α·t        2 K_αβ = x,α·t,β + x,β·t,α        w = ½ (D_1·x,2 − D_2·x,1)
//! ```
//!
//! less their values in the reference configuration. The strain at the height ζ along the director is E + ζ K. w measures the turn of
//! the nodes about the normal against that of the surface ("drilling"): Epple's own definition of the in-plane axes, under (4.32). Its
//! stiffness k = A66 min(1, (h/ℓ)²), ℓ the root of the area, leaves six rigid motions and no other without energy, and does not stiffen
//! thin warped elements.
//!
//! **Tying.** E and Γ are sampled at the points of [`tying`], interpolated from there; K and w are taken at the Gauss points. All of it is
//! one constant map from the sampled products to the nine strains at each Gauss point, so that the element is one point of [`Elastic`]
//! with 107 lines, 64 products and the law D = Σ_g w_g H_gᵀ C_g H_g.
//!
//! | reference element | membrane components that are tied | why |
//! |---|---|---|
//! | flat (normals within 1e-3) | along the base vectors of the centre, g_ρ: x,ρ = Σ_α (J_p⁻¹ J_c)_αρ x,α | passes the patch test on distorted meshes |
//! | curved | covariant, along the base vectors of the point | more accurate on coarse, strongly curved meshes |

mod recovery;
pub mod tying;

use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3};
use crate::sections::ShellSection;
use crate::terms::elastic::{Carrier, Elastic, Linear, Point, Product, Table};
use crate::terms::frame_mass::{DirectorMass, FrameMass};
use crate::terms::inertia::Inertia;
use crate::terms::{Along, InstantAudit, Interval, Level, Motion, NodeId, Parts, StageBlock, Term};
use nalgebra::{Matrix2, SMatrix, SVector};
pub use recovery::ShellState;
use recovery::through_gauss;
use tying::{MEMBRANE, NODES, SHEAR, Shape, gauss_points, node_points, shape};

/// Gauss points of an element.
pub const POINTS: usize = 9;

/// Strains at a Gauss point: E11 E22 2E12, K11 K22 2K12, Γ13 Γ23, w.
pub const STRAINS: usize = 9;

/// Vectors of a node: its point of the surface, its director, and three axes for w.
const VECTORS: usize = 5;

/// Lines: 20 of the membrane, 24 of the shear, seven at each Gauss point (x,1 x,2 t,1 t,2 and the three axes).
const LINES: usize = 20 + 24 + 7 * POINTS;

/// Sampled strains: 16 of the membrane, 12 of the shear, four at each Gauss point.
const SAMPLES: usize = 16 + 12 + 4 * POINTS;

/// Normals of a flat element differ by less than this [rad].
const FLAT: f64 = 1e-3;

/// Sampled strains to strains at a Gauss point.
type Map = SMatrix<f64, STRAINS, SAMPLES>;

/// A vector with a place for each strain at a Gauss point.
pub type Strain = SVector<f64, STRAINS>;

/// What an element is made of, in tensor order of its nodes (see [`tying::ORDER`]).
#[derive(Debug, Clone)]
pub struct ShellElement {
    /// its nodes
    pub nodes: [NodeId; NODES],
    /// director of the element at each node, unit, inertial axes of the reference configuration
    pub directors: [Vec3; NODES],
    /// distance of the reference surface from each node along the director [m]
    pub offsets: [f64; NODES],
    /// section at each Gauss point
    pub sections: [ShellSection; POINTS],
    /// direction whose projection on the surface is material axis 1; the direction of ∂X/∂r if there is none
    pub axis: Option<Vec3>,
    /// factor of the drilling stiffness
    pub drilling: f64,
}

/// A point of the reference surface: base vectors, normal and area per r and s.
#[derive(Debug, Clone, Copy)]
struct Place {
    shape: Shape,
    base: [Vec3; 2],
    normal: Vec3,
    area: f64,
}

impl Place {
    fn new(surface: &[Vec3; NODES], [r, s]: [f64; 2]) -> Self {
        let shape = shape(r, s);
        let sum = |weights: &[f64; NODES]| -> Vec3 { surface.iter().zip(weights).map(|(x, w)| x * *w).sum() };
        let base = [sum(&shape.r), sum(&shape.s)];
        let across = base[0].cross(&base[1]);
        let area = across.norm();
        Place { shape, base, normal: across / area, area }
    }

    /// J_iα = A_i·g_α for axes in the surface.
    fn jacobian(&self, axes: [&Vec3; 2]) -> Matrix2<f64> {
        Matrix2::from_fn(|i, alpha| axes[i].dot(&self.base[alpha]))
    }

    /// Weights of a derivative along the direction (c_r, c_s).
    fn along(&self, c: [f64; 2]) -> [f64; NODES] {
        std::array::from_fn(|a| c[0] * self.shape.r[a] + c[1] * self.shape.s[a])
    }
}

/// Material axes at a point of the surface.
fn axes(place: &Place, direction: Option<Vec3>) -> Mat3 {
    let wanted = direction.unwrap_or(place.base[0]);
    let first = (wanted - place.normal * place.normal.dot(&wanted)).normalize();
    Mat3::from_columns(&[first, place.normal.cross(&first), place.normal])
}

/// The axes of the centre, carried to a point by the smallest rotation between the normals.
fn transported(center: &Mat3, normal: &Vec3) -> [Vec3; 2] {
    let n: Vec3 = center.column(2).into();
    let (turn, cos) = (n.cross(normal), n.dot(normal));
    [0, 1].map(|k| {
        let v: Vec3 = center.column(k).into();
        let across = turn.cross(&v);
        v + across + turn.cross(&across) / (1.0 + cos)
    })
}

/// Lines and products while an element is built.
struct Lines {
    follows: [usize; LINES],
    weights: [[f64; NODES]; LINES],
    count: usize,
    products: Vec<Product>,
    samples: usize,
}

impl Lines {
    fn line(&mut self, follows: usize, weights: [f64; NODES]) -> usize {
        (self.follows[self.count], self.weights[self.count]) = (follows, weights);
        self.count += 1;
        self.count - 1
    }

    /// A sampled strain of these products (line, line, factor); those with the factor zero are left out.
    fn sample(&mut self, products: &[(usize, usize, f64)]) -> usize {
        let strain = self.samples;
        let there = products.iter().filter(|(_, _, c)| *c != 0.0);
        self.products.extend(there.map(|&(u, v, c)| (strain, u, v, c)));
        self.samples += 1;
        strain
    }
}

/// What an element's lines follow and its products: of its own, as the axes of w differ from element to element.
#[derive(Debug, Clone)]
struct Samples {
    follows: [usize; LINES],
    products: Vec<Product>,
}

impl Table<LINES> for Samples {
    fn follows(&self) -> &[usize; LINES] {
        &self.follows
    }

    fn products(&self) -> &[Product] {
        &self.products
    }
}

/// Geometry of the reference configuration.
struct Reference {
    surface: [Vec3; NODES],
    gauss: [Place; POINTS],
    axes: [Mat3; POINTS],
    center: Place,
    flat: bool,
}

impl Reference {
    fn new(element: &ShellElement, starts: &[Motion]) -> Self {
        let surface = element.surface(starts);
        let center = Place::new(&surface, [0.0, 0.0]);
        let gauss = gauss_points().map(|(at, _)| Place::new(&surface, at));
        let flat =
            node_points().iter().all(|(at, _)| Place::new(&surface, *at).normal.cross(&center.normal).norm() < FLAT);
        let axes = gauss.each_ref().map(|place| axes(place, element.axis));
        Reference { surface, gauss, axes, center, flat }
    }

    /// J⁻¹ at a Gauss point in its material axes: ∂/∂i = Σ_α c_αi ∂/∂α.
    fn slopes(&self, g: usize) -> Matrix2<f64> {
        let of = |k: usize| -> Vec3 { self.axes[g].column(k).into() };
        inverse(&self.gauss[g].jacobian([&of(0), &of(1)]))
    }

    /// The membrane: how tied components become strains in the material axes of each Gauss point, c_ρi; and the tied directions at a
    /// point, (c_αρ).
    fn membrane(&self) -> ([Matrix2<f64>; POINTS], impl Fn(&Place) -> Matrix2<f64>) {
        let center = axes(&self.center, None);
        let of_place = move |place: &Place| {
            let [b1, b2] = transported(&center, &place.normal);
            place.jacobian([&b1, &b2])
        };
        let at_center = of_place(&self.center);
        let from_center = inverse(&at_center);
        let maps = std::array::from_fn(|g| {
            if !self.flat {
                return self.slopes(g);
            }
            // from the axes of the centre to the material ones
            let [b1, b2] = transported(&center, &self.gauss[g].normal);
            from_center * Matrix2::from_fn(|b, i| [b1, b2][b].dot(&self.axes[g].column(i)))
        });
        let flat = self.flat;
        let directions = move |place: &Place| {
            if flat { inverse(&of_place(place)) * at_center } else { Matrix2::identity() }
        };
        (maps, directions)
    }
}

/// Of a matrix whose determinant was found to be positive.
fn inverse(m: &Matrix2<f64>) -> Matrix2<f64> {
    Matrix2::new(m[(1, 1)], -m[(0, 1)], -m[(1, 0)], m[(0, 0)]) / m.determinant()
}

/// Lines and samples of an element, and the map of each Gauss point.
fn sampled(reference: &Reference) -> (Lines, Box<[Map; POINTS]>) {
    let mut lines = Lines {
        follows: [0; LINES],
        weights: [[0.0; NODES]; LINES],
        count: 0,
        products: Vec::with_capacity(136),
        samples: 0,
    };
    let mut maps = Box::new([Map::zeros(); POINTS]);
    sample_membrane(reference, &mut lines, &mut maps);
    sample_shear(reference, &mut lines, &mut maps);
    sample_bending(reference, &mut lines, &mut maps);
    (lines, maps)
}

/// E: ½ x,ρ·x,ρ along r and along s, x,ρ·x,σ across.
fn sample_membrane(reference: &Reference, lines: &mut Lines, maps: &mut [Map; POINTS]) {
    let at = gauss_points();
    let (to_axes, directions) = reference.membrane();
    for (component, set) in MEMBRANE.iter().enumerate() {
        let first = lines.samples;
        for point in set.points() {
            let place = Place::new(&reference.surface, point);
            let c = directions(&place);
            let mut line = |k: usize| lines.line(0, place.along([c[(0, k)], c[(1, k)]]));
            let product = match component {
                2 => (line(0), line(1), 1.0),
                k => {
                    let u = line(k);
                    (u, u, 0.5)
                }
            };
            lines.sample(&[product]);
        }
        for g in 0..POINTS {
            let c = &to_axes[g];
            let (c1, c2) = (c.column(0), c.column(1));
            let parts = match component {
                2 => [c1[0] * c1[1], c2[0] * c2[1], c1[0] * c2[1] + c2[0] * c1[1]],
                k => [c1[k] * c1[k], c2[k] * c2[k], 2.0 * c1[k] * c2[k]],
            };
            for (p, value) in set.functions(at[g].0).enumerate() {
                (0..3).for_each(|row| maps[g][(row, first + p)] = parts[row] * value);
            }
        }
    }
}

/// Γ: x,α·t.
fn sample_shear(reference: &Reference, lines: &mut Lines, maps: &mut [Map; POINTS]) {
    let at = gauss_points();
    for (alpha, set) in SHEAR.iter().enumerate() {
        let first = lines.samples;
        for point in set.points() {
            let place = Place::new(&reference.surface, point);
            let slope = lines.line(0, if alpha == 0 { place.shape.r } else { place.shape.s });
            let director = lines.line(1, place.shape.n);
            lines.sample(&[(slope, director, 1.0)]);
        }
        for g in 0..POINTS {
            let c = reference.slopes(g);
            for (p, value) in set.functions(at[g].0).enumerate() {
                (0..2).for_each(|i| maps[g][(6 + i, first + p)] = c[(alpha, i)] * value);
            }
        }
    }
}

/// K and w, at the Gauss points themselves.
fn sample_bending(reference: &Reference, lines: &mut Lines, maps: &mut [Map; POINTS]) {
    let center = axes(&reference.center, None);
    for g in 0..POINTS {
        let (place, c) = (&reference.gauss[g], reference.slopes(g));
        let slopes = [0, 1].map(|i| place.along([c[(0, i)], c[(1, i)]]));
        let x = slopes.map(|weights| lines.line(0, weights));
        let t = slopes.map(|weights| lines.line(1, weights));
        let q = [2, 3, 4].map(|axis| lines.line(axis, place.shape.n));
        let first = lines.samples;
        lines.sample(&[(x[0], t[0], 1.0)]);
        lines.sample(&[(x[1], t[1], 1.0)]);
        lines.sample(&[(x[0], t[1], 1.0), (x[1], t[0], 1.0)]);
        // A_i in the axes of the centre, which the nodes carry; zero where rounding alone makes it other than that
        let part = |k: usize, i: usize| {
            let value: f64 = center.column(k).dot(&reference.axes[g].column(i));
            if value.abs() < 1e-15 { 0.0 } else { value }
        };
        lines.sample(&[0, 1, 2, 3, 4, 5].map(|p| match (p / 2, p % 2) {
            (k, 0) => (q[k], x[1], 0.5 * part(k, 0)),
            (k, _) => (q[k], x[0], -0.5 * part(k, 1)),
        }));
        (0..3).for_each(|k| maps[g][(3 + k, first + k)] = 1.0);
        maps[g][(8, first + 3)] = 1.0;
    }
}

/// A shell element.
#[derive(Debug, Clone)]
pub struct Shell {
    element: ShellElement,
    elastic: Box<Elastic<NODES, 6, VECTORS, LINES, SAMPLES, Samples, Linear<SAMPLES>>>,
    maps: Box<[Map; POINTS]>,
    axes: [Mat3; POINTS],
    area: f64,
    drilling: [f64; POINTS],
}

impl Shell {
    /// From its data and the reference configuration; a shape that no element can have is refused, as that of `name`.
    pub fn new(name: &str, element: ShellElement, starts: &[Motion]) -> Result<Self> {
        check(name, &element, starts)?;
        let reference = Reference::new(&element, starts);
        let weights: [f64; POINTS] = std::array::from_fn(|g| reference.gauss[g].area * gauss_points()[g].1);
        let area: f64 = weights.iter().sum();
        let (lines, maps) = sampled(&reference);
        let drilling = std::array::from_fn(|g| element.drilling * element.sections[g].drilling(area.sqrt()));
        let [mut stiffness, mut damping] = [(); 2].map(|()| Box::new(SMatrix::<f64, SAMPLES, SAMPLES>::zeros()));
        for g in 0..POINTS {
            let section = &element.sections[g];
            let mut law = SMatrix::<f64, STRAINS, STRAINS>::zeros();
            law.fixed_view_mut::<8, 8>(0, 0).copy_from(&section.stiffness);
            law[(8, 8)] = drilling[g];
            let part = maps[g].transpose() * (law * weights[g]) * maps[g];
            *stiffness += part;
            *damping += part * section.damping;
        }
        let damped = element.sections.iter().any(|section| section.damping > 0.0);
        let center = axes(&reference.center, None);
        let carriers = std::array::from_fn(|a| {
            let node = element.nodes[a];
            let own = starts[node.0].d.transpose();
            let axis = |k: usize| -> Vec3 { own * center.column(k) };
            let director = own * element.directors[a];
            Carrier { node, material: [director * element.offsets[a], director, axis(0), axis(1), axis(2)] }
        });
        let law = Linear {
            stiffness: *stiffness,
            damping: damped.then_some(*damping),
            preload: SVector::zeros(),
            reference: SVector::zeros(),
        };
        let table = Samples { follows: lines.follows, products: lines.products };
        let mut elastic = Box::new(Elastic::new(carriers, table, vec![Point { weights: lines.weights, law }]));
        let (at_start, _) = elastic.strains(starts).next().expect("an element has its one point");
        elastic.laws_mut().for_each(|law| law.reference = at_start);
        Ok(Shell { element, elastic, maps, axes: reference.axes, area, drilling })
    }

    /// What it was made of.
    pub fn element(&self) -> &ShellElement {
        &self.element
    }

    /// Area of its reference surface [m²].
    pub fn area(&self) -> f64 {
        self.area
    }

    /// Material axes at a Gauss point, reference configuration.
    pub fn axes(&self, g: usize) -> &Mat3 {
        &self.axes[g]
    }

    /// The mass of the element on its nodes, by Lobatto's rule: that of a plate, with the same rotary inertia about the normal as
    /// about the axes in the plane, so that no node is without it.
    pub fn lumped(element: &ShellElement, starts: &[Motion]) -> Vec<Inertia> {
        let reference = Reference::new(element, starts);
        let at_nodes = node_points();
        let at = |a: usize| {
            let (point, weight) = at_nodes[a];
            let area = Place::new(&reference.surface, point).area * weight;
            let section = element.section_at(point);
            let node = element.nodes[a];
            let director = starts[node.0].d.transpose() * element.directors[a];
            let mass = section.mass * area;
            if mass == 0.0 {
                return None;
            }
            // from the node along the director: the reference surface, and the centre of mass of the section
            let above = section.first_moment / section.mass;
            let rotary = (section.second_moment - section.first_moment * above) * area;
            let center = director * (element.offsets[a] + above);
            Some(Inertia::new(node, mass, center, Mat3::identity() * rotary))
        };
        (0..NODES).filter_map(at).collect()
    }

    /// The mass of the element between its nodes, Epple (4.51): ½∫ m|ẋ|² + 2m* ẋ·ṫ + M*|ṫ|² with x = Σ N_a (x_a + o_a t_a), t = Σ N_a t_a,
    /// by Gauss's rule. About its director a node has the rotary inertia of [`Shell::lumped`], which the formula leaves at zero.
    pub fn consistent(element: &ShellElement, starts: &[Motion]) -> Option<FrameMass> {
        if element.sections.iter().all(|section| section.mass == 0.0) {
            return None;
        }
        let reference = Reference::new(element, starts);
        let director = |a: usize| starts[element.nodes[a].0].d.transpose() * element.directors[a];
        let mut blocks = vec![DirectorMass::zeros(); NODES * NODES];
        for (g, place) in reference.gauss.iter().enumerate() {
            let (section, area) = (&element.sections[g], place.area * gauss_points()[g].1);
            let [m, first, second] = [section.mass, section.first_moment, section.second_moment].map(|v| v * area);
            for (a, b) in (0..NODES * NODES).map(|p| (p / NODES, p % NODES)) {
                let both = place.shape.n[a] * place.shape.n[b];
                let (o_a, o_b) = (element.offsets[a], element.offsets[b]);
                let (t_a, t_b) = (director(a), director(b));
                let block = &mut blocks[NODES * a + b];
                block[(0, 0)] += both * m;
                let mut rows = block.fixed_view_mut::<3, 1>(1, 0);
                rows += t_a * (both * (m * o_a + first));
                let mut columns = block.fixed_view_mut::<1, 3>(0, 1);
                columns += t_b.transpose() * (both * (m * o_b + first));
                let mut turns = block.fixed_view_mut::<3, 3>(1, 1);
                turns += t_a * t_b.transpose() * (both * (m * o_a * o_b + first * (o_a + o_b) + second));
            }
        }
        // a spin of inertia J about t alone: ½ tr(J) I − J tᵗt
        for body in Self::lumped(element, starts) {
            let a =
                element.nodes.iter().position(|id| *id == body.node()).expect("a mass of the element is on its nodes");
            let (t, spin) = (director(a), body.inertia()[(0, 0)]);
            let mut own = blocks[(NODES + 1) * a].fixed_view_mut::<3, 3>(1, 1);
            own += (Mat3::identity() * 0.5 - t * t.transpose()) * spin;
        }
        Some(FrameMass::new(element.nodes.to_vec(), blocks))
    }
}

impl ShellElement {
    /// Points of the reference surface that its nodes carry, with their motions in the reference configuration.
    pub fn surface(&self, starts: &[Motion]) -> [Vec3; NODES] {
        std::array::from_fn(|a| starts[self.nodes[a].0].x + self.directors[a] * self.offsets[a])
    }

    /// The section at (r, s), from those of the Gauss points: their quadratic interpolation where they differ.
    fn section_at(&self, at: [f64; 2]) -> ShellSection {
        let first = self.sections[0];
        if self.sections.iter().all(|section| *section == first) {
            return first;
        }
        let weights = through_gauss(at);
        let mix = |of: fn(&ShellSection) -> f64| (0..POINTS).map(|g| weights[g] * of(&self.sections[g])).sum();
        ShellSection {
            mass: mix(|s| s.mass),
            first_moment: mix(|s| s.first_moment),
            second_moment: mix(|s| s.second_moment),
            ..first
        }
    }
}

/// Can this be an element? Directors along the normals, a positive area everywhere.
fn check(name: &str, element: &ShellElement, starts: &[Motion]) -> Result<()> {
    let bad = |text: String| Err(Error::InvalidArgument(format!("{name}: {text}")));
    let surface = element.surface(starts);
    let size = (0..NODES).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| (surface[a] - surface[b]).norm());
    let size = size.fold(0.0, f64::max);
    for (a, b) in (0..NODES).flat_map(|a| (0..a).map(move |b| (a, b))) {
        if (surface[a] - surface[b]).norm() <= 1e-9 * size {
            return bad(format!("nodes {} and {} of it are at one place", b + 1, a + 1));
        }
    }
    let center = Place::new(&surface, [0.0, 0.0]);
    let everywhere = gauss_points().into_iter().chain(node_points());
    for ([r, s], _) in everywhere {
        let place = Place::new(&surface, [r, s]);
        let least = 1e-6 * center.area;
        if !(place.area > least && place.normal.dot(&center.normal) > 0.0) {
            return bad(format!(
                "its surface folds over at r = {r:.3}, s = {s:.3}: are its nodes in the order corners, middles of the sides, centre, \
                 with the middles near the middle of their sides?"
            ));
        }
        if let Some(axis) = element.axis
            && axis.cross(&place.normal).norm() < 1e-3 * axis.norm()
        {
            return bad(format!(
                "the direction of material axis 1 is along the normal of the surface at r = {r:.3}, s = {s:.3}; give one that lies \
                 more in the surface"
            ));
        }
    }
    for (a, (point, _)) in node_points().into_iter().enumerate() {
        let normal = Place::new(&surface, point).normal;
        let along = element.directors[a].dot(&normal);
        if (element.directors[a].norm() - 1.0).abs() > 1e-9 || along < 0.5 {
            return bad(format!(
                "the director at its node {} is {:.1} degrees off the normal of the surface, which is that of the side from which \
                 the corners run anticlockwise; at most 60 are allowed. Is the element the other way round than its neighbours?",
                a + 1,
                along.clamp(-1.0, 1.0).acos().to_degrees()
            ));
        }
    }
    Ok(())
}

impl Term for Shell {
    fn nodes(&self) -> &[NodeId] {
        &self.element.nodes
    }

    fn holds_shape(&self) -> bool {
        true
    }

    fn strained_along(&self, nodes: [&[Motion]; 5]) -> Option<Along> {
        self.elastic.strained_along(nodes)
    }

    fn parts(&self) -> Parts {
        self.elastic.parts()
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        self.elastic.stage(at, out);
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        self.elastic.audit(at, lambda, audit);
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(&*self.elastic)
    }
}

#[cfg(test)]
mod tests;
