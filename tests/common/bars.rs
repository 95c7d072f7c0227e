//! What the mechanisms are made of: straight uniform bars, joints at points, smooth functions of time.
//!
//! | what | axes |
//! |---|---|
//! | bar | ē1 from its first to its last node, ē3 the given direction across it, ē2 = ē3 × ē1 |
//! | hinge | a revolute joint about the given axis; its angle is right-handed, side B relative to side A |

use std::sync::Arc;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{BeamId, Interpolation, JointId, Model, uniform_sections};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::terms::{FunctionId, NodeId};

/// How a bar is divided.
#[derive(Debug, Clone, Copy)]
pub struct Mesh {
    /// what is interpolated in an element
    pub interpolation: Interpolation,
    /// elements a bar
    pub elements: usize,
    /// nodes an element
    pub nodes: usize,
}

/// Elements a bar and nodes an element, with this interpolation.
pub fn mesh(interpolation: Interpolation, elements: usize, nodes: usize) -> Mesh {
    Mesh { interpolation, elements, nodes }
}

/// A section with all its centres on the axis: EA, (GA2, GA3), GJ, (EI2, EI3), mass a length, (ρJ1, ρJ2, ρJ3).
pub fn section(
    axial: f64,
    shear: [f64; 2],
    torsion: f64,
    bending: [f64; 2],
    mass: f64,
    inertia: [f64; 3],
) -> BeamSection {
    damped_section([axial, shear[0], shear[1], torsion, bending[0], bending[1]], mass, inertia, 0.0)
}

/// The same from six stiffnesses, with damping stress per elastic stress rate [s].
pub fn damped_section(stiffness: [f64; 6], mass: f64, inertia: [f64; 3], damping: f64) -> BeamSection {
    let [axial, shear_2, shear_3, torsion, bending_2, bending_3] = stiffness;
    let own = Engineering {
        axial,
        shear: [shear_2, shear_3],
        torsion,
        bending: [bending_2, bending_3],
        mass,
        inertia,
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping,
    };
    own.section("bar").unwrap()
}

/// A frame with axis 3 along `third` and axis 1 as near to `first` as can be.
pub fn frame(first: Vec3, third: Vec3) -> Quat {
    let third = third.normalize();
    let first = (first - third * third.dot(&first)).normalize();
    Quat::from_matrix(&Mat3::from_columns(&[first, third.cross(&first), third]))
}

/// A straight bar from one point to another, with ē3 along `across`.
pub fn bar(
    model: &mut Model,
    name: &str,
    [from, to]: [Vec3; 2],
    across: Vec3,
    section: &BeamSection,
    mesh: Mesh,
) -> BeamId {
    let (count, along) = (mesh.elements as f64, to - from);
    // axis 1 is exactly along the bar, axis 3 as near to `across` as can be
    let e1 = along.normalize();
    let e2 = across.cross(&e1).normalize();
    let turn = Quat::from_matrix(&Mat3::from_columns(&[e1, e2, e1.cross(&e2)]));
    let mut frames = vec![(from, turn)];
    for e in 0..mesh.elements {
        let place = |r: &f64| (from + along * ((e as f64 + 0.5 + 0.5 * r) / count), turn);
        frames.extend(lobatto(mesh.nodes)[1..].iter().map(place));
    }
    let sections = vec![uniform_sections(section, along.norm() / count, mesh.nodes); mesh.elements];
    model.add_beam_elements(name, &frames, mesh.nodes, mesh.interpolation, &sections).unwrap()
}

/// First and last node of a bar.
pub fn ends(model: &Model, beam: BeamId) -> [NodeId; 2] {
    let nodes = &model.beam(beam).unwrap().nodes;
    [nodes[0], nodes[nodes.len() - 1]]
}

/// Where a node is in the reference configuration.
pub fn place(model: &Model, node: NodeId) -> Vec3 {
    model.node(node).unwrap().start.x
}

/// Two nodes joined at the place of the second one, with the same joint frame on both sides.
pub fn join(
    model: &mut Model,
    name: &str,
    pair: swashplate::terms::holonomic::Pair,
    frame: Quat,
    [a, b]: [NodeId; 2],
) -> JointId {
    let point = place(model, b);
    let (one, two) = (model.attach(a, point, frame).unwrap(), model.attach(b, point, frame).unwrap());
    model.add_joint(name, pair, one, two).unwrap()
}

/// A revolute joint about `axis` at the place of the second node.
pub fn hinge(model: &mut Model, name: &str, axis: Vec3, nodes: [NodeId; 2]) -> JointId {
    let any = if axis.normalize().x.abs() < 0.8 { Vec3::x() } else { Vec3::y() };
    join(model, name, joints::revolute(), frame(any, axis), nodes)
}

/// A function of time with its two derivatives.
pub fn host(model: &mut Model, f: impl Fn(f64) -> [f64; 3] + Send + Sync + 'static) -> FunctionId {
    model.add_function(TimeFunction::Host(Arc::new(move |t| Some(f(t))))).unwrap()
}

/// From 0 to 1 between 0 and 1, with three continuous derivatives at the ends: 35τ⁴ − 84τ⁵ + 70τ⁶ − 20τ⁷, and two
/// derivatives.
pub fn smooth_step(tau: f64) -> [f64; 3] {
    if tau <= 0.0 || tau >= 1.0 {
        return [if tau > 0.0 { 1.0 } else { 0.0 }, 0.0, 0.0];
    }
    let (q, p) = (1.0 - tau, tau);
    [
        p.powi(4) * (35.0 - 84.0 * p + 70.0 * p * p - 20.0 * p * p * p),
        140.0 * p.powi(3) * q.powi(3),
        420.0 * p * p * q * q * (1.0 - 2.0 * p),
    ]
}

/// The angle of a speed that grows as [`smooth_step`] from 0 to `speed` in `ramp` [s], or has it from the start when
/// that is 0.
pub fn spin_up(speed: f64, ramp: f64) -> impl Fn(f64) -> [f64; 3] + Send + Sync + 'static {
    move |t| {
        if t >= ramp {
            return [speed * (t - 0.5 * ramp), speed, 0.0];
        }
        let p = t / ramp;
        let [rate, slope, _] = smooth_step(p);
        // ∫ of smooth_step
        let angle = p.powi(5) * (7.0 - 14.0 * p + 10.0 * p * p - 2.5 * p * p * p);
        [speed * ramp * angle, speed * rate, speed * slope / ramp]
    }
}

/// Velocities at the start of nodes that turn as one body with `omega` about a point that itself moves with `v`.
pub fn turn_at_start(model: &mut Model, nodes: &[NodeId], omega: Vec3, about: Vec3, v: Vec3) {
    for node in nodes {
        let x = place(model, *node);
        model.set_velocity(*node, v + omega.cross(&(x - about)), omega).unwrap();
    }
}
