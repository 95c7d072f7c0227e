//! How far joints turn in a step.
//!
//! Directors of a joint do not tell φ from φ + 2π, and the constraint of a driven angle holds half a turn beside it too: a step in which a joint
//! turns by more than half a turn may end anywhere, with all constraints satisfied. Velocities tell whether a step still follows its
//! drive: those of schemes that hold places alone on the constraints, and damp nothing, leave it for good where its rate jumps.

use crate::error::{Error, Result};
use crate::math::so3;
use crate::model::Model;
use crate::state::State;
use crate::terms::Class;
use std::f64::consts::PI;

/// A turn [rad] in a step that is looked at, and by how much it may then differ from its unknown, or its speed times h from that of its
/// drive.
const FAR: f64 = 1.0;

/// Err if a joint turned further than a step of size `h` from `start` to `trial` can follow; `functions` are those of its end.
pub(super) fn require_followed(
    model: &Model,
    start: &State,
    trial: &State,
    functions: &[[f64; 3]],
    h: f64,
    what: std::fmt::Arguments,
) -> Result<()> {
    let mut place = 0;
    for joint in model.joints() {
        for (c, coordinate) in joint.term.coordinates().iter().enumerate() {
            let turned = trial.coordinates[place] - start.coordinates[place];
            place += 1;
            let is_driven = joint.drives[c].is_some();
            // NaN is told elsewhere
            if coordinate.class() != Class::Rotation || turned.is_nan() || turned.abs() <= FAR && !is_driven {
                continue;
            }
            let (value, rate) = joint.term.read(c, &trial.nodes);
            let beside = joint.term.scalar_of(c).map_or(0.0, |s| so3::wrap(value - trial.scalars[s.0].value).abs());
            let drive = joint.drives[c].and_then(|t| model.term(t).prescribed_by());
            let ahead = drive.map_or(0.0, |f| (rate - functions[f.0][1]).abs() * h);
            if ahead > FAR && turned.abs() <= FAR {
                let own = drive.map_or(0.0, |f| functions[f.0][1]);
                return Err(Error::newton(format!(
                    "{what}: joint \"{}\", {}, has a rate of {rate:.2e} rad/s where its drive has {own:.2e} rad/s. A drive whose rate jumps leaves a \
                     vibration, which a scheme that keeps energy does not damp: give the drive smooth rates (a cubic table, a \
                     second-order actuator), or take a scheme that damps it (Radau IIA, MP-ED)",
                    joint.name, coordinate.label
                )));
            }
            if turned.abs() > PI || beside > FAR || ahead > FAR {
                return Err(Error::newton(format!(
                    "{what}: joint \"{}\", {}, turns by {turned:.2} rad, which is too much for a step to follow: take steps in which joints turn by \
                     less than a radian, here below {:.1e} s",
                    joint.name,
                    coordinate.label,
                    h / turned.abs() * FAR
                )));
            }
        }
    }
    Ok(())
}
