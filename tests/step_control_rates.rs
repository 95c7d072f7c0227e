//! Step control through the C functions: errors follow the tolerance for what is driven, pulsed and smooth, in places and in rates, in
//! one call and in many slices, and slices cost no steps. References are closed forms.
#![allow(unsafe_code)] // it calls the functions as a host does

use libc::c_void;
use std::f64::consts::PI;
use std::ptr::{null, null_mut};
use swashplate::capi::actions::{swp_model_add_joint_force, swp_model_add_lock};
use swashplate::capi::control::*;
use swashplate::capi::joints::*;
use swashplate::capi::library::swp_status::{self, *};
use swashplate::capi::model::*;
use swashplate::capi::query::swp_sim_joint_coordinate;
use swashplate::capi::sim::*;
use swashplate::capi::snapshot::*;

/// On a rail slides a cart of 2 kg, on the cart a rider of 1 kg with a spring of 9 N/m.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Problem {
    /// the cart is driven by 0.5 sin 2πt
    Driven,
    /// the cart is driven by a pulse of 0.1 m, 0.1 s long, at t = 1 s
    PulsedDrive,
    /// the cart has a spring of 50 N/m, the rider none: a pulse of 20 N, 0.1 s long, at t = 1 s
    PulsedForce,
    /// the same springs; the cart starts at 0.3 m
    Smooth,
}
use Problem::*;

const END: f64 = 3.0;
/// of the pulses
const START: f64 = 1.0;
const HALF: f64 = 0.05;

/// D (cos wτ − cos ωτ) + E (1 − cos ωτ) within the pulse, free vibration behind: value and rate of a mass at rest under a pulse.
fn under_pulse(t: f64, omega: f64, d: f64, e: f64) -> [f64; 2] {
    let w = PI / HALF;
    let within = |s: f64| {
        [
            d * ((w * s).cos() - (omega * s).cos()) + e * (1.0 - (omega * s).cos()),
            d * (omega * (omega * s).sin() - w * (w * s).sin()) + e * omega * (omega * s).sin(),
        ]
    };
    match t - START {
        past if past <= 0.0 => [0.0; 2],
        past if past <= 2.0 * HALF => within(past),
        past => {
            let ([x, v], s) = (within(2.0 * HALF), omega * (past - 2.0 * HALF));
            [x * s.cos() + v / omega * s.sin(), v * s.cos() - x * omega * s.sin()]
        }
    }
}

impl Problem {
    /// Value and rate of the cart on the rail, and of the rider on the cart.
    fn exact(self, t: f64) -> [[f64; 2]; 2] {
        let w = PI / HALF;
        match self {
            Driven => {
                let (a, w, o): (f64, f64, f64) = (0.5, 2.0 * PI, 3.0);
                let c = a * w * w / (o * o - w * w);
                let rider = [c * ((w * t).sin() - w / o * (o * t).sin()), c * w * ((w * t).cos() - (o * t).cos())];
                [[a * (w * t).sin(), a * w * (w * t).cos()], rider]
            }
            PulsedDrive => {
                let past = (t - START).clamp(0.0, 2.0 * HALF);
                let cart = [0.05 * (1.0 - (w * past).cos()), 0.05 * w * (w * past).sin()];
                [cart, under_pulse(t, 3.0, -0.05 * w * w / (9.0 - w * w), 0.0)]
            }
            PulsedForce => {
                let (f, o) = (20.0 / 4.0, 5.0_f64);
                [under_pulse(t, o, -f / (o * o - w * w), f / (o * o)), [0.0; 2]]
            }
            Smooth => [[0.3 * (5.0 * t).cos(), -1.5 * (5.0 * t).sin()], [0.0; 2]],
        }
    }
}

struct Host {
    sim: *mut swp_sim,
    problem: Problem,
    joints: Vec<swp_joint>,
    /// largest errors of values and of rates at the ends of steps, and these ends
    errors: [f64; 2],
    times: Vec<f64>,
}

impl Drop for Host {
    fn drop(&mut self) {
        // SAFETY: the handle is its own.
        unsafe { swp_sim_free(self.sim) }
    }
}

