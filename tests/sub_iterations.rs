//! Hosts that solve a step several times: their order with every scheme, from the first step on, and what further trials cost.
//!
//! References: x = x₀ cos ωt of a mass on a spring that lives in the host, or with a part of its mass in the host.
#![allow(unsafe_code)] // it calls the functions as a host does

use crate::slider;
use crate::support::every_form;

use slider::{END, LINEAR, MASS, SCHEMES, Slider, options, orders};
use std::sync::Arc;
use swashplate::capi::inputs::swp_sim_set_input_rates;
use swashplate::capi::library::swp_status::SWP_OK;
use swashplate::capi::query::{swp_newton_report, swp_sim_newton};
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::Axes;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::state::Rule;
use swashplate::terms::{FunctionId, NodeId};

/// One step: the host alternates with the library until its force stands still.
fn couple(slider: &Slider, h: f64, force: impl Fn([f64; 3]) -> f64) {
    slider.begin(h);
    let mut last = f64::INFINITY;
    for _ in 0..60 {
        slider.iterate();
        let new = force(slider.motion());
        if (new - last).abs() < 1e-11 {
            return slider.accept();
        }
        slider.set(new);
        last = new;
    }
    panic!("the coupling does not converge");
}

/// Errors of x at the end of runs with steps that are halved.
fn errors(scheme: i32, rule: i32, stiffness: f64, exact: f64, force: impl Fn([f64; 3]) -> f64 + Copy) -> Vec<f64> {
    let run = |count: i32| {
        let slider = Slider::new(&options(scheme), rule, 0.0, stiffness, 0.1);
        // what the host's force is at the start
        let mut last = f64::INFINITY;
        while let new = force(evaluated(&slider))
            && (new - last).abs() > 1e-12
        {
            slider.set(new);
            last = new;
        }
        (0..count).for_each(|_| couple(&slider, 1.0 / f64::from(count), force));
        (slider.motion()[0] - exact).abs()
    };
    [80, 160, 320, 640].map(run).to_vec()
}

/// Motion with accelerations for the force that is set.
fn evaluated(slider: &Slider) -> [f64; 3] {
    // SAFETY: the handle is that of the slider.
    assert_eq!(unsafe { swashplate::capi::inputs::swp_sim_evaluate(slider.sim) }, SWP_OK);
    slider.motion()
}

/// Order of a host's force: linear over the step it is of second order; so is what generalised-α makes of the value at the end.
fn assert_order(scheme: i32, rule: i32, errors: &[f64]) {
    let found = orders(errors);
    assert!(found.iter().all(|o| *o > 1.85), "scheme {scheme}, rule {rule}: {errors:?}, orders {found:?}");
}

#[test]
fn a_spring_in_the_host_is_of_second_order_under_every_scheme() {
    let (stiffness, w): (f64, f64) = (72.0, 6.0);
    for scheme in SCHEMES {
        for rule in [LINEAR, END].into_iter().filter(|rule| *rule == LINEAR || scheme < 3) {
            let found = errors(scheme, rule, 0.0, 0.1 * w.cos(), |[x, ..]| -stiffness * x);
            assert_order(scheme, rule, &found);
        }
    }
}

#[test]
fn a_mass_in_the_host_is_of_second_order_under_every_scheme() {
    let (stiffness, added) = (72.0, 0.5);
    let w = (stiffness / (MASS + added)).sqrt();
    for scheme in SCHEMES {
        for rule in [LINEAR, END].into_iter().filter(|rule| *rule == LINEAR || scheme < 3) {
            let found = errors(scheme, rule, stiffness, 0.1 * w.cos(), |[_, _, a]| -added * a);
            assert_order(scheme, rule, &found);
        }
    }
}

#[test]
fn a_spring_in_the_host_that_gives_rates_is_of_third_order_under_radau() {
    let (stiffness, w): (f64, f64) = (72.0, 6.0);
    let run = |count: i32| {
        let slider = Slider::new(&options(3), LINEAR, -7.2, 0.0, 0.1);
        let set = |[x, v, a]: [f64; 3]| {
            // SAFETY: the handle is that of the slider.
            let status = unsafe {
                swp_sim_set_input_rates(slider.sim, slider.force, -stiffness * x, -stiffness * v, -stiffness * a)
            };
            assert_eq!(status, SWP_OK);
        };
        set(slider.motion());
        for _ in 0..count {
            slider.begin(1.0 / f64::from(count));
            // from where it is going to be, about
            let ([x, v, a], h) = (slider.motion(), 1.0 / f64::from(count));
            set([x + h * v, v + h * a, a]);
            for _ in 0..8 {
                slider.iterate();
                set(slider.motion());
            }
            slider.iterate();
            slider.accept();
        }
        (slider.motion()[0] - 0.1 * w.cos()).abs()
    };
    let found = [20, 40, 80, 160].map(run);
    assert!(orders(&found).iter().all(|o| *o > 2.8), "{found:?} {:?}", orders(&found));
}

