//! Work and precision: error against CPU time of the schemes on the mechanism with a tilted joint, Epple 2008 §6.2, figures
//! 6.8, 6.10 and 6.12.
//!
//! - Motion: `Course::Smooth`, up to a position before the first flat one; one cubic element a bar.
//! - Stiffness: as printed, lowest frequency 1.2 kHz, unresolved by most of the steps; and a thousandth of it, 37 Hz.
//! - Errors: of the angle of joint C, of force and moment in the middle of BC; root of mean squares over three times,
//!   divided by that of the quantity; against Radau IIA with small steps, for each interpolation of the beams.
//! - Newton's method: corrections below 1e-11.
//! - Time: CPU time of the process where the system tells it, otherwise that of the clock; without setting up; mean of as
//!   many runs as take 0.2 s.
//!
//! `cargo bench --bench work_precision` prints a table and writes `target/work_precision.csv`;
//! copied to `benches/work_precision.csv` it is what `./run figures` draws.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/support/mod.rs"]
mod support;

use common::bars::mesh;
use common::epple::{Course, tilted_joint_softer};
use std::fmt::Write;
use std::time::Instant;
use support::simulate;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::math::Vec3;
use swashplate::model::Interpolation;
use swashplate::simulation::Options;

/// One of the mechanisms, its times of comparison and its sizes of the step.
struct Case {
    name: &'static str,
    softness: f64,
    times: [f64; 3],
    largest: f64,
    halvings: u32,
    reference: f64,
}

const CASES: [Case; 2] = [
    Case {
        name: "printed stiffness",
        softness: 1.0,
        times: [0.05, 0.1, 0.15],
        largest: 5e-3,
        halvings: 7,
        reference: 1e-5,
    },
    Case {
        name: "a thousandth of it",
        softness: 1e3,
        times: [0.05, 0.075, 0.1],
        largest: 5e-3,
        halvings: 7,
        reference: 1.25e-5,
    },
];

/// Angle, force and moment at each time of comparison.
type History = [[Vec3; 3]; 3];

/// What a run found and the seconds that it took.
fn run(case: &Case, interpolation: Interpolation, scheme: Scheme, h: f64, tolerance: f64) -> Option<(History, f64)> {
    let p = tilted_joint_softer(case.softness, mesh(interpolation, 1, 4), Course::Smooth);
    let mut options = Options { scheme, ..Default::default() };
    options.newton.tolerance = tolerance;
    let mut sim = simulate(p.model, options);
    let mut history = [[Vec3::zeros(); 3]; 3];
    let began = Clock::start();
    for (sample, time) in history.iter_mut().zip(case.times) {
        sim.advance(time, h, None).ok()?;
        let (angle, _) = sim.joint_coordinate(p.joints[2], 0).unwrap();
        let (_, inner, _) = sim.section_force(p.bars[1], 0.12).unwrap();
        *sample = [angle * Vec3::x(), inner.fixed_rows::<3>(0).into_owned(), inner.fixed_rows::<3>(3).into_owned()];
    }
    Some((history, began.seconds()))
}

/// Seconds on a processor, or by the clock.
struct Clock {
    wall: Instant,
    cpu: Option<f64>,
}

impl Clock {
    fn start() -> Self {
        Clock { wall: Instant::now(), cpu: Self::cpu() }
    }

    fn cpu() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        Some(1e-9 * text.split_whitespace().next()?.parse::<f64>().ok()?)
    }

    fn seconds(&self) -> f64 {
        match (self.cpu, Self::cpu()) {
            (Some(before), Some(now)) => now - before,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Relative errors in angle, force and moment.
fn errors(found: &History, exact: &History) -> [f64; 3] {
    std::array::from_fn(|q| {
        let sum = |part: &dyn Fn(usize) -> Vec3| (0..3).map(|s| part(s).norm_squared()).sum::<f64>();
        (sum(&|s| found[s][q] - exact[s][q]) / sum(&|s| exact[s][q])).sqrt()
    })
}

/// CPU time at which the force has this error: on a straight line in logarithms between runs with falling steps.
fn time_at(error: f64, runs: &[(f64, [f64; 3])]) -> Option<f64> {
    runs.windows(2).find(|w| w[0].1[1] >= error && w[1].1[1] < error).map(|w| {
        let part = (w[0].1[1] / error).ln() / (w[0].1[1] / w[1].1[1]).ln();
        w[0].0 * (w[1].0 / w[0].0).powf(part)
    })
}

fn main() {
    let alpha = |rho| Coefficients::spectral_radius(rho).unwrap();
    let of_both = [
        ("Radau IIA", Scheme::RadauIIA),
        ("generalised-α 0", Scheme::GeneralizedAlpha(alpha(0.0))),
        ("generalised-α 0.8", Scheme::GeneralizedAlpha(alpha(0.8))),
        ("stage-weighted 0.8", Scheme::StageWeighted(alpha(0.8))),
    ];
    // ED is MP-ED where there are beams
    let of_directors = [
        ("MP-ED 1", Scheme::MomentumDecaying(1.0)),
        ("EP", Scheme::EnergyPreserving),
        ("MP-EP", Scheme::MomentumPreserving),
    ];
    let mut table = String::from("stiffness,beams,scheme,step,cpu time,angle,force,moment\n");
    for case in &CASES {
        for interpolation in [Interpolation::Rotations, Interpolation::Directors] {
            let (exact, _) = run(case, interpolation, Scheme::RadauIIA, case.reference, 1e-12).unwrap();
            let more = if interpolation == Interpolation::Directors { &of_directors[..] } else { &[] };
            println!("\n{}, {interpolation:?}", case.name);
            println!("scheme                 step [s]   CPU [s]    angle    force   moment");
            let mut radau = vec![];
            for &(name, scheme) in of_both.iter().chain(more) {
                let mut runs = vec![];
                for k in 0..case.halvings {
                    let h = case.largest / f64::from(1 << k);
                    let Some((found, mut total)) = run(case, interpolation, scheme, h, 1e-11) else {
                        println!("{name:20} {h:10.2e}   Newton's method failed");
                        continue;
                    };
                    let mut count = 1.0;
                    while total < 0.2 {
                        total += run(case, interpolation, scheme, h, 1e-11).unwrap().1;
                        count += 1.0;
                    }
                    let (time, off) = (total / count, errors(&found, &exact));
                    println!("{name:20} {h:10.2e} {time:9.4} {:8.1e} {:8.1e} {:8.1e}", off[0], off[1], off[2]);
                    writeln!(
                        table,
                        "{},{interpolation:?},{name},{h},{time:.4},{:.3e},{:.3e},{:.3e}",
                        case.name, off[0], off[1], off[2]
                    )
                    .unwrap();
                    runs.push((time, off));
                }
                if scheme == Scheme::RadauIIA {
                    radau = runs;
                    continue;
                }
                for error in [1e-3, 1e-4, 1e-5, 1e-6, 1e-7] {
                    if let (Some(own), Some(other)) = (time_at(error, &runs), time_at(error, &radau)) {
                        println!(
                            "    CPU time over that of Radau IIA at error {error:.0e} of the force: {:.2}",
                            own / other
                        );
                    }
                }
            }
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/target/work_precision.csv");
    std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/target")).unwrap();
    std::fs::write(path, table).unwrap();
}
