//! A step that was begun, tried with whatever inputs and rejected leaves nothing: the run goes on with the same bits as if it had never
//! been begun, under every scheme, from the start and in the middle of a run.
#![allow(unsafe_code)] // one test calls the functions as a host does

use crate::common::everything::everything;
use crate::support::{bits, every_scheme, simulate};
use std::ptr::null_mut;
use swashplate::capi::actions::swp_model_add_joint_force;
use swashplate::capi::inputs::*;
use swashplate::capi::joints::*;
use swashplate::capi::library::swp_status::SWP_OK;
use swashplate::capi::model::*;
use swashplate::capi::query::swp_sim_joint_coordinate;
use swashplate::capi::sim::*;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind, StationsId};
use swashplate::simulation::{Options, Simulation};
use swashplate::state::Rule;
use swashplate::terms::FunctionId;

macro_rules! must {
    ($call:expr) => {
        assert_eq!($call, SWP_OK)
    };
}

/// Two sliders of 2 kg, one pushed by an input, the other driven by one; both are set in the first step. Returns place and rate of the
/// first one after 1 ms.
fn first_step(scheme: i32, rule: i32, rejected: usize) -> [f64; 2] {
    let (unit, origin) = ([1.0, 0.0, 0.0, 0.0], [0.0; 3]);
    let inertia = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    // SAFETY: every pointer is that of a local variable, and handles live until they are freed.
    unsafe {
        let (mut model, mut sim, mut ground) = (null_mut(), null_mut(), std::mem::zeroed());
        must!(swp_model_create(&mut model));
        must!(swp_model_add_ground(model, c"ground".as_ptr(), origin.as_ptr(), unit.as_ptr(), &mut ground));
        let slides = [c"pushed", c"driven"].map(|name| {
            let (mut node, mut body, mut joint) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
            must!(swp_model_add_node(model, name.as_ptr(), origin.as_ptr(), unit.as_ptr(), &mut node));
            must!(swp_model_add_rigid_body(
                model,
                name.as_ptr(),
                node,
                2.0,
                origin.as_ptr(),
                inertia.as_ptr(),
                &mut body
            ));
            let [a, b] = [ground, node].map(|node| swp_attachment { node, offset: [0.0; 3], orientation: unit });
            must!(swp_model_add_prismatic(model, name.as_ptr(), &a, &b, &mut joint));
            joint
        });
        let (mut push, mut drive, mut force) = (std::mem::zeroed(), std::mem::zeroed(), std::mem::zeroed());
        must!(swp_model_add_input(model, c"push".as_ptr(), 0.0, &mut push));
        must!(swp_model_add_input(model, c"drive".as_ptr(), 0.0, &mut drive));
        must!(swp_model_add_joint_force(model, c"push".as_ptr(), slides[0], 0, 1.0, push, &mut force));
        must!(swp_model_drive_joint(model, slides[1], 0, drive));
        let mut options = std::mem::zeroed();
        must!(swp_sim_options_init(&mut options));
        options.scheme = scheme;
        must!(swp_sim_create(model, &options, &mut sim));
        must!(swp_sim_set_input_rule(sim, &push, rule));
        // the start of the drive
        must!(swp_sim_set_input_rates(sim, drive, 0.0, 0.6, 0.0));
        for trial in 0..=rejected {
            must!(swp_sim_begin(sim, 1e-3));
            must!(swp_sim_set_input(sim, push, 10.0));
            must!(swp_sim_set_input_rates(sim, drive, 0.6e-3, 0.6, 0.0));
            must!(swp_sim_iterate(sim));
            must!(if trial < rejected { swp_sim_reject(sim) } else { swp_sim_accept(sim) });
        }
        let (mut x, mut v) = (0.0, 0.0);
        must!(swp_sim_joint_coordinate(sim, slides[0], 0, &mut x, &mut v));
        swp_sim_free(sim);
        swp_model_free(model);
        [x, v]
    }
}

#[test]
fn inputs_of_a_rejected_first_step_are_not_those_of_the_start() {
    for scheme in 0..=8 {
        for rule in 0..=2 {
            let once = first_step(scheme, rule, 0);
            for rejected in [1, 3] {
                let again = first_step(scheme, rule, rejected);
                assert_eq!(again, once, "scheme {scheme}, rule {rule}, {rejected} rejected trials");
            }
        }
        // 10 N over 1 ms on 2 kg: held, the momentum is exact; on a straight line from zero half of it
        assert!((first_step(scheme, 1, 2)[1] - 5e-3).abs() < 1e-12, "scheme {scheme}");
        assert!((first_step(scheme, 2, 2)[1] - 2.5e-3).abs() < 1e-4, "scheme {scheme}");
    }
}

