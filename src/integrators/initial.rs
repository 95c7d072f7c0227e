//! A consistent start: positions and velocities that satisfy the conditions, accelerations and multipliers that satisfy
//! the equations of motion. A simulation that starts so has no violent first step.
//!
//! ```text
//!   positions      min ½ |δ|²,         C(q + δ) = 0          δ free of units: metres over the model's length, radians
//!   velocities     min ½ |v − v₀|²_M,  Ċ(v) = 0               an impulse through the joints
//!   accelerations  M a + f + Bᵀλ = 0,  C̈(a) = 0
//! ```

use super::singular::{self, Way};
pub use super::start_report::Report;
use super::{Vectors, Workspace, component, correct_configuration, recovery, saddle};
use crate::assembly::{Dependent, System, Weights};
use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3, so3};
use crate::model::Model;
use crate::newton::{self, Problem, Settings};
use crate::state::State;
use crate::terms::{NodeId, Phase};

/// What to do about dependent conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redundancy {
    /// refuse the model and name them
    Stop,
    /// enforce an independent set, and share out the multipliers with least norm
    LeastSquares,
}

/// Make `state` consistent at its time.
pub fn start(model: &Model, state: &mut State, work: &mut Workspace, redundancy: Redundancy) -> Result<Report> {
    let found = find(model, state, work, redundancy);
    let ended = work.end_start();
    found.and_then(|report| ended.map(|()| report))
}

fn find(model: &Model, state: &mut State, work: &mut Workspace, redundancy: Redundancy) -> Result<Report> {
    work.charts.fill(Mat3::identity());
    state.rest_actuators(model, true)?;
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    super::carry::carry(model, state, &work.functions, &work.system);
    let [moved, turned] = super::close_loops::close_rigidly(model, state, work)?;
    let mut report = project_positions(model, state, work)?;
    (report.moved, report.turned) = (report.moved.max(moved), report.turned.max(turned));
    for start in model.joint_starts() {
        if let Some(value) = start.value() {
            state.coordinates[model.coordinate_place(start.of())] = value;
        }
    }
    work.take_measures(model, state)?;

    work.system.set_phase(model, Phase::Run);
    let here = work.system.dependent_conditions(model, &state.level(model, &work.functions, 1.0), work.length);
    let moves = work.system.require_inertia(model, &state.level(model, &work.functions, 1.0), work.length);
    if moves.is_ok() {
        super::carry::carry_rates(model, state, &work.functions, &work.system);
        push_rigidly(model, state, work, &mut report)?;
        work.at_start(model, state, |state, work| project_velocities(model, state, work, &mut report, &here))?;
    }
    work.end_start()?;
    let way = match here.is_empty() {
        true => Way::default(),
        false => singular::way_on(model, state, work, &here, moves.is_ok())?,
    };
    let redundant = way.redundant;
    report.unknowns = work.system.layout.motion;
    report.conditions = work.system.active.iter().filter(|a| **a).count();
    report.redundant = redundant.len();
    report.freedom = report.unknowns - (report.conditions - redundant.len());
    let mut singular = here;
    singular.retain(|d| redundant.iter().all(|other| other.row != d.row));
    if !singular.is_empty() {
        report.singular = singular.len();
        report.singular_text = work.system.describe_dependent(model, &singular);
    }
    if !redundant.is_empty() {
        report.redundant_text = work.system.describe_dependent(model, &redundant);
        if redundancy == Redundancy::Stop {
            return Err(Error::RedundantConstraints(format!(
                "the conditions of the joints depend on each other: {}\nuse joints that lock less, or ask for the least \
                 squares solution: the motion is then that of an independent set of conditions",
                report.redundant_text
            )));
        }
        for d in &redundant {
            work.system.dropped[d.row] = true;
        }
        work.system.set_phase(model, Phase::Run);
    }
    if let Err(error) = moves {
        // statics needs no mass: a beam or a shell without it is refused by what does
        let at = state.level(model, &work.functions, 1.0);
        report.without_mass = work.system.parts_without_mass(model, &at);
        return if report.without_mass.is_empty() { Err(error) } else { Ok(report) };
    }
    accelerate(model, state, work, if report.singular + report.redundant == 0 { When::Start } else { When::Anywhere })?;
    if report.singular > 0 {
        singular::require_motion(model, state, work)?;
    }
    if let Some(branch) = way.branch {
        branch.accelerate(state);
    }
    state.count_turns(model, 0.0);
    Ok(report)
}

