/* swashplate: flexible multibody dynamics by finite elements.
 *
 * Generated from the Rust sources by cbindgen; do not edit.
 *
 * Contents: types and constants, then functions by sections
 *   - Version and failures
 *   - Model: nodes, bodies, functions of time, inputs
 *   - Joints
 *   - On joint coordinates: springs, stops, drives, gears, locks, actuators
 *   - Springs between nodes
 *   - Constraints on velocities
 *   - Sections, beams, shells and solids
 *   - Loads on nodes
 *   - Elements and constraints of the host
 *   - Diagnosis of a model
 *   - Model files
 *   - Simulation: creation, steps, inputs
 *   - Step control and events
 *   - Queries
 *   - Statics, steady spin, modes
 *   - Snapshots
 *   - Case files
 *
 * Conventions
 *   - Every function that can fail returns a swp_status and writes results through out-pointers. After a failure the handle
 *     and the caller's memory are as they were, and the text of the failure is kept with the handle (swp_model_error,
 *     swp_sim_error) or, where there is none, with the thread (swp_last_error).
 *   - Pointers must be NULL or valid for the call; where NULL is allowed it is said. Text goes in as UTF-8 that ends with a
 *     zero byte and is copied; text comes out by copy. Arrays are copied, never kept.
 *   - Units are consistent; SI in this documentation. Angles in radians. Vectors are 3 numbers, matrices row-major, unit
 *     quaternions w, x, y, z.
 *   - A model is built by one thread and then shared by any number of simulations; a simulation is used by one thread at a
 *     time. No global state, no printing, no exit. Calls run with the default floating-point modes whatever the host has set
 *     (traps, rounding, flushing), callbacks on the host's threads with the host's; modes and flags are afterwards as they were.
 *   - A call needs 256 kB of stack, 1 MB where the model has shells. It may be made in a child after fork: threads of a simulation are not there, and its steps are then
 *     made by the caller alone. No call may be made from a signal handler. Not enough memory is SWP_OUT_OF_MEMORY.
 *   - Structs keep their size through all versions of one major version. Numbers of later versions take the place of zeros in
 *     `reserved`. In what comes out 0 says that the library is older than the number; in what goes in 0 means as before, which the init
 *     function of the struct sets, and a library that does not know a number refuses it. Structs without `reserved` stay as they are.
 */

#ifndef SWASHPLATE_H
#define SWASHPLATE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Enums are 32 bits wide: by the type that C++ and C23 let them have, and by a typedef before. */
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
#define SWP_INT32 : int32_t
#else
#define SWP_INT32
#endif
#if defined(__cplusplus)
#define SWP_ENUM_TYPE(name)
#elif __STDC_VERSION__ >= 202311L
#define SWP_ENUM_TYPE(name) typedef enum name name;
#else
#define SWP_ENUM_TYPE(name) typedef int32_t name;
#endif

/**
 * Major version: changes when the ABI breaks.
 */
#define SWP_VERSION_MAJOR 0

/**
 * Minor version: changes when something is added.
 */
#define SWP_VERSION_MINOR 1

/**
 * Patch version.
 */
#define SWP_VERSION_PATCH 0

/**
 * Version of this header: major*10000 + minor*100 + patch.
 */
#define SWP_VERSION 100

/**
 * Outcome of a call. The numbers are fixed.
 *
 * After any other value than SWP_OK the handle is as it was before the call, and its error text says what happened, where
 * and what to try.
 */
enum swp_status SWP_INT32 {
  /**
   * Done.
   */
  SWP_OK = 0,
  /**
   * A pointer that must not be NULL is NULL.
   */
  SWP_NULL_POINTER = 1,
  /**
   * A value that no correct call can have: NaN, negative mass, a quaternion that is not of unit length.
   */
  SWP_INVALID_ARGUMENT = 2,
  /**
   * An id or a name that does not belong to this model.
   */
  SWP_UNKNOWN_ID = 3,
  /**
   * The name is taken.
   */
  SWP_DUPLICATE_NAME = 4,
  /**
   * An array, buffer or struct of the wrong size.
   */
  SWP_WRONG_SIZE = 5,
  /**
   * The model is in use by a simulation and cannot change.
   */
  SWP_FROZEN_MODEL = 6,
  /**
   * A call out of order, such as accepting a step that was not begun.
   */
  SWP_WRONG_STATE = 7,
  /**
   * The model as a whole is not sound.
   */
  SWP_INVALID_MODEL = 20,
  /**
   * Conditions of joints depend on each other; the text names each dependent set.
   */
  SWP_REDUNDANT_CONSTRAINTS = 21,
  /**
   * The joints allow a motion that moves no mass; the text names nodes and directions.
   */
  SWP_SINGULAR_MECHANISM = 22,
  /**
   * No positions or velocities satisfy all conditions at the start.
   */
  SWP_INCONSISTENT_START = 23,
  /**
   * Newton's method did not converge; the text has the history and the worst equation. Also: a step of generalised-α, HHT-α or
   * Newmark through a singular position of a mechanism has left the motion that the constraints allow, or no stable equilibrium was
   * found.
   */
  SWP_NEWTON_FAILED = 40,
  /**
   * The iteration matrix is singular.
   */
  SWP_SINGULAR_MATRIX = 41,
  /**
   * A number that is not finite came up in a computation.
   */
  SWP_NOT_FINITE = 42,
  /**
   * A callback of the host reported failure.
   */
  SWP_CALLBACK_FAILED = 43,
  /**
   * The progress callback asked to stop.
   */
  SWP_CANCELLED = 44,
  /**
   * Step control: the smallest step allowed is not accurate enough, or cannot be solved.
   */
  SWP_STEP_TOO_SMALL = 45,
  /**
   * Generalised-α, HHT-α and Newmark: ten times as much energy as the mechanism can have is there, and no load, drive or damper
   * brought it in. The solution has left the equations; the text has the remedy.
   */
  SWP_ENERGY_GREW = 46,
  /**
   * The snapshot is damaged or belongs to another model.
   */
  SWP_BAD_SNAPSHOT = 60,
  /**
   * Header and library do not fit together.
   */
  SWP_VERSION_MISMATCH = 61,
  /**
   * A model or case file cannot be read or written; the text has line, key and remedy.
   */
  SWP_BAD_FILE = 62,
  /**
   * There is not enough memory for what was asked; nothing was changed.
   */
  SWP_OUT_OF_MEMORY = 63,
  /**
   * A defect of the library, caught.
   */
  SWP_INTERNAL = 90,
};
SWP_ENUM_TYPE(swp_status)

/**
 * How a table is interpolated.
 */
enum swp_interpolation SWP_INT32 {
  /**
   * Straight lines between the points.
   */
  SWP_INTERPOLATE_LINEAR = 0,
  /**
   * A natural cubic spline through the points.
   */
  SWP_INTERPOLATE_CUBIC = 1,
};
SWP_ENUM_TYPE(swp_interpolation)

/**
 * In which axes a load is given.
 */
enum swp_frame_kind SWP_INT32 {
  /**
   * Inertial axes: the load keeps its direction.
   */
  SWP_DEAD = 0,
  /**
   * Node axes: the load turns with the node.
   */
  SWP_FOLLOWER = 1,
};
SWP_ENUM_TYPE(swp_frame_kind)

/**
 * Time integration schemes. All keep the conditions of joints at the end of each step. Orders are those of displacements,
 * velocities and reported multipliers as the step shrinks.
 *
 * The schemes from SWP_ENERGY_PRESERVING on balance energy over a step exactly, loads, drives and dampers included
 * (`scheme_dissipation` in swp_audit), and keep the conditions on velocities in the middle of the step (`middle_violation`).
 * They take beams with interpolated directors, whatever the model wishes (`interpolation` of swp_sim_options): one model serves all
 * schemes. A term that a scheme cannot take is refused by name.
 *
 * Reported multipliers, and with them reactions and driving forces, belong to the end of the step. Those of 0 to 2 are solved
 * for there, or with `stage_weighted` carried there from the stages of two steps. Those of 7, and of 5 where it equals 7, are
 * carried there from the means of two steps. The others are found from positions and velocities there, with accelerations.
 *
 * Stiff dampers: schemes 4 to 8 take a damper of D [N·s/m] or [N·m·s/rad] by its increment over the step, the trapezoidal rule. A
 * motion of mass m (or inertia) against it that the start or a jump of loads leaves is multiplied by (1 − z/2)/(1 + z/2) per step,
 * z = D h/m: with z above 2 it changes sign each step, with z of 20 it takes 5 steps to lose 63 %, and D times its velocity is in the
 * force of the damper as it is reported. Take such a model through its start with steps of h < 2m/D, or with schemes 0 to 3, of which
 * Radau IIA and generalised-α with a small `rho_infinity` remove it in a step.
 */
enum swp_scheme SWP_INT32 {
  /**
   * Generalised-α by its spectral radius at infinity, `rho_infinity`; equilibrium at the end of the step, or inside it with
   * `stage_weighted`. Order 2, also with steps that change from one to the next. Keeps neither energy nor momenta exactly.
   */
  SWP_GENERALIZED_ALPHA = 0,
  /**
   * HHT-α, by `hht_alpha`; otherwise as generalised-α.
   */
  SWP_HHT_ALPHA = 1,
  /**
   * Newmark, by `newmark_gamma` and `newmark_beta`; otherwise as generalised-α. Order 2 with γ = 1/2, else 1.
   */
  SWP_NEWMARK = 2,
  /**
   * Radau IIA of two stages. Order 3 on rigid systems, multipliers included; in stiff beams rates that stiffness holds stay at
   * order 2. Removes high frequencies in a step. Keeps neither energy nor momenta exactly.
   */
  SWP_RADAU_IIA = 3,
  /**
   * Energy preserving scheme EP (Bauchau). Order 2. Keeps energy and both momenta, also in beams; damps nothing: vibrations
   * that the step does not resolve stay, and may stop Newton's method.
   */
  SWP_ENERGY_PRESERVING = 4,
  /**
   * Energy decaying scheme ED (Bauchau), by `decay_alpha`. Energy never grows without loads, and what is lost is known; linear
   * momentum is kept. On rigid systems in which every node that moves has a body with extent in all directions: by the
   * letter, order 3, and 2 with springs and with loads that change in time; angular momentum drifts by what is dissipated. With beams, with nodes without
   * such a body and with conditions on velocities the frames at the inner level are orthonormal, which is
   * SWP_MOMENTUM_DECAYING: order 2, both momenta kept; swp_sim_scheme_name says so. So is a single step beside a singular position
   * that has no smooth solution by the letter.
   */
  SWP_ENERGY_DECAYING = 5,
  /**
   * Momentum and energy preserving scheme MP-EP (Borri). Order 2. Keeps energy and both momenta; damps nothing.
   */
  SWP_MOMENTUM_PRESERVING = 6,
  /**
   * Momentum preserving, energy decaying scheme MP-ED (after Borri), by `decay_alpha`; the inner level is free of conditions.
   * Order 2. Energy never grows without loads, and what is lost is known; both momenta are kept (of points
   * and solids the linear one: those that turn by 1 degree a step lose 4 % of the angular one in a turn). Not for joints whose forces turn
   * fast: no joint force acts at the inner level, so that what carries a body around with a speed Ω damps its other motions. The
   * flap of a rigid blade on the hinge of a hub is 11 % too small after 1.6 revolutions in steps of Ωh = 4°, 5 % of 2°, 1.4 % of 1°,
   * 0.3 % of ½° (a beam: a third of it); under all other schemes it is within 1 % at 4°. Nor for vibrations that are to last: a beam
   * that is clamped by a joint loses 46 % of the energy of its first bending in five periods of 60 steps each, by second order in
   * the step (SWP_MOMENTUM_DECAYING_CONSTRAINED and Radau IIA 1.5 %, generalised-α 0.4 %).
   */
  SWP_MOMENTUM_DECAYING = 7,
  /**
   * MP-ED by the letter of Borri: conditions at the inner level too. Of first order with joints, with the smoothest
   * multipliers when the step is far too long for the vibrations. Energy and momenta as SWP_MOMENTUM_DECAYING.
   */
  SWP_MOMENTUM_DECAYING_CONSTRAINED = 8,
};
SWP_ENUM_TYPE(swp_scheme)

/**
 * How a simulation interpolates all beams of its model.
 */
enum swp_beams SWP_INT32 {
  /**
   * Directors under the schemes from SWP_ENERGY_PRESERVING on, which need them; under the others as the model wishes
   * (`interpolation` of swp_beam_options: rotations, unless it says otherwise).
   */
  SWP_BEAMS_BY_SCHEME = 0,
  /**
   * Rotations (SWP_INTERPOLATE_ROTATIONS); refused under the schemes from SWP_ENERGY_PRESERVING on.
   */
  SWP_BEAMS_ROTATIONS = 1,
  /**
   * Directors (SWP_INTERPOLATE_DIRECTORS), under every scheme: for comparisons in which schemes alone differ.
   */
  SWP_BEAMS_DIRECTORS = 2,
};
SWP_ENUM_TYPE(swp_beams)

/**
 * What to do when conditions of joints depend on each other.
 */
enum swp_redundancy SWP_INT32 {
  /**
   * Refuse the model (SWP_REDUNDANT_CONSTRAINTS) and name each dependent set.
   */
  SWP_REDUNDANCY_STOP = 0,
  /**
   * Go on in the least-squares sense: the motion is that of an independent set of conditions, and the reactions are those of
   * least norm. swp_sim_report names the sets.
   */
  SWP_REDUNDANCY_LEAST_SQUARES = 1,
};
SWP_ENUM_TYPE(swp_redundancy)

/**
 * What an input means over the coming step, from the value u0 that it had at the end of the last accepted step to the value u1 that
 * is set. "Step" is also a run to a given time (swp_sim_advance, swp_sim_advance_controlled) whose inputs were set before it: under
 * SWP_INPUT_LINEAR, and with rates, u1 then belongs to the end of the run; under SWP_INPUT_END it is there from the end of its first
 * step on. Inputs set in a progress callback belong to the next step alone.
 */
enum swp_input_rule SWP_INT32 {
  /**
   * The equations at the end of the step have u1 (default). Before the end it is what the scheme makes of it: generalised-α,
   * HHT-α and Newmark go there from the forces of the last step, much as on a straight line (a jump of 10 N on 2 kg gives
   * 0.0025 m/s after 1 ms with Newmark); Radau IIA, the schemes over a step and stage-weighted generalised-α take u1 all along, as
   * do actuators that follow the input, under every scheme. For these it is of first order for an input that varies: take
   * SWP_INPUT_LINEAR.
   */
  SWP_INPUT_END = 0,
  /**
   * u1 all along: what a sampled controller holds. The input jumps at the beginning of the step, and accelerations and
   * reactions with it (10 N on 2 kg give 0.005 m/s after 1 ms under every scheme).
   */
  SWP_INPUT_HELD = 1,
  /**
   * On a straight line from u0 to u1: for hosts that find u1 by sub-iterations, or sample something smooth. Of second order under
   * every scheme; with rates (swp_sim_set_input_rates) Radau IIA keeps its third.
   */
  SWP_INPUT_LINEAR = 2,
};
SWP_ENUM_TYPE(swp_input_rule)

/**
 * What a point of a path is.
 */
enum swp_path_event SWP_INT32 {
  /**
   * A point like any other.
   */
  SWP_EVENT_NONE = 0,
  /**
   * A limit point: the load factor turns back.
   */
  SWP_EVENT_LIMIT = 1,
  /**
   * A branching point: another path crosses.
   */
  SWP_EVENT_BRANCHING = 2,
  /**
   * The output has the value that was asked for.
   */
  SWP_EVENT_VALUE = 3,
  /**
   * The load factor has the value that was asked for.
   */
  SWP_EVENT_END = 4,
};
SWP_ENUM_TYPE(swp_path_event)

/**
 * Which change of sign is an event.
 */
enum swp_direction SWP_INT32 {
  /**
   * Both.
   */
  SWP_DIRECTION_BOTH = 0,
  /**
   * From negative to positive.
   */
  SWP_DIRECTION_RISING = 1,
  /**
   * From positive to negative.
   */
  SWP_DIRECTION_FALLING = -1,
};
SWP_ENUM_TYPE(swp_direction)

/**
 * How bad a finding is.
 */
enum swp_severity SWP_INT32 {
  /**
   * Good to know.
   */
  SWP_SEVERITY_NOTE = 0,
  /**
   * A simulation runs, and may not be what was meant.
   */
  SWP_SEVERITY_WARNING = 1,
  /**
   * A simulation is refused, or fails.
   */
  SWP_SEVERITY_ERROR = 2,
};
SWP_ENUM_TYPE(swp_severity)

/**
 * What a finding is about.
 */
enum swp_finding_kind SWP_INT32 {
  /**
   * A thing that is not sound by itself, or does not fit the reference configuration.
   */
  SWP_FINDING_UNSOUND = 0,
  /**
   * The scheme cannot take a term, or, as a note, runs as another one.
   */
  SWP_FINDING_SCHEME = 1,
  /**
   * Positions or velocities of the start.
   */
  SWP_FINDING_START = 2,
  /**
   * Conditions that depend on each other, by joint and direction.
   */
  SWP_FINDING_DEPENDENT = 3,
  /**
   * A motion that moves no mass, by node and direction.
   */
  SWP_FINDING_MASSLESS = 4,
  /**
   * Parts that nothing connects with ground.
   */
  SWP_FINDING_LOOSE = 5,
  /**
   * A coupling with a coordinate that begins locked.
   */
  SWP_FINDING_LOCKED = 6,
  /**
   * Numbers that look like other units, or sections like another convention, with the slips that would explain them.
   */
  SWP_FINDING_UNITS = 7,
  /**
   * A badly conditioned matrix, and the pair of terms that makes it so.
   */
  SWP_FINDING_CONDITIONING = 8,
  /**
   * Tangents taken by differences.
   */
  SWP_FINDING_DIFFERENCES = 9,
  /**
   * In a mesh of shells: a joint that passes a couple about the normal to one node, a node that hangs on the edge of another element.
   */
  SWP_FINDING_MESH = 10,
};
SWP_ENUM_TYPE(swp_finding_kind)

/**
 * Sides of a joint.
 */
enum swp_side SWP_INT32 {
  /**
   * The side given first.
   */
  SWP_SIDE_A = 0,
  /**
   * The side given second.
   */
  SWP_SIDE_B = 1,
};
SWP_ENUM_TYPE(swp_side)

/**
 * Joints of a chain.
 */
enum swp_link_joint SWP_INT32 {
  /**
   * Turns; theta is its coordinate.
   */
  SWP_LINK_REVOLUTE = 0,
  /**
   * Slides; d is its coordinate.
   */
  SWP_LINK_PRISMATIC = 1,
};
SWP_ENUM_TYPE(swp_link_joint)

/**
 * Axes of a result.
 */
enum swp_axes SWP_INT32 {
  /**
   * Inertial axes.
   */
  SWP_AXES_INERTIAL = 0,
  /**
   * The joint's axes on side A.
   */
  SWP_AXES_JOINT = 1,
};
SWP_ENUM_TYPE(swp_axes)

/**
 * Order and axes of 6×6 section matrices. Seen along the beam, all have right-handed axes.
 */
enum swp_convention SWP_INT32 {
  /**
   * Axis 1 along the beam: axial, shear 2, shear 3, twist, bending 2, bending 3 (Epple, Dymore).
   */
  SWP_CONVENTION_EPPLE = 0,
  /**
   * VABS, Timoshenko model: x1 along the beam, the same order.
   */
  SWP_CONVENTION_VABS = 1,
  /**
   * z along the beam: shear x, shear y, axial, bending x, bending y, twist (BeamDyn); x becomes axis 2, y axis 3.
   */
  SWP_CONVENTION_BEAMDYN = 2,
};
SWP_ENUM_TYPE(swp_convention)

/**
 * Order and sign of the components of an 8×8 stiffness matrix of a shell.
 */
enum swp_shell_convention SWP_INT32 {
  /**
   * N11 N22 N12, M11 M22 M12, Q13 Q23 against E11 E22 2E12, K11 K22 2K12, Γ13 Γ23: the A-B-D matrices of lamination theory, then
   * transverse shear. The strain at the height z along the normal is E + z K.
   */
  SWP_SHELL_CLASSICAL = 0,
  /**
   * 11, 12, 22 of membrane and bending, then 13, 23, as VAPAS writes them; strain E + z K.
   */
  SWP_SHELL_VAPAS = 1,
  /**
   * The classical order with curvatures of the other sign: strain E − z K.
   */
  SWP_SHELL_OPPOSITE = 2,
};
SWP_ENUM_TYPE(swp_shell_convention)

/**
 * Where the mass of a shell is.
 */
enum swp_shell_mass SWP_INT32 {
  /**
   * On the nodes, by Lobatto's rule: for every scheme.
   */
  SWP_MASS_LUMPED = 0,
  /**
   * Between the nodes, as the shape functions have it: for the energy preserving scheme, generalised-alpha, HHT, Newmark and Radau IIA;
   * the other schemes work with the momentum of each node by itself and refuse it.
   */
  SWP_MASS_CONSISTENT = 1,
};
SWP_ENUM_TYPE(swp_shell_mass)

/**
 * How the change of volume is taken in the elements of a solid.
 */
enum swp_solid_volume SWP_INT32 {
  /**
   * Tied where the material is isotropic with a Poisson's ratio above 0.4 and the elements are hexahedra.
   */
  SWP_VOLUME_AUTOMATIC = 0,
  /**
   * Tied to 2 x 2 x 2 points of each element, or to its centre in those of 8 nodes: no locking when the volume hardly changes.
   * Isotropic St. Venant-Kirchhoff materials in hexahedra.
   */
  SWP_VOLUME_TIED = 1,
  /**
   * As the displacements have it.
   */
  SWP_VOLUME_UNTIED = 2,
};
SWP_ENUM_TYPE(swp_solid_volume)

/**
 * How nodes are tied to a frame.
 */
enum swp_tie_kind SWP_INT32 {
  /**
   * Every node stays at its place in the frame, three constraints a node, and turns as it likes. Nodes with rotations and points. A
   * patch of a shell held so is stiff, and no couple about the normal of a node arises.
   */
  SWP_TIE_RIGID = 0,
  /**
   * Every node stays at its place in the frame and turns with it, six constraints a node: a clamp along an edge. No points.
   */
  SWP_TIE_CLAMPED = 1,
  /**
   * The frame follows the weighted mean of the places of the nodes (distributing coupling, RBE3): six constraints in all, and the nodes
   * deform among themselves as they like.
   */
  SWP_TIE_MEAN = 2,
};
SWP_ENUM_TYPE(swp_tie_kind)

/**
 * What a beam element interpolates between its nodes. A model says what it wishes; `interpolation` of swp_sim_options says what a
 * simulation takes, which by default is the wish where the scheme leaves the choice.
 */
enum swp_interpolated SWP_INT32 {
  /**
   * Relative rotations.
   */
  SWP_INTERPOLATE_ROTATIONS = 0,
  /**
   * The three axes of the section: what the schemes from SWP_ENERGY_PRESERVING on need. Stable in tension for any mesh up to strains
   * of 1/3. On equal meshes its errors in bending are larger, 6 to 18 times with 2 and 3 nodes, 20 times and in pure bending 300 times with
   * 4: curvature is taken between averaged axes, which are shorter than one. The same orders, 2, 4, 6 with 2, 3, 4 nodes an element.
   */
  SWP_INTERPOLATE_DIRECTORS = 1,
};
SWP_ENUM_TYPE(swp_interpolated)

/**
 * How stiffness and damping get from the table to the elements. The mass does in one way only: nodes carry the integrals of the
 * table over the elements, with all moments along the axis up to the order of the element; where that would make a node's mass
 * negative, with mass and first moment exact and the second as near as can be.
 */
