//! Solids in motion: conservation over large turns, every scheme, ties to frames.

use crate::common::solid_mesh::{Mesh, grid, kirchhoff, neo_hooke};
use crate::support::{every_scheme, options, simulate};
use std::sync::Arc;
use swashplate::elements::solid::shape::Shape;
use swashplate::integrators::Scheme;
use swashplate::loads::{Axes, SurfaceSource, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{Model, NodeKind, SolidOptions, TieId, TieKind};
use swashplate::sections::SolidMaterial;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

fn run(model: Model, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap_or_else(|e| panic!("{e}"))
}

/// An L of three cells, thrown, spinning, and hit by a pulse at its ends.
fn flying(shape: Shape, material: SolidMaterial) -> (Model, NodeId) {
    let mesh = grid(
        shape,
        [2, 2, 1],
        |c| c != [1, 1, 0],
        |u| Vec3::new(u.x, 1.2 * u.y, 0.4 * u.z) + Vec3::z() * (0.1 * u.x * u.y),
    );
    let (mut model, _) = mesh.model(material, SolidOptions::default(), |_| false);
    for (k, x) in mesh.x.iter().enumerate() {
        let v = Vec3::new(0.4, -0.3, 0.2) + Vec3::new(0.5, 0.8, 2.0).cross(x);
        model.set_velocity(NodeId(k), v, Vec3::zeros()).unwrap();
    }
    let pulse = TimeFunction::OneMinusCosine { amplitude: 1.0, start: 0.0, duration: 0.1, hold: false };
    let pulse = model.add_function(pulse).unwrap();
    let mut at = |name: &str, u: Vec3, force: Vec3| {
        let node = mesh.nodes(|own| (own - u).norm() < 1e-9)[0];
        model.add_load(name, node, Axes::Dead, [force, Vec3::zeros(), Vec3::zeros()], pulse).unwrap();
        node
    };
    at("one", Vec3::new(1.0, 0.0, 0.0), Vec3::new(20.0, -60.0, 300.0));
    let end = at("other", Vec3::new(0.0, 1.0, 1.0), Vec3::new(120.0, 80.0, 200.0));
    (model, end)
}

/// After the pulse energy and both momenta are kept over a thousand steps, some turns, with strains of some per cent; the decaying schemes
/// account for what they take.
#[test]
fn free_flight_keeps_energy_and_momenta() {
    let soft = [kirchhoff(4e4, 0.3, 500.0), neo_hooke(4e4, 0.3, 500.0), kirchhoff(4e4, 0.45, 500.0)];
    for (k, material) in soft.into_iter().enumerate() {
        for scheme in [
            Scheme::EnergyPreserving,
            Scheme::MomentumPreserving,
            Scheme::EnergyDecaying(1.0),
            Scheme::MomentumDecaying(1.0),
        ] {
            let decays = !matches!(scheme, Scheme::EnergyPreserving | Scheme::MomentumPreserving);
            // the elements of 27 nodes for two schemes, those of 8 for all: one mechanics
            let shape = if decays || k == 2 { Shape::Hex8 } else { Shape::Hex27 };
            let mut sim = run(flying(shape, material).0, scheme);
            let h = 2.5e-3;
            (0..100).for_each(|_| sim.step(h).unwrap_or_else(|e| panic!("{e}")));
            let start = sim.audit(Vec3::zeros()).unwrap();
            let energy = start.kinetic_energy + start.potential_energy;
            let mut strained = 0.0_f64;
            for _ in 0..if decays { 300 } else { 1000 } {
                sim.step(h).unwrap_or_else(|e| panic!("{e}"));
                strained = strained.max(sim.audit(Vec3::zeros()).unwrap().potential_energy / energy);
            }
            let end = sim.audit(Vec3::zeros()).unwrap();
            let taken = end.scheme_dissipation - start.scheme_dissipation;
            let change = (end.kinetic_energy + end.potential_energy + taken) / energy - 1.0;
            let p = (end.linear_momentum - start.linear_momentum).norm() / start.linear_momentum.norm();
            let l = (end.angular_momentum - start.angular_momentum).norm() / start.angular_momentum.norm();
            println!(
                "{} {:?}: energy {change:.1e}, taken {:.1e}, momenta {p:.1e} {l:.1e}, strain {strained:.3}",
                scheme.name(),
                material.law,
                taken / energy
            );
            assert!(change.abs() < 1e-11 && p < 1e-11, "{} {change:e} {p:e}", scheme.name());
            assert!(strained > 0.005, "{strained}");
            // of points both decaying schemes are one, which keeps the linear momentum; the angular one is of their order
            assert!((taken > 0.0) == decays && (decays || l < 1e-11), "{} {l:e} {taken:e}", scheme.name());
        }
    }
}

/// Every scheme comes to the motion of Radau IIA with fine steps, with its order; with damping, gravity and pressure.
#[test]
fn every_scheme_has_its_order() {
    let model = || {
        let material = SolidMaterial { damping: 2e-4, ..neo_hooke(4e4, 0.3, 500.0) };
        let mesh = grid(Shape::Hex8, [2, 1, 1], |_| true, |u| Vec3::new(u.x, 0.4 * u.y, 0.3 * u.z));
        let (mut model, solid) = mesh.model(material, SolidOptions::default(), |u| u.x == 0.0);
        model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
        let pulse = TimeFunction::OneMinusCosine { amplitude: 1.0, start: 0.0, duration: 0.2, hold: true };
        let pulse = model.add_function(pulse).unwrap();
        let top = model.add_face_set_on("top", solid, &mesh.nodes(|u| u.z == 1.0)).unwrap();
        model.add_face_load("pressure", top, SurfaceSource::Pressure(800.0), pulse).unwrap();
        model.add_body_load("field", solid, Vec3::new(0.0, 300.0, 0.0), pulse).unwrap();
        (model, mesh.nodes(|u| (u - Vec3::new(1.0, 1.0, 1.0)).norm() < 1e-9)[0])
    };
    let at_end = |scheme: Scheme, steps: usize| {
        let (model, node) = model();
        let mut sim = run(model, scheme);
        (0..steps).for_each(|_| sim.step(0.06 / steps as f64).unwrap_or_else(|e| panic!("{}: {e}", scheme.name())));
        sim.motion(node).unwrap().x
    };
    let exact = at_end(Scheme::RadauIIA, 400);
    let orders = [2.0, 2.0, 1.5, 3.0, 2.0, 2.0, 2.0, 2.0, 2.0];
    for (scheme, order) in every_scheme().into_iter().zip(orders) {
        let errors = [60, 120].map(|steps| (at_end(scheme, steps) - exact).norm());
        let last = (errors[0] / errors[1]).log2();
        println!("{}: {errors:?}, order {last:.2}", scheme.name());
        assert!(last > order - 0.4, "{}: order {last}, {errors:?}", scheme.name());
    }
}

/// A block whose face is tied to a heavy body on a frame beside it, thrown and hit by a pulse.
fn tied(kind: TieKind) -> (Model, NodeId, TieId) {
    let mesh = grid(Shape::Hex27, [1, 1, 1], |_| true, |u| Vec3::new(0.6 * u.x, 0.3 * u.y, 0.3 * u.z));
    let (mut model, _) = mesh.model(kirchhoff(2e5, 0.3, 500.0), SolidOptions::default(), |_| false);
    let frame = model.add_node("lug", NodeKind::Free, Vec3::new(-0.1, 0.1, 0.2), so3::exp(&Vec3::new(0.3, 0.1, -0.4)));
    let frame = frame.unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(0.05, 0.08, 0.1));
    model.add_rigid_body("lug", frame, 6.0, Vec3::new(0.02, 0.0, 0.01), inertia).unwrap();
    let tie = model.add_tie("bolts", frame, &mesh.nodes(|u| u.x == 0.0), None, kind).unwrap();
    let (v, omega) = (Vec3::new(0.3, -0.5, 0.4), Vec3::new(0.5, -0.7, 1.0));
    let places: Vec<(NodeKind, Vec3)> = model.nodes().iter().map(|n| (n.kind, n.start.x)).collect();
    for (k, (kind, x)) in places.iter().enumerate() {
        let turn = if *kind == NodeKind::Point { Vec3::zeros() } else { omega };
        model.set_velocity(NodeId(k), v + omega.cross(x), turn).unwrap();
    }
    let pulse = TimeFunction::OneMinusCosine { amplitude: 150.0, start: 0.0, duration: 0.05, hold: false };
    let pulse = model.add_function(pulse).unwrap();
    let corner = mesh.nodes(|u| u.norm_squared() == 3.0)[0];
    model.add_load("pulse", corner, Axes::Dead, [Vec3::z(), Vec3::zeros(), Vec3::zeros()], pulse).unwrap();
    (model, corner, tie)
}

