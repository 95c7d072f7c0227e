//! Springs along a line and bushings.

use super::joints::{attachment, swp_attachment};
use super::library::swp_status;
use super::model::{edit, node, swp_model, swp_node};
use super::sim::{read, swp_sim};
use super::{Fail, array, decode, encode, put, require, text, vec3};
use crate::elements::{BushingLaw, LineLaw};
use crate::math::{Mat6, Vec6};
use crate::model::between::{BUSHING, LINE_SPRING};
use crate::model::{BushingId, LineSpringId};
use libc::c_char;

/// Id of a spring along a line.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_line_spring {
    /// opaque
    pub id: u32,
}

/// Id of a bushing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_bushing {
    /// opaque
    pub id: u32,
}

/// A spring along a line at one instant.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_line_spring_state {
    /// Distance of its two points [m].
    pub length: f64,
    /// Rate of the distance [m/s].
    pub rate: f64,
    /// Tension [N] of spring and damper: positive when it pulls the points together.
    pub force: f64,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 4],
}

/// A bushing at one instant.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_bushing_state {
    /// Displacement [m] of B relative to A, 3 components, and sine of its rotation along the axis of rotation, 3 components;
    /// axes of the bushing.
    pub strain: [f64; 6],
    /// Rate of the strain [m/s], [rad/s].
    pub rate: [f64; 6],
    /// preload + stiffness strain + damping rate: force [N] and moment [N·m], axes of the bushing.
    pub stress: [f64; 6],
    /// Force on node B [N], inertial axes; that on node A is the opposite.
    pub force_on_b: [f64; 3],
    /// Moment on node B about the bushing's point there [N·m], inertial axes.
    pub moment_on_b: [f64; 3],
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 4],
}

/// 36 numbers, row by row.
fn matrix(pointer: *const f64, name: &'static str) -> Result<Mat6, Fail> {
    Ok(Mat6::from_row_slice(array(pointer, 36, name)?))
}

/// Add a spring and damper along the line between a point on node `a` and a point on node `b`, two different nodes, not both
/// ground. Tension: preload + stiffness (l − length) + damping dl/dt, l the distance of the points.
///
/// `name`: unique among line springs, copied. `point_a` and `point_b`: 3 components [m], inertial axes, in the reference
/// configuration; on a point node the node itself, or NULL for either: the node itself. `stiffness` [N/m], `length`
/// (unstretched) [m] and `damping` [N·s/m] are not negative; `preload` [N] is the tension at the unstretched length. Points that
/// coincide give no direction: swp_model_check refuses them in the reference configuration, and a step that meets them fails
/// with SWP_NOT_FINITE. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_line_spring(
    model: *mut swp_model,
    name: *const c_char,
    a: swp_node,
    point_a: *const f64,
    b: swp_node,
    point_b: *const f64,
    stiffness: f64,
    length: f64,
    damping: f64,
    preload: f64,
    out: *mut swp_line_spring,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let end = |id: swp_node, point: *const f64, name: &'static str| {
            let id = node(id)?;
            let place = if point.is_null() { m.node(id)?.start.x } else { vec3(point, name)? };
            Ok::<_, Fail>((id, place))
        };
        let ends = [end(a, point_a, "point_a")?, end(b, point_b, "point_b")?];
        let id = m.add_line_spring(text(name, "name")?, ends, LineLaw { stiffness, length, damping, preload })?;
        put(out, "out", swp_line_spring { id: encode(&LINE_SPRING, id.0) })
    })
}

/// Add a bushing: a spring and damper in all six directions between a frame on node A and a frame on node B, two different
/// nodes with orientation, not both ground.
///
/// With the axes a_k, b_k of the two frames and the gap g from the point on A to the point on B, the strain is
/// u_k = 1/2 (a_k + b_k)·g and phi_k = 1/2 (a_j·b_i − a_i·b_j), (i, j, k) cyclic: displacement, and sine of the relative rotation
/// along its axis. With a stiffness k the moment about an axis is k sin(phi) cos(phi) of the angle phi, not k phi: greatest at 45 degrees, and
/// 17 % below k phi at 30. It is meant for relative rotations below 45 degrees; they need not be small.
///
/// `name`: unique among bushings, copied. `stiffness`: 6 by 6, row-major, translation before rotation [N/m], [N], [N·m];
/// symmetric and without negative eigenvalue. `damping`: alike [N·s/m], [N·s], [N·m·s], or NULL for none. `preload`: 6 numbers
/// [N], [N·m], the stress at strain zero, or NULL for none. Frames that do not coincide in the reference configuration are
/// strained there. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_bushing(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    stiffness: *const f64,
    damping: *const f64,
    preload: *const f64,
    out: *mut swp_bushing,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let law = BushingLaw {
            stiffness: matrix(stiffness, "stiffness")?,
            damping: if damping.is_null() { Mat6::zeros() } else { matrix(damping, "damping")? },
            preload: match preload.is_null() {
                true => Vec6::zeros(),
                false => Vec6::from_column_slice(array(preload, 6, "preload")?),
            },
        };
        let what = format!("bushing \"{name}\"");
        let id = m.add_bushing(name, attachment(a, &what, "a")?, attachment(b, &what, "b")?, law)?;
        put(out, "out", swp_bushing { id: encode(&BUSHING, id.0) })
    })
}

/// Length, rate and tension of a spring along a line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_line_spring(
    sim: *const swp_sim,
    spring: swp_line_spring,
    out: *mut swp_line_spring_state,
) -> swp_status {
    read(sim, |s| {
        let now = s.line_spring_state(LineSpringId(decode(spring.id, &LINE_SPRING)?))?;
        put(
            out,
            "out",
            swp_line_spring_state { length: now.length, rate: now.rate, force: now.force, reserved: [0; 4] },
        )
    })
}

/// Strain, its rate and the forces of a bushing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_bushing(
    sim: *const swp_sim,
    bushing: swp_bushing,
    out: *mut swp_bushing_state,
) -> swp_status {
    read(sim, |s| {
        let now = s.bushing_state(BushingId(decode(bushing.id, &BUSHING)?))?;
        let state = swp_bushing_state {
            strain: now.strain.into(),
            rate: now.rate.into(),
            stress: now.stress.into(),
            force_on_b: now.force.into(),
            moment_on_b: now.moment.into(),
            reserved: [0; 4],
        };
        put(out, "out", state)
    })
}
