//! Loads on nodes, loads and stations along beams, stations of all kinds.

use super::beams::BeamId;
use super::file::record::Record;
use super::kinds;
use super::registry::{Entry, Kind};
use super::{Model, NodeKind, TermId, unknown};
use crate::error::{Error, Result, require_finite};
use crate::loads::{Axes, NodeLoad, POINT_NODES, SpanLoad, SpanPoint, SpanSource, point_weights};
use crate::math::Vec3;
use crate::math::quadrature::{gauss, lagrange, lobatto};
use crate::terms::holonomic::Attachment;
use crate::terms::{FunctionId, NodeId};

/// Index of a set of stations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StationsId(pub usize);

/// What carries stations.
#[derive(Debug, Clone)]
pub enum Carries {
    /// a beam
    Beam(BeamId),
    /// a shell, by the nodes of each station's element with the material axes at the station
    Shell(Vec<Vec<Attachment>>),
}

/// A station: a point of a beam or a shell where the host sets loads and reads motions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Station {
    /// element of the beam or the shell
    pub element: usize,
    /// shape functions and offset there
    pub point: SpanPoint,
}

/// Stations of one beam.
#[derive(Debug, Clone)]
pub struct Stations {
    /// the user's name
    pub name: String,
    /// what carries them
    pub on: Carries,
    /// the stations
    pub stations: Vec<Station>,
    /// first of their inputs, six a station
    pub first_input: usize,
}

impl Stations {
    /// Are these finite loads, six numbers a station?
    pub fn check_loads(&self, loads: &[f64]) -> Result<()> {
        if loads.len() != 6 * self.stations.len() {
            let (given, needed) = (loads.len(), 6 * self.stations.len());
            return Err(Error::WrongSize(format!(
                "stations \"{}\": {given} numbers are given, {needed} needed",
                self.name
            )));
        }
        if let Some(k) = loads.iter().position(|v| !v.is_finite()) {
            let text = format!("stations \"{}\": the load at station {} is not finite", self.name, k / 6);
            return Err(Error::InvalidArgument(text));
        }
        Ok(())
    }
}

impl Model {
    /// Add a force [N] at a point of a node [m] and a moment [N·m], times a function.
    pub fn add_load(
        &mut self,
        name: &str,
        node: NodeId,
        axes: Axes,
        [force, moment, offset]: [Vec3; 3],
        function: FunctionId,
    ) -> Result<TermId> {
        for (what, v) in [("force", force), ("moment", moment), ("offset", offset)] {
            require_finite(&format!("load \"{name}\", {what}"), v.as_slice())?;
        }
        self.function(function)?;
        let holder = self.node(node)?;
        if holder.kind == NodeKind::Point && (moment.norm() + offset.norm() > 0.0 || axes == Axes::Follower) {
            return Err(Error::InvalidArgument(format!(
                "load \"{name}\": node \"{}\" is a point; it takes a dead force without offset only",
                holder.name
            )));
        }
        let record = Record::new("load").text("name", name).text("node", &holder.name);
        let id = self.add_term(&LOAD, name, Box::new(NodeLoad::new(node, axes, force, moment, offset, function)))?;
        let record = record.text("axes", kinds::axes_word(axes)).vector_unless_zero("force", &force);
        let record = record.vector_unless_zero("moment", &moment).vector_unless_zero("offset", &offset);
        self.record(record.function("function", function));
        Ok(id)
    }

    fn place(&self, beam: BeamId, s: f64) -> Result<(usize, f64, [f64; POINT_NODES])> {
        let line = self.beam(beam)?;
        let (element, r) = line.locate(s)?;
        Ok((element, r, point_weights(&lagrange(lobatto(line.per_element), r).0)))
    }

    /// One load term for each element that has points.
    fn add_points(
        &mut self,
        name: &str,
        beam: BeamId,
        points: Vec<(usize, SpanPoint)>,
        axes: Axes,
        function: Option<FunctionId>,
    ) -> Result<()> {
        self.name(&LOAD, name, self.terms.len())?;
        let line = &self.beams[beam.0];
        let mut added = Vec::new();
        for element in 0..line.mesh.len() - 1 {
            let own: Vec<SpanPoint> = points.iter().filter(|(e, _)| *e == element).map(|(_, p)| *p).collect();
            if own.is_empty() {
                continue;
            }
            let ends = self.beam_element(line, element).element().ends().to_vec();
            let term = Box::new(SpanLoad::new(ends, own, axes, function));
            added.push(Entry::new(&LOAD, &format!("{name}/{element}"), term));
        }
        self.terms.extend(added);
        Ok(())
    }

