//! How a beam is divided into elements and how section properties get to them; a new mesh from the curvature of a simulation.

use super::beams::{beam, refuse, swp_beam, swp_beam_options};
use super::library::swp_status;
use super::model::{read, swp_model};
use super::sim::{self, swp_sim};
use super::{Fail, array_mut, check_array, copy_text, put};
use crate::error::{Error, require_memory};
use crate::model::memory::ELEMENT;
use crate::model::{BeamLine, Properties};
use crate::results::curvature_index;
use crate::sections::{Fallback, GradientIndex, SpanTable, cost_mesh, equal_mesh, spring_mesh, step_mesh};
use libc::{c_char, size_t};

/// How stiffness and damping get from the table to the elements. The mass does in one way only: nodes carry the integrals of the
/// table over the elements, with all moments along the axis up to the order of the element; where that would make a node's mass
/// negative, with mass and first moment exact and the second as near as can be.
#[repr(i32)]
pub enum swp_properties {
    /// The table's values at the points of integration.
    SWP_PROPERTIES_RAW = 0,
    /// Smoothed over each element so that its integrals are those of the table; right for tables with steps.
    SWP_PROPERTIES_SMOOTHED = 1,
}

/// What to do with an element in which a smoothed value is not physical. swp_model_beam_report lists what was replaced.
#[repr(i32)]
pub enum swp_fallback {
    /// Refuse the beam and name the place.
    SWP_FALLBACK_STOP = 0,
    /// Take the table's values at the points.
    SWP_FALLBACK_RAW = 1,
    /// Take the table's mean over the share of each point; keeps the integral over the element.
    SWP_FALLBACK_SHARE = 2,
}

/// How a beam is divided into elements, unless the mesh is given.
///
/// Which when: frequencies (four of flap, four of lag) of twelve blades of 6 to 14 regions of random length, properties within a factor
/// of 30, smoothed, cubic elements, against those of equal elements. Number of cases in which the mean error is larger, and geometric
/// mean of the gain:
///
/// ```text
/// elements            4 to 7          8 to 10         11 to 13        14, 16, 20
/// steps               0 of 48, 1.0    5 of 36, 3.7    2 of 36, 12     0 of 36, 60
/// spring, ratio 2     19, 1.4         10, 1.9         8, 2.8          5, 2.9
/// spring, ratio 4     27, 0.8         18, 1.1         7, 2.8          4, 3.8
/// cost, ratio 2       17, 1.3         10, 1.6         11, 1.7         5, 2.5
/// cost, ratio 4       15, 1.3         11, 1.9         6, 2.9          4, 3.9
/// ```
///
/// Within a factor of 3 steps gain 1.7, 3.6 and 11 from 8, 11 and 14 elements on, springs of ratio 4 lose below 14. So: steps, which are
/// equal elements where there are few. Springs and cost are meant for properties that change without a step; not measured there.
#[repr(i32)]
pub enum swp_meshing {
    /// Elements of equal length.
    SWP_MESH_EQUAL = 0,
    /// Smaller elements where properties change, by a spring analogy.
    SWP_MESH_SPRING = 1,
    /// Smaller elements where properties change, by least cost.
    SWP_MESH_COST = 2,
    /// Elements that end on the steps of the properties, and equal ones between them as nearly as can be: none longer than twice
    /// those of an equal mesh, for which steps are left inside elements if need be. Equal elements below 8, and without steps.
    SWP_MESH_STEPS = 3,
}

pub(super) fn properties(name: &str, options: &swp_beam_options) -> Result<Properties, Fail> {
    let fallback = match options.fallback {
        0 => Fallback::Stop,
        1 => Fallback::Raw,
        2 => Fallback::Share,
        other => return refuse(format!("beam \"{name}\": fallback {other} is not known; see swp_fallback")),
    };
    match options.properties {
        0 => Ok(Properties::Raw),
        1 => Ok(Properties::Smoothed(fallback)),
        other => refuse(format!("beam \"{name}\": properties {other} is not known; see swp_properties")),
    }
}

/// A number of elements from C.
pub(super) fn element_count(name: &str, elements: i32) -> Result<usize, Fail> {
    match usize::try_from(elements) {
        Ok(count @ 1..=1000) => Ok(count),
        _ => refuse(format!("beam \"{name}\": {elements} elements; it must be 1 to 1000")),
    }
}

/// The ends of the elements of a beam to come.
pub(super) fn new_mesh(
    name: &str,
    options: &swp_beam_options,
    table: &SpanTable,
    elements: usize,
    corners: &[f64],
) -> Result<Vec<f64>, Fail> {
    if elements <= corners.len() {
        let needed = corners.len() + 1;
        let text = format!(
            "beam \"{name}\": {elements} elements for an axis with {} corners; it needs {needed} at least",
            corners.len()
        );
        return refuse(text);
    }
    let index = || GradientIndex::new(table, elements, &[]);
    let mut mesh = match options.meshing {
        0 => return Ok(equal_mesh(table.ends(), elements, corners)),
        1 => spring_mesh(&index()?, options.element_ratio)?.nodes,
        2 => cost_mesh(&index()?, options.element_ratio)?.nodes,
        3 => return Ok(step_mesh(table, elements, corners)?.nodes),
        other => return refuse(format!("beam \"{name}\": meshing {other} is not known; see swp_meshing")),
    };
    to_corners(&mut mesh, corners);
    Ok(mesh)
}

