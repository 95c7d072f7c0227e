//! Control of the step: the estimate is the error, tolerances hold, failures are survived, events are found, and the motion
//! within a step can be read.

use crate::common;
use crate::support;

use common::bars::mesh;
use common::deployment::deployment;
use support::{bauchau_body, bits, four_bar, options, simulate};
use swashplate::error::Error;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{Interpolation, JointId, Model, NodeKind};
use swashplate::newton::Settings;
use swashplate::simulation::{Control, Direction, Event, Options, Simulation};
use swashplate::terms::NodeId;

/// A body of unit inertia on a hinge about i3 through its centre of mass, with a spring; θ¨ = −k θ.
fn oscillator(spring: f64, angle: f64, rate: f64) -> (Model, JointId) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let body = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("body", body, 2.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let [a, b] = [ground, body].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    if spring > 0.0 {
        model.add_joint_spring("spring", hinge, 0, [spring, 0.0, 0.0]).unwrap();
    }
    model.start_joint(hinge, 0, Some(angle), Some(rate)).unwrap();
    (model, hinge)
}

/// The body of Bauchau 2003, tumbling freely.
fn tumbling() -> (Model, NodeId) {
    let mut model = Model::new();
    let (mass, centre, inertia) = bauchau_body();
    let body = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("body", body, mass, centre, inertia).unwrap();
    model.set_velocity(body, Vec3::new(0.3, 0.1, -0.2), Vec3::new(2.0, -1.0, 1.5)).unwrap();
    (model, body)
}

fn tolerance(both: f64) -> Control {
    Control { translation_tolerance: both, rotation_tolerance: both, ..Default::default() }
}

fn angle(sim: &Simulation, joint: JointId) -> [f64; 2] {
    sim.joint_coordinate(joint, 0).map(|(a, r)| [a, r]).unwrap()
}

#[test]
fn the_estimate_is_the_local_error_of_an_oscillator() {
    let omega = 3.0_f64;
    let end = [
        Coefficients::spectral_radius(0.0),
        Coefficients::spectral_radius(0.8),
        Coefficients::spectral_radius(1.0),
        Coefficients::hht(0.1),
    ];
    let end = end.map(|c| Scheme::GeneralizedAlpha(c.unwrap()));
    let weighted = Scheme::StageWeighted(Coefficients::spectral_radius(0.8).unwrap());
    for scheme in end.into_iter().chain([weighted]) {
        let ratio = |h: f64| {
            let (model, hinge) = oscillator(omega * omega, 0.7, 0.4);
            let mut sim = simulate(model, Options { scheme, ..Default::default() });
            sim.advance(0.2, h, None).unwrap();
            let [a, r] = angle(&sim, hinge);
            sim.begin(h).unwrap();
            sim.iterate().unwrap();
            let exact = a * (omega * h).cos() + r / omega * (omega * h).sin();
            sim.error_estimate().unwrap()[1] / (exact - angle(&sim, hinge)[0]).abs()
        };
        let (coarse, fine) = (ratio(0.02) - 1.0, ratio(0.0025) - 1.0);
        println!("{scheme:?}: estimate over error, minus 1: {coarse:.4} at h = 0.02, {fine:.4} at 0.0025");
        assert!(coarse.abs() < 0.2 && fine.abs() < 0.02 && fine.abs() < 0.3 * coarse.abs(), "{coarse} {fine}");
    }
}

#[test]
fn the_estimate_is_the_local_error_of_a_tumbling_body() {
    let ratios = |h: f64| {
        let (model, body) = tumbling();
        let mut sim = simulate(model, options(0.8));
        sim.advance(0.5, h, None).unwrap();
        let saved = sim.save();
        sim.advance(0.5 + h, h / 200.0, None).unwrap();
        let exact = *sim.motion(body).unwrap();
        sim.restore(&saved).unwrap();
        sim.begin(h).unwrap();
        sim.iterate().unwrap();
        let [translation, rotation] = sim.error_estimate().unwrap();
        let found = sim.motion(body).unwrap();
        let turn = so3::log(&(found.rotation * exact.rotation.inverse())).norm();
        [translation / (found.x - exact.x).norm(), rotation / turn]
    };
    let (coarse, fine) = (ratios(0.02), ratios(0.005));
    println!("estimate over error: {coarse:?} at h = 0.02, {fine:?} at 0.005");
    for k in 0..2 {
        assert!((fine[k] - 1.0).abs() < 0.03 && (coarse[k] - 1.0).abs() < 0.12, "{coarse:?} {fine:?}");
    }
}

