//! Building a model: nodes, bodies, functions of time.

use super::floating::of_host;
use super::library::swp_status;
use super::{
    Fail, Outcome, array, copy_text, decode, encode, guard, optional_vec3, put, reference, require, text, vec3, with,
};
use crate::error::{Error, require_memory};
use crate::loads::{HostFunction, Table, TimeFunction};
use crate::math::{Mat3, Quat};
use crate::model::joints::JOINT;
use crate::model::kinds::{BODY, FUNCTION, NODE};
use crate::model::memory::TABLE_POINT;
use crate::model::{Model, NodeKind, unit_quaternion};
use crate::simulation::Options;
use crate::terms::{FunctionId, NodeId};
use libc::{c_char, c_void, size_t};
use std::sync::{Arc, Mutex};

/// A model: nodes, bodies, joints, loads and functions of time.
///
/// It is built by one thread, checked, and then shared: any number of simulations may use one model, each in a thread of its
/// own. While a simulation uses it, it cannot change (SWP_FROZEN_MODEL, also when several threads try at once); when its simulations are
/// freed, it can again.
pub struct swp_model {
    pub(super) model: Arc<Model>,
    pub(super) error: Mutex<String>,
}

/// Id of a node. Zero is never valid.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_node {
    /// opaque
    pub id: u32,
}

/// Id of a rigid body or point mass.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_body {
    /// opaque
    pub id: u32,
}

/// Id of a function of time.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_function {
    /// opaque
    pub id: u32,
}

/// How a table is interpolated.
#[repr(i32)]
pub enum swp_interpolation {
    /// Straight lines between the points.
    SWP_INTERPOLATE_LINEAR = 0,
    /// A natural cubic spline through the points.
    SWP_INTERPOLATE_CUBIC = 1,
}

/// A function of time of the host's: writes value, first and second derivative at `t` [s] to out[0], out[1], out[2] and
/// returns 0; any other value makes the step fail with SWP_CALLBACK_FAILED and leaves the state as it was.
///
/// It must not throw, and must not call back into the simulation that is being stepped (SWP_WRONG_STATE). It is called from
/// the thread that steps or queries the simulation. With one model in several threads it is called from several
/// threads at once, with the same `user` pointer. It must depend on `t` alone if a restored simulation is to repeat itself.
pub type swp_function_callback = Option<unsafe extern "C" fn(t: f64, out: *mut f64, user: *mut c_void) -> i32>;

impl swp_model {
    /// The model, if no simulation uses it.
    pub(super) fn edit(&mut self) -> Result<&mut Model, Fail> {
        Arc::get_mut(&mut self.model).ok_or(Fail::Error(Error::FrozenModel))
    }
}

/// Run a body that reads the model.
pub(super) fn read(model: *const swp_model, body: impl FnOnce(&Model) -> Outcome) -> swp_status {
    // SAFETY: NULL or a handle from swp_model_create that was not freed, as the header asks.
    with(unsafe { model.as_ref() }, "model", |m| &m.error, |m| body(&m.model))
}

/// Run a body that changes the model.
pub(super) fn edit(model: *mut swp_model, body: impl FnOnce(&mut Model) -> Outcome) -> swp_status {
    let mut body = Some(body);
    edit_by(model, &mut |model| body.take().map_or(Ok(()), |body| body(model)))
}

fn edit_by(model: *mut swp_model, body: &mut dyn FnMut(&mut Model) -> Outcome) -> swp_status {
    // SAFETY: NULL or a handle from swp_model_create that was not freed, as the header asks. While simulations use the model several
    // threads may have it: then it is only read, and the refusal goes to a slot that they share.
    match unsafe { model.as_ref() } {
        None => return guard(None, || Err(Fail::Null("model"))),
        Some(shared) if Arc::strong_count(&shared.model) > 1 => {
            return guard(Some(&shared.error), || Err(Error::FrozenModel.into()));
        }
        Some(_) => {}
    }
    // SAFETY: as above; no simulation uses it, and no other thread does, as the header asks of a model that can change.
    let handle = unsafe { &mut *model };
    let mut error = std::mem::take(&mut handle.error);
    let mut mark = None;
    let status = guard(Some(&error), || {
        let model = handle.edit()?;
        require_memory(model.room_to_grow(), "adding to the model")?;
        mark = Some(model.mark());
        body(model)
    });
    // whatever went wrong, also in the middle: nothing is left of it
    if let (Some(mark), Ok(model)) = (mark.filter(|_| status != swp_status::SWP_OK), handle.edit()) {
        model.cut_back(&mark);
    }
    std::mem::swap(&mut handle.error, &mut error);
    status
}

