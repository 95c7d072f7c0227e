//! Actuators with states of their own: closed forms of step and harmonic responses, orders of what they move, books, limits,
//! commands of the host.

use crate::support;

use std::sync::Arc;
use support::{assert_order, bits};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::loads::{Dynamics, Limits, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::newton::Settings;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::FunctionId;

const GRAVITY: f64 = 9.81;
/// cart [kg], bob [kg], length [m], inertia of the bob about its centre [kg·m²]
const CART: [f64; 4] = [2.0, 0.7, 0.4, 0.02];

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    let newton = Settings { tolerance: 1e-12, max_iterations: 16 };
    Simulation::new(Arc::new(model), Options { scheme, newton, ..Default::default() }).unwrap()
}

fn alpha(rho: f64) -> Coefficients {
    Coefficients::spectral_radius(rho).unwrap()
}

/// Every scheme with the order that the manual promises it on rigid systems.
fn schemes() -> [(Scheme, f64); 8] {
    [
        (Scheme::GeneralizedAlpha(alpha(0.8)), 2.0),
        (Scheme::StageWeighted(alpha(0.8)), 2.0),
        (Scheme::RadauIIA, 3.0),
        (Scheme::EnergyPreserving, 2.0),
        (Scheme::MomentumPreserving, 2.0),
        (Scheme::EnergyDecaying(1.0), 3.0),
        (Scheme::MomentumDecaying(1.0), 2.0),
        (Scheme::MomentumDecayingConstrained(1.0), 1.0),
    ]
}

/// A cart on a rail along x that an actuator moves, with a pendulum about z below it; `command` makes the command.
struct Cart {
    model: Model,
    rail: JointId,
    hinge: JointId,
    actuator: FunctionId,
}

