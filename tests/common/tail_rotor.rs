//! Epple 2008 §5.4.3: the supercritical tail rotor transmission of a helicopter, figure 5.10.
//!
//! | part | S [N] | I22, I33 [N·m²] | J [N·m²] | m [kg/m] | length [m] |
//! |---|---|---|---|---|---|
//! | fuselage | 687e6 | 19.2e6, 26.9e6 | 8.77e6 | 15.65 | 6 |
//! | tail, 45° up; a third of the fuselage | 229e6 | 6.4e6, 8.97e6 | 2.92e6 | 5.22 | 1.2 √2 |
//! | shafts 1, 2; mass centre 1 mm off the axis | 22.9e6 | 26.7e3, 27.7e3 | 22.1e3 | 0.848 | 6, 1.2 √2 |
//!
//! | | |
//! |---|---|
//! | couplings at both ends of both shafts | axial 5 kN/m and 0.5 N·s/m, transverse 1 MN/m, torsion 0.1 MN·m/rad, bending 0.1 kN·m/rad |
//! | brackets at M, T | 0.25 m |
//! | gear boxes | 5 kg each; ratios 1:1 and 2:1 |
//! | tail rotor | 15 kg, 3 kg·m², 0.3 m beside the plane of the fuselage; blades from 0.2 to 1 m |
//! | torque at the root of shaft 1 | 50 (1 − cos 2πt) N·m in 0 … 1 s, 6 (1 − cos 2πt) N·m in 2 … 3 s |
//! | h | 0.5 ms |
//!
//! Open in the thesis, and taken here:
//! - the blades have no data. The speeds of 45 and 50.5 rad/s that 50 and 6 N·m·s bring about give 1.11 kg·m² at shaft 1; what shafts
//!   and rotor (3/2² kg·m²) lack of that is put on the rotor as 1.4 kg·m² of rigid blades: four of 1.05 kg/m;
//! - the fuselage is clamped at its front, M is its end and T that of the tail; brackets and the short shaft of the rotor are rigid;
//!   S is on ground, 0.25 m above the front, so that shaft 1 is parallel to the fuselage;
//! - I22 of the fuselage is against vertical bending; shear stiffness kGA = 0.2 S; inertia of sections m I/S;
//! - gears and the root have 1e-3 kg·m² and 0.1 kg, housings 0.05 kg·m²; no gravity;
//! - cubic elements: 2, 1, 4 and 1 for fuselage, tail, shafts 1 and 2.

use super::bars::{Mesh, bar, ends, hinge, host, join, section};
use std::f64::consts::{PI, SQRT_2};
use swashplate::elements::BushingLaw;
use swashplate::joints;
use swashplate::math::{Mat3, Mat6, Quat, Vec3, Vec6};
use swashplate::model::{BeamId, JointId, Model, NodeKind};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::terms::NodeId;

/// Offset of the mass centre of the shafts [m].
pub const OFFSET: f64 = 1e-3;
/// I22 and I33 of the shafts [N·m²].
pub const BENDING: [f64; 2] = [26.7e3, 27.7e3];
/// Speed of shaft 1 after the first torque, as published [rad/s]: 50 N·m·s over the inertia.
pub const SPEED: f64 = 45.0;
/// Step of the thesis [s].
pub const STEP: f64 = 0.5e-3;
const BRACKET: f64 = 0.25;
const GEAR: f64 = 1e-3;
const MASS: f64 = 0.848;

/// Torque at the root of shaft 1 [N·m].
pub fn torque(t: f64) -> f64 {
    let pulse = 1.0 - (2.0 * PI * t).cos();
    if t < 1.0 {
        50.0 * pulse
    } else if (2.0..3.0).contains(&t) {
        6.0 * pulse
    } else {
        0.0
    }
}

fn polar() -> f64 {
    MASS * (BENDING[0] + BENDING[1]) / 22.9e6
}

