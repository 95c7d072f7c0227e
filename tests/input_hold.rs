//! What an input means in time: held, linear or at the end of the step; with rates; before the first step; without a step.
//!
//! References: a free mass under a force that is constant or linear over every step, v₁ = v₀ + h (F₀ + F₁)/2m and
//! x₁ = x₀ + h v₀ + h² (2F₀ + F₁)/6m; the forced vibration of mass and spring; the torque I ü of a driven shaft.
#![allow(unsafe_code)] // it calls the functions as a host does

use crate::common;
use crate::slider;
use crate::support::every_scheme;

use common::bars;
use common::bauchau::free_body;
use slider::{END, HELD, LINEAR, MASS, SCHEMES, Slider, options, orders};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::Arc;
use swashplate::capi::control::{swp_sim_advance_controlled, swp_step_control, swp_step_control_init};
use swashplate::capi::inputs::*;
use swashplate::capi::library::swp_status::*;
use swashplate::capi::model::swp_function;
use swashplate::capi::query::{swp_audit, swp_sim_audit};
use swashplate::capi::sim::*;
use swashplate::capi::snapshot::*;
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::Axes;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Interpolation, JointId, Model, NodeKind};
use swashplate::simulation::{Case, Options, Simulation};
use swashplate::state::Rule;
use swashplate::terms::FunctionId;

/// A mass under forces that are given at the ends of steps.
struct Exact {
    x: f64,
    v: f64,
}

impl Exact {
    fn step(&mut self, h: f64, from: f64, to: f64) {
        self.x += h * self.v + h * h * (2.0 * from + to) / (6.0 * MASS);
        self.v += h * (from + to) / (2.0 * MASS);
    }
}

/// Forces that jump from step to step, one of them in the first.
const FORCES: [f64; 6] = [10.0, 10.0, -4.0, 0.0, 25.0, 7.0];

#[test]
fn a_held_force_moves_the_mass_exactly_under_every_scheme() {
    let h = 1e-3;
    for weighted in [0, 1] {
        for scheme in SCHEMES.filter(|s| weighted == 0 || *s < 3) {
            for inside in [false, true] {
                let slider =
                    Slider::new(&swp_sim_options { stage_weighted: weighted, ..options(scheme) }, HELD, 0.0, 0.0, 0.0);
                let mut exact = Exact { x: 0.0, v: 0.0 };
                for force in FORCES {
                    if inside {
                        slider.step_to(h, force);
                    } else {
                        slider.set(force);
                        slider.step(h);
                    }
                    exact.step(h, force, force);
                    let [x, v, a] = slider.motion();
                    let far = [(x - exact.x) / (h * h), (v - exact.v) / h, a - force / MASS];
                    assert!(far.iter().all(|e| e.abs() < 1e-8), "scheme {scheme}, {force} N: off by {far:?} of F/m");
                }
                assert!((FORCES[0] * h / MASS - 0.005).abs() < 1e-15);
            }
        }
    }
}

#[test]
fn the_work_of_a_held_force_is_booked_whatever_the_sizes_of_steps_and_the_schemes() {
    for weighted in [0, 1] {
        for scheme in SCHEMES.filter(|s| weighted == 0 || *s < 3) {
            for changes in [false, true] {
                let own = swp_sim_options { stage_weighted: weighted, ..options(scheme) };
                let slider = Slider::new(&own, HELD, 0.0, 0.0, 0.0);
                let mut exact = Exact { x: 0.0, v: 0.0 };
                for k in 0..40 {
                    let (force, h) = if k % 2 == 0 { (10.0, 0.03) } else { (-28.0, 0.01) };
                    slider.set(force);
                    slider.step(h);
                    exact.step(h, force, force);
                    if changes {
                        // SAFETY: the handle is that of the slider.
                        unsafe { assert_eq!(swp_sim_set_scheme(slider.sim, &options((scheme + k) % 9)), SWP_OK) };
                    }
                }
                // SAFETY: as above; all bytes zero is a value of the struct.
                let audit = unsafe {
                    let mut audit: swp_audit = std::mem::zeroed();
                    assert_eq!(swp_sim_audit(slider.sim, null(), &mut audit), SWP_OK);
                    audit
                };
                let energy = 0.5 * MASS * exact.v * exact.v;
                let text = format!("scheme {scheme}, weighted {weighted}, changes {changes}: {} J", audit.work_applied);
                assert!((audit.kinetic_energy - energy).abs() < 1e-9 * energy.max(1.0), "{text}, {energy} J");
                assert!((audit.work_applied - energy).abs() < 1e-9 * energy.max(1.0), "{text}, {energy} J");
            }
        }
    }
}

