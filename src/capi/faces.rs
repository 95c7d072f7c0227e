//! Sets of faces of solids, loads on them and in solids.

use super::library::swp_status;
use super::model::{self, edit, function, swp_function, swp_model, swp_node};
use super::solids::{nodes, put_nodes, solid, swp_solid};
use super::{Fail, array, decode, encode, put, require, text, vec3};
use crate::loads::SurfaceSource;
use crate::model::FaceSetId;
use crate::model::sets::FACE_SET;
use libc::{c_char, size_t};

/// Id of a set of faces of a solid.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_face_set {
    /// opaque
    pub id: u32,
}

fn face_set(id: swp_face_set) -> Result<FaceSetId, Fail> {
    Ok(FaceSetId(decode(id.id, &FACE_SET)?))
}

/// Give `face_count` different faces of a solid, at least one, a name, unique among sets of faces: `elements` and `faces`, both from 0; the
/// faces of an element are in Gmsh's order, for hexahedra those at −t, −s, −r, +r, +s, +t of its local coordinates, r from the first corner to
/// the second, s to the fourth, t to the fifth. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_face_set(
    model: *mut swp_model,
    name: *const c_char,
    solid: swp_solid,
    face_count: size_t,
    elements: *const size_t,
    faces: *const size_t,
    out: *mut swp_face_set,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (elements, faces) = (array(elements, face_count, "elements")?, array(faces, face_count, "faces")?);
        let both: Vec<(usize, usize)> = elements.iter().copied().zip(faces.iter().copied()).collect();
        let id = m.add_face_set(text(name, "name")?, self::solid(solid)?, &both)?;
        put(out, "out", swp_face_set { id: encode(&FACE_SET, id.0) })
    })
}

/// The same for all outer faces of a solid whose nodes are all among `nodes`; SWP_INVALID_ARGUMENT if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_face_set_on(
    model: *mut swp_model,
    name: *const c_char,
    solid: swp_solid,
    node_count: size_t,
    nodes: *const swp_node,
    out: *mut swp_face_set,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let nodes = self::nodes(nodes, node_count)?;
        nodes.iter().try_for_each(|id| m.node(*id).map(drop))?;
        let id = m.add_face_set_on(text(name, "name")?, self::solid(solid)?, &nodes)?;
        put(out, "out", swp_face_set { id: encode(&FACE_SET, id.0) })
    })
}

/// Number of faces of a set, and of their nodes, each counted once; either may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_face_set_count(
    model: *const swp_model,
    set: swp_face_set,
    faces: *mut size_t,
    nodes: *mut size_t,
) -> swp_status {
    model::read(model, |m| {
        let id = face_set(set)?;
        let counts = [m.face_set(id)?.faces.len(), m.face_set_nodes(id)?.len()];
        for (to, count) in [faces, nodes].into_iter().zip(counts).filter(|(to, _)| !to.is_null()) {
            put(to, "count", count)?;
        }
        Ok(())
    })
}

/// The nodes of a set of faces, each once; `node_count` must be their number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_face_set_nodes(
    model: *const swp_model,
    set: swp_face_set,
    node_count: size_t,
    nodes: *mut swp_node,
) -> swp_status {
    model::read(model, |m| put_nodes("the set", &m.face_set_nodes(face_set(set)?)?, nodes, node_count))
}

/// Add a pressure on a set of faces of a solid: `pressure` [Pa] times the function of time, against their outward normals, which it
/// follows. `name`: unique among loads, copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_face_pressure(
    model: *mut swp_model,
    name: *const c_char,
    set: swp_face_set,
    pressure: f64,
    function: swp_function,
) -> swp_status {
    edit(model, |m| {
        let (set, function) = (face_set(set)?, self::function(function)?);
        Ok(m.add_face_load(text(name, "name")?, set, SurfaceSource::Pressure(pressure), function)?)
    })
}

/// Add a dead force per area on a set of faces of a solid: `traction`, 3 components [N/m²] of the reference configuration, inertial axes,
/// times the function of time. `name`: unique among loads, copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_face_traction(
    model: *mut swp_model,
    name: *const c_char,
    set: swp_face_set,
    traction: *const f64,
    function: swp_function,
) -> swp_status {
    edit(model, |m| {
        let (set, function, traction) = (face_set(set)?, self::function(function)?, vec3(traction, "traction")?);
        Ok(m.add_face_load(text(name, "name")?, set, SurfaceSource::Traction(traction), function)?)
    })
}

/// Add a dead force per volume in all of a solid: `force`, 3 components [N/m³] of the reference configuration, inertial axes, times the
/// function of time. Weight is there by itself, see swp_model_set_gravity. `name`: unique among loads, copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_body_force(
    model: *mut swp_model,
    name: *const c_char,
    solid: swp_solid,
    force: *const f64,
    function: swp_function,
) -> swp_status {
    edit(model, |m| {
        let (solid, function, force) = (self::solid(solid)?, self::function(function)?, vec3(force, "force")?);
        Ok(m.add_body_load(text(name, "name")?, solid, force, function)?)
    })
}
