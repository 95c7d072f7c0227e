//! One element and small patches, without any integrator.

use super::*;
use crate::math::Quat;
use crate::sections::{Isotropic, laminate};
use crate::terms::check::{Sample, check_interval, check_objective, check_stage};
use nalgebra::DMatrix;

const SOFT: Isotropic = Isotropic { young: 1e3, poisson: 0.3, density: 2.0 };

/// Nodes of one element, tensor order: a distorted quadrilateral with straight sides, bent about both axes by `bend`.
fn places(bend: f64) -> [Vec3; NODES] {
    let corners = [[0.0, 0.0], [1.1, 0.1], [-0.1, 0.9], [0.9, 1.2]];
    std::array::from_fn(|a| {
        let (r, s) = (a % 3, a / 3);
        let (r, s) = (0.5 * r as f64, 0.5 * s as f64);
        let flat: Vec<f64> = (0..2)
            .map(|k| {
                let along = |c: usize| corners[c][k] * (1.0 - r) + corners[c + 1][k] * r;
                along(0) * (1.0 - s) + along(2) * s
            })
            .collect();
        Vec3::new(flat[0], flat[1], bend * (flat[0] * flat[0] - 0.6 * flat[0] * flat[1]))
    })
}

/// Nodes at rest, each with an orientation of its own.
fn starts(x: &[Vec3]) -> Vec<Motion> {
    let turn = |a: usize| Quat::from_euler_angles(0.3 * a as f64, 0.2, -0.1 * a as f64);
    x.iter().enumerate().map(|(a, x)| Motion::at(*x, turn(a))).collect()
}

/// Normals of the surface through the nodes.
fn normals(x: &[Vec3; NODES]) -> [Vec3; NODES] {
    node_points().map(|(at, _)| Place::new(x, at).normal)
}

fn element(bend: f64, thickness: f64, offset: f64, damping: f64) -> (Shell, Vec<Motion>) {
    let x = places(bend);
    let directors = normals(&x);
    let section = ShellSection { damping, ..ShellSection::isotropic("plate", &SOFT, thickness).unwrap() };
    let at: [Vec3; NODES] = std::array::from_fn(|a| x[a] - directors[a] * offset);
    let starts = starts(&at);
    let data = ShellElement {
        nodes: std::array::from_fn(NodeId),
        directors,
        offsets: [offset; NODES],
        sections: [section; POINTS],
        axis: Some(Vec3::new(0.8, 0.5, 0.1)),
        drilling: 1.0,
    };
    (Shell::new("one", data, &starts).unwrap(), starts)
}

#[test]
fn tangents_agree_with_differences_and_work_over_a_step_is_exact() {
    for (bend, damping) in [(0.0, 0.0), (0.4, 0.0), (0.4, 0.05)] {
        let (shell, _) = element(bend, 0.1, 0.03, damping);
        let sample = Sample::random(4, NODES, 0, vec![]);
        let stage = check_stage(&shell, &sample);
        assert!(stage < 1e-8, "{stage:e}");
        let objective = check_objective(&shell, &sample);
        assert!(objective < 1e-12, "{objective:e}");
        let check = check_interval(&shell, [5, 6, 7].map(|seed| Sample::random(seed, NODES, 0, vec![])));
        // the two forms sum some thousand products in another order
        assert!(check.work < 1e-13 && check.limit < 1e-12 && check.tangent < 1e-8, "{check:?}");
    }
}

/// K of one element in the reference configuration.
fn stiffness(shell: &Shell, starts: &[Motion]) -> DMatrix<f64> {
    let sample =
        Sample { nodes: starts.to_vec(), scalars: vec![], functions: vec![], gravity: Vec3::zeros(), inputs: vec![] };
    let mut block = StageBlock::default();
    block.reset(shell.size(), 0);
    shell.stage(&sample.level(), &mut block);
    assert!(block.f.iter().all(|f| f.abs() < 1e-11), "forces in the reference configuration");
    DMatrix::from_row_slice(shell.size(), shell.size(), &block.k)
}

