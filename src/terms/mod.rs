//! The contract between what adds equations (elements, joints, loads) and who solves them.
//!
//! The **stage** family (statics, generalised-α, Radau IIA) asks for forces at one instant:
//!
//! ```text
//!     f(q, v, a, t) + Bᵀ μ = 0,   C(q, t) = 0,   μ = λ + p C
//! ```
//!
//! with K = ∂(f + Bᵀμ)/∂q at fixed μ, G = ∂f/∂v, M = ∂f/∂a kept apart, so that every scheme weighs them
//! with its own coefficients. p is the penalty of the augmented Lagrangian, Epple (2.7).
//!
//! The **interval** family (energy and momentum schemes) asks for forces over a step i → f that do exactly
//! the work of the change of energy, or none for a joint.
//!
//! Rotations vary by spatial increments δθ: δd = δθ × d. The chain to an integrator's own rotation
//! parameters is applied once, in `assembly`, never in a term.

mod along;
pub mod check;
pub mod elastic;
pub mod frame_mass;
pub mod holonomic;
pub mod host;
pub mod inertia;
pub mod interval;
pub mod law;
pub(crate) mod lines;
pub mod mean_tie;
pub(crate) mod objective;
pub mod place_mass;
pub mod scalar_mass;

pub use along::{Along, STATIONS};
pub use interval::{Interval, IntervalBlock, Span, Works};

use crate::math::{Mat3, Quat, Vec3};
use std::any::Any;

/// Index of a node in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeId(pub usize);

/// Index of a scalar unknown: a joint coordinate on which something acts, or a generalised coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScalarId(pub usize);

/// Index of a function of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FunctionId(pub usize);

/// Is a condition or a scalar measured in metres or in radians? Scaling keeps the two apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// [m]
    Translation,
    /// [rad], or a product of unit vectors
    Rotation,
}

/// What is being solved for: a condition may hold in some of these only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// positions at the start
    StartPosition,
    /// velocities at the start
    StartVelocity,
    /// everything after that
    Run,
}

/// Motion of a node at one instant, inertial components.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    /// position [m]
    pub x: Vec3,
    /// orientation: material to inertial
    pub rotation: Quat,
    /// directors: the columns of the rotation matrix. Kernels of the interval family never assume dᵀd = I.
    pub d: Mat3,
    /// velocity [m/s]
    pub v: Vec3,
    /// angular velocity [rad/s]
    pub omega: Vec3,
    /// acceleration [m/s²]
    pub a: Vec3,
    /// angular acceleration [rad/s²]
    pub alpha: Vec3,
}

impl Motion {
    /// A node at rest.
    pub fn at(x: Vec3, rotation: Quat) -> Self {
        let zero = Vec3::zeros();
        let d = rotation.to_rotation_matrix().into_inner();
        Motion { x, rotation, d, v: zero, omega: zero, a: zero, alpha: zero }
    }

    /// Place the node; the orientation is normalised, so it never drifts.
    pub fn place(&mut self, x: Vec3, rotation: Quat) {
        self.x = x;
        self.rotation = Quat::new_normalize(rotation.into_inner());
        self.d = self.rotation.to_rotation_matrix().into_inner();
    }
}

/// Motion of a scalar unknown at one instant.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ScalarMotion {
    /// value [m] or [rad]
    pub value: f64,
    /// its rate
    pub rate: f64,
    /// its second rate
    pub acceleration: f64,
}

/// All that a term may look at, at one instant.
pub struct Level<'a> {
    /// time [s]
    pub time: f64,
    /// 1 in dynamics; grows from 0 to 1 in statics and multiplies gravity and loads
    pub load_factor: f64,
    /// acceleration of gravity [m/s²], times the load factor
    pub gravity: Vec3,
    /// all nodes of the model
    pub nodes: &'a [Motion],
    /// all scalar unknowns of the model
    pub scalars: &'a [ScalarMotion],
    /// all functions of time: value, first and second derivative now
    pub functions: &'a [[f64; 3]],
    /// all numbers set by the host, with their rates
    pub inputs: &'a [[f64; 3]],
    /// velocities of the twelve coordinates of every node, where a scheme keeps them apart from those of the motion
    pub rates: Option<&'a [[Vec3; 4]]>,
    /// all locks of the model
    pub locks: &'a [LockState],
}

