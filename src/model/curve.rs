//! The axis of a beam as a curve through points, with twist.
//!
//! A point given twice is a corner: it ends one piece of the curve and begins the next, and the tangent jumps there. Within a piece
//! the curve is, between two neighbouring points, the cubic in the length of the chords through the four nearest points of the piece:
//! fourth order in the distance of the points, the tangent continuous only to that order. A piece of three points is a parabola, a
//! piece of two points a straight line.
//!
//! A cubic knows nothing of what lies between the points: where the direction changes within one of them, it swings to the other side
//! in the neighbouring spans. For points at 0, 1, 2, 3 m in line and a fifth 1 m further and a small d to the side it leaves the line
//! by 0.064 d on the other side, between the third and the fourth. Corners, and straight parts of two points each, are the remedy.
//!
//! The section's first axis is the tangent; the second lies in the plane of the tangent and a given direction, turned about the
//! tangent by the twist.

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
    /// first and last point of each piece between corners
    pieces: Vec<(usize, usize)>,
}

impl Curve {
    /// Points [m] in order, one given twice being a corner, twist at each of them [rad], and the direction of axis 2 without twist.
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
        let pieces = pieces(what, points, twist)?;
        let mut chords = vec![0.0];
        for (k, pair) in points.windows(2).enumerate() {
            chords.push(chords[k] + (pair[1] - pair[0]).norm());
        }
        let lengths = vec![0.0];
        let mut curve = Curve { points: points.to_vec(), twist: twist.to_vec(), direction, chords, lengths, pieces };
        for k in 1..points.len() {
            let arc = match curve.piece_of_span(k) {
                Some(piece) => curve.arc(piece, curve.chords[k - 1], curve.chords[k]),
                None => 0.0,
            };
            curve.lengths.push(curve.lengths[k - 1] + arc);
        }
        let length = curve.length();
        if !length.is_finite() {
            let text = format!("{what}: the length of its axis is {length} m; the points are too far apart");
            return Err(Error::InvalidArgument(text));
        }
        for (piece, (first, last)) in curve.pieces.iter().enumerate() {
            for u in &curve.chords[*first..=*last] {
                let tangent = curve.tangent(piece, *u);
                if direction.cross(&tangent).norm() < 1e-6 * direction.norm().max(1e-300) {
                    let text =
                        format!("{what}: the direction of axis 2 is along the beam, or zero; give one across it");
                    return Err(Error::InvalidArgument(text));
                }
            }
        }
        Ok(curve)
    }

    /// Length of the curve [m].
    pub fn length(&self) -> f64 {
        self.lengths[self.lengths.len() - 1]
    }

    /// Lengths along the curve at which it has corners [m].
    pub fn corners(&self) -> Vec<f64> {
        self.pieces[1..].iter().map(|(first, _)| self.lengths[*first]).collect()
    }

    /// The piece in which a length s [m] along the curve lies; at a corner the one that begins there.
    pub fn piece(&self, s: f64) -> usize {
        self.pieces[1..].iter().filter(|(first, _)| self.lengths[*first] <= s).count()
    }

    /// The twist at the points [rad].
    pub fn twist(&self) -> &[f64] {
        &self.twist
    }

    /// The twist at length s [m] along the curve [rad], linear between the points.
    pub fn twist_at(&self, s: f64) -> f64 {
        let k = self.lengths.partition_point(|l| *l <= s).clamp(1, self.points.len() - 1);
        let (a, b) = (self.lengths[k - 1], self.lengths[k]);
        let t = if b > a { ((s - a) / (b - a)).clamp(0.0, 1.0) } else { 0.0 };
        self.twist[k - 1] + t * (self.twist[k] - self.twist[k - 1])
    }

    /// The piece with points k − 1 and k, or none if these two are a corner.
    fn piece_of_span(&self, k: usize) -> Option<usize> {
        self.pieces.iter().position(|(first, last)| *first < k && k <= *last)
    }

    /// Weights of the points, and of their derivatives, at chord coordinate u of a piece: (first point, values, slopes, count).
    fn weights(&self, piece: usize, u: f64) -> (usize, [f64; 4], [f64; 4], usize) {
        let (begin, end) = self.pieces[piece];
        let chords = &self.chords[begin..=end];
        let (n, count) = (chords.len(), chords.len().min(4));
        let k = chords.partition_point(|c| *c <= u).clamp(1, n - 1);
        let first = k.saturating_sub(2).min(n - count);
        let (values, slopes) = crate::math::quadrature::lagrange(&chords[first..first + count], u);
        (begin + first, values, slopes, count)
    }

    fn sum<T>(&self, piece: usize, u: f64, slope: bool, of: impl Fn(usize) -> T) -> T
    where
        T: std::iter::Sum + std::ops::Mul<f64, Output = T>,
    {
        let (first, values, slopes, count) = self.weights(piece, u);
        let w = if slope { slopes } else { values };
        (0..count).map(|i| of(first + i) * w[i]).sum()
    }

    fn tangent(&self, piece: usize, u: f64) -> Vec3 {
        self.sum(piece, u, true, |k| self.points[k])
    }

    /// Length of the curve between two chord coordinates within one span.
    fn arc(&self, piece: usize, a: f64, b: f64) -> f64 {
        let parts = 8;
        let width = (b - a) / f64::from(parts);
        (0..parts)
            .flat_map(|p| {
                gauss(5).iter().map(move |(r, w)| (a + width * (f64::from(p) + 0.5 + 0.5 * r), 0.5 * width * w))
            })
            .map(|(u, w)| w * self.tangent(piece, u).norm())
            .sum()
    }

    /// Point and section frame at length s [m] along the curve; at a corner those of the piece that begins there.
    pub fn at(&self, s: f64) -> (Vec3, Quat) {
        self.at_in(self.piece(s), s)
    }

    /// Point and section frame at length s [m] along the curve, as one of its pieces has them.
    pub fn at_in(&self, piece: usize, s: f64) -> (Vec3, Quat) {
        let (begin, end) = self.pieces[piece];
        let k = self.lengths.partition_point(|l| *l <= s).clamp(begin + 1, end);
        let (a, b) = (self.chords[k - 1], self.chords[k]);
        let mut u = a + (b - a) * (s - self.lengths[k - 1]) / (self.lengths[k] - self.lengths[k - 1]);
        for _ in 0..30 {
            let step = (s - self.lengths[k - 1] - self.arc(piece, a, u)) / self.tangent(piece, u).norm();
            u += step;
            if step.abs() < 1e-15 * self.length() {
                break;
            }
        }
        let e1 = self.tangent(piece, u).normalize();
        let across = (self.direction - e1 * e1.dot(&self.direction)).normalize();
        let plain = Mat3::from_columns(&[e1, across, e1.cross(&across)]);
        let turn = so3::exp(&(e1 * self.sum(piece, u, false, |k| self.twist[k])));
        let rotation = nalgebra::Rotation3::from_matrix_unchecked(plain);
        (self.sum(piece, u, false, |k| self.points[k]), turn * Quat::from_rotation_matrix(&rotation))
    }
}

