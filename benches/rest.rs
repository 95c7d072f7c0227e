//! Ten million steps of systems that come to rest within the first ten thousand, under every scheme: none may fail.
//!
//! `cargo bench --bench rest` prints a line a model and scheme: where it stands and the time of a step. `-- STEPS SCHEME` for another
//! number, and for schemes whose name has this word.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/support/mod.rs"]
mod support;

use common::resting::{on_an_actuator, schemes, spring};
use std::sync::Arc;
use std::time::Instant;
use swashplate::model::Model;
use swashplate::simulation::{Options, Simulation};

/// Name, model and step [s].
type Case = (&'static str, fn() -> Model, f64);

fn main() {
    let steps: u64 = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(10_000_000);
    let word = std::env::args().skip(1).find(|a| !a.starts_with('-') && a.parse::<u64>().is_err()).unwrap_or_default();
    let models: [Case; 2] = [("damped spring", spring, 2e-2), ("actuator", on_an_actuator, 5e-2)];
    let mut failed = 0;
    for (name, build, h) in models {
        for scheme in schemes().into_iter().filter(|s| s.name().contains(&word)) {
            let mut sim = Simulation::new(Arc::new(build()), Options { scheme, ..Default::default() }).unwrap();
            let begin = Instant::now();
            let end = (0..steps).find_map(|k| sim.step(h).err().map(|e| (k, e)));
            let time = begin.elapsed().as_secs_f64() / steps as f64;
            let iterations = sim.state().run_audit.iterations as f64 / steps as f64;
            let place = sim.state().nodes[1].x.x;
            match end {
                None => {
                    let scheme = scheme.name();
                    let time = 1e6 * time;
                    println!(
                        "{name}, {scheme}: {steps} steps, {place:e} m, {iterations:.2} iterations and {time:.2} µs a step"
                    );
                }
                Some((k, e)) => {
                    failed += 1;
                    println!("{name}, {}: step {k} FAILED: {e}", scheme.name());
                }
            }
        }
    }
    std::process::exit(failed);
}
