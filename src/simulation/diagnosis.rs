//! What is wrong, or looks wrong, with a model, found before a run: every finding names its culprit and a remedy.
//!
//! The order is that in which a simulation would meet them. Where one part fails the others are still looked at, in the reference
//! configuration.

use super::Options;
use crate::assembly::{Group, NONE, System, Weights};
use crate::error::{Error, Result, require_memory};
use crate::integrators::Workspace;
use crate::integrators::initial::{self, Redundancy};
use crate::linear::Solver;
use crate::model::{Model, NodeKind};
use crate::state::State;
use crate::terms::{Class, Level, NodeId, Phase, StageBlock, Term};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// good to know
    Note,
    /// a simulation will run, and may not be what was meant
    Warning,
    /// a simulation is refused, or fails
    Error,
}

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// a thing that is not sound by itself, or does not fit the reference configuration
    Unsound,
    /// the scheme cannot take a term, or runs as another one
    Scheme,
    /// positions or velocities of the start
    Start,
    /// conditions that depend on each other
    Dependent,
    /// a motion that moves no mass
    Massless,
    /// parts that nothing connects with ground
    Loose,
    /// a coupling with a coordinate that is locked
    Locked,
    /// numbers that look like other units
    Units,
    /// a matrix that is badly conditioned
    Conditioning,
    /// tangents by differences
    Differences,
    /// a mesh of shells: a couple about the normal of one node, nodes that hang on an edge
    Mesh,
}

/// One finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// how bad
    pub severity: Severity,
    /// about what
    pub kind: Kind,
    /// in words: what, where by name, what to try
    pub text: String,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diagnosis {
    /// unknowns of motion
    pub unknowns: usize,
    /// conditions that hold during a run
    pub conditions: usize,
    /// of these, how many follow from others
    pub dependent: usize,
    /// degrees of freedom: unknowns minus independent conditions
    pub freedom: usize,
    /// motions that move no mass
    pub massless: usize,
    /// condition number of the iteration matrix, estimated; not finite when it is singular or was not reached
    pub condition_number: f64,
    /// what is largest and what is smallest in that matrix, by name, and their ratio
    pub extremes: Option<(String, String, f64)>,
    /// all findings, the worst first
    pub findings: Vec<Finding>,
}

/// A condition number above which half of all digits are gone.
const ILL: f64 = 1e10;

impl std::fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "unknowns of motion: {}, conditions: {}, of these dependent: {}, degrees of freedom: {}, motions without mass: {}",
            self.unknowns, self.conditions, self.dependent, self.freedom, self.massless
        )?;
        write!(f, "condition number of the iteration matrix: {:.1e}", self.condition_number)?;
        if let Some((large, small, ratio)) = &self.extremes {
            write!(f, "; largest in it: {large}; smallest: {small}; ratio {ratio:.1e}")?;
        }
        for finding in &self.findings {
            let what = match finding.severity {
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Error => "error",
            };
            write!(f, "\n{what}: {}", finding.text)?;
        }
        Ok(())
    }
}

impl Diagnosis {
    pub(super) fn add(&mut self, severity: Severity, kind: Kind, text: String) {
        self.findings.push(Finding { severity, kind, text });
    }

    /// An error of a part.
    fn failed(&mut self, kind: Kind, error: &Error) {
        self.add(Severity::Error, kind, error.to_string());
    }
}

