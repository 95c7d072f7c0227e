//! Natural frequencies and mode shapes about a static or steadily rotating state, conditions included.
//!
//! ```text
//!   (λ² M_r + λ G_r + K_r) q + Bᵀ ν = 0,   B q = 0
//! ```
//!
//! in axes that turn with the spin Ω of the state (see `assembly::linearize`). Frequencies are therefore those that an
//! observer on the rotor sees: a whirl of frequency p in inertial axes has p − Ω here.

use super::Workspace;
use super::without_stiffness::About;
use crate::assembly::{Linearized, NONE, System};
use crate::error::{Error, Result, require_finite};
use crate::linear::{self, Complex, Eigenpair, Quadratic};
use crate::math::{Mat3, Vec3};
use crate::model::{Model, NodeKind};
use crate::state::State;
use crate::terms::{Class, Phase};

/// How far a state may be from a steady one, relative to the largest rate of spin and modes: frequencies then change by
/// about as much.
const STEADY: f64 = 1e-3;

/// How often the rounding of one force may be in the acceleration of a node: its own, and those that joints hand on to it.
const SEVERAL: f64 = 4.0;
/// Mass of a direction against the largest of its node that is none.
const MASSLESS: f64 = 1e-12;

/// A mode: motion q e^{λt}, of which the real part is meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// λ [1/s]; Im λ ≥ 0 is the damped frequency [rad/s]
    pub eigenvalue: Complex,
    /// |λ| [rad/s]
    pub frequency: f64,
    /// −Re λ/|λ|, negative when the mode grows; 0 for λ = 0
    pub damping_ratio: f64,
    /// translation [m] and rotation [rad] of every node, in inertial axes now; the largest of these numbers is 1
    pub shape: Vec<[Complex; 6]>,
    /// generalised coordinates, in the order of the model
    pub coordinates: Vec<Complex>,
    /// residual of the equation above, relative to the sizes of its terms
    pub residual: f64,
}

/// The `count` modes of lowest |λ| about `state`, which is at rest (`spin` zero) or turns as a whole with `spin` [rad/s].
///
/// A motion that strains nothing gives λ = 0 once, and an overdamped one two real λ; so there may be up to twice as many as degrees
/// of freedom. λ = 0 is said of such motions alone: a soft one keeps the λ that rounding leaves it, off by at most about ε (λ_max/λ)² of
/// itself with ε = 2e-16 and the largest λ of the mesh.
pub fn modes(model: &Model, state: &State, work: &mut Workspace, spin: Vec3, count: usize) -> Result<Vec<Mode>> {
    require_finite("modes: spin", spin.as_slice())?;
    let (pairs, rounding) = eigenpairs(model, state, work, &spin, count)?;
    let fastest = pairs.iter().fold(spin.norm(), |most, p| most.max(p.value.norm()));
    require_steady(model, state, &spin, fastest, work.length, &rounding)?;
    Ok(pairs.iter().map(|pair| mode(model, work, pair)).collect())
}

/// The eigenpairs, and the accelerations that rounding leaves each node.
fn eigenpairs(
    model: &Model,
    state: &State,
    work: &mut Workspace,
    spin: &Vec3,
    count: usize,
) -> Result<(Vec<Eigenpair>, Vec<[f64; 2]>)> {
    state.evaluate_functions(model, state.time, &mut work.functions)?;
    work.system.set_phase(model, Phase::Run);
    let at = state.level(model, &work.functions, 1.0);
    let layout = &work.system.layout;
    let conditions = work.system.active.iter().filter(|active| **active).count();
    let freedom = layout.motion.saturating_sub(conditions);
    if freedom == 0 {
        return Err(Error::InvalidArgument(
            "modes were asked for; the model has no degree of freedom, so there are none: its joints allow no motion"
                .into(),
        ));
    }
    if !(1..=2 * freedom).contains(&count) {
        return Err(Error::InvalidArgument(format!(
            "{count} modes were asked for; the model has {freedom} degrees of freedom, so it must be 1 to {freedom}, or up to \
             twice as many where overdamped motions have two real roots each"
        )));
    }
    let linear = work.system.linearize(model, &at, &state.multipliers, spin);
    let length = |class: &Class| if *class == Class::Translation { work.length } else { 1.0 };
    let unit: Vec<f64> = layout.classes[..layout.motion].iter().map(length).collect();
    let problem = Quadratic {
        col_ptr: &layout.col_ptr,
        row_idx: &layout.row_idx,
        motion: layout.motion,
        unit: &unit,
        m: &linear.m,
        g: &linear.g,
        k: &linear.k,
    };
    let (system, multipliers) = (&work.system, &state.multipliers);
    let about = About { model, system, at: &at, multipliers, spin: *spin, length: work.length };
    let without_stiffness = || about.motions();
    let pairs = linear::smallest(&problem, work.lu.pivoting(), count, &without_stiffness).map_err(|e| match e {
        Error::SingularMatrix(text) => Error::SingularMatrix(format!("modes at t = {} s: {text}", state.time)),
        other => other,
    })?;
    if pairs.is_empty() {
        return Err(Error::InvalidArgument(
            "modes were asked for; the model has none of finite frequency: no motion that its joints allow moves mass"
                .into(),
        ));
    }
    if pairs.len() < count {
        let found = pairs.len();
        return Err(Error::InvalidArgument(format!(
            "{count} modes were asked for; the model has {found} of finite frequency, so it must be 1 to {found}: a pair of \
             conjugate roots is one mode, two real roots are two, and a motion that moves no mass is none"
        )));
    }
    Ok((pairs, rounding(&work.system, &linear, &unit)))
}

