//! What can be asked of conditions on velocities, contacts, and of what the host gives.

use super::Simulation;
use crate::error::{Error, Result};
use crate::joints::Contact;
use crate::model::{ContactId, HostConditionId, RowId};

impl Simulation {
    /// A step of size `h` that failed to converge, with the disc that would explain it.
    pub(super) fn blame(&self, h: f64, error: Error) -> Error {
        match (error, self.model.falling_flat(&self.accepted.nodes, h)) {
            (error, Some(name)) => error.reword(|text| {
                format!(
                    "rolling disc \"{name}\" is about to lie flat on its plane, where it has no point of contact; stop before \
                     that. {text}"
                )
            }),
            (error, None) => error,
        }
    }

    fn multipliers_of(&self, other: usize) -> Result<&[f64]> {
        let plan = &self.work.system.layout.terms[self.model.other_term(other)];
        Ok(&self.multipliers()?[plan.first..plan.first + plan.conditions])
    }

    /// Where a disc or a knife edge touches, the force on its node there, and the slip.
    pub fn contact(&self, contact: ContactId) -> Result<Contact> {
        let touch = self.model.contact(contact)?;
        let lambda = self.multipliers_of(touch.other)?;
        Ok(touch.term.contact(&self.state().nodes, lambda))
    }

    /// Multiplier of a row of the host: its force on a node is minus this times the row's six numbers for the node.
    pub fn row_multiplier(&self, row: RowId) -> Result<f64> {
        Ok(self.multipliers_of(self.model.row(row)?)?[0])
    }

    /// Multipliers of conditions of the host's: the force on a node is minus the gradient transposed times these.
    pub fn host_multipliers(&self, condition: HostConditionId) -> Result<&[f64]> {
        self.multipliers_of(self.model.host_condition_term(condition)?)
    }
}