enum swp_properties SWP_INT32 {
  /**
   * The table's values at the points of integration.
   */
  SWP_PROPERTIES_RAW = 0,
  /**
   * Smoothed over each element so that its integrals are those of the table; right for tables with steps.
   */
  SWP_PROPERTIES_SMOOTHED = 1,
};
SWP_ENUM_TYPE(swp_properties)

/**
 * What to do with an element in which a smoothed value is not physical. swp_model_beam_report lists what was replaced.
 */
enum swp_fallback SWP_INT32 {
  /**
   * Refuse the beam and name the place.
   */
  SWP_FALLBACK_STOP = 0,
  /**
   * Take the table's values at the points.
   */
  SWP_FALLBACK_RAW = 1,
  /**
   * Take the table's mean over the share of each point; keeps the integral over the element.
   */
  SWP_FALLBACK_SHARE = 2,
};
SWP_ENUM_TYPE(swp_fallback)

/**
 * How a beam is divided into elements, unless the mesh is given.
 *
 * Which when: frequencies (four of flap, four of lag) of twelve blades of 6 to 14 regions of random length, properties within a factor
 * of 30, smoothed, cubic elements, against those of equal elements. Number of cases in which the mean error is larger, and geometric
 * mean of the gain:
 *
 * ```text
 * elements            4 to 7          8 to 10         11 to 13        14, 16, 20
 * steps               0 of 48, 1.0    5 of 36, 3.7    2 of 36, 12     0 of 36, 60
 * spring, ratio 2     19, 1.4         10, 1.9         8, 2.8          5, 2.9
 * spring, ratio 4     27, 0.8         18, 1.1         7, 2.8          4, 3.8
 * cost, ratio 2       17, 1.3         10, 1.6         11, 1.7         5, 2.5
 * cost, ratio 4       15, 1.3         11, 1.9         6, 2.9          4, 3.9
 * ```
 *
 * Within a factor of 3 steps gain 1.7, 3.6 and 11 from 8, 11 and 14 elements on, springs of ratio 4 lose below 14. So: steps, which are
 * equal elements where there are few. Springs and cost are meant for properties that change without a step; not measured there.
 */
enum swp_meshing SWP_INT32 {
  /**
   * Elements of equal length.
   */
  SWP_MESH_EQUAL = 0,
  /**
   * Smaller elements where properties change, by a spring analogy.
   */
  SWP_MESH_SPRING = 1,
  /**
   * Smaller elements where properties change, by least cost.
   */
  SWP_MESH_COST = 2,
  /**
   * Elements that end on the steps of the properties, and equal ones between them as nearly as can be: none longer than twice
   * those of an equal mesh, for which steps are left inside elements if need be. Equal elements below 8, and without steps.
   */
  SWP_MESH_STEPS = 3,
};
SWP_ENUM_TYPE(swp_meshing)

/**
 * Axes of a section force, besides SWP_AXES_INERTIAL.
 */
enum swp_section_axes SWP_INT32 {
  /**
   * The section's own axes: 1 along the beam.
   */
  SWP_AXES_SECTION = 1,
};
SWP_ENUM_TYPE(swp_section_axes)

/**
 * What a diagnosis found; independent of the model.
 */
typedef struct swp_diagnosis swp_diagnosis;

/**
 * A model: nodes, bodies, joints, loads and functions of time.
 *
 * It is built by one thread, checked, and then shared: any number of simulations may use one model, each in a thread of its
 * own. While a simulation uses it, it cannot change (SWP_FROZEN_MODEL, also when several threads try at once); when its simulations are
 * freed, it can again.
 */
typedef struct swp_model swp_model;

/**
 * A simulation: a model in motion. It owns all that moves and keeps what it needs of its model. One thread at a time; several
 * simulations, of one model or of many, may run in several threads.
 */
typedef struct swp_sim swp_sim;

/**
 * A saved state of a simulation, independent of it. It can be restored in any simulation of the same model, also in another
 * process through bytes.
 */
typedef struct swp_snapshot swp_snapshot;

/**
 * Id of a node. Zero is never valid.
 */
typedef struct swp_node {
  /**
   * opaque
   */
  uint32_t id;
} swp_node;

/**
 * Id of a rigid body or point mass.
 */
typedef struct swp_body {
  /**
   * opaque
   */
  uint32_t id;
} swp_body;

/**
 * Id of a function of time.
 */
typedef struct swp_function {
  /**
   * opaque
   */
  uint32_t id;
} swp_function;

/**
 * A function of time of the host's: writes value, first and second derivative at `t` [s] to out[0], out[1], out[2] and
 * returns 0; any other value makes the step fail with SWP_CALLBACK_FAILED and leaves the state as it was.
 *
 * It must not throw, and must not call back into the simulation that is being stepped (SWP_WRONG_STATE). It is called from
 * the thread that steps or queries the simulation. With one model in several threads it is called from several
 * threads at once, with the same `user` pointer. It must depend on `t` alone if a restored simulation is to repeat itself.
 */
typedef int32_t (*swp_function_callback)(double t, double *out, void *user);

/**
 * Id of a joint.
 */
typedef struct swp_joint {
  /**
   * opaque
   */
  uint32_t id;
} swp_joint;

/**
 * Where a joint sits on a node: the joint's point and axes, in node axes. swp_model_attach makes one from a point and a
 * frame in space.
 */
typedef struct swp_attachment {
  /**
   * The node.
   */
  struct swp_node node;
  /**
   * The joint's point [m], node axes.
   */
  double offset[3];
  /**
   * Unit quaternion w, x, y, z that takes joint axes to node axes.
   */
  double orientation[4];
} swp_attachment;

/**
 * Id of a spring on a joint coordinate.
 */
typedef struct swp_spring {
  /**
   * opaque
   */
  uint32_t id;
} swp_spring;

/**
 * Id of a tie.
 */
typedef struct swp_tie {
  /**
   * opaque
   */
  uint32_t id;
} swp_tie;

/**
 * Id of a spring along a line.
 */
typedef struct swp_line_spring {
  /**
   * opaque
   */
  uint32_t id;
} swp_line_spring;

/**
 * Id of a bushing.
 */
typedef struct swp_bushing {
  /**
   * opaque
   */
  uint32_t id;
} swp_bushing;

/**
 * A spring along a line at one instant.
 */
typedef struct swp_line_spring_state {
  /**
   * Distance of its two points [m].
   */
  double length;
  /**
   * Rate of the distance [m/s].
   */
  double rate;
  /**
   * Tension [N] of spring and damper: positive when it pulls the points together.
   */
  double force;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[4];
} swp_line_spring_state;

/**
 * A bushing at one instant.
 */
typedef struct swp_bushing_state {
  /**
   * Displacement [m] of B relative to A, 3 components, and sine of its rotation along the axis of rotation, 3 components;
   * axes of the bushing.
   */
  double strain[6];
  /**
   * Rate of the strain [m/s], [rad/s].
   */
  double rate[6];
  /**
   * preload + stiffness strain + damping rate: force [N] and moment [N·m], axes of the bushing.
   */
  double stress[6];
  /**
   * Force on node B [N], inertial axes; that on node A is the opposite.
   */
  double force_on_b[3];
  /**
   * Moment on node B about the bushing's point there [N·m], inertial axes.
   */
  double moment_on_b[3];
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[4];
} swp_bushing_state;

/**
 * A coordinate of a joint.
 */
typedef struct swp_joint_coordinate {
  /**
   * The joint.
   */
  struct swp_joint joint;
  /**
   * Number of the coordinate; the first one is 0.
   */
  int32_t coordinate;
} swp_joint_coordinate;

/**
 * Id of a coupling between joint coordinates.
 */
typedef struct swp_coupling {
  /**
   * opaque
   */
  uint32_t id;
} swp_coupling;

/**
 * A row of a Denavit-Hartenberg table in the standard convention, and what the link weighs. A link without mass and inertia is a
 * frame only.
 */
typedef struct swp_link {
  /**
   * One of swp_link_joint: how it moves along z of the frame before.
   */
  int32_t joint;
  /**
   * Angle about z of the frame before [rad].
   */
  double theta;
  /**
   * Distance along it [m].
   */
  double d;
  /**
   * Distance along x of the link's frame [m].
   */
  double a;
  /**
   * Angle about it [rad].
   */
  double alpha;
  /**
   * Mass [kg].
   */
  double mass;
  /**
   * Centre of mass in axes of the link's frame [m].
   */
  double center_of_mass[3];
  /**
   * Inertia about the centre of mass in these axes, 3×3, row-major [kg·m²].
   */
  double inertia[9];
} swp_link;

/**
 * How the joints were closed, see `assemble` in swp_sim_options.
 */
typedef struct swp_assembly {
  /**
   * Iterations made.
   */
  int32_t iterations;
  /**
   * Widest gap in the reference configuration: over the size of the model, or an angle [rad].
   */
  double gap_before;
  /**
   * Widest gap that was left for the start to remove.
   */
  double gap_after;
  /**
   * Largest translation of a node [m].
   */
  double moved;
  /**
   * Largest rotation of a node [rad].
   */
  double turned;
  /**
   * The node that moved most.
   */
  struct swp_node moved_node;
  /**
   * The node that turned most.
   */
  struct swp_node turned_node;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[4];
} swp_assembly;

/**
 * Bounds of an actuator. An infinite one binds nothing.
 */
typedef struct swp_actuator_limits {
  /**
   * Least command that is followed.
   */
  double low;
  /**
   * Greatest command that is followed; above `low`.
   */
  double high;
  /**
   * Largest rate of the output; positive.
   */
  double rate;
} swp_actuator_limits;

/**
 * What an actuator does at one instant.
 */
typedef struct swp_actuator_motion {
  /**
   * Command as given.
   */
  double command;
  /**
   * Output.
   */
  double value;
  /**
   * Rate of the output.
   */
  double rate;
  /**
   * Second rate of the output.
   */
  double acceleration;
  /**
   * 1 while the command is outside of the stroke.
   */
  int32_t at_stroke;
  /**
   * 1 while the actuator would go faster if it could.
   */
  int32_t at_rate;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[4];
} swp_actuator_motion;

/**
 * The lock of a joint coordinate at one instant.
 */
typedef struct swp_lock_state {
  /**
   * 1: locked; 0: free.
   */
  int32_t locked;
  /**
   * Where it is, or was last, held [m] or [rad].
   */
  double value;
  /**
   * Time of its last change [s]; that of the start if there was none.
   */
  double since;
  /**
   * Impulse along the coordinate when it last closed during the run [N·s] or [N·m·s]; 0 if it did not.
   */
  double impulse;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[4];
} swp_lock_state;

/**
 * Id of a contact: a rolling disc or a knife edge.
 */
typedef struct swp_contact {
  /**
   * opaque
   */
  uint32_t id;
} swp_contact;

/**
 * A condition on velocities of the host's, sum over its nodes of (beta · velocity + tau · angular velocity) + b = 0, inertial
 * axes: fills `row` with six numbers a node, beta and tau, and `b` with one, for the time `t` [s] and for seven numbers a
 * node, position [m] and unit quaternion w, x, y, z, in the order in which the nodes were given; and returns 0. Any other
 * value, or a number that is not finite, makes the step fail with SWP_CALLBACK_FAILED and leaves the state as it was.
 *
 * `row` and `b` are zero on entry. It is called many times a step, also at positions and times close to those of the motion:
 * slopes of the row are taken by differences, so it must be smooth. It must depend on its arguments alone, must not throw,
 * and must not call back into the simulation that is being stepped (SWP_WRONG_STATE) or into the model that is being built.
 * With one model in several threads it is called from several threads at once, with the same `user` pointer.
 */
typedef int32_t (*swp_pfaffian_callback)(double t,
                                         size_t nodes,
                                         const double *positions_and_quaternions,
                                         double *row,
                                         double *b,
                                         void *user);

/**
 * Id of a condition on velocities given by the host.
 */
typedef struct swp_pfaffian {
  /**
   * opaque
   */
  uint32_t id;
} swp_pfaffian;

/**
 * A contact at one instant, inertial axes.
 */
typedef struct swp_contact_state {
  /**
   * Where it is [m].
   */
  double point[3];
  /**
   * Force on the node there [N].
   */
  double force[3];
  /**
   * Part of the force along the normal of the plane [N], positive when the plane pushes; 0 for a knife edge.
   */
  double normal;
  /**
   * The rest of the force [N].
   */
  double tangential[3];
  /**
   * Velocity of the body's point there in the directions that must not slip [m/s].
   */
  double slip[3];
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[4];
} swp_contact_state;

/**
 * Id of a load.
 */
typedef struct swp_load {
  /**
   * opaque
   */
  uint32_t id;
} swp_load;

/**
 * Id of a section of beams.
 */
typedef struct swp_section {
  /**
   * opaque
   */
  uint32_t id;
} swp_section;

/**
 * Engineering constants of a section. Call swp_engineering_init first, then set what you need. Points of the section are
 * (y, z), along its axes 2 and 3.
 */
typedef struct swp_engineering {
  /**
   * Size of this struct, set by swp_engineering_init; do not change it.
   */
  size_t size;
  /**
   * Axial stiffness EA [N], positive.
   */
  double axial;
  /**
   * Shear stiffnesses kGA along the principal axes 2 and 3 [N], positive.
   */
  double shear[2];
  /**
   * Torsional stiffness GJ about the shear centre [N·m²], positive.
   */
  double torsion;
  /**
   * Bending stiffnesses about the principal axes 2 (flap of a blade) and 3 (lag) at the tension centre [N·m²], positive.
   */
  double bending[2];
  /**
   * Mass per length [kg/m].
   */
  double mass;
  /**
   * Moments of inertia per length about axes 1 (polar), 2, 3 through the mass centre, principal axes [kg·m].
   */
  double inertia[3];
  /**
   * Tension centre [m].
   */
  double tension_center[2];
  /**
   * Shear centre [m].
   */
  double shear_center[2];
  /**
   * Mass centre [m].
   */
  double mass_center[2];
  /**
   * Angle from axis 2 of the section to principal axis 2, about the beam's axis [rad].
   */
  double principal_angle;
  /**
   * Damping stress per elastic stress rate [s].
   */
  double damping;
  /**
   * 0; room for members of later versions.
   */
  uint64_t reserved[8];
} swp_engineering;

/**
 * Options of a beam. Call swp_beam_options_init first, then change what you need.
 */
typedef struct swp_beam_options {
  /**
   * Size of this struct, set by swp_beam_options_init; do not change it.
   */
  size_t size;
  /**
   * Direction of section axis 2 without twist, inertial axes; not along the beam. Default: (0, 1, 0).
   */
  double direction[3];
  /**
   * 0: sections are given at the places and vary linearly in between, a place given twice is a step (default). 1: the places
   * are edges, and section k holds from edge k to edge k + 1; one section fewer than places.
   */
  int32_t staircase;
  /**
   * Number of elements, 1 to 1000. Default: 8.
   */
  int32_t elements;
  /**
   * Nodes of an element, 2 to 4. Default: 3.
   */
  int32_t nodes_per_element;
  /**
   * One of swp_interpolated, for schemes that leave the choice. Default: SWP_INTERPOLATE_ROTATIONS.
   */
  int32_t interpolation;
  /**
   * One of swp_properties. Default: SWP_PROPERTIES_SMOOTHED.
   */
  int32_t properties;
  /**
   * One of swp_fallback. Default: SWP_FALLBACK_SHARE.
   */
  int32_t fallback;
  /**
   * One of swp_meshing. Default: SWP_MESH_STEPS.
   */
  int32_t meshing;
  /**
   * Ratio of the longest to the shortest element that SWP_MESH_SPRING and SWP_MESH_COST aim at, at least 1. Default: 2.
   */
  double element_ratio;
  /**
   * 0; room for members of later versions.
   */
  uint64_t reserved[8];
} swp_beam_options;

/**
 * Id of a beam.
 */
typedef struct swp_beam {
  /**
   * opaque
   */
  uint32_t id;
} swp_beam;

/**
 * Id of a set of stations along a beam.
 */
typedef struct swp_stations {
  /**
   * opaque
   */
  uint32_t id;
} swp_stations;

/**
 * How a mesh becomes a shell. Fill with swp_shell_options_init, then change.
 */
typedef struct swp_shell_options {
  /**
   * sizeof(swp_shell_options)
   */
  size_t size;
  /**
   * Direction whose projection on the surface is material axis 1, inertial axes; zero: from the first corner of each element to the
   * second.
   */
  double axis[3];
  /**
   * Distance of the reference surface of the sections from the nodes along the normal [m]. Default 0.
   */
  double offset;
  /**
   * Factor of the stiffness against turns of the nodes about the normal, 1e-6 to 1e6. Default 1: k = A66 min(1, (h/l)²), h the thickness
   * and l the root of the element's area.
   */
  double drilling;
  /**
   * Elements whose normals at a common node differ by less than this share a director there; beyond it the shell is folded [rad].
   * Default 30 degrees.
   */
  double crease;
  /**
   * A swp_shell_mass. Default SWP_MASS_LUMPED.
   */
  int32_t mass;
  /**
   * 0; room for members of later versions.
   */
  int32_t unused;
  /**
   * 0; room for members of later versions.
   */
  uint64_t reserved[7];
} swp_shell_options;

/**
 * Id of a section of shells.
 */
typedef struct swp_shell_section {
  /**
   * opaque
   */
  uint32_t id;
} swp_shell_section;

/**
 * A ply of a laminate.
 */
typedef struct swp_ply {
  /**
   * [m], positive.
   */
  double thickness;
  /**
   * Of the fibres from material axis 1, about the normal [rad].
   */
  double angle;
  /**
   * Young's modulus along the fibres [Pa], positive, as all moduli.
   */
  double e1;
  /**
   * Young's modulus across [Pa].
   */
  double e2;
  /**
   * Shear modulus in the plane [Pa].
   */
  double g12;
  /**
   * Strain across per strain along, under stress along the fibres; ν12² < E1/E2.
   */
  double nu12;
  /**
   * Shear modulus along the fibres and the normal [Pa].
   */
  double g13;
  /**
   * Shear modulus across the fibres and the normal [Pa].
   */
  double g23;
  /**
   * [kg/m³], not negative.
   */
  double density;
} swp_ply;

/**
 * Id of a shell.
 */
typedef struct swp_shell {
  /**
   * opaque
   */
  uint32_t id;
} swp_shell;

/**
 * A shell at a Gauss point of an element, at one instant.
 */
typedef struct swp_shell_state {
  /**
   * Place of the point of the reference surface [m], inertial axes.
   */
  double position[3];
  /**
   * Material axes there, now: 9 numbers, row-major, whose columns are axis 1, axis 2 and the normal.
   */
  double axes[9];
  /**
   * E11 E22 2E12 [-], K11 K22 2K12 [1/m], Γ13 Γ23 [-]. The strain at the height z along the normal is E + z K.
   */
  double strain[8];
  /**
   * N11 N22 N12 [N/m], M11 M22 M12 [N], Q13 Q23 [N/m], of elasticity; damping is not in them.
   */
  double resultant[8];
  /**
   * Turn of the nodes about the normal against that of the surface [rad].
   */
  double drilling;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[4];
} swp_shell_state;

/**
 * A point of a shell's reference surface.
 */
typedef struct swp_shell_place {
  /**
   * Element from 0, as they were listed.
   */
  size_t element;
  /**
   * -1 to 1 from its first corner to the second.
   */
  double r;
  /**
   * -1 to 1 from its second corner to the third.
   */
  double s;
} swp_shell_place;

/**
 * How a mesh becomes a solid. Fill with swp_solid_options_init, then change.
 */
typedef struct swp_solid_options {
  /**
   * sizeof(swp_solid_options)
   */
  size_t size;
  /**
   * One of swp_solid_volume. Default SWP_VOLUME_AUTOMATIC.
   */
  int32_t volume;
  /**
   * Material axes of all elements: 9 numbers, row-major, whose columns are axes 1, 2, 3 in inertial axes of the reference
   * configuration. All zero, the default: inertial axes.
   */
  double axes[9];
  /**
   * 0; room for members of later versions.
   */
  uint64_t reserved[8];
} swp_solid_options;

/**
 * Id of a material of solids.
 */
typedef struct swp_solid_material {
  /**
   * opaque
   */
  uint32_t id;
} swp_solid_material;

/**
 * Id of a solid.
 */
typedef struct swp_solid {
  /**
   * opaque
   */
  uint32_t id;
} swp_solid;

/**
 * A station of a swept section.
 */
typedef struct swp_sweep_station {
  /**
   * Place of the origin of the section [m], inertial axes.
   */
  double position[3];
  /**
   * Unit quaternion w, x, y, z from section axes to inertial axes: axis 1 along the curve, y along axis 2, z along axis 3.
   */
  double orientation[4];
  /**
   * Factor of the section's lengths, positive; 1 without taper.
   */
  double scale;
} swp_sweep_station;

/**
 * A point of a solid at one instant. Tensors are in inertial axes, 11 22 33 23 13 12.
 */
typedef struct swp_solid_state {
  /**
   * Place [m].
   */
  double position[3];
  /**
   * Deformation gradient, row-major.
   */
  double gradient[9];
  /**
   * Green-Lagrange strain; shear not doubled.
   */
  double strain[6];
  /**
   * Second Piola-Kirchhoff stress [Pa] of elasticity; damping is not in the stresses.
   */
  double piola[6];
  /**
   * Cauchy stress [Pa].
   */
  double cauchy[6];
  /**
   * Principal Cauchy stresses [Pa], the largest first.
   */
  double principal[3];
  /**
   * Von Mises' stress [Pa].
   */
  double von_mises;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[4];
} swp_solid_state;

/**
 * Id of a set of faces of a solid.
 */
typedef struct swp_face_set {
  /**
   * opaque
   */
  uint32_t id;
} swp_face_set;

/**
 * Id of a set of nodes.
 */
typedef struct swp_node_set {
  /**
   * opaque
   */
  uint32_t id;
} swp_node_set;

/**
 * Id of a set of elements of a shell.
 */
typedef struct swp_element_set {
  /**
   * opaque
   */
  uint32_t id;
} swp_element_set;

/**
 * Options of a simulation. Call swp_sim_options_init first, then change what you need.
 */
