//! What can go wrong: what happened, where (by the user's own names), and what to try.

use thiserror::Error;

/// Result of everything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// A number for a text: as it is, or with a power of ten where it is very large or small.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (1e-4..1e9).contains(&size) || !value.is_finite() {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

/// A time for a text: ten digits of it, which leave out what sums of steps make of the rest.
#[derive(Debug, Clone, Copy)]
pub struct Brief(pub f64);

impl std::fmt::Display for Brief {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&number(format!("{:.9e}", self.0).parse().unwrap_or(self.0)))
    }
}

/// Every failure of the library. The C ABI gives each variant a status number of its own.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Error {
    /// A value that no correct call can have.
    #[error("{0}")]
    InvalidArgument(String),
    /// An id that does not belong to this model.
    #[error("{0}")]
    UnknownId(String),
    /// Two things of one kind would have the same name.
    #[error("another {kind} has the name \"{name}\" already; give this one a name of its own")]
    DuplicateName {
        /// what was to be named
        kind: &'static str,
        /// the name in question
        name: String,
    },
    /// The caller's array or struct has the wrong length.
    #[error("{0}")]
    WrongSize(String),
    /// A model that a simulation uses cannot change.
    #[error(
        "the model is in use by a simulation and cannot change until every simulation of it is freed (swp_sim_free); free them, \
         build a new model, or create the simulation later"
    )]
    FrozenModel,
    /// A call out of order.
    #[error("{0}")]
    WrongState(String),
    /// The model as a whole is not sound.
    #[error("{0}")]
    InvalidModel(String),
    /// Conditions of joints depend on each other.
    #[error("{0}")]
    RedundantConstraints(String),
    /// Some motion that the joints allow moves no mass.
    #[error("{0}")]
    SingularMechanism(String),
    /// Positions or velocities that satisfy all conditions were not found.
    #[error("{0}")]
    InconsistentStart(String),
    /// Newton's method did not converge.
    #[error("{0}")]
    NewtonFailed(NewtonFailure),
    /// The iteration matrix is singular.
    #[error("{0}")]
    SingularMatrix(String),
    /// A number that is not finite came up.
    #[error("{0}")]
    NotFinite(String),
    /// A step could not be made accurate, or could not be solved, with the smallest size allowed.
    #[error("{0}")]
    StepTooSmall(String),
    /// Energy that nothing brought in.
    #[error("{0}")]
    EnergyGrew(String),
    /// A function of the host reported failure.
    #[error("{0}")]
    CallbackFailed(String),
    /// The host's progress function asked to stop.
    #[error("cancelled by the progress callback at t = {time} s; the state is that of the last accepted step")]
    Cancelled {
        /// time of the last accepted step [s]
        time: f64,
    },
    /// A snapshot that is damaged or belongs to another model.
    #[error("{0}")]
    BadSnapshot(String),
    /// A file that cannot be read or written: line, key, and what to do.
    #[error("{0}")]
    BadFile(String),
    /// There is not enough memory.
    #[error("{0}")]
    OutOfMemory(String),
    /// Header and library differ.
    #[error("{0}")]
    VersionMismatch(String),
}

/// How Newton's method failed: in words, and what of it a caller may want as numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NewtonFailure {
    /// what, where, what to do
    pub text: String,
    /// how the iteration went; none where it was not at fault, but what it found
    pub course: Option<Box<NewtonCourse>>,
}

/// How an iteration that did not converge went.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NewtonCourse {
    /// time from which the step was to be made [s]; None outside steps
    pub time: Option<f64>,
    /// size of the step [s]
    pub step: Option<f64>,
    /// size of each correction
    pub corrections: Vec<f64>,
    /// size of the residual before each correction
    pub residuals: Vec<f64>,
    /// the worst equation, by the names of the model
    pub worst: String,
}

impl std::fmt::Display for NewtonFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error {
    /// A failure of Newton's method of which there is nothing but words.
    pub fn newton(text: String) -> Self {
        Error::NewtonFailed(NewtonFailure { text, course: None })
    }

    /// The same failure of Newton's method, of a step of this size from this time [s] unless it says so already.
    pub fn in_step(mut self, time: f64, step: f64) -> Self {
        if let Error::NewtonFailed(NewtonFailure { course: Some(course), .. }) = &mut self {
            course.time.get_or_insert(time);
            course.step.get_or_insert(step);
        }
        self
    }

    /// The same failure of Newton's method with another text, made of its own.
    pub fn reword(mut self, text: impl FnOnce(&str) -> String) -> Self {
        if let Error::NewtonFailed(failure) = &mut self {
            failure.text = text(&failure.text);
        }
        self
    }
}

/// `Err(InvalidArgument)` unless every number is finite.
pub fn require_finite(what: &str, values: &[f64]) -> Result<()> {
    match values.iter().position(|v| !v.is_finite()) {
        None => Ok(()),
        Some(k) => {
            Err(Error::InvalidArgument(format!("{what}: component {k} is {}, a finite number is needed", values[k])))
        }
    }
}

/// Room that every call may need besides what it asks for: texts, names, lists of a few [bytes].
const HEADROOM: usize = 1 << 20;

/// Memory that products of dense matrices take when a thread first makes one, and keep [bytes]: 4 MiB, doubled.
pub const BUFFERS: usize = 8 << 20;

/// Err unless there is so much memory at this moment, and some more. Vectors that run out of room end the process: who is about to fill
/// many of them asks first, for as much as all of them may need.
pub fn require_memory(bytes: usize, what: &str) -> Result<()> {
    let wanted = bytes.saturating_add(HEADROOM);
    match Vec::<u8>::new().try_reserve_exact(wanted.min(isize::MAX as usize)) {
        Ok(()) => Ok(()),
        Err(_) => Err(out_of_memory(what, wanted)),
    }
}

/// The memory for this work is not there [bytes].
pub fn out_of_memory(what: &str, wanted: usize) -> Error {
    Error::OutOfMemory(format!(
        "{what} may take {:.0} MB of memory, which are not there; nothing was changed. Free something, raise the limit (ulimit -v), or \
         make the model smaller",
        (wanted as f64 / 1e6).ceil()
    ))
}
