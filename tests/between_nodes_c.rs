//! Springs along a line and bushings through the C functions.
#![allow(unsafe_code)] // it calls the functions as a host does

use libc::c_char;
use std::ffi::CStr;
use std::ptr::{null, null_mut};
use swashplate::capi::between::*;
use swashplate::capi::joints::swp_attachment;
use swashplate::capi::library::swp_status::*;
use swashplate::capi::model::*;
use swashplate::capi::sim::*;

#[test]
fn springs_and_bushings_are_built_and_read() {
    let unit = [1.0, 0.0, 0.0, 0.0];
    // SAFETY: every pointer is NULL where that is allowed, or that of a local variable.
    unsafe {
        let mut model = null_mut();
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        let (mut ground, mut body, mut rigid) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        let (origin, place) = ([0.0; 3], [2.0, 0.0, 0.0]);
        let name = c"ground".as_ptr();
        assert_eq!(swp_model_add_ground(model, name, origin.as_ptr(), unit.as_ptr(), &mut ground), SWP_OK);
        assert_eq!(swp_model_add_node(model, c"body".as_ptr(), place.as_ptr(), unit.as_ptr(), &mut body), SWP_OK);
        let inertia = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let (name, centre) = (c"body".as_ptr(), origin.as_ptr());
        assert_eq!(swp_model_add_rigid_body(model, name, body, 1.0, centre, inertia.as_ptr(), &mut rigid), SWP_OK);

        // from (0, 0, 1) on ground to the body's node
        let (mut spring, point, name) = (std::mem::zeroed(), [0.0, 0.0, 1.0], c"leg".as_ptr());
        let add = |stiffness: f64, out: *mut swp_line_spring| {
            swp_model_add_line_spring(model, name, ground, point.as_ptr(), body, null(), stiffness, 2.0, 0.5, 7.0, out)
        };
        assert_eq!(add(10.0, null_mut()), SWP_NULL_POINTER);
        assert_eq!(add(-10.0, &mut spring), SWP_INVALID_ARGUMENT);
        assert_eq!(add(10.0, &mut spring), SWP_OK);
        assert_eq!(add(10.0, &mut spring), SWP_DUPLICATE_NAME);

        let a = swp_attachment { node: ground, offset: [1.9, 0.0, 0.0], orientation: unit };
        let b = swp_attachment { node: body, offset: [0.0; 3], orientation: unit };
        let mut stiffness = [0.0; 36];
        (0..6).for_each(|k| stiffness[7 * k] = 100.0);
        let (mut bushing, name, preload) = (std::mem::zeroed(), c"mount".as_ptr(), [0.0, 0.0, 0.0, 0.0, 0.0, 4.0]);
        // row-major: entry (1, 6) without its mirror image
        stiffness[5] = 1.0;
        let matrix = stiffness.as_ptr();
        assert_eq!(
            swp_model_add_bushing(model, name, &a, &b, matrix, null(), preload.as_ptr(), &mut bushing),
            SWP_INVALID_ARGUMENT
        );
        let mut text = [0 as c_char; 400];
        assert_eq!(swp_model_error(model, text.as_mut_ptr(), text.len(), null_mut()), SWP_OK);
        let text = CStr::from_ptr(text.as_ptr()).to_str().unwrap();
        assert!(text.contains("bushing \"mount\"") && text.contains("entry (1, 6), is 1"), "{text}");
        stiffness[5] = 0.0;
        let matrix = stiffness.as_ptr();
        let made = swp_model_add_bushing(model, name, &a, &b, matrix, matrix, preload.as_ptr(), &mut bushing);
        assert_eq!(made, SWP_OK);

        let mut sim = null_mut();
        assert_eq!(swp_sim_create(model, null(), &mut sim), SWP_OK);
        let mut state = std::mem::zeroed();
        assert_eq!(swp_sim_line_spring(sim, spring, &mut state), SWP_OK);
        let length = 5.0_f64.sqrt();
        assert!((state.length - length).abs() < 1e-15 && state.rate == 0.0);
        assert!((state.force - 7.0 - 10.0 * (length - 2.0)).abs() < 1e-13);
        assert_eq!(swp_sim_line_spring(sim, swp_line_spring { id: bushing.id }, &mut state), SWP_UNKNOWN_ID);

        let mut state = std::mem::zeroed();
        assert_eq!(swp_sim_bushing(sim, bushing, &mut state), SWP_OK);
        assert!((state.strain[0] - 0.1).abs() < 1e-15 && (state.stress[0] - 10.0).abs() < 1e-13);
        assert_eq!((state.stress[5], state.rate), (4.0, [0.0; 6]));
        assert!((state.force_on_b[0] + 10.0).abs() < 1e-13 && (state.moment_on_b[2] + 4.0).abs() < 1e-14);
        assert_eq!(swp_sim_bushing(sim, swp_bushing { id: spring.id }, &mut state), SWP_UNKNOWN_ID);
        swp_sim_free(sim);
        swp_model_free(model);
    }
}
