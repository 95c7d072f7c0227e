//! Models of any size: a rotating blade, a hub with four hinged blades, a chain of rigid links.
//!
//! | part | data |
//! |---|---|
//! | blade | 8 m, EA 2e8 N, GA 8e7 N, GJ 3e5 N·m², EI 1e5 (flap) and 2e6 N·m² (lag), 10 kg/m, ρJ 0.12, 0.02, 0.1 kg·m |
//! | hub | 200 kg, 20 kg·m², driven about i3 at 40 rad/s |
//! | cuffs between hinges | 2 kg, 0.02 kg·m²; or without mass |
//! | links | 1 kg, 0.1 m, hinges across in turns about i1 and i2, under gravity, the first one pushed |

use super::bars::{Mesh, bar, ends, hinge, host, join, section, spin_up, turn_at_start};
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::sections::BeamSection;
use swashplate::terms::NodeId;

/// Speed of the rotor [rad/s].
pub const SPEED: f64 = 40.0;
/// Length of a blade [m].
pub const LENGTH: f64 = 8.0;

fn blade_section() -> BeamSection {
    section(2e8, [8e7; 2], 3e5, [1e5, 2e6], 10.0, [0.12, 0.02, 0.1])
}

/// A free node, which is a body with the same inertia about all axes if there is a mass.
fn body(model: &mut Model, name: &str, at: Vec3, mass: f64, inertia: f64) -> NodeId {
    let node = model.add_node(name, NodeKind::Free, at, Quat::identity()).unwrap();
    if mass > 0.0 {
        model.add_rigid_body(name, node, mass, Vec3::zeros(), Mat3::from_diagonal_element(inertia)).unwrap();
    }
    node
}

/// The hub on its bearing, driven.
fn driven_hub(model: &mut Model) -> NodeId {
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let hub = body(model, "hub", Vec3::zeros(), 200.0, 20.0);
    let shaft = hinge(model, "shaft", Vec3::z(), [ground, hub]);
    let angle = host(model, spin_up(SPEED, 0.0));
    model.drive_joint(shaft, 0, angle).unwrap();
    hub
}

/// All free nodes turn with the hub at the start.
fn turning(mut model: Model) -> Model {
    let free = |(k, node): (usize, &swashplate::model::Node)| (node.kind == NodeKind::Free).then_some(NodeId(k));
    let nodes: Vec<NodeId> = model.nodes().iter().enumerate().filter_map(free).collect();
    turn_at_start(&mut model, &nodes, SPEED * Vec3::z(), Vec3::zeros(), Vec3::zeros());
    model
}

/// One blade, clamped to the driven hub.
pub fn rotating_blade(mesh: Mesh) -> Model {
    let mut model = Model::new();
    let hub = driven_hub(&mut model);
    let (root, tip) = (0.5 * Vec3::x(), (0.5 + LENGTH) * Vec3::x());
    let blade = bar(&mut model, "blade", [root, tip], Vec3::z(), &blade_section(), mesh);
    let [first, _] = ends(&model, blade);
    join(&mut model, "root", joints::rigid_connection(), Quat::identity(), [hub, first]);
    turning(model)
}

/// Four blades with flap, lag and feathering hinges; lag is damped, feathering held by a spring.
pub fn hinged_rotor(mesh: Mesh, cuff_mass: f64) -> Model {
    let mut model = Model::new();
    let hub = driven_hub(&mut model);
    for k in 0..4 {
        let turn = Quat::from_axis_angle(&Vec3::z_axis(), f64::from(k) * std::f64::consts::FRAC_PI_2);
        let (out, across) = (turn * Vec3::x(), turn * Vec3::y());
        let name = |part: &str| format!("{part} {}", k + 1);
        let flap_cuff = body(&mut model, &name("flap cuff"), 0.3 * out, cuff_mass, 0.01 * cuff_mass);
        let lag_cuff = body(&mut model, &name("lag cuff"), 0.5 * out, cuff_mass, 0.01 * cuff_mass);
        let blade =
            bar(&mut model, &name("blade"), [0.7 * out, (0.7 + LENGTH) * out], Vec3::z(), &blade_section(), mesh);
        let [root, _] = ends(&model, blade);
        hinge(&mut model, &name("flap"), across, [hub, flap_cuff]);
        let lag = hinge(&mut model, &name("lag"), Vec3::z(), [flap_cuff, lag_cuff]);
        let feather = hinge(&mut model, &name("feather"), out, [lag_cuff, root]);
        model.add_joint_spring(&name("lag damper"), lag, 0, [0.0, 500.0, 0.0]).unwrap();
        model.add_joint_spring(&name("feather spring"), feather, 0, [2e4, 0.0, 0.0]).unwrap();
    }
    turning(model)
}

