//! Release from rest in a singular position, all bars in line: constraints that depend on each other only there hold from the first
//! step on, and the mechanism takes the branch of least constraint (Gauss), or the start is refused where two are alike.
//!
//! The four-bar has legs of 1 m on pivots at x = 0 and x = d and a bar above of length d, all of 1 kg, and starts with its legs along
//! +x. With their angles θ₁, θ₂ from there, small, the length of the bar above says
//!
//! ```text
//!   (θ₁ − θ₂) (d (θ₁ + θ₂) + θ₁ − θ₂) = 0
//! ```
//!
//! so that two branches cross: the parallelogram θ₁ = θ₂, and for d = 1 that with θ₁ = 0, in which the bar above and the second leg turn
//! as one about the pivot at x = 1. Tip forces F₁, F₂ along y move them, with m = 1 kg and bars that are slender, by
//!
//! ```text
//!   parallelogram   (2/3 + 1) θ̈ = (F₁ + F₂) cos θ,      the other   (1/3 + 1/3) θ̈ = F₂ cos θ
//! ```

use crate::common;
use crate::support;

use common::double_four_bar::{double_four_bar, exact};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;
use support::{every_scheme, options};
use swashplate::error::{Error, Result};
use swashplate::integrators::Scheme;
use swashplate::integrators::initial::Redundancy;
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::diagnosis::{Severity, diagnose};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

/// Is it a scheme of first order?
fn first_order(scheme: Scheme) -> bool {
    matches!(scheme, Scheme::MomentumDecayingConstrained(_)) || scheme.name() == "Newmark"
}

fn simulate(model: Model, scheme: Scheme) -> Result<Simulation> {
    let options = Options { scheme, redundancy: Redundancy::LeastSquares, ..options(0.8) };
    Simulation::new(Arc::new(model), options)
}

/// The four-bar in line, its two legs, with these forces on their tips.
fn four_bar_in_line(hinges: bool, forces: [f64; 2]) -> (Model, [NodeId; 2]) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let mut bar = |name: &str, x: f64| {
        let node = model.add_node(name, NodeKind::Free, Vec3::new(x, 0.0, 0.0), Quat::identity()).unwrap();
        let inertia = Mat3::from_diagonal(&(Vec3::new(1e-3, 1.0, 1.0) / 12.0));
        model.add_rigid_body(name, node, 1.0, Vec3::new(0.5, 0.0, 0.0), inertia).unwrap();
        node
    };
    let [first, second, above] = [bar("first", 0.0), bar("second", 1.0), bar("above", 1.0)];
    for (node, force) in [(first, forces[0]), (second, forces[1])] {
        let vectors = [Vec3::new(0.0, force, 0.0), Vec3::zeros(), Vec3::x()];
        model.add_load(&format!("force {}", node.0), node, Axes::Dead, vectors, one).unwrap();
    }
    let mut join = |name: &str, pair, x: f64, frame: Quat, a, b| {
        let point = Vec3::new(x, 0.0, 0.0);
        let (a, b) = (model.attach(a, point, frame).unwrap(), model.attach(b, point, frame).unwrap());
        model.add_joint(name, pair, a, b).unwrap();
    };
    let plane = Quat::identity();
    let cross = Quat::from_matrix(&Mat3::from_columns(&[Vec3::z(), Vec3::y(), -Vec3::x()]));
    join("foot 1", joints::revolute(), 0.0, plane, ground, first);
    join("foot 2", joints::revolute(), 1.0, plane, ground, second);
    join("left", if hinges { joints::revolute() } else { joints::spherical() }, 1.0, plane, first, above);
    let (right, frame) = if hinges { (joints::revolute(), plane) } else { (joints::universal(), cross) };
    join("right", right, 2.0, frame, second, above);
    (model, [first, second])
}

