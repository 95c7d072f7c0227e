//! Analyses: consistent start, statics, modes, and the schemes. A scheme owns its coefficients; terms know none of them.

pub mod carry;
pub mod close_loops;
mod departure;
pub mod energy_decaying;
pub mod energy_momentum;
mod estimate;
mod first_step;
pub mod generalized_alpha;
pub mod initial;
pub mod invariance;
pub mod jump;
mod masses;
pub mod modes;
mod radau_end;
pub mod radau_iia;
pub mod recovery;
mod saddle;
mod scheme;
mod singular;
mod start_report;
pub mod statics;
pub mod stiff_start;
pub mod trials;
mod turns;
mod velocity_projection;
mod without_stiffness;

pub use radau_end::error_estimate;
use scheme::{Listed, Method};

use crate::assembly::{Layout, Scales, SlotSystem, System, Weights};
use crate::error::{Error, Result};
use crate::linear::Solver;
use crate::math::{Mat3, Mat6, Vec3, so3};
use crate::model::Model;
use crate::newton;
use crate::state::State;
use crate::terms::{Fault, IntervalBlock};
use energy_momentum::Kind;
use generalized_alpha::{Coefficients, Form};
use std::sync::Arc;

/// How time is integrated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scheme {
    /// generalised-α, equilibrium at the end of the step
    GeneralizedAlpha(Coefficients),
    /// generalised-α, equilibrium at the weighted stage inside the step, conditions at its end
    StageWeighted(Coefficients),
    /// Radau IIA of two stages
    RadauIIA,
    /// EP of Bauchau 2003
    EnergyPreserving,
    /// ED of Bauchau 2003 with its α: by the letter on rigid systems; with orthonormal frames at the inner level, which is
    /// MP-ED, when there are beams or nodes without a body
    EnergyDecaying(f64),
    /// MP-EP of Borri 2000
    MomentumPreserving,
    /// MP-ED with its α, inner level free of conditions (MP-ED1p)
    MomentumDecaying(f64),
    /// MP-ED by the letter of Borri 2000: conditions at both levels; of first order with joints
    MomentumDecayingConstrained(f64),
}

/// Every scheme once.
pub const SCHEMES: [&Listed; 8] = [
    &generalized_alpha::AT_END,
    &generalized_alpha::WEIGHTED,
    &radau_iia::LISTED,
    &energy_momentum::EP,
    &energy_momentum::MP_EP,
    &energy_momentum::MP_ED,
    &energy_momentum::MP_ED_CONSTRAINED,
    &energy_decaying::LISTED,
];

impl Scheme {
    /// Ask the method that it stands for.
    fn with<T>(&self, ask: impl FnOnce(&dyn Method) -> T) -> T {
        match *self {
            Scheme::GeneralizedAlpha(c) => ask(&generalized_alpha::Alpha(c, Form::End)),
            Scheme::StageWeighted(c) => ask(&generalized_alpha::Alpha(c, Form::Weighted)),
            Scheme::RadauIIA => ask(&radau_iia::RadauIIA),
            Scheme::EnergyPreserving => ask(&Kind::Directors),
            Scheme::EnergyDecaying(alpha) => ask(&energy_decaying::Decaying(alpha)),
            Scheme::MomentumPreserving => ask(&Kind::Momenta),
            Scheme::MomentumDecaying(alpha) => ask(&Kind::Decaying(alpha, false)),
            Scheme::MomentumDecayingConstrained(alpha) => ask(&Kind::Decaying(alpha, true)),
        }
    }
}

/// Joints that may be held while a start is looked for: each repeats conditions of its own, which are then taken out again, at a cost
/// that large models need not bear.
const MOST_LINKS: usize = 200;

