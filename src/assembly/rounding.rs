//! How large residuals and corrections are, free of units, and what rounding allows of them.

use super::layout::Layout;
use super::slots::FREE_SLOTS;
use super::system::class_index;
use crate::terms::Class;

/// An equation may miss what the last digits of its unknowns and forces are worth by this factor: they come from several
/// operations each.
const MARGIN: f64 = 16.0;

/// A system as one iteration has filled it, each unknown of the layout in `slots` slots next to each other.
pub struct Equations<'a> {
    /// unknowns
    pub layout: &'a Layout,
    /// levels of unknowns
    pub slots: usize,
    /// start of each column
    pub col_ptr: &'a [usize],
    /// row of each entry
    pub row_idx: &'a [usize],
    /// values of the matrix
    pub values: &'a [f64],
    /// minus the scaled residual
    pub rhs: &'a [f64],
    /// largest contribution of a term to the equations of motion, by class
    pub reference: [f64; 2],
}

impl Equations<'_> {
    /// Residual as one number free of units: balance over the largest contribution, constraints over `length` or 1; and the
    /// equation that is worst. `scale` is s of constraints in metres, in radians.
    pub fn residual_size(&self, scale: [f64; 2], length: f64) -> (usize, f64) {
        let constraint = [scale[0] * length, scale[1]];
        let motion = self.slots * self.layout.motion;
        let (mut worst, mut size) = (0, 0.0_f64);
        for (i, value) in self.rhs.iter().enumerate() {
            let class = class_index(self.layout.class_in_slot(i, self.slots));
            let unit = if i < motion { self.reference[class] } else { constraint[class] };
            let relative = if *value == 0.0 { 0.0 } else { value.abs() / unit };
            if relative > size || relative.is_nan() {
                (worst, size) = (i / self.slots, relative);
            }
        }
        (worst, size)
    }

    /// Does every equation hold as well as rounding allows? A last digit of the unknowns, ε X with coordinates as large as
    /// `extent` [m] and rotations of 1 rad, moves it by ε |A| X, and forces are rounded too:
    ///
    /// ```text
    ///   |r| ≤ margin · ε (|A| X + largest force)
    /// ```
    ///
    /// Constraints may miss as much as a part `slack` of the unknowns moves them. `rows` is workspace of the length of the
    /// right-hand side.
    pub fn at_rounding(&self, extent: f64, slack: f64, rows: &mut [f64]) -> bool {
        let (layout, motion) = (self.layout, self.slots * self.layout.motion);
        for (i, row) in rows.iter_mut().enumerate() {
            *row = if i < motion { self.reference[class_index(layout.class_in_slot(i, self.slots))] } else { 0.0 };
        }
        for col in 0..motion {
            let unknown = if layout.class_in_slot(col, self.slots) == Class::Translation { extent } else { 1.0 };
            for p in self.col_ptr[col]..self.col_ptr[col + 1] {
                rows[self.row_idx[p]] += self.values[p].abs() * unknown;
            }
        }
        let allowed = |i: usize| MARGIN * f64::EPSILON + if i < motion { 0.0 } else { slack };
        self.rhs.iter().zip(rows.iter()).enumerate().all(|(i, (r, row))| r.abs() <= allowed(i) * row)
    }
}

/// Square of the size below which a row is written small.
const SMALL: f64 = 1e-2;
/// Square of the size below which there is no row. A judgement: a rack of 1 nm times 1e-8 has a row of 1e-17 and counts, one of 1e-20
/// does not, and its multiplier is then lost; rounding of a row that vanishes, some 1e-16, counts as a row that is written small.
const VANISHED: f64 = 1e-40;

impl Layout {
    /// Subtract `part` of s from the diagonal of the multipliers. In a singular position a combination of multipliers moves nothing:
    /// the matrix so relaxed has an inverse, and leaves that combination as it is. Combinations that move anything by more than
    /// the root of `part` hardly notice.
    pub fn relax(&self, values: &mut [f64], slots: usize, scale: [f64; 2], part: f64) {
        for unknown in self.motion..self.size {
            let (start, end) = (self.col_ptr[unknown], self.col_ptr[unknown + 1]);
            let place = self.diagonal[unknown] as usize;
            for slot in 0..slots {
                let column = slots * slots * start + slot * slots * (end - start);
                values[column + slots * (place - start) + slot] -= part * scale[class_index(self.classes[unknown])];
            }
        }
    }

    /// The same for a matrix of one level in which row k of the multipliers is s_k B: subtract `part` of s_k, or in proportion
    /// to Σ_j (s_k B_kj)²/s_j where that is small. A constraint that is written small, f (q₁ − q₂) = 0, then counts as one that is not.
    pub fn relax_rows(&self, values: &mut [f64], scale: [f64; 2], part: f64) {
        let s = |unknown: usize| scale[class_index(self.classes[unknown])];
        for column in 0..self.motion {
            for p in self.col_ptr[column]..self.col_ptr[column + 1] {
                let row = self.row_idx[p];
                if row >= self.motion {
                    values[self.diagonal[row] as usize] -= values[p] * values[p] / s(column);
                }
            }
        }
        for row in self.motion..self.size {
            let diagonal = &mut values[self.diagonal[row] as usize];
            // a constraint that does not hold now has a one there
            if *diagonal <= 0.0 {
                let size = if -*diagonal > VANISHED * s(row) { s(row).min(-*diagonal / SMALL) } else { s(row) };
                *diagonal = -part * size;
            }
        }
    }

    /// Multiply what [`Layout::relax_rows`] subtracted.
    pub fn scale_relaxed(&self, values: &mut [f64], factor: f64) {
        for diagonal in self.diagonal[self.motion..].iter().map(|place| *place as usize) {
            if values[diagonal] < 0.0 {
                values[diagonal] *= factor;
            }
        }
    }

    /// Class of an equation or unknown by its place in a system of `slots` slots. Odd slots of ED by the letter hold directors and
    /// what belongs to them, which have no unit, in the places of translations too.
    fn class_in_slot(&self, place: usize, slots: usize) -> Class {
        if slots == FREE_SLOTS && place % 2 == 1 { Class::Rotation } else { self.classes[place / slots] }
    }

    /// Correction of the motion and of the multipliers, each as one number free of units: metres over `length`, radians and
    /// scaled multipliers as they are. A NaN is not lost.
    pub fn correction_size(&self, delta: &[f64], slots: usize, length: f64) -> [f64; 2] {
        let largest = |values: &[f64], first: usize| {
            let mut size = 0.0_f64;
            for (i, value) in values.iter().enumerate() {
                let unit = if self.class_in_slot(first + i, slots) == Class::Translation { length } else { 1.0 };
                let relative = value.abs() / unit;
                if relative > size || relative.is_nan() {
                    size = relative;
                }
            }
            size
        };
        let (motion, multipliers) = delta.split_at(slots * self.motion);
        [largest(motion, 0), largest(multipliers, slots * self.motion)]
    }
}
