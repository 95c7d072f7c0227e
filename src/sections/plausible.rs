//! Sections that look wrong although a beam could have them. Nothing here is an error; errors are those of [`BeamSection::check`].
//!
//! | what is looked at | range | what lies inside it |
//! |---|---|---|
//! | √(EA/m), speed of sound | 300 to 2·10⁴ m/s | 585 m/s at the tip of the NREL 5 MW blade, carbon fibres 1.8·10⁴ |
//! | kGA/EA | 10⁻⁴ to 30, not one of the two alone above 2 | 0.002 in the IEA 15 MW blade, 3.3 in a published stub |
//! | GJ/EI, weaker bending | 10⁻⁴ to 30 | closed tubes 0.8, strips 1.5, both of ±45° plies up to 8; open sections 10⁻³ |
//! | √(EI/EA) by √(I/m), each axis | 1/30 to 30 | 4.6 at the tip of the NREL 5 MW blade |
//! | I1 by I2 + I3 of the mass | 1/1.05 to 1.05 | exactly 1; three printed digits leave 1.2 % |
//! | √(EI/EA) and √(I/m) by the length of the beam | up to 3 | a plate 5 m wide and 2 m long that serves as a beam has 2.2 |
//! | centres from each other, by the larger radius of gyration | up to 20 | a shear centre outside an open section 3 |
//! | centres from the axis, by the length of the beam | up to 1 | |
//! | ½ τ ω₁, damping of the first bending | up to 10 | ω₁ of a uniform cantilever; short stiff links have 3 |
//!
//! The radii of gyration of stiffness and mass are those of the same thing, the section: material and units drop out of each, so
//! their ratio finds a slip in either. Where a section is out of a range, slips are tried one after the other: the order of another
//! convention, lengths in millimetres or inches, masses in grams, forces in kN. Those that put everything into its range explain it.

use super::{BeamSection, Convention};
use crate::math::so3::skew;
use crate::math::{Mat6, Vec6};
use nalgebra::{Matrix2, Vector2};

const SOUND: [f64; 2] = [300.0, 2e4];
const SHEAR: [f64; 2] = [1e-4, 30.0];
/// Largest shear stiffness by EA where the other one is less than half of it.
const ONE_SHEAR: f64 = 2.0;
const TWIST: [f64; 2] = [1e-4, 30.0];
const GYRATION: [f64; 2] = [1.0 / 30.0, 30.0];
const POLAR: f64 = 1.05;
/// A rotary inertia of so little of the polar one, or the other way round, is left out on purpose.
pub(super) const LEFT_OUT: f64 = 1e-3;
const SIZE: f64 = 3.0;
const APART: f64 = 20.0;
const DAMPED: f64 = 10.0;

/// What a section amounts to at its own centres and in its own principal axes.
struct Own {
    axial: f64,
    /// smaller and larger
    shear: [f64; 2],
    torsion: f64,
    /// about the weak and the strong axis
    bending: [f64; 2],
    mass: f64,
    polar: f64,
    /// about the axes of the bending stiffnesses
    rotary: [f64; 2],
    /// tension, shear and mass centre in the section
    centers: [Vector2<f64>; 3],
    damping: f64,
}

