//! Geometrically exact beams: nodes, points and sections of an element. Epple chapters 4 and 5.
//!
//! | symbol | name |
//! |---|---|
//! | X_n = x_n + R_n ξ_n | point of the reference axis at node n |
//! | S_n = R_n Q_n | section frame at node n; its first axis is along the beam |
//! | N_n, N'_n | shape functions and their derivatives along the reference axis |
//! | Γ, κ | strains and curvatures less those of the reference configuration, section axes |
//! | σ = C (e + μ ė) | section forces and moments, with damping proportional to the strain rate |
//!
//! Two interpolations of the section frame between the nodes are there, on the same nodes and sections: [`RotationBeam`]
//! interpolates relative rotations (Epple's Algorithm 1) and [`DirectorBeam`] the directors. An element with n nodes has
//! n − 1 Gauss points, which leaves no locking.

mod director;
mod modal;
mod rotation;

pub use director::{DirectorBeam, director_beam};
pub use modal::{ModalDeflections, ModeWeights};
pub use rotation::{RotationBeam, interpolate_rotations};

use crate::math::quadrature::{MAX_NODES, gauss, lagrange, lobatto};
use crate::math::{Mat3, Mat6, Vec3, Vec6};
use crate::terms::holonomic::Attachment;
use crate::terms::{Motion, NodeId};

/// A point of integration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BeamPoint {
    /// coordinate in [−1, 1]
    pub r: f64,
    /// N_n
    pub n: [f64; MAX_NODES],
    /// N'_n [1/m]
    pub dn: [f64; MAX_NODES],
    /// length that the point stands for [m]
    pub weight: f64,
    /// stiffness of the section, inner order
    pub stiffness: Mat6,
    /// μ [s]
    pub damping: f64,
    /// strains of the reference configuration
    pub reference: Vec6,
}

/// What both interpolations share.
#[derive(Debug, Clone)]
pub struct BeamElement {
    ends: Vec<Attachment>,
    nodes: Vec<NodeId>,
    points: Vec<BeamPoint>,
}

/// Axis points, arms from the nodes and section frames at the nodes.
struct Frames {
    x: [Vec3; MAX_NODES],
    arm: [Vec3; MAX_NODES],
    s: [Mat3; MAX_NODES],
}

impl BeamElement {
    /// An element through the axis points of `ends`, two to four of them at the Lobatto points of its length;
    /// `section(k)` is stiffness and damping at Gauss point k.
    pub fn new(ends: Vec<Attachment>, starts: &[Motion], section: impl Fn(usize) -> (Mat6, f64)) -> Self {
        let nodes: Vec<NodeId> = ends.iter().map(|e| e.node).collect();
        let mut element = BeamElement { ends, nodes, points: Vec::new() };
        let frames = element.frames(starts);
        let count = element.nodes.len();
        for (k, &(r, w)) in gauss(count - 1).iter().enumerate() {
            let (n, mut dn) = lagrange(lobatto(count), r);
            let stretch = (0..count).map(|i| frames.x[i] * dn[i]).sum::<Vec3>().norm();
            dn.iter_mut().for_each(|v| *v /= stretch);
            let (stiffness, damping) = section(k);
            let weight = w * stretch;
            element.points.push(BeamPoint { r, n, dn, weight, stiffness, damping, reference: Vec6::zeros() });
        }
        element
    }

    fn frames(&self, nodes: &[Motion]) -> Frames {
        let mut frames =
            Frames { x: [Vec3::zeros(); MAX_NODES], arm: [Vec3::zeros(); MAX_NODES], s: [Mat3::identity(); MAX_NODES] };
        for (k, end) in self.ends.iter().enumerate() {
            let node = &nodes[end.node.0];
            frames.arm[k] = node.d * end.offset;
            frames.x[k] = node.x + frames.arm[k];
            frames.s[k] = node.d * end.axes;
        }
        frames
    }

    /// The motions of its nodes; the last one stands for those that it does not have.
    fn moving<'a>(&self, nodes: &'a [Motion]) -> [&'a Motion; MAX_NODES] {
        std::array::from_fn(|k| &nodes[self.nodes[k.min(self.nodes.len() - 1)].0])
    }

    fn is_damped(&self) -> bool {
        self.points.iter().any(|point| point.damping > 0.0)
    }

    /// ds/dr at r: the length of the axis in the reference configuration per coordinate, through its values at the points.
    fn stretch(&self, r: f64) -> f64 {
        let count = self.points.len();
        let places: Vec<f64> = self.points.iter().map(|p| p.r).collect();
        let weights = gauss(count);
        let (n, _) = lagrange(&places, r);
        (0..count).map(|k| n[k] * self.points[k].weight / weights[k].1).sum()
    }

    /// Its points of integration.
    pub fn points(&self) -> &[BeamPoint] {
        &self.points
    }

    /// Its attachments to the nodes.
    pub fn ends(&self) -> &[Attachment] {
        &self.ends
    }
}

