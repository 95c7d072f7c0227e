//! Simulations: creation, stepping, inputs.

use super::library::swp_status;
use super::model::{function, swp_function, swp_model};
use super::{Fail, Outcome, array, copy_text, guard, put, require, sized, with};
use crate::error::Error;
use crate::integrators::Scheme;
use crate::integrators::generalized_alpha::{Coefficients, Scaling};
use crate::integrators::initial::Redundancy;
use crate::model::Interpolation;
use crate::newton::Settings;
use crate::simulation::{Event, Options, Simulation};
use libc::{c_char, c_void, size_t};
use std::cell::Cell;
use std::sync::{Arc, Mutex};

/// A simulation: a model in motion. It owns all that moves and keeps what it needs of its model. One thread at a time; several
/// simulations, of one model or of many, may run in several threads.
pub struct swp_sim {
    /// Is a call at work on this handle? Read before anything else of it is touched.
    using: Cell<Using>,
    inner: Inner,
}

pub(super) struct Inner {
    pub(super) sim: Simulation,
    error: Mutex<String>,
    pub(super) progress: Option<(unsafe extern "C" fn(t: f64, user: *mut c_void) -> i32, *mut c_void)>,
    pub(super) event:
        Option<(unsafe extern "C" fn(t: f64, value: *mut f64, user: *mut c_void) -> i32, *mut c_void, Event)>,
}

/// What a handle is doing, so that a callback of the host cannot reach into the call that called it.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) enum Using {
    /// nothing
    Idle,
    /// between two steps of swp_sim_advance: queries and inputs are welcome
    Between,
    /// in the function of an event: queries are welcome
    Asking,
    /// inside a call
    Busy,
}

/// Called after each accepted step of swp_sim_advance, swp_sim_advance_controlled and swp_sim_advance_past with the time [s]; a value other than 0 asks to stop. It may query the
/// simulation, set inputs and reset counters; other calls on it give SWP_WRONG_STATE. It must not throw.
pub type swp_progress_callback = Option<unsafe extern "C" fn(t: f64, user: *mut c_void) -> i32>;

