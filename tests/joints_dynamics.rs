//! Every joint in motion against equations in minimal coordinates: what a joint leaves free moves as they say, what it
//! locks does not move, and its reactions are what the motion needs.
//!
//! Frames are oblique and offset on both sides, centres of mass are off the nodes, inertia tensors are full, gravity is
//! oblique. Run with `--nocapture` for the table of errors and orders.
//!
//! # Where the tolerances come from
//!
//! The scheme is linear in x, v, a and a*. Put x = X e^{λt} and so on into its formulas and expand in z = λh, with
//! δ = α_f − α_m = (1 − ρ)/(1 + ρ):
//! ```text
//!   λ² X = A (1 + κ z²) + O(z³),    κ  = 1/6 + ¾ δ²       that is  x'' = a + κ h² a''
//!   λ V  = A (1 + κ_v z²) + O(z³),  κ_v = 1/12 + ½ δ²     that is  v'  = a + κ_v h² a''
//! ```
//! (ρ = 1 gives the trapezoidal rule's relative error of a frequency, κ/2 = 1/12.) Hence
//! * errors fall with h²; the next terms, h³ and h⁴, change the observed order by a few parts in 100 at most, for h times
//!   the fastest rates (10/s) is at most 0.1: 0.1 is allowed;
//! * a place errs by at most κ h² ∫ (T − t) |x''''| dt in free flight, times the growth of disturbances, which the
//!   reference equation tells;
//! * conditions are satisfied to rounding, for Newton's last correction is below 1e-10 and leaves its square: 1e-10 is
//!   far above that, and far below the errors of the motion;
//! * a motion with constant accelerations is exact: places to rounding, reactions to what rounding ε L of a place makes
//!   of an acceleration in a step, ε L/(β h²), summed up by the recursion of a* to 1/(1 − ρ)² times that. With L = 10 m
//!   and 2 kg this is 6e-8 N at the smallest step: 1e-6 is allowed.

#[path = "common/minimal_coordinates.rs"]
mod minimal_coordinates;

use minimal_coordinates::{
    Body, Chain, Link, Mat3, Pose, Reference, Relative, Sample, Side, Timed, Turning, Vec3, distance,
    euler_about_fixed_point, fixed, fourth_derivative_moment, rotation, slide, speed_distance, turn, turn_about,
    turning,
};
use std::f64::consts::TAU;
use std::sync::Arc;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;
use swashplate::terms::holonomic::{Attachment, Pair};

/// About (2.6, −5.2, 7.6) in the axes of the joint on the ground.
const GRAVITY: Vec3 = Vec3::new(7.3, -2.1, 5.7);
/// Spectral radius of the scheme at high frequencies.
const RHO: f64 = 0.8;
const DELTA: f64 = (1.0 - RHO) / (1.0 + RHO);
/// κ and κ_v above.
const KAPPA: f64 = 1.0 / 6.0 + 0.75 * DELTA * DELTA;
const KAPPA_V: f64 = 1.0 / 12.0 + 0.5 * DELTA * DELTA;
/// Instants at which motions are compared; the coarsest step is the interval between them.
const COUNT: usize = 150;

// ------------------------------------------------------------------------------------------------ joints

const PITCH: f64 = 0.4;
const ROD: f64 = 0.7;

/// What of the relative placement the joint's coordinates determine.
#[derive(Clone, Copy)]
enum Holds {
    /// displacement and rotation
    Frames,
    /// displacement
    Points,
    /// length of the displacement
    Length,
}

/// A joint and its minimal coordinates: the first of them are the library's joint coordinates, others follow.
#[derive(Clone)]
struct Joint {
    pair: Pair,
    holds: Holds,
    link: Link,
}

/// `start`: value and rate of each minimal coordinate.
fn joint(pair: Pair, holds: Holds, relative: fn(&[Timed<f64>]) -> Relative, start: &[(f64, f64)]) -> Joint {
    let (q, rate) = start.iter().copied().unzip();
    Joint { pair, holds, link: Link { relative, q, rate } }
}

fn no_shift() -> Timed<Vec3> {
    fixed(Vec3::zeros())
}

fn no_turn() -> Timed<Mat3> {
    fixed(Mat3::identity())
}

/// Three angles for a body that may turn freely; they must stay away from cos q₂ = 0.
fn cardan(q: &[Timed<f64>]) -> Timed<Mat3> {
    turn(1, q[0]) * turn(2, q[1]) * turn(3, q[2])
}

