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
//! The lines, the table of products and the law of the section are all there is to write: forces, tangents and the form over a step
//! are those of [`Elastic`].

use super::{Beam, BeamElement, BeamPoint};
use crate::math::quadrature::{MAX_NODES, lagrange, lobatto};
use crate::math::{Mat3, Vec6};
use crate::terms::Motion;
use crate::terms::elastic::{Carrier, Elastic, Linear, Point, Product, Table, Wraps};

/// Lines at a point: 0 is x', 1 … 3 are d_k, 4 … 6 are d_k'.
const LINES: usize = 7;

/// What the lines follow: the point of the axis, or a section axis, of every node.
const FOLLOWS: [usize; LINES] = [0, 1, 2, 3, 1, 2, 3];

/// c of Γ_1: what the square of d_1 takes out beyond its own shortening.
const BEYOND: f64 = 1.0 / 3.0;

/// The dot products that a strain is made of: (strain, line, line, factor). Constants are part of the reference.
const PRODUCTS: [Product; 10] = [
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

/// The table of a beam.
#[derive(Debug, Clone)]
pub struct Directors;

impl Table<LINES> for Directors {
    fn follows(&self) -> &[usize; LINES] {
        &FOLLOWS
    }

    fn products(&self) -> &[Product] {
        &PRODUCTS
    }
}

/// Beam of N nodes with interpolated directors.
#[derive(Debug, Clone)]
pub struct DirectorBeam<const N: usize> {
    element: BeamElement,
    elastic: Elastic<N, 6, 4, LINES, 6, Directors, Linear<6>>,
}

/// w_un: x' and d_k' with the derivatives of the shape functions, d_k with the functions.
fn weights<const N: usize>(n: &[f64; MAX_NODES], dn: &[f64; MAX_NODES]) -> [[f64; N]; LINES] {
    let [n, dn] = [n, dn].map(|w| std::array::from_fn(|k| w[k]));
    [dn, n, n, n, dn, dn, dn]
}

/// A beam with interpolated directors on the nodes of `element`; its strains in the reference configuration become zero.
pub fn director_beam(element: BeamElement, starts: &[Motion]) -> Box<dyn Beam> {
    match element.nodes.len() {
        2 => Box::new(DirectorBeam::<2>::new(element, starts)),
        3 => Box::new(DirectorBeam::<3>::new(element, starts)),
        _ => Box::new(DirectorBeam::<MAX_NODES>::new(element, starts)),
    }
}

impl<const N: usize> DirectorBeam<N> {
    fn new(mut element: BeamElement, starts: &[Motion]) -> Self {
        let point = |point: &BeamPoint| {
            let stiffness = point.stiffness * point.weight;
            let damping = (point.damping > 0.0).then(|| stiffness * point.damping);
            let law = Linear { stiffness, damping, preload: Vec6::zeros(), reference: Vec6::zeros() };
            Point { weights: weights(&point.n, &point.dn), law }
        };
        let carriers = std::array::from_fn(|k| Carrier::on(&element.ends[k]));
        let mut elastic = Elastic::new(carriers, Directors, element.points.iter().map(point).collect());
        let at_start: Vec<Vec6> = elastic.strains(starts).map(|(strain, _)| strain).collect();
        for ((point, law), strain) in element.points.iter_mut().zip(elastic.laws_mut()).zip(at_start) {
            (point.reference, law.reference) = (strain, strain);
        }
        DirectorBeam { element, elastic }
    }
}

impl<const N: usize> Beam for DirectorBeam<N> {
    fn element(&self) -> &BeamElement {
        &self.element
    }

    fn section_at(&self, nodes: &[Motion], r: f64) -> (Vec6, Mat3) {
        let (n, mut dn) = lagrange(lobatto(self.element.nodes.len()), r);
        let stretch = self.element.stretch(r);
        dn.iter_mut().for_each(|v| *v /= stretch);
        let (strain, y) = self.elastic.strain_at(nodes, &weights(&n, &dn));
        // the nearest rotation to the interpolated directors
        let svd = Mat3::from_columns(&[y[1], y[2], y[3]]).svd(true, true);
        let (u, v_t) = (svd.u.unwrap_or_else(Mat3::identity), svd.v_t.unwrap_or_else(Mat3::identity));
        (strain, u * v_t)
    }

    fn strain(&self, nodes: &[Motion], k: usize) -> (Vec6, Vec6) {
        let (strain, rate) = self.elastic.strains(nodes).nth(k).expect("the beam has this point");
        (strain - self.element.points[k].reference, rate)
    }

    fn strains(&self, nodes: &[Motion]) -> [Vec6; MAX_NODES - 1] {
        let mut strains = [Vec6::zeros(); MAX_NODES - 1];
        for (k, (strain, _)) in self.elastic.strains(nodes).enumerate() {
            strains[k] = strain - self.element.points[k].reference;
        }
        strains
    }
}

impl<const N: usize> Wraps for DirectorBeam<N> {
    type Elastic = Elastic<N, 6, 4, LINES, 6, Directors, Linear<6>>;

    fn elastic(&self) -> &Self::Elastic {
        &self.elastic
    }

    fn holds_shape(&self) -> bool {
        true
    }
}
