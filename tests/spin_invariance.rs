//! What is not the same from every azimuth is refused by name before a rotating equilibrium, its modes and fan diagrams; what is the
//! same all round stays allowed. The reason: four lag-hinged blades on a sprung, damped pylon grow at 1.55 1/s by Coleman's equations,
//! and at 5.24 1/s if pylon and mount dampers turn with the rotor.

use crate::support;

use support::{options, simulate};
use swashplate::elements::{BushingLaw, LineLaw};
use swashplate::integrators::statics::Spin;
use swashplate::joints;
use swashplate::loads::{Axes, Table, TimeFunction};
use swashplate::math::{Mat3, Mat6, Quat, Vec3, Vec6, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::terms::NodeId;
use swashplate::terms::holonomic::Pair;

const OMEGA: f64 = 30.0;

fn join(model: &mut Model, name: &str, pair: Pair, point: Vec3, frame: Quat, a: NodeId, b: NodeId) -> JointId {
    let (a, b) = (model.attach(a, point, frame).unwrap(), model.attach(b, point, frame).unwrap());
    model.add_joint(name, pair, a, b).unwrap()
}

fn along(axis: Vec3) -> Quat {
    Quat::rotation_between(&Vec3::z(), &axis).unwrap()
}

/// Ground, a driven hub on it and four lag-hinged, sprung blades.
struct Rotor {
    model: Model,
    ground: NodeId,
    hub: NodeId,
    blades: Vec<NodeId>,
    shaft: JointId,
}

fn blades(model: &mut Model, hub: NodeId) -> Vec<NodeId> {
    let blade = |k: usize| {
        let turn = so3::exp(&(k as f64 * std::f64::consts::FRAC_PI_2 * Vec3::z()));
        let (name, at) = (format!("blade {k}"), turn * Vec3::new(0.3, 0.0, 0.0));
        let node = model.add_node(&name, NodeKind::Free, at, turn).unwrap();
        let inertia = Mat3::from_diagonal(&Vec3::new(0.01, 3.0, 3.0));
        model.add_rigid_body(&name, node, 5.0, Vec3::new(1.5, 0.0, 0.0), inertia).unwrap();
        let hinge = join(model, &name, joints::revolute(), at, turn, hub, node);
        model.add_joint_spring(&name, hinge, 0, [200.0, 5.0, 0.0]).unwrap();
        node
    };
    (0..4).map(blade).collect()
}

fn drive(model: &mut Model, shaft: JointId) {
    let line = Table::new(&[0.0, 100.0], &[0.0, 100.0 * OMEGA], false).unwrap();
    let turning = model.add_function(TimeFunction::Table(line)).unwrap();
    model.drive_joint(shaft, 0, turning).unwrap();
}

fn rotor() -> Rotor {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 10.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let shaft = join(&mut model, "shaft", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, hub);
    let blades = blades(&mut model, hub);
    Rotor { model, ground, hub, blades, shaft }
}

fn spin() -> Spin {
    Spin { omega: OMEGA * Vec3::z(), about: Vec3::zeros() }
}

/// The refusal of a model, which must name these and say what to do; the state is as it was.
fn assert_refused(what: &str, model: Model, names: &[&str]) {
    let mut sim = simulate(model, options(0.8));
    let before = sim.save();
    let error = match sim.solve_rotating(spin()) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{what} was accepted"),
    };
    for name in names.iter().chain(&["azimuth", "integrated in time"]) {
        assert!(error.contains(name), "{what}: {name} is missing: {error}");
    }
    assert_eq!(sim.save(), before);
    assert!(sim.campbell(&[spin()], 2).unwrap_err().to_string().contains("azimuth"));
}

fn assert_accepted(what: &str, model: Model) -> Vec<f64> {
    let mut sim = simulate(model, options(0.8));
    sim.solve_rotating(spin()).unwrap_or_else(|e| panic!("{what}: {e}"));
    let found = sim.modes(spin().omega, 3).unwrap_or_else(|e| panic!("{what}: {e}"));
    found.iter().map(|m| m.frequency).collect()
}