fn cart(dynamics: Dynamics, limits: Limits, start: Option<[f64; 2]>, command: TimeFunction, mass: f64) -> Cart {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -GRAVITY, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let cart = model.add_node("cart", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let bob = model.add_node("bob", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let [_, m, l, j] = CART;
    model.add_rigid_body("cart", cart, mass, Vec3::zeros(), Mat3::identity() * 0.1).unwrap();
    model.add_rigid_body("bob", bob, m, Vec3::new(0.0, -l, 0.0), Mat3::identity() * j).unwrap();
    // a prismatic joint slides along its third axis
    let along_x = so3::exp(&(Vec3::y() * std::f64::consts::FRAC_PI_2));
    let [a, b] = [ground, cart].map(|n| model.attach(n, Vec3::zeros(), along_x).unwrap());
    let rail = model.add_joint("rail", joints::prismatic(), a, b).unwrap();
    let [a, b] = [cart, bob].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    let command = model.add_function(command).unwrap();
    let actuator = model.add_actuator("servo", command, dynamics, limits, start).unwrap();
    model.drive_joint(rail, 0, actuator).unwrap();
    Cart { model, rail, hinge, actuator }
}

/// Angle, its rate and the driving force at forty times up to `end`, for a motion s(t) of the cart: RK4 with small steps.
/// (J + m l²) θ̈ = −m g l sin θ − m l s̈ cos θ, F = (M + m) s̈ + m l (θ̈ cos θ − θ̇² sin θ).
fn pendulum(end: f64, s: impl Fn(f64) -> [f64; 3]) -> Vec<[f64; 3]> {
    let [mass, m, l, j] = CART;
    let turn = |t: f64, q: f64| -m * l * (GRAVITY * q.sin() + s(t)[2] * q.cos()) / (j + m * l * l);
    // a cart that starts with a rate sets the bob swinging through the hinge
    let (n, mut y, mut out) = (16_000, [0.0, -m * l * s(0.0)[1] / (j + m * l * l)], Vec::new());
    let h = end / n as f64;
    for k in 0..n {
        let t = k as f64 * h;
        let f = |t: f64, y: [f64; 2]| [y[1], turn(t, y[0])];
        let go = |y: [f64; 2], k: [f64; 2], h: f64| [y[0] + h * k[0], y[1] + h * k[1]];
        let k1 = f(t, y);
        let k2 = f(t + 0.5 * h, go(y, k1, 0.5 * h));
        let k3 = f(t + 0.5 * h, go(y, k2, 0.5 * h));
        let k4 = f(t + h, go(y, k3, h));
        y = [0, 1].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
        if (k + 1) % (n / 40) == 0 {
            let t = t + h;
            let force = (mass + m) * s(t)[2] + m * l * (turn(t, y[0]) * y[0].cos() - y[1] * y[1] * y[0].sin());
            out.push([y[0], y[1], force]);
        }
    }
    out
}

/// Closed form of s̈ + 2ζω ṡ + ω² s = ω² u for a step to 1 from rest.
fn step_response(w: f64, z: f64, t: f64) -> [f64; 3] {
    let (wd, e) = (w * (1.0 - z * z).sqrt(), (-z * w * t).exp());
    let (sin, cos) = (wd * t).sin_cos();
    let (s, v) = (1.0 - e * (cos + z * w / wd * sin), e * w * w / wd * sin);
    [s, v, w * w * (1.0 - s) - 2.0 * z * w * v]
}

/// The same for a unit harmonic command sin(Ω t) from rest: particular solution by the complex gain, and the free one.
fn harmonic_response(w: f64, z: f64, o: f64, t: f64) -> [f64; 3] {
    let (re, im) = (w * w - o * o, 2.0 * z * w * o);
    let size = w * w / (re * re + im * im);
    // p = a sin Ωt + b cos Ωt
    let (a, b) = (size * re, -size * im);
    let (wd, e) = (w * (1.0 - z * z).sqrt(), (-z * w * t).exp());
    // s(0) = 0: c = −b; ṡ(0) = 0: d = −(a Ω + z ω b)/ω_d
    let (c, d) = (-b, -(a * o + z * w * b) / wd);
    let (sin, cos) = (wd * t).sin_cos();
    let (so, co) = (o * t).sin_cos();
    let s = a * so + b * co + e * (c * cos + d * sin);
    let v = o * (a * co - b * so) + e * ((d * wd - z * w * c) * cos - (c * wd + z * w * d) * sin);
    [s, v, w * w * (so - s) - 2.0 * z * w * v]
}

type Response = Box<dyn Fn(f64) -> [f64; 3]>;

/// Dynamics, command, and the closed form of the response from rest at zero.
fn cases() -> Vec<(&'static str, Dynamics, TimeFunction, Response)> {
    let (w, z, o, tau) = (9.0, 0.6, 4.0, 0.25);
    let second = Dynamics::SecondOrder { frequency: w, damping: z };
    let first = Dynamics::FirstOrder { time_constant: tau };
    let one = || TimeFunction::Constant(1.0);
    let sine = || TimeFunction::Harmonic { amplitude: 1.0, frequency: o, phase: 0.0 };
    let lag = move |t: f64| {
        let e = (-t / tau).exp();
        [1.0 - e, e / tau, -e / (tau * tau)]
    };
    // T ṡ + s = sin Ωt: s = (sin Ωt − TΩ cos Ωt + TΩ e^{−t/T})/(1 + T²Ω²)
    let follow = move |t: f64| {
        let (x, e, (sin, cos)) = (tau * o, (-t / tau).exp(), (o * t).sin_cos());
        let s = (sin - x * cos + x * e) / (1.0 + x * x);
        let v = (sin - s) / tau;
        [s, v, (o * cos - v) / tau]
    };
    vec![
        ("second order, step", second, one(), Box::new(move |t| step_response(w, z, t))),
        ("second order, harmonic", second, sine(), Box::new(move |t| harmonic_response(w, z, o, t))),
        ("first order, step", first, one(), Box::new(lag)),
        ("first order, harmonic", first, sine(), Box::new(follow)),
    ]
}

#[test]
fn the_coordinate_follows_the_closed_form_and_the_mechanism_has_the_order_of_the_scheme() {
    let end = 0.64;
    for (what, dynamics, command, response) in cases() {
        let reference = pendulum(end, &response);
        for (scheme, order) in schemes() {
            let (mut follows, mut errors) = (Vec::new(), [const { Vec::new() }; 3]);
            for h in [8e-3, 4e-3, 2e-3] {
                let own = cart(dynamics, Limits::default(), Some([0.0; 2]), command.clone(), CART[0]);
                let mut sim = simulate(own.model, scheme);
                let (count, mut worst, mut off) = ((end / h).round() as usize, 0.0_f64, [0.0_f64; 3]);
                for k in 1..=count {
                    sim.step(h).unwrap();
                    let (value, _) = sim.joint_coordinate(own.rail, 0).unwrap();
                    worst = worst.max((value - response(k as f64 * h)[0]).abs());
                    // in the second half, when the start has died away; rates of MP-EP alternate by O(h²), so always after an even number
                    if k % (count / 40) == 0 && 2 * k > count {
                        let (angle, rate) = sim.joint_coordinate(own.hinge, 0).unwrap();
                        let now = [angle, rate, sim.joint_drive(own.rail, 0).unwrap()];
                        let exact = reference[40 * k / count - 1];
                        off = [0, 1, 2].map(|i| f64::hypot(off[i], now[i] - exact[i]));
                    }
                }
                follows.push(worst);
                errors.iter_mut().zip(off).for_each(|(list, off)| list.push(off));
            }
            println!("{what}, {}: follows to {:.1e}", scheme.name(), follows[2]);
            // collocation of fifth order, one interval a step here
            assert!(follows[0] < 1e-8 && follows[2] < 1e-10, "{what}, {}: {follows:?}", scheme.name());
            // both levels constrained: of first order, and its force only nears that at these steps
            let count = if order == 1.0 { 2 } else { 3 };
            for (name, list) in ["angle", "rate", "driving force"].iter().zip(&errors).take(count) {
                assert_order(&format!("{what}, {}, {name}", scheme.name()), &list[1..], order, 0.25);
            }
        }
    }
}

#[test]
fn the_mechanism_does_not_act_back_and_the_driven_work_balances_the_books() {
    let dynamics = Dynamics::SecondOrder { frequency: 9.0, damping: 0.6 };
    for (scheme, _) in schemes() {
        let mut ends = Vec::new();
        for mass in [2.0, 2e6] {
            let own = cart(dynamics, Limits::default(), Some([0.0; 2]), TimeFunction::Constant(1.0), mass);
            let mut sim = simulate(own.model, scheme);
            (0..100).for_each(|_| sim.step(5e-3).unwrap());
            let motion = sim.actuator(own.actuator).unwrap();
            let (value, _) = sim.joint_coordinate(own.rail, 0).unwrap();
            assert!((value - motion.value).abs() < 1e-12);
            ends.push(motion);
            let audit = sim.audit(Vec3::zeros()).unwrap();
            if let Scheme::EnergyPreserving | Scheme::MomentumPreserving = scheme {
                // energy gained is the work of the drive, to rounding
                let energy = audit.kinetic_energy + audit.potential_energy - sim.state().run_audit.initial_energy;
                let defect = (energy - audit.work_driven).abs() / audit.work_driven.abs();
                assert!(audit.work_driven > 0.1 && defect < 1e-10, "{}: {defect:e}", scheme.name());
            }
        }
        assert_eq!(ends[0], ends[1], "{}", scheme.name());
    }
}

#[test]
fn stroke_and_rate_are_kept_and_say_when_they_bind() {
    // up at 0.5 m/s towards a command of 3 m, of which 0.2 m are within the stroke
    let limits = Limits { low: -0.2, high: 0.2, rate: 0.5 };
    let dynamics = Dynamics::SecondOrder { frequency: 60.0, damping: 1.0 };
    let own = cart(dynamics, limits, Some([0.0; 2]), TimeFunction::Constant(3.0), 2.0);
    let mut sim = simulate(own.model, Scheme::GeneralizedAlpha(alpha(0.8)));
    let mut seen = [false; 2];
    for _ in 0..1000 {
        sim.step(1e-3).unwrap();
        let now = sim.actuator(own.actuator).unwrap();
        assert!(now.command == 3.0 && now.at_stroke && now.rate <= 0.5 && now.value < 0.2 + 1e-12, "{now:?}");
        seen = [seen[0] || now.at_rate, seen[1] || !now.at_rate];
    }
    let end = sim.actuator(own.actuator).unwrap();
    assert!(seen == [true; 2] && (end.value - 0.2).abs() < 1e-9 && !end.at_rate, "{end:?}");
}

#[test]
fn commands_of_the_host_act_as_steps_and_snapshots_give_the_same_bits() {
    let (w, z, h) = (30.0, 0.7, 2e-3);
    for (scheme, _) in schemes() {
        let mut model = Model::new();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let wheel = model.add_node("wheel", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("wheel", wheel, 1.0, Vec3::zeros(), Mat3::identity() * 0.5).unwrap();
        let [a, b] = [ground, wheel].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
        let shaft = model.add_joint("shaft", joints::revolute(), a, b).unwrap();
        let stick = model.add_input("stick", 0.0).unwrap();
        let dynamics = Dynamics::SecondOrder { frequency: w, damping: z };
        let servo = model.add_actuator("servo", stick, dynamics, Limits::default(), None).unwrap();
        model.drive_joint(shaft, 0, servo).unwrap();
        let mut sim = simulate(model, scheme);
        (0..20).for_each(|_| sim.step(h).unwrap());
        assert_eq!(sim.joint_coordinate(shaft, 0).unwrap().0, 0.0);
        sim.set_input(stick, 0.4).unwrap();
        let saved = sim.save();
        let mut run = || {
            // a step tried with another command, then with the one that counts
            sim.begin(h).unwrap();
            sim.set_input(stick, -1.0).unwrap();
            sim.iterate().unwrap();
            sim.set_input(stick, 0.4).unwrap();
            sim.iterate().unwrap();
            sim.accept().unwrap();
            (1..50).for_each(|_| sim.step(h).unwrap());
            let now = (sim.joint_coordinate(shaft, 0).unwrap(), bits(&sim));
            sim.restore(&saved).unwrap();
            now
        };
        let ((angle, rate), first) = run();
        let (_, second) = run();
        assert!(first == second, "{}", scheme.name());
        let exact = step_response(w, z, 50.0 * h);
        // the rate of schemes over a step carries their error of second order
        assert!((angle - 0.4 * exact[0]).abs() < 1e-9, "{}: {angle}", scheme.name());
        assert!((rate - 0.4 * exact[1]).abs() < 2e-2, "{}: {rate} {}", scheme.name(), 0.4 * exact[1]);
    }
}

#[test]
fn a_force_actuator_lags_and_a_chain_of_actuators_works() {
    // torque T Q̇ + Q = 3 from rest on a wheel: J θ̈ = Q, θ = 3/J (t²/2 − T t + T² (1 − e^{−t/T}))
    // and a second lag behind the first: Q₂ = 3 (1 − (1 + t/T) e^{−t/T}), θ₂ twice integrated
    let (tau, inertia, end): (f64, f64, f64) = (0.2, 0.5, 0.8);
    let mut errors = [const { Vec::new() }; 2];
    for h in [2e-2, 1e-2, 5e-3] {
        for (k, errors) in errors.iter_mut().enumerate() {
            let mut model = Model::new();
            let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
            let wheel = model.add_node("wheel", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
            model.add_rigid_body("wheel", wheel, 1.0, Vec3::zeros(), Mat3::identity() * inertia).unwrap();
            let [a, b] = [ground, wheel].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
            let shaft = model.add_joint("shaft", joints::revolute(), a, b).unwrap();
            let mut torque = model.add_function(TimeFunction::Constant(3.0)).unwrap();
            for name in ["lag 1", "lag 2"].iter().take(k + 1) {
                let lag = Dynamics::FirstOrder { time_constant: tau };
                torque = model.add_actuator(name, torque, lag, Limits::default(), Some([0.0; 2])).unwrap();
            }
            model.add_joint_force("motor", shaft, 0, 1.0, torque).unwrap();
            let mut sim = simulate(model, Scheme::GeneralizedAlpha(alpha(0.9)));
            (0..(end / h).round() as usize).for_each(|_| sim.step(h).unwrap());
            let (t, e) = (end, (-end / tau).exp());
            let exact = match k {
                0 => 0.5 * t * t - tau * t + tau * tau * (1.0 - e),
                _ => 0.5 * t * t - 2.0 * tau * t + 3.0 * tau * tau - e * tau * (3.0 * tau + t),
            };
            errors.push((sim.joint_coordinate(shaft, 0).unwrap().0 - 3.0 / inertia * exact).abs());
        }
    }
    for (what, errors) in ["one lag", "two lags"].iter().zip(&errors) {
        assert_order(what, errors, 2.0, 0.15);
    }
}

#[test]
fn statics_finds_actuators_at_rest_at_their_commands() {
    let command = TimeFunction::Constant(0.3);
    let limits = Limits { high: 0.25, ..Limits::default() };
    let own = cart(Dynamics::FirstOrder { time_constant: 0.1 }, limits, Some([0.0; 2]), command, 2.0);
    let mut sim = simulate(own.model, Scheme::GeneralizedAlpha(alpha(0.8)));
    sim.solve_static().unwrap();
    assert!((sim.joint_coordinate(own.rail, 0).unwrap().0 - 0.25).abs() < 1e-12);
    (0..10).for_each(|_| sim.step(1e-2).unwrap());
    assert!((sim.joint_coordinate(own.rail, 0).unwrap().0 - 0.25).abs() < 1e-12);
}