impl Own {
    fn new(section: &BeamSection) -> Self {
        let (k, axial) = (&section.stiffness, section.stiffness[(0, 0)]);
        // Γ1 + z_t κ2 − y_t κ3
        let pulled = Vector2::new(k[(0, 4)], k[(0, 5)]);
        let bend = k.fixed_view::<2, 2>(4, 4) - pulled * pulled.transpose() / axial;
        let bend = bend.symmetric_eigen();
        let weak = usize::from(bend.eigenvalues[1] < bend.eigenvalues[0]);
        let axes = [weak, 1 - weak].map(|i| bend.eigenvectors.column(i).into_owned());
        // Γ2 − z_s κ1, Γ3 + y_s κ1
        let shear: Matrix2<f64> = k.fixed_view::<2, 2>(1, 1).into_owned();
        let twisted = Vector2::new(k[(1, 3)], k[(2, 3)]);
        let arm = shear.try_inverse().unwrap_or_else(Matrix2::zeros) * twisted;
        let stiff = shear.symmetric_eigenvalues();
        let (m, center) = (section.mass_per_length(), section.center());
        let inertia = section.inertia() + skew(&center).pow(2) * m;
        let across: Matrix2<f64> = inertia.fixed_view::<2, 2>(1, 1).into_owned();
        Own {
            axial,
            shear: [stiff.min(), stiff.max()],
            torsion: k[(3, 3)] - twisted.dot(&arm),
            bending: [bend.eigenvalues[weak], bend.eigenvalues[1 - weak]],
            mass: m,
            polar: inertia[(0, 0)],
            rotary: axes.map(|e| e.dot(&(across * e))),
            centers: [
                Vector2::new(-pulled[1], pulled[0]) / axial,
                Vector2::new(arm[1], -arm[0]),
                Vector2::new(center[1], center[2]),
            ],
            damping: section.damping,
        }
    }

    /// Every number that is out of its range, in words.
    fn doubts(&self, length: f64) -> Vec<String> {
        let mut found = Vec::new();
        let mut range = |value: f64, [low, high]: [f64; 2], text: &dyn Fn() -> String| {
            if !(value >= low && value <= high) {
                found.push(text());
            }
        };
        let [weak, strong] = self.bending;
        let size = (strong / self.axial).sqrt();
        let (least, most) = (self.shear[0] / self.axial, self.shear[1] / self.axial);
        range(least, [SHEAR[0], SHEAR[1]], &|| {
            let what = if least < 1.0 { "is small" } else { "is large" };
            format!("the shear stiffness {:.3e} N {what} against EA = {:.3e} N", self.shear[0], self.axial)
        });
        let one = if least < 0.5 * most { ONE_SHEAR } else { f64::INFINITY };
        range(most, [0.0, one], &|| {
            format!(
                "one shear stiffness is {:.3e} N, more than EA = {:.3e} N, and the other {:.3e} N",
                self.shear[1], self.axial, self.shear[0]
            )
        });
        range(self.torsion / weak, TWIST, &|| {
            format!("GJ = {:.3e} N·m² does not go with the bending stiffness {weak:.3e} N·m²", self.torsion)
        });
        range(size / length, [0.0, SIZE], &|| {
            format!("√(EI/EA) = {size:.3e} m, the size of the section, on a beam of {length:.3e} m")
        });
        for (name, center) in ["tension", "shear", "mass"].iter().zip(&self.centers) {
            range(center.norm() / length, [0.0, 1.0], &|| {
                format!("the {name} centre lies {:.3e} m off the axis of a beam of {length:.3e} m", center.norm())
            });
        }
        if self.mass > 0.0 {
            self.mass_doubts(length, size, &mut found);
        }
        found
    }

