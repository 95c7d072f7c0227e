//! The audit: energies, works, momenta and how well the conditions hold.

use crate::assembly::System;
use crate::math::Vec3;
use crate::model::Model;
use crate::state::State;
use crate::terms::StageBlock;

/// The audit at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Audit {
    /// time [s]
    pub time: f64,
    /// kinetic energy [J]
    pub kinetic_energy: f64,
    /// potential energy of gravity and springs [J]
    pub potential_energy: f64,
    /// work of applied loads since the start [J], by the quadrature of the scheme
    pub work_applied: f64,
    /// work of driven coordinates [J]
    pub work_driven: f64,
    /// work of the conditions that should do none [J]
    pub work_constraints: f64,
    /// work of dampers [J], negative when they dissipate
    pub work_dampers: f64,
    /// what changes of the interpolation of beams have added to their strain energy [J]
    pub interpolation_change: f64,
    /// energy at the start plus these works and that change minus energy now [J]: what the scheme dissipated, and the error of the works
    pub numerical_dissipation: f64,
    /// what the scheme itself dissipated, where it knows that exactly [J]
    pub scheme_dissipation: f64,
    /// linear momentum [kg·m/s]
    pub linear_momentum: Vec3,
    /// angular momentum about the point asked for [kg·m²/s]
    pub angular_momentum: Vec3,
    /// largest violation of a condition, metres over the model's length or radians
    pub position_violation: f64,
    /// the same for the rates of the conditions [1/s]
    pub velocity_violation: f64,
    /// the same for the mean velocities of the last step, where its scheme keeps the conditions on them [1/s]
    pub middle_violation: f64,
}

/// The audit of one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepAudit {
    /// time of its beginning [s]
    pub begin: f64,
    /// time of its end [s]
    pub end: f64,
    /// energy at the end minus energy at the beginning [J]
    pub energy_change: f64,
    /// work of applied loads [J]
    pub work_applied: f64,
    /// work of driven coordinates [J]
    pub work_driven: f64,
    /// work of the conditions that should do none [J]
    pub work_constraints: f64,
    /// work of dampers [J]
    pub work_dampers: f64,
    /// these works minus the change of energy [J]
    pub numerical_dissipation: f64,
    /// what the scheme itself dissipated, where it knows that exactly [J]
    pub scheme_dissipation: f64,
    /// change of linear momentum [kg·m/s]
    pub linear_momentum_change: Vec3,
    /// change of angular momentum about the origin [kg·m²/s]
    pub angular_momentum_change: Vec3,
}

impl StepAudit {
    /// Of the step that led to a state.
    pub fn new(state: &State) -> Self {
        let (before, now) = (&state.run_audit.before, state.run_audit.mark(state.time));
        let [work_applied, work_driven, work_constraints, work_dampers, scheme_dissipation] =
            std::array::from_fn(|k| now.works[k] - before.works[k]);
        let energy_change = now.energy - before.energy;
        StepAudit {
            begin: before.time,
            end: now.time,
            energy_change,
            work_applied,
            work_driven,
            work_constraints,
            work_dampers,
            numerical_dissipation: work_applied + work_driven + work_constraints + work_dampers - energy_change,
            scheme_dissipation,
            linear_momentum_change: now.momenta[0] - before.momenta[0],
            angular_momentum_change: now.momenta[1] - before.momenta[1],
        }
    }
}

impl Audit {
    /// Of a state, with angular momentum about `about`.
    pub fn new(
        model: &Model,
        system: &System,
        state: &State,
        functions: &[[f64; 3]],
        length: f64,
        about: Vec3,
    ) -> Self {
        let audit = state.audit(model, functions, &state.multipliers);
        let run_audit = &state.run_audit;
        let works = run_audit.applied + run_audit.driven + run_audit.constraints + run_audit.dampers;
        let put_in = works + run_audit.interpolation;
        let (position, velocity) = violations(model, system, state, functions, length);
        Audit {
            time: state.time,
            kinetic_energy: audit.kinetic,
            potential_energy: audit.potential,
            work_applied: run_audit.applied,
            work_driven: run_audit.driven,
            work_constraints: run_audit.constraints,
            work_dampers: run_audit.dampers,
            interpolation_change: run_audit.interpolation,
            numerical_dissipation: run_audit.initial_energy + put_in - audit.kinetic - audit.potential,
            scheme_dissipation: run_audit.dissipated,
            linear_momentum: audit.linear_momentum,
            angular_momentum: audit.angular_momentum - about.cross(&audit.linear_momentum),
            position_violation: position,
            velocity_violation: velocity,
            middle_violation: run_audit.middle_violation,
        }
    }
}

/// Largest violation of conditions that hold during the run, dropped ones included, at position and velocity level.
fn violations(model: &Model, system: &System, state: &State, functions: &[[f64; 3]], length: f64) -> (f64, f64) {
    let at = state.level(model, functions, 1.0);
    let (mut position, mut velocity) = (0.0_f64, 0.0_f64);
    let (mut block, mut rate, mut second) = (StageBlock::default(), Vec::new(), Vec::new());
    for (t, plan) in system.layout.terms.iter().enumerate() {
        let term = model.term(t);
        block.reset_parts(plan.dofs.len(), plan.conditions, plan.parts.whole());
        term.stage(&at, &mut block);
        for array in [&mut rate, &mut second] {
            array.clear();
            array.resize(plan.conditions, 0.0);
        }
        term.condition_rates(&at, &mut rate, &mut second);
        for k in 0..plan.conditions {
            let enforced = system.active[plan.first + k] || system.dropped[plan.first + k];
            let unit = if term.condition(k).0 == crate::terms::Class::Translation { length } else { 1.0 };
            if enforced {
                if !term.nonholonomic(k) {
                    position = position.max(block.c[k].abs() / unit);
                }
                velocity = velocity.max(rate[k].abs() / unit);
            }
        }
    }
    (position, velocity)
}
