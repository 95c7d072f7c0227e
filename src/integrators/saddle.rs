//! The matrix of velocities, accelerations and reactions, also in a singular position.
//!
//! ```text
//!   | M   sBᵀ | | y |
//!   | sB  0   | | λ̂ | = b
//! ```
//!
//! In a singular position some combination of multipliers moves nothing, and the matrix A has no inverse. So it is relaxed, and
//! solved again with what that has left:
//!
//! ```text
//!   (A − δ s I_λ) x_new = b − δ s x_λ
//! ```
//!
//! The combination is left out, and so is what the constraints ask for in its direction, which must be nothing for the equations to
//! have a solution. One that moves σ² s by its own force is solved to (δ/σ²)^passes, as good as exactly.

use crate::assembly::{Layout, Weights};
use crate::error::Result;
use crate::linear::Solver;
use crate::math::Vec3;
use crate::terms::Class;

/// δ
const RELAXED: f64 = 1e-10;
/// Solutions with the relaxed matrix. More of them take up what is as weak as δ, which positions do not determine: in a singular
/// position they make velocities and reactions worse.
const PASSES: usize = 2;

/// Weights of the matrix, with this s.
pub(super) fn weights(scale: [f64; 2]) -> Weights {
    Weights {
        k: 0.0,
        g: 0.0,
        m: 1.0,
        row: 1.0,
        scale,
        penalty: 0.0,
        diagonal: [0.0; 2],
        relax: 0.0,
        spin: Vec3::zeros(),
    }
}

/// Relax the matrix with these values, assembled with [`weights`] of this s, and factor it.
pub(super) fn factor(lu: &mut Solver, layout: &Layout, values: &mut [f64], scale: [f64; 2]) -> Result<()> {
    layout.relax(values, 1, scale, RELAXED);
    lu.factor(values)
}

/// The same with factors of a matrix that is near to these values, if `nearby` ones are there and good enough; else with new ones.
pub(super) fn factor_and_solve(
    lu: &mut Solver,
    nearby: bool,
    layout: &Layout,
    values: &mut [f64],
    scale: [f64; 2],
    b: &[f64],
    x: &mut [f64],
    right: &mut [f64],
) -> Result<()> {
    layout.relax(values, 1, scale, RELAXED);
    if nearby && passes(layout, scale, b, x, |x| lu.solve_nearby(values, x, right).ok_or(())).is_ok() {
        return Ok(());
    }
    lu.factor(values)?;
    solve(lu, layout, values, scale, b, x, right)
}

/// Solve for another right-hand side after [`factor_and_solve`]; `nearby`: the factors are those of another matrix.
pub(super) fn solve_again(
    lu: &mut Solver,
    nearby: bool,
    layout: &Layout,
    values: &[f64],
    scale: [f64; 2],
    b: &[f64],
    x: &mut [f64],
    right: &mut [f64],
) -> Result<()> {
    if nearby {
        if passes(layout, scale, b, x, |x| lu.solve_nearby(values, x, right).ok_or(())).is_ok() {
            return Ok(());
        }
        lu.factor(values)?;
    }
    solve(lu, layout, values, scale, b, x, right)
}

/// Solve for the right-hand side `b` with the factors of these relaxed values; `right` is workspace.
pub(super) fn solve(
    lu: &mut Solver,
    layout: &Layout,
    values: &[f64],
    scale: [f64; 2],
    b: &[f64],
    x: &mut [f64],
    right: &mut [f64],
) -> Result<()> {
    passes(layout, scale, b, x, |x| lu.solve_factored(values, x, right))
}

fn passes<E>(
    layout: &Layout,
    scale: [f64; 2],
    b: &[f64],
    x: &mut [f64],
    mut solve: impl FnMut(&mut [f64]) -> std::result::Result<f64, E>,
) -> std::result::Result<(), E> {
    let motion = layout.motion;
    x.fill(0.0);
    for _ in 0..PASSES {
        x[..motion].copy_from_slice(&b[..motion]);
        for (i, x) in x.iter_mut().enumerate().skip(motion) {
            *x = b[i] - RELAXED * scale[usize::from(layout.classes[i] == Class::Rotation)] * *x;
        }
        solve(x)?;
    }
    Ok(())
}
