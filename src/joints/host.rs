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

mod slopes;

use crate::terms::host::{PART, Seen};
use crate::terms::{Class, Fault, InstantAudit, Level, NodeId, Parts, ScalarId, StageBlock, Term};
use slopes::MOMENT;
use std::sync::Arc;

/// Most conditions of one function.
pub const MAX_CONDITIONS: usize = 6;

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

    fn parts(&self) -> Parts {
        Parts::NONE
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
                _ if out.without_tangents => true,
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

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        // the power −λ B v is −λ (Ċ − ∂C/∂t)
        let seen = Seen::new(at, &self.nodes, &self.scalars);
        let found = self.evaluate(&seen);
        for (k, lambda) in lambda.iter().enumerate().filter(|_| found.done) {
            audit.constraint_power -= lambda * Self::speed(&found, &seen, k);
            audit.driven_power += lambda * found.rate[k];
        }
    }
}
