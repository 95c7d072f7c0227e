//! Smoothed sections of beam elements: few numbers that stand for a table with steps. Epple §7.2.
//!
//! | symbol | name |
//! |---|---|
//! | a, b, r | ends of the element [m], coordinate in [−1, 1] |
//! | r_j, w_j | Gauss points and weights |
//! | m̄_j with Σ w_j m̄_j r_j^k = ∫ m r^k dr, k < points (7.6), (7.7) | [`gauss_mass`] |
//! | Ī_j with Σ w_j Ī_j h_k'²(r_j) = ∫ I h_k'² dr (7.8), (7.9) | [`gauss_stiffness`], [`StiffnessRule::Energy`] |
//! | F̄_j with Σ w_j F̄_j r_j^k = ∫ K⁻¹ r^k dr, k < points, and K̄_j = F̄_j⁻¹ | [`StiffnessRule::Compliance`] |
//! | M_i = ∫ N_i(s) m(s) ds, N_i through the Lobatto points | [`nodal_mass`] |
//!
//! **Moments.** With L_j the Lagrange polynomials through the Gauss points, (7.7) solved in closed form is
//! w_j m̄_j = ∫ m L_j dr. It holds for any number of points, and a table that is a polynomial of the degree is kept.
//!
//! **Stiffness.** (7.9) is singular for one and two points (h_1'² = h_2'²), the same as (7.7) for three, where the h_k'²
//! span all parabolas, and regular for four. But with four points 1 is not in the span of the h_k'²: the integral of the
//! stiffness over the element is lost (the staircase 2, 5, 1 of the tests comes out 34 % too stiff under uniform strain).
//!
//! **Compliance.** Both printed rules keep the energy of given strains; but where the stiffness steps it is the strain that
//! steps, and force and moment that go on: means of the stiffness are too stiff, by an error of the size of the element. An
//! element of n nodes has n − 1 Gauss points and as many strains there as deformations, so it is an element of given forces
//! as well: with the moments of the compliance its ends move exactly as those of the stepped beam under any end loads
//! (n ≥ 4; moment and virtual moment are linear). `tests/blade_mesh.rs`: frequencies of a stepped blade with ten elements are
//! a hundred times better than by moments of the stiffness. So this is what [`smoothed_beam`] uses.
//!
//! **Mass at the nodes.** Σ N_i(r) r_i^k = r^k for k below the number of nodes: the nodal masses of n nodes keep all
//! moments up to n − 1 (mass, centre, with three nodes the inertia along the span), and are what lumping the values of
//! (7.7) at n Gauss points would give. They are in section axes, which are taken to be those of the node.
//!
//! **Damping** is a ratio of times, of which nothing is conserved: a point gets the mean over its share of the element.
//!
//! **Signs.** Smoothed values can turn negative near a large step. [`smoothed_beam`] finds and names them and never hands
//! them on, see [`Fallback`]; the other functions give what the equations give, to be asked with [`stiffness_fault`] and
//! [`mass_fault`].

use super::BeamSection;
use super::table::{Numbers, Side, SpanTable};
use crate::error::{Error, Result};
use crate::math::Mat6;
use crate::math::quadrature::{gauss, lagrange, lobatto};
use std::fmt;

/// How stiffness is smoothed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StiffnessRule {
    /// moments kept, as for the mass: (7.6), (7.7); 1 to 5 points
    Moments,
    /// energy of the shape functions of equally spaced nodes kept: (7.8), (7.9) as printed; 3 or 4 points
    Energy,
    /// moments of the compliance kept, the inverse of the stiffness; 1 to 5 points. A mean compliance that has no inverse
    /// gives zero, which [`stiffness_fault`] finds
    Compliance,
}

/// What to do with an element in which a smoothed value is not physical. What is replaced is replaced in the whole element,
/// for the stiffness and for the mass apart, and reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fallback {
    /// an error that names the first of them
    Stop,
    /// values of the table at the points; physical, keeps no integral
    Raw,
    /// means of mass or compliance over the share of each point (length w_j), brought as near to the smoothed values as all
    /// stay physical; keeps the integral over the element
    Share,
}

