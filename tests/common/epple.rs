//! Epple 2008 §6.1, three-bar mechanism, and §6.2, mechanism with a tilted revolute joint.
//!
//! | symbol | value | §6.1, Table 6.1 | §6.2, Table 6.2, beam 1 | §6.2, Table 6.3, beams 2, 3 |
//! |---|---|---|---|---|
//! | S | axial stiffness [N] | 3.36e8 | 4.0e7 | 4.0e7 |
//! | I22, I33 | bending stiffness [N·m²] | 4.48e4, 4.48e4 | 2.4e5, 2.4e6 | 2.4e4, 2.4e4 |
//! | J | torsional stiffness [N·m²] | 2.91e3 | 2.8e5 | 2.8e4 |
//! | K22, K33 | shear stiffness [N] | 1.08e8, 1.08e8 | 1.4e7, 2.8e6 | 1.4e7, 2.8e6 |
//! | m | mass a length [kg/m] | 12.6 | 3.2 | 1.6 |
//! | m11, m22, m33 | inertia a length [kg·m] | 3.40e-3, 1.70e-3, 1.70e-3 | 1.2e-2, 8.6e-4, 1.1e-2 | 1.2e-2, 8.6e-4, 1.1e-2 |
//! | elements | cubic, a beam | 3 | 3 | 3 |
//! | T | simulated time [s] | 1 | 0.82 | 0.82 |
//!
//! Open in the thesis (figures 6.1 and 6.6 carry the geometry, the text does not), and taken here:
//! - §6.1, lengths: 1 m a bar, in a straight line along i1, so that the chain with three hinges is slender;
//! - §6.1, axes: A and C about i3, B about i2, so that all three components of the tip load move it;
//! - §6.2, geometry: that of Borri 2000, figure 1, whose EA, GJ and masses are the same: A at the origin, AB and CD of
//!   0.12 m along i2, BC and AD of 0.24 m along i1. A parallelogram driven by φ1 is flat at 0.171, 0.347, 0.653 and
//!   0.829 s; the simulated 0.82 s end just before the last of these;
//! - §6.2, numbers of the beams: along the chain from the driven joint, 1 = AB, 2 = BC, 3 = CD;
//! - section axis 3 along i3.
//!
//! Table 6.1 is that of a square steel bar of 40 mm, but for J: 0.141 a⁴ G = 2.91e4 N·m²; the printed 2.91e3 is kept.

use super::bars::{Mesh, bar, damped_section, ends, hinge, host};
use super::borri::{FourBar, chain, on_ground};
use swashplate::loads::{Axes, Table, TimeFunction};
use swashplate::math::{Quat, Vec3};
use swashplate::model::{BeamId, JointId, Model, NodeKind};
use swashplate::sections::BeamSection;
use swashplate::terms::NodeId;

/// Simulated time of §6.1 [s].
pub const THREE_BAR_END: f64 = 1.0;
/// Simulated time of §6.2 [s].
pub const TILTED_END: f64 = 0.82;
/// Length of each bar of §6.1 [m].
pub const BAR: f64 = 1.0;

/// The section of Table 6.1.
pub fn three_bar_section() -> BeamSection {
    softer_three_bar_section(1.0)
}

fn softer_three_bar_section(softness: f64) -> BeamSection {
    let stiffness = [3.36e8, 1.08e8, 1.08e8, 2.91e3, 4.48e4, 4.48e4].map(|k| k / softness);
    damped_section(stiffness, 12.6, [3.40e-3, 1.70e-3, 1.70e-3], 0.0)
}

/// A chain of three bars that hangs on ground at A.
pub struct ThreeBar {
    pub model: Model,
    /// AB, BC, CD
    pub bars: [BeamId; 3],
    /// the point whose motion is compared
    pub d: NodeId,
    /// joints A, B, C
    pub joints: [JointId; 3],
}

/// How a load or a drive goes in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// as the thesis says; its kinks and its sudden start set off vibrations that moderate steps do not resolve
    AsPrinted,
    /// with three continuous derivatives: for the measurement of orders in velocities and reactions
    Smooth,
}