#[test]
fn global_error_falls_with_the_tolerance_to_the_power_two_thirds() {
    // k = 3: h ~ tolerance^⅓, and the scheme is of second order
    let run = |control: Option<Control>| {
        let bar = four_bar(false);
        let mut sim = simulate(bar.model, options(0.8));
        match control {
            Some(control) => sim.advance_controlled(1.0, &control, None).unwrap(),
            None => sim.advance(1.0, 2e-5, None).unwrap(),
        }
        assert_eq!(sim.state().time, 1.0);
        (angle(&sim, bar.joints[0])[0], angle(&sim, bar.joints[3])[0], *sim.counters())
    };
    let exact = run(None);
    let mut errors = vec![];
    for tol in [1e-5, 1e-6, 1e-7, 1e-8] {
        let found = run(Some(tolerance(tol)));
        errors.push((found.0 - exact.0).abs().max((found.1 - exact.1).abs()));
        println!("tolerance {tol:e}: error {:.2e}, {:?}", errors.last().unwrap(), found.2);
    }
    let powers: Vec<f64> = errors.windows(2).map(|e| (e[0] / e[1]).log10()).collect();
    println!("powers {powers:?}");
    let mean = (errors[0] / errors[3]).log10() / 3.0;
    assert!((mean - 2.0 / 3.0).abs() < 0.1 && powers.iter().all(|p| (p - 2.0 / 3.0).abs() < 0.25), "{powers:?}");
}

/// Angle of the hinge of the deployment at many times over the snap, and the number of steps.
fn follow_snap(advance: &mut dyn FnMut(&mut Simulation, f64)) -> (Vec<f64>, u64) {
    let d = deployment(mesh(Interpolation::Rotations, 1, 3));
    let mut sim = simulate(d.model, options(0.6));
    let place: usize = sim.model().joints()[..d.hinge.0].iter().map(|j| j.term.coordinates().len()).sum();
    let times = [12.0].into_iter().chain((0..=200).map(|k| 12.5 + 0.005 * f64::from(k))).chain([14.0]);
    let found = times
        .map(|t| {
            advance(&mut sim, t);
            match sim.state().time == t {
                true => sim.state().coordinates[place],
                false => sim.interpolate(t).unwrap().coordinates[place],
            }
        })
        .collect();
    (found, sim.counters().accepted)
}

#[test]
fn a_deployment_with_a_snap_takes_a_third_of_the_fixed_steps_of_equal_error() {
    let distance = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let fixed = |h: f64| follow_snap(&mut |sim, t| sim.advance(t, h, None).unwrap());
    let (exact, _) = follow_snap(&mut |sim, t| sim.advance(t, if t > 12.0 { 2.5e-4 } else { 2e-3 }, None).unwrap());
    let (found, steps) = fixed(2.5e-3);
    let control = tolerance(1.5e-7);
    let (own, own_steps) = follow_snap(&mut |sim, t| sim.advance_past(t, &control, None).unwrap());
    let (error, own_error) = (distance(&found, &exact), distance(&own, &exact));
    println!("fixed: {steps} steps, error {error:.2e}; controlled: {own_steps} steps, error {own_error:.2e}");
    assert!(own_error <= error && 3 * own_steps <= steps, "{own_steps} of {steps}, {own_error:e} for {error:e}");
}

/// The four-bar with few iterations allowed: large steps fail, small ones do not.
fn reluctant(cut: Option<f64>) -> (Simulation, JointId) {
    let bar = four_bar(false);
    let newton = Settings { tolerance: 1e-10, max_iterations: 3 };
    (simulate(bar.model, Options { newton, cut, ..options(0.8) }), bar.joints[0])
}

