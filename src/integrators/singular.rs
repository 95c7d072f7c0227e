//! A start in a singular position of a mechanism, where constraints depend on each other that do not elsewhere.
//!
//! Redundant constraints depend on each other in all positions nearby, so the mechanism is looked at there: moved a little way along
//! directions that the constraints allow, and brought back onto them. If it moves, its velocities say where it goes. From rest several
//! **branches** may lead out of the position. With the accelerations a that forces give on each of them, and those a_f that they would
//! give without constraints, Gauss's principle of least constraint chooses:
//!
//! ```text
//!   min ½ (a − a_f)ᵀ M (a − a_f)   over all branches,   which is   max ½ aᵀ M a
//! ```
//!
//! since a on each branch is the projection of a_f on its tangents. These are found on either side of the position: they are those of
//! the branch to first order in the distance, and the mean of a to second order. Only constraints are asked there, not forces.

use super::Workspace;
use super::initial::{Report, correct_velocities, project_onto, solve_accelerations};
use crate::assembly::{Dependent, NONE, System};
use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3, so3};
use crate::model::Model;
use crate::state::State;
use crate::terms::{Class, Phase};

/// How far a mechanism is moved to look whether constraints are redundant or only in a singular position, over its length and in
/// radians: far enough for the rank to show, near enough to find back onto the constraints.
const NEARBY: f64 = 0.03;
/// The same to find the accelerations on a branch.
const BESIDE: f64 = 0.01;
/// Directions that are tried from rest beside that of the accelerations.
const TRIED: usize = 6;
/// Part of the merit ½ aᵀMa of the best branch that another one must reach to be as good.
const AS_GOOD: f64 = 0.99;
/// Part of ½ aᵀMa by which accelerations on one branch, found from different directions, differ at most.
const SAME: f64 = 2e-3;

/// How a mechanism goes on from its start.
#[derive(Debug, Default)]
pub(super) struct Way {
    /// constraints that are redundant, not only in this position
    pub(super) redundant: Vec<Dependent>,
    /// accelerations along the branch that it takes, where the position leaves them open
    pub(super) branch: Option<Branch>,
}

/// Accelerations along a branch.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    nodes: Vec<[Vec3; 2]>,
    scalars: Vec<f64>,
}

impl Branch {
    fn of(state: &State) -> Self {
        Branch {
            nodes: state.nodes.iter().map(|node| [node.a, node.alpha]).collect(),
            scalars: state.scalars.iter().map(|s| s.acceleration).collect(),
        }
    }

    fn of_velocities(state: &State) -> Self {
        Branch {
            nodes: state.nodes.iter().map(|node| [node.v, node.omega]).collect(),
            scalars: state.scalars.iter().map(|s| s.rate).collect(),
        }
    }

    fn times(mut self, factor: f64) -> Self {
        self.nodes.iter_mut().flatten().for_each(|a| *a *= factor);
        self.scalars.iter_mut().for_each(|a| *a *= factor);
        self
    }

    /// self + factor other
    fn plus(&self, factor: f64, other: &Branch) -> Self {
        let mut sum = self.clone();
        for (own, more) in sum.nodes.iter_mut().flatten().zip(other.nodes.iter().flatten()) {
            *own += factor * more;
        }
        sum.scalars.iter_mut().zip(&other.scalars).for_each(|(own, more)| *own += factor * more);
        sum
    }

    /// ½ aᵀMa in the position of `state`.
    fn merit(&self, model: &Model, state: &State, functions: &[[f64; 3]]) -> f64 {
        let mut moving = state.clone();
        for (node, [a, alpha]) in moving.nodes.iter_mut().zip(&self.nodes) {
            (node.v, node.omega) = (*a, *alpha);
        }
        moving.history.rates.clear();
        moving.audit(model, functions, &vec![0.0; state.multipliers.len()]).kinetic
    }

    /// Give its accelerations to a state.
    pub(super) fn accelerate(&self, state: &mut State) {
        for (k, (node, [a, alpha])) in state.nodes.iter_mut().zip(&self.nodes).enumerate() {
            (node.a, node.alpha) = (*a, *alpha);
            state.history.algorithmic[k] = [*a, *alpha];
        }
        for (k, (s, a)) in state.scalars.iter_mut().zip(&self.scalars).enumerate() {
            s.acceleration = *a;
            state.history.scalar_algorithmic[k] = *a;
        }
    }
}