const CARDAN: [(f64, f64); 3] = [(0.4, 1.5), (-0.2, -0.6), (0.7, 3.0)];

fn revolute(rate: f64) -> Joint {
    joint(joints::revolute(), Holds::Frames, |q| (no_shift(), turn(3, q[0])), &[(0.6, rate)])
}

fn prismatic() -> Joint {
    joint(joints::prismatic(), Holds::Frames, |q| (slide(3, q[0]), no_turn()), &[(0.2, 1.3)])
}

fn screw() -> Joint {
    let relative = |q: &[Timed<f64>]| (slide(3, fixed(PITCH / TAU) * q[0]), turn(3, q[0]));
    joint(joints::screw(PITCH), Holds::Frames, relative, &[(0.0, 7.0)])
}

fn cylindrical() -> Joint {
    let start = [(0.1, -0.8), (-0.5, 4.0)];
    joint(joints::cylindrical(), Holds::Frames, |q| (slide(3, q[0]), turn(3, q[1])), &start)
}

fn planar() -> Joint {
    let start = [(0.1, 0.5), (-0.2, 1.1), (0.8, 5.0)];
    let relative = |q: &[Timed<f64>]| (slide(1, q[0]) + slide(2, q[1]), turn(3, q[2]));
    joint(joints::planar(), Holds::Frames, relative, &start)
}

fn spherical() -> Joint {
    joint(joints::spherical(), Holds::Points, |q| (no_shift(), cardan(q)), &CARDAN)
}

fn universal() -> Joint {
    let start = [(0.4, 3.0), (-0.6, -4.0)];
    joint(joints::universal(), Holds::Frames, |q| (no_shift(), turn(1, q[0]) * turn(2, q[1])), &start)
}

fn rigid_connection() -> Joint {
    joint(joints::rigid_connection(), Holds::Frames, |_| (no_shift(), no_turn()), &[])
}

/// The rod along axis 3 of A, turned about axis 1, then about axis 2.
fn along_rod(q: &[Timed<f64>]) -> Timed<Vec3> {
    turn(1, q[0]) * turn(2, q[1]) * slide(3, fixed(ROD))
}

fn rod() -> Joint {
    let start = [&[(0.3, 2.0), (0.5, 1.0)], &CARDAN[..]].concat();
    joint(joints::distance(ROD), Holds::Length, |q| (along_rod(q), cardan(&q[2..])), &start)
}

/// The same for a point mass at its end, which does not turn.
fn rod_to_point() -> Joint {
    joint(joints::distance(ROD), Holds::Length, |q| (along_rod(q), no_turn()), &[(0.3, 4.0), (0.5, -2.0)])
}

fn point_on_line() -> Joint {
    let start = [&[(0.1, 0.9)], &CARDAN[..]].concat();
    joint(joints::point_on_line(), Holds::Points, |q| (slide(3, q[0]), cardan(&q[1..])), &start)
}

fn point_in_plane() -> Joint {
    let start = [&[(0.1, 0.9), (-0.2, 0.4)], &CARDAN[..]].concat();
    let relative = |q: &[Timed<f64>]| (slide(1, q[0]) + slide(2, q[1]), cardan(&q[2..]));
    joint(joints::point_in_plane(), Holds::Points, relative, &start)
}

fn every_joint() -> Vec<Joint> {
    let turning = [revolute(5.0), prismatic(), screw(), cylindrical(), planar(), spherical(), universal()];
    let others = [rigid_connection(), rod(), point_on_line(), point_in_plane()];
    turning.into_iter().chain(others).collect()
}

// ------------------------------------------------------------------------------------------------ mechanisms

/// Joints in a row from the ground, each with a body beyond it.
struct Mechanism {
    joints: Vec<Joint>,
    chain: Chain,
    nodes: NodeKind,
    /// without its first joint: free in space
    loose: bool,
}

