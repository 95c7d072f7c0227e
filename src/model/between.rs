//! Springs along a line and bushings: what is elastic between two nodes.

use super::file::record::{Entry, Record};
use super::registry::Kind;
use super::{Model, NodeKind};
use crate::elements::{Bushing, BushingLaw, LineLaw, LineSpring};
use crate::error::{Error, Result, require_finite};
use crate::math::{Mat6, Vec3, Vec6};
use crate::terms::NodeId;
use crate::terms::holonomic::Attachment;

/// A spring along a line, by its place among the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineSpringId(pub usize);

/// A bushing, by its place among the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BushingId(pub usize);

/// Directions of a bushing, for messages.
const DIRECTIONS: [&str; 6] = ["u1", "u2", "u3", "phi1", "phi2", "phi3"];

/// A symmetric matrix without negative eigenvalue; its symmetric part.
fn semi_definite(what: &str, matrix: &Mat6) -> Result<Mat6> {
    let bad = |text: String| Err(Error::InvalidArgument(format!("{what} {text}")));
    require_finite(what, matrix.as_slice())?;
    for (i, j) in (0..36).map(|k| (k / 6, k % 6)).filter(|(i, j)| i < j) {
        let (one, other) = (matrix[(i, j)], matrix[(j, i)]);
        let size = (matrix[(i, i)] * matrix[(j, j)]).abs().sqrt().max(one.abs());
        if (one - other).abs() > 1e-8 * size {
            return bad(format!(
                "is not symmetric: the coupling of {} and {}, entry ({}, {}), is {one} and entry ({}, {}) is {other}",
                DIRECTIONS[i],
                DIRECTIONS[j],
                i + 1,
                j + 1,
                j + 1,
                i + 1
            ));
        }
    }
    for k in 0..6 {
        let own = matrix[(k, k)];
        if own < 0.0 {
            return bad(format!("is negative in {}: entry ({}, {}) is {own}", DIRECTIONS[k], k + 1, k + 1));
        }
        if let Some(j) = (0..6).find(|&j| own == 0.0 && matrix[(k, j)] != 0.0) {
            return bad(format!(
                "is not positive semi-definite: {} is zero on the diagonal, but its coupling with {}, entry ({}, {}), is {}",
                DIRECTIONS[k],
                DIRECTIONS[j],
                k + 1,
                j + 1,
                matrix[(k, j)]
            ));
        }
    }
    // scaled to a unit diagonal, so that the eigenvalues do not depend on units
    let root = matrix.diagonal().map(|v| if v > 0.0 { v.sqrt() } else { 1.0 });
    let symmetric = (matrix + matrix.transpose()) * 0.5;
    let eigen = Mat6::from_fn(|i, j| symmetric[(i, j)] / (root[i] * root[j])).symmetric_eigen();
    let least = eigen.eigenvalues.imin();
    if eigen.eigenvalues[least] < -1e-10 {
        let lead = eigen.eigenvectors.column(least).iamax();
        return bad(format!(
            "is not positive semi-definite: scaled to a unit diagonal its smallest eigenvalue is {:.3e}, in a direction led by \
             {}; a sign slip in a coupling entry would explain it",
            eigen.eigenvalues[least], DIRECTIONS[lead]
        ));
    }
    Ok(symmetric)
}

impl Model {
    /// Two different nodes, one of which can move.
    fn check_two_nodes(&self, what: &str, [a, b]: [NodeId; 2]) -> Result<()> {
        let bad = |text: &str| Err(Error::InvalidArgument(format!("{what}: {text}")));
        let [kind_a, kind_b] = [self.node(a)?.kind, self.node(b)?.kind];
        if a == b {
            return bad("both sides are on one node; it needs two");
        }
        if kind_a == NodeKind::Ground && kind_b == NodeKind::Ground {
            return bad("both sides are on ground; it would do nothing");
        }
        Ok(())
    }

