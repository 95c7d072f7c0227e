//! The start: what is wrong with a model is said by name, what is slightly off is corrected and reported, and what starts
//! consistently moves without a transient.

use crate::support;

use std::sync::Arc;
use support::{four_bar, options, simulate};
use swashplate::error::Error;
use swashplate::integrators::initial::Redundancy;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;
use swashplate::terms::holonomic::Pair;

/// Ground and one body at the origin.
fn one_body() -> (Model, NodeId, NodeId) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let body = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("body", body, 2.0, Vec3::new(0.5, 0.0, 0.0), Mat3::identity()).unwrap();
    (model, ground, body)
}

fn join(model: &mut Model, name: &str, pair: Pair, point: Vec3, frame: Quat, a: NodeId, b: NodeId) -> JointId {
    let (a, b) = (model.attach(a, point, frame).unwrap(), model.attach(b, point, frame).unwrap());
    model.add_joint(name, pair, a, b).unwrap()
}

fn refuse(model: Model) -> Error {
    match Simulation::new(Arc::new(model), Options::default()) {
        Err(error) => error,
        Ok(_) => panic!("the model was accepted"),
    }
}

fn assert_says(error: &Error, parts: &[&str]) {
    for part in parts {
        assert!(error.to_string().contains(part), "{part} is missing: {error}");
    }
}

#[test]
fn two_revolutes_in_line_are_found_redundant() {
    let (mut model, ground, body) = one_body();
    join(&mut model, "near", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, body);
    join(&mut model, "far", joints::revolute(), Vec3::z(), Quat::identity(), ground, body);
    let error = refuse(model);
    assert!(matches!(error, Error::RedundantConstraints(_)));
    // the second one repeats all five conditions of the first
    assert_says(
        &error,
        &["5 of 10", "joint \"far\", displacement along axis 3", "joint \"near\", displacement along axis 3"],
    );
    assert_says(&error, &["joint \"far\", rotation about axis 1", "least squares"]);
}

#[test]
fn least_squares_reactions_of_two_equal_joints_are_equal_halves() {
    // a bar on two revolutes, symmetric about its centre of mass: each carries half the weight
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("bar", bar, 2.0, Vec3::new(0.0, -0.3, 0.0), Mat3::identity()).unwrap();
    let joints = [-0.5, 0.5].map(|z| {
        let name = format!("at {z}");
        join(&mut model, &name, joints::revolute(), Vec3::new(0.0, 0.0, z), Quat::identity(), ground, bar)
    });
    let settings = Options { redundancy: Redundancy::LeastSquares, ..Default::default() };
    let mut sim = simulate(model, settings);
    for _ in 0..10 {
        sim.step(0.01).unwrap();
    }
    for joint in joints {
        let (force, moment) = sim.joint_reaction(joint, 1, false).unwrap();
        assert!((force - Vec3::new(0.0, 9.81, 0.0)).norm() < 1e-9, "{force}");
        assert!(moment.norm() < 1e-9, "{moment}");
    }
}

