//! Loads along an edge: force and moment per length on a row of nodes, as shells and beams of three nodes an element have them.
//!
//! ```text
//!   F_a = q ∫ N_a |X,r| dr,    M_a = m ∫ N_a |X,r| dr            reference configuration; three Gauss points a side
//! ```
//!
//! Shares of nodes are loads on nodes, dead or turning with them: exact in every scheme as these are.

use super::file::record::{Entry, Record};
use super::span::LOAD;
use super::{Model, NodeKind, kinds, registry};
use crate::error::{Error, Result, require_finite};
use crate::loads::{Axes, NodeLoad};
use crate::math::Vec3;
use crate::math::quadrature::{gauss, lagrange, lobatto};
use crate::terms::{FunctionId, NodeId};

/// An edge load of a file; among the records of loads.
pub(super) fn read(m: &mut Model, e: &Entry) -> Result<()> {
    let nodes: Vec<NodeId> = e.find_all(m, "node", "nodes")?.into_iter().map(NodeId).collect();
    let vectors = [e.vector_or_zero("force")?, e.vector_or_zero("moment")?];
    m.add_edge_load(e.text("name")?, &nodes, kinds::axes(e)?, vectors, e.function(m, "function")?)
}

impl Model {
    /// Add a force [N/m] and a moment [N·m/m] per length of the reference configuration along an edge, times a function. `nodes`: end,
    /// middle, end, middle, end … of the sides along it. Components in inertial axes of the reference configuration; of a follower load they
    /// turn with each node.
    pub fn add_edge_load(
        &mut self,
        name: &str,
        nodes: &[NodeId],
        axes: Axes,
        [force, moment]: [Vec3; 2],
        function: FunctionId,
    ) -> Result<()> {
        require_finite(&format!("load \"{name}\", force per length"), force.as_slice())?;
        require_finite(&format!("load \"{name}\", moment per length"), moment.as_slice())?;
        self.function(function)?;
        if nodes.len() < 3 || nodes.len().is_multiple_of(2) {
            return Err(Error::WrongSize(format!(
                "load \"{name}\": {} nodes along an edge; list end, middle, end, middle, end …: an odd number, at least three",
                nodes.len()
            )));
        }
        let turns = moment.norm() > 0.0 || axes == Axes::Follower;
        for id in nodes {
            let node = self.node(*id)?;
            if node.kind == NodeKind::Point && turns {
                let text = format!("load \"{name}\": node \"{}\" is a point; it takes a dead force only", node.name);
                return Err(Error::InvalidArgument(text));
            }
        }
        let shares = self.edge_shares(name, nodes)?;
        let load = |(node, length): &(NodeId, f64)| {
            let turn = &self.nodes[node.0].start.d;
            let [f, m] =
                [force, moment].map(|v| if axes == Axes::Follower { turn.transpose() * v } else { v } * *length);
            NodeLoad::new(*node, axes, f, m, Vec3::zeros(), function)
        };
        let loads: Vec<NodeLoad> = shares.iter().map(load).collect();
        self.name(&LOAD, name, self.terms.len())?;
        let names: Vec<&str> = nodes.iter().map(|id| self.nodes[id.0].name.as_str()).collect();
        let record = Record::new("edge load").text("name", name).texts("nodes", &names);
        let record = record.text("axes", kinds::axes_word(axes)).vector_unless_zero("force", &force);
        let record = record.vector_unless_zero("moment", &moment).function("function", function);
        let entry = |(k, load): (usize, NodeLoad)| registry::Entry::new(&LOAD, &format!("{name}/{k}"), Box::new(load));
        self.terms.extend(loads.into_iter().enumerate().map(entry));
        self.record(record);
        Ok(())
    }

    /// ∫ N_a |X,r| dr of each node, every node once; ends of a closed edge are one.
    fn edge_shares(&self, name: &str, nodes: &[NodeId]) -> Result<Vec<(NodeId, f64)>> {
        let mut shares: Vec<(NodeId, f64)> = Vec::new();
        for (k, side) in nodes.windows(3).step_by(2).enumerate() {
            let x = [0, 1, 2].map(|a| self.nodes[side[a].0].start.x);
            let (whole, halves) = ((x[2] - x[0]).norm(), [(x[1] - x[0]).norm(), (x[2] - x[1]).norm()]);
            // beyond a quarter from its middle the side folds back
            if whole == 0.0 || halves.iter().any(|half| *half < 0.25 * whole) || halves[0] + halves[1] > 2.0 * whole {
                let [a, b, c] = [0, 1, 2].map(|a| self.nodes[side[a].0].name.as_str());
                return Err(Error::InvalidArgument(format!(
                    "load \"{name}\": side {} has the ends \"{a}\" and \"{c}\" and between them \"{b}\", which is not near the middle; \
                     list the nodes of the edge one after the other",
                    k + 1
                )));
            }
            let mut own = [0.0; 3];
            for &(r, w) in gauss(3) {
                let (n, slope) = lagrange(lobatto(3), r);
                let along: Vec3 = x.iter().zip(&slope).map(|(x, d)| x * *d).sum();
                (0..3).for_each(|a| own[a] += n[a] * along.norm() * w);
            }
            for (node, length) in side.iter().zip(own) {
                match shares.iter_mut().find(|(other, _)| other == node) {
                    Some((_, sum)) => *sum += length,
                    None => shares.push((*node, length)),
                }
            }
        }
        Ok(shares)
    }
}
