//! A case file repeats a failure: the same text, the same state, in another simulation and in another process.

use crate::common;
use crate::support;

use common::everything::{bind, everything};
use common::mutate::{Random, mutated};
use std::sync::Arc;
use support::{bits, options, simulate};
use swashplate::error::{Error, Result};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::integrators::initial::Redundancy;
use swashplate::joints;
use swashplate::loads::{Axes, HostFunction, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::simulation::{Case, Control, Direction, Event, Options, Simulation};
use swashplate::state::Rule;
use swashplate::terms::FunctionId;

/// A bar on a hinge that is driven, with a jump of two radians within a millisecond at t = 50 ms. A rod of 0.7 m joins its end, at
/// 1 m, to a slider on the axis x, and cannot reach that once the end is more than 0.7 m away from the axis: a failure whatever
/// the step. And a force that the host sets on the slider and on a body beside it.
fn jumping() -> Model {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let bar = model.add_node("bar", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("bar", bar, 1.0, Vec3::x(), Mat3::identity()).unwrap();
    let at = |m: &Model, n| m.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (at(&model, ground), at(&model, bar));
    let hinge = model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    let jump = TimeFunction::OneMinusCosine { amplitude: 2.0, start: 0.05, duration: 1e-3, hold: true };
    let jump = model.add_function(jump).unwrap();
    model.drive_joint(hinge, 0, jump).unwrap();
    let (end, place) = (Vec3::x(), Vec3::new(1.7, 0.0, 0.0));
    let slider = model.add_node("slider", NodeKind::Free, place, Quat::identity()).unwrap();
    model.add_rigid_body("slider", slider, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let along = swashplate::math::so3::exp(&(Vec3::y() * std::f64::consts::FRAC_PI_2));
    let (a, b) = (model.attach(ground, place, along).unwrap(), model.attach(slider, place, along).unwrap());
    model.add_joint("slide", joints::prismatic(), a, b).unwrap();
    let (a, b) = (model.attach(bar, end, along).unwrap(), model.attach(slider, place, along).unwrap());
    model.add_joint("rod", joints::distance(0.7), a, b).unwrap();
    let free = model.add_node("free", NodeKind::Free, Vec3::y(), Quat::identity()).unwrap();
    model.add_rigid_body("free", free, 1.0, Vec3::x(), Mat3::identity() * 2.0).unwrap();
    let push = model.add_input("push", 0.0).unwrap();
    let vectors = [Vec3::new(1.0, 2.0, 0.0), Vec3::zeros(), Vec3::new(0.4, 0.0, 0.0)];
    model.add_load("push", free, Axes::Follower, vectors, push).unwrap();
    let vectors = [Vec3::new(100.0, 0.0, 0.0), Vec3::zeros(), Vec3::zeros()];
    model.add_load("push slider", slider, Axes::Dead, vectors, push).unwrap();
    model
}

fn push(sim: &Simulation) -> FunctionId {
    FunctionId(sim.model().find("input", "push").unwrap())
}

fn open(text: &str) -> Result<Simulation> {
    let mut model = Model::new();
    bind(&mut model);
    let case = Case::from_text(&mut model, text)?;
    case.simulate(Arc::new(model))
}

/// What failed is written, read, and fails again with the same words; and in the simulation itself.
fn assert_repeats(what: &str, mut sim: Simulation, error: &Error) -> Simulation {
    let (state, text) = (bits(&sim), sim.case_text().unwrap());
    assert_eq!(sim.failure(), Some(error.to_string().as_str()), "{what}");
    let mut other = open(&text).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(other.case_text().unwrap(), text, "{what}: written again");
    assert_eq!(other.failure(), sim.failure(), "{what}");
    for (which, sim) in [("read", &mut other), ("itself", &mut sim)] {
        assert_eq!(sim.repeat().unwrap_err(), *error, "{what}, {which}");
        assert_eq!(bits(sim), state, "{what}, {which}");
        // and again
        assert_eq!(sim.repeat().unwrap_err(), *error, "{what}, {which}");
    }
    other
}

/// Steps of 2 ms under a force of the host until one fails.
fn step_until_failure(sim: &mut Simulation) -> Error {
    let push = push(sim);
    for k in 0..100 {
        sim.set_input(push, (0.7 * f64::from(k)).sin()).unwrap();
        if let Err(error) = sim.step(2e-3) {
            return error;
        }
    }
    panic!("no step failed");
}

fn few_iterations(scheme: Scheme, cut: Option<f64>) -> Options {
    let mut options = Options { scheme, cut, ..options(0.8) };
    options.newton.max_iterations = 6;
    options
}

#[test]
fn a_step_that_fails_does_so_again_from_its_file_under_every_family_of_schemes() {
    let c = Coefficients::spectral_radius(0.6).unwrap();
    let hht = Coefficients::hht(0.1).unwrap();
    let newmark = Coefficients::newmark(0.6, 0.4).unwrap();
    let schemes = [
        Scheme::GeneralizedAlpha(c),
        Scheme::GeneralizedAlpha(hht),
        Scheme::StageWeighted(newmark),
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::EnergyDecaying(0.4),
        Scheme::MomentumPreserving,
        Scheme::MomentumDecaying(1.0),
        Scheme::MomentumDecayingConstrained(0.9),
    ];
    for scheme in schemes {
        for cut in [None, Some(9e-4)] {
            let mut sim = simulate(jumping(), few_iterations(scheme, cut));
            let error = step_until_failure(&mut sim);
            let what = format!("{}, {cut:?}", scheme.name());
            assert!(sim.state().time > 0.04, "{what}: {error}");
            assert_repeats(&what, sim, &error);
        }
    }
}

#[test]
fn a_run_that_fails_is_repeated_and_leaves_where_its_inputs_go_to() {
    for scheme in [Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()), Scheme::RadauIIA] {
        let mut sim = simulate(jumping(), few_iterations(scheme, None));
        let push = push(&sim);
        sim.set_input_rule(None, Rule::Linear).unwrap();
        sim.advance(0.048, 2e-3, None).unwrap();
        sim.set_input(push, 3.0).unwrap();
        // the first steps of the run succeed, and the input is on its way to the end of it
        let error = sim.advance(0.1, 2e-3, None).unwrap_err();
        let other = assert_repeats(scheme.name(), sim, &error);
        assert!(other.state().time < 0.06);
        // one that fails at once: the input is as it was set
        let mut sim = simulate(jumping(), few_iterations(scheme, None));
        sim.set_input_rule(None, Rule::Linear).unwrap();
        let error = loop {
            if let Err(error) = sim.step(2e-3) {
                break error;
            }
        };
        sim.set_input(push, 3.0).unwrap();
        let before = sim.save();
        let again = sim.advance(0.1, 2e-3, None).unwrap_err();
        assert_eq!(std::mem::discriminant(&again), std::mem::discriminant(&error));
        assert!(sim.save() == before, "the run");
        sim.repeat().unwrap_err();
        assert!(sim.save() == before, "repeated");
        assert!(open(&sim.case_text().unwrap()).unwrap().save() == before, "read");
    }
}

#[test]
fn an_iteration_of_an_open_step_is_repeated_with_the_inputs_that_it_had() {
    let c = Coefficients::spectral_radius(0.6).unwrap();
    let mut sim = simulate(jumping(), few_iterations(Scheme::GeneralizedAlpha(c), None));
    let push = push(&sim);
    sim.advance(0.049, 1e-3, None).unwrap();
    sim.set_input(push, 0.123).unwrap();
    sim.begin(2e-3).unwrap();
    let error = sim.iterate().unwrap_err();
    // the host goes on with other inputs before it writes the file
    sim.set_input(push, 99.0).unwrap();
    let text = sim.case_text().unwrap();
    let (at, rest) = (text.find("\"push\", \"value\": ").unwrap(), text.clone());
    assert!(rest[at..].starts_with("\"push\", \"value\": 0.123"), "{}", &rest[at..at + 40]);
    let mut other = open(&text).unwrap();
    assert_eq!(other.repeat().unwrap_err(), error);
    assert_eq!(sim.repeat().unwrap_err(), error);
    // with the other input the text is another one
    sim.set_input(push, 99.0).unwrap();
    assert_ne!(sim.step(2e-3).unwrap_err(), error);
}

#[test]
fn a_controlled_run_that_fails_does_so_again_from_its_file() {
    let c = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.6).unwrap());
    // too inaccurate with the smallest step, and not to be solved with the smallest step
    let tight =
        Control { translation_tolerance: 1e-13, rotation_tolerance: 1e-13, smallest: 1e-3, ..Control::default() };
    let loose = Control { translation_tolerance: 1e3, rotation_tolerance: 1e3, smallest: 2e-3, ..Control::default() };
    let loose = Control { largest: 2e-3, ..loose };
    for (what, control) in [("tight", tight), ("loose", loose)] {
        for past in [false, true] {
            let mut sim = simulate(jumping(), few_iterations(c, None));
            let push = push(&sim);
            sim.set_input(push, 0.5).unwrap();
            let outcome = match past {
                false => sim.advance_controlled(1.0, &control, None),
                true => sim.advance_past(1.0, &control, None),
            };
            let error = outcome.unwrap_err();
            println!("{what}: {error}");
            let expected = match what {
                "tight" => matches!(error, Error::StepTooSmall(_)),
                _ => error.to_string().contains("the smallest allowed, failed"),
            };
            assert!(expected, "{what}: {error}");
            assert_repeats(what, sim, &error);
        }
    }
}

