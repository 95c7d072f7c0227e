//! Frequencies of blades with sharp steps on coarse meshes: what mesh optimisation and smoothing are worth (Epple 2008 ch. 7).
//!
//! Two straight cantilevers whose properties are staircases: stiff and heavy root attachments, a soft flexure, cut-outs and
//! tracking weights. As in Epple §7.3, axial and shear stiffness and the inertias are in proportion to the mass, and elements
//! are cubic. The exact frequencies come from transfer matrices, which know nothing of elements.

use crate::support;

use support::{options, simulate};
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Quat, Vec3};
use swashplate::model::{BeamId, Curve, Interpolation, Model, NodeKind, Properties};
use swashplate::results::curvature_index;
use swashplate::sections::{
    BeamSection, ElementSections, Engineering, Fallback, GradientIndex, SpanTable, StiffnessRule, cost_mesh,
    gauss_stiffness, nodal_mass, spring_mesh, step_mesh,
};

/// End of a region [m], mass [kg/m], flap, lag and torsional stiffness [kN·m²].
type Row = (f64, f64, f64, f64, f64);

/// A main rotor blade: attachment, cut-outs at 1.5, 3.1 and 5.5 m, weights at 2.3, 4.0, 4.7, 6.1 and 6.6 m, light tip.
#[rustfmt::skip]
const MAIN: &[Row] = &[
    (0.35, 78.0, 1450.0, 2300.0, 620.0),
    (0.55, 62.0, 980.0, 1900.0, 450.0),
    (0.80, 34.0, 310.0, 720.0, 190.0),
    (0.95, 47.0, 420.0, 980.0, 240.0),
    (1.15, 21.0, 120.0, 640.0, 96.0),
    (1.45, 17.5, 86.0, 1150.0, 78.0),
    (1.62, 12.0, 58.0, 840.0, 61.0),
    (2.30, 13.4, 74.0, 1480.0, 70.0),
    (2.36, 19.8, 88.0, 1600.0, 74.0),
    (3.05, 13.1, 71.0, 1440.0, 69.0),
    (3.20, 10.4, 48.0, 930.0, 52.0),
    (3.95, 12.9, 69.0, 1420.0, 68.0),
    (4.05, 17.2, 82.0, 1530.0, 73.0),
    (4.70, 12.7, 66.0, 1390.0, 66.0),
    (4.76, 26.5, 72.0, 1450.0, 69.0),
    (5.40, 12.2, 62.0, 1340.0, 63.0),
    (5.55, 9.1, 41.0, 860.0, 47.0),
    (6.10, 11.6, 57.0, 1260.0, 59.0),
    (6.18, 31.0, 70.0, 1380.0, 65.0),
    (6.55, 11.0, 52.0, 1170.0, 55.0),
    (6.62, 24.0, 55.0, 1190.0, 56.0),
    (6.90, 8.2, 31.0, 720.0, 38.0),
    (7.00, 15.5, 24.0, 510.0, 29.0),
];

/// A light blade: a soft flexure between attachments, other places, larger steps.
#[rustfmt::skip]
const FLEXURE: &[Row] = &[
    (0.18, 110.0, 900.0, 1600.0, 400.0),
    (0.50, 40.0, 60.0, 260.0, 40.0),
    (0.62, 70.0, 700.0, 1500.0, 300.0),
    (1.30, 9.5, 22.0, 420.0, 20.0),
    (1.37, 16.0, 40.0, 700.0, 30.0),
    (2.71, 7.4, 16.0, 390.0, 15.0),
    (2.90, 5.0, 8.0, 180.0, 8.0),
    (3.33, 7.2, 15.0, 370.0, 14.0),
    (3.38, 30.0, 17.0, 380.0, 15.0),
    (4.21, 6.8, 14.0, 340.0, 13.0),
    (4.29, 25.0, 16.0, 360.0, 14.0),
    (4.70, 5.1, 7.0, 190.0, 8.0),
    (4.90, 9.0, 5.0, 120.0, 5.0),
];

