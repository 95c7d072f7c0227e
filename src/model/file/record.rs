//! What built a model: one record for each call of a constructor, with its arguments by name.
//!
//! A constructor ends with
//!
//! ```text
//!     self.record(Record::new("point mass").text("name", name).text("node", &holder).number("mass", mass));
//! ```
//!
//! and beside it, in the list `KINDS` of its file, stands how a record is made into that call again:
//!
//! ```text
//!     ("point mass", |m, e| m.add_point_mass(e.text("name")?, e.node(m, "node")?, e.number("mass")?).map(drop)),
//! ```
//!
//! A constructor that does nothing but call others needs neither: their records stand for it. The arguments are kept as they
//! came, so the same call on the same bits gives the same model. `tests/model_file.rs` finds a constructor without a record.

use super::json::{Json, Node, Value};
use crate::error::{Error, Result};
use crate::math::{Mat3, Mat6, Quat, Vec3};
use crate::model::{BeamId, JointId, Model};
use crate::terms::holonomic::Attachment;
use crate::terms::{FunctionId, NodeId};
use nalgebra::SMatrix;
use std::cell::RefCell;

/// Makes a record into the call that it stands for.
pub type Replay = fn(&mut Model, &Entry) -> Result<()>;

/// Kinds of record, and what they stand for.
pub type Records = &'static [(&'static str, Replay)];

/// One call of a constructor.
#[derive(Debug, Clone)]
pub struct Record {
    members: Vec<(&'static str, Value)>,
    /// why it cannot be written
    pub(super) trouble: Option<String>,
}

fn same(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}

fn numbers(values: &[f64]) -> Value {
    Value::List(values.iter().map(|v| Value::Number(*v)).collect())
}

/// Rows of a matrix.
fn rows<const N: usize>(matrix: &SMatrix<f64, N, N>) -> Value {
    Value::List((0..N).map(|i| numbers(matrix.row(i).transpose().as_slice())).collect())
}

/// w, x, y, z.
fn components(q: &Quat) -> [f64; 4] {
    [q.w, q.i, q.j, q.k]
}

impl Record {
    /// A record of this kind.
    pub fn new(kind: &'static str) -> Self {
        Record { members: vec![("kind", Value::Text(kind.into()))], trouble: None }
    }

    /// How many values it has, about.
    pub(in crate::model) fn weight(&self) -> usize {
        fn of(value: &Value) -> usize {
            match value {
                Value::List(list) => 1 + list.iter().map(of).sum::<usize>(),
                Value::Object(members) => 1 + members.iter().map(|(_, v)| of(v)).sum::<usize>(),
                Value::Text(text) => 1 + text.len() / 16,
                _ => 1,
            }
        }
        1 + self.members.iter().map(|(_, v)| of(v)).sum::<usize>()
    }

    /// A part of a record.
    pub fn part() -> Self {
        Record { members: Vec::new(), trouble: None }
    }

    /// Any value.
    pub fn value(mut self, key: &'static str, value: Value) -> Self {
        self.members.push((key, value));
        self
    }

    /// A text, or a name.
    pub fn text(self, key: &'static str, text: &str) -> Self {
        self.value(key, Value::Text(text.into()))
    }

    /// A number.
    pub fn number(self, key: &'static str, number: f64) -> Self {
        self.value(key, Value::Number(number))
    }

    /// A number, left out when it is the default.
    pub fn number_unless(self, default: f64, key: &'static str, number: f64) -> Self {
        if number.to_bits() == default.to_bits() { self } else { self.number(key, number) }
    }

    /// A number that need not be there.
    pub fn optional(self, key: &'static str, number: Option<f64>) -> Self {
        match number {
            Some(number) => self.number(key, number),
            None => self,
        }
    }

    /// A count.
    pub fn count(self, key: &'static str, count: usize) -> Self {
        self.number(key, count as f64)
    }

    /// True or false.
    pub fn flag(self, key: &'static str, flag: bool) -> Self {
        self.value(key, Value::Flag(flag))
    }

    /// Numbers in a row.
    pub fn numbers(self, key: &'static str, values: &[f64]) -> Self {
        self.value(key, numbers(values))
    }

    /// A vector.
    pub fn vector(self, key: &'static str, v: &Vec3) -> Self {
        self.numbers(key, v.as_slice())
    }

