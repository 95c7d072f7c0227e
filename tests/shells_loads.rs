//! Loads along edges of shells, sections that vary over an element, stations, resultants at nodes.

use crate::common::shell_mesh::grid;
use crate::support::{options, simulate};
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{JointId, Model, NodeKind, ShellId, ShellOptions, ShellPlace, ShellSectionId, StationsId};
use swashplate::sections::{Isotropic, ShellSection};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

fn plate(young: f64, poisson: f64, thickness: f64) -> ShellSection {
    ShellSection::isotropic("plate", &Isotropic { young, poisson, density: 1000.0 }, thickness).unwrap()
}

/// A strip along x of n elements, length `l` and width 1, clamped at x = 0; nodes turned anyhow; its clamps.
fn strip(n: usize, l: f64, sections: &dyn Fn(&mut Model) -> Vec<ShellSectionId>) -> (Model, Vec<NodeId>, Vec<JointId>) {
    let mesh = grid([n, 1], |u, v| Vec3::new(l * u, v, 0.0));
    let mut model = Model::new();
    for (k, x) in mesh.x.iter().enumerate() {
        let turn = so3::exp(&(Vec3::new(0.3, -0.2, 0.5) * (k % 4) as f64));
        model.add_node(&format!("n{k}"), NodeKind::Free, *x, turn).unwrap();
    }
    let order = [0, 2, 8, 6, 1, 5, 7, 3, 4];
    let elements: Vec<[NodeId; 9]> = (0..n).map(|e| order.map(|p| NodeId(mesh.at(2 * e + p % 3, p / 3)))).collect();
    let sections = sections(&mut model);
    model.add_shell("strip", &elements, &sections, ShellOptions::default()).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let clamps = (0..3)
        .map(|j| {
            let node = NodeId(mesh.at(0, j));
            let [a, b] = [ground, node].map(|n| model.attach(n, mesh.x[node.0], Quat::identity()).unwrap());
            model.add_joint(&format!("clamp {j}"), joints::rigid_connection(), a, b).unwrap()
        })
        .collect();
    (model, (0..3).map(|j| NodeId(mesh.at(2 * n, j))).collect(), clamps)
}

fn uniform(section: ShellSection) -> impl Fn(&mut Model) -> Vec<ShellSectionId> {
    move |model| vec![model.add_shell_section("skin", section).unwrap()]
}

/// Without density a shell is in equilibrium as one with it, and refused by name where something moves.
#[test]
fn a_shell_without_mass_is_fine_for_statics_alone() {
    let tip = |density: f64| {
        let skin = Isotropic { young: 7e10, poisson: 0.3, density };
        let (mut model, edge, _) = strip(4, 3.0, &uniform(ShellSection::isotropic("plate", &skin, 0.1).unwrap()));
        let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
        model.add_edge_load("edge", &edge, Axes::Dead, [1e5 * Vec3::z(), Vec3::zeros()], one).unwrap();
        let mut sim = simulate(model, options(0.8));
        sim.solve_static().unwrap();
        let moved = sim.motion(edge[1]).unwrap().x;
        (sim, moved)
    };
    let [(mut light, a), (_, b)] = [0.0, 1000.0].map(tip);
    // both by Newton's method, to 1e-10 of 3 m
    assert!((a - b).norm() < 1e-9 && a.z > 0.01, "{a} {b}");
    let text = light.step(1e-3).unwrap_err().to_string();
    assert!(text.contains("shell \"strip\"") && text.contains("density"), "{text}");
}

