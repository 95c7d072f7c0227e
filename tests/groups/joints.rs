//! Joints, mechanisms, starts and singular positions.
//!
//! One program for many files: each links the library once. `cargo test --release --test joints FILE::` runs one of them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../support/mod.rs"]
mod support;

#[path = "../actuators.rs"]
mod actuators;
#[path = "../between_nodes.rs"]
mod between_nodes;
#[path = "../chains.rs"]
mod chains;
#[path = "../gears.rs"]
mod gears;
#[path = "../joint_actions.rs"]
mod joint_actions;
#[path = "../joints_dynamics.rs"]
mod joints_dynamics;
#[path = "../knife_edge.rs"]
mod knife_edge;
#[path = "../landing.rs"]
mod landing;
#[path = "../large_turns.rs"]
mod large_turns;
#[path = "../lock_switches.rs"]
mod lock_switches;
#[path = "../mechanisms.rs"]
mod mechanisms;
#[path = "../nonholonomic.rs"]
mod nonholonomic;
#[path = "../reactions_beside.rs"]
mod reactions_beside;
#[path = "../singular_positions.rs"]
mod singular_positions;
#[path = "../singular_starts.rs"]
mod singular_starts;
#[path = "../small_rows.rs"]
mod small_rows;
#[path = "../start.rs"]
mod start;
#[path = "../start_carried.rs"]
mod start_carried;
#[path = "../start_leaves_nothing.rs"]
mod start_leaves_nothing;
#[path = "../verification_four_bar.rs"]
mod verification_four_bar;
#[path = "../verification_rigid_body.rs"]
mod verification_rigid_body;
#[path = "../verification_universal_joint.rs"]
mod verification_universal_joint;
