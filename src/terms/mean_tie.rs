//! A frame tied to the mean motion of some points ("distributing coupling", RBE3): six constraints, the points free to breathe.
//!
//! | symbol | name |
//! |---|---|
//! | x, d₁ d₂ d₃ | place and directors of the frame |
//! | x_s, w_s | places of the points and their weights, Σ w_s = 1 |
//! | ξ_s | places of the points in the frame, reference configuration; ξ̄ = Σ w_s ξ_s |
//! | ϱ² | Σ w_s \|ξ_s − ξ̄\|² |
//! | Z₀, Z_i | Σ w_s (x_s − x), Σ w_s (ξ_s − ξ̄)_i/ϱ² (x_s − x) |
//!
//! ```text
//!   C_k   = d_k·Z₀ − ξ̄_k = 0             the centre of the points stays where it is in the frame
//!   C_3+k = d_j·Z_i − d_i·Z_j = 0        (i, j, k) cyclic: the points do not turn in the frame in the mean
//! ```
//!
//! Each is a sum of dot products of lines that are linear in the frames, so that it is exact over a step. With V = Σ μ_k C_k =
//! Σ m_au d_a·Z_u, e_u = Σ_a m_au d_a and h_a = Σ_u m_au Z_u the tangent at one instant has entries beside the rotation of the frame alone:
//!
//! ```text
//!                  δx_s        δθ                          f_s = Σ_u z_us e_u
//!   force s        0           −f̃_s                        z_us: weight of the point in Z_u; −Σ z_us of the frame
//!   moment         f̃_s         Σ_a h̃_a d̃_a
//! ```

use crate::math::so3::{skew, skew_product};
use crate::math::{Mat3, Vec3};
use crate::terms::interval::coordinates;
use crate::terms::{
    Class, InstantAudit, Interval, IntervalBlock, Level, Motion, NodeId, Parts, Span, StageBlock, Term, add_block,
    add_vector,
};

/// Most points of one tie: its matrix has an entry for each pair of them.
pub const MAX_POINTS: usize = 64;

/// A product of a constraint: (constraint, director, line Z, factor).
const PRODUCTS: [(usize, usize, usize, f64); 9] = [
    (0, 0, 0, 1.0),
    (1, 1, 0, 1.0),
    (2, 2, 0, 1.0),
    (3, 2, 2, 1.0),
    (3, 1, 3, -1.0),
    (4, 0, 3, 1.0),
    (4, 2, 1, -1.0),
    (5, 1, 1, 1.0),
    (5, 0, 2, -1.0),
];

const LABELS: [&str; 6] = [
    "mean displacement along axis 1",
    "mean displacement along axis 2",
    "mean displacement along axis 3",
    "mean rotation about axis 1",
    "mean rotation about axis 2",
    "mean rotation about axis 3",
];

/// How points that cannot hold a frame stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// all at one place
    Coincident,
    /// all on one line
    Collinear,
}

/// The constraints. Its first node is the frame.
#[derive(Debug, Clone)]
pub struct MeanTie {
    nodes: Vec<NodeId>,
    /// z_us of each node
    weights: Vec<[f64; 4]>,
    /// ξ̄
    center: Vec3,
}

/// Points within this part of their spread of a line are on it.
const ON_A_LINE: f64 = 1e-6;

