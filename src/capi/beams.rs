//! Beams of a model: sections and axis; loads and stations along them.

use super::library::swp_status;
use super::loads::axes;
use super::mesh::{element_count, new_mesh, properties};
use super::model::{edit, function, read, swp_function, swp_model, swp_node};
use super::sim::swp_sim;
use super::{Fail, array, array_mut, decode, encode, guard, put, require, sized, text};
use crate::error::{Error, require_memory};
use crate::math::{Mat6, Vec3};
use crate::model::beam_kinds::BEAM;
use crate::model::kinds::{NODE, SECTION};
use crate::model::memory::{ELEMENT, PLACE};
use crate::model::span::STATIONS;
use crate::model::{BeamId, Curve, Interpolation, Model, StationsId};
use crate::sections::{BeamSection, Convention, Engineering, SpanTable};
use libc::{c_char, size_t};

/// Id of a section of beams.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_section {
    /// opaque
    pub id: u32,
}

/// Id of a beam.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_beam {
    /// opaque
    pub id: u32,
}

/// Id of a set of stations along a beam.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_stations {
    /// opaque
    pub id: u32,
}

/// Order and axes of 6×6 section matrices. Seen along the beam, all have right-handed axes.
#[repr(i32)]
pub enum swp_convention {
    /// Axis 1 along the beam: axial, shear 2, shear 3, twist, bending 2, bending 3 (Epple, Dymore).
    SWP_CONVENTION_EPPLE = 0,
    /// VABS, Timoshenko model: x1 along the beam, the same order.
    SWP_CONVENTION_VABS = 1,
    /// z along the beam: shear x, shear y, axial, bending x, bending y, twist (BeamDyn); x becomes axis 2, y axis 3.
    SWP_CONVENTION_BEAMDYN = 2,
}

/// What a beam element interpolates between its nodes. A model says what it wishes; `interpolation` of swp_sim_options says what a
/// simulation takes, which by default is the wish where the scheme leaves the choice.
#[repr(i32)]
pub enum swp_interpolated {
    /// Relative rotations.
    SWP_INTERPOLATE_ROTATIONS = 0,
    /// The three axes of the section: what the schemes from SWP_ENERGY_PRESERVING on need. Stable in tension for any mesh up to strains
    /// of 1/3. On equal meshes its errors in bending are larger, 6 to 18 times with 2 and 3 nodes, 20 times and in pure bending 300 times with
    /// 4: curvature is taken between averaged axes, which are shorter than one. The same orders, 2, 4, 6 with 2, 3, 4 nodes an element.
    SWP_INTERPOLATE_DIRECTORS = 1,
}

/// Axes of a section force, besides SWP_AXES_INERTIAL.
#[repr(i32)]
pub enum swp_section_axes {
    /// The section's own axes: 1 along the beam.
    SWP_AXES_SECTION = 1,
}

/// Engineering constants of a section. Call swp_engineering_init first, then set what you need. Points of the section are
/// (y, z), along its axes 2 and 3.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_engineering {
    /// Size of this struct, set by swp_engineering_init; do not change it.
    pub size: size_t,
    /// Axial stiffness EA [N], positive.
    pub axial: f64,
    /// Shear stiffnesses kGA along the principal axes 2 and 3 [N], positive.
    pub shear: [f64; 2],
    /// Torsional stiffness GJ about the shear centre [N·m²], positive.
    pub torsion: f64,
    /// Bending stiffnesses about the principal axes 2 (flap of a blade) and 3 (lag) at the tension centre [N·m²], positive.
    pub bending: [f64; 2],
    /// Mass per length [kg/m].
    pub mass: f64,
    /// Moments of inertia per length about axes 1 (polar), 2, 3 through the mass centre, principal axes [kg·m].
    pub inertia: [f64; 3],
    /// Tension centre [m].
    pub tension_center: [f64; 2],
    /// Shear centre [m].
    pub shear_center: [f64; 2],
    /// Mass centre [m].
    pub mass_center: [f64; 2],
    /// Angle from axis 2 of the section to principal axis 2, about the beam's axis [rad].
    pub principal_angle: f64,
    /// Damping stress per elastic stress rate [s].
    pub damping: f64,
    /// 0; room for members of later versions.
    pub reserved: [u64; 8],
}

