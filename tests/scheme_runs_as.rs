//! A scheme that runs as another one says so, and does so in every unit of length and mass.
#![allow(unsafe_code)] // it calls the functions as a host does

use libc::c_char;
use std::ffi::{CStr, CString};
use std::ptr::null_mut;
use swashplate::capi::diagnosis::*;
use swashplate::capi::joints::*;
use swashplate::capi::library::swp_status::{self, *};
use swashplate::capi::model::*;
use swashplate::capi::query::swp_sim_motion;
use swashplate::capi::sim::*;

const ED: &str = "the energy decaying scheme (ED)";
const AS_MP_ED: &str =
    "the energy decaying scheme (ED), run as the momentum preserving, energy decaying scheme (MP-ED)";

/// A part of a body: mass, centre, principal moments about it.
type Part = (f64, [f64; 3], [f64; 3]);

/// A body of these parts that hangs on a skew ball joint and spins, in units of length and mass; under a scheme.
struct Top {
    model: *mut swp_model,
    sim: *mut swp_sim,
    node: swp_node,
    options: swp_sim_options,
}

impl Top {
    fn new(parts: &[Part], [length, mass]: [f64; 2], scheme: swp_scheme) -> Self {
        // SAFETY: every pointer is that of a local variable.
        unsafe {
            let (mut model, mut sim, mut options) = (null_mut(), null_mut(), std::mem::zeroed());
            let (mut ground, mut node, mut joint) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
            let (origin, unit, place) = ([0.0; 3], [1.0, 0.0, 0.0, 0.0], [0.7 * length, 0.2 * length, 0.0]);
            assert_eq!(swp_model_create(&mut model), SWP_OK);
            assert_eq!(swp_model_set_gravity(model, [0.0, -9.81 * length, 3.0 * length].as_ptr()), SWP_OK);
            let name = c"ground".as_ptr();
            assert_eq!(swp_model_add_ground(model, name, origin.as_ptr(), unit.as_ptr(), &mut ground), SWP_OK);
            assert_eq!(swp_model_add_node(model, c"top".as_ptr(), place.as_ptr(), unit.as_ptr(), &mut node), SWP_OK);
            for (k, (m, center, moments)) in parts.iter().enumerate() {
                let (mut inertia, center) = ([0.0; 9], center.map(|c| c * length));
                (0..3).for_each(|i| inertia[4 * i] = moments[i] * mass * length * length);
                let (name, mut body) = (CString::new(format!("part {k}")).unwrap(), std::mem::zeroed());
                let (name, center, inertia) = (name.as_ptr(), center.as_ptr(), inertia.as_ptr());
                assert_eq!(swp_model_add_rigid_body(model, name, node, m * mass, center, inertia, &mut body), SWP_OK);
            }
            let a = swp_attachment { node: ground, offset: [0.0; 3], orientation: unit };
            let b = swp_attachment { node, offset: place.map(|x| -x), orientation: unit };
            assert_eq!(swp_model_add_spherical(model, c"ball".as_ptr(), &a, &b, &mut joint), SWP_OK);
            let (w, v) = ([1.0, 2.0, 5.0], [-5.0 * place[1], 5.0 * place[0], place[1] - 2.0 * place[0]]);
            assert_eq!(swp_model_set_node_velocity(model, node, v.as_ptr(), w.as_ptr()), SWP_OK);
            assert_eq!(swp_sim_options_init(&mut options), SWP_OK);
            options.scheme = scheme as i32;
            assert_eq!(swp_sim_create(model, &options, &mut sim), SWP_OK);
            Top { model, sim, node, options }
        }
    }

    fn text(&self, read: unsafe extern "C" fn(*const swp_sim, *mut c_char, usize, *mut usize) -> swp_status) -> String {
        let mut text = [0 as c_char; 1000];
        // SAFETY: a buffer of the length that is told, which a text ends.
        unsafe {
            assert_eq!(read(self.sim, text.as_mut_ptr(), text.len(), null_mut()), SWP_OK);
            CStr::from_ptr(text.as_ptr()).to_str().unwrap().into()
        }
    }

    fn name(&self) -> String {
        self.text(swp_sim_scheme_name)
    }

    /// Position over the unit of length, after ten steps.
    fn runs(&self, length: f64) -> [f64; 3] {
        // SAFETY: the handles are those of this top.
        unsafe {
            (0..10).for_each(|_| assert_eq!(swp_sim_step(self.sim, 2e-2), SWP_OK));
            let mut motion = std::mem::zeroed();
            assert_eq!(swp_sim_motion(self.sim, self.node, &mut motion), SWP_OK);
            motion.position.map(|x| x / length)
        }
    }
}

