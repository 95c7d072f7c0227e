//! Static equilibria: what was found, and paths of equilibria past limit points.

use super::joints::{joint, swp_joint};
use super::library::swp_status;
use super::model::{function, node, swp_function, swp_node};
use super::sim::{change, modify, read, swp_sim};
use super::{Fail, put, reference, require, sized};
use crate::error::{Error, require_finite};
use crate::integrators::statics::Spin;
use crate::integrators::statics::path::{Loads, Mark, Plan};
use crate::math::Vec3;
use crate::simulation::{Output, Simulation};
use libc::size_t;

/// What the last of swp_sim_solve_static, swp_sim_solve_rotating, swp_sim_go_to_load and swp_sim_trace_path did and found. After a
/// failure of the first two: how far the search came, `reached`, and what it took; `stable` and `unstable` are then −1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_statics_report {
    /// Load steps taken, or points of the path.
    pub load_steps: u64,
    /// Load steps that failed and were cut.
    pub cuts: u64,
    /// Newton iterations of all steps taken.
    pub iterations: u64,
    /// Steps of pseudo-transient continuation: where load steps did not lead on (a tangent without stiffness, a limit point), the
    /// state was moved to a stable equilibrium under the whole load as if in a viscous fluid.
    pub relaxed: u64,
    /// Limit and branching points met on the way.
    pub critical: u64,
    /// 1: the equilibrium is stable, but for neutral motions. 0: it is not. −1: stiffness alone does not tell, and swp_sim_modes does:
    /// directions could not be counted; the model spins and `unstable` is even and not 0, so that gyroscopic forces may keep it stable;
    /// or loads follow the motion (follower forces, pressure, dead moments: `symmetric` is 0) and `unstable` is even, 0 included,
    /// so that it may flutter.
    pub stable: i32,
    /// Number of unstable directions: negative eigenvalues of the tangent stiffness on the motions that the joints allow, from the
    /// signs of the pivots, neutral motions left out; −1 if they could not be counted. Under spin the stiffness is that in turning
    /// axes, centrifugal forces included and gyroscopic ones not: 0 is stable, an odd number unstable.
    pub unstable: i32,
    /// 1: the tangent is symmetric. 0: it is not, by follower loads or others that are not conservative. Of `unstable` only
    /// whether it is even or odd is then certain; swp_sim_modes tells what grows.
    pub symmetric: i32,
    /// Number of neutral motions: no element, joint, load or gravity resists them and none drives them, as a wheel on its axle, a
    /// round rod about itself, a shaft free to turn. The equilibrium found is the one from which nothing moved along them.
    pub neutral: i32,
    /// Part of the way from the state before the call to the loads, drives and spin asked for that load steps did: 1 on success, less
    /// after a failure.
    pub reached: f64,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 7],
}

/// What a point of a path is.
#[repr(i32)]
pub enum swp_path_event {
    /// A point like any other.
    SWP_EVENT_NONE = 0,
    /// A limit point: the load factor turns back.
    SWP_EVENT_LIMIT = 1,
    /// A branching point: another path crosses.
    SWP_EVENT_BRANCHING = 2,
    /// The output has the value that was asked for.
    SWP_EVENT_VALUE = 3,
    /// The load factor has the value that was asked for.
    SWP_EVENT_END = 4,
}

/// A point of a path.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_path_point {
    /// Load factor, or value of the input.
    pub factor: f64,
    /// The output of the options; 0 if there is none.
    pub output: f64,
    /// Length of the path up to here: root of mean square motion of the nodes (displacement over the model's length, turn in
    /// radians) and of the load factor over its whole change.
    pub length: f64,
    /// One of swp_path_event.
    pub event: i32,
    /// Number of unstable directions, as in swp_statics_report; −1 if they could not be counted. At a limit or branching point
    /// itself: that of the points before it.
    pub unstable: i32,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 4],
}

/// How a path is followed. Call swp_path_options_init first, then change what you need.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_path_options {
    /// Size of this struct, set by swp_path_options_init; do not change it.
    pub size: size_t,
    /// What is watched: 0 nothing (default), 1 the position of `node`, component `component` (0, 1, 2) [m], 2 the coordinate
    /// `component` of `joint` [m] or [rad].
    pub output: i32,
    /// Component or coordinate.
    pub component: i32,
    /// The node, for `output` 1.
    pub node: swp_node,
    /// The joint, for `output` 2.
    pub joint: swp_joint,
    /// 1: the path ends where the output is `value`. Default: 0.
    pub stop_at_value: i32,
    /// 1: the path ends at the first limit or branching point. The same call again goes on behind it, in the direction of the path, as
    /// long as state, loads and spin are those of that point. Default: 0.
    pub stop_at_critical: i32,
    /// The value.
    pub value: f64,
    /// Most points, at least 2. Default: 2000.
    pub max_points: size_t,
    /// Largest turn of a node between two points [rad], in (0, 1]. Default: 0.5.
    pub largest_turn: f64,
    /// Steady spin, as in swp_sim_solve_rotating [rad/s]. Default: zero.
    pub omega: [f64; 3],
    /// A point of its axis [m]. Default: the origin.
    pub about: [f64; 3],
    /// 0; room for members of later versions.
    pub reserved: [u64; 8],
}