/// §6.1: forces along i1, i2, i3 at D grow to 100 N each at 0.25 s and go back to zero at 0.5 s, linearly (steps should
/// end at these times); or smoothly, as 100 sin⁴ 2πt. No gravity.
pub fn three_bar(mesh: Mesh, course: Course) -> ThreeBar {
    three_bar_softer(1.0, mesh, course)
}

/// The same with all stiffnesses divided by `softness`.
pub fn three_bar_softer(softness: f64, mesh: Mesh, course: Course) -> ThreeBar {
    let mut model = Model::new();
    let own = softer_three_bar_section(softness);
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let point = |k: usize| Vec3::new(BAR * k as f64, 0.0, 0.0);
    let names = ["AB", "BC", "CD"];
    let bars = [0, 1, 2].map(|k| bar(&mut model, names[k], [point(k), point(k + 1)], Vec3::z(), &own, mesh));
    let [[a, b], [b_next, c], [c_next, d]] = bars.map(|k| ends(&model, k));
    let joints = [("A", Vec3::z(), [ground, a]), ("B", Vec3::y(), [b, b_next]), ("C", Vec3::z(), [c, c_next])]
        .map(|(name, axis, nodes)| hinge(&mut model, name, axis, nodes));
    let pulse = match course {
        Course::AsPrinted => {
            let table = Table::new(&[0.0, 0.25, 0.5], &[0.0, 100.0, 0.0], false).unwrap();
            model.add_function(TimeFunction::Table(table)).unwrap()
        }
        Course::Smooth => host(&mut model, |t| {
            let w = std::f64::consts::TAU;
            let (s, c) = if t < 0.5 { (w * t).sin_cos() } else { (0.0, 0.0) };
            let slopes = [4.0 * w * s.powi(3) * c, 4.0 * w * w * s * s * (3.0 * c * c - s * s)];
            [100.0 * s.powi(4), 100.0 * slopes[0], 100.0 * slopes[1]]
        }),
    };
    let load = [Vec3::new(1.0, 1.0, 1.0), Vec3::zeros(), Vec3::zeros()];
    model.add_load("F", d, Axes::Dead, load, pulse).unwrap();
    ThreeBar { model, bars, d, joints }
}

/// The angle φ1 = 3 cos(2πt) − 3 of §6.2 and its derivatives.
pub fn tilted_angle(t: f64) -> [f64; 3] {
    let w = std::f64::consts::TAU;
    let (sin, cos) = (w * t).sin_cos();
    [3.0 * cos - 3.0, -3.0 * w * sin, -3.0 * w * w * cos]
}

/// φ1 reached smoothly: over the first tenth of a second the acceleration grows from zero; then φ1 of a clock 0.05 s
/// late.
pub fn smooth_tilted_angle(t: f64) -> [f64; 3] {
    let [clock, rate, slope] = super::bars::spin_up(1.0, 0.1)(t);
    let [angle, speed, acceleration] = tilted_angle(clock);
    [angle, speed * rate, acceleration * rate * rate + speed * slope]
}

/// §6.2: joint A turns by φ1 from the start, with its acceleration of 118 rad/s² at once; or by
/// [`smooth_tilted_angle`]. Compared are the angle of joint C and the section forces and moments in the middle of beam
/// 2, s = 0.12 m of `bars[1]`.
pub fn tilted_joint(mesh: Mesh, course: Course) -> FourBar {
    tilted_joint_softer(1.0, mesh, course)
}

/// The same with all stiffnesses divided by `softness`, so that steps of moderate size resolve its vibrations.
pub fn tilted_joint_softer(softness: f64, mesh: Mesh, course: Course) -> FourBar {
    let angle: fn(f64) -> [f64; 3] = if course == Course::Smooth { smooth_tilted_angle } else { tilted_angle };
    let inertia = [1.2e-2, 8.6e-4, 1.1e-2];
    let soft = |stiffness: [f64; 6], mass| damped_section(stiffness.map(|k| k / softness), mass, inertia, 0.0);
    let one = soft([4.0e7, 1.4e7, 2.8e6, 2.8e5, 2.4e5, 2.4e6], 3.2);
    let others = soft([4.0e7, 1.4e7, 2.8e6, 2.8e4, 2.4e4, 2.4e4], 1.6);
    on_ground(chain([&one, &others, &others], 5.0_f64.to_radians(), mesh), angle)
}
