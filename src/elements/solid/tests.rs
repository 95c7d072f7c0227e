//! One element and small patches, without any integrator.

use super::*;
use crate::math::Quat;
use crate::sections::{Isotropic, Orthotropic};
use crate::terms::check::{Noise, Sample, check_interval, check_objective, check_stage};
use nalgebra::DMatrix;
use shape::SHAPES;

const SOFT: Isotropic = Isotropic { young: 1e3, poisson: 0.3, density: 2.0 };

fn soft() -> SolidMaterial {
    SolidMaterial::isotropic(&SOFT)
}

fn wood() -> SolidMaterial {
    let c = Orthotropic { young: [1e3, 300.0, 200.0], poisson: [0.3, 0.25, 0.4], shear: [150.0, 120.0, 90.0] };
    SolidMaterial { law: SolidLaw::Anisotropic(c.stiffness().unwrap()), ..soft() }
}

fn rubber(poisson: f64) -> SolidMaterial {
    SolidMaterial { law: SolidLaw::NeoHooke { young: 1e3, poisson }, ..soft() }
}

/// A skew element: the cube under a map that is linear but for a little of a trilinear one, so that edges and their middles are straight.
fn starts(shape: Shape) -> Vec<Motion> {
    let map = Mat3::new(1.1, 0.2, -0.1, 0.0, 0.9, 0.3, 0.15, -0.1, 0.8);
    let bend = Vec3::new(0.06, -0.04, 0.05);
    let at = |x: &Local| map * Vec3::from(*x) + bend * (x[0] * x[1] + x[1] * x[2] * x[0]);
    let straight = shape != Shape::Tet10;
    shape
        .nodes()
        .iter()
        .map(|x| Motion::at(if straight { at(x) } else { map * Vec3::from(*x) }, Quat::identity()))
        .collect()
}

fn solid(shape: Shape, material: SolidMaterial, tied: bool) -> (Solid, Vec<Motion>) {
    let starts = starts(shape);
    let axes = Quat::from_euler_angles(0.4, -0.3, 0.8).to_rotation_matrix().into_inner();
    let nodes = (0..starts.len()).map(NodeId).collect();
    let element = SolidElement { shape, nodes, material, axes: vec![axes], tied };
    (Solid::new("one", element, &starts, &mut Shared::default()).unwrap(), starts)
}

/// A sample whose nodes are near those of the element, turned and strained by some tenths.
fn near(seed: u64, starts: &[Motion], strain: f64) -> Sample {
    let mut sample = Sample::random(seed, starts.len(), 0, vec![]);
    let mut noise = Noise(seed * 7919 + 1);
    let turn = crate::math::so3::exp(&(noise.vector() * 1.5));
    for (node, start) in sample.nodes.iter_mut().zip(starts) {
        node.x = turn * (start.x + noise.vector() * strain);
    }
    sample
}

#[test]
fn tangents_agree_with_differences_and_work_over_a_step_is_exact() {
    let damped = |material| SolidMaterial { damping: 0.05, ..material };
    for shape in SHAPES {
        // the mechanics of all laws are the same for all shapes: some of them for the large ones
        let all = [
            (damped(soft()), true),
            (damped(rubber(0.45)), false),
            (soft(), true),
            (wood(), false),
            (rubber(0.3), false),
        ];
        for (material, tied) in all.into_iter().take(if shape.nodes().len() > 10 { 2 } else { 5 }) {
            let tied = tied && shape.can_tie();
            let (solid, starts) = solid(shape, material, tied);
            let strain = 0.06;
            let sample = near(4, &starts, strain);
            let stage = check_stage(&solid, &sample);
            assert!(stage < 1e-8, "{shape:?} {material:?}: {stage:e}");
            let objective = check_objective(&solid, &sample);
            assert!(objective < 1e-12, "{shape:?}: {objective:e}");
            let check = check_interval(&solid, [5, 6, 7].map(|seed| near(seed, &starts, strain)));
            // some thousand products in another order
            assert!(
                check.work < 1e-12 && check.limit < 1e-12 && check.tangent < 1e-7,
                "{shape:?} {material:?}: {check:?}"
            );
        }
    }
}

/// f and K in a configuration.
fn evaluated(solid: &Solid, nodes: &[Motion]) -> (Vec<f64>, DMatrix<f64>) {
    let sample =
        Sample { nodes: nodes.to_vec(), scalars: vec![], functions: vec![], gravity: Vec3::zeros(), inputs: vec![] };
    let mut block = StageBlock::default();
    block.reset(solid.size(), 0);
    solid.stage(&sample.level(), &mut block);
    (block.f, DMatrix::from_row_slice(solid.size(), solid.size(), &block.k))
}

