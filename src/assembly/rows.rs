//! How large constraints are written.
//!
//! f C = 0 says the same for every f, but the penalty ρ s f² BᵀB beside M is lost on M where f is large: a host's constraint in
//! micrometres, a coupling whose factors count teeth. So a constraint that is written large is multiplied by r,
//!
//! ```text
//!   r = 2⁻ᵏ next to 1/|B|,     |B|² = Σ_j (B_j u_j)²,     u_j: metres by the length of the model, radians by one
//! ```
//!
//! A power of two leaves every digit as it is. Those of usual size keep r = 1; those that are written small do too: their penalty
//! is small beside M, which does no harm, while what |B| is to be compared with is not known of coordinates without mass. What is
//! written so small that rows cannot be told from the rounding of usual ones, or so large that squares leave the numbers, is refused:
//! a constraint that is lost in silence is the worse answer.

use super::layout::{Layout, NONE};
use super::system::{System, class_index};
use crate::error::{Error, Result, number};
use crate::model::Model;
use crate::terms::{Class, Level};

/// |B| from which a constraint is written large. Its square, which is lost of the digits of M, is still small against 1/ε.
const LARGE: f64 = 64.0;

/// |B| that is understood. A row of exactly zero is another matter: that of a constraint in a singular position.
const UNDERSTOOD: std::ops::RangeInclusive<f64> = 1e-18..=1e18;

impl Layout {
    /// s r of constraint k, of these s in metres and in radians: its multiplier is λ = s r λ̂ / row.
    pub fn scale_of(&self, scale: [f64; 2], k: usize) -> f64 {
        scale[class_index(self.classes[self.motion + k])] * self.factors[k]
    }
}

impl System {
    /// Find r of every constraint. Err where one is written too small or too large for any.
    pub fn size_rows(&mut self, model: &Model, at: &Level, length: f64) -> Result<()> {
        let System { layout, block, .. } = self;
        let mut beyond = None;
        block.without_tangents = true;
        for (t, plan) in layout.terms.iter().enumerate().filter(|(_, plan)| plan.conditions > 0) {
            block.reset_parts(plan.dofs.len(), plan.conditions, plan.parts);
            model.term(t).stage(at, block);
            for (k, row) in block.b.chunks_exact(block.n).enumerate() {
                let metres = |dof: usize| layout.classes[dof] == Class::Translation;
                let unit = |dof: usize| match (metres(layout.motion + plan.first + k), metres(dof)) {
                    (true, false) => 1.0 / length,
                    (false, true) => length,
                    _ => 1.0,
                };
                let free = row.iter().zip(&plan.dofs).filter(|(_, dof)| **dof != NONE);
                // not by squares, which leave the numbers before the row does
                let size = free.fold(0.0_f64, |size, (b, dof)| size.hypot(b * unit(*dof as usize)));
                // a size that is not a number is an error of the term, and is told elsewhere
                let large = size > LARGE && size.is_finite();
                // finite numbers of which the size is not are too large as well
                let is_number = row.iter().all(|b| b.is_finite());
                if size > 0.0 && is_number && !UNDERSTOOD.contains(&size) {
                    beyond = beyond.or(Some((plan.first + k, size)));
                }
                layout.factors[plan.first + k] = if large { (-size.log2().round()).exp2() } else { 1.0 };
            }
        }
        block.without_tangents = false;
        let Some((k, size)) = beyond else { return Ok(()) };
        Err(Error::InvalidModel(format!(
            "{}: its gradient has the size {}; constraints are understood from {} to {}. Multiply it by a factor that brings it near \
             one: that changes the unit of its multiplier and nothing else",
            layout.describe(model, layout.motion + k),
            number(format!("{size:.2e}").parse().unwrap_or(size)),
            number(*UNDERSTOOD.start()),
            number(*UNDERSTOOD.end())
        )))
    }
}
