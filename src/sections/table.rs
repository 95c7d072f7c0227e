//! Sections along a span: a table of stations, linear between them, with steps where a station is given twice.
//!
//! | symbol | name |
//! |---|---|
//! | s | length along the axis of the beam [m] |
//! | p(s) | any one of the 43 numbers of a section, [`BeamSection::to_numbers`] |
//! | r = 2(s − a)/(b − a) − 1 | coordinate in [−1, 1] of the interval [a, b] (Epple §7.2) |
//! | ∫ p(r) r^k dr over [−1, 1] | [`SpanTable::moments`], right side of Epple (7.6), (7.7) |
//!
//! Epple integrates with Simpson's rule and a small step. Here p is a polynomial between stations, so Gauss's rule from
//! station to station is exact, steps included. A value between two sections is a mean of the two with positive weights:
//! sound sections at the stations make sound sections everywhere.

use super::BeamSection;
use crate::error::{Error, Result, require_finite};
use crate::math::Mat6;
use crate::math::quadrature::gauss;

/// A section as a list of numbers, see [`BeamSection::to_numbers`].
pub type Numbers = [f64; 43];

/// Highest degree of a weight in [`SpanTable::integrate`]: five Gauss points, less one degree for the table.
const MAX_WEIGHT_DEGREE: usize = 8;

/// Which value is meant where the table has a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// the limit from smaller s
    Below,
    /// the limit from larger s
    Above,
    /// the mean of both
    Mean,
}

/// A further property along the span, such as initial or current curvature (Epple §7.1.4).
#[derive(Debug, Clone, Copy)]
pub struct Profile<'a> {
    /// where it is known [m], not decreasing; a place given twice is a step
    pub stations: &'a [f64],
    /// its values there; linear in between, and the end values beyond the ends
    pub values: &'a [f64],
    /// variation that counts as none, in the unit of the values: keeps noise out of the index
    pub negligible: f64,
}

/// Sections along a span.
#[derive(Debug, Clone, PartialEq)]
pub struct SpanTable {
    name: String,
    stations: Vec<f64>,
    numbers: Vec<Numbers>,
}