/// Six motions without energy and no more.
#[test]
fn an_element_has_six_motions_without_energy() {
    for shape in SHAPES {
        for (material, tied) in [(soft(), false), (soft(), shape.can_tie()), (wood(), false), (rubber(0.3), false)] {
            let (solid, starts) = solid(shape, material, tied);
            let (f, k) = evaluated(&solid, &starts);
            assert!(f.iter().all(|f| f.abs() < 1e-12), "forces in the reference configuration");
            let mut values: Vec<f64> = k.symmetric_eigenvalues().iter().copied().collect();
            values.sort_by(f64::total_cmp);
            let largest = values[values.len() - 1];
            assert!(values[5].abs() < 1e-14 * largest, "{shape:?}: {values:?}");
            assert!(values[6] > 1e-4 * largest, "{shape:?} {material:?}: {:?}", &values[..8]);
        }
    }
}

/// The mass is that of the volume, its centre and its moments of second order exact: shape functions hold linear fields.
#[test]
fn masses_have_the_moments_of_the_body() {
    for shape in SHAPES {
        let (solid, starts) = solid(shape, soft(), false);
        let mass = solid.mass();
        let total: f64 = mass.pairs().map(|(_, _, m)| m).sum();
        assert!((total / (2.0 * solid.volume()) - 1.0).abs() < 1e-13, "{shape:?}");
        let x = |id: NodeId| starts[id.0].x;
        let second = mass.product(x, x);
        let exact: f64 = shape
            .mass_rule()
            .iter()
            .map(|(at, w)| {
                let (place, grown) = match shape {
                    Shape::Hex8 => place_of::<8>(shape, &starts, at),
                    Shape::Hex20 => place_of::<20>(shape, &starts, at),
                    Shape::Hex27 => place_of::<27>(shape, &starts, at),
                    Shape::Tet10 => place_of::<10>(shape, &starts, at),
                };
                2.0 * w * grown * place.norm_squared()
            })
            .sum();
        assert!((second / exact - 1.0).abs() < 1e-13, "{shape:?} {second} {exact}");
    }
}

fn place_of<const N: usize>(shape: Shape, starts: &[Motion], at: &Local) -> (Vec3, f64) {
    let places: [Vec3; N] = std::array::from_fn(|a| starts[a].x);
    let functions: [f64; N] = shape.functions(at);
    (places.iter().zip(functions).map(|(x, n)| x * n).sum(), gradients(shape, &places, at).1)
}

/// A patch of elements over the unit cube whose inner nodes are moved about, edges straight: 2 × 2 × 2 hexahedra, or the tetrahedra of
/// one Kuhn cut of each. Places and elements.
fn patch(shape: Shape) -> (Vec<Vec3>, Vec<Vec<usize>>) {
    let mut noise = Noise(3);
    let corner: Vec<Vec3> = (0..27)
        .map(|k| {
            let at = Vec3::new((k % 3) as f64, (k / 3 % 3) as f64, (k / 9) as f64) * 0.5;
            if k == 13 { at + noise.vector() * 0.12 } else { at }
        })
        .collect();
    let (mut places, mut elements): (Vec<Vec3>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    let mut node = |x: Vec3| {
        let found = places.iter().position(|p| (p - x).norm() < 1e-9);
        found.unwrap_or_else(|| {
            places.push(x);
            places.len() - 1
        })
    };
    for cell in (0..8).map(|k| [k % 2, k / 2 % 2, k / 4]) {
        let at = |o: [usize; 3]| corner[cell[0] + o[0] + 3 * (cell[1] + o[1]) + 9 * (cell[2] + o[2])];
        let local: [Vec3; 8] =
            [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]].map(at);
        if shape == Shape::Tet10 {
            for cut in [[0, 1, 2, 6], [0, 2, 3, 6], [0, 3, 7, 6], [0, 7, 4, 6], [0, 4, 5, 6], [0, 5, 1, 6]] {
                let c = cut.map(|k| local[k]);
                let of = |z: &Local| c[0] + (c[1] - c[0]) * z[0] + (c[2] - c[0]) * z[1] + (c[3] - c[0]) * z[2];
                elements.push(shape.nodes().iter().map(|z| node(of(z))).collect());
            }
        } else {
            let of = |z: &Local| local.iter().zip(Shape::Hex8.functions::<8>(z)).map(|(x, n)| x * n).sum();
            elements.push(shape.nodes().iter().map(|z| node(of(z))).collect());
        }
    }
    (places, elements)
}

