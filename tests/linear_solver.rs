//! The block LU on matrices of real models: as accurate as LU with pivoting where the equations are scaled and augmented, and
//! known by its residual where it is not. Run with `--nocapture` for the numbers.
//!
//! Backward errors are componentwise, max |b − A x|ᵢ / (|A||x| + |b|)ᵢ, computed here entry by entry; forward errors are against a
//! known x, over its largest entry.

use crate::common;
use crate::support;

use common::bars::{join, mesh};
use common::borri::{Pulse, crooked_four_bar, free_three_bar};
use common::large::{hinged_rotor, rigid_chain, rotating_blade};
use support::{four_bar, simulate};
use swashplate::assembly::{Group, Layout};
use swashplate::error::Error;
use swashplate::integrators::generalized_alpha::{Coefficients, Scaling, weights};
use swashplate::integrators::initial::{self, Redundancy};
use swashplate::integrators::{Scheme, Workspace};
use swashplate::joints;
use swashplate::linear::{BlockLu, Counts, Solver, SparseLu};
use swashplate::math::Quat;
use swashplate::model::{Interpolation, Model, NodeKind};
use swashplate::simulation::Options;
use swashplate::state::State;

/// A matrix by compressed columns, with its groups.
struct Matrix {
    col_ptr: Vec<usize>,
    row_idx: Vec<usize>,
    groups: Vec<Group>,
    values: Vec<f64>,
}

/// What a solution is worth.
#[derive(Debug, Clone, Copy)]
struct Worth {
    backward: f64,
    forward: f64,
}

impl Matrix {
    fn new(layout: &Layout, values: &[f64]) -> Self {
        Matrix {
            col_ptr: layout.col_ptr.to_vec(),
            row_idx: layout.row_idx.to_vec(),
            groups: layout.groups(1),
            values: values.to_vec(),
        }
    }

    fn size(&self) -> usize {
        self.col_ptr.len() - 1
    }

    fn each(&self, mut body: impl FnMut(usize, usize, f64)) {
        for col in 0..self.size() {
            (self.col_ptr[col]..self.col_ptr[col + 1]).for_each(|p| body(self.row_idx[p], col, self.values[p]));
        }
    }

    /// A solution to be found, and its right side.
    fn known(&self) -> [Vec<f64>; 2] {
        let x: Vec<f64> = (0..self.size()).map(|k| (k as f64 * 0.754_877_666).fract() - 0.5).collect();
        let mut b = vec![0.0; x.len()];
        self.each(|row, col, v| b[row] += v * x[col]);
        [x, b]
    }

    /// b − A x and the worth of x.
    fn judge(&self, x: &[f64]) -> (Vec<f64>, Worth) {
        let [exact, b] = self.known();
        let (mut r, mut size) = (b.clone(), b.iter().map(|b| b.abs()).collect::<Vec<f64>>());
        self.each(|row, col, v| {
            r[row] -= v * x[col];
            size[row] += (v * x[col]).abs();
        });
        let backward = r.iter().zip(&size).fold(0.0, |w, (r, s)| if *r == 0.0 { w } else { f64::max(w, r.abs() / s) });
        let worst = x.iter().zip(&exact).fold(0.0, |w, (x, e)| f64::max(w, (x - e).abs()));
        (r, Worth { backward, forward: worst / exact.iter().fold(0.0, |m, e| f64::max(m, e.abs())) })
    }

    /// Block LU alone, before and after one refinement.
    fn by_blocks(&self) -> [Worth; 2] {
        let mut lu = BlockLu::new(&self.col_ptr, &self.row_idx, &self.groups).unwrap();
        let [_, mut x] = self.known();
        assert!(lu.factor(&self.values));
        lu.solve(&mut x);
        let (mut r, before) = self.judge(&x);
        lu.solve(&mut r);
        x.iter_mut().zip(&r).for_each(|(x, r)| *x += r);
        [before, self.judge(&x).1]
    }

    /// LU with pivoting.
    fn by_pivoting(&self) -> Worth {
        let [_, mut x] = self.known();
        let mut work = vec![0.0; x.len()];
        SparseLu::new(&self.col_ptr, &self.row_idx).unwrap().solve(&self.values, &mut x, &mut work).unwrap();
        self.judge(&x).1
    }

    /// What the library uses.
    fn by_both(&self) -> (Worth, Counts) {
        let [_, mut x] = self.known();
        let mut work = vec![0.0; x.len()];
        let mut solver = Solver::new(&self.col_ptr, &self.row_idx, &self.groups).unwrap();
        solver.solve(&self.values, &mut x, &mut work).unwrap();
        (self.judge(&x).1, solver.counts())
    }
}

