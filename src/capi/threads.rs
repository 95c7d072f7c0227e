//! Threads of a simulation.

use super::library::swp_status;
use super::sim::{modify, swp_sim};
use crate::error::Error;
use crate::simulation::MAX_THREADS;

/// Let the elements of a simulation be evaluated by `count` threads, 1 to 256, that of the caller among them. Default: 1.
///
/// Results are the same bits for any number. Generalised-α, HHT-α, Newmark and statics of models with at least 64 terms use them;
/// small models and the other schemes stay with one thread. Whether it pays depends on the machine: measure it. On two shared
/// virtual cores no gain was seen. The threads belong to the simulation and end with it.
/// Functions of the host are called from the thread that called the library, as ever. SWP_INVALID_ARGUMENT for another number;
/// SWP_WRONG_STATE while a step is open; SWP_OUT_OF_MEMORY when the system refuses a thread or there is no room for them, 2 MB for
/// the stack of each and a copy of the matrices of the elements for all: the number is then what it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_threads(sim: *mut swp_sim, count: i32) -> swp_status {
    modify(sim, false, |s| {
        let count = usize::try_from(count).map_err(|_| {
            Error::InvalidArgument(format!("{count} threads are asked for; it can be 1 to {MAX_THREADS}"))
        })?;
        Ok(s.set_threads(count)?)
    })
}
