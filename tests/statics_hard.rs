//! Statics where the tangent is badly conditioned or singular, against closed forms: slender beams, long chains, shafts above their
//! critical speed, motions that nothing resists.
#![allow(unsafe_code)] // one test calls the functions as a host does

use crate::support;

use std::f64::consts::PI;
use support::{options, simulate};
use swashplate::integrators::statics::Spin;
use swashplate::joints;
use swashplate::loads::Axes;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Interpolation, JointId, Model, NodeKind, uniform_sections};
use swashplate::sections::Engineering;
use swashplate::simulation::Simulation;
use swashplate::terms::holonomic::Pair;
use swashplate::terms::{FunctionId, NodeId};

/// Time that this thread has computed [s], whatever else the machine does.
fn computed() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is that of a local variable.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn ground(model: &mut Model) -> NodeId {
    model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap()
}

fn join(model: &mut Model, name: &str, pair: Pair, at: Vec3, frame: Quat, a: NodeId, b: NodeId) -> JointId {
    let (a, b) = (model.attach(a, at, frame).unwrap(), model.attach(b, at, frame).unwrap());
    model.add_joint(name, pair, a, b).unwrap()
}

fn body(model: &mut Model, name: &str, at: Vec3, [mass, eccentricity]: [f64; 2], inertia: [f64; 3]) -> NodeId {
    let node = model.add_node(name, NodeKind::Free, at, Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::from(inertia));
    model.add_rigid_body(name, node, mass, Vec3::new(eccentricity, 0.0, 0.0), inertia).unwrap();
    node
}

/// Stiffnesses EA, GA, GJ, EI, EI, mass a metre, inertia about the two axes.
fn section([axial, shear, torsion]: [f64; 3], bending: [f64; 2], mass: f64, inertia: [f64; 2]) -> Engineering {
    Engineering {
        axial,
        shear: [shear; 2],
        torsion,
        bending,
        mass,
        inertia: [inertia[0] + inertia[1], inertia[0], inertia[1]],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    }
}

/// A straight beam of elements of three nodes between two points, with sections turned by `frame`.
fn beam(
    model: &mut Model,
    name: &str,
    own: &Engineering,
    ends: [Vec3; 2],
    frame: Quat,
    elements: usize,
) -> Vec<NodeId> {
    let place = |k: usize| ends[0] + (ends[1] - ends[0]) * (k as f64 / (2 * elements) as f64);
    let frames: Vec<(Vec3, Quat)> = (0..2 * elements + 1).map(|k| (place(k), frame)).collect();
    let own = own.section(name).unwrap();
    let length = (ends[1] - ends[0]).norm() / elements as f64;
    let sections = vec![uniform_sections(&own, length, 3); elements];
    let id = model.add_beam_elements(name, &frames, 3, Interpolation::Rotations, &sections).unwrap();
    model.beam(id).unwrap().nodes.clone()
}

/// A cantilever of 1 m and EI = 1 N·m² with a force across its tip, dead or following.
fn cantilever(axial: f64, elements: usize, axes: Axes) -> (Simulation, NodeId, FunctionId) {
    let mut model = Model::new();
    let ground = ground(&mut model);
    let own = section([axial, axial / 3.0, 1.0], [1.0; 2], 1.0, [1e-9; 2]);
    let nodes = beam(&mut model, "beam", &own, [Vec3::zeros(), Vec3::x()], Quat::identity(), elements);
    join(&mut model, "clamp", joints::rigid_connection(), Vec3::zeros(), Quat::identity(), ground, nodes[0]);
    let tip = *nodes.last().unwrap();
    let force = model.add_input("force", 0.0).unwrap();
    model.add_load("tip", tip, axes, [Vec3::z(), Vec3::zeros(), Vec3::zeros()], force).unwrap();
    (simulate(model, options(0.8)), tip, force)
}