#[test]
fn massless_free_motion_is_named_by_node_and_direction() {
    // a massless link between two spherical joints can spin about its own axis
    let (mut model, ground, body) = one_body();
    let link = model.add_node("link", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    join(&mut model, "lower", joints::spherical(), Vec3::zeros(), Quat::identity(), ground, link);
    join(&mut model, "upper", joints::spherical(), Vec3::z(), Quat::identity(), link, body);
    let error = refuse(model);
    assert!(matches!(error, Error::SingularMechanism(_)), "{error}");
    assert_says(&error, &["\"link\"", "rotation about z", "point node"]);
    assert!(!error.to_string().contains("rotation about x"), "{error}");
}

#[test]
fn a_massless_body_that_joints_determine_is_welcome() {
    // a yoke without mass in a universal joint made of two revolutes
    let (mut model, ground, body) = one_body();
    let yoke = model.add_node("yoke", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let about = |axis: Vec3| Quat::rotation_between(&Vec3::z(), &axis).unwrap();
    join(&mut model, "first", joints::revolute(), Vec3::zeros(), about(Vec3::x()), ground, yoke);
    join(&mut model, "second", joints::revolute(), Vec3::zeros(), about(Vec3::y()), yoke, body);
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let mut sim = simulate(model, options(0.8));
    assert_eq!(sim.report().freedom, 2);
    sim.advance(1.0, 1e-2, None).unwrap();
    let audit = sim.audit(Vec3::zeros()).unwrap();
    assert!(audit.position_violation < 1e-12);
}

#[test]
fn unsound_models_are_refused_by_name() {
    let says = |build: fn(&mut Model, NodeId, NodeId), parts: &[&str]| {
        let (mut model, ground, body) = one_body();
        build(&mut model, ground, body);
        let error = refuse(model);
        assert!(matches!(error, Error::InvalidModel(_)), "{error}");
        assert_says(&error, parts);
    };
    says(
        |m, _, _| {
            m.add_node("loose", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        },
        &["\"loose\"", "no mass and no joint"],
    );
    says(
        |m, g, b| {
            let (a, mut b) = (
                m.attach(g, Vec3::zeros(), Quat::identity()).unwrap(),
                m.attach(b, Vec3::zeros(), Quat::identity()).unwrap(),
            );
            b.offset.y += 1e-3;
            m.add_joint("hinge", joints::revolute(), a, b).unwrap();
        },
        &["revolute joint \"hinge\"", "does not fit", "displacement along axis 2", "1.000e-3"],
    );
    says(
        |m, g, _| {
            let point = m.add_node("bob", NodeKind::Point, Vec3::zeros(), Quat::identity()).unwrap();
            m.add_point_mass("bob", point, 1.0, Vec3::zeros()).unwrap();
            join(m, "hinge", joints::revolute(), Vec3::zeros(), Quat::identity(), g, point);
        },
        &["\"hinge\"", "orientation of node \"bob\""],
    );
    let mut empty = Model::new();
    empty.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    assert_says(&refuse(empty), &["no node that can move"]);
}

#[test]
fn small_gaps_are_closed_and_the_correction_is_reported() {
    let (mut model, ground, body) = one_body();
    let a = model.attach(ground, Vec3::x(), Quat::identity()).unwrap();
    let mut b = model.attach(body, Vec3::x(), Quat::identity()).unwrap();
    b.offset.y += 4e-7; // within 1e-6 of the model's size, which is 1
    let joint = model.add_joint("ball", joints::spherical(), a, b).unwrap();
    let sim = simulate(model, options(0.8));
    let report = sim.report();
    // the least motion that closes it moves by less than the gap, and by a good part of it
    assert!(report.moved.max(report.turned) < 4e-7 && report.moved.max(report.turned) > 1e-7, "{report}");
    assert!(sim.joint_relative(joint).unwrap().0.norm() < 1e-15);
}

#[test]
fn velocities_are_projected_as_an_impulse_through_the_joint() {
    // a free bar struck at its node: the joint takes away what it forbids, angular momentum about its axis stays
    let (mut model, ground, body) = one_body();
    let hinge = join(&mut model, "hinge", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, body);
    let (v, omega) = (Vec3::new(0.3, 0.7, -0.2), Vec3::new(0.1, 0.4, 1.5));
    model.set_velocity(body, v, omega).unwrap();
    let sim = simulate(model, options(0.8));
    // momentum about z through the hinge: r × m v_c + J ω with r = (½, 0, 0), v_c = v + ω × r; then I = J + m r² = 1.5
    let r = Vec3::new(0.5, 0.0, 0.0);
    let momentum = (r.cross(&(2.0 * (v + omega.cross(&r)))) + omega).z;
    let rate = sim.joint_coordinate(hinge, 0).unwrap().1;
    assert!((rate - momentum / 1.5).abs() < 1e-14, "{rate}");
    assert!(sim.audit(Vec3::zeros()).unwrap().velocity_violation < 1e-14);
    assert!(sim.report().velocity_change > 0.1);
}

#[test]
fn start_values_of_a_coordinate_place_the_whole_mechanism() {
    let mut bar = four_bar(false);
    let mut moved = Model::new();
    std::mem::swap(&mut moved, &mut bar.model);
    // the rocker: a joint whose start was not given yet
    moved.start_joint(bar.joints[3], 0, Some(0.02), None).unwrap();
    let sim = simulate(moved, options(0.8));
    assert!((sim.joint_coordinate(bar.joints[3], 0).unwrap().0 - 0.02).abs() < 1e-12);
    assert!((sim.joint_coordinate(bar.joints[0], 0).unwrap().1 - 1.0).abs() < 1e-12);
    assert!(sim.audit(Vec3::zeros()).unwrap().position_violation < 1e-12);
}

#[test]
fn a_coordinate_driven_and_started_at_once_is_refused_by_name() {
    let (mut model, ground, body) = one_body();
    let hinge = join(&mut model, "hinge", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, body);
    let sway = model.add_function(TimeFunction::Harmonic { amplitude: 0.1, frequency: 2.0, phase: 0.0 }).unwrap();
    model.drive_joint(hinge, 0, sway).unwrap();
    model.start_joint(hinge, 0, None, Some(3.0)).unwrap();
    let error = refuse(model);
    assert!(matches!(error, Error::InconsistentStart(_)), "{error}");
    assert_says(&error, &["hinge[0]"]);
}

#[test]
fn first_step_has_no_transient() {
    // accelerations and reactions at the start continue smoothly: their change over the first steps is of the order of h
    let bar = four_bar(false);
    let joint = bar.joints[1];
    let mut sim = simulate(bar.model, options(0.8));
    let mut force = sim.joint_reaction(joint, 1, false).unwrap().0;
    let mut jumps = vec![];
    for _ in 0..20 {
        sim.step(1e-4).unwrap();
        let now = sim.joint_reaction(joint, 1, false).unwrap().0;
        jumps.push((now - force).norm());
        force = now;
    }
    let later = jumps[19];
    assert!(jumps.iter().all(|j| *j < 3.0 * later && *j < 1e-2 * force.norm()), "{jumps:?}");
}

#[test]
fn angles_count_on_over_many_turns() {
    let (mut model, ground, body) = one_body();
    let frame = so3::exp(&Vec3::new(0.3, 0.2, 0.1));
    let hinge = join(&mut model, "hinge", joints::revolute(), Vec3::zeros(), frame, ground, body);
    model.start_joint(hinge, 0, None, Some(-40.0)).unwrap();
    let mut sim = simulate(model, options(1.0));
    sim.advance(2.0, 0.05, None).unwrap(); // two radians a step
    assert!((sim.joint_coordinate(hinge, 0).unwrap().0 + 80.0).abs() < 1e-9);
}

#[test]
fn a_step_of_any_size_may_follow_any_other() {
    // an event, or a remainder of rounding: a tiny step between large ones leaves no more than the error of the scheme
    let run = |sizes: &[f64]| {
        let (mut model, ground, body) = one_body();
        model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
        let hinge = join(&mut model, "hinge", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, body);
        let mut sim = simulate(model, options(0.8));
        sim.advance(1.0, 1e-2, None).unwrap();
        for h in sizes {
            sim.step(*h).unwrap();
        }
        sim.advance(2.0, 1e-2, None).unwrap();
        sim.joint_coordinate(hinge, 0).unwrap()
    };
    let (angle, rate) = run(&[]);
    for sizes in [&[1e-3][..], &[1e-5], &[1e-7], &[1e-10], &[1e-7, 1e-3, 1e-9]] {
        let (a, r) = run(sizes);
        // second order: the error at h = 1e-2 is about 2e-4 rad
        assert!((a - angle).abs() < 2e-4 && (r - rate).abs() < 2e-3, "{sizes:?}: {} {}", a - angle, r - rate);
    }
}
