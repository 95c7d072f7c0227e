//! Value or rate of a joint coordinate at the start of a simulation.
//!
//! It stands beside the model's terms, in the system in which the start is found alone: nothing of it is left in a run.

use crate::math::so3;
use crate::terms::holonomic::{Coordinate, Holonomic};
use crate::terms::{Class, Level, NodeId, Parts, Phase, ScalarId, StageBlock, Term};

/// One condition, on the value while positions are sought and on the rate while velocities are. It acts on the two nodes of the
/// joint, or on the coordinate itself where that is an unknown because something else acts on it.
#[derive(Debug, Clone)]
pub struct Start {
    joint: usize,
    place: usize,
    coordinate: Coordinate,
    term: Holonomic,
    scalar: Option<[ScalarId; 1]>,
    value: Option<f64>,
    rate: Option<f64>,
}

impl Start {
    /// s(0) = value and ds/dt(0) = rate of coordinate `place` of a joint, either of them optional.
    pub fn new(joint: usize, term: &Holonomic, place: usize, value: Option<f64>, rate: Option<f64>) -> Self {
        let scalar = term.scalar_of(place).map(|s| [s]);
        Start { joint, place, coordinate: term.coordinates()[place], term: term.clone(), scalar, value, rate }
    }

    /// Its joint and coordinate, by their places.
    pub fn of(&self) -> (usize, usize) {
        (self.joint, self.place)
    }

    /// The value that it asks for.
    pub fn value(&self) -> Option<f64> {
        self.value
    }

    /// The rate that it asks for.
    pub fn rate(&self) -> Option<f64> {
        self.rate
    }

    /// Something acts on the coordinate, so that it is an unknown: act on that.
    pub fn use_scalar(&mut self, scalar: ScalarId) {
        self.scalar = Some([scalar]);
    }

    /// Value and rate of the coordinate.
    fn read(&self, at: &Level) -> (f64, f64) {
        match self.scalar {
            Some([s]) => (at.scalars[s.0].value, at.scalars[s.0].rate),
            None => self.term.read(self.place, at.nodes),
        }
    }
}

impl Term for Start {
    fn nodes(&self) -> &[NodeId] {
        if self.scalar.is_some() { &[] } else { self.term.nodes() }
    }

    fn scalars(&self) -> &[ScalarId] {
        self.scalar.as_ref().map_or(&[], |s| s)
    }

    fn conditions(&self) -> usize {
        1
    }

    fn condition(&self, _k: usize) -> (Class, String) {
        (self.coordinate.class(), "start of the coordinate".into())
    }

    fn active(&self, _k: usize, phase: Phase) -> bool {
        match phase {
            Phase::StartPosition => self.value.is_some(),
            Phase::StartVelocity => self.rate.is_some(),
            Phase::Run => false,
        }
    }

    fn parts(&self) -> Parts {
        Parts::NONE
    }

    /// C and B. Multipliers are zero while a start is sought, so that there is neither force nor tangent.
    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let defect = self.value.map_or(0.0, |value| self.read(at).0 - value);
        match self.scalar {
            Some(_) => (out.c[0], out.b[0]) = (defect, 1.0),
            None => {
                let turns = self.coordinate.class() == Class::Rotation;
                out.c[0] = if turns { so3::wrap(defect) } else { defect };
                self.term.coordinate_gradient(self.place, at.nodes, &mut out.b);
            }
        }
    }

    fn condition_rates(&self, at: &Level, first: &mut [f64], _second: &mut [f64]) {
        first[0] = self.rate.map_or(0.0, |rate| self.read(at).1 - rate);
    }
}