typedef struct swp_sim_options {
  /**
   * Size of this struct, set by swp_sim_options_init; do not change it.
   */
  size_t size;
  /**
   * One of swp_scheme. Default: SWP_GENERALIZED_ALPHA.
   */
  int32_t scheme;
  /**
   * One of swp_redundancy. Default: SWP_REDUNDANCY_STOP.
   */
  int32_t redundancy;
  /**
   * Spectral radius at infinity in [0, 1]: 1 keeps high frequencies, 0 removes them in a step. Above 0.85 velocities and accelerations
   * are brought onto the constraints at the end of every step, which costs one more factorisation; without that, undamped schemes
   * are unstable where there are joints. `scheme_dissipation` of swp_audit says what that took. Default: 0.8.
   */
  double rho_infinity;
  /**
   * α of HHT in [0, 1/3]; below 0.08 velocities and accelerations are brought onto the constraints (see `rho_infinity`). Default: 0.05.
   */
  double hht_alpha;
  /**
   * γ of Newmark, at least 1/2. With 1/2 high frequencies are not damped, and velocities and accelerations are brought onto the
   * constraints at the end of every step (see `rho_infinity`); so they are where γ - 1/2 < 0.27 β. Vibrations of
   * beams that the step does not resolve stay, and may grow and stop Newton's method. Above 1/2 the order is 1. Default: 1/2.
   */
  double newmark_gamma;
  /**
   * β of Newmark, at least (γ + 1/2)²/4. Default: 1/4.
   */
  double newmark_beta;
  /**
   * Time of the start [s]. Default: 0.
   */
  double start_time;
  /**
   * Largest correction of Newton's method that counts as converged: metres over the size of the model, radians, scaled
   * multipliers. A correction may be larger than that and still be the last one, where corrections shrink so fast that a
   * ten-thousandth of this is left, or less; and where corrections no longer shrink because every equation holds as well as
   * rounding allows, as beside a singular position, they are the last ones too (`at_rounding` of swp_newton_report).
   * In [1e-15, 1e-3], or 0 for the choice of the scheme: 1e-12 for Radau IIA, 1e-10 for the others. Default: 0.
   */
  double newton_tolerance;
  /**
   * Iterations before a step fails, 1 to 16. Default: 10.
   */
  int32_t newton_max_iterations;
  /**
   * 1: scaled and augmented equations (default); 0: as they are, for comparison.
   */
  int32_t scaling;
  /**
   * ρ of the augmented Lagrangian. Default: 1.
   */
  double penalty;
  /**
   * Largest gap of a joint in the reference configuration, relative to the size of the model. Default: 1e-6.
   */
  double assembly_tolerance;
  /**
   * Smallest part [s] into which a step that cannot be solved is cut, into 2, 4, 8 ... equal parts inside the step; 0: it
   * fails. At most 65536 parts. Default: 0.
   */
  double smallest_part;
  /**
   * α of the energy decaying schemes in [0, 1]: the spectral radius at infinity is (1 - α)/(1 + α). 1 removes high frequencies
   * in a step, 0 dissipates nothing. Default: 1.
   */
  double decay_alpha;
  /**
   * Generalised-α, HHT-α and Newmark. 0: equilibrium at the end of the step; 1: at the weighted stage inside it. Default: 0.
   */
  int32_t stage_weighted;
  /**
   * 1: the joints are first closed from a rough configuration, however wide their gaps are: `assembly_tolerance` does not
   * matter. The change of positions is small, not the smallest; beams move as rigid bodies where they can, and are strained elsewhere.
   * swp_sim_assembly says what was changed; SWP_INCONSISTENT_START names the joint that cannot be closed. Default: 0.
   */
  int32_t assemble;
  /**
   * One of swp_beams: how beams are interpolated. Default: SWP_BEAMS_BY_SCHEME.
   */
  int32_t interpolation;
  /**
   * 0; room for members of later versions.
   */
  uint64_t reserved[7];
} swp_sim_options;

/**
 * Called after each accepted step of swp_sim_advance, swp_sim_advance_controlled and swp_sim_advance_past with the time [s]; a value other than 0 asks to stop. It may query the
 * simulation, set inputs and reset counters; other calls on it give SWP_WRONG_STATE. It must not throw.
 */
typedef int32_t (*swp_progress_callback)(double t, void *user);

/**
 * Motion of a node, inertial axes.
 */
typedef struct swp_motion {
  /**
   * Position [m].
   */
  double position[3];
  /**
   * Unit quaternion w, x, y, z that takes node axes to inertial axes.
   */
  double orientation[4];
  /**
   * Velocity [m/s].
   */
  double velocity[3];
  /**
   * Angular velocity [rad/s].
   */
  double angular_velocity[3];
  /**
   * Acceleration [m/s²].
   */
  double acceleration[3];
  /**
   * Angular acceleration [rad/s²].
   */
  double angular_acceleration[3];
} swp_motion;

/**
 * The audit at one instant.
 */
typedef struct swp_audit {
  /**
   * Time [s].
   */
  double time;
  /**
   * Kinetic energy [J].
   */
  double kinetic_energy;
  /**
   * Potential energy of gravity and springs [J].
   */
  double potential_energy;
  /**
   * Work of applied loads since the start [J]; this and the other works by the quadrature of the scheme: of the order of the
   * scheme, and exact with the schemes from SWP_ENERGY_PRESERVING on.
   */
  double work_applied;
  /**
   * Work of driven joint coordinates [J].
   */
  double work_driven;
  /**
   * Work of the conditions that should do none [J].
   */
  double work_constraints;
  /**
   * Work of dampers [J], negative when they dissipate.
   */
  double work_dampers;
  /**
   * Energy at the start plus these works and `interpolation_change` minus energy now [J]: what the scheme dissipated, and the error of
   * the works.
   */
  double numerical_dissipation;
  /**
   * What the scheme itself dissipated [J]: exact with the schemes from SWP_ENERGY_PRESERVING on, where it equals
   * `numerical_dissipation` to the tolerance of Newton's method. Steps of generalised-α, HHT-α and Newmark with little or no
   * damping add what bringing velocities onto the constraints took; steps of other schemes add nothing.
   */
  double scheme_dissipation;
  /**
   * Linear momentum [kg·m/s].
   */
  double linear_momentum[3];
  /**
   * Angular momentum about the point asked for [kg·m²/s].
   */
  double angular_momentum[3];
  /**
   * Largest violation of a condition: metres over the size of the model, or radians.
   */
  double position_violation;
  /**
   * Largest violation of the rate of a condition [1/s].
   */
  double velocity_violation;
  /**
   * Largest violation of the rate of a condition by the mean velocities of the last step [1/s]: there the schemes from
   * SWP_ENERGY_PRESERVING on keep the conditions; 0 with others.
   */
  double middle_violation;
  /**
   * What changes of the interpolation of beams have added to their strain energy since the start [J]: swp_sim_set_scheme,
   * swp_sim_restore.
   */
  double interpolation_change;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[7];
} swp_audit;

/**
 * The audit of one step, differences of totals: what they add up to is in swp_audit.
 */
typedef struct swp_step_audit {
  /**
   * Time of its beginning [s].
   */
  double begin;
  /**
   * Time of its end [s].
   */
  double end;
  /**
   * Energy at the end minus energy at the beginning [J]. The first step after a change of scheme also counts the energy of
   * the change of velocities that makes the state consistent.
   */
  double energy_change;
  /**
   * Work of applied loads [J].
   */
  double work_applied;
  /**
   * Work of driven joint coordinates [J].
   */
  double work_driven;
  /**
   * Work of the conditions that should do none [J].
   */
  double work_constraints;
  /**
   * Work of dampers [J], negative when they dissipate.
   */
  double work_dampers;
  /**
   * These works minus `energy_change` [J].
   */
  double numerical_dissipation;
  /**
   * What the scheme itself dissipated [J], as in swp_audit.
   */
  double scheme_dissipation;
  /**
   * Change of linear momentum [kg·m/s].
   */
  double linear_momentum_change[3];
  /**
   * Change of angular momentum about the origin [kg·m²/s].
   */
  double angular_momentum_change[3];
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[8];
} swp_step_audit;

/**
 * How Newton's method went.
 */
typedef struct swp_newton_report {
  /**
   * Accepted steps since the start; one that was cut counts once.
   */
  uint64_t steps;
  /**
   * Iterations of the solutions that were accepted; `iterations` of swp_sim_counters counts all of them.
   */
  uint64_t iterations_total;
  /**
   * Iterations of the last solution.
   */
  int32_t iterations;
  /**
   * 1 if it converged.
   */
  int32_t converged;
  /**
   * 1 if it ended with corrections above the tolerance that no longer shrink, while every equation held as well as rounding
   * allows: the mechanism is beside a singular position, or the tolerance is below what the model allows. The motion is as
   * good as it can be; reactions may be ill-determined at that instant: swp_sim_reaction_uncertainty says whether they are.
   */
  int32_t at_rounding;
  /**
   * 0.
   */
  int32_t reserved_flag;
  /**
   * Size of each of its corrections.
   */
  double corrections[16];
  /**
   * Relative size of the residual before each correction.
   */
  double residuals[16];
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[8];
} swp_newton_report;

/**
 * How steps are chosen. Call swp_step_control_init first, then change what you need.
 */
typedef struct swp_step_control {
  /**
   * Size of this struct, set by swp_step_control_init; do not change it.
   */
  size_t size;
  /**
   * Largest error of a translation in one step [m], positive. Default: 1e-6.
   *
   * It is an error of places. What loads of a short duration T leave of a rate may be wrong by some translation_tolerance/T, and moves
   * places by that for as long as the run lasts: give `translation_rate_tolerance` where this counts (loads by tables of straight lines
   * leave next to no error: steps end at their corners). Where a stop acts (swp_model_add_joint_stop, tables of forces), the rate along
   * its coordinate is right to a few percent, however far below the tolerance the way v √(m/k) into the stop is, down to a
   * ten-thousandth of the tolerance; for a better rebound give a tolerance of rates.
   */
  double translation_tolerance;
  /**
   * Largest error of a rotation in one step [rad], positive. Default: 1e-6.
   */
  double rotation_tolerance;
  /**
   * Smallest step [s], positive; only what is left to the end may be smaller. Default: 1e-10.
   */
  double smallest;
  /**
   * Largest step [s], not below `smallest`; may be infinite. Default: infinite.
   */
  double largest;
  /**
   * The first step of the call [s], between `smallest` and `largest`; 0: as the last controlled step proposed, or, where
   * there was none, chosen by the library. Default: 0.
   */
  double first;
  /**
   * Part of the step that would just meet the tolerance, in [0.1, 1]. Default: 0.9.
   */
  double safety;
  /**
   * Largest error of the rate of a translation in one step [m/s]; 0: one that moves nothing by more than
   * `translation_tolerance` within the step; infinite: rates are not controlled. Default: 0.
   */
  double translation_rate_tolerance;
  /**
   * Largest error of the rate of a rotation in one step [rad/s]; 0 and infinite likewise. Default: 0.
   */
  double rotation_rate_tolerance;
  /**
   * 0; room for members of later versions.
   */
  uint64_t reserved[8];
} swp_step_control;

/**
 * Called with the state under trial after each solved step of swp_sim_advance_controlled and swp_sim_advance_past, and with states
 * within it, time [s]; writes the event's function of the state to `value` and returns 0, or another number to report failure. It may query the
 * simulation and nothing else; other calls on it give SWP_WRONG_STATE. It must not throw.
 */
typedef int32_t (*swp_event_callback)(double t, double *value, void *user);

/**
 * What happened since the simulation was created or swp_sim_reset_counters was called. No part of snapshots.
 */
typedef struct swp_sim_counters {
  /**
   * Accepted steps; one that was cut counts once.
   */
  uint64_t accepted;
  /**
   * Steps rejected because of their error, or to end where a function of time has a corner.
   */
  uint64_t rejected;
  /**
   * Steps that could not be solved and were made again with smaller ones.
   */
  uint64_t newton_failures;
  /**
   * Parts of steps that were cut.
   */
  uint64_t parts;
  /**
   * Searches for the time of an event.
   */
  uint64_t event_searches;
  /**
   * Smallest accepted step or part [s]; 0 before the first.
   */
  double smallest_step;
  /**
   * Largest accepted step or part [s].
   */
  double largest_step;
  /**
   * Accepted steps whose last solution ended where rounding allows nothing better (`at_rounding` of swp_newton_report).
   */
  uint64_t at_rounding;
  /**
   * Newton iterations of all solutions, of rejected and failed trials too.
   */
  uint64_t iterations;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[7];
} swp_sim_counters;

/**
 * A diagnosis in numbers.
 */
typedef struct swp_diagnosis_numbers {
  /**
   * Unknowns of motion.
   */
  size_t unknowns;
  /**
   * Conditions that hold during a run.
   */
  size_t conditions;
  /**
   * Of these, how many follow from others.
   */
  size_t dependent;
  /**
   * Degrees of freedom: unknowns minus independent conditions.
   */
  size_t freedom;
  /**
   * Motions that move no mass.
   */
  size_t massless;
  /**
   * Findings of all kinds.
   */
  size_t findings;
  /**
   * Of these, errors.
   */
  size_t errors;
  /**
   * Of these, warnings.
   */
  size_t warnings;
  /**
   * Condition number of the iteration matrix, free of units, estimated; not finite when the matrix is singular or was not reached.
   */
  double condition_number;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[8];
} swp_diagnosis_numbers;

/**
 * What a function of the host's sees. Nodes and coordinates are in the order in which they were given. Valid during the call.
 *
 * Later versions may add members at the end.
 */
typedef struct swp_host_view {
  /**
   * Time [s].
   */
  double time;
  /**
   * Number of nodes.
   */
  size_t nodes;
  /**
   * Number of joint coordinates.
   */
  size_t coordinates;
  /**
   * Seven numbers a node: position [m] and unit quaternion w, x, y, z.
   */
  const double *poses;
  /**
   * Six numbers a node: velocity [m/s] and angular velocity [rad/s], inertial axes.
   */
  const double *velocities;
  /**
   * Six numbers a node: acceleration [m/s^2] and angular acceleration [rad/s^2], inertial axes.
   */
  const double *accelerations;
  /**
   * Three numbers a joint coordinate: value, rate, second rate.
   */
  const double *coordinate_motions;
} swp_host_view;

/**
 * What an element of the host's exerts. Memory is the library's, zero on entry, valid during the call.
 *
 * There are n = 6 nodes + coordinates numbers: for each node the force [N] and the moment [N·m] on it, inertial axes; for each
 * coordinate the force [N] or torque [N·m] along it. Matrices are n × n and row-major: entry (i, j) is how number i changes with
 * unknown j, where a node's six unknowns are its displacement [m] and a small rotation [rad] about the inertial axes (of velocities
 * and accelerations accordingly), and a coordinate's is its value. They are NULL when the library does not want them.
 */
typedef struct swp_host_forces {
  /**
   * n numbers.
   */
  double *force;
  /**
   * n × n numbers, or NULL.
   */
  double *by_position;
  /**
   * n × n numbers, or NULL.
   */
  double *by_velocity;
  /**
   * n × n numbers, or NULL.
   */
  double *by_acceleration;
  /**
   * One number: the energy that the element stores [J]; counts when the element was added with `stores_energy`.
   */
  double *energy;
} swp_host_forces;

/**
 * An element of the host's: fills `out` for what `view` shows and returns 0. Any other value, or a number that is not finite, makes
 * the step fail with SWP_CALLBACK_FAILED and leaves the state as it was.
 *
 * It is called many times a step. It must depend on its arguments alone if a restored simulation is to repeat itself, must not
 * throw, and must not call back into the simulation that is being stepped (SWP_WRONG_STATE) or the model that is being built. With one
 * model in several threads it is called from several threads at once, with the same `user` pointer.
 */
typedef int32_t (*swp_host_element_callback)(const struct swp_host_view *view,
                                             const struct swp_host_forces *out,
                                             void *user);

/**
 * What a function for conditions of the host's fills. Memory is the library's, zero on entry, valid during the call.
 *
 * With m conditions and n = 6 nodes + coordinates unknowns, see swp_host_forces:
 */
typedef struct swp_host_values {
  /**
   * m numbers, zero where the conditions hold.
   */
  double *value;
  /**
   * m × n numbers, row-major: how condition i changes with unknown j.
   */
  double *gradient;
  /**
   * m numbers: how the conditions change with time alone [1/s].
   */
  double *rate;
  /**
   * m multipliers for which `curvature` is wanted; NULL when it is not.
   */
  const double *multipliers;
  /**
   * n × n numbers, row-major: how number i of gradient-transposed times multipliers changes with unknown j; NULL when it is
   * not wanted.
   */
  double *curvature;
} swp_host_values;

/**
 * Conditions of the host's on positions: fills `out` for what `view` shows (its velocities and accelerations are not to be used) and
 * returns 0. The rest is as with swp_host_element_callback.
 */
typedef int32_t (*swp_host_condition_callback)(const struct swp_host_view *view,
                                               const struct swp_host_values *out,
                                               void *user);

/**
 * What a host says of its element.
 */
typedef struct swp_host_element_options {
  /**
   * Size of this struct, set by swp_host_element_options_init; do not change it.
   */
  size_t size;
  /**
   * Over which the forces change with position [m], positive. The size of differences: 1e-5 of it, and 1e-5 rad. Default 1.
   */
  double length;
  /**
   * 1: the function fills the matrices when they are not NULL; 0: the library takes differences. Default 0.
   */
  int32_t gives_tangents;
  /**
   * 1: forces depend on velocities. Looked at without tangents only. Default 0.
   */
  int32_t uses_velocities;
  /**
   * 1: forces depend on accelerations. Looked at without tangents only. Default 0.
   */
  int32_t uses_accelerations;
  /**
   * 1: the function fills the energy, which counts as potential energy in the audit, and does no other work; 0: the work of its
   * forces counts as that of loads. Default 0.
   */
  int32_t stores_energy;
  /**
   * 0; room for members of later versions.
   */
  uint64_t reserved[8];
} swp_host_element_options;

/**
 * Id of an element of the host's.
 */
typedef struct swp_host_element {
  /**
   * opaque
   */
  uint32_t id;
} swp_host_element;

/**
 * Id of a set of conditions of the host's.
 */
typedef struct swp_host_condition {
  /**
   * opaque
   */
  uint32_t id;
} swp_host_condition;

/**
 * How far the tangents of a function of the host's are from differences.
 */
typedef struct swp_host_check {
  /**
   * Largest defects, each relative to the largest entry of its matrix: of an element by_position, by_velocity and
   * by_acceleration; of conditions gradient, rate and curvature. Differences themselves are good to about 1e-9 of smooth functions.
   */
  double defect[3];
  /**
   * Which of the three holds the worst entry: 0, 1 or 2.
   */
  int32_t matrix;
  /**
   * Its row, from 0.
   */
  int32_t row;
  /**
   * Its column, from 0.
   */
  int32_t column;
  /**
   * 1: tangents, or the curvature, are not given, and the library takes differences.
   */
  int32_t by_differences;
  /**
   * The worst entry as the function gives it.
   */
  double given;
  /**
   * The same by differences.
   */
  double difference;
  /**
   * Of an element with `stores_energy`: largest difference between its forces and minus the slopes of its energy, relative to the
   * largest of both. Forces that do other work (dampers) do not belong into such an element. 0 without energy.
   */
  double energy_defect;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[3];
} swp_host_check;

/**
 * How a path is followed. Call swp_path_options_init first, then change what you need.
 */
typedef struct swp_path_options {
  /**
   * Size of this struct, set by swp_path_options_init; do not change it.
   */
  size_t size;
  /**
   * What is watched: 0 nothing (default), 1 the position of `node`, component `component` (0, 1, 2) [m], 2 the coordinate
   * `component` of `joint` [m] or [rad].
   */
  int32_t output;
  /**
   * Component or coordinate.
   */
  int32_t component;
  /**
   * The node, for `output` 1.
   */
  struct swp_node node;
  /**
   * The joint, for `output` 2.
   */
  struct swp_joint joint;
  /**
   * 1: the path ends where the output is `value`. Default: 0.
   */
  int32_t stop_at_value;
  /**
   * 1: the path ends at the first limit or branching point. The same call again goes on behind it, in the direction of the path, as
   * long as state, loads and spin are those of that point. Default: 0.
   */
  int32_t stop_at_critical;
  /**
   * The value.
   */
  double value;
  /**
   * Most points, at least 2. Default: 2000.
   */
  size_t max_points;
  /**
   * Largest turn of a node between two points [rad], in (0, 1]. Default: 0.5.
   */
  double largest_turn;
  /**
   * Steady spin, as in swp_sim_solve_rotating [rad/s]. Default: zero.
   */
  double omega[3];
  /**
   * A point of its axis [m]. Default: the origin.
   */
  double about[3];
  /**
   * 0; room for members of later versions.
   */
  uint64_t reserved[8];
} swp_path_options;

/**
 * A point of a path.
 */
typedef struct swp_path_point {
  /**
   * Load factor, or value of the input.
   */
  double factor;
  /**
   * The output of the options; 0 if there is none.
   */
  double output;
  /**
   * Length of the path up to here: root of mean square motion of the nodes (displacement over the model's length, turn in
   * radians) and of the load factor over its whole change.
   */
  double length;
  /**
   * One of swp_path_event.
   */
  int32_t event;
  /**
   * Number of unstable directions, as in swp_statics_report; −1 if they could not be counted. At a limit or branching point
   * itself: that of the points before it.
   */
  int32_t unstable;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[4];
} swp_path_point;

/**
 * What the last of swp_sim_solve_static, swp_sim_solve_rotating, swp_sim_go_to_load and swp_sim_trace_path did and found. After a
 * failure of the first two: how far the search came, `reached`, and what it took; `stable` and `unstable` are then −1.
 */
typedef struct swp_statics_report {
  /**
   * Load steps taken, or points of the path.
   */
  uint64_t load_steps;
  /**
   * Load steps that failed and were cut.
   */
  uint64_t cuts;
  /**
   * Newton iterations of all steps taken.
   */
  uint64_t iterations;
  /**
   * Steps of pseudo-transient continuation: where load steps did not lead on (a tangent without stiffness, a limit point), the
   * state was moved to a stable equilibrium under the whole load as if in a viscous fluid.
   */
  uint64_t relaxed;
  /**
   * Limit and branching points met on the way.
   */
  uint64_t critical;
  /**
   * 1: the equilibrium is stable, but for neutral motions. 0: it is not. −1: stiffness alone does not tell, and swp_sim_modes does:
   * directions could not be counted; the model spins and `unstable` is even and not 0, so that gyroscopic forces may keep it stable;
   * or loads follow the motion (follower forces, pressure, dead moments: `symmetric` is 0) and `unstable` is even, 0 included,
   * so that it may flutter.
   */
  int32_t stable;
  /**
   * Number of unstable directions: negative eigenvalues of the tangent stiffness on the motions that the joints allow, from the
   * signs of the pivots, neutral motions left out; −1 if they could not be counted. Under spin the stiffness is that in turning
   * axes, centrifugal forces included and gyroscopic ones not: 0 is stable, an odd number unstable.
   */
  int32_t unstable;
  /**
   * 1: the tangent is symmetric. 0: it is not, by follower loads or others that are not conservative. Of `unstable` only
   * whether it is even or odd is then certain; swp_sim_modes tells what grows.
   */
  int32_t symmetric;
  /**
   * Number of neutral motions: no element, joint, load or gravity resists them and none drives them, as a wheel on its axle, a
   * round rod about itself, a shaft free to turn. The equilibrium found is the one from which nothing moved along them.
   */
  int32_t neutral;
  /**
   * Part of the way from the state before the call to the loads, drives and spin asked for that load steps did: 1 on success, less
   * after a failure.
   */
  double reached;
  /**
   * 0; room for numbers of later versions.
   */
  uint64_t reserved[7];
} swp_statics_report;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* ----------------------------------------------------------------------------------------------------
 * Version and failures
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Version of the library at run time, to compare with SWP_VERSION of the header.
 */
uint32_t swp_version(void);

/**
 * Version of the library as text, "0.1.0". Static: do not free.
 */
const char *swp_version_string(void);

/**
 * Does this library serve a host compiled with this version of the header? Call it with SWP_VERSION.
 *
 * The major version must be the same, and the library's minor version at least the header's; while the major version is 0,
 * the minor versions must be the same. Returns SWP_VERSION_MISMATCH otherwise; the text is in swp_last_error.
 */
swp_status swp_check_version(uint32_t header_version);

/**
 * Name of a status, such as "SWP_NEWTON_FAILED"; "unknown status" for any other number. Static: do not free.
 */
const char *swp_status_name(int32_t status);

/**
 * Text of the last failure, on this thread, of a call that had no handle to keep it: a NULL handle, swp_model_create,
 * swp_check_version, swp_snapshot_from_bytes and the like.
 *
 * Copies at most `length` bytes, the last of them zero, into `buffer`, and the number of bytes of the whole text, its end
 * included, into `needed`. Either pointer may be NULL, not both. Returns SWP_WRONG_SIZE when the text was cut.
 */
swp_status swp_last_error(char *buffer,
                          size_t length,
                          size_t *needed);

/* ----------------------------------------------------------------------------------------------------
 * Model: nodes, bodies, functions of time, inputs
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Create an empty model. The caller owns it and frees it with swp_model_free.
 */
