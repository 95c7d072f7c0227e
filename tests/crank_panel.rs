//! Epple 2008 §6.5: a panel with beams along two edges, lifted by a crank and a push rod. The figure of the source is missing; the
//! geometry is that of `examples_c/panel.c`.

use crate::common::epple_shells::{Panel, driven_panel, panel, smooth};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::math::Vec3;
use swashplate::model::Interpolation;
use swashplate::simulation::{Options, Simulation};

fn run(panel: Panel, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(panel.model), Options { scheme, ..Default::default() }).unwrap_or_else(|e| panic!("{e}"))
}

/// Displacement and rotation of A at 0.3 s.
fn at_end(scheme: Scheme, steps: usize) -> [Vec3; 2] {
    let panel = panel(2, Interpolation::Directors);
    let tip = panel.tip;
    let mut sim = run(panel, scheme);
    (0..steps).for_each(|_| sim.step(0.3 / steps as f64).unwrap_or_else(|e| panic!("{}: {e}", scheme.name())));
    let motion = sim.motion(tip).unwrap();
    [motion.x, motion.rotation.scaled_axis()]
}

/// The same with a drive that begins smoothly.
fn at_end_smooth(scheme: Scheme, steps: usize) -> [Vec3; 2] {
    let panel = driven_panel(2, Interpolation::Directors, smooth());
    let tip = panel.tip;
    let mut sim = run(panel, scheme);
    (0..steps).for_each(|_| sim.step(0.3 / steps as f64).unwrap_or_else(|e| panic!("{}: {e}", scheme.name())));
    let motion = sim.motion(tip).unwrap();
    [motion.x, motion.rotation.scaled_axis()]
}

/// Errors in displacement and rotation of A for some numbers of steps, and the orders between neighbours.
fn orders(scheme: Scheme, exact: &[Vec3; 2], steps: &[usize]) -> [Vec<f64>; 2] {
    let errors: Vec<[f64; 2]> = steps
        .iter()
        .map(|&steps| {
            let end = at_end_smooth(scheme, steps);
            [0, 1].map(|i| (end[i] - exact[i]).norm())
        })
        .collect();
    let found = [0, 1].map(|i| errors.windows(2).map(|pair| (pair[0][i] / pair[1][i]).log2()).collect::<Vec<f64>>());
    println!("{}: {errors:?}, orders {found:.2?}", scheme.name());
    found
}

/// Epple's drive sets in with an acceleration that jumps: a step of force that sets every vibration of the panel and the push rod going, up to
/// frequencies that no step resolves, and nothing damps them. Orders are then between one and three, as in the source. With a drive that begins
/// smoothly they are those of the schemes. MP-ED, which holds the constraints at the end of a step alone, stays between one and two, as Epple's
/// energy decaying scheme does for small steps; with its inner level constrained too it has order two.
#[test]
fn schemes_have_their_orders_when_the_drive_begins_smoothly() {
    let exact = at_end_smooth(Scheme::RadauIIA, 1200);
    let alpha = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap());
    let [u, r] = orders(Scheme::RadauIIA, &exact, &[75, 150, 300, 600]);
    // the reference has 1/8 of the last error: 3.15 instead of 2.98
    assert!(u.iter().all(|order| *order > 2.8) && r[2] > 2.8, "{u:?} {r:?}");
    let [u, r] = orders(alpha, &exact, &[150, 300, 600, 1200]);
    assert!(u.iter().chain(&r).all(|order| *order > 1.8), "{u:?} {r:?}");
    let [u, r] = orders(Scheme::MomentumDecayingConstrained(1.0), &exact, &[75, 150, 300]);
    assert!(u.iter().chain(&r).all(|order| (order - 2.0).abs() < 0.1), "{u:?} {r:?}");
    let [u, r] = orders(Scheme::MomentumDecaying(1.0), &exact, &[75, 150, 300]);
    assert!(u.iter().chain(&r).all(|order| *order > 1.0), "{u:?} {r:?}");
}

