//! A slow deployment with a snap, for the control of the step: 20 s of slow motion, and an event of a tenth of a
//! second.
//!
//! | symbol | value | |
//! |---|---|---|
//! | L | length of each arm [m] | 1 |
//! | EA, GA, GJ, EI | stiffnesses of an arm [N], [N·m²] | 1e7, 4e6, 2000, 2000 |
//! | m; ρJ | mass and inertia a length [kg/m], [kg·m] | 2; 4e-3, 2e-3, 2e-3 |
//! | μ | damping of an arm [s] | 0.01 |
//! | a, b | arm of the toggle, length of its rod [m] | 0.1, 0.3 |
//! | k | spring of the slider [N/m] | 2e4, slack when folded |
//! | κ, c | spring and damper from crank to arm 2 [N·m/rad], [N·m·s/rad] | 100, 14 |
//! | T | time of the drives [s] | 20 |
//!
//! Arm 1 lies along i1 from O and is raised by 90° about i3; at its end E a crank turns by 180° relative to it,
//! clockwise. Both follow [`smooth_step`] over T. Arm 2, folded back along arm 1 at the angle θ = 0, hangs on the crank
//! by κ and c. A rod joins its point at a from E to a slider on the line through E across arm 1, at s:
//!
//! ```text
//!   s(θ) = a sin θ + √(b² − a² cos² θ)      U(θ) = ½ k (s − s(0))²     κ (β − θ) = U′(θ) while it is slow
//! ```
//!
//! U has its wells at θ = 0 and 180° and its top at 90°. κ is less than −U″ there, k (s − s(0)) (a + a²/b) = 312
//! N·m/rad: arm 2 follows the crank up to a fold, from which it snaps to the other side. All equations are smooth; no
//! contact, no gravity.

use super::bars::{Mesh, bar, damped_section, ends, frame, hinge, host, smooth_step};
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{BeamId, JointId, Model, NodeKind};
use swashplate::terms::NodeId;

/// Time of the drives [s].
pub const DRIVE: f64 = 20.0;
/// a and b [m].
pub const TOGGLE: [f64; 2] = [0.1, 0.3];
/// k [N/m].
pub const SLIDER_SPRING: f64 = 2e4;
/// κ [N·m/rad].
pub const CRANK_SPRING: f64 = 100.0;

/// Angle of the crank from the folded position [rad].
pub fn crank(t: f64) -> f64 {
    std::f64::consts::PI * smooth_step(t / DRIVE)[0]
}

/// U′(θ) [N·m].
pub fn toggle_torque(theta: f64) -> f64 {
    let [a, b] = TOGGLE;
    let (sin, cos) = theta.sin_cos();
    let root = (b * b - a * a * cos * cos).sqrt();
    let s = a * sin + root;
    SLIDER_SPRING * (s - (b * b - a * a).sqrt()) * (a * cos + a * a * cos * sin / root)
}

/// The angle of the crank at which arm 2 snaps when it is turned infinitely slowly: the largest θ + U′(θ)/κ below 90°.
pub fn snap_angle() -> f64 {
    (0..9000)
        .map(|k| (0.01 * f64::from(k)).to_radians())
        .map(|t| t + toggle_torque(t) / CRANK_SPRING)
        .fold(0.0, f64::max)
}

/// Two arms and a toggle.
pub struct Deployment {
    pub model: Model,
    pub arms: [BeamId; 2],
    /// end of arm 2
    pub tip: NodeId,
    /// O, driven
    pub base: JointId,
    /// crank on arm 1, driven; the angle is −β
    pub crank: JointId,
    /// arm 2 on the crank; the angle is β − θ
    pub hinge: JointId,
    /// the slider; coordinate 0 is s
    pub slider: JointId,
}

/// The arms folded and at rest.
pub fn deployment(mesh: Mesh) -> Deployment {
    let mut model = Model::new();
    let own = damped_section([1e7, 4e6, 4e6, 2000.0, 2000.0, 2000.0], 2.0, [4e-3, 2e-3, 2e-3], 0.01);
    let (x, y, z, e) = (Vec3::x(), Vec3::y(), Vec3::z(), Vec3::x());
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let arms = [("arm 1", [Vec3::zeros(), e]), ("arm 2", [e, Vec3::zeros()])]
        .map(|(name, points)| bar(&mut model, name, points, z, &own, mesh));
    let [[root, end], [second, tip]] = arms.map(|k| ends(&model, k));
    let crank = model.add_node("crank", NodeKind::Free, e, Quat::identity()).unwrap();
    model.add_rigid_body("crank", crank, 0.1, Vec3::zeros(), Mat3::from_diagonal_element(1e-3)).unwrap();
    let base = hinge(&mut model, "base", z, [ground, root]);
    let drive = hinge(&mut model, "crank", z, [end, crank]);
    let joint = hinge(&mut model, "hinge", z, [crank, second]);
    model.add_joint_spring("hinge", joint, 0, [CRANK_SPRING, 14.0, 0.0]).unwrap();
    let quarter = std::f64::consts::FRAC_PI_2;
    for (joint, full) in [(base, quarter), (drive, -2.0 * quarter)] {
        let angle = host(&mut model, move |t| {
            let [f, d, s] = smooth_step(t / DRIVE);
            [full * f, full * d / DRIVE, full * s / (DRIVE * DRIVE)]
        });
        model.drive_joint(joint, 0, angle).unwrap();
    }

    // the toggle
    let [a, b] = TOGGLE;
    let folded = (b * b - a * a).sqrt();
    let (at, pin) = (e + folded * y, e - a * x);
    let block = model.add_node("slider", NodeKind::Point, at, Quat::identity()).unwrap();
    model.add_point_mass("slider", block, 0.1, Vec3::zeros()).unwrap();
    let line = frame(x, y);
    let (on_arm, on_block) = (model.attach(end, e, line).unwrap(), model.attach(block, at, line).unwrap());
    let slider = model.add_joint("slider", joints::point_on_line(), on_arm, on_block).unwrap();
    model.add_joint_spring("slider", slider, 0, [SLIDER_SPRING, 0.0, folded]).unwrap();
    let axes = Quat::identity();
    let (here, there) = (model.attach(block, at, axes).unwrap(), model.attach(second, pin, axes).unwrap());
    model.add_joint("rod", joints::distance(b), here, there).unwrap();
    Deployment { model, arms, tip, base, crank: drive, hinge: joint, slider }
}
