//! Gransden 2015 §6: one blade of an articulated hub, with the loop of pitch horn, pitch link and swashplate.
//!
//! | symbol | Tables 7 and 8 | |
//! |---|---|---|
//! | H | radius of the hinges for flap and lag (F = 0: one point) [m] | 0.0516 |
//! | L + P | from the hinges to the blade [m] | 0.07445 |
//! | P_sx, P_sy | foot of the pitch link on the swashplate: along the blade, ahead of it [m] | 0.0516, 0.03985 |
//! | P_H | pitch horn [m] | 0.03985 |
//! | P_L | pitch link [m] | 0.112 |
//! | radius, density | hub and blade side 17.5 mm, link and horn 6.35 mm; 7960 kg/m³ | |
//! | | actuator in the link, a point mass [kg] | 0.05 |
//! | β, θ | flap and pitch while locked | 1.5°, 1.93° |
//! | Ω | full speed [rad/s] | 168.2 |
//! | ω(t) | (37): ½ (1 − cos πt/τ) Ω up to τ | |
//!
//! Open in the paper (figure 8 and a thesis carry it, the text does not), and taken here:
//! - the end of the horn lies at the radius H, on the axis of flap; then P_sx = H and P_sy = P_H put the link upright, and the height of
//!   the swashplate follows from P_L; `d` of Table 7, 0.1091 m, is that height to 1.6 mm;
//! - swashplate: a fixed plate on a universal joint (tilts about i1 and i2), a rotating one on it, turned by the hub by a point of it
//!   that stays in a plane through the shaft (scissors); 1 kg each;
//! - the blade, in the size of that rotor of 1.1 m: 0.97 m long, straight, without twist; EA 3 MN, kGA 0.6 MN, EI 30 (flap) and
//!   1000 N·m² (lag), GJ 25 N·m², 0.45 kg/m, inertia 2.4e-4 kg·m, damping 2e-4 s, by which the vibrations of the release settle; beam
//!   elements instead of solids;
//! - no airloads, no gravity.
//!
//! ψ about i3; the blade along i1 at ψ = 0, the horn ahead of it (towards i2); flap up, lag forward, pitch nose up are positive.

use super::bars::{Mesh, bar, damped_section, ends, frame, host};
use std::f64::consts::PI;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::terms::NodeId;

/// Full speed [rad/s].
pub const SPEED: f64 = 168.2;

/// Lengths of the loop [m].
#[derive(Debug, Clone, Copy)]
pub struct Loop {
    /// H
    pub hinge: f64,
    /// P_H
    pub horn: f64,
    /// P_sx, P_sy
    pub foot: [f64; 2],
    /// P_L
    pub link: f64,
    /// centre of the swashplate below the hub
    pub drop: f64,
}

/// Lengths with which the loop closes at β, θ [rad].
pub fn closed(hinge: f64, horn: f64, foot: [f64; 2], link: f64, [beta, theta]: [f64; 2]) -> Loop {
    let top = Vec3::new(hinge, 0.0, 0.0) + blade_axes(beta, theta) * Vec3::new(0.0, horn, 0.0);
    let across = (top.x - foot[0]).hypot(top.y - foot[1]);
    Loop { hinge, horn, foot, link, drop: (link * link - across * across).sqrt() - top.z }
}

/// Tables 7 and 8.
pub fn published() -> Loop {
    closed(0.0516, 0.03985, [0.0516, 0.03985], 0.112, trim())
}

/// β and θ of Table 8 [rad].
pub fn trim() -> [f64; 2] {
    [1.5_f64, 1.93].map(f64::to_radians)
}

fn blade_axes(beta: f64, theta: f64) -> Quat {
    so3::exp(&(-beta * Vec3::y())) * so3::exp(&(theta * Vec3::x()))
}

/// ψ of (37) and two derivatives: full speed after `tau`, or from the start when that is 0.
pub fn start_up(speed: f64, tau: f64) -> impl Fn(f64) -> [f64; 3] + Send + Sync + 'static {
    move |t| {
        if t >= tau {
            return [speed * (t - 0.5 * tau), speed, 0.0];
        }
        let (sin, cos) = (PI * t / tau).sin_cos();
        [0.5 * speed * (t - tau / PI * sin), 0.5 * speed * (1.0 - cos), 0.5 * speed * PI / tau * sin]
    }
}

/// A hub with one blade.
pub struct Hub {
    pub model: Model,
    /// ψ, driven
    pub shaft: JointId,
    /// coordinates 0: flap, 1: lag
    pub hinges: JointId,
    /// coordinate 0: pitch
    pub pitch: JointId,
    /// coordinates 0, 1: tilts about i1 and i2, driven
    pub swashplate: JointId,
    /// link on the horn, the joint that closes the loop
    pub top: JointId,
    /// hub, cuff, link, rotating plate, root of the blade, its tip
    pub nodes: [NodeId; 6],
}

/// A round bar along its node's axis 1, from the node on.
fn rod(model: &mut Model, name: &str, node: NodeId, length: f64, radius: f64) {
    let mass = 7960.0 * PI * radius * radius * length;
    let (along, across) = (0.5 * mass * radius * radius, mass * (length * length / 12.0 + 0.25 * radius * radius));
    let inertia = Mat3::from_diagonal(&Vec3::new(along, across, across));
    model.add_rigid_body(name, node, mass, 0.5 * length * Vec3::x(), inertia).unwrap();
}

