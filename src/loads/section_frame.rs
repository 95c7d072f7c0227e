//! The axes of a section between the nodes of an element: the rotation nearest to the interpolated section axes.
//!
//! S = Σ N_n S_n is no rotation where the nodal frames differ: half-way along an element twisted by φ its axes across have the length
//! cos ½φ, and an offset or a follower load given in them would act with that part of itself. Its polar decomposition S = H R gives
//! unit axes R, which turn with the nodes as
//!
//! ```text
//!   L δθ = 2 ax(δS Rᵀ),   L = tr(H) I − H,   H = S Rᵀ symmetric,   ax(A): the axial vector of the skew part of A
//! ```
//!
//! so that a moment m on the section does the work m·δθ = Σ_k (µ × r_k)·δs_k with L µ = m: a force µ × r_k on the interpolated axis k,
//! for any S, orthonormal nodal frames or averaged ones. Its moments about the axes balance m: Σ_k s_k × (µ × r_k) = L µ.

use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};

/// Corrections of Newton's method for the nearest rotation; it needs four where frames differ by a radian.
const CORRECTIONS: usize = 60;

/// Unit axes of a section, and how they turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct SectionFrame {
    /// R
    pub(super) axes: Mat3,
    /// H
    stretch: Mat3,
    /// L⁻¹
    turn: Mat3,
}

/// 2 ax(A).
fn twice_axial(a: &Mat3) -> Vec3 {
    Vec3::new(a[(2, 1)] - a[(1, 2)], a[(0, 2)] - a[(2, 0)], a[(1, 0)] - a[(0, 1)])
}

impl SectionFrame {
    /// Of interpolated axes S. Where they lie in a plane no rotation is nearest, and nothing is a number.
    pub(super) fn new(interpolated: &Mat3) -> Self {
        let none = || Mat3::repeat(f64::NAN);
        let mut axes = *interpolated;
        for _ in 0..CORRECTIONS {
            let next = (axes + axes.try_inverse().unwrap_or_else(none).transpose()) * 0.5;
            let change = (next - axes).amax();
            axes = next;
            // it doubles the digits each time; one that is not a number ends it too
            if change.is_nan() || change < 1e-9 {
                break;
            }
        }
        let stretch = interpolated * axes.transpose();
        let turn = (Mat3::identity() * stretch.trace() - stretch).try_inverse().unwrap_or_else(none);
        SectionFrame { axes, stretch, turn }
    }

    /// δθ for δS.
    pub(super) fn turns(&self, change: &Mat3) -> Vec3 {
        self.turn * twice_axial(&(change * self.axes.transpose()))
    }

    /// θ̈ for Ṡ, S̈ and θ̇, from the time derivative of L θ̇ = 2 ax(Ṡ Rᵀ).
    pub(super) fn second(&self, rate: &Mat3, second: &Mat3, omega: &Vec3) -> Vec3 {
        let (back, turning) = (self.axes.transpose(), skew(omega));
        let swept = second * back - rate * back * turning;
        self.turn * (twice_axial(&swept) - self.resistance(rate, omega, omega))
    }

    /// µ for a moment m.
    pub(super) fn share(&self, moment: &Vec3) -> Vec3 {
        self.turn * moment
    }

    /// δµ for δm and δS, which turns the axes by `theta`.
    pub(super) fn share_change(&self, moment: &Vec3, change: &Mat3, theta: &Vec3, share: &Vec3) -> Vec3 {
        self.turn * (moment - self.resistance(change, theta, share))
    }

    /// δL µ for δS, which turns the axes by `theta`: δH = δS Rᵀ − H θ̃.
    fn resistance(&self, change: &Mat3, theta: &Vec3, share: &Vec3) -> Vec3 {
        let stretch = change * self.axes.transpose() - self.stretch * skew(theta);
        share * stretch.trace() - stretch * share
    }
}
