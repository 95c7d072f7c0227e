//! Modes of slender beams: stretching up to 1e12 times stiffer than bending, soft mounts, overdamped pairs.
//!
//! Rounding of K, ε = 2.2e-16 of its largest entries, changes ω² by about ε ω_max², where ω_max is the highest frequency of the
//! mesh: stretching between the two nodes that are nearest to each other. So a frequency is right to
//!
//! ```text
//!   |δω|/ω ≤ discretisation + ε (ω_max/ω)²
//! ```
//!
//! and λ = 0 is said of motions that strain nothing, and of no other. Run with `--nocapture` for the errors.

use crate::support;

use nalgebra::Matrix4;
use support::{options, simulate};
use swashplate::joints;
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{BeamId, Interpolation, Model, NodeKind, uniform_sections};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::simulation::Simulation;

const BOTH: [Interpolation; 2] = [Interpolation::Rotations, Interpolation::Directors];
const ELEMENTS: usize = 6;
const NODES: usize = 4;

/// A round rod with EI = 1, 1 kg/m and EA = `slenderness`, ν = 0.3 and shear factor 0.9.
fn rod(slenderness: f64) -> BeamSection {
    let rotary = f64::max(1.0 / slenderness, 1e-9);
    let own = Engineering {
        axial: slenderness,
        shear: [0.9 * slenderness / 2.6; 2],
        torsion: 1.0 / 1.3,
        bending: [1.0, 1.0],
        mass: 1.0,
        inertia: [2.0 * rotary, rotary, rotary],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("rod").unwrap()
}

/// Frequencies of bending by the differential equations of Timoshenko's beam of unit length, y = (w, θ, M, Q):
/// w' = θ + Q/GA, θ' = M/EI, M' = −Q − ρI ω² θ, Q' = −ρA ω² w; the determinant of what must vanish at the end.
fn timoshenko(slenderness: f64, clamped: bool, count: usize) -> Vec<f64> {
    let determinant = |omega: f64| {
        let (shear, rotary, square) = (0.9 * slenderness / 2.6, f64::max(1.0 / slenderness, 1e-9), omega * omega);
        let a = Matrix4::new(
            0.0,
            1.0,
            0.0,
            1.0 / shear, //
            0.0,
            0.0,
            1.0,
            0.0, //
            0.0,
            -rotary * square,
            0.0,
            -1.0, //
            -square,
            0.0,
            0.0,
            0.0,
        );
        let e = a.exp();
        let free = if clamped { 2 } else { 0 };
        e[(2, free)] * e[(3, free + 1)] - e[(2, free + 1)] * e[(3, free)]
    };
    let (mut found, mut low, step) = (Vec::new(), 0.5, 0.05);
    while found.len() < count {
        let high = low + step;
        if determinant(low) * determinant(high) < 0.0 {
            let (mut a, mut b) = (low, high);
            for _ in 0..60 {
                let middle = 0.5 * (a + b);
                if determinant(a) * determinant(middle) <= 0.0 { b = middle } else { a = middle }
            }
            found.push(0.5 * (a + b));
        }
        low = high;
    }
    found
}

/// A rod of 1 m in an oblique direction, from a place that is not the origin.
fn oblique(model: &mut Model, slenderness: f64, interpolation: Interpolation) -> (BeamId, Vec3, Quat) {
    let (root, turn) = (Vec3::new(0.3, -0.7, 0.4), so3::exp(&Vec3::new(0.5, -0.8, 1.1)));
    let part = 1.0 / ELEMENTS as f64;
    let mut frames = vec![(root, turn)];
    for e in 0..ELEMENTS {
        let place = |r: &f64| (root + turn * Vec3::new(part * (e as f64 + 0.5 + 0.5 * r), 0.0, 0.0), turn);
        frames.extend(lobatto(NODES)[1..].iter().map(place));
    }
    let sections = vec![uniform_sections(&rod(slenderness), part, NODES); ELEMENTS];
    (model.add_beam_elements("rod", &frames, NODES, interpolation, &sections).unwrap(), root, turn)
}

fn ground(model: &mut Model) -> swashplate::terms::NodeId {
    model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap()
}

/// ω_max² of the mesh: ends of elements are 0.276 of their length from the next node and carry a sixth of their mass.
fn highest_square(slenderness: f64) -> f64 {
    let part = 1.0 / ELEMENTS as f64;
    4.0 * slenderness / (0.276 * part) / (part / 6.0)
}

/// The exact ones are each found twice, to `discretisation` and what rounding allows; returns the largest error.
fn assert_twice(what: &str, found: &[f64], exact: &[f64], slenderness: f64) -> f64 {
    let mut worst = 0.0_f64;
    for exact in exact {
        let bound = 1e-4 + f64::EPSILON * highest_square(slenderness) / (exact * exact);
        let mut errors: Vec<f64> = found.iter().map(|f| (f / exact - 1.0).abs()).collect();
        errors.sort_by(f64::total_cmp);
        worst = worst.max(errors[1]);
        println!(
            "    {what} {slenderness:.0e}: {exact:.6}, errors {:.1e} {:.1e}, bound {bound:.1e}",
            errors[0], errors[1]
        );
        assert!(errors[1] < bound, "{what}, EA L²/EI = {slenderness:e}: {exact} is not in {found:?} twice");
    }
    worst
}

fn frequencies(sim: &mut Simulation, count: usize) -> Vec<f64> {
    sim.modes(Vec3::zeros(), count).unwrap_or_else(|e| panic!("{e}")).iter().map(|m| m.frequency).collect()
}

const SLENDERNESS: [f64; 11] = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];

