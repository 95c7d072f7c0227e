//! Control of the step by its error, events, interpolation within a step, counters.

use super::library::swp_status;
use super::model::{node, swp_node};
use super::query::swp_motion;
use super::sim::{Using, change, modify, read, swp_sim, waiting};
use super::{Fail, guard, put, require, sized};
use crate::error::Error;
use crate::simulation::{Control, Counters, Direction, Event, Settled};
use libc::{c_void, size_t};

/// Called with the state under trial after each solved step of swp_sim_advance_controlled and swp_sim_advance_past, and with states
/// within it, time [s]; writes the event's function of the state to `value` and returns 0, or another number to report failure. It may query the
/// simulation and nothing else; other calls on it give SWP_WRONG_STATE. It must not throw.
pub type swp_event_callback = Option<unsafe extern "C" fn(t: f64, value: *mut f64, user: *mut c_void) -> i32>;

/// Which change of sign is an event.
#[repr(i32)]
pub enum swp_direction {
    /// Both.
    SWP_DIRECTION_BOTH = 0,
    /// From negative to positive.
    SWP_DIRECTION_RISING = 1,
    /// From positive to negative.
    SWP_DIRECTION_FALLING = -1,
}

/// How steps are chosen. Call swp_step_control_init first, then change what you need.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_step_control {
    /// Size of this struct, set by swp_step_control_init; do not change it.
    pub size: size_t,
    /// Largest error of a translation in one step [m], positive. Default: 1e-6.
    ///
    /// It is an error of places. What loads of a short duration T leave of a rate may be wrong by some translation_tolerance/T, and moves
    /// places by that for as long as the run lasts: give `translation_rate_tolerance` where this counts (loads by tables of straight lines
    /// leave next to no error: steps end at their corners). Where a stop acts (swp_model_add_joint_stop, tables of forces), the rate along
    /// its coordinate is right to a few percent, however far below the tolerance the way v √(m/k) into the stop is, down to a
    /// ten-thousandth of the tolerance; for a better rebound give a tolerance of rates.
    pub translation_tolerance: f64,
    /// Largest error of a rotation in one step [rad], positive. Default: 1e-6.
    pub rotation_tolerance: f64,
    /// Smallest step [s], positive; only what is left to the end may be smaller. Default: 1e-10.
    pub smallest: f64,
    /// Largest step [s], not below `smallest`; may be infinite. Default: infinite.
    pub largest: f64,
    /// The first step of the call [s], between `smallest` and `largest`; 0: as the last controlled step proposed, or, where
    /// there was none, chosen by the library. Default: 0.
    pub first: f64,
    /// Part of the step that would just meet the tolerance, in [0.1, 1]. Default: 0.9.
    pub safety: f64,
    /// Largest error of the rate of a translation in one step [m/s]; 0: one that moves nothing by more than
    /// `translation_tolerance` within the step; infinite: rates are not controlled. Default: 0.
    pub translation_rate_tolerance: f64,
    /// Largest error of the rate of a rotation in one step [rad/s]; 0 and infinite likewise. Default: 0.
    pub rotation_rate_tolerance: f64,
    /// 0; room for members of later versions.
    pub reserved: [u64; 8],
}

impl super::Sized for swp_step_control {
    fn head(&self) -> (size_t, &[u64]) {
        (self.size, &self.reserved)
    }
}

/// What happened since the simulation was created or swp_sim_reset_counters was called. No part of snapshots.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_sim_counters {
    /// Accepted steps; one that was cut counts once.
    pub accepted: u64,
    /// Steps rejected because of their error, or to end where a function of time has a corner.
    pub rejected: u64,
    /// Steps that could not be solved and were made again with smaller ones.
    pub newton_failures: u64,
    /// Parts of steps that were cut.
    pub parts: u64,
    /// Searches for the time of an event.
    pub event_searches: u64,
    /// Smallest accepted step or part [s]; 0 before the first.
    pub smallest_step: f64,
    /// Largest accepted step or part [s].
    pub largest_step: f64,
    /// Accepted steps whose last solution ended where rounding allows nothing better (`at_rounding` of swp_newton_report).
    pub at_rounding: u64,
    /// Newton iterations of all solutions, of rejected and failed trials too.
    pub iterations: u64,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 7],
}

/// Fill a step control with its defaults. `control` must point to a swp_step_control of this header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_step_control_init(control: *mut swp_step_control) -> swp_status {
    guard(None, || put(control, "control", defaults()))
}

fn defaults() -> swp_step_control {
    let d = Control::default();
    swp_step_control {
        size: size_of::<swp_step_control>(),
        translation_tolerance: d.translation_tolerance,
        rotation_tolerance: d.rotation_tolerance,
        smallest: d.smallest,
        largest: d.largest,
        first: d.first,
        safety: d.safety,
        translation_rate_tolerance: d.translation_rate_tolerance,
        rotation_rate_tolerance: d.rotation_rate_tolerance,
        reserved: [0; 8],
    }
}

