//! Generalised-α, HHT-α and Newmark on mechanisms, from no damping (Newmark with γ = ½, ρ∞ = 1, HHT α = 0) to as much as there is:
//! many steps at usual sizes, energy, and the orders of displacement, velocity and reaction.
//!
//! Undamped schemes of this family are unstable on constraints on positions: B v = 0 is violated by what changes its sign and grows
//! from step to step. So velocities and accelerations are brought onto the constraints at the end of their steps.
//!
//! | mechanism | what is known |
//! |---|---|
//! | a bar of 1 m and 1 kg on a hinge, released from the horizontal (the first program of the README) | energy; θ̈ = −(3g/2) sin θ |
//! | crank-rocker of Gransden 2015 §5.2 | energy; Radau IIA with small steps |
//! | a rigid blade on a flap hinge 0.2 m from the axis of a driven hub, its speed uneven | the work of the drive; Radau IIA |
#![allow(unsafe_code)] // one test calls the functions as a host does

use crate::common;
use crate::support;

use common::bars::{hinge, host};
use std::sync::Arc;
use support::{four_bar, orders};
use swashplate::error::{Error, Result};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

const G: f64 = 9.81;

/// A mechanism, the node and the joint that are looked at, its fastest rate [rad/s] and the energy that it moves with [J].
struct Mechanism {
    name: &'static str,
    model: Model,
    node: NodeId,
    joint: JointId,
    rate: f64,
    energy: f64,
}

/// A slender bar of 1 m and 1 kg along its x axis; a hundredth of a percent of the inertia about that axis.
fn add_bar(model: &mut Model, name: &str, middle: Vec3) -> NodeId {
    let node = model.add_node(name, NodeKind::Free, middle, Quat::identity()).unwrap();
    let inertia = Mat3::from_diagonal(&Vec3::new(1e-4, 1.0 / 12.0, 1.0 / 12.0));
    model.add_rigid_body(name, node, 1.0, Vec3::zeros(), inertia).unwrap();
    node
}

fn pendulum() -> Mechanism {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -G, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = add_bar(&mut model, "bar", Vec3::new(0.5, 0.0, 0.0));
    let [one, two] = [ground, node].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    let joint = model.add_joint("hinge", joints::revolute(), one, two).unwrap();
    // ½ (1/3) Ω² = g/2 at the bottom
    Mechanism { name: "pendulum", model, node, joint, rate: (3.0 * G).sqrt(), energy: 0.5 * G }
}

fn crank_rocker() -> Mechanism {
    let bar = four_bar(false);
    // rate and energy by Radau IIA
    Mechanism { name: "four-bar", model: bar.model, node: NodeId(2), joint: bar.joints[1], rate: 15.5, energy: 25.1 }
}

fn rotor() -> Mechanism {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -G)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 1.0, Vec3::zeros(), Mat3::identity() * 0.1).unwrap();
    let node = add_bar(&mut model, "blade", Vec3::new(0.7, 0.0, 0.0));
    let shaft = hinge(&mut model, "shaft", Vec3::z(), [ground, hub]);
    let angle = host(&mut model, |t| {
        let (s, c) = (3.0 * t).sin_cos();
        [6.0 * t + 0.2 * s, 6.0 + 0.6 * c, -1.8 * s]
    });
    model.drive_joint(shaft, 0, angle).unwrap();
    let frame = Quat::from_matrix(&Mat3::from_columns(&[Vec3::z(), Vec3::x(), Vec3::y()]));
    let [one, two] = [hub, node].map(|n| model.attach(n, Vec3::new(0.2, 0.0, 0.0), frame).unwrap());
    let joint = model.add_joint("flap", joints::revolute(), one, two).unwrap();
    Mechanism { name: "rotor", model, node, joint, rate: 7.0, energy: 15.1 }
}

fn simulate(model: Model, scheme: Scheme) -> Simulation {
    Simulation::new(Arc::new(model), Options { scheme, ..Options::default() }).unwrap()
}

fn generalized(rho: f64) -> Coefficients {
    Coefficients::spectral_radius(rho).unwrap()
}

/// All of second order: coefficients by ρ∞, by α of HHT and by γ of Newmark, each with the balance at the end and at the stage.
fn schemes() -> Vec<(String, Scheme)> {
    let mut all = Vec::new();
    let mut add = |name: String, c: Coefficients| {
        all.push((format!("{name}, end"), Scheme::GeneralizedAlpha(c)));
        all.push((format!("{name}, weighted"), Scheme::StageWeighted(c)));
    };
    for rho in [0.0, 0.5, 0.8, 0.9, 0.99, 1.0] {
        add(format!("rho {rho}"), generalized(rho));
    }
    for alpha in [0.0, 0.05, 1.0 / 3.0] {
        add(format!("HHT {alpha:.2}"), Coefficients::hht(alpha).unwrap());
    }
    add("Newmark".into(), Coefficients::newmark(0.5, 0.25).unwrap());
    all
}

