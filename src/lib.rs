//! Flexible multibody dynamics by finite elements, behind a C ABI.
//!
//! Calls go down this list of modules and imports go up it; `tests/architecture.rs` holds that.
//!
//! | module | what it holds |
//! |---|---|
//! | [`error`] | what can go wrong, where, and what to try |
//! | [`math`] | rotations, small fixed-size algebra |
//! | [`terms`] | the contract between elements, joints, loads and integrators |
//! | [`sections`] | stiffness and mass of beam sections |
//! | [`elements`] | rigid bodies, point masses, beams, line springs, bushings |
//! | [`joints`] | the lower pairs and their relatives, each a table of conditions |
//! | [`loads`] | forces, moments and functions of time |
//! | [`model`] | nodes and terms by name, checked, then shared read-only |
//! | [`state`] | all that moves |
//! | [`assembly`] | unknowns, pattern, scatter, scaling, dependent conditions |
//! | [`linear`] | analyse once, factor and solve many times |
//! | [`newton`] | one Newton loop for everybody |
//! | [`integrators`] | consistent start, statics, generalised-α |
//! | [`results`] | audit, recovery of joint quantities, snapshots |
//! | [`simulation`] | a model in motion: stepping, trying, accepting, rejecting |
//! | [`capi`] | the C ABI; nothing imports it |

pub mod error;
pub mod math;
pub mod terms;

pub mod elements;
pub mod joints;
pub mod loads;
pub mod sections;

pub mod model;
pub mod state;

pub mod assembly;
pub mod linear;
pub mod newton;

pub mod integrators;
pub mod results;
pub mod simulation;

#[allow(unsafe_code)] // The boundary to C: raw pointers come in and go out here, and nowhere else.
pub mod capi;
