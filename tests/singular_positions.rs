//! Mechanisms that pass, meet or start in positions where they could branch off, and where constraints depend on each other: the
//! double four-bar turns over and over, and twice a turn all its bars are in line.
//!
//! Beside such a position multipliers are ill-determined; the motion is not, and stays on the solution of one equation for one
//! angle, which is known as exactly as wanted.

use crate::common;
use crate::support;

use common::double_four_bar::{double_four_bar, exact};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;
use support::{every_scheme, options};
use swashplate::error::{Error, Result};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::integrators::initial::Redundancy;
use swashplate::math::Vec3;
use swashplate::model::Model;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

/// Ten times all bars are in line before this time [s].
const END: f64 = 9.0;

fn simulate(model: Model, scheme: Scheme) -> Result<Simulation> {
    let options = Options { scheme, redundancy: Redundancy::LeastSquares, ..options(0.8) };
    Simulation::new(Arc::new(model), options)
}

/// Distance of the tip of a leg from where it should be, when it started with this angle and speed.
fn error(sim: &Simulation, leg: NodeId, angle: f64, speed: f64) -> f64 {
    let foot = sim.motion(leg).unwrap();
    let [theta, _] = exact(angle, speed, sim.state().time);
    (foot.d.column(0) - Vec3::new(theta.sin(), theta.cos(), 0.0)).norm()
}

/// Error of the tip at `end`, and steps that ended at rounding.
fn run(scheme: Scheme, hinges: bool, h: f64, end: f64) -> (f64, u64) {
    let m = double_four_bar(hinges, 0.0, 1.0);
    let mut sim = simulate(m.model, scheme).unwrap();
    sim.advance(end, h, None).unwrap_or_else(|e| panic!("{}, hinges: {hinges}, h = {h}: {e}", scheme.name()));
    (error(&sim, m.legs[0], 0.0, 1.0), sim.counters().at_rounding)
}

const STEPS: [f64; 10] = [0.5e-3, 1e-3, 1.5e-3, 2e-3, 3e-3, 4e-3, 5e-3, 6e-3, 7e-3, 10e-3];

/// With all step sizes and both kinds of joints the run comes to its end, on the solution, and errors shrink with the order of the
/// scheme.
fn passes(scheme: Scheme, order: f64) {
    let mut at_rounding = 0;
    for hinges in [true, false] {
        let errors = STEPS.map(|h| {
            let (error, count) = run(scheme, hinges, h, END);
            at_rounding += count;
            error
        });
        println!("{}, hinges: {hinges}: {errors:?}", scheme.name());
        assert!(errors.iter().all(|e| *e < 0.3), "{}: {errors:?}", scheme.name());
        for (fine, coarse) in [(0, 1), (1, 3), (2, 4), (3, 5)] {
            let slope = (errors[coarse] / errors[fine]).log2();
            assert!(slope > order - 0.2, "{}: order {slope:.2} between steps of {} s", scheme.name(), STEPS[fine]);
        }
    }
    println!("{} steps ended at rounding", at_rounding);
    assert!(at_rounding > 0, "no step came near enough to a singular position to be of interest");
}

#[test]
fn generalised_alpha_passes_singular_positions() {
    passes(Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()), 2.0);
}

#[test]
fn hht_passes_singular_positions() {
    passes(Scheme::GeneralizedAlpha(Coefficients::hht(0.1).unwrap()), 2.0);
}

#[test]
fn radau_iia_passes_singular_positions() {
    passes(Scheme::RadauIIA, 3.0);
}

#[test]
fn energy_preserving_scheme_passes_singular_positions() {
    passes(Scheme::EnergyPreserving, 2.0);
}

/// Of third order away from singular positions; the steps across them are of second order.
#[test]
fn energy_decaying_scheme_passes_singular_positions() {
    passes(Scheme::EnergyDecaying(1.0), 2.0);
}

#[test]
fn momentum_preserving_scheme_passes_singular_positions() {
    passes(Scheme::MomentumPreserving, 2.0);
}

#[test]
fn momentum_decaying_scheme_passes_singular_positions() {
    passes(Scheme::MomentumDecaying(1.0), 2.0);
}