/// A smoothed value that no beam has: what it is, and the value.
pub type Fault = (&'static str, f64);

/// A point of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Gauss point, counted from 0
    GaussPoint(usize),
    /// node, counted from 0
    Node(usize),
}

/// Where a smoothed value is not physical.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NonPhysical {
    /// element, counted from 0
    pub element: usize,
    /// its ends [m]
    pub ends: (f64, f64),
    /// point in it
    pub place: Place,
    /// what is wrong
    pub quantity: &'static str,
    /// its smoothed value
    pub value: f64,
}

impl fmt::Display for NonPhysical {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let place = match self.place {
            Place::GaussPoint(k) => format!("Gauss point {k}"),
            Place::Node(k) => format!("node {k}"),
        };
        write!(
            f,
            "element {} (s = {} m to {} m), {place}: the smoothed {} is {:.6e}; a step there is too large for the element: \
             put a node on the step, use smaller elements around it (mesh optimisation), or choose a fallback",
            self.element, self.ends.0, self.ends.1, self.quantity, self.value
        )
    }
}

/// What an element with n nodes is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct ElementSections {
    /// stiffness and damping [s] at the n − 1 Gauss points
    pub points: Vec<(Mat6, f64)>,
    /// mass [kg], static moments [kg·m] and inertia [kg·m²] at the n nodes
    pub masses: Vec<Mat6>,
}

/// Smoothed elements of a mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct SmoothedBeam {
    /// one for each element
    pub elements: Vec<ElementSections>,
    /// what was not physical and has been replaced by the fallback; empty if nothing
    pub replaced: Vec<NonPhysical>,
}

/// Smoothed mass per length at the Gauss points of [a, b] [m], by (7.7).
pub fn gauss_mass(table: &SpanTable, a: f64, b: f64, points: usize) -> Result<Vec<Mat6>> {
    Ok(by_moments(table, a, b, points)?.iter().map(|n| BeamSection::from_numbers(n).mass).collect())
}

/// Smoothed stiffness at the Gauss points of [a, b] [m].
pub fn gauss_stiffness(table: &SpanTable, a: f64, b: f64, points: usize, rule: StiffnessRule) -> Result<Vec<Mat6>> {
    let smoothed = match rule {
        StiffnessRule::Compliance => {
            return Ok(gauss_compliance(table, a, b, points)?.into_iter().map(inverse).collect());
        }
        StiffnessRule::Moments => by_moments(table, a, b, points)?,
        StiffnessRule::Energy => by_energy(table, a, b, points)?,
    };
    Ok(smoothed.iter().map(|n| BeamSection::from_numbers(n).stiffness).collect())
}

/// Masses at the nodes of an element on [a, b] [m], M_i = ∫ N_i m ds.
pub fn nodal_mass(table: &SpanTable, a: f64, b: f64, nodes: usize) -> Result<Vec<Mat6>> {
    let places = node_places(nodes)?;
    let integral = |i: usize| table.integrate(a, b, nodes - 1, |r| 0.5 * (b - a) * lagrange(places, r).0[i]);
    (0..nodes).map(|i| Ok(BeamSection::from_numbers(&integral(i)?).mass)).collect()
}

