//! Values and rates of joint coordinates at the start leave nothing behind: a run has the unknowns, the constraints and the motion of
//! the same model that was given its positions and velocities node by node.
#![allow(unsafe_code)] // one test calls the C functions as a host does

use crate::support;

use std::sync::Arc;
use support::{bits, four_bar, options, simulate};
use swashplate::integrators::Scheme;
use swashplate::integrators::initial::Redundancy;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::diagnosis::diagnose;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

/// A pendulum on a hinge about z whose bar is built at this angle from the x axis; the hinge is zero along x.
fn pendulum(built_at: f64) -> (Model, JointId, NodeId) {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let turn = so3::exp(&(built_at * Vec3::z()));
    let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), turn).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(0.01, 0.3, 0.3));
    model.add_rigid_body("bar", bar, 2.0, Vec3::new(0.5, 0.0, 0.0), inertia).unwrap();
    let a = model.attach(ground, Vec3::zeros(), Quat::identity()).unwrap();
    let b = model.attach(bar, Vec3::zeros(), turn).unwrap();
    let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    (model, hinge, bar)
}

/// Unknowns of motion, and numbers that a run keeps of constraints and coordinates.
fn sizes(sim: &Simulation) -> [usize; 4] {
    let state = sim.state();
    [sim.report().unknowns, state.scalars.len(), state.multipliers.len(), bits(sim).len()]
}

/// Largest difference of places, directors and velocities of the nodes.
fn difference(a: &Simulation, b: &Simulation) -> f64 {
    let pairs = a.state().nodes.iter().zip(&b.state().nodes);
    pairs.fold(0.0, |most, (a, b)| {
        let parts = [(a.x - b.x).norm(), (a.d - b.d).norm(), (a.v - b.v).norm(), (a.omega - b.omega).norm()];
        parts.into_iter().fold(most, f64::max)
    })
}

fn schemes() -> [Scheme; 5] {
    let stage = [options(0.8).scheme, Scheme::RadauIIA];
    let interval = [Scheme::EnergyPreserving, Scheme::EnergyDecaying(1.0), Scheme::MomentumDecaying(1.0)];
    [stage[0], stage[1], interval[0], interval[1], interval[2]]
}

#[test]
fn started_pendulum_is_the_pendulum_built_there() {
    for scheme in schemes() {
        let o = Options { scheme, ..options(0.8) };
        let (mut model, hinge, _) = pendulum(0.0);
        model.start_joint(hinge, 0, Some(0.4), Some(-1.5)).unwrap();
        let mut started = simulate(model, o);
        let (mut model, _, bar) = pendulum(0.4);
        model.set_velocity(bar, Vec3::zeros(), Vec3::new(0.0, 0.0, -1.5)).unwrap();
        let mut built = simulate(model, o);

        // six unknowns and the five constraints of a hinge
        assert_eq!(sizes(&started), sizes(&built));
        assert_eq!(sizes(&started)[..3], [6, 0, 5]);
        assert_eq!(started.report().conditions, 5);
        assert_eq!(started.joint_coordinate(hinge, 0).unwrap().0, 0.4);
        [&mut started, &mut built].into_iter().for_each(|sim| sim.advance(2.0, 1e-2, None).unwrap());
        let off = difference(&started, &built);
        assert!(off < 1e-11, "{}: {off:.1e}", scheme.name());
    }
}

