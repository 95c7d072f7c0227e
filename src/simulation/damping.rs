//! Damping of the modes of a beam.

use super::{Options, Simulation};
use crate::error::Result;
use crate::integrators::modes;
use crate::math::Vec3;
use crate::model::{BeamId, Model};
use std::sync::Arc;

/// Damp the lowest modes of a beam, as it is clamped at its first node and at rest: `ratios` of critical damping, from the
/// lowest frequency up. The modes are found here, on the beam alone.
pub fn damp_modes(model: &mut Model, beam: BeamId, ratios: &[f64]) -> Result<()> {
    let alone = model.clamped(beam)?;
    let mut sim = Simulation::new(Arc::new(alone), Options::default())?;
    let shape = |mode: &modes::Mode| -> Vec<Vec3> {
        // at rest and undamped, a mode shape is real but for a factor that the normalisation has made one
        let nodes = &mode.shape[..mode.shape.len() - 1];
        nodes.iter().map(|c| Vec3::new(c[0].re, c[1].re, c[2].re)).collect()
    };
    let found = sim.modes(Vec3::zeros(), ratios.len())?;
    let damped: Vec<_> = ratios.iter().zip(&found).map(|(z, mode)| (*z, mode.frequency, shape(mode))).collect();
    model.add_modal_damping(beam, &damped)
}
