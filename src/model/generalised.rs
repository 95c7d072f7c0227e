//! Generalised coordinates: scalar unknowns with a mass, a spring and a damper of their own, on which elements and constraints may act.
//!
//! ```text
//!   m s̈ + d ṡ + k (s − s₀) = what elements and constraints exert along s,   s₀ = 0
//! ```

use super::Model;
use super::file::record::Record;
use super::registry::{Entry, Kind};
use crate::error::{Error, Result, require_finite};
use crate::joints::CoordinateAction;
use crate::terms::law::{Dissipative, Elastic};
use crate::terms::scalar_mass::ScalarMass;
use crate::terms::{Class, ScalarId, ScalarMotion};

/// Its word among kinds.
const WORD: &str = "generalised coordinate";

/// A generalised coordinate by name.
#[derive(Debug, Clone)]
pub struct Generalised {
    /// the user's name
    pub name: String,
    /// the unknown
    pub scalar: ScalarId,
    /// value and rate at the start
    pub start: ScalarMotion,
}

const CLASSES: [(&str, Class); 2] = [("translation", Class::Translation), ("rotation", Class::Rotation)];

impl Model {
    /// Add a generalised coordinate in metres or radians, with its mass, stiffness and damping, none of them negative, and its value and
    /// rate at the start. What has no mass here must get some from an element.
    pub fn add_generalised(
        &mut self,
        name: &str,
        class: Class,
        [mass, stiffness, damping]: [f64; 3],
        [value, rate]: [f64; 2],
    ) -> Result<ScalarId> {
        for (what, number) in [("mass", mass), ("stiffness", stiffness), ("damping", damping)] {
            require_finite(&format!("{WORD} \"{name}\", {what}"), &[number])?;
            if number < 0.0 {
                let text = format!("{WORD} \"{name}\": its {what} is {number}; it must not be negative");
                return Err(Error::InvalidArgument(text));
            }
        }
        require_finite(&format!("{WORD} \"{name}\", value and rate"), &[value, rate])?;
        self.name(&GENERALISED, name, self.generalised.len())?;
        let scalar = ScalarId(self.scalars.len());
        self.scalars.push(class);
        let start = ScalarMotion { value, rate, acceleration: 0.0 };
        self.generalised.push(Generalised { name: name.into(), scalar, start });
        if mass > 0.0 {
            self.terms.push(Entry::new(&GENERALISED, name, Box::new(ScalarMass::new(vec![scalar], vec![mass]))));
        }
        if stiffness > 0.0 || damping > 0.0 {
            let spring = Elastic::Linear { stiffness, rest: 0.0, preload: 0.0 };
            let action = CoordinateAction::new(scalar, vec![spring], vec![Dissipative::Viscous(damping)]);
            self.terms.push(Entry::new(&GENERALISED, name, Box::new(action)));
        }
        let word = super::kinds::word(&CLASSES, class);
        let record = Record::new(WORD).text("name", name).text("class", word).number("mass", mass);
        let record = record.number("stiffness", stiffness).number("damping", damping);
        self.record(record.number("value", value).number("rate", rate));
        Ok(scalar)
    }

    /// All generalised coordinates.
    pub fn generalised(&self) -> &[Generalised] {
        &self.generalised
    }
}

/// Generalised coordinates, and the terms of their masses and springs.
pub static GENERALISED: Kind = Kind {
    places: |m| m.generalised.len(),
    records: &[(WORD, |m, e| {
        let class = e.choice("class", &CLASSES)?;
        let own = [e.number("mass")?, e.number("stiffness")?, e.number("damping")?];
        m.add_generalised(e.text("name")?, class, own, [e.number("value")?, e.number("rate")?]).map(drop)
    })],
    ..Kind::new(WORD)
};
