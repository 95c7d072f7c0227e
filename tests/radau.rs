//! Radau IIA, and generalised-α in both its forms: spectral radii, orders, conditions, iterations, works.

use crate::common;
use crate::support;

use common::bars::mesh;
use common::bauchau::{self, CROSS};
use common::epple::{self, Course};
use common::pendulum::pendulum;
use nalgebra::DMatrix;
use std::sync::Arc;
use support::{assert_order, bits, four_bar, orders, reference, simulate, vector};
use swashplate::integrators::generalized_alpha::{Coefficients, Scaling};
use swashplate::integrators::initial::{self, Redundancy};
use swashplate::integrators::radau_iia::{self, Solver};
use swashplate::integrators::{Scheme, Workspace, error_estimate};
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Interpolation, Model, NodeKind};
use swashplate::newton::{History, Settings};
use swashplate::simulation::{Options, Simulation};
use swashplate::state::State;

const BOTH: [Interpolation; 2] = [Interpolation::Rotations, Interpolation::Directors];
const SCALING: Scaling = Scaling { on: true, penalty: 1.0 };

fn with(scheme: Scheme) -> Options {
    Options { scheme, ..Default::default() }
}

fn alpha(rho: f64) -> Coefficients {
    Coefficients::spectral_radius(rho).unwrap()
}

/// Steps without a simulation around them.
struct Run {
    model: Arc<Model>,
    work: Workspace,
    state: State,
    trial: State,
    settings: Settings,
}

impl Run {
    fn new(model: Model, tolerance: f64) -> Self {
        let mut work = Workspace::new(&model).unwrap();
        let mut state = State::reference(&model, 0.0);
        initial::start(&model, &mut state, &mut work, Redundancy::Stop).unwrap();
        let settings = Settings { tolerance, max_iterations: 10 };
        Run { model: Arc::new(model), work, trial: state.clone(), state, settings }
    }

    /// Solve a step into `trial`.
    fn attempt(&mut self, solver: Solver, h: f64) -> History {
        let Run { model, work, state, trial, settings } = self;
        radau_iia::step(model, state, trial, work, solver, h, &SCALING, settings).unwrap()
    }

    fn step(&mut self, solver: Solver, h: f64) -> History {
        let history = self.attempt(solver, h);
        std::mem::swap(&mut self.state, &mut self.trial);
        history
    }
}

// ------------------------------------------------------------------------------------------------ spectral radii

