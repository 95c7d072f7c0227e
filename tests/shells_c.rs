//! Shells through the C functions: a plate under pressure, laminates, files, and what is refused.
#![allow(unsafe_code)] // it calls the functions as a host does

use libc::c_char;
use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};
use swashplate::capi::files::*;
use swashplate::capi::library::{swp_status, swp_status::*};
use swashplate::capi::model::*;
use swashplate::capi::shells::*;
use swashplate::capi::sim::*;
use swashplate::capi::statics::swp_sim_solve_static;
use swashplate::capi::ties::*;

/// A model that is freed at the end.
struct Model(*mut swp_model);

impl Model {
    fn new() -> Self {
        let mut model = null_mut();
        // SAFETY: `model` is a local variable.
        assert_eq!(unsafe { swp_model_create(&mut model) }, SWP_OK);
        Model(model)
    }

    fn error(&self) -> String {
        let mut text = [0 as c_char; 2000];
        // SAFETY: the text is as long as said, and ends with a zero byte.
        unsafe {
            assert_eq!(swp_model_error(self.0, text.as_mut_ptr(), text.len(), null_mut()), SWP_OK);
            CStr::from_ptr(text.as_ptr()).to_str().unwrap().into()
        }
    }

    /// The model as text: what a call that fails must leave alone.
    fn text(&self) -> String {
        let mut needed = 0;
        // SAFETY: the first call asks for the length alone; the second has that room.
        unsafe {
            swp_model_to_text(self.0, null_mut(), 0, &mut needed);
            let mut text = vec![0 as c_char; needed];
            assert_eq!(swp_model_to_text(self.0, text.as_mut_ptr(), needed, &mut needed), SWP_OK);
            CStr::from_ptr(text.as_ptr()).to_str().unwrap().into()
        }
    }

    /// The call is refused with this status and words, and leaves the model as it was.
    fn refuses(&self, status: swp_status, words: &[&str], call: impl FnOnce(*mut swp_model) -> swp_status) {
        let before = self.text();
        assert_eq!(call(self.0), status, "{}", self.error());
        let text = self.error();
        for word in words {
            assert!(text.contains(word), "\"{word}\" is not in: {text}");
        }
        assert_eq!(before, self.text(), "{text}");
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: made by swp_model_create, freed once.
        unsafe { swp_model_free(self.0) };
    }
}

const CARBON: swp_ply = swp_ply {
    thickness: 1.25e-4,
    angle: 0.3,
    e1: 1.4e11,
    e2: 1e10,
    g12: 5e9,
    nu12: 0.3,
    g13: 5e9,
    g23: 3e9,
    density: 1600.0,
};

/// A plate section of aluminium, 10 mm.
fn skin(model: &Model) -> swp_shell_section {
    let mut out = swp_shell_section { id: 0 };
    // SAFETY: a literal and a local variable.
    let status =
        unsafe { swp_model_add_plate_section(model.0, c"skin".as_ptr(), 7e10, 0.3, 2700.0, 0.01, 0.0, &mut out) };
    assert_eq!(status, SWP_OK, "{}", model.error());
    out
}

/// Places of a patch of n × n elements on the unit square.
fn places(n: usize) -> Vec<f64> {
    let side = 2 * n + 1;
    let at = |k: usize| k as f64 / (side - 1) as f64;
    (0..side * side).flat_map(|k| [at(k % side), at(k / side), 0.0]).collect()
}

/// Nine nodes of one element on the unit square, as a mesh lists them, in a model of their own; then the element's nodes.
fn nine(model: &Model) -> Vec<swp_node> {
    let at = [[0, 0], [2, 0], [2, 2], [0, 2], [1, 0], [2, 1], [1, 2], [0, 1], [1, 1]];
    let node = |k: usize| {
        let (mut out, name) = (swp_node { id: 0 }, CString::new(format!("n{k}")).unwrap());
        let place = [0.5 * f64::from(at[k][0]), 0.5 * f64::from(at[k][1]), 0.0];
        // SAFETY: local variables.
        let status = unsafe { swp_model_add_node(model.0, name.as_ptr(), place.as_ptr(), null(), &mut out) };
        assert_eq!(status, SWP_OK);
        out
    };
    (0..9).map(node).collect()
}

