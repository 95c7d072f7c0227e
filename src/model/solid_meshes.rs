//! Solids from little: structured blocks, and sections swept along a curve with twist and taper, as blades are.
//!
//! ```text
//!   x(s, k) = p_s + A_s (0, σ_s y_k, σ_s z_k)          station s: place p, axes A (axis 1 along the curve), scale σ; point (y, z) of the section
//! ```

use super::memory::SOLID_ELEMENT;
use super::solids::SOLID;
use super::{Model, NodeKind, SolidId, SolidMaterialId, SolidOptions};
use crate::elements::solid::shape::Shape;
use crate::error::{Error, Result, require_finite, require_memory};
use crate::math::{Mat3, Quat, Vec3};
use crate::terms::NodeId;

/// A mesh of a cross section: quadrilaterals of four or of nine nodes in the plane of axes 2 and 3.
#[derive(Debug, Clone, PartialEq)]
pub struct SectionMesh {
    /// (y, z) of its nodes [m]
    pub places: Vec<[f64; 2]>,
    /// nodes of its elements, from 0: corners anticlockwise about axis 1, then middles of the sides from the first corner on, and the centre
    pub elements: Vec<Vec<usize>>,
    /// material of each element, or one for all
    pub materials: Vec<SolidMaterialId>,
    /// material axes of each element as columns, in section axes; or one for all; or none for the section axes
    pub axes: Vec<Mat3>,
}

/// A station of a sweep.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepStation {
    /// place of the section's origin [m]
    pub x: Vec3,
    /// section axes to inertial axes
    pub rotation: Quat,
    /// of the section
    pub scale: f64,
}

/// Nodes of a quadrilateral of nine nodes at the places (r, s) of a hexahedron.
fn quad_node(r: f64, s: f64) -> usize {
    const AT: [[f64; 2]; 9] = [
        [-1.0, -1.0],
        [1.0, -1.0],
        [1.0, 1.0],
        [-1.0, 1.0],
        [0.0, -1.0],
        [1.0, 0.0],
        [0.0, 1.0],
        [-1.0, 0.0],
        [0.0, 0.0],
    ];
    AT.iter().position(|at| *at == [r, s]).unwrap_or(0)
}

impl SectionMesh {
    /// Kind of the hexahedra that it sweeps, if its sizes fit.
    pub(crate) fn check(&self, what: &str) -> Result<Shape> {
        let wrong = |text: String| Err(Error::WrongSize(format!("{what}: {text}")));
        let Some(first) = self.elements.first() else {
            return wrong("the section needs at least one element".into());
        };
        if first.len() != 4 && first.len() != 9 || self.elements.iter().any(|e| e.len() != first.len()) {
            return wrong(format!("an element of the section has {} nodes; all have four, or all nine", first.len()));
        }
        let (count, nodes) = (self.elements.len(), self.places.len());
        if self.materials.len() != 1 && self.materials.len() != count {
            let materials = self.materials.len();
            return wrong(format!(
                "{materials} materials for {count} elements of the section; give one, or one for each"
            ));
        }
        if self.axes.len() > 1 && self.axes.len() != count {
            let axes = self.axes.len();
            return wrong(format!(
                "{axes} material axes for {count} elements of the section; give none, one, or one for each"
            ));
        }
        for (k, element) in self.elements.iter().enumerate() {
            if let Some(node) = element.iter().find(|node| **node >= nodes) {
                return wrong(format!("element {} of the section has node {node}; it has {nodes}, from 0", k + 1));
            }
        }
        if let Some(k) = (0..nodes).find(|k| !self.elements.iter().any(|e| e.contains(k))) {
            return wrong(format!("node {k} of the section belongs to no element; leave it out"));
        }
        self.places.iter().try_for_each(|at| require_finite(&format!("{what}, places of the section"), at))?;
        Ok(if first.len() == 4 { Shape::Hex8 } else { Shape::Hex27 })
    }
}

impl Model {
    /// A solid on a structured block of hexahedra: `counts` elements along three directions, `places` its nodes, those along the first
    /// direction one after the other, then the second, then the third: (p n + 1)(p m + 1)(p l + 1) of them, with p = 1 for elements of
    /// 8 nodes and 2 for the others (those of 20 nodes leave out what lies inside faces and elements). Nodes are points, called
    /// "name[i,j,k]"; the three directions are right-handed.
    pub fn add_solid_block(
        &mut self,
        name: &str,
        per_element: usize,
        counts: [usize; 3],
        places: &[Vec3],
        material: SolidMaterialId,
        options: SolidOptions,
    ) -> Result<SolidId> {
        let wrong = |text: String| Err(Error::WrongSize(format!("solid \"{name}\": {text}")));
        let Some(shape) = Shape::of(per_element).filter(|shape| *shape != Shape::Tet10) else {
            return wrong(format!(
                "a block of elements of {per_element} nodes is not known; hexahedra have 8, 20 or 27"
            ));
        };
        let order = if shape == Shape::Hex8 { 1 } else { 2 };
        let row = |n: usize| n.checked_mul(order).and_then(|n| n.checked_add(1));
        let sizes = counts.map(|n| row(n).unwrap_or(0));
        let total = sizes.iter().try_fold(1usize, |product, n| product.checked_mul(*n));
        if counts.contains(&0) || total != Some(places.len()) {
            let [n, m, l] = counts;
            return wrong(format!(
                "{} places; a block of {n} × {m} × {l} elements, at least 1 × 1 × 1, of {per_element} nodes has ({order} · {n} + 1)({order} \
                 · {m} + 1)({order} · {l} + 1)",
                places.len()
            ));
        }
        self.require_new_name(&SOLID, name)?;
        require_memory(SOLID_ELEMENT.saturating_mul(counts.iter().product()), "the solid")?;
        self.all_or_nothing(|model| model.block_parts(name, shape, counts, places, material, options))
    }

