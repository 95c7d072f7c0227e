//! How beams are built: masses of raw tables, corners of the axis, names of schemes; through the C functions where a host asks.
#![allow(unsafe_code)] // it calls the functions as a host does

use std::ffi::CStr;
use std::ptr::{null, null_mut};
use std::sync::Arc;
use swashplate::capi::beams::*;
use swashplate::capi::library::swp_status::{self, *};
use swashplate::capi::mesh::swp_model_beam_mesh;
use swashplate::capi::model::*;
use swashplate::capi::sim::*;
use swashplate::joints;
use swashplate::loads::{Axes, TimeFunction};
use swashplate::math::quadrature::lobatto;
use swashplate::math::{Mat6, Quat, Vec3};
use swashplate::model::{BeamId, Curve, Interpolation, Model, NodeKind, Properties};
use swashplate::sections::{BeamSection, Engineering, SpanTable};
use swashplate::simulation::{Options, Simulation};

/// Numbers in [0, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn section(size: f64) -> BeamSection {
    let own = Engineering {
        axial: 1e8 * size,
        shear: [2e7 * size, 1e7 * size],
        torsion: 6e4 * size,
        bending: [7e4 * size, 1.4e6 * size],
        mass: size,
        inertia: [0.0138 * size, 0.0006 * size, 0.0132 * size],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.03, -0.01],
        principal_angle: 0.1,
        damping: 0.0,
    };
    own.section("blade").unwrap()
}

/// Mass and its moments along the axis, Σ m_i, Σ m_i s_i, Σ m_i s_i², of the nodes of a straight beam; and its smallest mass.
fn moments(model: &Model, beam: BeamId) -> ([f64; 3], f64) {
    let line = model.beam(beam).unwrap();
    let (mut sum, mut masses) = ([0.0; 3], vec![Mat6::zeros(); line.nodes.len()]);
    for (e, own) in line.sections.iter().enumerate() {
        own.masses.iter().enumerate().for_each(|(i, m)| masses[e * (line.per_element - 1) + i] += m);
    }
    for (m, node) in masses.iter().zip(&line.nodes) {
        let s = model.node(*node).unwrap().start.x[0];
        (0..3).for_each(|k| sum[k] += m[(0, 0)] * s.powi(k as i32));
    }
    (sum, masses.iter().map(|m| m.symmetric_eigenvalues().min() / m[(0, 0)].abs()).fold(f64::INFINITY, f64::min))
}

#[test]
fn raw_tables_of_any_contrast_make_beams_with_their_mass_and_its_first_moment() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (length, mut worst) = (5.0, 0.0_f64);
    for case in 0..600 {
        let (steps, elements, nodes) = (3 + case % 8, 1 + case % 7, 2 + case % 3);
        let mut edges: Vec<f64> = (1..steps).map(|_| length * (0.02 + 0.96 * random.next())).collect();
        edges.extend([0.0, length]);
        edges.sort_by(f64::total_cmp);
        edges.dedup();
        let sizes: Vec<f64> = edges[1..].iter().map(|_| 100.0_f64.powf(random.next())).collect();
        let sections: Vec<BeamSection> = sizes.iter().map(|m| section(*m)).collect();
        let table = SpanTable::staircase("blade", &edges, &sections).unwrap();
        let axis = Curve::new("axis", &[Vec3::zeros(), length * Vec3::x()], &[0.0; 2], Vec3::y()).unwrap();
        let mesh: Vec<f64> = (0..=elements).map(|k| length * k as f64 / elements as f64).collect();
        let mut model = Model::new();
        let made = model.add_beam("blade", &axis, &table, &mesh, nodes, Interpolation::Rotations, Properties::Raw);
        let beam = made.unwrap_or_else(|e| panic!("case {case}: {e}"));
        let (found, least) = moments(&model, beam);
        assert!(least > -1e-10, "case {case}: {least}");
        // ∫ m s^k ds of the staircase
        let exact: [f64; 3] = std::array::from_fn(|k| {
            let power = |s: f64| s.powi(k as i32 + 1) / (k as f64 + 1.0);
            sizes.iter().zip(edges.windows(2)).map(|(m, e)| m * (power(e[1]) - power(e[0]))).sum()
        });
        assert!((found[0] / exact[0] - 1.0).abs() < 1e-12, "case {case}: mass {} for {}", found[0], exact[0]);
        assert!((found[1] / exact[1] - 1.0).abs() < 1e-12, "case {case}: moment {} for {}", found[1], exact[1]);
        // the second moment of hat functions is too large by no more than a quarter of the squared distance of nodes
        let gap = lobatto(nodes).windows(2).map(|r| r[1] - r[0]).fold(0.0, f64::max) * 0.5 * length / elements as f64;
        let more = found[2] - exact[2];
        assert!(more > -1e-9 * exact[2] && more < 0.25 * gap * gap * exact[0], "case {case}: {more}");
        worst = worst.max(more / exact[2]);
    }
    println!("largest error of the second moment: {worst:.1e}");
}

