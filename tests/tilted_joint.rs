//! Orders of Radau IIA and generalised-α on the mechanisms of Epple 2008 §6.2 (figures 6.7, 6.9, 6.11) and §6.1
//! (figures 6.2, 6.4); each test prints its table.
//!
//! Order three of Radau IIA holds when the steps resolve the vibrations. Strains in directions that are stiff for the step
//! behave like multipliers, for which two stages give first order; generalised-α keeps its order two there.
//!
//! | mechanism | lowest frequency | steps | Radau IIA | generalised-α |
//! |---|---|---|---|---|
//! | §6.2, a thousandth of the stiffness | 37 Hz | 0.78 … 0.1 ms | 2.97 … 3.06 | 1.98 … 2.02 |
//! | §6.2, printed stiffness | 1.2 kHz | 125 … 16 μs | 2.93 … 3.06; force above 4.9, down to rounding | 2.00 … 2.11 |
//! | §6.2, printed stiffness | 1.2 kHz | 2 … 0.25 ms | 1.2, 1.7, 2.6 | 2.00 … 2.16 |
//! | §6.1, a hundredth of the stiffness | 1.8 Hz | 0.8 … 0.1 ms | 2.98 … 3.04 | 1.95 … 2.07 |
//! | §6.1, printed stiffness | 18 Hz | 1 … 0.125 ms | place 2.85 … 2.95, velocity 2.6 … 3.2 | 1.99 … 2.00 |
//!
//! Loads and drives are smooth. With the sudden start of the thesis, and after the mechanism of §6.2 has snapped through
//! its flat position, bars vibrate; steps of 0.1 ms and more damp that away and converge to the motion without it
//! (`mechanisms.rs`), smaller ones do not: no error against one reference can then show an order over all sizes.

use crate::common;
use crate::support;

use common::bars::mesh;
use common::epple::{self, Course};
use support::{assert_order, orders, simulate};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::math::Vec3;
use swashplate::model::{Interpolation, Model};
use swashplate::simulation::{Options, Simulation};

/// Three quantities at a few times.
type History = Vec<[Vec3; 3]>;

const TILTED: [&str; 3] = ["angle at C", "section force", "section moment"];
const THREE_BAR: [&str; 3] = ["place of D", "velocity of D", "multipliers of A"];

fn alpha(rho: f64) -> Scheme {
    Scheme::GeneralizedAlpha(Coefficients::spectral_radius(rho).unwrap())
}

/// Forces are stiffness times small displacements: a tolerance well below their errors.
fn start(model: Model, scheme: Scheme) -> Simulation {
    let mut options = Options { scheme, ..Default::default() };
    options.newton.tolerance = 1e-12;
    simulate(model, options)
}

/// The mechanism of §6.2 with stiffnesses divided by `softness`, one cubic element a bar.
fn tilted(softness: f64, interpolation: Interpolation, times: &[f64], scheme: Scheme, h: f64) -> History {
    let p = epple::tilted_joint_softer(softness, mesh(interpolation, 1, 4), Course::Smooth);
    let mut sim = start(p.model, scheme);
    let sample = |time: &f64| {
        sim.advance(*time, h, None).unwrap();
        let (angle, _) = sim.joint_coordinate(p.joints[2], 0).unwrap();
        let (_, inner, _) = sim.section_force(p.bars[1], 0.12).unwrap();
        [angle * Vec3::x(), inner.fixed_rows::<3>(0).into_owned(), inner.fixed_rows::<3>(3).into_owned()]
    };
    times.iter().map(sample).collect()
}

/// The mechanism of §6.1 with stiffnesses divided by `softness`, one cubic element a bar.
fn three_bar(softness: f64, times: &[f64], scheme: Scheme, h: f64) -> History {
    let p = epple::three_bar_softer(softness, mesh(Interpolation::Rotations, 1, 4), Course::Smooth);
    let mut sim = start(p.model, scheme);
    let sample = |time: &f64| {
        sim.advance(*time, h, None).unwrap();
        let (d, force) = (sim.motion(p.d).unwrap(), sim.joint_multipliers(p.joints[0]).unwrap());
        [d.x, d.v, Vec3::new(force[0], force[1], force[2])]
    };
    times.iter().map(sample).collect()
}

