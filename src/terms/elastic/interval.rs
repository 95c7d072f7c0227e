//! An element over a step: the formulas of its stage form with rows at the average of two levels and columns at the level that moves.

use super::{Carried, Carrier, Elastic, Law, Over, Point, Pulls, Table, add_pair, places};
use crate::math::{Mat3, Vec3};
use crate::terms::interval::{F, FrameInterval, J};
use crate::terms::{Interval, IntervalBlock, Span, add_block};
use nalgebra::{SMatrix, SVector};

/// g of every strain at a point.
type Gradients<const N: usize, const B: usize, const E: usize> = [[[Vec3; B]; N]; E];

/// What an element is over a step, before it is written in some coordinates.
struct Step<const N: usize, const B: usize> {
    levels: [Carried<N, B>; 3],
    mean: Carried<N, B>,
    pulls: Pulls<N, B>,
}

impl<const N: usize, const U: usize, const B: usize, const L: usize, const E: usize, T: Table<L>, W: Law<E>>
    Elastic<N, U, B, L, E, T, W>
{
    /// g at the lines `y`.
    fn gradients(&self, weights: &[[f64; N]; L], y: &[Vec3; L]) -> Gradients<N, B, E> {
        let follows = self.table.follows();
        let mut g = [[[Vec3::zeros(); B]; N]; E];
        for &(k, u, v, c) in self.table.products() {
            let (to_u, to_v) = (y[v] * c, y[u] * c);
            for n in 0..N {
                g[k][n][follows[u]] += to_u * weights[u][n];
                g[k][n][follows[v]] += to_v * weights[v][n];
            }
        }
        g
    }

    /// Lines and stresses over a step; `material` is told of each point, its lines at the average and at a level that moves, and the
    /// slope of the stress there.
    fn over(
        &self,
        over: &Span,
        out: &mut IntervalBlock,
        mut material: impl FnMut(
            usize,
            &[[f64; N]; L],
            [&[Vec3; L]; 2],
            &SMatrix<f64, E, E>,
            &Step<N, B>,
            &mut IntervalBlock,
        ),
    ) -> Option<Step<N, B>> {
        let levels = over.levels.each_ref().map(|level| self.carried(level.nodes));
        let mean = Carried::mean(&levels[over.from], &levels[over.to]);
        let pulls = Pulls { force: [[Vec3::zeros(); B]; N], numbers: [[[[0.0; B]; B]; N]; N] };
        let mut step = Step { levels, mean, pulls };
        for point in &self.points {
            let y = step.levels.each_ref().map(|level| self.lines(&point.weights, &level.z));
            let e = y.each_ref().map(|y| self.strain_of(y));
            for level in (0..3).filter(|&level| counts(over, level, self.damped)) {
                if let Some(fault) = point.law.fault(&e[level], || self.size(over.levels[level].nodes)) {
                    out.fault = Some(fault);
                    return None;
                }
            }
            let Over { stress, dissipated, slopes } = point.law.over(&e, over);
            out.works.dampers -= dissipated;
            let mean: [Vec3; L] = std::array::from_fn(|u| 0.5 * (y[over.from][u] + y[over.to][u]));
            self.add_pulls(&point.weights, &mean, &stress, !out.without_tangents, &mut step.pulls);
            if out.without_tangents {
                continue;
            }
            for (place, level) in [J, F].into_iter().enumerate() {
                if Self::BY_LINES {
                    let of_stress = over.mean_slopes()[place];
                    self.add_on_lines(
                        point,
                        [&mean, &y[level]],
                        &slopes[place],
                        (&stress, of_stress),
                        &mut out.k[place],
                    );
                } else if let Some(slope) = &slopes[place] {
                    material(place, &point.weights, [&mean, &y[level]], slope, &step, out);
                }
            }
        }
        Some(step)
    }

    /// K of a point by way of its lines: that of the slope, and the part of the stress with its factor.
    fn add_on_lines(
        &self,
        point: &Point<N, L, W>,
        [mean, y]: [&[Vec3; L]; 2],
        slope: &Option<SMatrix<f64, E, E>>,
        (stress, factor): (&SVector<f64, E>, f64),
        k: &mut [f64],
    ) {
        if slope.is_none() && factor == 0.0 {
            return;
        }
        let products = self.table.products();
        let material = slope.as_ref().map(|slope| places::of_material(products, mean, slope, y));
        let mut a = material.unwrap_or([[Mat3::zeros(); L]; L]);
        places::add_stress(products, stress.as_slice(), factor, &mut a);
        self.spread(&point.weights, &a, false, k);
    }
}

/// Has a level a part in a balance?
fn counts(over: &Span, level: usize, damped: bool) -> bool {
    over.weights[level] != 0.0 || level == over.from || level == over.to || level != J && damped
}

