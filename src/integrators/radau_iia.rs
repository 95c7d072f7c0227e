//! Radau IIA with two stages: third order, and high frequencies are removed.
//!
//! Source: Epple (3.70)–(3.79), in positions as unknowns.
//!
//! | symbol | name |
//! |---|---|
//! | c = (1/3, 1), β = [5/12 −1/12; 3/4 1/4] | [`NODES`] and the matrix of the method |
//! | p = β⁻¹ = [3/2 1/2; −9/2 5/2], p² | [`INVERSE`] |
//! | y = (u, r) | `Coordinates`: translation and Rodrigues parameters of a node since the start of the step |
//!
//! ```text
//!   ẏ_s = ẏ₀ + h Σ β_sk ÿ_k,   y_s = h c_s ẏ₀ + h² Σ β²_sk ÿ_k,   R_s = R(r_s) R₀
//!   f(y_s, ẏ_s, ÿ_s, t_s) + B_sᵀ λ_s = 0,   C(y_s, t_s) = 0        at both stages; the second one is the end
//! ```
//!
//! The coordinates are zero at the start of each step, where ṙ = ω and r̈ = ω̇. A method of one step that knows nothing of
//! the step before keeps its order in any smooth chart.
//!
//! Conditions of positions make a system of index 3. There the end of a step has positions of order 3, velocities of order 2
//! and multipliers of order 1 (Hairer, Lubich and Roche 1989): the errors are in the directions that the conditions lock.
//! So velocities are brought onto the conditions at the end, with accelerations and multipliers that belong to them
//! ([`recovery`](super::recovery)): all of order 3.
//!
//! Newton's method: the tangents of the first iteration, averaged over the stages, serve for the whole step. With one set of
//! matrices K, G, M, B the two stages decouple into a complex system of the size of one, and its conjugate:
//!
//! ```text
//!   p = T diag(µ, µ̄) T⁻¹,   µ = 2 + i√2:      | K + z G + z² M   Bᵀ |
//!                                             | B                0  |,   z = µ/h
//! ```
//!
//! It is solved in real numbers, real and imaginary parts in the two slots of the system of both stages: its memory and its
//! analysis serve, and the block LU.
//!
//! When that does not contract fast, the step is finished with exact tangents of both stages.

use super::generalized_alpha::Scaling;
use super::scheme::{Ended, Listed, Method, Stepping};
use super::trials::Trials;
use super::{Levels, Scheme, Workspace, predict_multipliers, radau_end};
use crate::assembly::{Layout, NONE, Stage, Tangents};
use crate::error::{Brief, Error, Result};
use crate::linear::Complex;
use crate::math::Vec3;
use crate::math::rodrigues::{self, Slopes};
use crate::model::Model;
use crate::newton::{self, Correction, History, Iteration, Settings};
use crate::state::State;
use crate::terms::{Motion, StageBlock};

/// Times of the stages, as parts of the step.
pub const NODES: [f64; 2] = [1.0 / 3.0, 1.0];
/// Weights of the stages in an integral over the step.
pub const WEIGHTS: [f64; 2] = [0.75, 0.25];
/// p and p², each by rows.
pub const INVERSE: [[[f64; 2]; 2]; 2] = [[[1.5, 0.5], [-4.5, 2.5]], [[0.0, 2.0], [-18.0, 4.0]]];
/// µ
const MU: Complex = Complex::new(2.0, std::f64::consts::SQRT_2);
/// Eigenvector (1, τ) of p.
const TAU: Complex = Complex::new(1.0, 2.0 * std::f64::consts::SQRT_2);

/// The simplified iteration goes on while corrections shrink by this factor, and at most so often.
const CONTRACTION: f64 = 0.3;
const PATIENCE: usize = 8;
/// It converges linearly: corrections have to promise this part of the tolerance when patience ends.
const CAUTION: f64 = 0.05;

/// By how much the tangents at a stage may differ from their average over the stages, over what they change along the step, with some
/// safety.
const STAGES_APART: f64 = 4.0;
/// Numbers for the factors that a trial leaves: those of exact tangents serve a further one.
const EXACT_FACTORS: u64 = 1;
const OTHER_FACTORS: u64 = 2;

/// How the equations of a step are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solver {
    /// one matrix a step; exact tangents only where that is too slow
    Simplified,
    /// exact tangents in every iteration
    Exact,
}

