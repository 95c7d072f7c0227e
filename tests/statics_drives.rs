//! Statics after a change of a drive, and about motions that nothing resists, against closed forms.
#![allow(unsafe_code)] // the last test calls the functions as a host does

use crate::support;

use std::f64::consts::PI;
use support::{options, simulate};
use swashplate::integrators::statics::Spin;
use swashplate::integrators::statics::path::{Loads, Plan};
use swashplate::joints;
use swashplate::loads::Axes;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Interpolation, JointId, Model, NodeKind, uniform_sections};
use swashplate::sections::Engineering;
use swashplate::simulation::{Output, Simulation};
use swashplate::terms::NodeId;
use swashplate::terms::holonomic::Pair;

fn ground(model: &mut Model) -> NodeId {
    model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap()
}

fn join(model: &mut Model, name: &str, pair: Pair, at: Vec3, frame: Quat, a: NodeId, b: NodeId) -> JointId {
    let (a, b) = (model.attach(a, at, frame).unwrap(), model.attach(b, at, frame).unwrap());
    model.add_joint(name, pair, a, b).unwrap()
}

/// A rigid body at a point; inertia about x, y, z.
fn body(model: &mut Model, name: &str, at: Vec3, mass: f64, inertia: [f64; 3]) -> NodeId {
    let node = model.add_node(name, NodeKind::Free, at, Quat::identity()).unwrap();
    model.add_rigid_body(name, node, mass, Vec3::zeros(), Mat3::from_diagonal(&Vec3::from(inertia))).unwrap();
    node
}

fn section(axial: f64, shear: f64, bending: f64) -> Engineering {
    Engineering {
        axial,
        shear: [shear; 2],
        torsion: bending,
        bending: [bending; 2],
        mass: 1.0,
        inertia: [2e-5, 1e-5, 1e-5],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    }
}

/// A straight beam of 12 elements of three nodes along x: its nodes.
fn beam(model: &mut Model, own: &Engineering, length: f64, interpolation: Interpolation) -> Vec<NodeId> {
    let (elements, nodes) = (12, 3);
    let place = |k: usize| Vec3::new(length * k as f64 / 24.0, 0.0, 0.0);
    let frames: Vec<(Vec3, Quat)> = (0..2 * elements + 1).map(|k| (place(k), Quat::identity())).collect();
    let own = own.section("own").unwrap();
    let sections = vec![uniform_sections(&own, length / elements as f64, nodes); elements];
    let id = model.add_beam_elements("beam", &frames, nodes, interpolation, &sections).unwrap();
    model.beam(id).unwrap().nodes.clone()
}

/// A string of length 1 m that a driven slider stretches while a side load of a hundredth of its tension, per metre, is put on.
fn string(strain: f64, shear: f64, interpolation: Interpolation) -> (Simulation, Vec<NodeId>) {
    let (mut model, axial) = (Model::new(), 1e5);
    let ground = ground(&mut model);
    let nodes = beam(&mut model, &section(axial, shear * axial, 0.1), 1.0, interpolation);
    let end = Vec3::new(1.0, 0.0, 0.0);
    join(&mut model, "left", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, nodes[0]);
    let carriage = body(&mut model, "carriage", end, 1e-3, [1e-3; 3]);
    let along = Quat::rotation_between(&Vec3::z(), &Vec3::x()).unwrap();
    let slide = join(&mut model, "slide", joints::prismatic(), end, along, ground, carriage);
    join(&mut model, "right", joints::revolute(), end, Quat::identity(), carriage, *nodes.last().unwrap());
    let stretch = model.add_input("stretch", 0.0).unwrap();
    model.drive_joint(slide, 0, stretch).unwrap();
    let load = model.add_input("load", 0.0).unwrap();
    // the side load of each node, by the weights of Simpson's rule
    for (k, node) in nodes.iter().enumerate() {
        let weight = if k == 0 || k == 24 {
            1.0
        } else if k % 2 == 1 {
            4.0
        } else {
            2.0
        };
        let force = [Vec3::y() * (weight / 72.0), Vec3::zeros(), Vec3::zeros()];
        model.add_load(&format!("side {k}"), *node, Axes::Dead, force, load).unwrap();
    }
    let mut sim = simulate(model, options(0.8));
    sim.set_input(stretch, strain).unwrap();
    sim.set_input(load, 0.01 * axial * strain).unwrap();
    (sim, nodes)
}

