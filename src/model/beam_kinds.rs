//! Records of beams, and the calls that they stand for.

use super::beams::{Interpolation, Properties};
use super::curve::Curve;
use super::file::record::{Entry, Record};
use super::modal_damping::DampedMode;
use super::registry::Kind;
use super::{Model, kinds};
use crate::math::{Quat, Vec3};
use crate::sections::{BeamSection, ElementSections, Fallback, SpanTable};

const PROPERTIES: [(&str, Properties); 4] = [
    ("raw", Properties::Raw),
    ("smoothed, stop", Properties::Smoothed(Fallback::Stop)),
    ("smoothed, raw", Properties::Smoothed(Fallback::Raw)),
    ("smoothed, share", Properties::Smoothed(Fallback::Share)),
];

pub(super) fn is_same(a: &BeamSection, b: &BeamSection) -> bool {
    a.to_numbers().iter().zip(b.to_numbers()).all(|(a, b)| a.to_bits() == b.to_bits())
}

/// The sections of a table by their names in the model, or as they are if one of them has none.
fn sections(model: &Model, record: Record, table: &SpanTable) -> Record {
    let all: Vec<BeamSection> = table.sections().collect();
    let place = |section: &BeamSection| model.sections.iter().position(|kept| is_same(kept, section));
    let places: Option<Vec<usize>> = all.iter().map(place).collect();
    match places {
        Some(places) => {
            let mut names = vec![""; model.sections.len()];
            for ((_, name), place) in model.names.iter().filter(|((kind, _), _)| *kind == "section") {
                names[*place] = name;
            }
            record.texts("sections", &places.iter().map(|p| names[*p]).collect::<Vec<_>>())
        }
        None => record.objects("section_data", all.iter().map(|s| kinds::section(Record::part(), s))),
    }
}

/// A beam along a curve.
pub(super) fn beam(
    model: &Model,
    name: &str,
    curve: &Curve,
    table: &SpanTable,
    mesh: &[f64],
    per_element: usize,
    (interpolation, properties): (Interpolation, Properties),
) -> Record {
    let record = Record::new("beam").text("name", name).vectors("points", &curve.points);
    let record = record.numbers("twist", &curve.twist).vector("direction", &curve.direction);
    let record = sections(model, record.numbers("places", table.stations()), table);
    let record = record.numbers("mesh", mesh).count("nodes_per_element", per_element);
    let record = record.text("interpolation", interpolation.word());
    record.text("properties", kinds::word(&PROPERTIES, properties))
}

/// A beam by its elements.
pub(super) fn elements(
    name: &str,
    frames: &[(Vec3, Quat)],
    per_element: usize,
    interpolation: Interpolation,
    sections: &[ElementSections],
) -> Record {
    let element = |e: &ElementSections| {
        let point =
            |(stiffness, damping): &_| Record::part().matrix("stiffness", stiffness).number("damping", *damping);
        let points = Record::part().objects("points", e.points.iter().map(point));
        points.objects("masses", e.masses.iter().map(|m| Record::part().matrix("mass", m)))
    };
    let record = Record::new("beam elements").text("name", name).vectors("positions", frames.iter().map(|f| &f.0));
    let record = record.rotations("orientations", frames.iter().map(|f| &f.1));
    let record = record.count("nodes_per_element", per_element);
    let record = record.text("interpolation", interpolation.word());
    record.objects("elements", sections.iter().map(element))
}

/// Damped modes of a beam.
pub(super) fn modal_damping(beam: &str, modes: &[DampedMode]) -> Record {
    let mode = |mode: &DampedMode| {
        let record = Record::part().number("ratio", mode.ratio).number("frequency", mode.frequency);
        let record = record.vectors("translations", mode.shape.iter().map(|s| &s[0]));
        record.vectors("rotations", mode.shape.iter().map(|s| &s[1]))
    };
    Record::new("modal damping").text("beam", beam).objects("modes", modes.iter().map(mode))
}

