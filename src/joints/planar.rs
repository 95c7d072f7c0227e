//! Planar joint: displacements along axes 1 and 2, rotation about axis 3. Epple Table 4.1.

use super::{angle, parallel_axes};
use crate::terms::holonomic::{Condition, Coordinate, Line, Pair};

/// Axis 3 is the common normal; the coordinates are the displacements along axes 1 and 2 and the angle about axis 3.
pub fn planar() -> Pair {
    let mut conditions = vec![(Condition::orthogonal(Line::A(3), Line::Gap), "displacement along axis 3")];
    conditions.extend(parallel_axes());
    let coordinates = vec![
        Coordinate::slide(1, "displacement along axis 1"),
        Coordinate::slide(2, "displacement along axis 2"),
        angle(),
    ];
    Pair { kind: "planar", parameter: None, conditions, coordinates, coupled: vec![] }
}
