//! A step allocates nothing after the first, and creation takes memory in proportion to the model.

mod common;
mod support;

use common::bars::mesh;
use common::bauchau::{free_body, shaft};
use common::borri::{Pulse, crooked_four_bar, free_three_bar};
use common::large;
use common::shell_mesh::grid;
use common::solid_mesh::{self, kirchhoff, neo_hooke};
use common::turbine::turbine;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use support::{every_form, four_bar, simulate};
use swashplate::elements::solid::shape::Shape;
use swashplate::integrators::Scheme;
use swashplate::integrators::initial::Redundancy;
use swashplate::loads::{SurfaceSource, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Interpolation, Model, NodeKind, ShellOptions, SolidOptions, TieKind};
use swashplate::sections::{Isotropic, ShellSection};
use swashplate::simulation::{Control, Options};
use swashplate::terms::NodeId;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
    /// bytes in use now and at most, by this thread
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// What is taken counts when something else is taken while it is there: what is given back at once was only a question whether there
/// is room.
fn take(size: isize) {
    LIVE.with(|live| {
        if size > 0 {
            PEAK.with(|peak| peak.set(peak.get().max(live.get())));
        }
        live.set(live.get() + size);
    });
}

struct Counting;

// SAFETY: every call is handed on to the system's allocator as it is; only counters of this thread are changed.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        take(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        take(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.with(|c| c.set(c.get() + 1));
        // both may be there at once
        take(size as isize);
        PEAK.with(|peak| peak.set(peak.get().max(LIVE.with(Cell::get))));
        take(-(layout.size() as isize));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count(body: impl FnOnce()) -> u64 {
    let before = COUNT.with(Cell::get);
    body();
    COUNT.with(Cell::get) - before
}

/// Most bytes in use while `body` runs, beyond those before.
fn peak(body: impl FnOnce()) -> f64 {
    let before = LIVE.with(Cell::get);
    PEAK.with(|peak| peak.set(before));
    body();
    (PEAK.with(Cell::get) - before) as f64
}

#[test]
fn memory_of_creation_grows_with_the_model() {
    type Make = fn(usize) -> Model;
    let damped: Make = |k| {
        let mut model = large::rotating_blade(mesh(Interpolation::Rotations, k / 20, 4));
        let blade = swashplate::model::BeamId(0);
        swashplate::simulation::damp_modes(&mut model, blade, &[0.01; 6]).unwrap();
        model
    };
    let rotor: Make = |k| large::hinged_rotor(mesh(Interpolation::Rotations, k / 40, 4), 2.0);
    let cases: [(&str, Make); 6] = [
        ("chain", large::rigid_chain),
        ("tree", large::rigid_tree),
        ("ladder", large::rigid_ladder),
        ("star", large::rigid_star),
        ("rotor", rotor),
        ("blade with damped modes", damped),
    ];
    for (name, make) in cases {
        let sizes = [250, 500, 1000, 2000, 4000];
        let peaks = sizes.map(|size| {
            let model = make(size);
            peak(|| drop(simulate(model, Options::default())))
        });
        let exponents: Vec<f64> = peaks.windows(2).map(|p| (p[1] / p[0]).log2()).collect();
        println!("{name}: {:.1?} MB, exponents {exponents:.3?}", peaks.map(|p| 1e-6 * p));
        // vectors that double their room take steps of their own
        let whole = (peaks[4] / peaks[0]).log2() / 4.0;
        assert!(whole < 1.05, "{name}: memory grows with the power {whole:.3} of the size, {peaks:?}");
    }
}

/// A panel of n × n elements, clamped along an edge.
fn panel(n: usize) -> Model {
    let mut model = Model::new();
    let skin =
        ShellSection::isotropic("skin", &Isotropic { young: 7e10, poisson: 0.3, density: 2700.0 }, 0.01).unwrap();
    let skin = model.add_shell_section("skin", skin).unwrap();
    let sheet = grid([n, n], |u, v| Vec3::new(u, v, 0.05 * u * v));
    model.add_shell_patch("sheet", [n, n], &sheet.x, skin, ShellOptions::default()).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    for j in 0..=2 * n {
        let node = NodeId(sheet.at(0, j));
        let [a, b] = [ground, node].map(|n| model.attach(n, sheet.x[node.0], Quat::identity()).unwrap());
        model.add_joint(&format!("clamp {j}"), swashplate::joints::rigid_connection(), a, b).unwrap();
    }
    model
}

