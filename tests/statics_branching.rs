//! Branching points on paths of perfect structures, against closed forms and an independent shooting method.
#![allow(unsafe_code)] // one test calls the functions as a host does

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
use swashplate::terms::holonomic::Pair;

fn plan(to: f64) -> Plan {
    Plan { loads: Loads::Input(0), to, value: None, stop: false, most: 2000, turn: 0.5, spin: Spin::none() }
}

/// Points of one kind.
fn marked(points: &[Point], mark: Mark) -> Vec<&Point> {
    points.iter().filter(|p| p.mark == mark).collect()
}

/// Stiffness EA, GA, GJ and EI about the second and third axis, in units of a length of `unit` metres [N].
fn section([axial, shear, torsion]: [f64; 3], bending: [f64; 2], unit: f64) -> Engineering {
    let moment = unit.powi(-2);
    Engineering {
        axial,
        shear: [shear; 2],
        torsion: torsion * moment,
        bending: bending.map(|b| b * moment),
        mass: 1.0,
        inertia: [2e-3 * moment, 1e-3 * moment, 1e-3 * moment],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    }
}

/// A beam of `elements` with four nodes each along a curve, by its arc length.
fn beam(
    model: &mut Model,
    length: f64,
    frame: impl Fn(f64) -> (Vec3, Quat),
    own: &Engineering,
    elements: usize,
) -> Vec<NodeId> {
    let part = length / elements as f64;
    let mut frames = vec![frame(0.0)];
    for e in 0..elements {
        frames.extend(lobatto(4)[1..].iter().map(|r| frame(part * (e as f64 + 0.5 + 0.5 * r))));
    }
    let sections = vec![uniform_sections(&own.section("own").unwrap(), part, 4); elements];
    let id = model.add_beam_elements("beam", &frames, 4, Interpolation::Rotations, &sections).unwrap();
    model.beam(id).unwrap().nodes.clone()
}

/// Hold the end of a beam by a joint whose axis is z.
fn hold(model: &mut Model, name: &str, node: NodeId, pair: Pair) {
    let start = model.starts()[node.0];
    let ground = model.add_node(&format!("ground of {name}"), NodeKind::Ground, start.x, start.rotation).unwrap();
    let [a, b] = [ground, node].map(|n| model.attach(n, start.x, start.rotation).unwrap());
    model.add_joint(name, pair, a, b).unwrap();
}

