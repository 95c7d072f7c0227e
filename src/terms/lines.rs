//! Lines of a joint and the conditions made of them; see [`holonomic`](super::holonomic) for the idea.

use super::interval::Linear;
use super::{Motion, NodeId};
use crate::math::so3::{sinc, sinc_slope, skew, skew_product};
use crate::math::{Mat3, Vec3};

/// A line of a joint, by its place in [`Lines`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// axis k = 1, 2, 3 on A
    A(usize),
    /// axis k = 1, 2, 3 on B
    B(usize),
    /// from the point on A to the point on B
    Gap,
}
use Line::Gap;

impl Line {
    pub(crate) fn index(self) -> usize {
        match self {
            Line::A(k) => k - 1,
            Line::B(k) => k + 2,
            Gap => 6,
        }
    }

    /// Does the line follow node n at all?
    fn follows(self, node: usize) -> bool {
        match self {
            Line::A(_) => node == 0,
            Line::B(_) => node == 1,
            Gap => true,
        }
    }

    /// t_n: how the line follows the translation of node n.
    pub(super) fn translation(self, node: usize) -> f64 {
        match (self, node) {
            (Gap, 0) => -1.0,
            (Gap, _) => 1.0,
            _ => 0.0,
        }
    }
}

/// Where a joint sits on a node, in node axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Attachment {
    /// the node
    pub node: NodeId,
    /// the joint's point [m]
    pub offset: Vec3,
    /// columns are the joint's axes
    pub axes: Mat3,
}

/// One condition.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Condition {
    /// scale u·v = rest
    Dot(Line, Line, f64, f64),
    /// u·v = ratio s
    Slide(Line, Line, f64),
    /// the pointer makes the angle s with x in the plane of x and y: pointer·(x sin s − y cos s) = 0, Epple (4.66)
    Turn(Line, Line, Line),
}

impl Condition {
    /// u·v = 0.
    pub fn orthogonal(u: Line, v: Line) -> Self {
        Condition::Dot(u, v, 1.0, 0.0)
    }

    pub(super) fn touches_gap(self) -> bool {
        match self {
            Condition::Dot(u, v, ..) | Condition::Slide(u, v, _) => u == Gap || v == Gap,
            Condition::Turn(p, x, y) => [p, x, y].contains(&Gap),
        }
    }
}

/// Lines of a joint at one instant, or averaged over a step.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    pub(crate) y: [Vec3; 7],
    pub(super) arm: [[Vec3; 2]; 7],
}

impl Lines {
    /// The lines between two attachments.
    pub(crate) fn between(sides: &[Attachment; 2], nodes: &[Motion]) -> Self {
        let mut lines = Lines { y: [Vec3::zeros(); 7], arm: [[Vec3::zeros(); 2]; 7] };
        for (side, at) in sides.iter().enumerate() {
            let node = &nodes[at.node.0];
            let axes = node.d * at.axes;
            for k in 0..3 {
                let axis: Vec3 = axes.column(k).into();
                lines.y[3 * side + k] = axis;
                lines.arm[3 * side + k][side] = axis;
            }
            let (sign, arm) = (2.0 * side as f64 - 1.0, node.d * at.offset);
            lines.y[6] += sign * (node.x + arm);
            lines.arm[6][side] = sign * arm;
        }
        lines
    }

    pub(crate) fn dot(&self, u: Line, v: Line) -> f64 {
        self.y[u.index()].dot(&self.y[v.index()])
    }

    /// First and second time derivative of every line, for the motion of its two nodes.
    pub(crate) fn rates(&self, nodes: [&Motion; 2]) -> ([Vec3; 7], [Vec3; 7]) {
        let (mut rate, mut second) = ([Vec3::zeros(); 7], [Vec3::zeros(); 7]);
        for k in 0..7 {
            let t = if k == 6 { [-1.0, 1.0] } else { [0.0, 0.0] };
            for (n, node) in nodes.into_iter().enumerate() {
                let w = &self.arm[k][n];
                let swept = node.omega.cross(w);
                rate[k] += t[n] * node.v + swept;
                second[k] += t[n] * node.a + node.alpha.cross(w) + node.omega.cross(&swept);
            }
        }
        (rate, second)
    }
}

/// T of the seven lines between two attachments: rows a1 a2 a3 b1 b2 b3 gap, columns x d1 d2 d3 of A, then of B.
pub(crate) fn linear(sides: &[Attachment; 2]) -> Linear<7, 8> {
    let mut t = [[0.0; 8]; 7];
    for (side, at) in sides.iter().enumerate() {
        let sign = 2.0 * side as f64 - 1.0;
        t[6][4 * side] = sign;
        for l in 0..3 {
            t[6][4 * side + 1 + l] = sign * at.offset[l];
            for k in 0..3 {
                t[3 * side + k][4 * side + 1 + l] = at.axes[(l, k)];
            }
        }
    }
    Linear { t, blocks: 8 }
}