pub(super) fn node(id: swp_node) -> Result<NodeId, Fail> {
    Ok(NodeId(decode(id.id, &NODE)?))
}

pub(super) fn function(id: swp_function) -> Result<FunctionId, Fail> {
    Ok(FunctionId(decode(id.id, &FUNCTION)?))
}

/// A unit quaternion; the identity when NULL.
pub(super) fn orientation(pointer: *const f64, what: &str) -> Result<Quat, Fail> {
    if pointer.is_null() {
        return Ok(Quat::identity());
    }
    let q = array(pointer, 4, "orientation")?;
    Ok(unit_quaternion(what, [q[0], q[1], q[2], q[3]])?)
}

/// Create an empty model. The caller owns it and frees it with swp_model_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_create(out: *mut *mut swp_model) -> swp_status {
    guard(None, || {
        require(out, "out")?;
        require_memory(0, "a new model")?;
        let model = swp_model { model: Arc::new(Model::new()), error: Mutex::default() };
        put(out, "out", Box::into_raw(Box::new(model)))
    })
}

/// Free a model. NULL is allowed. Simulations that use it keep what they need and go on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_free(model: *mut swp_model) {
    if !model.is_null() {
        // SAFETY: the handle came from swp_model_create and is freed once, as the header asks.
        drop(unsafe { Box::from_raw(model) });
    }
}

/// Text of the model's last failure: what happened, where by name, what to try. Empty before the first one.
///
/// Copies at most `length` bytes, the last of them zero, into `buffer`, and the number of bytes of the whole text, its end
/// included, into `needed`. Either pointer may be NULL, not both. Returns SWP_WRONG_SIZE when the text was cut.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_error(
    model: *const swp_model,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    guard(None, || {
        let text = reference(model, "model")?.error.lock().unwrap_or_else(|e| e.into_inner()).clone();
        copy_text(&text, buffer, length, needed)
    })
}

fn add_node(
    model: *mut swp_model,
    name: *const c_char,
    kind: NodeKind,
    position: *const f64,
    quaternion: *const f64,
    out: *mut swp_node,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (name, x) = (text(name, "name")?, vec3(position, "position")?);
        let id = m.add_node(name, kind, x, orientation(quaternion, &format!("node \"{name}\", orientation"))?)?;
        put(out, "out", swp_node { id: encode(&NODE, id.0) })
    })
}

/// Add a node that moves and turns.
///
/// `name`: unique among nodes, copied. `position`: 3 components [m], inertial axes. `orientation`: unit quaternion w, x, y, z
/// that takes node axes to inertial axes, or NULL for none. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_node(
    model: *mut swp_model,
    name: *const c_char,
    position: *const f64,
    orientation: *const f64,
    out: *mut swp_node,
) -> swp_status {
    add_node(model, name, NodeKind::Free, position, orientation, out)
}

/// Add a node that is fixed in space; arguments as in swp_model_add_node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_ground(
    model: *mut swp_model,
    name: *const c_char,
    position: *const f64,
    orientation: *const f64,
    out: *mut swp_node,
) -> swp_status {
    add_node(model, name, NodeKind::Ground, position, orientation, out)
}

/// Add a node that moves but has no orientation: three unknowns, for point masses. Its axes stay parallel to the inertial
/// ones. Joints that need its orientation, moments and offsets on it are refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_point_node(
    model: *mut swp_model,
    name: *const c_char,
    position: *const f64,
    out: *mut swp_node,
) -> swp_status {
    add_node(model, name, NodeKind::Point, position, std::ptr::null(), out)
}

/// Give a node its velocity [m/s] and angular velocity [rad/s], NULL for none, at the start, inertial axes; zero unless given. Where
/// joints do not allow them, the start changes them as an impulse through the joints would, and reports by how much.
///
/// It is the velocity of this node alone. What hangs on the node by joints starts with its own velocity, zero unless given: a hub that is
/// given its angular velocity here, with blades that are given none, starts with blades at rest that their hinges then jerk (the
/// diagnosis of swp_model_diagnose says so). Give every part its velocity, or none to all of them and the rate to the joint that turns
/// them (swp_model_start_joint, swp_model_drive_joint): what hangs on it then turns with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_set_node_velocity(
    model: *mut swp_model,
    node: swp_node,
    velocity: *const f64,
    angular_velocity: *const f64,
) -> swp_status {
    edit(model, |m| {
        let (v, omega) = (vec3(velocity, "velocity")?, optional_vec3(angular_velocity)?);
        Ok(m.set_velocity(self::node(node)?, v, omega)?)
    })
}

