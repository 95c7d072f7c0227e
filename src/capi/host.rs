//! Elements and conditions computed by the host, and checks of the functions behind them.

use super::floating::of_host;
use super::joints::swp_joint;
use super::library::swp_status;
use super::model::{User, edit, node, read, swp_model, swp_node};
use super::sim::{read as read_sim, swp_sim};
use super::{Fail, Outcome, array, array_mut, coordinate, decode, encode, put, require, sized, text};
use crate::elements::host::{Forces, HostForce, Traits};
use crate::error::Error;
use crate::joints::host::{Conditions, HostConditions};
use crate::model::host::{ELEMENT, HOST_CONDITION};
use crate::model::joints::JOINT;
use crate::model::{HostConditionId, HostElementId, JointId, SlopeCheck};
use crate::terms::NodeId;
use crate::terms::host::Seen;
use libc::{c_char, c_void, size_t};
use std::sync::Arc;

/// Id of an element of the host's.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_host_element {
    /// opaque
    pub id: u32,
}

/// Id of a set of conditions of the host's.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_host_condition {
    /// opaque
    pub id: u32,
}

/// What a function of the host's sees. Nodes and coordinates are in the order in which they were given. Valid during the call.
///
/// Later versions may add members at the end.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_host_view {
    /// Time [s].
    pub time: f64,
    /// Number of nodes.
    pub nodes: size_t,
    /// Number of joint coordinates.
    pub coordinates: size_t,
    /// Seven numbers a node: position [m] and unit quaternion w, x, y, z.
    pub poses: *const f64,
    /// Six numbers a node: velocity [m/s] and angular velocity [rad/s], inertial axes.
    pub velocities: *const f64,
    /// Six numbers a node: acceleration [m/s^2] and angular acceleration [rad/s^2], inertial axes.
    pub accelerations: *const f64,
    /// Three numbers a joint coordinate: value, rate, second rate.
    pub coordinate_motions: *const f64,
}

/// What an element of the host's exerts. Memory is the library's, zero on entry, valid during the call.
///
/// There are n = 6 nodes + coordinates numbers: for each node the force [N] and the moment [N·m] on it, inertial axes; for each
/// coordinate the force [N] or torque [N·m] along it. Matrices are n × n and row-major: entry (i, j) is how number i changes with
/// unknown j, where a node's six unknowns are its displacement [m] and a small rotation [rad] about the inertial axes (of velocities
/// and accelerations accordingly), and a coordinate's is its value. They are NULL when the library does not want them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_host_forces {
    /// n numbers.
    pub force: *mut f64,
    /// n × n numbers, or NULL.
    pub by_position: *mut f64,
    /// n × n numbers, or NULL.
    pub by_velocity: *mut f64,
    /// n × n numbers, or NULL.
    pub by_acceleration: *mut f64,
    /// One number: the energy that the element stores [J]; counts when the element was added with `stores_energy`.
    pub energy: *mut f64,
}

/// What a function for conditions of the host's fills. Memory is the library's, zero on entry, valid during the call.
///
/// With m conditions and n = 6 nodes + coordinates unknowns, see swp_host_forces:
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_host_values {
    /// m numbers, zero where the conditions hold.
    pub value: *mut f64,
    /// m × n numbers, row-major: how condition i changes with unknown j.
    pub gradient: *mut f64,
    /// m numbers: how the conditions change with time alone [1/s].
    pub rate: *mut f64,
    /// m multipliers for which `curvature` is wanted; NULL when it is not.
    pub multipliers: *const f64,
    /// n × n numbers, row-major: how number i of gradient-transposed times multipliers changes with unknown j; NULL when it is
    /// not wanted.
    pub curvature: *mut f64,
}

/// An element of the host's: fills `out` for what `view` shows and returns 0. Any other value, or a number that is not finite, makes
/// the step fail with SWP_CALLBACK_FAILED and leaves the state as it was.
///
/// It is called many times a step. It must depend on its arguments alone if a restored simulation is to repeat itself, must not
/// throw, and must not call back into the simulation that is being stepped (SWP_WRONG_STATE) or the model that is being built. With one
/// model in several threads it is called from several threads at once, with the same `user` pointer.
pub type swp_host_element_callback =
    Option<unsafe extern "C" fn(view: *const swp_host_view, out: *const swp_host_forces, user: *mut c_void) -> i32>;

