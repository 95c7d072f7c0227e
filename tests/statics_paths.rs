//! Statics from loaded states, on stable branches, of hinged blades; against closed forms and an independent shooting method.

use crate::support;

use std::f64::consts::PI;
use support::{options, reference, simulate, vector};
use swashplate::integrators::statics::Spin;
use swashplate::joints;
use swashplate::loads::Axes;
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{BeamId, Interpolation, Model, NodeKind, uniform_sections};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::simulation::Simulation;
use swashplate::terms::{FunctionId, NodeId};

/// Axial, shear, torsional and bending stiffness, and some mass.
fn section(stiffness: [f64; 4]) -> BeamSection {
    section_of_mass(stiffness, 1.0)
}

fn section_of_mass([axial, shear, torsion, bending]: [f64; 4], mass: f64) -> BeamSection {
    let own = Engineering {
        axial,
        shear: [shear; 2],
        torsion,
        bending: [bending; 2],
        mass,
        inertia: [2e-3 * mass, 1e-3 * mass, 1e-3 * mass],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("test").unwrap()
}

/// A beam along x of `elements` with four nodes each.
fn beam(
    model: &mut Model,
    length: f64,
    frame: impl Fn(f64) -> (Vec3, Quat),
    own: &BeamSection,
    elements: usize,
) -> (BeamId, Vec<NodeId>) {
    let part = length / elements as f64;
    let mut frames = vec![frame(0.0)];
    for e in 0..elements {
        frames.extend(lobatto(4)[1..].iter().map(|r| frame(part * (e as f64 + 0.5 + 0.5 * r))));
    }
    let sections = vec![uniform_sections(own, part, 4); elements];
    let id = model.add_beam_elements("beam", &frames, 4, Interpolation::Rotations, &sections).unwrap();
    (id, model.beam(id).unwrap().nodes.clone())
}

fn clamp(model: &mut Model, name: &str, node: NodeId) {
    let start = model.starts()[node.0];
    let ground = model.add_node(&format!("ground of {name}"), NodeKind::Ground, start.x, start.rotation).unwrap();
    let (a, b) =
        (model.attach(ground, start.x, start.rotation).unwrap(), model.attach(node, start.x, start.rotation).unwrap());
    model.add_joint(name, joints::rigid_connection(), a, b).unwrap();
}

/// The zero of a function that rises through it between `low` and `high`.
fn zero(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        *(if f(middle) < 0.0 { &mut low } else { &mut high }) = middle;
    }
    0.5 * (low + high)
}

/// The 45° bend with a vertical tip force, an input.
fn bend(axes: Axes) -> (Simulation, NodeId, FunctionId) {
    let own = section([1e7, 5e6, 5e6 / 6.0, 1e7 / 12.0]);
    let arc = |s: f64| {
        let angle = s / 100.0;
        (100.0 * Vec3::new(angle.sin(), 1.0 - angle.cos(), 0.0), so3::exp(&(angle * Vec3::z())))
    };
    let mut model = Model::new();
    let (_, nodes) = beam(&mut model, 25.0 * PI, arc, &own, 8);
    clamp(&mut model, "root", nodes[0]);
    let (tip, force) = (nodes[nodes.len() - 1], model.add_input("force", 0.0).unwrap());
    model.add_load("tip", tip, axes, [Vec3::z(), Vec3::zeros(), Vec3::zeros()], force).unwrap();
    (simulate(model, options(0.8)), tip, force)
}

fn tip_at(sim: &mut Simulation, tip: NodeId, force: FunctionId, value: f64) -> Vec3 {
    sim.set_input(force, value).unwrap();
    let report = sim.solve_static().unwrap_or_else(|e| panic!("{value}: {e}"));
    println!(
        "{value}: {} steps, {} cuts, {} relaxed, {:?}",
        report.load_steps, report.halved, report.relaxed, report.unstable
    );
    sim.motion(tip).unwrap().x
}