/// Epple's factors in SI: axial and shear stiffness [m²/s²] and inertias [m²] for a mass of one.
const AXIAL: f64 = 2.7035e7;
const SHEAR: f64 = 1.35174e6;
const INERTIA: [f64; 3] = [0.014205, 0.0035489, 0.010656];

fn table(rows: &[Row]) -> SpanTable {
    let section = |&(_, m, flap, lag, torsion): &Row| {
        let own = Engineering {
            axial: AXIAL * m,
            shear: [SHEAR * m; 2],
            torsion: 1e3 * torsion,
            bending: [1e3 * flap, 1e3 * lag],
            mass: m,
            inertia: INERTIA.map(|i| i * m),
            tension_center: [0.0; 2],
            shear_center: [0.0; 2],
            mass_center: [0.0; 2],
            principal_angle: 0.0,
            damping: 0.0,
        };
        own.section("blade").unwrap()
    };
    let edges: Vec<f64> = std::iter::once(0.0).chain(rows.iter().map(|r| r.0)).collect();
    SpanTable::staircase("blade", &edges, &rows.iter().map(section).collect::<Vec<BeamSection>>()).unwrap()
}

/// First four flap (0 to 3) and lag (4 to 7) frequencies [rad/s].
type Spectrum = [f64; 8];

/// Where the determinant of a clamped-free Timoshenko beam is zero: w' = θ + Q/GA, θ' = M/EI, Q' = −m ω² w,
/// M' = −Q − ϱI ω² θ from region to region, M and Q in units of 100 kN·m and 100 kN.
fn exact(rows: &[Row]) -> Spectrum {
    let unit = 1e5;
    let determinant = |plane: usize, omega: f64| {
        let (mut state, mut from) = (nalgebra::Matrix4x2::zeros(), 0.0);
        (state[(2, 0)], state[(3, 1)]) = (1.0, 1.0);
        for &(to, m, flap, lag, _) in rows {
            let bending = 1e3 * [flap, lag][plane];
            let mut a = nalgebra::Matrix4::zeros();
            (a[(0, 1)], a[(0, 3)]) = (1.0, unit / (SHEAR * m));
            a[(1, 2)] = unit / bending;
            (a[(2, 1)], a[(2, 3)]) = (-INERTIA[1 + plane] * m * omega * omega / unit, -1.0);
            a[(3, 0)] = -m * omega * omega / unit;
            state = (a * (to - from)).exp() * state;
            from = to;
        }
        state[(2, 0)] * state[(3, 1)] - state[(2, 1)] * state[(3, 0)]
    };
    let mut found = Vec::new();
    for plane in 0..2 {
        let mut low = 1.0;
        while found.len() < 4 * (plane + 1) {
            let (mut lo, mut hi) = (low, 1.01 * low);
            low = hi;
            let sign = determinant(plane, lo).signum();
            if sign == determinant(plane, hi).signum() {
                continue;
            }
            for _ in 0..60 {
                let mid = 0.5 * (lo + hi);
                if determinant(plane, mid).signum() == sign { lo = mid } else { hi = mid }
            }
            found.push(0.5 * (lo + hi));
        }
    }
    found.try_into().unwrap()
}

/// How the table gets to the elements.
#[derive(Debug, Clone, Copy, PartialEq)]
enum How {
    /// values at the points
    Raw,
    /// Epple (7.7), (7.8): moments of mass and stiffness
    Epple,
    /// as the library does it: moments of mass and compliance
    Smoothed,
}

