//! Value or rate of a joint coordinate at the start of a simulation; nothing afterwards.

use crate::terms::{Class, Interval, IntervalBlock, Level, NodeId, Phase, ScalarId, Span, StageBlock, Term};

/// One condition, on the value while positions are sought and on the rate while velocities are.
#[derive(Debug, Clone)]
pub struct Start {
    scalar: [ScalarId; 1],
    class: Class,
    value: Option<f64>,
    rate: Option<f64>,
}

impl Start {
    /// s(0) = value and ds/dt(0) = rate, either of them optional.
    pub fn new(scalar: ScalarId, class: Class, value: Option<f64>, rate: Option<f64>) -> Self {
        Start { scalar: [scalar], class, value, rate }
    }
}

impl Term for Start {
    fn nodes(&self) -> &[NodeId] {
        &[]
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalar
    }

    fn conditions(&self) -> usize {
        1
    }

    fn condition(&self, _k: usize) -> (Class, String) {
        (self.class, "start of the coordinate".into())
    }

    fn active(&self, _k: usize, phase: Phase) -> bool {
        match phase {
            Phase::StartPosition => self.value.is_some(),
            Phase::StartVelocity => self.rate.is_some(),
            Phase::Run => false,
        }
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let s = at.scalars[self.scalar[0].0].value;
        out.c[0] = s - self.value.unwrap_or(s);
        out.b[0] = 1.0;
        out.f[0] = out.mu(0);
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], _second: &mut [f64]) {
        let s = at.scalars[self.scalar[0].0].rate;
        first[0] = s - self.rate.unwrap_or(s);
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for Start {
    /// Nothing: no condition of this kind holds during a step.
    fn interval(&self, _over: &Span, _out: &mut IntervalBlock) {}
}
