//! Meshes of other programs, and sets of nodes and elements by name.

use super::library::swp_status;
use super::model::{self, edit, node, swp_model, swp_node};
use super::shells::{options, section, shell, swp_shell, swp_shell_options, swp_shell_section};
use super::solids::{self, swp_solid, swp_solid_material, swp_solid_options};
use super::{Fail, array, array_mut, decode, encode, put, require, text};
use crate::error::Error;
use crate::model::kinds::NODE;
use crate::model::sets::{ELEMENT_SET, NODE_SET};
use crate::model::shells::SHELL;
use crate::model::solids::SOLID;
use crate::model::{ElementSetId, NodeSetId};
use crate::terms::NodeId;
use libc::{c_char, size_t};

/// Id of a set of nodes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_node_set {
    /// opaque
    pub id: u32,
}

/// Id of a set of elements of a shell.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_element_set {
    /// opaque
    pub id: u32,
}

/// Add a shell from the text of a Gmsh mesh, ASCII, format 4.1, with quadrilaterals of nine nodes (type 10).
///
/// `name`: unique among shells, copied. `options` may be NULL for defaults. `mesh`: UTF-8, ended by a zero byte. `factor` [m], positive:
/// the unit of its lengths, 1 for metres and 1e-3 for millimetres. One `section` for all elements. `out` receives the id.
///
/// Nodes of the quadrilaterals are made, free, called name\[tag\] by the tags of Gmsh. A physical group "root" is found again as the node
/// set "name/root", one of surfaces as the element set of that name too; a group without a name is called "point 3", "curve 3" or
/// "surface 3" by its tag (swp_model_find_id with "node set" and "element set"). Curves of three nodes (type 8) and points (type 15) count
/// for their nodes alone. Nodes that are in no quadrilateral are left out.
///
/// SWP_BAD_FILE with the line and what to set in Gmsh: another version or a binary file, triangles, elements of first order or without a
/// centre node, a file that is cut off. Otherwise errors as of swp_model_add_shell; elements are counted as they stand in the file. All of
/// the shell is added or nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_shell_gmsh(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_shell_options,
    section: swp_shell_section,
    factor: f64,
    mesh: *const c_char,
    out: *mut swp_shell,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (section, options) = (self::section(section)?, self::options(options)?);
        let id = m.add_shell_gmsh(text(name, "name")?, text(mesh, "mesh")?, factor, section, options)?;
        put(out, "out", swp_shell { id: encode(&SHELL, id.0) })
    })
}

/// The same from a file; `path`: UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_shell_gmsh_file(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_shell_options,
    section: swp_shell_section,
    factor: f64,
    path: *const c_char,
    out: *mut swp_shell,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (section, options) = (self::section(section)?, self::options(options)?);
        let id = m.add_shell_gmsh_file(text(name, "name")?, text(path, "path")?, factor, section, options)?;
        put(out, "out", swp_shell { id: encode(&SHELL, id.0) })
    })
}

/// Add a solid from the text of a Gmsh mesh, ASCII, format 4.1, with hexahedra of 8, 20 or 27 nodes (types 5, 17, 12) or tetrahedra of ten
/// (type 11); one of these kinds.
///
/// `name`: unique among solids, copied. `options` may be NULL for defaults. `mesh`: UTF-8, ended by a zero byte. `factor` [m], positive: the
/// unit of its lengths, 1 for metres and 1e-3 for millimetres. `out` receives the id.
///
/// Nodes are points, called name\[tag\] by Gmsh's tags. Physical groups become sets of nodes called name/group, those of surfaces sets of
/// faces of that name too (swp_model_find_id, "node set", "face set"). Elements of a physical volume that has the name of a solid material are
/// made of that, all others of `material`.
///
/// SWP_BAD_FILE with the line and what to set in Gmsh. Otherwise errors as of swp_model_add_solid; elements are counted as they stand in the
/// file. All of the solid is added or nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_solid_gmsh(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_solid_options,
    material: swp_solid_material,
    factor: f64,
    mesh: *const c_char,
    out: *mut swp_solid,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (material, options) = (solids::material(material)?, solids::options(options)?);
        let id = m.add_solid_gmsh(text(name, "name")?, text(mesh, "mesh")?, factor, material, options)?;
        put(out, "out", swp_solid { id: encode(&SOLID, id.0) })
    })
}

