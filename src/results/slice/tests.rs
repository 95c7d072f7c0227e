//! Sections whose stiffness is known in closed form.

use super::*;
use crate::model::SolidMaterialId;
use crate::sections::{Isotropic, Orthotropic, SolidLaw, SolidMaterial};
use std::f64::consts::PI;

fn model(materials: &[SolidMaterial]) -> Model {
    let mut model = Model::new();
    for (k, material) in materials.iter().enumerate() {
        model.add_solid_material(&format!("m{k}"), *material).unwrap();
    }
    model
}

fn isotropic(young: f64, poisson: f64) -> SolidMaterial {
    SolidMaterial::isotropic(&Isotropic { young, poisson, density: 1000.0 })
}

/// A grid of n × m elements of nine nodes in the unit square, mapped; `keep` says which cells there are, `material` which they have.
fn grid(
    [n, m]: [usize; 2],
    keep: impl Fn(usize, usize) -> bool,
    material: impl Fn(usize, usize) -> usize,
    map: impl Fn(f64, f64) -> [f64; 2],
) -> SectionMesh {
    let mut number: std::collections::HashMap<(usize, usize), usize> = Default::default();
    let (mut places, mut elements, mut materials) = (Vec::new(), Vec::new(), Vec::new());
    for (i, j) in (0..n * m).map(|k| (k % n, k / n)).filter(|(i, j)| keep(*i, *j)) {
        let mut nodes = Vec::new();
        for [r, s] in PLACES {
            let at = (2 * i + r, 2 * j + s);
            nodes.push(*number.entry(at).or_insert_with(|| {
                places.push(map(at.0 as f64 / (2 * n) as f64, at.1 as f64 / (2 * m) as f64));
                places.len() - 1
            }));
        }
        elements.push(nodes);
        materials.push(SolidMaterialId(material(i, j)));
    }
    SectionMesh { places, elements, materials, axes: vec![] }
}

/// Torsion constant of a rectangle a × b, a ≥ b (Timoshenko, Goodier, §109).
fn torsion(a: f64, b: f64) -> f64 {
    let sum: f64 = (0..50)
        .map(|k| {
            let n = f64::from(2 * k + 1);
            (n * PI * a / (2.0 * b)).tanh() / n.powi(5)
        })
        .sum();
    a * b.powi(3) / 3.0 * (1.0 - 192.0 / PI.powi(5) * b / a * sum)
}

/// A rectangle: EA, EI, GJ by series, shear stiffness with its published factors; nothing else.
#[test]
fn a_rectangle_has_its_stiffnesses() {
    let (a, b, young) = (0.2, 0.1, 7e10);
    // shear factors along the long and the short side: those of Gruttmann, Wagner 2001, as they are quoted; the table itself was not read
    for (poisson, factors) in [(0.0, [5.0 / 6.0; 2]), (0.25, [0.8331, 0.7961])] {
        let mesh = grid([8, 6], |_, _| true, |_, _| 0, |u, v| [a * (u - 0.5), b * (v - 0.5)]);
        let k = section("s", &mesh, &model(&[isotropic(young, poisson)])).unwrap();
        let g = young / (2.0 * (1.0 + poisson));
        let exact = [
            young * a * b,
            factors[0] * g * a * b,
            factors[1] * g * a * b,
            g * torsion(a, b),
            young * a * b.powi(3) / 12.0,
            young * b * a.powi(3) / 12.0,
        ];
        for i in 0..6 {
            let found = k.stiffness[(i, i)] / exact[i];
            println!("ν {poisson}, {i}: {found:.6}");
            // cubic warping by quadratic elements
            let bound = if (1..=3).contains(&i) { 5e-4 } else { 1e-9 };
            assert!((found - 1.0).abs() < bound, "ν {poisson}, {i}: {found}");
            for j in (0..6).filter(|j| *j != i) {
                let size = (exact[i] * exact[j]).sqrt();
                assert!(k.stiffness[(i, j)].abs() < 1e-9 * size, "{i} {j}: {}", k.stiffness[(i, j)] / size);
            }
        }
        let mass = &k.mass;
        assert!((mass[(0, 0)] / (1000.0 * a * b) - 1.0).abs() < 1e-12);
        assert!((mass[(4, 4)] / (1000.0 * a * b.powi(3) / 12.0) - 1.0).abs() < 1e-12);
        assert!((mass[(5, 5)] / (1000.0 * b * a.powi(3) / 12.0) - 1.0).abs() < 1e-12);
    }
}