/// Which of the constraints `here`, which depend on others in the position of `state`, are redundant, and where the mechanism goes.
/// `moves`: has every motion a mass?
pub(super) fn way_on(
    model: &Model,
    state: &mut State,
    work: &mut Workspace,
    here: &[Dependent],
    moves: bool,
) -> Result<Way> {
    let speed = fastest(state, work.length);
    if !moves {
        let time = NEARBY / speed;
        let later = beside(model, state, work, time, state.time + time)?.map(|(_, found)| found);
        return Ok(Way { redundant: later.unwrap_or_else(|| here.to_vec()), branch: None });
    }
    solve_accelerations(model, state, work)?;
    let (own, forces) = (Branch::of(state), accelerations_of_forces(work));
    // what velocities of rounding are
    let at_rest = speed <= 1e-9 * largest(&own, work.length).sqrt();
    if !at_rest {
        let time = NEARBY / speed;
        return match beside(model, state, work, time, state.time + time)? {
            Some((_, redundant)) => {
                let singular = redundant.len() < here.len();
                let branch = if singular { passing(model, state, work, speed)? } else { None };
                Ok(Way { redundant, branch })
            }
            None => {
                require_motion(model, state, work)?;
                Ok(Way { redundant: here.to_vec(), branch: None })
            }
        };
    }
    let directions = directions(model, state, work, &own)?;
    let mut redundant = here.to_vec();
    let mut look = |direction: &Branch, at: f64, work: &mut Workspace| -> Result<()> {
        let trial = with_velocities(state, direction);
        let time = NEARBY / fastest(&trial, work.length);
        if let Some((_, found)) = beside(model, &trial, work, time, at)?
            && found.len() < redundant.len()
        {
            redundant = found;
        }
        Ok(())
    };
    // drives that begin to move have come as far in the time that these accelerations need
    look(&own, state.time + (2.0 * NEARBY / largest(&own, work.length)).sqrt(), work)?;
    for direction in &directions {
        look(direction, state.time, work)?;
    }
    // forces that cancel leave their rounding, and the mechanism where it is
    let pushed = largest(&own, work.length) > 1e-9 * forces;
    let branch = match redundant.len() < here.len() && pushed {
        true => choose(model, state, work, &directions, &own)?,
        false => None,
    };
    Ok(Way { redundant, branch })
}

/// Accelerations of a mechanism that passes the position at this speed: constraints leave some of them open there, but not beside it. The
/// mean of both sides is right to second order in the distance. None where it does not find back onto the constraints.
fn passing(model: &Model, state: &State, work: &mut Workspace, speed: f64) -> Result<Option<Branch>> {
    let mut sides = Vec::new();
    for time in [BESIDE / speed, -BESIDE / speed] {
        let Some((mut there, _)) = beside(model, state, work, time, state.time)? else { return Ok(None) };
        correct_velocities(model, &mut there, work, &mut Report::default())?;
        solve_accelerations(model, &mut there, work)?;
        sides.push(Branch::of(&there));
    }
    Ok(Some(sides[0].plus(1.0, &sides[1]).times(0.5)))
}

/// The branch with the accelerations of least constraint; None where those of the position, `own`, are on it.
fn choose(
    model: &Model,
    state: &State,
    work: &mut Workspace,
    directions: &[Branch],
    own: &Branch,
) -> Result<Option<Branch>> {
    let mut found: Vec<(f64, Branch)> = Vec::new();
    for direction in directions {
        let trial = with_velocities(state, direction);
        let time = BESIDE / fastest(&trial, work.length);
        let mut sides = Vec::new();
        for time in [time, -time] {
            if let Some((mut there, _)) = beside(model, &trial, work, time, state.time)? {
                there = with_velocities(&there, own);
                correct_velocities(model, &mut there, work, &mut Report::default())?;
                sides.push(Branch::of_velocities(&there));
            }
        }
        let branch = match &sides[..] {
            [one, other] => one.plus(1.0, other).times(0.5),
            [one] => one.clone(),
            _ => continue,
        };
        found.push((branch.merit(model, state, &work.functions), branch));
    }
    let Some((merit, best)) = found.iter().max_by(|a, b| a.0.total_cmp(&b.0)) else { return Ok(None) };
    let other = found.iter().find(|(other, branch)| {
        *other > AS_GOOD * merit && branch.plus(-1.0, best).merit(model, state, &work.functions) > 10.0 * SAME * merit
    });
    if other.is_some() {
        return Err(Error::InconsistentStart(
            "the mechanism starts at rest in a singular position, and the forces push it along two branches of its motion alike, so \
             that nothing says which one it takes. Give all bodies velocities along one of them (swp_model_set_node_velocity), or \
             start beside the singular position"
                .into(),
        ));
    }
    let off = own.plus(-1.0, best).merit(model, state, &work.functions);
    Ok((off > SAME * own.merit(model, state, &work.functions)).then(|| best.clone()))
}

/// Largest velocity over the length, or angular velocity [1/s].
fn fastest(state: &State, length: f64) -> f64 {
    state.nodes.iter().fold(0.0, |most, node| most.max(node.v.norm() / length).max(node.omega.norm()))
}

