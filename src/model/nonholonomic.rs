//! Conditions on velocities: discs that roll, knife edges, rows of the host.

use super::file::record::Record;
use super::registry::Kind;
use super::{Model, NodeKind};
use crate::error::{Error, Result, require_finite};
use crate::joints::pfaffian::{HostRow, MAX_NODES, Pose};
use crate::joints::{FLATTEST, KnifeEdge, Pfaffian, RollingDisc, Touching};
use crate::math::Vec3;
use crate::terms::{Class, Motion, NodeId};

/// A contact, a disc or a knife edge, by its place among the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContactId(pub usize);

/// A row of the host, by its place among the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowId(pub usize);

/// A unit vector, to rounding.
fn unit(what: &str, v: Vec3) -> Result<Vec3> {
    require_finite(what, v.as_slice())?;
    let norm = v.norm();
    if (norm - 1.0).abs() > 1e-6 {
        return Err(Error::InvalidArgument(format!(
            "{what}: the vector has length {norm}; a direction needs length 1: normalise it"
        )));
    }
    Ok(v / norm)
}

impl Model {
    /// A node that moves and turns.
    fn turning(&self, what: &str, node: NodeId) -> Result<&Motion> {
        let holder = self.node(node)?;
        let trouble = match holder.kind {
            NodeKind::Free => return Ok(&holder.start),
            NodeKind::Point => "is a point and has no orientation; use a node with orientation",
            NodeKind::Ground => "is ground and cannot move; use a node that can",
        };
        Err(Error::InvalidArgument(format!("{what}: node \"{}\" {trouble}", holder.name)))
    }

    /// Add a thin disc that rolls on a plane without slip: its centre [m] and unit axis in node axes, its radius [m]; a point
    /// [m] and the unit normal of the plane in inertial axes, the normal towards the disc's side.
    pub fn add_rolling_disc(
        &mut self,
        name: &str,
        node: NodeId,
        [center, axis]: [Vec3; 2],
        radius: f64,
        [point, normal]: [Vec3; 2],
    ) -> Result<ContactId> {
        let what = format!("rolling disc \"{name}\"");
        require_finite(&format!("{what}, centre"), center.as_slice())?;
        require_finite(&format!("{what}, point of the plane"), point.as_slice())?;
        let given = [axis, normal];
        let axis = unit(&format!("{what}, axis"), axis)?;
        let normal = unit(&format!("{what}, normal of the plane"), normal)?;
        if !(radius.is_finite() && radius > 0.0) {
            return Err(Error::InvalidArgument(format!("{what}: the radius is {radius} m; it must be positive")));
        }
        self.turning(&what, node)?;
        let disc = RollingDisc::new(node, [center, axis], radius, [point, normal]);
        let id = self.add_term(&ROLLING_DISC, name, Box::new(disc))?;
        let record = Record::new("rolling disc").text("name", name).text("node", &self.nodes[node.0].name);
        let record = record.vector("center", &center).vector("axis", &given[0]).number("radius", radius);
        self.record(record.vector("point", &point).vector("normal", &given[1]));
        Ok(ContactId(id.0))
    }

    /// Add a knife edge: the point at `offset` [m] of a node cannot move along the unit direction `across`, both in node axes.
    pub fn add_knife_edge(&mut self, name: &str, node: NodeId, offset: Vec3, across: Vec3) -> Result<ContactId> {
        let what = format!("knife edge \"{name}\"");
        require_finite(&format!("{what}, offset"), offset.as_slice())?;
        let given = across;
        let across = unit(&format!("{what}, direction"), across)?;
        self.turning(&what, node)?;
        let edge = KnifeEdge::new(node, offset, across);
        let id = self.add_term(&KNIFE_EDGE, name, Box::new(edge))?;
        let record = Record::new("knife edge").text("name", name).text("node", &self.nodes[node.0].name);
        self.record(record.vector_unless_zero("offset", &offset).vector("across", &given));
        Ok(ContactId(id.0))
    }

