//! Nodes tied to a frame, rigidly and in the mean: work-free, of the right loads, objective, and refused by name where they cannot hold.

use crate::common::shell_mesh::grid;
use crate::support::{every_scheme, options, simulate};
use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{Model, NodeKind, ShellOptions, TieId, TieKind};
use swashplate::sections::{Isotropic, ShellSection};
use swashplate::simulation::diagnosis::{Kind, diagnose};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

const KINDS: [TieKind; 3] = [TieKind::Rigid, TieKind::Clamped, TieKind::Mean];

fn run(model: Model, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap_or_else(|e| panic!("{e}"))
}

/// A soft curved sheet of 2 × 1 elements whose first element is tied to a heavy body beside it, all thrown and spinning.
fn thrown(kind: TieKind) -> (Model, NodeId, TieId) {
    let mut model = Model::new();
    let mesh = grid([2, 1], |u, v| Vec3::new(u, 0.4 * v, 0.2 * u * u - 0.1 * u * v));
    let skin = Isotropic { young: 2e7, poisson: 0.3, density: 1000.0 };
    let skin = ShellSection::isotropic("skin", &skin, 0.008).unwrap();
    let skin = model.add_shell_section("skin", skin).unwrap();
    let sheet = model.add_shell_patch("sheet", [2, 1], &mesh.x, skin, ShellOptions::default()).unwrap();
    let nodes = model.shell(sheet).unwrap().elements[0];
    let frame = model.add_node("lug", NodeKind::Free, Vec3::new(0.1, 0.2, -0.1), so3::exp(&Vec3::new(0.3, 0.1, -0.4)));
    let frame = frame.unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(0.01, 0.02, 0.025));
    model.add_rigid_body("lug", frame, 1.5, Vec3::new(0.02, 0.0, 0.01), inertia).unwrap();
    let weights: Vec<f64> = (0..9).map(|k| 1.0 + 0.3 * f64::from(k)).collect();
    let weights = (kind == TieKind::Mean).then_some(&weights[..]);
    let tie = model.add_tie("bolts", frame, &nodes, weights, kind).unwrap();
    let (v, omega) = (Vec3::new(0.3, -0.5, 0.4), Vec3::new(0.5, -0.7, 1.0));
    let places: Vec<Vec3> = model.nodes().iter().map(|n| n.start.x).collect();
    for (k, x) in places.iter().enumerate() {
        model.set_velocity(NodeId(k), v + omega.cross(x), omega).unwrap();
    }
    // a pulse on the free corner makes it flap
    let pulse = TimeFunction::OneMinusCosine { amplitude: 6.0, start: 0.0, duration: 0.05, hold: false };
    let pulse = model.add_function(pulse).unwrap();
    let corner = NodeId(mesh.at(4, 2));
    model.add_load("pulse", corner, Axes::Dead, [Vec3::z(), Vec3::zeros(), Vec3::zeros()], pulse).unwrap();
    (model, corner, tie)
}

#[test]
fn ties_do_no_work_and_keep_both_momenta_over_a_thousand_steps() {
    for scheme in [Scheme::EnergyPreserving, Scheme::MomentumPreserving] {
        for kind in KINDS {
            let mut sim = run(thrown(kind).0, scheme);
            (0..110).for_each(|_| sim.step(1e-3).unwrap());
            let start = sim.audit(Vec3::zeros()).unwrap();
            let energy = start.kinetic_energy + start.potential_energy;
            let mut strained = 0.0_f64;
            for _ in 0..1000 {
                sim.step(1e-3).unwrap();
                strained = strained.max(sim.audit(Vec3::zeros()).unwrap().potential_energy / energy);
            }
            let end = sim.audit(Vec3::zeros()).unwrap();
            let change = ((end.kinetic_energy + end.potential_energy) / energy - 1.0).abs();
            let p = (end.linear_momentum - start.linear_momentum).norm() / start.linear_momentum.norm();
            let l = (end.angular_momentum - start.angular_momentum).norm() / start.angular_momentum.norm();
            println!("{} {kind:?}: energy {change:.1e}, momenta {p:.1e} {l:.1e}, strain {strained:.2}", scheme.name());
            assert!(change < 1e-12 && p < 1e-12 && l < 1e-12, "{} {kind:?}: {change:e} {p:e} {l:e}", scheme.name());
            assert!(strained > 0.02, "{strained}");
        }
    }
}

