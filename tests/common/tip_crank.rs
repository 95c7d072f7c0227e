//! Epple 2008 §2.8, figure 2.2: a thin, deep cantilever whose tip a crank lifts until it buckles sideways.
//!
//! | symbol | value | |
//! |---|---|---|
//! | L; h, w | length of the beam; depth along i3, width along i2 [m] | 1; 0.1, 2.5e-3 |
//! | E, ν | aluminium | 73 GPa, 0.3 |
//! | L_ℓ; R_o, t | steel link: length, outer radius, wall [m] | 0.5; 15e-3, 8e-3 |
//! | L_c | crank, with the section of the link [m] | 30e-3 |
//! | d | distance of the plane of the crank from the plane i1, i3 of the beam [m] | 5e-3 |
//! | φ(t) | angle of the crank, 1.6 (1 − cos 2πt/T), T = 1.6 s | |
//! | elements | cubic: beam, connector, link, crank | 8, 2, 4, 1 |
//!
//! Open in the thesis (figure 2.2 carries it, the text does not), and taken here:
//! - densities 2680 and 7800 kg/m³, steel with 210 GPa and ν = 0.3;
//! - the connector leads from the tip straight to C, d along i2; with the section of the beam, its depth along i3;
//! - at the start the link hangs from C along −i3 and the crank lies along i1, G on the side of the root: "as the crank
//!   rotates up" it lifts C by L_c sin φ to first order, and the linear growth of the shear force is largest;
//! - the axes of the joints at G and L are along i2; elements of link and crank; shear factor 5/6 for the plates, ½ for the tubes.
//!
//! The link keeps C in its plane. Lateral buckling of a narrow cantilever under a tip force P whose tip cannot move
//! sideways but may twist (Timoshenko and Gere, Theory of Elastic Stability §6): with s from the tip,
//! GJ θ″ + P² s²/EI₃ θ = P R s²/EI₃, θ′(0) = 0, θ(L) = 0, ∫ s u″ = 0, so that J_{3/4}(P L²/2√(EI₃ GJ)) = 0, first at 3.4910:
//!
//! ```text
//!   P_cr = 6.982 √(EI₃ GJ)/L²     lift = P c     c = L³/3EI₂ + L/kGA + d² L/GJ     L_c sin φ_cr = P_cr c
//! ```
//!
//! The last part of c is the twist by P d.

use super::bars::{Mesh, bar, ends, hinge, host, join, section};
use std::f64::consts::PI;
use swashplate::joints;
use swashplate::math::{Quat, Vec3};
use swashplate::model::{BeamId, JointId, Model, NodeKind};
use swashplate::sections::BeamSection;
use swashplate::terms::NodeId;

/// φ(0…) = 1.6 (1 − cos 2πt/T), and two derivatives.
pub fn crank_angle(t: f64) -> [f64; 3] {
    let w = 2.0 * PI / 1.6;
    [1.6 * (1.0 - (w * t).cos()), 1.6 * w * (w * t).sin(), 1.6 * w * w * (w * t).cos()]
}

const YOUNG: f64 = 73e9;
const SHEAR: f64 = YOUNG / 2.6;
const DEPTH: f64 = 0.1;
const WIDTH: f64 = 2.5e-3;
const CRANK: f64 = 0.03;
const OFFSET: f64 = 5e-3;

/// EI about i2 and i3 and GJ of the beam [N·m²], kGA along i3 [N].
pub fn stiffness() -> [f64; 4] {
    let torsion = SHEAR * DEPTH * WIDTH.powi(3) / 3.0 * (1.0 - 0.63 * WIDTH / DEPTH);
    let [deep, thin] = [WIDTH * DEPTH.powi(3) / 12.0, DEPTH * WIDTH.powi(3) / 12.0].map(|i| YOUNG * i);
    [deep, thin, torsion, 5.0 / 6.0 * SHEAR * DEPTH * WIDTH]
}

/// P_cr [N].
pub fn buckling_load() -> f64 {
    let [_, thin, torsion, _] = stiffness();
    6.982 * (thin * torsion).sqrt()
}

/// c [m/N].
pub fn compliance() -> f64 {
    let [deep, _, torsion, shear] = stiffness();
    1.0 / (3.0 * deep) + 1.0 / shear + OFFSET * OFFSET / torsion
}

/// How far the crank has lifted the tip [m].
pub fn crank_lift(t: f64) -> f64 {
    CRANK * crank_angle(t)[0].sin()
}

/// When the crank has lifted the tip by what P_cr bends it statically [s].
pub fn buckling_time() -> f64 {
    (1.0 - (buckling_load() * compliance() / CRANK).asin() / 1.6).acos() * 1.6 / (2.0 * PI)
}

/// Axis 2 along the width, axis 3 along the depth.
fn plate() -> BeamSection {
    let [deep, thin, torsion, shear] = stiffness();
    let (area, density) = (DEPTH * WIDTH, 2680.0);
    let [j2, j3] = [deep, thin].map(|ei| density * ei / YOUNG);
    section(YOUNG * area, [shear; 2], torsion, [deep, thin], density * area, [j2 + j3, j2, j3])
}

fn tube() -> BeamSection {
    let (young, density, outer, inner): (f64, f64, f64, f64) = (210e9, 7800.0, 15e-3, 7e-3);
    let area = PI * (outer.powi(2) - inner.powi(2));
    let i = 0.25 * PI * (outer.powi(4) - inner.powi(4));
    let g = young / 2.6;
    let j = density * i;
    section(young * area, [0.5 * g * area; 2], 2.0 * g * i, [young * i; 2], density * area, [2.0 * j, j, j])
}

/// The beam and what lifts its tip.
pub struct TipCrank {
    pub model: Model,
    pub beam: BeamId,
    /// mid-span
    pub middle: NodeId,
    /// spherical joint C
    pub tip: JointId,
    /// driven joint G
    pub crank: JointId,
}

/// At rest, unstrained.
pub fn tip_crank(mesh: Mesh) -> TipCrank {
    let mut model = Model::new();
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    let (thin, round) = (plate(), tube());
    let [end, c] = [x, x + OFFSET * y];
    let l = c - 0.5 * z;
    let g = l - CRANK * x;
    let parts = |elements| Mesh { elements, ..mesh };
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let beam = bar(&mut model, "beam", [Vec3::zeros(), end], z, &thin, mesh);
    let connector = bar(&mut model, "connector", [end, c], z, &thin, parts(2));
    let link = bar(&mut model, "link", [c, l], y, &round, parts(4));
    let crank = bar(&mut model, "crank", [g, l], y, &round, parts(1));
    let [b, k, e, a] = [beam, connector, link, crank].map(|part| ends(&model, part));
    let along = Quat::identity();
    join(&mut model, "root", joints::rigid_connection(), along, [ground, b[0]]);
    join(&mut model, "tip", joints::rigid_connection(), along, [b[1], k[0]]);
    let tip = join(&mut model, "C", joints::spherical(), along, [k[1], e[0]]);
    hinge(&mut model, "L", y, [a[1], e[1]]);
    // up: from i1 towards i3 is about −i2
    let drive = hinge(&mut model, "G", -y, [ground, a[0]]);
    let angle = host(&mut model, crank_angle);
    model.drive_joint(drive, 0, angle).unwrap();
    let nodes = &model.beam(beam).unwrap().nodes;
    let middle = nodes[nodes.len() / 2];
    TipCrank { model, beam, middle, tip, crank: drive }
}