swp_status swp_model_create(struct swp_model **out);

/**
 * Free a model. NULL is allowed. Simulations that use it keep what they need and go on.
 */
void swp_model_free(struct swp_model *model);

/**
 * Text of the model's last failure: what happened, where by name, what to try. Empty before the first one.
 *
 * Copies at most `length` bytes, the last of them zero, into `buffer`, and the number of bytes of the whole text, its end
 * included, into `needed`. Either pointer may be NULL, not both. Returns SWP_WRONG_SIZE when the text was cut.
 */
swp_status swp_model_error(const struct swp_model *model,
                           char *buffer,
                           size_t length,
                           size_t *needed);

/**
 * Add a node that moves and turns.
 *
 * `name`: unique among nodes, copied. `position`: 3 components [m], inertial axes. `orientation`: unit quaternion w, x, y, z
 * that takes node axes to inertial axes, or NULL for none. `out` receives the id.
 */
swp_status swp_model_add_node(struct swp_model *model,
                              const char *name,
                              const double *position,
                              const double *orientation,
                              struct swp_node *out);

/**
 * Add a node that is fixed in space; arguments as in swp_model_add_node.
 */
swp_status swp_model_add_ground(struct swp_model *model,
                                const char *name,
                                const double *position,
                                const double *orientation,
                                struct swp_node *out);

/**
 * Add a node that moves but has no orientation: three unknowns, for point masses. Its axes stay parallel to the inertial
 * ones. Joints that need its orientation, moments and offsets on it are refused.
 */
swp_status swp_model_add_point_node(struct swp_model *model,
                                    const char *name,
                                    const double *position,
                                    struct swp_node *out);

/**
 * Give a node its velocity [m/s] and angular velocity [rad/s], NULL for none, at the start, inertial axes; zero unless given. Where
 * joints do not allow them, the start changes them as an impulse through the joints would, and reports by how much.
 *
 * It is the velocity of this node alone. What hangs on the node by joints starts with its own velocity, zero unless given: a hub that is
 * given its angular velocity here, with blades that are given none, starts with blades at rest that their hinges then jerk (the
 * diagnosis of swp_model_diagnose says so). Give every part its velocity, or none to all of them and the rate to the joint that turns
 * them (swp_model_start_joint, swp_model_drive_joint): what hangs on it then turns with it.
 */
swp_status swp_model_set_node_velocity(struct swp_model *model,
                                       struct swp_node node,
                                       const double *velocity,
                                       const double *angular_velocity);

/**
 * Find a node by name; SWP_UNKNOWN_ID if there is none.
 */
swp_status swp_model_find_node(const struct swp_model *model, const char *name, struct swp_node *out);

/**
 * Number of nodes, ground nodes included; bulk queries list them in the order in which they were added.
 */
swp_status swp_model_node_count(const struct swp_model *model, size_t *out);

/**
 * Number of joints.
 */
swp_status swp_model_joint_count(const struct swp_model *model, size_t *out);

/**
 * Set the acceleration of gravity, 3 components [m/s²], inertial axes; zero unless set.
 */
swp_status swp_model_set_gravity(struct swp_model *model, const double *gravity);

/**
 * Add a rigid body to a node; a node may carry several.
 *
 * `mass` [kg] is positive. `center_of_mass`: 3 components [m], node axes. `inertia`: 3×3, row-major, about the centre of
 * mass, node axes [kg·m²]: symmetric, no negative principal moment, none larger than the sum of the other two; products of
 * inertia with their minus sign, I_12 = −∫xy dm.
 */
swp_status swp_model_add_rigid_body(struct swp_model *model,
                                    const char *name,
                                    struct swp_node node,
                                    double mass,
                                    const double *center_of_mass,
                                    const double *inertia,
                                    struct swp_body *out);

/**
 * Add a point mass [kg] to a node, at `offset` (3 components [m], node axes; NULL for none).
 */
swp_status swp_model_add_point_mass(struct swp_model *model,
                                    const char *name,
                                    struct swp_node node,
                                    double mass,
                                    const double *offset,
                                    struct swp_body *out);

/**
 * Add a constant function of time.
 */
swp_status swp_model_add_constant(struct swp_model *model, double value, struct swp_function *out);

/**
 * Add a function given by `count` points (at least 2): `times` [s] that increase, and `values`; both are copied. Outside the
 * table the function keeps its end values. `interpolation`: one of swp_interpolation.
 *
 * A function that drives a joint should be cubic: a straight line has kinks in its rate, at which the drive jolts.
 */
swp_status swp_model_add_table(struct swp_model *model,
                               size_t count,
                               const double *times,
                               const double *values,
                               int32_t interpolation,
                               struct swp_function *out);

/**
 * Add the function amplitude · sin(frequency · t + phase); `frequency` [rad/s], `phase` [rad].
 */
swp_status swp_model_add_harmonic(struct swp_model *model,
                                  double amplitude,
                                  double frequency,
                                  double phase,
                                  struct swp_function *out);

/**
 * Add the function amplitude · (1 − cos(π (t − start)/duration))/2: zero before `start` [s], `amplitude` at start +
 * duration; afterwards it stays there (`hold` not 0) or returns to zero at start + 2 duration and stays there.
 */
swp_status swp_model_add_one_minus_cosine(struct swp_model *model,
                                          double amplitude,
                                          double start,
                                          double duration,
                                          int32_t hold,
                                          struct swp_function *out);

/**
 * Add the sum of `count` (at least 1) functions of this model.
 */
swp_status swp_model_add_sum(struct swp_model *model,
                             size_t count,
                             const struct swp_function *functions,
                             struct swp_function *out);

/**
 * Add the product of `count` (at least 1) functions of this model.
 */
swp_status swp_model_add_product(struct swp_model *model,
                                 size_t count,
                                 const struct swp_function *functions,
                                 struct swp_function *out);

/**
 * Add a function computed by the host; see swp_function_callback. `user` is handed to it as it is and must stay valid as
 * long as the model or a simulation of it lives.
 */
swp_status swp_model_add_callback(struct swp_model *model,
                                  swp_function_callback callback,
                                  void *user,
                                  struct swp_function *out);

/**
 * Add an input: a number that the host sets with swp_sim_set_input before or during a step. `name`: unique among inputs.
 */
swp_status swp_model_add_input(struct swp_model *model,
                               const char *name,
                               double initial,
                               struct swp_function *out);

/**
 * Find an input by name; SWP_UNKNOWN_ID if there is none.
 */
swp_status swp_model_find_input(const struct swp_model *model, const char *name, struct swp_function *out);

/**
 * Check the model as a whole: nodes that nothing determines, joints that do not fit the reference configuration (beyond 1e-6
 * of the model's size), joints on points that need an orientation. SWP_INVALID_MODEL with the name of the thing.
 *
 * swp_sim_create checks this too, and more: dependent conditions and motions without mass.
 */
swp_status swp_model_check(struct swp_model *model);

/**
 * Find a joint by name; SWP_UNKNOWN_ID if there is none.
 */
swp_status swp_model_find_joint(const struct swp_model *model, const char *name, struct swp_joint *out);

/* ----------------------------------------------------------------------------------------------------
 * Joints
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Make an attachment from a point (3 components [m]) and a frame (unit quaternion w, x, y, z, or NULL for the inertial axes)
 * given in inertial axes, for the reference configuration. Attaching both sides of a joint to one point and frame makes them
 * fit.
 */
swp_status swp_model_attach(struct swp_model *model,
                            struct swp_node node,
                            const double *point,
                            const double *orientation,
                            struct swp_attachment *out);

/**
 * Add a revolute joint: B turns about axis 3 of A. Coordinate 0: angle [rad].
 *
 * This and the following constructors: `name` is unique among joints and copied; `a` and `b` are on two nodes, not both
 * ground. Conditions and coordinates are those of B relative to A, in the joint axes of A. `out` receives the id.
 */
swp_status swp_model_add_revolute(struct swp_model *model,
                                  const char *name,
                                  const struct swp_attachment *a,
                                  const struct swp_attachment *b,
                                  struct swp_joint *out);

/**
 * Add a prismatic joint: B slides along axis 3 of A and does not turn. Coordinate 0: displacement [m].
 */
swp_status swp_model_add_prismatic(struct swp_model *model,
                                   const char *name,
                                   const struct swp_attachment *a,
                                   const struct swp_attachment *b,
                                   struct swp_joint *out);

/**
 * Add a cylindrical joint: B slides along axis 3 of A and turns about it. Coordinates 0: displacement [m], 1: angle [rad].
 */
swp_status swp_model_add_cylindrical(struct swp_model *model,
                                     const char *name,
                                     const struct swp_attachment *a,
                                     const struct swp_attachment *b,
                                     struct swp_joint *out);

/**
 * Add a planar joint: B slides along axes 1 and 2 of A and turns about axis 3. Coordinates 0, 1: displacements [m], 2: angle
 * [rad].
 */
swp_status swp_model_add_planar(struct swp_model *model,
                                const char *name,
                                const struct swp_attachment *a,
                                const struct swp_attachment *b,
                                struct swp_joint *out);

/**
 * Add a spherical joint: the points coincide. No coordinates; swp_sim_joint_relative gives the relative rotation.
 */
swp_status swp_model_add_spherical(struct swp_model *model,
                                   const char *name,
                                   const struct swp_attachment *a,
                                   const struct swp_attachment *b,
                                   struct swp_joint *out);

/**
 * Add a universal joint: a cross with one arm along axis 1 of A and the other along axis 2 of B. Coordinates 0: angle about
 * axis 1 of A, 1: angle about axis 2 of B [rad].
 */
swp_status swp_model_add_universal(struct swp_model *model,
                                   const char *name,
                                   const struct swp_attachment *a,
                                   const struct swp_attachment *b,
                                   struct swp_joint *out);

/**
 * Add a rigid connection: the two frames move as one. No coordinates.
 */
swp_status swp_model_add_rigid_connection(struct swp_model *model,
                                          const char *name,
                                          const struct swp_attachment *a,
                                          const struct swp_attachment *b,
                                          struct swp_joint *out);

/**
 * Keep the point of B on axis 3 of A. Coordinate 0: displacement along it [m].
 */
swp_status swp_model_add_point_on_line(struct swp_model *model,
                                       const char *name,
                                       const struct swp_attachment *a,
                                       const struct swp_attachment *b,
                                       struct swp_joint *out);

/**
 * Keep the point of B in the plane of axes 1 and 2 of A. Coordinates 0, 1: displacements along them [m].
 */
swp_status swp_model_add_point_in_plane(struct swp_model *model,
                                        const char *name,
                                        const struct swp_attachment *a,
                                        const struct swp_attachment *b,
                                        struct swp_joint *out);

/**
 * Add a screw joint: B turns about axis 3 of A and advances along it by `pitch` [m] a turn, positive for a right-handed
 * thread; not zero (that is a revolute joint). Coordinate 0: angle [rad].
 */
swp_status swp_model_add_screw(struct swp_model *model,
                               const char *name,
                               const struct swp_attachment *a,
                               const struct swp_attachment *b,
                               double pitch,
                               struct swp_joint *out);

/**
 * Keep the points of A and B at a distance of `length` [m], positive: a massless rod. No coordinates.
 */
swp_status swp_model_add_distance(struct swp_model *model,
                                  const char *name,
                                  const struct swp_attachment *a,
                                  const struct swp_attachment *b,
                                  double length,
                                  struct swp_joint *out);

/**
 * Prescribe a joint coordinate as a function of time [m] or [rad]. The driving force or torque is read with swp_sim_joint_drive.
 *
 * At the start the model is moved to where the function says, within reach of the reference configuration: what hangs on the joint is
 * carried along rigidly, and so are its velocities when the function has a rate there, so that a blade turns with its hub from the
 * start. An actuator is at rest before its command sets it going, so that a rate at the start is a blow of it. Velocities given to
 * what hangs on a node to which none was given are kept. In a closed loop beams move as rigid bodies where
 * they can; the strain that is left elsewhere is in swp_sim_report.
 */
swp_status swp_model_drive_joint(struct swp_model *model,
                                 struct swp_joint joint,
                                 int32_t coordinate,
                                 struct swp_function function);

/**
 * Give the value [m] or [rad] and the rate of a joint coordinate at the start; NaN leaves one of them free. The other bodies'
 * positions and velocities follow from the joints, as for swp_model_drive_joint. It has no effect after the start, and leaves no
 * unknown and no constraint in a run. SWP_INVALID_ARGUMENT for an angle beyond 1e9 rad, of which too few digits would be left.
 */
swp_status swp_model_start_joint(struct swp_model *model,
                                 struct swp_joint joint,
                                 int32_t coordinate,
                                 double value,
                                 double rate);

/**
 * Add a spring and damper on a joint coordinate: force or torque −stiffness (s − rest) − damping ds/dt along it. `stiffness`
 * [N/m] or [N·m/rad], `damping` [N·s/m] or [N·m·s/rad], not negative, `rest` [m] or [rad]. `name`: unique among springs.
 */
swp_status swp_model_add_joint_spring(struct swp_model *model,
                                      const char *name,
                                      struct swp_joint joint,
                                      int32_t coordinate,
                                      double stiffness,
                                      double damping,
                                      double rest,
                                      struct swp_spring *out);

/**
 * Make the unit quaternion (w, x, y, z, into `out`, 4 numbers) of axes of which axis 3, that of hinges and slides, lies along `axis`
 * (3 components, of any length), by the least turn from the inertial axes. SWP_INVALID_ARGUMENT where `axis` is zero or not finite
 * (text: swp_last_error).
 */
swp_status swp_frame_from_axis(const double *axis,
                               double *out);

/**
 * Make the unit quaternion (w, x, y, z, into `out`, 4 numbers) of axes that are given by two directions of any length, `first` (3
 * components) and `second` (3 components): axis 1 along the first, axis 2 in the plane of both on the side of the second. SWP_INVALID_ARGUMENT
 * where one is zero or not finite, or they are parallel (text: swp_last_error).
 */
swp_status swp_frame_from_axes(const double *first,
                               const double *second,
                               double *out);

/**
 * Clamp a node: `b` is held by `a`, ground or another node, as it stands in the reference configuration. A rigid connection at the
 * place of `b`, whose axes are those of `b`; `name` is unique among joints and copied, `out` receives its id.
 */
swp_status swp_model_add_clamp(struct swp_model *model,
                               const char *name,
                               struct swp_node a,
                               struct swp_node b,
                               struct swp_joint *out);

/**
 * Tie nodes to the frame of a node: a bolt, a lug, a cuff; what a body, a joint or a beam on `frame` exerts is passed to all of them.
 *
 * `name`: unique among ties, copied. `frame`: a node that turns, or ground. `nodes`: `node_count` different nodes, without the frame; they
 * stay, or their mean stays, where they are to it in the reference configuration. `kind`: one of swp_tie_kind. `weights`: for
 * SWP_TIE_MEAN one positive number a node, of any sum, as areas that the nodes stand for, `weight_count` = `node_count`; none, 0 and
 * NULL, for equal ones and for the other kinds. In the mean at most 64 nodes. `out` receives the id.
 *
 * The constraints are at most quadratic, and so do no work in the schemes that preserve energy. A frame node without mass is fine.
 *
 * SWP_INVALID_ARGUMENT by name: nodes of a tie in the mean that are all at one place or on one line, which hold no rotation about it; a
 * node twice; a point as frame. The model is then as it was.
 */
swp_status swp_model_add_tie(struct swp_model *model,
                             const char *name,
                             struct swp_node frame,
                             size_t node_count,
                             const struct swp_node *nodes,
                             size_t weight_count,
                             const double *weights,
                             int32_t kind,
                             struct swp_tie *out);

/**
 * Add a chain of `count` rigid links from a Denavit-Hartenberg table, on `base`, whose axes are frame 0. Frame k stands in frame
 * k − 1 as Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha); link k moves along z of frame k − 1, and its node is frame k, at its far
 * end. Nodes and bodies are called "name link 1" ..., joints "name joint 1" ...; `nodes` and `joints` receive `count` ids each.
 *
 * Close the chain with any joint between its last node and another one; when the table only puts it near, ask for `assemble` in
 * swp_sim_options. On failure nothing is added.
 */
swp_status swp_model_add_chain(struct swp_model *model,
                               const char *name,
                               const struct swp_attachment *base,
                               size_t count,
                               const struct swp_link *links,
                               struct swp_node *nodes,
                               struct swp_joint *joints);

/* ----------------------------------------------------------------------------------------------------
 * On joint coordinates: springs, stops, drives, gears, locks, actuators
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Add a pair of gears on parallel axes. `one`, `two`: turning coordinates of revolute, cylindrical or screw joints that have one node,
 * the housing, in common (ground nodes count as one). `teeth_one`, `teeth_two`: numbers of teeth, or pitch radii; positive.
 * `internal` 0: outer teeth, they turn against each other; 1: one has its teeth inside. Which way the joints' axes point and which
 * side the housing is on does not matter. `name`: unique among couplings.
 *
 * The torque of the teeth on the wheels acts back on the housing. The forces of the teeth on the bearings are not in the reactions of
 * the joints; with pitch radii the torque, swp_sim_coupling_effort, over the radius is that force.
 */
swp_status swp_model_add_gears(struct swp_model *model,
                               const char *name,
                               struct swp_joint_coordinate one,
                               struct swp_joint_coordinate two,
                               double teeth_one,
                               double teeth_two,
                               int32_t internal,
                               struct swp_coupling *out);

/**
 * Add a pair of bevel gears, as swp_model_add_gears, on axes that meet at an angle. A wheel is on the side of the meeting point where
 * its joint's point lies; when that is the meeting point itself, along the joint's third axis.
 */
swp_status swp_model_add_bevel_gears(struct swp_model *model,
                                     const char *name,
                                     struct swp_joint_coordinate one,
                                     struct swp_joint_coordinate two,
                                     double teeth_one,
                                     double teeth_two,
                                     struct swp_coupling *out);

/**
 * Add a rack and a pinion of a pitch `radius` [m], positive: the turning coordinate of a joint and the sliding one of a prismatic or
 * cylindrical joint across its axis, both on one housing. The rack is on the side of the pinion where its joint's point lies.
 */
swp_status swp_model_add_rack(struct swp_model *model,
                              const char *name,
                              struct swp_joint_coordinate pinion,
                              struct swp_joint_coordinate rack,
                              double radius,
                              struct swp_coupling *out);

/**
 * Add a belt or a chain around two wheels of these radii [m], positive, on parallel axes in one housing. `crossed` 1: it crosses
 * itself between them, and they turn against each other; 0: they turn alike.
 */
swp_status swp_model_add_belt(struct swp_model *model,
                              const char *name,
                              struct swp_joint_coordinate one,
                              struct swp_joint_coordinate two,
                              double radius_one,
                              double radius_two,
                              int32_t crossed,
                              struct swp_coupling *out);

/**
 * Add a differential: the carrier turns with the mean of two outputs; turning coordinates about parallel axes in one housing.
 */
swp_status swp_model_add_differential(struct swp_model *model,
                                      const char *name,
                                      struct swp_joint_coordinate carrier,
                                      struct swp_joint_coordinate output_one,
                                      struct swp_joint_coordinate output_two,
                                      struct swp_coupling *out);

/**
 * Add a spring by points on a joint coordinate: the force or torque against it, −`forces`, at `count` increasing `values` [m] or
 * [rad] of the coordinate, straight lines between them and on beyond the ends. At least two points. `name`: unique among springs,
 * stops, dampers and friction.
 */
swp_status swp_model_add_joint_spring_table(struct swp_model *model,
                                            const char *name,
                                            struct swp_joint joint,
                                            int32_t coordinate,
                                            size_t count,
                                            const double *values,
                                            const double *forces,
                                            struct swp_spring *out);

/**
 * Add a preloaded spring on a joint coordinate: force or torque −stiffness (s − rest) − preload along it.
 */
swp_status swp_model_add_joint_preload(struct swp_model *model,
                                       const char *name,
                                       struct swp_joint joint,
                                       int32_t coordinate,
                                       double stiffness,
                                       double rest,
                                       double preload,
                                       struct swp_spring *out);

/**
 * Add a one-sided stop on a joint coordinate, a droop or flap stop: no force up to `limit` [m] or [rad], beyond it a spring whose
 * stiffness grows from zero to `stiffness` [N/m] or [N·m/rad] over `softness` [m] or [rad], both positive. `upward` 1: it stops
 * motion to larger values; 0: to smaller ones.
 *
 * Steps must be well below the time of contact, pi sqrt(m/stiffness): with half of it a rebound has come out 22 % too fast.
 * swp_sim_advance_controlled chooses its steps by their error.
 */
swp_status swp_model_add_joint_stop(struct swp_model *model,
                                    const char *name,
                                    struct swp_joint joint,
                                    int32_t coordinate,
                                    double limit,
                                    int32_t upward,
                                    double stiffness,
                                    double softness,
                                    struct swp_spring *out);

/**
 * Add a damper by points on a joint coordinate, a lag damper: the force or torque against the rate, −`forces`, at `count`
 * increasing `rates` [m/s] or [rad/s]. It must pass through zero at rest and dissipate everywhere.
 */
swp_status swp_model_add_joint_damper_table(struct swp_model *model,
                                            const char *name,
                                            struct swp_joint joint,
                                            int32_t coordinate,
                                            size_t count,
                                            const double *rates,
                                            const double *forces,
                                            struct swp_spring *out);

/**
 * Add friction on a joint coordinate: (sliding + (breakaway − sliding) exp(−(ds/dt / stribeck)²)) tanh(ds/dt / creep) against the
 * rate. `sliding` and `breakaway` [N] or [N·m], 0 ≤ sliding ≤ breakaway; `stribeck` and `creep` [m/s] or [rad/s], positive. Below
 * `creep` the joint creeps instead of sticking: under a constant force below `breakaway` it moves at part of `creep`. For breakaway to be
 * felt, `creep` must be far below `stribeck`, or the bump has gone before tanh has reached one: at a tenth of it 7 % of breakaway − sliding is
 * missing.
 */
swp_status swp_model_add_joint_friction(struct swp_model *model,
                                        const char *name,
                                        struct swp_joint joint,
                                        int32_t coordinate,
                                        double sliding,
                                        double breakaway,
                                        double stribeck,
                                        double creep,
                                        struct swp_spring *out);

/**
 * Add a force actuator on a joint coordinate: `factor` times `function` [N] or [N·m] along it. With an input for the function the
 * host sets the command. `name`: unique among forces.
 */
swp_status swp_model_add_joint_force(struct swp_model *model,
                                     const char *name,
                                     struct swp_joint joint,
                                     int32_t coordinate,
                                     double factor,
                                     struct swp_function function,
                                     struct swp_spring *out);

/**
 * Couple `count` joint coordinates: the sum of `factors[k]` times coordinate `coordinates[k]` of `joints[k]` stays what it is in the
 * reference configuration, plus `function` if its id is not 0. Gears: radii r₁, r₂ on two angles; a rack: r on an angle and −1 on a
 * displacement; a belt: r₁, −r₂; a differential: 1, 1, −2 on two outputs and the carrier; mixers and swashplate kinematics alike.
 * Factors are finite and not zero, no coordinate occurs twice. `name`: unique among couplings.
 */
swp_status swp_model_add_coupling(struct swp_model *model,
                                  const char *name,
                                  size_t count,
                                  const struct swp_joint *joints,
                                  const int32_t *coordinates,
                                  const double *factors,
                                  struct swp_function function,
                                  struct swp_coupling *out);

/**
 * Let a joint coordinate be locked and released during a run, with swp_sim_lock and swp_sim_release. `locked` 1: it begins locked,
 * where the reference configuration has it; 0: free. Not for a driven coordinate, nor can one with a lock be driven; once a
 * coordinate.
 */
