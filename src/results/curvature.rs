//! Curvature along a beam in a state, as a property that draws elements of a new mesh (Epple §7.1.4).
//!
//! The curvatures κ1, κ2, κ3 are those of the section strains, relative to the beam as built. They are taken at the Gauss
//! points, where they are best, and are linear in between.

use crate::error::{Error, Result};
use crate::model::{BeamId, Model};
use crate::sections::{GradientIndex, Profile};
use crate::state::State;

/// A curvature that varies by less than this part of the largest one bends the beam too little to draw elements.
const SMALL_PART: f64 = 1e-2;
/// The same for less than this angle over the length of the beam [rad]: a beam without load has rounding only.
const SMALL_TURN: f64 = 1e-6;

/// The index of a beam's table and its present curvatures, for a mesh of so many elements.
pub fn curvature_index(model: &Model, state: &State, beam: BeamId, elements: usize) -> Result<GradientIndex> {
    let line = model.beam(beam)?;
    let Some(table) = &line.table else {
        let text = format!(
            "beam \"{}\" was made of elements and has no table of sections along its axis, which a new mesh needs; make it \
             with add_beam",
            line.name
        );
        return Err(Error::InvalidArgument(text));
    };
    let (mut places, mut curvatures) = (Vec::new(), [const { Vec::new() }; 3]);
    for (k, ends) in line.mesh.windows(2).enumerate() {
        let element = model.beam_element(line, k);
        for (i, point) in element.element().points().iter().enumerate() {
            let (strain, _) = element.strain(&state.nodes, i);
            places.push(0.5 * (ends[0] + ends[1]) + 0.5 * (ends[1] - ends[0]) * point.r);
            curvatures.iter_mut().zip(strain.iter().skip(3)).for_each(|(all, kappa)| all.push(*kappa));
        }
    }
    let largest = curvatures.iter().flatten().fold(0.0, |most: f64, kappa| most.max(kappa.abs()));
    let length = table.ends().1 - table.ends().0;
    let negligible = (SMALL_PART * largest).max(SMALL_TURN / length);
    GradientIndex::new(
        table,
        elements,
        &curvatures.each_ref().map(|k| Profile { stations: &places, values: k, negligible }),
    )
}
