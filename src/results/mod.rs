//! What a run tells: the audit and snapshots.

mod audit;
mod snapshot;

pub use audit::Audit;
pub use snapshot::{VERSION, from_bytes, to_bytes, verify};
