//! What can be asked of a simulation.

use super::{OpenStep, Simulation};
use crate::error::{BUFFERS, Error, Result, number, require_memory};
use crate::integrators::{Scheme, Workspace, generalized_alpha, initial, invariance, modes, recovery, statics};
use crate::math::{Mat3, Vec3, Vec6, so3};
use crate::model::{BeamId, JointId, Model, StationsId, TermId};
use crate::newton::History;
use crate::results::{Audit, StepAudit};
use crate::state::{State, dense};
use crate::terms::{Motion, NodeId, ScalarMotion, StageBlock, Term};

/// Where the last accepted step, which can be interpolated, ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dense {
    /// there is none: before the first, after a restore, after statics
    Unknown,
    /// at the accepted state
    ToAccepted,
    /// at the state before a lock was switched there
    ToSwitch,
}

impl Simulation {
    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What the start found and changed.
    pub fn report(&self) -> &initial::Report {
        &self.report
    }

    /// The same in words, with a sentence on the scheme where it runs as another one.
    pub fn report_in_words(&self) -> String {
        let note = self.options.scheme.note_on(&self.model).map(|note| format!("\n{note}"));
        format!("{}{}", self.report, note.unwrap_or_default())
    }

    /// The state that queries see: the step under trial if it has been solved, else the last accepted one.
    pub fn state(&self) -> &State {
        match self.open {
            Some(OpenStep { solved: true, .. }) if self.glimpse => &self.part,
            Some(OpenStep { solved: true, .. }) => &self.trial,
            None if self.evaluated => &self.trial,
            _ => &self.accepted,
        }
    }

    /// Systems and solvers as the last step left them.
    pub fn workspace(&self) -> &Workspace {
        &self.work
    }

    /// Newton's method in the last step.
    pub fn history(&self) -> &History {
        &self.work.newton.history
    }

    /// The `count` modes of lowest frequency about the present state, at rest or turning as a whole with `spin` [rad/s]: that
    /// of [`solve_static`](Self::solve_static) or [`solve_rotating`](Self::solve_rotating).
    pub fn modes(&mut self, spin: Vec3, count: usize) -> Result<Vec<modes::Mode>> {
        if self.open.is_some() {
            return Err(Error::WrongState("a step is open; accept or reject it before modes".into()));
        }
        self.report.require_mass()?;
        require_memory(self.model.room_to_simulate() + BUFFERS, "the search for modes")?;
        let found = modes::modes(&self.model, &self.accepted, &mut self.work, spin, count)?;
        let axis = invariance::axis_of(&self.model, &self.accepted, spin);
        invariance::require(&self.model, &self.accepted, &mut self.work, &axis)?;
        Ok(found)
    }

    /// Frequencies |λ| [rad/s] of the `count` lowest modes about the rotating equilibrium of each spin. The state is then as it
    /// was before.
    pub fn campbell(&mut self, spins: &[statics::Spin], count: usize) -> Result<Vec<Vec<f64>>> {
        if self.open.is_some() {
            return Err(Error::WrongState("a step is open; accept or reject it before a fan diagram".into()));
        }
        let before = self.accepted.clone();
        let at = |sim: &mut Self, spin: &statics::Spin| {
            let report = sim.solve_rotating(*spin)?;
            if report.stable() == Some(false) {
                return Err(Error::newton(format!(
                    "fan diagram: the equilibrium that was found at {} rad/s is unstable ({} unstable directions of the stiffness), so \
                     that frequencies about it mean nothing: no stable one was found from the equilibrium before it, nor from the \
                     reference configuration. Go up in smaller steps of the speed, or begin from a state nearer to the stable \
                     equilibrium (swp_sim_solve_rotating)",
                    number(spin.omega.norm()),
                    report.unstable.unwrap_or(0)
                )));
            }
            Ok(sim.modes(spin.omega, count)?.iter().map(|mode| mode.frequency).collect())
        };
        let found = spins.iter().map(|spin| at(self, spin)).collect();
        self.accepted = before;
        self.reported.take();
        found
    }

    /// Motion of a station: position, velocity, acceleration of its point; orientation, angular velocity and acceleration of
    /// its section.
    pub fn station_motion(&self, stations: StationsId, k: usize) -> Result<Motion> {
        let set = self.model.stations(stations)?;
        let Some(station) = set.stations.get(k) else {
            let text = format!("stations \"{}\": there is no station {k}, only {}", set.name, set.stations.len());
            return Err(Error::UnknownId(text));
        };
        let (ends, nodes) = (self.model.station_ends(set, k)?, &self.state().nodes);
        let [x, v, a, omega, alpha] = station.point.motion(ends, nodes);
        let frame = nalgebra::Rotation3::from_matrix_unchecked(station.point.axes(ends, nodes));
        let mut motion = Motion::at(x, crate::math::Quat::from_rotation_matrix(&frame));
        (motion.v, motion.a, motion.omega, motion.alpha) = (v, a, omega, alpha);
        Ok(motion)
    }

