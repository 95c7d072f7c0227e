//! A section of a beam: stiffness and mass matrices, checked.

use super::plausible::LEFT_OUT;
use crate::error::{Error, Result};
use crate::math::so3::skew;
use crate::math::{Mat3, Mat6, Vec3};

/// Order and axes of the components of 6×6 matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Convention {
    /// axis 1 along the beam: axial, shear 2, shear 3, twist, bending 2, bending 3 (Epple, Dymore)
    Epple,
    /// VABS, Timoshenko model: x1 along the beam, the same order
    Vabs,
    /// z along the beam: shear x, shear y, axial, bending x, bending y, twist (BeamDyn, HAWC2); x becomes axis 2, y axis 3
    BeamDyn,
}

impl Convention {
    /// Place of each inner component in the outer order.
    fn places(self) -> [usize; 6] {
        match self {
            Convention::Epple | Convention::Vabs => [0, 1, 2, 3, 4, 5],
            Convention::BeamDyn => [2, 0, 1, 5, 3, 4],
        }
    }

    /// A matrix of this convention in the inner order.
    pub fn inner(self, outer: &Mat6) -> Mat6 {
        let p = self.places();
        Mat6::from_fn(|i, j| outer[(p[i], p[j])])
    }

    /// A matrix of the inner order in this convention.
    pub fn outer(self, inner: &Mat6) -> Mat6 {
        let p = self.places();
        let mut outer = Mat6::zeros();
        for (i, j) in (0..36).map(|k| (k / 6, k % 6)) {
            outer[(p[i], p[j])] = inner[(i, j)];
        }
        outer
    }
}

/// Stiffness, mass and damping per length, inner order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BeamSection {
    /// forces [N] and moments [N·m] per strain and curvature
    pub stiffness: Mat6,
    /// mass [kg/m], static moments [kg] and inertia [kg·m] about the reference axis
    pub mass: Mat6,
    /// damping stress per elastic stress rate [s]
    pub damping: f64,
}

const NAMES: [&str; 6] = ["axial", "shear 2", "shear 3", "twist", "bending 2", "bending 3"];

impl BeamSection {
    /// A section from matrices of a convention; refused, with the reason, if no beam can have them.
    pub fn new(what: &str, convention: Convention, stiffness: &Mat6, mass: &Mat6, damping: f64) -> Result<Self> {
        let section = BeamSection { stiffness: convention.inner(stiffness), mass: convention.inner(mass), damping };
        section.check(what)?;
        Ok(section)
    }

    /// Is this the section of a real beam? The complaint names the entry or eigenvalue and the slip that would explain it.
    pub fn check(&self, what: &str) -> Result<()> {
        self.check_as(what, false)
    }

