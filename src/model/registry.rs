//! What a model is made of: the kinds of things, each listed once, and the terms of a run in one list, in the order in which they were
//! added.
//!
//! A [`Kind`] stands beside the constructors of its things and says how messages, files, ids of the C interface and hosts that look
//! for a name call them. [`KINDS`](super::KINDS) is the list of all of them.

use super::file::record::Records;
use super::{BeamLine, Joint, KINDS, Model, TermId};
use crate::elements::beam::Beam;
use crate::error::{Error, Result};
use crate::joints::Start;
use crate::terms::Term;
use crate::terms::inertia::Inertia;
use std::any::Any;
use std::sync::Arc;

/// A kind of thing.
pub struct Kind {
    /// in messages and in [`Model::find`]; names are unique among things of one kind
    pub name: &'static str,
    /// word by which hosts look for one, `None` if they cannot
    pub sought: Option<&'static str>,
    /// upper eight bits of its ids in the C interface; 0: it has none
    pub code: u32,
    /// what its ids are said to be ids of
    pub called: &'static str,
    /// how many places there are in the list that its ids count along
    pub places: fn(&Model) -> usize,
    /// the kinds of record that make such things, with the calls that they stand for
    pub records: Records,
}

impl Kind {
    /// Terms that have no ids.
    pub const fn new(name: &'static str) -> Kind {
        Kind { name, sought: None, code: 0, called: name, places: |m| m.terms.len(), records: &[] }
    }

    /// Terms, or what else `places` counts, with ids of this code, by which hosts find them under their own name.
    pub const fn with_ids(name: &'static str, code: u32) -> Kind {
        Kind { sought: Some(name), code, ..Kind::new(name) }
    }
}

/// A term, or where it is.
#[derive(Clone)]
pub(super) enum Held {
    /// the joint of this place
    Joint(usize),
    /// an element of the beam of this place
    Beam(usize, Arc<dyn Beam>),
    /// any other
    Term(Arc<dyn Term>),
}

/// A term by kind and name.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) kind: &'static Kind,
    pub(super) name: String,
    pub(super) held: Held,
}

impl Entry {
    pub(super) fn new(kind: &'static Kind, name: &str, term: Box<dyn Term>) -> Self {
        Entry { kind, name: name.into(), held: Held::Term(term.into()) }
    }
}

impl Model {
    /// Add a term under a name that is unique among those of its kind.
    pub(super) fn add_term(&mut self, kind: &'static Kind, name: &str, term: Box<dyn Term>) -> Result<TermId> {
        self.name(kind, name, self.terms.len())?;
        self.terms.push(Entry::new(kind, name, term));
        Ok(TermId(self.terms.len() - 1))
    }

    /// Number of terms of a run.
    pub fn term_count(&self) -> usize {
        self.terms.len()
    }

    /// Values and rates of joint coordinates at the start. As terms they follow those of a run.
    pub fn joint_starts(&self) -> &[Start] {
        &self.joint_starts
    }

    /// A term, in the order of [`term_count`](Self::term_count), and of [`joint_starts`](Self::joint_starts) and
    /// [`start_links`](Self::start_links) after that.
    pub fn term(&self, k: usize) -> &dyn Term {
        match self.terms.get(k).map(|entry| &entry.held) {
            Some(Held::Joint(joint)) => &self.joints[*joint].term,
            Some(Held::Beam(_, element)) => element.as_ref(),
            Some(Held::Term(term)) => term.as_ref(),
            None => {
                let place = k - self.terms.len();
                match self.joint_starts.get(place) {
                    Some(start) => start,
                    None => &self.start_links(true)[place - self.joint_starts.len()],
                }
            }
        }
    }

    /// All terms of a run.
    pub(super) fn each_term(&self) -> impl Iterator<Item = &dyn Term> {
        (0..self.terms.len()).map(|k| self.term(k))
    }