/// Sections of all elements of a mesh: `mesh` are the ends of the elements along the span [m], `nodes` those of an element.
pub fn smoothed_beam(table: &SpanTable, mesh: &[f64], nodes: usize, fallback: Fallback) -> Result<SmoothedBeam> {
    let places = node_places(nodes)?;
    if mesh.len() < 2 {
        return Err(Error::WrongSize(format!("a mesh of {} places; an element has two ends", mesh.len())));
    }
    // Lobatto's weights are ∫ N_i dr
    let weight = |i: usize| gauss(nodes).iter().map(|(r, w)| w * lagrange(places, *r).0[i]).sum();
    let lobatto_rule: Vec<(f64, f64)> = (0..nodes).map(|i| (places[i], weight(i))).collect();
    let gauss_rule = gauss(nodes - 1);
    let (mut elements, mut replaced) = (Vec::new(), Vec::new());
    for (element, ends) in mesh.windows(2).enumerate() {
        let (a, b) = (ends[0], ends[1]);
        let mut report = |place: Place, fault: Option<Fault>| {
            let named = |(quantity, value)| NonPhysical { element, ends: (a, b), place, quantity, value };
            replaced.extend(fault.map(named));
            fault.is_some()
        };
        let compliance = gauss_compliance(table, a, b, nodes - 1)?;
        let mut stiffness: Vec<Mat6> = compliance.iter().map(|f| inverse(*f)).collect();
        let faults = (0..nodes - 1).filter(|&k| report(Place::GaussPoint(k), stiffness_fault(&stiffness[k])));
        if faults.count() > 0 {
            stiffness = match fallback {
                Fallback::Raw => {
                    let numbers = physical(table, a, b, gauss_rule, fallback)?;
                    numbers.iter().map(|n| BeamSection::from_numbers(n).stiffness).collect()
                }
                _ => {
                    let shares = share_compliance(table, a, b, gauss_rule)?;
                    nearest(&compliance, &shares).into_iter().map(inverse).collect()
                }
            };
        }
        let mut masses = nodal_mass(table, a, b, nodes)?;
        let whole = masses.iter().sum();
        let faults = (0..nodes).filter(|&i| report(Place::Node(i), mass_fault(&masses[i], &whole)));
        if faults.count() > 0 {
            let numbers = physical(table, a, b, &lobatto_rule, fallback)?;
            let lumped = |(n, (_, w)): (&Numbers, &(f64, f64))| BeamSection::from_numbers(n).mass * (0.5 * (b - a) * w);
            let shares: Vec<Mat6> = numbers.iter().zip(&lobatto_rule).map(lumped).collect();
            masses = if fallback == Fallback::Raw { shares } else { nearest(&masses, &shares) };
        }
        let damping = physical(table, a, b, gauss_rule, Fallback::Share)?.into_iter().map(|n| n[42]);
        elements.push(ElementSections { points: stiffness.into_iter().zip(damping).collect(), masses });
    }
    match (fallback, replaced.first()) {
        (Fallback::Stop, Some(first)) => {
            let count = format!("{} smoothed values that no beam has", replaced.len());
            Err(Error::InvalidArgument(format!("span table {}: {count}; {first}", table.name())))
        }
        _ => Ok(SmoothedBeam { elements, replaced }),
    }
}

/// What keeps this from being the stiffness of a section: the rule is that of [`BeamSection::check`].
pub fn stiffness_fault(stiffness: &Mat6) -> Option<Fault> {
    const FORCES: [&str; 3] = ["axial stiffness [N]", "shear stiffness 2 [N]", "shear stiffness 3 [N]"];
    const MOMENTS: [&str; 3] = ["twist stiffness [N·m²]", "bending stiffness 2 [N·m²]", "bending stiffness 3 [N·m²]"];
    if let Some(k) = (0..6).find(|&k| stiffness[(k, k)] <= 0.0) {
        return Some(([FORCES, MOMENTS][k / 3][k % 3], stiffness[(k, k)]));
    }
    let unit = Mat6::from_fn(|i, j| stiffness[(i, j)] / (stiffness[(i, i)] * stiffness[(j, j)]).sqrt());
    let value = unit.symmetric_eigenvalues().min();
    (value <= 1e-12).then_some(("smallest eigenvalue of the stiffness, unit diagonal [-],", value))
}

