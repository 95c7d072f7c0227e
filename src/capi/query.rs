//! What can be asked of a simulation. While a step is open and solved, queries see its end; otherwise the last accepted state.

use super::joints::{joint, swp_joint};
use super::library::swp_status;
use super::model::{node, swp_node};
use super::sim::{modify, read, swp_sim};
use super::{Fail, array_mut, coordinate, optional_vec3, put, require};
use crate::error::Error;
use crate::math::{Vec3, so3};
use crate::terms::Motion;
use libc::size_t;

/// Motion of a node, inertial axes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_motion {
    /// Position [m].
    pub position: [f64; 3],
    /// Unit quaternion w, x, y, z that takes node axes to inertial axes.
    pub orientation: [f64; 4],
    /// Velocity [m/s].
    pub velocity: [f64; 3],
    /// Angular velocity [rad/s].
    pub angular_velocity: [f64; 3],
    /// Acceleration [m/s²].
    pub acceleration: [f64; 3],
    /// Angular acceleration [rad/s²].
    pub angular_acceleration: [f64; 3],
}

impl From<&Motion> for swp_motion {
    fn from(m: &Motion) -> Self {
        swp_motion {
            position: m.x.into(),
            orientation: [m.rotation.w, m.rotation.i, m.rotation.j, m.rotation.k],
            velocity: m.v.into(),
            angular_velocity: m.omega.into(),
            acceleration: m.a.into(),
            angular_acceleration: m.alpha.into(),
        }
    }
}

/// Sides of a joint.
#[repr(i32)]
pub enum swp_side {
    /// The side given first.
    SWP_SIDE_A = 0,
    /// The side given second.
    SWP_SIDE_B = 1,
}

/// Axes of a result.
#[repr(i32)]
pub enum swp_axes {
    /// Inertial axes.
    SWP_AXES_INERTIAL = 0,
    /// The joint's axes on side A.
    SWP_AXES_JOINT = 1,
}

/// The audit at one instant.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_audit {
    /// Time [s].
    pub time: f64,
    /// Kinetic energy [J].
    pub kinetic_energy: f64,
    /// Potential energy of gravity and springs [J].
    pub potential_energy: f64,
    /// Work of applied loads since the start [J]; this and the other works by the quadrature of the scheme: of the order of the
    /// scheme, and exact with the schemes from SWP_ENERGY_PRESERVING on.
    pub work_applied: f64,
    /// Work of driven joint coordinates [J].
    pub work_driven: f64,
    /// Work of the conditions that should do none [J].
    pub work_constraints: f64,
    /// Work of dampers [J], negative when they dissipate.
    pub work_dampers: f64,
    /// Energy at the start plus these works and `interpolation_change` minus energy now [J]: what the scheme dissipated, and the error of
    /// the works.
    pub numerical_dissipation: f64,
    /// What the scheme itself dissipated [J]: exact with the schemes from SWP_ENERGY_PRESERVING on, where it equals
    /// `numerical_dissipation` to the tolerance of Newton's method. Steps of generalised-α, HHT-α and Newmark with little or no
    /// damping add what bringing velocities onto the constraints took; steps of other schemes add nothing.
    pub scheme_dissipation: f64,
    /// Linear momentum [kg·m/s].
    pub linear_momentum: [f64; 3],
    /// Angular momentum about the point asked for [kg·m²/s].
    pub angular_momentum: [f64; 3],
    /// Largest violation of a condition: metres over the size of the model, or radians.
    pub position_violation: f64,
    /// Largest violation of the rate of a condition [1/s].
    pub velocity_violation: f64,
    /// Largest violation of the rate of a condition by the mean velocities of the last step [1/s]: there the schemes from
    /// SWP_ENERGY_PRESERVING on keep the conditions; 0 with others.
    pub middle_violation: f64,
    /// What changes of the interpolation of beams have added to their strain energy since the start [J]: swp_sim_set_scheme,
    /// swp_sim_restore.
    pub interpolation_change: f64,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 7],
}

