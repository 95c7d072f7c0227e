//! Elements and conditions of the host's, and checks of the functions behind them.

use super::file::record::{Entry, Record};
use super::registry::Kind;
use super::{JointId, Model, NodeKind, registry};
use crate::elements::HostElement;
use crate::elements::host::{Forces, HostForce, Traits};
use crate::error::{Error, Result, require_finite};
use crate::joints::HostCondition;
use crate::joints::host::{Conditions, HostConditions, MAX_CONDITIONS};
use crate::math::{Vec3, so3};
use crate::terms::check::Noise;
use crate::terms::host::{MAX_COORDINATES, MAX_NODES, Seen};
use crate::terms::{Class, Level, Motion, NodeId, ScalarId, ScalarMotion};

/// An element of the host's, by its place among the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostElementId(pub usize);

/// A set of conditions of the host's, by its place among the terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostConditionId(pub usize);

/// How far what a function of the host's gives is from differences of what it gives.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SlopeCheck {
    /// largest defects, relative to the largest entry: of an element ∂F/∂q, ∂F/∂v, ∂F/∂a; of conditions gradient, rate, curvature
    pub defects: [f64; 3],
    /// which of the three the worst entry is in, its row and its column
    pub worst: [usize; 3],
    /// that entry as given
    pub given: f64,
    /// that entry by differences
    pub difference: f64,
    /// tangents, or the curvature, are not given: the library takes them by differences
    pub by_differences: bool,
    /// of an element that stores energy: largest F + ∂E/∂q, relative to the largest of both
    pub energy_defect: f64,
}

impl SlopeCheck {
    fn compare(&mut self, both: &[[Vec<f64>; 3]; 2], columns: [usize; 3]) {
        let [given, differences] = both;
        for part in 0..3 {
            let largest = |v: &[f64]| v.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
            let scale = largest(&given[part]).max(largest(&differences[part]));
            for (place, (g, d)) in given[part].iter().zip(&differences[part]).enumerate() {
                let defect = if g == d { 0.0 } else { (g - d).abs() / scale };
                if defect > self.defects[part] {
                    if defect > self.defects.iter().fold(0.0, |a: f64, b| a.max(*b)) {
                        self.worst = [part, place / columns[part], place % columns[part]];
                        (self.given, self.difference) = (*g, *d);
                    }
                    self.defects[part] = defect;
                }
            }
        }
    }
}

impl Model {
    /// Are these nodes and coordinates fit for a function of the host's? Returns the coordinates as scalars.
    fn host_unknowns(&mut self, what: &str, nodes: &[NodeId], on: &[(JointId, usize)]) -> Result<()> {
        let bad = |text: String| Err(Error::InvalidArgument(format!("{what}: {text}")));
        if nodes.len() > MAX_NODES || on.len() > MAX_COORDINATES || nodes.len() + on.len() == 0 {
            return Err(Error::WrongSize(format!(
                "{what}: {} nodes and {} joint coordinates are given; it takes up to {MAX_NODES} and {MAX_COORDINATES}, and at least \
                 one of them",
                nodes.len(),
                on.len()
            )));
        }
        for (k, id) in nodes.iter().enumerate() {
            let node = self.node(*id)?;
            if nodes[..k].contains(id) {
                return bad(format!("node \"{}\" is given twice", node.name));
            }
        }
        if on.is_empty() && nodes.iter().all(|id| self.nodes[id.0].kind == NodeKind::Ground) {
            return bad("all of its nodes are ground; it would do nothing".into());
        }
        for (k, (joint, coordinate)) in on.iter().enumerate() {
            self.coordinate(*joint, *coordinate)?;
            if on[..k].contains(&(*joint, *coordinate)) {
                let joint = &self.joints[joint.0].name;
                return bad(format!("coordinate {coordinate} of joint \"{joint}\" is given twice"));
            }
        }
        Ok(())
    }

    fn host_length(what: &str, length: f64) -> Result<()> {
        match length.is_finite() && length > 0.0 {
            true => Ok(()),
            false => Err(Error::InvalidArgument(format!("{what}: the length is {length} m; it must be positive"))),
        }
    }