/// What keeps this from being a mass matrix: it must have no negative eigenvalue. `scale` is a mass matrix of the size that
/// counts, against which rounding is judged.
pub fn mass_fault(mass: &Mat6, scale: &Mat6) -> Option<Fault> {
    const INERTIA: [&str; 3] = ["inertia about axis 1", "inertia about axis 2", "inertia about axis 3"];
    let size = |k: usize| if scale[(k, k)] > 0.0 { scale[(k, k)] } else { 1.0 };
    if let Some(k) = (0..6).find(|&k| mass[(k, k)] < -1e-10 * size(k)) {
        return Some((if k < 3 { "mass" } else { INERTIA[k - 3] }, mass[(k, k)]));
    }
    let unit = Mat6::from_fn(|i, j| mass[(i, j)] / (size(i) * size(j)).sqrt());
    let value = unit.symmetric_eigenvalues().min();
    (value < -1e-10).then_some(("smallest eigenvalue of the mass matrix, scaled [-],", value))
}

/// p̄_j = ∫ p L_j dr / w_j: the solution of (7.6).
fn by_moments(table: &SpanTable, a: f64, b: f64, points: usize) -> Result<Vec<Numbers>> {
    check_points(points)?;
    let value = |j: usize| table.integrate(a, b, points - 1, |r| cardinal(points, j, r) / gauss(points)[j].1);
    (0..points).map(value).collect()
}

/// L_j through the Gauss points.
fn cardinal(points: usize, j: usize, r: f64) -> f64 {
    let (rule, here) = (gauss(points), gauss(points)[j].0);
    let others = rule.iter().enumerate().filter(|(i, _)| *i != j);
    others.map(|(_, (ri, _))| (r - ri) / (here - ri)).product()
}

fn check_points(points: usize) -> Result<()> {
    match (1..=5).contains(&points) {
        true => Ok(()),
        false => Err(Error::InvalidArgument(format!("{points} Gauss points; smoothing is there for 1 to 5"))),
    }
}

/// F̄_j = ∫ K⁻¹ L_j dr / w_j.
fn gauss_compliance(table: &SpanTable, a: f64, b: f64, points: usize) -> Result<Vec<Mat6>> {
    check_points(points)?;
    let mean = |j: usize| table.integrate_compliance(a, b, |r| cardinal(points, j, r) / gauss(points)[j].1);
    (0..points).map(mean).collect()
}

/// The symmetric inverse, or zero if there is none.
fn inverse(compliance: Mat6) -> Mat6 {
    let stiffness = compliance.try_inverse().unwrap_or_else(Mat6::zeros);
    0.5 * (stiffness + stiffness.transpose())
}

/// | h_k'²(r_j) | w_j p̄_j = ∫ p h_k'² dr: (7.9), nodes equally spaced.
fn by_energy(table: &SpanTable, a: f64, b: f64, points: usize) -> Result<Vec<Numbers>> {
    if !(3..=4).contains(&points) {
        return Err(Error::InvalidArgument(format!(
            "smoothing by energy, Epple (7.9), with {points} Gauss points; it is singular for 1 and 2 and there for 3 and 4: \
             smooth by moments instead"
        )));
    }
    let nodes: Vec<f64> = (0..points).map(|k| 2.0 * k as f64 / (points - 1) as f64 - 1.0).collect();
    let slope_squared = |k: usize, r: f64| lagrange(&nodes, r).1[k].powi(2);
    let rule = gauss(points);
    let matrix = nalgebra::DMatrix::from_fn(points, points, |k, j| slope_squared(k, rule[j].0) * rule[j].1);
    let mut right = nalgebra::DMatrix::zeros(points, 43);
    for k in 0..points {
        let integral = table.integrate(a, b, 2 * (points - 2), |r| slope_squared(k, r))?;
        right.row_mut(k).copy_from_slice(&integral);
    }
    let singular = || Error::SingularMatrix("Epple (7.9) is singular for these points; smooth by moments".into());
    let solved = matrix.lu().solve(&right).ok_or_else(singular)?;
    Ok((0..points).map(|j| std::array::from_fn(|i| solved[(j, i)])).collect())
}

