//! Conditioning of the iteration matrix: the spring pendulum of Epple §2.4, problem II.
//!
//! A bob on a bar of 1 m, a torsional spring of 10 N·m/rad at the root; the root angle is an algebraic unknown. Epple's
//! Tables 2.1 and 2.2 illustrate two laws: without scaling the condition number grows as h⁻⁴ and m², with scaling and
//! augmentation it depends on neither.

use crate::support;

use nalgebra::DMatrix;
use support::{options, simulate};
use swashplate::integrators::generalized_alpha::Scaling;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::terms::holonomic::{Attachment, Coordinate, Line, Pair};

/// Epple (2.27) as data: the bob at a fixed distance from the root, and the root angle φ of the arm,
/// q1 sin φ − q2 cos φ = 0 (φ counted from axis 1).
fn pendulum() -> Pair {
    let arm = joints::distance(1.0);
    let angle = Coordinate::turn(Line::Gap, Line::A(1), Line::A(2), "angle of the arm");
    Pair { kind: "spring pendulum", coordinates: vec![angle], ..arm }
}

/// Condition number in the maximum norm of the iteration matrix after a step of size h.
fn condition(mass: f64, h: f64, scaling: Scaling) -> f64 {
    let mut model = Model::new();
    let root = model.add_node("root", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let bob = model.add_node("bob", NodeKind::Point, Vec3::x(), Quat::identity()).unwrap();
    model.add_point_mass("bob", bob, mass, Vec3::zeros()).unwrap();
    let at = |node| Attachment { node, offset: Vec3::zeros(), axes: Mat3::identity() };
    let root = model.add_joint("root", pendulum(), at(root), at(bob)).unwrap();
    model.add_joint_spring("root", root, 0, [10.0, 0.0, 0.0]).unwrap();
    model.start_joint(root, 0, None, Some(0.3)).unwrap();
    let mut sim = simulate(model, swashplate::simulation::Options { scaling, ..options(0.8) });
    sim.step(h).unwrap_or(()); // the unscaled matrix may be too bad for a step; it can be looked at all the same
    let (dense, n) = sim.iteration_matrix(h).unwrap();
    let matrix = DMatrix::from_row_slice(n, n, &dense);
    let norm = |m: &DMatrix<f64>| (0..n).map(|i| m.row(i).iter().map(|v| v.abs()).sum::<f64>()).fold(0.0, f64::max);
    norm(&matrix) * norm(&matrix.clone().try_inverse().expect("the matrix is regular"))
}

const SCALED: Scaling = Scaling { on: true, penalty: 1.0 };
const PLAIN: Scaling = Scaling { on: false, penalty: 0.0 };

/// Largest over smallest.
fn spread(values: &[f64]) -> f64 {
    values.iter().fold(0.0_f64, |a, b| a.max(*b)) / values.iter().fold(f64::INFINITY, |a, b| a.min(*b))
}

#[test]
fn scaled_condition_number_does_not_depend_on_step_or_mass() {
    let steps: Vec<f64> = (1..=6).map(|k| condition(1.0, 10f64.powi(-k), SCALED)).collect();
    assert!(spread(&steps) < 1.2, "h = 1e-1 … 1e-6: {steps:.1?}");
    let masses: Vec<f64> = (-2..=4).map(|k| condition(10f64.powi(k), 0.01, SCALED)).collect();
    assert!(spread(&masses) < 1.2, "m = 1e-2 … 1e4: {masses:.1?}");
}

#[test]
fn unscaled_condition_number_grows_as_the_step_to_the_minus_four_and_the_mass_squared() {
    // over one decade each where rounding does not yet hide it
    let step = (condition(1.0, 1e-2, PLAIN) / condition(1.0, 1e-1, PLAIN)).log10();
    assert!((step - 4.0).abs() < 0.1, "h: exponent {step}");
    let mass = (condition(10.0, 0.01, PLAIN) / condition(1.0, 0.01, PLAIN)).log10();
    assert!((mass - 2.0).abs() < 0.1, "m: exponent {mass}");
}
