//! A linear condition between joint coordinates, Σ c_k s_k = e + φ(t): gears, racks, belts, differentials, mixers.
//!
//! | mechanism | coordinates | factors |
//! |---|---|---|
//! | gear pair of radii r₁, r₂, outer teeth | two angles in one housing | r₁, r₂ |
//! | rack | angle, displacement | r, −1 |
//! | belt | two angles | r₁, −r₂ |
//! | differential | two outputs, carrier | 1, 1, −2 |

use crate::terms::{
    Class, FunctionId, InstantAudit, Interval, IntervalBlock, Level, NodeId, ScalarId, Span, StageBlock, Term,
};

/// Couples scalars. The multiplier λ gives the force −c_k λ along coordinate k.
#[derive(Debug, Clone)]
pub struct Coupling {
    scalars: Vec<ScalarId>,
    factors: Vec<f64>,
    class: Class,
    /// e: Σ c_k s_k in the reference configuration, where the teeth mesh
    offset: f64,
    function: Option<FunctionId>,
}

impl Coupling {
    /// Σ factors · scalars = offset + function.
    pub fn new(
        scalars: Vec<ScalarId>,
        factors: Vec<f64>,
        class: Class,
        offset: f64,
        function: Option<FunctionId>,
    ) -> Self {
        Coupling { scalars, factors, class, offset, function }
    }

    fn wanted(&self, at: &Level, order: usize) -> f64 {
        let rest = if order == 0 { self.offset } else { 0.0 };
        rest + self.function.map_or(0.0, |f| at.load_factor * at.functions[f.0][order])
    }

    fn sum(&self, value: impl Fn(usize) -> f64) -> f64 {
        self.factors.iter().zip(&self.scalars).map(|(c, s)| c * value(s.0)).sum()
    }
}

impl Term for Coupling {
    fn nodes(&self) -> &[NodeId] {
        &[]
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalars
    }

    fn conditions(&self) -> usize {
        1
    }

    fn condition(&self, _k: usize) -> (Class, String) {
        (self.class, "coupling of the coordinates".into())
    }

    fn prescribed_by(&self) -> Option<FunctionId> {
        self.function
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        out.c[0] = self.sum(|s| at.scalars[s].value) - self.wanted(at, 0);
        out.b.copy_from_slice(&self.factors);
        let mu = out.mu(0);
        out.f.iter_mut().zip(&self.factors).for_each(|(f, c)| *f = mu * c);
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        first[0] = self.sum(|s| at.scalars[s].rate) - self.wanted(at, 1);
        second[0] = self.sum(|s| at.scalars[s].acceleration) - self.wanted(at, 2);
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        let power = -lambda[0] * self.sum(|s| at.scalars[s].rate);
        *(if self.function.is_some() { &mut audit.driven_power } else { &mut audit.constraint_power }) += power;
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for Coupling {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let at = |level: usize| self.sum(|s| over.levels[level].scalars[s].value);
        out.c[0] = at(over.to) - self.wanted(&over.levels[over.to], 0);
        out.b_mean.copy_from_slice(&self.factors);
        out.b_to.copy_from_slice(&self.factors);
        let lambda = out.lambda[0];
        out.force.iter_mut().zip(&self.factors).for_each(|(f, c)| *f = lambda * c);
        let work = -lambda * (at(over.to) - at(over.from));
        *(if self.function.is_some() { &mut out.works.driven } else { &mut out.works.constraints }) += work;
    }
}