/// An element of a shell takes what is asked for it before, less than half of which is room to spare; a simulation of a panel takes memory as
/// the factors of a plane net by nested dissection do, N log N of its N unknowns.
#[test]
fn memory_of_panels_is_what_is_asked_for_and_grows_as_their_unknowns_and_its_logarithm() {
    let mut before = f64::INFINITY;
    for n in [4, 8, 16, 32] {
        let mut model = None;
        let built = peak(|| model = Some(panel(n)));
        let model = model.unwrap();
        let asked = (swashplate::model::memory::SHELL_ELEMENT * n * n) as f64;
        assert!(built < asked && asked < 2.5 * built, "{n}: {built} bytes, {asked} asked for");
        let room = model.room_to_simulate() as f64;
        let mut sim = None;
        let made = peak(|| sim = Some(simulate(model, support::options(0.8))));
        assert!(made < room && room < 4.0 * made, "{n}: {made} bytes, {room} asked for");
        let unknowns = sim.unwrap().workspace().system.layout.size as f64;
        // an element of a large panel has 24 unknowns, of a small one more
        let each = made / ((n * n) as f64 * unknowns.log2());
        println!(
            "{n} × {n}: {:.0} kB an element, simulation {:.1} MB of {:.1}, {each:.0} bytes an element and log N",
            1e-3 * built / (n * n) as f64,
            1e-6 * made,
            1e-6 * room
        );
        assert!(each < 1.1 * before, "{n}: {each} {before}");
        before = each;
    }
}

#[test]
fn counter_counts() {
    assert!(count(|| drop(std::hint::black_box(vec![1, 2, 3]))) > 0);
}

#[test]
fn steps_of_beams_allocate_nothing_after_the_first() {
    for scheme in every_form() {
        let chain = free_three_bar(mesh(Interpolation::Directors, 1, 3), Pulse::Triangle);
        let mut sim = simulate(chain.model, Options { scheme, ..Default::default() });
        sim.step(1e-3).unwrap();
        let made = count(|| (0..100).for_each(|_| sim.step(1e-3).unwrap()));
        assert_eq!(made, 0, "{}: {made} allocations in 100 steps", scheme.name());
    }
}

/// A sheet of two elements with a hinge in one corner, tied to a body in the others.
#[test]
fn steps_of_shells_and_ties_allocate_nothing_after_the_first() {
    for (scheme, kind) in every_form().into_iter().flat_map(|s| [(s, TieKind::Rigid), (s, TieKind::Mean)]) {
        let mut model = Model::new();
        model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
        let skin = Isotropic { young: 2e7, poisson: 0.3, density: 1000.0 };
        let skin = ShellSection::isotropic("skin", &skin, 0.008).unwrap();
        let skin = model.add_shell_section("skin", skin).unwrap();
        let sheet = grid([2, 1], |u, v| Vec3::new(u, 0.4 * v, 0.2 * u * u));
        model.add_shell_patch("sheet", [2, 1], &sheet.x, skin, ShellOptions::default()).unwrap();
        let lug = model.add_node("lug", NodeKind::Free, Vec3::new(1.0, 0.2, 0.3), Quat::identity()).unwrap();
        model.add_rigid_body("lug", lug, 1.0, Vec3::zeros(), 0.01 * Mat3::identity()).unwrap();
        let edge: Vec<NodeId> = (0..3).map(|k| NodeId(sheet.at(4, k))).collect();
        let tied = [&edge[..], &[NodeId(sheet.at(2, 1))]].concat();
        model.add_tie("bolts", lug, &tied, None, kind).unwrap();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let corner = NodeId(sheet.at(0, 0));
        let [a, b] = [ground, corner].map(|node| model.attach(node, Vec3::zeros(), Quat::identity()).unwrap());
        model.add_joint("hinge", swashplate::joints::spherical(), a, b).unwrap();
        let mut sim = simulate(model, Options { scheme, ..Default::default() });
        sim.step(1e-3).unwrap();
        let made = count(|| (0..20).for_each(|_| sim.step(1e-3).unwrap()));
        assert_eq!(made, 0, "{}, {kind:?}: {made} allocations in 20 steps", scheme.name());
    }
}

#[test]
fn steps_of_solids_allocate_nothing_after_the_first() {
    for (scheme, material) in every_form().into_iter().flat_map(|s| [kirchhoff, neo_hooke].map(|law| (s, law))) {
        let block = solid_mesh::grid(Shape::Hex8, [2, 1, 1], |_| true, |u| Vec3::new(u.x, 0.4 * u.y, 0.3 * u.z));
        let (mut model, solid) = block.model(material(4e4, 0.3, 500.0), SolidOptions::default(), |u| u.x == 0.0);
        model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
        let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
        let top = model.add_face_set_on("top", solid, &block.nodes(|u| u.z == 1.0)).unwrap();
        model.add_face_load("pressure", top, SurfaceSource::Pressure(300.0), one).unwrap();
        let mut sim = simulate(model, Options { scheme, ..Default::default() });
        sim.step(1e-3).unwrap();
        let made = count(|| (0..20).for_each(|_| sim.step(1e-3).unwrap()));
        assert_eq!(made, 0, "{}: {made} allocations in 20 steps", scheme.name());
    }
}

