//! Free rigid body, Bauchau 2003 §6.1, against `reference/rigid_body.json`.

use crate::common;
use crate::support;

use common::bauchau;
use support::{assert_order, bauchau_body, options, reference, simulate, vector};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::math::{Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

fn free_body(rho: f64) -> Simulation {
    body(options(rho))
}

fn body(options: Options) -> Simulation {
    simulate(bauchau::free_body().0, options)
}

#[test]
fn orientation_and_angular_velocity_converge_with_order_two() {
    let end = reference("rigid_body")["t"].as_array().unwrap().last().unwrap().clone();
    for rho in [0.5, 0.8, 1.0] {
        let (mut turn, mut spin, mut place) = (vec![], vec![], vec![]);
        for steps in [800, 1600, 3200, 6400] {
            let mut sim = free_body(rho);
            sim.advance(5.0, 5.0 / f64::from(steps), None).unwrap();
            let body = sim.motion(NodeId(0)).unwrap();
            let off = |k: usize, name: &str| (body.d.column(k) - vector(&end[name])).norm();
            turn.push(off(0, "e1").max(off(1, "e2")).max(off(2, "e3")));
            spin.push((body.omega - vector(&end["omega_inertial"])).norm());
            place.push((body.x - vector(&end["u_O"])).norm());
        }
        assert_order("orientation", &turn, 2.0, 0.1);
        assert_order("angular velocity", &spin, 2.0, 0.1);
        assert_order("position of the reference point", &place, 2.0, 0.1);
    }
}

#[test]
fn hht_and_newmark_are_of_second_order_too() {
    let end = reference("rigid_body")["t"].as_array().unwrap().last().unwrap().clone();
    let schemes = [Coefficients::hht(0.1).unwrap(), Coefficients::newmark(0.5, 0.25).unwrap()];
    for scheme in schemes.map(Scheme::GeneralizedAlpha) {
        let errors = [800, 1600, 3200, 6400].map(|steps| {
            let mut sim = body(Options { scheme, ..Default::default() });
            sim.advance(5.0, 5.0 / f64::from(steps), None).unwrap();
            (sim.motion(NodeId(0)).unwrap().omega - vector(&end["omega_inertial"])).norm()
        });
        assert_order(&format!("{scheme:?}"), &errors, 2.0, 0.1);
    }
}

#[test]
fn momenta_start_right_and_are_kept_to_second_order() {
    let expected = reference("rigid_body")["t"][0].clone();
    let (mut linear, mut angular) = (vec![], vec![]);
    for steps in [1000, 2000, 4000, 8000] {
        let mut sim = free_body(0.8);
        let start = sim.audit(Vec3::zeros()).unwrap();
        assert!((start.linear_momentum - vector(&expected["lin_mom"])).norm() < 1e-14);
        assert!((start.angular_momentum - vector(&expected["ang_mom_origin"])).norm() < 1e-14);
        assert!((start.kinetic_energy - expected["KE"].as_f64().unwrap()).abs() < 1e-13);
        sim.advance(5.0, 5.0 / f64::from(steps), None).unwrap();
        let end = sim.audit(Vec3::zeros()).unwrap();
        linear.push((end.linear_momentum - start.linear_momentum).norm());
        angular.push((end.angular_momentum - start.angular_momentum).norm());
    }
    assert_order("linear momentum", &linear, 2.0, 0.1);
    assert_order("angular momentum", &angular, 2.0, 0.1);
}

#[test]
fn steady_spin_about_a_principal_axis_is_exact() {
    // the rotation vector is the chart of a step: a fixed axis and a constant rate are reproduced to rounding
    let mut model = Model::new();
    let node = model.add_node("rotor", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let inertia = swashplate::math::Mat3::from_diagonal(&Vec3::new(1.0, 1.2, 2.0));
    model.add_rigid_body("rotor", node, 3.0, Vec3::zeros(), inertia).unwrap();
    model.set_velocity(node, Vec3::zeros(), Vec3::new(0.0, 0.0, 30.0)).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.advance(2.0, 0.02, None).unwrap(); // 0.6 rad a step
    let exact = swashplate::math::so3::exp(&Vec3::new(0.0, 0.0, 60.0));
    assert!(sim.motion(NodeId(0)).unwrap().rotation.angle_to(&exact) < 1e-12);
}

#[test]
fn motion_does_not_depend_on_units() {
    // the same body in millimetres, tonnes and seconds: forces in newtons again, so Newton must do the same iterations
    let run = |length: f64, mass_unit: f64| {
        let mut model = Model::new();
        let node = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        let (mass, center, inertia) = bauchau_body();
        let scaled = inertia * (mass_unit * length * length);
        model.add_rigid_body("body", node, mass * mass_unit, center * length, scaled).unwrap();
        model.set_velocity(node, Vec3::new(5.0 * length, 0.0, 0.0), Vec3::new(0.0, 4.0, 0.0)).unwrap();
        let mut sim = simulate(model, options(0.8));
        sim.advance(1.0, 0.01, None).unwrap();
        (sim.motion(node).unwrap().rotation, sim.history().iterations)
    };
    let (si, millimetres) = (run(1.0, 1.0), run(1000.0, 1e-3));
    assert!(si.0.angle_to(&millimetres.0) < 1e-12);
    assert_eq!(si.1, millimetres.1);
}
