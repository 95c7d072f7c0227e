//! Bauchau 2003 §6.3: a two-bladed wind turbine on an elastic tower, figures 8 and 9.
//!
//! | symbol | value | source |
//! |---|---|---|
//! | tower, bed plate, nacelle, shaft, blade | 4, 1, 1, 1, 6 cubic elements | §6.3 |
//! | yaw, tilt, shaft, teeter | revolute joints | §6.3 |
//! | hub | rigid body | §6.3 |
//! | Ω | speed of the rotor 6 rad/s | §6.3 |
//! | P(t) | (46), 500 (1 − cos πt) N up to 2 s, then none | §6.3 |
//! | time, step | 10 revolutions, 10.5 s; 5e-3 s | §6.3 |
//!
//! The properties are in a paper that §6.3 refers to, and the geometry is in figure 8. Taken here instead, with the
//! size of a two-bladed teetering machine of 27 m:
//!
//! | part | EA [N] | GA [N] | GJ [N·m²] | EI2, EI3 [N·m²] | m [kg/m] | ρJ1, ρJ2, ρJ3 [kg·m] | length [m] |
//! |---|---|---|---|---|---|---|---|
//! | tower: steel tube 1.5 m × 12 mm | 1.18e10 | 2.2e9 | 2.5e9 | 3.3e9, 3.3e9 | 440 | 248, 124, 124 | 30 |
//! | bed plate, nacelle, shaft | 5e9 | 2e9 | 1e8 | 2e8, 2e8 | 300 | 24, 12, 12 | 0.5, 1, 1 |
//! | blade; axis 3 across the rotor's plane | 2e9 | 1e9 | 1e6 | 4e6 (flap), 2e7 (lag) | 40 | 1.65, 0.15, 1.5 | 13 |
//!
//! - blade: a stiffness of 6e8 N between axial strain and flapwise shear, as laminates have: by it the axial vibrations
//!   that the sudden centrifugal force sets off reach the shear force of figure 9; a straight blade without it keeps
//!   them apart. EA and GA are high, the first axial mode (π/2)√(EA/mL²) = 850 rad/s has hω = 4: the step of the paper
//!   does not resolve it, and a scheme that damps it at h, h/2 and h/4 shows one and the same shear force;
//! - hub: 500 kg, 50 kg·m² about each axis; a rigid arm of 0.5 m to each blade;
//! - nacelle: a further mass of 3000 kg at S with 1500 kg·m² about each axis;
//! - yaw and tilt are held by springs, 1e7 and 1e8 N·m/rad, without dampers: the model itself dissipates nothing;
//! - tower along i3, shaft along i1, blades along ±i3, teeter axis i2 of the shaft; no gravity, none is mentioned;
//! - loads at both tips along i1, of constant direction: thrust;
//! - the start: the rotor turns as a rigid body with Ω, unstrained (`ramp` = 0), or is brought to Ω smoothly in `ramp`
//!   seconds.
//!
//! The paper counts three multipliers for a revolute joint; with both ends of the joint in the model, as here, it has
//! five.

use super::bars::{Mesh, bar, ends, hinge, host, join, section, spin_up, turn_at_start};
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{BeamId, JointId, Model, NodeKind};
use swashplate::terms::NodeId;

/// Speed of the rotor [rad/s].
pub const SPEED: f64 = 6.0;
/// Step of figure 9 [s].
pub const STEP: f64 = 5e-3;
/// Middle of a blade [m along it], the place of figure 9.
pub const MID_SPAN: f64 = 6.5;
/// Length of a blade, and radius where it begins [m].
pub const BLADE: [f64; 2] = [13.0, 0.5];
/// Stiffness between axial strain and flapwise shear of a blade [N].
pub const COUPLING: f64 = 6e8;
/// P0 [N].
pub const LOAD: f64 = 1000.0;

/// The turbine.
pub struct Turbine {
    pub model: Model,
    /// the blade that begins upwards, and the other; section forces at [`MID_SPAN`]: F3 is flapwise shear
    pub blades: [BeamId; 2],
    pub tips: [NodeId; 2],
    /// rigid connections of hub and blades; their reactions are root shear and root moments
    pub roots: [JointId; 2],
    pub tower: BeamId,
    /// foot of the tower
    pub foot: JointId,
    /// yaw, tilt, shaft (driven), teeter; the angle is coordinate 0
    pub joints: [JointId; 4],
}