    /// Strains and section forces (force, moment) at a place s [m] along a beam, extrapolated from the Gauss points of the
    /// element, section axes; and the section frame there.
    pub fn section_force(&self, beam: BeamId, s: f64) -> Result<(Vec6, Vec6, Mat3)> {
        let line = self.model.beam(beam)?;
        let (k, r) = line.locate(s)?;
        let (element, nodes) = (self.model.beam_element(line, k), &self.state().nodes);
        let places: Vec<f64> = element.element().points().iter().map(|p| p.r).collect();
        let (n, _) = crate::math::quadrature::lagrange(&places, r);
        let (mut strain, mut force) = (Vec6::zeros(), Vec6::zeros());
        for point in 0..places.len() {
            strain += element.strain(nodes, point).0 * n[point];
            force += element.force(nodes, point) * n[point];
        }
        Ok((strain, force, element.section_at(nodes, r).1))
    }

    /// Motion of a node.
    pub fn motion(&self, node: NodeId) -> Result<&Motion> {
        self.model.node(node)?;
        Ok(&self.state().nodes[node.0])
    }

    /// Beginning and end of the last accepted step [s], within which times can be interpolated; None before the first, and
    /// after a restore or statics.
    pub fn last_step(&self) -> Option<[f64; 2]> {
        self.step_end().map(|_| [self.previous.time, self.accepted.time])
    }

    /// The end of the last accepted step as it was solved.
    fn step_end(&self) -> Option<&State> {
        match self.dense {
            Dense::Unknown => None,
            Dense::ToAccepted => Some(&self.accepted),
            Dense::ToSwitch => Some(&self.ended),
        }
    }

    fn check_within_step(&self, time: f64) -> Result<&State> {
        match self.last_step() {
            Some([from, to]) if time >= from && time <= to => Ok(self.step_end().unwrap_or(&self.accepted)),
            Some([from, to]) => Err(Error::InvalidArgument(format!(
                "t = {time} s is not within the last accepted step, from {from} s to {to} s; only that one can be interpolated"
            ))),
            None => Err(Error::WrongState(
                "there is no accepted step to interpolate yet, or none since the state was restored or set by statics"
                    .into(),
            )),
        }
    }

    /// The state at a time [s] within the last accepted step, to be looked at: see [`dense`].
    pub fn interpolate(&self, time: f64) -> Result<State> {
        let end = self.check_within_step(time)?;
        Ok(dense::between(&self.model, &self.previous, end, time))
    }

    /// Motion of a node at a time [s] within the last accepted step.
    pub fn interpolate_motion(&self, node: NodeId, time: f64) -> Result<Motion> {
        self.model.node(node)?;
        let end = self.check_within_step(time)?;
        Ok(dense::motion_between(&self.previous, end, node.0, time))
    }

    /// Value, over many turns, and rate of a joint coordinate.
    pub fn joint_coordinate(&self, joint: JointId, coordinate: usize) -> Result<(f64, f64)> {
        self.model.coordinate(joint, coordinate)?;
        let (_, rate) = self.model.joint(joint)?.term.read(coordinate, &self.state().nodes);
        Ok((self.state().coordinates[self.model.coordinate_place((joint.0, coordinate))], rate))
    }

    /// Displacement from A to B and rotation vector of B relative to A, in the joint axes of A.
    pub fn joint_relative(&self, joint: JointId) -> Result<(Vec3, Vec3)> {
        let [(p_a, axes_a), (p_b, axes_b)] = self.model.joint(joint)?.term.frames(&self.state().nodes);
        let relative = nalgebra::Rotation3::from_matrix_unchecked(axes_a.transpose() * axes_b);
        let rotation = so3::log(&crate::math::Quat::from_rotation_matrix(&relative));
        Ok((axes_a.transpose() * (p_b - p_a), rotation))
    }

    /// Multipliers of a joint's conditions; when conditions are redundant, those of least norm.
    pub fn joint_multipliers(&self, joint: JointId) -> Result<Vec<f64>> {
        Ok(self.multipliers_of(self.model.joint(joint)?.place)?.to_vec())
    }

    /// Multipliers of all conditions, those of least norm when conditions are redundant.
    pub(super) fn multipliers(&self) -> Result<&[f64]> {
        let (model, state) = (&self.model, self.state());
        if !self.work.system.dropped.contains(&true) {
            return Ok(&state.multipliers);
        }
        if self.reported.get().is_none() {
            let mut functions = Vec::new();
            state.evaluate_functions(model, state.time, &mut functions)?;
            let at = state.level(model, &functions, 1.0);
            let least = self.work.system.least_norm_multipliers(model, &at, self.work.length, &state.multipliers);
            self.reported.get_or_init(|| least);
        }
        Ok(self.reported.get().map_or(&state.multipliers, |least| least))
    }

