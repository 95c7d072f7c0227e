//! Actuators with states of their own.

use super::Model;
use super::file::record::{Entry, Record};
use super::registry::Kind;
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
        self.name(&ACTUATOR, name, self.actuators.len())?;
        let before = self.recorded();
        self.actuators.push(actuator);
        let id = self.add_function(TimeFunction::Actuator(self.actuators.len() - 1))?;
        let record = Record::new("actuator").text("name", name).function("function", id).function("command", command);
        let record = match dynamics {
            Dynamics::FirstOrder { time_constant } => {
                record.text("order", "first").number("time_constant", time_constant)
            }
            Dynamics::SecondOrder { frequency, damping } => {
                record.text("order", "second").number("frequency", frequency).number("damping", damping)
            }
        };
        let bound = |value: f64| value.is_finite().then_some(value);
        let record = record.optional("low", bound(limits.low)).optional("high", bound(limits.high));
        let record = record.optional("largest_rate", bound(limits.rate));
        self.record_whole(
            before,
            match start {
                Some(start) => record.numbers("start", &start),
                None => record,
            },
        );
        Ok(id)
    }

    /// All actuators.
    pub fn actuators(&self) -> &[Actuator] {
        &self.actuators
    }
}

fn dynamics(e: &Entry) -> Result<Dynamics> {
    match e.choice("order", &[("first", true), ("second", false)])? {
        true => Ok(Dynamics::FirstOrder { time_constant: e.number("time_constant")? }),
        false => Ok(Dynamics::SecondOrder { frequency: e.number("frequency")?, damping: e.number("damping")? }),
    }
}

/// Actuators.
pub static ACTUATOR: Kind = Kind {
    places: |m| m.actuators.len(),
    records: &[("actuator", |m, e| {
        let limits = Limits {
            low: e.number_or(f64::NEG_INFINITY, "low")?,
            high: e.number_or(f64::INFINITY, "high")?,
            rate: e.number_or(f64::INFINITY, "largest_rate")?,
        };
        let start = if e.has("start") { Some(e.some_numbers::<2>("start")?) } else { None };
        let id = m.add_actuator(e.text("name")?, e.function(m, "command")?, dynamics(e)?, limits, start)?;
        let name = e.text("function")?;
        if m.function_name(id)? != name {
            m.name_function(id, name)?;
        }
        Ok(())
    })],
    ..Kind::new("actuator")
};
