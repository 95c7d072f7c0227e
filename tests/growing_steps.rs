//! Steps that change from one to the next under generalised-α: what it carries of accelerations must neither make velocity nor cost an
//! order.
//!
//! | system | reference |
//! |---|---|
//! | a mass on a slide under a pulse, then free | its momentum: the trapezoidal sum of the forces, and what the start is prepared with |
//! | the same under step control | ∫ F dt / m of a pulse 1 − cos |
//! | a bar on a hinge | θ̈ = −(3g/2l) sin θ by the classical Runge-Kutta method with small steps; its reaction from θ and θ̇ |
#![allow(unsafe_code)] // it calls the functions as a host does

use crate::slider::{self, MASS, Slider};
use crate::support;

use std::f64::consts::PI;
use support::{orders, simulate};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Control, Options};
use swashplate::terms::NodeId;

const G: f64 = 9.81;
const RADII: [f64; 7] = [0.0, 0.3, 0.5, 0.8, 0.84, 0.9, 1.0];

#[test]
fn a_mass_keeps_its_velocity_behind_a_pulse_while_a_host_lets_steps_grow() {
    let (h, count) = (0.01, 20);
    let force = |i: i32| 10.0 * (PI * f64::from(i) / f64::from(count)).sin();
    let trapezoidal = (1..=count).map(|i| h * force(i)).sum::<f64>() / MASS;
    for rho in RADII {
        // what is kept is v + (½ − α_f) h (a* − a), and the first step begins with a* = a + lead h ȧ
        let c = Coefficients::spectral_radius(rho).unwrap();
        let exact = trapezoidal + (0.5 - c.alpha_f) * c.lead() * h * force(1) / MASS;
        for stage_weighted in [0, 1] {
            for ratio in [1.1, 1.5, 2.0] {
                let mut options = slider::options(0);
                (options.rho_infinity, options.stage_weighted) = (rho, stage_weighted);
                let mass = Slider::new(&options, slider::END, 0.0, 0.0, 0.0);
                (1..=count).for_each(|i| mass.step_to(h, force(i)));
                (0..2).for_each(|_| mass.step_to(h, 0.0));
                let mut size = h;
                for _ in 0..25 {
                    size *= ratio;
                    mass.step(size);
                }
                let v = mass.motion()[1];
                println!("ρ∞ = {rho}, weighted {stage_weighted}, growing by {ratio}: {:.1e}", v / exact - 1.0);
                // what a* still holds after 27 steps: with ρ∞ = 0.9 a part 0.73^27 of an error of second order
                assert!((v - exact).abs() < 1e-6 * exact, "{v} m/s instead of {exact}");
            }
        }
    }
}

/// A mass of 2 kg on a slide under a pulse ½(1 − cos) of 1 N, 0.4 s long: 0.2 N·s.
fn pushed() -> (Model, JointId) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = model.add_node("mass", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("mass", node, 2.0, Vec3::zeros(), Mat3::identity() * 0.01).unwrap();
    let [a, b] = [ground, node].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let slide = model.add_joint("slide", joints::prismatic(), a, b).unwrap();
    let pulse = TimeFunction::OneMinusCosine { amplitude: 1.0, start: 0.0, duration: 0.2, hold: false };
    let function = model.add_function(pulse).unwrap();
    model.add_joint_force("push", slide, 0, 1.0, function).unwrap();
    (model, slide)
}

#[test]
fn a_mass_keeps_its_velocity_behind_a_pulse_under_step_control() {
    for rho in RADII {
        for tolerance in [1e-3, 1e-6, 1e-9] {
            let (model, slide) = pushed();
            let mut sim = simulate(model, support::options(rho));
            let control =
                Control { translation_tolerance: tolerance, rotation_tolerance: tolerance, ..Default::default() };
            sim.advance_controlled(100.0, &control, None).unwrap();
            let (_, v) = sim.joint_coordinate(slide, 0).unwrap();
            // places are of order tolerance^(2/3), and so is the velocity that they end with
            let bound = tolerance.powf(2.0 / 3.0);
            assert!((v - 0.1).abs() < bound, "ρ∞ = {rho}, tolerance {tolerance:e}: {v} m/s instead of 0.1");
        }
    }
}