/// Is a joint coordinate locked, and where?
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LockState {
    /// held now
    pub on: bool,
    /// value at which it is, or was last, held
    pub value: f64,
    /// time of the last change [s]
    pub since: f64,
    /// impulse along the coordinate when it last closed [N·s] or [N·m·s]
    pub impulse: f64,
}

/// Why a term cannot be evaluated where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// a function of the host reported failure, or gave a number that is not finite
    Callback,
    /// a position in which the term has no meaning, in words
    Singular(&'static str),
}

/// Which of its matrices a term fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// K; a term without it has no G and M either, its conditions have no penalty, and it fills all of B itself
    pub k: bool,
    /// G
    pub g: bool,
    /// M
    pub mass: bool,
    /// b_q, of conditions on velocities
    pub b_q: bool,
}

impl Parts {
    /// Any of them.
    pub const ALL: Parts = Parts { k: true, g: true, mass: true, b_q: true };
    /// K and B alone.
    pub const NONE: Parts = Parts { k: true, g: false, mass: false, b_q: false };
    /// B alone, of conditions on so many nodes that a matrix over all pairs of them would be too much.
    pub const CONDITIONS: Parts = Parts { k: false, g: false, mass: false, b_q: false };

    /// All matrices, zero or not, of a term that has K; none of one that has not.
    pub fn whole(self) -> Parts {
        if self.k { Parts::ALL } else { self }
    }
}

/// Forces and tangents of one term at one instant.
///
/// Local unknowns: [`Term::width`] of each node (translation, rotation) in the order of [`Term::nodes`], then one a scalar in
/// the order of [`Term::scalars`]. Matrices are row-major.
#[derive(Debug, Clone, Default)]
pub struct StageBlock {
    /// local unknowns
    pub n: usize,
    /// conditions
    pub m: usize,
    /// multipliers of the conditions, given
    pub lambda: Vec<f64>,
    /// penalties of the conditions, given
    pub penalty: Vec<f64>,
    /// f + Bᵀμ
    pub f: Vec<f64>,
    /// ∂f/∂q
    pub k: Vec<f64>,
    /// ∂f/∂v
    pub g: Vec<f64>,
    /// ∂f/∂a
    pub mass: Vec<f64>,
    /// C
    pub c: Vec<f64>,
    /// B = ∂C/∂q, m × n; ∂C/∂v of a condition on velocities
    pub b: Vec<f64>,
    /// ∂C/∂q of a condition on velocities, m × n
    pub b_q: Vec<f64>,
    /// set by a term that cannot be evaluated here
    pub fault: Option<Fault>,
    /// is only f wanted, with M, C and B? K and G may then stay zero
    pub without_tangents: bool,
    /// and B too?
    pub right_alone: bool,
}

impl StageBlock {
    /// Make room for `n` unknowns and `m` conditions, all zero. Allocates only when it must grow.
    pub fn reset(&mut self, n: usize, m: usize) {
        self.reset_parts(n, m, Parts::ALL);
    }

    /// The same for a term that fills these parts alone; the other arrays are empty.
    pub fn reset_parts(&mut self, n: usize, m: usize, parts: Parts) {
        self.reset_right(n, m, parts);
        [&mut self.k, &mut self.g, &mut self.mass].into_iter().for_each(|matrix| matrix.fill(0.0));
    }

    /// The same when f and C alone are wanted: K, G and M are there, with any numbers.
    pub fn reset_right(&mut self, n: usize, m: usize, parts: Parts) {
        (self.n, self.m, self.fault, self.right_alone) = (n, m, None, false);
        let square = |there: bool| if there { n * n } else { 0 };
        for (matrix, there) in [(&mut self.k, parts.k), (&mut self.g, parts.g), (&mut self.mass, parts.mass)] {
            matrix.resize(square(there), 0.0);
        }
        let b_q = if parts.b_q { m * n } else { 0 };
        // a term without K fills all of B, which is long
        if parts.k {
            self.b.clear();
        }
        self.b.resize(m * n, 0.0);
        let sizes = [m, m, n, m, b_q];
        let arrays = [&mut self.lambda, &mut self.penalty, &mut self.f, &mut self.c, &mut self.b_q];
        for (array, size) in arrays.into_iter().zip(sizes) {
            array.clear();
            array.resize(size, 0.0);
        }
    }

