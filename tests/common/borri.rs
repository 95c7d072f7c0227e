//! Borri 2000 §4: the crooked four-bar mechanism (figures 1–5) and the free-flying three-bar mechanism (figures 6–13).
//!
//! | symbol | value (Table 1) | AB, CD | BC |
//! |---|---|---|---|
//! | EA | axial stiffness [N] | 4.0e7 | 4.0e7 |
//! | GJ | torsional stiffness [N·m²] | 2.8e4 | 2.8e5 |
//! | EI | bending stiffness, both axes [N·m²] | 2.4e4 | 2.4e6 |
//! | M | mass a length [kg/m] | 1.6 | 3.2 |
//! | L | length [m] | 0.12 | 0.24 |
//! | Ω | speed at A [rad/s] | 20 | |
//! | h | step of all figures [s] | 1e-3 | |
//!
//! i1 along AD, i2 along AB, i3 = i1 × i2; A at the origin. Joints A, B, D turn about i3, joint C about i3 tilted by 5°
//! about CD.
//!
//! Open in the paper, and taken here:
//! - shear stiffness: 1.4e7 and 2.8e6 N, those of Epple Tables 6.2 and 6.3, which have the same EA, GJ, M and describe
//!   the same mechanism;
//! - rotary inertia: M EI/EA about axes 2 and 3 and the sum about axis 1, as for a homogeneous section (Epple prints
//!   8.6e-4 for the smaller one, this is 9.6e-4);
//! - sense of Ω and of the tilt: positive about i3 and about i2; the opposite tilt gives the mirror image;
//! - the start: at full speed (`ramp` = 0), or smoothly in `ramp` seconds. At full speed the velocities of a plane
//!   parallelogram do not satisfy the tilted joint; the library changes those of the nodes at C, which starts
//!   vibrations.

use super::bars::{Mesh, bar, ends, frame, hinge, host, join, section, spin_up, turn_at_start};
use swashplate::joints;
use swashplate::loads::{Axes, Table, TimeFunction};
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{BeamId, JointId, Model, NodeKind};
use swashplate::sections::BeamSection;
use swashplate::terms::NodeId;

/// Speed of the crank [rad/s].
pub const SPEED: f64 = 20.0;
/// Step of the figures [s].
pub const STEP: f64 = 1e-3;
/// Length of AB and CD [m]; BC and AD have twice that.
pub const LENGTH: f64 = 0.12;
/// End of the pulse on the free mechanism [s].
pub const PULSE_END: f64 = 0.05;

/// The section of AB and CD, or of BC.
pub fn bar_section(coupler: bool) -> BeamSection {
    let (torsion, bending, mass) = if coupler { (2.8e5, 2.4e6, 3.2) } else { (2.8e4, 2.4e4, 1.6) };
    let rotary = mass * bending / 4.0e7;
    section(4.0e7, [1.4e7, 2.8e6], torsion, [bending; 2], mass, [2.0 * rotary, rotary, rotary])
}

/// Points A, B, C, D at the start.
pub fn points() -> [Vec3; 4] {
    let (l, zero) = (LENGTH, 0.0);
    [Vec3::new(zero, zero, zero), Vec3::new(zero, l, zero), Vec3::new(2.0 * l, l, zero), Vec3::new(2.0 * l, zero, zero)]
}

/// Bars AB, BC, CD and the joints between them: what both examples share.
pub struct Chain {
    pub model: Model,
    /// AB, BC, CD; each from its first letter to its second
    pub bars: [BeamId; 3],
    /// nodes at A, B (of AB), C (of CD), D
    pub points: [NodeId; 4],
    /// joint B, between AB and BC
    pub b: JointId,
    /// joint C, between BC and CD
    pub c: JointId,
}

/// The bars with given sections, joined at B and C; the axis at C is i3 turned by `tilt` [rad] about i2.
pub fn chain(sections: [&BeamSection; 3], tilt: f64, mesh: Mesh) -> Chain {
    let mut model = Model::new();
    let p = points();
    let names = ["AB", "BC", "CD"];
    let bars = [0, 1, 2].map(|k| bar(&mut model, names[k], [p[k], p[k + 1]], Vec3::z(), sections[k], mesh));
    let [[a, b], [b_next, c], [c_next, d]] = bars.map(|k| ends(&model, k));
    let joint_b = hinge(&mut model, "B", Vec3::z(), [b, b_next]);
    let tilted = so3::exp(&(tilt * Vec3::y())) * Vec3::z();
    let joint_c = join(&mut model, "C", joints::revolute(), frame(Vec3::x(), tilted), [c, c_next]);
    Chain { model, bars, points: [a, b, c_next, d], b: joint_b, c: joint_c }
}

/// A mechanism on ground at A and D, driven at A.
pub struct FourBar {
    pub model: Model,
    /// AB, BC, CD
    pub bars: [BeamId; 3],
    /// nodes at A, B, C, D; figures 2 and 4 show the velocity of C
    pub points: [NodeId; 4],
    /// joints A, B, C, D; A is driven
    pub joints: [JointId; 4],
}