    /// The same for a section that was given by engineering constants, if `engineering`: texts then name these.
    pub(super) fn check_as(&self, what: &str, engineering: bool) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("section {what}: {text}")));
        for (name, matrix) in [("stiffness", &self.stiffness), ("mass", &self.mass)] {
            if matrix.iter().any(|v| !v.is_finite()) {
                return bad(format!("the {name} matrix holds a number that is not finite"));
            }
            for (i, j) in (0..36).map(|k| (k / 6, k % 6)).filter(|(i, j)| i < j) {
                let size = (matrix[(i, i)] * matrix[(j, j)]).abs().sqrt().max(matrix[(i, j)].abs());
                if (matrix[(i, j)] - matrix[(j, i)]).abs() > 1e-8 * size {
                    return bad(format!(
                        "the {name} matrix is not symmetric: the coupling of {} and {} is {} one way and {} the other",
                        NAMES[i],
                        NAMES[j],
                        matrix[(i, j)],
                        matrix[(j, i)]
                    ));
                }
            }
        }
        if !(self.damping.is_finite() && self.damping >= 0.0) {
            return bad(format!("the damping is {} s; it must not be negative", self.damping));
        }
        // scaled to a unit diagonal, so that the eigenvalues do not depend on units
        for k in 0..6 {
            if self.stiffness[(k, k)] <= 0.0 {
                return bad(format!("the {} stiffness is {}; it must be positive", NAMES[k], self.stiffness[(k, k)]));
            }
        }
        let unit =
            Mat6::from_fn(|i, j| self.stiffness[(i, j)] / (self.stiffness[(i, i)] * self.stiffness[(j, j)]).sqrt());
        let eigen = unit.symmetric_eigen();
        let least = (0..6).min_by(|&a, &b| eigen.eigenvalues[a].total_cmp(&eigen.eigenvalues[b])).unwrap_or(0);
        if eigen.eigenvalues[least] <= 1e-12 {
            let mode = eigen.eigenvectors.column(least);
            let strongest = (0..6).max_by(|&a, &b| mode[a].abs().total_cmp(&mode[b].abs())).unwrap_or(0);
            return bad(format!(
                "the stiffness matrix is not positive definite: scaled to a unit diagonal its smallest eigenvalue is \
                 {:.3e}, in a mode led by {}; a sign slip in a coupling term, or matrices in another order than the \
                 convention says, would explain it",
                eigen.eigenvalues[least], NAMES[strongest]
            ));
        }
        self.check_mass(&bad, engineering)
    }

    fn check_mass(&self, bad: &dyn Fn(String) -> Result<()>, engineering: bool) -> Result<()> {
        let m = self.mass[(0, 0)];
        if m < 0.0 || (m == 0.0 && self.mass.amax() > 0.0) {
            return bad(format!("the mass per length is {m} kg/m; it must be positive"));
        }
        // | m I    −m c̃ |    the centre of mass lies in the section: c = (0, c2, c3)
        // | m c̃    J    |
        let expected = self.mass_matrix_of(m, self.center(), self.inertia());
        let size = self.mass.amax();
        for (i, j) in (0..36).map(|k| (k / 6, k % 6)) {
            if (self.mass[(i, j)] - expected[(i, j)]).abs() > 1e-8 * size {
                return bad(format!(
                    "entry ({}, {}) of the mass matrix (inner order) is {} where a section has {}; mass and first moments \
                     appear several times in it and must agree, and the beam's axis must be the one of the convention",
                    i + 1,
                    j + 1,
                    self.mass[(i, j)],
                    expected[(i, j)]
                ));
            }
        }
        if m == 0.0 {
            return Ok(());
        }
        let about_center = self.inertia() + skew(&self.center()).pow(2) * m;
        let least = about_center.symmetric_eigenvalues().min();
        // rounding is that of the parts
        if least < -1e-8 * about_center.amax().max(1e-6 * self.inertia().amax()).max(1e-300) {
            return bad(format!(
                "the inertia about the centre of mass has the negative principal value {least:.3e} kg·m; is the inertia \
                 given about the centre of mass where it should be about the reference axis?"
            ));
        }
        match self.polar_fault(&about_center, engineering) {
            Some(text) => bad(text),
            None => Ok(()),
        }
    }

    /// A section has no thickness along the beam, x = 0 in it: I1 = ∫ρ(y² + z²) = I2 + I3, I12 = −∫ρ x y = 0 and I13 = 0, exactly.
    ///
    /// What deviates by more than printed digits leave is wrong. It is refused where another order of the matrices puts it right, and
    /// beyond a factor of three; less than that is a finding of the diagnosis. Rotary or polar inertia left out on purpose, less than
    /// a thousandth of the other, passes: I2 = I3 = 0 is Bernoulli's beam.
    fn polar_fault(&self, about_center: &Mat3, engineering: bool) -> Option<String> {
        let own = Vec3::from_fn(|k, _| about_center[(k, k)]);
        let total = self.inertia().trace();
        for k in 1..3 {
            let product = self.inertia()[(0, k)].abs();
            if product > 1e-3 * (self.inertia()[(0, 0)] * self.inertia()[(k, k)]).max(0.0).sqrt() {
                return Some(format!(
                    "the mass matrix couples {} with {}, by the product of inertia {product:.3e} kg·m; in a section it is zero, as the \
                     beam's axis is across it. Is the axis of the beam another one than that of the convention?",
                    NAMES[3],
                    NAMES[3 + k]
                ));
            }
        }
        let off = |k: usize| (2.0 * own[k] - own.sum()).abs() / total;
        let text = format!(
            "the inertias of the mass matrix are I1 = {:.4e}, I2 = {:.4e}, I3 = {:.4e} kg·m; in a section I1 = I2 + I3",
            own[0], own[1], own[2]
        );
        let (sum, least) = (own[1] + own[2], 0.02);
        let better = |k: usize| off(0) > least && off(k) < 0.005 && off(k) < 0.2 * off(0) && own[0].min(sum) > 0.0;
        if engineering && (better(1) || better(2)) {
            let place = if better(2) { "last" } else { "second" };
            return Some(format!(
                "{text}. Here the polar inertia stands {place}; `inertia` takes it first, then those about axes 2 and 3"
            ));
        }
        if better(2) {
            return Some(format!(
                "{text}. Here I3 = I1 + I2: the polar inertia stands last, as in BeamDyn's order. Is the convention \
                 SWP_CONVENTION_BEAMDYN?"
            ));
        }
        if better(1) {
            return Some(format!(
                "{text}. Here I2 = I1 + I3: the matrices seem to be in the order axial, shear, twist, bending, given as BeamDyn's. Is \
                 the convention SWP_CONVENTION_VABS?"
            ));
        }
        let ratio = own[0] / sum;
        let left_out = !(LEFT_OUT..=1.0 / LEFT_OUT).contains(&ratio);
        if off(0) > least && sum > 0.0 && own[0] > 0.0 && !left_out && !(1.0 / 3.0..=3.0).contains(&ratio) {
            return Some(format!(
                "{text}, but I1 is {ratio:.4} times that. Give I1 = {sum:.4e} kg·m, or I2 = I3 = 0 to leave rotary inertia out"
            ));
        }
        None
    }

    fn mass_matrix_of(&self, m: f64, center: Vec3, inertia: Mat3) -> Mat6 {
        let coupling = skew(&center) * m;
        let mut matrix = Mat6::identity() * 0.0;
        matrix.fixed_view_mut::<3, 3>(0, 0).copy_from(&(Mat3::identity() * m));
        matrix.fixed_view_mut::<3, 3>(0, 3).copy_from(&-coupling);
        matrix.fixed_view_mut::<3, 3>(3, 0).copy_from(&coupling);
        matrix.fixed_view_mut::<3, 3>(3, 3).copy_from(&inertia);
        matrix
    }

    /// Mass per length [kg/m].
    pub fn mass_per_length(&self) -> f64 {
        self.mass[(0, 0)]
    }

    /// Centre of mass in the section [m].
    pub fn center(&self) -> Vec3 {
        let m = self.mass[(0, 0)];
        if m == 0.0 {
            return Vec3::zeros();
        }
        Vec3::new(0.0, self.mass[(5, 0)] / -m, self.mass[(4, 0)] / m)
    }

    /// Inertia per length about the reference axis [kg·m].
    pub fn inertia(&self) -> Mat3 {
        self.mass.fixed_view::<3, 3>(3, 3).into_owned()
    }

    /// The same section about an axis shifted by (y, z) [m] in the section: what the new axis sees.
    pub fn about(&self, y: f64, z: f64) -> Self {
        // strains at the old axis from those at the new one, which lies at d: Γ_old = Γ + κ × (−d), κ_old = κ
        let d = skew(&Vec3::new(0.0, y, z));
        let mut shift = Mat6::identity();
        shift.fixed_view_mut::<3, 3>(0, 3).copy_from(&d);
        let turn = |m: &Mat6| shift.transpose() * m * shift;
        BeamSection { stiffness: turn(&self.stiffness), mass: turn(&self.mass), damping: self.damping }
    }

    /// The same section with its axes 2 and 3 turned by `angle` [rad] about the beam's axis: what the new axes see.
    pub fn turned(&self, angle: f64) -> Self {
        let (s, c) = angle.sin_cos();
        let r = Mat3::new(1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c);
        let mut turn = Mat6::zeros();
        turn.fixed_view_mut::<3, 3>(0, 0).copy_from(&r);
        turn.fixed_view_mut::<3, 3>(3, 3).copy_from(&r);
        let seen = |m: &Mat6| turn.transpose() * m * turn;
        BeamSection { stiffness: seen(&self.stiffness), mass: seen(&self.mass), damping: self.damping }
    }

    /// The section as a list of numbers that can be interpolated and integrated: 21 + 21 + 1.
    pub fn to_numbers(&self) -> [f64; 43] {
        let mut numbers = [0.0; 43];
        let upper = (0..36).map(|k| (k / 6, k % 6)).filter(|(i, j)| i <= j);
        for (k, (i, j)) in upper.enumerate() {
            numbers[k] = self.stiffness[(i, j)];
            numbers[21 + k] = self.mass[(i, j)];
        }
        numbers[42] = self.damping;
        numbers
    }

    /// The section of a list of numbers.
    pub fn from_numbers(numbers: &[f64; 43]) -> Self {
        let (mut stiffness, mut mass) = (Mat6::zeros(), Mat6::zeros());
        let upper = (0..36).map(|k| (k / 6, k % 6)).filter(|(i, j)| i <= j);
        for (k, (i, j)) in upper.enumerate() {
            (stiffness[(i, j)], stiffness[(j, i)]) = (numbers[k], numbers[k]);
            (mass[(i, j)], mass[(j, i)]) = (numbers[21 + k], numbers[21 + k]);
        }
        BeamSection { stiffness, mass, damping: numbers[42] }
    }
}
