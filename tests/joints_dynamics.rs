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
//!   λ² X = A (1 + κ z²) + O(z³),   κ  = 1/6 + ¾ δ²       that is  x'' = a + κ h² a''
//!   λ V  = A (1 + κ_v z²) + O(z³), κ_v = 1/12 + ½ δ²     that is  v'  = a + κ_v h² a''
//! ```
//! (ρ = 1 gives the 1/12 of the trapezoidal rule for the relative error of a frequency, κ/2.) So
//! * errors fall with h²; over the steps used here the next term, h³, changes the observed order by less than 0.1;
//! * a place errs by at most κ h² max|x''''| T²/2 in free flight, times the growth of disturbances, which the reference
//!   equation tells;
//! * conditions are satisfied to rounding, for Newton's last correction is below 1e-10 and leaves its square: 1e-10 is
//!   far above that, and far below the errors of the motion;
//! * a motion with constant accelerations is exact, up to what Newton leaves in each step.

#[path = "common/minimal_coordinates.rs"]
mod minimal_coordinates;

use minimal_coordinates::{
    Body, Mat3, Pose, Reference, Sample, Timed, Vec3, distance, fixed, fourth_derivative_moment,
    projected_accelerations, rotation, slide, speed_distance, turn,
};
use std::f64::consts::TAU;
use std::sync::Arc;
use swashplate::joints;
use swashplate::loads::TimeFunction;
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::holonomic::{Attachment, Pair};
use swashplate::terms::{Motion, NodeId};

// ------------------------------------------------------------------------------------------------ mechanisms

/// About (2.6, −5.2, 7.6) in the axes of the joint on the ground.
const GRAVITY: Vec3 = Vec3::new(7.3, -2.1, 5.7);
/// Spectral radius of the scheme, the library's default.
const RHO: f64 = 0.8;
const PITCH: f64 = 0.4;
const ROD: f64 = 0.7;

/// κ and κ_v above.
fn error_constants() -> (f64, f64) {
    let delta = (1.0 - RHO) / (1.0 + RHO);
    let square = delta * delta;
    (1.0 / 6.0 + 0.75 * square, 1.0 / 12.0 + 0.5 * square)
}

/// Displacement and rotation of a joint's frame B from its frame A, in axes of A.
type Relative = (Timed<Vec3>, Timed<Mat3>);

/// What of the relative placement the joint's coordinates determine.
#[derive(Clone, Copy, PartialEq)]
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
struct Link {
    name: &'static str,
    /// None: the body is free
    pair: Option<Pair>,
    relative: fn(&[Timed<f64>]) -> Relative,
    holds: Holds,
    /// how many of the minimal coordinates are joint coordinates
    joint_coordinates: usize,
    q: Vec<f64>,
    rate: Vec<f64>,
}

fn link(pair: Pair, holds: Holds, relative: fn(&[Timed<f64>]) -> Relative, start: &[(f64, f64)]) -> Link {
    Link {
        name: pair.kind,
        joint_coordinates: pair.coordinates.len(),
        pair: Some(pair),
        relative,
        holds,
        q: start.iter().map(|s| s.0).collect(),
        rate: start.iter().map(|s| s.1).collect(),
    }
}

fn no_shift() -> Timed<Vec3> {
    fixed(Vec3::zeros())
}

fn no_turn() -> Timed<Mat3> {
    fixed(Mat3::identity())
}

/// Three angles for a body that may turn freely, far from where cos q₂ = 0.
fn cardan(q: &[Timed<f64>]) -> Timed<Mat3> {
    turn(1, q[0]) * turn(2, q[1]) * turn(3, q[2])
}

const CARDAN: [(f64, f64); 3] = [(0.4, 1.5), (-0.2, -0.6), (0.7, 3.0)];

fn revolute() -> Link {
    let relative = |q: &[Timed<f64>]| (no_shift(), turn(3, q[0]));
    link(joints::revolute(), Holds::Frames, relative, &[(0.6, 7.0)])
}

fn prismatic() -> Link {
    let relative = |q: &[Timed<f64>]| (slide(3, q[0]), no_turn());
    link(joints::prismatic(), Holds::Frames, relative, &[(0.2, 1.3)])
}

fn screw() -> Link {
    let relative = |q: &[Timed<f64>]| (slide(3, fixed(PITCH / TAU) * q[0]), turn(3, q[0]));
    link(joints::screw(PITCH), Holds::Frames, relative, &[(0.0, 7.0)])
}

fn cylindrical() -> Link {
    let relative = |q: &[Timed<f64>]| (slide(3, q[0]), turn(3, q[1]));
    let start = [(0.1, -0.8), (-0.5, 4.0)];
    link(joints::cylindrical(), Holds::Frames, relative, &start)
}

fn planar() -> Link {
    let relative = |q: &[Timed<f64>]| (slide(1, q[0]) + slide(2, q[1]), turn(3, q[2]));
    let start = [(0.1, 0.5), (-0.2, 1.1), (0.8, 5.0)];
    link(joints::planar(), Holds::Frames, relative, &start)
}

