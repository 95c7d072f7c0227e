//! A model with every kind of thing that a model can have, each on its own, so that all of them run together.

use super::bars::{damped_section, frame};
use std::sync::Arc;
use swashplate::elements::host::{Forces, HostForce, Traits};
use swashplate::elements::{BushingLaw, LineLaw};
use swashplate::joints::host::{Conditions, HostConditions};
use swashplate::joints::{self, pfaffian::HostRow, pfaffian::Pose};
use swashplate::loads::{Axes, Dynamics, HostFunction, Limits, SurfaceSource, Table, TimeFunction};
use swashplate::math::{Mat3, Mat6, Quat, Vec3, Vec6, so3};
use swashplate::model::{
    Curve, Interpolation, JointId, Model, NodeKind, Properties, ShellMass, ShellOptions, ShellPlace, SolidOptions,
    TieKind, Volume, uniform_sections,
};
use swashplate::sections::{Fallback, Isotropic, Orthotropic, ShellSection, SolidLaw, SolidMaterial, SpanTable};
use swashplate::terms::holonomic::Pair;
use swashplate::terms::host::Seen;
use swashplate::terms::law::{Dissipative, Elastic, ForceTable};
use swashplate::terms::{Class, NodeId};

/// The functions of its host.
pub fn hooks() -> (HostFunction, HostRow) {
    let row = |t: f64, poses: &[Pose], row: &mut [f64], b: &mut f64| {
        row[0] = 1.0 + 0.1 * poses[0][1];
        *b = -0.3 * t;
        true
    };
    (Arc::new(|t: f64| Some([t.sin(), t.cos(), -t.sin()])), Arc::new(row))
}

/// Have its callbacks ready.
pub fn bind(model: &mut Model) {
    let (function, row) = hooks();
    model.bind("gust", function).unwrap();
    model.bind("row", row).unwrap();
    let (force, hold): (HostForce, HostConditions) = (Arc::new(pull), Arc::new(hold));
    model.bind("pull", force).unwrap();
    model.bind("hold", hold).unwrap();
}

/// A weak spring to the origin.
fn pull(seen: &Seen, out: Forces) -> bool {
    (0..3).for_each(|k| out.force[k] = -0.3 * seen.poses()[0][k]);
    true
}

/// A coordinate that follows a course.
fn hold(seen: &Seen, out: Conditions) -> bool {
    (out.value[0], out.gradient[0], out.rate[0]) = (seen.coordinates()[0][0] - 0.1 * seen.time, 1.0, -0.1);
    true
}

fn body(model: &mut Model, name: &str, x: Vec3) -> NodeId {
    let turn = so3::exp(&Vec3::new(0.1, -0.2, 0.3));
    let node = model.add_node(name, NodeKind::Free, x, turn).unwrap();
    let inertia = Mat3::new(0.3, 0.01, 0.0, 0.01, 0.25, 0.02, 0.0, 0.02, 0.2);
    model.add_rigid_body(name, node, 1.7, Vec3::new(0.1, 0.0, -0.03), inertia).unwrap();
    node
}

fn matrix(scale: f64) -> Mat6 {
    let mut m = Mat6::identity() * scale;
    (m[(0, 4)], m[(4, 0)]) = (0.1 * scale, 0.1 * scale);
    m
}

