//! Energy of what acts on several coordinates at once, on sliding ones and on locked ones, over 5000 steps of the schemes that preserve
//! energy, and the ledger of every damper over as many. Single springs, tables and stops on an angle are in `joint_actions.rs`, springs
//! along a line and bushings in `between_nodes.rs`.

use crate::support;

use std::sync::Arc;
use support::bauchau_body;
use swashplate::elements::{BushingLaw, LineLaw};
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::math::{Mat6, Quat, Vec3, Vec6, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::newton::Settings;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;
use swashplate::terms::law::{Dissipative, Elastic, ForceTable};

const PRESERVE: [Scheme; 2] = [Scheme::EnergyPreserving, Scheme::MomentumPreserving];
const STEPS: usize = 5000;

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    let newton = Settings { tolerance: 1e-11, max_iterations: 16 };
    Simulation::new(Arc::new(model), Options { scheme, newton, ..Default::default() }).unwrap()
}

/// Three tumbling bodies: the second turns on the first, the third slides along the second.
fn chain() -> (Model, [NodeId; 3], [JointId; 2]) {
    let mut model = Model::new();
    let (mass, center, inertia) = bauchau_body();
    let places = [Vec3::zeros(), Vec3::new(0.9, -0.3, 0.4), Vec3::new(1.4, 0.5, -0.1)];
    let turns = [Vec3::zeros(), Vec3::new(-0.5, 0.2, 0.7), Vec3::new(0.3, 0.6, -0.2)];
    let nodes = [0, 1, 2].map(|k| {
        let name = ["a", "b", "c"][k];
        let node = model.add_node(name, NodeKind::Free, places[k], so3::exp(&turns[k])).unwrap();
        let share = [1.0, 0.7, 0.4][k];
        model.add_rigid_body(name, node, share * mass, share * center, inertia * share).unwrap();
        node
    });
    let mut join = |name: &str, pair, [a, b]: [usize; 2], point: Vec3, turn: Vec3| {
        let [on_a, on_b] = [a, b].map(|k| model.attach(nodes[k], point, so3::exp(&turn)).unwrap());
        model.add_joint(name, pair, on_a, on_b).unwrap()
    };
    let hinge = join("hinge", joints::revolute(), [0, 1], Vec3::new(0.6, 0.5, -0.2), Vec3::new(0.4, -0.9, 0.3));
    let slide = join("slide", joints::prismatic(), [1, 2], Vec3::new(1.2, 0.1, 0.2), Vec3::new(-0.2, 0.5, 0.8));
    model.set_velocity(nodes[0], Vec3::new(0.3, -0.5, 0.2), Vec3::new(0.8, -0.4, 1.1)).unwrap();
    model.set_velocity(nodes[1], Vec3::new(-0.2, 0.4, 0.6), Vec3::new(-0.5, 1.2, 0.3)).unwrap();
    model.set_velocity(nodes[2], Vec3::new(0.1, 0.2, -0.3), Vec3::new(-0.3, 0.9, 0.2)).unwrap();
    (model, nodes, [hinge, slide])
}

fn linear(stiffness: f64, rest: f64, preload: f64) -> Elastic {
    Elastic::Linear { stiffness, rest, preload }
}

fn stop(limit: f64, upward: bool) -> Elastic {
    Elastic::Stop { limit, upward, stiffness: 900.0, softness: 0.05 }
}

