//! Step control where rates of drives jump: tables of straight lines, commands that the host changes between slices, pulses of functions
//! of the host; and the cost of tables with many points.

use crate::support;

use std::sync::Arc;
use support::{options, simulate};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::loads::{Dynamics, Limits, Table, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Control, Options, Simulation};
use swashplate::terms::FunctionId;

/// A cart of 2 kg on a rail along z.
fn cart() -> (Model, JointId) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let cart = model.add_node("cart", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("cart", cart, 2.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let [a, b] = [ground, cart].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let rail = model.add_joint("rail", joints::prismatic(), a, b).unwrap();
    (model, rail)
}

fn schemes() -> [Scheme; 4] {
    let alpha = Coefficients::spectral_radius(0.8).unwrap();
    [
        Scheme::GeneralizedAlpha(alpha),
        Scheme::StageWeighted(alpha),
        Scheme::GeneralizedAlpha(Coefficients::hht(0.1).unwrap()),
        Scheme::RadauIIA,
    ]
}

fn tolerance(both: f64) -> Control {
    Control { translation_tolerance: both, rotation_tolerance: both, ..Default::default() }
}

#[test]
fn a_drive_of_straight_lines_is_followed_over_its_kinks() {
    for scheme in schemes() {
        let (mut model, rail) = cart();
        let table = Table::new(&[0.0, 0.7, 1.9, 3.0], &[0.0, 0.7, -0.5, -0.5], false).unwrap();
        let drive = model.add_function(TimeFunction::Table(table)).unwrap();
        model.drive_joint(rail, 0, drive).unwrap();
        let mut sim = simulate(model, Options { scheme, ..Default::default() });
        for (t, rate) in [(0.5, 1.0), (0.701, -1.0), (1.8, -1.0), (1.901, 0.0), (2.9, 0.0)] {
            sim.advance_controlled(t, &tolerance(1e-6), None).unwrap();
            let (_, found) = sim.joint_coordinate(rail, 0).unwrap();
            assert!((found - rate).abs() < 1e-5, "{} at {t}: {found} for {rate}", scheme.name());
        }
        let counters = sim.counters();
        println!("{}: {counters:?}", scheme.name());
        assert!(counters.accepted < 150 && counters.rejected < 40, "{}: {counters:?}", scheme.name());
    }
}

/// A cart that a first-order actuator (T = 0.2 s) drives after a command of the host.
fn servo(scheme: Scheme) -> (Simulation, JointId, FunctionId) {
    let (mut model, rail) = cart();
    let command = model.add_input("command", 0.0).unwrap();
    let dynamics = Dynamics::FirstOrder { time_constant: 0.2 };
    let servo = model.add_actuator("servo", command, dynamics, Limits::default(), None).unwrap();
    model.drive_joint(rail, 0, servo).unwrap();
    (Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap(), rail, command)
}

#[test]
fn a_command_that_jumps_between_slices_makes_the_rate_jump_and_the_run_goes_on() {
    for scheme in schemes() {
        let (mut sim, rail, command) = servo(scheme);
        sim.advance_controlled(0.3, &tolerance(1e-6), None).unwrap();
        sim.set_input(command, 1.0).unwrap();
        for t in [0.35, 0.4, 0.8] {
            sim.advance_controlled(t, &tolerance(1e-6), None).unwrap();
            let left = (-(t - 0.3) / 0.2_f64).exp();
            let (value, rate) = sim.joint_coordinate(rail, 0).unwrap();
            assert!((value - (1.0 - left)).abs() < 1e-6, "{} at {t}: {value}", scheme.name());
            assert!((rate - left / 0.2).abs() < 2e-3, "{} at {t}: {rate} for {}", scheme.name(), left / 0.2);
        }
        println!("{}: {:?}", scheme.name(), sim.counters());
        assert!(sim.counters().accepted < 400, "{}: {:?}", scheme.name(), sim.counters());
    }
}

#[test]
fn a_table_of_many_points_on_a_smooth_curve_costs_no_more_than_the_curve() {
    // 2000 points on 0.1 sin 2t as a force, joined by a spline: steps do not end on each of them
    let steps = |function: TimeFunction| {
        let (mut model, rail) = cart();
        let function = model.add_function(function).unwrap();
        model.add_joint_force("push", rail, 0, 1.0, function).unwrap();
        let mut sim = simulate(model, options(0.8));
        sim.advance_controlled(4.0, &tolerance(1e-6), None).unwrap();
        (sim.joint_coordinate(rail, 0).unwrap().0, sim.counters().accepted)
    };
    let t: Vec<f64> = (0..2000).map(|k| 0.0025 * f64::from(k)).collect();
    let y: Vec<f64> = t.iter().map(|t| 0.1 * (2.0 * t).sin()).collect();
    let (smooth, few) = steps(TimeFunction::Harmonic { amplitude: 0.1, frequency: 2.0, phase: 0.0 });
    for cubic in [true, false] {
        let (table, many) = steps(TimeFunction::Table(Table::new(&t, &y, cubic).unwrap()));
        println!("cubic {cubic}: {many} steps for {few}; {:.1e} apart", table - smooth);
        assert!(many < 2 * few && (table - smooth).abs() < 1e-5, "{many} for {few}, {:e}", table - smooth);
    }
}

#[test]
fn a_pulse_of_the_host_is_met_when_steps_are_below_three_of_its_lengths() {
    let pulse = |t: f64| {
        let s = (t - 5.0) / 0.5;
        if (0.0..1.0).contains(&s) { 4.0 * (s * (1.0 - s)).powi(3) * 64.0 / 4.0 } else { 0.0 }
    };
    let (mut model, rail) = cart();
    let host = TimeFunction::Host(Arc::new(move |t| Some([pulse(t), 0.0, 0.0])));
    let host = model.add_function(host).unwrap();
    model.add_joint_force("push", rail, 0, 2.0, host).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.advance_controlled(9.0, &Control { largest: 1.4, ..tolerance(1e-6) }, None).unwrap();
    // momentum 2 kg v = 2 N ∫ 64 s³ (1 − s)³ dt = 2 · 64/140 · 0.5
    let (_, rate) = sim.joint_coordinate(rail, 0).unwrap();
    assert!((rate - 64.0 / 140.0 * 0.5).abs() < 1e-3, "{rate}");
}

#[test]
fn undamped_schemes_keep_their_pace_on_a_pendulum() {
    // Newmark and ρ∞ = 1 carry errors of the constraints' rates that nothing damps: step control must not run into its smallest step
    let undamped = [Coefficients::newmark(0.5, 0.25).unwrap(), Coefficients::spectral_radius(1.0).unwrap()];
    for scheme in undamped.map(Scheme::GeneralizedAlpha).into_iter().chain(schemes()) {
        let mut model = Model::new();
        model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let bob = model.add_node("bob", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("bob", bob, 1.0, Vec3::x(), Mat3::identity() * 0.1).unwrap();
        let [a, b] = [ground, bob].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
        model.add_joint("hinge", joints::revolute(), a, b).unwrap();
        let mut sim = simulate(model, Options { scheme, ..Default::default() });
        let energy = sim.state().run_audit.energy;
        let outcome = sim.advance_controlled(3.0, &tolerance(1e-5), None);
        let gained = sim.state().run_audit.energy - energy;
        println!("{}: {outcome:?} energy {gained:.1e} {:?}", scheme.name(), sim.counters());
        outcome.unwrap();
        assert!(sim.counters().accepted < 1500 && gained.abs() < 0.1, "{}: {gained:e}", scheme.name());
    }
}