impl MeanTie {
    /// The frame and the points where they stand in the reference configuration; `weights` positive, of any sum.
    pub fn new(frame: (NodeId, &Motion), points: &[(NodeId, Vec3)], weights: &[f64]) -> Result<Self, Spread> {
        let total: f64 = weights.iter().sum();
        let at: Vec<Vec3> = points.iter().map(|(_, x)| frame.1.d.transpose() * (x - frame.1.x)).collect();
        let center: Vec3 = at.iter().zip(weights).map(|(xi, w)| xi * (*w / total)).sum();
        // second moments about the centre: their eigenvalues are the squares of the spreads along three axes
        let arms: Vec<Vec3> = at.iter().map(|xi| xi - center).collect();
        let spread: Mat3 = arms.iter().zip(weights).map(|(a, w)| a * a.transpose() * (*w / total)).sum();
        let mut sizes: [f64; 3] = spread.symmetric_eigenvalues().map(|v| v.max(0.0).sqrt()).into();
        sizes.sort_by(|a, b| b.total_cmp(a));
        let far = at.iter().chain([&frame.1.x]).fold(0.0_f64, |far, x| far.max(x.norm()));
        if sizes[0] <= 1e-12 * far {
            return Err(Spread::Coincident);
        }
        if sizes[1] <= ON_A_LINE * sizes[0] {
            return Err(Spread::Collinear);
        }
        let squared = spread.trace();
        let mut own = vec![[0.0; 4]];
        for (arm, w) in arms.iter().zip(weights) {
            let w = w / total;
            own.push([w, w * arm.x / squared, w * arm.y / squared, w * arm.z / squared]);
        }
        own[0] = std::array::from_fn(|u| -own[1..].iter().map(|z| z[u]).sum::<f64>());
        let nodes = std::iter::once(frame.0).chain(points.iter().map(|(node, _)| *node)).collect();
        Ok(MeanTie { nodes, weights: own, center })
    }

    /// Σ z_us y_s of a vector y of each node.
    fn lines(&self, of: impl Fn(NodeId) -> Vec3) -> [Vec3; 4] {
        let mut z = [Vec3::zeros(); 4];
        let first = of(self.nodes[0]);
        for (node, weights) in self.nodes.iter().zip(&self.weights).skip(1) {
            let y = of(*node) - first;
            (0..4).for_each(|u| z[u] += y * weights[u]);
        }
        z
    }

    fn rest(&self, k: usize) -> f64 {
        if k < 3 { self.center[k] } else { 0.0 }
    }

    /// e_u for factors of the constraints.
    fn pulls(factors: &[f64], d: &[Vec3; 3]) -> [Vec3; 4] {
        let mut e = [Vec3::zeros(); 4];
        PRODUCTS.iter().for_each(|(k, a, u, c)| e[*u] += d[*a] * (c * factors[*k]));
        e
    }

    /// h_a for factors of the constraints.
    fn turns(factors: &[f64], z: &[Vec3; 4]) -> [Vec3; 3] {
        let mut h = [Vec3::zeros(); 3];
        PRODUCTS.iter().for_each(|(k, a, u, c)| h[*a] += z[*u] * (c * factors[*k]));
        h
    }

    fn value(&self, k: usize, d: &[Vec3; 3], z: &[Vec3; 4]) -> f64 {
        let own = PRODUCTS.iter().filter(|p| p.0 == k);
        own.map(|(_, a, u, c)| c * d[*a].dot(&z[*u])).sum::<f64>() - self.rest(k)
    }

    /// Add a gradient over the coordinates of a step: e_u on the places, h_a on the directors of the frame.
    fn add_gradient(&self, row: &mut [f64], e: &[Vec3; 4], h: &[Vec3; 3]) {
        for (s, weights) in self.weights.iter().enumerate() {
            let pull: Vec3 = e.iter().zip(weights).map(|(e, z)| e * *z).sum();
            add_vector(row, 12 * s, &pull);
        }
        h.iter().enumerate().for_each(|(a, h)| add_vector(row, 3 + 3 * a, h));
    }
}

fn unit(k: usize) -> [f64; 6] {
    std::array::from_fn(|i| f64::from(u8::from(i == k)))
}

fn directors(d: &Mat3) -> [Vec3; 3] {
    std::array::from_fn(|a| d.column(a).into())
}

impl Term for MeanTie {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn conditions(&self) -> usize {
        6
    }

    fn condition(&self, k: usize) -> (Class, String) {
        (if k < 3 { Class::Translation } else { Class::Rotation }, LABELS[k].into())
    }

