//! Actuators: functions of time with a memory. A command goes in, what the actuator makes of it comes out, with its rates; the
//! mechanism does not act back on it. As a function it drives a joint coordinate, or a force, under every scheme.
//!
//! | symbol | name |
//! |---|---|
//! | u | command, any function; kept within the stroke [low, high] |
//! | s | output |
//! | T | time constant [s] |
//! | ω, ζ | natural frequency [rad/s], damping ratio |
//! | r | largest rate |
//!
//! ```text
//!   first order    T ṡ + s = u                    ṡ = clamp((u − s)/T, ±r)
//!   second order   s̈ + 2ζω ṡ + ω² s = ω² u        v̇ = 2ζω (clamp(ω (u − s)/2ζ, ±r) − v),  ṡ = v
//! ```
//!
//! The second form is the same as the left one where the rate is free: a servo that asks for a rate. No rate exceeds r, and the
//! acceleration of a second order actuator is as continuous as its command.
//!
//! Over a time H the three-stage Radau IIA collocation gives s to order 5, and removes what is too fast for H. With
//! x = s (first order) or x = v, s = s₀ + H A v (second order), the stages solve x = x₀ + H A f(x): three equations, linear but for
//! the limits. A time in which a limit begins or ceases to bind is parted there (`state/memory.rs`), so that the order holds
//! with limits too.

use crate::error::{Error, Result, require_finite};
use crate::math::{Mat3, Vec3};
use crate::terms::FunctionId;

/// How the output follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Dynamics {
    /// T ṡ + s = u
    FirstOrder {
        /// T [s]
        time_constant: f64,
    },
    /// s̈ + 2ζω ṡ + ω² s = ω² u
    SecondOrder {
        /// ω [rad/s]
        frequency: f64,
        /// ζ
        damping: f64,
    },
}

/// Bounds; infinite ones bind nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// least command that is followed
    pub low: f64,
    /// greatest command that is followed
    pub high: f64,
    /// largest rate of the output
    pub rate: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { low: f64::NEG_INFINITY, high: f64::INFINITY, rate: f64::INFINITY }
    }
}

/// An actuator.
#[derive(Debug, Clone, PartialEq)]
pub struct Actuator {
    /// the user's name
    pub name: String,
    /// u
    pub command: FunctionId,
    /// order and coefficients
    pub dynamics: Dynamics,
    /// bounds of command and rate
    pub limits: Limits,
    /// output and rate at the start; None: at rest at the command
    pub start: Option<[f64; 2]>,
}

/// Times of the stages, as parts of H.
pub const STAGES: [f64; 3] = [(4.0 - SQRT_6) / 10.0, (4.0 + SQRT_6) / 10.0, 1.0];
const SQRT_6: f64 = 2.449_489_742_783_178;

/// A of the collocation.
fn weights() -> Mat3 {
    let q = SQRT_6;
    Mat3::new(
        (88.0 - 7.0 * q) / 360.0,
        (296.0 - 169.0 * q) / 1800.0,
        (-2.0 + 3.0 * q) / 225.0,
        (296.0 + 169.0 * q) / 1800.0,
        (88.0 + 7.0 * q) / 360.0,
        (-2.0 - 3.0 * q) / 225.0,
        (16.0 - q) / 36.0,
        (16.0 + q) / 36.0,
        1.0 / 9.0,
    )
}

impl Actuator {
    /// Are the numbers sensible?
    pub fn check(&self) -> Result<()> {
        let what = format!("actuator \"{}\"", self.name);
        let bad = |text: String| Err(Error::InvalidArgument(format!("{what}: {text}")));
        let positive = |name: &str, value: f64, unit: &str| {
            if value.is_finite() && value > 0.0 {
                return Ok(());
            }
            bad(format!("the {name} is {value}{unit}; it must be positive and finite"))
        };
        match self.dynamics {
            Dynamics::FirstOrder { time_constant } => positive("time constant", time_constant, " s")?,
            Dynamics::SecondOrder { frequency, damping } => {
                positive("frequency", frequency, " rad/s")?;
                positive("damping ratio", damping, "")?;
            }
        }
        let Limits { low, high, rate } = self.limits;
        if low.is_nan() || high.is_nan() || low >= high {
            return bad(format!("the stroke is from {low} to {high}; the first must be below the second"));
        }
        if rate.is_nan() || rate <= 0.0 {
            return bad(format!("the largest rate is {rate}; it must be positive"));
        }
        if let Some([value, speed]) = self.start {
            require_finite(&format!("{what}, output and rate at the start"), &[value, speed])?;
            if value < low || value > high {
                return bad(format!("it starts at {value}, outside of its stroke from {low} to {high}"));
            }
            if speed.abs() > rate {
                return bad(format!("it starts with a rate of {speed}, more than its largest, {rate}"));
            }
        }
        Ok(())
    }