/// Time integration schemes. All keep the conditions of joints at the end of each step. Orders are those of displacements,
/// velocities and reported multipliers as the step shrinks.
///
/// The schemes from SWP_ENERGY_PRESERVING on balance energy over a step exactly, loads, drives and dampers included
/// (`scheme_dissipation` in swp_audit), and keep the conditions on velocities in the middle of the step (`middle_violation`).
/// They take beams with interpolated directors, whatever the model wishes (`interpolation` of swp_sim_options): one model serves all
/// schemes. A term that a scheme cannot take is refused by name.
///
/// Reported multipliers, and with them reactions and driving forces, belong to the end of the step. Those of 0 to 2 are solved
/// for there, or with `stage_weighted` carried there from the stages of two steps. Those of 7, and of 5 where it equals 7, are
/// carried there from the means of two steps. The others are found from positions and velocities there, with accelerations.
///
/// Stiff dampers: schemes 4 to 8 take a damper of D [N·s/m] or [N·m·s/rad] by its increment over the step, the trapezoidal rule. A
/// motion of mass m (or inertia) against it that the start or a jump of loads leaves is multiplied by (1 − z/2)/(1 + z/2) per step,
/// z = D h/m: with z above 2 it changes sign each step, with z of 20 it takes 5 steps to lose 63 %, and D times its velocity is in the
/// force of the damper as it is reported. Take such a model through its start with steps of h < 2m/D, or with schemes 0 to 3, of which
/// Radau IIA and generalised-α with a small `rho_infinity` remove it in a step.
#[repr(i32)]
pub enum swp_scheme {
    /// Generalised-α by its spectral radius at infinity, `rho_infinity`; equilibrium at the end of the step, or inside it with
    /// `stage_weighted`. Order 2, also with steps that change from one to the next. Keeps neither energy nor momenta exactly.
    SWP_GENERALIZED_ALPHA = 0,
    /// HHT-α, by `hht_alpha`; otherwise as generalised-α.
    SWP_HHT_ALPHA = 1,
    /// Newmark, by `newmark_gamma` and `newmark_beta`; otherwise as generalised-α. Order 2 with γ = 1/2, else 1.
    SWP_NEWMARK = 2,
    /// Radau IIA of two stages. Order 3 on rigid systems, multipliers included; in stiff beams rates that stiffness holds stay at
    /// order 2. Removes high frequencies in a step. Keeps neither energy nor momenta exactly.
    SWP_RADAU_IIA = 3,
    /// Energy preserving scheme EP (Bauchau). Order 2. Keeps energy and both momenta, also in beams; damps nothing: vibrations
    /// that the step does not resolve stay, and may stop Newton's method.
    SWP_ENERGY_PRESERVING = 4,
    /// Energy decaying scheme ED (Bauchau), by `decay_alpha`. Energy never grows without loads, and what is lost is known; linear
    /// momentum is kept. On rigid systems in which every node that moves has a body with extent in all directions: by the
    /// letter, order 3, and 2 with springs and with loads that change in time; angular momentum drifts by what is dissipated. With beams, with nodes without
    /// such a body and with conditions on velocities the frames at the inner level are orthonormal, which is
    /// SWP_MOMENTUM_DECAYING: order 2, both momenta kept; swp_sim_scheme_name says so. So is a single step beside a singular position
    /// that has no smooth solution by the letter.
    SWP_ENERGY_DECAYING = 5,
    /// Momentum and energy preserving scheme MP-EP (Borri). Order 2. Keeps energy and both momenta; damps nothing.
    SWP_MOMENTUM_PRESERVING = 6,
    /// Momentum preserving, energy decaying scheme MP-ED (after Borri), by `decay_alpha`; the inner level is free of conditions.
    /// Order 2. Energy never grows without loads, and what is lost is known; both momenta are kept (of points
    /// and solids the linear one: those that turn by 1 degree a step lose 4 % of the angular one in a turn). Not for joints whose forces turn
    /// fast: no joint force acts at the inner level, so that what carries a body around with a speed Ω damps its other motions. The
    /// flap of a rigid blade on the hinge of a hub is 11 % too small after 1.6 revolutions in steps of Ωh = 4°, 5 % of 2°, 1.4 % of 1°,
    /// 0.3 % of ½° (a beam: a third of it); under all other schemes it is within 1 % at 4°. Nor for vibrations that are to last: a beam
    /// that is clamped by a joint loses 46 % of the energy of its first bending in five periods of 60 steps each, by second order in
    /// the step (SWP_MOMENTUM_DECAYING_CONSTRAINED and Radau IIA 1.5 %, generalised-α 0.4 %).
    SWP_MOMENTUM_DECAYING = 7,
    /// MP-ED by the letter of Borri: conditions at the inner level too. Of first order with joints, with the smoothest
    /// multipliers when the step is far too long for the vibrations. Energy and momenta as SWP_MOMENTUM_DECAYING.
    SWP_MOMENTUM_DECAYING_CONSTRAINED = 8,
}

/// How a simulation interpolates all beams of its model.
#[repr(i32)]
pub enum swp_beams {
    /// Directors under the schemes from SWP_ENERGY_PRESERVING on, which need them; under the others as the model wishes
    /// (`interpolation` of swp_beam_options: rotations, unless it says otherwise).
    SWP_BEAMS_BY_SCHEME = 0,
    /// Rotations (SWP_INTERPOLATE_ROTATIONS); refused under the schemes from SWP_ENERGY_PRESERVING on.
    SWP_BEAMS_ROTATIONS = 1,
    /// Directors (SWP_INTERPOLATE_DIRECTORS), under every scheme: for comparisons in which schemes alone differ.
    SWP_BEAMS_DIRECTORS = 2,
}

/// What to do when conditions of joints depend on each other.
#[repr(i32)]
pub enum swp_redundancy {
    /// Refuse the model (SWP_REDUNDANT_CONSTRAINTS) and name each dependent set.
    SWP_REDUNDANCY_STOP = 0,
    /// Go on in the least-squares sense: the motion is that of an independent set of conditions, and the reactions are those of
    /// least norm. swp_sim_report names the sets.
    SWP_REDUNDANCY_LEAST_SQUARES = 1,
}

