//! Case files: a simulation as text, with the call that failed, so that another program can make it again.
//!
//! A case holds the model, the options, the inputs, the last accepted state and, after a failure, what was called and what came
//! of it. The state stands there as the bytes of a snapshot, in hexadecimal digits.

use super::{Control, Options, Simulation};
use crate::error::{Error, Result, require_memory};
use crate::integrators::Scheme;
use crate::integrators::generalized_alpha::Scaling;
use crate::integrators::initial::Redundancy;
use crate::integrators::statics::{MOST_STEPS, Spin};
use crate::model::file::json::{self, Value};
use crate::model::file::record::{Entry, Record};
use crate::model::file::{self};
use crate::model::{Interpolation, Model};
use crate::newton::Settings;
use crate::results;
use crate::state::{Input, Rule};
use std::fmt::Write;
use std::sync::Arc;

const FORMAT: &str = "swashplate case";
/// Bytes of a state in a line.
const BYTES: usize = 48;

/// A call that moves a simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Call {
    /// a step of this size [s]
    Step(f64),
    /// a step of this size [s] that is not cut, in the search for an event
    Trial(f64),
    /// a step of a controlled run
    Controlled(Control, f64, bool),
    /// equilibrium, at rest or spinning
    Equilibrium(Spin),
}

/// A call that failed, with the inputs that it had.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Failure {
    call: Call,
    inputs: Vec<Input>,
    text: String,
}

impl Simulation {
    /// Keep what failed, unless it was the call itself that was wrong.
    pub(super) fn note<T>(&mut self, call: Call, outcome: Result<T>) -> Result<T> {
        if let Err(error) = &outcome
            && !matches!(error, Error::WrongState(_) | Error::InvalidArgument(_))
        {
            let inputs = self.accepted.inputs.clone();
            self.failure = Some(Box::new(Failure { call, inputs, text: error.to_string() }));
        }
        outcome
    }

    /// Text of the call that failed last, if the state is still that before it.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_ref().map(|f| f.text.as_str())
    }

    /// Make the call that failed last again, with the inputs that it had; an open step is forgotten. It fails in the same way,
    /// with the same text, unless the host's callbacks behave differently.
    pub fn repeat(&mut self) -> Result<()> {
        let Some(failure) = &self.failure else {
            return Err(Error::WrongState("no call has failed since the state last changed; nothing to repeat".into()));
        };
        let (call, inputs) = (failure.call, failure.inputs.clone());
        let before = std::mem::replace(&mut self.accepted.inputs, inputs);
        self.abandon();
        let outcome = self.make(call);
        if outcome.is_err() {
            self.accepted.inputs = before;
        }
        outcome
    }

    fn make(&mut self, call: Call) -> Result<()> {
        match call {
            Call::Step(h) => self.step(h),
            Call::Trial(h) => {
                self.begin(h)?;
                match self.try_size(h) {
                    Ok(()) => self.accept(),
                    Err(error) => {
                        self.abandon();
                        Err(error)
                    }
                }
            }
            Call::Controlled(control, target, past) => {
                let mut run = self.controlled(target, &control, past)?;
                if self.attempt(&mut run)? {
                    self.settle(&mut run, None)?;
                }
                Ok(())
            }
            Call::Equilibrium(spin) => self.solve_rotating(spin).map(|_| ()),
        }
    }

    /// The simulation as the text of a file. After a failure, with the inputs that the failed call had.
    pub fn case_text(&self) -> Result<String> {
        // the state stands there as lines of digits
        require_memory(self.model.room_for_text() + 4 * self.room_to_save(), "writing the case")?;
        let mut members = file::begin(FORMAT);
        if let Some(failure) = &self.failure {
            members.push(("failure", failure_record(failure).into_value()));
        }
        let options = options_record(&self.options);
        let options = match self.statics.most_steps {
            MOST_STEPS => options,
            most => options.count("load_steps", most),
        };
        members.push(("options", options.into_value()));
        let mut state = self.accepted.clone();
        if let Some(failure) = &self.failure {
            state.inputs.clone_from(&failure.inputs);
        }
        let input = |((name, _), input): (&(String, f64), &Input)| input_record(name, input).into_value();
        let inputs = self.model.inputs().iter().zip(&state.inputs).map(input);
        members.push(("inputs", Value::List(inputs.collect())));
        members.push(("model", self.model.to_value()?));
        let bytes = results::to_bytes(self.fingerprint, &state);
        let lines = bytes.chunks(BYTES).map(|bytes| Value::Text(to_hex(bytes))).collect();
        members.push(("state", Value::List(lines)));
        Value::Object(members).write()
    }

    /// Write a case file.
    pub fn write_case(&self, path: &str) -> Result<()> {
        file::save(path, &self.case_text()?)
    }
}

