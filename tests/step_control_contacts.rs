//! What acts within a time that is short beside the steps: stops far stiffer than the tolerance of places sees, loads of a
//! millisecond, friction that sticks, and rotary inertia next to nothing under a load that was not there before. Through the C functions.
#![allow(unsafe_code)] // it calls the functions as a host does

use crate::slider::options;
use std::ffi::CStr;
use std::ptr::{null, null_mut};
use swashplate::capi::actions::*;
use swashplate::capi::beams::*;
use swashplate::capi::control::*;
use swashplate::capi::inputs::*;
use swashplate::capi::joints::*;
use swashplate::capi::library::swp_status::{self, *};
use swashplate::capi::loads::swp_model_add_moment;
use swashplate::capi::model::*;
use swashplate::capi::query::*;
use swashplate::capi::sim::*;

const UNIT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];
const ORIGIN: [f64; 3] = [0.0; 3];

macro_rules! must {
    ($call:expr) => {
        assert_eq!($call, SWP_OK)
    };
}

fn zeroed<T>() -> T {
    // SAFETY: used for structs of numbers of the C interface alone, of which all bytes zero is a value.
    unsafe { std::mem::zeroed() }
}

/// A model under construction, with a body on a joint of ground.
struct Host {
    model: *mut swp_model,
    sim: *mut swp_sim,
    ground: swp_node,
    node: swp_node,
    joint: swp_joint,
}

impl Drop for Host {
    fn drop(&mut self) {
        // SAFETY: the handles are its own.
        unsafe {
            swp_sim_free(self.sim);
            swp_model_free(self.model);
        }
    }
}

impl Host {
    /// A body with its centre of mass at `centre`, on a slide along axis 3 or on a hinge about it.
    fn new(mass: f64, centre: [f64; 3], inertia: f64, hinge: bool) -> Self {
        let mut host = Host { model: null_mut(), sim: null_mut(), ground: zeroed(), node: zeroed(), joint: zeroed() };
        let matrix = [inertia, 0.0, 0.0, 0.0, inertia, 0.0, 0.0, 0.0, inertia];
        // SAFETY: every pointer is that of a local variable.
        unsafe {
            must!(swp_model_create(&mut host.model));
            let (model, name, mut body) = (host.model, c"body".as_ptr(), zeroed());
            must!(swp_model_add_ground(model, c"ground".as_ptr(), ORIGIN.as_ptr(), null(), &mut host.ground));
            must!(swp_model_add_node(model, name, ORIGIN.as_ptr(), null(), &mut host.node));
            must!(swp_model_add_rigid_body(model, name, host.node, mass, centre.as_ptr(), matrix.as_ptr(), &mut body));
            let [a, b] =
                [host.ground, host.node].map(|node| swp_attachment { node, offset: ORIGIN, orientation: UNIT });
            let add = if hinge { swp_model_add_revolute } else { swp_model_add_prismatic };
            must!(add(model, name, &a, &b, &mut host.joint));
        }
        host
    }

    fn simulate(&mut self, scheme: i32) {
        // SAFETY: handles that live.
        must!(unsafe { swp_sim_create(self.model, &options(scheme), &mut self.sim) });
    }

    fn advance(&self, end: f64, control: &swp_step_control) -> swp_status {
        // SAFETY: handles that live.
        unsafe { swp_sim_advance_controlled(self.sim, end, control, null_mut()) }
    }

    fn coordinate(&self) -> [f64; 2] {
        let [mut x, mut v] = [0.0; 2];
        // SAFETY: a handle that lives and local variables.
        must!(unsafe { swp_sim_joint_coordinate(self.sim, self.joint, 0, &mut x, &mut v) });
        [x, v]
    }

    fn energy(&self) -> f64 {
        let mut audit: swp_audit = zeroed();
        // SAFETY: a handle that lives and a local variable.
        must!(unsafe { swp_sim_audit(self.sim, null(), &mut audit) });
        audit.kinetic_energy + audit.potential_energy
    }