#[test]
fn a_loaded_bend_takes_any_other_load() {
    for axes in [Axes::Dead, Axes::Follower] {
        let start = 100.0 * Vec3::new((PI / 4.0).sin(), 1.0 - (PI / 4.0).cos(), 0.0);
        let fresh = |value: f64| {
            let (mut sim, tip, force) = bend(axes);
            tip_at(&mut sim, tip, force, value)
        };
        let (mut sim, tip, force) = bend(axes);
        for value in [600.0, 1000.0, 600.0, 0.0, 600.0, 0.0] {
            let here = tip_at(&mut sim, tip, force, value);
            let there = if value == 0.0 { start } else { fresh(value) };
            assert!((here - there).norm() < 1e-8, "{axes:?} {value}: {here} {there}");
        }
    }
    // the dead load against the reference
    let rows = reference("beam")["bend45"].as_array().unwrap().clone();
    let row = rows.iter().find(|r| r["case"] == "k=1,J=Ip=1/6" && r["P"].as_f64() == Some(600.0)).unwrap();
    let (mut sim, tip, force) = bend(Axes::Dead);
    for value in [900.0, 600.0] {
        tip_at(&mut sim, tip, force, value);
    }
    assert!((sim.motion(tip).unwrap().x - vector(&row["tip"])).norm() < 1e-4);
}

#[test]
fn a_follower_load_goes_up_down_and_to_the_other_side_in_any_increments() {
    let start = 100.0 * Vec3::new((PI / 4.0).sin(), 1.0 - (PI / 4.0).cos(), 0.0);
    let mut ends = Vec::new();
    for increments in [1, 2, 5] {
        let (mut sim, tip, force) = bend(Axes::Follower);
        let mut found = Vec::new();
        for (from, to) in [(0.0, 3000.0), (3000.0, 0.0), (0.0, -3000.0)] {
            for k in 1..=increments {
                let last = tip_at(&mut sim, tip, force, from + (to - from) * f64::from(k) / f64::from(increments));
                if k == increments {
                    found.push(last);
                }
            }
        }
        assert!((found[1] - start).norm() < 1e-8, "{}", found[1]);
        // the bend lies in a plane: down is the mirror image of up
        assert!((found[2] - Vec3::new(found[0].x, found[0].y, -found[0].z)).norm() < 1e-7, "{found:?}");
        ends.push(found[0]);
    }
    assert!(ends.iter().all(|e| (e - ends[0]).norm() < 1e-8), "{ends:?}");
}

