//! Springs along a line and bushings: what every scheme promises of energy, momenta and order; equations written by hand; statics and
//! frequencies in closed form; bad input.

use crate::support;

use std::sync::Arc;
use support::{assert_order, bauchau_body};
use swashplate::elements::{BushingLaw, LineLaw};
use swashplate::error::Error;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Mat3, Mat6, Quat, Vec3, Vec6, so3};
use swashplate::model::{Model, NodeKind};
use swashplate::newton::Settings;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Link {
    Line,
    Bushing,
}

/// A full symmetric matrix, positive, with about these numbers on its diagonal.
fn full(translation: f64, rotation: f64) -> Mat6 {
    let root = Mat6::from_fn(|i, j| if i == j { 1.0 } else { 0.15 * ((3 * i + 5 * j) as f64).sin() });
    let size = |k: usize| if k < 3 { translation.sqrt() } else { rotation.sqrt() };
    let unit = root * root.transpose();
    Mat6::from_fn(|i, j| unit[(i, j)] * size(i) * size(j))
}

fn start(model: Model, scheme: Scheme) -> Simulation {
    let newton = Settings { tolerance: 1e-12, max_iterations: 16 };
    Simulation::new(Arc::new(model), Options { scheme, newton, ..Default::default() }).unwrap()
}

/// Two free bodies that tumble, joined far from their centres of mass; `damped` is 0 or 1.
fn two_bodies(link: Link, damped: f64) -> Model {
    let mut model = Model::new();
    let (mass, center, inertia) = bauchau_body();
    let turned = [Vec3::new(0.3, 0.1, -0.2), Vec3::new(-0.1, 0.2, 0.3)].map(|c| so3::exp(&c));
    let a = model.add_node("a", NodeKind::Free, Vec3::new(0.2, 0.1, 0.0), turned[0]).unwrap();
    let b = model.add_node("b", NodeKind::Free, Vec3::new(1.1, -0.3, 0.4), turned[1]).unwrap();
    model.add_rigid_body("a", a, mass, center, inertia).unwrap();
    model.add_rigid_body("b", b, 0.7 * mass, 0.5 * center, inertia * 0.6).unwrap();
    let (point, frame) = (Vec3::new(0.6, 0.5, -0.2), so3::exp(&Vec3::new(0.4, -0.9, 0.3)));
    match link {
        Link::Line => {
            let law = LineLaw { stiffness: 40.0, length: 0.8, damping: 0.9 * damped, preload: 3.0 };
            let ends = [(a, point), (b, point + Vec3::new(0.5, -0.7, 0.4))];
            model.add_line_spring("link", ends, law).unwrap();
        }
        Link::Bushing => {
            let [on_a, on_b] = [a, b].map(|node| model.attach(node, point, frame).unwrap());
            let preload = Vec6::new(1.0, -0.5, 0.3, 0.2, 0.1, -0.3);
            let law = BushingLaw { stiffness: full(400.0, 60.0), damping: full(0.9, 0.3) * damped, preload };
            model.add_bushing("link", on_a, on_b, law).unwrap();
        }
    }
    model.set_velocity(a, Vec3::new(0.3, -0.5, 0.2), Vec3::new(0.5, -0.8, 1.2)).unwrap();
    model.set_velocity(b, Vec3::new(-0.2, 0.4, 0.6), Vec3::new(-0.4, 0.6, 0.5)).unwrap();
    model
}

fn list(numbers: &[f64]) -> String {
    numbers.iter().map(|v| format!("{v:.1e}")).collect::<Vec<_>>().join(" ")
}

const INTERVAL: [Scheme; 7] = [
    Scheme::EnergyPreserving,
    Scheme::MomentumPreserving,
    Scheme::EnergyDecaying(1.0),
    Scheme::EnergyDecaying(0.3),
    Scheme::MomentumDecaying(1.0),
    Scheme::MomentumDecaying(0.3),
    Scheme::MomentumDecayingConstrained(1.0),
];