/// What a case file holds besides its model.
pub struct Case {
    options: Options,
    load_steps: usize,
    inputs: Vec<Given>,
    state: Vec<u8>,
    failure: Option<Failure>,
}

impl Case {
    /// Read the text of a file; its model goes into an empty one, to which the host's callbacks are bound. On failure that
    /// stays empty.
    pub fn from_text(model: &mut Model, text: &str) -> Result<Self> {
        require_memory(Model::room_to_read(text.len()), "reading the case")?;
        let root = json::parse(text)?;
        let top = file::open(&root, FORMAT)?;
        let (options, load_steps) = top.object("options", |e| {
            // files without it, and those written before it was there, mean the usual number
            let steps = if e.has("load_steps") { e.count("load_steps")? } else { MOST_STEPS };
            Ok((read_options(e)?, steps))
        })?;
        let state = from_hex(&top)?;
        let failure = match top.has("failure") {
            true => Some(top.object("failure", read_failure)?),
            false => None,
        };
        let inputs = top.objects("inputs", |e| Ok((e.text("name")?.to_string(), read_input(e)?)))?;
        let Some(list) = top.get("model") else { return Err(top.error("the key \"model\" is missing")) };
        top.finish()?;
        model.from_node(list)?;
        let names: Vec<&String> = model.inputs().iter().map(|(name, _)| name).collect();
        if inputs.iter().map(|(name, _)| name).ne(names.iter().copied()) {
            let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            let text = format!("they must be those of the model, all of them and in its order: {}", names.join(", "));
            model.clear();
            return Err(top.wrong("inputs", &text));
        }
        let inputs = inputs.into_iter().map(|(_, given)| given).collect();
        Ok(Case { options, load_steps, inputs, state, failure })
    }

    /// Read a file.
    pub fn read(model: &mut Model, path: &str) -> Result<Self> {
        let text = file::load(path)?;
        file::in_file(path, Case::from_text(model, &text))
    }

    /// The simulation, with the model that was read.
    pub fn simulate(self, model: Arc<Model>) -> Result<Simulation> {
        let mut sim = Simulation::new(model, self.options)?;
        sim.restore(&self.state)?;
        sim.set_load_step_limit(self.load_steps)?;
        for (k, given) in self.inputs.into_iter().enumerate() {
            sim.accepted.inputs[k].rule = given.rule;
            // the state has it, unless the file was edited
            if (sim.accepted.inputs[k].to, sim.accepted.inputs[k].rated[1]) != (given.to, given.rated) {
                sim.put_input(k, given.to, given.rated);
            }
        }
        let inputs = &sim.accepted.inputs;
        sim.failure = self.failure.map(|failure| Box::new(Failure { inputs: inputs.clone(), ..failure }));
        if sim.failure.is_some() {
            // the failed call had them reach their values at its end; another one says when anew
            sim.release_inputs();
        }
        Ok(sim)
    }
}

/// An input as a file has it.
struct Given {
    rule: Rule,
    to: [f64; 3],
    rated: bool,
}

const RULES: [(&str, Rule); 3] = [("end", Rule::End), ("held", Rule::Held), ("linear", Rule::Linear)];

fn input_record(name: &str, input: &Input) -> Record {
    let record = Record::part().text("name", name).number("value", input.to[0]);
    let record = match input.rated[1] {
        true => record.number("rate", input.to[1]).number("second_rate", input.to[2]),
        false => record,
    };
    // files without it, and those written before it was there, mean the first
    match RULES.iter().skip(1).find(|(_, rule)| *rule == input.rule) {
        Some((word, _)) => record.text("rule", word),
        None => record,
    }
}

fn read_input(e: &Entry) -> Result<Given> {
    let rule = if e.has("rule") { e.choice("rule", &RULES)? } else { Rule::End };
    let rated = e.has("rate");
    let rates = if rated { [e.number("rate")?, e.number("second_rate")?] } else { [0.0; 2] };
    Ok(Given { rule, to: [e.number("value")?, rates[0], rates[1]], rated })
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, b| {
        write!(text, "{b:02x}").unwrap_or(());
        text
    })
}

fn from_hex(top: &Entry) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for (line, text) in top.lines("state")? {
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
        match digits {
            Some(digits) if digits.len() % 2 == 0 => bytes.extend(digits.chunks(2).map(|d| 16 * d[0] + d[1])),
            _ => {
                let text =
                    format!("line {line}, file, key \"state\": this is not a row of hexadecimal digits, two a byte");
                return Err(Error::BadFile(text));
            }
        }
    }
    Ok(bytes)
}