/// Accelerations [m/s²], [rad/s²] of every node that are rounding: ε Σ_j |K_ij| |x_j| over the least mass of the node. A slender beam
/// has much of it, for its nodes have next to no rotary inertia.
fn rounding(system: &System, linear: &Linearized, unit: &[f64]) -> Vec<[f64; 2]> {
    let layout = &system.layout;
    let mut force = vec![0.0; layout.size];
    for (col, unit) in unit.iter().enumerate() {
        for p in layout.col_ptr[col]..layout.col_ptr[col + 1] {
            force[layout.row_idx[p]] += f64::EPSILON * linear.k[p].abs() * unit;
        }
    }
    let mass = |row: u32, col: u32| {
        let column = layout.col_ptr[col as usize]..layout.col_ptr[col as usize + 1];
        let place = layout.row_idx[column.clone()].binary_search(&(row as usize));
        place.map_or(0.0, |k| linear.m[column.start + k])
    };
    let of_three = |dofs: &[u32]| {
        if dofs[0] == NONE {
            return 0.0;
        }
        let masses = Mat3::from_fn(|i, j| mass(dofs[i], dofs[j])).symmetric_eigenvalues();
        let least = masses.iter().filter(|m| **m > MASSLESS * masses.max()).fold(f64::INFINITY, |a, b| a.min(*b));
        dofs.iter().fold(0.0_f64, |most, dof| most.max(force[*dof as usize])) / least
    };
    layout.nodes.iter().map(|dofs| [of_three(&dofs[..3]), of_three(&dofs[3..])]).collect()
}

/// Err, by node, unless the nodes move like one rigid body that turns with `spin`, without angular acceleration.
fn require_steady(
    model: &Model,
    state: &State,
    spin: &Vec3,
    rate: f64,
    length: f64,
    rounding: &[[f64; 2]],
) -> Result<()> {
    let moving = |k: &usize| model.nodes()[*k].kind != NodeKind::Ground;
    let Some(first) = (0..state.nodes.len()).find(moving) else { return Ok(()) };
    let first = &state.nodes[first];
    for k in (0..state.nodes.len()).filter(moving) {
        let node = &state.nodes[k];
        let (swept, turns) = (spin.cross(&(node.x - first.x)), model.nodes()[k].kind == NodeKind::Free);
        let [least_a, least_alpha] = rounding[k].map(|r| SEVERAL * r);
        let defects = [
            ("angular velocity", "rad/s", if turns { (node.omega - spin).norm() } else { 0.0 }, rate, 0.0),
            ("velocity", "m/s", (node.v - first.v - swept).norm(), rate * length, 0.0),
            ("angular acceleration", "rad/s²", node.alpha.norm(), rate * rate, least_alpha),
            ("acceleration", "m/s²", (node.a - first.a - spin.cross(&swept)).norm(), rate * rate * length, least_a),
        ];
        for (what, unit, defect, scale, least) in defects {
            if rate > 0.0 && defect > STEADY * scale + least {
                return Err(Error::InvalidArgument(format!(
                    "modes at t = {} s need a state at rest in equilibrium, or one that turns steadily with the spin \
                     ({:.6}, {:.6}, {:.6}) rad/s; node \"{}\" departs from it by {defect:.3e} {unit} of {what}. Find \
                     the static equilibrium first, or give the spin that the nodes have",
                    state.time,
                    spin.x,
                    spin.y,
                    spin.z,
                    model.nodes()[k].name
                )));
            }
        }
    }
    Ok(())
}

