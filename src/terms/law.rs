//! Laws of what acts on a joint coordinate: forces that store energy, and forces that dissipate it.
//!
//! | symbol | name |
//! |---|---|
//! | s, ṡ | coordinate [m] or [rad] and its rate |
//! | σ(s) = W'(s) | stress: the force against the coordinate, with its potential W |
//! | d(ṡ) | force of a damper against the rate, d ṡ ≥ 0 |
//!
//! Over a step the mean stress is the discrete gradient S = (W_b − W_a)/(s_b − s_a), which does exactly the work of the change of
//! energy whatever the law is.

use crate::error::{Error, Result, require_finite};
use crate::math::quadrature::gauss;

/// A force that stores energy.
#[derive(Debug, Clone, PartialEq)]
pub enum Elastic {
    /// σ = stiffness (s − rest) + preload
    Linear {
        /// [N/m] or [N·m/rad]
        stiffness: f64,
        /// [m] or [rad]
        rest: f64,
        /// [N] or [N·m]
        preload: f64,
    },
    /// σ by points, straight lines between them and on beyond the ends
    Table(ForceTable),
    /// a stop: no stress up to the limit, then quadratic over `softness` and linear beyond: continuous with its first derivative
    Stop {
        /// where it begins [m] or [rad]
        limit: f64,
        /// does it stop motion upwards or downwards?
        upward: bool,
        /// of the linear part [N/m] or [N·m/rad]
        stiffness: f64,
        /// δ [m] or [rad]
        softness: f64,
    },
}

/// Stress by points.
#[derive(Debug, Clone, PartialEq)]
pub struct ForceTable {
    s: Vec<f64>,
    force: Vec<f64>,
    /// W at the points
    energy: Vec<f64>,
    /// least σ'
    softest: f64,
}

impl ForceTable {
    /// Values of the coordinate that increase, and the stress there.
    pub fn new(what: &str, s: &[f64], force: &[f64]) -> Result<Self> {
        if s.len() != force.len() || s.len() < 2 {
            let (n, m) = (s.len(), force.len());
            return Err(Error::WrongSize(format!(
                "{what}: a table needs at least two points, and as many forces as values; got {n} and {m}"
            )));
        }
        require_finite(&format!("{what}, values of the table"), s)?;
        require_finite(&format!("{what}, forces of the table"), force)?;
        if let Some(k) = (1..s.len()).find(|&k| s[k] <= s[k - 1]) {
            let text = format!("{what}: the values of a table must increase, but {} follows {}", s[k], s[k - 1]);
            return Err(Error::InvalidArgument(text));
        }
        let mut energy = vec![0.0; s.len()];
        for k in 1..s.len() {
            energy[k] = energy[k - 1] + 0.5 * (force[k] + force[k - 1]) * (s[k] - s[k - 1]);
        }
        let slopes = (1..s.len()).map(|k| (force[k] - force[k - 1]) / (s[k] - s[k - 1]));
        let softest = slopes.fold(f64::INFINITY, f64::min);
        Ok(ForceTable { s: s.to_vec(), force: force.to_vec(), energy, softest })
    }

    /// Values of the coordinate and the stress there.
    pub fn points(&self) -> (&[f64], &[f64]) {
        (&self.s, &self.force)
    }

    /// W, σ, σ'.
    fn evaluate(&self, s: f64) -> [f64; 3] {
        let k = self.s.partition_point(|p| *p <= s).clamp(1, self.s.len() - 1);
        let slope = (self.force[k] - self.force[k - 1]) / (self.s[k] - self.s[k - 1]);
        let past = s - self.s[k - 1];
        let force = self.force[k - 1] + slope * past;
        [self.energy[k - 1] + 0.5 * (self.force[k - 1] + force) * past, force, slope]
    }
}

impl Elastic {
    /// W, σ, σ' at s.
    pub fn evaluate(&self, s: f64) -> [f64; 3] {
        match self {
            Elastic::Linear { stiffness, rest, preload } => {
                let x = s - rest;
                [0.5 * stiffness * x * x + preload * x, stiffness * x + preload, *stiffness]
            }
            Elastic::Table(table) => table.evaluate(s),
            Elastic::Stop { limit, upward, stiffness, softness } => {
                let sign = if *upward { 1.0 } else { -1.0 };
                let (x, d) = (sign * (s - limit), *softness);
                if x <= 0.0 {
                    [0.0; 3]
                } else if x < d {
                    [stiffness * x * x * x / (6.0 * d), sign * stiffness * x * x / (2.0 * d), stiffness * x / d]
                } else {
                    let y = x - 0.5 * d;
                    [stiffness * (0.5 * y * y + d * d / 24.0), sign * stiffness * y, *stiffness]
                }
            }
        }
    }

