//! Rigid bodies and point masses: admissible data for the [`Inertia`] adapter.

use crate::error::{Error, Result, require_finite};
use crate::math::{Mat3, Vec3};
use crate::terms::NodeId;
use crate::terms::inertia::Inertia;

/// A rigid body: mass [kg], centre of mass [m] and inertia about it [kg·m²], both in node axes.
///
/// The inertia tensor of a real body is symmetric, and its principal moments are the integrals of y² + z² and so on:
/// none is negative, and none exceeds the sum of the other two.
pub fn rigid_body(name: &str, node: NodeId, mass: f64, center_b: Vec3, inertia_b: Mat3) -> Result<Inertia> {
    let bad = |text: String| Err(Error::InvalidArgument(format!("rigid body \"{name}\": {text}")));
    require_finite(&format!("rigid body \"{name}\", mass"), &[mass])?;
    require_finite(&format!("rigid body \"{name}\", centre of mass"), center_b.as_slice())?;
    for (i, j) in (0..9).map(|k| (k / 3, k % 3)) {
        let entry = inertia_b[(i, j)];
        if entry.is_nan() || entry.abs() > 1e300 {
            return bad(format!("entry ({}, {}) of the inertia is {entry}; a finite number is needed", i + 1, j + 1));
        }
    }
    if mass <= 0.0 {
        return bad(format!("the mass is {mass} kg; it must be positive"));
    }
    let size = inertia_b.amax();
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        let (upper, lower) = (inertia_b[(i, j)], inertia_b[(j, i)]);
        if (upper - lower).abs() > 1e-9 * size {
            return bad(format!(
                "the inertia tensor is not symmetric: entry ({},{}) is {upper} and entry ({},{}) is {lower} kg·m²",
                i + 1,
                j + 1,
                j + 1,
                i + 1
            ));
        }
    }
    let inertia_b = (inertia_b + inertia_b.transpose()) * 0.5;
    let mut principal = inertia_b.symmetric_eigenvalues();
    principal.as_mut_slice().sort_by(f64::total_cmp);
    let [least, middle, most] = [principal[0], principal[1], principal[2]];
    if least < -1e-9 * size {
        return bad(format!(
            "a principal moment of inertia is negative ({least} kg·m²); products of inertia enter the tensor with a \
             minus sign, I_12 = −∫xy dm"
        ));
    }
    if most > (least + middle) * (1.0 + 1e-9) {
        return bad(format!(
            "no body has the principal moments of inertia {least}, {middle}, {most} kg·m²: the largest exceeds the sum \
             of the others; is the tensor given about another point than the centre of mass, or as ∫xx dm?"
        ));
    }
    Ok(Inertia::new(node, mass, center_b, inertia_b))
}

