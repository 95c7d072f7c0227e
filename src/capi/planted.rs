//! Tests with a term that panics when it is told to, seen through the C ABI.

use super::library::swp_status;
use super::model::{swp_model, swp_model_free};
use super::sim::{
    swp_sim, swp_sim_create, swp_sim_error, swp_sim_free, swp_sim_options, swp_sim_options_init, swp_sim_step,
};
use super::snapshot::{swp_sim_save, swp_snapshot_free, swp_snapshot_to_bytes};
use super::threads::swp_sim_set_threads;
use crate::math::{Quat, Vec3};
use crate::model::{Model, NodeKind};
use crate::terms::{Level, NodeId, StageBlock, Term};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A constant force that panics once when it is armed.
struct Planted {
    nodes: [NodeId; 1],
    armed: Arc<AtomicBool>,
}

impl Term for Planted {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn stage(&self, _at: &Level, out: &mut StageBlock) {
        assert!(!self.armed.swap(false, Ordering::SeqCst), "planted");
        out.f[0] -= 3.0;
    }
}

/// Many masses, with the planted term on the last node: the stretch of the last thread.
fn simulation(scheme: i32, threads: i32) -> (*mut swp_model, *mut swp_sim, Arc<AtomicBool>) {
    let (mut model, armed) = (Model::new(), Arc::new(AtomicBool::new(false)));
    let mut last = NodeId(0);
    for k in 0..80 {
        let name = format!("n{k}");
        last = model.add_node(&name, NodeKind::Point, Vec3::new(k as f64, 0.0, 0.0), Quat::identity()).unwrap();
        model.add_point_mass(&name, last, 2.0, Vec3::zeros()).unwrap();
    }
    model.add_element("planted", vec![Box::new(Planted { nodes: [last], armed: Arc::clone(&armed) })]).unwrap();
    let model = Box::into_raw(Box::new(swp_model { model: Arc::new(model), error: Mutex::default() }));
    let mut sim = std::ptr::null_mut();
    // SAFETY: handles and structs of this test's own, alive through the calls.
    unsafe {
        let mut options = std::mem::zeroed::<swp_sim_options>();
        assert!(swp_sim_options_init(&mut options) == swp_status::SWP_OK);
        options.scheme = scheme;
        assert!(swp_sim_create(model, &options, &mut sim) == swp_status::SWP_OK);
        assert!(swp_sim_set_threads(sim, threads) == swp_status::SWP_OK);
    }
    (model, sim, armed)
}

fn bytes(sim: *mut swp_sim) -> Vec<u8> {
    let (mut snapshot, mut needed) = (std::ptr::null_mut(), 0);
    // SAFETY: handles of this test's own; the buffer has the size that was asked for.
    unsafe {
        assert!(swp_sim_save(sim, &mut snapshot) == swp_status::SWP_OK);
        swp_snapshot_to_bytes(snapshot, std::ptr::null_mut(), 0, &mut needed);
        let mut bytes = vec![0; needed];
        swp_snapshot_to_bytes(snapshot, bytes.as_mut_ptr(), needed, &mut needed);
        swp_snapshot_free(snapshot);
        bytes
    }
}

#[test]
fn after_a_panic_in_a_term_the_next_step_has_the_bits_that_it_would_have_had() {
    // generalised-α by the caller alone, with the panic in a worker, and Radau IIA
    for (scheme, threads) in [(0, 1), (0, 3), (3, 1)] {
        let (model, sim, armed) = simulation(scheme, threads);
        let (other_model, other, _) = simulation(scheme, threads);
        // SAFETY: handles of this test's own.
        unsafe {
            for step in 0..6 {
                if step % 2 == 1 {
                    let before = bytes(sim);
                    armed.store(true, Ordering::SeqCst);
                    assert!(swp_sim_step(sim, 1e-3) == swp_status::SWP_INTERNAL, "{scheme} {threads}");
                    assert!(!armed.load(Ordering::SeqCst), "it was the planted one");
                    assert!(before == bytes(sim), "the state is as it was");
                    let mut text = [0; 200];
                    swp_sim_error(sim, text.as_mut_ptr().cast(), 200, std::ptr::null_mut());
                    assert!(String::from_utf8_lossy(&text).starts_with("internal error, please report it: "));
                }
                assert!(swp_sim_step(sim, 1e-3) == swp_status::SWP_OK, "{scheme} {threads}");
                assert!(swp_sim_step(other, 1e-3) == swp_status::SWP_OK);
            }
            assert!(bytes(sim) == bytes(other), "the same bits");
            for sim in [sim, other] {
                swp_sim_free(sim);
            }
            for model in [model, other_model] {
                swp_model_free(model);
            }
        }
    }
}

#[test]
fn a_panic_of_a_thread_of_the_library_does_not_print() {
    assert!(!super::is_quiet());
    let named = std::thread::Builder::new().name(format!("{} 1", crate::assembly::THREAD_NAME));
    assert!(named.spawn(super::is_quiet).unwrap().join().unwrap());
}
