//! Ties: a set of nodes on one node with a frame, rigidly or in the mean. For bolts, lugs and cuffs on shells, and for all that is joined
//! to points.

use super::file::record::Record;
use super::registry::{self, Kind};
use super::{Model, NodeKind, unknown};
use crate::error::{Error, Result, require_memory};
use crate::joints::{rigid_connection, spherical};
use crate::math::{Quat, Vec3};
use crate::terms::holonomic::Holonomic;
use crate::terms::mean_tie::{MAX_POINTS, MeanTie, Spread};
use crate::terms::{NodeId, Term};

/// A tie, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TieId(pub usize);

/// How nodes are tied to a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieKind {
    /// every node stays where it is in the frame; it turns as it likes
    Rigid,
    /// every node stays where it is in the frame and turns with it
    Clamped,
    /// the frame follows the weighted mean of the places of the nodes, which may deform among themselves
    Mean,
}

/// A tie: its constraints are neighbours in the list of terms, and the first node of each is the frame.
#[derive(Debug, Clone)]
pub struct Tie {
    /// the user's name
    pub name: String,
    /// the first of its terms
    pub first: usize,
    /// their number
    pub count: usize,
}

const KINDS: [(&str, TieKind); 3] = [("rigid", TieKind::Rigid), ("clamped", TieKind::Clamped), ("mean", TieKind::Mean)];

/// Ties.
pub static TIE: Kind = Kind {
    places: |m| m.ties.len(),
    records: &[("tie", |m, e| {
        let nodes: Vec<NodeId> = e.find_all(m, "node", "nodes")?.into_iter().map(NodeId).collect();
        let weights = if e.has("weights") { Some(e.numbers("weights")?) } else { None };
        let kind = e.choice("type", &KINDS)?;
        m.add_tie(e.text("name")?, e.node(m, "frame")?, &nodes, weights.as_deref(), kind).map(drop)
    })],
    ..Kind::with_ids("tie", 19)
};

/// Bytes that a node of a rigid tie takes, from above.
const TIED_NODE: usize = 4096;

impl Model {
    /// Tie nodes to the frame of a node. `weights`, of a tie in the mean alone: positive, one a node; all are equal if there are none.
    pub fn add_tie(
        &mut self,
        name: &str,
        frame: NodeId,
        nodes: &[NodeId],
        weights: Option<&[f64]>,
        kind: TieKind,
    ) -> Result<TieId> {
        self.check_tied(name, frame, nodes, weights, kind)?;
        require_memory(TIED_NODE.saturating_mul(nodes.len()), "the tie")?;
        let terms: Vec<(String, Box<dyn Term>)> = match kind {
            TieKind::Mean => vec![(name.into(), Box::new(self.mean_tie(name, frame, nodes, weights)?))],
            _ => {
                let mut terms: Vec<(String, Box<dyn Term>)> = Vec::with_capacity(nodes.len());
                for node in nodes {
                    let pair = if kind == TieKind::Clamped { rigid_connection() } else { spherical() };
                    let at = self.node(*node)?.start.x;
                    let [a, b] = [self.attach(frame, at, Quat::identity())?, self.attach(*node, at, Quat::identity())?];
                    terms.push((format!("{name}/{}", self.nodes[node.0].name), Box::new(Holonomic::new(pair, a, b))));
                }
                terms
            }
        };
        self.name(&TIE, name, self.ties.len())?;
        self.ties.push(Tie { name: name.into(), first: self.terms.len(), count: terms.len() });
        self.terms.extend(terms.into_iter().map(|(name, term)| registry::Entry::new(&TIE, &name, term)));
        let names: Vec<&str> = nodes.iter().map(|node| self.nodes[node.0].name.as_str()).collect();
        let record = Record::new("tie").text("name", name).text("type", super::kinds::word(&KINDS, kind));
        let record = record.text("frame", &self.nodes[frame.0].name).texts("nodes", &names);
        self.record(match weights {
            Some(weights) => record.numbers("weights", weights),
            None => record,
        });
        Ok(TieId(self.ties.len() - 1))
    }

