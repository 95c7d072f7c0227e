//! `Holonomic`: conditions between two frames, written once, for every scheme.
//!
//! Sources: Epple (4.62)–(4.66); Bauchau 2003 (6), (17), (42)–(43).
//!
//! A joint has seven **lines**, each linear in the frames of its two nodes A and B:
//!
//! | line | meaning |
//! |---|---|
//! | a1 a2 a3 | axes of the joint frame on A |
//! | b1 b2 b3 | axes of the joint frame on B |
//! | gap | p_B − p_A, from the joint's point on A to its point on B |
//!
//! A condition is a sum of dot products of lines, C = Σ c_j u_j·v_j − e, whose coefficients may depend on one
//! scalar unknown s: c_j(s), e(s). A line varies as δy = Σ_n (t_n δx_n + δθ_n × w_n), with the constant t
//! (−1, +1 for the gap) and the arm w, itself linear in the frames. So for a condition c u·v:
//!
//! ```text
//!     force on node n   t_n^u c v + t_n^v c u
//!     moment on node n  w_n^u × c v + w_n^v × c u
//! ```
//!
//! Over a step the increment of a dot product is its gradient at the *average* lines times the increment of the lines:
//! the same formulas, in the coordinates of [`interval`](super::interval), give forces that do exactly the work
//! λ(C_to − C_from). Averaged frames are not orthonormal; nothing there assumes that they are.

use super::interval::{gather, mean};
pub use super::lines::{Attachment, Condition, Line};
use super::lines::{Lines, add_geometric, add_gradient, linear};
use super::{
    Class, InstantAudit, Interval, IntervalBlock, Level, Motion, NodeId, Parts, ScalarId, ScalarMotion, Span,
    StageBlock, Term,
};
use crate::math::{Mat3, Quat, Vec3, so3};
use Line::Gap;

/// A free relative motion of a joint, as the user reads it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coordinate {
    /// the condition that defines it when something acts on it
    pub definition: Condition,
    /// what it is, for messages
    pub label: &'static str,
}

impl Coordinate {
    /// Displacement along an axis of A.
    pub fn slide(axis: usize, label: &'static str) -> Self {
        Coordinate { definition: Condition::Slide(Line::A(axis), Gap, 1.0), label }
    }

    /// Angle of `pointer` from x towards y.
    pub fn turn(pointer: Line, x: Line, y: Line, label: &'static str) -> Self {
        Coordinate { definition: Condition::Turn(pointer, x, y), label }
    }

    /// Metres or radians.
    pub fn class(&self) -> Class {
        match self.definition {
            Condition::Turn(..) => Class::Rotation,
            _ => Class::Translation,
        }
    }
}