    fn mass_doubts(&self, length: f64, size: f64, found: &mut Vec<String>) {
        let mut range = |value: f64, [low, high]: [f64; 2], text: &dyn Fn() -> String| {
            if !(value >= low && value <= high) {
                found.push(text());
            }
        };
        let sound = (self.axial / self.mass).sqrt();
        range(sound, SOUND, &|| {
            format!(
                "EA = {:.3e} N and {:.3e} kg/m give a speed of sound of {sound:.3e} m/s; rubber has 50, blades 600 to 10000",
                self.axial, self.mass
            )
        });
        let radius = |inertia: f64| (inertia.max(0.0) / self.mass).sqrt();
        let both = self.rotary[0] + self.rotary[1];
        let own = if both > LEFT_OUT * self.polar { both } else { self.polar };
        range(radius(own) / length, [0.0, SIZE], &|| {
            format!("√(I/m) = {:.3e} m, the size of the section, on a beam of {length:.3e} m", radius(own))
        });
        let pairs = [(self.bending[0], self.rotary[0], "weak"), (self.bending[1], self.rotary[1], "strong")];
        if both > LEFT_OUT * self.polar {
            for (bending, rotary, which) in pairs.iter().filter(|p| p.1 > LEFT_OUT * both) {
                let [elastic, heavy] = [(bending / self.axial).sqrt(), radius(*rotary)];
                range(elastic / heavy, GYRATION, &|| {
                    format!(
                        "about the {which} axis the radius of gyration is {elastic:.3e} m by √(EI/EA) and {heavy:.3e} m by √(I/m)"
                    )
                });
            }
            range(self.polar / both, [1.0 / POLAR, POLAR], &|| {
                format!(
                    "I1 of the mass is {:.3e} kg·m and I2 + I3 {both:.3e} kg·m; in a section both are the same",
                    self.polar
                )
            });
        } else if self.polar > 0.0 {
            let [elastic, heavy] = [(size * size + self.bending[0] / self.axial).sqrt(), radius(self.polar)];
            range(elastic / heavy, GYRATION, &|| {
                format!("the polar radius of gyration is {elastic:.3e} m by √(EI/EA) and {heavy:.3e} m by √(I1/m)")
            });
        }
        let crossed = self.bending[1] > 4.0 * self.bending[0] && self.rotary[0] > 4.0 * self.rotary[1];
        range(if crossed { 1.0 } else { 0.0 }, [0.0, 0.5], &|| {
            "the axis of the larger bending stiffness is that of the smaller inertia; they seem to be exchanged".into()
        });
        let large = size.max(radius(own));
        let apart = |i: usize, j: usize| (self.centers[i] - self.centers[j]).norm();
        let farthest = apart(0, 1).max(apart(0, 2)).max(apart(1, 2));
        range(farthest / large, [0.0, APART], &|| {
            format!(
                "tension, shear and mass centre are up to {farthest:.3e} m apart in a section of the size {large:.3e} m"
            )
        });
        let first = 3.516 / (length * length) * (self.bending[0] / self.mass).sqrt();
        let ratio = 0.5 * self.damping * first;
        range(ratio, [0.0, DAMPED], &|| {
            format!(
                "the damping {} s is {ratio:.3e} of critical at the first bending frequency, about {first:.3e} rad/s; is it in \
                 other units than seconds, or a ratio?",
                self.damping
            )
        });
    }
}