/// Distance of two points, relative to the size of the curve and its place, below which they are one: rounding of a corner that a
/// host computed twice. Taken as two points they would make a loop.
const ONE_POINT: f64 = 1e-12;

fn is_one_point(a: &Vec3, b: &Vec3, size: f64) -> bool {
    (a - b).amax() <= ONE_POINT * size
}

/// First and last point of each piece between corners.
fn pieces(what: &str, points: &[Vec3], twist: &[f64]) -> Result<Vec<(usize, usize)>> {
    let bad = |text: String| Err(Error::InvalidArgument(format!("{what}: {text}")));
    let size = points.iter().fold(0.0_f64, |most, p| most.max(p.amax()).max((p - points[0]).amax()));
    let (mut pieces, mut first) = (Vec::new(), 0);
    for k in 1..points.len() {
        if !is_one_point(&points[k], &points[k - 1], size) {
            continue;
        }
        // a corner has a piece of at least two points on either side
        if k == first + 1 || k == points.len() - 1 {
            let at = if k + 1 == points.len() || first == 0 { "an end of it has none" } else { "it is given twice" };
            return bad(format!(
                "points {k} and {} of the curve coincide; a point given twice is a corner inside the curve, and {at}",
                k + 1
            ));
        }
        if twist[k] != twist[k - 1] {
            return bad(format!(
                "points {k} and {} are a corner, with the twists {} and {}; give it the same twist both times",
                k + 1,
                twist[k - 1],
                twist[k]
            ));
        }
        pieces.push((first, k - 1));
        first = k;
    }
    pieces.push((first, points.len() - 1));
    Ok(pieces)
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

    /// A blade along x with its tip swept back by 30°, from x = 3.
    fn swept(corner: bool) -> Curve {
        let mut points: Vec<Vec3> = (0..4).map(|k| f64::from(k) * Vec3::x()).collect();
        if corner {
            points.push(points[3]);
        }
        points.push(Vec3::new(4.0, -(30.0_f64.to_radians().tan()), 0.0));
        Curve::new("blade", &points, &vec![0.0; points.len()], Vec3::y()).unwrap()
    }

    #[test]
    fn a_corner_keeps_straight_parts_straight_where_the_smooth_curve_swings_out() {
        let out = |curve: &Curve| (0..300).map(|k| curve.at(0.01 * f64::from(k)).0.y).fold(0.0, f64::max);
        // the cubic in the chords u = 1, 2, 3 (0) and c (−d) is −d (u−1)(u−2)(u−3)/((c−1)(c−2)(c−3)), the numerator at most 2/√27
        let c = 3.0 + 1.0 / 30.0_f64.to_radians().cos();
        let most = 30.0_f64.to_radians().tan() * 2.0 / 27.0_f64.sqrt() / ((c - 1.0) * (c - 2.0) * (c - 3.0));
        assert!((out(&swept(false)) - most).abs() < 1e-4 * most, "{} {most}", out(&swept(false)));
        let curve = swept(true);
        assert!(out(&curve) == 0.0);
        // length, corner and directions of two straight parts
        let tip = 1.0 / 30.0_f64.to_radians().cos();
        assert!((curve.length() - 3.0 - tip).abs() < 1e-14 && curve.corners().len() == 1);
        let corner = curve.corners()[0];
        assert!((corner - 3.0).abs() < 1e-14);
        let direction = |piece: usize, s: f64| curve.at_in(piece, s).1 * Vec3::x();
        let back = Vec3::new(30.0_f64.to_radians().cos(), -0.5, 0.0);
        assert!((direction(0, corner) - Vec3::x()).norm() < 1e-14 && (direction(1, corner) - back).norm() < 1e-14);
        assert!((direction(1, 3.7) - back).norm() < 1e-14 && curve.piece(2.9) == 0 && curve.piece(3.1) == 1);
    }

    #[test]
    fn corners_at_an_end_or_with_two_twists_are_refused() {
        let [a, b, c] = [0.0, 1.0, 2.0].map(|x| x * Vec3::x());
        let says = |points: &[Vec3], twist: &[f64], word: &str| {
            let text = Curve::new("blade", points, twist, Vec3::y()).unwrap_err().to_string();
            assert!(text.contains("blade") && text.contains(word), "{text}");
        };
        says(&[a, a, b], &[0.0; 3], "coincide");
        says(&[a, b, b], &[0.0; 3], "coincide");
        says(&[a, b, b, b, c], &[0.0; 5], "coincide");
        says(&[a, b, b, c], &[0.0, 0.1, 0.2, 0.3], "twist");
    }
}
