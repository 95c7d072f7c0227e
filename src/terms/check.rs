//! One-line checks of a term: tangents against differences, exact work over a step, objectivity.
//!
//! Each returns the largest defect found, relative to the size of what is compared; a test asserts its bound.
//! Central differences with ε = 1e-5 leave ε² ~ 1e-10 of truncation and 1e-16/ε ~ 1e-11 of rounding.

use super::interval::{F, I, J, coordinates};
use super::{IntervalBlock, Level, LockState, Motion, NodeId, ScalarMotion, Span, StageBlock, Term};
use crate::math::{Vec3, so3};

const EPS: f64 = 1e-5;

/// A configuration in which a term can be evaluated.
#[derive(Debug, Clone)]
pub struct Sample {
    /// all nodes of the model
    pub nodes: Vec<Motion>,
    /// all scalars of the model
    pub scalars: Vec<ScalarMotion>,
    /// all functions of the model
    pub functions: Vec<[f64; 3]>,
    /// gravity [m/s²]
    pub gravity: Vec3,
    /// all inputs of the model
    pub inputs: Vec<[f64; 3]>,
}

/// Numbers in (−1, 1) that look random and are the same every time.
pub struct Noise(pub u64);

impl Noise {
    /// The next number.
    pub fn number(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Three numbers.
    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }
}

impl Sample {
    /// Nodes and scalars anywhere, moving anyhow.
    pub fn random(seed: u64, nodes: usize, scalars: usize, functions: Vec<[f64; 3]>) -> Self {
        let mut noise = Noise(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let nodes = (0..nodes)
            .map(|_| {
                let mut node = Motion::at(noise.vector(), so3::exp(&(2.0 * noise.vector())));
                (node.v, node.omega) = (noise.vector(), noise.vector());
                (node.a, node.alpha) = (noise.vector(), noise.vector());
                node
            })
            .collect();
        let scalars = (0..scalars)
            .map(|_| ScalarMotion { value: noise.number(), rate: noise.number(), acceleration: noise.number() })
            .collect();
        let inputs = (0..24).map(|_| [noise.number(), 0.0, 0.0]).collect();
        Sample { nodes, scalars, functions, gravity: noise.vector(), inputs }
    }

    /// The sample as a level.
    pub fn level(&self) -> Level<'_> {
        Level {
            time: 0.0,
            load_factor: 1.0,
            gravity: self.gravity,
            nodes: &self.nodes,
            scalars: &self.scalars,
            functions: &self.functions,
            inputs: &self.inputs,
            rates: None,
            locks: &[LockState { on: true, value: 0.1, since: 0.0, impulse: 0.0 }],
        }
    }

    /// Shift local unknown `j` of a term by `by`, at the level of positions (0), velocities (1) or accelerations (2).
    fn shift(&mut self, term: &dyn Term, j: usize, order: usize, by: f64) {
        let ids = term.nodes();
        let width = term.width();
        if j >= width * ids.len() {
            let s = &mut self.scalars[term.scalars()[j - width * ids.len()].0];
            *[&mut s.value, &mut s.rate, &mut s.acceleration][order] += by;
            return;
        }
        let node = &mut self.nodes[ids[j / width].0];
        let step = Vec3::ith(j % 3, by);
        match (order, j % width < 3) {
            (0, true) => node.x += step,
            (0, false) => node.place(node.x, so3::exp(&step) * node.rotation),
            (1, true) => node.v += step,
            (1, false) => node.omega += step,
            (2, true) => node.a += step,
            _ => node.alpha += step,
        }
    }

    /// Let time pass: the motion of the sample continued for a short while, to second order.
    fn drift(&mut self, dt: f64) {
        for node in &mut self.nodes {
            let x = node.x + dt * node.v + 0.5 * dt * dt * node.a;
            node.place(x, so3::exp(&(dt * node.omega + 0.5 * dt * dt * node.alpha)) * node.rotation);
            node.v += dt * node.a;
            node.omega += dt * node.alpha;
        }
        for s in &mut self.scalars {
            s.value += dt * s.rate + 0.5 * dt * dt * s.acceleration;
            s.rate += dt * s.acceleration;
        }
        for f in &mut self.functions {
            f[0] += dt * f[1] + 0.5 * dt * dt * f[2];
            f[1] += dt * f[2];
        }
    }
}