#[test]
fn a_string_that_a_drive_stretches_under_a_side_load_hangs_in_its_parabola() {
    for interpolation in [Interpolation::Rotations, Interpolation::Directors] {
        for strain in [0.2, 0.25, 0.28, 0.3, 0.32] {
            for shear in [1.0, 0.3] {
                let (mut sim, nodes) = string(strain, shear, interpolation);
                let report = sim.solve_static().unwrap();
                // sag q ℓ²/8T with q = 0.01 T per metre before the stretch, over ℓ = 1 + ε; bending and sag change it by 2e-3
                let (sag, expected) = (sim.motion(nodes[12]).unwrap().x.y, 0.01 * (1.0 + strain) / 8.0);
                let turn = |n: &NodeId| swashplate::math::so3::log(&sim.motion(*n).unwrap().rotation).norm();
                let most = nodes.iter().map(turn).fold(0.0, f64::max);
                println!("{interpolation:?} {strain} {shear}: {sag} {expected} {most} {report:?}");
                assert!((sag - expected).abs() < 2e-3 * expected, "{interpolation:?} {strain} {shear}: {sag}");
                // no section is turned more than the string's ends
                assert!(most < 0.0055 && report.unstable == Some(0));
            }
        }
    }
}

/// A clamped beam whose end a drive turns by an angle while it is free to go where it likes in the plane.
fn rolled(angle: f64, calls: usize) -> (Vec3, f64, swashplate::integrators::statics::Report) {
    let mut model = Model::new();
    let ground = ground(&mut model);
    let nodes = beam(&mut model, &section(1e5, 5e4, 50.0), 2.0, Interpolation::Rotations);
    let (tip, end) = (*nodes.last().unwrap(), Vec3::new(2.0, 0.0, 0.0));
    join(&mut model, "clamp", joints::rigid_connection(), Vec3::zeros(), Quat::identity(), ground, nodes[0]);
    let turning = join(&mut model, "end", joints::planar(), end, Quat::identity(), ground, tip);
    let input = model.add_input("angle", 0.0).unwrap();
    model.drive_joint(turning, 2, input).unwrap();
    let mut sim = simulate(model, options(0.8));
    let mut report = Default::default();
    for k in 1..=calls {
        sim.set_input(input, angle * k as f64 / calls as f64).unwrap();
        report = sim.solve_static().unwrap();
    }
    let coordinate = sim.joint_coordinate(turning, 2).unwrap().0;
    (sim.motion(tip).unwrap().x, coordinate, report)
}

#[test]
fn a_beam_whose_end_is_turned_by_a_drive_becomes_an_arc_of_a_circle() {
    for (angle, calls) in [(0.5 * PI, 1), (PI, 1), (1.9 * PI, 1), (-1.9 * PI, 3)] {
        let (x, coordinate, report) = rolled(angle, calls);
        let radius = 2.0 / angle;
        let expected = Vec3::new(radius * angle.sin(), radius * (1.0 - angle.cos()), 0.0);
        println!("{angle}: {:e} {report:?}", (x - expected).norm());
        assert!((x - expected).norm() < 2e-5 && (coordinate - angle).abs() < 1e-9, "{angle}: {x}");
        assert_eq!((report.unstable, report.critical), (Some(0), 0), "{angle}");
    }
}