/// Options of a simulation. Call swp_sim_options_init first, then change what you need.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_sim_options {
    /// Size of this struct, set by swp_sim_options_init; do not change it.
    pub size: size_t,
    /// One of swp_scheme. Default: SWP_GENERALIZED_ALPHA.
    pub scheme: i32,
    /// One of swp_redundancy. Default: SWP_REDUNDANCY_STOP.
    pub redundancy: i32,
    /// Spectral radius at infinity in [0, 1]: 1 keeps high frequencies, 0 removes them in a step. Above 0.85 velocities and accelerations
    /// are brought onto the constraints at the end of every step, which costs one more factorisation; without that, undamped schemes
    /// are unstable where there are joints. `scheme_dissipation` of swp_audit says what that took. Default: 0.8.
    pub rho_infinity: f64,
    /// α of HHT in [0, 1/3]; below 0.08 velocities and accelerations are brought onto the constraints (see `rho_infinity`). Default: 0.05.
    pub hht_alpha: f64,
    /// γ of Newmark, at least 1/2. With 1/2 high frequencies are not damped, and velocities and accelerations are brought onto the
    /// constraints at the end of every step (see `rho_infinity`); so they are where γ - 1/2 < 0.27 β. Vibrations of
    /// beams that the step does not resolve stay, and may grow and stop Newton's method. Above 1/2 the order is 1. Default: 1/2.
    pub newmark_gamma: f64,
    /// β of Newmark, at least (γ + 1/2)²/4. Default: 1/4.
    pub newmark_beta: f64,
    /// Time of the start [s]. Default: 0.
    pub start_time: f64,
    /// Largest correction of Newton's method that counts as converged: metres over the size of the model, radians, scaled
    /// multipliers. A correction may be larger than that and still be the last one, where corrections shrink so fast that a
    /// ten-thousandth of this is left, or less; and where corrections no longer shrink because every equation holds as well as
    /// rounding allows, as beside a singular position, they are the last ones too (`at_rounding` of swp_newton_report).
    /// In [1e-15, 1e-3], or 0 for the choice of the scheme: 1e-12 for Radau IIA, 1e-10 for the others. Default: 0.
    pub newton_tolerance: f64,
    /// Iterations before a step fails, 1 to 16. Default: 10.
    pub newton_max_iterations: i32,
    /// 1: scaled and augmented equations (default); 0: as they are, for comparison.
    pub scaling: i32,
    /// ρ of the augmented Lagrangian. Default: 1.
    pub penalty: f64,
    /// Largest gap of a joint in the reference configuration, relative to the size of the model. Default: 1e-6.
    pub assembly_tolerance: f64,
    /// Smallest part [s] into which a step that cannot be solved is cut, into 2, 4, 8 ... equal parts inside the step; 0: it
    /// fails. At most 65536 parts. Default: 0.
    pub smallest_part: f64,
    /// α of the energy decaying schemes in [0, 1]: the spectral radius at infinity is (1 - α)/(1 + α). 1 removes high frequencies
    /// in a step, 0 dissipates nothing. Default: 1.
    pub decay_alpha: f64,
    /// Generalised-α, HHT-α and Newmark. 0: equilibrium at the end of the step; 1: at the weighted stage inside it. Default: 0.
    pub stage_weighted: i32,
    /// 1: the joints are first closed from a rough configuration, however wide their gaps are: `assembly_tolerance` does not
    /// matter. The change of positions is small, not the smallest; beams move as rigid bodies where they can, and are strained elsewhere.
    /// swp_sim_assembly says what was changed; SWP_INCONSISTENT_START names the joint that cannot be closed. Default: 0.
    pub assemble: i32,
    /// One of swp_beams: how beams are interpolated. Default: SWP_BEAMS_BY_SCHEME.
    pub interpolation: i32,
    /// 0; room for members of later versions.
    pub reserved: [u64; 7],
}

impl super::Sized for swp_sim_options {
    fn head(&self) -> (size_t, &[u64]) {
        (self.size, &self.reserved)
    }
}

/// Fill options with their defaults. `options` must point to a swp_sim_options of this header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_options_init(options: *mut swp_sim_options) -> swp_status {
    guard(None, || put(options, "options", defaults()))
}

