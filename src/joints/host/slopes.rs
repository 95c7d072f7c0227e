//! Conditions of the host at a place, and their slopes: as given, and by central differences.

use super::{Conditions, HostCondition, MAX_CONDITIONS};
use crate::terms::host::{MAX_UNKNOWNS, Seen};

/// Difference of time for the second rate of a condition that rests [s].
pub(super) const MOMENT: f64 = 1e-6;

/// Value, gradient and rate at one place.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) value: [f64; MAX_CONDITIONS],
    pub(super) gradient: [f64; MAX_CONDITIONS * MAX_UNKNOWNS],
    pub(super) rate: [f64; MAX_CONDITIONS],
    pub(super) done: bool,
}

impl HostCondition {
    pub(super) fn evaluate(&self, seen: &Seen) -> Found {
        let (m, n) = (self.classes.len(), seen.unknowns());
        let mut found = Found {
            value: [0.0; MAX_CONDITIONS],
            gradient: [0.0; MAX_CONDITIONS * MAX_UNKNOWNS],
            rate: [0.0; MAX_CONDITIONS],
            done: false,
        };
        let Found { value, gradient, rate, .. } = &mut found;
        let (value, gradient, rate) = (&mut value[..m], &mut gradient[..m * n], &mut rate[..m]);
        let done = (self.conditions)(
            seen,
            Conditions { value: &mut *value, gradient: &mut *gradient, rate: &mut *rate, curvature: None },
        );
        let finite = value.iter().chain(gradient.iter()).chain(rate.iter()).all(|v| v.is_finite());
        found.done = done && finite;
        found
    }

    /// ∂(Bᵀλ)/∂q as the host gives it; false when it fails.
    pub(super) fn given_curvature(&self, seen: &Seen, lambda: &[f64], matrix: &mut [f64]) -> bool {
        let (m, n) = (self.classes.len(), seen.unknowns());
        let (mut value, mut gradient, mut rate) =
            ([0.0; MAX_CONDITIONS], [0.0; MAX_CONDITIONS * MAX_UNKNOWNS], [0.0; MAX_CONDITIONS]);
        let to = Conditions {
            value: &mut value[..m],
            gradient: &mut gradient[..m * n],
            rate: &mut rate[..m],
            curvature: Some((lambda, &mut *matrix)),
        };
        (self.conditions)(seen, to) && matrix.iter().all(|v| v.is_finite())
    }

    /// The conditions on both sides of a place along unknown `j`, and how far away.
    fn beside(&self, seen: &Seen, j: usize) -> ([Found; 2], f64) {
        let width = seen.width(j, 0, self.length);
        let at = |by: f64| {
            let mut shifted = *seen;
            shifted.shift(j, 0, by);
            self.evaluate(&shifted)
        };
        ([at(width), at(-width)], width)
    }

    /// ∂(Bᵀλ)/∂q by central differences of the gradient; false when the host fails.
    pub(super) fn difference_curvature(&self, seen: &Seen, lambda: &[f64], matrix: &mut [f64]) -> bool {
        let n = seen.unknowns();
        for j in 0..n {
            let ([ahead, behind], width) = self.beside(seen, j);
            if !(ahead.done && behind.done) {
                return false;
            }
            for i in 0..n {
                let change = |k: usize| ahead.gradient[k * n + i] - behind.gradient[k * n + i];
                matrix[i * n + j] = lambda.iter().enumerate().map(|(k, l)| l * change(k)).sum::<f64>() / (2.0 * width);
            }
        }
        true
    }

    /// B v + ∂C/∂t of condition `k`.
    pub(super) fn speed(found: &Found, seen: &Seen, k: usize) -> f64 {
        let n = seen.unknowns();
        (0..n).map(|j| found.gradient[k * n + j] * seen.rate(j, 1)).sum::<f64>() + found.rate[k]
    }

    /// Gradient, rate and curvature (for multipliers λ) as the conditions use them, and the same by differences: for a check of the
    /// host's function.
    pub fn both_slopes(&self, seen: &Seen, lambda: &[f64]) -> Option<[[Vec<f64>; 3]; 2]> {
        let (m, n) = (self.classes.len(), seen.unknowns());
        let here = self.evaluate(seen);
        let room = || [vec![0.0; m * n], vec![0.0; m], vec![0.0; n * n]];
        let (mut given, mut differences) = (room(), room());
        given[0].copy_from_slice(&here.gradient[..m * n]);
        given[1].copy_from_slice(&here.rate[..m]);
        let mut done = here.done;
        for j in 0..n {
            let ([ahead, behind], width) = self.beside(seen, j);
            done &= ahead.done && behind.done;
            (0..m).for_each(|k| differences[0][k * n + j] = (ahead.value[k] - behind.value[k]) / (2.0 * width));
        }
        let moment = MOMENT.max(1e-9 * seen.time.abs());
        let [ahead, behind] = [moment, -moment].map(|dt| {
            let mut shifted = *seen;
            shifted.time += dt;
            self.evaluate(&shifted)
        });
        done &= ahead.done && behind.done && self.difference_curvature(seen, lambda, &mut differences[2]);
        (0..m).for_each(|k| differences[1][k] = (ahead.value[k] - behind.value[k]) / (2.0 * moment));
        if self.curvature {
            done &= self.given_curvature(seen, lambda, &mut given[2]);
        } else {
            given[2].clone_from(&differences[2]);
        }
        done.then_some([given, differences])
    }
}
