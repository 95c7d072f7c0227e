//! Meshes of Gmsh as solids: hexahedra or tetrahedra, physical groups as sets of nodes and of faces, materials by the names of groups.

use super::{FOR_SOLIDS, Mesh, SOLIDS};
use crate::error::{Error, Result, require_memory};
use crate::math::Quat;
use crate::model::file::{in_file, load};
use crate::model::memory::SOLID_ELEMENT;
use crate::model::solids::{SOLID, SOLID_MATERIAL};
use crate::model::{Model, NodeKind, SolidId, SolidMaterialId, SolidOptions};
use crate::terms::NodeId;
use std::collections::{HashMap, HashSet};

impl Model {
    /// A solid from the text of a mesh; `factor` [m] is the unit of its lengths. Nodes are points, called "name\[tag\]" by Gmsh's tags; sets
    /// of nodes and of faces are called "name/group" by its physical groups. Elements of a physical volume with the name of a solid material
    /// have that, the others `material`. All of it or nothing.
    pub fn add_solid_gmsh(
        &mut self,
        name: &str,
        text: &str,
        factor: f64,
        material: SolidMaterialId,
        options: SolidOptions,
    ) -> Result<SolidId> {
        let mesh = self.gmsh_volumes(name, text, factor)?;
        self.all_or_nothing(|model| model.gmsh_solid(name, &mesh, factor, material, options))
    }

    /// The same from a file.
    pub fn add_solid_gmsh_file(
        &mut self,
        name: &str,
        path: &str,
        factor: f64,
        material: SolidMaterialId,
        options: SolidOptions,
    ) -> Result<SolidId> {
        let text = load(path)?;
        let mesh = in_file(path, self.gmsh_volumes(name, &text, factor))?;
        self.all_or_nothing(|model| model.gmsh_solid(name, &mesh, factor, material, options))
    }

    fn gmsh_volumes(&self, name: &str, text: &str, factor: f64) -> Result<Mesh> {
        self.require_new_name(&SOLID, name)?;
        if !(factor.is_finite() && factor > 0.0) {
            let text =
                format!("solid \"{name}\": the factor of the lengths of the mesh is {factor}; it must be positive");
            return Err(Error::InvalidArgument(text));
        }
        require_memory(Self::room_to_read(text.len()), "reading the mesh")?;
        let mesh = Mesh::read(text, &FOR_SOLIDS)?;
        let mut kinds: Vec<usize> = mesh.parts().map(Vec::len).collect();
        let count = kinds.len();
        kinds.sort_unstable();
        kinds.dedup();
        match kinds[..] {
            [] => Err(Error::BadFile(format!("the mesh has no hexahedra and no tetrahedra of ten nodes; {SOLIDS}"))),
            [_] => {
                require_memory(SOLID_ELEMENT.saturating_mul(count), "the solid")?;
                Ok(mesh)
            }
            [a, b, ..] => Err(Error::BadFile(format!(
                "the mesh has elements of {a} and of {b} nodes; a solid has one kind: save the volumes as meshes of their own and tie them"
            ))),
        }
    }

    fn gmsh_solid(
        &mut self,
        name: &str,
        mesh: &Mesh,
        factor: f64,
        material: SolidMaterialId,
        options: SolidOptions,
    ) -> Result<SolidId> {
        let mut nodes: HashMap<i64, NodeId> = HashMap::new();
        let mut all = Vec::new();
        for tag in mesh.parts().flatten() {
            let id = match nodes.get(tag) {
                Some(id) => *id,
                None => {
                    let place = mesh.places[tag] * factor;
                    self.add_node(&format!("{name}[{tag}]"), NodeKind::Point, place, Quat::identity())?
                }
            };
            nodes.insert(*tag, id);
            all.push(id);
        }
        let per_element = mesh.parts().next().map_or(0, Vec::len);
        let mut materials = vec![material; all.len() / per_element.max(1)];
        for (group, (_, _, elements)) in &mesh.sets {
            if let Ok(own) = self.find(SOLID_MATERIAL.name, group) {
                elements.iter().for_each(|k| materials[*k] = SolidMaterialId(own));
            }
        }
        let solid = self.add_solid(name, per_element, &all, &materials, options)?;
        for (group, (entity, tags, _)) in &mesh.sets {
            let own: Vec<NodeId> = tags.iter().filter_map(|tag| nodes.get(tag).copied()).collect();
            if own.is_empty() {
                continue;
            }
            self.add_node_set(&format!("{name}/{group}"), &own)?;
            if entity.0 == 2 {
                let faces = self.gmsh_faces(mesh, *entity, solid, &nodes)?;
                if !faces.is_empty() {
                    self.add_face_set(&format!("{name}/{group}"), solid, &faces)?;
                }
            }
        }
        Ok(solid)
    }

    /// Outer faces of a solid that the surface elements of a physical group are.
    fn gmsh_faces(
        &self,
        mesh: &Mesh,
        group: super::Entity,
        solid: SolidId,
        nodes: &HashMap<i64, NodeId>,
    ) -> Result<Vec<(usize, usize)>> {
        let in_group = |entity: &super::Entity| mesh.groups.get(entity).is_some_and(|own| own.contains(&group.1));
        let surfaces = mesh.elements.iter().filter(|(entity, ..)| entity.0 == 2 && in_group(entity));
        let sorted = |mut of: Vec<usize>| {
            of.sort_unstable();
            of
        };
        let wanted: HashSet<Vec<usize>> = surfaces
            .map(|(_, _, tags)| sorted(tags.iter().filter_map(|tag| nodes.get(tag)).map(|id| id.0).collect()))
            .collect();
        let own = self.solid(solid)?;
        let on = |(k, face): &(usize, usize)| {
            wanted.contains(&sorted(own.shape.face_nodes(*face).iter().map(|a| own.elements[*k][*a].0).collect()))
        };
        Ok(self.outer_faces(solid)?.into_iter().filter(on).collect())
    }
}