#[test]
fn a_cantilever_has_its_frequencies_however_stiff_it_is_along_its_axis() {
    for interpolation in BOTH {
        for slenderness in SLENDERNESS {
            let mut model = Model::new();
            let (beam, root, turn) = oblique(&mut model, slenderness, interpolation);
            let base = ground(&mut model);
            let first = model.beam(beam).unwrap().nodes[0];
            let (a, b) = (model.attach(base, root, turn).unwrap(), model.attach(first, root, turn).unwrap());
            model.add_joint("root", joints::rigid_connection(), a, b).unwrap();
            let found = frequencies(&mut simulate(model, options(0.8)), 6);
            assert!(found.iter().all(|f| *f > 0.0), "{slenderness:e}: {found:?}");
            assert_twice("cantilever", &found, &timoshenko(slenderness, true, 2), slenderness);
        }
    }
}

#[test]
fn a_free_beam_has_six_motions_without_strain_and_no_seventh() {
    for interpolation in BOTH {
        for slenderness in SLENDERNESS {
            let mut model = Model::new();
            oblique(&mut model, slenderness, interpolation);
            let found = frequencies(&mut simulate(model, options(0.8)), 12);
            assert!(found[..6].iter().all(|f| *f == 0.0), "{slenderness:e}: {found:?}");
            assert!(found[6] > 0.0, "{slenderness:e}: {found:?}");
            assert_twice("free", &found[6..], &timoshenko(slenderness, false, 2), slenderness);
        }
    }
}

#[test]
fn a_soft_mount_under_a_stiff_blade_keeps_its_frequency() {
    // rigid but for its mount: I φ'' + k φ = 0 with I = m L³/3. The rounding that is left is a hundredth of the bound, measured: the
    // blade moves as a whole. Of 1e-2 rad/s with 1e12 nothing is left but that it is not zero.
    for (slenderness, rates) in
        [(1e6, vec![1e-2, 1.0]), (1e8, vec![1e-2, 1.0]), (1e9, vec![1e-2, 1.0]), (1e12, vec![1.0])]
    {
        for rate in rates {
            let mut model = Model::new();
            let (beam, root, turn) = oblique(&mut model, slenderness, Interpolation::Rotations);
            let base = ground(&mut model);
            let first = model.beam(beam).unwrap().nodes[0];
            let (a, b) = (model.attach(base, root, turn).unwrap(), model.attach(first, root, turn).unwrap());
            let hinge = model.add_joint("mount", joints::revolute(), a, b).unwrap();
            let stiffness = rate * rate * (1.0 / 3.0 + 1.0 / slenderness);
            model.add_joint_spring("mount", hinge, 0, [stiffness, 0.0, 0.0]).unwrap();
            let found = frequencies(&mut simulate(model, options(0.8)), 2);
            // the blade bends a little: k L/EI of its stiffness, 2/15 of it to first order and less to second
            let bound = 0.2 * stiffness + 0.01 * f64::EPSILON * highest_square(slenderness) / (rate * rate);
            println!("{slenderness:.0e}, {rate}: {found:?}, bound {bound:.1e}");
            assert!(found[0] > 0.0 && (found[0] / rate - 1.0).abs() < bound, "{slenderness:e}: {found:?}");
        }
    }
}

