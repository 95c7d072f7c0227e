//! Balances in the twelve coordinates of a node, with an inner level that no condition of the frame holds: ED by the letter.
//!
//! Rows and the unknowns q_j stand in two slots next to each other, which make a pair; unknowns (δx, δθ) at f stand in slot 2:
//!
//! ```text
//!   coordinate of twelve     x   d₁  |  d₂  d₃           scalar s
//!   local unknown of six     0–2 3–5 |  0–2 3–5          behind those of the nodes
//!   slot within the pair     0       |  1                0
//! ```
//!
//! Multipliers and their constraints stand in slot 2. Conditions that define a scalar have multipliers of their own at the inner level,
//! in slot 0. Nodes are free or ground.

use super::{Evaluated, SlotSystem, project};
use crate::assembly::layout::{Layout, NONE};
use crate::assembly::system::class_index;
use crate::math::Vec3;
use crate::model::Model;
use crate::terms::interval::{F, J, coordinates};
use crate::terms::{Class, Span};

/// Slots of this form.
pub const FREE_SLOTS: usize = 4;
/// Slot of the unknowns at f, and of the multipliers.
const AT_F: usize = 2;
/// Slots of multipliers that nothing uses at f.
const UNUSED: [usize; 2] = [1, 3];

/// Where coordinate `p` of a term stands: local unknown of six, slot within the pair.
fn stand(of: &Evaluated, p: usize) -> (usize, usize) {
    let nodes = of.nodes.len();
    match p.checked_sub(12 * nodes) {
        Some(scalar) => (6 * nodes + scalar, 0),
        None => (6 * (p / 12) + p % 6, p % 12 / 6),
    }
}

/// The twelve coordinates of node `k` of a term at f.
fn at_f<'a>(of: &Evaluated<'a>) -> impl Fn(usize) -> [Vec3; 4] + Copy + 'a {
    let (nodes, level) = (of.nodes, &of.span.levels[F]);
    move |k: usize| coordinates(&level.nodes[nodes[k].0])
}

impl SlotSystem {
    /// Evaluate every term over `span` and add its balance in twelve coordinates: in the pair 0, 1 up to the inner level, in the pair
    /// 2, 3 to the end.
    pub fn add_free_balance(
        &mut self,
        model: &Model,
        layout: &Layout,
        active: &[bool],
        span: &Span,
        (lambda, lambda_inner): (&[f64], &[f64]),
        (row, scale): (f64, [f64; 2]),
    ) {
        let inner = span.to == J;
        let (mut block, tangents) = (std::mem::take(&mut self.block), self.tangents);
        for t in 0..model.term_count() {
            let (term, plan) = (model.term(t), &layout.terms[t]);
            let Some(form) = term.interval() else { continue };
            let nodes = term.nodes();
            let own = |k: usize| inner && term.defines(k);
            block.reset(term.coordinates(), plan.conditions, plan.parts.k);
            block.without_tangents = !tangents;
            for k in (0..plan.conditions).filter(|k| active[plan.first + k]) {
                block.lambda[k] = if own(k) { lambda_inner } else { lambda }[plan.first + k];
            }
            form.interval(span, &mut block);
            self.fault = self.fault.or(block.fault.map(|fault| (t, fault)));
            let of = Evaluated { plan, nodes, block: &block, span };
            self.add_free_force(layout, &of, row);
            if tangents && plan.parts.k {
                self.add_free_tangents(layout, &of, row);
            }
            for k in 0..plan.conditions {
                let equation = layout.motion + plan.first + k;
                if !inner {
                    UNUSED.into_iter().for_each(|slot| self.hold(layout, equation, slot));
                }
                if active[plan.first + k] {
                    let s = layout.scale_of(scale, plan.first + k);
                    self.add_free_condition(layout, &of, k, s, own(k));
                } else {
                    self.hold(layout, equation, if inner { 0 } else { AT_F });
                }
            }
        }
        self.block = block;
    }

    /// First slot of the pair in which a balance over this step stands.
    fn pair(of: &Evaluated) -> usize {
        if of.span.to == J { 0 } else { AT_F }
    }

