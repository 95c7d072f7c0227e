//! Beams with interpolated directors beside those with interpolated rotations: stability in tension, buckling loads, static errors
//! on equal meshes. Run with `--nocapture` for the tables of the README.

mod support;

use support::{options, reference, simulate, vector};
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{Interpolation, Model, NodeKind, uniform_sections};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::simulation::Simulation;
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

/// The largest growth [1/s] among all modes.
fn growth(sim: &mut Simulation, count: usize) -> f64 {
    let modes = sim.modes(Vec3::zeros(), count).unwrap_or_else(|e| panic!("{e}"));
    modes.iter().fold(f64::NEG_INFINITY, |most, mode| most.max(mode.eigenvalue.re))
}


/// A beam of equal elements of unit length and unit EI, clamped or hinged at its start, pulled at its end: all modes.
fn pulled(mesh: (usize, usize), root: Root, interpolation: Interpolation, tension: f64, strain: f64) -> Simulation {
    let axial = tension / strain;
    let stiffness = Stiffness { axial, shear: 0.3 * axial, torsion: 1.0, bending: 1.0, offset: 0.0 };
    let (model, tip) = beam(mesh.0 as f64, straight, &stiffness, mesh, interpolation, root);
    loaded(model, tip, Vec3::new(tension, 0.0, 0.0), Vec3::zeros())
}

#[test]
fn no_mode_grows_in_tension() {
    for nodes in [2, 3, 4] {
        for elements in if nodes == 2 { [2, 10] } else { [2, 3] } {
            for root in [Root::Clamped, Root::Hinged] {
                for (tension, strain) in [(29.0, 1e-3), (200.0, 0.01), (1000.0, 1e-3), (1000.0, 0.02)] {
                    let mut sim = pulled((elements, nodes), root, Interpolation::Directors, tension, strain);
                    let g = growth(&mut sim, elements * (nodes - 1) * 3);
                    if g > 1e-6 {
                        println!("{nodes} nodes {elements} {root:?} N = {tension} strain {strain}: growth {g:.3e}");
                    }
                }
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
    // secants: it is nearly a straight line
    let (mut a, mut b) = ((1.0, square(1.0)), (2.0, square(2.0)));
    for _ in 0..4 {
        if (b.1 / a.1).abs() < 1e-9 {
            break;
        }
        let load = b.0 - b.1 * (b.0 - a.0) / (b.1 - a.1);
        (a, b) = (b, (load, square(load)));
    }
    b.0
}

#[test]
fn columns_buckle_at_eulers_load() {
    let exact = std::f64::consts::PI.powi(2) / 4.0;
    for interpolation in BOTH {
        for nodes in [2, 3, 4] {
            let errors = [2, 4, 8, 16].map(|n| critical((n, nodes), interpolation) / exact - 1.0);
            println!("{interpolation:?} {nodes}: {}", errors.map(|e| format!("{e:.2e}")).join(" "));
        }
    }
}

/// Tip of the cantilever of unit length and EI under a force across it: EI θ'' = −P cos θ, θ(0) = 0, θ'(1) = 0, by Runge-Kutta of
/// fourth order and shooting.
fn elastica(force: f64) -> Vec3 {
    let shoot = |bend: f64| {
        let (n, mut y) = (4000, [0.0, bend, 0.0, 0.0]);
        let h = 1.0 / n as f64;
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
        if shoot(middle)[1] > 0.0 { high = middle } else { low = middle }
    }
    let end = shoot(low);
    Vec3::new(end[2], end[3], 0.0)
}

#[test]
fn static_errors() {
    let row = reference("beam")["bend45"][2].clone();
    let quarter = 2.0 / std::f64::consts::PI;
    for interpolation in BOTH {
        for nodes in [2, 3, 4] {
            let counts = [2, 4, 8, 16];
            let roll = counts.map(|n| {
                let s = Stiffness { axial: 100.0, shear: 100.0, torsion: 1.0, bending: 1.0, offset: 0.0 };
                let (model, tip) = beam(1.0, straight, &s, (n, nodes), interpolation, Root::Clamped);
                let moment = Vec3::new(0.0, 0.0, 0.5 * std::f64::consts::PI);
                error(model, tip, [Vec3::zeros(), moment], Vec3::new(quarter, quarter, 0.0))
            });
            let bend = counts.map(|n| {
                let arc = |s: f64| {
                    let angle = s / 100.0;
                    (100.0 * Vec3::new(angle.sin(), 1.0 - angle.cos(), 0.0), so3::exp(&(angle * Vec3::z())))
                };
                let s = Stiffness { axial: 1e7, shear: 5e6, torsion: 5e6 / 6.0, bending: 1e7 / 12.0, offset: 0.0 };
                let l = 25.0 * std::f64::consts::PI;
                let (model, tip) = beam(l, arc, &s, (n, nodes), interpolation, Root::Clamped);
                let force = Vec3::new(0.0, 0.0, row["P"].as_f64().unwrap());
                error(model, tip, [force, Vec3::zeros()], vector(&row["tip"])) / l
            });
            let lean = counts.map(|n| {
                let s = Stiffness { axial: 1e9, shear: 1e9, torsion: 1.0, bending: 1.0, offset: 0.0 };
                let (model, tip) = beam(1.0, straight, &s, (n, nodes), interpolation, Root::Clamped);
                error(model, tip, [Vec3::new(0.0, 10.0, 0.0), Vec3::zeros()], elastica(10.0))
            });
            let line = |e: [f64; 4]| e.map(|e| format!("{e:.1e}")).join(" ");
            println!("{interpolation:?} {nodes}: roll {}  bend {}  elastica {}", line(roll), line(bend), line(lean));
        }
    }
}

/// Distance of a node from where it should be in equilibrium, not a number where none is found.
fn error(mut model: Model, node: NodeId, [force, moment]: [Vec3; 2], exact: Vec3) -> f64 {
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    model.add_load("tip", node, Axes::Dead, [force, moment, Vec3::zeros()], one).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().map_or(f64::NAN, |_| (sim.motion(node).unwrap().x - exact).norm())
}
