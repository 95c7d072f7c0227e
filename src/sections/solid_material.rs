//! Materials of solids, checked.
//!
//! Stresses and strains are in Voigt's order: 11 22 33 23 13 12, shear strains doubled.

use super::Isotropic;
use crate::error::{Error, Result};
use crate::math::{Mat3, Mat6};

/// Elasticity of a solid.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(clippy::large_enum_variant)] // a few of them, copied when elements are made
pub enum SolidLaw {
    /// St. Venant-Kirchhoff, S = λ tr E I + 2 μ E
    Isotropic {
        /// [Pa]
        young: f64,
        /// ν
        poisson: f64,
    },
    /// St. Venant-Kirchhoff, S = C E in material axes [Pa]
    Anisotropic(Mat6),
    /// compressible neo-Hooke, W = ½ μ (tr C − 3) − μ ln J + ½ λ (ln J)²
    NeoHooke {
        /// of small strains [Pa]
        young: f64,
        /// ν of small strains
        poisson: f64,
    },
}

/// Nine numbers of an orthotropic material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Orthotropic {
    /// E1 E2 E3 [Pa]
    pub young: [f64; 3],
    /// ν12 ν13 ν23: strain along the second axis, with its sign turned, per strain along the first under stress along the first
    pub poisson: [f64; 3],
    /// G12 G13 G23 [Pa]
    pub shear: [f64; 3],
}

impl Orthotropic {
    /// C, the inverse of the compliance, if there is one.
    pub fn stiffness(&self) -> Option<Mat6> {
        let Orthotropic { young, poisson, shear } = self;
        let mut compliance = Mat6::zeros();
        for k in 0..3 {
            compliance[(k, k)] = 1.0 / young[k];
            // G23, G13, G12
            compliance[(3 + k, 3 + k)] = 1.0 / shear[2 - k];
        }
        for (k, (i, j)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            compliance[(i, j)] = -poisson[k] / young[i];
            compliance[(j, i)] = compliance[(i, j)];
        }
        compliance.try_inverse()
    }
}

/// A material: law, density and damping.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolidMaterial {
    /// elasticity
    pub law: SolidLaw,
    /// [kg/m³]
    pub density: f64,
    /// damping stress per elastic stress rate [s]
    pub damping: f64,
}

/// 1 + ν and 1 − 2ν, whose inverse is what a change of volume or of shape is stiffer by: from here on rounding of it is 1e-7 of the rest.
const LEAST_OF_BOTH: f64 = 1e-9;
/// Above this ν the change of volume is tied if nothing else is said.
pub const TIED_FROM: f64 = 0.4;

impl SolidMaterial {
    /// St. Venant-Kirchhoff of an isotropic material.
    pub fn isotropic(material: &Isotropic) -> Self {
        let Isotropic { young, poisson, density } = *material;
        SolidMaterial { law: SolidLaw::Isotropic { young, poisson }, density, damping: 0.0 }
    }

    /// λ and μ of a law that has them.
    pub fn lame(&self) -> Option<(f64, f64)> {
        match self.law {
            SolidLaw::Isotropic { young, poisson } | SolidLaw::NeoHooke { young, poisson } => {
                let shear = young / (2.0 * (1.0 + poisson));
                Some((2.0 * shear * poisson / (1.0 - 2.0 * poisson), shear))
            }
            SolidLaw::Anisotropic(_) => None,
        }
    }

    /// Stiffness against small strains, in material axes.
    pub fn stiffness(&self) -> Mat6 {
        match (self.lame(), self.law) {
            (_, SolidLaw::Anisotropic(c)) => c,
            (lame, _) => {
                let (lambda, mu) = lame.unwrap_or_default();
                Mat6::from_fn(|i, j| match (i == j, i < 3 && j < 3) {
                    (true, true) => lambda + 2.0 * mu,
                    (false, true) => lambda,
                    (true, false) => mu,
                    _ => 0.0,
                })
            }
        }
    }

    /// Is the change of volume tied when nothing is said?
    pub fn ties_volume(&self) -> bool {
        matches!(self.law, SolidLaw::Isotropic { poisson, .. } if poisson > TIED_FROM)
    }

    /// Is this a material? The complaint names the number and the slip that would explain it.
    pub fn check(&self, what: &str) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("solid material {what}: {text}")));
        match self.law {
            SolidLaw::Isotropic { young, poisson } | SolidLaw::NeoHooke { young, poisson } => {
                if !(young.is_finite() && young > 0.0) {
                    return bad(format!("Young's modulus is {young} Pa; it must be positive"));
                }
                if !(1.0 + poisson >= LEAST_OF_BOTH && 1.0 - 2.0 * poisson >= LEAST_OF_BOTH) {
                    return bad(format!(
                        "Poisson's ratio is {poisson}; it lies between −1 and 0.5, and so near to either that 1 + ν or 1 − 2ν is below \
                         {LEAST_OF_BOTH:e} stresses are lost in rounding. For what keeps its volume take 0.4999"
                    ));
                }
            }
            SolidLaw::Anisotropic(c) => check_stiffness(&c).or_else(bad)?,
        }
        if !(self.density.is_finite() && self.density >= 0.0) {
            return bad(format!("the density is {} kg/m³; it must not be negative", self.density));
        }
        if !(self.damping.is_finite() && self.damping >= 0.0) {
            return bad(format!("the damping is {} s; it must not be negative", self.damping));
        }
        Ok(())
    }
}

const NAMES: [&str; 6] = ["11", "22", "33", "23", "13", "12"];