/// A pendulum of three axes: a body on a spherical joint, pushed at its end; it swings and spins.
fn pendulum(scheme: Scheme) -> (Simulation, FunctionId, NodeId) {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = model.add_node("bob", NodeKind::Free, Vec3::x(), Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(0.02, 0.3, 0.28));
    model.add_rigid_body("bob", node, 2.0, Vec3::zeros(), inertia).unwrap();
    let [a, b] = [ground, node].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    model.add_joint("ball", joints::spherical(), a, b).unwrap();
    let push = model.add_input("push", 1.0).unwrap();
    let vectors = [Vec3::new(0.3, 1.0, 0.5), Vec3::zeros(), Vec3::new(0.5, 0.0, 0.1)];
    model.add_load("push", node, Axes::Follower, vectors, push).unwrap();
    (Simulation::new(Arc::new(model), Options { scheme, ..Options::default() }).unwrap(), push, node)
}

#[test]
fn further_trials_of_a_step_take_one_iteration_and_at_most_one_factorisation() {
    for rule in [Rule::End, Rule::Linear] {
        for scheme in every_form() {
            let (mut sim, push, _) = pendulum(scheme);
            sim.set_input_rule(None, rule).unwrap();
            (0..20).for_each(|_| sim.step(1e-3).unwrap());
            sim.begin(1e-3).unwrap();
            sim.iterate().unwrap();
            for trial in 2..=6 {
                let before = sim.factorisations();
                sim.set_input(push, 1.0 + 1e-3 * f64::from(trial)).unwrap();
                sim.iterate().unwrap();
                let (history, factored) = (sim.history(), sim.factorisations() - before);
                assert!(
                    history.iterations + history.simplified <= 1 && factored <= 1,
                    "{scheme:?}, trial {trial}: {factored} factorisations, corrections {:?}",
                    &history.corrections[..history.iterations]
                );
            }
            sim.accept().unwrap();
        }
    }
}

/// Steps so long that Radau IIA solves the first trial with exact tangents: further ones start from it too.
#[test]
fn further_trials_of_a_long_step_of_radau_iia_start_from_the_last_one() {
    let mut exact = 0;
    for h in [5e-3, 2e-2, 4e-2, 8e-2] {
        let (mut sim, push, _) = pendulum(Scheme::RadauIIA);
        sim.set_input_rule(None, Rule::Linear).unwrap();
        (0..5).for_each(|_| sim.step(h).unwrap());
        sim.begin(h).unwrap();
        sim.iterate().unwrap();
        exact += usize::from(sim.history().simplified > 0);
        for trial in 2..=6 {
            let before = sim.factorisations();
            sim.set_input(push, 1.0 + 1e-4 * f64::from(trial)).unwrap();
            sim.iterate().unwrap();
            let (history, factored) = (sim.history(), sim.factorisations() - before);
            let made = history.iterations + history.simplified;
            // the second one factors exact tangents where the first one did without
            let most = if trial == 2 { 2 } else { 1 };
            assert!(
                made <= most && factored <= 1,
                "{h} s, trial {trial}: {made} iterations, {factored} factorisations"
            );
        }
    }
    assert!(exact > 0, "no step needed exact tangents");
}

#[test]
fn a_host_sees_one_iteration_a_further_trial() {
    for scheme in SCHEMES {
        let slider = Slider::new(&options(scheme), LINEAR, 1.0, 72.0, 0.1);
        (0..5).for_each(|_| slider.step(1e-3));
        slider.begin(1e-3);
        slider.iterate();
        for trial in 2..=6 {
            slider.set(1.0 + 1e-3 * f64::from(trial));
            slider.iterate();
            // SAFETY: all bytes zero is a value of this struct; the handle is that of the slider.
            let report = unsafe {
                let mut report: swp_newton_report = std::mem::zeroed();
                assert_eq!(swp_sim_newton(slider.sim, &mut report), SWP_OK);
                report
            };
            assert_eq!((report.iterations, report.converged), (1, 1), "scheme {scheme}, trial {trial}");
        }
    }
}

