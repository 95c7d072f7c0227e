//! What acts on a joint coordinate: springs, stops, dampers, friction, force actuators. Epple (2.27): the coordinate is an algebraic
//! unknown.
//!
//! Over a step with weights w of the levels i, j, f (Σw = w₀), for a law with potential W and a stiffness k ≥ 0 fixed at i:
//!
//! ```text
//!   stress = w₀ S(i, f) + k (w_j (s_j − s_i) + (w_f − ½w₀)(s_f − s_i))
//! ```
//!
//! It is C Σ w s for a linear law, and for any law the decaying schemes have E_f − E_i = −½α k (s_j − s_i)² exactly.

use crate::terms::interval::{F, I, J};
use crate::terms::law::{Dissipative, Elastic};
use crate::terms::{
    FunctionId, InstantAudit, Interval, IntervalBlock, Level, NodeId, ScalarId, Span, StageBlock, Term,
};

/// Forces against a coordinate, each from a law, and a force along it as a function of time.
#[derive(Debug, Clone)]
pub struct CoordinateAction {
    scalar: [ScalarId; 1],
    elastic: Vec<Elastic>,
    dampers: Vec<Dissipative>,
    /// force along the coordinate: factor times function
    drive: Option<(f64, FunctionId)>,
}

impl CoordinateAction {
    /// Springs and dampers.
    pub fn new(scalar: ScalarId, elastic: Vec<Elastic>, dampers: Vec<Dissipative>) -> Self {
        CoordinateAction { scalar: [scalar], elastic, dampers, drive: None }
    }

    /// A force or torque along the coordinate: factor times function.
    pub fn force(scalar: ScalarId, factor: f64, function: FunctionId) -> Self {
        CoordinateAction { scalar: [scalar], elastic: vec![], dampers: vec![], drive: Some((factor, function)) }
    }

    fn now(&self, at: &Level) -> f64 {
        let s = &at.scalars[self.scalar[0].0];
        let stored: f64 = self.elastic.iter().map(|law| law.evaluate(s.value)[1]).sum();
        let damped: f64 = self.dampers.iter().map(|law| law.evaluate(s.rate)[0]).sum();
        self.driving(at) - stored - damped
    }

    fn driving(&self, at: &Level) -> f64 {
        self.drive.map_or(0.0, |(factor, f)| factor * at.load_factor * at.functions[f.0][0])
    }
}

impl Term for CoordinateAction {
    fn nodes(&self) -> &[NodeId] {
        &[]
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalar
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let s = &at.scalars[self.scalar[0].0];
        out.f[0] = -self.now(at);
        out.k[0] = self.elastic.iter().map(|law| law.evaluate(s.value)[2]).sum();
        out.g[0] = self.dampers.iter().map(|law| law.evaluate(s.rate)[1]).sum();
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        let s = &at.scalars[self.scalar[0].0];
        audit.potential += self.elastic.iter().map(|law| law.evaluate(s.value)[0]).sum::<f64>();
        audit.damper_power -= self.dampers.iter().map(|law| law.evaluate(s.rate)[0]).sum::<f64>() * s.rate;
        audit.applied_power += self.driving(at) * s.rate;
    }

    fn along(&self, at: &Level) -> Option<f64> {
        Some(self.now(at))
    }

    fn hardened(&self, before: &Level, after: &Level) -> Option<[f64; 2]> {
        let [from, to] = [before, after].map(|at| &at.scalars[self.scalar[0].0]);
        let grown = |before: f64, after: f64| (after - before.max(0.0)).max(0.0);
        let stiffness = self.elastic.iter().map(|law| grown(law.evaluate(from.value)[2], law.evaluate(to.value)[2]));
        let damping = self.dampers.iter().map(|law| grown(law.evaluate(from.rate)[1], law.evaluate(to.rate)[1]));
        Some([stiffness.sum(), damping.sum()])
    }

    fn stops(&self, at: &Level) -> bool {
        let s = at.scalars[self.scalar[0].0].value;
        self.elastic.iter().any(|law| law.holds(s))
    }

    fn sticks(&self) -> bool {
        self.dampers.iter().any(Dissipative::is_friction)
    }

    fn stuck(&self, at: &Level) -> f64 {
        let rate = at.scalars[self.scalar[0].0].rate;
        self.dampers.iter().filter(|law| law.is_friction()).map(|law| law.evaluate(rate)[1]).sum()
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for CoordinateAction {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let s = [I, J, F].map(|level| over.levels[level].scalars[self.scalar[0].0].value);
        let (total, w, step) = (over.total(), &over.weights, s[over.to] - s[over.from]);
        for law in &self.elastic {
            let [mean, _, by_f] = law.mean(s[I], s[F]);
            let k = law.evaluate(s[I])[2].max(0.0);
            let rest = w[F] - 0.5 * total;
            out.force[0] += total * mean + k * (w[J] * (s[J] - s[I]) + rest * (s[F] - s[I]));
            out.k[0][0] += k * w[J];
            out.k[1][0] += total * by_f + k * rest;
        }
        for law in &self.dampers {
            let [force, slope] = law.evaluate((s[F] - s[I]) / over.h);
            out.force[0] += total * force;
            out.k[1][0] += total * slope / over.h;
            out.works.dampers -= total * force * step;
        }
        let driving: f64 = over.levels.iter().zip(w).map(|(at, w)| w * self.driving(at)).sum();
        out.force[0] -= driving;
        out.works.applied += driving * step;
    }
}
