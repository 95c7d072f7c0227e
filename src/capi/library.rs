//! Version, status, error text without a handle.

use super::{LAST_ERROR, copy_text, guard};
use crate::error::Error;
use libc::{c_char, size_t};

/// Major version: changes when the ABI breaks.
pub const SWP_VERSION_MAJOR: u32 = 0;
/// Minor version: changes when something is added.
pub const SWP_VERSION_MINOR: u32 = 1;
/// Patch version.
pub const SWP_VERSION_PATCH: u32 = 0;
/// Version of this header: major*10000 + minor*100 + patch.
pub const SWP_VERSION: u32 = 100;

/// Outcome of a call. The numbers are fixed.
///
/// After any other value than SWP_OK the handle is as it was before the call, and its error text says what happened, where
/// and what to try.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum swp_status {
    /// Done.
    SWP_OK = 0,
    /// A pointer that must not be NULL is NULL.
    SWP_NULL_POINTER = 1,
    /// A value that no correct call can have: NaN, negative mass, a quaternion that is not of unit length.
    SWP_INVALID_ARGUMENT = 2,
    /// An id or a name that does not belong to this model.
    SWP_UNKNOWN_ID = 3,
    /// The name is taken.
    SWP_DUPLICATE_NAME = 4,
    /// An array, buffer or struct of the wrong size.
    SWP_WRONG_SIZE = 5,
    /// The model is in use by a simulation and cannot change.
    SWP_FROZEN_MODEL = 6,
    /// A call out of order, such as accepting a step that was not begun.
    SWP_WRONG_STATE = 7,
    /// The model as a whole is not sound.
    SWP_INVALID_MODEL = 20,
    /// Conditions of joints depend on each other; the text names each dependent set.
    SWP_REDUNDANT_CONSTRAINTS = 21,
    /// The joints allow a motion that moves no mass; the text names nodes and directions.
    SWP_SINGULAR_MECHANISM = 22,
    /// No positions or velocities satisfy all conditions at the start.
    SWP_INCONSISTENT_START = 23,
    /// Newton's method did not converge; the text has the history and the worst equation. Also: a step of generalised-α, HHT-α or
    /// Newmark through a singular position of a mechanism has left the motion that the constraints allow, or no stable equilibrium was
    /// found.
    SWP_NEWTON_FAILED = 40,
    /// The iteration matrix is singular.
    SWP_SINGULAR_MATRIX = 41,
    /// A number that is not finite came up in a computation.
    SWP_NOT_FINITE = 42,
    /// A callback of the host reported failure.
    SWP_CALLBACK_FAILED = 43,
    /// The progress callback asked to stop.
    SWP_CANCELLED = 44,
    /// Step control: the smallest step allowed is not accurate enough, or cannot be solved.
    SWP_STEP_TOO_SMALL = 45,
    /// Generalised-α, HHT-α and Newmark: ten times as much energy as the mechanism can have is there, and no load, drive or damper
    /// brought it in. The solution has left the equations; the text has the remedy.
    SWP_ENERGY_GREW = 46,
    /// The snapshot is damaged or belongs to another model.
    SWP_BAD_SNAPSHOT = 60,
    /// Header and library do not fit together.
    SWP_VERSION_MISMATCH = 61,
    /// A model or case file cannot be read or written; the text has line, key and remedy.
    SWP_BAD_FILE = 62,
    /// There is not enough memory for what was asked; nothing was changed.
    SWP_OUT_OF_MEMORY = 63,
    /// A defect of the library, caught.
    SWP_INTERNAL = 90,
}

