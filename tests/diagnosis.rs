//! Wrong models: each is named by its true culprit, by the constructor that refuses it or by the diagnosis.

use crate::common;
use crate::support;

use common::bars::{bar, ends, join, mesh, section};
use std::sync::Arc;
use support::four_bar;
use swashplate::error::Result;
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Interpolation, JointId, Model, NodeKind, uniform_sections};
use swashplate::simulation::Options;
use swashplate::simulation::diagnosis::{Diagnosis, Kind, Severity, diagnose};
use swashplate::terms::NodeId;

const STEP: f64 = 1e-3;

fn look(model: &Model) -> Diagnosis {
    let found = diagnose(model, &Options::default(), STEP).unwrap();
    println!("{found}\n");
    found
}

/// The finding of a kind, which must hold every word.
fn names(found: &Diagnosis, kind: Kind, severity: Severity, words: &[&str]) {
    let said = found.findings.iter().filter(|f| f.kind == kind && f.severity == severity);
    assert!(said.clone().any(|f| words.iter().all(|w| f.text.contains(w))), "{words:?}: {found}");
}

/// What a constructor says.
fn refused<T>(result: Result<T>, words: &[&str]) {
    let Err(error) = result else { panic!("{words:?}: nothing was refused") };
    assert!(words.iter().all(|w| error.to_string().contains(w)), "{words:?}: {error}");
}

fn body(model: &mut Model, name: &str, place: Vec3) -> NodeId {
    let node = model.add_node(name, NodeKind::Free, place, Quat::identity()).unwrap();
    model.add_rigid_body(name, node, 1.0, Vec3::zeros(), Mat3::identity() * 0.1).unwrap();
    node
}

fn ground(model: &mut Model) -> NodeId {
    model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap()
}

fn revolute(model: &mut Model, name: &str, point: Vec3, [a, b]: [NodeId; 2]) -> JointId {
    let [a, b] = [a, b].map(|n| model.attach(n, point, Quat::identity()).unwrap());
    model.add_joint(name, joints::revolute(), a, b).unwrap()
}

/// A body on a hinge at the origin.
fn pendulum() -> (Model, [NodeId; 2], JointId) {
    let mut model = Model::new();
    let base = ground(&mut model);
    let arm = body(&mut model, "arm", Vec3::x());
    let hinge = revolute(&mut model, "hinge", Vec3::zeros(), [base, arm]);
    (model, [base, arm], hinge)
}

fn hinge_pair() -> (Model, [JointId; 2]) {
    let (mut model, [_, arm], first) = pendulum();
    let fore = body(&mut model, "forearm", 2.0 * Vec3::x());
    let second = revolute(&mut model, "elbow", Vec3::x(), [arm, fore]);
    (model, [first, second])
}

#[test]
fn a_sound_model_has_no_findings_and_its_freedoms_counted() {
    let (model, _) = hinge_pair();
    let found = look(&model);
    assert_eq!((found.unknowns, found.conditions, found.dependent, found.freedom), (12, 10, 0, 2));
    assert!(found.findings.is_empty() && found.condition_number < 1e6, "{found}");
}

#[test]
fn redundant_hinges_of_a_planar_loop() {
    // 1
    let found = look(&four_bar(true).model);
    assert_eq!((found.dependent, found.freedom), (3, 1));
    names(&found, Kind::Dependent, Severity::Error, &["joint \"D\"", "follows from", "joint \"A\""]);
    // the same loop without redundant joints: nothing
    assert_eq!(look(&four_bar(false).model).dependent, 0);
}

#[test]
fn dependent_constraints_are_no_errors_where_least_squares_were_asked_for() {
    let options =
        Options { redundancy: swashplate::integrators::initial::Redundancy::LeastSquares, ..Default::default() };
    let found = diagnose(&four_bar(true).model, &options, STEP).unwrap();
    assert_eq!((found.dependent, found.freedom), (3, 1));
    let dependent = || found.findings.iter().filter(|f| f.kind == Kind::Dependent);
    assert_eq!(dependent().count(), 3);
    assert!(found.findings.iter().all(|f| f.severity != Severity::Error), "{found}");
    assert!(dependent().all(|f| !f.text.contains("Use joints that lock less")), "{found}");
}

