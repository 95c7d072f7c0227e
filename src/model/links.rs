//! Rigid connections with which a start is looked for: within beams, and at joints by which something hangs on the rest.
//!
//! Drives, start values and gaps of joints move a mechanism before it starts. What they do not ask to deform or to swing moves with what
//! it is fixed to: a beam as a rigid body, and a blade on a free hinge with its hub. A joint is held so if nothing acts on what it leaves
//! free, if the velocities given for the start do not move it, and if it is no part of a loop: a bridge of the graph whose edges are the
//! joints, and whose vertices are nodes, those of a beam or of another constraint taken together and ground being one.

use super::{Joint, Model, NodeKind};
use crate::joints::rigid_connection;
use crate::math::Quat;
use crate::terms::holonomic::Holonomic;
use crate::terms::{Class, NodeId, StageBlock, Term};

/// Gap of a joint, over the length of the model or as a product of unit vectors, that counts as none.
const FITS: f64 = 1e-9;

/// Connections of beams first, then those at joints.
#[derive(Debug, Clone)]
pub(super) struct StartLinks {
    list: Vec<Holonomic>,
    of_beams: usize,
}

impl Model {
    /// Rigid connections in the reference configuration: between the nodes of each beam, and, with `hanging`, at joints by which
    /// something hangs on the rest. As terms they follow [`joint_starts`](Self::joint_starts).
    pub fn start_links(&self, hanging: bool) -> &[Holonomic] {
        let links = self.start_links.get_or_init(|| {
            let pairs = self.beams.iter().flat_map(|beam| beam.nodes.windows(2));
            let mut list: Vec<_> = pairs.filter_map(|pair| self.link(pair[0], pair[1])).collect();
            let of_beams = list.len();
            let bridges = self.bridges();
            let (held, open) = (self.held_scalars(), self.open_joints());
            let is_held = |k: usize| bridges[k] && !open[k] && self.is_left_alone(k, &held);
            let joints = self.joints.iter().enumerate().filter(|(k, _)| is_held(*k));
            list.extend(joints.filter_map(|(_, joint)| {
                let [a, b] = joint.term.sides().each_ref().map(|side| side.node);
                self.link(a, b)
            }));
            StartLinks { list, of_beams }
        });
        if hanging { &links.list } else { &links.list[..links.of_beams] }
    }

    fn link(&self, a: NodeId, b: NodeId) -> Option<Holonomic> {
        let x = self.nodes[b.0].start.x;
        let [a, b] = [a, b].map(|n| self.attach(n, x, Quat::identity()));
        Some(Holonomic::new(rigid_connection(), a.ok()?, b.ok()?))
    }

    /// Terms that are no joints.
    fn beside_joints(&self) -> impl Iterator<Item = usize> {
        (0..self.term_count()).filter(|t| self.joint_of(*t).is_none())
    }

    /// Scalars that a drive, a lock, a gear or another constraint may hold.
    pub fn held_scalars(&self) -> Vec<bool> {
        let mut held = vec![false; self.scalars.len()];
        for t in self.beside_joints().filter(|t| self.term(*t).conditions() > 0) {
            self.term(t).scalars().iter().for_each(|s| held[s.0] = true);
        }
        held
    }

    /// Joints that do not fit the reference configuration, and have to be closed.
    fn open_joints(&self) -> Vec<bool> {
        let length = self.characteristic().length;
        self.in_reference(|at| {
            let mut block = StageBlock::default();
            let mut is_open = |joint: &Joint| {
                let term = &joint.term;
                block.reset(12 + term.scalars().len(), term.conditions());
                term.stage(at, &mut block);
                (0..term.conditions()).any(|k| {
                    let unit = if term.condition(k).0 == Class::Translation { length } else { 1.0 };
                    block.c[k].abs() > FITS * unit
                })
            };
            self.joints.iter().map(&mut is_open).collect()
        })
    }

    /// Is there nothing that would move a joint at the start?
    fn is_left_alone(&self, joint: usize, held: &[bool]) -> bool {
        let term = &self.joints[joint].term;
        let nodes = term.sides().each_ref().map(|side| &self.nodes[side.node.0]);
        if nodes.iter().any(|node| node.kind == NodeKind::Point) {
            return false;
        }
        let [a, b] = nodes.map(|node| &node.start);
        let follows = b.omega == a.omega && b.v == a.v + a.omega.cross(&(b.x - a.x));
        follows
            && !term.scalars().iter().any(|s| held[s.0])
            && !self.joint_starts.iter().any(|start| start.of().0 == joint)
    }

    /// Which joints are bridges: what they connect is connected by nothing else. Lowest vertices that can be reached in a search in
    /// depth (Tarjan).
    fn bridges(&self) -> Vec<bool> {
        let vertex = self.fixed_together();
        let mut edges: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.nodes.len()];
        for (k, joint) in self.joints.iter().enumerate() {
            let [a, b] = joint.term.sides().each_ref().map(|side| vertex[side.node.0]);
            edges[a].push((b, k));
            edges[b].push((a, k));
        }
        let mut is_bridge = vec![false; self.joints.len()];
        // order in which vertices are found (0: not yet), and the lowest that is reached from below
        let (mut found, mut lowest, mut count) = (vec![0; edges.len()], vec![0; edges.len()], 0);
        for root in 0..edges.len() {
            // vertex, the edge that led to it, its next edge
            let mut path = vec![(root, usize::MAX, 0)];
            while let Some((v, by, next)) = path.last_mut() {
                let (v, by) = (*v, *by);
                if *next == 0 {
                    if found[v] != 0 {
                        path.pop();
                        continue;
                    }
                    count += 1;
                    (found[v], lowest[v]) = (count, count);
                }
                match edges[v].get(*next) {
                    Some(&(to, edge)) => {
                        *next += 1;
                        if edge == by {
                        } else if found[to] != 0 {
                            lowest[v] = lowest[v].min(found[to]);
                        } else {
                            path.push((to, edge, 0));
                        }
                    }
                    None => {
                        path.pop();
                        if let Some((above, ..)) = path.last() {
                            lowest[*above] = lowest[*above].min(lowest[v]);
                            is_bridge[by] = lowest[v] > found[*above];
                        }
                    }
                }
            }
        }
        is_bridge
    }

    /// For each node the first one of those that beams or constraints other than joints hold together; ground is one.
    fn fixed_together(&self) -> Vec<usize> {
        let mut parent: Vec<usize> = (0..self.nodes.len()).collect();
        fn top(parent: &mut [usize], mut k: usize) -> usize {
            while parent[k] != k {
                parent[k] = parent[parent[k]];
                k = parent[k];
            }
            k
        }
        let mut join = |a: usize, b: usize| {
            let (a, b) = (top(&mut parent, a), top(&mut parent, b));
            parent[a.max(b)] = a.min(b);
        };
        let grounds: Vec<usize> = (0..self.nodes.len()).filter(|k| self.nodes[*k].kind == NodeKind::Ground).collect();
        grounds.windows(2).for_each(|pair| join(pair[0], pair[1]));
        for t in self.beside_joints() {
            if self.term(t).conditions() > 0 || self.beam_of(t).is_some() {
                self.term(t).nodes().windows(2).for_each(|pair| join(pair[0].0, pair[1].0));
            }
        }
        (0..parent.len()).map(|k| top(&mut parent, k)).collect()
    }
}
