//! Totals that a run keeps: works, energies, and whether they explain each other.

use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::terms::{InstantAudit, Works};

/// Time, energy, momenta and works at one instant, to measure a step from.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mark {
    /// time [s]
    pub time: f64,
    /// mechanical energy [J]
    pub energy: f64,
    /// linear momentum [kg·m/s], and angular momentum about the origin [kg·m²/s]
    pub momenta: [Vec3; 2],
    /// works since the start of applied loads, driven coordinates, conditions, dampers, and what the scheme dissipated [J]
    pub works: [f64; 5],
}

/// Unexplained energy over what has moved so far that a run may have: above it nothing is right any more.
const GREW: f64 = 10.0;
/// The same where a step cannot be solved: what a mechanism that runs too fast for its step has gained before.
const GREW_BEFORE: f64 = 0.25;
/// Rounding of potential energies, as a part of them, over millions of steps.
const GREW_ROUNDING: f64 = 1e-6;

/// Growth of unexplained energy that counts, and how often it does before a run is ended: what explodes grows on and on, what jumps
/// once does not.
const RECORD: f64 = 1.2;
const RECORDS: u64 = 6;

/// Totals that a run keeps.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RunAudit {
    /// accepted steps
    pub steps: u64,
    /// Newton iterations of all accepted steps
    pub iterations: u64,
    /// mechanical energy at the start [J]
    pub initial_energy: f64,
    /// work of applied loads since the start [J]
    pub applied: f64,
    /// work of driven coordinates [J]
    pub driven: f64,
    /// work of the conditions that should do none [J]
    pub constraints: f64,
    /// work of dampers [J]
    pub dampers: f64,
    /// powers now, in the order of these works [W]
    pub powers: [f64; 4],
    /// what the scheme itself dissipated, where it knows that exactly [J]
    pub dissipated: f64,
    /// how the last step violated the conditions on velocities where its scheme keeps them, in its middle [1/s]
    pub middle_violation: f64,
    /// largest kinetic energy so far that start, works and potential explain [J]
    pub explained: f64,
    /// what went through so far: works of loads, drives and dampers of every step, without their signs [J]
    pub through: f64,
    /// most energy so far that came from nowhere, where it was far too much [J], and how often it grew by a fifth
    pub peak: f64,
    /// so often
    pub records: u64,
    /// what changes of the interpolation of beams have added to their strain energy [J]
    pub interpolation: f64,
    /// mechanical energy now [J]
    pub energy: f64,
    /// linear momentum now, and angular momentum about the origin
    pub momenta: [Vec3; 2],
    /// at the beginning of the last step
    pub before: Mark,
}

impl RunAudit {
    /// Begin to count, with this audit.
    pub fn open(&mut self, time: f64, audit: &InstantAudit) {
        (self.initial_energy, self.interpolation) = (audit.kinetic + audit.potential, 0.0);
        self.close(audit);
        self.before = self.mark(time);
    }

    /// What a step that begins at this time is measured from.
    pub fn mark(&self, time: f64) -> Mark {
        let works = [self.applied, self.driven, self.constraints, self.dampers, self.dissipated];
        Mark { time, energy: self.energy, momenta: self.momenta, works }
    }

    /// Enter a step of size `h` that ends with this audit: works by the trapezoidal rule, second order in h.
    pub fn enter(&mut self, h: f64, audit: &InstantAudit) {
        let powers = Self::powers_of(audit);
        let [applied, driven, constraints, dampers] = std::array::from_fn(|k| 0.5 * h * (self.powers[k] + powers[k]));
        self.add(&Works { applied, driven, constraints, dampers });
        self.middle_violation = 0.0;
        self.close(audit);
    }

    fn add(&mut self, works: &Works) {
        self.applied += works.applied;
        self.driven += works.driven;
        self.constraints += works.constraints;
        self.dampers += works.dampers;
        self.through += works.applied.abs() + works.driven.abs() + works.dampers.abs();
    }

