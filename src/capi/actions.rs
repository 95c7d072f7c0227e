//! What acts on joint coordinates beyond a linear spring, and what couples them.

use super::joints::{joint, swp_joint, swp_spring};
use super::library::swp_status;
use super::model::{edit, function, swp_function, swp_model};
use super::sim::{modify, read, swp_sim};
use super::{Fail, array, decode, encode, put, require, text};
use crate::error::{Error, require_memory};
use crate::model::actions::{COUPLING, SPRING};
use crate::model::{Model, TermId};
use crate::terms::Class;
use crate::terms::law::{Dissipative, Elastic, ForceTable};
use libc::{c_char, size_t};

/// Id of a coupling between joint coordinates.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_coupling {
    /// opaque
    pub id: u32,
}

/// What an action is made of.
type Laws = (Vec<Elastic>, Vec<Dissipative>);

fn add(
    model: *mut swp_model,
    name: *const c_char,
    on: (swp_joint, i32),
    out: *mut swp_spring,
    laws: impl FnOnce(&str) -> Result<Laws, Fail>,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let (elastic, dampers) = laws(name)?;
        let id = m.add_joint_action(name, joint(on.0)?, super::coordinate(on.1)?, elastic, dampers)?;
        put(out, "out", swp_spring { id: encode(&SPRING, id.0) })
    })
}

fn table(name: &str, count: size_t, values: *const f64, forces: *const f64) -> Result<ForceTable, Fail> {
    let (values, forces) = (array(values, count, "values")?, array(forces, count, "forces")?);
    Ok(ForceTable::new(&format!("spring \"{name}\""), values, forces)?)
}

/// Add a spring by points on a joint coordinate: the force or torque against it, −`forces`, at `count` increasing `values` [m] or
/// [rad] of the coordinate, straight lines between them and on beyond the ends. At least two points. `name`: unique among springs,
/// stops, dampers and friction.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_joint_spring_table(
    model: *mut swp_model,
    name: *const c_char,
    joint: swp_joint,
    coordinate: i32,
    count: size_t,
    values: *const f64,
    forces: *const f64,
    out: *mut swp_spring,
) -> swp_status {
    add(model, name, (joint, coordinate), out, |name| {
        Ok((vec![Elastic::Table(table(name, count, values, forces)?)], vec![]))
    })
}

/// Add a preloaded spring on a joint coordinate: force or torque −stiffness (s − rest) − preload along it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_joint_preload(
    model: *mut swp_model,
    name: *const c_char,
    joint: swp_joint,
    coordinate: i32,
    stiffness: f64,
    rest: f64,
    preload: f64,
    out: *mut swp_spring,
) -> swp_status {
    add(model, name, (joint, coordinate), out, |_| Ok((vec![Elastic::Linear { stiffness, rest, preload }], vec![])))
}

/// Add a one-sided stop on a joint coordinate, a droop or flap stop: no force up to `limit` [m] or [rad], beyond it a spring whose
/// stiffness grows from zero to `stiffness` [N/m] or [N·m/rad] over `softness` [m] or [rad], both positive. `upward` 1: it stops
/// motion to larger values; 0: to smaller ones.
///
/// Steps must be well below the time of contact, pi sqrt(m/stiffness): with half of it a rebound has come out 22 % too fast.
/// swp_sim_advance_controlled chooses its steps by their error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_joint_stop(
    model: *mut swp_model,
    name: *const c_char,
    joint: swp_joint,
    coordinate: i32,
    limit: f64,
    upward: i32,
    stiffness: f64,
    softness: f64,
    out: *mut swp_spring,
) -> swp_status {
    add(model, name, (joint, coordinate), out, |name| {
        let upward = match upward {
            0 => false,
            1 => true,
            other => {
                let text = format!("spring \"{name}\": upward is {other}; 0 or 1");
                return Err(Error::InvalidArgument(text).into());
            }
        };
        Ok((vec![Elastic::Stop { limit, upward, stiffness, softness }], vec![]))
    })
}