fn spherical() -> Link {
    let relative = |q: &[Timed<f64>]| (no_shift(), cardan(q));
    link(joints::spherical(), Holds::Points, relative, &CARDAN)
}

fn universal() -> Link {
    let relative = |q: &[Timed<f64>]| (no_shift(), turn(1, q[0]) * turn(2, q[1]));
    let start = [(0.4, 3.0), (-0.6, -4.0)];
    link(joints::universal(), Holds::Frames, relative, &start)
}

fn rigid_connection() -> Link {
    let relative = |_: &[Timed<f64>]| (no_shift(), no_turn());
    link(joints::rigid_connection(), Holds::Frames, relative, &[])
}

/// The rod along axis 3 of A, turned about axis 1, then about axis 2.
fn along_rod(q: &[Timed<f64>]) -> Timed<Vec3> {
    turn(1, q[0]) * turn(2, q[1]) * slide(3, fixed(ROD))
}

fn rod() -> Link {
    let relative = |q: &[Timed<f64>]| (along_rod(q), cardan(&q[2..]));
    let start = [&[(0.3, 2.0), (0.5, 1.0)], &CARDAN[..]].concat();
    link(joints::distance(ROD), Holds::Length, relative, &start)
}

/// The same with a point mass at its end.
fn rod_with_point() -> Link {
    let relative = |q: &[Timed<f64>]| (along_rod(q), no_turn());
    let start = [(0.3, 2.0), (0.5, 1.0)];
    link(joints::distance(ROD), Holds::Length, relative, &start)
}

fn point_on_line() -> Link {
    let relative = |q: &[Timed<f64>]| (slide(3, q[0]), cardan(&q[1..]));
    let start = [&[(0.1, 0.9)], &CARDAN[..]].concat();
    link(joints::point_on_line(), Holds::Points, relative, &start)
}

fn point_in_plane() -> Link {
    let relative = |q: &[Timed<f64>]| (slide(1, q[0]) + slide(2, q[1]), cardan(&q[2..]));
    let start = [&[(0.1, 0.9), (-0.2, 0.4)], &CARDAN[..]].concat();
    link(joints::point_in_plane(), Holds::Points, relative, &start)
}

/// No joint at all: six coordinates.
fn free() -> Link {
    let relative = |q: &[Timed<f64>]| {
        let shift = slide(1, q[0]) + slide(2, q[1]) + slide(3, q[2]);
        (shift, cardan(&q[3..]))
    };
    let start = [&[(0.3, 0.4), (-0.1, -0.7), (0.2, 0.5)], &CARDAN[..]].concat();
    let mut link = link(joints::spherical(), Holds::Points, relative, &start);
    (link.name, link.pair) = ("free", None);
    link
}

fn every_joint() -> Vec<Link> {
    vec![
        revolute(),
        prismatic(),
        screw(),
        cylindrical(),
        planar(),
        spherical(),
        universal(),
        rigid_connection(),
        rod(),
        point_on_line(),
        point_in_plane(),
    ]
}

/// Where a joint sits on a node: its point and its axes, in node axes.
#[derive(Clone, Copy)]
struct Side {
    offset: Vec3,
    axes: Mat3,
}

/// A chain: each link joins its body to the body before it, the first one to the ground.
struct Mechanism {
    links: Vec<Link>,
    bodies: Vec<Body>,
    sides: Vec<[Side; 2]>,
    gravity: Vec3,
    nodes: NodeKind,
}

fn mechanism(links: &[Link]) -> Mechanism {
    let side = |offset: [f64; 3], axes| Side { offset: offset.into(), axes: rotation(axes) };
    let heavy = Body {
        mass: 2.3,
        center: Vec3::new(0.12, -0.21, 0.17),
        inertia: Mat3::new(0.31, -0.04, 0.03, -0.04, 0.25, 0.05, 0.03, 0.05, 0.28),
    };
    let light = Body {
        mass: 1.4,
        center: Vec3::new(-0.15, 0.08, 0.11),
        inertia: Mat3::new(0.12, 0.02, -0.015, 0.02, 0.16, 0.01, -0.015, 0.01, 0.14),
    };
    let on_ground = side([0.3, -0.2, 0.25], [0.7, -0.4, 1.1]);
    let on_heavy = side([-0.25, 0.15, 0.2], [-0.9, 0.6, 0.3]);
    let beyond = side([0.3, 0.22, -0.18], [0.4, 1.2, -0.5]);
    let on_light = side([0.2, -0.12, 0.16], [1.0, 0.3, -0.8]);
    Mechanism {
        links: links.to_vec(),
        bodies: [heavy, light][..links.len()].to_vec(),
        sides: [[on_ground, on_heavy], [beyond, on_light]][..links.len()].to_vec(),
        gravity: GRAVITY,
        nodes: NodeKind::Free,
    }
}

fn ground() -> Pose {
    Pose { x: fixed(Vec3::new(0.4, -0.3, 0.7)), r: fixed(rotation([0.5, -0.3, 0.8])) }
}

