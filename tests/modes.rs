//! Natural frequencies, damping and shapes against closed forms: pendulums, springs and dampers, rigid-body motions,
//! hinged blades, whirling rotors, a rotating chain. Run with `--nocapture` for the errors.
//!
//! A frequency is found from λ² or from a complex λ of a matrix whose entries are exact to rounding, 1e-16 of its largest
//! products; the systems here have frequencies within a factor of 100 of each other, so 1e-10 leaves two digits of room.

use nalgebra::DMatrix;
use swashplate::error::Error;
use swashplate::integrators::initial::{self, Redundancy};
use swashplate::integrators::modes::{Mode, modes};
use swashplate::integrators::{Workspace, statics};
use swashplate::joints;
use swashplate::linear::Complex;
use swashplate::loads::{Table, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::newton::Settings;
use swashplate::state::State;
use swashplate::terms::NodeId;
use swashplate::terms::holonomic::Pair;

/// A model with a consistent start.
struct Started {
    model: Model,
    state: State,
    work: Workspace,
}

impl Started {
    fn new(model: Model) -> Self {
        model.check(1e-6).unwrap();
        let mut work = Workspace::new(&model).unwrap();
        let mut state = State::reference(&model, 0.0);
        initial::start(&model, &mut state, &mut work, Redundancy::Stop).unwrap_or_else(|e| panic!("{e}"));
        Started { model, state, work }
    }

    fn modes(&mut self, spin: Vec3, count: usize) -> Vec<Mode> {
        let found = modes(&self.model, &self.state, &mut self.work, spin, count).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(found.len(), count);
        for mode in &found {
            assert!(mode.residual < 1e-9 && mode.eigenvalue.im >= 0.0, "{} {:e}", mode.eigenvalue, mode.residual);
            let largest = mode.shape.iter().flatten().fold(0.0_f64, |most, c| most.max(c.norm()));
            assert!((largest - 1.0).abs() < 2e-6);
            assert!(mode.shape.iter().flatten().any(|c| *c == Complex::new(1.0, 0.0)));
        }
        assert!(found.windows(2).all(|w| w[0].frequency <= w[1].frequency));
        found
    }
}

fn ground(model: &mut Model) -> NodeId {
    model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap()
}

fn join(model: &mut Model, name: &str, pair: Pair, point: Vec3, frame: Quat, a: NodeId, b: NodeId) -> JointId {
    let (a, b) = (model.attach(a, point, frame).unwrap(), model.attach(b, point, frame).unwrap());
    model.add_joint(name, pair, a, b).unwrap()
}

/// The frame whose axis 3 is x, y or z.
fn along(axis: Vec3) -> Quat {
    Quat::rotation_between(&Vec3::z(), &axis).unwrap()
}

/// Frequencies agree with the expected ones, sorted, to `tolerance` relative to each (absolute for zero).
fn assert_frequencies(what: &str, found: &[Mode], expected: &[f64], tolerance: f64) {
    let mut expected = expected.to_vec();
    expected.sort_by(f64::total_cmp);
    let mut worst = 0.0_f64;
    for (mode, exact) in found.iter().zip(&expected) {
        let error = (mode.frequency - exact).abs() / if *exact == 0.0 { 1.0 } else { *exact };
        worst = worst.max(error);
        assert!(error < tolerance, "{what}: {} instead of {exact}, error {error:.1e}", mode.frequency);
    }
    let residual = found.iter().fold(0.0_f64, |m, f| m.max(f.residual));
    println!("{what}: {} modes, largest error {worst:.1e}, largest residual {residual:.1e}", found.len());
}

/// Eigenvalues are those of the list, in any order, each used once.
fn assert_eigenvalues(what: &str, found: &[Mode], mut expected: Vec<Complex>, tolerance: f64) {
    let mut worst = 0.0_f64;
    for mode in found {
        let distance = |e: &Complex| (mode.eigenvalue - e).norm();
        let k = (0..expected.len()).min_by(|a, b| distance(&expected[*a]).total_cmp(&distance(&expected[*b]))).unwrap();
        let exact = expected.swap_remove(k);
        let error = (mode.eigenvalue - exact).norm() / exact.norm();
        worst = worst.max(error);
        assert!(error < tolerance, "{what}: {} instead of {exact}, error {error:.1e}", mode.eigenvalue);
    }
    println!("{what}: {} modes, largest error {worst:.1e}", found.len());
}

/// Frequencies of M q'' + K q = 0 with M positive definite, and their vectors as columns.
fn conservative(m: DMatrix<f64>, k: DMatrix<f64>) -> (Vec<f64>, DMatrix<f64>) {
    let inverse = m.cholesky().unwrap().l().try_inverse().unwrap();
    let eigen = (&inverse * k * inverse.transpose()).symmetric_eigen();
    let mut order: Vec<usize> = (0..eigen.eigenvalues.len()).collect();
    order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
    let vectors = inverse.transpose() * eigen.eigenvectors;
    let columns: Vec<_> = order.iter().map(|&k| vectors.column(k).into_owned()).collect();
    (order.iter().map(|&k| eigen.eigenvalues[k].max(0.0).sqrt()).collect(), DMatrix::from_columns(&columns))
}

/// Two λ of a λ² + b λ + c = 0.
fn roots(a: Complex, b: Complex, c: Complex) -> [Complex; 2] {
    let root = (b * b - 4.0 * a * c).sqrt();
    [(-b + root) / (2.0 * a), (-b - root) / (2.0 * a)]
}

/// The conjugate with Im ≥ 0.
fn upper(z: Complex) -> Complex {
    if z.im < 0.0 { z.conj() } else { z }
}

#[test]
fn bars_hung_on_each_other_swing_as_their_matrices_say() {
    // mass, length, centre of mass from the upper hinge, inertia about it
    let bars = [(1.3, 0.8, 0.35, 0.07), (0.7, 0.5, 0.3, 0.02), (2.1, 1.1, 0.6, 0.21), (0.4, 0.3, 0.1, 0.004)];
    let gravity = 9.81;
    for n in 1..=4 {
        let mut model = Model::new();
        // the plane of motion is oblique
        let turn = so3::exp(&Vec3::new(0.4, -0.3, 0.7));
        model.set_gravity(turn * Vec3::new(0.0, -gravity, 0.0)).unwrap();
        let (mut above, mut hinge) = (ground(&mut model), Vec3::zeros());
        for (k, (mass, length, center, inertia)) in bars[..n].iter().enumerate() {
            let name = format!("bar {k}");
            // node axes turned against the bar, so that nothing is aligned
            let own = so3::exp(&Vec3::new(0.3 * k as f64, 0.5, -0.2));
            let node = model.add_node(&name, NodeKind::Free, hinge, turn * own).unwrap();
            let j = own.to_rotation_matrix().into_inner();
            let diagonal = Mat3::from_diagonal(&Vec3::new(*inertia, 0.4 * inertia, *inertia));
            let center = own.inverse() * Vec3::new(0.0, -center, 0.0);
            model.add_rigid_body(&name, node, *mass, center, j.transpose() * diagonal * j).unwrap();
            join(&mut model, &name, joints::revolute(), hinge, turn, above, node);
            hinge += turn * Vec3::new(0.0, -length, 0.0);
            above = node;
        }
        // absolute angles: M_ij = l_i (m_j c_j + l_j Σ_{k>j} m_k), i < j
        let below = |j: usize| bars[j + 1..n].iter().map(|b| b.0).sum::<f64>();
        let moment = |j: usize| bars[j].0 * bars[j].2 + bars[j].1 * below(j);
        let m = DMatrix::from_fn(n, n, |i, j| match i.cmp(&j) {
            std::cmp::Ordering::Equal => bars[i].3 + bars[i].0 * bars[i].2.powi(2) + bars[i].1.powi(2) * below(i),
            std::cmp::Ordering::Less => bars[i].1 * moment(j),
            std::cmp::Ordering::Greater => bars[j].1 * moment(i),
        });
        let k = DMatrix::from_fn(n, n, |i, j| if i == j { gravity * moment(i) } else { 0.0 });
        let (expected, vectors) = conservative(m, k);
        let mut started = Started::new(model);
        let found = started.modes(Vec3::zeros(), n);
        assert_frequencies(&format!("pendulum of {n}"), &found, &expected, 1e-10);
        let axis = turn * Vec3::z();
        for (k, mode) in found.iter().enumerate() {
            assert!(mode.eigenvalue.re.abs() < 1e-10 * mode.frequency && mode.damping_ratio.abs() < 1e-10);
            // rotations of the nodes are along the axis and in the ratios of the eigenvector
            let angle = |bar: usize| (0..3).map(|i| mode.shape[bar + 1][3 + i] * axis[i]).sum::<Complex>();
            let first = angle(0) / vectors[(0, k)];
            for bar in 0..n {
                assert!((angle(bar) - first * vectors[(bar, k)]).norm() < 1e-8, "mode {k}, bar {bar}");
            }
            assert!(mode.shape[0].iter().all(|c| c.norm() == 0.0));
        }
    }
}

/// A bar with its centre at 1 m along x, hinged about z at the origin on a spring and damper.
fn bar_on_spring(inertia: f64, stiffness: f64, damping: f64, gravity: f64) -> Model {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -gravity, 0.0)).unwrap();
    let base = ground(&mut model);
    let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("bar", bar, 1.0, Vec3::x(), Mat3::identity() * inertia).unwrap();
    let hinge = join(&mut model, "hinge", joints::revolute(), Vec3::zeros(), Quat::identity(), base, bar);
    model.add_joint_spring("spring", hinge, 0, [stiffness, damping, 0.0]).unwrap();
    model
}

