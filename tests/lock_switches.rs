//! Locks that close and open at given times: momentum, no jump of positions, the same as by call, snapshots, step control.

use crate::support;

use std::sync::Arc;
use support::bits;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Control, Options, Simulation};
use swashplate::terms::NodeId;

const J: [f64; 2] = [0.3, 0.2];
const RATE: f64 = 4.0;

/// Two wheels on one line: the first turns on ground, the clutch joins the second, which is at rest, to the first.
fn wheels() -> (Model, [JointId; 2]) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let nodes: Vec<NodeId> = (0..2)
        .map(|k| {
            let name = format!("wheel {k}");
            let node = model.add_node(&name, NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
            model.add_rigid_body(&name, node, 1.0, Vec3::zeros(), Mat3::identity() * J[k]).unwrap();
            node
        })
        .collect();
    let mut join = |name: &str, a, b| {
        let [a, b] = [a, b].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
        model.add_joint(name, joints::revolute(), a, b).unwrap()
    };
    let pair = [join("shaft", ground, nodes[0]), join("clutch", nodes[0], nodes[1])];
    model.start_joint(pair[0], 0, None, Some(RATE)).unwrap();
    model.start_joint(pair[1], 0, None, Some(-RATE)).unwrap();
    model.add_lock(pair[1], 0, false).unwrap();
    (model, pair)
}

fn schemes() -> [Scheme; 5] {
    [
        Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::MomentumPreserving,
        Scheme::MomentumDecaying(1.0),
    ]
}

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap()
}

#[test]
fn a_clutch_closes_and_opens_at_its_times_as_by_call_and_snapshots_remember() {
    let common = J[0] * RATE / (J[0] + J[1]);
    for scheme in schemes() {
        let (mut model, [shaft, clutch]) = wheels();
        model.schedule_lock(clutch, 0, 1.2, false).unwrap();
        model.schedule_lock(clutch, 0, 0.6, true).unwrap();
        let mut timed = simulate(model, scheme);
        let (model, _) = wheels();
        let mut called = simulate(model, scheme);
        // steps that do not hit 0.6 s: the switch is at 0.605 s
        let mut saved = None;
        for k in 1..=300 {
            let before = timed.joint_coordinate(clutch, 0).unwrap();
            timed.step(5.5e-3).unwrap();
            called.step(5.5e-3).unwrap();
            let t = 5.5e-3 * f64::from(k);
            let now = timed.joint_coordinate(clutch, 0).unwrap();
            assert!((now.0 - before.0).abs() < 5.5e-3 * RATE * 1.001, "a jump at {t}");
            if k == 110 {
                let impulse = called.lock(clutch, 0).unwrap();
                let state = timed.lock_state(clutch, 0).unwrap();
                assert!((t - 0.605).abs() < 1e-12 && (state.since - t).abs() < 1e-12, "{state:?}");
                assert!(state.on && state.impulse == impulse && state.value == now.0, "{state:?} {impulse}");
                // J₂ from rest to the common speed
                assert!((impulse - J[1] * common).abs() < 1e-6, "{}: {impulse}", scheme.name());
                assert!((timed.joint_coordinate(shaft, 0).unwrap().1 - common).abs() < 1e-6);
                let taken = 0.5 * RATE * RATE * J[0] - 0.5 * common * common * (J[0] + J[1]);
                assert!((timed.audit(Vec3::zeros()).unwrap().work_dampers + taken).abs() < 1e-5);
                saved = Some(timed.save());
            }
            if k == 219 {
                called.release(clutch, 0).unwrap();
            }
            assert_eq!(timed.is_locked(clutch, 0).unwrap(), (110..219).contains(&k), "at {t}");
        }
        for joint in [shaft, clutch] {
            assert_eq!(timed.joint_coordinate(joint, 0).unwrap(), called.joint_coordinate(joint, 0).unwrap());
        }
        // from a snapshot while it was locked: it opens again at its time, to the same bits
        let end = bits(&timed);
        timed.restore(&saved.unwrap()).unwrap();
        assert!(timed.is_locked(clutch, 0).unwrap());
        (110..300).for_each(|_| timed.step(5.5e-3).unwrap());
        assert_eq!(bits(&timed), end, "{}", scheme.name());
    }
}

#[test]
fn controlled_steps_end_at_the_switch() {
    for past in [false, true] {
        let (mut model, [_, clutch]) = wheels();
        model.schedule_lock(clutch, 0, 0.4321, true).unwrap();
        let mut sim = simulate(model, Scheme::RadauIIA);
        let control = Control { translation_tolerance: 1e-8, rotation_tolerance: 1e-8, ..Default::default() };
        if past {
            // a run past a time before the switch can be looked at there
            sim.advance_past(0.43, &control, None).unwrap();
            assert!(!sim.is_locked(clutch, 0).unwrap() && sim.state().time < 0.4321);
            sim.advance_past(1.0, &control, None).unwrap();
        } else {
            sim.advance_controlled(1.0, &control, None).unwrap();
        }
        let state = sim.lock_state(clutch, 0).unwrap();
        assert!(state.on && (state.since - 0.4321).abs() < 1e-13, "{state:?}");
    }
}

#[test]
fn switches_before_the_start_say_how_it_begins_and_a_switch_that_cannot_be_made_changes_nothing() {
    let (mut model, [shaft, clutch]) = wheels();
    model.schedule_lock(clutch, 0, 0.1, true).unwrap();
    let text = model.schedule_lock(clutch, 0, 0.1, false).unwrap_err().to_string();
    assert!(text.contains("\"clutch\""), "{text}");
    assert!(model.schedule_lock(clutch, 0, f64::NAN, true).is_err());
    let text = model.schedule_lock(shaft, 0, 0.5, true).unwrap_err().to_string();
    assert!(text.contains("\"shaft\"") && text.contains("no lock"), "{text}");

    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = model.add_node("wheel", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("wheel", node, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let [a, b] = [ground, node].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let shaft = model.add_joint("shaft", joints::revolute(), a, b).unwrap();
    model.add_lock(shaft, 0, true).unwrap();
    model.add_coupling("weld", &[(shaft, 0, 1.0)], None).unwrap();
    model.schedule_lock(shaft, 0, -1.0, false).unwrap();
    model.schedule_lock(shaft, 0, 0.1, true).unwrap();
    let mut sim = Simulation::new(Arc::new(model), Options::default()).unwrap();
    assert!(!sim.is_locked(shaft, 0).unwrap());
    for _ in 0..9 {
        sim.step(1e-2).unwrap();
    }
    let before = bits(&sim);
    let text = sim.step(1e-2).unwrap_err().to_string();
    assert!(text.contains("switch of locks at t = 0.") && text.contains("\"shaft[0]\""), "{text}");
    assert_eq!(bits(&sim), before);
    // a step that ends before the switch can still be made
    sim.step(5e-3).unwrap();
}