/// A mass [kg] at a point of a node, in node axes [m].
pub fn point_mass(name: &str, node: NodeId, mass: f64, offset_b: Vec3) -> Result<Inertia> {
    require_finite(&format!("point mass \"{name}\", mass"), &[mass])?;
    require_finite(&format!("point mass \"{name}\", offset"), offset_b.as_slice())?;
    if mass <= 0.0 {
        return Err(Error::InvalidArgument(format!(
            "point mass \"{name}\": the mass is {mass} kg; it must be positive"
        )));
    }
    Ok(Inertia::new(node, mass, offset_b, Mat3::zeros()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::so3;
    use crate::terms::check::{Sample, check_interval, check_stage};
    use crate::terms::{InstantAudit, StageBlock, Term};

    fn body() -> Inertia {
        let inertia = Mat3::new(0.65, -0.06, 0.039, -0.06, 0.42, -0.193, 0.039, -0.193, 0.594);
        rigid_body("body", NodeId(0), 1.8, Vec3::new(0.1, -0.4, 0.3), inertia).unwrap()
    }

    #[test]
    fn tangents_agree_with_differences() {
        for seed in 1..4 {
            let sample = Sample::random(seed, 1, 0, vec![]);
            assert!(check_stage(&body(), &sample) < 2e-9);
            let check = check_interval(&body(), [seed, seed + 50, seed + 90].map(|s| Sample::random(s, 1, 0, vec![])));
            assert!(check.work < 1e-14 && check.limit < 1e-14 && check.tangent < 2e-9, "{check:?}");
        }
    }

    #[test]
    fn change_of_momentum_has_exact_tangents() {
        let (i, f) = (Sample::random(3, 1, 0, vec![]).nodes[0], Sample::random(8, 1, 0, vec![]).nodes[0]);
        let (_, turn, speed) = body().momentum_change(&i, &f);
        for j in 0..6 {
            let step = |by: f64| Vec3::ith(j % 3, by);
            // at fixed convected velocities, which turn with the node
            let [plus, minus] = [1e-5, -1e-5].map(|by| {
                let mut moved = f;
                match j < 3 {
                    true => moved.place(f.x + step(by), f.rotation),
                    false => moved.place(f.x, so3::exp(&step(by)) * f.rotation),
                }
                let turned = moved.d * f.d.transpose();
                (moved.v, moved.omega) = (turned * f.v, turned * f.omega);
                body().momentum_change(&i, &moved).0
            });
            assert!(((plus - minus) / 2e-5 - turn.column(j)).amax() < 1e-9);
            let [plus, minus] = [1e-5, -1e-5].map(|by| {
                let mut moved = f;
                *(if j < 3 { &mut moved.v } else { &mut moved.omega }) += f.d * step(by);
                body().momentum_change(&i, &moved).0
            });
            assert!(((plus - minus) / 2e-5 - speed.column(j)).amax() < 1e-9);
        }
    }

    #[test]
    fn kinetic_energy_and_momenta_are_the_same_in_twelve_coordinates() {
        let sample = Sample::random(5, 1, 0, vec![]);
        let node = &sample.nodes[0];
        let q = crate::terms::interval::coordinates(node);
        let rates = [[node.v, node.omega.cross(&q[1]), node.omega.cross(&q[2]), node.omega.cross(&q[3])]];
        let [a, b] = [None, Some(&rates[..])].map(|rates| {
            let mut audit = InstantAudit::default();
            body().audit(&crate::terms::Level { rates, ..sample.level() }, &[], &mut audit);
            audit
        });
        assert!((a.kinetic - b.kinetic).abs() < 1e-14 && (a.linear_momentum - b.linear_momentum).norm() < 1e-14);
        assert!((a.angular_momentum - b.angular_momentum).norm() < 1e-14);
    }

    fn interval_force(i: &Sample, f: &Sample, h: f64) -> Vec<f64> {
        let (i_node, f_node) = (&i.nodes[0], &f.nodes[0]);
        let weight = body().mass() * -0.5 * (i.gravity + f.gravity);
        let moment = (0.5 * (i_node.d + f_node.d) * body().center()).cross(&weight);
        let change = body().momentum_change(i_node, f_node).0 / h;
        change.iter().zip(weight.iter().chain(moment.iter())).map(|(c, w)| c + w).collect()
    }

    #[test]
    fn work_over_a_step_is_the_change_of_kinetic_and_potential_energy() {
        // any w̄_i; then u, r from the scheme's kinematics with any w̄_f
        let (h, body) = (0.37, body());
        for seed in 1..5 {
            let mut i = Sample::random(seed, 1, 0, vec![]);
            let other = Sample::random(seed + 9, 1, 0, vec![]);
            i.gravity = Vec3::new(0.0, 0.0, -9.81);
            let (a, b) = (i.nodes[0], other.nodes[0]);
            let (v_f_b, w_f_b) = (b.v, b.omega);
            let mean = |p: Vec3, q: Vec3| 0.5 * h * (p + q);
            // R_iᵀ r = ½h(ω̄_i + ω̄_f),  (I − ½r̃) u = R_i ½h(v̄_i + v̄_f)
            let r = a.d * mean(a.d.transpose() * a.omega, w_f_b);
            let u = (Mat3::identity() - so3::skew(&r) * 0.5).try_inverse().unwrap()
                * (a.d * mean(a.d.transpose() * a.v, v_f_b));
            let turn = crate::math::Quat::new_normalize(nalgebra::Quaternion::new(2.0, r.x, r.y, r.z));
            let mut f = i.clone();
            f.nodes[0].place(a.x + u, turn * a.rotation);
            (f.nodes[0].v, f.nodes[0].omega) = (f.nodes[0].d * v_f_b, f.nodes[0].d * w_f_b);
            let force = interval_force(&i, &f, h);
            let work: f64 = (0..3).map(|k| force[k] * u[k] + force[3 + k] * r[k]).sum();
            let energy = |s: &Sample| {
                let mut audit = InstantAudit::default();
                body.audit(&s.level(), &[], &mut audit);
                audit.kinetic + audit.potential
            };
            assert!((work - (energy(&f) - energy(&i))).abs() < 1e-13 * (1.0 + energy(&i).abs()));
        }
    }

    #[test]
    fn force_over_a_short_step_tends_to_the_force_at_its_middle_with_second_order() {
        // constant a and α about the middle: positions to third order by their Taylor series
        let middle = Sample::random(11, 1, 0, vec![]);
        let stage = {
            let mut out = StageBlock::default();
            out.reset(6, 0);
            body().stage(&middle.level(), &mut out);
            out.f
        };
        let defect = |h: f64| {
            let end = |t: f64| {
                let mut s = middle.clone();
                let n = &mut s.nodes[0];
                let c = t * n.omega + 0.5 * t * t * n.alpha + t * t * t / 12.0 * n.alpha.cross(&n.omega);
                n.place(n.x + t * n.v + 0.5 * t * t * n.a, so3::exp(&c) * n.rotation);
                (n.v, n.omega) = (n.v + t * n.a, n.omega + t * n.alpha);
                s
            };
            let force = interval_force(&end(-0.5 * h), &end(0.5 * h), h);
            force.iter().zip(&stage).fold(0.0_f64, |w, (a, b)| w.max((a - b).abs()))
        };
        let order = (defect(0.02) / defect(0.01)).log2();
        assert!((order - 2.0).abs() < 0.05, "order {order}");
    }

    #[test]
    fn bodies_that_cannot_exist_are_refused_with_the_reason() {
        let refuse = |mass: f64, inertia: Mat3| {
            rigid_body("blade", NodeId(0), mass, Vec3::zeros(), inertia).unwrap_err().to_string()
        };
        let good = Mat3::identity();
        assert!(refuse(-1.0, good).contains("positive"));
        assert!(refuse(1.0, Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 3.0))).contains("exceeds the sum"));
        assert!(refuse(1.0, Mat3::from_diagonal(&Vec3::new(1.0, 1.0, -0.1))).contains("negative"));
        assert!(refuse(1.0, Mat3::new(1.0, 0.1, 0.0, -0.1, 1.0, 0.0, 0.0, 0.0, 1.0)).contains("(1,2)"));
        assert!(refuse(f64::NAN, good).contains("finite"));
        assert!(refuse(1.0, good * f64::INFINITY).contains("blade"));
    }
}