    /// Is it stiffer at s than elsewhere, as a stop behind its limit?
    pub fn holds(&self, s: f64) -> bool {
        match self {
            Elastic::Linear { .. } => false,
            Elastic::Table(table) => table.evaluate(s)[2] > table.softest,
            Elastic::Stop { .. } => self.evaluate(s)[2] > 0.0,
        }
    }

    /// Length over which the law changes.
    fn scale(&self) -> f64 {
        match self {
            Elastic::Linear { .. } => 1.0,
            Elastic::Table(table) => table.s[table.s.len() - 1] - table.s[0],
            Elastic::Stop { softness, .. } => *softness,
        }
    }

    /// S between a and b, and its derivatives in a and b.
    pub fn mean(&self, a: f64, b: f64) -> [f64; 3] {
        if let Elastic::Linear { stiffness, .. } = self {
            let half = 0.5 * stiffness;
            return [0.5 * (self.evaluate(a)[1] + self.evaluate(b)[1]), half, half];
        }
        let step = b - a;
        let ([w_a, s_a, _], [w_b, s_b, _]) = (self.evaluate(a), self.evaluate(b));
        if step.abs() > 1e-4 * self.scale() {
            let mean = (w_b - w_a) / step;
            return [mean, (mean - s_a) / step, (s_b - mean) / step];
        }
        // S = ∫ σ(a + x (b − a)) dx over [0, 1]
        let mut sum = [0.0; 3];
        for (r, w) in gauss(3) {
            let (x, w) = (0.5 * (1.0 + r), 0.5 * w);
            let [_, stress, slope] = self.evaluate(a + x * step);
            sum = [sum[0] + w * stress, sum[1] + w * (1.0 - x) * slope, sum[2] + w * x * slope];
        }
        sum
    }

    /// Are the numbers sensible?
    pub fn check(&self, what: &str) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("{what}: {text}")));
        match self {
            Elastic::Linear { stiffness, rest, preload } => {
                require_finite(&format!("{what}, stiffness, rest and preload"), &[*stiffness, *rest, *preload])
            }
            Elastic::Table(_) => Ok(()),
            Elastic::Stop { limit, stiffness, softness, .. } => {
                require_finite(&format!("{what}, limit, stiffness and softness"), &[*limit, *stiffness, *softness])?;
                if *stiffness <= 0.0 {
                    return bad(format!("the stiffness of the stop is {stiffness}; it must be positive"));
                }
                if *softness <= 0.0 {
                    return bad(format!(
                        "the softness of the stop is {softness}; it must be positive: the way over which the stiffness grows"
                    ));
                }
                Ok(())
            }
        }
    }
}

/// A force that dissipates energy.
#[derive(Debug, Clone, PartialEq)]
pub enum Dissipative {
    /// d = c ṡ
    Viscous(f64),
    /// d by points (rate, force) through or around the origin, straight lines between them and on beyond the ends
    Table(ForceTable),
    /// Coulomb and Stribeck friction, regularised: (F_c + (F_s − F_c) exp(−(ṡ/v_s)²)) tanh(ṡ/v_r)
    Friction {
        /// F_c [N] or [N·m]
        sliding: f64,
        /// F_s, at least F_c
        breakaway: f64,
        /// v_s [m/s] or [rad/s]
        stribeck: f64,
        /// v_r: below it friction creeps
        creep: f64,
    },
}

impl Dissipative {
    /// Is it a friction that sticks?
    pub fn is_friction(&self) -> bool {
        matches!(self, Dissipative::Friction { .. })
    }

    /// d and its slope.
    pub fn evaluate(&self, rate: f64) -> [f64; 2] {
        match self {
            Dissipative::Viscous(c) => [c * rate, *c],
            Dissipative::Table(table) => {
                let [_, force, slope] = table.evaluate(rate);
                [force, slope]
            }
            Dissipative::Friction { sliding, breakaway, stribeck, creep } => {
                let x = rate / stribeck;
                let bump = (breakaway - sliding) * (-x * x).exp();
                let turn = (rate / creep).tanh();
                let slope = -2.0 * x / stribeck * bump * turn + (sliding + bump) * (1.0 - turn * turn) / creep;
                [(sliding + bump) * turn, slope]
            }
        }
    }