/// Conditions of the host's on positions: fills `out` for what `view` shows (its velocities and accelerations are not to be used) and
/// returns 0. The rest is as with swp_host_element_callback.
pub type swp_host_condition_callback =
    Option<unsafe extern "C" fn(view: *const swp_host_view, out: *const swp_host_values, user: *mut c_void) -> i32>;

/// What a host says of its element.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_host_element_options {
    /// Size of this struct, set by swp_host_element_options_init; do not change it.
    pub size: size_t,
    /// Over which the forces change with position [m], positive. The size of differences: 1e-5 of it, and 1e-5 rad. Default 1.
    pub length: f64,
    /// 1: the function fills the matrices when they are not NULL; 0: the library takes differences. Default 0.
    pub gives_tangents: i32,
    /// 1: forces depend on velocities. Looked at without tangents only. Default 0.
    pub uses_velocities: i32,
    /// 1: forces depend on accelerations. Looked at without tangents only. Default 0.
    pub uses_accelerations: i32,
    /// 1: the function fills the energy, which counts as potential energy in the audit, and does no other work; 0: the work of its
    /// forces counts as that of loads. Default 0.
    pub stores_energy: i32,
    /// 0; room for members of later versions.
    pub reserved: [u64; 8],
}

impl super::Sized for swp_host_element_options {
    fn head(&self) -> (size_t, &[u64]) {
        (self.size, &self.reserved)
    }
}

/// How far the tangents of a function of the host's are from differences.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_host_check {
    /// Largest defects, each relative to the largest entry of its matrix: of an element by_position, by_velocity and
    /// by_acceleration; of conditions gradient, rate and curvature. Differences themselves are good to about 1e-9 of smooth functions.
    pub defect: [f64; 3],
    /// Which of the three holds the worst entry: 0, 1 or 2.
    pub matrix: i32,
    /// Its row, from 0.
    pub row: i32,
    /// Its column, from 0.
    pub column: i32,
    /// 1: tangents, or the curvature, are not given, and the library takes differences.
    pub by_differences: i32,
    /// The worst entry as the function gives it.
    pub given: f64,
    /// The same by differences.
    pub difference: f64,
    /// Of an element with `stores_energy`: largest difference between its forces and minus the slopes of its energy, relative to the
    /// largest of both. Forces that do other work (dampers) do not belong into such an element. 0 without energy.
    pub energy_defect: f64,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 3],
}

fn joint_coordinates(
    joints: *const swp_joint,
    coordinates: *const i32,
    count: usize,
) -> Result<Vec<(JointId, usize)>, Fail> {
    if count == 0 {
        return Ok(vec![]);
    }
    let (joints, numbers) = (array(joints, count, "joints")?, array(coordinates, count, "coordinates")?);
    joints
        .iter()
        .zip(numbers)
        .map(|(joint, number)| Ok((JointId(decode(joint.id, &JOINT)?), coordinate(*number)?)))
        .collect()
}

fn node_ids(nodes: *const swp_node, count: usize) -> Result<Vec<NodeId>, Fail> {
    if count == 0 {
        return Ok(vec![]);
    }
    array(nodes, count, "nodes")?.iter().map(|id| node(*id)).collect()
}

fn flag(what: &str, value: i32) -> Result<bool, Fail> {
    match value {
        0 | 1 => Ok(value == 1),
        _ => Err(Error::InvalidArgument(format!("{what} is {value}; it must be 0 or 1")).into()),
    }
}

fn view(seen: &Seen) -> swp_host_view {
    swp_host_view {
        time: seen.time,
        nodes: seen.poses().len(),
        coordinates: seen.coordinates().len(),
        poses: seen.poses().as_flattened().as_ptr(),
        velocities: seen.velocities().as_flattened().as_ptr(),
        accelerations: seen.accelerations().as_flattened().as_ptr(),
        coordinate_motions: seen.coordinates().as_flattened().as_ptr(),
    }
}

fn put_check(out: *mut swp_host_check, check: &SlopeCheck) -> Outcome {
    let [matrix, row, column] = check.worst.map(|k| k as i32);
    let by_differences = i32::from(check.by_differences);
    let (given, difference) = (check.given, check.difference);
    put(
        out,
        "out",
        swp_host_check {
            defect: check.defects,
            matrix,
            row,
            column,
            by_differences,
            given,
            difference,
            energy_defect: check.energy_defect,
            reserved: [0; 3],
        },
    )
}

