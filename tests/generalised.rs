//! A generalised coordinate with mass, coupled to rigid bodies by a constraint that the library does not have, runs under every scheme.
//!
//! Body B hangs in a mode of body A: its node moves in the axes D of A along a shape φ with the amplitude η,
//!
//! ```text
//!   D_k·(x_B − x_A) − s_k − φ_k η = 0,  k = 1, 2, 3           T of both bodies + ½ m η̇²,   W = ½ k η²
//! ```
//!
//! as the boundary nodes of a modal element do.

use crate::support::{assert_order, every_form, every_scheme};
use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::math::so3::{self, skew};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::check::{Sample, check_interval, check_stage};
use swashplate::terms::{
    Class, Interval, IntervalBlock, Level, NodeId, ScalarId, Span, StageBlock, Term, interval::coordinates,
};

/// The constraint above.
struct Tie {
    nodes: [NodeId; 2],
    eta: [ScalarId; 1],
    s: Vec3,
    phi: Vec3,
}

/// Local coordinates over a step: x, d₁, d₂, d₃ of A and of B, η.
const ETA: usize = 24;

impl Tie {
    /// C and its gradient in the twelve coordinates of both nodes and η.
    fn at(&self, a: &[Vec3; 4], b: &[Vec3; 4], eta: f64, k: usize) -> (f64, [f64; ETA + 1]) {
        let (d, gap) = (a[k + 1], b[0] - a[0]);
        let mut row = [0.0; ETA + 1];
        for i in 0..3 {
            (row[i], row[3 * (k + 1) + i], row[12 + i]) = (-d[i], gap[i], d[i]);
        }
        row[ETA] = -self.phi[k];
        (d.dot(&gap) - self.s[k] - self.phi[k] * eta, row)
    }
}

impl Term for Tie {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.eta
    }

    fn conditions(&self) -> usize {
        3
    }

    fn condition(&self, k: usize) -> (Class, String) {
        (Class::Translation, format!("displacement along axis {}", k + 1))
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let [a, b] = self.nodes.map(|id| coordinates(&at.nodes[id.0]));
        for k in 0..3 {
            let (c, _) = self.at(&a, &b, at.scalars[self.eta[0].0].value, k);
            out.c[k] = c;
            let (mu, d, gap) = (out.mu(k), a[k + 1], b[0] - a[0]);
            let moment = d.cross(&gap);
            let row = [-d.x, -d.y, -d.z, moment.x, moment.y, moment.z, d.x, d.y, d.z, 0.0, 0.0, 0.0, -self.phi[k]];
            for (j, entry) in row.into_iter().enumerate() {
                out.b[13 * k + j] = entry;
                out.f[j] += mu * entry;
            }
            let turn = skew(&d) * mu;
            for (row, col, block) in [(0, 3, turn), (6, 3, -turn), (3, 0, -turn), (3, 6, turn)] {
                out.add_k(row, col, &block);
            }
            out.add_k(3, 3, &((d * gap.transpose() - Mat3::identity() * gap.dot(&d)) * mu));
        }
    }

    fn condition_rates(&self, at: &Level, rate: &mut [f64], second: &mut [f64]) {
        let [a, b] = self.nodes.map(|id| &at.nodes[id.0]);
        let eta = &at.scalars[self.eta[0].0];
        let (gap, gap_1, gap_2) = (b.x - a.x, b.v - a.v, b.a - a.a);
        for k in 0..3 {
            let d: Vec3 = a.d.column(k).into();
            let d_1 = a.omega.cross(&d);
            let d_2 = a.alpha.cross(&d) + a.omega.cross(&d_1);
            rate[k] = d_1.dot(&gap) + d.dot(&gap_1) - self.phi[k] * eta.rate;
            second[k] = d_2.dot(&gap) + 2.0 * d_1.dot(&gap_1) + d.dot(&gap_2) - self.phi[k] * eta.acceleration;
        }
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for Tie {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let n = out.n;
        let [a, b] = self.nodes.map(|id| over.mean(id));
        let to = &over.levels[over.to];
        let [a_to, b_to] = self.nodes.map(|id| coordinates(&to.nodes[id.0]));
        for k in 0..3 {
            let (c, row) = self.at(&a_to, &b_to, to.scalars[self.eta[0].0].value, k);
            out.c[k] = c;
            out.b_to[n * k..n * (k + 1)].copy_from_slice(&row);
            let (_, row) = self.at(&a, &b, 0.0, k);
            out.b_mean[n * k..n * (k + 1)].copy_from_slice(&row);
            let lambda = out.lambda[k];
            row.iter().zip(&mut out.force).for_each(|(entry, f)| *f += lambda * entry);
            out.works.constraints -= lambda * over.along(&self.nodes, &self.eta, &row);
            for (matrix, slope) in out.k.iter_mut().zip(over.mean_slopes()) {
                for i in 0..3 {
                    let (x_a, d, x_b) = (i, 3 * (k + 1) + i, 12 + i);
                    for (row, col, sign) in [(x_a, d, -1.0), (d, x_a, -1.0), (x_b, d, 1.0), (d, x_b, 1.0)] {
                        matrix[row * n + col] += sign * slope * lambda;
                    }
                }
            }
        }
    }
}

