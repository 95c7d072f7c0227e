//! Factorisation and solution of the Newton matrices of real steps: block LU against faer's supernodal and simplicial LU and, where
//! it is installed (libsuitesparse-dev), KLU's refactorisation.
//!
//! - Models: the crooked four-bar mechanism of Borri 2000 with four cubic elements a bar; a blade of 8 … 512 cubic elements on a
//!   driven hub; a hub with four hinged blades of ten elements; a chain of 1000 rigid links. Generalised-α, h = 1e-3 s.
//! - Matrix: that of the last iteration of the third step. Right side: A x for a known x of random numbers.
//! - Time: the codes by turns, the best of all rounds, microseconds.
//! - ω: componentwise backward error max |b − A x|ᵢ / (|A||x| + |b|)ᵢ before and after one refinement, without the addition to the
//!   denominator that the library uses; e: largest error of x over largest x, after it, and that of faer.
//!
//! `cargo bench --bench linear_solver` prints a table; with `-- steps`, the time of a step of the four-bar mechanism instead (for a
//! profile of where it goes).

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/support/mod.rs"]
mod support;

use common::bars::mesh;
use common::borri::crooked_four_bar;
use common::large::{hinged_rotor, rigid_chain, rotating_blade};
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::lu::{LuSymbolicParams, NumericLu, SymbolicLu, factorize_symbolic_lu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use support::{options, simulate};
use swashplate::assembly::Group;
use swashplate::linear::BlockLu;
use swashplate::model::{Interpolation, Model};

/// A matrix by compressed columns, and its groups.
struct Matrix {
    col_ptr: Vec<usize>,
    row_idx: Vec<usize>,
    groups: Vec<Group>,
    values: Vec<f64>,
}

impl Matrix {
    /// Of the last iteration of the third step.
    fn of(model: Model) -> Self {
        let mut sim = simulate(model, options(0.8));
        (0..3).for_each(|_| sim.step(1e-3).unwrap());
        let system = &sim.workspace().system;
        let layout = &system.layout;
        Matrix {
            col_ptr: layout.col_ptr.to_vec(),
            row_idx: layout.row_idx.to_vec(),
            groups: layout.groups(1),
            values: system.values.clone(),
        }
    }

    fn size(&self) -> usize {
        self.col_ptr.len() - 1
    }

    fn entries(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        let column = move |col: usize| {
            let range = self.col_ptr[col]..self.col_ptr[col + 1];
            range.map(move |p| (self.row_idx[p], col, self.values[p]))
        };
        (0..self.size()).flat_map(column)
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut b = vec![0.0; x.len()];
        self.entries().for_each(|(row, col, v)| b[row] += v * x[col]);
        b
    }

    /// b − A x, and its size over |A||x| + |b| in the worst row.
    fn residual(&self, x: &[f64], b: &[f64]) -> (Vec<f64>, f64) {
        let (mut r, mut size) = (b.to_vec(), b.iter().map(|b| b.abs()).collect::<Vec<f64>>());
        for (row, col, v) in self.entries() {
            r[row] -= v * x[col];
            size[row] += (v * x[col]).abs();
        }
        let worst = r.iter().zip(&size).fold(0.0, |w, (r, s)| if *r == 0.0 { w } else { f64::max(w, r.abs() / s) });
        (r, worst)
    }
}

/// faer's LU of one kind.
struct Faer {
    symbolic: SymbolicLu<usize>,
    numeric: NumericLu<usize, f64>,
    memory: MemBuffer,
}

impl Faer {
    fn new(m: &Matrix, kind: SupernodalThreshold) -> Self {
        let n = m.size();
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, &m.col_ptr, None, &m.row_idx);
        let params = LuSymbolicParams { supernodal_flop_ratio_threshold: kind, ..Default::default() };
        let symbolic = factorize_symbolic_lu(pattern, params).unwrap();
        let need = StackReq::any_of(&[
            symbolic.factorize_numeric_lu_scratch::<f64>(Par::Seq, Default::default()),
            symbolic.solve_in_place_scratch::<f64>(1, Par::Seq),
        ]);
        Faer { symbolic, numeric: NumericLu::new(), memory: MemBuffer::new(need) }
    }

    /// Seconds of factorisation and solution; `x` becomes the solution.
    fn run(&mut self, m: &Matrix, x: &mut [f64]) -> [f64; 2] {
        let n = m.size();
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, &m.col_ptr, None, &m.row_idx);
        let begin = Instant::now();
        let (matrix, stack) = (SparseColMatRef::new(pattern, &m.values), MemStack::new(&mut self.memory));
        let lu = self.symbolic.factorize_numeric_lu(&mut self.numeric, matrix, Par::Seq, stack, Default::default());
        let (lu, factored) = (lu.unwrap(), begin.elapsed().as_secs_f64());
        let begin = Instant::now();
        let right = MatMut::from_column_major_slice_mut(x, n, 1);
        lu.solve_in_place_with_conj(Conj::No, right, Par::Seq, MemStack::new(&mut self.memory));
        [factored, begin.elapsed().as_secs_f64()]
    }
}