    /// Add a spring and damper along the line between two points, each a node and a point [m] in inertial axes, for the reference
    /// configuration; see [`LineSpring`]. Stiffness, length and damping are not negative.
    pub fn add_line_spring(&mut self, name: &str, ends: [(NodeId, Vec3); 2], law: LineLaw) -> Result<LineSpringId> {
        let what = format!("line spring \"{name}\"");
        let LineLaw { stiffness, length, damping, preload } = law;
        let numbers = [("stiffness", stiffness), ("unstretched length", length), ("damping", damping)];
        for (label, value) in numbers {
            require_finite(&format!("{what}, {label}"), &[value])?;
            if value < 0.0 {
                return Err(Error::InvalidArgument(format!("{what}: the {label} is {value}; it must not be negative")));
            }
        }
        require_finite(&format!("{what}, preload"), &[preload])?;
        let nodes = ends.map(|(node, _)| node);
        self.check_two_nodes(&what, nodes)?;
        let mut offsets = [Vec3::zeros(); 2];
        for ((node, point), offset) in ends.into_iter().zip(&mut offsets) {
            let holder = self.node(node)?;
            require_finite(&format!("{what}, point on node \"{}\"", holder.name), point.as_slice())?;
            let from = point - holder.start.x;
            if holder.kind != NodeKind::Point {
                *offset = holder.start.d.transpose() * from;
            } else if from.norm() > 1e-9 * point.norm() {
                return Err(Error::InvalidArgument(format!(
                    "{what}: node \"{}\" is a point, and the spring's point is {:.3e} m away from it; an offset from a point has \
                     no direction",
                    holder.name,
                    from.norm()
                )));
            }
        }
        let term = LineSpring::new(nodes, offsets, law);
        let id = self.add_term(&LINE_SPRING, name, Box::new(term))?;
        let end = |(node, point): (NodeId, Vec3)| {
            Record::part().text("node", &self.nodes[node.0].name).vector("point", &point)
        };
        let record = Record::new("line spring").text("name", name).object("a", end(ends[0])).object("b", end(ends[1]));
        let record = record.number("stiffness", stiffness).number("length", length);
        self.record(record.number_unless(0.0, "damping", damping).number_unless(0.0, "preload", preload));
        Ok(LineSpringId(id.0))
    }

    /// Add a bushing between two attachments; see [`Bushing`]. Stiffness and damping are symmetric and have no negative
    /// eigenvalue. The frames need not coincide in the reference configuration: the bushing is then stressed there.
    pub fn add_bushing(&mut self, name: &str, a: Attachment, b: Attachment, law: BushingLaw) -> Result<BushingId> {
        let what = format!("bushing \"{name}\"");
        let stiffness = semi_definite(&format!("{what}: the stiffness"), &law.stiffness)?;
        let damping = semi_definite(&format!("{what}: the damping"), &law.damping)?;
        require_finite(&format!("{what}, preload"), law.preload.as_slice())?;
        self.check_two_nodes(&what, [a.node, b.node])?;
        for side in [&a, &b] {
            let holder = self.node(side.node)?;
            require_finite(&format!("{what}, offset on node \"{}\"", holder.name), side.offset.as_slice())?;
            require_finite(&format!("{what}, axes on node \"{}\"", holder.name), side.axes.as_slice())?;
            if holder.kind == NodeKind::Point {
                return Err(Error::InvalidArgument(format!(
                    "{what}: node \"{}\" is a point and has no orientation; use a node with orientation, or line springs",
                    holder.name
                )));
            }
        }
        let term = Bushing::new(a, b, BushingLaw { stiffness, damping, preload: law.preload });
        let id = self.add_term(&BUSHING, name, Box::new(term))?;
        let record = Record::new("bushing").text("name", name).attachment("a", self, &a).attachment("b", self, &b);
        let record = record.matrix("stiffness", &law.stiffness).matrix("damping", &law.damping);
        self.record(record.numbers("preload", law.preload.as_slice()));
        Ok(BushingId(id.0))
    }

    /// A spring along a line.
    pub fn line_spring(&self, id: LineSpringId) -> Result<&LineSpring> {
        self.typed(&LINE_SPRING, id.0)
    }

    /// A bushing.
    pub fn bushing(&self, id: BushingId) -> Result<&Bushing> {
        self.typed(&BUSHING, id.0)
    }

    /// Has every spring along a line a direction in the reference configuration?
    pub(super) fn check_line_springs(&self) -> Result<()> {
        let (starts, length) = (self.starts(), self.characteristic().length);
        for (name, term) in self.each::<LineSpring>(&LINE_SPRING) {
            let found = term.state(&starts).length;
            if found <= 1e-9 * length {
                return Err(Error::InvalidModel(format!(
                    "line spring \"{name}\" has no direction: its two points are {found:.1e} m apart in the reference \
                     configuration; move one of them, or use a bushing"
                )));
            }
        }
        Ok(())
    }
}

/// Springs along a line.
pub static LINE_SPRING: Kind = Kind {
    records: &[("line spring", |m, e| {
        let end = |p: &Entry| Ok((p.node(m, "node")?, p.vector("point")?));
        let ends = [e.object("a", end)?, e.object("b", end)?];
        let (stiffness, length) = (e.number("stiffness")?, e.number("length")?);
        let (damping, preload) = (e.number_or(0.0, "damping")?, e.number_or(0.0, "preload")?);
        m.add_line_spring(e.text("name")?, ends, LineLaw { stiffness, length, damping, preload }).map(drop)
    })],
    ..Kind::with_ids("line spring", 13)
};

/// Bushings.
pub static BUSHING: Kind = Kind {
    records: &[("bushing", |m, e| {
        let (stiffness, damping) = (e.matrix6("stiffness")?, e.matrix6("damping")?);
        let law = BushingLaw { stiffness, damping, preload: Vec6::from(e.some_numbers::<6>("preload")?) };
        m.add_bushing(e.text("name")?, e.attachment(m, "a")?, e.attachment(m, "b")?, law).map(drop)
    })],
    ..Kind::with_ids("bushing", 14)
};