impl super::Sized for swp_path_options {
    fn head(&self) -> (size_t, &[u64]) {
        (self.size, &self.reserved)
    }
}

fn defaults() -> swp_path_options {
    swp_path_options {
        size: size_of::<swp_path_options>(),
        output: 0,
        component: 0,
        node: swp_node { id: u32::MAX },
        joint: swp_joint { id: u32::MAX },
        stop_at_value: 0,
        stop_at_critical: 0,
        value: 0.0,
        max_points: 2000,
        largest_turn: 0.5,
        omega: [0.0; 3],
        about: [0.0; 3],
        reserved: [0; 8],
    }
}

/// Fill options with defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_path_options_init(options: *mut swp_path_options) -> swp_status {
    super::guard(None, || put(options, "options", defaults()))
}

fn read_options(options: *const swp_path_options) -> Result<swp_path_options, Fail> {
    if options.is_null() {
        return Ok(defaults());
    }
    sized(options, "path options", "swp_path_options_init")
}

fn flag(what: &str, value: i32) -> Result<bool, Fail> {
    match value {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(Error::InvalidArgument(format!("path options: {what} is {other}; 0 or 1")).into()),
    }
}

/// The plan and the output of the options; `stop`: with what ends the path early.
fn plan(
    s: &Simulation,
    input: *const swp_function,
    to: f64,
    given: &swp_path_options,
    stop: bool,
) -> Result<(Plan, Output), Fail> {
    require_finite("path: load factor", &[to])?;
    require_finite("path options: numbers", &[given.value, given.largest_turn])?;
    let loads = if input.is_null() {
        Loads::All
    } else {
        Loads::Input(s.check_input(function(*reference(input, "input")?)?, to)?)
    };
    if !(given.largest_turn > 0.0 && given.largest_turn <= 1.0) || given.max_points < 2 {
        let text = "path options: largest_turn must be in (0, 1] rad and max_points at least 2";
        return Err(Error::InvalidArgument(text.into()).into());
    }
    let output = match given.output {
        0 => Output::None,
        1 => Output::Position(node(given.node)?, super::coordinate(given.component)?),
        2 => Output::Coordinate(joint(given.joint)?, super::coordinate(given.component)?),
        other => {
            return Err(Error::InvalidArgument(format!("path options: output {other} is not known; 0, 1 or 2")).into());
        }
    };
    let at_value = flag("stop_at_value", given.stop_at_value)?;
    if at_value && output == Output::None {
        return Err(Error::InvalidArgument("path options: stop_at_value needs an output".into()).into());
    }
    let at_critical = flag("stop_at_critical", given.stop_at_critical)?;
    let plan = Plan {
        loads,
        to,
        value: (stop && at_value).then_some(given.value),
        stop: stop && at_critical,
        most: given.max_points,
        turn: given.largest_turn,
        spin: Spin { omega: Vec3::from(given.omega), about: Vec3::from(given.about) },
    };
    Ok((plan, output))
}

/// Bring the model to rest in static equilibrium with gravity, loads, springs and drives of the present time, starting from
/// the present positions; in load steps from the equilibrium at hand if the whole change is too much at once. A drive that has
/// changed goes to its new value in the same steps, C(q) = (1 − s) C(q₀). Steps are cut where a node turns by more than 1 rad or
/// the number of unstable directions would change; where they lead no further (nothing resists yet, or a limit point), the state
/// moves to a stable equilibrium under the whole load by pseudo-transient continuation. By symmetry it may stay on an unstable one:
/// swp_sim_statics_report says whether it is stable. Motions that nothing resists and nothing drives are neutral: the state does not
/// move along them, and they are reported apart. Sections without mass will do. Works in the audit start anew. On failure
/// (SWP_SINGULAR_MATRIX if something is not held, or so thin that its bending is lost in rounding, which the text names;
/// SWP_NEWTON_FAILED) the state is as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_solve_static(sim: *mut swp_sim) -> swp_status {
    change(sim, |s| Ok(s.sim.solve_static().map(|_| ())?))
}

