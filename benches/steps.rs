//! What a step costs: five models under generalised-α (ρ∞ = 0.6), and what its parts cost.
//!
//! | column | what |
//! |---|---|
//! | n | unknowns |
//! | iterations | of Newton's method, a step |
//! | kept | those among them with the factors of the one before: they need the right side alone |
//! | step | CPU time of a step [µs], mean of the run, the best of five |
//! | kinematics … solve | of one iteration [µs]: rotations and their tangents, all terms, matrix and right side without the terms, factors, solution with its residual |
//! | right | the right side alone, terms included [µs] |
//! | rest | of a step [µs]: all that is left, the books among it |
//! | allocations | in all steps but the first |
//! | peak | most memory in use [kB], the model included |
//!
//! The parts are timed apart, by calling them at the end of the run: nothing in the library counts or measures. Then the same
//! four-bar and a blade under every scheme, in total only.
//!
//! `cargo bench --bench steps` prints tables and writes `target/bench/steps.json`, and the models that `benches/host.c` steps
//! through the C ABI. Options after `--`: `quick` makes a tenth of the steps; `run MODEL [steps [SCHEME]]` makes the steps of one
//! model and nothing else, for a profiler; `models` writes these models and nothing else; `peers` writes the runs that are
//! compared with other programs and `peer …` makes one of them again, see `benches/peers.py`.

#[path = "../tests/common/mod.rs"]
mod common;
mod measure;
mod models;
#[path = "../tests/support/mod.rs"]
mod support;

use common::bars::{Mesh, mesh};
use measure::{Counting, cpu_seconds, mean_seconds};
use models::Watched;
use serde_json::json;
use std::hint::black_box;
use support::simulate;
use swashplate::assembly::System;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::{Coefficients, weights};
use swashplate::linear::Solver;
use swashplate::math::{Mat3, Vec3, so3};
use swashplate::model::{BeamId, Interpolation};
use swashplate::simulation::{Options, Simulation, damp_modes};
use swashplate::terms::{Phase, StageBlock};

#[global_allocator]
static ALLOCATOR: Counting = Counting::new();

const RHO: f64 = 0.6;
const OUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/bench");

/// A model by name, its step [s] and how many of them.
struct Case {
    name: String,
    make: Box<dyn Fn() -> Watched>,
    h: f64,
    steps: usize,
}

fn case(name: &str, make: impl Fn() -> Watched + 'static, h: f64, steps: usize) -> Case {
    Case { name: name.into(), make: Box::new(make), h, steps }
}

/// Elements of three nodes, interpolated rotations.
fn quadratic(elements: usize) -> Mesh {
    mesh(Interpolation::Rotations, elements, 3)
}

fn cases() -> Vec<Case> {
    let cubic = |elements| mesh(Interpolation::Rotations, elements, 4);
    let mut cases = vec![
        case("four-bar", || models::four_bar(quadratic(4)), 1e-3, 1000),
        case("four-bar, 2 nodes", || models::four_bar(mesh(Interpolation::Rotations, 4, 2)), 1e-3, 1000),
        case("four-bar, 4 nodes", move || models::four_bar(cubic(4)), 1e-3, 1000),
    ];
    for k in 3..10 {
        let elements = 1 << k;
        let steps = (4000 / elements).clamp(50, 500);
        cases.push(case(&format!("blade {elements}"), move || models::blade(quadratic(elements)), 2e-3, steps));
    }
    cases.push(case("rotor", move || models::rotor(cubic(10)), 2e-3, 200));
    cases.push(case("chain 1000", || models::chain(1000), 1e-3, 30));
    cases.push(case("rotor, 20000 unknowns", move || models::rotor(cubic(277)), 2e-3, 20));
    cases
}

/// A blade of 49 nodes without and with ten damped modes, whose steps `benches/budget.py` compares.
fn damping() -> [Case; 2] {
    let make = |damped: bool| {
        let mut model = common::large::rotating_blade(mesh(Interpolation::Rotations, 16, 4));
        if damped {
            damp_modes(&mut model, BeamId(0), &[0.01; 10]).unwrap();
        }
        let point = *model.beam(BeamId(0)).unwrap().nodes.last().unwrap();
        Watched { model, point }
    };
    [
        case("cubic blade 16", move || make(false), 1e-3, 100),
        case("cubic blade 16, ten modes", move || make(true), 1e-3, 100),
    ]
}

