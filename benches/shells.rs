//! What shells cost: an element, and panels of n × n elements clamped along one edge.
//!
//! - Element: forces with tangent and forces alone, at one instant and over a step; microseconds. Operations of the tangent: products,
//!   additions of the law and of the spread over nodes, counted from its tables (107 lines, 64 samples, 54 unknowns).
//! - Panel: unknowns, entries of the matrix; entries of the factors of the library's block LU and of faer's simplicial LU by its own (COLAMD)
//!   ordering and of a Cholesky factorisation by its AMD ordering, of the same pattern; one factorisation; a step of generalised-α with
//!   its iterations; creation of a simulation, statics, four modes.
//!
//! `cargo bench --bench shells` prints tables; `-- 4 8 16 32` for panels of these sizes; `-- orders` prints errors and times of the plate of
//! Epple §6.4 at 0.4 s and of the crank and panel of §6.5 at 0.3 s instead, the table `benches/shell_orders.csv` behind the figure in the manual.

#[path = "../tests/common/mod.rs"]
mod common;
#[allow(dead_code)] // its clock alone is used here
mod measure;
#[path = "../tests/support/mod.rs"]
mod support;

use common::shell_mesh::grid;
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{CholeskySymbolicParams, SymmetricOrdering, factorize_symbolic_cholesky};
use std::sync::Arc;
use std::time::Instant;
use support::{options, simulate};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::linear::BlockLu;
use swashplate::loads::{SurfaceSource, TimeFunction};
use swashplate::math::{Quat, Vec3};
use swashplate::model::{Interpolation, Model, NodeKind, ShellOptions};
use swashplate::sections::{Isotropic, ShellSection};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::check::Sample;
use swashplate::terms::interval::{F, I};
use swashplate::terms::{IntervalBlock, NodeId, Span, StageBlock};

fn panel(n: usize) -> Model {
    let mesh = grid([n, n], |u, v| Vec3::new(u, v, 0.05 * u * v));
    let mut model = Model::new();
    let skin = Isotropic { young: 7e10, poisson: 0.3, density: 2700.0 };
    let skin = ShellSection::isotropic("skin", &skin, 0.01).unwrap();
    let skin = model.add_shell_section("skin", skin).unwrap();
    let shell = model.add_shell_patch("panel", [n, n], &mesh.x, skin, ShellOptions::default()).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    for j in 0..=2 * n {
        let node = NodeId(mesh.at(0, j));
        let [a, b] = [ground, node].map(|n| model.attach(n, mesh.x[node.0], Quat::identity()).unwrap());
        model.add_joint(&format!("clamp {j}"), joints::rigid_connection(), a, b).unwrap();
    }
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    model.add_surface_load("wind", shell, SurfaceSource::Pressure(500.0), one).unwrap();
    model
}