fn size(term: &dyn Term) -> (usize, usize) {
    (term.size(), term.conditions())
}

/// Multipliers for a check.
fn multipliers(m: usize) -> Vec<f64> {
    let mut noise = Noise(77);
    (0..m).map(|_| noise.number()).collect()
}

fn stage(term: &dyn Term, sample: &Sample) -> StageBlock {
    let (n, m) = size(term);
    let mut out = StageBlock::default();
    // a term that fills more than it says panics here
    out.reset_parts(n, m, term.parts());
    out.lambda = multipliers(m);
    term.stage(&sample.level(), &mut out);
    for (part, size) in [(&mut out.k, n * n), (&mut out.g, n * n), (&mut out.mass, n * n), (&mut out.b_q, m * n)] {
        part.resize(size, 0.0);
    }
    out
}

/// Largest defect of K (of a term that has it), G, M, B and of the rates of the conditions against central differences.
pub fn check_stage(term: &dyn Term, sample: &Sample) -> f64 {
    let (n, m) = size(term);
    let base = stage(term, sample);
    let scale = 1.0 + base.k.iter().chain(&base.g).chain(&base.mass).fold(0.0_f64, |a, b| a.max(b.abs()));
    let mut worst = 0.0_f64;
    for j in 0..n {
        for (order, exact) in [&base.k, &base.g, &base.mass].into_iter().enumerate() {
            let [plus, minus] = [EPS, -EPS].map(|by| {
                let mut shifted = sample.clone();
                shifted.shift(term, j, order, by);
                stage(term, &shifted)
            });
            for i in (0..n).filter(|_| order > 0 || term.parts().k) {
                let slope = (plus.f[i] - minus.f[i]) / (2.0 * EPS);
                worst = worst.max((slope - exact[i * n + j]).abs() / scale);
            }
            for i in (0..m).filter(|_| order < 2) {
                let slope = (plus.c[i] - minus.c[i]) / (2.0 * EPS);
                let exact = match (term.nonholonomic(i), order) {
                    (false, 0) | (true, 1) => base.b[i * n + j],
                    (true, _) => base.b_q[i * n + j],
                    _ => 0.0,
                };
                worst = worst.max((slope - exact).abs());
            }
        }
    }
    worst.max(check_rates(term, sample))
}

/// Largest defect of the first and second time derivatives of the conditions against differences in time.
fn check_rates(term: &dyn Term, sample: &Sample) -> f64 {
    let m = term.conditions();
    let rates = |sample: &Sample| {
        let (mut first, mut second) = (vec![0.0; m], vec![0.0; m]);
        term.condition_rates(&sample.level(), &mut first, &mut second);
        (first, second)
    };
    let [plus, minus] = [EPS, -EPS].map(|dt| {
        let mut later = sample.clone();
        later.drift(dt);
        (stage(term, &later).c, rates(&later).0)
    });
    let (first, second) = rates(sample);
    (0..m).fold(0.0, |worst, k| {
        let c_rate = match term.nonholonomic(k) {
            true => stage(term, sample).c[k] - first[k],
            false => (plus.0[k] - minus.0[k]) / (2.0 * EPS) - first[k],
        };
        let c_second = (plus.1[k] - minus.1[k]) / (2.0 * EPS) - second[k];
        worst.max(c_rate.abs()).max(c_second.abs())
    })
}

/// A balance of a step: from, to, weights of i, j, f.
type Balance = (usize, usize, [f64; 3]);

/// What the schemes ask for: EP, the two balances of MP-ED, the two of ED, all with α = 0.3.
const BALANCES: [Balance; 5] = [
    (I, F, [0.5, 0.0, 0.5]),
    (I, F, [0.0, 0.5, 0.5]),
    (I, J, [0.7 / 6.0, 0.05, -1.0 / 6.0]),
    (J, F, [0.0, 0.5, 0.5]),
    (I, J, [0.35, 0.65, 0.0]),
];

