//! Chains from Denavit-Hartenberg tables: positions against the product of the matrices, dynamics against equations in the joint
//! angles; loops closed from rough configurations.

use crate::support;

use nalgebra::{Matrix4, SMatrix, SVector};
use std::sync::Arc;
use support::{assert_order, options};
use swashplate::integrators::Scheme;
use swashplate::integrators::initial::Redundancy;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3, so3};
use swashplate::model::{Chain, JointId, Link, LinkJoint, Model, NodeKind};
use swashplate::newton::Settings;
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;
use swashplate::terms::holonomic::Attachment;

const GRAVITY: f64 = 9.81;

fn link(joint: LinkJoint, [theta, d, a, alpha]: [f64; 4], mass: f64, center: [f64; 3], inertia: [f64; 3]) -> Link {
    let inertia = Mat3::from_diagonal(&Vec3::from(inertia));
    Link { joint, theta, d, a, alpha, mass, center: Vec3::from(center), inertia }
}

/// The matrix of a row, written out.
fn dh([theta, d, a, alpha]: [f64; 4]) -> Matrix4<f64> {
    let ((st, ct), (sa, ca)) = (theta.sin_cos(), alpha.sin_cos());
    Matrix4::new(
        ct,
        -st * ca,
        st * sa,
        a * ct, //
        st,
        ct * ca,
        -ct * sa,
        a * st, //
        0.0,
        sa,
        ca,
        d, //
        0.0,
        0.0,
        0.0,
        1.0,
    )
}

fn on_ground(model: &mut Model, place: Vec3, turn: Quat, links: &[Link]) -> Chain {
    let ground = model.add_node("ground", NodeKind::Ground, place, turn).unwrap();
    let base = model.attach(ground, place, turn).unwrap();
    model.add_chain("arm", base, links).unwrap()
}

#[test]
fn positions_are_the_product_of_the_matrices() {
    use LinkJoint::{Prismatic, Revolute};
    // a Stanford-like arm: revolute, revolute, prismatic, and a wrist
    let rows = [
        (Revolute, [0.4, 0.41, 0.0, -1.57]),
        (Revolute, [-0.9, 0.15, 0.1, 1.3]),
        (Prismatic, [0.3, 0.62, 0.05, 0.2]),
        (Revolute, [2.2, 0.0, 0.3, -1.1]),
        (Prismatic, [-1.7, -0.2, 0.1, 0.7]),
        (Revolute, [3.0, 0.26, -0.1, 0.4]),
    ];
    let links: Vec<Link> = rows.iter().map(|(j, row)| link(*j, *row, 1.0, [0.1, 0.0, 0.0], [0.1; 3])).collect();
    let (place, turn) = (Vec3::new(0.3, -0.2, 0.9), so3::exp(&Vec3::new(0.4, -0.3, 0.8)));
    let mut model = Model::new();
    let chain = on_ground(&mut model, place, turn, &links);
    let mut product = Matrix4::identity();
    product.fixed_view_mut::<3, 3>(0, 0).copy_from(&turn.to_rotation_matrix().into_inner());
    product.fixed_view_mut::<3, 1>(0, 3).copy_from(&place);
    for ((_, row), node) in rows.iter().zip(&chain.nodes) {
        product *= dh(*row);
        let node = &model.node(*node).unwrap().start;
        assert!((node.x - product.fixed_view::<3, 1>(0, 3)).amax() < 1e-14);
        assert!((node.d - product.fixed_view::<3, 3>(0, 0)).amax() < 1e-14);
    }
    // the joints fit, and their coordinates are those of the table
    let sim = Simulation::new(Arc::new(model), Options { assembly_tolerance: 1e-14, ..Default::default() }).unwrap();
    assert!(sim.report().moved < 1e-14 && sim.report().turned < 1e-14, "{}", sim.report());
    assert_eq!(sim.report().freedom, 6);
    for ((kind, row), joint) in rows.iter().zip(&chain.joints) {
        let expected = if *kind == Revolute { row[0] } else { row[1] };
        assert!((sim.joint_coordinate(*joint, 0).unwrap().0 - expected).abs() < 1e-14);
    }
}

/// q̈ of a chain at q, q̇.
type Equations<const N: usize> = fn(&SVector<f64, N>, &SVector<f64, N>) -> SVector<f64, N>;