/// A cantilever along x.
fn blade(table: &SpanTable, mesh: &[f64], how: How) -> (Model, BeamId) {
    let mut model = Model::new();
    let end = table.ends().1;
    let beam = match how {
        How::Epple => {
            let place = |e: &[f64], r: f64| {
                (Vec3::new(0.5 * (e[0] + e[1]) + 0.5 * (e[1] - e[0]) * r, 0.0, 0.0), Quat::identity())
            };
            let mut frames = vec![place(&mesh[..2], -1.0)];
            frames.extend(mesh.windows(2).flat_map(|e| lobatto(4)[1..].iter().map(move |r| place(e, *r))));
            let element = |e: &[f64]| {
                let stiffness = gauss_stiffness(table, e[0], e[1], 3, StiffnessRule::Moments).unwrap();
                let masses = nodal_mass(table, e[0], e[1], 4).unwrap();
                ElementSections { points: stiffness.into_iter().map(|k| (k, 0.0)).collect(), masses }
            };
            let elements: Vec<_> = mesh.windows(2).map(element).collect();
            model.add_beam_elements("blade", &frames, 4, Interpolation::Rotations, &elements).unwrap()
        }
        _ => {
            let axis = Curve::new("axis", &[Vec3::zeros(), Vec3::x() * end], &[0.0; 2], Vec3::y()).unwrap();
            let properties = if how == How::Raw { Properties::Raw } else { Properties::Smoothed(Fallback::Share) };
            model.add_beam("blade", &axis, table, mesh, 4, Interpolation::Rotations, properties).unwrap()
        }
    };
    let first = model.beam(beam).unwrap().nodes[0];
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let [a, b] = [ground, first].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    model.add_joint("root", joints::rigid_connection(), a, b).unwrap();
    (model, beam)
}

/// Flap modes move along z and turn about y, lag modes along y and about z; the others are torsion and stretching.
fn spectrum(table: &SpanTable, mesh: &[f64], how: How) -> Spectrum {
    let mut sim = simulate(blade(table, mesh, how).0, options(0.8));
    for count in [14, 20, 32] {
        let modes = sim.modes(Vec3::zeros(), count).unwrap();
        let mut found = [Vec::new(), Vec::new()];
        for mode in modes {
            let part = |k: usize| mode.shape.iter().map(|n| n[k].norm_sqr()).sum::<f64>();
            let all: f64 = (0..6).map(part).sum();
            for (kind, share) in [part(2) + part(4), part(1) + part(5)].into_iter().enumerate() {
                // nothing couples the planes: a mode is of one kind altogether
                assert!(share < 1e-6 * all || share > (1.0 - 1e-6) * all, "{} rad/s: {share} of {all}", mode.frequency);
                if share > 0.5 * all {
                    found[kind].push(mode.frequency);
                }
            }
        }
        if found.iter().all(|f| f.len() >= 4) {
            return std::array::from_fn(|i| found[i / 4][i % 4]);
        }
    }
    panic!("four flap and four lag modes are not among the first 32");
}

fn errors(found: Spectrum, exact: &Spectrum) -> Spectrum {
    std::array::from_fn(|i| (found[i] / exact[i] - 1.0).abs())
}

fn mean(errors: &Spectrum) -> f64 {
    errors.iter().sum::<f64>() / 8.0
}

fn print(what: &str, errors: &Spectrum) {
    let each: Vec<String> = errors.iter().map(|e| format!("{e:.1e}")).collect();
    println!("{what:24} {} | {:.1e}", each.join(" "), mean(errors));
}

fn equal(table: &SpanTable, elements: usize) -> Vec<f64> {
    (0..=elements).map(|k| table.ends().1 * k as f64 / elements as f64).collect()
}

