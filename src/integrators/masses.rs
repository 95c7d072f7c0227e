//! Masses in the schemes over a step: changes of momentum of what is no body, and directions without mass.

use super::energy_momentum::Kind;
use crate::assembly::{Layout, SlotSystem, TermPlan};
use crate::math::Mat6;
use crate::model::{Model, NodeKind};
use crate::state::State;
use crate::terms::Mass;
use crate::terms::place_mass::PlaceMass;
use crate::terms::scalar_mass::ScalarMass;

/// A constant mass matrix, on places or on scalars.
#[derive(Clone, Copy)]
pub(super) enum Constant<'a> {
    Places(&'a PlaceMass),
    Scalars(&'a ScalarMass),
}

impl Constant<'_> {
    /// Component c of m (v_to − v_i).
    fn change(self, [i, to]: [&State; 2], c: usize) -> f64 {
        match self {
            Constant::Places(mass) => mass.momentum(c / 3, |id| to.nodes[id.0].v - i.nodes[id.0].v)[c % 3],
            Constant::Scalars(mass) => mass.momentum(c, |id| to.scalars[id.0].rate - i.scalars[id.0].rate),
        }
    }

    fn entry(self, a: usize, b: usize) -> f64 {
        match self {
            Constant::Places(mass) if a % 3 == b % 3 => mass.entry(a / 3, b / 3),
            Constant::Places(_) => 0.0,
            Constant::Scalars(mass) => mass.entry(a, b),
        }
    }
}

/// The same as the changes of momentum of bodies, of a constant mass: m (v_to − v_i), with v_f = 2u_f/h − v_i or, with two levels,
/// δv_j = (6/h δu_j + 2/h δu_f)/(1 + α), δv_f = 2/h δu_f − δv_j.
pub(super) fn add_momenta(
    system: &mut SlotSystem,
    layout: &Layout,
    plan: &TermPlan,
    mass: Constant,
    kind: Kind,
    [i, j, f]: [&State; 3],
    h: f64,
    tangents: bool,
) {
    let mut add = |slots: (usize, usize), level: Option<&State>, slope: f64| {
        if let Some(level) = level {
            system.add_force(layout, plan, slots.0, |c| h * mass.change([i, level], c));
        }
        if tangents {
            system.add_matrix(plan, slots, |a, b| h * slope * mass.entry(a, b));
        }
    };
    let Kind::Decaying(alpha, _) = kind else { return add((0, 0), Some(f), 2.0 / h) };
    let (by_j, by_f) = (6.0 / (h * (1.0 + alpha)), 2.0 / (h * (1.0 + alpha)));
    add((0, 0), Some(j), by_j);
    add((0, 1), None, by_f);
    add((1, 0), None, -by_j);
    add((1, 1), Some(f), 2.0 / h - by_f);
}

/// Scalars that have mass.
pub(super) fn scalars(model: &Model) -> impl Iterator<Item = usize> + '_ {
    let of_term = |t: usize| match model.term(t).mass() {
        Mass::Scalars(_) => model.term(t).scalars(),
        _ => &[],
    };
    (0..model.term_count()).flat_map(of_term).map(|id| id.0)
}

/// Directions in which a free node has no mass and no beam holds it: projectors over convected (translation, rotation times `length`).
pub(super) fn massless(model: &Model, length: f64) -> Vec<(usize, Mat6)> {
    let mut masses = vec![Mat6::zeros(); model.nodes().len()];
    let mut held = vec![false; model.nodes().len()];
    for t in 0..model.term_count() {
        let term = model.term(t);
        match term.inertia() {
            Some(inertia) => masses[inertia.node().0] += inertia.convected_mass(),
            None if term.conditions() == 0 && term.nodes().len() > 1 => {
                term.nodes().iter().for_each(|n| held[n.0] = true)
            }
            None => {}
        }
    }
    let unit = |k: usize| if k < 3 { 1.0 } else { 1.0 / length };
    let free = |(k, _): &(usize, &Mat6)| model.nodes()[*k].kind == NodeKind::Free && !held[*k];
    let mut found = Vec::new();
    for (k, mass) in masses.iter().enumerate().filter(free) {
        let eigen = Mat6::from_fn(|i, j| mass[(i, j)] * unit(i) * unit(j)).symmetric_eigen();
        let none = |c: &usize| eigen.eigenvalues[*c] <= 1e-12 * eigen.eigenvalues.amax();
        let directions = (0..6).filter(none).map(|c| eigen.eigenvectors.column(c));
        let along: Mat6 = directions.map(|e| e * e.transpose()).sum();
        if along != Mat6::zeros() {
            found.push((k, along));
        }
    }
    found
}
