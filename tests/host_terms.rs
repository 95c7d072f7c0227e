//! Elements and conditions that the host computes, against the library's own: the same motions to 1e-12, the same reactions and
//! books, with tangents given and by differences; checks that find wrong tangents; failures.

use crate::support;

use nalgebra::{SMatrix, SVector};
use std::sync::Arc;
use support::{bauchau_body, options, simulate};
use swashplate::elements::LineLaw;
use swashplate::elements::host::{Forces, Traits};
use swashplate::integrators::Scheme;
use swashplate::joints;
use swashplate::joints::host::Conditions;
use swashplate::loads::TimeFunction;
use swashplate::math::so3::{exp, skew};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::simulation::{Options, Simulation};
use swashplate::terms::NodeId;
use swashplate::terms::host::{Pose, Seen};

const LAW: LineLaw = LineLaw { stiffness: 120.0, length: 0.9, damping: 1.5, preload: 4.0 };
/// Ends of the spring in node axes [m].
const ENDS: [[f64; 3]; 2] = [[0.3, -0.1, 0.2], [-0.2, 0.4, 0.1]];

fn rotation(p: &Pose) -> Mat3 {
    Quat::new_normalize(nalgebra::Quaternion::new(p[3], p[4], p[5], p[6])).to_rotation_matrix().into_inner()
}

fn vector(v: &[f64]) -> Vec3 {
    Vec3::from_column_slice(&v[..3])
}

/// A spring and damper along a line, as a host would write it: F = −Jᵀ T e, with g = p_B − p_A, δg = J δq.
fn spring(seen: &Seen, out: Forces) -> bool {
    let (poses, v) = (seen.poses(), seen.velocities());
    let r = [0, 1].map(|k| rotation(&poses[k]) * vector(&ENDS[k]));
    let gap = vector(&poses[1]) + r[1] - vector(&poses[0]) - r[0];
    let (length, e) = (gap.norm(), gap / gap.norm());
    let mut j = SMatrix::<f64, 3, 12>::zeros();
    let parts = [-Mat3::identity(), skew(&r[0]), Mat3::identity(), -skew(&r[1])];
    parts.iter().enumerate().for_each(|(k, p)| j.fixed_view_mut::<3, 3>(0, 3 * k).copy_from(p));
    let speeds = SVector::<f64, 12>::from_iterator(v.iter().flatten().copied());
    let opening = j * speeds;
    let tension = LAW.preload + LAW.stiffness * (length - LAW.length) + LAW.damping * e.dot(&opening);
    let force = -j.transpose() * e * tension;
    out.force.copy_from_slice(force.as_slice());
    if let Some([by_position, by_velocity, _]) = out.tangents {
        let turn = (Mat3::identity() - e * e.transpose()) / length;
        // δġ: rotations turn the arms of the points
        let mut bent = SMatrix::<f64, 3, 12>::zeros();
        for (k, sign) in [(0, 1.0), (1, -1.0)] {
            let omega = vector(&v[k][3..]);
            bent.fixed_view_mut::<3, 3>(0, 6 * k + 3).copy_from(&(skew(&omega) * skew(&r[k]) * sign));
        }
        let stretch = e.transpose() * j * LAW.stiffness;
        let speed = (opening.transpose() * turn * j + e.transpose() * bent) * LAW.damping;
        let mut k = -j.transpose() * (e * (stretch + speed) + turn * j * tension);
        for (node, sign) in [(0, 1.0), (1, -1.0)] {
            let mut own = k.fixed_view_mut::<3, 3>(6 * node + 3, 6 * node + 3);
            own += skew(&(e * tension)) * skew(&r[node]) * sign;
        }
        let g = -j.transpose() * e * e.transpose() * j * LAW.damping;
        by_position.copy_from_slice(k.transpose().as_slice());
        by_velocity.copy_from_slice(g.transpose().as_slice());
    }
    true
}

fn traits(tangents: bool) -> Traits {
    Traits { tangents, velocities: true, accelerations: false, energy: false, length: 1.0 }
}

