//! Loads and functions of time.

mod node_load;
mod time_function;

pub use node_load::{Axes, NodeLoad};
pub use time_function::{HostFunction, Table, TimeFunction};