/// The audit of one step, differences of totals: what they add up to is in swp_audit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_step_audit {
    /// Time of its beginning [s].
    pub begin: f64,
    /// Time of its end [s].
    pub end: f64,
    /// Energy at the end minus energy at the beginning [J]. The first step after a change of scheme also counts the energy of
    /// the change of velocities that makes the state consistent.
    pub energy_change: f64,
    /// Work of applied loads [J].
    pub work_applied: f64,
    /// Work of driven joint coordinates [J].
    pub work_driven: f64,
    /// Work of the conditions that should do none [J].
    pub work_constraints: f64,
    /// Work of dampers [J], negative when they dissipate.
    pub work_dampers: f64,
    /// These works minus `energy_change` [J].
    pub numerical_dissipation: f64,
    /// What the scheme itself dissipated [J], as in swp_audit.
    pub scheme_dissipation: f64,
    /// Change of linear momentum [kg·m/s].
    pub linear_momentum_change: [f64; 3],
    /// Change of angular momentum about the origin [kg·m²/s].
    pub angular_momentum_change: [f64; 3],
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 8],
}

/// How Newton's method went.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_newton_report {
    /// Accepted steps since the start; one that was cut counts once.
    pub steps: u64,
    /// Iterations of the solutions that were accepted; `iterations` of swp_sim_counters counts all of them.
    pub iterations_total: u64,
    /// Iterations of the last solution.
    pub iterations: i32,
    /// 1 if it converged.
    pub converged: i32,
    /// 1 if it ended with corrections above the tolerance that no longer shrink, while every equation held as well as rounding
    /// allows: the mechanism is beside a singular position, or the tolerance is below what the model allows. The motion is as
    /// good as it can be; reactions may be ill-determined at that instant: swp_sim_reaction_uncertainty says whether they are.
    pub at_rounding: i32,
    /// 0.
    pub reserved_flag: i32,
    /// Size of each of its corrections.
    pub corrections: [f64; 16],
    /// Relative size of the residual before each correction.
    pub residuals: [f64; 16],
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 8],
}

pub(super) fn put3(out: *mut f64, name: &'static str, v: &Vec3) -> Result<(), Fail> {
    array_mut(out, 3, name)?.copy_from_slice(v.as_slice());
    Ok(())
}

/// Motion of a node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_motion(sim: *const swp_sim, node: swp_node, out: *mut swp_motion) -> swp_status {
    read(sim, |s| put(out, "out", s.motion(self::node(node)?)?.into()))
}

/// Rotation matrix of a node, 9 numbers, row-major: inertial components = matrix · node components.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_rotation_matrix(sim: *const swp_sim, node: swp_node, out: *mut f64) -> swp_status {
    read(sim, |s| {
        let d = s.motion(self::node(node)?)?.d.transpose();
        array_mut(out, 9, "out")?.copy_from_slice(d.as_slice());
        Ok(())
    })
}

/// Rotation vector of a node, 3 numbers [rad], of length at most π.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_rotation_vector(sim: *const swp_sim, node: swp_node, out: *mut f64) -> swp_status {
    read(sim, |s| put3(out, "out", &so3::log(&s.motion(self::node(node)?)?.rotation)))
}

fn expect(count: usize, needed: usize, what: &str) -> Result<(), Fail> {
    if count == needed {
        return Ok(());
    }
    Err(Error::WrongSize(format!("`count` is {count}; {what} needs {needed}")).into())
}

/// Motions of all nodes, in the order in which they were added. `count` must be swp_model_node_count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_all_motions(sim: *const swp_sim, out: *mut swp_motion, count: size_t) -> swp_status {
    read(sim, |s| {
        let nodes = &s.state().nodes;
        expect(count, nodes.len(), "one motion a node")?;
        for (to, from) in array_mut(out, count, "out")?.iter_mut().zip(nodes) {
            *to = from.into();
        }
        Ok(())
    })
}