/// The clamps hold force and moment of the load: q L at the middle of the edge, and the moment per length.
#[test]
fn an_edge_load_has_its_resultants() {
    let (mut model, edge, clamps) = strip(4, 3.0, &uniform(plate(7e10, 0.3, 0.1)));
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let (force, moment) = (Vec3::new(3.0, -2.0, 1.0), Vec3::new(0.5, 0.7, 0.0));
    model.add_edge_load("edge", &edge, Axes::Dead, [force, moment], one).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().unwrap();
    let (mut sum, mut about) = (Vec3::zeros(), Vec3::zeros());
    for (j, clamp) in clamps.iter().enumerate() {
        let (f, m) = sim.joint_reaction(*clamp, 0, false).unwrap();
        sum += f;
        about += m + Vec3::new(0.0, 0.5 * j as f64, 0.0).cross(&f);
    }
    // on ground acts the load itself, by Simpson's rule at the nodes of the edge where they are now
    let at: Vec<Vec3> = edge.iter().map(|node| sim.motion(*node).unwrap().x).collect();
    let arm = (at[0] + at[1] * 4.0 + at[2]) / 6.0;
    assert!((sum - force).norm() < 1e-9, "{sum}");
    assert!((about - moment - arm.cross(&force)).norm() < 1e-9, "{about}");
}

/// A thin strip under a force across its end that turns with it: from the tip, where ψ = θ_L − θ and ψ′ are zero,
/// EI ψ″ = P cos ψ, an initial value problem; extension and shear of the strip are of the size (h/L)², 1e-5.
#[test]
fn a_follower_load_bends_a_strip_as_the_elastica() {
    let (l, h, young) = (10.0, 0.05, 1.2e8);
    let stiffness = young * h * h * h / 12.0;
    let p = 6.0 * stiffness / (l * l);
    let (mut model, edge, _) = strip(24, l, &uniform(plate(young, 0.0, h)));
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    model.add_edge_load("edge", &edge, Axes::Follower, [Vec3::new(0.0, 0.0, p), Vec3::zeros()], one).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().unwrap();
    let tip = sim.motion(edge[1]).unwrap().x;

    // (ψ, ψ′) from the tip to the root by fourth order, then the place of the tip from the root
    let steps = 2000;
    let ds = l / f64::from(steps);
    let slope = |[psi, rate]: [f64; 2]| [rate, p / stiffness * psi.cos()];
    let add = |a: [f64; 2], b: [f64; 2], c: f64| [a[0] + c * b[0], a[1] + c * b[1]];
    let mut all = vec![[0.0, 0.0]];
    for k in 0..steps as usize {
        let y = all[k];
        let a = slope(y);
        let b = slope(add(y, a, 0.5 * ds));
        let c = slope(add(y, b, 0.5 * ds));
        let d = slope(add(y, c, ds));
        all.push(std::array::from_fn(|i| y[i] + ds / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i])));
    }
    let root = all[steps as usize][0];
    let place: [f64; 2] = std::array::from_fn(|i| {
        let at = |psi: f64| if i == 0 { (root - psi).cos() } else { (root - psi).sin() };
        all.windows(2).map(|w| 0.5 * ds * (at(w[0][0]) + at(w[1][0]))).sum()
    });
    println!("tip {} {}, elastica {place:?}, turned by {:.3}", tip.x, tip.z, root);
    assert!(root > 1.5);
    assert!((tip.x - place[0]).abs() < 1e-3 * l && (tip.z - place[1]).abs() < 1e-3 * l, "{tip} {place:?}");
}

#[test]
fn edges_that_are_none_are_refused() {
    let (mut model, edge, _) = strip(2, 2.0, &uniform(plate(7e10, 0.3, 0.1)));
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let pin = model.add_node("pin", NodeKind::Point, Vec3::new(2.0, 1.5, 0.0), Quat::identity()).unwrap();
    let out = model.add_node("out", NodeKind::Point, Vec3::new(2.0, 2.0, 0.0), Quat::identity()).unwrap();
    let before = model.to_text().unwrap();
    let (force, none) = (Vec3::x(), Vec3::zeros());
    let mut refused = |nodes: &[NodeId], axes, vectors, words: &[&str]| {
        let error = model.add_edge_load("edge", nodes, axes, vectors, one).unwrap_err().to_string();
        assert!(words.iter().all(|w| error.contains(w)), "{words:?}: {error}");
        assert_eq!(model.to_text().unwrap(), before);
    };
    refused(&edge[..2], Axes::Dead, [force, none], &["2 nodes", "odd number"]);
    refused(&[], Axes::Dead, [force, none], &["0 nodes"]);
    refused(&[edge[0], edge[2], edge[1]], Axes::Dead, [force, none], &["side 1", "not near the middle"]);
    refused(&[edge[0], edge[0], edge[2]], Axes::Dead, [force, none], &["side 1"]);
    refused(&[edge[0], edge[1], edge[2], pin, out], Axes::Follower, [force, none], &["pin", "point"]);
    refused(&[edge[2], pin, out], Axes::Dead, [force, force], &["pin", "point"]);
    refused(&edge, Axes::Dead, [force * f64::NAN, none], &["force per length"]);
    refused(&[edge[0], edge[1], NodeId(999)], Axes::Dead, [force, none], &["no node"]);
    model.add_edge_load("edge", &[edge[2], pin, out], Axes::Dead, [force, none], one).unwrap();
    assert!(model.add_edge_load("edge", &edge, Axes::Dead, [force, none], one).is_err());
}