swp_status swp_model_add_lock(struct swp_model *model,
                              struct swp_joint joint,
                              int32_t coordinate,
                              int32_t locked);

/**
 * Add a generalised coordinate s [m]: an unknown number with a mass [kg], a stiffness [N/m] and a damping [N·s/m] of its own, none of
 * them negative, and its value [m] and rate [m/s] at the start: m s̈ + d ṡ + k s = 0, but for what elements that use it exert. Its
 * kinetic energy is in the audit, all schemes keep its momentum as they do that of bodies, and controlled steps hold its error below
 * `translation_tolerance`. `name`: unique among generalised coordinates; swp_sim_generalised_coordinate asks for it.
 */
swp_status swp_model_add_generalised_coordinate(struct swp_model *model,
                                                const char *name,
                                                double mass,
                                                double stiffness,
                                                double damping,
                                                double value,
                                                double rate);

/**
 * Add an actuator of first order: a function s with T ds/dt + s = command, T = `time_constant` [s], positive. Give it to
 * swp_model_drive_joint, and the coordinate follows; to swp_model_add_joint_force, and the force does; the mechanism does not act
 * back on it. The command is any function of this model, also an input that the host sets.
 *
 * `limits`: NULL for none; the command is kept within the stroke, the rate below its bound. `start`: s at the start, one number;
 * NULL: at the command. Its states are part of snapshots; statics brings it to rest at its command.
 *
 * Its rate jumps where the command does, and a coordinate that it drives with it; a second order one is smoother. Over a step the
 * command is asked for at several times inside it, also when it is a function of the host; where a limit begins or ceases to bind
 * within the step, that time is found and the step is parted there for the actuator. `name`: unique among actuators.
 */
swp_status swp_model_add_first_order_actuator(struct swp_model *model,
                                              const char *name,
                                              struct swp_function command,
                                              double time_constant,
                                              const struct swp_actuator_limits *limits,
                                              const double *start,
                                              struct swp_function *out);

/**
 * Add an actuator of second order: a function s with s'' + 2 damping frequency s' + frequency² s = frequency² command;
 * `frequency` [rad/s] and `damping`, the ratio to critical, positive. As swp_model_add_first_order_actuator otherwise; `start`: s
 * and s' at the start, two numbers; NULL: at rest at the command. Vibrations of one that is hardly damped are followed in steps up to
 * some ten radians of them: with a damping of 0.01 the output is off by 2e-3 of the command at frequency · h = 10, by 0.03 at 15; with
 * 0.7 by less than 1e-6 in any step.
 *
 * With a limit of the rate it is a servo that asks for the rate frequency (command − s)/(2 damping), bounded, and reaches it with
 * the time constant 1/(2 damping frequency). The stroke bounds the command: with a damping below 1 the output may overshoot it.
 */
swp_status swp_model_add_second_order_actuator(struct swp_model *model,
                                               const char *name,
                                               struct swp_function command,
                                               double frequency,
                                               double damping,
                                               const struct swp_actuator_limits *limits,
                                               const double *start,
                                               struct swp_function *out);

/**
 * Lock (`locked` 1) or release (0) a joint coordinate at a `time` [s]. The coordinate needs a lock, see swp_model_add_lock. Any
 * number of switches, in any order, at most one a lock and time; one to the state that the lock is in does nothing.
 *
 * The switch is made at the end of the first step that ends at or behind its time (nearer than 1e-9 of the step counts as there),
 * as swp_sim_lock and swp_sim_release would: without a jump of positions. Steps that the library chooses
 * (swp_sim_advance_controlled and its kin) end at that time; equal steps and those of the host are not changed. Switches at or
 * before the start of a simulation say how the lock begins. What is done is part of snapshots. When the lock would hold what is held
 * already, swp_sim_accept fails with SWP_REDUNDANT_CONSTRAINTS and the step stays open.
 */
swp_status swp_model_schedule_lock(struct swp_model *model,
                                   struct swp_joint joint,
                                   int32_t coordinate,
                                   double time,
                                   int32_t locked);

/* ----------------------------------------------------------------------------------------------------
 * Springs between nodes
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Add a spring and damper along the line between a point on node `a` and a point on node `b`, two different nodes, not both
 * ground. Tension: preload + stiffness (l − length) + damping dl/dt, l the distance of the points.
 *
 * `name`: unique among line springs, copied. `point_a` and `point_b`: 3 components [m], inertial axes, in the reference
 * configuration; on a point node the node itself, or NULL for either: the node itself. `stiffness` [N/m], `length`
 * (unstretched) [m] and `damping` [N·s/m] are not negative; `preload` [N] is the tension at the unstretched length. Points that
 * coincide give no direction: swp_model_check refuses them in the reference configuration, and a step that meets them fails
 * with SWP_NOT_FINITE. `out` receives the id.
 */
swp_status swp_model_add_line_spring(struct swp_model *model,
                                     const char *name,
                                     struct swp_node a,
                                     const double *point_a,
                                     struct swp_node b,
                                     const double *point_b,
                                     double stiffness,
                                     double length,
                                     double damping,
                                     double preload,
                                     struct swp_line_spring *out);

/**
 * Add a bushing: a spring and damper in all six directions between a frame on node A and a frame on node B, two different
 * nodes with orientation, not both ground.
 *
 * With the axes a_k, b_k of the two frames and the gap g from the point on A to the point on B, the strain is
 * u_k = 1/2 (a_k + b_k)·g and phi_k = 1/2 (a_j·b_i − a_i·b_j), (i, j, k) cyclic: displacement, and sine of the relative rotation
 * along its axis. With a stiffness k the moment about an axis is k sin(phi) cos(phi) of the angle phi, not k phi: greatest at 45 degrees, and
 * 17 % below k phi at 30. It is meant for relative rotations below 45 degrees; they need not be small.
 *
 * `name`: unique among bushings, copied. `stiffness`: 6 by 6, row-major, translation before rotation [N/m], [N], [N·m];
 * symmetric and without negative eigenvalue. `damping`: alike [N·s/m], [N·s], [N·m·s], or NULL for none. `preload`: 6 numbers
 * [N], [N·m], the stress at strain zero, or NULL for none. Frames that do not coincide in the reference configuration are
 * strained there. `out` receives the id.
 */
swp_status swp_model_add_bushing(struct swp_model *model,
                                 const char *name,
                                 const struct swp_attachment *a,
                                 const struct swp_attachment *b,
                                 const double *stiffness,
                                 const double *damping,
                                 const double *preload,
                                 struct swp_bushing *out);

/* ----------------------------------------------------------------------------------------------------
 * Constraints on velocities
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Add a thin disc that rolls on a plane without slip and never leaves it.
 *
 * `name`: unique among rolling discs, copied. `node` moves and turns. `center` (3 components [m]) and `axis` (unit vector) of
 * the disc in node axes, `radius` [m], positive. The plane: a `point` (3 components [m]) and its unit `normal`, towards the
 * side of the disc, inertial axes. In the reference configuration the rim must touch the plane; initial velocities that would
 * slip are changed as an impulse at the contact would. A disc that comes to lie flat on the plane has no point of contact:
 * the step fails with SWP_NOT_FINITE or SWP_NEWTON_FAILED. `out` receives the id.
 */
swp_status swp_model_add_rolling_disc(struct swp_model *model,
                                      const char *name,
                                      struct swp_node node,
                                      const double *center,
                                      const double *axis,
                                      double radius,
                                      const double *point,
                                      const double *normal,
                                      struct swp_contact *out);

/**
 * Add a knife edge, as of a skate or a sleigh: the point at `offset` (3 components [m]) of a node that moves and turns cannot
 * move along the direction `across` (unit vector), both in node axes. `name`: unique among knife edges, copied. `out` receives
 * the id.
 */
swp_status swp_model_add_knife_edge(struct swp_model *model,
                                    const char *name,
                                    struct swp_node node,
                                    const double *offset,
                                    const double *across,
                                    struct swp_contact *out);

/**
 * Add a condition on velocities computed by the host, over `count` (1 to 4) different nodes; see swp_pfaffian_callback.
 *
 * `name`: unique among these conditions, copied. `length` [m], positive: that over which the row changes with position;
 * differences of 1e-5 of it, and of 1e-5 rad, give its slopes. `user` is handed to the callback as it is and must stay valid
 * as long as the model or a simulation of it lives. The callback is called once here, at t = 0 in the reference
 * configuration. `out` receives the id.
 */
swp_status swp_model_add_pfaffian(struct swp_model *model,
                                  const char *name,
                                  size_t count,
                                  const struct swp_node *nodes,
                                  swp_pfaffian_callback callback,
                                  void *user,
                                  double length,
                                  struct swp_pfaffian *out);

/* ----------------------------------------------------------------------------------------------------
 * Sections, beams, shells and solids
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Add a section by its matrices, for beams to come.
 *
 * `name`: unique among sections. `convention`: one of swp_convention, for both matrices. `stiffness`: 6×6, row-major, forces
 * [N] and moments [N·m] per strain [-] and curvature [1/m]; symmetric and positive definite. `mass`: 6×6, row-major, about the
 * reference axis: mass [kg/m], static moments [kg], inertia [kg·m]. `damping`: damping stress per elastic stress rate [s], not
 * negative.
 *
 * SWP_INVALID_ARGUMENT with the reason for matrices that no section has. In a section, which has no thickness along the beam,
 * I1 = I2 + I3 and I12 = I13 = 0: refused are products I12, I13, inertias that obey it in the order of another convention only (by
 * 2 % of their sum), and others that miss it by more than a factor of three; I2 and I3, or I1, may be left out (zero, or less than
 * a thousandth of the rest). What is possible but looks like other units or another convention is accepted, and named by
 * swp_model_diagnose with what would explain it.
 */
swp_status swp_model_add_section(struct swp_model *model,
                                 const char *name,
                                 int32_t convention,
                                 const double *stiffness,
                                 const double *mass,
                                 double damping,
                                 struct swp_section *out);

/**
 * Fill engineering constants with zeros; the stiffnesses must be set. `constants` must point to a swp_engineering of this
 * header.
 */
swp_status swp_engineering_init(struct swp_engineering *constants);

/**
 * The matrices of a section of beams: `stiffness` and `mass`, 36 numbers each, 6×6, row-major, in the order and axes of SWP_CONVENTION_EPPLE.
 */
swp_status swp_model_section_matrices(const struct swp_model *model,
                                      struct swp_section section,
                                      double *stiffness,
                                      double *mass);

/**
 * Add a section by engineering constants, for beams to come. `name`: unique among sections. SWP_INVALID_ARGUMENT with the name
 * of the constant that no section has.
 */
swp_status swp_model_add_engineering_section(struct swp_model *model,
                                             const char *name,
                                             const struct swp_engineering *constants,
                                             struct swp_section *out);

/**
 * Fill options with their defaults. `options` must point to a swp_beam_options of this header.
 */
swp_status swp_beam_options_init(struct swp_beam_options *options);

/**
 * Add a beam: nodes along an axis, elements between them, mass at the nodes. All arrays are copied.
 *
 * `name`: unique among beams; the nodes are named name/0 (root), name/1, ... `options` may be NULL for defaults.
 *
 * Axis: a curve through `point_count` (at least 2) points, `points` 3·point_count numbers [m], inertial axes. Between two
 * neighbouring points it is the cubic through the four nearest ones; through three points it is a parabola, through two a straight
 * line. Where the direction changes from one span to the next, a cubic swings to the other side in the neighbouring spans: a tip
 * swept by d over the last of equal spans draws the span before it out of line by 0.064 d. **A point given twice is a corner**: the
 * points before it and those behind it make curves of their own, and the tangent jumps. Two points between corners, or between a
 * corner and an end, make a straight part. A corner has one twist, given both times; an element ends at each corner: a given
 * `mesh` must have them, others are moved there.
 *
 * Section axis 1 is the tangent; axis 2 lies in the plane of the tangent and options.direction, turned **about the tangent** by
 * `twist`, one number a point [rad] or NULL for none. BeamDyn's initial_twist is about the other direction and in degrees: hand
 * over −initial_twist·π/180.
 *
 * Sections: `station_places`, station_count lengths along the axis [m] from 0 to its length, and `station_sections`, one id a
 * place (one fewer with options.staircase). One section alone, without staircase, holds everywhere; its place is not looked at
 * and may be NULL.
 *
 * Mesh: options.elements and options.meshing, or `mesh`, options.elements + 1 increasing lengths [m] at which elements begin
 * and end, or NULL.
 *
 * SWP_INVALID_ARGUMENT, SWP_WRONG_SIZE, SWP_UNKNOWN_ID or SWP_DUPLICATE_NAME with the name of the beam; the model is then as
 * it was.
 */
swp_status swp_model_add_beam(struct swp_model *model,
                              const char *name,
                              const struct swp_beam_options *options,
                              size_t point_count,
                              const double *points,
                              const double *twist,
                              size_t station_count,
                              const double *station_places,
                              const struct swp_section *station_sections,
                              const double *mesh,
                              struct swp_beam *out);

/**
 * Find a beam by name; SWP_UNKNOWN_ID if there is none.
 */
swp_status swp_model_find_beam(const struct swp_model *model, const char *name, struct swp_beam *out);

/**
 * Number of nodes of a beam.
 */
swp_status swp_model_beam_node_count(const struct swp_model *model, struct swp_beam beam, size_t *out);

/**
 * Node `index` of a beam: 0 is the root, the number of nodes less one the tip; SWP_INVALID_ARGUMENT beyond. Joints, bodies and
 * loads go on it as on any other node.
 */
swp_status swp_model_beam_node(const struct swp_model *model,
                               struct swp_beam beam,
                               size_t index,
                               struct swp_node *out);

/**
 * Length of a beam along its axis [m], as built.
 */
swp_status swp_model_beam_length(const struct swp_model *model, struct swp_beam beam, double *out);

/**
 * Add a load distributed along a beam, times `function`: linear between `count` (at least 2) places, zero outside.
 *
 * `name`: unique among loads. `frame`: SWP_DEAD, inertial axes; SWP_FOLLOWER, axes of the section. `places`: lengths along the
 * axis [m] that do not decrease; one given twice is a step. `forces`: 3·count numbers [N/m]. `moments`: 3·count numbers
 * [N·m/m], or NULL for none. The lengths are those of the undeformed beam.
 */
swp_status swp_model_add_distributed_load(struct swp_model *model,
                                          const char *name,
                                          struct swp_beam beam,
                                          int32_t frame,
                                          size_t count,
                                          const double *places,
                                          const double *forces,
                                          const double *moments,
                                          struct swp_function function);

/**
 * Add a set of stations to a beam: points where the host sets forces and moments (swp_sim_set_station_loads) and reads motions
 * (swp_sim_station_motions), for instance those of its blade elements.
 *
 * `name`: unique among loads. `frame` of the loads: SWP_DEAD, inertial axes; SWP_FOLLOWER, axes of the section. `places`:
 * `count` (at least 1) lengths along the axis [m]. `offsets`: 3·count numbers [m] from the axis, axes of the section, or NULL
 * for none.
 */
swp_status swp_model_add_stations(struct swp_model *model,
                                  const char *name,
                                  struct swp_beam beam,
                                  int32_t frame,
                                  size_t count,
                                  const double *places,
                                  const double *offsets,
                                  struct swp_stations *out);

/**
 * Mesh of a beam: `count` lengths along its axis [m] at which elements begin and end, one more than there are elements. Their
 * number goes to `needed` (NULL allowed), also when `count` is another one: SWP_WRONG_SIZE, and `out` is left alone.
 */
swp_status swp_model_beam_mesh(const struct swp_model *model,
                               struct swp_beam beam,
                               double *out,
                               size_t count,
                               size_t *needed);

/**
 * How a beam was built, as text: number and lengths of its elements, smoothed section values that were not physical and were
 * replaced; `buffer`, `length` and `needed` as in swp_model_error.
 */
swp_status swp_model_beam_report(const struct swp_model *model,
                                 struct swp_beam beam,
                                 char *buffer,
                                 size_t length,
                                 size_t *needed);

/**
 * Defaults of how a mesh becomes a shell.
 */
swp_status swp_shell_options_init(struct swp_shell_options *options);

/**
 * Add the section of a plate of one isotropic material, its middle surface the reference surface; shear factor 5/6.
 *
 * `name`: unique among shell sections, copied. `young` [Pa] and `thickness` [m] positive, `poisson` above −1 and at most 0.5, `density`
 * [kg/m³] not negative (zero for statics), `damping`: damping stress per elastic stress rate [s], not negative. `out` receives the id.
 */
swp_status swp_model_add_plate_section(struct swp_model *model,
                                       const char *name,
                                       double young,
                                       double poisson,
                                       double density,
                                       double thickness,
                                       double damping,
                                       struct swp_shell_section *out);

/**
 * Add the section of a laminate: `count` plies from the lowest, against the normal, to the highest.
 *
 * A, B and D are those of classical lamination theory; transverse shear is found from equilibrium of the plies in bending about both
 * axes, which gives 5/6 G h for one isotropic ply. `reference`: height of the reference surface over the middle of the laminate [m].
 * `name` and `damping` as in swp_model_add_plate_section. SWP_INVALID_ARGUMENT names the ply, counted from 1. `out` receives the id.
 */
swp_status swp_model_add_laminate(struct swp_model *model,
                                  const char *name,
                                  size_t count,
                                  const struct swp_ply *plies,
                                  double reference,
                                  double damping,
                                  struct swp_shell_section *out);

/**
 * Add a section of shells by its matrix.
 *
 * `convention`: one of swp_shell_convention. `stiffness`: 64 numbers, 8×8, row-major: [N/m] of membrane and transverse shear, [N] of their coupling
 * with bending, [N·m] of bending; symmetric and positive definite. `thickness` [m]: what strains at heights, the drilling stiffness and the
 * checks take it to be. `inertia`: 3 numbers, m = ∫ϱ dz [kg/m²], ∫ϱ z dz [kg/m] and ∫ϱ z² dz [kg] about the reference surface. `name` and `damping`
 * as in swp_model_add_plate_section. SWP_INVALID_ARGUMENT with the reason for a matrix that no shell has, other units among them: a
 * radius of gyration √(D/A) of more than half of the thickness or less than a thousandth. `out` receives the id.
 */
swp_status swp_model_add_shell_section(struct swp_model *model,
                                       const char *name,
                                       int32_t convention,
                                       const double *stiffness,
                                       double thickness,
                                       const double *inertia,
                                       double damping,
                                       struct swp_shell_section *out);

/**
 * Add a shell on nodes of the model.
 *
 * `name`: unique among shells, copied. `options` may be NULL for defaults. `nodes`: nine ids an element, so that `node_count` is a
 * multiple of nine; each element has its four corners, anticlockwise about the normal,
 * the middles of the sides from the first corner to the second, the second to the third and so on, and the centre. Nodes have six
 * degrees of freedom (no points) and may be shared with beams, bodies, joints and other shells, ground nodes hold the shell; their
 * orientations do not matter. Keep the middles near the middle of their sides. `section_count` is 1, the
 * number of elements, or nine an element, in the order of `nodes`: matrices, masses and thickness are then interpolated between the
 * nodes, for tapered skins and ply drops. `out` receives the id.
 *
 * The mass is lumped at the nodes, by Lobatto's rule, with its rotary inertia and that of an offset; about the normal a node has the
 * same rotary inertia as across it.
 *
 * A couple about the normal on a lone node is no well-posed load: its rotation grows without bound as the mesh is refined. Bring it in
 * through a beam along the surface, or a rigid body on several nodes.
 *
 * SWP_INVALID_ARGUMENT, SWP_WRONG_SIZE, SWP_UNKNOWN_ID or SWP_DUPLICATE_NAME with the name of the shell, the number of the element from 1
 * and the reason: nodes at one place, a surface that folds over, an element the other way round than its neighbour, a material axis along
 * the normal. The model is then as it was.
 */
swp_status swp_model_add_shell(struct swp_model *model,
                               const char *name,
                               const struct swp_shell_options *options,
                               size_t node_count,
                               const struct swp_node *nodes,
                               size_t section_count,
                               const struct swp_shell_section *sections,
                               struct swp_shell *out);

/**
 * Add a shell on a structured patch of n × m elements, with its nodes.
 *
 * `n` and `m` at least 1. `places`: 3·place_count numbers [m], inertial axes, place_count = (2n + 1)(2m + 1): the nodes of a row along
 * the n elements one after the other, row by row. `options` may be NULL for defaults. The normal is that of the direction along a row times the direction from row to row. The nodes are free and called name\[i,j\], i along the
 * row and j the row, from 0; swp_model_find_id finds them, swp_model_shell_nodes lists them. The rest as in swp_model_add_shell.
 */
swp_status swp_model_add_shell_patch(struct swp_model *model,
                                     const char *name,
                                     const struct swp_shell_options *options,
                                     struct swp_shell_section section,
                                     int32_t n,
                                     int32_t m,
                                     size_t place_count,
                                     const double *places,
                                     struct swp_shell *out);

/**
 * Number of elements of a shell.
 */
swp_status swp_model_shell_element_count(const struct swp_model *model, struct swp_shell shell, size_t *out);

/**
 * Number of nodes of a shell, each counted once.
 */
swp_status swp_model_shell_node_count(const struct swp_model *model, struct swp_shell shell, size_t *out);

/**
 * The nodes of a shell, each once, in the order in which its elements have them; `node_count` must be their number. For a patch use
 * swp_model_find_id to find a node by its row and column.
 */
swp_status swp_model_shell_nodes(const struct swp_model *model,
                                 struct swp_shell shell,
                                 size_t node_count,
                                 struct swp_node *nodes);

/**
 * Add a pressure on all of a shell: `pressure` [Pa] times the function of time, against the normal, which it follows.
 * `name`: unique among loads, copied.
 */
swp_status swp_model_add_pressure(struct swp_model *model,
                                  const char *name,
                                  struct swp_shell shell,
                                  double pressure,
                                  struct swp_function function);

/**
 * Add a dead force per area on all of a shell: `traction`, 3 components [N/m²] of the reference configuration, inertial axes, times the
 * function of time. `name`: unique among loads, copied.
 */
swp_status swp_model_add_traction(struct swp_model *model,
                                  const char *name,
                                  struct swp_shell shell,
                                  const double *traction,
                                  struct swp_function function);

/**
 * Add a load along an edge: `force` [N/m] and `moment` [N·m/m], 3 components each, per length of the reference configuration, times the
 * function of time; `moment` may be NULL for none.
 *
 * `nodes`: those along the edge one after the other, end, middle, end, middle, end of the sides of elements, so that `node_count` is odd and
 * at least three; an edge may be closed, its last node the first. `frame` (swp_frame_kind): SWP_DEAD keeps its direction; SWP_FOLLOWER
 * turns with each node. Components are in inertial axes of the reference configuration in both cases. `name`: unique among loads, copied.
 */
swp_status swp_model_add_edge_load(struct swp_model *model,
                                   const char *name,
                                   size_t node_count,
                                   const struct swp_node *nodes,
                                   int32_t frame,
                                   const double *force,
                                   const double *moment,
                                   struct swp_function function);

/**
 * Stresses in the plies of a laminate for strains of its reference surface: `strain`, 8 numbers as in swp_shell_state; `reference` as the
 * laminate was added with. `stress` receives stress_count = 9·count numbers [Pa]: for each ply those at its bottom, middle and top, each 11, 22, 12 in the axes of
 * the ply, 1 along the fibres.
 */
swp_status swp_ply_stresses(size_t count,
                            const struct swp_ply *plies,
                            double reference,
                            const double *strain,
                            size_t stress_count,
                            double *stress);

