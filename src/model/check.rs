//! The check of a model as a whole, before a simulation starts.

use super::{Model, NodeKind};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::terms::{Class, Level, Mass, Motion, ScalarMotion, StageBlock, Term};

/// Sizes by which positions, angles and conditions are judged, independent of units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Characteristic {
    /// a length of the model [m]
    pub length: f64,
}

impl Model {
    /// The diagonal of the box around nodes, joint points and centres of mass; for a lone body, or bodies all but in one place,
    /// their radius of gyration.
    pub fn characteristic(&self) -> Characteristic {
        let mut points: Vec<Vec3> = self.nodes.iter().map(|n| n.start.x).collect();
        let starts = self.starts();
        for joint in &self.joints {
            points.extend(joint.term.frames(&starts).map(|(p, _)| p));
        }
        let mut gyration = 0.0_f64;
        for body in self.bodies() {
            let node = &starts[body.nodes()[0].0];
            points.push(node.x + node.d * body.center());
            gyration = gyration.max((body.inertia().trace() / body.mass()).sqrt());
        }
        let corner =
            |pick: fn(f64, f64) -> f64, seed: f64| points.iter().fold(Vec3::repeat(seed), |c, p| c.zip_map(p, pick));
        let diagonal = (corner(f64::max, f64::NEG_INFINITY) - corner(f64::min, f64::INFINITY)).norm();
        // nodes that all but coincide say nothing of the size of what they carry
        let sized = |l: &f64| l.is_finite() && *l > 1e-3 * gyration;
        let length = [diagonal, gyration, 1.0].into_iter().find(sized).unwrap_or(1.0);
        Characteristic { length }
    }

    /// Motion of all nodes in the reference configuration.
    pub fn starts(&self) -> Vec<Motion> {
        self.nodes.iter().map(|n| n.start).collect()
    }

    /// Values of the scalar unknowns in the reference configuration.
    pub fn scalar_starts(&self, nodes: &[Motion]) -> Vec<ScalarMotion> {
        let mut scalars = vec![ScalarMotion::default(); self.scalars.len()];
        for joint in &self.joints {
            for k in 0..joint.term.coordinates().len() {
                if let Some(id) = joint.term.scalar_of(k) {
                    let (value, rate) = joint.term.read(k, nodes);
                    scalars[id.0] = ScalarMotion { value, rate, acceleration: 0.0 };
                }
            }
        }
        self.generalised.iter().for_each(|own| scalars[own.scalar.0] = own.start);
        scalars
    }