fn mechanism(joints: &[Joint]) -> Mechanism {
    let vector = Vec3::new;
    let side = |offset, axes| Side { offset, axes: rotation(axes) };
    let on_ground = side(vector(0.3, -0.2, 0.25), vector(0.7, -0.4, 1.1));
    let on_heavy = side(vector(-0.25, 0.15, 0.2), vector(-0.9, 0.6, 0.3));
    let beyond = side(vector(0.3, 0.22, -0.18), vector(0.4, 1.2, -0.5));
    let on_light = side(vector(0.2, -0.12, 0.16), vector(1.0, 0.3, -0.8));
    let heavy = Body {
        mass: 2.3,
        center: vector(0.12, -0.21, 0.17),
        inertia: Mat3::new(0.31, -0.04, 0.03, -0.04, 0.25, 0.05, 0.03, 0.05, 0.28),
    };
    let light = Body {
        mass: 1.4,
        center: vector(-0.15, 0.08, 0.11),
        inertia: Mat3::new(0.12, 0.02, -0.015, 0.02, 0.16, 0.01, -0.015, 0.01, 0.14),
    };
    let chain = Chain {
        base: Pose { x: fixed(vector(0.4, -0.3, 0.7)), r: fixed(rotation(vector(0.5, -0.3, 0.8))) },
        links: joints.iter().map(|j| j.link.clone()).collect(),
        bodies: [heavy, light][..joints.len()].to_vec(),
        sides: [[on_ground, on_heavy], [beyond, on_light]][..joints.len()].to_vec(),
        gravity: GRAVITY,
    };
    Mechanism { joints: joints.to_vec(), chain, nodes: NodeKind::Free, loose: false }
}

impl Mechanism {
    fn title(&self) -> String {
        self.joints.iter().map(|j| j.pair.kind).collect::<Vec<_>>().join(" + ")
    }

    /// The library's model of it at the start, its moving nodes and its joints.
    fn model(&self) -> (Model, Vec<NodeId>, Vec<JointId>) {
        let (mut model, mut nodes, mut joints) = (Model::new(), Vec::new(), Vec::new());
        model.set_gravity(self.chain.gravity).unwrap();
        let poses = [vec![self.chain.base], self.chain.start_poses()].concat();
        for (k, pose) in poses.iter().enumerate() {
            let kind = if k == 0 { NodeKind::Ground } else { self.nodes };
            let turned = nalgebra::Rotation3::from_matrix_unchecked(pose.r.value);
            let quaternion = nalgebra::UnitQuaternion::from_rotation_matrix(&turned);
            nodes.push(model.add_node(&format!("node {k}"), kind, pose.x.value, quaternion).unwrap());
            model.set_velocity(nodes[k], pose.x.rate, pose.omega()).unwrap();
        }
        for (k, body) in self.chain.bodies.iter().enumerate() {
            let (name, node) = (format!("body {k}"), nodes[k + 1]);
            match self.nodes {
                NodeKind::Point => model.add_point_mass(&name, node, body.mass, body.center),
                _ => model.add_rigid_body(&name, node, body.mass, body.center, body.inertia),
            }
            .unwrap();
        }
        for (k, joint) in self.joints.iter().enumerate().skip(self.loose.into()) {
            let [a, b] = [0, 1].map(|side| {
                let Side { offset, axes } = self.chain.sides[k][side];
                Attachment { node: nodes[k + side], offset, axes }
            });
            joints.push(model.add_joint(&format!("joint {k}"), joint.pair.clone(), a, b).unwrap());
        }
        (model, nodes.split_off(1), joints)
    }
}

// ------------------------------------------------------------------------------------------------ comparison

fn simulation(model: Model) -> Simulation {
    let scheme = Scheme::GeneralizedAlpha(Coefficients::spectral_radius(RHO).unwrap());
    Simulation::new(Arc::new(model), Options { scheme, ..Options::default() }).unwrap()
}

/// What a joint's coordinates say about its frames is what its frames do, and the library's own reports agree.
fn assert_locked(mechanism: &Mechanism, sim: &Simulation, poses: &[Pose], ids: &[JointId]) {
    let violation = sim.audit(Vec3::zeros()).unwrap().position_violation;
    assert!(violation < 1e-10, "audit: {violation:e}");
    for (k, (joint, &id)) in mechanism.joints.iter().zip(ids).enumerate() {
        let (kind, [a, b]) = (joint.pair.kind, mechanism.chain.sides[k]);
        let before = if k == 0 { mechanism.chain.base } else { poses[k - 1] };
        let to_joint = (before.r.value * a.axes).transpose();
        let d = to_joint * (poses[k].point(b.offset).value - before.point(a.offset).value);
        let s = to_joint * poses[k].r.value * b.axes;
        // minimal coordinates that are not joint coordinates do not enter what is compared
        let mut q = vec![fixed(0.0); joint.link.q.len()];
        for (c, q) in q.iter_mut().enumerate().take(joint.pair.coordinates.len()) {
            *q = fixed(sim.joint_coordinate(id, c).unwrap().0);
        }
        let (shift, turned) = (joint.link.relative)(&q);
        let defect = match joint.holds {
            Holds::Frames => (d - shift.value).amax().max((s - turned.value).amax()),
            Holds::Points => (d - shift.value).amax(),
            Holds::Length => (d.norm() - shift.value.norm()).abs(),
        };
        assert!(defect < 1e-10, "{kind}: {defect:e}");
        let (told_shift, told_turn) = sim.joint_relative(id).unwrap();
        let defect = (told_shift - d).amax().max((rotation(told_turn) - s).amax());
        assert!(defect < 1e-12, "{kind}, joint_relative: {defect:e}");
    }
}

