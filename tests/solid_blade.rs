//! From solid to beam: a twisted blade of two materials as a solid, and as beams whose sections came from its cross section.

use crate::support::{options, simulate};
use swashplate::integrators::statics::Spin;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{
    Interpolation, Model, NodeKind, SectionMesh, SolidOptions, SweepStation, TieKind, uniform_sections,
};
use swashplate::results::slice;
use swashplate::sections::{Isotropic, SolidMaterial};
use swashplate::simulation::Simulation;
use swashplate::terms::NodeId;

const LENGTH: f64 = 1.0;
const TWIST: f64 = -0.3;

/// A blade along x with its section's origin on the axis, twisted about it.
fn frame(x: f64) -> (Vec3, Quat) {
    (Vec3::x() * x, so3::exp(&(Vec3::x() * (0.2 + TWIST * x / LENGTH))))
}

/// A rectangle of 60 × 12 mm in three quadrilaterals, the first one stiffer and heavier: a leading edge.
fn mesh(model: &mut Model) -> SectionMesh {
    let front = SolidMaterial::isotropic(&Isotropic { young: 2e11, poisson: 0.3, density: 7800.0 });
    let rear = SolidMaterial::isotropic(&Isotropic { young: 7e10, poisson: 0.3, density: 2700.0 });
    let front = model.add_solid_material("front", front).unwrap();
    let rear = model.add_solid_material("rear", rear).unwrap();
    let places = (0..21).map(|k| [0.06 * ((k % 7) as f64 / 6.0 - 0.4), 0.012 * ((k / 7) as f64 / 2.0 - 0.5)]).collect();
    let quad = |i: usize| vec![i, i + 2, i + 16, i + 14, i + 1, i + 9, i + 15, i + 7, i + 8];
    let elements = vec![quad(0), quad(2), quad(4)];
    SectionMesh { places, elements, materials: vec![rear, rear, front], axes: vec![] }
}

/// A hub that a drive turns about z.
fn add_hub(model: &mut Model) -> NodeId {
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let [a, b] = [ground, hub].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let shaft = model.add_joint("shaft", joints::revolute(), a, b).unwrap();
    let held = model.add_function(TimeFunction::Constant(0.0)).unwrap();
    model.drive_joint(shaft, 0, held).unwrap();
    hub
}

/// The blade as a solid, tied to the hub in the mean of its root face; its tip node next to the axis.
fn as_solid(elements: usize) -> (Model, NodeId) {
    let mut model = Model::new();
    let section = mesh(&mut model);
    let station = |k: usize| {
        let (x, rotation) = frame(LENGTH * k as f64 / (2 * elements) as f64);
        SweepStation { x, rotation, scale: 1.0 }
    };
    let stations: Vec<SweepStation> = (0..=2 * elements).map(station).collect();
    model.add_solid_sweep("blade", &section, &stations, SolidOptions::default()).unwrap();
    let root: Vec<NodeId> = (0..21).map(NodeId).collect();
    let hub = add_hub(&mut model);
    // shares by Simpson's rule and Young's modulus, so that a moment comes in as the stresses of bending do
    let along = [7.0, 28.0, 14.0, 28.0, 27.0, 80.0, 20.0];
    let weights: Vec<f64> = (0..21).map(|k| along[k % 7] * [1.0, 4.0, 1.0][k / 7]).collect();
    model.add_tie("root", hub, &root, Some(&weights), TieKind::Mean).unwrap();
    (model, NodeId(21 * 2 * elements + 9))
}

/// The same as beams.
fn as_beams(elements: usize) -> (Model, NodeId) {
    let mut model = Model::new();
    let section = mesh(&mut model);
    let own = slice::section("section \"blade\"", &section, &model).unwrap();
    let part = LENGTH / elements as f64;
    let mut frames = vec![frame(0.0)];
    for e in 0..elements {
        frames.extend(lobatto(3)[1..].iter().map(|r| frame(part * (e as f64 + 0.5 + 0.5 * r))));
    }
    let sections = vec![uniform_sections(&own, part, 3); elements];
    let beam = model.add_beam_elements("blade", &frames, 3, Interpolation::Rotations, &sections).unwrap();
    let nodes = model.beam(beam).unwrap().nodes.clone();
    let hub = add_hub(&mut model);
    let [a, b] = [hub, nodes[0]].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    model.add_joint("root", joints::rigid_connection(), a, b).unwrap();
    (model, nodes[nodes.len() - 1])
}

fn at_speed(model: &Model, speed: f64) -> Simulation {
    let mut model = model.clone();
    model.set_gravity(Vec3::new(0.0, 0.0, -200.0)).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_rotating(Spin { omega: Vec3::z() * speed, about: Vec3::zeros() }).unwrap_or_else(|e| panic!("{e}"));
    sim
}

/// Frequencies of flap, lag and torsion and the deflection of the tip, at rest and turning, agree within 1 %.
#[test]
fn a_solid_blade_and_beams_from_its_section_are_one_blade() {
    let ((solid, solid_tip), (beams, beam_tip)) = (as_solid(20), as_beams(12));
    let start = solid.nodes()[solid_tip.0].start.x;
    for speed in [0.0, 60.0] {
        let [mut a, mut b] = [&solid, &beams].map(|model| at_speed(model, speed));
        let spin = Vec3::z() * speed;
        let [one, two] = [&mut a, &mut b]
            .map(|sim| sim.modes(spin, 6).unwrap().iter().map(|mode| mode.frequency).collect::<Vec<f64>>());
        let gaps: Vec<f64> = one.iter().zip(&two).map(|(a, b)| a / b - 1.0).collect();
        println!("{speed} rad/s: solid {one:.2?}, beams {two:.2?}, gaps {gaps:.4?}");
        assert!(gaps.iter().all(|gap| gap.abs() < 0.01), "{gaps:?}");
        // the point of the solid is 3 mm off the axis: the beam's node carries it along
        let node = b.motion(beam_tip).unwrap();
        let arm = beams.nodes()[beam_tip.0].start.d.transpose() * (start - beams.nodes()[beam_tip.0].start.x);
        let carried = node.x + node.d * arm;
        let (solid_sag, beam_sag) = (a.motion(solid_tip).unwrap().x - start, carried - start);
        println!("tip: {solid_sag:?} {beam_sag:?}");
        assert!((solid_sag - beam_sag).norm() < 0.01 * beam_sag.norm(), "{solid_sag} {beam_sag}");
    }
}
