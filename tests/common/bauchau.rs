//! Bauchau 2003 §6.1, free rigid body, and §6.2, rigid body on a driven universal joint.
//!
//! | symbol | value | |
//! |---|---|---|
//! | M00 | mass [kg] | 1.8 |
//! | M0k/M00 | centre of mass [m] | (0.1, −0.4, 0.3) |
//! | I | inertia about the centre [kg·m²] | `support::bauchau_body` |
//! | v0, ω0 | §6.1, velocities of the reference point at the start [m/s], [rad/s] | (5, 0, 0), (0, 4, 0) |
//! | Ω | §6.2, speed of the joint about i2 [rad/s] | 1 |
//! | g | §6.2, along −i2 [m/s²] | 9.81 |
//! | time, step | §6.1: 5 s, 0.0125 s; §6.2: one revolution in 400 steps | |

use super::bars::{frame, join};
use crate::support::bauchau_body;
use swashplate::joints;
use swashplate::loads::{Table, TimeFunction};
use swashplate::math::{Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::terms::NodeId;

/// §6.1.
pub fn free_body() -> (Model, NodeId) {
    let mut model = Model::new();
    let node = model.add_node("body", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let (mass, center, inertia) = bauchau_body();
    model.add_rigid_body("body", node, mass, center, inertia).unwrap();
    model.set_velocity(node, Vec3::new(5.0, 0.0, 0.0), Vec3::new(0.0, 4.0, 0.0)).unwrap();
    (model, node)
}

/// A body on a driven shaft.
pub struct Shaft {
    pub model: Model,
    pub body: NodeId,
    /// the driven revolute joint, coordinate 0
    pub drive: JointId,
    /// the universal joint; the multiplier of d1·e3 = 0 is number [`CROSS`]
    pub cross: JointId,
}

/// Place of the condition d1·e3 = 0 among those of the universal joint.
pub const CROSS: usize = 3;

/// §6.2: ground, a massless yoke driven about i2, and the body on the cross: d1 of the yoke, e3 of the body.
pub fn shaft() -> Shaft {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
    let mut node = |name, kind| model.add_node(name, kind, Vec3::zeros(), Quat::identity()).unwrap();
    let (ground, yoke, body) =
        (node("ground", NodeKind::Ground), node("yoke", NodeKind::Free), node("body", NodeKind::Free));
    let (mass, center, inertia) = bauchau_body();
    model.add_rigid_body("body", body, mass, center, inertia).unwrap();
    model.set_velocity(body, Vec3::zeros(), Vec3::new(0.0, 1.0, 0.0)).unwrap();
    let drive = join(&mut model, "shaft", joints::revolute(), frame(Vec3::z(), Vec3::y()), [ground, yoke]);
    let cross = join(&mut model, "cross", joints::universal(), frame(Vec3::x(), -Vec3::y()), [yoke, body]);
    let angle = TimeFunction::Table(Table::new(&[0.0, 10.0], &[0.0, 10.0], true).unwrap());
    let angle = model.add_function(angle).unwrap();
    model.drive_joint(drive, 0, angle).unwrap();
    Shaft { model, body, drive, cross }
}
