//! Records of nodes, bodies, functions, joints, loads and sections, and the calls that they stand for.

use super::file::record::{Entry, Record};
use super::registry::Kind;
use super::{Model, NodeKind};
use crate::error::Result;
use crate::joints;
use crate::loads::{Axes, HostFunction, Table, TimeFunction};
use crate::math::{Quat, Vec3};
use crate::sections::{BeamSection, Convention};
use crate::terms::FunctionId;
use crate::terms::holonomic::{Attachment, Pair};

const NODES: [(&str, NodeKind); 3] =
    [("free", NodeKind::Free), ("point", NodeKind::Point), ("ground", NodeKind::Ground)];
const AXES: [(&str, Axes); 2] = [("dead", Axes::Dead), ("follower", Axes::Follower)];
const CURVES: [(&str, bool); 2] = [("linear", false), ("cubic", true)];

/// The word of a value, from the list by which it is read.
pub(super) fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, v)| *v == value).map_or("", |(w, _)| w)
}

pub(super) fn axes_word(axes: Axes) -> &'static str {
    word(&AXES, axes)
}

pub(super) fn axes(e: &Entry) -> Result<Axes> {
    e.choice("axes", &AXES)
}

pub(super) fn node(name: &str, kind: NodeKind, x: &Vec3, rotation: &Quat) -> Record {
    let record = Record::new("node").text("name", name).text("type", word(&NODES, kind));
    record.vector("position", x).rotation("orientation", rotation)
}

pub(super) fn section(record: Record, section: &BeamSection) -> Record {
    let record = record.matrix("stiffness", &section.stiffness).matrix("mass", &section.mass);
    record.number_unless(0.0, "damping", section.damping)
}

pub(super) fn read_section(e: &Entry) -> Result<BeamSection> {
    let (stiffness, mass) = (e.matrix6("stiffness")?, e.matrix6("mass")?);
    Ok(BeamSection { stiffness, mass, damping: e.number_or(0.0, "damping")? })
}

pub(super) fn function(id: FunctionId, function: &TimeFunction) -> Record {
    let new = |kind| Record::new(kind).function("name", id);
    match function {
        TimeFunction::Constant(value) => new("constant").number("value", *value),
        TimeFunction::Table(table) => {
            let (t, y) = table.points();
            let record = new("table").text("interpolation", word(&CURVES, table.is_cubic()));
            record.numbers("times", t).numbers("values", y)
        }
        TimeFunction::Harmonic { amplitude, frequency, phase } => {
            new("harmonic").number("amplitude", *amplitude).number("frequency", *frequency).number("phase", *phase)
        }
        TimeFunction::OneMinusCosine { amplitude, start, duration, hold } => {
            let record = new("one minus cosine").number("amplitude", *amplitude).number("start", *start);
            record.number("duration", *duration).flag("hold", *hold)
        }
        TimeFunction::Sum(parts) => new("sum").functions("functions", parts),
        TimeFunction::Product(parts) => new("product").functions("functions", parts),
        TimeFunction::Host(_) => new("host function"),
        // these two are recorded whole by their constructors
        TimeFunction::Actuator(_) => new("actuator"),
        TimeFunction::Input(_) => new("input"),
    }
}

pub(super) fn joint(model: &Model, name: &str, pair: &Pair, a: &Attachment, b: &Attachment) -> Record {
    let mut record = Record::new("joint").text("name", name).text("type", pair.kind);
    if let Some((what, value)) = pair.parameter {
        record = record.number(what, value);
    }
    let value = pair.parameter.map_or(0.0, |(_, value)| value);
    if !joints::KINDS.iter().any(|(kind, _, make)| *kind == pair.kind && make(value) == *pair) {
        let why = format!("joint \"{name}\" is of a kind of its own, \"{}\", which files do not know", pair.kind);
        record = record.cannot_be_written(why);
    }
    record.attachment("a", model, a).attachment("b", model, b)
}

