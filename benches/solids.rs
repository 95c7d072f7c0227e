//! What solids cost: an element, and blades of n × 4 × 2 elements of 27 nodes, held at the root.
//!
//! - Element: forces with tangent and forces alone, at one instant and over a step; microseconds, and operations of the tangent, counted:
//!   K by way of the lines takes 9 L products a pair of nodes and Gauss point (half of the pairs where it is symmetric).
//! - Blade: unknowns, one step of generalised-α and of EP with their iterations; time per element and iteration; the exponent of the time
//!   against the number of elements along the span.
//!
//! `cargo bench --bench solids` prints tables; `-- 10 20 40` for blades of these lengths.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/support/mod.rs"]
mod support;

use common::solid_mesh::{grid, kirchhoff};
use std::sync::Arc;
use std::time::Instant;
use swashplate::elements::solid::shape::{SHAPES, Shape};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::loads::{SurfaceSource, TimeFunction};
use swashplate::math::Vec3;
use swashplate::model::{Model, SolidOptions};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::check::Sample;
use swashplate::terms::interval::{F, I};
use swashplate::terms::{IntervalBlock, Span, StageBlock};

fn blade(n: usize) -> Model {
    let mesh = grid(Shape::Hex27, [n, 4, 2], |_| true, |u| Vec3::new(0.1 * n as f64 * u.x, 0.2 * u.y, 0.04 * u.z));
    let (mut model, solid) = mesh.model(kirchhoff(7e10, 0.3, 2700.0), SolidOptions::default(), |u| u.x == 0.0);
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let top = model.add_face_set_on("top", solid, &mesh.nodes(|u| u.z == 1.0)).unwrap();
    model.add_face_load("lift", top, SurfaceSource::Pressure(-2e3), one).unwrap();
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

fn element(shape: Shape) {
    let mesh = grid(shape, [1; 3], |_| true, |u| u);
    let (model, _) = mesh.model(kirchhoff(7e10, 0.3, 2700.0), SolidOptions::default(), |_| false);
    let term = model.term(0);
    let sample = |seed| {
        let mut sample = Sample::random(seed, model.nodes().len(), 0, vec![]);
        sample.nodes.iter_mut().zip(model.nodes()).for_each(|(node, own)| node.x = own.start.x + node.x * 1e-3);
        sample
    };
    let [one, two, three] = [1, 2, 3].map(sample);
    let (nodes, points) = (shape.nodes().len() as f64, shape.rule().len() as f64);
    let pairs = 0.5 * nodes * (nodes + 1.0);
    println!(
        "{}: {:.0} thousand products of a symmetric tangent",
        shape.name(),
        1e-3 * points * (27.0 * pairs + 81.0 * nodes + 900.0)
    );
    let mut block = StageBlock::default();
    for (what, alone) in [("with its tangent", false), ("forces alone", true)] {
        let time = best(300, || {
            block.reset_parts(term.size(), 0, term.parts());
            (block.without_tangents, block.right_alone) = (alone, alone);
            term.stage(&one.level(), &mut block);
        });
        println!("  at one instant, {what}: {:.1} µs", 1e6 * time);
    }
    let form = term.interval().unwrap();
    let mut block = IntervalBlock::default();
    let span = Span {
        levels: [one.level(), two.level(), three.level()],
        h: 1e-3,
        from: I,
        to: F,
        weights: [0.5, 0.0, 0.5],
        acceleration: None,
    };
    let time = best(300, || {
        block.reset(term.coordinates(), 0, true);
        form.interval(&span, &mut block);
    });
    println!("  over a step, with its tangent: {:.1} µs", 1e6 * time);
}

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![10, 20, 40] } else { sizes };
    SHAPES.into_iter().for_each(element);
    let schemes = [Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()), Scheme::EnergyPreserving];
    for scheme in schemes {
        let mut before: Option<(usize, f64)> = None;
        for &n in &sizes {
            let model = Arc::new(blade(n));
            let unknowns = 3 * model.nodes().len();
            let begin = Instant::now();
            let mut sim = Simulation::new(model, Options { scheme, ..Default::default() }).unwrap();
            let made = begin.elapsed().as_secs_f64();
            (0..2).for_each(|_| sim.step(1e-4).unwrap());
            let iterations = sim.counters().iterations;
            let begin = Instant::now();
            let steps = 5;
            (0..steps).for_each(|_| sim.step(1e-4).unwrap());
            let time = begin.elapsed().as_secs_f64() / f64::from(steps);
            let each = (sim.counters().iterations - iterations) as f64 / f64::from(steps);
            let exponent = before.map(|(m, t)| (time / t).ln() / (n as f64 / m as f64).ln());
            println!(
                "{}, {n} × 4 × 2: {unknowns} unknowns, made in {made:.2} s, step {:.1} ms of {each:.1} iterations, {:.0} µs per element \
                 and iteration, exponent {exponent:.2?}",
                scheme.name(),
                1e3 * time,
                1e6 * time / (8.0 * n as f64 * each)
            );
            before = Some((n, time));
        }
    }
}
