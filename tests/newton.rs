//! Newton's method keeps factors where that pays, and never at the price of the tolerance.

use crate::common;
use crate::support;

use common::bars::mesh;
use common::borri::crooked_four_bar;
use support::simulate;
use swashplate::error::{Error, Result};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::math::Vec3;
use swashplate::model::Interpolation;
use swashplate::newton::{self, Correction, History, Iteration, Settings};
use swashplate::simulation::Options;

/// x = 1 by a matrix that is too small by 1.4 %: each correction leaves 1.4 % of itself.
struct Slow {
    x: f64,
    right: f64,
}

impl Iteration for Slow {
    fn assemble(&mut self) -> Result<(usize, f64)> {
        self.right = 1.0 - self.x;
        Ok((0, self.right.abs()))
    }

    fn solve(&mut self) -> Result<()> {
        Ok(())
    }

    fn assemble_right(&mut self) -> Option<Result<(usize, f64)>> {
        Some(self.assemble())
    }

    fn correct(&mut self) -> Correction {
        let step = self.right / (1.0 - 0.014);
        self.x += step;
        Correction { motion: step.abs(), multipliers: 0.0 }
    }

    fn relax(&mut self, _part: f64) {}

    fn at_rounding(&mut self, _slack: f64) -> bool {
        false
    }

    fn describe(&self, _equation: usize) -> String {
        "x".into()
    }
}

#[test]
fn a_last_correction_below_the_tolerance_is_enough() {
    // corrections of 2.8e-9 and 3.9e-11: the second is allowed still, a third, which would confirm it, is not
    let settings = Settings { tolerance: 1e-10, max_iterations: 2 };
    let mut problem = Slow { x: 1.0 - 2.76e-9, right: 0.0 };
    let history = newton::iterate(&mut problem, &mut History::default(), &settings, false, &"test").unwrap();
    assert!(history.converged && history.iterations == 2);
    assert!((problem.x - 1.0).abs() < settings.tolerance, "{:e}", problem.x - 1.0);
    // one above the tolerance is not
    let mut far = Slow { x: 1.0 - 1e-7, right: 0.0 };
    let error = newton::iterate(&mut far, &mut History::default(), &settings, false, &"test").unwrap_err();
    assert!(matches!(error, Error::NewtonFailed(_)), "{error}");
}

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

/// What to do stands before the numbers.
#[test]
fn a_failure_gives_its_advice_first_and_its_numbers_after() {
    let settings = Settings { tolerance: 1e-10, max_iterations: 2 };
    let mut problem = Slow { x: 0.0, right: 0.0 };
    let text =
        newton::iterate(&mut problem, &mut History::default(), &settings, false, &"test").unwrap_err().to_string();
    let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("no \"{words}\": {text}"));
    // corrections shrink by 1.4 % each: more of them would do
    assert!(place("did not converge") < place("allow more iterations"), "{text}");
    assert!(place("allow more iterations") < place("Worst equation"), "{text}");
    assert!(place("Worst equation") < place("corrections 1.0e0"), "{text}");
}
