//! The C ABI: handles, casts, checks of pointers and sizes, one call into the library. Nothing imports this module.
//!
//! Every function returns a status and leaves its text with the handle (or, where there is none, with the thread). A
//! panic never crosses the boundary, and nothing is printed.

#![allow(non_camel_case_types)]
// Each function's documentation, which cbindgen copies into the header, states what its pointers must be.
#![allow(clippy::missing_safety_doc)]

pub mod actions;
pub mod actuators;
pub mod beams;
pub mod between;
pub mod chains;
pub mod control;
pub mod diagnosis;
mod durable;
pub mod faces;
pub mod files;
mod floating;
pub mod frames;
pub mod gears;
pub mod host;
pub mod inputs;
pub mod joints;
pub mod library;
pub mod loads;
pub mod mesh;
pub mod meshes;
pub mod model;
pub mod modes;
pub mod nonholonomic;
#[cfg(test)]
mod planted;
pub mod query;
pub mod shell_stations;
pub mod shells;
pub mod sim;
pub mod snapshot;
pub mod solids;
pub mod statics;
pub mod switches;
pub mod threads;
pub mod ties;

use crate::assembly::THREAD_NAME;
use crate::error::Error;
use crate::math::Vec3;
use crate::model::{KINDS, Kind};
use libc::size_t;
use library::swp_status;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, Once};

thread_local! {
    /// Text of the last failure of a call without a handle, on this thread.
    static LAST_ERROR: RefCell<String> = const { RefCell::new(String::new()) };
    /// Is this thread inside a call of the library? Then a panic is caught, and must not print.
    static INSIDE: Cell<u32> = const { Cell::new(0) };
    /// file and line of the last panic that was caught on this thread
    static PANICKED_AT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Why a call failed.
pub(crate) enum Fail {
    /// this argument is NULL
    Null(&'static str),
    /// the library says no
    Error(Error),
}

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        Fail::Error(error)
    }
}

/// What the body of a function gives.
pub(crate) type Outcome = Result<(), Fail>;

fn status_of(error: &Error) -> swp_status {
    match error {
        Error::InvalidArgument(_) => swp_status::SWP_INVALID_ARGUMENT,
        Error::UnknownId(_) => swp_status::SWP_UNKNOWN_ID,
        Error::DuplicateName { .. } => swp_status::SWP_DUPLICATE_NAME,
        Error::WrongSize(_) => swp_status::SWP_WRONG_SIZE,
        Error::FrozenModel => swp_status::SWP_FROZEN_MODEL,
        Error::WrongState(_) => swp_status::SWP_WRONG_STATE,
        Error::InvalidModel(_) => swp_status::SWP_INVALID_MODEL,
        Error::RedundantConstraints(_) => swp_status::SWP_REDUNDANT_CONSTRAINTS,
        Error::SingularMechanism(_) => swp_status::SWP_SINGULAR_MECHANISM,
        Error::InconsistentStart(_) => swp_status::SWP_INCONSISTENT_START,
        Error::NewtonFailed(_) => swp_status::SWP_NEWTON_FAILED,
        Error::SingularMatrix(_) => swp_status::SWP_SINGULAR_MATRIX,
        Error::NotFinite(_) => swp_status::SWP_NOT_FINITE,
        Error::CallbackFailed(_) => swp_status::SWP_CALLBACK_FAILED,
        Error::StepTooSmall(_) => swp_status::SWP_STEP_TOO_SMALL,
        Error::EnergyGrew(_) => swp_status::SWP_ENERGY_GREW,
        Error::Cancelled { .. } => swp_status::SWP_CANCELLED,
        Error::BadSnapshot(_) => swp_status::SWP_BAD_SNAPSHOT,
        Error::BadFile(_) => swp_status::SWP_BAD_FILE,
        Error::OutOfMemory(_) => swp_status::SWP_OUT_OF_MEMORY,
        Error::VersionMismatch(_) => swp_status::SWP_VERSION_MISMATCH,
    }
}