/// Coordinates of a node since the start of the step, each with translation and rotation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Coordinates {
    y: [Vec3; 2],
    rate: [Vec3; 2],
    second: [Vec3; 2],
}

impl Coordinates {
    fn place(&self, start: &Motion, node: &mut Motion) {
        node.place(start.x + self.y[0], rodrigues::rotation(&self.y[1]) * start.rotation);
        (node.v, node.a) = (self.rate[0], self.second[0]);
        [node.omega, node.alpha] = rodrigues::spin(&self.y[1], &self.rate[1], &self.second[1]);
    }
}

/// Radau IIA of two stages.
pub const LISTED: Listed = Listed { code: 3, file: "Radau IIA", read: |_| Ok(Scheme::RadauIIA) };

/// Radau IIA of two stages.
pub struct RadauIIA;

impl Method for RadauIIA {
    fn listed(&self) -> &'static Listed {
        &LISTED
    }

    fn name(&self) -> &'static str {
        "Radau IIA"
    }

    /// The simplified iteration leaves a part of it, and errors are of third order.
    fn newton_tolerance(&self) -> f64 {
        1e-12
    }

    fn error_order(&self) -> Option<u32> {
        Some(4)
    }

    fn estimate(
        &self,
        model: &Model,
        [start, trial]: [&State; 2],
        work: &mut Workspace,
        h: f64,
        _scaling: &Scaling,
    ) -> Result<Option<[f64; 2]>> {
        radau_end::error_estimate(model, start, trial, work, h).map(Some)
    }

    fn is_stiffly_accurate(&self) -> bool {
        true
    }

    fn solve(&self, at: &Stepping, trial: &mut State, work: &mut Workspace) -> Result<History> {
        step(at.model, at.start, trial, work, Solver::Simplified, at.h, at.scaling, at.settings)
    }

    fn enter(&self, _at: &Stepping, trial: &mut State, _work: &mut Workspace, end: &Ended) -> Result<()> {
        trial.run_audit.close(&end.audit);
        Ok(())
    }
}

/// Arrays of the scheme, made once.
#[derive(Debug)]
pub struct Radau {
    stages: [Vec<Coordinates>; 2],
    /// second rates of scalars at the stages, as the equations of the step gave them
    scalars: [Vec<f64>; 2],
    slopes: Vec<Slopes>,
    block: StageBlock,
    values: Vec<Complex>,
}

impl Radau {
    /// Second rates of translation and Rodrigues parameters of a node at a stage of the last step.
    pub(super) fn second(&self, slot: usize, node: usize) -> [Vec3; 2] {
        self.stages[slot][node].second
    }

    /// Second rate of a scalar at a stage of the last step.
    pub(super) fn second_of_scalar(&self, slot: usize, scalar: usize) -> f64 {
        self.scalars[slot][scalar]
    }

    fn keep_scalars(&mut self, stages: [&State; 2]) {
        for (own, stage) in self.scalars.iter_mut().zip(stages) {
            own.iter_mut().zip(&stage.scalars).for_each(|(own, scalar)| *own = scalar.acceleration);
        }
    }

    fn new(layout: &Layout) -> Self {
        let nodes = layout.nodes.len();
        Radau {
            stages: [(), ()].map(|()| vec![Coordinates::default(); nodes]),
            scalars: [(), ()].map(|()| vec![0.0; layout.scalars.len()]),
            slopes: vec![Slopes::default(); nodes],
            block: StageBlock::default(),
            values: vec![Complex::default(); layout.row_idx.len()],
        }
    }
}

struct Step<'a> {
    model: &'a Model,
    layout: &'a Layout,
    active: &'a [bool],
    start: &'a State,
    trial: &'a mut State,
    levels: &'a mut Levels,
    functions: &'a [[f64; 3]],
    stages: &'a mut [Vec<Coordinates>; 2],
    slopes: &'a mut [Slopes],
    block: &'a mut StageBlock,
    stage: Stage,
    length: f64,
    simplified: Option<Simplified>,
    /// does it start from the last trial of the same step?
    resumes: bool,
}

struct Simplified {
    tolerance: f64,
    /// corrections made, the first and the last one, and whether they shrink fast enough
    count: usize,
    first: f64,
    last: f64,
    fast: bool,
}

