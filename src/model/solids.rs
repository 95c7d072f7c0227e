//! Solids of a model: their materials, meshes of hexahedra or tetrahedra, loads on their faces and in their volume.

use super::file::record::{Entry, Record};
use super::kinds::word;
use super::memory::SOLID_ELEMENT;
use super::registry::{self, Kind};
use super::shells::{check_source, read_source, source_record};
use super::span::LOAD;
use super::{FaceSetId, Model, unknown};
use crate::elements::solid::shape::Shape;
use crate::elements::solid::{Shared, Solid, SolidElement, face_points};
use crate::error::{Error, Result, require_finite, require_memory};
use crate::loads::{Axes, FaceLoad, NodeLoad, SurfaceSource};
use crate::math::{Mat3, Vec3};
use crate::sections::{SolidLaw, SolidMaterial};
use crate::terms::{FunctionId, Motion, NodeId, Term};
use std::collections::HashMap;

/// A material of solids, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolidMaterialId(pub usize);

/// A solid, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolidId(pub usize);

/// How the change of volume is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Volume {
    /// tied where Poisson's ratio is above 0.4, the material isotropic and the element a hexahedron
    #[default]
    Automatic,
    /// tied
    Tied,
    /// as the displacements have it
    Untied,
}

const VOLUMES: [(&str, Volume); 3] =
    [("automatic", Volume::Automatic), ("tied", Volume::Tied), ("untied", Volume::Untied)];

/// How a mesh becomes a solid.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SolidOptions {
    /// how the change of volume is taken
    pub volume: Volume,
    /// material axes as columns, inertial axes of the reference configuration: none for those, one for all, one an element, or one a
    /// node of each element, between which they are interpolated
    pub axes: Vec<Mat3>,
}

/// A solid: its elements are neighbours in the list of terms.
#[derive(Debug, Clone)]
pub struct SolidMesh {
    /// the user's name
    pub name: String,
    /// kind of its elements
    pub shape: Shape,
    /// its first element among the terms
    pub first: usize,
    /// nodes of each element, in Gmsh's order
    pub elements: Vec<Vec<NodeId>>,
    /// every node once, in the order in which the elements have them
    pub nodes: Vec<NodeId>,
}

/// Materials of solids.
pub static SOLID_MATERIAL: Kind = Kind {
    places: |m| m.solid_materials.len(),
    records: &[("solid material", |m, e| {
        let law = match e.choice("law", &[("isotropic", 0), ("anisotropic", 1), ("neo-Hooke", 2)])? {
            1 => SolidLaw::Anisotropic(e.matrix6("stiffness")?),
            0 => SolidLaw::Isotropic { young: e.number("young")?, poisson: e.number("poisson")? },
            _ => SolidLaw::NeoHooke { young: e.number("young")?, poisson: e.number("poisson")? },
        };
        let material = SolidMaterial { law, density: e.number("density")?, damping: e.number_or(0.0, "damping")? };
        m.add_solid_material(e.text("name")?, material).map(drop)
    })],
    ..Kind::with_ids("solid material", 22)
};

/// Solids; their elements are terms of this kind.
pub static SOLID: Kind = Kind {
    places: |m| m.solids.len(),
    records: &[("solid", |m, e| {
        let nodes: Vec<NodeId> = e.find_all(m, "node", "nodes")?.into_iter().map(NodeId).collect();
        let materials = e.find_all(m, "solid material", "materials")?.into_iter().map(SolidMaterialId);
        let volume = if e.has("volume") { e.choice("volume", &VOLUMES)? } else { Volume::Automatic };
        let numbers = if e.has("axes") { e.numbers("axes")? } else { Vec::new() };
        if !numbers.len().is_multiple_of(9) {
            return Err(e.wrong("axes", &format!("{} numbers; a rotation has nine, row by row", numbers.len())));
        }
        let axes = numbers.chunks_exact(9).map(Mat3::from_row_slice).collect();
        let per_element = e.count("nodes_per_element")?;
        let materials: Vec<SolidMaterialId> = materials.collect();
        m.add_solid(e.text("name")?, per_element, &nodes, &materials, SolidOptions { volume, axes }).map(drop)
    })],
    ..Kind::with_ids("solid", 23)
};

/// Masses of solid elements.
pub static SOLID_MASS: Kind = Kind::new("mass of solid");

