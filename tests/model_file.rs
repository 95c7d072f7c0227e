//! A model goes to a file and comes back without loss: the same text, the same ids, the same bits of results; a wrong file is
//! refused with line and key. Every constructor of a model is covered.

use crate::common;
use crate::support;

use common::bars::mesh;
use common::borri::{Pulse, crooked_four_bar, free_three_bar};
use common::epple::{Course, three_bar, tilted_joint};
use common::everything::{bind, everything, with_host_terms};
use common::mutate::{Random, mutated};
use std::collections::{BTreeMap, BTreeSet};
use support::{bits, four_bar, simulate};
use swashplate::error::Error;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::integrators::initial::Redundancy;
use swashplate::loads::TimeFunction;
use swashplate::math::{Quat, Vec3};
use swashplate::model::{Interpolation, Model, NodeKind, StationsId, file};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::{FunctionId, NodeId};

/// An empty model with the functions of the host of this one.
fn twin(model: &Model) -> Model {
    let mut new = Model::new();
    for (k, function) in model.functions().iter().enumerate() {
        if let TimeFunction::Host(host) = function {
            new.bind(model.function_name(FunctionId(k)).unwrap(), host.clone()).unwrap();
        }
    }
    common::everything::bind(&mut new);
    new
}

fn read_again(model: &Model) -> Model {
    let text = model.to_text().unwrap();
    let mut new = twin(model);
    new.from_text(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(new.to_text().unwrap(), text);
    new
}

fn schemes(directors: bool) -> Vec<Scheme> {
    let mut all = vec![Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()), Scheme::RadauIIA];
    all.extend(directors.then_some(Scheme::MomentumDecaying(1.0)));
    all
}

/// Two hundred steps, or as many as go; the inputs that there are change.
fn run(sim: &mut Simulation, h: f64) -> (usize, Option<Error>) {
    let push = sim.model().find("input", "push").ok().map(FunctionId);
    for k in 0..200 {
        if let Some(push) = push {
            sim.set_input(push, (0.3 * k as f64).sin()).unwrap();
        }
        if sim.model().stations(StationsId(0)).is_ok() {
            let loads: Vec<f64> = (0..12).map(|j| 0.1 * (k + j) as f64).collect();
            sim.set_station_loads(StationsId(0), &loads).unwrap();
        }
        if let Err(error) = sim.step(h) {
            return (k, Some(error));
        }
    }
    (200, None)
}

fn assert_same(what: &str, make: &dyn Fn() -> Model, directors: bool, h: f64) {
    for scheme in schemes(directors) {
        let options = Options { scheme, redundancy: Redundancy::LeastSquares, ..Default::default() };
        let (original, copy) = (make(), read_again(&make()));
        let (mut a, mut b) = (simulate(original, options), simulate(copy, options));
        assert_eq!(bits(&a), bits(&b), "{what}, start");
        let (one, two) = (run(&mut a, h), run(&mut b, h));
        assert_eq!(one, two, "{what}, {}", scheme.name());
        assert!(one.0 == 200, "{what}, {}: {one:?}", scheme.name());
        assert_eq!(bits(&a), bits(&b), "{what}, {}", scheme.name());
    }
}

#[test]
fn a_model_with_everything_gives_the_same_text_and_the_same_bits() {
    assert_same("everything", &everything, true, 1e-3);
    assert_same("everything and terms of the host", &with_host_terms, false, 1e-3);
}

#[test]
fn published_mechanisms_give_the_same_text_and_the_same_bits() {
    let (turns, directors) = (mesh(Interpolation::Rotations, 1, 3), mesh(Interpolation::Directors, 1, 3));
    assert_same("four-bar", &|| four_bar(false).model, true, 1e-3);
    assert_same("redundant four-bar", &|| four_bar(true).model, true, 1e-3);
    assert_same("three bars", &|| free_three_bar(turns, Pulse::Triangle).model, false, 2e-4);
    assert_same("three bars, directors", &|| free_three_bar(directors, Pulse::Triangle).model, true, 2e-4);
    assert_same("crooked four-bar", &|| crooked_four_bar(turns, 0.5).model, false, 1e-3);
    assert_same("three-bar linkage", &|| three_bar(directors, Course::Smooth).model, true, 1e-4);
    assert_same("tilted joint", &|| tilted_joint(turns, Course::Smooth).model, false, 1e-3);
    assert_same("free body", &|| common::bauchau::free_body().0, true, 1e-3);
    assert_same("shaft", &|| common::bauchau::shaft().model, true, 1e-4);
    assert_same("pendulum", &|| common::pendulum::pendulum(directors, 0.1).model, true, 1e-4);
    assert_same("deployment", &|| common::deployment::deployment(directors).model, false, 1e-4);
    let turbine = || common::turbine::turbine(turns, 0.5, 0.0).model;
    let text = turbine().to_text().unwrap();
    assert_eq!(read_again(&turbine()).to_text().unwrap(), text);
}