/// Add a damper by points on a joint coordinate, a lag damper: the force or torque against the rate, −`forces`, at `count`
/// increasing `rates` [m/s] or [rad/s]. It must pass through zero at rest and dissipate everywhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_joint_damper_table(
    model: *mut swp_model,
    name: *const c_char,
    joint: swp_joint,
    coordinate: i32,
    count: size_t,
    rates: *const f64,
    forces: *const f64,
    out: *mut swp_spring,
) -> swp_status {
    add(model, name, (joint, coordinate), out, |name| {
        Ok((vec![], vec![Dissipative::Table(table(name, count, rates, forces)?)]))
    })
}

/// Add friction on a joint coordinate: (sliding + (breakaway − sliding) exp(−(ds/dt / stribeck)²)) tanh(ds/dt / creep) against the
/// rate. `sliding` and `breakaway` [N] or [N·m], 0 ≤ sliding ≤ breakaway; `stribeck` and `creep` [m/s] or [rad/s], positive. Below
/// `creep` the joint creeps instead of sticking: under a constant force below `breakaway` it moves at part of `creep`. For breakaway to be
/// felt, `creep` must be far below `stribeck`, or the bump has gone before tanh has reached one: at a tenth of it 7 % of breakaway − sliding is
/// missing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_joint_friction(
    model: *mut swp_model,
    name: *const c_char,
    joint: swp_joint,
    coordinate: i32,
    sliding: f64,
    breakaway: f64,
    stribeck: f64,
    creep: f64,
    out: *mut swp_spring,
) -> swp_status {
    add(model, name, (joint, coordinate), out, |_| {
        Ok((vec![], vec![Dissipative::Friction { sliding, breakaway, stribeck, creep }]))
    })
}

/// Add a force actuator on a joint coordinate: `factor` times `function` [N] or [N·m] along it. With an input for the function the
/// host sets the command. `name`: unique among forces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_joint_force(
    model: *mut swp_model,
    name: *const c_char,
    joint: swp_joint,
    coordinate: i32,
    factor: f64,
    function: swp_function,
    out: *mut swp_spring,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (on, number) = (self::joint(joint)?, super::coordinate(coordinate)?);
        let id = m.add_joint_force(text(name, "name")?, on, number, factor, self::function(function)?)?;
        put(out, "out", swp_spring { id: encode(&SPRING, id.0) })
    })
}

/// Couple `count` joint coordinates: the sum of `factors[k]` times coordinate `coordinates[k]` of `joints[k]` stays what it is in the
/// reference configuration, plus `function` if its id is not 0. Gears: radii r₁, r₂ on two angles; a rack: r on an angle and −1 on a
/// displacement; a belt: r₁, −r₂; a differential: 1, 1, −2 on two outputs and the carrier; mixers and swashplate kinematics alike.
/// Factors are finite and not zero, no coordinate occurs twice. `name`: unique among couplings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_coupling(
    model: *mut swp_model,
    name: *const c_char,
    count: size_t,
    joints: *const swp_joint,
    coordinates: *const i32,
    factors: *const f64,
    function: swp_function,
    out: *mut swp_coupling,
) -> swp_status {
    edit(model, |m: &mut Model| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let (joints, factors) = (array(joints, count, "joints")?, array(factors, count, "factors")?);
        let coordinates = array(coordinates, count, "coordinates")?;
        let mut parts = Vec::with_capacity(count);
        for k in 0..count {
            parts.push((joint(joints[k])?, super::coordinate(coordinates[k])?, factors[k]));
        }
        let function = if function.id == 0 { None } else { Some(self::function(function)?) };
        let id = m.add_coupling(name, &parts, function)?;
        put(out, "out", swp_coupling { id: encode(&COUPLING, id.0) })
    })
}