/// What the joint exerts on A is the opposite of what it exerts on B, in inertial axes and in those of the joint.
fn assert_opposite(sim: &Simulation, id: JointId, (force, moment): (Vec3, Vec3)) {
    let (gap, _) = sim.joint_relative(id).unwrap();
    let [on_a, on_b] = [0, 1].map(|side| sim.joint_reaction(id, side, true).unwrap());
    assert!((on_a.0 + on_b.0).amax() < 1e-10 && (on_a.1 + on_b.1 + gap.cross(&on_b.0)).amax() < 1e-10);
    let axes = sim.model().joint(id).unwrap().term.frames(&sim.state().nodes)[0].1;
    assert!((axes * on_b.0 - force).amax() < 1e-10 && (axes * on_b.1 - moment).amax() < 1e-10);
}

type Errors = Vec<(&'static str, f64)>;

/// Run with `steps` equal steps; largest differences from the reference motion at its instants.
///
/// Velocities and reactions are compared from the first step on, or in the second half only: the start prepares a* and the
/// velocities to second order, and what is left, of third order, is remembered for some 50 steps, like n ρⁿ.
fn run(mechanism: &Mechanism, motion: &[Sample], end: f64, steps: usize, from_start: bool) -> Errors {
    let (model, nodes, ids) = mechanism.model();
    let mut sim = simulation(model);
    let report = sim.report();
    let change = report.moved + report.turned + report.velocity_change + report.spin_change;
    assert!(change < 1e-12, "the start was consistent already: {report}");
    let per = steps / (motion.len() - 1);
    let [mut place, mut velocity, mut coordinate, mut rate, mut force, mut moment] = [0.0_f64; 6];
    for step in 0..=steps {
        if step > 0 {
            sim.step(end / steps as f64).unwrap();
        }
        let poses = nodes.iter().map(|&node| {
            let n = sim.motion(node).unwrap();
            Pose::new([n.x, n.v, n.a], n.d, n.omega, n.alpha)
        });
        let poses: Vec<Pose> = poses.collect();
        assert_locked(mechanism, &sim, &poses, &ids);
        if step % per != 0 {
            continue;
        }
        let (exact, late) = (&motion[step / per], from_start || 2 * step >= steps);
        place = place.max(distance(&poses, &exact.poses));
        if late {
            velocity = velocity.max(speed_distance(&poses, &exact.poses));
        }
        let mut from = 0;
        for (k, (joint, &id)) in mechanism.joints.iter().zip(&ids).enumerate() {
            for c in 0..joint.pair.coordinates.len() {
                let told = sim.joint_coordinate(id, c).unwrap();
                coordinate = coordinate.max((told.0 - exact.q[from + c]).abs());
                if late {
                    rate = rate.max((told.1 - exact.rate[from + c]).abs());
                }
            }
            from += joint.link.q.len();
            if late {
                let told = sim.joint_reaction(id, 1, false).unwrap();
                assert_opposite(&sim, id, told);
                let needed = mechanism.chain.needed_reaction(&exact.poses, k);
                force = force.max((told.0 - needed.0).amax());
                moment = moment.max((told.1 - needed.1).amax());
            }
        }
    }
    let mut errors = vec![("place", place), ("velocity", velocity), ("force", force), ("moment", moment)];
    if mechanism.joints.iter().any(|j| !j.pair.coordinates.is_empty()) {
        errors.extend([("coordinate", coordinate), ("rate", rate)]);
    }
    errors
}

/// Orders from errors at h, h/2, h/4; `exact` names what must have no error but rounding.
fn assert_second_order(title: &str, errors: [Errors; 3], exact: &[&str], margin: f64) {
    for (k, &(name, coarse)) in errors[0].iter().enumerate() {
        let (middle, fine) = (errors[1][k].1, errors[2][k].1);
        let title = format!("{title:32} {name:10} {coarse:8.1e} {middle:8.1e} {fine:8.1e}");
        if exact.contains(&name) {
            println!("{title}  exact");
            let limit = if ["force", "moment"].contains(&name) { 1e-6 } else { 1e-9 };
            assert!(coarse.max(middle).max(fine) < limit, "{title}: not exact");
        } else {
            let orders = [coarse / middle, middle / fine].map(f64::log2);
            println!("{title}  {:.3} {:.3}", orders[0], orders[1]);
            assert!(orders.iter().all(|p| (p - 2.0).abs() < margin), "{title}: orders {orders:?}");
        }
    }
}

/// The whole comparison over `end` seconds; `range` is how far each of the first minimal coordinates must have moved.
fn assert_follows(mechanism: &Mechanism, reference: &Reference, end: f64, range: &[f64], exact: &[&str]) {
    let title = mechanism.title();
    let motion = reference.motion(end, COUNT);
    let travel = motion.iter().map(|s| distance(&s.poses, &motion[0].poses)).fold(0.0, f64::max);
    assert!(travel > 0.5, "{title}: bodies move by {travel} only");
    for (k, range) in range.iter().enumerate() {
        let extreme = |pick: fn(f64, f64) -> f64| motion.iter().map(|s| s.q[k]).reduce(pick).unwrap();
        let moved = extreme(f64::max) - extreme(f64::min);
        assert!(moved > *range, "{title}: coordinate {k} moves by {moved} only");
    }
    // over the whole run the third-order rest of the start may show: a quarter of an order at these steps
    let early = [1, 2, 4].map(|fine| run(mechanism, &motion, end, fine * COUNT, true));
    assert_second_order(&format!("{title}, from the start"), early, exact, 0.25);
    let errors = [1, 2, 4].map(|fine| run(mechanism, &motion, end, fine * COUNT, false));
    let interval = end / COUNT as f64;
    let free_flight = KAPPA * fourth_derivative_moment(&motion, interval);
    let growth = reference.growth(end, COUNT);
    for (errors, h) in errors.iter().zip([interval, interval / 2.0, interval / 4.0]) {
        let (place, bound) = (errors[0].1, free_flight * growth * h * h);
        println!("{title:32} h = {h:.4}: place errs by {place:.1e}, bound {bound:.1e}");
        assert!(exact.contains(&"place") || place < bound, "{title}: {place:e} > {bound:e}");
    }
    assert_second_order(&title, errors, exact, 0.1);
}

// ------------------------------------------------------------------------------------------------ the reference itself

#[test]
fn projected_equations_agree_with_those_derived_by_hand() {
    // both are exact: they differ by rounding
    let check = |joint: Joint, law: fn(Turning, &[f64], &[f64]) -> Vec<f64>| {
        let m = mechanism(&[joint]);
        let (q, rate) = m.chain.start();
        let by_hand = law(turning(&m.chain), &q, &rate);
        for (a, b) in m.chain.accelerations(&q, &rate).iter().zip(&by_hand) {
            assert!((a - b).abs() < 1e-12, "{}: {a} {b}", m.title());
        }
    };
    check(revolute(7.0), |t, q, _| t.revolute(q));
    check(prismatic(), |t, _, _| t.prismatic());
    check(screw(), |t, q, _| t.screw(PITCH, q));
    check(cylindrical(), |t, q, _| t.cylindrical(q));
    check(planar(), |t, q, rate| t.planar(q, rate));
    let m = mechanism(&[spherical()]);
    let [a, b] = [euler_about_fixed_point(&m.chain), m.chain.projected()].map(|r| (r.sample)(&r.start).poses[0]);
    assert!((a.x.second - b.x.second).amax() < 1e-12 && (a.alpha() - b.alpha()).amax() < 1e-12);
}

// ------------------------------------------------------------------------------------------------ joints on the ground

#[test]
fn revolute_pendulum_follows_its_ode_over_more_than_a_turn() {
    let m = mechanism(&[revolute(7.0)]);
    let t = turning(&m.chain);
    assert_follows(&m, &m.chain.by_hand(|q, _| t.revolute(q)), 1.5, &[TAU], &[]);
}

#[test]
fn prismatic_slider_falls_on_the_exact_parabola_with_exact_reactions() {
    let m = mechanism(&[prismatic()]);
    let t = turning(&m.chain);
    let all = ["place", "velocity", "force", "moment", "coordinate", "rate"];
    assert_follows(&m, &m.chain.by_hand(|_, _| t.prismatic()), 1.5, &[1.0], &all);
}

#[test]
fn screw_with_center_of_mass_on_a_helix_follows_its_ode_over_more_than_a_turn() {
    let m = mechanism(&[screw()]);
    let t = turning(&m.chain);
    assert_follows(&m, &m.chain.by_hand(|q, _| t.screw(PITCH, q)), 1.5, &[TAU], &[]);
}

#[test]
fn cylindrical_body_falls_and_swings_by_its_two_odes() {
    let m = mechanism(&[cylindrical()]);
    let t = turning(&m.chain);
    assert_follows(&m, &m.chain.by_hand(|q, _| t.cylindrical(q)), 1.5, &[1.0, 1.0], &[]);
}

#[test]
fn planar_body_spins_about_a_center_of_mass_that_falls_in_the_plane() {
    let m = mechanism(&[planar()]);
    let t = turning(&m.chain);
    // the spin and the force along the normal are constant; the node is off the centre of mass and has an error
    let exact = ["force", "moment"];
    assert_follows(&m, &m.chain.by_hand(|q, rate| t.planar(q, rate)), 1.5, &[0.5, 0.5, TAU], &exact);
}

#[test]
fn spherical_pendulum_follows_eulers_equations_about_the_fixed_point() {
    let m = mechanism(&[spherical()]);
    assert_follows(&m, &euler_about_fixed_point(&m.chain), 1.5, &[], &["moment"]);
}

#[test]
fn universal_joint_follows_its_two_angles() {
    let m = mechanism(&[universal()]);
    assert_follows(&m, &m.chain.projected(), 1.5, &[1.0, 1.0], &[]);
}

#[test]
fn rigid_connection_of_two_bodies_on_a_revolute_swings_as_one_body() {
    // I φ'' = moment of the weight, with the inertia about the axis and the first moment of mass of both bodies
    let m = mechanism(&[revolute(7.0), rigid_connection()]);
    let (base, side) = (m.chain.base, m.chain.sides[0][0]);
    let axis: Vec3 = base.r.value * side.axes * Vec3::z();
    let (mut inertia, mut first_moment) = (0.0, Vec3::zeros());
    for (body, pose) in m.chain.bodies.iter().zip(m.chain.place(&[fixed(0.0)])) {
        let (r, arm) = (pose.r.value, pose.point(body.center).value - base.point(side.offset).value);
        inertia += axis.dot(&(r * body.inertia * r.transpose() * axis));
        inertia += body.mass * axis.cross(&arm).norm_squared();
        first_moment += body.mass * arm;
    }
    let law = |q: &[f64], _: &[f64]| {
        let turned = turn_about(axis, fixed(q[0])).value * first_moment;
        vec![axis.dot(&turned.cross(&GRAVITY)) / inertia]
    };
    assert_follows(&m, &m.chain.by_hand(law), 1.5, &[TAU], &[]);
}

#[test]
fn body_hung_on_a_rod_follows_the_projected_equations() {
    let m = mechanism(&[rod()]);
    assert_follows(&m, &m.chain.projected(), 1.5, &[1.0, 0.5], &["moment"]);
}

#[test]
fn point_mass_on_a_rod_is_a_spherical_pendulum() {
    let mut m = mechanism(&[rod_to_point()]);
    m.nodes = NodeKind::Point;
    (m.chain.bodies[0].center, m.chain.bodies[0].inertia) = (Vec3::zeros(), Mat3::zeros());
    m.chain.sides[0][1].offset = Vec3::zeros();
    assert_follows(&m, &m.chain.projected(), 1.5, &[1.0, 0.5], &["moment"]);
}

#[test]
fn point_of_a_tumbling_body_slides_on_a_line() {
    let m = mechanism(&[point_on_line()]);
    assert_follows(&m, &m.chain.projected(), 1.5, &[1.0], &["moment"]);
}

#[test]
fn point_of_a_tumbling_body_slides_in_a_plane() {
    let m = mechanism(&[point_in_plane()]);
    assert_follows(&m, &m.chain.projected(), 1.5, &[0.5, 0.5], &["moment"]);
}

// ------------------------------------------------------------------------------------------------ two moving bodies

#[test]
fn every_joint_between_two_moving_bodies_follows_the_projected_equations() {
    for joint in every_joint() {
        let m = mechanism(&[revolute(3.0), joint]);
        let range = vec![0.2; m.chain.start().0.len()];
        assert_follows(&m, &m.chain.projected(), 1.0, &range, &[]);
    }
}

/// Largest change of linear momentum, and of angular momentum about a point, over a flight of 1.5 s.
fn momentum_drift(m: &Mechanism, steps: usize) -> Errors {
    let mut sim = simulation(m.model().0);
    let momenta = |sim: &Simulation| {
        let audit = sim.audit(Vec3::new(0.5, -1.0, 2.0)).unwrap();
        assert!(audit.position_violation < 1e-10);
        [audit.linear_momentum, audit.angular_momentum]
    };
    let (start, mut drift) = (momenta(&sim), [0.0_f64; 2]);
    for _ in 0..steps {
        sim.step(1.5 / steps as f64).unwrap();
        for (k, now) in momenta(&sim).iter().enumerate() {
            drift[k] = drift[k].max((now - start[k]).amax());
        }
    }
    assert!(start.iter().all(|p| p.norm() > 1.0));
    vec![("linear", drift[0]), ("angular", drift[1])]
}

#[test]
fn every_joint_conserves_the_momenta_of_two_bodies_in_free_flight() {
    for joint in every_joint() {
        let mut m = mechanism(&[spherical(), joint]);
        (m.loose, m.chain.gravity) = (true, Vec3::zeros());
        let drift = [1, 2, 4].map(|fine| momentum_drift(&m, fine * COUNT));
        assert_second_order(&format!("free + {}", m.joints[1].pair.kind), drift, &[], 0.1);
        // with its node at the centre of mass, a body's momentum is m v, and Σ m a = 0 in every step: Σ m v stays
        m.chain.bodies.iter_mut().for_each(|body| body.center = Vec3::zeros());
        let drift = [1, 2, 4].map(|fine| momentum_drift(&m, fine * COUNT));
        assert_second_order(&format!("free + {}, centred", m.joints[1].pair.kind), drift, &["linear"], 0.1);
    }
}

// ------------------------------------------------------------------------------------------------ drives and springs

/// What remains when the predicted error of order h² is taken away is at least of order h³.
fn assert_predicted(title: &str, [coarse, middle, fine]: [f64; 3]) {
    let orders = [coarse / middle, middle / fine].map(f64::log2);
    let title = format!("{title:32} remains    {coarse:8.1e} {middle:8.1e} {fine:8.1e}");
    println!("{title}  {:.3} {:.3}", orders[0], orders[1]);
    assert!(orders.iter().all(|p| *p > 2.9), "{title}: orders {orders:?}");
}

/// The torque that the scheme finds for the driven angle, but for terms beyond h².
///
/// The motion is prescribed, so only the accelerations and the angular velocity are wrong, as told at the top:
/// a = x'' − κ h² x'''', α = φ'' − κ h² φ'''', ω = φ' + (κ_v − κ) h² φ''' (about a fixed axis angles add).
fn predicted_torque(chain: &Chain, angle: impl Fn(f64) -> Timed<f64>, t: f64, h: f64) -> f64 {
    // third and fourth derivatives by central differences of the second, exact to about 1e-6
    let eps = 1e-3;
    let at = |t: f64| (chain.place(&[angle(t)])[0].x.second, angle(t).second);
    let (before, now, after) = (at(t - eps), at(t), at(t + eps));
    let x_4 = (before.0 - 2.0 * now.0 + after.0) / (eps * eps);
    let phi_3 = (after.1 - before.1) / (2.0 * eps);
    let phi_4 = (before.1 - 2.0 * now.1 + after.1) / (eps * eps);
    let true_pose = chain.place(&[angle(t)])[0];
    let axis: Vec3 = chain.base.r.value * chain.sides[0][0].axes * Vec3::z();
    let omega = axis * (angle(t).rate + (KAPPA_V - KAPPA) * h * h * phi_3);
    let alpha = axis * (now.1 - KAPPA * h * h * phi_4);
    let a = now.0 - KAPPA * h * h * x_4;
    let pose = Pose::new([true_pose.x.value, true_pose.x.rate, a], true_pose.r.value, omega, alpha);
    axis.dot(&chain.needed_reaction(&[pose], 0).1)
}

#[test]
fn driven_revolute_needs_the_torque_of_the_closed_form_with_the_error_of_the_scheme() {
    // φ = A sin(Ωt + p); torque I φ'' − moment of the weight
    let (amplitude, frequency, phase, end) = (1.9, 4.0, 0.5, 1.5);
    let angle = |t: f64| {
        let (sin, cos) = f64::sin_cos(frequency * t + phase);
        let value = amplitude * sin;
        Timed { value, rate: amplitude * frequency * cos, second: -frequency * frequency * value }
    };
    let mut m = mechanism(&[revolute(0.0)]);
    (m.chain.links[0].q[0], m.chain.links[0].rate[0]) = (angle(0.0).value, angle(0.0).rate);
    let body = turning(&m.chain);
    let study = [1, 2, 4].map(|fine| {
        let (mut model, _, ids) = m.model();
        let function = model.add_function(TimeFunction::Harmonic { amplitude, frequency, phase }).unwrap();
        model.drive_joint(ids[0], 0, function).unwrap();
        let mut sim = simulation(model);
        let (steps, mut error, mut remains) = (fine * COUNT, 0.0_f64, 0.0_f64);
        let h = end / steps as f64;
        for step in 1..=steps {
            sim.step(h).unwrap();
            let t = h * step as f64;
            let (read, now) = (sim.joint_coordinate(ids[0], 0).unwrap().0, angle(t));
            assert!((read - now.value).abs() < 1e-10);
            if 2 * step >= steps {
                let told = sim.joint_drive(ids[0], 0).unwrap();
                let torque = body.inertia * now.second - body.weight_moment(now.value);
                error = error.max((told - torque).abs());
                remains = remains.max((told - predicted_torque(&m.chain, angle, t, h)).abs());
            }
        }
        (error, remains)
    });
    assert_second_order("driven revolute", study.map(|s| vec![("torque", s.0)]), &[], 0.1);
    assert_predicted("driven revolute", study.map(|s| s.1));
}

/// m s'' + c s' + k s = 0 from s and s', after t.
fn damped_oscillator([m, c, k]: [f64; 3], (s, rate): (f64, f64), t: f64) -> f64 {
    let decay = c / (2.0 * m);
    let omega = (k / m - decay * decay).sqrt();
    let (sin, cos) = (omega * t).sin_cos();
    (-decay * t).exp() * (s * cos + (rate + decay * s) / omega * sin)
}

/// The oscillator that the scheme solves, and its start, but for terms beyond h².
///
/// m a + c v + k s = 0 with a = s'' − κ h² s'''' and v = s' + (κ_v − κ) h² s'''. By s'' = −p s' − w s (p = c/m, w = k/m)
/// the higher derivatives are combinations of s' and s: the corrections are again a damper and a spring.
fn modified_oscillator([m, c, k]: [f64; 3], (s, rate): (f64, f64), h: f64) -> ([f64; 3], (f64, f64)) {
    let (p, w) = (c / m, k / m);
    // coefficients of s' and s in s''' and s''''
    let third = [p * p - w, p * w];
    let fourth = [third[1] - p * third[0], -w * third[0]];
    let add = |j: usize| h * h * (c * (KAPPA_V - KAPPA) * third[j] - m * KAPPA * fourth[j]);
    // it is v that starts at the given rate
    let jerk = third[0] * rate + third[1] * s;
    ([m, c + add(0), k + add(1)], (s, rate - (KAPPA_V - KAPPA) * h * h * jerk))
}

#[test]
fn spring_and_damper_on_a_slider_make_the_damped_oscillator_with_the_error_of_the_scheme() {
    let m = mechanism(&[prismatic()]);
    let body = turning(&m.chain);
    let (stiffness, damping, rest, end) = (90.0, 2.5, -0.15, 1.5);
    let sag = rest + body.mass * body.gravity.z / stiffness;
    let law = [body.mass, damping, stiffness];
    let start = (m.chain.links[0].q[0] - sag, m.chain.links[0].rate[0]);
    let study = [1, 2, 4].map(|fine| {
        let (mut model, _, ids) = m.model();
        model.add_joint_spring("spring", ids[0], 0, [stiffness, damping, rest]).unwrap();
        let mut sim = simulation(model);
        let (steps, mut error, mut remains) = (fine * COUNT, 0.0_f64, 0.0_f64);
        let h = end / steps as f64;
        let (solved, begin) = modified_oscillator(law, start, h);
        for step in 1..=steps {
            sim.step(h).unwrap();
            let (s, t) = (sim.joint_coordinate(ids[0], 0).unwrap().0 - sag, h * step as f64);
            error = error.max((s - damped_oscillator(law, start, t)).abs());
            remains = remains.max((s - damped_oscillator(solved, begin, t)).abs());
        }
        (error, remains)
    });
    assert_second_order("spring and damper", study.map(|s| vec![("coordinate", s.0)]), &[], 0.1);
    assert_predicted("spring and damper", study.map(|s| s.1));
}