fn defaults() -> swp_sim_options {
    let d = Options::default();
    swp_sim_options {
        size: size_of::<swp_sim_options>(),
        scheme: 0,
        redundancy: 0,
        rho_infinity: 0.8,
        hht_alpha: 0.05,
        newmark_gamma: 0.5,
        newmark_beta: 0.25,
        start_time: d.start_time,
        newton_tolerance: d.newton.tolerance,
        newton_max_iterations: d.newton.max_iterations as i32,
        scaling: 1,
        penalty: d.scaling.penalty,
        assembly_tolerance: d.assembly_tolerance,
        smallest_part: 0.0,
        decay_alpha: 1.0,
        stage_weighted: 0,
        assemble: 0,
        interpolation: 0,
        reserved: [0; 7],
    }
}

/// Copy the caller's options, after a look at their size.
fn read_options(options: *const swp_sim_options) -> Result<swp_sim_options, Fail> {
    sized(options, "options", "swp_sim_options_init")
}

fn unknown(what: &str, value: i32) -> Fail {
    Fail::Error(Error::InvalidArgument(format!("options: {what} {value} is not known")))
}

/// The scheme that options name; its range of decay_alpha is checked with the model.
fn scheme(given: &swp_sim_options) -> Result<Scheme, Fail> {
    let of_family = match given.stage_weighted {
        0 => Scheme::GeneralizedAlpha,
        1 => Scheme::StageWeighted,
        other => return Err(unknown("stage_weighted", other)),
    };
    Ok(match given.scheme {
        0 => of_family(Coefficients::spectral_radius(given.rho_infinity)?),
        1 => of_family(Coefficients::hht(given.hht_alpha)?),
        2 => of_family(Coefficients::newmark(given.newmark_gamma, given.newmark_beta)?),
        3 => Scheme::RadauIIA,
        4 => Scheme::EnergyPreserving,
        5 => Scheme::EnergyDecaying(given.decay_alpha),
        6 => Scheme::MomentumPreserving,
        7 => Scheme::MomentumDecaying(given.decay_alpha),
        8 => Scheme::MomentumDecayingConstrained(given.decay_alpha),
        other => return Err(unknown("scheme", other)),
    })
}

/// The interpolation that options ask for.
fn interpolation(given: &swp_sim_options) -> Result<Option<Interpolation>, Fail> {
    match given.interpolation {
        0 => Ok(None),
        1 => Ok(Some(Interpolation::Rotations)),
        2 => Ok(Some(Interpolation::Directors)),
        other => Err(unknown("interpolation", other)),
    }
}

/// The choices that options stand for; NULL: the defaults.
pub(super) fn options_or_defaults(given: *const swp_sim_options) -> Result<Options, Fail> {
    options(&if given.is_null() { defaults() } else { read_options(given)? })
}

fn options(given: &swp_sim_options) -> Result<Options, Fail> {
    let scheme = scheme(given)?;
    let redundancy = match given.redundancy {
        0 => Redundancy::Stop,
        1 => Redundancy::LeastSquares,
        other => return Err(unknown("redundancy", other)),
    };
    let flag = |what: &str, value: i32| match value {
        0 | 1 => Ok(value == 1),
        other => Err(unknown(what, other)),
    };
    let (on, assemble) = (flag("scaling", given.scaling)?, flag("assemble", given.assemble)?);
    let max_iterations = usize::try_from(given.newton_max_iterations).map_err(|_| {
        let n = given.newton_max_iterations;
        Error::InvalidArgument(format!("options: newton_max_iterations is {n}; it must be in [1, 16]"))
    })?;
    let options = Options {
        scheme,
        redundancy,
        start_time: given.start_time,
        newton: Settings { tolerance: given.newton_tolerance, max_iterations },
        scaling: Scaling { on, penalty: given.penalty },
        assembly_tolerance: given.assembly_tolerance,
        assemble,
        cut: (given.smallest_part != 0.0).then_some(given.smallest_part),
        interpolation: interpolation(given)?,
    };
    options.check()?;
    Ok(options)
}

/// Run a body on a simulation, unless a call is at work on it already; `latest` is the use in which it is still allowed.
fn enter(sim: *mut swp_sim, latest: Using, body: impl FnOnce(&mut Inner) -> Outcome) -> swp_status {
    let mut body = Some(body);
    enter_by(sim, latest, &mut |inner| body.take().map_or(Ok(()), |body| body(inner)))
}

