//! Beams with interpolated directors beside those with interpolated rotations: stability in tension, buckling loads, static errors
//! on equal meshes. Run with `--nocapture` for the tables of the manual.

use crate::support;

use support::{options, reference, simulate, vector};
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{Interpolation, Model, NodeKind, uniform_sections};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

const BOTH: [Interpolation; 2] = [Interpolation::Rotations, Interpolation::Directors];

/// How a beam begins: clamped, or on a hinge across it, whose spring only keeps the unloaded beam from turning.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Root {
    Clamped,
    Hinged,
}

/// EA, GA, GJ, EI and the offset of the tension centre along axis 2.
struct Stiffness {
    axial: f64,
    shear: f64,
    torsion: f64,
    bending: f64,
    offset: f64,
}

fn section(s: &Stiffness) -> BeamSection {
    let own = Engineering {
        axial: s.axial,
        shear: [s.shear; 2],
        torsion: s.torsion,
        bending: [s.bending; 2],
        mass: 1.0,
        inertia: [2e-3, 1e-3, 1e-3],
        tension_center: [s.offset, 0.0],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("test").unwrap()
}

/// A beam along an axis given by its length, joined to the ground at its start; returns its last node too.
fn beam(
    length: f64,
    frame: impl Fn(f64) -> (Vec3, Quat),
    stiffness: &Stiffness,
    (elements, nodes): (usize, usize),
    interpolation: Interpolation,
    root: Root,
) -> (Model, NodeId) {
    let mut model = Model::new();
    let part = length / elements as f64;
    let mut frames = vec![frame(0.0)];
    for e in 0..elements {
        frames.extend(lobatto(nodes)[1..].iter().map(|r| frame(part * (e as f64 + 0.5 + 0.5 * r))));
    }
    let sections = vec![uniform_sections(&section(stiffness), part, nodes); elements];
    let beam = model.add_beam_elements("beam", &frames, nodes, interpolation, &sections).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, frames[0].0, frames[0].1).unwrap();
    let line = model.beam(beam).unwrap();
    let (first, tip) = (line.nodes[0], line.nodes[line.nodes.len() - 1]);
    let at = |m: &Model, n| m.attach(n, frames[0].0, frames[0].1).unwrap();
    let (a, b) = (at(&model, ground), at(&model, first));
    match root {
        Root::Clamped => drop(model.add_joint("root", joints::rigid_connection(), a, b).unwrap()),
        Root::Hinged => {
            let hinge = model.add_joint("root", joints::revolute(), a, b).unwrap();
            model.add_joint_spring("root", hinge, 0, [1e-3, 0.0, 0.0]).unwrap();
        }
    }
    (model, tip)
}

fn straight(s: f64) -> (Vec3, Quat) {
    (Vec3::new(s, 0.0, 0.0), Quat::identity())
}

/// Equilibrium under a dead force and a dead moment at a node.
fn loaded(mut model: Model, node: NodeId, force: Vec3, moment: Vec3) -> Simulation {
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    model.add_load("tip", node, Axes::Dead, [force, moment, Vec3::zeros()], one).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().unwrap_or_else(|e| panic!("{e}"));
    sim
}

/// The largest growth [1/s] among the `count` lowest modes.
fn growth(sim: &mut Simulation, count: usize) -> f64 {
    let modes = sim.modes(Vec3::zeros(), count).unwrap_or_else(|e| panic!("{e}"));
    modes.iter().fold(f64::NEG_INFINITY, |most, mode| most.max(mode.eigenvalue.re))
}

/// A beam of equal elements of unit length and unit EI, clamped or hinged at its start, pulled at its end.
fn pulled(mesh: (usize, usize), root: Root, stiffness: &Stiffness, tension: f64) -> Simulation {
    let (model, tip) = beam(mesh.0 as f64, straight, stiffness, mesh, Interpolation::Directors, root);
    loaded(model, tip, Vec3::new(tension, 0.0, 0.0), Vec3::zeros())
}

#[test]
fn no_mode_grows_in_tension() {
    // N Le²/EI and strain. Without the square of d_1 modes grow from N Le²/EI of 4, 24 and 72 on with 2, 3 and 4 nodes; with half of
    // it, clamped rows of ten elements of two nodes still have one at 1000 and 2 %
    for (tension, strain) in [(5.0, 1e-4), (29.0, 1e-3), (200.0, 0.01), (1000.0, 1e-3), (1000.0, 0.02)] {
        let axial = tension / strain;
        let stiffness = Stiffness { axial, shear: 0.3 * axial, torsion: 1.0, bending: 1.0, offset: 0.0 };
        for (nodes, elements) in [(2, 2), (2, 10), (3, 2), (3, 4), (4, 2), (4, 3)] {
            for root in [Root::Clamped, Root::Hinged] {
                let mut sim = pulled((elements, nodes), root, &stiffness, tension);
                let found = growth(&mut sim, 3 * elements * (nodes - 1));
                let what = format!("{elements} elements of {nodes} nodes, {root:?}, N = {tension}, strain {strain}");
                assert!(found < 1e-3, "{what}: a mode grows with {found:.2e} 1/s");
            }
        }
    }
}