#[test]
fn the_model_with_everything_has_every_kind_of_record() {
    let text = with_host_terms().to_text().unwrap();
    for kind in file::kinds() {
        assert!(text.contains(&format!("\"kind\": \"{kind}\"")), "no {kind}: add one to tests/common/everything.rs");
    }
}

/// Bodies of the methods of Model that change it, by name: the public ones, or all.
fn constructors(all: bool) -> BTreeMap<String, String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/model");
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for part in text.split("\nimpl Model {\n").skip(1) {
            let part = part.split("\n}\n").next().unwrap();
            let part = if all { part.replace("\n    fn ", "\n    pub fn ") } else { part.to_string() };
            for method in part.split("\n    pub fn ").skip(1) {
                let name: String = method.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let (head, body) = method.split_once(" {\n").unwrap();
                if head.contains("&mut self") {
                    found.insert(name, body.split("\n    }\n").next().unwrap().to_string());
                }
            }
        }
    }
    found
}

#[test]
fn every_constructor_of_a_model_leaves_a_record() {
    // names of functions are looked up when a model is written; the others take back what was added
    let exempt = BTreeSet::from(["name_function", "mark", "cut_back", "all_or_nothing"]);
    let (all, also_private) = (constructors(false), constructors(true));
    assert!(all.len() > 20, "only {} were seen: {:?}", all.len(), all.keys());
    let mut recorded: BTreeSet<&str> = BTreeSet::new();
    for (name, body) in &all {
        if body.contains("self.record(") || body.contains("self.record_whole(") {
            recorded.insert(name);
        }
    }
    // one that calls a recorded one is made of it, if it adds nothing itself
    let adds = |body: &str| {
        let pushes = body.match_indices(".push(").any(|(at, _)| {
            let before = body[..at].rsplit(|c: char| !(c.is_alphanumeric() || "._[]".contains(c))).next();
            before.is_some_and(|b| b.starts_with("self."))
        });
        pushes || body.contains("add_other(") || body.contains("on_coordinate(")
    };
    for (name, body) in &all {
        // all or nothing: what is added stands in a method of its own
        let inner = also_private.iter().find(|(inner, _)| body.contains(&format!("|model| model.{inner}(")));
        let body = inner.map_or(body, |(_, body)| body);
        let made_of_others = recorded.iter().any(|r| body.contains(&format!("self.{r}(")));
        let known = recorded.contains(name.as_str()) || exempt.contains(name.as_str());
        assert!(known || made_of_others && !adds(body), "Model::{name} leaves no record; see src/model/file/record.rs");
    }
}

#[test]
fn names_with_quotes_and_other_letters_come_back() {
    let mut model = Model::new();
    for name in ["a \"b\"", "back\\slash", "line\nbreak", "αβγ 漢字 🚁", "\u{1}"] {
        model.add_node(name, NodeKind::Free, Vec3::new(0.1, -0.0, 1e-300), Quat::identity()).unwrap();
        model.set_velocity(NodeId(model.find("node", name).unwrap()), Vec3::x(), Vec3::zeros()).unwrap();
    }
    let copy = read_again(&model);
    for (a, b) in model.nodes().iter().zip(copy.nodes()) {
        assert_eq!(a.name, b.name);
        assert_eq!(a.start.x.map(f64::to_bits), b.start.x.map(f64::to_bits));
    }
}

#[test]
fn a_rotation_keeps_its_bits() {
    let mut noise = swashplate::terms::check::Noise(7);
    let mut model = Model::new();
    for k in 0..500 {
        let q = swashplate::math::so3::exp(&noise.vector());
        let q = Quat::new_normalize(q.into_inner());
        model.add_node(&format!("node {k}"), NodeKind::Free, noise.vector(), q).unwrap();
    }
    let copy = read_again(&model);
    for (a, b) in model.nodes().iter().zip(copy.nodes()) {
        assert_eq!(a.start.rotation.coords.map(f64::to_bits), b.start.rotation.coords.map(f64::to_bits));
        assert_eq!(a.start.d.map(f64::to_bits), b.start.d.map(f64::to_bits));
    }
}

