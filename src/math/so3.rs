//! Rotations and their rotation vectors.
//!
//! | symbol | name |
//! |---|---|
//! | c, φ = abs(c) | rotation vector, its angle |
//! | R(c) = exp(c̃) | [`exp`] |
//! | H(c), δθ = H δc with R(c + δc) = exp(δθ̃) R(c) | [`tangent`] |

use super::{Mat3, Quat, Vec3};

/// The matrix ã with ã b = a × b.
pub fn skew(a: &Vec3) -> Mat3 {
    Mat3::new(0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0)
}

/// ã b̃ = b aᵀ − (a·b) I.
pub fn skew_product(a: &Vec3, b: &Vec3) -> Mat3 {
    let mut product = b * a.transpose();
    let dot = a.dot(b);
    (0..3).for_each(|i| product[(i, i)] -= dot);
    product
}

/// The rotation of angle |c| about c.
pub fn exp(c: &Vec3) -> Quat {
    // q = (cos φ/2, sin(φ/2)/φ c), with sin(φ/2)/φ = ½ sinc(φ/2)
    let half = 0.5 * c.norm();
    let v = c * (0.5 * sinc(half));
    Quat::new_normalize(nalgebra::Quaternion::new(half.cos(), v.x, v.y, v.z))
}

/// The rotation vector of the shortest rotation equal to `q`; its length is at most π.
pub fn log(q: &Quat) -> Vec3 {
    let (w, v) = if q.w < 0.0 { (-q.w, -q.imag()) } else { (q.w, q.imag()) };
    let sine = v.norm();
    if sine < 1e-30 {
        return 2.0 * v;
    }
    v * (2.0 * sine.atan2(w) / sine)
}

/// H(c) = I + (1 − cos φ)/φ² c̃ + (φ − sin φ)/φ³ c̃².
pub fn tangent(c: &Vec3) -> Mat3 {
    let (phi2, c_tilde) = (c.norm_squared(), skew(c));
    let phi = phi2.sqrt();
    let a = 0.5 * sinc(0.5 * phi).powi(2);
    // Below 0.3 rad the difference φ − sin φ cancels; six terms of its series are exact to rounding there.
    let b = if phi < 0.3 {
        (1.0 - phi2 / 20.0 * (1.0 - phi2 / 42.0 * (1.0 - phi2 / 72.0 * (1.0 - phi2 / 110.0 * (1.0 - phi2 / 156.0)))))
            / 6.0
    } else {
        (phi - phi.sin()) / (phi * phi2)
    };
    Mat3::identity() + c_tilde * a + c_tilde * c_tilde * b
}

/// sin(x)/x.
pub fn sinc(x: f64) -> f64 {
    if x.abs() < 1e-4 { 1.0 - x * x / 6.0 } else { x.sin() / x }
}

/// Derivative of sin(x)/x.
pub fn sinc_slope(x: f64) -> f64 {
    // (x cos x − sin x)/x², by its series where that cancels
    if x.abs() < 0.1 {
        let y = x * x;
        -x / 3.0 * (1.0 - y / 10.0 * (1.0 - y / 28.0 * (1.0 - y / 54.0 * (1.0 - y / 88.0))))
    } else {
        (x * x.cos() - x.sin()) / (x * x)
    }
}

/// The difference of two angles brought into (−π, π].
pub fn wrap(angle: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    let rest = angle - turn * (angle / turn).round();
    if rest <= -std::f64::consts::PI { rest + turn } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn product_of_two_skew_matrices_is_that_of_the_matrices() {
        let (a, b) = (Vec3::new(0.3, -0.2, 0.9), Vec3::new(-1.4, 0.5, 2.0));
        assert!((skew_product(&a, &b) - skew(&a) * skew(&b)).amax() < 1e-15);
    }

    #[test]
    fn logarithm_inverts_exponential_below_half_a_turn() {
        for c in [Vec3::new(0.3, -0.2, 0.9), Vec3::new(1e-9, 2e-9, 0.0), Vec3::new(0.0, 3.1, 0.0), Vec3::zeros()] {
            assert!((log(&exp(&c)) - c).norm() < 1e-14);
        }
    }

    #[test]
    fn tangent_maps_parameter_increments_to_spatial_rotations() {
        // central difference of exp(c + δc) exp(c)ᵀ: truncation ε² ~ 1e-10
        for c in [
            Vec3::new(0.3, -0.2, 0.9),
            Vec3::new(0.1, 0.2, -0.1),
            Vec3::new(1e-5, 0.0, 2e-5),
            Vec3::new(2.0, 1.0, -2.0),
        ] {
            let eps = 1e-5;
            for k in 0..3 {
                let e = Vec3::ith(k, eps);
                let theta = log(&(exp(&(c + e)) * exp(&(c - e)).inverse())) / (2.0 * eps);
                assert!((theta - tangent(&c).column(k)).norm() < 1e-9, "c = {c}, column {k}");
            }
        }
    }

    #[test]
    fn series_and_closed_forms_meet() {
        // at the switch both are exact; the slope of H is about 1/24 there, so 1e-9 apart they differ by 1e-10
        let n = Vec3::new(0.6, 0.0, 0.8);
        assert!((tangent(&(n * (0.3 - 1e-12))) - tangent(&(n * (0.3 + 1e-12)))).norm() < 1e-11);
        assert!((sinc_slope(0.1 - 1e-12) - sinc_slope(0.1 + 1e-12)).abs() < 1e-11);
    }

    #[test]
    fn wrapped_angle_stays_within_half_a_turn() {
        for k in -3..=3 {
            let turns = f64::from(k) * std::f64::consts::TAU;
            assert!((wrap(turns + 0.5) - 0.5).abs() < 1e-14);
            assert!((wrap(turns - 3.0) + 3.0).abs() < 1e-14);
        }
    }
}