/// `mesh.elements` is the number of elements of a blade (6 in the paper); the tower has two thirds of them, the others
/// one. `damping` [s] of the blades is proportional to the rate of strain.
pub fn turbine(mesh: Mesh, ramp: f64, damping: f64) -> Turbine {
    let mut model = Model::new();
    let tower_section = section(1.18e10, [2.2e9; 2], 2.5e9, [3.3e9; 2], 440.0, [248.0, 124.0, 124.0]);
    let stub = section(5e9, [2e9; 2], 1e8, [2e8; 2], 300.0, [24.0, 12.0, 12.0]);
    let mut blade_section = section(2e9, [1e9; 2], 1e6, [4e6, 2e7], 40.0, [1.65, 0.15, 1.5]);
    blade_section.damping = damping;
    (blade_section.stiffness[(0, 2)], blade_section.stiffness[(2, 0)]) = (COUPLING, COUPLING);
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    let [t, s, r, e] = [30.0 * z, 30.5 * z, 30.5 * z + x, 30.5 * z + 2.0 * x];
    let one = Mesh { elements: 1, ..mesh };

    // from the ground up to S
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let tall = Mesh { elements: (2 * mesh.elements).div_ceil(3), ..mesh };
    let tower = bar(&mut model, "tower", [Vec3::zeros(), t], x, &tower_section, tall);
    let [bottom, top] = ends(&model, tower);
    let foot = join(&mut model, "foot", joints::rigid_connection(), Quat::identity(), [ground, bottom]);
    let bed = bar(&mut model, "bed plate", [t, s], x, &stub, one);
    let nacelle = bar(&mut model, "nacelle", [s, r], z, &stub, one);
    let shaft = bar(&mut model, "shaft", [r, e], z, &stub, one);
    let [bed, nacelle_ends, shaft_ends] = [bed, nacelle, shaft].map(|b| ends(&model, b));
    let heavy = Mat3::from_diagonal_element(1500.0);
    model.add_rigid_body("machine", nacelle_ends[0], 3000.0, Vec3::zeros(), heavy).unwrap();

    // the rotor
    let hub = model.add_node("hub", NodeKind::Free, e, Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 500.0, Vec3::zeros(), Mat3::from_diagonal_element(50.0)).unwrap();
    let [length, begin] = BLADE;
    let blades = [("blade 1", z), ("blade 2", -z)].map(|(name, out)| {
        bar(&mut model, name, [e + begin * out, e + (begin + length) * out], x, &blade_section, mesh)
    });
    let [[root_1, tip_1], [root_2, tip_2]] = blades.map(|b| ends(&model, b));
    let roots = [("root 1", root_1), ("root 2", root_2)]
        .map(|(name, root)| join(&mut model, name, joints::rigid_connection(), Quat::identity(), [hub, root]));
    let yaw = hinge(&mut model, "yaw", z, [top, bed[0]]);
    let tilt = hinge(&mut model, "tilt", y, [bed[1], nacelle_ends[0]]);
    let turn = hinge(&mut model, "shaft", x, [nacelle_ends[1], shaft_ends[0]]);
    let teeter = hinge(&mut model, "teeter", y, [shaft_ends[1], hub]);
    model.add_joint_spring("yaw", yaw, 0, [1e7, 0.0, 0.0]).unwrap();
    model.add_joint_spring("tilt", tilt, 0, [1e8, 0.0, 0.0]).unwrap();

    // speed and loads
    let angle = spin_up(SPEED, ramp);
    let mut rotor: Vec<NodeId> =
        [shaft, blades[0], blades[1]].iter().flat_map(|b| model.beam(*b).unwrap().nodes.clone()).collect();
    rotor.push(hub);
    turn_at_start(&mut model, &rotor, angle(0.0)[1] * x, e, Vec3::zeros());
    let angle = host(&mut model, angle);
    model.drive_joint(turn, 0, angle).unwrap();
    let pulse = TimeFunction::OneMinusCosine { amplitude: LOAD, start: 0.0, duration: 1.0, hold: false };
    let pulse = model.add_function(pulse).unwrap();
    for (name, tip) in [("P1", tip_1), ("P2", tip_2)] {
        model.add_load(name, tip, Axes::Dead, [x, Vec3::zeros(), Vec3::zeros()], pulse).unwrap();
    }
    Turbine { model, blades, tips: [tip_1, tip_2], roots, tower, foot, joints: [yaw, tilt, turn, teeter] }
}
