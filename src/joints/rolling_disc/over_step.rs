//! The rolling disc over a step.
//!
//! φ changes by −(w_i + w_f)/(φ_i + φ_f) times the change of w, and w is linear in the directors, so the height does no work.
//! The slip is t_k·(Δx + ΔD (o + ρ_b)), with ρ_b = D̄⁻¹ ρ of the averaged axis brought to unit length: its force acts on d_l as
//! (o + ρ_b)_l t_k, a moment D̄ (o + ρ_b) × t_k.

use super::{FLAT, FLATTEST, RollingDisc, rim};
use crate::math::{Mat3, Vec3};
use crate::terms::interval::{F, J};
use crate::terms::{Interval, IntervalBlock, Span, add_block, add_vector};

/// Place of a level among the unknown ones.
fn place(level: usize) -> Option<usize> {
    [J, F].iter().position(|unknown| *unknown == level)
}

impl RollingDisc {
    /// The height over a step, in the coordinates x, d₁, d₂, d₃.
    fn height(&self, over: &Span, out: &mut IntervalBlock) {
        let (n, r, lambda, size) = (&self.normal, self.radius, out.lambda[0], out.n);
        let [from, to] = [over.from, over.to].map(|level| {
            let node = &over.levels[level].nodes[self.node[0].0];
            let w = n.dot(&(node.d * self.axis_b));
            (node, w, (1.0 - w * w).sqrt())
        });
        let ((_, w_from, phi_from), (node, w_to, phi_to)) = (from, to);
        if !(phi_from >= FLATTEST && phi_to >= FLATTEST) {
            out.fault = Some(FLAT);
        }
        out.c[0] = n.dot(&(node.x + node.d * self.center_b - self.point)) - r * phi_to;
        // Δφ = slope Δw
        let sum = phi_from + phi_to;
        let slope = -(w_from + w_to) / sum;
        for l in 0..4 {
            let weight = |slope: f64| if l == 0 { 1.0 } else { self.center_b[l - 1] - r * slope * self.axis_b[l - 1] };
            add_vector(&mut out.b_mean, 3 * l, &(n * weight(slope)));
            add_vector(&mut out.b_to, 3 * l, &(n * weight(-w_to / phi_to)));
            out.add_force(l, &(n * (lambda * weight(slope))));
        }
        for (level, w, phi) in [(over.from, w_from, phi_from), (over.to, w_to, phi_to)] {
            let Some(place) = place(level) else { continue };
            // ∂slope/∂w, with ∂φ/∂w = −w/φ
            let bend = (slope * w / phi - 1.0) / sum;
            for (l, m) in (0..9).map(|c| (c / 3, c % 3)) {
                let number = -lambda * r * bend * self.axis_b[l] * self.axis_b[m];
                add_block(&mut out.k[place], size, 3 + 3 * l, 3 + 3 * m, &(n * n.transpose() * number));
            }
        }
        out.works.constraints -= lambda * over.along(&self.node, &[], &out.b_mean[..size]);
    }

    /// The two slips over a step.
    fn slips(&self, over: &Span, out: &mut IntervalBlock) {
        let ([_, d1, d2, d3], step) = (over.mean(self.node[0]), over.increment(self.node[0]));
        let (d, size) = (Mat3::from_columns(&[d1, d2, d3]), out.n);
        let axis = d * self.axis_b;
        let (length, u) = (axis.norm(), axis.normalize());
        let (_, phi, rho, slope) = rim(&self.normal, &u, self.radius);
        // a step that carries the contact to the other side of the disc has passed through flat
        let [before, after] = [over.from, over.to].map(|level| {
            let axis = over.levels[level].nodes[self.node[0].0].d * self.axis_b;
            rim(&self.normal, &axis.normalize(), self.radius).2
        });
        if phi.is_nan() || phi < FLATTEST || before.dot(&after) <= 0.0 {
            out.fault = Some(FLAT);
        }
        let inverse = d.try_inverse().unwrap_or_else(|| Mat3::repeat(f64::NAN));
        let rho_b = inverse * rho;
        // δρ_b = Σ swing_l δd̄_l = D̄⁻¹ (∂ρ/∂a δa − δD̄ ρ_b)
        let to_axis = slope * (Mat3::identity() - u * u.transpose()) / length;
        let swing: [Mat3; 3] =
            std::array::from_fn(|l| inverse * (to_axis * self.axis_b[l] - Mat3::identity() * rho_b[l]));
        let arm = self.center_b + rho_b;
        for (k, t) in self.tangents.iter().enumerate() {
            let (row, lambda) = ((k + 1) * size, out.lambda[k + 1]);
            for l in 0..4 {
                let pull = if l == 0 { *t } else { t * arm[l - 1] };
                out.c[k + 1] += pull.dot(&step[l]);
                add_vector(&mut out.b_mean, row + 3 * l, &pull);
                add_vector(&mut out.b_to, row + 3 * l, &pull);
                out.add_force(l, &(pull * lambda));
            }
            // δc = Σ_m (t·Δd_m) δρ_bm
            let change = Vec3::from_fn(|m, _| t.dot(&step[m + 1]));
            for l in 0..3 {
                add_vector(&mut out.b_to, row + 3 + 3 * l, &(swing[l].transpose() * change * 0.5));
                for (k, half) in out.k.iter_mut().zip(over.mean_slopes()).filter(|(_, s)| *s != 0.0) {
                    for m in 0..3 {
                        let block = t * swing[l].row(m) * (lambda * half);
                        add_block(k, size, 3 + 3 * m, 3 + 3 * l, &block);
                    }
                }
            }
            out.works.constraints -= lambda * out.c[k + 1];
        }
    }
}

impl Interval for RollingDisc {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        self.height(over, out);
        self.slips(over, out);
    }
}
