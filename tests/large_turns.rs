//! Bodies that turn far in a step under the schemes over a step.

use crate::support;

use std::sync::Arc;
use support::{every_scheme, options};
use swashplate::error::Error;
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::{Table, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};

/// A free rotor of 1.2, 1.0, 1.5 kg·m² spins about its third axis at 10 rad/s: 75 J, whatever the step. One that Newton's method answers with
/// another root is a failure, not a step.
#[test]
fn a_free_rotor_keeps_its_energy_or_its_step_fails_and_says_so() {
    let mut failed = 0;
    for scheme in
        every_scheme().into_iter().filter(|s| s.name().contains("preserving") || s.name().contains("decaying"))
    {
        for turn in [0.5, 1.0, 1.5, 2.0, 2.2, 2.4, 2.6, 3.0, 3.5, 4.0, 4.4] {
            let mut model = Model::new();
            let node = model.add_node("rotor", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
            let inertia = Mat3::from_diagonal(&Vec3::new(1.2, 1.0, 1.5));
            model.add_rigid_body("rotor", node, 1.0, Vec3::zeros(), inertia).unwrap();
            model.set_velocity(node, Vec3::zeros(), Vec3::new(0.0, 0.0, 10.0)).unwrap();
            let mut sim = Simulation::new(Arc::new(model), Options { scheme, ..options(0.8) }).unwrap();
            for _ in 0..10 {
                match sim.step(turn / 10.0) {
                    Ok(_) => {}
                    Err(Error::NewtonFailed(_)) => {
                        failed += 1;
                        break;
                    }
                    Err(other) => panic!("{}, {turn} rad: {other}", scheme.name()),
                }
            }
            let energy = sim.audit(Vec3::zeros()).unwrap().kinetic_energy;
            assert!(energy < 75.0 * 1.01, "{}, {turn} rad a step: {energy} J", scheme.name());
            // those that keep it lose none either
            let keeps = scheme.name().contains("preserving") && !scheme.name().contains("decaying");
            assert!(!keeps || energy > 75.0 * 0.99, "{}, {turn} rad a step: {energy} J", scheme.name());
        }
    }
    assert!(failed > 0);
}

/// A free sphere that turns by different angles in two steps: EP keeps its energy, or the step fails.
#[test]
fn a_long_step_behind_another_keeps_the_energy_or_fails() {
    let mut kept = 0;
    for [first, second] in [[1.1, 2.7], [1.0, 2.9], [0.5, 2.5], [1.4, 3.0], [0.3, 0.4], [2.0, 2.0]] {
        let mut model = Model::new();
        let node = model.add_node("sphere", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("sphere", node, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
        model.set_velocity(node, Vec3::zeros(), Vec3::z()).unwrap();
        let scheme = Scheme::EnergyPreserving;
        let mut sim = Simulation::new(Arc::new(model), Options { scheme, ..options(0.8) }).unwrap();
        if sim.step(first).and_then(|()| sim.step(second)).is_ok() {
            let energy = sim.audit(Vec3::zeros()).unwrap().kinetic_energy;
            assert!((energy - 0.5).abs() < 0.5 * 0.01, "{first}, {second} rad: {energy} J");
            kept += 1;
        }
    }
    assert!(kept > 0);
}

/// A drive that goes to and fro with corners leaves vibrations in the velocities of MP-EP, which end in other roots: the step then fails and
/// names the joint and the drive, and no energy was made before that.
#[test]
fn a_drive_with_corners_is_followed_or_the_step_fails_and_names_the_joint() {
    for scheme in every_scheme() {
        let mut model = Model::new();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let disc = model.add_node("disc", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("disc", disc, 1.0, Vec3::zeros(), Mat3::identity() * 0.19).unwrap();
        let [a, b] = [ground, disc].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
        let axle = model.add_joint("axle", joints::revolute(), a, b).unwrap();
        let times: Vec<f64> = (0..60).map(|k| 0.1 * f64::from(k)).collect();
        let angles: Vec<f64> = (0..60).map(|k| f64::from(k % 2) * 0.2).collect();
        let zigzag = model.add_function(TimeFunction::Table(Table::new(&times, &angles, false).unwrap())).unwrap();
        model.drive_joint(axle, 0, zigzag).unwrap();
        let mut sim = Simulation::new(Arc::new(model), Options { scheme, ..options(0.8) }).unwrap();
        for _ in 0..250 {
            if let Err(error) = sim.step(0.02) {
                assert!(!error.to_string().contains("came in by no load"), "{}: {error}", scheme.name());
                break;
            }
            let rate = sim.motion(disc).unwrap().omega.z;
            assert!(rate.abs() < 2.0 + 1.0 / 0.02, "{}, {} s: {rate} rad/s", scheme.name(), sim.state().time);
        }
    }
}

/// A disc on an arm of 1 m that a drive turns at 10 rad/s, whatever the step. Constraints of the joint hold half a turn beside it, and whole turns
/// away: a step ends where the drive is, with its speed but for what the scheme misses, or fails and names the joint.
#[test]
fn a_driven_joint_follows_its_drive_or_its_step_fails_and_names_it() {
    for scheme in every_scheme() {
        for turn in [0.5, 0.9, 1.5, 2.0, 2.2, 2.4, 2.6, 3.0, 3.5, 5.0, 6.0, 6.5, 7.0, 13.0, 126.0] {
            let mut model = Model::new();
            let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
            let disc = model.add_node("disc", NodeKind::Free, Vec3::x(), Quat::identity()).unwrap();
            model.add_rigid_body("disc", disc, 1.0, Vec3::zeros(), 0.1 * Mat3::identity()).unwrap();
            let [a, b] = [ground, disc].map(|node| model.attach(node, Vec3::zeros(), Quat::identity()).unwrap());
            let axle = model.add_joint("axle", joints::revolute(), a, b).unwrap();
            let angle = TimeFunction::Host(Arc::new(|t| Some([10.0 * t, 10.0, 0.0])));
            let angle = model.add_function(angle).unwrap();
            model.drive_joint(axle, 0, angle).unwrap();
            let mut sim = Simulation::new(Arc::new(model), Options { scheme, ..options(0.8) }).unwrap();
            let (h, name) = (turn / 10.0, scheme.name());
            let mut failed = false;
            for _ in 0..5 {
                if let Err(error) = sim.step(h) {
                    assert!(matches!(error, Error::NewtonFailed(_)), "{name}, {turn} rad: {error}");
                    // Newton's method may fail before
                    assert!(error.to_string().contains("axle") || turn > 2.0, "{name}, {turn} rad: {error}");
                    failed = true;
                    break;
                }
            }
            assert!(failed || turn < std::f64::consts::PI, "{name}, {turn} rad");
            assert!(!failed || turn > 1.0, "{name}, {turn} rad");
            let (t, motion) = (sim.state().time, sim.motion(disc).unwrap());
            let place = Vec3::new((10.0 * t).cos(), (10.0 * t).sin(), 0.0);
            assert!((motion.x - place).norm() < 1e-9, "{name}, {turn} rad: {:?}", motion.x);
            assert!((sim.state().coordinates[0] - 10.0 * t).abs() < 1e-9 * (1.0 + t), "{name}, {turn} rad");
            // beyond a radian speed times h is that of the drive to a radian
            assert!((motion.omega.z - 10.0).abs() * h < 1.0, "{name}, {turn} rad: {} rad/s", motion.omega.z);
        }
    }
}
