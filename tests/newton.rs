//! Newton's method keeps factors where that pays, and never at the price of the tolerance.

use crate::common;
use crate::support;

use common::bars::mesh;
use common::borri::crooked_four_bar;
use support::simulate;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::math::Vec3;
use swashplate::model::Interpolation;
use swashplate::simulation::Options;

const STEP: f64 = 5e-4;
const STEPS: usize = 120;

/// Place and velocity of point C after the run; corrections with a matrix of their own and with a kept one, a step.
fn run(scheme: Scheme, tolerance: f64) -> ([Vec3; 2], [f64; 2]) {
    let bar = crooked_four_bar(mesh(Interpolation::Directors, 2, 3), 0.05);
    let mut options = Options { scheme, ..Default::default() };
    options.newton.tolerance = tolerance;
    let mut sim = simulate(bar.model, options);
    let mut made = [0, 0];
    for _ in 0..STEPS {
        sim.step(STEP).unwrap();
        let history = sim.history();
        made[0] += history.iterations - history.kept;
        made[1] += history.kept;
    }
    let c = sim.motion(bar.points[2]).unwrap();
    ([c.x, c.v], made.map(|n| n as f64 / STEPS as f64))
}

#[test]
fn kept_factors_save_most_factorisations_and_leave_less_than_the_tolerance() {
    for (scheme, leaves) in [
        (Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.6).unwrap()), 1e-4),
        (Scheme::EnergyPreserving, 1e-7),
    ] {
        let [tolerance, tight] = [1e-10, 1e-14];
        let (([x, v], [own, kept]), ([x_tight, v_tight], _)) = (run(scheme, tolerance), run(scheme, tight));
        let (off, off_speed) = ((x - x_tight).norm(), (v - v_tight).norm());
        println!("{}: {own:.2} + {kept:.2} corrections; off by {off:.1e} m, {off_speed:.1e} m/s", scheme.name());
        assert!(own < 1.3, "{}: {own} factorisations a step", scheme.name());
        assert!(kept >= 1.0);
        // a step leaves at most this part of the model's size (0.24 m), that of the run it is compared with its tolerance; over the
        // step that is a velocity, and goes on to move all later ones
        let left = 0.24 * (leaves * tolerance + tight);
        let count = STEPS as f64;
        assert!(off_speed < 4.0 * left / STEP * count, "{}: {off_speed:e}", scheme.name());
        assert!(off < 4.0 * left * count * count, "{}: {off:e}", scheme.name());
    }
}