    fn counters(&self) -> swp_sim_counters {
        let mut counters = zeroed();
        // SAFETY: a handle that lives and a local variable.
        must!(unsafe { swp_sim_get_counters(self.sim, &mut counters) });
        counters
    }
}

fn control(tolerance: f64) -> swp_step_control {
    let mut control: swp_step_control = zeroed();
    // SAFETY: a local variable.
    must!(unsafe { swp_step_control_init(&mut control) });
    (control.translation_tolerance, control.rotation_tolerance) = (tolerance, tolerance);
    control
}

#[test]
fn a_rebound_within_the_tolerance_of_places_makes_no_energy() {
    // a bar of 1 kg falls on a stop of 1e15 N·m/rad, 6e-8 rad deep, 1e-7 s long
    for scheme in 0..4 {
        for softness in [1e-3, 1e-12] {
            for (rates, most, least) in [(0.0, 0.02, -0.25), (1e-3, 2e-3, -2e-3)] {
                let mut host = Host::new(1.0, [0.5, 0.0, 0.0], 0.01, true);
                let mut stop = zeroed();
                // SAFETY: a handle that lives and local variables.
                unsafe {
                    must!(swp_model_set_gravity(host.model, [0.0, -9.81, 0.0].as_ptr()));
                    let (model, name) = (host.model, c"stop".as_ptr());
                    must!(swp_model_add_joint_stop(model, name, host.joint, 0, -1.0, 0, 1e15, softness, &mut stop));
                }
                host.simulate(scheme);
                let control = swp_step_control {
                    translation_rate_tolerance: rates,
                    rotation_rate_tolerance: rates,
                    ..control(1e-6)
                };
                must!(host.advance(0.3, &control));
                let (before, falling) = (host.energy(), host.coordinate()[1]);
                must!(host.advance(0.45, &control));
                // the energy that turns round: m g l sin 1 rad
                let part = (host.energy() - before) / (9.81 * 0.5 * 1.0_f64.sin());
                println!("scheme {scheme}, softness {softness:e}, rates {rates:e}: {part:.2e} of the energy");
                assert!(falling < 0.0 && host.coordinate()[1] > 0.0, "it has turned round");
                assert!(part < most && part > least, "scheme {scheme}, softness {softness:e}, rates {rates:e}: {part}");
            }
        }
    }
}

/// The rate at 0.2 s of a slider of 1 kg that comes from 0 with 1 m/s and meets a stop at `place`, in steps of this tolerance.
fn rebound(options: &swp_sim_options, stiffness: f64, tolerance: f64, place: f64) -> f64 {
    let mut host = Host::new(1.0, ORIGIN, 1.0, false);
    let mut stop = zeroed();
    // SAFETY: handles that live and local variables.
    unsafe {
        let (model, joint, name) = (host.model, host.joint, c"stop".as_ptr());
        must!(swp_model_start_joint(model, joint, 0, 0.0, 1.0));
        must!(swp_model_add_joint_stop(model, name, joint, 0, place, 1, stiffness, 1e-6, &mut stop));
        must!(swp_sim_create(model, options, &mut host.sim));
    }
    must!(host.advance(0.2, &control(tolerance)));
    host.coordinate()[1]
}

#[test]
fn a_stop_that_radau_iia_meets_and_leaves_within_a_step_is_resolved() {
    let radau = options(swp_scheme::SWP_RADAU_IIA as i32);
    for (stiffness, tolerance) in [(1e11, 1e-3), (1e10, 1e-3), (1e9, 1e-4), (1e8, 1e-4), (1e9, 1e-6)] {
        for place in [0.05, 0.0568, 0.0637, 0.0705, 0.0774] {
            let v = rebound(&radau, stiffness, tolerance, place);
            // it was -0.3 m/s where the rebound was over within a step
            assert!((v + 1.0).abs() < 0.15, "{stiffness:e} N/m, {tolerance:e}, {place} m: {v} m/s");
        }
    }
}

