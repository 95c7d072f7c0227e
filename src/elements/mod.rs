//! Elements: what has mass or stiffness.

pub mod beam;
mod rigid_body;

pub use rigid_body::{point_mass, rigid_body};