    /// Add a condition on velocities whose row the host gives, see [`Pfaffian`], over one to four nodes. `length` [m] is that
    /// over which the row changes with position: differences of 1e-5 of it, and of 1e-5 rad, give its slopes.
    ///
    /// The row is asked for once here, at t = 0 in the reference configuration.
    pub fn add_pfaffian(&mut self, name: &str, nodes: &[NodeId], row: HostRow, length: f64) -> Result<RowId> {
        let what = format!("condition \"{name}\"");
        let bad = |text: String| Err(Error::InvalidArgument(format!("{what}: {text}")));
        if nodes.is_empty() || nodes.len() > MAX_NODES {
            let text = format!("{what}: {} nodes are given; a row takes one to {MAX_NODES}", nodes.len());
            return Err(Error::WrongSize(text));
        }
        let mut poses = Vec::new();
        for (k, id) in nodes.iter().enumerate() {
            let node = self.node(*id)?;
            if nodes[..k].contains(id) {
                return bad(format!("node \"{}\" is given twice; add its numbers up in one place", node.name));
            }
            let (x, q) = (node.start.x, node.start.rotation);
            poses.push([x.x, x.y, x.z, q.w, q.i, q.j, q.k] as Pose);
        }
        if nodes.iter().all(|id| self.nodes[id.0].kind == NodeKind::Ground) {
            return bad("all of its nodes are ground; there is nothing to hold".into());
        }
        if !(length.is_finite() && length > 0.0) {
            return bad(format!("the length is {length} m; it must be positive"));
        }
        let (mut numbers, mut b) = (vec![0.0; 6 * nodes.len()], 0.0);
        if !row(0.0, &poses, &mut numbers, &mut b) {
            return Err(Error::CallbackFailed(format!(
                "{what}: the function of the host reported failure at t = 0 in the reference configuration"
            )));
        }
        require_finite(&format!("{what}, row in the reference configuration"), &numbers)?;
        require_finite(&format!("{what}, part without velocities"), &[b])?;
        for (k, id) in nodes.iter().enumerate() {
            let node = &self.nodes[id.0];
            if node.kind == NodeKind::Point && numbers[6 * k + 3..6 * k + 6].iter().any(|v| *v != 0.0) {
                return bad(format!(
                    "node \"{}\" is a point and has no angular velocity; its factors must be zero",
                    node.name
                ));
            }
        }
        let moves = numbers.chunks(6).any(|n| n[..3].iter().any(|v| *v != 0.0));
        let class = if moves { Class::Translation } else { Class::Rotation };
        let term = Pfaffian::new(nodes.to_vec(), row, length, class);
        let id = self.add_term(&CONDITION, name, Box::new(term))?;
        let names: Vec<&str> = nodes.iter().map(|id| self.nodes[id.0].name.as_str()).collect();
        self.record(
            Record::new("velocity condition").text("name", name).texts("nodes", &names).number("length", length),
        );
        Ok(RowId(id.0))
    }

    /// A contact.
    pub fn contact(&self, id: ContactId) -> Result<&dyn Touching> {
        if let Ok(edge) = self.typed::<KnifeEdge>(&KNIFE_EDGE, id.0) {
            return Ok(edge);
        }
        Ok(self.typed::<RollingDisc>(&ROLLING_DISC, id.0)?)
    }

    /// A row of the host.
    pub(crate) fn row(&self, id: RowId) -> Result<&Pfaffian> {
        self.typed(&CONDITION, id.0)
    }

    /// The name of a disc that could lie flat within a time `h` [s], as nodes move now.
    pub(crate) fn falling_flat(&self, nodes: &[Motion], h: f64) -> Option<&str> {
        self.each::<RollingDisc>(&ROLLING_DISC).find(|(_, disc)| disc.falls_flat(nodes, h)).map(|(name, _)| name)
    }

    /// Does every disc stand on its plane in the reference configuration?
    pub(super) fn check_contacts(&self, tolerance: f64) -> Result<()> {
        let (starts, length) = (self.starts(), self.characteristic().length);
        for (name, disc) in self.each::<RollingDisc>(&ROLLING_DISC) {
            let (sine, height) = disc.stance(&starts);
            if sine < FLATTEST {
                return Err(Error::InvalidModel(format!(
                    "rolling disc \"{name}\" lies flat on its plane in the reference configuration and has no point of \
                     contact; tilt it, or correct its axis or the normal"
                )));
            }
            let limit = tolerance * length.max(disc.radius());
            if height.abs() > limit {
                return Err(Error::InvalidModel(format!(
                    "rolling disc \"{name}\" does not touch its plane in the reference configuration: its rim is {height:.3e} \
                     m above it, more than the tolerance {limit:.1e}; correct the node's position, the centre or the plane"
                )));
            }
        }
        Ok(())
    }
}

/// Discs that roll; contacts are these and knife edges.
pub static ROLLING_DISC: Kind = Kind {
    sought: Some("contact"),
    called: "contact",
    records: &[("rolling disc", |m, e| {
        let (disc, plane) = ([e.vector("center")?, e.vector("axis")?], [e.vector("point")?, e.vector("normal")?]);
        m.add_rolling_disc(e.text("name")?, e.node(m, "node")?, disc, e.number("radius")?, plane).map(drop)
    })],
    ..Kind::with_ids("rolling disc", 10)
};

/// Knife edges.
pub static KNIFE_EDGE: Kind = Kind {
    sought: Some("contact"),
    called: "contact",
    records: &[("knife edge", |m, e| {
        let (offset, across) = (e.vector_or_zero("offset")?, e.vector("across")?);
        m.add_knife_edge(e.text("name")?, e.node(m, "node")?, offset, across).map(drop)
    })],
    ..Kind::with_ids("knife edge", 10)
};

/// Conditions on velocities that the host gives.
pub static CONDITION: Kind = Kind {
    called: "condition of the host",
    records: &[("velocity condition", |m, e| {
        let row: HostRow = m.hook(e, "a condition on velocities", e.text("name")?)?;
        let nodes: Vec<NodeId> = e.find_all(m, "node", "nodes")?.into_iter().map(NodeId).collect();
        m.add_pfaffian(e.text("name")?, &nodes, row, e.number("length")?).map(drop)
    })],
    ..Kind::with_ids("condition", 11)
};
