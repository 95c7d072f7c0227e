//! Before a run: conditions that depend on each other, and motions that move no mass.

use super::dependence::{Dependent, dependent_rows};
use super::layout::{Equation, NONE};
use super::system::System;
use crate::error::{Error, Result};
use crate::math::{Mat3, Mat6, Vec3};
use crate::model::Model;
use crate::terms::{Class, Level, Mass, StageBlock};

/// What is left of a dependent row after elimination, relative to its size: rounding of positions that satisfy the
/// conditions to 1e-12, with room for the growth of elimination.
const RANK_TOLERANCE: f64 = 1e-9;

impl System {
    /// Rows of B, made free of units by `length`: conditions in metres over it, translations times it.
    pub fn constraint_rows(&self, model: &Model, at: &Level, length: f64) -> Vec<Vec<(usize, f64)>> {
        let (mut rows, mut block) = (Vec::new(), StageBlock::default());
        for t in 0..self.layout.terms.len() {
            let plan = &self.layout.terms[t];
            if plan.conditions == 0 {
                continue;
            }
            block.reset_parts(plan.dofs.len(), plan.conditions, plan.parts.whole());
            model.term(t).stage(at, &mut block);
            for k in 0..plan.conditions {
                let mut row: Vec<(usize, f64)> = Vec::new();
                let equation = self.layout.motion + plan.first + k;
                for (local, &dof) in plan.dofs.iter().enumerate().filter(|(_, dof)| **dof != NONE) {
                    let unit = |i: usize| {
                        if self.layout.classes[i] == Class::Translation { length } else { 1.0 }
                    };
                    let value = block.b[k * block.n + local] * unit(dof as usize) / unit(equation);
                    if value != 0.0 {
                        row.push((dof as usize, value));
                    }
                }
                rows.push(row);
            }
        }
        rows
    }

    /// Dependent conditions among the active ones. Conditions are taken in the order of the terms.
    pub fn dependent_conditions(&self, model: &Model, at: &Level, length: f64) -> Vec<Dependent> {
        let mut rows = self.constraint_rows(model, at, length);
        for (row, active) in rows.iter_mut().zip(&self.active) {
            if !active {
                row.clear();
            }
        }
        let mut found = dependent_rows(&rows, self.layout.motion, RANK_TOLERANCE);
        found.retain(|d| self.active[d.row]);
        found
    }

    /// Multipliers of least norm with the same forces: what was dropped as dependent takes its share.
    ///
    /// With y the factors by which a dropped row follows from the kept ones, (−y, 1) is a set of multipliers without any
    /// force; the part of λ along such sets is taken out.
    pub fn least_norm_multipliers(&self, model: &Model, at: &Level, length: f64, lambda: &[f64]) -> Vec<f64> {
        if !self.dropped.contains(&true) {
            return lambda.to_vec();
        }
        let rows = self.constraint_rows(model, at, length);
        let unit = |k: usize| {
            if self.layout.classes[self.layout.motion + k] == Class::Translation { length } else { 1.0 }
        };
        let mut order: Vec<usize> = (0..rows.len()).filter(|&k| self.active[k]).collect();
        order.extend((0..rows.len()).filter(|&k| self.dropped[k]));
        let sorted: Vec<_> = order.iter().map(|&k| rows[k].clone()).collect();
        let found = dependent_rows(&sorted, self.layout.motion, RANK_TOLERANCE);
        let mut forceless = nalgebra::DMatrix::zeros(rows.len(), found.len());
        for (column, d) in found.iter().enumerate() {
            forceless[(order[d.row], column)] = 1.0;
            for (row, factor) in &d.follows_from {
                forceless[(order[*row], column)] = -factor;
            }
        }
        // in one unit for all, force times length
        let mut scaled = nalgebra::DVector::from_iterator(rows.len(), (0..rows.len()).map(|k| lambda[k] * unit(k)));
        let basis = forceless.qr().q();
        scaled -= &basis * (basis.transpose() * &scaled);
        (0..rows.len()).map(|k| scaled[k] / unit(k)).collect()
    }