#[test]
fn a_rotor_on_a_pylon_that_moves_without_turning_is_refused() {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let mut last = ground;
    for (name, axis) in [("pylon x", Vec3::x()), ("pylon y", Vec3::y())] {
        let node = model.add_node(name, NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body(name, node, 30.0, Vec3::zeros(), Mat3::identity()).unwrap();
        let mount = join(&mut model, name, joints::prismatic(), Vec3::zeros(), along(axis), last, node);
        model.add_joint_spring(name, mount, 0, [1e5, 8000.0, 0.0]).unwrap();
        last = node;
    }
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 10.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let shaft = join(&mut model, "shaft", joints::revolute(), Vec3::zeros(), Quat::identity(), last, hub);
    drive(&mut model, shaft);
    blades(&mut model, hub);
    // the joint to ground holds the pylon; what is between turning nodes is not to blame
    let mut sim = simulate(model, options(0.8));
    let error = sim.solve_rotating(spin()).unwrap_err().to_string();
    assert!(error.contains("joint \"pylon x\"") && error.contains("\"ground\""), "{error}");
    assert!(!error.contains("blade 1"), "{error}");
}

#[test]
fn what_changes_with_the_azimuth_is_refused_by_name() {
    let Rotor { mut model, .. } = rotor();
    model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
    assert_refused("gravity across the axis", model, &["gravity", "9.81"]);

    let Rotor { mut model, blades, .. } = rotor();
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let side = [Vec3::new(10.0, 0.0, 0.0), Vec3::zeros(), Vec3::zeros()];
    model.add_load("wind", blades[0], Axes::Dead, side, one).unwrap();
    assert_refused("dead load across the axis", model, &["load \"wind\"", "blade 0"]);

    let Rotor { mut model, ground, blades, .. } = rotor();
    let ends = [(ground, Vec3::new(0.0, 0.0, 2.0)), (blades[2], Vec3::new(1.0, 0.0, 0.0))];
    let law = LineLaw { stiffness: 10.0, length: 2.0, damping: 0.0, preload: 0.0 };
    // from a point of the axis it is the same all round, from another it is not
    model.add_line_spring("stay", ends, law).unwrap();
    assert_accepted("line spring from the axis", model);
    let Rotor { mut model, ground, blades, .. } = rotor();
    let ends = [(ground, Vec3::new(0.5, 0.0, 2.0)), (blades[2], Vec3::new(1.0, 0.0, 0.0))];
    model.add_line_spring("guy", ends, law).unwrap();
    assert_refused("line spring from beside the axis", model, &["line spring \"guy\""]);

    // a second bearing beside the axis cannot be; a rigid connection to ground neither
    let Rotor { mut model, ground, blades, .. } = rotor();
    let held = model.add_node("arm", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("arm", held, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    join(&mut model, "fuselage", joints::rigid_connection(), Vec3::zeros(), Quat::identity(), ground, held);
    let _ = blades;
    assert_refused("a part that rests", model, &["joint \"fuselage\"", "\"arm\""]);

    // a screw would have to advance
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 10.0, Vec3::zeros(), Mat3::identity()).unwrap();
    join(&mut model, "lead screw", joints::screw(0.1), Vec3::zeros(), Quat::identity(), ground, hub);
    assert_refused("a screw along the axis", model, &["joint \"lead screw\""]);
}

/// A bushing that holds a body on the axis, with these stiffnesses along x, y, z and about them.
fn on_bushing(stiffness: [f64; 6], damping: [f64; 6]) -> Model {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let disc = model.add_node("disc", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 1.9));
    model.add_rigid_body("disc", disc, 2.0, Vec3::zeros(), inertia).unwrap();
    let at = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (at(&model, ground), at(&model, disc));
    let diagonal = |v: [f64; 6]| Mat6::from_diagonal(&Vec6::from(v));
    let law = BushingLaw { stiffness: diagonal(stiffness), damping: diagonal(damping), preload: Vec6::zeros() };
    model.add_bushing("mount", a, b, law).unwrap();
    model
}

#[test]
fn bushings_from_ground_are_refused() {
    // they are not meant for rotations beyond 60°, whatever their stiffness
    let isotropic = [5000.0, 5000.0, 9000.0, 0.0, 0.0, 0.0];
    let none = [0.0; 6];
    assert_refused(
        "stiffer one way",
        on_bushing([5000.0, 7000.0, 9000.0, 0.0, 0.0, 0.0], none),
        &["bushing \"mount\"", "stiffness"],
    );
    let damped = [40.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert_refused("damped one way", on_bushing(isotropic, damped), &["bushing \"mount\""]);
    assert_refused("all the same", on_bushing(isotropic, none), &["bushing \"mount\""]);
    assert_refused(
        "against the turn",
        on_bushing([5000.0, 5000.0, 9000.0, 0.0, 0.0, 50.0], none),
        &["bushing \"mount\""],
    );
}

/// A disc that is driven about z and slides in its plane on four springs from ground, along ±x and ±y.
fn on_springs(stiffness: [f64; 2], damping: f64) -> Model {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let disc = model.add_node("disc", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 1.9));
    model.add_rigid_body("disc", disc, 2.0, Vec3::zeros(), inertia).unwrap();
    let ends =
        [(Vec3::x(), stiffness[0]), (-Vec3::x(), stiffness[0]), (Vec3::y(), stiffness[1]), (-Vec3::y(), stiffness[1])];
    let plane = join(&mut model, "plane", joints::planar(), Vec3::zeros(), Quat::identity(), ground, disc);
    let line = Table::new(&[0.0, 100.0], &[0.0, 100.0 * OMEGA], false).unwrap();
    let turning = model.add_function(TimeFunction::Table(line)).unwrap();
    model.drive_joint(plane, 2, turning).unwrap();
    for (k, (way, stiffness)) in ends.into_iter().enumerate() {
        let law = LineLaw { stiffness, length: 3.0, damping, preload: 0.0 };
        model.add_line_spring(&format!("spring {k}"), [(ground, 3.0 * way), (disc, Vec3::zeros())], law).unwrap();
    }
    model
}

#[test]
fn an_isotropic_support_gives_the_whirl_of_the_books() {
    // z = x + iy at rest: m z'' + c z' + k z = 0, seen from turning axes λ − iΩ; two springs in line have 2k
    let (mass, stiffness, damping) = (2.0, 5000.0, 12.0);
    assert_refused(
        "springs",
        on_springs([0.5 * stiffness, 0.7 * stiffness], 0.0),
        &["spring 0", "spring 3", "stiffness"],
    );
    let mut sim = simulate(on_springs([0.5 * stiffness; 2], 0.5 * damping), options(0.8));
    sim.solve_rotating(spin()).unwrap_or_else(|e| panic!("{e}"));
    let found = sim.modes(spin().omega, 2).unwrap();
    let decay = 0.5 * damping / mass;
    let frequency = (stiffness / mass - decay * decay).sqrt();
    for seen in [frequency - OMEGA, frequency + OMEGA] {
        let near =
            found.iter().any(|m| (m.eigenvalue.re + decay).abs() < 1e-9 && (m.eigenvalue.im - seen).abs() < 1e-8);
        assert!(near, "{seen}: {:?}", found.iter().map(|m| m.eigenvalue).collect::<Vec<_>>());
    }
}

#[test]
fn what_is_the_same_all_round_stays_allowed() {
    let Rotor { mut model, shaft, .. } = rotor();
    drive(&mut model, shaft);
    let driven = assert_accepted("driven shaft", model);

    // gravity along the axis, which no lag hinge feels
    let Rotor { mut model, shaft, .. } = rotor();
    drive(&mut model, shaft);
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let found = assert_accepted("gravity along the axis", model);
    for (a, b) in found.iter().zip(&driven) {
        assert!((a / b - 1.0).abs() < 1e-9, "{found:?} {driven:?}");
    }

    let Rotor { mut model, blades, hub, shaft, .. } = rotor();
    drive(&mut model, shaft);
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let axial = [Vec3::new(0.0, 0.0, 10.0), Vec3::zeros(), Vec3::zeros()];
    model.add_load("lift", blades[0], Axes::Dead, axial, one).unwrap();
    let own = [Vec3::new(0.0, 3.0, 0.0), Vec3::zeros(), Vec3::zeros()];
    model.add_load("drag", blades[1], Axes::Follower, own, one).unwrap();
    // between turning nodes
    let law = LineLaw { stiffness: 10.0, length: 0.2, damping: 1.0, preload: 0.0 };
    model
        .add_line_spring("lag damper", [(hub, Vec3::new(0.0, 0.4, 0.0)), (blades[0], Vec3::new(0.3, 0.1, 0.0))], law)
        .unwrap();
    assert_accepted("loads along the axis and with the blades", model);

    // a shaft held by a spring about the axis of spin: its coordinate is held where it is
    let Rotor { mut model, shaft, .. } = rotor();
    model.add_joint_spring("shaft", shaft, 0, [1e4, 0.0, 0.0]).unwrap();
    assert_accepted("spring about the axis of spin", model);
}

/// A disc of 10 kg on a planar joint across the axis, centre of mass at `off`, its turn driven.
fn jeffcott(off: f64) -> (Model, NodeId, NodeId, JointId) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let disc = model.add_node("disc", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 2.0));
    model.add_rigid_body("disc", disc, 10.0, Vec3::new(off, 0.0, 0.0), inertia).unwrap();
    let plane = join(&mut model, "plane", joints::planar(), Vec3::zeros(), Quat::identity(), ground, disc);
    let still = model.add_function(TimeFunction::Constant(0.0)).unwrap();
    model.drive_joint(plane, 2, still).unwrap();
    (model, ground, disc, plane)
}

