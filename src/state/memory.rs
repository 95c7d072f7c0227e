//! Functions of time at any instant, those with a memory included: actuators are carried on from where the state has them.

use super::{Input, State};
use crate::error::{Error, Result};
use crate::loads::{Actuator, STAGES, TimeFunction};
use crate::model::Model;

/// Equal parts of a step in which actuators are carried on, at most.
const MOST_PARTS: f64 = 8.0;
/// Parts that end where something changes, at most; what changes more often is carried on as if it were smooth.
const MOST_PARTINGS: usize = 16;
/// To this part of a stretch the time at which a limit begins or ceases to bind is found.
const LOCATED: f64 = 1e-10;
/// Times that are nearer than this part of a step are the same.
const NEAR: f64 = 1e-9;

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

impl Memory {
    /// Keep the states of actuators at a time [s], where `functions` are those of that time.
    pub fn keep(&mut self, model: &Model, functions: &[[f64; 3]], time: f64) {
        for (k, function) in model.functions().iter().enumerate() {
            if let TimeFunction::Actuator(a) = function {
                self.states[*a] = [functions[k][0], functions[k][1]];
            }
        }
        self.time = time;
    }
}

impl State {
    /// Values of all functions, and behind them those of all inputs, at a time not before that of the state.
    pub fn evaluate_functions(&self, model: &Model, time: f64, out: &mut Vec<[f64; 3]>) -> Result<()> {
        self.evaluate_from(&self.memory, model, time, out)
    }

    /// The same with actuators carried on from `memory`, which belongs to a time not after this one.
    pub fn evaluate_from(&self, memory: &Memory, model: &Model, time: f64, out: &mut Vec<[f64; 3]>) -> Result<()> {
        let (count, actuators) = (model.functions().len(), model.actuators());
        let past = time - memory.time;
        out.clear();
        if actuators.is_empty() || past <= 0.0 {
            for k in 0..count {
                let value = match &model.functions()[k] {
                    TimeFunction::Actuator(a) => actuators[*a].output(memory.states[*a], &out[actuators[*a].command.0]),
                    _ => self.evaluate(model, k, time, out)?,
                };
                out.push(value);
            }
            out.extend(self.inputs.iter().map(|input| input.at(time)));
            return Ok(());
        }
        // three stages side by side, then the states and where they began; all of it in `out`, which keeps its room
        out.resize(3 * count + 2 * actuators.len(), [0.0; 3]);
        for (to, [s, v]) in out[3 * count..].iter_mut().zip(&memory.states) {
            *to = [*s, *v, 0.0];
        }
        let fastest = actuators.iter().map(Actuator::fastest).fold(0.0, f64::max);
        let usual = past / (2.0 * past * fastest).ceil().clamp(1.0, MOST_PARTS);
        let (mut from, mut parts) = (memory.time, 0);
        while from < time {
            // a part ends where a function is not smooth, and where a limit of an actuator begins or ceases to bind
            let parted = parts < MOST_PARTINGS;
            let end = if time - from <= 1.5 * usual { time } else { from + usual };
            let smooth = if parted { self.next_break(model, from + NEAR * past) } else { f64::INFINITY };
            let end = if smooth < end - NEAR * past { smooth } else { end };
            from = self.carry(model, [from, end], parted, out)?;
            parts += 1;
        }
        out.copy_within(2 * count..3 * count, 0);
        out.truncate(count);
        out.extend(self.inputs.iter().map(|input| input.at(time)));
        Ok(())
    }

    /// The first time behind `t` at which a function is not smooth [s].
    pub fn next_break(&self, model: &Model, t: f64) -> f64 {
        model.functions().iter().map(|f| f.next_break(t)).fold(f64::INFINITY, f64::min)
    }

