//! Models of the published mechanisms, to be run with any scheme. A test that uses them has `mod support;` too.
#![allow(dead_code)] // each test uses its part

pub mod bars;
pub mod bauchau;
pub mod borri;
pub mod deployment;
pub mod double_four_bar;
pub mod epple;
pub mod epple_shells;
pub mod everything;
pub mod hub;
pub mod large;
pub mod mutate;
pub mod pendulum;
pub mod resting;
pub mod shell_mesh;
pub mod solar_panel;
pub mod solid_mesh;
pub mod tail_rotor;
pub mod tip_crank;
pub mod turbine;