/// A square plate, simply clamped all around by clamps of its edge nodes, under a small pressure: w = 0.00126532 q a⁴/D at its centre
/// (thin plate; shear at h/a = 0.01 adds 0.3 %).
#[test]
fn a_clamped_plate_under_pressure_bends_as_plate_theory_says() {
    let model = Model::new();
    let section = skin(&model);
    let (n, pressure) = (8, 100.0);
    let side = 2 * n + 1;
    let places = places(n);
    // SAFETY: every pointer is NULL where that is allowed, or that of a local variable.
    unsafe {
        let mut shell = swp_shell { id: 0 };
        let status = swp_model_add_shell_patch(
            model.0,
            c"plate".as_ptr(),
            null(),
            section,
            n as i32,
            n as i32,
            side * side,
            places.as_ptr(),
            &mut shell,
        );
        assert_eq!(status, SWP_OK, "{}", model.error());
        let (mut elements, mut nodes) = (0, 0);
        assert_eq!(swp_model_shell_element_count(model.0, shell, &mut elements), SWP_OK);
        assert_eq!(swp_model_shell_node_count(model.0, shell, &mut nodes), SWP_OK);
        assert_eq!((elements, nodes), (n * n, side * side));
        let mut all = vec![swp_node { id: 0 }; nodes];
        assert_eq!(swp_model_shell_nodes(model.0, shell, nodes, all.as_mut_ptr()), SWP_OK);

        let (mut centre, mut ground, origin) = (swp_node { id: 0 }, swp_node { id: 0 }, [0.0; 3]);
        assert_eq!(swp_model_add_ground(model.0, c"ground".as_ptr(), origin.as_ptr(), null(), &mut ground), SWP_OK);
        for (i, j) in (0..side * side).map(|k| (k % side, k / side)) {
            let name = CString::new(format!("plate[{i},{j}]")).unwrap();
            let mut id = 0;
            assert_eq!(swp_model_find_id(model.0, c"node".as_ptr(), name.as_ptr(), &mut id), SWP_OK);
            assert!(all.iter().any(|node| node.id == id));
            if (i, j) == (n, n) {
                centre = swp_node { id };
            }
            if i == 0 || j == 0 || i + 1 == side || j + 1 == side {
                let (mut clamp, label) = (std::mem::zeroed(), CString::new(format!("clamp {i} {j}")).unwrap());
                let status = swashplate::capi::frames::swp_model_add_clamp(
                    model.0,
                    label.as_ptr(),
                    ground,
                    swp_node { id },
                    &mut clamp,
                );
                assert_eq!(status, SWP_OK, "{}", model.error());
            }
        }
        let mut one = std::mem::zeroed();
        assert_eq!(swp_model_add_constant(model.0, 1.0, &mut one), SWP_OK);
        assert_eq!(swp_model_add_pressure(model.0, c"wind".as_ptr(), shell, pressure, one), SWP_OK);

        let deflection = |model: &Model, centre: swp_node, shell: swp_shell| {
            let mut sim = null_mut();
            assert_eq!(swp_sim_create(model.0, null(), &mut sim), SWP_OK, "{}", model.error());
            assert_eq!(swp_sim_solve_static(sim), SWP_OK);
            let mut motion = std::mem::zeroed();
            assert_eq!(swashplate::capi::query::swp_sim_motion(sim, centre, &mut motion), SWP_OK);
            // the centre of the plate is a corner of elements; the Gauss point next to it
            let mut state: swp_shell_state = std::mem::zeroed();
            assert_eq!(swp_sim_shell_state(sim, shell, 27, 8, &mut state), SWP_OK);
            assert_eq!(swp_sim_shell_state(sim, shell, 64, 8, &mut state), SWP_INVALID_ARGUMENT);
            assert_eq!(swp_sim_shell_state(sim, shell, 27, 9, &mut state), SWP_INVALID_ARGUMENT);
            assert_eq!(swp_sim_shell_state(sim, shell, 27, 8, null_mut()), SWP_NULL_POINTER);
            swp_sim_free(sim);
            (motion.position[2], state)
        };
        let (w, state) = deflection(&model, centre, shell);
        let stiffness = 7e10 * 1e-6 / (12.0 * (1.0 - 0.09));
        let thin = -0.00126532 * pressure / stiffness;
        assert!((w / thin - 1.0).abs() < 0.005, "{w} {thin}");
        // pushed down: the upper side is compressed in the middle, M11 = −0.0229 q a² (Timoshenko) at the centre itself
        assert!(
            state.resultant[3] < -0.022 * pressure && state.resultant[3] > -0.0235 * pressure,
            "{:?}",
            state.resultant
        );
        assert!((state.axes[8] - 1.0).abs() < 1e-6);

        // the same model through its text
        let again = Model::new();
        let text = CString::new(model.text()).unwrap();
        assert_eq!(swp_model_from_text(again.0, text.as_ptr()), SWP_OK, "{}", again.error());
        let mut id = 0;
        assert_eq!(swp_model_find_id(again.0, c"shell".as_ptr(), c"plate".as_ptr(), &mut id), SWP_OK);
        let (other, _) = deflection(&again, centre, swp_shell { id });
        assert_eq!(w, other);
        assert_eq!(model.text(), again.text());
    }
}

