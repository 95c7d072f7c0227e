//! Functions of time, with their first and second derivatives.

use crate::error::{Error, Result, require_finite};
use crate::terms::FunctionId;
use std::sync::Arc;

/// A function of the host: value, first and second derivative at t, or None when it fails.
pub type HostFunction = Arc<dyn Fn(f64) -> Option<[f64; 3]> + Send + Sync>;

/// A function of time. Composite ones refer to functions made before them.
#[derive(Clone)]
pub enum TimeFunction {
    /// the same value always
    Constant(f64),
    /// interpolated between points, constant outside
    Table(Table),
    /// A sin(ω t + p)
    Harmonic {
        /// A
        amplitude: f64,
        /// ω [rad/s]
        frequency: f64,
        /// p [rad]
        phase: f64,
    },
    /// A (1 − cos(π (t − t0)/T))/2: from 0 at t0 to A at t0 + T, then held, or back to 0 at t0 + 2T
    OneMinusCosine {
        /// A
        amplitude: f64,
        /// t0 [s]
        start: f64,
        /// T [s]
        duration: f64,
        /// stay at A after t0 + T
        hold: bool,
    },
    /// the sum of functions
    Sum(Vec<FunctionId>),
    /// the product of functions
    Product(Vec<FunctionId>),
    /// a function of the host
    Host(HostFunction),
    /// a number that the host sets before or during a step, by its place among the inputs; the state gives it
    Input(usize),
    /// the output of an actuator, by its place among the actuators; the state gives it
    Actuator(usize),
}

impl std::fmt::Debug for TimeFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self {
            TimeFunction::Constant(_) => "constant",
            TimeFunction::Table(_) => "table",
            TimeFunction::Harmonic { .. } => "harmonic",
            TimeFunction::OneMinusCosine { .. } => "one minus cosine",
            TimeFunction::Sum(_) => "sum",
            TimeFunction::Product(_) => "product",
            TimeFunction::Host(_) => "host function",
            TimeFunction::Input(_) => "input",
            TimeFunction::Actuator(_) => "actuator",
        };
        f.write_str(kind)
    }
}