    fn block_parts(
        &mut self,
        name: &str,
        shape: Shape,
        counts: [usize; 3],
        places: &[Vec3],
        material: SolidMaterialId,
        options: SolidOptions,
    ) -> Result<SolidId> {
        let (order, per_element) = (if shape == Shape::Hex8 { 1 } else { 2 }, shape.nodes().len());
        let sizes = counts.map(|n| order * n + 1);
        let mut nodes: Vec<Option<NodeId>> = vec![None; places.len()];
        let mut all = Vec::with_capacity(per_element * counts.iter().product::<usize>());
        for e in 0..counts.iter().product::<usize>() {
            let first = [e % counts[0], e / counts[0] % counts[1], e / counts[0] / counts[1]].map(|k| order * k);
            for at in shape.nodes() {
                let [i, j, k]: [usize; 3] =
                    std::array::from_fn(|d| first[d] + (0.5 * order as f64 * (1.0 + at[d])) as usize);
                let place = i + sizes[0] * (j + sizes[1] * k);
                let id = match nodes[place] {
                    Some(id) => id,
                    None => {
                        let own = format!("{name}[{i},{j},{k}]");
                        self.add_node(&own, NodeKind::Point, places[place], Quat::identity())?
                    }
                };
                nodes[place] = Some(id);
                all.push(id);
            }
        }
        self.add_solid(name, per_element, &all, &[material], options)
    }

    /// A solid that a section sweeps through stations: each element of the section becomes one hexahedron from station to station (of 8
    /// nodes), or over every second one (of 27 nodes), so that there are n + 1 or 2 n + 1 stations. Nodes are points, called "name[s,k]"
    /// with the station and the node of the section, from 0. Material axes turn with the stations; `options.axes` must be empty.
    pub fn add_solid_sweep(
        &mut self,
        name: &str,
        section: &SectionMesh,
        stations: &[SweepStation],
        options: SolidOptions,
    ) -> Result<SolidId> {
        let what = format!("solid \"{name}\"");
        let shape = section.check(&what)?;
        let order = if shape == Shape::Hex8 { 1 } else { 2 };
        if stations.len() < order + 1 || !(stations.len() - 1).is_multiple_of(order) {
            return Err(Error::WrongSize(format!(
                "{what}: {} stations; a section of quadrilaterals of {} nodes takes {}",
                stations.len(),
                section.elements[0].len(),
                if order == 1 {
                    "two or more"
                } else {
                    "an odd number, at least three: ends and middles of the elements"
                }
            )));
        }
        for (k, station) in stations.iter().enumerate() {
            require_finite(&format!("{what}, place of station {k}"), station.x.as_slice())?;
            if !(station.scale.is_finite() && station.scale > 0.0) {
                let scale = station.scale;
                return Err(Error::InvalidArgument(format!(
                    "{what}: the scale of station {k} is {scale}; it must be positive"
                )));
            }
        }
        if !options.axes.is_empty() {
            let text = "give material axes with the section: they turn with the stations";
            return Err(Error::InvalidArgument(format!("{what}: {text}")));
        }
        self.require_new_name(&SOLID, name)?;
        let along = (stations.len() - 1) / order;
        require_memory(SOLID_ELEMENT.saturating_mul(along.saturating_mul(section.elements.len())), "the solid")?;
        self.all_or_nothing(|model| model.sweep_parts(name, section, stations, shape, options))
    }

    fn sweep_parts(
        &mut self,
        name: &str,
        section: &SectionMesh,
        stations: &[SweepStation],
        shape: Shape,
        options: SolidOptions,
    ) -> Result<SolidId> {
        let order = if shape == Shape::Hex8 { 1 } else { 2 };
        let along = (stations.len() - 1) / order;
        let first = self.nodes.len();
        for (s, station) in stations.iter().enumerate() {
            for (k, [y, z]) in section.places.iter().enumerate() {
                let x = station.x + station.rotation * (Vec3::new(0.0, *y, *z) * station.scale);
                self.add_node(&format!("{name}[{s},{k}]"), NodeKind::Point, x, Quat::identity())?;
            }
        }
        let (mut nodes, mut materials, mut axes) = (Vec::new(), Vec::new(), Vec::new());
        let (one, turned) = (section.materials.len() == 1, !section.axes.is_empty());
        for (layer, (e, quad)) in (0..along).flat_map(|l| section.elements.iter().enumerate().map(move |e| (l, e))) {
            materials.push(section.materials[if one { 0 } else { e }]);
            for at in shape.nodes() {
                // the third local direction goes along the curve, the first two lie in the section
                let station = order * layer + (0.5 * order as f64 * (1.0 + at[2])) as usize;
                nodes.push(NodeId(first + station * section.places.len() + quad[quad_node(at[0], at[1])]));
                let own = section.axes.get(if section.axes.len() == 1 { 0 } else { e });
                let turn = stations[station].rotation.to_rotation_matrix().into_inner();
                axes.push(own.map_or(turn, |own| turn * own));
            }
        }
        let materials = if one { section.materials.clone() } else { materials };
        let needed = turned || materials.iter().any(|m| self.solid_material(*m).is_ok_and(|m| m.lame().is_none()));
        let options = SolidOptions { axes: if needed { axes } else { Vec::new() }, ..options };
        self.add_solid(name, shape.nodes().len(), &nodes, &materials, options)
    }
}