/// Part of the energy that is left after `steps`, and the largest of: the ledger's defect, rises of energy (without dampers),
/// drifts of linear and angular momentum.
fn keep(link: Link, damped: f64, scheme: Scheme, steps: usize, h: f64) -> (f64, [f64; 4]) {
    let mut sim = start(two_bodies(link, damped), scheme);
    let first = sim.audit(Vec3::zeros()).unwrap();
    // of the motion relative to the energy at rest without preload: the kinetic energy is the measure
    let (energy, size) = (first.kinetic_energy + first.potential_energy, first.kinetic_energy);
    let (mut last, mut worst) = (energy, [0.0_f64; 4]);
    for _ in 0..steps {
        sim.step(h).unwrap();
        let now = sim.audit(Vec3::zeros()).unwrap();
        let kept = now.kinetic_energy + now.potential_energy;
        let found = [
            (now.numerical_dissipation - sim.state().run_audit.dissipated).abs() / size,
            (kept - last) / size,
            (now.linear_momentum - first.linear_momentum).norm() / first.linear_momentum.norm(),
            (now.angular_momentum - first.angular_momentum).norm() / first.angular_momentum.norm(),
        ];
        (0..4).for_each(|k| worst[k] = worst[k].max(found[k]));
        last = kept;
    }
    ((last - energy) / size, worst)
}

#[test]
fn two_free_bodies_keep_energy_and_momenta_as_each_scheme_promises() {
    for link in [Link::Line, Link::Bushing] {
        for scheme in INTERVAL {
            let steps =
                if matches!(scheme, Scheme::EnergyPreserving | Scheme::MomentumPreserving) { 5000 } else { 1500 };
            let (change, worst) = keep(link, 0.0, scheme, steps, 0.01);
            println!("{link:?}, {}: energy {change:.1e}; ledger, rise, momenta {}", scheme.name(), list(&worst));
            assert!(worst[0] < 1e-11 && worst[1] < 1e-12 && worst[2] < 1e-11, "{link:?}, {}", scheme.name());
            // ED in twelve coordinates does not promise the angular momentum
            let spins = matches!(scheme, Scheme::EnergyDecaying(_));
            assert!(spins || worst[3] < 1e-11, "{link:?}, {}", scheme.name());
            match scheme {
                Scheme::EnergyPreserving | Scheme::MomentumPreserving => assert!(change.abs() < 1e-11),
                _ => assert!(change < -1e-9),
            }
        }
    }
}

#[test]
fn books_of_dampers_close_exactly() {
    for link in [Link::Line, Link::Bushing] {
        for scheme in INTERVAL {
            let (change, worst) = keep(link, 1.0, scheme, 1000, 0.01);
            println!("{link:?} damped, {}: energy {change:.1e}; ledger, rise, momenta {}", scheme.name(), list(&worst));
            assert!(worst[0] < 1e-11 && worst[2] < 1e-11, "{link:?}, {}", scheme.name());
            assert!(change < -1e-2);
        }
    }
}

/// Places and velocities of the two bodies at 0.5 s.
fn outcome(link: Link, scheme: Scheme, steps: usize) -> [Vec<f64>; 2] {
    let mut sim = start(two_bodies(link, 1.0), scheme);
    (0..steps).for_each(|_| sim.step(0.5 / steps as f64).unwrap());
    let nodes = &sim.state().nodes;
    let places = nodes.iter().flat_map(|n| [n.x, n.d.column(0).into(), n.d.column(1).into()]);
    let speeds = nodes.iter().flat_map(|n| [n.v, n.omega]);
    let flat = |v: Vec<Vec3>| v.iter().flat_map(|v| [v.x, v.y, v.z]).collect();
    [flat(places.collect()), flat(speeds.collect())]
}

#[test]
fn every_scheme_converges_with_its_order_to_one_motion() {
    let alpha = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap());
    let schemes = [
        (alpha, 2.0),
        (Scheme::RadauIIA, 3.0),
        (Scheme::EnergyPreserving, 2.0),
        (Scheme::MomentumPreserving, 2.0),
        (Scheme::EnergyDecaying(0.5), 2.0),
        (Scheme::MomentumDecaying(0.5), 2.0),
    ];
    for link in [Link::Line, Link::Bushing] {
        let reference = outcome(link, Scheme::RadauIIA, 3000);
        for (scheme, order) in schemes {
            // the h² and h³ of decaying schemes have opposite signs: smaller steps show the order
            let decays = matches!(scheme, Scheme::EnergyDecaying(_) | Scheme::MomentumDecaying(_));
            let errors = if decays { [400, 800, 1600] } else { [50, 100, 200] }.map(|steps| {
                let found = outcome(link, scheme, steps);
                let far = |k: usize| found[k].iter().zip(&reference[k]).fold(0.0_f64, |w, (a, b)| w.max((a - b).abs()));
                [far(0), far(1)]
            });
            for (k, what) in ["places", "velocities"].into_iter().enumerate() {
                let errors = errors.map(|e| e[k]);
                let slope = (errors[1] / errors[2]).log2();
                println!("{link:?}, {}: {what} {:.1e}, order {slope:.2}", scheme.name(), errors[2]);
                assert!(slope > order - 0.3, "{link:?}, {}: {what} {errors:?}", scheme.name());
            }
        }
    }
}

