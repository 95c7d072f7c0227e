//! Frames from directions, and clamps, as a host in C makes them.
#![allow(unsafe_code)] // it calls the functions as a host does

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};
use swashplate::capi::files::swp_model_to_text;
use swashplate::capi::frames::*;
use swashplate::capi::joints::*;
use swashplate::capi::library::swp_status::{self, *};
use swashplate::capi::model::*;
use swashplate::math::{Quat, Vec3};

fn from_axis(axis: [f64; 3]) -> (swp_status, [f64; 4]) {
    let mut out = [7.0; 4];
    // SAFETY: pointers to local arrays of the sizes that are asked for.
    (unsafe { swp_frame_from_axis(axis.as_ptr(), out.as_mut_ptr()) }, out)
}

fn from_axes(first: [f64; 3], second: [f64; 3]) -> (swp_status, [f64; 4]) {
    let mut out = [7.0; 4];
    // SAFETY: pointers to local arrays of the sizes that are asked for.
    (unsafe { swp_frame_from_axes(first.as_ptr(), second.as_ptr(), out.as_mut_ptr()) }, out)
}

fn rotation([w, x, y, z]: [f64; 4]) -> Quat {
    assert!((w * w + x * x + y * y + z * z - 1.0).abs() < 4e-16);
    Quat::new_unchecked(nalgebra::Quaternion::new(w, x, y, z))
}

#[test]
fn axes_lie_along_their_directions() {
    for axis in [
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -2.0],
        [1e-9, 0.0, -1.0],
        [3.0, -4.0, 1.0],
        [1e-300, 1e-300, 0.0],
        [0.0, 1e300, 1e300],
    ] {
        let (status, q) = from_axis(axis);
        assert_eq!(status, SWP_OK);
        let wanted = Vec3::from(axis.map(|a| a / axis.iter().fold(0.0_f64, |m, a| m.max(a.abs())))).normalize();
        let third = rotation(q) * Vec3::z();
        assert!((third - wanted).norm() < 5e-16, "{axis:?}: {third:?}");
        // the least turn has its axis across both
        assert_eq!(q[3], 0.0, "{axis:?}");
    }
    let (status, q) = from_axes([0.0, 3.0, 0.0], [5.0, 9.0, 0.0]);
    assert_eq!(status, SWP_OK);
    let frame = rotation(q);
    for (own, wanted) in [(Vec3::x(), Vec3::y()), (Vec3::y(), Vec3::x()), (Vec3::z(), -Vec3::z())] {
        assert!((frame * own - wanted).norm() < 5e-16);
    }
}

#[test]
fn directions_that_are_none_are_refused_and_nothing_is_written() {
    let x = [1.0, 0.0, 0.0];
    for bad in [[0.0; 3], [f64::NAN, 0.0, 1.0], [0.0, f64::INFINITY, 0.0]] {
        assert_eq!(from_axis(bad), (SWP_INVALID_ARGUMENT, [7.0; 4]));
        assert_eq!(from_axes(bad, x), (SWP_INVALID_ARGUMENT, [7.0; 4]));
        assert_eq!(from_axes(x, bad), (SWP_INVALID_ARGUMENT, [7.0; 4]));
    }
    assert_eq!(from_axes(x, [-2.0, 1e-9, 0.0]), (SWP_INVALID_ARGUMENT, [7.0; 4]));
    let mut out = [7.0; 4];
    // SAFETY: NULL or pointers to local arrays.
    unsafe {
        assert_eq!(swp_frame_from_axis(null(), out.as_mut_ptr()), SWP_NULL_POINTER);
        assert_eq!(swp_frame_from_axis(x.as_ptr(), null_mut()), SWP_NULL_POINTER);
        assert_eq!(swp_frame_from_axes(x.as_ptr(), null(), out.as_mut_ptr()), SWP_NULL_POINTER);
        assert_eq!(swp_frame_from_axes(x.as_ptr(), x.as_ptr(), null_mut()), SWP_NULL_POINTER);
    }
    assert_eq!(out, [7.0; 4]);
}