/// Positions [m] of all nodes, three numbers a node, in the order in which they were added. `count` must be three times
/// swp_model_node_count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_positions(sim: *const swp_sim, out: *mut f64, count: size_t) -> swp_status {
    read(sim, |s| {
        let nodes = &s.state().nodes;
        expect(count, 3 * nodes.len(), "three numbers a node")?;
        for (to, from) in array_mut(out, count, "out")?.chunks_exact_mut(3).zip(nodes) {
            to.copy_from_slice(from.x.as_slice());
        }
        Ok(())
    })
}

/// Value [m] or [rad] and rate of a joint coordinate. Angles count on over many turns. `rate` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_joint_coordinate(
    sim: *const swp_sim,
    joint: swp_joint,
    coordinate: i32,
    value: *mut f64,
    rate: *mut f64,
) -> swp_status {
    read(sim, |s| {
        require(value, "value")?;
        let (now, speed) = s.joint_coordinate(self::joint(joint)?, self::coordinate(coordinate)?)?;
        if !rate.is_null() {
            put(rate, "rate", speed)?;
        }
        put(value, "value", now)
    })
}

/// Displacement of the joint's point from A to B (3 numbers [m]) and rotation vector of B relative to A (3 numbers [rad], of
/// length at most π), in the joint axes of A. For any joint.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_joint_relative(
    sim: *const swp_sim,
    joint: swp_joint,
    displacement: *mut f64,
    rotation: *mut f64,
) -> swp_status {
    read(sim, |s| {
        require(displacement, "displacement")?;
        require(rotation, "rotation")?;
        let (d, r) = s.joint_relative(self::joint(joint)?)?;
        put3(displacement, "displacement", &d)?;
        put3(rotation, "rotation", &r)
    })
}

/// Driving force [N] or torque [N·m] of a driven coordinate, positive along it. SWP_INVALID_ARGUMENT if it is not driven.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_joint_drive(
    sim: *const swp_sim,
    joint: swp_joint,
    coordinate: i32,
    effort: *mut f64,
) -> swp_status {
    read(sim, |s| put(effort, "effort", s.joint_drive(self::joint(joint)?, self::coordinate(coordinate)?)?))
}

/// Force (3 numbers [N]) and moment (3 numbers [N·m], about the joint's point on that side) that the joint exerts on the node
/// of `side` (swp_side), in `axes` (swp_axes): its constraints, and everything that acts along its free coordinates (drive, spring, damper,
/// friction, stop, actuator, gears, lock). For the bearing alone take the components across the coordinate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_joint_reaction(
    sim: *const swp_sim,
    joint: swp_joint,
    side: i32,
    axes: i32,
    force: *mut f64,
    moment: *mut f64,
) -> swp_status {
    read(sim, |s| {
        require(force, "force")?;
        require(moment, "moment")?;
        let of = |value: i32, what: &str| match value {
            0 | 1 => Ok(value as usize),
            other => Err(Fail::Error(Error::InvalidArgument(format!("{other} is not known; {what}")))),
        };
        let (f, m) = s.joint_reaction(
            self::joint(joint)?,
            of(side, "side: SWP_SIDE_A or SWP_SIDE_B")?,
            of(axes, "axes: SWP_AXES_INERTIAL or SWP_AXES_JOINT")? == 1,
        )?;
        put3(force, "force", &f)?;
        put3(moment, "moment", &m)
    })
}

/// Multipliers of a joint's conditions, in their order. `needed` (may be NULL) receives their number; `out` (may be NULL when
/// `count` is 0) must have room for at least as many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_joint_multipliers(
    sim: *const swp_sim,
    joint: swp_joint,
    out: *mut f64,
    count: size_t,
    needed: *mut size_t,
) -> swp_status {
    read(sim, |s| {
        let lambda = s.joint_multipliers(self::joint(joint)?)?;
        if !needed.is_null() {
            put(needed, "needed", lambda.len())?;
            if out.is_null() && count == 0 {
                return Ok(());
            }
        }
        if count < lambda.len() {
            expect(count, lambda.len(), "one number a condition")?;
        }
        array_mut(out, lambda.len(), "out")?.copy_from_slice(&lambda);
        Ok(())
    })
}

