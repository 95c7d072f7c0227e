//! Step control, events, interpolation and counters through the C functions.
#![allow(unsafe_code)] // it calls the functions as a host does

use libc::c_void;
use std::ptr::{null, null_mut};
use swashplate::capi::control::*;
use swashplate::capi::joints::{swp_attachment, swp_joint, swp_model_add_revolute, swp_model_start_joint};
use swashplate::capi::library::swp_status::{self, *};
use swashplate::capi::model::*;
use swashplate::capi::query::{swp_motion, swp_sim_joint_coordinate};
use swashplate::capi::sim::*;

/// A body that turns about i3 with 2 rad/s from the angle 0.1.
struct Host {
    sim: *mut swp_sim,
    joint: swp_joint,
    body: swp_node,
    /// what calls in a callback gave
    seen: Vec<swp_status>,
    /// stop after this many steps
    steps_left: i32,
}

impl Drop for Host {
    fn drop(&mut self) {
        // SAFETY: the handle is its own.
        unsafe { swp_sim_free(self.sim) }
    }
}

fn host() -> Box<Host> {
    let unit = [1.0, 0.0, 0.0, 0.0];
    // SAFETY: every pointer is that of a local variable.
    unsafe {
        let mut model = null_mut();
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        let (mut ground, mut body, mut rigid) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        let origin = [0.0; 3];
        assert_eq!(
            swp_model_add_ground(model, c"ground".as_ptr(), origin.as_ptr(), unit.as_ptr(), &mut ground),
            SWP_OK
        );
        assert_eq!(swp_model_add_node(model, c"body".as_ptr(), origin.as_ptr(), unit.as_ptr(), &mut body), SWP_OK);
        let inertia = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let (name, centre) = (c"body".as_ptr(), origin.as_ptr());
        assert_eq!(swp_model_add_rigid_body(model, name, body, 1.0, centre, inertia.as_ptr(), &mut rigid), SWP_OK);
        let [a, b] = [ground, body].map(|node| swp_attachment { node, offset: [0.0; 3], orientation: unit });
        let mut joint = std::mem::zeroed();
        assert_eq!(swp_model_add_revolute(model, c"hinge".as_ptr(), &a, &b, &mut joint), SWP_OK);
        assert_eq!(swp_model_start_joint(model, joint, 0, 0.1, 2.0), SWP_OK);
        let mut sim = null_mut();
        assert_eq!(swp_sim_create(model, null(), &mut sim), SWP_OK);
        swp_model_free(model);
        Box::new(Host { sim, joint, body, seen: vec![], steps_left: i32::MAX })
    }
}

fn control() -> swp_step_control {
    // SAFETY: all bytes zero is a value of this struct, and the pointer is that of a local variable.
    unsafe {
        let mut control = std::mem::zeroed();
        assert_eq!(swp_step_control_init(&mut control), SWP_OK);
        control.largest = 0.2;
        control
    }
}

fn time(host: &Host) -> f64 {
    let mut t = 0.0;
    // SAFETY: a handle that lives and a local variable.
    assert_eq!(unsafe { swp_sim_time(host.sim, &mut t) }, SWP_OK);
    t
}

fn text(host: &Host) -> String {
    let mut buffer = [0; 1000];
    // SAFETY: a handle that lives and a local array of that length.
    unsafe {
        swp_sim_error(host.sim, buffer.as_mut_ptr(), buffer.len(), null_mut());
        std::ffi::CStr::from_ptr(buffer.as_ptr()).to_string_lossy().into_owned()
    }
}

/// sin of the angle; tries what is forbidden on the way.
unsafe extern "C" fn sine(t: f64, value: *mut f64, user: *mut c_void) -> i32 {
    // SAFETY: `user` is the host of the test, `value` room for a number.
    unsafe {
        let host = &mut *user.cast::<Host>();
        let (mut angle, mut rate, mut now) = (0.0, 0.0, 0.0);
        assert_eq!(swp_sim_joint_coordinate(host.sim, host.joint, 0, &mut angle, &mut rate), SWP_OK);
        assert_eq!(swp_sim_time(host.sim, &mut now), SWP_OK);
        assert_eq!(now, t, "queries see the trial");
        host.seen = vec![swp_sim_step(host.sim, 0.1), swp_sim_reset_counters(host.sim), swp_sim_accept(host.sim)];
        value.write(angle.sin());
    }
    0
}

unsafe extern "C" fn fails(_: f64, _: *mut f64, _: *mut c_void) -> i32 {
    1
}

unsafe extern "C" fn stop(_: f64, user: *mut c_void) -> i32 {
    // SAFETY: `user` is the host of the test.
    let host = unsafe { &mut *user.cast::<Host>() };
    host.steps_left -= 1;
    i32::from(host.steps_left <= 0)
}