#[test]
fn a_linear_force_moves_the_mass_to_the_order_of_the_scheme() {
    let force = |t: f64| 10.0 * (20.0 * t).cos();
    for scheme in SCHEMES {
        let mut errors = Vec::new();
        for count in [50, 100, 200, 400] {
            let h = 0.5 / f64::from(count);
            let slider = Slider::new(&options(scheme), LINEAR, force(0.0), 0.0, 0.0);
            let (mut exact, mut most) = (Exact { x: 0.0, v: 0.0 }, 0.0_f64);
            for k in 0..count {
                let [from, to] = [f64::from(k) * h, f64::from(k + 1) * h].map(force);
                slider.step_to(h, to);
                exact.step(h, from, to);
                most = most.max((slider.motion()[1] - exact.v).abs());
            }
            errors.push(most);
        }
        // the means of a step are exact but in generalised-α and HHT-α, whose accelerations lag behind by a part of a step
        let lags = scheme < 2;
        assert!(lags || errors.iter().all(|e| *e < 1e-11), "scheme {scheme}: {errors:?}");
        assert!(orders(&errors).iter().all(|o| *o > 1.9), "scheme {scheme}: {errors:?} {:?}", orders(&errors));
    }
}

#[test]
fn radau_with_linear_inputs_is_of_second_order_and_with_rates_of_third() {
    let (a, w) = (10.0, 20.0);
    for (rates, least) in [(false, 1.9), (true, 2.9)] {
        let mut errors = Vec::new();
        for count in [50, 100, 200, 400] {
            let h = 0.5 / f64::from(count);
            let slider = Slider::new(&options(3), LINEAR, 0.0, 0.0, 0.0);
            for k in 1..=count {
                let t = f64::from(k) * h;
                let (sin, cos) = (w * t).sin_cos();
                slider.begin(h);
                match rates {
                    false => slider.set(a * sin),
                    true => {
                        // SAFETY: the handle is that of the slider.
                        let status = unsafe {
                            swp_sim_set_input_rates(slider.sim, slider.force, a * sin, a * w * cos, -a * w * w * sin)
                        };
                        assert_eq!(status, SWP_OK);
                    }
                }
                slider.iterate();
                slider.accept();
            }
            errors.push((slider.motion()[0] - a / MASS * (0.5 / w - (0.5 * w).sin() / (w * w))).abs());
        }
        assert!(orders(&errors).iter().all(|o| *o > least), "{rates}: {errors:?} {:?}", orders(&errors));
    }
}

#[test]
fn at_the_end_of_the_step_newmark_meets_a_jump_half_way() {
    let slider = Slider::new(&options(2), END, 0.0, 0.0, 0.0);
    slider.step(1e-3);
    slider.set(10.0);
    slider.step(1e-3);
    assert!((slider.motion()[1] - 0.0025).abs() < 1e-12);
}