/// Seconds of the quickest of some calls.
fn best(times: usize, mut call: impl FnMut()) -> f64 {
    (0..times)
        .map(|_| {
            let begin = Instant::now();
            call();
            begin.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min)
}

fn element() {
    let model = panel(1);
    let shell = (0..model.term_count()).map(|t| model.term(t)).find(|t| t.nodes().len() == 9).unwrap();
    let sample = |seed| {
        let mut sample = Sample::random(seed, model.nodes().len(), 0, vec![[1.0, 0.0, 0.0]]);
        // near the reference configuration
        for (node, own) in sample.nodes.iter_mut().zip(model.nodes()) {
            let turn = node.rotation.scaled_axis() * 1e-3;
            node.place(own.start.x + node.x * 1e-3, swashplate::math::so3::exp(&turn));
        }
        sample
    };
    let [one, two, three] = [1, 2, 3].map(sample);
    let mut block = StageBlock::default();
    for (what, alone) in [("with its tangent", false), ("forces alone", true)] {
        let time = best(300, || {
            block.reset_parts(shell.size(), 0, shell.parts());
            (block.without_tangents, block.right_alone) = (alone, alone);
            shell.stage(&one.level(), &mut block);
        });
        println!("element at one instant, {what}: {:.1} µs", 1e6 * time);
    }
    let form = shell.interval().unwrap();
    let mut block = IntervalBlock::default();
    let span = Span {
        levels: [one.level(), two.level(), three.level()],
        h: 1e-3,
        from: I,
        to: F,
        weights: [0.5, 0.0, 0.5],
        acceleration: None,
    };
    for (what, alone) in [("with its tangent", false), ("forces alone", true)] {
        let time = best(300, || {
            let n = if form.frames().is_some() { shell.size() } else { shell.coordinates() };
            block.reset(n, 0, true);
            block.without_tangents = alone;
            match form.frames() {
                Some(frames) => frames.on_frames(&span, &mut block),
                None => form.interval(&span, &mut block),
            }
        });
        println!("element over a step, {what}: {:.1} µs", 1e6 * time);
    }
    // S = ∂e/∂q (64 × 54), D S and Sᵀ D S, upper half; geometric: 136 products on 9 × 9 blocks of nodes
    let (samples, unknowns) = (64.0, 54.0);
    let flops = 2.0 * samples * samples * unknowns + samples * unknowns * unknowns + 136.0 * 81.0 * 8.0;
    println!("about {:.2} Mflop a tangent", 1e-6 * flops);
}

/// Entries of L of a Cholesky factorisation of the pattern by AMD.
fn amd_fill(col_ptr: &[usize], row_idx: &[usize], threshold: SupernodalThreshold) -> usize {
    let n = col_ptr.len() - 1;
    // the upper half
    let (mut cols, mut rows) = (vec![0], Vec::new());
    for col in 0..n {
        rows.extend(row_idx[col_ptr[col]..col_ptr[col + 1]].iter().filter(|row| **row <= col));
        cols.push(rows.len());
    }
    let pattern = SymbolicSparseColMatRef::new_checked(n, n, &cols, None, &rows);
    let params = CholeskySymbolicParams { supernodal_flop_ratio_threshold: threshold, ..Default::default() };
    let found = factorize_symbolic_cholesky(pattern, faer::Side::Upper, SymmetricOrdering::Amd, params).unwrap();
    found.len_val()
}

fn row(n: usize) {
    let model = panel(n);
    let begin = Instant::now();
    let mut sim = simulate(model, options(0.8));
    let created = begin.elapsed().as_secs_f64();
    sim.step(1e-3).unwrap();
    let before = sim.state().run_audit.iterations;
    let begin = Instant::now();
    let steps = 3;
    (0..steps).for_each(|_| sim.step(1e-3).unwrap());
    let time = begin.elapsed().as_secs_f64() / f64::from(steps);
    let iterations = (sim.state().run_audit.iterations - before) as f64 / f64::from(steps);
    let system = &sim.workspace().system;
    let layout = &system.layout;
    let (col_ptr, row_idx) = (layout.col_ptr.to_vec(), layout.row_idx.to_vec());
    let mut lu = BlockLu::new(&col_ptr, &row_idx, &layout.groups(1)).unwrap();
    let values = system.values.clone();
    let factor = best(3, || assert!(lu.factor(&values)));
    let amd = 2 * amd_fill(&col_ptr, &row_idx, SupernodalThreshold::FORCE_SIMPLICIAL);
    println!(
        "| {n} × {n} | {} | {} | {} | {} | {:.0} | {:.1} | {:.1} | {:.1} | {:.2} |",
        layout.size,
        row_idx.len(),
        lu.fill(),
        amd,
        1e-6 * lu.operations(),
        1e3 * factor,
        1e3 * time,
        iterations,
        created
    );
    if n > 12 {
        return;
    }
    let mut sim = simulate(panel(n), options(0.8));
    let begin = Instant::now();
    let report = sim.solve_static().unwrap();
    let statics = begin.elapsed().as_secs_f64();
    let mut sim = simulate(panel(n), options(0.8));
    let begin = Instant::now();
    sim.modes(Vec3::zeros(), 4).unwrap();
    let modes = begin.elapsed().as_secs_f64();
    println!("    statics {statics:.2} s, {} iterations; four modes {modes:.2} s", report.iterations);
}

/// Places and rotations of nodes at the end of a run.
fn at_end(model: Model, nodes: &[NodeId], scheme: Scheme, end: f64, steps: usize) -> Option<(Vec<[Vec3; 2]>, f64)> {
    let options = Options { scheme, ..Default::default() };
    let mut sim = Simulation::new(Arc::new(model), options).unwrap_or_else(|e| panic!("{e}"));
    let begin = measure::cpu_seconds();
    for _ in 0..steps {
        sim.step(end / steps as f64).ok()?;
    }
    let of = |n: &NodeId| sim.motion(*n).map(|m| [m.x, m.rotation.scaled_axis()]).unwrap();
    Some((nodes.iter().map(of).collect(), measure::cpu_seconds() - begin))
}

/// A case: its name, the model with the nodes at which errors are taken, the end, the numbers of steps.
type Case<'a> = (&'a str, &'a dyn Fn() -> (Model, Vec<NodeId>), f64, usize, usize);

/// Errors, orders and times of four schemes, printed and as lines of a table for the figure in the manual.
fn orders() {
    let alpha = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap());
    let schemes = [
        ("Radau IIA", Scheme::RadauIIA),
        ("generalised-α", alpha),
        ("ED", Scheme::EnergyDecaying(1.0)),
        ("MP-ED constrained", Scheme::MomentumDecayingConstrained(1.0)),
    ];
    let plate = || {
        let (model, [centre, ..]) = common::epple_shells::plate([4, 2]);
        (model, vec![NodeId(centre)])
    };
    let driven = |drive| {
        let own = common::epple_shells::driven_panel(2, Interpolation::Directors, drive);
        (own.model, vec![own.tip])
    };
    let cases: [Case; 3] = [
        ("plate of 6.4", &plate, 0.4, 100, 6400),
        ("crank and panel of 6.5", &|| driven(common::epple_shells::cosine()), 0.3, 75, 4800),
        ("crank and panel with a smooth drive", &|| driven(common::epple_shells::smooth()), 0.3, 75, 4800),
    ];
    println!("case,scheme,h,displacement,rotation,seconds");
    for (name, build, end, first, finest) in cases {
        let (model, nodes) = build();
        let (exact, _) = at_end(model, &nodes, Scheme::RadauIIA, end, finest).unwrap();
        for (what, scheme) in schemes {
            for steps in (0..5).map(|k| first << k) {
                let (model, nodes) = build();
                let h = end / steps as f64;
                let Some((found, time)) = at_end(model, &nodes, scheme, end, steps) else {
                    eprintln!("{name}, {what}: failed with h = {h:.2e}");
                    continue;
                };
                let error =
                    |i: usize| found.iter().zip(&exact).map(|(a, b)| (a[i] - b[i]).norm_squared()).sum::<f64>().sqrt();
                println!("{name},{what},{h:.3e},{:.3e},{:.3e},{time:.3}", error(0), error(1));
            }
        }
    }
}

fn main() {
    if std::env::args().any(|a| a == "orders") {
        return orders();
    }
    let sizes: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    element();
    println!(
        "| panel | unknowns | entries | block LU, entries | AMD, entries of L and U | Mflop | factor, ms | step, ms | iterations | create, s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let sizes = if sizes.is_empty() { vec![4, 8, 10, 16, 32] } else { sizes };
    sizes.into_iter().for_each(row);
}