/// All that is outside acts through the joints at C, D and E: their forces on the mechanism are the rate of its momentum, their moments about
/// the origin that of its angular momentum. The rates are central differences, O(h²) from the true ones with a smooth drive.
#[test]
fn reactions_of_the_supports_are_the_rates_of_momentum() {
    let open = |steps: usize| {
        let panel = driven_panel(2, Interpolation::Directors, smooth());
        let (supports, model) = (panel.supports, panel.model.clone());
        let points = supports.map(|joint| model.joint(joint).unwrap().term.frames(&model.starts())[0].0);
        let mut sim = run(panel, Scheme::RadauIIA);
        let h = 0.3 / steps as f64;
        (0..steps - 1).for_each(|_| sim.step(h).unwrap());
        let momenta = |sim: &Simulation| {
            let audit = sim.audit(Vec3::zeros()).unwrap();
            [audit.linear_momentum, audit.angular_momentum]
        };
        let before = momenta(&sim);
        sim.step(h).unwrap();
        let mut sum = [Vec3::zeros(); 2];
        for (joint, at) in supports.iter().zip(points) {
            // on side B, the mechanism's
            let (force, moment) = sim.joint_reaction(*joint, 1, false).unwrap();
            sum[0] += force;
            sum[1] += moment + at.cross(&force);
        }
        sim.step(h).unwrap();
        let after = momenta(&sim);
        [0, 1].map(|i| ((after[i] - before[i]) / (2.0 * h) - sum[i]).norm() / sum[i].norm())
    };
    let [coarse, fine] = [100, 200].map(open);
    println!("reactions against momenta: {coarse:?}, {fine:?}");
    assert!(fine[0] < 0.4 * coarse[0] && fine[1] < 0.4 * coarse[1] && fine[0] < 1e-2 && fine[1] < 1e-2);
}

/// Epple finds Radau IIA and the energy decaying scheme of order three and then less, generalised-α slow until h = 1e-4 s. Here the three
/// schemes are at one place after 0.3 s with steps of 1 ms, of a way of some millimetres.
#[test]
fn three_schemes_agree_on_the_motion_of_the_panel() {
    let alpha = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap());
    let exact = at_end(Scheme::RadauIIA, 300);
    let way = (exact[0] - Vec3::new(1.0, 1.0, 0.0)).norm();
    assert!(way > 1e-3, "{way}");
    for scheme in [Scheme::MomentumDecaying(1.0), alpha] {
        let end = at_end(scheme, 300);
        let errors = [(end[0] - exact[0]).norm(), (end[1] - exact[1]).norm()];
        println!("{}: {errors:?} of {way:.1e} m", scheme.name());
        assert!(errors[0] < 1e-3 * way, "{}: {errors:?} of {way}", scheme.name());
    }
}

/// After 2 s the crank stands upright; a rigid panel then has the angle at which |BF| = 1 m, and the elastic one vibrates about it. The
/// work of the drive is the energy, less what the scheme takes.
#[test]
fn the_panel_is_lifted_as_its_linkage_says() {
    let panel = panel(2, Interpolation::Directors);
    let [hinge, drive] = panel.joints;
    let mut sim = run(panel, Scheme::MomentumDecaying(1.0));
    (0..420).for_each(|_| sim.step(5e-3).unwrap());
    let rigid = |phi: f64| {
        let (x, z) = (0.75 + 0.25 * phi.cos(), -1.0 + 0.25 * phi.sin());
        let far = x.hypot(z);
        z.atan2(x) + ((1.0 + far * far - 1.0) / (2.0 * far)).acos()
    };
    let angle = -sim.joint_coordinate(hinge, 0).unwrap().0;
    let phi = -sim.joint_coordinate(drive, 0).unwrap().0;
    assert!((phi - FRAC_PI_2).abs() < 1e-12);
    println!("angle of the panel {angle}, of a rigid one {}", rigid(phi));
    // the corner B hangs on the rod and the rest of 40 kg bends the panel: below 2 mrad
    assert!((angle - rigid(phi)).abs() < 2e-3, "{angle} {}", rigid(phi));
    let audit = sim.audit(Vec3::zeros()).unwrap();
    let energy = audit.kinetic_energy + audit.potential_energy;
    let open = energy - audit.work_driven + audit.scheme_dissipation;
    assert!(open.abs() < 1e-9 * audit.work_driven.abs().max(1.0), "{open:e} of {}", audit.work_driven);
}