#[test]
fn newton_failures_are_survived_and_counted_in_a_controlled_run() {
    let (mut sim, crank) = reluctant(None);
    assert!(matches!(sim.step(0.2), Err(Error::NewtonFailed(_))));
    assert_eq!(sim.counters().accepted, 0);
    let control = Control { first: 0.2, ..tolerance(1e-6) };
    sim.advance_controlled(0.3, &control, None).unwrap();
    let counters = *sim.counters();
    println!("{counters:?}");
    assert!(counters.newton_failures >= 1 && counters.parts == 0 && counters.smallest_step < 0.2);
    let (mut fine, _) = reluctant(None);
    fine.advance(0.3, 1e-4, None).unwrap();
    assert!((angle(&sim, crank)[0] - angle(&fine, crank)[0]).abs() < 1e-3);
    sim.reset_counters();
    assert_eq!(*sim.counters(), Default::default());
}

#[test]
fn a_host_step_that_fails_is_cut_and_stays_one_step() {
    let (mut sim, crank) = reluctant(Some(1e-3));
    let before = bits(&sim);
    sim.begin(0.2).unwrap();
    sim.iterate().unwrap();
    assert_eq!(sim.state().time, 0.2);
    let once = sim.state().clone();
    sim.iterate().unwrap();
    assert_eq!(*sim.state(), once, "parts depend on the accepted state alone");
    sim.reject().unwrap();
    assert_eq!(bits(&sim), before, "rejecting takes back all parts");
    sim.reset_counters();
    sim.step(0.2).unwrap();
    let counters = *sim.counters();
    println!("{counters:?}");
    assert_eq!((sim.state().time, counters.accepted), (0.2, 1));
    assert!(counters.newton_failures >= 1 && counters.parts >= 2 && counters.parts.is_power_of_two());
    assert_eq!(counters.smallest_step, 0.2 / counters.parts as f64);
    let (mut fine, _) = reluctant(None);
    fine.advance(0.2, 0.2 / counters.parts as f64, None).unwrap();
    assert!((angle(&sim, crank)[0] - angle(&fine, crank)[0]).abs() < 1e-12, "parts are steps like others");
    // a limit that is too high
    let (mut sim, _) = reluctant(Some(0.19));
    let (before, error) = (bits(&sim), sim.step(0.2).unwrap_err());
    assert!(
        matches!(&error, Error::NewtonFailed(f) if f.text.contains("0.19 s") && f.text.contains("did not converge")),
        "{error}"
    );
    assert_eq!(bits(&sim), before);
}

#[test]
fn steps_of_changing_size_cost_no_accuracy() {
    // alternating h and h/2 is no worse than h always
    let run = |sizes: [f64; 2]| {
        let bar = four_bar(false);
        let mut sim = simulate(bar.model, options(0.8));
        while sim.state().time < 0.6 - 1e-9 {
            let h = sizes[(sim.state().run_audit.steps % 2) as usize];
            sim.step(h).unwrap();
        }
        angle(&sim, bar.joints[0])[0]
    };
    let exact = run([5e-5; 2]);
    let (constant, changing) = ((run([2e-3; 2]) - exact).abs(), (run([2e-3, 1e-3]) - exact).abs());
    println!("constant {constant:.2e}, changing {changing:.2e}");
    assert!(changing < 1.2 * constant, "{changing:e} {constant:e}");
}

/// A steady spin of 2 rad/s, which the scheme follows exactly, to π and 2π by the sine of the angle.
#[test]
fn events_are_found_to_the_tolerance_in_the_direction_asked_for_and_only_once() {
    use std::f64::consts::PI;
    for (direction, times) in [
        (Direction::Both, vec![0.45 * PI, 0.95 * PI, 1.45 * PI]),
        (Direction::Falling, vec![0.45 * PI, 1.45 * PI]),
        (Direction::Rising, vec![0.95 * PI]),
    ] {
        let (model, hinge) = oscillator(0.0, 0.1 * PI, 2.0);
        let mut sim = simulate(model, options(0.8));
        let (event, control) = (Event { direction, tolerance: 1e-9 }, Control { largest: 0.3, ..Default::default() });
        let mut calls = 0;
        let mut sine = |sim: &Simulation| {
            calls += 1;
            angle(sim, hinge)[0].sin()
        };
        let mut found = vec![];
        while let Some(t) = sim.advance_to_event(5.0, &control, event, &mut sine, None).unwrap() {
            assert_eq!(sim.state().time, t);
            found.push(t);
        }
        assert_eq!(sim.state().time, 5.0);
        println!("{direction:?}: {found:?}, {calls} calls, {:?}", sim.counters());
        assert_eq!(found.len(), times.len(), "{found:?}");
        for (found, exact) in found.iter().zip(&times) {
            assert!((found - exact).abs() < 1.1e-9, "{found} for {exact}");
        }
        assert_eq!(sim.counters().event_searches, times.len() as u64);
        assert!(calls < 30 * times.len() + sim.counters().accepted as usize, "{calls}");
    }
}