const MASS: f64 = 0.3;
const STIFFNESS: f64 = 40.0;

/// Two free bodies that turn and move, and swing against each other. The start obeys the constraint.
fn swinging() -> Model {
    let mut model = Model::new();
    let (s, phi, eta, rate) = (Vec3::new(0.8, 0.1, -0.2), Vec3::new(0.5, -0.3, 0.2), 0.2, -0.5);
    let turn = so3::exp(&Vec3::new(0.4, -0.3, 0.8));
    let (x, v, omega) = (Vec3::new(0.2, 0.1, -0.3), Vec3::new(0.3, -0.2, 0.1), Vec3::new(0.4, 0.9, 1.5));
    let arm = turn * (s + phi * eta);
    let a = model.add_node("A", NodeKind::Free, x, turn).unwrap();
    let b = model.add_node("B", NodeKind::Free, x + arm, so3::exp(&Vec3::new(-0.2, 0.5, 0.1))).unwrap();
    model.set_velocity(a, v, omega).unwrap();
    model.set_velocity(b, v + omega.cross(&arm) + turn * phi * rate, Vec3::new(-0.7, 0.3, 1.0)).unwrap();
    let inertia = |x, y, z| Mat3::from_diagonal(&Vec3::new(x, y, z));
    model.add_rigid_body("A", a, 2.0, Vec3::new(0.05, -0.02, 0.03), inertia(0.3, 0.5, 0.4)).unwrap();
    model.add_rigid_body("B", b, 1.2, Vec3::new(0.1, 0.05, -0.1), inertia(0.1, 0.15, 0.12)).unwrap();
    let id = model.add_generalised("mode", Class::Translation, [MASS, STIFFNESS, 0.0], [eta, rate]).unwrap();
    model.add_element("tie", vec![Box::new(Tie { nodes: [a, b], eta: [id], s, phi })]).unwrap();
    model
}

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn tangents_agree_with_differences_and_the_constraint_does_no_work() {
    let tie = Tie { nodes: [NodeId(1), NodeId(0)], eta: [ScalarId(0)], s: Vec3::x(), phi: Vec3::new(0.5, -0.3, 0.2) };
    let defect = check_stage(&tie, &Sample::random(4, 2, 1, vec![]));
    assert!(defect < 1e-8, "{defect:e}");
    let check = check_interval(&tie, [5, 6, 7].map(|seed| Sample::random(seed, 2, 1, vec![])));
    assert!(check.work < 1e-13 && check.limit < 1e-13 && check.tangent < 1e-8, "{check:?}");
}

#[test]
fn value_and_rate_at_the_start_are_those_given() {
    for scheme in every_form() {
        let sim = simulate(swinging(), scheme);
        let found = sim.generalised("mode").unwrap();
        assert!((found.value - 0.2).abs() < 1e-14 && (found.rate + 0.5).abs() < 1e-13, "{scheme:?}: {found:?}");
        let audit = sim.audit(Vec3::zeros()).unwrap();
        assert!((audit.potential_energy - 0.5 * STIFFNESS * 0.04).abs() < 1e-13);
        assert!(sim.generalised("other").unwrap_err().to_string().contains("\"other\""));
    }
}