/// Springs of the same stiffness all round, far enough away to stay the same where the disc is displaced.
fn add_star(model: &mut Model, ground: NodeId, disc: NodeId, count: usize, stiffness: f64) {
    for k in 0..count {
        let (sin, cos) = (std::f64::consts::TAU * k as f64 / count as f64).sin_cos();
        let law = LineLaw { stiffness: 2.0 * stiffness / count as f64, length: 1000.0, damping: 0.0, preload: 0.0 };
        let ends = [(ground, 1000.0 * Vec3::new(cos, sin, 0.0)), (disc, Vec3::zeros())];
        model.add_line_spring(&format!("spring {k}"), ends, law).unwrap();
    }
}

#[test]
fn equal_springs_on_both_translations_of_a_planar_joint_are_the_same_all_round() {
    let stiffness = 4000.0;
    let (mut model, _, _, plane) = jeffcott(0.0);
    for (name, c) in [("kx", 0), ("ky", 1)] {
        model.add_joint_spring(name, plane, c, [stiffness, 0.0, 0.0]).unwrap();
    }
    let mut sim = simulate(model, options(0.8));
    sim.solve_rotating(spin()).unwrap();
    // a whirl of ω in inertial axes is seen at |ω ∓ Ω|
    let own = (stiffness / 10.0_f64).sqrt();
    let found = sim.modes(spin().omega, 2).unwrap();
    for (mode, expected) in found.iter().zip([(OMEGA - own).abs(), OMEGA + own]) {
        assert!((mode.frequency - expected).abs() < 1e-9 * expected, "{} {expected}", mode.frequency);
    }
    // unequal ones are refused by their own names, dampers by what they cannot do
    for (what, law, names) in [
        ("unequal springs", [1.1 * stiffness, 0.0, 0.0], ["kx", "ky"]),
        ("a damper", [stiffness, 5.0, 0.0], ["ky", "line dampers"]),
    ] {
        let (mut model, _, _, plane) = jeffcott(0.0);
        model.add_joint_spring("kx", plane, 0, [stiffness, 0.0, 0.0]).unwrap();
        model.add_joint_spring("ky", plane, 1, law).unwrap();
        assert_refused(what, model, &names);
    }
}