fn shaft_section(offset: f64) -> BeamSection {
    let inertia = BENDING.map(|b| MASS * b / 22.9e6);
    let own = Engineering {
        axial: 22.9e6,
        shear: [0.2 * 22.9e6; 2],
        torsion: 22.1e3,
        bending: BENDING,
        mass: MASS,
        inertia: [polar(), inertia[0], inertia[1]],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [offset, 0.0],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("shaft").unwrap()
}

fn structure(share: f64) -> BeamSection {
    let [s, i2, i3, j, m] = [687e6, 19.2e6, 26.9e6, 8.77e6, 15.65].map(|v| v * share);
    let inertia = [i2, i3].map(|i| m * i / s);
    section(s, [0.2 * s; 2], j, [i2, i3], m, [inertia[0] + inertia[1], inertia[0], inertia[1]])
}

/// A wheel on a shaft: node, body and hinge about `axis` on `housing`.
fn wheel(model: &mut Model, name: &str, at: Vec3, housing: NodeId, axis: Vec3) -> (NodeId, JointId) {
    let node = model.add_node(name, NodeKind::Free, at, Quat::identity()).unwrap();
    model.add_rigid_body(name, node, 0.1, Vec3::zeros(), Mat3::from_diagonal_element(GEAR)).unwrap();
    (node, hinge(model, name, axis, [housing, node]))
}

/// A flexible coupling of two nodes at the place of the second, axis 1 along `axis`.
fn coupling(model: &mut Model, name: &str, axis: Vec3, [a, b]: [NodeId; 2]) {
    let stiffness = Mat6::from_diagonal(&Vec6::new(5e3, 1e6, 1e6, 1e5, 100.0, 100.0));
    let damping = Mat6::from_diagonal(&Vec6::new(0.5, 0.0, 0.0, 0.0, 0.0, 0.0));
    let point = super::bars::place(model, b);
    let frame = Quat::rotation_between(&Vec3::x(), &axis).unwrap();
    let [on_a, on_b] = [a, b].map(|n| model.attach(n, point, frame).unwrap());
    model.add_bushing(name, on_a, on_b, BushingLaw { stiffness, damping, preload: Vec6::zeros() }).unwrap();
}

/// The transmission.
pub struct Transmission {
    pub model: Model,
    pub shaft: BeamId,
    /// mid-span of shaft 1
    pub middle: NodeId,
    /// root of shaft 1, input of gear box 2, tail rotor: coordinate 0 is the angle
    pub angles: [JointId; 3],
}

/// Shaft 1 with its couplings from S to G: root, mid-span, far wheel.
fn first_shaft(
    model: &mut Model,
    ground: NodeId,
    housing: NodeId,
    offset: f64,
    mesh: Mesh,
) -> (BeamId, NodeId, [JointId; 2]) {
    let (x, s) = (Vec3::x(), BRACKET * Vec3::z());
    let g = s + 6.0 * x;
    let (root, first) = wheel(model, "S", s, ground, x);
    let (input, second) = wheel(model, "gear 1 in", g, housing, x);
    let shaft = bar(model, "shaft 1", [s, g], Vec3::z(), &shaft_section(offset), mesh);
    let [near, far] = ends(model, shaft);
    coupling(model, "S", x, [root, near]);
    coupling(model, "G", x, [input, far]);
    let nodes = &model.beam(shaft).unwrap().nodes;
    (shaft, nodes[nodes.len() / 2], [first, second])
}

/// Shaft 1 between bearings on ground: what turns as a whole and has an equilibrium in steady spin. `offset` of the mass centre [m].
pub fn shaft_alone(mesh: Mesh, offset: f64) -> Transmission {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let (shaft, middle, [root, far]) = first_shaft(&mut model, ground, ground, offset, mesh);
    let turn = host(&mut model, |t| [SPEED * t, SPEED, 0.0]);
    model.drive_joint(root, 0, turn).unwrap();
    Transmission { model, shaft, middle, angles: [root, far, far] }
}

/// All of it, at rest. `mesh.elements` is the number of elements of shaft 1.
pub fn transmission(mesh: Mesh) -> Transmission {
    let mut model = Model::new();
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    let up = (x + z) / SQRT_2;
    let [m, t] = [6.0 * x, 7.2 * x + 1.2 * z];
    let [g, e] = [m + BRACKET * z, t + BRACKET * z];
    let parts = |elements| Mesh { elements, ..mesh };
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let fuselage = bar(&mut model, "fuselage", [Vec3::zeros(), m], z, &structure(1.0), parts(2));
    let tail = bar(&mut model, "tail", [m, t], z, &structure(1.0 / 3.0), parts(1));
    let [f, b] = [fuselage, tail].map(|part| ends(&model, part));
    let rigid = joints::rigid_connection;
    join(&mut model, "front", rigid(), Quat::identity(), [ground, f[0]]);
    join(&mut model, "M", rigid(), Quat::identity(), [f[1], b[0]]);
    let housings = [("gear box 1", g, f[1]), ("gear box 2", e, b[1])].map(|(name, at, on)| {
        let node = model.add_node(name, NodeKind::Free, at, Quat::identity()).unwrap();
        model.add_rigid_body(name, node, 5.0, Vec3::zeros(), Mat3::from_diagonal_element(0.05)).unwrap();
        join(&mut model, name, rigid(), Quat::identity(), [on, node]);
        node
    });
    let (shaft, middle, [root, input]) = first_shaft(&mut model, ground, housings[0], OFFSET, mesh);
    let (out, output) = wheel(&mut model, "gear 1 out", g, housings[0], up);
    let (last, driven) = wheel(&mut model, "gear 2 in", e, housings[1], up);
    let second = bar(&mut model, "shaft 2", [g, e], y, &shaft_section(OFFSET), parts(1));
    let [near, far] = ends(&model, second);
    coupling(&mut model, "shaft 2, G", up, [out, near]);
    coupling(&mut model, "shaft 2, T", up, [last, far]);
    model.add_coupling("bevel 1", &[(input, 0, 1.0), (output, 0, -1.0)], None).unwrap();

    // the rotor's inertia makes 50 N·m·s give the published speed
    let rest = 4.0 * GEAR + polar() * (6.0 + 1.2 * SQRT_2);
    let spin = 4.0 * (50.0 / SPEED - rest);
    let hub = model.add_node("tail rotor", NodeKind::Free, e + 0.3 * y, Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(0.5 * spin, spin, 0.5 * spin));
    model.add_rigid_body("tail rotor", hub, 15.0, Vec3::zeros(), inertia).unwrap();
    let rotor = hinge(&mut model, "tail rotor", y, [housings[1], hub]);
    model.add_coupling("bevel 2", &[(driven, 0, 1.0), (rotor, 0, -2.0)], None).unwrap();
    let drive = host(&mut model, |t| [torque(t), 0.0, 0.0]);
    model.add_joint_force("engine", root, 0, 1.0, drive).unwrap();
    Transmission { model, shaft, middle, angles: [root, driven, rotor] }
}
