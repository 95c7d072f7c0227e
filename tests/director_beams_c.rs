//! Through the C functions: blades with directors under tension, loads off the axis of a twisted element, a slender bar on a hinge.
#![allow(unsafe_code)] // it calls the functions as a host does

use std::ptr::{null, null_mut};
use swashplate::capi::beams::*;
use swashplate::capi::joints::*;
use swashplate::capi::library::swp_status::*;
use swashplate::capi::model::*;
use swashplate::capi::modes::*;
use swashplate::capi::query::*;
use swashplate::capi::sim::*;
use swashplate::capi::statics::swp_sim_solve_static;

const ORIGIN: [f64; 3] = [0.0; 3];

/// A beam of two metres along x with directors, twisted by `twist` at its end, clamped at its start; a station half-way with an
/// offset of 1 m along section axis 2, and one at the end.
unsafe fn clamped(
    nodes: i32,
    twist: f64,
    [axial, bending]: [f64; 2],
) -> (*mut swp_model, *mut swp_sim, swp_joint, swp_stations) {
    // SAFETY: every pointer is NULL where that is allowed, or that of a local variable.
    unsafe {
        let mut model = null_mut();
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        let (mut e, mut o): (swp_engineering, swp_beam_options) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!((swp_engineering_init(&mut e), swp_beam_options_init(&mut o)), (SWP_OK, SWP_OK));
        (e.axial, e.shear, e.torsion, e.bending) = (axial, [0.3 * axial; 2], bending, [bending; 2]);
        (e.mass, e.inertia) = (1.0, [2e-3, 1e-3, 1e-3]);
        (o.elements, o.nodes_per_element, o.interpolation) = (1, nodes, 1);
        let (mut section, mut beam) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_add_engineering_section(model, c"plain".as_ptr(), &e, &mut section), SWP_OK);
        let (points, twists) = ([0.0, 0.0, 0.0, 2.0, 0.0, 0.0], [0.0, twist]);
        let (name, no) = (c"blade".as_ptr(), null());
        let added = swp_model_add_beam(
            model,
            name,
            &o,
            2,
            points.as_ptr(),
            twists.as_ptr(),
            1,
            no,
            &section,
            null(),
            &mut beam,
        );
        assert_eq!(added, SWP_OK);
        let (mut first, mut ground, mut joint) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_beam_node(model, beam, 0, &mut first), SWP_OK);
        assert_eq!(swp_model_add_ground(model, c"ground".as_ptr(), ORIGIN.as_ptr(), null(), &mut ground), SWP_OK);
        let (mut a, mut b) = (std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_attach(model, ground, ORIGIN.as_ptr(), null(), &mut a), SWP_OK);
        assert_eq!(swp_model_attach(model, first, ORIGIN.as_ptr(), null(), &mut b), SWP_OK);
        assert_eq!(swp_model_add_rigid_connection(model, c"root".as_ptr(), &a, &b, &mut joint), SWP_OK);
        let (places, offsets, mut stations) = ([1.0, 2.0], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0], std::mem::zeroed());
        let (name, places, offsets) = (c"stations".as_ptr(), places.as_ptr(), offsets.as_ptr());
        assert_eq!(swp_model_add_stations(model, name, beam, 0, 2, places, offsets, &mut stations), SWP_OK);
        let mut sim = null_mut();
        assert_eq!(swp_sim_create(model, null(), &mut sim), SWP_OK);
        (model, sim, joint, stations)
    }
}

#[test]
fn a_pulled_blade_has_no_mode_that_grows() {
    for (nodes, unknowns) in [(2, 6), (3, 12), (4, 18)] {
        // one element of 2 m: N Le²/EI = 1000 at a strain of 0.1 %
        let (tension, bending) = (250.0, 1.0);
        // SAFETY: as above.
        unsafe {
            let (model, sim, _, stations) = clamped(nodes, 0.0, [tension / 1e-3, bending]);
            let mut loads = [0.0; 12];
            loads[6] = tension;
            assert_eq!(swp_sim_set_station_loads(sim, stations, loads.as_ptr(), 2), SWP_OK);
            assert_eq!(swp_sim_solve_static(sim), SWP_OK);
            let (mut frequency, mut damping) = (vec![0.0; unknowns], vec![0.0; unknowns]);
            let found = swp_sim_modes(sim, null(), unknowns, frequency.as_mut_ptr(), damping.as_mut_ptr(), null_mut());
            assert_eq!(found, SWP_OK);
            // a mode that grows without turning has a damping of −1
            assert!(damping.iter().all(|d| d.abs() < 1e-6), "{nodes} nodes: {damping:?}");
            swp_sim_free(sim);
            swp_model_free(model);
        }
    }
}

