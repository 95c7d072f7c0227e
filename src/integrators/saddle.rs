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
//!   (A − δ S_λ) x_new = b − δ S_λ x_λ,       S_λ: s, or less for a constraint that is written small (`relax_rows`)
//! ```
//!
//! The combination is left out, and so is what the constraints ask for in its direction, which must be nothing for the equations to
//! have a solution. One that moves σ² s by its own force is solved to (δ/σ²)^passes, as good as exactly.
//!
//! Beside a singular position, σ from 1e-9 to 1e-3, it is not. There a start solves with motions that hardly weigh,
//!
//! ```text
//!   | αM   sBᵀ | | y |   | α b_y              |
//!   | sB  −δs  | | µ | = | b_λ − δ s µ_before |,       λ̂ = µ/α,   solved to (αδ/σ²)^passes
//! ```
//!
//! with pivoting, which then takes its pivots from B: σ itself counts and not σ², which rounding would hide (Björck, Numerical Methods
//! for Least Squares Problems, §2.5.3).

use crate::assembly::{Layout, Weights};
use crate::error::{Error, Result};
use crate::linear::{Solver, SparseLu};
use crate::math::Vec3;
use crate::terms::Class;

/// δ
const RELAXED: f64 = 1e-10;
/// Part of the kinetic energy that errors of a step do not leave beside the constraints: their rates are missed by O(h²).
const THROWN: f64 = 1e-3;
/// δ where constraints are left out that are weak, σ < 0.01.
const WEAK: f64 = 1e-4;
/// Part of the energy that is then taken at most, if they were the reason.
const WEAKER: f64 = 0.5;
/// Solutions with the relaxed matrix. More of them take up what is as weak as δ, which positions do not determine: in a singular
/// position they make velocities and reactions worse.
const PASSES: usize = 2;
/// α: what moves by σ = 1e-9 is solved to (1e-4)^passes.
const LIGHT: f64 = 1e-12;
/// Solutions with it.
const PRECISE_PASSES: usize = 4;
/// What the constraints may miss, relative to the parts of their rates, where the usual solution is as good. Two passes leave (δ/σ²)², so
/// this is σ = 0.01, and the motion is then right to MET/σ = 1e-10. Rounding must stay below it, which in trees of thousands of joints
/// adds up to more than 1e-13.
const MET: f64 = 1e-12;
/// Change of the motion in the last pass, relative to it, of what is determined.
const SETTLED: f64 = 1e-5;

/// Weight of the multiplier i in S_λ, in relaxed values.
pub(super) fn size_of(layout: &Layout, values: &[f64], i: usize) -> f64 {
    values[layout.diagonal[i] as usize].min(0.0) / -RELAXED
}

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
    layout.relax_rows(values, scale, RELAXED);
    lu.factor(values)
}

/// Bring velocities with this `kinetic` energy onto the constraints, with factors of a matrix that is near to these values, if `nearby`
/// ones are there and good enough; else with new ones.
///
/// Where branches of a mechanism's motion cross, a position that is known to rounding may be on any of them. Velocities say which
/// one it is; brought onto the constraints of another they lose a good part of their energy. So if they do, constraints that are
/// that weak are left out, if that is why.
pub(super) fn project(
    lu: &mut Solver,
    nearby: bool,
    layout: &Layout,
    values: &mut [f64],
    scale: [f64; 2],
    b: &[f64],
    x: &mut [f64],
    right: &mut [f64],
    kinetic: f64,
) -> Result<()> {
    layout.relax_rows(values, scale, RELAXED);
    if !(nearby && passes(layout, values, b, x, |x| lu.solve_nearby(values, x, right).ok_or(())).is_ok()) {
        lu.factor(values)?;
        solve(lu, layout, values, b, x, right)?;
    }
    // ½ δvᵀM δv = −½ bᵀλ̂
    let taken = |x: &[f64]| -0.5 * (layout.motion..b.len()).map(|i| b[i] * x[i]).sum::<f64>();
    let first = taken(x);
    if first <= THROWN * kinetic {
        return Ok(());
    }
    layout.scale_relaxed(values, WEAK / RELAXED);
    lu.factor(values)?;
    solve(lu, layout, values, b, x, right)?;
    if taken(x) > WEAKER * first {
        layout.scale_relaxed(values, RELAXED / WEAK);
        lu.factor(values)?;
        solve(lu, layout, values, b, x, right)?;
    }
    Ok(())
}

