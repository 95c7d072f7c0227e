//! A row of the host over a step.
//!
//! | symbol | name |
//! |---|---|
//! | D̄, g_k | averaged directors, their reciprocals |
//! | ρ = ½ Σ g_k × Δd_k | the Rodrigues vector of the step |
//!
//! The row is that of the mean position, of the rotation half-way (the polar factor of D̄) and of the mean time:
//! Σ (β·Δx + τ·ρ) + h b = 0, with forces λβ on x and ½ λ τ × g_k on d_k: a moment λτ.

use super::row::{B, dot, part};
use super::{MAX_NODES, Pfaffian};
use crate::math::so3::skew;
use crate::math::{Mat3, Quat, Vec3};
use crate::terms::{Fault, Interval, IntervalBlock, Span, add_block, add_vector};

/// The rotation nearest to directors, and δθ = Σ_l (the l-th matrix) δd_l of it.
fn nearest(d: &Mat3) -> (Mat3, [Mat3; 3]) {
    let svd = d.svd(true, true);
    let nan = Mat3::repeat(f64::NAN);
    let r = svd.u.unwrap_or(nan) * svd.v_t.unwrap_or(nan);
    // (tr V I − V) δθ = Σ r_l × δd_l,  V = D Rᵀ
    let v = d * r.transpose();
    let inverse = (Mat3::identity() * v.trace() - v).try_inverse().unwrap_or(nan);
    (r, std::array::from_fn(|l| inverse * skew(&r.column(l).into())))
}

impl Interval for Pfaffian {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (n, lambda, count) = (out.n, out.lambda[0], self.nodes.len());
        let nothing = (Vec3::zeros(), Quat::identity());
        let (mut place, mut turn, mut reciprocal) =
            ([nothing; MAX_NODES], [[Mat3::zeros(); 3]; MAX_NODES], [[Vec3::zeros(); 3]; MAX_NODES]);
        for (k, id) in self.nodes.iter().enumerate() {
            let [x, d1, d2, d3] = over.mean(*id);
            let d = Mat3::from_columns(&[d1, d2, d3]);
            let (r, slopes) = nearest(&d);
            place[k] = (x, Quat::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(r)));
            turn[k] = slopes;
            let inverse = d.try_inverse().unwrap_or_else(|| Mat3::repeat(f64::NAN)).transpose();
            reciprocal[k] = std::array::from_fn(|a| inverse.column(a).into());
        }
        let time = 0.5 * (over.levels[over.from].time + over.levels[over.to].time);
        let (row, slopes) = (self.evaluate(time, &place), self.slopes(time, &place));
        if row[0].is_nan() || slopes.iter().any(|s| s[0].is_nan()) {
            out.fault = Some(Fault::Callback);
        }
        // all time passes on the way to the end of the step
        let h = if over.to == crate::terms::interval::F { over.h } else { 0.0 };

        // the value, and its slopes in (δx̄, δθ̄) of every node
        let (mut along, mut lean) = ([0.0; B], [0.0; B]);
        for (k, id) in self.nodes.iter().enumerate() {
            let (step, tau, first) = (over.increment(*id), part(&row, 6 * k + 3), 12 * k);
            let rho: Vec3 = (0..3).map(|a| reciprocal[k][a].cross(&step[a + 1])).sum::<Vec3>() * 0.5;
            along[6 * k..6 * k + 3].copy_from_slice(step[0].as_slice());
            along[6 * k + 3..6 * k + 6].copy_from_slice(rho.as_slice());
            add_vector(&mut out.b_mean, first, &part(&row, 6 * k));
            for a in 0..3 {
                let g = reciprocal[k][a];
                add_vector(&mut out.b_mean, first + 3 + 3 * a, &(tau.cross(&g) * 0.5));
                // δg_k = −Σ g_l (g_k·δd_l)
                let moved: Vec3 = (0..3).map(|b| reciprocal[k][b] * tau.dot(&g.cross(&step[b + 1]))).sum();
                add_vector(&mut out.b_to, first + 3 + 3 * a, &(moved * -0.25));
                for (matrix, slope) in out.k.iter_mut().zip(over.mean_slopes()).filter(|(_, s)| *s != 0.0) {
                    for l in 0..3 {
                        let turned = tau.cross(&reciprocal[k][l]);
                        let block = turned * g.transpose() * (-0.5 * lambda * slope);
                        add_block(matrix, n, first + 3 + 3 * a, first + 3 + 3 * l, &block);
                    }
                }
            }
        }
        out.c[0] = dot(&row, &along) + h * row[B];
        for j in 0..6 * count {
            lean[j] = dot(&slopes[j], &along) + h * slopes[j][B];
        }

        // slopes in the twelve coordinates: δx̄, and δθ̄ = Σ turn_l δd̄_l
        for m in 0..count {
            for l in 0..4 {
                let to = 12 * m + 3 * l;
                let chain = if l == 0 { Mat3::identity() } else { turn[m][l - 1] };
                let from = 6 * m + if l == 0 { 0 } else { 3 };
                add_vector(&mut out.b_to, to, &(chain.transpose() * part(&lean, from) * 0.5));
                for (k, half) in out.k.iter_mut().zip(over.mean_slopes()).filter(|(_, s)| *s != 0.0) {
                    for node in 0..count {
                        let of = |at: usize| {
                            Mat3::from_fn(|i, j| slopes[from + j][6 * node + at + i]) * chain * (lambda * half)
                        };
                        let (force, moment) = (of(0), of(3));
                        add_block(k, n, 12 * node, to, &force);
                        for a in 0..3 {
                            let block = skew(&reciprocal[node][a]) * moment * -0.5;
                            add_block(k, n, 12 * node + 3 + 3 * a, to, &block);
                        }
                    }
                }
            }
        }
        for j in 0..n {
            out.b_to[j] += out.b_mean[j];
            out.force[j] += lambda * out.b_mean[j];
        }
        out.works.constraints -= lambda * out.c[0];
        out.works.driven += lambda * h * row[B];
    }
}
