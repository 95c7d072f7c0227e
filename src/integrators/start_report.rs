//! What a start found and changed, in numbers and in words.

use super::carry::Strain;
use super::close_loops::Assembly;
use crate::error::{Error, Result};

/// What the start found and changed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// unknowns of motion
    pub unknowns: usize,
    /// conditions that hold during the run
    pub conditions: usize,
    /// degrees of freedom: unknowns minus independent conditions
    pub freedom: usize,
    /// largest displacement of a node by the projection of positions [m]
    pub moved: f64,
    /// largest rotation [rad]
    pub turned: f64,
    /// largest change of a velocity by the projection of velocities [m/s]
    pub velocity_change: f64,
    /// largest change of an angular velocity [rad/s]
    pub spin_change: f64,
    /// number of dependent conditions
    pub redundant: usize,
    /// their sets in words
    pub redundant_text: String,
    /// number of conditions that depend on others in the position of the start only
    pub singular: usize,
    /// their sets in words
    pub singular_text: String,
    /// beams, shells and solids whose sections have no mass, so that there is statics only
    pub without_mass: Vec<String>,
    /// how the joints were closed, if that was asked for
    pub assembly: Option<Assembly>,
    /// elastic energy that the elements store beyond that of the reference configuration
    pub strain: Strain,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "unknowns of motion: {}, conditions: {}, of these redundant: {}, degrees of freedom: {}",
            self.unknowns, self.conditions, self.redundant, self.freedom
        )?;
        if let Some(assembly) = &self.assembly {
            writeln!(f, "{assembly}")?;
        }
        writeln!(f, "positions corrected by at most {:.3e} m and {:.3e} rad", self.moved, self.turned)?;
        write!(
            f,
            "velocities corrected by at most {:.3e} m/s and {:.3e} rad/s",
            self.velocity_change, self.spin_change
        )?;
        if !self.strain.most.is_empty() {
            let Strain { energy, most } = &self.strain;
            write!(f, "\nelastic energy stored by these corrections: {energy:.3e} J, most of it in {most}")?;
        }
        if self.redundant > 0 {
            write!(f, "\n{}", self.redundant_text)?;
        }
        if self.singular > 0 {
            write!(
                f,
                "\nthe start is a singular position of the mechanism, where constraints depend on each other that do not \
                 elsewhere; they hold all the same: {}",
                self.singular_text
            )?;
        }
        if !self.without_mass.is_empty() {
            write!(f, "\nwithout mass, for statics only: {}", self.without_mass.join(", "))?;
        }
        Ok(())
    }
}

impl Report {
    /// Err, by beam and shell, if there is no mass for what moves.
    pub fn require_mass(&self) -> Result<()> {
        match self.without_mass.as_slice() {
            [] => Ok(()),
            parts => Err(Error::SingularMechanism(format!(
                "the sections of {} have no mass, which is enough for statics, but not for time steps and modes: give them a mass \
                 per length, or shells and solids a density",
                parts.join(", ")
            ))),
        }
    }
}
