//! Why there is no equilibrium, in the user's words.

use super::LoadSteps;
use super::bench::Bench;
use crate::assembly::Equation;
use crate::error::Error;
use crate::linear::noise;
use crate::state::State;

/// Stiffness of a motion, relative to that of the elements, that is none.
const NONE_AT_ALL: f64 = 1e-10;
/// Steps of inverse iteration.
const STEPS: usize = 4;

/// The error of load steps that came to an end before the load was on.
pub fn no_equilibrium(steps: &mut LoadSteps, last: Option<Error>) -> Error {
    let (done, time) = (steps.done, steps.start.time);
    let mut start = steps.start.clone();
    if let Some(motion) = free_motion(&mut steps.bench, &mut start, done) {
        return Error::SingularMatrix(format!(
            "statics at t = {time} s: {motion} is not held: neither joints nor springs, elements, gravity or spin resist this \
             motion, so that the tangent is singular and there is no equilibrium, or none that is determined. Hold it by a \
             joint or a spring, or balance the loads on it"
        ));
    }
    let last = last.map_or(String::new(), |error| format!(" The last attempt: {error}"));
    Error::NewtonFailed(format!(
        "statics at t = {time} s: an equilibrium was followed up to {:.1} % of the way from the state at hand to the loads and \
         the spin that were asked for. There the path has a limit or branching point, or becomes too steep, and no stable \
         equilibrium under the whole load was found from there. Follow the path by its arc length (swp_sim_trace_path), apply \
         the loads in another order, or start nearer to the equilibrium.{last}",
        100.0 * done
    ))
}

/// A motion that nothing resists, by its node that moves most: the eigenvector of the smallest eigenvalue of the tangent.
fn free_motion(bench: &mut Bench, state: &mut State, s: f64) -> Option<String> {
    let held = 1e-3 * NONE_AT_ALL;
    bench.assemble(state, s, held).ok()?;
    let motion = bench.work.system.layout.motion;
    let mut x = noise(bench.work.system.layout.size);
    let mut right = vec![0.0; x.len()];
    let mut size = 0.0;
    bench.work.lu.factor(&bench.work.system.values).ok()?;
    for _ in 0..STEPS {
        x[motion..].fill(0.0);
        size = bench.metric(&x).sqrt();
        x.iter_mut().for_each(|v| *v /= size);
        bench.weigh(&mut x);
        bench.work.lu.solve_factored(&bench.work.system.values, &mut x, &mut right).ok()?;
        size = bench.metric(&x).sqrt();
    }
    // |x| is 1/(k + held) of the smallest stiffness k, relative to D
    if 1.0 / size > NONE_AT_ALL {
        return None;
    }
    let layout = &bench.work.system.layout;
    let by_size = |i: &usize| x[*i].abs() * bench.unit(*i);
    let most = (0..motion).max_by(|a, b| by_size(a).total_cmp(&by_size(b)))?;
    const WAYS: [&str; 6] = ["along x", "along y", "along z", "about x", "about y", "about z"];
    Some(match layout.equations[most] {
        Equation::Node(n, j) => format!("node \"{}\", {},", bench.model.nodes()[n].name, WAYS[j]),
        _ => layout.describe(bench.model, most),
    })
}