/// Slopes in q_j and q_f of the accelerations with which tangents are checked.
const SLOPES: [f64; 2] = [0.7, -1.3];

/// Accelerations that follow the coordinates with these slopes.
fn accelerations(samples: &[Sample; 3]) -> Vec<[Vec3; 4]> {
    let [_, j, f] = samples;
    let of = |(a, b): (&Motion, &Motion)| {
        let (a, b) = (coordinates(a), coordinates(b));
        std::array::from_fn(|k| Vec3::new(0.3, -0.2, 0.5) + a[k] * SLOPES[0] + b[k] * SLOPES[1])
    };
    j.nodes.iter().zip(&f.nodes).map(of).collect()
}

/// The form over a step in twelve coordinates, with `moved` accelerations or none, and on frames if the term has it.
fn interval(
    term: &dyn Term,
    samples: &[Sample; 3],
    (from, to, weights): Balance,
    moved: Option<&[[Vec3; 4]]>,
) -> (IntervalBlock, Option<IntervalBlock>) {
    let form = term.interval().expect("the term has an interval form");
    let levels = [0, 1, 2].map(|k| samples[k].level());
    let span = Span { levels, h: 0.5, from, to, weights, acceleration: moved.map(|of| (of, SLOPES)) };
    let [mut out, mut on_frames] = [(); 2].map(|()| IntervalBlock::default());
    out.reset(term.coordinates(), term.conditions(), true);
    out.lambda = multipliers(out.m);
    form.interval(&span, &mut out);
    let frames = form.frames().map(|form| {
        on_frames.reset(term.size(), 0, true);
        form.on_frames(&span, &mut on_frames);
        on_frames
    });
    (out, frames)
}

/// Coordinates of a term's unknowns.
fn local(term: &dyn Term, sample: &Sample) -> Vec<f64> {
    let blocks = if term.width() == 6 { 4 } else { 1 };
    let nodes = term.nodes().iter().flat_map(|id| coordinates(&sample.nodes[id.0]).into_iter().take(blocks));
    let scalars = term.scalars().iter().map(|s| sample.scalars[s.0].value);
    nodes.flat_map(|v| [v.x, v.y, v.z]).chain(scalars).collect()
}

/// Shift one of the coordinates of a node, or a scalar; directors need not stay orthonormal.
fn shift_local(term: &dyn Term, sample: &mut Sample, j: usize, by: f64) {
    let (ids, each) = (term.nodes(), if term.width() == 6 { 12 } else { 3 });
    if j >= each * ids.len() {
        sample.scalars[term.scalars()[j - each * ids.len()].0].value += by;
        return;
    }
    let node = &mut sample.nodes[ids[j / each].0];
    match j % each {
        k if k < 3 => node.x[k] += by,
        k => node.d[(k % 3, k / 3 - 1)] += by,
    }
}

/// Exact work and correct tangents over a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IntervalCheck {
    /// largest defect of b_mean·(q_to − q_from) = C_to − C_from, and of force·(q_to − q_from) = change of energy + work taken;
    /// rounding
    pub work: f64,
    /// largest difference to the stage form when the step has no extent; rounding
    pub limit: f64,
    /// largest defect of the tangents against differences; of the conditions alone if the term has no K
    pub tangent: f64,
}