/// Steps that are shorter or longer than the last by more than a factor of two begin anew, and mean the same.
#[test]
fn at_the_end_of_the_step_means_that_whatever_the_step_was_before() {
    for before in [1e-5, 4.9e-4, 5.1e-4, 1e-3, 1.9e-3, 2.1e-3, 0.1] {
        let slider = Slider::new(&options(2), END, 0.0, 0.0, 0.0);
        slider.step(before);
        slider.set(10.0);
        slider.step(1e-3);
        assert!((slider.motion()[1] - 0.0025).abs() < 1e-12, "after {before} s: {:?}", slider.motion());
    }
    // a host that makes every fifth step in four parts
    let force = |t: f64| 100.0 * (20.0 * t).sin();
    for scheme in 0..3 {
        let mut errors = Vec::new();
        for count in [50, 100, 200, 400] {
            let h = 1.0 / f64::from(count);
            let slider = Slider::new(&options(scheme), END, 0.0, 0.0, 0.0);
            let (mut t, mut most) = (0.0, 0.0_f64);
            for k in 0..count {
                let parts = if k % 5 == 4 { 4 } else { 1 };
                for _ in 0..parts {
                    t += h / f64::from(parts);
                    slider.step_to(h / f64::from(parts), force(t));
                    let exact = 100.0 / 20.0 * (1.0 - (20.0 * t).cos()) / MASS;
                    most = most.max((slider.motion()[1] - exact).abs());
                }
            }
            errors.push(most);
        }
        assert!(orders(&errors).iter().all(|o| *o > 1.8), "scheme {scheme}: {errors:?} {:?}", orders(&errors));
    }
}

/// One period of a forced vibration, from rest: m ẍ + k x = F cos ωt.
#[test]
fn inputs_set_before_the_first_step_are_in_the_starting_accelerations() {
    let (k, force, w): (f64, f64, f64) = (200.0, 10.0, 4.0);
    let own = (k / MASS).sqrt();
    let end = std::f64::consts::TAU / w;
    let size = force / (k - MASS * w * w);
    let exact = [size * ((w * end).cos() - (own * end).cos()), size * (own * (own * end).sin() - w * (w * end).sin())];
    for rule in [END, LINEAR] {
        for scheme in SCHEMES.filter(|s| rule == LINEAR || *s < 3) {
            let mut errors = Vec::new();
            for count in [100, 200, 400, 800] {
                let h = end / f64::from(count);
                let slider = Slider::new(&options(scheme), rule, 0.0, k, 0.0);
                slider.set(force);
                for i in 1..=count {
                    slider.step_to(h, force * (w * h * f64::from(i)).cos());
                }
                let [x, v, _] = slider.motion();
                errors.push(f64::hypot(x - exact[0], (v - exact[1]) / own));
            }
            assert!(orders(&errors).iter().all(|o| *o > 1.85), "{rule}, {scheme}: {errors:?} {:?}", orders(&errors));
        }
    }
}

/// A shaft of 3 kg·m² about z, driven by an input.
fn shaft(scheme: Scheme) -> (Simulation, FunctionId, JointId) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = model.add_node("shaft", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("shaft", node, 1.0, Vec3::zeros(), Mat3::identity() * 3.0).unwrap();
    let (a, b) = (
        model.attach(ground, Vec3::zeros(), Quat::identity()).unwrap(),
        model.attach(node, Vec3::zeros(), Quat::identity()).unwrap(),
    );
    let joint = model.add_joint("bearing", joints::revolute(), a, b).unwrap();
    let angle = model.add_input("angle", 0.0).unwrap();
    model.drive_joint(joint, 0, angle).unwrap();
    let sim = Simulation::new(Arc::new(model), Options { scheme, ..Options::default() }).unwrap();
    (sim, angle, joint)
}

#[test]
fn a_joint_driven_by_an_input_with_rates_has_the_torque_of_the_closed_form() {
    let (h, w) = (2e-3, 2.0 * std::f64::consts::PI);
    let course = |t: f64| {
        let (sin, cos) = (w * t).sin_cos();
        [0.3 + 0.5 * sin, 0.5 * w * cos, -0.5 * w * w * sin]
    };
    for scheme in every_scheme() {
        let (mut sim, angle, joint) = shaft(scheme);
        // the start, from which the shaft turns at once
        sim.set_input_rates(angle, course(0.0)).unwrap();
        let mut most = 0.0_f64;
        for k in 1..=500 {
            let now = course(f64::from(k) * h);
            sim.begin(h).unwrap();
            sim.set_input_rates(angle, now).unwrap();
            sim.iterate().unwrap();
            sim.accept().unwrap();
            most = most.max((sim.joint_drive(joint, 0).unwrap() - 3.0 * now[2]).abs());
            let (value, rate) = sim.joint_coordinate(joint, 0).unwrap();
            assert!((value - now[0]).abs() < 1e-9 && (rate - now[1]).abs() < 5e-4, "{scheme:?}");
        }
        // of 59 N·m; h² ω² is 1.6e-4
        assert!(most < 0.02, "{scheme:?}: off by {most} N·m");
    }
}