/// The elastica (Mattiasson 1981, by elliptic integrals): deflection 0.30172 and 0.81061 of the length for P L²/EI = 1 and 10. Ten
/// elements are within 5e-5 of it. Five loads took 20 to 25 s of computing.
#[test]
fn slender_cantilevers_bend_as_the_elastica_and_do_not_take_long() {
    for axial in [1e9, 1e10] {
        let (mut sim, tip, force) = cantilever(axial, 10, Axes::Dead);
        let start = computed();
        for (load, expected) in [(1.0, 0.30172), (10.0, 0.81061), (1.0, 0.30172), (-10.0, -0.81061), (0.0, 0.0)] {
            sim.set_input(force, load).unwrap();
            let report = sim.solve_static().unwrap();
            let z = sim.motion(tip).unwrap().x.z;
            assert!((z - expected).abs() < 5e-5, "{axial:e} {load}: {z}");
            assert_eq!((report.unstable, report.neutral, report.stable()), (Some(0), 0, Some(true)));
            assert_eq!(report.reached, 1.0);
        }
        let spent = computed() - start;
        println!("{axial:e}: {spent:.2} s");
        assert!(spent < 10.0, "{axial:e}: {spent} s");
    }
}

/// Each of the links is free to turn about its pin until it hangs: as many motions without stiffness as links at the start.
/// 200 links took 13 s, 300 elements of a slender beam more than a minute.
#[test]
fn the_cost_of_a_long_chain_grows_with_its_length() {
    let (links, length) = (200, 0.1);
    let mut model = Model::new();
    model.set_gravity(-9.81 * Vec3::z()).unwrap();
    let mut last = ground(&mut model);
    let pin = Quat::rotation_between(&Vec3::z(), &Vec3::y()).unwrap();
    for k in 0..links {
        let at = |part: f64| Vec3::new((k as f64 + part) * length, 0.0, 0.0);
        let link = body(&mut model, &format!("link {k}"), at(0.5), [1.0, 0.0], [1.0; 3]);
        join(&mut model, &format!("pin {k}"), joints::revolute(), at(0.0), pin, last, link);
        last = link;
    }
    let mut sim = simulate(model, options(0.8));
    let start = computed();
    let report = sim.solve_static().unwrap();
    let spent = computed() - start;
    println!("{links} links: {spent:.2} s");
    let x = sim.motion(last).unwrap().x;
    assert!((x - Vec3::new(0.0, 0.0, -(links as f64 - 0.5) * length)).norm() < 1e-6, "{x}");
    assert_eq!((report.unstable, report.neutral), (Some(0), 0));
    assert!(spent < 5.0, "{spent} s");

    // EA L²/EI = 1e7 in 300 elements
    let (mut sim, tip, force) = cantilever(1e7, 300, Axes::Dead);
    sim.set_input(force, 1.0).unwrap();
    let start = computed();
    sim.solve_static().unwrap();
    let spent = computed() - start;
    println!("300 elements: {spent:.2} s");
    assert!((sim.motion(tip).unwrap().x.z - 0.30172).abs() < 1e-5);
    assert!(spent < 8.0, "{spent} s");
}

/// A disc of mass M with eccentricity e in the middle of a light shaft of 2 m on two bearings; the upper one lets its end slide, or
/// not.
fn jeffcott(eccentricity: f64, slides: bool) -> (Simulation, NodeId) {
    let mut model = Model::new();
    let ground = ground(&mut model);
    let own = section([1e8, 1e8, 1e5], [2e4; 2], 1e-3, [1e-6; 2]);
    let ends = [-Vec3::z(), Vec3::z()];
    let frame = Quat::rotation_between(&Vec3::x(), &Vec3::z()).unwrap();
    let nodes = beam(&mut model, "shaft", &own, ends, frame, 8);
    let disc = body(&mut model, "disc", Vec3::zeros(), [10.0, eccentricity], [1e-3, 1e-3, 2e-3]);
    join(&mut model, "seat", joints::rigid_connection(), Vec3::zeros(), Quat::identity(), nodes[8], disc);
    join(&mut model, "lower", joints::spherical(), ends[0], Quat::identity(), ground, nodes[0]);
    let upper = if slides { joints::point_on_line() } else { joints::spherical() };
    join(&mut model, "upper", upper, ends[1], Quat::identity(), ground, *nodes.last().unwrap());
    (simulate(model, options(0.8)), disc)
}