fn cubic(elements: usize) -> common::bars::Mesh {
    mesh(Interpolation::Rotations, elements, 4)
}

/// The iteration matrix of generalised-α at the start, for a step h.
fn at_start(model: &Model, h: f64, scaling: Scaling) -> Matrix {
    let (mut work, mut state) = (Workspace::new(model).unwrap(), State::reference(model, 0.0));
    initial::start(model, &mut state, &mut work, Redundancy::Stop).unwrap();
    let c = Coefficients::spectral_radius(0.8).unwrap();
    let weights = weights(&c, h, &scaling, work.scales.at(h, work.length));
    let at = state.level(model, &work.functions, 1.0);
    work.system.assemble(model, &at, &state.multipliers, &weights, &work.charts);
    Matrix::new(&work.system.layout, &work.system.values)
}

const SCALED: Scaling = Scaling { on: true, penalty: 1.0 };
const PLAIN: Scaling = Scaling { on: false, penalty: 0.0 };

fn models() -> Vec<(&'static str, Model)> {
    vec![
        ("crooked four-bar", crooked_four_bar(cubic(4), 0.0).model),
        ("blade", rotating_blade(cubic(16))),
        ("rotor", hinged_rotor(cubic(10), 2.0)),
        ("rigid four-bar", four_bar(false).model),
        ("chain", rigid_chain(100)),
    ]
}

#[test]
fn scaled_matrices_need_at_most_one_refinement_and_lose_nothing_against_pivoting() {
    for (name, model) in models() {
        for h in [1e-1, 1e-3, 1e-5] {
            let m = at_start(&model, h, SCALED);
            let ([before, after], pivoting) = (m.by_blocks(), m.by_pivoting());
            println!(
                "{name}, h = {h:.0e}: backward error {:.0e}, refined {:.0e}; error {:.0e}, with pivoting {:.0e}",
                before.backward, after.backward, after.forward, pivoting.forward
            );
            assert!(after.backward < 1e-14, "{name}, h = {h}: {after:?}");
            // the same digits, but for two
            assert!(after.forward < 100.0 * pivoting.forward.max(1e-15), "{name}, h = {h}: {after:?}, {pivoting:?}");
            let (both, counts) = m.by_both();
            assert!(both.backward < 1e-14 && counts.refined <= 1 && counts.pivoted == 0, "{name}, h = {h}: {counts:?}");
        }
    }
}

#[test]
fn matrices_as_the_equations_are_still_come_out_right() {
    for (name, model) in models() {
        for h in [1e-1, 1e-3] {
            let m = at_start(&model, h, PLAIN);
            let ((both, counts), pivoting) = (m.by_both(), m.by_pivoting());
            println!("{name}, h = {h:.0e}, not scaled: {both:?}, {counts:?}, with pivoting {pivoting:?}");
            assert!(both.backward < 1e-13, "{name}, h = {h}: {both:?}");
        }
    }
}

#[test]
fn nodes_without_mass_between_others_are_safe() {
    let model = hinged_rotor(cubic(4), 0.0);
    for penalty in [1.0, 0.0] {
        let m = at_start(&model, 1e-3, Scaling { on: true, penalty });
        let (worth, counts) = m.by_both();
        println!("penalty {penalty}: {worth:?}, {counts:?}");
        assert!(worth.backward < 1e-14 && counts.pivoted == 0, "{worth:?}, {counts:?}");
    }
}

#[test]
fn an_end_without_mass_is_safe_when_augmented_and_falls_back_when_not() {
    // a point to look at, on the tip of the blade: nothing has been joined to it when it is eliminated
    let mut model = rotating_blade(cubic(4));
    let tip = *model.beams()[0].nodes.last().unwrap();
    let place = model.node(tip).unwrap().start.x;
    let marker = model.add_node("marker", NodeKind::Free, place, Quat::identity()).unwrap();
    join(&mut model, "marker", joints::rigid_connection(), Quat::identity(), [tip, marker]);
    let augmented = at_start(&model, 1e-3, SCALED);
    let (worth, counts) = augmented.by_both();
    println!("augmented: {worth:?}, {counts:?}");
    assert!(worth.backward < 1e-14 && counts.pivoted == 0, "{worth:?}, {counts:?}");

    let bare = at_start(&model, 1e-3, Scaling { on: true, penalty: 0.0 });
    let ((worth, counts), pivoting) = (bare.by_both(), bare.by_pivoting());
    println!("not augmented: {worth:?}, {counts:?}, with pivoting {pivoting:?}");
    assert_eq!(counts.pivoted, 1);
    assert!(worth.backward < 1e-13 && worth.forward <= 2.0 * pivoting.forward, "{worth:?}, {pivoting:?}");
}

