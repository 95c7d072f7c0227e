//! All or nothing: a constructor that fails takes back what it has added.
//!
//! Constructors add at the ends of the model's lists. What one of them has added before it failed is what stands behind the ends as they
//! were. A thing that was there before is changed last, when nothing can fail any more.

use super::{KINDS, Model};
use crate::error::Result;
use crate::terms::Term;
use std::collections::HashMap;

/// A list that can be cut back.
trait List {
    fn length(&self) -> usize;
    fn cut(&mut self, length: usize);
}

impl<T> List for Vec<T> {
    fn length(&self) -> usize {
        self.len()
    }

    fn cut(&mut self, length: usize) {
        self.truncate(length);
    }
}

/// Number of the lists.
const LISTS: usize = 23;

/// How long the lists of a model were.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    lists: [usize; LISTS],
    scalars: usize,
    names: usize,
}

impl Model {
    /// Every list at whose end constructors add.
    fn lists(&mut self) -> [&mut dyn List; LISTS] {
        [
            &mut self.nodes,
            &mut self.joints,
            &mut self.terms,
            &mut self.joint_starts,
            &mut self.beams,
            &mut self.stations,
            &mut self.sections,
            &mut self.shell_sections,
            &mut self.shells,
            &mut self.solid_materials,
            &mut self.solids,
            &mut self.face_sets,
            &mut self.ties,
            &mut self.node_sets,
            &mut self.element_sets,
            &mut self.beamdyn_sections,
            &mut self.functions,
            &mut self.function_names,
            &mut self.inputs,
            &mut self.actuators,
            &mut self.generalised,
            &mut self.locks,
            &mut self.records,
        ]
    }

    /// What there is now.
    pub fn mark(&mut self) -> Mark {
        let lists = self.lists().map(|list| list.length());
        Mark { lists, scalars: self.scalars.len(), names: self.names.len() }
    }

    /// Take back all that was added since.
    pub fn cut_back(&mut self, mark: &Mark) {
        for (list, length) in self.lists().into_iter().zip(mark.lists) {
            list.cut(length);
        }
        // a coordinate of a joint that is left may have become an unknown
        let of_joints = self.joints.iter().flat_map(|joint| joint.term.scalars()).map(|s| s.0 + 1);
        let kept = of_joints.max().unwrap_or(0).max(mark.scalars);
        self.scalars.truncate(kept);
        if self.names.len() > mark.names {
            let places: HashMap<&str, usize> = KINDS.iter().map(|kind| (kind.name, (kind.places)(self))).collect();
            self.names.retain(|(kind, _), place| *place < places[kind]);
        }
    }

    /// Build something of several parts: all of them, or none.
    pub fn all_or_nothing<T>(&mut self, build: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let mark = self.mark();
        build(self).inspect_err(|_| self.cut_back(&mark))
    }
}