/// Errors against `exact`, root of mean squares over the times, with steps that halve from `largest` on; prints them.
fn errors(
    what: &str,
    names: [&str; 3],
    [largest, sizes]: [f64; 2],
    exact: &History,
    run: impl Fn(f64) -> History,
) -> [Vec<f64>; 3] {
    let runs: Vec<History> = (0..sizes as u32).map(|k| run(largest / f64::from(1 << k))).collect();
    std::array::from_fn(|q| {
        let rms = |run: &History| {
            let squares = run.iter().zip(exact).map(|(a, b)| (a[q] - b[q]).norm_squared());
            (squares.sum::<f64>() / exact.len() as f64).sqrt()
        };
        let found: Vec<f64> = runs.iter().map(rms).collect();
        let text: Vec<String> = found.iter().map(|e| format!("{e:.1e}")).collect();
        let (name, list) = (names[q], text.join(" "));
        println!("{what}, {name}, h from {largest:.2e} s: errors {list}, orders {:.2?}", orders(&found));
        found
    })
}

/// A thousandth of the stiffness.
#[test]
fn resolved_mechanism_converges_with_order_three_by_radau_and_two_by_generalised_alpha() {
    let times = [0.05, 0.075, 0.1];
    for interpolation in [Interpolation::Rotations, Interpolation::Directors] {
        let run = |scheme, h| tilted(1e3, interpolation, &times, scheme, h);
        // 32 steps between the last two times, and twice, four, eight times as many
        let largest = 0.025 / 32.0;
        let exact = run(Scheme::RadauIIA, largest / 24.0);
        for (scheme, name, order) in
            [(Scheme::RadauIIA, "Radau IIA", 3.0), (alpha(0.0), "ρ∞ = 0", 2.0), (alpha(0.5), "ρ∞ = 0.5", 2.0)]
        {
            let what = format!("resolved, {interpolation:?}, {name}");
            let found = errors(&what, TILTED, [largest, 4.0], &exact, |h| run(scheme, h));
            for (quantity, found) in TILTED.iter().zip(&found) {
                assert_order(&format!("{what}, {quantity}"), found, order, 0.1);
            }
        }
    }
}

/// The printed stiffness, up to 0.05 s, for which steps of 0.125 ms to 16 μs can be afforded.
#[test]
fn stiff_mechanism_converges_with_order_three_at_small_steps() {
    let run = |scheme, h| tilted(1.0, Interpolation::Rotations, &[0.0375, 0.05], scheme, h);
    let exact = run(Scheme::RadauIIA, 6.25e-6);
    let [angle, force, moment] =
        errors("stiff, Radau IIA", TILTED, [1.25e-4, 4.0], &exact, |h| run(Scheme::RadauIIA, h));
    // the last but for rounding: places that are off by 2e-15 m in nodes 0.07 m apart
    assert_order("angle", &angle[..3], 3.0, 0.1);
    assert!((angle[3] - angle[2] / 8.0).abs() < 2e-15 / 0.07, "{angle:?}");
    // the last but for rounding: 2e-15 rad between nodes 0.07 m apart, times 2.4e4 N·m²
    let converges = |moment: &[f64], order: f64| {
        assert_order("moment", &moment[..3], order, 0.1);
        assert!((moment[3] - moment[2] / order.exp2()).abs() < 2e-15 / 0.07 * 2.4e4, "{moment:?}");
    };
    converges(&moment, 3.0);
    // 4.9 and 7.8: the part of stiff directions falls faster; then rounding, 1e-16 m in places of nodes 0.07 m apart, times
    // 4e7 N
    assert!(orders(&force[..3]).iter().all(|p| *p > 2.9) && force[3] < 1e-6, "{force:?}");
    let [angle, force, moment] = errors("stiff, ρ∞ = 0", TILTED, [1.25e-4, 4.0], &exact, |h| run(alpha(0.0), h));
    assert_order("angle", &angle, 2.0, 0.1);
    assert_order("force", &force, 2.0, 0.1);
    converges(&moment, 2.0);
}