/// Hold the chain at A and D, about i3, and drive A by `angle(t)`: value and two derivatives.
pub fn on_ground(chain: Chain, angle: impl Fn(f64) -> [f64; 3] + Send + Sync + 'static) -> FourBar {
    let Chain { mut model, bars, points: nodes, b, c } = chain;
    let p = points();
    let foot = |model: &mut Model, name, x| model.add_node(name, NodeKind::Ground, x, Quat::identity()).unwrap();
    let (foot_a, foot_d) = (foot(&mut model, "ground A", p[0]), foot(&mut model, "ground D", p[3]));
    let a = hinge(&mut model, "A", Vec3::z(), [foot_a, nodes[0]]);
    let d = hinge(&mut model, "D", Vec3::z(), [foot_d, nodes[3]]);
    // the parallelogram of rigid bars: AB and CD turn with the crank, BC moves in parallel
    let rate = angle(0.0)[1] * Vec3::z();
    let v = rate.cross(&(p[1] - p[0]));
    for (k, omega, about, v) in
        [(0, rate, p[0], Vec3::zeros()), (1, Vec3::zeros(), p[1], v), (2, rate, p[3], Vec3::zeros())]
    {
        let own = model.beam(bars[k]).unwrap().nodes.clone();
        turn_at_start(&mut model, &own, omega, about, v);
    }
    let angle = host(&mut model, angle);
    model.drive_joint(a, 0, angle).unwrap();
    FourBar { model, bars, points: nodes, joints: [a, b, c, d] }
}

/// The crooked four-bar mechanism. The parallelogram is flat after a quarter of a turn, at 0.079 s + `ramp`/2. The
/// defect stores 700 J of strain energy there, the motion has 3 J: elasticity, not inertia, decides there, and CD turns
/// back (crossed bars) until the next flat position, half a turn later. Figures 3 and 5 show the section forces of AB
/// at a quarter of it, s = 0.03 m, in section axes: axial, in-plane shear, out-of-plane shear.
pub fn crooked_four_bar(mesh: Mesh, ramp: f64) -> FourBar {
    let (thin, thick) = (bar_section(false), bar_section(true));
    on_ground(chain([&thin, &thick, &thin], 5.0_f64.to_radians(), mesh), spin_up(SPEED, ramp))
}

/// The pulse f0 of §4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pulse {
    /// 4t, then 0.2 − 4t: the triangle that the text names
    Triangle,
    /// 4t, then 2 − 4t: the formula, which jumps from 0.1 to 1.9 at 0.025 s and from 1.8 to 0 at 0.05 s
    AsPrinted,
}

impl Pulse {
    /// ∫ f0 dt [s].
    pub fn integral(self) -> f64 {
        match self {
            Pulse::Triangle => 0.5 * 0.1 * 0.05,
            Pulse::AsPrinted => 0.5 * 0.1 * 0.025 + 0.5 * (1.9 + 1.8) * 0.025,
        }
    }

    fn function(self) -> TimeFunction {
        let table = |t: &[f64], y: &[f64]| TimeFunction::Table(Table::new(t, y, false).unwrap());
        match self {
            Pulse::Triangle => table(&[0.0, 0.025, 0.05], &[0.0, 0.1, 0.0]),
            // at a jump the value of the formula, which belongs to the piece that begins there
            Pulse::AsPrinted => TimeFunction::Host(std::sync::Arc::new(|t| {
                Some(match t {
                    t if t < 0.025 - 1e-9 => [4.0 * t, 4.0, 0.0],
                    t if t < 0.05 - 1e-9 => [2.0 - 4.0 * t, -4.0, 0.0],
                    _ => [0.0; 3],
                })
            })),
        }
    }
}

/// The free-flying three-bar mechanism at rest, with forces 200 f0 i3 at B, 400 f0 i1 at C and −200 f0 i3 at D [N].
///
/// The forces add up to 400 f0 i1: after the pulse the linear momentum is 400 ∫f0 dt along i1, and figures 8 and 10,
/// which divide by each component, cannot have been made with these forces. Angular momentum is reduced to the initial
/// A, the origin.
pub fn free_three_bar(mesh: Mesh, pulse: Pulse) -> Chain {
    let (thin, thick) = (bar_section(false), bar_section(true));
    let mut chain = chain([&thin, &thick, &thin], 5.0_f64.to_radians(), mesh);
    let f0 = chain.model.add_function(pulse.function()).unwrap();
    let forces = [("n1", 1, 200.0 * Vec3::z()), ("n2", 2, 400.0 * Vec3::x()), ("n3", 3, -200.0 * Vec3::z())];
    for (name, k, force) in forces {
        let load = [force, Vec3::zeros(), Vec3::zeros()];
        chain.model.add_load(name, chain.points[k], Axes::Dead, load, f0).unwrap();
    }
    chain
}