macro_rules! must {
    ($call:expr) => {
        assert_eq!($call, SWP_OK)
    };
}

const UNIT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// A slider of a mass along axis 3 of another node.
unsafe fn slider(model: *mut swp_model, name: &std::ffi::CStr, on: swp_node, mass: f64) -> (swp_node, swp_joint) {
    // SAFETY: every pointer is that of a local variable, and the model lives.
    unsafe {
        let (mut node, mut body, mut joint) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        let (origin, inertia) = ([0.0; 3], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        must!(swp_model_add_node(model, name.as_ptr(), origin.as_ptr(), UNIT.as_ptr(), &mut node));
        must!(swp_model_add_rigid_body(model, name.as_ptr(), node, mass, origin.as_ptr(), inertia.as_ptr(), &mut body));
        let [a, b] = [on, node].map(|node| swp_attachment { node, offset: [0.0; 3], orientation: UNIT });
        must!(swp_model_add_prismatic(model, name.as_ptr(), &a, &b, &mut joint));
        (node, joint)
    }
}

fn host(problem: Problem, scheme: i32) -> Box<Host> {
    // SAFETY: every pointer is that of a local variable.
    unsafe {
        let (mut model, mut ground, mut spring) = (null_mut(), std::mem::zeroed(), std::mem::zeroed());
        must!(swp_model_create(&mut model));
        must!(swp_model_add_ground(model, c"ground".as_ptr(), [0.0; 3].as_ptr(), UNIT.as_ptr(), &mut ground));
        let (cart, rail) = slider(model, c"cart", ground, 2.0);
        let mut joints = vec![rail];
        let mut function = std::mem::zeroed();
        match problem {
            Driven => must!(swp_model_add_harmonic(model, 0.5, 2.0 * PI, 0.0, &mut function)),
            PulsedDrive => must!(swp_model_add_one_minus_cosine(model, 0.1, START, HALF, 0, &mut function)),
            _ => must!(swp_model_add_one_minus_cosine(model, 20.0, START, HALF, 0, &mut function)),
        }
        if matches!(problem, Driven | PulsedDrive) {
            must!(swp_model_drive_joint(model, rail, 0, function));
            let (_, on_cart) = slider(model, c"rider", cart, 1.0);
            must!(swp_model_add_joint_spring(model, c"spring".as_ptr(), on_cart, 0, 9.0, 0.0, 0.0, &mut spring));
            must!(swp_model_start_joint(model, on_cart, 0, 0.0, 0.0));
            joints.push(on_cart);
        } else {
            must!(swp_model_add_joint_spring(model, c"spring".as_ptr(), rail, 0, 50.0, 0.0, 0.0, &mut spring));
        }
        if problem == PulsedForce {
            must!(swp_model_add_joint_force(model, c"push".as_ptr(), rail, 0, 1.0, function, &mut spring));
        }
        if problem == Smooth {
            must!(swp_model_start_joint(model, rail, 0, 0.3, 0.0));
        }
        let mut options = std::mem::zeroed();
        must!(swp_sim_options_init(&mut options));
        options.scheme = scheme;
        let mut sim = null_mut();
        must!(swp_sim_create(model, &options, &mut sim));
        swp_model_free(model);
        Box::new(Host { sim, problem, joints, errors: [0.0; 2], times: vec![0.0] })
    }
}

unsafe extern "C" fn compare(t: f64, user: *mut c_void) -> i32 {
    // SAFETY: `user` is the host of the test.
    let host = unsafe { &mut *user.cast::<Host>() };
    host.times.push(t);
    for (joint, exact) in host.joints.iter().zip(host.problem.exact(t)) {
        let mut found = [0.0; 2];
        let [value, rate] = &mut found;
        // SAFETY: a handle that lives and local variables.
        must!(unsafe { swp_sim_joint_coordinate(host.sim, *joint, 0, value, rate) });
        for k in 0..2 {
            host.errors[k] = host.errors[k].max((found[k] - exact[k]).abs());
        }
    }
    0
}

fn control(tolerance: f64) -> swp_step_control {
    // SAFETY: all bytes zero is a value of this struct, and the pointer is that of a local variable.
    unsafe {
        let mut control: swp_step_control = std::mem::zeroed();
        must!(swp_step_control_init(&mut control));
        (control.translation_tolerance, control.rotation_tolerance) = (tolerance, tolerance);
        control
    }
}

/// Run to the end in equal slices.
fn run(problem: Problem, scheme: i32, control: &swp_step_control, slices: u32) -> Box<Host> {
    let mut host = host(problem, scheme);
    let (sim, user) = (host.sim, (&raw mut *host).cast::<c_void>());
    // SAFETY: a handle that lives, and a callback that fits its user pointer.
    unsafe {
        must!(swp_sim_set_progress(sim, Some(compare), user));
        for k in 1..=slices {
            let end = END * f64::from(k) / f64::from(slices);
            must!(swp_sim_advance_controlled(sim, end, control, null_mut()));
        }
    }
    host
}

/// Steps that slices need at least, if the sizes are those of `times`.
fn needed(times: &[f64], slices: u32) -> f64 {
    let index = |t: f64| {
        let k = times.partition_point(|p| *p <= t).clamp(1, times.len() - 1);
        (k - 1) as f64 + (t - times[k - 1]) / (times[k] - times[k - 1])
    };
    let at = |k: u32| index(END * f64::from(k) / f64::from(slices));
    (0..slices).map(|k| (at(k + 1) - at(k) - 0.02).ceil().max(1.0)).sum()
}

const SCHEMES: [(i32, f64); 2] = [(0, 2.0), (swp_scheme::SWP_RADAU_IIA as i32, 3.0)];

#[test]
fn errors_follow_the_tolerance_in_one_call_and_in_slices_which_cost_no_steps() {
    for (scheme, order) in SCHEMES {
        for problem in [Driven, PulsedDrive, PulsedForce, Smooth] {
            let mut ratios = [[f64::INFINITY, 0.0_f64]; 2];
            for digits in 3..=9 {
                let control = control(0.1_f64.powi(digits));
                let whole = run(problem, scheme, &control, 1);
                let steps = whole.times.len() - 1;
                // over a run errors grow as tolerance^(p/(p+1))
                let unit = 0.1_f64.powf(f64::from(digits) * order / (order + 1.0));
                for (ratio, error) in ratios.iter_mut().zip(whole.errors) {
                    *ratio = [ratio[0].min(error / unit), ratio[1].max(error / unit)];
                }
                println!(
                    "scheme {scheme} {problem:?} 1e-{digits}: {steps} steps, errors over unit {:.2} {:.2}",
                    whole.errors[0] / unit,
                    whole.errors[1] / unit
                );
                for slices in [10, 1000] {
                    let parts = run(problem, scheme, &control, slices);
                    let (made, least) = ((parts.times.len() - 1) as f64, needed(&whole.times, slices));
                    println!(
                        "    {slices} slices: {made} steps for {least}, errors {:.2} {:.2}",
                        parts.errors[0] / unit,
                        parts.errors[1] / unit
                    );
                    // where nothing moves at first, the first step is a thousandth of the call's way, and doubles from there
                    let more = 2.0 + f64::from(slices).log2();
                    assert!(
                        made <= 1.1 * least + more,
                        "{problem:?} 1e-{digits}: {made} steps in {slices} slices for {least}"
                    );
                    for (k, (error, one)) in parts.errors.iter().zip(whole.errors).enumerate() {
                        assert!(*error <= 2.0 * one + 1e-11, "{problem:?} 1e-{digits} {k}: {error:e} for {one:e}");
                    }
                }
            }
            for [least, most] in ratios {
                assert!(most < 10.0 * least, "scheme {scheme} {problem:?}: {ratios:?}");
            }
        }
    }
}

#[test]
fn a_driven_bar_has_the_rate_of_its_drive_within_the_tolerance_given_for_rates() {
    for (scheme, _) in SCHEMES {
        for tolerance in [1e-2, 1e-4, 1e-6] {
            // places alone would allow steps of a period
            let control = swp_step_control { translation_rate_tolerance: tolerance, ..control(1.0) };
            let found = run(Driven, scheme, &control, 1);
            println!(
                "scheme {scheme}, {tolerance:e} m/s: {} steps, rates off {:.2e}",
                found.times.len() - 1,
                found.errors[1]
            );
            assert!(found.errors[1] < 30.0 * tolerance, "{:e} for {tolerance:e}", found.errors[1]);
        }
    }
    // without control of rates the steps of generalised-α are those of places, which the drive holds
    let off = swp_step_control { translation_rate_tolerance: f64::INFINITY, ..control(1e-4) };
    let (off, on) = (run(Driven, 0, &off, 1), run(Driven, 0, &control(1e-4), 1));
    assert!(on.errors[1] <= off.errors[1] && on.times.len() >= off.times.len());
}

#[test]
fn a_pulse_is_met_from_rest_however_long_the_wait() {
    // nothing moves before it: steps grow until the pulse, which lasts a ten-thousandth of them
    for (scheme, _) in SCHEMES {
        for problem in [PulsedDrive, PulsedForce] {
            let mut control = control(1e-6);
            control.first = 0.9;
            let found = run(problem, scheme, &control, 1);
            let [value, rate] = found.errors;
            println!("{problem:?}, scheme {scheme}: {} steps, errors {value:.1e} {rate:.1e}", found.times.len() - 1);
            assert!(value < 2e-3 && rate < 2e-2 && found.times.len() > 20, "{value:e} {rate:e}");
        }
    }
}

#[test]
fn a_run_in_slices_repeats_itself_from_a_snapshot_to_the_last_bit() {
    let go = |host: &Host, from: u32| {
        for k in from + 1..=60 {
            // SAFETY: a handle that lives.
            must!(unsafe { swp_sim_advance_controlled(host.sim, f64::from(k) * 0.0217, &control(1e-5), null_mut()) });
        }
        let mut found = [0.0; 2];
        let [value, rate] = &mut found;
        // SAFETY: a handle that lives and local variables.
        must!(unsafe { swp_sim_joint_coordinate(host.sim, host.joints[1], 0, value, rate) });
        found.map(f64::to_bits)
    };
    let whole = host(Driven, 0);
    let exact = go(&whole, 0);
    let first = host(Driven, 0);
    // SAFETY: handles that live and local variables.
    unsafe {
        for k in 1..=23 {
            must!(swp_sim_advance_controlled(first.sim, f64::from(k) * 0.0217, &control(1e-5), null_mut()));
        }
        let mut snapshot = null_mut();
        must!(swp_sim_save(first.sim, &mut snapshot));
        let second = host(Driven, 0);
        must!(swp_sim_restore(second.sim, snapshot));
        swp_snapshot_free(snapshot);
        assert_eq!(go(&second, 23), exact);
    }
}

#[test]
fn time_is_the_sum_of_the_steps_after_a_million_of_them() {
    let host = host(Smooth, 0);
    // SAFETY: a handle that lives and a local variable.
    unsafe {
        let mut t = 0.0;
        for _ in 0..1_000_000 {
            must!(swp_sim_step(host.sim, 1e-3));
        }
        must!(swp_sim_time(host.sim, &mut t));
        assert!((t - 1000.0).abs() <= 1.2e-13, "{t:.17}");
    }
}

/// A stone of 1 kg thrown upwards from the origin with 10 m/s; its height less `level` is the event's function.
struct Stone {
    sim: *mut swp_sim,
    node: swp_node,
    level: f64,
}

unsafe extern "C" fn height(_: f64, value: *mut f64, user: *mut c_void) -> i32 {
    // SAFETY: `user` is the stone of the test, `value` room for a number.
    unsafe {
        let stone = &*user.cast::<Stone>();
        let mut motion = std::mem::zeroed();
        must!(swashplate::capi::query::swp_sim_motion(stone.sim, stone.node, &mut motion));
        value.write(motion.position[2] - stone.level);
    }
    0
}

/// Times of events in one direction up to 2.5 s.
fn passes(level: f64, direction: i32) -> Vec<f64> {
    // SAFETY: every pointer is that of a local variable, and the callback fits its user pointer.
    unsafe {
        let (mut model, mut node, mut body) = (null_mut(), std::mem::zeroed(), std::mem::zeroed());
        must!(swp_model_create(&mut model));
        must!(swp_model_set_gravity(model, [0.0, 0.0, -10.0].as_ptr()));
        let (origin, inertia) = ([0.0; 3], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        must!(swp_model_add_node(model, c"stone".as_ptr(), origin.as_ptr(), UNIT.as_ptr(), &mut node));
        let name = c"stone".as_ptr();
        must!(swp_model_add_rigid_body(model, name, node, 1.0, origin.as_ptr(), inertia.as_ptr(), &mut body));
        must!(swp_model_set_node_velocity(model, node, [0.0, 0.0, 10.0].as_ptr(), [0.0; 3].as_ptr()));
        let mut sim = null_mut();
        must!(swp_sim_create(model, null(), &mut sim));
        swp_model_free(model);
        let mut stone = Stone { sim, node, level };
        must!(swp_sim_set_event(sim, Some(height), (&raw mut stone).cast(), direction, 1e-9));
        let mut control = control(1e-6);
        control.first = 2.2;
        let (mut found, mut event, mut t) = (vec![], 1, 0.0);
        while event == 1 {
            must!(swp_sim_advance_controlled(sim, 2.5, &control, &mut event));
            must!(swp_sim_time(sim, &mut t));
            found.extend((event == 1).then_some(t));
        }
        swp_sim_free(sim);
        found
    }
}

#[test]
fn two_changes_of_sign_in_one_step_are_both_found() {
    // 10 t − 5 t² passes a level at 1 ± √(1 − level/5); the motion is exact in one step
    for level in [1.0, 4.0, 4.9, 4.9999] {
        let apart = (1.0_f64 - level / 5.0).sqrt();
        for (direction, exact) in [(0, vec![1.0 - apart, 1.0 + apart]), (1, vec![1.0 - apart]), (-1, vec![1.0 + apart])]
        {
            let found = passes(level, direction);
            assert_eq!(found.len(), exact.len(), "{level} {direction}: {found:?}");
            for (found, exact) in found.iter().zip(&exact) {
                assert!((found - exact).abs() < 2e-9, "{level}: {found} for {exact}");
            }
        }
    }
    assert!(passes(5.0001, 0).is_empty());
    // it starts at the level: that is no event, but passing it on the way down is
    let found = passes(0.0, 0);
    assert!(found.len() == 1 && (found[0] - 2.0).abs() < 2e-9, "{found:?}");
}

#[test]
fn a_coordinate_is_driven_or_has_a_lock_whichever_comes_first() {
    // SAFETY: every pointer is that of a local variable.
    let text = |lock_first: bool| unsafe {
        let (mut model, mut ground, mut function) = (null_mut(), std::mem::zeroed(), std::mem::zeroed());
        must!(swp_model_create(&mut model));
        must!(swp_model_add_ground(model, c"ground".as_ptr(), [0.0; 3].as_ptr(), UNIT.as_ptr(), &mut ground));
        let (_, rail) = slider(model, c"cart", ground, 2.0);
        must!(swp_model_add_harmonic(model, 0.5, 2.0, 0.0, &mut function));
        let lock = || swp_model_add_lock(model, rail, 0, 0);
        let drive = || swp_model_drive_joint(model, rail, 0, function);
        let calls: [&dyn Fn() -> swp_status; 2] = if lock_first { [&lock, &drive] } else { [&drive, &lock] };
        assert_eq!((calls[0](), calls[1]()), (SWP_OK, SWP_INVALID_ARGUMENT));
        let mut buffer = [0; 400];
        swp_model_error(model, buffer.as_mut_ptr(), buffer.len(), null_mut());
        swp_model_free(model);
        std::ffi::CStr::from_ptr(buffer.as_ptr()).to_string_lossy().into_owned()
    };
    let (one, other) = (text(true), text(false));
    assert!(one.contains("\"cart\"") && one.contains("drive") && one.contains("lock"), "{one}");
    assert_eq!(one, other);
}

#[test]
fn the_motion_up_to_a_lock_can_be_read_after_it() {
    use swashplate::capi::actions::{swp_sim_lock, swp_sim_release};
    use swashplate::capi::switches::swp_model_schedule_lock;
    // a cart that coasts at 2 m/s until its lock closes: by a call, or at a given time
    for scheduled in [false, true] {
        // SAFETY: every pointer is that of a local variable.
        unsafe {
            let (mut model, mut ground) = (null_mut(), std::mem::zeroed());
            must!(swp_model_create(&mut model));
            must!(swp_model_add_ground(model, c"ground".as_ptr(), [0.0; 3].as_ptr(), UNIT.as_ptr(), &mut ground));
            let (cart, rail) = slider(model, c"cart", ground, 2.0);
            must!(swp_model_start_joint(model, rail, 0, 0.0, 2.0));
            must!(swp_model_add_lock(model, rail, 0, 0));
            if scheduled {
                must!(swp_model_schedule_lock(model, rail, 0, 0.3, 1));
            }
            let (mut sim, mut motion) = (null_mut(), std::mem::zeroed::<swashplate::capi::query::swp_motion>());
            must!(swp_sim_create(model, null(), &mut sim));
            swp_model_free(model);
            (0..3).for_each(|_| must!(swp_sim_step(sim, 0.1)));
            if !scheduled {
                must!(swp_sim_lock(sim, rail, 0, null_mut()));
            }
            let mut read = |t: f64| {
                must!(swp_sim_interpolate_node(sim, cart, t, &mut motion));
                [motion.position[2], motion.velocity[2]]
            };
            for t in [0.2, 0.25, 0.3] {
                let [z, v] = read(t);
                assert!((z - 2.0 * t).abs() < 1e-12 && (v - 2.0).abs() < 1e-9, "{scheduled} {t}: {z} {v}");
            }
            must!(swp_sim_release(sim, rail, 0));
            assert!((read(0.27)[0] - 0.54).abs() < 1e-12);
            // the step behind it stands still
            must!(swp_sim_step(sim, 0.1));
            let [z, v] = read(0.37);
            assert!((z - 0.6).abs() < 1e-12 && v.abs() < 1e-12, "{z} {v}");
            swp_sim_free(sim);
        }
    }
}

/// Output of a first-order actuator (T = 0.1 s, at most 2 per second) after a step of its command to 1: at full rate until
/// 1 − s = 0.2, at t = 0.4 s, then exponential.
fn first_order(t: f64) -> f64 {
    if t < 0.4 { 2.0 * t } else { 1.0 - 0.2 * (-(t - 0.4) / 0.1).exp() }
}

/// The same of second order (ω = 8, ζ = 1, at most 0.5 per second): v = r (1 − e^{−2ωt}) until ω (1 − s)/2 = r; then critically
/// damped from there.
fn second_order(t: f64) -> f64 {
    let (w, r) = (8.0_f64, 0.5);
    let bound = |t: f64| [r * (t - (1.0 - (-2.0 * w * t).exp()) / (2.0 * w)), r * (1.0 - (-2.0 * w * t).exp())];
    let (mut low, mut high) = (0.0, 4.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if 0.5 * w * (1.0 - bound(middle)[0]) > r { low = middle } else { high = middle }
    }
    if t < low {
        return bound(t)[0];
    }
    let ([s, v], past) = (bound(low), t - low);
    let e = s - 1.0;
    1.0 + (e + (v + w * e) * past) * (-w * past).exp()
}

#[test]
fn a_limit_of_an_actuator_that_ceases_to_bind_within_a_step_is_located() {
    use swashplate::capi::actuators::*;
    // SAFETY: every pointer is that of a local variable.
    let errors = |order: u32, h: f64, stroke: bool| unsafe {
        let (mut model, mut ground, mut command) = (null_mut(), std::mem::zeroed(), std::mem::zeroed());
        must!(swp_model_create(&mut model));
        must!(swp_model_add_ground(model, c"ground".as_ptr(), [0.0; 3].as_ptr(), UNIT.as_ptr(), &mut ground));
        slider(model, c"cart", ground, 2.0);
        let mut limits = swp_actuator_limits { low: f64::NEG_INFINITY, high: f64::INFINITY, rate: f64::INFINITY };
        if stroke {
            // a ramp of 1 per second, cut at 0.5
            limits.high = 0.5;
            must!(swp_model_add_table(model, 2, [0.0, 10.0].as_ptr(), [0.0, 10.0].as_ptr(), 0, &mut command));
        } else {
            limits.rate = if order == 1 { 2.0 } else { 0.5 };
            must!(swp_model_add_constant(model, 1.0, &mut command));
        }
        let (mut servo, name) = (std::mem::zeroed(), c"servo".as_ptr());
        must!(match order {
            1 => swp_model_add_first_order_actuator(model, name, command, 0.1, &limits, [0.0].as_ptr(), &mut servo),
            _ => swp_model_add_second_order_actuator(
                model,
                name,
                command,
                8.0,
                1.0,
                &limits,
                [0.0; 2].as_ptr(),
                &mut servo
            ),
        });
        let mut sim = null_mut();
        must!(swp_sim_create(model, null(), &mut sim));
        swp_model_free(model);
        let (mut worst, mut now) = (0.0_f64, std::mem::zeroed::<swp_actuator_motion>());
        for k in 1..=(2.5 / h) as u32 {
            must!(swp_sim_step(sim, h));
            must!(swp_sim_actuator(sim, servo, &mut now));
            let t = f64::from(k) * h;
            // T s' + s = t: s = t − T (1 − e^{−t/T}); then s → 0.5
            let ramp = |t: f64| t - 0.1 * (1.0 - (-t / 0.1).exp());
            let exact = match (stroke, order) {
                (true, _) if t < 0.5 => ramp(t),
                (true, _) => 0.5 + (ramp(0.5) - 0.5) * (-(t - 0.5) / 0.1).exp(),
                (false, 1) => first_order(t),
                _ => second_order(t),
            };
            worst = worst.max((now.value - exact).abs());
        }
        swp_sim_free(sim);
        worst
    };
    for (order, stroke) in [(1, false), (2, false), (1, true)] {
        for h in [0.003, 0.01, 0.03] {
            let error = errors(order, h, stroke);
            println!("order {order}, stroke {stroke}, h = {h}: {error:.1e}");
            assert!(error < 1e-6, "order {order}, stroke {stroke}, h = {h}: {error:e}");
        }
    }
}

#[test]
fn a_step_that_was_cut_counts_once() {
    // a pendulum with three iterations allowed fails in large steps
    // SAFETY: every pointer is that of a local variable.
    unsafe {
        let (mut model, mut ground, mut body, mut joint) =
            (null_mut(), std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        must!(swp_model_create(&mut model));
        must!(swp_model_set_gravity(model, [0.0, -10.0, 0.0].as_ptr()));
        must!(swp_model_add_ground(model, c"ground".as_ptr(), [0.0; 3].as_ptr(), UNIT.as_ptr(), &mut ground));
        let (mut bob, inertia) = (std::mem::zeroed(), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        must!(swp_model_add_node(model, c"bob".as_ptr(), [0.0; 3].as_ptr(), UNIT.as_ptr(), &mut bob));
        let arm = [1.0, 0.0, 0.0];
        must!(swp_model_add_rigid_body(model, c"bob".as_ptr(), bob, 1.0, arm.as_ptr(), inertia.as_ptr(), &mut body));
        let [a, b] = [ground, bob].map(|node| swp_attachment { node, offset: [0.0; 3], orientation: UNIT });
        must!(swp_model_add_revolute(model, c"hinge".as_ptr(), &a, &b, &mut joint));
        let (mut options, mut sim) = (std::mem::zeroed(), null_mut());
        must!(swp_sim_options_init(&mut options));
        (options.newton_max_iterations, options.smallest_part) = (3, 1e-4);
        must!(swp_sim_create(model, &options, &mut sim));
        swp_model_free(model);
        for _ in 0..3 {
            must!(swp_sim_step(sim, 0.3));
        }
        let (mut counters, mut report) = (std::mem::zeroed(), std::mem::zeroed());
        must!(swp_sim_get_counters(sim, &mut counters));
        must!(swashplate::capi::query::swp_sim_newton(sim, &mut report));
        assert!(counters.parts > 2, "{}", counters.parts);
        assert_eq!((counters.accepted, report.steps), (3, 3));
        swp_sim_free(sim);
    }
}
