//! Through the C functions: one model of a blade serves all nine schemes, and both interpolations of its beam.
#![allow(unsafe_code)] // it calls the functions as a host does

use std::ptr::{null, null_mut};
use swashplate::capi::beams::*;
use swashplate::capi::joints::*;
use swashplate::capi::library::swp_status::*;
use swashplate::capi::model::*;
use swashplate::capi::modes::*;
use swashplate::capi::query::*;
use swashplate::capi::sim::*;

const ORIGIN: [f64; 3] = [0.0; 3];

/// A blade of 1 m along x, soft enough for steps of a millisecond, on a hinge about z at its root or clamped there; gravity along −y.
unsafe fn blade(elements: i32, clamped: bool) -> (*mut swp_model, swp_beam, swp_node) {
    // SAFETY: every pointer is NULL where that is allowed, or that of a local variable.
    unsafe {
        let mut model = null_mut();
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        assert_eq!(swp_model_set_gravity(model, [0.0, -9.81, 0.0].as_ptr()), SWP_OK);
        let (mut e, mut o): (swp_engineering, swp_beam_options) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!((swp_engineering_init(&mut e), swp_beam_options_init(&mut o)), (SWP_OK, SWP_OK));
        (e.axial, e.shear, e.torsion, e.bending) = (2000.0, [1000.0; 2], 2.0, [2.0; 2]);
        (e.mass, e.inertia) = (1.0, [0.02, 0.01, 0.01]);
        (o.elements, o.nodes_per_element) = (elements, 3);
        let (mut section, mut beam) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_add_engineering_section(model, c"plain".as_ptr(), &e, &mut section), SWP_OK);
        let (name, points) = (c"blade".as_ptr(), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let (none, no_report) = (null(), null());
        let added =
            swp_model_add_beam(model, name, &o, 2, points.as_ptr(), none, 1, none, &section, no_report, &mut beam);
        assert_eq!(added, SWP_OK);
        let (mut root, mut tip, mut ground, mut joint) =
            (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_beam_node(model, beam, 0, &mut root), SWP_OK);
        assert_eq!(swp_model_beam_node(model, beam, 2 * elements as usize, &mut tip), SWP_OK);
        assert_eq!(swp_model_add_ground(model, c"ground".as_ptr(), ORIGIN.as_ptr(), null(), &mut ground), SWP_OK);
        let (mut a, mut b) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_attach(model, ground, ORIGIN.as_ptr(), null(), &mut a), SWP_OK);
        assert_eq!(swp_model_attach(model, root, ORIGIN.as_ptr(), null(), &mut b), SWP_OK);
        let add = if clamped { swp_model_add_rigid_connection } else { swp_model_add_revolute };
        assert_eq!(add(model, c"root".as_ptr(), &a, &b, &mut joint), SWP_OK);
        (model, beam, tip)
    }
}

unsafe fn simulate(model: *mut swp_model, scheme: i32, interpolation: i32) -> *mut swp_sim {
    // SAFETY: as above.
    unsafe {
        let (mut o, mut sim): (swp_sim_options, _) = (std::mem::zeroed(), null_mut());
        assert_eq!(swp_sim_options_init(&mut o), SWP_OK);
        assert_eq!(o.interpolation, 0);
        (o.scheme, o.interpolation) = (scheme, interpolation);
        assert_eq!(swp_sim_create(model, &o, &mut sim), SWP_OK);
        sim
    }
}

/// Where the tip is after 0.1 s.
unsafe fn swing(model: *mut swp_model, tip: swp_node, scheme: i32, interpolation: i32, h: f64) -> [f64; 3] {
    // SAFETY: as above.
    unsafe {
        let sim = simulate(model, scheme, interpolation);
        assert_eq!(swp_sim_advance(sim, 0.1, h), SWP_OK);
        let mut motion: swp_motion = std::mem::zeroed();
        assert_eq!(swp_sim_motion(sim, tip, &mut motion), SWP_OK);
        swp_sim_free(sim);
        motion.position
    }
}

#[test]
fn nine_schemes_run_on_one_model_and_converge_to_its_two_interpolations() {
    let distance = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
    // SAFETY: as above.
    unsafe {
        let (model, beam, tip) = blade(1, false);
        // Radau IIA, of third order, at a tenth of the step
        let exact = [1, 2].map(|how| swing(model, tip, 3, how, 1e-4));
        assert!(distance(&exact[0], &exact[1]) > 1e-6, "one element cannot tell rotations from directors");
        for scheme in 0..9 {
            let over_step = scheme > 3;
            let sim = simulate(model, scheme, 0);
            let mut found = -1;
            assert_eq!(swp_sim_beam_interpolation(sim, beam, &mut found), SWP_OK);
            assert_eq!(found, i32::from(over_step), "scheme {scheme}");
            swp_sim_free(sim);
            let errors =
                [2e-3, 1e-3].map(|h| distance(&swing(model, tip, scheme, 0, h), &exact[usize::from(over_step)]));
            let order = (errors[0] / errors[1]).log2();
            println!("scheme {scheme}: errors {errors:?} m, order {order:.2}");
            // MP-ED with both levels constrained is of first order with joints
            let least = if scheme == 8 { 0.7 } else { 1.7 };
            assert!(order > least && errors[1] < 1e-3, "scheme {scheme}: {errors:?}");
        }
        swp_model_free(model);
    }
}