/// Six motions without energy and no more, for flat, curved, thin and skew elements. The softest strain of an element of size one and
/// thickness h has the stiffness of bending, h² of the membrane's, or of drilling, also h².
#[test]
fn an_element_has_six_motions_without_energy() {
    for (bend, thickness) in [(0.0, 0.3), (0.0, 0.01), (0.5, 0.1), (0.5, 0.01), (-0.3, 0.05)] {
        let (shell, starts) = element(bend, thickness, 0.0, 0.0);
        let mut values: Vec<f64> = stiffness(&shell, &starts).symmetric_eigenvalues().iter().copied().collect();
        values.sort_by(f64::total_cmp);
        let largest = values[53];
        assert!(values[5] < 1e-14 * largest, "{values:?}");
        assert!(values[6] > 1e-5 * thickness * thickness * largest, "bend {bend}, h {thickness}: {:?}", &values[..8]);
    }
}

/// A patch of 3 × 3 elements whose inner corners are moved by up to 30 %, sides straight, in the plane 1, 2.
fn patch() -> (Vec<Vec3>, Vec<[usize; NODES]>) {
    let mut seed = 12345_u64;
    let mut noise = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as f64 / (1u64 << 31) as f64 * 2.0 - 1.0
    };
    let mut corners = [[Vec3::zeros(); 4]; 4];
    for (i, j) in (0..16).map(|k| (k % 4, k / 4)) {
        let inner = (1..3).contains(&i) && (1..3).contains(&j);
        let shift = if inner { Vec3::new(noise(), noise(), 0.0) * 0.3 } else { Vec3::zeros() };
        corners[j][i] = Vec3::new(i as f64, j as f64, 0.0) + shift;
    }
    let place = |i: usize, j: usize| {
        let (a, b) = ((i / 2).min(2), (j / 2).min(2));
        let (r, s) = (0.5 * (i - 2 * a) as f64, 0.5 * (j - 2 * b) as f64);
        (corners[b][a] * (1.0 - r) + corners[b][a + 1] * r) * (1.0 - s)
            + (corners[b + 1][a] * (1.0 - r) + corners[b + 1][a + 1] * r) * s
    };
    let x = (0..49).map(|k| place(k % 7, k / 7)).collect();
    let elements = (0..9).map(|e| std::array::from_fn(|a| 7 * (2 * (e / 3) + a / 3) + 2 * (e % 3) + a % 3)).collect();
    (x, elements)
}

/// Fields of a constant strain in a plate: displacement and rotation at a place.
type Field = fn(&Vec3) -> (Vec3, Vec3);

const FIELDS: [(&str, Field); 5] = [
    ("stretch", |x| (Vec3::new(x.x + 0.3 * x.y, 0.2 * x.x - 0.5 * x.y, 0.0), Vec3::new(0.0, 0.0, -0.05))),
    ("bending 11", |x| (Vec3::new(0.0, 0.0, 0.5 * x.x * x.x), Vec3::new(0.0, -x.x, 0.0))),
    ("bending 22", |x| (Vec3::new(0.0, 0.0, 0.5 * x.y * x.y), Vec3::new(x.y, 0.0, 0.0))),
    ("twist", |x| (Vec3::new(0.0, 0.0, x.x * x.y), Vec3::new(x.x, -x.y, 0.0))),
    ("shear", |x| (Vec3::new(0.0, 0.0, x.x - 2.0 * x.y), Vec3::zeros())),
];

