//! Damping of the modes of a beam.

use super::{Options, Simulation};
use crate::error::{Error, Result};
use crate::integrators::modes::Mode;
use crate::math::{Mat6, Vec3};
use crate::model::{BeamId, DampedMode, Model, mass_product, shape_frequency};
use std::sync::Arc;

/// Frequencies that differ by less than this part of themselves are one, and any mixture of their shapes is a shape: which one a
/// solver finds is left to rounding.
const SAME_FREQUENCY: f64 = 1e-6;
/// Modes that are looked at beyond those that are damped, for the rest of such a set.
const MORE: usize = 3;

/// Damp the lowest modes of a beam, as it is clamped at its first node and at rest: `ratios` of critical damping, from the
/// lowest frequency up. The modes are found here, on the beam alone and without its own damping. Of modes of one frequency, the one
/// that moves most along the second axis of the first node comes first.
pub fn damp_modes(model: &mut Model, beam: BeamId, ratios: &[f64]) -> Result<()> {
    let name = &model.beam(beam)?.name;
    if ratios.is_empty() {
        return Err(Error::InvalidArgument(format!(
            "beam \"{name}\": no mode is to be damped; give a ratio for each mode"
        )));
    }
    if let Some(ratio) = ratios.iter().find(|ratio| !(0.0..1.0).contains(*ratio)) {
        let text = format!("beam \"{name}\": a ratio of critical damping is {ratio}; it must be in [0, 1)");
        return Err(Error::InvalidArgument(text));
    }
    let alone = Arc::new(model.clamped(beam)?);
    let mut sim = Simulation::new(Arc::clone(&alone), Options::default())?;
    let freedom = sim.report().freedom;
    let found = match sim.modes(Vec3::zeros(), (ratios.len() + MORE).min(freedom.max(ratios.len()))) {
        Ok(found) => found,
        Err(_) => sim.modes(Vec3::zeros(), ratios.len())?,
    };
    let masses = model.masses_seen_from_first(beam)?;
    let mut shapes: Vec<Vec<[Vec3; 2]>> = Vec::new();
    let mut first = 0;
    while first < found.len() {
        let is_same = |mode: &&Mode| mode.frequency <= (1.0 + SAME_FREQUENCY) * found[first].frequency;
        let count = found[first..].iter().take_while(is_same).count();
        shapes.append(&mut told_apart(&masses, found[first..first + count].iter().map(shape).collect()));
        first += count;
    }
    let damped = ratios.iter().zip(shapes).map(|(&ratio, shape)| {
        let frequency = shape_frequency(&alone, &masses, &shape);
        DampedMode { ratio, frequency, shape }
    });
    model.add_modal_damping(beam, &damped.collect::<Vec<_>>())
}

/// Translations and rotations of the nodes; at rest and undamped, a mode shape is real but for a factor.
fn shape(mode: &Mode) -> Vec<[Vec3; 2]> {
    // the node that follows those of the beam is the ground
    let nodes = &mode.shape[..mode.shape.len() - 1];
    let largest = nodes.iter().flatten().copied().max_by(|a, b| a.norm().total_cmp(&b.norm()));
    let factor = largest.filter(|c| c.norm() > 0.0).map_or(1.0.into(), |c| c.conj() / c.norm());
    let three = |c: &[crate::linear::Complex]| Vec3::new((c[0] * factor).re, (c[1] * factor).re, (c[2] * factor).re);
    nodes.iter().map(|c| [three(&c[..3]), three(&c[3..])]).collect()
}

/// Shapes of one frequency, mixed so that they are orthogonal and the first moves most along the second axis, and so on:
/// eigenvectors of Σ m u₂² in their span.
fn told_apart(masses: &[Mat6], shapes: Vec<Vec<[Vec3; 2]>>) -> Vec<Vec<[Vec3; 2]>> {
    let count = shapes.len();
    if count == 1 {
        return shapes;
    }
    let form = |product: &dyn Fn(usize, usize) -> f64| nalgebra::DMatrix::from_fn(count, count, product);
    let mass = form(&|i, j| mass_product(masses, &shapes[i], &shapes[j]));
    let along = form(&|i, j| {
        let nodes = shapes[i].iter().zip(&shapes[j]).zip(masses);
        nodes.map(|((a, b), m)| m[(0, 0)] * a[0].y * b[0].y).sum()
    });
    // mass = L Lᵀ: the shapes L⁻¹ φ are orthonormal
    let Some(root) = mass.cholesky() else { return shapes };
    let inverse = root.l().try_inverse().expect("a Cholesky factor is regular");
    let eigen = (&inverse * along * inverse.transpose()).symmetric_eigen();
    let mix = eigen.eigenvectors.transpose() * inverse;
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| eigen.eigenvalues[*b].total_cmp(&eigen.eigenvalues[*a]));
    let mixed = |k: usize| {
        let node = |n: usize| [0, 1].map(|half| (0..count).map(|i| shapes[i][n][half] * mix[(k, i)]).sum());
        (0..masses.len()).map(node).collect()
    };
    order.into_iter().map(mixed).collect()
}