/// A position that was found by iterations is known to ε/σ, and its velocities to ε/σ², with ε = 1e-13 that iterations leave: σ below which
/// they are not. In a singular position itself σ = ε/σ, so that what is found there is below it too.
const LOST: f64 = 2e-5;

/// Refuse a moving start in a position that was found by iterations, next to a singular one: it would be on no branch of the motion.
pub fn require_branch(model: &Model, state: &State, work: &mut Workspace) -> Result<()> {
    let moves = state.nodes.iter().any(|node| node.v != Vec3::zeros() || node.omega != Vec3::zeros());
    if !moves || recovery::weakest(model, state, work)? > LOST {
        return Ok(());
    }
    Err(Error::InconsistentStart(format!(
        "start at t = {} s: the positions that were found lie in a singular position of the mechanism, or within rounding of one, where \
         branches of its motion cross, and do not say which of them its velocities follow. Give nodes positions that satisfy the \
         joints as they are, without start values of joints and without assembly, or start farther from the singular position",
        state.time
    )))
}

/// The least change of positions, in one iteration.
pub(super) struct Projection<'a> {
    pub(super) model: &'a Model,
    pub(super) start: &'a State,
    pub(super) trial: &'a mut State,
    pub(super) functions: &'a [[f64; 3]],
    pub(super) charts: &'a mut [Mat3],
    pub(super) increments: &'a mut [[Vec3; 2]],
    pub(super) length: f64,
    /// dependent conditions are satisfied together, each iteration to this part
    pub(super) relax: f64,
    /// does this part become smaller with the gaps?
    pub(super) follows: bool,
}

/// Largest and least part by which conditions are relaxed, which goes with the square of the largest gap between them: near a singular
/// position, where motions σ < 1 close a gap, iterations converge by relax/(σ² + relax).
const RELAX: [f64; 2] = [1e-12, 1e-6];

impl Projection<'_> {
    pub(super) fn weights(length: f64, relax: f64) -> Weights {
        Weights {
            k: 0.0,
            g: 0.0,
            m: 0.0,
            row: 1.0,
            scale: [1.0 / length, 1.0],
            penalty: 0.0,
            diagonal: [1.0 / (length * length), 1.0],
            relax,
            spin: Vec3::zeros(),
        }
    }
}

impl Problem for Projection<'_> {
    fn assemble(&mut self, system: &mut System) -> Result<Weights> {
        for (chart, y) in self.charts.iter_mut().zip(self.increments.iter()) {
            *chart = so3::tangent(&y[1]);
        }
        let weights = Self::weights(self.length, self.relax);
        let at = self.trial.level(self.model, self.functions, 1.0);
        system.assemble(self.model, &at, &self.trial.multipliers, &weights, self.charts);
        let motion = system.layout.motion;
        system.rhs[..motion].fill(0.0);
        if self.follows {
            // scaled conditions are free of units
            let gap = system.rhs[motion..].iter().fold(0.0_f64, |most, c| most.max(c.abs()));
            self.relax = (gap * gap).clamp(RELAX[0], RELAX[1]);
        }
        Ok(weights)
    }

    fn correct(&mut self, system: &System, delta: &[f64], weights: &Weights) {
        correct_configuration(self.start, self.trial, self.increments, system, delta, weights);
        self.trial.multipliers.fill(0.0);
    }

    fn configuration(&self) -> &State {
        self.trial
    }

    fn remedy(&self) -> &'static str {
        "give start values and drives within reach of the mechanism, begin nearer to them, or let the joints be closed (assemble)"
    }
}