#[test]
fn energy_and_momenta_are_kept_over_a_thousand_steps_and_decay_is_balanced() {
    for scheme in [
        Scheme::EnergyPreserving,
        Scheme::MomentumPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumDecaying(1.0),
        Scheme::MomentumDecaying(0.4),
        Scheme::MomentumDecayingConstrained(1.0),
    ] {
        let mut sim = simulate(swinging(), scheme);
        let start = sim.audit(Vec3::zeros()).unwrap();
        (0..1000).for_each(|_| sim.step(1e-2).unwrap());
        let end = sim.audit(Vec3::zeros()).unwrap();
        let (size, taken) = (start.kinetic_energy + start.potential_energy, end.scheme_dissipation);
        let change = end.kinetic_energy + end.potential_energy - size + taken;
        println!("{}: energy {change:e} of {size}, taken {taken:e}", scheme.name());
        assert!(change.abs() < 1e-12 * size, "{scheme:?}: energy {change:e} of {size}");
        for (a, b) in [(start.linear_momentum, end.linear_momentum), (start.angular_momentum, end.angular_momentum)] {
            assert!((a - b).norm() < 1e-12 * (1.0 + a.norm()), "{scheme:?}: {:e}", (a - b).norm());
        }
        assert!(end.position_violation < 1e-12);
        if matches!(scheme, Scheme::EnergyPreserving | Scheme::MomentumPreserving) {
            assert!(taken == 0.0);
        } else {
            assert!(taken > 1e-6 * size, "{scheme:?} takes nothing: {taken:e}");
        }
    }
    // by the letter ED has no place for it, and says so
    let sim = simulate(swinging(), Scheme::EnergyDecaying(1.0));
    assert!(sim.report_in_words().contains("generalised coordinate \"mode\" gives mass to a coordinate"));
}

/// Every scheme, with Newmark's in its form of second order: with γ above ½ its errors of first and of second order may cancel.
fn schemes() -> [Scheme; 9] {
    let mut all = every_scheme();
    all[2] = Scheme::GeneralizedAlpha(Coefficients::newmark(0.5, 0.25).unwrap());
    all
}

#[test]
fn every_scheme_converges_with_its_order() {
    let end = 0.4;
    let at_end = |scheme: Scheme, steps: usize| {
        let mut sim = simulate(swinging(), scheme);
        (0..steps).for_each(|_| sim.step(end / steps as f64).unwrap());
        let (node, mode) = (sim.state().nodes[1], sim.generalised("mode").unwrap());
        (node.x, mode.value, mode.rate)
    };
    let exact = at_end(Scheme::RadauIIA, 1280);
    // MP-ED, and ED that runs as MP-ED, is of third order for what is linear and of second for what turns: the errors of both mix;
    // with both levels constrained it is of first order
    let orders = [2.0, 2.0, 2.0, 3.0, 2.0, 2.5, 2.0, 2.5, 1.0];
    for (scheme, order) in schemes().into_iter().zip(orders) {
        let margin = if order == 2.5 { 0.85 } else { 0.35 };
        let runs: Vec<_> = [20, 40, 80, 160].map(|steps| at_end(scheme, steps)).to_vec();
        // of the coordinate both in one, its angular frequency being 8 rad/s: one of them may pass zero
        let of_mode = |(_, value, rate): &(Vec3, f64, f64)| (value - exact.1).hypot((rate - exact.2) / 8.0);
        let places: Vec<f64> = runs.iter().map(|(x, ..)| (x - exact.0).norm()).collect();
        assert_order(&format!("{}, places", scheme.name()), &places, order, margin);
        let modes: Vec<f64> = runs.iter().map(of_mode).collect();
        assert_order(&format!("{}, coordinate", scheme.name()), &modes, order, margin);
    }
}

/// Both bodies in one line along φ and at rest: x_B − x_A = (2 + η) φ, and with the reduced mass µ of the bodies
/// (m + µ φ·φ) η̈ + k η = 0.
fn in_line(eta: f64) -> (Model, f64, Vec3) {
    let (phi, masses) = (Vec3::new(0.5, -0.3, 0.2), [2.0, 1.2]);
    let mut model = Model::new();
    let [a, b] = [("A", 0.0, masses[0]), ("B", 2.0 + eta, masses[1])].map(|(name, place, mass)| {
        let node = model.add_node(name, NodeKind::Free, phi * place, Quat::identity()).unwrap();
        model.add_rigid_body(name, node, mass, Vec3::zeros(), Mat3::identity() * 0.1).unwrap();
        node
    });
    let id = model.add_generalised("mode", Class::Translation, [MASS, STIFFNESS, 0.0], [eta, 0.0]).unwrap();
    model.add_element("tie", vec![Box::new(Tie { nodes: [a, b], eta: [id], s: 2.0 * phi, phi })]).unwrap();
    let reduced = masses[0] * masses[1] / (masses[0] + masses[1]);
    (model, (STIFFNESS / (MASS + reduced * phi.norm_squared())).sqrt(), phi)
}

