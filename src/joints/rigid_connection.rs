//! Rigid connection: the two frames move as one.

use super::{coincident, locked_rotation};
use crate::terms::holonomic::Pair;

/// Points and axes coincide.
pub fn rigid_connection() -> Pair {
    let mut conditions = coincident(3);
    conditions.extend(locked_rotation());
    Pair { kind: "rigid connection", parameter: None, conditions, coordinates: vec![], coupled: vec![] }
}
