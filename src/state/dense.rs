//! The motion between the two ends of a step.
//!
//! | symbol | name |
//! |---|---|
//! | s in [0, 1] | part of the step that has passed |
//! | θ | rotation vector of the whole step, R₁ = exp(θ̃) R₀ |
//! | H(c) | [`so3::tangent`], ω = H(c) ċ |
//!
//! ```text
//!   x(s) = cubic of Hermite through x₀, x₁ with slopes h v₀, h v₁           v = x′/h
//!   c(s) = the same through 0, θ with slopes h ω₀, h H(θ)⁻¹ ω₁               R = exp(c̃) R₀,  ω = H(c) c′/h
//! ```
//!
//! Of fourth order in positions and rotations, of third in velocities. Accelerations and multipliers are straight lines.

use super::State;
use crate::math::{Vec3, so3};
use crate::model::Model;
use crate::terms::{Motion, ScalarMotion};

/// Weights of the two ends' values and slopes, and their derivatives by s.
pub struct Hermite {
    s: f64,
    h: f64,
    value: [f64; 4],
    slope: [f64; 4],
}

impl Hermite {
    /// At the part `s` of a step of size `h` [s].
    pub fn new(s: f64, h: f64) -> Self {
        let (s2, s3) = (s * s, s * s * s);
        Hermite {
            s,
            h,
            value: [1.0 - 3.0 * s2 + 2.0 * s3, s - 2.0 * s2 + s3, 3.0 * s2 - 2.0 * s3, s3 - s2],
            slope: [6.0 * (s2 - s), 1.0 - 4.0 * s + 3.0 * s2, 6.0 * (s - s2), 3.0 * s2 - 2.0 * s],
        }
    }

    /// Value and rate from values and rates at the ends.
    pub fn scalar(&self, [p_0, v_0]: [f64; 2], [p_1, v_1]: [f64; 2]) -> [f64; 2] {
        let sum = |w: &[f64; 4]| w[0] * p_0 + w[1] * self.h * v_0 + w[2] * p_1 + w[3] * self.h * v_1;
        [sum(&self.value), sum(&self.slope) / self.h]
    }

    fn vector(&self, [p_0, v_0]: [Vec3; 2], [p_1, v_1]: [Vec3; 2]) -> [Vec3; 2] {
        let sum = |w: &[f64; 4]| p_0 * w[0] + v_0 * (w[1] * self.h) + p_1 * w[2] + v_1 * (w[3] * self.h);
        [sum(&self.value), sum(&self.slope) / self.h]
    }

    fn motion(&self, from: &Motion, to: &Motion) -> Motion {
        let [x, v] = self.vector([from.x, from.v], [to.x, to.v]);
        let theta = turned(from, to, self.h);
        let end = so3::tangent(&theta).try_inverse().map_or(to.omega, |inverse| inverse * to.omega);
        let [c, rate] = self.vector([Vec3::zeros(), from.omega], [theta, end]);
        let mut motion = *from;
        motion.place(x, so3::exp(&c) * from.rotation);
        (motion.v, motion.omega) = (v, so3::tangent(&c) * rate);
        (motion.a, motion.alpha) = (from.a.lerp(&to.a, self.s), from.alpha.lerp(&to.alpha, self.s));
        motion
    }
}

/// Rotation vector from one orientation to another, of as many turns as the angular velocities say.
fn turned(from: &Motion, to: &Motion, h: f64) -> Vec3 {
    let theta = so3::log(&(to.rotation * from.rotation.inverse()));
    let angle = theta.norm();
    if angle < 1e-9 {
        return theta;
    }
    let along = 0.5 * h * (from.omega + to.omega).dot(&theta) / angle;
    let turns = ((along - angle) / std::f64::consts::TAU).round();
    theta * (1.0 + turns * std::f64::consts::TAU / angle)
}

