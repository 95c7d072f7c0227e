//! Functions of time at any instant, those with a memory included: actuators are carried on from where the state has them.

use super::{Input, State};
use crate::error::{Error, Result};
use crate::loads::{Actuator, STAGES, TimeFunction};
use crate::model::Model;

/// Parts of a step in which actuators are carried on, at most.
const MOST_PARTS: f64 = 8.0;

/// States of the actuators.
#[derive(Debug, Default, PartialEq)]
pub struct Memory {
    /// the time that they belong to [s]
    pub time: f64,
    /// output and rate of each
    pub states: Vec<[f64; 2]>,
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Memory { time: self.time, states: self.states.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.time = source.time;
        self.states.clone_from(&source.states);
    }
}

impl State {
    /// Values of all functions, and behind them those of all inputs, at a time not before that of the state.
    pub fn evaluate_functions(&self, model: &Model, time: f64, out: &mut Vec<[f64; 3]>) -> Result<()> {
        let (count, actuators) = (model.functions().len(), model.actuators());
        let past = time - self.memory.time;
        out.clear();
        if actuators.is_empty() || past <= 0.0 {
            for k in 0..count {
                let value = match &model.functions()[k] {
                    TimeFunction::Actuator(a) => {
                        actuators[*a].output(self.memory.states[*a], &out[actuators[*a].command.0])
                    }
                    _ => self.evaluate(model, k, time, out)?,
                };
                out.push(value);
            }
            out.extend(self.inputs.iter().map(|input| input.at(time)));
            return Ok(());
        }
        // three stages side by side, then the states; all of it in `out`, which keeps its room from step to step
        let fastest = actuators.iter().map(Actuator::fastest).fold(0.0, f64::max);
        let parts = (2.0 * past * fastest).ceil().clamp(1.0, MOST_PARTS);
        let h = past / parts;
        out.resize(3 * count + actuators.len(), [0.0; 3]);
        for (to, [s, v]) in out[3 * count..].iter_mut().zip(&self.memory.states) {
            *to = [*s, *v, 0.0];
        }
        for part in 0..parts as usize {
            let last = part + 1 == parts as usize;
            let at = |c: f64| if last && c == 1.0 { time } else { self.memory.time + (part as f64 + c) * h };
            for k in 0..count {
                if let TimeFunction::Actuator(a) = &model.functions()[k] {
                    let (own, [s, v, _]) = (&actuators[*a], out[3 * count + a]);
                    let commands = [0, 1, 2].map(|j| out[j * count + own.command.0]);
                    let states = own.collocate([s, v], commands.map(|c| c[0]), h).ok_or_else(|| lost(own, time))?;
                    for (j, command) in commands.iter().enumerate() {
                        out[j * count + k] = own.output(states[j], command);
                    }
                    out[3 * count + a] = [states[2][0], states[2][1], 0.0];
                } else {
                    for (j, c) in STAGES.into_iter().enumerate() {
                        out[j * count + k] = self.evaluate(model, k, at(c), &out[j * count..j * count + k])?;
                    }
                }
            }
        }
        out.copy_within(2 * count..3 * count, 0);
        out.truncate(count);
        out.extend(self.inputs.iter().map(|input| input.at(time)));
        Ok(())
    }

    /// The same at the time of the state, before the inputs that jump there do so.
    pub fn evaluate_before_jump(&mut self, model: &Model, out: &mut Vec<[f64; 3]>) -> Result<()> {
        let swap = |inputs: &mut [Input]| {
            inputs.iter_mut().filter(|i| i.jumps()).for_each(|i| std::mem::swap(&mut i.from, &mut i.to));
        };
        swap(&mut self.inputs);
        let result = self.evaluate_functions(model, self.time, out);
        swap(&mut self.inputs);
        result
    }

    /// A function without memory; `earlier` are those made before it.
    fn evaluate(&self, model: &Model, k: usize, time: f64, earlier: &[[f64; 3]]) -> Result<[f64; 3]> {
        let function = &model.functions()[k];
        if let TimeFunction::Input(k) = function {
            return Ok(self.inputs[*k].at(time));
        }
        let value = function.evaluate(time, earlier).ok_or_else(|| {
            Error::CallbackFailed(format!("function number {k} ({function:?}) reported failure at t = {time} s"))
        })?;
        if value.iter().any(|v| !v.is_finite()) {
            return Err(Error::NotFinite(format!(
                "function number {k} ({function:?}) gave {value:?} (value and derivatives) at t = {time} s"
            )));
        }
        Ok(value)
    }

    /// Keep the states of actuators at the time of the state, where `functions` are those of that time.
    pub fn remember(&mut self, model: &Model, functions: &[[f64; 3]]) {
        for (k, function) in model.functions().iter().enumerate() {
            if let TimeFunction::Actuator(a) = function {
                self.memory.states[*a] = [functions[k][0], functions[k][1]];
            }
        }
        self.memory.time = self.time;
    }

    /// Bring actuators to rest at their commands; `start`: to where they start, if that is given.
    pub fn rest_actuators(&mut self, model: &Model, start: bool) -> Result<()> {
        self.memory.time = self.time;
        self.memory.states.resize(model.actuators().len(), [0.0; 2]);
        let mut functions: Vec<[f64; 3]> = Vec::new();
        for k in 0..model.functions().len() {
            let value = match &model.functions()[k] {
                TimeFunction::Actuator(a) => {
                    let own = &model.actuators()[*a];
                    let command = functions[own.command.0];
                    let rest = [own.within(command[0]), 0.0];
                    self.memory.states[*a] = own.start.filter(|_| start).unwrap_or(rest);
                    own.output(self.memory.states[*a], &command)
                }
                _ => self.evaluate(model, k, self.time, &functions)?,
            };
            functions.push(value);
        }
        Ok(())
    }
}

fn lost(actuator: &Actuator, time: f64) -> Error {
    Error::NewtonFailed(format!(
        "actuator \"{}\": its equations could not be solved up to t = {time} s; a command that is not smooth, or limits that bind \
         and release within one step, would explain it: take a smaller step",
        actuator.name
    ))
}