#[test]
fn steps_after_the_first_allocate_nothing() {
    for (scheme, redundant) in every_form().into_iter().flat_map(|s| [(s, false), (s, true)]) {
        let mut bar = four_bar(redundant);
        let f = bar.model.add_function(TimeFunction::Harmonic { amplitude: 1.0, frequency: 3.0, phase: 0.0 }).unwrap();
        let push = bar.model.add_input("push", 1.0).unwrap();
        let both = bar.model.add_function(TimeFunction::Product(vec![f, push])).unwrap();
        let servo = swashplate::loads::Dynamics::SecondOrder { frequency: 50.0, damping: 0.7 };
        let both = bar.model.add_actuator("servo", both, servo, Default::default(), None).unwrap();
        let coupler = swashplate::terms::NodeId(bar.model.find("node", "coupler").unwrap());
        let force = [swashplate::math::Vec3::x(), swashplate::math::Vec3::y(), swashplate::math::Vec3::x()];
        bar.model.add_load("push", coupler, swashplate::loads::Axes::Follower, force, both).unwrap();
        bar.model.add_joint_spring("spring", bar.joints[3], 0, [1.0, 0.1, 0.0]).unwrap();
        let mut sim =
            simulate(bar.model, Options { scheme, redundancy: Redundancy::LeastSquares, ..Default::default() });
        sim.step(1e-3).unwrap();
        let made = count(|| {
            for k in 0..500 {
                sim.set_input(push, f64::from(k)).unwrap();
                sim.begin(1e-3).unwrap();
                sim.iterate().unwrap();
                sim.iterate().unwrap();
                sim.accept().unwrap();
                sim.step(7e-4).unwrap();
            }
        });
        assert_eq!(made, 0, "{}, redundant {redundant}: {made} allocations in 1000 steps", scheme.name());
    }
}

#[test]
fn controlled_steps_after_the_first_allocate_nothing() {
    for (scheme, least) in [(Options::default().scheme, 100), (Scheme::RadauIIA, 10)] {
        let mut sim = simulate(four_bar(false).model, Options { scheme, ..Default::default() });
        let control = Control { translation_tolerance: 1e-6, rotation_tolerance: 1e-6, ..Default::default() };
        sim.advance_past(0.02, &control, None).unwrap();
        let first = sim.counters().accepted;
        let made = count(|| sim.advance_past(0.42, &control, None).unwrap());
        let counters = *sim.counters();
        assert!(
            counters.accepted > first + least && counters.largest_step > 1.5 * counters.smallest_step,
            "{counters:?}"
        );
        assert_eq!(made, 0, "{}: {made} allocations, {counters:?}", scheme.name());
    }
}

#[test]
fn steps_of_very_different_sizes_allocate_nothing_after_the_first() {
    for scheme in every_form() {
        let mut sim = simulate(four_bar(false).model, Options { scheme, ..Default::default() });
        sim.step(1e-3).unwrap();
        let made = count(|| [1e-4, 1e-3, 2e-5].iter().cycle().take(12).for_each(|h| sim.step(*h).unwrap()));
        assert_eq!(made, 0, "{}: {made} allocations in 12 steps", scheme.name());
    }
}

#[test]
fn steps_of_every_mechanism_allocate_nothing_after_the_first_under_every_scheme() {
    let directors = mesh(Interpolation::Directors, 2, 3);
    let rotations = mesh(Interpolation::Rotations, 2, 3);
    let stage =
        |scheme: &Scheme| matches!(scheme, Scheme::GeneralizedAlpha(_) | Scheme::StageWeighted(_) | Scheme::RadauIIA);
    type Maker<'a> = (&'a str, bool, &'a dyn Fn() -> Model, f64);
    let makers: [Maker; 6] = [
        ("crooked four-bar", false, &|| crooked_four_bar(directors, 0.05).model, 1e-3),
        ("crooked four-bar, rotations", true, &|| crooked_four_bar(rotations, 0.05).model, 1e-3),
        ("wind turbine", false, &|| turbine(mesh(Interpolation::Directors, 3, 4), 1.0, 0.0).model, 5e-3),
        ("wind turbine, rotations", true, &|| turbine(mesh(Interpolation::Rotations, 3, 4), 1.0, 0.0).model, 5e-3),
        ("free body", false, &|| free_body().0, 1e-2),
        ("body on a shaft", false, &|| shaft().model, 1e-3),
    ];
    for (scheme, (name, stage_only, make, h)) in every_form().iter().flat_map(|s| makers.map(|m| (s, m))) {
        // the massless yoke of the shaft is held at the inner level, where this scheme has conditions too: singular
        let singular = name == "body on a shaft" && matches!(scheme, Scheme::MomentumDecayingConstrained(_));
        if stage_only && !stage(scheme) || singular {
            continue;
        }
        let mut sim = simulate(make(), Options { scheme: *scheme, ..Default::default() });
        sim.step(h).unwrap_or_else(|e| panic!("{name}, {}: {e}", scheme.name()));
        let made = count(|| (0..20).for_each(|_| sim.step(h).unwrap()));
        assert_eq!(made, 0, "{name}, {}: {made} allocations in 20 steps", scheme.name());
    }
}
