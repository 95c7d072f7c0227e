//! Which of several equilibria under spin.
//!
//! A rotor above a critical speed is not reached by a growing Ω², for the path leads through a resonance: it ends nowhere, or far out
//! on the branch on which the shaft turns like a skipping rope. Of a disc on a light shaft, r = e Ω²/(ω² − Ω²), the branch that centres
//! itself is found under the whole spin at once, with the number of unstable directions of the start; under spin these are directions
//! of K alone, which gyroscopic forces may keep stable. A rotor whose blades hang at rest has, when it spins, an equilibrium in which they
//! still hang, and one in which they have gone out.
//!
//! So, where the equilibrium that was found first is unstable, or has directions that K alone does not hold, or is far from the
//! reference configuration where that would lose its stiffness, others are looked for: from the state at hand and from the reference
//! configuration, turned to the azimuth of that state, with a growing spin and with the whole of it. Those that are held, by K or by
//! gyroscopic forces, come before those that are not; then that which is nearest to the reference configuration, in radius and
//! height:
//!
//! | | directions of K | from the reference |
//! |---|---|---|
//! | skipping rope | stable | far |
//! | shaft that centres itself | unstable, held by gyroscopic forces | near |
//! | blades that hang | unstable | far |
//! | blades that went out | stable | near |

use super::bench::{Bench, Course};
use super::{LoadSteps, NEUTRAL, Report, Spin, Workspace, relax, resting, start};
use crate::assembly::NONE;
use crate::error::{Error, Result};
use crate::integrators::modes;
use crate::math::{Vec3, so3};
use crate::model::Model;
use crate::newton::Settings;
use crate::state::State;
use crate::terms::{Class, Motion};

/// Load steps, cuts and steps of relaxation of a search for another equilibrium than one that was found.
const MOST_OTHER: usize = 64;
/// Motion (turn, displacement over the model's length) of a growing spin below which no resonance was passed.
const NEAR: f64 = 1e-3;
/// Distance from the reference configuration, against that of the equilibrium at hand, of one that is preferred to it.
const NEARER: f64 = 0.9;
/// Growth of a motion, over the spin, beyond what rounding leaves of none.
const GROWS: f64 = 1e-3;
/// Largest turn [rad] or displacement over the model's length by which an unstable state is pushed off.
const PUSH: f64 = 0.01;
/// c of the push, over D: from this, by factors, to that.
const HELD: [f64; 3] = [1e-6, 8.0, 1e9];

/// How the spin is put on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spinning {
    /// Ω² grows as loads do
    Grows,
    /// the whole of it from the start, and the imbalance is taken back
    AtOnce,
}

/// What a search led to.
pub(super) struct Outcome {
    pub gone: Result<()>,
    pub state: State,
    pub report: Report,
    /// part of the way that was done
    pub done: f64,
}

/// How an equilibrium is held, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Held {
    /// by K
    Stable,
    /// by gyroscopic forces: as many directions of K are unstable, an even number
    Gyroscopic,
    /// not at all
    Unstable,
    /// it was not found
    Nowhere,
}

/// One search for equilibria.
pub(super) struct Search<'a> {
    pub model: &'a Model,
    pub work: &'a mut Workspace,
    pub settings: &'a Settings,
    pub penalty: f64,
    pub spin: Spin,
    /// of all loads
    pub factor: f64,
}

