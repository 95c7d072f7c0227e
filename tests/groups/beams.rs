//! Beams, sections, statics, modes and rotors.
//!
//! One program for many files: each links the library once. `cargo test --release --test beams FILE::` runs one of them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../support/mod.rs"]
mod support;

#[path = "../beam_building.rs"]
mod beam_building;
#[path = "../beams_dynamics.rs"]
mod beams_dynamics;
#[path = "../beams_frequencies.rs"]
mod beams_frequencies;
#[path = "../beams_static.rs"]
mod beams_static;
#[path = "../blade_mesh.rs"]
mod blade_mesh;
#[path = "../crank_panel.rs"]
mod crank_panel;
#[path = "../director_beams.rs"]
mod director_beams;
#[path = "../membrane.rs"]
mod membrane;
#[path = "../modal_damping.rs"]
mod modal_damping;
#[path = "../modes.rs"]
mod modes;
#[path = "../one_model.rs"]
mod one_model;
#[path = "../rotor_hub.rs"]
mod rotor_hub;
#[path = "../section_slips.rs"]
mod section_slips;
#[path = "../shells.rs"]
mod shells;
#[path = "../shells_linear.rs"]
mod shells_linear;
#[path = "../shells_loads.rs"]
mod shells_loads;
#[path = "../shells_modes.rs"]
mod shells_modes;
#[path = "../shells_orders.rs"]
mod shells_orders;
#[path = "../slender_modes.rs"]
mod slender_modes;
#[path = "../solar_panel.rs"]
mod solar_panel;
#[path = "../solid_blade.rs"]
mod solid_blade;
#[path = "../solids.rs"]
mod solids;
#[path = "../solids_dynamics.rs"]
mod solids_dynamics;
#[path = "../spin_invariance.rs"]
mod spin_invariance;
#[path = "../statics.rs"]
mod statics;
#[path = "../statics_branching.rs"]
mod statics_branching;
#[path = "../statics_drives.rs"]
mod statics_drives;
#[path = "../statics_hard.rs"]
mod statics_hard;
#[path = "../statics_limit_points.rs"]
mod statics_limit_points;
#[path = "../statics_paths.rs"]
mod statics_paths;
#[path = "../tail_rotor.rs"]
mod tail_rotor;
#[path = "../thin_statics.rs"]
mod thin_statics;
#[path = "../ties.rs"]
mod ties;
#[path = "../tilted_joint.rs"]
mod tilted_joint;
#[path = "../tip_crank.rs"]
mod tip_crank;
#[path = "../turbine.rs"]
mod turbine;
