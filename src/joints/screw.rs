//! Screw joint: rotation about axis 3 with a proportional advance along it. Epple Table 4.1.

use super::{angle, coincident, parallel_axes};
use crate::terms::holonomic::{Condition, Line, Pair};

/// Axes 3 lie on one line, and the displacement along it is `pitch` [m] a turn; the coordinate is the angle.
pub fn screw(pitch: f64) -> Pair {
    let mut conditions = coincident(2);
    conditions.extend(parallel_axes());
    let advance = Condition::Slide(Line::A(3), Line::Gap, pitch / std::f64::consts::TAU);
    Pair {
        kind: "screw",
        parameter: Some(("pitch", pitch)),
        conditions,
        coordinates: vec![angle()],
        coupled: vec![(0, advance, "advance along axis 3")],
    }
}
