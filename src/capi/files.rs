//! Model files and case files.

use super::durable;
use super::library::swp_status;
use super::model::{self, edit, function, host_function, swp_function, swp_function_callback, swp_model};
use super::nonholonomic::{host_row, swp_pfaffian_callback};
use super::sim::{self, handle, modify, swp_sim};
use super::{copy_text, encode, put, require, text, with};
use crate::model::Model;
use crate::simulation::Case;
use libc::{c_char, c_void, size_t};
use std::sync::Arc;

/// Write a model to a file, replacing one that is there: JSON text, one entry for each call that built the model, in their order;
/// numbers with all their digits. A model that is read from it has the same ids and gives the same bits.
///
/// `path`: UTF-8. The format is described in model_format.md beside the examples. Callbacks cannot be written; the file has their
/// names, see swp_model_bind_function. SWP_BAD_FILE if the file cannot be written; one that was there is then as it was. Also
/// while simulations use the model.
///
/// The file is there whole or not at all: it is written without a name, brought to the disk, and then takes the place of the old one,
/// whose mode it has. Several threads or programs may write one path; the last one's text stays. A program that is killed leaves the
/// old file or the new one. What is not a regular file, a symbolic link too, is refused (SWP_BAD_FILE) and left alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_write(model: *const swp_model, path: *const c_char) -> swp_status {
    model::read(model, |m| Ok(durable::write(text(path, "path")?, &m.to_text()?)?))
}

/// The text that swp_model_write would write; `buffer`, `length` and `needed` as in swp_model_error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_to_text(
    model: *const swp_model,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    model::read(model, |m| copy_text(&m.to_text()?, buffer, length, needed))
}

/// Read a model file into an empty model, one that swp_model_create made and to which nothing was added. All that it names is
/// checked as the calls that it stands for would check it.
///
/// `path`: UTF-8. A callback that the file names must have been bound under that name. SWP_BAD_FILE with file, line, key and
/// remedy; the model is then empty as before. SWP_WRONG_STATE if it is not empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_read(model: *mut swp_model, path: *const c_char) -> swp_status {
    edit(model, |m| Ok(m.read(text(path, "path")?)?))
}

/// The same from text in memory, UTF-8, ended by a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_from_text(model: *mut swp_model, text: *const c_char) -> swp_status {
    edit(model, |m| Ok(m.from_text(super::text(text, "text")?)?))
}

/// Give a function of time a name, unique among functions, by which files refer to it; unless given it is "function 1",
/// "function 2" ... by the order in which functions and inputs were added. An input has its own name
/// (SWP_INVALID_ARGUMENT).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_name_function(
    model: *mut swp_model,
    function: swp_function,
    name: *const c_char,
) -> swp_status {
    edit(model, |m| Ok(m.name_function(self::function(function)?, text(name, "name")?)?))
}

/// Have a callback ready for a file to be read: where the file has a function of the host (swp_model_add_callback) of this
/// `name`, `callback` with `user` is it. Call it before swp_model_read; names that the file does not use do no harm, and a name
/// bound again is bound anew.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_bind_function(
    model: *mut swp_model,
    name: *const c_char,
    callback: swp_function_callback,
    user: *mut c_void,
) -> swp_status {
    edit(model, |m| Ok(m.bind(text(name, "name")?, host_function(callback, user)?)?))
}

/// The same for a condition on velocities (swp_model_add_pfaffian) of this `name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_bind_pfaffian(
    model: *mut swp_model,
    name: *const c_char,
    callback: swp_pfaffian_callback,
    user: *mut c_void,
) -> swp_status {
    edit(model, |m| Ok(m.bind(text(name, "name")?, host_row(callback, user)?)?))
}

/// Find anything of a model by its name, for a host that did not build the model itself. `kind`: "node", "body", "joint",
/// "function", "input", "load", "spring" (springs, stops, dampers and friction on joint coordinates), "force" (on a joint
/// coordinate), "section", "beam", "shell section", "shell", "solid material", "solid",
/// "node set", "element set", "face set", "tie", "coupling", "stations", "contact", "condition", "line spring", "bushing", "host element" or
/// "host condition". `out` receives what the `id` of swp_node, swp_joint and so on holds; of an input that of swp_function, of a force that of swp_spring.
/// SWP_INVALID_ARGUMENT for another kind, SWP_UNKNOWN_ID if there is no such name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_find_id(
    model: *const swp_model,
    kind: *const c_char,
    name: *const c_char,
    out: *mut u32,
) -> swp_status {
    model::read(model, |m| {
        require(out, "out")?;
        let (kind, name) = (text(kind, "kind")?, text(name, "name")?);
        let (kind, index) = m.look_up(kind, name)?;
        put(out, "out", encode(kind, index))
    })
}