/// Solve one step of size `h` from `start` into `trial`, and enter its works in the audit.
pub fn step(
    model: &Model,
    start: &State,
    trial: &mut State,
    work: &mut Workspace,
    solver: Solver,
    h: f64,
    scaling: &Scaling,
    settings: &Settings,
) -> Result<History> {
    let mut levels = work.take_levels(model, 2)?;
    let mut own = work.radau.take().unwrap_or_else(|| Box::new(Radau::new(&work.system.layout)));
    let solved = solve(model, start, trial, work, &mut levels, &mut own, solver, h, scaling, settings);
    own.keep_scalars([&levels.inner, trial]);
    let history = solved.and_then(|history| radau_end::finish(model, trial, work, &mut levels, h).map(|()| history));
    work.put_levels(levels);
    work.radau = Some(own);
    history
}

fn solve(
    model: &Model,
    start: &State,
    trial: &mut State,
    work: &mut Workspace,
    levels: &mut Levels,
    own: &mut Radau,
    solver: Solver,
    h: f64,
    scaling: &Scaling,
    settings: &Settings,
) -> Result<History> {
    let time = start.time_after(h).0;
    start.evaluate_functions(model, start.time + NODES[0] * h, &mut levels.functions)?;
    start.evaluate_functions(model, time, &mut work.functions)?;
    let (row, scale, penalty) = match scaling.on {
        true => (h * h, work.scales.at(h, work.length), scaling.penalty),
        false => (1.0, [1.0; 2], 0.0),
    };
    let Radau { stages, slopes, block, values, .. } = own;
    let resumes = work.trials.resumes() && !work.newton.relaxed;
    trial.multipliers.clone_from(&start.multipliers);
    predict_multipliers(trial, work, h);
    levels.lambda.clone_from(&trial.multipliers);
    if resumes {
        // coordinates of the stages are still those of the last trial
        work.trials.bring_back(start, false, trial);
        work.trials.bring_back(start, true, &mut levels.inner);
        work.newton.history = work.trials.history(EXACT_FACTORS);
    }
    let mut problem = Step {
        model,
        layout: &work.system.layout,
        active: &work.system.active,
        start,
        trial,
        levels,
        functions: &work.functions,
        stages,
        slopes,
        block,
        stage: Stage { slot: 0, h, row, scale, penalty, inverse: [[0.0; 2]; 2] },
        length: work.length,
        simplified: None,
        resumes,
    };
    let what = format_args!("step from t = {} s to {} s (h = {} s)", Brief(start.time), Brief(time), Brief(h));
    if resumes {
        let history = newton::iterate(&mut problem, &mut work.newton.history, settings, false, &what)?;
        work.trials.keep(problem.trial, Some(&problem.levels.inner), &history, EXACT_FACTORS);
        return Ok(history);
    }
    problem.predict(1.0);
    let simplified = (solver == Solver::Simplified).then_some(&mut values[..]);
    problem.iterate(&mut work.newton, &mut work.trials, simplified, settings, &what)
}