#[test]
fn modes_are_those_of_the_interpolation_that_is_asked_for() {
    // SAFETY: as above.
    unsafe {
        let (model, _, _) = blade(8, true);
        let modes = [1, 2].map(|how| {
            let sim = simulate(model, 0, how);
            let mut frequencies = [0.0; 24];
            let asked = swp_sim_modes(sim, null(), 24, frequencies.as_mut_ptr(), null_mut(), null_mut());
            assert_eq!(asked, SWP_OK);
            swp_sim_free(sim);
            frequencies
        });
        // at rest and straight, along its axis: (π/2)√(EA/m)/L and three times that, and √(GJ/ϱJ) the same way for the twist; elements
        // of three nodes with lumped mass err by (κ Le)⁴/2880 and higher powers, κ the wave number (Ainsworth, Wajid 2009): four times that
        for (speed, name) in [(2000.0_f64.sqrt(), "stretch"), (100.0_f64.sqrt(), "twist")] {
            for count in [1.0, 3.0] {
                let exact = count * 0.5 * std::f64::consts::PI * speed;
                let bound = (count * 0.5 * std::f64::consts::PI / 8.0).powi(4) / 720.0;
                for (how, found) in modes.iter().enumerate() {
                    let nearest = found.iter().map(|f| (f / exact - 1.0).abs()).fold(f64::INFINITY, f64::min);
                    assert!(nearest < bound, "{name} {count}, interpolation {how}: {nearest:e} {bound:e} {found:?}");
                }
            }
        }
        swp_model_free(model);
    }
}

#[test]
fn a_change_of_scheme_is_in_the_audit_and_what_cannot_be_is_refused_by_name() {
    // SAFETY: as above.
    unsafe {
        let (model, beam, _) = blade(1, false);
        let sim = simulate(model, 0, 0);
        assert_eq!(swp_sim_advance(sim, 0.3, 1e-3), SWP_OK);
        let (mut o, mut before, mut after): (swp_sim_options, swp_audit, swp_audit) =
            (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_sim_options_init(&mut o), SWP_OK);
        // rotations under a scheme over a step
        (o.scheme, o.interpolation) = (4, 1);
        assert_eq!(swp_sim_set_scheme(sim, &o), SWP_INVALID_ARGUMENT);
        let mut text = [0; 400];
        assert_eq!(swp_sim_error(sim, text.as_mut_ptr(), text.len(), null_mut()), SWP_OK);
        let text = std::ffi::CStr::from_ptr(text.as_ptr()).to_str().unwrap();
        assert!(text.contains("beam \"blade\"") && text.contains("SWP_BEAMS_BY_SCHEME"), "{text}");
        o.interpolation = 3;
        assert_eq!(swp_sim_set_scheme(sim, &o), SWP_INVALID_ARGUMENT);
        // left to the scheme
        o.interpolation = 0;
        assert_eq!(swp_sim_audit(sim, null(), &mut before), SWP_OK);
        assert_eq!(swp_sim_set_scheme(sim, &o), SWP_OK);
        assert_eq!(swp_sim_audit(sim, null(), &mut after), SWP_OK);
        let energy = |a: &swp_audit| a.kinetic_energy + a.potential_energy;
        let size = before.work_applied.abs() + before.kinetic_energy;
        let gap = energy(&after) - energy(&before) - after.interpolation_change;
        assert!(before.interpolation_change == 0.0 && after.interpolation_change != 0.0);
        // velocities come onto the constraints, which moves an energy of second order in the step
        assert!(gap.abs() < 1e-6 * size, "{gap:e} {size}");
        let mut found = -1;
        assert_eq!(swp_sim_beam_interpolation(sim, beam, &mut found), SWP_OK);
        assert_eq!(found, 1);
        // the model is still in use: it cannot be changed
        assert_eq!(swp_model_set_gravity(model, ORIGIN.as_ptr()), SWP_FROZEN_MODEL);
        swp_sim_free(sim);
        assert_eq!(swp_model_set_gravity(model, ORIGIN.as_ptr()), SWP_OK);
        swp_model_free(model);
    }
}