fn check_stiffness(c: &Mat6) -> std::result::Result<(), String> {
    if c.iter().any(|v| !v.is_finite()) {
        return Err("the stiffness holds a number that is not finite".into());
    }
    if let Some(k) = (0..6).find(|&k| c[(k, k)] <= 0.0) {
        return Err(format!("the stiffness {} is {} Pa; it must be positive", NAMES[k], c[(k, k)]));
    }
    for (i, j) in (0..36).map(|k| (k / 6, k % 6)).filter(|(i, j)| i < j) {
        if (c[(i, j)] - c[(j, i)]).abs() > 1e-8 * (c[(i, i)] * c[(j, j)]).sqrt() {
            return Err(format!(
                "the stiffness is not symmetric: the coupling of {} and {} is {} one way and {} the other",
                NAMES[i],
                NAMES[j],
                c[(i, j)],
                c[(j, i)]
            ));
        }
    }
    let unit = Mat6::from_fn(|i, j| c[(i, j)] / (c[(i, i)] * c[(j, j)]).sqrt());
    let least = unit.symmetric_eigenvalues().min();
    if least <= 1e-12 {
        return Err(format!(
            "the stiffness is not positive definite: scaled to a unit diagonal its smallest eigenvalue is {least:.3e}. Is it in the \
             order 11 22 33 23 13 12, and do Poisson's ratios fit, ν_ij² < E_i/E_j?"
        ));
    }
    Ok(())
}

/// C in inertial axes, whose material axes are the columns of `axes`.
pub fn turned(c: &Mat6, axes: &Mat3) -> Mat6 {
    // strains in material axes, e' = T e: E'_ij = Σ a_ki a_lj E_kl
    const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
    let t = Mat6::from_fn(|row, col| {
        let ((i, j), (k, l)) = (PAIRS[row], PAIRS[col]);
        let both = if k == l {
            axes[(k, i)] * axes[(k, j)]
        } else {
            0.5 * (axes[(k, i)] * axes[(l, j)] + axes[(l, i)] * axes[(k, j)])
        };
        // shear strains are doubled
        if row < 3 { both } else { 2.0 * both }
    });
    t.transpose() * c * t
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::math::so3;

    /// Energy of a strain is the same in either axes, and an isotropic stiffness is the same whichever way it is turned.
    #[test]
    fn a_turned_stiffness_has_the_energy_of_the_turned_strain() {
        let carbon = Orthotropic { young: [140e9, 10e9, 9e9], poisson: [0.3, 0.25, 0.4], shear: [5e9, 4e9, 3e9] };
        let c = carbon.stiffness().unwrap();
        SolidMaterial { law: SolidLaw::Anisotropic(c), density: 1.0, damping: 0.0 }.check("carbon").unwrap();
        let axes = so3::exp(&Vec3::new(0.4, -0.9, 1.3)).to_rotation_matrix().into_inner();
        let strain = Mat3::new(0.1, 0.02, -0.05, 0.02, -0.2, 0.07, -0.05, 0.07, 0.3);
        let voigt = |e: &Mat3| {
            nalgebra::Vector6::new(e[(0, 0)], e[(1, 1)], e[(2, 2)], 2.0 * e[(1, 2)], 2.0 * e[(0, 2)], 2.0 * e[(0, 1)])
        };
        let own = voigt(&(axes.transpose() * strain * axes));
        let (e, exact) = (voigt(&strain), own.dot(&(c * own)));
        assert!((e.dot(&(turned(&c, &axes) * e)) / exact - 1.0).abs() < 1e-14);
        let steel = SolidMaterial::isotropic(&Isotropic { young: 2.1e11, poisson: 0.3, density: 7850.0 });
        let c = steel.stiffness();
        assert!((turned(&c, &axes) - c).amax() < 1e-14 * c.amax());
        // the same by the nine numbers
        let g = 2.1e11 / 2.6;
        let nine = Orthotropic { young: [2.1e11; 3], poisson: [0.3; 3], shear: [g; 3] };
        assert!((nine.stiffness().unwrap() - c).amax() < 1e-14 * c.amax());
    }

    #[test]
    fn slips_are_named() {
        let steel = SolidMaterial::isotropic(&Isotropic { young: 2.1e11, poisson: 0.3, density: 7850.0 });
        let says = |material: SolidMaterial, words: &str| {
            let text = material.check("\"m\"").unwrap_err().to_string();
            assert!(text.contains("solid material \"m\"") && text.contains(words), "{text}");
        };
        steel.check("steel").unwrap();
        says(SolidMaterial { law: SolidLaw::Isotropic { young: -1.0, poisson: 0.3 }, ..steel }, "Young");
        says(SolidMaterial { law: SolidLaw::NeoHooke { young: 1.0, poisson: 0.5 }, ..steel }, "0.4999");
        says(SolidMaterial { density: f64::NAN, ..steel }, "density");
        says(SolidMaterial { damping: -1.0, ..steel }, "damping");
        let mut c = steel.stiffness();
        c[(0, 1)] *= 1.1;
        says(SolidMaterial { law: SolidLaw::Anisotropic(c), ..steel }, "not symmetric");
        c[(0, 1)] = 2.0 * c[(0, 0)];
        c[(1, 0)] = c[(0, 1)];
        says(SolidMaterial { law: SolidLaw::Anisotropic(c), ..steel }, "not positive definite");
        c[(4, 4)] = 0.0;
        says(SolidMaterial { law: SolidLaw::Anisotropic(c), ..steel }, "13");
    }
}