/// Every status with its name: one list for code and text.
const NAMES: [(swp_status, &std::ffi::CStr); 24] = [
    (swp_status::SWP_OK, c"SWP_OK"),
    (swp_status::SWP_NULL_POINTER, c"SWP_NULL_POINTER"),
    (swp_status::SWP_INVALID_ARGUMENT, c"SWP_INVALID_ARGUMENT"),
    (swp_status::SWP_UNKNOWN_ID, c"SWP_UNKNOWN_ID"),
    (swp_status::SWP_DUPLICATE_NAME, c"SWP_DUPLICATE_NAME"),
    (swp_status::SWP_WRONG_SIZE, c"SWP_WRONG_SIZE"),
    (swp_status::SWP_FROZEN_MODEL, c"SWP_FROZEN_MODEL"),
    (swp_status::SWP_WRONG_STATE, c"SWP_WRONG_STATE"),
    (swp_status::SWP_INVALID_MODEL, c"SWP_INVALID_MODEL"),
    (swp_status::SWP_REDUNDANT_CONSTRAINTS, c"SWP_REDUNDANT_CONSTRAINTS"),
    (swp_status::SWP_SINGULAR_MECHANISM, c"SWP_SINGULAR_MECHANISM"),
    (swp_status::SWP_INCONSISTENT_START, c"SWP_INCONSISTENT_START"),
    (swp_status::SWP_NEWTON_FAILED, c"SWP_NEWTON_FAILED"),
    (swp_status::SWP_SINGULAR_MATRIX, c"SWP_SINGULAR_MATRIX"),
    (swp_status::SWP_NOT_FINITE, c"SWP_NOT_FINITE"),
    (swp_status::SWP_CALLBACK_FAILED, c"SWP_CALLBACK_FAILED"),
    (swp_status::SWP_CANCELLED, c"SWP_CANCELLED"),
    (swp_status::SWP_STEP_TOO_SMALL, c"SWP_STEP_TOO_SMALL"),
    (swp_status::SWP_ENERGY_GREW, c"SWP_ENERGY_GREW"),
    (swp_status::SWP_BAD_SNAPSHOT, c"SWP_BAD_SNAPSHOT"),
    (swp_status::SWP_VERSION_MISMATCH, c"SWP_VERSION_MISMATCH"),
    (swp_status::SWP_BAD_FILE, c"SWP_BAD_FILE"),
    (swp_status::SWP_OUT_OF_MEMORY, c"SWP_OUT_OF_MEMORY"),
    (swp_status::SWP_INTERNAL, c"SWP_INTERNAL"),
];

/// Version of the library at run time, to compare with SWP_VERSION of the header.
#[unsafe(no_mangle)]
pub extern "C" fn swp_version() -> u32 {
    SWP_VERSION
}

/// Version of the library as text, "0.1.0". Static: do not free.
#[unsafe(no_mangle)]
pub extern "C" fn swp_version_string() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Does this library serve a host compiled with this version of the header? Call it with SWP_VERSION.
///
/// The major version must be the same, and the library's minor version at least the header's; while the major version is 0,
/// the minor versions must be the same. Returns SWP_VERSION_MISMATCH otherwise; the text is in swp_last_error.
#[unsafe(no_mangle)]
pub extern "C" fn swp_check_version(header_version: u32) -> swp_status {
    guard(None, || {
        let (major, minor) = (header_version / 10000, header_version / 100 % 100);
        let fits = major == SWP_VERSION_MAJOR
            && if major == 0 { minor == SWP_VERSION_MINOR } else { minor <= SWP_VERSION_MINOR };
        if fits {
            return Ok(());
        }
        Err(Error::VersionMismatch(format!(
            "the host was compiled with version {major}.{minor} of the header, the library is {}; use header and library of \
             one version",
            env!("CARGO_PKG_VERSION")
        ))
        .into())
    })
}

/// Name of a status, such as "SWP_NEWTON_FAILED"; "unknown status" for any other number. Static: do not free.
#[unsafe(no_mangle)]
pub extern "C" fn swp_status_name(status: i32) -> *const c_char {
    let known = NAMES.iter().find(|(s, _)| *s as i32 == status);
    known.map_or(c"unknown status", |(_, name)| name).as_ptr()
}

/// Text of the last failure, on this thread, of a call that had no handle to keep it: a NULL handle, swp_model_create,
/// swp_check_version, swp_snapshot_from_bytes and the like.
///
/// Copies at most `length` bytes, the last of them zero, into `buffer`, and the number of bytes of the whole text, its end
/// included, into `needed`. Either pointer may be NULL, not both. Returns SWP_WRONG_SIZE when the text was cut.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_last_error(buffer: *mut c_char, length: size_t, needed: *mut size_t) -> swp_status {
    let text = LAST_ERROR.try_with(|last| last.borrow().clone()).unwrap_or_default();
    let status = guard(None, || copy_text(&text, buffer, length, needed));
    // a buffer that was too small must not cost the text
    LAST_ERROR.try_with(|last| *last.borrow_mut() = text).unwrap_or(());
    status
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_numbers_agree_with_the_package() {
        let text = format!("{SWP_VERSION_MAJOR}.{SWP_VERSION_MINOR}.{SWP_VERSION_PATCH}");
        assert_eq!(text, env!("CARGO_PKG_VERSION"));
        assert_eq!(SWP_VERSION, SWP_VERSION_MAJOR * 10000 + SWP_VERSION_MINOR * 100 + SWP_VERSION_PATCH);
    }
}