impl Model {
    /// Add a material of solids.
    pub fn add_solid_material(&mut self, name: &str, material: SolidMaterial) -> Result<SolidMaterialId> {
        material.check(&format!("\"{name}\""))?;
        self.name(&SOLID_MATERIAL, name, self.solid_materials.len())?;
        self.solid_materials.push((name.into(), material));
        let record = Record::new("solid material").text("name", name);
        let record = match material.law {
            SolidLaw::Isotropic { young, poisson } => {
                record.text("law", "isotropic").number("young", young).number("poisson", poisson)
            }
            SolidLaw::NeoHooke { young, poisson } => {
                record.text("law", "neo-Hooke").number("young", young).number("poisson", poisson)
            }
            SolidLaw::Anisotropic(c) => record.text("law", "anisotropic").matrix("stiffness", &c),
        };
        self.record(record.number("density", material.density).number_unless(0.0, "damping", material.damping));
        Ok(SolidMaterialId(self.solid_materials.len() - 1))
    }

    /// A material of solids.
    pub fn solid_material(&self, id: SolidMaterialId) -> Result<&SolidMaterial> {
        let found = self.solid_materials.get(id.0).map(|(_, material)| material);
        found.ok_or_else(|| unknown("solid material", id.0, self.solid_materials.len()))
    }

    /// Add a solid: `nodes` of its elements one after the other, `per_element` each (8, 20 or 27 of hexahedra, 10 of tetrahedra) in Gmsh's
    /// order; one material, or one for each element.
    pub fn add_solid(
        &mut self,
        name: &str,
        per_element: usize,
        nodes: &[NodeId],
        materials: &[SolidMaterialId],
        options: SolidOptions,
    ) -> Result<SolidId> {
        let shape = check_sizes(name, per_element, nodes.len(), materials.len(), options.axes.len())?;
        let count = nodes.len() / per_element;
        require_memory(SOLID_ELEMENT.saturating_mul(count), "the solid")?;
        let elements: Vec<Vec<NodeId>> = nodes.chunks_exact(per_element).map(<[NodeId]>::to_vec).collect();
        self.check_solid_nodes(name, shape, &elements)?;
        let starts: Vec<Motion> = self.nodes.iter().map(|node| node.start).collect();
        let mut shared = Shared::default();
        let mut solids = Vec::with_capacity(count);
        for (k, own) in elements.iter().enumerate() {
            let material = *self.solid_material(materials[if materials.len() == 1 { 0 } else { k }])?;
            let axes = match options.axes.len() {
                one @ 0..=1 => options.axes[..one].to_vec(),
                all if all == count => vec![options.axes[k]],
                _ => options.axes[per_element * k..per_element * (k + 1)].to_vec(),
            };
            let tied = match options.volume {
                Volume::Automatic => material.ties_volume() && shape.can_tie(),
                other => other == Volume::Tied,
            };
            let element = SolidElement { shape, nodes: own.clone(), material, axes, tied };
            solids.push(Solid::new(&format!("solid \"{name}\", element {}", k + 1), element, &starts, &mut shared)?);
        }
        self.name(&SOLID, name, self.solids.len())?;
        let first = self.terms.len();
        let masses: Vec<_> = solids.iter().filter(|s| s.element().material.density > 0.0).map(Solid::mass).collect();
        let entry = |kind, term: Box<dyn Term>| registry::Entry::new(kind, name, term);
        self.terms.extend(solids.into_iter().map(|solid| entry(&SOLID, Box::new(solid))));
        self.terms.extend(masses.into_iter().map(|mass| entry(&SOLID_MASS, Box::new(mass))));
        let mut seen = vec![false; self.nodes.len()];
        let once = nodes.iter().copied().filter(|id| !std::mem::replace(&mut seen[id.0], true)).collect();
        self.solids.push(SolidMesh { name: name.into(), shape, first, elements, nodes: once });
        let record = self.solid_record(name, per_element, nodes, materials, &options);
        self.record(record);
        Ok(SolidId(self.solids.len() - 1))
    }

    fn solid_record(
        &self,
        name: &str,
        per_element: usize,
        nodes: &[NodeId],
        materials: &[SolidMaterialId],
        options: &SolidOptions,
    ) -> Record {
        let nodes: Vec<&str> = nodes.iter().map(|node| self.nodes[node.0].name.as_str()).collect();
        let materials: Vec<&str> = materials.iter().map(|id| self.solid_materials[id.0].0.as_str()).collect();
        let record = Record::new("solid").text("name", name).count("nodes_per_element", per_element);
        let mut record = record.texts("nodes", &nodes).texts("materials", &materials);
        if options.volume != Volume::Automatic {
            record = record.text("volume", word(&VOLUMES, options.volume));
        }
        if options.axes.is_empty() {
            return record;
        }
        let rows = options.axes.iter().flat_map(|axes| axes.transpose().as_slice().to_vec());
        record.numbers("axes", &rows.collect::<Vec<f64>>())
    }