/// Look at a model as a simulation with these options, and steps of size `h` [s], would.
pub fn diagnose(model: &Model, options: &Options, h: f64) -> Result<Diagnosis> {
    options.check()?;
    if !(h.is_finite() && h > 0.0) {
        return Err(Error::InvalidArgument(format!("the step size is {h} s; it must be positive and finite")));
    }
    let copied = if options.form(model) == model.form() { 0 } else { model.room_to_copy() };
    require_memory(model.room_to_simulate().saturating_add(copied), "the diagnosis")?;
    let other = options.interpolation().and_then(|how| model.interpolated(how));
    let model = other.as_ref().unwrap_or(model);
    let mut found = Diagnosis { condition_number: f64::NAN, ..Default::default() };
    if let Err(error) = model.check(options.assembly_tolerance) {
        found.failed(Kind::Unsound, &error);
    }
    if let Err(error) = options.scheme.check(model) {
        found.failed(Kind::Scheme, &error);
    } else if let Some(note) = options.scheme.note_on(model) {
        found.add(Severity::Note, Kind::Scheme, note);
    }
    if model.nodes().iter().any(|n| n.kind != NodeKind::Ground)
        && let Err(error) = mechanics(model, options, h, &mut found)
    {
        found.failed(Kind::Start, &error);
    }
    loose_parts(model, &mut found);
    locked_couplings(model, &mut found);
    super::shell_findings::look(model, &mut found);
    for (_, text) in model.implausible() {
        found.add(Severity::Warning, Kind::Units, text);
    }
    for text in model.beams().iter().flat_map(|b| &b.notes) {
        found.add(Severity::Note, Kind::Units, text.clone());
    }
    let differenced = model.differenced();
    if !differenced.is_empty() {
        let text = format!("tangents are taken by differences for {}", differenced.join(", "));
        found.add(Severity::Note, Kind::Differences, text);
    }
    found.findings.sort_by_key(|f| std::cmp::Reverse(f.severity as u8));
    Ok(found)
}

/// Conditions, freedoms and the iteration matrix.
fn mechanics(model: &Model, options: &Options, h: f64, found: &mut Diagnosis) -> Result<()> {
    let mut work = Workspace::new(model)?;
    let mut state = State::reference(model, options.start_time);
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    let projected = initial::project_positions(model, &mut state, &mut work);
    work.end_start()?;
    let projected = work.judge(model, state.time, projected);
    if let Err(error) = &projected {
        found.failed(Kind::Start, error);
        state = State::reference(model, options.start_time);
    }
    let at = state.level(model, &work.functions, 1.0);
    work.scales = work.system.scales(model, &at);
    if let Err(error) = work.system.size_rows(model, &at, work.length) {
        found.failed(Kind::Start, &error);
    }
    work.system.set_phase(model, Phase::Run);
    let mut sets = work.system.dependent_conditions(model, &at, work.length);
    if !sets.is_empty() && projected.is_ok() {
        // some of them may be so in a singular position alone
        let mut started = Workspace::new(model)?;
        if initial::start(model, &mut state.clone(), &mut started, Redundancy::LeastSquares).is_ok() {
            sets.retain(|set| {
                let redundant = started.system.dropped[set.row];
                if !redundant {
                    let what = work.system.describe_set(model, set);
                    let text = format!(
                        "in the singular position of the start, {what}. Elsewhere it does not, and holds all the same"
                    );
                    found.add(Severity::Note, Kind::Dependent, text);
                }
                redundant
            });
        }
    }
    found.unknowns = work.system.layout.motion;
    found.conditions = work.system.active.iter().filter(|a| **a).count();
    found.dependent = sets.len();
    found.freedom = found.unknowns - (found.conditions - sets.len());
    for set in &sets {
        let what = work.system.describe_set(model, set);
        let (severity, text) = match options.redundancy {
            Redundancy::Stop => {
                (Severity::Error, format!("{what}. Use joints that lock less, or ask for the least squares solution"))
            }
            Redundancy::LeastSquares => (
                Severity::Note,
                format!(
                    "{what}. The motion is that of an independent set; reactions are those of least norm, as asked for"
                ),
            ),
        };
        found.add(severity, Kind::Dependent, text);
        work.system.dropped[set.row] = true;
    }
    work.system.set_phase(model, Phase::Run);
    let massless = work.system.massless_motions(model, &at, work.length);
    found.massless = massless.len();
    for motion in &massless {
        let text = format!(
            "a motion moves no mass: {motion}. Give these nodes mass or inertia in that direction, lock the motion by a joint, or \
             use a point node where no orientation is needed"
        );
        found.add(Severity::Error, Kind::Massless, text);
    }
    if sets.is_empty() && massless.is_empty() && projected.is_ok() {
        let mut trial = state.clone();
        let started = initial::start(model, &mut trial, &mut work, options.redundancy);
        match work.judge(model, state.time, started) {
            Ok(_) => left_behind(model, &trial, found),
            Err(error) => found.failed(Kind::Start, &error),
        }
        work.system.set_phase(model, Phase::Run);
    }
    conditioning(model, &mut work, &state, h, found);
    Ok(())
}

