//! Linear systems: analyse once, factor and solve many times, and check every solution. Eigenvalues by their means.

mod arnoldi;
mod block_lu;
mod dense_eigen;
mod frontal;
mod inverted;
mod null_space;
mod polish;
mod quadratic;
mod rigid;
mod solver;
mod sparse_lu;

pub use arnoldi::Complex;
pub use block_lu::BlockLu;
pub use inverted::Quadratic;
pub use null_space::null_space;
pub use quadratic::{Eigenpair, smallest};
pub use solver::{Counts, Solver};
pub use sparse_lu::{Factors, SparseLu};

/// Numbers in [−1, 1), the same in every run: a vector that is orthogonal to nothing in particular.
pub fn noise(size: usize) -> Vec<f64> {
    arnoldi::Noise(1).vector(size)
}