#[test]
fn a_penalty_that_is_too_large_falls_back() {
    let model = crooked_four_bar(cubic(4), 0.0).model;
    for (penalty, falls_back) in [(1e-3, false), (1.0, false), (1e3, false), (1e9, true)] {
        let m = at_start(&model, 1e-3, Scaling { on: true, penalty });
        let ((worth, counts), pivoting) = (m.by_both(), m.by_pivoting());
        println!("penalty {penalty:.0e}: {worth:?}, {counts:?}, with pivoting {pivoting:?}");
        assert_eq!(counts.pivoted, u64::from(falls_back), "penalty {penalty:e}");
        // what fell back is the solution with pivoting
        let limit = if falls_back { pivoting.backward } else { 1e-14 };
        assert!(worth.backward <= limit, "penalty {penalty:e}: {worth:?}");
        assert!(worth.forward < 100.0 * pivoting.forward.max(1e-15), "penalty {penalty:e}: {worth:?}, {pivoting:?}");
    }
}

#[test]
fn no_step_of_the_mechanisms_falls_back_under_any_scheme() {
    let c = Coefficients::spectral_radius(0.8).unwrap();
    let schemes = [
        Scheme::GeneralizedAlpha(c),
        Scheme::StageWeighted(c),
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumPreserving,
        Scheme::MomentumDecaying(1.0),
        Scheme::MomentumDecayingConstrained(1.0),
    ];
    let directors = mesh(Interpolation::Directors, 2, 4);
    let makers: [(&str, &dyn Fn() -> Model); 5] = [
        ("crooked four-bar", &|| crooked_four_bar(directors, 0.0).model),
        ("free three-bar", &|| free_three_bar(directors, Pulse::Triangle).model),
        ("rigid four-bar", &|| four_bar(false).model),
        ("rotor", &|| hinged_rotor(mesh(Interpolation::Directors, 3, 3), 2.0)),
        ("chain", &|| rigid_chain(30)),
    ];
    for (name, make) in makers {
        for scheme in schemes {
            let mut sim = simulate(make(), Options { scheme, ..Default::default() });
            (0..20).for_each(|_| sim.step(1e-3).unwrap());
            let work = sim.workspace();
            let [one, several] = [work.lu.counts(), work.levels.first().map_or(Counts::default(), |l| l.lu.counts())];
            println!("{name}, {}: {one:?}; levels {several:?}", scheme.name());
            assert_eq!(one.pivoted + several.pivoted, 0, "{name}, {}", scheme.name());
            assert!(one.factored + several.factored > 20);
        }
    }
}

#[test]
fn singular_matrices_and_numbers_that_are_not_finite_are_errors() {
    let mut m = at_start(&hinged_rotor(cubic(2), 2.0), 1e-3, SCALED);
    let n = m.size();
    let mut solver = Solver::new(&m.col_ptr, &m.row_idx, &m.groups).unwrap();
    let mut solve = |values: &[f64], x: &mut [f64]| solver.solve(values, x, &mut vec![0.0; n]);
    let [_, b] = m.known();
    let good = m.values.clone();
    let mut first = b.clone();
    solve(&good, &mut first).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for p in (0..good.len()).step_by(331) {
            let mut values = good.clone();
            values[p] = bad;
            assert!(matches!(solve(&values, &mut b.clone()), Err(Error::NotFinite(_))), "entry {p}");
        }
        let mut right = b.clone();
        right[n / 2] = bad;
        assert!(matches!(solve(&good, &mut right), Err(Error::NotFinite(_))));
    }
    // a node held by nothing, without mass
    for &u in &m.groups[2].unknowns.clone() {
        for col in 0..n {
            let rows = m.col_ptr[col]..m.col_ptr[col + 1];
            rows.filter(|&p| col == u || m.row_idx[p] == u).for_each(|p| m.values[p] = 0.0);
        }
    }
    assert!(matches!(solve(&m.values, &mut b.clone()), Err(Error::SingularMatrix(_))));
    // none of it leaves a trace
    let mut again = b.clone();
    solve(&good, &mut again).unwrap();
    assert_eq!(first, again);
}