fn rk4<const N: usize>(f: Equations<N>, q: SVector<f64, N>, v: SVector<f64, N>, end: f64) -> [SVector<f64, N>; 2] {
    let (n, mut q, mut v) = (20_000, q, v);
    let h = end / f64::from(n);
    for _ in 0..n {
        let (q1, v1) = (v, f(&q, &v));
        let (q2, v2) = (v + v1 * (0.5 * h), f(&(q + q1 * (0.5 * h)), &(v + v1 * (0.5 * h))));
        let (q3, v3) = (v + v2 * (0.5 * h), f(&(q + q2 * (0.5 * h)), &(v + v2 * (0.5 * h))));
        let (q4, v4) = (v + v3 * h, f(&(q + q3 * h), &(v + v3 * h)));
        q += (q1 + q2 * 2.0 + q3 * 2.0 + q4) * (h / 6.0);
        v += (v1 + v2 * 2.0 + v3 * 2.0 + v4) * (h / 6.0);
    }
    [q, v]
}

/// Planar 2R: lengths, masses, distances of the centres from the joints, inertias about z.
const L: [f64; 2] = [0.5, 0.4];
const M: [f64; 2] = [1.2, 0.8];
const C: [f64; 2] = [0.3, 0.15];
const J: [f64; 2] = [0.03, 0.012];

/// The textbook equations of the planar two-link arm, gravity along −y.
fn planar(q: &SVector<f64, 2>, v: &SVector<f64, 2>) -> SVector<f64, 2> {
    let (k, b) = (M[1] * L[0] * C[1], M[1] * C[1] * C[1] + J[1]);
    let a = M[0] * C[0] * C[0] + J[0] + M[1] * L[0] * L[0];
    let (s2, c2) = q[1].sin_cos();
    let mass = SMatrix::<f64, 2, 2>::new(a + b + 2.0 * k * c2, b + k * c2, b + k * c2, b);
    let g12 = M[1] * C[1] * GRAVITY * (q[0] + q[1]).cos();
    let right = SVector::<f64, 2>::new(
        k * s2 * (2.0 * v[0] * v[1] + v[1] * v[1]) - (M[0] * C[0] + M[1] * L[0]) * GRAVITY * q[0].cos() - g12,
        -k * s2 * v[0] * v[0] - g12,
    );
    mass.lu().solve(&right).unwrap()
}

#[test]
fn planar_two_link_arm_has_second_order_against_its_textbook_equations() {
    let (start, rates, end) = ([0.3, 0.8], [0.5, -1.0], 1.0);
    let exact = rk4(planar, SVector::from(start), SVector::from(rates), end);
    let mut errors = [Vec::new(), Vec::new()];
    for h in [4e-3, 2e-3, 1e-3] {
        let mut model = Model::new();
        model.set_gravity(Vec3::new(0.0, -GRAVITY, 0.0)).unwrap();
        // the frame of a link is at its far end: the centre lies back from there
        let links: Vec<Link> = (0..2)
            .map(|k| {
                let inertia = [J[k], J[k], J[k]];
                link(LinkJoint::Revolute, [start[k], 0.0, L[k], 0.0], M[k], [C[k] - L[k], 0.0, 0.0], inertia)
            })
            .collect();
        let chain = on_ground(&mut model, Vec3::zeros(), Quat::identity(), &links);
        for k in 0..2 {
            model.start_joint(chain.joints[k], 0, None, Some(rates[k])).unwrap();
        }
        let mut sim = Simulation::new(Arc::new(model), options(0.8)).unwrap();
        sim.advance(end, h, None).unwrap();
        let found = chain.joints.iter().map(|j| sim.joint_coordinate(*j, 0).unwrap());
        let off = found.enumerate().map(|(k, (q, v))| [(q - exact[0][k]).abs(), (v - exact[1][k]).abs()]);
        let off = off.fold([0.0_f64; 2], |m, o| [m[0].max(o[0]), m[1].max(o[1])]);
        errors[0].push(off[0]);
        errors[1].push(off[1]);
    }
    assert_order("planar 2R, angles", &errors[0], 2.0, 0.1);
    assert_order("planar 2R, rates", &errors[1], 2.0, 0.1);
}

/// A PUMA-like arm: vertical first axis, then shoulder and elbow about parallel horizontal axes; link 2 carries its centre beside
/// the plane of the arm.
const ARM: [f64; 3] = [0.66, 0.43, 0.35];
const ARM_MASS: [f64; 3] = [3.0, 2.0, 1.0];
const ARM_CENTER: [[f64; 3]; 3] = [[0.0, -0.1, 0.05], [-0.2, 0.0, 0.12], [-0.15, 0.0, 0.0]];
const ARM_INERTIA: [[f64; 3]; 3] = [[0.05, 0.03, 0.04], [0.02, 0.06, 0.07], [0.01, 0.03, 0.02]];

