//! Snapshots: states to go back to.

use super::library::swp_status;
use super::sim::{read, swp_sim};
use super::{Fail, array, array_mut, guard, put, reference, require};
use crate::error::{Error, require_memory};
use crate::results;
use libc::size_t;

/// A saved state of a simulation, independent of it. It can be restored in any simulation of the same model, also in another
/// process through bytes.
pub struct swp_snapshot {
    bytes: Vec<u8>,
}

/// Save the last accepted state, inputs and totals included. The caller owns the snapshot and frees it with swp_snapshot_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_save(sim: *const swp_sim, out: *mut *mut swp_snapshot) -> swp_status {
    read(sim, |s| {
        require(out, "out")?;
        require_memory(s.room_to_save(), "the snapshot")?;
        put(out, "out", Box::into_raw(Box::new(swp_snapshot { bytes: s.save() })))
    })
}

/// Go back to a saved state; an open step is forgotten. The same calls with the same inputs then give the same bits.
/// SWP_BAD_SNAPSHOT if it belongs to another model, or holds numbers from which no step could be made, such as speeds whose energy is
/// beyond all numbers; the simulation is then as it was.
///
/// The model is the same when names, kinds and connections are. Masses, stiffnesses, gravity and other numbers may differ: that a run
/// can be continued with a changed spring, or under another gravity, is meant. The change acts at that instant, as a load that jumps;
/// generalised-alpha goes on with the accelerations of the snapshot, which leaves an error of about h/2 times the change of the
/// acceleration in the velocities, once. The energies of swp_sim_audit are those of this model, its works go on from the snapshot.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_restore(sim: *mut swp_sim, snapshot: *const swp_snapshot) -> swp_status {
    super::sim::restore(sim, || Ok(&reference(snapshot, "snapshot")?.bytes))
}

/// Free a snapshot. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_snapshot_free(snapshot: *mut swp_snapshot) {
    if !snapshot.is_null() {
        // SAFETY: the handle came from this library and is freed once, as the header asks.
        drop(unsafe { Box::from_raw(snapshot) });
    }
}

/// Copy a snapshot to bytes that can be stored: with version and checksum, little-endian on every machine.
///
/// `needed` (may be NULL) receives the number of bytes. `buffer` may be NULL when `length` is 0, to ask for that number;
/// otherwise it must have room for all of them (SWP_WRONG_SIZE, nothing is written).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_snapshot_to_bytes(
    snapshot: *const swp_snapshot,
    buffer: *mut u8,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    guard(None, || {
        let bytes = &reference(snapshot, "snapshot")?.bytes;
        if !needed.is_null() {
            put(needed, "needed", bytes.len())?;
            if buffer.is_null() && length == 0 {
                return Ok(());
            }
        }
        if length < bytes.len() && !buffer.is_null() {
            let text = format!("the snapshot needs {} bytes, the buffer has {length}", bytes.len());
            return Err(Fail::Error(Error::WrongSize(text)));
        }
        array_mut(buffer, bytes.len(), "buffer")?.copy_from_slice(bytes);
        Ok(())
    })
}

/// Make a snapshot from bytes. SWP_BAD_SNAPSHOT if they are not a snapshot, of another version, cut or damaged. The caller owns
/// it and frees it with swp_snapshot_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_snapshot_from_bytes(
    bytes: *const u8,
    length: size_t,
    out: *mut *mut swp_snapshot,
) -> swp_status {
    guard(None, || {
        require(out, "out")?;
        let bytes = array(bytes, length, "bytes")?;
        results::verify(bytes)?;
        put(out, "out", Box::into_raw(Box::new(swp_snapshot { bytes: bytes.to_vec() })))
    })
}