/// A beam element, whichever way it interpolates: what recovery asks.
pub trait Beam: crate::terms::Term {
    /// Nodes, points, sections.
    fn element(&self) -> &BeamElement;
    /// Strains (those of the reference configuration included) and section frame at coordinate r in [−1, 1].
    fn section_at(&self, nodes: &[Motion], r: f64) -> (Vec6, Mat3);
    /// Strains and their rates at Gauss point k.
    fn strain(&self, nodes: &[Motion], k: usize) -> (Vec6, Vec6);
    /// Strains at all Gauss points.
    fn strains(&self, nodes: &[Motion]) -> [Vec6; MAX_NODES - 1];

    /// Forces and moments at Gauss point k, section axes.
    fn force(&self, nodes: &[Motion], k: usize) -> Vec6 {
        let point = &self.element().points[k];
        let (strain, rate) = self.strain(nodes, k);
        point.stiffness * (strain + rate * point.damping)
    }
}

/// Energy stored and power dissipated by the sections of an element.
fn stored(beam: &dyn Beam, nodes: &[Motion], audit: &mut crate::terms::InstantAudit) {
    let points = &beam.element().points;
    for (strain, point) in beam.strains(nodes).iter().zip(points) {
        audit.potential += 0.5 * point.weight * strain.dot(&(point.stiffness * strain));
    }
    for (k, point) in points.iter().enumerate().filter(|(_, point)| point.damping > 0.0) {
        let (_, rate) = beam.strain(nodes, k);
        audit.damper_power -= point.weight * point.damping * rate.dot(&(point.stiffness * rate));
    }
}