    /// Is the model sound? Each complaint names the thing. `tolerance` bounds the gaps of joints in the reference
    /// configuration, relative to the model's size.
    pub fn check(&self, tolerance: f64) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidModel(text));
        if !self.nodes.iter().any(|n| n.kind != NodeKind::Ground) {
            return bad("the model has no node that can move; add a node, also where all that moves are generalised coordinates".into());
        }
        let mut determined = vec![false; self.nodes.len()];
        let of_joints = self.joints.iter().flat_map(|j| j.term.nodes());
        let has_mass = |term: &&dyn Term| !matches!(term.mass(), Mass::None);
        let of_masses = self.each_term().filter(has_mass).flat_map(|term| term.nodes());
        let of_lines = self.beams.iter().flat_map(|b| &b.nodes).chain(self.shells.iter().flat_map(|s| &s.nodes));
        let of_lines = of_lines.chain(self.solids.iter().flat_map(|s| &s.nodes));
        let of_ties = self.ties.iter().flat_map(|tie| tie.first..tie.first + tie.count);
        let of_ties = of_ties.flat_map(|t| self.term(t).nodes());
        for id in of_joints.chain(of_masses).chain(of_lines).chain(of_ties) {
            determined[id.0] = true;
        }
        for (k, node) in self.nodes.iter().enumerate().filter(|(_, n)| n.kind != NodeKind::Ground) {
            if !determined[k] {
                return bad(format!(
                    "node \"{}\" has no mass and no joint: nothing determines its motion; give it a body or a joint, or \
                     remove it",
                    node.name
                ));
            }
        }
        self.check_beams()?;
        self.check_joints(tolerance)?;
        self.check_contacts(tolerance)?;
        self.check_line_springs()
    }

    /// Do the nodes of every beam follow each other along it?
    fn check_beams(&self) -> Result<()> {
        for beam in &self.beams {
            let places: Vec<Vec3> = beam.nodes.iter().map(|n| self.nodes[n.0].start.x).collect();
            let element = |k: usize| k / (beam.per_element - 1);
            let chords: Vec<Vec3> = places.windows(2).map(|p| p[1] - p[0]).collect();
            let longest = chords.iter().map(|c| c.norm()).fold(0.0, f64::max);
            if let Some(k) = chords.iter().position(|c| c.norm() <= 1e-9 * longest) {
                return Err(Error::InvalidModel(format!(
                    "beam \"{}\", element {}: its nodes \"{}\" and \"{}\" are in one place; an element needs a length",
                    beam.name,
                    element(k),
                    self.nodes[beam.nodes[k].0].name,
                    self.nodes[beam.nodes[k + 1].0].name
                )));
            }
            if let Some(k) = chords.windows(2).position(|c| c[0].dot(&c[1]) < -1e-9 * c[0].norm() * c[1].norm()) {
                return Err(Error::InvalidModel(format!(
                    "beam \"{}\", element {}: the axis turns back at node \"{}\"; its nodes are crossed. Give them in the order in \
                     which they follow each other along the beam",
                    beam.name,
                    element(k),
                    self.nodes[beam.nodes[k + 1].0].name
                )));
            }
        }
        Ok(())
    }

    /// What is made of the reference configuration.
    pub(super) fn in_reference<T>(&self, make: impl FnOnce(&Level) -> T) -> T {
        let nodes = self.starts();
        let scalars = self.scalar_starts(&nodes);
        make(&Level {
            time: 0.0,
            load_factor: 1.0,
            gravity: Vec3::zeros(),
            nodes: &nodes,
            scalars: &scalars,
            functions: &[],
            inputs: &[],
            rates: None,
            locks: &[],
        })
    }

    fn check_joints(&self, tolerance: f64) -> Result<()> {
        self.in_reference(|at| self.check_joints_at(at, tolerance))
    }

    fn check_joints_at(&self, at: &Level, tolerance: f64) -> Result<()> {
        let length = self.characteristic().length;
        let mut block = StageBlock::default();
        for joint in &self.joints {
            let m = joint.term.conditions();
            block.reset(12 + joint.term.scalars().len(), m);
            joint.term.stage(at, &mut block);
            for k in 0..m {
                let (class, label) = joint.term.condition(k);
                let (limit, unit) = match class {
                    Class::Translation => (tolerance * length, "m"),
                    Class::Rotation => (tolerance, "(a product of unit vectors)"),
                };
                if block.c[k].abs() > limit {
                    return Err(Error::InvalidModel(format!(
                        "{} joint \"{}\" does not fit the reference configuration: {label} is {:.3e} {unit}, more than \
                         the tolerance {limit:.1e}; correct offsets and orientations, or attach both sides to one \
                         inertial point and frame",
                        joint.term.kind(),
                        joint.name,
                        block.c[k]
                    )));
                }
            }
            for (side, id) in joint.term.nodes().iter().enumerate() {
                let node = &self.nodes[id.0];
                let turned =
                    |k: usize| (3..6).any(|j| block.b[k * block.n + 6 * side + j].abs() > 1e-9 * length.max(1.0));
                if let Some(k) = (0..m).find(|&k| node.kind == NodeKind::Point && turned(k)) {
                    return Err(Error::InvalidModel(format!(
                        "{} joint \"{}\" needs the orientation of node \"{}\" ({}), which is a point; use a node with \
                         orientation",
                        joint.term.kind(),
                        joint.name,
                        node.name,
                        joint.term.condition(k).1
                    )));
                }
            }
        }
        Ok(())
    }
}
