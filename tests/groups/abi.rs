//! The C ABI, files, snapshots, diagnosis and the order of the sources.
//!
//! One program for many files: each links the library once. `cargo test --release --test abi FILE::` runs one of them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../support/mod.rs"]
mod support;

#[path = "../architecture.rs"]
mod architecture;
#[path = "../between_nodes_c.rs"]
mod between_nodes_c;
#[path = "../case_file.rs"]
mod case_file;
#[path = "../diagnosis.rs"]
mod diagnosis;
#[path = "../director_beams_c.rs"]
mod director_beams_c;
#[path = "../frames_c.rs"]
mod frames_c;
#[path = "../generalised_c.rs"]
mod generalised_c;
#[path = "../gmsh.rs"]
mod gmsh;
#[path = "../host_terms.rs"]
mod host_terms;
#[path = "../modal_damping_c.rs"]
mod modal_damping_c;
#[path = "../model_file.rs"]
mod model_file;
#[path = "../one_model_c.rs"]
mod one_model_c;
#[path = "../scheme_runs_as.rs"]
mod scheme_runs_as;
#[path = "../shells_c.rs"]
mod shells_c;
#[path = "../snapshots.rs"]
mod snapshots;
#[path = "../solids_c.rs"]
mod solids_c;
#[path = "../step_control_c.rs"]
mod step_control_c;
#[path = "../threads.rs"]
mod threads;