/// Jeffcott's rotor in axes that turn: r = e Ω²/(ω² − Ω²), and a whirl of ω − Ω and ω + Ω. 1/k = L³/(48 EI) + L/(4 GA).
#[test]
fn an_unbalanced_shaft_above_its_critical_speed_centres_itself() {
    let k: f64 = 1.0 / (8.0 / (48.0 * 2e4) + 2.0 / 4e8);
    let critical = (k / 10.0).sqrt();
    for slides in [true, false] {
        // between fixed bearings a shaft that is bent by a millimetre is stretched as well, which the closed form leaves out
        let eccentricities: &[f64] = if slides { &[1e-6, 1e-5, 1e-4] } else { &[1e-6, 1e-5] };
        for &eccentricity in eccentricities {
            for rate in [20.0, 115.0, 150.0, 200.0] {
                let (mut sim, disc) = jeffcott(eccentricity, slides);
                let spin = Spin { omega: rate * Vec3::z(), about: Vec3::zeros() };
                let report = sim.solve_rotating(spin).unwrap();
                let expected = eccentricity * rate * rate / (critical * critical - rate * rate);
                let x = sim.motion(disc).unwrap().x;
                let what = format!("slides {slides}, e {eccentricity:e}, {rate} rad/s: {} {expected}", x.x);
                assert!((x - expected * Vec3::x()).norm() < 3e-3 * expected.abs(), "{what}");
                // above it K has two negative directions, which gyroscopic forces hold
                let unstable = if rate > critical { 2 } else { 0 };
                assert_eq!((report.unstable, report.neutral), (Some(unstable), 1), "{what}");
                assert_eq!(report.stable(), if rate > critical { None } else { Some(true) }, "{what}");
            }
        }
        let (mut sim, _) = jeffcott(1e-5, slides);
        let rates = [20.0, 60.0, 150.0, 200.0, 60.0];
        let spins = rates.map(|rate| Spin { omega: rate * Vec3::z(), about: Vec3::zeros() });
        for (found, rate) in sim.campbell(&spins, 3).unwrap().iter().zip(rates) {
            let expected = [0.0, (critical - rate).abs(), critical + rate];
            assert_eq!(found[0], 0.0, "slides {slides}, {rate} rad/s");
            assert!((1..3).all(|k| (found[k] - expected[k]).abs() < 0.02), "{slides} {rate}: {found:?} {expected:?}");
        }
    }
}

/// A shaft that nothing holds about its axis, with blades of 5 m under gravity, is as free at rest as it is in its spin; at rest
/// nothing tells the axis but the terms.
#[test]
fn a_rotor_that_is_slowed_to_rest_and_started_again_stays_neutral_about_its_shaft() {
    for blades in [1, 2, 3] {
        let mut model = Model::new();
        let ground = ground(&mut model);
        model.set_gravity(-9.81 * Vec3::z()).unwrap();
        let hub = body(&mut model, "hub", Vec3::zeros(), [40.0, 0.0], [2.0, 2.0, 3.0]);
        join(&mut model, "shaft", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, hub);
        let own = section([4e8, 8e7, 5e4], [2e4, 2e5], 8.0, [1e-3, 5e-2]);
        for k in 0..blades {
            let frame = Quat::from_axis_angle(&Vec3::z_axis(), 2.0 * PI * k as f64 / blades as f64 + 0.2);
            let ends = [frame * (0.1 * Vec3::x()), frame * (5.0 * Vec3::x())];
            let nodes = beam(&mut model, &format!("blade {k}"), &own, ends, frame, 6);
            let root = format!("root {k}");
            join(&mut model, &root, joints::rigid_connection(), ends[0], Quat::identity(), hub, nodes[0]);
        }
        let mut sim = simulate(model, options(0.8));
        for rate in [30.0, 0.0, 15.0, 0.0] {
            let spin = Spin { omega: rate * Vec3::z(), about: Vec3::zeros() };
            let report = sim.solve_rotating(spin).unwrap();
            let found = (report.unstable, report.neutral, report.stable());
            assert_eq!(found, (Some(0), 1, Some(true)), "{blades} blades, {rate} rad/s: {report:?}");
            assert_eq!(sim.modes(spin.omega, 2).unwrap()[0].frequency, 0.0, "{blades} blades, {rate} rad/s");
        }
    }
}