/// An element of the host's.
fn host_force(callback: swp_host_element_callback, user: *mut c_void) -> Result<HostForce, Fail> {
    let callback = callback.ok_or(Fail::Null("callback"))?;
    let user = User(user);
    Ok(Arc::new(move |seen: &Seen, to: Forces| {
        let user = &user;
        let [by_position, by_velocity, by_acceleration] = match to.tangents {
            Some(tangents) => tangents.map(|t| t.as_mut_ptr()),
            None => [std::ptr::null_mut(); 3],
        };
        let out = swp_host_forces {
            force: to.force.as_mut_ptr(),
            by_position,
            by_velocity,
            by_acceleration,
            energy: to.energy,
        };
        // SAFETY: the host's function takes a view to read, pointers to as many numbers as the header says, or NULL, and its
        // own pointer.
        unsafe { of_host(|| callback(&view(seen), &out, user.0)) == 0 }
    }))
}

/// Conditions of the host's.
fn host_conditions(callback: swp_host_condition_callback, user: *mut c_void) -> Result<HostConditions, Fail> {
    let callback = callback.ok_or(Fail::Null("callback"))?;
    let user = User(user);
    Ok(Arc::new(move |seen: &Seen, to: Conditions| {
        let user = &user;
        let (multipliers, curvature) = match to.curvature {
            Some((multipliers, curvature)) => (multipliers.as_ptr(), curvature.as_mut_ptr()),
            None => (std::ptr::null(), std::ptr::null_mut()),
        };
        let out = swp_host_values {
            value: to.value.as_mut_ptr(),
            gradient: to.gradient.as_mut_ptr(),
            rate: to.rate.as_mut_ptr(),
            multipliers,
            curvature,
        };
        // SAFETY: as above.
        unsafe { of_host(|| callback(&view(seen), &out, user.0)) == 0 }
    }))
}

/// Have an element of the host's ready under a name, for a model file that refers to it; as swp_model_bind_function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_bind_host_element(
    model: *mut swp_model,
    name: *const c_char,
    callback: swp_host_element_callback,
    user: *mut c_void,
) -> swp_status {
    edit(model, |m| Ok(m.bind(text(name, "name")?, host_force(callback, user)?)?))
}

/// Have conditions of the host's on positions ready under a name, for a model file that refers to them; as swp_model_bind_function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_bind_host_condition(
    model: *mut swp_model,
    name: *const c_char,
    callback: swp_host_condition_callback,
    user: *mut c_void,
) -> swp_status {
    edit(model, |m| Ok(m.bind(text(name, "name")?, host_conditions(callback, user)?)?))
}

/// Fill the options of an element of the host's with their defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_host_element_options_init(options: *mut swp_host_element_options) -> swp_status {
    super::guard(None, || {
        let defaults = swp_host_element_options {
            size: size_of::<swp_host_element_options>(),
            length: 1.0,
            gives_tangents: 0,
            uses_velocities: 0,
            uses_accelerations: 0,
            stores_energy: 0,
            reserved: [0; 8],
        };
        put(options, "options", defaults)
    })
}

/// Add an element computed by the host, over `node_count` (0 to 8) different nodes and `coordinate_count` (0 to 6) different joint
/// coordinates, together at least one; see swp_host_element_callback.
///
/// `name`: unique among these elements, copied. `nodes`: `node_count` ids, may be NULL when there are none. `joints` and
/// `coordinates`: `coordinate_count` ids and coordinate numbers, may be NULL when there are none. `options` may be NULL for the
/// defaults. `user` is handed to the callback as it is and must stay valid as long as the model or a simulation of it lives. The
/// callback is called once here, at t = 0 in the reference configuration. Generalised-α, Radau IIA, statics and modes take such
/// elements; the schemes over a step (EP, ED, MP-EP, MP-ED) refuse them by name. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_host_element(
    model: *mut swp_model,
    name: *const c_char,
    node_count: size_t,
    nodes: *const swp_node,
    coordinate_count: size_t,
    joints: *const swp_joint,
    coordinates: *const i32,
    callback: swp_host_element_callback,
    user: *mut c_void,
    options: *const swp_host_element_options,
    out: *mut swp_host_element,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (ids, on) = (node_ids(nodes, node_count)?, joint_coordinates(joints, coordinates, coordinate_count)?);
        let mut traits =
            Traits { tangents: false, velocities: false, accelerations: false, energy: false, length: 1.0 };
        if !options.is_null() {
            let o = sized(options, "options", "swp_host_element_options_init")?;
            traits = Traits {
                tangents: flag("options: gives_tangents", o.gives_tangents)?,
                velocities: flag("options: uses_velocities", o.uses_velocities)?,
                accelerations: flag("options: uses_accelerations", o.uses_accelerations)?,
                energy: flag("options: stores_energy", o.stores_energy)?,
                length: o.length,
            };
        }
        let id = m.add_host_element(text(name, "name")?, &ids, &on, host_force(callback, user)?, traits)?;
        put(out, "out", swp_host_element { id: encode(&ELEMENT, id.0) })
    })
}