impl Mechanism {
    /// Places of all bodies. With frame A at P with axes F: R = F S Bᵀ and x = P + F d − R b.
    fn place(&self, q: &[Timed<f64>]) -> Vec<Pose> {
        let (mut poses, mut from) = (vec![ground()], 0);
        for (link, [a, b]) in self.links.iter().zip(&self.sides) {
            let before = poses[poses.len() - 1];
            let (d, s) = (link.relative)(&q[from..from + link.q.len()]);
            let axes = before.r * fixed(a.axes);
            let r = axes * s * fixed(b.axes.transpose());
            let x = before.point(a.offset) + axes * d + r * fixed(-b.offset);
            poses.push(Pose { x, r });
            from += link.q.len();
        }
        poses.split_off(1)
    }

    fn start(&self) -> (Vec<f64>, Vec<f64>) {
        let join = |pick: fn(&Link) -> &Vec<f64>| self.links.iter().flat_map(pick).copied().collect();
        (join(|l| &l.q), join(|l| &l.rate))
    }

    /// The motion by projection of the Newton-Euler equations.
    fn projected(&self) -> Reference<'_> {
        let place = |q: &[Timed<f64>]| self.place(q);
        let acceleration =
            move |q: &[f64], rate: &[f64]| projected_accelerations(&self.bodies, self.gravity, &place, q, rate);
        let (q, rate) = self.start();
        Reference::second_order(acceleration, place, (&q, &rate))
    }

    /// The motion by equations derived by hand.
    fn by_hand<'a>(&'a self, law: impl Fn(&[f64], &[f64]) -> Vec<f64> + Clone + 'a) -> Reference<'a> {
        let (q, rate) = self.start();
        Reference::second_order(law, |q| self.place(q), (&q, &rate))
    }

    /// The library's model of it at the start.
    fn model(&self) -> (Model, Vec<NodeId>, Vec<JointId>) {
        let mut model = Model::new();
        model.set_gravity(self.gravity).unwrap();
        let (q, rate) = self.start();
        let poses = self.place(&minimal_coordinates::timed(&q, &rate, &vec![0.0; q.len()]));
        let (mut nodes, mut found) = (Vec::new(), Vec::new());
        for (k, pose) in [ground()].iter().chain(&poses).enumerate() {
            let kind = if k == 0 { NodeKind::Ground } else { self.nodes };
            let turned = nalgebra::Rotation3::from_matrix_unchecked(pose.r.value);
            let quaternion = nalgebra::UnitQuaternion::from_rotation_matrix(&turned);
            let node = model.add_node(&format!("node {k}"), kind, pose.x.value, quaternion);
            nodes.push(node.unwrap());
            model.set_velocity(nodes[k], pose.x.rate, pose.omega()).unwrap();
        }
        for (k, (body, link)) in self.bodies.iter().zip(&self.links).enumerate() {
            let name = format!("body {k}");
            match self.nodes {
                NodeKind::Point => model.add_point_mass(&name, nodes[k + 1], body.mass, body.center),
                _ => model.add_rigid_body(&name, nodes[k + 1], body.mass, body.center, body.inertia),
            }
            .unwrap();
            let Some(pair) = link.pair.clone() else { continue };
            let [a, b] = [0, 1].map(|side| Attachment {
                node: nodes[k + side],
                offset: self.sides[k][side].offset,
                axes: self.sides[k][side].axes,
            });
            found.push(model.add_joint(&format!("joint {k}"), pair, a, b).unwrap());
        }
        (model, nodes.split_off(1), found)
    }
}

// ------------------------------------------------------------------------------------------------ comparison

/// The library's motion of a node in the words of the reference.
fn pose_of(node: &Motion) -> Pose {
    let (spin, d) = (node.omega.cross_matrix(), node.d);
    Pose {
        x: Timed { value: node.x, rate: node.v, second: node.a },
        r: Timed { value: d, rate: spin * d, second: (node.alpha.cross_matrix() + spin * spin) * d },
    }
}

/// What a joint's coordinates say about its frames is what its frames do, and the audit agrees.
fn assert_locked(mechanism: &Mechanism, sim: &Simulation, poses: &[Pose], joints: &[JointId]) {
    let violation = sim.audit(Vec3::zeros()).unwrap().position_violation;
    assert!(violation < 1e-10, "audit: {violation:e}");
    for (k, (link, &joint)) in mechanism.links.iter().zip(joints).enumerate() {
        let [a, b] = mechanism.sides[k];
        let before = if k == 0 { ground() } else { poses[k - 1] };
        let axes = before.r.value * a.axes;
        let gap = poses[k].point(b.offset).value - before.point(a.offset).value;
        let d = axes.transpose() * gap;
        let s = axes.transpose() * poses[k].r.value * b.axes;
        // minimal coordinates that are not joint coordinates do not enter what is compared
        let mut q = vec![fixed(0.0); link.q.len()];
        for (c, q) in q.iter_mut().enumerate().take(link.joint_coordinates) {
            *q = fixed(sim.joint_coordinate(joint, c).unwrap().0);
        }
        let (shift, turned) = (link.relative)(&q);
        let defect = match link.holds {
            Holds::Frames => (d - shift.value).amax().max((s - turned.value).amax()),
            Holds::Points => (d - shift.value).amax(),
            Holds::Length => (d.norm() - shift.value.norm()).abs(),
        };
        assert!(defect < 1e-10, "{}: {defect:e}", link.name);
        let (told, vector) = sim.joint_relative(joint).unwrap();
        let told_turn = rotation((vector + Vec3::repeat(1e-300)).into());
        let defect = (told - d).amax().max((told_turn - s).amax());
        assert!(defect < 1e-12, "{}: joint_relative {defect:e}", link.name);
    }
}