fn failure_record(failure: &Failure) -> Record {
    let record = Record::part().text("text", &failure.text);
    match failure.call {
        Call::Step(h) => record.text("call", "step").number("h", h),
        Call::Trial(h) => record.text("call", "trial").number("h", h),
        Call::Controlled(c, target, past) => {
            let record = record.text("call", "controlled step").number("target", target).flag("past", past);
            let record = record.number("translation_tolerance", c.translation_tolerance);
            let record = record.number("rotation_tolerance", c.rotation_tolerance).number("smallest", c.smallest);
            let record = record.optional("largest", Some(c.largest).filter(|l| l.is_finite()));
            let record = record.number("first", c.first).number("safety", c.safety);
            let given = |rate: f64| Some(rate).filter(|r| r.is_finite());
            let record = record.optional("translation_rate_tolerance", given(c.translation_rate_tolerance));
            record.optional("rotation_rate_tolerance", given(c.rotation_rate_tolerance))
        }
        Call::Equilibrium(spin) => {
            record.text("call", "equilibrium").vector("omega", &spin.omega).vector("about", &spin.about)
        }
    }
}

type ReadCall = fn(&Entry) -> Result<Call>;

const CALLS: [(&str, ReadCall); 4] = [
    ("step", |e| Ok(Call::Step(e.number("h")?))),
    ("trial", |e| Ok(Call::Trial(e.number("h")?))),
    ("controlled step", |e| {
        let control = Control {
            translation_tolerance: e.number("translation_tolerance")?,
            rotation_tolerance: e.number("rotation_tolerance")?,
            smallest: e.number("smallest")?,
            largest: e.number_or(f64::INFINITY, "largest")?,
            first: e.number("first")?,
            safety: e.number("safety")?,
            translation_rate_tolerance: e.number_or(f64::INFINITY, "translation_rate_tolerance")?,
            rotation_rate_tolerance: e.number_or(f64::INFINITY, "rotation_rate_tolerance")?,
        };
        control.check().map_err(|error| e.error(&error.to_string()))?;
        Ok(Call::Controlled(control, e.number("target")?, e.flag("past")?))
    }),
    ("equilibrium", |e| Ok(Call::Equilibrium(Spin { omega: e.vector("omega")?, about: e.vector("about")? }))),
];

fn read_failure(e: &Entry) -> Result<Failure> {
    let call = e.choice("call", &CALLS)?(e)?;
    Ok(Failure { call, inputs: Vec::new(), text: e.text("text")?.into() })
}

const REDUNDANCIES: [(&str, Redundancy); 2] = [("stop", Redundancy::Stop), ("least squares", Redundancy::LeastSquares)];

fn options_record(o: &Options) -> Record {
    let record = o.scheme.write(Record::part());
    let redundancy = REDUNDANCIES.iter().find(|(_, r)| *r == o.redundancy).map_or("", |(w, _)| w);
    let record = record.text("redundancy", redundancy).number("start_time", o.start_time);
    let record = record.number("newton_tolerance", o.newton.tolerance);
    let record = record.count("newton_max_iterations", o.newton.max_iterations);
    let record = record.flag("scaling", o.scaling.on).number("penalty", o.scaling.penalty);
    let record = record.flag("assemble", o.assemble).number("assembly_tolerance", o.assembly_tolerance);
    let record = record.optional("smallest_part", o.cut);
    match o.interpolation {
        Some(how) => record.text("interpolation", how.word()),
        None => record,
    }
}

fn read_options(e: &Entry) -> Result<Options> {
    let options = Options {
        scheme: Scheme::read(e)?,
        redundancy: e.choice("redundancy", &REDUNDANCIES)?,
        start_time: e.number("start_time")?,
        newton: Settings {
            tolerance: e.number("newton_tolerance")?,
            max_iterations: e.count("newton_max_iterations")?,
        },
        scaling: Scaling { on: e.flag("scaling")?, penalty: e.number("penalty")? },
        assemble: e.flag("assemble")?,
        assembly_tolerance: e.number("assembly_tolerance")?,
        cut: e.optional("smallest_part")?,
        interpolation: if e.has("interpolation") {
            Some(e.choice("interpolation", &Interpolation::WORDS)?)
        } else {
            None
        },
    };
    options.check().map_err(|error| e.error(&error.to_string()))?;
    Ok(options)
}
