//! Conditions on velocities: discs that roll, knife edges, rows of the host; and what they exert.

use super::floating::of_host;
use super::library::swp_status;
use super::model::{User, edit, node, swp_model, swp_node};
use super::sim::{read, swp_sim};
use super::{Fail, array, decode, encode, put, require, text, vec3};
use crate::joints::pfaffian::{HostRow, Pose};
use crate::model::nonholonomic::{CONDITION, ROLLING_DISC};
use crate::model::{ContactId, RowId};
use crate::terms::NodeId;
use libc::{c_char, c_void, size_t};
use std::sync::Arc;

/// Id of a contact: a rolling disc or a knife edge.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_contact {
    /// opaque
    pub id: u32,
}

/// Id of a condition on velocities given by the host.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_pfaffian {
    /// opaque
    pub id: u32,
}

/// A contact at one instant, inertial axes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_contact_state {
    /// Where it is [m].
    pub point: [f64; 3],
    /// Force on the node there [N].
    pub force: [f64; 3],
    /// Part of the force along the normal of the plane [N], positive when the plane pushes; 0 for a knife edge.
    pub normal: f64,
    /// The rest of the force [N].
    pub tangential: [f64; 3],
    /// Velocity of the body's point there in the directions that must not slip [m/s].
    pub slip: [f64; 3],
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 4],
}

/// A condition on velocities of the host's, sum over its nodes of (beta · velocity + tau · angular velocity) + b = 0, inertial
/// axes: fills `row` with six numbers a node, beta and tau, and `b` with one, for the time `t` [s] and for seven numbers a
/// node, position [m] and unit quaternion w, x, y, z, in the order in which the nodes were given; and returns 0. Any other
/// value, or a number that is not finite, makes the step fail with SWP_CALLBACK_FAILED and leaves the state as it was.
///
/// `row` and `b` are zero on entry. It is called many times a step, also at positions and times close to those of the motion:
/// slopes of the row are taken by differences, so it must be smooth. It must depend on its arguments alone, must not throw,
/// and must not call back into the simulation that is being stepped (SWP_WRONG_STATE) or into the model that is being built.
/// With one model in several threads it is called from several threads at once, with the same `user` pointer.
pub type swp_pfaffian_callback = Option<
    unsafe extern "C" fn(
        t: f64,
        nodes: size_t,
        positions_and_quaternions: *const f64,
        row: *mut f64,
        b: *mut f64,
        user: *mut c_void,
    ) -> i32,
>;

fn contact(id: swp_contact) -> Result<ContactId, Fail> {
    Ok(ContactId(decode(id.id, &ROLLING_DISC)?))
}

/// Add a thin disc that rolls on a plane without slip and never leaves it.
///
/// `name`: unique among rolling discs, copied. `node` moves and turns. `center` (3 components [m]) and `axis` (unit vector) of
/// the disc in node axes, `radius` [m], positive. The plane: a `point` (3 components [m]) and its unit `normal`, towards the
/// side of the disc, inertial axes. In the reference configuration the rim must touch the plane; initial velocities that would
/// slip are changed as an impulse at the contact would. A disc that comes to lie flat on the plane has no point of contact:
/// the step fails with SWP_NOT_FINITE or SWP_NEWTON_FAILED. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_rolling_disc(
    model: *mut swp_model,
    name: *const c_char,
    node: swp_node,
    center: *const f64,
    axis: *const f64,
    radius: f64,
    point: *const f64,
    normal: *const f64,
    out: *mut swp_contact,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let disc = [vec3(center, "center")?, vec3(axis, "axis")?];
        let plane = [vec3(point, "point")?, vec3(normal, "normal")?];
        let id = m.add_rolling_disc(text(name, "name")?, self::node(node)?, disc, radius, plane)?;
        put(out, "out", swp_contact { id: encode(&ROLLING_DISC, id.0) })
    })
}

/// Add a knife edge, as of a skate or a sleigh: the point at `offset` (3 components [m]) of a node that moves and turns cannot
/// move along the direction `across` (unit vector), both in node axes. `name`: unique among knife edges, copied. `out` receives
/// the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_knife_edge(
    model: *mut swp_model,
    name: *const c_char,
    node: swp_node,
    offset: *const f64,
    across: *const f64,
    out: *mut swp_contact,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (offset, across) = (vec3(offset, "offset")?, vec3(across, "across")?);
        let id = m.add_knife_edge(text(name, "name")?, self::node(node)?, offset, across)?;
        put(out, "out", swp_contact { id: encode(&ROLLING_DISC, id.0) })
    })
}

/// Add a condition on velocities computed by the host, over `count` (1 to 4) different nodes; see swp_pfaffian_callback.
///
/// `name`: unique among these conditions, copied. `length` [m], positive: that over which the row changes with position;
/// differences of 1e-5 of it, and of 1e-5 rad, give its slopes. `user` is handed to the callback as it is and must stay valid
/// as long as the model or a simulation of it lives. The callback is called once here, at t = 0 in the reference
/// configuration. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_pfaffian(
    model: *mut swp_model,
    name: *const c_char,
    count: size_t,
    nodes: *const swp_node,
    callback: swp_pfaffian_callback,
    user: *mut c_void,
    length: f64,
    out: *mut swp_pfaffian,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let row = host_row(callback, user)?;
        let ids = array(nodes, count, "nodes")?.iter().map(|id| node(*id)).collect::<Result<Vec<NodeId>, Fail>>()?;
        let id = m.add_pfaffian(text(name, "name")?, &ids, row, length)?;
        put(out, "out", swp_pfaffian { id: encode(&CONDITION, id.0) })
    })
}

/// A row of the host.
pub(super) fn host_row(callback: swp_pfaffian_callback, user: *mut c_void) -> Result<HostRow, Fail> {
    let callback = callback.ok_or(Fail::Null("callback"))?;
    let user = User(user);
    Ok(Arc::new(move |t: f64, poses: &[Pose], row: &mut [f64], b: &mut f64| {
        let user = &user;
        let places = poses.as_flattened().as_ptr();
        // SAFETY: the host's function takes a time, the number of nodes, seven numbers a node to read, room for six a node
        // and for one, and its own pointer, as the header says.
        unsafe { of_host(|| callback(t, poses.len(), places, row.as_mut_ptr(), b, user.0)) == 0 }
    }))
}

/// Where a rolling disc or a knife edge touches, the force on its node there, and the slip.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_contact(
    sim: *const swp_sim,
    contact: swp_contact,
    out: *mut swp_contact_state,
) -> swp_status {
    read(sim, |s| {
        let now = s.contact(self::contact(contact)?)?;
        let state = swp_contact_state {
            point: now.point.into(),
            force: now.force.into(),
            normal: now.normal,
            tangential: now.tangential.into(),
            slip: now.slip.into(),
            reserved: [0; 4],
        };
        put(out, "out", state)
    })
}

/// Multiplier of a condition of the host's: the force and moment on each of its nodes are minus this times beta and tau.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_pfaffian(sim: *const swp_sim, pfaffian: swp_pfaffian, out: *mut f64) -> swp_status {
    read(sim, |s| {
        let row = RowId(decode(pfaffian.id, &CONDITION)?);
        put(out, "out", s.row_multiplier(row)?)
    })
}
