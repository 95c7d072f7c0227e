//! Analyses: consistent start, statics, generalised-α. An integrator owns its coefficients; terms know none of them.

pub mod generalized_alpha;
pub mod initial;
pub mod modes;
pub mod statics;

use crate::assembly::{Scales, System, Weights};
use crate::error::Result;
use crate::linear::SparseLu;
use crate::math::{Mat3, Vec3, so3};
use crate::model::Model;
use crate::newton;
use crate::state::State;

/// All that a simulation needs besides its state; made once.
#[derive(Debug)]
pub struct Workspace {
    /// matrix and right side
    pub system: System,
    /// its factors
    pub lu: SparseLu,
    /// arrays of Newton's method
    pub newton: newton::Work,
    /// functions of time at the level being solved
    pub functions: Vec<[f64; 3]>,
    /// H of each node's rotation since the start of the step
    pub charts: Vec<Mat3>,
    /// translation and rotation vector of each node since the start of the step
    pub increments: Vec<[Vec3; 2]>,
    /// characteristic sizes of M, G, K
    pub scales: Scales,
    /// characteristic length of the model [m]
    pub length: f64,
}

impl Workspace {
    /// Room for a model.
    pub fn new(model: &Model) -> Result<Self> {
        let system = System::new(model);
        let lu = SparseLu::new(&system.layout.col_ptr, &system.layout.row_idx)?;
        let nodes = model.nodes().len();
        Ok(Workspace {
            newton: newton::Work::new(system.layout.size),
            functions: Vec::with_capacity(model.functions().len()),
            charts: vec![Mat3::identity(); nodes],
            increments: vec![[Vec3::zeros(); 2]; nodes],
            scales: Scales::default(),
            length: model.characteristic().length,
            system,
            lu,
        })
    }
}

/// The three components of a correction that belong to dofs `dofs[from..from + 3]` of a node; zero where it is fixed.
fn component(delta: &[f64], dofs: &[u32; 6], from: usize) -> Vec3 {
    Vec3::from_fn(|i, _| delta.get(dofs[from + i] as usize).copied().unwrap_or(0.0))
}

/// Move the trial configuration by a correction, from the start of the step: x = x₀ + u, R = exp(c) R₀; and add to the
/// multipliers what the scaled correction says.
fn correct_configuration(
    start: &State,
    trial: &mut State,
    increments: &mut [[Vec3; 2]],
    system: &System,
    delta: &[f64],
    weights: &Weights,
) {
    for (k, dofs) in system.layout.nodes.iter().enumerate() {
        if dofs[0] == crate::assembly::NONE {
            continue;
        }
        increments[k][0] += component(delta, dofs, 0);
        increments[k][1] += component(delta, dofs, 3);
        trial.nodes[k]
            .place(start.nodes[k].x + increments[k][0], so3::exp(&increments[k][1]) * start.nodes[k].rotation);
    }
    for (s, &dof) in trial.scalars.iter_mut().zip(&system.layout.scalars) {
        s.value += delta[dof as usize];
    }
    let motion = system.layout.motion;
    for (k, lambda) in trial.multipliers.iter_mut().enumerate().filter(|(k, _)| system.active[*k]) {
        *lambda += weights.scale_of(system.layout.classes[motion + k]) / weights.row * delta[motion + k];
    }
}
