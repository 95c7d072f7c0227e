//! What acts on joint coordinates, and what couples them.

use super::file::record::{Entry, Record};
use super::registry::Kind;
use super::{JointId, Model, TermId, registry};
use crate::error::{Error, Result, require_finite};
use crate::joints::{CoordinateAction, Coupling, Prescribed};
use crate::terms::law::{Dissipative, Elastic, ForceTable};
use crate::terms::{Class, FunctionId, LockState, ScalarId, Term};

impl Model {
    /// Add springs, stops, dampers and friction on a joint coordinate.
    pub fn add_joint_action(
        &mut self,
        name: &str,
        joint: JointId,
        coordinate: usize,
        elastic: Vec<Elastic>,
        dampers: Vec<Dissipative>,
    ) -> Result<TermId> {
        let what = format!("spring \"{name}\"");
        elastic.iter().try_for_each(|law| law.check(&what))?;
        dampers.iter().try_for_each(|law| law.check(&what))?;
        let laws = elastic.iter().map(elastic_record).chain(dampers.iter().map(damper_record)).collect::<Vec<_>>();
        let id = self.on_coordinate(&SPRING, name, joint, coordinate, |scalar| {
            Box::new(CoordinateAction::new(scalar, elastic, dampers))
        })?;
        self.record(self.on("joint action", name, joint, coordinate).objects("laws", laws));
        Ok(id)
    }

    /// Add a linear spring and damper on a joint coordinate: stiffness, damping, unstretched value.
    pub fn add_joint_spring(
        &mut self,
        name: &str,
        joint: JointId,
        coordinate: usize,
        [stiffness, damping, rest]: [f64; 3],
    ) -> Result<TermId> {
        let spring = Elastic::Linear { stiffness, rest, preload: 0.0 };
        self.add_joint_action(name, joint, coordinate, vec![spring], vec![Dissipative::Viscous(damping)])
    }

    /// Add a force [N] or torque [N·m] along a joint coordinate: `factor` times a function.
    pub fn add_joint_force(
        &mut self,
        name: &str,
        joint: JointId,
        coordinate: usize,
        factor: f64,
        function: FunctionId,
    ) -> Result<TermId> {
        require_finite(&format!("force \"{name}\", factor"), &[factor])?;
        self.function(function)?;
        let id = self.on_coordinate(&FORCE, name, joint, coordinate, |scalar| {
            Box::new(CoordinateAction::force(scalar, factor, function))
        })?;
        let record = self.on("joint force", name, joint, coordinate).number("factor", factor);
        self.record(record.function("function", function));
        Ok(id)
    }

    /// A record of something on a joint coordinate.
    fn on(&self, kind: &'static str, name: &str, joint: JointId, coordinate: usize) -> Record {
        let record = Record::new(kind).text("name", name).text("joint", &self.joints[joint.0].name);
        record.count("coordinate", coordinate)
    }

    fn on_coordinate(
        &mut self,
        kind: &'static Kind,
        name: &str,
        joint: JointId,
        coordinate: usize,
        term: impl FnOnce(ScalarId) -> Box<dyn Term>,
    ) -> Result<TermId> {
        self.coordinate(joint, coordinate)?;
        self.name(kind, name, self.terms.len())?;
        let (scalar, ..) = self.scalar(joint, coordinate)?;
        self.terms.push(registry::Entry::new(kind, name, term(scalar)));
        Ok(TermId(self.terms.len() - 1))
    }

    /// A scalar unknown as messages say it: the joint whose coordinate it is, and what acts on it.
    pub fn describe_scalar(&self, scalar: usize) -> String {
        let places =
            |joint: &super::Joint| (0..joint.drives.len()).find(|c| joint.term.scalar_of(*c) == Some(ScalarId(scalar)));
        let Some((joint, c)) = self.joints.iter().find_map(|joint| Some((joint, places(joint)?))) else {
            let own = self.generalised().iter().find(|own| own.scalar.0 == scalar);
            return own.map_or_else(
                || format!("scalar number {scalar}"),
                |own| format!("generalised coordinate \"{}\"", own.name),
            );
        };
        let force = match joint.term.coordinates()[c].class() {
            Class::Translation => "force",
            Class::Rotation => "moment",
        };
        let acts = |k: &usize| {
            let term = self.term(*k);
            term.nodes().is_empty() && term.scalars().contains(&ScalarId(scalar))
        };
        let acting: Vec<_> = (0..self.term_count()).filter(acts).map(|k| self.term_name(k)).collect();
        let acting = if acting.is_empty() { String::new() } else { format!(" ({})", acting.join(", ")) };
        format!("joint \"{}\", {force} along coordinate {c}{acting}", joint.name)
    }