pub(crate) fn project_positions(model: &Model, state: &mut State, work: &mut Workspace) -> Result<Report> {
    work.at_start(model, state, |state, work| project_onto(model, state, work, Phase::StartPosition))
}

/// Bring positions onto the constraints of a phase.
pub(super) fn project_onto(model: &Model, state: &mut State, work: &mut Workspace, phase: Phase) -> Result<Report> {
    work.system.set_phase(model, phase);
    work.increments.fill([Vec3::zeros(); 2]);
    let begin = state.clone();
    let mut problem = Projection {
        model,
        start: &begin,
        trial: state,
        functions: &work.functions,
        charts: &mut work.charts,
        increments: &mut work.increments,
        length: work.length,
        relax: RELAX[1],
        follows: true,
    };
    let settings = Settings { tolerance: 1e-9, max_iterations: newton::MAX_ITERATIONS };
    let what = "start, positions that satisfy all conditions";
    newton::solve(&mut problem, model, &mut work.system, &mut work.lu, &mut work.newton, &settings, work.length, &what)
        .map_err(|e| {
            Error::InconsistentStart(format!(
                "no positions were found near the reference configuration that satisfy all joints, drives and start \
                 values at t = {} s: {e}",
                begin.time
            ))
        })?;
    work.charts.fill(Mat3::identity());
    let mut report = Report::default();
    for [u, c] in &work.increments {
        report.moved = report.moved.max(u.norm());
        report.turned = report.turned.max(c.norm());
    }
    Ok(report)
}

/// Assemble the saddle point system with zero multipliers and solve it for a right side made from the rates of the
/// conditions; with `second` from their second rates, and with the forces. The solution is in the filter's `error`. Nothing is
/// allocated, unless it is a start beside a singular position.
fn solve_saddle(
    model: &Model,
    state: &State,
    work: &mut Workspace,
    (second, when): (bool, When),
    what: &str,
) -> Result<Weights> {
    let weights = saddle::weights(work.scales.at(0.0, work.length));
    let at = state.level(model, &work.functions, 1.0);
    let Workspace { system, vectors, lu, .. } = work;
    let [rate, acceleration] = &mut vectors.rates;
    rate.fill(0.0);
    acceleration.fill(0.0);
    system.assemble(model, &at, rate, &weights, &work.charts);
    system.condition_rates(model, &at, rate, acceleration);
    let motion = system.layout.motion;
    if !second {
        system.rhs[..motion].fill(0.0);
    }
    for k in 0..system.layout.conditions() {
        let s = system.layout.scale_of(weights.scale, k);
        let defect = if second { acceleration[k] } else { rate[k] };
        system.rhs[motion + k] = if system.active[k] { -s * defect } else { 0.0 };
    }
    let System { layout, values, rhs, .. } = system;
    let Vectors { error, right, .. } = vectors;
    let solved = saddle::factor(lu, layout, values, weights.scale)
        .and_then(|()| saddle::solve(lu, layout, values, rhs, error, right));
    let solved = match solved {
        Ok(()) if when == When::Start && !saddle::is_met(layout, values, weights.scale, rhs, error) => {
            saddle::solve_precisely(lu.pivoting(), layout, values, weights.scale, rhs, error)
        }
        solved => solved,
    };
    solved.map(|()| weights).map_err(|e| undetermined(state, what, e))
}