impl TimeFunction {
    /// Are the numbers sensible?
    pub fn check(&self) -> Result<()> {
        match self {
            TimeFunction::Constant(value) => require_finite("constant function", &[*value]),
            TimeFunction::Harmonic { amplitude, frequency, phase } => {
                require_finite("harmonic function: amplitude, frequency, phase", &[*amplitude, *frequency, *phase])
            }
            TimeFunction::OneMinusCosine { amplitude, start, duration, .. } => {
                require_finite("one-minus-cosine: amplitude, start, duration", &[*amplitude, *start, *duration])?;
                if *duration <= 0.0 {
                    let text = format!("one-minus-cosine: the duration is {duration} s; it must be positive");
                    return Err(Error::InvalidArgument(text));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Value and derivatives at `t`; `earlier` are those of the functions made before. None for what the state gives.
    pub fn evaluate(&self, t: f64, earlier: &[[f64; 3]]) -> Option<[f64; 3]> {
        Some(match self {
            TimeFunction::Constant(value) => [*value, 0.0, 0.0],
            TimeFunction::Table(table) => table.evaluate(t),
            TimeFunction::Harmonic { amplitude, frequency, phase } => {
                let (sin, cos) = (frequency * t + phase).sin_cos();
                [amplitude * sin, amplitude * frequency * cos, -amplitude * frequency * frequency * sin]
            }
            TimeFunction::OneMinusCosine { amplitude, start, duration, hold } => {
                let (past, end) = (t - start, if *hold { *duration } else { 2.0 * duration });
                // where derivatives jump they are those behind the jump, as in tables
                if past < 0.0 {
                    [0.0; 3]
                } else if past >= end {
                    [if *hold { *amplitude } else { 0.0 }, 0.0, 0.0]
                } else {
                    let w = std::f64::consts::PI / duration;
                    let (sin, cos) = (w * past).sin_cos();
                    let half = 0.5 * amplitude;
                    [half * (1.0 - cos), half * w * sin, half * w * w * cos]
                }
            }
            TimeFunction::Sum(parts) => parts.iter().fold([0.0; 3], |sum, id| {
                let f = earlier[id.0];
                [sum[0] + f[0], sum[1] + f[1], sum[2] + f[2]]
            }),
            TimeFunction::Product(parts) => parts.iter().fold([1.0, 0.0, 0.0], |p, id| {
                let f = earlier[id.0];
                [p[0] * f[0], p[1] * f[0] + p[0] * f[1], p[2] * f[0] + 2.0 * p[1] * f[1] + p[0] * f[2]]
            }),
            TimeFunction::Host(function) => function(t)?,
            TimeFunction::Input(_) | TimeFunction::Actuator(_) => return None,
        })
    }
}

impl TimeFunction {
    /// The first time behind `t` [s] at which the function itself, apart from those that it is made of, is less smooth than
    /// elsewhere: a point of a table, an end or the top of one minus cosine; infinite when there is none.
    pub fn next_break(&self, t: f64) -> f64 {
        match self {
            TimeFunction::Table(table) => {
                table.t.get(table.t.partition_point(|p| *p <= t)).copied().unwrap_or(f64::INFINITY)
            }
            TimeFunction::OneMinusCosine { start, duration, .. } => {
                let times = [0.0, 1.0, 2.0].map(|n| start + n * duration);
                times.into_iter().find(|time| *time > t).unwrap_or(f64::INFINITY)
            }
            _ => f64::INFINITY,
        }
    }

    /// Is it the same at all times within a step?
    pub fn is_steady(&self) -> bool {
        matches!(self, TimeFunction::Constant(_) | TimeFunction::Input(_))
    }
}

/// Points joined by straight lines or by a natural cubic spline.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    t: Vec<f64>,
    y: Vec<f64>,
    /// second derivative at the points; empty for straight lines
    curvature: Vec<f64>,
}

impl Table {
    /// Times [s] that increase, and as many values.
    pub fn new(t: &[f64], y: &[f64], cubic: bool) -> Result<Self> {
        if t.len() != y.len() || t.len() < 2 {
            let text = format!(
                "a table needs at least two points and as many values as times; got {} and {}",
                t.len(),
                y.len()
            );
            return Err(Error::WrongSize(text));
        }
        require_finite("table, times", t)?;
        require_finite("table, values", y)?;
        if let Some(k) = (1..t.len()).find(|&k| t[k] <= t[k - 1]) {
            let text = format!("table: the times must increase, but time {k} ({} s) follows {} s", t[k], t[k - 1]);
            return Err(Error::InvalidArgument(text));
        }
        let curvature = if cubic { spline_curvature(t, y) } else { Vec::new() };
        Ok(Table { t: t.to_vec(), y: y.to_vec(), curvature })
    }

    /// Times [s] and values.
    pub fn points(&self) -> (&[f64], &[f64]) {
        (&self.t, &self.y)
    }

    /// Is it a spline?
    pub fn is_cubic(&self) -> bool {
        !self.curvature.is_empty()
    }

    fn evaluate(&self, t: f64) -> [f64; 3] {
        let last = self.t.len() - 1;
        if t < self.t[0] || t > self.t[last] {
            return [if t < self.t[0] { self.y[0] } else { self.y[last] }, 0.0, 0.0];
        }
        let k = self.t.partition_point(|&p| p <= t).clamp(1, last);
        let h = self.t[k] - self.t[k - 1];
        let (b, a) = ((t - self.t[k - 1]) / h, (self.t[k] - t) / h);
        let slope = (self.y[k] - self.y[k - 1]) / h;
        let line = a * self.y[k - 1] + b * self.y[k];
        if self.curvature.is_empty() {
            return [line, slope, 0.0];
        }
        // y = a y0 + b y1 + h²/6 ((a³ − a) y0'' + (b³ − b) y1'')
        let (c0, c1) = (self.curvature[k - 1], self.curvature[k]);
        [
            line + h * h / 6.0 * ((a * a * a - a) * c0 + (b * b * b - b) * c1),
            slope + h / 6.0 * ((1.0 - 3.0 * a * a) * c0 + (3.0 * b * b - 1.0) * c1),
            a * c0 + b * c1,
        ]
    }
}

/// Second derivatives of the natural cubic spline: a tridiagonal system, solved by elimination.
fn spline_curvature(t: &[f64], y: &[f64]) -> Vec<f64> {
    let n = t.len();
    let (mut upper, mut right) = (vec![0.0; n], vec![0.0; n]);
    for k in 1..n - 1 {
        let (h0, h1) = (t[k] - t[k - 1], t[k + 1] - t[k]);
        let jump = (y[k + 1] - y[k]) / h1 - (y[k] - y[k - 1]) / h0;
        let pivot = 2.0 * (h0 + h1) - h0 * upper[k - 1];
        upper[k] = h1 / pivot;
        right[k] = (6.0 * jump - h0 * right[k - 1]) / pivot;
    }
    for k in (1..n - 1).rev() {
        right[k] -= upper[k] * right[k + 1];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Value, slope and curvature agree with central differences of the value.
    fn assert_derivatives(f: &TimeFunction, earlier: impl Fn(f64) -> Vec<[f64; 3]>, t: f64) {
        let eps = 1e-5;
        let at = |t: f64| f.evaluate(t, &earlier(t)).unwrap();
        let (minus, now, plus) = (at(t - eps), at(t), at(t + eps));
        assert!(((plus[0] - minus[0]) / (2.0 * eps) - now[1]).abs() < 1e-6, "{f:?} at {t}");
        assert!(((plus[1] - minus[1]) / (2.0 * eps) - now[2]).abs() < 1e-6, "{f:?} at {t}");
    }

    #[test]
    fn derivatives_agree_with_differences() {
        let base = [
            TimeFunction::Harmonic { amplitude: 1.5, frequency: 2.0, phase: 0.3 },
            TimeFunction::OneMinusCosine { amplitude: 2.0, start: 0.1, duration: 1.0, hold: true },
            TimeFunction::Table(Table::new(&[0.0, 0.5, 1.1, 2.0], &[0.0, 1.0, -1.0, 0.5], true).unwrap()),
        ];
        let earlier = |t: f64| base.iter().map(|f| f.evaluate(t, &[]).unwrap()).collect::<Vec<_>>();
        let ids = vec![FunctionId(0), FunctionId(1), FunctionId(2)];
        for t in [0.3, 0.7, 1.3] {
            for f in &base {
                assert_derivatives(f, earlier, t);
            }
            assert_derivatives(&TimeFunction::Sum(ids.clone()), earlier, t);
            assert_derivatives(&TimeFunction::Product(ids.clone()), earlier, t);
        }
    }

    #[test]
    fn cubic_table_passes_through_its_points_and_is_exact_for_a_straight_line() {
        let (t, y) = ([0.0, 0.4, 1.0, 1.7], [1.0, -2.0, 0.5, 3.0]);
        let table = Table::new(&t, &y, true).unwrap();
        for (t, y) in t.iter().zip(y) {
            assert!((table.evaluate(*t)[0] - y).abs() < 1e-14);
        }
        let line = Table::new(&t, &t.map(|t| 2.0 - 3.0 * t), true).unwrap();
        let [value, slope, curvature] = line.evaluate(0.83);
        assert!((value - (2.0 - 3.0 * 0.83)).abs() < 1e-14 && (slope + 3.0).abs() < 1e-14 && curvature.abs() < 1e-13);
    }

    #[test]
    fn a_pulse_returns_to_zero_and_a_ramp_holds() {
        let pulse = |hold| TimeFunction::OneMinusCosine { amplitude: 3.0, start: 1.0, duration: 0.5, hold };
        let value = |f: TimeFunction, t| f.evaluate(t, &[]).unwrap()[0];
        assert_eq!(value(pulse(false), 0.9), 0.0);
        assert!((value(pulse(false), 1.5) - 3.0).abs() < 1e-15);
        assert_eq!(value(pulse(false), 2.1), 0.0);
        assert_eq!(value(pulse(true), 2.1), 3.0);
    }
}
