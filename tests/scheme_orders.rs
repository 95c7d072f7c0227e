//! Orders of convergence of the schemes on the mechanisms of the papers: displacement, velocity and multiplier, over at least
//! four sizes of the step. Multipliers are those that the library reports.
//!
//! | mechanism | reference |
//! |---|---|
//! | free rigid body, Bauchau 2003 §6.1 | `reference/rigid_body.json` |
//! | body on a driven universal joint, Bauchau 2003 §6.2 | `reference/ujoint.json` |
//! | flexible pendulum | EP on two fine grids, extrapolated: its error has even powers of h only |
//! | three-bar mechanism, Epple 2008 §6.1, smooth load | the same |

use crate::common;
use crate::support;

use common::bars::mesh;
use common::bauchau::{self, CROSS};
use common::{epple, pendulum};
use std::sync::Arc;
use support::{orders, reference, vector};
use swashplate::integrators::Scheme;
use swashplate::math::Vec3;
use swashplate::model::{Interpolation, Model};
use swashplate::newton::Settings;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    let newton = Settings { tolerance: 1e-11, ..Options::default().newton };
    Simulation::new(Arc::new(model), Options { scheme, newton, ..Default::default() }).unwrap()
}

/// Print the observed orders and hold the mean one, that of a line through all sizes but for their unequal weights, against
/// the expected one. Parts of higher order may make it larger at these sizes.
fn expect(what: &str, scheme: Scheme, errors: &[Vec<f64>], expected: f64) {
    for (quantity, errors) in ["displacement", "velocity", "multiplier"].iter().zip(errors) {
        let all = orders(errors);
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let text = format!("{what}, {}, {quantity}: orders {all:.2?}, errors {errors:?}", scheme.name());
        println!("{text}");
        assert!(mean > expected - 0.1 && mean < expected + 0.25, "{text}");
    }
}

fn columns<const N: usize>(rows: &[[f64; N]]) -> Vec<Vec<f64>> {
    (0..N).map(|k| rows.iter().map(|r| r[k]).collect()).collect()
}

#[test]
fn free_rigid_body() {
    let end = reference("rigid_body")["t"].as_array().unwrap().last().unwrap().clone();
    for (scheme, order) in [
        (Scheme::EnergyPreserving, 2.0),
        (Scheme::EnergyDecaying(1.0), 3.0),
        (Scheme::EnergyDecaying(0.5), 3.0),
        (Scheme::MomentumPreserving, 2.0),
        (Scheme::MomentumDecaying(1.0), 2.0),
    ] {
        let fine = if matches!(scheme, Scheme::MomentumDecaying(_)) { 8 } else { 1 };
        let rows = [800, 1600, 3200, 6400].map(|steps| {
            let steps = fine * steps;
            let mut sim = simulate(bauchau::free_body().0, scheme);
            sim.advance(5.0, 5.0 / f64::from(steps), None).unwrap();
            let body = sim.motion(NodeId(0)).unwrap();
            let off = |k: usize, name: &str| (body.d.column(k) - vector(&end[name])).norm();
            let turn = off(0, "e1").max(off(1, "e2")).max(off(2, "e3"));
            [turn, (body.omega - vector(&end["omega_inertial"])).norm()]
        });
        expect("rigid body", scheme, &columns(&rows), order);
    }
}

#[test]
fn universal_joint() {
    let rows = reference("ujoint")["variants"]["A"]["rows"].as_array().unwrap().clone();
    for (scheme, order) in [
        (Scheme::EnergyPreserving, 2.0),
        (Scheme::EnergyDecaying(1.0), 3.0),
        (Scheme::MomentumPreserving, 2.0),
        (Scheme::MomentumDecaying(1.0), 2.0),
    ] {
        let found = [400, 800, 1600, 3200].map(|steps| {
            let bauchau::Shaft { mut model, body, cross, .. } = bauchau::shaft();
            if let Scheme::EnergyDecaying(_) = scheme {
                // a body on the driven yoke changes neither motion nor cross, and makes it a system that ED takes by the letter
                model
                    .add_rigid_body("yoke", NodeId(1), 0.1, Vec3::zeros(), swashplate::math::Mat3::identity() * 0.01)
                    .unwrap();
            }
            let mut sim = simulate(model, scheme);
            let mut worst = [0.0_f64; 3];
            for row in &rows[1..] {
                sim.advance(row["t"].as_f64().unwrap(), std::f64::consts::TAU / f64::from(steps), None).unwrap();
                let motion = sim.motion(body).unwrap();
                let turn = (0..3).map(|i| (motion.d.row(i).transpose() - vector(&row["R"][i])).norm());
                let off = [
                    turn.fold(0.0, f64::max),
                    (motion.omega - vector(&row["omega_inertial"])).norm(),
                    sim.joint_multipliers(cross).unwrap()[CROSS] - row["lam"].as_f64().unwrap(),
                ];
                for (worst, off) in worst.iter_mut().zip(off) {
                    *worst = worst.max(off.abs());
                }
            }
            worst
        });
        expect("universal", scheme, &columns(&found), order);
    }
}

/// Displacement, velocity and force at a few times.
type History = Vec<[Vec3; 3]>;

fn flexible(what: &str, steps: [usize; 4], order: f64, run: impl Fn(Scheme, usize) -> History) {
    let [coarse, fine] = [2, 4].map(|k| run(Scheme::EnergyPreserving, k * steps[3]));
    let exact: History =
        coarse.iter().zip(&fine).map(|(a, b)| std::array::from_fn(|k| (4.0 * b[k] - a[k]) / 3.0)).collect();
    for scheme in [Scheme::EnergyPreserving, Scheme::MomentumPreserving, Scheme::EnergyDecaying(1.0)] {
        let errors = steps.map(|steps| -> [f64; 3] {
            let found = run(scheme, steps);
            std::array::from_fn(|k| found.iter().zip(&exact).fold(0.0_f64, |w, (a, b)| w.max((a[k] - b[k]).norm())))
        });
        expect(what, scheme, &columns(&errors), order);
    }
}

#[test]
fn flexible_pendulum() {
    flexible("pendulum", [224, 448, 896, 1792], 2.0, |scheme, steps| {
        let p = pendulum::pendulum(mesh(Interpolation::Directors, 2, 3), 0.3);
        let mut sim = simulate(p.model, scheme);
        let h = 1.25 * pendulum::PERIOD / steps as f64;
        let mut history = Vec::new();
        for k in 1..=steps {
            sim.step(h).unwrap();
            if k % (steps / 4) == 0 {
                let tip = sim.motion(p.tip).unwrap();
                history.push([tip.x, tip.v, sim.joint_reaction(p.hinge, 1, false).unwrap().0]);
            }
        }
        history
    });
}

#[test]
fn three_bar_mechanism() {
    flexible("three bars", [400, 800, 1600, 3200], 2.0, |scheme, steps| {
        let m = epple::three_bar(mesh(Interpolation::Directors, 1, 4), epple::Course::Smooth);
        let mut sim = simulate(m.model, scheme);
        let mut history = Vec::new();
        for k in 1..=steps {
            sim.step(1.0 / steps as f64).unwrap();
            if k % (steps / 4) == 0 {
                let tip = sim.motion(m.d).unwrap();
                history.push([tip.x, tip.v, sim.joint_reaction(m.joints[0], 1, false).unwrap().0]);
            }
        }
        history
    });
}