#[test]
fn an_unbalanced_disc_is_found_below_and_above_its_critical_speed() {
    let (stiffness, mass, off) = (4000.0, 10.0, 0.01);
    for (count, rate) in [(3, 10.0), (4, 19.0), (3, 40.0), (4, 40.0)] {
        let (mut model, ground, disc, _) = jeffcott(off);
        add_star(&mut model, ground, disc, count, stiffness);
        let mut sim = simulate(model, options(0.8));
        let spin = Spin { omega: rate * Vec3::z(), about: Vec3::zeros() };
        let report = sim.solve_rotating(spin).unwrap();
        // x = m e Ω²/(k − m Ω²), springs straight to x/ℓ
        let expected = mass * off * rate * rate / (stiffness - mass * rate * rate);
        let x = sim.motion(disc).unwrap().x.x;
        println!("{count} {rate}: {x} {expected} {report:?}");
        assert!((x - expected).abs() < 2e-4 * expected.abs(), "{rate}: {x} {expected}");
        // K − m Ω² is negative in both directions above: stable by gyroscopic forces, which the count does not know
        let above = rate > 20.0;
        assert_eq!(report.unstable, Some(if above { 2 } else { 0 }));
        assert_eq!(report.stable(), if above { None } else { Some(true) });
        // what was accepted has its modes, and none grows
        let modes = sim.modes(spin.omega, 2).unwrap();
        assert!(modes.iter().all(|m| m.damping_ratio.abs() < 1e-9));
        assert!((modes[0].frequency - (rate - 20.0).abs()).abs() < 1e-3 * rate);
    }
}

