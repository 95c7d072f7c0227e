//! Fixed distance between two points: a massless rod with a spherical joint at each end.

use crate::terms::holonomic::{Condition, Line, Pair};

/// gap·gap/(2L) = L/2: the condition is the stretch (gap² − L²)/(2L) [m], and its multiplier, times gap/L, the rod's
/// tension [N] with a minus sign. `length` [m] is positive.
pub fn distance(length: f64) -> Pair {
    let stretch = Condition::Dot(Line::Gap, Line::Gap, 0.5 / length, 0.5 * length);
    Pair {
        kind: "distance",
        parameter: Some(("length", length)),
        conditions: vec![(stretch, "along the rod")],
        coordinates: vec![],
        coupled: vec![],
    }
}
