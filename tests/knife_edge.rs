//! The sleigh of Chaplygin on its knife edge, the same by a row of the host, and what the constructors refuse.

use crate::support;

use std::sync::Arc;
use support::{assert_order, options};
use swashplate::error::Error;
use swashplate::integrators::Scheme;
use swashplate::joints::pfaffian::{HostRow, Pose};
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{ContactId, Model, NodeKind, RowId};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

fn every_scheme() -> [Scheme; 5] {
    [
        options(0.8).scheme,
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::MomentumPreserving,
        Scheme::MomentumDecaying(1.0),
    ]
}

fn order(scheme: Scheme) -> f64 {
    if scheme == Scheme::RadauIIA { 3.0 } else { 2.0 }
}

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap()
}

fn energy(sim: &Simulation) -> f64 {
    let audit = sim.audit(Vec3::zeros()).unwrap();
    audit.kinetic_energy + audit.potential_energy
}

const MASS: f64 = 2.0;
const INERTIA: f64 = 0.5;
/// from the edge forward to the centre of mass
const AHEAD: f64 = 0.3;
/// forward speed of the edge and turn rate at the start
const START: [f64; 2] = [0.4, 2.5];

/// Forward speed u, turn rate ω and heading of the sleigh: u̇ = a ω², (I + m a²) ω̇ = −m a u ω. With K² = (I + m a²)/m and
/// c² = u² + K² ω²:  u = c tanh s, ω = c/K sech s, heading K/a gd(s), where s = a c t/K² + s₀.
fn sleigh(t: f64) -> [f64; 3] {
    let k2 = (INERTIA + MASS * AHEAD * AHEAD) / MASS;
    let (k, c) = (k2.sqrt(), (START[0] * START[0] + k2 * START[1] * START[1]).sqrt());
    let s0 = (START[0] / c).atanh();
    let s = AHEAD * c * t / k2 + s0;
    let gd = |s: f64| 2.0 * (0.5 * s).tanh().atan();
    [c * s.tanh(), c / k / s.cosh(), k / AHEAD * (gd(s) - gd(s0))]
}

/// Where the edge is, by Simpson's rule.
fn track(t: f64) -> Vec3 {
    let n = 2000;
    let at = |k: usize| {
        let [u, _, heading] = sleigh(t * k as f64 / n as f64);
        Vec3::new(u * heading.cos(), u * heading.sin(), 0.0)
    };
    let inner: Vec3 = (1..n).map(|k| at(k) * if k % 2 == 1 { 4.0 } else { 2.0 }).sum();
    (at(0) + inner + at(n)) * (t / n as f64 / 3.0)
}

/// Axes of the sleigh (forward, left, up) in those of its node.
fn mounting() -> Mat3 {
    so3::exp(&Vec3::new(0.3, -0.6, 0.8)).to_rotation_matrix().into_inner()
}

/// Direction across and place of the edge, node axes, as a row of the host sees them.
fn edge_row(offset: Vec3, across: Vec3) -> HostRow {
    Arc::new(move |_: f64, poses: &[Pose], row: &mut [f64], _: &mut f64| {
        let [_, _, _, w, x, y, z] = poses[0];
        let q = Quat::new_unchecked(nalgebra::Quaternion::new(w, x, y, z));
        let e = q * across;
        row[..3].copy_from_slice(e.as_slice());
        row[3..6].copy_from_slice((q * offset).cross(&e).as_slice());
        true
    })
}

/// How the sleigh is held.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Edge,
    Row,
}

enum Held {
    Edge(ContactId),
    Row(RowId),
}

/// The sleigh with its node `back` behind the centre of mass.
fn build(by: By, back: f64) -> (Model, NodeId, Held) {
    let axes = mounting();
    let [u, omega] = START;
    let mut model = Model::new();
    let rotation = Quat::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(axes.transpose()));
    let x = AHEAD - back;
    let node = model.add_node("sleigh", NodeKind::Free, Vec3::new(x, 0.0, 0.0), rotation).unwrap();
    let inertia = axes * Mat3::from_diagonal(&Vec3::new(0.3, 0.4, INERTIA)) * axes.transpose();
    let forward = axes * Vec3::x();
    model.add_rigid_body("sleigh", node, MASS, forward * back, (inertia + inertia.transpose()) * 0.5).unwrap();
    model.set_velocity(node, Vec3::new(u, omega * x, 0.0), Vec3::new(0.0, 0.0, omega)).unwrap();
    let (offset, across) = (forward * -x, axes * Vec3::y());
    let held = match by {
        By::Edge => Held::Edge(model.add_knife_edge("edge", node, offset, across).unwrap()),
        By::Row => Held::Row(model.add_pfaffian("edge", &[node], edge_row(offset, across), 1.0).unwrap()),
    };
    (model, node, held)
}

