//! Stations on shells, and where a point of space is on one.

use super::beams::{swp_stations, vectors};
use super::library::swp_status;
use super::loads::axes;
use super::model::{edit, read, swp_model};
use super::shells::{shell, swp_shell};
use super::{array, encode, put, require, text, vec3};
use crate::error::require_memory;
use crate::math::Vec3;
use crate::model::shell_stations::ShellPlace;
use crate::model::span::STATIONS;
use libc::{c_char, size_t};

/// A point of a shell's reference surface.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_shell_place {
    /// Element from 0, as they were listed.
    pub element: size_t,
    /// -1 to 1 from its first corner to the second.
    pub r: f64,
    /// -1 to 1 from its second corner to the third.
    pub s: f64,
}

/// Memory that a station takes: its load acts on nine nodes [bytes].
const STATION: usize = 16 * 1024;

/// Add a set of stations to a shell: points where the host sets forces and moments (swp_sim_set_station_loads) and reads motions
/// (swp_sim_station_motions), for instance the nodes of its flow solver. Loads go to the nodes of the element by virtual work: their resultants and
/// their power are those at the points.
///
/// `name`: unique among loads. `frame` of the loads: SWP_DEAD, inertial axes; SWP_FOLLOWER, material axes at the station. `places`: `count` (at
/// least 1) points of the surface, see swp_model_shell_nearest. `offsets`: 3·count numbers [m] from the reference surface, material axes (the
/// third is along the normal), or NULL for none. The axes turn with the nodes: they are the rotation nearest to the interpolated nodal ones.
/// SWP_INVALID_ARGUMENT for an element or a coordinate that the shell has not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_shell_stations(
    model: *mut swp_model,
    name: *const c_char,
    shell: swp_shell,
    frame: i32,
    count: size_t,
    places: *const swp_shell_place,
    offsets: *const f64,
    out: *mut swp_stations,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let places = array(places, count, "places")?;
        require_memory(STATION.saturating_mul(count), "the stations")?;
        let places: Vec<ShellPlace> =
            places.iter().map(|p| ShellPlace { element: p.element, at: [p.r, p.s] }).collect();
        let offsets = if offsets.is_null() { vec![Vec3::zeros(); count] } else { vectors(offsets, count, "offsets")? };
        let (name, shell) = (text(name, "name")?, self::shell(shell)?);
        let id = m.add_shell_stations(name, shell, axes(frame)?, &places, &offsets)?;
        put(out, "out", swp_stations { id: encode(&STATIONS, id.0) })
    })
}

/// The point of a shell's reference surface, undeformed, that is nearest to a place in space. `place`: 3 numbers [m], inertial axes. `distance`
/// receives how far it is [m]; it may be NULL. Every element is looked at.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_shell_nearest(
    model: *const swp_model,
    shell: swp_shell,
    place: *const f64,
    out: *mut swp_shell_place,
    distance: *mut f64,
) -> swp_status {
    read(model, |m| {
        require(out, "out")?;
        let (found, far) = m.nearest_on_shell(self::shell(shell)?, vec3(place, "place")?)?;
        if !distance.is_null() {
            put(distance, "distance", far)?;
        }
        put(out, "out", swp_shell_place { element: found.element, r: found.at[0], s: found.at[1] })
    })
}
