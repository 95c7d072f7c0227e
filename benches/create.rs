//! What the creation of a simulation costs against the size of the model, and what ten damped modes add to the steps of a blade.
//!
//! | column | what |
//! |---|---|
//! | unknowns | of motion and multipliers |
//! | create | CPU time of `Simulation::new` [s] |
//! | memory | most bytes in use by it beyond the model [MB] |
//! | exponents | of time and memory against the size before |
//! | step | CPU time of a step [ms], mean of three after the first |
//!
//! `cargo bench --bench create` prints both tables; `-- long` goes on to 10⁵ links, `-- links COUNT` makes one chain of so many and
//! nothing else, `-- damping` prints the second table alone, `-- damping 16` that of 49 nodes, and `-- run SCHEME damped|plain STEPS`
//! makes so many steps of that blade and nothing else, for a profiler.
//!
//! What ten damped modes made of a step of 49 nodes when this was last measured, as a factor, in instructions (callgrind) and in time:
//!
//! | scheme | instructions | before | time |
//! |---|---|---|---|
//! | generalised-α | 1.27 | 1.36 | 1.26 to 1.30 |
//! | HHT-α, Newmark | 1.34 | 1.44 | 1.34 to 1.36 |
//! | Radau IIA | 1.38 | 1.47 | 1.39 to 1.42 |
//! | EP | 1.39 | 1.88 | 1.41 to 1.43 |
//! | MP-EP | 1.36 | 1.80 | 1.38 to 1.40 |
//! | ED, MP-ED, MP-ED by the letter | 1.30 | 1.62 | 1.30 to 1.32 |
//!
//! What is left is mostly elimination with ten more columns on every border, residuals, and B itself.

#[path = "../tests/common/mod.rs"]
mod common;
// shared with the benchmark of steps, which uses more of it
#[allow(dead_code)]
mod measure;
#[path = "../tests/support/mod.rs"]
mod support;

use common::bars::mesh;
use common::large;
use measure::{Counting, cpu_seconds};
use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{BeamId, Interpolation, Link, LinkJoint, Model, NodeKind};
use swashplate::simulation::{Options, Simulation, damp_modes};

#[global_allocator]
static ALLOCATOR: Counting = Counting::new();

/// A blade with ten damped modes, or none.
fn blade(elements: usize, interpolation: Interpolation, damped: bool) -> Model {
    let mut model = large::rotating_blade(mesh(interpolation, elements, 4));
    if damped {
        damp_modes(&mut model, BeamId(0), &[0.01; 10]).unwrap();
    }
    model
}

/// A chain of rigid links from a table, hinges across in turns.
fn table_chain(links: usize) -> Model {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let foot = model.attach(ground, Vec3::zeros(), Quat::identity()).unwrap();
    let link = Link {
        joint: LinkJoint::Revolute,
        theta: 0.0,
        d: 0.0,
        a: 0.1,
        alpha: std::f64::consts::FRAC_PI_2,
        mass: 1.0,
        center: Vec3::new(-0.05, 0.0, 0.0),
        inertia: Mat3::from_diagonal_element(1e-3),
    };
    model.add_chain("chain", foot, &vec![link; links]).unwrap();
    model
}

fn creation(name: &str, make: &dyn Fn(usize) -> Model, sizes: &[usize]) {
    let mut before: Option<[f64; 3]> = None;
    for &size in sizes {
        let model = Arc::new(make(size));
        ALLOCATOR.peak();
        let (start, begin) = (ALLOCATOR.peak(), cpu_seconds());
        let mut sim = Simulation::new(model, Options::default()).unwrap();
        let (seconds, memory) = (cpu_seconds() - begin, (ALLOCATOR.peak() - start) as f64);
        let unknowns = sim.workspace().system.layout.size;
        sim.step(1e-4).unwrap();
        let begin = cpu_seconds();
        (0..3).for_each(|_| sim.step(1e-4).unwrap());
        let step = (cpu_seconds() - begin) / 3.0;
        let exponents = before.map_or(String::new(), |[size_0, time, bytes]| {
            let per = |now: f64, then: f64| (now / then).ln() / (size as f64 / size_0).ln();
            format!("{:.2} {:.2}", per(seconds, time), per(memory, bytes))
        });
        println!(
            "{name:24} {size:7} {unknowns:8} {seconds:9.3} {:9.1} {exponents:12} {:9.2}",
            1e-6 * memory,
            1e3 * step
        );
        before = Some([size as f64, seconds, memory]);
    }
}