struct Pair {
    model: Model,
    nodes: [NodeId; 2],
}

/// Two free bodies that spin, under gravity.
fn two_bodies() -> Pair {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
    let (mass, center, inertia) = bauchau_body();
    let places = [Vec3::new(0.2, 0.1, 0.0), Vec3::new(1.1, -0.3, 0.4)];
    let nodes = [0, 1].map(|k| {
        let (name, turn) = (["a", "b"][k], exp(&Vec3::new(0.3, 0.1 + k as f64, -0.2)));
        let node = model.add_node(name, NodeKind::Free, places[k], turn).unwrap();
        model.add_rigid_body(name, node, mass, center, inertia).unwrap();
        node
    });
    model.set_velocity(nodes[0], Vec3::new(0.3, -0.5, 0.2), Vec3::new(1.5, -0.8, 2.2)).unwrap();
    Pair { model, nodes }
}

/// Largest difference of positions, directors and velocities after a number of steps.
fn difference(own: Model, host: Model, scheme: Scheme, steps: usize) -> (f64, [Simulation; 2]) {
    let mut sims = [own, host].map(|m| simulate(m, Options { scheme, ..Default::default() }));
    let mut worst = 0.0_f64;
    for _ in 0..steps {
        sims.iter_mut().for_each(|s| s.step(2e-3).unwrap());
        for (a, b) in sims[0].state().nodes.iter().zip(&sims[1].state().nodes) {
            worst = worst.max((a.x - b.x).norm()).max((a.d - b.d).norm()).max((a.v - b.v).norm());
        }
        assert_eq!(sims[0].history().iterations, sims[1].history().iterations);
    }
    (worst, sims)
}

fn stage_schemes() -> [Scheme; 2] {
    [options(0.8).scheme, Scheme::RadauIIA]
}

#[test]
fn a_spring_of_the_host_moves_bodies_as_the_library_s_own() {
    for (scheme, tangents) in stage_schemes().into_iter().flat_map(|s| [(s, true), (s, false)]) {
        let (mut own, mut host) = (two_bodies(), two_bodies());
        let ends = [0, 1].map(|k| {
            let start = own.model.node(own.nodes[k]).unwrap().start;
            (own.nodes[k], start.x + start.d * vector(&ENDS[k]))
        });
        own.model.add_line_spring("spring", ends, LAW).unwrap();
        host.model.add_host_element("spring", &host.nodes, &[], Arc::new(spring), traits(tangents)).unwrap();
        let (off, _) = difference(own.model, host.model, scheme, 300);
        println!("spring, {}, tangents given: {tangents}: {off:.1e}", scheme.name());
        assert!(off < 1e-12, "{off:e}");
    }
}

/// Point and axes of the hinge.
const HINGE: [f64; 3] = [0.1, 0.2, -0.3];

#[test]
fn memory_of_the_host_is_zero_whenever_it_is_called() {
    let mut host = two_bodies();
    let strict = |seen: &Seen, out: Forces| {
        let zero = |values: &[f64]| values.iter().all(|v| *v == 0.0);
        zero(out.force) && out.tangents.iter().flatten().all(|t| zero(t)) && spring(seen, out)
    };
    host.model.add_host_element("spring", &host.nodes, &[], Arc::new(strict), traits(true)).unwrap();
    let mut sim = simulate(host.model, options(0.8));
    let mut kept = 0;
    for _ in 0..50 {
        sim.step(2e-3).unwrap();
        kept += sim.history().kept;
    }
    assert!(kept > 0, "no step asked for the right side alone");
}