/// Find a node by name; SWP_UNKNOWN_ID if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_find_node(
    model: *const swp_model,
    name: *const c_char,
    out: *mut swp_node,
) -> swp_status {
    read(model, |m| {
        let index = m.find("node", text(name, "name")?)?;
        put(out, "out", swp_node { id: encode(&NODE, index) })
    })
}

/// Number of nodes, ground nodes included; bulk queries list them in the order in which they were added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_node_count(model: *const swp_model, out: *mut size_t) -> swp_status {
    read(model, |m| put(out, "out", m.nodes().len()))
}

/// Number of joints.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_joint_count(model: *const swp_model, out: *mut size_t) -> swp_status {
    read(model, |m| put(out, "out", m.joints().len()))
}

/// Set the acceleration of gravity, 3 components [m/s²], inertial axes; zero unless set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_set_gravity(model: *mut swp_model, gravity: *const f64) -> swp_status {
    edit(model, |m| Ok(m.set_gravity(vec3(gravity, "gravity")?)?))
}

/// Add a rigid body to a node; a node may carry several.
///
/// `mass` [kg] is positive. `center_of_mass`: 3 components [m], node axes. `inertia`: 3×3, row-major, about the centre of
/// mass, node axes [kg·m²]: symmetric, no negative principal moment, none larger than the sum of the other two; products of
/// inertia with their minus sign, I_12 = −∫xy dm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_rigid_body(
    model: *mut swp_model,
    name: *const c_char,
    node: swp_node,
    mass: f64,
    center_of_mass: *const f64,
    inertia: *const f64,
    out: *mut swp_body,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let inertia = Mat3::from_row_slice(array(inertia, 9, "inertia")?);
        let center = vec3(center_of_mass, "center_of_mass")?;
        let id = m.add_rigid_body(text(name, "name")?, self::node(node)?, mass, center, inertia)?;
        put(out, "out", swp_body { id: encode(&BODY, id.0) })
    })
}

/// Add a point mass [kg] to a node, at `offset` (3 components [m], node axes; NULL for none).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_point_mass(
    model: *mut swp_model,
    name: *const c_char,
    node: swp_node,
    mass: f64,
    offset: *const f64,
    out: *mut swp_body,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let id = m.add_point_mass(text(name, "name")?, self::node(node)?, mass, optional_vec3(offset)?)?;
        put(out, "out", swp_body { id: encode(&BODY, id.0) })
    })
}

fn add_function(
    model: *mut swp_model,
    out: *mut swp_function,
    make: impl FnOnce(&mut Model) -> Result<FunctionId, Fail>,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let id = make(m)?;
        put(out, "out", swp_function { id: encode(&FUNCTION, id.0) })
    })
}

/// Add a constant function of time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_constant(
    model: *mut swp_model,
    value: f64,
    out: *mut swp_function,
) -> swp_status {
    add_function(model, out, |m| Ok(m.add_function(TimeFunction::Constant(value))?))
}

/// Add a function given by `count` points (at least 2): `times` [s] that increase, and `values`; both are copied. Outside the
/// table the function keeps its end values. `interpolation`: one of swp_interpolation.
///
/// A function that drives a joint should be cubic: a straight line has kinks in its rate, at which the drive jolts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_table(
    model: *mut swp_model,
    count: size_t,
    times: *const f64,
    values: *const f64,
    interpolation: i32,
    out: *mut swp_function,
) -> swp_status {
    add_function(model, out, |m| {
        let cubic = match interpolation {
            0 => false,
            1 => true,
            other => {
                let text =
                    format!("interpolation {other} is not known; SWP_INTERPOLATE_LINEAR or SWP_INTERPOLATE_CUBIC");
                return Err(Error::InvalidArgument(text).into());
            }
        };
        let (times, values) = (array(times, count, "times")?, array(values, count, "values")?);
        require_memory(TABLE_POINT.saturating_mul(count), "the table")?;
        let table = Table::new(times, values, cubic)?;
        Ok(m.add_function(TimeFunction::Table(table))?)
    })
}