/// Copy the caller's step control, after a look at its size.
fn read_control(control: *const swp_step_control) -> Result<Control, Fail> {
    if control.is_null() {
        return Ok(Control::default());
    }
    let given = sized(control, "control", "swp_step_control_init")?;
    let control = Control {
        translation_tolerance: given.translation_tolerance,
        rotation_tolerance: given.rotation_tolerance,
        smallest: given.smallest,
        largest: given.largest,
        first: given.first,
        safety: given.safety,
        translation_rate_tolerance: given.translation_rate_tolerance,
        rotation_rate_tolerance: given.rotation_rate_tolerance,
    };
    control.check()?;
    Ok(control)
}

/// Set the function whose change of sign ends swp_sim_advance_controlled and swp_sim_advance_past, or NULL for none.
/// `direction` is one of swp_direction; the state then stands at most `tolerance` [s], positive, behind the change. `user` is
/// handed to the function as it is.
///
/// The function is asked at the end of each step, halfway unless its last three values leave no doubt, and where a parabola through neighbouring values could turn at or beyond
/// zero; within a step it sees the motion as swp_sim_interpolate_node has it, and reactions on straight lines. Found is the first change
/// of sign in the step, also one of two that are near to each other, if the function is like a parabola between the places
/// where it was asked. A function that turns several times in half a step needs a smaller `largest`. A value of exactly zero
/// at the start of a call is no event, as it may be the one that ended the last call; the sign behind it counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_event(
    sim: *mut swp_sim,
    callback: swp_event_callback,
    user: *mut c_void,
    direction: i32,
    tolerance: f64,
) -> swp_status {
    change(sim, |s| {
        let Some(call) = callback else {
            s.event = None;
            return Ok(());
        };
        let direction = match direction {
            0 => Direction::Both,
            1 => Direction::Rising,
            -1 => Direction::Falling,
            other => return Err(Error::InvalidArgument(format!("event: direction {other} is not known")).into()),
        };
        let event = Event { direction, tolerance };
        event.check()?;
        s.event = Some((call, user, event));
        Ok(())
    })
}

/// Advance to exactly `t_end` [s], not before the present time, with steps whose error is controlled. Needs a scheme that
/// estimates its error. `control` may be NULL for defaults.
///
/// Controlled is, of every node, joint coordinate and generalised coordinate and in each step: the error of places; the error of
/// rates, by which they miss joints and drives (generalised-α, HHT-α, Newmark: the rate of a driven coordinate is of second order; Radau IIA: it is exact);
/// and what functions of time would move that go another way between the ends of the step than a cubic through these. For that
/// tables and pulses are looked at where they bend, so that none is stepped over; functions of the host and harmonics are
/// looked at in three places a step, so give a pulse of the host's a `largest` step below three of its lengths, or make it a table.
/// Inputs of the host go by their rule (swp_input_rule), from the beginning of the call to `t_end` where it is SWP_INPUT_LINEAR,
/// over the next step where they are set in a progress callback; a jump at the beginning is no error. Reactions and accelerations are
/// not controlled.
///
/// A stop that is reached within a step, a dead band that is left or friction that comes to stick is an error of places like any
/// other, however stiff it is; what is stiff at both ends of a step counts by what it moves in the step. An error e of a place in a
/// step h leaves an error e/h of velocity, and what then moves freely is off by that times the rest of the run: where a short pulse or
/// a rebound is followed by a long way, give tolerances of rates.
///
/// Errors of steps add up: over a run they grow as tolerance^(p/(p+1)), where p is the order of the scheme: a thousandth of the
/// tolerance makes errors of generalised-α (p = 2) a hundred times smaller, of Radau IIA (p = 3) 180 times.
///
/// The size that the error allows is part of the state and of snapshots: calls in slices make the steps that one call makes, but
/// for the ends of the slices, and a slice that fits is one step.
///
/// The progress callback is called after each accepted step. With swp_sim_set_event the call ends at an event: `*event` is
/// then 1 and swp_sim_time tells when; otherwise it is 0. Called again, it goes on to the next event. `event` may be NULL. On
/// failure, or when a callback stops it, the state is that of the last accepted step; SWP_STEP_TOO_SMALL when the smallest
/// step is not accurate enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_advance_controlled(
    sim: *mut swp_sim,
    t_end: f64,
    control: *const swp_step_control,
    event: *mut i32,
) -> swp_status {
    drive(sim, t_end, control, event, false)
}

