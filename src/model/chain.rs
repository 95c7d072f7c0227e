//! Chains of rigid links from a Denavit-Hartenberg table, in the standard (distal) convention:
//!
//! ```text
//!   frame k in frame k − 1:   T_k = Rot_z(θ_k) Trans_z(d_k) Trans_x(a_k) Rot_x(α_k)
//! ```
//!
//! Joint k turns or slides along z of frame k − 1; θ_k is the coordinate of a revolute joint, d_k that of a prismatic one. Node k is
//! frame k, at the far end of link k; frame 0 is where the chain is attached.

use super::{JointId, Model};
use crate::elements;
use crate::error::{Error, Result, require_finite};
use crate::joints;
use crate::math::{Mat3, Quat, Vec3, so3};
use crate::terms::NodeId;
use crate::terms::holonomic::Attachment;

/// What a link may do against the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkJoint {
    /// turns about z of the frame before: θ is the coordinate
    Revolute,
    /// slides along it: d is the coordinate
    Prismatic,
}

/// A row of the table, and what the link weighs. A link without mass and inertia is a frame only.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// joint to the link before
    pub joint: LinkJoint,
    /// θ [rad]
    pub theta: f64,
    /// d [m]
    pub d: f64,
    /// a [m]
    pub a: f64,
    /// α [rad]
    pub alpha: f64,
    /// [kg]
    pub mass: f64,
    /// centre of mass in axes of the link's frame [m]
    pub center: Vec3,
    /// inertia about the centre of mass, in these axes [kg·m²]
    pub inertia: Mat3,
}

/// What a chain is made of, from its foot to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    /// frames of the links
    pub nodes: Vec<NodeId>,
    /// their joints
    pub joints: Vec<JointId>,
}

impl Model {
    /// Add a chain of links on `base`, whose axes are frame 0. Nodes and bodies are called "name link 1" …, joints
    /// "name joint 1" … On failure nothing is added.
    pub fn add_chain(&mut self, name: &str, base: Attachment, links: &[Link]) -> Result<Chain> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("chain \"{name}\": {text}")));
        self.node(base.node)?;
        require_finite(&format!("chain \"{name}\", foot"), base.offset.as_slice())?;
        if self.nodes[base.node.0].kind == super::NodeKind::Point {
            let node = &self.nodes[base.node.0].name;
            return bad(format!(
                "node \"{node}\" is a point and has no axes to begin from; use a node with orientation"
            ));
        }
        if name.is_empty() {
            return bad("a chain needs a name that is not empty: links and joints are called after it".into());
        }
        if links.is_empty() {
            return bad("no links are given; at least one is needed".into());
        }
        // what can be refused before anything is added
        let own = |what: &str, k: usize| format!("{name} {what} {}", k + 1);
        for (k, link) in links.iter().enumerate() {
            let what = own("link", k);
            require_finite(&format!("{what}, θ, d, a, α"), &[link.theta, link.d, link.a, link.alpha])?;
            require_finite(&format!("{what}, mass"), &[link.mass])?;
            if link.has_body() {
                elements::rigid_body(&what, base.node, link.mass, link.center, link.inertia)?;
            }
            for (kind, label) in [("node", "link"), ("body", "link"), ("joint", "joint")] {
                if self.names.contains_key(&(kind, own(label, k))) {
                    return Err(Error::DuplicateName { kind, name: own(label, k) });
                }
            }
        }
        self.all_or_nothing(|model| model.add_links(name, base, links))
    }

    /// Nodes, bodies and joints of the links, one after the other.
    fn add_links(&mut self, name: &str, base: Attachment, links: &[Link]) -> Result<Chain> {
        let own = |what: &str, k: usize| format!("{name} {what} {}", k + 1);
        let foot = &self.nodes[base.node.0].start;
        let mut frame = (foot.x + foot.d * base.offset, foot.rotation * Quat::from_matrix(&base.axes));
        // the links end to end are the farthest that a frame can be
        let reach = links.iter().fold(frame.0.amax(), |reach, link| reach + link.a.abs() + link.d.abs());
        require_finite(&format!("chain \"{name}\", length of all links"), &[reach])?;
        let mut side = base;
        let mut chain = Chain { nodes: Vec::new(), joints: Vec::new() };
        for (k, link) in links.iter().enumerate() {
            let turn = so3::exp(&(Vec3::z() * link.theta));
            let twist = so3::exp(&(Vec3::x() * link.alpha));
            // frame of the joint on this link, seen from the frame before: turned by θ, and for a sliding joint moved by d
            let turned = frame.1 * turn;
            frame = (frame.0 + turned * Vec3::new(link.a, 0.0, link.d), turned * twist);
            let node = self.add_node(&own("link", k), super::NodeKind::Free, frame.0, frame.1)?;
            if link.has_body() {
                self.add_rigid_body(&own("link", k), node, link.mass, link.center, link.inertia)?;
            }
            let back = twist.to_rotation_matrix().into_inner().transpose();
            let (pair, height) = match link.joint {
                LinkJoint::Revolute => (joints::revolute(), link.d),
                LinkJoint::Prismatic => {
                    side.axes *= turn.to_rotation_matrix().into_inner();
                    (joints::prismatic(), 0.0)
                }
            };
            let near = Attachment { node, offset: -(back * Vec3::new(link.a, 0.0, height)), axes: back };
            chain.joints.push(self.add_joint(&own("joint", k), pair, side, near)?);
            chain.nodes.push(node);
            side = Attachment { node, offset: Vec3::zeros(), axes: Mat3::identity() };
        }
        Ok(chain)
    }
}

impl Link {
    fn has_body(&self) -> bool {
        self.mass != 0.0 || self.inertia != Mat3::zeros()
    }
}