#[test]
fn a_joint_driven_by_a_plain_input_that_changes_is_refused_with_advice() {
    let (mut sim, angle, _) = shaft(Scheme::RadauIIA);
    // a pose to start from
    sim.set_input(angle, 0.2).unwrap();
    sim.step(1e-3).unwrap();
    assert!((sim.joint_coordinate(JointId(0), 0).unwrap().0 - 0.2).abs() < 1e-12);
    let before = sim.save();
    sim.set_input(angle, 0.201).unwrap();
    let text = sim.step(1e-3).unwrap_err().to_string();
    assert!(["\"angle\"", "bearing", "swp_sim_set_input_rates", "actuator"].iter().all(|w| text.contains(w)), "{text}");
    sim.set_input(angle, 0.2).unwrap();
    assert!(sim.save() == before, "a refused step must leave the state alone");
    // the torque that a second rate asks for, without a step
    sim.set_input_rates(angle, [0.2, 0.0, 7.0]).unwrap();
    sim.evaluate().unwrap();
    assert!((sim.joint_drive(JointId(0), 0).unwrap() - 3.0 * 7.0).abs() < 1e-9);
    // rates that were given must be given again
    sim.set_input_rates(angle, [0.2, 0.0, 1.0]).unwrap();
    sim.step(1e-3).unwrap();
    let text = sim.step(1e-3).unwrap_err().to_string();
    assert!(text.contains("has not been set"), "{text}");
}

#[test]
fn accelerations_for_new_inputs_are_evaluated_without_a_step_and_leave_no_trace() {
    for scheme in SCHEMES {
        let run = |look: bool| {
            let slider = Slider::new(&options(scheme), LINEAR, 1.0, 200.0, 0.1);
            for k in 0..5 {
                slider.step_to(1e-3, f64::from(k));
                if look {
                    let [x, v, _] = slider.motion();
                    slider.set(50.0);
                    // SAFETY: the handle is that of the slider.
                    assert_eq!(unsafe { swp_sim_evaluate(slider.sim) }, SWP_OK);
                    let seen = slider.motion();
                    assert!((seen[2] - (50.0 - 200.0 * x) / MASS).abs() < 1e-9 && seen[..2] == [x, v], "{seen:?}");
                    slider.set(f64::from(k));
                }
            }
            slider.motion()
        };
        assert_eq!(run(false), run(true), "scheme {scheme}");
    }
}

#[test]
fn a_linear_input_spans_a_run_to_a_given_time() {
    let slider = Slider::new(&options(2), LINEAR, 0.0, 0.0, 0.0);
    slider.step(1e-3);
    let expect = |v: f64| assert!((slider.motion()[1] - v).abs() < 1e-9, "{} {v}", slider.motion()[1]);
    slider.set(10.0);
    // SAFETY: the handle is that of the slider, the struct a local variable of which all bytes zero is a value.
    unsafe {
        assert_eq!(swp_sim_advance(slider.sim, 0.101, 1e-3), SWP_OK);
        expect(0.1 * 5.0 / MASS);
        slider.set(0.0);
        let mut control: swp_step_control = std::mem::zeroed();
        assert_eq!(swp_step_control_init(&mut control), SWP_OK);
        control.largest = 0.02;
        assert_eq!(swp_sim_advance_controlled(slider.sim, 0.201, &control, null_mut()), SWP_OK, "{}", slider.error());
        expect(0.1 * 10.0 / MASS);
    }
}

/// What a progress callback needs, and what it saw: times at which it set forces, and these.
struct Pushing {
    sim: *mut swp_sim,
    force: swp_function,
    seen: Vec<[f64; 2]>,
}