fn enter_by(sim: *mut swp_sim, latest: Using, body: &mut dyn FnMut(&mut Inner) -> Outcome) -> swp_status {
    if sim.is_null() {
        return guard(None, || Err(Fail::Null("sim")));
    }
    // SAFETY: a handle from swp_sim_create that was not freed, as the header asks. Only this field is borrowed: a call that
    // is at work on the handle holds a borrow of the other one.
    let using = unsafe { &(*sim).using };
    let before = using.get();
    if before > latest {
        return guard(None, || {
            let text = "this simulation is at work in another call; a callback of a function must not use it, that of an event \
                        may only query it, and a progress callback may only query it and set inputs";
            Err(Error::WrongState(text.into()).into())
        });
    }
    // SAFETY: as above; no other call is at work on the handle, so this is the only borrow of the field.
    let inner = unsafe { &mut (*sim).inner };
    using.set(Using::Busy);
    inner.sim.set_between(before == Using::Between);
    let mut error = std::mem::take(&mut inner.error);
    let status = guard(Some(&error), || body(inner));
    std::mem::swap(&mut inner.error, &mut error);
    if status == swp_status::SWP_INTERNAL {
        // what was taken out of its place when the panic passed is made anew; the text of the panic stays
        guard(Some(&Mutex::default()), || Ok(inner.sim.heal()?));
    }
    using.set(before);
    status
}

/// Run a body that reads a simulation.
pub(super) fn read(sim: *const swp_sim, body: impl FnOnce(&Simulation) -> Outcome) -> swp_status {
    enter(sim.cast_mut(), Using::Asking, |s| body(&s.sim))
}

/// Run a body that changes a simulation.
pub(super) fn change(sim: *mut swp_sim, body: impl FnOnce(&mut Inner) -> Outcome) -> swp_status {
    enter(sim, Using::Idle, body)
}

/// Call a function of the host between two calls on a simulation that was good a moment ago.
pub(super) fn waiting<T>(sim: *mut swp_sim, using: Using, call: impl FnOnce() -> T) -> T {
    // SAFETY: the handle cannot be freed while it is in use; only this field is borrowed.
    let field = unsafe { &(*sim).using };
    field.set(using);
    let result = call();
    field.set(Using::Idle);
    result
}

/// Run a body that changes the motion; `between` allows it in a progress callback.
pub(super) fn modify(sim: *mut swp_sim, between: bool, body: impl FnOnce(&mut Simulation) -> Outcome) -> swp_status {
    enter(sim, if between { Using::Between } else { Using::Idle }, |s| body(&mut s.sim))
}

/// Restore from the bytes of a snapshot.
pub(super) fn restore<'a>(sim: *mut swp_sim, bytes: impl FnOnce() -> Result<&'a Vec<u8>, Fail>) -> swp_status {
    change(sim, |s| Ok(s.sim.restore(bytes()?)?))
}

/// Create a simulation: check the model, find dependent conditions and motions without mass, and start consistently: positions
/// and velocities are brought onto the conditions, accelerations and reactions solved for; swp_sim_report says what was
/// changed. A drive or a start value that differs from the reference configuration carries along, rigidly, all that joints and beams
/// hold to that side of its joint; in a closed loop beams move as rigid bodies where they can; else
/// the least change of positions is taken, which may strain them.
/// At rest in a singular position, where several branches of the motion cross, the model takes the one of least constraint (Gauss):
/// that on which ½ aᵀMa of its accelerations is largest. Where two are alike it is refused with SWP_INCONSISTENT_START.
///
/// `options` may be NULL for defaults. The caller owns the simulation and frees it with swp_sim_free; the model may be freed
/// before it. On failure `*out` is left alone and the text is in swp_model_error of `model`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_create(
    model: *mut swp_model,
    options: *const swp_sim_options,
    out: *mut *mut swp_sim,
) -> swp_status {
    // SAFETY: NULL or a handle from swp_model_create that was not freed, as the header asks.
    with(
        unsafe { model.as_ref() },
        "model",
        |m| &m.error,
        |m| {
            require(out, "out")?;
            let sim = Simulation::new(Arc::clone(&m.model), options_or_defaults(options)?)?;
            put(out, "out", handle(sim))
        },
    )
}

/// A handle that the caller owns.
pub(super) fn handle(sim: Simulation) -> *mut swp_sim {
    let inner = Inner { sim, error: Mutex::default(), progress: None, event: None };
    Box::into_raw(Box::new(swp_sim { using: Cell::new(Using::Idle), inner }))
}

