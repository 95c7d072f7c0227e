//! Model files: a model as text, and back without loss. The format is described in `examples_c/model_format.md`.
//!
//! A model is the ordered list of the calls that built it; a file is that list. Reading makes the same calls again, with all
//! their checks.

pub mod json;
pub mod record;
mod save;

use super::{KINDS, Model};
use crate::error::{Error, Result, require_memory};
use json::{Json, Node, Value};
use record::{Entry, Record, meant};
pub use save::{Target, save};
use std::any::Any;
use std::io::Read;
use std::sync::Arc;

/// Version of the format that this library writes, and the newest that it reads.
pub const VERSION: usize = 1;

/// The callbacks of a host, by name, as something to read a file with.
pub(super) type Hooks = std::collections::HashMap<String, Arc<dyn Any + Send + Sync>>;

/// Names of the kinds of record.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().flat_map(|kind| kind.records).map(|(name, _)| *name)
}

/// The outermost object of a file, if it is of this format and of a version that can be read.
pub fn open<'a>(root: &'a Node, format: &str) -> Result<Entry<'a>> {
    let top = Entry::new(root, "file")?;
    let found = top.text("format")?;
    if found != format {
        return Err(top.error(&format!("the format is \"{found}\"; \"{format}\" is needed here")));
    }
    let version = top.count("version")?;
    if version == 0 {
        return Err(top.error(&format!(
            "it has version 0 of the format, which there never was: versions begin with 1, and this library writes {VERSION}; write the \
             file anew, or correct its version"
        )));
    }
    if version > VERSION {
        return Err(top.error(&format!(
            "it has version {version} of the format; this library, {}, reads versions 1 to {VERSION}: use a newer one",
            env!("CARGO_PKG_VERSION")
        )));
    }
    Ok(top.called("file".into()))
}

/// The object of a file of this format, to which its members are to be added.
pub fn begin(format: &str) -> Vec<(&'static str, Value)> {
    vec![("format", Value::Text(format.into())), ("version", Value::Number(VERSION as f64))]
}

/// A file as text, with its name in errors.
pub fn load(path: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let length = std::fs::metadata(path).map_or(0, |there| there.len());
    require_memory(Model::room_to_read(length as usize), &format!("reading \"{path}\""))?;
    let read = save::open_regular(path.as_ref()).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(|e| Error::BadFile(format!("\"{path}\" cannot be read: {e}")))?;
    String::from_utf8(bytes).map_err(|e| {
        let line = 1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        Error::BadFile(format!("\"{path}\", line {line}: this is not text in UTF-8"))
    })
}

/// Put the name of a file before the text of an error in it.
pub fn in_file<T>(path: &str, outcome: Result<T>) -> Result<T> {
    outcome.map_err(|error| match error {
        Error::BadFile(text) => Error::BadFile(format!("\"{path}\", {text}")),
        other => other,
    })
}

impl Model {
    /// Keep what a constructor was called with.
    pub(super) fn record(&mut self, record: Record) {
        self.records.push(record);
    }

    /// How many calls have been recorded: for a constructor that is made of others.
    pub(super) fn recorded(&self) -> usize {
        self.records.len()
    }

    /// Keep what a constructor was called with, in place of the calls that it made itself since there were `before` of them.
    pub(super) fn record_whole(&mut self, before: usize, record: Record) {
        self.records.truncate(before);
        self.records.push(record);
    }

    /// What has this name, among things of this kind that were added before.
    pub(super) fn find_before(&self, kind: &'static str, name: &str) -> std::result::Result<usize, String> {
        self.find(kind, name).map_err(|_| {
            let known = self.names.keys().filter(|(k, _)| *k == kind).map(|(_, n)| n.as_str());
            format!("no {kind} before this has the name \"{name}\"{}", meant(name, known))
        })
    }

    /// Names of the functions of time, by their places.
    pub fn function_names(&self) -> &[String] {
        &self.function_names
    }

    /// Name of a function of time.
    pub fn function_name(&self, id: crate::terms::FunctionId) -> Result<&str> {
        self.function(id)?;
        Ok(&self.function_names[id.0])
    }

