//! Beams in static equilibrium against closed forms and `reference/beam.json`.

use crate::support;

use support::{assert_order, options, reference, simulate, vector};
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{Interpolation, JointId, Model, NodeKind, uniform_sections};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::simulation::Simulation;
use swashplate::terms::NodeId;

const BOTH: [Interpolation; 2] = [Interpolation::Rotations, Interpolation::Directors];

/// Stiffnesses EA, GA, GA, GJ, EI, EI and a little mass.
fn section([axial, shear_2, shear_3, torsion, bending_2, bending_3]: [f64; 6]) -> BeamSection {
    let own = Engineering {
        axial,
        shear: [shear_2, shear_3],
        torsion,
        bending: [bending_2, bending_3],
        mass: 1.0,
        inertia: [2e-3, 1e-3, 1e-3],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("test").unwrap()
}

struct Cantilever {
    model: Model,
    tip: NodeId,
    root: JointId,
}

/// A beam clamped at the start of an axis given by its length: `frame(s)` is point and section frame.
fn cantilever(
    length: f64,
    frame: impl Fn(f64) -> (Vec3, Quat),
    section: &BeamSection,
    (elements, nodes): (usize, usize),
    interpolation: Interpolation,
) -> Cantilever {
    let mut model = Model::new();
    let part = length / elements as f64;
    let mut frames = vec![frame(0.0)];
    for e in 0..elements {
        frames.extend(lobatto(nodes)[1..].iter().map(|r| frame(part * (e as f64 + 0.5 + 0.5 * r))));
    }
    let sections = vec![uniform_sections(section, part, nodes); elements];
    let beam = model.add_beam_elements("beam", &frames, nodes, interpolation, &sections).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, frames[0].0, frames[0].1).unwrap();
    let line = model.beam(beam).unwrap();
    let (first, tip) = (line.nodes[0], line.nodes[line.nodes.len() - 1]);
    let at = |m: &Model, n| m.attach(n, frames[0].0, frames[0].1).unwrap();
    let (a, b) = (at(&model, ground), at(&model, first));
    let root = model.add_joint("root", joints::rigid_connection(), a, b).unwrap();
    Cantilever { model, tip, root }
}

/// Solve with a dead force and moment at the tip.
fn solve(mut c: Cantilever, force: Vec3, moment: Vec3) -> (Simulation, usize, usize) {
    let one = c.model.add_function(TimeFunction::Constant(1.0)).unwrap();
    c.model.add_load("tip", c.tip, Axes::Dead, [force, moment, Vec3::zeros()], one).unwrap();
    let mut sim = simulate(c.model, options(0.8));
    let report = sim.solve_static().unwrap();
    (sim, report.load_steps, report.iterations)
}

#[test]
fn roll_up_to_a_circle_and_its_orders_of_convergence() {
    // EI = 100, L = 10; M = 2π EI/L closes the circle: the tip returns to the root (`beam.json`, rollup, frac 1)
    let row = reference("beam")["rollup"]["rows"][4].clone();
    let moment = Vec3::new(0.0, 0.0, row["M"].as_f64().unwrap());
    let exact = Vec3::new(row["tip_x"].as_f64().unwrap(), row["tip_y"].as_f64().unwrap(), 0.0);
    let stiff = section([1e4, 1e4, 1e4, 100.0, 100.0, 100.0]);
    let error = |elements: usize, nodes: usize, interpolation| {
        let straight = |s: f64| (Vec3::new(s, 0.0, 0.0), Quat::identity());
        let c = cantilever(10.0, straight, &stiff, (elements, nodes), interpolation);
        let tip = c.tip;
        let (sim, _, _) = solve(c, Vec3::zeros(), moment);
        (sim.motion(tip).unwrap().x - exact).norm() / 10.0
    };
    for interpolation in BOTH {
        assert!(error(16, 4, interpolation) < 1e-6);
        // with n nodes, n − 1 Gauss points: displacements of order 2(n − 1)
        for (nodes, counts, margin) in [(2, [32, 64, 128], 0.1), (3, [16, 32, 64], 0.2), (4, [8, 16, 32], 0.3)] {
            let errors = counts.map(|n| error(n, nodes, interpolation));
            println!("{interpolation:?} {nodes}: {:?}", errors.map(|e| format!("{e:.2e}")));
            if errors[2] > 1e-11 {
                assert_order(&format!("{interpolation:?}, {nodes} nodes"), &errors, 2.0 * (nodes as f64 - 1.0), margin);
            }
        }
    }
}

#[test]
fn bend_of_45_degrees_matches_the_reference() {
    // E = 1e7, unit square, R = 100; J = 1/6, shear factor 1
    let stiff = section([1e7, 5e6, 5e6, 5e6 / 6.0, 1e7 / 12.0, 1e7 / 12.0]);
    let arc = |s: f64| {
        let angle = s / 100.0;
        (100.0 * Vec3::new(angle.sin(), 1.0 - angle.cos(), 0.0), so3::exp(&(angle * Vec3::z())))
    };
    let rows = reference("beam")["bend45"].as_array().unwrap().clone();
    for row in rows.iter().filter(|r| r["case"] == "k=1,J=Ip=1/6") {
        let (force, exact) = (row["P"].as_f64().unwrap(), vector(&row["tip"]));
        for interpolation in BOTH {
            let c = cantilever(25.0 * std::f64::consts::PI, arc, &stiff, (16, 4), interpolation);
            let (tip, root) = (c.tip, c.root);
            let (sim, steps, iterations) = solve(c, Vec3::new(0.0, 0.0, force), Vec3::zeros());
            let error = (sim.motion(tip).unwrap().x - exact).norm() / exact.norm();
            println!("{interpolation:?} P = {force}: error {error:.1e}, {steps} load steps, {iterations} iterations");
            assert!(error < 1e-6, "{interpolation:?}, P = {force}: {error:e}");
            assert!(iterations <= 12 * steps && steps <= 8, "{steps} load steps, {iterations} iterations");
            // what the clamp exerts balances the load: force −P, moment −(tip × P)
            let (reaction, moment) = sim.joint_reaction(root, 1, false).unwrap();
            let needed = vector(&row["root_moment"]);
            assert!((reaction - Vec3::new(0.0, 0.0, -force)).norm() < 1e-6 * force);
            assert!((moment + needed).norm() < 2e-6 * needed.norm(), "{moment} {needed}");
        }
    }
}

#[test]
fn turned_section_axes_do_not_change_the_beam() {
    // the same 45° bend with section frames turned by 30° about the axis, and stiffness accordingly (it is isotropic)
    let stiff = section([1e7, 5e6, 5e6, 5e6 / 6.0, 1e7 / 12.0, 1e7 / 12.0]);
    let tip = |twist: f64| {
        let arc = |s: f64| {
            let angle = s / 100.0;
            let frame = so3::exp(&(angle * Vec3::z())) * so3::exp(&(twist * Vec3::x()));
            (100.0 * Vec3::new(angle.sin(), 1.0 - angle.cos(), 0.0), frame)
        };
        let c = cantilever(25.0 * std::f64::consts::PI, arc, &stiff, (8, 4), Interpolation::Rotations);
        let node = c.tip;
        solve(c, Vec3::new(0.0, 0.0, 300.0), Vec3::zeros()).0.motion(node).unwrap().x
    };
    assert!((tip(0.0) - tip(0.5)).norm() < 1e-8);
}