/// A point mass on a spring from the origin: x″ = g − (σ/m) x/|x|, by the classical Runge-Kutta method.
fn spring_pendulum(law: &LineLaw, mass: f64, gravity: Vec3, [mut x, mut v]: [Vec3; 2], end: f64) -> [Vec3; 2] {
    let steps = 40_000;
    let h = end / steps as f64;
    let slope = |x: &Vec3, v: &Vec3| {
        let n = x / x.norm();
        let tension = law.preload + law.stiffness * (x.norm() - law.length) + law.damping * n.dot(v);
        [*v, gravity - n * (tension / mass)]
    };
    for _ in 0..steps {
        let [a1, b1] = slope(&x, &v);
        let [a2, b2] = slope(&(x + a1 * (0.5 * h)), &(v + b1 * (0.5 * h)));
        let [a3, b3] = slope(&(x + a2 * (0.5 * h)), &(v + b2 * (0.5 * h)));
        let [a4, b4] = slope(&(x + a3 * h), &(v + b3 * h));
        x += (a1 + a2 * 2.0 + a3 * 2.0 + a4) * (h / 6.0);
        v += (b1 + b2 * 2.0 + b3 * 2.0 + b4) * (h / 6.0);
    }
    [x, v]
}

#[test]
fn mass_on_a_spring_swings_as_its_equations_say() {
    let law = LineLaw { stiffness: 50.0, length: 1.0, damping: 0.2, preload: 1.5 };
    let (mass, gravity, end) = (0.8, Vec3::new(0.0, 0.0, -9.81), 2.0);
    let begin = [Vec3::new(1.1, 0.2, 0.1), Vec3::new(0.1, 0.9, -0.3)];
    let [x, v] = spring_pendulum(&law, mass, gravity, begin, end);
    for scheme in
        [Scheme::RadauIIA, Scheme::EnergyPreserving, Scheme::MomentumPreserving, Scheme::MomentumDecaying(0.5)]
    {
        let errors = [400, 800, 1600].map(|steps| {
            let mut model = Model::new();
            model.set_gravity(gravity).unwrap();
            let ground =
                model.add_node("ground", NodeKind::Ground, Vec3::new(3.0, 2.0, 1.0), Quat::identity()).unwrap();
            let bob = model.add_node("bob", NodeKind::Point, begin[0], Quat::identity()).unwrap();
            model.add_point_mass("bob", bob, mass, Vec3::zeros()).unwrap();
            // the point on ground lies away from its node
            let spring = model.add_line_spring("spring", [(ground, Vec3::zeros()), (bob, begin[0])], law).unwrap();
            model.set_velocity(bob, begin[1], Vec3::zeros()).unwrap();
            let mut sim = start(model, scheme);
            (0..steps).for_each(|_| sim.step(end / steps as f64).unwrap());
            let found = sim.motion(bob).unwrap();
            let state = sim.line_spring_state(spring).unwrap();
            let tension = law.preload + law.stiffness * (found.x.norm() - law.length) + law.damping * state.rate;
            assert!((state.length - found.x.norm()).abs() < 1e-14 && (state.force - tension).abs() < 1e-11);
            assert!((state.rate - found.x.dot(&found.v) / found.x.norm()).abs() < 1e-13);
            (found.x - x).norm().max((found.v - v).norm())
        });
        println!("spring pendulum, {}: {}", scheme.name(), list(&errors));
        let order = if scheme == Scheme::RadauIIA { 3.0 } else { 2.0 };
        assert_order(scheme.name(), &errors, order, 0.2);
    }
}