#[test]
fn an_event_of_a_smooth_motion_is_as_accurate_as_the_motion() {
    // θ = cos 3t passes zero at π/6
    let (model, hinge) = oscillator(9.0, 1.0, 0.0);
    let mut sim = simulate(model, options(0.9));
    let event = Event { direction: Direction::Both, tolerance: 1e-10 };
    let mut g = |sim: &Simulation| angle(sim, hinge)[0];
    let t = sim.advance_to_event(2.0, &tolerance(1e-9), event, &mut g, None).unwrap().unwrap();
    println!("error of the time {:.1e}", t - std::f64::consts::PI / 6.0);
    assert!((t - std::f64::consts::PI / 6.0).abs() < 1e-5);
    assert!(angle(&sim, hinge)[0].abs() < 4e-10);
}

#[test]
fn interpolation_within_a_step_is_of_third_order() {
    let errors = |h: f64| {
        let (mut model, body) = tumbling();
        model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
        let mut sim = simulate(model, options(0.8));
        sim.advance(0.4, h, None).unwrap();
        let saved = sim.save();
        sim.step(h).unwrap();
        let found = sim.interpolate_motion(body, 0.4 + 0.4 * h).unwrap();
        assert_eq!(found, sim.interpolate(0.4 + 0.4 * h).unwrap().nodes[body.0]);
        let ends = sim.last_step().unwrap();
        for (t, exact) in ends.iter().zip([&results_of(&sim, &saved, body), sim.motion(body).unwrap()]) {
            let end = sim.interpolate_motion(body, *t).unwrap();
            assert!((end.x - exact.x).norm() < 1e-14 && (end.omega - exact.omega).norm() < 1e-13);
        }
        sim.restore(&saved).unwrap();
        assert!(matches!(sim.interpolate(0.4), Err(Error::WrongState(_))));
        sim.advance(0.4 + 0.4 * h, h / 200.0, None).unwrap();
        let exact = sim.motion(body).unwrap();
        let turn = so3::log(&(found.rotation * exact.rotation.inverse())).norm();
        [(found.x - exact.x).norm(), turn, (found.v - exact.v).norm(), (found.omega - exact.omega).norm()]
    };
    let all = [0.08, 0.04, 0.02].map(errors);
    println!("{all:?}");
    for (k, [what, least]) in [["x", "3"], ["R", "3"], ["v", "2"], ["ω", "2"]].into_iter().enumerate() {
        let least: f64 = least.parse().unwrap();
        for pair in all.windows(2) {
            let order = (pair[0][k] / pair[1][k]).log2();
            assert!(order > least - 0.15, "{what}: order {order}");
        }
    }
}

/// Motion of a node in a saved state.
fn results_of(sim: &Simulation, saved: &[u8], node: NodeId) -> swashplate::terms::Motion {
    swashplate::results::from_bytes(swashplate::results::fingerprint(sim.model()), sim.state(), saved).unwrap().nodes
        [node.0]
}

#[test]
fn steps_past_a_time_keep_their_own_sizes() {
    let (model, hinge) = oscillator(9.0, 1.0, 0.0);
    let mut sim = simulate(model, options(0.9));
    let control = tolerance(1e-5);
    let mut reads = 0;
    for k in 1..=400 {
        let t = 0.005 * f64::from(k);
        sim.advance_past(t, &control, None).unwrap();
        let [from, to] = sim.last_step().unwrap();
        assert!(from <= t && t <= to);
        let place = sim.interpolate(t).unwrap().coordinates[hinge.0];
        assert!((place - (3.0 * t).cos()).abs() < 1e-2, "{t}: {place}");
        reads += u32::from(t < to);
    }
    println!("{reads} times within a step, {:?}", sim.counters());
    assert!(reads >= 399 && sim.counters().accepted < 200);
    let error = sim.interpolate(0.5).unwrap_err();
    assert!(error.to_string().contains("not within the last accepted step"), "{error}");
    assert!(sim.advance_past(0.5, &control, None).is_err());
}

