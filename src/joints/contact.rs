//! What touches: the point, the force there and how it slips.

use crate::math::Vec3;
use crate::terms::Motion;

/// A contact at one instant, inertial axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// where it is [m]
    pub point: Vec3,
    /// force on the node there [N]
    pub force: Vec3,
    /// the part of the force along the normal of the plane [N]: positive when it pushes; zero for a knife edge
    pub normal: f64,
    /// the rest of it [N]
    pub tangential: Vec3,
    /// velocity of the body's point there in the directions that must not slip [m/s]
    pub slip: Vec3,
}

/// A term with a point of contact.
pub trait Touching: Send + Sync {
    /// The contact, from the multipliers of its conditions.
    fn contact(&self, nodes: &[Motion], lambda: &[f64]) -> Contact;
}