impl<const N: usize, const U: usize, const B: usize, const L: usize, const E: usize, T: Table<L>, W: Law<E>>
    FrameInterval for Elastic<N, U, B, L, E, T, W>
{
    fn on_frames(&self, over: &Span, out: &mut IntervalBlock) {
        let stride = out.n;
        let step = self.over(over, out, |place, weights, [mean, y], slope, step, out| {
            let b = self.rows(weights, mean, &step.mean.r);
            let b_level = self.rows(weights, y, &step.levels[[J, F][place]].r);
            for m in 0..N {
                let cb = slope * b_level[m];
                (0..N).for_each(|n| add_pair(&mut out.k[place], stride, U * n, U * m, &b[n].tr_mul(&cb)));
            }
        });
        let Some(step) = step else { return };
        self.add_forces(0, &step.pulls, &step.mean, &mut out.force);
        let slopes = over.mean_slopes();
        for (place, level) in [J, F].into_iter().enumerate() {
            if slopes[place] != 0.0 && !out.without_tangents && !Self::BY_LINES {
                self.add_geometric(0, &step.pulls, &step.mean, &step.levels[level], slopes[place], &mut out.k[place]);
            }
        }
    }
}

/// The coordinates (x, d₁, d₂, d₃) of a node, or x alone, that a node's vectors are made of: z_0 = x + Σ o_l d_l, z_b = Σ a_bl d_l.
fn on_coordinates<const B: usize>(carrier: &Carrier<B>, of_vectors: &[Vec3; B], width: usize) -> [Vec3; 4] {
    let mut rows = [of_vectors[0], Vec3::zeros(), Vec3::zeros(), Vec3::zeros()];
    for l in 0..if width == 6 { 3 } else { 0 } {
        rows[1 + l] = (0..B).map(|b| of_vectors[b] * carrier.material[b][l]).sum();
    }
    rows
}

impl<const N: usize, const U: usize, const B: usize, const L: usize, const E: usize, T: Table<L>, W: Law<E>> Interval
    for Elastic<N, U, B, L, E, T, W>
{
    fn frames(&self) -> Option<&dyn FrameInterval> {
        Some(self)
    }

    /// In the coordinates of the nodes, which need not be orthonormal at any level.
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let n = out.n;
        let blocks = if U == 6 { 4 } else { 1 };
        let spread = |g: &Gradients<N, B, E>| -> [[[Vec3; 4]; N]; E] {
            let mut rows = [[[Vec3::zeros(); 4]; N]; E];
            for (rows, g) in rows.iter_mut().zip(g) {
                (0..N).for_each(|node| rows[node] = on_coordinates(&self.carriers[node], &g[node], U));
            }
            rows
        };
        let step = self.over(over, out, |place, weights, lines, slope, _, out| {
            let [rows, columns] = lines.map(|y| spread(&self.gradients(weights, y)));
            for (a, row) in rows.iter().enumerate() {
                for (j, t) in (0..N * blocks).map(|p| (p / blocks, p % blocks)) {
                    let stress: Vec3 = (0..E).map(|b| columns[b][j][t] * slope[(a, b)]).sum();
                    for (i, s) in (0..N * blocks).map(|p| (p / blocks, p % blocks)) {
                        let block = row[i][s] * stress.transpose();
                        add_block(&mut out.k[place], n, 3 * (blocks * i + s), 3 * (blocks * j + t), &block);
                    }
                }
            }
        });
        let Some(step) = step else { return };
        for (node, carrier) in self.carriers.iter().enumerate() {
            let force = on_coordinates(carrier, &step.pulls.force[node], U);
            (0..blocks).for_each(|s| out.add_force(blocks * node + s, &force[s]));
        }
        // o and a by rows of the coordinates
        let part = |node: usize, b: usize, s: usize| match (s, b) {
            (0, 0) => 1.0,
            (0, _) => 0.0,
            _ => self.carriers[node].material[b][s - 1],
        };
        let slopes = over.mean_slopes();
        for place in (0..2).filter(|&place| slopes[place] != 0.0 && !out.without_tangents && !Self::BY_LINES) {
            for (i, j) in (0..N * N).map(|p| (p / N, p % N)) {
                for (s, t) in (0..blocks * blocks).map(|p| (p / blocks, p % blocks)) {
                    let mut number = 0.0;
                    for (b, c) in (0..B * B).map(|p| (p / B, p % B)) {
                        number += part(i, b, s) * step.pulls.numbers[i][j][b][c] * part(j, c, t);
                    }
                    let k = &mut out.k[place];
                    (0..3).for_each(|d| {
                        k[(3 * (blocks * i + s) + d) * n + 3 * (blocks * j + t) + d] += slopes[place] * number
                    });
                }
            }
        }
    }
}