    /// Force [N] and moment [N·m] that the joint exerts on node A (side 0) or B (side 1), the moment about the joint's
    /// point there; inertial axes, or the joint axes of A.
    pub fn joint_reaction(&self, joint: JointId, side: usize, in_joint_axes: bool) -> Result<(Vec3, Vec3)> {
        let lambda = self.joint_multipliers(joint)?;
        let (term, state) = (&self.model.joint(joint)?.term, self.state());
        let (force, moment) = term.reaction(side, &state.nodes, &state.scalars, &lambda);
        if !in_joint_axes {
            return Ok((force, moment));
        }
        let axes = term.frames(&state.nodes)[0].1.transpose();
        Ok((axes * force, axes * moment))
    }

    /// Driving force [N] or torque [N·m] on a coordinate, positive along it.
    pub fn joint_drive(&self, joint: JointId, coordinate: usize) -> Result<f64> {
        self.model.coordinate(joint, coordinate)?;
        let Some(drive) = self.model.joint(joint)?.drives[coordinate] else {
            return Err(Error::InvalidArgument(format!(
                "joint \"{}\": coordinate {coordinate} is not driven; there is no driving force",
                self.model.joint(joint)?.name
            )));
        };
        Ok(-self.multipliers_of(drive)?[0])
    }

    /// Force [N] or torque [N·m] that a spring, stop, damper, friction or actuator exerts along its joint coordinate.
    pub fn joint_action(&self, id: TermId) -> Result<f64> {
        let term = self.model.term_of(id)?;
        let state = self.state();
        let mut functions = Vec::new();
        state.evaluate_functions(&self.model, state.time, &mut functions)?;
        term.along(&state.level(&self.model, &functions, 1.0)).ok_or_else(|| {
            Error::UnknownId("this id is not one of something that acts on a joint coordinate of this model".into())
        })
    }

    /// Force [N] or torque [N·m] that a coupling exerts along one of its coordinates, by its place among them.
    pub fn coupling_effort(&self, id: TermId, part: usize) -> Result<f64> {
        let (term, state) = (self.model.coupling(id)?, self.state());
        let count = term.scalars().len();
        if part >= count {
            let text = format!("the coupling has {count} coordinates, the first one is 0; there is no number {part}");
            return Err(Error::InvalidArgument(text));
        }
        let (mut functions, mut block) = (Vec::new(), StageBlock::default());
        state.evaluate_functions(&self.model, state.time, &mut functions)?;
        block.reset(count, 1);
        term.stage(&state.level(&self.model, &functions, 1.0), &mut block);
        Ok(-block.b[part] * self.multipliers_of(id.0)?[0])
    }

    /// Motion of a generalised coordinate, by its name.
    pub fn generalised(&self, name: &str) -> Result<ScalarMotion> {
        let place = self.model.find("generalised coordinate", name)?;
        Ok(self.state().scalars[self.model.generalised()[place].scalar.0])
    }

    /// The audit now, with angular momentum about a point.
    pub fn audit(&self, about: Vec3) -> Result<Audit> {
        let state = self.state();
        let mut functions = Vec::new();
        state.evaluate_functions(&self.model, state.time, &mut functions)?;
        Ok(Audit::new(&self.model, &self.work.system, state, &functions, self.work.length, about))
    }

    /// The audit of the step that led to the present state; empty before the first.
    pub fn step_audit(&self) -> StepAudit {
        StepAudit::new(self.state())
    }

    /// The scheme of the steps to come.
    pub fn scheme(&self) -> &Scheme {
        &self.options.scheme
    }

    /// Relative error of the reactions of the present state that rounding may cause, estimated: see [`recovery::uncertainty`].
    pub fn reaction_uncertainty(&mut self) -> Result<f64> {
        let state = match self.open {
            Some(OpenStep { solved: true, .. }) => &self.trial,
            _ => &self.accepted,
        };
        recovery::uncertainty(&self.model, state, &mut self.work)
    }

    /// The iteration matrix of a step of size `h` from the present state, in full and row-major, and its size: for the
    /// study of scaling on small models.
    pub fn iteration_matrix(&mut self, h: f64) -> Result<(Vec<f64>, usize)> {
        let (model, state) = (&*self.model, &self.accepted);
        state.evaluate_functions(model, state.time, &mut self.work.functions)?;
        let scale = self.work.scales.at(h, self.work.length);
        let Scheme::GeneralizedAlpha(coefficients) = &self.options.scheme else {
            return Err(Error::WrongState("the iteration matrix can be had of generalised-α only".into()));
        };
        let weights = generalized_alpha::weights(coefficients, h, &self.options.scaling, scale);
        self.work.charts.fill(crate::math::Mat3::identity());
        let at = state.level(model, &self.work.functions, 1.0);
        self.work.system.assemble(model, &at, &state.multipliers, &weights, &self.work.charts);
        Ok((self.work.system.dense(), self.work.system.layout.size))
    }
}
