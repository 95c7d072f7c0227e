//! Natural frequencies and mode shapes about a static or steadily rotating state, conditions included.
//!
//! ```text
//!   (λ² M_r + λ G_r + K_r) q + Bᵀ ν = 0,   B q = 0
//! ```
//!
//! in axes that turn with the spin Ω of the state (see `assembly::linearize`). Frequencies are therefore those that an
//! observer on the rotor sees: a whirl of frequency p in inertial axes has p − Ω here.

use super::Workspace;
use crate::assembly::NONE;
use crate::error::{Error, Result, require_finite};
use crate::linear::{self, Complex, Eigenpair, Quadratic};
use crate::math::Vec3;
use crate::model::{Model, NodeKind};
use crate::state::State;
use crate::terms::{Class, Phase};

/// How far a state may be from a steady one, relative to the largest rate of spin and modes: frequencies then change by
/// about as much.
const STEADY: f64 = 1e-3;

/// A mode: motion q e^{λt}, of which the real part is meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// λ [1/s]; Im λ ≥ 0 is the damped frequency [rad/s]
    pub eigenvalue: Complex,
    /// |λ| [rad/s]
    pub frequency: f64,
    /// −Re λ/|λ|, negative when the mode grows; 0 for λ = 0
    pub damping_ratio: f64,
    /// translation [m] and rotation [rad] of every node, in inertial axes now; the largest of these numbers is 1
    pub shape: Vec<[Complex; 6]>,
    /// residual of the equation above, relative to the sizes of its terms
    pub residual: f64,
}

/// The `count` modes of lowest |λ| about `state`, which is at rest (`spin` zero) or turns as a whole with `spin` [rad/s].
///
/// A motion without stiffness gives λ = 0 once, and an overdamped one two real λ.
pub fn modes(model: &Model, state: &State, work: &mut Workspace, spin: Vec3, count: usize) -> Result<Vec<Mode>> {
    require_finite("modes: spin", spin.as_slice())?;
    let pairs = eigenpairs(model, state, work, &spin, count)?;
    let fastest = pairs.iter().fold(spin.norm(), |most, p| most.max(p.value.norm()));
    require_steady(model, state, &spin, fastest, work.length)?;
    Ok(pairs.iter().map(|pair| mode(work, pair)).collect())
}

fn eigenpairs(model: &Model, state: &State, work: &mut Workspace, spin: &Vec3, count: usize) -> Result<Vec<Eigenpair>> {
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    work.system.set_phase(model, Phase::Run);
    let at = state.level(model, &work.functions, 1.0);
    let layout = &work.system.layout;
    let conditions = work.system.active.iter().filter(|active| **active).count();
    let freedom = layout.motion.saturating_sub(conditions);
    if !(1..=freedom).contains(&count) {
        return Err(Error::InvalidArgument(format!(
            "{count} modes were asked for; the model has {freedom} degrees of freedom, so it must be 1 to {freedom}"
        )));
    }
    let linear = work.system.linearize(model, &at, &state.multipliers, spin);
    let length = |class: &Class| if *class == Class::Translation { work.length } else { 1.0 };
    let unit: Vec<f64> = layout.classes[..layout.motion].iter().map(length).collect();
    let problem = Quadratic {
        col_ptr: &layout.col_ptr,
        row_idx: &layout.row_idx,
        motion: layout.motion,
        unit: &unit,
        m: &linear.m,
        g: &linear.g,
        k: &linear.k,
    };
    let pairs = linear::smallest(&problem, &mut work.lu, count).map_err(|e| match e {
        Error::SingularMatrix(text) => Error::SingularMatrix(format!(
            "modes at t = {} s: {text}. Conditions that depend on each other, or a motion without mass and stiffness, \
             would explain it",
            state.time
        )),
        other => other,
    })?;
    if pairs.len() < count {
        return Err(Error::InvalidArgument(format!(
            "{count} modes were asked for; the model has {} of finite frequency: the others move no mass",
            pairs.len()
        )));
    }
    Ok(pairs)
}

/// Err, by node, unless the nodes move like one rigid body that turns with `spin`, without angular acceleration.
fn require_steady(model: &Model, state: &State, spin: &Vec3, rate: f64, length: f64) -> Result<()> {
    let moving = |k: &usize| model.nodes()[*k].kind != NodeKind::Ground;
    let Some(first) = (0..state.nodes.len()).find(moving) else { return Ok(()) };
    let first = &state.nodes[first];
    for k in (0..state.nodes.len()).filter(moving) {
        let node = &state.nodes[k];
        let (swept, turns) = (spin.cross(&(node.x - first.x)), model.nodes()[k].kind == NodeKind::Free);
        let defects = [
            ("angular velocity", "rad/s", if turns { (node.omega - spin).norm() } else { 0.0 }, rate),
            ("velocity", "m/s", (node.v - first.v - swept).norm(), rate * length),
            ("angular acceleration", "rad/s²", node.alpha.norm(), rate * rate),
            ("acceleration", "m/s²", (node.a - first.a - spin.cross(&swept)).norm(), rate * rate * length),
        ];
        for (what, unit, defect, scale) in defects {
            if rate > 0.0 && defect > STEADY * scale {
                return Err(Error::InvalidArgument(format!(
                    "modes at t = {} s need a state at rest in equilibrium, or one that turns steadily with the spin \
                     ({:.6}, {:.6}, {:.6}) rad/s; node \"{}\" departs from it by {defect:.3e} {unit} of {what}. Find \
                     the static equilibrium first, or give the spin that the nodes have",
                    state.time,
                    spin.x,
                    spin.y,
                    spin.z,
                    model.nodes()[k].name
                )));
            }
        }
    }
    Ok(())
}

fn mode(work: &Workspace, pair: &Eigenpair) -> Mode {
    let at = |dof: &u32| if *dof == NONE { Complex::default() } else { pair.vector[*dof as usize] };
    let mut shape: Vec<[Complex; 6]> = work.system.layout.nodes.iter().map(|dofs| dofs.each_ref().map(at)).collect();
    // the first of the largest components becomes 1; equal ones may differ by rounding
    let largest = shape.iter().flatten().fold(0.0_f64, |most, c| most.max(c.norm()));
    let lead = shape.iter().flatten().find(|c| c.norm() >= (1.0 - 1e-6) * largest).copied();
    if let Some(lead) = lead.filter(|lead| lead.norm() > 0.0) {
        shape.iter_mut().flatten().for_each(|c| *c /= lead);
    }
    let frequency = pair.value.norm();
    let damping_ratio = if frequency > 0.0 { -pair.value.re / frequency } else { 0.0 };
    Mode { eigenvalue: pair.value, frequency, damping_ratio, shape, residual: pair.residual }
}