    /// Right-hand side of the balance: minus the force.
    fn add_free_force(&mut self, layout: &Layout, of: &Evaluated, row: f64) {
        let (first, block) = (Self::pair(of), of.block);
        for p in 0..block.n {
            let (local, offset) = stand(of, p);
            let dof = of.plan.dofs[local];
            if dof == NONE {
                continue;
            }
            let value = row * block.force[p];
            self.rhs[self.slots * dof as usize + first + offset] -= value;
            // directors have no unit
            let class = if offset == 1 { Class::Rotation } else { layout.classes[dof as usize] };
            let largest = &mut self.reference[class_index(class)];
            *largest = largest.max(value.abs());
        }
    }

    /// Tangent of the balance, with P from (δx, δθ) to the twelve coordinates at f:
    ///
    /// ```text
    ///              q_j (pair 0, 1)    (δx, δθ) at f (slot 2)
    ///   balance    K_j                K_f P
    /// ```
    fn add_free_tangents(&mut self, layout: &Layout, of: &Evaluated, row: f64) {
        let (first, block, plan) = (Self::pair(of), of.block, of.plan);
        let (n, n12) = (plan.dofs.len(), block.n);
        let mut turned = std::mem::take(&mut self.half);
        for p in 0..n12 {
            let (i, offset) = stand(of, p);
            if plan.dofs[i] == NONE {
                continue;
            }
            for q in 0..n12 {
                let (j, column) = stand(of, q);
                let value = row * block.k[0][p * n12 + q];
                if value != 0.0 && plan.k[i * n + j] != NONE {
                    self.add(layout, plan.k[i * n + j], plan.dofs[j], (first + offset, column), value);
                }
            }
            turned.clear();
            turned.resize(n, 0.0);
            project(&block.k[1][p * n12..(p + 1) * n12], of.nodes.len(), at_f(of), &mut turned);
            for j in (0..n).filter(|&j| plan.k[i * n + j] != NONE) {
                self.add(layout, plan.k[i * n + j], plan.dofs[j], (first + offset, AT_F), row * turned[j]);
            }
        }
        self.half = turned;
    }

    /// Constraint `k` of a term, scaled by s; `own`: one that defines a scalar, at the inner level.
    ///
    /// ```text
    ///                             q_j (pair 0, 1)    (δx, δθ) at f    multiplier    right-hand side
    ///   balance                   ·                  ·                s B̄ᵀ          ·
    ///   constraint at f           ·                  s B P            0             −s C
    ///   constraint of a scalar    s B                ·                0             −s C
    /// ```
    fn add_free_condition(&mut self, layout: &Layout, of: &Evaluated, k: usize, s: f64, own: bool) {
        let (first, block, plan) = (Self::pair(of), of.block, of.plan);
        let (n, n12, equation) = (plan.dofs.len(), block.n, layout.motion + plan.first + k);
        let (inner, slot) = (first == 0, if own { 0 } else { AT_F });
        let tangents = self.tangents;
        for p in (0..n12).filter(|_| tangents) {
            let (i, offset) = stand(of, p);
            let place = plan.bt[k * n + i];
            if place != NONE {
                let value = s * block.b_mean[k * n12 + p];
                self.add(layout, place, equation as u32, (first + offset, slot), value);
            }
        }
        if inner && !own {
            self.hold(layout, equation, 0);
            return;
        }
        self.rhs[self.slots * equation + slot] = -s * block.c[k];
        let slope = &block.b_to[k * n12..(k + 1) * n12];
        if !self.tangents {
            return;
        }
        if inner {
            for (p, value) in slope.iter().enumerate() {
                let (j, column) = stand(of, p);
                if plan.b[k * n + j] != NONE {
                    self.add(layout, plan.b[k * n + j], plan.dofs[j], (0, column), s * value);
                }
            }
            return;
        }
        let mut turned = std::mem::take(&mut self.half);
        turned.clear();
        turned.resize(n, 0.0);
        project(slope, of.nodes.len(), at_f(of), &mut turned);
        for j in (0..n).filter(|&j| plan.b[k * n + j] != NONE) {
            self.add(layout, plan.b[k * n + j], plan.dofs[j], (AT_F, AT_F), s * turned[j]);
        }
        self.half = turned;
    }
}