/// A slip: how it is called, and the section without it.
type Slip = (&'static str, fn(&BeamSection) -> BeamSection);

/// Forces (0), twist (1) and bending (2) of the stiffness times powers of these; mass and inertia of the mass matrix likewise.
fn scaled(section: &BeamSection, stiffness: [f64; 3], mass: [f64; 2]) -> BeamSection {
    let [force, twist, bend] = stiffness.map(f64::sqrt);
    let [heavy, turning] = mass.map(f64::sqrt);
    let k = Vec6::new(force, force, force, twist, bend, bend);
    let m = Vec6::new(heavy, heavy, heavy, turning, turning, turning);
    let times = |a: &Mat6, f: Vec6| Mat6::from_fn(|i, j| a[(i, j)] * f[i] * f[j]);
    BeamSection { stiffness: times(&section.stiffness, k), mass: times(&section.mass, m), damping: section.damping }
}

fn reordered(section: &BeamSection, order: impl Fn(&Mat6) -> Mat6) -> BeamSection {
    BeamSection { stiffness: order(&section.stiffness), mass: order(&section.mass), damping: section.damping }
}

/// Inertia about axes 2 and 3 exchanged.
fn exchanged(section: &BeamSection) -> BeamSection {
    let mut mass = section.mass;
    (mass[(4, 4)], mass[(5, 5)]) = (mass[(5, 5)], mass[(4, 4)]);
    BeamSection { mass, ..*section }
}

/// With all centres a thousand times nearer to the axis, the section about them as it is.
fn nearer(section: &BeamSection) -> BeamSection {
    let (mut k, near) = (section.stiffness, 1e-3);
    let own = Own::new(section);
    let pulled = Vector2::new(k[(0, 4)], k[(0, 5)]);
    let twisted = Vector2::new(k[(1, 3)], k[(2, 3)]);
    let bend = k.fixed_view::<2, 2>(4, 4) - pulled * pulled.transpose() * ((1.0 - near * near) / own.axial);
    k.fixed_view_mut::<2, 2>(4, 4).copy_from(&bend);
    k[(3, 3)] -= (k[(3, 3)] - own.torsion) * (1.0 - near * near);
    for i in 0..2 {
        (k[(0, 4 + i)], k[(4 + i, 0)]) = (near * pulled[i], near * pulled[i]);
        (k[(1 + i, 3)], k[(3, 1 + i)]) = (near * twisted[i], near * twisted[i]);
    }
    let center = section.center() * (1.0 - near);
    BeamSection { stiffness: k, mass: section.about(center[1], center[2]).mass, damping: section.damping }
}

/// Angle from section axis 2 to the principal axis of the smaller bending stiffness [rad], in (−π/2, π/2]; none if the two hardly
/// differ.
pub fn principal_angle(section: &BeamSection) -> Option<f64> {
    let k = &section.stiffness;
    let pulled = Vector2::new(k[(0, 4)], k[(0, 5)]);
    let bend = k.fixed_view::<2, 2>(4, 4) - pulled * pulled.transpose() / k[(0, 0)];
    let eigen = bend.symmetric_eigen();
    let weak = usize::from(eigen.eigenvalues[1] < eigen.eigenvalues[0]);
    let axis = eigen.eigenvectors.column(weak);
    (eigen.eigenvalues[1 - weak] > 1.5 * eigen.eigenvalues[weak]).then(|| (axis[1] / axis[0]).atan())
}

const MM: f64 = 1e-6;
const INCH: f64 = 0.0254 * 0.0254;

const SLIPS: &[Slip] = &[
    ("matrices in BeamDyn's order (SWP_CONVENTION_BEAMDYN), given as another", |s| {
        reordered(s, |m| Convention::BeamDyn.inner(m))
    }),
    ("matrices in the order axial, shear, twist, bending (SWP_CONVENTION_VABS), given as BeamDyn's", |s| {
        reordered(s, |m| Convention::BeamDyn.outer(m))
    }),
    ("inertias about axes 2 and 3 exchanged", exchanged),
    ("a compliance, the inverse, given as stiffness", |s| {
        let stiffness = s.stiffness.try_inverse().unwrap_or_else(Mat6::zeros);
        BeamSection { stiffness: (stiffness + stiffness.transpose()) * 0.5, ..*s }
    }),
    ("bending and twist stiffness in N·mm² (1e6 times those in N·m²)", |s| scaled(s, [1.0, MM, MM], [1.0; 2])),
    ("bending stiffness in N·mm² (1e6 times that in N·m²)", |s| scaled(s, [1.0, 1.0, MM], [1.0; 2])),
    ("twist stiffness in N·mm² (1e6 times that in N·m²)", |s| scaled(s, [1.0, MM, 1.0], [1.0; 2])),
    ("mass in g (1e3 times that in kg)", |s| scaled(s, [1.0; 3], [1e-3, 1e-3])),
    ("mass per length in g/m, inertia in kg·m (1e3 times)", |s| scaled(s, [1.0; 3], [1e-3, 1.0])),
    ("inertia in kg·mm²/m (1e6 times that in kg·m)", |s| scaled(s, [1.0; 3], [1.0, MM])),
    ("inertia in g·mm²/mm (1e6 times that in kg·m), mass in g/m", |s| scaled(s, [1.0; 3], [1e-3, MM])),
    ("moduli in N/mm² (MPa; stiffness 1e-6 times that in N and N·m²)", |s| scaled(s, [1e6; 3], [1.0; 2])),
    ("stiffness in kN and kN·m² (1e-3 times)", |s| scaled(s, [1e3; 3], [1.0; 2])),
    ("moduli in GPa (stiffness 1e-9 times)", |s| scaled(s, [1e9; 3], [1.0; 2])),
    ("axial and shear stiffness in kN (1e-3 times)", |s| scaled(s, [1e3, 1.0, 1.0], [1.0; 2])),
    ("axial and shear stiffness in MN (1e-6 times)", |s| scaled(s, [1e6, 1.0, 1.0], [1.0; 2])),
    ("bending and twist stiffness in kN·m² (1e-3 times)", |s| scaled(s, [1.0, 1e3, 1e3], [1.0; 2])),
    ("bending and twist stiffness in MN·m² (1e-6 times)", |s| scaled(s, [1.0, 1e6, 1e6], [1.0; 2])),
    ("bending stiffness in kN·m² (1e-3 times)", |s| scaled(s, [1.0, 1.0, 1e3], [1.0; 2])),
    ("twist stiffness in kN·m² (1e-3 times)", |s| scaled(s, [1.0, 1e3, 1.0], [1.0; 2])),
    ("mass in kg/mm or t/m (1e-3 times that in kg/m)", |s| scaled(s, [1.0; 3], [1e3, 1e3])),
    ("mass in t/mm (1e-6 times that in kg/m), as in a model in N, mm, t", |s| scaled(s, [1.0; 3], [1e6, 1e6])),
    ("a section in millimetres: N·mm² and kg·mm", |s| scaled(s, [1.0, MM, MM], [1.0, MM])),
    ("a section in N, mm, t: N·mm², t/mm, t·mm", |s| scaled(s, [1.0, MM, MM], [1e6, 1.0])),
    ("centres of the section in mm", nearer),
    ("bending and twist stiffness with lengths in inches (1550 times)", |s| scaled(s, [1.0, INCH, INCH], [1.0; 2])),
    ("inertia with lengths in inches (1550 times)", |s| scaled(s, [1.0; 3], [1.0, INCH])),
];

impl Own {
    /// How far it is from a common blade: radii of gyration of stiffness and mass that are the same, 4000 m/s, kGA a fifth of EA,
    /// GJ half of EI. Sum of the logarithms.
    fn oddity(&self) -> f64 {
        let far = |value: f64, common: f64| (value / common).ln().abs();
        let mut sum = far(self.shear[0] / self.axial, 0.2) + far(self.torsion / self.bending[0], 0.5);
        if self.mass > 0.0 {
            sum += far((self.axial / self.mass).sqrt(), 4000.0);
            let pairs = self.bending.iter().zip(self.rotary).filter(|p| p.1 > 0.0);
            sum += pairs.map(|(b, i)| far((b / self.axial / (i / self.mass)).sqrt(), 1.0)).sum::<f64>();
        }
        sum
    }
}

/// What looks wrong in a section of a beam of this length [m], with the slips that would explain it. Empty: nothing does.
pub fn doubts(section: &BeamSection, length: f64) -> Vec<String> {
    let mut found = Own::new(section).doubts(length);
    if found.is_empty() {
        return found;
    }
    let mut slips: Vec<(f64, &str)> = Vec::new();
    for (name, without) in SLIPS {
        let other = without(section);
        let own = Own::new(&other);
        if other.check("").is_ok() && own.doubts(length).is_empty() {
            slips.push((own.oddity(), name));
        }
    }
    // the likeliest first
    slips.sort_by(|a, b| a.0.total_cmp(&b.0));
    let slips: Vec<&str> = slips.iter().take(3).map(|s| s.1).collect();
    let said = match slips.is_empty() {
        true => "no single slip of units or order explains it".into(),
        false => format!("it would be explained by: {}", slips.join("; or ")),
    };
    if let Some(last) = found.last_mut() {
        last.push_str(&format!(" ({said})"));
    }
    found
}
