//! The wind turbine of Bauchau 2003 §6.3 with substitute properties (`common/turbine.rs`): flapwise shear force in the middle of a
//! blade, figure 9, under EP and under ED. The rotor starts at full speed and unstrained; what that sets off is not resolved by the
//! step, EP keeps it, ED removes it.

use crate::common;

use common::bars::mesh;
use common::turbine::{MID_SPAN, STEP, turbine};
use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::model::Interpolation;
use swashplate::simulation::{Options, Simulation};

/// Largest less smallest shear force from the second revolution on [N], up to 2.5 s.
fn peak_to_peak(scheme: Scheme, elements: usize, damping: f64, h: f64) -> f64 {
    let p = turbine(mesh(Interpolation::Directors, elements, 4), 0.0, damping);
    let mut sim = Simulation::new(Arc::new(p.model), Options { scheme, ..Default::default() }).unwrap();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    while sim.state().time < 2.5 - 0.5 * h {
        sim.step(h).unwrap();
        if sim.state().time > 1.05 {
            let shear = sim.section_force(p.blades[0], MID_SPAN).unwrap().1[2];
            (low, high) = (low.min(shear), high.max(shear));
        }
    }
    high - low
}

#[test]
fn shear_of_ep_is_more_than_ten_times_that_of_ed() {
    let [ep, ed] = [Scheme::EnergyPreserving, Scheme::EnergyDecaying(1.0)].map(|s| peak_to_peak(s, 6, 0.0, STEP));
    println!("shear force, peak to peak: EP {ep:.0} N, ED {ed:.0} N");
    assert!(ep > 10.0 * ed, "{ep} {ed}");
}

#[test]
fn shear_of_ed_changes_by_less_than_five_percent_when_the_step_is_halved() {
    // what little it grows are vibrations of the start that finer steps resolve: nothing in the model damps them
    let found = [1.0, 2.0, 4.0].map(|parts| peak_to_peak(Scheme::EnergyDecaying(1.0), 3, 0.0, STEP / parts));
    println!("shear force of ED, peak to peak at h, h/2, h/4: {found:.0?} N");
    assert!(found.windows(2).all(|f| (f[1] / f[0] - 1.0).abs() < 0.05), "{found:?}");
}

#[test]
fn shear_of_ed_is_converged_where_blades_damp_the_vibrations_of_the_start() {
    // damping of 4 % in the second flap mode; the rest of the model and of the start is the same
    let found = [1.0, 2.0, 4.0].map(|parts| peak_to_peak(Scheme::EnergyDecaying(1.0), 3, 2e-3, STEP / parts));
    println!("shear force of ED, damped blades, peak to peak at h, h/2, h/4: {found:.1?} N");
    assert!(found.iter().all(|f| (f / found[2] - 1.0).abs() < 0.01), "{found:?}");
}
