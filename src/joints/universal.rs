//! Universal joint: rotations about axis 1 of A and axis 2 of B, which stay at right angles. Bauchau 2003 §6.2.

use super::coincident;
use crate::terms::holonomic::{Condition, Coordinate, Line, Pair};

/// Points coincide and the cross has its arms along axis 1 of A and axis 2 of B.
///
/// With the relative rotation Rx(α) Ry(β): b2 = cos α a2 + sin α a3, and a1 = cos β b1 + sin β b3.
pub fn universal() -> Pair {
    let mut conditions = coincident(3);
    conditions.push((Condition::orthogonal(Line::A(1), Line::B(2)), "rotation about axis 3"));
    let coordinates = vec![
        Coordinate::turn(Line::B(2), Line::A(2), Line::A(3), "angle about axis 1 of A"),
        Coordinate::turn(Line::A(1), Line::B(1), Line::B(3), "angle about axis 2 of B"),
    ];
    Pair { kind: "universal", parameter: None, conditions, coordinates, coupled: vec![] }
}
