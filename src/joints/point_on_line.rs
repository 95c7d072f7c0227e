//! The point of B stays on axis 3 of A.

use super::coincident;
use crate::terms::holonomic::{Coordinate, Pair};

/// No displacement along axes 1 and 2; the coordinate is the displacement along axis 3.
pub fn point_on_line() -> Pair {
    let slide = Coordinate::slide(3, "displacement along axis 3");
    Pair {
        kind: "point on line",
        parameter: None,
        conditions: coincident(2),
        coordinates: vec![slide],
        coupled: vec![],
    }
}