/// Is a panic on this thread caught here? Then it must not print.
fn is_quiet() -> bool {
    let own = || std::thread::current().name().is_some_and(|name| name.starts_with(THREAD_NAME));
    INSIDE.try_with(|depth| depth.get() > 0).unwrap_or(false) || own()
}

/// Run the body of a function: no panic leaves, and a failure leaves its text in `slot`, or with the thread.
pub(crate) fn guard(slot: Option<&Mutex<String>>, body: impl FnOnce() -> Outcome) -> swp_status {
    let mut body = Some(body);
    guarded(slot, &mut || body.take().map_or(Ok(()), |body| body()))
}

/// The same of any body: compiled once, and not once for each function of the header.
fn guarded(slot: Option<&Mutex<String>>, body: &mut dyn FnMut() -> Outcome) -> swp_status {
    // Rust's default hook prints a panic to stderr before it is caught. The hook of this library's own copy of the
    // runtime is silent while a call is on the stack of the panicking thread and on the library's own threads, and as before elsewhere.
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !is_quiet() {
                return before(info);
            }
            let place = info.location().map(|at| format!(" ({}, line {})", in_tree(at.file()), at.line()));
            PANICKED_AT.try_with(|last| *last.borrow_mut() = place).unwrap_or(());
        }));
    });
    let inside = |by: i32| INSIDE.try_with(|depth| depth.set(depth.get().wrapping_add_signed(by))).unwrap_or(());
    inside(1);
    let outcome = floating::own(|| catch_unwind(AssertUnwindSafe(body)));
    inside(-1);
    let (status, text) = match outcome {
        Ok(Ok(())) => return swp_status::SWP_OK,
        Ok(Err(Fail::Null(what))) => (swp_status::SWP_NULL_POINTER, format!("the argument `{what}` is NULL")),
        Ok(Err(Fail::Error(error))) => (status_of(&error), error.to_string()),
        Err(panic) => {
            let cause = panic.downcast_ref::<String>().cloned();
            let cause = cause.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default();
            let place = PANICKED_AT.try_with(|last| last.take()).ok().flatten().unwrap_or_default();
            (swp_status::SWP_INTERNAL, format!("internal error, please report it: {cause}{place}"))
        }
    };
    let text = shortened(&text);
    match slot {
        Some(slot) => *slot.lock().unwrap_or_else(|e| e.into_inner()) = text,
        // a thread that is ending has no place for text any more; the status says enough
        None => LAST_ERROR.try_with(|last| *last.borrow_mut() = text).unwrap_or(()),
    }
    status
}

/// A file of the source, without the directories in which it was built.
fn in_tree(file: &str) -> &str {
    file.find("src/").map_or(file, |at| &file[at..])
}

/// A text in which numbers of very many digits are written with a power of ten.
fn shortened(text: &str) -> String {
    const DIGITS: usize = 24;
    let of_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find(of_number) {
        let (before, from) = rest.split_at(begin);
        let (digits, after) = from.split_at(from.find(|c| !of_number(c)).unwrap_or(from.len()));
        short.push_str(before);
        match digits.trim_end_matches('.').parse::<f64>() {
            Ok(value) if digits.len() > DIGITS => short.push_str(&format!("{value:e}")),
            _ => short.push_str(digits),
        }
        rest = after;
    }
    short + rest
}

/// Run the body of a function on a handle that may be NULL.
pub(crate) fn with<T>(
    handle: Option<T>,
    name: &'static str,
    slot: impl FnOnce(&T) -> &Mutex<String>,
    body: impl FnOnce(&T) -> Outcome,
) -> swp_status {
    match handle {
        None => guard(None, || Err(Fail::Null(name))),
        Some(handle) => guard(Some(slot(&handle)), || body(&handle)),
    }
}