/// All kinds of things, and a slider that an input drives.
struct Rich {
    sim: Simulation,
    push: FunctionId,
    travel: FunctionId,
    stations: StationsId,
}

const H: f64 = 1e-3;

impl Rich {
    fn new(options: Options) -> Self {
        let mut m: Model = everything();
        let at = Vec3::new(0.0, -7.0, 3.0);
        let [rail, shuttle] = [("rail", NodeKind::Ground), ("shuttle", NodeKind::Free)]
            .map(|(name, kind)| m.add_node(name, kind, at, Quat::identity()).unwrap());
        m.add_rigid_body("shuttle", shuttle, 1.3, Vec3::zeros(), Mat3::identity() * 0.2).unwrap();
        let [a, b] = [rail, shuttle].map(|node| m.attach(node, at, Quat::identity()).unwrap());
        let slide = m.add_joint("shuttle", joints::prismatic(), a, b).unwrap();
        let travel = m.add_input("travel", 0.0).unwrap();
        m.drive_joint(slide, 0, travel).unwrap();
        let push = FunctionId(m.find("input", "push").unwrap());
        let stations = StationsId(0);
        Rich { sim: simulate(m, options), push, travel, stations }
    }

    /// Inputs of number `k`, for the end of a step at time `t`.
    fn set(&mut self, k: usize, t: f64) {
        let value = 0.3 + 0.7 * (k as f64).sin();
        self.sim.set_input(self.push, value).unwrap();
        self.sim
            .set_input_rates(self.travel, [0.2 * (3.0 * t).sin(), 0.6 * (3.0 * t).cos(), -1.8 * (3.0 * t).sin()])
            .unwrap();
        let loads: Vec<f64> = (0..12).map(|i| value * f64::from(i)).collect();
        self.sim.set_station_loads(self.stations, &loads).unwrap();
    }

    /// A step with inputs of number `k`, after trials that come to nothing.
    fn step(&mut self, k: usize, rejected: usize) {
        let from = self.sim.state().time;
        for trial in 0..rejected {
            let before = bits(&self.sim);
            // begun, and perhaps solved, with the inputs as they are
            self.sim.begin(if trial == 0 { 3.0 * H } else { H }).unwrap();
            if k > 0 {
                self.set(k, from + H);
            }
            self.sim.reject().unwrap();
            if k == 0 {
                assert!(bits(&self.sim) == before, "begun and rejected");
            }
            // of another size, with other inputs, several times, and of a size that cannot be solved
            let h = [0.5 * H, 4.0 * H, 1e200][trial % 3];
            self.sim.begin(h).unwrap();
            for other in [77, 5] {
                self.set(other, from + h.min(1.0));
                let outcome = self.sim.iterate();
                assert_eq!(outcome.is_err(), h > 1.0, "{outcome:?}");
            }
            self.sim.error_estimate().ok();
            self.sim.reject().unwrap();
        }
        self.sim.begin(H).unwrap();
        self.set(k, from + H);
        self.sim.iterate().unwrap();
        self.sim.accept().unwrap();
    }
}

#[test]
fn rejected_trials_leave_no_trace_with_all_kinds_of_terms_and_inputs() {
    for scheme in every_scheme() {
        for rule in [Rule::End, Rule::Held, Rule::Linear] {
            let options = Options { scheme, ..Default::default() };
            let [mut plain, mut tried] = [(); 2].map(|()| {
                let mut rich = Rich::new(options);
                rich.sim.set_input_rule(None, rule).unwrap();
                // values at the start
                rich.sim.set_input(rich.push, 0.9).unwrap();
                rich.sim.set_input_rates(rich.travel, [0.0, 0.6, 0.0]).unwrap();
                rich
            });
            for k in 0..6 {
                plain.step(k, 0);
                tried.step(k, [3, 0, 1, 3, 0, 2][k]);
                assert!(bits(&plain.sim) == bits(&tried.sim), "{}, {rule:?}: step {k}", scheme.name());
            }
        }
    }
}
