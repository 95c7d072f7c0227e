//! Every joint under every scheme: two free bodies joined far from their centres of mass, without and with a spring on the first
//! coordinate of the joint. No load acts, so energy and momenta are known; what each scheme promises of them, of the conditions
//! and of the order of convergence is in one table.
//!
//! The reference is extrapolated from EP on two fine grids (EP is symmetric in time: its error has even powers of h only);
//! generalised-α, which `joints_dynamics.rs` holds against independent minimal-coordinate equations, converges to it with the
//! others.

use crate::support;

use std::sync::Arc;
use support::bauchau_body;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::math::{Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::holonomic::Pair;

/// Time of the comparison [s].
const END: f64 = 0.5;

/// What a scheme promises.
struct Promise {
    scheme: Scheme,
    /// order in positions, velocities, reactions: of rigid bodies and joints, and with a spring
    order: [f64; 2],
    /// energy kept, or lost exactly as the scheme says
    energy: bool,
    linear_momentum: bool,
    angular_momentum: bool,
}

fn promises() -> Vec<Promise> {
    let alpha = |rho| Scheme::GeneralizedAlpha(Coefficients::spectral_radius(rho).unwrap());
    let promise = |scheme, order, [energy, linear_momentum, angular_momentum]: [bool; 3]| Promise {
        scheme,
        order,
        energy,
        linear_momentum,
        angular_momentum,
    };
    vec![
        promise(alpha(0.8), [2.0; 2], [false; 3]),
        promise(Scheme::StageWeighted(Coefficients::spectral_radius(0.8).unwrap()), [2.0; 2], [false; 3]),
        promise(Scheme::RadauIIA, [3.0; 2], [false; 3]),
        promise(Scheme::EnergyPreserving, [2.0; 2], [true; 3]),
        // a stress and a gradient that both change over a step cost the third order: their means are multiplied, not the values
        promise(Scheme::EnergyDecaying(1.0), [3.0, 2.0], [true, true, false]),
        promise(Scheme::EnergyDecaying(0.5), [3.0, 2.0], [true, true, false]),
        promise(Scheme::MomentumPreserving, [2.0; 2], [true; 3]),
        promise(Scheme::MomentumDecaying(1.0), [2.0; 2], [true; 3]),
        promise(Scheme::MomentumDecaying(0.5), [2.0; 2], [true; 3]),
        // of first order at least: a joint that a screw motion satisfies by itself gives two
        promise(Scheme::MomentumDecayingConstrained(1.0), [1.0; 2], [true; 3]),
    ]
}

fn every_pair() -> Vec<Pair> {
    vec![
        joints::revolute(),
        joints::prismatic(),
        joints::cylindrical(),
        joints::screw(0.3),
        joints::planar(),
        joints::spherical(),
        joints::universal(),
        joints::rigid_connection(),
        joints::distance(0.9),
        joints::point_on_line(),
        joints::point_in_plane(),
    ]
}

/// Two free bodies on a joint. A distance is kept between two points, so the joint's point on b lies aside.
fn two_bodies(pair: Pair, spring: bool) -> (Model, JointId) {
    let mut model = Model::new();
    let (mass, center, inertia) = bauchau_body();
    let turned = [Vec3::new(0.3, 0.1, -0.2), Vec3::new(-0.5, 0.2, 0.7)].map(|c| so3::exp(&c));
    let a = model.add_node("a", NodeKind::Free, Vec3::new(0.2, 0.1, 0.0), turned[0]).unwrap();
    let b = model.add_node("b", NodeKind::Free, Vec3::new(1.1, -0.3, 0.4), turned[1]).unwrap();
    model.add_rigid_body("a", a, mass, center, inertia).unwrap();
    model.add_rigid_body("b", b, 0.7 * mass, 0.5 * center, inertia * 0.6).unwrap();
    let (point, frame) = (Vec3::new(0.6, 0.5, -0.2), so3::exp(&Vec3::new(0.4, -0.9, 0.3)));
    let aside = if pair.kind == "distance" { Vec3::new(0.36, -0.72, 0.405) } else { Vec3::zeros() };
    let aside = if aside.norm() > 0.0 { aside * (0.9 / aside.norm()) } else { aside };
    // the two frames of a universal joint are at right angles about its cross
    let turn = if pair.kind == "universal" {
        so3::exp(&(Vec3::x() * std::f64::consts::FRAC_PI_2))
    } else {
        so3::exp(&Vec3::zeros())
    };
    let on_a = model.attach(a, point, frame).unwrap();
    let on_b = model.attach(b, point + aside, frame * turn).unwrap();
    let coordinates = pair.coordinates.len();
    let joint = model.add_joint("joint", pair, on_a, on_b).unwrap();
    if spring && coordinates > 0 {
        model.add_joint_spring("spring", joint, 0, [30.0, 0.0, 0.1]).unwrap();
    }
    model.set_velocity(a, Vec3::new(0.3, -0.5, 0.2), Vec3::new(1.5, -0.8, 2.2)).unwrap();
    model.set_velocity(b, Vec3::new(-0.2, 0.4, 0.6), Vec3::new(-1.0, 2.4, 0.5)).unwrap();
    (model, joint)
}

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap()
}

