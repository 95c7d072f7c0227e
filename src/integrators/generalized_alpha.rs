//! Generalised-α with conditions at the end of the step, and equilibrium there or at a weighted stage inside.
//!
//! Sources: Gransden 2015 (3)–(8), after Arnold and Brüls; Epple (2.36)–(2.38), (3.87)–(3.88) for the coefficients.
//!
//! | symbol | name |
//! |---|---|
//! | y = (u, c) | `increments`: translation and rotation vector of a node since the start of the step |
//! | v = (ẋ, ω), a = (ẍ, ω̇) | motion of a node, inertial components |
//! | a* | `algorithmic`: acceleration-like variable, (1−α_m) a*₁ + α_m a*₀ = (1−α_f) a₁ + α_f a₀ |
//! | β' = (1−α_m)/(β h² (1−α_f)), γ' = γ/(β h) | ∂a₁/∂y and ∂v₁/∂y |
//!
//! ```text
//!   y  = h v₀ + h² ((½ − β) a*₀ + β a*₁)        x₁ = x₀ + u,  R₁ = exp(c̃) R₀
//!   v₁ = v₀ + h ((1 − γ) a*₀ + γ a*₁)
//! ```
//!
//! Rotations: v and a* are added in the Lie algebra (inertial components), and the rotation vector c is the chart of the
//! step, as in the Lie group form of Brüls, Cardona and Arnold, which keeps second order. A chart with ċ and c̈ as state
//! (Wiener-Milenković parameters, say) would need a* carried from chart to chart to O(h²), or lose an order; and with the
//! rotation vector a steady spin about a fixed axis is exact.
//!
//! In the weighted form, Epple (2.36)–(2.38), the balance is that of the stage
//!
//! ```text
//!   x₀ + (1−α_f) u,  exp((1−α_f) c̃) R₀,  v = (1−α_f) v₁ + α_f v₀,  λ likewise,  a = (1−α_m) a*₁ + α_m a*₀
//! ```
//!
//! at t₀ + (1−α_f) h; a and a* obey the same equation as above. The multiplier of the stage lives at that time, and those of
//! two steps give the one reported for the end: all are of second order. (Epple solves for λ₁; errors of it then change sign
//! from step to step, with ρ∞ = 1 they grow, and the order is one.) Epple has the conditions at the stage too; at the end they
//! do not drift. The penalty is left out: C is not zero at the stage.
//!
//! On a smooth motion a* = a(t + lead h), lead = α_m − α_f: it runs ahead by a time in proportion to the step. Of
//!
//! ```text
//!   a* = a + lead (a − a₋) + d,        a₋ (`former`): accelerations at the beginning of the step before
//! ```
//!
//! the second part is therefore stretched where the step changes. The rest d is what a kink of the forces has left, and dies out by
//! −α_m/(1 − α_m) a step. With a and a* of the formulas above
//!
//! ```text
//!   v + (½ − α_f) h (a* − a)       changes in a step by the trapezoidal rule of a, ½ h (a₀ + a₁), and by nothing else,
//! ```
//!
//! so that h d is a velocity on its way to the body. Where the step grows by a factor s, h d stays: d/s. Stretched with the step it
//! would become s² times that velocity, from steps that double ever more of it. Where the step shrinks, d stays: a larger one
//! would excite what is stiff.
//!
//! With little or no damping velocities and accelerations are brought onto the constraints at the end of the step:
//! `velocity_projection`.
//!
//! Gransden (4) has α_m and α_f exchanged; these are Chung and Hulbert's.

mod scheme;

pub use scheme::{AT_END, Alpha, WEIGHTED};

use super::{Workspace, component, correct_configuration, predict_multipliers, velocity_projection};
use crate::assembly::{System, Weights};
use crate::error::{Brief, Error, Result};
use crate::math::{Vec3, so3};
use crate::model::Model;
use crate::newton::{self, History, Problem, Settings};
use crate::state::{SchemeHistory, State};
use crate::terms::ScalarMotion;

/// By which parameters the coefficients were chosen. It gives the scheme its name; for the steps the coefficients alone count
/// (HHT-α with α = 1/3 is generalised-α with ρ∞ = 1/2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// by ρ∞, Chung and Hulbert
    SpectralRadius,
    /// by α of Hilber, Hughes and Taylor
    Hht,
    /// by γ and β of Newmark
    Newmark,
}

