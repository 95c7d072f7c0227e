//! Shells, small displacements: locking, convergence and the classical obstacle course, against published numbers and the prototype's
//! (`reference/shells/shell_linear.json`). K at the reference configuration, solved by a dense factorisation of the tests' own.

use crate::common::shell_mesh::{Mesh, grid};
use crate::support::{assert_order, reference};
use nalgebra::{DMatrix, DVector};
use swashplate::elements::shell::{Shell, ShellElement};
use swashplate::math::Vec3;
use swashplate::sections::{Isotropic, Ply, ShellSection, laminate};
use swashplate::terms::{InstantAudit, Level, Motion, StageBlock, Term};

/// Nodes as a level, without anything else.
fn at_rest(nodes: &[Motion]) -> Level<'_> {
    Level {
        time: 0.0,
        load_factor: 1.0,
        gravity: Vec3::zeros(),
        nodes,
        scalars: &[],
        functions: &[],
        inputs: &[],
        rates: None,
        locks: &[],
    }
}

/// Displacements and rotations of all nodes under nodal loads; `held` says which of the six of a node are zero.
fn solve(mesh: &Mesh, elements: &[ShellElement], held: impl Fn(usize) -> [bool; 6], load: &[f64]) -> Vec<[f64; 6]> {
    let starts = mesh.starts();
    let level = at_rest(&starts);
    let mut place = vec![usize::MAX; 6 * mesh.x.len()];
    let mut count = 0;
    for k in 0..mesh.x.len() {
        for (c, held) in held(k).into_iter().enumerate() {
            if !held {
                place[6 * k + c] = count;
                count += 1;
            }
        }
    }
    let mut k = DMatrix::zeros(count, count);
    let mut block = StageBlock::default();
    for (e, element) in elements.iter().enumerate() {
        let shell = Shell::new(&format!("shell {e}"), element.clone(), &starts).unwrap();
        block.reset(shell.size(), 0);
        shell.stage(&level, &mut block);
        let at = |p: usize| place[6 * element.nodes[p / 6].0 + p % 6];
        for (p, q) in (0..54 * 54).map(|n| (n / 54, n % 54)) {
            if at(p) != usize::MAX && at(q) != usize::MAX {
                k[(at(p), at(q))] += block.k[p * 54 + q];
            }
        }
    }
    let right = DVector::from_fn(count, |i, _| load[place.iter().position(|p| *p == i).unwrap()]);
    let u = k.cholesky().expect("held well enough, K is positive definite").solve(&right);
    let of = |k: usize, c: usize| if place[6 * k + c] == usize::MAX { 0.0 } else { u[place[6 * k + c]] };
    (0..mesh.x.len()).map(|k| std::array::from_fn(|c| of(k, c))).collect()
}

/// Nodal loads of a force per area, by the Gauss points of the elements.
fn spread(mesh: &Mesh, force: Vec3) -> Vec<f64> {
    use swashplate::elements::shell::tying::{gauss_points, shape};
    let mut load = vec![0.0; 6 * mesh.x.len()];
    for element in &mesh.elements {
        for ([r, s], w) in gauss_points() {
            let at = shape(r, s);
            let sum = |w: &[f64; 9]| -> Vec3 { element.iter().zip(w).map(|(k, w)| mesh.x[*k] * *w).sum() };
            let area = sum(&at.r).cross(&sum(&at.s)).norm() * w;
            for (a, k) in element.iter().enumerate() {
                (0..3).for_each(|c| load[6 * k + c] += at.n[a] * area * force[c]);
            }
        }
    }
    load
}

fn plate(young: f64, poisson: f64, thickness: f64) -> ShellSection {
    ShellSection::isotropic("plate", &Isotropic { young, poisson, density: 0.0 }, thickness).unwrap()
}

/// A unit square, its inner corners moved to and fro by `distortion` of half an element, sides straight.
fn distorted(n: usize, distortion: f64) -> Mesh {
    let corner = |i: usize, j: usize| {
        let inner = (1..n).contains(&i) && (1..n).contains(&j);
        let sign = if (i + j).is_multiple_of(2) { 1.0 } else { -1.0 };
        let shift =
            if inner { Vec3::new(sign, if i.is_multiple_of(2) { -sign } else { sign }, 0.0) } else { Vec3::zeros() };
        (Vec3::new(i as f64, j as f64, 0.0) + shift * (0.5 * distortion)) / n as f64
    };
    grid([n, n], |u, v| {
        let (i, j) = ((u * n as f64).min(n as f64 - 1e-9), (v * n as f64).min(n as f64 - 1e-9));
        let (a, b) = (i as usize, j as usize);
        let (r, s) = (u * n as f64 - a as f64, v * n as f64 - b as f64);
        (corner(a, b) * (1.0 - r) + corner(a + 1, b) * r) * (1.0 - s)
            + (corner(a, b + 1) * (1.0 - r) + corner(a + 1, b + 1) * r) * s
    })
}