/// One product of a condition, with its coefficient and that coefficient's derivatives in s.
#[derive(Clone, Copy)]
pub(super) struct Product {
    pub(super) u: Line,
    pub(super) v: Line,
    pub(super) c: f64,
    pub(super) dc: f64,
    pub(super) ddc: f64,
}

/// A condition at one value of its scalar: Σ products − e, e = rest + ratio s.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) products: [Product; 2],
    count: usize,
    pub(super) rest: f64,
    pub(super) ratio: f64,
}

impl Form {
    pub(super) fn products(&self) -> &[Product] {
        &self.products[..self.count]
    }
}

impl Condition {
    pub(super) fn form(self, s: f64) -> Form {
        let constant = |u, v, c| Product { u, v, c, dc: 0.0, ddc: 0.0 };
        match self {
            Condition::Dot(u, v, scale, rest) => {
                Form { products: [constant(u, v, scale); 2], count: 1, rest, ratio: 0.0 }
            }
            Condition::Slide(u, v, ratio) => Form { products: [constant(u, v, 1.0); 2], count: 1, rest: 0.0, ratio },
            Condition::Turn(pointer, x, y) => {
                let (sin, cos) = s.sin_cos();
                let along = Product { u: pointer, v: x, c: sin, dc: cos, ddc: -sin };
                let across = Product { u: pointer, v: y, c: -cos, dc: sin, ddc: cos };
                Form { products: [along, across], count: 2, rest: 0.0, ratio: 0.0 }
            }
        }
    }

    /// (c_b − c_a)/(s_b − s_a) of each product and its derivatives in s_a and s_b: the discrete gradient in s.
    pub(super) fn slopes(self, s_a: f64, s_b: f64) -> [(f64, f64, f64); 2] {
        match self {
            Condition::Turn(..) => {
                // sin b − sin a = 2 sin(Δ/2) cos m,  −(cos b − cos a) = 2 sin(Δ/2) sin m
                let (x, (sin, cos)) = (0.5 * (s_b - s_a), (0.5 * (s_b + s_a)).sin_cos());
                let (p, dp) = (sinc(x), sinc_slope(x));
                let along = (p * cos, 0.5 * (-dp * cos - p * sin), 0.5 * (dp * cos - p * sin));
                let across = (p * sin, 0.5 * (-dp * sin + p * cos), 0.5 * (dp * sin + p * cos));
                [along, across]
            }
            _ => [(0.0, 0.0, 0.0); 2],
        }
    }
}

/// Add c ∂(u·v)/∂q to a row of unknowns.
pub(crate) fn add_gradient(row: &mut [f64], lines: &Lines, (u, v): (Line, Line), c: f64) {
    for (u, v) in [(u, v), (v, u)] {
        let pull = c * lines.y[v.index()];
        for n in 0..2 {
            super::add_vector(row, 6 * n, &(u.translation(n) * pull));
            super::add_vector(row, 6 * n + 3, &lines.arm[u.index()][n].cross(&pull));
        }
    }
}

/// Add the tangent of the force of c u·v.
///
/// ```text
///              δx_m              δθ_m
///   force n    t_n^u t_m^v I     −t_n^u w̃_m^v
///   moment n   t_m^v w̃_n^u       −w̃_n^u w̃_m^v  +  (m = n)  ṽ w̃_n^u
/// ```
///
/// An axis follows the rotation of one node alone, so most of these are zero.
pub(crate) fn add_geometric(k: &mut [f64], stride: usize, lines: &Lines, (u, v): (Line, Line), c: f64) {
    for (u, v) in [(u, v), (v, u)] {
        for n in (0..2).filter(|&n| u.follows(n)) {
            let (t_u, w_u) = (u.translation(n), &lines.arm[u.index()][n]);
            for m in (0..2).filter(|&m| v.follows(m)) {
                let (t_v, w_v) = (v.translation(m), &lines.arm[v.index()][m]);
                if t_u != 0.0 {
                    super::add_block(k, stride, 6 * n, 6 * m + 3, &(skew(w_v) * (-c * t_u)));
                }
                if t_v != 0.0 {
                    super::add_block(k, stride, 6 * n + 3, 6 * m, &(skew(w_u) * (c * t_v)));
                    (0..3).for_each(|i| k[(6 * n + i) * stride + 6 * m + i] += c * t_u * t_v);
                }
                super::add_block(k, stride, 6 * n + 3, 6 * m + 3, &(skew_product(w_u, w_v) * -c));
            }
            let turned = skew_product(&lines.y[v.index()], w_u) * c;
            super::add_block(k, stride, 6 * n + 3, 6 * n + 3, &turned);
        }
    }
}