/// What may be added to the chain, by name.
type Action = (&'static str, fn(&mut Model, [NodeId; 3], [JointId; 2]));

fn conservative() -> Vec<Action> {
    vec![
        ("rack between angle and slide, both sprung", |m, _, [hinge, slide]| {
            m.add_coupling("rack", &[(hinge, 0, 0.3), (slide, 0, -1.0)], None).unwrap();
            m.add_joint_action("hinge", hinge, 0, vec![linear(15.0, 0.2, 0.0)], vec![]).unwrap();
            m.add_joint_action("slide", slide, 0, vec![linear(60.0, 0.0, 1.0)], vec![]).unwrap();
        }),
        ("slide between stops, hinge by a table", |m, _, [hinge, slide]| {
            let table = ForceTable::new("table", &[-1.0, -0.3, 0.3, 1.0], &[-30.0, -3.0, 3.0, 30.0]).unwrap();
            m.add_joint_action("hinge", hinge, 0, vec![Elastic::Table(table)], vec![]).unwrap();
            m.add_joint_action("slide", slide, 0, vec![stop(0.2, true), stop(-0.15, false)], vec![]).unwrap();
        }),
        ("slide locked, hinge sprung", |m, _, [hinge, slide]| {
            m.add_lock(slide, 0, true).unwrap();
            m.add_joint_action("hinge", hinge, 0, vec![linear(15.0, 0.2, 0.5)], vec![]).unwrap();
        }),
        ("spring along a line and bushing across the chain", |m, [a, _, c], _| {
            let law = LineLaw { stiffness: 40.0, length: 0.8, damping: 0.0, preload: 2.0 };
            m.add_line_spring("line", [(a, Vec3::y()), (c, Vec3::new(1.0, -0.5, 0.4))], law).unwrap();
            bushing(m, [a, c], 0.0);
        }),
    ]
}

fn bushing(model: &mut Model, nodes: [NodeId; 2], damping: f64) {
    let stiffness = Mat6::from_diagonal(&Vec6::new(80.0, 50.0, 60.0, 8.0, 6.0, 7.0));
    let law = BushingLaw { stiffness, damping: Mat6::identity() * damping, preload: Vec6::repeat(0.1) };
    let [a, b] = nodes.map(|n| model.attach(n, Vec3::new(0.7, 0.2, 0.1), Quat::identity()).unwrap());
    model.add_bushing("bushing", a, b, law).unwrap();
}

#[test]
fn coupled_sliding_and_locked_coordinates_keep_energy_over_five_thousand_steps() {
    for (what, add) in conservative() {
        for scheme in PRESERVE {
            let (mut model, nodes, joints) = chain();
            add(&mut model, nodes, joints);
            let mut sim = simulate(model, scheme);
            let total = |sim: &Simulation| {
                let a = sim.audit(Vec3::zeros()).unwrap();
                (a.kinetic_energy + a.potential_energy, a.potential_energy)
            };
            let ((energy, begin), mut worst, mut stored) = (total(&sim), 0.0_f64, 0.0_f64);
            let mut slid = 0.0_f64;
            for _ in 0..STEPS {
                sim.step(2e-3).unwrap();
                slid = slid.max(sim.joint_coordinate(joints[1], 0).unwrap().0);
                let (now, potential) = total(&sim);
                worst = worst.max((now / energy - 1.0).abs());
                stored = stored.max((potential - begin).abs());
            }
            println!("{what}, {}: {worst:.1e}", scheme.name());
            assert!(worst < 1e-10, "{what}, {}: {worst:e}", scheme.name());
            assert!(stored > 1e-3 * energy, "{what}: nothing was stored, {stored} of {energy}");
            assert!(!what.contains("stops") || slid > 0.2, "{what}: the stop was not reached, {slid}");
        }
    }
}

fn dissipative() -> Vec<Action> {
    vec![
        ("viscous", |m, _, [hinge, slide]| {
            for (name, joint) in [("hinge", hinge), ("slide", slide)] {
                m.add_joint_action(name, joint, 0, vec![linear(15.0, 0.1, 0.0)], vec![Dissipative::Viscous(0.4)])
                    .unwrap();
            }
        }),
        ("table and friction", |m, _, [hinge, slide]| {
            let table = ForceTable::new("damper", &[-1.0, -0.2, 0.0, 0.2, 1.0], &[-3.0, -2.0, 0.0, 2.0, 3.0]).unwrap();
            m.add_joint_action("hinge", hinge, 0, vec![linear(15.0, 0.1, 0.0)], vec![Dissipative::Table(table)])
                .unwrap();
            let friction = Dissipative::Friction { sliding: 0.8, breakaway: 1.2, stribeck: 0.3, creep: 0.02 };
            m.add_joint_action("slide", slide, 0, vec![linear(60.0, 0.0, 0.0)], vec![friction]).unwrap();
        }),
        ("damped line, bushing, and a rack", |m, [a, _, c], [hinge, slide]| {
            let law = LineLaw { stiffness: 40.0, length: 0.8, damping: 0.7, preload: 2.0 };
            m.add_line_spring("line", [(a, Vec3::y()), (c, Vec3::new(1.0, -0.5, 0.4))], law).unwrap();
            bushing(m, [a, c], 0.3);
            m.add_coupling("rack", &[(hinge, 0, 0.3), (slide, 0, -1.0)], None).unwrap();
        }),
    ]
}

#[test]
fn ledger_of_dampers_and_friction_balances_over_five_thousand_steps() {
    for (what, add) in dissipative() {
        for scheme in PRESERVE {
            let (mut model, nodes, joints) = chain();
            add(&mut model, nodes, joints);
            // an actuator keeps it going
            let push = TimeFunction::Harmonic { amplitude: 3.0, frequency: 4.0, phase: 0.3 };
            let push = model.add_function(push).unwrap();
            model.add_joint_force("actuator", joints[1], 0, 1.0, push).unwrap();
            let mut sim = simulate(model, scheme);
            let (energy, mut worst) = (sim.audit(Vec3::zeros()).unwrap().kinetic_energy, 0.0_f64);
            for _ in 0..STEPS {
                sim.step(2e-3).unwrap();
                worst = worst.max(sim.audit(Vec3::zeros()).unwrap().numerical_dissipation.abs() / energy);
            }
            let end = sim.audit(Vec3::zeros()).unwrap();
            println!("{what}, {}: {worst:.1e}, dampers took {:.2} J", scheme.name(), -end.work_dampers);
            assert!(worst < 1e-10, "{what}, {}: {worst:e}", scheme.name());
            assert!(end.work_dampers < -0.1 * energy && end.work_applied.abs() > 1e-3 * energy, "{what}: {end:?}");
        }
    }
}