/// The condition number of the iteration matrix free of units, and what is largest and smallest in it.
fn conditioning(model: &Model, work: &mut Workspace, state: &State, h: f64, found: &mut Diagnosis) {
    let Workspace { system, functions, charts, scales, length, .. } = work;
    let (at, length) = (&state.level(model, functions, 1.0), *length);
    let scale = scales.at(h, length);
    let weights = Weights {
        k: 1.0,
        g: 2.0 / h,
        m: 4.0 / (h * h),
        row: h * h,
        scale,
        penalty: 1.0,
        diagonal: [0.0; 2],
        relax: 0.0,
        spin: crate::math::Vec3::zeros(),
    };
    let none = vec![0.0; system.layout.conditions()];
    system.assemble(model, at, &none, &weights, charts);
    let unit = |i: usize| if system.layout.classes[i] == Class::Translation { length } else { 1.0 };
    let (col_ptr, row_idx) = (&system.layout.col_ptr, &system.layout.row_idx);
    let mut values = system.values.clone();
    for col in 0..system.layout.size {
        for p in col_ptr[col]..col_ptr[col + 1] {
            values[p] *= unit(col) * unit(row_idx[p]);
        }
    }
    found.condition_number = condition_number(col_ptr, row_idx, &system.layout.groups(1), &values);
    found.extremes = extremes(model, system, at, &weights, length);
    if found.condition_number > ILL {
        let pair = match &found.extremes {
            Some((large, small, ratio)) => format!("{large} is {ratio:.1e} times {small}"),
            None => "no single pair explains it".into(),
        };
        let text = format!(
            "the iteration matrix of a step of {h} s has the condition number {:.1e}: {pair}. Check the units of both, replace what is \
             very stiff by a rigid connection or what is very light by a massless node, or take smaller steps",
            found.condition_number
        );
        found.add(Severity::Warning, Kind::Conditioning, text);
    }
}

/// Whose mass or stiffness is largest on the diagonal, and whose the smallest.
fn extremes(
    model: &Model,
    system: &System,
    at: &Level,
    weights: &Weights,
    length: f64,
) -> Option<(String, String, f64)> {
    let layout = &system.layout;
    let (mut total, mut lead) = (vec![0.0; layout.motion], vec![(0.0_f64, 0); layout.motion]);
    let mut block = StageBlock::default();
    for (t, plan) in layout.terms.iter().enumerate() {
        if !plan.parts.k {
            continue;
        }
        block.reset(plan.dofs.len(), plan.conditions);
        model.term(t).stage(at, &mut block);
        for (local, &dof) in plan.dofs.iter().enumerate().filter(|(_, dof)| **dof != NONE) {
            let (place, dof) = (local * block.n + local, dof as usize);
            let part = weights.k * block.k[place] + weights.g * block.g[place] + weights.m * block.mass[place];
            let unit = if layout.classes[dof] == Class::Translation { length } else { 1.0 };
            let part = (weights.row * part * unit * unit).abs();
            total[dof] += part;
            if part > lead[dof].0 {
                lead[dof] = (part, t);
            }
        }
    }
    let own = (0..layout.motion).filter(|i| total[*i] > 0.0);
    let large = own.clone().max_by(|a, b| lead[*a].0.total_cmp(&lead[*b].0))?;
    let small = own.min_by(|a, b| total[*a].total_cmp(&total[*b]))?;
    let name = |i: usize| format!("{} ({})", model.term_name(lead[i].1), layout.describe(model, i));
    Some((name(large), name(small), lead[large].0 / total[small]))
}