/// Forces and moments at the inner nodes vanish for every field of constant strain, and forces for all of them together: K u = 0 there.
/// Bending fields are quadratic, which bilinear elements hold exactly. A constant shear force is in balance with moments that are not
/// constant, so that moments are left out where there is shear.
#[test]
fn distorted_flat_patches_hold_constant_strains() {
    let (x, elements) = patch();
    let starts = starts(&x);
    let section = ShellSection::isotropic("plate", &SOFT, 0.02).unwrap();
    let shells: Vec<Shell> = elements
        .iter()
        .map(|nodes| {
            let data = ShellElement {
                nodes: nodes.map(NodeId),
                directors: [Vec3::z(); NODES],
                offsets: [0.0; NODES],
                sections: [section; POINTS],
                axis: Some(Vec3::x()),
                drilling: 1.0,
            };
            Shell::new("of the patch", data, &starts).unwrap()
        })
        .collect();
    let matrices: Vec<DMatrix<f64>> = shells.iter().map(|shell| stiffness(shell, &starts)).collect();
    let all: Field = |x| {
        FIELDS.iter().fold((Vec3::zeros(), Vec3::zeros()), |sum, (_, field)| {
            let (u, turn) = field(x);
            (sum.0 + u, sum.1 + turn)
        })
    };
    for (name, field) in FIELDS.into_iter().chain([("all", all)]) {
        let mut sum = vec![0.0; 6 * x.len()];
        let mut size = 0.0_f64;
        for (k, nodes) in matrices.iter().zip(&elements) {
            let moved = nodes.iter().flat_map(|a| {
                let (u, turn) = field(&x[*a]);
                [u.x, u.y, u.z, turn.x, turn.y, turn.z]
            });
            let moved = nalgebra::DVector::from_iterator(54, moved);
            let force = k * &moved;
            size = size.max((k.abs() * moved.abs()).max());
            for (a, node) in nodes.iter().enumerate() {
                for i in 0..6 {
                    sum[6 * node + i] += force[6 * a + i];
                }
            }
        }
        for (i, j) in (0..25).map(|k| (1 + k % 5, 1 + k / 5)) {
            for c in 0..if name == "shear" || name == "all" { 3 } else { 6 } {
                // what rounding of the products k u makes, some ten of which matter
                let defect = sum[6 * (7 * j + i) + c].abs();
                assert!(defect < 2e-15 * size, "{name}: {defect:e} of {size} at {i} {j} {c}");
            }
        }
    }
}

/// Strains at the Gauss points of a finite homogeneous stretch are those of its gradient; a laminate's resultants follow.
#[test]
fn strains_and_resultants_are_those_of_the_deformation() {
    let (x, _) = (places(0.0), ());
    let plies = [0.0, 1.0, -0.4].map(|angle| crate::sections::Ply {
        thickness: 1e-3,
        angle,
        e1: 1.4e11,
        e2: 1e10,
        g12: 5e9,
        nu12: 0.3,
        g13: 5e9,
        g23: 3e9,
        density: 1600.0,
    });
    let section = laminate("skin", &plies, 0.0).unwrap();
    let starts = starts(&x);
    let axis = Vec3::new(0.8, 0.6, 0.0);
    let data = ShellElement {
        nodes: std::array::from_fn(NodeId),
        directors: [Vec3::z(); NODES],
        offsets: [0.0; NODES],
        sections: [section; POINTS],
        axis: Some(axis),
        drilling: 1.0,
    };
    let shell = Shell::new("one", data, &starts).unwrap();
    let gradient = Mat3::new(1.2, 0.1, 0.0, -0.05, 0.9, 0.0, 0.0, 0.0, 1.0);
    let nodes: Vec<Motion> = starts.iter().map(|node| Motion::at(gradient * node.x, node.rotation)).collect();
    let green = (gradient.transpose() * gradient - Mat3::identity()) * 0.5;
    let other = Vec3::z().cross(&axis);
    let expected = Vec3::new(axis.dot(&(green * axis)), other.dot(&(green * other)), 2.0 * axis.dot(&(green * other)));
    for (strain, resultant) in shell.strains(&nodes).iter().zip(shell.resultants(&nodes)) {
        assert!((strain.fixed_rows::<3>(0) - expected).amax() < 1e-14, "{strain}");
        // Γ: the director stayed, the surface is flat: none
        assert!(strain.fixed_rows::<5>(3).amax() < 1e-14);
        let n = section.stiffness.fixed_view::<3, 3>(0, 0) * expected;
        assert!((resultant.fixed_rows::<3>(0) - n).amax() < 1e-13 * n.amax());
    }
    assert!((shell.area() - 0.5 * ((x[8] - x[0]).cross(&(x[6] - x[2]))).norm()).abs() < 1e-14);
}

