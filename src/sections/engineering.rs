//! Sections from engineering constants.
//!
//! Axial force and bending are uncoupled at the tension centre, shear and twist at the shear centre; both in the principal
//! axes, turned by an angle from the section axes. The strain energy per length is
//!
//! ```text
//!   ½ EA (Γ1 + z_t κ2 − y_t κ3)² + ½ GJ κ1²
//!     + ½ bending in principal axes of (κ2, κ3)  +  ½ shear in principal axes of (Γ2 − z_s κ1, Γ3 + y_s κ1)
//! ```

use super::BeamSection;
use crate::error::{Error, Result};
use crate::math::so3::skew;
use crate::math::{Mat3, Mat6, Vec3};

/// Engineering constants of a section.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Engineering {
    /// axial stiffness EA [N]
    pub axial: f64,
    /// shear stiffnesses along the principal axes 2 and 3, kGA [N]
    pub shear: [f64; 2],
    /// torsional stiffness GJ about the shear centre [N·m²]
    pub torsion: f64,
    /// bending stiffnesses about the principal axes 2 and 3, at the tension centre [N·m²]
    pub bending: [f64; 2],
    /// mass per length [kg/m]
    pub mass: f64,
    /// mass moments of inertia per length about axes 1 (polar), 2 and 3 through the mass centre, principal axes [kg·m]
    pub inertia: [f64; 3],
    /// tension centre (y, z) [m]
    pub tension_center: [f64; 2],
    /// shear centre (y, z) [m]
    pub shear_center: [f64; 2],
    /// mass centre (y, z) [m]
    pub mass_center: [f64; 2],
    /// angle from axis 2 of the section to principal axis 2, about the beam's axis [rad]
    pub principal_angle: f64,
    /// damping stress per elastic stress rate [s]
    pub damping: f64,
}