/// A force that grows by 10 N/s, and once more for each step.
unsafe extern "C" fn push(t: f64, user: *mut c_void) -> i32 {
    // SAFETY: the pointer is that of the test's variable, which nothing else uses during a run.
    unsafe {
        let own = &mut *user.cast::<Pushing>();
        let force = 10.0 * t + own.seen.len() as f64;
        own.seen.push([t, force]);
        i32::from(swp_sim_set_input(own.sim, own.force, force) != SWP_OK)
    }
}

#[test]
fn an_input_set_in_a_progress_callback_belongs_to_the_next_step_alone() {
    for (scheme, controlled) in [(0, false), (3, false), (4, false), (6, false), (0, true), (3, true)] {
        let slider = Slider::new(&options(scheme), LINEAR, 0.0, 0.0, 0.0);
        let mut own = Pushing { sim: slider.sim, force: slider.force, seen: Vec::new() };
        let user: *mut Pushing = &mut own;
        let advance = |end: f64| {
            // SAFETY: handles and variables of this test; all bytes zero is a value of the struct.
            unsafe {
                let mut control: swp_step_control = std::mem::zeroed();
                assert_eq!(swp_step_control_init(&mut control), SWP_OK);
                control.largest = 0.1;
                let status = match controlled {
                    false => swp_sim_advance(slider.sim, end, 0.1),
                    true => swp_sim_advance_controlled(slider.sim, end, &control, null_mut()),
                };
                assert_eq!(status, SWP_OK, "{}", slider.error());
            }
        };
        // SAFETY: as above.
        unsafe { assert_eq!(swp_sim_set_progress(slider.sim, Some(push), user.cast()), SWP_OK) };
        // what is set in the last callback of the first run is for the first step of the second
        advance(0.3);
        advance(0.8);
        // SAFETY: as above.
        let seen = unsafe { &(*user).seen };
        let (mut exact, mut last) = (Exact { x: 0.0, v: 0.0 }, [0.0; 2]);
        let mut forces = [0.0; 2];
        for &[t, next] in seen {
            exact.step(t - last[0], forces[0], forces[1]);
            (last, forces) = ([t, next], [forces[1], next]);
        }
        assert!(seen.len() >= 8 && last[0] == 0.8, "scheme {scheme}: {seen:?}");
        let [x, v, _] = slider.motion();
        // generalised-α takes a mean of accelerations over bends: h²/12 of the slopes' changes, 2 N/s; places of all but Radau IIA are
        // off by (β − 1/6) h² times the change of the acceleration, 7.5 m/s², β below 0.31
        let bound = if scheme == 0 { 1e-3 } else { 1e-9 };
        assert!((v - exact.v).abs() < bound, "scheme {scheme}, controlled {controlled}: {v} {}", exact.v);
        let bound = if scheme == 3 { 1e-9 } else { 1.1e-2 };
        assert!((x - exact.x).abs() < bound, "scheme {scheme}, controlled {controlled}: {x} {}", exact.x);
    }
}

#[test]
fn snapshots_rejection_and_case_files_restore_where_a_linear_input_comes_from() {
    for scheme in SCHEMES {
        let slider = Slider::new(&options(scheme), LINEAR, 1.0, 200.0, 0.1);
        slider.step_to(1e-3, 3.0);
        let mut snapshot = null_mut();
        // SAFETY: handles are those of the slider, or made here.
        unsafe {
            assert_eq!(swp_sim_save(slider.sim, &mut snapshot), SWP_OK);
            slider.step_to(1e-3, -5.0);
            let (first, ..) = (slider.motion(), slider.step_to(1e-3, 9.0));
            assert_eq!(swp_sim_restore(slider.sim, snapshot), SWP_OK);
            // a trial that is rejected, then the same again
            slider.begin(2e-3);
            slider.set(77.0);
            slider.iterate();
            assert_eq!(swp_sim_reject(slider.sim), SWP_OK);
            slider.step_to(1e-3, -5.0);
            assert_eq!(slider.motion(), first, "scheme {scheme}");
            swp_snapshot_free(snapshot);
        }
    }
    // a case file has the rule, the value that was set and the one that it comes from
    let (mut sim, angle, _) = shaft(Scheme::RadauIIA);
    sim.set_input_rule(Some(angle), Rule::Linear).unwrap();
    sim.step(1e-3).unwrap();
    sim.set_input_rates(angle, [1e-3, 2.0, 3.0]).unwrap();
    let text = sim.case_text().unwrap();
    let mut model = Model::new();
    let case = Case::from_text(&mut model, &text).unwrap();
    let mut again = case.simulate(Arc::new(model)).unwrap();
    assert_eq!(again.case_text().unwrap(), text);
    again.step(1e-3).unwrap();
    sim.step(1e-3).unwrap();
    assert!(again.save() == sim.save());
}