#[test]
fn a_damped_bar_has_the_frequency_and_the_damping_of_the_textbook() {
    let inertia = 0.1;
    let (about_hinge, stiffness) = (1.0 + inertia, 40.0);
    let critical = 2.0 * f64::sqrt(stiffness * about_hinge);
    for ratio in [0.0, 1e-3, 0.05, 0.7, 0.999] {
        let mut started = Started::new(bar_on_spring(inertia, stiffness, ratio * critical, 0.0));
        let mode = &started.modes(Vec3::zeros(), 1)[0];
        let frequency = (stiffness / about_hinge).sqrt();
        assert!((mode.frequency / frequency - 1.0).abs() < 1e-10);
        assert!((mode.damping_ratio - ratio).abs() < 1e-10, "{} {ratio}", mode.damping_ratio);
        assert!((mode.eigenvalue.im / frequency - (1.0 - ratio * ratio).sqrt()).abs() < 1e-9);
    }
    // overdamped: the slower of two real λ
    let mut started = Started::new(bar_on_spring(inertia, stiffness, 2.0 * critical, 0.0));
    let mode = &started.modes(Vec3::zeros(), 1)[0];
    let slow = (stiffness / about_hinge).sqrt() * (2.0 - f64::sqrt(3.0));
    assert!((mode.eigenvalue + slow).norm() < 1e-10 * slow && mode.eigenvalue.im == 0.0, "{}", mode.eigenvalue);
    assert!((mode.damping_ratio - 1.0).abs() < 1e-15);
}