/// ‖A‖₁ ‖A⁻¹‖₁, the second estimated by Hager's method.
fn condition_number(col_ptr: &[usize], row_idx: &[usize], groups: &[Group], values: &[f64]) -> f64 {
    let n = col_ptr.len() - 1;
    let column = |col: usize| values[col_ptr[col]..col_ptr[col + 1]].iter().map(|v| v.abs()).sum::<f64>();
    let norm = (0..n).map(column).fold(0.0, f64::max);
    // the transpose has the same pattern: a block of each term, symmetric in its places
    let mut transposed = vec![0.0; values.len()];
    for col in 0..n {
        for p in col_ptr[col]..col_ptr[col + 1] {
            let rows = &row_idx[col_ptr[row_idx[p]]..col_ptr[row_idx[p] + 1]];
            let Ok(place) = rows.binary_search(&col) else { return f64::NAN };
            transposed[col_ptr[row_idx[p]] + place] = values[p];
        }
    }
    let factored = |values: &[f64]| {
        let mut lu = Solver::new(col_ptr, row_idx, groups)?;
        lu.factor(values).map(|()| lu)
    };
    let (Ok(mut one), Ok(mut other)) = (factored(values), factored(&transposed)) else { return f64::INFINITY };
    let mut room = vec![0.0; n];
    let (mut x, mut inverse) = (vec![1.0 / n as f64; n], 0.0_f64);
    for _ in 0..5 {
        if one.solve_factored(values, &mut x, &mut room).is_err() {
            return f64::INFINITY;
        }
        let size: f64 = x.iter().map(|v| v.abs()).sum();
        if size <= inverse {
            break;
        }
        inverse = size;
        let mut z: Vec<f64> = x.iter().map(|v| v.signum()).collect();
        if other.solve_factored(&transposed, &mut z, &mut room).is_err() {
            return f64::INFINITY;
        }
        let most = (0..n).max_by(|a, b| z[*a].abs().total_cmp(&z[*b].abs())).unwrap_or(0);
        x.fill(0.0);
        x[most] = 1.0;
    }
    norm * inverse
}

/// Parts that nothing connects with ground, if there is one.
fn loose_parts(model: &Model, found: &mut Diagnosis) {
    let nodes = model.nodes();
    if !nodes.iter().any(|n| n.kind == NodeKind::Ground) {
        return;
    }
    // the first node of the part that each one belongs to; ground is one part
    let mut part: Vec<usize> = (0..nodes.len()).collect();
    fn root(part: &[usize], mut k: usize) -> usize {
        while part[k] != k {
            k = part[k];
        }
        k
    }
    let mut ground = None;
    for (k, _) in nodes.iter().enumerate().filter(|(_, n)| n.kind == NodeKind::Ground) {
        part[k] = *ground.get_or_insert(k);
    }
    for t in 0..model.term_count() {
        for pair in model.term(t).nodes().windows(2) {
            let (a, b) = (root(&part, pair[0].0), root(&part, pair[1].0));
            let (low, high) = (a.min(b), a.max(b));
            part[high] = low;
        }
    }
    let ground = root(&part, ground.unwrap_or(0));
    for first in (0..nodes.len()).filter(|&k| part[k] == k && k != ground) {
        let others = (0..nodes.len()).filter(|&k| root(&part, k) == first).count() - 1;
        let rest = if others > 0 { format!(" and {others} nodes connected with it") } else { String::new() };
        let text = format!(
            "node \"{}\"{rest} fly freely: no joint, beam or spring connects them with ground, directly or through others. Is a \
             joint missing?",
            nodes[first].name
        );
        found.add(Severity::Warning, Kind::Loose, text);
    }
}

