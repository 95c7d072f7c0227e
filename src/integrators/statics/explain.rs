//! Why there is no equilibrium, in the user's words.

use super::LoadSteps;
use super::bench::Bench;
use crate::assembly::{Equation, NONE};
use crate::error::{Error, number};
use crate::math::Vec3;
use crate::model::{Joint, Model};
use crate::state::State;

/// The error of load steps that came to an end before the load was on.
pub fn no_equilibrium(steps: &mut LoadSteps, last: Option<Error>) -> Error {
    let (done, time) = (steps.done, number(steps.start.time));
    let mut start = steps.start.clone();
    if let Some((motion, joint, lost)) = free_motion(&mut steps.bench, &mut start, done) {
        if let Some(term) = lost {
            return lost_in_rounding(steps.bench.model, steps.start.time, term);
        }
        return Error::SingularMatrix(format!(
            "statics at t = {time} s: {motion} is not held{joint}: neither joints nor springs, elements, gravity or spin resist this \
             motion, so that the tangent is singular and there is no equilibrium, or none that is determined. Hold it by a \
             joint or a spring, or balance the loads on it"
        ));
    }
    let last = last.map_or(String::new(), |error| format!(" The last attempt: {error}"));
    let reach = match steps.bench.is_driven() {
        true => "A drive may ask for a position that the mechanism cannot reach. ",
        false => "",
    };
    Error::newton(format!(
        "statics at t = {time} s: an equilibrium was followed up to {:.1} % of the way from the state at hand to the loads, \
         the drives and the spin that were asked for. {reach}There the path has a limit or branching point, or becomes too steep, and no stable \
         equilibrium under the whole load was found from there. Follow the path by its arc length (swp_sim_trace_path), apply \
         the loads in another order, or start nearer to the equilibrium.{last}",
        100.0 * done
    ))
}

/// The error of a motion that may be free or not: the stiffness of a term against it is below rounding of its other stiffnesses.
pub fn lost_in_rounding(model: &Model, time: f64, term: usize) -> Error {
    Error::SingularMatrix(format!(
        "statics at t = {} s: {} is so thin that rounding of its resistance to stretching is as large as its stiffness in bending \
         or torsion: whether and how far it bends cannot be told. Give it a thickness of at least some 1e-6 of its length, make \
         elements longer, or model it by rigid bodies and joints",
        number(time),
        model.term_name(term)
    ))
}

/// The error of load steps that reached their limit.
pub fn too_many_steps(steps: &LoadSteps) -> Error {
    let report = &steps.report;
    Error::newton(format!(
        "equilibrium at t = {} s: after {} load steps, {} cuts and {} steps of relaxation, of which {} are allowed, {:.1e} of the way is \
         done. A load that is far beyond what holds it would explain it, or wrong units; go there in several calls, trace the \
         path (swp_sim_trace_path), or allow more (swp_sim_set_load_step_limit)",
        steps.start.time, report.load_steps, report.halved, report.relaxed, steps.most, steps.done
    ))
}

/// A motion that no term resists, by the node that moves most along it and the joint that lets it, and a term whose stiffness against it is
/// lost in rounding.
fn free_motion(bench: &mut Bench, state: &mut State, s: f64) -> Option<(String, String, Option<usize>)> {
    bench.assemble(state, s, 0.0).ok()?;
    let found = bench.without_stiffness(state, s).ok()?;
    let motion = bench.work.system.layout.motion;
    // the one among all combinations of them along which forces act; any one where none does
    let force = |z: &[f64]| (0..motion).map(|i| z[i] * bench.work.system.rhs[i]).sum::<f64>();
    let mut x = vec![0.0; motion];
    for z in &found {
        let share = force(z);
        (0..motion).for_each(|i| x[i] += share * z[i]);
    }
    let x = if x.iter().all(|x| *x == 0.0) { found.into_iter().next()? } else { x };
    let layout = &bench.work.system.layout;
    let by_size = |i: &usize| x[*i].abs() * bench.unit(*i);
    let of_nodes = (0..motion).filter(|i| matches!(layout.equations[*i], Equation::Node(..)));
    let most = of_nodes.max_by(|a, b| by_size(a).total_cmp(&by_size(b)))?;
    const WAYS: [&str; 6] = ["along x", "along y", "along z", "about x", "about y", "about z"];
    let joint = moving_joint(bench, state, &x).map_or(String::new(), |name| format!(" (joint \"{name}\" moves)"));
    let motion = match layout.equations[most] {
        Equation::Node(n, j) => format!("node \"{}\", {},", bench.model.nodes()[n].name, WAYS[j]),
        _ => layout.describe(bench.model, most),
    };
    Some((motion, joint, bench.resistance(state, s, &x).lost))
}

/// The joint whose coordinate changes fastest with a motion.
fn moving_joint<'a>(bench: &'a Bench, state: &State, motion: &[f64]) -> Option<&'a str> {
    let mut nodes = state.nodes.clone();
    for (node, dofs) in nodes.iter_mut().zip(&bench.work.system.layout.nodes) {
        let part = |j: usize| if dofs[j] == NONE { 0.0 } else { motion[dofs[j] as usize] };
        (node.v, node.omega) = (Vec3::new(part(0), part(1), part(2)), Vec3::new(part(3), part(4), part(5)));
    }
    let rate = |j: &&'a Joint| {
        let rates = (0..j.term.coordinates().len()).map(|c| j.term.read(c, &nodes).1.abs());
        rates.fold(0.0_f64, f64::max)
    };
    let joints = bench.model.joints().iter();
    joints.max_by(|a, b| rate(a).total_cmp(&rate(b))).filter(|j| rate(j) > 0.0).map(|j| j.name.as_str())
}