/// Free a simulation. NULL is allowed. In a callback of the simulation itself it does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_free(sim: *mut swp_sim) {
    // SAFETY: NULL or a handle from swp_sim_create that was not freed, as the header asks.
    if !sim.is_null() && unsafe { &(*sim).using }.get() == Using::Idle {
        // SAFETY: as above, and no call is at work on it.
        drop(unsafe { Box::from_raw(sim) });
    }
}

/// Text of the simulation's last failure; `buffer`, `length` and `needed` as in swp_model_error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_error(
    sim: *const swp_sim,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    guard(None, || {
        if sim.is_null() {
            return Err(Fail::Null("sim"));
        }
        // SAFETY: not NULL, a handle that was not freed; the text has its own lock, and only it is borrowed.
        let text = unsafe { &(*sim).inner.error }.lock().unwrap_or_else(|e| e.into_inner()).clone();
        copy_text(&text, buffer, length, needed)
    })
}

/// What the start found and changed, as text: unknowns, conditions, degrees of freedom, corrections of positions and
/// velocities, the elastic energy that these corrections store in elements, dependent sets by name; and why the
/// scheme of the steps to come runs as another one, if it does. `buffer`, `length` and `needed` as in swp_model_error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_report(
    sim: *const swp_sim,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    read(sim, |s| copy_text(&s.report_in_words(), buffer, length, needed))
}

/// Choose another scheme for the steps to come. Of `options`, filled by swp_sim_options_init, only `scheme`, `rho_infinity`,
/// `hht_alpha`, `newmark_gamma`, `newmark_beta`, `decay_alpha`, `stage_weighted` and `interpolation` are taken; the others are ignored.
///
/// Positions stay as they are; the next step begins by making velocities, accelerations and multipliers consistent with the
/// conditions. Where the new choice interpolates beams in another way (swp_beams), strains, section forces and strain energy are those of
/// the new interpolation from now on, and accelerations and multipliers are solved for at once: `interpolation_change` of swp_audit has
/// the energy. With SWP_BEAMS_DIRECTORS from the start there is no such change. SWP_WRONG_STATE while a step is open;
/// SWP_INVALID_ARGUMENT, with its name, if the model has a term that the scheme cannot take. On failure the simulation is as it was.
/// Snapshots hold the state, not the choice of the scheme: one can be restored under any scheme. They say how beams were interpolated;
/// in a simulation that does so in another way, the change is made and its energy counted when they are restored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_scheme(sim: *mut swp_sim, options: *const swp_sim_options) -> swp_status {
    change(sim, |s| {
        require(options.cast_mut(), "options")?;
        let given = read_options(options)?;
        Ok(s.sim.choose(scheme(&given)?, interpolation(&given)?)?)
    })
}

/// Name of the scheme of the steps to come, as text; `buffer`, `length` and `needed` as in swp_model_error. Where it runs as another one
/// (SWP_ENERGY_DECAYING as SWP_MOMENTUM_DECAYING) the name says so: "..., run as ..."; swp_sim_report and swp_model_diagnose say why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_scheme_name(
    sim: *const swp_sim,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    read(sim, |s| copy_text(&s.scheme().name_on(s.model()), buffer, length, needed))
}

/// Time [s] of the state that queries see.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_time(sim: *const swp_sim, out: *mut f64) -> swp_status {
    read(sim, |s| put(out, "out", s.state().time))
}

/// Set the function that swp_sim_advance and its relatives call after each step, or NULL for none. `user` is handed to it as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_progress(
    sim: *mut swp_sim,
    callback: swp_progress_callback,
    user: *mut c_void,
) -> swp_status {
    change(sim, |s| {
        s.progress = callback.map(|call| (call, user));
        Ok(())
    })
}

/// Set an input of the model to a finite value. It holds from the next solution of a step on, also of a step that is open, and
/// is part of snapshots. Rejecting a step does not take it back. What it means over the step is the choice of
/// swp_sim_set_input_rule: by default it is the value at the end of the step.
///
/// Set before the first step, or after statics, with no step open, it is the value at the beginning of that step too: accelerations
/// and reactions are solved for again when the step begins. Set after swp_sim_begin it belongs to the end of the step. An input that
/// prescribes a joint coordinate needs rates: swp_sim_set_input_rates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_input(sim: *mut swp_sim, input: swp_function, value: f64) -> swp_status {
    enter(sim, Using::Between, |s| Ok(s.sim.set_input(function(input)?, value)?))
}