/// The same from a file; `path`: UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_solid_gmsh_file(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_solid_options,
    material: swp_solid_material,
    factor: f64,
    path: *const c_char,
    out: *mut swp_solid,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (material, options) = (solids::material(material)?, solids::options(options)?);
        let id = m.add_solid_gmsh_file(text(name, "name")?, text(path, "path")?, factor, material, options)?;
        put(out, "out", swp_solid { id: encode(&SOLID, id.0) })
    })
}

/// Give `node_count` different nodes, at least one, a name, unique among sets of nodes, by which they are found again, also in a model
/// that was read from a file. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_node_set(
    model: *mut swp_model,
    name: *const c_char,
    node_count: size_t,
    nodes: *const swp_node,
    out: *mut swp_node_set,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let ids = array(nodes, node_count, "nodes")?;
        let ids = ids.iter().map(|id| node(*id)).collect::<Result<Vec<NodeId>, Fail>>()?;
        let id = m.add_node_set(text(name, "name")?, &ids)?;
        put(out, "out", swp_node_set { id: encode(&NODE_SET, id.0) })
    })
}

/// Number of nodes of a set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_node_set_count(
    model: *const swp_model,
    set: swp_node_set,
    out: *mut size_t,
) -> swp_status {
    model::read(model, |m| put(out, "out", m.node_set(NodeSetId(decode(set.id, &NODE_SET)?))?.len()))
}

/// The nodes of a set, in their order; `node_count` must be their number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_node_set_nodes(
    model: *const swp_model,
    set: swp_node_set,
    node_count: size_t,
    nodes: *mut swp_node,
) -> swp_status {
    model::read(model, |m| {
        let own = m.node_set(NodeSetId(decode(set.id, &NODE_SET)?))?;
        if own.len() != node_count {
            let text = format!("the set has {} nodes; there is room for {node_count}", own.len());
            return Err(Error::WrongSize(text).into());
        }
        let to = array_mut(nodes, node_count, "nodes")?;
        to.iter_mut().zip(own).for_each(|(to, id)| *to = swp_node { id: encode(&NODE, id.0) });
        Ok(())
    })
}

/// Give `element_count` different elements of a shell, at least one and each by its number from 0, a name, unique among sets of elements.
/// `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_element_set(
    model: *mut swp_model,
    name: *const c_char,
    shell: swp_shell,
    element_count: size_t,
    elements: *const size_t,
    out: *mut swp_element_set,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let elements = array(elements, element_count, "elements")?;
        let id = m.add_element_set(text(name, "name")?, self::shell(shell)?, elements)?;
        put(out, "out", swp_element_set { id: encode(&ELEMENT_SET, id.0) })
    })
}

/// Number of elements of a set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_element_set_count(
    model: *const swp_model,
    set: swp_element_set,
    out: *mut size_t,
) -> swp_status {
    model::read(model, |m| put(out, "out", m.element_set(ElementSetId(decode(set.id, &ELEMENT_SET)?))?.elements.len()))
}

/// The elements of a set by their numbers in their shell, from 0; `element_count` must be the number of the elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_element_set_elements(
    model: *const swp_model,
    set: swp_element_set,
    element_count: size_t,
    elements: *mut size_t,
) -> swp_status {
    model::read(model, |m| {
        let own = &m.element_set(ElementSetId(decode(set.id, &ELEMENT_SET)?))?.elements;
        if own.len() != element_count {
            let text = format!("the set has {} elements; there is room for {element_count}", own.len());
            return Err(Error::WrongSize(text).into());
        }
        array_mut(elements, element_count, "elements")?.copy_from_slice(own);
        Ok(())
    })
}
