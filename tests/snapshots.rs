//! Restore and the same inputs give the same bits: in place, in another simulation, in another process, in two threads, and
//! however often a step was tried before it was accepted.

use crate::common;
use crate::support;

use common::bars::mesh;
use common::borri::{Pulse, free_three_bar};
use std::sync::Arc;
use support::{bits, every_form, four_bar, options, simulate};
use swashplate::error::Error;
use swashplate::integrators::Scheme;
use swashplate::integrators::initial::Redundancy;
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Quat, Vec3};
use swashplate::model::{Interpolation, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::FunctionId;

/// The redundant four-bar with an input force on the coupler and a spring at the rocker: every kind of state there is.
fn model() -> (Model, FunctionId) {
    let mut bar = four_bar(true);
    let push = bar.model.add_input("push", 0.0).unwrap();
    let coupler = swashplate::terms::NodeId(bar.model.find("node", "coupler").unwrap());
    let vectors = [Vec3::new(1.0, 2.0, 0.0), Vec3::zeros(), Vec3::new(0.4, 0.0, 0.0)];
    bar.model.add_load("push", coupler, Axes::Follower, vectors, push).unwrap();
    bar.model.add_joint_spring("rocker", bar.joints[3], 0, [3.0, 0.05, 0.1]).unwrap();
    (bar.model, push)
}

fn start() -> (Simulation, FunctionId) {
    let (model, push) = model();
    (simulate(model, Options { redundancy: Redundancy::LeastSquares, ..options(0.8) }), push)
}

/// A hundred steps under a force that the host sets, with a step of another size now and then.
fn run(sim: &mut Simulation, push: FunctionId) {
    for k in 0..100 {
        sim.set_input(push, (0.3 * f64::from(k)).sin()).unwrap();
        sim.step(if k % 7 == 0 { 1.5e-3 } else { 1e-3 }).unwrap();
    }
}

#[test]
fn restored_simulation_repeats_itself_to_the_last_bit() {
    let (mut sim, push) = start();
    run(&mut sim, push);
    let saved = sim.save();
    run(&mut sim, push);
    let first = bits(&sim);
    sim.restore(&saved).unwrap();
    assert_eq!(bits(&sim), saved, "what was restored is what was saved");
    run(&mut sim, push);
    assert_eq!(bits(&sim), first);
    // and in a simulation that has not seen any of it
    let (mut other, push) = start();
    other.restore(&saved).unwrap();
    run(&mut other, push);
    assert_eq!(bits(&other), first);
}

/// Every scheme, also with other parameters.
fn schemes() -> Vec<Scheme> {
    every_form().into_iter().chain([Scheme::EnergyDecaying(0.4), Scheme::MomentumDecaying(0.3)]).collect()
}

/// Fifty steps, of another size now and then.
fn fly(sim: &mut Simulation) {
    (0..50).for_each(|k| sim.step(if k % 7 == 0 { 1.5e-3 } else { 1e-3 }).unwrap());
}

#[test]
fn restored_simulation_repeats_itself_to_the_last_bit_under_every_scheme() {
    let rigid = || model().0;
    let beams = || free_three_bar(mesh(Interpolation::Directors, 1, 3), Pulse::Triangle).model;
    let makers: [&dyn Fn() -> Model; 2] = [&rigid, &beams];
    for (scheme, make) in schemes().into_iter().flat_map(|s| makers.map(|m| (s, m))) {
        let begin = || simulate(make(), Options { scheme, redundancy: Redundancy::LeastSquares, ..options(0.8) });
        let mut sim = begin();
        fly(&mut sim);
        let saved = sim.save();
        fly(&mut sim);
        let first = bits(&sim);
        sim.restore(&saved).unwrap();
        fly(&mut sim);
        assert_eq!(bits(&sim), first, "{} in place", scheme.name());
        let mut other = begin();
        other.restore(&saved).unwrap();
        fly(&mut other);
        assert_eq!(bits(&other), first, "{} in another simulation", scheme.name());
    }
}

#[test]
fn snapshot_of_any_scheme_is_continued_by_any_other() {
    // free flight, smooth: what differs is the error of the schemes and the energy of the projected velocities
    let make = || free_three_bar(mesh(Interpolation::Directors, 1, 3), Pulse::Triangle).model;
    let energy = |sim: &Simulation| {
        let a = sim.audit(Vec3::zeros()).unwrap();
        a.kinetic_energy + a.potential_energy
    };
    for from in schemes() {
        let mut sim = simulate(make(), Options { scheme: from, ..options(0.8) });
        sim.advance(0.06, 5e-4, None).unwrap();
        let (saved, before) = (sim.save(), energy(&sim));
        let place = sim.state().nodes[0].x;
        for to in schemes() {
            let what = format!("{} to {}", from.name(), to.name());
            let mut other = simulate(make(), Options { scheme: to, ..options(0.8) });
            other.restore(&saved).unwrap();
            assert_eq!(energy(&other), before, "{what}");
            assert_eq!(other.state().nodes[0].x, place, "{what}");
            other.step(5e-4).unwrap();
            let step = other.step_audit();
            let jump = (energy(&other) - before).abs() / before;
            println!("{what}: energy changes by {jump:.1e}");
            assert!(jump < 1e-2, "{what}: energy changes by {jump:.1e}");
            assert!((step.energy_change - (energy(&other) - before)).abs() < 1e-13 * before, "{what}");
            other.advance(0.07, 5e-4, None).unwrap();
            let mut switched = simulate(make(), Options { scheme: from, ..options(0.8) });
            switched.restore(&saved).unwrap();
            switched.set_scheme(to).unwrap();
            switched.step(5e-4).unwrap();
            switched.advance(0.07, 5e-4, None).unwrap();
            assert_eq!(bits(&switched), bits(&other), "{what}: switched and restored");
        }
    }
}

#[test]
fn another_process_continues_with_the_same_bits() {
    let folder = std::env::temp_dir().join(format!("swashplate-{}", std::process::id()));
    let (before, after) = (folder.join("before"), folder.join("after"));
    if let Some(folder) = std::env::var_os("SWP_TEST_CONTINUE") {
        // the second process: read, run, write
        let folder = std::path::PathBuf::from(folder);
        let (mut sim, push) = start();
        sim.restore(&std::fs::read(folder.join("before")).unwrap()).unwrap();
        run(&mut sim, push);
        std::fs::write(folder.join("after"), bits(&sim)).unwrap();
        return;
    }
    std::fs::create_dir_all(&folder).unwrap();
    let (mut sim, push) = start();
    run(&mut sim, push);
    std::fs::write(&before, sim.save()).unwrap();
    run(&mut sim, push);
    let status = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["snapshots::another_process_continues_with_the_same_bits", "--exact"])
        .env("SWP_TEST_CONTINUE", &folder)
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stdout));
    let continued = std::fs::read(&after).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(continued, bits(&sim));
}