/// A revolute joint about z between ground (0) and a body (1): a1·g, a2·g, a3·g, a1·b3, a2·b3 with a the inertial axes.
fn hinge(seen: &Seen, out: Conditions) -> bool {
    let p = &seen.poses()[0];
    let (r, b3) = (rotation(p) * vector(&HINGE), rotation(p) * Vec3::z());
    let gap = vector(p) + r;
    for k in 0..3 {
        out.value[k] = gap[k];
        out.gradient[6 * k + k] = 1.0;
        // δp = δx + δθ × r
        let row = r.cross(&Vec3::ith(k, 1.0));
        out.gradient[6 * k + 3..6 * k + 6].copy_from_slice(row.as_slice());
    }
    for k in 0..2 {
        out.value[3 + k] = b3[k];
        let row = b3.cross(&Vec3::ith(k, 1.0));
        out.gradient[6 * (3 + k) + 3..6 * (3 + k) + 6].copy_from_slice(row.as_slice());
    }
    if let Some((lambda, curvature)) = out.curvature {
        // ∂/∂θ (r × l) = (δθ × r) × l = l̃ r̃ δθ
        let (l, m) = (vector(&lambda[..3]), Vec3::new(lambda[3], lambda[4], 0.0));
        let block = skew(&l) * skew(&r) + skew(&m) * skew(&b3);
        for i in 0..3 {
            for j in 0..3 {
                curvature[(3 + i) * 6 + 3 + j] = block[(i, j)];
            }
        }
    }
    true
}

/// A body hung up at its hinge point, at rest relative to it but for a turn about z.
fn pendulum() -> (Model, [NodeId; 2]) {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, -9.81, 0.0)).unwrap();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let body = model.add_node("body", NodeKind::Free, -vector(&HINGE), Quat::identity()).unwrap();
    let (mass, center, inertia) = bauchau_body();
    model.add_rigid_body("body", body, mass, center, inertia).unwrap();
    let spin = Vec3::new(0.0, 0.0, 2.0);
    model.set_velocity(body, spin.cross(&-vector(&HINGE)), spin).unwrap();
    (model, [ground, body])
}

