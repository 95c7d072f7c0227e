//! The examples with shells of Epple 2008: the plate of §6.4, the crank and panel of §6.5.

use super::shell_mesh::grid;
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;
use swashplate::elements::shell::tying::{NODES, ORDER};
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{Interpolation, JointId, Model, NodeKind, ShellOptions, uniform_sections};
use swashplate::sections::{BeamSection, Engineering, Isotropic, ShellSection};
use swashplate::terms::NodeId;
use swashplate::terms::holonomic::Pair;

/// Model; nodes at the centre, C and D. Epple 2008 §6.4 as `reference/shells/epple_plate_6_4.json` reads it.
pub fn plate([n, m]: [usize; 2]) -> (Model, [usize; 3]) {
    let mesh = grid([n, m], |u, v| Vec3::new(u, 0.0, 0.1 * v));
    let steel = Isotropic { young: 210e9, poisson: 0.25, density: 7870.0 };
    let steel = ShellSection::isotropic("plate", &steel, 2.5e-3).unwrap();
    let elements = mesh.shells(&steel, None, 1.0);
    let mut model = mesh.model(&elements, |k| k.is_multiple_of(mesh.size[0]));
    // 50 (1 − cos 2πt) N
    let wave = TimeFunction::OneMinusCosine { amplitude: 100.0, start: 0.0, duration: 0.5, hold: false };
    let wave = model.add_function(wave).unwrap();
    let (d, c) = (mesh.at(mesh.size[0] - 1, 0), mesh.at(mesh.size[0] - 1, mesh.size[1] - 1));
    for (node, sign) in [(c, 1.0), (d, -1.0)] {
        let loads = [Vec3::new(10.0, 1.0, 10.0) * sign, Vec3::zeros(), Vec3::zeros()];
        model.add_load(&format!("at {node}"), NodeId(node), Axes::Dead, loads, wave).unwrap();
    }
    (model, [mesh.at(mesh.size[0] / 2, mesh.size[1] / 2), c, d])
}

const ALUMINIUM: Isotropic = Isotropic { young: 73e9, poisson: 0.3, density: 2700.0 };