/// Place of the edge, heading, turn rate and lateral force at the end.
fn run(by: By, back: f64, scheme: Scheme, time: f64, steps: usize) -> (Vec3, f64, f64, f64, Simulation) {
    let (model, node, held) = build(by, back);
    let mut sim = simulate(model, scheme);
    for _ in 0..steps {
        sim.step(time / steps as f64).unwrap();
    }
    let motion = sim.motion(node).unwrap();
    let axes = motion.d * mounting();
    let place = motion.x - axes.column(0) * (AHEAD - back);
    let force = match held {
        Held::Edge(contact) => sim.contact(contact).unwrap().force.dot(&axes.column(1)),
        Held::Row(row) => -sim.row_multiplier(row).unwrap(),
    };
    (place, axes[(1, 0)].atan2(axes[(0, 0)]), motion.omega.z, force, sim)
}

#[test]
fn a_sleigh_follows_its_closed_form_with_the_order_of_the_scheme() {
    let time = 2.0;
    let [u, omega, heading] = sleigh(time);
    let k2 = (INERTIA + MASS * AHEAD * AHEAD) / MASS;
    let force = MASS * (u * omega - AHEAD * AHEAD * u * omega / k2);
    for by in [By::Edge, By::Row] {
        for scheme in every_scheme() {
            let errors = [100, 200, 400, 800].map(|steps| {
                let (place, angle, rate, reaction, _) = run(by, 0.1, scheme, time, steps);
                let turned = so3::wrap(angle - heading).abs();
                [(place - track(time)).norm(), turned, (rate - omega).abs(), (reaction - force).abs()]
            });
            println!("{}: {errors:?}", scheme.name());
            for (k, what) in ["place", "heading", "turn rate", "force"].into_iter().enumerate() {
                assert_order(&format!("{}, {what}", scheme.name()), &errors.map(|e| e[k]), order(scheme), 0.3);
            }
            assert!(errors[3][0] < 5e-4, "{}: {errors:?}", scheme.name());
        }
    }
}

#[test]
fn a_sleigh_keeps_its_energy_and_its_plane() {
    for by in [By::Edge, By::Row] {
        for scheme in &every_scheme()[2..] {
            let (place, .., sim) = run(by, 0.1, *scheme, 20.0, 2000);
            let ledger = &sim.state().run_audit;
            let drift = energy(&sim) + ledger.dissipated - ledger.initial_energy;
            println!("{}: {:.1e} {:.1e}", scheme.name(), drift / ledger.initial_energy, ledger.middle_violation);
            assert!(drift.abs() < 1e-12 * ledger.initial_energy, "{}: {drift:e}", scheme.name());
            assert!(ledger.middle_violation < 1e-11, "{}: {:e}", scheme.name(), ledger.middle_violation);
            assert!(place.z.abs() < 1e-10, "{}: {}", scheme.name(), place.z);
        }
    }
}

#[test]
fn a_row_of_the_host_reproduces_the_knife_edge() {
    // over a step the two average differently, unless the edge is at the node
    for (scheme, back) in every_scheme().into_iter().zip([0.1, 0.1, AHEAD, AHEAD, AHEAD]) {
        let [a, b] = [By::Edge, By::Row].map(|by| run(by, back, scheme, 1.0, 200));
        let gap = [(a.0 - b.0).norm(), (a.1 - b.1).abs(), (a.2 - b.2).abs(), (a.3 - b.3).abs()];
        let iterations = [&a, &b].map(|r| r.4.state().run_audit.iterations);
        println!("{}: {gap:?}, iterations {iterations:?}", scheme.name());
        assert!(gap[..3].iter().all(|g| *g < 1e-11), "{}: {gap:?}", scheme.name());
        // MP-ED reports means over steps, of which the two have different ones
        let force = if scheme == Scheme::MomentumDecaying(1.0) { 1e-4 } else { 1e-8 };
        assert!(gap[3] < force, "{}: {gap:?}", scheme.name());
        assert!(iterations[1] <= iterations[0] + 20, "{}: {iterations:?}", scheme.name());
    }
}

