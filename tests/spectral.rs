//! Spectral radii of the schemes on an undamped oscillator, measured through the library, against `reference/spectral.json`: the
//! rational stability functions, built without this library.
//!
//! A body on a sliding joint with a spring. One step from each of two states gives the two columns of the amplification matrix.

use crate::support;

use std::f64::consts::TAU;
use std::sync::Arc;
use support::reference;
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};

/// An oscillator of period 1 s at (q, v).
fn oscillator(scheme: Scheme, q: f64, v: f64) -> Simulation {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let body = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("body", body, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let [a, b] = [ground, body].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let slide = model.add_joint("slide", joints::prismatic(), a, b).unwrap();
    model.add_joint_spring("spring", slide, 0, [TAU * TAU, 0.0, 0.0]).unwrap();
    model.start_joint(slide, 0, Some(q), Some(v)).unwrap();
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap()
}

/// Largest absolute eigenvalue of one step of size h on (q, v).
fn radius(scheme: Scheme, h: f64) -> f64 {
    let column = |q: f64, v: f64| {
        let mut sim = oscillator(scheme, q, v);
        sim.step(h).unwrap();
        let body = sim.state().nodes[1];
        [body.x.norm() * body.x.sum().signum(), body.v.sum()]
    };
    // v in units of 1/s of one metre: the eigenvalues do not care
    let ([a, c], [b, d]) = (column(1.0, 0.0), column(0.0, 1.0));
    let (half, det) = (0.5 * (a + d), a * d - b * c);
    let square = half * half - det;
    if square < 0.0 { det.sqrt() } else { half.abs() + square.sqrt() }
}

#[test]
fn radii_of_the_schemes_over_a_step_are_those_of_their_stability_functions() {
    let rows = reference("spectral")["rows"].as_array().unwrap().clone();
    for (alpha, name) in [(1.0, "ED_alpha1"), (0.5, "ED_alpha0_5"), (0.0, "ED_alpha0")] {
        for scheme in
            [Scheme::EnergyDecaying(alpha), Scheme::MomentumDecaying(alpha), Scheme::MomentumDecayingConstrained(alpha)]
        {
            for row in &rows {
                let (h, exact) = (row["h_over_T"].as_f64().unwrap(), row[name].as_f64().unwrap());
                let found = radius(scheme, h);
                assert!((found - exact).abs() < 1e-10, "{}, α = {alpha}, h/T = {h}: {found} {exact}", scheme.name());
            }
        }
    }
    for scheme in [Scheme::EnergyPreserving, Scheme::MomentumPreserving] {
        for row in &rows {
            let h = row["h_over_T"].as_f64().unwrap();
            let found = radius(scheme, h);
            assert!((found - 1.0).abs() < 1e-10, "{}, h/T = {h}: {found}", scheme.name());
        }
    }
}
