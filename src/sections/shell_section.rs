//! A section of a shell: 8×8 stiffness and inertia per area about its reference surface, checked.
//!
//! Source: Epple 2008 (4.41), (4.51)–(4.57). Inside, the order is that of classical lamination theory with transverse shear:
//! N11 N22 N12, M11 M22 M12, Q13 Q23 against E11 E22 2E12, K11 K22 2K12, Γ13 Γ23, and the strain at the height ζ along the normal is
//! E + ζ K: a positive curvature stretches the side to which the normal points.

use crate::error::{Error, Result};
use nalgebra::SMatrix;

/// Eight by eight.
pub type Mat8 = SMatrix<f64, 8, 8>;

/// Order and sign of the components of an 8×8 matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShellConvention {
    /// 11, 22, 12 of membrane and bending, then 13, 23: classical A-B-D; strain E + ζ K
    Classical,
    /// 11, 12, 22 of membrane and bending, then 13, 23 (VAPAS); strain E + ζ K
    Vapas,
    /// the classical order with curvatures that stretch the side away from the normal: strain E − ζ K
    Opposite,
}

impl ShellConvention {
    /// A matrix of this convention in the inner order.
    pub fn inner(self, outer: &Mat8) -> Mat8 {
        let place = |k: usize| match self {
            ShellConvention::Vapas => [0, 2, 1, 3, 5, 4, 6, 7][k],
            _ => k,
        };
        let sign = |k: usize| if self == ShellConvention::Opposite && (3..6).contains(&k) { -1.0 } else { 1.0 };
        Mat8::from_fn(|i, j| outer[(place(i), place(j))] * sign(i) * sign(j))
    }
}

/// Stiffness, inertia and damping per area, inner order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShellSection {
    /// resultants per strain
    pub stiffness: Mat8,
    /// m [kg/m²]
    pub mass: f64,
    /// m* = ∫ϱ ζ dζ [kg/m]
    pub first_moment: f64,
    /// M* = ∫ϱ ζ² dζ [kg]
    pub second_moment: f64,
    /// [m]
    pub thickness: f64,
    /// damping stress per elastic stress rate [s]
    pub damping: f64,
}

const NAMES: [&str; 8] = [
    "membrane 11",
    "membrane 22",
    "membrane 12",
    "bending 11",
    "bending 22",
    "bending 12",
    "transverse shear 13",
    "transverse shear 23",
];

/// Young's modulus [Pa], Poisson's ratio and density [kg/m³] of an isotropic material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Isotropic {
    /// E [Pa]
    pub young: f64,
    /// ν
    pub poisson: f64,
    /// [kg/m³]
    pub density: f64,
}