    /// The effective multiplier μ = λ + p C, once C is known.
    pub fn mu(&self, k: usize) -> f64 {
        self.lambda[k] + self.penalty[k] * self.c[k]
    }

    /// f[row..row+3] += force.
    pub fn add_force(&mut self, row: usize, force: &Vec3) {
        add_vector(&mut self.f, row, force);
    }

    /// Add a 3×3 block to K.
    pub fn add_k(&mut self, row: usize, col: usize, block: &Mat3) {
        add_block(&mut self.k, self.n, row, col, block);
    }

    /// Add a 3×3 block to G.
    pub fn add_g(&mut self, row: usize, col: usize, block: &Mat3) {
        add_block(&mut self.g, self.n, row, col, block);
    }

    /// Add a 3×3 block to M.
    pub fn add_mass(&mut self, row: usize, col: usize, block: &Mat3) {
        add_block(&mut self.mass, self.n, row, col, block);
    }
}

/// values[row..row+3] += v.
pub(crate) fn add_vector(values: &mut [f64], row: usize, v: &Vec3) {
    for i in 0..3 {
        values[row + i] += v[i];
    }
}

/// Add a 3×3 block to a row-major matrix with `stride` columns.
pub(crate) fn add_block(values: &mut [f64], stride: usize, row: usize, col: usize, block: &Mat3) {
    for i in 0..3 {
        let to = &mut values[(row + i) * stride + col..][..3];
        (0..3).for_each(|j| to[j] += block[(i, j)]);
    }
}

/// What a term contributes to the audit at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InstantAudit {
    /// kinetic energy [J]
    pub kinetic: f64,
    /// potential energy of gravity and springs [J]
    pub potential: f64,
    /// power of applied loads, gravity and springs excepted [W]
    pub applied_power: f64,
    /// power of driven coordinates [W]
    pub driven_power: f64,
    /// power of the conditions that should do no work [W]
    pub constraint_power: f64,
    /// power of dampers [W], negative when they dissipate
    pub damper_power: f64,
    /// linear momentum [kg·m/s]
    pub linear_momentum: Vec3,
    /// angular momentum about the origin [kg·m²/s]
    pub angular_momentum: Vec3,
}

impl Default for InstantAudit {
    fn default() -> Self {
        InstantAudit {
            kinetic: 0.0,
            potential: 0.0,
            applied_power: 0.0,
            driven_power: 0.0,
            constraint_power: 0.0,
            damper_power: 0.0,
            linear_momentum: Vec3::zeros(),
            angular_momentum: Vec3::zeros(),
        }
    }
}