fn begin(case: &Case, scheme: Scheme) -> (Simulation, swashplate::terms::NodeId) {
    let watched = (case.make)();
    (simulate(watched.model, Options { scheme, ..Default::default() }), watched.point)
}

fn alpha() -> Scheme {
    Scheme::GeneralizedAlpha(Coefficients::spectral_radius(RHO).unwrap())
}

/// Seconds and iterations of a step, those with kept factors among them, and allocations after the first one.
struct Cost {
    step: f64,
    iterations: f64,
    kept: f64,
    allocations: usize,
}

fn run(sim: &mut Simulation, h: f64, steps: usize) -> Cost {
    sim.step(h).unwrap();
    let (made, before, began) = (ALLOCATOR.made(), sim.state().run_audit.iterations, cpu_seconds());
    let mut kept = 0;
    for _ in 1..steps {
        sim.step(h).unwrap();
        kept += sim.history().kept;
    }
    let spent = cpu_seconds() - began;
    let count = (steps - 1) as f64;
    Cost {
        step: spent / count,
        iterations: (sim.state().run_audit.iterations - before) as f64 / count,
        kept: kept as f64 / count,
        allocations: ALLOCATOR.made() - made,
    }
}

/// Seconds of the parts of one iteration at the present state: kinematics, elements, elements and assembly, factors, solution; and
/// of the right side alone.
fn parts(sim: &Simulation, h: f64) -> [f64; 6] {
    let (model, state) = (sim.model(), sim.state());
    let mut system = System::new(model);
    system.set_phase(model, Phase::Run);
    let mut functions = Vec::new();
    state.evaluate_functions(model, state.time, &mut functions).unwrap();
    let at = state.level(model, &functions, 1.0);
    let length = model.characteristic().length;
    let scale = system.scales(model, &at).at(h, length);
    let options = Options::default();
    let weights = weights(&Coefficients::spectral_radius(RHO).unwrap(), h, &options.scaling, scale);

    let (mut nodes, turn) = (state.nodes.clone(), Vec3::new(1e-3, 2e-3, -3e-3));
    let mut charts = vec![Mat3::identity(); nodes.len()];
    let kinematics = mean_seconds(|| {
        for (node, chart) in nodes.iter_mut().zip(&mut charts) {
            node.place(node.x, so3::exp(black_box(&turn)) * node.rotation);
            *chart = so3::tangent(black_box(&turn));
        }
    });
    charts.fill(Mat3::identity());
    let mut block = StageBlock::default();
    let elements = mean_seconds(|| {
        for (t, plan) in system.layout.terms.iter().enumerate() {
            block.reset_parts(plan.dofs.len(), plan.conditions, plan.parts);
            model.term(t).stage(&at, black_box(&mut block));
        }
    });
    let both = mean_seconds(|| system.assemble(model, &at, &state.multipliers, &weights, black_box(&charts)));
    let mut lu = Solver::new(&system.layout.col_ptr, &system.layout.row_idx, &system.layout.groups(1)).unwrap();
    let (mut x, mut b) = (system.rhs.clone(), system.rhs.clone());
    let factors = mean_seconds(|| lu.factor(black_box(&system.values)).unwrap());
    let solution = mean_seconds(|| {
        x.copy_from_slice(&system.rhs);
        lu.solve_factored(&system.values, &mut x, &mut b).unwrap();
    });
    let right = mean_seconds(|| system.assemble_right(model, &at, &state.multipliers, black_box(&weights)));
    [kinematics, elements, both, factors, solution, right]
}

/// Exponent of the line through the logarithms of (size, time).
fn exponent(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let (mx, my) = logs.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / count, b + y / count));
    let product = |f: &dyn Fn(f64, f64) -> f64| logs.iter().map(|(x, y)| f(x - mx, y - my)).sum::<f64>();
    product(&|x, y| x * y) / product(&|x, _| x * x)
}

