//! Springs, stops, dampers, friction, force actuators and couplings on joint coordinates: energy, order, and closed forms.

use crate::support;

use std::f64::consts::TAU;
use std::sync::Arc;
use support::{assert_order, bauchau_body};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::newton::Settings;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::law::{Dissipative, Elastic, ForceTable};

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    let newton = Settings { tolerance: 1e-11, max_iterations: 16 };
    Simulation::new(Arc::new(model), Options { scheme, newton, ..Default::default() }).unwrap()
}

fn over_a_step() -> [Scheme; 4] {
    [Scheme::EnergyPreserving, Scheme::MomentumPreserving, Scheme::EnergyDecaying(1.0), Scheme::MomentumDecaying(0.5)]
}

/// Two tumbling bodies on a revolute joint.
fn two_bodies() -> (Model, JointId) {
    let mut model = Model::new();
    let (mass, center, inertia) = bauchau_body();
    let a = model.add_node("a", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let b =
        model.add_node("b", NodeKind::Free, Vec3::new(0.9, -0.3, 0.4), so3::exp(&Vec3::new(-0.5, 0.2, 0.7))).unwrap();
    model.add_rigid_body("a", a, mass, center, inertia).unwrap();
    model.add_rigid_body("b", b, 0.7 * mass, 0.5 * center, inertia * 0.6).unwrap();
    let (point, frame) = (Vec3::new(0.6, 0.5, -0.2), so3::exp(&Vec3::new(0.4, -0.9, 0.3)));
    let [on_a, on_b] = [a, b].map(|n| model.attach(n, point, frame).unwrap());
    let joint = model.add_joint("hinge", joints::revolute(), on_a, on_b).unwrap();
    model.set_velocity(a, Vec3::new(0.3, -0.5, 0.2), Vec3::new(1.5, -0.8, 2.2)).unwrap();
    model.set_velocity(b, Vec3::new(-0.2, 0.4, 0.6), Vec3::new(-1.0, 2.4, 0.5)).unwrap();
    (model, joint)
}

fn hardening() -> ForceTable {
    ForceTable::new("spring", &[-1.0, -0.3, 0.3, 1.0], &[-30.0, -3.0, 3.0, 30.0]).unwrap()
}

#[test]
fn energy_is_kept_by_every_spring_and_stop_over_five_thousand_steps() {
    let stop = |limit, upward| Elastic::Stop { limit, upward, stiffness: 200.0, softness: 0.05 };
    let actions: [(&str, Vec<Elastic>); 3] = [
        ("linear, preloaded", vec![Elastic::Linear { stiffness: 20.0, rest: 0.1, preload: 2.0 }]),
        ("table", vec![Elastic::Table(hardening())]),
        ("between stops", vec![stop(0.4, true), stop(-0.3, false)]),
    ];
    for (what, laws) in actions {
        for scheme in over_a_step() {
            let (mut model, joint) = two_bodies();
            model.add_joint_action("spring", joint, 0, laws.clone(), vec![]).unwrap();
            let mut sim = simulate(model, scheme);
            let start = sim.audit(Vec3::zeros()).unwrap();
            let energy = start.kinetic_energy + start.potential_energy;
            let (mut worst, mut reached) = (0.0_f64, 0.0_f64);
            for _ in 0..5000 {
                sim.step(2e-3).unwrap();
                let now = sim.audit(Vec3::zeros()).unwrap();
                let kept = now.kinetic_energy + now.potential_energy;
                worst = worst.max((energy - kept - sim.state().run_audit.dissipated).abs() / energy);
                reached = reached.max(now.potential_energy.abs());
            }
            println!("{what}, {}: {worst:.1e}", scheme.name());
            assert!(worst < 1e-10, "{what}, {}: {worst:e}", scheme.name());
            assert!(reached > 1e-3 * energy, "{what}: nothing was stored, {reached} of {energy}");
        }
    }
}

#[test]
fn books_balance_with_dampers_friction_and_actuators() {
    let damper = ForceTable::new("damper", &[-1.0, -0.2, 0.0, 0.2, 1.0], &[-3.0, -2.0, 0.0, 2.0, 3.0]).unwrap();
    let friction = Dissipative::Friction { sliding: 0.8, breakaway: 1.2, stribeck: 0.3, creep: 0.02 };
    for dampers in [vec![Dissipative::Viscous(0.5)], vec![Dissipative::Table(damper)], vec![friction]] {
        for scheme in over_a_step() {
            let (mut model, joint) = two_bodies();
            let spring = Elastic::Linear { stiffness: 20.0, rest: 0.1, preload: 0.0 };
            model.add_joint_action("damper", joint, 0, vec![spring], dampers.clone()).unwrap();
            let push = TimeFunction::Harmonic { amplitude: 2.0, frequency: 5.0, phase: 0.3 };
            let push = model.add_function(push).unwrap();
            model.add_joint_force("actuator", joint, 0, 1.5, push).unwrap();
            let mut sim = simulate(model, scheme);
            let start = sim.audit(Vec3::zeros()).unwrap();
            let mut worst = 0.0_f64;
            for _ in 0..1000 {
                sim.step(2e-3).unwrap();
                let now = sim.audit(Vec3::zeros()).unwrap();
                worst = worst.max((now.numerical_dissipation - sim.state().run_audit.dissipated).abs());
                // the actuator is inside: momenta are kept by MP schemes
                if let Scheme::MomentumPreserving | Scheme::MomentumDecaying(_) = scheme {
                    assert!((now.angular_momentum - start.angular_momentum).norm() < 1e-11);
                }
            }
            let end = sim.audit(Vec3::zeros()).unwrap();
            assert!(worst < 1e-10 * start.kinetic_energy, "{}: {worst:e}", scheme.name());
            assert!(end.work_dampers < -1e-2 && end.work_applied != 0.0, "{end:?}");
        }
    }
}

/// A wheel on a shaft about z, ground to wheel.
fn wheel(model: &mut Model, name: &str, at: Vec3, inertia: f64) -> JointId {
    let ground = model.add_node(&format!("{name} housing"), NodeKind::Ground, at, Quat::identity()).unwrap();
    let node = model.add_node(name, NodeKind::Free, at, Quat::identity()).unwrap();
    model.add_rigid_body(name, node, 1.0, Vec3::zeros(), Mat3::identity() * inertia).unwrap();
    let [a, b] = [ground, node].map(|n| model.attach(n, at, Quat::identity()).unwrap());
    model.add_joint(name, joints::revolute(), a, b).unwrap()
}

#[test]
fn gear_pair_turns_with_the_inertia_reduced_to_its_input() {
    // 2 θ₁ + θ₂ = 0: torque Q on the first, (J₁ + 4 J₂) θ̈₁ = Q over many turns
    let (j_1, j_2, torque) = (0.3, 0.2, 5.5);
    let schemes = [
        Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumDecaying(1.0),
    ];
    for scheme in schemes {
        let mut model = Model::new();
        let one = wheel(&mut model, "one", Vec3::zeros(), j_1);
        let two = wheel(&mut model, "two", Vec3::x(), j_2);
        model.add_coupling("teeth", &[(one, 0, 2.0), (two, 0, 1.0)], None).unwrap();
        let constant = model.add_function(TimeFunction::Constant(torque)).unwrap();
        model.add_joint_force("motor", one, 0, 1.0, constant).unwrap();
        let mut sim = simulate(model, scheme);
        sim.advance(4.0, 4.0 / 1000.0, None).unwrap();
        let acceleration = torque / (j_1 + 4.0 * j_2);
        let angle = 0.5 * acceleration * 16.0;
        let found = [one, two].map(|j| sim.joint_coordinate(j, 0).unwrap());
        // generalised-α turns by rotation vectors: a constant acceleration is exact; the others turn by 2 tan(φ/2), which is
        // (ω h)²/12 too much, up to 2e-3 for the 40 rad/s of the second wheel. 40 rad are several turns
        let margin = if let Scheme::GeneralizedAlpha(_) = scheme { 1e-9 } else { 2e-3 };
        assert!(
            (found[0].0 - angle).abs() < margin * angle && angle > 4.0 * TAU,
            "{}: {found:?} {angle}",
            scheme.name()
        );
        assert!((2.0 * found[0].0 + found[1].0).abs() < 1e-10, "{}: {found:?}", scheme.name());
        assert!((found[1].1 + 2.0 * found[0].1).abs() < 1e-3 * found[1].1.abs(), "{}: {found:?}", scheme.name());
    }
}

#[test]
fn differential_shares_the_torque_of_its_carrier() {
    // θ₁ + θ₂ = 2 θ_c: equal torques on both outputs, whatever their inertia
    let mut model = Model::new();
    let outputs = [("left", 0.2), ("right", 0.6)].map(|(name, j)| wheel(&mut model, name, Vec3::zeros(), j));
    let carrier = wheel(&mut model, "carrier", Vec3::zeros(), 0.1);
    let parts = [(outputs[0], 0, 1.0), (outputs[1], 0, 1.0), (carrier, 0, -2.0)];
    model.add_coupling("differential", &parts, None).unwrap();
    let constant = model.add_function(TimeFunction::Constant(3.0)).unwrap();
    model.add_joint_force("motor", carrier, 0, 1.0, constant).unwrap();
    let mut sim = simulate(model, Scheme::RadauIIA);
    sim.advance(1.0, 1e-2, None).unwrap();
    let [(left, _), (right, _)] = outputs.map(|j| sim.joint_coordinate(j, 0).unwrap());
    // 0.2 a₁ = 0.6 a₂ = T/… ; T_carrier = 0.1 a_c + 2 T, T on each output
    let t = 3.0 / (2.0 + 0.1 * 0.5 * (1.0 / 0.2 + 1.0 / 0.6));
    // Radau IIA is of third order in its rotations by 2 tan(φ/2): 0.06 rad a step
    assert!((left - 0.5 * t / 0.2).abs() < 1e-5 && (right - 0.5 * t / 0.6).abs() < 1e-5, "{left} {right} {t}");
}

#[test]
fn body_between_stops_bounces_with_the_period_of_its_flight_and_contacts() {
    // a slider between two stops at ±0.1 m, free in between; the contact is that of the quadratic start of the stop
    let (k, d, v) = (4e4, 0.02, 1.0);
    let run = |steps: usize, scheme| {
        let mut model = Model::new();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let body = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("body", body, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
        let [a, b] = [ground, body].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
        let slide = model.add_joint("slide", joints::prismatic(), a, b).unwrap();
        let stop = |limit, upward| Elastic::Stop { limit, upward, stiffness: k, softness: d };
        model.add_joint_action("stops", slide, 0, vec![stop(0.1, true), stop(-0.1, false)], vec![]).unwrap();
        model.start_joint(slide, 0, Some(0.0), Some(v)).unwrap();
        let mut sim = simulate(model, scheme);
        sim.advance(1.0, 1.0 / steps as f64, None).unwrap();
        sim.joint_coordinate(slide, 0).unwrap().0
    };
    // reference: x'' = −σ(x) by the classical Runge-Kutta method with steps that do not see the kinks
    let force = |x: f64| {
        let p = x.abs() - 0.1;
        -x.signum()
            * if p <= 0.0 {
                0.0
            } else if p < d {
                k * p * p / (2.0 * d)
            } else {
                k * (p - 0.5 * d)
            }
    };
    let (mut x, mut u, h) = (0.0, v, 1e-6);
    for _ in 0..1_000_000 {
        let (k1x, k1u) = (u, force(x));
        let (k2x, k2u) = (u + 0.5 * h * k1u, force(x + 0.5 * h * k1x));
        let (k3x, k3u) = (u + 0.5 * h * k2u, force(x + 0.5 * h * k2x));
        let (k4x, k4u) = (u + h * k3u, force(x + h * k3x));
        x += h / 6.0 * (k1x + 2.0 * k2x + 2.0 * k3x + k4x);
        u += h / 6.0 * (k1u + 2.0 * k2u + 2.0 * k3u + k4u);
    }
    let errors = [2000, 4000, 8000, 16000].map(|steps| (run(steps, Scheme::EnergyPreserving) - x).abs());
    assert_order("bouncing body", &errors, 2.0, 0.2);
}

#[test]
fn lock_stops_a_wheel_with_its_momentum_and_release_lets_it_go() {
    // two wheels on one shaft: locking the second joint makes them one, J₁ ω₁ = (J₁ + J₂) ω
    let (j_1, j_2, rate) = (0.3, 0.2, 4.0);
    for scheme in [
        Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumDecaying(1.0),
    ] {
        let mut model = Model::new();
        let first = wheel(&mut model, "first", Vec3::zeros(), j_1);
        let node = model.add_node("second", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("second", node, 1.0, Vec3::zeros(), Mat3::identity() * j_2).unwrap();
        let on_first = model.attach(swashplate::terms::NodeId(1), Vec3::zeros(), Quat::identity()).unwrap();
        let on_second = model.attach(node, Vec3::zeros(), Quat::identity()).unwrap();
        let clutch = model.add_joint("clutch", joints::revolute(), on_first, on_second).unwrap();
        model.add_lock(clutch, 0, false).unwrap();
        model.start_joint(first, 0, None, Some(rate)).unwrap();
        model.start_joint(clutch, 0, None, Some(-rate)).unwrap(); // the second wheel is at rest
        let mut sim = simulate(model, scheme);
        sim.advance(0.5, 5e-3, None).unwrap();
        let before = sim.audit(Vec3::zeros()).unwrap();
        let places = [first, clutch].map(|j| sim.joint_coordinate(j, 0).unwrap().0);
        let saved = sim.save();
        let rates = [first, clutch].map(|j| sim.joint_coordinate(j, 0).unwrap().1);
        // ED gives up a little angular momentum, the others keep speeds to rounding or 1e-11
        assert!((rates[0] - rate).abs() < 1e-6 && (rates[1] + rate).abs() < 1e-6, "{rates:?}");
        let second = rates[0] + rates[1];

        let impulse = sim.lock(clutch, 0).unwrap();
        let common = (j_1 * rates[0] + j_2 * second) / (j_1 + j_2);
        assert!((impulse - j_2 * (common - second)).abs() < 1e-12, "{}: {impulse}", scheme.name());
        let after = [first, clutch].map(|j| sim.joint_coordinate(j, 0).unwrap());
        assert!((after[0].1 - common).abs() < 1e-12 && after[1].1.abs() < 1e-12, "{after:?}");
        assert!(places.iter().zip(&after).all(|(a, b)| a == &b.0), "a jump: {places:?} {after:?}");
        let audit = sim.audit(Vec3::zeros()).unwrap();
        let lost = before.kinetic_energy - audit.kinetic_energy;
        assert!((audit.work_dampers + lost).abs() < 1e-12, "{}: {audit:?}", scheme.name());
        assert_eq!(sim.lock(clutch, 0).unwrap(), 0.0);

        sim.advance(1.0, 5e-3, None).unwrap();
        let held = [first, clutch].map(|j| sim.joint_coordinate(j, 0).unwrap());
        // generalised-α turns by rotation vectors, the others by 2 tan(φ/2): (ω h)²/12
        assert!(
            (held[0].0 - places[0] - 0.5 * common).abs() < 1e-4 && (held[1].0 - places[1]).abs() < 1e-11,
            "{held:?}"
        );
        sim.release(clutch, 0).unwrap();
        assert!(!sim.is_locked(clutch, 0).unwrap());
        let released = [first, clutch].map(|j| sim.joint_coordinate(j, 0).unwrap());
        assert!((0..2).all(|k| (released[k].0 - held[k].0).abs() < 1e-15 && (released[k].1 - held[k].1).abs() < 1e-12));
        sim.advance(1.2, 5e-3, None).unwrap();

        // back to before the lock: free again, and the same bits as without it
        let straight = |sim: &mut Simulation| {
            sim.restore(&saved).unwrap();
            assert!(!sim.is_locked(clutch, 0).unwrap());
            sim.advance(0.8, 5e-3, None).unwrap();
            sim.save()
        };
        let once = straight(&mut sim);
        sim.lock(clutch, 0).unwrap();
        assert_eq!(straight(&mut sim), once);
    }
}

#[test]
fn lock_of_what_is_held_already_is_refused_by_name_and_changes_nothing() {
    let mut model = Model::new();
    let one = wheel(&mut model, "one", Vec3::zeros(), 0.3);
    let two = wheel(&mut model, "two", Vec3::x(), 0.2);
    model.add_coupling("teeth", &[(one, 0, 2.0), (two, 0, 1.0)], None).unwrap();
    for joint in [one, two] {
        model.add_lock(joint, 0, false).unwrap();
    }
    assert!(model.add_lock(one, 0, false).is_err());
    let mut sim = simulate(model, Scheme::RadauIIA);
    sim.advance(0.1, 1e-2, None).unwrap();
    sim.lock(one, 0).unwrap();
    let before = sim.save();
    let error = sim.lock(two, 0).unwrap_err().to_string();
    assert!(error.contains("two") && error.contains("teeth"), "{error}");
    assert_eq!(sim.save(), before);
    sim.step(1e-2).unwrap();
    sim.release(one, 0).unwrap();
    sim.lock(two, 0).unwrap();
    sim.step(1e-2).unwrap();
}

#[test]
fn run_that_begins_locked_holds_until_released() {
    let mut model = Model::new();
    let arm = wheel(&mut model, "arm", Vec3::zeros(), 0.5);
    model.add_lock(arm, 0, true).unwrap();
    let torque = model.add_function(TimeFunction::Constant(2.0)).unwrap();
    model.add_joint_force("motor", arm, 0, 1.0, torque).unwrap();
    let mut sim = simulate(model, Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()));
    sim.advance(1.0, 1e-2, None).unwrap();
    assert_eq!(sim.joint_coordinate(arm, 0).unwrap(), (0.0, 0.0));
    sim.release(arm, 0).unwrap();
    sim.advance(2.0, 1e-2, None).unwrap();
    // from rest with 4 rad/s²
    assert!((sim.joint_coordinate(arm, 0).unwrap().0 - 2.0).abs() < 1e-9);
}