/// The mass that a term is, in the forms that every scheme knows.
#[derive(Debug, Clone, Copy)]
pub enum Mass<'a> {
    /// none
    None,
    /// carried rigidly by one node
    Body(&'a inertia::Inertia),
    /// a constant matrix on the places of some nodes
    Places(&'a place_mass::PlaceMass),
    /// a constant matrix on the twelve coordinates of some nodes
    Frames(&'a frame_mass::FrameMass),
    /// a constant matrix on some scalar unknowns
    Scalars(&'a scalar_mass::ScalarMass),
}

/// Anything that adds rows to the system: element, joint, load. Immutable during a run.
pub trait Term: Any + Send + Sync {
    /// Its nodes.
    fn nodes(&self) -> &[NodeId];

    /// Unknowns of each of its nodes in its blocks: place and rotation, or the place alone of a term that sees no rotations.
    fn width(&self) -> usize {
        6
    }

    /// Unknowns of its blocks at one instant.
    fn size(&self) -> usize {
        self.width() * self.nodes().len() + self.scalars().len()
    }

    /// Coordinates of its blocks over a step: twelve of a frame, (x, d₁, d₂, d₃), or three of a place.
    fn coordinates(&self) -> usize {
        let each = if self.width() == 6 { 12 } else { 3 };
        each * self.nodes().len() + self.scalars().len()
    }

    /// Why it may not connect ground with what turns far, in words; None for a term that may.
    fn turns_far(&self) -> Option<&'static str> {
        None
    }

    /// Does it resist every motion of its nodes, without a load, but those of a rigid body? A beam does.
    fn holds_shape(&self) -> bool {
        false
    }

    /// Its stiffness along a motion, from nodes at the [`STATIONS`] along it; None of a term whose stiffness is that of its K.
    fn strained_along(&self, _nodes: [&[Motion]; 5]) -> Option<Along> {
        None
    }

    /// The scalar unknowns it acts on.
    fn scalars(&self) -> &[ScalarId] {
        &[]
    }

    /// How many conditions it imposes, each with one multiplier.
    fn conditions(&self) -> usize {
        0
    }

    /// Unit and direction of a condition, for scaling and for messages: (class, "direction").
    fn condition(&self, _k: usize) -> (Class, String) {
        (Class::Translation, String::new())
    }

    /// Does the condition hold in this phase?
    fn active(&self, _k: usize, _phase: Phase) -> bool {
        true
    }

    /// Is it a function of the host that gives its numbers? Its evaluation is then left to the thread that the host called from.
    fn asks_host(&self) -> bool {
        false
    }

    /// The function whose value and rates its conditions follow, if there is one.
    fn prescribed_by(&self) -> Option<FunctionId> {
        None
    }

    /// The lock whose state says whether its conditions hold, by its place among the model's locks.
    fn lock(&self) -> Option<usize> {
        None
    }

    /// Is it a condition on velocities, C = B(q) v + b(t)? Its force is Bᵀλ, its value and `b`, `b_q` are those of C, and over a
    /// step it is C = B(q̄)·(q_to − q_from) + h b.
    fn nonholonomic(&self, _k: usize) -> bool {
        false
    }

    /// Does the condition only define a scalar? It then locks nothing, and holds at every level of a scheme.
    fn defines(&self, _k: usize) -> bool {
        false
    }

    /// The mass that the term is. Stages find it in M; schemes that work with momenta ask here.
    fn mass(&self) -> Mass<'_> {
        Mass::None
    }

    /// The same, if it is that of a body on one node.
    fn inertia(&self) -> Option<&inertia::Inertia> {
        match self.mass() {
            Mass::Body(inertia) => Some(inertia),
            _ => None,
        }
    }

    /// Which of the matrices K, G, M and b_q it fills; asked once. A term that says no must not touch them.
    fn parts(&self) -> Parts {
        Parts::ALL
    }

    /// f + Bᵀμ with K, G, M, and C with B, added to a block that is zero but for λ and p; but for K, G and M too where the right
    /// side alone is wanted, which then count for nothing.
    fn stage(&self, at: &Level, out: &mut StageBlock);

    /// First and second time derivative of the conditions, for the motion of `at`; value and first derivative of a condition on
    /// velocities.
    fn condition_rates(&self, _at: &Level, _rate: &mut [f64], _second: &mut [f64]) {}

    /// Energies, powers and momenta at one instant, added to `audit`.
    fn audit(&self, _at: &Level, _lambda: &[f64], _books: &mut InstantAudit) {}

    /// Force [N] or torque [N·m] along its joint coordinate, of a term that acts on one.
    fn along(&self, _at: &Level) -> Option<f64> {
        None
    }

    /// Stiffness and damping along its joint coordinate that a term on one has `after` a step and had not `before`: of a stop that
    /// was reached, of friction that sticks.
    fn hardened(&self, _before: &Level, _after: &Level) -> Option<[f64; 2]> {
        None
    }

    /// Does a stop act on its joint coordinate?
    fn stops(&self, _at: &Level) -> bool {
        false
    }

    /// Does friction act on its joint coordinate, which changes its sign within a rate that is next to nothing?
    fn sticks(&self) -> bool {
        false
    }

    /// Slope of that friction over the rate.
    fn stuck(&self, _at: &Level) -> f64 {
        0.0
    }

    /// The form over a step, or None; asked once, when a scheme is chosen.
    fn interval(&self) -> Option<&dyn Interval> {
        None
    }
}