/// What a model costs: a step, and the parts of an iteration.
struct Found {
    cost: Cost,
    parts: [f64; 6],
    size: usize,
    peak: usize,
}

impl Found {
    /// Take what is less.
    fn improve(&mut self, other: Found) {
        self.parts.iter_mut().zip(other.parts).for_each(|(best, now)| *best = best.min(now));
        if other.cost.step < self.cost.step {
            self.cost = other.cost;
        }
    }
}

fn find(case: &Case, part: usize) -> Found {
    ALLOCATOR.peak();
    let (mut sim, _) = begin(case, alpha());
    let cost = run(&mut sim, case.h, (case.steps / part).max(10));
    let peak = ALLOCATOR.peak();
    Found { cost, parts: parts(&sim, case.h), size: System::new(sim.model()).layout.size, peak }
}

fn table(part: usize) -> serde_json::Value {
    println!(
        "{:22} {:>6} {:>10} {:>5} {:>9} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>11} {:>9}",
        "model",
        "n",
        "iterations",
        "kept",
        "step",
        "kinematics",
        "elements",
        "assembly",
        "factors",
        "solve",
        "right",
        "rest",
        "allocations",
        "peak"
    );
    let cases = cases();
    let mut best: Vec<Found> = cases.iter().map(|case| find(case, part)).collect();
    // machines change their speed: once more and again, each time all of them
    for _ in 0..4 {
        best.iter_mut().zip(&cases).for_each(|(best, case)| best.improve(find(case, part)));
    }
    let (mut rows, mut blades) = (Vec::new(), Vec::new());
    for (case, Found { cost, mut parts, size, peak }) in cases.iter().zip(best) {
        // elements were timed with assembly too
        parts[2] -= parts[1];
        let [kinematics, elements, assembly, factors, solve, right] = parts;
        let full = cost.iterations - cost.kept;
        let rest = cost.step
            - cost.iterations * (kinematics + solve)
            - full * (elements + assembly + factors)
            - cost.kept * right;
        let [kinematics, elements, assembly, factors, solve, right] = parts.map(|t| 1e6 * t);
        println!(
            "{:22} {size:6} {:10.2} {:5.2} {:9.1} {kinematics:10.1} {elements:9.1} {assembly:9.1} {factors:9.1} {solve:9.1} \
             {right:9.1} {:9.1} {:11} {:9}",
            case.name,
            cost.iterations,
            cost.kept,
            1e6 * cost.step,
            1e6 * rest,
            cost.allocations,
            peak / 1024
        );
        if case.name.starts_with("blade") {
            blades.push((size as f64, cost.step));
        }
        rows.push(json!({
            "model": case.name, "unknowns": size, "steps": case.steps / part, "h": case.h, "iterations": cost.iterations,
            "kept": cost.kept, "right": parts[5], "step": cost.step, "kinematics": parts[0], "elements": parts[1], "assembly": parts[2],
            "factors": parts[3], "solve": parts[4], "rest": rest, "allocations": cost.allocations, "peak": peak,
        }));
    }
    let power = exponent(&blades);
    println!("time of a step of the blade grows with the unknowns to the power {power:.3}");
    json!({ "steps": rows, "blade_exponent": power })
}