/// An L of two straight arms of 2 m and 1 m in the x-y plane, clamped at its foot; axis 2 of the sections along z.
fn bracket(interpolation: Interpolation, force: Vec3) -> (Model, BeamId) {
    let mut model = Model::new();
    let points = [Vec3::zeros(), 2.0 * Vec3::x(), 2.0 * Vec3::x(), 2.0 * Vec3::x() + Vec3::y()];
    let axis = Curve::new("axis", &points, &[0.0; 4], Vec3::z()).unwrap();
    let own = Engineering { mass_center: [0.0; 2], principal_angle: 0.0, ..engineering() }.section("bracket").unwrap();
    let table = SpanTable::new("bracket", &[0.0, 3.0], &[own; 2]).unwrap();
    let mesh = [0.0, 1.0, 2.0, 2.5, 3.0];
    let beam = model.add_beam("bracket", &axis, &table, &mesh, 4, interpolation, Properties::Raw).unwrap();
    let nodes = model.beam(beam).unwrap().nodes.clone();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let [a, b] = [ground, nodes[0]].map(|n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
    model.add_joint("foot", joints::rigid_connection(), a, b).unwrap();
    let one = model.add_function(TimeFunction::Constant(1.0)).unwrap();
    let tip = nodes[nodes.len() - 1];
    model.add_load("force", tip, Axes::Dead, [force, Vec3::zeros(), Vec3::zeros()], one).unwrap();
    model.add_stations("middle", beam, Axes::Dead, &[2.5], &[Vec3::new(0.0, 0.1, 0.0)]).unwrap();
    (model, beam)
}

fn engineering() -> Engineering {
    Engineering {
        axial: 1e8,
        shear: [2e7, 1e7],
        torsion: 6e4,
        bending: [7e4, 1.4e6],
        mass: 8.0,
        inertia: [0.1, 0.01, 0.09],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    }
}

fn tip_of(model: Model, beam: BeamId) -> Vec3 {
    let tip = *model.beam(beam).unwrap().nodes.last().unwrap();
    let mut sim = Simulation::new(Arc::new(model), Options::default()).unwrap();
    sim.solve_static().unwrap();
    sim.motion(tip).unwrap().x - Vec3::new(2.0, 1.0, 0.0)
}

#[test]
fn a_bracket_with_a_corner_bends_and_twists_as_two_arms_do() {
    let Engineering { axial, shear, torsion, bending, .. } = engineering();
    let (l1, l2, p) = (2.0_f64, 1.0_f64, 0.1);
    // across the plane: both arms bend about axis 3, the first twists too; Castigliano
    let bend = |l: f64, ei: f64, ga: f64| l.powi(3) / (3.0 * ei) + l / ga;
    let across = p * (bend(l1, bending[1], shear[0]) + bend(l2, bending[1], shear[0]) + l1 * l2 * l2 / torsion);
    // in the plane along y: the first arm bends about axis 2, the second is pulled
    let along = p * (bend(l1, bending[0], shear[1]) + l2 / axial);
    for interpolation in [Interpolation::Rotations, Interpolation::Directors] {
        let (model, beam) = bracket(interpolation, p * Vec3::z());
        let found = tip_of(model, beam);
        assert!((found.z / across - 1.0).abs() < 1e-6, "{interpolation:?}: {} for {across}", found.z);
        let (model, beam) = bracket(interpolation, p * Vec3::y());
        let found = tip_of(model, beam);
        assert!((found.y / along - 1.0).abs() < 1e-5, "{interpolation:?}: {} for {along}", found.y);
        // where the arms are, and that a file keeps the corner
        let (model, beam) = bracket(interpolation, p * Vec3::z());
        let text = model.to_text().unwrap();
        let mut again = Model::new();
        again.from_text(&text).unwrap();
        assert_eq!(again.to_text().unwrap(), text);
        assert_eq!(tip_of(again, beam), tip_of(bracket(interpolation, p * Vec3::z()).0, beam));
        let (sum, corner) = (moments(&model, beam).0, model.beam(beam).unwrap().nodes[6]);
        assert!(
            (sum[0] - 8.0 * 3.0).abs() < 1e-12
                && (model.node(corner).unwrap().start.x - 2.0 * Vec3::x()).norm() < 1e-14
        );
    }
}

#[test]
fn masses_behind_a_corner_keep_the_centre_of_mass() {
    // centre of mass off the axis by (y, z) = (0.03, −0.01): axis 2 is z, axis 3 is −y in the first arm and x in the second
    let points = [Vec3::zeros(), 2.0 * Vec3::x(), 2.0 * Vec3::x(), 2.0 * Vec3::x() + Vec3::y()];
    let axis = Curve::new("axis", &points, &[0.0; 4], Vec3::z()).unwrap();
    let own = Engineering { mass_center: [0.03, -0.01], ..engineering() }.section("bracket").unwrap();
    let table = SpanTable::new("bracket", &[0.0, 3.0], &[own; 2]).unwrap();
    let mut model = Model::new();
    let how = (Interpolation::Directors, Properties::Raw);
    let beam = model.add_beam("bracket", &axis, &table, &[0.0, 2.0, 3.0], 3, how.0, how.1).unwrap();
    let line = model.beam(beam).unwrap();
    let (mut mass, mut moment) = (0.0, Vec3::zeros());
    for (e, own) in line.sections.iter().enumerate() {
        for (i, m) in own.masses.iter().enumerate() {
            let node = model.node(line.nodes[2 * e + i]).unwrap().start;
            let offset = Vec3::new(0.0, -m[(5, 0)], m[(4, 0)]); // in the frame of the node, times the mass
            let first = Vec3::new(m[(5, 1)], offset[1], offset[2]);
            mass += m[(0, 0)];
            moment += node.x * m[(0, 0)] + node.d * first;
        }
    }
    let [one, two] = [Vec3::new(1.0, 0.01, 0.03) * 16.0, Vec3::new(2.0 - 0.01, 0.5, 0.03) * 8.0];
    assert!((mass - 24.0_f64).abs() < 1e-12 && (moment - one - two).norm() < 1e-11, "{moment} {}", one + two);
}

/// Text of the last failure of a model.
fn said(model: *mut swp_model) -> String {
    let mut text = [0u8; 2000];
    // SAFETY: model and buffer are there.
    unsafe { swp_model_error(model, text.as_mut_ptr().cast(), text.len(), null_mut()) };
    CStr::from_bytes_until_nul(&text).unwrap().to_string_lossy().into_owned()
}

/// A blade with a swept tip through the C functions: points in line at 0, 1, 2, 3 m and the tip, the fourth given twice.
fn swept(elements: i32, mesh: Option<&[f64]>) -> Result<Vec<f64>, (swp_status, String)> {
    let points = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 0.0, 3.0, 0.0, 0.0, 3.8, -0.6, 0.0];
    // SAFETY: handles are made here and freed here; all arrays are there.
    unsafe {
        let (mut model, mut options, mut constants) = (null_mut(), std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        swp_beam_options_init(&mut options);
        swp_engineering_init(&mut constants);
        let Engineering { axial, shear, torsion, bending, mass, inertia, .. } = engineering();
        (constants.axial, constants.shear, constants.torsion) = (axial, shear, torsion);
        (constants.bending, constants.mass, constants.inertia) = (bending, mass, inertia);
        options.elements = elements;
        let (mut section, mut beam) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_add_engineering_section(model, c"own".as_ptr(), &constants, &mut section), SWP_OK);
        let mesh = mesh.map_or(null(), <[f64]>::as_ptr);
        let (name, p) = (c"blade".as_ptr(), points.as_ptr());
        let status = swp_model_add_beam(model, name, &options, 6, p, null(), 1, null(), &section, mesh, &mut beam);
        let result = match status {
            SWP_OK => {
                let mut places = vec![0.0; elements as usize + 1];
                assert_eq!(swp_model_beam_mesh(model, beam, places.as_mut_ptr(), places.len(), null_mut()), SWP_OK);
                Ok(places)
            }
            _ => Err((status, said(model))),
        };
        swp_model_free(model);
        result
    }
}

