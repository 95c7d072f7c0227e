//! Through the C functions: damped modes of a cantilever whose lowest mode is torsion, and what is refused.
#![allow(unsafe_code)] // it calls the functions as a host does

use std::ptr::{null, null_mut};
use swashplate::capi::beams::*;
use swashplate::capi::joints::*;
use swashplate::capi::library::swp_status::*;
use swashplate::capi::model::*;
use swashplate::capi::modes::*;
use swashplate::capi::sim::*;

const ORIGIN: [f64; 3] = [0.0; 3];

/// A cantilever of 1 m with soft torsion, not yet clamped.
unsafe fn blade() -> (*mut swp_model, swp_beam) {
    // SAFETY: every pointer is NULL where that is allowed, or that of a local variable.
    unsafe {
        let mut model = null_mut();
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        let (mut e, mut o): (swp_engineering, swp_beam_options) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!((swp_engineering_init(&mut e), swp_beam_options_init(&mut o)), (SWP_OK, SWP_OK));
        (e.axial, e.shear, e.torsion, e.bending) = (1e7, [4e6; 2], 0.3, [40.0, 160.0]);
        (e.mass, e.inertia) = (2.0, [0.02, 0.004, 0.016]);
        (o.elements, o.nodes_per_element) = (8, 4);
        let (mut section, mut beam) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_add_engineering_section(model, c"plain".as_ptr(), &e, &mut section), SWP_OK);
        let (points, name) = ([0.0, 0.0, 0.0, 1.0, 0.0, 0.0], c"blade".as_ptr());
        let points = points.as_ptr();
        let added = swp_model_add_beam(model, name, &o, 2, points, null(), 1, null(), &section, null(), &mut beam);
        assert_eq!(added, SWP_OK);
        (model, beam)
    }
}

#[test]
fn torsion_and_bending_have_the_ratios_asked_for() {
    // SAFETY: as above.
    unsafe {
        let (model, beam) = blade();
        let asked = [0.02; 4];
        assert_eq!(swp_model_damp_beam_modes(model, beam, 4, asked.as_ptr()), SWP_OK);
        let (mut first, mut ground, mut joint) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_beam_node(model, beam, 0, &mut first), SWP_OK);
        assert_eq!(swp_model_add_ground(model, c"ground".as_ptr(), ORIGIN.as_ptr(), null(), &mut ground), SWP_OK);
        let (mut a, mut b) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_attach(model, ground, ORIGIN.as_ptr(), null(), &mut a), SWP_OK);
        assert_eq!(swp_model_attach(model, first, ORIGIN.as_ptr(), null(), &mut b), SWP_OK);
        assert_eq!(swp_model_add_rigid_connection(model, c"root".as_ptr(), &a, &b, &mut joint), SWP_OK);
        let mut sim = null_mut();
        assert_eq!(swp_sim_create(model, null(), &mut sim), SWP_OK);
        let (mut frequency, mut damping) = ([0.0; 8], [0.0; 8]);
        let found = swp_sim_modes(sim, null(), 8, frequency.as_mut_ptr(), damping.as_mut_ptr(), null_mut());
        assert_eq!(found, SWP_OK);
        // torsion, π/2 √(GJ/J)/L, is the lowest
        let torsion = std::f64::consts::FRAC_PI_2 * (0.3_f64 / 0.02).sqrt();
        assert!((frequency[0] / torsion - 1.0).abs() < 1e-4, "{frequency:?}");
        for (k, ratio) in damping.iter().enumerate() {
            let expected = if k < 4 { 0.02 } else { 0.0 };
            assert!((ratio - expected).abs() < 1e-8, "mode {}: {ratio} {expected}", k + 1);
        }
        assert_eq!(swp_sim_step(sim, 1e-3), SWP_OK);
        swp_sim_free(sim);
        swp_model_free(model);
    }
}

#[test]
fn what_cannot_be_damped_is_refused_and_leaves_the_model_as_it_was() {
    // SAFETY: as above.
    unsafe {
        let (model, beam) = blade();
        let none = swp_beam { id: 0 };
        let damp = |beam, ratios: &[f64]| swp_model_damp_beam_modes(model, beam, ratios.len(), ratios.as_ptr());
        assert_eq!(swp_model_damp_beam_modes(null_mut(), beam, 1, [0.1].as_ptr()), SWP_NULL_POINTER);
        assert_eq!(swp_model_damp_beam_modes(model, beam, 1, null()), SWP_NULL_POINTER);
        assert_ne!(damp(none, &[0.1]), SWP_OK);
        assert_eq!(damp(beam, &[]), SWP_INVALID_ARGUMENT);
        for ratio in [f64::NAN, f64::INFINITY, -0.1, 1.0] {
            assert_eq!(damp(beam, &[0.01, ratio]), SWP_INVALID_ARGUMENT);
        }
        // more modes than the beam has
        assert_eq!(damp(beam, &[0.01; 1000]), SWP_INVALID_ARGUMENT);
        // nothing of all this has stuck; twice is once too often
        assert_eq!(damp(beam, &[0.0, 0.01]), SWP_OK);
        assert_eq!(damp(beam, &[0.01]), SWP_INVALID_ARGUMENT);
        swp_model_free(model);
    }
}