#[test]
fn the_stage_weighted_form_does_not_step_into_a_stop() {
    for scheme in 0..3 {
        let weighted = swp_sim_options { stage_weighted: 1, ..options(scheme) };
        for (stiffness, tolerance) in [(1e7, 1e-6), (1e10, 1e-8), (1e9, 1e-6)] {
            for place in [0.05685, 0.0713, 0.08425] {
                let v = rebound(&weighted, stiffness, tolerance, place);
                // to a tenth, of HHT-α and Newmark too
                let what = format!("scheme {scheme}, {stiffness:e} N/m, {tolerance:e}, {place} m");
                assert!((v + 1.0).abs() < 0.12, "{what}: {v} m/s");
            }
        }
    }
}

#[test]
fn steps_end_at_corners_also_when_the_clock_began_long_ago() {
    for scheme in 0..4 {
        for start in [0.0, 1e5, 1e6] {
            for tolerance in [1e-6, 1e-8] {
                let mut host = Host::new(2.0, ORIGIN, 1.0, false);
                // a triangle of 2 ms and 1 N·s
                let times = [0.0, 0.499, 0.5, 0.501, 3.0].map(|t| t + start);
                let (mut force, mut push) = (zeroed(), zeroed());
                // SAFETY: handles that live and local variables.
                unsafe {
                    let (model, forces) = (host.model, [0.0, 0.0, 1000.0, 0.0, 0.0]);
                    must!(swp_model_add_table(model, 5, times.as_ptr(), forces.as_ptr(), SWP_LINEAR, &mut force));
                    must!(swp_model_add_joint_force(model, c"push".as_ptr(), host.joint, 0, 1.0, force, &mut push));
                    let own = swp_sim_options { start_time: start, ..options(scheme) };
                    must!(swp_sim_create(model, &own, &mut host.sim));
                }
                must!(host.advance(start + 1.0, &control(tolerance)));
                // a time of 1e6 s is told to 1.2e-10 s, of 2 ms and at both corners
                let (v, rounding) = (host.coordinate()[1], 10.0 * f64::EPSILON * start / 1e-3);
                let bound = 1e-7 + rounding;
                assert!((v - 0.5).abs() < bound, "scheme {scheme}, t = {start} s, {tolerance:e}: {v} m/s");
            }
        }
    }
}

#[test]
fn a_body_at_rest_is_controlled_also_when_the_clock_began_long_ago() {
    let mut host = Host::new(2.0, ORIGIN, 1.0, false);
    let (mut force, mut push) = (zeroed(), zeroed());
    // SAFETY: handles that live and local variables.
    unsafe {
        let (times, forces) = ([1e9, 1e9 + 0.5, 1e9 + 1.0], [0.0, 0.0, 10.0]);
        must!(swp_model_add_table(host.model, 3, times.as_ptr(), forces.as_ptr(), SWP_LINEAR, &mut force));
        must!(swp_model_add_joint_force(host.model, c"push".as_ptr(), host.joint, 0, 1.0, force, &mut push));
        must!(swp_sim_create(host.model, &swp_sim_options { start_time: 1e9, ..options(0) }, &mut host.sim));
    }
    // slices of a millisecond, of which a thousandth would be no step beside that time
    for k in 1..=1000 {
        must!(host.advance(1e9 + 1e-3 * f64::from(k), &control(1e-6)));
    }
    assert!((host.coordinate()[1] - 1.25).abs() < 1e-3, "{:?}", host.coordinate());
}