    /// A vector, left out when it is zero.
    pub fn vector_unless_zero(self, key: &'static str, v: &Vec3) -> Self {
        if same(v.as_slice(), &[0.0; 3]) { self } else { self.vector(key, v) }
    }

    /// Vectors.
    pub fn vectors<'a>(self, key: &'static str, all: impl IntoIterator<Item = &'a Vec3>) -> Self {
        self.value(key, Value::List(all.into_iter().map(|v| numbers(v.as_slice())).collect()))
    }

    /// A matrix, by its rows.
    pub fn matrix<const N: usize>(self, key: &'static str, matrix: &SMatrix<f64, N, N>) -> Self {
        self.value(key, rows(matrix))
    }

    /// A rotation as quaternion w, x, y, z, left out when there is none.
    pub fn rotation(self, key: &'static str, q: &Quat) -> Self {
        let q = components(q);
        if same(&q, &[1.0, 0.0, 0.0, 0.0]) { self } else { self.numbers(key, &q) }
    }

    /// Rotations.
    pub fn rotations<'a>(self, key: &'static str, all: impl IntoIterator<Item = &'a Quat>) -> Self {
        self.value(key, Value::List(all.into_iter().map(|q| numbers(&components(q))).collect()))
    }

    /// A function of time.
    pub fn function(self, key: &'static str, id: FunctionId) -> Self {
        self.value(key, Value::Function(id.0))
    }

    /// Functions of time.
    pub fn functions(self, key: &'static str, ids: &[FunctionId]) -> Self {
        self.value(key, Value::List(ids.iter().map(|id| Value::Function(id.0)).collect()))
    }

    /// Names.
    pub fn texts(self, key: &'static str, texts: &[&str]) -> Self {
        self.value(key, Value::List(texts.iter().map(|t| Value::Text(t.to_string())).collect()))
    }

    /// A record inside this one.
    pub fn object(self, key: &'static str, part: Record) -> Self {
        let trouble = self.trouble.clone().or(part.trouble);
        Record { trouble, ..self.value(key, Value::Object(part.members)) }
    }

    /// Records inside this one.
    pub fn objects(self, key: &'static str, parts: impl IntoIterator<Item = Record>) -> Self {
        let parts = parts.into_iter().map(|p| Value::Object(p.members)).collect();
        self.value(key, Value::List(parts))
    }

    /// Where a joint sits on a node.
    pub fn attachment(self, key: &'static str, model: &Model, at: &Attachment) -> Self {
        let node = &model.nodes[at.node.0].name;
        let mut part = Record::part().text("node", node).vector_unless_zero("offset", &at.offset);
        if !same(at.axes.as_slice(), Mat3::identity().as_slice()) {
            part = part.matrix("axes", &at.axes);
        }
        self.object(key, part)
    }

    /// This cannot be written, for the reason given; a model with it can be simulated all the same.
    pub fn cannot_be_written(mut self, why: String) -> Self {
        self.trouble = Some(why);
        self
    }

    /// As something to be written.
    pub fn into_value(self) -> Value {
        Value::Object(self.members)
    }

    /// Its members, with the names of functions.
    pub(crate) fn named(&self, functions: &[String]) -> Value {
        name_functions(&Value::Object(self.members.clone()), functions)
    }
}

fn name_functions(value: &Value, names: &[String]) -> Value {
    match value {
        Value::Function(place) => Value::Text(names[*place].clone()),
        Value::List(items) => Value::List(items.iter().map(|i| name_functions(i, names)).collect()),
        Value::Object(members) => Value::Object(members.iter().map(|(k, v)| (*k, name_functions(v, names))).collect()),
        other => other.clone(),
    }
}

/// An object of a file, as a replay reads it: every key that it does not ask for is an error in the end.
pub struct Entry<'a> {
    line: usize,
    /// what it is, for messages: joint "hinge"
    what: String,
    members: &'a [(String, Node)],
    asked: RefCell<Vec<&'static str>>,
}

/// The outcome of reading one value: the reason why not.
type Reading<T> = std::result::Result<T, String>;

fn needed<T>(what: &str, got: &Json) -> Reading<T> {
    Err(format!("{} stands where {what} is needed", got.kind()))
}

fn number(node: &Node) -> Reading<f64> {
    match node.value {
        Json::Number(number) => Ok(number),
        ref other => needed("a number", other),
    }
}