    /// A dependent set in the user's words.
    pub fn describe_set(&self, model: &Model, set: &Dependent) -> String {
        let name = |row: usize| self.layout.describe(model, self.layout.motion + row);
        let others: Vec<String> = set.follows_from.iter().map(|(row, _)| name(*row)).collect();
        match others.len() {
            0 => format!("{}: locks nothing that can move", name(set.row)),
            1..=3 => format!("{}; it follows from: {}", name(set.row), others.join("; ")),
            _ => {
                let terms: Vec<String> = self.loop_of(model, set).iter().map(|t| model.term_name(*t)).collect();
                format!("{}; it follows from the others of the loop of {}", name(set.row), terms.join(", "))
            }
        }
    }

    /// The terms of a dependent set that close a loop with the one that is dependent, in their order around it; all of them where
    /// there is no single one.
    fn loop_of(&self, model: &Model, set: &Dependent) -> Vec<usize> {
        let term_of = |row: usize| match self.layout.equations[self.layout.motion + row] {
            Equation::Condition(t, _) => t,
            _ => unreachable!("rows of conditions come last"),
        };
        let mut terms: Vec<usize> = set.follows_from.iter().map(|(row, _)| term_of(*row)).collect();
        terms.sort_unstable();
        terms.dedup();
        let own = term_of(set.row);
        terms.retain(|t| *t != own);
        // ground is one body, however many nodes it has
        let body = |n: &crate::terms::NodeId| if self.layout.nodes[n.0][0] == NONE { usize::MAX } else { n.0 };
        let ends = |t: usize| match model.term(t).nodes() {
            [a, b] => Some([body(a), body(b)]),
            _ => None,
        };
        let Some([from, to]) = ends(own) else { return [vec![own], terms].concat() };
        // breadth first from one side of the joint to the other
        let mut reached = vec![(from, usize::MAX, usize::MAX)]; // body, term that led there, place of the body before
        let mut k = 0;
        while let Some(&(at, ..)) = reached.get(k) {
            for &t in &terms {
                let Some([a, b]) = ends(t) else { continue };
                let next = if a == at {
                    b
                } else if b == at {
                    a
                } else {
                    continue;
                };
                if reached.iter().all(|(known, ..)| *known != next) {
                    reached.push((next, t, k));
                }
            }
            k += 1;
        }
        let Some(mut place) = reached.iter().position(|(body, ..)| *body == to).filter(|_| from != to) else {
            return [vec![own], terms].concat();
        };
        let mut around = vec![own];
        while reached[place].1 != usize::MAX {
            around.push(reached[place].1);
            place = reached[place].2;
        }
        around
    }

    /// The dependent sets in the user's words.
    pub fn describe_dependent(&self, model: &Model, found: &[Dependent]) -> String {
        let sets: Vec<String> = found.iter().map(|set| self.describe_set(model, set)).collect();
        format!(
            "{} of {} conditions follow from the others:\n  - {}",
            found.len(),
            self.active.iter().filter(|a| **a).count(),
            sets.join("\n  - ")
        )
    }

    /// Err, by node and direction, if the active conditions allow a motion that moves no mass.
    pub fn require_inertia(&self, model: &Model, at: &Level, length: f64) -> Result<()> {
        let lines = self.massless_motions(model, at, length);
        if lines.is_empty() {
            return Ok(());
        }
        Err(Error::SingularMechanism(format!(
            "the joints allow motions that move no mass:\n  - {}\ngive these nodes mass or inertia in that direction, lock \
             the motion by a joint, or use a point node where no orientation is needed",
            lines.join("\n  - ")
        )))
    }

    /// Beams, shells and solids that have a node without any mass: those whose sections have none.
    pub fn parts_without_mass(&self, model: &Model, at: &Level) -> Vec<String> {
        let masses = self.masses(model, at, 1.0);
        let light = |nodes: &[crate::terms::NodeId]| nodes.iter().any(|node| masses[node.0].amax() == 0.0);
        let beams = model.beams().iter().map(|beam| ("beam", &beam.name, &beam.nodes));
        let shells = model.shells().iter().map(|shell| ("shell", &shell.name, &shell.nodes));
        let solids = model.solids().iter().map(|solid| ("solid", &solid.name, &solid.nodes));
        let found = beams.chain(shells).chain(solids).filter(|(.., nodes)| light(nodes));
        found.map(|(kind, name, _)| format!("{kind} \"{name}\"")).collect()
    }