    /// Add a distributed load: force [N/m] and moment [N·m/m] at places [m] along a beam, linear in between and zero outside,
    /// times a function of time. Dead loads are in inertial axes, follower loads in section axes.
    pub fn add_distributed_load(
        &mut self,
        name: &str,
        beam: BeamId,
        axes: Axes,
        places: &[f64],
        loads: &[[Vec3; 2]],
        function: FunctionId,
    ) -> Result<()> {
        self.function(function)?;
        if places.len() < 2 || places.len() != loads.len() {
            let text = format!(
                "load \"{name}\": a distribution needs at least two places and a load at each; got {} and {}",
                places.len(),
                loads.len()
            );
            return Err(Error::WrongSize(text));
        }
        for (k, [force, moment]) in loads.iter().enumerate() {
            require_finite(&format!("load \"{name}\", force at place {}", k + 1), force.as_slice())?;
            require_finite(&format!("load \"{name}\", moment at place {}", k + 1), moment.as_slice())?;
        }
        for place in places {
            self.place(beam, *place)?;
        }
        if let Some(k) = (1..places.len()).find(|&k| places[k] < places[k - 1]) {
            let text = format!("load \"{name}\": the places must not decrease; place {} does", k + 1);
            return Err(Error::InvalidArgument(text));
        }
        // pieces on which load and shape functions are smooth; four Gauss points are exact for straight elements
        let mut cuts: Vec<f64> = places.iter().chain(&self.beam(beam)?.mesh).copied().collect();
        cuts.retain(|c| *c >= places[0] && *c <= places[places.len() - 1]);
        cuts.sort_by(f64::total_cmp);
        let mut points = Vec::new();
        for piece in cuts.windows(2).filter(|p| p[1] > p[0]) {
            let middle = 0.5 * (piece[0] + piece[1]);
            let k = places.partition_point(|p| *p <= middle).clamp(1, places.len() - 1);
            for (r, w) in gauss(4) {
                let s = middle + 0.5 * (piece[1] - piece[0]) * r;
                let part = (s - places[k - 1]) / (places[k] - places[k - 1]);
                let weight = 0.5 * w * (piece[1] - piece[0]);
                let at = |i: usize| (loads[k - 1][i] * (1.0 - part) + loads[k][i] * part) * weight;
                let (element, _, n) = self.place(beam, s)?;
                let source = SpanSource::Fixed(at(0), at(1));
                points.push((element, SpanPoint { n, offset: Vec3::zeros(), source }));
            }
        }
        self.add_points(name, beam, points, axes, Some(function))?;
        let record = Record::new("distributed load").text("name", name).text("beam", &self.beams[beam.0].name);
        let record = record.text("axes", kinds::axes_word(axes)).numbers("places", places);
        let record = record.vectors("forces", loads.iter().map(|l| &l[0]));
        self.record(record.vectors("moments", loads.iter().map(|l| &l[1])).function("function", function));
        Ok(())
    }

    /// Add stations: points at places [m] along a beam with offsets [m] in section axes, where the host sets forces and moments
    /// and reads motions. Dead loads are in inertial axes, follower loads in section axes.
    pub fn add_stations(
        &mut self,
        name: &str,
        beam: BeamId,
        axes: Axes,
        places: &[f64],
        offsets: &[Vec3],
    ) -> Result<StationsId> {
        if places.is_empty() || places.len() != offsets.len() {
            let text = format!(
                "stations \"{name}\": at least one place and an offset at each are needed; got {} and {}",
                places.len(),
                offsets.len()
            );
            return Err(Error::WrongSize(text));
        }
        let first_input = self.inputs.len();
        let mut stations = Vec::new();
        for (k, (s, offset)) in places.iter().zip(offsets).enumerate() {
            require_finite(&format!("stations \"{name}\", offset {}", k + 1), offset.as_slice())?;
            let (element, _, n) = self.place(beam, *s)?;
            let point = SpanPoint { n, offset: *offset, source: SpanSource::Inputs(first_input + 6 * k) };
            stations.push(Station { element, point });
        }
        let points = stations.iter().map(|s| (s.element, s.point)).collect();
        self.add_points(name, beam, points, axes, None)?;
        let record = Record::new("stations").text("name", name).text("beam", &self.beams[beam.0].name);
        let record = record.text("axes", kinds::axes_word(axes)).numbers("places", places);
        self.record(record.vectors("offsets", offsets));
        self.push_stations(name, Carries::Beam(beam), stations)
    }