    /// Let a joint coordinate be locked and released during a run; `locked`: it begins locked, where the reference configuration
    /// has it.
    pub fn add_lock(&mut self, joint: JointId, coordinate: usize, locked: bool) -> Result<()> {
        self.coordinate(joint, coordinate)?;
        let own = &self.joints[joint.0];
        let name = format!("{}[{coordinate}]", own.name);
        if own.locks[coordinate].is_some() {
            return Err(Error::InvalidArgument(format!(
                "joint \"{}\": coordinate {coordinate} has a lock already",
                own.name
            )));
        }
        if own.drives[coordinate].is_some() {
            return Err(self.driven_and_locked(joint, coordinate));
        }
        self.name(&LOCK, &name, self.terms.len())?;
        let (scalar, class, value) = self.scalar(joint, coordinate)?;
        let place = self.locks.len();
        self.locks.push(LockState { on: locked, value, ..Default::default() });
        self.joints[joint.0].locks[coordinate] = Some((place, self.terms.len()));
        self.terms.push(registry::Entry::new(&LOCK, &name, Box::new(Prescribed::lock(scalar, class, place))));
        let record = Record::new("lock").text("joint", &self.joints[joint.0].name).count("coordinate", coordinate);
        self.record(record.flag("locked", locked));
        Ok(())
    }

    /// Whichever of the two comes second is refused.
    pub(super) fn driven_and_locked(&self, joint: JointId, coordinate: usize) -> Error {
        Error::InvalidArgument(format!(
            "joint \"{}\": coordinate {coordinate} cannot have both a drive and a lock; leave out one of them",
            self.joints[joint.0].name
        ))
    }

    /// The locks as a run begins.
    pub fn locks(&self) -> &[LockState] {
        &self.locks
    }

    /// Couple joint coordinates: Σ factor · coordinate stays what it is in the reference configuration, plus a function of time if
    /// one is given.
    pub fn add_coupling(
        &mut self,
        name: &str,
        parts: &[(JointId, usize, f64)],
        function: Option<FunctionId>,
    ) -> Result<TermId> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("coupling \"{name}\": {text}")));
        if parts.is_empty() {
            return bad("no coordinates are given; at least one is needed".into());
        }
        if let Some(function) = function {
            self.function(function)?;
        }
        for (k, (joint, coordinate, factor)) in parts.iter().enumerate() {
            self.coordinate(*joint, *coordinate)?;
            if !(factor.is_finite() && *factor != 0.0) {
                return bad(format!("factor {k} is {factor}; it must be finite and not zero"));
            }
            if parts[..k].iter().any(|(j, c, _)| j == joint && c == coordinate) {
                let joint = &self.joints[joint.0].name;
                return bad(format!("coordinate {coordinate} of joint \"{joint}\" is given twice; add up its factors"));
            }
        }
        self.name(&COUPLING, name, self.terms.len())?;
        let (mut scalars, mut offset, mut class) = (Vec::new(), 0.0, None);
        for (joint, coordinate, factor) in parts {
            let (scalar, own, value) = self.scalar(*joint, *coordinate)?;
            scalars.push(scalar);
            offset += factor * value;
            class.get_or_insert(own);
        }
        let part = |(joint, coordinate, factor): &(JointId, usize, f64)| {
            let part = Record::part().text("joint", &self.joints[joint.0].name).count("coordinate", *coordinate);
            part.number("factor", *factor)
        };
        let record = Record::new("coupling").text("name", name).objects("parts", parts.iter().map(part));
        self.record(match function {
            Some(function) => record.function("function", function),
            None => record,
        });
        let factors = parts.iter().map(|p| p.2).collect();
        let class = class.unwrap_or(crate::terms::Class::Rotation);
        let term = Box::new(Coupling::new(scalars, factors, class, offset, function));
        self.terms.push(registry::Entry::new(&COUPLING, name, term));
        Ok(TermId(self.terms.len() - 1))
    }
}

fn points(law: &'static str, table: &ForceTable, arguments: &'static str) -> Record {
    let (s, force) = table.points();
    Record::part().text("law", law).numbers(arguments, s).numbers("forces", force)
}

fn elastic_record(law: &Elastic) -> Record {
    let new = |law| Record::part().text("law", law);
    match law {
        Elastic::Linear { stiffness, rest, preload } => {
            let record = new("spring").number("stiffness", *stiffness).number_unless(0.0, "rest", *rest);
            record.number_unless(0.0, "preload", *preload)
        }
        Elastic::Table(table) => points("spring table", table, "values"),
        Elastic::Stop { limit, upward, stiffness, softness } => {
            let record = new("stop").number("limit", *limit).flag("upward", *upward);
            record.number("stiffness", *stiffness).number("softness", *softness)
        }
    }
}

