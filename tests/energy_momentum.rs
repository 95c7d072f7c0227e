//! Energy and momenta of flexible mechanisms: the free-flying three-bar and the crooked four-bar mechanism of Borri 2000 §4.

mod common;
mod support;

use common::bars::mesh;
use common::borri::{PULSE_END, Pulse, free_three_bar};
use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::math::Vec3;
use swashplate::model::Interpolation;
use swashplate::simulation::{Options, Simulation};

#[test]
fn explore() {
    for scheme in [Scheme::EnergyPreserving, Scheme::MomentumPreserving, Scheme::EnergyDecaying(1.0), Scheme::MomentumDecaying(1.0), Scheme::MomentumDecaying(0.5)] {
        for h in [1e-3, 2e-4, 1e-4, 5e-5] {
            let chain = free_three_bar(mesh(Interpolation::Directors, 2, 3), Pulse::Triangle);
            let mut sim = Simulation::new(Arc::new(chain.model), Options { scheme, ..Default::default() }).unwrap();
            let steps = (PULSE_END / h).round() as usize;
            let mut failed = None;
            for k in 0..steps { if let Err(e) = sim.step(h) { failed = Some((k, e.to_string())); break; } }
            if let Some((k, e)) = failed { println!("{} h {h}: pulse failed at {k} {}", scheme.name(), &e[..200]); continue; }
            let start = sim.audit(Vec3::zeros()).unwrap();
            let (e0, d0) = (start.kinetic_energy + start.potential_energy, sim.state().ledger.dissipated);
            let (mut rise, mut defect, mut l, mut hh, mut last) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64, e0);
            let t0 = std::time::Instant::now();
            let mut done = 0;
            for k in 0..2000 {
                if let Err(e) = sim.step(h) { println!("failed at {k}: {}", &e.to_string()[..300]); break; }
                done = k + 1;
                let now = sim.audit(Vec3::zeros()).unwrap();
                let e = now.kinetic_energy + now.potential_energy;
                rise = rise.max((e - last) / e0);
                last = e;
                defect = defect.max(((e0 - e) - (sim.state().ledger.dissipated - d0)).abs() / e0);
                l = l.max((now.linear_momentum - start.linear_momentum).norm() / start.linear_momentum.norm());
                hh = hh.max((now.angular_momentum - start.angular_momentum).norm() / start.angular_momentum.norm());
            }
            println!("{} h {h}: {done} steps, E0 {e0:.4e} E/E0 {:.6} rise {rise:.1e} defect {defect:.1e} L {l:.1e} H {hh:.1e} iterations {:.2} C {:.1e} {:.2} ms/step", scheme.name(), last / e0,
              sim.state().ledger.iterations as f64 / sim.state().ledger.steps as f64, sim.audit(Vec3::zeros()).unwrap().position_violation, t0.elapsed().as_secs_f64() * 1e3 / done as f64);
        }
    }
}