/// A reference to what a pointer points to.
pub(crate) fn reference<'a, T>(pointer: *const T, name: &'static str) -> Result<&'a T, Fail> {
    // SAFETY: the header asks for NULL or a valid pointer to an object that lives through the call.
    unsafe { pointer.as_ref() }.ok_or(Fail::Null(name))
}

/// A struct of options: it begins with its size and ends with room for later members.
pub(crate) trait Sized {
    /// size, and what later versions may have put into the room
    fn head(&self) -> (size_t, &[u64]);
}

/// Copy a struct of options of the caller's, after a look at its size; `what` is its name, and its init function is `init`.
pub(crate) fn sized<T: Sized + Copy>(pointer: *const T, what: &'static str, init: &str) -> Result<T, Fail> {
    check_array(pointer, 1, what)?;
    let size = *reference(pointer.cast::<size_t>(), what)?;
    if size != size_of::<T>() {
        return Err(Error::WrongSize(format!(
            "{what}: `size` is {size}, this library expects {}; call {init} first, and use header and library of one version",
            size_of::<T>()
        ))
        .into());
    }
    let given = *reference(pointer, what)?;
    if given.head().1.iter().any(|n| *n != 0) {
        return Err(Error::InvalidArgument(format!(
            "{what}: `reserved` is not 0; call {init} first. A member that a later header has in its place needs a later library"
        ))
        .into());
    }
    Ok(given)
}

/// Write a result through an out-pointer.
pub(crate) fn put<T>(out: *mut T, name: &'static str, value: T) -> Outcome {
    require(out, name)?;
    // SAFETY: not NULL, aligned, and the header asks for writable memory of this type.
    unsafe { out.write(value) };
    Ok(())
}

/// Refuse a NULL out-pointer before anything is changed.
pub(crate) fn require<T>(out: *mut T, name: &'static str) -> Outcome {
    check_array(out, 1, name)
}

/// Refuse a pointer or a count that no array has.
pub(crate) fn check_array<T>(pointer: *const T, count: usize, name: &'static str) -> Outcome {
    if pointer.is_null() {
        return Err(Fail::Null(name));
    }
    if !pointer.is_aligned() {
        return Err(Error::InvalidArgument(format!("the argument `{name}` is not aligned for its type")).into());
    }
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(Error::WrongSize(format!("`{name}` cannot have {count} elements")).into());
    }
    Ok(())
}

/// An array of the caller's.
pub(crate) fn array<'a, T>(pointer: *const T, count: usize, name: &'static str) -> Result<&'a [T], Fail> {
    check_array(pointer, count, name)?;
    // SAFETY: not NULL, aligned, and the header states the number of elements that must be readable.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// An array of the caller's to be filled.
pub(crate) fn array_mut<'a, T>(pointer: *mut T, count: usize, name: &'static str) -> Result<&'a mut [T], Fail> {
    check_array(pointer, count, name)?;
    // SAFETY: not NULL, aligned, and the header states the number of elements that must be writable.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) })
}

/// Three numbers.
pub(crate) fn vec3(pointer: *const f64, name: &'static str) -> Result<Vec3, Fail> {
    Ok(Vec3::from_column_slice(array(pointer, 3, name)?))
}

/// Three numbers, zero when NULL.
pub(crate) fn optional_vec3(pointer: *const f64) -> Result<Vec3, Fail> {
    if pointer.is_null() { Ok(Vec3::zeros()) } else { vec3(pointer, "") }
}

/// A name.
pub(crate) fn text<'a>(pointer: *const c_char, name: &'static str) -> Result<&'a str, Fail> {
    if pointer.is_null() {
        return Err(Fail::Null(name));
    }
    // SAFETY: not NULL, and the header asks for a string that ends with a zero byte.
    unsafe { CStr::from_ptr(pointer) }
        .to_str()
        .map_err(|_| Error::InvalidArgument(format!("`{name}` is not valid UTF-8 text")).into())
}

