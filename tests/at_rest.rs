//! Systems that come to rest: motions decay through the smallest numbers that there are, and steps go on.

use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};

/// Two kilograms on a slider with 200 N/m and 40 N·s/m, let go 0.1 m away: critically damped, time constant 0.1 s.
fn spring() -> Model {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = model.add_node("block", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("block", node, 2.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let side = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (side(&model, ground), side(&model, node));
    let slide = model.add_joint("slide", joints::prismatic(), a, b).unwrap();
    model.add_joint_spring("spring", slide, 0, [200.0, 40.0, 0.0]).unwrap();
    model.start_joint(slide, 0, Some(0.1), None).unwrap();
    model
}

/// A thousand time constants in steps of a tenth of one: decay by e^-1000, through subnormal numbers, to zero.
#[test]
fn damped_spring_goes_on_when_it_has_come_to_rest() {
    let schemes = [
        Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::GeneralizedAlpha(Coefficients::hht(0.1).unwrap()),
        Scheme::GeneralizedAlpha(Coefficients::newmark(0.55, 0.28).unwrap()),
        Scheme::StageWeighted(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumPreserving,
        Scheme::MomentumDecaying(1.0),
        Scheme::MomentumDecayingConstrained(1.0),
    ];
    for scheme in schemes {
        let options = Options { scheme, ..Default::default() };
        let mut sim = Simulation::new(Arc::new(spring()), options).unwrap();
        for k in 0..12_000 {
            sim.step(1e-2).unwrap_or_else(|e| panic!("{}, step {k}: {e}", scheme.name()));
        }
        let left = sim.state().nodes[1].x.norm();
        println!("{}: {left:e} m", scheme.name());
        assert!(left < 1e-15, "{}: {left:e} m", scheme.name());
    }
}
