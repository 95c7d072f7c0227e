//! What can be asked of conditions on velocities, contacts, and of what the host gives.

use super::Simulation;
use crate::error::{Error, Result};
use crate::joints::Contact;
use crate::model::{ContactId, HostConditionId, RowId};

impl Simulation {
    /// A step of size `h` that failed to converge, with the disc that would explain it.
    pub(super) fn blame(&self, h: f64, error: Error) -> Error {
        match (error, self.model.falling_flat(&self.accepted.nodes, h)) {
            (Error::NewtonFailed(text), Some(name)) => Error::NewtonFailed(format!(
                "rolling disc \"{name}\" is about to lie flat on its plane, where it has no point of contact; stop before \
                 that. {text}"
            )),
            (error, _) => error,
        }
    }

    /// Multipliers of the constraints of a term.
    pub(super) fn multipliers_of(&self, term: usize) -> Result<&[f64]> {
        let plan = &self.work.system.layout.terms[term];
        Ok(&self.multipliers()?[plan.first..plan.first + plan.conditions])
    }

    /// Where a disc or a knife edge touches, the force on its node there, and the slip.
    pub fn contact(&self, contact: ContactId) -> Result<Contact> {
        let touch = self.model.contact(contact)?;
        Ok(touch.contact(&self.state().nodes, self.multipliers_of(contact.0)?))
    }

    /// Multiplier of a row of the host: its force on a node is minus this times the row's six numbers for the node.
    pub fn row_multiplier(&self, row: RowId) -> Result<f64> {
        self.model.row(row)?;
        Ok(self.multipliers_of(row.0)?[0])
    }

    /// Multipliers of conditions of the host's: the force on a node is minus the gradient transposed times these.
    pub fn host_multipliers(&self, condition: HostConditionId) -> Result<&[f64]> {
        self.model.host_condition(condition)?;
        self.multipliers_of(condition.0)
    }
}