#[test]
fn the_weight_changes_the_stiffness_about_a_loaded_equilibrium() {
    // k φ + g cos φ = 0, stiffness k − g sin φ
    let (stiffness, gravity, inertia) = (20.0, 9.81, 0.1);
    let mut started = Started::new(bar_on_spring(inertia, stiffness, 0.0, gravity));
    // not in equilibrium yet: the message says so
    let error = modes(&started.model, &started.state, &mut started.work, Vec3::zeros(), 1).unwrap_err();
    assert!(error.to_string().contains("equilibrium") && error.to_string().contains("\"bar\""), "{error}");
    let settings = Settings { tolerance: 1e-10, max_iterations: 10 };
    statics::solve(&started.model, &mut started.state, &mut started.work, &settings, 1.0, statics::Spin::none())
        .unwrap();
    let mut phi = 0.0_f64;
    for _ in 0..100 {
        phi = -gravity * phi.cos() / stiffness;
    }
    let exact = ((stiffness - gravity * phi.sin()) / (1.0 + inertia)).sqrt();
    assert_frequencies("bar at rest on its spring", &started.modes(Vec3::zeros(), 1), &[exact], 1e-10);
}

#[test]
fn two_bodies_on_a_spring_in_space_have_six_rigid_motions() {
    for (stiffness, scale) in [(50.0, 1.0), (5e6, 1.0), (3e-3, 1e-3), (2e4, 200.0)] {
        let (m1, m2) = (2.0, 3.0);
        let mut model = Model::new();
        let frame = so3::exp(&Vec3::new(0.2, -0.4, 1.1));
        let axis = frame * Vec3::z();
        let j = Mat3::from_diagonal(&Vec3::new(0.5, 0.6, 0.7)) * scale * scale;
        let one = model.add_node("one", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        let two = model.add_node("two", NodeKind::Free, axis * scale, frame).unwrap();
        model.add_rigid_body("one", one, m1, Vec3::zeros(), j).unwrap();
        model.add_rigid_body("two", two, m2, Vec3::zeros(), j).unwrap();
        let slide = join(&mut model, "slide", joints::prismatic(), Vec3::zeros(), frame, one, two);
        model.add_joint_spring("spring", slide, 0, [stiffness, 0.0, 0.0]).unwrap();
        let mut started = Started::new(model);
        let found = started.modes(Vec3::zeros(), 7);
        let exact = (stiffness * (1.0 / m1 + 1.0 / m2)).sqrt();
        let expected = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, exact];
        assert_frequencies(&format!("free bodies, k = {stiffness}"), &found, &expected, 1e-10);
        // rigid motions: x_2 − x_1 = ψ × (scale axis), independent of each other
        let mut shapes = DMatrix::zeros(12, 6);
        for (k, mode) in found[..6].iter().enumerate() {
            let v = |node: usize, from: usize| Vec3::from_fn(|i, _| mode.shape[node][from + i].re);
            assert!((v(1, 0) - v(0, 0) - v(0, 3).cross(&(axis * scale))).norm() < 1e-9 * scale.max(1.0));
            assert!((v(1, 3) - v(0, 3)).norm() < 1e-9);
            for i in 0..12 {
                let unit = if i % 6 < 3 { scale } else { 1.0 };
                shapes[(i, k)] = mode.shape[i / 6][i % 6].re / unit;
            }
        }
        for k in 0..6 {
            let size = shapes.column(k).norm();
            shapes.column_mut(k).scale_mut(1.0 / size);
        }
        assert!(shapes.singular_values().min() > 1e-3);
        // the seventh moves the bodies against each other, in the ratio of their masses
        let ratio = found[6].shape[0][0] / found[6].shape[1][0];
        assert!((ratio + m2 / m1).norm() < 1e-9, "{ratio}");
    }
}