#[test]
fn a_bushing_to_a_turning_part_is_refused_with_its_reason_and_a_tiny_spin_is_none() {
    let (mut model, ground, disc, _) = jeffcott(0.0);
    let mut stiffness = Mat6::zeros();
    (stiffness[(0, 0)], stiffness[(1, 1)]) = (4000.0, 4000.0);
    let law = BushingLaw { stiffness, damping: Mat6::zeros(), preload: Vec6::zeros() };
    let [a, b] = [ground, disc].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    model.add_bushing("mount", a, b, law).unwrap();
    assert_refused("a bushing", model, &["mount", "small rotations", "planar joint"]);
    let (mut model, ground, disc, _) = jeffcott(0.0);
    add_star(&mut model, ground, disc, 3, 4000.0);
    let mut sim = simulate(model, options(0.8));
    sim.solve_rotating(Spin { omega: 1e-300 * Vec3::z(), about: Vec3::zeros() }).unwrap();
}

/// A rotor on a shaft that nothing turns, under gravity along its axis: modes about every spin, the free turn first.
#[test]
fn a_free_shaft_is_held_and_its_turn_is_the_only_mode_of_frequency_zero() {
    for rate in [0.0, 1.0, 5.0, 20.0, 50.0] {
        let mut model = Model::new();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        model.set_gravity(-9.81 * Vec3::z()).unwrap();
        let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("hub", hub, 10.0, Vec3::zeros(), Mat3::identity()).unwrap();
        join(&mut model, "shaft", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, hub);
        let own = swashplate::sections::Engineering {
            axial: 1e7,
            shear: [1e7 / 3.0; 2],
            torsion: 1e3,
            bending: [1e3; 2],
            mass: 3.0,
            inertia: [6e-4, 3e-4, 3e-4],
            tension_center: [0.0; 2],
            shear_center: [0.0; 2],
            mass_center: [0.0; 2],
            principal_angle: 0.0,
            damping: 0.0,
        };
        let place = |k: usize| (Vec3::new(0.3 + 5.0 * k as f64 / 12.0, 0.0, 0.0), Quat::identity());
        let frames: Vec<(Vec3, Quat)> = (0..13).map(place).collect();
        let part = swashplate::model::uniform_sections(&own.section("own").unwrap(), 5.0 / 6.0, 3);
        let rotations = swashplate::model::Interpolation::Rotations;
        let beam = model.add_beam_elements("blade", &frames, 3, rotations, &vec![part; 6]).unwrap();
        let root = model.beam(beam).unwrap().nodes[0];
        join(&mut model, "clamp", joints::rigid_connection(), frames[0].0, Quat::identity(), hub, root);
        let mut sim = simulate(model, options(0.8));
        let spin = Spin { omega: rate * Vec3::z(), about: Vec3::zeros() };
        let report = sim.solve_rotating(spin).unwrap();
        assert_eq!((report.unstable, report.neutral), (Some(0), 1), "{rate}");
        let modes = sim.modes(spin.omega, 3).unwrap_or_else(|e| panic!("{rate}: {e}"));
        println!("{rate}: {} {} {}", modes[0].frequency, modes[1].frequency, modes[2].frequency);
        assert!(modes[0].frequency == 0.0 && modes[1].frequency > 2.0, "{rate}");
        // the first flap frequency grows as a hinged blade's does: Southwell, ω² = ω₀² + c Ω² with c of 1.1 to 1.3
        if rate >= 20.0 {
            assert!((1.05..1.1).contains(&(modes[1].frequency / rate)), "{rate}");
        }
    }
}

/// Two bars on sprung flap hinges of a hub that turns freely, gravity along the axis, all of it turned in space by `turn`.
fn flapping(turn: Quat) -> Model {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), turn).unwrap();
    model.set_gravity(turn * (-9.81 * Vec3::z())).unwrap();
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), turn).unwrap();
    model.add_rigid_body("hub", hub, 1.0, Vec3::zeros(), Mat3::from_diagonal(&HUB)).unwrap();
    join(&mut model, "shaft", joints::revolute(), Vec3::zeros(), turn, ground, hub);
    for (name, angle) in [("one", 0.0), ("two", std::f64::consts::PI)] {
        let frame = turn * so3::exp(&(angle * Vec3::z()));
        let at = frame * (OFFSET * Vec3::x());
        let node = model.add_node(name, NodeKind::Free, at, frame).unwrap();
        let inertia = Mat3::from_diagonal(&Vec3::new(BAR[0], BAR[1], BAR[1]));
        model.add_rigid_body(name, node, 1.5, CENTER * Vec3::x(), inertia).unwrap();
        // the hinge turns about −y of the bar, so that up is positive
        let axes = frame * along(-Vec3::y());
        let hinge = join(&mut model, name, joints::revolute(), at, axes, hub, node);
        model.add_joint_spring(name, hinge, 0, [FLAP, 0.0, 0.0]).unwrap();
    }
    model
}