impl Step<'_> {
    /// Newton's method: with the averaged tangents of the complex system, for whose `values` there is room where that is wanted, and
    /// with exact ones where it does not converge.
    fn iterate(
        &mut self,
        newton: &mut newton::Work,
        trials: &mut Trials,
        values: Option<&mut [Complex]>,
        settings: &Settings,
        what: &std::fmt::Arguments,
    ) -> Result<History> {
        let (mut before, relaxed) = (0, newton.relaxed);
        if let Some(values) = values.filter(|_| !relaxed)
            && self.factor(values)
        {
            let tolerance = CAUTION * settings.tolerance;
            let (count, first, last, fast) = (0, f64::INFINITY, f64::INFINITY, true);
            self.simplified = Some(Simplified { tolerance, count, first, last, fast });
            let own = Settings { max_iterations: PATIENCE + 1, ..*settings };
            let result = newton::iterate(self, &mut newton.history, &own, false, what);
            if let Ok(history) = result {
                let curvature = self.curvature(&history);
                let history = History { curvature, ..history };
                trials.keep(self.trial, Some(&self.levels.inner), &history, OTHER_FACTORS);
                return result;
            }
            if let Some(Simplified { count, last, .. }) = self.simplified.take() {
                before = count;
                // corrections that are small have done no harm
                if last.is_nan() || last > 1e-2 {
                    self.predict(1.0);
                }
            }
        }
        trials.forget();
        self.levels.relaxed = 0.0;
        match newton::iterate(self, &mut newton.history, settings, relaxed, what) {
            Ok(history) if !relaxed => trials.keep(self.trial, Some(&self.levels.inner), &history, EXACT_FACTORS),
            Ok(_) => {}
            Err(_) => {
                // accelerations of small inertias, suddenly loaded, say nothing about a step that is long for them
                self.predict(0.0);
                newton::iterate(self, &mut newton.history, settings, relaxed, what)?;
            }
        }
        newton.history.simplified = before;
        Ok(newton.history)
    }

    /// The stages with unchanged accelerations, times `part`.
    fn predict(&mut self, part: f64) {
        for (slot, c) in NODES.into_iter().enumerate() {
            let h = c * self.stage.h;
            let Levels { inner, lambda, .. } = &mut *self.levels;
            let state = if slot == 0 { inner } else { &mut *self.trial };
            state.clone_from(self.start);
            state.multipliers.clone_from(lambda);
            state.history.forget_span();
            (state.time, state.last_step) = (self.start.time + h, self.stage.h);
            for (k, dofs) in self.layout.nodes.iter().enumerate() {
                let from = &self.start.nodes[k];
                let mut at = Coordinates::default();
                let parts = [(from.v, from.a * part), (from.omega, from.alpha * part)];
                for (k, (v, a)) in parts.into_iter().enumerate().filter(|(k, _)| dofs[3 * k] != NONE) {
                    (at.y[k], at.rate[k], at.second[k]) = (h * v + 0.5 * h * h * a, v + h * a, a);
                }
                self.stages[slot][k] = at;
                if dofs[0] != NONE {
                    at.place(from, &mut state.nodes[k]);
                }
            }
            for s in &mut state.scalars {
                s.acceleration *= part;
                s.value += h * s.rate + 0.5 * h * h * s.acceleration;
                s.rate += h * s.acceleration;
            }
        }
    }

    /// Right-hand side, and factors of the complex system; false where it has none.
    fn factor(&mut self, values: &mut [Complex]) -> bool {
        values.fill(Complex::default());
        self.evaluate(Tangents::Transformed(MU, 0.5, values));
        let Levels { system, lu, .. } = &mut *self.levels;
        system.set_complex(self.layout, values);
        lu.factor(&system.values).is_ok()
    }

    /// κ of exact tangents (see [`newton`]), from the rate at which corrections with averaged ones have shrunk: these differ from exact
    /// ones by the way between the stages.
    fn curvature(&self, history: &History) -> f64 {
        let way = |at: &Coordinates| f64::max(at.y[0].norm() / self.length, at.y[1].norm());
        let way = self.stages[1].iter().map(way).fold(0.0, f64::max);
        if history.curvature == newton::UNKNOWN || way == 0.0 {
            return newton::UNKNOWN;
        }
        STAGES_APART * history.curvature / way
    }

    /// Forces and conditions of both stages, and the tangents that are wanted.
    fn evaluate(&mut self, mut tangents: Tangents) {
        match tangents {
            Tangents::Exact => self.levels.system.clear(),
            _ => self.levels.system.clear_right(),
        }
        for slot in 0..2 {
            let Levels { system, inner, functions, .. } = &mut *self.levels;
            let (state, functions) = if slot == 0 { (&*inner, &functions[..]) } else { (&*self.trial, self.functions) };
            if !matches!(tangents, Tangents::None) {
                for (slopes, at) in self.slopes.iter_mut().zip(&self.stages[slot]) {
                    *slopes = rodrigues::slopes(&at.y[1], &at.rate[1], &at.second[1]);
                }
            }
            let stage = Stage { slot, inverse: INVERSE.map(|p| p[slot]), ..self.stage };
            let at = state.level(self.model, functions, 1.0);
            let (lambda, slopes) = (&state.multipliers, &*self.slopes);
            system.add_stage(
                self.model,
                self.layout,
                self.active,
                &at,
                lambda,
                &stage,
                slopes,
                self.block,
                &mut tangents,
            );
        }
    }
}