    fn mean_tie(&self, name: &str, frame: NodeId, nodes: &[NodeId], weights: Option<&[f64]>) -> Result<MeanTie> {
        let equal = vec![1.0; nodes.len()];
        let points: Vec<(NodeId, Vec3)> = nodes.iter().map(|node| (*node, self.nodes[node.0].start.x)).collect();
        let tie = MeanTie::new((frame, &self.nodes[frame.0].start), &points, weights.unwrap_or(&equal));
        tie.map_err(|spread| {
            let how = match spread {
                Spread::Coincident => "are all at one place",
                Spread::Collinear => "are all on one line",
            };
            Error::InvalidArgument(format!(
                "tie \"{name}\": its {} nodes {how}, so that their mean motion says nothing of rotations about it; add nodes \
                 beside it, at least three that are not on one line, or use a joint",
                nodes.len()
            ))
        })
    }

    /// A frame that turns, different nodes that can move against it, sensible weights.
    fn check_tied(
        &self,
        name: &str,
        frame: NodeId,
        nodes: &[NodeId],
        weights: Option<&[f64]>,
        kind: TieKind,
    ) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("tie \"{name}\": {text}")));
        let holder = self.node(frame)?;
        if holder.kind == NodeKind::Point {
            let node = &holder.name;
            return bad(format!("node \"{node}\" is a point and has no frame; tie to a node with orientation"));
        }
        if nodes.is_empty() {
            return bad("it needs at least one node".into());
        }
        if kind == TieKind::Mean && nodes.len() > MAX_POINTS {
            let count = nodes.len();
            return bad(format!(
                "{count} nodes are tied in the mean; at most {MAX_POINTS} can be: take every second node, or tie parts of them to \
                 frames of their own and those rigidly to one"
            ));
        }
        let mut seen = std::collections::HashSet::new();
        for id in nodes {
            let node = self.node(*id)?;
            let tied = &node.name;
            if *id == frame {
                return bad(format!("node \"{tied}\" is tied to itself; leave it out of the list"));
            }
            if !seen.insert(id.0) {
                return bad(format!("node \"{tied}\" is given twice"));
            }
            if kind == TieKind::Clamped && node.kind == NodeKind::Point {
                return bad(format!("node \"{tied}\" is a point and does not turn; tie its place alone (rigid)"));
            }
            if kind != TieKind::Mean && node.kind == NodeKind::Ground && holder.kind == NodeKind::Ground {
                return bad(format!("nodes \"{}\" and \"{tied}\" are both ground; leave it out", holder.name));
            }
        }
        let ground = nodes.iter().all(|id| self.nodes[id.0].kind == NodeKind::Ground);
        if ground && holder.kind == NodeKind::Ground {
            return bad("all of its nodes are ground; it would do nothing".into());
        }
        let Some(weights) = weights else { return Ok(()) };
        if kind != TieKind::Mean {
            return bad("weights belong to a tie in the mean; a rigid one has none".into());
        }
        if weights.len() != nodes.len() {
            let text = format!("tie \"{name}\": {} weights for {} nodes; give one a node", weights.len(), nodes.len());
            return Err(Error::WrongSize(text));
        }
        match weights.iter().position(|w| !(w.is_finite() && *w > 0.0)) {
            Some(k) => bad(format!(
                "the weight of node \"{}\" is {}; weights are positive and finite: leave the node out instead",
                self.nodes[nodes[k].0].name, weights[k]
            )),
            None => Ok(()),
        }
    }

    /// A tie.
    pub fn tie(&self, id: TieId) -> Result<&Tie> {
        self.ties.get(id.0).ok_or_else(|| unknown("tie", id.0, self.ties.len()))
    }
}