/// A strip whose stiffness, mass and thickness grow linearly from root to tip, sections at its nodes.
fn tapered(n: usize) -> (Model, Vec<NodeId>, [f64; 2]) {
    let young = 1e7;
    let at = |x: f64| {
        let thin = plate(young, 0.0, 0.02);
        ShellSection { stiffness: thin.stiffness * (1.0 + x), mass: thin.mass * (1.0 + x), ..thin }
    };
    let sections = move |model: &mut Model| {
        let rows: Vec<ShellSectionId> = (0..=2 * n)
            .map(|k| {
                let x = 2.0 * k as f64 / (2 * n) as f64;
                model.add_shell_section(&format!("at {k}"), at(x)).unwrap()
            })
            .collect();
        // corners, middles of the sides, centre: their columns along x
        (0..n).flat_map(|e| [0, 2, 2, 0, 1, 2, 1, 0, 1].map(|c| rows[2 * e + c])).collect()
    };
    let (model, edge, _) = strip(n, 2.0, &sections);
    (model, edge, [young * 0.02f64.powi(3) / 12.0, 1000.0 * 0.02])
}

/// Under an end moment the curvature is M/D(x), D = D₀ (1 + x): the tip turns by M/D₀ ln 3, with an error of fourth order or better.
#[test]
fn a_tapered_strip_turns_by_the_integral_of_its_compliance() {
    let errors = [4, 8].map(|n| {
        let (mut model, edge, [stiffness, _]) = tapered(n);
        let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
        let moment = Vec3::new(0.0, -1e-3 * stiffness, 0.0);
        model.add_edge_load("edge", &edge, Axes::Dead, [Vec3::zeros(), moment], one).unwrap();
        let start = model.node(edge[1]).unwrap().start.rotation;
        let mut sim = simulate(model, options(0.8));
        sim.solve_static().unwrap();
        let turn = (sim.motion(edge[1]).unwrap().rotation * start.inverse()).scaled_axis();
        (-turn.y / (1e-3 * 3f64.ln()) - 1.0).abs()
    });
    println!("tapered strip: {errors:?}");
    assert!(errors[1] < 2e-5 && errors[0] / errors[1] > 8.0, "{errors:?}");
}

/// ∫ m₀ (1 + x) dx = 4 m₀.
#[test]
fn a_tapered_strip_has_its_mass() {
    let (model, _, [_, mass]) = tapered(3);
    let total: f64 = model.bodies().map(|body| body.mass()).sum();
    assert!((total / (4.0 * mass) - 1.0).abs() < 1e-12, "{total}");
}

