//! Gears, racks, belts and differentials: ratios and signs from geometry, torque on the housing in closed form, momentum.

use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{JointId, Mesh, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

fn schemes() -> [Scheme; 6] {
    [
        Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::MomentumPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumDecaying(1.0),
    ]
}

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap()
}

/// A frame whose third axis is `axis`.
fn along(axis: Vec3) -> Quat {
    Quat::rotation_between(&Vec3::z(), &axis).unwrap_or_else(|| so3::exp(&(Vec3::x() * std::f64::consts::PI)))
}

/// A wheel with the inertia j about every axis on a hinge at a point of the housing, with the housing on side A or B.
fn wheel(
    model: &mut Model,
    name: &str,
    housing: NodeId,
    at: Vec3,
    axis: Vec3,
    j: f64,
    on_b: bool,
) -> (NodeId, JointId) {
    let node = model.add_node(name, NodeKind::Free, at, Quat::identity()).unwrap();
    model.add_rigid_body(name, node, 1.0, Vec3::zeros(), Mat3::identity() * j).unwrap();
    let [fixed, turns] = [housing, node].map(|n| model.attach(n, at, along(axis)).unwrap());
    let (a, b) = if on_b { (turns, fixed) } else { (fixed, turns) };
    (node, model.add_joint(name, joints::revolute(), a, b).unwrap())
}