/// Meshes with E_r = 4, by springs and by cost.
fn optimised(table: &SpanTable, elements: usize) -> [(&'static str, Vec<f64>); 2] {
    let index = GradientIndex::new(table, elements, &[]).unwrap();
    [("spring", spring_mesh(&index, 4.0).unwrap().nodes), ("cost", cost_mesh(&index, 4.0).unwrap().nodes)]
}

/// A node on every step, and equal elements of no more than this length between them.
fn stepped(table: &SpanTable, longest: f64) -> Vec<f64> {
    let mut mesh = vec![0.0];
    for region in table.stations().chunks(2) {
        let (from, length) = (region[0], region[1] - region[0]);
        let parts = (length / longest - 1e-9).ceil();
        mesh.extend((1..=parts as usize).map(|k| from + length * k as f64 / parts));
    }
    mesh
}

#[test]
fn with_a_node_on_every_step_frequencies_converge_to_those_of_transfer_matrices() {
    // the root of the second blade: few elements go a long way
    let root = &FLEXURE[..4];
    let (steps, solution) = (table(root), exact(root));
    let mut last = 1.0;
    for (longest, limit) in [(0.4, 1e-3_f64), (0.2, 2e-5), (0.1, 5e-7), (0.06, 4e-8)] {
        let found = errors(spectrum(&steps, &stepped(&steps, longest), How::Raw), &solution);
        print(&format!("elements up to {longest} m"), &found);
        assert!(mean(&found) < limit.min(0.1 * last), "{longest}: {found:?}");
        assert!(longest > 0.1 || [0, 1, 4, 5].iter().all(|k| found[*k] < 2e-8), "{found:?}");
        last = mean(&found);
    }
    // a whole blade, smoothing included: it changes nothing where no element has a step
    let (whole, solution) = (table(FLEXURE), exact(FLEXURE));
    for how in [How::Raw, How::Epple, How::Smoothed] {
        let found = errors(spectrum(&whole, &stepped(&whole, 0.7), how), &solution);
        print(&format!("node on each step, {how:?}"), &found);
        assert!(found.iter().all(|e| *e < 1e-4) && mean(&found) < 2e-5, "{how:?}: {found:?}");
    }
}

#[test]
fn ten_elements_are_five_times_better_with_optimised_mesh_and_smoothed_properties() {
    for (name, rows) in [("main", MAIN), ("flexure", FLEXURE)] {
        let (table, exact) = (table(rows), exact(rows));
        let equal_raw = errors(spectrum(&table, &equal(&table, 10), How::Raw), &exact);
        print(&format!("{name}: equal, Raw"), &equal_raw);
        for (method, mesh) in optimised(&table, 10) {
            let [raw, epple, smoothed] =
                [How::Raw, How::Epple, How::Smoothed].map(|how| errors(spectrum(&table, &mesh, how), &exact));
            print(&format!("{name}: {method}, Raw"), &raw);
            print(&format!("{name}: {method}, Epple"), &epple);
            print(&format!("{name}: {method}, Smoothed"), &smoothed);
            assert!(5.0 * mean(&smoothed) <= mean(&equal_raw), "{name}, {method}: {smoothed:?}, {equal_raw:?}");
            let larger = (0..8).find(|&k| smoothed[k] > equal_raw[k]);
            assert!(larger.is_none(), "{name}, {method}: frequency {larger:?}, {smoothed:?}, {equal_raw:?}");
            // the same mesh: what smoothing alone is worth, and compliance instead of stiffness
            assert!(mean(&raw) > 5.0 * mean(&smoothed) && mean(&epple) > 20.0 * mean(&smoothed), "{name}, {method}");
        }
    }
}

#[test]
fn errors_fall_with_the_number_of_elements_down_to_a_ten_thousandth() {
    const GOAL: f64 = 1e-4;
    for (name, rows) in [("main", MAIN), ("flexure", FLEXURE)] {
        let (table, exact) = (table(rows), exact(rows));
        for method in 0..2 {
            let series = |counts: &[usize]| -> Vec<Spectrum> {
                let mesh = |n: &usize| optimised(&table, *n)[method].1.clone();
                counts.iter().map(|n| errors(spectrum(&table, &mesh(n), How::Smoothed), &exact)).collect()
            };
            // the mean, two elements more each time; in between a step may come to lie badly
            let all = series(&[4, 6, 8, 10, 12, 16]);
            all.iter().for_each(|e| print(&format!("{name}, method {method}"), e));
            let means: Vec<f64> = all[..5].iter().map(mean).collect();
            let arrived = means.iter().position(|e| *e < GOAL);
            assert!(arrived.is_some(), "{name}, {method}: {means:?}");
            assert!(means[..=arrived.unwrap()].windows(2).all(|e| e[1] < e[0]), "{name}, {method}: {means:?}");
            // each frequency, twice as many elements each time
            for (few, many) in [(0, 2), (2, 5)] {
                let fell = |k: usize| all[many][k] < GOAL || all[many][k] < all[few][k];
                assert!((0..8).all(fell), "{name}, {method}: {:?} {:?}", all[few], all[many]);
            }
        }
    }
    // the first blade with springs: the mean, one element more each time
    let (table, exact) = (table(MAIN), exact(MAIN));
    let found = |n: usize| mean(&errors(spectrum(&table, &optimised(&table, n)[0].1, How::Smoothed), &exact));
    let means: Vec<f64> = (4..=10).map(found).collect();
    assert!(means.windows(2).all(|e| e[1] < e[0]) && means[6] < GOAL, "{means:?}");
}

#[test]
fn the_current_curvature_draws_elements_to_where_it_changes() {
    // the same section everywhere: the table alone gives equal elements
    let row = (6.0, 12.0, 60.0, 1200.0, 60.0);
    let table = table(&[row]);
    let length = table.ends().1;
    let (elements, loaded) = (10, 6); // the moment acts at the end of element 6
    let index = GradientIndex::new(&table, elements, &[]).unwrap();
    let before = spring_mesh(&index, 4.0).unwrap();
    assert!((before.ratio - 1.0).abs() < 1e-9);

    // a moment inside the span bends the part up to it, by M/EI = 0.1/m, and leaves the rest straight
    let (mut model, beam) = blade(&table, &before.nodes, How::Smoothed);
    let node = model.beam(beam).unwrap().nodes[3 * loaded];
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let moment = Vec3::new(0.0, 6e3, 0.0);
    model.add_load("moment", node, Axes::Dead, [Vec3::zeros(), moment, Vec3::zeros()], one).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.solve_static().unwrap();
    for s in before.nodes.windows(2).flat_map(|e| [0.1, 0.5, 0.9].map(|t| e[0] + t * (e[1] - e[0]))) {
        let strain = sim.section_force(beam, s).unwrap().0;
        let expected = if s < 0.6 * length { 0.1 } else { 0.0 };
        assert!((strain[4].abs() - expected).abs() < 1e-6, "{s}: {strain}");
    }

    // twist and lag are noise and stay out
    let index = curvature_index(sim.model(), sim.state(), beam, elements).unwrap();
    for mesh in [spring_mesh(&index, 4.0).unwrap(), cost_mesh(&index, 4.0).unwrap()] {
        let of = |e: &[f64]| (e[1] - e[0], (0.5 * (e[0] + e[1]) - 0.6 * length).abs());
        let parts: Vec<(f64, f64)> = mesh.nodes.windows(2).map(of).collect();
        let shortest = parts.iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert!(shortest.1 <= shortest.0 && mesh.ratio > 2.5, "{mesh:?}");
        // shorter than equal elements near the change, longer far from it
        assert!(parts.iter().all(|(part, far)| *far > 0.1 * length || *part < 0.6), "{mesh:?}");
        assert!(parts.iter().all(|(part, far)| *far < 0.3 * length || *part > 0.6), "{mesh:?}");
        // and a blade can be made with it
        let (model, beam) = blade(&table, &mesh.nodes, How::Smoothed);
        assert_eq!(model.beam(beam).unwrap().mesh, mesh.nodes);
    }
}

#[test]
fn without_load_the_curvature_changes_no_mesh_and_a_beam_of_elements_has_none() {
    let table = table(MAIN);
    let index = GradientIndex::new(&table, 10, &[]).unwrap();
    let mesh = spring_mesh(&index, 4.0).unwrap();
    let (model, beam) = blade(&table, &mesh.nodes, How::Smoothed);
    let sim = simulate(model, options(0.8));
    assert_eq!(curvature_index(sim.model(), sim.state(), beam, 10).unwrap(), index);

    let (model, beam) = blade(&table, &mesh.nodes, How::Epple);
    let sim = simulate(model, options(0.8));
    let text = curvature_index(sim.model(), sim.state(), beam, 10).unwrap_err().to_string();
    assert!(text.contains("\"blade\"") && text.contains("no table") && text.contains("add_beam"), "{text}");
}

/// A blade of random regions: masses and stiffnesses of neighbours differ by factors up to `contrast`.
fn random_blade(seed: u64, contrast: f64) -> Vec<Row> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let count = 5 + (10.0 * random()) as usize;
    let mut edges: Vec<f64> = (0..count).map(|_| 0.2 + 6.6 * random()).collect();
    edges.sort_by(f64::total_cmp);
    edges.dedup_by(|a, b| *a - *b < 0.05);
    edges.push(7.0);
    let mut level = |base: f64| base * contrast.powf(random() - 0.5);
    edges.iter().map(|s| (*s, level(12.0), level(80.0), level(1200.0), level(60.0))).collect()
}