/// The model.
pub fn everything() -> Model {
    let mut m = Model::new();
    m.set_gravity(Vec3::new(0.0, 0.1, -9.81)).unwrap();
    let ground = m.add_node("ground \"0\"", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();

    let constant = m.add_function(TimeFunction::Constant(1.0 / 3.0)).unwrap();
    let line = m.add_function(TimeFunction::Table(Table::new(&[0.0, 1.0], &[0.0, 0.1], false).unwrap())).unwrap();
    let cubic = Table::new(&[0.0, 0.3, 1.0], &[0.0, 0.1, -0.2], true).unwrap();
    let cubic = m.add_function(TimeFunction::Table(cubic)).unwrap();
    let wave = m.add_function(TimeFunction::Harmonic { amplitude: 0.2, frequency: 7.0, phase: 0.1 }).unwrap();
    let ramp = TimeFunction::OneMinusCosine { amplitude: 0.3, start: 0.0, duration: 0.5, hold: true };
    let ramp = m.add_named_function("ramp", ramp).unwrap();
    let sum = m.add_function(TimeFunction::Sum(vec![constant, wave, line])).unwrap();
    let product = m.add_function(TimeFunction::Product(vec![cubic, wave])).unwrap();
    let gust = m.add_function(TimeFunction::Host(hooks().0)).unwrap();
    m.name_function(gust, "gust").unwrap();
    let input = m.add_input("push", 0.25).unwrap();

    // every joint, each with a body of its own
    let axes = frame(Vec3::new(1.0, 0.2, 0.0), Vec3::new(0.1, 0.3, 1.0));
    let mut all = Vec::new();
    for (k, (kind, parameter, make)) in joints::KINDS.iter().enumerate() {
        let place = Vec3::new(3.0 * k as f64, 1.0, 0.5);
        let node = body(&mut m, kind, place);
        let pair: Pair = make(if parameter.is_some() { 0.7 } else { 0.0 });
        let away = if *kind == "distance" { Vec3::new(0.0, 0.0, 0.7) } else { Vec3::zeros() };
        let (a, b) = (m.attach(ground, place + away, axes).unwrap(), m.attach(node, place, axes).unwrap());
        all.push(m.add_joint(kind, pair, a, b).unwrap());
    }
    m.drive_joint(all[0], 0, ramp).unwrap();
    m.start_joint(all[1], 0, None, Some(0.1)).unwrap();
    m.start_joint(all[2], 1, Some(0.05), Some(-0.2)).unwrap();
    let points = |x: &[f64], y: &[f64]| ForceTable::new("test", x, y).unwrap();
    let elastic = vec![
        Elastic::Linear { stiffness: 30.0, rest: 0.1, preload: -0.4 },
        Elastic::Table(points(&[-1.0, 0.1, 1.0], &[-3.0, 0.0, 5.0])),
        Elastic::Stop { limit: 0.02, upward: true, stiffness: 500.0, softness: 0.05 },
    ];
    let dampers = vec![
        Dissipative::Viscous(0.3),
        Dissipative::Table(points(&[-1.0, 0.0, 1.0], &[-2.0, 0.0, 1.0])),
        Dissipative::Friction { sliding: 0.2, breakaway: 0.3, stribeck: 0.1, creep: 0.05 },
    ];
    m.add_joint_action("lag damper", all[1], 0, elastic, dampers).unwrap();
    m.add_joint_spring("plain", all[2], 1, [4.0, 0.1, 0.0]).unwrap();
    m.add_joint_force("actuator", all[2], 0, 1.5, input).unwrap();
    m.add_coupling("mixer", &[(all[3], 2, 0.5), (all[9], 0, -1.25)], Some(ramp)).unwrap();
    m.add_coupling("belt", &[(all[2], 0, 1.0), (all[7], 0, 0.8)], None).unwrap();
    let universal = JointId(m.find("joint", "universal").unwrap());
    m.add_lock(universal, 0, true).unwrap();
    m.schedule_lock(universal, 0, 0.05, false).unwrap();
    m.schedule_lock(universal, 0, 0.15, true).unwrap();
    let limits = Limits { low: -0.5, high: 0.6, rate: 3.0 };
    let servo = Dynamics::SecondOrder { frequency: 60.0, damping: 0.7 };
    let servo = m.add_actuator("servo", wave, servo, limits, Some([0.05, 0.0])).unwrap();
    m.name_function(servo, "servo output").unwrap();
    let lag = Dynamics::FirstOrder { time_constant: 0.02 };
    let lag = m.add_actuator("lag", input, lag, Limits::default(), None).unwrap();
    m.add_joint_force("servo", universal, 1, 0.5, servo).unwrap();
    m.add_joint_force("lag", universal, 1, -0.25, lag).unwrap();

    // loads on nodes, a point, what is elastic between nodes
    let free = body(&mut m, "free", Vec3::new(0.0, -5.0, 2.0));
    m.set_velocity(free, Vec3::new(0.4, 0.0, 0.1), Vec3::new(1.0, 2.0, -0.5)).unwrap();
    let vectors = [Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.0, -0.0, 0.5), Vec3::new(0.1, 0.0, 0.0)];
    m.add_load("thrust", free, Axes::Follower, vectors, sum).unwrap();
    m.add_load("weight", free, Axes::Dead, [Vec3::z(), Vec3::zeros(), Vec3::zeros()], gust).unwrap();
    let point = m.add_node("point", NodeKind::Point, Vec3::new(0.0, -4.0, 2.0), Quat::identity()).unwrap();
    m.add_point_mass("bob", point, 0.3, Vec3::zeros()).unwrap();
    let law = LineLaw { stiffness: 50.0, length: 0.9, damping: 0.4, preload: 0.1 };
    let ends = [(free, Vec3::new(0.1, -5.0, 2.0)), (point, Vec3::new(0.0, -4.0, 2.0))];
    m.add_line_spring("leg", ends, law).unwrap();
    let mount = body(&mut m, "mount", Vec3::new(0.0, -7.0, 0.0));
    let place = Vec3::new(0.0, -7.1, 0.0);
    let (a, b) = (m.attach(ground, place, axes).unwrap(), m.attach(mount, place, axes).unwrap());
    let law = BushingLaw { stiffness: matrix(900.0), damping: matrix(2.0), preload: Vec6::repeat(0.1) };
    m.add_bushing("mount", a, b, law).unwrap();

    m.add_generalised("sway", Class::Translation, [0.4, 30.0, 0.2], [0.05, -0.1]).unwrap();

    // conditions on velocities
    let wheel = m.add_node("wheel", NodeKind::Free, Vec3::new(0.0, -9.0, 0.5), Quat::identity()).unwrap();
    m.add_rigid_body("wheel", wheel, 2.0, Vec3::zeros(), Mat3::identity() * 0.2).unwrap();
    m.set_velocity(wheel, Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 0.0)).unwrap();
    m.add_rolling_disc("wheel", wheel, [Vec3::zeros(), Vec3::y()], 0.5, [Vec3::zeros(), Vec3::z()]).unwrap();
    let skate = body(&mut m, "skate", Vec3::new(0.0, -11.0, 0.0));
    m.add_knife_edge("skate", skate, Vec3::new(0.2, 0.0, 0.0), Vec3::new(0.6, 0.8, 0.0)).unwrap();
    let held = body(&mut m, "held", Vec3::new(0.0, -13.0, 0.0));
    m.add_pfaffian("row", &[held], hooks().1, 0.5).unwrap();

    // beams: along a curve with named sections, with a section of its own, and by elements
    let stiffness = [1e6, 4e5, 4e5, 300.0, 400.0, 900.0];
    let thick = damped_section(stiffness, 1.2, [0.03, 0.01, 0.02], 1e-4);
    let thin = damped_section(stiffness.map(|s| 0.7 * s), 0.9, [0.02, 0.01, 0.01], 1e-4);
    m.add_section("thick", thick).unwrap();
    m.add_section("thin", thin).unwrap();
    let points = [Vec3::new(0.0, -20.0, 0.0), Vec3::new(1.0, -20.0, 0.05), Vec3::new(2.0, -20.0, 0.2)];
    let curve = Curve::new("blade", &points, &[0.0, 0.1, 0.3], Vec3::y()).unwrap();
    let length = curve.length();
    let table = SpanTable::new("blade", &[0.0, 0.8, 0.8, length], &[thick, thin, thin, thick]).unwrap();
    let smoothed = Properties::Smoothed(Fallback::Share);
    let ends = [0.0, 0.5 * length, length];
    let blade = m.add_beam("blade", &curve, &table, &ends, 3, Interpolation::Directors, smoothed).unwrap();
    let straight = Curve::new("rod", &[points[0], points[0] + Vec3::z()], &[0.0; 2], Vec3::y()).unwrap();
    let own = damped_section(stiffness.map(|s| 1.1 * s), 1.0, [0.02, 0.01, 0.01], 0.0);
    let table = SpanTable::new("rod", &[0.0, 1.0], &[own, own]).unwrap();
    m.add_beam("rod", &straight, &table, &[0.0, 1.0], 2, Interpolation::Directors, Properties::Raw).unwrap();
    let turn = so3::exp(&Vec3::new(0.0, 0.0, 0.3));
    let bar: Vec<(Vec3, Quat)> =
        (0..3).map(|k| (Vec3::new(0.0, -25.0, 0.0) + turn * Vec3::x() * (0.5 * f64::from(k)), turn)).collect();
    m.add_beam_elements("bar", &bar, 3, Interpolation::Directors, &[uniform_sections(&thick, 1.0, 3)]).unwrap();
    for name in ["blade", "rod", "bar"] {
        let root = NodeId(m.find("node", &format!("{name}/0")).unwrap());
        let (x, q) = (m.node(root).unwrap().start.x, m.node(root).unwrap().start.rotation);
        let (a, b) = (m.attach(ground, x, q).unwrap(), m.attach(root, x, q).unwrap());
        m.add_joint(&format!("root of {name}"), joints::rigid_connection(), a, b).unwrap();
    }
    swashplate::simulation::damp_modes(&mut m, blade, &[0.02, 0.03]).unwrap();
    let loads = [[Vec3::z(), Vec3::zeros()], [Vec3::z() * 2.0, Vec3::x() * 0.1]];
    m.add_distributed_load("lift", blade, Axes::Follower, &[0.2, 1.5], &loads, product).unwrap();
    let offsets = [Vec3::zeros(), Vec3::new(0.0, 0.05, 0.0)];
    // a shell, held at a corner, under wind
    let skin = ShellSection::isotropic("skin", &Isotropic { young: 1e7, poisson: 0.3, density: 900.0 }, 0.05).unwrap();
    let skin = m.add_shell_section("skin", ShellSection { damping: 1e-4, ..skin }).unwrap();
    let places: Vec<Vec3> = (0..15)
        .map(|k| Vec3::new(0.5 * f64::from(k % 5), 0.5 * f64::from(k / 5) - 30.0, 0.02 * f64::from(k % 3)))
        .collect();
    let options = ShellOptions {
        axis: Vec3::new(1.0, 0.2, 0.0),
        offset: 0.01,
        drilling: 0.5,
        crease: 0.7,
        mass: ShellMass::Lumped,
    };
    let shell = m.add_shell_patch("wing", [2, 1], &places, skin, options).unwrap();
    m.add_surface_load("wind", shell, SurfaceSource::Pressure(3.0), product).unwrap();
    m.add_surface_load("snow", shell, SurfaceSource::Traction(Vec3::new(0.0, 0.1, -2.0)), product).unwrap();
    let corner = NodeId(m.find("node", "wing[0,0]").unwrap());
    let (a, b) = (m.attach(ground, places[0], turn).unwrap(), m.attach(corner, places[0], turn).unwrap());
    m.add_joint("root of wing", joints::rigid_connection(), a, b).unwrap();
    let tip = ["wing[4,0]", "wing[4,1]", "wing[4,2]", "wing[3,1]"].map(|name| NodeId(m.find("node", name).unwrap()));
    let lug = m.add_node("lug", NodeKind::Free, places[4] + Vec3::z() * 0.1, turn).unwrap();
    m.add_rigid_body("lug", lug, 0.2, Vec3::zeros(), Mat3::identity() * 0.01).unwrap();
    let edge = ["wing[0,0]", "wing[1,0]", "wing[2,0]"].map(|name| NodeId(m.find("node", name).unwrap()));
    m.add_edge_load("seam", &edge, Axes::Follower, [Vec3::new(0.0, -0.2, 0.1), Vec3::x() * 0.01], product).unwrap();
    m.add_node_set("tip of wing", &tip).unwrap();
    m.add_element_set("inboard", shell, &[0]).unwrap();
    m.add_tie("bolts", lug, &tip, Some(&[1.0, 2.0, 1.0, 0.5]), TieKind::Mean).unwrap();
    let on_wing = [ShellPlace { element: 1, at: [0.3, -0.8] }, ShellPlace { element: 0, at: [-1.0, 0.0] }];
    m.add_shell_stations("panel points", shell, Axes::Follower, &on_wing, &offsets).unwrap();
    // a block of a solid, held at one face, under pressure, traction and a field
    let wood = Orthotropic { young: [1e7, 3e6, 2e6], poisson: [0.3, 0.2, 0.3], shear: [1e6, 9e5, 8e5] };
    let wood = SolidLaw::Anisotropic(wood.stiffness().unwrap());
    let wood = m.add_solid_material("wood", SolidMaterial { law: wood, density: 700.0, damping: 1e-4 }).unwrap();
    let places: Vec<Vec3> = (0..8)
        .map(|k| Vec3::new(f64::from(k % 2), 0.4 * f64::from(k / 2 % 2) - 40.0, 0.3 * f64::from(k / 4)))
        .collect();
    let options = SolidOptions { volume: Volume::Untied, axes: vec![turn.to_rotation_matrix().into_inner()] };
    let block = m.add_solid_block("block", 8, [1, 1, 1], &places, wood, options).unwrap();
    let root = [0, 1, 2, 3].map(|k| NodeId(m.find("node", &format!("block[0,{},{}]", k % 2, k / 2)).unwrap()));
    m.add_tie("root of block", ground, &root, None, TieKind::Rigid).unwrap();
    let end = m.add_face_set("end of block", block, &[(0, 3)]).unwrap();
    m.add_face_load("push", end, SurfaceSource::Pressure(3.0), product).unwrap();
    m.add_face_load("drag", end, SurfaceSource::Traction(Vec3::new(0.0, 0.1, -2.0)), product).unwrap();
    m.add_body_load("field", block, Vec3::new(0.1, 0.0, 2.0), product).unwrap();
    let elements = m.add_stations("elements", blade, Axes::Dead, &[0.5, 1.4], &offsets).unwrap();
    m.set_station_loads(elements, &[1.0, 0.0, -2.0, 0.0, 0.1, 0.0, 0.5, 0.0, 3.0, 0.0, 0.0, 0.2]).unwrap();
    m
}

/// The same with an element and a condition that the host computes, which the schemes over a step do not take.
pub fn with_host_terms() -> Model {
    let mut m = everything();
    let (free, joint) = (NodeId(m.find("node", "free").unwrap()), JointId(m.find("joint", "planar").unwrap()));
    let traits = Traits { tangents: false, velocities: false, accelerations: false, energy: false, length: 0.5 };
    m.add_host_element("pull", &[free], &[], Arc::new(pull), traits).unwrap();
    m.add_host_condition("hold", 1, &[], &[(joint, 0)], Arc::new(hold), (true, 1.0)).unwrap();
    m
}
