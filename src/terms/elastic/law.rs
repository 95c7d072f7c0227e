//! Laws on the strains of a point.

use crate::terms::interval::{F, I, J};
use crate::terms::{Fault, Span};
use nalgebra::{SMatrix, SVector};

/// Stress over a step, and its slopes.
pub struct Over<const E: usize> {
    /// s
    pub stress: SVector<f64, E>,
    /// work that dampers take from the increment from → to; positive
    pub dissipated: f64,
    /// ∂s/∂e at j and f
    pub slopes: [Option<SMatrix<f64, E, E>>; 2],
}

/// A law on the strains of a point: energy W, stress and damping.
pub trait Law<const E: usize>: 'static + Send + Sync {
    /// Does the rate of strain count?
    fn is_damped(&self) -> bool;

    /// W [J].
    fn energy(&self, e: &SVector<f64, E>) -> f64;

    /// s for strains and, of a law with damping, their rates.
    fn stress(&self, e: &SVector<f64, E>, rate: &SVector<f64, E>) -> SVector<f64, E>;

    /// ∂s/∂e at fixed rates.
    fn stiffness(&self, e: &SVector<f64, E>, rate: &SVector<f64, E>) -> SMatrix<f64, E, E>;

    /// ∂s/∂ė.
    fn damping(&self, e: &SVector<f64, E>) -> SMatrix<f64, E, E>;

    /// For the strains at i, j, f: a stress with s·(e_to − e_from) = W_to − W_from + what is dissipated, for weights of ½ at the two
    /// levels.
    fn over(&self, e: &[SVector<f64, E>; 3], over: &Span) -> Over<E>;

    /// Why there is no stress here; `size` is that of the places of the element's points [m].
    fn fault(&self, _e: &SVector<f64, E>, _size: impl Fn() -> f64) -> Option<Fault> {
        None
    }
}

/// The usual law: s = P + C (e − e⁰) + D ė, with W = (P + ½ C (e − e⁰))·(e − e⁰).
#[derive(Debug, Clone)]
pub struct Linear<const E: usize> {
    /// C
    pub stiffness: SMatrix<f64, E, E>,
    /// D, if it is not zero
    pub damping: Option<SMatrix<f64, E, E>>,
    /// P
    pub preload: SVector<f64, E>,
    /// e⁰
    pub reference: SVector<f64, E>,
}

impl<const E: usize> Law<E> for Linear<E> {
    fn is_damped(&self) -> bool {
        self.damping.is_some()
    }

    fn energy(&self, e: &SVector<f64, E>) -> f64 {
        let e = e - self.reference;
        (self.preload + self.stiffness * e * 0.5).dot(&e)
    }

    fn stress(&self, e: &SVector<f64, E>, rate: &SVector<f64, E>) -> SVector<f64, E> {
        let stress = self.preload + self.stiffness * (e - self.reference);
        self.damping.as_ref().map_or(stress, |damping| stress + damping * rate)
    }

    fn stiffness(&self, _e: &SVector<f64, E>, _rate: &SVector<f64, E>) -> SMatrix<f64, E, E> {
        self.stiffness
    }

    fn damping(&self, _e: &SVector<f64, E>) -> SMatrix<f64, E, E> {
        self.damping.unwrap_or_else(SMatrix::zeros)
    }

    fn over(&self, e: &[SVector<f64, E>; 3], over: &Span) -> Over<E> {
        let (w, total) = (&over.weights, over.total());
        let mean = e[I] * w[I] + e[J] * w[J] + e[F] * w[F] - self.reference * total;
        let mut stress = self.preload * total + self.stiffness * mean;
        let mut dissipated = 0.0;
        let mut slopes = [J, F].map(|level| (w[level] != 0.0).then(|| self.stiffness * w[level]));
        if let Some(damping) = &self.damping {
            let rate = total / over.h;
            let damped = damping * (e[F] - e[I]) * rate;
            stress += damped;
            dissipated = damped.dot(&(e[over.to] - e[over.from]));
            slopes[1] = Some(slopes[1].unwrap_or_else(SMatrix::zeros) + damping * rate);
        }
        Over { stress, dissipated, slopes }
    }
}