/// Move the nearest place of a mesh to each corner, so that an element ends there. Corner k takes one of the inner places that
/// leave one for every other corner, in order.
fn to_corners(mesh: &mut [f64], corners: &[f64]) {
    let mut from = 1;
    for (k, corner) in corners.iter().enumerate() {
        let to = mesh.len() - 1 - (corners.len() - k);
        let far = |i: &usize| (mesh[*i] - corner).abs();
        let nearest = (from..=to).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(from);
        // the places between the last corner and this one keep their proportions, and so do those behind it
        let (begin, old, end) = (mesh[from - 1], mesh[nearest], mesh[mesh.len() - 1]);
        for (i, s) in mesh.iter_mut().enumerate().skip(from) {
            *s = match i.cmp(&nearest) {
                std::cmp::Ordering::Less => begin + (*s - begin) * (corner - begin) / (old - begin),
                std::cmp::Ordering::Equal => *corner,
                std::cmp::Ordering::Greater => end - (end - *s) * (end - corner) / (end - old),
            };
        }
        from = nearest + 1;
    }
}

/// Mesh of a beam: `count` lengths along its axis [m] at which elements begin and end, one more than there are elements. Their
/// number goes to `needed` (NULL allowed), also when `count` is another one: SWP_WRONG_SIZE, and `out` is left alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_beam_mesh(
    model: *const swp_model,
    beam: swp_beam,
    out: *mut f64,
    count: size_t,
    needed: *mut size_t,
) -> swp_status {
    read(model, |m| {
        let line = m.beam(self::beam(beam)?)?;
        let number = line.mesh.len();
        if !needed.is_null() {
            put(needed, "needed", number)?;
        }
        if count != number {
            let text = format!("the mesh of beam \"{}\" has {number} places; {count} are given", line.name);
            return Err(Error::WrongSize(text).into());
        }
        array_mut(out, count, "out")?.copy_from_slice(&line.mesh);
        Ok(())
    })
}

fn report(line: &BeamLine) -> String {
    let lengths: Vec<f64> = line.mesh.windows(2).map(|e| e[1] - e[0]).collect();
    let (short, long) = lengths.iter().fold((f64::INFINITY, 0.0_f64), |(s, l), x| (s.min(*x), l.max(*x)));
    let mut text = format!(
        "beam \"{}\": {} elements of {} nodes, from {short:.4} m to {long:.4} m long\n",
        line.name,
        lengths.len(),
        line.per_element
    );
    match line.replaced.is_empty() {
        true => text.push_str("no smoothed value was replaced\n"),
        false => text.push_str("smoothed values that are not physical were replaced:\n"),
    }
    line.replaced.iter().for_each(|what| text.push_str(&format!("  {what}\n")));
    text
}

/// How a beam was built, as text: number and lengths of its elements, smoothed section values that were not physical and were
/// replaced; `buffer`, `length` and `needed` as in swp_model_error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_beam_report(
    model: *const swp_model,
    beam: swp_beam,
    buffer: *mut c_char,
    length: size_t,
    needed: *mut size_t,
) -> swp_status {
    read(model, |m| copy_text(&report(m.beam(self::beam(beam)?)?), buffer, length, needed))
}

/// A new mesh for a beam, from its sections and its curvature in the state that queries see: smaller elements where properties
/// change along the axis and where twist and bending do. Neither the beam nor the simulation changes; hand the mesh to
/// swp_model_add_beam for a new model, with the same axis and sections.
///
/// Curvatures are strains 4 to 6 of swp_sim_section_force, relative to the beam as built, at the points of integration. Each
/// counts as one more property, unless it varies along the beam by less than a hundredth of the largest of all, or by less than
/// 1e-6 rad over the length of the beam. Without load the mesh is that of the sections alone.
///
/// `meshing`: SWP_MESH_SPRING or SWP_MESH_COST. `elements`: 1 to 1000. `element_ratio`: as in swp_beam_options. `out`: the
/// caller's array of `count` = elements + 1 numbers, filled with increasing lengths along the axis [m] at which elements begin
/// and end.
///
/// SWP_WRONG_SIZE if `count` is another one, SWP_INVALID_ARGUMENT with the reason, SWP_UNKNOWN_ID; `out` is then left alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_curvature_mesh(
    sim: *const swp_sim,
    beam: swp_beam,
    meshing: i32,
    elements: i32,
    element_ratio: f64,
    out: *mut f64,
    count: size_t,
) -> swp_status {
    sim::read(sim, |s| {
        check_array(out, count, "out")?;
        let id = self::beam(beam)?;
        let name = &s.model().beam(id)?.name;
        let elements = element_count(name, elements)?;
        if count != elements + 1 {
            let text = format!(
                "beam \"{name}\": a mesh of {elements} elements has {} places; `count` is {count}",
                elements + 1
            );
            return Err(Error::WrongSize(text).into());
        }
        let make = match meshing {
            1 => spring_mesh,
            2 => cost_mesh,
            other => {
                let text = format!(
                    "beam \"{name}\": meshing {other} does not look at curvature; SWP_MESH_SPRING or SWP_MESH_COST"
                );
                return refuse(text);
            }
        };
        require_memory(s.model().room_to_simulate().saturating_add(ELEMENT.saturating_mul(elements)), "the mesh")?;
        let mesh = make(&curvature_index(s.model(), s.state(), id, elements)?, element_ratio)?;
        array_mut(out, count, "out")?.copy_from_slice(&mesh.nodes);
        Ok(())
    })
}
