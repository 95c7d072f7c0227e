//! Hexahedra and tetrahedra as tables: where their nodes are, of which powers their shape functions are made, their faces and points.
//!
//! Order of nodes and faces: Gmsh reference manual, "Node ordering". With the powers p_m of a family, the shape functions are those
//! combinations that are one at their own node:
//!
//! ```text
//!   N_a(ξ) = Σ_m p_m(ξ) (V⁻¹)_ma,    V_am = p_m(ξ_a)
//! ```

use crate::math::Vec3;
use crate::math::quadrature::gauss;
use nalgebra::DMatrix;
use std::sync::OnceLock;

/// A place in an element.
pub type Local = [f64; 3];

/// Points and weights.
pub type Rule = Vec<(Local, f64)>;

/// Powers, and V⁻¹.
type Powers = (Vec<[i32; 3]>, DMatrix<f64>);

/// A kind of solid element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// trilinear hexahedron
    Hex8,
    /// serendipity hexahedron
    Hex20,
    /// triquadratic hexahedron
    Hex27,
    /// quadratic tetrahedron
    Tet10,
}

/// All of them.
pub const SHAPES: [Shape; 4] = [Shape::Hex8, Shape::Hex20, Shape::Hex27, Shape::Tet10];

/// Nodes of hexahedra: corners, middles of edges, of faces, centre; those with fewer nodes have the first of them.
const HEX: [Local; 27] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [0.0, -1.0, -1.0],
    [-1.0, 0.0, -1.0],
    [-1.0, -1.0, 0.0],
    [1.0, 0.0, -1.0],
    [1.0, -1.0, 0.0],
    [0.0, 1.0, -1.0],
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [0.0, -1.0, 1.0],
    [-1.0, 0.0, 1.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [0.0, 0.0, -1.0],
    [0.0, -1.0, 0.0],
    [-1.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, 0.0],
];

const TET: [Local; 10] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.5, 0.0, 0.0],
    [0.5, 0.5, 0.0],
    [0.0, 0.5, 0.0],
    [0.0, 0.0, 0.5],
    [0.0, 0.5, 0.5],
    [0.5, 0.0, 0.5],
];

/// Corners of the faces, anticlockwise seen from outside.
const HEX_FACES: [&[usize]; 6] =
    [&[0, 3, 2, 1], &[0, 1, 5, 4], &[0, 4, 7, 3], &[1, 2, 6, 5], &[2, 3, 7, 6], &[4, 5, 6, 7]];
const TET_FACES: [&[usize]; 4] = [&[0, 2, 1], &[0, 1, 3], &[0, 3, 2], &[3, 1, 2]];

