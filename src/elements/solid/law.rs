//! The laws of a solid on ½ FᵀF at a point.
//!
//! | symbol | name |
//! |---|---|
//! | E = ½(FᵀF − I) | Green-Lagrange strain, in Voigt's order 11 22 33 23 13 12, shear doubled |
//! | S = ∂W/∂E | second Piola-Kirchhoff stress |
//! | J = √det(I + 2E), C⁻¹ = (I + 2E)⁻¹ | of the neo-Hookean law |
//!
//! ```text
//!   St. Venant-Kirchhoff   W = ½ E·C E                                S = C E                         constant C: exact over a step as it is
//!   neo-Hooke              W = μ (tr E − ln J) + ½ λ (ln J)²          S = μ (I − C⁻¹) + λ ln J C⁻¹
//!                          ∂S/∂E = λ C⁻¹ ⊗ C⁻¹ + 2 (μ − λ ln J) sym(C⁻¹ ⊙ C⁻¹)
//! ```
//!
//! **Discrete stress.** Over a step from E_i to E_f the neo-Hookean stress is its mean along the straight line between them, by three
//! Gauss points, and what these leave of the energy along ΔE (Gonzalez 2000):
//!
//! ```text
//!   S̄ = Σ_g w_g S(E_i + x_g ΔE) + r ΔE,    r = (W_f − W_i − Σ_g w_g S_g·ΔE)/(ΔE·ΔE),    so that S̄·ΔE = W_f − W_i
//! ```
//!
//! Below |ΔE| = 1e-2 the rule leaves 0.02 |ΔE|⁷ μ, which is less than the rounding of W: r is left out there. With weights w of
//! the levels i, j, f the stress is, as for springs on joint coordinates, with C_i = ∂S/∂E at i without what may be negative in it,
//!
//! ```text
//!   S = w₀ S̄ + C_i (w_j (E_j − E_i) + (w_f − ½ w₀)(E_f − E_i)),    w₀ = Σ w
//! ```
//!
//! so that the decaying schemes take ½ α (E_j − E_i)·C_i (E_j − E_i) ≥ 0 exactly.
//!
//! **Damping**: a stress τ C₀ Ė with the stiffness C₀ against small strains.

use crate::math::quadrature::gauss;
use crate::math::{Mat3, Mat6};
use crate::terms::elastic::{Law, Linear, Over};
use crate::terms::interval::{F, I, J};
use crate::terms::{Fault, Span};
use nalgebra::Vector6;
use std::sync::Arc;

/// A law per volume.
#[derive(Debug, Clone)]
pub enum Density {
    /// linear in E
    Linear(Box<Linear<6>>),
    /// neo-Hookean
    NeoHooke {
        /// λ [Pa]
        lambda: f64,
        /// μ [Pa]
        mu: f64,
        /// τ C₀, if there is damping
        damping: Option<Box<Mat6>>,
    },
}

/// What ½ FᵀF is where nothing is strained.
pub fn unstrained() -> Vector6<f64> {
    Vector6::new(0.5, 0.5, 0.5, 0.0, 0.0, 0.0)
}

impl Density {
    /// St. Venant-Kirchhoff with the stiffness `c`, and damping τ c.
    pub fn linear(c: Mat6, tau: f64) -> Self {
        let damping = (tau > 0.0).then(|| c * tau);
        Density::Linear(Box::new(Linear { stiffness: c, damping, preload: Vector6::zeros(), reference: unstrained() }))
    }
}

/// A law at a point that stands for a volume [m³] of the reference configuration.
#[derive(Debug, Clone)]
pub struct AtPoint {
    /// [m³]
    pub volume: f64,
    /// per volume; elements of one material share it
    pub law: Arc<Density>,
}

/// Products of C⁻¹ of a neo-Hookean law at a strain.
struct Inverse {
    /// C⁻¹ in Voigt's order, not doubled
    inverse: Vector6<f64>,
    full: Mat3,
    ln_j: f64,
}

