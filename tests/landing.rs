//! Steps that end in a singular position, or next to it.
//!
//! A parallelogram of bars of 1 kg, legs of 1 m on pivots 2 m apart, turns freely: its inertia is the same in all positions, so that it
//! turns uniformly. Where all bars are in line its motion crosses that of the antiparallelogram, on which it would keep a third of its
//! energy. A step that ends there leaves open on which of them it is, and so do the constraints on velocities.

use crate::support;

use std::sync::Arc;
use support::{every_scheme, options};
use swashplate::error::Error;
use swashplate::integrators::Scheme;
use swashplate::integrators::initial::Redundancy;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::newton::Settings;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

/// The parallelogram with its legs at this angle from the line, turning at 1 rad/s, its first leg and the hinge of that.
fn parallelogram(angle: f64, hinges: bool) -> (Model, NodeId, JointId) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let leg = Vec3::new(angle.cos(), angle.sin(), 0.0);
    let turned = Quat::from_scaled_axis(Vec3::new(0.0, 0.0, angle));
    let far = Vec3::new(2.0, 0.0, 0.0);
    let mut bar = |name: &str, centre: Vec3, frame: Quat, speed: Vec3, omega: f64| {
        let node = model.add_node(name, NodeKind::Free, centre, frame).unwrap();
        let inertia = Mat3::from_diagonal(&Vec3::new(0.01, 0.1, 0.1));
        model.add_rigid_body(name, node, 1.0, Vec3::zeros(), inertia).unwrap();
        model.set_velocity(node, speed, Vec3::new(0.0, 0.0, omega)).unwrap();
        node
    };
    let speed = Vec3::z().cross(&leg);
    let first = bar("first", 0.5 * leg, turned, 0.5 * speed, 1.0);
    let above = bar("above", leg + 0.5 * far, Quat::identity(), speed, 0.0);
    let second = bar("second", far + 0.5 * leg, turned, 0.5 * speed, 1.0);
    let mut join = |name: &str, pair, point, a, b| {
        let (a, b) =
            (model.attach(a, point, Quat::identity()).unwrap(), model.attach(b, point, Quat::identity()).unwrap());
        model.add_joint(name, pair, a, b).unwrap()
    };
    let foot = join("foot 1", joints::revolute(), Vec3::zeros(), ground, first);
    join("left", joints::revolute(), leg, first, above);
    join("right", if hinges { joints::revolute() } else { joints::point_on_line() }, far + leg, above, second);
    join("foot 2", joints::revolute(), far, ground, second);
    (model, first, foot)
}

const STEPS: usize = 30;

/// Part of its kinetic energy that the mechanism gains in 30 steps from this angle, and by how much its first leg has then turned too far.
fn run(scheme: Scheme, angle: f64, h: f64, hinges: bool) -> [f64; 2] {
    let (model, first, _) = parallelogram(angle, hinges);
    // on its way down to such a position Newton's method now and then takes more iterations than the usual ten
    let newton = Settings { max_iterations: 16, ..options(0.8).newton };
    let options = Options { scheme, newton, redundancy: Redundancy::LeastSquares, ..options(0.8) };
    let what = format!("{}, from {angle} rad with h = {h} s, hinges {hinges}", scheme.name());
    let mut sim = Simulation::new(Arc::new(model), options).unwrap_or_else(|e| panic!("{what}: {e}"));
    let energy = |sim: &Simulation| sim.audit(Vec3::zeros()).unwrap().kinetic_energy;
    let before = energy(&sim);
    for _ in 0..STEPS {
        sim.step(h).unwrap_or_else(|e| panic!("{what}: {e}"));
    }
    let exact = Quat::from_scaled_axis(Vec3::new(0.0, 0.0, angle + h * STEPS as f64));
    let off = sim.state().nodes[first.0].rotation * exact.inverse();
    [energy(&sim) / before - 1.0, off.scaled_axis().z]
}

#[test]
fn a_step_that_ends_in_a_singular_position_stays_on_its_branch() {
    let mut worst = [0.0_f64; 2];
    for scheme in every_scheme() {
        for (h, hinges) in [0.01, 0.02, 0.03, 0.06, 0.1].into_iter().flat_map(|h| [(h, false), (h, true)]) {
            for step in [1, 2, 8] {
                // half a step farther it steps over the position, and loses what the scheme takes
                let beside = run(scheme, -(step as f64 + 0.5) * h, h, hinges);
                for off in [0.0, 1e-9, 1e-7, 1e-5, 1e-4, 1e-3] {
                    let here = run(scheme, -(step as f64 * h + off), h, hinges);
                    let change = [0, 1].map(|i| (here[i] - beside[i]).abs());
                    worst = [0, 1].map(|i| worst[i].max(change[i]));
                    // the other branch takes 0.65 of the energy; what a step leaves beside the constraints here is of order h², 0.01
                    assert!(
                        change[0] < 0.01 && change[1] < 0.02,
                        "{}, h = {h}, step {step} ends {off} rad beside the position, hinges {hinges}: energy and angle {here:?}, not \
                         {beside:?}",
                        scheme.name()
                    );
                }
            }
        }
    }
    println!("energy and angle differ by {worst:?} at most");
}

/// Inertia of the mechanism about the angle of its legs, 2 (0.1 + 1 · 0.5²) + 1 · 1² [kg·m²].
const INERTIA: f64 = 1.7;

#[test]
fn a_start_in_the_position_has_the_accelerations_of_its_branch() {
    // gravity of 10 m/s² acts on 1 kg at 0.5 m of both legs, and at 1 m
    for (angle, hinges) in [0.0, 1e-10, 1e-5, 1e-2].into_iter().flat_map(|angle| [(angle, false), (angle, true)]) {
        let (mut model, first, _) = parallelogram(angle, hinges);
        model.set_gravity(Vec3::new(0.0, -10.0, 0.0)).unwrap();
        let sim =
            Simulation::new(Arc::new(model), Options { redundancy: Redundancy::LeastSquares, ..options(0.8) }).unwrap();
        let found = sim.state().nodes[first.0].alpha.z;
        let exact = -20.0 * angle.cos() / INERTIA;
        // looked at 0.01 rad on either side, and with what rounding of places leaves elsewhere
        assert!((found / exact - 1.0).abs() < 1e-4, "{angle} rad, hinges {hinges}: {found}, not {exact} rad/s²");
    }
}

#[test]
fn a_start_that_has_to_be_found_beside_the_position_is_right_or_refused() {
    for (reference, assemble) in [(0.1, false), (0.1, true), (0.01, false), (0.01, true)] {
        for angle in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10, 0.0] {
            let (mut model, _, hinge) = parallelogram(reference, false);
            model.start_joint(hinge, 0, Some(angle - reference), Some(1.0)).unwrap();
            match Simulation::new(Arc::new(model), Options { assemble, ..options(0.8) }) {
                Ok(sim) => {
                    let energy = sim.audit(Vec3::zeros()).unwrap().kinetic_energy;
                    assert!(angle > 5e-5, "{angle} rad from {reference}: taken, {energy} J");
                    assert!((energy / (0.5 * INERTIA) - 1.0).abs() < 1e-4, "{angle} rad from {reference}: {energy} J");
                }
                Err(Error::InconsistentStart(text)) => assert!(angle < 5e-4, "{angle} rad from {reference}: {text}"),
                Err(other) => panic!("{angle} rad from {reference}: {other}"),
            }
        }
    }
}
