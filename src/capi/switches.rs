//! Locks that close and open at given times.

use super::joints::{joint, swp_joint};
use super::library::swp_status;
use super::model::{edit, swp_model};
use super::put;
use super::sim::{read, swp_sim};
use crate::error::Error;

/// The lock of a joint coordinate at one instant.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_lock_state {
    /// 1: locked; 0: free.
    pub locked: i32,
    /// Where it is, or was last, held [m] or [rad].
    pub value: f64,
    /// Time of its last change [s]; that of the start if there was none.
    pub since: f64,
    /// Impulse along the coordinate when it last closed during the run [N·s] or [N·m·s]; 0 if it did not.
    pub impulse: f64,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 4],
}

/// Lock (`locked` 1) or release (0) a joint coordinate at a `time` [s]. The coordinate needs a lock, see swp_model_add_lock. Any
/// number of switches, in any order, at most one a lock and time; one to the state that the lock is in does nothing.
///
/// The switch is made at the end of the first step that ends at or behind its time (nearer than 1e-9 of the step counts as there),
/// as swp_sim_lock and swp_sim_release would: without a jump of positions. Steps that the library chooses
/// (swp_sim_advance_controlled and its kin) end at that time; equal steps and those of the host are not changed. Switches at or
/// before the start of a simulation say how the lock begins. What is done is part of snapshots. When the lock would hold what is held
/// already, swp_sim_accept fails with SWP_REDUNDANT_CONSTRAINTS and the step stays open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_schedule_lock(
    model: *mut swp_model,
    joint: swp_joint,
    coordinate: i32,
    time: f64,
    locked: i32,
) -> swp_status {
    edit(model, |m| {
        let on = match locked {
            0 => false,
            1 => true,
            other => return Err(Error::InvalidArgument(format!("lock: locked is {other}; 0 or 1")).into()),
        };
        Ok(m.schedule_lock(self::joint(joint)?, super::coordinate(coordinate)?, time, on)?)
    })
}

/// The lock of a joint coordinate: whether it holds, where, since when, and the impulse when it closed. SWP_INVALID_ARGUMENT if the
/// coordinate has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_lock_state(
    sim: *const swp_sim,
    joint: swp_joint,
    coordinate: i32,
    out: *mut swp_lock_state,
) -> swp_status {
    read(sim, |s| {
        let now = s.lock_state(self::joint(joint)?, super::coordinate(coordinate)?)?;
        let state = swp_lock_state {
            locked: i32::from(now.on),
            value: now.value,
            since: now.since,
            impulse: now.impulse,
            reserved: [0; 4],
        };
        put(out, "out", state)
    })
}
