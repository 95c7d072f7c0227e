//! How many directions of an equilibrium are unstable, and whether its tangent is that of a potential.

use super::SYMMETRIC;
use super::bench::Bench;
use crate::assembly::System;
use crate::error::{Error, Result};
use crate::state::State;
use crate::terms::Class;

impl Bench<'_> {
    /// Directions in which the equilibrium at (q, λ; s) is not stable: negative eigenvalues of the tangent on the motions that
    /// the conditions allow, where `held` D is added. For [K Bᵀ; B 0] with m independent conditions, negative eigenvalues are
    /// m + those. None when they cannot be counted.
    pub fn unstable(&mut self, state: &mut State, s: f64, held: f64) -> Result<Option<usize>> {
        self.assemble(state, s, held)?;
        if self.work.lu.factor(&self.work.system.values).is_err() {
            return Ok(None);
        }
        Ok(self.count())
    }

    /// The same without D and without neutral motions, and how many of these there are. Err where a motion that looks neutral strains
    /// something whose stiffness is lost in rounding.
    pub fn stability(&mut self, state: &mut State, s: f64) -> Result<(Option<usize>, usize)> {
        self.assemble(state, s, 0.0)?;
        self.look_again();
        if self.factor(state, s).is_err() {
            return Ok((None, 0));
        }
        self.require_resolved(state, s, self.neutral.motions())?;
        Ok((self.count(), self.neutral.count()))
    }

    /// The same for the matrix that was factored last.
    pub fn count(&mut self) -> Option<usize> {
        let conditions = self.work.system.active.iter().filter(|active| **active).count();
        let held = self.neutral.pushes(self, self.work.system.layout.size);
        Some(self.work.lu.negative(&self.work.system.values, &held)?.saturating_sub(conditions))
    }

    /// Asymmetry of the tangent that was assembled last, relative to its largest entry by class.
    pub fn asymmetry(&self) -> f64 {
        let system = &self.work.system;
        let layout = &system.layout;
        let unit = |i: usize| if layout.classes[i] == Class::Translation { 1.0 } else { self.work.length };
        // against the diagonal of both: a beam that is hard to stretch must not hide what bends it
        let own = |i: usize| system.values[layout.diagonal[i] as usize].abs() / (unit(i) * unit(i));
        let (mut odd, mut largest) = (0.0_f64, 0.0_f64);
        for col in 0..layout.motion {
            for p in layout.col_ptr[col]..layout.col_ptr[col + 1] {
                let row = layout.row_idx[p];
                if row >= layout.motion {
                    continue;
                }
                let size = 1.0 / (unit(row) * unit(col));
                let difference = (system.values[p] - self.mirror(row, col)).abs() * size;
                let scale = (own(row) * own(col)).sqrt();
                largest = largest.max(system.values[p].abs() * size);
                if difference > 1e-12 * largest && scale > 0.0 {
                    odd = odd.max(difference / scale);
                }
            }
        }
        odd
    }

    /// Err if the tangent at hand, at (q, λ; s), does not have the expected number of unstable directions. Where it is not symmetric by
    /// what is left of the residual, for K − Kᵀ is the moment on the rotations of nodes, its symmetric part counts: the second
    /// derivative of the potential along rotation vectors. Where loads are not conservative, only odd and even can be told.
    pub fn require_directions(&mut self, state: &State, s: f64, found: usize, expected: usize) -> Result<()> {
        if found == expected {
            return Ok(());
        }
        let mut found = found;
        if self.asymmetry() > SYMMETRIC {
            if self.is_conservative(state, s) {
                found = self.count_symmetric().unwrap_or(found);
            } else if found % 2 == expected % 2 {
                self.is_in_doubt = true;
                return Ok(());
            }
        }
        match found == expected {
            true => Ok(()),
            false => Err(Error::newton(format!(
                "an iterate has {found} unstable directions, the equilibrium at hand {expected}"
            ))),
        }
    }

    /// Unstable directions of the symmetric part of the matrix that was assembled last, whose factors are then the last ones.
    fn count_symmetric(&mut self) -> Option<usize> {
        let layout = &self.work.system.layout;
        let values = &self.work.system.values;
        let mut even = values.clone();
        for col in 0..layout.motion {
            for p in layout.col_ptr[col]..layout.col_ptr[col + 1] {
                even[p] = 0.5 * (values[p] + self.mirror(layout.row_idx[p], col));
            }
        }
        std::mem::swap(&mut even, &mut self.work.system.values);
        let counted = match self.work.lu.factor(&self.work.system.values) {
            Ok(()) => self.count(),
            Err(_) => None,
        };
        self.work.system.values = even;
        counted
    }

    /// The entry (col, row) of the matrix that was assembled last.
    fn mirror(&self, row: usize, col: usize) -> f64 {
        let System { layout, values, .. } = &self.work.system;
        let column = &layout.row_idx[layout.col_ptr[row]..layout.col_ptr[row + 1]];
        column.binary_search(&col).map_or(0.0, |k| values[layout.col_ptr[row] + k])
    }

    /// The least stiffness, without its sign and relative to D, of the matrix that was factored last: |K⁻¹D n| of any n is nearly
    /// along the softest motion, and the next power shrinks by it. One where it is not known.
    pub fn least_stiffness(&mut self) -> f64 {
        let motion = self.work.system.layout.motion;
        let mut x = self.any_motion(0);
        let mut sizes = [1.0; 2];
        for k in 0..3 {
            x[motion..].fill(0.0);
            self.weigh(&mut x);
            if self.solve_factored(&mut x).is_err() {
                return 1.0;
            }
            sizes = [sizes[1], self.metric(&x).sqrt()];
            if k < 2 {
                let factor = 1.0 / sizes[1];
                x.iter_mut().for_each(|x| *x *= factor);
                sizes[1] = 1.0;
            }
        }
        let stiffness = sizes[0] / sizes[1];
        if stiffness.is_normal() { stiffness } else { 1.0 }
    }
}