#[test]
fn controlled_runs_repeat_themselves_to_the_last_bit() {
    let run = |sim: &mut Simulation, from: f64| {
        for k in 1..=10 {
            sim.advance_controlled(from + 0.03 * f64::from(k), &tolerance(1e-6), None).unwrap();
        }
        bits(sim)
    };
    let mut sim = simulate(four_bar(false).model, options(0.8));
    run(&mut sim, 0.0);
    let saved = sim.save();
    let from = sim.state().time;
    let first = run(&mut sim, from);
    sim.restore(&saved).unwrap();
    sim.reset_counters();
    assert_eq!(run(&mut sim, from), first);
    let mut other = simulate(four_bar(false).model, options(0.8));
    other.restore(&saved).unwrap();
    assert_eq!(run(&mut other, from), first);
}

#[test]
fn failures_leave_the_last_accepted_state_and_say_why() {
    let mut sim = simulate(four_bar(false).model, options(0.8));
    let start = bits(&sim);
    let refused = |sim: &mut Simulation, end: f64, control: Control, parts: &[&str]| {
        let error = sim.advance_controlled(end, &control, None).unwrap_err();
        parts.iter().for_each(|p| assert!(error.to_string().contains(p), "{p} is missing: {error}"));
        assert_eq!(bits(sim), start);
        error
    };
    let d = Control::default();
    let error = refused(&mut sim, 1.0, Control { smallest: 0.01, ..tolerance(1e-9) }, &["t = 0 s", "smallest allowed"]);
    assert!(matches!(error, Error::StepTooSmall(_)));
    refused(&mut sim, -1.0, d, &["cannot advance"]);
    refused(&mut sim, f64::NAN, d, &["cannot advance"]);
    for (control, name) in [
        (Control { translation_tolerance: 0.0, ..d }, "translation_tolerance"),
        (Control { rotation_tolerance: f64::NAN, ..d }, "rotation_tolerance"),
        (Control { smallest: -1.0, ..d }, "smallest"),
        (Control { smallest: 1e150, ..d }, "smallest"),
        (Control { first: 1e100, ..d }, "first"),
        (Control { largest: 1e-12, ..d }, "largest"),
        (Control { first: 1e-12, ..d }, "first"),
        (Control { safety: 2.0, ..d }, "safety"),
    ] {
        refused(&mut sim, 1.0, control, &[name]);
    }
    // an open step
    sim.begin(1e-3).unwrap();
    assert!(matches!(sim.advance_controlled(1.0, &d, None), Err(Error::WrongState(_))));
    sim.reject().unwrap();
    // the host stops: the state is that of the last accepted step
    let mut last = 0.0;
    let mut stop = |t: f64| {
        last = t;
        t > 0.1
    };
    assert!(matches!(sim.advance_controlled(1.0, &d, Some(&mut stop)), Err(Error::Cancelled { .. })));
    assert_eq!(sim.state().time, last);
    // an event function that fails in the middle of a step
    let before = bits(&sim);
    let event = Event { direction: Direction::Both, tolerance: 1e-6 };
    let mut first = true;
    let mut bad = |_: &Simulation| if std::mem::take(&mut first) { 1.0 } else { f64::NAN };
    assert!(matches!(sim.advance_to_event(1.0, &d, event, &mut bad, None), Err(Error::CallbackFailed(_))));
    assert_eq!(bits(&sim), before);
    sim.advance_controlled(0.2, &d, None).unwrap();
    // a scheme without an estimate
    sim.set_scheme(Scheme::EnergyPreserving).unwrap();
    let error = sim.advance_controlled(1.0, &d, None).unwrap_err();
    assert!(error.to_string().contains("(EP) has no estimate"), "{error}");
}