/// The critical load of a clamped column of length 1 and EI = 1, where the square of its lowest frequency passes zero.
fn critical(mesh: (usize, usize), interpolation: Interpolation) -> f64 {
    let stiffness = Stiffness { axial: 1e7, shear: 1e7, torsion: 1.0, bending: 1.0, offset: 0.0 };
    let square = |load: f64| {
        let (model, tip) = beam(1.0, straight, &stiffness, mesh, interpolation, Root::Clamped);
        let mut sim = loaded(model, tip, Vec3::new(-load, 0.0, 0.0), Vec3::zeros());
        let mode = &sim.modes(Vec3::zeros(), 1).unwrap_or_else(|e| panic!("{e}"))[0];
        (mode.eigenvalue * mode.eigenvalue).re
    };
    // the load over the square is nearly a straight line: a polynomial through five of them, read at zero
    let loads = [1.6, 1.8, 2.0, 2.2, 2.4];
    let squares = loads.map(square);
    let part = |k: usize| -> f64 {
        (0..5).filter(|j| *j != k).map(|j| squares[j] / (squares[j] - squares[k])).product::<f64>() * loads[k]
    };
    (0..5).map(part).sum()
}

#[test]
fn columns_buckle_at_eulers_load() {
    let exact = std::f64::consts::PI.powi(2) / 4.0;
    for interpolation in BOTH {
        for nodes in [2, 3, 4] {
            let counts = [2, 4, 8, 16];
            let errors = counts.map(|n| critical((n, nodes), interpolation) / exact - 1.0);
            println!("| {interpolation:?} | {nodes} | {} |", errors.map(|e| format!("{e:.1e}")).join(" | "));
            if nodes == 2 {
                // sections in line with the chords, N θ̄² + c N (θ₁ − θ₂)²/4 against EI (θ₁ − θ₂)²/Le²: sin and cos at the nodes give
                // N = (4 EI/Le²) tan²φ/(1 + c tan²φ), φ = π Le/4; c = 0 with rotations, ⅓ with directors
                let c = if interpolation == Interpolation::Directors { 1.0 / 3.0 } else { 0.0 };
                for (n, error) in counts.iter().zip(errors) {
                    let le = 1.0 / *n as f64;
                    let square = (std::f64::consts::FRAC_PI_4 * le).tan().powi(2);
                    let closed = 4.0 * square / (le * le * (1.0 + c * square)) / exact - 1.0;
                    assert!((error - closed).abs() < 3e-6, "{interpolation:?}, {n} elements: {error:e}, {closed:e}");
                }
            } else {
                // orders 4 and 6, down to the strain and shear of the column, 2.5e-7, and the polynomial
                let order = if nodes == 3 { 4 } else { 6 };
                for (k, error) in errors.iter().enumerate() {
                    let bound = [1.1e-3, 5e-6][nodes - 3] / f64::powi(2.0, order * k as i32) + 2e-6;
                    assert!(error.abs() < bound, "{interpolation:?}, {nodes} nodes: {errors:?}");
                }
            }
        }
    }
}

/// Tip of the cantilever of unit length and EI under a force across it: EI θ'' = −P cos θ, θ(0) = 0, θ'(1) = 0, by Runge-Kutta of
/// fourth order and shooting.
fn elastica(force: f64) -> Vec3 {
    let shoot = |bend: f64| {
        let (n, mut y) = (4000, [0.0, bend, 0.0, 0.0]);
        let h = 1.0 / f64::from(n);
        let rate = |y: [f64; 4]| [y[1], -force * y[0].cos(), y[0].cos(), y[0].sin()];
        let step = |y: [f64; 4], k: [f64; 4], h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
        for _ in 0..n {
            let k1 = rate(y);
            let k2 = rate(step(y, k1, 0.5 * h));
            let k3 = rate(step(y, k2, 0.5 * h));
            let k4 = rate(step(y, k3, h));
            y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
        }
        y
    };
    let (mut low, mut high) = (0.0, force);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if shoot(middle)[1] > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    let end = shoot(low);
    Vec3::new(end[2], end[3], 0.0)
}

/// Distance of a node from where it should be in equilibrium, over the length; not a number where none is found.
fn error(mut model: Model, node: NodeId, [force, moment]: [Vec3; 2], exact: Vec3, length: f64) -> f64 {
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    model.add_load("tip", node, Axes::Dead, [force, moment, Vec3::zeros()], one).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().map_or(f64::NAN, |_| (sim.motion(node).unwrap().x - exact).norm() / length)
}