fn arm_rows(q: &SVector<f64, 3>) -> [[f64; 4]; 3] {
    let quarter = std::f64::consts::FRAC_PI_2;
    [[q[0], ARM[0], 0.0, quarter], [q[1], 0.0, ARM[1], 0.0], [q[2], 0.1, ARM[2], 0.0]]
}

/// Rotations and origins of frames 0 … 3.
fn arm_frames(q: &SVector<f64, 3>) -> [Matrix4<f64>; 4] {
    let rows = arm_rows(q);
    let one = dh(rows[0]);
    let two = one * dh(rows[1]);
    [Matrix4::identity(), one, two, two * dh(rows[2])]
}

/// Recursive Newton-Euler: torques for q, v, a, with gravity as an acceleration of the base along +z.
fn newton_euler(q: &SVector<f64, 3>, v: &SVector<f64, 3>, a: &SVector<f64, 3>, gravity: f64) -> SVector<f64, 3> {
    let frames = arm_frames(q);
    let part = |k: usize| -> (Mat3, Vec3) {
        (frames[k].fixed_view::<3, 3>(0, 0).into_owned(), frames[k].fixed_view::<3, 1>(0, 3).into_owned())
    };
    let (mut w, mut dw, mut acc) = (Vec3::zeros(), Vec3::zeros(), Vec3::new(0.0, 0.0, gravity));
    let mut bodies = Vec::new();
    for k in 0..3 {
        let ((r0, p0), (r1, p1)) = (part(k), part(k + 1));
        let z: Vec3 = r0.column(2).into();
        dw += z * a[k] + w.cross(&(z * v[k]));
        w += z * v[k];
        let arm = p1 - p0;
        acc += dw.cross(&arm) + w.cross(&w.cross(&arm));
        let out = r1 * Vec3::from(ARM_CENTER[k]);
        let at_center = acc + dw.cross(&out) + w.cross(&w.cross(&out));
        let inertia = r1 * Mat3::from_diagonal(&Vec3::from(ARM_INERTIA[k])) * r1.transpose();
        bodies.push((p1 + out, at_center * ARM_MASS[k], inertia * dw + w.cross(&(inertia * w))));
    }
    // torque about each axis of all that is outside of it
    SVector::from_fn(|k, _| {
        let (r0, p0) = part(k);
        let z: Vec3 = r0.column(2).into();
        bodies[k..].iter().map(|(c, force, moment)| z.dot(&(moment + (c - p0).cross(force)))).sum()
    })
}

/// M(q) column by column, then M q̈ = −rest.
fn arm(q: &SVector<f64, 3>, v: &SVector<f64, 3>) -> SVector<f64, 3> {
    let zero = SVector::zeros();
    let mut mass = SMatrix::<f64, 3, 3>::zeros();
    for k in 0..3 {
        let unit = SVector::from_fn(|i, _| f64::from(u8::from(i == k)));
        mass.set_column(k, &newton_euler(q, &zero, &unit, 0.0));
    }
    mass.lu().solve(&-newton_euler(q, v, &zero, GRAVITY)).unwrap()
}

#[test]
fn puma_like_arm_has_the_order_of_the_scheme_against_newton_euler_recursion() {
    let (start, rates, end) = (SVector::from([0.2, 0.5, -0.7]), SVector::from([1.2, -0.6, 0.9]), 0.8);
    let exact = rk4(arm, start, rates, end);
    let newton = Settings { tolerance: 1e-12, max_iterations: 16 };
    for (scheme, order) in [(options(0.8).scheme, 2.0), (Scheme::EnergyPreserving, 2.0), (Scheme::RadauIIA, 3.0)] {
        let mut errors = [Vec::new(), Vec::new()];
        for h in [4e-3, 2e-3, 1e-3] {
            let mut model = Model::new();
            model.set_gravity(Vec3::new(0.0, 0.0, -GRAVITY)).unwrap();
            let links: Vec<Link> = arm_rows(&start)
                .iter()
                .enumerate()
                .map(|(k, row)| link(LinkJoint::Revolute, *row, ARM_MASS[k], ARM_CENTER[k], ARM_INERTIA[k]))
                .collect();
            let chain = on_ground(&mut model, Vec3::zeros(), Quat::identity(), &links);
            for k in 0..3 {
                model.start_joint(chain.joints[k], 0, None, Some(rates[k])).unwrap();
            }
            let mut sim = Simulation::new(Arc::new(model), Options { scheme, newton, ..Default::default() }).unwrap();
            sim.advance(end, h, None).unwrap();
            let found = SVector::<f64, 6>::from_fn(|i, _| {
                let (q, v) = sim.joint_coordinate(chain.joints[i % 3], 0).unwrap();
                if i < 3 { q } else { v }
            });
            errors[0].push((found.fixed_rows::<3>(0) - exact[0]).norm());
            errors[1].push((found.fixed_rows::<3>(3) - exact[1]).norm());
        }
        assert_order(&format!("3R, {}, angles", scheme.name()), &errors[0], order, 0.15);
        assert_order(&format!("3R, {}, rates", scheme.name()), &errors[1], order, 0.15);
    }
}