#[test]
fn a_run_with_an_input_under_way_begins_with_a_step_as_large_as_one_without_other_functions() {
    let steps = [false, true].map(|unused| {
        let mut host = Host::new(1.0, [0.5, 0.0, 0.0], 0.01, true);
        let (mut angle, mut other) = (zeroed(), zeroed());
        // SAFETY: handles that live and local variables.
        unsafe {
            must!(swp_model_add_input(host.model, c"angle".as_ptr(), 0.0, &mut angle));
            must!(swp_model_drive_joint(host.model, host.joint, 0, angle));
            if unused {
                must!(swp_model_add_harmonic(host.model, 1.0, 3.0, 0.0, &mut other));
            }
            host.simulate(0);
            let at = |t: f64| [0.2 * (7.0 * t).sin(), 1.4 * (7.0 * t).cos(), -9.8 * (7.0 * t).sin()];
            let set = |t: f64| {
                let [value, rate, second] = at(t);
                must!(swp_sim_set_input_rates(host.sim, angle, value, rate, second));
            };
            set(0.0);
            must!(swp_sim_begin(host.sim, 1e-3));
            set(1e-3);
            must!(swp_sim_iterate(host.sim));
            must!(swp_sim_accept(host.sim));
            set(6e-3);
            must!(host.advance(6e-3, &control(1e-6)));
            let mut torque = 0.0;
            must!(swp_sim_joint_drive(host.sim, host.joint, 0, &mut torque));
            // (I + m l²) φ″
            let exact = 0.26 * at(6e-3)[2];
            assert!((torque - exact).abs() < 0.01 * 0.26 * 9.8, "{unused}: {torque} N·m, {exact}");
        }
        host.counters().accepted
    });
    assert!(steps[1] <= steps[0], "{steps:?}");
}

/// A slider of 2 kg that a triangle of force, 1 ms long, gives an impulse of 1 N·s at t = 0.5 s, on a spring or free.
fn pushed(scheme: i32, stiffness: f64) -> Host {
    let mut host = Host::new(2.0, ORIGIN, 1.0, false);
    let (times, forces) = ([0.0, 0.5, 0.5005, 0.501, 3.0], [0.0, 0.0, 2000.0, 0.0, 0.0]);
    let (mut force, mut spring) = (zeroed(), zeroed());
    // SAFETY: handles that live and local variables.
    unsafe {
        let model = host.model;
        must!(swp_model_add_table(model, 5, times.as_ptr(), forces.as_ptr(), SWP_LINEAR, &mut force));
        must!(swp_model_add_joint_force(model, c"push".as_ptr(), host.joint, 0, 1.0, force, &mut spring));
        if stiffness > 0.0 {
            must!(swp_model_add_joint_spring(model, c"k".as_ptr(), host.joint, 0, stiffness, 0.0, 0.0, &mut spring));
        }
    }
    host.simulate(scheme);
    host
}

const SWP_LINEAR: i32 = swp_interpolation::SWP_INTERPOLATE_LINEAR as i32;

#[test]
fn a_load_of_a_millisecond_leaves_its_momentum_at_every_tolerance() {
    for scheme in 0..4 {
        for digits in 3..=9 {
            let host = pushed(scheme, 0.0);
            must!(host.advance(1.0, &control(0.1_f64.powi(digits))));
            let [_, v] = host.coordinate();
            println!("scheme {scheme}, 1e-{digits}: {:.1e} m/s off, {} steps", v - 0.5, host.counters().accepted);
            assert!((v - 0.5).abs() < 1e-7, "scheme {scheme}, 1e-{digits}: {v} m/s, not 0.5");
        }
    }
}

#[test]
fn errors_behind_a_load_of_a_millisecond_follow_the_tolerance() {
    // the response to a triangle of duration T at the time r behind its middle: J/(m ω) sin ωr · (sin(ωT/4)/(ωT/4))²
    let (omega, quarter) = (5.0_f64, 0.25e-3);
    let shape = ((omega * quarter).sin() / (omega * quarter)).powi(2);
    for (scheme, order) in [(0, 2.0), (swp_scheme::SWP_RADAU_IIA as i32, 3.0)] {
        let mut ratios = [[f64::INFINITY, 0.0_f64]; 2];
        for digits in 3..=9 {
            let host = pushed(scheme, 50.0);
            must!(host.advance(1.5, &control(0.1_f64.powi(digits))));
            let angle = omega * (1.5 - 0.5005);
            let exact = [0.5 / omega * shape * angle.sin(), 0.5 * shape * angle.cos()];
            let unit = 0.1_f64.powf(f64::from(digits) * order / (order + 1.0));
            for ((found, exact), ratio) in host.coordinate().iter().zip(exact).zip(&mut ratios) {
                let part = (found - exact).abs() / unit;
                *ratio = [ratio[0].min(part), ratio[1].max(part)];
            }
        }
        println!("scheme {scheme}: {ratios:?}");
        assert!(ratios.iter().all(|[least, most]| *most < 10.0 * least), "scheme {scheme}: {ratios:?}");
    }
}