/// Every scheme comes to the motion of Radau IIA with fine steps, with its order.
#[test]
fn every_scheme_steps_ties_with_its_order() {
    let end = 0.03;
    for kind in [TieKind::Rigid, TieKind::Mean] {
        let at_end = |scheme: Scheme, steps: usize| {
            let (model, corner, _) = thrown(kind);
            let mut sim = run(model, scheme);
            (0..steps).for_each(|_| sim.step(end / steps as f64).unwrap_or_else(|e| panic!("{}: {e}", scheme.name())));
            sim.motion(corner).unwrap().x
        };
        let exact = at_end(Scheme::RadauIIA, 240);
        let orders = [2.0, 2.0, 1.5, 3.0, 2.0, 2.0, 2.0, 2.0, 2.0];
        for (scheme, order) in every_scheme().into_iter().zip(orders) {
            let errors = [60, 120].map(|steps| (at_end(scheme, steps) - exact).norm());
            let last = (errors[0] / errors[1]).log2();
            println!("{kind:?} {}: {errors:?}, order {last:.2}", scheme.name());
            assert!(last > order - 0.5, "{kind:?} {}: order {last}, {errors:?}", scheme.name());
        }
    }
}

/// Point masses tied rigidly to a frame without mass are a rigid body: its motion by one node with their inertia, under the same scheme.
#[test]
fn points_tied_rigidly_are_a_rigid_body() {
    let places = [Vec3::new(1.0, 0.1, 0.0), Vec3::new(-0.4, 0.8, 0.2), Vec3::new(-0.3, -0.5, 0.6), Vec3::zeros()];
    let masses = [1.0, 2.0, 0.7, 1.5];
    let (v, omega) = (Vec3::new(0.1, 0.2, -0.3), Vec3::new(1.0, -2.0, 4.0));
    let frame = so3::exp(&Vec3::new(0.4, -0.2, 0.9));
    let (mut tied, mut alone) = (Model::new(), Model::new());
    let lug = tied.add_node("lug", NodeKind::Free, Vec3::new(0.2, 0.3, 0.1), frame).unwrap();
    let points: Vec<NodeId> = places
        .iter()
        .zip(masses)
        .enumerate()
        .map(|(k, (x, mass))| {
            let node = tied.add_node(&format!("p{k}"), NodeKind::Point, *x, Quat::identity()).unwrap();
            tied.add_point_mass(&format!("m{k}"), node, mass, Vec3::zeros()).unwrap();
            tied.set_velocity(node, v + omega.cross(x), Vec3::zeros()).unwrap();
            node
        })
        .collect();
    tied.add_tie("tie", lug, &points, None, TieKind::Rigid).unwrap();
    let node = alone.add_node("body", NodeKind::Free, Vec3::new(0.2, 0.3, 0.1), frame).unwrap();
    for (k, (x, mass)) in places.iter().zip(masses).enumerate() {
        let offset = frame.inverse() * (x - Vec3::new(0.2, 0.3, 0.1));
        alone.add_point_mass(&format!("m{k}"), node, mass, offset).unwrap();
    }
    for (model, node) in [(&mut tied, lug), (&mut alone, node)] {
        model.set_velocity(node, v + omega.cross(&Vec3::new(0.2, 0.3, 0.1)), omega).unwrap();
    }
    // both of order three, with errors of their own: the gap vanishes as h³
    let gaps = [200, 400].map(|steps| {
        let [mut tied, mut alone] = [&tied, &alone].map(|model| run(model.clone(), Scheme::RadauIIA));
        for _ in 0..steps {
            tied.step(1.0 / f64::from(steps)).unwrap();
            alone.step(1.0 / f64::from(steps)).unwrap();
        }
        let (a, b) = (tied.motion(lug).unwrap(), alone.motion(node).unwrap());
        (a.x - b.x).norm() + a.rotation.angle_to(&b.rotation)
    });
    println!("rigid tie against a body: {gaps:?}");
    assert!(gaps[1] < 1e-6 && (gaps[0] / gaps[1]).log2() > 2.8, "{gaps:?}");
}