impl Shape {
    /// In messages and files.
    pub fn name(self) -> &'static str {
        ["hexahedron of 8 nodes", "hexahedron of 20 nodes", "hexahedron of 27 nodes", "tetrahedron of 10 nodes"]
            [self as usize]
    }

    /// The kind with so many nodes.
    pub fn of(nodes: usize) -> Option<Shape> {
        SHAPES.into_iter().find(|shape| shape.nodes().len() == nodes)
    }

    /// Where its nodes are.
    pub fn nodes(self) -> &'static [Local] {
        match self {
            Shape::Hex8 => &HEX[..8],
            Shape::Hex20 => &HEX[..20],
            Shape::Hex27 => &HEX,
            Shape::Tet10 => &TET,
        }
    }

    /// Number of its corners, which are its first nodes.
    pub fn corners(self) -> usize {
        if self == Shape::Tet10 { 4 } else { 8 }
    }

    /// Corners of its faces, anticlockwise seen from outside.
    pub fn faces(self) -> &'static [&'static [usize]] {
        if self == Shape::Tet10 { &TET_FACES } else { &HEX_FACES }
    }

    /// Its centre.
    pub fn centre(self) -> Local {
        if self == Shape::Tet10 { [0.25; 3] } else { [0.0; 3] }
    }

    /// Powers of ξ that its shape functions are made of.
    fn powers(self) -> Vec<[i32; 3]> {
        let all = (0..27).map(|k| [k % 3, k / 3 % 3, k / 9]);
        let quadratic = |p: &[i32; 3]| p.iter().filter(|e| **e == 2).count();
        all.filter(|p| match self {
            Shape::Hex8 => quadratic(p) == 0,
            // of second degree where linear factors do not count
            Shape::Hex20 => quadratic(p) <= 1,
            Shape::Hex27 => true,
            Shape::Tet10 => p.iter().sum::<i32>() <= 2,
        })
        .collect()
    }

    /// Powers, and V⁻¹.
    fn table(self) -> &'static Powers {
        static TABLES: [OnceLock<Powers>; 4] = [const { OnceLock::new() }; 4];
        TABLES[self as usize].get_or_init(|| {
            let powers = self.powers();
            let nodes = self.nodes();
            let values = DMatrix::from_fn(nodes.len(), nodes.len(), |a, m| power(&nodes[a], &powers[m]));
            let inverse = values.try_inverse().expect("nodes that determine the powers");
            // they are multiples of 1/8
            (powers, inverse.map(|v| (8.0 * v).round() / 8.0))
        })
    }

    /// Shape functions at a place.
    pub fn functions<const N: usize>(self, at: &Local) -> [f64; N] {
        self.combined(|p| power(at, p))
    }

    /// Their derivatives along the three local directions.
    pub fn slopes<const N: usize>(self, at: &Local) -> [[f64; N]; 3] {
        std::array::from_fn(|d| {
            self.combined(|p| {
                let mut lower = *p;
                lower[d] -= 1;
                if p[d] == 0 { 0.0 } else { f64::from(p[d]) * power(at, &lower) }
            })
        })
    }

    fn combined<const N: usize>(self, value: impl Fn(&[i32; 3]) -> f64) -> [f64; N] {
        let (powers, inverse) = self.table();
        let mut sum = [0.0; N];
        for (m, p) in powers.iter().enumerate() {
            let value = value(p);
            (0..N).for_each(|a| sum[a] += value * inverse[(m, a)]);
        }
        sum
    }

    /// Points of its stiffness: 2 × 2 × 2 or 3 × 3 × 3 of Gauss, four in a tetrahedron.
    pub fn rule(self) -> Rule {
        match self {
            Shape::Hex8 => cube(2),
            Shape::Hex20 | Shape::Hex27 => cube(3),
            Shape::Tet10 => {
                let root = 5f64.sqrt();
                let (near, far) = ((5.0 + 3.0 * root) / 20.0, (5.0 - root) / 20.0);
                (0..4).map(|k| (std::array::from_fn(|d| if k == d + 1 { near } else { far }), 1.0 / 24.0)).collect()
            }
        }
    }

    /// Points of its mass, exact for products of shape functions.
    pub fn mass_rule(self) -> Rule {
        if self == Shape::Tet10 { simplex(4) } else { self.rule() }
    }

    /// Can the change of volume be tied? In a tetrahedron of ten nodes three fields (inversions, which are conformal) change the volume
    /// linearly and nothing else: tied to the centre they would have no energy.
    pub fn can_tie(self) -> bool {
        self != Shape::Tet10
    }

    /// Points at which the change of volume is taken where it is tied.
    pub fn tied_points(self) -> Vec<Local> {
        match self {
            Shape::Hex20 | Shape::Hex27 => cube(2).into_iter().map(|(at, _)| at).collect(),
            _ => vec![self.centre()],
        }
    }

    /// Functions of a place that are one at their own tied point: trilinear, or constant.
    pub fn tied_functions<const P: usize>(self, at: &Local) -> [f64; P] {
        let points = self.tied_points();
        std::array::from_fn(|p| match points.len() {
            1 => 1.0,
            _ => (0..3).map(|d| 0.5 * (1.0 + at[d] / points[p][d])).product(),
        })
    }

    /// Edges with a node in their middle: two corners and that node.
    pub fn edges(self) -> Vec<[usize; 3]> {
        let (nodes, corners) = (self.nodes(), self.corners());
        let mut found = Vec::new();
        for (a, b) in (0..corners).flat_map(|a| (a + 1..corners).map(move |b| (a, b))) {
            let differ = (0..3).filter(|&d| nodes[a][d] != nodes[b][d]).count();
            let middle: Local = std::array::from_fn(|d| 0.5 * (nodes[a][d] + nodes[b][d]));
            let place = nodes.iter().position(|at| *at == middle);
            // the middle of a diagonal is that of a face or the centre
            if let Some(c) = place.filter(|_| self == Shape::Tet10 || differ == 1) {
                found.push([a, b, c]);
            }
        }
        found
    }

    /// Nodes on a face, corners first in its order.
    pub fn face_nodes(self, face: usize) -> Vec<usize> {
        let corners = self.faces()[face];
        let [a, b, c] = [0, 1, corners.len() - 1].map(|k| Vec3::from(self.nodes()[corners[k]]));
        let normal = (b - a).cross(&(c - a));
        let on = |n: &usize| (Vec3::from(self.nodes()[*n]) - a).dot(&normal).abs() < 1e-9;
        let rest = (self.corners()..self.nodes().len()).filter(on);
        corners.iter().copied().chain(rest).collect()
    }

    /// Points of a face with their weights, and the two local directions along it, anticlockwise seen from outside.
    pub fn face_rule(self, face: usize) -> (Rule, [Local; 2]) {
        let corners = self.faces()[face];
        let [a, b, c] = [0, 1, corners.len() - 1].map(|k| self.nodes()[corners[k]]);
        let triangle = corners.len() == 3;
        let half = if triangle { 1.0 } else { 0.5 };
        let [first, second]: [Local; 2] = [b, c].map(|end| std::array::from_fn(|d| half * (end[d] - a[d])));
        let at = |r: f64, s: f64| std::array::from_fn(|d| a[d] + r * first[d] + s * second[d]);
        let count = if self == Shape::Hex8 { 2 } else { 3 };
        let mut points = Vec::new();
        for ((r, w_r), (s, w_s)) in gauss(count).iter().flat_map(|r| gauss(count).iter().map(move |s| (r, s))) {
            let (r, s) = (1.0 + r, 1.0 + s);
            points.push(match triangle {
                true => (at(0.5 * r, 0.5 * s * (1.0 - 0.5 * r)), 0.25 * w_r * w_s * (1.0 - 0.5 * r)),
                false => (at(r, s), w_r * w_s),
            });
        }
        (points, [first, second])
    }
}

