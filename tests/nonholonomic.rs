//! Conditions on velocities: a disc that rolls, a sleigh on a knife edge, the same by a row of the host.

use crate::support;

use std::sync::Arc;
use support::{assert_order, options};
use swashplate::integrators::Scheme;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{ContactId, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

fn every_scheme() -> [Scheme; 5] {
    [
        options(0.8).scheme,
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::MomentumPreserving,
        Scheme::MomentumDecaying(1.0),
    ]
}

fn order(scheme: Scheme) -> f64 {
    if scheme == Scheme::RadauIIA { 3.0 } else { 2.0 }
}

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap()
}

fn energy(sim: &Simulation) -> f64 {
    let audit = sim.audit(Vec3::zeros()).unwrap();
    audit.kinetic_energy + audit.potential_energy
}

const MASS: f64 = 1.3;
const RADIUS: f64 = 0.4;
const GRAVITY: f64 = 9.81;
/// moments of inertia about a diameter, about the axis: a disc with a heavy hub
const DIAMETRAL: f64 = 0.06;
const AXIAL: f64 = 0.09;

/// The classic equations of a rolling disc in Euler angles: heading ψ, angle θ of the axis from the vertical, spin φ. The frame
/// e₁ (horizontal, along the track), e₂ (up in the plane of the disc), e₃ (axis) turns with (θ̇, ψ̇ sin θ, ψ̇ cos θ); the disc
/// with (ω₁, ω₂, ω₃), ω₃ = ψ̇ cos θ + φ̇. Its centre moves at R (ω₁ e₃ − ω₃ e₁). With the force at the contact eliminated from
/// the balances of momentum and of moment of momentum about the centre:
///
/// ```text
///   (A + mR²) ω̇₁ = A ω₂² cot θ − (C + mR²) ω₂ ω₃ − m g R cos θ
///           A ω̇₂ = C ω₁ ω₃ − A ω₁ ω₂ cot θ
///   (C + mR²) ω̇₃ = m R² ω₁ ω₂
/// ```
///
/// The state is ψ, θ, φ, ω₁, ω₂, ω₃, x, y.
type Rolling = [f64; 8];

fn rolling_rate(y: &Rolling) -> Rolling {
    let [psi, theta, _, w1, w2, w3, ..] = *y;
    let (sin, cos) = theta.sin_cos();
    let (cot, mr2) = (cos / sin, MASS * RADIUS * RADIUS);
    let e3 = [sin * psi.sin(), -sin * psi.cos()];
    [
        w2 / sin,
        w1,
        w3 - w2 * cot,
        (DIAMETRAL * w2 * w2 * cot - (AXIAL + mr2) * w2 * w3 - MASS * GRAVITY * RADIUS * cos) / (DIAMETRAL + mr2),
        (AXIAL * w1 * w3 - DIAMETRAL * w1 * w2 * cot) / DIAMETRAL,
        mr2 * w1 * w2 / (AXIAL + mr2),
        RADIUS * (w1 * e3[0] - w3 * psi.cos()),
        RADIUS * (w1 * e3[1] - w3 * psi.sin()),
    ]
}

