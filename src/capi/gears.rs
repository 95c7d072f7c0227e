//! Gears, racks, belts and differentials.

use super::actions::swp_coupling;
use super::joints::{joint, swp_joint};
use super::library::swp_status;
use super::model::{edit, swp_model};
use super::sim::{read, swp_sim};
use super::{Fail, coordinate, decode, encode, put, require, text};
use crate::error::{Error, Result};
use crate::model::actions::COUPLING;
use crate::model::{Mesh, Model, On, TermId};
use libc::c_char;

/// A coordinate of a joint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_joint_coordinate {
    /// The joint.
    pub joint: swp_joint,
    /// Number of the coordinate; the first one is 0.
    pub coordinate: i32,
}

fn on(given: swp_joint_coordinate) -> std::result::Result<On, Fail> {
    Ok((joint(given.joint)?, coordinate(given.coordinate)?))
}

fn yes(what: &str, value: i32) -> std::result::Result<bool, Fail> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(Error::InvalidArgument(format!("{what} is {other}; 0 or 1")).into()),
    }
}

fn add(
    model: *mut swp_model,
    name: *const c_char,
    out: *mut swp_coupling,
    make: impl FnOnce(&mut Model, &str) -> std::result::Result<Result<TermId>, Fail>,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let id = make(m, text(name, "name")?)??;
        put(out, "out", swp_coupling { id: encode(&COUPLING, id.0) })
    })
}

/// Add a pair of gears on parallel axes. `one`, `two`: turning coordinates of revolute, cylindrical or screw joints that have one node,
/// the housing, in common (ground nodes count as one). `teeth_one`, `teeth_two`: numbers of teeth, or pitch radii; positive.
/// `internal` 0: outer teeth, they turn against each other; 1: one has its teeth inside. Which way the joints' axes point and which
/// side the housing is on does not matter. `name`: unique among couplings.
///
/// The torque of the teeth on the wheels acts back on the housing. The forces of the teeth on the bearings are not in the reactions of
/// the joints; with pitch radii the torque, swp_sim_coupling_effort, over the radius is that force.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_gears(
    model: *mut swp_model,
    name: *const c_char,
    one: swp_joint_coordinate,
    two: swp_joint_coordinate,
    teeth_one: f64,
    teeth_two: f64,
    internal: i32,
    out: *mut swp_coupling,
) -> swp_status {
    add(model, name, out, |m, name| {
        let mesh = if yes("gears: internal", internal)? { Mesh::Internal } else { Mesh::External };
        Ok(m.add_gears(name, [on(one)?, on(two)?], [teeth_one, teeth_two], mesh))
    })
}

/// Add a pair of bevel gears, as swp_model_add_gears, on axes that meet at an angle. A wheel is on the side of the meeting point where
/// its joint's point lies; when that is the meeting point itself, along the joint's third axis.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_bevel_gears(
    model: *mut swp_model,
    name: *const c_char,
    one: swp_joint_coordinate,
    two: swp_joint_coordinate,
    teeth_one: f64,
    teeth_two: f64,
    out: *mut swp_coupling,
) -> swp_status {
    add(model, name, out, |m, name| Ok(m.add_bevel_gears(name, [on(one)?, on(two)?], [teeth_one, teeth_two])))
}

/// Add a rack and a pinion of a pitch `radius` [m], positive: the turning coordinate of a joint and the sliding one of a prismatic or
/// cylindrical joint across its axis, both on one housing. The rack is on the side of the pinion where its joint's point lies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_rack(
    model: *mut swp_model,
    name: *const c_char,
    pinion: swp_joint_coordinate,
    rack: swp_joint_coordinate,
    radius: f64,
    out: *mut swp_coupling,
) -> swp_status {
    add(model, name, out, |m, name| Ok(m.add_rack(name, on(pinion)?, on(rack)?, radius)))
}

/// Add a belt or a chain around two wheels of these radii [m], positive, on parallel axes in one housing. `crossed` 1: it crosses
/// itself between them, and they turn against each other; 0: they turn alike.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_belt(
    model: *mut swp_model,
    name: *const c_char,
    one: swp_joint_coordinate,
    two: swp_joint_coordinate,
    radius_one: f64,
    radius_two: f64,
    crossed: i32,
    out: *mut swp_coupling,
) -> swp_status {
    add(model, name, out, |m, name| {
        let crossed = yes("belt: crossed", crossed)?;
        Ok(m.add_belt(name, [on(one)?, on(two)?], [radius_one, radius_two], crossed))
    })
}

/// Add a differential: the carrier turns with the mean of two outputs; turning coordinates about parallel axes in one housing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_differential(
    model: *mut swp_model,
    name: *const c_char,
    carrier: swp_joint_coordinate,
    output_one: swp_joint_coordinate,
    output_two: swp_joint_coordinate,
    out: *mut swp_coupling,
) -> swp_status {
    add(model, name, out, |m, name| Ok(m.add_differential(name, on(carrier)?, [on(output_one)?, on(output_two)?])))
}

/// Force [N] or torque [N·m] that a coupling exerts along one of its coordinates, by its `place` among them: 0 for the first that was
/// given. A differential has its outputs first, then its carrier.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_coupling_effort(
    sim: *const swp_sim,
    coupling: swp_coupling,
    place: i32,
    out: *mut f64,
) -> swp_status {
    read(sim, |s| {
        let id = TermId(decode(coupling.id, &COUPLING)?);
        put(out, "out", s.coupling_effort(id, coordinate(place)?)?)
    })
}