/// Angle after `time` of inertia · θ̈ = force cos θ from rest at zero, by the classical Runge-Kutta method.
fn turned(inertia: f64, force: f64, time: f64) -> f64 {
    let (steps, slope) = (2000, |[theta, rate]: [f64; 2]| [rate, force / inertia * theta.cos()]);
    let h = time / steps as f64;
    let mut y = [0.0, 0.0];
    for _ in 0..steps {
        let at = |k: [f64; 2], part: f64| [y[0] + part * h * k[0], y[1] + part * h * k[1]];
        let k1 = slope(y);
        let k2 = slope(at(k1, 0.5));
        let k3 = slope(at(k2, 0.5));
        let k4 = slope(at(k3, 1.0));
        y = [0, 1].map(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    y[0]
}

fn angle(sim: &Simulation, node: NodeId) -> f64 {
    let d = sim.motion(node).unwrap().d;
    d[(1, 0)].atan2(d[(0, 0)])
}

/// Gravity pushes all three legs of the double four-bar alike, along the branch on which they stay parallel.
#[test]
fn double_four_bar_falls_from_rest_with_all_bars_in_line() {
    for (hinges, scheme) in [true, false].into_iter().flat_map(|h| every_scheme().map(|s| (h, s))) {
        let m = double_four_bar(hinges, FRAC_PI_2, 0.0);
        let mut sim = simulate(m.model, scheme).unwrap();
        let report = sim.report();
        assert_eq!((report.redundant, report.singular, report.freedom), (if hinges { 6 } else { 0 }, 2, 1), "{report}");
        sim.advance(0.5, 2e-3, None).unwrap_or_else(|e| panic!("{}: {e}", scheme.name()));
        let [theta, _] = exact(FRAC_PI_2, 0.0, 0.5);
        let tip = sim.motion(m.legs[0]).unwrap().d.column(0).into_owned();
        let error = (tip - Vec3::new(theta.sin(), theta.cos(), 0.0)).norm();
        assert!(error < if first_order(scheme) { 2e-3 } else { 1e-4 }, "{}: {error:.1e}", scheme.name());
        assert!(sim.audit(Vec3::zeros()).unwrap().position_violation < 1e-9);
    }
}

/// A force on the first tip has nothing to do with the second branch; one on the second moves it more easily than the parallelogram.
/// Neither acceleration that it would give in the position itself is on a branch.
#[test]
fn side_force_chooses_the_branch_of_least_constraint() {
    for (hinges, scheme) in [true, false].into_iter().flat_map(|h| every_scheme().map(|s| (h, s))) {
        for (forces, parallel) in [([2.0, 0.0], true), ([0.0, 2.0], false), ([2.0, 2.0], true), ([0.0, -2.0], false)] {
            let (model, legs) = four_bar_in_line(hinges, forces);
            let mut sim = simulate(model, scheme).unwrap();
            assert_eq!((sim.report().redundant, sim.report().singular), (if hinges { 3 } else { 0 }, 1));
            let what = format!("{}, hinges: {hinges}, forces {forces:?}", scheme.name());
            let theta = |t: f64| match parallel {
                true => [turned(5.0 / 3.0, forces[0] + forces[1], t); 2],
                false => [0.0, turned(2.0 / 3.0, forces[1], t)],
            };
            sim.advance(0.8, 4e-3, None).unwrap_or_else(|e| panic!("{what}: {e}"));
            for (leg, exact) in legs.into_iter().zip(theta(0.8)) {
                let off = angle(&sim, leg) - exact;
                assert!(off.abs() < if first_order(scheme) { 1e-3 } else { 2e-4 }, "{what}: {off:.1e}");
            }
        }
    }
}

/// Errors shrink with the order of the scheme although the first step leaves the singular position.
#[test]
fn release_keeps_the_order_of_the_scheme() {
    for (scheme, order) in [(every_scheme()[0], 2.0), (Scheme::RadauIIA, 3.0), (Scheme::MomentumPreserving, 2.0)] {
        let errors = [16e-3, 8e-3, 4e-3].map(|h| {
            let (model, legs) = four_bar_in_line(false, [2.0, 2.0]);
            let mut sim = simulate(model, scheme).unwrap();
            sim.advance(0.8, h, None).unwrap();
            (angle(&sim, legs[0]) - turned(5.0 / 3.0, 4.0, 0.8)).abs()
        });
        support::assert_order(scheme.name(), &errors, order, 0.3);
    }
}

#[test]
fn two_branches_that_are_alike_are_refused_by_name() {
    // (F₁ + F₂)²/(5/3) = F₂²/(2/3)
    let (model, _) = four_bar_in_line(false, [10.0_f64.sqrt() - 2.0, 2.0]);
    let refused = simulate(model, every_scheme()[0]).unwrap_err();
    assert!(matches!(&refused, Error::InconsistentStart(text) if text.contains("two branches")), "{refused}");
}

/// No force, or forces along the bars: it stays where it is.
#[test]
fn equilibrium_in_a_singular_position_stays() {
    for (hinges, scheme) in [true, false].into_iter().flat_map(|h| every_scheme().map(|s| (h, s))) {
        for gravity in [0.0, 9.81] {
            let (mut model, legs) = four_bar_in_line(hinges, [0.0, 0.0]);
            model.set_gravity(Vec3::new(gravity, 0.0, 0.0)).unwrap();
            let mut sim = simulate(model, scheme).unwrap();
            sim.advance(0.4, 4e-3, None).unwrap_or_else(|e| panic!("{}, gravity {gravity}: {e}", scheme.name()));
            assert!(legs.iter().all(|leg| angle(&sim, *leg).abs() < 1e-6), "{}", scheme.name());
        }
    }
}

/// The diagnosis says the same: what depends on others in this position only is no error.
#[test]
fn diagnosis_tells_a_singular_position_from_redundancy() {
    let (model, _) = four_bar_in_line(false, [2.0, 0.0]);
    let found = diagnose(&model, &options(0.8), 1e-3).unwrap();
    assert_eq!((found.dependent, found.freedom), (0, 1), "{found:?}");
    assert!(found.findings.iter().any(|f| f.text.contains("singular position")), "{found:?}");
    assert!(found.findings.iter().all(|f| f.severity != Severity::Error), "{found:?}");
    let (model, _) = four_bar_in_line(true, [2.0, 0.0]);
    assert_eq!(diagnose(&model, &options(0.8), 1e-3).unwrap().dependent, 3);
}