/// A load on a frame tied in the mean to clamped nodes comes to them as w_s (F + J⁻¹M × r_s), r_s from their centre, M about it,
/// J = Σ w_s (r_s² − r_s r_sᵀ); and the tie holds the frame with the opposite of the load.
#[test]
fn a_load_is_shared_out_by_weights_and_levers() {
    let places =
        [Vec3::zeros(), Vec3::x(), Vec3::new(0.9, 0.7, 0.1), Vec3::new(-0.1, 0.8, 0.0), Vec3::new(0.4, 0.3, 0.3)];
    let weights = [1.0, 0.5, 2.0, 1.2, 0.8];
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let mut clamps = Vec::new();
    let nodes: Vec<NodeId> = places
        .iter()
        .enumerate()
        .map(|(k, x)| {
            let node = model.add_node(&format!("n{k}"), NodeKind::Free, *x, so3::exp(&(0.2 * k as f64 * Vec3::y())));
            let node = node.unwrap();
            let [a, b] = [ground, node].map(|n| model.attach(n, *x, Quat::identity()).unwrap());
            clamps.push(model.add_joint(&format!("clamp {k}"), joints::rigid_connection(), a, b).unwrap());
            node
        })
        .collect();
    let at = Vec3::new(0.7, -0.5, 0.9);
    let frame = model.add_node("lug", NodeKind::Free, at, so3::exp(&Vec3::new(0.5, 1.0, 0.2))).unwrap();
    let tie = model.add_tie("bolts", frame, &nodes, Some(&weights), TieKind::Mean).unwrap();
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let (force, moment) = (Vec3::new(3.0, -2.0, 5.0), Vec3::new(-1.0, 4.0, 2.0));
    model.add_load("load", frame, Axes::Dead, [force, moment, Vec3::zeros()], one).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().unwrap();

    let total: f64 = weights.iter().sum();
    let centre: Vec3 = places.iter().zip(weights).map(|(x, w)| x * (w / total)).sum();
    let about = moment + (at - centre).cross(&force);
    let arms: Vec<Vec3> = places.iter().map(|x| x - centre).collect();
    let inertia: Mat3 = arms
        .iter()
        .zip(weights)
        .map(|(r, w)| (Mat3::identity() * r.norm_squared() - r * r.transpose()) * (w / total))
        .sum();
    let turn = inertia.try_inverse().unwrap() * about;
    for ((arm, w), clamp) in arms.iter().zip(weights).zip(&clamps) {
        let expected = (force + turn.cross(arm)) * (w / total);
        let (held, _) = sim.joint_reaction(*clamp, 1, false).unwrap();
        assert!((held + expected).norm() < 1e-12 * force.norm(), "{held} {expected}");
    }
    let (f, m) = sim.tie_reaction(tie).unwrap();
    assert!((f + force).norm() < 1e-12 && (m + moment).norm() < 1e-12, "{f} {m}");
}

/// The sum of what a rigid tie passes on is what its frame needs: weight of a body hung on four clamped nodes.
#[test]
fn a_rigid_tie_carries_the_weight_of_its_frame() {
    for kind in [TieKind::Rigid, TieKind::Clamped, TieKind::Mean] {
        let (mut model, ..) = (Model::new(), ());
        model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
        let mesh = grid([2, 2], |u, v| Vec3::new(u, v, 0.0));
        let skin = Isotropic { young: 7e10, poisson: 0.3, density: 1000.0 };
        let skin = model.add_shell_section("skin", ShellSection::isotropic("skin", &skin, 0.02).unwrap()).unwrap();
        let plate = model.add_shell_patch("plate", [2, 2], &mesh.x, skin, ShellOptions::default()).unwrap();
        let nodes = model.shell(plate).unwrap().elements[3];
        let frame = model.add_node("lug", NodeKind::Free, Vec3::new(0.7, 0.8, -0.2), Quat::identity()).unwrap();
        model.add_rigid_body("lug", frame, 2.0, Vec3::new(0.1, 0.0, 0.0), Mat3::identity()).unwrap();
        let tie = model.add_tie("bolts", frame, &nodes, None, kind).unwrap();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        for j in 0..5 {
            let node = NodeId(mesh.at(0, j));
            let [a, b] = [ground, node].map(|n| model.attach(n, mesh.x[node.0], Quat::identity()).unwrap());
            model.add_joint(&format!("clamp {j}"), joints::rigid_connection(), a, b).unwrap();
        }
        let mut sim = simulate(model, options(0.8));
        sim.solve_static().unwrap_or_else(|e| panic!("{kind:?}: {e}"));
        let (f, m) = sim.tie_reaction(tie).unwrap();
        // the weight acts at the centre of mass, which turns a little with the plate
        let arm = sim.motion(frame).unwrap().d * Vec3::new(0.1, 0.0, 0.0);
        let weight = Vec3::new(0.0, 0.0, -19.62);
        assert!((f + weight).norm() < 1e-8 && (m + arm.cross(&weight)).norm() < 1e-8, "{kind:?}: {f} {m}");
    }
}