impl Search<'_> {
    /// The equations under the whole load.
    pub fn bench(&mut self) -> Bench<'_> {
        let to = [self.factor, 1.0];
        let course = Course::Between { from: to, to };
        Bench::new(self.model, self.work, self.settings, self.penalty, self.spin, course)
    }

    /// From a state at rest.
    pub fn from(&mut self, origin: &State, spinning: Spinning, most: usize) -> Result<Outcome> {
        let mut begin = origin.clone();
        let found = start::estimate(self.model, &mut begin, self.work, &self.spin);
        let to = [self.factor, 1.0];
        let (from, growth) = match spinning {
            Spinning::Grows => (found.factors, found.growth(self.factor)),
            Spinning::AtOnce => (to, vec![0.0; begin.multipliers.len()]),
        };
        let Search { model, work, settings, penalty, spin, .. } = self;
        let mut steps = LoadSteps::new(model, work, settings, *penalty, *spin, [from, to], begin)?;
        steps.most = most;
        steps.is_to_jump = spinning == Spinning::Grows;
        let gone = steps.go(&growth);
        let LoadSteps { report, start: state, done, .. } = steps;
        Ok(Outcome { gone, state, report, done })
    }

    /// The best of the equilibria under spin, of which one was found.
    pub fn among_branches(&mut self, origin: &State, first: Outcome, most: usize) -> Result<Outcome> {
        let reference = self.reference(origin);
        let mut best = first;
        let mut held = self.held(&mut best)?;
        let mut ways = Vec::new();
        if held >= Held::Gyroscopic || self.is_past_critical_speed(origin, &best)? {
            ways.push((origin, Spinning::AtOnce));
        }
        if held >= Held::Gyroscopic || self.is_past_critical_speed(&reference, &best)? {
            ways.extend([(&reference, Spinning::Grows), (&reference, Spinning::AtOnce)]);
        }
        for (from, spinning) in ways {
            let most = if best.gone.is_ok() { most.min(MOST_OTHER) } else { most };
            let Ok(mut other) = self.from(from, spinning, most) else { continue };
            let now = self.held(&mut other)?;
            let is_better = match (held.max(now) <= Held::Gyroscopic, self.far(&other.state), self.far(&best.state)) {
                (true, here, there) => here < NEARER * there && there > NEAR,
                (false, ..) => now < held,
            };
            if is_better {
                (best, held) = (other, now);
            }
        }
        if held == Held::Unstable && !self.leave(origin, &mut best)? {
            best.report.grows = true;
        }
        Ok(best)
    }

    /// How a state that was found is held.
    fn held(&mut self, found: &mut Outcome) -> Result<Held> {
        if let Err(error) = &found.gone {
            return match super::is_survivable(error) {
                true => Ok(Held::Nowhere),
                false => Err(error.clone()),
            };
        }
        let counted = self.bench().stability(&mut found.state, 1.0)?.0;
        Ok(match counted {
            Some(0) => Held::Stable,
            Some(count) if count % 2 == 0 && !self.diverges(&found.state, count) => Held::Gyroscopic,
            None => Held::Gyroscopic,
            Some(_) => Held::Unstable,
        })
    }

    /// Does a critical speed lie below the whole spin? A state at rest then loses stiffness by it, and a growing spin carries it far off
    /// along the branch of the resonance, or leads nowhere.
    fn is_past_critical_speed(&mut self, origin: &State, found: &Outcome) -> Result<bool> {
        let far = self.bench().moved(origin, &found.state);
        match &found.gone {
            Err(error) => return Ok(matches!(error, Error::NewtonFailed(_))),
            Ok(()) if found.report.critical == 0 && far[0].max(far[1]) <= NEAR => return Ok(false),
            Ok(()) => (),
        }
        let Search { model, work, settings, penalty, spin, factor } = self;
        let course = Course::Between { from: [*factor, 0.0], to: [*factor, 1.0] };
        let mut bench = Bench::new(model, work, settings, *penalty, *spin, course);
        let mut there = origin.clone();
        let before = bench.unstable(&mut there, 0.0, NEUTRAL)?;
        Ok(bench.unstable(&mut there, 1.0, NEUTRAL)? > before)
    }

    /// Does a state, of which `count` directions of K are unstable, leave its place without turning round it (λ real and positive)? A
    /// blade that hangs does, where a shaft above its critical speed is kept by gyroscopic forces. False if it is not known.
    fn diverges(&mut self, state: &State, count: usize) -> bool {
        let (model, spin, mut turning) = (self.model, self.spin, state.clone());
        spin.impose(model, &self.work.system, &mut turning);
        // there may be fewer than asked for
        let mut search = |most: usize| modes::modes(model, &turning, self.work, spin.omega, most).ok();
        let Some(found) = search(2 * count + 8).or_else(|| search(count + 2)).or_else(|| search(count)) else {
            return false;
        };
        found.iter().any(|mode| mode.eigenvalue.im == 0.0 && mode.eigenvalue.re > GROWS * spin.omega.norm())
    }

    /// Largest change of radius and height of a node since the reference configuration, over the model's length.
    fn far(&self, state: &State) -> f64 {
        let axis = self.spin.omega.normalize();
        let place = |x: &Vec3| {
            let arm = x - self.spin.about;
            let height = axis.dot(&arm);
            [(arm - axis * height).norm(), height]
        };
        let changes = state.nodes.iter().zip(self.model.starts()).map(|(now, reference)| {
            let (now, before) = (place(&now.x), place(&reference.x));
            (now[0] - before[0]).abs().max((now[1] - before[1]).abs())
        });
        changes.fold(0.0, f64::max) / self.work.length
    }

    /// The reference configuration, turned about the axis to the azimuth of a state, with its inputs and turns of joints.
    fn reference(&self, origin: &State) -> State {
        let (axis, about) = (self.spin.omega.normalize(), self.spin.about);
        let nodes = self.model.starts();
        let is_free = |k: usize| self.work.system.layout.nodes[k][0] != NONE;
        let across = |v: Vec3| v - axis * axis.dot(&v);
        // the angle that fits arms, and axes of nodes as arms of the model's length, best
        let (mut sine, mut cosine) = (0.0, 0.0);
        for k in (0..nodes.len()).filter(|k| is_free(*k)) {
            let (a, b) = (&nodes[k], &origin.nodes[k]);
            let axes = |m: &Motion, j: usize| m.rotation.to_rotation_matrix().matrix().column(j) * self.work.length;
            let pairs = (0..3).map(|j| (axes(a, j), axes(b, j)));
            for (from, to) in pairs.chain([(a.x - about, b.x - about)]) {
                sine += axis.dot(&across(from).cross(&across(to)));
                cosine += across(from).dot(&across(to));
            }
        }
        let turn = so3::exp(&(axis * f64::atan2(sine, cosine)));
        let mut reference = resting(origin);
        for k in (0..nodes.len()).filter(|k| is_free(*k)) {
            reference.nodes[k].place(about + turn * (nodes[k].x - about), turn * nodes[k].rotation);
        }
        for joint in self.model.joints() {
            for c in 0..joint.term.coordinates().len() {
                let Some(scalar) = joint.term.scalar_of(c) else { continue };
                let value = joint.term.read(c, &reference.nodes).0;
                let own = &mut reference.scalars[scalar.0].value;
                *own = match joint.term.coordinates()[c].class() {
                    Class::Translation => value,
                    Class::Rotation => *own + so3::wrap(value - *own),
                };
            }
        }
        reference.multipliers.fill(0.0);
        reference.count_turns(self.model, 0.0);
        reference
    }

    /// From an unstable equilibrium to a stable one by relaxation, from the origin and from beside it. True if that leads to one.
    fn leave(&mut self, origin: &State, found: &mut Outcome) -> Result<bool> {
        let pushed = self.pushed(&found.state)?;
        for from in [Some(origin.clone()), pushed].into_iter().flatten() {
            let mut bench = self.bench();
            let mut report = found.report;
            let Some((state, history)) = relax::relax(&mut bench, &from, 1.0, &mut report) else { continue };
            (report.last, report.load_steps) = (history, report.load_steps + 1);
            report.iterations += history.iterations;
            let mut other = Outcome { gone: Ok(()), state, report, done: 1.0 };
            other.state.count_turns(self.model, 0.0);
            if self.held(&mut other)? < Held::Unstable {
                *found = other;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An unstable state pushed a little way along its softest motions, (K + c D) x = D n with any n and the least c that holds it; None
    /// where there is none.
    fn pushed(&mut self, state: &State) -> Result<Option<State>> {
        let mut pushed = state.clone();
        let mut bench = self.bench();
        let [mut c, more, most] = HELD;
        while bench.unstable(&mut pushed, 1.0, c)? != Some(0) {
            c *= more;
            if c > most {
                return Ok(None);
            }
        }
        let motion = bench.work.system.layout.motion;
        let mut x = bench.any_motion(0);
        bench.weigh(&mut x);
        bench.solve_factored(&mut x)?;
        let [way, turn] = bench.work.system.largest_motion(&x);
        let largest = f64::max(way / bench.work.length, turn);
        x[motion..].fill(0.0);
        bench.shift(&mut pushed, &x, PUSH / largest);
        Ok(largest.is_normal().then_some(pushed))
    }
}