/// What a joint file writes: its conditions and its free relative motions.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// kind, for messages and files
    pub kind: &'static str,
    /// what its constructor was called with, by name, if anything
    pub parameter: Option<(&'static str, f64)>,
    /// conditions, with the direction that each one locks
    pub conditions: Vec<(Condition, &'static str)>,
    /// free relative motions
    pub coordinates: Vec<Coordinate>,
    /// conditions on a coordinate beyond its definition (the screw's advance): the coordinate is then always a scalar
    pub coupled: Vec<(usize, Condition, &'static str)>,
}

/// A joint: conditions between two frames, with the scalars on which something acts.
#[derive(Debug, Clone)]
pub struct Holonomic {
    pair: Pair,
    sides: [Attachment; 2],
    nodes: [NodeId; 2],
    /// conditions with the local scalar they use
    conditions: Vec<(Condition, &'static str, Option<usize>)>,
    scalars: Vec<ScalarId>,
    /// local scalar of each coordinate
    exposed: Vec<Option<usize>>,
}

impl Holonomic {
    /// A joint of this kind between two attachments.
    pub fn new(pair: Pair, a: Attachment, b: Attachment) -> Self {
        let conditions = pair.conditions.iter().map(|(c, label)| (*c, *label, None)).collect();
        let exposed = vec![None; pair.coordinates.len()];
        Holonomic { pair, sides: [a, b], nodes: [a.node, b.node], conditions, scalars: Vec::new(), exposed }
    }

    /// Make a coordinate a scalar unknown, because something acts on it; `scalar` is its id if it is new.
    pub fn expose(&mut self, coordinate: usize, scalar: ScalarId) -> ScalarId {
        if let Some(local) = self.exposed[coordinate] {
            return self.scalars[local];
        }
        let local = self.scalars.len();
        self.scalars.push(scalar);
        self.exposed[coordinate] = Some(local);
        let Coordinate { definition, label } = self.pair.coordinates[coordinate];
        self.conditions.push((definition, label, Some(local)));
        scalar
    }

    /// Expose the coordinates that the joint's own conditions couple.
    pub fn expose_coupled(&mut self, mut next: impl FnMut() -> ScalarId) {
        for (coordinate, condition, label) in self.pair.coupled.clone() {
            if self.exposed[coordinate].is_none() {
                self.expose(coordinate, next());
            }
            self.conditions.push((condition, label, self.exposed[coordinate]));
        }
    }

    /// Kind of joint.
    pub fn kind(&self) -> &'static str {
        self.pair.kind
    }

    /// Its two attachments.
    pub fn sides(&self) -> &[Attachment; 2] {
        &self.sides
    }

    /// Its free relative motions.
    pub fn coordinates(&self) -> &[Coordinate] {
        &self.pair.coordinates
    }

    /// The scalar of a coordinate, if something acts on it.
    pub fn scalar_of(&self, coordinate: usize) -> Option<ScalarId> {
        self.exposed[coordinate].map(|local| self.scalars[local])
    }

    fn lines(&self, nodes: &[Motion]) -> Lines {
        Lines::between(&self.sides, nodes)
    }

    /// First and second time derivative of every line.
    fn line_rates(&self, nodes: &[Motion], lines: &Lines) -> ([Vec3; 7], [Vec3; 7]) {
        lines.rates(self.nodes.map(|id| &nodes[id.0]))
    }

    fn scalar_value(&self, scalars: &[ScalarMotion], local: Option<usize>) -> ScalarMotion {
        local.map_or_else(ScalarMotion::default, |l| scalars[self.scalars[l].0])
    }

    /// Value and rate of a coordinate; an angle is given in (−π, π].
    pub fn read(&self, coordinate: usize, nodes: &[Motion]) -> (f64, f64) {
        let lines = self.lines(nodes);
        let (rate, _) = self.line_rates(nodes, &lines);
        let product_rate =
            |u: Line, v: Line| rate[u.index()].dot(&lines.y[v.index()]) + rate[v.index()].dot(&lines.y[u.index()]);
        match self.pair.coordinates[coordinate].definition {
            Condition::Turn(pointer, x, y) => {
                let (cx, cy) = (lines.dot(pointer, x), lines.dot(pointer, y));
                let turn = cx * product_rate(pointer, y) - cy * product_rate(pointer, x);
                (cy.atan2(cx), turn / (cx * cx + cy * cy))
            }
            Condition::Dot(u, v, ..) | Condition::Slide(u, v, _) => (lines.dot(u, v), product_rate(u, v)),
        }
    }

    /// Gradient of a coordinate in the twelve unknowns of the joint's nodes.
    pub fn coordinate_gradient(&self, coordinate: usize, nodes: &[Motion], row: &mut [f64]) {
        let lines = self.lines(nodes);
        match self.pair.coordinates[coordinate].definition {
            Condition::Turn(pointer, x, y) => {
                // s = atan2(p·y, p·x)
                let (cx, cy) = (lines.dot(pointer, x), lines.dot(pointer, y));
                let square = cx * cx + cy * cy;
                add_gradient(row, &lines, (pointer, y), cx / square);
                add_gradient(row, &lines, (pointer, x), -cy / square);
            }
            Condition::Dot(u, v, ..) | Condition::Slide(u, v, _) => add_gradient(row, &lines, (u, v), 1.0),
        }
    }

    /// The rigid motion of B, A being at rest, by which a coordinate grows: x → point + turn (x − point) + way. With the opposite sign
    /// it is that of A, B being at rest.
    pub fn growth(&self, coordinate: usize, growth: f64, nodes: &[Motion]) -> (Quat, Vec3, Vec3) {
        let (lines, [_, (point, _)]) = (self.lines(nodes), self.frames(nodes));
        let y = |line: Line| lines.y[line.index()];
        let (mut turn, mut way) = (Quat::identity(), Vec3::zeros());
        let coupled = self.pair.coupled.iter().filter(|(of, ..)| *of == coordinate).map(|(_, condition, _)| *condition);
        for condition in coupled.chain([self.pair.coordinates[coordinate].definition]) {
            match condition {
                Condition::Turn(pointer, first, second) => {
                    // the pointer goes from the first to the second; on A, it goes the other way than B
                    let sense = if matches!(pointer, Line::A(_)) { -1.0 } else { 1.0 };
                    turn = so3::exp(&(sense * growth * y(first).cross(&y(second)).normalize()));
                }
                Condition::Slide(u, v, ratio) => way += ratio * growth * y(if u == Gap { v } else { u }),
                Condition::Dot(..) => {}
            }
        }
        (turn, way, point)
    }

    /// Frames of the joint on either side: point and axes, inertial components.
    pub fn frames(&self, nodes: &[Motion]) -> [(Vec3, Mat3); 2] {
        self.sides.map(|at| {
            let node = &nodes[at.node.0];
            (node.x + node.d * at.offset, node.d * at.axes)
        })
    }

    /// Force and moment of the conditions on node `side` (0 for A, 1 for B), the moment about the joint's point
    /// on that side; inertial components.
    pub fn reaction(&self, side: usize, nodes: &[Motion], scalars: &[ScalarMotion], lambda: &[f64]) -> (Vec3, Vec3) {
        let lines = self.lines(nodes);
        let (mut force, mut moment) = (Vec3::zeros(), Vec3::zeros());
        for ((condition, _, local), lambda) in self.conditions.iter().zip(lambda) {
            let form = condition.form(self.scalar_value(scalars, *local).value);
            for p in form.products() {
                for (u, v) in [(p.u, p.v), (p.v, p.u)] {
                    let pull = -lambda * p.c * lines.y[v.index()];
                    force += u.translation(side) * pull;
                    moment += lines.arm[u.index()][side].cross(&pull);
                }
            }
        }
        let arm = nodes[self.nodes[side].0].d * self.sides[side].offset;
        (force, moment - arm.cross(&force))
    }
}

impl Term for Holonomic {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalars
    }

    fn conditions(&self) -> usize {
        self.conditions.len()
    }

    fn condition(&self, k: usize) -> (Class, String) {
        let (condition, label, _) = self.conditions[k];
        let class = if condition.touches_gap() { Class::Translation } else { Class::Rotation };
        (class, label.to_string())
    }

    fn parts(&self) -> Parts {
        Parts::NONE
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let lines = self.lines(at.nodes);
        for (k, (condition, _, local)) in self.conditions.iter().enumerate() {
            let form = condition.form(self.scalar_value(at.scalars, *local).value);
            let s = self.scalar_value(at.scalars, *local).value;
            let value: f64 = form.products().iter().map(|p| p.c * lines.dot(p.u, p.v)).sum();
            out.c[k] = value - form.rest - form.ratio * s;
            let (mu, n) = (out.mu(k), out.n);
            let row = &mut out.b[k * n..(k + 1) * n];
            for p in form.products() {
                add_gradient(row, &lines, (p.u, p.v), p.c);
                if !out.without_tangents {
                    add_geometric(&mut out.k, n, &lines, (p.u, p.v), mu * p.c);
                }
            }
            if let Some(l) = *local {
                let col = 12 + l;
                for p in form.products() {
                    row[col] += p.dc * lines.dot(p.u, p.v);
                    out.k[col * n + col] += mu * p.ddc * lines.dot(p.u, p.v);
                    let mut mixed = [0.0; 12];
                    add_gradient(&mut mixed, &lines, (p.u, p.v), mu * p.dc);
                    for (j, value) in mixed.iter().enumerate() {
                        out.k[col * n + j] += value;
                        out.k[j * n + col] += value;
                    }
                }
                row[col] -= form.ratio;
            }
            for j in 0..n {
                out.f[j] += mu * out.b[k * n + j];
            }
        }
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], second: &mut [f64]) {
        let lines = self.lines(at.nodes);
        let (rate, accel) = self.line_rates(at.nodes, &lines);
        for (k, (condition, _, local)) in self.conditions.iter().enumerate() {
            let s = self.scalar_value(at.scalars, *local);
            let form = condition.form(s.value);
            first[k] = -form.ratio * s.rate;
            second[k] = -form.ratio * s.acceleration;
            for p in form.products() {
                let (u, v) = (p.u.index(), p.v.index());
                // product rule on c(s) u·v
                let g = lines.y[u].dot(&lines.y[v]);
                let dg = rate[u].dot(&lines.y[v]) + lines.y[u].dot(&rate[v]);
                let ddg = accel[u].dot(&lines.y[v]) + 2.0 * rate[u].dot(&rate[v]) + lines.y[u].dot(&accel[v]);
                let (c_rate, c_accel) = (p.dc * s.rate, p.ddc * s.rate * s.rate + p.dc * s.acceleration);
                first[k] += p.c * dg + c_rate * g;
                second[k] += p.c * ddg + 2.0 * c_rate * dg + c_accel * g;
            }
        }
    }

    fn audit(&self, at: &Level, lambda: &[f64], audit: &mut InstantAudit) {
        // power of −Bᵀλ; ∂C/∂t is zero, so it is −λ·Ċ
        let mut rate = [0.0; MAX_CONDITIONS];
        let mut second = [0.0; MAX_CONDITIONS];
        let m = self.conditions.len();
        self.condition_rates(at, &mut rate[..m], &mut second[..m]);
        audit.constraint_power -= lambda.iter().zip(&rate).map(|(l, r)| l * r).sum::<f64>();
    }

    fn defines(&self, k: usize) -> bool {
        // conditions that expose a coordinate are pushed as its definition
        let (condition, _, local) = &self.conditions[k];
        local.is_some_and(|l| {
            self.exposed.iter().zip(&self.pair.coordinates).any(|(e, c)| *e == Some(l) && c.definition == *condition)
        })
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

/// No joint has more conditions: six, and one for each of at most three coordinates.
const MAX_CONDITIONS: usize = 9;

impl Interval for Holonomic {
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let linear = linear(&self.sides);
        let [at_from, at_to] =
            [over.from, over.to].map(|level| linear.at(&gather(&self.nodes, over.levels[level].nodes)));
        let middle = mean(&at_from, &at_to);
        // which of k[0], k[1] belongs to `from` and to `to`, if it is an unknown
        let [place_from, place_to] = [over.from, over.to].map(|level| level.checked_sub(1));
        let n = out.n;
        for (k, (condition, _, local)) in self.conditions.iter().enumerate() {
            let [s_from, s_to] =
                [over.from, over.to].map(|level| self.scalar_value(over.levels[level].scalars, *local).value);
            let (form_from, form_to) = (condition.form(s_from), condition.form(s_to));
            let slopes = condition.slopes(s_from, s_to);
            let (lambda, row) = (out.lambda[k], k * n);
            out.c[k] = -form_to.rest - form_to.ratio * s_to;
            let mut numbers = [[0.0; 8]; 8];
            for (j, p) in form_to.products().iter().enumerate() {
                // C_to − C_from = Σ c̄ Δ(u·v) + ½(g_from + g_to) Δc − ratio Δs
                let (u, v, q) = (p.u.index(), p.v.index(), &form_from.products[j]);
                let c_mean = 0.5 * (q.c + p.c);
                let (g_from, g_to) = (at_from[u].dot(&at_from[v]), at_to[u].dot(&at_to[v]));
                let g_mean = 0.5 * (g_from + g_to);
                out.c[k] += p.c * g_to;
                linear.add_gradient(&mut out.b_mean[row..row + n], &middle, (u, v), c_mean);
                linear.add_gradient(&mut out.b_to[row..row + n], &at_to, (u, v), p.c);
                linear.add_hessian(&mut numbers, (u, v), 0.5 * lambda * c_mean);
                let Some(l) = *local else { continue };
                let col = 24 + l;
                let (slope, slope_from, slope_to) = slopes[j];
                out.b_mean[row + col] += g_mean * slope;
                out.b_to[row + col] += p.dc * g_to;
                let ends = [(place_from, &at_from, q.dc, slope_from), (place_to, &at_to, p.dc, slope_to)];
                for (place, lines, dc, slope_end) in ends {
                    let Some(place) = place else { continue };
                    let to = &mut out.k[place];
                    to[col * n + col] += lambda * g_mean * slope_end;
                    let (mut own, mut mixed) = ([0.0; 24], [0.0; 24]);
                    linear.add_gradient(&mut own, lines, (u, v), 0.5 * lambda * slope);
                    linear.add_gradient(&mut mixed, &middle, (u, v), 0.5 * lambda * dc);
                    for i in 0..24 {
                        to[col * n + i] += own[i];
                        to[i * n + col] += mixed[i];
                    }
                }
            }
            for place in [place_from, place_to].into_iter().flatten().filter(|_| !out.without_tangents) {
                linear.spread(&numbers, 1.0, &mut out.k[place], n);
            }
            if let Some(l) = *local {
                out.b_mean[row + 24 + l] -= form_to.ratio;
                out.b_to[row + 24 + l] -= form_to.ratio;
            }
            for j in 0..n {
                out.force[j] += lambda * out.b_mean[row + j];
            }
            out.works.constraints -= lambda * over.along(&self.nodes, &self.scalars, &out.b_mean[row..row + n]);
        }
    }
}