#[test]
fn started_mechanism_runs_as_that_with_given_velocities() {
    for (redundant, scheme) in [false, true].into_iter().flat_map(|r| schemes().map(|s| (r, s))) {
        let o = Options { scheme, redundancy: Redundancy::LeastSquares, ..options(0.8) };
        let bar = four_bar(redundant); // the crank is started with 1 rad/s
        let text = bar.model.to_text().unwrap();
        let mut started = simulate(bar.model, o);
        // the same without that line of the file, and with the velocities of each node
        let mut model = Model::new();
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value["model"].as_array_mut().unwrap().retain(|entry| entry["kind"] != "start");
        model.from_text(&value.to_string()).unwrap();
        for (k, node) in started.state().nodes.iter().enumerate().skip(1) {
            model.set_velocity(NodeId(k), node.v, node.omega).unwrap();
        }
        let mut given = simulate(model, o);
        assert_eq!(sizes(&started), sizes(&given));
        assert_eq!(sizes(&started)[..2], [18, 0]);
        assert_eq!(started.report().redundant, if redundant { 3 } else { 0 });
        // a snapshot of the one is one of the other: their runs have the same structure
        let saved = started.save();
        [&mut started, &mut given].into_iter().for_each(|sim| sim.advance(0.5, 1e-3, None).unwrap());
        let off = difference(&started, &given);
        assert!(off < 1e-9, "{}, redundant: {redundant}: {off:.1e}", scheme.name());
        let end = bits(&started);
        started.restore(&saved).unwrap();
        given.restore(&saved).unwrap();
        [&mut started, &mut given].into_iter().for_each(|sim| sim.advance(0.5, 1e-3, None).unwrap());
        assert!(bits(&started) == end);
        assert!(difference(&started, &given) < 1e-9);
        // another scheme goes on from there
        let other = if scheme == Scheme::RadauIIA { Scheme::EnergyPreserving } else { Scheme::RadauIIA };
        started.set_scheme(other).unwrap();
        started.advance(0.6, 1e-3, None).unwrap();
        assert!(started.audit(Vec3::zeros()).unwrap().position_violation < 1e-10);
    }
}

/// A value beyond half a turn is kept as it was given, with and without something that acts on the coordinate, in either order.
#[test]
fn turns_of_a_start_value_are_kept_and_the_coordinate_is_used_where_it_is_one() {
    let angle = 4.0 * std::f64::consts::PI + 0.3;
    let build = |spring: bool, first: bool| {
        let (mut model, hinge, _) = pendulum(0.0);
        if first {
            model.start_joint(hinge, 0, Some(angle), Some(2.0)).unwrap();
        }
        if spring {
            model.add_joint_spring("spring", hinge, 0, [3.0, 0.1, angle]).unwrap();
        }
        if !first {
            model.start_joint(hinge, 0, Some(angle), Some(2.0)).unwrap();
        }
        let mut read = Model::new();
        read.from_text(&model.to_text().unwrap()).unwrap();
        [model, read].map(|model| {
            let mut sim = simulate(model, options(0.8));
            let (value, rate) = sim.joint_coordinate(hinge, 0).unwrap();
            assert!((value - angle).abs() < 1e-13 && (rate - 2.0).abs() < 1e-13, "{value} {rate}");
            // with a spring its coordinate is an unknown with its definition, and the start is no more than that
            assert_eq!(sizes(&sim)[..3], if spring { [7, 1, 6] } else { [6, 0, 5] });
            sim.advance(0.5, 1e-2, None).unwrap();
            let (value, _) = sim.joint_coordinate(hinge, 0).unwrap();
            assert!((value - angle).abs() < 2.0, "{value}");
            sim
        })
    };
    for spring in [false, true] {
        let [[a, b], [c, d]] = [true, false].map(|first| build(spring, first));
        assert!([&b, &c, &d].iter().all(|sim| difference(&a, sim) < 1e-12));
    }
}

/// A lock on the started coordinate, and a diagnosis.
#[test]
fn locks_and_the_diagnosis_work_with_a_started_coordinate() {
    let (mut model, hinge, _) = pendulum(0.0);
    model.start_joint(hinge, 0, Some(0.2), Some(1.0)).unwrap();
    let found = diagnose(&model, &options(0.8), 1e-3).unwrap();
    assert_eq!((found.unknowns, found.conditions, found.freedom, found.dependent), (6, 5, 1, 0), "{found:?}");
    assert!(found.findings.is_empty(), "{found:?}");
    model.add_lock(hinge, 0, false).unwrap();
    let mut sim = Simulation::new(Arc::new(model), options(0.8)).unwrap();
    sim.advance(0.1, 1e-2, None).unwrap();
    let (at, rate) = sim.joint_coordinate(hinge, 0).unwrap();
    // all angular momentum about the hinge: I = 0.3 + 2 · 0.25
    let impulse = sim.lock(hinge, 0).unwrap();
    assert!((impulse + 0.8 * rate).abs() < 1e-10, "{impulse} {rate}");
    sim.advance(0.2, 1e-2, None).unwrap();
    assert!((sim.joint_coordinate(hinge, 0).unwrap().0 - at).abs() < 1e-12);
}