#[test]
fn elements_end_at_corners() {
    for elements in 2..12 {
        let mesh = swept(elements, None).unwrap();
        assert!((mesh.last().unwrap() - 4.0).abs() < 1e-12 && mesh.iter().any(|s| (s - 3.0).abs() < 1e-12), "{mesh:?}");
        let lengths: Vec<f64> = mesh.windows(2).map(|e| e[1] - e[0]).collect();
        let longest = lengths.iter().copied().fold(0.0, f64::max);
        assert!(lengths.iter().all(|l| *l > 0.3 * longest), "{mesh:?}");
    }
    let (status, text) = swept(1, None).unwrap_err();
    assert!(status == SWP_INVALID_ARGUMENT && text.contains("\"blade\"") && text.contains("needs 2"), "{text}");
    let (status, text) = swept(2, Some(&[0.0, 2.9, 4.0])).unwrap_err();
    assert!(status == SWP_INVALID_ARGUMENT && text.contains("corner at 3 m"), "{text}");
    assert_eq!(swept(2, Some(&[0.0, 3.0, 4.0])).unwrap(), [0.0, 3.0, 4.0]);
}

#[test]
fn schemes_have_the_names_they_were_chosen_by() {
    // SAFETY: handles are made here and freed here; buffers are there.
    unsafe {
        let mut model = null_mut();
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        let (origin, unit, inertia) = ([0.0; 3], [1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        let (mut node, mut body) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_add_node(model, c"body".as_ptr(), origin.as_ptr(), unit.as_ptr(), &mut node), SWP_OK);
        let (name, center) = (c"body".as_ptr(), origin.as_ptr());
        assert_eq!(swp_model_add_rigid_body(model, name, node, 1.0, center, inertia.as_ptr(), &mut body), SWP_OK);
        for (scheme, weighted, expected) in [
            (swp_scheme::SWP_GENERALIZED_ALPHA, false, "generalised-α"),
            (swp_scheme::SWP_HHT_ALPHA, false, "HHT-α"),
            (swp_scheme::SWP_NEWMARK, false, "Newmark"),
            (swp_scheme::SWP_GENERALIZED_ALPHA, true, "generalised-α in its stage-weighted form"),
            (swp_scheme::SWP_HHT_ALPHA, true, "HHT-α in its stage-weighted form"),
        ] {
            let (mut options, mut sim) = (std::mem::zeroed(), null_mut());
            assert_eq!(swp_sim_options_init(&mut options), SWP_OK);
            options.scheme = scheme as i32;
            // the same coefficients: a name is not read off them
            (options.rho_infinity, options.hht_alpha) = (0.5, 1.0 / 3.0);
            options.stage_weighted = weighted.into();
            assert_eq!(swp_sim_create(model, &options, &mut sim), SWP_OK);
            let mut text = [0u8; 200];
            assert_eq!(swp_sim_scheme_name(sim, text.as_mut_ptr().cast(), text.len(), null_mut()), SWP_OK);
            assert_eq!(CStr::from_bytes_until_nul(&text).unwrap().to_str().unwrap(), expected);
            swp_sim_free(sim);
        }
        swp_model_free(model);
    }
}

/// Inertia that is left out is that of a mass in its centre, wherever that is: nothing about it, but for rounding.
#[test]
fn a_section_whose_mass_is_in_one_point_beside_the_axis_is_one() {
    for k in 0..2000 {
        let [mass, place, angle] =
            [0.1 * f64::from(1 + k % 97), 1e-3 * f64::from(1 + k % 50), 0.01 * f64::from(k % 31)];
        for unit in [1.0, 1e-3, 1e3] {
            let own = Engineering {
                mass,
                inertia: [0.0; 3],
                mass_center: [place * unit, -0.3 * place * unit],
                principal_angle: angle,
                ..engineering()
            };
            let made = own.section("point");
            assert!(made.is_ok(), "mass {mass}, centre {place}, angle {angle}: {made:?}");
        }
    }
}