/// A part is left behind that differs from turning with its neighbour by more than this part of the neighbour's angular velocity.
const BEHIND: f64 = 0.1;

/// Nodes without a given velocity that hang, by a joint, on one to which the host gave an angular velocity, and do not turn with it in
/// the state `started`.
fn left_behind(model: &Model, started: &State, found: &mut Diagnosis) {
    let given = |n: NodeId| model.nodes()[n.0].start.omega.norm();
    let still = |n: NodeId| model.nodes()[n.0].kind == NodeKind::Free && given(n) == 0.0;
    for joint in model.joints() {
        let &[a, b] = joint.term.nodes() else { continue };
        let (turned, left) = if given(a) > 0.0 { (a, b) } else { (b, a) };
        let difference = started.nodes[left.0].omega - started.nodes[turned.0].omega;
        if given(turned) > 0.0 && still(left) && difference.norm() > BEHIND * given(turned) {
            let names = [turned, left].map(|n| &model.nodes()[n.0].name);
            let text = format!(
                "node \"{}\" was given an angular velocity of {:.3} rad/s, and node \"{}\", which joint \"{}\" connects with it, none: it \
                 starts at rest but for the jerk of the joints, with {:.3} rad/s, and does not turn with \"{}\". Give it its velocity too \
                 (swp_model_set_node_velocity), or none to either and the rate to the joint that turns them (swp_model_start_joint, \
                 swp_model_drive_joint)",
                names[0],
                given(turned),
                names[1],
                joint.name,
                started.nodes[left.0].omega.norm(),
                names[0]
            );
            found.add(Severity::Warning, Kind::Start, text);
        }
    }
}

/// Couplings with coordinates that begin locked.
fn locked_couplings(model: &Model, found: &mut Diagnosis) {
    for joint in model.joints() {
        for (k, lock) in joint.locks.iter().enumerate() {
            let Some((place, _)) = lock.filter(|(place, _)| model.locks()[*place].on) else { continue };
            let Some(scalar) = joint.term.scalar_of(k) else { continue };
            for t in 0..model.term_count() {
                let (term, name) = (model.term(t), model.term_name(t));
                if name.starts_with("coupling") && term.scalars().contains(&scalar) {
                    let text = format!(
                        "{name} acts on coordinate {k} of joint \"{}\", which begins locked (at {}): what it couples stands still \
                         too until the lock is released",
                        joint.name,
                        model.locks()[place].value
                    );
                    found.add(Severity::Warning, Kind::Locked, text);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn condition_numbers_are_those_of_the_inverse() {
        let whole = |n: usize| [Group { unknowns: (0..n).collect(), ..Default::default() }];
        // full pattern; Hager's estimate is a lower bound, mostly the number itself
        let mut noise = crate::terms::check::Noise(5);
        for n in [3, 8, 20] {
            let matrix = nalgebra::DMatrix::from_fn(n, n, |i, j| noise.number() + if i == j { 1.0 } else { 0.0 });
            let one_norm = |m: &nalgebra::DMatrix<f64>| m.column_iter().map(|c| c.lp_norm(1)).fold(0.0, f64::max);
            let exact = one_norm(&matrix) * one_norm(&matrix.clone().try_inverse().unwrap());
            let col_ptr: Vec<usize> = (0..=n).map(|k| k * n).collect();
            let row_idx: Vec<usize> = (0..n * n).map(|k| k % n).collect();
            let found = condition_number(&col_ptr, &row_idx, &whole(n), matrix.as_slice());
            assert!(found <= exact * (1.0 + 1e-10) && found > 0.5 * exact, "{n}: {found} {exact}");
        }
        assert!(condition_number(&[0, 2, 4], &[0, 1, 0, 1], &whole(2), &[1.0, 2.0, 2.0, 4.0]).is_infinite());
    }
}