fn error_of(text: &str) -> String {
    let mut model = Model::new();
    bind(&mut model);
    match model.from_text(text) {
        Ok(()) => panic!("was read: {text}"),
        Err(Error::BadFile(text)) => {
            assert_eq!(model.nodes().len(), 0, "the model stays empty");
            text
        }
        Err(other) => panic!("another error: {other}"),
    }
}

#[test]
fn what_is_wrong_is_named_with_line_and_key() {
    let file = |version: &str, records: &str| {
        format!("{{\"format\": \"swashplate model\",\n\"version\": {version},\n\"model\": [\n{records}\n]}}\n")
    };
    let ground = r#"{"kind": "node", "name": "ground", "type": "ground", "position": [0, 0, 0]}"#;
    let hub = r#"{"kind": "node", "name": "hub", "type": "free", "position": [0, 0, 0]}"#;
    let with = |record: &str| file("1", &format!("{ground},\n{hub},\n{record}"));
    for (text, words) in [
        (file("2", ""), "version 2 of the format; this library"),
        (file("0", ""), "version 0"),
        (file("1.5", ""), "key \"version\": 1.5 is not a count"),
        ("{\"format\": \"stl\", \"version\": 1}".into(), "the format is \"stl\"; \"swashplate model\" is needed"),
        ("{\"version\": 1}".into(), "the key \"format\" is missing"),
        ("[]".into(), "line 1, file: a list stands where {...} is needed"),
        (with("17"), "line 6, model: a number stands where {...} is needed"),
        (with("{\"kind\": \"noode\"}"), "line 6, model: the kind \"noode\" is not known; is \"node\" meant?"),
        (with("{\"nam\": \"x\"}"), "line 6, model: the key \"kind\" is missing"),
        (
            with("{\"kind\": \"point mass\", \"name\": \"bob\",\n\"node\": \"hob\", \"mass\": 1}"),
            "line 7, point mass \"bob\", key \"node\": no node before this has the name \"hob\"; is \"hub\" meant?",
        ),
        (
            with("{\"kind\": \"point mass\", \"name\": \"bob\", \"node\": \"hub\", \"mas\": 1}"),
            "line 6, point mass \"bob\": the key \"mass\" is missing; is \"mas\" meant for it?",
        ),
        (
            with(
                "{\"kind\": \"point mass\", \"name\": \"bob\", \"node\": \"hub\", \"mass\": 1,\n\n\"ofset\": [0, 0, 1]}",
            ),
            "line 8, point mass \"bob\", key \"ofset\": it is not known here; is \"offset\" meant?",
        ),
        (
            with("{\"kind\": \"point mass\", \"name\": \"bob\", \"node\": \"hub\", \"mass\": -1}"),
            "line 6, point mass \"bob\": ",
        ),
        (
            with("{\"kind\": \"point mass\", \"name\": \"bob\", \"node\": \"hub\", \"mass\": \"1\"}"),
            "key \"mass\": a text stands where a number is needed",
        ),
        (with("{\"kind\": \"gravity\", \"gravity\": [0, 0]}"), "key \"gravity\": 2 numbers are given, 3 are needed"),
        (with("{\"kind\": \"gravity\", \"gravity\": [0, 0, NaN]}"), "line 6, column 39: NaN is not a value"),
        (with("{\"kind\": \"gravity\", \"gravity\": [0, 0, \"x\"]}"), "number 3: a text stands where a number"),
        (
            with("{\"kind\": \"gravity\", \"name\": \"g\", \"gravity\": [0, 0, 1]}"),
            "key \"name\": it is not known here",
        ),
        (with(hub), "line 6, node \"hub\": another node has the name \"hub\" already"),
        (
            with(r#"{"kind": "node", "name": "b", "type": "fixed", "position": [0, 0, 0]}"#),
            "key \"type\": \"fixed\" is not known; it is one of \"free\", \"point\", \"ground\"",
        ),
        (
            with(
                r#"{"kind": "node", "name": "b", "type": "free", "position": [0, 0, 0], "orientation": [1, 1, 0, 0]}"#,
            ),
            "key \"orientation\": it: the quaternion (w, x, y, z) has length",
        ),
        (
            with(r#"{"kind": "joint", "name": "j", "type": "screw", "a": {"node": "ground"}, "b": {"node": "hub"}}"#),
            "line 6, joint \"j\": the key \"pitch\" is missing",
        ),
        (
            with(
                r#"{"kind": "joint", "name": "j", "type": "revolute", "a": {"node": "ground",
                "axis": 1}, "b": {"node": "hub"}}"#,
            ),
            "line 7, joint \"j\", \"a\", key \"axis\": it is not known here; is \"axes\" meant?",
        ),
        (
            with(
                r#"{"kind": "joint", "name": "j", "type": "revolute", "a": {"node": "ground", "axes":
                [[2, 0, 0], [0, 1, 0], [0, 0, 1]]}, "b": {"node": "hub"}}"#,
            ),
            "line 7, joint \"j\", \"a\", key \"axes\": the columns are not unit vectors",
        ),
        (
            with("{\"kind\": \"host function\", \"name\": \"storm\"}"),
            "line 6, host function \"storm\": a function of time of the host is needed under the name \"storm\"",
        ),
        // bound, but as something else
        (with("{\"kind\": \"host function\", \"name\": \"row\"}"), "none is bound; bind it before the file is read"),
    ] {
        let found = error_of(&text);
        assert!(found.contains(words), "{words}\n is not in\n{found}\n of\n{text}");
    }
}

