//! The section of a laminate from its plies: A, B, D of classical lamination theory, and transverse shear from equilibrium.
//!
//! A ply at the angle φ from material axis 1 has the reduced stiffness Q̄ = TᵀQT in plane stress; A, B, D = ∫Q̄ (1, ζ, ζ²) dζ.
//!
//! Transverse shear is not 5/6 of anything in a laminate. In pure bending by M (N = 0) the stress at ζ is
//!
//! ```text
//!   σ(ζ) = Q̄ (b + ζ d) M,   d = (D − B A⁻¹ B)⁻¹,   b = −A⁻¹ B d
//! ```
//!
//! and equilibrium of a slice, σ11,1 + σ12,2 + τ13,3 = 0, with M11,1 = Q1 and M22,2 = Q2 (cylindrical bending about both axes) gives
//!
//! ```text
//!   G(ζ) = ∫_bottom^ζ Q̄ (b + ζ' d) dζ',     τ(ζ) = −F Q,   F = | G_11  G_32 |       (rows and columns 11, 22, 12)
//!                                                                | G_31  G_22 |
//! ```
//!
//! The energy of τ is that of Q: the shear stiffness is the inverse of ∫ Fᵀ S F dζ, with S the compliance of the ply in 13, 23. For one
//! isotropic ply this is 5/6 G h exactly; τ is zero on both faces by construction.

use super::shell_section::{Mat8, ShellSection};
use crate::error::{Error, Result, require_finite};
use crate::math::quadrature::gauss;
use crate::math::{Mat3, Vec3};
use nalgebra::Matrix2;

/// A ply: thickness [m], angle from material axis 1 about the normal [rad], moduli [Pa], density [kg/m³].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ply {
    /// [m]
    pub thickness: f64,
    /// of the fibres from material axis 1, about the normal [rad]
    pub angle: f64,
    /// along the fibres [Pa]
    pub e1: f64,
    /// across [Pa]
    pub e2: f64,
    /// in the plane [Pa]
    pub g12: f64,
    /// strain across per strain along, under stress along
    pub nu12: f64,
    /// [Pa]
    pub g13: f64,
    /// [Pa]
    pub g23: f64,
    /// [kg/m³]
    pub density: f64,
}

impl Ply {
    /// Stress 11, 22, 12 per strain 11, 22, 2·12 in the axes of the ply.
    fn reduced(&self) -> Mat3 {
        let nu21 = self.nu12 * self.e2 / self.e1;
        let d = 1.0 - self.nu12 * nu21;
        let across = self.nu12 * self.e2 / d;
        Mat3::new(self.e1 / d, across, 0.0, across, self.e2 / d, 0.0, 0.0, 0.0, self.g12)
    }

    /// Strains in the axes of the ply from those in the material axes.
    fn turn(&self) -> Mat3 {
        let (s, c) = self.angle.sin_cos();
        Mat3::new(c * c, s * s, s * c, s * s, c * c, -s * c, -2.0 * s * c, 2.0 * s * c, c * c - s * s)
    }

    /// Stress per strain, material axes.
    pub fn stiffness(&self) -> Mat3 {
        self.turn().transpose() * self.reduced() * self.turn()
    }

    /// Stress in the axes of the ply (11, 22, 12) [Pa] for strains in the material axes.
    pub fn stress(&self, strain: &Vec3) -> Vec3 {
        self.reduced() * self.turn() * strain
    }

    /// Compliance in 13, 23, material axes.
    fn shear_compliance(&self) -> Matrix2<f64> {
        let (s, c) = self.angle.sin_cos();
        let turn = Matrix2::new(c, s, -s, c);
        turn.transpose() * Matrix2::new(1.0 / self.g13, 0.0, 0.0, 1.0 / self.g23) * turn
    }

