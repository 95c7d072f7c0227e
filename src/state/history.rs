//! What a scheme carries from step to step besides the motion.
//!
//! It belongs to the scheme whose code and coefficients it has: another one does not read it, but begins with the motion alone. Only
//! the files of schemes write it; what changes the motion otherwise (a start, statics, a lock, another interpolation) says that
//! accelerations were found anew, or that it is to be forgotten.

use super::copied;
use crate::math::Vec3;

/// SchemeHistory of the scheme that made the last step.
#[derive(Debug, PartialEq, Default)]
pub struct SchemeHistory {
    /// the scheme, by its code; 0 at a start
    pub scheme: u32,
    /// a number for its coefficients; 0 where there are none
    pub coefficients: u32,
    /// acceleration-like variables of generalised-α: translation, rotation
    pub algorithmic: Vec<[Vec3; 2]>,
    /// accelerations at the beginning of the step that led here: translation, rotation
    pub former: Vec<[Vec3; 2]>,
    /// acceleration-like variables of the scalars
    pub scalar_algorithmic: Vec<f64>,
    /// accelerations of the scalars at the beginning of the step that led here
    pub scalar_former: Vec<f64>,
    /// velocities of the twelve coordinates of every node; empty when the scheme keeps none
    pub rates: Vec<[Vec3; 4]>,
    /// mean multipliers of the step that led here; empty when the scheme keeps none
    pub means: Vec<f64>,
}

copied!(SchemeHistory { scheme, coefficients, algorithmic, former, scalar_algorithmic, scalar_former, rates, means });

impl SchemeHistory {
    /// None, with room for that of any scheme.
    pub(super) fn none(nodes: usize, scalars: usize) -> Self {
        SchemeHistory {
            algorithmic: vec![[Vec3::zeros(); 2]; nodes],
            former: vec![[Vec3::zeros(); 2]; nodes],
            scalar_algorithmic: vec![0.0; scalars],
            scalar_former: vec![0.0; scalars],
            ..SchemeHistory::default()
        }
    }

    /// Forget what schemes over a step keep of it: velocities of directors and mean multipliers.
    pub fn forget_span(&mut self) {
        self.rates.clear();
        self.means.clear();
    }
}
