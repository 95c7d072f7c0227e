//! A flexible pendulum for the measurement of orders: smooth, and no mode so stiff that moderate steps do not resolve
//! it.
//!
//! | symbol | value | |
//! |---|---|---|
//! | L | length [m] | 1 |
//! | m | mass a length [kg/m] | 1 |
//! | EA, GA | axial and shear stiffness [N] | 2000, 1000 |
//! | GJ, EI | torsional and bending stiffness [N·m²] | 2, 2 |
//! | ρJ | inertia a length, axes 1, 2, 3 [kg·m] | 0.02, 0.01, 0.01 |
//! | g | weight a mass, along −i2 [m/s²] | 9.81, reached smoothly in 1 s |
//!
//! The beam lies along i1 with its hinge, about i3, at the origin; its weight, a distributed dead load, grows as
//! [`smooth_step`]. As a rigid body it would swing with √(3g/2L) = 3.8 rad/s about the vertical, T = 1.64 s; the first
//! bending mode of the hinged beam has 15.4 √(EI/mL⁴) = 22 rad/s, the first axial one (π/2) √(EA/mL²) = 70 rad/s.

use super::bars::{Mesh, bar, ends, hinge, host, section, smooth_step};
use swashplate::loads::Axes;
use swashplate::math::{Quat, Vec3};
use swashplate::model::{BeamId, JointId, Model, NodeKind};
use swashplate::terms::NodeId;

/// Period of small swings of the rigid pendulum [s].
pub const PERIOD: f64 = 1.638;
/// Time in which the weight grows [s].
pub const RAMP: f64 = 1.0;

/// A beam on a hinge.
pub struct Pendulum {
    pub model: Model,
    pub beam: BeamId,
    pub tip: NodeId,
    /// the hinge; its angle is coordinate 0
    pub hinge: JointId,
}

/// The pendulum at rest; `skew` [rad] tilts the hinge's axis from i3 towards i1, which makes the motion spatial.
pub fn pendulum(mesh: Mesh, skew: f64) -> Pendulum {
    let mut model = Model::new();
    let own = section(2000.0, [1000.0; 2], 2.0, [2.0; 2], 1.0, [0.02, 0.01, 0.01]);
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let beam = bar(&mut model, "beam", [Vec3::zeros(), Vec3::x()], Vec3::z(), &own, mesh);
    let [root, tip] = ends(&model, beam);
    let axis = Vec3::new(skew.sin(), 0.0, skew.cos());
    let hinge = hinge(&mut model, "hinge", axis, [ground, root]);
    let weight = host(&mut model, |t| {
        let [f, d, s] = smooth_step(t / RAMP);
        [f, d / RAMP, s / (RAMP * RAMP)]
    });
    let load = [[Vec3::new(0.0, -9.81, 0.0), Vec3::zeros()]; 2];
    model.add_distributed_load("weight", beam, Axes::Dead, &[0.0, 1.0], &load, weight).unwrap();
    Pendulum { model, beam, tip, hinge }
}