    /// The fastest rate of its free motion [1/s].
    pub fn fastest(&self) -> f64 {
        match self.dynamics {
            Dynamics::FirstOrder { time_constant } => 1.0 / time_constant,
            Dynamics::SecondOrder { frequency, damping } => frequency * f64::max(1.0, 2.0 * damping),
        }
    }

    /// The command within the stroke.
    pub fn within(&self, command: f64) -> f64 {
        command.clamp(self.limits.low, self.limits.high)
    }

    /// What the actuator asks for, before and after the limit of the rate: a rate.
    fn wanted(&self, command: f64, s: f64) -> (f64, f64) {
        let gap = self.within(command) - s;
        let free = match self.dynamics {
            Dynamics::FirstOrder { time_constant } => gap / time_constant,
            Dynamics::SecondOrder { frequency, damping } => 0.5 * frequency / damping * gap,
        };
        (free, free.clamp(-self.limits.rate, self.limits.rate))
    }

    /// Is the command outside of the stroke; is the rate limited?
    pub fn limited(&self, command: f64, s: f64) -> [bool; 2] {
        let (free, allowed) = self.wanted(command, s);
        [self.within(command) != command, free != allowed]
    }

    /// Which of its limits bind: the stroke and the rate, each −1, 0 or 1. While this stays the same its equation is linear.
    /// An excess of rounding size binds nothing.
    pub fn binding(&self, command: f64, s: f64) -> [i8; 2] {
        let size = f64::EPSILON * 64.0 * (command.abs() + s.abs());
        let sign = |excess: f64, least: f64| if excess > least { 1 } else { -i8::from(excess < -least) };
        let (free, allowed) = self.wanted(command, s);
        [sign(command - self.within(command), size), sign(free - allowed, size * self.fastest())]
    }

    /// Has it limits at all?
    pub fn is_limited(&self) -> bool {
        self.limits != Limits::default()
    }

    /// Output, rate and second rate in a state (s, v), for a command and its rate.
    pub fn output(&self, [s, v]: [f64; 2], command: &[f64; 3]) -> [f64; 3] {
        let (free, allowed) = self.wanted(command[0], s);
        match self.dynamics {
            Dynamics::FirstOrder { time_constant } => {
                let moves = if self.within(command[0]) == command[0] { command[1] } else { 0.0 };
                let second = if free == allowed { (moves - allowed) / time_constant } else { 0.0 };
                [s, allowed, second]
            }
            Dynamics::SecondOrder { frequency, damping } => [s, v, 2.0 * damping * frequency * (allowed - v)],
        }
    }

