//! Motions without stiffness: what the rows of `assembly::StiffRows` leave free.

use crate::assembly::System;
use crate::error::{Error, Result, require_memory};
use crate::linear::null_space;
use crate::math::Vec3;
use crate::model::Model;
use crate::terms::Level;

/// A state, and the axes in which it is at rest.
pub struct About<'a> {
    pub model: &'a Model,
    pub system: &'a System,
    pub at: &'a Level<'a>,
    pub multipliers: &'a [f64],
    /// Ω of the axes
    pub spin: Vec3,
    /// length of the model [m]
    pub length: f64,
}

impl About<'_> {
    /// A basis of the motions without stiffness, over the unknowns of motion in their own units; none where none can be found. Err
    /// where there is no memory for the search.
    pub fn motions(&self) -> Result<Vec<Vec<f64>>> {
        self.motions_until(&[], &|_| false)
    }

    /// The same, but the search begins along these forces and ends at the first motion, in its own units, that is enough.
    pub fn motions_until(&self, forces: &[f64], is_enough: &dyn Fn(&[f64]) -> bool) -> Result<Vec<Vec<f64>>> {
        let About { model, system, at, multipliers, spin, length } = self;
        require_memory(model.room_for_rows(), "the search for free motions")?;
        let found = system.stiff_rows(model, at, multipliers, spin, *length);
        let own = |x: &[f64]| x.iter().zip(&found.units).map(|(x, unit)| x * unit).collect::<Vec<f64>>();
        let first = own(forces);
        let is_enough = |x: &[f64]| is_enough(&own(x));
        match null_space(&found.rows, found.columns, found.motion, &first, &is_enough) {
            Err(error @ Error::OutOfMemory(_)) => Err(error),
            free => Ok(free.unwrap_or_default().iter().map(|x| own(x)).collect()),
        }
    }
}