impl super::Sized for swp_engineering {
    fn head(&self) -> (size_t, &[u64]) {
        (self.size, &self.reserved)
    }
}

/// Options of a beam. Call swp_beam_options_init first, then change what you need.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_beam_options {
    /// Size of this struct, set by swp_beam_options_init; do not change it.
    pub size: size_t,
    /// Direction of section axis 2 without twist, inertial axes; not along the beam. Default: (0, 1, 0).
    pub direction: [f64; 3],
    /// 0: sections are given at the places and vary linearly in between, a place given twice is a step (default). 1: the places
    /// are edges, and section k holds from edge k to edge k + 1; one section fewer than places.
    pub staircase: i32,
    /// Number of elements, 1 to 1000. Default: 8.
    pub elements: i32,
    /// Nodes of an element, 2 to 4. Default: 3.
    pub nodes_per_element: i32,
    /// One of swp_interpolated, for schemes that leave the choice. Default: SWP_INTERPOLATE_ROTATIONS.
    pub interpolation: i32,
    /// One of swp_properties. Default: SWP_PROPERTIES_SMOOTHED.
    pub properties: i32,
    /// One of swp_fallback. Default: SWP_FALLBACK_SHARE.
    pub fallback: i32,
    /// One of swp_meshing. Default: SWP_MESH_STEPS.
    pub meshing: i32,
    /// Ratio of the longest to the shortest element that SWP_MESH_SPRING and SWP_MESH_COST aim at, at least 1. Default: 2.
    pub element_ratio: f64,
    /// 0; room for members of later versions.
    pub reserved: [u64; 8],
}

impl super::Sized for swp_beam_options {
    fn head(&self) -> (size_t, &[u64]) {
        (self.size, &self.reserved)
    }
}

pub(super) fn refuse<T>(text: String) -> Result<T, Fail> {
    Err(Error::InvalidArgument(text).into())
}

pub(super) fn beam(id: swp_beam) -> Result<BeamId, Fail> {
    Ok(BeamId(decode(id.id, &BEAM)?))
}

pub(super) fn stations(id: swp_stations) -> Result<StationsId, Fail> {
    Ok(StationsId(decode(id.id, &STATIONS)?))
}

/// Vectors of three from numbers in a row.
pub(super) fn vectors(pointer: *const f64, count: usize, name: &'static str) -> Result<Vec<Vec3>, Fail> {
    let length =
        count.checked_mul(3).ok_or_else(|| Error::WrongSize(format!("`{name}`: {count} vectors do not fit")))?;
    Ok(array(pointer, length, name)?.chunks_exact(3).map(Vec3::from_column_slice).collect())
}

/// Add a section by its matrices, for beams to come.
///
/// `name`: unique among sections. `convention`: one of swp_convention, for both matrices. `stiffness`: 6×6, row-major, forces
/// [N] and moments [N·m] per strain [-] and curvature [1/m]; symmetric and positive definite. `mass`: 6×6, row-major, about the
/// reference axis: mass [kg/m], static moments [kg], inertia [kg·m]. `damping`: damping stress per elastic stress rate [s], not
/// negative.
///
/// SWP_INVALID_ARGUMENT with the reason for matrices that no section has. In a section, which has no thickness along the beam,
/// I1 = I2 + I3 and I12 = I13 = 0: refused are products I12, I13, inertias that obey it in the order of another convention only (by
/// 2 % of their sum), and others that miss it by more than a factor of three; I2 and I3, or I1, may be left out (zero, or less than
/// a thousandth of the rest). What is possible but looks like other units or another convention is accepted, and named by
/// swp_model_diagnose with what would explain it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_section(
    model: *mut swp_model,
    name: *const c_char,
    convention: i32,
    stiffness: *const f64,
    mass: *const f64,
    damping: f64,
    out: *mut swp_section,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let convention = match convention {
            0 => Convention::Epple,
            1 => Convention::Vabs,
            2 => Convention::BeamDyn,
            other => return refuse(format!("section \"{name}\": convention {other} is not known; see swp_convention")),
        };
        let stiffness = Mat6::from_row_slice(array(stiffness, 36, "stiffness")?);
        let mass = Mat6::from_row_slice(array(mass, 36, "mass")?);
        let section = BeamSection::new(&format!("\"{name}\""), convention, &stiffness, &mass, damping)?;
        let index = m.add_section_of(name, section, convention)?;
        put(out, "out", swp_section { id: encode(&SECTION, index) })
    })
}

