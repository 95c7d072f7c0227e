//! Epple 2008 §6.3: four panels of a satellite unfold and latch.
//!
//! | symbol | panels, Table 6.4 | connectors, Table 6.5 |
//! |---|---|---|
//! | S [N] | 2.9e7 | 1.1e7 |
//! | I22, I33 [N·m²] | 6.0e8, 58 | 3.7e3, 3.7e3 |
//! | J [N·m²] | 85 | 2.4e3 |
//! | K22, K33 [N] | 3.1e7, 3.1e7 | 3.6e7, 3.6e7 |
//! | m [kg/m] | 19 | 5.6 |
//! | m11, m22, m33 [kg·m] | 39, 39, 2.4e-6 | 3.8e-4, 1.9e-4, 1.9e-4 |
//! | elements, cubic | 3 | 1 |
//! | dampers at B1, D1, D2, D3, Table 6.6 [N·m·s/rad] | 40, 18, 14, 10 | |
//!
//! The bending stiffness of 58 N·m² is that out of the panel's plane: section axis 3 lies in the panel, across the array
//! and along the hinges; m22 = m b²/12 gives a panel b = 5 m wide.
//!
//! Open in the thesis (figures 6.13 and 6.14 carry it, the text does not), and taken here:
//! - panels of 2 m, B_i to D_i; connectors of 0.1 m from D_i across to B_(i+1), clamped to panel i + 1; all hinges along i2;
//! - the satellite is ground; folded, all panels stand along i3, side by side along i1; B1 turns by 90° and D1, D2, D3 by
//!   180°, in turns to one side and the other, until the array lies along i1; no gravity;
//! - the array is held down; the hold-down gives way as [`smooth_step`] in a given time, or at once (the torques of the springs then
//!   act suddenly on hinges of 1e-7 kg·m² and set off all vibrations of the panels);
//! - springs, figure 6.14, as the table [`spring`] over the angle s from the deployed position, from −90° or −180°: a drive that
//!   falls along a straight line, from `strong` to `weak`; in the last 0.1 rad the latch pulls with up to `latch`; within 0.05 rad
//!   it holds as a spring of latch/0.05 on both sides, stiff beyond. At D1 to D3 half, a third and a quarter of the torques of B1.
//!
//! | s [rad] | folded | −0.10 | −0.05 | 0 | 0.05 | 0.10 |
//! |---|---|---|---|---|---|---|
//! | torque of B1 towards s = 0 [N·m] | 3.0 | 1.5 | 30 | 0 | −30 | −150 |

use super::bars::{Mesh, bar, ends, hinge, host, join, section, smooth_step};
use std::f64::consts::PI;
use swashplate::joints;
use swashplate::math::{Quat, Vec3};
use swashplate::model::{BeamId, JointId, Model, NodeKind};
use swashplate::terms::NodeId;
use swashplate::terms::law::{Dissipative, Elastic, ForceTable};

/// Half the width of the latch [rad].
pub const LATCH: f64 = 0.05;
/// Dampers, Table 6.6 [N·m·s/rad].
pub const DAMPERS: [f64; 4] = [40.0, 18.0, 14.0, 10.0];
/// Torque of the folded spring at B1 [N·m], and those at D1, D2, D3 as shares of it.
const DRIVE: f64 = 3.0;
const SHARES: [f64; 4] = [1.0, 0.5, 1.0 / 3.0, 0.25];
const PANEL: f64 = 2.0;
const CONNECTOR: f64 = 0.1;

/// Table of the spring that opens by `way` [rad], torques of B1 times `share`; `sense` is the sign of the opening.
pub fn spring(way: f64, share: f64, sense: f64) -> Elastic {
    // the angle counts from the folded position; stress is the force against it
    let mut points: Vec<[f64; 2]> = [[-way, DRIVE], [-0.10, 1.5], [-LATCH, 30.0], [LATCH, -30.0], [0.10, -150.0]]
        .map(|[s, torque]| [sense * (s + way), -sense * share * torque])
        .to_vec();
    if sense < 0.0 {
        points.reverse();
    }
    let (angles, stresses): (Vec<f64>, Vec<f64>) = points.iter().map(|p| (p[0], p[1])).unzip();
    Elastic::Table(ForceTable::new("hinge", &angles, &stresses).unwrap())
}

/// The array.
pub struct Array {
    pub model: Model,
    pub panels: [BeamId; 4],
    /// D4
    pub tip: NodeId,
    /// B1, D1, D2, D3; the angle is coordinate 0
    pub hinges: [JointId; 4],
    /// angle of each of them when deployed [rad]
    pub deployed: [f64; 4],
}

/// Folded and at rest; the hold-down gives way in `release` [s], or at once if that is 0.
pub fn array(mesh: Mesh, release: f64) -> Array {
    let mut model = Model::new();
    let panel = section(2.9e7, [3.1e7; 2], 85.0, [6e8, 58.0], 19.0, [39.0, 39.0, 2.4e-6]);
    let stub = section(1.1e7, [3.6e7; 2], 2.4e3, [3.7e3; 2], 5.6, [3.8e-4, 1.9e-4, 1.9e-4]);
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    let ground = model.add_node("satellite", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let one = Mesh { elements: 1, ..mesh };
    let (mut panels, mut hinges) = (Vec::new(), Vec::new());
    let (mut before, mut at) = (ground, Vec3::zeros());
    // about −i2 is from i3 towards i1: panel 1 falls to i1; the others unfold to one side and the other
    let deployed = [-0.5 * PI, PI, -PI, PI].map(|a: f64| -a);
    let held = (release > 0.0).then(|| {
        host(&mut model, move |t| {
            let [f, d, s] = smooth_step(t / release);
            [1.0 - f, -d / release, -s / (release * release)]
        })
    });
    for k in 0..4 {
        let number = k + 1;
        let out = if k % 2 == 0 { z } else { -z };
        let mut root = None;
        if k > 0 {
            let c = bar(&mut model, &format!("connector {k}"), [at, at + CONNECTOR * x], y, &stub, one);
            at += CONNECTOR * x;
            root = Some(ends(&model, c));
        }
        let p = bar(&mut model, &format!("panel {number}"), [at, at + PANEL * out], y, &panel, mesh);
        at += PANEL * out;
        let [foot, tip] = ends(&model, p);
        let hinged = match root {
            None => foot,
            Some([near, far]) => {
                join(&mut model, &format!("clamp {k}"), joints::rigid_connection(), Quat::identity(), [far, foot]);
                near
            }
        };
        let name = if k == 0 { "B1".to_string() } else { format!("D{k}") };
        let joint = hinge(&mut model, &name, y, [before, hinged]);
        let (way, sense) = (deployed[k].abs(), deployed[k].signum());
        let law = spring(way, SHARES[k], sense);
        if let Some(held) = held {
            model.add_joint_force(&name, joint, 0, -sense * SHARES[k] * DRIVE, held).unwrap();
        }
        model.add_joint_action(&name, joint, 0, vec![law], vec![Dissipative::Viscous(DAMPERS[k])]).unwrap();
        panels.push(p);
        hinges.push(joint);
        before = tip;
    }
    Array { model, panels: panels.try_into().unwrap(), tip: before, hinges: hinges.try_into().unwrap(), deployed }
}
