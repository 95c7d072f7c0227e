//! Linear spring and damper on a joint coordinate. Epple (2.27): the coordinate is an algebraic unknown.

use crate::terms::interval::{F, I, J};
use crate::terms::{Books, Interval, IntervalBlock, Level, NodeId, ScalarId, Span, StageBlock, Term};

/// Force −k(s − rest) − c ds/dt along the coordinate.
#[derive(Debug, Clone)]
pub struct CoordinateSpring {
    scalar: [ScalarId; 1],
    stiffness: f64,
    damping: f64,
    rest: f64,
}

impl CoordinateSpring {
    /// Stiffness [N/m] or [N·m/rad], damping [N·s/m] or [N·m·s/rad], unstretched value [m] or [rad].
    pub fn new(scalar: ScalarId, stiffness: f64, damping: f64, rest: f64) -> Self {
        CoordinateSpring { scalar: [scalar], stiffness, damping, rest }
    }
}

impl Term for CoordinateSpring {
    fn nodes(&self) -> &[NodeId] {
        &[]
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalar
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let s = &at.scalars[self.scalar[0].0];
        out.f[0] = self.stiffness * (s.value - self.rest) + self.damping * s.rate;
        out.k[0] = self.stiffness;
        out.g[0] = self.damping;
    }

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        let s = &at.scalars[self.scalar[0].0];
        books.potential += 0.5 * self.stiffness * (s.value - self.rest).powi(2);
        books.damper_power -= self.damping * s.rate * s.rate;
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for CoordinateSpring {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let s = [I, J, F].map(|level| over.levels[level].scalars[self.scalar[0].0].value);
        let rate = self.damping * over.total() / over.h;
        let damped = rate * (s[F] - s[I]);
        let stretch: f64 = (0..3).map(|k| over.weights[k] * (s[k] - self.rest)).sum();
        out.force[0] = self.stiffness * stretch + damped;
        out.k[0][0] = self.stiffness * over.weights[J];
        out.k[1][0] = self.stiffness * over.weights[F] + rate;
        out.works.dampers -= damped * (s[over.to] - s[over.from]);
    }
}