fn power(at: &Local, p: &[i32; 3]) -> f64 {
    (0..3).map(|d| at[d].powi(p[d])).product()
}

/// Gauss points of the cube.
fn cube(count: usize) -> Rule {
    let line = gauss(count);
    let point = |k: usize| [k % count, k / count % count, k / count / count].map(|i| line[i]);
    (0..count.pow(3)).map(|k| (point(k).map(|p| p.0), point(k).iter().map(|p| p.1).product())).collect()
}

/// Gauss points of the cube, drawn together to a tetrahedron: exact up to the degree 2 count − 3.
fn simplex(count: usize) -> Rule {
    let collapse = |([a, b, c], w): (Local, f64)| {
        let [a, b, c] = [a, b, c].map(|z| 0.5 * (1.0 + z));
        let (v, left) = (b * (1.0 - a), (1.0 - a) * (1.0 - b));
        ([a, v, c * left], w / 8.0 * (1.0 - a) * left)
    };
    cube(count).into_iter().map(collapse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn each<const N: usize>(shape: Shape) {
        assert_eq!((shape.nodes().len(), Shape::of(N)), (N, Some(shape)));
        for (a, at) in shape.nodes().iter().enumerate() {
            let functions: [f64; N] = shape.functions(at);
            (0..N).for_each(|b| assert!((functions[b] - f64::from(u8::from(a == b))).abs() < 1e-15));
        }
        let (at, eps) = ([0.31, 0.22, 0.17], 1e-6);
        let slopes: [[f64; N]; 3] = shape.slopes(&at);
        assert!((shape.functions::<N>(&at).iter().sum::<f64>() - 1.0).abs() < 1e-14);
        for d in 0..3 {
            let [plus, minus]: [[f64; N]; 2] = [eps, -eps].map(|by| {
                let mut moved = at;
                moved[d] += by;
                shape.functions(&moved)
            });
            (0..N).for_each(|a| assert!((slopes[d][a] - (plus[a] - minus[a]) / (2.0 * eps)).abs() < 1e-9));
        }
        // faces: all nodes but inner ones, normals outwards, area of the parent
        for face in 0..shape.faces().len() {
            let (rule, [first, second]) = shape.face_rule(face);
            let normal = Vec3::from(first).cross(&Vec3::from(second));
            let corner = shape.nodes()[shape.faces()[face][0]];
            let out: f64 = (0..3).map(|d| normal[d] * (corner[d] - shape.centre()[d])).sum();
            assert!(out > 0.0, "{shape:?} {face}");
            let on = shape.face_nodes(face);
            for (at, _) in &rule {
                let functions: [f64; N] = shape.functions(at);
                (0..N).filter(|a| !on.contains(a)).for_each(|a| assert!(functions[a].abs() < 1e-15));
            }
            let area: f64 = rule.iter().map(|(_, w)| w).sum();
            assert!((area - if shape == Shape::Tet10 { 0.5 } else { 4.0 }).abs() < 1e-14);
        }
        let mids = if N == 8 {
            0
        } else if N == 10 {
            6
        } else {
            12
        };
        assert_eq!(shape.edges().len(), mids);
    }

    #[test]
    fn shape_functions_are_one_at_their_node_and_faces_look_outwards() {
        each::<8>(Shape::Hex8);
        each::<20>(Shape::Hex20);
        each::<27>(Shape::Hex27);
        each::<10>(Shape::Tet10);
    }

    #[test]
    fn rules_integrate_powers_of_their_degree() {
        let factorial = |n: i32| (1..=n).map(f64::from).product::<f64>();
        for (rule, degree) in [(Shape::Tet10.rule(), 2), (Shape::Tet10.mass_rule(), 5)] {
            for p in (0..216).map(|k| [k % 6, k / 6 % 6, k / 36]).filter(|p| p.iter().sum::<i32>() <= degree) {
                let sum: f64 = rule.iter().map(|(at, w)| w * power(at, &p)).sum();
                let exact = p.iter().map(|e| factorial(*e)).product::<f64>() / factorial(p.iter().sum::<i32>() + 3);
                assert!((sum - exact).abs() < 1e-16, "{p:?}: {sum} {exact}");
            }
        }
    }
}