impl Drop for Top {
    fn drop(&mut self) {
        // SAFETY: made by `new`, freed once.
        unsafe {
            swp_sim_free(self.sim);
            swp_model_free(self.model);
        }
    }
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(&b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// A top is run by the same scheme in all units, and one that ED takes moves in the same way: dimensional analysis is the reference.
#[test]
fn energy_decaying_is_the_same_scheme_in_every_unit() {
    let solid: Part = (1.3, [0.1, 0.2, -0.1], [0.05, 0.06, 0.08]);
    let slender: Part = (1.3, [0.1, 0.2, -0.1], [0.0, 0.06, 0.06]);
    let reference = Top::new(&[solid], [1.0; 2], swp_scheme::SWP_ENERGY_DECAYING).runs(1.0);
    let slim = Top::new(&[slender], [1.0; 2], swp_scheme::SWP_ENERGY_DECAYING).runs(1.0);
    // MP-ED differs by far more than units may do
    let other = Top::new(&[solid], [1.0; 2], swp_scheme::SWP_MOMENTUM_DECAYING).runs(1.0);
    assert!(distance(reference, other) > 1e-4, "{}", distance(reference, other));
    for length in [1e-9, 1e-6, 1e-4, 1e-3, 1e3, 1e6, 1e9] {
        for mass in [1e-6, 1.0, 1e6] {
            let top = Top::new(&[solid], [length, mass], swp_scheme::SWP_ENERGY_DECAYING);
            assert_eq!(top.name(), ED, "{length:e} {mass:e}");
            let off = distance(top.runs(length), reference);
            assert!(off < 1e-10, "{length:e} {mass:e} {off:e}");
            let bar = Top::new(&[slender], [length, mass], swp_scheme::SWP_ENERGY_DECAYING);
            assert_eq!(bar.name(), AS_MP_ED, "{length:e} {mass:e}");
            let off = distance(bar.runs(length), slim);
            assert!(off < 1e-10, "slender, {length:e} {mass:e} {off:e}");
        }
    }
}

/// What counts is the extent about the centre of mass of all bodies of a node, wherever the node is.
#[test]
fn a_body_has_extent_wherever_its_node_is() {
    let part = |m: f64, center: [f64; 3], moment: f64| -> Part { (m, center, [moment; 3]) };
    let point = |x: f64, y: f64, z: f64| part(0.4, [x, y, z], 0.0);
    for (parts, expected) in [
        // a ball far from its node, and one that is small
        (vec![part(1.0, [1e4, -2e4, 1e4], 0.1)], ED),
        (vec![part(1.0, [0.1, 0.2, 0.3], 1e-8)], ED),
        // points on a line, in a plane, in space
        (vec![point(0.3, 0.2, 0.1), point(0.6, 0.4, 0.2), point(0.9, 0.6, 0.3)], AS_MP_ED),
        (vec![point(0.0, 0.0, 0.1), point(0.3, 0.0, 0.1), point(0.0, 0.3, 0.1)], AS_MP_ED),
        (vec![point(0.0, 0.0, 0.1), point(0.3, 0.0, 0.1), point(0.0, 0.3, 0.1), point(0.0, 0.0, 0.4)], ED),
    ] {
        assert_eq!(Top::new(&parts, [1.0; 2], swp_scheme::SWP_ENERGY_DECAYING).name(), expected, "{parts:?}");
    }
}

#[test]
fn name_report_and_diagnosis_say_as_what_a_scheme_runs_and_why() {
    let slender: Part = (1.3, [0.1, 0.2, -0.1], [0.0, 0.06, 0.06]);
    let why = "node \"top\" carries a body without extent in one of its directions";
    let top = Top::new(&[slender], [1.0; 2], swp_scheme::SWP_GENERALIZED_ALPHA);
    assert!(!top.text(swp_sim_report).contains("runs as"));
    let mut options = top.options;
    options.scheme = swp_scheme::SWP_ENERGY_DECAYING as i32;
    // SAFETY: handles of this top, and pointers to local variables.
    unsafe {
        assert_eq!(swp_sim_set_scheme(top.sim, &options), SWP_OK);
        assert_eq!(top.name(), AS_MP_ED);
        let report = top.text(swp_sim_report);
        assert!(report.contains("runs as") && report.contains(why), "{report}");
        for scheme in [swp_scheme::SWP_ENERGY_DECAYING, swp_scheme::SWP_MOMENTUM_DECAYING] {
            options.scheme = scheme as i32;
            let (mut found, mut text) = (null_mut(), [0 as c_char; 4000]);
            assert_eq!(swp_model_diagnose(top.model, &options, 1e-2, &mut found), SWP_OK);
            assert_eq!(swp_diagnosis_text(found, text.as_mut_ptr(), text.len(), null_mut()), SWP_OK);
            let text = CStr::from_ptr(text.as_ptr()).to_str().unwrap();
            assert_eq!(text.contains(&format!("note: {ED} runs as")), options.scheme == 5, "{text}");
            assert_eq!(text.contains(why), options.scheme == 5, "{text}");
            swp_diagnosis_free(found);
        }
    }
    // one that does run as itself
    let solid = Top::new(&[(1.0, [0.0; 3], [0.1; 3])], [1.0; 2], swp_scheme::SWP_ENERGY_DECAYING);
    assert!(!solid.text(swp_sim_report).contains("runs as"));
}
