//! One model serves all schemes: how beams are interpolated is a choice of the simulation.
//!
//! The reference is a model that was built with the interpolation in question: a simulation that takes it on its own must have the same
//! bits. What a change in the middle of a run adds to the strain energy is the difference of the two models' energies in one position,
//! an error of interpolation, and goes to zero with the elements.

use crate::common;
use crate::support;

use common::bars::mesh;
use common::pendulum::{Pendulum, pendulum};
use std::sync::Arc;
use support::{every_form, options, simulate};
use swashplate::integrators::Scheme;
use swashplate::loads::Axes;
use swashplate::math::{Quat, Vec3};
use swashplate::model::{Form, Interpolation, Model, NodeKind};
use swashplate::simulation::{Case, Options, Simulation};

const BOTH: [Interpolation; 2] = [Interpolation::Rotations, Interpolation::Directors];

fn swinging(wish: Interpolation, elements: usize) -> Pendulum {
    pendulum(mesh(wish, elements, 3), 0.3)
}

fn with(scheme: Scheme, interpolation: Option<Interpolation>) -> Options {
    Options { scheme, interpolation, ..options(0.8) }
}

fn needs_directors(scheme: &Scheme) -> bool {
    scheme.code() > 3
}

/// Twenty steps, to the last bit.
fn run(model: Model, options: Options) -> Vec<u8> {
    let mut sim = simulate(model, options);
    (0..20).for_each(|_| sim.step(5e-3).unwrap());
    sim.save()
}

#[test]
fn a_simulation_interpolates_as_asked_whatever_the_model_wishes() {
    for scheme in every_form() {
        let built = BOTH.map(|how| swinging(how, 2).model);
        let [rotations, directors] = built.map(|model| run(model, with(scheme, None)));
        // by itself: directors where the scheme needs them, else the wish of the model
        assert_eq!(rotations == directors, needs_directors(&scheme), "{scheme:?}");
        for wish in BOTH {
            let asked = |how| run(swinging(wish, 2).model, with(scheme, Some(how)));
            assert!(asked(Interpolation::Directors) == directors, "{scheme:?}, {wish:?}");
            if needs_directors(&scheme) {
                let model = Arc::new(swinging(wish, 2).model);
                let error =
                    Simulation::new(model, with(scheme, Some(Interpolation::Rotations))).unwrap_err().to_string();
                assert!(error.contains("beam \"beam\", element 0") && error.contains("SWP_BEAMS_BY_SCHEME"), "{error}");
            } else {
                assert!(asked(Interpolation::Rotations) == rotations, "{scheme:?}, {wish:?}");
            }
        }
    }
}

#[test]
fn modes_statics_and_section_forces_follow() {
    let found = |wish, how: Option<Interpolation>| {
        let p = swinging(wish, 2);
        let mut sim = simulate(p.model, Options { start_time: 2.0, ..with(options(0.8).scheme, how) });
        sim.solve_static().unwrap();
        let modes: Vec<f64> = sim.modes(Vec3::zeros(), 6).unwrap().iter().map(|mode| mode.frequency).collect();
        let forces = sim.section_force(p.beam, 0.3).unwrap();
        (modes, forces)
    };
    for wish in BOTH {
        for how in BOTH {
            assert_eq!(found(wish, Some(how)), found(how, None), "{wish:?} as {how:?}");
        }
    }
    let [rotations, directors] = BOTH.map(|how| found(how, None).0);
    assert_ne!(rotations, directors);
}

/// Strain energy of a state in a model: its potential energy; there is no gravity, and the weight is a load.
fn energy(model: &Model, sim: &Simulation) -> f64 {
    let state = sim.state();
    let mut functions = Vec::new();
    state.evaluate_functions(model, state.time, &mut functions).unwrap();
    state.audit(model, &functions, &state.multipliers).potential
}