#[test]
fn a_free_body_has_nothing_but_rigid_motions_and_a_damper_leaves_one_place_free() {
    let mut model = Model::new();
    let node = model.add_node("body", NodeKind::Free, Vec3::x(), Quat::identity()).unwrap();
    model.add_rigid_body("body", node, 2.0, Vec3::new(0.1, 0.2, 0.3), Mat3::identity()).unwrap();
    let found = Started::new(model).modes(Vec3::zeros(), 6);
    assert!(found.iter().all(|m| m.frequency == 0.0 && m.damping_ratio == 0.0));

    // m x'' + c x' = 0 beside m y'' + k y = 0: λ = 0, −c/m and ±i√(k/m)
    let (mass, damping, stiffness) = (2.0, 3.0, 7.0);
    let mut model = Model::new();
    let base = ground(&mut model);
    for (name, values) in [("damped", [0.0, damping, 0.0]), ("sprung", [stiffness, 0.0, 0.0])] {
        let node = model.add_node(name, NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body(name, node, mass, Vec3::zeros(), Mat3::identity()).unwrap();
        let slide = join(&mut model, name, joints::prismatic(), Vec3::zeros(), Quat::identity(), base, node);
        model.add_joint_spring(name, slide, 0, values).unwrap();
    }
    let found = Started::new(model).modes(Vec3::zeros(), 2);
    assert_eq!(found[0].eigenvalue, Complex::default());
    assert!((found[1].eigenvalue + damping / mass).norm() < 1e-10, "{}", found[1].eigenvalue);
}

/// n masses on prismatic joints in a row, springs between them.
fn row_of_masses(n: usize, free: bool, mass: f64, stiffness: f64) -> Model {
    let mut model = Model::new();
    let frame = along(Vec3::x());
    let mut last = (!free).then(|| ground(&mut model));
    for k in 0..n {
        let name = format!("{k}");
        let at = Vec3::new(k as f64 + 1.0, 0.0, 0.0);
        let node = model.add_node(&name, NodeKind::Free, at, Quat::identity()).unwrap();
        model.add_rigid_body(&name, node, mass, Vec3::zeros(), Mat3::identity() * mass).unwrap();
        if let Some(last) = last {
            let joint = join(&mut model, &name, joints::prismatic(), at, frame, last, node);
            model.add_joint_spring(&name, joint, 0, [stiffness, 0.0, 0.0]).unwrap();
        }
        last = Some(node);
    }
    model
}

#[test]
fn long_rows_of_masses_have_the_frequencies_of_their_closed_form() {
    // fixed-free: 2√(k/m) sin((2j−1)π/(2(2n+1)));  free-free, along the row: 2√(k/m) sin(jπ/(2n))
    let (mass, stiffness) = (1.7, 3e4);
    let top = 2.0 * f64::sqrt(stiffness / mass);
    let n = 120;
    let fixed = |j: usize| top * ((2 * j - 1) as f64 * std::f64::consts::PI / (4 * n + 2) as f64).sin();
    let mut started = Started::new(row_of_masses(n, false, mass, stiffness));
    let found = started.modes(Vec3::zeros(), 9);
    assert_frequencies("120 masses, fixed", &found, &(1..=9).map(fixed).collect::<Vec<_>>(), 1e-10);
    // the same bits every time
    let again = started.modes(Vec3::zeros(), 9);
    let bits = |modes: &[Mode]| -> Vec<u64> {
        let each = modes.iter().flat_map(|m| m.shape.iter().flatten().chain([&m.eigenvalue]));
        each.flat_map(|c| [c.re.to_bits(), c.im.to_bits()]).collect()
    };
    assert_eq!(bits(&found), bits(&again));

    let n = 40;
    let free =
        |j: usize| if j < 6 { 0.0 } else { top * ((j - 5) as f64 * std::f64::consts::PI / (2 * n) as f64).sin() };
    let mut started = Started::new(row_of_masses(n, true, mass, stiffness));
    let found = started.modes(Vec3::zeros(), 12);
    assert_frequencies("40 masses, free", &found, &(0..12).map(free).collect::<Vec<_>>(), 1e-10);
}

#[test]
fn every_one_of_many_equal_frequencies_is_found() {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let base = ground(&mut model);
    for k in 0..7 {
        let name = format!("pendulum {k}");
        let at = Vec3::new(k as f64, 0.0, 0.0);
        let node = model.add_node(&name, NodeKind::Free, at, Quat::identity()).unwrap();
        model.add_rigid_body(&name, node, 1.0, Vec3::new(0.0, 0.0, -0.5), Mat3::identity() * 0.1).unwrap();
        join(&mut model, &name, joints::universal(), at, Quat::identity(), base, node);
    }
    let found = Started::new(model).modes(Vec3::zeros(), 14);
    let exact = f64::sqrt(0.5 * 9.81 / (0.25 + 0.1));
    assert_frequencies("seven equal pendulums", &found, &[exact; 14], 1e-10);
    let column = |m: &Mode| nalgebra::DVector::from_iterator(42, m.shape[1..].iter().flatten().copied());
    let columns: Vec<_> = found.iter().map(|m| column(m).normalize()).collect();
    assert!(DMatrix::from_columns(&columns).singular_values().min() > 1e-3);
}

/// A hub that turns about z at the rate `omega`, driven from ground.
fn driven_hub(model: &mut Model, omega: f64) -> NodeId {
    let base = ground(model);
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let shaft = join(model, "shaft", joints::revolute(), Vec3::zeros(), Quat::identity(), base, hub);
    let line = TimeFunction::Table(Table::new(&[0.0, 100.0], &[0.0, 100.0 * omega], false).unwrap());
    let turning = model.add_function(line).unwrap();
    model.drive_joint(shaft, 0, turning).unwrap();
    hub
}

/// Give all nodes the velocity of a rotation about z.
fn spin(model: &mut Model, omega: f64) -> Vec3 {
    let rate = omega * Vec3::z();
    for k in 0..model.nodes().len() {
        let (kind, x) = (model.nodes()[k].kind, model.nodes()[k].start.x);
        let own = if kind == NodeKind::Free { rate } else { Vec3::zeros() };
        if kind != NodeKind::Ground {
            model.set_velocity(NodeId(k), rate.cross(&x), own).unwrap();
        }
    }
    rate
}

#[test]
fn hinged_blades_flap_and_lag_at_the_frequencies_of_the_rotor_books() {
    let (mass, center) = (3.0, 0.9);
    // thin bar along x, and a body of any shape
    for principal in [Vec3::new(0.0, 0.4, 0.4), Vec3::new(0.2, 0.5, 0.6)] {
        for (omega, offset, stiffness) in [(30.0, 0.2, 0.0), (5.0, 0.05, 120.0), (-12.0, 0.4, 30.0)] {
            for (flap, axis, about) in [(true, -Vec3::y(), principal.y), (false, Vec3::z(), principal.z)] {
                let mut model = Model::new();
                let hub = driven_hub(&mut model, omega);
                let at = Vec3::new(offset, 0.0, 0.0);
                let blade = model.add_node("blade", NodeKind::Free, at, Quat::identity()).unwrap();
                let inertia = Mat3::from_diagonal(&principal);
                model.add_rigid_body("blade", blade, mass, Vec3::new(center, 0.0, 0.0), inertia).unwrap();
                let hinge = join(&mut model, "hinge", joints::revolute(), at, along(axis), hub, blade);
                model.add_joint_spring("spring", hinge, 0, [stiffness, 0.0, 0.0]).unwrap();
                let rate = spin(&mut model, omega);
                // I λ² + k + Ω² (e S + ∫x² − z² dm)  flap,   I λ² + k + Ω² e S  lag
                let (first, second) = (mass * center, about + mass * center * center);
                let spread = mass * center * center + principal.z - principal.x;
                let pull = omega * omega * (offset * first + if flap { spread } else { 0.0 });
                let exact = ((stiffness + pull) / second).sqrt();
                let found = Started::new(model).modes(rate, 1);
                assert_frequencies(if flap { "flap" } else { "lag" }, &found, &[exact], 1e-10);
                assert!(found[0].damping_ratio.abs() < 1e-10);
                if principal.x == 0.0 && stiffness == 0.0 {
                    let book = omega.abs() * (f64::from(flap) + offset * first / second).sqrt();
                    assert!((found[0].frequency / book - 1.0).abs() < 1e-10);
                }
            }
        }
    }
}

#[test]
fn lag_hinges_on_a_free_hub_feel_it_in_the_collective_mode_only() {
    // n blades, hub angle φ free: I ζ'' + (I + eS) φ'' + (k + Ω²eS) ζ = 0,
    // (J + n (I + 2eS + me²)) φ'' + n (I + eS) ζ'' = 0 for equal ζ; any ζ whose sum is zero leaves the hub at rest
    let (n, omega, offset, mass, center, own, stiffness, hub_inertia) = (5, 9.0, 0.3, 2.0, 0.8, 0.35, 50.0, 6.0);
    let mut model = Model::new();
    let base = ground(&mut model);
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 1.0, Vec3::zeros(), Mat3::identity() * hub_inertia).unwrap();
    join(&mut model, "shaft", joints::revolute(), Vec3::zeros(), Quat::identity(), base, hub);
    for k in 0..n {
        let (name, turn) = (format!("{k}"), so3::exp(&(k as f64 * std::f64::consts::TAU / n as f64 * Vec3::z())));
        let at = turn * Vec3::new(offset, 0.0, 0.0);
        let blade = model.add_node(&name, NodeKind::Free, at, turn).unwrap();
        let inertia = Mat3::from_diagonal(&Vec3::new(0.0, own, own));
        model.add_rigid_body(&name, blade, mass, Vec3::new(center, 0.0, 0.0), inertia).unwrap();
        let hinge = join(&mut model, &name, joints::revolute(), at, turn, hub, blade);
        model.add_joint_spring(&name, hinge, 0, [stiffness, 0.0, 0.0]).unwrap();
    }
    let rate = spin(&mut model, omega);
    let (second, coupling) = (own + mass * center * center, own + mass * center * (center + offset));
    let pull = stiffness + omega * omega * offset * mass * center;
    let all = hub_inertia + n as f64 * (own + mass * (center + offset).powi(2));
    let collective = (pull / (second - n as f64 * coupling * coupling / all)).sqrt();
    let mut expected = vec![(pull / second).sqrt(); n - 1];
    expected.extend([0.0, collective]);
    let found = Started::new(model).modes(rate, n + 1);
    assert_frequencies("lag on a free hub", &found, &expected, 1e-10);
    let of_hub = |m: &Mode| m.shape[1][5].norm();
    assert!(found[1..n].iter().all(|m| of_hub(m) < 1e-8) && of_hub(&found[n]) > 0.1 && of_hub(&found[0]) > 0.1);
}