fn all_schemes() -> [(&'static str, Scheme); 7] {
    let c = Coefficients::spectral_radius(RHO).unwrap();
    [
        ("generalised-α", alpha()),
        ("stage-weighted", Scheme::StageWeighted(c)),
        ("Radau IIA", Scheme::RadauIIA),
        ("EP", Scheme::EnergyPreserving),
        ("ED", Scheme::EnergyDecaying(1.0)),
        ("MP-EP", Scheme::MomentumPreserving),
        ("MP-ED", Scheme::MomentumDecaying(1.0)),
    ]
}

/// Models with interpolated directors, which all schemes take.
fn cases_for_all() -> [Case; 2] {
    let directors = |elements| mesh(Interpolation::Directors, elements, 3);
    [
        case("four-bar", move || models::four_bar(directors(4)), 1e-3, 70),
        case("blade 32", move || models::blade(directors(32)), 2e-3, 70),
    ]
}

/// The schemes on the four-bar and a blade.
fn schemes(part: usize) -> serde_json::Value {
    let (schemes, cases) = (all_schemes(), cases_for_all());
    println!(
        "\n{:22} {:16} {:>10} {:>9} {:>14} {:>11}",
        "model", "scheme", "iterations", "step", "an iteration", "allocations"
    );
    let mut rows = Vec::new();
    for (case, (name, scheme)) in cases.iter().flat_map(|case| schemes.iter().map(move |s| (case, s))) {
        let (mut sim, _) = begin(case, *scheme);
        sim.step(case.h).unwrap();
        let cost = run(&mut sim, case.h, (case.steps / part).max(10));
        println!(
            "{:22} {name:16} {:10.2} {:9.1} {:14.1} {:11}",
            case.name,
            cost.iterations,
            1e6 * cost.step,
            1e6 * cost.step / cost.iterations,
            cost.allocations
        );
        rows.push(json!({
            "model": case.name, "scheme": name, "iterations": cost.iterations, "step": cost.step,
            "allocations": cost.allocations,
        }));
    }
    json!(rows)
}

/// Where the watched point is at ten times within the first 0.2 s, and the seconds of stepping.
fn follow(make: &dyn Fn(Mesh) -> Watched, mesh: Mesh, scheme: Scheme, h: f64) -> Option<(Vec<[f64; 3]>, f64)> {
    let watched = make(mesh);
    let mut sim = simulate(watched.model, Options { scheme, ..Default::default() });
    let mut places = Vec::new();
    let began = cpu_seconds();
    for k in 1..=10 {
        sim.advance(0.02 * f64::from(k), h, None).ok()?;
        places.push(sim.state().nodes[watched.point.0].x.into());
    }
    Some((places, cpu_seconds() - began))
}

/// Makes a model with a mesh.
type Maker = &'static dyn Fn(Mesh) -> Watched;

/// The models that are compared with other programs.
const PEERS: [(&str, Maker); 2] = [("four-bar", &models::four_bar), ("blade", &models::blade)];

fn peer_schemes() -> [(&'static str, Scheme); 3] {
    let little = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.95).unwrap());
    [("generalised-α, ρ = 0.6", alpha()), ("generalised-α, ρ = 0.95", little), ("Radau IIA", Scheme::RadauIIA)]
}

/// The runs that `benches/peers.py` compares with those of other programs.
fn peers() {
    // close enough together that one of them has about the error of the peer
    let meshes = [(1, 4), (2, 4), (3, 4), (4, 4), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (6, 3)];
    let steps = [1e-2, 8e-3, 6.7e-3, 5e-3, 4e-3, 3.3e-3, 2.5e-3, 2e-3, 1.5e-3, 1.25e-3, 1e-3];
    let schemes = peer_schemes();
    let mut found = json!({});
    for (model, make) in PEERS {
        let fine = mesh(Interpolation::Rotations, 4, 4);
        let (reference, _) = follow(make, fine, Scheme::RadauIIA, 2e-4).unwrap();
        let mut runs = Vec::new();
        for ((elements, nodes), (name, scheme), h) in meshes
            .iter()
            .flat_map(|mesh| schemes.iter().map(move |scheme| (mesh, scheme)))
            .flat_map(|(mesh, scheme)| steps.iter().map(move |h| (*mesh, *scheme, *h)))
        {
            let run = || follow(make, mesh(Interpolation::Rotations, elements, nodes), scheme, h);
            let Some((x, mut cpu)) = run() else { continue };
            (0..2).for_each(|_| cpu = run().map_or(cpu, |(_, again)| cpu.min(again)));
            let what = format!("{elements} of {nodes} nodes, {name}, {h:.1e} s");
            let words = json!([model, elements.to_string(), nodes.to_string(), name, h.to_string()]);
            runs.push(json!({ "what": what, "words": words, "cpu": cpu, "x": x }));
        }
        found[model] = json!({ "reference": reference, "runs": runs });
    }
    std::fs::write(format!("{OUT}/peers.json"), found.to_string()).unwrap();
}

