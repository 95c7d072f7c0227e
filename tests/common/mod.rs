//! Models of the published mechanisms, to be run with any scheme. A test that uses them has `mod support;` too.
#![allow(dead_code)] // each test uses its part

pub mod bars;
pub mod bauchau;
pub mod borri;
pub mod deployment;
pub mod epple;
pub mod large;
pub mod pendulum;
pub mod turbine;