#[test]
fn a_change_of_scheme_changes_the_form_and_books_its_energy() {
    let other = swinging(Interpolation::Directors, 2).model;
    let mut sim = simulate(swinging(Interpolation::Rotations, 2).model, options(0.8));
    (0..300).for_each(|_| sim.step(5e-3).unwrap());
    assert_eq!(sim.form(), Form::Rotations);
    let (places, before) = (sim.state().nodes.clone(), sim.audit(Vec3::zeros()).unwrap());
    let added = energy(&other, &sim) - before.potential_energy;
    sim.set_scheme(Scheme::EnergyPreserving).unwrap();
    assert_eq!(sim.form(), Form::Directors);
    // positions stay, velocities come onto the constraints; what the form adds is in the audit
    let moved = sim.state().nodes.iter().zip(&places);
    assert!(moved.clone().all(|(a, b)| (a.x, a.rotation) == (b.x, b.rotation)));
    assert!(moved.clone().all(|(a, b)| (a.v - b.v).norm() < 1e-6), "velocities have jumped");
    let after = sim.audit(Vec3::zeros()).unwrap();
    let size = before.kinetic_energy + before.potential_energy;
    println!("{added:e} J of {size} J are added by directors");
    assert!(added.abs() > 1e-6 * size, "nothing to see: {added:e}");
    assert!((after.interpolation_change - added).abs() < 1e-12 * size);
    assert!((after.numerical_dissipation - before.numerical_dissipation).abs() < 1e-8 * size);
    // the step before the change can still be looked at, and its audit is empty
    assert!(sim.step_audit().energy_change == 0.0);
    // EP keeps its ledger to rounding from there
    (0..300).for_each(|_| sim.step(5e-3).unwrap());
    let kept = sim.audit(Vec3::zeros()).unwrap();
    let lost = kept.numerical_dissipation - after.numerical_dissipation;
    assert!(lost.abs() < 1e-10 * (size + kept.work_applied.abs()), "{lost:e}");
    assert!(kept.interpolation_change == after.interpolation_change);
    // and back: the same difference in another position, the other way round
    let own = swinging(Interpolation::Rotations, 2).model;
    let removed = energy(&own, &sim) - kept.potential_energy;
    sim.set_scheme(options(0.8).scheme).unwrap();
    assert_eq!(sim.form(), Form::Rotations);
    let back = sim.audit(Vec3::zeros()).unwrap();
    assert!((back.interpolation_change - added - removed).abs() < 1e-12 * size);
    (0..100).for_each(|_| sim.step(5e-3).unwrap());
    // with directors from the start nothing changes
    let mut sim = simulate(own, with(options(0.8).scheme, Some(Interpolation::Directors)));
    (0..50).for_each(|_| sim.step(5e-3).unwrap());
    sim.set_scheme(Scheme::EnergyPreserving).unwrap();
    (0..50).for_each(|_| sim.step(5e-3).unwrap());
    sim.set_scheme(options(0.8).scheme).unwrap();
    assert!(sim.form() == Form::Directors && sim.audit(Vec3::zeros()).unwrap().interpolation_change == 0.0);
}

/// Elements of three nodes have strains of fourth order in their length, and so is the difference of energies.
#[test]
fn what_a_change_of_form_adds_goes_to_zero_with_the_elements() {
    let added = [2, 4, 8].map(|elements| {
        let mut sim =
            simulate(swinging(Interpolation::Rotations, elements).model, Options { start_time: 2.0, ..options(0.8) });
        sim.step(1e-3).unwrap();
        sim.solve_static().unwrap();
        sim.set_scheme(Scheme::MomentumPreserving).unwrap();
        sim.audit(Vec3::zeros()).unwrap().interpolation_change.abs()
    });
    support::assert_order("energy added by directors", &added, 4.0, 0.5);
}

#[test]
fn a_snapshot_says_its_form_and_is_taken_into_another_one_with_the_change_booked() {
    let make = |scheme| simulate(swinging(Interpolation::Rotations, 2).model, with(scheme, None));
    let mut sim = make(options(0.8).scheme);
    (0..100).for_each(|_| sim.step(5e-3).unwrap());
    let saved = sim.save();
    // into its own form: the same bits
    let mut again = make(options(0.8).scheme);
    again.restore(&saved).unwrap();
    assert!(again.save() == saved);
    // into another: as if the scheme had been changed there
    let mut decaying = make(Scheme::MomentumDecaying(1.0));
    decaying.restore(&saved).unwrap();
    sim.set_scheme(Scheme::MomentumDecaying(1.0)).unwrap();
    let [one, two] = [&sim, &decaying].map(|sim| sim.audit(Vec3::zeros()).unwrap());
    assert!(one == two && one.interpolation_change != 0.0, "{one:?} {two:?}");
    for sim in [&mut sim, &mut decaying] {
        (0..10).for_each(|_| sim.step(5e-3).unwrap());
    }
    assert!(sim.save() == decaying.save());
}

