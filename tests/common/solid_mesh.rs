//! Solid meshes for tests: grids of hexahedra, or of tetrahedra six to a cell, in a mapped unit cube.

use std::collections::HashMap;
use swashplate::elements::solid::shape::Shape;
use swashplate::math::{Quat, Vec3};
use swashplate::model::{Model, NodeKind, SolidId, SolidMaterialId, SolidOptions};
use swashplate::sections::{Isotropic, SolidLaw, SolidMaterial};
use swashplate::terms::NodeId;

/// Places in the unit cube, and elements.
pub struct Mesh {
    pub shape: Shape,
    /// in the unit cube
    pub u: Vec<Vec3>,
    /// mapped
    pub x: Vec<Vec3>,
    pub elements: Vec<Vec<usize>>,
}

/// `keep` says which cells there are; `f` maps the unit cube.
pub fn grid(shape: Shape, n: [usize; 3], keep: impl Fn([usize; 3]) -> bool, f: impl Fn(Vec3) -> Vec3) -> Mesh {
    let (mut u, mut elements) = (Vec::<Vec3>::new(), Vec::<Vec<usize>>::new());
    let mut known: HashMap<[i64; 3], usize> = HashMap::new();
    let mut node = |x: Vec3| {
        let key: [i64; 3] = std::array::from_fn(|d| (x[d] * 1e6).round() as i64);
        *known.entry(key).or_insert_with(|| {
            u.push(x);
            u.len() - 1
        })
    };
    for cell in
        (0..n.iter().product::<usize>()).map(|k| [k % n[0], k / n[0] % n[1], k / n[0] / n[1]]).filter(|c| keep(*c))
    {
        let at = |z: Vec3| Vec3::from_fn(|d, _| (cell[d] as f64 + z[d]) / n[d] as f64);
        if shape == Shape::Tet10 {
            let c: [[f64; 3]; 8] = std::array::from_fn(|k| Shape::Hex8.nodes()[k].map(|z| 0.5 * (1.0 + z)));
            for cut in [[0, 1, 2, 6], [0, 2, 3, 6], [0, 3, 7, 6], [0, 7, 4, 6], [0, 4, 5, 6], [0, 5, 1, 6]] {
                let c = cut.map(|k: usize| Vec3::from(c[k]));
                let of = |z: &[f64; 3]| c[0] + (c[1] - c[0]) * z[0] + (c[2] - c[0]) * z[1] + (c[3] - c[0]) * z[2];
                elements.push(shape.nodes().iter().map(|z| node(at(of(z)))).collect());
            }
        } else {
            elements.push(shape.nodes().iter().map(|z| node(at(Vec3::from(z.map(|z| 0.5 * (1.0 + z)))))).collect());
        }
    }
    let x = u.iter().map(|u| f(*u)).collect();
    Mesh { shape, u, x, elements }
}

impl Mesh {
    /// Nodes that fulfil a condition in the unit cube.
    pub fn nodes(&self, which: impl Fn(&Vec3) -> bool) -> Vec<NodeId> {
        (0..self.u.len()).filter(|k| which(&self.u[*k])).map(NodeId).collect()
    }

    /// A solid in a new model; nodes that `held` says, in the unit cube, are ground.
    pub fn model(
        &self,
        material: SolidMaterial,
        options: SolidOptions,
        held: impl Fn(&Vec3) -> bool,
    ) -> (Model, SolidId) {
        self.try_model(material, options, held).unwrap()
    }

    /// The same, if it can be.
    pub fn try_model(
        &self,
        material: SolidMaterial,
        options: SolidOptions,
        held: impl Fn(&Vec3) -> bool,
    ) -> Result<(Model, SolidId), swashplate::error::Error> {
        let mut model = Model::new();
        for (k, x) in self.x.iter().enumerate() {
            let kind = if held(&self.u[k]) { NodeKind::Ground } else { NodeKind::Point };
            model.add_node(&format!("node {k}"), kind, *x, Quat::identity()).unwrap();
        }
        let material = model.add_solid_material("stuff", material).unwrap();
        let solid = self.try_add(&mut model, "solid", material, options)?;
        Ok((model, solid))
    }

    /// The solid on nodes that are there, the first ones of the model.
    pub fn add(&self, model: &mut Model, name: &str, material: SolidMaterialId, options: SolidOptions) -> SolidId {
        self.try_add(model, name, material, options).unwrap()
    }

    fn try_add(
        &self,
        model: &mut Model,
        name: &str,
        material: SolidMaterialId,
        options: SolidOptions,
    ) -> Result<SolidId, swashplate::error::Error> {
        let nodes: Vec<NodeId> = self.elements.iter().flatten().copied().map(NodeId).collect();
        model.add_solid(name, self.shape.nodes().len(), &nodes, &[material], options)
    }
}

/// St. Venant-Kirchhoff.
pub fn kirchhoff(young: f64, poisson: f64, density: f64) -> SolidMaterial {
    SolidMaterial::isotropic(&Isotropic { young, poisson, density })
}

/// Neo-Hooke.
pub fn neo_hooke(young: f64, poisson: f64, density: f64) -> SolidMaterial {
    SolidMaterial { law: SolidLaw::NeoHooke { young, poisson }, density, damping: 0.0 }
}
