//! What can be asked of shells.

use super::Simulation;
use crate::elements::shell::{POINTS, ShellState};
use crate::error::{Error, Result};
use crate::model::ShellId;

impl Simulation {
    /// Place, axes, strains and resultants of a shell at a Gauss point of an element.
    pub fn shell_state(&self, shell: ShellId, element: usize, point: usize) -> Result<ShellState> {
        let element = self.model.shell_element(shell, element)?;
        if point >= POINTS {
            let text = format!("a shell element has the Gauss points 0 to {}; there is no point {point}", POINTS - 1);
            return Err(Error::InvalidArgument(text));
        }
        Ok(element.state(&self.state().nodes, point))
    }
}