const HUB: Vec3 = Vec3::new(0.1, 0.1, 0.2);
/// inertia of a bar along and across it, its centre and its hinge, stiffness of the spring
const BAR: [f64; 2] = [1e-3, 0.3];
const CENTER: f64 = 0.8;
const OFFSET: f64 = 0.2;
const FLAP: f64 = 5.0;

/// Frequencies of the two flap modes about coning β, by the moment of inertia about the axis, I_z(β) of a bar:
/// V' = Ω² I_z'/2 at equilibrium; both bars against each other: J ω² = V'' − Ω² I_z''/2; together the hub turns against them,
/// its momentum about the axis being kept: 2J ω² = 2V'' − Ω² I_z'' + Ω² (2I_z')²/(2I_z + hub).
fn flap_frequencies(omega: f64) -> [f64; 2] {
    let (mass, weight) = (1.5, 1.5 * 9.81 * CENTER);
    let inertia = |b: f64| {
        let arm = OFFSET + CENTER * b.cos();
        let value = mass * arm * arm + BAR[1] * b.cos().powi(2) + BAR[0] * b.sin().powi(2);
        let slope = -2.0 * mass * arm * CENTER * b.sin() - (BAR[1] - BAR[0]) * (2.0 * b).sin();
        let second = 2.0 * mass * CENTER * (CENTER * b.sin().powi(2) - arm * b.cos())
            - 2.0 * (BAR[1] - BAR[0]) * (2.0 * b).cos();
        [value, slope, second]
    };
    let square = omega * omega;
    let stiffness = |b: f64| FLAP - weight * b.sin() - 0.5 * square * inertia(b)[2];
    let mut b = 0.0_f64;
    for _ in 0..50 {
        b -= (FLAP * b + weight * b.cos() - 0.5 * square * inertia(b)[1]) / stiffness(b);
    }
    let (flap, [value, slope, _]) = (BAR[1] + mass * CENTER * CENTER, inertia(b));
    let coupling = square * 2.0 * slope * slope / (2.0 * value + HUB.z);
    [stiffness(b), stiffness(b) + coupling].map(|s| (s / flap).sqrt())
}

/// Gravity along the axis has a part across it that is rounding, and so have the forces of the bearing.
#[test]
fn modes_of_a_free_shaft_under_gravity_are_the_same_in_every_orientation() {
    for k in 0..40 {
        let part = k as f64;
        let axis = Vec3::new((2.3 * part).sin(), (1.7 * part).cos(), (0.9 * part).sin());
        let turn = so3::exp(&(axis.normalize() * (0.08 * part)));
        let mut sim = simulate(flapping(turn), options(0.8));
        let spin = |rate: f64| Spin { omega: turn * (rate * Vec3::z()), about: Vec3::zeros() };
        for rate in [12.0, 20.0, 35.0] {
            let report = sim.solve_rotating(spin(rate)).unwrap_or_else(|e| panic!("{k} {rate}: {e}"));
            assert_eq!((report.unstable, report.neutral), (Some(0), 1), "{k} {rate}");
            let found = sim.modes(spin(rate).omega, 3).unwrap_or_else(|e| panic!("{k} {rate}: {e}"));
            assert_eq!(found[0].frequency, 0.0, "{k} {rate}");
            for (mode, exact) in found[1..].iter().zip(flap_frequencies(rate)) {
                assert!((mode.frequency / exact - 1.0).abs() < 1e-8, "{k} {rate}: {} {exact}", mode.frequency);
            }
        }
        let fan = sim.campbell(&[spin(12.0), spin(20.0)], 3).unwrap_or_else(|e| panic!("{k}: {e}"));
        for (found, rate) in fan.iter().zip([12.0, 20.0]) {
            let exact = flap_frequencies(rate);
            assert!((found[1] / exact[0] - 1.0).abs() < 1e-8, "{k} {rate}");
        }
    }
}