#[test]
fn sections_that_no_shell_has_are_refused() {
    let model = Model::new();
    let mut out = swp_shell_section { id: 0 };
    let p: *mut swp_shell_section = &mut out;
    // SAFETY: local variables and literals, or NULL where the refusal of that is meant.
    unsafe {
        let plate = |m, young, poisson, density, thickness, damping, out| {
            swp_model_add_plate_section(m, c"skin".as_ptr(), young, poisson, density, thickness, damping, out)
        };
        model.refuses(SWP_NULL_POINTER, &["out"], |m| plate(m, 7e10, 0.3, 1.0, 0.01, 0.0, null_mut()));
        model.refuses(SWP_INVALID_ARGUMENT, &["skin", "Young"], |m| plate(m, -1.0, 0.3, 1.0, 0.01, 0.0, p));
        model.refuses(SWP_INVALID_ARGUMENT, &["skin", "Poisson"], |m| plate(m, 7e10, 0.7, 1.0, 0.01, 0.0, p));
        model.refuses(SWP_INVALID_ARGUMENT, &["skin", "density"], |m| plate(m, 7e10, 0.3, f64::NAN, 0.01, 0.0, p));
        model.refuses(SWP_INVALID_ARGUMENT, &["skin", "thickness"], |m| plate(m, 7e10, 0.3, 1.0, 0.0, 0.0, p));
        model.refuses(SWP_INVALID_ARGUMENT, &["skin", "damping"], |m| plate(m, 7e10, 0.3, 1.0, 0.01, -1.0, p));
        let laminate = |m, plies: &[swp_ply], reference| {
            swp_model_add_laminate(m, c"lay-up".as_ptr(), plies.len(), plies.as_ptr(), reference, 0.0, p)
        };
        let bad = |change: fn(&mut swp_ply)| {
            let mut ply = CARBON;
            change(&mut ply);
            [CARBON, ply]
        };
        model.refuses(SWP_INVALID_ARGUMENT, &["lay-up", "at least one"], |m| laminate(m, &[], 0.0));
        model.refuses(SWP_INVALID_ARGUMENT, &["ply 2", "degrees"], |m| laminate(m, &bad(|p| p.angle = 45.0), 0.0));
        model.refuses(SWP_INVALID_ARGUMENT, &["ply 2", "exchanged"], |m| laminate(m, &bad(|p| p.nu12 = 4.0), 0.0));
        model.refuses(SWP_INVALID_ARGUMENT, &["ply 2", "G13"], |m| laminate(m, &bad(|p| p.g13 = 0.0), 0.0));
        model.refuses(SWP_INVALID_ARGUMENT, &["reference"], |m| laminate(m, &[CARBON], 1.0));
        // a matrix: D in N·mm for a plate in N/m and m
        let mut matrix = [0.0; 64];
        for (k, value) in [7e8, 7e8, 2.5e8, 5.8e3, 5.8e3, 2e3, 2e8, 2e8].into_iter().enumerate() {
            matrix[9 * k] = value;
        }
        let add = |m, convention, matrix: &[f64; 64], inertia: &[f64; 3]| {
            let name = c"given".as_ptr();
            swp_model_add_shell_section(m, name, convention, matrix.as_ptr(), 0.01, inertia.as_ptr(), 0.0, p)
        };
        let (mass, change) = ([27.0, 0.0, 2.25e-4], |place: usize, value: f64| {
            let mut changed = matrix;
            changed[place] = value;
            changed
        });
        model.refuses(SWP_INVALID_ARGUMENT, &["convention 7"], |m| add(m, 7, &matrix, &mass));
        model.refuses(SWP_INVALID_ARGUMENT, &["units", "bending 11"], |m| add(m, 0, &change(27, 5.8e6), &mass));
        model.refuses(SWP_INVALID_ARGUMENT, &["not symmetric"], |m| add(m, 0, &change(1, 1e8), &mass));
        model.refuses(SWP_INVALID_ARGUMENT, &["not finite"], |m| add(m, 0, &change(1, f64::NAN), &mass));
        model.refuses(SWP_INVALID_ARGUMENT, &["second moment"], |m| add(m, 0, &matrix, &[27.0, 1.0, 2.25e-4]));
        assert_eq!(add(model.0, 0, &matrix, &mass), SWP_OK, "{}", model.error());
        model.refuses(SWP_DUPLICATE_NAME, &["given"], |m| add(m, 0, &matrix, &mass));
    }
}

