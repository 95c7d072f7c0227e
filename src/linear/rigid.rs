//! Motions without stiffness, K x + Bᵀν = 0, B x = 0: the rigid-body motions of what is not held.
//!
//! λ = 0 is a defective eigenvalue of the quadratic problem and comes out with half the digits, and rounding of K makes it look like
//! a soft motion. So they are not sought here but given, from the model, and what is found of them is recognised by its shape:
//!
//! ```text
//!   |x − Σ z (zᵀM x)|_M ≪ |x|_M     zᵢᵀM zⱼ = δᵢⱼ
//! ```

use super::arnoldi::{Complex, norm};
use super::inverted::{Inverted, Scaled};
use crate::error::Result;

/// xᴴK x against the sizes of its products: below this, it is rounding.
pub const ROUNDING: f64 = 1e-13;
/// What is left of the kinetic energy of a motion when its parts along the given ones are taken out, if it is one of them. Other
/// modes have none of it along them, or all but a little where a damper couples them.
const OTHERS: f64 = 0.25;
/// Kinetic energy of a direction that is a combination of others.
const NOTHING_NEW: f64 = 1e-20;

/// Motions without stiffness, scaled.
#[derive(Default)]
pub struct Rigid {
    /// x of each, of unit length
    shapes: Vec<Vec<f64>>,
    /// M z of a basis z with zᵢᵀM zⱼ = δᵢⱼ
    mass_times: Vec<Vec<f64>>,
}

impl Rigid {
    /// Of a problem, from shapes in its own units.
    pub fn new(scaled: &Scaled, own: &[Vec<f64>]) -> Self {
        let mut rigid = Rigid::default();
        let mut basis: Vec<Vec<f64>> = Vec::new();
        for shape in own {
            let mut x: Vec<f64> = shape.iter().zip(&scaled.scale).map(|(x, unit)| x / unit).collect();
            let size = norm(&x);
            x.iter_mut().for_each(|x| *x /= size);
            rigid.shapes.push(x.clone());
            for _ in 0..2 {
                for (z, mz) in basis.iter().zip(&rigid.mass_times) {
                    let along = dot(mz, &x);
                    x.iter_mut().zip(z).for_each(|(x, z)| *x -= along * z);
                }
            }
            let mass_times = scaled.mass_times(&x);
            let energy = dot(&mass_times, &x);
            if energy > NOTHING_NEW * norm(&mass_times) {
                let root = energy.sqrt();
                basis.push(x.iter().map(|x| x / root).collect());
                rigid.mass_times.push(mass_times.iter().map(|m| m / root).collect());
            }
        }
        rigid
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Is `x` a combination of them?
    pub fn spans(&self, scaled: &Scaled, x: &[Complex]) -> bool {
        let all = scaled.forms(x)[0];
        let along = |mz: &Vec<f64>| mz.iter().zip(x).map(|(m, x)| x * *m).sum::<Complex>().norm_sqr();
        let part: f64 = self.mass_times.iter().map(along).sum();
        self.len() > 0 && all - part <= OTHERS * all
    }

    /// (x, ν) of each.
    pub fn pairs(&self, inverted: &mut Inverted) -> Result<Vec<Vec<Complex>>> {
        let (n, zero) = (inverted.scaled.on.motion, Complex::from(-inverted.scaled.shift));
        let pair = |shape: &Vec<f64>| {
            let x: Vec<Complex> = shape.iter().map(|x| Complex::from(*x)).collect();
            let better = inverted.improve(zero, &x)?;
            let given = [&x[..], &better[n..]].concat();
            let improved = inverted.scaled.residual(zero, &better) < inverted.scaled.residual(zero, &given);
            Ok(if improved { better } else { given })
        };
        self.shapes.iter().map(pair).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
