//! Spherical joint: three rotations. Epple Table 4.1.

use super::coincident;
use crate::terms::holonomic::Pair;

/// Points coincide.
pub fn spherical() -> Pair {
    Pair { kind: "spherical", parameter: None, conditions: coincident(3), coordinates: vec![], coupled: vec![] }
}
