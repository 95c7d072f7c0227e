//! The double four-bar mechanism: five equal bars of 1 m and 1 kg, three pivots on the ground, gravity. It starts upright with
//! 1 m/s at the top and turns over and over; twice a turn all bars are in line, where the mechanism could branch off.
//!
//! The three legs are parallel for ever, and with the angle θ of a leg from upright
//!
//! ```text
//!   3 θ̈ = 3.5 g sin θ        3 · 1/3 kg·m² of the legs and 2 · 1 kg·m² of the bars above, 3 · ½ m and 2 · 1 m high
//! ```

use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{Model, NodeKind};
use swashplate::terms::NodeId;

pub const GRAVITY: f64 = 9.81;

/// The mechanism and what is looked at.
pub struct DoubleFourBar {
    pub model: Model,
    /// frame of each leg at its foot, axis 1 along it
    pub legs: [NodeId; 3],
    pub bars: [NodeId; 2],
}

/// With hinges everywhere (six conditions too many), or with a ball joint and a universal joint at the ends of the bars above.
/// The legs start at `angle` from upright and turn with `speed`.
pub fn double_four_bar(hinges: bool, angle: f64, speed: f64) -> DoubleFourBar {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -GRAVITY, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let up = Vec3::new(angle.sin(), angle.cos(), 0.0);
    let spin = Vec3::new(0.0, 0.0, -speed);
    let mut bar = |name: &str, foot: Vec3, turn: f64, v: Vec3, omega: Vec3| {
        let node = model.add_node(name, NodeKind::Free, foot, so3::exp(&(turn * Vec3::z()))).unwrap();
        // slender, with a thousandth of the inertia about its own axis
        let inertia = Mat3::from_diagonal(&(Vec3::new(1e-3, 1.0, 1.0) / 12.0));
        model.add_rigid_body(name, node, 1.0, Vec3::new(0.5, 0.0, 0.0), inertia).unwrap();
        model.set_velocity(node, v, omega).unwrap();
        node
    };
    let foot = |k: usize| Vec3::new(k as f64, 0.0, 0.0);
    let along = std::f64::consts::FRAC_PI_2 - angle;
    let legs = [0, 1, 2].map(|k| bar(&format!("leg {k}"), foot(k), along, Vec3::zeros(), spin));
    let bars = [0, 1].map(|k| bar(&format!("bar {k}"), foot(k) + up, 0.0, spin.cross(&up), Vec3::zeros()));
    let mut join = |name: &str, pair, point: Vec3, frame: Quat, first, second| {
        let (one, two) = (model.attach(first, point, frame).unwrap(), model.attach(second, point, frame).unwrap());
        model.add_joint(name, pair, one, two).unwrap()
    };
    let plane = Quat::identity();
    // the cross of the universal joint: axis 1 along z, axis 2 across the bar above, so that axis 3 is along it
    let cross = Quat::from_matrix(&Mat3::from_columns(&[Vec3::z(), Vec3::y(), -Vec3::x()]));
    for k in 0..3 {
        join(&format!("foot {k}"), joints::revolute(), foot(k), plane, ground, legs[k]);
    }
    for k in 0..2 {
        let (left, right) = (foot(k) + up, foot(k + 1) + up);
        let (one, two, frame) = match hinges {
            true => (joints::revolute(), joints::revolute(), plane),
            false => (joints::spherical(), joints::universal(), cross),
        };
        join(&format!("left {k}"), one, left, plane, legs[k], bars[k]);
        join(&format!("right {k}"), two, right, frame, legs[k + 1], bars[k]);
    }
    DoubleFourBar { model, legs, bars }
}

/// θ and θ̇ after a time, from these; by Taylor series of θ, small steps, error far below 1e-12.
pub fn exact(angle: f64, speed: f64, time: f64) -> [f64; 2] {
    const TERMS: usize = 24;
    let steps = (time / 0.02).ceil().max(1.0);
    let h = time / steps;
    let (mut theta, mut rate) = (angle, speed);
    for _ in 0..steps as usize {
        // coefficients of θ, sin θ, cos θ: s' = c θ', c' = −s θ'
        let (mut a, mut s, mut c) = ([0.0; TERMS + 2], [0.0; TERMS + 1], [0.0; TERMS + 1]);
        (a[0], a[1], s[0], c[0]) = (theta, rate, theta.sin(), theta.cos());
        for k in 0..TERMS {
            a[k + 2] = 3.5 / 3.0 * GRAVITY * s[k] / ((k + 1) * (k + 2)) as f64;
            let sum = |f: &[f64]| (0..=k).map(|j| (j + 1) as f64 * a[j + 1] * f[k - j]).sum::<f64>() / (k + 1) as f64;
            (s[k + 1], c[k + 1]) = (sum(&c), -sum(&s));
        }
        theta = a.iter().rev().fold(0.0, |sum, a| sum * h + a);
        rate = (1..a.len()).rev().fold(0.0, |sum, k| sum * h + k as f64 * a[k]);
    }
    [theta, rate]
}
