//! Frames from directions, and the connection that a host makes most.

use super::joints::swp_joint;
use super::library::swp_status;
use super::model::{edit, node, swp_model, swp_node};
use super::{Outcome, encode, guard, put, require, text, vec3};
use crate::error::Error;
use crate::joints;
use crate::math::{Mat3, Quat, Vec3};
use crate::model::joints::JOINT;
use crate::terms::holonomic::Attachment;
use libc::c_char;

/// Sine of the angle between two directions below which rounding of them turns their plane by 1e-8 rad and more.
const LEAST_SINE: f64 = 1e-8;

/// The direction with unit length; its largest component is taken out first, so that no square leaves the range of numbers.
fn unit(v: Vec3) -> Option<Vec3> {
    let (most, finite) = (v.amax(), v.iter().all(|c| c.is_finite()));
    (finite && most > 0.0).then(|| (v / most).normalize())
}

fn put_frame(out: *mut f64, q: &Quat) -> Outcome {
    put(out.cast::<[f64; 4]>(), "out", [q.w, q.i, q.j, q.k])
}

/// Make the unit quaternion (w, x, y, z, into `out`, 4 numbers) of axes of which axis 3, that of hinges and slides, lies along `axis`
/// (3 components, of any length), by the least turn from the inertial axes. SWP_INVALID_ARGUMENT where `axis` is zero or not finite
/// (text: swp_last_error).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_frame_from_axis(axis: *const f64, out: *mut f64) -> swp_status {
    guard(None, || {
        require(out.cast::<[f64; 4]>(), "out")?;
        let bad = || Error::InvalidArgument("frame from an axis: the direction is zero or not finite".into());
        let a = unit(vec3(axis, "axis")?).ok_or_else(bad)?;
        // cosine and sine of half the angle; 1 + z and 1 − z without cancellation
        let across = a.x * a.x + a.y * a.y;
        let [plus, minus] =
            if a.z < 0.0 { [across / (1.0 - a.z), 1.0 - a.z] } else { [1.0 + a.z, across / (1.0 + a.z)] };
        let (w, s, r) = ((0.5 * plus).sqrt(), (0.5 * minus).sqrt(), across.sqrt());
        let [x, y] = if r > 0.0 { [-s * a.y / r, s * a.x / r] } else { [s, 0.0] };
        put_frame(out, &Quat::new_unchecked(nalgebra::Quaternion::new(w, x, y, 0.0)))
    })
}

/// Make the unit quaternion (w, x, y, z, into `out`, 4 numbers) of axes that are given by two directions of any length, `first` (3
/// components) and `second` (3 components): axis 1 along the first, axis 2 in the plane of both on the side of the second. SWP_INVALID_ARGUMENT
/// where one is zero or not finite, or they are parallel (text: swp_last_error).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_frame_from_axes(first: *const f64, second: *const f64, out: *mut f64) -> swp_status {
    guard(None, || {
        require(out.cast::<[f64; 4]>(), "out")?;
        let (first, second) = (unit(vec3(first, "first")?), unit(vec3(second, "second")?));
        let bad = "frame from two axes: directions that are zero, parallel or not finite; give two of a plane";
        let axes = first.zip(second).and_then(|(x, towards)| {
            let across = x.cross(&towards);
            let z = unit(across).filter(|_| across.norm() > LEAST_SINE)?;
            Some(Mat3::from_columns(&[x, z.cross(&x), z]))
        });
        let axes = axes.ok_or_else(|| Error::InvalidArgument(bad.into()))?;
        put_frame(out, &Quat::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(axes)))
    })
}

/// Clamp a node: `b` is held by `a`, ground or another node, as it stands in the reference configuration. A rigid connection at the
/// place of `b`, whose axes are those of `b`; `name` is unique among joints and copied, `out` receives its id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_clamp(
    model: *mut swp_model,
    name: *const c_char,
    a: swp_node,
    b: swp_node,
    out: *mut swp_joint,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let (name, a, b) = (text(name, "name")?, node(a)?, node(b)?);
        let at = m.node(b)?;
        let (a, b) = (
            m.attach(a, at.start.x, at.start.rotation)?,
            Attachment { node: b, offset: Vec3::zeros(), axes: Mat3::identity() },
        );
        let id = m.add_joint(name, joints::rigid_connection(), a, b)?;
        put(out, "out", swp_joint { id: encode(&JOINT, id.0) })
    })
}
