//! Through the C functions: a generalised coordinate is an oscillator of its own under every scheme, asked for by its name.
#![allow(unsafe_code)] // it calls the functions as a host does

use std::ptr::{null, null_mut};
use swashplate::capi::actions::*;
use swashplate::capi::control::*;
use swashplate::capi::library::swp_status::*;
use swashplate::capi::model::*;
use swashplate::capi::query::*;
use swashplate::capi::sim::*;

const ORIGIN: [f64; 3] = [0.0; 3];
/// m, k, d [kg, N/m, N·s/m], and value and rate at the start.
const OSCILLATOR: [f64; 5] = [0.5, 20.0, 0.4, 0.1, -0.3];

/// A free body that nothing moves, and the coordinate.
unsafe fn model() -> *mut swp_model {
    // SAFETY: it has no needs.
    unsafe { oscillating(OSCILLATOR) }
}

/// The same with other numbers.
unsafe fn oscillating([m, k, d, value, rate]: [f64; 5]) -> *mut swp_model {
    // SAFETY: every pointer is NULL where that is allowed, or that of a local variable.
    unsafe {
        let (mut model, mut node, mut body) = (null_mut(), std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        assert_eq!(swp_model_add_node(model, c"body".as_ptr(), ORIGIN.as_ptr(), null(), &mut node), SWP_OK);
        let inertia = [0.1, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.1];
        let added =
            swp_model_add_rigid_body(model, c"body".as_ptr(), node, 1.0, ORIGIN.as_ptr(), inertia.as_ptr(), &mut body);
        assert_eq!(added, SWP_OK);
        assert_eq!(swp_model_add_generalised_coordinate(model, c"mode".as_ptr(), m, k, d, value, rate), SWP_OK);
        model
    }
}

/// s, ṡ, s̈ of m s̈ + d ṡ + k s = 0 at a time: e^(−δt) (a cos νt + b sin νt).
fn exact(t: f64) -> [f64; 3] {
    let [m, k, d, value, rate] = OSCILLATOR;
    let delta = d / (2.0 * m);
    let nu = (k / m - delta * delta).sqrt();
    let (a, b) = (value, (rate + delta * value) / nu);
    let (sin, cos, decay) = ((nu * t).sin(), (nu * t).cos(), (-delta * t).exp());
    let s = decay * (a * cos + b * sin);
    let first = decay * ((b * nu - delta * a) * cos - (a * nu + delta * b) * sin);
    [s, first, -(d * first + k * s) / m]
}

unsafe fn found(sim: *const swp_sim) -> [f64; 3] {
    let mut out = [0.0; 3];
    let [s, first, second] = &mut out;
    // SAFETY: as above.
    unsafe {
        assert_eq!(swp_sim_generalised_coordinate(sim, c"mode".as_ptr(), s, first, second), SWP_OK);
        let mut alone = 0.0;
        let asked = swp_sim_generalised_coordinate(sim, c"mode".as_ptr(), &mut alone, null_mut(), null_mut());
        assert_eq!((asked, alone), (SWP_OK, out[0]));
    }
    out
}

#[test]
fn nine_schemes_follow_the_closed_form_with_their_orders() {
    // SAFETY: as above.
    unsafe {
        let model = model();
        for scheme in 0..9 {
            let errors = [5e-3, 2.5e-3].map(|h| {
                let (mut o, mut sim): (swp_sim_options, _) = (std::mem::zeroed(), null_mut());
                assert_eq!(swp_sim_options_init(&mut o), SWP_OK);
                o.scheme = scheme;
                assert_eq!(swp_sim_create(model, &o, &mut sim), SWP_OK);
                let start = found(sim);
                let gaps = exact(0.0).map(f64::abs);
                (0..3).for_each(|k| assert!((start[k] - exact(0.0)[k]).abs() < 1e-12 * (1.0 + gaps[k]), "{start:?}"));
                assert_eq!(swp_sim_advance(sim, 1.0, h), SWP_OK);
                let end = found(sim);
                let mut audit: swp_audit = std::mem::zeroed();
                assert_eq!(swp_sim_audit(sim, null(), &mut audit), SWP_OK);
                assert!((audit.kinetic_energy - 0.5 * OSCILLATOR[0] * end[1] * end[1]).abs() < 1e-15);
                assert!((audit.potential_energy - 0.5 * OSCILLATOR[1] * end[0] * end[0]).abs() < 1e-15);
                swp_sim_free(sim);
                (0..3).map(|k| (end[k] - exact(1.0)[k]).abs() / 6.0_f64.powi(k as i32)).fold(0.0, f64::max)
            });
            let order = (errors[0] / errors[1]).log2();
            println!("scheme {scheme}: {errors:?}, order {order:.2}");
            // without joints all are of second order at least
            assert!(errors[1] < 1e-4 && order > 1.8, "scheme {scheme}: {errors:?}");
        }
        swp_model_free(model);
    }
}

#[test]
fn controlled_steps_see_the_coordinate_under_every_scheme_that_has_an_estimate() {
    // m 1 kg, k 1600 N/m: 40 rad/s, of which the body that lies still tells nothing
    for (scheme, order) in [(0, 2.0), (1, 2.0), (2, 2.0), (3, 3.0)] {
        for tolerance in [1e-3, 1e-5, 1e-7] {
            // SAFETY: as above; all bytes zero is a value of both structs.
            let (s, steps) = unsafe {
                let (model, mut sim) = (oscillating([1.0, 1600.0, 0.0, 1.0, 0.0]), null_mut());
                let mut options: swp_sim_options = std::mem::zeroed();
                assert_eq!(swp_sim_options_init(&mut options), SWP_OK);
                options.scheme = scheme;
                assert_eq!(swp_sim_create(model, &options, &mut sim), SWP_OK);
                let mut control: swp_step_control = std::mem::zeroed();
                assert_eq!(swp_step_control_init(&mut control), SWP_OK);
                (control.translation_tolerance, control.rotation_tolerance) = (tolerance, tolerance);
                assert_eq!(swp_sim_advance_controlled(sim, 1.0, &control, null_mut()), SWP_OK);
                let mut counters: swp_sim_counters = std::mem::zeroed();
                assert_eq!(swp_sim_get_counters(sim, &mut counters), SWP_OK);
                let s = found(sim);
                swp_sim_free(sim);
                swp_model_free(model);
                (s, counters.accepted)
            };
            // a step makes C (ωh)^(p+1) = tolerance, C < 1, and T/h steps add up to at most ωT C^(1/(p+1)) tolerance^(p/(p+1))
            let error = (s[0] - 40.0_f64.cos()).abs();
            let bound = 40.0 * f64::powf(tolerance, order / (order + 1.0));
            assert!(error < bound, "scheme {scheme}, {tolerance:e}: {error:e} {bound:e}, {steps} steps");
        }
    }
}

#[test]
fn bad_input_is_refused_by_name_and_a_missing_one_too() {
    // SAFETY: as above.
    unsafe {
        let model = model();
        for (name, numbers) in [
            (c"mode", [1.0, 0.0, 0.0, 0.0, 0.0]),
            (c"", [1.0, 0.0, 0.0, 0.0, 0.0]),
            (c"other", [-1.0, 0.0, 0.0, 0.0, 0.0]),
            (c"other", [1.0, 0.0, f64::NAN, 0.0, 0.0]),
        ] {
            let [m, k, d, value, rate] = numbers;
            let status = swp_model_add_generalised_coordinate(model, name.as_ptr(), m, k, d, value, rate);
            assert!(status != SWP_OK, "{name:?} {numbers:?}");
        }
        let mut sim = null_mut();
        assert_eq!(swp_sim_create(model, null(), &mut sim), SWP_OK);
        let (mut value, none) = (0.0, null_mut());
        let asked = swp_sim_generalised_coordinate(sim, c"other".as_ptr(), &mut value, none, none);
        assert_eq!(asked, SWP_UNKNOWN_ID);
        assert_eq!(swp_sim_generalised_coordinate(sim, c"mode".as_ptr(), none, none, none), SWP_NULL_POINTER);
        swp_sim_free(sim);
        swp_model_free(model);
    }
}