/// α_m, α_f, β, γ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coefficients {
    /// how they were chosen
    pub family: Family,
    /// weight of a*₀
    pub alpha_m: f64,
    /// weight of a₀
    pub alpha_f: f64,
    /// of Newmark
    pub beta: f64,
    /// of Newmark
    pub gamma: f64,
}

impl Coefficients {
    /// Second order and optimal damping of high frequencies: ρ∞ in [0, 1] is the spectral radius there.
    pub fn spectral_radius(rho: f64) -> Result<Self> {
        in_range("rho_infinity", rho, 0.0, 1.0)?;
        let (alpha_m, alpha_f) = ((2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0));
        Ok(Self::second_order(Family::SpectralRadius, alpha_m, alpha_f))
    }

    /// HHT-α, α in [0, 1/3].
    pub fn hht(alpha: f64) -> Result<Self> {
        in_range("hht_alpha", alpha, 0.0, 1.0 / 3.0)?;
        Ok(Self::second_order(Family::Hht, 0.0, alpha))
    }

    /// Newmark, implicit and unconditionally stable: γ ≥ ½, β ≥ ¼(γ + ½)².
    pub fn newmark(gamma: f64, beta: f64) -> Result<Self> {
        in_range("newmark_gamma", gamma, 0.5, 1.5)?;
        in_range("newmark_beta", beta, 0.25 * (gamma + 0.5) * (gamma + 0.5) * (1.0 - 1e-12), 2.0)?;
        Ok(Coefficients { family: Family::Newmark, alpha_m: 0.0, alpha_f: 0.0, beta, gamma })
    }

    /// By how many steps a* runs ahead of a, α_m − α_f.
    pub fn lead(&self) -> f64 {
        self.alpha_m - self.alpha_f
    }

    /// What the formula for y lacks, as a part of h³ times the rate of a: 1/6 − β − ½ lead.
    pub fn lack(&self) -> f64 {
        1.0 / 6.0 - self.beta - 0.5 * self.lead()
    }

    /// The local error of y as a part of h³ times the rate of a. A γ that costs the second order, ½ − γ ≠ lead, moves v by
    /// h² (½ − γ − lead) ȧ in a step, which counts as the distance covered with it in one step.
    pub fn error_constant(&self) -> f64 {
        self.lack() + 0.5 - self.gamma - self.lead()
    }

    fn second_order(family: Family, alpha_m: f64, alpha_f: f64) -> Self {
        let shift = alpha_f - alpha_m;
        Coefficients { family, alpha_m, alpha_f, beta: 0.25 * (1.0 + shift) * (1.0 + shift), gamma: 0.5 + shift }
    }
}

pub(in crate::integrators) fn in_range(what: &str, value: f64, low: f64, high: f64) -> Result<()> {
    if value >= low && value <= high {
        return Ok(());
    }
    Err(Error::InvalidArgument(format!("{what} is {value}; it must be in [{low}, {high}]")))
}

/// Where equilibrium holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// at the end of the step
    End,
    /// at the weighted stage
    Weighted,
}

/// The weighted stage.
#[derive(Debug)]
pub struct Middle {
    state: State,
    pub(super) functions: Vec<[f64; 3]>,
}

impl Middle {
    /// Room for a model.
    pub fn new(model: &Model) -> Self {
        let mut state = State::reference(model, 0.0);
        state.history.means.reserve(state.multipliers.len());
        Middle { state, functions: Vec::with_capacity(model.functions().len() + model.inputs().len()) }
    }
}

/// How a step is scaled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scaling {
    /// scaled and augmented, or as the equations are
    pub on: bool,
    /// ρ of the augmented Lagrangian
    pub penalty: f64,
}