fn mode(model: &Model, work: &Workspace, pair: &Eigenpair) -> Mode {
    let at = |dof: &u32| if *dof == NONE { Complex::default() } else { pair.vector[*dof as usize] };
    let mut shape: Vec<[Complex; 6]> = work.system.layout.nodes.iter().map(|dofs| dofs.each_ref().map(at)).collect();
    let own = model.generalised().iter().map(|own| &work.system.layout.scalars[own.scalar.0]);
    let mut coordinates: Vec<Complex> = own.map(at).collect();
    // the first of the largest components becomes 1; equal ones may differ by rounding; where no node moves, of the coordinates
    let lead_of = |list: &mut dyn Iterator<Item = Complex>| {
        let list: Vec<Complex> = list.collect();
        let largest = list.iter().fold(0.0_f64, |most, c| most.max(c.norm()));
        list.into_iter().find(|c| c.norm() > 0.0 && c.norm() >= (1.0 - 1e-6) * largest)
    };
    let of_nodes = lead_of(&mut shape.iter().flatten().copied());
    if let Some(lead) = of_nodes.or_else(|| lead_of(&mut coordinates.iter().copied())) {
        shape.iter_mut().flatten().chain(&mut coordinates).for_each(|c| *c /= lead);
    }
    let frequency = pair.value.norm();
    let damping_ratio = if frequency > 0.0 { -pair.value.re / frequency } else { 0.0 };
    Mode { eigenvalue: pair.value, frequency, damping_ratio, shape, coordinates, residual: pair.residual }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integrators::initial::{self, Redundancy};
    use crate::joints;
    use crate::loads::{Table, TimeFunction};
    use crate::math::{Quat, so3};
    use nalgebra::DMatrix;

    /// Two blades with flap hinge and damped lag hinge in one cross, on a driven hub.
    fn rotor(omega: f64) -> (Model, State, Workspace) {
        let mut model = Model::new();
        let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
        model.set_velocity(hub, Vec3::zeros(), omega * Vec3::z()).unwrap();
        model.add_rigid_body("hub", hub, 2.0, Vec3::zeros(), Mat3::identity()).unwrap();
        let side = |n| model.attach(n, Vec3::zeros(), Quat::identity()).unwrap();
        let (a, b) = (side(ground), side(hub));
        let shaft = model.add_joint("shaft", joints::revolute(), a, b).unwrap();
        let angle = Table::new(&[0.0, 9.0], &[0.0, 9.0 * omega], false).unwrap();
        let angle = model.add_function(TimeFunction::Table(angle)).unwrap();
        model.drive_joint(shaft, 0, angle).unwrap();
        for (name, sign, center) in [("one", 1.0, 0.8), ("two", -1.0, 1.1)] {
            // arms of the cross: x turned to z (lag), y (flap)
            let turn = so3::exp(&(std::f64::consts::FRAC_PI_2 * (1.0 - sign) * Vec3::z()));
            let axes = Quat::from_matrix(&Mat3::from_columns(&[Vec3::z(), Vec3::y(), -Vec3::x()]));
            let point = turn * Vec3::new(0.2, 0.0, 0.0);
            let node = model.add_node(name, NodeKind::Free, point, turn).unwrap();
            model.set_velocity(node, omega * Vec3::z().cross(&point), omega * Vec3::z()).unwrap();
            let inertia = Mat3::from_diagonal(&Vec3::new(0.1, 0.4, 0.45));
            model.add_rigid_body(name, node, 2.0, Vec3::new(center, 0.0, 0.0), inertia).unwrap();
            let side = |n| model.attach(n, point, turn * axes).unwrap();
            let (a, b) = (side(hub), side(node));
            let hinge = model.add_joint(name, joints::universal(), a, b).unwrap();
            model.add_joint_spring(name, hinge, 0, [3.0, 0.4, 0.0]).unwrap();
        }
        let (mut work, mut state) = (Workspace::new(&model).unwrap(), State::reference(&model, 0.0));
        initial::start(&model, &mut state, &mut work, Redundancy::Stop).unwrap();
        (model, state, work)
    }

    #[test]
    fn every_mode_satisfies_equations_and_conditions() {
        let omega = 11.0;
        let (model, state, mut work) = rotor(omega);
        let spin = omega * Vec3::z();
        let (pairs, _) = eigenpairs(&model, &state, &mut work, &spin, 4).unwrap();
        let at = state.level(&model, &work.functions, 1.0);
        let linear = work.system.linearize(&model, &at, &state.multipliers, &spin);
        let (layout, n) = (&work.system.layout, work.system.layout.motion);
        let dense = |values: &[f64]| {
            let mut full = DMatrix::<Complex>::zeros(layout.size, layout.size);
            for col in 0..layout.size {
                for p in layout.col_ptr[col]..layout.col_ptr[col + 1] {
                    full[(layout.row_idx[p], col)] = Complex::from(values[p]);
                }
            }
            full
        };
        let (m, g, k) = (dense(&linear.m), dense(&linear.g), dense(&linear.k));
        // B of the joints themselves, and of the drive
        for (row, entries) in work.system.constraint_rows(&model, &at, 1.0).iter().enumerate() {
            assert!(entries.iter().all(|&(col, value)| k[(n + row, col)].re == value));
        }
        for pair in &pairs {
            let u = [&pair.vector[..], &pair.multipliers[..]].concat();
            let u = nalgebra::DVector::from_vec(u);
            let (inertia, damping) = (&m * &u * pair.value * pair.value, &g * &u * pair.value);
            let size = inertia.norm() + damping.norm() + (&k * &u).norm();
            let residual = inertia + damping + &k * &u;
            assert!(residual.norm() < 1e-12 * size, "{} {:e}", pair.value, residual.norm() / size);
            assert!(residual.rows(n, layout.size - n).norm() < 1e-13 * u.rows(0, n).norm());
            assert!(pair.residual < 1e-12 && pair.value.re < 1e-12);
        }
        // flap modes are hardly damped, lag modes are
        let damped = pairs.iter().filter(|p| -p.value.re > 1e-3 * p.value.norm()).count();
        assert_eq!(damped, 2);
    }
}