/// Copy text out, cut to the buffer and always ended by a zero byte; `needed` counts that byte.
pub(crate) fn copy_text(text: &str, buffer: *mut c_char, length: usize, needed: *mut usize) -> Outcome {
    if !needed.is_null() {
        put(needed, "needed", text.len() + 1)?;
    }
    if buffer.is_null() || length == 0 {
        return if needed.is_null() { Err(Fail::Null("buffer")) } else { Ok(()) };
    }
    let room = array_mut(buffer.cast::<u8>(), length.min(text.len() + 1), "buffer")?;
    // cut between characters, not inside one
    let mut count = text.len().min(length - 1);
    while !text.is_char_boundary(count) {
        count -= 1;
    }
    room[..count].copy_from_slice(&text.as_bytes()[..count]);
    room[count] = 0;
    if count < text.len() {
        let text = format!("the text needs {} bytes, the buffer has {length}; it was cut", text.len() + 1);
        return Err(Error::WrongSize(text).into());
    }
    Ok(())
}

/// The id of the thing at `index`: the code of its kind in the upper eight bits and its place, counted from one, below. Zero is never
/// valid; the model never holds as many as would not fit.
pub(crate) fn encode(kind: &Kind, index: usize) -> u32 {
    (kind.code << 24) | (index as u32 + 1)
}

/// The place that an id stands for; the model checks that it exists.
pub(crate) fn decode(id: u32, kind: &Kind) -> Result<usize, Fail> {
    let what = kind.called;
    match (id >> 24, id & 0x00ff_ffff) {
        (code, place) if code == kind.code && place > 0 => Ok(place as usize - 1),
        (0, 0) => {
            Err(Error::UnknownId(format!("this {what} id was never set; use the one its constructor gave")).into())
        }
        (code, _) => match KINDS.iter().find(|other| other.code == code && code > 0) {
            Some(Kind { called: other, .. }) => {
                Err(Error::UnknownId(format!("this is the id of a {other}; that of a {what} is needed here")).into())
            }
            None => Err(Error::UnknownId(format!("{id:#010x} is not the id of a {what}")).into()),
        },
    }
}

/// A coordinate number from C.
pub(crate) fn coordinate(number: i32) -> Result<usize, Fail> {
    usize::try_from(number)
        .map_err(|_| Error::InvalidArgument(format!("coordinate {number} is negative; the first one is 0")).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::joints::JOINT;
    use crate::model::kinds::NODE;

    #[test]
    fn a_panic_becomes_a_status_with_text() {
        let slot = Mutex::new(String::new());
        let status = guard(Some(&slot), || panic!("broken {}", 7));
        assert!(matches!(status, swp_status::SWP_INTERNAL));
        assert!(slot.lock().unwrap().contains("broken 7"));
        assert!(matches!(guard(None, || panic!("plain")), swp_status::SWP_INTERNAL));
    }

    #[test]
    fn numbers_in_texts_are_short() {
        assert_eq!(
            shortened(&format!("at t = {} s: {}, 12.5 of 3.", 1e300, 2e-200)),
            "at t = 1e300 s: 2e-200, 12.5 of 3."
        );
        assert_eq!(shortened("no number"), "no number");
    }

    #[test]
    fn ids_of_one_kind_are_refused_as_another() {
        assert!(matches!(decode(encode(&NODE, 4), &NODE), Ok(4)));
        assert!(decode(encode(&NODE, 4), &JOINT).is_err());
        assert!(decode(0, &NODE).is_err());
    }

    #[test]
    fn text_is_cut_between_characters_and_ended() {
        let mut buffer = [1 as c_char; 4];
        let mut needed = 0;
        // "aé" is three bytes, so four with the end
        assert!(copy_text("aé", buffer.as_mut_ptr(), 4, &mut needed).is_ok());
        assert_eq!((needed, buffer[3]), (4, 0));
        assert!(copy_text("aé", buffer.as_mut_ptr(), 3, &mut needed).is_err());
        assert_eq!(buffer[1], 0);
    }
}
