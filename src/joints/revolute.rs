//! Revolute joint: one rotation, about axis 3. Epple Table 4.1, (4.64)–(4.66).

use super::{angle, coincident, parallel_axes};
use crate::terms::holonomic::Pair;

/// Points coincide, axes 3 are parallel; the coordinate is the angle about axis 3.
pub fn revolute() -> Pair {
    let mut conditions = coincident(3);
    conditions.extend(parallel_axes());
    Pair { kind: "revolute", parameter: None, conditions, coordinates: vec![angle()], coupled: vec![] }
}