    /// Kind and name of a term, as messages say it: joint "hinge".
    pub fn term_name(&self, k: usize) -> String {
        match self.terms.get(k) {
            Some(Entry { kind, held: Held::Beam(beam, _), .. }) => {
                let beam = &self.beams[*beam];
                format!("{} \"{}\", element {}", kind.name, beam.name, k - beam.first)
            }
            Some(entry) => format!("{} \"{}\"", entry.kind.name, entry.name),
            None => match self.joint_starts.get(k - self.terms.len()) {
                Some(start) => {
                    let (joint, coordinate) = start.of();
                    format!("start \"{}[{coordinate}]\"", self.joints[joint].name)
                }
                None => "connection taken as rigid".into(),
            },
        }
    }

    /// The term that an id stands for.
    pub fn term_of(&self, id: TermId) -> Result<&dyn Term> {
        if id.0 >= self.terms.len() {
            return Err(super::unknown("term", id.0, self.terms.len()));
        }
        Ok(self.term(id.0))
    }

    /// The joint that a term is, by its place among the joints.
    pub fn joint_of(&self, k: usize) -> Option<usize> {
        match self.terms.get(k)?.held {
            Held::Joint(joint) => Some(joint),
            _ => None,
        }
    }

    /// The beam that a term is an element of.
    pub fn beam_of(&self, k: usize) -> Option<&BeamLine> {
        match self.terms.get(k)?.held {
            Held::Beam(beam, _) => Some(&self.beams[beam]),
            _ => None,
        }
    }

    /// The term at a place, if it is of this type.
    fn typed_at<T: Term>(&self, place: usize) -> Option<&T> {
        match &self.terms.get(place)?.held {
            Held::Term(term) => {
                let any: &dyn Any = term.as_ref();
                any.downcast_ref()
            }
            _ => None,
        }
    }

    /// The term at a place; it is to be of this kind and type.
    pub(super) fn typed<T: Term>(&self, kind: &Kind, place: usize) -> Result<&T> {
        self.typed_at(place).ok_or_else(|| not_of_this_model(kind))
    }

    /// All terms of a kind and type, by name.
    pub(super) fn each<T: Term>(&self, kind: &Kind) -> impl Iterator<Item = (&str, &T)> {
        let terms = self.terms.iter().enumerate().filter(|(_, entry)| entry.kind.name == kind.name);
        terms.filter_map(|(k, entry)| Some((entry.name.as_str(), self.typed_at(k)?)))
    }

    /// All that has mass in one node, nodes of beams among them.
    pub fn bodies(&self) -> impl Iterator<Item = &Inertia> {
        self.each_term().filter_map(|term| term.inertia())
    }

    /// All joints.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// What has this name, by the word by which hosts look for its kind: its kind and its place.
    pub fn look_up(&self, word: &str, name: &str) -> Result<(&'static Kind, usize)> {
        let sought: Vec<&'static Kind> = KINDS.into_iter().filter(|kind| kind.sought == Some(word)).collect();
        if sought.is_empty() {
            let mut known: Vec<&str> = KINDS.into_iter().filter_map(|kind| kind.sought).collect();
            known.dedup();
            let text = format!("the kind \"{word}\" is not known; it is one of {}", known.join(", "));
            return Err(Error::InvalidArgument(text));
        }
        let found = sought.iter().find_map(|kind| Some((*kind, self.find(kind.name, name).ok()?)));
        found.ok_or_else(|| {
            let names: Vec<&str> = sought.iter().map(|kind| kind.name).collect();
            Error::UnknownId(format!("no {} has the name \"{name}\"", names.join(" or ")))
        })
    }
}