fn on_edge(mesh: &Mesh, k: usize) -> bool {
    let (i, j) = (k % mesh.size[0], k / mesh.size[0]);
    i == 0 || j == 0 || i + 1 == mesh.size[0] || j + 1 == mesh.size[1]
}

/// w D/(q a⁴) at the centre of a clamped square plate under pressure.
fn clamped(mesh: &Mesh, thickness: f64) -> f64 {
    let (e, nu) = (1e7, 0.3);
    let elements = mesh.shells(&plate(e, nu, thickness), None, 1.0);
    let u = solve(mesh, &elements, |k| [on_edge(mesh, k); 6], &spread(mesh, Vec3::z()));
    u[mesh.at(mesh.size[0] / 2, mesh.size[1] / 2)][2] * e * thickness.powi(3) / (12.0 * (1.0 - nu * nu))
}

/// Thin-plate value 0.00126532; the mesh of 4 × 4 is strongly distorted.
#[test]
fn thin_distorted_plates_do_not_lock() {
    let mesh = distorted(4, 0.4);
    let values = [1e-2, 1e-3, 1e-4, 1e-5].map(|h| clamped(&mesh, h));
    println!("clamped plate, 4 × 4 distorted: {values:?}");
    for value in values {
        assert!((value / 0.00126532 - 1.0).abs() < 0.05, "{values:?}");
        assert!((value / values[3] - 1.0).abs() < 0.01, "{values:?}");
    }
    // a regular mesh of 8 × 8, as the prototype
    let regular = clamped(&distorted(8, 0.0), 1e-4);
    let own = reference("shells/shell_linear")["clamped_square_plate"]["prototype_regular_8x8_h1e-4"].as_f64().unwrap();
    assert!((regular / own - 1.0).abs() < 1e-4, "{regular} {own}");
}

/// Vertical displacement of the middle of the free edge of the Scordelis-Lo roof, a quarter of it in n × n elements.
fn roof(n: usize) -> f64 {
    let (radius, half) = (25.0, 40f64.to_radians());
    // y along the axis from the diaphragm to midspan, angle from the crown to the free edge
    let mesh = grid([n, n], |u, v| {
        let angle = half * (1.0 - v);
        Vec3::new(radius * angle.sin(), 25.0 * u, radius * angle.cos())
    });
    let elements = mesh.shells(&plate(4.32e8, 0.0, 0.25), None, 1.0);
    let held = |k: usize| {
        let (i, j) = (k % mesh.size[0], k / mesh.size[0]);
        let (end, middle, crown) = (i == 0, i + 1 == mesh.size[0], j + 1 == mesh.size[1]);
        [end || crown, middle, end, middle, crown, middle || crown]
    };
    let u = solve(&mesh, &elements, held, &spread(&mesh, Vec3::new(0.0, 0.0, -90.0)));
    -u[mesh.at(mesh.size[0] - 1, 0)][2]
}

#[test]
fn the_scordelis_lo_roof_converges_to_the_deep_shell_value() {
    let data = reference("shells/shell_linear")["scordelis_lo"].clone();
    let values = [2, 4, 8].map(roof);
    println!("Scordelis-Lo: {values:?}");
    let exact = data["reference_deep_shell"].as_f64().unwrap();
    assert!((values[2] / exact - 1.0).abs() < 0.01, "{values:?}");
    for (n, value) in [2, 4, 8].iter().zip(values) {
        let own = data["prototype_n_by_n_quarter"][n.to_string()].as_f64().unwrap();
        assert!((value / own - 1.0).abs() < 2e-3, "{n}: {value} {own}");
    }
}