struct Pair {
    model: *mut swp_model,
    ground: swp_node,
    tip: swp_node,
}

impl Pair {
    fn new() -> Self {
        // SAFETY: every pointer is that of a local variable.
        unsafe {
            let (mut model, mut ground, mut tip) = (null_mut(), std::mem::zeroed(), std::mem::zeroed());
            let (place, turned) = ([0.3, -0.2, 0.5], from_axis([1.0, 2.0, 2.0]).1);
            assert_eq!(swp_model_create(&mut model), SWP_OK);
            assert_eq!(swp_model_add_ground(model, c"ground".as_ptr(), [0.0; 3].as_ptr(), null(), &mut ground), SWP_OK);
            assert_eq!(swp_model_add_node(model, c"tip".as_ptr(), place.as_ptr(), turned.as_ptr(), &mut tip), SWP_OK);
            Pair { model, ground, tip }
        }
    }

    fn text(&self) -> String {
        let mut text = [0 as c_char; 4000];
        // SAFETY: a buffer of the length that is told, which a text ends.
        unsafe {
            assert_eq!(swp_model_to_text(self.model, text.as_mut_ptr(), text.len(), null_mut()), SWP_OK);
            CStr::from_ptr(text.as_ptr()).to_str().unwrap().to_string()
        }
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        // SAFETY: a handle of this pair, not used afterwards.
        unsafe { swp_model_free(self.model) };
    }
}

#[test]
fn a_clamp_is_the_rigid_connection_of_a_node_where_it_stands() {
    let (clamped, joined) = (Pair::new(), Pair::new());
    // SAFETY: handles of these pairs, and pointers to local variables.
    unsafe {
        let (mut joint, mut a, mut b) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        let (model, ground, tip) = (clamped.model, clamped.ground, clamped.tip);
        assert_eq!(swp_model_add_clamp(model, c"root".as_ptr(), ground, tip, &mut joint), SWP_OK);
        let (place, turned) = ([0.3, -0.2, 0.5], from_axis([1.0, 2.0, 2.0]).1);
        let (model, name) = (joined.model, c"root".as_ptr());
        assert_eq!(swp_model_attach(model, joined.ground, place.as_ptr(), turned.as_ptr(), &mut a), SWP_OK);
        assert_eq!(swp_model_attach(model, joined.tip, place.as_ptr(), turned.as_ptr(), &mut b), SWP_OK);
        assert_eq!(swp_model_add_rigid_connection(model, name, &a, &b, &mut joint), SWP_OK);
        assert_eq!(clamped.text(), joined.text());

        let before = clamped.text();
        let (model, ground, tip) = (clamped.model, clamped.ground, clamped.tip);
        let (other, unknown) = (c"other".as_ptr(), swp_node { id: 12345 });
        assert_eq!(swp_model_add_clamp(null_mut(), other, ground, tip, &mut joint), SWP_NULL_POINTER);
        assert_eq!(swp_model_add_clamp(model, null(), ground, tip, &mut joint), SWP_NULL_POINTER);
        assert_eq!(swp_model_add_clamp(model, other, ground, tip, null_mut()), SWP_NULL_POINTER);
        assert_eq!(swp_model_add_clamp(model, other, unknown, tip, &mut joint), SWP_UNKNOWN_ID);
        assert_eq!(swp_model_add_clamp(model, other, ground, unknown, &mut joint), SWP_UNKNOWN_ID);
        assert_eq!(swp_model_add_clamp(model, other, tip, tip, &mut joint), SWP_INVALID_ARGUMENT);
        assert_eq!(swp_model_add_clamp(model, c"root".as_ptr(), ground, tip, &mut joint), SWP_DUPLICATE_NAME);
        assert_eq!(clamped.text(), before);
    }
}