    fn check(&self, what: &str, number: usize) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("shell section {what}: ply {number}: {text}")));
        for (name, value, unit) in [
            ("thickness", self.thickness, "m"),
            ("E1", self.e1, "Pa"),
            ("E2", self.e2, "Pa"),
            ("G12", self.g12, "Pa"),
            ("G13", self.g13, "Pa"),
            ("G23", self.g23, "Pa"),
        ] {
            if !(value.is_finite() && value > 0.0) {
                return bad(format!("{name} is {value} {unit}; it must be positive"));
            }
        }
        if !(self.density.is_finite() && self.density >= 0.0) {
            return bad(format!("the density is {} kg/m³; it must not be negative", self.density));
        }
        if !(self.nu12.is_finite() && self.nu12 * self.nu12 * self.e2 < self.e1) {
            return bad(format!(
                "ν12 is {}; no material has ν12² ≥ E1/E2 = {:.4}. Is it ν21 = ν12 E2/E1 that is given, or are E1 and E2 exchanged?",
                self.nu12,
                self.e1 / self.e2
            ));
        }
        if !(self.angle.is_finite() && self.angle.abs() <= std::f64::consts::TAU) {
            return bad(format!("the angle is {} rad; more than a turn: is it in degrees?", self.angle));
        }
        Ok(())
    }
}

/// The section of plies stacked along the normal, the first one lowest; the reference surface is `reference` [m] above the middle.
pub fn laminate(what: &str, plies: &[Ply], reference: f64) -> Result<ShellSection> {
    if plies.is_empty() {
        return Err(Error::InvalidArgument(format!("shell section {what}: a laminate needs at least one ply")));
    }
    for (k, ply) in plies.iter().enumerate() {
        ply.check(what, k + 1)?;
    }
    let thickness: f64 = plies.iter().map(|ply| ply.thickness).sum();
    if !(reference.is_finite() && reference.abs() <= 10.0 * thickness) {
        return Err(Error::InvalidArgument(format!(
            "shell section {what}: the reference surface is {reference} m from the middle of a laminate of {thickness} m; are both in m?"
        )));
    }
    let mut abd = [Mat3::zeros(); 3];
    let mut inertia = [0.0; 3];
    let mut bottom = -0.5 * thickness;
    for ply in plies {
        let (low, high) = (bottom, bottom + ply.thickness);
        for power in 0..3 {
            let p = power as i32 + 1;
            let part = (high.powi(p) - low.powi(p)) / f64::from(p);
            abd[power] += ply.stiffness() * part;
            inertia[power] += ply.density * part;
        }
        bottom = high;
    }
    let [a, b, d] = abd;
    let mut stiffness = Mat8::zeros();
    stiffness.fixed_view_mut::<3, 3>(0, 0).copy_from(&a);
    stiffness.fixed_view_mut::<3, 3>(0, 3).copy_from(&b);
    stiffness.fixed_view_mut::<3, 3>(3, 0).copy_from(&b);
    stiffness.fixed_view_mut::<3, 3>(3, 3).copy_from(&d);
    stiffness.fixed_view_mut::<2, 2>(6, 6).copy_from(&transverse_shear(plies, &abd, -0.5 * thickness));
    let section = ShellSection {
        stiffness,
        mass: inertia[0],
        first_moment: inertia[1],
        second_moment: inertia[2],
        thickness,
        damping: 0.0,
    };
    section.check(what)?;
    Ok(section.about(reference))
}

/// Stresses 11, 22, 12 [Pa] in the axes of each ply, at its bottom, middle and top, for the strains E11 E22 2E12, K11 K22 2K12 of the
/// reference surface; more strains may follow, which have no part in them.
pub fn ply_stresses(plies: &[Ply], reference: f64, strain: &[f64]) -> Result<Vec<[Vec3; 3]>> {
    require_finite("strain", strain)?;
    require_finite("reference", &[reference])?;
    for (k, ply) in plies.iter().enumerate() {
        ply.check("of the plies", k + 1)?;
    }
    let [membrane, curvature] = [0, 3].map(|k| Vec3::from_column_slice(&strain[k..k + 3]));
    let thickness: f64 = plies.iter().map(|ply| ply.thickness).sum();
    let mut bottom = -0.5 * thickness - reference;
    let mut stresses = Vec::with_capacity(plies.len());
    for (k, ply) in plies.iter().enumerate() {
        let at = |part: f64| ply.stress(&(membrane + curvature * (bottom + part * ply.thickness)));
        let own = [at(0.0), at(0.5), at(1.0)];
        if own.iter().flatten().any(|stress| !stress.is_finite()) {
            return Err(Error::InvalidArgument(format!(
                "the stresses of ply {} are beyond all numbers: its moduli times these strains, or the thickness below it times the \
                 curvatures. Strains of elastic plies are far below 1",
                k + 1
            )));
        }
        stresses.push(own);
        bottom += ply.thickness;
    }
    Ok(stresses)
}

