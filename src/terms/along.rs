//! Stiffness along a motion, by strains.
//!
//! ```text
//!   zᵀK z = δeᵀ C δe + s·δ²e,     δe = (e₁ − e₋₁)/2h₁,   δ²e = (e₂ − 2 e₀ + e₋₂)/h₂²
//! ```
//!
//! e₋₂ … e₂ are the strains at −h₂, −h₁, 0, h₁, h₂ along z. Rounding of K is that of its largest entry, which stretching makes, and bending of
//! a thin beam is lost in it. Here each strain has its own: ε of the numbers that it is a difference of, its size E_k.

use nalgebra::{SMatrix, SVector};

/// h₁ and h₂ along a motion of unit size: their squares are what is left out, and rounding over h₁, and over the square of h₂, what comes in.
pub const STEPS: [f64; 2] = [1e-5, 1e-3];
/// −h₂, −h₁, 0, h₁, h₂.
pub const STATIONS: [f64; 5] = [-STEPS[1], -STEPS[0], 0.0, STEPS[0], STEPS[1]];

/// Rounding of a strain, in parts of its size: of some sums of products.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Stiffness along a motion, and what is certain of it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Along {
    /// δeᵀ C δe
    pub material: f64,
    /// s·δ²e
    pub geometric: f64,
    /// what rounding may make of both
    pub noise: f64,
    /// largest |δe_k|/E_k
    pub strain: f64,
}

impl Along {
    /// Add what a point has: strains at the stations, their sizes, stress and law.
    pub fn add<const E: usize>(
        &mut self,
        e: &[SVector<f64, E>; 5],
        sizes: &SVector<f64, E>,
        stress: &SVector<f64, E>,
        law: &SMatrix<f64, E, E>,
    ) {
        let first = (e[3] - e[1]) / (2.0 * STEPS[0]);
        let square = STEPS[1] * STEPS[1];
        let second = (e[4] - e[2] * 2.0 + e[0]) / square;
        self.material += first.dot(&(law * first));
        self.geometric += stress.dot(&second);
        for k in 0..E {
            let blur = ROUNDING * sizes[k];
            // of the stress, which pulls along δ²e; of δ²e; and of δe
            self.noise += law[(k, k)] * blur * second[k].abs();
            self.noise += stress[k].abs() * (4.0 * blur / square + square * second[k].abs());
            self.noise += law[(k, k)] * (blur / STEPS[0]).powi(2);
            self.strain = self.strain.max(if sizes[k] > 0.0 { first[k].abs() / sizes[k] } else { 0.0 });
        }
    }

    /// Both parts.
    pub fn stiffness(&self) -> f64 {
        self.material + self.geometric
    }
}

impl std::ops::AddAssign for Along {
    fn add_assign(&mut self, other: Self) {
        self.material += other.material;
        self.geometric += other.geometric;
        self.noise += other.noise;
        self.strain = self.strain.max(other.strain);
    }
}