/// Write a simulation to a file, replacing one that is there: its model, options, inputs and last accepted state, and, if the last
/// call that moves it has failed, that call with the text of its failure. Another program can read it with swp_case_read and make
/// the call again with swp_sim_repeat.
///
/// Where swp_sim_create fails there is no simulation: swp_model_write gives the file that repeats it.
///
/// Write it before the simulation goes on: a step that succeeds, a restore and another scheme end the memory of a failure. The
/// inputs are then those that the failed call had. Event and progress functions are no part of it. `path`: UTF-8. SWP_BAD_FILE
/// if it cannot be written; how it is written: see swp_model_write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_write_case(sim: *const swp_sim, path: *const c_char) -> swp_status {
    sim::read(sim, |s| Ok(durable::write(text(path, "path")?, &s.case_text()?)?))
}

/// The text that swp_sim_write_case would write; `buffer`, `length` and `needed` as in swp_model_error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_case_text(
    sim: *const swp_sim,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    sim::read(sim, |s| copy_text(&s.case_text()?, buffer, length, needed))
}

/// Text of the failed call that swp_sim_repeat would make again; empty if there is none. `buffer`, `length` and `needed` as in
/// swp_model_error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_failure(
    sim: *const swp_sim,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    sim::read(sim, |s| copy_text(s.failure().unwrap_or(""), buffer, length, needed))
}

/// Make what failed last again, with the inputs that it had; an open step is forgotten. Of a run (swp_sim_advance,
/// swp_sim_advance_controlled) that is the step that failed: where it succeeds now, the run has to be asked for again. Returns what the
/// call returned, with the same text: in a simulation read from a case file as in the one that wrote it. Where it fails again the
/// state, its inputs included, is as it was. SWP_WRONG_STATE if none has failed since the state last changed; calls that were refused
/// with SWP_INVALID_ARGUMENT or SWP_WRONG_STATE are not kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_repeat(sim: *mut swp_sim) -> swp_status {
    modify(sim, false, |s| Ok(s.repeat()?))
}

fn open_case(
    model: *mut swp_model,
    out: *mut *mut swp_sim,
    read: impl FnOnce(&mut Model) -> std::result::Result<Case, super::Fail>,
) -> swp_status {
    let mut case = None;
    let status = edit(model, |m| {
        require(out, "out")?;
        case = Some(read(m)?);
        Ok(())
    });
    let Some(case) = case else { return status };
    // SAFETY: the handle was good a moment ago.
    let status = with(
        unsafe { model.as_ref() },
        "model",
        |m| &m.error,
        |m| put(out, "out", handle(case.simulate(Arc::clone(&m.model))?)),
    );
    if status != swp_status::SWP_OK {
        edit(model, |m| {
            m.clear();
            Ok(())
        });
    }
    status
}

/// Read a case file: its model into an empty model, as swp_model_read does, and its simulation, in the state in which it was written
/// and with the inputs that it had. The caller owns the simulation and frees it with swp_sim_free.
///
/// What a run decides at its start (redundant constraints, scales) is decided again: functions of the host are called at the start time
/// of the run, and then not before the next step.
///
/// SWP_BAD_FILE with file, line, key and remedy, SWP_BAD_SNAPSHOT if the state does not belong to the model, or what
/// swp_sim_create would say; the text is in swp_model_error, the model is empty as before, and `*out` is left alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_case_read(
    model: *mut swp_model,
    path: *const c_char,
    out: *mut *mut swp_sim,
) -> swp_status {
    open_case(model, out, |m| Ok(Case::read(m, text(path, "path")?)?))
}

/// The same from text in memory, UTF-8, ended by a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_case_from_text(
    model: *mut swp_model,
    text: *const c_char,
    out: *mut *mut swp_sim,
) -> swp_status {
    open_case(model, out, |m| Ok(Case::from_text(m, super::text(text, "text")?)?))
}