/// Physical values at places r with weights w that sum to 2: of the table there, or its means over consecutive shares of
/// [a, b] of length w.
fn physical(table: &SpanTable, a: f64, b: f64, rule: &[(f64, f64)], fallback: Fallback) -> Result<Vec<Numbers>> {
    let (half, mut from) = (0.5 * (b - a), a);
    let raw = |r: f64| match r {
        -1.0 => table.numbers_at(a, Side::Above),
        1.0 => table.numbers_at(b, Side::Below),
        r => table.numbers_at(a + half * (1.0 + r), Side::Mean),
    };
    let share = |w: f64| {
        let to = (from + half * w).min(b);
        table.mean(std::mem::replace(&mut from, to), to)
    };
    match fallback {
        Fallback::Raw => Ok(rule.iter().map(|p| raw(p.0)).collect()),
        Fallback::Share | Fallback::Stop => rule.iter().map(|p| p.1).map(share).collect(),
    }
}

/// Mean compliance over consecutive shares of [a, b] of length w.
fn share_compliance(table: &SpanTable, a: f64, b: f64, rule: &[(f64, f64)]) -> Result<Vec<Mat6>> {
    let mut from = a;
    let share = |(_, w): &(f64, f64)| {
        let to = (from + 0.5 * (b - a) * w).min(b);
        table.integrate_compliance(std::mem::replace(&mut from, to), to, |_| 0.5)
    };
    rule.iter().map(share).collect()
}

/// From the means over shares as far towards the smoothed values as all keep a twentieth of the means.
pub fn nearest(smoothed: &[Mat6], shares: &[Mat6]) -> Vec<Mat6> {
    let blend = |t: f64| smoothed.iter().zip(shares).map(move |(to, from)| from + (to - from) * t);
    let sound = |t: f64| {
        blend(t).zip(shares).all(|(value, share)| {
            let size = |k: usize| if share[(k, k)] > 0.0 { share[(k, k)].sqrt() } else { 1.0 };
            let rest = value - share * 0.05;
            Mat6::from_fn(|i, j| rest[(i, j)] / (size(i) * size(j))).symmetric_eigenvalues().min() >= -1e-12
        })
    };
    let (mut good, mut bad) = (0.0, 1.0);
    for _ in 0..30 {
        let middle = 0.5 * (good + bad);
        *(if sound(middle) { &mut good } else { &mut bad }) = middle;
    }
    blend(good).collect()
}