    /// Motions that the active conditions allow and that move no mass, by node and direction.
    pub fn massless_motions(&self, model: &Model, at: &Level, length: f64) -> Vec<String> {
        let directions = self.massless_directions(model, at, length);
        let b = self.constraint_rows(model, at, length);
        let mut of_dof: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.layout.motion];
        for (row, entries) in b.iter().enumerate().filter(|(row, _)| self.active[*row]) {
            for &(dof, value) in entries {
                of_dof[dof].push((row, value));
            }
        }
        let rows: Vec<Vec<(usize, f64)>> = directions
            .iter()
            .map(|direction| {
                let mut sum = std::collections::BTreeMap::new();
                for &(dof, part) in direction {
                    for &(row, value) in &of_dof[dof] {
                        *sum.entry(row).or_insert(0.0) += part * value;
                    }
                }
                // rounding of a sum that should vanish must not pass for a constraint
                sum.into_iter().filter(|(_, v): &(usize, f64)| v.abs() > 1e-12).collect()
            })
            .collect();
        let free = dependent_rows(&rows, b.len(), RANK_TOLERANCE);
        self.by_beam(model, free.iter().map(|d| (self.beam_of(model, &directions[d.row]), d)).collect(), &directions)
    }

    /// The beam that the node of a direction belongs to.
    fn beam_of(&self, model: &Model, direction: &[(usize, f64)]) -> Option<usize> {
        let Equation::Node(node, _) = self.layout.equations[direction.first()?.0] else { return None };
        model.beams().iter().position(|beam| beam.nodes.iter().any(|n| n.0 == node))
    }

    /// Motions in words: one line for all nodes of a beam, one for each other motion.
    fn by_beam(
        &self,
        model: &Model,
        found: Vec<(Option<usize>, &Dependent)>,
        directions: &[Vec<(usize, f64)>],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for (k, beam) in model.beams().iter().enumerate() {
            let own: Vec<&Dependent> = found.iter().filter(|(of, _)| *of == Some(k)).map(|(_, d)| *d).collect();
            if let Some(first) = own.first() {
                lines.push(format!(
                    "beam \"{}\": {} motions of its {} nodes, such as {}; its sections have no mass or inertia there",
                    beam.name,
                    own.len(),
                    beam.nodes.len(),
                    self.describe_motion(model, directions, first)
                ));
            }
        }
        let others = found.iter().filter(|(of, _)| of.is_none());
        lines.extend(others.map(|(_, d)| self.describe_motion(model, directions, d)));
        lines
    }

    fn describe_motion(&self, model: &Model, directions: &[Vec<(usize, f64)>], found: &Dependent) -> String {
        const WAYS: [&str; 6] = ["x", "y", "z", "rotation about x", "rotation about y", "rotation about z"];
        let mut parts = Vec::new();
        for (k, factor) in found.follows_from.iter().map(|(k, f)| (*k, -f)).chain([(found.row, 1.0)]) {
            for &(dof, part) in directions[k].iter().filter(|(_, part)| (part * factor).abs() > 1e-6) {
                parts.push(match self.layout.equations[dof] {
                    Equation::Node(n, j) => {
                        format!("node \"{}\" {} ({:+.3})", model.nodes()[n].name, WAYS[j], part * factor)
                    }
                    Equation::Scalar(k) => match model.generalised().iter().find(|own| own.scalar.0 == k) {
                        Some(own) => format!("generalised coordinate \"{}\" ({:+.3})", own.name, part * factor),
                        None => format!("a joint coordinate ({:+.3})", part * factor),
                    },
                    Equation::Condition(..) => continue,
                });
            }
        }
        parts.join(", ")
    }

    /// Mass of every node, made free of units by `length`.
    fn masses(&self, model: &Model, at: &Level, length: f64) -> Vec<Mat6> {
        let (mut masses, mut block) = (vec![Mat6::zeros(); model.nodes().len()], StageBlock::default());
        for t in 0..self.layout.terms.len() {
            let (term, plan) = (model.term(t), &self.layout.terms[t]);
            if !plan.parts.k {
                continue;
            }
            block.reset(plan.dofs.len(), plan.conditions);
            term.stage(at, &mut block);
            for (local, node) in term.nodes().iter().enumerate() {
                let width = plan.width;
                for (i, j) in (0..width * width).map(|p| (p / width, p % width)) {
                    let unit = |i: usize| if i < 3 { length } else { 1.0 };
                    let value = block.mass[(width * local + i) * block.n + width * local + j];
                    masses[node.0][(i, j)] += value * unit(i) * unit(j);
                }
            }
        }
        masses
    }

    /// Unit directions, free of units, in which a node or a scalar has no mass.
    fn massless_directions(&self, model: &Model, at: &Level, length: f64) -> Vec<Vec<(usize, f64)>> {
        let masses = self.masses(model, at, length);
        let mut directions = Vec::new();
        for (node, mass) in masses.iter().enumerate() {
            let dofs = &self.layout.nodes[node];
            if dofs[0] == NONE {
                continue;
            }
            let along = without_mass(&mass.fixed_view::<3, 3>(0, 0).into_owned(), 0.0);
            let mut found: Vec<[Vec3; 2]> = along.into_iter().map(|v| [v, Vec3::zeros()]).collect();
            if dofs[3] != NONE {
                found.append(&mut without_rotary_inertia(mass));
            }
            for [v, w] in found {
                let all = [v.x, v.y, v.z, w.x, w.y, w.z];
                let size = (v.norm_squared() + w.norm_squared()).sqrt();
                let entries = (0..6).filter(|j| dofs[*j] != NONE && all[*j].abs() > 1e-12 * size);
                directions.push(entries.map(|j| (dofs[j] as usize, all[j] / size)).collect());
            }
        }
        let mut has_mass = vec![false; self.layout.scalars.len()];
        for term in (0..self.layout.terms.len()).map(|t| model.term(t)) {
            let Mass::Scalars(mass) = term.mass() else { continue };
            term.scalars().iter().enumerate().for_each(|(k, id)| has_mass[id.0] |= mass.entry(k, k) > 0.0);
        }
        let without = self.layout.scalars.iter().zip(has_mass).filter(|(_, has_mass)| !has_mass);
        directions.extend(without.map(|(&dof, _)| vec![(dof as usize, 1.0)]));
        directions
    }
}
/// Largest part of the greatest principal value that is none, and rounding of an inertia about another point.
const MASSLESS: f64 = 1e-12;
const ROUNDING: f64 = 1e-14;