/// A body on a bushing to ground whose frame is turned, all of it at one point.
fn body_on_a_bushing(stiffness: Mat6, damping: Mat6, load: Vec6) -> (Simulation, NodeId, Quat, Mat6) {
    let mut model = Model::new();
    let (mass, center, inertia) = bauchau_body();
    let (place, frame) = (Vec3::new(0.4, -0.2, 0.7), so3::exp(&Vec3::new(0.4, -0.9, 0.3)));
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let body = model.add_node("body", NodeKind::Free, place, frame).unwrap();
    model.add_rigid_body("body", body, mass, center, inertia).unwrap();
    let [a, b] = [ground, body].map(|node| model.attach(node, place, frame).unwrap());
    model.add_bushing("bushing", a, b, BushingLaw { stiffness, damping, preload: Vec6::zeros() }).unwrap();
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let [force, moment] = [0, 3].map(|k| frame * Vec3::from_fn(|i, _| load[k + i]));
    model.add_load("load", body, Axes::Dead, [force, moment, Vec3::zeros()], one).unwrap();
    // about the bushing's point, in its axes
    let c = so3::skew(&center);
    let mut m = Mat6::identity() * mass;
    m.fixed_view_mut::<3, 3>(0, 3).copy_from(&(c * -mass));
    m.fixed_view_mut::<3, 3>(3, 0).copy_from(&(c * mass));
    m.fixed_view_mut::<3, 3>(3, 3).copy_from(&(inertia - c * c * mass));
    (start(model, Scheme::RadauIIA), body, frame, m)
}

#[test]
fn small_static_load_gives_the_flexibility_times_the_load() {
    let stiffness = full(4e4, 6e3);
    let load = Vec6::new(1.0, -2.0, 0.5, 0.4, -0.3, 0.2) * 1e-3;
    let (mut sim, body, frame, _) = body_on_a_bushing(stiffness, Mat6::zeros(), load);
    sim.solve_static().unwrap();
    let found = sim.motion(body).unwrap();
    let shift = frame.inverse() * (found.x - Vec3::new(0.4, -0.2, 0.7));
    let turn = frame.inverse() * so3::log(&(found.rotation * frame.inverse()));
    let expected = stiffness.try_inverse().unwrap() * load;
    let moved = Vec6::from_iterator(shift.iter().chain(turn.iter()).copied());
    println!("static: {:.1e} of {:.1e}", (moved - expected).norm(), expected.norm());
    assert!((moved - expected).norm() < 1e-6 * expected.norm());
    let id = swashplate::model::BushingId(sim.model().find("bushing", "bushing").unwrap());
    let now = sim.bushing_state(id).unwrap();
    assert!((now.stress - load).norm() < 1e-6 * load.norm() && (now.strain - expected).norm() < 1e-6 * expected.norm());
    // what the load puts in, the bushing takes out
    let force = frame * Vec3::new(load[0], load[1], load[2]);
    assert!((now.force + force).norm() < 1e-9 * force.norm(), "{} {force}", now.force);
}

#[test]
fn frequencies_of_a_body_on_a_bushing_are_those_of_stiffness_and_mass() {
    let stiffness = full(4e4, 6e3);
    let (mut sim, .., mass) = body_on_a_bushing(stiffness, Mat6::zeros(), Vec6::zeros());
    // L⁻¹ C L⁻ᵀ with M = L Lᵀ
    let root = mass.cholesky().unwrap().l().try_inverse().unwrap();
    let mut expected: Vec<f64> =
        (root * stiffness * root.transpose()).symmetric_eigenvalues().iter().map(|v| v.sqrt()).collect();
    expected.sort_by(f64::total_cmp);
    let found: Vec<f64> = sim.modes(Vec3::zeros(), 6).unwrap().iter().map(|m| m.frequency).collect();
    for (found, expected) in found.iter().zip(&expected) {
        println!("{found:.6} rad/s, {:.1e}", found / expected - 1.0);
        assert!((found / expected - 1.0).abs() < 1e-9);
    }
    // damping in proportion to stiffness: ζ = ½ β ω
    let (mut sim, ..) = body_on_a_bushing(stiffness, stiffness * 1e-4, Vec6::zeros());
    for (mode, omega) in sim.modes(Vec3::zeros(), 6).unwrap().iter().zip(&expected) {
        assert!((mode.damping_ratio - 0.5e-4 * omega).abs() < 1e-9, "{}", mode.damping_ratio);
    }
}