/// An id that no constructor of this model gave.
pub(super) fn not_of_this_model(kind: &Kind) -> Error {
    let called = kind.called;
    Error::UnknownId(format!("the model has no {called} of this id; does it come from another model?"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::BushingLaw;
    use crate::math::{Mat6, Quat, Vec3, Vec6};
    use crate::model::{BushingId, NodeKind};

    #[test]
    fn kinds_have_names_codes_and_records_of_their_own() {
        for (k, kind) in KINDS.iter().enumerate() {
            for other in &KINDS[..k] {
                assert_ne!(kind.name, other.name);
                // kinds with one code have ids of one sort
                assert_eq!(kind.code != 0 && kind.code == other.code, kind.called == other.called, "{}", kind.name);
            }
            assert_eq!(kind.code == 0, kind.sought.is_none(), "{}", kind.name);
        }
        let mut records: Vec<&str> = KINDS.iter().flat_map(|kind| kind.records).map(|(name, _)| *name).collect();
        let count = records.len();
        records.sort_unstable();
        records.dedup();
        assert_eq!(records.len(), count);
    }

    /// Bodies before and behind a joint, a drive and a bushing: all in one list, in their order, each by its own id and name.
    #[test]
    fn terms_stand_in_the_order_in_which_they_were_added() {
        let mut model = Model::new();
        let place = |k: usize| Vec3::x() * k as f64;
        let nodes: Vec<_> = (0..3)
            .map(|k| {
                let kind = if k == 0 { NodeKind::Ground } else { NodeKind::Free };
                model.add_node(&format!("n{k}"), kind, place(k), Quat::identity()).unwrap()
            })
            .collect();
        let on = |model: &Model, k: usize| model.attach(nodes[k], place(k), Quat::identity()).unwrap();
        let first = model.add_point_mass("first", nodes[1], 1.0, Vec3::zeros()).unwrap();
        let (a, b) = (on(&model, 0), model.attach(nodes[1], place(0), Quat::identity()).unwrap());
        let joint = model.add_joint("hinge", crate::joints::revolute(), a, b).unwrap();
        let second = model.add_point_mass("second", nodes[2], 2.0, Vec3::zeros()).unwrap();
        let law = BushingLaw { stiffness: Mat6::identity(), damping: Mat6::zeros(), preload: Vec6::zeros() };
        let bushing = model.add_bushing("rubber", on(&model, 1), on(&model, 2), law).unwrap();
        let function = model.add_function(crate::loads::TimeFunction::Constant(0.0)).unwrap();
        model.drive_joint(joint, 0, function).unwrap();

        let names: Vec<String> = (0..model.term_count()).map(|k| model.term_name(k)).collect();
        let expected =
            ["body \"first\"", "joint \"hinge\"", "body \"second\"", "bushing \"rubber\"", "drive \"hinge[0]\""];
        assert_eq!(names, expected);
        assert_eq!((first, second, bushing), (TermId(0), TermId(2), BushingId(3)));
        assert_eq!((model.joint(joint).unwrap().place, model.joint_of(1), model.joint_of(0)), (1, Some(0), None));
        assert_eq!(model.bodies().map(|body| body.mass()).collect::<Vec<_>>(), [1.0, 2.0]);
        assert!(model.bushing(bushing).is_ok());
        for wrong in [0, 1, 9] {
            let text = model.bushing(BushingId(wrong)).unwrap_err().to_string();
            assert!(text.contains("no bushing of this id"), "{text}");
        }
        let (kind, place) = model.look_up("bushing", "rubber").unwrap();
        assert_eq!((kind.code, place), (14, 3));
        let text = model.look_up("contact", "rubber").map(|found| found.1).unwrap_err().to_string();
        assert!(text.contains("no rolling disc or knife edge has the name \"rubber\""), "{text}");
        let text = model.look_up("screwdriver", "rubber").map(|found| found.1).unwrap_err().to_string();
        assert!(text.contains("it is one of node, body,") && text.contains("contact, condition,"), "{text}");
        // what fails takes back its terms and names
        assert!(
            model
                .all_or_nothing(|m| {
                    m.add_point_mass("third", nodes[2], 1.0, Vec3::zeros())?;
                    m.add_point_mass("first", nodes[2], 1.0, Vec3::zeros())
                })
                .is_err()
        );
        assert_eq!(model.term_count(), 5);
        assert!(model.add_point_mass("third", nodes[2], 1.0, Vec3::zeros()).is_ok());
    }
}