fn add(m: &mut Model, e: &Entry, function: TimeFunction) -> Result<()> {
    m.add_named_function(e.text("name")?, function).map(drop)
}

fn parts(m: &Model, e: &Entry) -> Result<Vec<FunctionId>> {
    Ok(e.find_all(m, "function", "functions")?.into_iter().map(FunctionId).collect())
}

/// Gravity, of which there is one.
pub static GRAVITY: Kind =
    Kind { records: &[("gravity", |m, e| m.set_gravity(e.vector("gravity")?))], ..Kind::new("gravity") };

/// Nodes.
pub static NODE: Kind = Kind {
    places: |m| m.nodes.len(),
    records: &[
        ("node", |m, e| {
            let kind = e.choice("type", &NODES)?;
            m.add_node(e.text("name")?, kind, e.vector("position")?, e.rotation("orientation")?).map(drop)
        }),
        ("velocity", |m, e| m.set_velocity(e.node(m, "node")?, e.vector("velocity")?, e.vector("angular_velocity")?)),
    ],
    ..Kind::with_ids("node", 1)
};

/// Rigid bodies and point masses.
pub static BODY: Kind = Kind {
    records: &[
        ("rigid body", |m, e| {
            let (mass, center) = (e.number("mass")?, e.vector("center")?);
            m.add_rigid_body(e.text("name")?, e.node(m, "node")?, mass, center, e.matrix3("inertia")?).map(drop)
        }),
        ("point mass", |m, e| {
            let (mass, offset) = (e.number("mass")?, e.vector_or_zero("offset")?);
            m.add_point_mass(e.text("name")?, e.node(m, "node")?, mass, offset).map(drop)
        }),
    ],
    ..Kind::with_ids("body", 2)
};

/// Functions of time.
pub static FUNCTION: Kind = Kind {
    places: |m| m.functions.len(),
    records: &[
        ("constant", |m, e| add(m, e, TimeFunction::Constant(e.number("value")?))),
        ("table", |m, e| {
            let cubic = e.choice("interpolation", &CURVES)?;
            add(m, e, TimeFunction::Table(Table::new(&e.numbers("times")?, &e.numbers("values")?, cubic)?))
        }),
        ("harmonic", |m, e| {
            let (amplitude, frequency, phase) = (e.number("amplitude")?, e.number("frequency")?, e.number("phase")?);
            add(m, e, TimeFunction::Harmonic { amplitude, frequency, phase })
        }),
        ("one minus cosine", |m, e| {
            let (amplitude, start, duration) = (e.number("amplitude")?, e.number("start")?, e.number("duration")?);
            add(m, e, TimeFunction::OneMinusCosine { amplitude, start, duration, hold: e.flag("hold")? })
        }),
        ("sum", |m, e| {
            let parts = parts(m, e)?;
            add(m, e, TimeFunction::Sum(parts))
        }),
        ("product", |m, e| {
            let parts = parts(m, e)?;
            add(m, e, TimeFunction::Product(parts))
        }),
        ("host function", |m, e| {
            let function: HostFunction = m.hook(e, "a function of time", e.text("name")?)?;
            add(m, e, TimeFunction::Host(function))
        }),
    ],
    ..Kind::with_ids("function", 4)
};

/// Inputs, which are functions too.
pub static INPUT: Kind = Kind {
    called: "function",
    places: |m| m.functions.len(),
    records: &[("input", |m, e| m.add_input(e.text("name")?, e.number("initial")?).map(drop))],
    ..Kind::with_ids("input", 4)
};

/// Sections of beams.
pub static SECTION: Kind = Kind {
    places: |m| m.sections.len(),
    records: &[("section", |m, e| {
        let section = read_section(e)?;
        section.check(&format!("\"{}\"", e.text("name")?))?;
        let given_as = match e.has("given_as") {
            true => e.choice("given_as", &[("BeamDyn", Convention::BeamDyn)])?,
            false => Convention::Epple,
        };
        m.add_section_of(e.text("name")?, section, given_as).map(drop)
    })],
    ..Kind::with_ids("section", 7)
};
