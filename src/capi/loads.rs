//! Forces and moments.

use super::library::swp_status;
use super::model::{edit, function, node, swp_function, swp_model, swp_node};
use super::{Fail, encode, optional_vec3, put, require, text, vec3};
use crate::error::Error;
use crate::loads::Axes;
use crate::math::Vec3;
use crate::model::span::LOAD;
use libc::c_char;

/// Id of a load.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_load {
    /// opaque
    pub id: u32,
}

/// In which axes a load is given.
#[repr(i32)]
pub enum swp_frame_kind {
    /// Inertial axes: the load keeps its direction.
    SWP_DEAD = 0,
    /// Node axes: the load turns with the node.
    SWP_FOLLOWER = 1,
}

/// The axes of a load.
pub(super) fn axes(frame: i32) -> Result<Axes, Fail> {
    match frame {
        0 => Ok(Axes::Dead),
        1 => Ok(Axes::Follower),
        other => Err(Error::InvalidArgument(format!("frame {other} is not known; SWP_DEAD or SWP_FOLLOWER")).into()),
    }
}

/// Add a force on a node: `force`, 3 components [N] in the axes that `frame` (swp_frame_kind) says, times `function`. It acts
/// at `offset` (3 components [m], node axes; NULL for the node itself). `name`: unique among loads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_force(
    model: *mut swp_model,
    name: *const c_char,
    node: swp_node,
    frame: i32,
    force: *const f64,
    offset: *const f64,
    function: swp_function,
    out: *mut swp_load,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let vectors = [vec3(force, "force")?, Vec3::zeros(), optional_vec3(offset)?];
        let (node, function) = (self::node(node)?, self::function(function)?);
        let id = m.add_load(text(name, "name")?, node, axes(frame)?, vectors, function)?;
        put(out, "out", swp_load { id: encode(&LOAD, id.0) })
    })
}

/// Add a moment on a node: `moment`, 3 components [N·m] in the axes that `frame` (swp_frame_kind) says, times `function`.
/// `name`: unique among loads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_moment(
    model: *mut swp_model,
    name: *const c_char,
    node: swp_node,
    frame: i32,
    moment: *const f64,
    function: swp_function,
    out: *mut swp_load,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let vectors = [Vec3::zeros(), vec3(moment, "moment")?, Vec3::zeros()];
        let (node, function) = (self::node(node)?, self::function(function)?);
        let id = m.add_load(text(name, "name")?, node, axes(frame)?, vectors, function)?;
        put(out, "out", swp_load { id: encode(&LOAD, id.0) })
    })
}