#[test]
fn two_threads_on_one_model_give_the_bits_they_give_alone() {
    let (model, push) = model();
    let model = Arc::new(model);
    let options = Options { redundancy: Redundancy::LeastSquares, ..options(0.8) };
    let alone = |rounds: usize| {
        let mut sim = Simulation::new(Arc::clone(&model), options).unwrap();
        for _ in 0..rounds {
            run(&mut sim, push);
        }
        bits(&sim)
    };
    let expected = [alone(3), alone(4)];
    let together: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let threads = [scope.spawn(|| alone(3)), scope.spawn(|| alone(4))];
        threads.map(|t| t.join().unwrap()).to_vec()
    });
    assert_eq!(together[0], expected[0]);
    assert_eq!(together[1], expected[1]);
}

#[test]
fn earlier_trials_of_a_step_leave_no_trace() {
    let (mut plain, push) = start();
    let (mut tried, _) = start();
    for k in 0..50 {
        let force = f64::from(k);
        plain.set_input(push, force).unwrap();
        plain.step(1e-3).unwrap();

        tried.begin(1e-3).unwrap();
        for wrong in [-40.0, 300.0] {
            tried.set_input(push, wrong).unwrap();
            tried.iterate().unwrap();
        }
        if k % 5 == 0 {
            tried.reject().unwrap();
            tried.begin(1e-3).unwrap();
        }
        tried.set_input(push, force).unwrap();
        tried.iterate().unwrap();
        tried.accept().unwrap();
    }
    assert_eq!(bits(&plain), bits(&tried));
}

#[test]
fn queries_see_the_trial_and_after_rejection_the_accepted_state() {
    let (mut sim, push) = start();
    let before = bits(&sim);
    let (x, time) = (sim.state().nodes[2].x, sim.state().time);
    sim.begin(1e-2).unwrap();
    assert_eq!(sim.state().time, time, "not solved yet: still the accepted state");
    sim.set_input(push, 100.0).unwrap();
    sim.iterate().unwrap();
    assert!((sim.state().nodes[2].x - x).norm() > 1e-4);
    assert_eq!(sim.state().time, time + 1e-2);
    sim.reject().unwrap();
    assert_eq!(sim.state().nodes[2].x, x);
    sim.set_input(push, 0.0).unwrap();
    assert_eq!(bits(&sim), before);
}

#[test]
fn failed_step_leaves_the_state_as_it_was() {
    // a drive that jumps by two radians in one step, with two iterations allowed
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("bar", bar, 1.0, Vec3::x(), swashplate::math::Mat3::identity()).unwrap();
    let at = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (at(&model, ground), at(&model, bar));
    let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    let jump = TimeFunction::OneMinusCosine { amplitude: 2.0, start: 0.0, duration: 1e-3, hold: true };
    let jump = model.add_function(jump).unwrap();
    model.drive_joint(hinge, 0, jump).unwrap();
    let mut settings = options(0.8);
    settings.newton.max_iterations = 2;
    let mut sim = simulate(model, settings);
    let before = bits(&sim);
    let error = sim.step(1e-3).unwrap_err();
    let Error::NewtonFailed(failure) = &error else { panic!("{error}") };
    let course = failure.course.as_ref().unwrap();
    assert_eq!((course.time, course.step, course.corrections.len()), (Some(0.0), Some(1e-3), 2));
    assert!(course.worst.starts_with("node \"bar\"") && course.residuals.len() == 2, "{course:?}");
    let text = &failure.text;
    for part in ["t = 0 s", "corrections", "Worst equation: node \"bar\"", "smaller step"] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    assert_eq!(bits(&sim), before);
}

#[test]
fn damaged_or_foreign_snapshots_are_refused_and_change_nothing() {
    let (mut sim, push) = start();
    run(&mut sim, push);
    let good = sim.save();
    let mut cut = good.clone();
    cut.truncate(good.len() - 9);
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    let mut version = good.clone();
    version[8] = 9;
    let foreign = simulate(four_bar(false).model, options(0.8)).save();
    for bad in [cut, flipped, version, foreign, vec![], b"SWPSNAP\n".to_vec()] {
        assert!(matches!(sim.restore(&bad), Err(Error::BadSnapshot(_))));
        assert_eq!(bits(&sim), good);
    }
}
