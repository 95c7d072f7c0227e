//! Damping of chosen modes of a beam: the ratios that were asked for, nothing else damped, whatever the shapes are made of.
//!
//! The references are the numbers asked for: with D = Σ 2ζω (Mφ)(Mφ)ᵀ/φᵀMφ the damped eigenvalues are λ² + 2ζωλ + ω² = 0 exactly, and
//! all other modes are those of the undamped beam. Frequencies of torsion and bending are checked against closed forms, so that it is
//! known which mode is which; the decay of a torsional motion against exp(−ζωt).

use crate::support;

use std::f64::consts::{FRAC_PI_2, PI};
use support::simulate;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{BeamId, Curve, Interpolation, Model, NodeKind, Properties};
use swashplate::sections::{BeamSection, Engineering, SpanTable};
use swashplate::simulation::{Options, Simulation, damp_modes};

const BOTH: [Interpolation; 2] = [Interpolation::Rotations, Interpolation::Directors];

/// A section of a blade: soft in flap, stiffer in lag, torsion between; `offset` of the mass centre couples torsion with flap.
fn section(torsion: f64, offset: f64) -> BeamSection {
    let own = Engineering {
        axial: 1e7,
        shear: [4e6, 4e6],
        torsion,
        bending: [40.0, 160.0],
        mass: 2.0,
        inertia: [0.02, 0.004, 0.016],
        tension_center: [0.3 * offset, 0.0],
        shear_center: [-0.5 * offset, 0.0],
        mass_center: [offset, 0.1 * offset],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("blade").unwrap()
}

/// A round rod: its modes of bending come in pairs of one frequency.
fn round() -> BeamSection {
    let own = Engineering {
        axial: 1e6,
        shear: [4e5, 4e5],
        torsion: 60.0,
        bending: [40.0, 40.0],
        mass: 2.0,
        inertia: [0.02, 0.01, 0.01],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    own.section("rod").unwrap()
}

/// A beam along `points` with a twist, all of it turned by `turn` and moved by `shift`.
fn blade(
    points: &[Vec3],
    twist: f64,
    own: &BeamSection,
    elements: usize,
    interpolation: Interpolation,
    (turn, shift): (Quat, Vec3),
) -> (Model, BeamId) {
    let points: Vec<Vec3> = points.iter().map(|p| turn * p + shift).collect();
    let twist: Vec<f64> = (0..points.len()).map(|k| twist * k as f64 / (points.len() - 1) as f64).collect();
    let curve = Curve::new("blade", &points, &twist, turn * Vec3::y()).unwrap();
    let length = curve.length();
    let table = SpanTable::new("blade", &[0.0, length], &[*own, *own]).unwrap();
    let mesh: Vec<f64> = (0..=elements).map(|k| length * k as f64 / elements as f64).collect();
    let mut model = Model::new();
    let beam = model.add_beam("blade", &curve, &table, &mesh, 4, interpolation, Properties::Raw).unwrap();
    (model, beam)
}

fn clamp(model: &mut Model, beam: BeamId) {
    let root = model.beam(beam).unwrap().nodes[0];
    let start = model.node(root).unwrap().start;
    let ground = model.add_node("ground", NodeKind::Ground, start.x, start.rotation).unwrap();
    let [a, b] = [ground, root].map(|n| model.attach(n, start.x, start.rotation).unwrap());
    model.add_joint("root", joints::rigid_connection(), a, b).unwrap();
}

fn straight() -> [Vec3; 2] {
    [Vec3::zeros(), Vec3::x()]
}

/// Curved in space, so that bending, torsion and stretching are one.
fn swept() -> [Vec3; 4] {
    [Vec3::zeros(), Vec3::new(0.4, 0.01, 0.0), Vec3::new(0.8, 0.06, 0.03), Vec3::new(1.1, 0.16, 0.09)]
}

fn here() -> (Quat, Vec3) {
    (Quat::identity(), Vec3::zeros())
}

fn ratios_of(mut model: Model, beam: BeamId, count: usize) -> Vec<(f64, f64)> {
    clamp(&mut model, beam);
    let mut sim = simulate(model, Options::default());
    sim.modes(Vec3::zeros(), count).unwrap().iter().map(|m| (m.frequency, m.damping_ratio)).collect()
}

#[test]
fn bending_and_torsion_of_a_cantilever_have_the_ratios_asked_for() {
    // torsion: ω = π/2 √(GJ/J)/L, between the bending modes
    let own = section(0.3, 0.0);
    let torsion = FRAC_PI_2 * (0.3_f64 / 0.02).sqrt();
    let asked = [0.02, 0.05, 0.01, 0.03, 0.0, 0.2];
    for interpolation in BOTH {
        let (mut model, beam) = blade(&straight(), 0.0, &own, 8, interpolation, here());
        damp_modes(&mut model, beam, &asked).unwrap();
        let found = ratios_of(model, beam, 10);
        assert!((found[0].0 / torsion - 1.0).abs() < 1e-4, "torsion is the first mode: {found:?} {torsion}");
        assert!(found[1].0 / (3.516 * 20.0_f64.sqrt()) - 1.0 < 1e-2, "flap is the second: {found:?}");
        for (k, (_, ratio)) in found.iter().enumerate() {
            let expected = asked.get(k).copied().unwrap_or(0.0);
            assert!((ratio - expected).abs() < 1e-8, "mode {}: {ratio} {expected}", k + 1);
        }
    }
}

#[test]
fn coupled_modes_of_a_swept_and_twisted_blade_have_the_ratios_asked_for() {
    let own = section(2.0, 0.03);
    let asked = [0.03, 0.01, 0.02, 0.04, 0.015, 0.0, 0.5];
    for interpolation in BOTH {
        let (mut model, beam) = blade(&swept(), 0.6, &own, 6, interpolation, here());
        let plain = ratios_of(blade(&swept(), 0.6, &own, 6, interpolation, here()).0, beam, 12);
        damp_modes(&mut model, beam, &asked).unwrap();
        let found = ratios_of(model, beam, 12);
        for (k, ((frequency, ratio), (own, none))) in found.iter().zip(&plain).enumerate() {
            let expected = asked.get(k).copied().unwrap_or(0.0);
            assert!((ratio - expected).abs() < 1e-8, "mode {}: {ratio} {expected}", k + 1);
            // |λ| is the undamped frequency
            assert!((frequency / own - 1.0).abs() < 1e-7, "mode {}: {frequency} {own}", k + 1);
            assert!(none.abs() < 1e-8, "mode {}: {none}", k + 1);
        }
    }
}

/// φᵀKφ by the strains that the shape makes, whose rounding is that of small numbers.
fn stiffness(model: &Model, beam: BeamId, shape: &[[swashplate::linear::Complex; 6]]) -> f64 {
    let mut nodes = model.starts();
    for (node, c) in nodes.iter_mut().zip(shape) {
        node.v = Vec3::new(c[0].re, c[1].re, c[2].re);
        node.omega = Vec3::new(c[3].re, c[4].re, c[5].re);
    }
    let line = model.beam(beam).unwrap();
    let points = (0..line.mesh.len() - 1).flat_map(|e| (0..3).map(move |k| (e, k)));
    let energy = |(e, k): (usize, usize)| {
        let element = model.beam_element(line, e);
        let (point, (_, rate)) = (element.element().points()[k], element.strain(&nodes, k));
        point.weight * rate.dot(&(point.stiffness * rate))
    };
    points.map(energy).sum()
}

/// Ratios ζ = φᵀDφ/(2ω φᵀMφ), ω² = φᵀKφ/φᵀMφ, of the modes of the clamped blade, with the damping matrix D of the damped model and shapes of
/// the undamped one: free of the rounding of a damped eigenvalue problem, and of second order in that of a shape.
fn ratios_by_quotient(make: &dyn Fn() -> (Model, BeamId), asked: &[f64], count: usize) -> Vec<f64> {
    let (mut plain, beam) = make();
    clamp(&mut plain, beam);
    let (mut model, beam) = make();
    damp_modes(&mut model, beam, asked).unwrap();
    clamp(&mut model, beam);
    let matrices = |sim: &Simulation| {
        let (state, work) = (sim.state(), sim.workspace());
        let at = state.level(sim.model(), &[], 1.0);
        let rows = work.system.constraint_rows(sim.model(), &at, 1.0);
        (work.system.linearize(sim.model(), &at, &state.multipliers, &Vec3::zeros()), rows)
    };
    let mut plain = simulate(plain, Options::default());
    let damped = simulate(model, Options::default());
    let (own, _) = matrices(&plain);
    let (linear, rows) = matrices(&damped);
    let modes = plain.modes(Vec3::zeros(), count).unwrap();
    let layout = &plain.workspace().system.layout;
    let with = &damped.workspace().system.layout;
    let dampers: Vec<f64> = with.scalars.iter().map(|s| linear.g[with.diagonal[*s as usize] as usize]).collect();
    let quotient = |mode: &swashplate::integrators::modes::Mode| {
        let mut phi = vec![0.0; layout.motion];
        for (dofs, shape) in layout.nodes.iter().zip(&mode.shape) {
            for (dof, part) in dofs.iter().zip(shape).filter(|(dof, _)| (**dof as usize) < layout.motion) {
                phi[*dof as usize] = part.re;
            }
        }
        let entries = |col: usize| layout.col_ptr[col]..layout.col_ptr[col + 1];
        let mass: f64 = (0..layout.motion)
            .flat_map(|col| entries(col).map(move |p| (p, col)))
            .filter(|(p, _)| layout.row_idx[*p] < layout.motion)
            .map(|(p, col)| own.m[p] * phi[layout.row_idx[p]] * phi[col])
            .sum();
        // nodes come first in both models, and have the same numbers
        let deflection =
            |row: &Vec<(usize, f64)>| row.iter().filter(|e| e.0 < phi.len()).map(|(c, v)| v * phi[*c]).sum();
        let modal = rows.iter().filter(|row| row.iter().any(|e| e.0 >= phi.len()));
        let damping: f64 = modal.zip(&dampers).map(|(row, c)| c * f64::powi(deflection(row), 2)).sum();
        damping / (2.0 * (stiffness(plain.model(), beam, &mode.shape) / mass).sqrt() * mass)
    };
    modes.iter().map(quotient).collect()
}

#[test]
fn damping_does_not_depend_on_where_the_blade_is_and_how_it_lies() {
    let asked = [0.03, 0.01, 0.02, 0.04];
    let places = [
        (so3::exp(&Vec3::new(0.3, -1.1, 2.0)), Vec3::new(0.3, -0.7, 1.0)),
        (so3::exp(&Vec3::new(PI, 0.0, 0.0)), Vec3::zeros()),
        (so3::exp(&Vec3::new(0.0, FRAC_PI_2, 0.0)), Vec3::new(0.0, 0.0, -1.0)),
    ];
    let own = section(2.0, 0.03);
    for place in std::iter::once(here()).chain(places) {
        let make = || blade(&swept(), 0.6, &own, 4, Interpolation::Rotations, place);
        let found = ratios_by_quotient(&make, &asked, 6);
        for (k, ratio) in found.iter().enumerate() {
            let expected = asked.get(k).copied().unwrap_or(0.0);
            assert!((ratio - expected).abs() < 1e-12, "{place:?}, mode {}: {:e}", k + 1, ratio - expected);
        }
    }
    // of a round rod two modes each have one frequency: with different ratios, which is which must not be left to rounding; damped
    // by 3 % across one axis and by 1 % across the other, the same motion follows from the same start
    let swing = |(turn, shift): (Quat, Vec3)| {
        let (mut model, beam) = blade(&straight(), 0.0, &round(), 4, Interpolation::Rotations, (turn, shift));
        damp_modes(&mut model, beam, &[0.3, 0.1]).unwrap();
        let nodes = model.beam(beam).unwrap().nodes.clone();
        for node in &nodes {
            let x = turn.inverse() * (model.node(*node).unwrap().start.x - shift);
            model.set_velocity(*node, turn * Vec3::new(0.0, 0.7, 0.4) * x.x * x.x, Vec3::zeros()).unwrap();
        }
        clamp(&mut model, beam);
        let mut sim = simulate(model, support::options(0.8));
        (0..200).for_each(|_| sim.step(2e-3).unwrap());
        turn.inverse() * (sim.motion(nodes[nodes.len() - 1]).unwrap().x - shift)
    };
    let base = swing(here());
    for place in places {
        let off = (swing(place) - base).norm();
        // rounding of 200 steps in other coordinates; the wrong one of two shapes would be off by 1e-3
        assert!(off < 1e-11, "{place:?}: {off:e}");
    }
}

#[test]
fn of_two_modes_of_one_frequency_the_first_ratio_is_that_along_the_second_axis() {
    // one of the pair alone is damped: a motion along y decays, one along z does not
    let at = (so3::exp(&Vec3::new(0.4, 1.3, -0.8)), Vec3::new(1.0, 2.0, 3.0));
    let (mut model, beam) = blade(&straight(), 0.0, &round(), 4, Interpolation::Rotations, at);
    damp_modes(&mut model, beam, &[0.05]).unwrap();
    clamp(&mut model, beam);
    let mut sim = simulate(model, Options::default());
    let modes = sim.modes(Vec3::zeros(), 2).unwrap();
    for mode in &modes {
        let tip = mode.shape[mode.shape.len() - 2];
        let along = |axis: Vec3| (0..3).map(|i| tip[i] * (at.0 * axis)[i]).sum::<swashplate::linear::Complex>().norm();
        let (y, z) = (along(Vec3::y()), along(Vec3::z()));
        let expected = if y > z { 0.05 } else { 0.0 };
        assert!((mode.damping_ratio - expected).abs() < 1e-8, "{} {y} {z}", mode.damping_ratio);
        assert!(y.min(z) < 1e-6 * y.max(z), "{y} {z}");
    }
}

#[test]
fn a_torsional_motion_decays_as_its_ratio_says() {
    // the first mode is torsion; started with the velocities of its shape: θ = θ'₀/ω_d exp(−ζωt) sin(ω_d t)
    let (own, ratio, rate) = (section(0.3, 0.0), 0.04, 1e-3);
    let make = || blade(&straight(), 0.0, &own, 4, Interpolation::Rotations, here());
    let (mut plain, beam) = make();
    clamp(&mut plain, beam);
    let mode = simulate(plain, Options::default()).modes(Vec3::zeros(), 1).unwrap().remove(0);
    let (mut model, beam) = make();
    damp_modes(&mut model, beam, &[ratio]).unwrap();
    let nodes = model.beam(beam).unwrap().nodes.clone();
    let tip = mode.shape[nodes.len() - 1][3].re;
    for (node, shape) in nodes.iter().zip(&mode.shape) {
        model.set_velocity(*node, Vec3::zeros(), Vec3::x() * (rate * shape[3].re / tip)).unwrap();
    }
    clamp(&mut model, beam);
    let mut sim = simulate(model, Options { scheme: Scheme::RadauIIA, ..Default::default() });
    let (omega, damped) = (mode.frequency, mode.frequency * (1.0 - ratio * ratio).sqrt());
    let h = 2.0 * PI / omega / 200.0;
    for k in 1..=600 {
        sim.step(h).unwrap();
        let t = h * f64::from(k);
        let exact = rate / damped * (-ratio * omega * t).exp() * (damped * t).sin();
        let found = so3::log(&sim.motion(nodes[nodes.len() - 1]).unwrap().rotation).x;
        assert!((found - exact).abs() < 1e-5 * rate / damped, "t = {t}: {found} {exact}");
    }
}

/// A blade on a bearing about z that turns at 6 rad/s and swings in all its modes.
fn swinging(scheme: Scheme, damped: bool) -> Simulation {
    let own = section(2.0, 0.03);
    let (mut model, beam) = blade(&swept(), 0.3, &own, 2, Interpolation::Directors, here());
    if damped {
        damp_modes(&mut model, beam, &[0.05, 0.04, 0.03, 0.02, 0.02]).unwrap();
    }
    let nodes = model.beam(beam).unwrap().nodes.clone();
    for node in &nodes {
        let x = model.node(*node).unwrap().start.x;
        let swing = Vec3::new(0.0, 0.2, 0.5) * x.x * x.x;
        model.set_velocity(*node, Vec3::z().cross(&x) * 6.0 + swing, Vec3::new(2.0 * x.x, 0.0, 6.0)).unwrap();
    }
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let [a, b] = [ground, nodes[0]].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    model.add_joint("bearing", joints::revolute(), a, b).unwrap();
    simulate(model, Options { scheme, ..Default::default() })
}

#[test]
fn energy_and_work_of_the_dampers_balance_in_every_scheme() {
    let run = |scheme: Scheme, h: f64| {
        let mut sim = swinging(scheme, true);
        let start = sim.audit(Vec3::zeros()).unwrap();
        (0..(0.1 / h).round() as usize).for_each(|_| sim.step(h).unwrap());
        let audit = sim.audit(Vec3::zeros()).unwrap();
        let left = (audit.numerical_dissipation - audit.scheme_dissipation) / audit.work_dampers;
        println!("{}, h = {h}: dampers {:.8} J, of it left {left:.2e}", scheme.name(), audit.work_dampers);
        assert!(audit.work_dampers < -0.01, "{}: {}", scheme.name(), audit.work_dampers);
        // dampers between nodes of one beam have no moment about the bearing
        if matches!(scheme, Scheme::MomentumPreserving | Scheme::MomentumDecaying(_)) {
            let turn = audit.angular_momentum.z / start.angular_momentum.z - 1.0;
            assert!(turn.abs() < 1e-9, "{}: angular momentum {turn:e}", scheme.name());
        }
        (left.abs(), audit.work_dampers)
    };
    // over a step work and energy are one number, to the tolerance of Newton's method
    let over_a_step = [
        Scheme::EnergyPreserving,
        Scheme::MomentumPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumDecaying(1.0),
        Scheme::MomentumDecayingConstrained(1.0),
    ];
    let mut taken = Vec::new();
    for scheme in over_a_step {
        let (left, work) = run(scheme, 1e-4);
        assert!(left < 1e-7, "{}: {left:e}", scheme.name());
        taken.push(work);
    }
    // at an instant, works are integrals, and what is left of them vanishes with the step, with order two
    let trapezoidal = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(1.0).unwrap());
    let ((coarse, _), (fine, work)) = (run(trapezoidal, 1e-4), run(trapezoidal, 5e-5));
    assert!((coarse / fine).log2() > 1.7 && fine < 0.03, "{coarse:e} {fine:e}");
    taken.push(work);
    // Radau IIA itself takes energy from the stretching of the blade, which no mode here damps: as much with and without dampers
    let (h, mut lost) = (5e-5, [0.0; 2]);
    for (damped, lost) in [false, true].into_iter().zip(&mut lost) {
        let mut sim = swinging(Scheme::RadauIIA, damped);
        (0..2000).for_each(|_| sim.step(h).unwrap());
        let audit = sim.audit(Vec3::zeros()).unwrap();
        *lost = audit.numerical_dissipation;
        if damped {
            taken.push(audit.work_dampers);
        }
    }
    let work = taken[taken.len() - 1];
    println!("Radau IIA: dampers {work} J, of its own {lost:?} J");
    assert!((lost[1] - lost[0]).abs() < 0.03 * work.abs(), "{lost:?} {work}");
    // and it is the same work in all schemes that take nothing themselves: EP, MP-EP and the trapezoidal rule
    assert!([taken[1], taken[5]].iter().all(|w| (w / taken[0] - 1.0).abs() < 0.03), "{taken:?}");
}

#[test]
fn a_blade_that_only_turns_is_not_damped() {
    // in rotating equilibrium, deflected by the centrifugal forces, free about the shaft
    let speed = 30.0;
    let run = |interpolation: Interpolation, h: f64| {
        let (mut model, beam) = blade(&swept(), 0.3, &section(2.0, 0.03), 4, interpolation, here());
        damp_modes(&mut model, beam, &[0.1, 0.2, 0.3, 0.4]).unwrap();
        let root = model.beam(beam).unwrap().nodes[0];
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let [a, b] = [ground, root].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
        model.add_joint("bearing", joints::revolute(), a, b).unwrap();
        let mut sim = simulate(model, support::options(1.0));
        sim.solve_rotating(swashplate::integrators::statics::Spin { omega: Vec3::z() * speed, about: Vec3::zeros() })
            .unwrap();
        // deflected, but at rest seen from the root
        let before = sim.audit(Vec3::zeros()).unwrap();
        assert!(sim.state().scalars.iter().any(|s| s.value.abs() > 1e-3), "{:?}", sim.state().scalars);
        assert!(sim.state().scalars.iter().all(|s| s.rate == 0.0) && before.velocity_violation < 1e-12);
        (0..(0.2 / h).round() as usize).for_each(|_| sim.step(h).unwrap());
        let after = sim.audit(Vec3::zeros()).unwrap();
        println!("h = {h}: dampers {:e} J", after.work_dampers);
        after.work_dampers.abs() / before.kinetic_energy
    };
    for interpolation in BOTH {
        // steps of finite size stir the blade by (Ωh)², and that is damped: its energy falls with h⁴
        let [coarse, fine] = [1e-3, 2.5e-4].map(|h| run(interpolation, h));
        assert!(coarse < 1e-6 && fine < coarse / 100.0, "{coarse:e} {fine:e}");
    }
}

#[test]
fn modes_about_a_rotating_state_keep_their_damping() {
    // Ω ≪ ω: ratios move by (Ω/ω)² at most, and none is lost or gained by the turn of the axes
    let (speed, asked) = (0.05, [0.03, 0.01, 0.02, 0.04]);
    let (mut model, beam) = blade(&swept(), 0.6, &section(2.0, 0.03), 4, Interpolation::Rotations, here());
    damp_modes(&mut model, beam, &asked).unwrap();
    let root = model.beam(beam).unwrap().nodes[0];
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let [a, b] = [ground, root].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let shaft = model.add_joint("shaft", joints::revolute(), a, b).unwrap();
    let angle = swashplate::loads::Table::new(&[0.0, 1.0], &[0.0, speed], true).unwrap();
    let angle = model.add_function(swashplate::loads::TimeFunction::Table(angle)).unwrap();
    model.drive_joint(shaft, 0, angle).unwrap();
    let mut sim = simulate(model, Options::default());
    sim.solve_rotating(swashplate::integrators::statics::Spin { omega: Vec3::z() * speed, about: Vec3::zeros() })
        .unwrap();
    for (mode, ratio) in sim.modes(Vec3::z() * speed, 6).unwrap().iter().zip(asked.iter().chain(&[0.0, 0.0])) {
        assert!((mode.damping_ratio - ratio).abs() < 1e-4, "{} {ratio}", mode.damping_ratio);
    }
}

#[test]
fn damping_a_long_blade_leaves_its_matrix_sparse() {
    // 200 elements and ten modes: ten full rows and columns beside those of the beam, where all pairs would be 3.3 million entries
    let count = |damped: bool| {
        let (mut model, beam) = blade(&straight(), 0.0, &section(20.0, 0.0), 200, Interpolation::Rotations, here());
        if damped {
            damp_modes(&mut model, beam, &[0.01; 10]).unwrap();
        }
        clamp(&mut model, beam);
        let begin = std::time::Instant::now();
        let sim = simulate(model, Options::default());
        println!("created in {:.3} s", begin.elapsed().as_secs_f64());
        // a machine under load is slower, and far from the 31 s that a full matrix took
        assert!(begin.elapsed().as_secs_f64() < 2.0);
        sim.workspace().system.layout.row_idx.len()
    };
    let (plain, damped) = (count(false), count(true));
    assert!(damped - plain < 2 * 10 * (6 * 601 + 10 + 6) + 500, "{plain} {damped}");
}

/// Steps that cannot be solved say so, with damped modes too: numbers that Newton's method has made up meet no matrix that is not there.
#[test]
fn a_step_that_diverges_is_an_error_of_newton() {
    let mut failed = 0;
    for force in [1e2, 1e3, 1e5] {
        let (mut model, beam) = blade(&straight(), 0.0, &section(60.0, 0.0), 2, Interpolation::Rotations, here());
        clamp(&mut model, beam);
        damp_modes(&mut model, beam, &[0.1, 0.1]).unwrap();
        let tip = *model.beam(beam).unwrap().nodes.last().unwrap();
        let one = model.add_function(swashplate::loads::TimeFunction::Constant(1.0)).unwrap();
        let push = [force * Vec3::z(), Vec3::zeros(), Vec3::zeros()];
        model.add_load("tip", tip, swashplate::loads::Axes::Dead, push, one).unwrap();
        let mut sim = simulate(model, Options { scheme: Scheme::RadauIIA, ..Default::default() });
        for h in [1e-3, 1e-2, 0.1, 1.0, 10.0] {
            let before = sim.save();
            if let Err(error) = sim.step(h) {
                failed += 1;
                assert!(!error.to_string().contains("internal"), "{error}");
                assert_eq!(sim.save(), before);
            }
        }
    }
    assert!(failed > 0);
}