/// The value closes a loop in which nothing can be carried along, also from a rough configuration.
#[test]
fn start_value_in_a_loop_is_met() {
    for assemble in [false, true] {
        let mut bar = four_bar(false);
        bar.model.start_joint(bar.joints[3], 0, Some(-0.2), None).unwrap();
        let sim = simulate(bar.model, Options { assemble, ..options(0.8) });
        assert_eq!(sizes(&sim)[..2], [18, 0]);
        assert!((sim.joint_coordinate(bar.joints[3], 0).unwrap().0 + 0.2).abs() < 1e-12);
        let read = sim.model().joints()[bar.joints[3].0].term.read(0, &sim.state().nodes).0;
        assert!((read + 0.2).abs() < 1e-12, "{read}");
        assert!((sim.joint_coordinate(bar.joints[0], 0).unwrap().1 - 1.0).abs() < 1e-12);
    }
}

/// As a C host sees it: the numbers of a run, and the bytes of a snapshot.
#[test]
fn c_host_finds_no_more_numbers_in_a_started_run() {
    use swashplate::capi::joints::{swp_attachment, swp_model_add_revolute, swp_model_start_joint};
    use swashplate::capi::library::swp_status::SWP_OK;
    use swashplate::capi::model::*;
    use swashplate::capi::sim::*;
    use swashplate::capi::snapshot::*;
    let unit = [1.0, 0.0, 0.0, 0.0];
    let (origin, spin) = ([0.0; 3], [0.0, 0.0, 2.0]);
    let size = |started: bool| {
        // SAFETY: every pointer is that of a local variable or of a handle made here.
        unsafe {
            let mut model = std::ptr::null_mut();
            assert_eq!(swp_model_create(&mut model), SWP_OK);
            let (mut ground, mut body, mut rigid) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
            let name = c"ground".as_ptr();
            assert_eq!(swp_model_add_ground(model, name, origin.as_ptr(), unit.as_ptr(), &mut ground), SWP_OK);
            let name = c"body".as_ptr();
            assert_eq!(swp_model_add_node(model, name, origin.as_ptr(), unit.as_ptr(), &mut body), SWP_OK);
            let inertia = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
            let status =
                swp_model_add_rigid_body(model, name, body, 1.0, origin.as_ptr(), inertia.as_ptr(), &mut rigid);
            assert_eq!(status, SWP_OK);
            let [a, b] = [ground, body].map(|node| swp_attachment { node, offset: origin, orientation: unit });
            let mut joint = std::mem::zeroed();
            assert_eq!(swp_model_add_revolute(model, c"hinge".as_ptr(), &a, &b, &mut joint), SWP_OK);
            if started {
                assert_eq!(swp_model_start_joint(model, joint, 0, 0.0, 2.0), SWP_OK);
            } else {
                assert_eq!(swp_model_set_node_velocity(model, body, origin.as_ptr(), spin.as_ptr()), SWP_OK);
            }
            let (mut sim, mut snapshot, mut needed) = (std::ptr::null_mut(), std::ptr::null_mut(), 0);
            assert_eq!(swp_sim_create(model, std::ptr::null(), &mut sim), SWP_OK);
            assert_eq!(swp_sim_step(sim, 1e-2), SWP_OK);
            assert_eq!(swp_sim_save(sim, &mut snapshot), SWP_OK);
            swp_snapshot_to_bytes(snapshot, std::ptr::null_mut(), 0, &mut needed);
            swp_snapshot_free(snapshot);
            swp_sim_free(sim);
            swp_model_free(model);
            needed
        }
    };
    assert_eq!(size(true), size(false));
}
