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

    /// The same at any point of an element, its nodes among them, extrapolated from its Gauss points.
    pub fn shell_state_at(&self, shell: ShellId, element: usize, at: [f64; 2]) -> Result<ShellState> {
        let element = self.model.shell_element(shell, element)?;
        let [r, s] = at;
        if !(r.abs() <= 1.0 && s.abs() <= 1.0) {
            let text = format!("the point of the shell element is at r = {r}, s = {s}; both go from -1 to 1");
            return Err(Error::InvalidArgument(text));
        }
        let starts = self.model.starts();
        Ok(element.state_at(&self.state().nodes, &starts, at))
    }
}