fn text(node: &Node) -> Reading<&str> {
    match &node.value {
        Json::Text(text) => Ok(text),
        other => needed("a text in quotes", other),
    }
}

fn list(node: &Node) -> Reading<&[Node]> {
    match &node.value {
        Json::List(items) => Ok(items),
        other => needed("a list", other),
    }
}

fn all_numbers(node: &Node) -> Reading<Vec<f64>> {
    every(node, "number", number)
}

fn some_numbers<const N: usize>(node: &Node) -> Reading<[f64; N]> {
    let found = all_numbers(node)?;
    found.as_slice().try_into().map_err(|_| format!("{} numbers are given, {N} are needed", found.len()))
}

fn matrix<const N: usize>(node: &Node) -> Reading<SMatrix<f64, N, N>> {
    let given = list(node)?;
    if given.len() != N {
        return Err(format!("{} rows are given, {N} are needed", given.len()));
    }
    let mut out = SMatrix::zeros();
    for (i, row) in given.iter().enumerate() {
        let row = some_numbers::<N>(row).map_err(|why| format!("row {}: {why}", i + 1))?;
        (0..N).for_each(|j| out[(i, j)] = row[j]);
    }
    Ok(out)
}

/// A quaternion of unit length, to rounding, keeps its bits.
fn quaternion(node: &Node) -> Reading<Quat> {
    let q = some_numbers::<4>(node)?;
    let kept = nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]);
    if (kept.norm() - 1.0).abs() < 1e-14 {
        return Ok(Quat::new_unchecked(kept));
    }
    crate::model::unit_quaternion("it", q).map_err(|e| e.to_string())
}

/// Every item of a list, each with its place in errors.
fn every<'a, T>(node: &'a Node, what: &str, read: fn(&'a Node) -> Reading<T>) -> Reading<Vec<T>> {
    let at = |(k, n)| read(n).map_err(|why| format!("{what} {}: {why}", k + 1));
    list(node)?.iter().enumerate().map(at).collect()
}

fn vector(node: &Node) -> Reading<Vec3> {
    some_numbers(node).map(Vec3::from)
}

/// Number of letters to change, add or leave out.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let best = (corner + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = row[j + 1];
            row[j + 1] = best;
        }
    }
    row[b.len()]
}

/// A sentence about the known word nearest to this one, if one is near.
pub(super) fn meant<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let word: String = word.chars().take(60).collect();
    let nearest = known.map(|k| (distance(&word, k), k)).min();
    match nearest {
        Some((d, k)) if d <= 1 + word.chars().count() / 3 => format!("; is \"{k}\" meant?"),
        _ => String::new(),
    }
}

impl<'a> Entry<'a> {
    /// An object; `what` it is, for messages.
    pub(crate) fn new(node: &'a Node, what: &str) -> Result<Self> {
        let Json::Object(members) = &node.value else {
            let text = format!("line {}, {what}: {} stands where {{...}} is needed", node.line, node.value.kind());
            return Err(Error::BadFile(text));
        };
        Ok(Entry { line: node.line, what: what.into(), members, asked: RefCell::default() })
    }

    /// The same object under another description.
    pub(super) fn called(mut self, what: String) -> Self {
        self.what = what;
        self
    }

