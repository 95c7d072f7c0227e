//! A joint coordinate prescribed as a function of time: s = φ(t). Bauchau 2003 §3.2.

use crate::terms::{
    Class, FunctionId, InstantAudit, Interval, IntervalBlock, Level, NodeId, ScalarId, Span, StageBlock, Term,
};

/// Drives a scalar. The multiplier λ gives the driving force or torque −λ, positive along the coordinate.
#[derive(Debug, Clone)]
pub struct Drive {
    scalar: [ScalarId; 1],
    function: FunctionId,
    class: Class,
    /// value in the reference configuration, where statics begins
    reference: f64,
}

impl Drive {
    /// s = φ(t).
    pub fn new(scalar: ScalarId, function: FunctionId, class: Class, reference: f64) -> Self {
        Drive { scalar: [scalar], function, class, reference }
    }
}

impl Term for Drive {
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
        (self.class, "prescribed motion".into())
    }

    fn prescribed_by(&self) -> Option<FunctionId> {
        Some(self.function)
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let target = self.reference + at.load_factor * (at.functions[self.function.0][0] - self.reference);
        out.c[0] = at.scalars[self.scalar[0].0].value - target;
        out.b[0] = 1.0;
        out.f[0] = out.mu(0);
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        let (s, phi) = (&at.scalars[self.scalar[0].0], &at.functions[self.function.0]);
        first[0] = s.rate - phi[1];
        second[0] = s.acceleration - phi[2];
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        audit.driven_power -= lambda[0] * at.scalars[self.scalar[0].0].rate;
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for Drive {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let [from, to] = [over.from, over.to].map(|level| over.levels[level].scalars[self.scalar[0].0].value);
        out.c[0] = to - over.levels[over.to].functions[self.function.0][0];
        (out.b_mean[0], out.b_to[0]) = (1.0, 1.0);
        out.force[0] = out.lambda[0];
        out.works.driven -= out.lambda[0] * (to - from);
    }
}