    /// Energy that no load, drive or damper brought in [J]; work of the constraints that should do none counts as such.
    pub fn unexplained(&self) -> f64 {
        self.energy - self.initial_energy - self.applied - self.driven - self.dampers - self.interpolation
    }

    /// Err if there is far more energy than the mechanism can have, and ever more of it. Errors of a step that is too long, of a load
    /// that jumps or of a rebound are parts of the energy at hand; a drive whose rate jumps brings in energy that is not booked, once.
    /// `potential` is there for its rounding, and `what` names the step.
    pub fn require_explained(&mut self, potential: f64, what: std::fmt::Arguments) -> Result<()> {
        let rounding = GREW_ROUNDING * (potential.abs() + self.initial_energy.abs());
        let grown = self.unexplained();
        if grown.is_nan() || grown <= GREW * self.known() + rounding || grown <= RECORD * self.peak {
            return Ok(());
        }
        (self.peak, self.records) = (grown, self.records + 1);
        if self.records < RECORDS {
            return Ok(());
        }
        Err(Error::EnergyGrew(format!("{what}: {}", self.growth())))
    }

    /// Err if energy, momenta, powers or works are no finite numbers: speeds of 1e200 m/s are finite, their squares are not, and
    /// nothing can go on from there.
    pub fn require_finite(&self, what: std::fmt::Arguments) -> Result<()> {
        let energies = [self.energy, self.initial_energy, self.explained, self.through, self.peak];
        let works = [self.applied, self.driven, self.constraints, self.dampers, self.dissipated];
        let momenta = self.momenta.iter().flat_map(|momentum| momentum.iter());
        if energies.iter().chain(&works).chain(&self.powers).chain(momenta).all(|number| number.is_finite()) {
            return Ok(());
        }
        Err(Error::NotFinite(format!(
            "{what}: an energy, a momentum or a work is beyond all numbers (above 1e308): look for a drive, a load or an initial \
             velocity of an absurd size"
        )))
    }

    /// Energy that has moved so far [J].
    pub fn known(&self) -> f64 {
        self.explained + self.through
    }

    fn growth(&self) -> String {
        format!(
            "energy has grown by {:.1e} J that no load, drive or damper brought in, where {:.1e} J have moved so far: the solution has \
             left the equations of motion. Take smaller steps from the start, or a scheme that damps more: a smaller rho_infinity, \
             Radau IIA, or MP-ED",
            self.unexplained(),
            self.known()
        )
    }

    /// A step that could not be solved is the end of the same story where much energy has come from nowhere before it.
    pub fn explain(&self, error: Error) -> Error {
        match self.unexplained() > GREW_BEFORE * self.known() {
            true => error.reword(|text| format!("{text}. Before this step {}", self.growth())),
            false => error,
        }
    }

    /// Enter a step of size `h` by a quadrature of its own.
    pub fn enter_stages(&mut self, h: f64, weights: [f64; 2], stages: &[InstantAudit; 2]) {
        self.middle_violation = 0.0;
        for (weight, audit) in weights.into_iter().zip(stages) {
            let [applied, driven, constraints, dampers] = Self::powers_of(audit).map(|power| h * weight * power);
            self.add(&Works { applied, driven, constraints, dampers });
        }
    }

    fn powers_of(audit: &InstantAudit) -> [f64; 4] {
        [audit.applied_power, audit.driven_power, audit.constraint_power, audit.damper_power]
    }

    /// Powers, energy and momenta at the end of a step whose works are entered.
    pub fn close(&mut self, audit: &InstantAudit) {
        self.powers = Self::powers_of(audit);
        self.energy = audit.kinetic + audit.potential;
        self.momenta = [audit.linear_momentum, audit.angular_momentum];
        self.explained = self.explained.max(audit.kinetic - self.unexplained().max(0.0));
    }

    /// Enter a step whose works and dissipation are known exactly.
    pub fn enter_exact(&mut self, works: &Works, dissipated: f64, middle_violation: f64) {
        self.add(works);
        self.dissipated += dissipated;
        self.middle_violation = middle_violation;
    }
}
