//! Prismatic joint: one displacement, along axis 3. Epple Table 4.1.

use super::{coincident, locked_rotation};
use crate::terms::holonomic::{Coordinate, Pair};

/// No rotation, no displacement along axes 1 and 2; the coordinate is the displacement along axis 3.
pub fn prismatic() -> Pair {
    let mut conditions = coincident(2);
    conditions.extend(locked_rotation());
    let slide = Coordinate::slide(3, "displacement along axis 3");
    Pair { kind: "prismatic", parameter: None, conditions, coordinates: vec![slide], coupled: vec![] }
}