#[test]
fn an_equilibrium_that_is_not_found_is_not_found_again() {
    // a body that nothing holds against gravity
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let node = model.add_node("stone", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("stone", node, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let mut sim = simulate(model, options(0.8));
    let error = sim.solve_static().unwrap_err();
    assert_repeats("statics", sim, &error);
}

#[test]
fn a_call_that_was_wrong_itself_is_no_failure_and_success_ends_the_memory_of_one() {
    let c = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.6).unwrap());
    let mut sim = simulate(jumping(), few_iterations(c, None));
    assert!(sim.step(-1.0).is_err() && sim.accept().is_err());
    assert_eq!(sim.failure(), None);
    assert!(matches!(sim.repeat(), Err(Error::WrongState(_))));
    let error = step_until_failure(&mut sim);
    assert!(sim.step(f64::NAN).is_err());
    assert_eq!(sim.failure(), Some(error.to_string().as_str()));
    let saved = sim.save();
    sim.step(1e-5).unwrap();
    assert_eq!(sim.failure(), None);
    sim.restore(&saved).unwrap();
    assert!(sim.step(2e-3).is_err() && sim.failure().is_some());
    sim.set_scheme(Scheme::RadauIIA).unwrap();
    assert_eq!(sim.failure(), None);
    // the search for an event ends at a state of its own
    let control = Control { largest: 1e-4, ..Control::default() };
    let event = Event { direction: Direction::Both, tolerance: 1e-6 };
    let mut past = |s: &Simulation| s.state().time - 0.03;
    let mut fresh = simulate(jumping(), options(0.8));
    assert!(fresh.advance_to_event(0.04, &control, event, &mut past, None).unwrap().is_some());
    assert_eq!(fresh.failure(), None);
}

