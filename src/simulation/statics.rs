//! Static equilibrium, at rest or spinning, and paths of equilibria.

use super::{Dense, Simulation, case};
use crate::error::{Error, Result};
use crate::integrators::invariance;
use crate::integrators::statics::path::{self, Plan, Point};
use crate::integrators::statics::{self, Report, Spin};
use crate::model::JointId;
use crate::state::{Origin, Stale, State};
use crate::terms::NodeId;

/// What statics found last.
#[derive(Debug)]
pub struct Statics {
    /// the report
    pub report: Report,
    /// the path
    pub path: Vec<Point>,
    /// most load steps, cuts and steps of relaxation of a search
    pub most_steps: usize,
}

impl Default for Statics {
    fn default() -> Self {
        Statics { report: Report::default(), path: Vec::new(), most_steps: statics::MOST_STEPS }
    }
}

/// A number that is watched along a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Output {
    /// none: zero
    None,
    /// position of a node, a component [m]
    Position(NodeId, usize),
    /// a joint coordinate [m] or [rad]
    Coordinate(JointId, usize),
}

impl Simulation {
    /// Bring the model to rest in static equilibrium at the present time. On failure the state is as it was.
    pub fn solve_static(&mut self) -> Result<Report> {
        self.solve_rotating(Spin::none())
    }

    /// Bring the model to equilibrium at the present time while it spins steadily: a start without a transient, and a state to
    /// linearise about. On failure the state is as it was.
    pub fn solve_rotating(&mut self, spin: Spin) -> Result<Report> {
        self.check_statics(&spin)?;
        let o = self.options;
        // equilibrium: actuators have come to rest at their commands
        let before = self.accepted.clone();
        self.accepted.rest_inputs();
        let (penalty, most) = (o.scaling.penalty, self.statics.most_steps);
        let mut told = Report::default();
        let report = self.accepted.rest_actuators(&self.model, false).and_then(|()| {
            let Simulation { model, accepted, work, .. } = &mut *self;
            statics::solve_within(model, accepted, work, &o.newton(), penalty, spin, most, &mut told)
        });
        let report = report.map(|()| told);
        let report = self.work.judge(&self.model, self.accepted.time, report);
        let report = report.and_then(|report| self.require_dropped_conditions().map(|()| report));
        // what is the same all round in the middle may not be where the rotor went
        let report = report.and_then(|report| {
            invariance::require(&self.model, &self.accepted, &mut self.work, &spin).map(|()| report)
        });
        let report = report.and_then(|report| self.require_sound(&self.accepted).map(|()| report));
        if report.is_err() {
            self.accepted = before;
            // how far it came
            self.statics.report = Report { unstable: None, ..told };
        }
        let report = self.note(case::Call::Equilibrium(spin), report)?;
        self.settle_in(report);
        Ok(report)
    }

    /// Follow the path of equilibria from the present state; the state is then its last point. On failure the state is as it was;
    /// the points that were found can be read all the same.
    pub fn trace_path(&mut self, plan: &Plan, output: Output) -> Result<Report> {
        self.check_statics(&plan.spin)?;
        let index = match output {
            Output::None => 0,
            Output::Position(node, component) => {
                self.model.node(node)?;
                if component > 2 {
                    return Err(Error::InvalidArgument(format!(
                        "path: component {component} of a position; it is 0, 1 or 2"
                    )));
                }
                component
            }
            Output::Coordinate(joint, coordinate) => {
                self.model.coordinate(joint, coordinate)?;
                self.model.coordinate_place((joint.0, coordinate))
            }
        };
        let read = move |state: &State| match output {
            Output::None => 0.0,
            Output::Position(node, _) => state.nodes[node.0].x[index],
            Output::Coordinate(..) => state.coordinates[index],
        };
        let (o, mut state) = (&self.options, self.accepted.clone());
        state.rest_inputs();
        state.rest_actuators(&self.model, false)?;
        let (work, points) = (&mut self.work, &mut self.statics.path);
        let report = path::trace(&self.model, &state, work, &o.newton(), o.scaling.penalty, plan, &read, points);
        let report = self.work.judge(&self.model, self.accepted.time, report)?;
        self.require_dropped_conditions()?;
        let last = self.statics.path.len() - 1;
        self.visit(last)?;
        self.settle_in(report);
        Ok(report)
    }

    /// Make a point of the last path the present state, with the inputs that belong to it.
    pub fn visit_path(&mut self, point: usize) -> Result<()> {
        self.check_statics(&Spin::none())?;
        self.visit(point)?;
        self.settle_in(self.statics.report);
        Ok(())
    }

    fn visit(&mut self, point: usize) -> Result<()> {
        let count = self.statics.path.len();
        let Some(found) = self.statics.path.get(point) else {
            return Err(Error::UnknownId(format!("path: there is no point {point}; the last path has {count}")));
        };
        if found.state.nodes.len() != self.accepted.nodes.len() {
            return Err(Error::WrongState("path: its model is another one now".into()));
        }
        let state = self.in_own_form(found.state.clone())?;
        state.evaluate_functions(&self.model, state.time, &mut self.work.functions)?;
        self.require_sound(&state)?;
        self.accepted = state;
        self.sync_locks(false);
        Ok(())
    }

    /// Err if an equilibrium is so far away that its energies or angles are no numbers to go on with.
    fn require_sound(&self, state: &State) -> Result<()> {
        let mut run_audit = crate::state::RunAudit::default();
        run_audit.open(state.time, &state.audit(&self.model, &self.work.functions, &state.multipliers));
        state.require_turns(&self.model)?;
        run_audit.require_finite(format_args!("the equilibrium"))
    }

    /// Most load steps, cuts and steps of relaxation of a search for an equilibrium before it is given up.
    pub fn set_load_step_limit(&mut self, most: usize) -> Result<()> {
        if most == 0 {
            return Err(Error::InvalidArgument("limit of load steps: it must be at least 1".into()));
        }
        self.statics.most_steps = most;
        Ok(())
    }

    /// What statics found last.
    pub fn statics(&self) -> &Statics {
        &self.statics
    }

    fn check_statics(&mut self, spin: &Spin) -> Result<()> {
        if self.open.is_some() {
            return Err(Error::WrongState("a step is open; accept or reject it before statics".into()));
        }
        crate::error::require_finite("spin", spin.omega.as_slice())?;
        crate::error::require_finite("point of the axis of spin", spin.about.as_slice())?;
        crate::error::require_memory(self.model.room_to_simulate(), "statics")?;
        invariance::require(&self.model, &self.accepted, &mut self.work, spin)?;
        self.reported.take();
        self.work.forget_faults();
        Ok(())
    }

    /// The accepted state is a new equilibrium: works start anew, and steps know nothing of those before.
    fn settle_in(&mut self, report: Report) {
        let audit = self.accepted.audit(&self.model, &self.work.functions, &self.accepted.multipliers);
        let (steps, iterations) = (self.accepted.run_audit.steps, self.accepted.run_audit.iterations);
        let iterations = iterations + report.iterations as u64;
        self.accepted.run_audit = crate::state::RunAudit { steps, iterations, ..Default::default() };
        self.accepted.run_audit.open(self.accepted.time, &audit);
        self.accepted.history.rates.clear();
        (self.accepted.origin, self.accepted.stale) = (Origin::Equilibrium, Stale::No);
        self.evaluated = false;
        (self.accepted.last_step, self.accepted.history.scheme) = (0.0, 0);
        self.accepted.pace = Default::default();
        (self.dense, self.failure) = (Dense::Unknown, None);
        self.statics.report = report;
    }
}