/// The printed stiffness with the steps that one would use, 2 ms to 0.25 ms.
#[test]
fn stiff_mechanism_keeps_order_two_of_generalised_alpha_and_reduces_that_of_radau_at_moderate_steps() {
    let run = |scheme, h| tilted(1.0, Interpolation::Rotations, &[0.05, 0.1, 0.15], scheme, h);
    let exact = run(Scheme::RadauIIA, 2.5e-5);
    let radau = errors("moderate steps, Radau IIA", TILTED, [2e-3, 4.0], &exact, |h| run(Scheme::RadauIIA, h));
    for rho in [0.0, 0.5] {
        let what = format!("moderate steps, ρ∞ = {rho}");
        let found = errors(&what, TILTED, [2e-3, 4.0], &exact, |h| run(alpha(rho), h));
        for (q, name) in TILTED.iter().enumerate() {
            assert_order(&format!("{what}, {name}"), &found[q][..2], 2.0, 0.2);
            assert_order(&format!("{what}, {name}"), &found[q][1..], 2.0, 0.1);
            // 1.2, 1.7, 2.4 in the angle, 1.2, 1.8, 2.7 in the force, 1.2, 1.6, 2.6 in the moment: first order where the
            // vibrations are stiff, more as the steps come to resolve them; and errors above those of generalised-α
            let own = orders(&radau[q]);
            assert!(own[0] > 1.0 && own[0] < 1.5 && own[2] > 2.2, "{name}: {own:?}");
            assert!(radau[q].iter().zip(&found[q]).all(|(r, f)| r > f), "{name}: {radau:?} {found:?}");
        }
    }
}

/// A hundredth of the stiffness of §6.1.
#[test]
fn resolved_three_bar_mechanism_converges_with_order_three_by_radau_and_two_by_generalised_alpha() {
    let run = |scheme, h| three_bar(1e2, &[0.1, 0.2, 0.3, 0.4], scheme, h);
    let exact = run(Scheme::RadauIIA, 3.125e-5);
    for (scheme, name, order) in
        [(Scheme::RadauIIA, "Radau IIA", 3.0), (alpha(0.0), "ρ∞ = 0", 2.0), (alpha(0.5), "ρ∞ = 0.5", 2.0)]
    {
        let what = format!("three bars, resolved, {name}");
        let found = errors(&what, THREE_BAR, [8e-4, 4.0], &exact, |h| run(scheme, h));
        for (quantity, found) in THREE_BAR.iter().zip(&found) {
            assert_order(&format!("{what}, {quantity}"), found, order, 0.1);
        }
    }
}

/// The printed stiffness of §6.1.
#[test]
fn stiff_three_bar_mechanism_converges_with_order_two_by_generalised_alpha_and_nearly_three_by_radau() {
    let run = |scheme, h| three_bar(1.0, &[0.1, 0.2], scheme, h);
    let exact = run(Scheme::RadauIIA, 1e-3 / 24.0);
    for rho in [0.0, 0.5] {
        let what = format!("three bars, stiff, ρ∞ = {rho}");
        let found = errors(&what, THREE_BAR, [1e-3, 4.0], &exact, |h| run(alpha(rho), h));
        for (quantity, found) in THREE_BAR.iter().zip(&found) {
            assert_order(&format!("{what}, {quantity}"), found, 2.0, 0.1);
        }
    }
    let radau = |h| run(Scheme::RadauIIA, h);
    let [place, velocity, force] = errors("three bars, stiff, Radau IIA", THREE_BAR, [1e-3, 4.0], &exact, radau);
    // 2.85, 2.86, 2.92; 2.62, 2.90, 3.21; 4.91, 4.75, 3.09
    assert_order("place of D", &place, 3.0, 0.2);
    assert!(orders(&velocity).iter().all(|p| *p > 2.5), "{velocity:?}");
    // the last but for rounding: 1e-15 m between nodes 0.28 m apart, times 3.4e8 N
    assert!(orders(&force[..3]).iter().all(|p| *p > 2.9), "{force:?}");
    assert!(force[3] < force[2] / 8.0 + 1e-15 / 0.28 * 3.4e8, "{force:?}");
}