#[test]
fn two_hinges_on_one_door() {
    // 2
    let (mut model, nodes, _) = pendulum();
    revolute(&mut model, "second hinge", Vec3::z(), nodes);
    let found = look(&model);
    assert_eq!((found.dependent, found.freedom), (5, 1));
    names(&found, Kind::Dependent, Severity::Error, &["joint \"second hinge\"", "joint \"hinge\""]);
}

#[test]
fn a_body_held_twice() {
    // 3
    let (mut model, [base, arm], _) = pendulum();
    let [a, b] = [base, arm].map(|n| model.attach(n, Vec3::x(), Quat::identity()).unwrap());
    model.add_joint("weld", joints::rigid_connection(), a, b).unwrap();
    let found = look(&model);
    assert_eq!(found.freedom, 0);
    names(&found, Kind::Dependent, Severity::Error, &["joint \"weld\"", "joint \"hinge\""]);
}

#[test]
fn a_rod_without_inertia_between_two_ball_joints_spins_freely() {
    // 4
    let (mut model, [_, arm], _) = pendulum();
    let other = body(&mut model, "other", 3.0 * Vec3::x());
    let rod = model.add_node("rod", NodeKind::Free, 2.0 * Vec3::x(), Quat::identity()).unwrap();
    for (name, node, point) in [("left", arm, 1.5), ("right", other, 2.5)] {
        let [a, b] = [node, rod].map(|n| model.attach(n, point * Vec3::x(), Quat::identity()).unwrap());
        model.add_joint(name, joints::spherical(), a, b).unwrap();
    }
    let found = look(&model);
    assert_eq!(found.massless, 1);
    names(&found, Kind::Massless, Severity::Error, &["node \"rod\" rotation about x"]);
}

#[test]
fn a_node_that_nothing_determines() {
    // 5
    let (mut model, ..) = pendulum();
    model.add_node("forgotten", NodeKind::Free, Vec3::y(), Quat::identity()).unwrap();
    names(&look(&model), Kind::Unsound, Severity::Error, &["node \"forgotten\"", "no mass and no joint"]);
}

#[test]
fn a_body_whose_joint_was_forgotten() {
    // 6
    let (mut model, ..) = pendulum();
    body(&mut model, "adrift", 2.0 * Vec3::y());
    names(&look(&model), Kind::Loose, Severity::Warning, &["node \"adrift\"", "fly freely"]);
}

#[test]
fn inertia_in_square_millimetres() {
    // 7
    let (mut model, [_, arm], _) = pendulum();
    model.add_rigid_body("disc", arm, 1.0, Vec3::zeros(), Mat3::identity() * 0.1e6).unwrap();
    let found = look(&model);
    names(&found, Kind::Units, Severity::Warning, &["body \"disc\"", "radius of gyration", "kg·mm²"]);
    assert!(!found.findings.iter().any(|f| f.text.contains("\"arm\"")), "{found}");
}

/// Steel, 10 mm square, with its moduli multiplied.
fn steel(factor: f64) -> swashplate::sections::BeamSection {
    let (e, g) = (2.1e11 * factor, 8e10 * factor);
    section(e * 1e-4, [g * 0.83e-4; 2], g * 1.4e-9, [e * 8.3e-10; 2], 0.78, [1.3e-5, 6.5e-6, 6.5e-6])
}

fn cantilever(factor: f64) -> Model {
    let mut model = Model::new();
    let base = ground(&mut model);
    let beam = bar(
        &mut model,
        "blade",
        [Vec3::zeros(), Vec3::x()],
        Vec3::y(),
        &steel(factor),
        mesh(Interpolation::Rotations, 2, 3),
    );
    let [root, _] = ends(&model, beam);
    join(&mut model, "root", joints::rigid_connection(), Quat::identity(), [base, root]);
    model
}

#[test]
fn moduli_in_megapascals() {
    // 8
    names(&look(&cantilever(1e-6)), Kind::Units, Severity::Warning, &["beam \"blade\"", "speed of sound", "units"]);
    assert!(!look(&cantilever(1.0)).findings.iter().any(|f| f.kind == Kind::Units));
}