/// All that a simulation needs besides its state; made once.
#[derive(Debug)]
pub struct Workspace {
    /// matrix and right side
    pub system: System,
    /// its factors
    pub lu: Solver,
    /// arrays of Newton's method
    pub newton: newton::Work,
    /// functions of time at the level being solved
    pub functions: Vec<[f64; 3]>,
    /// H of each node's rotation since the start of the step
    pub charts: Vec<Mat3>,
    /// translation and rotation vector of each node since the start of the step
    pub increments: Vec<[Vec3; 2]>,
    /// characteristic sizes of M, G, K
    pub scales: Scales,
    /// characteristic length of the model [m]
    pub length: f64,
    /// arrays for the recovery of velocities and reactions
    pub recovery: recovery::Recovery,
    /// stage of generalised-α in its weighted form
    pub middle: generalized_alpha::Middle,
    /// arrays for the start and for steps of changing size
    pub vectors: Vectors,
    /// systems with several levels, made when a scheme first needs them
    pub levels: Vec<Levels>,
    /// arrays of Radau IIA, made with its first step
    pub radau: Option<Box<radau_iia::Radau>>,
    /// is this a rigid system that ED takes by the letter?
    pub rigid: bool,
    /// the same with the conditions of joint coordinates at the start, while one is sought
    start: Option<Box<Workspace>>,
    /// the last trial of a step that is solved several times
    pub trials: trials::Trials,
    /// factors for velocities on the constraints, made with the first step that asks for them
    aside: Option<Box<Solver>>,
    /// joint coordinates with friction
    sticking: Vec<usize>,
    /// does Newton's method begin with these at rest at the end of the step?
    resting: bool,
}

/// Arrays for the start and for steps of changing size.
#[derive(Debug)]
pub struct Vectors {
    /// room for the values of another matrix, made when it is first needed
    matrix: Vec<f64>,
    defect: Vec<f64>,
    error: Vec<f64>,
    right: Vec<f64>,
    rates: [Vec<f64>; 2],
    balance: Vec<f64>,
}

impl Vectors {
    fn new(system: &System) -> Self {
        let (size, conditions) = (system.layout.size, system.layout.conditions());
        Vectors {
            matrix: Vec::new(),
            defect: vec![0.0; size],
            error: vec![0.0; size],
            right: vec![0.0; size],
            rates: [vec![0.0; conditions], vec![0.0; conditions]],
            balance: vec![0.0; size],
        }
    }
}

/// What schemes with levels inside a step need.
#[derive(Debug)]
pub struct Levels {
    /// matrix and right side
    pub system: SlotSystem,
    /// its factors
    pub lu: Solver,
    /// correction
    pub delta: Vec<f64>,
    right: Vec<f64>,
    /// part of s on the diagonal of the multipliers
    pub relaxed: f64,
    /// the inner level, or the inner stage
    pub inner: State,
    /// functions of time at the beginning of the step
    pub functions: Vec<[f64; 3]>,
    /// mean acceleration of the twelve coordinates of every node
    pub acceleration: Vec<[Vec3; 4]>,
    /// their velocities at the beginning
    pub rates: Vec<[Vec3; 4]>,
    /// one term's part
    pub block: IntervalBlock,
    /// how every node has moved since the beginning: to the inner level, to the end
    pub moved: [Vec<energy_momentum::Moved>; 2],
    /// the same of every scalar
    pub shifted: [Vec<f64>; 2],
    /// mean multipliers of the step
    pub lambda: Vec<f64>,
    /// directions of nodes that have no mass
    pub massless: Vec<(usize, Mat6)>,
    /// q_j − q_i of every node, where the inner level is free
    pub free: Vec<[Vec3; 4]>,
    /// multipliers of the inner conditions of the directors of every node
    pub internal: Vec<[f64; 6]>,
}

impl Levels {
    /// Solve for the correction.
    pub fn solve(&mut self, layout: &Layout, scale: [f64; 2]) -> Result<()> {
        if self.relaxed > 0.0 {
            layout.relax(&mut self.system.values, self.system.slots, scale, self.relaxed);
        }
        self.lu.factor(&self.system.values)?;
        self.solve_again()
    }

    /// Does every equation hold as well as rounding allows?
    pub fn at_rounding(&mut self, layout: &Layout, extent: f64, slack: f64) -> bool {
        self.system.equations(layout).at_rounding(extent, slack, &mut self.right)
    }

