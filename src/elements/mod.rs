//! Elements: what has mass or stiffness.

pub mod beam;
mod bushing;
pub mod host;
mod line_spring;
mod rigid_body;
pub mod shell;
pub mod solid;

pub use bushing::{Bushing, BushingLaw, BushingState};
pub use host::HostElement;
pub use line_spring::{LineLaw, LineSpring, LineState};
pub use rigid_body::{point_mass, rigid_body};
