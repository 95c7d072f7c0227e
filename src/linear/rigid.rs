//! Motions without stiffness, K x + Bᵀν = 0, B x = 0: the rigid-body motions of what is not held.
//!
//! λ = 0 is a defective eigenvalue of the quadratic problem and comes out with half the digits. Of the operator
//!
//! ```text
//!   x → K̂⁻¹(K̂ − K) x,   K̂ = K + σG + σ²M
//! ```
//!
//! such an x is a fixed point, and θ = 1 is not defective; a motion of frequency ω has θ = 1/(1 + ω²/σ²) if it is not damped.

use super::arnoldi::{Complex, Krylov, Noise, Ritz, orthonormalize};
use super::inverted::Inverted;
use crate::error::Result;

/// xᴴK x against the sizes of its products: below this, it is rounding.
pub const ROUNDING: f64 = 1e-13;
/// Error of a converged θ, and its distance from 1 that is rounding.
const CONVERGED: f64 = 1e-12;
const FIXED: f64 = 1e-10;

/// (x, ν) of all of them, scaled, the x independent of each other.
pub fn motions(inverted: &mut Inverted) -> Result<Vec<Vec<Complex>>> {
    let (n, mut starts) = (inverted.scaled.on.motion, 8);
    let shapes = loop {
        let (krylov, ritz) = search(inverted, starts)?;
        let (mut shapes, mut copies) = (Vec::new(), 0);
        for k in (0..krylov.size()).filter(|&k| (ritz.values[k] - 1.0).norm() < 0.5) {
            let x = krylov.vector(&ritz, k);
            let [_, _, stiffness, size] = inverted.scaled.forms(&x);
            if (ritz.values[k] - 1.0).norm() <= FIXED || stiffness <= ROUNDING * size {
                let (re, im): (Vec<f64>, Vec<f64>) = x.iter().map(|c| (c.re, c.im)).unzip();
                orthonormalize(&mut shapes, re, 1e-4);
                orthonormalize(&mut shapes, im, 1e-4);
                copies += 1;
            }
        }
        if copies < starts || starts >= n {
            break shapes;
        }
        starts *= 2;
    };
    let zero = Complex::from(-inverted.scaled.shift);
    let polish = |shape: Vec<f64>| {
        let shape: Vec<Complex> = shape.into_iter().map(Complex::from).collect();
        let once = inverted.improve(zero, &shape)?;
        inverted.improve(zero, &once[..n])
    };
    shapes.into_iter().map(polish).collect()
}

/// Arnoldi's method until every θ that is not small has converged.
fn search(inverted: &mut Inverted, starts: usize) -> Result<(Krylov, Ritz)> {
    let (n, mut noise, mut krylov) = (inverted.scaled.on.motion, Noise(3), Krylov::default());
    for _ in 0..starts {
        krylov.start(inverted.relax(&noise.vector(n))?);
    }
    let mut check = 3 * starts;
    loop {
        let next = krylov.next();
        if next.is_none() || krylov.size() >= check {
            let ritz = krylov.eigen()?;
            let largest = ritz.values.iter().fold(0.0_f64, |most, v| most.max(v.norm()));
            let open = |k: usize| ritz.errors[k] > CONVERGED && ritz.values[k].norm() > 0.5 * largest.min(1.0);
            if next.is_none() || !(0..krylov.size()).any(open) {
                return Ok((krylov, ritz));
            }
            check += starts;
        }
        let image = inverted.relax(next.expect("a complete basis was returned"))?;
        krylov.push(image);
    }
}
