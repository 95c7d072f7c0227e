//! Random block-sparse matrices against dense LU with pivoting.

use super::BlockLu;
use crate::assembly::Group;
use crate::linear::arnoldi::Noise;
use nalgebra::{DMatrix, DVector};

/// A pattern with its groups, and two sets of values.
struct Example {
    col_ptr: Vec<usize>,
    row_idx: Vec<usize>,
    groups: Vec<Group>,
    values: [Vec<f64>; 2],
}

impl Example {
    fn dense(&self, values: &[f64]) -> DMatrix<f64> {
        let n = self.col_ptr.len() - 1;
        let mut dense = DMatrix::zeros(n, n);
        for col in 0..n {
            for p in self.col_ptr[col]..self.col_ptr[col + 1] {
                dense[(self.row_idx[p], col)] = values[p];
            }
        }
        dense
    }
}

/// A tree of `nodes` groups with some loops and dominant diagonals, and `joints` between pairs of them: multipliers with a zero
/// diagonal and the same entries left and right, each with a scalar of its own that one of them defines.
fn example(nodes: usize, joints: usize, seed: u64) -> Example {
    let mut noise = Noise(seed);
    let mut pick = |count: usize| ((noise.vector(1)[0] + 1.0) / 2.0 * count as f64) as usize;
    let mut sizes: Vec<usize> = (0..nodes).map(|_| if seed.is_multiple_of(2) { 6 } else { 1 + pick(13) }).collect();
    // scalars stand before multipliers, as in the layout
    sizes.extend((0..joints).map(|_| 1));
    let multipliers: Vec<usize> = (0..joints).map(|_| 1 + pick(2)).collect();
    let mut first: Vec<usize> = vec![0];
    for size in sizes.iter().chain(&multipliers) {
        first.push(first.last().unwrap() + size);
    }
    let n = *first.last().unwrap();
    let place = |k: usize| first[k]..first[k + 1];
    let mut entry = DMatrix::from_element(n, n, false);
    let mut join = |a: std::ops::Range<usize>, b: std::ops::Range<usize>| {
        for (i, j) in a.flat_map(|i| b.clone().map(move |j| (i, j))) {
            (entry[(i, j)], entry[(j, i)]) = (true, true);
        }
    };
    let mut pairs = Vec::new();
    for k in 0..nodes {
        join(place(k), place(k));
        if k > 0 {
            join(place(k), place(pick(k)));
        }
        if pick(4) == 0 {
            join(place(k), place(pick(nodes)));
        }
    }
    let mut groups: Vec<Group> =
        (0..nodes).map(|k| Group { unknowns: place(k).collect(), ..Default::default() }).collect();
    for k in 0..joints {
        // disjoint pairs of nodes, so that conditions are independent
        let (a, b) = (2 * k, 2 * k + 1);
        let (scalar, own) = (place(nodes + k), place(nodes + joints + k));
        let all: Vec<usize> = place(a).chain(place(b)).chain(scalar.clone()).collect();
        for &i in &all {
            all.iter().for_each(|&j| join(i..i + 1, j..j + 1));
            join(i..i + 1, own.clone());
        }
        own.clone().for_each(|i| join(i..i + 1, i..i + 1));
        let unknowns = scalar.clone().chain(own.clone()).collect();
        groups.push(Group { unknowns, after: vec![a, b] });
        pairs.push((scalar.start, own));
    }
    let (mut col_ptr, mut row_idx) = (vec![0], Vec::new());
    for col in 0..n {
        row_idx.extend((0..n).filter(|&row| entry[(row, col)]));
        col_ptr.push(row_idx.len());
    }
    let motion = first[nodes];
    let values = [(), ()].map(|()| {
        let mut dense = DMatrix::from_vec(n, n, noise.vector(n * n));
        (0..motion).for_each(|i| dense[(i, i)] += 40.0);
        for (scalar, own) in &pairs {
            // nothing of its own but the condition that defines it; multipliers alike left and right
            (0..n).for_each(|j| (dense[(*scalar, j)], dense[(j, *scalar)]) = (0.0, 0.0));
            for i in own.clone() {
                (0..motion).for_each(|j| dense[(i, j)] = dense[(j, i)]);
                own.clone().for_each(|j| dense[(i, j)] = 0.0);
            }
            (dense[(*scalar, own.start)], dense[(own.start, *scalar)]) = (-1.0, -1.0);
        }
        (0..n).flat_map(|col| (0..n).map(move |row| (row, col))).filter(|p| entry[*p]).map(|p| dense[p]).collect()
    });
    Example { col_ptr, row_idx, groups, values }
}

#[test]
fn random_matrices_are_solved_as_by_dense_lu_with_and_without_special_instructions() {
    let mut worst = 0.0_f64;
    for seed in 0..120_u64 {
        let nodes = 2 + seed as usize % 23;
        let e = example(nodes, if seed.is_multiple_of(3) { 0 } else { nodes / 2 }, seed);
        let n = e.col_ptr.len() - 1;
        let analysed = || BlockLu::new(&e.col_ptr, &e.row_idx, &e.groups).unwrap();
        for mut lu in [analysed(), analysed().portable()] {
            for values in &e.values {
                let (a, b) = (e.dense(values), DVector::from_vec(Noise(seed + 7).vector(n)));
                assert!(lu.factor(values));
                let mut x = b.as_slice().to_vec();
                lu.solve(&mut x);
                let exact = a.clone().lu().solve(&b).unwrap();
                worst = worst.max((DVector::from_vec(x.clone()) - &exact).amax() / exact.amax());
                // the residual in blocks is that of the dense matrix
                let (mut r, mut s) = (b.as_slice().to_vec(), vec![0.0; n]);
                let absolute: Vec<f64> = x.iter().map(|x| x.abs()).collect();
                lu.residual(values, &x, &absolute, &mut r, &mut s);
                let sizes = a.abs() * DVector::from_vec(absolute);
                let gap = &b - &a * DVector::from_vec(x) - DVector::from_vec(r);
                assert!((0..n).all(|i| gap[i].abs() <= 1e-14 * (sizes[i] + b[i].abs())), "seed {seed}");
                assert!((sizes - DVector::from_vec(s)).amax() < 1e-12 * a.norm(), "seed {seed}");
            }
            // what was factored before leaves no trace
            let mut fresh = analysed();
            fresh.instructions = lu.instructions;
            fresh.factor(&e.values[1]);
            let [mut x, mut y] = [Noise(1).vector(n), Noise(1).vector(n)];
            lu.solve(&mut x);
            fresh.solve(&mut y);
            assert_eq!(x, y);
        }
    }
    println!("largest difference to dense LU: {worst:.1e}");
    assert!(worst < 1e-11, "{worst:.1e}");
}

#[test]
fn a_nan_and_a_singular_matrix_are_told() {
    let e = example(9, 4, 4);
    let mut lu = BlockLu::new(&e.col_ptr, &e.row_idx, &e.groups).unwrap();
    for p in (0..e.values[0].len()).step_by(97) {
        let mut values = e.values[0].clone();
        values[p] = f64::NAN;
        assert!(!lu.factor(&values), "entry {p}");
    }
    assert!(!lu.factor(&vec![0.0; e.values[0].len()]), "a singular matrix");
    assert!(lu.factor(&e.values[0]), "and nothing of it stays");
}