/// Motion of node `k` at a time between those of two states.
pub fn motion_between(start: &State, end: &State, k: usize, time: f64) -> Motion {
    let h = end.time - start.time;
    Hermite::new((time - start.time) / h, h).motion(&start.nodes[k], &end.nodes[k])
}

/// The state at a time between those of two states, to be looked at: it cannot be continued from.
pub fn between(model: &Model, start: &State, end: &State, time: f64) -> State {
    let mut state = start.clone();
    place_between(model, start, end, time, &mut state);
    state
}

/// The same into an existing state; nothing is allocated.
pub fn place_between(model: &Model, start: &State, end: &State, time: f64, state: &mut State) {
    let h = end.time - start.time;
    let way = Hermite::new((time - start.time) / h, h);
    state.clone_from(start);
    state.time_rest = 0.0;
    (state.time, state.last_step, state.history.scheme) = (time, time - start.time, 0);
    state.history.forget_span();
    state.inputs.clone_from(&end.inputs);
    for ((node, from), to) in state.nodes.iter_mut().zip(&start.nodes).zip(&end.nodes) {
        *node = way.motion(from, to);
    }
    for ((scalar, from), to) in state.scalars.iter_mut().zip(&start.scalars).zip(&end.scalars) {
        let [value, rate] = way.scalar([from.value, from.rate], [to.value, to.rate]);
        let acceleration = from.acceleration + way.s * (to.acceleration - from.acceleration);
        *scalar = ScalarMotion { value, rate, acceleration };
    }
    for (lambda, to) in state.multipliers.iter_mut().zip(&end.multipliers) {
        *lambda += way.s * (to - *lambda);
    }
    state.count_turns(model, state.last_step);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    /// A smooth spatial motion: x(t), and R(t) = exp(c(t)) with ω = H(c) ċ.
    fn at(t: f64) -> Motion {
        let c = Vec3::new((1.3 * t).sin(), 0.7 * t * t, (2.0 * t).cos());
        let rate = Vec3::new(1.3 * (1.3 * t).cos(), 1.4 * t, -2.0 * (2.0 * t).sin());
        let mut motion = Motion::at(Vec3::new((3.0 * t).cos(), (2.0 * t).exp(), t), so3::exp(&c));
        motion.v = Vec3::new(-3.0 * (3.0 * t).sin(), 2.0 * (2.0 * t).exp(), 1.0);
        motion.omega = so3::tangent(&c) * rate;
        motion
    }

    #[test]
    fn positions_and_rotations_are_of_fourth_order_and_rates_of_third() {
        let errors = |h: f64| {
            let middle = Hermite::new(0.3, h).motion(&at(0.4), &at(0.4 + h));
            let exact = at(0.4 + 0.3 * h);
            let turn = so3::log(&(middle.rotation * exact.rotation.inverse())).norm();
            [(middle.x - exact.x).norm(), turn, (middle.v - exact.v).norm(), (middle.omega - exact.omega).norm()]
        };
        let (coarse, fine) = (errors(0.04), errors(0.02));
        for (k, expected) in [4.0, 4.0, 3.0, 3.0].into_iter().enumerate() {
            let order = (coarse[k] / fine[k]).log2();
            assert!((order - expected).abs() < 0.2, "part {k}: order {order}");
        }
    }

    #[test]
    fn a_steady_spin_of_more_than_half_a_turn_a_step_is_exact() {
        let spin = |t: f64| {
            let mut motion = Motion::at(Vec3::zeros(), Quat::from_axis_angle(&Vec3::z_axis(), 50.0 * t));
            motion.omega = 50.0 * Vec3::z();
            motion
        };
        let middle = Hermite::new(0.25, 0.1).motion(&spin(0.0), &spin(0.1));
        assert!(so3::log(&(middle.rotation * spin(0.025).rotation.inverse())).norm() < 1e-12);
        assert!((middle.omega - 50.0 * Vec3::z()).norm() < 1e-10);
    }
}