/// Meshes of a number of elements: as the library makes them by default, by springs and by cost.
fn meshes(table: &SpanTable, elements: usize) -> Vec<(&'static str, Vec<f64>)> {
    let index = GradientIndex::new(table, elements, &[]).unwrap();
    vec![
        ("steps", step_mesh(table, elements, &[]).unwrap().nodes),
        ("spring, 2", spring_mesh(&index, 2.0).unwrap().nodes),
        ("spring, 4", spring_mesh(&index, 4.0).unwrap().nodes),
        ("cost, 2", cost_mesh(&index, 2.0).unwrap().nodes),
        ("cost, 4", cost_mesh(&index, 4.0).unwrap().nodes),
    ]
}

/// For each mesh: how often its mean error is larger than that of equal elements, how often twice as large, and the geometric mean
/// of the gain; all with smoothed properties.
fn against_equal(contrast: f64, seeds: u64, counts: &[usize], kinds: usize) -> Vec<(usize, usize, f64)> {
    let mut found = vec![(0, 0, 0.0); kinds];
    for seed in 1..=seeds {
        let rows = random_blade(seed, contrast);
        let (table, exact) = (table(&rows), exact(&rows));
        for n in counts {
            let plain = mean(&errors(spectrum(&table, &equal(&table, *n), How::Smoothed), &exact));
            for ((_, mesh), sum) in meshes(&table, *n).iter().zip(&mut found) {
                let other = mean(&errors(spectrum(&table, mesh, How::Smoothed), &exact));
                sum.0 += usize::from(other > plain * (1.0 + 1e-6));
                sum.1 += usize::from(other > 2.0 * plain);
                sum.2 += (plain / other).ln() / (seeds as usize * counts.len()) as f64;
            }
        }
    }
    found.into_iter().map(|(worse, twice, gain)| (worse, twice, gain.exp())).collect()
}

