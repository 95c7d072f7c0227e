//! Bodies that turn far in a step under the schemes over a step.

use crate::support;

use std::sync::Arc;
use support::{every_scheme, options};
use swashplate::error::Error;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};

/// A free rotor of 1.2, 1.0, 1.5 kg·m² spins about its third axis at 10 rad/s: 75 J, whatever the step. One that Newton's method answers with
/// another root is a failure, not a step.
#[test]
fn a_free_rotor_keeps_its_energy_or_its_step_fails_and_says_so() {
    let mut failed = 0;
    for scheme in
        every_scheme().into_iter().filter(|s| s.name().contains("preserving") || s.name().contains("decaying"))
    {
        for turn in [0.5, 1.0, 1.5, 2.0, 2.2, 2.4, 2.6, 3.0, 3.5, 4.0, 4.4] {
            let mut model = Model::new();
            let node = model.add_node("rotor", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
            let inertia = Mat3::from_diagonal(&Vec3::new(1.2, 1.0, 1.5));
            model.add_rigid_body("rotor", node, 1.0, Vec3::zeros(), inertia).unwrap();
            model.set_velocity(node, Vec3::zeros(), Vec3::new(0.0, 0.0, 10.0)).unwrap();
            let mut sim = Simulation::new(Arc::new(model), Options { scheme, ..options(0.8) }).unwrap();
            for _ in 0..10 {
                match sim.step(turn / 10.0) {
                    Ok(_) => {}
                    Err(Error::NewtonFailed(_)) => {
                        failed += 1;
                        break;
                    }
                    Err(other) => panic!("{}, {turn} rad: {other}", scheme.name()),
                }
            }
            let energy = sim.audit(Vec3::zeros()).unwrap().kinetic_energy;
            assert!(energy < 75.0 * 1.01, "{}, {turn} rad a step: {energy} J", scheme.name());
        }
    }
    assert!(failed > 0);
}