/// A run that has taken another form and come back goes on from a snapshot as if it had not. The pendulum turns at its start: sizes of the
/// equations, taken anew with the form, are those of the positions of the start.
#[test]
fn the_same_bits_come_after_a_change_of_form_and_back() {
    for scheme in every_form().into_iter().filter(|scheme| !needs_directors(scheme)) {
        let [rotations, directors] = BOTH.map(Some);
        let mut p = swinging(Interpolation::Rotations, 2);
        p.model.start_joint(p.hinge, 0, Some(0.0), Some(3.0)).unwrap();
        let mut sim = simulate(p.model, with(scheme, rotations));
        (0..10).for_each(|_| sim.step(5e-3).unwrap());
        let saved = sim.save();
        (0..10).for_each(|_| sim.step(5e-3).unwrap());
        let straight = sim.save();
        sim.restore(&saved).unwrap();
        sim.choose(scheme, directors).unwrap();
        (0..5).for_each(|_| sim.step(5e-3).unwrap());
        sim.choose(scheme, rotations).unwrap();
        sim.restore(&saved).unwrap();
        (0..10).for_each(|_| sim.step(5e-3).unwrap());
        assert!(sim.save() == straight, "{scheme:?}");
    }
}

#[test]
fn files_keep_the_wish_and_cases_the_choice() {
    // the pendulum has functions of the host, which no file can hold
    let mut model = Model::new();
    let own = common::bars::section(2000.0, [1000.0; 2], 2.0, [2.0; 2], 1.0, [0.02, 0.01, 0.01]);
    let line = [Vec3::zeros(), Vec3::x()];
    let beam = common::bars::bar(&mut model, "free", line, Vec3::z(), &own, mesh(Interpolation::Rotations, 1, 3));
    let nodes = model.beam(beam).unwrap().nodes.clone();
    common::bars::turn_at_start(&mut model, &nodes, Vec3::new(0.3, 1.0, 4.0), Vec3::zeros(), Vec3::zeros());
    for (scheme, how, form) in [
        (Scheme::EnergyPreserving, None, Form::Directors),
        (options(0.8).scheme, Some(Interpolation::Directors), Form::Directors),
        (options(0.8).scheme, None, Form::Rotations),
    ] {
        let mut read = Model::new();
        read.from_text(&model.to_text().unwrap()).unwrap();
        assert_eq!(read.form(), Form::Rotations);
        let mut sim = simulate(read, with(scheme, how));
        (0..5).for_each(|_| sim.step(1e-3).unwrap());
        let mut again = Model::new();
        let case = Case::from_text(&mut again, &sim.case_text().unwrap()).unwrap();
        assert_eq!(again.form(), Form::Rotations);
        let mut twin = case.simulate(Arc::new(again)).unwrap();
        assert_eq!((sim.form(), twin.form()), (form, form));
        for sim in [&mut sim, &mut twin] {
            (0..5).for_each(|_| sim.step(1e-3).unwrap());
        }
        assert!(sim.save() == twin.save());
    }
}

/// A load that is set at an equilibrium, before the first step: works and energies are counted from there.
#[test]
fn a_start_that_is_settled_after_a_change_of_form_has_a_clean_ledger() {
    let mut model = Model::new();
    let own = common::bars::section(2000.0, [1000.0; 2], 2.0, [2.0; 2], 1.0, [0.02, 0.01, 0.01]);
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let line = [Vec3::zeros(), Vec3::x()];
    let beam = common::bars::bar(&mut model, "bar", line, Vec3::z(), &own, mesh(Interpolation::Rotations, 1, 3));
    let [root, tip] = common::bars::ends(&model, beam);
    common::bars::join(&mut model, "root", swashplate::joints::rigid_connection(), Quat::identity(), [ground, root]);
    let push = model.add_input("push", 1.0).unwrap();
    model.add_load("push", tip, Axes::Dead, [Vec3::y(), Vec3::zeros(), Vec3::zeros()], push).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().unwrap();
    sim.set_input(push, 0.9).unwrap();
    sim.set_scheme(Scheme::EnergyPreserving).unwrap();
    let size = energy(sim.model(), &sim);
    assert!(sim.audit(Vec3::zeros()).unwrap().interpolation_change != 0.0);
    (0..20).for_each(|_| sim.step(1e-3).unwrap());
    let audit = sim.audit(Vec3::zeros()).unwrap();
    assert!(audit.numerical_dissipation.abs() < 1e-10 * size, "{:e} of {size}", audit.numerical_dissipation);
}