/// Local error of the step of size `h` from `start` to `trial`, which must be the last one solved: the largest of a
/// translation [m] and of a rotation [rad].
///
/// With a* = a(t + lead h), the formula for y differs from the motion by
///
/// ```text
///   d = C h² (a₁ − a₀) + h³ (0; α × ω)/12,    C = `error_constant`
///   | row (K + γ'G + β'M) + ρ s BᵀB    s Bᵀ | | e |     | row β'M d |
///   | s B                              0    | | · |  =  | 0         |
/// ```
///
/// The iteration matrix of the step takes out of d what the conditions forbid, and what is too stiff to follow the step
/// (at both of its ends, see `estimate`); of the rest, e = d (1 + O(h)).
pub fn error_estimate(
    model: &Model,
    start: &State,
    trial: &State,
    work: &mut Workspace,
    (c, form): (&Coefficients, Form),
    h: f64,
    scaling: &Scaling,
) -> Result<[f64; 2]> {
    let Workspace { system, vectors, functions, charts, .. } = work;
    let constant = c.error_constant() * h * h;
    // the matrix of the last iteration is kept, that of M takes its place
    vectors.matrix.resize(system.values.len(), 0.0);
    std::mem::swap(&mut vectors.matrix, &mut system.values);
    let full = weights(c, h, scaling, work.scales.at(h, work.length));
    let inertia = Weights { k: 0.0, g: 0.0, penalty: 0.0, ..full };
    system.assemble(model, &trial.level(model, functions, 1.0), &trial.multipliers, &inertia, charts);

    let (layout, values) = (&system.layout, &system.values);
    vectors.defect.fill(0.0);
    for ((dofs, before), after) in layout.nodes.iter().zip(&start.nodes).zip(&trial.nodes) {
        let turn = h * h * h / 12.0 * before.alpha.cross(&before.omega);
        let d = [constant * (after.a - before.a), constant * (after.alpha - before.alpha) + turn];
        for (j, &dof) in dofs.iter().enumerate().filter(|(_, dof)| **dof != crate::assembly::NONE) {
            vectors.defect[dof as usize] = d[j / 3][j % 3];
        }
    }
    for ((&dof, before), after) in layout.scalars.iter().zip(&start.scalars).zip(&trial.scalars) {
        vectors.defect[dof as usize] = constant * (after.acceleration - before.acceleration);
    }
    vectors.error.fill(0.0);
    for (col, d) in vectors.defect[..layout.motion].iter().enumerate() {
        for p in layout.col_ptr[col]..layout.col_ptr[col + 1] {
            vectors.error[layout.row_idx[p]] += values[p] * d;
        }
    }
    let hardens = super::estimate::hardens(model, [start, trial], functions);
    if hardens && form == Form::Weighted {
        // equilibrium at the stage knows nothing of a stop that is met behind it: a₁ + M⁻¹ r, r what is left of the forces at the end
        let left = system.rhs[..layout.motion].iter();
        vectors.error.iter_mut().zip(left).for_each(|(error, r)| *error += full.m * constant * r);
    }
    vectors.error[layout.motion..].fill(0.0);
    if hardens {
        // the last iteration may have seen a stop, or friction, elsewhere than where the step ends
        system.assemble(model, &trial.level(model, functions, 1.0), &trial.multipliers, &full, charts);
        vectors.matrix.copy_from_slice(&system.values);
    }
    let layout = &system.layout;
    super::estimate::soften(model, [start, trial], layout, functions, &full, &mut vectors.matrix);
    let solved = work.lu.solve(&vectors.matrix, &mut vectors.error, &mut vectors.right);
    std::mem::swap(&mut vectors.matrix, &mut system.values);
    solved?;
    Ok(system.largest_motion(&vectors.error))
}

struct Step<'a> {
    model: &'a Model,
    start: &'a State,
    trial: &'a mut State,
    functions: &'a [[f64; 3]],
    charts: &'a mut [crate::math::Mat3],
    increments: &'a mut [[Vec3; 2]],
    weights: Weights,
    /// ∂a*₁/∂y
    algorithmic: f64,
    /// 1 − α_f and room for the stage, in the weighted form
    middle: Option<(f64, &'a mut Middle)>,
}

/// Weights of K, G, M for a step of size h.
pub fn weights(c: &Coefficients, h: f64, scaling: &Scaling, scale: [f64; 2]) -> Weights {
    let row = if scaling.on { h * h } else { 1.0 };
    Weights {
        k: 1.0,
        g: c.gamma / (c.beta * h),
        m: (1.0 - c.alpha_m) / (c.beta * h * h * (1.0 - c.alpha_f)),
        row,
        scale: if scaling.on { scale } else { [1.0; 2] },
        penalty: if scaling.on { scaling.penalty } else { 0.0 },
        diagonal: [0.0; 2],
        relax: 0.0,
        spin: Vec3::zeros(),
    }
}

