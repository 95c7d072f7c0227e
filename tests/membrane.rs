//! Room for more: an element that the library does not have, a three-node membrane of points, written here as data for the `Elastic`
//! adapter with a consistent mass, runs under every scheme.
//!
//! Green-Lagrange strains of the flat triangle with the constant base g_α = Σ_a ∂N_a/∂s_α x_a in the axes of its reference plane:
//!
//! ```text
//!   2 E_11 = g_1·g_1 − 1,   2 E_22 = g_2·g_2 − 1,   2 E_12 = g_1·g_2         S = C E,  W = ½ A t E·C E
//! ```

use crate::support::{assert_order, every_scheme};
use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::check::{Sample, check_interval, check_objective, check_stage};
use swashplate::terms::elastic::{Carrier, Elastic, Linear, Point, Product, Table};
use swashplate::terms::place_mass::PlaceMass;
use swashplate::terms::{NodeId, Term};

/// Lines g_1, g_2, and strains E_11, E_22, 2 E_12.
#[derive(Debug, Clone)]
struct Membrane;

impl Table<2> for Membrane {
    fn follows(&self) -> &[usize; 2] {
        &[0, 0]
    }

    fn products(&self) -> &[Product] {
        &[(0, 0, 0, 0.5), (1, 1, 1, 0.5), (2, 0, 1, 1.0)]
    }
}

type Triangle = Elastic<3, 3, 1, 2, 3, Membrane, Linear<3>>;

const THICKNESS: f64 = 0.01;
const DENSITY: f64 = 1000.0;

/// Plane stress, E = 1e5 Pa, ν = 0.3.
fn plane_stress() -> Mat3 {
    let (e, nu) = (1e5, 0.3);
    Mat3::new(1.0, nu, 0.0, nu, 1.0, 0.0, 0.0, 0.0, 0.5 * (1.0 - nu)) * (e / (1.0 - nu * nu))
}

/// The element on three nodes at these places of the reference configuration, and its mass: ϱ A t/12 (1 + δ_ab).
fn triangle(nodes: [usize; 3], x: [Vec3; 3]) -> (Triangle, PlaceMass) {
    let normal = (x[1] - x[0]).cross(&(x[2] - x[0]));
    let area = 0.5 * normal.norm();
    let first = (x[1] - x[0]).normalize();
    let second = normal.normalize().cross(&first);
    // N_a is linear: its slope is that across the opposite side
    let slope =
        |a: usize, along: &Vec3| normal.normalize().cross(&(x[(a + 2) % 3] - x[(a + 1) % 3])).dot(along) / (2.0 * area);
    let weights = [first, second].map(|along| std::array::from_fn(|a| slope(a, &along)));
    let law = Linear {
        stiffness: plane_stress() * (area * THICKNESS),
        damping: None,
        preload: Vec3::zeros(),
        reference: Vec3::new(0.5, 0.5, 0.0),
    };
    let carriers = nodes.map(|k| Carrier { node: NodeId(k), material: [Vec3::zeros()] });
    let m = DENSITY * area * THICKNESS / 12.0;
    let mass = (0..9).map(|p| if p / 3 == p % 3 { 2.0 * m } else { m }).collect();
    (Elastic::new(carriers, Membrane, vec![Point { weights, law }]), PlaceMass::new(nodes.map(NodeId).to_vec(), mass))
}

/// A free sheet of 2 × 2 skew quadrilaterals, cut in two triangles each; stretched by `stretch` and turning about all axes.
fn sheet(stretch: f64) -> Model {
    let mut model = Model::new();
    let place = |i: usize, j: usize| {
        let skew = if (i, j) == (1, 1) { Vec3::new(0.07, -0.05, 0.0) } else { Vec3::zeros() };
        Vec3::new(0.5 * i as f64, 0.4 * j as f64, 0.0) + skew
    };
    let reference: Vec<Vec3> = (0..9).map(|k| place(k % 3, k / 3)).collect();
    let center = Vec3::new(0.5, 0.4, 0.0);
    for (k, x) in reference.iter().enumerate() {
        let now = Vec3::new(x.x * (1.0 + stretch), x.y * (1.0 - 0.5 * stretch), 0.3 * stretch * x.x * x.y);
        let id = model.add_node(&format!("node {k}"), NodeKind::Point, now, Quat::identity()).unwrap();
        let v = Vec3::new(1.0, -0.5, 0.3) + Vec3::new(0.4, 0.9, 2.0).cross(&(now - center));
        model.set_velocity(id, v, Vec3::zeros()).unwrap();
    }
    for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let corner = |a: usize, b: usize| 3 * (j + b) + i + a;
        for (half, nodes) in [[corner(0, 0), corner(1, 0), corner(1, 1)], [corner(0, 0), corner(1, 1), corner(0, 1)]]
            .into_iter()
            .enumerate()
        {
            let (elastic, mass) = triangle(nodes, nodes.map(|k| reference[k]));
            let terms: Vec<Box<dyn Term>> = vec![Box::new(elastic), Box::new(mass)];
            model.add_element(&format!("triangle {i} {j} {half}"), terms).unwrap();
        }
    }
    model
}

fn simulate(stretch: f64, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(sheet(stretch)), Options { scheme, ..Default::default() }).unwrap()
}

