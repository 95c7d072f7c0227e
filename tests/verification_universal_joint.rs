//! Rigid body on a driven universal joint, Bauchau 2003 §6.2 variant A, against `reference/ujoint.json`.

mod support;

use support::{assert_order, bauchau_body, options, reference, simulate, vector};
use swashplate::joints;
use swashplate::loads::{Table, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::Simulation;
use swashplate::terms::NodeId;

struct Shaft {
    sim: Simulation,
    body: NodeId,
    drive: JointId,
    cross: JointId,
}

/// Ground, a massless yoke driven about i2 at 1 rad/s, and the body on the cross: d1 of the yoke, e3 of the body.
fn shaft(rho: f64) -> Shaft {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
    let mut node = |name, kind| model.add_node(name, kind, Vec3::zeros(), Quat::identity()).unwrap();
    let (ground, yoke, body) =
        (node("ground", NodeKind::Ground), node("yoke", NodeKind::Free), node("body", NodeKind::Free));
    let (mass, center, inertia) = bauchau_body();
    model.add_rigid_body("body", body, mass, center, inertia).unwrap();
    model.set_velocity(body, Vec3::zeros(), Vec3::new(0.0, 1.0, 0.0)).unwrap();

    let frame = |axes: [Vec3; 3]| Quat::from_matrix(&Mat3::from_columns(&axes));
    let mut join = |name, pair, frame, a, b| {
        let (a, b) = (model.attach(a, Vec3::zeros(), frame).unwrap(), model.attach(b, Vec3::zeros(), frame).unwrap());
        model.add_joint(name, pair, a, b).unwrap()
    };
    let drive = join("shaft", joints::revolute(), frame([Vec3::z(), Vec3::x(), Vec3::y()]), ground, yoke);
    let cross = join("cross", joints::universal(), frame([Vec3::x(), Vec3::z(), -Vec3::y()]), yoke, body);
    let angle = TimeFunction::Table(Table::new(&[0.0, 10.0], &[0.0, 10.0], true).unwrap());
    let angle = model.add_function(angle).unwrap();
    model.drive_joint(drive, 0, angle).unwrap();
    Shaft { sim: simulate(model, options(rho)), body, drive, cross }
}

/// Place of the condition d1·e3 = 0 among those of the universal joint.
const CROSS: usize = 3;

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