/// The program that times KLU, or None where it cannot be built.
fn klu(folder: &Path) -> Option<PathBuf> {
    let (source, program) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/klu.c"), folder.join("klu"));
    let built = Command::new("cc")
        .args(["-O3", "-I/usr/include/suitesparse", "-o"])
        .args([program.as_os_str(), source.as_os_str()])
        .arg("-lklu")
        .output();
    built.is_ok_and(|b| b.status.success()).then_some(program)
}

/// Seconds of KLU's refactorisation and solution.
fn run_klu(program: &Path, file: &Path, rounds: usize) -> Option<[f64; 2]> {
    let output = Command::new(program).arg(file).arg(rounds.to_string()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_whitespace().map(|v| v.parse::<f64>().map(|v| 1e-6 * v));
    Some([numbers.next()?.ok()?, numbers.next()?.ok()?])
}

fn write(m: &Matrix, file: &Path) {
    let mut bytes = Vec::new();
    let sizes = [m.size(), m.row_idx.len()];
    for number in sizes.iter().chain(&m.col_ptr).chain(&m.row_idx) {
        bytes.extend((*number as i32).to_ne_bytes());
    }
    m.values.iter().for_each(|v| bytes.extend(v.to_ne_bytes()));
    std::fs::write(file, bytes).unwrap();
}

fn faster(best: &mut [f64; 2], now: [f64; 2]) {
    best.iter_mut().zip(now).for_each(|(best, now)| *best = best.min(now));
}

/// Steps of the four-bar mechanism.
fn steps() {
    let mut sim = simulate(crooked_four_bar(mesh(Interpolation::Rotations, 4, 4), 0.0).model, options(0.8));
    let (count, mut iterations, begin) = (1000, 0, Instant::now());
    for _ in 0..count {
        sim.step(1e-3).unwrap();
        iterations += sim.history().iterations;
    }
    let (time, counts) = (begin.elapsed().as_secs_f64(), sim.workspace().lu.counts());
    println!("four-bar, generalised-α: {:.0} µs a step, {iterations} iterations", 1e6 * time / f64::from(count));
    println!("{:.0} µs an iteration, {counts:?}", 1e6 * time / iterations as f64);
}

fn main() {
    if std::env::args().any(|a| a == "steps") {
        return steps();
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/linear_solver");
    std::fs::create_dir_all(&folder).unwrap();
    let klu = klu(&folder);
    if klu.is_none() {
        println!("KLU is not installed (libsuitesparse-dev): skipped");
    }
    let cubic = |elements| mesh(Interpolation::Rotations, elements, 4);
    let mut cases: Vec<(String, Model)> =
        vec![("four-bar, 4 elements a bar".into(), crooked_four_bar(cubic(4), 0.0).model)];
    for n in [8, 32, 128, 512] {
        cases.push((format!("blade, {n} elements"), rotating_blade(cubic(n))));
    }
    cases.push(("hub with 4 hinged blades".into(), hinged_rotor(cubic(10), 2.0)));
    cases.push(("chain of 1000 links".into(), rigid_chain(1000)));

    println!(
        "{:27} {:>6} {:>7} {:>6} {:>16} {:>16} {:>23} {:>23} {:>23} {:>17} {:>15}",
        "matrix",
        "n",
        "nnz",
        "Mflop",
        "block LU, GF/s",
        "portable",
        "KLU refactor",
        "faer supernodal",
        "faer simplicial",
        "omega, refined",
        "error, faer's"
    );
    for (name, model) in cases {
        let m = Matrix::of(model);
        let n = m.size();
        let mut blocks = BlockLu::new(&m.col_ptr, &m.row_idx, &m.groups).unwrap();
        let mut portable = BlockLu::new(&m.col_ptr, &m.row_idx, &m.groups).unwrap().portable();
        let mut supernodal = Faer::new(&m, SupernodalThreshold::FORCE_SUPERNODAL);
        let mut simplicial = Faer::new(&m, SupernodalThreshold::FORCE_SIMPLICIAL);
        let file = folder.join("matrix");
        write(&m, &file);

        // accuracy
        let exact: Vec<f64> = (0..n).map(|k| (k as f64 * 0.754_877_666).fract() - 0.5).collect();
        let b = m.times(&exact);
        let error = |x: &[f64]| x.iter().zip(&exact).fold(0.0, |w, (x, e)| f64::max(w, (x - e).abs())) / 0.5;
        assert!(blocks.factor(&m.values));
        let mut x = b.clone();
        blocks.solve(&mut x);
        let (mut r, before) = m.residual(&x, &b);
        blocks.solve(&mut r);
        x.iter_mut().zip(&r).for_each(|(x, r)| *x += r);
        let after = m.residual(&x, &b).1;
        let mut y = b.clone();
        simplicial.run(&m, &mut y);
        let errors = format!("{:.0e} {:.0e}", error(&x), error(&y));

        // time
        let worst = [f64::INFINITY; 2];
        let (mut own, mut plain, mut by_klu, mut by_super, mut by_simple) = (worst, worst, worst, worst, worst);
        let repeat = (400_000 / n).clamp(3, 500);
        for _ in 0..6 {
            for (lu, best) in [(&mut blocks, &mut own), (&mut portable, &mut plain)] {
                for _ in 0..repeat {
                    let begin = Instant::now();
                    lu.factor(&m.values);
                    let factored = begin.elapsed().as_secs_f64();
                    x.copy_from_slice(&b);
                    let begin = Instant::now();
                    lu.solve(&mut x);
                    faster(best, [factored, begin.elapsed().as_secs_f64()]);
                }
            }
            if let Some(found) = klu.as_deref().and_then(|program| run_klu(program, &file, repeat.div_ceil(5))) {
                faster(&mut by_klu, found);
            }
            for _ in 0..repeat.div_ceil(10) {
                x.copy_from_slice(&b);
                faster(&mut by_super, supernodal.run(&m, &mut x));
                x.copy_from_slice(&b);
                faster(&mut by_simple, simplicial.run(&m, &mut x));
            }
        }
        let rate = blocks.operations() / own[0] * 1e-9;
        let other = |t: [f64; 2]| match t[0].is_finite() {
            true => format!("{:.0}/{:.1} ({:.1}x)", 1e6 * t[0], 1e6 * t[1], t[0] / own[0]),
            false => "-".into(),
        };
        println!(
            "{name:27} {n:>6} {:>7} {:>6.3} {:>16} {:>16} {:>23} {:>23} {:>23} {:>17} {:>15}",
            m.row_idx.len(),
            1e-6 * blocks.operations(),
            format!("{:.1}/{:.1} {rate:.1}", 1e6 * own[0], 1e6 * own[1]),
            format!("{:.1}/{:.1}", 1e6 * plain[0], 1e6 * plain[1]),
            other(by_klu),
            other(by_super),
            other(by_simple),
            format!("{before:.0e} {after:.0e}"),
            errors,
        );
    }
}
