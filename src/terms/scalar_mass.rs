//! `ScalarMass`: a constant mass matrix on scalar unknowns, the generalised coordinates, for every scheme.
//!
//! ```text
//!   T = ½ Σ m_ab ṡ_a ṡ_b,   f_a = Σ_b m_ab s̈_b
//! ```
//!
//! m is constant, so that over a step s̈ becomes the change of the rate over h in every scheme, as for places: T changes by exactly the
//! work of f. A scalar with mass has a rate of its own, which a scalar that only measures something has not.

use super::{InstantAudit, Interval, IntervalBlock, Level, Mass, NodeId, Parts, ScalarId, Span, StageBlock, Term};

/// Mass on scalars.
#[derive(Debug, Clone)]
pub struct ScalarMass {
    scalars: Vec<ScalarId>,
    /// m, row-major
    matrix: Vec<f64>,
}

impl ScalarMass {
    /// On these scalars; `matrix` is symmetric and row-major.
    pub fn new(scalars: Vec<ScalarId>, matrix: Vec<f64>) -> Self {
        assert_eq!(matrix.len(), scalars.len() * scalars.len(), "a mass for each pair of scalars");
        ScalarMass { scalars, matrix }
    }

    /// m_ab.
    pub fn entry(&self, a: usize, b: usize) -> f64 {
        self.matrix[a * self.scalars.len() + b]
    }

    /// Σ_b m_ab r_b of rates r.
    pub fn momentum(&self, a: usize, rate: impl Fn(ScalarId) -> f64) -> f64 {
        self.scalars.iter().enumerate().map(|(b, id)| rate(*id) * self.entry(a, b)).sum()
    }

    /// Σ m_ab q_a r_b of rates on the scalars.
    pub fn product(&self, q: impl Fn(ScalarId) -> f64, r: impl Fn(ScalarId) -> f64) -> f64 {
        self.scalars.iter().enumerate().map(|(a, id)| q(*id) * self.momentum(a, &r)).sum()
    }
}

impl Term for ScalarMass {
    fn nodes(&self) -> &[NodeId] {
        &[]
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalars
    }

    fn parts(&self) -> Parts {
        Parts { mass: true, ..Parts::NONE }
    }

    fn mass(&self) -> Mass<'_> {
        Mass::Scalars(self)
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        for a in 0..self.scalars.len() {
            out.f[a] += self.momentum(a, |id| at.scalars[id.0].acceleration);
        }
        out.mass.iter_mut().zip(&self.matrix).for_each(|(to, m)| *to += m);
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        let rate = |id: ScalarId| at.scalars[id.0].rate;
        audit.kinetic += 0.5 * self.product(rate, rate);
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for ScalarMass {
    /// Nothing: every scheme takes the change of momentum from [`Term::mass`].
    fn interval(&self, _over: &Span, _out: &mut IntervalBlock) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::check::{Sample, check_stage};

    #[test]
    fn tangents_agree_with_differences_and_energy_is_half_the_momentum_times_the_rate() {
        let mass = ScalarMass::new(vec![ScalarId(2), ScalarId(0)], vec![2.0, 0.5, 0.5, 3.0]);
        let sample = Sample::random(3, 0, 3, vec![]);
        assert!(check_stage(&mass, &sample) < 1e-9);
        let mut audit = InstantAudit::default();
        mass.audit(&sample.level(), &[], &mut audit);
        let [q, r] = [2, 0].map(|k: usize| sample.scalars[k].rate);
        assert!((audit.kinetic - (q * q + 0.5 * q * r + 1.5 * r * r)).abs() < 1e-14);
    }
}
