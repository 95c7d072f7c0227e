//! The two forms of a beam: the same nodes, sections and masses, with interpolated rotations or directors.
//!
//! A model says with each beam which of them it wishes. A simulation may take another one, which its scheme needs or its host asks for: it
//! then works on a copy of the model in which the elements of the beams alone are others. All other terms are shared.

use super::registry::Held;
use super::{Interpolation, Model, beams};

/// Which interpolation the beams of a model have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// there are no beams
    #[default]
    None,
    /// all have rotations
    Rotations,
    /// all have directors
    Directors,
    /// some have rotations and others directors
    Mixed,
}

impl Form {
    /// The interpolation that all beams have, if it is one.
    pub fn interpolation(self) -> Option<Interpolation> {
        match self {
            Form::Rotations => Some(Interpolation::Rotations),
            Form::Directors => Some(Interpolation::Directors),
            Form::None | Form::Mixed => None,
        }
    }
}

impl Model {
    /// Which interpolation its beams have.
    pub fn form(&self) -> Form {
        let has = |how: Interpolation| self.beams.iter().any(|beam| beam.interpolation == how);
        match (has(Interpolation::Rotations), has(Interpolation::Directors)) {
            (false, false) => Form::None,
            (true, false) => Form::Rotations,
            (false, true) => Form::Directors,
            (true, true) => Form::Mixed,
        }
    }

    /// The model with all beams interpolated in this way; None where that changes nothing.
    pub fn interpolated(&self, how: Interpolation) -> Option<Model> {
        if self.beams.iter().all(|beam| beam.interpolation == how) {
            return None;
        }
        let (mut other, starts) = (self.clone(), self.starts());
        for entry in &mut other.terms {
            if let Held::Beam(beam, element) = &mut entry.held
                && other.beams[*beam].interpolation != how
            {
                *element = beams::interpolated(element.element().clone(), &starts, how);
            }
        }
        other.beams.iter_mut().for_each(|beam| beam.interpolation = how);
        Some(other)
    }
}
