//! What the inputs of the host are over a step.
//!
//! The host sets a value u₁ where the last accepted step ended with u₀. What acts from t₀ to the end t₁ of the coming step (or of the
//! run to a given time, which may be many steps) is the choice of a [`Rule`]:
//!
//! ```text
//!   End      the equations at t₁ have u₁; before that, what the scheme makes of it
//!   Held     u(t) = u₁ from t₀ on: it jumps at t₀
//!   Linear   u(t) = u₀ + s (u₁ − u₀),  s = (t − t₀)/(t₁ − t₀)
//! ```
//!
//! With rates r and second rates a at both ends, under any rule, with H = t₁ − t₀:
//!
//! ```text
//!   u(t) = the polynomial of degree five with these values, rates and second rates at t₀ and t₁
//!   u(t) = u₁ − (1−s) H r₁ + ½(1−s)² H² a₁ − (1−s)³ c,   c so that u(t₀) = u₀      where none were given at t₀
//! ```

/// How an input goes from the value that it had to the one that is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rule {
    /// the value at the end of the step
    #[default]
    End,
    /// the value over the step
    Held,
    /// on a straight line from the value at the last accepted step to the value at the end
    Linear,
}

/// An input over time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Input {
    /// how it goes from one value to the other
    pub rule: Rule,
    /// value, rate and second rate at `since`
    pub from: [f64; 3],
    /// those that the host set
    pub to: [f64; 3],
    /// were rates given, at `since` and at `until`?
    pub rated: [bool; 2],
    /// t₀ [s]
    pub since: f64,
    /// t₁ [s]; not known yet where it is `since`: the coming step or run is to say it; or [`NEXT_STEP`]: the coming step alone
    pub until: f64,
}

/// As the time at which a value is reached: the end of the coming step, though that be one of a run.
const NEXT_STEP: f64 = f64::MIN;

impl Input {
    /// Constant from a time on.
    pub fn new(value: f64, time: f64) -> Self {
        let value = [value, 0.0, 0.0];
        Input { rule: Rule::End, from: value, to: value, rated: [false; 2], since: time, until: time }
    }

    /// Value, rate and second rate at a time [s].
    pub fn at(&self, time: f64) -> [f64; 3] {
        let (rated, h) = (self.rated[1], self.until - self.since);
        if !rated && self.rule != Rule::Linear {
            return self.to;
        }
        if time <= self.since || h <= 0.0 {
            return self.from;
        }
        if time >= self.until {
            return self.to;
        }
        let s = (time - self.since) / h;
        match self.rated {
            [_, false] => {
                let change = self.to[0] - self.from[0];
                [self.from[0] + s * change, change / h, 0.0]
            }
            [false, true] => backward(self.from[0], self.to, 1.0 - s, h),
            [true, true] => quintic(self.from, self.to, s, h),
        }
    }

    /// It has this value, and always had.
    pub fn put(&mut self, value: [f64; 3], rated: bool, now: f64) {
        (self.from, self.to, self.rated) = (value, value, [rated; 2]);
        (self.since, self.until) = (now, now);
    }

    /// Let it go on to another value from `now` on, the time of the accepted state.
    pub fn set(&mut self, value: [f64; 3], rated: bool, now: f64) {
        if now > self.since && (self.rated[1] || self.rule == Rule::Linear) {
            self.from = self.at(now);
            self.rated[0] = self.rated[1];
        }
        (self.to, self.rated[1]) = (value, rated);
        (self.since, self.until) = (now, now);
    }

    /// Reach the value that is set at the end of the coming step, not of the run which that is part of.
    pub fn only_next(&mut self) {
        self.until = NEXT_STEP;
    }

    /// Reach the value that is set at this time, the end of a step, unless that was said before.
    pub fn aim(&mut self, end: f64) {
        if self.until <= self.since {
            self.until = end;
        }
    }

    /// The step or run at whose end it was to reach its value is given up: another one is to say when.
    pub fn release(&mut self) {
        if self.until != NEXT_STEP {
            self.until = self.since;
        }
    }

    /// Reach the value that is set at this time, the end of a run, unless that was said before or is for its next step.
    pub fn aim_at_run(&mut self, end: f64) {
        if self.until != NEXT_STEP {
            self.aim(end);
        }
    }