/// Ties of point nodes do no work: energy and momenta are kept, in both schemes, and what the tie exerts balances the inertia of the body.
#[test]
fn ties_of_points_do_no_work_and_run_under_every_scheme() {
    for kind in [TieKind::Rigid, TieKind::Mean] {
        for scheme in [Scheme::EnergyPreserving, Scheme::MomentumPreserving] {
            let mut sim = run(tied(kind).0, scheme);
            (0..110).for_each(|_| sim.step(1e-3).unwrap());
            let start = sim.audit(Vec3::zeros()).unwrap();
            let energy = start.kinetic_energy + start.potential_energy;
            (0..300).for_each(|_| sim.step(1e-3).unwrap());
            let end = sim.audit(Vec3::zeros()).unwrap();
            let change = ((end.kinetic_energy + end.potential_energy) / energy - 1.0).abs();
            let p = (end.linear_momentum - start.linear_momentum).norm() / start.linear_momentum.norm();
            let l = (end.angular_momentum - start.angular_momentum).norm() / start.angular_momentum.norm();
            println!("{} {kind:?}: energy {change:.1e}, momenta {p:.1e} {l:.1e}", scheme.name());
            assert!(change < 1e-12 && p < 1e-12 && l < 1e-12, "{} {kind:?}: {change:e} {p:e} {l:e}", scheme.name());
        }
        let end = 0.03;
        let at_end = |scheme: Scheme, steps: usize| {
            let (model, corner, _) = tied(kind);
            let mut sim = run(model, scheme);
            (0..steps).for_each(|_| sim.step(end / steps as f64).unwrap_or_else(|e| panic!("{}: {e}", scheme.name())));
            sim.motion(corner).unwrap().x
        };
        let exact = at_end(Scheme::RadauIIA, 120);
        let orders = [2.0, 2.0, 1.5, 3.0, 2.0, 2.0, 2.0, 2.0, 2.0];
        for (scheme, order) in every_scheme().into_iter().zip(orders) {
            let errors = [30, 60].map(|steps| (at_end(scheme, steps) - exact).norm());
            let last = (errors[0] / errors[1]).log2();
            println!("{kind:?} {}: {errors:?}, order {last:.2}", scheme.name());
            assert!(last > order - 0.5, "{kind:?} {}: order {last}, {errors:?}", scheme.name());
        }
    }
}