#[test]
fn meshes_that_no_shell_has_are_refused_by_element_and_node() {
    let model = Model::new();
    let (section, nodes) = (skin(&model), nine(&model));
    let mut out = swp_shell { id: 0 };
    let p: *mut swp_shell = &mut out;
    let mut options: swp_shell_options = unsafe_options();
    // SAFETY: local variables and literals, or NULL where the refusal of that is meant.
    unsafe {
        let add = |m, nodes: &[swp_node], sections: &[swp_shell_section], options: *const swp_shell_options| {
            let (count, name) = (nodes.len(), c"hull".as_ptr());
            swp_model_add_shell(m, name, options, count, nodes.as_ptr(), sections.len(), sections.as_ptr(), p)
        };
        model.refuses(SWP_INVALID_ARGUMENT, &["hull", "at least one element"], |m| add(m, &[], &[section], null()));
        model.refuses(SWP_WRONG_SIZE, &["hull", "2 sections for 1"], |m| add(m, &nodes, &[section, section], null()));
        model.refuses(SWP_WRONG_SIZE, &["hull", "8 nodes", "nine"], |m| add(m, &nodes[..8], &[section], null()));
        model.refuses(SWP_WRONG_SIZE, &["18446744073709551615"], |m| {
            swp_model_add_shell(m, c"hull".as_ptr(), null(), usize::MAX, nodes.as_ptr(), 1, &section, p)
        });
        let twice: Vec<swp_node> = [&nodes[..8], &nodes[..1]].concat();
        model.refuses(SWP_INVALID_ARGUMENT, &["\"n0\"", "twice"], |m| add(m, &twice, &[section], null()));
        let two: Vec<swp_node> = [&nodes[..], &nodes[..]].concat();
        model.refuses(SWP_INVALID_ARGUMENT, &["elements 1 and 2", "same centre"], |m| add(m, &two, &[section], null()));
        // middles before corners
        let mixed: Vec<swp_node> = [4, 5, 6, 7, 0, 1, 2, 3, 8].map(|k| nodes[k]).to_vec();
        model.refuses(SWP_INVALID_ARGUMENT, &["element 1", "folds over"], |m| add(m, &mixed, &[section], null()));
        options.axis = [0.0, 0.0, 1.0];
        model.refuses(SWP_INVALID_ARGUMENT, &["element 1", "along the normal"], |m| {
            add(m, &nodes, &[section], &options)
        });
        options = unsafe_options();
        options.drilling = 1e-9;
        model.refuses(SWP_INVALID_ARGUMENT, &["hull", "1e-6", "1e6"], |m| add(m, &nodes, &[section], &options));
        options.drilling = 0.0;
        model.refuses(SWP_INVALID_ARGUMENT, &["hull", "drilling"], |m| add(m, &nodes, &[section], &options));
        options = unsafe_options();
        options.crease = 30.0;
        model.refuses(SWP_INVALID_ARGUMENT, &["hull", "degrees"], |m| add(m, &nodes, &[section], &options));
        options = unsafe_options();
        options.offset = f64::NAN;
        model.refuses(SWP_INVALID_ARGUMENT, &["hull", "offset"], |m| add(m, &nodes, &[section], &options));
        options = unsafe_options();
        options.size = 8;
        model.refuses(SWP_WRONG_SIZE, &["swp_shell_options_init"], |m| add(m, &nodes, &[section], &options));
        let stranger = swp_node { id: section.id };
        let strange: Vec<swp_node> = [&nodes[..8], &[stranger]].concat();
        model.refuses(SWP_UNKNOWN_ID, &[], |m| add(m, &strange, &[section], null()));
        model.refuses(SWP_UNKNOWN_ID, &[], |m| add(m, &nodes, &[swp_shell_section { id: nodes[0].id }], null()));
        // a point among the nodes
        let (mut point, place) = (swp_node { id: 0 }, [0.5, 0.5, 0.0]);
        assert_eq!(swp_model_add_point_node(model.0, c"point".as_ptr(), place.as_ptr(), &mut point), SWP_OK);
        let pointed: Vec<swp_node> = [&nodes[..8], &[point]].concat();
        model.refuses(SWP_INVALID_ARGUMENT, &["\"point\"", "is a point"], |m| add(m, &pointed, &[section], null()));

        // patches
        let places = places(1);
        let patch = |m, n, k, places: *const f64| {
            swp_model_add_shell_patch(m, c"patch".as_ptr(), null(), section, n, k, 9, places, p)
        };
        model.refuses(SWP_WRONG_SIZE, &["patch"], |m| patch(m, 0, 1, places.as_ptr()));
        model.refuses(SWP_WRONG_SIZE, &["patch"], |m| patch(m, i32::MAX, 2, places.as_ptr()));
        model.refuses(SWP_NULL_POINTER, &["places"], |m| patch(m, 1, 1, null()));
        let mut flat = places.clone();
        flat.chunks_exact_mut(3).for_each(|x| x[1] = 0.0);
        model.refuses(SWP_INVALID_ARGUMENT, &["patch", "at one place"], |m| patch(m, 1, 1, flat.as_ptr()));
        let mut broken = places.clone();
        broken[4] = f64::INFINITY;
        model.refuses(SWP_INVALID_ARGUMENT, &["patch[1,0]"], |m| patch(m, 1, 1, broken.as_ptr()));

        // a neighbour the other way round: its corners clockwise
        assert_eq!(add(model.0, &nodes, &[section], null()), SWP_OK, "{}", model.error());
        model.refuses(SWP_DUPLICATE_NAME, &["hull"], |m| add(m, &nodes, &[section], null()));

        // loads
        let mut one = std::mem::zeroed();
        assert_eq!(swp_model_add_constant(model.0, 1.0, &mut one), SWP_OK);
        let press = |m, shell, value| swp_model_add_pressure(m, c"wind".as_ptr(), shell, value, one);
        model.refuses(SWP_UNKNOWN_ID, &[], |m| press(m, swp_shell { id: section.id }, 1.0));
        model.refuses(SWP_INVALID_ARGUMENT, &["wind", "pressure"], |m| press(m, *p, f64::NAN));
        model
            .refuses(SWP_NULL_POINTER, &["traction"], |m| swp_model_add_traction(m, c"wind".as_ptr(), *p, null(), one));
        let (edge, force) = ([nodes[0], nodes[4], nodes[1]], [1.0, 2.0, 3.0]);
        let along = |m, count, edge: *const swp_node, frame, force: *const f64| {
            swp_model_add_edge_load(m, c"seam".as_ptr(), count, edge, frame, force, null(), one)
        };
        let (given, force) = (edge.as_ptr(), force.as_ptr());
        model.refuses(SWP_WRONG_SIZE, &["seam", "odd number"], |m| along(m, 2, given, 0, force));
        model.refuses(SWP_NULL_POINTER, &["nodes"], |m| along(m, 3, null(), 0, force));
        model.refuses(SWP_NULL_POINTER, &["force"], |m| along(m, 3, given, 0, null()));
        model.refuses(SWP_INVALID_ARGUMENT, &["frame 5"], |m| along(m, 3, given, 5, force));
        assert_eq!(along(model.0, 3, given, 1, force), SWP_OK, "{}", model.error());
        model.refuses(SWP_DUPLICATE_NAME, &["seam"], |m| along(m, 3, given, 1, force));
        let mut stress = [0.0; 9];
        let strain = [1e-3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(swp_ply_stresses(1, &CARBON, 0.0, strain.as_ptr(), 9, stress.as_mut_ptr()), SWP_OK);
        assert!(stress[0] > 1e8 && stress[0] == stress[6]);
        assert_eq!(swp_ply_stresses(1, &CARBON, 0.0, null(), 9, stress.as_mut_ptr()), SWP_NULL_POINTER);
    }
}

/// Two elements on a strip, the second listed clockwise.
#[test]
fn a_neighbour_the_other_way_round_is_named() {
    let model = Model::new();
    let section = skin(&model);
    let mut nodes = Vec::new();
    for k in 0..15 {
        let (name, place) = (CString::new(format!("n{k}")).unwrap(), [0.5 * (k % 5) as f64, 0.5 * (k / 5) as f64, 0.0]);
        let mut out = swp_node { id: 0 };
        // SAFETY: local variables.
        assert_eq!(unsafe { swp_model_add_node(model.0, name.as_ptr(), place.as_ptr(), null(), &mut out) }, SWP_OK);
        nodes.push(out);
    }
    let at = |i: usize, j: usize| nodes[5 * j + i];
    let right = [at(0, 0), at(2, 0), at(2, 2), at(0, 2), at(1, 0), at(2, 1), at(1, 2), at(0, 1), at(1, 1)];
    let wrong = [at(2, 0), at(2, 2), at(4, 2), at(4, 0), at(2, 1), at(3, 2), at(4, 1), at(3, 0), at(3, 1)];
    let both: Vec<swp_node> = [right, wrong].concat();
    let mut out = swp_shell { id: 0 };
    let p: *mut swp_shell = &mut out;
    // SAFETY: local variables.
    model.refuses(SWP_INVALID_ARGUMENT, &["elements 1 and 2", "other way round", "anticlockwise"], |m| unsafe {
        swp_model_add_shell(m, c"strip".as_ptr(), null(), 18, both.as_ptr(), 1, &section, p)
    });
}

/// A tie of a plate's corners to a lug: what is refused, and the weight of the lug, held by a plate on the ground.
#[test]
fn nodes_are_tied_to_a_frame() {
    let model = Model::new();
    let section = skin(&model);
    let nodes = nine(&model);
    // SAFETY: every pointer is NULL where that is allowed, or that of a local variable.
    unsafe {
        let (mut shell, mut lug, mut ground) = (swp_shell { id: 0 }, swp_node { id: 0 }, swp_node { id: 0 });
        let place = [0.5, 0.5, 0.2];
        assert_eq!(
            swp_model_add_shell(model.0, c"plate".as_ptr(), null(), 9, nodes.as_ptr(), 1, &section, &mut shell),
            SWP_OK
        );
        assert_eq!(swp_model_add_node(model.0, c"lug".as_ptr(), place.as_ptr(), null(), &mut lug), SWP_OK);
        assert_eq!(swp_model_add_ground(model.0, c"ground".as_ptr(), place.as_ptr(), null(), &mut ground), SWP_OK);
        let (mut tie, weights) = (swp_tie { id: 0 }, [1.0; 4]);
        let out: *mut swp_tie = &mut tie;
        let add = |m, name: &CStr, frame, count, nodes: *const swp_node, weight_count, weights: *const f64, kind| {
            swp_model_add_tie(m, name.as_ptr(), frame, count, nodes, weight_count, weights, kind, out)
        };
        let corners = nodes.as_ptr();
        model.refuses(SWP_INVALID_ARGUMENT, &["kind 7", "bolts"], |m| add(m, c"bolts", lug, 4, corners, 0, null(), 7));
        model.refuses(SWP_NULL_POINTER, &["nodes"], |m| add(m, c"bolts", lug, 4, null(), 0, null(), 0));
        model.refuses(SWP_NULL_POINTER, &["weights"], |m| add(m, c"bolts", lug, 4, corners, 4, null(), 2));
        model.refuses(SWP_WRONG_SIZE, &["3 weights"], |m| add(m, c"bolts", lug, 4, corners, 3, weights.as_ptr(), 2));
        model.refuses(SWP_INVALID_ARGUMENT, &["one line"], |m| add(m, c"bolts", lug, 2, corners, 0, null(), 2));
        model.refuses(SWP_UNKNOWN_ID, &[], |m| add(m, c"bolts", swp_node { id: shell.id }, 4, corners, 0, null(), 0));
        let status = swp_model_add_tie(model.0, c"bolts".as_ptr(), lug, 4, corners, 0, null(), 0, null_mut());
        assert_eq!(status, SWP_NULL_POINTER);
        assert_eq!(add(model.0, c"bolts", lug, 4, corners, 4, weights.as_ptr(), 2), SWP_OK, "{}", model.error());
        let ties = [nodes[4], nodes[5], nodes[6], nodes[7]];
        let held = swp_model_add_tie(model.0, c"held".as_ptr(), ground, 4, ties.as_ptr(), 0, null(), 0, out);
        assert_eq!(held, SWP_OK, "{}", model.error());
        let mut id = 0;
        assert_eq!(swp_model_find_id(model.0, c"tie".as_ptr(), c"bolts".as_ptr(), &mut id), SWP_OK);
        let (mut body, centre, inertia) = (std::mem::zeroed(), [0.0; 3], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        let status =
            swp_model_add_rigid_body(model.0, c"lug".as_ptr(), lug, 2.0, centre.as_ptr(), inertia.as_ptr(), &mut body);
        assert_eq!(status, SWP_OK, "{}", model.error());
        let gravity = [0.0, 0.0, -9.81];
        assert_eq!(swp_model_set_gravity(model.0, gravity.as_ptr()), SWP_OK);
        let mut sim = null_mut();
        assert_eq!(swp_sim_create(model.0, null(), &mut sim), SWP_OK, "{}", model.error());
        assert_eq!(swp_sim_solve_static(sim), SWP_OK);
        let (mut force, mut moment) = ([0.0; 3], [0.0; 3]);
        let ask = |tie, force, moment| swp_sim_tie_reaction(sim, tie, force, moment);
        assert_eq!(ask(swp_tie { id }, force.as_mut_ptr(), moment.as_mut_ptr()), SWP_OK);
        assert!((force[2] - 19.62).abs() < 1e-8 && moment.iter().all(|m: &f64| m.abs() < 1e-6), "{force:?} {moment:?}");
        assert_eq!(ask(swp_tie { id: lug.id }, force.as_mut_ptr(), moment.as_mut_ptr()), SWP_UNKNOWN_ID);
        assert_eq!(ask(swp_tie { id }, null_mut(), moment.as_mut_ptr()), SWP_NULL_POINTER);
        swp_sim_free(sim);
    }
}

fn unsafe_options() -> swp_shell_options {
    // SAFETY: plain numbers, filled by the call.
    unsafe {
        let mut options: swp_shell_options = std::mem::zeroed();
        assert_eq!(swp_shell_options_init(&mut options), SWP_OK);
        options
    }
}

/// Stations on a shell: loads set and motions read by the functions for stations of beams; what is refused.
#[test]
fn stations_stand_on_a_shell() {
    use swashplate::capi::beams::*;
    use swashplate::capi::modes::*;
    use swashplate::capi::query::*;
    use swashplate::capi::shell_stations::*;
    let model = Model::new();
    let (section, nodes) = (skin(&model), nine(&model));
    let mut options = unsafe_options();
    let mut shell = swp_shell { id: 0 };
    // SAFETY: local variables, and NULL where that is what is tried.
    unsafe {
        let mesh = |m: *mut swp_model, options: *const swp_shell_options, out: *mut swp_shell| {
            swp_model_add_shell(m, c"sheet".as_ptr(), options, 9, nodes.as_ptr(), 1, &section, out)
        };
        options.mass = 2;
        model.refuses(SWP_INVALID_ARGUMENT, &["mass", "2", "swp_shell_mass"], |m| mesh(m, &options, &mut shell));
        options.mass = swp_shell_mass::SWP_MASS_CONSISTENT as i32;
        assert_eq!(mesh(model.0, &options, &mut shell), SWP_OK, "{}", model.error());
        assert!(model.text().contains("\"consistent\""), "{}", model.text());

        let (mut place, mut distance) = (swp_shell_place { element: 7, r: 9.0, s: 9.0 }, 0.0);
        let beside = [0.75, 0.25, -0.4];
        assert_eq!(swp_model_shell_nearest(model.0, shell, beside.as_ptr(), &mut place, &mut distance), SWP_OK);
        assert!(place.element == 0 && (place.r - 0.5).abs() < 1e-12 && (place.s + 0.5).abs() < 1e-12);
        assert!((distance - 0.4).abs() < 1e-12);
        let lost = [f64::NAN, 0.0, 0.0];
        model.refuses(SWP_INVALID_ARGUMENT, &["place"], |m| {
            swp_model_shell_nearest(m, shell, lost.as_ptr(), &mut place, null_mut())
        });
        model.refuses(SWP_NULL_POINTER, &["out"], |m| {
            swp_model_shell_nearest(m, shell, beside.as_ptr(), null_mut(), null_mut())
        });

        let mut stations = swp_stations { id: 0 };
        let mut add = |m: *mut swp_model, count: usize, places: *const swp_shell_place, offsets: *const f64| {
            swp_model_add_shell_stations(m, c"aero".as_ptr(), shell, 0, count, places, offsets, &mut stations)
        };
        model.refuses(SWP_WRONG_SIZE, &["aero", "at least one place"], |m| add(m, 0, &place, null()));
        model.refuses(SWP_NULL_POINTER, &["places"], |m| add(m, 1, null(), null()));
        let beyond = swp_shell_place { r: 1.5, ..place };
        model.refuses(SWP_INVALID_ARGUMENT, &["aero", "station 0", "1.5"], |m| add(m, 1, &beyond, null()));
        let other = swp_shell_place { element: 3, ..place };
        model.refuses(SWP_INVALID_ARGUMENT, &["sheet", "no element 3"], |m| add(m, 1, &other, null()));
        model.refuses(SWP_INVALID_ARGUMENT, &["aero", "offset 1"], |m| add(m, 1, &place, lost.as_ptr()));
        assert_eq!(add(model.0, 1, &place, [0.0, 0.0, 0.1].as_ptr()), SWP_OK, "{}", model.error());

        // the file has it all
        let text = CString::new(model.text()).unwrap();
        let mut again = null_mut();
        assert_eq!(swp_model_create(&mut again), SWP_OK);
        assert_eq!(swp_model_from_text(again, text.as_ptr()), SWP_OK);
        assert_eq!(Model(again).text(), model.text());

        let mut sim = null_mut();
        assert_eq!(swp_sim_create(model.0, null(), &mut sim), SWP_OK, "{}", model.error());
        let loads = [0.0, 0.0, 5.0, 0.0, 0.0, 0.0];
        assert_eq!(swp_sim_set_station_loads(sim, stations, loads.as_ptr(), 1), SWP_OK);
        assert_eq!(swp_sim_step(sim, 1e-4), SWP_OK);
        let mut motion: swp_motion = std::mem::zeroed();
        assert_eq!(swp_sim_station_motions(sim, stations, &mut motion, 1), SWP_OK);
        // 27 kg are pushed at a quarter of the plate, which is free: the point moves off
        assert!(motion.velocity[2] > 0.0 && motion.position[2] > 0.1, "{:?}", motion.position);
        let mut state: swp_shell_state = std::mem::zeroed();
        assert_eq!(swp_sim_shell_state_at(sim, shell, 0, -1.0, 1.0, &mut state), SWP_OK);
        assert!((state.position[0].abs() + (state.position[1] - 1.0).abs()) < 1e-6);
        for (element, r, out) in [(1, 0.0, &mut state as *mut _), (0, 1.1, &mut state), (0, f64::NAN, &mut state)] {
            assert_eq!(swp_sim_shell_state_at(sim, shell, element, r, 0.0, out), SWP_INVALID_ARGUMENT);
        }
        assert_eq!(swp_sim_shell_state_at(sim, shell, 0, 0.0, 0.0, null_mut()), SWP_NULL_POINTER);
        swp_sim_free(sim);
    }
}