    /// Have a callback ready under a name, for files that need it: [`HostFunction`](crate::loads::HostFunction)s and
    /// [`HostRow`](crate::joints::pfaffian::HostRow)s cannot be written, only their names.
    pub fn bind<T: Send + Sync + 'static>(&mut self, name: &str, callback: T) -> Result<()> {
        if name.is_empty() {
            return Err(Error::InvalidArgument("a callback needs a name that is not empty: files refer to it".into()));
        }
        self.hooks.insert(name.into(), Arc::new(callback));
        Ok(())
    }

    /// The callback of this name and type.
    pub(super) fn hook<T: Clone + 'static>(&self, entry: &Entry, what: &str, name: &str) -> Result<T> {
        let found = self.hooks.get(name).and_then(|h| h.downcast_ref::<T>()).cloned();
        found.ok_or_else(|| {
            entry.error(&format!(
                "{what} of the host is needed under the name \"{name}\", and none is bound; bind it before the file is read"
            ))
        })
    }

    /// The calls that built the model.
    pub fn to_value(&self) -> Result<Value> {
        if let Some(trouble) = self.records.iter().find_map(|r| r.trouble.as_ref()) {
            return Err(Error::BadFile(format!("the model cannot be written: {trouble}")));
        }
        Ok(Value::List(self.records.iter().map(|r| r.named(&self.function_names)).collect()))
    }

    /// Make the calls of a list.
    pub fn from_node(&mut self, list: &Node) -> Result<()> {
        if !self.records.is_empty() {
            return Err(Error::WrongState("the model is not empty; a file is read into a new one".into()));
        }
        let Json::List(calls) = &list.value else {
            let text = format!("line {}, key \"model\": {} stands where [...] is needed", list.line, list.value.kind());
            return Err(Error::BadFile(text));
        };
        let mut new = Model { hooks: std::mem::take(&mut self.hooks), ..Model::default() };
        let outcome = calls.iter().try_for_each(|call| replay(&mut new, call));
        self.hooks = std::mem::take(&mut new.hooks);
        outcome?;
        *self = Model { hooks: std::mem::take(&mut self.hooks), ..new };
        Ok(())
    }

    /// Make the model empty again; callbacks stay bound.
    pub fn clear(&mut self) {
        *self = Model { hooks: std::mem::take(&mut self.hooks), ..Model::default() };
    }

    /// The model as the text of a file.
    pub fn to_text(&self) -> Result<String> {
        require_memory(self.room_for_text(), "writing the model")?;
        let mut members = begin("swashplate model");
        members.push(("model", self.to_value()?));
        Value::Object(members).write()
    }

    /// Read the text of a file into an empty model. On failure it stays empty; callbacks stay bound.
    pub fn from_text(&mut self, text: &str) -> Result<()> {
        require_memory(Self::room_to_read(text.len()), "reading the model")?;
        let root = json::parse(text)?;
        let top = open(&root, "swashplate model")?;
        let Some(list) = top.get("model") else { return Err(top.error("the key \"model\" is missing")) };
        top.finish()?;
        self.from_node(list)
    }

    /// Write the model to a file.
    pub fn write(&self, path: &str) -> Result<()> {
        save(path, &self.to_text()?)
    }

    /// Read a file into an empty model.
    pub fn read(&mut self, path: &str) -> Result<()> {
        let text = load(path)?;
        in_file(path, self.from_text(&text))
    }
}

/// Make one call.
fn replay(model: &mut Model, call: &Node) -> Result<()> {
    let entry = Entry::new(call, "model")?;
    let kind = entry.text("kind")?;
    let known = || KINDS.iter().flat_map(|kind| kind.records);
    let Some((_, make)) = known().find(|(k, _)| *k == kind) else {
        let hint = meant(kind, known().map(|(k, _)| *k));
        return Err(entry.error(&format!("the kind \"{kind}\" is not known{hint}")));
    };
    let name = entry.label().map_or(kind.to_string(), |name| format!("{kind} \"{name}\""));
    let entry = entry.called(name);
    let before = model.records.len();
    make(model, &entry).map_err(|error| match error {
        Error::BadFile(_) | Error::OutOfMemory(_) => error,
        other => entry.misspelt().unwrap_or_else(|| entry.error(&other.to_string())),
    })?;
    entry.finish()?;
    debug_assert!(model.records.len() > before, "{kind} leaves a record");
    Ok(())
}
