//! Schemes, Newton's method, step control, inputs and trials.
//!
//! One program for many files: each links the library once. `cargo test --release --test schemes FILE::` runs one of them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../slider/mod.rs"]
mod slider;
#[path = "../support/mod.rs"]
mod support;

#[path = "../action_energy.rs"]
mod action_energy;
#[path = "../at_rest.rs"]
mod at_rest;
#[path = "../energy_momentum.rs"]
mod energy_momentum;
#[path = "../generalised.rs"]
mod generalised;
#[path = "../growing_steps.rs"]
mod growing_steps;
#[path = "../input_hold.rs"]
mod input_hold;
#[path = "../linear_solver.rs"]
mod linear_solver;
#[path = "../newmark_stability.rs"]
mod newmark_stability;
#[path = "../newton.rs"]
mod newton;
#[path = "../radau.rs"]
mod radau;
#[path = "../rejected_steps.rs"]
mod rejected_steps;
#[path = "../scaling.rs"]
mod scaling;
#[path = "../scheme_orders.rs"]
mod scheme_orders;
#[path = "../schemes.rs"]
mod schemes;
#[path = "../spectral.rs"]
mod spectral;
#[path = "../spinning_hinge.rs"]
mod spinning_hinge;
#[path = "../step_control.rs"]
mod step_control;
#[path = "../step_control_contacts.rs"]
mod step_control_contacts;
#[path = "../step_control_jumps.rs"]
mod step_control_jumps;
#[path = "../step_control_rates.rs"]
mod step_control_rates;
#[path = "../stiff_dampers.rs"]
mod stiff_dampers;
#[path = "../stiff_stops.rs"]
mod stiff_stops;
#[path = "../sub_iterations.rs"]
mod sub_iterations;