#[test]
fn sections_between_nodes_that_no_shell_has_are_named() {
    let mesh = grid([1, 1], |u, v| Vec3::new(u, v, 0.0));
    let mut model = Model::new();
    let ids: Vec<NodeId> = mesh
        .x
        .iter()
        .enumerate()
        .map(|(k, x)| model.add_node(&format!("n{k}"), NodeKind::Free, *x, Quat::identity()).unwrap())
        .collect();
    let element = [0, 2, 8, 6, 1, 5, 7, 3, 4].map(|k| ids[k]);
    let thin = model.add_shell_section("thin", plate(7e10, 0.3, 0.001)).unwrap();
    let thick = model.add_shell_section("thick", plate(7e10, 0.3, 0.1)).unwrap();
    let before = model.to_text().unwrap();
    // thick corners alone: between them the quadratic functions are negative
    let mut sections = [thin; 9];
    sections[0] = thick;
    let error = model.add_shell("skin", &[element], &sections, ShellOptions::default()).unwrap_err().to_string();
    assert!(["element 1", "Gauss point", "more elements"].iter().all(|w| error.contains(w)), "{error}");
    let error = model.add_shell("skin", &[element], &sections[..5], ShellOptions::default()).unwrap_err().to_string();
    assert!(error.contains("5 sections for 1 elements"), "{error}");
    assert_eq!(model.to_text().unwrap(), before);
    // one thickness along a side, another along the other: it is made, written and read
    let middle = model.add_shell_section("middle", plate(7e10, 0.3, 0.075)).unwrap();
    let least = model.add_shell_section("least", plate(7e10, 0.3, 0.05)).unwrap();
    let sections = [least, thick, thick, least, middle, thick, middle, least, middle];
    model.add_shell("skin", &[element], &sections, ShellOptions::default()).unwrap();
    let text = model.to_text().unwrap();
    let mut again = Model::new();
    again.from_text(&text).unwrap();
    assert_eq!(again.to_text().unwrap(), text);
}

/// A curved, distorted sheet hinged at a corner, with stations anywhere on it, or `beside` it.
fn stationed(axes: Axes, beside: bool) -> (Model, StationsId, Vec<ShellPlace>) {
    let mesh = grid([2, 2], |u, v| Vec3::new(u + 0.08 * (3.0 * v).sin(), 0.7 * v, 0.3 * (u - u * u) + 0.05 * v * v));
    let mut model = Model::new();
    let skin = model.add_shell_section("skin", plate(2e7, 0.3, 0.02)).unwrap();
    let options = ShellOptions { axis: Vec3::new(0.9, 0.3, 0.0), offset: 0.01, ..Default::default() };
    let shell = model.add_shell_patch("sheet", [2, 2], &mesh.x, skin, options).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, mesh.x[0], Quat::identity()).unwrap();
    let [a, b] = [ground, NodeId(0)].map(|n| model.attach(n, mesh.x[0], Quat::identity()).unwrap());
    model.add_joint("hinge", joints::spherical(), a, b).unwrap();
    let places = [(3, [0.3, -0.6]), (1, [1.0, 0.2]), (0, [0.0, 0.0])];
    let places = places.map(|(element, at)| ShellPlace { element, at }).to_vec();
    let offsets = [Vec3::zeros(), Vec3::new(0.02, -0.01, 0.05), Vec3::new(0.0, 0.0, -0.03)];
    let offsets = offsets.map(|offset| if beside { offset } else { Vec3::zeros() });
    let id = model.add_shell_stations("aero", shell, axes, &places, &offsets).unwrap();
    (model, id, places)
}

/// What a dead force does at a station is F·Δp of the motions that the station gives back, and that is the energy of the sheet: exactly over
/// every step of EP, as p is linear in the coordinates of the nodes. (Moments, offsets and follower loads: `src/loads/span_load.rs`.)
#[test]
fn stations_of_a_shell_take_loads_and_give_motions_by_virtual_work() {
    let (model, id, _) = stationed(Axes::Dead, false);
    let mut sim = simulate(model, Options { scheme: Scheme::EnergyPreserving, ..Default::default() });
    let forces = [Vec3::new(1.0, -2.0, 3.0), Vec3::new(-1.5, 0.5, 1.0), Vec3::new(0.3, 0.0, -2.0)];
    let loads: Vec<f64> = forces.iter().flat_map(|f| [f.x, f.y, f.z, 0.0, 0.0, 0.0]).collect();
    let places = |sim: &Simulation| [0, 1, 2].map(|k| sim.station_motion(id, k).unwrap().x);
    let start = places(&sim);
    sim.set_station_loads(id, &loads).unwrap();
    for _ in 0..50 {
        sim.step(1e-3).unwrap();
        let audit = sim.audit(Vec3::zeros()).unwrap();
        let energy = audit.kinetic_energy + audit.potential_energy;
        let work: f64 = places(&sim).iter().zip(start).zip(forces).map(|((x, from), f)| f.dot(&(x - from))).sum();
        // places of some metres are rounded to 2e-16 of them
        assert!((work - energy).abs() < 1e-11 * work.abs() + 1e-14, "{work} {energy}");
    }
    // the station moves as its point does
    let before = sim.station_motion(id, 1).unwrap();
    sim.step(1e-6).unwrap();
    let after = sim.station_motion(id, 1).unwrap();
    let speed = (after.x - before.x) / 1e-6;
    assert!((speed - 0.5 * (before.v + after.v)).norm() < 1e-6 * speed.norm(), "{speed} {}", before.v);
}