    /// What a function over these nodes and coordinates sees in the reference configuration; `moved` changes it.
    fn host_sample(
        &self,
        nodes: &[NodeId],
        values: &[f64],
        moved: impl FnOnce(&mut [Motion], &mut [ScalarMotion]),
    ) -> Seen {
        let mut motions: Vec<Motion> = nodes.iter().map(|id| self.nodes[id.0].start).collect();
        let mut scalars: Vec<ScalarMotion> =
            values.iter().map(|value| ScalarMotion { value: *value, ..Default::default() }).collect();
        moved(&mut motions, &mut scalars);
        let at = Level {
            time: 0.0,
            load_factor: 1.0,
            gravity: Vec3::zeros(),
            nodes: &motions,
            scalars: &scalars,
            functions: &[],
            inputs: &[],
            rates: None,
            locks: &[],
        };
        let ids: Vec<NodeId> = (0..motions.len()).map(NodeId).collect();
        let on: Vec<ScalarId> = (0..scalars.len()).map(ScalarId).collect();
        Seen::new(&at, &ids, &on)
    }

    fn coordinate_values(&self, on: &[(JointId, usize)]) -> Vec<f64> {
        let starts = self.starts();
        on.iter().map(|(joint, coordinate)| self.joints[joint.0].term.read(*coordinate, &starts).0).collect()
    }

    /// Numbers for rotations of point nodes must be zero.
    fn host_points(&self, what: &str, nodes: &[NodeId], row: &[f64]) -> Result<()> {
        for (k, id) in nodes.iter().enumerate() {
            let node = &self.nodes[id.0];
            if node.kind == NodeKind::Point && row[6 * k + 3..6 * k + 6].iter().any(|v| *v != 0.0) {
                return Err(Error::InvalidArgument(format!(
                    "{what}: node \"{}\" is a point and does not turn; its last three numbers must be zero",
                    node.name
                )));
            }
        }
        Ok(())
    }

    /// Add an element of the host's over up to eight nodes and six joint coordinates; see [`HostElement`]. Its function is asked once
    /// here, at t = 0 in the reference configuration.
    pub fn add_host_element(
        &mut self,
        name: &str,
        nodes: &[NodeId],
        on: &[(JointId, usize)],
        force: HostForce,
        traits: Traits,
    ) -> Result<HostElementId> {
        let what = format!("element \"{name}\"");
        self.host_unknowns(&what, nodes, on)?;
        Self::host_length(&what, traits.length)?;
        let seen = self.host_sample(nodes, &self.coordinate_values(on), |_, _| {});
        let n = seen.unknowns();
        let (mut first, mut energy) = (vec![0.0; n], 0.0);
        if !force(&seen, Forces { force: &mut first, tangents: None, energy: &mut energy }) {
            return Err(host_failed(&what));
        }
        require_finite(&format!("{what}, force in the reference configuration"), &first)?;
        require_finite(&format!("{what}, energy in the reference configuration"), &[energy])?;
        self.host_points(&what, nodes, &first)?;
        self.name(&ELEMENT, name, self.terms.len())?;
        let scalars = on.iter().map(|(j, c)| self.scalar(*j, *c).map(|s| s.0)).collect::<Result<Vec<_>>>()?;
        let term = HostElement::new(nodes.to_vec(), scalars, force, traits);
        self.terms.push(registry::Entry::new(&ELEMENT, name, Box::new(term)));
        let record = self.host_record("host element", name, nodes, on, traits.length);
        let record = record.flag("tangents", traits.tangents).flag("velocities", traits.velocities);
        self.record(record.flag("accelerations", traits.accelerations).flag("energy", traits.energy));
        Ok(HostElementId(self.terms.len() - 1))
    }