/// The promises of the interval form, over a large step through three samples.
pub fn check_interval(term: &dyn Term, mut samples: [Sample; 3]) -> IntervalCheck {
    (samples[1].gravity, samples[2].gravity) = (samples[0].gravity, samples[0].gravity);
    let mut check = IntervalCheck { work: 0.0, limit: 0.0, tangent: 0.0 };
    for balance in BALANCES {
        check.tangent = check.tangent.max(interval_tangent(term, &samples, balance));
        check.tangent = check.tangent.max(frames_defect(term, &samples, balance));
        let (over, _) = interval(term, &samples, balance, None);
        let [from, to] = [&samples[balance.0], &samples[balance.1]];
        let step: Vec<f64> = local(term, to).iter().zip(local(term, from)).map(|(b, a)| b - a).collect();
        let scale = 1.0 + step.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
        let (c_from, c_to) = (stage(term, from).c, stage(term, to).c);
        for k in 0..over.m {
            let change: f64 = over.b_mean[k * over.n..].iter().zip(&step).map(|(b, s)| b * s).sum();
            if term.nonholonomic(k) {
                check.work = check.work.max((change - over.c[k]).abs() / scale);
                continue;
            }
            check.work = check.work.max((change - (c_to[k] - c_from[k])).abs() / scale);
            check.work = check.work.max((over.c[k] - c_to[k]).abs());
        }
        if balance.2 == [0.5, 0.0, 0.5] {
            let stored = |sample: &Sample| {
                let mut audit = super::InstantAudit::default();
                term.audit(&sample.level(), &multipliers(over.m), &mut audit);
                audit.potential
            };
            let work: f64 = over.force.iter().zip(&step).map(|(f, s)| f * s).sum();
            let w = over.works;
            let expected = stored(to) - stored(from) - w.applied - w.driven - w.constraints - w.dampers;
            check.work = check.work.max((work - expected).abs() / (scale * (1.0 + work.abs())));
        }
    }
    // no extent and no motion: the stage form, moments as Σ d_k × f_k
    let mut still = samples[0].clone();
    still.nodes.iter_mut().for_each(|n| (n.v, n.omega, n.a, n.alpha) = Default::default());
    still.scalars.iter_mut().for_each(|s| (s.rate, s.acceleration) = (0.0, 0.0));
    let now = stage(term, &still);
    let (over, _) = interval(term, &[still.clone(), still.clone(), still.clone()], BALANCES[0], None);
    let project = |row: &[f64]| on_frames(term, row, |id| coordinates(&still.nodes[id.0]));
    let mut compare = |a: &[f64], b: &[f64]| {
        for (a, b) in project(a).iter().zip(b) {
            check.limit = check.limit.max((a - b).abs() / (1.0 + b.abs()));
        }
    };
    compare(&over.force, &now.f);
    for k in 0..over.m {
        compare(&over.b_mean[k * over.n..(k + 1) * over.n], &now.b[k * now.n..(k + 1) * now.n]);
    }
    check
}

/// A row over twelve coordinates a node on (δx, δθ) by directors `q`: moments are Σ d_k × f_k.
fn on_frames(term: &dyn Term, row: &[f64], q: impl Fn(NodeId) -> [Vec3; 4]) -> Vec<f64> {
    if term.width() == 3 {
        return row.to_vec();
    }
    let mut out = Vec::new();
    for (k, id) in term.nodes().iter().enumerate() {
        let part = |a: usize| Vec3::from_column_slice(&row[12 * k + 3 * a..12 * k + 3 * a + 3]);
        let q = q(*id);
        let moment: Vec3 = (1..4).map(|a| q[a].cross(&part(a))).sum();
        out.extend(part(0).iter().chain(moment.iter()).copied());
    }
    out.extend(&row[12 * term.nodes().len()..]);
    out
}

/// Largest defect of the form on frames against that in twelve coordinates, projected: forces at the averaged frames, tangents by
/// differences in the frames of a level.
fn frames_defect(term: &dyn Term, samples: &[Sample; 3], balance: Balance) -> f64 {
    let evaluate = |samples: &[Sample; 3]| {
        let (free, frames) = interval(term, samples, balance, Some(&accelerations(samples)));
        let mean = |id: NodeId| {
            let [a, b] = [balance.0, balance.1].map(|level| coordinates(&samples[level].nodes[id.0]));
            std::array::from_fn(|k| 0.5 * (a[k] + b[k]))
        };
        (frames, on_frames(term, &free.force, mean))
    };
    let (Some(base), expected) = evaluate(samples) else { return 0.0 };
    let scale = 1.0 + base.k.iter().flatten().fold(0.0_f64, |a, b| a.max(b.abs()));
    let mut worst = base.force.iter().zip(&expected).fold(0.0_f64, |w, (a, b)| w.max((a - b).abs() / scale));
    for (place, level) in [J, F].into_iter().enumerate() {
        for j in 0..base.n {
            let [plus, minus] = [EPS, -EPS].map(|by| {
                let mut shifted = samples.clone();
                shifted[level].shift(term, j, 0, by);
                evaluate(&shifted).1
            });
            for r in 0..base.n {
                let slope = (plus[r] - minus[r]) / (2.0 * EPS);
                worst = worst.max((slope - base.k[place][r * base.n + j]).abs() / scale);
            }
        }
    }
    worst
}