#[test]
fn a_free_vibration_and_its_mode_are_those_of_the_closed_form() {
    let (_, omega, phi) = in_line(0.0);
    let mut sim = simulate(in_line(0.0).0, Scheme::RadauIIA);
    // twelve rigid motions less three that the tie takes: the vibration is the last of ten
    let modes = sim.modes(Vec3::zeros(), 10).unwrap();
    let mode = modes.last().unwrap();
    assert!((mode.frequency / omega - 1.0).abs() < 1e-9, "{} {omega}", mode.frequency);
    for i in 0..3 {
        let gap = mode.shape[1][i] - mode.shape[0][i] - mode.coordinates[0] * phi[i];
        let balance = mode.shape[0][i] * 2.0 + mode.shape[1][i] * 1.2;
        assert!(gap.norm() < 1e-9 && balance.norm() < 1e-9, "{gap} {balance}");
    }
    // η = η₀ cos ωt; by 32 and 64 steps a period, second order, φ² ω² h² T/24 and less
    let period = 2.0 * std::f64::consts::PI / omega;
    for scheme in schemes().into_iter().filter(|s| !matches!(s, Scheme::MomentumDecayingConstrained(_))) {
        let errors = [32, 64].map(|steps| {
            let mut sim = simulate(in_line(0.1).0, scheme);
            (0..steps).for_each(|_| sim.step(period / f64::from(steps)).unwrap());
            let mode = sim.generalised("mode").unwrap();
            ((mode.value - 0.1).abs() + (mode.rate / omega).abs()) / 0.1
        });
        println!("{}: {errors:?}", scheme.name());
        assert!(errors[1] < 0.01 && errors[0] / errors[1] > 2.0_f64.powf(1.4), "{}: {errors:?}", scheme.name());
    }
}

#[test]
fn a_restored_run_repeats_itself_and_a_file_has_the_coordinate() {
    for scheme in every_form() {
        let mut sim = simulate(swinging(), scheme);
        (0..10).for_each(|_| sim.step(1e-2).unwrap());
        let saved = sim.save();
        (0..10).for_each(|_| sim.step(1e-2).unwrap());
        let mut again = simulate(swinging(), scheme);
        again.restore(&saved).unwrap();
        (0..10).for_each(|_| again.step(1e-2).unwrap());
        assert!(sim.save() == again.save(), "{scheme:?}");
    }
    let mut model = Model::new();
    model.add_generalised("mode", Class::Rotation, [MASS, STIFFNESS, 0.1], [0.2, -0.5]).unwrap();
    let mut read = Model::new();
    read.from_text(&model.to_text().unwrap()).unwrap();
    let start = read.generalised()[0].start;
    assert_eq!((start.value, start.rate, read.scalars()[0]), (0.2, -0.5, Class::Rotation));
    // and what cannot be is refused, with the model as it was
    let before = model.to_text().unwrap();
    for (name, own, start) in [
        ("mode", [1.0, 0.0, 0.0], [0.0; 2]),
        ("other", [-1.0, 0.0, 0.0], [0.0; 2]),
        ("other", [1.0, f64::NAN, 0.0], [0.0; 2]),
        ("other", [1.0, 0.0, 0.0], [f64::INFINITY, 0.0]),
    ] {
        let error = model.add_generalised(name, Class::Translation, own, start).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
    }
    assert_eq!(model.to_text().unwrap(), before);
    let unknown = Tie { nodes: [NodeId(0), NodeId(0)], eta: [ScalarId(7)], s: Vec3::x(), phi: Vec3::x() };
    model.add_node("A", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    assert!(model.add_element("tie", vec![Box::new(unknown)]).unwrap_err().to_string().contains("8"));
}
