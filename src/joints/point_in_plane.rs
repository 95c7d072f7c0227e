//! The point of B stays in the plane of axes 1 and 2 of A.

use crate::terms::holonomic::{Condition, Coordinate, Line, Pair};

/// No displacement along axis 3; the coordinates are the displacements along axes 1 and 2.
pub fn point_in_plane() -> Pair {
    let normal = (Condition::orthogonal(Line::A(3), Line::Gap), "displacement along axis 3");
    let coordinates =
        vec![Coordinate::slide(1, "displacement along axis 1"), Coordinate::slide(2, "displacement along axis 2")];
    Pair { kind: "point in plane", parameter: None, conditions: vec![normal], coordinates, coupled: vec![] }
}