/// A body pulled along x with the speed s(t) = 1 + 0.3 sin 4t, held by one row.
fn pulled(scheme: Scheme) -> (Simulation, NodeId) {
    let mut model = Model::new();
    let node = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("body", node, MASS, Vec3::new(0.0, 0.2, 0.1), Mat3::identity() * INERTIA).unwrap();
    let row: HostRow = Arc::new(|t: f64, _: &[Pose], row: &mut [f64], b: &mut f64| {
        (row[0], *b) = (1.0, -1.0 - 0.3 * (4.0 * t).sin());
        true
    });
    model.add_pfaffian("pull", &[node], row, 1.0).unwrap();
    model.set_velocity(node, Vec3::x(), Vec3::new(0.3, 1.0, -0.5)).unwrap();
    (simulate(model, scheme), node)
}

#[test]
fn a_row_that_pulls_does_the_work_of_the_change_of_energy() {
    let exact = 2.0 + 0.3 * (1.0 - 8.0_f64.cos()) / 4.0;
    for scheme in every_scheme() {
        let errors = [100, 200, 400].map(|steps| {
            let (mut sim, node) = pulled(scheme);
            let start = energy(&sim);
            sim.advance(2.0, 2.0 / steps as f64, None).unwrap();
            let ledger = &sim.state().run_audit;
            let gap = energy(&sim) - start - ledger.driven;
            println!("{}: work {gap:.1e}, with dissipation {:.1e}", scheme.name(), gap + ledger.dissipated);
            if matches!(scheme, Scheme::EnergyPreserving | Scheme::MomentumPreserving) {
                assert!(gap.abs() < 1e-12 && ledger.constraints.abs() < 1e-12, "{}: {gap:e}", scheme.name());
            }
            (sim.motion(node).unwrap().x.x - exact).abs()
        });
        println!("{}: {errors:?}", scheme.name());
        assert!(support::orders(&errors).iter().all(|o| *o > order(scheme) - 0.3), "{}: {errors:?}", scheme.name());
    }
}

#[test]
fn a_row_that_fails_stops_the_step_and_is_named() {
    // in the middle of a step, and only just after the end of one, where rates are asked for
    for (scheme, limit) in every_scheme().into_iter().flat_map(|s| [(s, 0.105), (s, 0.100_000_000_1)]) {
        let (mut model, node, _) = build(By::Edge, 0.1);
        let row: HostRow = Arc::new(move |t: f64, _: &[Pose], row: &mut [f64], _: &mut f64| {
            row[2] = 1.0;
            t < limit
        });
        model.add_pfaffian("flaky", &[node], row, 1.0).unwrap();
        let mut sim = simulate(model, scheme);
        let error = sim.advance(1.0, 0.01, None).unwrap_err();
        assert!(matches!(&error, Error::CallbackFailed(text) if text.contains("flaky")), "{error}");
        assert!((sim.state().time - 0.1).abs() < 0.011, "{}", sim.state().time);
    }
}

#[test]
fn a_disc_that_falls_flat_stops_and_is_named() {
    for (scheme, h) in every_scheme().into_iter().flat_map(|s| [(s, 0.01), (s, 0.005), (s, 0.00125)]) {
        let mut model = Model::new();
        let lean = so3::exp(&Vec3::new(1.2, 0.0, 0.0));
        let x = Vec3::new(0.0, 0.0, 0.5 * 1.2_f64.sin());
        let node = model.add_node("coin", NodeKind::Free, x, lean).unwrap();
        let inertia = Mat3::from_diagonal(&Vec3::new(0.06, 0.06, 0.12));
        model.add_rigid_body("coin", node, 1.0, Vec3::zeros(), inertia).unwrap();
        model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
        model.add_rolling_disc("coin", node, [Vec3::zeros(), Vec3::z()], 0.5, [Vec3::zeros(), Vec3::z()]).unwrap();
        let mut sim = simulate(model, scheme);
        let error = sim.advance(3.0, h, None).unwrap_err().to_string();
        println!("{}: {} s: {error}", scheme.name(), sim.state().time);
        assert!(error.contains("rolling disc \"coin\""), "{error}");
    }
}