/// Force and moment about its point on B that joint k must exert: it carries all bodies beyond it.
fn needed_reaction(mechanism: &Mechanism, poses: &[Pose], k: usize) -> (Vec3, Vec3) {
    let point = poses[k].point(mechanism.sides[k][1].offset).value;
    let (mut total, mut moment) = (Vec3::zeros(), Vec3::zeros());
    for (body, pose) in mechanism.bodies.iter().zip(poses).skip(k) {
        let (force, couple) = body.demand(pose, mechanism.gravity);
        let arm = pose.point(body.center).value - point;
        total += force;
        moment += couple + arm.cross(&force);
    }
    (total, moment)
}

type Errors = Vec<(&'static str, f64)>;

/// Run with `steps` equal steps; largest differences from the reference motion at its instants.
///
/// Reactions are compared in the second half only: a* starts as a, which is wrong by O(h), and this transient decays
/// like ρⁿ in the reactions.
fn run(mechanism: &Mechanism, motion: &[Sample], end: f64, steps: usize) -> Errors {
    let (model, nodes, joints) = mechanism.model();
    let mut sim = Simulation::new(Arc::new(model), Options::default()).unwrap();
    let report = sim.report();
    let moved = report.moved + report.turned + report.velocity_change + report.spin_change;
    assert!(moved < 1e-12, "the start was consistent already: {report}");
    let per = steps / (motion.len() - 1);
    let mut e = [0.0_f64; 6];
    for step in 0..=steps {
        if step > 0 {
            sim.step(end / steps as f64).unwrap();
        }
        let poses: Vec<Pose> = nodes.iter().map(|n| pose_of(sim.motion(*n).unwrap())).collect();
        assert_locked(mechanism, &sim, &poses, &joints);
        if step % per != 0 {
            continue;
        }
        let exact = &motion[step / per];
        e[0] = e[0].max(distance(&poses, &exact.poses));
        e[1] = e[1].max(speed_distance(&poses, &exact.poses));
        let mut from = 0;
        for (k, (link, &joint)) in mechanism.links.iter().zip(&joints).enumerate() {
            for c in 0..link.joint_coordinates {
                let (value, rate) = sim.joint_coordinate(joint, c).unwrap();
                e[2] = e[2].max((value - exact.q[from + c]).abs());
                e[3] = e[3].max((rate - exact.rate[from + c]).abs());
            }
            from += link.q.len();
            if 2 * step >= steps {
                let (force, moment) = sim.joint_reaction(joint, 1, false).unwrap();
                let needed = needed_reaction(mechanism, &exact.poses, k);
                e[4] = e[4].max((force - needed.0).amax());
                e[5] = e[5].max((moment - needed.1).amax());
            }
        }
    }
    let names = ["place", "velocity", "coordinate", "rate", "force", "moment"];
    let coordinates = mechanism.links.iter().any(|l| l.joint_coordinates > 0);
    let known = |name: &str| coordinates || (name != "coordinate" && name != "rate");
    names.into_iter().zip(e).filter(|(name, _)| known(name)).collect()
}

/// Orders from errors at h, h/2, h/4; `exact` names what must have no error but that of Newton's method and rounding.
fn assert_second_order(title: &str, errors: [Errors; 3], exact: &[&str]) {
    for (k, &(name, coarse)) in errors[0].iter().enumerate() {
        let (middle, fine) = (errors[1][k].1, errors[2][k].1);
        if exact.contains(&name) {
            println!("{title:34} {name:11} {coarse:9.2e} {middle:9.2e} {fine:9.2e}  exact");
            let worst = coarse.max(middle).max(fine);
            assert!(worst < 1e-9, "{title}, {name}: {worst:e}");
            continue;
        }
        let orders = [(coarse / middle).log2(), (middle / fine).log2()];
        println!("{title:34} {name:11} {coarse:9.2e} {middle:9.2e} {fine:9.2e}  {:.3} {:.3}", orders[0], orders[1]);
        for order in orders {
            assert!((order - 2.0).abs() < 0.1, "{title}, {name}: order {order}");
        }
    }
}

/// Instants at which motions are compared.
const COUNT: usize = 150;

/// The whole comparison; `range` is how far each joint coordinate must have moved.
fn assert_follows(mechanism: &Mechanism, reference: &Reference, range: &[f64], exact: &[&str]) {
    let end = if mechanism.links.len() > 1 { 1.0 } else { 1.5 };
    let title = mechanism.links.iter().map(|l| l.name).collect::<Vec<_>>().join(" + ");
    let motion = reference.motion(end, COUNT);
    for (k, range) in range.iter().enumerate() {
        let of = |pick: fn(f64, f64) -> f64| motion.iter().map(|s| s.q[k]).reduce(pick).unwrap();
        let moved = of(f64::max) - of(f64::min);
        assert!(moved > *range, "{title}: coordinate {k} moves by {moved} only");
    }
    let errors = [1, 2, 4].map(|fine| run(mechanism, &motion, end, fine * COUNT));
    let interval = end / COUNT as f64;
    let free_flight = error_constants().0 * fourth_derivative_moment(&motion, interval);
    let growth = reference.growth(end, COUNT);
    for (errors, h) in errors.iter().zip([interval, interval / 2.0, interval / 4.0]) {
        let (place, bound) = (errors[0].1, free_flight * growth * h * h);
        println!("{title:34} h {h:.4}: place errs by {place:.2e}, bound {bound:.2e}");
        assert!(place < bound.max(1e-9), "{title}: {place:e} > {bound:e}");
    }
    assert_second_order(&title, errors, exact);
}

// ------------------------------------------------------------------------------------------------ equations by hand

/// A body on a joint that keeps axes 3 parallel, in the axes of the joint.
#[derive(Clone, Copy)]
struct Turning {
    mass: f64,
    /// inertia about axis 3 through the joint's point
    inertia: f64,
    /// centre of mass from the joint's point, in frame B
    center: Vec3,
    /// gravity in frame A
    gravity: Vec3,
}

fn turning(mechanism: &Mechanism) -> Turning {
    let (body, [a, b]) = (&mechanism.bodies[0], mechanism.sides[0]);
    let center = b.axes.transpose() * (body.center - b.offset);
    let about_center = b.axes.transpose() * body.inertia * b.axes;
    Turning {
        mass: body.mass,
        inertia: about_center[(2, 2)] + body.mass * center.xy().norm_squared(),
        center,
        gravity: (ground().r.value * a.axes).transpose() * mechanism.gravity,
    }
}

impl Turning {
    /// Centre of mass from the joint's point, along axes 1 and 2 of A.
    fn lever(&self, angle: f64) -> [f64; 2] {
        let (sin, cos) = angle.sin_cos();
        let [x, y] = [self.center.x, self.center.y];
        [cos * x - sin * y, sin * x + cos * y]
    }

    /// Moment of the weight about axis 3.
    fn weight_moment(&self, angle: f64) -> f64 {
        let [x, y] = self.lever(angle);
        self.mass * (x * self.gravity.y - y * self.gravity.x)
    }
}

/// I φ'' = moment of the weight.
fn revolute_law(t: Turning) -> impl Fn(&[f64], &[f64]) -> Vec<f64> + Clone {
    move |q, _| vec![t.weight_moment(q[0]) / t.inertia]
}

/// m s'' = m g₃.
fn prismatic_law(t: Turning) -> impl Fn(&[f64], &[f64]) -> Vec<f64> + Clone {
    move |_, _| vec![t.gravity.z]
}

/// The centre of mass moves on a helix: T = ½ (I + m k²) φ'², k = pitch/2π, and its weight works along axis 3 too:
/// (I + m k²) φ'' = moment of the weight + k m g₃.
fn screw_law(t: Turning) -> impl Fn(&[f64], &[f64]) -> Vec<f64> + Clone {
    let k = PITCH / TAU;
    move |q, _| {
        let force = t.weight_moment(q[0]) + k * t.mass * t.gravity.z;
        vec![force / (t.inertia + t.mass * k * k)]
    }
}

/// Both of the above without coupling: turning does not move the centre of mass along axis 3.
fn cylindrical_law(t: Turning) -> impl Fn(&[f64], &[f64]) -> Vec<f64> + Clone {
    move |q, _| vec![t.gravity.z, t.weight_moment(q[1]) / t.inertia]
}

/// Nothing acts along the plane but the weight, at the centre of mass c = d + lever: c'' = (g₁, g₂) and φ'' = 0, hence
/// d'' = (g₁, g₂) + φ'² lever.
fn planar_law(t: Turning) -> impl Fn(&[f64], &[f64]) -> Vec<f64> + Clone {
    move |q, rate| {
        let ([x, y], spin) = (t.lever(q[2]), rate[2] * rate[2]);
        vec![t.gravity.x + spin * x, t.gravity.y + spin * y, 0.0]
    }
}

/// Euler's equations about the fixed point, in body axes, and the quaternion p (w, x, y, z):
/// I Ω' = r × m Rᵀg − Ω × I Ω,  p' = ½ p ∘ (0, Ω).
fn euler_about_fixed_point(mechanism: &Mechanism) -> Reference<'_> {
    use nalgebra::{Quaternion, Rotation3, UnitQuaternion};
    let (body, [a, b]) = (mechanism.bodies[0], mechanism.sides[0]);
    let r = body.center - b.offset;
    let inertia = body.inertia + body.mass * (Mat3::identity() * r.norm_squared() - r * r.transpose());
    let inverse = inertia.try_inverse().unwrap();
    let split = |y: &[f64]| (Quaternion::new(y[0], y[1], y[2], y[3]), Vec3::new(y[4], y[5], y[6]));
    let turned = |p: Quaternion<f64>| UnitQuaternion::new_normalize(p).to_rotation_matrix().into_inner();
    let spin_rate = move |p, omega: Vec3| {
        let weight = body.mass * (turned(p).transpose() * mechanism.gravity);
        inverse * (r.cross(&weight) - omega.cross(&(inertia * omega)))
    };
    let derivative = move |y: &[f64]| {
        let (p, omega) = split(y);
        let p_rate = p * Quaternion::from_imag(omega) * 0.5;
        let omega_rate = spin_rate(p, omega);
        let (v, w) = (p_rate.imag(), omega_rate);
        vec![p_rate.w, v.x, v.y, v.z, w.x, w.y, w.z]
    };
    let sample = move |y: &[f64]| {
        let (p, omega) = split(y);
        let (d, k) = (turned(p), omega.cross_matrix());
        let r = Timed { value: d, rate: d * k, second: d * (spin_rate(p, omega).cross_matrix() + k * k) };
        let x = ground().point(a.offset) + r * fixed(-b.offset);
        Sample { q: vec![], rate: vec![], poses: vec![Pose { x, r }] }
    };
    let (q, rate) = mechanism.start();
    let pose = mechanism.place(&minimal_coordinates::timed(&q, &rate, &[0.0; 3]))[0];
    let d = Rotation3::from_matrix_unchecked(pose.r.value);
    let p = UnitQuaternion::from_rotation_matrix(&d);
    let omega = d.inverse() * pose.omega();
    Reference {
        derivative: Box::new(derivative),
        sample: Box::new(sample),
        start: vec![p.w, p.i, p.j, p.k, omega.x, omega.y, omega.z],
        rates: 4..7,
    }
}

