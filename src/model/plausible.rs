//! Numbers that look as if they were in other units than the rest. Nothing here is an error: a host may mean it.
//!
//! | what is looked at | what a slip makes of it |
//! |---|---|
//! | radius of gyration of a body over the size of the model | inertia in kg·mm² or g·mm², mass in g |
//! | sections of beams | order of another convention, N·mm², MPa, g: [`crate::sections::doubts`] |
//! | twist of a beam | degrees; sections in axes that are not twisted |
//! | sections of shells | MPa with millimetres or metres, t/mm³: the speed of sound; a thickness in mm: over the side of its elements |
//! | gravity | 9810 mm/s², or 9.81 in a model in millimetres |

use super::beam_kinds::is_same;
use super::beams::BeamLine;
use super::curve::Curve;
use super::{Model, ShellId, kinds};
use crate::math::Vec3;
use crate::sections::{BeamSection, SpanTable, doubts, principal_angle};
use crate::terms::inertia::Inertia;

/// Gravity with room on both sides [m/s²].
const GRAVITY: [f64; 2] = [0.5, 50.0];
/// Radius of gyration relative to the size of the model.
const GYRATION: [f64; 2] = [1e-5, 10.0];
/// Speed of sound in what shells are made of, from rubber to diamond [m/s].
const SOUND: [f64; 2] = [50.0, 30_000.0];
/// Thickness of a shell relative to the side of an element.
const THICKNESS: [f64; 2] = [1e-5, 5.0];

impl Model {
    /// What looks inconsistent in its units: the thing by name, and a slip that would explain it.
    pub fn implausible(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let g = self.gravity().norm();
        if g > 0.0 && !(GRAVITY[0]..=GRAVITY[1]).contains(&g) {
            found.push((
                "gravity".into(),
                format!("gravity is {g} m/s²; 9.81 is usual on earth. Is it in other units than metres and seconds?"),
            ));
        }
        self.implausible_bodies(&mut found);
        (0..self.shells.len()).for_each(|k| self.implausible_shell(ShellId(k), &mut found));
        for beam in &self.beams {
            implausible_sections(beam, &mut found);
            found.extend(beam.doubts.iter().map(|text| (format!("beam \"{}\"", beam.name), text.clone())));
        }
        found
    }

    fn implausible_bodies(&self, found: &mut Vec<(String, String)>) {
        let length = self.extent();
        for (name, body) in self.each::<Inertia>(&kinds::BODY) {
            let radius = (0.5 * body.inertia().trace() / body.mass()).sqrt();
            let relative = radius / length;
            if radius > 0.0 && length > 0.0 && !(GYRATION[0]..=GYRATION[1]).contains(&relative) {
                found.push((
                    format!("body \"{}\"", name),
                    format!(
                        "body \"{}\": mass {:.3e} kg and inertia {:.3e} kg·m² give a radius of gyration of {radius:.3e} m, in a \
                         model of {length:.3e} m; the inertia seems to be in other units (kg·mm² is 1e-6 kg·m²), or the mass",
                        name,
                        body.mass(),
                        body.inertia().trace() / 2.0
                    ),
                ));
            }
        }
    }

    /// The first element of a shell of each kind of slip.
    fn implausible_shell(&self, id: ShellId, found: &mut Vec<(String, String)>) {
        let mesh = &self.shells[id.0];
        let (mut sound, mut thick) = (None, None);
        for (k, element) in (0..mesh.elements.len()).filter_map(|k| Some((k, self.shell_element(id, k).ok()?))) {
            let side = element.area().sqrt();
            for section in &element.element().sections {
                let speed = (section.stiffness[(0, 0)] / section.mass).sqrt();
                if section.mass > 0.0 && !(SOUND[0]..=SOUND[1]).contains(&speed) {
                    sound = sound.or(Some((k, speed, section)));
                }
                if !(THICKNESS[0]..=THICKNESS[1]).contains(&(section.thickness / side)) {
                    thick = thick.or(Some((k, section.thickness, side)));
                }
            }
        }
        let name = format!("shell \"{}\"", mesh.name);
        if let Some((k, speed, section)) = sound {
            let (stiff, mass) = (section.stiffness[(0, 0)], section.mass);
            let text = format!(
                "{name}, element {k}: A11 = {stiff:.3e} N/m and {mass:.3e} kg/m² give a speed of sound of {speed:.3e} m/s; it is 50 to 30000 m/s \
                 in all that shells are made of. Modulus and density seem to be in different units: with metres they are Pa and kg/m³, with \
                 millimetres MPa and t/mm³"
            );
            found.push((name.clone(), text));
        }
        if let Some((k, thickness, side)) = thick {
            let text = format!(
                "{name}, element {k}: it is {thickness:.3e} m thick and has sides of about {side:.3e} m; one of them seems to be in other units, \
                 millimetres for metres"
            );
            found.push((name, text));
        }
    }

