//! Assembly: joints are closed from a rough configuration.
//!
//! | symbol | name |
//! |---|---|
//! | c | conditions free of units: metres over the model's length, products of unit vectors as they are |
//! | B, D | gradient of c in the unknowns; metres over the length, radians |
//! | µ | `relax`, Levenberg's parameter |
//!
//! Each iteration makes the smallest change of positions that closes the gaps as they look from where it stands, and no node goes
//! far in one (damped Gauss-Newton; µ keeps dependent conditions apart):
//!
//! ```text
//!   min ½ |δ|²_D,   c + B δ = 0:     | D  Bᵀ | | δ |   |  0 |
//!                                    | B −µ  | | λ | = | −c |,      q ← q + s δ,   |c(q + s δ)|² < (1 − 0.2 s) |c(q)|²
//! ```
//!
//! It ends in a configuration near the rough one, not in the nearest. Elements are not asked: a beam whose node is moved is strained.

use super::initial::Projection;
use super::{Workspace, correct_configuration};
use crate::assembly::Equation;
use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3};
use crate::model::Model;
use crate::newton::Problem;
use crate::state::State;
use crate::terms::{Class, Phase};

/// Largest translation of an iteration over the model's length, and largest rotation [rad].
const REACH: f64 = 0.3;
/// Iterations before it is given up.
const PATIENCE: usize = 200;
/// Gap that counts as closed; the start goes on from there.
const CLOSED: f64 = 1e-8;

/// What the assembly did.
#[derive(Debug, Clone, PartialEq)]
pub struct Assembly {
    /// iterations made
    pub iterations: usize,
    /// largest gap of a condition in the rough configuration, over the model's length or as a product of unit vectors
    pub gap_before: f64,
    /// the condition with that gap, and the gap in its unit
    pub widest: String,
    /// largest gap that is left
    pub gap_after: f64,
    /// the node that moved most, and by how much [m]
    pub moved: (usize, f64),
    /// the node that turned most, and by how much [rad]
    pub turned: (usize, f64),
    /// what these nodes are called
    pub names: [String; 2],
}

impl std::fmt::Display for Assembly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "assembled in {} iterations: the widest gap was {}; {:.1e} of the model's size is left; node \"{}\" moved most, by {:.3e} m, \
             node \"{}\" turned most, by {:.3e} rad",
            self.iterations, self.widest, self.gap_after, self.names[0], self.moved.1, self.names[1], self.turned.1
        )
    }
}

/// Close the joints of `state`. On failure it is somewhere on the way.
pub fn assemble(model: &Model, state: &mut State, work: &mut Workspace) -> Result<Assembly> {
    state.rest_actuators(model, true)?;
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    super::carry::carry(model, state, &work.functions, &work.system);
    match work.with_links(model, state, |state, work| close(model, state, work)) {
        Some(assembly) => Ok(assembly),
        None => work.at_start(model, state, |state, work| close(model, state, work)),
    }
}

/// Close joints that are open by more than rounding, with beams as rigid bodies; nothing is done where they cannot be. The largest
/// displacement [m] and rotation [rad] of a node.
pub fn close_rigidly(model: &Model, state: &mut State, work: &mut Workspace) -> Result<[f64; 2]> {
    let gap = work.at_start(model, state, |state, work| {
        work.system.set_phase(model, Phase::StartPosition);
        work.increments.fill([Vec3::zeros(); 2]);
        let begin = state.clone();
        measure(model, &begin, state, work, 1.0).map(|(gap, ..)| gap)
    })?;
    if gap <= CLOSED {
        return Ok([0.0; 2]);
    }
    let closed = work.with_links(model, state, |state, work| close(model, state, work));
    Ok(closed.map_or([0.0; 2], |assembly| [assembly.moved.1, assembly.turned.1]))
}

