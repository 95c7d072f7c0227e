//! Conditions on positions given by the host: C(q, t) = 0 over some nodes and joint coordinates, from a callback.
//!
//! | symbol | name |
//! |---|---|
//! | C | `value` |
//! | B = ∂C/∂q | `gradient`, m × n row-major |
//! | ∂C/∂t | `rate` |
//! | ∂(Bᵀλ)/∂q | `curvature`, n × n; by central differences of B where the host does not give it |
//!
//! The forces are −Bᵀλ: B must be exact, it decides what the condition does. The curvature enters tangents only. There is no form
//! over a step: a general C has no gradient that does exactly no work over one.

use crate::terms::host::{MAX_UNKNOWNS, PART, Seen};
use crate::terms::{Books, Class, Fault, Level, NodeId, ScalarId, StageBlock, Term};
use std::sync::Arc;

/// Most conditions of one function.
pub const MAX_CONDITIONS: usize = 6;
/// Difference of time for the second rate of a condition that rests [s].
const MOMENT: f64 = 1e-6;

/// What a function of the host's fills; all zero on entry.
pub struct Conditions<'a> {
    /// C
    pub value: &'a mut [f64],
    /// B
    pub gradient: &'a mut [f64],
    /// ∂C/∂t
    pub rate: &'a mut [f64],
    /// multipliers λ for which the curvature is wanted, and room for it
    pub curvature: Option<(&'a [f64], &'a mut [f64])>,
}

/// Conditions of the host's; false when they fail.
pub type HostConditions = Arc<dyn Fn(&Seen, Conditions) -> bool + Send + Sync>;

/// Conditions of the host's.
#[derive(Clone)]
pub struct HostCondition {
    nodes: Vec<NodeId>,
    scalars: Vec<ScalarId>,
    conditions: HostConditions,
    classes: Vec<Class>,
    curvature: bool,
    /// over which the conditions change with position [m]
    length: f64,
}

/// Value, gradient and rate at one place.
#[derive(Clone)]
struct Found {
    value: [f64; MAX_CONDITIONS],
    gradient: [f64; MAX_CONDITIONS * MAX_UNKNOWNS],
    rate: [f64; MAX_CONDITIONS],
    done: bool,
}

impl HostCondition {
    /// Conditions over these nodes and coordinates, each of a class; `curvature`: the function fills it.
    pub fn new(
        nodes: Vec<NodeId>,
        scalars: Vec<ScalarId>,
        conditions: HostConditions,
        classes: Vec<Class>,
        curvature: bool,
        length: f64,
    ) -> Self {
        HostCondition { nodes, scalars, conditions, classes, curvature, length }
    }

    /// Is the curvature taken by differences?
    pub fn by_differences(&self) -> bool {
        !self.curvature
    }

    fn evaluate(&self, seen: &Seen) -> Found {
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
    fn given_curvature(&self, seen: &Seen, lambda: &[f64], matrix: &mut [f64]) -> bool {
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

    /// The same by central differences of the gradient.
    fn difference_curvature(&self, seen: &Seen, lambda: &[f64], matrix: &mut [f64]) -> bool {
        let n = seen.unknowns();
        for j in 0..n {
            let width = seen.width(j, 0, self.length);
            let [ahead, behind] = [width, -width].map(|by| {
                let mut shifted = *seen;
                shifted.shift(j, 0, by);
                self.evaluate(&shifted)
            });
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
    fn speed(found: &Found, seen: &Seen, k: usize) -> f64 {
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
            let width = seen.width(j, 0, self.length);
            let [ahead, behind] = [width, -width].map(|by| {
                let mut shifted = *seen;
                shifted.shift(j, 0, by);
                self.evaluate(&shifted)
            });
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

impl Term for HostCondition {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalars
    }

    fn conditions(&self) -> usize {
        self.classes.len()
    }

    fn condition(&self, k: usize) -> (Class, String) {
        (self.classes[k], format!("condition {k}"))
    }

    fn asks_host(&self) -> bool {
        true
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let seen = Seen::new(at, &self.nodes, &self.scalars);
        let (found, m, n) = (self.evaluate(&seen), out.m, out.n);
        out.c.copy_from_slice(&found.value[..m]);
        out.b.copy_from_slice(&found.gradient[..m * n]);
        let mut mu = [0.0; MAX_CONDITIONS];
        for k in 0..m {
            mu[k] = out.mu(k);
            (0..n).for_each(|j| out.f[j] += mu[k] * out.b[k * n + j]);
        }
        let done = found.done
            && match self.curvature {
                true => self.given_curvature(&seen, &mu[..m], &mut out.k),
                false => self.difference_curvature(&seen, &mu[..m], &mut out.k),
            };
        if !done {
            out.fault = Some(Fault::Callback);
        }
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        let seen = Seen::new(at, &self.nodes, &self.scalars);
        let (n, now) = (seen.unknowns(), self.evaluate(&seen));
        // a time in which nothing moves by more than a small part
        let speed = (0..n).map(|j| seen.rate(j, 1).abs() * PART / seen.width(j, 0, self.length)).fold(0.0, f64::max);
        let dt = if speed > 0.0 { (PART / speed).min(1e-3) } else { MOMENT }.max(1e-9 * at.time.abs());
        let ends = [dt, -dt].map(|dt| seen.later(dt));
        let [ahead, behind] = ends.map(|end| self.evaluate(&end));
        for k in 0..first.len() {
            first[k] = Self::speed(&now, &seen, k);
            second[k] = (0..n).map(|j| now.gradient[k * n + j] * seen.rate(j, 2)).sum::<f64>()
                + (Self::speed(&ahead, &ends[0], k) - Self::speed(&behind, &ends[1], k))
                    / (ends[0].time - ends[1].time);
        }
        if !(now.done && ahead.done && behind.done) {
            first.fill(f64::NAN);
        }
    }

    fn audit(&self, at: &Level, lambda: &[f64], books: &mut Books) {
        // the power −λ B v is −λ (Ċ − ∂C/∂t)
        let seen = Seen::new(at, &self.nodes, &self.scalars);
        let found = self.evaluate(&seen);
        for (k, lambda) in lambda.iter().enumerate().filter(|_| found.done) {
            books.constraint_power -= lambda * Self::speed(&found, &seen, k);
            books.driven_power += lambda * found.rate[k];
        }
    }
}
