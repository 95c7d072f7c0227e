//! Whole beams: nodes along an axis, elements between them, mass at the nodes.
//!
//! The mass of a beam is carried by its nodes, M_i = ∫ N_i m ds. With nodes at the Lobatto points this is integration of the
//! inertia forces to the order of the element, it keeps every node's mass apart (the interval schemes need that), and total
//! mass and its first moments are those of the table.

use super::curve::Curve;
use super::memory::ELEMENT;
use super::plausible::twist_doubts;
use super::registry::{Entry, Held};
use super::{Model, NodeKind, beam_kinds};
use crate::elements::beam::{Beam, BeamElement, RotationBeam, director_beam};
use crate::error::{Error, Result, require_finite, require_memory};
use crate::math::quadrature::{gauss, lagrange, lobatto};
use crate::math::so3::skew;
use crate::math::{Mat3, Mat6, Quat, Vec3};
use crate::sections::{
    BeamSection, ElementSections, Fallback, NonPhysical, Place, Side, SpanTable, mass_fault, nearest, smoothed_beam,
};
use crate::terms::holonomic::Attachment;
use crate::terms::inertia::Inertia;
use crate::terms::{Motion, NodeId};
use std::sync::Arc;

/// Index of a beam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BeamId(pub usize);

/// How the section frame is interpolated between the nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// relative rotations, Epple's Algorithm 1
    Rotations,
    /// directors
    Directors,
}

impl Interpolation {
    /// Its words in files.
    pub const WORDS: [(&str, Interpolation); 2] =
        [("rotations", Interpolation::Rotations), ("directors", Interpolation::Directors)];

    /// Its word in files and messages.
    pub fn word(self) -> &'static str {
        super::kinds::word(&Self::WORDS, self)
    }
}

/// How properties get from the table to the elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Properties {
    /// the table's values at the points of integration
    Raw,
    /// smoothed over the element, Epple §7.2; the fallback says what to do where that is not physical
    Smoothed(Fallback),
}

/// A beam by name.
#[derive(Debug, Clone)]
pub struct BeamLine {
    /// the user's name
    pub name: String,
    /// its nodes from root to tip
    pub nodes: Vec<NodeId>,
    /// nodes of an element
    pub per_element: usize,
    /// lengths along the axis at which elements begin and end [m]
    pub mesh: Vec<f64>,
    /// place of its first element among the terms; the others follow
    pub first: usize,
    /// smoothed values that were not physical and were replaced, in words
    pub replaced: Vec<String>,
    /// how frames are interpolated: as the model wishes, or, in a simulation, as they are there
    pub interpolation: Interpolation,
    /// sections of the elements
    pub sections: Vec<ElementSections>,
    /// section frame of each element at its first node, in the frame of the node: not the identity behind a corner
    pub turns: Vec<Mat3>,
    /// what looks wrong in how the beam was given, in words
    pub doubts: Vec<String>,
    /// what is good to know of how it was given
    pub notes: Vec<String>,
    /// the table that they are made from; none for a beam made of elements
    pub table: Option<SpanTable>,
    /// have modes of it been damped?
    pub damped: bool,
}

impl BeamLine {
    /// Element and coordinate r in [−1, 1] of a place s [m] along the axis.
    pub fn locate(&self, s: f64) -> Result<(usize, f64)> {
        let (begin, end) = (self.mesh[0], self.mesh[self.mesh.len() - 1]);
        let room = 1e-9 * (end - begin);
        if !(s >= begin - room && s <= end + room) {
            let text =
                format!("beam \"{}\": {s} m is not on its axis, which goes from {begin} m to {end} m", self.name);
            return Err(Error::InvalidArgument(text));
        }
        let k = self.mesh.partition_point(|m| *m <= s).clamp(1, self.mesh.len() - 1) - 1;
        let (a, b) = (self.mesh[k], self.mesh[k + 1]);
        Ok((k, ((2.0 * s - a - b) / (b - a)).clamp(-1.0, 1.0)))
    }
}

/// Nodes of an element of a beam along a curve: ends of the element [m], the piece of the curve it lies in, frames of its nodes.
struct Stretch<'a> {
    curve: &'a Curve,
    piece: usize,
    ends: (f64, f64),
    frames: Vec<Quat>,
    behind_corner: bool,
}