    /// A step that was solved with this input is the last accepted one; it ended at `time`, and `slack` is rounding beside its size.
    pub fn arrive(&mut self, time: f64, slack: f64) {
        let moves = self.rated[1] || self.rule == Rule::Linear;
        if !moves || time >= self.until - slack {
            (self.from, self.rated[0]) = (self.to, self.rated[1]);
            (self.since, self.until) = (time, time);
        }
    }

    /// Have the value with which the coming step begins where it has the one at its end, under the rule `End`; and back, if called again.
    pub fn turn_back(&mut self) {
        if self.rule == Rule::End && !self.rated[1] {
            std::mem::swap(&mut self.from, &mut self.to);
        }
    }

    /// Does it jump at the beginning of the coming step?
    pub fn jumps(&self) -> bool {
        self.rule == Rule::Held && !self.rated[1] && self.from[0] != self.to[0]
    }
}

/// To (u₁, r₁, a₁) from a value, where `left` of the time `h` is left.
fn backward(from: f64, [u, r, a]: [f64; 3], left: f64, h: f64) -> [f64; 3] {
    let c = u - h * r + 0.5 * h * h * a - from;
    [
        u - left * h * r + 0.5 * left * left * h * h * a - left * left * left * c,
        r - left * h * a + 3.0 * left * left * c / h,
        a - 6.0 * left * c / (h * h),
    ]
}

/// The polynomial of degree five through values, rates and second rates at both ends.
fn quintic([u_0, r_0, a_0]: [f64; 3], [u_1, r_1, a_1]: [f64; 3], s: f64, h: f64) -> [f64; 3] {
    // by s: u₀ + r₀ s + ½a₀ s² + s³ (c₀ + c₁ s + c₂ s²)
    let (r_0, r_1, a_0, a_1) = (h * r_0, h * r_1, h * h * a_0, h * h * a_1);
    let value = u_1 - u_0 - r_0 - 0.5 * a_0;
    let slope = r_1 - r_0 - a_0;
    let curvature = a_1 - a_0;
    let c = [
        10.0 * value - 4.0 * slope + 0.5 * curvature,
        -15.0 * value + 7.0 * slope - curvature,
        6.0 * value - 3.0 * slope + 0.5 * curvature,
    ];
    let (s2, s3) = (s * s, s * s * s);
    [
        u_0 + r_0 * s + 0.5 * a_0 * s2 + s3 * (c[0] + c[1] * s + c[2] * s2),
        (r_0 + a_0 * s + s2 * (3.0 * c[0] + 4.0 * c[1] * s + 5.0 * c[2] * s2)) / h,
        (a_0 + s * (6.0 * c[0] + 12.0 * c[1] * s + 20.0 * c[2] * s2)) / (h * h),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(rule: Rule, rated: [bool; 2]) -> Input {
        Input { rule, from: [1.0, 2.0, -3.0], to: [4.0, -1.0, 2.5], rated, since: 0.5, until: 0.7 }
    }

    #[test]
    fn rates_are_the_derivatives_and_both_ends_are_met() {
        for rated in [[false, true], [true, true]] {
            let own = input(Rule::End, rated);
            let order = if rated[0] { 3 } else { 1 };
            let (first, last) = (own.at(0.5 + 1e-15), own.at(0.7 - 1e-15));
            assert!((0..order).all(|k| (first[k] - own.from[k]).abs() < 1e-9), "{first:?}");
            assert!((0..3).all(|k| (last[k] - own.to[k]).abs() < 1e-9), "{last:?}");
            let (eps, t) = (1e-5, 0.63);
            let [minus, now, plus] = [t - eps, t, t + eps].map(|t| own.at(t));
            for k in 0..2 {
                let slope = (plus[k] - minus[k]) / (2.0 * eps);
                assert!((slope - now[k + 1]).abs() < 1e-5 * now[k + 1].abs().max(1.0), "{slope} {now:?}");
            }
        }
    }

    #[test]
    fn plain_values_follow_their_rules() {
        assert_eq!(input(Rule::Held, [false; 2]).at(0.5)[0], 4.0);
        assert_eq!(input(Rule::End, [false; 2]).at(0.5)[0], 4.0);
        let linear = input(Rule::Linear, [false; 2]);
        assert_eq!(linear.at(0.5)[0], 1.0);
        assert!((linear.at(0.55)[0] - 1.75).abs() < 1e-13 && (linear.at(0.55)[1] - 15.0).abs() < 1e-12);
        assert_eq!(linear.at(0.7)[0], 4.0);
    }
}
