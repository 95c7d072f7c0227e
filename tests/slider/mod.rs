//! A mass of 2 kg on a slide along x, pushed by an input of the host, through the C functions.
#![allow(unsafe_code)] // it calls the functions as a host does
#![allow(dead_code)] // each test uses its part

use std::ptr::{null, null_mut};
use swashplate::capi::inputs::*;
use swashplate::capi::joints::{
    swp_attachment, swp_joint, swp_model_add_joint_spring, swp_model_add_prismatic, swp_model_start_joint,
};
use swashplate::capi::library::swp_status::SWP_OK;
use swashplate::capi::loads::swp_model_add_force;
use swashplate::capi::model::*;
use swashplate::capi::query::{swp_motion, swp_sim_motion};
use swashplate::capi::sim::*;

pub const MASS: f64 = 2.0;

/// All schemes of the header.
pub const SCHEMES: std::ops::RangeInclusive<i32> = 0..=8;

pub const END: i32 = 0;
pub const HELD: i32 = 1;
pub const LINEAR: i32 = 2;

pub struct Slider {
    pub sim: *mut swp_sim,
    pub force: swp_function,
    pub slide: swp_joint,
    node: swp_node,
}

impl Drop for Slider {
    fn drop(&mut self) {
        // SAFETY: the handle is its own.
        unsafe { swp_sim_free(self.sim) }
    }
}

pub fn options(scheme: i32) -> swp_sim_options {
    // SAFETY: all bytes zero is a value of this struct, and the pointer is that of a local variable.
    unsafe {
        let mut options: swp_sim_options = std::mem::zeroed();
        assert_eq!(swp_sim_options_init(&mut options), SWP_OK);
        options.scheme = scheme;
        options
    }
}

impl Slider {
    /// With a spring of the model's own [N/m] to x = 0, from x0 [m] at rest.
    pub fn new(options: &swp_sim_options, rule: i32, initial: f64, stiffness: f64, x0: f64) -> Self {
        let (unit, origin, half) = ([1.0, 0.0, 0.0, 0.0], [0.0; 3], 0.5_f64.sqrt());
        // SAFETY: every pointer is that of a local variable.
        unsafe {
            let (mut model, mut sim) = (null_mut(), null_mut());
            assert_eq!(swp_model_create(&mut model), SWP_OK);
            let (mut ground, mut node, mut body) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
            let (mut slide, mut force, mut load) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
            let name = c"mass".as_ptr();
            assert_eq!(swp_model_add_ground(model, c"g".as_ptr(), origin.as_ptr(), unit.as_ptr(), &mut ground), SWP_OK);
            assert_eq!(swp_model_add_node(model, name, origin.as_ptr(), unit.as_ptr(), &mut node), SWP_OK);
            let inertia = [0.01, 0.0, 0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 0.01];
            let (at, about) = (origin.as_ptr(), inertia.as_ptr());
            assert_eq!(swp_model_add_rigid_body(model, name, node, MASS, at, about, &mut body), SWP_OK);
            // a slide is along the third joint axis
            let orientation = [half, 0.0, half, 0.0];
            let [a, b] = [ground, node].map(|node| swp_attachment { node, offset: [0.0; 3], orientation });
            assert_eq!(swp_model_add_prismatic(model, c"slide".as_ptr(), &a, &b, &mut slide), SWP_OK);
            assert_eq!(swp_model_add_input(model, c"push".as_ptr(), initial, &mut force), SWP_OK);
            let along = [1.0, 0.0, 0.0];
            let frame = 0;
            let name = c"push".as_ptr();
            let status = swp_model_add_force(model, name, node, frame, along.as_ptr(), null(), force, &mut load);
            assert_eq!(status, SWP_OK);
            if stiffness > 0.0 {
                let mut spring = std::mem::zeroed();
                let name = c"spring".as_ptr();
                assert_eq!(swp_model_add_joint_spring(model, name, slide, 0, stiffness, 0.0, 0.0, &mut spring), SWP_OK);
            }
            if x0 != 0.0 {
                assert_eq!(swp_model_start_joint(model, slide, 0, x0, 0.0), SWP_OK);
            }
            assert_eq!(swp_sim_create(model, options, &mut sim), SWP_OK);
            swp_model_free(model);
            assert_eq!(swp_sim_set_input_rule(sim, null(), rule), SWP_OK);
            Slider { sim, force, slide, node }
        }
    }

    /// Position, velocity and acceleration along x.
    pub fn motion(&self) -> [f64; 3] {
        // SAFETY: the handle is its own, the struct a local variable of which all bytes zero is a value.
        unsafe {
            let mut m: swp_motion = std::mem::zeroed();
            assert_eq!(swp_sim_motion(self.sim, self.node, &mut m), SWP_OK);
            [m.position[0], m.velocity[0], m.acceleration[0]]
        }
    }

    pub fn set(&self, force: f64) {
        // SAFETY: the handle is its own.
        assert_eq!(unsafe { swp_sim_set_input(self.sim, self.force, force) }, SWP_OK);
    }

    pub fn begin(&self, h: f64) {
        // SAFETY: as above
        assert_eq!(unsafe { swp_sim_begin(self.sim, h) }, SWP_OK);
    }

    pub fn iterate(&self) {
        // SAFETY: as above
        assert_eq!(unsafe { swp_sim_iterate(self.sim) }, SWP_OK, "{}", self.error());
    }

    pub fn accept(&self) {
        // SAFETY: as above
        assert_eq!(unsafe { swp_sim_accept(self.sim) }, SWP_OK);
    }

    pub fn step(&self, h: f64) {
        // SAFETY: as above
        assert_eq!(unsafe { swp_sim_step(self.sim, h) }, SWP_OK, "{}", self.error());
    }

    /// A step at whose end the force is this.
    pub fn step_to(&self, h: f64, force: f64) {
        self.begin(h);
        self.set(force);
        self.iterate();
        self.accept();
    }

    pub fn error(&self) -> String {
        error(self.sim)
    }
}

/// Text of the last failure.
pub fn error(sim: *const swp_sim) -> String {
    let (mut buffer, mut needed) = ([0_u8; 2000], 0);
    // SAFETY: the buffer is as long as it is said to be.
    unsafe { swp_sim_error(sim, buffer.as_mut_ptr().cast(), buffer.len(), &mut needed) };
    std::ffi::CStr::from_bytes_until_nul(&buffer).unwrap().to_string_lossy().into_owned()
}

/// Orders between errors at steps that are halved; those at rounding count as infinite.
pub fn orders(errors: &[f64]) -> Vec<f64> {
    errors.windows(2).map(|e| if e[1] < 1e-12 { f64::INFINITY } else { (e[0] / e[1]).log2() }).collect()
}