/// A plate of aluminium of four elements, 1 m and 2 mm thick, clamped in one corner; with these factors on its modulus, density and thickness.
fn sheet(young: f64, density: f64, thickness: f64) -> Model {
    use swashplate::model::ShellOptions;
    use swashplate::sections::{Isotropic, ShellSection};
    let mut model = Model::new();
    let metal = Isotropic { young: 7e10 * young, poisson: 0.3, density: 2700.0 * density };
    let skin = ShellSection::isotropic("skin", &metal, 2e-3 * thickness).unwrap();
    let skin = model.add_shell_section("skin", skin).unwrap();
    let places: Vec<Vec3> = (0..25).map(|k| Vec3::new(f64::from(k % 5), f64::from(k / 5), 0.0) * 0.25).collect();
    model.add_shell_patch("sheet", [2, 2], &places, skin, ShellOptions::default()).unwrap();
    let base = ground(&mut model);
    join(&mut model, "root", joints::rigid_connection(), Quat::identity(), [base, swashplate::terms::NodeId(0)]);
    model
}

#[test]
fn shells_in_mixed_units() {
    let units = |model: &Model| look(model).findings.into_iter().filter(|f| f.kind == Kind::Units).count();
    assert_eq!(units(&sheet(1.0, 1.0, 1.0)), 0);
    // MPa with kg/m³, Pa with t/mm³, a thickness in millimetres, an area in millimetres
    names(&look(&sheet(1e-6, 1.0, 1.0)), Kind::Units, Severity::Warning, &["shell \"sheet\"", "speed of sound", "MPa"]);
    names(&look(&sheet(1.0, 1e-12, 1.0)), Kind::Units, Severity::Warning, &["shell \"sheet\"", "speed of sound"]);
    names(&look(&sheet(1.0, 1.0, 2e3)), Kind::Units, Severity::Warning, &["shell \"sheet\"", "thick", "millimetres"]);
    names(&look(&sheet(1.0, 1.0, 1e-3)), Kind::Units, Severity::Warning, &["shell \"sheet\"", "thick", "millimetres"]);
}

#[test]
fn gravity_in_millimetres() {
    // 9
    let (mut model, ..) = pendulum();
    model.set_gravity(Vec3::new(0.0, -9810.0, 0.0)).unwrap();
    names(&look(&model), Kind::Units, Severity::Warning, &["gravity is 9810"]);
}

#[test]
fn inertia_that_no_body_has() {
    // 10
    let (mut model, [_, arm], _) = pendulum();
    let flat = Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 3.0));
    refused(model.add_rigid_body("plate", arm, 1.0, Vec3::zeros(), flat), &["\"plate\"", "inertia"]);
}

/// A beam of two elements through points on the x axis.
fn beam_through(points: [f64; 5]) -> Model {
    let mut model = Model::new();
    let base = ground(&mut model);
    let frames = points.map(|x| (x * Vec3::x(), Quat::identity()));
    let sections = vec![uniform_sections(&steel(1.0), 1.0, 3); 2];
    model.add_beam_elements("blade", &frames, 3, Interpolation::Rotations, &sections).unwrap();
    let root = model.find("node", "blade/0").unwrap();
    join(&mut model, "root", joints::rigid_connection(), Quat::identity(), [base, NodeId(root)]);
    model
}

#[test]
fn crossed_nodes_of_a_beam() {
    // 11
    let found = look(&beam_through([0.0, 0.5, 1.0, 2.0, 1.5]));
    names(&found, Kind::Unsound, Severity::Error, &["beam \"blade\", element 1", "\"blade/3\"", "crossed"]);
}

#[test]
fn an_element_without_length() {
    // 12
    let found = look(&beam_through([0.0, 0.5, 1.0, 1.0, 1.0]));
    names(
        &found,
        Kind::Unsound,
        Severity::Error,
        &["beam \"blade\", element 1", "\"blade/2\" and \"blade/3\"", "one place"],
    );
}

#[test]
fn two_drives_on_one_coordinate() {
    // 13
    let (mut model, _, hinge) = pendulum();
    let function = model.add_function(TimeFunction::Constant(0.0)).unwrap();
    model.drive_joint(hinge, 0, function).unwrap();
    refused(model.drive_joint(hinge, 0, function), &["joint \"hinge\"", "driven already"]);
}

