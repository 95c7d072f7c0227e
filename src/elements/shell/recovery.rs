//! What is read of an element: strains, resultants and axes at its Gauss points and anywhere on it.

use super::tying::{NODES, gauss_points, shape};
use super::{LINES, POINTS, Place, SAMPLES, Shell, Strain, axes, inverse};
use crate::math::{Mat3, Vec3};
use crate::terms::Motion;
use nalgebra::SVector;

/// A shell at a Gauss point, at one instant.
#[derive(Debug, Clone, Copy)]
pub struct ShellState {
    /// place of the reference surface [m]
    pub x: Vec3,
    /// material axis 1, axis 2 and normal
    pub axes: Mat3,
    /// strains
    pub strain: Strain,
    /// resultants
    pub resultant: Strain,
}

/// Unit axes of which the first is along `first` and the last along `normal`, which is across it.
fn frame(first: &Vec3, normal: &Vec3) -> Mat3 {
    let (first, normal) = (first.normalize(), normal.normalize());
    Mat3::from_columns(&[first, normal.cross(&first), normal])
}

/// Weights at (r, s) of values at the Gauss points: the polynomial of second degree in r and in s through them.
pub(super) fn through_gauss([r, s]: [f64; 2]) -> [f64; POINTS] {
    let points: [f64; 3] = std::array::from_fn(|k| gauss_points()[k].0[0]);
    let [along_r, along_s] = [r, s].map(|z| crate::math::quadrature::lagrange(&points, z).0);
    std::array::from_fn(|g| along_s[g / 3] * along_r[g % 3])
}

impl Shell {
    /// The sampled strains, from which those at all points follow.
    fn samples(&self, nodes: &[Motion]) -> SVector<f64, SAMPLES> {
        let (sampled, _) = self.elastic.strains(nodes).next().expect("an element has its one point");
        sampled - self.elastic.points()[0].law.reference
    }

    /// Strains at the Gauss points.
    pub fn strains(&self, nodes: &[Motion]) -> [Strain; POINTS] {
        let sampled = self.samples(nodes);
        std::array::from_fn(|g| self.maps[g] * sampled)
    }

    /// Resultants at a Gauss point for its strains: N11 N22 N12 [N/m], M11 M22 M12 [N], Q13 Q23 [N/m], and the couple per area of drilling.
    fn resultant(&self, g: usize, strain: &Strain) -> Strain {
        let of_section = self.element.sections[g].stiffness * strain.fixed_rows::<8>(0);
        let mut all = Strain::zeros();
        all.fixed_rows_mut::<8>(0).copy_from(&of_section);
        all[8] = self.drilling[g] * strain[8];
        all
    }

    /// Resultants at the Gauss points.
    pub fn resultants(&self, nodes: &[Motion]) -> [Strain; POINTS] {
        let strains = self.strains(nodes);
        std::array::from_fn(|g| self.resultant(g, &strains[g]))
    }

    /// Place, axes, strains and resultants at a Gauss point.
    pub fn state(&self, nodes: &[Motion], g: usize) -> ShellState {
        let strain = self.maps[g] * self.samples(nodes);
        let ([r, s], _) = gauss_points()[g];
        let x = shape(r, s).n.iter().zip(self.surface(nodes)).map(|(n, x)| x * *n).sum();
        // x,1 and x,2 are the first lines of the point
        let line = |u: usize| self.elastic.line(nodes, 0, LINES - 7 * (POINTS - g) + u).0;
        let axes = frame(&line(0), &line(0).cross(&line(1)));
        ShellState { x, axes, strain, resultant: self.resultant(g, &strain) }
    }

    /// The same at any point of the element, its nodes among them: components of strains and resultants extrapolated from the Gauss points
    /// by the polynomial of second degree in r and in s through them, from this element alone.
    pub fn state_at(&self, nodes: &[Motion], starts: &[Motion], at: [f64; 2]) -> ShellState {
        let strains = self.strains(nodes);
        let [mut strain, mut resultant] = [Strain::zeros(); 2];
        for (g, weight) in through_gauss(at).into_iter().enumerate() {
            strain += strains[g] * weight;
            resultant += self.resultant(g, &strains[g]) * weight;
        }
        let (start, place) = (Place::new(&self.element.surface(starts), at), Place::new(&self.surface(nodes), at));
        let x = self.surface(nodes).iter().zip(&place.shape.n).map(|(x, n)| x * *n).sum();
        // ∂x/∂1 = Σ_α c_α x,α, with the material axes and the base vectors of the reference configuration
        let own = axes(&start, self.element.axis);
        let of = |k: usize| -> Vec3 { own.column(k).into() };
        let c = inverse(&start.jacobian([&of(0), &of(1)]));
        let axes = frame(&(place.base[0] * c[(0, 0)] + place.base[1] * c[(1, 0)]), &place.normal);
        ShellState { x, axes, strain, resultant }
    }

    /// X_a.
    fn surface(&self, nodes: &[Motion]) -> [Vec3; NODES] {
        std::array::from_fn(|a| {
            let node = &nodes[self.element.nodes[a].0];
            node.x + node.d * self.elastic.carried_point(a)
        })
    }

    /// Material axes at a point, reference configuration.
    pub fn axes_at(&self, starts: &[Motion], at: [f64; 2]) -> Mat3 {
        axes(&Place::new(&self.element.surface(starts), at), self.element.axis)
    }
}