impl SpanTable {
    /// Sections at increasing stations [m], linear in between; a station given twice is a step.
    pub fn new(name: &str, stations: &[f64], sections: &[BeamSection]) -> Result<Self> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("span table {name}: {text}")));
        if stations.len() != sections.len() {
            return Err(Error::WrongSize(format!(
                "span table {name}: {} stations and {} sections; give one section for each station",
                stations.len(),
                sections.len()
            )));
        }
        if stations.len() < 2 {
            return bad(format!("{} stations; a span needs one at each end", stations.len()));
        }
        for (k, s) in stations.iter().enumerate() {
            if !s.is_finite() {
                return bad(format!("station {k} is at s = {s}; a finite number is needed"));
            }
            if k > 0 && *s < stations[k - 1] {
                return bad(format!("station {k} is at s = {s} m, before the one at {} m; sort them", stations[k - 1]));
            }
            if k > 1 && *s == stations[k - 2] {
                return bad(format!("three stations are at s = {s} m; a step has two, one for each side"));
            }
        }
        let last = stations.len() - 1;
        if stations[0] == stations[1] || stations[last] == stations[last - 1] {
            return bad("the first and the last station are not steps; give them once".into());
        }
        for (k, (s, section)) in stations.iter().zip(sections).enumerate() {
            section.check(&format!("of {name} at station {k} (s = {s} m)"))?;
        }
        let numbers = sections.iter().map(BeamSection::to_numbers).collect();
        Ok(SpanTable { name: name.into(), stations: stations.to_vec(), numbers })
    }

    /// A staircase: section k holds from edge k to edge k + 1, so there is one edge [m] more than sections.
    pub fn staircase(name: &str, edges: &[f64], sections: &[BeamSection]) -> Result<Self> {
        if sections.is_empty() || edges.len() != sections.len() + 1 {
            return Err(Error::WrongSize(format!(
                "span table {name}: {} edges and {} sections; a staircase has one edge more than sections",
                edges.len(),
                sections.len()
            )));
        }
        if let Some(k) = (1..edges.len()).find(|&k| edges[k] <= edges[k - 1]) {
            return Err(Error::InvalidArgument(format!(
                "span table {name}: edge {k} is at s = {} m and the one before it at {} m; edges must increase",
                edges[k],
                edges[k - 1]
            )));
        }
        let stations: Vec<f64> = edges.windows(2).flatten().copied().collect();
        let doubled: Vec<BeamSection> = sections.iter().flat_map(|section| [*section, *section]).collect();
        Self::new(name, &stations, &doubled)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it starts and ends [m].
    pub fn ends(&self) -> (f64, f64) {
        (self.stations[0], self.stations[self.stations.len() - 1])
    }

    /// The stations [m], steps twice.
    pub fn stations(&self) -> &[f64] {
        &self.stations
    }

    /// Where the sections step [m]: stations given twice with different sections.
    pub fn steps(&self) -> Vec<f64> {
        let pairs = self.stations.windows(2).zip(self.numbers.windows(2));
        pairs.filter(|(s, n)| s[0] == s[1] && n[0] != n[1]).map(|(s, _)| s[0]).collect()
    }

    /// The sections at the stations.
    pub fn sections(&self) -> impl Iterator<Item = BeamSection> {
        self.numbers.iter().map(BeamSection::from_numbers)
    }

    /// The section at s [m]; at the two ends of the span there is one side only, whichever is asked for.
    pub fn at(&self, s: f64, side: Side) -> Result<BeamSection> {
        Ok(BeamSection::from_numbers(&self.numbers_at(self.inside(s)?, side)))
    }

    /// ∫ p(r) w(r) dr over r in [−1, 1], for a polynomial w(r) of degree no more than `degree` ≤ 8, over [a, b] [m].
    pub fn integrate(&self, a: f64, b: f64, degree: usize, weight: impl Fn(f64) -> f64) -> Result<Numbers> {
        let (a, b) = self.interval(a, b)?;
        if degree > MAX_WEIGHT_DEGREE {
            return Err(Error::InvalidArgument(format!(
                "span table {}: a weight of degree {degree}; integrals are exact up to degree {MAX_WEIGHT_DEGREE}",
                self.name
            )));
        }
        // n points integrate degree 2n − 1; the table adds one degree to the weight
        let mut sum = [0.0; 43];
        self.visit(a, b, 1, gauss(degree.div_ceil(2) + 1), |r, share, p| {
            let share = share * weight(r);
            p.iter().zip(&mut sum).for_each(|(p, total)| *total += share * p);
        });
        Ok(sum)
    }

    /// The compliance, inverse of the stiffness, times w(r), integrated over r in [−1, 1] for [a, b] [m]. Exact for a staircase
    /// and a weight of degree ≤ 8; where the stiffness grows tenfold from one station to the next, to 1e-5.
    pub(super) fn integrate_compliance(&self, a: f64, b: f64, weight: impl Fn(f64) -> f64) -> Result<Mat6> {
        let (a, b) = self.interval(a, b)?;
        let (mut sum, mut singular) = (Mat6::zeros(), None);
        self.visit(a, b, 4, gauss(5), |r, share, p| match BeamSection::from_numbers(p).stiffness.try_inverse() {
            Some(compliance) => sum += compliance * (share * weight(r)),
            None => singular = Some(0.5 * (a + b) + 0.5 * (b - a) * r),
        });
        match singular {
            None => Ok(sum),
            Some(s) => Err(Error::SingularMatrix(format!(
                "span table {}: the stiffness at s = {s} m has no inverse",
                self.name
            ))),
        }
    }

    /// r, weight and numbers at the points of a rule in `parts` equal parts of each piece of [a, b] between stations; the
    /// weights sum to 2.
    fn visit(&self, a: f64, b: f64, parts: usize, rule: &[(f64, f64)], mut at: impl FnMut(f64, f64, &Numbers)) {
        for k in 1..self.stations.len() {
            let (from, to) = (self.stations[k - 1].max(a), self.stations[k].min(b));
            if from >= to {
                continue;
            }
            let half = 0.5 * (to - from) / parts as f64;
            for part in 0..parts {
                for (x, w) in rule {
                    let s = from + half * ((2 * part + 1) as f64 + x);
                    let r = ((s - a) - (b - s)) / (b - a);
                    at(r, 2.0 * half * w / (b - a), &self.between(k, s));
                }
            }
        }
    }

    /// ∫ p(r) r^k dr over r in [−1, 1], k = 0 … count − 1, for the interval [a, b] [m].
    pub fn moments(&self, a: f64, b: f64, count: usize) -> Result<Vec<Numbers>> {
        (0..count).map(|k| self.integrate(a, b, k, |r| r.powi(k as i32))).collect()
    }

    /// The mean of p over [a, b] [m].
    pub fn mean(&self, a: f64, b: f64) -> Result<Numbers> {
        self.integrate(a, b, 0, |_| 0.5)
    }

    /// The numbers at a place inside the span.
    pub(super) fn numbers_at(&self, s: f64, side: Side) -> Numbers {
        let (last, ends) = (self.stations.len() - 1, self.ends());
        let s = s.clamp(ends.0, ends.1);
        let below = || self.between(self.stations.partition_point(|x| *x < s).clamp(1, last), s);
        let above = || self.between(self.stations.partition_point(|x| *x <= s).clamp(1, last), s);
        match side {
            Side::Below => below(),
            Side::Above => above(),
            Side::Mean => mix(&below(), &above(), 0.5),
        }
    }

    /// The line from station k − 1 to station k, which are apart.
    fn between(&self, k: usize, s: f64) -> Numbers {
        let (from, to) = (self.stations[k - 1], self.stations[k]);
        mix(&self.numbers[k - 1], &self.numbers[k], (s - from) / (to - from))
    }

    /// s, brought into the span if it is beyond an end by rounding only.
    fn inside(&self, s: f64) -> Result<f64> {
        let (start, end) = self.ends();
        let slack = 1e-9 * (end - start);
        if s >= start - slack && s <= end + slack {
            return Ok(s.clamp(start, end));
        }
        Err(Error::InvalidArgument(format!(
            "span table {}: s = {s} m is outside the span, which goes from {start} m to {end} m",
            self.name
        )))
    }

    fn interval(&self, a: f64, b: f64) -> Result<(f64, f64)> {
        let (a, b) = (self.inside(a)?, self.inside(b)?);
        if a < b {
            return Ok((a, b));
        }
        Err(Error::InvalidArgument(format!(
            "span table {}: the interval from {a} m to {b} m has no length; its ends must increase",
            self.name
        )))
    }
}

