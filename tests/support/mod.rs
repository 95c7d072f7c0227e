//! What several tests share: reference numbers, observed orders, the four-bar mechanism.
#![allow(dead_code)] // each test uses its part

use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

/// A file of independent reference numbers; see `tests/reference/README.md`.
pub fn reference(name: &str) -> serde_json::Value {
    let path = format!("{}/tests/reference/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Numbers of a JSON array.
pub fn numbers(value: &serde_json::Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
}

/// A vector from JSON.
pub fn vector(value: &serde_json::Value) -> Vec3 {
    Vec3::from_column_slice(&numbers(value))
}

/// Orders observed between errors at steps that halve each time.
pub fn orders(errors: &[f64]) -> Vec<f64> {
    errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect()
}

/// Every observed order is within `margin` of `expected`.
pub fn assert_order(what: &str, errors: &[f64], expected: f64, margin: f64) {
    println!("{what}: orders {:.2?}", orders(errors));
    for order in orders(errors) {
        assert!((order - expected).abs() <= margin, "{what}: order {order:.3}, errors {errors:?}");
    }
}

/// Options with generalised-α of this spectral radius.
pub fn options(rho: f64) -> Options {
    Options { scheme: Scheme::GeneralizedAlpha(Coefficients::spectral_radius(rho).unwrap()), ..Default::default() }
}

/// The body of Bauchau 2003 §6: mass, centre of mass, inertia about it (`rigid_body.json`).
pub fn bauchau_body() -> (f64, Vec3, Mat3) {
    let inertia = Mat3::new(0.65, -0.06, 0.039, -0.06, 0.42, -0.193, 0.039, -0.193, 0.594);
    (1.8, Vec3::new(0.1, -0.4, 0.3), inertia)
}

/// The crank-rocker of Gransden 2015 §5.2, in the x-y plane.
pub struct FourBar {
    pub model: Model,
    /// crank pivot, crank to coupler, rocker to coupler, rocker pivot
    pub joints: [JointId; 4],
}

/// With spatial revolutes everywhere (three conditions too many), or with a spherical joint at one end of the coupler and a
/// universal one at the other, whose locked direction is the coupler's own axis.
pub fn four_bar(redundant: bool) -> FourBar {
    let start = reference("fourbar")["initial"].clone();
    let angles = [std::f64::consts::FRAC_PI_2, start["alpha2"].as_f64().unwrap(), start["alpha3"].as_f64().unwrap()];
    let along = angles.map(|a| Vec3::new(a.cos(), a.sin(), 0.0));
    let (a, d) = (Vec3::zeros(), Vec3::x());
    let (b, c) = (a + 0.3 * along[0], d + 0.6 * along[2]);

    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let bars = [("crank", a, 0, 0.3, 1.5), ("coupler", b, 1, 1.0, 5.0), ("rocker", d, 2, 0.6, 3.0)];
    let nodes: Vec<NodeId> = bars
        .iter()
        .map(|&(name, foot, k, length, mass)| {
            let turn = so3::exp(&(angles[k] * Vec3::z()));
            let node = model.add_node(name, NodeKind::Free, foot, turn).unwrap();
            // a slender bar along its x axis; a thousandth of the inertia about that axis
            let across = mass * length * length / 12.0;
            let inertia = Mat3::from_diagonal(&Vec3::new(1e-3 * across, across, across));
            model.add_rigid_body(name, node, mass, Vec3::new(0.5 * length, 0.0, 0.0), inertia).unwrap();
            node
        })
        .collect();
    let mut join = |name: &str, pair, point: Vec3, frame: Quat, first, second| {
        let (one, two) = (model.attach(first, point, frame).unwrap(), model.attach(second, point, frame).unwrap());
        model.add_joint(name, pair, one, two).unwrap()
    };
    // the cross of the universal joint: axis 1 along z, axis 2 across the coupler, so that axis 3 is along it
    let across = Vec3::z().cross(&along[1]);
    let cross = Quat::from_matrix(&Mat3::from_columns(&[Vec3::z(), across, Vec3::z().cross(&across)]));
    let plane = Quat::identity();
    let joints = [
        join("A", joints::revolute(), a, plane, ground, nodes[0]),
        if redundant {
            join("B", joints::revolute(), b, plane, nodes[0], nodes[1])
        } else {
            join("B", joints::spherical(), b, plane, nodes[0], nodes[1])
        },
        if redundant {
            join("C", joints::revolute(), c, plane, nodes[2], nodes[1])
        } else {
            join("C", joints::universal(), c, cross, nodes[2], nodes[1])
        },
        join("D", joints::revolute(), d, plane, ground, nodes[2]),
    ];
    model.start_joint(joints[0], 0, None, Some(1.0)).unwrap();
    FourBar { model, joints }
}

/// A simulation, or the reason why there is none.
pub fn simulate(model: Model, options: Options) -> Simulation {
    Simulation::new(Arc::new(model), options).unwrap_or_else(|e| panic!("{e}"))
}

/// A state as bits: what must be equal to the last one.
pub fn bits(sim: &Simulation) -> Vec<u8> {
    sim.save()
}

/// Every scheme, damped a little where it can be.
pub fn every_scheme() -> [Scheme; 9] {
    [
        Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::GeneralizedAlpha(Coefficients::hht(0.1).unwrap()),
        Scheme::GeneralizedAlpha(Coefficients::newmark(0.52, 0.2601).unwrap()),
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumPreserving,
        Scheme::MomentumDecaying(1.0),
        Scheme::MomentumDecayingConstrained(1.0),
    ]
}

/// Every scheme, and generalised-α in its stage-weighted form.
pub fn every_form() -> Vec<Scheme> {
    let weighted = Scheme::StageWeighted(Coefficients::spectral_radius(0.8).unwrap());
    every_scheme().into_iter().chain([weighted]).collect()
}
