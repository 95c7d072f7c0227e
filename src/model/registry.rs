//! The terms of a model in one list: joints, what else acts on nodes and coordinates, elements of beams; and, for the search of a start
//! alone, values of joint coordinates and the links of rigid beams.

use super::{BeamLine, Model};
use crate::joints::Start;
use crate::terms::Term;

impl Model {
    /// Number of terms: joints first, then the others, then the elements of beams.
    pub fn term_count(&self) -> usize {
        self.joints.len() + self.others.len() + self.beam_elements.len()
    }

    /// Values and rates of joint coordinates at the start. As terms they follow those of a run.
    pub fn joint_starts(&self) -> &[Start] {
        &self.joint_starts
    }

    /// A term, in the order of [`term_count`](Self::term_count), and of [`joint_starts`](Self::joint_starts) and
    /// [`start_links`](Self::start_links) after that.
    pub fn term(&self, k: usize) -> &dyn Term {
        let (joints, others) = (self.joints.len(), self.others.len());
        if k < joints {
            &self.joints[k].term
        } else if k < joints + others {
            self.others[k - joints].term.as_ref()
        } else if k < self.term_count() {
            self.beam_elements[k - joints - others].1.as_ref()
        } else {
            let place = k - self.term_count();
            match self.joint_starts.get(place) {
                Some(start) => start,
                None => &self.start_links(true)[place - self.joint_starts.len()],
            }
        }
    }

    /// Kind and name of a term, as messages say it: joint "hinge".
    pub fn term_name(&self, k: usize) -> String {
        let (joints, others) = (self.joints.len(), self.others.len());
        if k < joints {
            format!("joint \"{}\"", self.joints[k].name)
        } else if k < joints + others {
            format!("{} \"{}\"", self.others[k - joints].kind, self.others[k - joints].name)
        } else if k >= self.term_count() {
            let Some(start) = self.joint_starts.get(k - self.term_count()) else {
                return "connection taken as rigid".into();
            };
            let (joint, coordinate) = start.of();
            format!("start \"{}[{coordinate}]\"", self.joints[joint].name)
        } else {
            let place = k - joints - others;
            let beam = &self.beams[self.beam_elements[place].0];
            format!("beam \"{}\", element {}", beam.name, place - beam.first)
        }
    }

    /// The beam that a term is an element of.
    pub fn beam_of(&self, k: usize) -> Option<&BeamLine> {
        let place = k.checked_sub(self.joints.len() + self.others.len())?;
        self.beam_elements.get(place).map(|(beam, _)| &self.beams[*beam])
    }

    /// Place of an "other" term in the list of all terms.
    pub fn other_term(&self, other: usize) -> usize {
        self.joints.len() + other
    }
}