fn tensor(e: &Vector6<f64>) -> Mat3 {
    Mat3::new(e[0], 0.5 * e[5], 0.5 * e[4], 0.5 * e[5], e[1], 0.5 * e[3], 0.5 * e[4], 0.5 * e[3], e[2])
}

const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)];

/// det(I + 2E) − 1 without the rounding of the one.
fn growth(e: &Mat3) -> f64 {
    let minors = (0..3).map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        e[(i, i)] * e[(j, j)] - e[(i, j)] * e[(i, j)]
    });
    2.0 * e.trace() + 4.0 * minors.sum::<f64>() + 8.0 * e.determinant()
}

impl Inverse {
    /// At E.
    fn at(e: &Vector6<f64>) -> Self {
        let e = tensor(e);
        let full = (Mat3::identity() + 2.0 * e).try_inverse().unwrap_or_else(|| Mat3::repeat(f64::NAN));
        let inverse = Vector6::from_fn(|k, _| full[PAIRS[k]]);
        Inverse { inverse, full, ln_j: 0.5 * growth(&e).ln_1p() }
    }

    fn stress(&self, lambda: f64, mu: f64) -> Vector6<f64> {
        let unit = Vector6::new(mu, mu, mu, 0.0, 0.0, 0.0);
        unit + self.inverse * (lambda * self.ln_j - mu)
    }

    /// ∂S/∂E with the factor of the second part at least `least`.
    fn slope(&self, lambda: f64, mu: f64, least: f64) -> Mat6 {
        let second = (mu - lambda * self.ln_j).max(least);
        let c = &self.full;
        Mat6::from_fn(|a, b| {
            let ((i, j), (k, l)) = (PAIRS[a], PAIRS[b]);
            let both = c[(i, k)] * c[(j, l)] + c[(i, l)] * c[(j, k)];
            lambda * self.inverse[a] * self.inverse[b] + second * both
        })
    }
}

fn neo_hooke_energy(lambda: f64, mu: f64, e: &Vector6<f64>) -> f64 {
    let ln_j = 0.5 * growth(&tensor(e)).ln_1p();
    mu * (e[0] + e[1] + e[2] - ln_j) + 0.5 * lambda * ln_j * ln_j
}

/// Steps of strain above which what the rule leaves of the energy is made good.
const LARGE: f64 = 1e-2;

/// S̄ between two strains and its slope in the second one.
fn mean_stress(lambda: f64, mu: f64, from: &Vector6<f64>, to: &Vector6<f64>) -> (Vector6<f64>, Mat6) {
    let step = to - from;
    let (mut stress, mut slope) = (Vector6::zeros(), Mat6::zeros());
    for (r, w) in gauss(3) {
        let (x, w) = (0.5 * (1.0 + r), 0.5 * w);
        let at = Inverse::at(&(from + step * x));
        stress += at.stress(lambda, mu) * w;
        slope += at.slope(lambda, mu, f64::NEG_INFINITY) * (w * x);
    }
    // ΔE as a tensor: shear not doubled
    let along = Vector6::from_fn(|k, _| if k < 3 { step[k] } else { 0.5 * step[k] });
    let squared = along.dot(&step);
    if squared > LARGE * LARGE {
        let change = neo_hooke_energy(lambda, mu, to) - neo_hooke_energy(lambda, mu, from);
        let rest = (change - stress.dot(&step)) / squared;
        let rest_slope =
            (Inverse::at(to).stress(lambda, mu) - stress - slope.tr_mul(&step) - along * (2.0 * rest)) / squared;
        stress += along * rest;
        slope += along * rest_slope.transpose();
        (0..6).for_each(|k| slope[(k, k)] += if k < 3 { rest } else { 0.5 * rest });
    }
    (stress, slope)
}