#[test]
fn projected_equations_agree_with_those_derived_by_hand() {
    // both are exact: they differ by rounding
    let check = |link: Link, law: &dyn Fn(Turning, &[f64], &[f64]) -> Vec<f64>| {
        let m = mechanism(&[link]);
        let (q, rate) = m.start();
        let place = |q: &[Timed<f64>]| m.place(q);
        let projected = projected_accelerations(&m.bodies, m.gravity, &place, &q, &rate);
        for (a, b) in projected.iter().zip(law(turning(&m), &q, &rate)) {
            assert!((a - b).abs() < 1e-12, "{}: {a} {b}", m.links[0].name);
        }
    };
    check(revolute(), &|t, q, v| revolute_law(t)(q, v));
    check(prismatic(), &|t, q, v| prismatic_law(t)(q, v));
    check(screw(), &|t, q, v| screw_law(t)(q, v));
    check(cylindrical(), &|t, q, v| cylindrical_law(t)(q, v));
    check(planar(), &|t, q, v| planar_law(t)(q, v));
    let m = mechanism(&[spherical()]);
    let (euler, projected) = (euler_about_fixed_point(&m), m.projected());
    let [a, b] = [&euler, &projected].map(|r| (r.sample)(&r.start).poses[0]);
    assert!((a.x.second - b.x.second).amax() < 1e-12 && (a.alpha() - b.alpha()).amax() < 1e-12);
}