    /// Size of the correction.
    pub fn correction(&self, layout: &Layout, length: f64) -> newton::Correction {
        let [motion, multipliers] = layout.correction_size(&self.delta, self.system.slots, length);
        newton::Correction { motion, multipliers }
    }

    /// Solve for the correction with the last factors.
    pub fn solve_again(&mut self) -> Result<()> {
        self.delta.copy_from_slice(&self.system.rhs);
        self.lu.solve_factored(&self.system.values, &mut self.delta, &mut self.right).map(|_| ())
    }
}

impl Workspace {
    /// Room for a run of a model.
    pub fn new(model: &Model) -> Result<Self> {
        Self::with_system(model, System::new(model))
    }

    fn solver(layout: &Layout) -> Result<Solver> {
        Solver::sharing(&layout.col_ptr, &layout.row_idx, &layout.groups(1))
    }

    /// Look for a start: with the conditions that hold there alone, if the model has any.
    fn at_start<T>(
        &mut self,
        model: &Model,
        state: &mut State,
        look: impl FnOnce(&mut State, &mut Workspace) -> Result<T>,
    ) -> Result<T> {
        if model.joint_starts().is_empty() {
            return look(state, self);
        }
        let mut wider = match self.start.take() {
            Some(wider) => wider,
            None => {
                // of the run, values and factors are not needed meanwhile: one of each at a time is enough for a large model
                (self.system.values, self.lu) = (Vec::new(), Solver::sharing(&Arc::default(), &Arc::default(), &[])?);
                Box::new(Self::with_system(model, System::of_start(model, 0))?)
            }
        };
        let found = self.look_in(&mut wider, state, look);
        self.start = Some(wider);
        found
    }

    /// Look for a start in which beams are rigid bodies and what hangs on a joint moves with it, or at least beams are rigid; `state`
    /// is left as it was if there is none.
    fn with_links<T>(
        &mut self,
        model: &Model,
        state: &mut State,
        mut look: impl FnMut(&mut State, &mut Workspace) -> Result<T>,
    ) -> Option<T> {
        let [all, beams] = [true, false].map(|hanging| model.start_links(hanging).len());
        for links in if all > beams { vec![all, beams] } else { vec![beams] } {
            if links == 0 || links - beams > MOST_LINKS {
                continue;
            }
            let mut wider = Self::with_system(model, System::of_start(model, links)).ok()?;
            let mut trial = state.clone();
            if let Ok(found) = self.look_in(&mut wider, &mut trial, &mut look) {
                *state = trial;
                return Some(found);
            }
        }
        None
    }

    /// Look for a start with more conditions than those of a run.
    fn look_in<T>(
        &mut self,
        wider: &mut Workspace,
        state: &mut State,
        look: impl FnOnce(&mut State, &mut Workspace) -> Result<T>,
    ) -> Result<T> {
        wider.functions.clone_from(&self.functions);
        wider.system.locked.clone_from(&self.system.locked);
        wider.scales = self.scales;
        let run = self.system.layout.conditions();
        wider.system.layout.factors[..run].copy_from_slice(&self.system.layout.factors);
        let run = state.multipliers.len();
        state.multipliers.resize(wider.system.layout.conditions(), 0.0);
        let found = look(state, wider);
        state.multipliers.truncate(run);
        self.system.fault = wider.system.fault;
        found
    }

    /// Sizes of the equations where the run starts, of the positions alone: whoever takes them there has the same bits. Functions have
    /// their values of that time.
    pub(crate) fn take_measures(&mut self, model: &Model, start: &State) -> Result<()> {
        let still = statics::resting(start);
        let at = still.level(model, &self.functions, 1.0);
        self.scales = self.system.scales(model, &at);
        self.system.size_rows(model, &at, self.length)
    }

    /// The start is found: what is left is for the run.
    pub(crate) fn end_start(&mut self) -> Result<()> {
        if self.start.take().is_some() {
            self.system.values = vec![0.0; self.system.layout.row_idx.len()];
            self.lu = Self::solver(&self.system.layout)?;
        }
        Ok(())
    }