/// A chain of ten rods of 0.3 m and 1 kg on spherical joints, so that each may spin about itself; a side force at its end.
#[test]
fn rods_that_may_spin_about_themselves_are_neutral_and_not_unstable() {
    let (count, length, weight) = (10, 0.3, 9.81);
    let mut model = Model::new();
    let mut last = ground(&mut model);
    model.set_gravity(-weight * Vec3::z()).unwrap();
    for k in 0..count {
        let at = |part: f64| Vec3::new(0.0, 0.0, -(k as f64 + part) * length);
        let inertia = length * length / 12.0;
        let rod = body(&mut model, &format!("rod {k}"), at(0.5), 1.0, [inertia, inertia, 1e-4]);
        join(&mut model, &format!("joint {k}"), joints::spherical(), at(0.0), Quat::identity(), last, rod);
        last = rod;
    }
    let input = model.add_input("side", 0.0).unwrap();
    let end = Vec3::new(0.0, 0.0, -0.5 * length);
    model.add_load("side", last, Axes::Dead, [Vec3::x(), Vec3::zeros(), end], input).unwrap();
    let mut sim = simulate(model, options(0.8));
    for force in [0.0, 5.0, 200.0, 5.0, -30.0] {
        sim.set_input(input, force).unwrap();
        let report = sim.solve_static().unwrap();
        // each rod is along the force on its middle: tan α = F/(weight below and half of its own)
        let mut expected = Vec3::zeros();
        for k in 0..count {
            let angle = f64::atan2(force, weight * (count as f64 - k as f64 - 0.5));
            let part = if k + 1 == count { 0.5 } else { 1.0 };
            expected += part * length * Vec3::new(angle.sin(), 0.0, -angle.cos());
        }
        let x = sim.motion(last).unwrap().x;
        println!("{force}: {:e} {} {:?} {}", (x - expected).norm(), report.neutral, report.unstable, report.critical);
        assert!((x - expected).norm() < 1e-8, "{force}: {x} {expected}");
        assert_eq!((report.unstable, report.stable()), (Some(0), Some(true)), "{force}");
        // all ten where the chain hangs straight
        assert!(report.neutral == count || force != 0.0 && report.neutral > 0, "{force}: {}", report.neutral);
        assert_eq!(report.critical, 0, "{force}");
    }
}

#[test]
fn a_wheel_that_nothing_holds_is_in_neutral_equilibrium_and_a_moment_on_it_is_refused_by_name() {
    let mut model = Model::new();
    let ground = ground(&mut model);
    let wheel = body(&mut model, "wheel", Vec3::zeros(), 1.0, [1.0, 1.0, 2.0]);
    join(&mut model, "axle", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, wheel);
    let input = model.add_input("moment", 0.0).unwrap();
    model.add_load("moment", wheel, Axes::Dead, [Vec3::zeros(), Vec3::z(), Vec3::zeros()], input).unwrap();
    let mut sim = simulate(model, options(0.8));
    let report = sim.solve_static().unwrap();
    assert_eq!((report.unstable, report.neutral, report.stable()), (Some(0), 1, Some(true)));
    // a moment about the axle: no equilibrium at rest
    sim.set_input(input, 3.0).unwrap();
    let before = sim.save();
    let text = sim.solve_static().unwrap_err().to_string();
    assert!(text.contains("wheel") && text.contains("axle") && text.contains("is not held"), "{text}");
    assert_eq!(sim.save(), before);
    // while it spins it is held about the axis, whatever acts there
    let spin = Spin { omega: 30.0 * Vec3::z(), about: Vec3::zeros() };
    let report = sim.solve_rotating(spin).unwrap();
    assert_eq!((report.unstable, report.neutral), (Some(0), 1));
    assert!((sim.motion(wheel).unwrap().omega - spin.omega).norm() < 1e-12);
    assert_eq!(sim.modes(spin.omega, 1).unwrap()[0].frequency, 0.0);
}

#[test]
fn a_rigid_pendulum_in_equilibrium_starts_its_path_at_the_factor_of_its_reactions() {
    let mut model = Model::new();
    let ground = ground(&mut model);
    model.set_gravity(-9.81 * Vec3::y()).unwrap();
    let bar = body(&mut model, "bar", Vec3::new(0.0, -0.5, 0.0), 1.0, [1.0 / 12.0, 1e-4, 1.0 / 12.0]);
    join(&mut model, "hinge", joints::revolute(), Vec3::zeros(), Quat::identity(), ground, bar);
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().unwrap();
    let plan = Plan { loads: Loads::All, to: 2.0, value: None, stop: false, most: 50, turn: 0.5, spin: Spin::none() };
    sim.trace_path(&plan, Output::None).unwrap();
    let path = &sim.statics().path;
    assert!((path[0].factor - 1.0).abs() < 1e-9 && path.len() < 20, "{} {}", path[0].factor, path.len());
    assert_eq!(path.last().unwrap().factor, 2.0);
    // there already, but for rounding: refused, and the path that was found stays
    let count = path.len();
    let there = Plan { to: 2.0 * (1.0 + 1e-13), ..plan };
    let text = sim.trace_path(&there, Output::None).unwrap_err().to_string();
    assert!(text.contains("already"), "{text}");
    assert_eq!(sim.statics().path.len(), count);
}