/// Set `count` inputs at once: all of them, or none if one is wrong. With `count` 0 the pointers may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_inputs(
    sim: *mut swp_sim,
    count: size_t,
    inputs: *const swp_function,
    values: *const f64,
) -> swp_status {
    enter(sim, Using::Between, |s| {
        if count == 0 {
            return Ok(());
        }
        let (inputs, values) = (array(inputs, count, "inputs")?, array(values, count, "values")?);
        let pairs = || inputs.iter().zip(values);
        for (input, value) in pairs() {
            s.sim.check_input(function(*input)?, *value)?;
        }
        for (input, value) in pairs() {
            s.sim.set_input(function(*input)?, *value)?;
        }
        Ok(())
    })
}

/// Make one step of `dt` [s], positive. On failure (SWP_NEWTON_FAILED, SWP_SINGULAR_MATRIX, SWP_NOT_FINITE,
/// SWP_CALLBACK_FAILED) the state is that before the call. Nothing is allocated after the first step, and the first after
/// swp_sim_set_scheme, unless a step fails, a lock is switched, or a matrix needs pivoting for the first time. That holds for all
/// functions that make steps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_step(sim: *mut swp_sim, dt: f64) -> swp_status {
    change(sim, |s| Ok(s.sim.step(dt)?))
}

/// Advance to exactly `t_end` [s], not before the present time, in equal steps of at most `dt_max` [s]. The progress callback
/// is called after each. On failure, or when the callback stops it (SWP_CANCELLED), the state is that of the last accepted
/// step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_advance(sim: *mut swp_sim, t_end: f64, dt_max: f64) -> swp_status {
    let (mut plan, mut progress, mut time) = (None, None, None);
    let status = change(sim, |s| {
        plan = Some(s.sim.plan(t_end, dt_max)?);
        progress = s.progress;
        Ok(())
    });
    let (Some(mut plan), swp_status::SWP_OK) = (plan, status) else { return status };
    loop {
        let status = change(sim, |s| {
            time = s.sim.advance_once(&mut plan)?;
            Ok(())
        });
        let (Some(t), swp_status::SWP_OK) = (time, status) else { return status };
        let Some((call, user)) = progress else { continue };
        // SAFETY: the host's function takes a time and its own pointer, as the header says. Nothing is borrowed now.
        let stop = waiting(sim, Using::Between, || unsafe { call(t, user) }) != 0;
        if stop {
            return change(sim, |_| Err(Error::Cancelled { time: t }.into()));
        }
    }
}

/// Begin a step of `dt` [s] that is to be solved more than once: begin, then any number of swp_sim_set_input and
/// swp_sim_iterate, then swp_sim_accept or swp_sim_reject.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_begin(sim: *mut swp_sim, dt: f64) -> swp_status {
    change(sim, |s| Ok(s.sim.begin(dt)?))
}

/// Solve the open step with the present inputs; queries then see its end. Called again, it starts from the last solution and its
/// factors: a small change of loads takes one iteration, and at most one factorisation. The same calls with the same inputs give the
/// same bits; another sequence of inputs that ends with the same ones gives the same within the tolerance of Newton's method. (A
/// trial far from the last one is begun anew, as if it were the first. The first step of generalised-α, HHT-α and Newmark, one of a very different size, and held inputs that change under them, are
/// prepared anew each time.) On failure the step stays open and unsolved: queries see the last accepted state again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_iterate(sim: *mut swp_sim) -> swp_status {
    change(sim, |s| Ok(s.sim.iterate()?))
}

/// Accept the open step as it was last solved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_accept(sim: *mut swp_sim) -> swp_status {
    change(sim, |s| Ok(s.sim.accept()?))
}

/// Forget the open step: the state is again the last accepted one, and the run goes on with the same bits as if the step had never been
/// begun. Inputs keep their values, for the end of the next step; those that were set in a first step do not become values of the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_reject(sim: *mut swp_sim) -> swp_status {
    change(sim, |s| Ok(s.sim.reject()?))
}
