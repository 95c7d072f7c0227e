//! Dampers on chosen modes of a beam: what is known of the modes, and the terms made of it (see `elements::beam::ModalDeflections`).

use super::beams::{lump, nodal_masses};
use super::{BeamId, Model, NodeKind, beam_kinds};
use crate::elements::beam::{ModalDeflections, ModeWeights};
use crate::error::{Error, Result};
use crate::joints::CoordinateAction;
use crate::math::{Mat6, Vec3, Vec6};
use crate::sections::ElementSections;
use crate::terms::inertia::Inertia;
use crate::terms::law::Dissipative;
use crate::terms::{Class, Motion, NodeId, ScalarId};

/// A mode of a beam that is clamped at its first node, and the damping that it is to have.
#[derive(Debug, Clone, PartialEq)]
pub struct DampedMode {
    /// of critical damping
    pub ratio: f64,
    /// [rad/s]
    pub frequency: f64,
    /// translation and rotation of every node, in the axes of the first node
    pub shape: Vec<[Vec3; 2]>,
}

/// Translation and rotation in one vector.
pub(crate) fn six([u, r]: &[Vec3; 2]) -> Vec6 {
    Vec6::new(u.x, u.y, u.z, r.x, r.y, r.z)
}

/// aᵀ M b over the nodes of a beam.
pub(crate) fn mass_product(masses: &[Mat6], a: &[[Vec3; 2]], b: &[[Vec3; 2]]) -> f64 {
    a.iter().zip(b).zip(masses).map(|((a, b), m)| six(a).dot(&(m * six(b)))).sum()
}

impl Model {
    /// A model of this beam alone and undamped, clamped at its first node, which stands in the origin along the axes: so the result
    /// does not depend on where the beam is.
    pub fn clamped(&self, id: BeamId) -> Result<Model> {
        let beam = self.beam(id)?;
        let first = self.nodes[beam.nodes[0].0].start;
        let seen = |m: &Motion| (first.rotation.inverse() * (m.x - first.x), first.rotation.inverse() * m.rotation);
        let frames: Vec<_> = beam.nodes.iter().map(|n| seen(&self.nodes[n.0].start)).collect();
        let undamped = |s: &ElementSections| ElementSections {
            points: s.points.iter().map(|(stiffness, _)| (*stiffness, 0.0)).collect(),
            masses: s.masses.clone(),
        };
        let sections: Vec<ElementSections> = beam.sections.iter().map(undamped).collect();
        let mut alone = Model::new();
        let (per_element, interpolation) = (beam.per_element, beam.interpolation);
        alone.add_turned_elements(&beam.name, &frames, per_element, interpolation, &sections, &beam.turns)?;
        let (x, rotation) = frames[0];
        let ground = alone.add_node("ground", NodeKind::Ground, x, rotation)?;
        let (a, b) = (alone.attach(ground, x, rotation)?, alone.attach(NodeId(0), x, rotation)?);
        alone.add_joint("clamp", crate::joints::rigid_connection(), a, b)?;
        Ok(alone)
    }

    /// Mass matrix of every node of a beam, in the axes of its first node.
    pub(crate) fn masses_seen_from_first(&self, id: BeamId) -> Result<Vec<Mat6>> {
        let beam = self.beam(id)?;
        let starts = beam.nodes.iter().map(|n| self.nodes[n.0].start);
        let to_first = self.nodes[beam.nodes[0].0].start.d.transpose();
        let seen = |(start, mass): (Motion, &Mat6)| {
            if mass[(0, 0)] == 0.0 {
                return Mat6::zeros();
            }
            let (m, center, inertia) = lump(mass);
            let (own, turn) = (Inertia::new(NodeId(0), m, center, inertia).convected_mass(), to_first * start.d);
            let mut both = Mat6::zeros();
            both.fixed_view_mut::<3, 3>(0, 0).copy_from(&turn);
            both.fixed_view_mut::<3, 3>(3, 3).copy_from(&turn);
            both * own * both.transpose()
        };
        Ok(starts.zip(&nodal_masses(&beam.sections, beam.per_element)).map(seen).collect())
    }

