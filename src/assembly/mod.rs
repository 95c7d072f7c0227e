//! From terms to one sparse system: unknowns, pattern, scatter, scaling, dependent conditions.

mod dependence;
mod groups;
mod independence;
mod layout;
mod linearize;
mod mechanism;
mod pool;
mod rounding;
mod rows;
mod slots;
mod stages;
mod stiffness_free;
mod system;

pub use dependence::{Dependent, dependent_rows};
pub use groups::Group;
pub use layout::{Equation, Layout, NONE, TermPlan};
pub use linearize::Linearized;
pub use pool::{Pool, THREAD_NAME};
pub use rounding::Equations;
pub use slots::{Entry, FREE_SLOTS, SlotSystem, SpanAudit, span_audit};
pub use stages::{Stage, Tangents};
pub use stiffness_free::StiffRows;
pub use system::{Scales, System, Weights};
