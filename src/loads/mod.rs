//! Loads and functions of time.

mod node_load;
mod over_step;
mod span_load;
mod time_function;

pub use node_load::{Axes, NodeLoad};
pub use span_load::{SpanLoad, SpanPoint, SpanSource};
pub use time_function::{HostFunction, Table, TimeFunction};