/// Add `count` (1 to 6) conditions on positions computed by the host, over `node_count` (0 to 8) different nodes and
/// `coordinate_count` (0 to 6) different joint coordinates, together at least one; see swp_host_condition_callback.
///
/// `name`: unique among these conditions, copied. `nodes`, `joints`, `coordinates`, `user`: as with swp_model_add_host_element.
/// `gives_curvature`: 1 when the callback fills `curvature` when it is not NULL, 0 when the library takes differences of the gradient.
/// `length` [m], positive: that over which the gradient changes with position. The callback is called once here, at t = 0 in the
/// reference configuration, where the conditions need not hold: the start moves the model onto them. Generalised-α, Radau IIA,
/// statics and modes take such conditions; the schemes over a step refuse them by name. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_host_condition(
    model: *mut swp_model,
    name: *const c_char,
    count: size_t,
    node_count: size_t,
    nodes: *const swp_node,
    coordinate_count: size_t,
    joints: *const swp_joint,
    coordinates: *const i32,
    callback: swp_host_condition_callback,
    user: *mut c_void,
    gives_curvature: i32,
    length: f64,
    out: *mut swp_host_condition,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (ids, on) = (node_ids(nodes, node_count)?, joint_coordinates(joints, coordinates, coordinate_count)?);
        let how = (flag("gives_curvature", gives_curvature)?, length);
        let id = m.add_host_condition(text(name, "name")?, count, &ids, &on, host_conditions(callback, user)?, how)?;
        put(out, "out", swp_host_condition { id: encode(&HOST_CONDITION, id.0) })
    })
}

/// Compare the tangents that an element of the host's gives with differences of its forces, in three configurations within `spread`
/// ([m] and [rad], not negative) of the reference, the nodes moving at random. Also finds forces that depend on velocities or
/// accelerations of which the options say that they do not, and an energy that is not that of the forces. The callback is called many times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_check_host_element(
    model: *const swp_model,
    element: swp_host_element,
    spread: f64,
    out: *mut swp_host_check,
) -> swp_status {
    read(model, |m| {
        let id = HostElementId(decode(element.id, &ELEMENT)?);
        put_check(out, &m.check_host_element(id, spread)?)
    })
}

/// Compare gradient, rate and curvature that conditions of the host's give with differences, in three configurations within `spread`
/// ([m] and [rad], not negative) of the reference. The callback is called many times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_check_host_condition(
    model: *const swp_model,
    condition: swp_host_condition,
    spread: f64,
    out: *mut swp_host_check,
) -> swp_status {
    read(model, |m| {
        let id = HostConditionId(decode(condition.id, &HOST_CONDITION)?);
        put_check(out, &m.check_host_condition(id, spread)?)
    })
}

/// Multipliers of conditions of the host's: force and moment on a node are minus the gradient transposed times these. `count` is the
/// number of conditions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_host_condition(
    sim: *const swp_sim,
    condition: swp_host_condition,
    count: size_t,
    out: *mut f64,
) -> swp_status {
    read_sim(sim, |s| {
        let id = HostConditionId(decode(condition.id, &HOST_CONDITION)?);
        let multipliers = s.host_multipliers(id)?;
        if count != multipliers.len() {
            let text = format!("there are {} conditions, `count` is {count}", multipliers.len());
            return Err(Error::WrongSize(text).into());
        }
        array_mut(out, count, "out")?.copy_from_slice(multipliers);
        Ok(())
    })
}