    /// Damp modes of a beam. A mode with ratio 0 adds nothing.
    pub fn add_modal_damping(&mut self, id: BeamId, modes: &[DampedMode]) -> Result<()> {
        let masses = self.masses_seen_from_first(id)?;
        let beam = self.beam(id)?;
        let bad = |text: String| Err(Error::InvalidArgument(format!("beam \"{}\": {text}", beam.name)));
        if beam.damped {
            return bad("modes of it are damped already; give all ratios in one call".into());
        }
        if let Some(mode) = modes.iter().find(|mode| !(0.0..1.0).contains(&mode.ratio)) {
            return bad(format!("a ratio of critical damping is {}; it must be in [0, 1)", mode.ratio));
        }
        if let Some(mode) = modes.iter().find(|mode| mode.shape.len() != masses.len()) {
            return bad(format!("a mode shape has {} nodes; the beam has {}", mode.shape.len(), masses.len()));
        }
        let total: f64 = masses.iter().map(|m| m[(0, 0)]).sum();
        let mut shapes: Vec<Vec<[Vec3; 2]>> = Vec::new();
        for mode in modes {
            let Some(shape) = beside(&masses, &mode.shape, &shapes) else {
                return bad("a mode shape moves no mass, or is that of another mode".into());
            };
            shapes.push(shape);
        }
        let weights = |(k, shape): (usize, &Vec<[Vec3; 2]>)| {
            let own = shape.iter().zip(&masses).map(|(phi, m)| m * six(phi) / total.sqrt());
            let (force, moment) =
                own.map(|w| (w.fixed_rows::<3>(0).into_owned(), w.fixed_rows::<3>(3).into_owned())).unzip();
            ModeWeights { number: k + 1, force, moment }
        };
        let damped = |k: &usize| modes[*k].ratio > 0.0 && modes[*k].frequency > 0.0;
        let chosen: Vec<usize> = (0..modes.len()).filter(damped).collect();
        let weights: Vec<ModeWeights> = chosen.iter().map(|&k| weights((k, &shapes[k]))).collect();
        let starts: Vec<Motion> = beam.nodes.iter().map(|n| self.nodes[n.0].start).collect();
        let scalars: Vec<ScalarId> = (0..chosen.len()).map(|k| ScalarId(self.scalars.len() + k)).collect();
        let (name, nodes) = (beam.name.clone(), beam.nodes.clone());
        if !chosen.is_empty() {
            let deflections = ModalDeflections::new(nodes, scalars.clone(), weights, &starts);
            self.add_other("modal damping", &name, Box::new(deflections))?;
        }
        for (&k, &scalar) in chosen.iter().zip(&scalars) {
            let damper = Dissipative::Viscous(2.0 * modes[k].ratio * modes[k].frequency * total);
            let term = Box::new(CoordinateAction::new(scalar, vec![], vec![damper]));
            self.add_unnamed("damper on a mode", &format!("{name}, mode {}", k + 1), term);
        }
        self.scalars.extend(chosen.iter().map(|_| Class::Translation));
        self.beams[id.0].damped = true;
        self.record(beam_kinds::modal_damping(&name, modes));
        Ok(())
    }
}

/// A shape with φᵀMφ = 1 and orthogonal to those before: modes of one frequency need not come so, and their dampers must not meet.
/// None if nothing is left of it.
fn beside(masses: &[Mat6], shape: &[[Vec3; 2]], before: &[Vec<[Vec3; 2]>]) -> Option<Vec<[Vec3; 2]>> {
    let (mut shape, size) = (shape.to_vec(), mass_product(masses, shape, shape));
    // twice: the second time takes out the rounding of the first
    for other in before.iter().chain(before) {
        let part = mass_product(masses, &shape, other);
        for (a, b) in shape.iter_mut().zip(other) {
            (0..2).for_each(|k| a[k] -= part * b[k]);
        }
    }
    let own = mass_product(masses, &shape, &shape);
    if own.is_nan() || own <= 1e-8 * size {
        return None;
    }
    shape.iter_mut().flatten().for_each(|v| *v /= own.sqrt());
    Some(shape)
}