/// Tip displacements of the twisted strip along and across, for a unit load each way.
fn twisted([n, m]: [usize; 2], thickness: f64) -> [f64; 2] {
    let mesh = grid([n, m], |u, v| {
        let (angle, y) = (std::f64::consts::FRAC_PI_2 * u, 1.1 * (v - 0.5));
        Vec3::new(12.0 * u, y * angle.cos(), y * angle.sin())
    });
    let elements = mesh.shells(&plate(2.9e7, 0.22, thickness), None, 1.0);
    let held = |k: usize| [k.is_multiple_of(mesh.size[0]); 6];
    let tip = mesh.size[0] - 1;
    // Simpson's weights along the edge
    let along = |component: usize| {
        let mut load = vec![0.0; 6 * mesh.x.len()];
        for j in 0..mesh.size[1] {
            let ends = j == 0 || j + 1 == mesh.size[1];
            let weight = if j % 2 == 1 {
                4.0
            } else if ends {
                1.0
            } else {
                2.0
            };
            load[6 * mesh.at(tip, j) + component] = weight / (6.0 * m as f64);
        }
        solve(&mesh, &elements, held, &load)[mesh.at(tip, mesh.size[1] / 2)][component]
    };
    // the tip's edge is along z there
    [along(2), along(1)]
}

#[test]
fn the_twisted_strip_has_its_published_displacements() {
    let data = reference("shells/shell_linear")["twisted_beam"].clone();
    for (mesh, name, tolerance) in [([6, 1], "6x1", 5e-3), ([12, 2], "12x2", 3e-3)] {
        let values = twisted(mesh, 0.32);
        println!("twisted strip {name}: {values:?}");
        for (value, (key, p)) in values.iter().zip([("in_plane", 0), ("out_of_plane", 1)]) {
            let exact = data[key].as_f64().unwrap();
            assert!((value / exact - 1.0).abs() < tolerance, "{name}, {key}: {value} {exact}");
            let own = data["prototype"][name][p].as_f64().unwrap();
            assert!((value / own - 1.0).abs() < 1e-3, "{name}, {key}: {value}, the prototype {own}");
        }
    }
}

#[test]
fn cooks_membrane_converges_to_the_known_value() {
    let data = reference("shells/shell_linear")["cook_membrane_shell"].clone();
    let value = |n: usize| {
        let mesh = grid([n, n], |u, v| {
            let (low, high) = (44.0 * u, 44.0 + 16.0 * u);
            Vec3::new(48.0 * u, low + (high - low) * v, 0.0)
        });
        let elements = mesh.shells(&plate(1.0, 1.0 / 3.0, 1.0), None, 1.0);
        let mut load = vec![0.0; 6 * mesh.x.len()];
        let last = mesh.size[1] - 1;
        for j in 0..=last {
            let weight = if j % 2 == 1 {
                4.0
            } else if j == 0 || j == last {
                1.0
            } else {
                2.0
            };
            load[6 * mesh.at(mesh.size[0] - 1, j) + 1] = weight / (6.0 * n as f64);
        }
        // in its plane alone
        let held =
            |k: usize| if k.is_multiple_of(mesh.size[0]) { [true; 6] } else { [false, false, true, true, true, false] };
        solve(&mesh, &elements, held, &load)[mesh.at(mesh.size[0] - 1, last / 2)][1]
    };
    let values = [2, 4, 8].map(value);
    println!("Cook: {values:?}");
    assert!((values[2] / 23.96 - 1.0).abs() < 2e-3, "{values:?}");
    for (n, value) in [2, 4, 8].iter().zip(values) {
        let own = data["prototype_n_by_n"][n.to_string()].as_f64().unwrap();
        assert!((value / own - 1.0).abs() < 1e-3, "{n}: {value} {own}");
    }
}