/// Two ties that hold one node of the same frame twice: the redundancy is found and named.
#[test]
fn ties_that_say_the_same_twice_are_named() {
    let (mut model, corner, _) = thrown(TieKind::Rigid);
    let frame = NodeId(model.find("node", "lug").unwrap());
    model.add_tie("again", frame, &[NodeId(0), corner], None, TieKind::Rigid).unwrap();
    let found = diagnose(&model, &Options::default(), 1e-3).unwrap();
    println!("{found}");
    assert_eq!(found.dependent, 3);
    let said = found.findings.iter().find(|f| f.kind == Kind::Dependent).unwrap();
    assert!(said.text.contains("tie \"again/sheet[0,0]\"") && said.text.contains("tie \"bolts/"), "{}", said.text);
}

#[test]
fn ties_that_hold_no_frame_are_refused_by_name() {
    let (mut model, corner, _) = thrown(TieKind::Rigid);
    let lug = NodeId(model.find("node", "lug").unwrap());
    let point = model.add_node("pin", NodeKind::Point, Vec3::x(), Quat::identity()).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::y(), Quat::identity()).unwrap();
    let base = model.add_node("base", NodeKind::Ground, Vec3::z(), Quat::identity()).unwrap();
    let on_line: Vec<NodeId> = (0..4)
        .map(|k| model.add_node(&format!("l{k}"), NodeKind::Free, Vec3::x() * k as f64, Quat::identity()).unwrap())
        .collect();
    let at_once: Vec<NodeId> = (0..3)
        .map(|k| model.add_node(&format!("s{k}"), NodeKind::Free, Vec3::y(), Quat::identity()).unwrap())
        .collect();
    let names = model.nodes().len();
    let before = model.to_text().unwrap();
    let mut refused = |frame: NodeId, nodes: &[NodeId], weights: Option<&[f64]>, kind: TieKind, words: &[&str]| {
        let error = model.add_tie("cuff", frame, nodes, weights, kind).unwrap_err().to_string();
        assert!(words.iter().chain(&["cuff"]).all(|w| error.contains(w)), "{words:?}: {error}");
        assert_eq!(model.to_text().unwrap(), before);
    };
    use TieKind::*;
    refused(lug, &on_line, None, Mean, &["on one line", "three that are not"]);
    refused(lug, &at_once, None, Mean, &["at one place"]);
    refused(lug, &on_line[..1], None, Mean, &["at one place"]);
    refused(lug, &[], None, Rigid, &["at least one node"]);
    refused(lug, &[corner, corner], None, Rigid, &["twice", "sheet[4,2]"]);
    refused(lug, &[corner, lug], None, Mean, &["itself", "lug"]);
    refused(point, &[corner], None, Rigid, &["pin", "point"]);
    refused(lug, &[corner, point], None, Clamped, &["pin", "does not turn"]);
    refused(ground, &[base], None, Rigid, &["both ground", "base"]);
    refused(ground, &[base], None, Mean, &["all of its nodes are ground"]);
    refused(lug, &[corner], Some(&[1.0]), Rigid, &["weights belong"]);
    refused(lug, &on_line, Some(&[1.0; 2]), Mean, &["2 weights for 4 nodes"]);
    refused(lug, &on_line, Some(&[1.0, 0.0, 1.0, 1.0]), Mean, &["weight of node \"l1\" is 0"]);
    refused(lug, &on_line, Some(&[1.0, f64::NAN, 1.0, 1.0]), Mean, &["l1", "NaN"]);
    let error = model.add_tie("cuff", lug, &[NodeId(names)], None, Rigid).unwrap_err().to_string();
    assert!(error.contains("no node number"), "{error}");
    let error = model.add_tie("bolts", lug, &[corner], None, Rigid).unwrap_err().to_string();
    assert!(error.contains("bolts"), "{error}");
    // read again from its text it is the same model
    model.add_tie("cuff", lug, &[corner, on_line[0], at_once[0]], Some(&[1.0, 2.0, 3.0]), Mean).unwrap();
    let text = model.to_text().unwrap();
    let mut again = Model::new();
    again.from_text(&text).unwrap();
    assert_eq!(again.to_text().unwrap(), text);
}