#[test]
fn friction_that_sticks_costs_no_steps_however_small_its_creep() {
    // 1 kg from 1 m/s: x = ∫ v/F dv over the rates that it passes
    for creep in [1e-3, 1e-4, 1e-6, 1e-8] {
        let friction = |v: f64| (2.0 + (-(v / 0.05) * (v / 0.05)).exp()) * (v / creep).tanh();
        let count = 1_000_000;
        let exact: f64 = (0..count).map(|k| (f64::from(k) + 0.5) / f64::from(count)).map(|v| v / friction(v)).sum();
        let exact = exact / f64::from(count);
        // Radau IIA has a prediction of its own, and takes steps of the time in which friction stops below a creep of 1e-6 m/s
        for scheme in if creep < 1e-6 { 0..3 } else { 0..4 } {
            let mut host = Host::new(1.0, ORIGIN, 1.0, false);
            let mut spring = zeroed();
            // SAFETY: a handle that lives and local variables.
            unsafe {
                let (model, name) = (host.model, c"friction".as_ptr());
                must!(swp_model_add_joint_friction(model, name, host.joint, 0, 2.0, 3.0, 0.05, creep, &mut spring));
                must!(swp_model_start_joint(model, host.joint, 0, 0.0, 1.0));
            }
            host.simulate(scheme);
            must!(host.advance(1.0, &control(1e-6)));
            let ([x, v], steps) = (host.coordinate(), host.counters().accepted);
            println!("scheme {scheme}, creep {creep:e}: {steps} steps, {:.1e} m off, {v:.1e} m/s", x - exact);
            assert!(steps < 300, "scheme {scheme}, creep {creep:e}: {steps} steps");
            // errors grow as tolerance^(2/3)
            assert!((x - exact).abs() < 1e-4, "scheme {scheme}, creep {creep:e}: {x} m, not {exact}");
        }
    }
}

/// Place of the tip after 20 ms of a cantilever under a moment that is there from the start on, and how the run ended.
fn blade(scheme: i32, directors: i32, inertia: f64, h: f64) -> (swp_status, [f64; 3]) {
    let mut host = Host::new(1.0, ORIGIN, 1.0, true);
    // SAFETY: handles that live and local variables.
    unsafe {
        let model = host.model;
        let mut constants: swp_engineering = zeroed();
        must!(swp_engineering_init(&mut constants));
        (constants.axial, constants.shear, constants.torsion) = (1e8, [1e7; 2], 1e4);
        (constants.bending, constants.mass) = ([1e4, 2e4], 10.0);
        constants.inertia = [2.0 * inertia, inertia, inertia];
        let (mut section, mut beam, mut options) = (zeroed(), zeroed(), zeroed::<swp_beam_options>());
        must!(swp_model_add_engineering_section(model, c"s".as_ptr(), &constants, &mut section));
        must!(swp_beam_options_init(&mut options));
        (options.elements, options.interpolation) = (4, directors);
        let (points, name) = ([0.0, 0.0, 0.0, 4.8, 0.0, 0.0], c"blade".as_ptr());
        must!(swp_model_add_beam(
            model,
            name,
            &options,
            2,
            points.as_ptr(),
            null(),
            1,
            null(),
            &section,
            null(),
            &mut beam
        ));
        let (mut count, mut root, mut tip) = (0, zeroed(), zeroed());
        must!(swp_model_beam_node_count(model, beam, &mut count));
        must!(swp_model_beam_node(model, beam, 0, &mut root));
        must!(swp_model_beam_node(model, beam, count - 1, &mut tip));
        let [a, b] = [host.ground, root].map(|node| {
            let mut at = zeroed();
            must!(swp_model_attach(model, node, ORIGIN.as_ptr(), null(), &mut at));
            at
        });
        let mut joint = zeroed();
        must!(swp_model_add_rigid_connection(model, c"root".as_ptr(), &a, &b, &mut joint));
        let (mut one, mut load) = (zeroed(), zeroed());
        must!(swp_model_add_constant(model, 1.0, &mut one));
        let moment = [0.0, 100.0, 100.0];
        must!(swp_model_add_moment(model, c"m".as_ptr(), tip, DEAD, moment.as_ptr(), one, &mut load));
        host.simulate(scheme);
        let status = swp_sim_advance(host.sim, 0.02, h);
        let mut motion: swp_motion = zeroed();
        must!(swp_sim_motion(host.sim, tip, &mut motion));
        (status, motion.position)
    }
}