fn text<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn bad_input_is_refused_by_name() {
    let mut model = Model::new();
    let add = |m: &mut Model, name: &str, kind| m.add_node(name, kind, Vec3::x(), Quat::identity()).unwrap();
    let ground = add(&mut model, "ground", NodeKind::Ground);
    let wall = add(&mut model, "wall", NodeKind::Ground);
    let body = add(&mut model, "body", NodeKind::Free);
    let bob = add(&mut model, "bob", NodeKind::Point);
    model.add_rigid_body("body", body, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    model.add_point_mass("bob", bob, 1.0, Vec3::zeros()).unwrap();
    let (law, x) = (LineLaw { stiffness: 1.0, length: 1.0, ..Default::default() }, Vec3::x());
    let mut line = |a, b, law| text(model.add_line_spring("leg", [a, b], law));
    let apart = (body, Vec3::y());
    for (found, parts) in [
        (line((ground, x), (wall, Vec3::y()), law), ["leg", "ground"]),
        (line((body, x), apart, law), ["leg", "one node"]),
        (line((bob, Vec3::z()), apart, law), ["leg", "bob"]),
        (line((ground, Vec3::new(f64::NAN, 0.0, 0.0)), apart, law), ["leg", "ground"]),
        (line((ground, x), apart, LineLaw { stiffness: -1.0, ..law }), ["leg", "stiffness is -1"]),
        (line((ground, x), apart, LineLaw { damping: -1.0, ..law }), ["leg", "damping is -1"]),
        (line((ground, x), apart, LineLaw { preload: f64::INFINITY, ..law }), ["leg", "preload"]),
        (line((ground, x), (NodeId(9), x), law), ["no node number 10", "4"]),
    ] {
        assert!(parts.iter().all(|part| found.contains(part)), "{found}");
    }

    let [on_ground, on_wall, on_body, on_bob] =
        [ground, wall, body, bob].map(|node| model.attach(node, x, Quat::identity()).unwrap());
    let good = BushingLaw { stiffness: full(1.0, 1.0), damping: Mat6::zeros(), preload: Vec6::zeros() };
    let changed = |i, j, value| {
        let mut matrix = good.stiffness;
        matrix[(i, j)] = value;
        matrix
    };
    let both = |i, j, value| {
        let mut matrix = changed(i, j, value);
        matrix[(j, i)] = value;
        matrix
    };
    let stiff = |stiffness| BushingLaw { stiffness, ..good };
    let mut bushing = |a, b, law| text(model.add_bushing("mount", a, b, law));
    for (found, parts) in [
        (bushing(on_ground, on_wall, good), ["mount", "ground"]),
        (bushing(on_body, on_body, good), ["mount", "one node"]),
        (bushing(on_ground, on_bob, good), ["mount", "bob"]),
        (bushing(on_ground, on_body, stiff(changed(0, 4, 0.7))), ["not symmetric", "u1 and phi2, entry (1, 5)"]),
        (bushing(on_ground, on_body, stiff(both(0, 4, 7.0))), ["stiffness is not positive", "eigenvalue"]),
        (bushing(on_ground, on_body, stiff(changed(2, 2, -1.0))), ["stiffness is negative in u3", "(3, 3)"]),
        (bushing(on_ground, on_body, stiff(changed(2, 2, f64::NAN))), ["mount", "stiffness"]),
        (bushing(on_ground, on_body, BushingLaw { damping: both(3, 5, 9.0), ..good }), ["damping", "eigenvalue"]),
    ] {
        assert!(parts.iter().all(|part| found.contains(part)), "{found}");
    }
    // soft in some directions, stiff in others, and coupled: all of it is allowed
    let soft = Mat6::from_diagonal(&Vec6::new(1.0, 0.0, 2.0, 0.0, 0.0, 3.0));
    model.add_bushing("soft", on_ground, on_body, BushingLaw { stiffness: soft, damping: soft, ..good }).unwrap();
    assert!(text(model.add_bushing("soft", on_ground, on_body, good)).contains("soft"));

    // points that coincide: at the start, and on the way
    model.add_line_spring("short", [(ground, x), (body, x)], law).unwrap();
    let refused = text(Simulation::new(Arc::new(model), Options::default()));
    assert!(refused.contains("line spring \"short\"") && refused.contains("no direction"), "{refused}");
}

#[test]
fn frames_a_micrometre_apart_are_a_strain_and_not_the_size_of_the_model() {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let body = model.add_node("body", NodeKind::Free, Vec3::z() * 1e-6, Quat::identity()).unwrap();
    model.add_rigid_body("body", body, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let [a, b] = [(ground, 0.0), (body, 1e-6)].map(|(n, z)| model.attach(n, Vec3::z() * z, Quat::identity()).unwrap());
    let law = BushingLaw { stiffness: Mat6::identity() * 4.0, damping: Mat6::zeros(), preload: Vec6::zeros() };
    let mount = model.add_bushing("mount", a, b, law).unwrap();
    let mut sim = start(model, Scheme::RadauIIA);
    (0..100).for_each(|_| sim.step(0.01).unwrap());
    let strain = sim.bushing_state(mount).unwrap().strain;
    assert!((strain[2] / 1e-6 - 2.0_f64.cos()).abs() < 1e-6, "{strain}");
}
