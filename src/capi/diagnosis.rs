//! What is wrong, or looks wrong, with a model, before a run.

use super::library::swp_status;
use super::model::{read, swp_model};
use super::sim::{options_or_defaults, swp_sim_options};
use super::{copy_text, guard, put, reference, require};
use crate::error::Error;
use crate::simulation::diagnosis::{Diagnosis, Kind, Severity, diagnose};
use libc::{c_char, size_t};

/// What a diagnosis found; independent of the model.
pub struct swp_diagnosis {
    found: Diagnosis,
}

/// How bad a finding is.
#[repr(i32)]
pub enum swp_severity {
    /// Good to know.
    SWP_SEVERITY_NOTE = 0,
    /// A simulation runs, and may not be what was meant.
    SWP_SEVERITY_WARNING = 1,
    /// A simulation is refused, or fails.
    SWP_SEVERITY_ERROR = 2,
}

/// What a finding is about.
#[repr(i32)]
pub enum swp_finding_kind {
    /// A thing that is not sound by itself, or does not fit the reference configuration.
    SWP_FINDING_UNSOUND = 0,
    /// The scheme cannot take a term, or, as a note, runs as another one.
    SWP_FINDING_SCHEME = 1,
    /// Positions or velocities of the start.
    SWP_FINDING_START = 2,
    /// Conditions that depend on each other, by joint and direction.
    SWP_FINDING_DEPENDENT = 3,
    /// A motion that moves no mass, by node and direction.
    SWP_FINDING_MASSLESS = 4,
    /// Parts that nothing connects with ground.
    SWP_FINDING_LOOSE = 5,
    /// A coupling with a coordinate that begins locked.
    SWP_FINDING_LOCKED = 6,
    /// Numbers that look like other units, or sections like another convention, with the slips that would explain them.
    SWP_FINDING_UNITS = 7,
    /// A badly conditioned matrix, and the pair of terms that makes it so.
    SWP_FINDING_CONDITIONING = 8,
    /// Tangents taken by differences.
    SWP_FINDING_DIFFERENCES = 9,
    /// In a mesh of shells: a joint that passes a couple about the normal to one node, a node that hangs on the edge of another element.
    SWP_FINDING_MESH = 10,
}

/// A diagnosis in numbers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_diagnosis_numbers {
    /// Unknowns of motion.
    pub unknowns: size_t,
    /// Conditions that hold during a run.
    pub conditions: size_t,
    /// Of these, how many follow from others.
    pub dependent: size_t,
    /// Degrees of freedom: unknowns minus independent conditions.
    pub freedom: size_t,
    /// Motions that move no mass.
    pub massless: size_t,
    /// Findings of all kinds.
    pub findings: size_t,
    /// Of these, errors.
    pub errors: size_t,
    /// Of these, warnings.
    pub warnings: size_t,
    /// Condition number of the iteration matrix, free of units, estimated; not finite when the matrix is singular or was not reached.
    pub condition_number: f64,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 8],
}

/// Look at a model as a simulation would, and at more: degrees of freedom, dependent conditions, motions without mass, loose parts,
/// units that look inconsistent, the condition number of a step of size `step` [s] and what makes it large. A model that is wrong is
/// a success of this call; its errors are findings.
///
/// `options` may be NULL for the defaults. The caller owns the diagnosis and frees it with swp_diagnosis_free. Functions of the host
/// that the model has are called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_diagnose(
    model: *const swp_model,
    options: *const swp_sim_options,
    step: f64,
    out: *mut *mut swp_diagnosis,
) -> swp_status {
    read(model, |m| {
        require(out, "out")?;
        let found = diagnose(m, &options_or_defaults(options)?, step)?;
        put(out, "out", Box::into_raw(Box::new(swp_diagnosis { found })))
    })
}

/// Free a diagnosis. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_diagnosis_free(diagnosis: *mut swp_diagnosis) {
    if !diagnosis.is_null() {
        // SAFETY: the handle came from swp_model_diagnose and is freed once, as the header asks.
        drop(unsafe { Box::from_raw(diagnosis) });
    }
}

/// A diagnosis in numbers. A failure leaves its text with the thread, see swp_last_error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_diagnosis_get_numbers(
    diagnosis: *const swp_diagnosis,
    out: *mut swp_diagnosis_numbers,
) -> swp_status {
    guard(None, || {
        let d = &reference(diagnosis, "diagnosis")?.found;
        let count = |s: Severity| d.findings.iter().filter(|f| f.severity == s).count();
        let numbers = swp_diagnosis_numbers {
            unknowns: d.unknowns,
            conditions: d.conditions,
            dependent: d.dependent,
            freedom: d.freedom,
            massless: d.massless,
            findings: d.findings.len(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            condition_number: d.condition_number,
            reserved: [0; 8],
        };
        put(out, "out", numbers)
    })
}

/// A whole diagnosis as text, one finding a line, the worst first; `buffer`, `length` and `needed` as in swp_model_error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_diagnosis_text(
    diagnosis: *const swp_diagnosis,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    guard(None, || copy_text(&reference(diagnosis, "diagnosis")?.found.to_string(), buffer, length, needed))
}

/// One finding, counted from 0: how bad (swp_severity), about what (swp_finding_kind), either may be NULL, and its text: what, where by
/// name, what to try; `buffer`, `length` and `needed` as in swp_model_error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_diagnosis_finding(
    diagnosis: *const swp_diagnosis,
    index: size_t,
    severity: *mut i32,
    kind: *mut i32,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    guard(None, || {
        let all = &reference(diagnosis, "diagnosis")?.found.findings;
        let finding = all.get(index).ok_or_else(|| {
            Error::InvalidArgument(format!("there is no finding {index}; there are {}, the first one is 0", all.len()))
        })?;
        let numbers =
            [(severity, "severity", severity_number(finding.severity)), (kind, "kind", kind_number(finding.kind))];
        let wanted = || numbers.into_iter().filter(|(out, ..)| !out.is_null());
        // nothing is written before all of it can be
        wanted().try_for_each(|(out, name, _)| require(out, name))?;
        copy_text(&finding.text, buffer, length, needed)?;
        wanted().try_for_each(|(out, name, number)| put(out, name, number))
    })
}

fn severity_number(severity: Severity) -> i32 {
    let name = match severity {
        Severity::Note => swp_severity::SWP_SEVERITY_NOTE,
        Severity::Warning => swp_severity::SWP_SEVERITY_WARNING,
        Severity::Error => swp_severity::SWP_SEVERITY_ERROR,
    };
    name as i32
}

fn kind_number(kind: Kind) -> i32 {
    let name = match kind {
        Kind::Unsound => swp_finding_kind::SWP_FINDING_UNSOUND,
        Kind::Scheme => swp_finding_kind::SWP_FINDING_SCHEME,
        Kind::Start => swp_finding_kind::SWP_FINDING_START,
        Kind::Dependent => swp_finding_kind::SWP_FINDING_DEPENDENT,
        Kind::Massless => swp_finding_kind::SWP_FINDING_MASSLESS,
        Kind::Loose => swp_finding_kind::SWP_FINDING_LOOSE,
        Kind::Locked => swp_finding_kind::SWP_FINDING_LOCKED,
        Kind::Units => swp_finding_kind::SWP_FINDING_UNITS,
        Kind::Conditioning => swp_finding_kind::SWP_FINDING_CONDITIONING,
        Kind::Differences => swp_finding_kind::SWP_FINDING_DIFFERENCES,
        Kind::Mesh => swp_finding_kind::SWP_FINDING_MESH,
    };
    name as i32
}
