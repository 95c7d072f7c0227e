//! Loads and functions of time.

mod actuator;
mod face_load;
mod node_load;
mod over_step;
mod section_frame;
mod span_load;
mod surface_load;
mod time_function;

pub use actuator::{Actuator, Dynamics, Limits, STAGES};
pub use face_load::FaceLoad;
pub use node_load::{Axes, NodeLoad};
pub use span_load::{POINT_NODES, SpanLoad, SpanPoint, SpanSource, point_weights};
pub use surface_load::{SurfaceLoad, SurfaceSource};
pub use time_function::{HostFunction, Table, TimeFunction};