/// A bar pulled at one end and tied to ground at the other: in the mean its section contracts there as everywhere, by −ν σ/E, and the
/// strain is σ/E all over; rigidly it cannot. Either way the tie holds the force.
#[test]
fn a_face_tied_in_the_mean_breathes_and_one_tied_rigidly_does_not() {
    let (young, nu, side) = (1e9, 0.3, 0.1);
    let mesh = grid(Shape::Hex27, [4, 1, 1], |_| true, |u| Vec3::new(u.x, side * (u.y - 0.5), side * (u.z - 0.5)));
    let strain = 1e-5;
    let pull = |mesh: &Mesh, kind: TieKind| {
        let (mut model, solid) = mesh.model(kirchhoff(young, nu, 1.0), SolidOptions::default(), |_| false);
        let ground = model.add_node("wall", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let nodes = mesh.nodes(|u| u.x == 0.0);
        // Simpson's weights: the mean over the face
        let share = |v: f64| if v == 0.5 { 4.0 } else { 1.0 };
        let weights: Vec<f64> = nodes.iter().map(|id| share(mesh.u[id.0].y) * share(mesh.u[id.0].z)).collect();
        let weights = (kind == TieKind::Mean).then_some(&weights[..]);
        let tie = model.add_tie("root", ground, &nodes, weights, kind).unwrap();
        let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
        let end = model.add_face_set_on("end", solid, &mesh.nodes(|u| u.x == 1.0)).unwrap();
        model.add_face_load("pull", end, SurfaceSource::Traction(Vec3::x() * (young * strain)), one).unwrap();
        let mut sim = simulate(model, options(0.8));
        sim.solve_static().unwrap_or_else(|e| panic!("{e}"));
        let corner = mesh.nodes(|u| u.norm() == 0.0)[0];
        let (force, moment) = sim.tie_reaction(tie).unwrap();
        let held = young * strain * side * side;
        // the tie exerts on its frame what pulls
        assert!((force - Vec3::x() * held).norm() < 1e-9 * held && moment.norm() < 1e-9 * held, "{force} {moment}");
        let state = sim.solid_state(solid, 2, 13).unwrap();
        let elements: Vec<usize> = vec![0, 1];
        let (cut, about) =
            sim.solid_resultant(solid, &elements, &mesh.nodes(|u| u.x == 0.5), Vec3::new(0.5, 0.0, 0.0)).unwrap();
        assert!((cut + Vec3::x() * held).norm() < 1e-9 * held && about.norm() < 1e-9 * held, "{cut} {about}");
        (sim.motion(corner).unwrap().x - mesh.x[corner.0], state)
    };
    let (free, state) = pull(&mesh, TieKind::Mean);
    // of second order in the strain
    let contraction = nu * strain * 0.5 * side;
    assert!((free.y / contraction - 1.0).abs() < 1e-4 && (free.z / contraction - 1.0).abs() < 1e-4, "{free}");
    assert!((state.cauchy[(0, 0)] / (young * strain) - 1.0).abs() < 1e-4, "{}", state.cauchy);
    assert!(
        (state.von_mises() / (young * strain) - 1.0).abs() < 1e-4
            && (state.principal()[0] / (young * strain) - 1.0).abs() < 1e-4
    );
    assert!(
        (state.strain[(0, 0)] / strain - 1.0).abs() < 1e-4
            && (state.strain[(1, 1)] / (-nu * strain) - 1.0).abs() < 1e-4
    );
    let (held, _) = pull(&mesh, TieKind::Rigid);
    assert!(held.norm() < 1e-12, "{held}");
}

/// Elements of 27 nodes keep within the stack that a call has where there are no shells, under every scheme.
#[test]
fn solids_need_no_more_stack_than_others() {
    let work = || {
        for scheme in every_scheme() {
            let mut sim = run(flying(Shape::Hex27, kirchhoff(4e4, 0.45, 500.0)).0, scheme);
            sim.step(1e-3).unwrap_or_else(|e| panic!("{}: {e}", scheme.name()));
        }
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
}