/// A mass of 1 kg on a slide along x with a spring: period 1 s.
fn oscillator() -> Model {
    let mut model = Model::new();
    let [ground, mass] = [("ground", NodeKind::Ground), ("mass", NodeKind::Free)]
        .map(|(name, kind)| model.add_node(name, kind, Vec3::zeros(), Quat::identity()).unwrap());
    model.add_rigid_body("mass", mass, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let along = Quat::from_matrix(&Mat3::from_columns(&[Vec3::y(), Vec3::z(), Vec3::x()]));
    let [a, b] = [ground, mass].map(|n| model.attach(n, Vec3::zeros(), along).unwrap());
    let slide = model.add_joint("slide", joints::prismatic(), a, b).unwrap();
    let stiffness = std::f64::consts::TAU.powi(2);
    model.add_joint_spring("spring", slide, 0, [stiffness, 0.0, 0.0]).unwrap();
    model
}

/// Largest modulus of an eigenvalue of the map of (q, h q', h² a*), or of (q, h q') where a scheme keeps no a*.
fn spectral_radius(scheme: Scheme, unknowns: usize, h: f64) -> f64 {
    let mut run = Run::new(oscillator(), 1e-13);
    let stiffness = std::f64::consts::TAU.powi(2);
    let mut columns: Vec<f64> = vec![];
    for k in 0..unknowns {
        let unit = |j: usize, size: f64| if j == k { 1.0 / size } else { 0.0 };
        let (q, rate, star) = (unit(0, 1.0), unit(1, h), unit(2, h * h));
        let mut start = run.state.clone();
        let node = &mut start.nodes[1];
        node.place(q * Vec3::x(), Quat::identity());
        (node.v, node.a) = (rate * Vec3::x(), -stiffness * q * Vec3::x());
        start.history.algorithmic[1][0] = star * Vec3::x();
        let s = &mut start.scalars[0];
        (s.value, s.rate, s.acceleration) = (q, rate, -stiffness * q);
        start.history.scalar_algorithmic[0] = star;
        (start.last_step, start.history.scheme) = (h, scheme.code());
        // the spring's force on the definition of the coordinate
        start.multipliers.fill(0.0);
        scheme.step(&run.model, &start, &mut run.trial, &mut run.work, h, &SCALING, &run.settings).unwrap();
        let end = &run.trial;
        columns.extend(
            [end.nodes[1].x.x, h * end.nodes[1].v.x, h * h * end.history.algorithmic[1][0].x][..unknowns].iter(),
        );
    }
    // the same map of (q, q'/ω, a*/ω²): as it stands, with entries of 4 beside those of 1/(hω)², the algorithm for the eigenvalues
    // would add 1e-16 to zeros to which they are sensitive as (hω)²
    let size = |i: usize| (std::f64::consts::TAU * h).max(1.0).powi(i as i32);
    let map = DMatrix::from_fn(unknowns, unknowns, |i, j| columns[j * unknowns + i] * size(j) / size(i));
    map.complex_eigenvalues().iter().fold(0.0, |w, e| w.max(e.norm()))
}

#[test]
fn spectral_radii_are_those_of_the_reference() {
    for row in reference("spectral")["rows"].as_array().unwrap() {
        let h = row["h_over_T"].as_f64().unwrap();
        let found = spectral_radius(Scheme::RadauIIA, 2, h);
        assert!((found - row["radauIIA2"].as_f64().unwrap()).abs() < 1e-12, "h = {h}: {found}");
        for rho in ["0.0", "0.5", "1.0"] {
            let exact = row[format!("genalpha_{rho}")].as_f64().unwrap();
            let c = alpha(rho.parse().unwrap());
            for scheme in [Scheme::GeneralizedAlpha(c), Scheme::StageWeighted(c)] {
                let found = spectral_radius(scheme, 3, h);
                // ρ∞ = 1: all eigenvalues near −1 when h is large, so they lose digits
                assert!((found - exact).abs() < 1e-10, "{scheme:?}, h = {h}: {found}, {exact}");
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------ orders, rigid bodies

#[test]
fn free_body_converges_with_order_three() {
    let end = reference("rigid_body")["t"].as_array().unwrap().last().unwrap().clone();
    let (mut turn, mut spin, mut place) = (vec![], vec![], vec![]);
    for steps in [400, 800, 1600, 3200] {
        let (model, node) = bauchau::free_body();
        let mut sim = simulate(model, with(Scheme::RadauIIA));
        sim.advance(5.0, 5.0 / f64::from(steps), None).unwrap();
        let body = sim.motion(node).unwrap();
        let off = |k: usize, name: &str| (body.d.column(k) - vector(&end[name])).norm();
        turn.push(off(0, "e1").max(off(1, "e2")).max(off(2, "e3")));
        spin.push((body.omega - vector(&end["omega_inertial"])).norm());
        place.push((body.x - vector(&end["u_O"])).norm());
    }
    assert_order("orientation", &turn, 3.0, 0.1);
    assert_order("angular velocity", &spin, 3.0, 0.1);
    assert_order("position of the reference point", &place, 3.0, 0.1);
}

/// Largest errors over a revolution: orientation, angular velocity, multiplier, driving torque; and of the work of the drive.
fn universal_joint_errors(scheme: Scheme, steps: &[u32]) -> [Vec<f64>; 5] {
    let rows = reference("ujoint")["variants"]["A"]["rows"].as_array().unwrap().clone();
    let energy = rows.last().unwrap()["energy"].as_f64().unwrap() - rows[0]["energy"].as_f64().unwrap();
    let mut errors = [(); 5].map(|()| vec![]);
    for steps in steps {
        let s = bauchau::shaft();
        let mut sim = simulate(s.model, with(scheme));
        let mut worst = [0.0_f64; 5];
        for row in &rows[1..] {
            sim.advance(row["t"].as_f64().unwrap(), std::f64::consts::TAU / f64::from(*steps), None).unwrap();
            let body = sim.motion(s.body).unwrap();
            let turn = (0..3).map(|i| (body.d.row(i).transpose() - vector(&row["R"][i])).norm());
            let off = [
                turn.fold(0.0, f64::max),
                (body.omega - vector(&row["omega_inertial"])).norm(),
                sim.joint_multipliers(s.cross).unwrap()[CROSS] - row["lam"].as_f64().unwrap(),
                sim.joint_drive(s.drive, 0).unwrap() - row["drive_torque"].as_f64().unwrap(),
            ];
            for (worst, off) in worst.iter_mut().zip(off) {
                *worst = worst.max(off.abs());
            }
        }
        worst[4] = (sim.audit(Vec3::zeros()).unwrap().work_driven - energy).abs();
        for (list, worst) in errors.iter_mut().zip(worst) {
            list.push(worst);
        }
    }
    errors
}

const WHAT: [&str; 5] = ["orientation", "angular velocity", "multiplier", "driving torque", "work of the drive"];

#[test]
fn universal_joint_converges_with_order_three_in_motion_multiplier_torque_and_work() {
    for (what, errors) in WHAT.iter().zip(&universal_joint_errors(Scheme::RadauIIA, &[200, 400, 800, 1600])) {
        assert_order(what, errors, 3.0, 0.1);
    }
}

#[test]
fn stage_weighted_form_converges_with_order_two_for_all_spectral_radii() {
    for rho in [0.0, 0.5, 0.9, 1.0] {
        let errors = universal_joint_errors(Scheme::StageWeighted(alpha(rho)), &[800, 1600, 3200, 6400]);
        for (what, errors) in WHAT.iter().zip(&errors) {
            assert_order(&format!("rho {rho}, {what}"), errors, 2.0, 0.1);
        }
    }
}

#[test]
fn four_bar_follows_the_reference_with_order_three_and_stays_closed() {
    let history = reference("fourbar")["history_g981_uniform_branch+1"].as_array().unwrap().clone();
    let (mut errors, mut energy) = (vec![], vec![]);
    for h in [4e-3, 2e-3, 1e-3, 5e-4] {
        let bar = four_bar(false);
        let mut sim = simulate(bar.model, with(Scheme::RadauIIA));
        let mut worst = 0.0_f64;
        for row in history.iter().filter(|row| row["t"].as_f64().unwrap() <= 1.0).skip(1) {
            sim.advance(row["t"].as_f64().unwrap(), h, None).unwrap();
            let angle = sim.joint_coordinate(bar.joints[0], 0).unwrap().0 + std::f64::consts::FRAC_PI_2;
            worst = worst.max((angle - row["alpha1"].as_f64().unwrap()).abs());
            let audit = sim.audit(Vec3::zeros()).unwrap();
            assert!(audit.position_violation < 1e-12 && audit.velocity_violation < 1e-11, "{audit:?}");
        }
        errors.push(worst);
        energy.push(sim.audit(Vec3::zeros()).unwrap().numerical_dissipation);
    }
    assert_order("crank angle", &errors, 3.0, 0.1);
    assert_order("energy dissipated", &energy, 3.0, 0.1);
}

// ------------------------------------------------------------------------------------------------ orders, beams

/// What halving the step changes in place, velocity and angular velocity of a node and in forces of a joint.
fn changes(
    steps: &[u32],
    end: f64,
    make: impl Fn() -> (Simulation, usize, swashplate::model::JointId),
) -> [Vec<f64>; 4] {
    let mut found: Vec<[Vec3; 4]> = vec![];
    for steps in steps {
        let (mut sim, node, joint) = make();
        for _ in 0..*steps {
            sim.step(end / f64::from(*steps)).unwrap();
        }
        assert!(sim.audit(Vec3::zeros()).unwrap().numerical_dissipation > 0.0);
        let (node, lambda) = (sim.state().nodes[node], sim.joint_multipliers(joint).unwrap());
        found.push([node.x, node.v, node.omega, Vec3::new(lambda[0], lambda[1], lambda[2])]);
    }
    std::array::from_fn(|k| found.windows(2).map(|w| (w[0][k] - w[1][k]).norm()).collect())
}

fn tight() -> Options {
    let mut options = with(Scheme::RadauIIA);
    options.newton.tolerance = 1e-13;
    options
}

#[test]
fn soft_pendulum_converges_with_order_three() {
    for interpolation in BOTH {
        let make = || {
            let p = pendulum(mesh(interpolation, 2, 3), 0.3);
            (simulate(p.model, tight()), p.tip.0, p.hinge)
        };
        let [place, velocity, spin, force] = changes(&[640, 1280, 2560, 5120], 1.6, make);
        assert_order("place", &place, 3.0, 0.1);
        assert_order("velocity", &velocity, 3.0, 0.1);
        assert_order("force of the hinge", &force, 3.0, 0.1);
        // with little inertia, the turn of the tip follows from the strains: stiff for the larger steps
        assert_order("angular velocity", &spin, 3.0, 0.2);
    }
}

#[test]
fn stiff_three_bar_mechanism_converges_with_order_three_in_displacements() {
    let make = || {
        let p = epple::three_bar(mesh(Interpolation::Rotations, 1, 4), Course::Smooth);
        (simulate(p.model, tight()), p.d.0, p.joints[1])
    };
    let [place, velocity, spin, force] =
        changes(&[500, 1000, 2000, 4000, 8000], 0.2, make).map(|found| [found[..3].to_vec(), found[1..].to_vec()]);
    // four sizes of the step for each: the larger ones for forces, whose last change is rounding (near 2e-6 N of EA = 3e8 N; it
    // is anything from 1e-7 to 4e-6 N when the end of the run moves by a part of 1e-14)
    let ([_, place], [_, velocity], [_, spin], [force, _]) = (place, velocity, spin, force);
    assert_order("place", &place, 3.0, 0.15);
    // EA/m = 2.7e7 m²/s²: the highest modes are stiff for all these steps, and a stiff spring is like a condition whose rates
    // are of second order (the order of a stage); here velocities of the node are better, its turn shows it
    println!("velocity {:.2?}, spin {:.2?}, force {:.2?}", orders(&velocity), orders(&spin), orders(&force));
    assert!(orders(&velocity).iter().all(|p| *p > 2.9), "{velocity:?}");
    assert!(orders(&spin).iter().all(|p| *p > 1.8), "{spin:?}");
    assert!(orders(&force).iter().all(|p| *p > 2.2), "{force:?}");
}

#[test]
fn energy_decays_and_conditions_hold_after_every_step() {
    for interpolation in BOTH {
        let p = pendulum(mesh(interpolation, 2, 3), 0.3);
        let mut sim = simulate(p.model, with(Scheme::RadauIIA));
        sim.advance(1.0, 1e-2, None).unwrap();
        let mut last = sim.audit(Vec3::zeros()).unwrap().numerical_dissipation;
        for _ in 0..200 {
            sim.step(1e-2).unwrap();
            let audit = sim.audit(Vec3::zeros()).unwrap();
            assert!(audit.position_violation < 1e-11 && audit.velocity_violation < 1e-10, "{audit:?}");
            assert!(audit.numerical_dissipation > last, "{audit:?}");
            last = audit.numerical_dissipation;
        }
    }
}

// ------------------------------------------------------------------------------------------------ Newton's method

#[test]
fn exact_tangents_converge_quadratically() {
    for model in
        [four_bar(false).model, pendulum(mesh(Interpolation::Rotations, 2, 3), 0.3).model, bauchau::shaft().model]
    {
        let mut run = Run::new(model, 1e-10);
        let mut tails = 0;
        for _ in 0..150 {
            let history = run.step(Solver::Exact, 1e-2);
            assert!(history.iterations <= 4 && history.simplified == 0, "{history:?}");
            for pair in history.corrections[..history.iterations].windows(2) {
                assert!(pair[1] <= 50.0 * pair[0] * pair[0] + 1e-12, "{history:?}");
                tails += usize::from(pair[0] > 1e-6);
            }
        }
        assert!(tails > 100, "the tail was seen only {tails} times");
    }
}

#[test]
fn both_ways_to_solve_give_the_same_step() {
    for model in
        [four_bar(false).model, pendulum(mesh(Interpolation::Directors, 2, 3), 0.3).model, bauchau::shaft().model]
    {
        let mut run = Run::new(model, 1e-10);
        for k in 0..100 {
            run.attempt(Solver::Exact, 5e-3);
            let exact = run.trial.clone();
            let history = run.step(Solver::Simplified, 5e-3);
            assert!(history.iterations <= 6 && history.simplified == 0, "step {k}: {history:?}");
            for (a, b) in run.state.nodes.iter().zip(&exact.nodes) {
                assert!((a.x - b.x).norm() < 1e-11 && a.rotation.angle_to(&b.rotation) < 1e-11);
                assert!((a.v - b.v).norm() < 1e-8 && (a.omega - b.omega).norm() < 1e-8);
            }
        }
    }
}

#[test]
fn large_steps_are_finished_with_exact_tangents() {
    let mut run = Run::new(four_bar(false).model, 1e-10);
    let (mut given_up, mut iterations) = (0, 0);
    for _ in 0..100 {
        let history = run.step(Solver::Simplified, 2e-2);
        given_up += usize::from(history.simplified > 0);
        iterations += history.iterations + history.simplified;
        let system = &run.work.system;
        assert!(system.violation.iter().all(|c| c.abs() < 1e-11), "{:?}", system.violation);
    }
    assert!(iterations < 600, "{iterations}");
    assert!((5..=95).contains(&given_up), "{given_up}");
}

// ------------------------------------------------------------------------------------------------ a step by itself

#[test]
fn restored_states_give_the_same_bits() {
    for scheme in [Scheme::RadauIIA, Scheme::StageWeighted(alpha(0.7))] {
        let mut sim = simulate(four_bar(false).model, with(scheme));
        sim.advance(0.1, 1e-3, None).unwrap();
        let saved = sim.save();
        sim.advance(0.15, 1e-3, None).unwrap();
        let first = bits(&sim);
        sim.restore(&saved).unwrap();
        sim.advance(0.15, 1e-3, None).unwrap();
        assert_eq!(first, bits(&sim));
    }
}

#[test]
fn schemes_take_over_from_each_other() {
    let mut sim = simulate(four_bar(false).model, with(Scheme::RadauIIA));
    let energy = sim.audit(Vec3::zeros()).unwrap();
    let total = energy.kinetic_energy + energy.potential_energy;
    let all = [Scheme::StageWeighted(alpha(0.9)), Scheme::MomentumPreserving, Scheme::GeneralizedAlpha(alpha(0.9))];
    for scheme in all {
        for scheme in [scheme, Scheme::RadauIIA] {
            sim.set_scheme(scheme).unwrap();
            let to = sim.state().time + 0.05;
            sim.advance(to, 5e-4, None).unwrap();
        }
    }
    let audit = sim.audit(Vec3::zeros()).unwrap();
    assert!((audit.kinetic_energy + audit.potential_energy - total).abs() < 1e-3, "{audit:?}");
    assert!(audit.velocity_violation < 1e-11);
}

#[test]
fn error_estimate_is_the_error_of_a_step() {
    let soft = pendulum(mesh(Interpolation::Rotations, 2, 3), 0.3).model;
    // (model, steps of 2 ms before, lowest and highest ratio of estimate to error)
    let cases = [
        (bauchau::free_body().0, 60, [0.98, 1.02]),
        (bauchau::shaft().model, 60, [0.95, 1.05]),
        (four_bar(false).model, 60, [0.9, 1.1]),
        (soft, 400, [0.2, 2.0]),
    ];
    for (k, (model, before, [low, high])) in cases.into_iter().enumerate() {
        let mut run = Run::new(model, 1e-13);
        for _ in 0..before {
            run.step(Solver::Simplified, 2e-3);
        }
        let start = run.state.clone();
        let mut estimates = vec![];
        for h in [1.6e-2, 8e-3, 4e-3] {
            run.state.clone_from(&start);
            for _ in 0..16 {
                run.step(Solver::Simplified, h / 16.0);
            }
            let fine = std::mem::replace(&mut run.state, start.clone());
            run.attempt(Solver::Simplified, h);
            let found = error_estimate(&run.model, &start, &run.trial, &mut run.work, h).unwrap();
            let mut error = [0.0_f64; 2];
            for (a, b) in fine.nodes.iter().zip(&run.trial.nodes) {
                error[0] = error[0].max((a.x - b.x).norm());
                error[1] = error[1].max(a.rotation.angle_to(&b.rotation));
            }
            for (found, error) in found.iter().zip(error).filter(|(_, error)| *error > 1e-13) {
                let ratio = found / error;
                assert!((low..=high).contains(&ratio), "case {k}, h = {h}: ratio {ratio}");
            }
            estimates.push(found[1]);
        }
        // the larger steps do not resolve the vibrations of the beam
        if k < 3 {
            assert_order("estimate", &estimates, 4.0, 0.15);
        }
    }
}
