//! Unknowns that belong together, and which of them come after which: what an elimination in blocks has to know.
//!
//! A group is a node, or the multipliers of a term with the joint coordinates that its conditions define. Coordinates that a term
//! without K defines are a group of their own, after the multipliers: they meet no node, and would only widen what is left of each
//! node for the multipliers of a condition on all of a beam. The block of a node is regular by itself when the node has mass or stiffness or the conditions on it are augmented; that of the multipliers,
//! which has a zero diagonal, becomes regular once what they act on is eliminated (Epple §2.6): those groups come first.
//!
//! Multipliers of a joint that is in no loop wait for one node only, that on the side away from the ground. In general, what is
//! eliminated first must be regular with all other nodes held; that is so when the conditions among it are independent then. Those
//! of one joint on relative motions are as independent in the motion of one node as in that of both; held nodes close no loop, as
//! every part that is joined together hangs on one of them at most. Node, joint, next node: the elimination along a chain of bodies.

use super::layout::{Layout, NONE};
use crate::model::{Model, NodeKind};

/// Unknowns that are eliminated together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Group {
    /// the unknowns
    pub unknowns: Vec<usize>,
    /// groups that have to be eliminated before
    pub after: Vec<usize>,
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
        let free_nodes = groups.len();
        let mut alone: Vec<bool> = vec![true; self.scalars.len()];
        let mut terms = Vec::new();
        let mut apart = Vec::new();
        for (t, plan) in self.terms.iter().enumerate().filter(|(_, plan)| plan.conditions > 0) {
            let (term, first) = (model.term(t), self.motion + plan.first);
            let mut unknowns = Vec::new();
            if (0..plan.conditions).any(|k| term.defines(k)) {
                let own = term.scalars().iter().filter(|s| std::mem::take(&mut alone[s.0]));
                unknowns.extend(own.map(|s| self.scalars[s.0] as usize));
            }
            terms.push((groups.len(), t));
            if !plan.parts.k {
                open((first..first + plan.conditions).collect(), &mut groups);
                apart.push(groups.len());
                open(unknowns, &mut groups);
                continue;
            }
            unknowns.extend(first..first + plan.conditions);
            open(unknowns, &mut groups);
        }
        for (k, _) in alone.iter().enumerate().filter(|(_, alone)| **alone) {
            open(vec![self.scalars[k] as usize], &mut groups);
        }
        let on_nodes: Vec<Vec<usize>> = {
            let mut on_nodes = vec![Vec::new(); groups.len()];
            for &(group, t) in &terms {
                let dofs = self.terms[t].dofs.iter().filter(|dof| **dof != NONE);
                on_nodes[group].extend(dofs.map(|dof| owner[*dof as usize]).filter(|g| *g < free_nodes));
            }
            on_nodes
        };
        let hanging = hanging(model, self.terms.len());
        for (group, t) in terms {
            let on = self.terms[t].dofs.iter().filter(|dof| **dof != NONE).map(|dof| owner[*dof as usize]);
            let mut after: Vec<usize> = on.filter(|other| *other != group && !apart.contains(other)).collect();
            after.sort_unstable();
            after.dedup();
            if let Some(node) = hanging[t].filter(|node| self.nodes[*node][3] != NONE) {
                after = vec![owner[self.nodes[node][0] as usize]];
            } else if model.term(t).nodes().is_empty() {
                // on joint coordinates: all that these joints act on comes before, too
                let nodes: Vec<usize> = after.iter().flat_map(|&joint| on_nodes[joint].iter().copied()).collect();
                after.extend(nodes);
                after.sort_unstable();
                after.dedup();
            }
            groups[group].after = after;
        }
        for group in apart {
            groups[group].after = vec![group - 1];
        }
        self.groups = groups;
    }

    /// The groups of a system that repeats each unknown in `slots` slots.
    pub fn groups(&self, slots: usize) -> Vec<Group> {
        let repeated = |group: &Group| Group {
            unknowns: group.unknowns.iter().flat_map(|u| slots * u..slots * (u + 1)).collect(),
            after: group.after.clone(),
        };
        self.groups.iter().map(repeated).collect()
    }
}

/// For each term, the node on its side away from the ground, if it is a joint between two nodes and in no loop of joints.
fn hanging(model: &Model, terms: usize) -> Vec<Option<usize>> {
    // nodes and one ground; a term with conditions on more than two of them makes loops
    let ground = model.nodes().len();
    let vertex = |node: usize| if model.nodes()[node].kind == NodeKind::Ground { ground } else { node };
    let mut edges: Vec<(usize, [usize; 2])> = Vec::new();
    for t in 0..terms {
        let term = model.term(t);
        let locks = (0..term.conditions()).any(|k| !term.defines(k));
        let nodes: Vec<usize> = term.nodes().iter().map(|n| vertex(n.0)).collect();
        match nodes[..] {
            _ if !locks => {}
            [] => {}
            [a] => edges.push((t, [a, ground])),
            [a, b] if !(0..term.conditions()).any(|k| term.nonholonomic(k)) => edges.push((t, [a, b])),
            _ => nodes.iter().for_each(|&a| edges.extend([(t, [a, ground]), (t, [a, ground])])),
        }
    }
    let mut at = vec![Vec::new(); ground + 1];
    for (e, (_, [a, b])) in edges.iter().enumerate().filter(|(_, (_, [a, b]))| a != b) {
        at[*a].push((e, *b));
        at[*b].push((e, *a));
    }
    // depth first from the ground: an edge is in no loop when nothing below it reaches above it (Tarjan)
    let (mut hanging, mut count) = (vec![None; terms], 0);
    let (mut order, mut reach) = (vec![usize::MAX; ground + 1], vec![usize::MAX; ground + 1]);
    for root in std::iter::once(ground).chain(0..ground) {
        if order[root] != usize::MAX {
            continue;
        }
        // vertex, the edge that led to it, its next edge
        let mut path = vec![(root, usize::MAX, 0)];
        while let Some((v, from, next)) = path.last_mut() {
            if *next == 0 {
                (order[*v], reach[*v]) = (count, count);
                count += 1;
            }
            let (v, from, k) = (*v, *from, *next);
            *next += 1;
            match at[v].get(k) {
                Some(&(e, _)) if e == from => {}
                Some(&(e, u)) if order[u] == usize::MAX => path.push((u, e, 0)),
                Some(&(_, u)) => reach[v] = reach[v].min(order[u]),
                None => {
                    path.pop();
                    if let Some((above, ..)) = path.last() {
                        reach[*above] = reach[*above].min(reach[v]);
                        if reach[v] > order[*above] {
                            hanging[edges[from].0] = Some(v);
                        }
                    }
                }
            }
        }
    }
    hanging
}
