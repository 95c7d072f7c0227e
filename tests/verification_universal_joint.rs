//! Rigid body on a driven universal joint, Bauchau 2003 §6.2 variant A, against `reference/ujoint.json`.

use crate::common;
use crate::support;

use common::bauchau::{self, CROSS};
use support::{assert_order, options, reference, simulate, vector};
use swashplate::math::Vec3;
use swashplate::model::JointId;
use swashplate::simulation::Simulation;
use swashplate::terms::NodeId;

struct Shaft {
    sim: Simulation,
    body: NodeId,
    drive: JointId,
    cross: JointId,
}

fn shaft(rho: f64) -> Shaft {
    let bauchau::Shaft { model, body, drive, cross } = bauchau::shaft();
    Shaft { sim: simulate(model, options(rho)), body, drive, cross }
}

#[test]
fn start_gives_multiplier_and_driving_torque_of_the_reference() {
    let row = reference("ujoint")["variants"]["A"]["rows"][0].clone();
    let s = shaft(0.8);
    let lambda = s.sim.joint_multipliers(s.cross).unwrap()[CROSS];
    assert!((lambda - row["lam"].as_f64().unwrap()).abs() < 1e-13);
    assert!((s.sim.joint_drive(s.drive, 0).unwrap() - row["drive_torque"].as_f64().unwrap()).abs() < 1e-13);
}

#[test]
fn motion_multiplier_and_driving_torque_converge_with_order_two_over_a_revolution() {
    let rows = reference("ujoint")["variants"]["A"]["rows"].as_array().unwrap().clone();
    for rho in [0.5, 0.9] {
        let mut errors = [vec![], vec![], vec![], vec![]];
        for steps in [800, 1600, 3200, 6400] {
            let mut s = shaft(rho);
            let mut worst = [0.0_f64; 4];
            for row in &rows[1..] {
                s.sim.advance(row["t"].as_f64().unwrap(), std::f64::consts::TAU / f64::from(steps), None).unwrap();
                let body = s.sim.motion(s.body).unwrap();
                let turn = (0..3).map(|i| (body.d.row(i).transpose() - vector(&row["R"][i])).norm());
                let off = [
                    turn.fold(0.0, f64::max),
                    (body.omega - vector(&row["omega_inertial"])).norm(),
                    s.sim.joint_multipliers(s.cross).unwrap()[CROSS] - row["lam"].as_f64().unwrap(),
                    s.sim.joint_drive(s.drive, 0).unwrap() - row["drive_torque"].as_f64().unwrap(),
                ];
                for (worst, off) in worst.iter_mut().zip(off) {
                    *worst = worst.max(off.abs());
                }
            }
            for (list, worst) in errors.iter_mut().zip(worst) {
                list.push(worst);
            }
        }
        for (what, errors) in ["orientation", "angular velocity", "multiplier", "driving torque"].iter().zip(&errors) {
            assert_order(what, errors, 2.0, 0.1);
        }
    }
}

#[test]
fn work_of_the_drive_is_the_change_of_energy() {
    // trapezoidal rule and scheme are both of second order
    let rows = reference("ujoint")["variants"]["A"]["rows"].as_array().unwrap().clone();
    let exact = rows.last().unwrap()["energy"].as_f64().unwrap() - rows[0]["energy"].as_f64().unwrap();
    let mut errors = vec![];
    let mut left = vec![];
    for steps in [800, 1600, 3200, 6400] {
        let mut s = shaft(0.9);
        let tau = std::f64::consts::TAU;
        s.sim.advance(tau, tau / f64::from(steps), None).unwrap();
        let audit = s.sim.audit(Vec3::zeros()).unwrap();
        errors.push((audit.work_driven - exact).abs());
        left.push(audit.numerical_dissipation.abs());
    }
    assert_order("work of the drive", &errors, 2.0, 0.1);
    assert!(left[3] < 1e-4 && left[3] < left[0], "{left:?}");
}