const DEAD: i32 = swashplate::capi::loads::swp_frame_kind::SWP_DEAD as i32;

#[test]
fn a_sudden_load_on_next_to_no_rotary_inertia_is_a_step_like_others() {
    let (status, exact) = blade(swp_scheme::SWP_RADAU_IIA as i32, 1, 1e-7, 1e-4);
    assert_eq!(status, SWP_OK);
    let way = exact[1].hypot(exact[2]);
    for inertia in [1e-4, 1e-5, 1e-7, 1e-8] {
        for scheme in 0..9 {
            for directors in 0..2 {
                if directors == 0 && scheme > 3 {
                    continue;
                }
                let (status, found) = blade(scheme, directors, inertia, 1e-3);
                let off = (0..3).map(|k| (found[k] - exact[k]).powi(2)).sum::<f64>().sqrt();
                println!(
                    "scheme {scheme}, directors {directors}, {inertia:e} kg·m: {status:?}, off by {off:.1e} of {way:.1e} m"
                );
                assert_eq!(status, SWP_OK, "scheme {scheme}, directors {directors}, inertia {inertia:e}");
                assert!(off < 0.1 * way, "scheme {scheme}, directors {directors}, inertia {inertia:e}: off by {off} m");
            }
        }
    }
}

#[test]
fn a_step_below_the_smallest_one_is_not_called_the_smallest_allowed() {
    let text = |end: f64, smallest: f64| {
        let mut host = Host::new(2.0, ORIGIN, 1.0, false);
        let mut spring = zeroed();
        // SAFETY: handles that live, local variables and a buffer as long as is said.
        unsafe {
            let (model, name) = (host.model, c"k".as_ptr());
            must!(swp_model_add_joint_spring(model, name, host.joint, 0, 50.0, 0.0, 0.0, &mut spring));
            must!(swp_model_start_joint(model, host.joint, 0, 0.3, 0.0));
            host.simulate(0);
            let control = swp_step_control { smallest, largest: smallest, ..control(1e-9) };
            assert_eq!(host.advance(end, &control), SWP_STEP_TOO_SMALL);
            let mut buffer = [0; 2000];
            must!(swp_sim_error(host.sim, buffer.as_mut_ptr(), buffer.len(), null_mut()));
            CStr::from_ptr(buffer.as_ptr()).to_str().unwrap().to_string()
        }
    };
    let (left, whole) = (text(0.1, 1.0), text(1.0, 0.1));
    assert!(left.contains("a step of 1.000e-1 s, all that is left to the end") && left.contains("1.000e0 s"), "{left}");
    assert!(!left.contains("the smallest allowed"), "{left}");
    assert!(whole.contains("a step of 1.000e-1 s, the smallest allowed,"), "{whole}");
}