/// Solve one step of size `h` from `start` into `trial`. Nothing is allocated, and `start` is left alone.
pub fn step(
    model: &Model,
    start: &State,
    trial: &mut State,
    work: &mut Workspace,
    (c, form): (&Coefficients, Form),
    h: f64,
    scaling: &Scaling,
    settings: &Settings,
) -> Result<History> {
    let time = start.time_after(h).0;
    start.evaluate_functions(model, time, &mut work.functions)?;
    let mut weights = weights(c, h, scaling, work.scales.at(h, work.length));
    let resumes = work.trials.resumes() && !work.newton.relaxed;
    if resumes {
        work.trials.bring_back(start, false, trial);
        work.newton.history = work.trials.history(work.lu.counts().factored);
    } else {
        predict(start, trial, &mut work.increments, (c, form), h, &work.system);
        if work.resting {
            rest(start, trial, &work.sticking, c, h);
        }
        predict_multipliers(trial, work, h);
    }
    let mut middle = None;
    if form == Form::Weighted {
        let part = 1.0 - c.alpha_f;
        start.evaluate_functions(model, start.time + part * h, &mut work.middle.functions)?;
        work.middle.state.clone_from(start);
        work.middle.state.history.rates.clear();
        work.middle.state.time = start.time + part * h;
        weights.penalty = 0.0;
        middle = Some((part, &mut work.middle));
    }
    let mut problem = Step {
        model,
        start,
        trial,
        functions: &work.functions,
        charts: &mut work.charts,
        increments: &mut work.increments,
        weights,
        algorithmic: 1.0 / (c.beta * h * h),
        middle,
    };
    let what = format_args!("step from t = {} s to {} s (h = {} s)", Brief(start.time), Brief(time), Brief(h));
    let Workspace { system, lu, newton, .. } = work;
    let history = newton::solve(&mut problem, model, system, lu, newton, settings, work.length, &what)?;
    work.trials.keep(trial, None, &history, work.lu.counts().factored);
    if c.projects() {
        trial.run_audit.dissipated += velocity_projection::project(model, trial, work, (c, form))?;
    } else if form == Form::Weighted {
        report_multipliers(start, trial, c.alpha_f, h);
    }
    if form == Form::Weighted && c.alpha_f > 0.0 {
        report_accelerations(start, trial, c.alpha_f, h);
    }
    Ok(history)
}

/// Multipliers at the end, from those of this stage and the last one, on a straight line.
fn report_multipliers(start: &State, trial: &mut State, alpha_f: f64, h: f64) {
    let between = (1.0 - alpha_f) * h + alpha_f * start.last_step;
    for (k, lambda) in trial.multipliers.iter_mut().enumerate() {
        let stage = (1.0 - alpha_f) * *lambda + alpha_f * start.multipliers[k];
        trial.history.means.push(stage);
        if start.history.scheme == WEIGHTED.code && start.history.means.len() == start.multipliers.len() {
            *lambda = stage + (stage - start.history.means[k]) * alpha_f * h / between;
        }
    }
}

/// Accelerations at the end in the same way. Those of the equation of a and a* alternate, by −α_f/(1 − α_f) a step, behind a kink of
/// the forces; what is carried on is a* alone. The stage's are kept in `former`.
fn report_accelerations(start: &State, trial: &mut State, alpha_f: f64, h: f64) {
    let between = (1.0 - alpha_f) * h + alpha_f * start.last_step;
    let continued = start.history.scheme == WEIGHTED.code && start.last_step > 0.0;
    let lead = if continued { alpha_f * h / between } else { 0.0 };
    let report = |a: &mut f64, before: f64, last: f64, kept: &mut f64| {
        *kept = (1.0 - alpha_f) * *a + alpha_f * before;
        if continued {
            *a = *kept + lead * (*kept - last);
        }
    };
    for (k, node) in trial.nodes.iter_mut().enumerate() {
        let (before, last, kept) = (&start.nodes[k], &start.history.former[k], &mut trial.history.former[k]);
        for i in 0..3 {
            report(&mut node.a[i], before.a[i], last[0][i], &mut kept[0][i]);
            report(&mut node.alpha[i], before.alpha[i], last[1][i], &mut kept[1][i]);
        }
    }
    for (k, s) in trial.scalars.iter_mut().enumerate() {
        let before = start.scalars[k].acceleration;
        report(&mut s.acceleration, before, start.history.scalar_former[k], &mut trial.history.scalar_former[k]);
    }
}