impl Stretch<'_> {
    /// Length along the curve at r in [−1, 1].
    fn place(&self, r: f64) -> f64 {
        0.5 * (self.ends.0 + self.ends.1) + 0.5 * (self.ends.1 - self.ends.0) * r
    }

    /// Section frame at the first node in the frame of the node: at a corner the node has the frame of the element before.
    fn turn(&self) -> Mat3 {
        if !self.behind_corner {
            return Mat3::identity();
        }
        let own = self.curve.at_in(self.piece, self.ends.0).1;
        (self.frames[0].inverse() * own).to_rotation_matrix().into_inner()
    }

    /// ∫ w_i m ds for each node i, with m turned from the axes of its own section to those of the node. Between stations and
    /// nodes five Gauss points are exact for an axis without twist.
    fn gather(&self, table: &SpanTable, weights: impl Fn(f64) -> [f64; 4]) -> Result<Vec<Mat6>> {
        let ((a, b), nodes) = (self.ends, self.frames.len());
        let mut cuts: Vec<f64> = lobatto(nodes).iter().map(|r| self.place(*r)).collect();
        cuts.extend(table.stations().iter().copied().filter(|s| *s > a && *s < b));
        cuts.sort_by(f64::total_cmp);
        let mut masses = vec![Mat6::zeros(); nodes];
        for piece in cuts.windows(2).filter(|p| p[1] > p[0]) {
            for (r, w) in gauss(5) {
                let s = 0.5 * (piece[0] + piece[1]) + 0.5 * (piece[1] - piece[0]) * r;
                let n = weights((2.0 * s - a - b) / (b - a));
                let (mass, frame) = (table.at(s, Side::Mean)?.mass, self.curve.at_in(self.piece, s).1);
                for i in 0..nodes {
                    let turn = (self.frames[i].inverse() * frame).to_rotation_matrix().into_inner();
                    let mut both = Mat6::zeros();
                    both.fixed_view_mut::<3, 3>(0, 0).copy_from(&turn);
                    both.fixed_view_mut::<3, 3>(3, 3).copy_from(&turn);
                    masses[i] += both * mass * both.transpose() * (0.5 * w * (piece[1] - piece[0]) * n[i]);
                }
            }
        }
        Ok(masses)
    }

    /// Masses at the nodes, M_i = ∫ N_i m ds: all moments along the element up to its order are those of the table.
    ///
    /// N_i is negative in parts of the element, and near a large step M_i can be too. With hat functions between neighbouring
    /// nodes, h_i ≥ 0, the masses ∫ h_i m ds are physical always and keep mass and first moment exactly (Σ h_i = 1, Σ h_i r_i = r).
    /// So does every mean of the two: the one nearest to M_i that is physical also has the best second moment.
    fn masses(&self, table: &SpanTable) -> Result<Vec<Mat6>> {
        let places = lobatto(self.frames.len());
        let exact = self.gather(table, |r| lagrange(places, r).0)?;
        let whole: Mat6 = exact.iter().sum();
        if exact.iter().all(|m| mass_fault(m, &whole).is_none()) {
            return Ok(exact);
        }
        Ok(nearest(&exact, &self.gather(table, |r| hats(places, r))?))
    }
}

/// Hat functions between neighbouring places at r.
fn hats(places: &[f64], r: f64) -> [f64; 4] {
    let k = places.partition_point(|p| *p <= r).clamp(1, places.len() - 1);
    let t = (r - places[k - 1]) / (places[k] - places[k - 1]);
    let mut values = [0.0; 4];
    (values[k - 1], values[k]) = (1.0 - t, t);
    values
}

/// Stiffness and damping of an element on [a, b] by the table's values at its points.
fn raw_points(table: &SpanTable, (a, b): (f64, f64), nodes: usize) -> Result<Vec<(Mat6, f64)>> {
    let at = |r: f64| table.at(0.5 * (a + b) + 0.5 * (b - a) * r, Side::Mean);
    gauss(nodes - 1).iter().map(|(r, _)| at(*r).map(|s| (s.stiffness, s.damping))).collect()
}

/// The same section everywhere: an element of this length.
pub fn uniform_sections(section: &BeamSection, length: f64, nodes: usize) -> ElementSections {
    let weight = |i: usize| gauss(nodes).iter().map(|(r, w)| w * lagrange(lobatto(nodes), *r).0[i]).sum::<f64>();
    ElementSections {
        points: vec![(section.stiffness, section.damping); nodes - 1],
        masses: (0..nodes).map(|i| section.mass * (0.5 * length * weight(i))).collect(),
    }
}