    /// Different nodes in an element, and no element twice.
    fn check_solid_nodes(&self, name: &str, shape: Shape, elements: &[Vec<NodeId>]) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("solid \"{name}\": {text}")));
        let mut known: HashMap<Vec<usize>, usize> = HashMap::new();
        for (k, nodes) in elements.iter().enumerate() {
            for (a, id) in nodes.iter().enumerate() {
                let node = self.node(*id)?;
                if let Some(b) = nodes[..a].iter().position(|other| other == id) {
                    let (node, b, a) = (&node.name, b + 1, a + 1);
                    return bad(format!("node \"{node}\" stands in element {} twice, as node {b} and node {a}", k + 1));
                }
            }
            let mut corners: Vec<usize> = nodes[..shape.corners()].iter().map(|id| id.0).collect();
            corners.sort_unstable();
            if let Some(other) = known.insert(corners, k) {
                let (other, own) = (other + 1, k + 1);
                return bad(format!("elements {other} and {own} have the same corners; is one of them there twice?"));
            }
        }
        self.check_faces(name, shape, elements)
    }

    /// A face is shared by two elements at most, with the same nodes between its corners.
    fn check_faces(&self, name: &str, shape: Shape, elements: &[Vec<NodeId>]) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("solid \"{name}\": {text}")));
        for own in faces_by_corners(shape, elements).values() {
            let [first, rest @ ..] = &own[..] else { continue };
            if let [second, third, ..] = rest {
                let [a, b, c] = [first, second, third].map(|(k, _)| k + 1);
                return bad(format!("elements {a}, {b} and {c} share one face; two can. Is one of them there twice?"));
            }
            let of = |(k, face): &(usize, usize)| -> std::collections::BTreeSet<usize> {
                shape.face_nodes(*face).iter().map(|a| elements[*k][*a].0).collect()
            };
            if let Some(second) = rest.first().filter(|second| of(second) != of(first)) {
                let (a, b) = (first.0 + 1, second.0 + 1);
                let odd = of(first).symmetric_difference(&of(second)).next().copied().unwrap_or(0);
                return bad(format!(
                    "elements {a} and {b} have a face in common, and node \"{}\" on it belongs to one of them alone: it would open. \
                     Let both have the same nodes",
                    self.nodes[odd].name
                ));
            }
        }
        Ok(())
    }

    /// All solids.
    pub fn solids(&self) -> &[SolidMesh] {
        &self.solids
    }

    /// A solid.
    pub fn solid(&self, id: SolidId) -> Result<&SolidMesh> {
        self.solids.get(id.0).ok_or_else(|| unknown("solid", id.0, self.solids.len()))
    }

    /// An element of a solid, the first one is 0.
    pub fn solid_element(&self, id: SolidId, element: usize) -> Result<&Solid> {
        let mesh = self.solid(id)?;
        if element >= mesh.elements.len() {
            let (name, count) = (&mesh.name, mesh.elements.len());
            let text = format!("solid \"{name}\" has {count} elements, numbered from 0; there is no element {element}");
            return Err(Error::InvalidArgument(text));
        }
        self.typed(&SOLID, mesh.first + element)
    }

    /// Faces of a solid that one element alone has: (element, face).
    pub fn outer_faces(&self, id: SolidId) -> Result<Vec<(usize, usize)>> {
        let mesh = self.solid(id)?;
        let faces = faces_by_corners(mesh.shape, &mesh.elements);
        let mut outer: Vec<(usize, usize)> = faces.into_values().filter(|own| own.len() == 1).flatten().collect();
        outer.sort_unstable();
        Ok(outer)
    }

    /// Load a set of faces: pressure [Pa] against their outward normals, or a dead force per area [N/m²], times a function of time.
    pub fn add_face_load(
        &mut self,
        name: &str,
        set: FaceSetId,
        source: SurfaceSource,
        function: FunctionId,
    ) -> Result<()> {
        self.function(function)?;
        check_source(name, source)?;
        let (set_name, set) = (self.face_set_name(set)?.to_string(), self.face_set(set)?.clone());
        let mesh = self.solid(set.solid)?;
        let load = |(element, face): &(usize, usize)| {
            let own = mesh.shape.face_nodes(*face).into_iter().map(|a| mesh.elements[*element][a]);
            let start = |id: NodeId| self.nodes[id.0].start.x;
            FaceLoad::new(own.collect(), face_points(mesh.shape, *face), start, source, function)
        };
        let loads: Vec<FaceLoad> = set.faces.iter().map(load).collect();
        self.name(&LOAD, name, self.terms.len())?;
        let entry = |(k, load): (usize, FaceLoad)| registry::Entry::new(&LOAD, &format!("{name}/{k}"), Box::new(load));
        self.terms.extend(loads.into_iter().enumerate().map(entry));
        let record = Record::new("face load").text("name", name).text("faces", &set_name);
        self.record(source_record(record, source).function("function", function));
        Ok(())
    }

    /// A dead force per volume of the reference configuration [N/m³] in all of a solid, times a function of time.
    pub fn add_body_load(&mut self, name: &str, solid: SolidId, force: Vec3, function: FunctionId) -> Result<()> {
        self.function(function)?;
        require_finite(&format!("load \"{name}\", force per volume"), force.as_slice())?;
        let mesh = self.solid(solid)?;
        let mut shares: HashMap<usize, f64> = HashMap::new();
        for (k, nodes) in mesh.elements.iter().enumerate() {
            let own = self.solid_element(solid, k)?.shares();
            nodes.iter().zip(own).for_each(|(id, share)| *shares.entry(id.0).or_default() += share);
        }
        let load =
            |id: &NodeId| NodeLoad::new(*id, Axes::Dead, force * shares[&id.0], Vec3::zeros(), Vec3::zeros(), function);
        let loads: Vec<NodeLoad> = mesh.nodes.iter().map(load).collect();
        self.name(&LOAD, name, self.terms.len())?;
        let entry = |(k, load): (usize, NodeLoad)| registry::Entry::new(&LOAD, &format!("{name}/{k}"), Box::new(load));
        self.terms.extend(loads.into_iter().enumerate().map(entry));
        let record = Record::new("body load").text("name", name).text("solid", &self.solids[solid.0].name);
        self.record(record.vector("force", &force).function("function", function));
        Ok(())
    }
}