#[test]
#[ignore = "the table of the header, five minutes"]
fn meshes_against_equal_elements() {
    for contrast in [3.0, 30.0] {
        for counts in [&[4, 5, 6, 7][..], &[8, 9, 10], &[11, 12, 13], &[14, 16, 20]] {
            let found = against_equal(contrast, 12, counts, 5);
            let names = ["steps", "spring, 2", "spring, 4", "cost, 2", "cost, 4"];
            for (name, (worse, twice, gain)) in names.iter().zip(found) {
                println!(
                    "contrast {contrast}, {counts:?}, {name}: worse {worse}, twice as bad {twice}, gain {gain:.2}"
                );
            }
        }
    }
}

#[test]
fn meshes_on_the_steps_are_better_than_equal_elements_from_ten_elements_on() {
    for (contrast, least) in [(3.0, 1.5), (30.0, 5.0)] {
        let (worse, twice, gain) = against_equal(contrast, 3, &[10, 13, 16], 1)[0];
        println!("contrast {contrast}: worse {worse} of 9, twice as bad {twice}, gain {gain:.2}");
        assert!(worse <= 3 && twice == 0 && gain > least, "{worse} {twice} {gain}");
        // and below eight they are equal elements
        let table = table(&random_blade(1, contrast));
        let (found, expected) = (step_mesh(&table, 7, &[]).unwrap(), equal(&table, 7));
        assert!(found.nodes.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12));
    }
    // every step has an element's end where there are elements enough, and none is too long
    let table = table(MAIN);
    let mesh = step_mesh(&table, 40, &[]).unwrap();
    assert!(table.steps().iter().all(|s| mesh.nodes.contains(s)) && mesh.nodes.len() == 41);
    assert!(mesh.nodes.windows(2).all(|e| e[1] > e[0] && e[1] - e[0] <= 2.0 * 7.0 / 40.0));
}
