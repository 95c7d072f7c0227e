//! The axis of a beam as a curve through points, with twist.
//!
//! Between the points the curve is the cubic through the four nearest ones (fewer where there are fewer), in terms of the
//! length of the chords: fourth order in the distance of the points. The section's first axis is the tangent; the second lies
//! in the plane of the tangent and a given direction, turned about the tangent by the twist.

use crate::error::{Error, Result, require_finite};
use crate::math::quadrature::gauss;
use crate::math::{Mat3, Quat, Vec3, so3};

/// A curve through points with twist.
#[derive(Debug, Clone)]
pub struct Curve {
    pub(super) points: Vec<Vec3>,
    pub(super) twist: Vec<f64>,
    pub(super) direction: Vec3,
    /// length of the chords up to each point
    chords: Vec<f64>,
    /// length of the curve up to each point
    lengths: Vec<f64>,
}

impl Curve {
    /// Points [m] in order, twist at each of them [rad], and the direction of axis 2 without twist.
    pub fn new(what: &str, points: &[Vec3], twist: &[f64], direction: Vec3) -> Result<Self> {
        if points.len() < 2 || points.len() != twist.len() {
            let text = format!(
                "{what}: a curve needs at least two points and a twist at each; got {} and {}",
                points.len(),
                twist.len()
            );
            return Err(Error::WrongSize(text));
        }
        for (k, p) in points.iter().enumerate() {
            require_finite(&format!("{what}, point {}", k + 1), p.as_slice())?;
        }
        require_finite(&format!("{what}, twist"), twist)?;
        require_finite(&format!("{what}, direction of axis 2"), direction.as_slice())?;
        let mut chords = vec![0.0];
        for (k, pair) in points.windows(2).enumerate() {
            let chord = (pair[1] - pair[0]).norm();
            if chord == 0.0 {
                let text = format!("{what}: points {} and {} of the curve coincide", k + 1, k + 2);
                return Err(Error::InvalidArgument(text));
            }
            chords.push(chords[k] + chord);
        }
        let lengths = vec![0.0];
        let mut curve = Curve { points: points.to_vec(), twist: twist.to_vec(), direction, chords, lengths };
        for k in 1..points.len() {
            let arc = curve.arc(curve.chords[k - 1], curve.chords[k]);
            curve.lengths.push(curve.lengths[k - 1] + arc);
        }
        let length = curve.length();
        if !length.is_finite() {
            let text = format!("{what}: the length of its axis is {length} m; the points are too far apart");
            return Err(Error::InvalidArgument(text));
        }
        for u in &curve.chords {
            let tangent = curve.tangent(*u);
            if direction.cross(&tangent).norm() < 1e-6 * direction.norm().max(1e-300) {
                let text = format!("{what}: the direction of axis 2 is along the beam, or zero; give one across it");
                return Err(Error::InvalidArgument(text));
            }
        }
        Ok(curve)
    }

    /// Length of the curve [m].
    pub fn length(&self) -> f64 {
        self.lengths[self.lengths.len() - 1]
    }

    /// Weights of the points, and of their derivatives, at chord coordinate u: (first point, values, slopes, count).
    fn weights(&self, u: f64) -> (usize, [f64; 4], [f64; 4], usize) {
        let n = self.points.len();
        let count = n.min(4);
        let k = self.chords.partition_point(|c| *c <= u).clamp(1, n - 1);
        let first = k.saturating_sub(2).min(n - count);
        let (values, slopes) = crate::math::quadrature::lagrange(&self.chords[first..first + count], u);
        (first, values, slopes, count)
    }

    fn sum<T>(&self, u: f64, slope: bool, of: impl Fn(usize) -> T) -> T
    where
        T: std::iter::Sum + std::ops::Mul<f64, Output = T>,
    {
        let (first, values, slopes, count) = self.weights(u);
        let w = if slope { slopes } else { values };
        (0..count).map(|i| of(first + i) * w[i]).sum()
    }

    fn tangent(&self, u: f64) -> Vec3 {
        self.sum(u, true, |k| self.points[k])
    }

    /// Length of the curve between two chord coordinates within one piece.
    fn arc(&self, a: f64, b: f64) -> f64 {
        let pieces = 8;
        let width = (b - a) / f64::from(pieces);
        (0..pieces)
            .flat_map(|p| {
                gauss(5).iter().map(move |(r, w)| (a + width * (f64::from(p) + 0.5 + 0.5 * r), 0.5 * width * w))
            })
            .map(|(u, w)| w * self.tangent(u).norm())
            .sum()
    }

    /// Point and section frame at length s [m] along the curve.
    pub fn at(&self, s: f64) -> (Vec3, Quat) {
        let k = self.lengths.partition_point(|l| *l <= s).clamp(1, self.points.len() - 1);
        let (a, b) = (self.chords[k - 1], self.chords[k]);
        let mut u = a + (b - a) * (s - self.lengths[k - 1]) / (self.lengths[k] - self.lengths[k - 1]);
        for _ in 0..30 {
            let step = (s - self.lengths[k - 1] - self.arc(a, u)) / self.tangent(u).norm();
            u += step;
            if step.abs() < 1e-15 * self.length() {
                break;
            }
        }
        let e1 = self.tangent(u).normalize();
        let across = (self.direction - e1 * e1.dot(&self.direction)).normalize();
        let plain = Mat3::from_columns(&[e1, across, e1.cross(&across)]);
        let turn = so3::exp(&(e1 * self.sum(u, false, |k| self.twist[k])));
        let rotation = nalgebra::Rotation3::from_matrix_unchecked(plain);
        (self.sum(u, false, |k| self.points[k]), turn * Quat::from_rotation_matrix(&rotation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_followed_with_fourth_order() {
        let error = |n: usize| {
            let angle = |k: f64| std::f64::consts::FRAC_PI_4 * k / n as f64;
            let points: Vec<Vec3> =
                (0..=n).map(|k| Vec3::new(angle(k as f64).sin(), 1.0 - angle(k as f64).cos(), 0.0)).collect();
            let curve = Curve::new("arc", &points, &vec![0.0; n + 1], Vec3::y()).unwrap();
            let (x, _) = curve.at(0.37 * curve.length());
            let exact = 0.37 * std::f64::consts::FRAC_PI_4;
            (x - Vec3::new(exact.sin(), 1.0 - exact.cos(), 0.0)).norm()
        };
        let order = (error(10) / error(40)).log2() / 2.0;
        assert!(order > 3.5, "order {order}");
    }

    #[test]
    fn frames_have_their_first_axis_along_the_curve_and_turn_by_the_twist() {
        let points = [Vec3::zeros(), Vec3::new(2.0, 0.0, 0.0)];
        let curve = Curve::new("blade", &points, &[0.0, 0.4], Vec3::y()).unwrap();
        let (x, frame) = curve.at(1.0);
        assert!((x - Vec3::x()).norm() < 1e-14);
        assert!(frame.angle_to(&so3::exp(&Vec3::new(0.2, 0.0, 0.0))) < 1e-14);
        assert!(Curve::new("blade", &points, &[0.0, 0.0], Vec3::x()).is_err());
        assert!(Curve::new("blade", &points[..1], &[0.0], Vec3::y()).is_err());
    }
}
