//! A drive that is not zero at the start carries along what hangs on its joint; what strain is left is reported; a beam without
//! inertia is named once.

use crate::support;

use std::sync::Arc;
use support::{four_bar, options, simulate};
use swashplate::error::Error;
use swashplate::joints;
use swashplate::loads::{Table, TimeFunction};
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{BeamId, Interpolation, Model, NodeKind, uniform_sections};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

const LENGTH: f64 = 4.6;

/// EA = 1e8 N, EI = 1e5 N·m², 5 kg/m.
fn section() -> BeamSection {
    let own = Engineering {
        axial: 1e8,
        shear: [3e7; 2],
        torsion: 8e4,
        bending: [1e5, 1e5],
        mass: 5.0,
        inertia: [1e-2, 5e-3, 5e-3],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("blade").unwrap()
}

/// A blade of 6 elements along x from `root`.
fn blade(model: &mut Model, name: &str, root: Vec3, turn: Quat, section: &BeamSection) -> BeamId {
    let part = LENGTH / 6.0;
    let mut frames = vec![(root, turn)];
    for e in 0..6 {
        let place = |r: &f64| (root + turn * Vec3::new(part * (f64::from(e) + 0.5 + 0.5 * r), 0.0, 0.0), turn);
        frames.extend(lobatto(3)[1..].iter().map(place));
    }
    let sections = vec![uniform_sections(section, part, 3); 6];
    model.add_beam_elements(name, &frames, 3, Interpolation::Rotations, &sections).unwrap()
}

fn ramp(model: &mut Model, rate: f64) -> swashplate::terms::FunctionId {
    let table = Table::new(&[0.0, 100.0], &[0.0, 100.0 * rate], false).unwrap();
    model.add_function(TimeFunction::Table(table)).unwrap()
}

fn ground(model: &mut Model) -> NodeId {
    model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap()
}

/// A blade on a shaft along z that is driven at 15 rad/s, with a body on a pitch hinge at the tip that is driven too.
fn rotor(swapped: bool) -> (Model, BeamId, NodeId) {
    let mut model = Model::new();
    let base = ground(&mut model);
    let beam = blade(&mut model, "blade", Vec3::zeros(), Quat::identity(), &section());
    let nodes = model.beam(beam).unwrap().nodes.clone();
    for n in &nodes {
        let x = model.nodes()[n.0].start.x;
        model.set_velocity(*n, 15.0 * Vec3::z().cross(&x), 15.0 * Vec3::z()).unwrap();
    }
    let at = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (at(&model, base), at(&model, nodes[0]));
    // ground on side A or on side B: then the drive turns the other way
    let shaft = match swapped {
        false => model.add_joint("shaft", joints::revolute(), a, b).unwrap(),
        true => model.add_joint("shaft", joints::revolute(), b, a).unwrap(),
    };
    let angle = ramp(&mut model, if swapped { -15.0 } else { 15.0 });
    model.drive_joint(shaft, 0, angle).unwrap();

    let tip = Vec3::new(LENGTH, 0.0, 0.0);
    let body = model.add_node("tip body", NodeKind::Free, tip + 0.2 * Vec3::y(), Quat::identity()).unwrap();
    model.set_velocity(body, 15.0 * Vec3::z().cross(&(tip + 0.2 * Vec3::y())), 15.0 * Vec3::z()).unwrap();
    model.add_rigid_body("tip body", body, 1.0, Vec3::zeros(), Mat3::identity() * 0.01).unwrap();
    let frame = Quat::rotation_between(&Vec3::z(), &Vec3::x()).unwrap();
    let (a, b) = (model.attach(*nodes.last().unwrap(), tip, frame).unwrap(), model.attach(body, tip, frame).unwrap());
    let pitch = model.add_joint("pitch", joints::revolute(), a, b).unwrap();
    let feather = model.add_function(TimeFunction::Constant(0.25)).unwrap();
    model.drive_joint(pitch, 0, feather).unwrap();
    (model, beam, body)
}

#[test]
fn a_blade_on_a_shaft_that_starts_late_is_turned_whole() {
    for swapped in [false, true] {
        for time in [0.02, 0.2, 1.0] {
            let (model, beam, body) = rotor(swapped);
            let nodes = model.beam(beam).unwrap().nodes.clone();
            let reference: Vec<Vec3> = nodes.iter().map(|n| model.nodes()[n.0].start.x).collect();
            let sim = simulate(model, Options { start_time: time, ..options(0.8) });
            let turn = so3::exp(&(15.0 * time * Vec3::z()));
            for (n, x) in nodes.iter().zip(&reference) {
                let node = sim.motion(*n).unwrap();
                assert!((node.x - turn * x).norm() < 1e-12 * LENGTH, "t = {time}: {} {}", node.x, turn * x);
                assert!(node.rotation.angle_to(&turn) < 1e-12);
                // velocities come along
                assert!((node.v - 15.0 * Vec3::z().cross(&node.x)).norm() < 1e-9, "{}", node.v);
            }
            // the body at the tip is pitched by 0.25 rad about the blade, which has turned
            let arm = turn * (Vec3::new(LENGTH, 0.0, 0.0) + so3::exp(&(0.25 * Vec3::x())) * (0.2 * Vec3::y()));
            assert!((sim.motion(body).unwrap().x - arm).norm() < 1e-12 * LENGTH);
            let stored = sim.report().strain.energy;
            assert!(stored.abs() < 1e-12, "{stored} J");
        }
    }
}

#[test]
fn a_screw_advances_and_a_slider_shifts_what_hangs_on_them() {
    for (pair, value, way) in [
        (joints::screw(0.3), 2.0, Vec3::new(0.0, 0.0, 0.3 * 2.0 / std::f64::consts::TAU)),
        (joints::prismatic(), 0.4, Vec3::new(0.0, 0.0, 0.4)),
    ] {
        let mut model = Model::new();
        let base = ground(&mut model);
        let beam = blade(&mut model, "blade", Vec3::zeros(), Quat::identity(), &section());
        let nodes = model.beam(beam).unwrap().nodes.clone();
        let at = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
        let (a, b) = (at(&model, base), at(&model, nodes[0]));
        let turns = pair.kind == "screw";
        let joint = model.add_joint("joint", pair, a, b).unwrap();
        model.start_joint(joint, 0, Some(value), None).unwrap();
        let reference: Vec<Vec3> = nodes.iter().map(|n| model.nodes()[n.0].start.x).collect();
        let sim = simulate(model, options(0.8));
        let turn = so3::exp(&(if turns { value } else { 0.0 } * Vec3::z()));
        for (n, x) in nodes.iter().zip(&reference) {
            assert!((sim.motion(*n).unwrap().x - (turn * x + way)).norm() < 1e-12 * LENGTH);
        }
        assert!(sim.report().strain.energy.abs() < 1e-12);
    }
}

#[test]
fn strain_that_a_closed_loop_leaves_is_reported() {
    // a blade between two hinges on ground, of which one is driven by 0.01 rad: the root turns against the rest, φ² 3EI/2L of a
    // beam that is clamped at one end and simply supported at the other stores at least as much as any that has come to rest
    let mut model = Model::new();
    let base = ground(&mut model);
    let beam = blade(&mut model, "blade", Vec3::zeros(), Quat::identity(), &section());
    let nodes = model.beam(beam).unwrap().nodes.clone();
    let mut join = |name: &str, x: f64, node| {
        let point = Vec3::new(x, 0.0, 0.0);
        let (a, b) = (
            model.attach(base, point, Quat::identity()).unwrap(),
            model.attach(node, point, Quat::identity()).unwrap(),
        );
        model.add_joint(name, joints::revolute(), a, b).unwrap()
    };
    let root = join("root", 0.0, nodes[0]);
    join("end", LENGTH, *nodes.last().unwrap());
    let angle = model.add_function(TimeFunction::Constant(0.01)).unwrap();
    model.drive_joint(root, 0, angle).unwrap();
    let sim = simulate(model, options(0.8));
    let strain = &sim.report().strain;
    assert!(strain.energy > 1.5 * 1e5 / LENGTH * 1e-4, "{} J", strain.energy);
    assert_eq!(strain.most, "beam \"blade\"");
    assert!(sim.report().to_string().contains("elastic energy") && sim.report().to_string().contains("beam \"blade\""));
    // the energy is that of the audit: nothing else is in this model
    assert!(
        (strain.energy - sim.state().audit(sim.model(), &[[0.01, 0.0, 0.0]], &sim.state().multipliers).potential).abs()
            < 1e-9 * strain.energy
    );
}

#[test]
fn closed_loops_of_bodies_start_as_before() {
    let mut bar = four_bar(false);
    let angle = bar.model.add_function(TimeFunction::Constant(0.02)).unwrap();
    let mut model = Model::new();
    std::mem::swap(&mut model, &mut bar.model);
    model.drive_joint(bar.joints[3], 0, angle).unwrap();
    // the crank has a start rate; a drive of the rocker leaves no freedom for it
    let error = Simulation::new(Arc::new(model), options(0.8)).unwrap_err();
    assert!(matches!(error, Error::InconsistentStart(_)), "{error}");
}

#[test]
fn a_beam_without_rotary_inertia_is_named_once() {
    let mut own = section();
    // next to no rotary inertia: below what counts as any
    own.mass.fixed_view_mut::<3, 3>(3, 3).scale_mut(1e-14);
    let mut model = Model::new();
    let base = ground(&mut model);
    let beam = blade(&mut model, "blade", Vec3::zeros(), Quat::identity(), &own);
    let first = model.beam(beam).unwrap().nodes[0];
    let at = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (at(&model, base), at(&model, first));
    model.add_joint("root", joints::rigid_connection(), a, b).unwrap();
    let error = Simulation::new(Arc::new(model), Options::default()).unwrap_err();
    assert!(matches!(error, Error::SingularMechanism(_)), "{error}");
    let text = error.to_string();
    assert!(text.contains("beam \"blade\"") && text.matches("\n  - ").count() == 1, "{text}");
}

/// A hub of 1 kg on a shaft along z, a blade of 6 elements from (0.2, 0, 0) on it, rigidly or on a flap hinge about −y.
fn hub_and_blade(hinged: bool) -> (Model, [swashplate::model::JointId; 2], NodeId, BeamId) {
    let mut model = Model::new();
    let base = ground(&mut model);
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let root = Vec3::new(0.2, 0.0, 0.0);
    let beam = blade(&mut model, "blade", root, Quat::identity(), &section());
    let first = model.beam(beam).unwrap().nodes[0];
    let at = |m: &Model, n, x: Vec3, q| m.attach(n, x, q).unwrap();
    let (a, b) = (at(&model, base, Vec3::zeros(), Quat::identity()), at(&model, hub, Vec3::zeros(), Quat::identity()));
    let shaft = model.add_joint("shaft", joints::revolute(), a, b).unwrap();
    let frame = Quat::rotation_between(&Vec3::z(), &-Vec3::y()).unwrap();
    let (a, b) = (at(&model, hub, root, frame), at(&model, first, root, frame));
    let pair = if hinged { joints::revolute() } else { joints::rigid_connection() };
    let flap = model.add_joint("flap", pair, a, b).unwrap();
    (model, [shaft, flap], hub, beam)
}

/// The whole blade starts with the rate of the shaft, not its root alone, and so runs as one whose nodes were all given that velocity.
#[test]
fn a_driven_shaft_carries_the_velocities_of_what_hangs_on_it() {
    let turning = |given: bool| {
        let (mut model, [shaft, _], hub, beam) = hub_and_blade(false);
        let angle = ramp(&mut model, 30.0);
        model.drive_joint(shaft, 0, angle).unwrap();
        let nodes: Vec<NodeId> = model.beam(beam).unwrap().nodes.iter().copied().chain([hub]).collect();
        for n in nodes.iter().filter(|_| given) {
            let x = model.nodes()[n.0].start.x;
            model.set_velocity(*n, 30.0 * Vec3::z().cross(&x), 30.0 * Vec3::z()).unwrap();
        }
        (simulate(model, options(0.8)), nodes, beam)
    };
    let [(mut sim, nodes, beam), (mut other, ..)] = [turning(false), turning(true)];
    for n in &nodes {
        let node = sim.motion(*n).unwrap();
        assert!((node.v - 30.0 * Vec3::z().cross(&node.x)).norm() < 1e-12 * 30.0 * LENGTH, "{}", node.v);
        assert!((node.omega - 30.0 * Vec3::z()).norm() < 1e-12 * 30.0);
    }
    // the root force is that of the centrifugal load, ½ m Ω² L² = 50 kN; a root that starts alone sees EI Ω √(m/EI) = 21 kN·m at once
    for _ in 0..20 {
        sim.step(1e-4).unwrap();
        other.step(1e-4).unwrap();
        let [own, given] = [&sim, &other].map(|sim| sim.section_force(beam, 0.05).unwrap());
        assert!((own.0 - given.0).norm() < 1e-9 * 5e4 && (own.1 - given.1).norm() < 1e-9 * 5e4 * LENGTH);
    }
}

/// Rates of two joints in a chain, in a turned position; closed form of a rigid blade.
#[test]
fn start_rates_of_joints_carry_a_blade_along() {
    let (mut model, [shaft, flap], _, beam) = hub_and_blade(true);
    model.start_joint(shaft, 0, Some(4.0), Some(10.0)).unwrap();
    model.start_joint(flap, 0, Some(0.3), Some(1.0)).unwrap();
    let nodes = model.beam(beam).unwrap().nodes.clone();
    let arms: Vec<f64> = nodes.iter().map(|n| model.nodes()[n.0].start.x.x - 0.2).collect();
    let sim = simulate(model, options(0.8));
    let azimuth = so3::exp(&(4.0 * Vec3::z()));
    for (n, r) in nodes.iter().zip(arms) {
        let [x, v] = [sim.motion(*n).unwrap().x, sim.motion(*n).unwrap().v];
        let own = Vec3::new(0.2 + r * 0.3_f64.cos(), 0.0, r * 0.3_f64.sin());
        let rate = Vec3::new(-r * 0.3_f64.sin(), 0.0, r * 0.3_f64.cos());
        assert!((x - azimuth * own).norm() < 1e-12 * LENGTH);
        assert!((v - (10.0 * Vec3::z().cross(&x) + azimuth * rate)).norm() < 1e-11 * 10.0 * LENGTH, "{v}");
    }
    let report = sim.report();
    assert!(report.velocity_change < 1e-11 * 10.0 * LENGTH, "{}", report.velocity_change);
}

/// Velocities that the host gave to a blade are not doubled because the hub was left at rest.
#[test]
fn velocities_given_to_a_blade_are_kept_where_its_hub_was_given_none() {
    let (mut model, [shaft, _], hub, beam) = hub_and_blade(false);
    let angle = ramp(&mut model, 30.0);
    model.drive_joint(shaft, 0, angle).unwrap();
    let nodes = model.beam(beam).unwrap().nodes.clone();
    for n in &nodes {
        let x = model.nodes()[n.0].start.x;
        model.set_velocity(*n, 30.0 * Vec3::z().cross(&x), 30.0 * Vec3::z()).unwrap();
    }
    let sim = simulate(model, options(0.8));
    for n in nodes.iter().chain([&hub]) {
        let node = sim.motion(*n).unwrap();
        assert!((node.v - 30.0 * Vec3::z().cross(&node.x)).norm() < 1e-10 * 30.0 * LENGTH, "{}", node.v);
    }
}

/// A rotor whose hub is held twice: by its shaft, and over pitch link, rotating swashplate and its bearing. The whole rotor turns, since
/// the bearing lets it: no strain, no change of a link, the rate of the shaft everywhere.
#[test]
fn a_rotor_with_a_swashplate_is_turned_whole() {
    for time in [0.0, 0.02, 1.0] {
        let (mut model, [shaft, flap], hub, beam) = hub_and_blade(true);
        let root = model.beam(beam).unwrap().nodes[0];
        let plate = model.add_node("plate", NodeKind::Free, -0.3 * Vec3::z(), Quat::identity()).unwrap();
        model.add_rigid_body("plate", plate, 2.0, Vec3::zeros(), Mat3::identity() * 0.1).unwrap();
        let base = NodeId(0);
        let at = |m: &Model, n, x: [f64; 3], q: Quat| m.attach(n, Vec3::from(x), q).unwrap();
        let upright = Quat::identity();
        let (a, b) = (at(&model, base, [0.0, 0.0, -0.3], upright), at(&model, plate, [0.0, 0.0, -0.3], upright));
        let bearing = model.add_joint("bearing", joints::revolute(), a, b).unwrap();
        // a damper makes the bearing's coordinate an unknown
        model.add_joint_spring("friction", bearing, 0, [0.0, 0.1, 0.0]).unwrap();
        let normal = Quat::rotation_between(&Vec3::z(), &Vec3::y()).unwrap();
        let (a, b) = (at(&model, hub, [0.2, 0.0, -0.3], normal), at(&model, plate, [0.2, 0.0, -0.3], normal));
        model.add_joint("scissors", joints::point_in_plane(), a, b).unwrap();
        let (a, b) = (at(&model, plate, [0.25, 0.1, -0.3], upright), at(&model, root, [0.35, 0.1, 0.0], upright));
        model.add_joint("link", joints::distance(0.1_f64.hypot(0.3)), a, b).unwrap();
        let angle = ramp(&mut model, 15.0);
        model.drive_joint(shaft, 0, angle).unwrap();
        let nodes: Vec<NodeId> = model.beam(beam).unwrap().nodes.iter().copied().chain([hub, plate]).collect();
        let reference: Vec<Vec3> = nodes.iter().map(|n| model.nodes()[n.0].start.x).collect();
        let sim = simulate(model, Options { start_time: time, ..options(0.8) });
        let turn = so3::exp(&(15.0 * time * Vec3::z()));
        for (n, x) in nodes.iter().zip(&reference) {
            let node = sim.motion(*n).unwrap();
            assert!((node.x - turn * x).norm() < 1e-11 * LENGTH, "t = {time}: {} {}", node.x, turn * x);
            assert!((node.v - 15.0 * Vec3::z().cross(&node.x)).norm() < 1e-9, "t = {time}: {}", node.v);
        }
        assert!(sim.report().strain.energy.abs() < 1e-9, "{} J", sim.report().strain.energy);
        let counted = sim.joint_coordinate(bearing, 0).unwrap().0;
        assert!((counted - 15.0 * time).abs() < 1e-9, "{counted}");
        assert!(sim.joint_coordinate(flap, 0).unwrap().0.abs() < 1e-11);
    }
}

/// A parallelogram of three beams, driven at its first crank: a real loop. Beams move as rigid bodies: the cranks by the angle of the
/// drive, the coupler without turning; no strain, and the rates of a rigid parallelogram.
#[test]
fn beams_of_a_closed_loop_move_as_rigid_bodies() {
    for (angle, assemble) in [(0.0, false), (0.02, false), (0.4, false), (-0.5, false), (0.4, true)] {
        let mut model = Model::new();
        let base = ground(&mut model);
        let upright = Quat::rotation_between(&Vec3::x(), &Vec3::y()).unwrap();
        let top = Vec3::new(0.0, LENGTH, 0.0);
        let beams = [
            blade(&mut model, "crank", Vec3::zeros(), upright, &section()),
            blade(&mut model, "rocker", LENGTH * Vec3::x(), upright, &section()),
            blade(&mut model, "coupler", top, Quat::identity(), &section()),
        ];
        let end = |m: &Model, k: usize, last: bool| {
            let nodes = &m.beam(beams[k]).unwrap().nodes;
            if last { *nodes.last().unwrap() } else { nodes[0] }
        };
        let pins = [
            ("pivot", base, end(&model, 0, false), Vec3::zeros()),
            ("far pivot", base, end(&model, 1, false), LENGTH * Vec3::x()),
            ("pin", end(&model, 0, true), end(&model, 2, false), top),
            ("far pin", end(&model, 1, true), end(&model, 2, true), top + LENGTH * Vec3::x()),
        ];
        let mut first = None;
        for (name, a, b, x) in pins {
            let [a, b] = [a, b].map(|n| model.attach(n, x, Quat::identity()).unwrap());
            first = first.or(Some(model.add_joint(name, joints::revolute(), a, b).unwrap()));
        }
        let table = Table::new(&[-1.0, 1.0], &[angle - 2.0, angle + 2.0], false).unwrap();
        let drive = model.add_function(TimeFunction::Table(table)).unwrap();
        model.drive_joint(first.unwrap(), 0, drive).unwrap();
        let places: Vec<Vec<Vec3>> = beams
            .iter()
            .map(|b| model.beam(*b).unwrap().nodes.iter().map(|n| model.nodes()[n.0].start.x).collect())
            .collect();
        let nodes: Vec<Vec<NodeId>> = beams.iter().map(|b| model.beam(*b).unwrap().nodes.clone()).collect();
        let sim = simulate(model, Options { assemble, ..options(0.8) });
        let turn = so3::exp(&(angle * Vec3::z()));
        let shift = turn * top - top;
        let pivots = [Vec3::zeros(), LENGTH * Vec3::x()];
        for k in 0..3 {
            for (n, x) in nodes[k].iter().zip(&places[k]) {
                let node = sim.motion(*n).unwrap();
                let (place, v) = match k {
                    2 => (x + shift, 2.0 * Vec3::z().cross(&(turn * top))),
                    _ => (pivots[k] + turn * (x - pivots[k]), 2.0 * Vec3::z().cross(&(turn * (x - pivots[k])))),
                };
                assert!((node.x - place).norm() < 1e-8 * LENGTH, "{angle}: {} {place}", node.x);
                assert!((node.v - v).norm() < 1e-7 * LENGTH, "{angle}: {} {v}", node.v);
            }
        }
        // EA (1e-8)² L/2, and the like
        assert!(sim.report().strain.energy.abs() < 1e-6, "{angle}: {} J", sim.report().strain.energy);
    }
}

/// A blade on a free hinge turns with its hub where that is driven over a gear, or in a loop: joints by which something hangs on the rest
/// are not moved by a start that does not ask for it. Rates of the gear are those of its ratio.
#[test]
fn a_hinged_blade_turns_with_a_hub_that_is_geared() {
    for time in [0.0, 0.03] {
        let (mut model, [shaft, flap], hub, beam) = hub_and_blade(true);
        let base = NodeId(0);
        let wheel = model.add_node("wheel", NodeKind::Free, 3.0 * Vec3::y(), Quat::identity()).unwrap();
        model.add_rigid_body("wheel", wheel, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
        let [a, b] = [base, wheel].map(|n| model.attach(n, 3.0 * Vec3::y(), Quat::identity()).unwrap());
        let main = model.add_joint("main", joints::revolute(), a, b).unwrap();
        // hub angle = 5 times that of the wheel
        model.add_coupling("gear", &[(shaft, 0, 1.0), (main, 0, -5.0)], None).unwrap();
        let angle = ramp(&mut model, 20.0);
        model.drive_joint(main, 0, angle).unwrap();
        let nodes: Vec<NodeId> = model.beam(beam).unwrap().nodes.iter().copied().chain([hub]).collect();
        let reference: Vec<Vec3> = nodes.iter().map(|n| model.nodes()[n.0].start.x).collect();
        let sim = simulate(model, Options { start_time: time, ..options(0.8) });
        let turn = so3::exp(&(100.0 * time * Vec3::z()));
        for (n, x) in nodes.iter().zip(&reference) {
            let node = sim.motion(*n).unwrap();
            assert!((node.x - turn * x).norm() < 1e-8 * LENGTH, "t = {time}: {} {}", node.x, turn * x);
            assert!((node.v - 100.0 * Vec3::z().cross(&node.x)).norm() < 1e-6 * LENGTH, "t = {time}: {}", node.v);
        }
        assert!(sim.joint_coordinate(flap, 0).unwrap().0.abs() < 1e-8);
    }
}
