//! Beams and rotors in a simulation: loads and motions of stations, section forces; rotating equilibrium, modes, fan diagrams.

use super::beams::{beam, stations, swp_beam, swp_stations};
use super::library::swp_status;
use super::model::{edit, swp_model};
use super::query::swp_motion;
use super::sim::{modify, read, swp_sim};
use super::{Fail, array, array_mut, optional_vec3, vec3};
use crate::error::{Error, require_finite};
use crate::integrators::statics::Spin;
use crate::math::Vec6;
use crate::model::{Model, StationsId};
use libc::size_t;

/// Damp the lowest `count` modes of a beam: `ratios` of critical damping in [0, 1), from the lowest frequency up, of the beam alone,
/// at rest, undamped and clamped at its first node (the modes are found by this call; bending, torsion, stretching and their mixtures
/// alike, by translations and rotations with the masses and rotary inertias of the sections). A beam held so has these ratios, to 1e-8
/// or to the rounding of its frequencies where that is more (swp_sim_modes), and its other modes have none; held otherwise, loaded or turning, its modes are others, and have what the dampers on these make of
/// them. Of modes of one frequency, the one that moves most along the second axis of the first node's frame comes first; how the beam
/// lies in space does not matter.
/// Deflections are seen from the first node: a rigid motion of the whole beam, such as that of a rotor, is not damped. A section that
/// is turned by an angle against the first node feels the damper with the cosine of that angle. Each mode of a ratio other than 0 adds
/// one scalar unknown and one constraint, which reports and diagnosis count; the matrix of the beam stays sparse, and
/// the work of the dampers is in the audit, for all schemes. Once a beam; it adds to damping proportional to the strain rate (the
/// section's).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_damp_beam_modes(
    model: *mut swp_model,
    beam: swp_beam,
    count: size_t,
    ratios: *const f64,
) -> swp_status {
    edit(model, |m| {
        let ratios = array(ratios, count, "ratios")?;
        require_finite("ratios of damping", ratios)?;
        Ok(crate::simulation::damp_modes(m, self::beam(beam)?, ratios)?)
    })
}

/// Set the loads of all stations of a set: `loads`, 6 numbers a station, force [N] and moment about the station's point [N·m],
/// in the axes of the set; `count` is the number of stations, SWP_WRONG_SIZE if it is not. They hold as inputs do (swp_sim_set_input,
/// swp_sim_set_station_rule), and are part of snapshots; until they are set, those of swp_model_set_station_loads, or zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_station_loads(
    sim: *mut swp_sim,
    stations: swp_stations,
    loads: *const f64,
    count: size_t,
) -> swp_status {
    modify(sim, true, |s| {
        let id = self::stations(stations)?;
        check_count(s.model(), id, count)?;
        Ok(s.set_station_loads(id, array(loads, 6 * count, "loads")?)?)
    })
}

/// Err unless `count` is the number of stations.
pub(super) fn check_count(model: &Model, id: StationsId, count: usize) -> Result<(), Fail> {
    let set = model.stations(id)?;
    if count == set.stations.len() {
        return Ok(());
    }
    let text = format!("stations \"{}\": {count} are given, there are {}", set.name, set.stations.len());
    Err(Error::WrongSize(text).into())
}

/// Motions of all stations of a set: those of their points, with orientation and angular motion of their sections; `count` is the
/// number of stations, SWP_WRONG_SIZE if it is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_station_motions(
    sim: *const swp_sim,
    stations: swp_stations,
    out: *mut swp_motion,
    count: size_t,
) -> swp_status {
    read(sim, |s| {
        let id = self::stations(stations)?;
        check_count(s.model(), id, count)?;
        for (k, motion) in array_mut(out, count, "out")?.iter_mut().enumerate() {
            *motion = (&s.station_motion(id, k)?).into();
        }
        Ok(())
    })
}

