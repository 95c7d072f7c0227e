//! What can be asked of springs along a line and of bushings.

use super::Simulation;
use crate::elements::{BushingState, LineState};
use crate::error::Result;
use crate::model::{BushingId, LineSpringId};

impl Simulation {
    /// Length, rate and tension of a spring along a line.
    pub fn line_spring_state(&self, spring: LineSpringId) -> Result<LineState> {
        Ok(self.model.line_spring(spring)?.state(&self.state().nodes))
    }

    /// Strains, their rates and the forces of a bushing.
    pub fn bushing_state(&self, bushing: BushingId) -> Result<BushingState> {
        Ok(self.model.bushing(bushing)?.state(&self.state().nodes))
    }
}