/// A housing that a rigid connection holds to ground.
fn held_housing(model: &mut Model) -> (NodeId, JointId) {
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let housing = model.add_node("housing", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("housing", housing, 5.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let [a, b] = [ground, housing].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    (housing, model.add_joint("mount", joints::rigid_connection(), a, b).unwrap())
}

fn push(model: &mut Model, name: &str, node: NodeId, moment: Vec3) {
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    model.add_load(name, node, Axes::Dead, [Vec3::zeros(), moment, Vec3::zeros()], one).unwrap();
}

#[test]
fn spur_gears_turn_by_their_teeth_and_the_housing_feels_the_moment_that_the_wheels_do_not() {
    // torque Q on the first, load P on the second, both from outside, about z:
    // ω₂ = s ω₁ with s = ∓z₁/z₂;  (J₁ + s² J₂) α₁ = Q + s P;  mount on the housing: −(Q + P − J₁ α₁ − J₂ α₂)
    let (z, j, q, p) = ([18.0, 45.0], [0.02, 0.3], 2.0, -1.5);
    for scheme in schemes() {
        for mesh in [Mesh::External, Mesh::Internal] {
            for (opposite, on_b) in [(false, false), (true, false), (false, true), (true, true)] {
                let mut model = Model::new();
                let (housing, mount) = held_housing(&mut model);
                let (one, first) = wheel(&mut model, "one", housing, Vec3::zeros(), Vec3::z(), j[0], false);
                let axis = if opposite { -Vec3::z() } else { Vec3::z() };
                let (two, second) = wheel(&mut model, "two", housing, Vec3::x() * 0.3, axis, j[1], on_b);
                let gears = model.add_gears("teeth", [(first, 0), (second, 0)], z, mesh).unwrap();
                push(&mut model, "motor", one, Vec3::z() * q);
                push(&mut model, "load", two, Vec3::z() * p);
                let mut sim = simulate(model, scheme);
                let what = format!("{}, {mesh:?}, opposite {opposite}, on B {on_b}", scheme.name());
                sim.advance(0.1, 2e-3, None).unwrap();
                let s = if mesh == Mesh::External { -1.0 } else { 1.0 } * z[0] / z[1];
                let turn = (q + s * p) / (j[0] + s * s * j[1]);
                let spin = [one, two].map(|n| sim.state().nodes[n.0].omega);
                // schemes over a step turn by 2 tan(φ/2): a part (ω h)²/12 of speeds
                let near = |found: f64, exact: f64| (found - exact).abs() < 1e-5 * exact.abs().max(1.0);
                assert!(near(spin[0].z, 0.1 * turn) && near(spin[1].z, s * 0.1 * turn), "{what}: {spin:?}");
                let (_, moment) = sim.joint_reaction(mount, 1, false).unwrap();
                let expected = -(q + p - j[0] * turn - j[1] * s * turn);
                assert!((moment - Vec3::z() * expected).norm() < 1e-4, "{what}: {moment} {expected}");
                // torque of the teeth along the first coordinate
                let teeth = sim.coupling_effort(gears, 0).unwrap();
                assert!((teeth - (j[0] * turn - q)).abs() < 1e-4, "{what}: {teeth}");
            }
        }
    }
}

#[test]
fn bevel_gears_roll_on_their_pitch_cones_at_any_angle() {
    let (z, j, q) = ([20.0, 30.0], [0.02, 0.05], 1.5);
    for angle in [60.0_f64, 90.0, 110.0] {
        // where the wheels sit on their axes, and which way the axes of the joints point
        for (sides, flips) in [([1.0, 1.0], [1.0, 1.0]), ([1.0, 1.0], [-1.0, 1.0]), ([-1.0, 1.0], [1.0, -1.0])] {
            let sigma = angle.to_radians();
            let out = [Vec3::z() * sides[0], Vec3::new(sigma.sin(), 0.0, sigma.cos()) * sides[1]];
            let apex = Vec3::new(0.2, -0.1, 0.4);
            let mut model = Model::new();
            let (housing, mount) = held_housing(&mut model);
            let (one, first) = wheel(&mut model, "one", housing, apex + out[0] * 0.2, out[0] * flips[0], j[0], false);
            let (two, second) = wheel(&mut model, "two", housing, apex + out[1] * 0.3, out[1] * flips[1], j[1], true);
            model.add_bevel_gears("bevel", [(first, 0), (second, 0)], z).unwrap();
            push(&mut model, "motor", one, out[0] * q);
            let mut sim = simulate(model, Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()));
            sim.advance(0.1, 1e-3, None).unwrap();
            // the line of contact lies between the two, at sin γ₁ : sin γ₂ = z₁ : z₂ from them
            let between = out[0].dot(&out[1]).acos();
            let gamma = between.sin().atan2(z[1] / z[0] + between.cos());
            let across = (out[1] - out[0] * out[0].dot(&out[1])).normalize();
            let contact = out[0] * gamma.cos() + across * gamma.sin();
            let spin = [one, two].map(|n| sim.state().nodes[n.0].omega);
            let slip = spin[0].cross(&contact) - spin[1].cross(&contact);
            assert!(spin[0].norm() > 1.0 && slip.norm() < 1e-9 * spin[0].norm(), "{angle}: {slip} {spin:?}");
            // the mount takes what does not turn the wheels
            let a = q / (j[0] + (z[0] / z[1]).powi(2) * j[1]);
            let expected = -(out[0] * (q - j[0] * a) - out[1] * (-z[0] / z[1] * a * j[1]));
            let (_, moment) = sim.joint_reaction(mount, 1, false).unwrap();
            assert!((moment - expected).norm() < 1e-6, "{angle}: {moment} {expected}");
        }
    }
}

#[test]
fn a_gearbox_that_floats_keeps_its_momentum_whatever_its_motor_does() {
    let mut model = Model::new();
    let housing = model.add_node("housing", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model
        .add_rigid_body("housing", housing, 2.0, Vec3::zeros(), Mat3::from_diagonal(&Vec3::new(0.4, 0.5, 0.6)))
        .unwrap();
    let tilt = Vec3::new(0.3, 0.2, 1.0).normalize();
    let (_, first) = wheel(&mut model, "one", housing, Vec3::zeros(), tilt, 0.05, false);
    let (_, second) = wheel(&mut model, "two", housing, Vec3::x() * 0.3, tilt, 0.2, false);
    let (_, third) =
        wheel(&mut model, "three", housing, Vec3::x() * 0.3 + tilt, Vec3::y().cross(&tilt).normalize(), 0.1, false);
    model.add_gears("teeth", [(first, 0), (second, 0)], [20.0, 41.0], Mesh::External).unwrap();
    model.add_bevel_gears("bevel", [(second, 0), (third, 0)], [17.0, 23.0]).unwrap();
    let f = model.add_function(TimeFunction::Harmonic { amplitude: 3.0, frequency: 4.0, phase: 0.5 }).unwrap();
    model.add_joint_force("motor", first, 0, 1.0, f).unwrap();
    let mut sim = simulate(model, Scheme::MomentumPreserving);
    for _ in 0..500 {
        sim.step(2e-3).unwrap();
    }
    let audit = sim.audit(Vec3::zeros()).unwrap();
    assert!(audit.kinetic_energy > 1e-2, "{audit:?}");
    assert!(audit.angular_momentum.norm() < 1e-11 && audit.linear_momentum.norm() < 1e-11, "{audit:?}");
    let energy = audit.kinetic_energy - audit.work_applied;
    assert!(energy.abs() < 1e-10 && audit.work_constraints.abs() < 1e-10, "{audit:?}");
}

#[test]
fn a_rack_moves_as_the_pinion_rolls_on_either_side() {
    // torque Q on the pinion: (J + m r²) α = Q; v_rack = ω × ρ, ρ from the axis to the rack
    let (r, j, m, q) = (0.05, 1e-3, 2.0, 0.4);
    for (side, way, on_b) in [(1.0, 1.0, false), (-1.0, 1.0, false), (1.0, -1.0, true), (-1.0, -1.0, true)] {
        let mut model = Model::new();
        let (housing, _) = held_housing(&mut model);
        let (pinion, turns) = wheel(&mut model, "pinion", housing, Vec3::zeros(), Vec3::z(), j, false);
        let at = Vec3::new(0.3, r * side, 0.1);
        let bar = model.add_node("bar", NodeKind::Free, at, Quat::identity()).unwrap();
        model.add_rigid_body("bar", bar, m, Vec3::zeros(), Mat3::identity()).unwrap();
        let [fixed, moves] = [housing, bar].map(|n| model.attach(n, at, along(Vec3::x() * way)).unwrap());
        let (a, b) = if on_b { (moves, fixed) } else { (fixed, moves) };
        let slides = model.add_joint("guide", joints::prismatic(), a, b).unwrap();
        model.add_rack("rack", (turns, 0), (slides, 0), r).unwrap();
        push(&mut model, "motor", pinion, Vec3::z() * q);
        let mut sim = simulate(model, Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()));
        sim.advance(0.05, 1e-3, None).unwrap();
        let (spin, speed) = (sim.state().nodes[pinion.0].omega, sim.state().nodes[bar.0].v);
        let expected = 0.05 * q / (j + m * r * r);
        assert!((spin.z - expected).abs() < 1e-9 * expected, "{spin} {expected}");
        assert!((speed - spin.cross(&(Vec3::y() * r * side))).norm() < 1e-10, "{side} {way}: {speed}");
    }
}

#[test]
fn belts_turn_alike_or_against_and_a_differential_shares_its_speed() {
    for (crossed, opposite) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut model = Model::new();
        let (housing, _) = held_housing(&mut model);
        let (one, first) = wheel(&mut model, "one", housing, Vec3::zeros(), Vec3::z(), 0.1, false);
        let axis = if opposite { -Vec3::z() } else { Vec3::z() };
        let (two, second) = wheel(&mut model, "two", housing, Vec3::x(), axis, 0.2, false);
        model.add_belt("belt", [(first, 0), (second, 0)], [0.1, 0.25], crossed).unwrap();
        model.start_joint(first, 0, None, Some(3.0)).unwrap();
        let sim = simulate(model, Scheme::EnergyPreserving);
        let spin = [one, two].map(|n| sim.state().nodes[n.0].omega.z);
        let expected = if crossed { -1.2 } else { 1.2 };
        assert!((spin[0] - 3.0).abs() < 1e-12 && (spin[1] - expected).abs() < 1e-12, "{crossed} {opposite}: {spin:?}");
    }
    let mut model = Model::new();
    let (housing, _) = held_housing(&mut model);
    let (cage, carrier) = wheel(&mut model, "carrier", housing, Vec3::zeros(), Vec3::y(), 0.1, false);
    let (left, one) = wheel(&mut model, "left", housing, Vec3::y(), Vec3::y(), 0.2, false);
    let (right, two) = wheel(&mut model, "right", housing, -Vec3::y(), -Vec3::y(), 0.6, true);
    let id = model.add_differential("differential", (carrier, 0), [(one, 0), (two, 0)]).unwrap();
    push(&mut model, "motor", cage, Vec3::y() * 3.0);
    let mut sim = simulate(model, Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()));
    sim.advance(0.5, 1e-2, None).unwrap();
    // T on each output: α_k = T/J_k, 3 − 2T = J_c (α₁ + α₂)/2
    let t = 3.0 / (2.0 + 0.1 * 0.5 * (1.0 / 0.2 + 1.0 / 0.6));
    let spin = [left, right, cage].map(|n| sim.state().nodes[n.0].omega.y);
    assert!((spin[0] - 0.5 * t / 0.2).abs() < 1e-9 && (spin[1] - 0.5 * t / 0.6).abs() < 1e-9, "{spin:?}");
    assert!((spin[0] + spin[1] - 2.0 * spin[2]).abs() < 1e-10, "{spin:?}");
    assert!((sim.coupling_effort(id, 0).unwrap() - t).abs() < 1e-9 && sim.coupling_effort(id, 3).is_err());
}