#[test]
fn tangents_agree_with_differences_and_the_element_is_objective() {
    let x = [Vec3::zeros(), Vec3::new(1.0, 0.2, 0.1), Vec3::new(0.3, 0.9, -0.2)];
    let (elastic, _) = triangle([0, 1, 2], x);
    let sample = Sample::random(4, 3, 0, vec![]);
    assert!(check_stage(&elastic, &sample) < 1e-8);
    assert!(check_objective(&elastic, &sample) < 1e-12);
    let check = check_interval(&elastic, [5, 6, 7].map(|seed| Sample::random(seed, 3, 0, vec![])));
    assert!(check.work < 1e-13 && check.limit < 1e-13 && check.tangent < 1e-8, "{check:?}");
}

/// A constant strain, whatever the mesh, has constant stress: forces at the inner node vanish, and the energy is that of the strain.
#[test]
fn the_patch_test_is_passed() {
    let strain = [Vec3::new(1.1, 0.05, 0.02), Vec3::new(-0.1, 0.95, 0.03)];
    let model = sheet(0.0);
    let mut nodes: Vec<_> =
        (0..9).map(|k| swashplate::terms::Motion::at(model.nodes()[k].start.x, Quat::identity())).collect();
    for node in &mut nodes {
        node.x = strain[0] * node.x.x + strain[1] * node.x.y + Vec3::new(3.0, 1.0, 2.0);
    }
    let sample = Sample { nodes, scalars: vec![], functions: vec![], gravity: Vec3::zeros(), inputs: vec![] };
    let (mut force, mut energy, mut largest) = (Vec3::zeros(), 0.0, 0.0_f64);
    for t in 0..model.term_count() {
        let term = model.term(t);
        let mut block = swashplate::terms::StageBlock::default();
        block.reset(term.size(), 0);
        term.stage(&sample.level(), &mut block);
        for (k, id) in term.nodes().iter().enumerate() {
            let f = Vec3::from_column_slice(&block.f[3 * k..3 * k + 3]);
            largest = largest.max(f.norm());
            force += if *id == NodeId(4) { f } else { Vec3::zeros() };
        }
        let mut books = swashplate::terms::InstantAudit::default();
        term.audit(&sample.level(), &[], &mut books);
        energy += books.potential;
    }
    // places of 4 m are rounded by 4e-16 m, which sides of 0.4 m and E t = 1e3 N/m make 1e-12 N of forces of 31 N
    assert!(force.norm() < 1e-13 * largest, "{force} {largest}");
    let e = Vec3::new(
        0.5 * (strain[0].norm_squared() - 1.0),
        0.5 * (strain[1].norm_squared() - 1.0),
        strain[0].dot(&strain[1]),
    );
    // all over 1.0 m × 0.8 m, in axes that are not the elements' own: the law is isotropic
    let exact = 0.5 * 0.8 * THICKNESS * e.dot(&(plane_stress() * e));
    assert!((energy / exact - 1.0).abs() < 1e-13, "{energy} {exact}");
}

#[test]
fn energy_and_momenta_are_kept_over_a_thousand_steps_and_decay_is_balanced() {
    for scheme in [
        Scheme::EnergyPreserving,
        Scheme::MomentumPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumDecaying(1.0),
        Scheme::MomentumDecayingConstrained(1.0),
    ] {
        let mut sim = simulate(0.05, scheme);
        let start = sim.audit(Vec3::zeros()).unwrap();
        (0..1000).for_each(|_| sim.step(1e-3).unwrap());
        let end = sim.audit(Vec3::zeros()).unwrap();
        let (size, taken) = (start.kinetic_energy + start.potential_energy, end.scheme_dissipation);
        let change = end.kinetic_energy + end.potential_energy - size + taken;
        assert!(change.abs() < 1e-12 * size, "{scheme:?}: energy {change:e} of {size}");
        let kept =
            |a: Vec3, b: Vec3| assert!((a - b).norm() < 1e-12 * (1.0 + a.norm()), "{scheme:?}: {:e}", (a - b).norm());
        kept(start.linear_momentum, end.linear_momentum);
        match scheme {
            Scheme::EnergyPreserving | Scheme::MomentumPreserving => {
                kept(start.angular_momentum, end.angular_momentum);
                assert!(taken == 0.0);
            }
            // angular momentum is not kept by these: u = ½h(v_j + v_f) is not along ½(v_i + v_f), and a point has no rotation to
            // make up for it
            _ => assert!(taken > 1e-6 * size, "{scheme:?} takes nothing: {taken:e}"),
        }
    }
}

#[test]
fn every_scheme_converges_with_its_order() {
    let end = 0.04;
    let at_end = |scheme: Scheme, steps: usize| {
        let mut sim = simulate(0.02, scheme);
        (0..steps).for_each(|_| sim.step(end / steps as f64).unwrap());
        let node = &sim.state().nodes[8];
        (node.x, node.v)
    };
    let exact = at_end(Scheme::RadauIIA, 640);
    // Newmark with γ = 0.52 is of first order, with little of it: between 1 and 2 at these steps
    let orders = [2.0, 2.0, 1.5, 3.0, 2.0, 2.0, 2.0, 2.0, 2.0];
    for (scheme, order) in every_scheme().into_iter().zip(orders) {
        let margin = if order == 1.5 { 0.5 } else { 0.35 };
        let name = scheme.name();
        let runs: Vec<_> = [20, 40, 80, 160].map(|steps| at_end(scheme, steps)).to_vec();
        let places: Vec<f64> = runs.iter().map(|(x, _)| (x - exact.0).norm()).collect();
        let speeds: Vec<f64> = runs.iter().map(|(_, v)| (v - exact.1).norm()).collect();
        assert_order(&format!("{name}, places"), &places, order, margin);
        assert_order(&format!("{name}, velocities"), &speeds, order, margin);
    }
}