/// Errors of the energy of quadratic warping fall by sixteen from mesh to mesh; in torsion by less, as the corners are weakly singular.
#[test]
fn finer_sections_converge() {
    let (a, b, young) = (0.2, 0.1, 7e10);
    let error = |n: usize| {
        let mesh = grid([n, n], |_, _| true, |_, _| 0, |u, v| [a * (u - 0.5), b * (v - 0.5)]);
        let k = section("s", &mesh, &model(&[isotropic(young, 0.0)])).unwrap().stiffness;
        [k[(1, 1)] / (5.0 / 12.0 * young * a * b) - 1.0, k[(3, 3)] / (0.5 * young * torsion(a, b)) - 1.0]
    };
    let (coarse, fine) = (error(3), error(6));
    println!("{coarse:?} {fine:?}");
    assert!(fine[0] > 0.0 && coarse[0] / fine[0] > 14.0, "{coarse:?} {fine:?}");
    assert!(fine[1] > 0.0 && coarse[1] / fine[1] > 8.0, "{coarse:?} {fine:?}");
}

/// The same rectangle away from the origin and turned: K about another axis, by the transformation of strains.
#[test]
fn a_section_about_another_axis_is_the_same_section() {
    let (a, b) = (0.2, 0.1);
    let (c, s, shift) = (0.4f64.cos(), 0.4f64.sin(), [0.3, -0.2]);
    let plain = grid([4, 3], |_, _| true, |_, _| 0, |u, v| [a * (u - 0.5), b * (v - 0.5)]);
    let moved = grid(
        [4, 3],
        |_, _| true,
        |_, _| 0,
        |u, v| {
            let (y, z) = (a * (u - 0.5), b * (v - 0.5));
            [c * y - s * z + shift[0], s * y + c * z + shift[1]]
        },
    );
    let of = |mesh: &SectionMesh| section("s", mesh, &model(&[isotropic(7e10, 0.3)])).unwrap().stiffness;
    // strains of the section's own axes and point: Γ' = Rᵀ(Γ + κ × d), κ' = Rᵀκ
    let turn = Mat3::new(1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c);
    let lever = -crate::math::so3::skew(&Vec3::new(0.0, shift[0], shift[1]));
    let mut t = Mat6::zeros();
    t.fixed_view_mut::<3, 3>(0, 0).copy_from(&turn.transpose());
    t.fixed_view_mut::<3, 3>(0, 3).copy_from(&(turn.transpose() * lever));
    t.fixed_view_mut::<3, 3>(3, 3).copy_from(&turn.transpose());
    let exact = t.transpose() * of(&plain) * t;
    let found = of(&moved);
    for (i, j) in (0..36).map(|k| (k / 6, k % 6)) {
        let size = (exact[(i, i)] * exact[(j, j)]).sqrt();
        assert!((found[(i, j)] - exact[(i, j)]).abs() < 1e-9 * size, "{i} {j}");
    }
}