#[test]
fn what_is_no_gear_is_refused_by_its_reason() {
    let mut model = Model::new();
    let (housing, mount) = held_housing(&mut model);
    let (one, a) = wheel(&mut model, "one", housing, Vec3::zeros(), Vec3::z(), 0.1, false);
    let (_, b) = wheel(&mut model, "two", housing, Vec3::x(), Vec3::z(), 0.1, false);
    let (_, skew) = wheel(&mut model, "skew", housing, Vec3::new(1.0, 1.0, 0.0), Vec3::x(), 0.1, false);
    let (_, far) = wheel(&mut model, "planet", one, Vec3::y(), Vec3::z(), 0.1, false);
    let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("bar", bar, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let level = [housing, bar].map(|n| model.attach(n, Vec3::zeros(), along(Vec3::x())).unwrap());
    let guide = model.add_joint("guide", joints::prismatic(), level[0], level[1]).unwrap();
    let mut refuse =
        |words: &str, call: &mut dyn FnMut(&mut Model) -> swashplate::error::Result<swashplate::model::TermId>| {
            let count = model.term_count();
            let text = call(&mut model).unwrap_err().to_string();
            assert!(text.contains(words) && model.term_count() == count, "{text}");
        };
    let teeth = [20.0, 30.0];
    refuse("must be positive", &mut |m| m.add_gears("g", [(a, 0), (b, 0)], [20.0, 0.0], Mesh::External));
    refuse("must be parallel", &mut |m| m.add_gears("g", [(a, 0), (skew, 0)], teeth, Mesh::External));
    refuse("no housing in common", &mut |m| m.add_gears("g", [(b, 0), (far, 0)], teeth, Mesh::External));
    refuse("given twice", &mut |m| m.add_gears("g", [(b, 0), (b, 0)], teeth, Mesh::External));
    refuse("ring itself", &mut |m| m.add_gears("g", [(a, 0), (b, 0)], [20.0, 20.0], Mesh::Internal));
    refuse("does not fit", &mut |m| m.add_gears("g", [(a, 0), (guide, 0)], teeth, Mesh::External));
    refuse("no coordinate", &mut |m| m.add_gears("g", [(a, 0), (mount, 0)], teeth, Mesh::External));
    refuse("use spur gears", &mut |m| m.add_bevel_gears("g", [(a, 0), (b, 0)], teeth));
    refuse("pass each other at 1.000e0 m", &mut |m| m.add_bevel_gears("g", [(a, 0), (skew, 0)], teeth));
    refuse("side of the pinion", &mut |m| m.add_rack("g", (a, 0), (guide, 0), 0.1));
    refuse("does not fit", &mut |m| m.add_rack("g", (guide, 0), (a, 0), 0.1));
    refuse("at 90°", &mut |m| m.add_rack("g", (skew, 0), (guide, 0), 0.1));
    refuse("must be positive", &mut |m| m.add_belt("g", [(a, 0), (b, 0)], [0.1, f64::NAN], false));
    refuse("must be parallel", &mut |m| m.add_differential("g", (a, 0), [(b, 0), (skew, 0)]));
}