/// One of these runs again: prints the seconds of the best of five.
fn peer([model, elements, nodes, scheme, h]: &[&str; 5]) {
    let (_, make) = PEERS.into_iter().find(|(name, _)| name == model).expect("a model");
    let (_, scheme) = peer_schemes().into_iter().find(|(name, _)| name == scheme).expect("a scheme");
    let number = |word: &str| word.parse::<f64>().expect("a number");
    let run = || {
        let mesh = mesh(Interpolation::Rotations, number(elements) as usize, number(nodes) as usize);
        follow(make, mesh, scheme, number(h)).expect("a run that succeeded before").1
    };
    println!("{:e}", (0..5).map(|_| run()).fold(f64::INFINITY, f64::min));
}

/// Time on the clock of a step with one and with two threads, best of three runs; the results must be the same bits.
fn threads() -> serde_json::Value {
    println!("\n{:22} {:>10} {:>10} {:>9}", "model", "1 thread", "2 threads", "speed-up");
    let mut rows = Vec::new();
    for case in
        cases().into_iter().filter(|c| ["blade 128", "blade 512", "rotor, 20000 unknowns"].contains(&c.name.as_str()))
    {
        let mut ends = Vec::new();
        let times = [1, 2].map(|count| {
            let mut best = f64::INFINITY;
            for _ in 0..3 {
                let (mut sim, point) = begin(&case, alpha());
                sim.set_threads(count).unwrap();
                sim.step(case.h).unwrap();
                let began = std::time::Instant::now();
                (0..20).for_each(|_| sim.step(case.h).unwrap());
                best = best.min(began.elapsed().as_secs_f64() / 20.0);
                ends.push(sim.state().nodes[point.0].x);
            }
            best
        });
        assert!(ends.iter().all(|x| *x == ends[0]), "{}: other bits with other threads", case.name);
        println!("{:22} {:10.1} {:10.1} {:9.2}", case.name, 1e6 * times[0], 1e6 * times[1], times[0] / times[1]);
        rows.push(json!({ "model": case.name, "one": times[0], "two": times[1] }));
    }
    json!(rows)
}

/// The models that `benches/host.c` reads; it knows their steps.
fn write_models() {
    for case in cases().iter().filter(|case| ["four-bar", "blade 32"].contains(&case.name.as_str())) {
        (case.make)().model.write(&format!("{OUT}/{}.json", case.name)).unwrap();
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["run", name, rest @ ..] = &words[..] {
        let scheme =
            rest.get(1).map(|word| all_schemes().into_iter().find(|(name, _)| name == word).expect("a scheme").1);
        let mut from = if scheme.is_some() { Vec::from(cases_for_all()) } else { cases() };
        from.extend(damping());
        let place = from.iter().position(|case| case.name == *name).expect("a model of this name");
        let case = from.swap_remove(place);
        let (mut sim, point) = begin(&case, scheme.unwrap_or_else(alpha));
        let steps = rest.first().map_or(case.steps, |steps| steps.parse().expect("a number of steps"));
        let cost = run(&mut sim, case.h, steps);
        let x = sim.state().nodes[point.0].x;
        println!("{:.1} µs a step, {:.2} iterations; at {:?}", 1e6 * cost.step, cost.iterations, x.as_slice());
        return;
    }
    std::fs::create_dir_all(OUT).unwrap();
    match &words[..] {
        ["models"] => return write_models(),
        ["peers"] => return peers(),
        ["peer", rest @ ..] => return peer(rest.try_into().expect("model, elements, nodes, scheme, step")),
        _ => write_models(),
    }
    let part = if words.contains(&"quick") { 10 } else { 1 };
    let mut found = table(part);
    found["schemes"] = schemes(part);
    found["threads"] = threads();
    std::fs::write(format!("{OUT}/steps.json"), serde_json::to_string_pretty(&found).unwrap()).unwrap();
    println!("\nwritten to target/bench/steps.json");
}