#[test]
fn two_drives_in_a_loop_with_one_freedom() {
    // 14
    let mut loop_of = four_bar(false);
    let function = loop_of.model.add_function(TimeFunction::Constant(0.0)).unwrap();
    loop_of.model.drive_joint(loop_of.joints[0], 0, function).unwrap();
    // start where the loop is: the angle of the rocker there is 0 too
    loop_of.model.drive_joint(loop_of.joints[3], 0, function).unwrap();
    let found = look(&loop_of.model);
    names(&found, Kind::Dependent, Severity::Error, &["drive \"D[0]\"", "drive \"A[0]\""]);
}

#[test]
fn a_gear_on_a_locked_joint() {
    // 15: locked alone, everything stands still
    let (mut model, [first, second]) = hinge_pair();
    model.add_coupling("gear", &[(first, 0, 1.0), (second, 0, 2.0)], None).unwrap();
    model.add_lock(first, 0, true).unwrap();
    let found = look(&model);
    assert_eq!(found.freedom, 0);
    names(&found, Kind::Locked, Severity::Warning, &["coupling \"gear\"", "joint \"hinge\"", "locked"]);
    // 16: and driven on the other side, too much
    let function = model.add_function(TimeFunction::Constant(0.0)).unwrap();
    model.drive_joint(second, 0, function).unwrap();
    let found = look(&model);
    names(&found, Kind::Dependent, Severity::Error, &["drive \"elbow[0]\"", "lock \"hinge[0]\"", "coupling \"gear\""]);
}

#[test]
fn a_joint_that_does_not_fit() {
    // 17
    let mut model = Model::new();
    let base = ground(&mut model);
    let arm = body(&mut model, "arm", Vec3::x());
    let a = model.attach(base, Vec3::zeros(), Quat::identity()).unwrap();
    let b = model.attach(arm, Vec3::new(0.0, 0.005, 0.0), Quat::identity()).unwrap();
    model.add_joint("hinge", joints::revolute(), a, b).unwrap();
    let words = ["revolute joint \"hinge\"", "displacement along axis 2", "5.000e-3"];
    names(&look(&model), Kind::Unsound, Severity::Error, &words);
}

#[test]
fn a_spring_without_direction() {
    // 18
    let (mut model, [base, arm], _) = pendulum();
    let law = swashplate::elements::LineLaw { stiffness: 1.0, length: 0.1, damping: 0.0, preload: 0.0 };
    model.add_line_spring("strut", [(base, Vec3::y()), (arm, Vec3::y())], law).unwrap();
    names(&look(&model), Kind::Unsound, Severity::Error, &["line spring \"strut\"", "no direction"]);
}

#[test]
fn a_feather_on_an_anvil() {
    // 19
    let (mut model, [_, arm], _) = pendulum();
    let pin = model.add_node("pin", NodeKind::Free, 1.2 * Vec3::x(), Quat::identity()).unwrap();
    model.add_rigid_body("pin", pin, 1e-9, Vec3::zeros(), Mat3::identity() * 1e-13).unwrap();
    let law = swashplate::elements::LineLaw { stiffness: 1e12, length: 0.2, damping: 0.0, preload: 0.0 };
    model.add_line_spring("strut", [(arm, Vec3::x()), (pin, 1.2 * Vec3::x())], law).unwrap();
    let found = look(&model);
    names(
        &found,
        Kind::Conditioning,
        Severity::Warning,
        &["line spring \"strut\"", "body \"pin\"", "condition number"],
    );
}

#[test]
fn a_beam_that_the_scheme_cannot_take() {
    // 20
    let options = Options { scheme: Scheme::EnergyPreserving, ..Default::default() };
    let rotations = Options { interpolation: Some(Interpolation::Rotations), ..options };
    let found = diagnose(&cantilever(1.0), &rotations, STEP);
    names(&found.unwrap(), Kind::Scheme, Severity::Error, &["beam \"blade\", element 0", "SWP_BEAMS_BY_SCHEME"]);
    // left to the scheme, it can
    let found = diagnose(&cantilever(1.0), &options, STEP).unwrap();
    assert!(found.findings.iter().all(|finding| finding.kind != Kind::Scheme), "{found}");
}