fn node_places(nodes: usize) -> Result<&'static [f64]> {
    if (2..=4).contains(&nodes) {
        return Ok(lobatto(nodes));
    }
    Err(Error::InvalidArgument(format!("an element of {nodes} nodes; there are beams with 2, 3 or 4")))
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::section;
    use super::*;

    /// A staircase on [−1, 1] with stiffness and mass in proportion to the steps.
    fn staircase(edges: &[f64], steps: &[f64]) -> SpanTable {
        let sections: Vec<BeamSection> = steps.iter().map(|p| section(*p, *p)).collect();
        SpanTable::staircase("steps", edges, &sections).unwrap()
    }

    /// Ramps and steps in mass, stiffness and coupling.
    fn ragged() -> SpanTable {
        let shifted = section(2.5, 4.0).about(0.02, 0.01);
        let sections = [section(1.0, 2.0), section(2.0, 1.5), shifted, section(1.7, 3.0), section(2.0, 3.5)];
        SpanTable::new("ragged", &[0.0, 0.7, 0.7, 1.1, 2.0], &sections).unwrap()
    }

    fn close(got: &[Mat6], unit: Mat6, expected: &[f64]) {
        assert_eq!(got.len(), expected.len());
        for (matrix, factor) in got.iter().zip(expected) {
            assert!((matrix - unit * *factor).amax() < 1e-10 * unit.amax(), "{factor}: {matrix}");
        }
    }

    #[test]
    fn smoothed_staircase_has_the_reference_values_in_all_entries() {
        // shared/reference/smooth_freq.json
        let (table, one) = (staircase(&[-1.0, -0.2, 0.5, 1.0], &[2.0, 5.0, 1.0]), section(1.0, 1.0));
        let three = [1.831_713_700_231_733_6, 4.097_5, 1.692_286_299_768_266_6];
        let four = [1.695_676_587_551_678_4, 3.128_055_394_696_172, 4.167_098_953_976_804, 0.726_311_920_918_200_5];
        let cubic = [1.676_258_147_809_015, 4.586_953_972_132_466, 5.625_997_531_413_098, 0.706_893_481_175_535_5];
        close(&gauss_mass(&table, -1.0, 1.0, 3).unwrap(), one.mass, &three);
        close(&gauss_mass(&table, -1.0, 1.0, 4).unwrap(), one.mass, &four);
        // a staircase of the compliance, and its inverse
        let soft = staircase(&[-1.0, -0.2, 0.5, 1.0], &[0.5, 0.2, 1.0]);
        let found = gauss_stiffness(&soft, -1.0, 1.0, 3, StiffnessRule::Compliance).unwrap();
        close(&found, one.stiffness, &three.map(|f| 1.0 / f));
        for rule in [StiffnessRule::Moments, StiffnessRule::Energy] {
            close(&gauss_stiffness(&table, -1.0, 1.0, 3, rule).unwrap(), one.stiffness, &three);
        }
        close(&gauss_stiffness(&table, -1.0, 1.0, 4, StiffnessRule::Energy).unwrap(), one.stiffness, &cubic);
        // (7.9) loses the integral of the stiffness, which is 5.6
        let total = |values: &[f64]| gauss(4).iter().zip(values).map(|(p, v)| p.1 * v).sum::<f64>();
        assert!((total(&four) - 5.6).abs() < 1e-13 && (total(&cubic) - 7.489_317_68).abs() < 1e-8);
    }

    #[test]
    fn gauss_sums_keep_the_moments_for_every_number_of_points() {
        let table = ragged();
        for points in 1..=5 {
            let masses = gauss_mass(&table, 0.1, 1.9, points).unwrap();
            for (k, exact) in table.moments(0.1, 1.9, points).unwrap().iter().enumerate() {
                let sum: Mat6 = gauss(points).iter().zip(&masses).map(|((r, w), m)| m * (w * r.powi(k as i32))).sum();
                assert!((sum - BeamSection::from_numbers(exact).mass).amax() < 1e-14, "{points} points, moment {k}");
            }
        }
    }

    #[test]
    fn nodal_masses_keep_moments_and_are_the_lumped_gauss_values() {
        let (table, a, b) = (ragged(), 0.2, 1.8);
        for nodes in 2..=4 {
            let (masses, half) = (nodal_mass(&table, a, b, nodes).unwrap(), 0.5 * (b - a));
            for (k, exact) in table.moments(a, b, nodes).unwrap().iter().enumerate() {
                let sum: Mat6 = lobatto(nodes).iter().zip(&masses).map(|(r, m)| m * r.powi(k as i32)).sum();
                let exact = BeamSection::from_numbers(exact).mass * half;
                assert!((sum - exact).amax() < 1e-14, "{nodes} nodes, moment {k}");
            }
            let smoothed = gauss_mass(&table, a, b, nodes).unwrap();
            for i in 0..nodes {
                let at = |r: f64| half * lagrange(lobatto(nodes), r).0[i];
                let lumped: Mat6 = gauss(nodes).iter().zip(&smoothed).map(|((r, w), m)| m * (w * at(*r))).sum();
                assert!((lumped - masses[i]).amax() < 1e-14);
            }
        }
    }

    #[test]
    fn constant_sections_stay_constant() {
        let table = SpanTable::new("even", &[0.0, 1.0, 4.0], &[section(3.0, 2.0); 3]).unwrap();
        for nodes in 2..=4 {
            let beam = smoothed_beam(&table, &[0.0, 1.5, 4.0], nodes, Fallback::Stop).unwrap();
            for (element, length) in beam.elements.iter().zip([1.5, 2.5]) {
                for (stiffness, damping) in &element.points {
                    assert!((stiffness - section(3.0, 2.0).stiffness).amax() < 1e-13 && (damping - 1e-3).abs() < 1e-16);
                }
                let total: Mat6 = element.masses.iter().sum();
                assert!((total - section(3.0, 2.0).mass * length).amax() < 1e-14);
            }
        }
    }

    #[test]
    fn lost_signs_are_named_and_stop_or_are_replaced() {
        // the last tenth of the second element is 50 times heavier and softer
        let sections = [section(1.0, 1.0), section(1.0, 1.0), section(0.02, 50.0)];
        let table = SpanTable::staircase("steps", &[-3.0, -1.0, 0.8, 1.0], &sections).unwrap();
        let one = section(1.0, 1.0);
        let negative = [2.708_086_065_935_178_4, -2.92, 23.203_913_934_064_815];
        close(&gauss_mass(&table, -1.0, 1.0, 3).unwrap(), one.mass, &negative);
        assert!(mass_fault(&gauss_mass(&table, -1.0, 1.0, 3).unwrap()[1], &one.mass).unwrap().1 < -2.9);

        let mesh = [-3.0, -1.0, 1.0];
        let text = smoothed_beam(&table, &mesh, 4, Fallback::Stop).unwrap_err().to_string();
        let words =
            ["element 1 (s = -1 m to 1 m)", "Gauss point 1", "axial stiffness [N] is -1.02", "mesh optimisation"];
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
        for fallback in [Fallback::Raw, Fallback::Share] {
            let beam = smoothed_beam(&table, &mesh, 4, fallback).unwrap();
            assert!(beam.replaced.iter().all(|r| r.element == 1) && beam.replaced[0].place == Place::GaussPoint(1));
            assert!(beam.replaced.iter().any(|r| r.place == Place::Node(1) && r.quantity == "mass"));
            let element = &beam.elements[1];
            assert!(element.points.iter().all(|(k, _)| stiffness_fault(k).is_none()));
            assert!(element.masses.iter().all(|m| mass_fault(m, &one.mass).is_none()));
            let mass = element.masses.iter().map(|m| m[(0, 0)]).sum::<f64>();
            let points = gauss(3).iter().zip(&element.points);
            let twist = points.map(|(p, (k, _))| p.1 * k.try_inverse().unwrap()[(3, 3)]).sum::<f64>();
            let exact = 11.8 * one.stiffness.try_inverse().unwrap()[(3, 3)];
            // the share keeps mass and compliance of the element, the raw value neither
            let kept = (mass - 11.8).abs() < 1e-12 && (twist / exact - 1.0).abs() < 1e-12;
            assert_eq!(kept, fallback == Fallback::Share);
        }
        // a node on the step is the cure
        assert!(smoothed_beam(&table, &[-3.0, 0.8, 1.0], 4, Fallback::Stop).unwrap().replaced.is_empty());
    }

    #[test]
    fn bad_input_is_refused_with_the_remedy() {
        let table = staircase(&[-1.0, 0.5, 1.0], &[2.0, 5.0]);
        let text = |result: Error| result.to_string();
        let energy = |points: usize| gauss_stiffness(&table, -1.0, 1.0, points, StiffnessRule::Energy);
        assert!([1, 2, 5].iter().all(|n| text(energy(*n).unwrap_err()).contains("by moments")));
        assert!(text(gauss_mass(&table, -1.0, 1.0, 6).unwrap_err()).contains("1 to 5"));
        assert!(text(gauss_mass(&table, -1.0, 2.0, 3).unwrap_err()).contains("outside the span"));
        assert!(text(nodal_mass(&table, -1.0, 1.0, 5).unwrap_err()).contains("2, 3 or 4"));
        assert!(text(smoothed_beam(&table, &[0.0], 3, Fallback::Stop).unwrap_err()).contains("two ends"));
        assert!(text(smoothed_beam(&table, &[0.0, 0.5, 0.5], 3, Fallback::Raw).unwrap_err()).contains("no length"));
    }
}
