//! Rodrigues parameters of a rotation and their rates.
//!
//! | symbol | name |
//! |---|---|
//! | r = 2 tan(φ/2) n | parameters of the rotation of angle φ about n; any angle below half a turn |
//! | ṙ, r̈ | `rate`, `second` |
//! | g = 1/(1 + ¼ r·r), b = ṙ + ½ r × ṙ | |
//!
//! ```text
//!   ω = g b,   ω̇ = ġ b + g (r̈ + ½ r × r̈),   ġ = −½ g² r·ṙ
//! ```
//!
//! At r = 0, ω = ṙ and ω̇ = r̈. All components are those of the axes from which the rotation starts.

use super::so3::skew;
use super::{Mat3, Quat, Vec3};

/// The rotation.
pub fn rotation(r: &Vec3) -> Quat {
    Quat::new_normalize(nalgebra::Quaternion::new(1.0, 0.5 * r.x, 0.5 * r.y, 0.5 * r.z))
}

/// Angular velocity and acceleration.
pub fn spin(r: &Vec3, rate: &Vec3, second: &Vec3) -> [Vec3; 2] {
    let g = 1.0 / (1.0 + 0.25 * r.norm_squared());
    let g_rate = -0.5 * g * g * r.dot(rate);
    let b = rate + 0.5 * r.cross(rate);
    [g * b, g_rate * b + g * (second + 0.5 * r.cross(second))]
}

/// Derivatives of rotation, angular velocity and angular acceleration.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Slopes {
    /// H: δθ = H δr, also ∂ω/∂ṙ and ∂ω̇/∂r̈
    pub h: Mat3,
    /// ∂ω/∂r
    pub omega: Mat3,
    /// ∂ω̇/∂r
    pub alpha: Mat3,
    /// ∂ω̇/∂ṙ
    pub alpha_rate: Mat3,
}

/// Derivatives at (r, ṙ, r̈).
pub fn slopes(r: &Vec3, rate: &Vec3, second: &Vec3) -> Slopes {
    let g = 1.0 / (1.0 + 0.25 * r.norm_squared());
    let along = r.dot(rate);
    let g_rate = -0.5 * g * g * along;
    let turn = Mat3::identity() + 0.5 * skew(r);
    let [b, b_second] = [turn * rate, turn * second];
    // ∂g/∂r, ∂ġ/∂r, ∂ġ/∂ṙ
    let g_r = -0.5 * g * g * r;
    let g_rate_r = 0.5 * g * g * g * along * r - 0.5 * g * g * rate;
    let g_rate_rate = g_r;
    Slopes {
        h: g * turn,
        omega: b * g_r.transpose() - 0.5 * g * skew(rate),
        alpha: b * g_rate_r.transpose() - 0.5 * g_rate * skew(rate) + b_second * g_r.transpose()
            - 0.5 * g * skew(second),
        alpha_rate: b * g_rate_rate.transpose() + g_rate * turn,
    }
}

#[cfg(test)]
mod tests {
    use super::super::so3;
    use super::*;

    const R: [[f64; 3]; 3] = [[0.3, -0.2, 0.9], [0.0, 0.0, 0.0], [2.0, 1.0, -1.5]];

    fn cases() -> impl Iterator<Item = [Vec3; 3]> {
        R.into_iter().map(|r| [Vec3::from(r), Vec3::new(0.7, -1.1, 0.4), Vec3::new(-0.5, 0.8, 1.3)])
    }

    #[test]
    fn parameters_are_twice_the_tangent_of_half_the_angle() {
        for angle in [0.0_f64, 1e-9, 0.7, -2.0, 3.1] {
            let n = Vec3::new(0.6, 0.0, -0.8);
            let difference = rotation(&(2.0 * (0.5 * angle).tan() * n)).angle_to(&so3::exp(&(angle * n)));
            assert!(difference < 1e-14);
        }
    }

    #[test]
    fn angular_velocity_and_acceleration_are_those_of_the_motion() {
        // along r(t) = r + ṙ t + ½ r̈ t²; central differences, truncation ε² ~ 1e-10
        let eps = 1e-5;
        for [r, rate, second] in cases() {
            let at = |t: f64| (r + rate * t + 0.5 * second * t * t, rate + second * t);
            let omega = so3::log(&(rotation(&at(eps).0) * rotation(&at(-eps).0).inverse())) / (2.0 * eps);
            let spin_at = |t: f64| spin(&at(t).0, &at(t).1, &second)[0];
            let alpha = (spin_at(eps) - spin_at(-eps)) / (2.0 * eps);
            let found = spin(&r, &rate, &second);
            assert!((found[0] - omega).norm() < 1e-9 && (found[1] - alpha).norm() < 1e-9);
        }
    }

    #[test]
    fn slopes_are_differences() {
        let eps = 1e-5;
        for [r, rate, second] in cases() {
            let s = slopes(&r, &rate, &second);
            for k in 0..3 {
                let e = Vec3::ith(k, eps);
                let theta = so3::log(&(rotation(&(r + e)) * rotation(&(r - e)).inverse())) / (2.0 * eps);
                let by = |step: [Vec3; 3]| {
                    let [p, m] = [1.0, -1.0]
                        .map(|sign| spin(&(r + sign * step[0]), &(rate + sign * step[1]), &(second + sign * step[2])));
                    [(p[0] - m[0]) / (2.0 * eps), (p[1] - m[1]) / (2.0 * eps)]
                };
                let zero = Vec3::zeros();
                let [by_r, by_rate, by_second] = [by([e, zero, zero]), by([zero, e, zero]), by([zero, zero, e])];
                let pairs = [
                    (theta, s.h),
                    (by_r[0], s.omega),
                    (by_r[1], s.alpha),
                    (by_rate[0], s.h),
                    (by_rate[1], s.alpha_rate),
                    (by_second[1], s.h),
                ];
                for (place, (difference, slope)) in pairs.into_iter().enumerate() {
                    assert!((difference - slope.column(k)).norm() < 1e-8, "r = {r}, column {k}, slope {place}");
                }
            }
        }
    }
}