    /// A twisted axis with sections of BeamDyn, whose sign of the twist is the other one: worth a note, as nothing shows it.
    pub(super) fn beamdyn_twist(&self, name: &str, curve: &Curve, table: &SpanTable) -> Option<String> {
        let given = |own: BeamSection| self.beamdyn_sections.iter().any(|k| is_same(&self.sections[*k], &own));
        let twist = curve.twist();
        if twist.iter().all(|t| *t == 0.0) || !table.sections().any(given) {
            return None;
        }
        Some(format!(
            "beam \"{name}\": its sections are in BeamDyn's convention and its axis is twisted, by {:.4} rad at the root and {:.4} rad \
             at the tip, about the tangent. BeamDyn's initial_twist has the other sign and is in degrees: the twist here is \
             −initial_twist·π/180",
            twist[0],
            twist[twist.len() - 1]
        ))
    }

    /// Diagonal of the box around nodes and joint points [m].
    fn extent(&self) -> f64 {
        let starts = self.starts();
        let mut points: Vec<Vec3> = starts.iter().map(|n| n.x).collect();
        points.extend(self.joints.iter().flat_map(|j| j.term.frames(&starts).map(|(p, _)| p)));
        let reach = |k: usize| {
            let along = points.iter().map(|p| p[k]);
            along.clone().fold(f64::NEG_INFINITY, f64::max) - along.fold(f64::INFINITY, f64::min)
        };
        Vec3::new(reach(0), reach(1), reach(2)).norm()
    }
}

/// Sections of a beam that look like other units or another convention: the first of them, and how many more there are.
fn implausible_sections(beam: &BeamLine, found: &mut Vec<(String, String)>) {
    let length = beam.mesh[beam.mesh.len() - 1] - beam.mesh[0];
    let sections: Vec<(String, BeamSection)> = match &beam.table {
        Some(table) => {
            table.sections().zip(table.stations()).map(|(own, s)| (format!("section at {s} m"), own)).collect()
        }
        None => {
            let elements = beam.sections.iter().zip(beam.mesh.windows(2)).enumerate();
            let mean = |(e, (own, ends)): (usize, (&crate::sections::ElementSections, &[f64]))| {
                let (stiffness, damping) = own.points[0];
                let mass = own.masses.iter().sum::<crate::math::Mat6>() / (ends[1] - ends[0]);
                (format!("element {e}"), BeamSection { stiffness, mass, damping })
            };
            elements.map(mean).collect()
        }
    };
    let mut wrong = sections.iter().map(|(at, own)| (at, doubts(own, length))).filter(|(_, d)| !d.is_empty());
    let Some((at, said)) = wrong.next() else { return };
    let more = match wrong.count() {
        0 => String::new(),
        more => format!(", and at {more} more of {}", sections.len()),
    };
    let text = format!(
        "beam \"{}\", {at}{more}: this looks like a slip of units or of the convention: {}",
        beam.name,
        said.join("; ")
    );
    found.push((format!("beam \"{}\"", beam.name), text));
}

/// What looks wrong in the twist of a beam.
pub(super) fn twist_doubts(name: &str, curve: &Curve, table: &SpanTable) -> Vec<String> {
    let mut found = Vec::new();
    let (least, most) = curve.twist().iter().fold((f64::MAX, f64::MIN), |(l, m), t| (l.min(*t), m.max(*t)));
    if most - least > std::f64::consts::PI {
        found.push(format!(
            "beam \"{name}\": the twist goes from {least} to {most} rad, more than half a turn; is it in degrees? π/180 = 0.0174533"
        ));
    }
    // principal axes that turn in the section as the section itself turns
    let at = |(s, own): (&f64, BeamSection)| Some((curve.twist_at(*s), principal_angle(&own)?));
    let Some(angles) = table.stations().iter().zip(table.sections()).map(at).collect::<Option<Vec<_>>>() else {
        return found;
    };
    let half_turns = |a: f64| a - (a / std::f64::consts::PI).round() * std::f64::consts::PI;
    let turned: Vec<(f64, f64)> = angles.iter().map(|(t, a)| (t - angles[0].0, half_turns(a - angles[0].1))).collect();
    let largest = turned.iter().fold(0.0_f64, |most, (t, _)| most.max(t.abs()));
    if largest > 0.05 && turned.iter().all(|(t, a)| (a - t).abs() < 0.1 * largest) {
        found.push(format!(
            "beam \"{name}\": the principal axes of its sections turn along the beam as its twist does, by up to {largest:.3} rad; are \
             the sections given in axes that are not twisted? Then the twist is counted twice: leave it out"
        ));
    }
    found
}
