//! A state as bytes: magic, version, fingerprint of the model, numbers (little-endian), checksum.

use crate::error::{Error, Result};
use crate::integrators::SCHEMES;
use crate::math::Vec3;
use crate::model::{Form, Model, NodeKind};
use crate::state::{Input, Origin, RunAudit, SchemeHistory, Stale, State};
use crate::terms::{InstantAudit, Term};

const MAGIC: &[u8; 8] = b"SWPSNAP\n";
/// Version of the layout of the bytes.
pub const VERSION: u32 = 8;
const HEADER: usize = 8 + 4 + 8 + 8;

/// 64-bit Fowler-Noll-Vo hash, a checksum against damage.
fn checksum(bytes: &[u8], seed: u64) -> u64 {
    bytes.iter().fold(seed ^ 0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// A number that differs between models of different structure: names, kinds, what is joined to what. Masses, lengths and
/// other numbers may differ: a run may be continued with a changed spring.
pub fn fingerprint(model: &Model) -> u64 {
    let mut hash = 0;
    for node in model.nodes() {
        hash = checksum(format!("{}/{:?};", node.name, node.kind).as_bytes(), hash);
    }
    for k in 0..model.term_count() {
        let term = model.term(k);
        let conditions: Vec<_> = (0..term.conditions()).map(|c| term.condition(c)).collect();
        let text = format!("{}/{:?}/{:?}/{conditions:?};", model.term_name(k), term.nodes(), term.scalars());
        hash = checksum(text.as_bytes(), hash);
    }
    for (name, _) in model.inputs() {
        hash = checksum(format!("{name};").as_bytes(), hash);
    }
    for actuator in model.actuators() {
        hash = checksum(format!("{};", actuator.name).as_bytes(), hash);
    }
    for switch in model.switches() {
        hash = checksum(format!("{switch:?};").as_bytes(), hash);
    }
    for joint in model.joints() {
        hash = checksum(format!("{};", joint.term.kind()).as_bytes(), hash);
    }
    hash
}

/// A count goes through as its bits.
fn count(value: u64, each: &mut dyn FnMut(&mut f64)) -> u64 {
    let mut bits = f64::from_bits(value);
    each(&mut bits);
    bits.to_bits()
}

/// Visit every number of a state, in a fixed order.
fn visit(state: &mut State, mut each: impl FnMut(&mut f64)) {
    each(&mut state.time);
    each(&mut state.time_rest);
    each(&mut state.last_step);
    each(&mut state.pace.next);
    each(&mut state.pace.error);
    state.history.scheme = count(u64::from(state.history.scheme), &mut each) as u32;
    state.history.coefficients = count(u64::from(state.history.coefficients), &mut each) as u32;
    state.form = match count(state.form as u64, &mut each) {
        0 => Form::None,
        1 => Form::Rotations,
        2 => Form::Directors,
        _ => Form::Mixed,
    };
    let kept = count(u64::from(!state.history.rates.is_empty()), &mut each) != 0;
    state.history.rates.resize(if kept { state.nodes.len() } else { 0 }, [Vec3::zeros(); 4]);
    for v in state.history.rates.iter_mut().flatten() {
        v.iter_mut().for_each(&mut each);
    }
    let kept = count(u64::from(!state.history.means.is_empty()), &mut each) != 0;
    state.history.means.resize(if kept { state.multipliers.len() } else { 0 }, 0.0);
    state.history.means.iter_mut().for_each(&mut each);
    for lock in &mut state.locks {
        lock.on = count(u64::from(lock.on), &mut each) != 0;
        [&mut lock.value, &mut lock.since, &mut lock.impulse].into_iter().for_each(&mut each);
    }
    state.switched = count(state.switched, &mut each);
    for node in &mut state.nodes {
        let mut q = node.rotation.into_inner();
        node.x.iter_mut().for_each(&mut each);
        q.coords.iter_mut().for_each(&mut each);
        // the bits as they were written: normalising again could change the last one
        node.rotation = crate::math::Quat::new_unchecked(q);
        node.d = node.rotation.to_rotation_matrix().into_inner();
        for v in [&mut node.v, &mut node.omega, &mut node.a, &mut node.alpha] {
            v.iter_mut().for_each(&mut each);
        }
    }
    for v in state.history.algorithmic.iter_mut().chain(&mut state.history.former).flatten() {
        let v: &mut Vec3 = v;
        v.iter_mut().for_each(&mut each);
    }
    for s in &mut state.scalars {
        [&mut s.value, &mut s.rate, &mut s.acceleration].into_iter().for_each(&mut each);
    }
    each(&mut state.memory.time);
    state.memory.states.iter_mut().flatten().for_each(&mut each);
    let State { history: SchemeHistory { scalar_algorithmic, scalar_former, .. }, multipliers, coordinates, .. } =
        state;
    for list in [scalar_algorithmic, scalar_former, multipliers, coordinates] {
        list.iter_mut().for_each(&mut each);
    }
    visit_inputs(&mut state.inputs, &mut each);
    state.origin = match count(state.origin as u64, &mut each) {
        0 => Origin::Start,
        1 => Origin::Equilibrium,
        _ => Origin::Steps,
    };
    state.stale = match count(state.stale as u64, &mut each) {
        0 => Stale::No,
        1 => Stale::Loads,
        _ => Stale::Drives,
    };
    visit_run_audit(&mut state.run_audit, &mut each);
}

/// Where inputs come from and go to.
fn visit_inputs(inputs: &mut [Input], each: &mut dyn FnMut(&mut f64)) {
    for input in inputs {
        input.from.iter_mut().chain(&mut input.to).for_each(&mut *each);
        [&mut input.since, &mut input.until].into_iter().for_each(&mut *each);
        for rated in &mut input.rated {
            *rated = count(u64::from(*rated), each) != 0;
        }
    }
}

/// Totals of a run.
fn visit_run_audit(run_audit: &mut RunAudit, each: &mut dyn FnMut(&mut f64)) {
    for counter in [&mut run_audit.steps, &mut run_audit.iterations, &mut run_audit.records] {
        *counter = count(*counter, each);
    }
    let totals = [
        &mut run_audit.initial_energy,
        &mut run_audit.applied,
        &mut run_audit.driven,
        &mut run_audit.constraints,
        &mut run_audit.dampers,
        &mut run_audit.dissipated,
        &mut run_audit.middle_violation,
        &mut run_audit.explained,
        &mut run_audit.through,
        &mut run_audit.peak,
        &mut run_audit.interpolation,
        &mut run_audit.energy,
        &mut run_audit.before.time,
        &mut run_audit.before.energy,
    ];
    totals.into_iter().chain(&mut run_audit.powers).chain(&mut run_audit.before.works).for_each(&mut *each);
    for v in run_audit.momenta.iter_mut().chain(&mut run_audit.before.momenta) {
        v.iter_mut().for_each(&mut *each);
    }
}

/// The state of the model with this fingerprint as bytes.
pub fn to_bytes(fingerprint: u64, state: &State) -> Vec<u8> {
    let mut body = Vec::new();
    visit(&mut state.clone(), |v| body.extend_from_slice(&v.to_bits().to_le_bytes()));
    let mut bytes = Vec::with_capacity(HEADER + body.len() + 8);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&fingerprint.to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&body);
    let sum = checksum(&bytes, 0);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Are these bytes a snapshot, whole and undamaged?
pub fn verify(bytes: &[u8]) -> Result<()> {
    let bad = |text: String| Err(Error::BadSnapshot(text));
    if bytes.len() < HEADER + 8 || &bytes[..8] != MAGIC {
        return bad("these bytes are not a snapshot of swashplate".into());
    }
    let version = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes"));
    if version != VERSION {
        return bad(format!("the snapshot has version {version}; this library reads version {VERSION}"));
    }
    let (whole, sum) = bytes.split_at(bytes.len() - 8);
    let length = u64::from_le_bytes(bytes[20..28].try_into().expect("eight bytes"));
    if length != (whole.len() - HEADER) as u64 {
        let held = whole.len() - HEADER;
        let what = if (held as u64) < length { "it was cut" } else { "bytes were added" };
        return bad(format!("the snapshot holds {held} bytes where {length} were written; {what}"));
    }
    if checksum(whole, 0).to_le_bytes() != sum {
        return bad("the checksum of the snapshot does not fit; it was damaged".into());
    }
    Ok(())
}

/// Read a state of the model with this fingerprint from bytes; `like` gives the sizes.
pub fn from_bytes(fingerprint: u64, like: &State, bytes: &[u8]) -> Result<State> {
    verify(bytes)?;
    if bytes[12..20] != fingerprint.to_le_bytes() {
        return Err(Error::BadSnapshot(
            "the snapshot belongs to another model: names, kinds or numbers of nodes, joints or inputs differ".into(),
        ));
    }
    let mut numbers = bytes[HEADER..bytes.len() - 8].chunks_exact(8);
    let mut state = like.clone();
    let mut short = false;
    visit(&mut state, |v| match numbers.next() {
        Some(chunk) => *v = f64::from_bits(u64::from_le_bytes(chunk.try_into().expect("eight bytes"))),
        None => short = true,
    });
    if short || numbers.next().is_some() {
        return Err(Error::BadSnapshot("the snapshot has another number of values than this model".into()));
    }
    let mut finite = true;
    visit(&mut state.clone(), |v| finite &= v.is_finite());
    if !finite {
        return impossible("one is not finite");
    }
    // a choice that is none of those there are, a count that does not fit: written again, it would be another one
    if to_bytes(fingerprint, &state) != bytes {
        return impossible("a choice or a count is out of its range");
    }
    Ok(state)
}

fn impossible<T>(what: &str) -> Result<T> {
    let text = format!("the snapshot holds numbers that no state has: {what}; it was made up or damaged");
    Err(Error::BadSnapshot(text))
}

/// Largest count; beyond it counts are no longer exact as numbers.
const LARGEST_COUNT: u64 = 1 << 53;

/// Err unless a state that was read can be one of this model.
pub fn require_possible(model: &Model, state: &State) -> Result<()> {
    let now = state.time;
    // far more than the rounding of a sum of steps, and than the part of a step that counts as nothing
    let slack = 1e-6 * (1.0 + now.abs());
    let (switches, done) = (model.switches(), state.switched);
    let run_audit = &state.run_audit;
    let sized = [state.last_step, state.pace.next, state.pace.error, run_audit.through, run_audit.peak];
    let counts = [run_audit.steps, run_audit.iterations, run_audit.records, done];
    let still = |v: &[Vec3]| v.iter().all(|v| *v == Vec3::zeros());
    let moves = |k: usize| {
        let (node, kind) = (&state.nodes[k], model.nodes()[k].kind);
        kind == NodeKind::Free
            || still(&[node.omega, node.alpha]) && (kind == NodeKind::Point || still(&[node.v, node.a]))
    };
    // energy and momenta of all that has mass
    let (mut audit, mut motion) = (InstantAudit::default(), RunAudit::default());
    let at = state.level(model, &[], 1.0);
    model.bodies().for_each(|body| body.audit(&at, &[], &mut audit));
    motion.open(now, &audit);
    let checks: [(&'static str, bool); 12] = [
        ("an orientation is not of unit length", state.nodes.iter().all(|n| (n.rotation.norm() - 1.0).abs() < 1e-9)),
        ("a node that is fixed moves, or one without orientation turns", (0..state.nodes.len()).all(moves)),
        (
            "the scheme is not known",
            state.history.scheme == 0 || SCHEMES.iter().any(|listed| listed.code == state.history.scheme),
        ),
        (
            "it has beams and the model none, or the other way round",
            (state.form == Form::None) == model.beams().is_empty(),
        ),
        ("a size is negative", sized.iter().all(|v| *v >= 0.0)),
        ("a count is too large", counts.iter().all(|n| *n <= LARGEST_COUNT)),
        ("more switches of locks are done than there are", done <= switches.len() as u64),
        (
            "the switches of locks that are done are not those before its time",
            switches.iter().enumerate().all(|(k, s)| match (k as u64) < done {
                true => s.time <= now + slack,
                false => s.time >= now - slack,
            }),
        ),
        ("a lock was switched after its time", state.locks.iter().all(|l| l.since <= now + slack)),
        (
            "an input or an actuator belongs to another time",
            state.inputs.iter().all(|i| i.since <= now + slack)
                && (state.memory.states.is_empty() || (state.memory.time - now).abs() <= slack)
                && state.time_rest.abs() <= slack,
        ),
        ("an angle has too many turns", state.require_turns(model).is_ok()),
        (
            "it moves so fast, or so far out, that its energy is not finite",
            motion.require_finite(format_args!("it")).is_ok(),
        ),
    ];
    checks.iter().find(|(_, holds)| !holds).map_or(Ok(()), |(what, _)| impossible(what))
}
