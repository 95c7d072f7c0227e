//! Cylindrical joint: displacement along axis 3 and rotation about it. Epple Table 4.1.

use super::{angle, coincident, parallel_axes};
use crate::terms::holonomic::{Coordinate, Pair};

/// Axes 3 lie on one line; the coordinates are the displacement along it and the angle about it.
pub fn cylindrical() -> Pair {
    let mut conditions = coincident(2);
    conditions.extend(parallel_axes());
    let slide = Coordinate::slide(3, "displacement along axis 3");
    Pair { kind: "cylindrical", parameter: None, conditions, coordinates: vec![slide, angle()], coupled: vec![] }
}