#[test]
fn a_disc_on_isotropic_springs_whirls_forwards_and_backwards() {
    // with the tilt φ in turning axes, J_t and J_p across and along the axis, rotating damper c:
    // J_t λ² + (i(2J_t − J_p)Ω + c) λ + k − (J_t − J_p)Ω² = 0
    let (across, polar, stiffness) = (0.5, 0.8, 90.0);
    for (omega, damping) in [(3.0, 0.0), (40.0, 0.0), (3.0, 0.6), (40.0, 0.6), (-25.0, 0.2)] {
        let mut model = Model::new();
        let hub = driven_hub(&mut model, omega);
        let disc = model.add_node("disc", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        let inertia = Mat3::from_diagonal(&Vec3::new(across, across, polar));
        model.add_rigid_body("disc", disc, 4.0, Vec3::zeros(), inertia).unwrap();
        let gimbal = join(&mut model, "gimbal", joints::universal(), Vec3::zeros(), Quat::identity(), hub, disc);
        for coordinate in 0..2 {
            let name = format!("spring {coordinate}");
            model.add_joint_spring(&name, gimbal, coordinate, [stiffness, damping, 0.0]).unwrap();
        }
        let rate = spin(&mut model, omega);
        let i = Complex::i();
        let whirl = roots(
            Complex::from(across),
            i * (2.0 * across - polar) * omega + damping,
            Complex::from(stiffness - (across - polar) * omega * omega),
        );
        let found = Started::new(model).modes(rate, 2);
        assert_eigenvalues(&format!("disc at {omega} rad/s"), &found, whirl.map(upper).to_vec(), 1e-10);
        for mode in &found {
            // φ = θ_x + iθ_y = Φ e^{λt} in one sense only: θ_y = ∓i θ_x
            let (x, y) = (mode.shape[2][3], mode.shape[2][4]);
            let forward = whirl.iter().any(|w| (w - mode.eigenvalue).norm() < 1e-9 * w.norm());
            let expected = if forward { -i * x } else { i * x };
            assert!((y - expected).norm() < 1e-9, "{x} {y}");
        }
        if damping == 0.0 {
            // seen from outside: J_t p² − J_p Ω p − k = 0
            let root = (polar * polar * omega * omega + 4.0 * stiffness * across).sqrt();
            let outside = [polar * omega + root, polar * omega - root].map(|p| (p / (2.0 * across) - omega).abs());
            assert_frequencies("the same", &found, &outside, 1e-10);
        }
    }
}

#[test]
fn a_free_top_nutates_and_stands_still_in_space() {
    // seen from axes that turn with it: nutation (J_p/J_t − 1)Ω; a tilt or a shift that stays, Ω; along and about the axis, 0
    let (across, polar, omega) = (0.5, 0.8, 13.0);
    let mut model = Model::new();
    let top = model.add_node("top", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(across, across, polar));
    model.add_rigid_body("top", top, 4.0, Vec3::zeros(), inertia).unwrap();
    let rate = spin(&mut model, omega);
    let found = Started::new(model).modes(rate, 6);
    let nutation = omega * (polar / across - 1.0);
    assert_frequencies("nutation", &found[..3], &[0.0, 0.0, nutation], 1e-10);
    // a shift may drift, which is a double eigenvalue with one vector: half the digits
    assert_frequencies("standing still", &found[3..], &[omega; 3], 1e-6);
}

#[test]
fn a_mass_on_rotating_springs_and_dampers_loses_stability_above_its_critical_speed() {
    // z = x + iy in turning axes: m λ² + (2iΩm + c) λ + k − mΩ² = 0
    let (mass, stiffness, damping) = (2.0, 800.0, 6.0);
    for omega in [0.0, 8.0, 19.0, 21.0, 45.0] {
        let mut model = Model::new();
        let hub = driven_hub(&mut model, omega);
        let slider = model.add_node("slider", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        let rotor = model.add_node("rotor", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.add_rigid_body("rotor", rotor, mass, Vec3::zeros(), Mat3::identity()).unwrap();
        for (name, axis, a, b) in [("x", Vec3::x(), hub, slider), ("y", Vec3::y(), slider, rotor)] {
            let joint = join(&mut model, name, joints::prismatic(), Vec3::zeros(), along(axis), a, b);
            model.add_joint_spring(name, joint, 0, [stiffness, damping, 0.0]).unwrap();
        }
        let rate = spin(&mut model, omega);
        let c = Complex::from(stiffness - mass * omega * omega);
        let whirl = roots(Complex::from(mass), Complex::new(damping, 2.0 * omega * mass), c);
        let found = Started::new(model).modes(rate, 2);
        // without rotation, the two are equal
        assert_eigenvalues(&format!("mass at {omega} rad/s"), &found, whirl.map(upper).to_vec(), 1e-10);
        let unstable = found.iter().any(|m| m.damping_ratio < 0.0);
        assert_eq!(unstable, omega > (stiffness / mass).sqrt());
    }
}

#[test]
fn a_rotating_chain_of_point_masses_has_the_modes_of_its_tension() {
    // masses at j l, rods of length l between them and to the axis; tension T_j = m Ω² Σ_{i≥j} i l:
    // out of plane   m z_j'' + T_j (z_j − z_{j−1})/l − T_{j+1} (z_{j+1} − z_j)/l = 0
    // in plane       the same with −m Ω² y_j: ω² lower by Ω²; the lowest ones are Ω (a tilt) and 0 (a turn)
    let (n, omega, mass, length) = (40, 7.0, 0.3, 0.25);
    let mut model = Model::new();
    let mut last = ground(&mut model);
    for j in 1..=n {
        let name = format!("{j}");
        let at = Vec3::new(j as f64 * length, 0.0, 0.0);
        let node = model.add_node(&name, NodeKind::Point, at, Quat::identity()).unwrap();
        model.add_point_mass(&name, node, mass, Vec3::zeros()).unwrap();
        let side = |m: &Model, n| m.attach(n, m.nodes()[n.0].start.x, Quat::identity()).unwrap();
        let (a, b) = (side(&model, last), side(&model, node));
        model.add_joint(&name, joints::distance(length), a, b).unwrap();
        last = node;
    }
    let rate = spin(&mut model, omega);
    let pull = |j: usize| (j..=n).map(|i| omega * omega * i as f64).sum::<f64>();
    let k = DMatrix::from_fn(n, n, |r, c| {
        let (r, c) = (r + 1, c + 1);
        if r == c {
            pull(r) + pull(r + 1)
        } else if r.abs_diff(c) == 1 {
            -pull(r.max(c))
        } else {
            0.0
        }
    });
    let (out_of_plane, _) = conservative(DMatrix::identity(n, n), k);
    assert!((out_of_plane[0] - omega).abs() < 1e-10);
    let in_plane = out_of_plane.iter().map(|w| (w * w - omega * omega).max(0.0).sqrt());
    let mut expected: Vec<f64> = in_plane.chain(out_of_plane.iter().copied()).collect();
    expected.sort_by(f64::total_cmp);
    expected[0] = 0.0;
    let mut started = Started::new(model);
    assert_frequencies("rotating chain", &started.modes(rate, 20), &expected[..20], 1e-10);
    assert_frequencies("rotating chain, all", &started.modes(rate, 2 * n), &expected, 1e-8);
}

#[test]
fn a_door_on_two_hinges_swings_as_on_one() {
    // five conditions too many; the axis of the hinges leans by 0.3 rad
    let (mass, center, about, lean) = (8.0, 0.45, 0.6, 0.3);
    let mut model = Model::new();
    let turn = so3::exp(&(lean * Vec3::x()));
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let base = ground(&mut model);
    let door = model.add_node("door", NodeKind::Free, Vec3::zeros(), turn).unwrap();
    // it hangs along −y of its own axes, the lowest place
    let down = (turn.inverse() * Vec3::new(0.0, 0.0, -1.0)).y.signum();
    let inertia = Mat3::from_diagonal(&Vec3::new(0.5, 0.4, about));
    model.add_rigid_body("door", door, mass, Vec3::new(0.0, down * center, 0.0), inertia).unwrap();
    for (name, height) in [("lower", 0.2), ("upper", 1.7)] {
        join(&mut model, name, joints::revolute(), turn * Vec3::new(0.0, 0.0, height), turn, base, door);
    }
    let mut work = Workspace::new(&model).unwrap();
    let mut state = State::reference(&model, 0.0);
    let report = initial::start(&model, &mut state, &mut work, Redundancy::LeastSquares).unwrap();
    assert_eq!((report.redundant, report.freedom), (5, 1));
    let found = Started { model, state, work }.modes(Vec3::zeros(), 1);
    let exact = (mass * 9.81 * lean.sin() * center / (about + mass * center * center)).sqrt();
    assert_frequencies("door", &found, &[exact], 1e-10);
}

#[test]
fn wrong_questions_are_refused_with_the_reason() {
    let mut started = Started::new(row_of_masses(3, false, 1.0, 1.0));
    for count in [0, 4, 1000] {
        let error = modes(&started.model, &started.state, &mut started.work, Vec3::zeros(), count).unwrap_err();
        assert!(matches!(error, Error::InvalidArgument(_)) && error.to_string().contains("1 to 3"), "{error}");
    }
    let mut ask =
        |spin: Vec3| modes(&started.model, &started.state, &mut started.work, spin, 1).unwrap_err().to_string();
    assert!(ask(Vec3::new(0.0, 0.0, 3.0)).contains("node \"0\""));
    assert!(ask(Vec3::new(0.0, f64::NAN, 0.0)).contains("finite"));
}
