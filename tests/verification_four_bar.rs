//! The crank-rocker of Gransden 2015 §5.2 against `reference/fourbar.json`, with and without redundant conditions.

use crate::support;

use std::sync::Arc;
use support::{FourBar, assert_order, four_bar, options, reference, simulate};
use swashplate::error::Error;
use swashplate::integrators::initial::Redundancy;
use swashplate::math::Vec3;
use swashplate::simulation::{Options, Simulation};

const H: f64 = 1e-3;
const RHO: f64 = 0.95;

fn least_squares() -> Options {
    Options { redundancy: Redundancy::LeastSquares, ..options(RHO) }
}

/// Time of the crank's first full turn, by the angle over many turns and a cubic through four points around it.
fn period(sim: &mut Simulation, bar: &[swashplate::model::JointId; 4], mut each: impl FnMut(&Simulation)) -> f64 {
    let begin = sim.joint_coordinate(bar[0], 0).unwrap().0;
    let mut points = vec![];
    while sim.state().time < 2.0 {
        points.push((sim.joint_coordinate(bar[0], 0).unwrap().0 - begin - std::f64::consts::TAU, sim.state().time));
        if points.len() >= 4 && points[points.len() - 2].0 > 0.0 {
            break;
        }
        sim.step(H).unwrap();
        each(sim);
    }
    let last = &points[points.len() - 4..];
    // Lagrange interpolation of time as a function of angle, at zero
    (0..4)
        .map(|i| last[i].1 * (0..4).filter(|&j| j != i).map(|j| last[j].0 / (last[j].0 - last[i].0)).product::<f64>())
        .sum()
}

#[test]
fn period_is_that_of_the_reference_and_joints_stay_closed() {
    let exact = reference("fourbar")["period"].as_f64().unwrap();
    for redundant in [false, true] {
        let FourBar { model, joints } = four_bar(redundant);
        let mut sim = simulate(model, least_squares());
        let found = period(&mut sim, &joints, |sim| {
            // every joint, the ones whose conditions were dropped too, in metres
            for joint in joints {
                assert!(sim.joint_relative(joint).unwrap().0.norm() < 1e-10);
            }
        });
        assert!((found - exact).abs() < 1e-4, "redundant {redundant}: period {found}, {exact}");
    }
}

#[test]
fn crank_angle_follows_the_reference_with_order_two() {
    let history = reference("fourbar")["history_g981_uniform_branch+1"].as_array().unwrap().clone();
    let mut errors = vec![];
    for h in [2e-3, 1e-3, 5e-4, 2.5e-4] {
        let FourBar { model, joints } = four_bar(false);
        let mut sim = simulate(model, options(RHO));
        let mut worst = 0.0_f64;
        for row in history.iter().filter(|row| row["t"].as_f64().unwrap() <= 1.0).skip(1) {
            sim.advance(row["t"].as_f64().unwrap(), h, None).unwrap();
            // joint angles are relative to the reference configuration, where the crank stands upright
            let angle = sim.joint_coordinate(joints[0], 0).unwrap().0 + std::f64::consts::FRAC_PI_2;
            worst = worst.max((angle - row["alpha1"].as_f64().unwrap()).abs());
        }
        errors.push(worst);
    }
    assert_order("crank angle", &errors, 2.0, 0.1);
}

#[test]
fn newton_needs_at_most_four_iterations_and_converges_quadratically() {
    let FourBar { model, .. } = four_bar(false);
    let mut sim = simulate(model, options(RHO));
    let mut tails = 0;
    for _ in 0..1400 {
        sim.step(H).unwrap();
        let history = sim.history();
        assert!(history.iterations <= 4, "{history:?}");
        for pair in history.corrections[..history.iterations].windows(2) {
            // the square of the correction before, times a constant of the mechanism; 1e-13 is rounding
            assert!(pair[1] <= 20.0 * pair[0] * pair[0] + 1e-13, "{history:?}");
            tails += usize::from(pair[0] > 1e-6);
        }
    }
    assert!(tails > 100, "the tail was seen only {tails} times from a correction above 1e-6");
}

#[test]
fn spatial_revolutes_are_reported_as_redundant_by_joint_and_direction() {
    let model = four_bar(true).model;
    let Err(Error::RedundantConstraints(text)) = Simulation::new(Arc::new(model), options(RHO)) else {
        panic!("the redundant model was accepted")
    };
    assert!(text.contains("3 of "), "{text}");
    // a plane mechanism: what repeats is the displacement along z and the rotations about x and y at the last joint
    for part in
        ["joint \"D\", displacement along axis 3", "joint \"D\", rotation about axis 1", "joint \"A\"", "joint \"C\""]
    {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
}

#[test]
fn redundant_and_clean_models_move_alike_and_least_squares_reactions_balance() {
    let (clean, redundant) = (four_bar(false), four_bar(true));
    let joints = redundant.joints;
    let mut one = simulate(clean.model, options(RHO));
    let mut two = simulate(redundant.model, least_squares());
    assert_eq!((one.report().freedom, two.report().freedom, two.report().redundant), (1, 1, 3));
    for _ in 0..300 {
        one.step(H).unwrap();
        two.step(H).unwrap();
    }
    for (a, b) in one.state().nodes.iter().zip(&two.state().nodes) {
        // the same motion: only Newton's tolerance, 1e-10 squared, and rounding over 300 steps lie between
        assert!((a.x - b.x).norm() < 1e-10 && a.rotation.angle_to(&b.rotation) < 1e-10);
    }
    // forces on the coupler: mass times (acceleration of its centre − gravity) = reactions at B and C
    let coupler = &two.state().nodes[2];
    let arm = coupler.d * Vec3::new(0.5, 0.0, 0.0);
    let a_c = coupler.a + coupler.alpha.cross(&arm) + coupler.omega.cross(&coupler.omega.cross(&arm));
    let needed = 5.0 * (a_c + Vec3::new(0.0, 9.81, 0.0));
    let sum = two.joint_reaction(joints[1], 1, false).unwrap().0 + two.joint_reaction(joints[2], 1, false).unwrap().0;
    assert!((sum - needed).norm() < 1e-7 * needed.norm(), "{sum} {needed}");
    // a plane motion needs no force along z, and the least norm gives none
    for joint in joints {
        let (force, moment) = two.joint_reaction(joint, 0, false).unwrap();
        assert!(force.z.abs() < 1e-7 && moment.norm() < 1e-7, "{force} {moment}");
    }
}