#[test]
fn both_roots_of_an_overdamped_pair_can_be_read() {
    // I λ² + c λ + k = 0 with twice the critical damping: λ = −ω (2 ± √3)
    let mut model = Model::new();
    let base = ground(&mut model);
    let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("bar", bar, 1.0, Vec3::x(), Mat3::identity() * 0.1).unwrap();
    let (a, b) = (
        model.attach(base, Vec3::zeros(), Quat::identity()).unwrap(),
        model.attach(bar, Vec3::zeros(), Quat::identity()).unwrap(),
    );
    let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    let (stiffness, inertia) = (40.0, 1.1);
    let critical = 2.0 * f64::sqrt(stiffness * inertia);
    model.add_joint_spring("spring", hinge, 0, [stiffness, 2.0 * critical, 0.0]).unwrap();
    let mut sim = simulate(model, options(0.8));
    let found = sim.modes(Vec3::zeros(), 2).unwrap();
    let omega = f64::sqrt(stiffness / inertia);
    for (mode, factor) in found.iter().zip([2.0 - f64::sqrt(3.0), 2.0 + f64::sqrt(3.0)]) {
        assert!((mode.eigenvalue.re + omega * factor).abs() < 1e-10 * omega && mode.eigenvalue.im == 0.0);
        assert!((mode.damping_ratio - 1.0).abs() < 1e-14);
    }
    // there is no third root, and the text says how many there are
    let error = sim.modes(Vec3::zeros(), 3).unwrap_err().to_string();
    assert!(error.contains("1 to 1") && error.contains("two real roots"), "{error}");
}

/// EA, ρA and ρI of bending of a rod of 10 m that is far softer in torsion and bending than along its axis.
const STRETCHING: f64 = 1e6;
const ROTARY: f64 = 1e-4;
const LONG: f64 = 10.0;