/// The inverse of ∫ Fᵀ S F dζ.
fn transverse_shear(plies: &[Ply], [a, b, d]: &[Mat3; 3], bottom: f64) -> Matrix2<f64> {
    let a_inverse = a.try_inverse().unwrap_or_else(Mat3::zeros);
    let bending = (d - b * a_inverse * b).try_inverse().unwrap_or_else(Mat3::zeros);
    let stretching = -a_inverse * b * bending;
    let mut compliance = Matrix2::zeros();
    let (mut below, mut low) = (Mat3::zeros(), bottom);
    for ply in plies {
        let (q, s) = (ply.stiffness(), ply.shear_compliance());
        let upto = |z: f64| below + q * (stretching * (z - low) + bending * (0.5 * (z * z - low * low)));
        // of the fourth degree in ζ: three points are exact
        for (r, w) in gauss(3) {
            let g = upto(low + 0.5 * (1.0 + r) * ply.thickness);
            let f = Matrix2::new(g[(0, 0)], g[(2, 1)], g[(2, 0)], g[(1, 1)]);
            compliance += f.transpose() * s * f * (0.5 * w * ply.thickness);
        }
        let high = low + ply.thickness;
        (below, low) = (upto(high), high);
    }
    compliance.try_inverse().unwrap_or_else(Matrix2::zeros)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sections::Isotropic;
    use std::f64::consts::FRAC_PI_4;

    fn isotropic(thickness: f64, e: f64, nu: f64) -> Ply {
        let g = e / (2.0 * (1.0 + nu));
        Ply { thickness, angle: 0.3, e1: e, e2: e, g12: g, nu12: nu, g13: g, g23: g, density: 1000.0 }
    }

    fn carbon(angle: f64) -> Ply {
        Ply {
            thickness: 1.25e-4,
            angle,
            e1: 1.4e11,
            e2: 1e10,
            g12: 5e9,
            nu12: 0.3,
            g13: 5e9,
            g23: 3e9,
            density: 1600.0,
        }
    }

    #[test]
    fn one_or_many_isotropic_plies_are_the_plate_with_five_sixths() {
        let plate = ShellSection::isotropic("plate", &Isotropic { young: 7e10, poisson: 0.33, density: 1000.0 }, 0.006)
            .unwrap();
        for count in [1, 3, 8] {
            let plies = vec![isotropic(0.006 / count as f64, 7e10, 0.33); count];
            let section = laminate("stack", &plies, 0.0).unwrap();
            for (i, j) in (0..64).map(|k| (k / 8, k % 8)) {
                let size = (plate.stiffness[(i, i)] * plate.stiffness[(j, j)]).sqrt();
                assert!((section.stiffness[(i, j)] - plate.stiffness[(i, j)]).abs() < 1e-13 * size, "{count}: {i} {j}");
            }
            assert!((section.second_moment / plate.second_moment - 1.0).abs() < 1e-13);
        }
    }

    /// A sandwich of thin faces and a soft core: the core alone shears, with nearly constant τ over the distance of the faces' middles:
    /// K = G_c d²/c to the order of the faces' thickness and stiffness (c core, d between middles of faces).
    #[test]
    fn a_sandwich_shears_in_its_core() {
        let (face, core, g) = (1e-5, 0.02, 2e7);
        let skin = isotropic(face, 7e10, 0.3);
        let middle = Ply { g13: g, g23: g, g12: g, e1: 1e3, e2: 1e3, nu12: 0.0, ..isotropic(core, 1e3, 0.0) };
        let section = laminate("sandwich", &[skin, middle, skin], 0.0).unwrap();
        let exact = g * (core + face).powi(2) / core;
        assert!((section.stiffness[(6, 6)] / exact - 1.0).abs() < 1e-3, "{} {exact}", section.stiffness[(6, 6)]);
        assert!((section.stiffness[(7, 7)] / exact - 1.0).abs() < 1e-3);
    }

    /// Closed forms: [0/90] has B11 = −B22 = (E2 − E1) h²/8 / (1 − ν12 ν21) for two plies of h/2 and B12 = 0; [±45]s has B = 0 and A16 = 0.
    #[test]
    fn couplings_are_those_of_lamination_theory() {
        let cross = laminate("0/90", &[carbon(0.0), carbon(2.0 * FRAC_PI_4)], 0.0).unwrap();
        let h = 2.5e-4_f64;
        let b11 = (1e10 - 1.4e11) * h * h / 8.0 / (1.0 - 0.09 * 1e10 / 1.4e11);
        assert!((cross.stiffness[(0, 3)] / b11 - 1.0).abs() < 1e-12, "{} {b11}", cross.stiffness[(0, 3)]);
        assert!((cross.stiffness[(1, 4)] / -b11 - 1.0).abs() < 1e-12);
        assert!(cross.stiffness[(0, 4)].abs() < 1e-12 * b11.abs());
        let balanced = [FRAC_PI_4, -FRAC_PI_4, -FRAC_PI_4, FRAC_PI_4].map(carbon);
        let section = laminate("±45 s", &balanced, 0.0).unwrap();
        let b = section.stiffness.fixed_view::<3, 3>(0, 3);
        assert!(b.amax() < 1e-15 * section.stiffness[(0, 0)]);
        assert!(section.stiffness[(0, 2)].abs() < 1e-15 * section.stiffness[(0, 0)]);
        // bending and twist are coupled all the same
        assert!(section.stiffness[(3, 5)] > 0.1 * section.stiffness[(3, 3)]);
    }

    #[test]
    fn the_reference_surface_may_be_anywhere() {
        let plies = [carbon(0.0), carbon(0.7), carbon(-0.2)];
        let moved = laminate("skin", &plies, 1e-3).unwrap();
        let middle = laminate("skin", &plies, 0.0).unwrap();
        assert!((moved.about(-1e-3).stiffness - middle.stiffness).amax() < 1e-12 * middle.stiffness.amax());
        assert_eq!(moved.stiffness[(6, 6)], middle.stiffness[(6, 6)]);
    }

    /// Stresses of the plies sum to the resultants: N = Σ∫σ, M = Σ∫ζσ, by Simpson's rule, which is exact for what is linear in ζ.
    #[test]
    fn ply_stresses_sum_to_the_resultants() {
        let plies = [carbon(0.0), carbon(0.7), carbon(-0.2)];
        let reference = 3e-4;
        let section = laminate("skin", &plies, reference).unwrap();
        let strain = [1e-3, -2e-4, 5e-4, 0.3, -0.1, 0.2, 0.0, 0.0];
        let resultant = section.stiffness * nalgebra::SVector::<f64, 8>::from(strain);
        let (mut n, mut m) = (Vec3::zeros(), Vec3::zeros());
        let mut bottom = -0.5 * section.thickness - reference;
        for (ply, at) in plies.iter().zip(ply_stresses(&plies, reference, &strain).unwrap()) {
            for (k, weight) in [1.0, 4.0, 1.0].into_iter().enumerate() {
                let sigma = ply.turn().transpose() * at[k] * (weight * ply.thickness / 6.0);
                n += sigma;
                m += sigma * (bottom + 0.5 * k as f64 * ply.thickness);
            }
            bottom += ply.thickness;
        }
        assert!((n - resultant.fixed_rows::<3>(0)).norm() < 1e-12 * n.norm());
        assert!((m - resultant.fixed_rows::<3>(3)).norm() < 1e-12 * m.norm());
    }

    #[test]
    fn stresses_beyond_all_numbers_are_refused_by_ply() {
        let huge = Ply { e1: 1e300, e2: 1e300, g12: 1e300, ..carbon(0.0) };
        let text = ply_stresses(&[carbon(0.0), huge], 0.0, &[1e10; 6]).unwrap_err().to_string();
        assert!(text.contains("ply 2") && text.contains("beyond all numbers"), "{text}");
    }

    #[test]
    fn plies_that_cannot_be_are_named_by_number() {
        let says = |ply: Ply, words: &str| {
            let text = laminate("skin", &[carbon(0.0), ply], 0.0).unwrap_err().to_string();
            assert!(text.contains("ply 2") && text.contains(words), "{text}");
        };
        says(Ply { thickness: 0.0, ..carbon(0.0) }, "thickness");
        says(Ply { nu12: 4.0, ..carbon(0.0) }, "exchanged");
        says(Ply { angle: 45.0, ..carbon(0.0) }, "degrees");
        says(Ply { g23: f64::NAN, ..carbon(0.0) }, "G23");
        says(Ply { density: -1.0, ..carbon(0.0) }, "density");
        assert!(laminate("skin", &[], 0.0).is_err());
        assert!(laminate("skin", &[carbon(0.0)], 1.0).is_err());
    }
}