/**
 * Add a set of stations to a shell: points where the host sets forces and moments (swp_sim_set_station_loads) and reads motions
 * (swp_sim_station_motions), for instance the nodes of its flow solver. Loads go to the nodes of the element by virtual work: their resultants and
 * their power are those at the points.
 *
 * `name`: unique among loads. `frame` of the loads: SWP_DEAD, inertial axes; SWP_FOLLOWER, material axes at the station. `places`: `count` (at
 * least 1) points of the surface, see swp_model_shell_nearest. `offsets`: 3·count numbers [m] from the reference surface, material axes (the
 * third is along the normal), or NULL for none. The axes turn with the nodes: they are the rotation nearest to the interpolated nodal ones.
 * SWP_INVALID_ARGUMENT for an element or a coordinate that the shell has not.
 */
swp_status swp_model_add_shell_stations(struct swp_model *model,
                                        const char *name,
                                        struct swp_shell shell,
                                        int32_t frame,
                                        size_t count,
                                        const struct swp_shell_place *places,
                                        const double *offsets,
                                        struct swp_stations *out);

/**
 * The point of a shell's reference surface, undeformed, that is nearest to a place in space. `place`: 3 numbers [m], inertial axes. `distance`
 * receives how far it is [m]; it may be NULL. Every element is looked at.
 */
swp_status swp_model_shell_nearest(const struct swp_model *model,
                                   struct swp_shell shell,
                                   const double *place,
                                   struct swp_shell_place *out,
                                   double *distance);

/**
 * Defaults of how a mesh becomes a solid.
 */
swp_status swp_solid_options_init(struct swp_solid_options *options);

/**
 * Add an isotropic material of solids, St. Venant-Kirchhoff: S = C E of Green-Lagrange strains.
 *
 * Right for large turns with moderate strains; in compression below a stretch of 0.58 it softens: use
 * swp_model_add_neo_hooke_material there. `name`: unique among solid materials, copied. `young` [Pa] positive, `poisson` above −1 and below
 * 0.5, `density` [kg/m³] not negative (zero for statics), `damping`: damping stress per elastic stress rate [s], not negative. `out`
 * receives the id.
 */
swp_status swp_model_add_isotropic_material(struct swp_model *model,
                                            const char *name,
                                            double young,
                                            double poisson,
                                            double density,
                                            double damping,
                                            struct swp_solid_material *out);

/**
 * Add a compressible neo-Hookean material of solids, W = ½ μ (tr C − 3) − μ ln J + ½ λ (ln J)²; for large strains. Young's modulus and
 * Poisson's ratio are those of small strains. The rest as in swp_model_add_isotropic_material.
 */
swp_status swp_model_add_neo_hooke_material(struct swp_model *model,
                                            const char *name,
                                            double young,
                                            double poisson,
                                            double density,
                                            double damping,
                                            struct swp_solid_material *out);

/**
 * Add an orthotropic material of solids, St. Venant-Kirchhoff in material axes.
 *
 * `young`: 3 numbers, E1 E2 E3 [Pa]. `poisson`: 3 numbers, ν12 ν13 ν23 (strain across per strain along, under stress along the first axis).
 * `shear`: 3 numbers, G12 G13 G23 [Pa]. SWP_INVALID_ARGUMENT for numbers that no material has. The rest as in swp_model_add_isotropic_material.
 */
swp_status swp_model_add_orthotropic_material(struct swp_model *model,
                                              const char *name,
                                              const double *young,
                                              const double *poisson,
                                              const double *shear,
                                              double density,
                                              double damping,
                                              struct swp_solid_material *out);

/**
 * Add an anisotropic material of solids by its stiffness: 36 numbers [Pa], 6×6, row-major, in material axes, in the order 11 22 33 23 13
 * 12 of stresses and of strains with doubled shear; symmetric and positive definite. The rest as in swp_model_add_isotropic_material.
 */
swp_status swp_model_add_anisotropic_material(struct swp_model *model,
                                              const char *name,
                                              const double *stiffness,
                                              double density,
                                              double damping,
                                              struct swp_solid_material *out);

/**
 * Add a solid on nodes of the model.
 *
 * `name`: unique among solids, copied. `options` may be NULL for defaults. `nodes_per_element`: 8, 20 or 27 for hexahedra, 10 for
 * tetrahedra; `nodes`: those of the elements one after the other, so that `node_count` is a multiple of it, each in Gmsh's order: corners,
 * middles of edges, of faces, centre. Points (swp_model_add_point_node) are enough; nodes that turn give their place alone, ground nodes
 * hold the solid. `material_count`: 1, or one an element. `axes`: material axes, 9·axes_count numbers as in swp_solid_options: one
 * for each element, or one for each of its nodes in the order of `nodes`, between which they are interpolated; none (`axes_count` 0) for those of
 * the options. `out` receives the id.
 *
 * The mass is consistent. Keep middle nodes near the middle of their edges.
 *
 * SWP_INVALID_ARGUMENT, SWP_WRONG_SIZE, SWP_UNKNOWN_ID or SWP_DUPLICATE_NAME with the name of the solid, the number of the element from 1
 * and the reason: nodes at one place, an element inside out or folded over, one that is there twice, faces that do not fit together. The
 * model is then as it was.
 */
swp_status swp_model_add_solid(struct swp_model *model,
                               const char *name,
                               const struct swp_solid_options *options,
                               int32_t nodes_per_element,
                               size_t node_count,
                               const struct swp_node *nodes,
                               size_t material_count,
                               const struct swp_solid_material *materials,
                               size_t axes_count,
                               const double *axes,
                               struct swp_solid *out);

/**
 * Add a solid on a structured block of n × m × l hexahedra, with its nodes.
 *
 * `nodes_per_element`: 8, 20 or 27. `places`: 3·place_count numbers [m], inertial axes, place_count = (p n + 1)(p m + 1)(p l + 1), p = 1 for
 * elements of 8 nodes and 2 for the others: along the n elements first, then the m, then the l; the three directions right-handed. In elements
 * of 20 nodes places inside faces and elements are not used. The nodes are points, called name\[i,j,k\] from 0. The rest as in
 * swp_model_add_solid.
 */
swp_status swp_model_add_solid_block(struct swp_model *model,
                                     const char *name,
                                     const struct swp_solid_options *options,
                                     struct swp_solid_material material,
                                     int32_t nodes_per_element,
                                     int32_t n,
                                     int32_t m,
                                     int32_t l,
                                     size_t place_count,
                                     const double *places,
                                     struct swp_solid *out);

/**
 * Add a solid that a section sweeps along a curve, with twist and taper: a blade.
 *
 * `places`: 2·place_count numbers [m], y and z of the nodes of the section. `corners`: nodes of its quadrilaterals from 0, one element after
 * the other, `nodes_per_element` each: four corners anticlockwise about axis 1 (y to z), or nine with the middles of the sides and the
 * centre; so that `corner_count` is a multiple of it. `material_count`: 1, or one a quadrilateral; `axes`: material axes in section axes,
 * 9·axes_count numbers as in swp_solid_options: none (`axes_count` 0: section axes), one, or one a quadrilateral. `stations`: where the section
 * stands, its axes and its scale; elements of 8 nodes lie between neighbours, those of 27 nodes over every second one, whose number is odd.
 * The axes of `options` must be zero. Nodes are points, called name\[s,k\] with the station s and the node k of the section, from 0;
 * elements are counted along the section first. The rest as in swp_model_add_solid.
 */
swp_status swp_model_add_solid_sweep(struct swp_model *model,
                                     const char *name,
                                     const struct swp_solid_options *options,
                                     size_t place_count,
                                     const double *places,
                                     int32_t nodes_per_element,
                                     size_t corner_count,
                                     const size_t *corners,
                                     size_t material_count,
                                     const struct swp_solid_material *materials,
                                     size_t axes_count,
                                     const double *axes,
                                     size_t station_count,
                                     const struct swp_sweep_station *stations,
                                     struct swp_solid *out);

/**
 * Add the section of a beam that a prismatic solid with this cross section has: its 6×6 stiffness by the six Saint-Venant problems, with
 * all couplings, and its mass, about the origin of the section.
 *
 * `name`: unique among sections, copied. The mesh as in swp_model_add_solid_sweep: `places`, 2·place_count numbers [m], `corners`,
 * `nodes_per_element` (four or nine, nine is far better), `materials` and `axes`, 9·axes_count numbers, none (`axes_count` 0) for section axes; of
 * large-strain materials their stiffness against small strains is taken. The beam runs along axis 1, y is its axis 2, z its axis 3. `out`
 * receives the id, by which beams use it; swp_model_section_matrices reads its matrices.
 *
 * SWP_INVALID_ARGUMENT, SWP_WRONG_SIZE, SWP_UNKNOWN_ID or SWP_DUPLICATE_NAME by name: elements the other way round, a section in several
 * parts, materials that differ in their damping.
 */
swp_status swp_model_add_section_mesh(struct swp_model *model,
                                      const char *name,
                                      size_t place_count,
                                      const double *places,
                                      int32_t nodes_per_element,
                                      size_t corner_count,
                                      const size_t *corners,
                                      size_t material_count,
                                      const struct swp_solid_material *materials,
                                      size_t axes_count,
                                      const double *axes,
                                      struct swp_section *out);

/**
 * Number of elements of a solid.
 */
swp_status swp_model_solid_element_count(const struct swp_model *model, struct swp_solid solid, size_t *out);

/**
 * Number of nodes of a solid, each counted once.
 */
swp_status swp_model_solid_node_count(const struct swp_model *model, struct swp_solid solid, size_t *out);

/**
 * The nodes of a solid, each once, in the order in which its elements have them; `node_count` must be their number.
 */
swp_status swp_model_solid_nodes(const struct swp_model *model,
                                 struct swp_solid solid,
                                 size_t node_count,
                                 struct swp_node *nodes);

/**
 * How well an element of a solid is shaped: `jacobian` receives the least Jacobian over that of its centre (1 for a parallelepiped; below
 * 0.1 results suffer, 1e-6 is refused), `shift` the largest distance of a middle node from the middle of its edge over the length of
 * that (0 is best, 0.25 makes it singular). `element` from 0.
 */
swp_status swp_model_solid_quality(const struct swp_model *model,
                                   struct swp_solid solid,
                                   size_t element,
                                   double *jacobian,
                                   double *shift);

/**
 * Give `face_count` different faces of a solid, at least one, a name, unique among sets of faces: `elements` and `faces`, both from 0; the
 * faces of an element are in Gmsh's order, for hexahedra those at −t, −s, −r, +r, +s, +t of its local coordinates, r from the first corner to
 * the second, s to the fourth, t to the fifth. `out` receives the id.
 */
swp_status swp_model_add_face_set(struct swp_model *model,
                                  const char *name,
                                  struct swp_solid solid,
                                  size_t face_count,
                                  const size_t *elements,
                                  const size_t *faces,
                                  struct swp_face_set *out);

/**
 * The same for all outer faces of a solid whose nodes are all among `nodes`; SWP_INVALID_ARGUMENT if there is none.
 */
swp_status swp_model_add_face_set_on(struct swp_model *model,
                                     const char *name,
                                     struct swp_solid solid,
                                     size_t node_count,
                                     const struct swp_node *nodes,
                                     struct swp_face_set *out);

/**
 * Number of faces of a set, and of their nodes, each counted once; either may be NULL.
 */
swp_status swp_model_face_set_count(const struct swp_model *model,
                                    struct swp_face_set set,
                                    size_t *faces,
                                    size_t *nodes);

/**
 * The nodes of a set of faces, each once; `node_count` must be their number.
 */
swp_status swp_model_face_set_nodes(const struct swp_model *model,
                                    struct swp_face_set set,
                                    size_t node_count,
                                    struct swp_node *nodes);

/**
 * Add a pressure on a set of faces of a solid: `pressure` [Pa] times the function of time, against their outward normals, which it
 * follows. `name`: unique among loads, copied.
 */
swp_status swp_model_add_face_pressure(struct swp_model *model,
                                       const char *name,
                                       struct swp_face_set set,
                                       double pressure,
                                       struct swp_function function);

/**
 * Add a dead force per area on a set of faces of a solid: `traction`, 3 components [N/m²] of the reference configuration, inertial axes,
 * times the function of time. `name`: unique among loads, copied.
 */
swp_status swp_model_add_face_traction(struct swp_model *model,
                                       const char *name,
                                       struct swp_face_set set,
                                       const double *traction,
                                       struct swp_function function);

/**
 * Add a dead force per volume in all of a solid: `force`, 3 components [N/m³] of the reference configuration, inertial axes, times the
 * function of time. Weight is there by itself, see swp_model_set_gravity. `name`: unique among loads, copied.
 */
swp_status swp_model_add_body_force(struct swp_model *model,
                                    const char *name,
                                    struct swp_solid solid,
                                    const double *force,
                                    struct swp_function function);

/**
 * Add a shell from the text of a Gmsh mesh, ASCII, format 4.1, with quadrilaterals of nine nodes (type 10).
 *
 * `name`: unique among shells, copied. `options` may be NULL for defaults. `mesh`: UTF-8, ended by a zero byte. `factor` [m], positive:
 * the unit of its lengths, 1 for metres and 1e-3 for millimetres. One `section` for all elements. `out` receives the id.
 *
 * Nodes of the quadrilaterals are made, free, called name\[tag\] by the tags of Gmsh. A physical group "root" is found again as the node
 * set "name/root", one of surfaces as the element set of that name too; a group without a name is called "point 3", "curve 3" or
 * "surface 3" by its tag (swp_model_find_id with "node set" and "element set"). Curves of three nodes (type 8) and points (type 15) count
 * for their nodes alone. Nodes that are in no quadrilateral are left out.
 *
 * SWP_BAD_FILE with the line and what to set in Gmsh: another version or a binary file, triangles, elements of first order or without a
 * centre node, a file that is cut off. Otherwise errors as of swp_model_add_shell; elements are counted as they stand in the file. All of
 * the shell is added or nothing.
 */
swp_status swp_model_add_shell_gmsh(struct swp_model *model,
                                    const char *name,
                                    const struct swp_shell_options *options,
                                    struct swp_shell_section section,
                                    double factor,
                                    const char *mesh,
                                    struct swp_shell *out);

/**
 * The same from a file; `path`: UTF-8.
 */
swp_status swp_model_add_shell_gmsh_file(struct swp_model *model,
                                         const char *name,
                                         const struct swp_shell_options *options,
                                         struct swp_shell_section section,
                                         double factor,
                                         const char *path,
                                         struct swp_shell *out);

/**
 * Add a solid from the text of a Gmsh mesh, ASCII, format 4.1, with hexahedra of 8, 20 or 27 nodes (types 5, 17, 12) or tetrahedra of ten
 * (type 11); one of these kinds.
 *
 * `name`: unique among solids, copied. `options` may be NULL for defaults. `mesh`: UTF-8, ended by a zero byte. `factor` [m], positive: the
 * unit of its lengths, 1 for metres and 1e-3 for millimetres. `out` receives the id.
 *
 * Nodes are points, called name\[tag\] by Gmsh's tags. Physical groups become sets of nodes called name/group, those of surfaces sets of
 * faces of that name too (swp_model_find_id, "node set", "face set"). Elements of a physical volume that has the name of a solid material are
 * made of that, all others of `material`.
 *
 * SWP_BAD_FILE with the line and what to set in Gmsh. Otherwise errors as of swp_model_add_solid; elements are counted as they stand in the
 * file. All of the solid is added or nothing.
 */
swp_status swp_model_add_solid_gmsh(struct swp_model *model,
                                    const char *name,
                                    const struct swp_solid_options *options,
                                    struct swp_solid_material material,
                                    double factor,
                                    const char *mesh,
                                    struct swp_solid *out);

/**
 * The same from a file; `path`: UTF-8.
 */
swp_status swp_model_add_solid_gmsh_file(struct swp_model *model,
                                         const char *name,
                                         const struct swp_solid_options *options,
                                         struct swp_solid_material material,
                                         double factor,
                                         const char *path,
                                         struct swp_solid *out);

/**
 * Give `node_count` different nodes, at least one, a name, unique among sets of nodes, by which they are found again, also in a model
 * that was read from a file. `out` receives the id.
 */
swp_status swp_model_add_node_set(struct swp_model *model,
                                  const char *name,
                                  size_t node_count,
                                  const struct swp_node *nodes,
                                  struct swp_node_set *out);

/**
 * Number of nodes of a set.
 */
swp_status swp_model_node_set_count(const struct swp_model *model, struct swp_node_set set, size_t *out);

/**
 * The nodes of a set, in their order; `node_count` must be their number.
 */
swp_status swp_model_node_set_nodes(const struct swp_model *model,
                                    struct swp_node_set set,
                                    size_t node_count,
                                    struct swp_node *nodes);

/**
 * Give `element_count` different elements of a shell, at least one and each by its number from 0, a name, unique among sets of elements.
 * `out` receives the id.
 */
swp_status swp_model_add_element_set(struct swp_model *model,
                                     const char *name,
                                     struct swp_shell shell,
                                     size_t element_count,
                                     const size_t *elements,
                                     struct swp_element_set *out);

/**
 * Number of elements of a set.
 */
swp_status swp_model_element_set_count(const struct swp_model *model, struct swp_element_set set, size_t *out);

/**
 * The elements of a set by their numbers in their shell, from 0; `element_count` must be the number of the elements.
 */
swp_status swp_model_element_set_elements(const struct swp_model *model,
                                          struct swp_element_set set,
                                          size_t element_count,
                                          size_t *elements);

/**
 * Give the loads of a set of stations at the start of simulations: `loads`, 6 numbers a station, as in swp_sim_set_station_loads;
 * `count` is the number of stations, SWP_WRONG_SIZE if it is not. Without this call they are zero.
 */
swp_status swp_model_set_station_loads(struct swp_model *model,
                                       struct swp_stations stations,
                                       const double *loads,
                                       size_t count);

/**
 * Damp the lowest `count` modes of a beam: `ratios` of critical damping in [0, 1), from the lowest frequency up, of the beam alone,
 * at rest, undamped and clamped at its first node (the modes are found by this call; bending, torsion, stretching and their mixtures
 * alike, by translations and rotations with the masses and rotary inertias of the sections). A beam held so has these ratios, to 1e-8
 * or to the rounding of its frequencies where that is more (swp_sim_modes), and its other modes have none; held otherwise, loaded or turning, its modes are others, and have what the dampers on these make of
 * them. Of modes of one frequency, the one that moves most along the second axis of the first node's frame comes first; how the beam
 * lies in space does not matter.
 * Deflections are seen from the first node: a rigid motion of the whole beam, such as that of a rotor, is not damped. A section that
 * is turned by an angle against the first node feels the damper with the cosine of that angle. Each mode of a ratio other than 0 adds
 * one scalar unknown and one constraint, which reports and diagnosis count; the matrix of the beam stays sparse, and
 * the work of the dampers is in the audit, for all schemes. Once a beam; it adds to damping proportional to the strain rate (the
 * section's).
 */
swp_status swp_model_damp_beam_modes(struct swp_model *model,
                                     struct swp_beam beam,
                                     size_t count,
                                     const double *ratios);

/* ----------------------------------------------------------------------------------------------------
 * Loads on nodes
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Add a force on a node: `force`, 3 components [N] in the axes that `frame` (swp_frame_kind) says, times `function`. It acts
 * at `offset` (3 components [m], node axes; NULL for the node itself). `name`: unique among loads.
 */
swp_status swp_model_add_force(struct swp_model *model,
                               const char *name,
                               struct swp_node node,
                               int32_t frame,
                               const double *force,
                               const double *offset,
                               struct swp_function function,
                               struct swp_load *out);

/**
 * Add a moment on a node: `moment`, 3 components [N·m] in the axes that `frame` (swp_frame_kind) says, times `function`.
 * `name`: unique among loads.
 */
swp_status swp_model_add_moment(struct swp_model *model,
                                const char *name,
                                struct swp_node node,
                                int32_t frame,
                                const double *moment,
                                struct swp_function function,
                                struct swp_load *out);

/* ----------------------------------------------------------------------------------------------------
 * Elements and constraints of the host
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Have an element of the host's ready under a name, for a model file that refers to it; as swp_model_bind_function.
 */
swp_status swp_model_bind_host_element(struct swp_model *model,
                                       const char *name,
                                       swp_host_element_callback callback,
                                       void *user);

/**
 * Have conditions of the host's on positions ready under a name, for a model file that refers to them; as swp_model_bind_function.
 */
swp_status swp_model_bind_host_condition(struct swp_model *model,
                                         const char *name,
                                         swp_host_condition_callback callback,
                                         void *user);

/**
 * Fill the options of an element of the host's with their defaults.
 */
swp_status swp_host_element_options_init(struct swp_host_element_options *options);

/**
 * Add an element computed by the host, over `node_count` (0 to 8) different nodes and `coordinate_count` (0 to 6) different joint
 * coordinates, together at least one; see swp_host_element_callback.
 *
 * `name`: unique among these elements, copied. `nodes`: `node_count` ids, may be NULL when there are none. `joints` and
 * `coordinates`: `coordinate_count` ids and coordinate numbers, may be NULL when there are none. `options` may be NULL for the
 * defaults. `user` is handed to the callback as it is and must stay valid as long as the model or a simulation of it lives. The
 * callback is called once here, at t = 0 in the reference configuration. Generalised-α, Radau IIA, statics and modes take such
 * elements; the schemes over a step (EP, ED, MP-EP, MP-ED) refuse them by name. `out` receives the id.
 */
swp_status swp_model_add_host_element(struct swp_model *model,
                                      const char *name,
                                      size_t node_count,
                                      const struct swp_node *nodes,
                                      size_t coordinate_count,
                                      const struct swp_joint *joints,
                                      const int32_t *coordinates,
                                      swp_host_element_callback callback,
                                      void *user,
                                      const struct swp_host_element_options *options,
                                      struct swp_host_element *out);

/**
 * Add `count` (1 to 6) conditions on positions computed by the host, over `node_count` (0 to 8) different nodes and
 * `coordinate_count` (0 to 6) different joint coordinates, together at least one; see swp_host_condition_callback.
 *
 * `name`: unique among these conditions, copied. `nodes`, `joints`, `coordinates`, `user`: as with swp_model_add_host_element.
 * `gives_curvature`: 1 when the callback fills `curvature` when it is not NULL, 0 when the library takes differences of the gradient.
 * `length` [m], positive: that over which the gradient changes with position. The callback is called once here, at t = 0 in the
 * reference configuration, where the conditions need not hold: the start moves the model onto them. Generalised-α, Radau IIA,
 * statics and modes take such conditions; the schemes over a step refuse them by name. `out` receives the id.
 */
swp_status swp_model_add_host_condition(struct swp_model *model,
                                        const char *name,
                                        size_t count,
                                        size_t node_count,
                                        const struct swp_node *nodes,
                                        size_t coordinate_count,
                                        const struct swp_joint *joints,
                                        const int32_t *coordinates,
                                        swp_host_condition_callback callback,
                                        void *user,
                                        int32_t gives_curvature,
                                        double length,
                                        struct swp_host_condition *out);

/**
 * Compare the tangents that an element of the host's gives with differences of its forces, in three configurations within `spread`
 * ([m] and [rad], not negative) of the reference, the nodes moving at random. Also finds forces that depend on velocities or
 * accelerations of which the options say that they do not, and an energy that is not that of the forces. The callback is called many times.
 */
swp_status swp_model_check_host_element(const struct swp_model *model,
                                        struct swp_host_element element,
                                        double spread,
                                        struct swp_host_check *out);

/**
 * Compare gradient, rate and curvature that conditions of the host's give with differences, in three configurations within `spread`
 * ([m] and [rad], not negative) of the reference. The callback is called many times.
 */
swp_status swp_model_check_host_condition(const struct swp_model *model,
                                          struct swp_host_condition condition,
                                          double spread,
                                          struct swp_host_check *out);