    /// Its name, or that of the joint, node or beam that it is about, for messages.
    pub(super) fn label(&self) -> Option<&'a str> {
        let of = |key: &str| self.members.iter().find(|(k, _)| k == key).and_then(|(_, node)| text(node).ok());
        ["name", "joint", "node", "beam"].into_iter().find_map(of)
    }

    /// An error of this object.
    pub fn error(&self, text: &str) -> Error {
        Error::BadFile(format!("line {}, {}: {text}", self.line, self.what))
    }

    fn key_error(&self, line: usize, key: &str, text: &str) -> Error {
        Error::BadFile(format!("line {line}, {}, key \"{key}\": {text}", self.what))
    }

    /// An error of the value of a key.
    pub fn wrong(&self, key: &str, text: &str) -> Error {
        let line = self.members.iter().find(|(k, _)| k == key).map_or(self.line, |(_, node)| node.line);
        self.key_error(line, key, text)
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &'static str) -> Option<&'a Node> {
        self.asked.borrow_mut().push(key);
        self.members.iter().find(|(k, _)| k == key).map(|(_, node)| node)
    }

    fn read<T>(&self, key: &'static str, read: impl FnOnce(&'a Node) -> Reading<T>) -> Result<T> {
        match self.get(key) {
            Some(node) => read(node).map_err(|why| self.key_error(node.line, key, &why)),
            None => {
                let asked = self.asked.borrow();
                let others = self.members.iter().map(|(k, _)| k.as_str()).filter(|k| !asked.contains(k));
                // a misspelt key is the likeliest reason
                let hint = others.map(|k| (distance(key, k), k)).min().filter(|(d, _)| *d <= 1 + key.len() / 3);
                let hint = hint.map_or(String::new(), |(_, k)| format!("; is \"{k}\" meant for it?"));
                Err(self.error(&format!("the key \"{key}\" is missing{hint}")))
            }
        }
    }

    fn read_or<T>(&self, key: &'static str, default: T, read: impl FnOnce(&'a Node) -> Reading<T>) -> Result<T> {
        if self.has(key) { self.read(key, read) } else { Ok(default) }
    }

    /// Is the key there?
    pub fn has(&self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// An error unless every key was asked for.
    pub fn finish(&self) -> Result<()> {
        let asked = self.asked.borrow();
        match self.members.iter().find(|(k, _)| !asked.contains(&k.as_str())) {
            None => Ok(()),
            Some((key, node)) => {
                let hint = meant(key, asked.iter().copied());
                Err(self.key_error(node.line, key, &format!("it is not known here{hint}")))
            }
        }
    }

    /// A key that looks like one that was asked for and is not there: the likeliest reason of a failure.
    pub(super) fn misspelt(&self) -> Option<Error> {
        let asked = self.asked.borrow();
        let absent = || asked.iter().copied().filter(|a| !self.members.iter().any(|(k, _)| k == a));
        let others = self.members.iter().filter(|(k, _)| !asked.contains(&k.as_str()));
        let mut hints = others.map(|(key, node)| (key, node.line, meant(key, absent())));
        let (key, line, hint) = hints.find(|(_, _, hint)| !hint.is_empty())?;
        Some(self.key_error(line, key, &format!("it is not known here{hint}")))
    }

    /// A text.
    pub fn text(&self, key: &'static str) -> Result<&'a str> {
        self.read(key, text)
    }

    /// A text, or this one if it is not there.
    pub fn text_or(&self, default: &'a str, key: &'static str) -> Result<&'a str> {
        self.read_or(key, default, text)
    }

    /// Texts, each with its line.
    pub fn lines(&self, key: &'static str) -> Result<Vec<(usize, &'a str)>> {
        self.read(key, |node| every(node, "text", |n| Ok((n.line, text(n)?))))
    }

    /// A number.
    pub fn number(&self, key: &'static str) -> Result<f64> {
        self.read(key, number)
    }

    /// A number, or the default.
    pub fn number_or(&self, default: f64, key: &'static str) -> Result<f64> {
        self.read_or(key, default, number)
    }

    /// A number that need not be there.
    pub fn optional(&self, key: &'static str) -> Result<Option<f64>> {
        self.read_or(key, None, |n| number(n).map(Some))
    }

    /// A count.
    pub fn count(&self, key: &'static str) -> Result<usize> {
        self.read(key, |node| match number(node)? {
            n if (0.0..=1e9).contains(&n) && n.fract() == 0.0 => Ok(n as usize),
            n => Err(format!("{n} is not a count; a whole number that is not negative is needed")),
        })
    }

    /// True or false.
    pub fn flag(&self, key: &'static str) -> Result<bool> {
        self.read(key, |node| match node.value {
            Json::Flag(flag) => Ok(flag),
            ref other => needed("true or false", other),
        })
    }

    /// Numbers.
    pub fn numbers(&self, key: &'static str) -> Result<Vec<f64>> {
        self.read(key, all_numbers)
    }

    /// So many numbers.
    pub fn some_numbers<const N: usize>(&self, key: &'static str) -> Result<[f64; N]> {
        self.read(key, some_numbers)
    }

    /// A vector.
    pub fn vector(&self, key: &'static str) -> Result<Vec3> {
        self.read(key, vector)
    }

    /// A vector, or zero.
    pub fn vector_or_zero(&self, key: &'static str) -> Result<Vec3> {
        self.read_or(key, Vec3::zeros(), vector)
    }

    /// Vectors.
    pub fn vectors(&self, key: &'static str) -> Result<Vec<Vec3>> {
        self.read(key, |node| every(node, "vector", vector))
    }

    /// A matrix of 3 by 3.
    pub fn matrix3(&self, key: &'static str) -> Result<Mat3> {
        self.read(key, matrix)
    }

    /// A matrix of 6 by 6.
    pub fn matrix6(&self, key: &'static str) -> Result<Mat6> {
        self.read(key, matrix)
    }

    /// A matrix of 8 by 8.
    pub fn matrix8(&self, key: &'static str) -> Result<SMatrix<f64, 8, 8>> {
        self.read(key, matrix)
    }

    /// A rotation; none when the key is not there.
    pub fn rotation(&self, key: &'static str) -> Result<Quat> {
        self.read_or(key, Quat::identity(), quaternion)
    }

    /// Rotations.
    pub fn rotations(&self, key: &'static str) -> Result<Vec<Quat>> {
        self.read(key, |node| every(node, "quaternion", quaternion))
    }

    /// One of some words.
    pub fn choice<T: Copy>(&self, key: &'static str, words: &[(&str, T)]) -> Result<T> {
        self.read(key, |node| {
            let word = text(node)?;
            words.iter().find(|(w, _)| *w == word).map(|(_, value)| *value).ok_or_else(|| {
                let known: Vec<String> = words.iter().map(|(w, _)| format!("\"{w}\"")).collect();
                format!("\"{word}\" is not known; it is one of {}", known.join(", "))
            })
        })
    }

    /// Something that was added before, by its name.
    pub fn find(&self, model: &Model, kind: &'static str, key: &'static str) -> Result<usize> {
        self.read(key, |node| model.find_before(kind, text(node)?))
    }

    /// A node by its name.
    pub fn node(&self, model: &Model, key: &'static str) -> Result<NodeId> {
        self.find(model, "node", key).map(NodeId)
    }

    /// A joint by its name.
    pub fn joint(&self, model: &Model, key: &'static str) -> Result<JointId> {
        self.find(model, "joint", key).map(JointId)
    }

    /// A beam by its name.
    pub fn beam(&self, model: &Model, key: &'static str) -> Result<BeamId> {
        self.find(model, "beam", key).map(BeamId)
    }

    /// A function by its name.
    pub fn function(&self, model: &Model, key: &'static str) -> Result<FunctionId> {
        self.find(model, "function", key).map(FunctionId)
    }

    /// Things that were added before, by their names.
    pub fn find_all(&self, model: &Model, kind: &'static str, key: &'static str) -> Result<Vec<usize>> {
        self.read(key, |node| list(node)?.iter().map(|n| model.find_before(kind, text(n)?)).collect())
    }

    /// An object inside this one.
    pub fn object<T>(&self, key: &'static str, read: impl FnOnce(&Entry) -> Result<T>) -> Result<T> {
        let node = self.read(key, Ok)?;
        let inner = Entry::new(node, &format!("{}, \"{key}\"", self.what))?;
        let out = read(&inner)?;
        inner.finish()?;
        Ok(out)
    }

    /// A list of objects inside this one.
    pub fn objects<T>(&self, key: &'static str, mut read: impl FnMut(&Entry) -> Result<T>) -> Result<Vec<T>> {
        let mut out = Vec::new();
        for (k, node) in self.read(key, list)?.iter().enumerate() {
            let inner = Entry::new(node, &format!("{}, \"{key}\" {}", self.what, k + 1))?;
            out.push(read(&inner)?);
            inner.finish()?;
        }
        Ok(out)
    }

    /// Where a joint sits on a node.
    pub fn attachment(&self, model: &Model, key: &'static str) -> Result<Attachment> {
        self.object(key, |e| {
            let axes = if e.has("axes") { e.matrix3("axes")? } else { Mat3::identity() };
            if (axes.transpose() * axes - Mat3::identity()).amax() > 1e-6 || axes.determinant() < 0.0 {
                return Err(e.wrong("axes", "the columns are not unit vectors at right angles, right-handed"));
            }
            Ok(Attachment { node: e.node(model, "node")?, offset: e.vector_or_zero("offset")?, axes })
        })
    }
}