impl Profile<'_> {
    pub(super) fn check(&self, k: usize) -> Result<()> {
        if self.stations.is_empty() || self.stations.len() != self.values.len() {
            return Err(Error::WrongSize(format!(
                "profile {k}: {} stations and {} values; give one value for each station",
                self.stations.len(),
                self.values.len()
            )));
        }
        require_finite(&format!("stations of profile {k}"), self.stations)?;
        require_finite(&format!("values of profile {k}"), self.values)?;
        if let Some(i) = (1..self.stations.len()).find(|&i| self.stations[i] < self.stations[i - 1]) {
            return Err(Error::InvalidArgument(format!(
                "profile {k}: station {i} lies before the last one; sort them"
            )));
        }
        if !(self.negligible.is_finite() && self.negligible >= 0.0) {
            return Err(Error::InvalidArgument(format!(
                "profile {k}: the negligible variation is {}; it must not be negative",
                self.negligible
            )));
        }
        Ok(())
    }

    /// Its value at s [m]; at a step the mean of both sides.
    pub(super) fn at(&self, s: f64) -> f64 {
        let (x, v) = (self.stations, self.values);
        let line = |k: usize| match k {
            0 => v[0],
            k if k == x.len() => v[k - 1],
            k if x[k] == x[k - 1] => v[k],
            k => v[k - 1] + (v[k] - v[k - 1]) * (s - x[k - 1]) / (x[k] - x[k - 1]),
        };
        0.5 * (line(x.partition_point(|x| *x < s)) + line(x.partition_point(|x| *x <= s)))
    }
}