fn damper_record(law: &Dissipative) -> Record {
    let new = |law| Record::part().text("law", law);
    match law {
        Dissipative::Viscous(damping) => new("damper").number("damping", *damping),
        Dissipative::Table(table) => points("damper table", table, "rates"),
        Dissipative::Friction { sliding, breakaway, stribeck, creep } => {
            let record = new("friction").number("sliding", *sliding).number("breakaway", *breakaway);
            record.number("stribeck", *stribeck).number("creep", *creep)
        }
    }
}

/// A law of either sort.
#[derive(Clone)]
enum Law {
    Elastic(Elastic),
    Damper(Dissipative),
}

type ReadLaw = fn(&str, &Entry) -> Result<Law>;

const LAWS: [(&str, ReadLaw); 6] = [
    ("spring", |_, e| {
        let (stiffness, rest) = (e.number("stiffness")?, e.number_or(0.0, "rest")?);
        Ok(Law::Elastic(Elastic::Linear { stiffness, rest, preload: e.number_or(0.0, "preload")? }))
    }),
    ("spring table", |what, e| {
        let table = ForceTable::new(what, &e.numbers("values")?, &e.numbers("forces")?)?;
        Ok(Law::Elastic(Elastic::Table(table)))
    }),
    ("stop", |_, e| {
        let (limit, upward) = (e.number("limit")?, e.flag("upward")?);
        let (stiffness, softness) = (e.number("stiffness")?, e.number("softness")?);
        Ok(Law::Elastic(Elastic::Stop { limit, upward, stiffness, softness }))
    }),
    ("damper", |_, e| Ok(Law::Damper(Dissipative::Viscous(e.number("damping")?)))),
    ("damper table", |what, e| {
        let table = ForceTable::new(what, &e.numbers("rates")?, &e.numbers("forces")?)?;
        Ok(Law::Damper(Dissipative::Table(table)))
    }),
    ("friction", |_, e| {
        let (sliding, breakaway) = (e.number("sliding")?, e.number("breakaway")?);
        let (stribeck, creep) = (e.number("stribeck")?, e.number("creep")?);
        Ok(Law::Damper(Dissipative::Friction { sliding, breakaway, stribeck, creep }))
    }),
];

/// Springs, stops, dampers and friction on joint coordinates.
pub static SPRING: Kind = Kind {
    records: &[("joint action", |m, e| {
        let name = e.text("name")?;
        let what = format!("spring \"{name}\"");
        let (mut elastic, mut dampers) = (Vec::new(), Vec::new());
        for law in e.objects("laws", |e| e.choice("law", &LAWS)?(&what, e))? {
            match law {
                Law::Elastic(law) => elastic.push(law),
                Law::Damper(law) => dampers.push(law),
            }
        }
        m.add_joint_action(name, e.joint(m, "joint")?, e.count("coordinate")?, elastic, dampers).map(drop)
    })],
    ..Kind::with_ids("spring", 6)
};

/// Forces on joint coordinates; their ids are those of springs.
pub static FORCE: Kind = Kind {
    called: "spring",
    records: &[("joint force", |m, e| {
        let (joint, coordinate) = (e.joint(m, "joint")?, e.count("coordinate")?);
        m.add_joint_force(e.text("name")?, joint, coordinate, e.number("factor")?, e.function(m, "function")?).map(drop)
    })],
    ..Kind::with_ids("force", 6)
};

/// Locks of joint coordinates.
pub static LOCK: Kind = Kind {
    records: &[
        ("lock", |m, e| m.add_lock(e.joint(m, "joint")?, e.count("coordinate")?, e.flag("locked")?)),
        ("lock switch", |m, e| {
            m.schedule_lock(e.joint(m, "joint")?, e.count("coordinate")?, e.number("time")?, e.flag("lock")?)
        }),
    ],
    ..Kind::new("lock")
};

/// Couplings of joint coordinates.
pub static COUPLING: Kind = Kind {
    records: &[("coupling", |m, e| {
        let part = |p: &Entry| Ok((p.joint(m, "joint")?, p.count("coordinate")?, p.number("factor")?));
        let parts = e.objects("parts", part)?;
        let function = if e.has("function") { Some(e.function(m, "function")?) } else { None };
        m.add_coupling(e.text("name")?, &parts, function).map(drop)
    })],
    ..Kind::with_ids("coupling", 12)
};