/// Faces by their corners, in order: the elements that have them, and which face of theirs it is.
fn faces_by_corners(shape: Shape, elements: &[Vec<NodeId>]) -> HashMap<Vec<usize>, Vec<(usize, usize)>> {
    let mut faces: HashMap<Vec<usize>, Vec<(usize, usize)>> = HashMap::new();
    for (k, nodes) in elements.iter().enumerate() {
        for (face, corners) in shape.faces().iter().enumerate() {
            let mut corners: Vec<usize> = corners.iter().map(|a| nodes[*a].0).collect();
            corners.sort_unstable();
            faces.entry(corners).or_default().push((k, face));
        }
    }
    faces
}

/// Kind of the elements, if the numbers fit together.
fn check_sizes(name: &str, per_element: usize, nodes: usize, materials: usize, axes: usize) -> Result<Shape> {
    let wrong = |text: String| Err(Error::WrongSize(format!("solid \"{name}\": {text}")));
    let Some(shape) = Shape::of(per_element) else {
        return wrong(format!(
            "elements of {per_element} nodes are not known; hexahedra have 8, 20 or 27, tetrahedra 10"
        ));
    };
    if nodes == 0 || !nodes.is_multiple_of(per_element) {
        return wrong(format!("{nodes} nodes; each element has {per_element}, and there is at least one"));
    }
    let count = nodes / per_element;
    if materials != 1 && materials != count {
        return wrong(format!("{materials} materials for {count} elements; give one for all, or one for each"));
    }
    if axes > 1 && axes != count && axes != nodes {
        return wrong(format!(
            "{axes} material axes for {count} elements; give none, one for all, one for each element, or one for each of its nodes"
        ));
    }
    Ok(shape)
}

/// A face load of a file; among the records of loads.
pub(super) fn read_face_load(m: &mut Model, e: &Entry) -> Result<()> {
    let set = FaceSetId(e.find(m, "face set", "faces")?);
    let source = read_source(e)?;
    let function = e.function(m, "function")?;
    m.add_face_load(e.text("name")?, set, source, function)
}

/// A load in a volume, of a file.
pub(super) fn read_body_load(m: &mut Model, e: &Entry) -> Result<()> {
    let solid = SolidId(e.find(m, "solid", "solid")?);
    m.add_body_load(e.text("name")?, solid, e.vector("force")?, e.function(m, "function")?)
}