/// (1 − t) a + t b; exactly a where both are the same.
fn mix(a: &Numbers, b: &Numbers, t: f64) -> Numbers {
    std::array::from_fn(|i| a[i] + t * (b[i] - a[i]))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::sections::Engineering;

    /// A section with offsets; stiffness and mass in proportion to k and m.
    pub fn section(k: f64, m: f64) -> BeamSection {
        let constants = Engineering {
            axial: 3.0 * k,
            shear: [1.2 * k, 0.9 * k],
            torsion: 0.5 * k,
            bending: [0.4 * k, 0.8 * k],
            mass: m,
            inertia: [0.05 * m, 0.02 * m, 0.03 * m],
            tension_center: [0.1, -0.05],
            shear_center: [-0.1, 0.03],
            mass_center: [0.07, 0.02],
            principal_angle: 0.3,
            damping: 1e-3,
        };
        constants.section("test").unwrap()
    }

    #[test]
    fn values_are_linear_between_stations_and_jump_at_steps() {
        let sections = [section(1.0, 2.0), section(3.0, 2.0), section(7.0, 5.0), section(8.0, 6.0)];
        let table = SpanTable::new("blade", &[0.0, 1.0, 1.0, 3.0], &sections).unwrap();
        let axial = |s: f64, side: Side| table.at(s, side).unwrap().mass_per_length();
        assert_eq!((axial(1.0, Side::Below), axial(1.0, Side::Above), axial(1.0, Side::Mean)), (2.0, 5.0, 3.5));
        assert!((axial(1.5, Side::Below) - 5.25).abs() < 1e-14);
        for side in [Side::Below, Side::Above, Side::Mean] {
            assert_eq!(table.at(0.0, side).unwrap(), sections[0]);
            assert_eq!(table.at(3.0 + 1e-12, side).unwrap(), sections[3]);
        }
        table.at(0.3, Side::Mean).unwrap().check("between").unwrap();
    }

    #[test]
    fn moments_of_a_staircase_and_of_a_ramp_are_exact() {
        // m = 2 on [−1, −0.2), 5 on [−0.2, 0.5), 1 on [0.5, 1], on an interval 4 m long that starts at 10 m
        let steps = [section(2.0, 2.0), section(5.0, 5.0), section(1.0, 1.0)];
        let table = SpanTable::staircase("steps", &[10.0, 11.6, 13.0, 14.0], &steps).unwrap();
        let moments = table.moments(10.0, 14.0, 3).unwrap();
        for (got, expected) in moments.iter().zip([5.6, -0.06, 1.174_666_666_666_666_7]) {
            assert!((got[21] - expected).abs() < 1e-13);
        }
        // p = 1 + r on [0, 2], all degrees
        let ramp = SpanTable::new("ramp", &[0.0, 2.0], &[section(1.0, 0.0), section(1.0, 2.0)]).unwrap();
        for (k, moment) in ramp.moments(0.0, 2.0, MAX_WEIGHT_DEGREE + 1).unwrap().iter().enumerate() {
            let exact = if k % 2 == 0 { 2.0 / (k as f64 + 1.0) } else { 2.0 / (k as f64 + 2.0) };
            assert!((moment[21] - exact).abs() < 1e-14, "degree {k}");
        }
        assert!((ramp.mean(1.0, 2.0).unwrap()[21] - 1.5).abs() < 1e-15);
    }

    #[test]
    fn bad_tables_and_places_are_refused_with_the_reason() {
        let good = section(1.0, 1.0);
        let says = |result: Result<SpanTable>, word: &str| {
            let text = result.unwrap_err().to_string();
            assert!(text.contains("tip") && text.contains(word), "{text}");
        };
        says(SpanTable::new("tip", &[0.0, 1.0], &[good]), "one section for each");
        says(SpanTable::new("tip", &[0.0], &[good]), "each end");
        says(SpanTable::new("tip", &[0.0, f64::NAN], &[good; 2]), "finite");
        says(SpanTable::new("tip", &[0.0, 2.0, 1.0], &[good; 3]), "sort");
        says(SpanTable::new("tip", &[0.0, 1.0, 1.0, 1.0, 2.0], &[good; 5]), "a step has two");
        says(SpanTable::new("tip", &[0.0, 0.0, 1.0], &[good; 3]), "give them once");
        says(SpanTable::staircase("tip", &[0.0, 1.0], &[good; 2]), "one edge more");
        says(SpanTable::staircase("tip", &[0.0, 1.0, 1.0], &[good; 2]), "increase");
        let mut broken = good;
        broken.stiffness[(3, 3)] = -1.0;
        says(SpanTable::new("tip", &[0.0, 0.5, 1.0], &[good, broken, good]), "station 1 (s = 0.5 m)");

        let table = SpanTable::new("tip", &[0.0, 1.0], &[good; 2]).unwrap();
        assert!(table.at(1.1, Side::Mean).unwrap_err().to_string().contains("outside the span"));
        assert!(table.at(f64::NAN, Side::Mean).is_err());
        assert!(table.mean(0.5, 0.5).unwrap_err().to_string().contains("no length"));
        assert!(table.integrate(0.0, 1.0, 9, |_| 1.0).unwrap_err().to_string().contains("degree 8"));
    }

    #[test]
    fn a_profile_is_linear_with_steps_and_holds_its_end_values() {
        let good = Profile { stations: &[0.0, 1.0, 1.0, 2.0], values: &[0.0, 1.0, 3.0, 5.0], negligible: 0.0 };
        assert_eq!([-1.0, 0.5, 1.0, 1.5, 2.0, 9.0].map(|s| good.at(s)), [0.0, 0.5, 2.0, 4.0, 5.0, 5.0]);
        good.check(0).unwrap();
        for (bad, word) in [
            (Profile { values: &[1.0], ..good }, "one value for each"),
            (Profile { stations: &[1.0, 0.0, 3.0, 4.0], ..good }, "sort"),
            (Profile { values: &[0.0, f64::NAN, 0.0, 0.0], ..good }, "finite"),
            (Profile { negligible: -1.0, ..good }, "negative"),
        ] {
            assert!(bad.check(3).unwrap_err().to_string().contains(word));
        }
    }
}