/// Largest share of a − a* that a predicted acceleration takes.
const SHARE: f64 = 4.0;

/// The end of the step with accelerations that go on as they did: a* = a(t + lead h) says how, h ȧ = (a* − a)/lead. Where a changes
/// its sign from step to step, a* = a/3, and a small lead would blow that up: hence the limit.
fn predict(
    start: &State,
    trial: &mut State,
    increments: &mut [[Vec3; 2]],
    (c, form): (&Coefficients, Form),
    h: f64,
    system: &System,
) {
    trial.clone_from(start);
    trial.history.forget_span();
    (trial.time, trial.time_rest) = start.time_after(h);
    trial.last_step = h;
    let stretch = if start.last_step > 0.0 { h / start.last_step } else { 1.0 };
    let share = if c.lead() < 0.0 { (-1.0 / c.lead()).min(SHARE) } else { 0.0 };
    // from the stage of the weighted form to the end of its step a part α_f of the step has passed
    let staged = form == Form::Weighted && c.alpha_f > 0.0;
    let ahead = if staged { c.lead() / c.alpha_f } else { c.lead() };
    let advance = |v: f64, a: f64, star: f64, former: f64| {
        let mut star_0 = star;
        if stretch != 1.0 {
            let ahead = ahead * (a - former);
            star_0 = a + stretch * ahead + (star - a - ahead) / stretch.max(1.0);
        }
        let a_1 = a + share * (a - star_0);
        let star_1 = ((1.0 - c.alpha_f) * a_1 + c.alpha_f * a - c.alpha_m * star_0) / (1.0 - c.alpha_m);
        let y = h * v + h * h * ((0.5 - c.beta) * star_0 + c.beta * star_1);
        (y, v + h * ((1.0 - c.gamma) * star_0 + c.gamma * star_1), a_1, star_1)
    };
    for (k, dofs) in system.layout.nodes.iter().enumerate() {
        increments[k] = [Vec3::zeros(); 2];
        if dofs[0] == crate::assembly::NONE {
            continue;
        }
        let (from, to) = (&start.nodes[k], &mut trial.nodes[k]);
        for (part, (v_0, a_0, v_1, a_1)) in
            [(&from.v, &from.a, &mut to.v, &mut to.a), (&from.omega, &from.alpha, &mut to.omega, &mut to.alpha)]
                .into_iter()
                .enumerate()
        {
            let (star, former) = (&mut trial.history.algorithmic[k][part], &mut trial.history.former[k][part]);
            for i in 0..3 {
                (increments[k][part][i], v_1[i], a_1[i], star[i]) = advance(v_0[i], a_0[i], star[i], former[i]);
            }
            *former = *a_0;
        }
        to.place(from.x + increments[k][0], so3::exp(&increments[k][1]) * from.rotation);
    }
    let State { scalars, history: SchemeHistory { scalar_algorithmic, scalar_former, .. }, .. } = trial;
    for ((s, star), former) in scalars.iter_mut().zip(scalar_algorithmic).zip(scalar_former) {
        let (y, rate, a_1, star_1) = advance(s.rate, s.acceleration, *star, *former);
        (*former, *star) = (s.acceleration, star_1);
        *s = ScalarMotion { value: s.value + y, rate, acceleration: a_1 };
    }
}

/// Predict these scalars at rest at the end of the step, v₁ = 0: a*₁ = −(v₀/h + (1 − γ) a*₀)/γ, and the rest by the formulas above.
fn rest(start: &State, trial: &mut State, sticking: &[usize], c: &Coefficients, h: f64) {
    for &k in sticking {
        let (from, star_0) = (&start.scalars[k], start.history.scalar_algorithmic[k]);
        let star_1 = -(from.rate / h + (1.0 - c.gamma) * star_0) / c.gamma;
        let a_1 = ((1.0 - c.alpha_m) * star_1 + c.alpha_m * star_0 - c.alpha_f * from.acceleration) / (1.0 - c.alpha_f);
        let value = from.value + h * from.rate + h * h * ((0.5 - c.beta) * star_0 + c.beta * star_1);
        trial.scalars[k] = ScalarMotion { value, rate: 0.0, acceleration: a_1 };
        trial.history.scalar_algorithmic[k] = star_1;
    }
}