/// A bar of 1 m and 1 kg on a hinge about z, from the horizontal.
fn pendulum() -> (Model, NodeId, JointId) {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -G, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = model.add_node("bar", NodeKind::Free, Vec3::new(0.5, 0.0, 0.0), Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(1e-4, 1.0 / 12.0, 1.0 / 12.0));
    model.add_rigid_body("bar", node, 1.0, Vec3::zeros(), inertia).unwrap();
    let [one, two] = [ground, node].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let joint = model.add_joint("hinge", joints::revolute(), one, two).unwrap();
    (model, node, joint)
}

/// Angle from the horizontal and its rate at time t, by 20000 steps of the classical Runge-Kutta method.
fn swing(t: f64) -> [f64; 2] {
    let (mut y, count) = ([0.0_f64; 2], 20_000);
    let h = t / f64::from(count);
    let rate = |y: [f64; 2]| [y[1], -1.5 * G * y[0].cos()];
    let add = |y: [f64; 2], s: f64, k: [f64; 2]| [y[0] + s * k[0], y[1] + s * k[1]];
    for _ in 0..count {
        let k_1 = rate(y);
        let k_2 = rate(add(y, 0.5 * h, k_1));
        let k_3 = rate(add(y, 0.5 * h, k_2));
        let k_4 = rate(add(y, h, k_3));
        y = add(add(add(add(y, h / 6.0, k_1), h / 3.0, k_2), h / 3.0, k_3), h / 6.0, k_4);
    }
    y
}

/// Sizes of steps over their mean, in turn.
const PATTERNS: [&[f64]; 3] = [
    &[2.0 / 3.0, 4.0 / 3.0],
    &[0.492_308, 0.738_462, 1.107_692, 1.661_538],
    &[0.5, 0.7, 1.3, 1.5, 0.9, 1.7, 1.0, 0.8, 0.6, 1.0],
];

#[test]
fn displacement_velocity_and_reaction_stay_of_second_order_with_steps_that_change() {
    let end = 0.8;
    let [angle, rate] = swing(end);
    let (sin, cos) = angle.sin_cos();
    let (along, across) = (Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0));
    // m a of the centre, 0.5 m from the hinge, and the weight
    let second = -1.5 * G * cos;
    let held = 0.5 * (second * across - rate * rate * along) + G * Vec3::y();
    let exact = [0.5 * along, 0.5 * rate * across, held];
    for rho in [0.0, 0.5, 0.8, 0.9, 1.0] {
        let c = Coefficients::spectral_radius(rho).unwrap();
        for scheme in [Scheme::GeneralizedAlpha(c), Scheme::StageWeighted(c)] {
            for pattern in PATTERNS {
                let rows = [400, 800, 1600, 3200].map(|count| {
                    let (model, node, joint) = pendulum();
                    let mut sim = simulate(model, Options { scheme, ..Default::default() });
                    for k in 0..count {
                        sim.step(end / f64::from(count) * pattern[k as usize % pattern.len()]).unwrap();
                    }
                    assert!((sim.state().time - end).abs() < 1e-5, "{}", sim.state().time);
                    let motion = sim.motion(node).unwrap();
                    let reaction = sim.joint_reaction(joint, 1, false).unwrap().0;
                    [(motion.x - exact[0]).norm(), (motion.v - exact[1]).norm(), (reaction - exact[2]).norm()]
                });
                for (k, what) in ["displacement", "velocity", "reaction"].into_iter().enumerate() {
                    let found = orders(&rows.map(|row| row[k]));
                    println!("{}, ρ∞ = {rho}, {} sizes, {what}: {found:.2?}", scheme.name(), pattern.len());
                    assert!(found.iter().all(|o| (1.8..2.5).contains(o)), "{what}: {found:.2?}, {rows:?}");
                }
            }
        }
    }
}
