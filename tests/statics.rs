//! Static equilibrium against closed forms.

use crate::support;

use support::{options, simulate};
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::Simulation;

/// A bar of 1 kg with its centre at 1 m along x, hinged about z with a spring, under gravity along −y.
fn sprung_bar(stiffness: f64, push: f64, axes: Axes) -> (Simulation, JointId) {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("bar", bar, 1.0, Vec3::x(), Mat3::identity() * 0.1).unwrap();
    let at = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (at(&model, ground), at(&model, bar));
    let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    model.add_joint_spring("spring", hinge, 0, [stiffness, 0.0, 0.0]).unwrap();
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let vectors = [Vec3::new(0.0, push, 0.0), Vec3::zeros(), Vec3::x()];
    model.add_load("push", bar, axes, vectors, one).unwrap();
    (simulate(model, options(0.8)), hinge)
}

/// The zero of a function that rises through it between `low` and `high`, by bisection.
fn zero(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        *(if f(middle) < 0.0 { &mut low } else { &mut high }) = middle;
    }
    0.5 * (low + high)
}

/// k φ + 9.81 cos φ − push = 0.
fn angle(stiffness: f64, push: f64) -> f64 {
    zero(-20.0, 20.0, |phi| stiffness * phi + 9.81 * phi.cos() - push)
}

#[test]
fn bar_on_a_torsional_spring_finds_its_angle() {
    // k > 9.81: one equilibrium
    for (stiffness, push) in [(20.0, 0.0), (12.0, 3.0), (100.0, -40.0)] {
        let (mut sim, hinge) = sprung_bar(stiffness, push, Axes::Follower);
        let report = sim.solve_static().unwrap();
        let (found, rate) = sim.joint_coordinate(hinge, 0).unwrap();
        assert!((found - angle(stiffness, push)).abs() < 1e-12, "{found}");
        assert_eq!((rate, report.load_steps), (0.0, 1));
        assert!(report.iterations <= 7, "{report:?}");
        // the weight hangs on the hinge
        let (force, _) = sim.joint_reaction(hinge, 1, false).unwrap();
        let follower = push * Vec3::new(-found.sin(), found.cos(), 0.0);
        assert!((force - (Vec3::new(0.0, 9.81, 0.0) - follower)).norm() < 1e-9, "{force}");
    }
}

#[test]
fn more_than_two_turns_are_counted() {
    let (mut sim, hinge) = sprung_bar(10.5, 150.0, Axes::Follower);
    sim.solve_static().unwrap();
    let exact = angle(10.5, 150.0);
    assert!(exact > 13.0 && (sim.joint_coordinate(hinge, 0).unwrap().0 - exact).abs() < 1e-10);
}

#[test]
fn a_load_too_large_at_once_is_applied_in_steps() {
    // k φ = (P − 9.81) cos φ: at once, Newton's first guess is 99 rad; the path from rest ends below a right angle
    let (mut sim, hinge) = sprung_bar(10.0, 1000.0, Axes::Dead);
    let report = sim.solve_static().unwrap();
    let exact = zero(0.0, 1.57, |phi| 10.0 * phi + (9.81 - 1000.0) * phi.cos());
    assert!((sim.joint_coordinate(hinge, 0).unwrap().0 - exact).abs() < 1e-10, "{report:?}");
    assert!(report.load_steps > 1 && report.halved > 0, "{report:?}");
}

#[test]
fn dynamics_from_equilibrium_stay_there() {
    let (mut sim, hinge) = sprung_bar(20.0, 3.0, Axes::Follower);
    sim.solve_static().unwrap();
    let rest = sim.joint_coordinate(hinge, 0).unwrap().0;
    sim.advance(1.0, 0.01, None).unwrap();
    let (now, rate) = sim.joint_coordinate(hinge, 0).unwrap();
    assert!((now - rest).abs() < 1e-12 && rate.abs() < 1e-11, "{} {rate}", now - rest);
}

#[test]
fn a_mechanism_without_stiffness_has_no_equilibrium_and_keeps_its_state() {
    let mut model = Model::new();
    let free = model.add_node("free", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("free", free, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let vectors = [Vec3::x(), Vec3::zeros(), Vec3::zeros()];
    model.add_load("push", free, Axes::Dead, vectors, one).unwrap();
    let mut sim = simulate(model, options(0.8));
    let before = sim.save();
    let error = sim.solve_static().unwrap_err();
    assert!(error.to_string().contains("node \"free\""), "{error}");
    assert_eq!(sim.save(), before);
}