/// Shear-deformable, extensible planar beam from s = 0 under end force (h, v): x, y, θ, M at its end, by Runge-Kutta. The beam is
/// straight along x at first, with M and θ given there.
fn shoot([axial, shear, bending]: [f64; 3], length: f64, (h, v): (f64, f64), moment: f64) -> [f64; 4] {
    let rate = |z: [f64; 4]| {
        let (sin, cos) = z[2].sin_cos();
        let (n, q) = (h * cos + v * sin, v * cos - h * sin);
        let (along, across) = (1.0 + n / axial, q / shear);
        let (x, y) = (along * cos - across * sin, along * sin + across * cos);
        [x, y, z[3] / bending, y * h - x * v]
    };
    let (steps, mut z) = (4000, [0.0, 0.0, 0.0, moment]);
    let d = length / f64::from(steps);
    let plus = |z: [f64; 4], k: [f64; 4], d: f64| [0, 1, 2, 3].map(|i| z[i] + d * k[i]);
    for _ in 0..steps {
        let k1 = rate(z);
        let k2 = rate(plus(z, k1, 0.5 * d));
        let k3 = rate(plus(z, k2, 0.5 * d));
        let k4 = rate(plus(z, k3, d));
        z = [0, 1, 2, 3].map(|i| z[i] + d / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    z
}

#[test]
fn a_column_beyond_its_critical_load_goes_with_its_side_force() {
    let (axial, shear, bending) = (1e6, 1e6, 100.0);
    let critical = PI * PI * bending / 4.0;
    for (times, sign) in [(1.5, 1.0), (1.5, -1.0), (3.0, 1.0)] {
        let mut model = Model::new();
        let (_, nodes) = beam(
            &mut model,
            1.0,
            |s| (Vec3::new(s, 0.0, 0.0), Quat::identity()),
            &section([axial, shear, 100.0, bending]),
            8,
        );
        clamp(&mut model, "root", nodes[0]);
        let (tip, one) = (nodes[nodes.len() - 1], model.add_input("load", 1.0).unwrap());
        let (h, v) = (-times * critical, 0.01 * sign * times * critical);
        model.add_load("tip", tip, Axes::Dead, [Vec3::new(h, v, 0.0), Vec3::zeros(), Vec3::zeros()], one).unwrap();
        let mut sim = simulate(model, options(0.8));
        let report = sim.solve_static().unwrap();
        let found = sim.motion(tip).unwrap().x;
        println!(
            "{times} {sign}: {found} {:?} {} {} {}",
            report.unstable, report.load_steps, report.halved, report.relaxed
        );
        // the moment at the clamp has the sign of the side force: the free end has none
        let root =
            zero(0.0, 3.0 * times * critical, |m| -shoot([axial, shear, bending], 1.0, (h, v), sign * m)[3] * -sign);
        let exact = shoot([axial, shear, bending], 1.0, (h, v), sign * root);
        println!("{exact:?}");
        assert!(found.y * sign > 0.1, "{found}");
        assert!((found.x - exact[0]).abs() + (found.y - exact[1]).abs() < 1e-6, "{found} {exact:?}");
        assert_eq!((report.unstable, report.symmetric), (Some(0), true), "{report:?}");
    }
}

#[test]
fn a_perfect_column_beyond_its_critical_load_is_reported_unstable() {
    let mut model = Model::new();
    let (_, nodes) =
        beam(&mut model, 1.0, |s| (Vec3::new(s, 0.0, 0.0), Quat::identity()), &section([1e6, 1e6, 100.0, 100.0]), 4);
    clamp(&mut model, "root", nodes[0]);
    let (tip, load) = (nodes[nodes.len() - 1], model.add_input("load", 0.0).unwrap());
    model.add_load("tip", tip, Axes::Dead, [-Vec3::x(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
    let mut sim = simulate(model, options(0.8));
    let euler = PI * PI * 100.0 / 4.0;
    // two planes of bending: below the first load, between the first and the second (9 times), above. From above back to half of it the
    // state relaxes at the first critical point on its way, under a load that leaves it stable: it does not meet the other
    let loads =
        [(0.9, 0, 0), (1.5, 2, 1), (8.0, 2, 0), (9.5, 4, 1), (0.5, 0, 1), (0.995, 0, 0), (1.005, 2, 1), (1.02, 2, 0)];
    for (times, unstable, critical) in loads {
        sim.set_input(load, times * euler).unwrap();
        let report = sim.solve_static().unwrap();
        assert_eq!((report.unstable, report.critical), (Some(unstable), critical), "{times}: {report:?}");
        // ten halvings to the smallest step before a critical point, and as many doublings after it
        assert!(report.load_steps + report.halved <= 2 + 30 * (1 + critical), "{times}: {report:?}");
        assert!(sim.motion(tip).unwrap().x.yz().norm() < 1e-9);
    }
}

/// A hub on a shaft about z, held at an angle; ground does not turn, and would not let what hangs on it turn.
fn turning_hub(model: &mut Model) -> NodeId {
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let side = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (side(model, ground), side(model, hub));
    let shaft = model.add_joint("shaft", joints::revolute(), a, b).unwrap();
    let angle = model.add_input("angle", 0.0).unwrap();
    model.drive_joint(shaft, 0, angle).unwrap();
    hub
}

/// A rigid blade of 2 kg and 2 m on a flap hinge about −y at `offset`, at `precone` first; up force at its middle.
fn blade(offset: f64, precone: f64, axes: Axes) -> (Simulation, FunctionId) {
    let mut model = Model::new();
    let turn = so3::exp(&(-precone * Vec3::y()));
    let hinge = Vec3::new(offset, 0.0, 0.0);
    let hub = turning_hub(&mut model);
    let node = model.add_node("blade", NodeKind::Free, hinge + turn * Vec3::x(), turn).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(1e-9, 2.0 * 4.0 / 12.0, 2.0 * 4.0 / 12.0));
    model.add_rigid_body("blade", node, 2.0, Vec3::zeros(), inertia).unwrap();
    // hinge axis: third axis of the attachments along −y, so that up is positive
    let axis = Quat::from_matrix(&Mat3::from_columns(&[Vec3::x(), Vec3::z(), -Vec3::y()]));
    let (a, b) = (model.attach(hub, hinge, axis).unwrap(), model.attach(node, hinge, turn * axis).unwrap());
    model.add_joint("flap", joints::revolute(), a, b).unwrap();
    let load = model.add_input("load", 0.0).unwrap();
    model.add_load("lift", node, axes, [2.0 * Vec3::z(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
    (simulate(model, options(0.8)), load)
}

#[test]
fn articulated_blades_cone_to_the_closed_form_in_one_call_and_in_two() {
    let (mass, length, omega) = (2.0, 2.0, 30.0);
    let spin = Spin { omega: omega * Vec3::z(), about: Vec3::zeros() };
    for offset in [0.0, 0.1] {
        for precone in [0.0, 0.05, 0.3] {
            for load in [0.0, 1.0, 30.0, 300.0] {
                for (axes, calls) in [(Axes::Dead, 1), (Axes::Dead, 2), (Axes::Follower, 1), (Axes::Follower, 2)] {
                    let (mut sim, input) = blade(offset, precone, axes);
                    if calls == 2 {
                        sim.solve_rotating(spin).unwrap();
                    }
                    sim.set_input(input, load).unwrap();
                    let report =
                        sim.solve_rotating(spin).unwrap_or_else(|e| panic!("{offset} {precone} {load} {calls}: {e}"));
                    let across = if axes == Axes::Dead { f64::cos } else { |_| 1.0 };
                    let exact = zero(-1.5, 1.5, |b: f64| {
                        let spin = omega
                            * omega
                            * (mass * length * length / 3.0 * b.cos() + offset * mass * length / 2.0)
                            * b.sin();
                        spin - load * length * length / 2.0 * across(b)
                    });
                    let node = sim.motion(NodeId(2)).unwrap().x - Vec3::new(offset, 0.0, 0.0);
                    let found = node.z.atan2(node.x);
                    assert!(
                        (found - exact).abs() < 1e-8,
                        "{offset} {precone} {load} {axes:?} {calls}: {found} {exact}"
                    );
                    assert_eq!(report.unstable, Some(0), "{offset} {precone} {load} {axes:?} {calls}");
                }
            }
        }
    }
}

#[test]
fn a_teetering_rotor_with_precone_finds_its_stable_tilt() {
    // two blades of 2 kg, 2 m as one body, coned by 0.05: loads p and q at the middles of the blades
    let (mass, length, omega, cone): (f64, f64, f64, f64) = (2.0, 2.0, 30.0, 0.05);
    for [p, q] in [[1.0, 0.0], [30.0, 10.0], [300.0, 100.0], [0.0, 300.0]] {
        let mut model = Model::new();
        let hub = turning_hub(&mut model);
        let node = model.add_node("rotor", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        let half = 0.5 * length;
        let middles = [
            Vec3::new(half * cone.cos(), 0.0, half * cone.sin()),
            Vec3::new(-half * cone.cos(), 0.0, half * cone.sin()),
        ];
        for (k, middle) in middles.iter().enumerate() {
            let along = middle.normalize();
            let inertia = (Mat3::identity() - along * along.transpose()) * (mass * length * length / 12.0)
                + Mat3::identity() * 1e-9;
            model.add_rigid_body(&format!("blade {k}"), node, mass, *middle, inertia).unwrap();
        }
        let axis = Quat::from_matrix(&Mat3::from_columns(&[Vec3::x(), Vec3::z(), -Vec3::y()]));
        let (a, b) =
            (model.attach(hub, Vec3::zeros(), axis).unwrap(), model.attach(node, Vec3::zeros(), axis).unwrap());
        let teeter = model.add_joint("teeter", joints::revolute(), a, b).unwrap();
        let one = model.add_input("one", 1.0).unwrap();
        for (k, (middle, load)) in middles.iter().zip([p, q]).enumerate() {
            model
                .add_load(
                    &format!("lift {k}"),
                    node,
                    Axes::Dead,
                    [length * load * Vec3::z(), Vec3::zeros(), *middle],
                    one,
                )
                .unwrap();
        }
        let mut sim = simulate(model, options(0.8));
        let report = sim.solve_rotating(Spin { omega: omega * Vec3::z(), about: Vec3::zeros() }).unwrap();
        let exact = zero(-1.5, 1.5, |b: f64| {
            let (up, down) = (cone + b, cone - b);
            let spin = omega * omega * mass * length * length / 3.0 * (up.cos() * up.sin() - down.cos() * down.sin());
            spin - length * half * (p * up.cos() - q * down.cos())
        });
        let found = sim.joint_coordinate(teeter, 0).unwrap().0;
        assert!((found - exact).abs() < 1e-8, "{p} {q}: {found} {exact}");
        assert_eq!(report.unstable, Some(0));
    }
}

#[test]
fn flexible_blades_on_a_free_hinge_cone_upwards_and_are_stable() {
    // 1 kg/m, 2 m; the stiff one is nearly rigid: its coning is that of the closed form to what bending leaves. The slope of a soft
    // one at the hinge is between that and a string's, T z′ = p (L − x) with T = m Ω² (L² − x²)/2, which is 2 p/(m Ω² L) there
    for bending in [1e6, 100.0] {
        for load in [1.0, 30.0, 300.0] {
            let mut model = Model::new();
            let own = section([1e7, 1e7, bending, bending]);
            let (id, nodes) = beam(&mut model, 2.0, |s| (Vec3::new(s, 0.0, 0.0), Quat::identity()), &own, 4);
            let hub = turning_hub(&mut model);
            let axis = Quat::from_matrix(&Mat3::from_columns(&[Vec3::x(), Vec3::z(), -Vec3::y()]));
            let (a, b) =
                (model.attach(hub, Vec3::zeros(), axis).unwrap(), model.attach(nodes[0], Vec3::zeros(), axis).unwrap());
            let flap = model.add_joint("flap", joints::revolute(), a, b).unwrap();
            let one = model.add_input("one", 1.0).unwrap();
            let up = [Vec3::new(0.0, 0.0, load), Vec3::zeros()];
            model.add_distributed_load("lift", id, Axes::Dead, &[0.0, 2.0], &[up, up], one).unwrap();
            let mut sim = simulate(model, options(0.8));
            let report = sim.solve_rotating(Spin { omega: 30.0 * Vec3::z(), about: Vec3::zeros() }).unwrap();
            // m L³/3 and what the sections themselves add: their inertia about the vertical less that about the axis
            let exact = (load * 2.0 / (900.0 * (8.0 / 3.0 + 2.0 * (1e-3 - 2e-3)))).asin();
            let found = sim.joint_coordinate(flap, 0).unwrap().0;
            println!("{bending} {load}: {found} {exact} {} {} {}", report.load_steps, report.halved, report.relaxed);
            let string = (2.0 * load / (900.0 * 2.0)).asin();
            let right =
                if bending > 1e3 { (found / exact - 1.0).abs() < 2e-4 } else { exact < found && found < string };
            assert!(right, "{bending} {load}: {found} {exact} {string}");
            assert_eq!(report.unstable, Some(0), "{report:?}");
        }
    }
}

#[test]
fn a_hanging_hinged_bar_swings_to_its_side_force() {
    for bending in [1e2, 1e5] {
        let mut model = Model::new();
        model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
        let down = so3::exp(&(0.5 * PI * Vec3::y()));
        let (_, nodes) =
            beam(&mut model, 1.0, |s| (Vec3::new(0.0, 0.0, -s), down), &section([1e6, 1e6, bending, bending]), 4);
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let axis = Quat::from_matrix(&Mat3::from_columns(&[Vec3::x(), Vec3::z(), -Vec3::y()]));
        let (a, b) =
            (model.attach(ground, Vec3::zeros(), axis).unwrap(), model.attach(nodes[0], Vec3::zeros(), axis).unwrap());
        model.add_joint("hinge", joints::revolute(), a, b).unwrap();
        let (tip, one) = (nodes[nodes.len() - 1], model.add_input("one", 1.0).unwrap());
        model.add_load("side", tip, Axes::Dead, [0.1 * Vec3::x(), Vec3::zeros(), Vec3::zeros()], one).unwrap();
        let mut sim = simulate(model, options(0.8));
        let report = sim.solve_static().unwrap();
        let x = sim.motion(tip).unwrap().x;
        // moments about the hinge of a rigid bar: F L cos φ = m g L/2 sin φ
        let exact = (2.0 * 0.1 / 9.81_f64).atan();
        assert!((x.x.atan2(-x.z) / exact - 1.0).abs() < 1.0 / bending, "{} {exact}", x.x.atan2(-x.z));
        assert_eq!(report.unstable, Some(0), "{report:?}");
    }
}

#[test]
fn sections_without_mass_do_for_statics_and_are_refused_by_name_elsewhere() {
    let mut model = Model::new();
    let own = section_of_mass([1e6, 1e6, 100.0, 100.0], 0.0);
    let (_, nodes) = beam(&mut model, 1.0, |s| (Vec3::new(s, 0.0, 0.0), Quat::identity()), &own, 2);
    clamp(&mut model, "root", nodes[0]);
    let (tip, load) = (nodes[nodes.len() - 1], model.add_input("load", 1.0).unwrap());
    model.add_load("tip", tip, Axes::Dead, [Vec3::y(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
    let mut sim = simulate(model, options(0.8));
    let report = sim.solve_static().unwrap();
    // F L³/3EI and shear F L/GA
    assert!((sim.motion(tip).unwrap().x.y / (1.0 / 300.0 + 1e-6) - 1.0).abs() < 1e-4 && report.unstable == Some(0));
    for error in [sim.step(0.01), sim.advance(1.0, 0.1, None), sim.modes(Vec3::zeros(), 1).map(|_| ())] {
        let text = error.unwrap_err().to_string();
        assert!(text.contains("the sections of beam \"beam\" have no mass") && !text.contains('\n'), "{text}");
    }
}

#[test]
fn what_is_not_held_is_named_and_no_smaller_step_is_advised() {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let node = model.add_node("stone", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("stone", node, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let text = simulate(model, options(0.8)).solve_static().unwrap_err().to_string();
    assert!(
        text.contains("node \"stone\"") && text.contains("is not held") && !text.contains("smaller step"),
        "{text}"
    );
    // a hinge about z without a spring, and a moment about it
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = model.add_node("door", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("door", node, 1.0, Vec3::x(), Mat3::identity()).unwrap();
    let side = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (side(&model, ground), side(&model, node));
    model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    let one = model.add_input("one", 1.0).unwrap();
    model.add_load("push", node, Axes::Dead, [Vec3::zeros(), Vec3::z(), Vec3::zeros()], one).unwrap();
    let text = simulate(model, options(0.8)).solve_static().unwrap_err().to_string();
    assert!(text.contains("node \"door\", about z, is not held") && !text.contains("smaller step"), "{text}");
}