    /// States at the stages of a time `h`, for the commands there; None when the limits leave no solution in sight.
    pub fn collocate(&self, [s, v]: [f64; 2], commands: [f64; 3], h: f64) -> Option<[[f64; 2]; 3]> {
        let a = weights() * h;
        let second = if let Dynamics::SecondOrder { frequency, damping } = self.dynamics {
            Some((frequency, 2.0 * damping * frequency))
        } else {
            None
        };
        let from = Vec3::repeat(if second.is_some() { v } else { s });
        // what rounding of s and u leaves in x: itself in s, and in v its way through h ω² (u − s), or, where that is stiff, a rate s/h
        let size = commands.iter().fold(s.abs(), |size, u| size.max(self.within(*u).abs()));
        let rounding =
            f64::EPSILON * size * second.map_or(1.0, |(frequency, _)| (h * frequency * frequency).min(1.0 / h));
        let place = |x: &Vec3| if second.is_some() { Vec3::repeat(s) + a * x } else { *x };
        // from x towards the solution, where `held` is the rate that binds a stage
        let correction = |x: &Vec3, held: &dyn Fn(usize, f64) -> Option<f64>| {
            let at = place(x);
            let (mut f, mut by_s) = (Vec3::zeros(), Vec3::zeros());
            for k in 0..3 {
                let (free, _) = self.wanted(commands[k], at[k]);
                let bound = held(k, free);
                let rate = bound.unwrap_or(free);
                (f[k], by_s[k]) = match (second, self.dynamics) {
                    (Some((frequency, pull)), _) => {
                        (pull * (rate - x[k]), if bound.is_some() { 0.0 } else { -frequency * frequency })
                    }
                    (None, Dynamics::FirstOrder { time_constant }) if bound.is_none() => (rate, -1.0 / time_constant),
                    _ => (rate, 0.0),
                };
            }
            let slope = match second {
                None => Mat3::from_diagonal(&by_s),
                Some((_, pull)) => Mat3::from_diagonal(&by_s) * a - Mat3::identity() * pull,
            };
            (Mat3::identity() - a * slope).lu().solve(&(x - from - a * f))
        };
        let states = |x: &Vec3| {
            let at = place(x);
            std::array::from_fn(|k| [at[k], if second.is_some() { x[k] } else { 0.0 }])
        };
        let rate = self.limits.rate;
        let mut x = from;
        for _ in 0..PATIENCE {
            let step = correction(&x, &|_, free| (free.abs() > rate).then_some(rate.copysign(free)))?;
            x -= step;
            // piecewise linear: exact once the limits that bind no longer change
            if step.amax() <= (1e-13 * x.amax().max(from.amax())).max(4.0 * rounding).max(AT_REST) {
                return Some(states(&x));
            }
        }
        // It went in circles. Rates are bounded, so there is a solution (Brouwer), in one of 27 pieces: each stage free or held on one
        // of two sides.
        let sides = [0.0, 1.0, -1.0];
        (0..27).find_map(|n| {
            let side = [sides[n % 3], sides[n / 3 % 3], sides[n / 9]];
            let x = from - correction(&from, &|k, _| (side[k] != 0.0).then_some(side[k] * rate))?;
            let at = place(&x);
            let fits = (0..3).all(|k| {
                let (free, _) = self.wanted(commands[k], at[k]);
                let least = 1e-9 * rate;
                if side[k] == 0.0 { free.abs() <= rate + least } else { side[k] * free >= rate - least }
            });
            fits.then(|| states(&x))
        })
    }
}

const PATIENCE: usize = 30;

/// Below this an actuator is at rest: numbers beside it have no digits left to converge.
const AT_REST: f64 = 1e-290;

#[cfg(test)]
mod tests {
    use super::*;

    fn actuator(dynamics: Dynamics, limits: Limits) -> Actuator {
        Actuator { name: "servo".into(), command: FunctionId(0), dynamics, limits, start: None }
    }

    /// Steps of H to t = 1 with a command; output and rate at the end.
    fn run(own: &Actuator, start: [f64; 2], steps: usize, command: impl Fn(f64) -> f64) -> [f64; 3] {
        let (h, mut state) = (1.0 / steps as f64, start);
        for k in 0..steps {
            let at = STAGES.map(|c| command((k as f64 + c) * h));
            state = own.collocate(state, at, h).unwrap()[2];
        }
        own.output(state, &[command(1.0), 0.0, 0.0])
    }

    #[test]
    fn free_motions_are_of_fifth_order_against_the_closed_form() {
        let first = actuator(Dynamics::FirstOrder { time_constant: 0.3 }, Limits::default());
        let second = actuator(Dynamics::SecondOrder { frequency: 7.0, damping: 0.4 }, Limits::default());
        let (w, z): (f64, f64) = (7.0, 0.4);
        let wd = w * (1.0 - z * z).sqrt();
        let step = 1.0 - (-z * w).exp() * (wd.cos() + z * w / wd * wd.sin());
        for (own, exact) in [(first, 1.0 - (-1.0_f64 / 0.3).exp()), (second, step)] {
            let errors: Vec<f64> =
                [4, 8, 16].iter().map(|n| (run(&own, [0.0; 2], *n, |_| 1.0)[0] - exact).abs()).collect();
            for pair in errors.windows(2) {
                let order = (pair[0] / pair[1]).log2();
                assert!((order - 5.0).abs() < 0.3, "{order} {errors:?}");
            }
        }
    }