/// The nine schemes of the C ABI, each with an interpolation that it takes.
fn schemes() -> [(&'static str, Scheme, Interpolation); 9] {
    let alpha = Coefficients::spectral_radius(0.8).unwrap();
    [
        ("generalised-α", Scheme::GeneralizedAlpha(alpha), Interpolation::Rotations),
        ("HHT-α", Scheme::GeneralizedAlpha(Coefficients::hht(0.05).unwrap()), Interpolation::Rotations),
        ("Newmark", Scheme::GeneralizedAlpha(Coefficients::newmark(0.5, 0.25).unwrap()), Interpolation::Rotations),
        ("Radau IIA", Scheme::RadauIIA, Interpolation::Rotations),
        ("EP", Scheme::EnergyPreserving, Interpolation::Directors),
        ("ED", Scheme::EnergyDecaying(1.0), Interpolation::Directors),
        ("MP-EP", Scheme::MomentumPreserving, Interpolation::Directors),
        ("MP-ED", Scheme::MomentumDecaying(1.0), Interpolation::Directors),
        ("MP-ED by the letter", Scheme::MomentumDecayingConstrained(1.0), Interpolation::Directors),
    ]
}

/// A simulation of a blade with ten damped modes, or none, after its first step.
fn begun(elements: usize, (_, scheme, interpolation): (&str, Scheme, Interpolation), damped: bool) -> Simulation {
    let options = Options { scheme, ..Default::default() };
    let mut sim = Simulation::new(Arc::new(blade(elements, interpolation, damped)), options).unwrap();
    sim.step(1e-3).unwrap();
    sim
}

/// Seconds of a step, the best of some rounds in which both take turns, and iterations of all steps.
fn damping(sizes: &[usize]) {
    println!("\nten damped modes: step without and with them [µs], ratio; iterations of all steps");
    for &elements in sizes {
        for scheme in schemes() {
            let mut sims = [false, true].map(|damped| begun(elements, scheme, damped));
            let (mut best, count) = ([f64::INFINITY; 2], 100 / elements.min(20));
            for _ in 0..20 {
                for (sim, best) in sims.iter_mut().zip(&mut best) {
                    let begin = cpu_seconds();
                    (0..count).for_each(|_| sim.step(1e-3).unwrap());
                    *best = best.min((cpu_seconds() - begin) / count as f64);
                }
            }
            let iterations = sims.each_ref().map(|sim| sim.state().run_audit.iterations);
            let [plain, damped] = best.map(|s| 1e6 * s);
            let ratio = damped / plain;
            println!("{elements:4} elements, {:19}: {plain:9.1} {damped:9.1} {ratio:6.2}  {iterations:?}", scheme.0);
        }
    }
}

fn main() {
    let asked = |word: &str| std::env::args().any(|a| a == word);
    if let Some(links) = std::env::args().skip_while(|a| a != "links").nth(1) {
        return creation("chain", &table_chain, &[links.parse().expect("a number of links")]);
    }
    let words: Vec<String> = std::env::args().skip_while(|a| a != "run").skip(1).collect();
    if let [scheme, damped, steps, ..] = &words[..] {
        let scheme = schemes().into_iter().find(|(name, ..)| name == scheme).expect("a scheme");
        let mut sim = begun(16, scheme, damped == "damped");
        (0..steps.parse().expect("a number of steps")).for_each(|_| sim.step(1e-3).unwrap());
        return;
    }
    if !asked("damping") {
        println!("model                      size  unknowns  create s  memory MB  exponents   step ms");
        let mut sizes = vec![250, 500, 1000, 2000, 4000, 8000, 16000];
        if asked("long") {
            sizes.extend([32000, 100_000]);
        }
        creation("chain", &large::rigid_chain, &sizes);
        creation("tree", &large::rigid_tree, &sizes);
        creation("ladder", &large::rigid_ladder, &sizes[..sizes.len() - 1]);
        let cubic = |elements| mesh(Interpolation::Rotations, elements, 4);
        creation("rotor", &|k| large::hinged_rotor(cubic(k / 40), 2.0), &sizes);
        creation("blade", &|k| blade(k / 20, Interpolation::Rotations, false), &sizes);
        creation("blade, ten modes damped", &|k| blade(k / 20, Interpolation::Rotations, true), &sizes);
    }
    damping(if asked("16") { &[16] } else { &[8, 16, 64, 200] });
}