/// Section force at length `place` [m] along a beam: `force`, 6 numbers: force [N] and moment [N·m] that the part of the beam
/// beyond the place exerts on the part before it, so that tension is positive. `axes`: SWP_AXES_INERTIAL or SWP_AXES_SECTION.
/// `strain`: 6 numbers, strains [-] and curvatures [1/m] in section axes, or NULL.
///
/// Both are extrapolated from the points of integration of the element, by a polynomial through them: a moment that varies as a
/// parabola over an element of length h under a load q is off by q h²/12 at the ends of an element of 3 nodes. For the load of a
/// hub, the reaction of its joint is exact.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_section_force(
    sim: *const swp_sim,
    beam: swp_beam,
    place: f64,
    axes: i32,
    strain: *mut f64,
    force: *mut f64,
) -> swp_status {
    read(sim, |s| {
        let (e, f, frame) = s.section_force(self::beam(beam)?, place)?;
        let f = match axes {
            0 => {
                let (force, moment) = (frame * f.fixed_rows::<3>(0), frame * f.fixed_rows::<3>(3));
                Vec6::new(force.x, force.y, force.z, moment.x, moment.y, moment.z)
            }
            1 => f,
            other => {
                let text = format!("axes {other} is not known; SWP_AXES_INERTIAL or SWP_AXES_SECTION");
                return Err(Error::InvalidArgument(text).into());
            }
        };
        let out = array_mut(force, 6, "force")?;
        if !strain.is_null() {
            array_mut(strain, 6, "strain")?.copy_from_slice(e.as_slice());
        }
        out.copy_from_slice(f.as_slice());
        Ok(())
    })
}

/// The product of counts as the length of an array.
fn product(what: &str, counts: &[usize]) -> Result<usize, Fail> {
    let length = counts.iter().try_fold(1_usize, |all, n| all.checked_mul(*n));
    length.ok_or_else(|| Error::WrongSize(format!("no array holds {what} of this number: {counts:?}")).into())
}

/// Bring the model to equilibrium while it spins steadily with `omega` (3 components [rad/s], inertial axes) about the line
/// through `about` (3 components [m]; NULL for the origin): a start without a transient, and a state for swp_sim_modes. Loads and
/// drives are those of the present time; in load steps and to a stable equilibrium as in swp_sim_solve_static, with Ω² growing as
/// loads do. swp_sim_statics_report says whether it is stable, and what that means under spin.
///
/// Under spin there may be several equilibria: blades that hang at rest may go out or still hang, and a shaft above its critical speed
/// may centre itself or turn like a skipping rope. Where the first one found is not held by the stiffness alone, or the reference
/// configuration would lose stiffness at this speed, others are looked for from the present state and from the reference configuration,
/// also under the whole spin at once. Those that stiffness or gyroscopic forces hold come first, and of these the one nearest to
/// the reference configuration in radius and height.
///
/// All of the model turns, so all of it must look the same from every azimuth: SWP_INVALID_ARGUMENT, naming what does not, for a
/// support that moves without turning, springs, dampers or bushings from ground that are not the same all round, loads or gravity
/// across the axis. Bearings on the axis, springs between turning nodes or about the axis, follower loads, loads and gravity along
/// the axis are accepted, and so are springs that are the same all round together, to a thousandth: line springs, or equal springs on
/// the two translations of a planar joint across the axis. A joint coordinate to ground about the axis is held in its present
/// position, whatever acts on it, also that of a free shaft. What must look the same is so for swp_sim_modes
/// with a spin and for swp_sim_campbell too; in their modes a free shaft is free.
/// The equilibrium itself is looked at too: a rotor that went far from the middle of its springs may be refused there.
///
/// All nodes get the velocities of the spin, also those that a drive moves: the present position of a driven coordinate counts,
/// its rate does not. To go on in time, a driven shaft should turn at that rate. Works in the audit start anew. On failure
/// (SWP_NEWTON_FAILED and others) the state is as it was; SWP_WRONG_STATE if a step is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_solve_rotating(sim: *mut swp_sim, omega: *const f64, about: *const f64) -> swp_status {
    modify(sim, false, |s| {
        let spin = Spin { omega: vec3(omega, "omega")?, about: optional_vec3(about)? };
        s.solve_rotating(spin)?;
        Ok(())
    })
}