fn interval_tangent(term: &dyn Term, samples: &[Sample; 3], balance: Balance) -> f64 {
    let base = interval(term, samples, balance, Some(&accelerations(samples))).0;
    let n = base.n;
    let scale = 1.0 + base.k.iter().flatten().fold(0.0_f64, |a, b| a.max(b.abs()));
    let mut worst = 0.0_f64;
    for (place, level) in [J, F].into_iter().enumerate() {
        for j in 0..n {
            let [plus, minus] = [EPS, -EPS].map(|by| {
                let mut shifted = samples.clone();
                shift_local(term, &mut shifted[level], j, by);
                interval(term, &shifted, balance, Some(&accelerations(&shifted))).0
            });
            for r in (0..n).filter(|_| term.parts().k) {
                let slope = (plus.force[r] - minus.force[r]) / (2.0 * EPS);
                worst = worst.max((slope - base.k[place][r * n + j]).abs() / scale);
            }
            for r in (0..base.m).filter(|_| level == balance.1) {
                let slope = (plus.c[r] - minus.c[r]) / (2.0 * EPS);
                worst = worst.max((slope - base.b_to[r * n + j]).abs());
            }
        }
    }
    worst
}

/// A rigid motion of all nodes, and of what they do, leaves conditions and energies as they are and turns the forces with it; and the
/// forces, those of the multipliers among them, balance.
pub fn check_objective(term: &dyn Term, sample: &Sample) -> f64 {
    let base = stage(term, sample);
    let mut moved = sample.clone();
    let (turn, shift) = (so3::exp(&Vec3::new(0.7, -1.9, 0.4)), Vec3::new(3.0, -2.0, 5.0));
    for node in &mut moved.nodes {
        node.place(turn * node.x + shift, turn * node.rotation);
        for of in [&mut node.v, &mut node.omega, &mut node.a, &mut node.alpha] {
            *of = turn * *of;
        }
    }
    let after = stage(term, &moved);
    let mut worst = base.c.iter().zip(&after.c).fold(0.0_f64, |w, (a, b)| w.max((a - b).abs()));
    let three = |from: &[f64], at: usize| Vec3::from_column_slice(&from[at..at + 3]);
    let (mut force, mut moment) = (Vec3::zeros(), Vec3::zeros());
    let size = 1.0 + base.f.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    for (k, &NodeId(id)) in term.nodes().iter().enumerate() {
        let first = term.width() * k;
        for at in (first..first + term.width()).step_by(3) {
            worst = worst.max((three(&after.f, at) - turn * three(&base.f, at)).norm() / size);
        }
        force += three(&base.f, first);
        moment += sample.nodes[id].x.cross(&three(&base.f, first));
        if term.width() == 6 {
            moment += three(&base.f, first + 3);
        }
    }
    for (a, b) in base.f.iter().zip(&after.f).skip(term.width() * term.nodes().len()) {
        worst = worst.max((a - b).abs() / size);
    }
    let [before, then] = [sample, &moved].map(|sample| {
        let mut audit = super::InstantAudit::default();
        term.audit(&sample.level(), &multipliers(base.m), &mut audit);
        [audit.potential, audit.damper_power]
    });
    for (a, b) in before.iter().zip(&then) {
        worst = worst.max((a - b).abs() / (1.0 + a.abs()));
    }
    worst.max(force.norm()).max(moment.norm())
}