/// Runge and Kutta's method of fourth order.
fn rolling(mut y: Rolling, time: f64, steps: usize) -> Rolling {
    let h = time / steps as f64;
    let add = |y: &Rolling, k: &Rolling, h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
    for _ in 0..steps {
        let k1 = rolling_rate(&y);
        let k2 = rolling_rate(&add(&y, &k1, 0.5 * h));
        let k3 = rolling_rate(&add(&y, &k2, 0.5 * h));
        let k4 = rolling_rate(&add(&y, &k3, h));
        y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    y
}

/// Orientation of the disc (its axis is axis 3), its centre, its angular velocity and the velocity of the centre.
fn pose([psi, theta, phi, w1, w2, w3, x, y]: Rolling) -> (Quat, Vec3, Vec3, Vec3) {
    let frame = so3::exp(&Vec3::new(0.0, 0.0, psi)) * so3::exp(&Vec3::new(theta, 0.0, 0.0));
    let omega = frame * Vec3::new(w1, w2, w3);
    let center = Vec3::new(x, y, RADIUS * theta.sin());
    let velocity = frame * Vec3::new(-RADIUS * w3, 0.0, RADIUS * w1);
    (frame * so3::exp(&Vec3::new(0.0, 0.0, phi)), center, omega, velocity)
}

/// Where the disc sits on its node: axes of the disc in node axes, and its centre.
fn mounting() -> (Quat, Vec3) {
    (so3::exp(&Vec3::new(0.4, -0.7, 0.2)), Vec3::new(0.1, -0.05, 0.2))
}

/// The disc of `start`, on a node that is neither at its centre nor along its axes.
fn disc(start: Rolling) -> (Model, NodeId, ContactId) {
    let ((turn, center), (rotation, x, omega, v)) = (mounting(), pose(start));
    let rotation = rotation * turn.inverse();
    let arm = rotation * center;
    let mut model = Model::new();
    let node = model.add_node("disc", NodeKind::Free, x - arm, rotation).unwrap();
    let q = turn.to_rotation_matrix().into_inner();
    let inertia = q * Mat3::from_diagonal(&Vec3::new(DIAMETRAL, DIAMETRAL, AXIAL)) * q.transpose();
    model.add_rigid_body("disc", node, MASS, center, (inertia + inertia.transpose()) * 0.5).unwrap();
    model.set_gravity(Vec3::new(0.0, 0.0, -GRAVITY)).unwrap();
    model.set_velocity(node, v - omega.cross(&arm), omega).unwrap();
    let plane = [Vec3::new(3.0, -2.0, 0.0), Vec3::z()];
    let contact = model.add_rolling_disc("disc", node, [center, q.column(2).into()], RADIUS, plane).unwrap();
    (model, node, contact)
}

/// A disc that wobbles along a curved track.
const WOBBLE: Rolling = [0.3, 1.2, 0.1, 0.5, 0.8, -4.0, 0.2, -0.1];

/// Force at the contact by the balance of momentum in Euler angles.
fn contact_force(y: Rolling) -> Vec3 {
    let ([psi, theta, _, w1, w2, w3, ..], rate) = (y, rolling_rate(&y));
    let (sin, cos) = theta.sin_cos();
    let frame = so3::exp(&Vec3::new(0.0, 0.0, psi)) * so3::exp(&Vec3::new(theta, 0.0, 0.0));
    let acceleration = Vec3::new(-rate[5] + w1 * w2, -w2 * cos / sin * w3 - w1 * w1, rate[3] + w2 * w3) * RADIUS;
    frame * ((acceleration + Vec3::new(0.0, sin, cos) * GRAVITY) * MASS)
}

/// Distance of centre, orientation, angular velocity and force at the contact from those of the equations in Euler angles.
fn distance(sim: &Simulation, node: NodeId, contact: ContactId, to: Rolling) -> [f64; 4] {
    let ((turn, center), (rotation, x, omega, _)) = (mounting(), pose(to));
    let (motion, touch) = (sim.motion(node).unwrap(), sim.contact(contact).unwrap());
    assert!(touch.point.z.abs() < 1e-12 && (touch.normal - touch.force.z).abs() < 1e-12);
    [
        (motion.x + motion.d * center - x).norm(),
        motion.rotation.angle_to(&(rotation * turn.inverse())),
        (motion.omega - omega).norm(),
        (touch.force - contact_force(to)).norm(),
    ]
}

#[test]
fn a_rolling_disc_follows_its_equations_in_euler_angles_with_the_order_of_the_scheme() {
    let time = 1.5;
    let exact = rolling(WOBBLE, time, 20_000);
    let check = rolling(WOBBLE, time, 10_000);
    assert!((0..8).all(|k| (exact[k] - check[k]).abs() < 1e-11));
    for scheme in every_scheme() {
        let errors = [100, 200, 400, 800].map(|steps| {
            let (model, node, contact) = disc(WOBBLE);
            let mut sim = simulate(model, scheme);
            sim.advance(time, time / steps as f64, None).unwrap();
            distance(&sim, node, contact, exact)
        });
        println!("{}: {errors:?}", scheme.name());
        for (k, what) in ["centre", "orientation", "angular velocity", "force"].into_iter().enumerate() {
            assert_order(&format!("{}, {what}", scheme.name()), &errors.map(|e| e[k]), order(scheme), 0.35);
        }
        assert!(errors[3][0] < 2e-3, "{}: {errors:?}", scheme.name());
    }
}

#[test]
fn a_rolling_disc_keeps_its_energy_and_does_not_slip() {
    for scheme in every_scheme() {
        let (model, _, contact) = disc(WOBBLE);
        let mut sim = simulate(model, scheme);
        let start = energy(&sim);
        let at_end = matches!(scheme, Scheme::GeneralizedAlpha(_) | Scheme::RadauIIA);
        let (mut drift, mut slip, mut middle, mut height) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
        for _ in 0..2500 {
            sim.step(0.004).unwrap();
            let ledger = &sim.state().run_audit;
            drift = drift.max((energy(&sim) + ledger.dissipated - start).abs() / start);
            slip = slip.max(sim.contact(contact).unwrap().slip.norm());
            middle = middle.max(ledger.middle_violation);
            height = height.max(sim.audit(Vec3::zeros()).unwrap().position_violation);
        }
        let lost = sim.state().run_audit.dissipated / start;
        let works = sim.state().run_audit.constraints / start;
        let iterations = sim.state().run_audit.iterations as f64 / 2500.0;
        println!(
            "{}: energy {drift:.1e}, dissipated {lost:.1e}, slip {slip:.1e}, in the middle {middle:.1e}, height {height:.1e}, \
             work of conditions {works:.1e}, iterations {iterations:.2}",
            scheme.name()
        );
        assert!(height < 1e-11, "{}: {height:e}", scheme.name());
        if at_end {
            assert!(slip < 1e-11 * 4.0 * RADIUS, "{}: {slip:e}", scheme.name());
        } else {
            assert!(drift < 1e-12, "{}: {drift:e}", scheme.name());
            assert!(middle < 1e-11, "{}: {middle:e}", scheme.name());
            assert!(works.abs() < 1e-11, "{}: {works:e}", scheme.name());
        }
        if scheme == Scheme::MomentumDecaying(1.0) {
            assert!(slip < 1e-11 && lost > 0.0, "{slip:e} {lost:e}");
        }
    }
}

#[test]
fn the_force_at_the_contact_is_of_second_order_from_the_first_step_on() {
    for scheme in every_scheme() {
        let errors = [0.004, 0.002, 0.001].map(|h| {
            let (model, node, contact) = disc(WOBBLE);
            let mut sim = simulate(model, scheme);
            (1..6).fold(0.0_f64, |worst, k| {
                sim.step(h).unwrap();
                let exact = rolling(WOBBLE, k as f64 * h, 100);
                worst.max(distance(&sim, node, contact, exact)[3])
            })
        });
        println!("{}: {errors:?}", scheme.name());
        assert!(support::orders(&errors).iter().all(|order| *order > 1.8), "{}: {errors:?}", scheme.name());
    }
}

#[test]
fn steady_rolling_in_a_circle_stays_steady() {
    // A ω₂² cot θ − (C + mR²) ω₂ ω₃ = m g R cos θ; the centre goes round at ψ̇ = ω₂/sin θ on a circle of radius R ω₃/ψ̇
    let (theta, w2) = (1.2_f64, 0.9);
    let w3 = (DIAMETRAL * w2 * w2 / theta.tan() - MASS * GRAVITY * RADIUS * theta.cos())
        / ((AXIAL + MASS * RADIUS * RADIUS) * w2);
    let (turn_rate, radius) = (w2 / theta.sin(), RADIUS * w3 * theta.sin() / w2);
    let period = std::f64::consts::TAU / turn_rate;
    let center = |sim: &Simulation, node: NodeId| {
        let motion = sim.motion(node).unwrap();
        motion.x + motion.d * mounting().1
    };
    for scheme in every_scheme() {
        let worst = [1000, 2000].map(|steps| {
            let (model, node, _) = disc([0.0, theta, 0.0, 0.0, w2, w3, 0.0, 0.0]);
            let mut sim = simulate(model, scheme);
            // at ψ = 0 the centre moves along −ω₃ e₁ and turns left about (0, −R ω₃/ψ̇)
            let middle = Vec3::new(0.0, -radius, RADIUS * theta.sin());
            let (mut off, h) = (0.0_f64, period / steps as f64);
            for _ in 0..steps {
                sim.step(h).unwrap();
                off = off.max(((center(&sim, node) - middle).norm() - radius.abs()).abs());
            }
            off.max((center(&sim, node) - Vec3::new(0.0, 0.0, RADIUS * theta.sin())).norm())
        });
        println!("{}: {worst:?} of {radius}", scheme.name());
        assert!(worst[1] < 1e-3 * radius.abs() && worst[0] / worst[1] > 3.5, "{}: {worst:?}", scheme.name());
    }
}
