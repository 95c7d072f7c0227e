//! What each scheme promises, on mechanisms with joints: energy, momenta, conditions, orders.

mod support;

use std::sync::Arc;
use support::bauchau_body;
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};

/// Two free bodies on a revolute joint, far from their centres of mass.
fn two_bodies() -> (Model, JointId) {
    let mut model = Model::new();
    let (mass, center, inertia) = bauchau_body();
    let a =
        model.add_node("a", NodeKind::Free, Vec3::new(0.2, 0.1, 0.0), so3::exp(&Vec3::new(0.3, 0.1, -0.2))).unwrap();
    let b =
        model.add_node("b", NodeKind::Free, Vec3::new(1.1, -0.3, 0.4), so3::exp(&Vec3::new(-0.5, 0.2, 0.7))).unwrap();
    model.add_rigid_body("a", a, mass, center, inertia).unwrap();
    model.add_rigid_body("b", b, 0.7 * mass, 0.5 * center, inertia * 0.6).unwrap();
    let (point, frame) = (Vec3::new(0.6, 0.5, -0.2), so3::exp(&Vec3::new(0.4, -0.9, 0.3)));
    let [on_a, on_b] = [a, b].map(|n| model.attach(n, point, frame).unwrap());
    let joint = model.add_joint("hinge", joints::revolute(), on_a, on_b).unwrap();
    model.set_velocity(a, Vec3::new(0.3, -0.5, 0.2), Vec3::new(1.5, -0.8, 2.2)).unwrap();
    model.set_velocity(b, Vec3::new(-0.2, 0.4, 0.6), Vec3::new(-1.0, 2.4, 0.5)).unwrap();
    (model, joint)
}

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    let _ = Quat::identity();
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap()
}

#[test]
fn explore() {
    for scheme in [
        Scheme::EnergyPreserving,
        Scheme::MomentumPreserving,
        Scheme::MomentumDecaying(1.0),
        Scheme::EnergyDecaying(1.0),
        Scheme::EnergyDecaying(0.5),
        Scheme::EnergyDecaying(0.0),
    ] {
        let run = |steps: usize| {
            let (model, joint) = two_bodies();
            let mut sim = simulate(model, scheme);
            let start = sim.audit(Vec3::zeros()).unwrap();
            for _ in 0..steps {
                sim.step(1.0 / steps as f64).unwrap();
            }
            let end = sim.audit(Vec3::zeros()).unwrap();
            let loss = start.kinetic_energy - end.kinetic_energy;
            println!(
                "{} {steps}: loss {:.3e} defect {:.1e} L {:.1e} H {:.1e} C {:.1e} mid {:.1e} works {:.1e} iterations {}",
                scheme.name(),
                loss,
                loss - sim.state().ledger.dissipated,
                (end.linear_momentum - start.linear_momentum).norm(),
                (end.angular_momentum - start.angular_momentum).norm(),
                end.position_violation,
                sim.state().ledger.middle_violation,
                end.work_constraints,
                sim.state().ledger.iterations as f64 / steps as f64
            );
            let s = sim.state();
            (s.nodes[1].x, s.nodes[1].d, s.nodes[1].v, s.nodes[1].omega, sim.joint_reaction(joint, 1, false).unwrap())
        };
        let runs: Vec<_> = [20, 40, 80, 160, 320].map(run).into();
        for w in runs.windows(3) {
            let e = |a: &(Vec3, swashplate::math::Mat3, Vec3, Vec3, (Vec3, Vec3)),
                     b: &(Vec3, swashplate::math::Mat3, Vec3, Vec3, (Vec3, Vec3))| {
                [
                    (a.0 - b.0).norm(),
                    (a.1 - b.1).norm(),
                    (a.2 - b.2).norm(),
                    (a.3 - b.3).norm(),
                    (a.4.0 - b.4.0).norm(),
                    (a.4.1 - b.4.1).norm(),
                ]
            };
            let (x, y) = (e(&w[0], &w[1]), e(&w[1], &w[2]));
            println!(
                "   {:?} orders {:?}",
                x.map(|v| format!("{v:.1e}")),
                [0, 1, 2, 3, 4, 5].map(|k| format!("{:.2}", (x[k] / y[k]).log2()))
            );
        }
    }
}
