//! Paths of equilibria through limit points, against a closed form and an independent shooting method.

use crate::support;

use std::f64::consts::PI;
use support::{options, simulate};
use swashplate::elements::LineLaw;
use swashplate::integrators::statics::Spin;
use swashplate::integrators::statics::path::{Loads, Mark, Plan, Point};
use swashplate::joints;
use swashplate::loads::Axes;
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{Interpolation, Model, NodeKind, uniform_sections};
use swashplate::sections::Engineering;
use swashplate::simulation::{Output, Simulation};
use swashplate::terms::NodeId;

fn plan(loads: Loads, to: f64) -> Plan {
    Plan { loads, to, value: None, stop: false, most: 2000, turn: 0.5, spin: Spin::none() }
}

/// Points of one kind.
fn marked(points: &[Point], mark: Mark) -> Vec<&Point> {
    points.iter().filter(|p| p.mark == mark).collect()
}

/// Two springs from (±b, 0) to a node at (0, h) that a guide leaves free along y; a load down of 1 N times an input.
fn truss(stiffness: f64, b: f64, h: f64) -> (Simulation, NodeId) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let apex = Vec3::new(0.0, h, 0.0);
    let node = model.add_node("apex", NodeKind::Free, apex, Quat::identity()).unwrap();
    model.add_rigid_body("apex", node, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    // third axis along y
    let axes = Quat::from_matrix(&Mat3::from_columns(&[Vec3::z(), Vec3::x(), Vec3::y()]));
    let (a, c) = (model.attach(ground, apex, axes).unwrap(), model.attach(node, apex, axes).unwrap());
    model.add_joint("guide", joints::prismatic(), a, c).unwrap();
    let law = LineLaw { stiffness, length: b.hypot(h), damping: 0.0, preload: 0.0 };
    for (name, side) in [("left", -b), ("right", b)] {
        model.add_line_spring(name, [(ground, Vec3::new(side, 0.0, 0.0)), (node, apex)], law).unwrap();
    }
    let load = model.add_input("load", 0.0).unwrap();
    model.add_load("down", node, Axes::Dead, [-Vec3::y(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
    (simulate(model, options(0.8)), node)
}

#[test]
fn a_two_bar_truss_passes_both_limit_points_of_its_closed_form() {
    let (stiffness, b, h): (f64, f64, f64) = (1000.0, 1.0, 0.3);
    let length = b.hypot(h);
    // P = 2 k y (ℓ₀/ℓ − 1), ℓ² = b² + y²; dP/dy = 0 at ℓ³ = ℓ₀ b²
    let at_limit = (length * b * b).cbrt();
    let (y, p) = (
        (at_limit * at_limit - b * b).sqrt(),
        2.0 * stiffness * (at_limit * at_limit - b * b).sqrt() * (length / at_limit - 1.0),
    );
    let (mut sim, node) = truss(stiffness, b, h);
    let report = sim.trace_path(&plan(Loads::Input(0), 3.0 * p), Output::Position(node, 1)).unwrap();
    let path = &sim.statics().path;
    let limits = marked(path, Mark::Limit);
    println!("{} points, {report:?}", path.len());
    assert_eq!(limits.len(), 2);
    for (found, sign) in limits.iter().zip([1.0, -1.0]) {
        println!("{:e} {:e}", found.output - sign * y, found.factor - sign * p);
        assert!((found.output - sign * y).abs() < 1e-8 * y, "{} {y}", found.output);
        assert!((found.factor - sign * p).abs() < 1e-8 * p, "{} {p}", found.factor);
    }
    // every point is on the closed form, and stable but for those between the limit points
    for point in path.iter().filter(|p| p.mark != Mark::Limit) {
        let now = b.hypot(point.output);
        assert!((point.factor - 2.0 * stiffness * point.output * (length / now - 1.0)).abs() < 1e-8 * p);
        assert_eq!(point.unstable, Some(usize::from(point.output.abs() < y)), "{}", point.output);
    }
    let last = path.last().unwrap();
    assert_eq!((last.mark, last.factor, report.unstable, report.critical), (Mark::End, 3.0 * p, Some(0), 2));
    // a visit brings the state back, and the state is an equilibrium of the input it comes with
    let (k, middle) = path.iter().enumerate().find(|(_, p)| p.output < 0.0).map(|(k, p)| (k, p.clone())).unwrap();
    sim.visit_path(k).unwrap();
    assert!((sim.motion(node).unwrap().x.y - middle.output).abs() < 1e-15);
    assert!(sim.visit_path(100_000).is_err());
}

#[test]
fn load_control_past_a_limit_point_ends_on_the_stable_branch_beyond_and_says_so() {
    let (stiffness, b, h): (f64, f64, f64) = (1000.0, 1.0, 0.3);
    let length = b.hypot(h);
    let (mut sim, node) = truss(stiffness, b, h);
    let input = swashplate::terms::FunctionId(0);
    let p = 30.0;
    sim.set_input(input, p).unwrap();
    let report = sim.solve_static().unwrap();
    let y = sim.motion(node).unwrap().x.y;
    assert!(y < -h && (p - 2.0 * stiffness * y * (length / b.hypot(y) - 1.0)).abs() < 1e-9 * p, "{y}");
    assert!(report.unstable == Some(0) && report.critical > 0 && report.relaxed > 0, "{report:?}");
}

#[test]
fn a_path_ends_where_it_is_told_to() {
    let (mut sim, node) = truss(1000.0, 1.0, 0.3);
    let output = Output::Position(node, 1);
    let till = Plan { value: Some(0.1), ..plan(Loads::Input(0), 50.0) };
    sim.trace_path(&till, output).unwrap();
    let last = sim.statics().path.last().unwrap();
    assert!(last.mark == Mark::Value && (last.output - 0.1).abs() < 1e-12 && last.unstable == Some(1));
    let (mut sim, _) = truss(1000.0, 1.0, 0.3);
    sim.trace_path(&Plan { stop: true, ..till }, output).unwrap();
    assert_eq!(sim.statics().path.last().unwrap().mark, Mark::Limit);
    // all loads by one factor: those of the model are zero, so nothing is on the path
    let few = Plan { most: 3, ..plan(Loads::Input(0), 50.0) };
    let before = sim.save();
    assert!(sim.trace_path(&few, output).is_err());
    assert!(sim.save() == before && sim.statics().path.len() == 3);
}

const AXIAL: f64 = 1e5;
const SHEAR: f64 = 5e4;
const BENDING: f64 = 10.0;
const RADIUS: f64 = 5.0;
/// λ = R α²/√(EI/EA) = 14.5: between 11.6 and 18.6, a fixed arch snaps symmetrically (Pi and Bradford)
const HALF_ANGLE: f64 = 0.17;

/// Left half of a clamped arch under a load P at its crown, by shooting from the clamp: x, y and θ of the crown. H, V = −P/2: force
/// of the right half on the left; M: moment at the clamp.
fn half_arch(h: f64, p: f64, moment: f64) -> [f64; 3] {
    let v = -0.5 * p;
    let rate = |z: [f64; 4]| {
        let (sin, cos) = z[2].sin_cos();
        let (n, q) = (h * cos + v * sin, v * cos - h * sin);
        let (along, across) = (1.0 + n / AXIAL, q / SHEAR);
        let (x, y) = (along * cos - across * sin, along * sin + across * cos);
        [x, y, z[3] / BENDING - 1.0 / RADIUS, y * h - x * v]
    };
    let (steps, mut z) = (2000, [-RADIUS * HALF_ANGLE.sin(), 0.0, HALF_ANGLE, moment]);
    let d = RADIUS * HALF_ANGLE / f64::from(steps);
    let plus = |z: [f64; 4], k: [f64; 4], d: f64| [0, 1, 2, 3].map(|i| z[i] + d * k[i]);
    for _ in 0..steps {
        let k1 = rate(z);
        let k2 = rate(plus(z, k1, 0.5 * d));
        let k3 = rate(plus(z, k2, 0.5 * d));
        let k4 = rate(plus(z, k3, d));
        z = [0, 1, 2, 3].map(|i| z[i] + d / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    [z[0], z[1], z[2]]
}

/// P at which the crown has sunk by w, from a guess (H, P, M) that is improved.
fn load_of_arch(w: f64, guess: &mut Vec3) -> f64 {
    let rise = RADIUS * (1.0 - HALF_ANGLE.cos());
    let defect = |u: &Vec3| Vec3::from(half_arch(u.x, u.y, u.z)) - Vec3::new(0.0, rise - w, 0.0);
    for _ in 0..30 {
        let now = defect(guess);
        let columns = [0, 1, 2].map(|k| {
            let step = 1e-5 * Vec3::ith(k, 1.0);
            (defect(&(*guess + step)) - defect(&(*guess - step))) / 2e-5
        });
        let change = Mat3::from_columns(&columns).lu().solve(&now).unwrap();
        *guess -= change;
        if change.norm() < 1e-11 * guess.norm() {
            break;
        }
    }
    guess.y
}

/// Sinking and load of the limit point between two sinkings.
fn limit_of_arch(mut low: f64, mut high: f64, guess: Vec3) -> (f64, f64) {
    let mut guess = guess;
    let d = 1e-3 * RADIUS * (1.0 - HALF_ANGLE.cos());
    let mut slope = |w: f64| {
        let p = [-2.0, -1.0, 1.0, 2.0].map(|k| load_of_arch(w + k * d, &mut guess));
        (p[0] - 8.0 * p[1] + 8.0 * p[2] - p[3]) / (12.0 * d)
    };
    let rising = slope(low) > 0.0;
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        *(if (slope(middle) > 0.0) == rising { &mut low } else { &mut high }) = middle;
    }
    let w = 0.5 * (low + high);
    (w, load_of_arch(w, &mut guess))
}

#[test]
fn a_shallow_arch_passes_the_limit_points_of_a_shooting_method() {
    let own = Engineering {
        axial: AXIAL,
        shear: [SHEAR; 2],
        torsion: 1e4,
        // stiff out of its plane
        bending: [1e4, BENDING],
        mass: 1.0,
        inertia: [2e-3, 1e-3, 1e-3],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    let frame = |s: f64| {
        let angle = HALF_ANGLE - s / RADIUS;
        (RADIUS * Vec3::new(-angle.sin(), angle.cos() - HALF_ANGLE.cos(), 0.0), so3::exp(&(angle * Vec3::z())))
    };
    let (elements, mut model) = (40, Model::new());
    let part = 2.0 * RADIUS * HALF_ANGLE / elements as f64;
    let mut frames = vec![frame(0.0)];
    for e in 0..elements {
        frames.extend(lobatto(4)[1..].iter().map(|r| frame(part * (e as f64 + 0.5 + 0.5 * r))));
    }
    let sections = vec![uniform_sections(&own.section("arch").unwrap(), part, 4); elements];
    let beam = model.add_beam_elements("arch", &frames, 4, Interpolation::Rotations, &sections).unwrap();
    let nodes = model.beam(beam).unwrap().nodes.clone();
    for (name, k) in [("left", 0), ("right", nodes.len() - 1)] {
        let (x, turn) = frames[k];
        let ground = model.add_node(&format!("ground {name}"), NodeKind::Ground, x, turn).unwrap();
        let (a, b) = (model.attach(ground, x, turn).unwrap(), model.attach(nodes[k], x, turn).unwrap());
        model.add_joint(name, joints::rigid_connection(), a, b).unwrap();
    }
    let crown = nodes[nodes.len() / 2];
    let load = model.add_input("load", 0.0).unwrap();
    model.add_load("crown", crown, Axes::Dead, [-Vec3::y(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
    let mut sim = simulate(model, options(0.8));
    let rise = RADIUS * (1.0 - HALF_ANGLE.cos());
    let done = sim.trace_path(&plan(Loads::Input(0), 1000.0), Output::Position(crown, 1));
    let path = &sim.statics().path;
    for p in path.iter() {
        println!("{:8.4} {:12.6} {:?} {:?}", p.output / rise, p.factor, p.unstable, p.mark);
    }
    done.unwrap();
    let limits = marked(path, Mark::Limit);
    assert_eq!(limits.len(), 2);
    for found in limits {
        let w = rise - found.output;
        // the same equilibrium by shooting gives the guess: from the unloaded arch in small steps
        let mut guess = Vec3::new(-1e-3, 1e-3, 1e-3);
        (1..=200).for_each(|k| {
            load_of_arch(w * f64::from(k) / 200.0, &mut guess);
        });
        let (exact_w, exact_p) = limit_of_arch(0.98 * w, 1.02 * w, guess);
        println!("{w} {exact_w}, {} {exact_p}", found.factor);
        assert!((w - exact_w).abs() < 1e-8 * exact_w, "{w} {exact_w}");
        assert!((found.factor - exact_p).abs() < 1e-8 * exact_p.abs(), "{} {exact_p}", found.factor);
    }
}

#[test]
fn ten_turns_of_roll_up_are_followed_and_counted() {
    // tip moment 10 × 2π EI/L, all loads by one factor
    let own = Engineering {
        axial: 1e4,
        shear: [1e4; 2],
        torsion: 100.0,
        bending: [100.0; 2],
        mass: 1.0,
        inertia: [2e-3, 1e-3, 1e-3],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    let (elements, mut model) = (40, Model::new());
    let part = 10.0 / elements as f64;
    let mut frames = vec![(Vec3::zeros(), Quat::identity())];
    for e in 0..elements {
        let place = |r: &f64| (Vec3::new(part * (e as f64 + 0.5 + 0.5 * r), 0.0, 0.0), Quat::identity());
        frames.extend(lobatto(4)[1..].iter().map(place));
    }
    let sections = vec![uniform_sections(&own.section("strip").unwrap(), part, 4); elements];
    let beam = model.add_beam_elements("strip", &frames, 4, Interpolation::Rotations, &sections).unwrap();
    let nodes = model.beam(beam).unwrap().nodes.clone();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let side = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (side(&model, ground), side(&model, nodes[0]));
    model.add_joint("root", joints::rigid_connection(), a, b).unwrap();
    let (tip, one) = (nodes[nodes.len() - 1], model.add_input("one", 1.0).unwrap());
    let moment = 2.0 * PI * 100.0 / 10.0;
    model.add_load("tip", tip, Axes::Dead, [Vec3::zeros(), moment * Vec3::z(), Vec3::zeros()], one).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.trace_path(&plan(Loads::All, 10.0), Output::Position(tip, 0)).unwrap();
    assert!(sim.motion(tip).unwrap().x.norm() < 1e-3, "{}", sim.motion(tip).unwrap().x);
    // the tip of a strip bent to the angle φ by a moment: L sin φ/φ
    for p in &sim.statics().path {
        let angle = 2.0 * PI * p.factor;
        let exact = if angle == 0.0 { 10.0 } else { 10.0 * angle.sin() / angle };
        assert!((p.output - exact).abs() < 1e-3, "{angle}: {} {exact}", p.output);
    }
}

#[test]
fn the_end_of_a_path_does_not_change_the_way() {
    // the limit load is 9.95 N
    for to in [10.0, 10.5, 12.0, 20.0, 100.0, 1000.0] {
        let (mut sim, node) = truss(1000.0, 1.0, 0.3);
        let report = sim.trace_path(&plan(Loads::Input(0), to), Output::Position(node, 1)).unwrap();
        assert_eq!((marked(&sim.statics().path, Mark::Limit).len(), report.critical), (2, 2), "{to}");
    }
}

/// A rigid bar of 1 m on a hinge with a spring of 100 N·m/rad, out of plumb by `imperfection`, under a load P from above:
/// P = c (θ − θ₀)/sin θ rises without end, and the bar leans the way it did from the start.
#[test]
fn an_imperfect_bar_does_not_jump_to_the_path_on_the_other_side() {
    let stiffness = 100.0;
    for imperfection in [1e-5, 1e-4, 1e-3, 1e-2, 5e-2_f64] {
        let mut model = Model::new();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let lean = so3::exp(&(-imperfection * Vec3::z()));
        let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), lean).unwrap();
        model.add_rigid_body("bar", bar, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
        let side = |m: &Model, n| m.attach(n, Vec3::zeros(), lean).unwrap();
        let (a, b) = (side(&model, ground), side(&model, bar));
        let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
        model.add_joint_spring("spring", hinge, 0, [stiffness, 0.0, 0.0]).unwrap();
        let load = model.add_input("load", 0.0).unwrap();
        model.add_load("top", bar, Axes::Dead, [-Vec3::y(), Vec3::zeros(), Vec3::y()], load).unwrap();
        let mut sim = simulate(model, options(0.8));
        let report = sim.trace_path(&plan(Loads::Input(0), 3.0 * stiffness), Output::Coordinate(hinge, 0)).unwrap();
        assert_eq!((report.critical, report.unstable), (0, Some(0)), "{imperfection}: {report:?}");
        for point in &sim.statics().path[1..] {
            let turned = -point.output; // the hinge counts the other way round
            let exact = stiffness * turned / (turned + imperfection).sin();
            assert!(turned > 0.0 && (point.factor - exact).abs() < 1e-6 * exact, "{imperfection}: {turned} {exact}");
        }
        // and back over the knee, where the path on the other side comes near
        let back = sim.trace_path(&plan(Loads::Input(0), 0.5 * stiffness), Output::Coordinate(hinge, 0)).unwrap();
        assert_eq!((back.critical, back.unstable), (0, Some(0)), "{imperfection}: {back:?}");
        let turned = -sim.statics().path.last().unwrap().output;
        let lack = 0.5 * (turned + imperfection).sin() - turned;
        assert!(turned > 0.0 && lack.abs() < 1e-9 * imperfection.max(1e-3), "{imperfection}: {turned} {lack:e}");
    }
}

/// A point of a path has the locks of its time.
#[test]
fn a_visited_point_has_its_own_locks() {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("bar", bar, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let side = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (side(&model, ground), side(&model, bar));
    let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    model.add_joint_spring("spring", hinge, 0, [100.0, 0.0, 0.0]).unwrap();
    model.add_lock(hinge, 0, false).unwrap();
    let load = model.add_input("load", 0.0).unwrap();
    model.add_load("torque", bar, Axes::Dead, [Vec3::zeros(), Vec3::z(), Vec3::zeros()], load).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.trace_path(&plan(Loads::Input(0), 50.0), Output::Coordinate(hinge, 0)).unwrap();
    sim.lock(hinge, 0).unwrap();
    sim.visit_path(1).unwrap();
    let there = sim.joint_coordinate(hinge, 0).unwrap().0;
    assert!(!sim.is_locked(hinge, 0).unwrap());
    // in equilibrium: it stays, and no lock pulls it elsewhere
    for _ in 0..10 {
        sim.step(1e-3).unwrap();
    }
    let [angle, rate] = [sim.joint_coordinate(hinge, 0).unwrap().0, sim.joint_coordinate(hinge, 0).unwrap().1];
    assert!((angle - there).abs() < 1e-9 && rate.abs() < 1e-6, "{angle} {there} {rate}");
}

/// A pendulum of 1 m and 1 kg under a torque: T = ½ m g ℓ sin θ. The tangent is singular to the last digit at θ = 90°.
#[test]
fn a_pendulum_under_a_torque_passes_its_limit_points_and_says_that_no_more_can_be_reached() {
    for to in [5.0, 6.0, 8.0, 10.0, 20.0, 100.0] {
        let mut model = Model::new();
        model.set_gravity(-9.81 * Vec3::y()).unwrap();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let bar = model.add_node("bar", NodeKind::Free, Vec3::new(0.5, 0.0, 0.0), Quat::identity()).unwrap();
        let inertia = Mat3::from_diagonal(&Vec3::new(1e-4, 1.0 / 12.0, 1.0 / 12.0));
        model.add_rigid_body("bar", bar, 1.0, Vec3::zeros(), inertia).unwrap();
        let [a, b] = [ground, bar].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
        let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
        let torque = model.add_input("torque", 0.0).unwrap();
        model.add_load("torque", bar, Axes::Dead, [Vec3::zeros(), Vec3::z(), Vec3::zeros()], torque).unwrap();
        let mut sim = simulate(model, options(0.8));
        sim.solve_static().unwrap();
        let most = 100;
        let plan = Plan { most, ..plan(Loads::Input(0), to) };
        let text = sim.trace_path(&plan, Output::Coordinate(hinge, 0)).unwrap_err().to_string();
        assert!(text.contains("4.905") && text.contains("has not reached"), "{to}: {text}");
        let path = &sim.statics().path;
        assert_eq!(path.len(), most, "{to}");
        let limits = marked(path, Mark::Limit);
        assert!(limits.len() > 2, "{to}");
        for found in limits {
            assert!(
                (found.factor.abs() - 4.905).abs() < 1e-8 && found.output.sin().abs() < 1e-4,
                "{to}: {}",
                found.factor
            );
        }
        // from the horizontal: T = ½ m g ℓ cos φ
        for point in path {
            assert!((point.factor - 4.905 * point.output.cos()).abs() < 1e-8, "{to}: {}", point.output);
        }
    }
}

/// Two links of 0.5 m and a rope of 1 m and 10 kN/m in a line, unloaded: nothing resists a motion across, and no path begins there. It
/// was "lost", without a word of what to do. With a part of the load on, statics finds the equilibrium from which the path goes on.
#[test]
fn a_path_from_a_slack_rope_says_how_to_begin() {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let load = model.add_input("load", 0.0).unwrap();
    let mut last = ground;
    for (k, name) in ["first", "second"].iter().enumerate() {
        let [pin, middle] = [0.0, 0.25].map(|x| Vec3::new(0.5 * k as f64 + x, 0.0, 0.0));
        let link = model.add_node(name, NodeKind::Free, middle, Quat::identity()).unwrap();
        model.add_rigid_body(name, link, 1.0, Vec3::zeros(), 0.01 * Mat3::identity()).unwrap();
        let [a, b] = [last, link].map(|n| model.attach(n, pin, Quat::identity()).unwrap());
        model.add_joint(&format!("pin of {name}"), joints::revolute(), a, b).unwrap();
        model.add_load(name, link, Axes::Dead, [-Vec3::y(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
        last = link;
    }
    let law = LineLaw { stiffness: 1e4, length: 1.0, damping: 0.0, preload: 0.0 };
    model.add_line_spring("rope", [(last, Vec3::x()), (ground, 2.0 * Vec3::x())], law).unwrap();
    let mut sim = simulate(model, options(0.8));
    let output = Output::Position(last, 1);
    let text = sim.trace_path(&plan(Loads::Input(0), 10.0), output).unwrap_err().to_string();
    assert!(text.contains("nothing resists") && text.contains("swp_sim_solve_static"), "{text}");
    sim.set_input(load, 1.0).unwrap();
    sim.solve_static().unwrap();
    let report = sim.trace_path(&plan(Loads::Input(0), 10.0), output).unwrap();
    assert_eq!((report.critical, report.unstable), (0, Some(0)));
    // moments about the pins, with the rope's force (H, V) on the end of the second link at (x, y) from its pin, and its length
    let state = sim.state();
    let turned = |name: usize| state.nodes[name].rotation.scaled_axis().z;
    let [a, b] = [turned(1), turned(2)];
    let end = 0.5 * Vec3::new(a.cos() + b.cos(), a.sin() + b.sin(), 0.0);
    let along = 2.0 * Vec3::x() - end;
    let pull = 1e4 * (along.norm() - 1.0) * along.normalize();
    let moment = |angle: f64, down: f64| 0.5 * (pull.y * angle.cos() - pull.x * angle.sin()) - down * angle.cos();
    assert!(moment(b, 2.5).abs() < 1e-6 && moment(a, 7.5).abs() < 1e-6, "{} {}", moment(b, 2.5), moment(a, 7.5));
}