/// Mass, centre and moment of inertia of a flat square plate, lumped: exact in the plane by Lobatto's rule, which integrates the third
/// degree; x² m of a quadratic is then exact too.
#[test]
fn lumped_mass_is_that_of_the_plate() {
    let side = 2.0;
    let x: Vec<Vec3> = node_points().iter().map(|(at, _)| Vec3::new(at[0], at[1], 0.3)).collect();
    let starts = starts(&x);
    let section = ShellSection::isotropic("plate", &SOFT, 0.1).unwrap().about(0.02);
    let data = ShellElement {
        nodes: std::array::from_fn(NodeId),
        directors: [Vec3::z(); NODES],
        offsets: [0.05; NODES],
        sections: [section; POINTS],
        axis: None,
        drilling: 1.0,
    };
    let masses = Shell::lumped(&data, &starts);
    let mass: f64 = masses.iter().map(|m| m.mass()).sum();
    let expected = SOFT.density * side * side * 0.1;
    assert!((mass / expected - 1.0).abs() < 1e-14);
    let at = |m: &Inertia| starts[m.nodes()[0].0].x + starts[m.nodes()[0].0].d * m.center();
    let center: Vec3 = masses.iter().map(|m| at(m) * m.mass()).sum::<Vec3>() / mass;
    // node at 0.3, surface 0.05 above it, the plate's middle 0.02 below the surface
    assert!((center - Vec3::new(0.0, 0.0, 0.33)).norm() < 1e-14, "{center}");
    let about_x: f64 = masses.iter().map(|m| m.mass() * at(m).y.powi(2) + m.inertia()[(0, 0)]).sum::<f64>();
    assert!((about_x / (expected * (side * side / 12.0 + 0.1 * 0.1 / 12.0)) - 1.0).abs() < 1e-13, "{about_x}");
}

/// In a rigid motion the mass between the nodes has energy and momenta of the plate: the same quadratures, by Gauss and by Lobatto's rule, are exact
/// for a parallelogram.
#[test]
fn consistent_mass_of_a_rigid_motion_is_that_of_the_plate() {
    let x: Vec<Vec3> = node_points().iter().map(|(at, _)| Vec3::new(at[0] + 0.3 * at[1], 0.8 * at[1], 0.3)).collect();
    let mut nodes = starts(&x);
    let data = ShellElement {
        nodes: std::array::from_fn(NodeId),
        directors: [Vec3::z(); NODES],
        offsets: [0.05; NODES],
        sections: [ShellSection::isotropic("plate", &SOFT, 0.1).unwrap().about(0.02); POINTS],
        axis: None,
        drilling: 1.0,
    };
    let (lumped, consistent) = (Shell::lumped(&data, &nodes), Shell::consistent(&data, &nodes).unwrap());
    let (v, omega) = (Vec3::new(0.3, -0.7, 0.5), Vec3::new(1.1, 0.4, -0.8));
    for node in &mut nodes {
        (node.v, node.omega) = (v + omega.cross(&node.x), omega);
    }
    let gravity = Vec3::new(0.1, 0.2, -9.81);
    let sample = Sample { nodes, scalars: vec![], functions: vec![], gravity, inputs: vec![] };
    let [mut one, mut two] = [InstantAudit::default(); 2];
    lumped.iter().for_each(|mass| mass.audit(&sample.level(), &[], &mut one));
    consistent.audit(&sample.level(), &[], &mut two);
    assert!((one.kinetic / two.kinetic - 1.0).abs() < 1e-13, "{} {}", one.kinetic, two.kinetic);
    assert!((one.potential / two.potential - 1.0).abs() < 1e-13);
    assert!((one.linear_momentum - two.linear_momentum).norm() < 1e-13);
    assert!((one.angular_momentum - two.angular_momentum).norm() < 1e-13);
    assert!(check_stage(&consistent, &Sample::random(9, NODES, 0, vec![])) < 1e-8);
}

#[test]
fn elements_that_cannot_be_are_refused_by_name() {
    let (shell, good) = element(0.2, 0.1, 0.0, 0.0);
    let says = |data: ShellElement, starts: &[Motion], words: &str| {
        let text = Shell::new("skin 7", data, starts).unwrap_err().to_string();
        assert!(text.contains("skin 7") && text.contains(words), "{text}");
    };
    let data = shell.element();
    let mut moved = good.clone();
    moved[1].x = moved[0].x;
    says(data.clone(), &moved, "nodes 1 and 2");
    let mut moved = good.clone();
    moved[1].x = moved[0].x * 0.95 + moved[2].x * 0.05;
    says(data.clone(), &moved, "folds over");
    says(ShellElement { directors: data.directors.map(|t| -t), ..data.clone() }, &good, "other way round");
    says(ShellElement { axis: Some(data.directors[4]), ..data.clone() }, &good, "along the normal");
}