/// Largest acceleration over the length, or angular acceleration [1/s²].
fn largest(branch: &Branch, length: f64) -> f64 {
    branch.nodes.iter().fold(0.0, |most, [a, alpha]| most.max(a.norm() / length).max(alpha.norm()))
}

/// The state with these numbers as velocities.
fn with_velocities(state: &State, direction: &Branch) -> State {
    let mut moving = state.clone();
    for (node, [v, omega]) in moving.nodes.iter_mut().zip(&direction.nodes) {
        (node.v, node.omega) = (*v, *omega);
    }
    moving.scalars.iter_mut().zip(&direction.scalars).for_each(|(s, rate)| s.rate = *rate);
    moving
}

/// Directions that the constraints allow: that of the accelerations `own`, and some that nothing distinguishes, the same each time.
fn directions(model: &Model, state: &State, work: &mut Workspace, own: &Branch) -> Result<Vec<Branch>> {
    let mut found = Vec::new();
    if largest(own, work.length) > 0.0 {
        found.push(own.clone());
    }
    // a linear congruential generator (Knuth)
    let mut seed = 1_u64;
    let mut number = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    for _ in 0..TRIED {
        let mut trial = state.clone();
        for (node, dofs) in trial.nodes.iter_mut().zip(&work.system.layout.nodes) {
            let [v, omega] = [(); 2].map(|()| Vec3::from_fn(|_, _| number()));
            if dofs[0] != NONE {
                node.v = work.length * v;
            }
            if dofs[3] != NONE {
                node.omega = omega;
            }
        }
        correct_velocities(model, &mut trial, work, &mut Report::default())?;
        let speed = fastest(&trial, work.length);
        if speed > 1e-6 {
            found.push(Branch::of_velocities(&trial).times(1.0 / speed));
        }
    }
    Ok(found)
}

/// The mechanism where the velocities of `state` lead in this time, back on its constraints, and those that depend on others there.
/// None where it does not find back.
/// Drives have their values at the time `at`.
fn beside(
    model: &Model,
    state: &State,
    work: &mut Workspace,
    time: f64,
    at: f64,
) -> Result<Option<(State, Vec<Dependent>)>> {
    if !(time.is_finite() && at.is_finite()) {
        return Ok(None);
    }
    let mut later = state.clone();
    for (node, dofs) in later.nodes.iter_mut().zip(&work.system.layout.nodes).filter(|(_, dofs)| dofs[0] != NONE) {
        let turn = if dofs[3] == NONE { Vec3::zeros() } else { node.omega * time };
        node.place(node.x + node.v * time, so3::exp(&turn) * node.rotation);
    }
    for s in &mut later.scalars {
        s.value += s.rate * time;
    }
    later.evaluate_functions(model, at, &mut work.functions)?;
    let found = project_onto(model, &mut later, work, Phase::Run).ok().map(|_| {
        let at = later.level(model, &work.functions, 1.0);
        work.system.dependent_conditions(model, &at, work.length)
    });
    work.system.set_phase(model, Phase::Run);
    work.charts.fill(Mat3::identity());
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    Ok(found.map(|found| (later, found)))
}

/// Accelerations that the largest force and moment of the system assembled last would give alone [1/s²].
fn accelerations_of_forces(work: &Workspace) -> f64 {
    let (reference, scale) = (&work.system.reference, work.scales.at(0.0, work.length));
    f64::max(reference[0] / (scale[0] * work.length), reference[1] / scale[1])
}

/// In a singular position not every velocity that satisfies the constraints can go on: their second rates must vanish too.
pub(super) fn require_motion(model: &Model, state: &State, work: &mut Workspace) -> Result<()> {
    let at = state.level(model, &work.functions, 1.0);
    // what second rates are made of; forces that cancel leave their rounding
    let forces = accelerations_of_forces(work);
    let [rate, second] = &mut work.vectors.rates;
    work.system.condition_rates(model, &at, rate, second);
    let System { layout, active, .. } = &work.system;
    let size = state.nodes.iter().fold(forces, |most, node| {
        let rates = [node.v.norm_squared() / work.length.powi(2), node.omega.norm_squared()];
        let accelerations = [node.a.norm() / work.length, node.alpha.norm()];
        rates.into_iter().chain(accelerations).fold(most, f64::max)
    });
    for (k, second) in second.iter().enumerate().filter(|(k, _)| active[*k]) {
        let unit = if layout.classes[layout.motion + k] == Class::Translation { work.length } else { 1.0 };
        if second.abs() > 1e-6 * size * unit {
            return Err(Error::InconsistentStart(format!(
                "the mechanism starts in a singular position, where constraints allow velocities with which it cannot go on: {} \
                 would be violated at once. Give all bodies of the mechanism velocities along one of its motions \
                 (swp_model_set_node_velocity), or start beside the singular position",
                layout.describe(model, layout.motion + k)
            )));
        }
    }
    Ok(())
}