    /// Add `count` conditions on positions that the host gives, over up to eight nodes and six joint coordinates; see
    /// [`HostCondition`]. Their function is asked once here, at t = 0 in the reference configuration. `curvature`: it fills that.
    pub fn add_host_condition(
        &mut self,
        name: &str,
        count: usize,
        nodes: &[NodeId],
        on: &[(JointId, usize)],
        conditions: HostConditions,
        (curvature, length): (bool, f64),
    ) -> Result<HostConditionId> {
        let what = format!("condition \"{name}\"");
        self.host_unknowns(&what, nodes, on)?;
        Self::host_length(&what, length)?;
        if count == 0 || count > MAX_CONDITIONS {
            return Err(Error::WrongSize(format!("{what}: {count} conditions; one to {MAX_CONDITIONS} are possible")));
        }
        let seen = self.host_sample(nodes, &self.coordinate_values(on), |_, _| {});
        let n = seen.unknowns();
        let (mut value, mut gradient, mut rate) = (vec![0.0; count], vec![0.0; count * n], vec![0.0; count]);
        let to = Conditions { value: &mut value, gradient: &mut gradient, rate: &mut rate, curvature: None };
        if !conditions(&seen, to) {
            return Err(host_failed(&what));
        }
        require_finite(&format!("{what}, value in the reference configuration"), &value)?;
        require_finite(&format!("{what}, gradient in the reference configuration"), &gradient)?;
        require_finite(&format!("{what}, rate in the reference configuration"), &rate)?;
        let mut classes = Vec::new();
        for (k, row) in gradient.chunks(n).enumerate() {
            if row.iter().all(|v| *v == 0.0) {
                return Err(Error::InvalidArgument(format!(
                    "{what}: the gradient of condition {k} is zero in the reference configuration; it would hold nothing"
                )));
            }
            self.host_points(&what, nodes, row)?;
            let moves = (0..nodes.len()).any(|node| row[6 * node..6 * node + 3].iter().any(|v| *v != 0.0));
            classes.push(if moves { Class::Translation } else { Class::Rotation });
        }
        self.name(&HOST_CONDITION, name, self.terms.len())?;
        let scalars = on.iter().map(|(j, c)| self.scalar(*j, *c).map(|s| s.0)).collect::<Result<Vec<_>>>()?;
        let term = HostCondition::new(nodes.to_vec(), scalars, conditions, classes, curvature, length);
        self.terms.push(registry::Entry::new(&HOST_CONDITION, name, Box::new(term)));
        let record = self.host_record("position conditions", name, nodes, on, length);
        self.record(record.count("count", count).flag("curvature", curvature));
        Ok(HostConditionId(self.terms.len() - 1))
    }

    /// What a file says of a function of the host's: its name, and what it acts on.
    fn host_record(
        &self,
        kind: &'static str,
        name: &str,
        nodes: &[NodeId],
        on: &[(JointId, usize)],
        length: f64,
    ) -> Record {
        let names: Vec<&str> = nodes.iter().map(|id| self.nodes[id.0].name.as_str()).collect();
        let part = |(joint, coordinate): &(JointId, usize)| {
            Record::part().text("joint", &self.joints[joint.0].name).count("coordinate", *coordinate)
        };
        let record = Record::new(kind).text("name", name).texts("nodes", &names);
        record.objects("coordinates", on.iter().map(part)).number("length", length)
    }

    /// Conditions of the host's.
    pub(crate) fn host_condition(&self, id: HostConditionId) -> Result<&HostCondition> {
        self.typed(&HOST_CONDITION, id.0)
    }

    /// Elements and conditions of the host's whose tangents are taken by differences.
    pub fn differenced(&self) -> Vec<String> {
        let called = |kind: &Kind, name: &str| format!("{} \"{name}\"", kind.name);
        let elements = self.each::<HostElement>(&ELEMENT).filter(|(_, e)| e.by_differences());
        let conditions = self.each::<HostCondition>(&HOST_CONDITION).filter(|(_, c)| c.by_differences());
        let elements = elements.map(|(name, _)| called(&ELEMENT, name));
        elements.chain(conditions.map(|(name, _)| called(&HOST_CONDITION, name))).collect()
    }

    /// Configurations near the reference: nodes moved by up to `spread` [m] and turned by up to as many radians, moving at random.
    fn host_samples(&self, nodes: &[NodeId], values: &[f64], spread: f64) -> Vec<Seen> {
        let mut noise = Noise(0x5157_4153_4850);
        (0..3)
            .map(|_| {
                self.host_sample(nodes, values, |motions, scalars| {
                    for (motion, id) in motions.iter_mut().zip(nodes) {
                        let point = self.nodes[id.0].kind == NodeKind::Point;
                        let turn = if point { Vec3::zeros() } else { noise.vector() * spread };
                        motion.place(motion.x + noise.vector() * spread, so3::exp(&turn) * motion.rotation);
                        (motion.v, motion.a) = (noise.vector(), noise.vector());
                        if !point {
                            (motion.omega, motion.alpha) = (noise.vector(), noise.vector());
                        }
                    }
                    for s in scalars.iter_mut() {
                        s.value += noise.number() * spread;
                        (s.rate, s.acceleration) = (noise.number(), noise.number());
                    }
                })
            })
            .collect()
    }