    fn with_system(model: &Model, system: System) -> Result<Self> {
        let lu = Self::solver(&system.layout)?;
        let nodes = model.nodes().len();
        Ok(Workspace {
            newton: newton::Work::new(system.layout.size),
            functions: Vec::with_capacity(model.functions().len() + model.inputs().len()),
            charts: vec![Mat3::identity(); nodes],
            increments: vec![[Vec3::zeros(); 2]; nodes],
            scales: Scales::default(),
            length: model.characteristic().length,
            recovery: recovery::Recovery::default(),
            vectors: Vectors::new(&system),
            middle: generalized_alpha::Middle::new(model),
            levels: Vec::with_capacity(3),
            radau: None,
            rigid: energy_decaying::hindrance(model).is_none(),
            start: None,
            trials: trials::Trials::new(State::reference(model, 0.0)),
            aside: None,
            sticking: sticking(model),
            resting: false,
            system,
            lu,
        })
    }

    /// Solve a step; if that fails, once more from another prediction where there is friction, and with a relaxed matrix: perhaps it
    /// ends in a singular position.
    ///
    /// Friction F(v) is a step of the width of its creep. Newton's method that begins on one side of it, where F is flat, goes as far to
    /// the other side, and so on. With v = 0 it begins where F is steepest, and being concave on either side it is then approached
    /// from below: it converges.
    fn step_or_relax<T>(&mut self, mut step: impl FnMut(&mut Workspace) -> Result<T>) -> Result<T> {
        let mut outcome = step(self);
        if outcome.is_err() && self.trials.resumes() {
            // the last trial was too far away
            self.trials.forget();
            outcome = step(self);
        }
        if matches!(outcome, Err(Error::NewtonFailed(_))) && !self.sticking.is_empty() {
            self.resting = true;
            self.trials.forget();
            let again = step(self);
            self.resting = false;
            if again.is_ok() {
                return again;
            }
        }
        match outcome {
            Err(error @ (Error::NewtonFailed(_) | Error::SingularMatrix(_))) if self.system.layout.conditions() > 0 => {
                self.relaxed(step).map_err(|_| error)
            }
            other => other,
        }
    }

    /// Solve a step with a relaxed matrix.
    fn relaxed<T>(&mut self, mut step: impl FnMut(&mut Workspace) -> Result<T>) -> Result<T> {
        self.newton.relaxed = true;
        self.trials.forget();
        let outcome = step(self);
        self.newton.relaxed = false;
        outcome
    }

    /// How often a matrix was factored.
    pub fn factorisations(&self) -> u64 {
        let levels = self.levels.iter().map(|levels| levels.lu.counts().factored);
        let aside = self.aside.as_ref().map_or(0, |lu| lu.counts().factored);
        self.lu.counts().factored + levels.sum::<u64>() + aside
    }

    /// Forget which terms could not be evaluated.
    pub fn forget_faults(&mut self) {
        self.system.fault = None;
        self.levels.iter_mut().for_each(|levels| levels.system.fault = None);
    }

    /// A result, or the failure of the term that could not be evaluated on the way to it.
    pub fn judge<T>(&self, model: &Model, time: f64, result: Result<T>) -> Result<T> {
        let levels = self.levels.iter().find_map(|levels| levels.system.fault);
        match self.system.fault.or(levels) {
            None => result,
            Some((t, Fault::Callback)) => Err(Error::CallbackFailed(format!(
                "{}: the function of the host reported failure, or gave a number that is not finite, after t = {time} s",
                model.term_name(t)
            ))),
            Some((t, Fault::Singular(what))) => Err(Error::NotFinite(format!(
                "{}: {what}, after t = {time} s; start elsewhere, or let a run end or take shorter steps before that",
                model.term_name(t)
            ))),
        }
    }

    /// Give a system with several levels back.
    pub fn put_levels(&mut self, levels: Levels) {
        self.levels.push(levels);
    }