fn run(sim: &mut Simulation, from: u32) {
    let push = push(sim);
    for k in from..from + 60 {
        sim.set_input(push, (0.3 * f64::from(k)).sin()).unwrap();
        sim.step(if k % 7 == 0 { 1.5e-3 } else { 1e-3 }).unwrap();
    }
}

#[test]
fn a_case_without_failure_goes_on_with_the_same_bits_here_and_in_another_process() {
    let options = Options { redundancy: Redundancy::LeastSquares, ..options(0.8) };
    if let Some(folder) = std::env::var_os("SWP_TEST_CASE") {
        let folder = std::path::PathBuf::from(folder);
        let mut model = Model::new();
        bind(&mut model);
        let case = Case::read(&mut model, folder.join("case.json").to_str().unwrap()).unwrap();
        let mut sim = case.simulate(Arc::new(model)).unwrap();
        run(&mut sim, 60);
        std::fs::write(folder.join("after"), bits(&sim)).unwrap();
        return;
    }
    let mut sim = simulate(everything(), options);
    run(&mut sim, 0);
    let text = sim.case_text().unwrap();
    let folder = std::env::temp_dir().join(format!("swashplate-case-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    sim.write_case(folder.join("case.json").to_str().unwrap()).unwrap();
    let mut other = open(&text).unwrap();
    assert_eq!(bits(&other), bits(&sim));
    run(&mut sim, 60);
    run(&mut other, 60);
    assert_eq!(bits(&other), bits(&sim));
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["case_file::a_case_without_failure_goes_on_with_the_same_bits_here_and_in_another_process", "--exact"])
        .env("SWP_TEST_CASE", &folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let after = std::fs::read(folder.join("after")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(after, bits(&sim));
}

#[test]
fn wrong_cases_are_refused_with_line_and_key_or_as_snapshots() {
    let c = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.6).unwrap());
    let mut sim = simulate(jumping(), few_iterations(c, None));
    step_until_failure(&mut sim);
    let text = sim.case_text().unwrap();
    for (from, to, words) in [
        ("\"swashplate case\"", "\"swashplate model\"", "\"swashplate case\" is needed here"),
        ("\"version\": 1", "\"version\": 9", "version 9 of the format"),
        ("\"call\": \"step\"", "\"call\": \"leap\"", "key \"call\": \"leap\" is not known; it is one of \"step\""),
        ("\"h\": 0.002", "\"g\": 0.002", "file, \"failure\": the key \"h\" is missing"),
        ("\"beta\": ", "\"beta\": 1", "\"options\", key \"beta\": 1"),
        ("\"newton_max_iterations\": 6", "\"newton_max_iterations\": 99", "newton_max_iterations is 99"),
        ("\"scheme\": \"generalised-alpha\"", "\"scheme\": \"RK4\"", "key \"scheme\": \"RK4\" is not known"),
        (
            "\"name\": \"push\", \"value\"",
            "\"name\": \"pull\", \"value\"",
            "key \"inputs\": they must be those of the model",
        ),
        ("\"535750", "\"53575x", "this is not a row of hexadecimal digits"),
        ("\"kind\": \"joint\"", "\"kind\": \"join\"", "the kind \"join\" is not known; is \"joint\" meant?"),
    ] {
        assert!(text.contains(from), "{from}");
        let found = open(&text.replacen(from, to, 1)).err().unwrap();
        let Error::BadFile(found) = found else { panic!("{found}") };
        assert!(found.starts_with("line ") && found.contains(words), "{words}: {found}");
    }
    // a state that is damaged, or of another model
    let at = text.rfind('"').unwrap() - 40;
    let digit = if &text[at..at + 1] == "0" { "1" } else { "0" };
    let damaged = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
    assert!(matches!(open(&damaged), Err(Error::BadSnapshot(_))));
    let other = text.replace("\"name\": \"free\", \"type\"", "\"name\": \"freed\", \"type\"");
    let other = other.replace("\"node\": \"free\"", "\"node\": \"freed\"");
    assert!(matches!(open(&other), Err(Error::BadSnapshot(_))));
}

#[test]
fn a_trial_that_fails_in_the_search_for_an_event_does_so_again_from_its_file() {
    // a force that the host cannot tell about t = 25.1 ms, where steps of 10 ms do not end but the event is
    let host: HostFunction = Arc::new(|t: f64| if (t - 0.0251).abs() < 5e-5 { None } else { Some([1.0, 0.0, 0.0]) });
    let mut model = Model::new();
    let node = model.add_node("stone", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("stone", node, 1.0, Vec3::zeros(), Mat3::identity()).unwrap();
    let force = model.add_named_function("window", TimeFunction::Host(host.clone())).unwrap();
    model.add_load("push", node, Axes::Dead, [Vec3::x(), Vec3::zeros(), Vec3::zeros()], force).unwrap();
    let mut sim = simulate(model, options(0.8));
    let loose = Control { translation_tolerance: 1e3, rotation_tolerance: 1e3, ..Control::default() };
    let control = Control { first: 1e-2, largest: 1e-2, ..loose };
    let event = Event { direction: Direction::Both, tolerance: 1e-6 };
    let error = sim.advance_to_event(1.0, &control, event, &mut |s| s.state().time - 0.0251, None).unwrap_err();
    assert!(matches!(error, Error::CallbackFailed(_)), "{error}");
    let text = sim.case_text().unwrap();
    assert!(text.contains("\"call\": \"trial\""), "{}", &text[..600]);
    let mut read = Model::new();
    read.bind("window", host).unwrap();
    let mut other = Case::from_text(&mut read, &text).unwrap().simulate(Arc::new(read)).unwrap();
    for sim in [&mut other, &mut sim] {
        assert_eq!(sim.repeat().unwrap_err(), error);
        assert_eq!(sim.case_text().unwrap(), text);
    }
}

#[test]
fn cases_changed_at_random_never_panic_and_leave_the_model_empty() {
    let c = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.6).unwrap());
    let mut sim = simulate(jumping(), few_iterations(c, None));
    step_until_failure(&mut sim);
    let text = sim.case_text().unwrap();
    // the state is half of the file and has a checksum: change what stands before it
    let (front, state) = text.split_at(text.find("\"state\"").unwrap());
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut opened, mut files, mut others) = (0, 0, 0);
    for k in 0..4000 {
        let changed = if k % 4 == 0 { mutated(&text, &mut random) } else { mutated(front, &mut random) + state };
        let mut model = Model::new();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let case = Case::from_text(&mut model, &changed);
            if case.is_err() {
                assert_eq!(model.nodes().len(), 0);
            }
            let mut sim = case?.simulate(Arc::new(std::mem::take(&mut model)))?;
            let _ = sim.repeat();
            Ok::<(), Error>(())
        }));
        match outcome {
            Ok(Ok(())) => opened += 1,
            Ok(Err(Error::BadFile(text))) => {
                assert!(text.starts_with("line "), "{text}");
                files += 1;
            }
            Ok(Err(_)) => others += 1,
            Err(_) => panic!("a panic with\n{changed}"),
        }
    }
    println!("{opened} were opened, {files} refused as files, {others} as models or snapshots");
    assert!(opened > 50 && files > 2000 && others > 20, "{opened} {files} {others}");
}
