//! Step control and stops that are far stiffer than anything else: a mass falls on a spring that it does not hang on. The step in
//! which it arrives, and that in which it leaves, are errors like any other, however stiff the spring is.
//!
//! Closed form, y = way into the spring, ω² = k/m, v₀² = 2 g H:
//!
//! ```text
//!   y = g/ω² (1 − cos ωτ) + v₀/ω sin ωτ      up to ωτ = 2π − 2 atan(v₀ ω/g), where y = 0 again and ẏ = −v₀
//! ```
//!
//! In the spring accelerations change by v₀ω² in a unit of time. Steps with an error e of places then have h³ ~ e/(v₀ω²), and leave an
//! error of velocity of e/h ~ (e² v₀ω²)^⅓, in each of few steps.

use crate::support;

use support::simulate;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Control, Options};
use swashplate::terms::law::{Dissipative, Elastic, ForceTable};

const G: f64 = 9.81;
const MASS: f64 = 2.0;
const DROP: f64 = 1.0;

fn schemes() -> [Scheme; 4] {
    [
        Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::GeneralizedAlpha(Coefficients::hht(0.05).unwrap()),
        Scheme::GeneralizedAlpha(Coefficients::newmark(0.5, 0.25).unwrap()),
        Scheme::RadauIIA,
    ]
}

/// A mass on a slide downwards, from rest.
fn falling(elastic: Vec<Elastic>, dampers: Vec<Dissipative>) -> (Model, JointId) {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, G)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = model.add_node("mass", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("mass", node, MASS, Vec3::zeros(), Mat3::identity() * 0.01).unwrap();
    let [a, b] = [ground, node].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let slide = model.add_joint("slide", joints::prismatic(), a, b).unwrap();
    model.add_joint_action("on it", slide, 0, elastic, dampers).unwrap();
    (model, slide)
}

/// A spring that begins where the mass has fallen by [`DROP`].
fn buffer(stiffness: f64) -> Elastic {
    Elastic::Table(ForceTable::new("buffer", &[-5.0, DROP, DROP + 1.0], &[0.0, 0.0, stiffness]).unwrap())
}

/// Place and velocity at time t, up to the second fall.
fn bounce(stiffness: f64, t: f64) -> [f64; 2] {
    let (v, omega) = ((2.0 * G * DROP).sqrt(), (stiffness / MASS).sqrt());
    let (arrives, within) = (v / G, 2.0 * (std::f64::consts::PI - (v * omega / G).atan()) / omega);
    assert!(t < arrives || t > arrives + within);
    match t - arrives - within {
        past if past < 0.0 => [0.5 * G * t * t, G * t],
        past => [DROP - v * past + 0.5 * G * past * past, -v + G * past],
    }
}

#[test]
fn a_rebound_from_a_stiff_spring_is_as_accurate_as_the_tolerance_says() {
    let tolerance = 1e-6;
    let control = Control { translation_tolerance: tolerance, rotation_tolerance: tolerance, ..Default::default() };
    let speed = (2.0 * G * DROP).sqrt();
    for scheme in schemes() {
        for stiffness in [1e6, 1e7, 1e8, 1e9, 1e10] {
            let bound = 1.5 * (tolerance * tolerance * speed * stiffness / MASS).cbrt();
            let mut worst = 0.0_f64;
            // ends of the run move the steps, and with them where the mass meets the spring
            for k in 0..24 {
                let end = 0.4612 + 0.01173 * f64::from(k);
                let (model, slide) = falling(vec![buffer(stiffness)], vec![]);
                let mut sim = simulate(model, Options { scheme, ..Default::default() });
                sim.advance_controlled(end, &control, None).unwrap();
                let (x, v) = sim.joint_coordinate(slide, 0).unwrap();
                let [x_exact, v_exact] = bounce(stiffness, end);
                worst = worst.max((v - v_exact).abs());
                let left = bound * (end - speed / G) + 10.0 * tolerance;
                assert!((x - x_exact).abs() < left, "{}, {stiffness:e} N/m: {x} m, not {x_exact}", scheme.name());
            }
            println!("{}, {stiffness:e} N/m: {worst:.1e} m/s of {speed:.2}, at most {bound:.1e}", scheme.name());
            assert!(worst < bound, "{}, {stiffness:e} N/m: off by {worst} m/s", scheme.name());
        }
    }
}

#[test]
fn a_rebound_keeps_its_speed_to_the_tolerance_of_rates() {
    for scheme in schemes() {
        for stiffness in [1e8, 1e10] {
            for tolerance in [1e-2, 1e-3] {
                let control = Control { translation_rate_tolerance: tolerance, ..Default::default() };
                let (model, slide) = falling(vec![buffer(stiffness)], vec![]);
                let mut sim = simulate(model, Options { scheme, ..Default::default() });
                sim.advance_controlled(0.6, &control, None).unwrap();
                let (_, v) = sim.joint_coordinate(slide, 0).unwrap();
                let off = (v - bounce(stiffness, 0.6)[1]).abs();
                println!("{}, {stiffness:e} N/m, {tolerance:e} m/s: {off:.1e} m/s", scheme.name());
                assert!(off < 20.0 * tolerance, "{}, {stiffness:e} N/m, {tolerance:e} m/s: {off}", scheme.name());
            }
        }
    }
}

#[test]
fn a_mass_that_friction_stops_comes_to_rest_where_it_must() {
    // 40 N of friction against 19.62 N of weight: −10.19 m/s² from 3 m/s, at rest after 0.294 s; then it creeps on with
    // v_r atanh(19.62/40)
    let creep = 1e-4;
    let friction = Dissipative::Friction { sliding: 40.0, breakaway: 40.0, stribeck: 0.1, creep };
    let (speed, brake) = (3.0, 40.0 / MASS - G);
    for scheme in schemes() {
        for tolerance in [1e-4, 1e-6] {
            let (mut model, slide) = falling(vec![], vec![friction.clone()]);
            model.start_joint(slide, 0, Some(0.0), Some(speed)).unwrap();
            let mut sim = simulate(model, Options { scheme, ..Default::default() });
            let control = Control { translation_tolerance: tolerance, ..Default::default() };
            sim.advance_controlled(1.0, &control, None).unwrap();
            let (x, v) = sim.joint_coordinate(slide, 0).unwrap();
            let off = (x - 0.5 * speed * speed / brake).abs();
            println!("{}, tolerance {tolerance:e}: {off:.1e} m, {v:.1e} m/s", scheme.name());
            let creeps = creep * (MASS * G / 40.0_f64).atanh();
            assert!(off < 10.0 * tolerance.powf(2.0 / 3.0) * 0.3 + creeps, "{}: off by {off} m", scheme.name());
            assert!(v > 0.0 && v < 2.0 * creeps, "{}: {v} m/s, not {creeps}", scheme.name());
        }
    }
}

#[test]
fn messages_name_the_joint_and_what_acts_on_its_coordinate() {
    let (model, _) = falling(vec![buffer(1e6)], vec![]);
    assert_eq!(model.describe_scalar(0), "joint \"slide\", force along coordinate 0 (spring \"on it\")");
}