/// A clamped column of 1 m along x, its end pressed by 1 N times an input.
fn column(stiffness: [f64; 3], bending: [f64; 2], elements: usize) -> (Simulation, NodeId) {
    let mut model = Model::new();
    let own = section(stiffness, bending, 1.0);
    let nodes = beam(&mut model, 1.0, |s| (Vec3::new(s, 0.0, 0.0), Quat::identity()), &own, elements);
    hold(&mut model, "root", nodes[0], joints::rigid_connection());
    let (tip, load) = (nodes[nodes.len() - 1], model.add_input("load", 0.0).unwrap());
    model.add_load("tip", tip, Axes::Dead, [-Vec3::x(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
    (simulate(model, options(0.8)), tip)
}

#[test]
fn a_perfect_column_branches_at_each_of_its_critical_loads() {
    // y′ = (1 − P/EA + P/GA) θ, EI θ″ = −P y′: P (1 − P/EA + P/GA) = EI ((k + ½) π/L)²
    let (axial, shear) = (2e5, 6e4);
    let critical = |bending: f64, k: f64| {
        let (b, c) = (1.0 / shear - 1.0 / axial, bending * ((k + 0.5) * PI).powi(2));
        2.0 * c / (1.0 + (1.0 + 4.0 * b * c).sqrt())
    };
    for bending in [[100.0, 130.0], [100.0, 100.0]] {
        let mut exact: Vec<f64> = bending.iter().flat_map(|b| [0.0, 1.0].map(|k| critical(*b, k))).collect();
        exact.sort_by(f64::total_cmp);
        exact.dedup();
        let (mut sim, tip) = column([axial, shear, 100.0], bending, 16);
        let report = sim.trace_path(&plan(4000.0), Output::Position(tip, 0)).unwrap();
        let path = &sim.statics().path;
        let found = marked(path, Mark::Branching);
        assert_eq!((found.len(), report.critical), (exact.len(), exact.len()), "{bending:?}");
        for (found, exact) in found.iter().zip(&exact) {
            // 16 elements of order 3 are off by a part of (3π/32)⁶ and less
            assert!((found.factor / exact - 1.0).abs() < 1e-7, "{} {exact}", found.factor);
        }
        // straight all along, and unstable by as many directions as loads were passed
        for point in path.iter().filter(|p| p.mark != Mark::Branching) {
            let passed = bending.iter().flat_map(|b| [0.0, 1.0].map(|k| critical(*b, k)));
            assert_eq!(point.unstable, Some(passed.filter(|p| *p < point.factor).count()), "{}", point.factor);
            assert!((point.output - (1.0 - point.factor / axial)).abs() < 1e-9, "{}", point.output);
        }
    }
}

/// A clamped column whose load keeps its direction but for a share η that turns with the tip: y(x) = A (cos kx − 1) + B (sin kx − kx) gives
/// cos kL = −η/(1 − η), as long as that has a solution (η < ½).
#[test]
fn a_column_under_a_load_that_follows_in_part_branches_where_the_closed_form_says() {
    let (length, share) = (1.0, 0.05);
    for bending in [[100.0, 150.0], [100.0, 100.0]] {
        for factor in [1.3, 2.0, 4.0] {
            let mut model = Model::new();
            let own = section([1e7, 1e7, 100.0], bending, 1.0);
            let nodes = beam(&mut model, length, |s| (Vec3::new(s, 0.0, 0.0), Quat::identity()), &own, 10);
            hold(&mut model, "root", nodes[0], joints::rigid_connection());
            let (tip, load) = (nodes[nodes.len() - 1], model.add_input("load", 0.0).unwrap());
            for (name, axes, part) in [("dead", Axes::Dead, 1.0 - share), ("follower", Axes::Follower, share)] {
                model.add_load(name, tip, axes, [-part * Vec3::x(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
            }
            let mut sim = simulate(model, options(0.8));
            let euler = 100.0 * (0.5 * PI / length).powi(2);
            let critical = |bending: f64| bending * ((-share / (1.0 - share)).acos() / length).powi(2);
            let mut exact: Vec<f64> = bending.iter().map(|b| critical(*b)).filter(|p| *p < factor * euler).collect();
            exact.dedup();
            sim.trace_path(&plan(factor * euler), Output::Position(tip, 0)).unwrap();
            let found = marked(&sim.statics().path, Mark::Branching);
            // 10 elements are off by a part of (π/20)⁶, P/EA by 1e-4 of the load at most
            assert_eq!(found.len(), exact.len(), "{bending:?} to {factor}");
            for (found, exact) in found.iter().zip(&exact) {
                assert!((found.factor / exact - 1.0).abs() < 1e-4, "{} {exact}", found.factor);
            }
        }
    }
}

/// A host that stops at each critical point, records it and goes on finds what one that does not stop does, each once.
#[test]
fn a_path_goes_on_behind_the_critical_point_at_which_it_was_stopped() {
    for (b, h, side) in [(1.0, 0.5, 500.0), (1.0, 3.0, 0.0)] {
        let (mut sim, apex) = truss(b, h, side);
        sim.trace_path(&plan(4000.0), Output::Position(apex, 1)).unwrap();
        let critical = |p: &&Point| matches!(p.mark, Mark::Limit | Mark::Branching);
        let whole: Vec<(Mark, f64, f64)> =
            sim.statics().path.iter().filter(critical).map(|p| (p.mark, p.factor, p.output)).collect();
        assert!(whole.len() >= 2, "{whole:?}");
        let (mut sim, apex) = truss(b, h, side);
        let mut stops = Vec::new();
        loop {
            sim.trace_path(&Plan { stop: true, ..plan(4000.0) }, Output::Position(apex, 1)).unwrap();
            let last = sim.statics().path.last().unwrap();
            if last.mark == Mark::End {
                break;
            }
            stops.push((last.mark, last.factor, last.output));
            assert!(stops.len() <= whole.len(), "{stops:?} instead of {whole:?}");
        }
        assert_eq!(stops.len(), whole.len(), "{stops:?} instead of {whole:?}");
        for (stop, whole) in stops.iter().zip(&whole) {
            // a limit point is known to the root of rounding in place, and to rounding in load
            assert_eq!(stop.0, whole.0);
            assert!(
                (stop.1 - whole.1).abs() < 1e-8 * (1.0 + whole.1.abs()) && (stop.2 - whole.2).abs() < 1e-5,
                "{stop:?} {whole:?}"
            );
        }
    }
}

/// Two springs of 1000 N/m from (±b, 0) to a point at (0, h) that is free in the plane; a load down of 1 N times an input.
fn truss(b: f64, h: f64, side: f64) -> (Simulation, NodeId) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let apex = Vec3::new(0.0, h, 0.0);
    let node = model.add_node("apex", NodeKind::Free, apex, Quat::identity()).unwrap();
    model.add_rigid_body("apex", node, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let [a, c] = [ground, node].map(|n| model.attach(n, apex, Quat::identity()).unwrap());
    let plane = model.add_joint("plane", joints::planar(), a, c).unwrap();
    // turns about z are held by a spring that nothing loads
    model.add_joint_spring("upright", plane, 2, [1000.0, 0.0, 0.0]).unwrap();
    model.add_joint_spring("side", plane, 0, [side, 0.0, 0.0]).unwrap();
    let law = LineLaw { stiffness: 1000.0, length: b.hypot(h), damping: 0.0, preload: 0.0 };
    for (name, side) in [("left", -b), ("right", b)] {
        model.add_line_spring(name, [(ground, Vec3::new(side, 0.0, 0.0)), (node, apex)], law).unwrap();
    }
    let load = model.add_input("load", 0.0).unwrap();
    model.add_load("down", node, Axes::Dead, [-Vec3::y(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
    (simulate(model, options(0.8)), node)
}

/// The zero of a function between two places of which it has different signs.
fn zero(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let sign = f(high).signum();
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        *(if f(middle) * sign < 0.0 { &mut low } else { &mut high }) = middle;
    }
    0.5 * (low + high)
}

#[test]
fn a_steep_two_bar_truss_branches_sideways_before_it_snaps() {
    // P = 2 k y (ℓ₀/ℓ − 1), ℓ² = b² + y². Down: K_yy = 0 at ℓ³ = ℓ₀ b². Sideways: K_xx = 2 k (1 − ℓ₀ y²/ℓ³) + c
    let (k, b) = (1000.0, 1.0_f64);
    for (h, side) in [(3.0, 0.0), (3.0, 200.0), (6.0, 0.0), (2.0_f64, -350.0)] {
        let rest = b.hypot(h);
        let load = |y: f64| 2.0 * k * y * (rest / b.hypot(y) - 1.0);
        let sideways = |y: f64| 2.0 * k * (1.0 - rest * y * y / b.hypot(y).powi(3)) + side;
        // by y, the stiffness sideways is least where ℓ² = 3 b²
        let soft = 2.0_f64.sqrt() * b;
        let branches = [zero(soft, h, sideways), zero(0.0, soft, sideways)];
        let limit = ((rest * b * b).cbrt().powi(2) - b * b).sqrt();
        let to = 1.5 * load(limit);
        let (mut sim, node) = truss(b, h, side);
        sim.trace_path(&plan(to), Output::Position(node, 1)).unwrap();
        let path = &sim.statics().path;
        let exact = [branches[0], branches[1], -branches[1], -branches[0]];
        let found = marked(path, Mark::Branching);
        assert_eq!(found.len(), exact.len(), "{h} {side}");
        for (found, y) in found.iter().zip(exact) {
            assert!((found.output - y).abs() < 1e-7 && (found.factor / load(y) - 1.0).abs() < 1e-7, "{y}");
        }
        let limits = marked(path, Mark::Limit);
        assert_eq!(limits.len(), 2);
        for (found, y) in limits.iter().zip([limit, -limit]) {
            assert!((found.output - y).abs() < 1e-8 && (found.factor / load(y) - 1.0).abs() < 1e-8, "{y}");
        }
        for point in path.iter().filter(|p| !matches!(p.mark, Mark::Branching | Mark::Limit)) {
            let y = point.output;
            let count = usize::from(sideways(y) < 0.0) + usize::from(y.abs() < limit);
            assert!((point.factor - load(y)).abs() < 1e-8 * to, "{y}");
            assert_eq!(point.unstable, Some(count), "{y}");
        }
    }
}

const AXIAL: f64 = 1e5;
const SHEAR: f64 = 5e4;
const BENDING: f64 = 10.0;

/// An arch of this radius and half angle on hinges, a load at its crown, lengths in units of `unit` metres: metres 1, millimetres 1e-3.
fn arch([radius, half]: [f64; 2], elements: usize, unit: f64) -> (Simulation, NodeId) {
    let mut model = Model::new();
    // stiff out of its plane
    let own = section([AXIAL, SHEAR, 1e4], [1e4, BENDING], unit);
    let frame = |s: f64| {
        let angle = half - s / (radius / unit);
        let place = Vec3::new(-angle.sin(), angle.cos() - half.cos(), 0.0);
        (radius / unit * place, so3::exp(&(angle * Vec3::z())))
    };
    let nodes = beam(&mut model, 2.0 * radius * half / unit, frame, &own, elements);
    hold(&mut model, "left", nodes[0], joints::revolute());
    hold(&mut model, "right", nodes[nodes.len() - 1], joints::revolute());
    let crown = nodes[nodes.len() / 2];
    let load = model.add_input("load", 0.0).unwrap();
    model.add_load("crown", crown, Axes::Dead, [-Vec3::y(), Vec3::zeros(), Vec3::zeros()], load).unwrap();
    (simulate(model, options(0.8)), crown)
}

/// Left half of that arch by shooting from its hinge: x, y, θ and M at the crown. (H, V): force of the right half on the left; θ₀:
/// turn at the hinge.
fn half_arch([radius, half]: [f64; 2], [h, v, turn]: [f64; 3]) -> [f64; 4] {
    let rate = |z: [f64; 4]| {
        let (sin, cos) = z[2].sin_cos();
        let (n, q) = (h * cos + v * sin, v * cos - h * sin);
        let (along, across) = (1.0 + n / AXIAL, q / SHEAR);
        let (x, y) = (along * cos - across * sin, along * sin + across * cos);
        [x, y, z[3] / BENDING - 1.0 / radius, y * h - x * v]
    };
    let (steps, mut z) = (1000, [-radius * half.sin(), 0.0, half + turn, 0.0]);
    let d = radius * half / f64::from(steps);
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

/// H, V = −P/2 and θ₀ at which the crown has sunk by w, from a guess that is improved.
fn equilibrium_of_arch(shape: [f64; 2], w: f64, guess: &mut Vec3) {
    let rise = shape[0] * (1.0 - shape[1].cos());
    let defect = |u: &Vec3| {
        let z = half_arch(shape, [u.x, u.y, u.z]);
        Vec3::new(z[0], z[1] - (rise - w), z[2])
    };
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
}

/// Does another equilibrium lie beside this one, one half the mirror image of minus the other? Then H stays, and changes of V and θ₀
/// leave y and M of the crown: the determinant of ∂(y, M)/∂(V, θ₀).
fn sideways(shape: [f64; 2], u: &Vec3) -> f64 {
    let slope = |k: usize| {
        let step = 1e-5 * Vec3::ith(k, 1.0);
        let [more, less] = [u + step, u - step].map(|u| half_arch(shape, [u.x, u.y, u.z]));
        [1, 3].map(|i| (more[i] - less[i]) / 2e-5)
    };
    let [v, turn] = [slope(1), slope(2)];
    v[0] * turn[1] - v[1] * turn[0]
}

/// Sinking and load of the first branching point.
fn branch_of_arch(shape: [f64; 2]) -> [f64; 2] {
    let mut guess = Vec3::new(-1e-3, -1e-3, 1e-3);
    let part = 5e-3 * shape[0] * (1.0 - shape[1].cos());
    let mut w = part;
    equilibrium_of_arch(shape, w, &mut guess);
    let sign = sideways(shape, &guess).signum();
    while sideways(shape, &guess) * sign > 0.0 {
        w += part;
        equilibrium_of_arch(shape, w, &mut guess);
    }
    let (mut low, mut high) = (w - part, w);
    for _ in 0..35 {
        let middle = 0.5 * (low + high);
        equilibrium_of_arch(shape, middle, &mut guess);
        *(if sideways(shape, &guess) * sign > 0.0 { &mut low } else { &mut high }) = middle;
    }
    [0.5 * (low + high), -2.0 * guess.y]
}

#[test]
fn a_hinged_arch_branches_sideways_where_a_shooting_method_says() {
    for shape in [[5.0, 0.17_f64], [5.0, 0.35], [2.0, 1.0], [1.0, 1.5]] {
        let rise = shape[0] * (1.0 - shape[1].cos());
        let (mut sim, crown) = arch(shape, 24, 1.0);
        sim.trace_path(&Plan { stop: true, ..plan(1e4) }, Output::Position(crown, 1)).unwrap();
        let path = &sim.statics().path;
        let found = path.last().unwrap();
        let [w, p] = branch_of_arch(shape);
        assert_eq!((found.mark, found.unstable), (Mark::Branching, Some(0)), "{shape:?}");
        // by the difference quotients of the determinant and the mesh of the library
        assert!((rise - found.output - w).abs() < 1e-7 * rise && (found.factor / p - 1.0).abs() < 1e-7, "{shape:?}");
    }
}

#[test]
fn a_path_is_the_same_in_metres_and_in_millimetres() {
    for (shape, elements) in [([5.0, 0.17_f64], 8), ([5.0, 0.35], 8), ([1.0, 1.5], 8)] {
        let rise = shape[0] * (1.0 - shape[1].cos());
        let [metres, millimetres] = [1.0, 1e-3].map(|unit| {
            let (mut sim, crown) = arch(shape, elements, unit);
            let till = Plan { value: Some(-1.2 * rise / unit), ..plan(1e4) };
            sim.trace_path(&till, Output::Position(crown, 1)).unwrap();
            let path = sim.statics().path.clone();
            path.iter().map(|p| (p.mark, p.factor, p.output * unit / rise, p.unstable)).collect::<Vec<_>>()
        });
        assert_eq!(metres.len(), millimetres.len(), "{shape:?}");
        let largest = metres.iter().fold(0.0_f64, |most, p| most.max(p.1.abs()));
        for (a, b) in metres.iter().zip(&millimetres) {
            assert_eq!((a.0, a.3), (b.0, b.3), "{shape:?}: {a:?} {b:?}");
            assert!((a.1 - b.1).abs() < 1e-6 * largest && (a.2 - b.2).abs() < 1e-6, "{shape:?}: {a:?} {b:?}");
        }
    }
}

/// The steep truss as a host builds and reads it: 4 branching and 2 limit points, of which the first is the closed form's.
#[test]
fn a_host_reads_branching_points_of_a_truss() {
    use std::ptr::{null, null_mut};
    use swashplate::capi::between::swp_model_add_line_spring;
    use swashplate::capi::joints::*;
    use swashplate::capi::library::swp_status::*;
    use swashplate::capi::loads::swp_model_add_force;
    use swashplate::capi::model::*;
    use swashplate::capi::sim::{swp_sim_create, swp_sim_free};
    use swashplate::capi::statics::*;
    let (k, b, h) = (1000.0, 1.0_f64, 3.0);
    let (rest, apex) = (b.hypot(h), [0.0, h, 0.0]);
    // SAFETY: every pointer is NULL where that is allowed, or that of a local variable.
    unsafe {
        let (mut model, mut sim) = (null_mut(), null_mut());
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        let (mut ground, mut node, mut body) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        let nothing = [0.0; 3];
        assert_eq!(swp_model_add_ground(model, c"ground".as_ptr(), nothing.as_ptr(), null(), &mut ground), SWP_OK);
        assert_eq!(swp_model_add_node(model, c"apex".as_ptr(), apex.as_ptr(), null(), &mut node), SWP_OK);
        let inertia = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let (name, centre) = (c"apex".as_ptr(), nothing.as_ptr());
        assert_eq!(swp_model_add_rigid_body(model, name, node, 1.0, centre, inertia.as_ptr(), &mut body), SWP_OK);
        let [on, of] = [ground, node].map(|n| {
            let mut made = std::mem::zeroed();
            assert_eq!(swp_model_attach(model, n, apex.as_ptr(), null(), &mut made), SWP_OK);
            made
        });
        let (mut plane, mut upright) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_add_planar(model, c"plane".as_ptr(), &on, &of, &mut plane), SWP_OK);
        let name = c"upright".as_ptr();
        assert_eq!(swp_model_add_joint_spring(model, name, plane, 2, 1000.0, 0.0, 0.0, &mut upright), SWP_OK);
        for (name, side) in [(c"left", -b), (c"right", b)] {
            let (foot, mut spring) = ([side, 0.0, 0.0], std::mem::zeroed());
            let (name, foot, end) = (name.as_ptr(), foot.as_ptr(), null());
            let made = swp_model_add_line_spring(model, name, ground, foot, node, end, k, rest, 0.0, 0.0, &mut spring);
            assert_eq!(made, SWP_OK);
        }
        let (mut input, mut load, down) = (std::mem::zeroed(), std::mem::zeroed(), [0.0, -1.0, 0.0]);
        assert_eq!(swp_model_add_input(model, c"load".as_ptr(), 0.0, &mut input), SWP_OK);
        let (name, down) = (c"down".as_ptr(), down.as_ptr());
        assert_eq!(swp_model_add_force(model, name, node, 0, down, null(), input, &mut load), SWP_OK);
        assert_eq!(swp_sim_create(model, null(), &mut sim), SWP_OK);
        let mut options = std::mem::zeroed();
        assert_eq!(swp_path_options_init(&mut options), SWP_OK);
        (options.output, options.component, options.node) = (1, 1, node);
        assert_eq!(swp_sim_trace_path(sim, &input, 4000.0, &options), SWP_OK);
        let mut count = 0;
        assert_eq!(swp_sim_path_count(sim, &mut count), SWP_OK);
        let points = (0..count).map(|k| {
            let mut point: swp_path_point = std::mem::zeroed();
            assert_eq!(swp_sim_path_point(sim, k, &mut point), SWP_OK);
            point
        });
        let points: Vec<_> = points.collect();
        let events = points.iter().filter(|p| p.event != 0).map(|p| p.event).collect::<Vec<_>>();
        assert_eq!(events, [2, 1, 2, 2, 1, 2, 4]);
        // K_xx = 0 at ℓ³ = ℓ₀ y²
        let y = zero(2.0, h, |y| b.hypot(y).powi(3) - rest * y * y);
        let load = 2.0 * k * y * (rest / b.hypot(y) - 1.0);
        let first = points.iter().position(|p| p.event == 2).unwrap();
        assert!((points[first].factor / load - 1.0).abs() < 1e-9 && (points[first].output - y).abs() < 1e-9);
        assert_eq!([0, 1].map(|k| points[first + k].unstable), [0, 1]);
        let mut report = std::mem::zeroed();
        assert_eq!(swp_sim_statics_report(sim, &mut report), SWP_OK);
        assert_eq!((report.critical, report.stable, report.unstable), (6, 1, 0));
        swp_sim_free(sim);
        swp_model_free(model);
    }
}