    /// Keep a set of stations, with six inputs each.
    pub(super) fn push_stations(&mut self, name: &str, on: Carries, stations: Vec<Station>) -> Result<StationsId> {
        self.name(&STATIONS, name, self.stations.len())?;
        let first_input = self.inputs.len();
        self.inputs.extend((0..6 * stations.len()).map(|k| (format!("{name}[{}].{}", k / 6, k % 6), 0.0)));
        self.stations.push(Stations { name: name.into(), on, stations, first_input });
        Ok(StationsId(self.stations.len() - 1))
    }

    /// What carries a station: the nodes of its element, with the axes of its section.
    pub fn station_ends<'a>(&'a self, set: &'a Stations, station: usize) -> Result<&'a [Attachment]> {
        match &set.on {
            Carries::Beam(beam) => {
                Ok(self.beam_element(self.beam(*beam)?, set.stations[station].element).element().ends())
            }
            Carries::Shell(ends) => Ok(&ends[station]),
        }
    }

    /// Give the loads of stations at the start: force [N] and moment [N·m], six numbers a station.
    pub fn set_station_loads(&mut self, id: StationsId, loads: &[f64]) -> Result<()> {
        let set = self.stations(id)?;
        set.check_loads(loads)?;
        let (first, name) = (set.first_input, set.name.clone());
        for ((_, initial), load) in self.inputs[first..].iter_mut().zip(loads) {
            *initial = *load;
        }
        self.record(Record::new("station loads").text("stations", &name).numbers("loads", loads));
        Ok(())
    }

    /// A set of stations.
    pub fn stations(&self, id: StationsId) -> Result<&Stations> {
        self.stations.get(id.0).ok_or_else(|| unknown("set of stations", id.0, self.stations.len()))
    }
}

/// Loads on nodes and along beams.
pub static LOAD: Kind = Kind {
    records: &[
        ("load", |m, e| {
            let vectors = [e.vector_or_zero("force")?, e.vector_or_zero("moment")?, e.vector_or_zero("offset")?];
            m.add_load(e.text("name")?, e.node(m, "node")?, kinds::axes(e)?, vectors, e.function(m, "function")?)
                .map(drop)
        }),
        ("surface load", super::shells::read_surface_load),
        ("edge load", super::edge_load::read),
        ("face load", super::solids::read_face_load),
        ("body load", super::solids::read_body_load),
        ("distributed load", |m, e| {
            let (places, forces, moments) = (e.numbers("places")?, e.vectors("forces")?, e.vectors("moments")?);
            if forces.len() != moments.len() {
                return Err(e.error(&format!("{} forces and {} moments are given", forces.len(), moments.len())));
            }
            let loads: Vec<[Vec3; 2]> = forces.into_iter().zip(moments).map(|(f, m)| [f, m]).collect();
            let function = e.function(m, "function")?;
            m.add_distributed_load(e.text("name")?, e.beam(m, "beam")?, kinds::axes(e)?, &places, &loads, function)
        }),
    ],
    ..Kind::with_ids("load", 5)
};

/// Stations.
pub static STATIONS: Kind = Kind {
    sought: Some("stations"),
    places: |m| m.stations.len(),
    records: &[
        ("stations", |m, e| {
            let (places, offsets) = (e.numbers("places")?, e.vectors("offsets")?);
            m.add_stations(e.text("name")?, e.beam(m, "beam")?, kinds::axes(e)?, &places, &offsets).map(drop)
        }),
        ("shell stations", super::shell_stations::read),
        ("station loads", |m, e| {
            let name = e.text("stations")?;
            let Ok(set) = m.find(STATIONS.name, name) else {
                return Err(e.wrong("stations", &format!("there are no stations \"{name}\" before it")));
            };
            m.set_station_loads(StationsId(set), &e.numbers("loads")?)
        }),
    ],
    ..Kind::with_ids("set of stations", 9)
};