impl Step<'_> {
    /// Move the stage to where the end of the step says.
    fn place_middle(&mut self) {
        let Some((part, middle)) = &mut self.middle else { return };
        let (part, rest, state) = (*part, 1.0 - *part, &mut middle.state);
        let mean = |a: &Vec3, b: &Vec3| part * a + rest * b;
        for (k, node) in state.nodes.iter_mut().enumerate() {
            let (end, begin, [u, c]) = (&self.trial.nodes[k], &self.start.nodes[k], &self.increments[k]);
            node.place(begin.x + part * u, so3::exp(&(part * c)) * begin.rotation);
            (node.v, node.omega) = (mean(&end.v, &begin.v), mean(&end.omega, &begin.omega));
            (node.a, node.alpha) = (mean(&end.a, &begin.a), mean(&end.alpha, &begin.alpha));
        }
        for (k, s) in state.scalars.iter_mut().enumerate() {
            let (end, begin) = (&self.trial.scalars[k], &self.start.scalars[k]);
            s.value = part * end.value + rest * begin.value;
            s.rate = part * end.rate + rest * begin.rate;
            s.acceleration = part * end.acceleration + rest * begin.acceleration;
        }
        let pairs = self.trial.multipliers.iter().zip(&self.start.multipliers);
        for (lambda, (end, begin)) in state.multipliers.iter_mut().zip(pairs) {
            *lambda = part * end + rest * begin;
        }
    }
}

impl Problem for Step<'_> {
    fn assemble(&mut self, system: &mut System) -> Result<Weights> {
        if let Some((part, _)) = self.middle {
            // everything at the stage varies with the end by 1 − α_f: divide by it
            for (chart, y) in self.charts.iter_mut().zip(self.increments.iter()) {
                *chart = so3::tangent(&(part * y[1]));
            }
            self.place_middle();
            if let Some((_, middle)) = &self.middle {
                let at = middle.state.level(self.model, &middle.functions, 1.0);
                system.assemble(self.model, &at, &middle.state.multipliers, &self.weights, self.charts);
            }
            let motion = system.layout.motion;
            system.rhs[..motion].iter_mut().chain(&mut system.reference).for_each(|f| *f /= part);
        }
        for (chart, y) in self.charts.iter_mut().zip(self.increments.iter()) {
            *chart = so3::tangent(&y[1]);
        }
        let at = self.trial.level(self.model, self.functions, 1.0);
        match self.middle {
            None => system.assemble(self.model, &at, &self.trial.multipliers, &self.weights, self.charts),
            Some(_) => system.replace_conditions(self.model, &at, &self.weights, self.charts),
        }
        Ok(self.weights)
    }

    fn assemble_right(&mut self, system: &mut System) -> Option<Weights> {
        if self.middle.is_some() {
            return None;
        }
        let at = self.trial.level(self.model, self.functions, 1.0);
        system.assemble_right(self.model, &at, &self.trial.multipliers, &self.weights);
        Some(self.weights)
    }

    fn correct(&mut self, system: &System, delta: &[f64], weights: &Weights) {
        correct_configuration(self.start, self.trial, self.increments, system, delta, weights);
        for (k, dofs) in system.layout.nodes.iter().enumerate() {
            let (dy, dc) = (component(delta, dofs, 0), component(delta, dofs, 3));
            let node = &mut self.trial.nodes[k];
            node.v += weights.g * dy;
            node.a += weights.m * dy;
            node.omega += weights.g * dc;
            node.alpha += weights.m * dc;
            self.trial.history.algorithmic[k][0] += self.algorithmic * dy;
            self.trial.history.algorithmic[k][1] += self.algorithmic * dc;
        }
        for (k, &dof) in system.layout.scalars.iter().enumerate() {
            let ds = delta[dof as usize];
            self.trial.scalars[k].rate += weights.g * ds;
            self.trial.scalars[k].acceleration += weights.m * ds;
            self.trial.history.scalar_algorithmic[k] += self.algorithmic * ds;
        }
    }

    fn configuration(&self) -> &State {
        self.trial
    }
}