/// Solve for another right-hand side after [`project`]; `nearby`: the factors are those of another matrix.
pub(super) fn solve_again(
    lu: &mut Solver,
    nearby: bool,
    layout: &Layout,
    values: &[f64],
    b: &[f64],
    x: &mut [f64],
    right: &mut [f64],
) -> Result<()> {
    if nearby {
        if passes(layout, values, b, x, |x| lu.solve_nearby(values, x, right).ok_or(())).is_ok() {
            return Ok(());
        }
        lu.factor(values)?;
    }
    solve(lu, layout, values, b, x, right)
}

/// Solve for the right-hand side `b` with the factors of these relaxed values; `right` is workspace.
pub(super) fn solve(
    lu: &mut Solver,
    layout: &Layout,
    values: &[f64],
    b: &[f64],
    x: &mut [f64],
    right: &mut [f64],
) -> Result<()> {
    passes(layout, values, b, x, |x| lu.solve_factored(values, x, right))
}

/// Largest of some numbers of rows i, each over √s: forces b, rates s B y of constraints, and √s y times √s are then of one unit.
fn largest(layout: &Layout, scale: [f64; 2], rows: std::ops::Range<usize>, v: impl Fn(usize) -> f64) -> f64 {
    let unit = |i: usize| scale[usize::from(layout.classes[i] == Class::Rotation)].sqrt();
    rows.fold(0.0_f64, |most, i| most.max((v(i) / unit(i)).abs()))
}

/// Does the solution `x` for `b` satisfy the constraints to rounding? If not, some combination of them is weak.
pub(super) fn is_met(layout: &Layout, values: &[f64], scale: [f64; 2], b: &[f64], x: &[f64]) -> bool {
    let motion = layout.motion;
    let (mut left, mut parts) = (b.to_vec(), vec![0.0; b.len()]);
    for col in 0..motion {
        for p in layout.col_ptr[col]..layout.col_ptr[col + 1] {
            left[layout.row_idx[p]] -= values[p] * x[col];
            parts[layout.row_idx[p]] += (values[p] * x[col]).abs();
        }
    }
    let size = |rows, of: &[f64]| largest(layout, scale, rows, |i| of[i]);
    let whole = size(motion..b.len(), &parts).max(size(0..b.len(), b));
    size(motion..b.len(), &left) <= MET * whole
}

/// Solve for `b` beside a singular position, see above, with these relaxed values.
pub(super) fn solve_precisely(
    lu: &mut SparseLu,
    layout: &Layout,
    values: &[f64],
    scale: [f64; 2],
    b: &[f64],
    x: &mut [f64],
) -> Result<()> {
    let motion = layout.motion;
    let mut light = values.to_vec();
    for col in 0..motion {
        for p in (layout.col_ptr[col]..layout.col_ptr[col + 1]).filter(|p| layout.row_idx[*p] < motion) {
            light[p] *= LIGHT;
        }
    }
    let mut factors = lu.factor(&light)?;
    let (mut before, mut right) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    x.fill(0.0);
    for _ in 0..PRECISE_PASSES {
        before.copy_from_slice(x);
        for i in 0..motion {
            x[i] = LIGHT * b[i];
        }
        for (i, x) in x.iter_mut().enumerate().skip(motion) {
            *x = b[i] + values[layout.diagonal[i] as usize].min(0.0) * *x;
        }
        factors.solve(x, &mut right)?;
    }
    // √s y is s y over √s
    let weight = |i: usize| scale[usize::from(layout.classes[i] == Class::Rotation)];
    let changed = largest(layout, scale, 0..motion, |i| weight(i) * (x[i] - before[i]));
    let size =
        largest(layout, scale, 0..motion, |i| weight(i) * x[i]).max(largest(layout, scale, 0..b.len(), |i| b[i]));
    if changed.is_nan() || changed > SETTLED * size {
        return Err(Error::SingularMatrix("the mechanism is too near to a singular position".into()));
    }
    x[motion..].iter_mut().for_each(|x| *x /= LIGHT);
    Ok(())
}

fn passes<E>(
    layout: &Layout,
    values: &[f64],
    b: &[f64],
    x: &mut [f64],
    mut solve: impl FnMut(&mut [f64]) -> std::result::Result<f64, E>,
) -> std::result::Result<(), E> {
    let motion = layout.motion;
    x.fill(0.0);
    for _ in 0..PASSES {
        x[..motion].copy_from_slice(&b[..motion]);
        for (i, x) in x.iter_mut().enumerate().skip(motion) {
            *x = b[i] + values[layout.diagonal[i] as usize].min(0.0) * *x;
        }
        solve(x)?;
    }
    Ok(())
}
