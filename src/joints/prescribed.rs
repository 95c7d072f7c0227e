//! A joint coordinate whose value is given: s = φ(t), a function of time (Bauchau 2003 §3.2), or s = a value, from a call to lock it
//! until a call to release it.

use crate::terms::{
    Class, FunctionId, InstantAudit, Interval, IntervalBlock, Level, NodeId, ScalarId, ScalarMotion, Span, StageBlock,
    Term,
};

/// Where the value comes from.
#[derive(Debug, Clone, Copy)]
enum Given {
    /// a function of time, and the value in the reference configuration, where statics begins
    Driven(FunctionId, f64),
    /// the lock of this place among those of the state
    Locked(usize),
}

/// Holds a scalar at a value. The multiplier λ gives the force or torque −λ that does so, positive along the coordinate.
#[derive(Debug, Clone)]
pub struct Prescribed {
    scalar: [ScalarId; 1],
    class: Class,
    given: Given,
}

impl Prescribed {
    /// s = φ(t).
    pub fn drive(scalar: ScalarId, function: FunctionId, class: Class, reference: f64) -> Self {
        Prescribed { scalar: [scalar], class, given: Given::Driven(function, reference) }
    }

    /// s = the value of number `place` of the model's locks, while that is locked.
    pub fn lock(scalar: ScalarId, class: Class, place: usize) -> Self {
        Prescribed { scalar: [scalar], class, given: Given::Locked(place) }
    }

    fn scalar<'a>(&self, at: &Level<'a>) -> &'a ScalarMotion {
        &at.scalars[self.scalar[0].0]
    }

    /// The value and its first two derivatives.
    fn target(&self, at: &Level) -> [f64; 3] {
        match self.given {
            Given::Driven(function, _) => at.functions[function.0],
            Given::Locked(place) => [at.locks[place].value, 0.0, 0.0],
        }
    }
}

impl Term for Prescribed {
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
        let what = match self.given {
            Given::Driven(..) => "prescribed motion",
            Given::Locked(_) => "lock",
        };
        (self.class, what.into())
    }

    fn prescribed_by(&self) -> Option<FunctionId> {
        match self.given {
            Given::Driven(function, _) => Some(function),
            Given::Locked(_) => None,
        }
    }

    fn lock(&self) -> Option<usize> {
        match self.given {
            Given::Driven(..) => None,
            Given::Locked(place) => Some(place),
        }
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let [mut target, ..] = self.target(at);
        if let Given::Driven(_, reference) = self.given {
            target = reference + at.load_factor * (target - reference);
        }
        out.c[0] = self.scalar(at).value - target;
        out.b[0] = 1.0;
        out.f[0] = out.mu(0);
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        let (s, [_, rate, acceleration]) = (self.scalar(at), self.target(at));
        first[0] = s.rate - rate;
        second[0] = s.acceleration - acceleration;
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        let power = match self.given {
            Given::Driven(..) => &mut audit.driven_power,
            Given::Locked(_) => &mut audit.constraint_power,
        };
        *power -= lambda[0] * self.scalar(at).rate;
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for Prescribed {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let [from, to] = [over.from, over.to].map(|level| self.scalar(&over.levels[level]).value);
        out.c[0] = to - self.target(&over.levels[over.to])[0];
        (out.b_mean[0], out.b_to[0]) = (1.0, 1.0);
        out.force[0] = out.lambda[0];
        let work = match self.given {
            Given::Driven(..) => &mut out.works.driven,
            Given::Locked(_) => &mut out.works.constraints,
        };
        *work -= out.lambda[0] * (to - from);
    }
}