/// Fill engineering constants with zeros; the stiffnesses must be set. `constants` must point to a swp_engineering of this
/// header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_engineering_init(constants: *mut swp_engineering) -> swp_status {
    let empty = swp_engineering {
        size: size_of::<swp_engineering>(),
        axial: 0.0,
        shear: [0.0; 2],
        torsion: 0.0,
        bending: [0.0; 2],
        mass: 0.0,
        inertia: [0.0; 3],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
        reserved: [0; 8],
    };
    guard(None, || put(constants, "constants", empty))
}

/// The matrices of a section of beams: `stiffness` and `mass`, 36 numbers each, 6×6, row-major, in the order and axes of SWP_CONVENTION_EPPLE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_section_matrices(
    model: *const swp_model,
    section: swp_section,
    stiffness: *mut f64,
    mass: *mut f64,
) -> swp_status {
    read(model, |m| {
        let own = m.section(decode(section.id, &SECTION)?)?;
        let [to_stiffness, to_mass] = [array_mut(stiffness, 36, "stiffness")?, array_mut(mass, 36, "mass")?];
        // both are symmetric: columns are rows
        to_stiffness.copy_from_slice(own.stiffness.as_slice());
        to_mass.copy_from_slice(own.mass.as_slice());
        Ok(())
    })
}

/// Add a section by engineering constants, for beams to come. `name`: unique among sections. SWP_INVALID_ARGUMENT with the name
/// of the constant that no section has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_engineering_section(
    model: *mut swp_model,
    name: *const c_char,
    constants: *const swp_engineering,
    out: *mut swp_section,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (name, c) = (text(name, "name")?, sized(constants, "constants", "swp_engineering_init")?);
        let own = Engineering {
            axial: c.axial,
            shear: c.shear,
            torsion: c.torsion,
            bending: c.bending,
            mass: c.mass,
            inertia: c.inertia,
            tension_center: c.tension_center,
            shear_center: c.shear_center,
            mass_center: c.mass_center,
            principal_angle: c.principal_angle,
            damping: c.damping,
        };
        let index = m.add_section(name, own.section(&format!("\"{name}\""))?)?;
        put(out, "out", swp_section { id: encode(&SECTION, index) })
    })
}

fn default_options() -> swp_beam_options {
    swp_beam_options {
        size: size_of::<swp_beam_options>(),
        direction: [0.0, 1.0, 0.0],
        staircase: 0,
        elements: 8,
        nodes_per_element: 3,
        interpolation: 0,
        properties: 1,
        fallback: 2,
        meshing: 3,
        element_ratio: 2.0,
        reserved: [0; 8],
    }
}

/// Fill options with their defaults. `options` must point to a swp_beam_options of this header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_beam_options_init(options: *mut swp_beam_options) -> swp_status {
    guard(None, || put(options, "options", default_options()))
}

fn interpolation(name: &str, kind: i32) -> Result<Interpolation, Fail> {
    match kind {
        0 => Ok(Interpolation::Rotations),
        1 => Ok(Interpolation::Directors),
        other => refuse(format!("beam \"{name}\": interpolation {other} is not known; see swp_interpolated")),
    }
}

/// The table of sections over an axis of this length.
fn table(
    model: &Model,
    name: &str,
    staircase: i32,
    length: f64,
    places: &[f64],
    ids: &[swp_section],
) -> Result<SpanTable, Fail> {
    let mut sections = Vec::new();
    for id in ids {
        sections.push(*model.section(decode(id.id, &SECTION)?)?);
    }
    let table = match (staircase, sections.len()) {
        (0, 1) => SpanTable::new(name, &[0.0, length], &[sections[0], sections[0]])?,
        (0, _) => SpanTable::new(name, places, &sections)?,
        (1, _) => SpanTable::staircase(name, places, &sections)?,
        (other, _) => return refuse(format!("beam \"{name}\": staircase is {other}; it must be 0 or 1")),
    };
    let (first, last) = table.ends();
    if first.abs() > 1e-6 * length || (last - length).abs() > 1e-6 * length {
        return refuse(format!(
            "beam \"{name}\": the sections are given from {first} m to {last} m, but its axis goes from 0 to {length} m"
        ));
    }
    Ok(table)
}