#[test]
fn the_same_sequence_of_inputs_gives_the_same_bits_and_another_the_same_motion() {
    for scheme in every_form() {
        let (mut sim, push, node) = pendulum(scheme);
        (0..7).for_each(|_| sim.step(1e-3).unwrap());
        let saved = sim.save();
        let mut run = |inputs: &[f64]| {
            sim.restore(&saved).unwrap();
            for k in 0..3 {
                sim.begin(1e-3).unwrap();
                for input in inputs {
                    sim.set_input(push, input * f64::from(k + 1)).unwrap();
                    sim.iterate().unwrap();
                }
                sim.accept().unwrap();
            }
            (sim.save(), *sim.motion(node).unwrap())
        };
        let (first, _) = run(&[4.0, 2.0, 3.0, 2.5, 2.6]);
        let (again, there) = run(&[4.0, 2.0, 3.0, 2.5, 2.6]);
        assert!(first == again, "{scheme:?}");
        let (_, alone) = run(&[2.6]);
        let far =
            [(there.x - alone.x).norm(), 1e-3 * (there.v - alone.v).norm(), 1e-3 * (there.omega - alone.omega).norm()];
        assert!(far.iter().all(|e| *e < 1e-12), "{scheme:?}: {far:?}");
    }
}

#[test]
fn a_trial_far_from_the_last_one_is_solved_all_the_same() {
    for scheme in every_form() {
        let (mut sim, push, node) = pendulum(scheme);
        (0..7).for_each(|_| sim.step(1e-2).unwrap());
        let saved = sim.save();
        sim.begin(1e-2).unwrap();
        for input in [-400.0, 500.0, 1.0] {
            sim.set_input(push, input).unwrap();
            sim.iterate().unwrap();
        }
        sim.accept().unwrap();
        let there = *sim.motion(node).unwrap();
        sim.restore(&saved).unwrap();
        sim.step(1e-2).unwrap();
        let far = (there.x - sim.motion(node).unwrap().x).norm();
        assert!(far < 1e-10, "{scheme:?}: {far:e}");
    }
}

/// The same inputs again give the same end: in the first step, after a change of scheme, and in a step of quite another size, where
/// the step is prepared anew for every trial.
#[test]
fn trials_with_the_same_inputs_agree_in_steps_that_are_prepared() {
    for rule in [Rule::End, Rule::Held, Rule::Linear] {
        for scheme in every_form() {
            let (mut sim, push, node) = pendulum(scheme);
            sim.set_input_rule(None, rule).unwrap();
            for (k, h) in [1e-3, 1e-3, 5e-3, 2e-2].into_iter().enumerate() {
                sim.begin(h).unwrap();
                sim.set_input(push, 1.0 + 9.0 * k as f64).unwrap();
                sim.iterate().unwrap();
                let first = *sim.motion(node).unwrap();
                for _ in 0..2 {
                    sim.iterate().unwrap();
                    let again = *sim.motion(node).unwrap();
                    let off = (again.x - first.x).norm().max(h * (again.v - first.v).norm());
                    assert!(off < 1e-10, "{}, {rule:?}, step {k}: {off:e} m", scheme.name());
                }
                sim.accept().unwrap();
            }
        }
    }
}

/// A trial that begins with a jump of a held load leaves nothing in one that does not: the body, 2 kg under a load that is the same before
/// and in the step, has the momentum of that load, F h, to rounding, whatever was tried first, and whatever the size of the step.
#[test]
fn a_trial_with_another_held_load_leaves_nothing_behind() {
    for scheme in every_form() {
        let mut model = Model::new();
        let node = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("body", node, 2.0, Vec3::zeros(), Mat3::identity()).unwrap();
        let load = model.add_input("load", 0.0).unwrap();
        model.add_load("load", node, Axes::Dead, [Vec3::z(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
        let mut sim = Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap();
        sim.set_input_rule(None, Rule::Held).unwrap();
        let mut impulse = 0.0;
        for (force, h) in
            [(0.0, 1e-3), (10.0, 1e-3), (10.0, 2e-3), (10.0, 2e-3), (-5.0, 5e-4), (0.0, 1e-3), (0.0, 2e-3)]
        {
            sim.begin(h).unwrap();
            for tried in [50.0, force] {
                sim.set_input(load, tried).unwrap();
                sim.iterate().unwrap();
            }
            sim.accept().unwrap();
            impulse += force * h;
            let momentum = 2.0 * sim.motion(node).unwrap().v.z;
            assert!((momentum - impulse).abs() < 1e-12, "{}: {momentum} {impulse}", scheme.name());
        }
    }
}