/// A beam element in one of its forms.
pub(super) fn interpolated(element: BeamElement, starts: &[Motion], how: Interpolation) -> Arc<dyn Beam> {
    match how {
        Interpolation::Rotations => Arc::new(RotationBeam::new(element, starts)),
        Interpolation::Directors => director_beam(element, starts).into(),
    }
}

/// Mass of every node of a beam: those of its elements, added up.
pub(super) fn nodal_masses(sections: &[ElementSections], per_element: usize) -> Vec<Mat6> {
    let mut masses = vec![Mat6::zeros(); sections.len() * (per_element - 1) + 1];
    for (e, section) in sections.iter().enumerate() {
        for (i, mass) in section.masses.iter().enumerate() {
            masses[e * (per_element - 1) + i] += mass;
        }
    }
    masses
}

/// Mass, centre and inertia about the centre of a nodal mass matrix.
pub(super) fn lump(mass: &Mat6) -> (f64, Vec3, Mat3) {
    let m = mass[(0, 0)];
    let coupling = mass.fixed_view::<3, 3>(3, 0);
    let center = Vec3::new(
        coupling[(2, 1)] - coupling[(1, 2)],
        coupling[(0, 2)] - coupling[(2, 0)],
        coupling[(1, 0)] - coupling[(0, 1)],
    ) / (2.0 * m);
    let about_node = mass.fixed_view::<3, 3>(3, 3).into_owned();
    (m, center, about_node + skew(&center).pow(2) * m)
}

impl Model {
    /// Add a beam along a curve, with sections by a table over the curve's length and elements between the places of `mesh`.
    pub fn add_beam(
        &mut self,
        name: &str,
        curve: &Curve,
        table: &SpanTable,
        mesh: &[f64],
        per_element: usize,
        interpolation: Interpolation,
        properties: Properties,
    ) -> Result<BeamId> {
        check_nodes(name, per_element)?;
        require_memory(ELEMENT.saturating_mul(mesh.len()), "the beam")?;
        let length = curve.length();
        let (first, last) = (mesh.first().copied().unwrap_or(0.0), mesh.last().copied().unwrap_or(0.0));
        if mesh.windows(2).any(|p| p[1] <= p[0] || p[0].is_nan() || p[1].is_nan())
            || first.abs() > 1e-9 * length
            || (last - length).abs() > 1e-6 * length
        {
            let text = format!(
                "beam \"{name}\": the mesh must increase from 0 to the length of the axis, {length} m; it goes from {first} m \
                 to {last} m"
            );
            return Err(Error::InvalidArgument(text));
        }
        let stretches = stretches(name, curve, mesh, per_element)?;
        let (mut frames, mut turns) = (Vec::new(), Vec::new());
        for stretch in &stretches {
            let at = |r: &f64| curve.at_in(stretch.piece, stretch.place(*r));
            frames.extend(lobatto(per_element).iter().skip(usize::from(!frames.is_empty())).map(at));
            turns.push(stretch.turn());
        }
        let (sections, replaced) = match properties {
            Properties::Raw => {
                let raw = |s: &Stretch| {
                    Ok(ElementSections { points: raw_points(table, s.ends, per_element)?, masses: s.masses(table)? })
                };
                (stretches.iter().map(raw).collect::<Result<Vec<_>>>()?, Vec::new())
            }
            Properties::Smoothed(fallback) => {
                let mut smoothed = smoothed_beam(table, mesh, per_element, fallback)?;
                for (e, stretch) in stretches.iter().enumerate() {
                    let kept = |r: &NonPhysical| r.element == e && matches!(r.place, Place::Node(_));
                    if fallback != Fallback::Raw || !smoothed.replaced.iter().any(kept) {
                        smoothed.elements[e].masses = stretch.masses(table)?;
                    }
                }
                (smoothed.elements, smoothed.replaced.iter().map(ToString::to_string).collect())
            }
        };
        let before = self.recorded();
        let id = self.add_turned_elements(name, &frames, per_element, interpolation, &sections, &turns)?;
        let how = (interpolation, properties);
        self.record_whole(before, beam_kinds::beam(self, name, curve, table, mesh, per_element, how));
        self.beams[id.0].mesh = mesh.to_vec();
        self.beams[id.0].replaced = replaced;
        self.beams[id.0].table = Some(table.clone());
        self.beams[id.0].doubts = twist_doubts(name, curve, table);
        self.beams[id.0].notes = self.beamdyn_twist(name, curve, table).into_iter().collect();
        Ok(id)
    }

