//! Ties: sets of nodes on one node with a frame.

use super::library::swp_status;
use super::model::{edit, node, swp_model, swp_node};
use super::query::put3;
use super::sim::{read, swp_sim};
use super::{Fail, array, decode, encode, put, require, text};
use crate::error::Error;
use crate::model::ties::TIE;
use crate::model::{TieId, TieKind};
use crate::terms::NodeId;
use libc::{c_char, size_t};

/// Id of a tie.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_tie {
    /// opaque
    pub id: u32,
}

/// How nodes are tied to a frame.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum swp_tie_kind {
    /// Every node stays at its place in the frame, three constraints a node, and turns as it likes. Nodes with rotations and points. A
    /// patch of a shell held so is stiff, and no couple about the normal of a node arises.
    SWP_TIE_RIGID = 0,
    /// Every node stays at its place in the frame and turns with it, six constraints a node: a clamp along an edge. No points.
    SWP_TIE_CLAMPED = 1,
    /// The frame follows the weighted mean of the places of the nodes (distributing coupling, RBE3): six constraints in all, and the nodes
    /// deform among themselves as they like.
    SWP_TIE_MEAN = 2,
}

/// Tie nodes to the frame of a node: a bolt, a lug, a cuff; what a body, a joint or a beam on `frame` exerts is passed to all of them.
///
/// `name`: unique among ties, copied. `frame`: a node that turns, or ground. `nodes`: `node_count` different nodes, without the frame; they
/// stay, or their mean stays, where they are to it in the reference configuration. `kind`: one of swp_tie_kind. `weights`: for
/// SWP_TIE_MEAN one positive number a node, of any sum, as areas that the nodes stand for, `weight_count` = `node_count`; none, 0 and
/// NULL, for equal ones and for the other kinds. In the mean at most 64 nodes. `out` receives the id.
///
/// The constraints are at most quadratic, and so do no work in the schemes that preserve energy. A frame node without mass is fine.
///
/// SWP_INVALID_ARGUMENT by name: nodes of a tie in the mean that are all at one place or on one line, which hold no rotation about it; a
/// node twice; a point as frame. The model is then as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_tie(
    model: *mut swp_model,
    name: *const c_char,
    frame: swp_node,
    node_count: size_t,
    nodes: *const swp_node,
    weight_count: size_t,
    weights: *const f64,
    kind: i32,
    out: *mut swp_tie,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let kind = match kind {
            0 => TieKind::Rigid,
            1 => TieKind::Clamped,
            2 => TieKind::Mean,
            other => {
                let text = format!("tie \"{name}\": kind {other} is not known; see swp_tie_kind");
                return Err(Error::InvalidArgument(text).into());
            }
        };
        let ids = array(nodes, node_count, "nodes")?;
        let ids = ids.iter().map(|id| node(*id)).collect::<Result<Vec<NodeId>, Fail>>()?;
        let weights = if weight_count == 0 { None } else { Some(array(weights, weight_count, "weights")?) };
        let id = m.add_tie(name, self::node(frame)?, &ids, weights, kind)?;
        put(out, "out", swp_tie { id: encode(&TIE, id.0) })
    })
}

/// What a tie exerts on the node of its frame: `force` [N] and `moment` [N·m] about the node, 3 components each, inertial axes. The nodes
/// that are tied to it get the opposite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_tie_reaction(
    sim: *const swp_sim,
    tie: swp_tie,
    force: *mut f64,
    moment: *mut f64,
) -> swp_status {
    read(sim, |s| {
        require(force, "force")?;
        require(moment, "moment")?;
        let (f, m) = s.tie_reaction(TieId(decode(tie.id, &TIE)?))?;
        put3(force, "force", &f)?;
        put3(moment, "moment", &m)
    })
}