/// Let a joint coordinate be locked and released during a run, with swp_sim_lock and swp_sim_release. `locked` 1: it begins locked,
/// where the reference configuration has it; 0: free. Not for a driven coordinate, nor can one with a lock be driven; once a
/// coordinate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_lock(
    model: *mut swp_model,
    joint: swp_joint,
    coordinate: i32,
    locked: i32,
) -> swp_status {
    edit(model, |m| {
        let locked = match locked {
            0 => false,
            1 => true,
            other => return Err(Error::InvalidArgument(format!("lock: locked is {other}; 0 or 1")).into()),
        };
        Ok(m.add_lock(self::joint(joint)?, super::coordinate(coordinate)?, locked)?)
    })
}

/// Lock a joint coordinate at its present value, between steps. What moves along it stops at once; `impulse`, if not NULL, gets the
/// impulse of the lock along the coordinate [N·s] or [N·m·s], 0 if it was locked already. Positions do not change. The audit enters
/// the energy that the impulse takes as work of dampers. Locks are part of snapshots. When joints, drives or other locks hold the
/// coordinate already: SWP_REDUNDANT_CONSTRAINTS, and nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_lock(
    sim: *mut swp_sim,
    joint: swp_joint,
    coordinate: i32,
    impulse: *mut f64,
) -> swp_status {
    modify(sim, false, |s| {
        require_memory(s.model().room_to_simulate(), "the lock")?;
        let found = s.lock(self::joint(joint)?, super::coordinate(coordinate)?)?;
        if impulse.is_null() { Ok(()) } else { put(impulse, "impulse", found) }
    })
}

/// Release a joint coordinate that is locked, between steps; it goes on from where it is, without a jump. Nothing happens if it is
/// free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_release(sim: *mut swp_sim, joint: swp_joint, coordinate: i32) -> swp_status {
    modify(sim, false, |s| Ok(s.release(self::joint(joint)?, super::coordinate(coordinate)?)?))
}

/// Is a joint coordinate locked? 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_locked(
    sim: *const swp_sim,
    joint: swp_joint,
    coordinate: i32,
    out: *mut i32,
) -> swp_status {
    read(sim, |s| put(out, "out", i32::from(s.is_locked(self::joint(joint)?, super::coordinate(coordinate)?)?)))
}

/// Add a generalised coordinate s [m]: an unknown number with a mass [kg], a stiffness [N/m] and a damping [N·s/m] of its own, none of
/// them negative, and its value [m] and rate [m/s] at the start: m s̈ + d ṡ + k s = 0, but for what elements that use it exert. Its
/// kinetic energy is in the audit, all schemes keep its momentum as they do that of bodies, and controlled steps hold its error below
/// `translation_tolerance`. `name`: unique among generalised coordinates; swp_sim_generalised_coordinate asks for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_generalised_coordinate(
    model: *mut swp_model,
    name: *const c_char,
    mass: f64,
    stiffness: f64,
    damping: f64,
    value: f64,
    rate: f64,
) -> swp_status {
    edit(model, |m| {
        let name = text(name, "name")?;
        m.add_generalised(name, Class::Translation, [mass, stiffness, damping], [value, rate])?;
        Ok(())
    })
}

/// A generalised coordinate by its name: `value` [m], `rate` [m/s] and `second_rate` [m/s²]; the last two may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_generalised_coordinate(
    sim: *const swp_sim,
    name: *const c_char,
    value: *mut f64,
    rate: *mut f64,
    second_rate: *mut f64,
) -> swp_status {
    read(sim, |s| {
        require(value, "value")?;
        let own = s.generalised(text(name, "name")?)?;
        for (out, number) in [(rate, own.rate), (second_rate, own.acceleration)] {
            if !out.is_null() {
                put(out, "out", number)?;
            }
        }
        put(value, "value", own.value)
    })
}

/// Force [N] or torque [N·m] that a spring, stop, damper, friction or force actuator exerts along its joint coordinate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_joint_action(sim: *const swp_sim, spring: swp_spring, out: *mut f64) -> swp_status {
    read(sim, |s| {
        let id = TermId(decode(spring.id, &SPRING)?);
        put(out, "out", s.joint_action(id)?)
    })
}