/// A step that is cut makes its parts with the inputs that linear ones have there: as the parts one by one.
#[test]
fn linear_inputs_are_interpolated_in_the_parts_of_a_cut_step() {
    let make = |cut: Option<f64>| {
        let (mut model, node) = free_body();
        let push = model.add_input("push", 0.0).unwrap();
        let vectors = [Vec3::new(4.0, 1.0, 2.0), Vec3::zeros(), Vec3::new(0.0, 1.0, 0.0)];
        model.add_load("push", node, Axes::Follower, vectors, push).unwrap();
        let newton = swashplate::newton::Settings { tolerance: 1e-10, max_iterations: 3 };
        let options = Options { cut, newton, scheme: Scheme::RadauIIA, ..Options::default() };
        let mut sim = Simulation::new(Arc::new(model), options).unwrap();
        sim.set_input_rule(None, Rule::Linear).unwrap();
        (sim, push, node)
    };
    let (mut sim, push, node) = make(Some(1e-4));
    sim.step(1e-3).unwrap();
    let h = 1.0;
    sim.set_input(push, 30.0).unwrap();
    sim.step(h).unwrap();
    let parts = sim.counters().parts;
    assert!(parts > 1, "the step was not cut");
    let (mut twin, ..) = make(None);
    twin.step(1e-3).unwrap();
    for k in 1..=parts {
        twin.set_input(push, 30.0 * k as f64 / parts as f64).unwrap();
        twin.step(h / parts as f64).unwrap();
    }
    let far = (sim.motion(node).unwrap().x - twin.motion(node).unwrap().x).norm();
    assert!(far < 1e-10 * sim.motion(node).unwrap().x.norm().max(1.0), "{far} in {parts} parts");
}

/// A clamped beam with a force at its tip, from the start: set on the model, on the simulation, or as a load of the model.
#[test]
fn loads_of_stations_have_an_initial_value_and_rules_of_their_own() {
    let make = |initial: f64| {
        let mut model = Model::new();
        let section = bars::section(1e6, [1e5; 2], 100.0, [200.0; 2], 2.0, [1e-3, 5e-4, 5e-4]);
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let mesh = bars::mesh(Interpolation::Rotations, 3, 3);
        let beam = bars::bar(&mut model, "beam", [Vec3::zeros(), Vec3::x()], Vec3::z(), &section, mesh);
        let [root, tip] = bars::ends(&model, beam);
        bars::join(&mut model, "clamp", joints::rigid_connection(), Quat::identity(), [ground, root]);
        let stations = model.add_stations("tip", beam, Axes::Dead, &[1.0], &[Vec3::zeros()]).unwrap();
        if initial != 0.0 {
            model.set_station_loads(stations, &[0.0, 0.0, initial, 0.0, 0.0, 0.0]).unwrap();
        }
        (model, stations, tip)
    };
    let load = |f: f64| [0.0, 0.0, f, 0.0, 0.0, 0.0];
    let (model, stations, tip) = make(0.0);
    let mut late = Simulation::new(Arc::new(model), Options::default()).unwrap();
    late.set_station_loads(stations, &load(5.0)).unwrap();
    let (model, ..) = make(5.0);
    let mut again = Model::new();
    again.from_text(&model.to_text().unwrap()).unwrap();
    let mut early = Simulation::new(Arc::new(again), Options::default()).unwrap();
    assert!(early.motion(tip).unwrap().a.norm() > 1.0);
    late.evaluate().unwrap();
    assert_eq!(early.motion(tip).unwrap().a, late.motion(tip).unwrap().a);
    for sim in [&mut early, &mut late] {
        sim.step(1e-3).unwrap();
    }
    assert_eq!(early.motion(tip).unwrap().x, late.motion(tip).unwrap().x);
    // a jump: held it acts from the beginning of the step on, else from the force before
    for (rule, least, most) in [(Rule::Held, 0.98, 1.02), (Rule::End, 0.3, 0.8)] {
        let (model, ..) = make(0.0);
        let mut sim = Simulation::new(Arc::new(model), Options::default()).unwrap();
        sim.set_station_rule(stations, rule).unwrap();
        let h = 1e-6;
        (0..3).for_each(|_| sim.step(h).unwrap());
        sim.set_station_loads(stations, &load(-5.0)).unwrap();
        sim.evaluate().unwrap();
        let full = h * sim.motion(tip).unwrap().a.z;
        sim.step(h).unwrap();
        let part = sim.motion(tip).unwrap().v.z / full;
        assert!(part > least && part < most, "{rule:?}: {part}");
    }
}