/// Add a beam: nodes along an axis, elements between them, mass at the nodes. All arrays are copied.
///
/// `name`: unique among beams; the nodes are named name/0 (root), name/1, ... `options` may be NULL for defaults.
///
/// Axis: a curve through `point_count` (at least 2) points, `points` 3·point_count numbers [m], inertial axes. Between two
/// neighbouring points it is the cubic through the four nearest ones; through three points it is a parabola, through two a straight
/// line. Where the direction changes from one span to the next, a cubic swings to the other side in the neighbouring spans: a tip
/// swept by d over the last of equal spans draws the span before it out of line by 0.064 d. **A point given twice is a corner**: the
/// points before it and those behind it make curves of their own, and the tangent jumps. Two points between corners, or between a
/// corner and an end, make a straight part. A corner has one twist, given both times; an element ends at each corner: a given
/// `mesh` must have them, others are moved there.
///
/// Section axis 1 is the tangent; axis 2 lies in the plane of the tangent and options.direction, turned **about the tangent** by
/// `twist`, one number a point [rad] or NULL for none. BeamDyn's initial_twist is about the other direction and in degrees: hand
/// over −initial_twist·π/180.
///
/// Sections: `station_places`, station_count lengths along the axis [m] from 0 to its length, and `station_sections`, one id a
/// place (one fewer with options.staircase). One section alone, without staircase, holds everywhere; its place is not looked at
/// and may be NULL.
///
/// Mesh: options.elements and options.meshing, or `mesh`, options.elements + 1 increasing lengths [m] at which elements begin
/// and end, or NULL.
///
/// SWP_INVALID_ARGUMENT, SWP_WRONG_SIZE, SWP_UNKNOWN_ID or SWP_DUPLICATE_NAME with the name of the beam; the model is then as
/// it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_beam(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_beam_options,
    point_count: size_t,
    points: *const f64,
    twist: *const f64,
    station_count: size_t,
    station_places: *const f64,
    station_sections: *const swp_section,
    mesh: *const f64,
    out: *mut swp_beam,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let o = if options.is_null() { default_options() } else { sized(options, "options", "swp_beam_options_init")? };
        let what = format!("beam \"{name}\"");
        let points = vectors(points, point_count, "points")?;
        let none = vec![0.0; points.len()];
        let twist = if twist.is_null() { &none } else { array(twist, point_count, "twist")? };
        let curve = Curve::new(&what, &points, twist, Vec3::from(o.direction))?;
        let length = curve.length();
        let one = station_count == 1 && o.staircase == 0;
        let places = if one { &[] } else { array(station_places, station_count, "station_places")? };
        let count = if o.staircase == 1 { station_count.saturating_sub(1) } else { station_count };
        let ids = array(station_sections, count, "station_sections")?;
        let table = table(m, name, o.staircase, length, places, ids)?;
        let elements = element_count(name, o.elements)?;
        let parts = elements.saturating_add(point_count).saturating_add(station_count);
        require_memory(ELEMENT.saturating_mul(parts), "the beam")?;
        let mesh = match mesh.is_null() {
            true => new_mesh(name, &o, &table, elements, &curve.corners())?,
            false => array(mesh, elements + 1, "mesh")?.to_vec(),
        };
        let (kind, properties) = (interpolation(name, o.interpolation)?, properties(name, &o)?);
        let per_element = usize::try_from(o.nodes_per_element).unwrap_or(0);
        let id = m.add_beam(name, &curve, &table, &mesh, per_element, kind, properties)?;
        put(out, "out", swp_beam { id: encode(&BEAM, id.0) })
    })
}

/// Find a beam by name; SWP_UNKNOWN_ID if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_find_beam(
    model: *const swp_model,
    name: *const c_char,
    out: *mut swp_beam,
) -> swp_status {
    read(model, |m| {
        let index = m.find("beam", text(name, "name")?)?;
        put(out, "out", swp_beam { id: encode(&BEAM, index) })
    })
}