    /// Add a beam with nodes at given points and section frames: elements of `per_element` nodes each, at the Lobatto points
    /// of their length, neighbours sharing a node.
    pub fn add_beam_elements(
        &mut self,
        name: &str,
        frames: &[(Vec3, Quat)],
        per_element: usize,
        interpolation: Interpolation,
        sections: &[ElementSections],
    ) -> Result<BeamId> {
        let (before, along) = (self.recorded(), vec![Mat3::identity(); sections.len()]);
        let id = self.add_turned_elements(name, frames, per_element, interpolation, sections, &along)?;
        self.record_whole(before, beam_kinds::elements(name, frames, per_element, interpolation, sections));
        Ok(id)
    }

    /// The same with corners, and without a record: at the first node of each element its section frame is that of the node times `turns`.
    pub(super) fn add_turned_elements(
        &mut self,
        name: &str,
        frames: &[(Vec3, Quat)],
        per_element: usize,
        interpolation: Interpolation,
        sections: &[ElementSections],
        turns: &[Mat3],
    ) -> Result<BeamId> {
        check_nodes(name, per_element)?;
        let needed = sections.len() * (per_element - 1) + 1;
        if sections.is_empty() || frames.len() != needed {
            let text = format!(
                "beam \"{name}\": {} elements of {per_element} nodes need {needed} nodes; {} are given",
                sections.len(),
                frames.len()
            );
            return Err(Error::WrongSize(text));
        }
        let masses = nodal_masses(sections, per_element);
        if let Some(k) = masses.iter().position(|m| m[(0, 0)] < 0.0) {
            let text = format!(
                "beam \"{name}\": the mass at node {k} is negative ({} kg); use smaller elements where the properties step",
                masses[k][(0, 0)]
            );
            return Err(Error::InvalidArgument(text));
        }
        // all names before anything is added: a failure leaves the model as it was
        let names: Vec<String> = (0..frames.len()).map(|k| format!("{name}/{k}")).collect();
        if let Some(taken) = names.iter().find(|n| self.names.contains_key(&("node", n.to_string()))) {
            return Err(Error::DuplicateName { kind: "node", name: taken.clone() });
        }
        for (k, (x, _)) in frames.iter().enumerate() {
            require_finite(&format!("beam \"{name}\", position of node {k}"), x.as_slice())?;
        }
        self.name(&beam_kinds::BEAM, name, self.beams.len())?;
        let mut nodes = Vec::new();
        for (node_name, (x, rotation)) in names.iter().zip(frames) {
            nodes.push(self.add_node(node_name, NodeKind::Free, *x, *rotation)?);
        }
        for ((node, node_name), mass) in nodes.iter().zip(&names).zip(&masses).filter(|(_, m)| m[(0, 0)] > 0.0) {
            let (m, center, inertia) = lump(mass);
            let body = Inertia::new(*node, m, center, inertia);
            self.add_term(&beam_kinds::BEAM_NODE, node_name, Box::new(body))?;
        }
        let starts = self.starts();
        let first = self.terms.len();
        let mut mesh = vec![0.0];
        for (e, section) in sections.iter().enumerate() {
            let own = &nodes[e * (per_element - 1)..=(e + 1) * (per_element - 1)];
            let axes = |k: usize| if k == 0 { turns[e] } else { Mat3::identity() };
            let end = |(k, n): (usize, &NodeId)| Attachment { node: *n, offset: Vec3::zeros(), axes: axes(k) };
            let ends = own.iter().enumerate().map(end).collect();
            let element = BeamElement::new(ends, &starts, |k| section.points[k]);
            mesh.push(mesh[e] + element.points().iter().map(|p| p.weight).sum::<f64>());
            let held = Held::Beam(self.beams.len(), interpolated(element, &starts, interpolation));
            self.terms.push(Entry { kind: &beam_kinds::BEAM, name: name.into(), held });
        }
        let beam = BeamLine {
            name: name.into(),
            nodes,
            per_element,
            mesh,
            first,
            replaced: Vec::new(),
            interpolation,
            sections: sections.to_vec(),
            turns: turns.to_vec(),
            doubts: Vec::new(),
            notes: Vec::new(),
            table: None,
            damped: false,
        };
        self.beams.push(beam);
        Ok(BeamId(self.beams.len() - 1))
    }

    /// A beam.
    pub fn beam(&self, id: BeamId) -> Result<&BeamLine> {
        self.beams.get(id.0).ok_or_else(|| super::unknown("beam", id.0, self.beams.len()))
    }

    /// All beams.
    pub fn beams(&self) -> &[BeamLine] {
        &self.beams
    }

