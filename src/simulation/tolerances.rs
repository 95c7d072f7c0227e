//! What steps of controlled error must meet, and what their errors are beside it.

use crate::error::{Error, Result};

/// How steps are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Control {
    /// largest error of a translation in one step [m]
    pub translation_tolerance: f64,
    /// largest error of a rotation in one step [rad]
    pub rotation_tolerance: f64,
    /// smallest step [s]; only what is left to the end may be smaller
    pub smallest: f64,
    /// largest step [s], may be infinite
    pub largest: f64,
    /// the first step [s]; 0: as the last controlled step proposed, or, where there was none, chosen
    pub first: f64,
    /// part of the step that would just meet the tolerance
    pub safety: f64,
    /// largest error of the rate of a translation [m/s]; 0: that over one step moves nothing by more than
    /// `translation_tolerance`; infinite: rates are not controlled
    pub translation_rate_tolerance: f64,
    /// largest error of the rate of a rotation [rad/s]; 0 and infinite likewise
    pub rotation_rate_tolerance: f64,
}

/// Longest step that can be asked for [s]: squares of steps, and times, must stay numbers.
const LONGEST: f64 = 1e30;

impl Default for Control {
    fn default() -> Self {
        Control {
            translation_tolerance: 1e-6,
            rotation_tolerance: 1e-6,
            smallest: 1e-10,
            largest: f64::INFINITY,
            first: 0.0,
            safety: 0.9,
            translation_rate_tolerance: 0.0,
            rotation_rate_tolerance: 0.0,
        }
    }
}

impl Control {
    /// Are the numbers sensible?
    pub fn check(&self) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(text));
        let tolerances =
            [("translation_tolerance", self.translation_tolerance), ("rotation_tolerance", self.rotation_tolerance)];
        for (name, value) in tolerances {
            if !(value > 0.0 && value.is_finite()) {
                return bad(format!("step control: {name} is {value}; it must be positive and finite"));
            }
        }
        let rates = [
            ("translation_rate_tolerance", self.translation_rate_tolerance),
            ("rotation_rate_tolerance", self.rotation_rate_tolerance),
        ];
        if let Some((name, value)) = rates.into_iter().find(|(_, value)| value.is_nan() || *value < 0.0) {
            return bad(format!(
                "step control: {name} is {value}; it must be positive, or 0 for that of the places over one step, or infinite \
                 for none"
            ));
        }
        if !(self.smallest > 0.0 && self.smallest.is_finite()) {
            return bad(format!("step control: smallest is {} s; it must be positive and finite", self.smallest));
        }
        if let Some((what, value)) =
            [("smallest", self.smallest), ("first", self.first)].into_iter().find(|(_, v)| *v > LONGEST)
        {
            return bad(format!("step control: {what} is {value:e} s; a step of more than {LONGEST:e} s is none"));
        }
        if self.largest.is_nan() || self.largest < self.smallest {
            let (low, high) = (self.smallest, self.largest);
            return bad(format!("step control: largest is {high} s; it must not be below smallest, {low} s"));
        }
        if !(self.first == 0.0 || (self.smallest..=self.largest).contains(&self.first)) {
            return bad(format!(
                "step control: first is {} s; it must be 0, for a choice of the library, or between smallest, {} s, and \
                 largest, {} s",
                self.first, self.smallest, self.largest
            ));
        }
        if !(0.1..=1.0).contains(&self.safety) {
            return bad(format!("step control: safety is {}; it must be in [0.1, 1], and 0.9 is right", self.safety));
        }
        Ok(())
    }
}

/// Errors of one step, each of translations and of rotations.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Errors {
    /// of places [m], [rad]
    pub places: [f64; 2],
    /// by which rates miss the constraints [m/s], [rad/s]
    pub rates: [f64; 2],
    /// that functions of time would make which do not go as their ends say [m], [rad]
    pub prescribed: [f64; 2],
    /// of rates where a stop acts, over what is allowed there
    pub rebound: [f64; 2],
}

impl Control {
    /// Errors of a step of size `h` over their tolerances: of places, of rates, of what is prescribed. All grow with h^`order`.
    pub(super) fn relative(&self, errors: &Errors, h: f64, order: f64) -> [f64; 3] {
        let tolerances = [self.translation_tolerance, self.rotation_tolerance];
        let of_rates = [self.translation_rate_tolerance, self.rotation_rate_tolerance];
        let mut relative = [0.0_f64; 3];
        for class in 0..2 {
            let Errors { places, rates, prescribed, rebound } = *errors;
            // a rate changes by an order less than the place
            let as_place = |relative: f64| relative.powf(order / (order - 1.0));
            let rate = match of_rates[class] {
                0.0 => (h * rates[class] / tolerances[class]).max(as_place(rebound[class])),
                // the top of a cubic through the ends of a step has slopes of 4/h
                given if given.is_finite() => {
                    let rate = rates[class] + (places[class] + 4.0 * prescribed[class]) / h;
                    as_place((rate / given).max(rebound[class]))
                }
                _ => 0.0,
            };
            let parts = [places[class] / tolerances[class], rate, prescribed[class] / tolerances[class]];
            // a NaN must not vanish in a maximum
            for (most, part) in relative.iter_mut().zip(parts) {
                *most = if part > *most || part.is_nan() { part } else { *most };
            }
        }
        relative
    }

    /// Size of the next step where `left` is to go to a time that must be met: all of it, or equal parts where these are few,
    /// rather than full steps and a small one. A twentieth more than wanted does not make another step.
    pub(super) fn portion(&self, left: f64, wanted: f64) -> f64 {
        let ratio = left / wanted;
        if ratio >= FEW {
            return wanted;
        }
        let parts = (ratio / STRETCH).ceil().max(1.0);
        left / if left / parts <= self.largest { parts } else { ratio.ceil() }
    }
}

/// So many steps that are left are made equal.
const FEW: f64 = 8.0;
/// By so much a step may exceed the wanted size to save another one; the safety of the size allows it.
const STRETCH: f64 = 1.05;