/// With β, θ in the reference configuration; `tilt` of the swashplate about i1 and i2 [rad]; the blade as a beam, or rigid without
/// a mesh; ψ(t) drives the shaft.
pub fn hub(
    lengths: Loop,
    [beta, theta]: [f64; 2],
    tilt: [f64; 2],
    mesh: Option<Mesh>,
    psi: impl Fn(f64) -> [f64; 3] + Send + Sync + 'static,
) -> Hub {
    let mut model = Model::new();
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    let plain = Quat::identity();
    let Loop { hinge, horn, foot, link, drop } = lengths;
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), plain).unwrap();
    let flapped = so3::exp(&(-beta * y));
    let pitched = blade_axes(beta, theta);
    let h = hinge * x;

    // hub, hinges, pitch bearing, blade
    let center = model.add_node("hub", NodeKind::Free, Vec3::zeros(), plain).unwrap();
    rod(&mut model, "hub", center, 0.0516, 0.0175);
    let cuff = model.add_node("cuff", NodeKind::Free, h, flapped).unwrap();
    rod(&mut model, "cuff", cuff, 0.07445, 0.0175);
    let begin = h + flapped * (0.07445 * x);
    let (root, tip) = match mesh {
        Some(mesh) => {
            let stiffness = [3e6, 6e5, 6e5, 25.0, 30.0, 1000.0];
            let own = damped_section(stiffness, 0.45, [2.4e-4, 0.1e-4, 2.3e-4], 2e-4);
            let blade = bar(&mut model, "blade", [begin, begin + pitched * (0.97 * x)], pitched * z, &own, mesh);
            let [root, tip] = ends(&model, blade);
            (root, tip)
        }
        None => {
            let root = model.add_node("blade", NodeKind::Free, begin, pitched).unwrap();
            let inertia = Mat3::from_diagonal(&Vec3::new(2e-4, 0.035, 0.035));
            model.add_rigid_body("blade", root, 0.45, 0.48 * x, inertia).unwrap();
            (root, root)
        }
    };
    let top = h + pitched * (horn * y);
    let horn_mass = 7960.0 * PI * 6.35e-3_f64.powi(2) * horn;
    let at = pitched.inverse() * (0.5 * (h + top) - begin);
    let small = Mat3::from_diagonal_element(horn_mass * horn * horn / 12.0);
    model.add_rigid_body("horn", root, horn_mass, at, small).unwrap();
    let mut join = |name: &str, pair, point: Vec3, (a, on_a): (NodeId, Quat), (b, on_b): (NodeId, Quat)| {
        let (one, two) = (model.attach(a, point, on_a).unwrap(), model.attach(b, point, on_b).unwrap());
        model.add_joint(name, pair, one, two).unwrap()
    };
    let shaft = join("shaft", joints::revolute(), Vec3::zeros(), (ground, plain), (center, plain));
    // flap about −i2, then lag about the axis that was i3
    let cross = Quat::from_matrix(&Mat3::from_columns(&[-y, z, -x]));
    let hinges = join("hinges", joints::universal(), h, (center, cross), (cuff, flapped * cross));
    let along = frame(y, x);
    let pitch = join("pitch", joints::revolute(), begin, (cuff, flapped * along), (root, pitched * along));

    // swashplate
    let middle = -drop * z;
    let arm = middle + foot[0] * x + foot[1] * y;
    let [fixed, rotating] = ["fixed plate", "rotating plate"].map(|name| {
        let node = model.add_node(name, NodeKind::Free, middle, plain).unwrap();
        model.add_rigid_body(name, node, 1.0, Vec3::zeros(), Mat3::from_diagonal_element(1e-3)).unwrap();
        node
    });
    let toward = (top - arm).normalize();
    let rod_axes = Quat::rotation_between(&x, &toward).unwrap();
    let strut = model.add_node("pitch link", NodeKind::Free, arm, rod_axes).unwrap();
    rod(&mut model, "pitch link", strut, link, 6.35e-3);
    model.add_point_mass("actuator", strut, 0.05, 0.5 * link * x).unwrap();
    let mut join = |name: &str, pair, point: Vec3, frame: Quat, [a, b]: [NodeId; 2]| {
        let (one, two) = (model.attach(a, point, frame).unwrap(), model.attach(b, point, frame).unwrap());
        model.add_joint(name, pair, one, two).unwrap()
    };
    let swashplate = join("tilt", joints::universal(), middle, plain, [ground, fixed]);
    join("bearing", joints::revolute(), middle, plain, [fixed, rotating]);
    join("foot", joints::universal(), arm, frame(y, toward), [rotating, strut]);
    let closing = join("horn", joints::spherical(), top, plain, [strut, root]);
    let plane = frame(x, y);
    let on_hub = model.attach(center, middle, plane).unwrap();
    let on_plate = model.attach(rotating, middle + 0.08 * x, plane).unwrap();
    model.add_joint("scissors", joints::point_in_plane(), on_hub, on_plate).unwrap();

    for (k, angle) in tilt.into_iter().enumerate() {
        let still = host(&mut model, move |_| [angle, 0.0, 0.0]);
        model.drive_joint(swashplate, k, still).unwrap();
    }
    let turn = host(&mut model, psi);
    model.drive_joint(shaft, 0, turn).unwrap();
    Hub { model, shaft, hinges, pitch, swashplate, top: closing, nodes: [center, cuff, strut, rotating, root, tip] }
}