#[test]
fn every_wrong_type_and_every_unknown_key_is_named() {
    let text = everything().to_text().unwrap();
    let tree: serde_json::Value = serde_json::from_str(&text).unwrap();
    let records = tree["model"].as_array().unwrap();
    let mut seen = 0;
    for (k, record) in records.iter().enumerate() {
        for key in record.as_object().unwrap().keys() {
            let mut changed = tree.clone();
            let value = &mut changed["model"][k][key];
            *value = if value.is_number() { serde_json::json!("x") } else { serde_json::json!(17) };
            let found = error_of(&serde_json::to_string_pretty(&changed).unwrap());
            assert!(found.starts_with("line ") && found.contains(&format!("\"{key}\"")), "{key}: {found}");

            let mut changed = tree.clone();
            let object = changed["model"][k].as_object_mut().unwrap();
            let value = object.remove(key).unwrap();
            object.insert(format!("{key}x"), value);
            let found = error_of(&serde_json::to_string_pretty(&changed).unwrap());
            assert!(found.starts_with("line ") && found.contains(&format!("\"{key}")), "{key}: {found}");
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn the_line_of_a_wrong_value_is_the_line_of_the_error() {
    let text = everything().to_text().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut seen = 0;
    for (k, line) in lines.iter().enumerate().skip(3) {
        // the last `"key": number` of a line becomes null
        let Some(at) = line
            .rmatch_indices("\": ")
            .map(|(at, _)| at + 3)
            .find(|at| line[*at..].starts_with(|c: char| c.is_ascii_digit() || c == '-'))
        else {
            continue;
        };
        let end = line[at..].find([',', '}']).map_or(line.len(), |e| at + e);
        let mut changed = lines.clone();
        let wrong = format!("{}null{}", &line[..at], &line[end..]);
        changed[k] = &wrong;
        let found = error_of(&changed.join("\n"));
        assert!(found.starts_with(&format!("line {}, ", k + 1)), "line {}: {found}", k + 1);
        seen += 1;
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn files_changed_at_random_never_panic_and_errors_have_a_line() {
    let text = everything().to_text().unwrap();
    let small = four_bar(true).model.to_text().unwrap();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut read, mut refused) = (0, 0);
    for k in 0..6000 {
        let changed = mutated(if k % 3 == 0 { &text } else { &small }, &mut random);
        let mut model = Model::new();
        bind(&mut model);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| model.from_text(&changed)));
        match outcome {
            Ok(Ok(())) => read += 1,
            Ok(Err(Error::BadFile(text))) => {
                let line = text.strip_prefix("line ").and_then(|t| t.split([',', ':']).next()).unwrap_or("");
                let line: usize = line.parse().unwrap_or_else(|_| panic!("no line in: {text}"));
                assert!(line >= 1 && line <= changed.lines().count() + 1, "{text}");
                assert!(model.to_text().unwrap() == Model::new().to_text().unwrap());
                refused += 1;
            }
            Ok(Err(other)) => panic!("another error: {other:?}"),
            Err(_) => {
                std::fs::write(std::env::temp_dir().join("swashplate_panic.json"), &changed).unwrap();
                panic!("a panic; see swashplate_panic.json in the folder for temporary files");
            }
        }
    }
    println!("{read} were read, {refused} refused");
    assert!(read > 100 && refused > 3000, "{read} {refused}");
}

#[test]
fn a_model_that_is_not_empty_and_a_joint_of_a_kind_of_its_own_are_refused() {
    let mut model = four_bar(false).model;
    let text = model.to_text().unwrap();
    assert!(matches!(model.from_text(&text), Err(Error::WrongState(_))));
    assert_eq!(model.to_text().unwrap(), text);
    // a joint with one condition less than files know
    let node = model.add_node("loose", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    let mut pair = swashplate::joints::spherical();
    pair.conditions.pop();
    let at = |n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
    let (a, b) = (at(NodeId(0)), at(node));
    model.add_joint("own", pair, a, b).unwrap();
    let Err(Error::BadFile(text)) = model.to_text() else { panic!("was written") };
    assert!(text.contains("joint \"own\" is of a kind of its own, \"spherical\""), "{text}");
}

#[test]
fn another_process_reads_the_file_and_gives_the_same_bits() {
    let options = || Options { redundancy: Redundancy::LeastSquares, ..Default::default() };
    if let Some(folder) = std::env::var_os("SWP_TEST_MODEL_FILE") {
        let folder = std::path::PathBuf::from(folder);
        let mut model = Model::new();
        bind(&mut model);
        model.read(folder.join("model.json").to_str().unwrap()).unwrap();
        let mut sim = simulate(model, options());
        assert_eq!(run(&mut sim, 1e-3), (200, None));
        std::fs::write(folder.join("after"), bits(&sim)).unwrap();
        return;
    }
    let folder = std::env::temp_dir().join(format!("swashplate-model-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let model = everything();
    model.write(folder.join("model.json").to_str().unwrap()).unwrap();
    let mut sim = simulate(model, options());
    assert_eq!(run(&mut sim, 1e-3), (200, None));
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["model_file::another_process_reads_the_file_and_gives_the_same_bits", "--exact"])
        .env("SWP_TEST_MODEL_FILE", &folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let after = std::fs::read(folder.join("after")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(after, bits(&sim));
}

/// Every key of a tree.
fn keys(value: &serde_json::Value, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Array(items) => items.iter().for_each(|v| keys(v, found)),
        serde_json::Value::Object(members) => members.iter().for_each(|(key, v)| {
            found.insert(key.clone());
            keys(v, found);
        }),
        _ => {}
    }
}

#[test]
fn the_description_of_the_format_has_every_kind_and_key_and_its_example_is_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples_c/model_format.md");
    let text = std::fs::read_to_string(path).unwrap();
    let example = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let mut model = Model::new();
    model.from_text(example).unwrap();
    simulate(model, Options::default()).step(1e-3).unwrap();
    let mut found = BTreeSet::new();
    keys(&serde_json::from_str(&everything().to_text().unwrap()).unwrap(), &mut found);
    found.extend(file::kinds().map(String::from));
    found.extend(swashplate::joints::KINDS.map(|(kind, ..)| kind.to_string()));
    found.remove("kind");
    for word in found {
        assert!(text.contains(&format!("`{word}`")), "{word} is not described");
    }
}

#[test]
fn a_long_file_is_written_and_read_in_reasonable_time() {
    let mut model = Model::new();
    for k in 0..20_000 {
        let x = Vec3::new(f64::from(k), 0.1, 1.0 / 3.0);
        let node = model.add_node(&format!("node {k}"), NodeKind::Free, x, Quat::identity()).unwrap();
        model.add_point_mass(&format!("mass {k}"), node, 1.0 + f64::from(k), Vec3::zeros()).unwrap();
    }
    let begun = std::time::Instant::now();
    let text = model.to_text().unwrap();
    let mut copy = Model::new();
    copy.from_text(&text).unwrap();
    let (bytes, time) = (text.len(), begun.elapsed());
    println!("{bytes} bytes of 40 000 entries: {time:?}");
    // linear in the number of entries: a quadratic search would take minutes
    assert!(time.as_secs() < 20, "{time:?}");
    // and an object of very many keys is refused as quickly
    let keys: Vec<String> = (0..200_000).map(|k| format!("\"k{k}\": 1")).collect();
    let begun = std::time::Instant::now();
    error_of(&format!("{{{}}}", keys.join(",\n")));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