/// A chain of rigid links that hangs from the ground.
pub fn rigid_chain(links: usize) -> Model {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let mut last = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    for k in 0..links {
        let link = body(&mut model, &format!("link {}", k + 1), -0.1 * (k as f64) * Vec3::z(), 1.0, 1e-3);
        let axis = if k % 2 == 0 { Vec3::x() } else { Vec3::y() };
        let joint = hinge(&mut model, &format!("hinge {}", k + 1), axis, [last, link]);
        if k == 0 {
            model.start_joint(joint, 0, None, Some(0.1)).unwrap();
        }
        last = link;
    }
    model
}

/// A tree of rigid links: each but the last ones carries two more, each on a ball joint or a hinge in turns. All links are of one length,
/// so that far branches meet in space, which nothing minds.
pub fn rigid_tree(links: usize) -> Model {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let mut nodes = vec![model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap()];
    for k in 0..links {
        let above = nodes[if k == 0 { 0 } else { k.div_ceil(2) }];
        let side: f64 = if k % 2 == 0 { 0.05 } else { -0.05 };
        let at = model.node(above).unwrap().start.x + Vec3::new(side, 0.02, -0.1);
        let link = body(&mut model, &format!("link {}", k + 1), at, 1.0, 1e-3);
        let joint = if k % 3 == 0 { joints::revolute() } else { joints::spherical() };
        join(&mut model, &format!("joint {}", k + 1), joint, Quat::identity(), [above, link]);
        nodes.push(link);
    }
    model
}

/// A body with so many others on hinges and ball joints of its own.
pub fn rigid_star(arms: usize) -> Model {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let hub = body(&mut model, "hub", Vec3::zeros(), 10.0, 1.0);
    for k in 0..arms {
        let (sin, cos) = (k as f64).sin_cos();
        let arm = body(&mut model, &format!("arm {}", k + 1), Vec3::new(cos, sin, 0.01 * k as f64), 1.0, 1e-3);
        let joint = if k % 3 == 0 { joints::revolute() } else { joints::spherical() };
        join(&mut model, &format!("joint {}", k + 1), joint, Quat::identity(), [hub, arm]);
    }
    model
}

/// Two chains of rigid links side by side, joined link by link by ball joints: as many loops as there are pairs.
pub fn rigid_ladder(pairs: usize) -> Model {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let mut above = [ground; 2];
    for k in 0..pairs {
        // not quite regular: no loop is in a plane
        let off = 0.01 * ((k * k) as f64).sin();
        let rails = [0.1, -0.1].map(|y: f64| {
            let name = format!("link {} {}", k + 1, if y > 0.0 { "left" } else { "right" });
            body(&mut model, &name, Vec3::new(off * y.signum(), y + off, -0.1 * (k as f64 + 1.0)), 1.0, 1e-3)
        });
        // the ground holds one rail: if it held both, the first rung would be redundant
        for (side, (&a, &b)) in above.iter().zip(&rails).enumerate().filter(|(side, _)| k > 0 || *side == 0) {
            join(&mut model, &format!("rail {} {side}", k + 1), joints::spherical(), Quat::identity(), [a, b]);
        }
        join(&mut model, &format!("rung {}", k + 1), joints::spherical(), Quat::identity(), rails);
        above = rails;
    }
    model
}
