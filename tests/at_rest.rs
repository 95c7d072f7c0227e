//! Systems that come to rest: motions decay through the smallest numbers that there are, and steps go on.
//!
//! Numbers become subnormal below 2e-308, some 710 time constants after a motion of order one. Every model here is damped so that a
//! time constant is a few steps, and runs for more than a thousand of them.

use crate::common;

use common::bars;
use common::resting::{block, on_an_actuator, schemes, slider, spring};

use std::sync::Arc;
use swashplate::elements::{BushingLaw, LineLaw};
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Mat6, Quat, Vec3, Vec6};
use swashplate::model::{Interpolation, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::law::Dissipative;

/// Run a model under every scheme; the last node must end where it comes to rest [m], to rounding of numbers of order one.
fn comes_to_rest(build: impl Fn() -> Model, h: f64, steps: usize, place: Vec3) {
    for scheme in schemes() {
        let options = Options { scheme, ..Default::default() };
        let mut sim = Simulation::new(Arc::new(build()), options).unwrap();
        for k in 0..steps {
            sim.step(h).unwrap_or_else(|e| panic!("{}, step {k}: {e}", scheme.name()));
        }
        let last = sim.state().nodes.last().unwrap();
        let (off, speed) = ((last.x - place).norm(), last.v.norm());
        println!("{}: {off:e} m, {speed:e} m/s", scheme.name());
        // MP-EP damps nothing: what a drive does to the velocities at first rings on
        let still = speed < 1e-9 || scheme == Scheme::MomentumPreserving;
        assert!(off < 1e-9 && still, "{}: {off:e} m off, {speed:e} m/s", scheme.name());
    }
}

#[test]
fn damped_spring() {
    comes_to_rest(spring, 2e-2, 6_000, Vec3::zeros());
}

/// A block of 2 kg stopped by friction of 5 N: it slides v²/2a = 0.2 m from 1 m/s, then creeps with a time constant of
/// m v_r/F = 4e-4 s. With creep the way is a little more: ∫ v dt = (m/F) ∫ v/tanh(v/v_r) dv = (m/F)(v²/2 + π² v_r²/24 ...) for v ≫ v_r.
#[test]
fn block_stopped_by_friction() {
    let build = || {
        let (mut model, slide) = slider();
        let friction = Dissipative::Friction { sliding: 5.0, breakaway: 5.0, stribeck: 0.1, creep: 1e-3 };
        model.add_joint_action("friction", slide, 0, vec![], vec![friction]).unwrap();
        model.start_joint(slide, 0, None, Some(1.0)).unwrap();
        model
    };
    for scheme in schemes() {
        let mut sim = Simulation::new(Arc::new(build()), Options { scheme, ..Default::default() }).unwrap();
        for k in 0..3_000 {
            sim.step(1e-3).unwrap_or_else(|e| panic!("{}, step {k}: {e}", scheme.name()));
        }
        let last = sim.state().nodes[1];
        println!("{}: {} m, {:e} m/s", scheme.name(), last.x.x, last.v.x);
        // a step and the end of the slide: h v there is 2.5e-6 m
        assert!((last.x.x - 0.2).abs() < 1e-5 && last.v.norm() < 1e-7, "{}: {} m", scheme.name(), last.x.x);
    }
}

/// Sixty step sizes of a slider that is driven at a constant rate: no force acts at all.
#[test]
fn slider_driven_at_a_constant_rate() {
    for scheme in schemes() {
        for k in 0..60 {
            let (mut model, slide) = slider();
            let way = bars::host(&mut model, |t| [0.3 * t, 0.3, 0.0]);
            model.drive_joint(slide, 0, way).unwrap();
            let mut sim = Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap();
            let h = 1e-3 * 1.07_f64.powi(k);
            for n in 0..150 {
                sim.step(h).unwrap_or_else(|e| panic!("{}, h = {h}, step {n}: {e}", scheme.name()));
            }
            let off = (sim.state().nodes[1].x.x - 0.3 * sim.state().time).abs();
            assert!(off < 1e-12 * (1.0 + sim.state().time), "{}, h = {h}: {off:e} m", scheme.name());
        }
    }
}

#[test]
fn slider_on_an_actuator() {
    comes_to_rest(on_an_actuator, 5e-2, 3_200, Vec3::x() * 0.1);
}

/// The block in a bushing of 200 N/m and N·m/rad, 40 N·s/m and N·m·s, started at 1 m/s and 1 rad/s about each axis.
#[test]
fn block_in_a_bushing() {
    let build = || {
        let (mut model, [ground, node]) = block(Vec3::zeros());
        let side = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
        let (a, b) = (side(&model, ground), side(&model, node));
        let law = BushingLaw {
            stiffness: Mat6::identity() * 200.0,
            damping: Mat6::identity() * 40.0,
            preload: Vec6::zeros(),
        };
        model.add_bushing("bushing", a, b, law).unwrap();
        model.set_velocity(node, Vec3::new(0.3, 0.2, -0.4), Vec3::new(0.3, -0.2, 0.4)).unwrap();
        model
    };
    comes_to_rest(build, 5e-2, 3_600, Vec3::zeros());
}

/// The block on a line spring that hangs in gravity: 200 N/m and 40 N·s/m, stretched by m g/k = 0.0981 m at rest. It starts along the
/// line, for across it nothing damps.
#[test]
fn block_on_a_line_spring_in_gravity() {
    let build = || {
        let (mut model, [ground, node]) = block(-Vec3::z());
        model.set_gravity(Vec3::z() * -9.81).unwrap();
        let law = LineLaw { stiffness: 200.0, length: 1.0, damping: 40.0, preload: 0.0 };
        model.add_line_spring("line", [(ground, Vec3::zeros()), (node, -Vec3::z())], law).unwrap();
        model
    };
    comes_to_rest(build, 2e-2, 6_000, Vec3::z() * -1.0981);
}

/// A cantilever of two elements whose material damps, pushed at its tip for 0.1 s. Slowest time constant: the first bending mode,
/// ω₁ = 3.516 √(EI/m l⁴) = 111 rad/s with damping τ = 0.02 s of stress per rate: overdamped, 1/τ = 50 1/s.
#[test]
fn damped_cantilever() {
    let build = || {
        let mut model = Model::new();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let section = bars::damped_section([1e6, 1e6, 1e6, 1e3, 1e3, 1e3], 1.0, [2e-3, 1e-3, 1e-3], 0.02);
        let mesh = bars::mesh(Interpolation::Directors, 2, 2);
        let beam = bars::bar(&mut model, "beam", [Vec3::zeros(), Vec3::x()], Vec3::z(), &section, mesh);
        let [root, tip] = bars::ends(&model, beam);
        bars::join(&mut model, "clamp", joints::rigid_connection(), Quat::identity(), [ground, root]);
        let pulse = TimeFunction::OneMinusCosine { amplitude: 20.0, start: 0.0, duration: 0.05, hold: false };
        let pulse = model.add_function(pulse).unwrap();
        model.add_load("pulse", tip, Axes::Dead, [Vec3::z(), Vec3::zeros(), Vec3::zeros()], pulse).unwrap();
        model
    };
    comes_to_rest(build, 5e-3, 4_800, Vec3::x());
}