impl ShellSection {
    /// A plate of one isotropic material whose middle surface is the reference surface; the shear factor is 5/6.
    pub fn isotropic(what: &str, material: &Isotropic, thickness: f64) -> Result<Self> {
        let Isotropic { young, poisson, density } = *material;
        let bad = |text: String| Err(Error::InvalidArgument(format!("shell section {what}: {text}")));
        if !(young.is_finite() && young > 0.0) {
            return bad(format!("Young's modulus is {young} Pa; it must be positive"));
        }
        if !(poisson > -1.0 && poisson <= 0.5) {
            return bad(format!("Poisson's ratio is {poisson}; it lies above −1 and is at most 0.5"));
        }
        if !(thickness.is_finite() && thickness > 0.0) {
            return bad(format!("the thickness is {thickness} m; it must be positive"));
        }
        if !(density.is_finite() && density >= 0.0) {
            return bad(format!("the density is {density} kg/m³; it must not be negative"));
        }
        let membrane = young * thickness / (1.0 - poisson * poisson);
        let shear = young * thickness / (2.0 * (1.0 + poisson));
        let mut stiffness = Mat8::zeros();
        for (first, factor) in [(0, 1.0), (3, thickness * thickness / 12.0)] {
            for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                stiffness[(first + i, first + j)] = membrane * factor * if i == j { 1.0 } else { poisson };
            }
            stiffness[(first + 2, first + 2)] = shear * factor;
        }
        (stiffness[(6, 6)], stiffness[(7, 7)]) = (shear * 5.0 / 6.0, shear * 5.0 / 6.0);
        let section = ShellSection {
            stiffness,
            mass: density * thickness,
            first_moment: 0.0,
            second_moment: density * thickness.powi(3) / 12.0,
            thickness,
            damping: 0.0,
        };
        section.check(what)?;
        Ok(section)
    }

    /// The section about a surface `distance` above the present one, along the normal [m]: ζ = ζ' + distance.
    pub fn about(&self, distance: f64) -> Self {
        // strains at the old surface from those at the new one: E_old = E − distance K
        let mut shift = Mat8::identity();
        (0..3).for_each(|k| shift[(k, 3 + k)] = -distance);
        ShellSection {
            stiffness: shift.transpose() * self.stiffness * shift,
            first_moment: self.first_moment - self.mass * distance,
            second_moment: self.second_moment - 2.0 * self.first_moment * distance + self.mass * distance * distance,
            ..*self
        }
    }

    /// Stiffness against turns about the normal, per area [N/m], of an element of this size [m].
    pub fn drilling(&self, size: f64) -> f64 {
        let thin = self.thickness / size;
        self.stiffness[(2, 2)] * (thin * thin).min(1.0)
    }

    /// Where sections have these weights, whose sum is one: matrices, masses and thickness are interpolated.
    pub fn between<const N: usize>(sections: &[ShellSection; N], weights: &[f64; N]) -> ShellSection {
        let sum = |of: fn(&ShellSection) -> f64| sections.iter().zip(weights).map(|(s, w)| of(s) * w).sum();
        ShellSection {
            stiffness: sections.iter().zip(weights).map(|(s, w)| s.stiffness * *w).sum(),
            mass: sum(|s| s.mass),
            first_moment: sum(|s| s.first_moment),
            second_moment: sum(|s| s.second_moment),
            thickness: sum(|s| s.thickness),
            damping: sum(|s| s.damping),
        }
    }

    /// Is this the section of a real shell? The complaint names the entry and the slip that would explain it.
    pub fn check(&self, what: &str) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("shell section {what}: {text}")));
        if self.stiffness.iter().any(|v| !v.is_finite()) {
            return bad("the stiffness matrix holds a number that is not finite".into());
        }
        for (i, j) in (0..64).map(|k| (k / 8, k % 8)).filter(|(i, j)| i < j) {
            let (one, other) = (self.stiffness[(i, j)], self.stiffness[(j, i)]);
            let size = (self.stiffness[(i, i)] * self.stiffness[(j, j)]).abs().sqrt().max(one.abs());
            if (one - other).abs() > 1e-8 * size {
                return bad(format!(
                    "the stiffness matrix is not symmetric: the coupling of {} and {} is {one} one way and {other} the other",
                    NAMES[i], NAMES[j]
                ));
            }
        }
        if let Some(k) = (0..8).find(|&k| self.stiffness[(k, k)] <= 0.0) {
            return bad(format!("the {} stiffness is {}; it must be positive", NAMES[k], self.stiffness[(k, k)]));
        }
        let unit =
            Mat8::from_fn(|i, j| self.stiffness[(i, j)] / (self.stiffness[(i, i)] * self.stiffness[(j, j)]).sqrt());
        let eigen = unit.symmetric_eigen();
        let least = (0..8).min_by(|&a, &b| eigen.eigenvalues[a].total_cmp(&eigen.eigenvalues[b])).unwrap_or(0);
        if eigen.eigenvalues[least] <= 1e-12 {
            let mode = eigen.eigenvectors.column(least);
            let strongest = (0..8).max_by(|&a, &b| mode[a].abs().total_cmp(&mode[b].abs())).unwrap_or(0);
            return bad(format!(
                "the stiffness matrix is not positive definite: scaled to a unit diagonal its smallest eigenvalue is {:.3e}, in a mode \
                 led by {}; a sign slip in the coupling of membrane and bending, or matrices in another order than the convention \
                 says, would explain it",
                eigen.eigenvalues[least], NAMES[strongest]
            ));
        }
        if !(self.thickness.is_finite() && self.thickness > 0.0) {
            return bad(format!("the thickness is {} m; it must be positive", self.thickness));
        }
        if !(self.damping.is_finite() && self.damping >= 0.0) {
            return bad(format!("the damping is {} s; it must not be negative", self.damping));
        }
        self.check_sizes(&bad)?;
        self.check_mass(&bad)
    }

    /// Bending against membrane stiffness: a radius of gyration that no layup of this thickness has speaks of other units.
    fn check_sizes(&self, bad: &dyn Fn(String) -> Result<()>) -> Result<()> {
        for k in 0..3 {
            let (membrane, bending) = (self.stiffness[(k, k)], self.stiffness[(3 + k, 3 + k)]);
            let coupling = self.stiffness[(k, 3 + k)];
            // about the surface where this stiffness does not couple
            let gyration = ((bending - coupling * coupling / membrane) / membrane).max(0.0).sqrt();
            // all stiffness in the faces: ½ h; in one thin layer: none; a plate: 0.29 h
            let ratio = gyration / self.thickness;
            if !(1e-3..=0.51).contains(&ratio) {
                return bad(format!(
                    "the radius of gyration √(D/A) of {} and {} is {gyration:.3e} m, {ratio:.3e} of the thickness {:.3e} m; a plate \
                     has 0.289 and no layup more than 0.5. Are stiffnesses and thickness in one system of units (N/m, N·m, m)?",
                    NAMES[k],
                    NAMES[3 + k],
                    self.thickness
                ));
            }
        }
        Ok(())
    }

    fn check_mass(&self, bad: &dyn Fn(String) -> Result<()>) -> Result<()> {
        let (m, first, second) = (self.mass, self.first_moment, self.second_moment);
        if [m, first, second].iter().any(|v| !v.is_finite()) || m < 0.0 {
            return bad(format!(
                "mass {m} kg/m², first moment {first} kg/m and second moment {second} kg per area are not those of a shell"
            ));
        }
        if m == 0.0 {
            return if first == 0.0 && second == 0.0 { Ok(()) } else { bad("moments of inertia without mass".into()) };
        }
        let about_center = second - first * first / m;
        if about_center < -1e-12 * second.abs() {
            return bad(format!(
                "the second moment {second:.4e} kg is less than (first moment)²/mass = {:.4e} kg: it is that about the reference \
                 surface, not about the centre of mass",
                first * first / m
            ));
        }
        let gyration = (about_center.max(0.0) / m).sqrt();
        if gyration > 0.51 * self.thickness {
            return bad(format!(
                "the radius of gyration of its mass is {gyration:.3e} m, more than half of the thickness {:.3e} m",
                self.thickness
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEEL: Isotropic = Isotropic { young: 2.1e11, poisson: 0.3, density: 7850.0 };

    #[test]
    fn a_section_about_another_surface_and_back_is_the_same() {
        let section = ShellSection::isotropic("plate", &STEEL, 0.02).unwrap();
        let there = section.about(0.05);
        there.check("moved").unwrap();
        let back = there.about(-0.05);
        assert!((back.stiffness - section.stiffness).amax() < 1e-14 * section.stiffness.amax());
        assert!((back.second_moment - section.second_moment).abs() < 1e-14);
        // the plate now lies below the surface: its mass does too
        assert!(there.first_moment < 0.0);
    }

    #[test]
    fn conventions_permute_and_turn_signs() {
        let section = ShellSection::isotropic("plate", &STEEL, 0.02).unwrap().about(0.001);
        let order = [0, 2, 1, 3, 5, 4, 6, 7];
        let vapas = Mat8::from_fn(|i, j| section.stiffness[(order[i], order[j])]);
        assert_eq!(ShellConvention::Vapas.inner(&vapas), section.stiffness);
        let other = ShellConvention::Opposite.inner(&section.stiffness);
        assert_eq!(other[(0, 3)], -section.stiffness[(0, 3)]);
        assert_eq!(other[(3, 4)], section.stiffness[(3, 4)]);
    }

    #[test]
    fn slips_are_named() {
        let good = ShellSection::isotropic("plate", &STEEL, 0.02).unwrap();
        let says = |section: ShellSection, words: &str| {
            let text = section.check("skin").unwrap_err().to_string();
            assert!(text.contains("skin") && text.contains(words), "{text}");
        };
        let mut bad = good;
        bad.stiffness[(0, 1)] *= 2.0;
        says(bad, "not symmetric");
        let mut bad = good;
        (bad.stiffness[(0, 1)], bad.stiffness[(1, 0)]) = (2.0 * bad.stiffness[(0, 0)], 2.0 * bad.stiffness[(0, 0)]);
        says(bad, "not positive definite");
        let mut bad = good;
        bad.stiffness[(7, 7)] = 0.0;
        says(bad, "transverse shear 23");
        says(ShellSection { thickness: 20.0, ..good }, "units");
        says(ShellSection { damping: -1.0, ..good }, "damping");
        says(ShellSection { first_moment: 10.0, ..good }, "second moment");
        says(ShellSection { mass: f64::NAN, ..good }, "mass");
        assert!(ShellSection::isotropic("x", &Isotropic { poisson: 0.6, ..STEEL }, 0.1).is_err());
        assert!(ShellSection::isotropic("x", &STEEL, 0.0).is_err());
        assert!(ShellSection::isotropic("x", &Isotropic { young: -1.0, ..STEEL }, 0.1).is_err());
    }
}