    /// Are the numbers sensible, and does it dissipate?
    pub fn check(&self, what: &str) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("{what}: {text}")));
        match self {
            Dissipative::Viscous(c) => {
                require_finite(&format!("{what}, damping"), &[*c])?;
                if *c < 0.0 {
                    return bad(format!("the damping is {c}; a damper needs 0 or more"));
                }
            }
            Dissipative::Table(table) => {
                // straight lines dissipate everywhere when they do at the points and at rest
                let at_rest = table.evaluate(0.0)[1];
                let (s, force) = (&table.s, &table.force);
                if at_rest.abs() > 1e-12 * force.iter().fold(0.0_f64, |m, f| m.max(f.abs())) {
                    return bad(format!(
                        "the damper has a force of {at_rest} at rest; its table must pass through zero there"
                    ));
                }
                if let Some(k) = (0..s.len()).find(|&k| s[k] * force[k] < 0.0) {
                    return bad(format!("the damper drives at a rate of {}: its force there is {}", s[k], force[k]));
                }
                let n = s.len();
                let ends = [(force[1] - force[0], s[0]), (force[n - 1] - force[n - 2], s[n - 1])];
                if let Some((_, end)) = ends.iter().find(|(rise, end)| *rise < 0.0 && *end != 0.0) {
                    return bad(format!(
                        "the force of the damper falls beyond a rate of {end}; add a point that holds it"
                    ));
                }
            }
            Dissipative::Friction { sliding, breakaway, stribeck, creep } => {
                require_finite(&format!("{what}, friction"), &[*sliding, *breakaway, *stribeck, *creep])?;
                if *sliding < 0.0 || breakaway < sliding {
                    return bad(format!(
                        "friction needs 0 ≤ sliding ≤ breakaway; sliding is {sliding}, breakaway {breakaway}"
                    ));
                }
                if *stribeck <= 0.0 || *creep <= 0.0 {
                    return bad(format!(
                        "the Stribeck rate is {stribeck} and the rate of creep {creep}; both must be positive"
                    ));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laws() -> Vec<Elastic> {
        let table = ForceTable::new("test", &[-1.0, -0.2, 0.3, 1.0], &[-4.0, -0.5, 0.6, 5.0]).unwrap();
        let stop = |upward| Elastic::Stop { limit: 0.4, upward, stiffness: 90.0, softness: 0.2 };
        vec![
            Elastic::Linear { stiffness: 3.0, rest: 0.2, preload: -0.4 },
            Elastic::Table(table),
            stop(true),
            stop(false),
        ]
    }

    #[test]
    fn stress_is_the_slope_of_the_energy_and_has_the_slope_it_says() {
        for law in laws() {
            for k in 0..60 {
                let (s, e) = (-1.477 + 0.05 * f64::from(k), 1e-6);
                let ([w_m, s_m, _], [_, stress, slope], [w_p, s_p, _]) =
                    (law.evaluate(s - e), law.evaluate(s), law.evaluate(s + e));
                // rounding of the energy over ε, and half the kink of a slope times ε
                assert!(((w_p - w_m) / (2.0 * e) - stress).abs() < 1e-8 * (1.0 + w_p.abs()), "{law:?} at {s}");
                assert!(((s_p - s_m) / (2.0 * e) - slope).abs() < 1e-6, "{law:?} at {s}");
            }
        }
    }

    #[test]
    fn mean_stress_does_the_work_of_the_change_of_energy_and_has_exact_slopes() {
        for law in laws() {
            for (a, b) in [(-0.7, 0.9), (0.35, 0.52), (0.9, 0.1), (0.45, 0.450_01), (0.7, 0.7)] {
                let [mean, by_a, by_b] = law.mean(a, b);
                assert!((mean * (b - a) - (law.evaluate(b)[0] - law.evaluate(a)[0])).abs() < 1e-14, "{law:?}");
                let e = 1e-5;
                let slope_a = (law.mean(a + e, b)[0] - law.mean(a - e, b)[0]) / (2.0 * e);
                let slope_b = (law.mean(a, b + e)[0] - law.mean(a, b - e)[0]) / (2.0 * e);
                assert!((slope_a - by_a).abs() < 1e-4 && (slope_b - by_b).abs() < 1e-4, "{law:?} {a} {b}");
            }
        }
    }

    #[test]
    fn dampers_dissipate_and_have_the_slope_they_say() {
        let friction = Dissipative::Friction { sliding: 2.0, breakaway: 3.0, stribeck: 0.3, creep: 0.05 };
        let table = ForceTable::new("test", &[-1.0, 0.0, 0.5, 2.0], &[-3.0, 0.0, 2.0, 2.5]).unwrap();
        for law in [Dissipative::Viscous(0.7), Dissipative::Table(table), friction] {
            law.check("test").unwrap();
            for k in 0..80 {
                let (rate, e) = (-2.013 + 0.05 * f64::from(k), 1e-6);
                let [force, slope] = law.evaluate(rate);
                assert!(force * rate >= 0.0);
                let found = (law.evaluate(rate + e)[0] - law.evaluate(rate - e)[0]) / (2.0 * e);
                assert!((found - slope).abs() < 1e-6 * (1.0 + slope.abs()), "{law:?} at {rate}");
            }
        }
        let drives = ForceTable::new("test", &[-1.0, 0.0, 1.0], &[2.0, 0.0, 3.0]).unwrap();
        assert!(Dissipative::Table(drives).check("lag damper").unwrap_err().to_string().contains("lag damper"));
    }
}
