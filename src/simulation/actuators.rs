//! What actuators do now.

use super::Simulation;
use crate::error::{Error, Result};
use crate::loads::{Actuator, TimeFunction};
use crate::terms::FunctionId;

/// An actuator at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActuatorMotion {
    /// its command, as given
    pub command: f64,
    /// output
    pub value: f64,
    /// its rate
    pub rate: f64,
    /// its second rate
    pub acceleration: f64,
    /// is the command outside of the stroke?
    pub at_stroke: bool,
    /// would it go faster if it could?
    pub at_rate: bool,
}

impl Simulation {
    /// The actuator that a function is.
    pub fn find_actuator(&self, function: FunctionId) -> Result<&Actuator> {
        match self.model.function(function)? {
            TimeFunction::Actuator(a) => Ok(&self.model.actuators()[*a]),
            other => Err(Error::InvalidArgument(format!(
                "function of time \"{}\" is a {other:?}, not an actuator; only actuators have a motion of their own",
                self.model.function_name(function)?
            ))),
        }
    }

    /// What an actuator does now.
    pub fn actuator(&self, function: FunctionId) -> Result<ActuatorMotion> {
        let (own, state) = (self.find_actuator(function)?, self.state());
        let mut functions = Vec::new();
        state.evaluate_functions(&self.model, state.time, &mut functions)?;
        let ([value, rate, acceleration], command) = (functions[function.0], functions[own.command.0][0]);
        let [at_stroke, at_rate] = own.limited(command, value);
        Ok(ActuatorMotion { command, value, rate, acceleration, at_stroke, at_rate })
    }
}