    /// Carry actuators from one time to another, or to where a limit begins or ceases to bind before that. Returns the time
    /// reached.
    fn carry(&self, model: &Model, [from, to]: [f64; 2], parted: bool, out: &mut [[f64; 3]]) -> Result<f64> {
        let (count, own) = (model.functions().len(), model.actuators().len());
        out.copy_within(3 * count..3 * count + own, 3 * count + own);
        let begin = |out: &mut [[f64; 3]]| out.copy_within(3 * count + own.., 3 * count);
        if !parted || !model.actuators().iter().any(Actuator::is_limited) {
            self.stages(model, [from, to], out)?;
            return Ok(to);
        }
        // what binds at the start
        self.stages(model, [from, from], out)?;
        let before = binding(model, &out[2 * count..3 * count]);
        begin(out);
        self.stages(model, [from, to], out)?;
        let holds = |out: &[[f64; 3]]| (0..3).all(|j| binding(model, &out[j * count..(j + 1) * count]) == before);
        if holds(out) {
            return Ok(to);
        }
        // by halves: `low` is before the change, `high` just behind it
        let (mut low, mut high) = (from, to);
        while high - low > LOCATED * (to - from) {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            begin(out);
            self.stages(model, [from, middle], out)?;
            if holds(out) { low = middle } else { high = middle }
        }
        begin(out);
        self.stages(model, [from, high], out)?;
        Ok(high)
    }

    /// All functions at the three stages of a time, one set behind the other, and the states of actuators at its end.
    fn stages(&self, model: &Model, [from, to]: [f64; 2], out: &mut [[f64; 3]]) -> Result<()> {
        let (count, actuators, h) = (model.functions().len(), model.actuators(), to - from);
        for k in 0..count {
            if let TimeFunction::Actuator(a) = &model.functions()[k] {
                let (own, [s, v, _]) = (&actuators[*a], out[3 * count + a]);
                let commands = [0, 1, 2].map(|j| out[j * count + own.command.0]);
                let states = own.collocate([s, v], commands.map(|c| c[0]), h).ok_or_else(|| lost(own, to))?;
                for (j, command) in commands.iter().enumerate() {
                    out[j * count + k] = own.output(states[j], command);
                }
                out[3 * count + a] = [states[2][0], states[2][1], 0.0];
            } else {
                for (j, c) in STAGES.into_iter().enumerate() {
                    let at = if c == 1.0 { to } else { from + c * h };
                    out[j * count + k] = self.evaluate(model, k, at, &out[j * count..j * count + k])?;
                }
            }
        }
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
        let called = || format!("function of time \"{}\" ({function:?})", model.function_names()[k]);
        let value = function
            .evaluate(time, earlier)
            .ok_or_else(|| Error::CallbackFailed(format!("{} reported failure at t = {time} s", called())))?;
        if value.iter().any(|v| !v.is_finite()) {
            let text = format!("{} gave {value:?} (value and derivatives) at t = {time} s", called());
            return Err(Error::NotFinite(text));
        }
        Ok(value)
    }

    /// Keep the states of actuators at the time of the state, where `functions` are those of that time.
    pub fn remember(&mut self, model: &Model, functions: &[[f64; 3]]) {
        self.memory.keep(model, functions, self.time);
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

/// What binds the actuators, where `functions` are those of one time: a number that differs between different limits.
fn binding(model: &Model, functions: &[[f64; 3]]) -> u64 {
    let outputs = model.functions().iter().zip(functions).filter_map(|(function, value)| match function {
        TimeFunction::Actuator(a) => Some((&model.actuators()[*a], value[0])),
        _ => None,
    });
    outputs.fold(0, |code, (own, s)| {
        let [stroke, rate] = own.binding(functions[own.command.0][0], s);
        u64::wrapping_add(u64::wrapping_mul(code, 9), (3 * (stroke + 1) + rate + 1) as u64)
    })
}

fn lost(actuator: &Actuator, time: f64) -> Error {
    Error::newton(format!(
        "actuator \"{}\": its equations could not be solved up to t = {time} s; a command that is not smooth, or limits that bind \
         and release within one step, would explain it: take a smaller step",
        actuator.name
    ))
}