/// A square section with this side.
fn square(a: f64) -> BeamSection {
    let shear = ALUMINIUM.young / (2.0 * (1.0 + ALUMINIUM.poisson));
    let (area, second) = (a * a, a.powi(4) / 12.0);
    let rotary = ALUMINIUM.density * second;
    let own = Engineering {
        axial: ALUMINIUM.young * area,
        shear: [shear * area * 5.0 / 6.0; 2],
        torsion: shear * 0.1406 * a.powi(4),
        bending: [ALUMINIUM.young * second; 2],
        mass: ALUMINIUM.density * area,
        inertia: [2.0 * rotary, rotary, rotary],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("square").unwrap()
}

/// The crank and the panel of Epple §6.5.
pub struct Panel {
    pub model: Model,
    /// the corner A
    pub tip: NodeId,
    /// at C and E
    pub joints: [JointId; 2],
    /// all joints to ground: at C, D and E
    pub supports: [JointId; 3],
}

/// Epple's drive: φ = π/4 (1 − cos πt/T), T = 2 s. Its second derivative jumps from 0 to π³/(4T²) at the start.
pub fn cosine() -> TimeFunction {
    TimeFunction::OneMinusCosine { amplitude: FRAC_PI_2, start: 0.0, duration: 2.0, hold: true }
}

/// A drive through the same quarter of a turn that begins smoothly: φ = π/2 s⁴ (35 − 84 s + 70 s² − 20 s³), s = t/T, T = 1 s; its first
/// three derivatives are zero at both ends.
pub fn smooth() -> TimeFunction {
    TimeFunction::Host(Arc::new(|t: f64| {
        let s = t.clamp(0.0, 1.0);
        let value = s.powi(4) * (35.0 - 84.0 * s + 70.0 * s * s - 20.0 * s.powi(3));
        let first = 140.0 * (s * (1.0 - s)).powi(3);
        let second = 420.0 * (s * (1.0 - s)).powi(2) * (1.0 - 2.0 * s);
        Some([value, first, second].map(|v| FRAC_PI_2 * v))
    }))
}

/// n × n shell elements, n quadratic elements a beam, and Epple's drive.
pub fn panel(n: usize, interpolation: Interpolation) -> Panel {
    driven_panel(n, interpolation, cosine())
}

/// The same with another drive, a crank angle over time.
pub fn driven_panel(n: usize, interpolation: Interpolation, drive_angle: TimeFunction) -> Panel {
    let mut model = Model::new();
    let side = 2 * n + 1;
    let beam = |model: &mut Model, name: &str, from: Vec3, to: Vec3, a: f64| -> Vec<NodeId> {
        let along = (to - from).normalize();
        let turn = Quat::rotation_between(&Vec3::x(), &along).unwrap_or_else(|| so3::exp(&(PI * Vec3::z())));
        let frames: Vec<(Vec3, Quat)> =
            (0..side).map(|k| (from + (to - from) * (k as f64 / (side - 1) as f64), turn)).collect();
        let sections = vec![uniform_sections(&square(a), (to - from).norm() / n as f64, 3); n];
        let id = model.add_beam_elements(name, &frames, 3, interpolation, &sections).unwrap();
        model.beam(id).unwrap().nodes.clone()
    };
    let [c, d, b, a] = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
    let [f, e] = [1.0, 0.75].map(|x| Vec3::new(x, 0.0, -1.0));
    let cd = beam(&mut model, "CD", c, d, 0.06);
    let ba = beam(&mut model, "BA", b, a, 0.03);
    let rod = beam(&mut model, "push rod", b, f, 0.04);
    let crank = beam(&mut model, "crank", e, f, 0.04);

    let mut grid = vec![NodeId(0); side * side];
    for (i, j) in (0..side * side).map(|k| (k % side, k / side)) {
        grid[side * j + i] = match i {
            0 => cd[j],
            _ if i == side - 1 => ba[j],
            _ => {
                let at = Vec3::new(i as f64, j as f64, 0.0) / (side - 1) as f64;
                model.add_node(&format!("panel {i} {j}"), NodeKind::Free, at, Quat::identity()).unwrap()
            }
        };
    }
    let element =
        |k: usize| -> [NodeId; NODES] { ORDER.map(|p| grid[(2 * (k / n) + p / 3) * side + 2 * (k % n) + p % 3]) };
    let elements: Vec<[NodeId; NODES]> = (0..n * n).map(element).collect();
    let skin = ShellSection::isotropic("skin", &ALUMINIUM, 0.015).unwrap();
    let skin = model.add_shell_section("skin", skin).unwrap();
    model.add_shell("panel", &elements, &[skin], ShellOptions::default()).unwrap();

    let ground = model.add_node("ground", NodeKind::Ground, c, Quat::identity()).unwrap();
    // axis 3 of the hinges along y, that of the universal joint, about which it does not turn, along the rod
    let join = |model: &mut Model, name: &str, pair: Pair, on_a: NodeId, on_b: NodeId, at: Vec3| {
        let axes = if name == "F" { Quat::identity() } else { so3::exp(&(-FRAC_PI_2 * Vec3::x())) };
        let (one, two) = (model.attach(on_a, at, axes).unwrap(), model.attach(on_b, at, axes).unwrap());
        model.add_joint(name, pair, one, two).unwrap()
    };
    let hinge = join(&mut model, "C", joints::revolute(), ground, grid[0], c);
    let other = join(&mut model, "D", joints::revolute(), ground, grid[side * (side - 1)], d);
    let drive = join(&mut model, "E", joints::revolute(), ground, crank[0], e);
    join(&mut model, "B", joints::spherical(), grid[side - 1], rod[0], b);
    join(&mut model, "F", joints::universal(), crank[side - 1], rod[side - 1], f);
    // about −y: the crank goes up
    let angle = model.add_function(drive_angle).unwrap();
    let down = model.add_function(TimeFunction::Constant(-1.0)).unwrap();
    let turn = model.add_function(TimeFunction::Product(vec![angle, down])).unwrap();
    model.drive_joint(drive, 0, turn).unwrap();
    Panel { model, tip: grid[side * side - 1], joints: [hinge, drive], supports: [hinge, other, drive] }
}