/// Why velocities or accelerations of a start could not be found.
fn undetermined(state: &State, what: &str, error: Error) -> Error {
    let time = state.time;
    Error::InconsistentStart(match error {
        Error::NotFinite(_) => {
            let rates = state.nodes.iter().flat_map(|node| [node.v.norm(), node.omega.norm()]);
            let fastest = rates.fold(0.0_f64, |most, rate| if rate > most || rate.is_nan() { rate } else { most });
            format!(
                "start at t = {time} s: {what} are beyond the range of numbers: velocities go up to {fastest:.1e} m/s or rad/s, and \
                 their squares overflow. Give smaller rates and velocities for the start, or slower drives"
            )
        }
        other => format!(
            "start at t = {time} s: {what} are not determined: {other}; a joint coordinate started or driven twice, or a \
             mechanism in or beside a singular position, would explain it: start farther from that"
        ),
    })
}

/// When a state is made consistent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// at the start, in a position that is not singular, but may be beside one that is
    Start,
    /// in a singular position, where constraints depend on each other, or in a run
    Anywhere,
}

/// Bring velocities, accelerations and multipliers of a state in the middle of a run onto the conditions again.
///
/// The scheme keeps positions on the conditions, and velocities to second order in the step. A much smaller step would turn
/// what is left into a large acceleration; from a consistent state it does not.
pub fn restart(model: &Model, state: &mut State, work: &mut Workspace) -> Result<()> {
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    work.charts.fill(Mat3::identity());
    correct_velocities(model, state, work, &mut Report::default())?;
    solve_accelerations(model, state, work)
}

/// Add the velocities of the solution in the filter's `error` to a state.
pub(super) fn add_velocities(state: &mut State, work: &Workspace) {
    let x = &work.vectors.error;
    for (node, dofs) in state.nodes.iter_mut().zip(&work.system.layout.nodes) {
        node.v += component(x, dofs, 0);
        node.omega += component(x, dofs, 3);
    }
    for (s, &dof) in state.scalars.iter_mut().zip(&work.system.layout.scalars) {
        s.rate += x[dof as usize];
    }
}

/// What is left of rates that agree, over those that were asked for.
const AGREES: f64 = 1e-9;

/// Give beams to which the host gave no velocities those of rigid bodies that joints with given rates ask for, and let what hangs on a
/// joint follow, where they can move so.
fn push_rigidly(model: &Model, state: &mut State, work: &mut Workspace, report: &mut Report) -> Result<()> {
    let is_at_rest = |n: &NodeId| {
        let given = &model.nodes()[n.0].start;
        given.v == Vec3::zeros() && given.omega == Vec3::zeros()
    };
    let is_blow = |t: usize| super::carry::is_blow(model, model.term(t), &work.functions);
    if !model.beams().iter().flat_map(|beam| &beam.nodes).all(is_at_rest) || (0..model.term_count()).any(is_blow) {
        return Ok(());
    }
    let asked = work.at_start(model, state, |state, work| {
        work.system.set_phase(model, Phase::StartVelocity);
        Ok(largest_rate(model, state, work, &work.system.active.clone()))
    })?;
    let sizes = state.nodes.iter().flat_map(|node| [node.v.norm() / work.length, node.omega.norm()]);
    if asked > AGREES * sizes.fold(asked, f64::max) {
        work.with_links(model, state, |state, work| {
            work.system.set_phase(model, Phase::StartVelocity);
            let all = work.system.active.clone();
            // rigid beams make loops redundant: an independent set is enough, if the others agree with it
            let at = state.level(model, &work.functions, 1.0);
            for d in work.system.dependent_conditions(model, &at, work.length) {
                work.system.dropped[d.row] = true;
            }
            work.system.set_phase(model, Phase::StartVelocity);
            // once more for what rounding left of a long chain of links
            change_velocities(model, state, work, report, When::Start)?;
            change_velocities(model, state, work, report, When::Start)?;
            match largest_rate(model, state, work, &all) <= AGREES * asked {
                true => Ok(()),
                false => Err(Error::InconsistentStart("beams cannot move as rigid bodies".into())),
            }
        });
    }
    Ok(())
}