/// Beams; their elements are terms of this kind.
pub static BEAM: Kind = Kind {
    places: |m| m.beams.len(),
    records: &[
        ("beam", |m, e| {
            let name = e.text("name")?;
            let (points, twist) = (e.vectors("points")?, e.numbers("twist")?);
            let curve = Curve::new(&format!("beam \"{name}\""), &points, &twist, e.vector("direction")?)?;
            let sections = if e.has("sections") {
                e.find_all(m, "section", "sections")?.into_iter().map(|k| m.sections[k]).collect()
            } else {
                e.objects("section_data", kinds::read_section)?
            };
            let table = SpanTable::new(name, &e.numbers("places")?, &sections)?;
            let (mesh, per_element) = (e.numbers("mesh")?, e.count("nodes_per_element")?);
            let (frames, properties) =
                (e.choice("interpolation", &Interpolation::WORDS)?, e.choice("properties", &PROPERTIES)?);
            m.add_beam(name, &curve, &table, &mesh, per_element, frames, properties).map(drop)
        }),
        ("beam elements", |m, e| {
            let (positions, orientations) = (e.vectors("positions")?, e.rotations("orientations")?);
            let per_element = e.count("nodes_per_element")?;
            if positions.len() != orientations.len() {
                let (n, k) = (positions.len(), orientations.len());
                return Err(e.error(&format!("{n} positions and {k} orientations are given; each node needs both")));
            }
            let frames: Vec<(Vec3, Quat)> = positions.into_iter().zip(orientations).collect();
            let sections = e.objects("elements", |e| {
            let points = e.objects("points", |p: &Entry| Ok((p.matrix6("stiffness")?, p.number("damping")?)))?;
            let masses = e.objects("masses", |p: &Entry| p.matrix6("mass"))?;
            if points.len() + 1 != per_element || masses.len() != per_element {
                let text = format!(
                    "{} points and {} masses are given; an element of {per_element} nodes has one point fewer than nodes \
                     and a mass at each",
                    points.len(),
                    masses.len()
                );
                return Err(e.error(&text));
            }
            Ok(ElementSections { points, masses })
        })?;
            let interpolation = e.choice("interpolation", &Interpolation::WORDS)?;
            m.add_beam_elements(e.text("name")?, &frames, per_element, interpolation, &sections).map(drop)
        }),
    ],
    ..Kind::with_ids("beam", 8)
};

/// Masses of the nodes of beams.
pub static BEAM_NODE: Kind = Kind::new("mass of beam node");

/// Deflections of beams in modes that are damped.
pub static MODAL_DAMPING: Kind = Kind {
    records: &[("modal damping", |m, e| {
        let beam = e.beam(m, "beam")?;
        let nodes = m.beam(beam)?.nodes.len();
        let modes = e.objects("modes", |p: &Entry| {
            if p.has("shape") || !p.has("rotations") {
                let text = "the shape has no rotations, which modal damping needs: the file comes from an earlier version. Damp \
                            the modes of this beam again (swp_model_damp_beam_modes) and write the model anew";
                return Err(p.error(text));
            }
            let (translations, rotations) = (p.vectors("translations")?, p.vectors("rotations")?);
            if [translations.len(), rotations.len()] != [nodes; 2] {
                let text = format!(
                    "the shape has {} translations and {} rotations; the beam has {nodes} nodes",
                    translations.len(),
                    rotations.len()
                );
                return Err(p.error(&text));
            }
            let shape = translations.into_iter().zip(rotations).map(|(u, r)| [u, r]).collect();
            Ok(DampedMode { ratio: p.number("ratio")?, frequency: p.number("frequency")?, shape })
        })?;
        m.add_modal_damping(beam, &modes)
    })],
    ..Kind::new("modal damping")
};

/// Dampers on them.
pub static MODE_DAMPER: Kind = Kind::new("damper on a mode");