    /// The system with this many levels; give it back after use.
    pub fn take_levels(&mut self, model: &Model, slots: usize) -> Result<Levels> {
        if let Some(place) = self.levels.iter().position(|l| l.system.slots == slots) {
            return Ok(Levels { relaxed: 0.0, ..self.levels.swap_remove(place) });
        }
        let system = SlotSystem::new(&self.system.layout, slots);
        let (size, mut inner) = (system.rhs.len(), State::reference(model, 0.0));
        inner.reserve();
        let mut lu = Solver::new(&system.col_ptr, &system.row_idx, &self.system.layout.groups(slots))?;
        if slots > 2 {
            // multipliers of directors: pivots change from step to step
            lu.pivoting().make_room()?;
        }
        Ok(Levels {
            lu,
            delta: vec![0.0; size],
            right: vec![0.0; size],
            relaxed: 0.0,
            inner,
            functions: Vec::with_capacity(model.functions().len() + model.inputs().len()),
            acceleration: vec![[Vec3::zeros(); 4]; model.nodes().len()],
            rates: Vec::with_capacity(model.nodes().len()),
            block: IntervalBlock::default(),
            moved: [(), ()].map(|()| vec![energy_momentum::Moved::none(); model.nodes().len()]),
            shifted: [(), ()].map(|()| vec![0.0; model.scalars().len()]),
            lambda: Vec::with_capacity(self.system.layout.conditions()),
            massless: masses::massless(model, self.length),
            free: vec![[Vec3::zeros(); 4]; model.nodes().len()],
            internal: vec![[0.0; 6]; model.nodes().len()],
            system,
        })
    }
}

/// Multipliers to begin with: those of the last step, unless the forces of some of them would move the model by more than its
/// length in a step, h²|λ|/s. Such come from a singular position, and would spoil the tangents of all constraints.
/// A step that is solved with a relaxed matrix begins without any.
fn predict_multipliers(trial: &mut State, work: &Workspace, h: f64) {
    let (layout, scale, length) = (&work.system.layout, work.scales.at(h, work.length), work.length);
    let wild = trial
        .multipliers
        .iter()
        .enumerate()
        .any(|(k, lambda)| h * h * lambda.abs() > layout.scale_of([scale[0] * length, scale[1]], k));
    if wild || work.newton.relaxed {
        trial.multipliers.fill(0.0);
    }
}

/// The three components of a correction that belong to dofs `dofs[from..from + 3]` of a node; zero where it is fixed.
fn component(delta: &[f64], dofs: &[u32; 6], from: usize) -> Vec3 {
    Vec3::from_fn(|i, _| delta.get(dofs[from + i] as usize).copied().unwrap_or(0.0))
}

/// Scalars on which friction acts.
fn sticking(model: &Model) -> Vec<usize> {
    let terms = (0..model.term_count()).map(|t| model.term(t)).filter(|term| term.sticks());
    terms.flat_map(|term| term.scalars().iter().map(|s| s.0)).collect()
}

/// Move the trial configuration by a correction, from the start of the step: x = x₀ + u, R = exp(c) R₀; and add to the
/// multipliers what the scaled correction says.
fn correct_configuration(
    start: &State,
    trial: &mut State,
    increments: &mut [[Vec3; 2]],
    system: &System,
    delta: &[f64],
    weights: &Weights,
) {
    for (k, dofs) in system.layout.nodes.iter().enumerate() {
        if dofs[0] == crate::assembly::NONE {
            continue;
        }
        increments[k][0] += component(delta, dofs, 0);
        increments[k][1] += component(delta, dofs, 3);
        trial.nodes[k]
            .place(start.nodes[k].x + increments[k][0], so3::exp(&increments[k][1]) * start.nodes[k].rotation);
    }
    for (s, &dof) in trial.scalars.iter_mut().zip(&system.layout.scalars) {
        s.value += delta[dof as usize];
    }
    let motion = system.layout.motion;
    for (k, lambda) in trial.multipliers.iter_mut().enumerate().filter(|(k, _)| system.active[*k]) {
        *lambda += system.layout.scale_of(weights.scale, k) / weights.row * delta[motion + k];
    }
}
