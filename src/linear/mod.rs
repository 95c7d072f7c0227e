//! Linear systems: analyse once, factor and solve many times, and check every solution.

mod sparse_lu;

pub use sparse_lu::SparseLu;