#[test]
fn a_host_reads_zeros_before_any_search_and_neutral_motions_after_it() {
    use std::ptr::{null, null_mut};
    use swashplate::capi::joints::{swp_attachment, swp_model_add_revolute};
    use swashplate::capi::library::swp_status::SWP_OK;
    use swashplate::capi::model::*;
    use swashplate::capi::sim::*;
    use swashplate::capi::statics::{swp_sim_solve_static, swp_sim_statics_report, swp_statics_report};
    let (origin, unit) = ([0.0; 3], [1.0, 0.0, 0.0, 0.0]);
    // SAFETY: every pointer is that of a local variable.
    unsafe {
        let mut model = null_mut();
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        let (mut ground, mut wheel, mut rigid) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_add_ground(model, c"ground".as_ptr(), origin.as_ptr(), null(), &mut ground), SWP_OK);
        assert_eq!(swp_model_add_node(model, c"wheel".as_ptr(), origin.as_ptr(), null(), &mut wheel), SWP_OK);
        let inertia = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let (name, centre) = (c"wheel".as_ptr(), origin.as_ptr());
        assert_eq!(swp_model_add_rigid_body(model, name, wheel, 1.0, centre, inertia.as_ptr(), &mut rigid), SWP_OK);
        let [a, b] = [ground, wheel].map(|node| swp_attachment { node, offset: origin, orientation: unit });
        let mut joint = std::mem::zeroed();
        assert_eq!(swp_model_add_revolute(model, c"axle".as_ptr(), &a, &b, &mut joint), SWP_OK);
        let mut sim = null_mut();
        assert_eq!(swp_sim_create(model, null(), &mut sim), SWP_OK);
        let mut report: swp_statics_report = std::mem::zeroed();
        report.stable = 7;
        assert_eq!(swp_sim_statics_report(sim, &mut report), SWP_OK);
        assert_eq!([report.stable, report.unstable, report.symmetric, report.neutral], [0; 4]);
        assert_eq!(swp_sim_solve_static(sim), SWP_OK);
        assert_eq!(swp_sim_statics_report(sim, &mut report), SWP_OK);
        assert_eq!([report.stable, report.unstable, report.symmetric, report.neutral], [1, 0, 1, 1]);
        swp_sim_free(sim);
        swp_model_free(model);
    }
}

