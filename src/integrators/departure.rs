//! Has a step left the motion that the constraints allow?
//!
//! Where branches of a mechanism's motion cross, in its singular positions, constraints say little about velocities. With steps that are
//! long beside the time of a passage, what generalised-α carries of velocities across the constraints grows from passage to passage,
//! until Newton's method finds positions on another branch, or beside both. They satisfy the constraints; what gives the step away is
//! energy. Two things are looked at where no drive does work, whose jumps have the same marks:
//!
//! * energy came from nowhere in the step, a good part of all that has moved so far, and velocities miss the constraints;
//! * velocities were brought onto the constraints, and that took a good part of the kinetic energy.

use super::{Workspace, recovery};
use crate::error::{Error, Result};
use crate::math::{Vec3, so3};
use crate::model::Model;
use crate::state::State;
use crate::terms::frame_mass::director_rates;
use crate::terms::{Class, InstantAudit, Mass, Motion, NodeId, ScalarId};

/// Part of the energy that is a good part of it.
const PART: f64 = 0.25;
/// What constraints on velocities may miss, over the largest velocity.
const MISSED: f64 = 0.01;

/// Err if the step from `start` to `trial`, which ends with this audit, has left the motion that the constraints allow.
pub(super) fn require_none(
    model: &Model,
    start: &State,
    trial: &State,
    work: &mut Workspace,
    audit: &InstantAudit,
    what: std::fmt::Arguments,
) -> Result<()> {
    let (before, after) = (&start.run_audit, &trial.run_audit);
    if after.driven != 0.0 || work.system.layout.conditions() == 0 {
        return Ok(());
    }
    let gained = after.unexplained() - before.unexplained();
    let taken = after.dissipated - before.dissipated;
    let is_thrown = taken > PART * (audit.kinetic + taken);
    if !is_thrown && (gained <= PART * before.known() || missed(model, trial, work) <= MISSED) {
        return Ok(());
    }
    let (energy, marks) = match is_thrown {
        true => (taken, "kinetic energy was lost where velocities were brought back onto the constraints"),
        false => (gained, "energy came in by no load, drive or damper, and velocities miss the constraints"),
    };
    Err(Error::newton(format!(
        "{what}: the solution leaves the motion that the constraints allow: {energy:.1e} J of {marks}. The step is too long for the speed \
         of the mechanism, or beside the time in which it passes a singular position, where branches of its motion cross, or the rate of a \
         drive jumps in it, as at the corner of a table: try a smaller step from the start, a drive with smooth rates, or a scheme that holds its energy or damps more (EP, Radau IIA, a smaller rho_infinity)"
    )))
}

/// Energy that comes from nowhere in a step of a scheme over a step, over all that has moved so far or is moving: Newton's method has found another
/// root, as of bodies that turn by more than 2 rad.
const GAINED: f64 = 0.01;

/// Err if energy came from nowhere in a step of a scheme that keeps it, or lets it decay, by an identity, or went nowhere where the
/// scheme `keeps` it. What a drive does to it is no part of that identity.
pub(super) fn require_identity(
    start: &State,
    trial: &State,
    audit: &InstantAudit,
    keeps: bool,
    what: std::fmt::Arguments,
) -> Result<()> {
    let (before, after) = (&start.run_audit, &trial.run_audit);
    let gained = after.unexplained() - before.unexplained();
    let most = GAINED * before.known().max(audit.kinetic);
    if after.driven != 0.0 || gained <= most && !(keeps && gained < -most) {
        return Ok(());
    }
    let (energy, way) = (gained.abs(), if gained > 0.0 { "came in" } else { "went out" });
    Err(Error::newton(format!(
        "{what}: {energy:.1e} J {way} by no load or damper: the solution is not the one next to the start of the step. A body that turns by \
         more than 2 rad in a step would explain it: try a smaller step"
    )))
}