/// Principal axes of a mass or inertia along which there is none: against the largest of its own, or `least`.
fn without_mass(own: &Mat3, least: f64) -> Vec<Vec3> {
    let eigen = own.symmetric_eigen();
    let limit = (MASSLESS * eigen.eigenvalues.amax()).max(least);
    (0..3).filter(|k| eigen.eigenvalues[*k] <= limit).map(|k| eigen.eigenvectors.column(k).into_owned()).collect()
}

/// Turns about the centre of mass that meet no inertia: velocity of the node and rotation. Inertia is judged by its own size, mass
/// times radius², not by that of the model: a slender section has little of it and is sound, down to rounding of mass times the length
/// of the model squared, which is the unit here.
///
/// ```text
///   | m I   S  |     J_c = J − Sᵀ S/m,     v = −S ω/m
///   | Sᵀ    J  |
/// ```
fn without_rotary_inertia(mass: &Mat6) -> Vec<[Vec3; 2]> {
    let block = |i: usize, j: usize| -> Mat3 { mass.fixed_view::<3, 3>(i, j).into_owned() };
    let (own, coupling, inertia) = (block(0, 0), block(0, 3), block(3, 3));
    let inverse = own.pseudo_inverse(MASSLESS * own.amax()).unwrap_or_else(|_| Mat3::zeros());
    let central = inertia - coupling.transpose() * inverse * coupling;
    let central = (central + central.transpose()) * 0.5;
    let found = without_mass(&central, (ROUNDING * inertia.amax()).max(4.0 * f64::EPSILON * own.amax()));
    found.into_iter().map(|w| [-(inverse * coupling * w), w]).collect()
}