/// Two springs of k from (±b, 0) to a slider at (0, h), pushed down by P: P = 2 k y (ℓ₀/ℓ − 1), ℓ² = b² + y². Load factors beyond both limit
/// points and back, by a host.
#[test]
fn a_host_goes_to_a_load_factor_past_both_limit_points_and_back() {
    use std::ptr::{null, null_mut};
    use swashplate::capi::between::swp_model_add_line_spring;
    use swashplate::capi::joints::{swp_attachment, swp_model_add_prismatic};
    use swashplate::capi::library::swp_status::SWP_OK;
    use swashplate::capi::loads::swp_model_add_force;
    use swashplate::capi::model::*;
    use swashplate::capi::query::{swp_motion, swp_sim_motion, swp_sim_newton};
    use swashplate::capi::sim::*;
    use swashplate::capi::statics::{swp_sim_go_to_load, swp_sim_statics_report};
    let (k, b, h): (f64, f64, f64) = (1000.0, 1.0, 0.3);
    let length = b.hypot(h);
    let at_limit = (length * b * b).cbrt();
    let limit = 2.0 * k * (at_limit * at_limit - b * b).sqrt() * (length / at_limit - 1.0);
    let (origin, half) = ([0.0; 3], 0.5_f64.sqrt());
    // SAFETY: every pointer is that of a local variable.
    unsafe {
        let (mut model, mut sim) = (null_mut(), null_mut());
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        let (mut ground, mut apex, mut rigid) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_add_ground(model, c"ground".as_ptr(), origin.as_ptr(), null(), &mut ground), SWP_OK);
        let (place, name) = ([0.0, h, 0.0], c"apex".as_ptr());
        assert_eq!(swp_model_add_node(model, name, place.as_ptr(), null(), &mut apex), SWP_OK);
        let inertia = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let (centre, inertia) = (origin.as_ptr(), inertia.as_ptr());
        assert_eq!(swp_model_add_rigid_body(model, name, apex, 1.0, centre, inertia, &mut rigid), SWP_OK);
        // a slide is along the third joint axis: y
        let orientation = [half, -half, 0.0, 0.0];
        let side = |node, offset| swp_attachment { node, offset, orientation };
        let (mut guide, mut spring) = (std::mem::zeroed(), std::mem::zeroed());
        let (one, two) = (side(ground, place), side(apex, origin));
        assert_eq!(swp_model_add_prismatic(model, c"guide".as_ptr(), &one, &two, &mut guide), SWP_OK);
        for (name, x) in [(c"left", -b), (c"right", b)] {
            let (foot, top, out) = ([x, 0.0, 0.0], null(), &mut spring);
            let name = name.as_ptr();
            let done =
                swp_model_add_line_spring(model, name, ground, foot.as_ptr(), apex, top, k, length, 0.0, 0.0, out);
            assert_eq!(done, SWP_OK);
        }
        let (mut load, mut force) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_add_input(model, c"load".as_ptr(), 0.0, &mut load), SWP_OK);
        let (down, name) = ([0.0, -1.0, 0.0], c"down".as_ptr());
        let done = swp_model_add_force(model, name, apex, 0, down.as_ptr(), null(), load, &mut force);
        assert_eq!(done, SWP_OK);
        assert_eq!(swp_sim_create(model, null(), &mut sim), SWP_OK);
        // half the limit: before it; three times: beyond both; and back to nothing, where the truss is turned over
        for (load_factor, critical, sign) in [(0.5 * limit, 0, 1.0), (3.0 * limit, 2, -1.0), (0.0, 0, -1.0)] {
            assert_eq!(swp_sim_go_to_load(sim, &load, load_factor, null()), SWP_OK);
            let (mut motion, mut newton): (swp_motion, _) = (std::mem::zeroed(), std::mem::zeroed());
            assert_eq!(swp_sim_motion(sim, apex, &mut motion), SWP_OK);
            let y = motion.position[1];
            let found = 2.0 * k * y * (length / b.hypot(y) - 1.0);
            assert!(y * sign > 0.0 && (found - load_factor).abs() < 1e-8 * limit, "{load_factor}: {y} {found}");
            let mut report = std::mem::zeroed();
            assert_eq!(swp_sim_statics_report(sim, &mut report), SWP_OK);
            assert_eq!((report.critical, report.stable, report.unstable), (critical, 1, 0));
            assert!(report.load_steps > 0 && report.iterations > 0);
            // Newton's method of the last point
            assert_eq!(swp_sim_newton(sim, &mut newton), SWP_OK);
            assert!(newton.iterations > 0 && newton.converged == 1);
        }
        swp_sim_free(sim);
        swp_model_free(model);
    }
}

#[test]
fn a_very_slender_section_has_rotary_inertia_of_its_own_size() {
    // EA L²/EI = 1e12 on 1 m: radius of gyration 1e-6 m, rotary inertia 1e-12 kg·m
    let mut model = Model::new();
    let ground = ground(&mut model);
    let own = Engineering { inertia: [2e-12, 1e-12, 1e-12], ..section(1e8, 3e7, 1e-4) };
    let nodes = beam(&mut model, &own, 1.0, Interpolation::Rotations);
    join(&mut model, "clamp", joints::rigid_connection(), Vec3::zeros(), Quat::identity(), ground, nodes[0]);
    let mut sim = simulate(model, options(0.8));
    // Bernoulli's cantilever: ω = 1.8751² √(EI/μ)/L²
    let found = sim.modes(Vec3::zeros(), 1).unwrap()[0].frequency;
    assert!((found - 3.516015 * 1e-2).abs() < 2e-3 * 0.03516, "{found}");
    // the polar inertia last: told by the name of the constant, not by a convention of matrices
    let text = Engineering { inertia: [1e-5, 1e-5, 2e-5], ..own }.section("\"own\"").unwrap_err().to_string();
    assert!(text.contains("stands last") && text.contains("`inertia`") && !text.contains("BEAMDYN"), "{text}");
}