/// Clamped rod of 1 kg/m, EI and GJ as given, 2 EI in the other plane.
fn long_rod(stiffness: f64, elements: usize, nodes: usize) -> Simulation {
    let own = Engineering {
        axial: STRETCHING,
        shear: [STRETCHING; 2],
        torsion: stiffness,
        bending: [stiffness, 2.0 * stiffness],
        mass: 1.0,
        inertia: [2.0 * ROTARY, ROTARY, ROTARY],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    let (mut model, part) = (Model::new(), LONG / elements as f64);
    let mut frames = vec![(Vec3::zeros(), Quat::identity())];
    for e in 0..elements {
        let place = |r: &f64| (Vec3::new(part * (e as f64 + 0.5 + 0.5 * r), 0.0, 0.0), Quat::identity());
        frames.extend(lobatto(nodes)[1..].iter().map(place));
    }
    let sections = vec![uniform_sections(&own.section("rod").unwrap(), part, nodes); elements];
    let beam = model.add_beam_elements("rod", &frames, nodes, Interpolation::Rotations, &sections).unwrap();
    let (base, first) = (ground(&mut model), model.beam(beam).unwrap().nodes[0]);
    let side = |n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (side(base), side(first));
    model.add_joint("root", joints::rigid_connection(), a, b).unwrap();
    simulate(model, options(0.8))
}

/// Frequencies of a clamped Timoshenko beam, Huang 1961 (J. Appl. Mech. 28, 579–584), over cosh bα:
/// (2 + b²(r² − s²)²) cos bβ + 2/cosh bα − b (r² + s²)/√(1 − b²r²s²) tanh bα sin bβ = 0, b² = ρA L⁴ω²/EI, r² = ρI/(ρA L²), s² = EI/(GA L²).
fn clamped_bending(stiffness: f64, count: usize) -> Vec<f64> {
    let (rotary, shear) = (ROTARY / (LONG * LONG), stiffness / (STRETCHING * LONG * LONG));
    let value = |omega: f64| {
        let b = LONG * LONG * omega / stiffness.sqrt();
        let root = ((rotary - shear).powi(2) + 4.0 / (b * b)).sqrt();
        let alpha = b * (0.5 * (root - rotary - shear)).sqrt();
        let beta = b * (0.5 * (root + rotary + shear)).sqrt();
        let coupled = b * (rotary + shear) / (1.0 - b * b * rotary * shear).sqrt();
        (2.0 + (b * (rotary - shear)).powi(2)) * beta.cos() + 2.0 / alpha.cosh() - coupled * alpha.tanh() * beta.sin()
    };
    // roots are about π apart in √b
    let at = |k: usize| stiffness.sqrt() * (0.02 * k as f64 / LONG).powi(2);
    let mut found = Vec::new();
    for k in 50.. {
        let (mut low, mut high) = (at(k), at(k + 1));
        if value(low) * value(high) < 0.0 {
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if value(low) * value(middle) <= 0.0 { high = middle } else { low = middle }
            }
            found.push(low);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

/// Bending in two planes, torsion and stretching do not know of each other: the modes are those of the four, in order.
fn of_all_four(stiffness: f64, count: usize) -> Vec<f64> {
    let quarter = |k: usize, speed: f64| (2 * k + 1) as f64 * std::f64::consts::FRAC_PI_2 * speed / LONG;
    let mut all = [clamped_bending(stiffness, count), clamped_bending(2.0 * stiffness, count)].concat();
    all.extend((0..count).map(|k| quarter(k, (0.5 * stiffness / ROTARY).sqrt())));
    all.extend((0..count).map(|k| quarter(k, STRETCHING.sqrt())));
    all.sort_by(f64::total_cmp);
    all.truncate(count);
    all
}

/// Torsion has 1e-6 of the inertia and 1e-8 of the stiffness of other motions: its modes are found among many others all the same.
#[test]
fn every_one_of_many_modes_of_a_slender_rod_is_found() {
    // shorter waves than four nodes each are not told by a mesh: 40 elements of 4 nodes tell all 45, 20 of 3 nodes the first 20
    for (elements, nodes, told, bound) in [(20, 3, 20, 0.02), (40, 4, 45, 1e-3)] {
        for stiffness in [0.1, 1.0, 100.0] {
            let found = long_rod(stiffness, elements, nodes).modes(Vec3::zeros(), 45).unwrap();
            let exact = of_all_four(stiffness, told);
            let error = |(f, e): (&swashplate::integrators::modes::Mode, &f64)| (f.frequency / e - 1.0).abs();
            let worst = found.iter().zip(&exact).map(error).fold(0.0, f64::max);
            let residual = found.iter().fold(0.0_f64, |most, m| most.max(m.residual));
            println!("    {elements} elements, EI = {stiffness}: worst {worst:.1e}, residual {residual:.1e}");
            assert!(worst < bound, "{elements} elements, EI = {stiffness}: {worst:.1e}");
            assert!(residual < 1e-8, "{elements} elements, EI = {stiffness}: {residual:.1e}");
        }
    }
}

/// All modes of the mesh, and half of them, are the same where both are, to what rounding of K allows.
#[test]
fn half_of_all_modes_are_the_first_of_all() {
    for stiffness in [1.0, 1e4] {
        let mut sim = long_rod(stiffness, 8, 3);
        let (half, all) = (frequencies(&mut sim, 48), frequencies(&mut sim, 96));
        for (a, b) in half.iter().zip(&all) {
            let bound = 1e-9 + f64::EPSILON * (all[95] / b).powi(2);
            assert!((a / b - 1.0).abs() < bound, "{a} {b} {bound:e}");
        }
    }
}