/// Look at all of `items`, on as many threads as there are: `each` says what is wrong.
fn nothing_wrong<T: Sync>(items: &[T], each: impl Fn(&T) -> Vec<String> + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let wrong = std::sync::Mutex::new(Vec::new());
    let count = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..count {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    wrong.lock().unwrap().extend(each(item));
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Energy that came into the mechanism beside the works of its drives, least and most over `steps` steps [J].
fn spurious(m: Mechanism, scheme: Scheme, h: f64, steps: usize) -> Result<[f64; 2]> {
    let mut sim = simulate(m.model, scheme);
    let mut range = [0.0_f64; 2];
    for _ in 0..steps {
        sim.step(h)?;
        let ledger = &sim.state().run_audit;
        let gained = ledger.energy - ledger.initial_energy - ledger.driven;
        range = [range[0].min(gained), range[1].max(gained)];
    }
    Ok(range)
}

/// What is wrong with the energy. With rates of Ω at most, errors of second order, (Ωh)² of the energy, come and go; what is lost for ever
/// is of third order, (Ωh)³ per radian; both with a factor of 5 for schemes that damp as much as they can.
fn energy(make: fn() -> Mechanism, (name, scheme): &(String, Scheme), h: f64, steps: usize) -> Option<String> {
    let m = make();
    let (part, radians) = (m.rate * h, m.rate * h * steps as f64);
    let rise = 5.0 * part.powi(2) * m.energy;
    let loss = 5.0 * (part.powi(2) + part.powi(3) * radians) * m.energy;
    let what = format!("{}, {name}, {steps} steps of {h} s", m.name);
    match spurious(m, *scheme, h, steps) {
        Err(error) => Some(format!("{what}: {error}")),
        Ok([low, high]) => {
            println!("{what}: {low:+.1e} {high:+.1e} J");
            (high > rise || -low > loss)
                .then(|| format!("{what}: {low:+.1e} {high:+.1e} J, {loss:.1e} {rise:.1e} allowed"))
        }
    }
}

const MECHANISMS: [fn() -> Mechanism; 3] = [pendulum, crank_rocker, rotor];
const SIZES: [f64; 3] = [1e-3, 5e-3, 10e-3];

fn with_sizes(all: Vec<(String, Scheme)>) -> Vec<((String, Scheme), f64)> {
    all.into_iter().flat_map(|s| SIZES.map(|h| (s.clone(), h))).collect()
}

/// What damps least, a hundred thousand steps.
#[test]
fn undamped_schemes_keep_energy_for_a_hundred_thousand_steps() {
    let mut all = schemes();
    all.retain(|(name, _)| ["Newmark", "rho 1,", "rho 0.99", "HHT 0.00"].iter().any(|n| name.starts_with(n)));
    nothing_wrong(&with_sizes(all), |(scheme, h)| energy(pendulum, scheme, *h, 100_000).into_iter().collect());
}

/// All of them on all mechanisms.
#[test]
fn every_scheme_keeps_energy_on_every_mechanism() {
    nothing_wrong(&with_sizes(schemes()), |(scheme, h)| {
        MECHANISMS.iter().filter_map(|make| energy(*make, scheme, *h, 3_000)).collect()
    });
}

/// The whole product, but for what [`energy_that_explodes_is_noticed`] looks at.
#[test]
#[ignore = "takes minutes"]
fn every_scheme_keeps_energy_for_a_hundred_thousand_steps_on_every_mechanism() {
    nothing_wrong(&with_sizes(schemes()), |(scheme, h)| {
        let drifts = scheme.0 == "rho 0.8, end" && *h == 10e-3;
        let makes = MECHANISMS.iter().filter(|make| !(drifts && make().name == "four-bar"));
        makes.filter_map(|make| energy(*make, scheme, *h, 100_000)).collect()
    });
}

/// Schemes that carry velocities along what constraints lock drift upwards on the crank-rocker with steps of 0.16 rad: after ten minutes
/// it has twice its energy, and then nothing is right any more. The run ends, and the error says so and what to do.
#[test]
fn energy_that_explodes_is_noticed() {
    for h in [10e-3, 11e-3] {
        let error = spurious(crank_rocker(), Scheme::GeneralizedAlpha(generalized(0.85)), h, 100_000).unwrap_err();
        println!("{error}");
        assert!(matches!(error, Error::EnergyGrew(_) | Error::NewtonFailed(_)));
        for words in ["no load, drive or damper", "rho_infinity"] {
            assert!(error.to_string().contains(words), "{error}");
        }
    }
}

/// Displacement, velocity and reaction at eight times.
fn history(m: Mechanism, scheme: Scheme, h: f64) -> Vec<[Vec3; 3]> {
    let mut sim = simulate(m.model, scheme);
    (0..8)
        .map(|k| {
            sim.advance(0.5 + 0.0625 * f64::from(k), h, None).unwrap();
            let motion = sim.motion(m.node).unwrap();
            [motion.x, motion.v, sim.joint_reaction(m.joint, 1, false).unwrap().0]
        })
        .collect()
}

#[test]
fn displacements_velocities_and_reactions_are_of_second_order() {
    for make in MECHANISMS {
        let exact = history(make(), Scheme::RadauIIA, 6.25e-5);
        nothing_wrong(&schemes(), |(name, scheme)| {
            let rows = [4e-3, 2e-3, 1e-3, 5e-4].map(|h| {
                let found = history(make(), *scheme, h);
                [0, 1, 2].map(|k| found.iter().zip(&exact).fold(0.0_f64, |w, (a, b)| w.max((a[k] - b[k]).norm())))
            });
            let judge = |(k, what): (usize, &&str)| {
                let errors = rows.map(|r| r[k]);
                let found = orders(&errors);
                let text = format!("{}, {name}, {what}: orders {found:.2?}, errors {errors:?}", make().name);
                println!("{text}");
                found.iter().any(|o| !(1.85..2.35).contains(o)).then_some(text)
            };
            ["displacement", "velocity", "reaction"].iter().enumerate().filter_map(judge).collect()
        });
    }
}

/// The pendulum of the README as a host makes it: what left its solution after 6.6 s, or reached 2e11 J, stays for a minute.
#[test]
fn a_host_swings_a_pendulum_with_undamped_schemes_for_a_minute() {
    use std::ptr::{null, null_mut};
    use swashplate::capi::joints::{swp_attachment, swp_model_add_revolute};
    use swashplate::capi::library::swp_status::SWP_OK;
    use swashplate::capi::model::*;
    use swashplate::capi::query::{swp_audit, swp_sim_audit};
    use swashplate::capi::sim::*;
    let swing = |change: fn(&mut swp_sim_options), h: f64| {
        // SAFETY: every pointer is NULL where that is allowed, or that of a local variable; all bytes zero is a value of the structs.
        unsafe {
            let (mut model, mut sim, unit, origin) = (null_mut(), null_mut(), [1.0, 0.0, 0.0, 0.0], [0.0; 3]);
            let (mut ground, mut bar, mut body, mut hinge) =
                (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
            assert_eq!(swp_model_create(&mut model), SWP_OK);
            assert_eq!(swp_model_set_gravity(model, [0.0, -9.81, 0.0].as_ptr()), SWP_OK);
            assert_eq!(swp_model_add_ground(model, c"g".as_ptr(), origin.as_ptr(), null(), &mut ground), SWP_OK);
            assert_eq!(swp_model_add_node(model, c"bar".as_ptr(), origin.as_ptr(), null(), &mut bar), SWP_OK);
            let (centre, inertia) = ([0.5, 0.0, 0.0], [1e-3, 0.0, 0.0, 0.0, 1.0 / 12.0, 0.0, 0.0, 0.0, 1.0 / 12.0]);
            let (name, at, about) = (c"bar".as_ptr(), centre.as_ptr(), inertia.as_ptr());
            assert_eq!(swp_model_add_rigid_body(model, name, bar, 1.0, at, about, &mut body), SWP_OK);
            let [a, b] = [ground, bar].map(|node| swp_attachment { node, offset: origin, orientation: unit });
            assert_eq!(swp_model_add_revolute(model, c"hinge".as_ptr(), &a, &b, &mut hinge), SWP_OK);
            let mut options: swp_sim_options = std::mem::zeroed();
            assert_eq!(swp_sim_options_init(&mut options), SWP_OK);
            change(&mut options);
            assert_eq!(swp_sim_create(model, &options, &mut sim), SWP_OK);
            let energy = || {
                let mut audit: swp_audit = std::mem::zeroed();
                assert_eq!(swp_sim_audit(sim, null(), &mut audit), SWP_OK);
                audit.kinetic_energy + audit.potential_energy
            };
            let (first, mut most) = (energy(), 0.0_f64);
            for k in 1..=60 {
                assert_eq!(swp_sim_advance(sim, f64::from(k), h), SWP_OK, "{h} s, {k} s");
                most = most.max((energy() - first).abs());
            }
            swp_sim_free(sim);
            swp_model_free(model);
            most
        }
    };
    let newmark: fn(&mut swp_sim_options) = |o| o.scheme = swp_scheme::SWP_NEWMARK as i32;
    let hht: fn(&mut swp_sim_options) = |o| (o.scheme, o.hht_alpha) = (swp_scheme::SWP_HHT_ALPHA as i32, 0.0);
    let one: fn(&mut swp_sim_options) = |o| o.rho_infinity = 1.0;
    let nearly: fn(&mut swp_sim_options) = |o| o.rho_infinity = 0.99;
    for (change, h) in [(newmark, 1e-3), (newmark, 5e-3), (hht, 5e-3), (one, 5e-3), (nearly, 1e-2)] {
        // m g l = 4.9 J; an error of order h² of a swing of 5 rad/s
        let off = swing(change, h);
        assert!(off < 4.9 * 10.0 * (5.0 * h).powi(2), "{h} s: {off} J");
    }
}
