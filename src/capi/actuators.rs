//! Actuators with states of their own.

use super::library::swp_status;
use super::model::{edit, function, swp_function, swp_model};
use super::sim::{read, swp_sim};
use super::{Fail, array, encode, put, reference, require, text};
use crate::loads::{Dynamics, Limits};
use crate::model::kinds::FUNCTION;
use libc::c_char;

/// Bounds of an actuator. An infinite one binds nothing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_actuator_limits {
    /// Least command that is followed.
    pub low: f64,
    /// Greatest command that is followed; above `low`.
    pub high: f64,
    /// Largest rate of the output; positive.
    pub rate: f64,
}

/// What an actuator does at one instant.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_actuator_motion {
    /// Command as given.
    pub command: f64,
    /// Output.
    pub value: f64,
    /// Rate of the output.
    pub rate: f64,
    /// Second rate of the output.
    pub acceleration: f64,
    /// 1 while the command is outside of the stroke.
    pub at_stroke: i32,
    /// 1 while the actuator would go faster if it could.
    pub at_rate: i32,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 4],
}

fn limits_of(limits: *const swp_actuator_limits) -> Result<Limits, Fail> {
    if limits.is_null() {
        return Ok(Limits::default());
    }
    let swp_actuator_limits { low, high, rate } = *reference(limits, "limits")?;
    Ok(Limits { low, high, rate })
}

fn add(
    model: *mut swp_model,
    name: *const c_char,
    command: swp_function,
    dynamics: Dynamics,
    limits: *const swp_actuator_limits,
    start: impl FnOnce() -> Result<Option<[f64; 2]>, Fail>,
    out: *mut swp_function,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (name, command) = (text(name, "name")?, function(command)?);
        let id = m.add_actuator(name, command, dynamics, limits_of(limits)?, start()?)?;
        put(out, "out", swp_function { id: encode(&FUNCTION, id.0) })
    })
}

/// Add an actuator of first order: a function s with T ds/dt + s = command, T = `time_constant` [s], positive. Give it to
/// swp_model_drive_joint, and the coordinate follows; to swp_model_add_joint_force, and the force does; the mechanism does not act
/// back on it. The command is any function of this model, also an input that the host sets.
///
/// `limits`: NULL for none; the command is kept within the stroke, the rate below its bound. `start`: s at the start, one number;
/// NULL: at the command. Its states are part of snapshots; statics brings it to rest at its command.
///
/// Its rate jumps where the command does, and a coordinate that it drives with it; a second order one is smoother. Over a step the
/// command is asked for at several times inside it, also when it is a function of the host; where a limit begins or ceases to bind
/// within the step, that time is found and the step is parted there for the actuator. `name`: unique among actuators.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_first_order_actuator(
    model: *mut swp_model,
    name: *const c_char,
    command: swp_function,
    time_constant: f64,
    limits: *const swp_actuator_limits,
    start: *const f64,
    out: *mut swp_function,
) -> swp_status {
    let begin = || if start.is_null() { Ok(None) } else { Ok(Some([array(start, 1, "start")?[0], 0.0])) };
    add(model, name, command, Dynamics::FirstOrder { time_constant }, limits, begin, out)
}

/// Add an actuator of second order: a function s with s'' + 2 damping frequency s' + frequency² s = frequency² command;
/// `frequency` [rad/s] and `damping`, the ratio to critical, positive. As swp_model_add_first_order_actuator otherwise; `start`: s
/// and s' at the start, two numbers; NULL: at rest at the command. Vibrations of one that is hardly damped are followed in steps up to
/// some ten radians of them: with a damping of 0.01 the output is off by 2e-3 of the command at frequency · h = 10, by 0.03 at 15; with
/// 0.7 by less than 1e-6 in any step.
///
/// With a limit of the rate it is a servo that asks for the rate frequency (command − s)/(2 damping), bounded, and reaches it with
/// the time constant 1/(2 damping frequency). The stroke bounds the command: with a damping below 1 the output may overshoot it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_second_order_actuator(
    model: *mut swp_model,
    name: *const c_char,
    command: swp_function,
    frequency: f64,
    damping: f64,
    limits: *const swp_actuator_limits,
    start: *const f64,
    out: *mut swp_function,
) -> swp_status {
    let begin = || {
        if start.is_null() {
            return Ok(None);
        }
        let start = array(start, 2, "start")?;
        Ok(Some([start[0], start[1]]))
    };
    add(model, name, command, Dynamics::SecondOrder { frequency, damping }, limits, begin, out)
}

/// What an actuator does now: `actuator` is the function that its constructor gave. The force or torque with which it drives a
/// coordinate is read with swp_sim_joint_drive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_actuator(
    sim: *const swp_sim,
    actuator: swp_function,
    out: *mut swp_actuator_motion,
) -> swp_status {
    read(sim, |s| {
        let now = s.actuator(function(actuator)?)?;
        let motion = swp_actuator_motion {
            command: now.command,
            value: now.value,
            rate: now.rate,
            acceleration: now.acceleration,
            at_stroke: i32::from(now.at_stroke),
            at_rate: i32::from(now.at_rate),
            reserved: [0; 4],
        };
        put(out, "out", motion)
    })
}