#[test]
fn time_never_passes_without_the_model() {
    // a free fall: largest steps far beyond the span, and clocks that began long ago
    let fall = |start_time: f64, scheme: Scheme| {
        let mut model = Model::new();
        model.set_gravity(Vec3::new(0.0, 0.0, -10.0)).unwrap();
        let node = model.add_node("stone", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("stone", node, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
        simulate(model, Options { start_time, scheme, ..options(0.8) })
    };
    let damped = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap());
    for largest in [1.0, 1e9, 1e10, 1e300] {
        let mut sim = fall(0.0, damped);
        sim.advance(1.0, largest, None).unwrap();
        assert!((sim.motion(NodeId(0)).unwrap().v.z + 10.0).abs() < 1e-9, "{largest}");
    }
    for scheme in [damped, Scheme::RadauIIA] {
        let mut sim = fall(1.7e9, scheme);
        // 1e-4 s is some hundred times the resolution of that clock: too short a step, said so as by the others
        let before = bits(&sim);
        let error = sim.advance_controlled(1.7e9 + 1e-4, &tolerance(1e-3), None).unwrap_err();
        assert!(matches!(error, Error::InvalidArgument(_)) && error.to_string().contains("vanishes"), "{error}");
        assert_eq!(bits(&sim), before);
        sim.advance_controlled(1.7e9 + 1.0, &tolerance(1e-3), None).unwrap();
        assert!((sim.motion(NodeId(0)).unwrap().v.z + 10.0).abs() < 1e-6, "{}", scheme.name());
        sim.advance_controlled(1.7e9 + 1.0, &tolerance(1e-3), None).unwrap();
        // what an event leaves before the end of a run, too short for a step, is rounding of the time
        let mut sim = fall(0.0, scheme);
        for end in [1.0, 1.0 + 1e-15, 1.0 + 2e-14, 1.0 + 9e-14] {
            sim.advance_controlled(end, &tolerance(1e-3), None).unwrap();
            assert!(sim.state().time == end && (sim.motion(NodeId(0)).unwrap().v.z + 10.0).abs() < 1e-6);
        }
        // some units of the last place of the time, which are no rounding beside the steps that the model takes
        let mut sim = fall(1e12, scheme);
        let before = bits(&sim);
        let ulp = 1e12 * f64::EPSILON;
        let error = sim.advance_controlled(1e12 + 2.0 * ulp, &tolerance(1e-3), None).unwrap_err();
        assert!(error.to_string().contains("a start time nearer to zero"), "{error}");
        assert_eq!(bits(&sim), before);
    }
}

#[test]
fn cutting_a_hopeless_step_comes_to_an_end() {
    let (mut sim, _) = reluctant(Some(1e-300));
    let before = bits(&sim);
    let error = sim.step(1e9).unwrap_err().to_string();
    assert!(error.contains("parts"), "{error}");
    assert_eq!(bits(&sim), before);
}

#[test]
fn iterations_of_rejected_trials_are_counted() {
    let (model, _) = oscillator(50.0, 0.3, 0.0);
    let mut sim = simulate(model, options(0.8));
    sim.advance(0.1, 0.01, None).unwrap();
    assert_eq!(sim.counters().iterations, sim.state().run_audit.iterations);
    sim.advance_controlled(1.0, &Control { first: 0.2, ..tolerance(1e-8) }, None).unwrap();
    let (all, rejected) = (sim.counters().iterations, sim.counters().rejected);
    assert!(rejected > 0);
    // every rejected trial took at least one
    assert!(all >= sim.state().run_audit.iterations + rejected, "{all}");
}

#[test]
fn a_step_that_is_too_small_names_the_tolerance_that_bound() {
    let refused = |control: Control| {
        let mut sim = simulate(four_bar(false).model, options(0.8));
        sim.advance_controlled(1.0, &control, None).unwrap_err().to_string()
    };
    let d = Control { smallest: 0.01, ..tolerance(1e-3) };
    let text = refused(Control { rotation_rate_tolerance: 1e-12, ..d });
    assert!(text.contains("the error of rates") && text.contains("1e-12 rad/s"), "{text}");
    let text = refused(Control { translation_tolerance: 1e-12, rotation_tolerance: 1e-12, ..d });
    assert!(!text.contains("rad/s"), "{text}");
}