/// Largest rate of a constraint over the largest velocity, both over the length of the model.
fn missed(model: &Model, state: &State, work: &mut Workspace) -> f64 {
    let length = work.length;
    let [rate, second] = &mut work.vectors.rates;
    work.system.condition_rates(model, &state.level(model, &work.functions, 1.0), rate, second);
    let layout = &work.system.layout;
    let unit = |k: usize| if layout.classes[layout.motion + k] == Class::Translation { length } else { 1.0 };
    let rates = rate.iter().enumerate().filter(|(k, _)| work.system.active[*k]);
    let largest = rates.fold(0.0_f64, |most, (k, rate)| most.max(rate.abs() / unit(k)));
    let fastest = state.nodes.iter().fold(0.0_f64, |most, n| most.max(n.v.norm() / length).max(n.omega.norm()));
    if fastest > 0.0 { largest / fastest } else { 0.0 }
}

/// σ at the end of a step that is solved (`recovery`): what the weakest combination of multipliers moves. Matrix, charts and functions of
/// time stay those of the step.
pub(super) fn weakest(model: &Model, trial: &State, work: &mut Workspace) -> Result<f64> {
    work.middle.functions.clone_from(&work.functions);
    std::mem::swap(&mut work.vectors.matrix, &mut work.system.values);
    let found = recovery::weakest(model, trial, work);
    std::mem::swap(&mut work.vectors.matrix, &mut work.system.values);
    work.functions.clone_from(&work.middle.functions);
    for (chart, y) in work.charts.iter_mut().zip(&work.increments) {
        *chart = so3::tangent(&y[1]);
    }
    found
}

/// ½ |w₁ − w₀ − h a₀|² in the metric of the mass [J]: w velocities at both ends of a step of size h, a₀ accelerations at its beginning.
pub(super) fn change(model: &Model, start: &State, trial: &State, h: f64) -> f64 {
    let of_node = |k: usize| {
        let (before, after) = (&start.nodes[k], &trial.nodes[k]);
        (after.v - before.v - h * before.a, after.omega - before.omega - h * before.alpha)
    };
    let of_scalar = |k: usize| {
        let before = &start.scalars[k];
        trial.scalars[k].rate - before.rate - h * before.acceleration
    };
    energy(model, trial, of_node, of_scalar)
}

/// Kinetic energy of a state [J].
pub(super) fn kinetic(model: &Model, state: &State) -> f64 {
    energy(model, state, |k| (state.nodes[k].v, state.nodes[k].omega), |k| state.scalars[k].rate)
}

/// ½ |w|² in the metric of the mass [J], for nodes with these velocities (v, ω) and scalars with these rates in the position of `state`.
fn energy(model: &Model, state: &State, velocity: impl Fn(usize) -> (Vec3, Vec3), rate: impl Fn(usize) -> f64) -> f64 {
    let mut sum = 0.0;
    for mass in (0..model.term_count()).map(|t| model.term(t).mass()) {
        match mass {
            Mass::None => {}
            Mass::Body(inertia) => {
                let k = inertia.node().0;
                let (v, omega) = velocity(k);
                let at_center = v + omega.cross(&(state.nodes[k].d * inertia.center()));
                let turn = state.nodes[k].d.transpose() * omega;
                sum += 0.5 * (inertia.mass() * at_center.norm_squared() + turn.dot(&(inertia.inertia() * turn)));
            }
            Mass::Places(mass) => {
                let speed = |id: NodeId| velocity(id.0).0;
                sum += 0.5 * mass.product(speed, speed);
            }
            Mass::Frames(mass) => {
                let speed = |id: NodeId| {
                    let (v, omega) = velocity(id.0);
                    director_rates(&Motion { v, omega, ..state.nodes[id.0] })
                };
                sum += 0.5 * mass.product(speed, speed);
            }
            Mass::Scalars(mass) => {
                let rate = |id: ScalarId| rate(id.0);
                sum += 0.5 * mass.product(rate, rate);
            }
        }
    }
    sum
}