#[test]
fn a_hinge_of_the_host_holds_a_body_as_the_library_s_own() {
    for (scheme, curvature) in stage_schemes().into_iter().flat_map(|s| [(s, true), (s, false)]) {
        let (mut own, [ground, body]) = pendulum();
        let [a, b] = [ground, body].map(|n| own.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
        let joint = own.add_joint("hinge", joints::revolute(), a, b).unwrap();
        let (mut model, _) = pendulum();
        let host = model.add_host_condition("hinge", 5, &[body], &[], Arc::new(hinge), (curvature, 1.0)).unwrap();
        let (off, sims) = difference(own, model, scheme, 300);
        let (multipliers, exact) = (sims[1].host_multipliers(host).unwrap(), sims[0].joint_multipliers(joint).unwrap());
        // the first three are the same conditions: forces on the body along the axes of the ground
        let reaction: f64 = (0..3).map(|k| (multipliers[k] - exact[k]).abs()).fold(0.0, f64::max);
        println!("hinge, {}, curvature given: {curvature}: {off:.1e}, reaction {reaction:.1e}", scheme.name());
        // reactions carry the rounding of positions over h², 1e-16 m/4e-6 s² and more: a part in 1e9 of the weight, 18 N
        assert!(off < 1e-12 && reaction < 1.8e-8, "{off:e} {reaction:e}");
        let [mine, theirs] = sims.each_ref().map(|s| s.audit(Vec3::zeros()).unwrap());
        assert!((mine.work_constraints - theirs.work_constraints).abs() < 1e-10);
        assert!(theirs.position_violation < 1e-11);
    }
}

/// s(t) = 0.1 sin 5t along x.
fn course(t: f64) -> [f64; 3] {
    [0.1 * (5.0 * t).sin(), 0.5 * (5.0 * t).cos(), -2.5 * (5.0 * t).sin()]
}

/// A slide along x; coordinate 0 of the joint is z of its frame.
fn slide() -> (Model, NodeId, JointId) {
    let (mut model, [ground, body]) = pendulum();
    let frame = exp(&(Vec3::y() * std::f64::consts::FRAC_PI_2));
    let [a, b] = [ground, body].map(|n| model.attach(n, Vec3::zeros(), frame).unwrap());
    let joint = model.add_joint("slide", joints::cylindrical(), a, b).unwrap();
    model.set_velocity(body, Vec3::zeros(), Vec3::zeros()).unwrap();
    (model, body, joint)
}

#[test]
fn a_condition_that_depends_on_time_drives_as_a_drive_does_and_its_work_is_booked() {
    let (mut own, _, joint) = slide();
    let function = own.add_function(TimeFunction::Host(Arc::new(|t| Some(course(t))))).unwrap();
    own.drive_joint(joint, 0, function).unwrap();
    let (mut model, _, joint) = slide();
    let follow = |seen: &Seen, out: Conditions| {
        let [s, rate, _] = course(seen.time);
        out.value[0] = seen.coordinates()[0][0] - s;
        out.gradient[0] = 1.0;
        out.rate[0] = -rate;
        true
    };
    model.add_host_condition("follow", 1, &[], &[(joint, 0)], Arc::new(follow), (true, 1.0)).unwrap();
    // a quarter of a period: all kinetic energy has gone back into the drive
    let (off, sims) = difference(own, model, options(0.8).scheme, 150);
    let [mine, theirs] = sims.each_ref().map(|s| s.audit(Vec3::zeros()).unwrap());
    assert!(off < 1e-12, "{off:e}");
    assert!(mine.work_driven.abs() > 0.1);
    // a drive books all of its work as driven; of a condition, what its violated rate takes is work of conditions
    let [mine, theirs] = [mine, theirs].map(|a| a.work_driven + a.work_constraints);
    assert!((mine - theirs).abs() < 1e-11, "{mine} {theirs}");
}

#[test]
fn a_mass_and_a_torque_of_the_host_act_as_the_library_s_own() {
    let (mut own, body, joint) = slide();
    own.add_point_mass("extra", body, 0.7, Vec3::zeros()).unwrap();
    own.add_joint_spring("spring", joint, 1, [3.0, 0.0, 0.2]).unwrap();
    let (mut model, body, joint) = slide();
    let mass = |seen: &Seen, out: Forces| {
        (0..3).for_each(|k| out.force[k] = -0.7 * seen.accelerations()[0][k]);
        out.force[1] -= 0.7 * 9.81;
        true
    };
    let uses = Traits { tangents: false, velocities: false, accelerations: true, energy: false, length: 1.0 };
    model.add_host_element("extra", &[body], &[], Arc::new(mass), uses).unwrap();
    let torsion = |seen: &Seen, out: Forces| {
        let turn = seen.coordinates()[0][0] - 0.2;
        out.force[0] = -3.0 * turn;
        *out.energy = 1.5 * turn * turn;
        if let Some([by_position, ..]) = out.tangents {
            by_position[0] = -3.0;
        }
        true
    };
    let stores = Traits { tangents: true, velocities: false, accelerations: false, energy: true, length: 1.0 };
    model.add_host_element("spring", &[], &[(joint, 1)], Arc::new(torsion), stores).unwrap();
    let (off, sims) = difference(own, model, options(0.8).scheme, 300);
    assert!(off < 1e-12, "{off:e}");
    // the element's own mass is no kinetic energy to the library; its work is that of a load
    let [mine, theirs] = sims.each_ref().map(|s| s.audit(Vec3::zeros()).unwrap());
    let [own, host] = [&mine, &theirs].map(|a| a.numerical_dissipation);
    assert!(own.abs() < 1e-4 && host.abs() < 1e-4, "{own} {host}");
}

#[test]
fn checks_pass_right_tangents_and_find_the_wrong_entry() {
    let Pair { mut model, nodes } = two_bodies();
    let right = model.add_host_element("right", &nodes, &[], Arc::new(spring), traits(true)).unwrap();
    let check = model.check_host_element(right, 0.2).unwrap();
    assert!(check.defects.iter().all(|d| *d < 1e-8) && !check.by_differences, "{check:?}");
    let slip = |seen: &Seen, mut out: Forces| {
        let tangents = out.tangents.as_mut().map(|t| t.each_mut().map(|t| &mut **t));
        let done = spring(seen, Forces { force: &mut *out.force, tangents, energy: &mut *out.energy });
        if let Some([by_position, ..]) = out.tangents {
            by_position[12 * 4 + 7] *= 1.5;
        }
        done
    };
    let wrong = model.add_host_element("wrong", &nodes, &[], Arc::new(slip), traits(true)).unwrap();
    let check = model.check_host_element(wrong, 0.2).unwrap();
    assert_eq!(check.worst, [0, 4, 7]);
    assert!(check.defects[0] > 1e-3 && (check.given / check.difference - 1.5).abs() < 1e-6, "{check:?}");
    // forces that depend on velocities, of which the host says that they do not
    let still = Traits { velocities: false, ..traits(false) };
    let silent = model.add_host_element("silent", &nodes, &[], Arc::new(spring), still).unwrap();
    let check = model.check_host_element(silent, 0.2).unwrap();
    assert!(check.by_differences && check.defects[1] > 0.5, "{check:?}");

    // an energy that is that of the forces, and one that is half of it
    for (part, defect) in [(1.0, 0.0), (0.5, 0.5)] {
        let stiff = move |seen: &Seen, out: Forces| {
            let gap: Vec<f64> = (0..3).map(|k| seen.poses()[1][k] - seen.poses()[0][k]).collect();
            (0..3).for_each(|k| (out.force[k], out.force[6 + k]) = (7.0 * gap[k], -7.0 * gap[k]));
            *out.energy = part * 3.5 * gap.iter().map(|g| g * g).sum::<f64>();
            true
        };
        let stores = Traits { velocities: false, energy: true, ..traits(false) };
        let id = model.add_host_element(&format!("energy {part}"), &nodes, &[], Arc::new(stiff), stores).unwrap();
        let check = model.check_host_element(id, 0.2).unwrap();
        assert!((check.energy_defect - defect).abs() < 1e-8, "{check:?}");
    }

    let (mut model, [_, body]) = pendulum();
    let right = model.add_host_condition("right", 5, &[body], &[], Arc::new(hinge), (true, 1.0)).unwrap();
    let check = model.check_host_condition(right, 0.3).unwrap();
    assert!(check.defects.iter().all(|d| *d < 1e-8), "{check:?}");
    let slip = |seen: &Seen, mut out: Conditions| {
        let curvature = out.curvature.take();
        let Conditions { value, gradient, rate, .. } = out;
        let done =
            hinge(seen, Conditions { value: &mut *value, gradient: &mut *gradient, rate: &mut *rate, curvature });
        gradient[6 * 3 + 4] += 0.25;
        done
    };
    let wrong = model.add_host_condition("wrong", 5, &[body], &[], Arc::new(slip), (true, 1.0)).unwrap();
    let check = model.check_host_condition(wrong, 0.3).unwrap();
    assert_eq!(check.worst, [0, 3, 4]);
    assert!((check.given - check.difference - 0.25).abs() < 1e-8, "{check:?}");
}

#[test]
fn schemes_over_a_step_refuse_them_by_name() {
    let Pair { mut model, nodes } = two_bodies();
    model.add_host_element("shaker", &nodes, &[], Arc::new(spring), traits(true)).unwrap();
    let options = Options { scheme: Scheme::MomentumDecaying(1.0), ..Default::default() };
    let text = Simulation::new(Arc::new(model), options).unwrap_err().to_string();
    assert!(text.contains("element \"shaker\"") && text.contains("no form over a step"), "{text}");
}

#[test]
fn a_function_that_fails_in_a_step_leaves_the_state_and_is_named() {
    let Pair { mut model, nodes } = two_bodies();
    let tired = |seen: &Seen, out: Forces| {
        out.force[0] = if seen.time > 0.05 { f64::NAN } else { 0.0 };
        true
    };
    model.add_host_element("shaker", &nodes, &[], Arc::new(tired), traits(false)).unwrap();
    let mut sim = simulate(model, options(0.8));
    sim.advance(0.05, 0.01, None).unwrap();
    let before = sim.save();
    let text = sim.step(0.01).unwrap_err().to_string();
    assert!(text.contains("element \"shaker\""), "{text}");
    assert_eq!(sim.save(), before);
}