impl Engineering {
    /// The section about its reference axis.
    pub fn section(&self, what: &str) -> Result<BeamSection> {
        let named = [
            ("axial stiffness", self.axial),
            ("shear stiffness 2", self.shear[0]),
            ("shear stiffness 3", self.shear[1]),
            ("torsional stiffness", self.torsion),
            ("bending stiffness 2", self.bending[0]),
            ("bending stiffness 3", self.bending[1]),
        ];
        for (name, value) in named {
            if !(value.is_finite() && value > 0.0) {
                return Err(Error::InvalidArgument(format!(
                    "section {what}: the {name} is {value}; it must be positive"
                )));
            }
        }
        let (s, c) = self.principal_angle.sin_cos();
        // principal components from section components of a vector in the section
        let turn = |a: [f64; 6], b: [f64; 6], sign: f64| {
            let mut row = [0.0; 6];
            for k in 0..6 {
                row[k] = c * a[k] + sign * s * b[k];
            }
            row
        };
        let unit = |k: usize| {
            let mut row = [0.0; 6];
            row[k] = 1.0;
            row
        };
        let [[y_t, z_t], [y_s, z_s]] = [self.tension_center, self.shear_center];
        let axial = [1.0, 0.0, 0.0, 0.0, z_t, -y_t];
        let (shear_2, shear_3) = ([0.0, 1.0, 0.0, -z_s, 0.0, 0.0], [0.0, 0.0, 1.0, y_s, 0.0, 0.0]);
        // each mode of energy is ½ k (row·e)²
        let modes = [
            (self.axial, axial),
            (self.torsion, unit(3)),
            (self.bending[0], turn(unit(4), unit(5), 1.0)),
            (self.bending[1], turn(unit(5), unit(4), -1.0)),
            (self.shear[0], turn(shear_2, shear_3, 1.0)),
            (self.shear[1], turn(shear_3, shear_2, -1.0)),
        ];
        let mut stiffness = Mat6::zeros();
        for (k, row) in modes {
            for (i, j) in (0..36).map(|p| (p / 6, p % 6)) {
                stiffness[(i, j)] += k * (row[i] * row[j]);
            }
        }
        let center = Vec3::new(0.0, self.mass_center[0], self.mass_center[1]);
        let principal = Mat3::new(1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c);
        let inertia = principal * Mat3::from_diagonal(&Vec3::from(self.inertia)) * principal.transpose();
        let inertia = (inertia + inertia.transpose()) * 0.5;
        let coupling = skew(&center) * self.mass;
        let mut mass = Mat6::zeros();
        mass.fixed_view_mut::<3, 3>(0, 0).copy_from(&(Mat3::identity() * self.mass));
        mass.fixed_view_mut::<3, 3>(0, 3).copy_from(&-coupling);
        mass.fixed_view_mut::<3, 3>(3, 0).copy_from(&coupling);
        mass.fixed_view_mut::<3, 3>(3, 3).copy_from(&(inertia - skew(&center).pow(2) * self.mass));
        let section = BeamSection { stiffness, mass, damping: self.damping };
        section.check_as(what, true)?;
        Ok(section)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sections::Convention;

    fn blade() -> Engineering {
        Engineering {
            axial: 1e8,
            shear: [2e7, 1e7],
            torsion: 1e5,
            bending: [5e4, 1e6],
            mass: 8.0,
            inertia: [0.1, 0.01, 0.09],
            tension_center: [0.02, -0.01],
            shear_center: [-0.03, 0.015],
            mass_center: [0.04, 0.005],
            principal_angle: 0.2,
            damping: 1e-4,
        }
    }

    #[test]
    fn axial_force_at_the_tension_centre_bends_nothing() {
        // strain Γ1 at the tension centre only: force EA, moments about the reference axis z_t EA, −y_t EA
        let section = blade().section("blade").unwrap();
        let force = section.stiffness * nalgebra::Vector6::new(1.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        for (got, expected) in force.iter().zip([1e8, 0.0, 0.0, 0.0, -0.01 * 1e8, -0.02 * 1e8]) {
            assert!((got - expected).abs() < 1e-6);
        }
    }

    #[test]
    fn shifting_to_the_tension_centre_uncouples_axial_force_and_bending() {
        let section = blade().section("blade").unwrap().about(0.02, -0.01);
        assert!(section.stiffness[(0, 4)].abs() < 1e-8 && section.stiffness[(0, 5)].abs() < 1e-8);
        let sheared = blade().section("blade").unwrap().about(-0.03, 0.015);
        assert!(sheared.stiffness[(1, 3)].abs() < 1e-8 && sheared.stiffness[(2, 3)].abs() < 1e-8);
        let heavy = blade().section("blade").unwrap().about(0.04, 0.005);
        assert!(heavy.mass.fixed_view::<3, 3>(0, 3).amax() < 1e-14);
    }

    #[test]
    fn turning_to_the_principal_axes_makes_bending_diagonal() {
        let own = Engineering { tension_center: [0.0; 2], ..blade() }.section("own").unwrap().turned(0.2).stiffness;
        assert!(own[(4, 5)].abs() < 1e-9 && (own[(4, 4)] - 5e4).abs() < 1e-8 && (own[(5, 5)] - 1e6).abs() < 1e-7);
    }

    #[test]
    fn conventions_go_there_and_back_and_put_the_axial_stiffness_in_its_place() {
        let section = blade().section("blade").unwrap();
        for convention in [Convention::Epple, Convention::Vabs, Convention::BeamDyn] {
            assert_eq!(convention.inner(&convention.outer(&section.stiffness)), section.stiffness);
        }
        let outer = Convention::BeamDyn.outer(&section.stiffness);
        assert_eq!((outer[(2, 2)], outer[(3, 3)]), (section.stiffness[(0, 0)], section.stiffness[(4, 4)]));
        assert_eq!(BeamSection::from_numbers(&section.to_numbers()), section);
    }

    #[test]
    fn matrices_of_another_convention_are_refused_with_the_reason() {
        let section = blade().section("blade").unwrap();
        let (k, m) = (Convention::BeamDyn.outer(&section.stiffness), Convention::BeamDyn.outer(&section.mass));
        let error = BeamSection::new("tip", Convention::Epple, &k, &m, 0.0).unwrap_err().to_string();
        assert!(error.contains("section tip") && error.contains("convention"), "{error}");
        let mut bent = section.stiffness;
        (bent[(4, 5)], bent[(5, 4)]) = (3e6, 3e6);
        let error = BeamSection::new("tip", Convention::Epple, &bent, &section.mass, 0.0).unwrap_err().to_string();
        assert!(error.contains("positive definite") && error.contains("bending"), "{error}");
    }
}