/// Energies, works, momenta and violations of the conditions. `about`: the point of the angular momentum, 3 components [m], or
/// NULL for the origin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_audit(sim: *const swp_sim, about: *const f64, out: *mut swp_audit) -> swp_status {
    read(sim, |s| {
        let about = optional_vec3(about)?;
        crate::error::require_finite("about", about.as_slice())?;
        let a = s.audit(about)?;
        let audit = swp_audit {
            time: a.time,
            kinetic_energy: a.kinetic_energy,
            potential_energy: a.potential_energy,
            work_applied: a.work_applied,
            work_driven: a.work_driven,
            work_constraints: a.work_constraints,
            work_dampers: a.work_dampers,
            numerical_dissipation: a.numerical_dissipation,
            scheme_dissipation: a.scheme_dissipation,
            linear_momentum: a.linear_momentum.into(),
            angular_momentum: a.angular_momentum.into(),
            position_violation: a.position_violation,
            velocity_violation: a.velocity_violation,
            middle_violation: a.middle_violation,
            interpolation_change: a.interpolation_change,
            reserved: [0; 7],
        };
        put(out, "out", audit)
    })
}

/// The audit of the step that led to the present state: the open one if it is solved, else the last accepted one, also when it
/// was cut into parts. All zero before the first step and after statics.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_step_audit(sim: *const swp_sim, out: *mut swp_step_audit) -> swp_status {
    read(sim, |s| {
        let a = s.step_audit();
        let audit = swp_step_audit {
            begin: a.begin,
            end: a.end,
            energy_change: a.energy_change,
            work_applied: a.work_applied,
            work_driven: a.work_driven,
            work_constraints: a.work_constraints,
            work_dampers: a.work_dampers,
            numerical_dissipation: a.numerical_dissipation,
            scheme_dissipation: a.scheme_dissipation,
            linear_momentum_change: a.linear_momentum_change.into(),
            angular_momentum_change: a.angular_momentum_change.into(),
            reserved: [0; 8],
        };
        put(out, "out", audit)
    })
}

/// How Newton's method went in the last solution, and totals; those of iterations count statics too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_newton(sim: *const swp_sim, out: *mut swp_newton_report) -> swp_status {
    read(sim, |s| {
        let (h, run_audit) = (s.history(), &s.state().run_audit);
        let report = swp_newton_report {
            steps: run_audit.steps,
            iterations_total: run_audit.iterations,
            iterations: h.iterations as i32,
            converged: i32::from(h.converged),
            at_rounding: i32::from(h.at_rounding),
            reserved_flag: 0,
            corrections: h.corrections,
            residuals: h.residuals,
            reserved: [0; 8],
        };
        put(out, "out", report)
    })
}

/// How well reactions are determined now: the relative error that what Newton's method and rounding leave of positions may cause in
/// them, estimated, between 0 and 1. Far from singular positions of the mechanism it is next to nothing (1e-12 to 1e-6). From about
/// 0.01 on, reactions are not to be relied on at that instant: take those of the steps before and after. The motion is not affected.
/// `at_rounding` of swp_newton_report says that Newton's method ended at rounding, which mostly does no harm to reactions; this says
/// whether it may. It costs about as much as one Newton iteration and does not change the motion; it is refused in callbacks.
///
/// MP-ED reports means over steps, carried on to the end of a step: beside singular positions they may be off by several times the
/// reactions for two steps, without being uncertain in this sense. The other schemes recover them from the state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_reaction_uncertainty(sim: *mut swp_sim, out: *mut f64) -> swp_status {
    modify(sim, false, |s| {
        require(out, "out")?;
        put(out, "out", s.reaction_uncertainty()?)
    })
}
