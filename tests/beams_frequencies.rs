//! Frequencies of beams at rest and spinning against `reference/beam.json` and `reference/smooth_freq.json`.

use crate::support;

use support::{numbers, options, reference, simulate};
use swashplate::integrators::statics::Spin;
use swashplate::joints;
use swashplate::loads::{Table, TimeFunction};
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Quat, Vec3};
use swashplate::model::{Interpolation, Model, NodeKind, uniform_sections};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::simulation::Simulation;

const BOTH: [Interpolation; 2] = [Interpolation::Rotations, Interpolation::Directors];

/// EA, GA, GJ, EI, EI; mass, rotary inertia about axes 2 and 3.
fn section([axial, shear, torsion, bending_2, bending_3]: [f64; 5], mass: f64, rotary: f64) -> BeamSection {
    let own = Engineering {
        axial,
        shear: [shear, shear],
        torsion,
        bending: [bending_2, bending_3],
        mass,
        inertia: [2.0 * rotary, rotary, rotary],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("test").unwrap()
}

/// How the root is held: clamped, on a flap hinge (about y), on a lag hinge (about z).
#[derive(Clone, Copy, PartialEq)]
enum Root {
    Clamped,
    Flap,
    Lag,
}

/// A straight beam of 1 m along x on a shaft along z that turns at `speed`, in equilibrium.
fn rotor(sections: &[BeamSection], nodes: usize, interpolation: Interpolation, root: Root, speed: f64) -> Simulation {
    let mut model = Model::new();
    let elements = sections.len();
    let part = 1.0 / elements as f64;
    let mut frames = vec![(Vec3::zeros(), Quat::identity())];
    for e in 0..elements {
        let place = |r: &f64| (Vec3::new(part * (e as f64 + 0.5 + 0.5 * r), 0.0, 0.0), Quat::identity());
        frames.extend(lobatto(nodes)[1..].iter().map(place));
    }
    let sections: Vec<_> = sections.iter().map(|s| uniform_sections(s, part, nodes)).collect();
    let beam = model.add_beam_elements("blade", &frames, nodes, interpolation, &sections).unwrap();
    let first = model.beam(beam).unwrap().nodes[0];
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let mut join = |name: &str, pair, frame, a, b| {
        let (a, b) = (model.attach(a, Vec3::zeros(), frame).unwrap(), model.attach(b, Vec3::zeros(), frame).unwrap());
        (model.add_joint(name, pair, a, b).unwrap(), b.node)
    };
    let shaft = match root {
        Root::Clamped => join("shaft", joints::revolute(), Quat::identity(), ground, first).0,
        // the cross of a universal joint: arms along z (the shaft's angle) and y (the flap hinge)
        Root::Flap => {
            let axes = swashplate::math::Mat3::from_columns(&[Vec3::z(), Vec3::y(), -Vec3::x()]);
            join("shaft", joints::universal(), Quat::from_matrix(&axes), ground, first).0
        }
        Root::Lag => join("shaft", joints::revolute(), Quat::identity(), ground, first).0,
    };
    if root != Root::Lag {
        let angle = Table::new(&[0.0, 1.0], &[0.0, speed], true).unwrap();
        let angle = model.add_function(TimeFunction::Table(angle)).unwrap();
        model.drive_joint(shaft, 0, angle).unwrap();
    }
    let mut sim = simulate(model, options(0.8));
    sim.solve_rotating(Spin { omega: Vec3::new(0.0, 0.0, speed), about: Vec3::zeros() }).unwrap();
    sim
}

fn frequencies(sim: &mut Simulation, speed: f64, count: usize) -> Vec<f64> {
    sim.modes(Vec3::new(0.0, 0.0, speed), count).unwrap().iter().map(|m| m.frequency).collect()
}

#[test]
fn timoshenko_cantilevers_have_their_exact_frequencies() {
    let cases = reference("smooth_freq")["timoshenko_cantilever_omega"].as_object().unwrap().clone();
    for (name, case) in cases {
        let [bending, shear, mass, rotary] = ["EI", "K", "m", "rI"].map(|k| case[k].as_f64().unwrap());
        // the two planes alike: each frequency twice; every motion needs some inertia, and 1e-12 changes nothing here (case B
        // against C: 1.2e-3 changes the fourth frequency by 7 %)
        let rotary = rotary.max(1e-12);
        let own = section([1e3 * shear, shear, 1e3 * bending, bending, bending], mass, rotary);
        for interpolation in BOTH {
            let mut sim = rotor(&[own; 24], 4, interpolation, Root::Clamped, 0.0);
            let found = frequencies(&mut sim, 0.0, 8);
            for (k, exact) in case["omega"].as_array().unwrap().iter().enumerate() {
                let exact: f64 = exact.as_str().unwrap().parse().unwrap();
                for twin in &found[2 * k..2 * k + 2] {
                    assert!((twin / exact - 1.0).abs() < 1e-7, "{name}, {interpolation:?}: {twin} {exact}");
                }
            }
        }
    }
}

#[test]
fn stepped_cantilever_has_its_exact_frequencies() {
    // root half EI = 4, m = 2; tip half EI = 1, m = 1; Euler-Bernoulli: shear stiffness and rotary inertia out of the way
    let half = |bending: f64, mass: f64| section([1e8, 1e8, 1e4, bending, bending], mass, 1e-9);
    let mut sections = vec![half(4.0, 2.0); 8];
    sections.extend(vec![half(1.0, 1.0); 8]);
    let list = reference("smooth_freq")["stepped_cantilever_omega(L=1; root half EI=4,m=2; tip half EI=1,m=1)"].clone();
    let mut sim = rotor(&sections, 4, Interpolation::Rotations, Root::Clamped, 0.0);
    let found = frequencies(&mut sim, 0.0, 10);
    for (k, exact) in list.as_array().unwrap().iter().enumerate() {
        let exact: f64 = exact.as_str().unwrap().parse().unwrap();
        assert!((found[2 * k] / exact - 1.0).abs() < 1e-5, "{} {exact}", found[2 * k]);
    }
}

#[test]
fn spinning_blades_have_the_flap_and_lag_frequencies_of_the_reference() {
    // slender: EA = 1e8 EI/L², rotary inertia 1e-9
    let own = section([1e8, 1e8, 1e4, 1.0, 1.0], 1.0, 1e-9);
    for row in reference("beam")["rotating_EB"].as_array().unwrap() {
        let speed = row["Omega"].as_f64().unwrap();
        let (flap, lag) = (numbers(&row["flap"]), numbers(&row["lag"]));
        let check = |found: &[f64], expected: &[f64], what: &str| {
            for (got, exact) in found.iter().zip(expected) {
                assert!((got - exact).abs() < 1e-5 * exact.max(1.0), "{what}, Ω = {speed}: {got} {exact}");
            }
        };
        if row["bc"] == "cant" {
            let mut sim = rotor(&[own; 12], 4, Interpolation::Rotations, Root::Clamped, speed);
            let mut expected = [flap, lag].concat();
            expected.sort_by(f64::total_cmp);
            check(&frequencies(&mut sim, speed, 8), &expected, "clamped");
        } else {
            // flap hinge only: lag as clamped; only the flap frequencies are compared
            let mut sim = rotor(&[own; 12], 4, Interpolation::Rotations, Root::Flap, speed);
            let found = frequencies(&mut sim, speed, 8);
            for exact in &flap {
                let off = found.iter().map(|f| (f - exact).abs()).fold(f64::INFINITY, f64::min);
                assert!(
                    off < 1e-5 * exact.max(1.0) || (speed == 0.0 && *exact == 0.0),
                    "flap hinge, Ω = {speed}: {exact} {found:?}"
                );
            }
            // free about the shaft: lag hinge, but clamped in flap
            let mut sim = rotor(&[own; 12], 4, Interpolation::Rotations, Root::Lag, speed);
            let found = frequencies(&mut sim, speed, 8);
            for exact in &lag {
                let off = found.iter().map(|f| (f - exact).abs()).fold(f64::INFINITY, f64::min);
                assert!(off < 1e-5 * exact.max(1.0), "lag hinge, Ω = {speed}: {exact} {found:?}");
            }
        }
    }
}

#[test]
fn damped_modes_have_their_ratios_and_others_have_none() {
    // flap twice as soft as lag: frequencies apart; ratios of the first three modes, nothing on the fourth
    let own = section([1e8, 1e8, 1e4, 1.0, 2.3], 1.0, 1e-9);
    let ratios = [0.02, 0.05, 0.1];
    let part = 1.0 / 8.0;
    let mut frames = vec![(Vec3::zeros(), Quat::identity())];
    for e in 0..8 {
        let place = |r: &f64| (Vec3::new(part * (f64::from(e) + 0.5 + 0.5 * r), 0.0, 0.0), Quat::identity());
        frames.extend(lobatto(4)[1..].iter().map(place));
    }
    let mut model = Model::new();
    let sections = vec![uniform_sections(&own, part, 4); 8];
    let beam = model.add_beam_elements("blade", &frames, 4, Interpolation::Rotations, &sections).unwrap();
    swashplate::simulation::damp_modes(&mut model, beam, &ratios).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let at = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (at(&model, ground), at(&model, model.beam(beam).unwrap().nodes[0]));
    model.add_joint("root", joints::rigid_connection(), a, b).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().unwrap();
    let modes = sim.modes(Vec3::zeros(), 4).unwrap();
    // the weights leave out the rotary inertia, 1e-9 of the mass
    for (mode, ratio) in modes.iter().zip([0.02, 0.05, 0.1, 0.0]) {
        assert!((mode.damping_ratio - ratio).abs() < 1e-7, "{} {ratio}", mode.damping_ratio);
    }
    assert!((modes[0].frequency / 3.516015 - 1.0).abs() < 1e-5);
}