/// Go to a load factor along the path of equilibria, past limit points, by arc length: unlike swp_sim_solve_static, which cannot
/// pass a limit point but by a jump. `input`: the input that is the load factor, which then has that value; NULL for all loads and
/// gravity by one factor, of which 1 is the model's own, and driven coordinates by the same factor from where they are in the
/// reference configuration. Time steps know no such factor: they take loads and drives as the model has them, so go back to 1 before
/// them. The present state is the start: its factor is the value of the input, or
/// the factor that its internal forces fit best.
///
/// `options` may be NULL for defaults; `stop_at_value` and `stop_at_critical` are not looked at. The state is then the equilibrium
/// at the factor where the path meets it first. SWP_NEWTON_FAILED when the path is lost or does not get there within `max_points`;
/// SWP_INVALID_ARGUMENT when it is there already; the state is then as it was. SWP_WRONG_STATE if a step is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_go_to_load(
    sim: *mut swp_sim,
    input: *const swp_function,
    factor: f64,
    options: *const swp_path_options,
) -> swp_status {
    modify(sim, false, |s| {
        let (plan, output) = plan(s, input, factor, &read_options(options)?, false)?;
        s.trace_path(&plan, output)?;
        Ok(())
    })
}

/// Trace the path of equilibria, as swp_sim_go_to_load does, to the load factor `to`, or to what the options end it at. Limit and
/// branching points on the way are found and are points of the path; at a branching point the path that came in is followed
/// on. The state is then the last point. Points are read by swp_sim_path_point, also those found before a failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_trace_path(
    sim: *mut swp_sim,
    input: *const swp_function,
    to: f64,
    options: *const swp_path_options,
) -> swp_status {
    modify(sim, false, |s| {
        let (plan, output) = plan(s, input, to, &read_options(options)?, true)?;
        s.trace_path(&plan, output)?;
        Ok(())
    })
}

/// Number of points of the last path, 0 if there was none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_path_count(sim: *const swp_sim, out: *mut size_t) -> swp_status {
    read(sim, |s| put(out, "out", s.statics().path.len()))
}

/// A point of the last path, from 0; SWP_UNKNOWN_ID if there is none of this number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_path_point(
    sim: *const swp_sim,
    point: size_t,
    out: *mut swp_path_point,
) -> swp_status {
    read(sim, |s| {
        let path = &s.statics().path;
        let Some(found) = path.get(point) else {
            let text = format!("path: there is no point {point}; the last path has {}", path.len());
            return Err(Error::UnknownId(text).into());
        };
        let event = match found.mark {
            Mark::Point => swp_path_event::SWP_EVENT_NONE,
            Mark::Limit => swp_path_event::SWP_EVENT_LIMIT,
            Mark::Branching => swp_path_event::SWP_EVENT_BRANCHING,
            Mark::Value => swp_path_event::SWP_EVENT_VALUE,
            Mark::End => swp_path_event::SWP_EVENT_END,
        };
        let point = swp_path_point {
            factor: found.factor,
            output: found.output,
            length: found.length,
            event: event as i32,
            unstable: count(found.unstable),
            reserved: [0; 4],
        };
        put(out, "out", point)
    })
}

/// Make a point of the last path the present state, with the inputs that belong to it: any output can then be asked for there.
/// SWP_UNKNOWN_ID if there is none of this number; SWP_WRONG_STATE if a step is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_visit_path(sim: *mut swp_sim, point: size_t) -> swp_status {
    modify(sim, false, |s| Ok(s.visit_path(point)?))
}

/// Bound the work of swp_sim_solve_static and swp_sim_solve_rotating from now on: after `most` load steps, cuts and steps of relaxation
/// together the search is given up with SWP_NEWTON_FAILED, the state is as it was, and swp_sim_statics_report says where it stood.
/// Each of these takes one run of Newton's method; a relaxation, of up to 150 steps, is ended before the limit is looked at again. The
/// default is 4000. SWP_INVALID_ARGUMENT for 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_set_load_step_limit(sim: *mut swp_sim, most: size_t) -> swp_status {
    modify(sim, false, |s| Ok(s.set_load_step_limit(most)?))
}

/// What the last search for an equilibrium did and found; zeros if there was none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_statics_report(sim: *const swp_sim, out: *mut swp_statics_report) -> swp_status {
    read(sim, |s| {
        require(out, "out")?;
        let r = &s.statics().report;
        let report = swp_statics_report {
            load_steps: r.load_steps as u64,
            cuts: r.halved as u64,
            iterations: r.iterations as u64,
            relaxed: r.relaxed as u64,
            critical: r.critical as u64,
            stable: r.stable().map_or(-1, i32::from),
            unstable: count(r.unstable),
            symmetric: i32::from(r.symmetric),
            neutral: i32::try_from(r.neutral).unwrap_or(i32::MAX),
            reached: r.reached,
            reserved: [0; 7],
        };
        // before any search: zeros
        let report =
            if *r == Default::default() { swp_statics_report { stable: 0, unstable: 0, ..report } } else { report };
        put(out, "out", report)
    })
}

/// A number of directions, −1 for one that is not known.
fn count(unstable: Option<usize>) -> i32 {
    unstable.map_or(-1, |n| i32::try_from(n).unwrap_or(i32::MAX))
}