/* ----------------------------------------------------------------------------------------------------
 * Diagnosis of a model
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Look at a model as a simulation would, and at more: degrees of freedom, dependent conditions, motions without mass, loose parts,
 * units that look inconsistent, the condition number of a step of size `step` [s] and what makes it large. A model that is wrong is
 * a success of this call; its errors are findings.
 *
 * `options` may be NULL for the defaults. The caller owns the diagnosis and frees it with swp_diagnosis_free. Functions of the host
 * that the model has are called.
 */
swp_status swp_model_diagnose(const struct swp_model *model,
                              const struct swp_sim_options *options,
                              double step,
                              struct swp_diagnosis **out);

/**
 * Free a diagnosis. NULL is allowed.
 */
void swp_diagnosis_free(struct swp_diagnosis *diagnosis);

/**
 * A diagnosis in numbers. A failure leaves its text with the thread, see swp_last_error.
 */
swp_status swp_diagnosis_get_numbers(const struct swp_diagnosis *diagnosis, struct swp_diagnosis_numbers *out);

/**
 * A whole diagnosis as text, one finding a line, the worst first; `buffer`, `length` and `needed` as in swp_model_error.
 */
swp_status swp_diagnosis_text(const struct swp_diagnosis *diagnosis,
                              char *buffer,
                              size_t length,
                              size_t *needed);

/**
 * One finding, counted from 0: how bad (swp_severity), about what (swp_finding_kind), either may be NULL, and its text: what, where by
 * name, what to try; `buffer`, `length` and `needed` as in swp_model_error.
 */
swp_status swp_diagnosis_finding(const struct swp_diagnosis *diagnosis,
                                 size_t index,
                                 int32_t *severity,
                                 int32_t *kind,
                                 char *buffer,
                                 size_t length,
                                 size_t *needed);

/* ----------------------------------------------------------------------------------------------------
 * Model files
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Write a model to a file, replacing one that is there: JSON text, one entry for each call that built the model, in their order;
 * numbers with all their digits. A model that is read from it has the same ids and gives the same bits.
 *
 * `path`: UTF-8. The format is described in model_format.md beside the examples. Callbacks cannot be written; the file has their
 * names, see swp_model_bind_function. SWP_BAD_FILE if the file cannot be written; one that was there is then as it was. Also
 * while simulations use the model.
 *
 * The file is there whole or not at all: it is written without a name, brought to the disk, and then takes the place of the old one,
 * whose mode it has. Several threads or programs may write one path; the last one's text stays. A program that is killed leaves the
 * old file or the new one. What is not a regular file, a symbolic link too, is refused (SWP_BAD_FILE) and left alone.
 */
swp_status swp_model_write(const struct swp_model *model,
                           const char *path);

/**
 * The text that swp_model_write would write; `buffer`, `length` and `needed` as in swp_model_error.
 */
swp_status swp_model_to_text(const struct swp_model *model, char *buffer, size_t length, size_t *needed);

/**
 * Read a model file into an empty model, one that swp_model_create made and to which nothing was added. All that it names is
 * checked as the calls that it stands for would check it.
 *
 * `path`: UTF-8. A callback that the file names must have been bound under that name. SWP_BAD_FILE with file, line, key and
 * remedy; the model is then empty as before. SWP_WRONG_STATE if it is not empty.
 */
swp_status swp_model_read(struct swp_model *model,
                          const char *path);

/**
 * The same from text in memory, UTF-8, ended by a zero byte.
 */
swp_status swp_model_from_text(struct swp_model *model, const char *text);

/**
 * Give a function of time a name, unique among functions, by which files refer to it; unless given it is "function 1",
 * "function 2" ... by the order in which functions and inputs were added. An input has its own name
 * (SWP_INVALID_ARGUMENT).
 */
swp_status swp_model_name_function(struct swp_model *model, struct swp_function function, const char *name);

/**
 * Have a callback ready for a file to be read: where the file has a function of the host (swp_model_add_callback) of this
 * `name`, `callback` with `user` is it. Call it before swp_model_read; names that the file does not use do no harm, and a name
 * bound again is bound anew.
 */
swp_status swp_model_bind_function(struct swp_model *model,
                                   const char *name,
                                   swp_function_callback callback,
                                   void *user);

/**
 * The same for a condition on velocities (swp_model_add_pfaffian) of this `name`.
 */
swp_status swp_model_bind_pfaffian(struct swp_model *model,
                                   const char *name,
                                   swp_pfaffian_callback callback,
                                   void *user);

/**
 * Find anything of a model by its name, for a host that did not build the model itself. `kind`: "node", "body", "joint",
 * "function", "input", "load", "spring" (springs, stops, dampers and friction on joint coordinates), "force" (on a joint
 * coordinate), "section", "beam", "shell section", "shell", "solid material", "solid",
 * "node set", "element set", "face set", "tie", "coupling", "stations", "contact", "condition", "line spring", "bushing", "host element" or
 * "host condition". `out` receives what the `id` of swp_node, swp_joint and so on holds; of an input that of swp_function, of a force that of swp_spring.
 * SWP_INVALID_ARGUMENT for another kind, SWP_UNKNOWN_ID if there is no such name.
 */
swp_status swp_model_find_id(const struct swp_model *model,
                             const char *kind,
                             const char *name,
                             uint32_t *out);

/* ----------------------------------------------------------------------------------------------------
 * Simulation: creation, steps, inputs
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Fill options with their defaults. `options` must point to a swp_sim_options of this header.
 */
swp_status swp_sim_options_init(struct swp_sim_options *options);

/**
 * Create a simulation: check the model, find dependent conditions and motions without mass, and start consistently: positions
 * and velocities are brought onto the conditions, accelerations and reactions solved for; swp_sim_report says what was
 * changed. A drive or a start value that differs from the reference configuration carries along, rigidly, all that joints and beams
 * hold to that side of its joint; in a closed loop beams move as rigid bodies where they can; else
 * the least change of positions is taken, which may strain them.
 * At rest in a singular position, where several branches of the motion cross, the model takes the one of least constraint (Gauss):
 * that on which ½ aᵀMa of its accelerations is largest. Where two are alike it is refused with SWP_INCONSISTENT_START.
 *
 * `options` may be NULL for defaults. The caller owns the simulation and frees it with swp_sim_free; the model may be freed
 * before it. On failure `*out` is left alone and the text is in swp_model_error of `model`.
 */
swp_status swp_sim_create(struct swp_model *model,
                          const struct swp_sim_options *options,
                          struct swp_sim **out);

/**
 * Free a simulation. NULL is allowed. In a callback of the simulation itself it does nothing.
 */
void swp_sim_free(struct swp_sim *sim);

/**
 * Text of the simulation's last failure; `buffer`, `length` and `needed` as in swp_model_error.
 */
swp_status swp_sim_error(const struct swp_sim *sim, char *buffer, size_t length, size_t *needed);

/**
 * What the start found and changed, as text: unknowns, conditions, degrees of freedom, corrections of positions and
 * velocities, the elastic energy that these corrections store in elements, dependent sets by name; and why the
 * scheme of the steps to come runs as another one, if it does. `buffer`, `length` and `needed` as in swp_model_error.
 */
swp_status swp_sim_report(const struct swp_sim *sim, char *buffer, size_t length, size_t *needed);

/**
 * Choose another scheme for the steps to come. Of `options`, filled by swp_sim_options_init, only `scheme`, `rho_infinity`,
 * `hht_alpha`, `newmark_gamma`, `newmark_beta`, `decay_alpha`, `stage_weighted` and `interpolation` are taken; the others are ignored.
 *
 * Positions stay as they are; the next step begins by making velocities, accelerations and multipliers consistent with the
 * conditions. Where the new choice interpolates beams in another way (swp_beams), strains, section forces and strain energy are those of
 * the new interpolation from now on, and accelerations and multipliers are solved for at once: `interpolation_change` of swp_audit has
 * the energy. With SWP_BEAMS_DIRECTORS from the start there is no such change. SWP_WRONG_STATE while a step is open;
 * SWP_INVALID_ARGUMENT, with its name, if the model has a term that the scheme cannot take. On failure the simulation is as it was.
 * Snapshots hold the state, not the choice of the scheme: one can be restored under any scheme. They say how beams were interpolated;
 * in a simulation that does so in another way, the change is made and its energy counted when they are restored.
 */
swp_status swp_sim_set_scheme(struct swp_sim *sim,
                              const struct swp_sim_options *options);

/**
 * Name of the scheme of the steps to come, as text; `buffer`, `length` and `needed` as in swp_model_error. Where it runs as another one
 * (SWP_ENERGY_DECAYING as SWP_MOMENTUM_DECAYING) the name says so: "..., run as ..."; swp_sim_report and swp_model_diagnose say why.
 */
swp_status swp_sim_scheme_name(const struct swp_sim *sim,
                               char *buffer,
                               size_t length,
                               size_t *needed);

/**
 * Time [s] of the state that queries see.
 */
swp_status swp_sim_time(const struct swp_sim *sim, double *out);

/**
 * Set the function that swp_sim_advance and its relatives call after each step, or NULL for none. `user` is handed to it as it is.
 */
swp_status swp_sim_set_progress(struct swp_sim *sim,
                                swp_progress_callback callback,
                                void *user);

/**
 * Set an input of the model to a finite value. It holds from the next solution of a step on, also of a step that is open, and
 * is part of snapshots. Rejecting a step does not take it back. What it means over the step is the choice of
 * swp_sim_set_input_rule: by default it is the value at the end of the step.
 *
 * Set before the first step, or after statics, with no step open, it is the value at the beginning of that step too: accelerations
 * and reactions are solved for again when the step begins. Set after swp_sim_begin it belongs to the end of the step. An input that
 * prescribes a joint coordinate needs rates: swp_sim_set_input_rates.
 */
swp_status swp_sim_set_input(struct swp_sim *sim,
                             struct swp_function input,
                             double value);

/**
 * Set `count` inputs at once: all of them, or none if one is wrong. With `count` 0 the pointers may be NULL.
 */
swp_status swp_sim_set_inputs(struct swp_sim *sim,
                              size_t count,
                              const struct swp_function *inputs,
                              const double *values);

/**
 * Make one step of `dt` [s], positive. On failure (SWP_NEWTON_FAILED, SWP_SINGULAR_MATRIX, SWP_NOT_FINITE,
 * SWP_CALLBACK_FAILED) the state is that before the call. Nothing is allocated after the first step, and the first after
 * swp_sim_set_scheme, unless a step fails, a lock is switched, or a matrix needs pivoting for the first time. That holds for all
 * functions that make steps.
 */
swp_status swp_sim_step(struct swp_sim *sim,
                        double dt);

/**
 * Advance to exactly `t_end` [s], not before the present time, in equal steps of at most `dt_max` [s]. The progress callback
 * is called after each. On failure, or when the callback stops it (SWP_CANCELLED), the state is that of the last accepted
 * step.
 */
swp_status swp_sim_advance(struct swp_sim *sim,
                           double t_end,
                           double dt_max);

/**
 * Begin a step of `dt` [s] that is to be solved more than once: begin, then any number of swp_sim_set_input and
 * swp_sim_iterate, then swp_sim_accept or swp_sim_reject.
 */
swp_status swp_sim_begin(struct swp_sim *sim, double dt);

/**
 * Solve the open step with the present inputs; queries then see its end. Called again, it starts from the last solution and its
 * factors: a small change of loads takes one iteration, and at most one factorisation. The same calls with the same inputs give the
 * same bits; another sequence of inputs that ends with the same ones gives the same within the tolerance of Newton's method. (A
 * trial far from the last one is begun anew, as if it were the first. The first step of generalised-α, HHT-α and Newmark, one of a very different size, and held inputs that change under them, are
 * prepared anew each time.) On failure the step stays open and unsolved: queries see the last accepted state again.
 */
swp_status swp_sim_iterate(struct swp_sim *sim);

/**
 * Accept the open step as it was last solved.
 */
swp_status swp_sim_accept(struct swp_sim *sim);

/**
 * Forget the open step: the state is again the last accepted one, and the run goes on with the same bits as if the step had never been
 * begun. Inputs keep their values, for the end of the next step; those that were set in a first step do not become values of the start.
 */
swp_status swp_sim_reject(struct swp_sim *sim);

/**
 * Choose what `input` means over a step, one of swp_input_rule; with `input` NULL, what all inputs and all loads of stations mean.
 * A later call for one of them takes precedence. SWP_WRONG_STATE while a step is open. It is a choice of the simulation, not of its
 * state: snapshots leave it alone, case files have it.
 */
swp_status swp_sim_set_input_rule(struct swp_sim *sim,
                                  const struct swp_function *input,
                                  int32_t rule);

/**
 * Choose what the loads of a set of stations mean over a step, one of swp_input_rule. SWP_WRONG_STATE while a step is open.
 */
swp_status swp_sim_set_station_rule(struct swp_sim *sim,
                                    struct swp_stations stations,
                                    int32_t rule);

/**
 * Set an input with its rate [1/s] and second rate [1/s²], all finite; otherwise as swp_sim_set_input. An input that prescribes a
 * joint coordinate needs them: with a plain value that changes, a step is refused (SWP_INVALID_ARGUMENT), because the driving
 * force depends on rates. Under every rule the input goes from its values, rates and second rates at the end of the last accepted
 * step to these on a polynomial of degree five; on a cubic where none were given there.
 *
 * Before the first step the values are those of its beginning, joints start from them, and the values at the end of the first step
 * follow between swp_sim_begin and swp_sim_iterate: a first step cannot be made by swp_sim_advance or swp_sim_advance_controlled
 * then, which take over behind it. An input with rates other than zero must be set again for every step
 * (SWP_INVALID_ARGUMENT if it was not); set without rates, a load has a plain value again.
 */
swp_status swp_sim_set_input_rates(struct swp_sim *sim,
                                   struct swp_function input,
                                   double value,
                                   double rate,
                                   double second_rate);

/**
 * Solve for the accelerations and reactions that belong to the present positions and velocities and to the inputs that are set,
 * without a step; queries see them until an input is set, a step begins, another call of this function fails or the state changes otherwise. Steps see nothing of it: the
 * run goes on with the same bits as without this call. Reactions are found from positions and velocities, as those of
 * SWP_ENERGY_PRESERVING are. SWP_WRONG_STATE while a step is open.
 */
swp_status swp_sim_evaluate(struct swp_sim *sim);

/**
 * Let the elements of a simulation be evaluated by `count` threads, 1 to 256, that of the caller among them. Default: 1.
 *
 * Results are the same bits for any number. Generalised-α, HHT-α, Newmark and statics of models with at least 64 terms use them;
 * small models and the other schemes stay with one thread. Whether it pays depends on the machine: measure it. On two shared
 * virtual cores no gain was seen. The threads belong to the simulation and end with it.
 * Functions of the host are called from the thread that called the library, as ever. SWP_INVALID_ARGUMENT for another number;
 * SWP_WRONG_STATE while a step is open; SWP_OUT_OF_MEMORY when the system refuses a thread or there is no room for them, 2 MB for
 * the stack of each and a copy of the matrices of the elements for all: the number is then what it was.
 */
swp_status swp_sim_set_threads(struct swp_sim *sim,
                               int32_t count);

/* ----------------------------------------------------------------------------------------------------
 * Step control and events
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Fill a step control with its defaults. `control` must point to a swp_step_control of this header.
 */
swp_status swp_step_control_init(struct swp_step_control *control);

/**
 * Set the function whose change of sign ends swp_sim_advance_controlled and swp_sim_advance_past, or NULL for none.
 * `direction` is one of swp_direction; the state then stands at most `tolerance` [s], positive, behind the change. `user` is
 * handed to the function as it is.
 *
 * The function is asked at the end of each step, halfway unless its last three values leave no doubt, and where a parabola through neighbouring values could turn at or beyond
 * zero; within a step it sees the motion as swp_sim_interpolate_node has it, and reactions on straight lines. Found is the first change
 * of sign in the step, also one of two that are near to each other, if the function is like a parabola between the places
 * where it was asked. A function that turns several times in half a step needs a smaller `largest`. A value of exactly zero
 * at the start of a call is no event, as it may be the one that ended the last call; the sign behind it counts.
 */
swp_status swp_sim_set_event(struct swp_sim *sim,
                             swp_event_callback callback,
                             void *user,
                             int32_t direction,
                             double tolerance);

/**
 * Advance to exactly `t_end` [s], not before the present time, with steps whose error is controlled. Needs a scheme that
 * estimates its error. `control` may be NULL for defaults.
 *
 * Controlled is, of every node, joint coordinate and generalised coordinate and in each step: the error of places; the error of
 * rates, by which they miss joints and drives (generalised-α, HHT-α, Newmark: the rate of a driven coordinate is of second order; Radau IIA: it is exact);
 * and what functions of time would move that go another way between the ends of the step than a cubic through these. For that
 * tables and pulses are looked at where they bend, so that none is stepped over; functions of the host and harmonics are
 * looked at in three places a step, so give a pulse of the host's a `largest` step below three of its lengths, or make it a table.
 * Inputs of the host go by their rule (swp_input_rule), from the beginning of the call to `t_end` where it is SWP_INPUT_LINEAR,
 * over the next step where they are set in a progress callback; a jump at the beginning is no error. Reactions and accelerations are
 * not controlled.
 *
 * A stop that is reached within a step, a dead band that is left or friction that comes to stick is an error of places like any
 * other, however stiff it is; what is stiff at both ends of a step counts by what it moves in the step. An error e of a place in a
 * step h leaves an error e/h of velocity, and what then moves freely is off by that times the rest of the run: where a short pulse or
 * a rebound is followed by a long way, give tolerances of rates.
 *
 * Errors of steps add up: over a run they grow as tolerance^(p/(p+1)), where p is the order of the scheme: a thousandth of the
 * tolerance makes errors of generalised-α (p = 2) a hundred times smaller, of Radau IIA (p = 3) 180 times.
 *
 * The size that the error allows is part of the state and of snapshots: calls in slices make the steps that one call makes, but
 * for the ends of the slices, and a slice that fits is one step.
 *
 * The progress callback is called after each accepted step. With swp_sim_set_event the call ends at an event: `*event` is
 * then 1 and swp_sim_time tells when; otherwise it is 0. Called again, it goes on to the next event. `event` may be NULL. On
 * failure, or when a callback stops it, the state is that of the last accepted step; SWP_STEP_TOO_SMALL when the smallest
 * step is not accurate enough.
 */
swp_status swp_sim_advance_controlled(struct swp_sim *sim,
                                      double t_end,
                                      const struct swp_step_control *control,
                                      int32_t *event);

/**
 * The same with steps of the control's own sizes until `t` [s] has been reached or passed; times within the last step can
 * then be read with swp_sim_interpolate_node. No step is made when `t` lies within the last one already.
 */
swp_status swp_sim_advance_past(struct swp_sim *sim,
                                double t,
                                const struct swp_step_control *control,
                                int32_t *event);

/**
 * Motion of a node at a time `t` [s] within the last accepted step: cubic in time between its two ends, from positions and
 * velocities; rotations likewise by the rotation vector of the step. Velocities are the rates of these; accelerations are
 * straight lines. Where a lock was switched at the end of the step, or locked or released since, the motion is that up to the
 * switch. Not before the first step, nor right after a restore or statics (SWP_WRONG_STATE).
 */
swp_status swp_sim_interpolate_node(const struct swp_sim *sim,
                                    struct swp_node node,
                                    double t,
                                    struct swp_motion *out);

/**
 * What happened so far.
 */
swp_status swp_sim_get_counters(const struct swp_sim *sim, struct swp_sim_counters *out);

/**
 * Count from zero again.
 */
swp_status swp_sim_reset_counters(struct swp_sim *sim);

/* ----------------------------------------------------------------------------------------------------
 * Queries
 * ---------------------------------------------------------------------------------------------------- */

/**
 * What a tie exerts on the node of its frame: `force` [N] and `moment` [N·m] about the node, 3 components each, inertial axes. The nodes
 * that are tied to it get the opposite.
 */
swp_status swp_sim_tie_reaction(const struct swp_sim *sim,
                                struct swp_tie tie,
                                double *force,
                                double *moment);

/**
 * Length, rate and tension of a spring along a line.
 */
swp_status swp_sim_line_spring(const struct swp_sim *sim,
                               struct swp_line_spring spring,
                               struct swp_line_spring_state *out);

/**
 * Strain, its rate and the forces of a bushing.
 */
swp_status swp_sim_bushing(const struct swp_sim *sim, struct swp_bushing bushing, struct swp_bushing_state *out);

/**
 * Force [N] or torque [N·m] that a coupling exerts along one of its coordinates, by its `place` among them: 0 for the first that was
 * given. A differential has its outputs first, then its carrier.
 */
swp_status swp_sim_coupling_effort(const struct swp_sim *sim,
                                   struct swp_coupling coupling,
                                   int32_t place,
                                   double *out);

/**
 * How the joints were closed. SWP_WRONG_STATE if the simulation was created without `assemble`. swp_sim_report says the same in
 * words, with names.
 */
swp_status swp_sim_assembly(const struct swp_sim *sim,
                            struct swp_assembly *out);

/**
 * Lock a joint coordinate at its present value, between steps. What moves along it stops at once; `impulse`, if not NULL, gets the
 * impulse of the lock along the coordinate [N·s] or [N·m·s], 0 if it was locked already. Positions do not change. The audit enters
 * the energy that the impulse takes as work of dampers. Locks are part of snapshots. When joints, drives or other locks hold the
 * coordinate already: SWP_REDUNDANT_CONSTRAINTS, and nothing changes.
 */
swp_status swp_sim_lock(struct swp_sim *sim,
                        struct swp_joint joint,
                        int32_t coordinate,
                        double *impulse);

/**
 * Release a joint coordinate that is locked, between steps; it goes on from where it is, without a jump. Nothing happens if it is
 * free.
 */
swp_status swp_sim_release(struct swp_sim *sim,
                           struct swp_joint joint,
                           int32_t coordinate);

/**
 * Is a joint coordinate locked? 1 or 0.
 */
swp_status swp_sim_locked(const struct swp_sim *sim, struct swp_joint joint, int32_t coordinate, int32_t *out);

/**
 * A generalised coordinate by its name: `value` [m], `rate` [m/s] and `second_rate` [m/s²]; the last two may be NULL.
 */
swp_status swp_sim_generalised_coordinate(const struct swp_sim *sim,
                                          const char *name,
                                          double *value,
                                          double *rate,
                                          double *second_rate);

/**
 * Force [N] or torque [N·m] that a spring, stop, damper, friction or force actuator exerts along its joint coordinate.
 */
swp_status swp_sim_joint_action(const struct swp_sim *sim, struct swp_spring spring, double *out);

/**
 * What an actuator does now: `actuator` is the function that its constructor gave. The force or torque with which it drives a
 * coordinate is read with swp_sim_joint_drive.
 */
swp_status swp_sim_actuator(const struct swp_sim *sim,
                            struct swp_function actuator,
                            struct swp_actuator_motion *out);

/**
 * The lock of a joint coordinate: whether it holds, where, since when, and the impulse when it closed. SWP_INVALID_ARGUMENT if the
 * coordinate has none.
 */
swp_status swp_sim_lock_state(const struct swp_sim *sim,
                              struct swp_joint joint,
                              int32_t coordinate,
                              struct swp_lock_state *out);

/**
 * Where a rolling disc or a knife edge touches, the force on its node there, and the slip.
 */
swp_status swp_sim_contact(const struct swp_sim *sim, struct swp_contact contact, struct swp_contact_state *out);

/**
 * Multiplier of a condition of the host's: the force and moment on each of its nodes are minus this times beta and tau.
 */
swp_status swp_sim_pfaffian(const struct swp_sim *sim, struct swp_pfaffian pfaffian, double *out);