/// The `count` modes of lowest frequency about the present state, which is in equilibrium: at rest (swp_sim_solve_static, `spin`
/// NULL), or turning steadily (swp_sim_solve_rotating with the same `spin`, 3 components [rad/s]). Otherwise
/// SWP_INVALID_ARGUMENT with the node that departs from it.
///
/// Frequencies are those that an observer turning with the spin sees. A driven coordinate is held: its rate does not matter.
///
/// A frequency is 0 only for a motion that strains nothing: a rigid-body motion, a free hinge. Rounding of the stiffness changes a
/// frequency ω by at most about 2e-16 (ω_max/ω)² of itself, where ω_max is the highest one of the mesh: stretching between the two
/// nodes that are nearest to each other. For a cantilever of length L with N nodes that is about 2e-16 N² EA L²/EI.
///
/// `count`: 1 to the number of modes: a pair of conjugate λ is one, and an overdamped motion has two, one for each real λ; so there
/// are at most twice as many as degrees of freedom. `frequency`: count numbers |λ| [rad/s], increasing, for motions e^(λt).
/// `damping`: count damping ratios −Re λ/|λ|, negative when a mode grows; NULL allowed. `shapes`: count × nodes × 12 numbers,
/// for each mode and each node of the model real and imaginary part of x, y, z [m] and of the rotations about x, y, z [rad], in
/// inertial axes now, the largest of these being 1; NULL allowed. SWP_WRONG_STATE if a step is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_modes(
    sim: *mut swp_sim,
    spin: *const f64,
    count: size_t,
    frequency: *mut f64,
    damping: *mut f64,
    shapes: *mut f64,
) -> swp_status {
    modify(sim, false, |s| {
        let spin = optional_vec3(spin)?;
        let length = product("numbers", &[count, s.model().nodes().len(), 12])?;
        // pointers before the work, results after it
        super::check_array(frequency, count, "frequency")?;
        let modes = s.modes(spin, count)?;
        let frequency = array_mut(frequency, count, "frequency")?;
        let damping = (!damping.is_null()).then(|| array_mut(damping, count, "damping")).transpose()?;
        let shapes = (!shapes.is_null()).then(|| array_mut(shapes, length, "shapes")).transpose()?;
        for (out, mode) in frequency.iter_mut().zip(&modes) {
            *out = mode.frequency;
        }
        for (out, mode) in damping.into_iter().flatten().zip(&modes) {
            *out = mode.damping_ratio;
        }
        let numbers = modes.iter().flat_map(|mode| mode.shape.iter().flatten()).flat_map(|c| [c.re, c.im]);
        for (out, number) in shapes.into_iter().flatten().zip(numbers) {
            *out = number;
        }
        Ok(())
    })
}

/// Fan (Campbell) diagram: for each speed the equilibrium that turns with it and the `count` lowest frequencies about that.
///
/// `axis`: unit vector of the spin, inertial axes. `about`: a point of its line [m], NULL for the origin. `speeds`: speed_count
/// numbers [rad/s]. `frequencies`: speed_count × count numbers [rad/s], row-major, a row a speed, as in swp_sim_modes.
///
/// A driven shaft is held in its present position: its rate does not matter. Each equilibrium starts from that before it. After
/// the call, failed or not, the state is that before it. SWP_NEWTON_FAILED, with the speed, if the equilibrium found there is unstable:
/// frequencies about it would mean nothing. SWP_WRONG_STATE if a step is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_campbell(
    sim: *mut swp_sim,
    axis: *const f64,
    about: *const f64,
    speed_count: size_t,
    speeds: *const f64,
    count: size_t,
    frequencies: *mut f64,
) -> swp_status {
    modify(sim, false, |s| {
        let (axis, about) = (vec3(axis, "axis")?, optional_vec3(about)?);
        require_finite("fan diagram: axis", axis.as_slice())?;
        if (axis.norm() - 1.0).abs() > 1e-6 {
            let text = format!("fan diagram: the axis has length {}; a unit vector is needed", axis.norm());
            return Err(Error::InvalidArgument(text).into());
        }
        let speeds = array(speeds, speed_count, "speeds")?;
        require_finite("fan diagram: speeds", speeds)?;
        let length = product("frequencies", &[speed_count, count])?;
        super::check_array(frequencies, length, "frequencies")?;
        let spins: Vec<Spin> = speeds.iter().map(|speed| Spin { omega: axis * *speed, about }).collect();
        let found = s.campbell(&spins, count)?;
        for (out, number) in array_mut(frequencies, length, "frequencies")?.iter_mut().zip(found.iter().flatten()) {
            *out = *number;
        }
        Ok(())
    })
}
