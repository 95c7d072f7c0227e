//! Numbers that look as if they were in other units than the rest. Nothing here is an error: a host may mean it.
//!
//! | what is looked at | what a slip makes of it |
//! |---|---|
//! | radius of gyration of a body over the size of the model | inertia in kg·mm² or g·mm², mass in g |
//! | speed of sound √(EA/m) of a beam | moduli in MPa or GPa, mass in g/mm, t/mm³ |
//! | gravity | 9810 mm/s², or 9.81 in a model in millimetres |

use super::Model;
use crate::math::Vec3;

/// Slowest and fastest speed of sound of what blades and shafts are made of, with room on both sides [m/s].
const SOUND: [f64; 2] = [30.0, 5e4];
/// Gravity with room on both sides [m/s²].
const GRAVITY: [f64; 2] = [0.5, 50.0];
/// Radius of gyration relative to the size of the model.
const GYRATION: [f64; 2] = [1e-5, 10.0];

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
        for beam in &self.beams {
            for (e, section) in beam.sections.iter().enumerate() {
                let mass: f64 = section.masses.iter().map(|m| m[(0, 0)]).sum();
                let per_length = mass / (beam.mesh[e + 1] - beam.mesh[e]);
                let axial = section.points.iter().map(|p| p.0[(0, 0)]).fold(0.0, f64::max);
                let sound = (axial / per_length).sqrt();
                if per_length > 0.0 && !(SOUND[0]..=SOUND[1]).contains(&sound) {
                    found.push((
                        format!("beam \"{}\"", beam.name),
                        format!(
                            "beam \"{}\", element {e}: EA = {axial:.3e} N and {per_length:.3e} kg/m give a speed of sound of \
                             {sound:.3e} m/s, outside {:.0} to {:.0} m/s; stiffness and mass seem to be in different units \
                             (N/mm² is 1e6 N/m², kg/mm 1e3 kg/m)",
                            beam.name, SOUND[0], SOUND[1]
                        ),
                    ));
                    break;
                }
            }
        }
        found
    }

    fn implausible_bodies(&self, found: &mut Vec<(String, String)>) {
        let length = self.extent();
        for other in self.others.iter().filter(|o| o.kind == "body") {
            let Some(body) = other.term.inertia() else { continue };
            let radius = (0.5 * body.inertia().trace() / body.mass()).sqrt();
            let relative = radius / length;
            if radius > 0.0 && length > 0.0 && !(GYRATION[0]..=GYRATION[1]).contains(&relative) {
                found.push((
                    format!("body \"{}\"", other.name),
                    format!(
                        "body \"{}\": mass {:.3e} kg and inertia {:.3e} kg·m² give a radius of gyration of {radius:.3e} m, in a \
                         model of {length:.3e} m; the inertia seems to be in other units (kg·mm² is 1e-6 kg·m²), or the mass",
                        other.name,
                        body.mass(),
                        body.inertia().trace() / 2.0
                    ),
                ));
            }
        }
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