/// A balanced wheel, free about an axis across a shaft that is driven to an angle: it comes along, also after whole turns, which leave
/// everything where it was.
#[test]
fn a_free_wheel_comes_along_with_a_driven_shaft_to_any_angle() {
    for angle in [0.3, 3.0, 2.0 * PI, -2.0 * PI, 4.0 * PI, 200.0 * PI, 62.83] {
        let mut model = Model::new();
        let ground = ground(&mut model);
        let arm = body(&mut model, "arm", Vec3::zeros(), [1.0, 0.0], [1.0; 3]);
        let shaft = join(&mut model, "shaft", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, arm);
        let input = model.add_input("angle", 0.0).unwrap();
        model.drive_joint(shaft, 0, input).unwrap();
        let at = 0.5 * Vec3::x();
        let wheel = body(&mut model, "wheel", at, [1.0, 0.0], [1.0; 3]);
        let axle = Quat::rotation_between(&Vec3::z(), &Vec3::x()).unwrap();
        join(&mut model, "axle", joints::revolute(), at, axle, arm, wheel);
        let mut sim = simulate(model, options(0.8));
        sim.set_input(input, angle).unwrap();
        let report = sim.solve_static().unwrap_or_else(|error| panic!("{angle}: {error}"));
        let x = sim.motion(wheel).unwrap().x;
        let expected = 0.5 * Vec3::new(angle.cos(), angle.sin(), 0.0);
        assert!((x - expected).norm() < 1e-9, "{angle}: {x}");
        assert!((sim.joint_coordinate(shaft, 0).unwrap().0 - angle).abs() < 1e-9 * angle.abs().max(1.0), "{angle}");
        assert_eq!((report.unstable, report.neutral), (Some(0), 1), "{angle}");
    }
}

/// Ten rods on spherical joints, each of which may turn about itself, hang tilted by a side force: ten neutral motions, however they
/// are tilted.
#[test]
fn every_tilted_rod_is_found_to_be_neutral_about_itself() {
    let (count, length) = (10, 0.3);
    let mut model = Model::new();
    model.set_gravity(-9.81 * Vec3::z()).unwrap();
    let mut last = ground(&mut model);
    for k in 0..count {
        let at = |part: f64| Vec3::new(0.0, 0.0, -(k as f64 + part) * length);
        let inertia = length * length / 12.0;
        let rod = body(&mut model, &format!("rod {k}"), at(0.5), [1.0, 0.0], [inertia, inertia, 1e-4]);
        join(&mut model, &format!("joint {k}"), joints::spherical(), at(0.0), Quat::identity(), last, rod);
        last = rod;
    }
    let input = model.add_input("side", 0.0).unwrap();
    let end = Vec3::new(0.0, 0.0, -0.5 * length);
    model.add_load("side", last, Axes::Dead, [Vec3::x(), Vec3::zeros(), end], input).unwrap();
    let mut sim = simulate(model, options(0.8));
    for force in [5.0, 200.0, 5.0, -30.0, 1.0, 0.0] {
        sim.set_input(input, force).unwrap();
        let report = sim.solve_static().unwrap();
        assert_eq!((report.neutral, report.unstable), (count, Some(0)), "{force}");
    }
}

