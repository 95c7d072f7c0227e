//! A joint coordinate held at a value from a call to lock it until a call to release it.

use crate::terms::{Class, InstantAudit, Interval, IntervalBlock, Level, NodeId, ScalarId, Span, StageBlock, Term};

/// s = value while locked. The multiplier λ gives the force or torque −λ that holds it.
#[derive(Debug, Clone)]
pub struct Lock {
    scalar: [ScalarId; 1],
    class: Class,
    /// place among the locks of the state
    place: usize,
}

impl Lock {
    /// Number `place` of the model's locks.
    pub fn new(scalar: ScalarId, class: Class, place: usize) -> Self {
        Lock { scalar: [scalar], class, place }
    }
}

impl Term for Lock {
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
        (self.class, "lock".into())
    }

    fn lock(&self) -> Option<usize> {
        Some(self.place)
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        out.c[0] = at.scalars[self.scalar[0].0].value - at.locks[self.place].value;
        out.b[0] = 1.0;
        out.f[0] = out.mu(0);
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        let s = &at.scalars[self.scalar[0].0];
        (first[0], second[0]) = (s.rate, s.acceleration);
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        audit.constraint_power -= lambda[0] * at.scalars[self.scalar[0].0].rate;
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for Lock {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let [from, to] = [over.from, over.to].map(|level| over.levels[level].scalars[self.scalar[0].0].value);
        out.c[0] = to - over.levels[over.to].locks[self.place].value;
        (out.b_mean[0], out.b_to[0]) = (1.0, 1.0);
        out.force[0] = out.lambda[0];
        out.works.constraints -= out.lambda[0] * (to - from);
    }
}
