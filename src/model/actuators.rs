//! Actuators with states of their own.

use super::Model;
use crate::error::Result;
use crate::loads::{Actuator, Dynamics, Limits, TimeFunction};
use crate::terms::FunctionId;

impl Model {
    /// Add an actuator: a function of time that follows a command, any function or input made before. It can drive a joint
    /// coordinate or be a force. `start`: output and rate at the start; None: at rest at the command.
    pub fn add_actuator(
        &mut self,
        name: &str,
        command: FunctionId,
        dynamics: Dynamics,
        limits: Limits,
        start: Option<[f64; 2]>,
    ) -> Result<FunctionId> {
        self.function(command)?;
        let actuator = Actuator { name: name.into(), command, dynamics, limits, start };
        actuator.check()?;
        self.name("actuator", name, self.actuators.len())?;
        self.actuators.push(actuator);
        self.add_function(TimeFunction::Actuator(self.actuators.len() - 1))
    }

    /// All actuators.
    pub fn actuators(&self) -> &[Actuator] {
        &self.actuators
    }
}
