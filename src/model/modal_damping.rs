//! Dampers on chosen modes of a beam: what is known of the modes, and the terms made of it (see `elements::beam::ModalDeflections`).

use super::beams::{lump, nodal_masses};
use super::registry::Entry;
use super::{BeamId, Model, NodeKind, beam_kinds};
use crate::elements::beam::{Beam, BeamPoint, ModalDeflections, ModeWeights};
use crate::error::{BUFFERS, Error, Result, require_memory};
use crate::joints::CoordinateAction;
use crate::math::{Mat6, Vec3, Vec6};
use crate::sections::ElementSections;
use crate::terms::inertia::Inertia;
use crate::terms::law::Dissipative;
use crate::terms::{Class, Motion, NodeId, ScalarId};

/// By so much of itself the frequency of a mode may differ from that of its shape: what a change of the beam in its last digits makes.
const SAME_MODE: f64 = 1e-3;
/// Memory that a node takes in each mode: its shape, as it is given, made orthogonal, weighed, and kept for files [bytes].
const SHAPE_NODE: usize = 1024;

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

/// Frequency √(φᵀKφ/φᵀMφ) of a shape of the only beam of a model [rad/s], with φᵀKφ by the strains that it makes. It has nearly all
/// digits, where an eigenvalue of K, in which bending is a small difference of large numbers, has lost some.
pub(crate) fn shape_frequency(alone: &Model, masses: &[Mat6], shape: &[[Vec3; 2]]) -> f64 {
    let mut nodes = alone.starts();
    for (node, [u, r]) in nodes.iter_mut().zip(shape) {
        (node.v, node.omega) = (*u, *r);
    }
    let beam = &alone.beams()[0];
    let elements = (0..beam.mesh.len() - 1).map(|k| alone.beam_element(beam, k));
    let energy = |element: &dyn Beam| -> f64 {
        let at_point = |(k, point): (usize, &BeamPoint)| {
            let (_, rate) = element.strain(&nodes, k);
            point.weight * rate.dot(&(point.stiffness * rate))
        };
        element.element().points().iter().enumerate().map(at_point).sum()
    };
    (elements.map(energy).sum::<f64>() / mass_product(masses, shape, shape)).sqrt()
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

    /// Err unless these are modes of this beam.
    fn check_modes(&self, id: BeamId, modes: &[DampedMode], masses: &[Mat6]) -> Result<()> {
        let beam = self.beam(id)?;
        let bad = |text: String| Err(Error::InvalidArgument(format!("beam \"{}\": {text}", beam.name)));
        if modes.is_empty() {
            return bad("no mode is to be damped; give at least one, or leave modal damping out".into());
        }
        if beam.damped {
            return bad("modes of it are damped already; give all ratios in one call".into());
        }
        if let Some(mode) = modes.iter().find(|mode| !(0.0..1.0).contains(&mode.ratio)) {
            return bad(format!("a ratio of critical damping is {}; it must be in [0, 1)", mode.ratio));
        }
        if let Some(mode) = modes.iter().find(|mode| mode.shape.len() != masses.len()) {
            return bad(format!("a mode shape has {} nodes; the beam has {}", mode.shape.len(), masses.len()));
        }
        let alone = self.clamped(id)?;
        for (k, mode) in modes.iter().enumerate() {
            let own = shape_frequency(&alone, masses, &mode.shape);
            if !own.is_finite() {
                return bad("a mode shape moves no mass, or is beyond all numbers".into());
            }
            let off = (mode.frequency - own).abs() / own;
            if mode.frequency < 0.0 || off.is_nan() || off > SAME_MODE {
                return bad(format!(
                    "mode {} is said to have {} rad/s; its shape has {own} rad/s on this beam: the beam or the mode was changed. Damp the \
                     modes of this beam again (swp_model_damp_beam_modes)",
                    k + 1,
                    mode.frequency
                ));
            }
        }
        Ok(())
    }

    /// Damp modes of a beam. A mode with ratio 0 adds nothing.
    pub fn add_modal_damping(&mut self, id: BeamId, modes: &[DampedMode]) -> Result<()> {
        require_memory(SHAPE_NODE * modes.len() * self.beam(id)?.nodes.len() + BUFFERS, "damping of modes")?;
        let masses = self.masses_seen_from_first(id)?;
        self.check_modes(id, modes, &masses)?;
        let beam = self.beam(id)?;
        let bad = |text: String| Err(Error::InvalidArgument(format!("beam \"{}\": {text}", beam.name)));
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
            self.add_term(&beam_kinds::MODAL_DAMPING, &name, Box::new(deflections))?;
        }
        for (&k, &scalar) in chosen.iter().zip(&scalars) {
            let damper = Dissipative::Viscous(2.0 * modes[k].ratio * modes[k].frequency * total);
            let term = Box::new(CoordinateAction::new(scalar, vec![], vec![damper]));
            self.terms.push(Entry::new(&beam_kinds::MODE_DAMPER, &format!("{name}, mode {}", k + 1), term));
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
