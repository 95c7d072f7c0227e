//! Stations on the surface of a shell: points where the host sets loads and reads motions, as along beams.

use super::file::record::{Entry, Record};
use super::shells::ShellId;
use super::span::{Carries, LOAD, Station, StationsId};
use super::{Model, kinds, registry};
use crate::elements::shell::tying::{NODES, shape};
use crate::error::{Error, Result, require_finite};
use crate::loads::{Axes, SpanLoad, SpanPoint, SpanSource};
use crate::math::Vec3;
use crate::terms::holonomic::Attachment;

/// A point of a shell: an element, the first one is 0, and its coordinates r, s from −1 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShellPlace {
    /// element
    pub element: usize,
    /// r from the first corner to the second, s from the second to the third
    pub at: [f64; 2],
}

/// Corrections of the search for the nearest point of an element, which doubles its digits each time near the end.
const CORRECTIONS: usize = 50;

impl Model {
    /// Add stations on a shell, with offsets [m] from its reference surface in the material axes there. Dead loads are in inertial axes,
    /// follower loads in the material axes, which turn with the nodes as the section axes of a beam do.
    pub fn add_shell_stations(
        &mut self,
        name: &str,
        shell: ShellId,
        axes: Axes,
        places: &[ShellPlace],
        offsets: &[Vec3],
    ) -> Result<StationsId> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("stations \"{name}\": {text}")));
        if places.is_empty() || places.len() != offsets.len() {
            let (given, other) = (places.len(), offsets.len());
            return Err(Error::WrongSize(format!(
                "stations \"{name}\": at least one place and an offset at each are needed; got {given} and {other}"
            )));
        }
        let (first_input, starts) = (self.inputs.len(), self.starts());
        let (mut stations, mut carriers, mut loads) = (Vec::new(), Vec::new(), Vec::new());
        for (k, (place, offset)) in places.iter().zip(offsets).enumerate() {
            require_finite(&format!("stations \"{name}\", offset {}", k + 1), offset.as_slice())?;
            let [r, s] = place.at;
            if !(r.abs() <= 1.0 && s.abs() <= 1.0) {
                return bad(format!("station {k} is at r = {r}, s = {s}; both go from -1 to 1"));
            }
            let own = self.shell_element(shell, place.element)?;
            let (element, frame) = (own.element(), own.axes_at(&starts, place.at));
            let ends: Vec<Attachment> = (0..NODES)
                .map(|a| {
                    let back = starts[element.nodes[a].0].d.transpose();
                    let offset = back * element.directors[a] * element.offsets[a];
                    Attachment { node: element.nodes[a], offset, axes: back * frame }
                })
                .collect();
            let source = SpanSource::Inputs(first_input + 6 * k);
            let point = SpanPoint { n: shape(r, s).n, offset: *offset, source };
            let term = Box::new(SpanLoad::new(ends.clone(), vec![point], axes, None));
            loads.push(registry::Entry::new(&LOAD, &format!("{name}/{k}"), term));
            carriers.push(ends);
            stations.push(Station { element: place.element, point });
        }
        self.name(&LOAD, name, self.terms.len())?;
        self.terms.extend(loads);
        let numbers: Vec<f64> = places.iter().flat_map(|p| [p.element as f64, p.at[0], p.at[1]]).collect();
        let record = Record::new("shell stations").text("name", name).text("shell", &self.shell(shell)?.name);
        let record = record.text("axes", kinds::axes_word(axes)).numbers("places", &numbers);
        self.record(record.vectors("offsets", offsets));
        self.push_stations(name, Carries::Shell(carriers), stations)
    }

    /// The point of a shell's reference surface, undeformed, that is nearest to a place [m], and its distance.
    pub fn nearest_on_shell(&self, shell: ShellId, to: Vec3) -> Result<(ShellPlace, f64)> {
        require_finite("the place", to.as_slice())?;
        let (starts, count) = (self.starts(), self.shell(shell)?.elements.len());
        let mut best = (ShellPlace { element: 0, at: [0.0; 2] }, f64::INFINITY);
        for element in 0..count {
            let surface = self.shell_element(shell, element)?.element().surface(&starts);
            let (at, distance) = nearest(&surface, to);
            if distance < best.1 {
                best = (ShellPlace { element, at }, distance);
            }
        }
        require_finite("the square of the distance from the shell to the place", &[best.1])?;
        Ok(best)
    }
}

/// Gauss and Newton's method for the least |x(r, s) − to|, kept inside the element: a step that leads out of it stops at its edge, along
/// which the search goes on.
fn nearest(surface: &[Vec3; NODES], to: Vec3) -> ([f64; 2], f64) {
    let at = |w: &[f64; NODES]| -> Vec3 { surface.iter().zip(w).map(|(x, w)| x * *w).sum() };
    let mut z = [0.0; 2];
    for _ in 0..CORRECTIONS {
        let here = shape(z[0], z[1]);
        let (gap, g) = (to - at(&here.n), [at(&here.r), at(&here.s)]);
        let pull = [g[0].dot(&gap), g[1].dot(&gap)];
        let metric = [g[0].norm_squared(), g[0].dot(&g[1]), g[1].norm_squared()];
        // a coordinate at an edge towards which it is pulled stays there
        let held = [0, 1].map(|k: usize| z[k].abs() == 1.0 && pull[k] * z[k] > 0.0);
        let step = match held {
            [true, true] => [0.0; 2],
            [true, false] => [0.0, pull[1] / metric[2]],
            [false, true] => [pull[0] / metric[0], 0.0],
            [false, false] => {
                let det = metric[0] * metric[2] - metric[1] * metric[1];
                [(metric[2] * pull[0] - metric[1] * pull[1]) / det, (metric[0] * pull[1] - metric[1] * pull[0]) / det]
            }
        };
        let next = [0, 1].map(|k| (z[k] + step[k]).clamp(-1.0, 1.0));
        let moved = (next[0] - z[0]).abs().max((next[1] - z[1]).abs());
        z = next;
        if moved < 1e-14 {
            break;
        }
    }
    (z, (to - at(&shape(z[0], z[1]).n)).norm())
}

/// The record of stations on a shell.
pub(super) fn read(model: &mut Model, entry: &Entry) -> Result<()> {
    let name = entry.text("shell")?;
    let Ok(shell) = model.find("shell", name) else {
        return Err(entry.wrong("shell", &format!("there is no shell \"{name}\" before it")));
    };
    let (numbers, offsets) = (entry.numbers("places")?, entry.vectors("offsets")?);
    let whole = |v: f64| v >= 0.0 && v.fract() == 0.0 && v < 1e15;
    if !numbers.len().is_multiple_of(3) || !numbers.iter().step_by(3).all(|v| whole(*v)) {
        return Err(entry.wrong("places", "they are an element, counted from 0, and r and s of each station"));
    }
    let place = |p: &[f64]| ShellPlace { element: p[0] as usize, at: [p[1], p[2]] };
    let places: Vec<ShellPlace> = numbers.chunks_exact(3).map(place).collect();
    model.add_shell_stations(entry.text("name")?, ShellId(shell), kinds::axes(entry)?, &places, &offsets).map(drop)
}