#[test]
fn a_hinge_on_a_point() {
    // 21
    let mut model = Model::new();
    let base = ground(&mut model);
    let point = model.add_node("weight", NodeKind::Point, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_point_mass("weight", point, 1.0, Vec3::zeros()).unwrap();
    revolute(&mut model, "hinge", Vec3::zeros(), [base, point]);
    names(&look(&model), Kind::Unsound, Severity::Error, &["joint \"hinge\"", "node \"weight\"", "point"]);
}

#[test]
fn rates_at_the_start_that_contradict_each_other() {
    // 22
    let mut loop_of = four_bar(false);
    loop_of.model.start_joint(loop_of.joints[3], 0, None, Some(5.0)).unwrap();
    names(&look(&loop_of.model), Kind::Start, Severity::Error, &["start \"D[0]\"", "rates given"]);
}

#[test]
fn a_drive_that_cannot_be_met() {
    // 23: a body that stays 1 m from the origin, in a plane, is asked to be at x = 3 m
    let mut model = Model::new();
    let base = ground(&mut model);
    let arm = body(&mut model, "arm", Vec3::new(0.6, 0.8, 0.0));
    let [a, b] = [base, arm].map(|n| model.attach(n, Vec3::new(0.6, 0.8, 0.0), Quat::identity()).unwrap());
    let table = model.add_joint("table", joints::planar(), a, b).unwrap();
    let a = model.attach(base, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_joint("rod", joints::distance(1.0), a, b).unwrap();
    let far = model.add_function(TimeFunction::Constant(2.4)).unwrap();
    model.drive_joint(table, 0, far).unwrap();
    names(&look(&model), Kind::Start, Severity::Error, &["no positions were found", "\"rod\""]);
}

#[test]
fn tangents_by_differences_are_noted() {
    let (mut model, [_, arm], _) = pendulum();
    let nothing = |_: &swashplate::terms::host::Seen, _: swashplate::elements::host::Forces| true;
    let traits = swashplate::elements::host::Traits {
        tangents: false,
        velocities: false,
        accelerations: false,
        energy: false,
        length: 1.0,
    };
    model.add_host_element("shaker", &[arm], &[], Arc::new(nothing), traits).unwrap();
    names(&look(&model), Kind::Differences, Severity::Note, &["element \"shaker\"", "differences"]);
}

#[test]
fn a_blade_that_does_not_turn_with_a_hub_that_was_given_its_rate_is_named() {
    let rotor = |given: [bool; 2]| {
        let mut model = Model::new();
        let base = ground(&mut model);
        let hub = body(&mut model, "hub", Vec3::zeros());
        let blade = body(&mut model, "blade", 2.0 * Vec3::x());
        let shaft = revolute(&mut model, "shaft", Vec3::zeros(), [base, hub]);
        revolute(&mut model, "lag", 0.2 * Vec3::x(), [hub, blade]);
        model.start_joint(shaft, 0, None, Some(40.0)).unwrap();
        for (node, arm) in [(hub, 0.0), (blade, 2.0)].into_iter().zip(given).filter(|(_, given)| *given).map(|(n, _)| n)
        {
            model.set_velocity(node, Vec3::y() * 40.0 * arm, Vec3::z() * 40.0).unwrap();
        }
        model
    };
    let words = ["\"hub\"", "40.000 rad/s", "\"blade\"", "\"lag\"", "swp_model_start_joint"];
    names(&look(&rotor([true, false])), Kind::Start, Severity::Warning, &words);
    // with its own velocity, or with the rate of the shaft alone, it turns with the hub
    for given in [[true, true], [false, false]] {
        let found = look(&rotor(given));
        assert!(found.findings.iter().all(|f| f.kind != Kind::Start), "{found}");
    }
}

/// A plate of n × n elements on the unit square, clamped along x = 0 by the node "ground".
fn plate(model: &mut Model, name: &str, n: usize, at: Vec3) -> NodeId {
    let mesh = common::shell_mesh::grid([n, n], |u, v| at + Vec3::new(u, v, 0.0));
    let skin = swashplate::sections::Isotropic { young: 7e10, poisson: 0.3, density: 2700.0 };
    let skin = swashplate::sections::ShellSection::isotropic("skin", &skin, 0.01).unwrap();
    let skin = model.add_shell_section(name, skin).unwrap();
    let first = NodeId(model.nodes().len());
    model.add_shell_patch(name, [n, n], &mesh.x, skin, Default::default()).unwrap();
    first
}

fn mesh_findings(model: &Model) -> Vec<String> {
    look(model).findings.into_iter().filter(|f| f.kind == Kind::Mesh).map(|f| f.text).collect()
}

#[test]
fn a_couple_about_the_normal_of_a_lone_shell_node_is_named() {
    use swashplate::math::so3;
    let up = Quat::identity();
    let flat = so3::exp(&(std::f64::consts::FRAC_PI_2 * Vec3::x()));
    // joint, axes, is it named?
    let cases = [
        (joints::rigid_connection(), up, true),
        (joints::revolute(), up, false),
        (joints::revolute(), flat, true),
        (joints::spherical(), up, false),
        (joints::universal(), up, true),
        (joints::universal(), flat, false),
    ];
    for (pair, axes, named) in cases {
        let kind = pair.kind;
        let mut model = Model::new();
        let base = ground(&mut model);
        let first = plate(&mut model, "panel", 2, Vec3::zeros());
        let centre = NodeId(first.0 + 12);
        let [a, b] = [base, centre].map(|n| model.attach(n, Vec3::new(0.5, 0.5, 0.0), axes).unwrap());
        model.add_joint("post", pair, a, b).unwrap();
        let said = mesh_findings(&model);
        assert_eq!(!said.is_empty(), named, "{kind} {axes:?}: {said:?}");
        assert!(
            said.iter().all(|t| ["post", "panel[2,2]", "swp_model_add_tie"].iter().all(|w| t.contains(w))),
            "{said:?}"
        );
    }
    // an edge that is clamped node by node spreads it, and so does a tie of nodes to a frame
    let mut model = Model::new();
    let base = ground(&mut model);
    let first = plate(&mut model, "panel", 2, Vec3::zeros());
    for j in 0..5 {
        let at = Vec3::new(0.0, 0.25 * f64::from(j), 0.0);
        let [a, b] = [base, NodeId(first.0 + 5 * j as usize)].map(|n| model.attach(n, at, up).unwrap());
        model.add_joint(&format!("clamp {j}"), joints::rigid_connection(), a, b).unwrap();
    }
    let lug = body(&mut model, "lug", Vec3::new(0.75, 0.75, 0.0));
    let around: Vec<NodeId> = [12, 13, 14, 17, 18, 19, 22, 23, 24].map(|k| NodeId(first.0 + k)).to_vec();
    model.add_tie("bolts", lug, &around, None, swashplate::model::TieKind::Rigid).unwrap();
    assert_eq!(mesh_findings(&model), Vec::<String>::new());
    // a joint with a lever to the node passes one too
    let arm = body(&mut model, "arm", Vec3::new(0.25, 0.75, 0.0));
    let at = Vec3::new(0.3, 0.6, 0.0);
    let [a, b] = [arm, NodeId(first.0 + 16)].map(|n| model.attach(n, at, up).unwrap());
    model.add_joint("hook", joints::spherical(), a, b).unwrap();
    let said = mesh_findings(&model);
    assert!(said.len() == 1 && said[0].contains("hook"), "{said:?}");
}

#[test]
fn hanging_nodes_and_slits_of_shells_are_named() {
    // two elements meet one along x = 1: their common corner is at the middle of its side, the middles of their sides hang
    let mut model = Model::new();
    let base = ground(&mut model);
    plate(&mut model, "coarse", 1, Vec3::zeros());
    let fine = plate(&mut model, "fine", 2, Vec3::x());
    let said = mesh_findings(&model);
    let hang: Vec<&String> = said.iter().filter(|t| t.contains("hangs on the edge")).collect();
    let slit: Vec<&String> = said.iter().filter(|t| t.contains("a slit")).collect();
    assert_eq!([hang.len(), slit.len()], [2, 3], "{said:#?}");
    assert!(
        hang.iter().any(|t| t.contains("fine[0,1]") && t.contains("coarse[2,0]") && t.contains("0.25")),
        "{hang:?}"
    );
    assert!(slit.iter().any(|t| t.contains("fine[0,2]") && t.contains("coarse[2,1]")), "{slit:?}");
    // joined they are none
    for k in 0..5 {
        let node = NodeId(fine.0 + 5 * k);
        let at = model.node(node).unwrap().start.x;
        let [a, b] = [base, node].map(|n| model.attach(n, at, Quat::identity()).unwrap());
        model.add_joint(&format!("seam {k}"), joints::spherical(), a, b).unwrap();
    }
    assert!(mesh_findings(&model).is_empty());
}
