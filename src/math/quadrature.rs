//! Points and shape functions of line elements with two, three or four nodes.
//!
//! Nodes lie at the Lobatto points of [−1, 1], so that the integrals of the shape functions are the weights of Lobatto's
//! rule: mass lumped to nodes is then integrated to the order of the element.

/// Most nodes of an element.
pub const MAX_NODES: usize = 4;

/// Gauss points and weights on [−1, 1] for 1 to 5 points.
pub fn gauss(count: usize) -> &'static [(f64, f64)] {
    const P2: f64 = 0.577_350_269_189_625_8;
    const P3: f64 = 0.774_596_669_241_483_4;
    const P4: [f64; 2] = [0.339_981_043_584_856_26, 0.861_136_311_594_052_6];
    const W4: [f64; 2] = [0.652_145_154_862_546_1, 0.347_854_845_137_453_85];
    const P5: [f64; 2] = [0.538_469_310_105_683_1, 0.906_179_845_938_664];
    const W5: [f64; 2] = [0.478_628_670_499_366_47, 0.236_926_885_056_189_08];
    match count {
        1 => &[(0.0, 2.0)],
        2 => &[(-P2, 1.0), (P2, 1.0)],
        3 => &[(-P3, 5.0 / 9.0), (0.0, 8.0 / 9.0), (P3, 5.0 / 9.0)],
        4 => &[(-P4[1], W4[1]), (-P4[0], W4[0]), (P4[0], W4[0]), (P4[1], W4[1])],
        5 => &[(-P5[1], W5[1]), (-P5[0], W5[0]), (0.0, 128.0 / 225.0), (P5[0], W5[0]), (P5[1], W5[1])],
        _ => panic!("Gauss rules are there for 1 to 5 points"),
    }
}

/// Lobatto points of [−1, 1]: where the nodes of an element are.
pub fn lobatto(nodes: usize) -> &'static [f64] {
    const L4: f64 = 0.447_213_595_499_957_9; // 1/√5
    match nodes {
        2 => &[-1.0, 1.0],
        3 => &[-1.0, 0.0, 1.0],
        4 => &[-1.0, -L4, L4, 1.0],
        _ => panic!("elements have 2, 3 or 4 nodes"),
    }
}

/// Lagrange polynomials through `points` and their derivatives at r.
pub fn lagrange(points: &[f64], r: f64) -> ([f64; MAX_NODES], [f64; MAX_NODES]) {
    let (mut value, mut slope) = ([0.0; MAX_NODES], [0.0; MAX_NODES]);
    for (i, pi) in points.iter().enumerate() {
        value[i] = 1.0;
        for pj in points.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, p)| p) {
            // product rule, factor by factor
            slope[i] = slope[i] * (r - pj) / (pi - pj) + value[i] / (pi - pj);
            value[i] *= (r - pj) / (pi - pj);
        }
    }
    (value, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gauss_rules_integrate_polynomials_of_their_degree() {
        for n in 1..=5 {
            for degree in 0..2 * n {
                let sum: f64 = gauss(n).iter().map(|(r, w)| w * r.powi(degree as i32)).sum();
                let exact = if degree % 2 == 0 { 2.0 / (degree as f64 + 1.0) } else { 0.0 };
                assert!((sum - exact).abs() < 2e-15, "{n} points, degree {degree}");
            }
        }
    }

    #[test]
    fn shape_functions_are_one_at_their_node_and_integrate_to_lobatto_weights() {
        let weights: [&[f64]; 3] =
            [&[1.0, 1.0], &[1.0 / 3.0, 4.0 / 3.0, 1.0 / 3.0], &[1.0 / 6.0, 5.0 / 6.0, 5.0 / 6.0, 1.0 / 6.0]];
        for (nodes, weights) in (2..=4).zip(weights) {
            let points = lobatto(nodes);
            for (i, p) in points.iter().enumerate() {
                assert!((lagrange(points, *p).0[i] - 1.0).abs() < 1e-15);
                let integral: f64 = gauss(4).iter().map(|(r, w)| w * lagrange(points, *r).0[i]).sum();
                assert!((integral - weights[i]).abs() < 1e-15);
                let (r, eps) = (0.37, 1e-6);
                let difference = (lagrange(points, r + eps).0[i] - lagrange(points, r - eps).0[i]) / (2.0 * eps);
                assert!((lagrange(points, r).1[i] - difference).abs() < 1e-9);
            }
        }
    }
}