/// A station stands where the surface is, and finds itself again as the nearest point; a place beside the shell finds its edge.
#[test]
fn a_place_in_space_finds_its_point_of_the_surface() {
    let (model, id, places) = stationed(Axes::Dead, true);
    let shell = ShellId(0);
    let sim = simulate(model.clone(), options(0.8));
    let at = sim.station_motion(id, 0).unwrap();
    let state = sim.shell_state_at(shell, places[0].element, places[0].at).unwrap();
    assert!((at.x - state.x).norm() < 1e-14, "{} {}", at.x, state.x);
    assert!((at.d - state.axes).norm() < 1e-12, "{} {}", at.d, state.axes);
    let normal: Vec3 = at.d.column(2).into();
    let (found, distance) = model.nearest_on_shell(shell, at.x + normal * 0.02).unwrap();
    assert_eq!(found.element, places[0].element);
    assert!((found.at[0] - 0.3).abs() < 1e-9 && (found.at[1] + 0.6).abs() < 1e-9, "{found:?}");
    assert!((distance - 0.02).abs() < 1e-12, "{distance}");
    // beyond the edge v = 0, whose surface is 0.01 above the nodes
    let (found, distance) = model.nearest_on_shell(shell, Vec3::new(0.25, -1.0, 0.0)).unwrap();
    assert_eq!((found.element, found.at[1]), (0, -1.0));
    assert!(distance > 0.99 && distance < 1.02, "{distance}");
}

/// A strip bent by an end moment has one curvature and one moment everywhere, its nodes among them; under end shear the moment is linear along
/// it, M = F (l − x), which the extrapolation has exactly up to what the solution has.
#[test]
fn strains_and_resultants_at_nodes_are_those_of_the_beam() {
    let l = 2.0;
    for (force, moment) in [(0.0, 3.0), (0.5, 0.0)] {
        let (mut model, tip, _) = strip(4, l, &uniform(plate(1e9, 0.0, 0.05)));
        let one = model.add_function(TimeFunction::Constant(1e-3)).unwrap();
        let loads = [Vec3::new(0.0, 0.0, force), Vec3::new(0.0, -moment, 0.0)];
        model.add_edge_load("end", &tip, Axes::Dead, loads, one).unwrap();
        let mut sim = simulate(model, options(0.8));
        sim.solve_static().unwrap();
        for (element, r) in [(0, -1.0), (0, 1.0), (1, 0.0), (2, -1.0), (3, 1.0)] {
            let x = l / 4.0 * (element as f64 + 0.5 * (r + 1.0));
            for s in [-1.0, 0.0, 1.0] {
                let state = sim.shell_state_at(ShellId(0), element, [r, s]).unwrap();
                let expected = 1e-3 * (moment + force * (l - x));
                // M11 = D K11; a moment about −y stretches the lower side, a force along z the upper side of a cantilever is in tension: −
                let found = state.resultant[3].abs();
                assert!(
                    (found - expected).abs() < 1e-6 * (moment + force * l) * 1e-3 + 1e-12,
                    "{x} {s}: {found} {expected}"
                );
                assert!((state.strain[3] * 1e9 * 0.05f64.powi(3) / 12.0 - state.resultant[3]).abs() < 1e-12);
                assert!((state.resultant[6].abs() - 1e-3 * force).abs() < 1e-8, "{}", state.resultant[6]);
            }
        }
    }
}