    /// Compare the tangents of an element of the host's with differences of its forces, in configurations within `spread` [m, rad]
    /// of the reference.
    pub fn check_host_element(&self, id: HostElementId, spread: f64) -> Result<SlopeCheck> {
        let element: &HostElement = self.typed(&ELEMENT, id.0)?;
        let what = format!("check of {}", self.term_name(id.0));
        let (nodes, values) = self.host_place(&what, element, spread)?;
        let mut check = SlopeCheck { by_differences: element.by_differences(), ..Default::default() };
        for seen in self.host_samples(&nodes, &values, spread) {
            let both = element.both_tangents(&seen).ok_or_else(|| host_failed(&what))?;
            check.compare(&both, [seen.unknowns(); 3]);
            let energy = element.energy_defect(&seen).ok_or_else(|| host_failed(&what))?;
            check.energy_defect = check.energy_defect.max(energy);
        }
        Ok(check)
    }

    /// Compare gradient, rate and curvature of conditions of the host's with differences, in configurations within `spread`
    /// [m, rad] of the reference.
    pub fn check_host_condition(&self, id: HostConditionId, spread: f64) -> Result<SlopeCheck> {
        let condition = self.host_condition(id)?;
        let what = format!("check of {}", self.term_name(id.0));
        let (nodes, values) = self.host_place(&what, condition, spread)?;
        let mut check = SlopeCheck { by_differences: condition.by_differences(), ..Default::default() };
        let mut noise = Noise(99);
        let lambda: Vec<f64> = (0..crate::terms::Term::conditions(condition)).map(|_| noise.number()).collect();
        for seen in self.host_samples(&nodes, &values, spread) {
            let both = condition.both_slopes(&seen, &lambda).ok_or_else(|| host_failed(&what))?;
            check.compare(&both, [seen.unknowns(), 1, seen.unknowns()]);
        }
        Ok(check)
    }

    /// Nodes of a term of the host's, and its coordinates in the reference configuration.
    fn host_place(&self, what: &str, term: &dyn crate::terms::Term, spread: f64) -> Result<(Vec<NodeId>, Vec<f64>)> {
        if !(spread.is_finite() && spread >= 0.0) {
            return Err(Error::InvalidArgument(format!("{what}: the spread is {spread}; it must not be negative")));
        }
        let scalars = self.scalar_starts(&self.starts());
        Ok((term.nodes().to_vec(), term.scalars().iter().map(|s| scalars[s.0].value).collect()))
    }
}

fn host_failed(what: &str) -> Error {
    Error::CallbackFailed(format!(
        "{what}: the function of the host reported failure, or gave a number that is not finite, near the reference configuration"
    ))
}

/// Nodes, and coordinates of joints, that a function of the host's acts on.
type ActsOn = (Vec<NodeId>, Vec<(JointId, usize)>);

fn acts_on(m: &Model, e: &Entry) -> Result<ActsOn> {
    let nodes = e.find_all(m, "node", "nodes")?.into_iter().map(NodeId).collect();
    Ok((nodes, e.objects("coordinates", |e| Ok((e.joint(m, "joint")?, e.count("coordinate")?)))?))
}

/// Elements of the host's.
pub static ELEMENT: Kind = Kind {
    sought: Some("host element"),
    called: "element of the host",
    records: &[("host element", |m, e| {
        let force: HostForce = m.hook(e, "an element", e.text("name")?)?;
        let (nodes, on) = acts_on(m, e)?;
        let traits = Traits {
            tangents: e.flag("tangents")?,
            velocities: e.flag("velocities")?,
            accelerations: e.flag("accelerations")?,
            energy: e.flag("energy")?,
            length: e.number("length")?,
        };
        m.add_host_element(e.text("name")?, &nodes, &on, force, traits).map(drop)
    })],
    ..Kind::with_ids("element", 15)
};

/// Sets of conditions on positions that the host gives.
pub static HOST_CONDITION: Kind = Kind {
    called: "set of conditions",
    records: &[("position conditions", |m, e| {
        let conditions: HostConditions = m.hook(e, "a function for conditions on positions", e.text("name")?)?;
        let ((nodes, on), how) = (acts_on(m, e)?, (e.flag("curvature")?, e.number("length")?));
        m.add_host_condition(e.text("name")?, e.count("count")?, &nodes, &on, conditions, how).map(drop)
    })],
    ..Kind::with_ids("host condition", 16)
};