// ------------------------------------------------------------------------------------------------ the joints on ground

#[test]
fn revolute_pendulum_follows_its_ode_over_more_than_a_turn() {
    let m = mechanism(&[revolute()]);
    assert_follows(&m, &m.by_hand(revolute_law(turning(&m))), &[TAU], &[]);
}

#[test]
fn prismatic_slider_falls_on_the_exact_parabola() {
    let m = mechanism(&[prismatic()]);
    let all = ["place", "velocity", "coordinate", "rate", "force", "moment"];
    assert_follows(&m, &m.by_hand(prismatic_law(turning(&m))), &[1.0], &all);
}

#[test]
fn prismatic_slider_on_a_swinging_arm_follows_the_projected_equations() {
    let m = mechanism(&[revolute(), prismatic()]);
    assert_follows(&m, &m.projected(), &[1.0, 1.0], &[]);
}

#[test]
fn screw_with_center_of_mass_on_a_helix_follows_its_ode_over_more_than_a_turn() {
    let m = mechanism(&[screw()]);
    assert_follows(&m, &m.by_hand(screw_law(turning(&m))), &[TAU], &[]);
}

#[test]
fn cylindrical_body_swings_and_falls_by_its_two_odes() {
    let m = mechanism(&[cylindrical()]);
    let law = cylindrical_law(turning(&m));
    assert_follows(&m, &m.by_hand(law), &[1.0, 1.0], &[]);
}

#[test]
fn planar_body_spins_about_a_center_of_mass_that_falls_in_the_plane() {
    let m = mechanism(&[planar()]);
    assert_follows(&m, &m.by_hand(planar_law(turning(&m))), &[0.5, 0.5, TAU], &["force", "moment"]);
}