/// Add the function amplitude · sin(frequency · t + phase); `frequency` [rad/s], `phase` [rad].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_harmonic(
    model: *mut swp_model,
    amplitude: f64,
    frequency: f64,
    phase: f64,
    out: *mut swp_function,
) -> swp_status {
    add_function(model, out, |m| Ok(m.add_function(TimeFunction::Harmonic { amplitude, frequency, phase })?))
}

/// Add the function amplitude · (1 − cos(π (t − start)/duration))/2: zero before `start` [s], `amplitude` at start +
/// duration; afterwards it stays there (`hold` not 0) or returns to zero at start + 2 duration and stays there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_one_minus_cosine(
    model: *mut swp_model,
    amplitude: f64,
    start: f64,
    duration: f64,
    hold: i32,
    out: *mut swp_function,
) -> swp_status {
    add_function(model, out, |m| {
        Ok(m.add_function(TimeFunction::OneMinusCosine { amplitude, start, duration, hold: hold != 0 })?)
    })
}

fn parts(count: usize, functions: *const swp_function) -> Result<Vec<FunctionId>, Fail> {
    array(functions, count, "functions")?.iter().map(|id| function(*id)).collect()
}

/// Add the sum of `count` (at least 1) functions of this model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_sum(
    model: *mut swp_model,
    count: size_t,
    functions: *const swp_function,
    out: *mut swp_function,
) -> swp_status {
    add_function(model, out, |m| Ok(m.add_function(TimeFunction::Sum(parts(count, functions)?))?))
}

/// Add the product of `count` (at least 1) functions of this model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_product(
    model: *mut swp_model,
    count: size_t,
    functions: *const swp_function,
    out: *mut swp_function,
) -> swp_status {
    add_function(model, out, |m| Ok(m.add_function(TimeFunction::Product(parts(count, functions)?))?))
}

/// The host's pointer, carried to the threads that simulate.
pub(super) struct User(pub(super) *mut c_void);
// SAFETY: the library never looks at what the pointer points to; the header tells the host that its callback is called from
// the threads that step simulations, possibly from several at once.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

/// Add a function computed by the host; see swp_function_callback. `user` is handed to it as it is and must stay valid as
/// long as the model or a simulation of it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_callback(
    model: *mut swp_model,
    callback: swp_function_callback,
    user: *mut c_void,
    out: *mut swp_function,
) -> swp_status {
    add_function(model, out, |m| {
        let function = host_function(callback, user)?;
        Ok(m.add_function(TimeFunction::Host(function))?)
    })
}

/// A function of the host.
pub(super) fn host_function(callback: swp_function_callback, user: *mut c_void) -> Result<HostFunction, Fail> {
    let callback = callback.ok_or(Fail::Null("callback"))?;
    let user = User(user);
    Ok(Arc::new(move |t: f64| {
        let user = &user;
        let mut values = [0.0; 3];
        // SAFETY: the host's function takes a time, room for three numbers and its own pointer, as the header says.
        let status = unsafe { of_host(|| callback(t, values.as_mut_ptr(), user.0)) };
        (status == 0).then_some(values)
    }))
}

/// Add an input: a number that the host sets with swp_sim_set_input before or during a step. `name`: unique among inputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_input(
    model: *mut swp_model,
    name: *const c_char,
    initial: f64,
    out: *mut swp_function,
) -> swp_status {
    add_function(model, out, |m| Ok(m.add_input(text(name, "name")?, initial)?))
}

/// Find an input by name; SWP_UNKNOWN_ID if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_find_input(
    model: *const swp_model,
    name: *const c_char,
    out: *mut swp_function,
) -> swp_status {
    read(model, |m| {
        let index = m.find("input", text(name, "name")?)?;
        put(out, "out", swp_function { id: encode(&FUNCTION, index) })
    })
}

/// Check the model as a whole: nodes that nothing determines, joints that do not fit the reference configuration (beyond 1e-6
/// of the model's size), joints on points that need an orientation. SWP_INVALID_MODEL with the name of the thing.
///
/// swp_sim_create checks this too, and more: dependent conditions and motions without mass.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_check(model: *mut swp_model) -> swp_status {
    read(model, |m| Ok(m.check(Options::default().assembly_tolerance)?))
}

/// Find a joint by name; SWP_UNKNOWN_ID if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_find_joint(
    model: *const swp_model,
    name: *const c_char,
    out: *mut super::joints::swp_joint,
) -> swp_status {
    read(model, |m| {
        let index = m.find("joint", text(name, "name")?)?;
        put(out, "out", super::joints::swp_joint { id: encode(&JOINT, index) })
    })
}
