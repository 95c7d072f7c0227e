//! A constraint means the same whatever it is multiplied by, and whatever the unit of length.

use crate::support;

use std::sync::Arc;
use support::{every_form, every_scheme, options, simulate};
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::joints::host::Conditions;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::host::Seen;

/// A pinion of radius 0.3 l on a rack, driven by a torque. With mass 1 and inertia 0.2 l² of the pinion, 1.5 of the rack, and the torque l²:
///
/// ```text
///   (0.2 + 1.5 · 0.3²) l² φ̈ = l²,        force on the teeth 1.5 · 0.3 l φ̈
/// ```
///
/// The coupling is f (0.3 l φ − x) = 0. Returns φ̈, ẍ, and the force that accelerates the rack, over their values, after a second.
fn pinion_and_rack(scheme: Scheme, l: f64, f: f64) -> [f64; 3] {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let place = Vec3::new(0.0, l, 0.0);
    let pinion = model.add_node("pinion", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let rack = model.add_node("rack", NodeKind::Free, place, Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&(l * l * Vec3::new(0.1, 0.1, 0.2)));
    model.add_rigid_body("pinion", pinion, 1.0, Vec3::zeros(), inertia).unwrap();
    model.add_rigid_body("rack", rack, 1.5, Vec3::zeros(), inertia).unwrap();
    let upright = Quat::identity();
    let along = Quat::from_matrix(&Mat3::from_columns(&[-Vec3::z(), Vec3::y(), Vec3::x()]));
    let mut join = |name: &str, pair, point, frame, b| {
        let (a, b) = (model.attach(ground, point, frame).unwrap(), model.attach(b, point, frame).unwrap());
        model.add_joint(name, pair, a, b).unwrap()
    };
    let hinge = join("hinge", joints::revolute(), Vec3::zeros(), upright, pinion);
    let slide = join("slide", joints::prismatic(), place, along, rack);
    let teeth = model.add_coupling("teeth", &[(hinge, 0, 0.3 * l * f), (slide, 0, -f)], None).unwrap();
    let torque = model.add_function(TimeFunction::Constant(l * l)).unwrap();
    model.add_joint_force("torque", hinge, 0, 1.0, torque).unwrap();
    let mut sim = Simulation::new(Arc::new(model), Options { scheme, ..options(0.8) }).unwrap();
    for _ in 0..100 {
        sim.step(0.01).unwrap_or_else(|e| panic!("{}, l = {l}, f = {f}: {e}", scheme.name()));
    }
    let exact = 1.0 / (0.2 + 1.5 * 0.09);
    let nodes = &sim.state().nodes;
    let force = sim.coupling_effort(teeth, 1).unwrap();
    [nodes[pinion.0].alpha.z / exact, nodes[rack.0].a.x / (0.3 * l * exact), force.abs() / (0.45 * l * exact)]
}

#[test]
fn a_rack_of_any_size_and_any_factor_accelerates_alike() {
    for scheme in every_scheme() {
        // one radian in 100 steps: second order in the step, and MP-ED constrained of first
        let bound = if matches!(scheme, Scheme::MomentumDecayingConstrained(_)) { 5e-2 } else { 1e-4 };
        let usual = pinion_and_rack(scheme, 1.0, 1.0);
        assert!(usual.iter().all(|v| (v - 1.0).abs() < bound), "{}: {usual:?}", scheme.name());
        let factors = [1e-12, 1e-8, 1e-5, 1e-3, 1e3, 1e4, 1e5, 1e6, 1e8, 1e10, 1e12].map(|f| (1.0, f));
        for (l, f) in factors.into_iter().chain([(1e-3, 1.0), (1e-5, 1.0), (1e-9, 1.0), (1e-5, 1e-5), (1e-5, 1e9)]) {
            let found = pinion_and_rack(scheme, l, f);
            let same = found.iter().zip(&usual).all(|(v, usual)| (v - usual).abs() < 1e-6);
            assert!(same, "{}, l = {l}, f = {f}: {found:?}, not {usual:?}", scheme.name());
        }
    }
}

/// A pendulum of 1 m and 1 kg, released level, whose bob a host holds by f (x·x − 1 m²)/2 = 0. Returns place and velocity after a second.
fn hosted_pendulum(scheme: Scheme, f: f64) -> [Vec3; 2] {
    let mut model = Model::new();
    model.set_gravity(-9.81 * Vec3::z()).unwrap();
    let bob = model.add_node("bob", NodeKind::Free, Vec3::x(), Quat::identity()).unwrap();
    model.add_rigid_body("bob", bob, 1.0, Vec3::zeros(), 0.1 * Mat3::identity()).unwrap();
    let hold = move |seen: &Seen, out: Conditions| {
        let x = Vec3::from_column_slice(&seen.poses()[0][..3]);
        out.value[0] = 0.5 * f * (x.norm_squared() - 1.0);
        out.gradient[..3].copy_from_slice((f * x).as_slice());
        if let Some((lambda, curvature)) = out.curvature {
            (0..3).for_each(|i| curvature[7 * i] = f * lambda[0]);
        }
        true
    };
    model.add_host_condition("string", 1, &[bob], &[], Arc::new(hold), (true, 1.0)).unwrap();
    let mut sim = simulate(model, Options { scheme, ..options(0.8) });
    for _ in 0..100 {
        sim.step(0.01).unwrap_or_else(|e| panic!("{}, f = {f}: {e}", scheme.name()));
    }
    let node = &sim.state().nodes[bob.0];
    [node.x, node.v]
}

#[test]
fn a_hosts_constraint_in_any_unit_gives_the_same_pendulum() {
    for scheme in every_form()
        .into_iter()
        .filter(|s| !s.name().contains("preserving") && !s.name().contains("MP-ED") && !s.name().contains("decaying"))
    {
        let usual = hosted_pendulum(scheme, 1.0);
        // second order in the step, on the way a period of about two seconds
        let energy = 0.5 * usual[1].norm_squared() + 9.81 * usual[0].z;
        assert!(energy.abs() < 2e-2 * 9.81, "{}: {energy}", scheme.name());
        for f in [1e-12, 1e-6, 1e-3, 1e3, 1e4, 1e6, 1e9, 1e12] {
            let found = hosted_pendulum(scheme, f);
            // Newton's method leaves 1e-10 of 1 m in each of 100 steps, and 1/h times that of velocities
            let (x, v) = ((found[0] - usual[0]).norm(), (found[1] - usual[1]).norm());
            assert!(x < 1e-8 && v < 1e-6, "{}, f = {f}: {x:e} m, {v:e} m/s", scheme.name());
        }
    }
}

/// A pendulum as above, held by f times its constraint, or why it cannot be.
fn created(f: f64) -> Result<Simulation, swashplate::error::Error> {
    let mut model = Model::new();
    let bob = model.add_node("bob", NodeKind::Free, Vec3::x(), Quat::identity()).unwrap();
    model.add_rigid_body("bob", bob, 1.0, Vec3::zeros(), 0.1 * Mat3::identity()).unwrap();
    let hold = move |seen: &Seen, out: Conditions| {
        out.value[0] = f * (seen.poses()[0][0] - 1.0);
        out.gradient[0] = f;
        true
    };
    model.add_host_condition("string", 1, &[bob], &[], Arc::new(hold), (true, 1.0)).unwrap();
    let push = model.add_function(TimeFunction::Constant(3.0)).unwrap();
    model.add_load("push", bob, Axes::Dead, [Vec3::x(), Vec3::zeros(), Vec3::zeros()], push).unwrap();
    Simulation::new(Arc::new(model), options(0.8))
}

#[test]
fn a_constraint_written_beyond_all_measure_is_refused_by_name_and_never_lost() {
    // the wall takes 3 N, whatever the unit of the constraint
    for f in [1e-17, 1e-9, 1.0, 1e9, 1e17] {
        let mut sim = created(f).unwrap();
        for _ in 0..10 {
            sim.step(0.01).unwrap();
        }
        let force = sim.state().multipliers[0] * f;
        assert!((force.abs() - 3.0).abs() < 1e-9, "{f}: {force} N");
        assert!((sim.state().nodes[0].x - Vec3::x()).norm() < 1e-12, "{f}");
    }
    for f in [1e-300, 1e-155, 1e-20, 1e20, 1e150] {
        let text = created(f).err().unwrap_or_else(|| panic!("{f} was taken")).to_string();
        assert!(text.contains("\"string\"") && text.contains("Multiply it by a factor"), "{f}: {text}");
    }
}