/// Positions and directors, velocities, reaction at the end.
type Outcome = [Vec<f64>; 3];

fn outcome(sim: &Simulation, joint: JointId) -> Outcome {
    let nodes = &sim.state().nodes;
    let list = |v: Vec<Vec3>| v.iter().flat_map(|v| [v.x, v.y, v.z]).collect();
    let places = nodes.iter().flat_map(|n| [n.x, n.d.column(0).into(), n.d.column(1).into()]).collect();
    let speeds = nodes.iter().flat_map(|n| [n.v, n.omega]).collect();
    let (force, moment) = sim.joint_reaction(joint, 1, false).unwrap();
    [list(places), list(speeds), list(vec![force, moment])]
}

/// Largest differences of two outcomes.
fn distance(a: &Outcome, b: &Outcome) -> [f64; 3] {
    std::array::from_fn(|k| a[k].iter().zip(&b[k]).fold(0.0, |w: f64, (a, b)| w.max((a - b).abs())))
}

/// Run to the end and hold each step against the promises.
fn run(pair: &Pair, spring: bool, promise: &Promise, steps: usize) -> Outcome {
    let (model, joint) = two_bodies(pair.clone(), spring);
    let mut sim = simulate(model, promise.scheme);
    let start = sim.audit(Vec3::zeros()).unwrap();
    let what = format!("{}, {}, {steps} steps", pair.kind, promise.scheme.name());
    let energy = start.kinetic_energy + start.potential_energy;
    let mut last = energy;
    for _ in 0..steps {
        sim.step(END / steps as f64).unwrap();
        let now = sim.audit(Vec3::zeros()).unwrap();
        assert!(now.position_violation < 1e-11, "{what}: conditions {:.1e}", now.position_violation);
        let ledger = &sim.state().run_audit;
        if promise.energy {
            let kept = now.kinetic_energy + now.potential_energy;
            assert!((energy - kept - ledger.dissipated).abs() < 1e-12 * energy, "{what}: energy");
            assert!(kept <= last + 1e-13 * energy, "{what}: energy rises by {:.1e}", kept - last);
            assert!(now.work_constraints.abs() < 1e-12 * energy, "{what}: work of the joint");
            assert!(ledger.middle_violation < 1e-11, "{what}: mean velocities {:.1e}", ledger.middle_violation);
            last = kept;
        }
        if promise.linear_momentum {
            let drift = (now.linear_momentum - start.linear_momentum).norm();
            assert!(drift < 1e-12 * start.linear_momentum.norm(), "{what}: linear momentum {drift:.1e}");
        }
        if promise.angular_momentum {
            let drift = (now.angular_momentum - start.angular_momentum).norm();
            assert!(drift < 1e-12 * start.angular_momentum.norm(), "{what}: angular momentum {drift:.1e}");
        }
        let allowed = if promise.scheme == Scheme::RadauIIA { 8 } else { 4 };
        assert!(sim.history().iterations <= allowed, "{what}: {} iterations", sim.history().iterations);
    }
    outcome(&sim, joint)
}

#[test]
fn every_joint_keeps_the_promises_of_every_scheme() {
    check(false);
}

#[test]
fn every_joint_keeps_the_promises_of_every_scheme_with_a_spring() {
    check(true);
}

fn check(spring: bool) {
    let all = promises();
    for pair in every_pair().into_iter().filter(|p| !spring || !p.coordinates.is_empty()) {
        let [coarse, fine] = [600, 1200].map(|steps| run(&pair, spring, &all[3], steps));
        let reference: Outcome = std::array::from_fn(|k| {
            coarse[k].iter().zip(&fine[k]).map(|(coarse, fine)| (4.0 * fine - coarse) / 3.0).collect()
        });
        for promise in &all {
            let counts = [40, 80, 160, 320];
            let errors = counts.map(|steps| distance(&run(&pair, spring, promise, steps), &reference));
            for (k, what) in ["positions", "velocities", "reaction"].into_iter().enumerate() {
                // two parts of an error may cancel at one size: over all sizes, or between the last two
                let slope = f64::max((errors[0][k] / errors[3][k]).log2() / 3.0, (errors[2][k] / errors[3][k]).log2());
                let what = format!("{}, {}: order of {what} {slope:.2}", pair.kind, promise.scheme.name());
                println!("{what}");
                // the advance of a screw is linear in its angle, not in the directors: like a spring, it costs ED an order
                let order = promise.order[usize::from(spring || pair.kind == "screw")];
                // decaying schemes with a spring: an h³ of opposite sign is still there at the finest size
                let decays = matches!(promise.scheme, Scheme::EnergyDecaying(_) | Scheme::MomentumDecaying(_));
                let margin = if order == 1.0 || decays && order == 2.0 { 0.3 } else { 0.1 };
                assert!(slope > order - margin, "{what}");
            }
        }
    }
}
