//! Points and functions of the nine-node quadrilateral: shape functions, Gauss points, and the points at which strains are tied.
//!
//! Sources: Epple 2008 (4.61) for the numbers of points. Membrane strains along r are linear in r and quadratic in s, through
//! r = ±1/√3, s = 0, ±√(3/5); those along s the other way round; those across are bilinear. Transverse shear has its quadratic points
//! on the edges, s = 0, ±1: neighbours then share their samples. With inner points (as in the source) a distorted mesh of thin
//! elements has as many constraints as unknowns and locks.

use crate::math::quadrature::{gauss, lagrange, lobatto};

/// Nodes of an element, in tensor order: node 3 j + i stands at (r_i, s_j), −1, 0, 1.
pub const NODES: usize = 9;

/// Place in tensor order of each node as meshes list them: corners, middles of the sides, centre.
pub const ORDER: [usize; NODES] = [0, 2, 8, 6, 1, 5, 7, 3, 4];

/// 1/√3 and √(3/5): the Gauss points of two and three.
const INNER: f64 = 0.577_350_269_189_625_8;
const OUTER: f64 = 0.774_596_669_241_483_4;

/// Shape functions and their derivatives by r and s.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// N_a
    pub n: [f64; NODES],
    /// ∂N_a/∂r
    pub r: [f64; NODES],
    /// ∂N_a/∂s
    pub s: [f64; NODES],
}

/// Shape functions at (r, s).
pub fn shape(r: f64, s: f64) -> Shape {
    let [(nr, dr), (ns, ds)] = [r, s].map(|z| lagrange(lobatto(3), z));
    let tensor = |s: &[f64], r: &[f64]| std::array::from_fn(|a| s[a / 3] * r[a % 3]);
    Shape { n: tensor(&ns, &nr), r: tensor(&ns, &dr), s: tensor(&ds, &nr) }
}

/// The 3 × 3 Gauss points with their weights.
pub fn gauss_points() -> [([f64; 2], f64); 9] {
    let g = gauss(3);
    std::array::from_fn(|p| ([g[p % 3].0, g[p / 3].0], g[p % 3].1 * g[p / 3].1))
}

/// Where the nodes are, with the weights of Lobatto's rule: mass lumped with them is integrated to the order of the element.
pub fn node_points() -> [([f64; 2], f64); NODES] {
    let weights = [1.0 / 3.0, 4.0 / 3.0, 1.0 / 3.0];
    std::array::from_fn(|a| ([lobatto(3)[a % 3], lobatto(3)[a / 3]], weights[a % 3] * weights[a / 3]))
}

/// A set of tying points: linear or quadratic in each direction.
pub struct Tying {
    r: &'static [f64],
    s: &'static [f64],
}

/// Strains along r, along s and across.
pub const MEMBRANE: [Tying; 3] = [
    Tying { r: &[-INNER, INNER], s: &[-OUTER, 0.0, OUTER] },
    Tying { r: &[-OUTER, 0.0, OUTER], s: &[-INNER, INNER] },
    Tying { r: &[-INNER, INNER], s: &[-INNER, INNER] },
];

/// Transverse shear along r and along s.
pub const SHEAR: [Tying; 2] =
    [Tying { r: &[-INNER, INNER], s: &[-1.0, 0.0, 1.0] }, Tying { r: &[-1.0, 0.0, 1.0], s: &[-INNER, INNER] }];

impl Tying {
    /// Its points.
    pub fn points(&self) -> impl Iterator<Item = [f64; 2]> + '_ {
        self.s.iter().flat_map(|s| self.r.iter().map(|r| [*r, *s]))
    }

    /// What the value at each of its points contributes at (r, s).
    pub fn functions(&self, [r, s]: [f64; 2]) -> impl Iterator<Item = f64> + '_ {
        let (along_r, along_s) = (lagrange(self.r, r).0, lagrange(self.s, s).0);
        (0..self.s.len() * self.r.len()).map(move |p| along_s[p / self.r.len()] * along_r[p % self.r.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_functions_are_one_at_their_point_and_sum_to_one() {
        for set in MEMBRANE.iter().chain(&SHEAR) {
            for (p, at) in set.points().enumerate() {
                for (q, value) in set.functions(at).enumerate() {
                    assert!((value - f64::from(p == q)).abs() < 1e-15);
                }
            }
            assert!((set.functions([0.31, -0.87]).sum::<f64>() - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn mesh_order_goes_round_the_corners_then_the_sides() {
        let at = ORDER.map(|a| node_points()[a].0);
        assert_eq!(at[..4], [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]);
        for side in 0..4 {
            let (a, b) = (at[side], at[(side + 1) % 4]);
            assert_eq!(at[4 + side], [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]);
        }
    }
}