/// Schemes of first order lose (or gain) too much to be carried over the top, 1.5 J above it, in the second turn. So their errors are
/// compared after two passages, and then the runs have only to come to their ends.
fn passes_with_order_one(scheme: Scheme) {
    for hinges in [true, false] {
        let errors = [0.5e-3, 1e-3, 2e-3, 4e-3].map(|h| run(scheme, hinges, h, 1.4).0);
        println!("{}: {errors:?}", scheme.name());
        for pair in errors.windows(2) {
            assert!((pair[1] / pair[0]).log2() > 0.8, "{}: {errors:?}", scheme.name());
        }
        for h in STEPS {
            run(scheme, hinges, h, END);
        }
    }
}

#[test]
fn constrained_momentum_decaying_scheme_passes_singular_positions() {
    passes_with_order_one(Scheme::MomentumDecayingConstrained(1.0));
}

/// With γ = ½, and with a γ that costs an order.
#[test]
fn newmark_passes_singular_positions() {
    passes(Scheme::GeneralizedAlpha(Coefficients::newmark(0.5, 0.25).unwrap()), 2.0);
    passes_with_order_one(Scheme::GeneralizedAlpha(Coefficients::newmark(0.52, 0.2601).unwrap()));
}

/// A step whose end is the singular position, as exactly as its size can be chosen: the run goes on, on the same branch. What such
/// a step may cost is bounded by its local error: the tip is off by less than 2 mm after 0.2 s at 5 m/s.
#[test]
fn step_that_ends_in_a_singular_position_is_followed_by_others() {
    let (angle, speed, count) = (FRAC_PI_2 - 0.1, 5.0, 20);
    for (hinges, scheme) in [true, false].into_iter().flat_map(|h| every_scheme().map(|s| (h, s))) {
        let start = |h: f64| {
            let m = double_four_bar(hinges, angle, speed);
            let mut sim = simulate(m.model, scheme).unwrap();
            for k in 0..count {
                sim.step(h).unwrap_or_else(|e| panic!("{}, step {k} of {h}: {e}", scheme.name()));
            }
            let height = sim.motion(m.legs[0]).unwrap().d[(1, 0)];
            (sim, m.legs[0], height)
        };
        let (mut before, mut behind) = (9e-4, 1.1e-3);
        for _ in 0..50 {
            let middle = 0.5 * (before + behind);
            if start(middle).2 > 0.0 { before = middle } else { behind = middle }
        }
        let (mut sim, leg, height) = start(before);
        assert!(height.abs() < 1e-6, "{}: {height:.1e}", scheme.name());
        for k in 0..200 {
            sim.step(before).unwrap_or_else(|e| panic!("{}, step {k} behind it: {e}", scheme.name()));
        }
        let off = error(&sim, leg, angle, speed);
        println!("{}, hinges: {hinges}: {height:.1e} m from it, tip off by {off:.1e} m", scheme.name());
        assert!(off < 2e-3, "{}: {off:.1e}", scheme.name());
    }
}

/// All bars in line at the start: constraints that depend on each other only there hold from the first step on.
#[test]
fn start_in_a_singular_position_leaves_it_with_all_constraints() {
    for (hinges, scheme) in [true, false].into_iter().flat_map(|h| every_scheme().map(|s| (h, s))) {
        let m = double_four_bar(hinges, FRAC_PI_2, 2.0);
        let mut sim = simulate(m.model, scheme).unwrap();
        let report = sim.report();
        assert_eq!((report.redundant, report.singular, report.freedom), (if hinges { 6 } else { 0 }, 2, 1));
        assert!(report.to_string().contains("singular position"), "{report}");
        sim.advance(1.0, 1e-3, None).unwrap_or_else(|e| panic!("{}: {e}", scheme.name()));
        // half a turn; two of the schemes are of first order
        let first = matches!(scheme, Scheme::MomentumDecayingConstrained(_)) || scheme.name() == "Newmark";
        let allowed = if first { 5e-3 } else { 5e-4 };
        assert!(error(&sim, m.legs[0], FRAC_PI_2, 2.0) < allowed, "{}", scheme.name());
        assert!(sim.audit(Vec3::zeros()).unwrap().position_violation < 1e-9);
    }
}