/// Options that ask for assembly.
fn rough() -> Options {
    Options { assemble: true, redundancy: Redundancy::LeastSquares, ..Default::default() }
}

/// The attachment at a point of a node, in node axes.
fn at(node: NodeId, offset: Vec3, axes: Mat3) -> Attachment {
    Attachment { node, offset, axes }
}

/// A four-bar of three bars on four hinges about z, each bar up to `off` [rad] away from where it belongs, about a skew axis.
fn four_bar_off(off: f64, rocker: f64) -> (Model, [JointId; 4]) {
    // crank 0.3 upright; coupler 1.0 and rocker as in the crank-rocker of the other tests; ground 1.0
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -GRAVITY, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let bars =
        [("crank", 0.3, 1.57, [0.0, 0.0]), ("coupler", 1.0, 0.25, [0.0, 0.3]), ("rocker", rocker, 1.8, [1.0, 0.0])];
    let mut nodes = Vec::new();
    for (k, (name, length, angle, foot)) in bars.into_iter().enumerate() {
        let skew = Vec3::new(0.5 - k as f64, 0.8, 1.0 - 1.5 * k as f64).normalize();
        let turn = so3::exp(&(skew * off)) * so3::exp(&(Vec3::z() * angle));
        let node = model.add_node(name, NodeKind::Free, Vec3::new(foot[0], foot[1], 0.02 * off), turn).unwrap();
        let inertia = Mat3::identity() * (0.1 * length);
        model.add_rigid_body(name, node, 1.0, Vec3::new(0.5 * length, 0.0, 0.0), inertia).unwrap();
        nodes.push((node, Vec3::new(length, 0.0, 0.0)));
    }
    let (zero, axes) = (Vec3::zeros(), Mat3::identity());
    let mut join = |name: &str, a, b| model.add_joint(name, joints::revolute(), a, b).unwrap();
    let joints = [
        join("A", at(ground, zero, axes), at(nodes[0].0, zero, axes)),
        join("B", at(nodes[0].0, nodes[0].1, axes), at(nodes[1].0, zero, axes)),
        join("C", at(nodes[2].0, nodes[2].1, axes), at(nodes[1].0, nodes[1].1, axes)),
        join("D", at(ground, Vec3::x(), axes), at(nodes[2].0, zero, axes)),
    ];
    (model, joints)
}

#[test]
fn a_mechanism_five_degrees_off_is_closed_and_the_correction_reported() {
    let five = 5.0_f64.to_radians();
    let (model, _) = four_bar_off(five, 0.6);
    let refused = Simulation::new(Arc::new(model), Options::default()).unwrap_err().to_string();
    assert!(refused.contains("does not fit the reference configuration"), "{refused}");
    for off in [five, 4.0 * five] {
        let (model, joints) = four_bar_off(off, 0.6);
        let mut sim = Simulation::new(Arc::new(model), rough()).unwrap();
        let found = sim.report().assembly.clone().unwrap();
        println!("{found}");
        assert!(found.gap_before > 0.05 && found.gap_after < 1e-8 && found.iterations < 20, "{found}");
        assert!(found.turned.1 > 0.5 * off && found.turned.1 < 2.0 * off, "{found}");
        assert!(sim.report().to_string().contains("turned most"), "{}", sim.report());
        // the loop closes: B and C from the angles of crank and rocker are the coupler's length apart
        let [crank, rocker] = [joints[0], joints[3]].map(|j| sim.joint_coordinate(j, 0).unwrap().0);
        let b = Vec3::new(0.3 * crank.cos(), 0.3 * crank.sin(), 0.0);
        let c = Vec3::new(1.0 + 0.6 * rocker.cos(), 0.6 * rocker.sin(), 0.0);
        assert!(((c - b).norm() - 1.0).abs() < 1e-12, "{:e}", (c - b).norm() - 1.0);
        // and it runs
        sim.advance(0.2, 1e-3, None).unwrap();
    }
}