#[test]
fn events_stop_the_call_and_the_next_call_goes_on() {
    let mut host = host();
    let (sim, user) = (host.sim, (&raw mut *host).cast::<c_void>());
    let (control, mut event) = (control(), -1);
    // SAFETY: a handle that lives, local variables, and a callback that fits its user pointer.
    unsafe {
        assert_eq!(swp_sim_set_event(sim, Some(sine), user, 0, 1e-9), SWP_OK);
        for k in 1..=3 {
            assert_eq!(swp_sim_advance_controlled(sim, 5.0, &control, &mut event), SWP_OK, "{}", text(&host));
            let exact = (f64::from(k) * std::f64::consts::PI - 0.1) / 2.0;
            assert!(event == 1 && (time(&host) - exact).abs() < 1.1e-9, "{} for {exact}", time(&host));
        }
        assert_eq!(host.seen, [SWP_WRONG_STATE; 3]);
        assert_eq!(swp_sim_advance_controlled(sim, 5.0, &control, &mut event), SWP_OK);
        assert_eq!((event, time(&host)), (0, 5.0));
        let mut counters = std::mem::zeroed();
        assert_eq!(swp_sim_get_counters(sim, &mut counters), SWP_OK);
        assert!(counters.event_searches == 3 && counters.accepted > 10 && counters.largest_step <= 0.2);
        // without the event, and past a time
        assert_eq!(swp_sim_set_event(sim, None, null_mut(), 0, 0.0), SWP_OK);
        assert_eq!(swp_sim_advance_past(sim, 6.03, null(), null_mut()), SWP_OK);
        assert!(time(&host) >= 6.03);
        let mut motion: swp_motion = std::mem::zeroed();
        assert_eq!(swp_sim_interpolate_node(sim, host.body, 6.03, &mut motion), SWP_OK);
        let half: f64 = 0.5 * (0.1 + 2.0 * 6.03);
        let turned = motion.orientation[0] * half.cos() + motion.orientation[3] * half.sin();
        assert!((turned.abs() - 1.0).abs() < 1e-12 && (motion.angular_velocity[2] - 2.0).abs() < 1e-9);
        assert_eq!(swp_sim_interpolate_node(sim, host.body, 1.0, &mut motion), SWP_INVALID_ARGUMENT);
        assert_eq!(swp_sim_reset_counters(sim), SWP_OK);
        assert_eq!(swp_sim_get_counters(sim, &mut counters), SWP_OK);
        assert_eq!((counters.accepted, counters.largest_step), (0, 0.0));
    }
}

#[test]
fn bad_calls_and_callbacks_that_fail_leave_the_state() {
    let mut host = host();
    let (sim, user) = (host.sim, (&raw mut *host).cast::<c_void>());
    // SAFETY: a handle that lives, local variables or NULL, and callbacks that fit their user pointers.
    unsafe {
        let advance = |control: &swp_step_control| swp_sim_advance_controlled(sim, 1.0, control, null_mut());
        assert_eq!(swp_step_control_init(null_mut()), SWP_NULL_POINTER);
        assert_eq!(swp_sim_advance_controlled(null_mut(), 1.0, null(), null_mut()), SWP_NULL_POINTER);
        assert_eq!(advance(&swp_step_control { size: 8, ..control() }), SWP_WRONG_SIZE);
        assert!(text(&host).contains("swp_step_control_init"));
        for (bad, name) in [
            (swp_step_control { translation_tolerance: 0.0, ..control() }, "translation_tolerance"),
            (swp_step_control { rotation_tolerance: f64::NAN, ..control() }, "rotation_tolerance"),
            (swp_step_control { safety: 0.0, ..control() }, "safety"),
        ] {
            assert_eq!(advance(&bad), SWP_INVALID_ARGUMENT);
            assert!(text(&host).contains(name), "{}", text(&host));
        }
        assert_eq!(swp_sim_set_event(sim, Some(sine), user, 7, 1e-9), SWP_INVALID_ARGUMENT);
        assert_eq!(swp_sim_set_event(sim, Some(sine), user, 0, 0.0), SWP_INVALID_ARGUMENT);
        assert_eq!(swp_sim_get_counters(sim, null_mut()), SWP_NULL_POINTER);
        assert_eq!(swp_sim_interpolate_node(sim, host.body, 0.0, null_mut()), SWP_WRONG_STATE);
        assert_eq!(time(&host), 0.0);
        // an event function that fails
        assert_eq!(swp_sim_set_event(sim, Some(fails), null_mut(), 0, 1e-9), SWP_OK);
        assert_eq!(advance(&control()), SWP_CALLBACK_FAILED);
        assert!(text(&host).contains("reported failure") && !text(&host).contains("NaN"), "{}", text(&host));
        assert_eq!(time(&host), 0.0);
        // a progress callback that stops
        assert_eq!(swp_sim_set_event(sim, None, null_mut(), 0, 0.0), SWP_OK);
        host.steps_left = 3;
        assert_eq!(swp_sim_set_progress(sim, Some(stop), user), SWP_OK);
        assert_eq!(advance(&control()), SWP_CANCELLED);
        let mut counters = std::mem::zeroed();
        assert_eq!(swp_sim_get_counters(sim, &mut counters), SWP_OK);
        assert!(counters.accepted == 3 && time(&host) > 0.0 && time(&host) < 1.0);
    }
}