/**
 * How a simulation interpolates a beam, one of swp_interpolated: see `interpolation` of swp_sim_options.
 */
swp_status swp_sim_beam_interpolation(const struct swp_sim *sim, struct swp_beam beam, int32_t *out);

/**
 * A new mesh for a beam, from its sections and its curvature in the state that queries see: smaller elements where properties
 * change along the axis and where twist and bending do. Neither the beam nor the simulation changes; hand the mesh to
 * swp_model_add_beam for a new model, with the same axis and sections.
 *
 * Curvatures are strains 4 to 6 of swp_sim_section_force, relative to the beam as built, at the points of integration. Each
 * counts as one more property, unless it varies along the beam by less than a hundredth of the largest of all, or by less than
 * 1e-6 rad over the length of the beam. Without load the mesh is that of the sections alone.
 *
 * `meshing`: SWP_MESH_SPRING or SWP_MESH_COST. `elements`: 1 to 1000. `element_ratio`: as in swp_beam_options. `out`: the
 * caller's array of `count` = elements + 1 numbers, filled with increasing lengths along the axis [m] at which elements begin
 * and end.
 *
 * SWP_WRONG_SIZE if `count` is another one, SWP_INVALID_ARGUMENT with the reason, SWP_UNKNOWN_ID; `out` is then left alone.
 */
swp_status swp_sim_curvature_mesh(const struct swp_sim *sim,
                                  struct swp_beam beam,
                                  int32_t meshing,
                                  int32_t elements,
                                  double element_ratio,
                                  double *out,
                                  size_t count);

/**
 * Strains and resultants of a shell at a Gauss point of an element: `element` from 0 as they were listed, `point` 0 to 8, 3 j + i at
 * the coordinate i of (−√(3/5), 0, √(3/5)) from the first corner to the second and j from the second to the third.
 */
swp_status swp_sim_shell_state(const struct swp_sim *sim,
                               struct swp_shell shell,
                               size_t element,
                               size_t point,
                               struct swp_shell_state *out);

/**
 * Strains and resultants of a shell at any point of an element: `r` goes from -1 to 1 from the first corner to the second, `s` from the second
 * to the third, so that the nodes are at -1, 0 and 1. They are extrapolated from the nine Gauss points of this element alone, by the polynomial of
 * second degree in r and s: at a node that elements share each has values of its own, whose differences say how fine the mesh is. A mean
 * is left to the host, as it has no meaning across a fold or a change of section.
 */
swp_status swp_sim_shell_state_at(const struct swp_sim *sim,
                                  struct swp_shell shell,
                                  size_t element,
                                  double r,
                                  double s,
                                  struct swp_shell_state *out);

/**
 * Strains and stresses of a solid at a Gauss point of an element: `element` from 0; `point` from 0, i + p j + p² k at the coordinates i, j, k
 * of the p points along the first corner to the second, to the fourth and to the fifth: p = 2 in elements of 8 nodes, 3 in those of 20 and
 * 27; tetrahedra have 4 points.
 */
swp_status swp_sim_solid_state(const struct swp_sim *sim,
                               struct swp_solid solid,
                               size_t element,
                               size_t point,
                               struct swp_solid_state *out);

/**
 * The same at a node of the solid: the mean of what the elements around it have there.
 */
swp_status swp_sim_solid_node_state(const struct swp_sim *sim,
                                    struct swp_solid solid,
                                    struct swp_node node,
                                    struct swp_solid_state *out);

/**
 * Resultants over a cut through a solid: `force` [N] and `moment` [N·m] about the point `about` (3 components [m], inertial axes), that the
 * elements on one side exert by their elasticity on the other at the nodes of the cut. `elements`: those of one side that touch it,
 * or all of that side, from 0.
 */
swp_status swp_sim_solid_resultant(const struct swp_sim *sim,
                                   struct swp_solid solid,
                                   size_t element_count,
                                   const size_t *elements,
                                   size_t node_count,
                                   const struct swp_node *nodes,
                                   const double *about,
                                   double *force,
                                   double *moment);

/**
 * Motion of a node.
 */
swp_status swp_sim_motion(const struct swp_sim *sim, struct swp_node node, struct swp_motion *out);

/**
 * Rotation matrix of a node, 9 numbers, row-major: inertial components = matrix · node components.
 */
swp_status swp_sim_rotation_matrix(const struct swp_sim *sim, struct swp_node node, double *out);

/**
 * Rotation vector of a node, 3 numbers [rad], of length at most π.
 */
swp_status swp_sim_rotation_vector(const struct swp_sim *sim, struct swp_node node, double *out);

/**
 * Motions of all nodes, in the order in which they were added. `count` must be swp_model_node_count.
 */
swp_status swp_sim_all_motions(const struct swp_sim *sim, struct swp_motion *out, size_t count);

/**
 * Positions [m] of all nodes, three numbers a node, in the order in which they were added. `count` must be three times
 * swp_model_node_count.
 */
swp_status swp_sim_positions(const struct swp_sim *sim, double *out, size_t count);

/**
 * Value [m] or [rad] and rate of a joint coordinate. Angles count on over many turns. `rate` may be NULL.
 */
swp_status swp_sim_joint_coordinate(const struct swp_sim *sim,
                                    struct swp_joint joint,
                                    int32_t coordinate,
                                    double *value,
                                    double *rate);

/**
 * Displacement of the joint's point from A to B (3 numbers [m]) and rotation vector of B relative to A (3 numbers [rad], of
 * length at most π), in the joint axes of A. For any joint.
 */
swp_status swp_sim_joint_relative(const struct swp_sim *sim,
                                  struct swp_joint joint,
                                  double *displacement,
                                  double *rotation);

/**
 * Driving force [N] or torque [N·m] of a driven coordinate, positive along it. SWP_INVALID_ARGUMENT if it is not driven.
 */
swp_status swp_sim_joint_drive(const struct swp_sim *sim,
                               struct swp_joint joint,
                               int32_t coordinate,
                               double *effort);

/**
 * Force (3 numbers [N]) and moment (3 numbers [N·m], about the joint's point on that side) that the joint exerts on the node
 * of `side` (swp_side), in `axes` (swp_axes): its constraints, and everything that acts along its free coordinates (drive, spring, damper,
 * friction, stop, actuator, gears, lock). For the bearing alone take the components across the coordinate.
 */
swp_status swp_sim_joint_reaction(const struct swp_sim *sim,
                                  struct swp_joint joint,
                                  int32_t side,
                                  int32_t axes,
                                  double *force,
                                  double *moment);

/**
 * Multipliers of a joint's conditions, in their order. `needed` (may be NULL) receives their number; `out` (may be NULL when
 * `count` is 0) must have room for at least as many.
 */
swp_status swp_sim_joint_multipliers(const struct swp_sim *sim,
                                     struct swp_joint joint,
                                     double *out,
                                     size_t count,
                                     size_t *needed);

/**
 * Energies, works, momenta and violations of the conditions. `about`: the point of the angular momentum, 3 components [m], or
 * NULL for the origin.
 */
swp_status swp_sim_audit(const struct swp_sim *sim,
                         const double *about,
                         struct swp_audit *out);

/**
 * The audit of the step that led to the present state: the open one if it is solved, else the last accepted one, also when it
 * was cut into parts. All zero before the first step and after statics.
 */
swp_status swp_sim_step_audit(const struct swp_sim *sim,
                              struct swp_step_audit *out);

/**
 * How Newton's method went in the last solution, and totals; those of iterations count statics too.
 */
swp_status swp_sim_newton(const struct swp_sim *sim, struct swp_newton_report *out);

/**
 * How well reactions are determined now: the relative error that what Newton's method and rounding leave of positions may cause in
 * them, estimated, between 0 and 1. Far from singular positions of the mechanism it is next to nothing (1e-12 to 1e-6). From about
 * 0.01 on, reactions are not to be relied on at that instant: take those of the steps before and after. The motion is not affected.
 * `at_rounding` of swp_newton_report says that Newton's method ended at rounding, which mostly does no harm to reactions; this says
 * whether it may. It costs about as much as one Newton iteration and does not change the motion; it is refused in callbacks.
 *
 * MP-ED reports means over steps, carried on to the end of a step: beside singular positions they may be off by several times the
 * reactions for two steps, without being uncertain in this sense. The other schemes recover them from the state.
 */
swp_status swp_sim_reaction_uncertainty(struct swp_sim *sim,
                                        double *out);

/**
 * Multipliers of conditions of the host's: force and moment on a node are minus the gradient transposed times these. `count` is the
 * number of conditions.
 */
swp_status swp_sim_host_condition(const struct swp_sim *sim,
                                  struct swp_host_condition condition,
                                  size_t count,
                                  double *out);

/* ----------------------------------------------------------------------------------------------------
 * Statics, steady spin, modes
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Set the loads of all stations of a set: `loads`, 6 numbers a station, force [N] and moment about the station's point [N·m],
 * in the axes of the set; `count` is the number of stations, SWP_WRONG_SIZE if it is not. They hold as inputs do (swp_sim_set_input,
 * swp_sim_set_station_rule), and are part of snapshots; until they are set, those of swp_model_set_station_loads, or zero.
 */
swp_status swp_sim_set_station_loads(struct swp_sim *sim,
                                     struct swp_stations stations,
                                     const double *loads,
                                     size_t count);

/**
 * Motions of all stations of a set: those of their points, with orientation and angular motion of their sections; `count` is the
 * number of stations, SWP_WRONG_SIZE if it is not.
 */
swp_status swp_sim_station_motions(const struct swp_sim *sim,
                                   struct swp_stations stations,
                                   struct swp_motion *out,
                                   size_t count);

/**
 * Section force at length `place` [m] along a beam: `force`, 6 numbers: force [N] and moment [N·m] that the part of the beam
 * beyond the place exerts on the part before it, so that tension is positive. `axes`: SWP_AXES_INERTIAL or SWP_AXES_SECTION.
 * `strain`: 6 numbers, strains [-] and curvatures [1/m] in section axes, or NULL.
 *
 * Both are extrapolated from the points of integration of the element, by a polynomial through them: a moment that varies as a
 * parabola over an element of length h under a load q is off by q h²/12 at the ends of an element of 3 nodes. For the load of a
 * hub, the reaction of its joint is exact.
 */
swp_status swp_sim_section_force(const struct swp_sim *sim,
                                 struct swp_beam beam,
                                 double place,
                                 int32_t axes,
                                 double *strain,
                                 double *force);

/**
 * Bring the model to equilibrium while it spins steadily with `omega` (3 components [rad/s], inertial axes) about the line
 * through `about` (3 components [m]; NULL for the origin): a start without a transient, and a state for swp_sim_modes. Loads and
 * drives are those of the present time; in load steps and to a stable equilibrium as in swp_sim_solve_static, with Ω² growing as
 * loads do. swp_sim_statics_report says whether it is stable, and what that means under spin.
 *
 * Under spin there may be several equilibria: blades that hang at rest may go out or still hang, and a shaft above its critical speed
 * may centre itself or turn like a skipping rope. Where the first one found is not held by the stiffness alone, or the reference
 * configuration would lose stiffness at this speed, others are looked for from the present state and from the reference configuration,
 * also under the whole spin at once. Those that stiffness or gyroscopic forces hold come first, and of these the one nearest to
 * the reference configuration in radius and height.
 *
 * All of the model turns, so all of it must look the same from every azimuth: SWP_INVALID_ARGUMENT, naming what does not, for a
 * support that moves without turning, springs, dampers or bushings from ground that are not the same all round, loads or gravity
 * across the axis. Bearings on the axis, springs between turning nodes or about the axis, follower loads, loads and gravity along
 * the axis are accepted, and so are springs that are the same all round together, to a thousandth: line springs, or equal springs on
 * the two translations of a planar joint across the axis. A joint coordinate to ground about the axis is held in its present
 * position, whatever acts on it, also that of a free shaft. What must look the same is so for swp_sim_modes
 * with a spin and for swp_sim_campbell too; in their modes a free shaft is free.
 * The equilibrium itself is looked at too: a rotor that went far from the middle of its springs may be refused there.
 *
 * All nodes get the velocities of the spin, also those that a drive moves: the present position of a driven coordinate counts,
 * its rate does not. To go on in time, a driven shaft should turn at that rate. Works in the audit start anew. On failure
 * (SWP_NEWTON_FAILED and others) the state is as it was; SWP_WRONG_STATE if a step is open.
 */
swp_status swp_sim_solve_rotating(struct swp_sim *sim,
                                  const double *omega,
                                  const double *about);

/**
 * The `count` modes of lowest frequency about the present state, which is in equilibrium: at rest (swp_sim_solve_static, `spin`
 * NULL), or turning steadily (swp_sim_solve_rotating with the same `spin`, 3 components [rad/s]). Otherwise
 * SWP_INVALID_ARGUMENT with the node that departs from it.
 *
 * Frequencies are those that an observer turning with the spin sees. A driven coordinate is held: its rate does not matter.
 *
 * A frequency is 0 only for a motion that strains nothing: a rigid-body motion, a free hinge. Rounding of the stiffness changes a
 * frequency ω by at most about 2e-16 (ω_max/ω)² of itself, where ω_max is the highest one of the mesh: stretching between the two
 * nodes that are nearest to each other. For a cantilever of length L with N nodes that is about 2e-16 N² EA L²/EI.
 *
 * `count`: 1 to the number of modes: a pair of conjugate λ is one, and an overdamped motion has two, one for each real λ; so there
 * are at most twice as many as degrees of freedom. `frequency`: count numbers |λ| [rad/s], increasing, for motions e^(λt).
 * `damping`: count damping ratios −Re λ/|λ|, negative when a mode grows; NULL allowed. `shapes`: count × nodes × 12 numbers,
 * for each mode and each node of the model real and imaginary part of x, y, z [m] and of the rotations about x, y, z [rad], in
 * inertial axes now, the largest of these being 1; NULL allowed. SWP_WRONG_STATE if a step is open.
 */
swp_status swp_sim_modes(struct swp_sim *sim,
                         const double *spin,
                         size_t count,
                         double *frequency,
                         double *damping,
                         double *shapes);

/**
 * Fan (Campbell) diagram: for each speed the equilibrium that turns with it and the `count` lowest frequencies about that.
 *
 * `axis`: unit vector of the spin, inertial axes. `about`: a point of its line [m], NULL for the origin. `speeds`: speed_count
 * numbers [rad/s]. `frequencies`: speed_count × count numbers [rad/s], row-major, a row a speed, as in swp_sim_modes.
 *
 * A driven shaft is held in its present position: its rate does not matter. Each equilibrium starts from that before it. After
 * the call, failed or not, the state is that before it. SWP_NEWTON_FAILED, with the speed, if the equilibrium found there is unstable:
 * frequencies about it would mean nothing. SWP_WRONG_STATE if a step is open.
 */
swp_status swp_sim_campbell(struct swp_sim *sim,
                            const double *axis,
                            const double *about,
                            size_t speed_count,
                            const double *speeds,
                            size_t count,
                            double *frequencies);

/**
 * Fill options with defaults.
 */
swp_status swp_path_options_init(struct swp_path_options *options);

/**
 * Bring the model to rest in static equilibrium with gravity, loads, springs and drives of the present time, starting from
 * the present positions; in load steps from the equilibrium at hand if the whole change is too much at once. A drive that has
 * changed goes to its new value in the same steps, C(q) = (1 − s) C(q₀). Steps are cut where a node turns by more than 1 rad or
 * the number of unstable directions would change; where they lead no further (nothing resists yet, or a limit point), the state
 * moves to a stable equilibrium under the whole load by pseudo-transient continuation. By symmetry it may stay on an unstable one:
 * swp_sim_statics_report says whether it is stable. Motions that nothing resists and nothing drives are neutral: the state does not
 * move along them, and they are reported apart. Sections without mass will do. Works in the audit start anew. On failure
 * (SWP_SINGULAR_MATRIX if something is not held, or so thin that its bending is lost in rounding, which the text names;
 * SWP_NEWTON_FAILED) the state is as it was.
 */
swp_status swp_sim_solve_static(struct swp_sim *sim);

/**
 * Go to a load factor along the path of equilibria, past limit points, by arc length: unlike swp_sim_solve_static, which cannot
 * pass a limit point but by a jump. `input`: the input that is the load factor, which then has that value; NULL for all loads and
 * gravity by one factor, of which 1 is the model's own, and driven coordinates by the same factor from where they are in the
 * reference configuration. Time steps know no such factor: they take loads and drives as the model has them, so go back to 1 before
 * them. The present state is the start: its factor is the value of the input, or
 * the factor that its internal forces fit best.
 *
 * `options` may be NULL for defaults; `stop_at_value` and `stop_at_critical` are not looked at. The state is then the equilibrium
 * at the factor where the path meets it first. SWP_NEWTON_FAILED when the path is lost or does not get there within `max_points`;
 * SWP_INVALID_ARGUMENT when it is there already; the state is then as it was. SWP_WRONG_STATE if a step is open.
 */
swp_status swp_sim_go_to_load(struct swp_sim *sim,
                              const struct swp_function *input,
                              double factor,
                              const struct swp_path_options *options);

/**
 * Trace the path of equilibria, as swp_sim_go_to_load does, to the load factor `to`, or to what the options end it at. Limit and
 * branching points on the way are found and are points of the path; at a branching point the path that came in is followed
 * on. The state is then the last point. Points are read by swp_sim_path_point, also those found before a failure.
 */
swp_status swp_sim_trace_path(struct swp_sim *sim,
                              const struct swp_function *input,
                              double to,
                              const struct swp_path_options *options);

/**
 * Number of points of the last path, 0 if there was none.
 */
swp_status swp_sim_path_count(const struct swp_sim *sim, size_t *out);

/**
 * A point of the last path, from 0; SWP_UNKNOWN_ID if there is none of this number.
 */
swp_status swp_sim_path_point(const struct swp_sim *sim, size_t point, struct swp_path_point *out);

/**
 * Make a point of the last path the present state, with the inputs that belong to it: any output can then be asked for there.
 * SWP_UNKNOWN_ID if there is none of this number; SWP_WRONG_STATE if a step is open.
 */
swp_status swp_sim_visit_path(struct swp_sim *sim,
                              size_t point);

/**
 * Bound the work of swp_sim_solve_static and swp_sim_solve_rotating from now on: after `most` load steps, cuts and steps of relaxation
 * together the search is given up with SWP_NEWTON_FAILED, the state is as it was, and swp_sim_statics_report says where it stood.
 * Each of these takes one run of Newton's method; a relaxation, of up to 150 steps, is ended before the limit is looked at again. The
 * default is 4000. SWP_INVALID_ARGUMENT for 0.
 */
swp_status swp_sim_set_load_step_limit(struct swp_sim *sim,
                                       size_t most);

/**
 * What the last search for an equilibrium did and found; zeros if there was none.
 */
swp_status swp_sim_statics_report(const struct swp_sim *sim, struct swp_statics_report *out);

/* ----------------------------------------------------------------------------------------------------
 * Snapshots
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Save the last accepted state, inputs and totals included. The caller owns the snapshot and frees it with swp_snapshot_free.
 */
swp_status swp_sim_save(const struct swp_sim *sim,
                        struct swp_snapshot **out);

/**
 * Go back to a saved state; an open step is forgotten. The same calls with the same inputs then give the same bits.
 * SWP_BAD_SNAPSHOT if it belongs to another model, or holds numbers from which no step could be made, such as speeds whose energy is
 * beyond all numbers; the simulation is then as it was.
 *
 * The model is the same when names, kinds and connections are. Masses, stiffnesses, gravity and other numbers may differ: that a run
 * can be continued with a changed spring, or under another gravity, is meant. The change acts at that instant, as a load that jumps;
 * generalised-alpha goes on with the accelerations of the snapshot, which leaves an error of about h/2 times the change of the
 * acceleration in the velocities, once. The energies of swp_sim_audit are those of this model, its works go on from the snapshot.
 */
swp_status swp_sim_restore(struct swp_sim *sim,
                           const struct swp_snapshot *snapshot);

/**
 * Free a snapshot. NULL is allowed.
 */
void swp_snapshot_free(struct swp_snapshot *snapshot);

/**
 * Copy a snapshot to bytes that can be stored: with version and checksum, little-endian on every machine.
 *
 * `needed` (may be NULL) receives the number of bytes. `buffer` may be NULL when `length` is 0, to ask for that number;
 * otherwise it must have room for all of them (SWP_WRONG_SIZE, nothing is written).
 */
swp_status swp_snapshot_to_bytes(const struct swp_snapshot *snapshot, uint8_t *buffer, size_t length, size_t *needed);

/**
 * Make a snapshot from bytes. SWP_BAD_SNAPSHOT if they are not a snapshot, of another version, cut or damaged. The caller owns
 * it and frees it with swp_snapshot_free.
 */
swp_status swp_snapshot_from_bytes(const uint8_t *bytes,
                                   size_t length,
                                   struct swp_snapshot **out);

/* ----------------------------------------------------------------------------------------------------
 * Case files
 * ---------------------------------------------------------------------------------------------------- */

/**
 * Write a simulation to a file, replacing one that is there: its model, options, inputs and last accepted state, and, if the last
 * call that moves it has failed, that call with the text of its failure. Another program can read it with swp_case_read and make
 * the call again with swp_sim_repeat.
 *
 * Where swp_sim_create fails there is no simulation: swp_model_write gives the file that repeats it.
 *
 * Write it before the simulation goes on: a step that succeeds, a restore and another scheme end the memory of a failure. The
 * inputs are then those that the failed call had. Event and progress functions are no part of it. `path`: UTF-8. SWP_BAD_FILE
 * if it cannot be written; how it is written: see swp_model_write.
 */
swp_status swp_sim_write_case(const struct swp_sim *sim,
                              const char *path);

/**
 * The text that swp_sim_write_case would write; `buffer`, `length` and `needed` as in swp_model_error.
 */
swp_status swp_sim_case_text(const struct swp_sim *sim, char *buffer, size_t length, size_t *needed);

/**
 * Text of the failed call that swp_sim_repeat would make again; empty if there is none. `buffer`, `length` and `needed` as in
 * swp_model_error.
 */
swp_status swp_sim_failure(const struct swp_sim *sim,
                           char *buffer,
                           size_t length,
                           size_t *needed);

/**
 * Make what failed last again, with the inputs that it had; an open step is forgotten. Of a run (swp_sim_advance,
 * swp_sim_advance_controlled) that is the step that failed: where it succeeds now, the run has to be asked for again. Returns what the
 * call returned, with the same text: in a simulation read from a case file as in the one that wrote it. Where it fails again the
 * state, its inputs included, is as it was. SWP_WRONG_STATE if none has failed since the state last changed; calls that were refused
 * with SWP_INVALID_ARGUMENT or SWP_WRONG_STATE are not kept.
 */
swp_status swp_sim_repeat(struct swp_sim *sim);

/**
 * Read a case file: its model into an empty model, as swp_model_read does, and its simulation, in the state in which it was written
 * and with the inputs that it had. The caller owns the simulation and frees it with swp_sim_free.
 *
 * What a run decides at its start (redundant constraints, scales) is decided again: functions of the host are called at the start time
 * of the run, and then not before the next step.
 *
 * SWP_BAD_FILE with file, line, key and remedy, SWP_BAD_SNAPSHOT if the state does not belong to the model, or what
 * swp_sim_create would say; the text is in swp_model_error, the model is empty as before, and `*out` is left alone.
 */
swp_status swp_case_read(struct swp_model *model,
                         const char *path,
                         struct swp_sim **out);

/**
 * The same from text in memory, UTF-8, ended by a zero byte.
 */
swp_status swp_case_from_text(struct swp_model *model, const char *text, struct swp_sim **out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#undef SWP_INT32
#undef SWP_ENUM_TYPE

#endif  /* SWASHPLATE_H */