    /// Element `k` of a beam.
    pub fn beam_element(&self, beam: &BeamLine, k: usize) -> &dyn Beam {
        match &self.terms[beam.first + k].held {
            Held::Beam(_, element) => element.as_ref(),
            _ => unreachable!("elements of a beam follow each other"),
        }
    }
}

/// The elements of a mesh along a curve, each within one piece of it.
fn stretches<'a>(name: &str, curve: &'a Curve, mesh: &[f64], per_element: usize) -> Result<Vec<Stretch<'a>>> {
    let room = 1e-9 * curve.length();
    for corner in curve.corners() {
        if !mesh.iter().any(|s| (s - corner).abs() <= room) {
            let text = format!(
                "beam \"{name}\": its axis has a corner at {corner} m, inside an element; an element must end there. Put {corner} \
                 into the mesh, or ask for more elements"
            );
            return Err(Error::InvalidArgument(text));
        }
    }
    let mut all: Vec<Stretch> = Vec::new();
    for ends in mesh.windows(2) {
        let (piece, ends) = (curve.piece(0.5 * (ends[0] + ends[1])), (ends[0], ends[1]));
        let mut stretch = Stretch { curve, piece, ends, frames: Vec::new(), behind_corner: false };
        stretch.frames = lobatto(per_element).iter().map(|r| curve.at_in(piece, stretch.place(*r)).1).collect();
        if let Some(before) = all.last() {
            stretch.frames[0] = before.frames[per_element - 1];
            stretch.behind_corner = before.piece != piece;
        }
        all.push(stretch);
    }
    Ok(all)
}

fn check_nodes(name: &str, per_element: usize) -> Result<()> {
    if (2..=4).contains(&per_element) {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("beam \"{name}\": elements of {per_element} nodes are not there; 2, 3 or 4")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sections::{Engineering, nodal_mass};

    fn table() -> SpanTable {
        let section = |mass: f64| Engineering {
            axial: 1e6,
            shear: [1e6; 2],
            torsion: 1e3,
            bending: [1e3; 2],
            mass,
            inertia: [0.02 * mass, 0.005 * mass, 0.015 * mass],
            tension_center: [0.0; 2],
            shear_center: [0.0; 2],
            mass_center: [0.03, -0.01],
            principal_angle: 0.1,
            damping: 0.0,
        };
        let sections: Vec<_> = [2.0, 3.0, 1.0].map(|m| section(m).section("test").unwrap()).to_vec();
        SpanTable::new("test", &[0.0, 0.7, 2.0], &sections).unwrap()
    }

    #[test]
    fn masses_without_twist_are_those_of_the_table_and_with_twist_keep_the_centre_of_mass() {
        let points = [Vec3::zeros(), 2.0 * Vec3::x()];
        let straight = Curve::new("blade", &points, &[0.0; 2], Vec3::y()).unwrap();
        let (table, ends) = (table(), (0.3, 1.4));
        let stretch =
            |curve: &Curve| stretches("blade", curve, &[0.0, ends.0, ends.1, 2.0], 4).unwrap().remove(1).masses(&table);
        let plain = stretch(&straight).unwrap();
        for (a, b) in plain.iter().zip(nodal_mass(&table, ends.0, ends.1, 4).unwrap()) {
            assert!((a - b).amax() < 1e-14);
        }
        // static moment about the axis, inertial axes: by nodes, and by a fine sum over the span
        let twisted = Curve::new("blade", &points, &[0.0, 1.2], Vec3::y()).unwrap();
        let place = |r: f64| 0.5 * (ends.0 + ends.1) + 0.5 * (ends.1 - ends.0) * r;
        let moment = |mass: &Mat6, frame: Quat| {
            let (m, center, _) = lump(mass);
            frame * center * m
        };
        let nodes = stretch(&twisted).unwrap();
        let by_nodes: Vec3 = nodes.iter().zip(lobatto(4)).map(|(m, r)| moment(m, twisted.at(place(*r)).1)).sum();
        let count = 4000;
        let width = (ends.1 - ends.0) / f64::from(count);
        let by_sum: Vec3 = (0..count)
            .map(|k| ends.0 + width * (f64::from(k) + 0.5))
            .map(|s| moment(&table.at(s, Side::Mean).unwrap().mass, twisted.at(s).1) * width)
            .sum();
        assert!((by_nodes - by_sum).norm() < 1e-6 * by_sum.norm(), "{by_nodes} {by_sum}");
    }
}