/// Number of nodes of a beam.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_beam_node_count(
    model: *const swp_model,
    beam: swp_beam,
    out: *mut size_t,
) -> swp_status {
    read(model, |m| put(out, "out", m.beam(self::beam(beam)?)?.nodes.len()))
}

/// How a simulation interpolates a beam, one of swp_interpolated: see `interpolation` of swp_sim_options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_beam_interpolation(sim: *const swp_sim, beam: swp_beam, out: *mut i32) -> swp_status {
    super::sim::read(sim, |s| {
        let how = s.model().beam(self::beam(beam)?)?.interpolation;
        put(out, "out", i32::from(how == Interpolation::Directors))
    })
}

/// Node `index` of a beam: 0 is the root, the number of nodes less one the tip; SWP_INVALID_ARGUMENT beyond. Joints, bodies and
/// loads go on it as on any other node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_beam_node(
    model: *const swp_model,
    beam: swp_beam,
    index: size_t,
    out: *mut swp_node,
) -> swp_status {
    read(model, |m| {
        let line = m.beam(self::beam(beam)?)?;
        let Some(node) = line.nodes.get(index) else {
            let (name, count) = (&line.name, line.nodes.len());
            return refuse(format!("beam \"{name}\" has no node {index}; it has {count}, and the first one is 0"));
        };
        put(out, "out", swp_node { id: encode(&NODE, node.0) })
    })
}

/// Length of a beam along its axis [m], as built.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_beam_length(model: *const swp_model, beam: swp_beam, out: *mut f64) -> swp_status {
    read(model, |m| {
        let line = m.beam(self::beam(beam)?)?;
        put(out, "out", line.mesh[line.mesh.len() - 1] - line.mesh[0])
    })
}

/// Add a load distributed along a beam, times `function`: linear between `count` (at least 2) places, zero outside.
///
/// `name`: unique among loads. `frame`: SWP_DEAD, inertial axes; SWP_FOLLOWER, axes of the section. `places`: lengths along the
/// axis [m] that do not decrease; one given twice is a step. `forces`: 3·count numbers [N/m]. `moments`: 3·count numbers
/// [N·m/m], or NULL for none. The lengths are those of the undeformed beam.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_distributed_load(
    model: *mut swp_model,
    name: *const c_char,
    beam: swp_beam,
    frame: i32,
    count: size_t,
    places: *const f64,
    forces: *const f64,
    moments: *const f64,
    function: swp_function,
) -> swp_status {
    edit(model, |m| {
        let places = array(places, count, "places")?;
        require_memory(PLACE.saturating_mul(count.saturating_add(m.nodes().len())), "the load")?;
        let forces = vectors(forces, count, "forces")?;
        let moments = if moments.is_null() { vec![Vec3::zeros(); count] } else { vectors(moments, count, "moments")? };
        let loads: Vec<[Vec3; 2]> = forces.into_iter().zip(moments).map(|(f, m)| [f, m]).collect();
        let (name, beam, function) = (text(name, "name")?, self::beam(beam)?, self::function(function)?);
        Ok(m.add_distributed_load(name, beam, axes(frame)?, places, &loads, function)?)
    })
}

/// Add a set of stations to a beam: points where the host sets forces and moments (swp_sim_set_station_loads) and reads motions
/// (swp_sim_station_motions), for instance those of its blade elements.
///
/// `name`: unique among loads. `frame` of the loads: SWP_DEAD, inertial axes; SWP_FOLLOWER, axes of the section. `places`:
/// `count` (at least 1) lengths along the axis [m]. `offsets`: 3·count numbers [m] from the axis, axes of the section, or NULL
/// for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_stations(
    model: *mut swp_model,
    name: *const c_char,
    beam: swp_beam,
    frame: i32,
    count: size_t,
    places: *const f64,
    offsets: *const f64,
    out: *mut swp_stations,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let places = array(places, count, "places")?;
        let offsets = if offsets.is_null() { vec![Vec3::zeros(); count] } else { vectors(offsets, count, "offsets")? };
        let (name, beam) = (text(name, "name")?, self::beam(beam)?);
        let id = m.add_stations(name, beam, axes(frame)?, places, &offsets)?;
        put(out, "out", swp_stations { id: encode(&STATIONS, id.0) })
    })
}
