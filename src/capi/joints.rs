//! Joints, and what acts on their coordinates.

use super::library::swp_status;
use super::model::{edit, function, node, orientation, read, swp_function, swp_model, swp_node};
use super::{Fail, decode, encode, put, reference, require, text, vec3};
use crate::joints;
use crate::math::Quat;
use crate::model::actions::SPRING;
use crate::model::joints::JOINT;
use crate::model::{JointId, unit_quaternion};
use crate::terms::holonomic::{Attachment, Pair};
use libc::c_char;

/// Id of a joint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_joint {
    /// opaque
    pub id: u32,
}

/// Id of a spring on a joint coordinate.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_spring {
    /// opaque
    pub id: u32,
}

/// Where a joint sits on a node: the joint's point and axes, in node axes. swp_model_attach makes one from a point and a
/// frame in space.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_attachment {
    /// The node.
    pub node: swp_node,
    /// The joint's point [m], node axes.
    pub offset: [f64; 3],
    /// Unit quaternion w, x, y, z that takes joint axes to node axes.
    pub orientation: [f64; 4],
}

pub(super) fn joint(id: swp_joint) -> Result<JointId, Fail> {
    Ok(JointId(decode(id.id, &JOINT)?))
}

/// An attachment of `owner`, which messages name.
pub(super) fn attachment(pointer: *const swp_attachment, owner: &str, side: &'static str) -> Result<Attachment, Fail> {
    let given = reference(pointer, side)?;
    let what = format!("{owner}, side {side}");
    crate::error::require_finite(&format!("{what}, offset"), &given.offset)?;
    let axes = unit_quaternion(&format!("{what}, orientation"), given.orientation)?.to_rotation_matrix().into_inner();
    Ok(Attachment { node: node(given.node)?, offset: given.offset.into(), axes })
}

fn add(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
    pair: Pair,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let what = format!("joint \"{name}\"");
        let id = m.add_joint(name, pair, attachment(a, &what, "a")?, attachment(b, &what, "b")?)?;
        put(out, "out", swp_joint { id: encode(&JOINT, id.0) })
    })
}

/// Make an attachment from a point (3 components [m]) and a frame (unit quaternion w, x, y, z, or NULL for the inertial axes)
/// given in inertial axes, for the reference configuration. Attaching both sides of a joint to one point and frame makes them
/// fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_attach(
    model: *mut swp_model,
    node: swp_node,
    point: *const f64,
    orientation: *const f64,
    out: *mut swp_attachment,
) -> swp_status {
    read(model, |m| {
        let frame: Quat = self::orientation(orientation, "orientation")?;
        let made = m.attach(self::node(node)?, vec3(point, "point")?, frame)?;
        let q = Quat::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(made.axes));
        let orientation = [q.w, q.i, q.j, q.k];
        put(out, "out", swp_attachment { node, offset: made.offset.into(), orientation })
    })
}

/// Add a revolute joint: B turns about axis 3 of A. Coordinate 0: angle [rad].
///
/// This and the following constructors: `name` is unique among joints and copied; `a` and `b` are on two nodes, not both
/// ground. Conditions and coordinates are those of B relative to A, in the joint axes of A. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_revolute(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::revolute())
}

/// Add a prismatic joint: B slides along axis 3 of A and does not turn. Coordinate 0: displacement [m].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_prismatic(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::prismatic())
}

/// Add a cylindrical joint: B slides along axis 3 of A and turns about it. Coordinates 0: displacement [m], 1: angle [rad].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_cylindrical(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::cylindrical())
}

/// Add a planar joint: B slides along axes 1 and 2 of A and turns about axis 3. Coordinates 0, 1: displacements [m], 2: angle
/// [rad].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_planar(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::planar())
}

/// Add a spherical joint: the points coincide. No coordinates; swp_sim_joint_relative gives the relative rotation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_spherical(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::spherical())
}

/// Add a universal joint: a cross with one arm along axis 1 of A and the other along axis 2 of B. Coordinates 0: angle about
/// axis 1 of A, 1: angle about axis 2 of B [rad].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_universal(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::universal())
}

/// Add a rigid connection: the two frames move as one. No coordinates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_rigid_connection(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::rigid_connection())
}

/// Keep the point of B on axis 3 of A. Coordinate 0: displacement along it [m].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_point_on_line(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::point_on_line())
}

/// Keep the point of B in the plane of axes 1 and 2 of A. Coordinates 0, 1: displacements along them [m].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_point_in_plane(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::point_in_plane())
}

/// Add a screw joint: B turns about axis 3 of A and advances along it by `pitch` [m] a turn, positive for a right-handed
/// thread; not zero (that is a revolute joint). Coordinate 0: angle [rad].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_screw(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    pitch: f64,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::screw(pitch))
}

/// Keep the points of A and B at a distance of `length` [m], positive: a massless rod. No coordinates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_distance(
    model: *mut swp_model,
    name: *const c_char,
    a: *const swp_attachment,
    b: *const swp_attachment,
    length: f64,
    out: *mut swp_joint,
) -> swp_status {
    add(model, name, a, b, out, joints::distance(length))
}

/// Prescribe a joint coordinate as a function of time [m] or [rad]. The driving force or torque is read with swp_sim_joint_drive.
///
/// At the start the model is moved to where the function says, within reach of the reference configuration: what hangs on the joint is
/// carried along rigidly, and so are its velocities when the function has a rate there, so that a blade turns with its hub from the
/// start. An actuator is at rest before its command sets it going, so that a rate at the start is a blow of it. Velocities given to
/// what hangs on a node to which none was given are kept. In a closed loop beams move as rigid bodies where
/// they can; the strain that is left elsewhere is in swp_sim_report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_drive_joint(
    model: *mut swp_model,
    joint: swp_joint,
    coordinate: i32,
    function: swp_function,
) -> swp_status {
    edit(model, |m| {
        let number = super::coordinate(coordinate)?;
        Ok(m.drive_joint(self::joint(joint)?, number, self::function(function)?)?)
    })
}

/// Give the value [m] or [rad] and the rate of a joint coordinate at the start; NaN leaves one of them free. The other bodies'
/// positions and velocities follow from the joints, as for swp_model_drive_joint. It has no effect after the start, and leaves no
/// unknown and no constraint in a run. SWP_INVALID_ARGUMENT for an angle beyond 1e9 rad, of which too few digits would be left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_start_joint(
    model: *mut swp_model,
    joint: swp_joint,
    coordinate: i32,
    value: f64,
    rate: f64,
) -> swp_status {
    edit(model, |m| {
        let given = |number: f64| if number.is_nan() { None } else { Some(number) };
        Ok(m.start_joint(self::joint(joint)?, super::coordinate(coordinate)?, given(value), given(rate))?)
    })
}

/// Add a spring and damper on a joint coordinate: force or torque −stiffness (s − rest) − damping ds/dt along it. `stiffness`
/// [N/m] or [N·m/rad], `damping` [N·s/m] or [N·m·s/rad], not negative, `rest` [m] or [rad]. `name`: unique among springs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_joint_spring(
    model: *mut swp_model,
    name: *const c_char,
    joint: swp_joint,
    coordinate: i32,
    stiffness: f64,
    damping: f64,
    rest: f64,
    out: *mut swp_spring,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let number = super::coordinate(coordinate)?;
        let id = m.add_joint_spring(text(name, "name")?, self::joint(joint)?, number, [stiffness, damping, rest])?;
        put(out, "out", swp_spring { id: encode(&SPRING, id.0) })
    })
}