fn neo_hooke_over(lambda: f64, mu: f64, damping: Option<&Mat6>, e: &[Vector6<f64>; 3], over: &Span) -> Over<6> {
    let (w, total) = (&over.weights, over.total());
    let [at_i, at_j, at_f] = e.each_ref().map(|e| e - unstrained());
    let mut stress = Vector6::zeros();
    let mut slopes = [None, None];
    if total != 0.0 {
        let (mean, slope) = mean_stress(lambda, mu, &at_i, &at_f);
        stress += mean * total;
        slopes[1] = Some(slope * total);
    }
    let rest = w[F] - 0.5 * total;
    if w[J] != 0.0 || rest != 0.0 {
        let c = Inverse::at(&at_i).slope(lambda, mu, 0.0);
        stress += c * ((at_j - at_i) * w[J] + (at_f - at_i) * rest);
        slopes[0] = (w[J] != 0.0).then(|| c * w[J]);
        slopes[1] = Some(slopes[1].unwrap_or_else(Mat6::zeros) + c * rest);
    }
    let mut dissipated = 0.0;
    if let Some(damping) = damping {
        let rate = total / over.h;
        let damped = damping * (e[F] - e[I]) * rate;
        stress += damped;
        dissipated = damped.dot(&(e[over.to] - e[over.from]));
        slopes[1] = Some(slopes[1].unwrap_or_else(Mat6::zeros) + damping * rate);
    }
    Over { stress, dissipated, slopes }
}

const CRUSHED: Fault = Fault::Singular("one of its points has been crushed to no volume");

impl Law<6> for AtPoint {
    fn is_damped(&self) -> bool {
        match &*self.law {
            Density::Linear(law) => law.is_damped(),
            Density::NeoHooke { damping, .. } => damping.is_some(),
        }
    }

    fn energy(&self, e: &Vector6<f64>) -> f64 {
        self.volume
            * match &*self.law {
                Density::Linear(law) => law.energy(e),
                Density::NeoHooke { lambda, mu, .. } => neo_hooke_energy(*lambda, *mu, &(e - unstrained())),
            }
    }

    fn stress(&self, e: &Vector6<f64>, rate: &Vector6<f64>) -> Vector6<f64> {
        self.volume
            * match &*self.law {
                Density::Linear(law) => law.stress(e, rate),
                Density::NeoHooke { lambda, mu, damping } => {
                    let stress = Inverse::at(&(e - unstrained())).stress(*lambda, *mu);
                    damping.as_ref().map_or(stress, |damping| stress + **damping * rate)
                }
            }
    }

    fn stiffness(&self, e: &Vector6<f64>, rate: &Vector6<f64>) -> Mat6 {
        self.volume
            * match &*self.law {
                Density::Linear(law) => law.stiffness(e, rate),
                Density::NeoHooke { lambda, mu, .. } => {
                    Inverse::at(&(e - unstrained())).slope(*lambda, *mu, f64::NEG_INFINITY)
                }
            }
    }

    fn damping(&self, e: &Vector6<f64>) -> Mat6 {
        self.volume
            * match &*self.law {
                Density::Linear(law) => law.damping(e),
                Density::NeoHooke { damping, .. } => damping.as_ref().map_or_else(Mat6::zeros, |d| **d),
            }
    }

    fn over(&self, e: &[Vector6<f64>; 3], over: &Span) -> Over<6> {
        let Over { stress, dissipated, slopes } = match &*self.law {
            Density::Linear(law) => law.over(e, over),
            Density::NeoHooke { lambda, mu, damping } => neo_hooke_over(*lambda, *mu, damping.as_deref(), e, over),
        };
        let v = self.volume;
        Over { stress: stress * v, dissipated: dissipated * v, slopes: slopes.map(|slope| slope.map(|s| s * v)) }
    }

    fn fault(&self, e: &Vector6<f64>, _size: impl Fn() -> f64) -> Option<Fault> {
        match &*self.law {
            Density::Linear(_) => None,
            // J² below 1e-12 is a stretch below 1e-2 along all three axes
            Density::NeoHooke { .. } => {
                let left = 1.0 + growth(&tensor(&(e - unstrained())));
                (left.is_nan() || left < 1e-12).then_some(CRUSHED)
            }
        }
    }
}