/// Largest rate of the conditions of a list [1/s, over the length of the model].
fn largest_rate(model: &Model, state: &State, work: &mut Workspace, of: &[bool]) -> f64 {
    let [rate, second] = &mut work.vectors.rates;
    rate.fill(0.0);
    work.system.condition_rates(model, &state.level(model, &work.functions, 1.0), rate, second);
    let (layout, scale) = (&work.system.layout, Projection::weights(work.length, 0.0));
    let size = |k: usize| (layout.scale_of(scale.scale, k) * rate[k]).abs();
    (0..of.len()).filter(|k| of[*k]).map(size).fold(0.0, f64::max)
}

/// Velocities that satisfy the constraints; those `known` to depend on others in this position do no harm.
fn project_velocities(
    model: &Model,
    state: &mut State,
    work: &mut Workspace,
    report: &mut Report,
    known: &[Dependent],
) -> Result<()> {
    work.system.set_phase(model, Phase::StartVelocity);
    let at = state.level(model, &work.functions, 1.0);
    let mut clash = work.system.dependent_conditions(model, &at, work.length);
    clash.retain(|d| known.iter().all(|other| other.row != d.row));
    if !clash.is_empty() {
        let text = work.system.describe_dependent(model, &clash);
        return Err(Error::InconsistentStart(format!(
            "the rates given for the start contradict or repeat what joints and drives determine already: {text}"
        )));
    }
    change_velocities(model, state, work, report, if known.is_empty() { When::Start } else { When::Anywhere })?;
    work.system.set_phase(model, Phase::Run);
    Ok(())
}

/// The least change of velocities, measured by kinetic energy, that satisfies the active conditions.
pub(super) fn correct_velocities(
    model: &Model,
    state: &mut State,
    work: &mut Workspace,
    report: &mut Report,
) -> Result<()> {
    change_velocities(model, state, work, report, When::Anywhere)
}

fn change_velocities(
    model: &Model,
    state: &mut State,
    work: &mut Workspace,
    report: &mut Report,
    when: When,
) -> Result<()> {
    solve_saddle(model, state, work, (false, when), "velocities")?;
    add_velocities(state, work);
    let x = &work.vectors.error;
    for dofs in &work.system.layout.nodes {
        report.velocity_change = report.velocity_change.max(component(x, dofs, 0).norm());
        report.spin_change = report.spin_change.max(component(x, dofs, 3).norm());
    }
    Ok(())
}

/// Accelerations and multipliers from positions and velocities.
pub fn solve_accelerations(model: &Model, state: &mut State, work: &mut Workspace) -> Result<()> {
    accelerate(model, state, work, When::Anywhere)
}

fn accelerate(model: &Model, state: &mut State, work: &mut Workspace, when: When) -> Result<()> {
    for node in &mut state.nodes {
        (node.a, node.alpha) = (Vec3::zeros(), Vec3::zeros());
    }
    for s in &mut state.scalars {
        s.acceleration = 0.0;
    }
    work.charts.fill(Mat3::identity());
    let weights = solve_saddle(model, state, work, (true, when), "accelerations and reactions")?;
    let x = &work.vectors.error;
    for (k, dofs) in work.system.layout.nodes.iter().enumerate() {
        let node = &mut state.nodes[k];
        (node.a, node.alpha) = (component(x, dofs, 0), component(x, dofs, 3));
        state.history.algorithmic[k] = [node.a, node.alpha];
    }
    for (k, &dof) in work.system.layout.scalars.iter().enumerate() {
        state.scalars[k].acceleration = x[dof as usize];
        state.history.scalar_algorithmic[k] = x[dof as usize];
    }
    let motion = work.system.layout.motion;
    for (k, lambda) in state.multipliers.iter_mut().enumerate() {
        let s = work.system.layout.scale_of(weights.scale, k);
        *lambda = if work.system.active[k] { s * x[motion + k] } else { 0.0 };
    }
    state.history.forget_span();
    (state.last_step, state.history.scheme) = (0.0, 0);
    Ok(())
}