#[test]
fn spherical_pendulum_follows_eulers_equations_about_the_fixed_point() {
    let m = mechanism(&[spherical()]);
    assert_follows(&m, &euler_about_fixed_point(&m), &[], &["moment"]);
}

#[test]
fn universal_joint_follows_its_two_angles() {
    let m = mechanism(&[universal()]);
    assert_follows(&m, &m.projected(), &[1.0, 1.0], &[]);
}

#[test]
fn rigid_connection_of_two_bodies_on_a_revolute_swings_as_one_body() {
    // I φ'' = moment of the weight, with the sums over both bodies
    let m = mechanism(&[revolute(), rigid_connection()]);
    let still = m.place(&[fixed(0.0)]);
    let side = m.sides[0][0];
    let axes = ground().r.value * side.axes;
    let (axis, point) = (axes.column(2).into_owned(), ground().point(side.offset).value);
    let (mut inertia, mut first_moment) = (0.0, Vec3::zeros());
    for (body, pose) in m.bodies.iter().zip(&still) {
        let (r, arm) = (pose.r.value, pose.point(body.center).value - point);
        inertia += axis.dot(&(r * body.inertia * r.transpose() * axis));
        inertia += body.mass * axis.cross(&arm).norm_squared();
        first_moment += body.mass * arm;
    }
    let law = move |q: &[f64], _: &[f64]| {
        let arm = minimal_coordinates::turn_about(axis, fixed(q[0])).value * first_moment;
        vec![axis.dot(&arm.cross(&GRAVITY)) / inertia]
    };
    assert_follows(&m, &m.by_hand(law), &[TAU], &[]);
}

#[test]
fn body_hung_on_a_rod_follows_the_projected_equations() {
    let m = mechanism(&[rod()]);
    assert_follows(&m, &m.projected(), &[1.0, 0.5], &["moment"]);
}

#[test]
fn point_mass_on_a_rod_is_a_spherical_pendulum() {
    let mut m = mechanism(&[rod_with_point()]);
    m.nodes = NodeKind::Point;
    (m.bodies[0].center, m.bodies[0].inertia) = (Vec3::zeros(), Mat3::zeros());
    m.sides[0][1].offset = Vec3::zeros();
    assert_follows(&m, &m.projected(), &[1.0, 0.5], &["moment"]);
}

#[test]
fn point_of_a_tumbling_body_slides_on_a_line() {
    let m = mechanism(&[point_on_line()]);
    assert_follows(&m, &m.projected(), &[1.0], &["moment"]);
}

#[test]
fn point_of_a_tumbling_body_slides_in_a_plane() {
    let m = mechanism(&[point_in_plane()]);
    assert_follows(&m, &m.projected(), &[0.5, 0.5], &["moment"]);
}

// ------------------------------------------------------------------------------------------------ two moving bodies

#[test]
fn every_joint_between_two_moving_bodies_follows_the_projected_equations() {
    for joint in every_joint() {
        let m = mechanism(&[revolute(), joint]);
        assert_follows(&m, &m.projected(), &[1.0], &[]);
    }
}

/// Largest change of linear momentum, and of angular momentum about a point, over a flight without gravity.
fn momentum_drift(m: &Mechanism, steps: usize) -> Errors {
    let (end, point) = (1.5, Vec3::new(0.5, -1.0, 2.0));
    let (model, ..) = m.model();
    let mut sim = Simulation::new(Arc::new(model), Options::default()).unwrap();
    let momenta = |sim: &Simulation| {
        let audit = sim.audit(point).unwrap();
        assert!(audit.position_violation < 1e-10);
        (audit.linear_momentum, audit.angular_momentum)
    };
    let (start, mut e) = (momenta(&sim), [0.0_f64; 2]);
    for _ in 0..steps {
        sim.step(end / steps as f64).unwrap();
        let now = momenta(&sim);
        e[0] = e[0].max((now.0 - start.0).amax());
        e[1] = e[1].max((now.1 - start.1).amax());
    }
    vec![("linear", e[0]), ("angular", e[1])]
}

#[test]
fn every_joint_conserves_the_momenta_of_two_bodies_in_free_flight() {
    for joint in every_joint() {
        let title = format!("free flight, {}", joint.name);
        let mut m = mechanism(&[free(), joint]);
        m.gravity = Vec3::zeros();
        let drift = [1, 2, 4].map(|fine| momentum_drift(&m, fine * COUNT));
        assert_second_order(&title, drift, &[]);
        // with its node at the centre of mass, a body's momentum is m v, and Σ m a = 0 in every step: Σ m v stays
        for body in &mut m.bodies {
            body.center = Vec3::zeros();
        }
        let drift = [1, 2, 4].map(|fine| momentum_drift(&m, fine * COUNT));
        assert_second_order(&format!("{title}, centred"), drift, &["linear"]);
    }
}

// ------------------------------------------------------------------------------------------------ drives and springs