/// Under x = A X every element has the strain of A: forces at inner nodes vanish, the energy is that of the unit cube, and stresses are
/// the same everywhere. Large strains and a turn of radians; every law.
#[test]
fn patch_tests_are_passed() {
    let a = crate::math::so3::exp(&Vec3::new(0.9, -0.5, 1.2)).to_rotation_matrix().into_inner()
        * Mat3::new(1.2, 0.1, -0.05, 0.0, 0.9, 0.15, 0.1, 0.0, 1.1);
    for shape in SHAPES {
        let (places, elements) = patch(shape);
        for (material, tied) in [(soft(), false), (soft(), shape.can_tie()), (wood(), false), (rubber(0.3), false)] {
            let starts: Vec<Motion> = places.iter().map(|x| Motion::at(*x, Quat::identity())).collect();
            let now: Vec<Motion> = places.iter().map(|x| Motion::at(a * x, Quat::identity())).collect();
            let mut force = vec![Vec3::zeros(); places.len()];
            let (mut energy, mut largest) = (0.0, 0.0_f64);
            let mut stresses = Vec::new();
            for nodes in &elements {
                let nodes = nodes.iter().copied().map(NodeId).collect::<Vec<_>>();
                let element = SolidElement { shape, nodes: nodes.clone(), material, axes: vec![], tied };
                let solid = Solid::new("patch", element, &starts, &mut Shared::default()).unwrap();
                let sample = Sample {
                    nodes: now.clone(),
                    scalars: vec![],
                    functions: vec![],
                    gravity: Vec3::zeros(),
                    inputs: vec![],
                };
                let mut audit = InstantAudit::default();
                solid.audit(&sample.level(), &[], &mut audit);
                energy += audit.potential;
                let (f, _) = evaluated(&solid, &now);
                for (k, id) in nodes.iter().enumerate() {
                    let own = Vec3::from_column_slice(&f[3 * k..3 * k + 3]);
                    largest = largest.max(own.norm());
                    force[id.0] += own;
                }
                let at: Vec<Local> =
                    shape.rule().iter().map(|(at, _)| *at).chain(shape.nodes().iter().copied()).collect();
                stresses.extend(at.iter().map(|at| solid.state(&now, at).unwrap().cauchy));
            }
            let inner = |x: &Vec3| x.iter().all(|c| *c > 1e-9 && *c < 1.0 - 1e-9);
            for (x, f) in places.iter().zip(&force).filter(|(x, _)| inner(x)) {
                assert!(f.norm() < 1e-13 * largest, "{shape:?} {material:?} at {x}: {:e}", f.norm() / largest);
            }
            let (size, first) = (stresses[0].amax(), stresses[0]);
            let apart = stresses.iter().map(|s| (s - first).amax()).fold(0.0, f64::max);
            assert!(apart < 1e-12 * size, "{shape:?}: stress {apart:e} of {size}");
            // W and σ by hand
            let c = a.transpose() * a;
            let e = (c - Mat3::identity()) * 0.5;
            let (s, w) = match material.law {
                SolidLaw::NeoHooke { .. } => {
                    let (lambda, mu) = material.lame().unwrap();
                    let (ln_j, inverse) = (a.determinant().ln(), c.try_inverse().unwrap());
                    let w = 0.5 * mu * (c.trace() - 3.0) - mu * ln_j + 0.5 * lambda * ln_j * ln_j;
                    ((Mat3::identity() - inverse) * mu + inverse * (lambda * ln_j), w)
                }
                _ => {
                    let v = Vector6::new(
                        e[(0, 0)],
                        e[(1, 1)],
                        e[(2, 2)],
                        2.0 * e[(1, 2)],
                        2.0 * e[(0, 2)],
                        2.0 * e[(0, 1)],
                    );
                    let s = material.stiffness() * v;
                    (Mat3::new(s[0], s[5], s[4], s[5], s[1], s[3], s[4], s[3], s[2]), 0.5 * v.dot(&s))
                }
            };
            assert!((energy / w - 1.0).abs() < 1e-13, "{shape:?} {material:?}: {energy} {w}");
            let cauchy = a * s * a.transpose() / a.determinant();
            assert!((cauchy - first).amax() < 1e-12 * size, "{shape:?} {material:?}");
        }
    }
}

#[test]
fn elements_that_cannot_be_are_refused_by_name() {
    let refused = |change: &dyn Fn(&mut SolidElement, &mut Vec<Motion>), shape: Shape, words: &str| {
        let mut starts = starts(shape);
        let nodes = (0..starts.len()).map(NodeId).collect();
        let mut element = SolidElement { shape, nodes, material: soft(), axes: vec![], tied: false };
        change(&mut element, &mut starts);
        let text = Solid::new("block, element 7", element, &starts, &mut Shared::default()).err().unwrap().to_string();
        assert!(text.contains("block, element 7") && text.contains(words), "{text}");
    };
    for shape in SHAPES {
        refused(&|_, x| x[1] = x[0], shape, "nodes 1 and 2 of it are at one place");
        refused(&|_, x| x.iter_mut().for_each(|node| node.x.x = -node.x.x), shape, "inside out");
        refused(&|e, _| e.axes = vec![Mat3::identity() * 2.0], shape, "not a rotation");
    }
    refused(&|_, x| x[6].x = x[4].x - (x[6].x - x[4].x) * 0.5, Shape::Hex8, "folds over");
    refused(&|_, x| x[8].x = x[8].x * 0.2 + x[0].x * 0.8, Shape::Hex20, "its edge away from the middle");
    refused(&|e, _| e.tied = true, Shape::Tet10, "cannot be tied in tetrahedra");
    refused(&|e, _| (e.tied, e.material) = (true, wood()), Shape::Hex8, "isotropic");
    let turns =
        |k: usize| Quat::from_euler_angles(0.0, 0.0, if k < 4 { 0.0 } else { 3.0 }).to_rotation_matrix().into_inner();
    refused(&|e, _| (e.axes, e.material) = ((0..8).map(turns).collect(), wood()), Shape::Hex8, "differ too much");
}