#[test]
fn static_errors_of_both_on_equal_meshes() {
    let row = reference("beam")["bend45"][2].clone();
    let quarter = 2.0 / std::f64::consts::PI;
    let counts = [4, 8, 16];
    for interpolation in BOTH {
        for nodes in [2, 3, 4] {
            let thin = Stiffness { axial: 100.0, shear: 100.0, torsion: 1.0, bending: 1.0, offset: 0.0 };
            let roll = counts.map(|n| {
                let (model, tip) = beam(1.0, straight, &thin, (n, nodes), interpolation, Root::Clamped);
                let moment = Vec3::new(0.0, 0.0, 0.5 * std::f64::consts::PI);
                error(model, tip, [Vec3::zeros(), moment], Vec3::new(quarter, quarter, 0.0), 1.0)
            });
            let square = Stiffness { axial: 1e7, shear: 5e6, torsion: 5e6 / 6.0, bending: 1e7 / 12.0, offset: 0.0 };
            let bend = counts.map(|n| {
                let arc = |s: f64| {
                    let angle = s / 100.0;
                    (100.0 * Vec3::new(angle.sin(), 1.0 - angle.cos(), 0.0), so3::exp(&(angle * Vec3::z())))
                };
                let length = 25.0 * std::f64::consts::PI;
                let (model, tip) = beam(length, arc, &square, (n, nodes), interpolation, Root::Clamped);
                let force = Vec3::new(0.0, 0.0, row["P"].as_f64().unwrap());
                error(model, tip, [force, Vec3::zeros()], vector(&row["tip"]), length)
            });
            let stiff = Stiffness { axial: 1e9, shear: 1e9, torsion: 1.0, bending: 1.0, offset: 0.0 };
            let lean = counts.map(|n| {
                let (model, tip) = beam(1.0, straight, &stiff, (n, nodes), interpolation, Root::Clamped);
                error(model, tip, [Vec3::new(0.0, 10.0, 0.0), Vec3::zeros()], elastica(10.0), 1.0)
            });
            let cells = |e: &[f64; 3]| e.map(|e| format!("{e:.1e}")).join(", ");
            println!("| {interpolation:?} | {nodes} | {} | {} | {} |", cells(&roll), cells(&bend), cells(&lean));
            // the order 2(n − 1) of the last halving, where there is more than rounding and the stretch of the elastica (1e-8)
            for errors in [roll, bend, lean].iter().filter(|e| e[2] > 1e-7) {
                let order = (errors[1] / errors[2]).log2();
                let expected = 2.0 * (nodes as f64 - 1.0);
                assert!((order - expected).abs() < 0.35, "{interpolation:?}, {nodes} nodes: {errors:?}");
            }
        }
    }
}

#[test]
fn a_hinged_blade_in_tension_swings_under_every_scheme_over_a_step() {
    // two elements of two nodes, N Le²/EI = 29, released at 0.05 rad; the pull is a dead force, the swing nearly that of a stiff bar:
    // the reference is the same blade with interpolated rotations and Radau IIA
    let run = |interpolation, scheme: Scheme, h: f64| {
        let axial = 29.0 / 1e-3;
        let stiffness = Stiffness { axial, shear: 0.3 * axial, torsion: 1.0, bending: 1.0, offset: 0.0 };
        let turn = so3::exp(&(0.05 * Vec3::z()));
        let up = |s: f64| (turn * Vec3::new(s, 0.0, 0.0), turn);
        let (mut model, tip) = beam(2.0, up, &stiffness, (2, 2), interpolation, Root::Hinged);
        let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
        let pull = [Vec3::new(29.0, 0.0, 0.0), Vec3::zeros(), Vec3::zeros()];
        model.add_load("tip", tip, Axes::Dead, pull, one).unwrap();
        let mut sim = simulate(model, Options { scheme, ..Default::default() });
        sim.advance(2.0, h, None).unwrap_or_else(|e| panic!("{}: {e}", scheme.name()));
        let audit = sim.audit(Vec3::zeros()).unwrap();
        let gap = audit.numerical_dissipation - audit.scheme_dissipation;
        (sim.motion(tip).unwrap().x, gap.abs() / audit.kinetic_energy.max(audit.potential_energy))
    };
    let (reference, _) = run(Interpolation::Rotations, Scheme::RadauIIA, 1e-3);
    for scheme in [
        Scheme::EnergyPreserving,
        Scheme::MomentumPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumDecaying(1.0),
        Scheme::MomentumDecayingConstrained(1.0),
    ] {
        let (tip, gap) = run(Interpolation::Directors, scheme, 5e-3);
        println!("{}: {:.2e} m from the reference, books to {gap:.0e}", scheme.name(), (tip - reference).norm());
        // a tenth of the swing of 0.1 m; both beams have errors of their meshes
        assert!((tip - reference).norm() < 0.01 && gap < 1e-10, "{}: {tip} {reference} {gap:e}", scheme.name());
    }
}