fn close(model: &Model, state: &mut State, work: &mut Workspace) -> Result<Assembly> {
    work.system.set_phase(model, Phase::StartPosition);
    work.increments.fill([Vec3::zeros(); 2]);
    let (begin, size) = (state.clone(), work.system.layout.size);
    let (mut relax, mut delta, mut right) = (1e-9, vec![0.0; size], vec![0.0; size]);
    let (mut gap, mut merit, mut worst) = measure(model, &begin, state, work, relax)?;
    let (before, widest) = (gap, worst);
    let mut iterations = 0;
    while gap > CLOSED {
        if iterations == PATIENCE || relax > 1e3 {
            return Err(open(model, work, iterations, [(before, widest), (gap, worst)]));
        }
        iterations += 1;
        delta.copy_from_slice(&work.system.rhs);
        work.lu
            .solve(&work.system.values, &mut delta, &mut right)
            .map_err(|e| Error::InconsistentStart(format!("assembly, iteration {iterations}: {e}")))?;
        let [way, turn] = work.system.largest_motion(&delta);
        let mut part = (REACH / (way / work.length).max(turn)).min(1.0);
        // a gap beside which the model has no size, or a way that is no number
        if part.is_nan() || part <= f64::EPSILON {
            return Err(open(model, work, iterations, [(before, widest), (gap, worst)]));
        }
        let (kept, increments) = (state.clone(), work.increments.clone());
        let smallest = part / 64.0;
        loop {
            let step: Vec<f64> = delta.iter().map(|d| part * d).collect();
            let weights = Projection::weights(work.length, relax);
            correct_configuration(&begin, state, &mut work.increments, &work.system, &step, &weights);
            state.multipliers.fill(0.0);
            let (new_gap, new_merit, new_worst) = measure(model, &begin, state, work, relax)?;
            if new_merit < (1.0 - 0.2 * part) * merit {
                (gap, merit, worst) = (new_gap, new_merit, new_worst);
                relax = f64::max(0.1 * relax, 1e-9);
                break;
            }
            state.clone_from(&kept);
            work.increments.clone_from(&increments);
            part *= 0.5;
            if part < smallest {
                // no way on along this direction: shorter ones turn towards the steepest descent
                relax *= 100.0;
                measure(model, &begin, state, work, relax)?;
                break;
            }
        }
    }
    work.charts.fill(Mat3::identity());
    let largest = |half: usize| {
        let sizes = work.increments.iter().map(|y| y[half].norm()).enumerate();
        sizes.fold((0, 0.0), |most, now| if now.1 > most.1 { now } else { most })
    };
    let (moved, turned) = (largest(0), largest(1));
    Ok(Assembly {
        iterations,
        gap_before: before,
        widest: in_words(model, work, before, widest),
        gap_after: gap,
        names: [moved.0, turned.0].map(|k| model.nodes()[k].name.clone()),
        moved,
        turned,
    })
}

/// Fill the system; the largest gap, the sum of their squares, and the equation of the largest.
fn measure(
    model: &Model,
    begin: &State,
    state: &mut State,
    work: &mut Workspace,
    relax: f64,
) -> Result<(f64, f64, usize)> {
    let mut problem = Projection {
        model,
        start: begin,
        trial: state,
        functions: &work.functions,
        charts: &mut work.charts,
        increments: &mut work.increments,
        length: work.length,
        relax,
        follows: false,
    };
    problem.assemble(&mut work.system)?;
    let (mut gap, mut merit, mut worst) = (0.0, 0.0, work.system.layout.motion);
    for (k, value) in work.system.rhs.iter().enumerate().skip(work.system.layout.motion) {
        merit += value * value;
        if value.abs() > gap {
            (gap, worst) = (value.abs(), k);
        }
    }
    Ok((gap, merit, worst))
}

fn open(
    model: &Model,
    work: &Workspace,
    iterations: usize,
    [(before, widest), (gap, worst)]: [(f64, usize); 2],
) -> Error {
    Error::InconsistentStart(format!(
        "the joints cannot be closed from this configuration: after {iterations} iterations the widest gap is {}; it began with \
         {}. Links that are too short, a joint's axis that points the wrong way, or a start value or drive out of reach would \
         explain it",
        in_words(model, work, gap, worst),
        in_words(model, work, before, widest)
    ))
}

/// A gap in its unit, with its condition and the nodes that it is between.
fn in_words(model: &Model, work: &Workspace, gap: f64, equation: usize) -> String {
    let layout = &work.system.layout;
    if equation == layout.size {
        return "none, for there is no joint to close".into();
    }
    let size = match layout.classes[equation] {
        Class::Translation => format!("{:.3e} m", gap * work.length),
        Class::Rotation => format!("{gap:.3e} rad"),
    };
    let names: Vec<_> = match layout.equations[equation] {
        Equation::Condition(t, _) => {
            model.term(t).nodes().iter().map(|n| format!("\"{}\"", model.nodes()[n.0].name)).collect()
        }
        _ => Vec::new(),
    };
    let between = if names.is_empty() { String::new() } else { format!(", between nodes {}", names.join(" and ")) };
    format!("{size} ({}{between})", layout.describe(model, equation))
}