/// A thin box: Bredt's torsion 4 A² t/s along the middle line, within t/b; bending of the walls exactly.
#[test]
fn a_thin_box_has_the_torsion_of_bredt() {
    let (a, b, t) = (0.2, 0.1, 0.002);
    let (young, poisson) = (7e10, 0.3);
    let line = |u: f64, n: f64, size: f64| {
        // the first and the last of n cells are the walls
        let (cell, wall) = (u * n, t);
        let inner = (size - 2.0 * wall) / (n - 2.0);
        let at = if cell <= 1.0 {
            cell * wall
        } else if cell >= n - 1.0 {
            size - (n - cell) * wall
        } else {
            wall + (cell - 1.0) * inner
        };
        at - 0.5 * size
    };
    let mesh = grid(
        [10, 8],
        |i, j| i == 0 || i == 9 || j == 0 || j == 7,
        |_, _| 0,
        |u, v| [line(u, 10.0, a), line(v, 8.0, b)],
    );
    let k = section("s", &mesh, &model(&[isotropic(young, poisson)])).unwrap().stiffness;
    let g = young / (2.0 * (1.0 + poisson));
    let (am, bm) = (a - t, b - t);
    let bredt = 4.0 * (am * bm).powi(2) * t / (2.0 * (am + bm));
    let hollow = |a: f64, b: f64| a * b.powi(3) / 12.0;
    let inertia = hollow(a, b) - hollow(a - 2.0 * t, b - 2.0 * t);
    println!("torsion {}, bending {}", k[(3, 3)] / (g * bredt), k[(4, 4)] / (young * inertia));
    assert!((k[(3, 3)] / (g * bredt) - 1.0).abs() < 0.01, "{}", k[(3, 3)] / (g * bredt));
    assert!(
        (k[(4, 4)] / (young * inertia) - 1.0).abs() < 1e-6
            && (k[(0, 0)] / (young * (a * b - (a - 2.0 * t) * (b - 2.0 * t))) - 1.0).abs() < 1e-9
    );
}

/// An open channel of thin walls: torsion Σ b t³/3 within some per cent (the corners), and its shear centre, e = 3 b²/(h + 6 b) outside of the
/// web for middle lines of flanges b and web h (Timoshenko): a shear force there does not twist.
#[test]
fn a_channel_has_its_shear_centre() {
    let (b, h, t) = (0.1, 0.2, 0.004);
    let line = |u: f64, n: f64, walls: [bool; 2], size: f64| {
        let cell = u * n;
        let count = n - walls.iter().filter(|w| **w).count() as f64;
        let inner = (size - t * (n - count)) / count;
        let first = if walls[0] { t } else { 0.0 };
        if walls[0] && cell <= 1.0 {
            cell * t
        } else if walls[1] && cell >= n - 1.0 {
            size - (n - cell) * t
        } else {
            first + (cell - if walls[0] { 1.0 } else { 0.0 }) * inner
        }
    };
    // the web at the left, its middle line at y = 0; flanges to the right
    let (outer_b, outer_h) = (b + 0.5 * t, h + t);
    let mesh = grid(
        [9, 12],
        |i, j| i == 0 || j == 0 || j == 11,
        |_, _| 0,
        |u, v| [line(u, 9.0, [true, false], outer_b) - 0.5 * t, line(v, 12.0, [true, true], outer_h) - 0.5 * outer_h],
    );
    let (young, poisson) = (7e10, 0.0);
    let k = section("s", &mesh, &model(&[isotropic(young, poisson)])).unwrap().stiffness;
    // the shear centre: a force along z at (y, 0) twists by F_34 + … = 0 of the compliance
    let compliance = k.try_inverse().unwrap();
    let centre = -compliance[(2, 3)] / compliance[(3, 3)];
    let exact = -3.0 * b * b / (h + 6.0 * b);
    let g = 0.5 * young;
    let torsion = (h + 2.0 * b) * t.powi(3) / 3.0;
    println!("shear centre {centre} of {exact}, torsion {}", 1.0 / compliance[(3, 3)] / (g * torsion));
    assert!((centre / exact - 1.0).abs() < 0.01, "{centre} {exact}");
    assert!((1.0 / compliance[(3, 3)] / (g * torsion) - 1.0).abs() < 0.03);
}

