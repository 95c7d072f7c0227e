//! Convergence orders of schemes on the plate of Epple 2008 §6.4 at 0.4 s, in displacement and rotation.
//!
//! Orders show where the vibrations that the motion holds are resolved. The plate bends and twists in its plane at some 500, 3000 and 8000
//! rad/s; with steps of some milliseconds the upper ones are not, and orders from step to step scatter between 1 and 4 (`cargo bench --bench
//! shells -- orders`). Here the steps are 2.5e-4 s and less (ED: from 5e-4 s). That takes thousands of them, so that the plate has one element,
//! the coarsest mesh: what is measured is a property of the schemes. The error is the root of the mean square over the nodes: that of one node
//! alone changes its sign now and then.

use crate::common::epple_shells::plate;
use std::sync::{Arc, OnceLock};
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::math::Vec3;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;

/// Places and rotations of all nodes.
type End = [Vec<Vec3>; 2];

/// At 0.4 s.
fn at_end(scheme: Scheme, steps: usize) -> End {
    let (model, _) = plate([1, 1]);
    let nodes = model.nodes().len();
    let mut sim = Simulation::new(Arc::new(model), Options { scheme, ..Default::default() }).unwrap();
    (0..steps).for_each(|_| sim.step(0.4 / steps as f64).unwrap_or_else(|e| panic!("{}: {e}", scheme.name())));
    let motion = |k: usize| *sim.motion(NodeId(k)).unwrap();
    [(0..nodes).map(|k| motion(k).x).collect(), (0..nodes).map(|k| motion(k).rotation.scaled_axis()).collect()]
}

/// Root of the mean square over the nodes.
fn distance(a: &[Vec3], b: &[Vec3]) -> f64 {
    (a.iter().zip(b).map(|(a, b)| (a - b).norm_squared()).sum::<f64>() / a.len() as f64).sqrt()
}

/// Radau IIA with 1600, 3200, 6400 and 12800 steps, and what the last two extrapolate to with its order, three.
///
/// Errors against the extrapolation say as much as the differences between neighbours: the orders between the first three runs are measured, the
/// last is three by construction.
fn radau() -> &'static ([End; 4], End) {
    static RUNS: OnceLock<([End; 4], End)> = OnceLock::new();
    RUNS.get_or_init(|| {
        let runs = [1600, 3200, 6400, 12800].map(|steps| at_end(Scheme::RadauIIA, steps));
        let exact = std::array::from_fn(|i| {
            runs[3][i].iter().zip(&runs[2][i]).map(|(fine, coarse)| fine + (fine - coarse) / 7.0).collect()
        });
        (runs, exact)
    })
}

/// Slope of the errors over steps that are halved each time, in double logarithmic scale, by least squares; and the last slope.
fn orders(name: &str, runs: &[End]) -> [[f64; 2]; 2] {
    [0, 1].map(|i| {
        let errors: Vec<f64> = runs.iter().map(|run| distance(&run[i], &radau().1[i]).log2()).collect();
        let middle = 0.5 * (errors.len() - 1) as f64;
        let [mut up, mut down] = [0.0; 2];
        for (k, error) in errors.iter().enumerate() {
            up -= (k as f64 - middle) * error;
            down += (k as f64 - middle).powi(2);
        }
        let last = errors[errors.len() - 2] - errors[errors.len() - 1];
        println!(
            "{name}, {}: {errors:.2?}, order {:.2}, at last {last:.2}",
            ["displacement", "rotation"][i],
            up / down
        );
        [up / down, last]
    })
}

#[test]
fn radau_iia_is_of_order_three_on_epples_plate() {
    let [u, r] = orders("Radau IIA", &radau().0);
    assert!(u[0] >= 2.8 && r[0] >= 2.8, "{u:?} {r:?}");
}

#[test]
fn generalised_alpha_is_of_order_two_on_epples_plate() {
    let alpha = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap());
    let runs = [1600, 3200, 6400, 12800, 25600].map(|steps| at_end(alpha, steps));
    let [u, r] = orders("generalised-α", &runs);
    assert!(u[0] >= 1.8 && r[0] >= 1.8, "{u:?} {r:?}");
}

/// The displacement comes to its order from below, the rotation, in which the numerical damping of third order counts for more, from above.
#[test]
fn the_energy_decaying_scheme_is_of_order_two_on_epples_plate() {
    let runs = [800, 1600, 3200, 6400].map(|steps| at_end(Scheme::EnergyDecaying(1.0), steps));
    let [u, r] = orders("ED", &runs);
    assert!(u[0] >= 1.75 && u[1] >= 1.85 && r[0] >= 1.8 && r[1] >= 1.8, "{u:?} {r:?}");
}