/// Stiffness of an element along a motion, from nodes at the stations along it.
fn along(beam: &dyn Beam, nodes: [&[Motion]; 5]) -> crate::terms::Along {
    let element = beam.element();
    let strains = nodes.map(|nodes| beam.strains(nodes));
    let far = element.nodes.iter().map(|node| nodes[2][node.0].x.norm()).fold(0.0, f64::max);
    let mut along = crate::terms::Along::default();
    for (k, point) in element.points.iter().enumerate() {
        // x′ and the axes' slopes are differences over the element of places and of unit vectors
        let slope: f64 = point.dn[..element.nodes.len()].iter().map(|dn| dn.abs()).sum();
        let sizes = Vec6::new(1.0 + slope * far, slope * far, slope * far, slope, slope, slope);
        let law = point.stiffness * point.weight;
        let e = strains.map(|strains| strains[k]);
        along.add(&e, &sizes, &(law * e[2]), &law);
    }
    along
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::so3;
    use crate::sections::Engineering;
    use crate::terms::check::{Noise, Sample, check_interval, check_objective, check_stage};

    /// A curved, twisted element with offsets, in a configuration with large strains and any velocities.
    fn bent(count: usize, seed: u64) -> (Vec<Attachment>, Vec<Motion>, Sample) {
        let mut noise = Noise(seed * 77 + 5);
        let mut ends = Vec::new();
        let mut sample = Sample::random(seed, count, 0, vec![]);
        let mut starts = Vec::new();
        let base = so3::exp(&noise.vector());
        for (k, r) in lobatto(count).iter().enumerate() {
            let axes = so3::exp(&(0.3 * noise.vector())).to_rotation_matrix().into_inner();
            ends.push(Attachment { node: NodeId(k), offset: 0.2 * noise.vector(), axes });
            let x = base * Vec3::new(*r, 0.2 * r * r, 0.1 * r);
            starts.push(Motion::at(x, base * so3::exp(&(0.2 * *r * Vec3::new(1.0, 0.5, -0.4)))));
            // another place, turned as a whole and bent
            let turn = so3::exp(&Vec3::new(0.9, -1.4, 0.6)) * base;
            let node = &mut sample.nodes[k];
            node.place(turn * x + 0.2 * noise.vector(), turn * so3::exp(&(0.5 * noise.vector())));
        }
        (ends, starts, sample)
    }

    fn undamped(k: usize) -> (Mat6, f64) {
        (section(k).0, 0.0)
    }

    fn section(k: usize) -> (Mat6, f64) {
        let section = Engineering {
            axial: 5.0 + k as f64,
            shear: [2.0, 1.5],
            torsion: 0.8,
            bending: [0.6, 1.1],
            mass: 1.0,
            inertia: [0.2, 0.1, 0.1],
            tension_center: [0.1, -0.05],
            shear_center: [-0.1, 0.02],
            mass_center: [0.0; 2],
            principal_angle: 0.3,
            damping: 0.0,
        };
        (section.section("test").unwrap().stiffness, 0.13)
    }

    fn beams(ends: &[Attachment], starts: &[Motion]) -> [Box<dyn Beam>; 4] {
        let rotations = |element| -> Box<dyn Beam> { Box::new(RotationBeam::new(element, starts)) };
        let directors = |element| -> Box<dyn Beam> { director_beam(element, starts) };
        let [damped, plain] = [section, undamped].map(|section| BeamElement::new(ends.to_vec(), starts, section));
        [rotations(damped.clone()), directors(damped), rotations(plain.clone()), directors(plain)]
    }

    #[test]
    fn tangents_of_both_interpolations_agree_with_differences() {
        for count in 2..=4 {
            for seed in 1..4 {
                let (ends, starts, sample) = bent(count, seed);
                for (k, beam) in beams(&ends, &starts).iter().enumerate() {
                    let defect = check_stage(beam.as_ref(), &sample);
                    assert!(defect < 1e-7, "{count} nodes, interpolation {k}: {defect:e}");
                }
            }
        }
    }

    #[test]
    fn both_interpolations_are_objective_and_their_forces_balance() {
        for count in 2..=4 {
            let (ends, starts, sample) = bent(count, 7);
            for beam in beams(&ends, &starts) {
                assert!(check_objective(beam.as_ref(), &sample) < 1e-12);
                // a rigid motion moves the energy not at all
                let energy = |nodes: &[Motion]| {
                    let mut audit = crate::terms::InstantAudit::default();
                    stored(beam.as_ref(), nodes, &mut audit);
                    audit.potential
                };
                let mut moved = sample.nodes.clone();
                let turn = so3::exp(&Vec3::new(-2.0, 0.7, 1.1));
                for node in &mut moved {
                    node.place(turn * node.x + Vec3::new(5.0, 6.0, -7.0), turn * node.rotation);
                }
                assert!((energy(&moved) / energy(&sample.nodes) - 1.0).abs() < 1e-12);
                assert!(energy(&starts) < 1e-28);
            }
        }
    }

    #[test]
    fn force_is_the_gradient_of_the_energy() {
        for count in 2..=4 {
            let (ends, starts, mut sample) = bent(count, 3);
            for node in &mut sample.nodes {
                (node.v, node.omega) = (Vec3::zeros(), Vec3::zeros());
            }
            for beam in beams(&ends, &starts) {
                let mut block = crate::terms::StageBlock::default();
                block.reset(6 * count, 0);
                beam.stage(&sample.level(), &mut block);
                let energy = |nodes: &[Motion]| {
                    let mut audit = crate::terms::InstantAudit::default();
                    stored(beam.as_ref(), nodes, &mut audit);
                    audit.potential
                };
                for j in 0..6 * count {
                    let [plus, minus] = [1e-5, -1e-5].map(|by| {
                        let mut nodes = sample.nodes.clone();
                        let (node, step) = (&mut nodes[j / 6], Vec3::ith(j % 3, by));
                        match j % 6 < 3 {
                            true => node.x += step,
                            false => node.place(node.x, so3::exp(&step) * node.rotation),
                        }
                        energy(&nodes)
                    });
                    assert!(((plus - minus) / 2e-5 - block.f[j]).abs() < 1e-8);
                }
            }
        }
    }

    #[test]
    fn directors_over_a_step_do_the_work_of_the_strain_energy_and_of_the_damping() {
        for count in 2..=4 {
            let (ends, starts, i) = bent(count, 5);
            let beam = director_beam(BeamElement::new(ends, &starts, section), &starts);
            let check = check_interval(beam.as_ref(), [i, bent(count, 6).2, bent(count, 7).2]);
            assert!(check.work < 1e-13 && check.limit < 1e-13 && check.tangent < 1e-8, "{check:?}");
        }
    }
}