    #[test]
    fn what_is_too_fast_for_the_step_follows_the_command() {
        for dynamics in
            [Dynamics::FirstOrder { time_constant: 1e-9 }, Dynamics::SecondOrder { frequency: 1e8, damping: 0.7 }]
        {
            let own = actuator(dynamics, Limits::default());
            let [value, ..] = run(&own, [0.0; 2], 4, |t| 1.0 + t);
            assert!((value - 2.0).abs() < 1e-6, "{value}");
        }
    }

    #[test]
    fn a_limited_rate_covers_its_distance_and_never_more() {
        // first order, u = 10: at rate 2 until u − s = 2 T, which is after t = 1
        let limits = Limits { rate: 2.0, ..Limits::default() };
        let own = actuator(Dynamics::FirstOrder { time_constant: 0.1 }, limits);
        assert!((run(&own, [0.0; 2], 7, |_| 10.0)[0] - 2.0).abs() < 1e-13);
        // second order: v → r with the time 1/2ζω, s = r (t − (1 − e^{−2ζωt})/2ζω)
        let own = actuator(Dynamics::SecondOrder { frequency: 20.0, damping: 0.8 }, limits);
        let pull = 32.0_f64;
        let [value, rate, _] = run(&own, [0.0; 2], 160, |_| 100.0);
        assert!((value - 2.0 * (1.0 - (1.0 - (-pull).exp()) / pull)).abs() < 1e-9, "{value}");
        assert!((rate - 2.0).abs() < 1e-9 && rate <= 2.0, "{rate}");
    }

    /// A servo that is called back over a time in which it is held on one side, released and overshoots. Its stages must fulfil
    /// v = v₀ + H A v̇ and s = s₀ + H A v, whatever binds.
    #[test]
    fn limits_that_bind_and_release_within_one_time_leave_a_solution() {
        let limits = Limits { low: -1.0, high: 2.0, rate: 0.8 };
        for (k, damping) in [0.2, 0.5, 0.8, 1.5].into_iter().flat_map(|z| (0..60).map(move |k| (k, z))) {
            let h = 0.02 * 1.1_f64.powi(k);
            let own = actuator(Dynamics::SecondOrder { frequency: 30.0, damping }, limits);
            for (start, command) in [([0.97, 0.0], 1e-4), ([0.97, -0.8], 0.0), ([-0.3, 0.8], 1.0)] {
                let found = own.collocate(start, [0.3 * command, 0.8 * command, command], h);
                let stages = found.unwrap_or_else(|| panic!("h = {h}, damping {damping}, from {start:?} to {command}"));
                let (s, v) = (Vec3::from(stages.map(|x| x[0])), Vec3::from(stages.map(|x| x[1])));
                let commands = [0.3 * command, 0.8 * command, command];
                let rates = std::array::from_fn(|k| own.output(stages[k], &[commands[k], 0.0, 0.0])[2]);
                let a = weights() * h;
                let places = (Vec3::repeat(start[0]) + a * v - s).amax();
                let speeds = (Vec3::repeat(start[1]) + a * Vec3::from(rates) - v).amax();
                // v̇ is 2ζω times a difference of rates below ω s
                let size = 1e-12 * (1.0 + h * 2.0 * damping * 30.0 * 30.0);
                assert!(places < 1e-13 * (1.0 + h) && speeds < size, "h = {h}, {damping}: {places:e} {speeds:e}");
            }
        }
    }

    #[test]
    fn numbers_without_sense_are_refused_by_name() {
        let refuse = |dynamics, limits, start| {
            let text = Actuator { start, ..actuator(dynamics, limits) }.check().unwrap_err().to_string();
            assert!(text.contains("\"servo\""), "{text}");
        };
        let (none, fine) = (Limits::default(), Dynamics::FirstOrder { time_constant: 1.0 });
        refuse(Dynamics::FirstOrder { time_constant: 0.0 }, none, None);
        refuse(Dynamics::SecondOrder { frequency: f64::NAN, damping: 1.0 }, none, None);
        refuse(Dynamics::SecondOrder { frequency: 1.0, damping: -0.1 }, none, None);
        refuse(fine, Limits { low: 1.0, high: 1.0, ..none }, None);
        refuse(fine, Limits { rate: 0.0, ..none }, None);
        refuse(fine, none, Some([f64::INFINITY, 0.0]));
        refuse(fine, Limits { low: 0.0, ..none }, Some([-1.0, 0.0]));
        refuse(fine, Limits { rate: 1.0, ..none }, Some([0.0, 2.0]));
    }
}