/// A simply supported rectangular strip of a laminate in cylindrical bending and stretching, thin: classical lamination theory. Pulled
/// by N11 along its length with free edges and clamped at one end, an unsymmetric [0/90] bends: κ = −(D − B A⁻¹ B)⁻¹ B A⁻¹ N.
#[test]
fn unsymmetric_laminates_couple_as_lamination_theory_says() {
    let ply = |angle: f64| Ply {
        thickness: 5e-4,
        angle,
        e1: 1.4e11,
        e2: 1e10,
        g12: 5e9,
        nu12: 0.3,
        g13: 5e9,
        g23: 3e9,
        density: 1600.0,
    };
    let quarter = std::f64::consts::FRAC_PI_4;
    let layups: [(&str, Vec<f64>); 3] = [
        ("0/90", vec![0.0, 2.0 * quarter]),
        ("±45 s", vec![quarter, -quarter, -quarter, quarter]),
        ("30/-10/80", [30f64, -10.0, 80.0].map(f64::to_radians).to_vec()),
    ];
    for (name, angles) in layups {
        let plies: Vec<Ply> = angles.into_iter().map(ply).collect();
        let section = laminate(name, &plies, 0.0).unwrap();
        // all resultants given on the edges, held at the middle as a rigid body: constant strains, exact on any mesh
        let mesh = distorted(2, 0.3);
        let elements = mesh.shells(&section, Some(Vec3::x()), 1.0);
        let wanted = [1.0, -0.5, 0.3, 2e-4, 1e-4, -3e-4, 0.0, 0.0];
        let strain = section.stiffness.lu().solve(&nalgebra::SVector::<f64, 8>::from(wanted)).unwrap();
        let [e11, e22, e12, k11, k22, k12] = std::array::from_fn(|k| strain[k]);
        // K11 = −w,xx
        let field = |x: &Vec3| {
            let w = -0.5 * (k11 * x.x * x.x + k22 * x.y * x.y + k12 * x.x * x.y);
            let (w_x, w_y) = (-k11 * x.x - 0.5 * k12 * x.y, -k22 * x.y - 0.5 * k12 * x.x);
            [e11 * x.x + 0.5 * e12 * x.y, e22 * x.y + 0.5 * e12 * x.x, w, w_y, -w_x, 0.0]
        };
        // the boundary moves as the field, the inner nodes follow without any load
        let exact: Vec<[f64; 6]> = mesh.x.iter().map(field).collect();
        let found = follow(&mesh, &elements, |k| on_edge(&mesh, k), &exact);
        let size = exact.iter().flatten().fold(0.0_f64, |a, b| a.max(b.abs()));
        for (a, b) in found.iter().flatten().zip(exact.iter().flatten()) {
            assert!((a - b).abs() < 1e-10 * size, "{name}: {a} {b}");
        }
    }
}

/// Displacements where those of some nodes are given and the rest has no load.
fn follow(mesh: &Mesh, elements: &[ShellElement], given: impl Fn(usize) -> bool, values: &[[f64; 6]]) -> Vec<[f64; 6]> {
    // loads are those that the given displacements make: −K u there
    let starts = mesh.starts();
    let mut load = vec![0.0; 6 * mesh.x.len()];
    for (e, element) in elements.iter().enumerate() {
        let shell = Shell::new(&format!("shell {e}"), element.clone(), &starts).unwrap();
        let level = at_rest(&starts);
        let mut block = StageBlock::default();
        block.reset(54, 0);
        shell.stage(&level, &mut block);
        for (p, q) in (0..54 * 54).map(|n| (n / 54, n % 54)) {
            let (a, b) = (element.nodes[p / 6].0, element.nodes[q / 6].0);
            if given(b) {
                load[6 * a + p % 6] -= block.k[p * 54 + q] * values[b][q % 6];
            }
        }
        let mut audit = InstantAudit::default();
        shell.audit(&level, &[], &mut audit);
        assert_eq!(audit.potential, 0.0);
    }
    let free = solve(mesh, elements, |k| [given(k); 6], &load);
    (0..mesh.x.len()).map(|k| if given(k) { values[k] } else { free[k] }).collect()
}

/// Orders on a smooth curved problem: a quarter of a cylinder under end shear, thick enough that the exact shell solution is smooth. The
/// difference of successive meshes falls with the fourth order in displacements of a quadratic element that does not lock.
#[test]
fn displacements_of_a_curved_strip_converge_with_fourth_order() {
    let tip = |n: usize| {
        let mesh = grid([n, 1], |u, v| {
            let angle = std::f64::consts::FRAC_PI_2 * u;
            Vec3::new(angle.sin(), v * 0.2, 1.0 - angle.cos())
        });
        let elements = mesh.shells(&plate(1e6, 0.0, 0.02), None, 1.0);
        let mut load = vec![0.0; 6 * mesh.x.len()];
        for (j, weight) in [1.0, 4.0, 1.0].into_iter().enumerate() {
            load[6 * mesh.at(mesh.size[0] - 1, j)] = weight / 6.0;
        }
        let u = solve(&mesh, &elements, |k| [k.is_multiple_of(mesh.size[0]); 6], &load);
        u[mesh.at(mesh.size[0] - 1, 1)][0]
    };
    let values = [2, 4, 8, 16, 32].map(tip);
    let errors: Vec<f64> = values.windows(2).map(|v| (v[1] - v[0]).abs()).collect();
    println!("curved strip: {values:?}");
    assert_order("curved strip", &errors, 4.0, 0.5);
}