#[test]
fn driven_revolute_needs_the_torque_of_the_closed_form() {
    // φ = A sin(Ωt + p); torque I φ'' − moment of the weight
    let (amplitude, frequency, phase) = (1.9, 4.0, 0.5);
    let mut m = mechanism(&[revolute()]);
    m.links[0].q[0] = amplitude * f64::sin(phase);
    m.links[0].rate[0] = amplitude * frequency * f64::cos(phase);
    let t = turning(&m);
    let errors = [1, 2, 4].map(|fine| {
        let (mut model, _, joints) = m.model();
        let motion = TimeFunction::Harmonic { amplitude, frequency, phase };
        let motion = model.add_function(motion).unwrap();
        model.drive_joint(joints[0], 0, motion).unwrap();
        let mut sim = Simulation::new(Arc::new(model), Options::default()).unwrap();
        let (steps, end, mut worst) = (fine * COUNT, 1.5, 0.0_f64);
        for step in 1..=steps {
            sim.step(end / steps as f64).unwrap();
            let time = end * step as f64 / steps as f64;
            let angle = amplitude * (frequency * time + phase).sin();
            let read = sim.joint_coordinate(joints[0], 0).unwrap().0;
            assert!((read - angle).abs() < 1e-10);
            let torque = -t.inertia * frequency * frequency * angle - t.weight_moment(angle);
            if 2 * step >= steps && step % fine == 0 {
                let told = sim.joint_drive(joints[0], 0).unwrap();
                worst = worst.max((told - torque).abs());
            }
        }
        vec![("torque", worst)]
    });
    assert_second_order("driven revolute", errors, &[]);
}

/// m s'' + c s' + k s = 0 from s₀ and s'₀, at t.
fn damped_oscillator([m, c, k]: [f64; 3], (s, rate): (f64, f64), t: f64) -> f64 {
    let decay = c / (2.0 * m);
    let omega = (k / m - decay * decay).sqrt();
    let (sin, cos) = (omega * t).sin_cos();
    (-decay * t).exp() * (s * cos + (rate + decay * s) / omega * sin)
}

#[test]
fn spring_and_damper_on_a_slider_make_the_damped_oscillator_with_the_error_of_the_scheme() {
    let m = mechanism(&[prismatic()]);
    let (stiffness, damping, rest, end) = (90.0, 2.5, -0.15, 1.5);
    let t = turning(&m);
    let sag = rest + t.mass * t.gravity.z / stiffness;
    let start = (m.links[0].q[0] - sag, m.links[0].rate[0]);
    let law = [t.mass, damping, stiffness];
    let study = [1, 2, 4].map(|fine| {
        let (mut model, _, joints) = m.model();
        let spring = [stiffness, damping, rest];
        model.add_joint_spring("spring", joints[0], 0, spring).unwrap();
        let mut sim = Simulation::new(Arc::new(model), Options::default()).unwrap();
        let steps = fine * COUNT;
        let h = end / steps as f64;
        let predicted = modified_oscillator(law, start, h);
        let mut e = [0.0_f64; 2];
        for step in 1..=steps {
            sim.step(h).unwrap();
            let s = sim.joint_coordinate(joints[0], 0).unwrap().0 - sag;
            let time = h * step as f64;
            e[0] = e[0].max((s - damped_oscillator(law, start, time)).abs());
            // the rest of the transient at the start is O(h³), like the next term of the expansion
            e[1] = e[1].max((s - damped_oscillator(predicted.0, predicted.1, time)).abs());
        }
        e
    });
    assert_second_order("spring", study.map(|e| vec![("coordinate", e[0])]), &[]);
    println!("{study:?}");
    for pair in study.windows(2) {
        let order = (pair[0][1] / pair[1][1]).log2();
        assert!(order > 2.85, "error beyond the predicted one: order {order}, {study:?}");
    }
}

/// The oscillator that the scheme really solves, with its start, by the expansions at the top.
///
/// m a + c v + k s = 0 with a = s'' − κ h² s'''' and v = s' + (κ_v − κ) h² s'''. By s'' = −p s' − w s (p = c/m, w = k/m):
/// s''' = (p² − w) s' + p w s and s'''' = p s''·p … so both corrections are again a damper and a spring.
fn modified_oscillator([m, c, k]: [f64; 3], (s, rate): (f64, f64), h: f64) -> ([f64; 3], (f64, f64)) {
    let (kappa, kappa_v) = error_constants();
    let (p, w) = (c / m, k / m);
    // coefficients of s' and s in s''' and s''''
    let third = [p * p - w, p * w];
    let fourth = [third[1] - p * third[0], -w * third[0]];
    let add = |j: usize| h * h * (c * (kappa_v - kappa) * third[j] - m * kappa * fourth[j]);
    // v starts at the given rate; a* starts as a, not as a(−δh), and until that has decayed it kicks the velocity by
    // δ (1 − γ − α_m) h² a'
    let delta = (1.0 - RHO) / (1.0 + RHO);
    let alpha_m = (2.0 * RHO - 1.0) / (1.0 + RHO);
    let kick = delta * (0.5 - delta - alpha_m);
    let jerk = third[0] * rate + third[1] * s;
    let begin = rate + h * h * jerk * (kick - (kappa_v - kappa));
    ([m, c + add(0), k + add(1)], (s, begin))
}
