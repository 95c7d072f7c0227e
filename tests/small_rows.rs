//! A constraint means the same however small it is written, and whatever the unit of length.

use crate::support;

use std::sync::Arc;
use support::{every_scheme, options};
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};

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
        for (l, f) in
            [(1e-3, 1.0), (1e-5, 1.0), (1e-9, 1.0), (1.0, 1e-3), (1.0, 1e-5), (1.0, 1e-8), (1e-5, 1e-5), (1.0, 1e3)]
        {
            let found = pinion_and_rack(scheme, l, f);
            let same = found.iter().zip(&usual).all(|(v, usual)| (v - usual).abs() < 1e-6);
            assert!(same, "{}, l = {l}, f = {f}: {found:?}, not {usual:?}", scheme.name());
        }
    }
}