#[test]
fn a_load_off_the_axis_of_a_twisted_element_acts_in_full() {
    // 100 N along x, 1 m off the axis half-way along one element twisted by 0.5 rad: the clamp bears 100 N·m about the axis across
    // to that offset, which stands at 0.25 rad
    // SAFETY: as above.
    unsafe {
        let (model, sim, root, stations) = clamped(2, 0.5, [1e10, 1e9]);
        let mut loads = [0.0; 12];
        loads[0] = 100.0;
        assert_eq!(swp_sim_set_station_loads(sim, stations, loads.as_ptr(), 2), SWP_OK);
        assert_eq!(swp_sim_solve_static(sim), SWP_OK);
        let mut motions: [swp_motion; 2] = std::mem::zeroed();
        assert_eq!(swp_sim_station_motions(sim, stations, motions.as_mut_ptr(), 2), SWP_OK);
        // the twist is about the tangent: axis 2 turns from y towards z
        let axis = [0.0, 0.25_f64.cos(), 0.25_f64.sin()];
        for (k, along) in axis.iter().enumerate().skip(1) {
            assert!((motions[0].position[k] - along).abs() < 1e-6, "{:?}", motions[0].position);
        }
        let (mut force, mut moment) = ([0.0; 3], [0.0; 3]);
        assert_eq!(swp_sim_joint_reaction(sim, root, 1, 0, force.as_mut_ptr(), moment.as_mut_ptr()), SWP_OK);
        // minus offset × force, offset = (0, cos, sin), force = (100, 0, 0)
        let needed = [0.0, -100.0 * axis[2], 100.0 * axis[1]];
        for (found, needed) in moment.iter().zip(needed) {
            assert!((found - needed).abs() < 1e-5, "{moment:?}");
        }
        swp_sim_free(sim);
        swp_model_free(model);
    }
}

/// Angle of a uniform bar of 1 m after 0.5 s, released from the horizontal: θ'' = −1.5 g cos θ, by Runge-Kutta of fourth order.
fn pendulum() -> f64 {
    let rate = |y: [f64; 2]| [y[1], -1.5 * 9.81 * y[0].cos()];
    let step = |y: [f64; 2], k: [f64; 2], h: f64| [y[0] + h * k[0], y[1] + h * k[1]];
    let (mut y, h) = ([0.0, 0.0], 1e-4);
    for _ in 0..5000 {
        let k1 = rate(y);
        let k2 = rate(step(y, k1, 0.5 * h));
        let k3 = rate(step(y, k2, 0.5 * h));
        let k4 = rate(step(y, k3, h));
        (0..2).for_each(|i| y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
    }
    y[0]
}

/// The same by a scheme, for a bar without inertia about its axis.
fn bar(scheme: i32, h: f64) -> f64 {
    // SAFETY: as above.
    unsafe {
        let mut model = null_mut();
        assert_eq!(swp_model_create(&mut model), SWP_OK);
        assert_eq!(swp_model_set_gravity(model, [0.0, -9.81, 0.0].as_ptr()), SWP_OK);
        let (mut ground, mut node, mut body) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        let (middle, across) = ([0.5, 0.0, 0.0], 1.0 / 12.0);
        assert_eq!(swp_model_add_ground(model, c"ground".as_ptr(), ORIGIN.as_ptr(), null(), &mut ground), SWP_OK);
        assert_eq!(swp_model_add_node(model, c"bar".as_ptr(), middle.as_ptr(), null(), &mut node), SWP_OK);
        let (name, centre, inertia) =
            (c"bar".as_ptr(), ORIGIN.as_ptr(), [0.0, 0.0, 0.0, 0.0, across, 0.0, 0.0, 0.0, across]);
        assert_eq!(swp_model_add_rigid_body(model, name, node, 1.0, centre, inertia.as_ptr(), &mut body), SWP_OK);
        let (mut a, mut b, mut hinge) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        assert_eq!(swp_model_attach(model, ground, ORIGIN.as_ptr(), null(), &mut a), SWP_OK);
        assert_eq!(swp_model_attach(model, node, ORIGIN.as_ptr(), null(), &mut b), SWP_OK);
        assert_eq!(swp_model_add_revolute(model, c"hinge".as_ptr(), &a, &b, &mut hinge), SWP_OK);
        let (mut o, mut sim): (swp_sim_options, _) = (std::mem::zeroed(), null_mut());
        assert_eq!(swp_sim_options_init(&mut o), SWP_OK);
        o.scheme = scheme;
        assert_eq!(swp_sim_create(model, &o, &mut sim), SWP_OK);
        assert_eq!(swp_sim_advance(sim, 0.5, h), SWP_OK);
        let (mut angle, mut rate) = (0.0, 0.0);
        assert_eq!(swp_sim_joint_coordinate(sim, hinge, 0, &mut angle, &mut rate), SWP_OK);
        swp_sim_free(sim);
        swp_model_free(model);
        angle
    }
}

#[test]
fn a_slender_bar_on_a_hinge_swings_under_every_scheme() {
    let exact = pendulum();
    for scheme in [0, 3, 4, 5, 6, 7, 8] {
        let [coarse, fine] = [4e-3, 2e-3].map(|h| (bar(scheme, h) - exact).abs());
        println!("scheme {scheme}: errors {coarse:.1e}, {fine:.1e}");
        // MP-ED with both levels constrained promises first order, the others second
        let order = if scheme == 8 { 0.8 } else { 1.8 };
        assert!(fine < 1e-2 && (coarse / fine).log2() > order, "scheme {scheme}: {coarse:e} {fine:e}");
    }
}
