//! An element of the host's: forces on nodes and along joint coordinates as any function of their motion, from a callback.
//!
//! ```text
//!   f = −F(q, v, a, t),   K = −∂F/∂q,  G = −∂F/∂v,  M = −∂F/∂a
//! ```
//!
//! with F what the element exerts. Tangents that the host does not give are taken by central differences. There is no form over a
//! step: nothing is known of F between two instants.

use crate::terms::host::{MAX_UNKNOWNS, Seen};
use crate::terms::{Fault, InstantAudit, Level, NodeId, ScalarId, StageBlock, Term};
use std::sync::Arc;

/// What a function of the host's fills; all zero on entry.
pub struct Forces<'a> {
    /// F: six numbers a node (force [N], moment [N·m], inertial axes), one a coordinate
    pub force: &'a mut [f64],
    /// ∂F/∂q, ∂F/∂v, ∂F/∂a, row-major; None when they are not wanted
    pub tangents: Option<[&'a mut [f64]; 3]>,
    /// energy that the element stores [J]
    pub energy: &'a mut f64,
}

/// An element of the host's; false when it fails.
pub type HostForce = Arc<dyn Fn(&Seen, Forces) -> bool + Send + Sync>;

/// What the host says of its element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traits {
    /// the function fills tangents
    pub tangents: bool,
    /// forces depend on velocities
    pub velocities: bool,
    /// forces depend on accelerations
    pub accelerations: bool,
    /// the function fills the energy that it stores; otherwise the work of its forces is that of a load
    pub energy: bool,
    /// over which forces change with position [m]
    pub length: f64,
}

/// An element of the host's.
#[derive(Clone)]
pub struct HostElement {
    nodes: Vec<NodeId>,
    scalars: Vec<ScalarId>,
    force: HostForce,
    traits: Traits,
}

impl HostElement {
    /// Over these nodes and coordinates.
    pub fn new(nodes: Vec<NodeId>, scalars: Vec<ScalarId>, force: HostForce, traits: Traits) -> Self {
        HostElement { nodes, scalars, force, traits }
    }

    /// Are tangents taken by differences?
    pub fn by_differences(&self) -> bool {
        !self.traits.tangents
    }

    /// Forces and energy, and tangents if there is room for them; false when the host fails.
    fn evaluate(&self, seen: &Seen, force: &mut [f64], mut tangents: Option<[&mut [f64]; 3]>) -> (bool, f64) {
        let mut energy = 0.0;
        let given = tangents.as_mut().map(|t| t.each_mut().map(|t| &mut **t));
        let done = (self.force)(seen, Forces { force, tangents: given, energy: &mut energy });
        let finite = |values: &[f64]| values.iter().all(|v| v.is_finite());
        let tangents_finite = tangents.is_none_or(|t| t.iter().all(|t| finite(t)));
        (done && finite(force) && energy.is_finite() && tangents_finite, energy)
    }

    /// ∂F/∂q (order 0), ∂F/∂v (1) or ∂F/∂a (2) by central differences, into a row-major matrix; false when the host fails.
    pub fn difference(&self, seen: &Seen, order: usize, matrix: &mut [f64]) -> bool {
        let n = seen.unknowns();
        let mut ends = [[0.0; MAX_UNKNOWNS]; 2];
        for j in 0..n {
            let width = seen.width(j, order, self.traits.length);
            for (end, by) in ends.iter_mut().zip([width, -width]) {
                let mut shifted = *seen;
                shifted.shift(j, order, by);
                end.fill(0.0);
                if !self.evaluate(&shifted, &mut end[..n], None).0 {
                    return false;
                }
            }
            for i in 0..n {
                matrix[i * n + j] = (ends[0][i] - ends[1][i]) / (2.0 * width);
            }
        }
        true
    }

    /// Tangents as the element uses them, and the same by differences: for a check of the host's function.
    pub fn both_tangents(&self, seen: &Seen) -> Option<[[Vec<f64>; 3]; 2]> {
        let n = seen.unknowns();
        let room = || [0, 1, 2].map(|_| vec![0.0; n * n]);
        let (mut given, mut differences, mut force) = (room(), room(), vec![0.0; n]);
        for (order, matrix) in differences.iter_mut().enumerate() {
            if !self.difference(seen, order, matrix) {
                return None;
            }
        }
        if self.traits.tangents {
            let [k, g, m] = &mut given;
            if !self.evaluate(seen, &mut force, Some([k, g, m])).0 {
                return None;
            }
        } else {
            let used = [true, self.traits.velocities, self.traits.accelerations];
            (0..3).filter(|order| used[*order]).for_each(|order| given[order].clone_from(&differences[order]));
        }
        Some([given, differences])
    }

    /// Forces of an element that stores energy are its slopes, F = −∂E/∂q: largest difference of the two over the largest of both;
    /// 0 for an element that stores none. None when the host fails.
    pub fn energy_defect(&self, seen: &Seen) -> Option<f64> {
        if !self.traits.energy {
            return Some(0.0);
        }
        let n = seen.unknowns();
        let mut force = [0.0; MAX_UNKNOWNS];
        let (done, _) = self.evaluate(seen, &mut force[..n], None);
        let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
        for (j, exerted) in force[..n].iter().enumerate() {
            let width = seen.width(j, 0, self.traits.length);
            let at = |by: f64| {
                let (mut shifted, mut scratch) = (*seen, [0.0; MAX_UNKNOWNS]);
                shifted.shift(j, 0, by);
                let (done, energy) = self.evaluate(&shifted, &mut scratch[..n], None);
                done.then_some(energy)
            };
            let slope = (at(width)? - at(-width)?) / (2.0 * width);
            worst = worst.max((exerted + slope).abs());
            largest = largest.max(exerted.abs()).max(slope.abs());
        }
        let defect = if worst == 0.0 { 0.0 } else { worst / largest };
        done.then_some(defect)
    }
}

impl Term for HostElement {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn scalars(&self) -> &[ScalarId] {
        &self.scalars
    }

    fn asks_host(&self) -> bool {
        true
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let seen = Seen::new(at, &self.nodes, &self.scalars);
        let alone = out.without_tangents && !self.traits.accelerations && !self.traits.tangents;
        let StageBlock { f, k, g, mass, .. } = &mut *out;
        let done = if alone {
            self.evaluate(&seen, f, None).0
        } else if self.traits.tangents {
            // the host finds zeros, also where the tangents are not used and the block holds any numbers
            [&mut *k, &mut *g, &mut *mass].into_iter().for_each(|matrix| matrix.fill(0.0));
            self.evaluate(&seen, f, Some([k, g, mass])).0
        } else {
            self.evaluate(&seen, f, None).0
                && self.difference(&seen, 0, k)
                && (!self.traits.velocities || self.difference(&seen, 1, g))
                && (!self.traits.accelerations || self.difference(&seen, 2, mass))
        };
        // what the element exerts stands on the other side of the balance
        for values in [f, k, g, mass] {
            values.iter_mut().for_each(|v| *v = -*v);
        }
        if !done {
            out.fault = Some(Fault::Callback);
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        let seen = Seen::new(at, &self.nodes, &self.scalars);
        let (mut force, n) = ([0.0; MAX_UNKNOWNS], seen.unknowns());
        let (done, energy) = self.evaluate(&seen, &mut force[..n], None);
        if done && self.traits.energy {
            audit.potential += energy;
        } else if done {
            audit.applied_power += (0..n).map(|j| force[j] * seen.rate(j, 1)).sum::<f64>();
        }
    }
}