#[test]
fn a_loop_that_cannot_close_names_the_joint_with_the_widest_gap() {
    // rocker of 2.4: the crank and the coupler cannot reach its tip from any position
    let (model, _) = four_bar_off(0.05, 2.4);
    let text = Simulation::new(Arc::new(model), rough()).unwrap_err().to_string();
    println!("{text}");
    assert!(text.contains("cannot be closed") && text.contains("joint \""), "{text}");
}

#[test]
fn a_chain_is_closed_by_any_joint_from_a_rough_table() {
    // RRRP of a slider-crank and a spatial 7R loop: the last frame is joined to ground somewhere near
    let row = |row| link(LinkJoint::Revolute, row, 1.0, [-0.1, 0.0, 0.0], [0.02; 3]);
    let mut model = Model::new();
    let chain = on_ground(
        &mut model,
        Vec3::zeros(),
        Quat::identity(),
        &[row([0.9, 0.0, 0.3, 0.0]), row([-1.4, 0.0, 0.8, 0.0]), row([0.55, 0.0, 0.1, 0.0])],
    );
    let ground = NodeId(model.find("node", "ground").unwrap());
    // a slide along x on the line y = 0, at any z: the table puts the last frame elsewhere
    let along_x = so3::exp(&(Vec3::y() * std::f64::consts::FRAC_PI_2)).to_rotation_matrix().into_inner();
    let slide = joints::prismatic();
    let last = *chain.nodes.last().unwrap();
    let slide =
        model.add_joint("slide", slide, at(ground, Vec3::zeros(), along_x), at(last, Vec3::zeros(), along_x)).unwrap();
    let sim = Simulation::new(Arc::new(model), rough()).unwrap();
    println!("{}", sim.report());
    let q: Vec<f64> = chain.joints.iter().map(|j| sim.joint_coordinate(*j, 0).unwrap().0).collect();
    let end = dh([q[0], 0.0, 0.3, 0.0]) * dh([q[1], 0.0, 0.8, 0.0]) * dh([q[2], 0.0, 0.1, 0.0]);
    let slid = sim.joint_coordinate(slide, 0).unwrap().0;
    assert!((q[0] + q[1] + q[2]).abs() < 1e-10, "{q:?}");
    assert!(end[(1, 3)].abs() < 1e-10 && (end[(0, 3)] - slid).abs() < 1e-10, "{end}");
    assert!(sim.report().assembly.as_ref().unwrap().gap_before > 0.04);
    assert_eq!(sim.report().freedom, 1);
}

#[test]
fn bad_tables_are_refused_by_name_and_leave_the_model_as_it_was() {
    let mut model = Model::new();
    let good = link(LinkJoint::Revolute, [0.0, 0.0, 1.0, 0.0], 1.0, [0.0; 3], [0.1; 3]);
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let point = model.add_node("bead", NodeKind::Point, Vec3::zeros(), Quat::identity()).unwrap();
    let base = |node| at(node, Vec3::zeros(), Mat3::identity());
    let bad_row = Link { a: f64::NAN, ..good.clone() };
    let bad_mass = Link { mass: -1.0, ..good.clone() };
    let bad_inertia = Link { inertia: Mat3::from_diagonal(&Vec3::new(1.0, 0.1, 0.1)), ..good.clone() };
    let tables: [(NodeId, Vec<Link>, &str); 6] = [
        (ground, vec![good.clone(), bad_row], "arm link 2"),
        (ground, vec![good.clone(), bad_mass], "arm link 2"),
        (ground, vec![bad_inertia], "arm link 1"),
        (ground, vec![], "no links"),
        (point, vec![good.clone()], "bead"),
        (NodeId(9), vec![good.clone()], "node"),
    ];
    for (node, links, words) in tables {
        let text = model.add_chain("arm", base(node), &links).unwrap_err().to_string();
        assert!(text.contains(words), "{text}");
        assert_eq!(model.nodes().len(), 2);
    }
    model.add_chain("arm", base(ground), std::slice::from_ref(&good)).unwrap();
    let text = model.add_chain("arm", base(ground), &[good]).unwrap_err().to_string();
    assert!(text.contains("arm link 1") && model.joints().len() == 1, "{text}");
}