/// A force that follows has no potential (its work depends on the way), a dead one has.
#[test]
fn loads_that_follow_are_told_from_dead_ones_however_stiff_the_beam_is() {
    for axial in [1e4, 1e6, 1e8, 1e10] {
        for (axes, symmetric) in [(Axes::Dead, true), (Axes::Follower, false)] {
            let (mut sim, _, force) = cantilever(axial, 4, axes);
            sim.set_input(force, 2.0).unwrap();
            let report = sim.solve_static().unwrap();
            assert_eq!(report.symmetric, symmetric, "{axial:e}");
        }
    }
}

#[test]
fn a_host_bounds_a_search_and_reads_where_it_stood() {
    use std::ptr::null_mut;
    use swashplate::capi::library::swp_status::*;
    use swashplate::capi::statics::swp_sim_solve_static;
    use swashplate::capi::statics::*;
    let (mut own, tip, force) = cantilever(1e8, 10, Axes::Dead);
    own.set_load_step_limit(4000).unwrap();
    own.set_input(force, 10.0).unwrap();
    own.set_load_step_limit(6).unwrap();
    let text = own.solve_static().unwrap_err().to_string();
    assert!(text.contains("6 are allowed") && text.contains("swp_sim_set_load_step_limit"), "{text}");
    let told = own.statics().report;
    assert!(told.reached < 1.0 && told.load_steps + told.halved + told.relaxed == 6 && told.unstable.is_none());
    assert_eq!(own.motion(tip).unwrap().x, Vec3::x());
    own.set_load_step_limit(4000).unwrap();
    own.solve_static().unwrap();
    assert!((own.motion(tip).unwrap().x.z - 0.81061).abs() < 5e-5);
    assert!(own.set_load_step_limit(0).is_err());
    // SAFETY: null pointers are allowed, and refused.
    unsafe {
        assert_ne!(swp_sim_set_load_step_limit(null_mut(), 5), SWP_OK);
        assert_ne!(swp_sim_solve_static(null_mut()), SWP_OK);
    }
}

/// A door of 20 kg, or of 2e6, 0.4 m beside a hinge along gravity, up or down: nothing turns it, and nothing resists its turn, wherever
/// the axis points. It said "unstable", turned by up to 0.03 rad, or found no equilibrium, where the axis was not along z.
#[test]
fn a_door_on_an_axis_along_gravity_stays_where_it_is() {
    let axes =
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0, 2.0, 3.0], [0.3, -0.4, 0.5], [1.0, 1.0, 0.0], [-0.7, 0.1, -0.3]];
    for (axis, mass) in axes.iter().flat_map(|axis| [(axis, 20.0), (axis, 2e6)]) {
        let axis = Vec3::from(*axis).normalize();
        let frame = Quat::rotation_between(&Vec3::z(), &axis).unwrap();
        for gravity in [-9.81, 9.81] {
            let mut model = Model::new();
            model.set_gravity(gravity * axis).unwrap();
            let ground = ground(&mut model);
            let at = 0.4 * (frame * Vec3::x()) + 0.3 * axis;
            let door = model.add_node("door", NodeKind::Free, at, frame).unwrap();
            let inertia = Mat3::from_diagonal(&(mass * Vec3::new(0.15, 0.1, 0.06)));
            model.add_rigid_body("door", door, mass, Vec3::zeros(), inertia).unwrap();
            join(&mut model, "hinge", joints::revolute(), Vec3::zeros(), frame, ground, door);
            let mut sim = simulate(model, options(0.8));
            let start = computed();
            let report = sim.solve_static().unwrap_or_else(|e| panic!("{axis}, {mass} kg: {e}"));
            let spent = computed() - start;
            let turned = (sim.motion(door).unwrap().rotation * frame.inverse()).scaled_axis();
            println!("{:.3?} {mass} kg: {:e} rad, {spent:.4} s", axis.as_slice(), turned.norm());
            assert_eq!((report.unstable, report.neutral, report.relaxed), (Some(0), 1, 0), "{axis}, {mass} kg");
            // to which Newton's method brings it, some times over
            assert!(turned.norm() < 1e-9, "{axis}, {mass} kg: {turned}");
            assert!(spent < 0.5, "{axis}, {mass} kg: {spent} s");
        }
    }
}