/// Without redundant joints the start is not refused, whatever is said of redundancy.
#[test]
fn singular_start_is_no_redundancy() {
    let m = double_four_bar(false, FRAC_PI_2, 2.0);
    let mut sim = Simulation::new(Arc::new(m.model), options(0.8)).unwrap();
    sim.advance(0.1, 1e-3, None).unwrap();
    let m = double_four_bar(true, FRAC_PI_2, 2.0);
    let refused = Simulation::new(Arc::new(m.model), options(0.8)).unwrap_err();
    assert!(matches!(&refused, Error::RedundantConstraints(text) if text.contains("6 of 35")), "{refused}");
}

/// Velocities that satisfy all constraints of the singular position, but lead nowhere: only the first leg turns.
#[test]
fn velocities_that_no_branch_has_are_refused() {
    let mut m = double_four_bar(false, FRAC_PI_2, 0.0);
    m.model.set_velocity(m.legs[0], Vec3::zeros(), Vec3::new(0.0, 0.0, -2.0)).unwrap();
    m.model.set_velocity(m.bars[0], Vec3::new(0.0, -2.0, 0.0), Vec3::new(0.0, 0.0, 2.0)).unwrap();
    let refused = Simulation::new(Arc::new(m.model), options(0.8)).unwrap_err();
    assert!(matches!(&refused, Error::InconsistentStart(t) if t.contains("singular position")), "{refused}");
}

/// A tolerance that the numbers do not allow is met as well as they do, and said so.
#[test]
fn tolerance_below_rounding_is_no_failure() {
    let m = double_four_bar(false, 0.3, 2.0);
    let mut o = options(0.8);
    (o.scheme, o.newton.tolerance) = (Scheme::RadauIIA, 1e-15);
    let mut sim = Simulation::new(Arc::new(m.model), o).unwrap();
    sim.advance(0.5, 1e-3, None).unwrap();
    assert!(sim.counters().at_rounding > 0);
    assert!(error(&sim, m.legs[0], 0.3, 2.0) < 1e-8);
}

/// What Newton's method leaves does not show: with the tolerance of the scheme and with a hundredth of it, 2000 steps end in the same
/// place to a thousandth of the error of a step size at which the scheme is at home.
#[test]
fn no_scheme_is_limited_by_its_newton_tolerance() {
    for scheme in every_scheme() {
        let run = |tolerance: f64| {
            let m = double_four_bar(false, 0.3, 2.0);
            let mut o = options(0.8);
            (o.scheme, o.newton.tolerance) = (scheme, tolerance);
            let mut sim = Simulation::new(Arc::new(m.model), o).unwrap();
            sim.advance(0.5, 2.5e-4, None).unwrap();
            let own = error(&sim, m.legs[0], 0.3, 2.0);
            (sim.motion(m.legs[0]).unwrap().d.column(0).into_owned(), own)
        };
        let ((usual, error), (tight, _)) = (run(0.0), run(1e-2 * scheme.newton_tolerance()));
        let difference = (usual - tight).norm();
        println!("{}: {difference:.1e}, error {error:.1e}", scheme.name());
        assert!(difference < 1e-3 * error + 1e-13, "{}: {difference:.1e}, error {error:.1e}", scheme.name());
    }
}

/// A redundant constraint is told by the joints of its loop, not by all constraints it can be composed of.
#[test]
fn redundancy_names_the_loop() {
    let m = double_four_bar(true, 0.3, 0.0);
    let refused = Simulation::new(Arc::new(m.model), options(0.8)).unwrap_err().to_string();
    let lines: Vec<&str> = refused.lines().filter(|line| line.contains("follows from")).collect();
    assert_eq!(lines.len(), 6, "{refused}");
    let of_loop = |k: usize| {
        let joints =
            [format!("\"right {k}\""), format!("\"left {k}\""), format!("\"foot {k}\""), format!("\"foot {}\"", k + 1)];
        lines
            .iter()
            .filter(|line| joints.iter().all(|j| line.contains(j)) && line.matches("joint").count() <= 5)
            .count()
    };
    assert_eq!((of_loop(0), of_loop(1)), (3, 3), "{refused}");
}
