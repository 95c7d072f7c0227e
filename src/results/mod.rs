//! What a run tells: the audit, curvature along beams for a new mesh, snapshots.

mod audit;
mod curvature;
pub mod slice;
mod snapshot;

pub use audit::{Audit, StepAudit};
pub use curvature::curvature_index;
pub use snapshot::{VERSION, fingerprint, from_bytes, require_possible, to_bytes, verify};
