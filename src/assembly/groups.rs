//! Unknowns that belong together, and which of them come after which: what an elimination in blocks has to know.
//!
//! A group is a node, or the multipliers of a term with the joint coordinates that its conditions define. The block of a node
//! is regular by itself when the node has mass or stiffness or the conditions on it are augmented; that of the multipliers,
//! which has a zero diagonal, becomes regular once what they act on is eliminated (Epple §2.6): those groups come first.
//!
//! Of a joint between two nodes, one of them is enough. Its conditions are on relative motions, so they are as independent in
//! the motion of one node as in that of both; node, joint, next node is then the elimination along a chain of bodies.

use super::layout::{Layout, NONE};
use crate::model::Model;

/// Unknowns that are eliminated together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Group {
    /// the unknowns
    pub unknowns: Vec<usize>,
    /// groups that have to be eliminated before
    pub after: Vec<usize>,
    /// of those, as many as are enough
    pub enough: usize,
}

impl Layout {
    /// The groups of the unknowns, each unknown in one of them.
    pub(super) fn find_groups(&mut self, model: &Model) {
        let (mut groups, mut owner) = (Vec::<Group>::new(), vec![usize::MAX; self.size]);
        let mut open = |unknowns: Vec<usize>, groups: &mut Vec<Group>| {
            unknowns.iter().for_each(|&u| owner[u] = groups.len());
            groups.push(Group { unknowns, ..Default::default() });
        };
        for dofs in &self.nodes {
            let free: Vec<usize> = dofs.iter().filter(|dof| **dof != NONE).map(|dof| *dof as usize).collect();
            if !free.is_empty() {
                open(free, &mut groups);
            }
        }
        let mut alone: Vec<bool> = vec![true; self.scalars.len()];
        let mut terms = Vec::new();
        for (t, plan) in self.terms.iter().enumerate().filter(|(_, plan)| plan.conditions > 0) {
            let (term, first) = (model.term(t), self.motion + plan.first);
            let mut unknowns = Vec::new();
            if (0..plan.conditions).any(|k| term.defines(k)) {
                let own = term.scalars().iter().filter(|s| std::mem::take(&mut alone[s.0]));
                unknowns.extend(own.map(|s| self.scalars[s.0] as usize));
            }
            unknowns.extend(first..first + plan.conditions);
            terms.push((groups.len(), t));
            open(unknowns, &mut groups);
        }
        for (k, _) in alone.iter().enumerate().filter(|(_, alone)| **alone) {
            open(vec![self.scalars[k] as usize], &mut groups);
        }
        for (group, t) in terms {
            let on = self.terms[t].dofs.iter().filter(|dof| **dof != NONE).map(|dof| owner[*dof as usize]);
            let mut after: Vec<usize> = on.filter(|other| *other != group).collect();
            after.sort_unstable();
            after.dedup();
            let term = model.term(t);
            let pair = term.nodes().len() == 2 && !(0..term.conditions()).any(|k| term.nonholonomic(k));
            let whole = after.iter().all(|&g| groups[g].after.is_empty() && groups[g].unknowns.len() == 6);
            groups[group].enough = if pair && whole { 1 } else { after.len() };
            groups[group].after = after;
        }
        self.groups = groups;
    }

    /// The groups of a system that repeats each unknown in `slots` slots.
    pub fn groups(&self, slots: usize) -> Vec<Group> {
        let repeated = |group: &Group| Group {
            unknowns: group.unknowns.iter().flat_map(|u| slots * u..slots * (u + 1)).collect(),
            after: group.after.clone(),
            enough: group.enough,
        };
        self.groups.iter().map(repeated).collect()
    }
}