impl Iteration for Step<'_> {
    fn assemble(&mut self) -> Result<(usize, f64)> {
        match &self.simplified {
            None => self.evaluate(Tangents::Exact),
            Some(Simplified { fast: false, .. }) => return Err(Error::newton(String::new())),
            Some(Simplified { count: 0, .. }) => {} // done with the tangents
            Some(_) => self.evaluate(Tangents::None),
        }
        Ok(self.levels.system.equations(self.layout).residual_size(self.stage.scale, self.length))
    }

    fn solve(&mut self) -> Result<()> {
        if self.simplified.is_none() {
            return self.levels.solve(self.layout, self.stage.scale);
        }
        // w = T⁻¹ y: the first row of T⁻¹ is (τ̄, −1)/(τ̄ − τ); y = T (w, w̄)
        let Levels { system, lu, delta, right, .. } = &mut *self.levels;
        let factor = (TAU.conj() - TAU).inv();
        for (w, y) in delta.chunks_exact_mut(2).zip(system.rhs.chunks_exact(2)) {
            let z = (TAU.conj() * y[0] - y[1]) * factor;
            (w[0], w[1]) = (z.re, z.im);
        }
        lu.solve_factored(&system.values, delta, right)?;
        for w in delta.chunks_exact_mut(2) {
            let z = Complex::new(w[0], w[1]);
            (w[0], w[1]) = (2.0 * z.re, 2.0 * (TAU * z).re);
        }
        Ok(())
    }

    /// In a further trial of a step only: elsewhere all iterations with exact tangents have their own.
    fn assemble_right(&mut self) -> Option<Result<(usize, f64)>> {
        if !self.resumes {
            return None;
        }
        self.evaluate(Tangents::None);
        Some(Ok(self.levels.system.equations(self.layout).residual_size(self.stage.scale, self.length)))
    }

    fn solve_again(&mut self) -> Result<()> {
        self.levels.solve_again()
    }

    /// Enough that what is left does not show beside errors of third order, over thousands of steps.
    fn may_leave(&self) -> f64 {
        if self.simplified.is_some() || self.resumes { 2e-3 } else { 1e-4 }
    }

    fn approximate(&self) -> bool {
        self.simplified.is_some()
    }

    fn correct(&mut self) -> Correction {
        let (h, [first, second]) = (self.stage.h, INVERSE);
        let Levels { inner, delta, .. } = &mut *self.levels;
        let part = |unknown: u32, slot: usize| delta.get(2 * unknown as usize + slot).copied().unwrap_or(0.0);
        for slot in 0..2 {
            let state = if slot == 0 { &mut *inner } else { &mut *self.trial };
            let [p, p2] = [first[slot].map(|p| p / h), second[slot].map(|p| p / (h * h))];
            for (k, dofs) in self.layout.nodes.iter().enumerate().filter(|(_, dofs)| dofs[0] != NONE) {
                let at = &mut self.stages[slot][k];
                for half in (0..2).filter(|half| dofs[3 * half] != NONE) {
                    let [one, two] = [0, 1].map(|s| Vec3::from_fn(|i, _| part(dofs[3 * half + i], s)));
                    at.y[half] += if slot == 0 { one } else { two };
                    at.rate[half] += p[0] * one + p[1] * two;
                    at.second[half] += p2[0] * one + p2[1] * two;
                }
                at.place(&self.start.nodes[k], &mut state.nodes[k]);
            }
            for (s, &dof) in state.scalars.iter_mut().zip(&self.layout.scalars) {
                let [one, two] = [part(dof, 0), part(dof, 1)];
                s.value += part(dof, slot);
                s.rate += p[0] * one + p[1] * two;
                s.acceleration += p2[0] * one + p2[1] * two;
            }
            for (k, lambda) in state.multipliers.iter_mut().enumerate().filter(|(k, _)| self.active[*k]) {
                let equation = self.layout.motion + k;
                *lambda += self.layout.scale_of(self.stage.scale, k) / self.stage.row * part(equation as u32, slot);
            }
        }
        let correction = self.levels.correction(self.layout, self.length);
        let size = correction.size();
        if let Some(own) = &mut self.simplified {
            own.count += 1;
            if own.count == 1 {
                own.first = size;
            }
            // mean rate, as corrections shrink by turns more and less; and where they will be when patience ends
            let rate = (size / own.first).powf(1.0 / (own.count.max(2) - 1) as f64);
            let left = size * rate.powi((PATIENCE - own.count.min(PATIENCE)) as i32);
            own.fast = own.count == 1 && size.is_finite()
                || own.count < PATIENCE && size < own.last && rate <= CONTRACTION && left <= own.tolerance;
            own.last = size;
        }
        correction
    }

    fn relax(&mut self, part: f64) {
        self.levels.relaxed = part;
    }

    fn at_rounding(&mut self, slack: f64) -> bool {
        self.levels.at_rounding(self.layout, self.trial.extent(self.length), slack)
    }

    fn describe(&self, equation: usize) -> String {
        self.layout.describe(self.model, equation)
    }
}