/// The same with steps of the control's own sizes until `t` [s] has been reached or passed; times within the last step can
/// then be read with swp_sim_interpolate_node. No step is made when `t` lies within the last one already.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_advance_past(
    sim: *mut swp_sim,
    t: f64,
    control: *const swp_step_control,
    event: *mut i32,
) -> swp_status {
    drive(sim, t, control, event, true)
}

fn drive(sim: *mut swp_sim, target: f64, control: *const swp_step_control, event: *mut i32, past: bool) -> swp_status {
    let (mut run, mut progress, mut watched) = (None, None, None);
    let status = change(sim, |s| {
        if !event.is_null() {
            require(event, "event")?;
        }
        run = Some(s.sim.controlled(target, &read_control(control)?, past)?);
        (progress, watched) = (s.progress, s.event);
        Ok(())
    });
    let (Some(mut run), swp_status::SWP_OK) = (run, status) else { return status };
    let end = |happened: bool| match event.is_null() {
        true => swp_status::SWP_OK,
        false => guard(None, || put(event, "event", i32::from(happened))),
    };
    // the event's function at the state that queries see, if there is one
    let ask = |time: f64| -> Option<crate::error::Result<f64>> {
        let (call, user, _) = watched?;
        let mut value = f64::NAN;
        // SAFETY: the host's function takes a time, room for a number and its own pointer, as the header says. Nothing of
        // the simulation is borrowed now.
        let failed = waiting(sim, Using::Asking, || unsafe { call(time, &mut value, user) }) != 0;
        let text = || format!("the function of the event reported failure at t = {time} s");
        Some(if failed { Err(Error::CallbackFailed(text())) } else { Ok(value) })
    };
    if let Some((_, _, event)) = watched {
        let mut now = 0.0;
        let status = read(sim, |s| {
            now = s.state().time;
            Ok(())
        });
        if status != swp_status::SWP_OK {
            return status;
        }
        let value = ask(now);
        let status = change(sim, |s| Ok(s.sim.watch(&mut run, event, value.unwrap_or(Ok(f64::NAN)))?));
        if status != swp_status::SWP_OK {
            return status;
        }
    }
    loop {
        let mut trial = None;
        let status = change(sim, |s| {
            trial = s.sim.attempt(&mut run)?.then(|| s.sim.state().time);
            Ok(())
        });
        let (Some(mut at), swp_status::SWP_OK) = (trial, status) else {
            return if status == swp_status::SWP_OK { end(false) } else { status };
        };
        let settled = loop {
            let (value, mut settled) = (ask(at), Settled::Again);
            let status = change(sim, |s| {
                settled = s.sim.settle(&mut run, value)?;
                at = s.sim.state().time;
                Ok(())
            });
            match (status, settled) {
                (swp_status::SWP_OK, Settled::Again) => continue,
                (swp_status::SWP_OK, settled) => break settled,
                (status, _) => return status,
            }
        };
        if let Some((call, user)) = progress {
            // SAFETY: the host's function takes a time and its own pointer, as the header says. Nothing is borrowed now.
            let stop = waiting(sim, Using::Between, || unsafe { call(at, user) }) != 0;
            if stop {
                return change(sim, |_| Err(Error::Cancelled { time: at }.into()));
            }
        }
        if let Settled::Event(_) = settled {
            return end(true);
        }
    }
}

/// Motion of a node at a time `t` [s] within the last accepted step: cubic in time between its two ends, from positions and
/// velocities; rotations likewise by the rotation vector of the step. Velocities are the rates of these; accelerations are
/// straight lines. Where a lock was switched at the end of the step, or locked or released since, the motion is that up to the
/// switch. Not before the first step, nor right after a restore or statics (SWP_WRONG_STATE).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_interpolate_node(
    sim: *const swp_sim,
    node: swp_node,
    t: f64,
    out: *mut swp_motion,
) -> swp_status {
    read(sim, |s| put(out, "out", (&s.interpolate_motion(self::node(node)?, t)?).into()))
}

/// What happened so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_get_counters(sim: *const swp_sim, out: *mut swp_sim_counters) -> swp_status {
    read(sim, |s| {
        // one that is added there does not compile until it is here
        let Counters {
            accepted,
            rejected,
            newton_failures,
            parts,
            event_searches,
            smallest_step,
            largest_step,
            at_rounding,
            iterations,
        } = *s.counters();
        let counters = swp_sim_counters {
            accepted,
            rejected,
            newton_failures,
            parts,
            event_searches,
            smallest_step,
            largest_step,
            at_rounding,
            iterations,
            reserved: [0; 7],
        };
        put(out, "out", counters)
    })
}

/// Count from zero again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_reset_counters(sim: *mut swp_sim) -> swp_status {
    modify(sim, true, |s| {
        s.reset_counters();
        Ok(())
    })
}