/// The state as bytes.
fn saved(slider: &Slider) -> Vec<u8> {
    // SAFETY: handles that live, and a buffer as long as is said.
    unsafe {
        let (mut snapshot, mut size) = (null_mut(), 0);
        assert_eq!(swp_sim_save(slider.sim, &mut snapshot), SWP_OK);
        assert_eq!(swp_snapshot_to_bytes(snapshot, null_mut(), 0, &mut size), SWP_OK);
        let mut bytes = vec![0_u8; size];
        assert_eq!(swp_snapshot_to_bytes(snapshot, bytes.as_mut_ptr(), size, &mut size), SWP_OK);
        swp_snapshot_free(snapshot);
        bytes
    }
}

#[test]
fn a_first_step_that_fails_leaves_the_start_as_it_was() {
    for scheme in SCHEMES {
        for rule in [END, HELD, LINEAR] {
            let slider = Slider::new(&options(scheme), rule, 3.0, 200.0, 0.01);
            slider.set(50.0);
            let (bytes, motion) = (saved(&slider), slider.motion());
            let unchanged = |what: &str| {
                assert_eq!(slider.motion(), motion, "scheme {scheme}, rule {rule}: {what}");
                assert!(saved(&slider) == bytes, "scheme {scheme}, rule {rule}: {what} changes the snapshot");
            };
            // the square of a step is no number any more
            let h = 1e200;
            // SAFETY: a handle that lives, and a local variable of which all bytes zero is a value.
            unsafe {
                assert_ne!(swp_sim_step(slider.sim, h), SWP_OK);
                unchanged("a step");
                assert_ne!(swp_sim_advance(slider.sim, h, h), SWP_OK);
                unchanged("an advance");
                if scheme <= 3 {
                    let mut control: swp_step_control = std::mem::zeroed();
                    assert_eq!(swp_step_control_init(&mut control), SWP_OK);
                    (control.smallest, control.first) = (0.5 * h, h);
                    assert_ne!(swp_sim_advance_controlled(slider.sim, h, &control, null_mut()), SWP_OK);
                    unchanged("a controlled advance");
                }
                assert_eq!(swp_sim_begin(slider.sim, h), SWP_OK);
                assert_ne!(swp_sim_iterate(slider.sim), SWP_OK);
                assert_eq!(swp_sim_reject(slider.sim), SWP_OK);
                unchanged("a rejection");
            }
            // and it goes on as if nothing had been tried
            let fresh = Slider::new(&options(scheme), rule, 3.0, 200.0, 0.01);
            for one in [&slider, &fresh] {
                one.set(7.0);
                one.step(1e-3);
            }
            assert_eq!(slider.motion(), fresh.motion(), "scheme {scheme}, rule {rule}");
        }
    }
}