/// Two layers of equal height and Poisson's ratio: axial stiffness, coupling and bending are those of the transformed section.
#[test]
fn two_layers_have_the_transformed_section() {
    let (a, b) = (0.05, 0.04);
    let (soft, stiff) = (1e9, 3e9);
    for poisson in [0.0, 0.3] {
        let mesh = grid([6, 6], |_, _| true, |_, j| usize::from(j >= 3), |u, v| [a * (u - 0.5), b * (v - 0.5)]);
        let model = model(&[isotropic(soft, poisson), isotropic(stiff, poisson)]);
        let k = section("s", &mesh, &model).unwrap().stiffness;
        let half = 0.5 * b;
        let axial = a * half * (soft + stiff);
        // ∫ E z
        let coupling = a * half * 0.5 * half * (stiff - soft);
        let bending = a * half.powi(3) / 3.0 * (soft + stiff);
        // equal ν: in extension and in bending about y both layers contract alike
        let bound = 1e-6;
        assert!((k[(0, 0)] / axial - 1.0).abs() < bound, "{}", k[(0, 0)] / axial);
        assert!((k[(0, 4)] / coupling - 1.0).abs() < bound, "{}", k[(0, 4)] / coupling);
        assert!((k[(4, 4)] / bending - 1.0).abs() < bound, "{}", k[(4, 4)] / bending);
    }
}

/// A thin-walled box of ±θ walls, all with fibres wound one way round: extension couples with twist. By the theory of laminates with free
/// hoop stress: N = A'11 ε + A'16 γ, q = A'16 ε + A'66 γ along the middle line, γ = 2 A κ/s: K_14 = A'16 2 A, K_11 = A'11 s, K_44 = A'66 4 A²/s.
#[test]
fn a_box_of_wound_fibres_couples_extension_and_twist() {
    let (a, b, t) = (0.2, 0.12, 0.002);
    let angle: f64 = 45f64.to_radians();
    let ply = Orthotropic { young: [140e9, 10e9, 10e9], poisson: [0.3, 0.3, 0.4], shear: [5e9, 5e9, 3.5e9] };
    let stiffness = ply.stiffness().unwrap();
    let carbon = SolidMaterial { law: SolidLaw::Anisotropic(stiffness), density: 1600.0, damping: 0.0 };
    let line = |u: f64, n: f64, size: f64| {
        let (cell, inner) = (u * n, (size - 2.0 * t) / (n - 2.0));
        let at = if cell <= 1.0 {
            cell * t
        } else if cell >= n - 1.0 {
            size - (n - cell) * t
        } else {
            t + (cell - 1.0) * inner
        };
        at - 0.5 * size
    };
    let mut mesh = grid(
        [14, 10],
        |i, j| i == 0 || i == 13 || j == 0 || j == 9,
        |_, _| 0,
        |u, v| [line(u, 14.0, a), line(v, 10.0, b)],
    );
    // walls by the centres of their elements: tangents run anticlockwise, fibres turn from axis 1 towards the tangent
    mesh.axes = mesh
        .elements
        .iter()
        .map(|nodes| {
            let [y, z] = mesh.places[nodes[8]];
            let (right, top) = ((0.5 * a - y.abs()) < t, z > 0.0);
            let tangent = match (right, y > 0.0, top) {
                (true, true, _) => Vec3::z(),
                (true, false, _) => -Vec3::z(),
                (false, _, true) => -Vec3::y(),
                _ => Vec3::y(),
            };
            let fibre = Vec3::x() * angle.cos() + tangent * angle.sin();
            let normal = Vec3::x().cross(&tangent);
            Mat3::from_columns(&[fibre, normal.cross(&fibre), normal])
        })
        .collect();
    let k = section("s", &mesh, &model(&[carbon])).unwrap().stiffness;
    // plane stress across the wall and free hoop stress: the compliance of 11 and of shear alone
    let wall = Mat3::from_columns(&[
        Vec3::new(angle.cos(), angle.sin(), 0.0),
        Vec3::new(-angle.sin(), angle.cos(), 0.0),
        Vec3::z(),
    ]);
    let compliance = turned(&stiffness, &wall).try_inverse().unwrap();
    let two = nalgebra::Matrix2::new(compliance[(0, 0)], compliance[(0, 5)], compliance[(5, 0)], compliance[(5, 5)]);
    let reduced = two.try_inverse().unwrap() * t;
    let (am, bm) = (a - t, b - t);
    let (area, around) = (am * bm, 2.0 * (am + bm));
    let exact = [reduced[(0, 0)] * around, reduced[(0, 1)] * 2.0 * area, reduced[(1, 1)] * 4.0 * area * area / around];
    let found = [k[(0, 0)], k[(0, 3)], k[(3, 3)]];
    println!("{:?}", found.iter().zip(exact).map(|(f, e)| f / e).collect::<Vec<_>>());
    for (found, exact) in found.into_iter().zip(exact) {
        assert!((found / exact - 1.0).abs() < 0.02, "{found} {exact}");
    }
}