#[test]
fn constructors_refuse_what_makes_no_sense_and_say_why() {
    let mut model = Model::new();
    let node = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let point = model.add_node("point", NodeKind::Point, Vec3::zeros(), Quat::identity()).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("body", node, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    model.add_point_mass("point", point, 1.0, Vec3::zeros()).unwrap();
    let (o, z, bad) = (Vec3::zeros(), Vec3::z(), Vec3::new(f64::NAN, 0.0, 0.0));
    let expect = |error: Error, words: &[&str]| {
        let text = error.to_string();
        assert!(words.iter().all(|w| text.contains(w)), "{text}");
    };
    let mut refused = vec![];
    for (node, disc, radius, plane, words) in [
        (node, [o, z * 2.0], 1.0, [o, z], ["axis", "normalise"]),
        (node, [o, z], 1.0, [o, o], ["normal", "normalise"]),
        (node, [o, z], 0.0, [o, z], ["radius", "positive"]),
        (node, [o, z], f64::INFINITY, [o, z], ["radius", "positive"]),
        (node, [bad, z], 1.0, [o, z], ["centre", "finite"]),
        (node, [o, z], 1.0, [bad, z], ["plane", "finite"]),
        (point, [o, z], 1.0, [o, z], ["\"point\"", "orientation"]),
        (ground, [o, z], 1.0, [o, z], ["\"ground\"", "cannot move"]),
        (NodeId(9), [o, z], 1.0, [o, z], ["node", "another model"]),
    ] {
        refused.push((model.add_rolling_disc("wheel", node, disc, radius, plane).unwrap_err(), words));
    }
    refused.push((model.add_knife_edge("edge", node, bad, z).unwrap_err(), ["\"edge\"", "finite"]));
    refused.push((model.add_knife_edge("edge", node, o, z * 0.5).unwrap_err(), ["\"edge\"", "normalise"]));
    refused.push((model.add_knife_edge("edge", ground, o, z).unwrap_err(), ["\"edge\"", "ground"]));
    refused.push((model.add_knife_edge("", node, o, z).unwrap_err(), ["knife edge", "name"]));
    let with = |numbers: [f64; 6], fine: bool| -> HostRow {
        Arc::new(move |_: f64, _: &[Pose], row: &mut [f64], _: &mut f64| {
            row[..6].copy_from_slice(&numbers);
            fine
        })
    };
    let fine = [1.0, 0.0, 0.0, 0.0, 0.0, 0.5];
    let mut rows =
        |nodes: &[NodeId], row: HostRow, length: f64| model.add_pfaffian("row", nodes, row, length).unwrap_err();
    refused.push((rows(&[], with(fine, true), 1.0), ["\"row\"", "one to 4"]));
    refused.push((rows(&[node, node], with(fine, true), 1.0), ["\"row\"", "twice"]));
    refused.push((rows(&[ground], with(fine, true), 1.0), ["\"row\"", "ground"]));
    refused.push((rows(&[node], with(fine, true), -1.0), ["\"row\"", "positive"]));
    refused.push((rows(&[node], with(fine, false), 1.0), ["\"row\"", "failure"]));
    refused.push((rows(&[node], with([f64::NAN; 6], true), 1.0), ["\"row\"", "finite"]));
    refused.push((rows(&[point], with(fine, true), 1.0), ["\"point\"", "angular velocity"]));
    for (error, words) in refused {
        expect(error, &words);
    }

    // nothing of that is left behind; what does not fit is found by the check
    model.add_rolling_disc("wheel", node, [o, Vec3::x()], 1.0, [z * -1.0, z]).unwrap();
    model.check(1e-6).unwrap();
    expect(model.add_rolling_disc("wheel", node, [o, z], 1.0, [o, z]).unwrap_err(), &["wheel", "name"]);
    model.add_rolling_disc("high", node, [o, Vec3::x()], 1.0, [z * -1.1, z]).unwrap();
    expect(model.check(1e-6).unwrap_err(), &["\"high\"", "does not touch"]);
    let mut flat = Model::new();
    let node = flat.add_node("body", NodeKind::Free, o, Quat::identity()).unwrap();
    flat.add_rigid_body("body", node, 1.0, o, Mat3::identity()).unwrap();
    flat.add_rolling_disc("coin", node, [o, z], 1.0, [o, z]).unwrap();
    expect(flat.check(1e-6).unwrap_err(), &["\"coin\"", "flat"]);
}