    fn parts(&self) -> Parts {
        Parts::NONE
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let n = out.n;
        let d = directors(&at.nodes[self.nodes[0].0].d);
        let z = self.lines(|node| at.nodes[node.0].x);
        let mut mu = [0.0; 6];
        for k in 0..6 {
            out.c[k] = self.value(k, &d, &z);
            mu[k] = out.mu(k);
            let (e, h) = (Self::pulls(&unit(k), &d), Self::turns(&unit(k), &z));
            let row = &mut out.b[k * n..(k + 1) * n];
            for (s, weights) in self.weights.iter().enumerate() {
                let pull: Vec3 = e.iter().zip(weights).map(|(e, z)| e * *z).sum();
                add_vector(row, 6 * s, &pull);
            }
            let moment: Vec3 = d.iter().zip(&h).map(|(d, h)| d.cross(h)).sum();
            add_vector(row, 3, &moment);
            (0..n).for_each(|j| out.f[j] += mu[k] * out.b[k * n + j]);
        }
        if out.without_tangents {
            return;
        }
        let (e, h) = (Self::pulls(&mu, &d), Self::turns(&mu, &z));
        for (s, weights) in self.weights.iter().enumerate() {
            let pull: Vec3 = e.iter().zip(weights).map(|(e, z)| e * *z).sum();
            out.add_k(6 * s, 3, &-skew(&pull));
            out.add_k(3, 6 * s, &skew(&pull));
        }
        let turned: Mat3 = h.iter().zip(&d).map(|(h, d)| skew_product(h, d)).sum();
        out.add_k(3, 3, &turned);
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        let frame = &at.nodes[self.nodes[0].0];
        let d = directors(&frame.d);
        let rate = d.map(|d| frame.omega.cross(&d));
        let accel: [Vec3; 3] = std::array::from_fn(|a| frame.alpha.cross(&d[a]) + frame.omega.cross(&rate[a]));
        let z = self.lines(|node| at.nodes[node.0].x);
        let z_rate = self.lines(|node| at.nodes[node.0].v);
        let z_accel = self.lines(|node| at.nodes[node.0].a);
        first[..6].fill(0.0);
        second[..6].fill(0.0);
        for &(k, a, u, c) in &PRODUCTS {
            first[k] += c * (rate[a].dot(&z[u]) + d[a].dot(&z_rate[u]));
            second[k] += c * (accel[a].dot(&z[u]) + 2.0 * rate[a].dot(&z_rate[u]) + d[a].dot(&z_accel[u]));
        }
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        let (mut rate, mut second) = ([0.0; 6], [0.0; 6]);
        self.condition_rates(at, &mut rate, &mut second);
        audit.constraint_power -= lambda.iter().zip(&rate).map(|(l, r)| l * r).sum::<f64>();
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for MeanTie {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let n = out.n;
        let at = |level: usize| {
            let nodes = over.levels[level].nodes;
            let [_, d1, d2, d3] = coordinates(&nodes[self.nodes[0].0]);
            ([d1, d2, d3], self.lines(|node| nodes[node.0].x))
        };
        let ((d_from, z_from), (d_to, z_to)) = (at(over.from), at(over.to));
        let d_mean: [Vec3; 3] = std::array::from_fn(|a| 0.5 * (d_from[a] + d_to[a]));
        let z_mean: [Vec3; 4] = std::array::from_fn(|u| 0.5 * (z_from[u] + z_to[u]));
        for k in 0..6 {
            let (own, row) = (unit(k), k * n..(k + 1) * n);
            out.c[k] = self.value(k, &d_to, &z_to);
            let [mean, to] = [(&d_mean, &z_mean), (&d_to, &z_to)];
            self.add_gradient(&mut out.b_mean[row.clone()], &Self::pulls(&own, mean.0), &Self::turns(&own, mean.1));
            self.add_gradient(&mut out.b_to[row.clone()], &Self::pulls(&own, to.0), &Self::turns(&own, to.1));
            let lambda = out.lambda[k];
            (0..n).for_each(|j| out.force[j] += lambda * out.b_mean[k * n + j]);
            out.works.constraints -= lambda * over.along(&self.nodes, &[], &out.b_mean[row]);
        }
        if out.without_tangents {
            return;
        }
        // the mean moves by half of either end: ½ m_au z_us between director a and place s
        let places = [over.from, over.to].map(|level| level.checked_sub(1));
        for place in places.into_iter().flatten() {
            for &(k, a, u, c) in &PRODUCTS {
                for (s, weights) in self.weights.iter().enumerate() {
                    let block = Mat3::identity() * (0.5 * out.lambda[k] * c * weights[u]);
                    add_block(&mut out.k[place], n, 12 * s, 3 + 3 * a, &block);
                    add_block(&mut out.k[place], n, 3 + 3 * a, 12 * s, &block);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::so3;
    use crate::terms::check::{Noise, Sample, check_interval, check_objective, check_stage};

    fn tie() -> MeanTie {
        let mut noise = Noise(9);
        let frame = Motion::at(noise.vector(), so3::exp(&noise.vector()));
        let points: Vec<(NodeId, Vec3)> = (1..5).map(|k| (NodeId(k), noise.vector())).collect();
        MeanTie::new((NodeId(0), &frame), &points, &[1.0, 2.0, 0.5, 3.0]).unwrap()
    }

    #[test]
    fn tangents_work_over_a_step_and_objectivity() {
        for seed in 1..4 {
            let sample = |seed| Sample::random(seed, 5, 0, vec![]);
            assert!(check_stage(&tie(), &sample(seed)) < 2e-9);
            let check = check_interval(&tie(), [seed, seed + 100, seed + 200].map(sample));
            assert!(check.work < 1e-13 && check.limit < 1e-14 && check.tangent < 2e-9, "{check:?}");
            assert!(check_objective(&tie(), &sample(seed)) < 1e-13);
        }
    }

    /// Points that move as one rigid body take the frame along; when they breathe about their centre it stays.
    #[test]
    fn a_rigid_motion_and_a_breathing_one_leave_the_frame_in_place() {
        let mut noise = Noise(9);
        let frame = Motion::at(noise.vector(), so3::exp(&noise.vector()));
        let points: Vec<(NodeId, Vec3)> = (1..5).map(|k| (NodeId(k), noise.vector())).collect();
        let weights = [1.0, 2.0, 0.5, 3.0];
        let tie = MeanTie::new((NodeId(0), &frame), &points, &weights).unwrap();
        let center: Vec3 = points.iter().zip(weights).map(|((_, x), w)| x * (w / 6.5)).sum();
        let turn = so3::exp(&Vec3::new(0.7, -1.1, 2.0));
        let moved = |x: &Vec3| turn * (x * 1.0) + Vec3::new(3.0, -1.0, 0.4);
        for factor in [1.0, 1.7] {
            let mut sample = Sample::random(1, 5, 0, vec![]);
            sample.nodes[0].place(moved(&frame.x), turn * frame.rotation);
            for (k, (_, x)) in points.iter().enumerate() {
                sample.nodes[k + 1].x = moved(&(center + (x - center) * factor));
            }
            let mut out = StageBlock::default();
            out.reset(30, 6);
            tie.stage(&sample.level(), &mut out);
            assert!(out.c.iter().all(|c| c.abs() < 1e-14), "{:?}", out.c);
        }
    }

    #[test]
    fn points_that_hold_no_frame_are_found() {
        let frame = Motion::at(Vec3::new(1.0, 2.0, 3.0), so3::exp(&Vec3::new(0.1, 0.2, 0.3)));
        let at = |x: Vec3| {
            let points: Vec<(NodeId, Vec3)> =
                [0.0, 0.3, 1.0, 1.4].iter().map(|s| (NodeId(1), Vec3::y() + x * *s)).collect();
            MeanTie::new((NodeId(0), &frame), &points, &[1.0; 4]).map(drop)
        };
        assert_eq!(at(Vec3::zeros()), Err(Spread::Coincident));
        assert_eq!(at(Vec3::new(0.3, -0.2, 0.7)), Err(Spread::Collinear));
        assert_eq!(at(Vec3::new(0.3, -0.2, 0.7) * 1e-6), Err(Spread::Collinear));
    }
}
