//! Chains from Denavit-Hartenberg tables, and the report of an assembly.

use super::joints::{attachment, swp_attachment, swp_joint};
use super::library::swp_status;
use super::model::{edit, swp_model, swp_node};
use super::sim::{read, swp_sim};
use super::{Fail, array, array_mut, check_array, encode, put, text};
use crate::error::{Error, require_memory};
use crate::math::{Mat3, Vec3};
use crate::model::joints::JOINT;
use crate::model::kinds::NODE;
use crate::model::memory::LINK;
use crate::model::{Link, LinkJoint};
use libc::{c_char, size_t};

/// Joints of a chain.
#[repr(i32)]
pub enum swp_link_joint {
    /// Turns; theta is its coordinate.
    SWP_LINK_REVOLUTE = 0,
    /// Slides; d is its coordinate.
    SWP_LINK_PRISMATIC = 1,
}

/// A row of a Denavit-Hartenberg table in the standard convention, and what the link weighs. A link without mass and inertia is a
/// frame only.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_link {
    /// One of swp_link_joint: how it moves along z of the frame before.
    pub joint: i32,
    /// Angle about z of the frame before [rad].
    pub theta: f64,
    /// Distance along it [m].
    pub d: f64,
    /// Distance along x of the link's frame [m].
    pub a: f64,
    /// Angle about it [rad].
    pub alpha: f64,
    /// Mass [kg].
    pub mass: f64,
    /// Centre of mass in axes of the link's frame [m].
    pub center_of_mass: [f64; 3],
    /// Inertia about the centre of mass in these axes, 3×3, row-major [kg·m²].
    pub inertia: [f64; 9],
}

/// How the joints were closed, see `assemble` in swp_sim_options.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_assembly {
    /// Iterations made.
    pub iterations: i32,
    /// Widest gap in the reference configuration: over the size of the model, or an angle [rad].
    pub gap_before: f64,
    /// Widest gap that was left for the start to remove.
    pub gap_after: f64,
    /// Largest translation of a node [m].
    pub moved: f64,
    /// Largest rotation of a node [rad].
    pub turned: f64,
    /// The node that moved most.
    pub moved_node: swp_node,
    /// The node that turned most.
    pub turned_node: swp_node,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 4],
}

fn link(k: usize, given: &swp_link) -> Result<Link, Fail> {
    let joint = match given.joint {
        0 => LinkJoint::Revolute,
        1 => LinkJoint::Prismatic,
        other => {
            let text = format!("link {}: joint {other} is not known; SWP_LINK_REVOLUTE or SWP_LINK_PRISMATIC", k + 1);
            return Err(Error::InvalidArgument(text).into());
        }
    };
    Ok(Link {
        joint,
        theta: given.theta,
        d: given.d,
        a: given.a,
        alpha: given.alpha,
        mass: given.mass,
        center: Vec3::from(given.center_of_mass),
        inertia: Mat3::from_row_slice(&given.inertia),
    })
}

/// Add a chain of `count` rigid links from a Denavit-Hartenberg table, on `base`, whose axes are frame 0. Frame k stands in frame
/// k − 1 as Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha); link k moves along z of frame k − 1, and its node is frame k, at its far
/// end. Nodes and bodies are called "name link 1" ..., joints "name joint 1" ...; `nodes` and `joints` receive `count` ids each.
///
/// Close the chain with any joint between its last node and another one; when the table only puts it near, ask for `assemble` in
/// swp_sim_options. On failure nothing is added.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_chain(
    model: *mut swp_model,
    name: *const c_char,
    base: *const swp_attachment,
    count: size_t,
    links: *const swp_link,
    nodes: *mut swp_node,
    joints: *mut swp_joint,
) -> swp_status {
    edit(model, |m| {
        let name = text(name, "name")?;
        check_array(nodes, count, "nodes")?;
        check_array(joints, count, "joints")?;
        let base = attachment(base, &format!("chain \"{name}\""), "base")?;
        let given = array(links, count, "links")?;
        require_memory(LINK.saturating_mul(count), "the chain")?;
        let links = given.iter().enumerate().map(|(k, l)| link(k, l)).collect::<Result<Vec<_>, Fail>>()?;
        let chain = m.add_chain(name, base, &links)?;
        for (out, id) in array_mut(nodes, count, "nodes")?.iter_mut().zip(&chain.nodes) {
            *out = swp_node { id: encode(&NODE, id.0) };
        }
        for (out, id) in array_mut(joints, count, "joints")?.iter_mut().zip(&chain.joints) {
            *out = swp_joint { id: encode(&JOINT, id.0) };
        }
        Ok(())
    })
}

/// How the joints were closed. SWP_WRONG_STATE if the simulation was created without `assemble`. swp_sim_report says the same in
/// words, with names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_assembly(sim: *const swp_sim, out: *mut swp_assembly) -> swp_status {
    read(sim, |s| {
        let Some(found) = &s.report().assembly else {
            let text = "the joints were not assembled; set `assemble` in the options of the simulation".into();
            return Err(Error::WrongState(text).into());
        };
        let report = swp_assembly {
            iterations: found.iterations as i32,
            gap_before: found.gap_before,
            gap_after: found.gap_after,
            moved: found.moved.1,
            turned: found.turned.1,
            moved_node: swp_node { id: encode(&NODE, found.moved.0) },
            turned_node: swp_node { id: encode(&NODE, found.turned.0) },
            reserved: [0; 4],
        };
        put(out, "out", report)
    })
}