#[test]
fn sections_that_cannot_be_are_refused_by_name() {
    let good = grid([2, 2], |_, _| true, |_, _| 0, |u, v| [u, v]);
    let refused = |mesh: SectionMesh, materials: &[SolidMaterial], words: &str| {
        let text = section("section \"spar\"", &mesh, &model(materials)).unwrap_err().to_string();
        assert!(text.contains("section \"spar\"") && text.contains(words), "{text}");
    };
    let steel = isotropic(2e11, 0.3);
    let apart = grid([3, 1], |i, _| i != 1, |_, _| 0, |u, v| [u, v]);
    refused(apart, &[steel], "falls into parts");
    let mirrored = SectionMesh { places: good.places.iter().map(|[y, z]| [-y, *z]).collect(), ..good.clone() };
    refused(mirrored, &[steel], "anticlockwise");
    let two = grid([2, 2], |_, _| true, |i, _| i, |u, v| [u, v]);
    refused(two, &[steel, SolidMaterial { damping: 0.1, ..steel }], "damping");
    refused(SectionMesh { elements: vec![], ..good.clone() }, &[steel], "at least one element");
    let mut odd = good.clone();
    odd.elements[0][3] = 99;
    refused(odd, &[steel], "node 99");
}

/// A strip of width 1: EI of its thin side to 1e-4 as far as it is given at all; and it is the same section in any unit.
#[test]
fn thin_strips_have_their_stiffness_or_are_refused() {
    let own = model(&[isotropic(7e10, 0.3)]);
    for (count, thickness) in [8, 32].into_iter().flat_map(|n| [1e-2, 1e-3, 1e-4, 1e-5, 1e-6].map(|t| (n, t))) {
        let strip = |size: f64| {
            let mesh = grid([count, 1], |_, _| true, |_, _| 0, |u, v| [size * (u - 0.5), size * thickness * (v - 0.5)]);
            section("strip", &mesh, &own)
        };
        match strip(1.0) {
            Ok(found) => {
                let ratio = found.stiffness[(4, 4)] / (7e10 * thickness.powi(3) / 12.0);
                println!("{count}, {thickness:e}: {ratio:.6}");
                assert!((ratio - 1.0).abs() < 1e-3, "{count} {thickness:e}: {ratio}");
                for size in [1e-20, 1e20] {
                    let other = strip(size).unwrap().stiffness[(4, 4)] / size.powi(4);
                    assert!((other / found.stiffness[(4, 4)] - 1.0).abs() < AGREED, "{count} {thickness:e} {size:e}");
                }
            }
            Err(error) => {
                println!("{count}, {thickness:e}: {error}");
                assert!(thickness < 1e-3 && error.to_string().contains("Rounding"), "{count} {thickness:e}: {error}");
            }
        }
    }
}
