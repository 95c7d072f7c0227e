//! `Inertia`: mass rigidly carried by one node, for every scheme.
//!
//! Sources: Newton-Euler equations about the node; over a step, Bauchau 2003 (39) in twelve coordinates, or Borri 2000 (75)–(79).
//!
//! | symbol | name |
//! |---|---|
//! | m, J_b | mass, inertia about the centre of mass in node axes |
//! | r = R r_b | from the node to the centre of mass |
//! | a_c = a + α × r + ω × (ω × r) | acceleration of the centre of mass |
//!
//! ```text
//!   force   m (a_c − g)
//!   moment  r × m (a_c − g) + J α + ω × J ω
//! ```

use super::frame_mass::{self, DirectorMass};
use super::interval::{FrameInterval, coordinates};
use super::{InstantAudit, Interval, IntervalBlock, Level, Mass, Motion, NodeId, Parts, Span, StageBlock, Term};
use crate::math::so3::skew;
use crate::math::{Mat3, Mat6, Vec3, Vec6};

/// Mass on a node.
#[derive(Debug, Clone)]
pub struct Inertia {
    node: [NodeId; 1],
    mass: f64,
    center_b: Vec3,
    inertia_b: Mat3,
}

impl Inertia {
    /// Mass [kg], centre of mass [m] and inertia about it [kg·m²], in node axes.
    pub fn new(node: NodeId, mass: f64, center_b: Vec3, inertia_b: Mat3) -> Self {
        Inertia { node: [node], mass, center_b, inertia_b }
    }

    /// Mass [kg].
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Centre of mass in node axes [m].
    pub fn center(&self) -> Vec3 {
        self.center_b
    }

    /// Inertia about the centre of mass in node axes [kg·m²].
    pub fn inertia(&self) -> Mat3 {
        self.inertia_b
    }
}

impl Term for Inertia {
    fn nodes(&self) -> &[NodeId] {
        &self.node
    }

    fn parts(&self) -> Parts {
        Parts { b_q: false, ..Parts::ALL }
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let node = &at.nodes[self.node[0].0];
        let m = self.mass;
        let r = node.d * self.center_b;
        let j = node.d * self.inertia_b * node.d.transpose();
        let (r_t, w_t, dw_t) = (skew(&r), skew(&node.omega), skew(&node.alpha));
        let (h, dh) = (j * node.omega, j * node.alpha);
        let force = m * (node.a + dw_t * r + w_t * (w_t * r) - at.gravity);

        out.add_force(0, &force);
        out.add_force(3, &(r.cross(&force) + dh + node.omega.cross(&h)));

        // M = | m I    −m r̃        |
        //     | m r̃    J − m r̃ r̃   |
        out.add_mass(0, 0, &(Mat3::identity() * m));
        out.add_mass(0, 3, &(r_t * -m));
        out.add_mass(3, 0, &(r_t * m));
        out.add_mass(3, 3, &(j - r_t * r_t * m));

        if out.without_tangents {
            return;
        }
        // ∂(ω × (ω × r))/∂ω = −(ω × r)~ − ω̃ r̃
        let centrifugal = (skew(&(w_t * r)) + w_t * r_t) * -m;
        out.add_g(0, 3, &centrifugal);
        out.add_g(3, 3, &(r_t * centrifugal + w_t * j - skew(&h)));

        // δr = −r̃ δθ,  δ(J b) = (J b̃ − (J b)~) δθ for a fixed b
        let k_force = (dw_t + w_t * w_t) * r_t * -m;
        out.add_k(0, 3, &k_force);
        let turned = skew(&force) * r_t + r_t * k_force;
        let spin = j * dw_t - skew(&dh) + w_t * (j * w_t - skew(&h));
        out.add_k(3, 3, &(turned + spin));
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        let node = &at.nodes[self.node[0].0];
        let r = node.d * self.center_b;
        audit.potential -= self.mass * at.gravity.dot(&(node.x + r));
        if let Some(rates) = at.rates {
            // velocities of the twelve coordinates that the scheme keeps
            let (mass, q, v) = (self.director_mass(), coordinates(node), &rates[self.node[0].0]);
            for a in 0..4 {
                let momentum: Vec3 = (0..4).map(|b| v[b] * mass[(a, b)]).sum();
                audit.kinetic += 0.5 * v[a].dot(&momentum);
                audit.angular_momentum += q[a].cross(&momentum);
                if a == 0 {
                    audit.linear_momentum += momentum;
                }
            }
            return;
        }
        let omega_b = node.d.transpose() * node.omega;
        let h_b = self.inertia_b * omega_b;
        let v_c = node.v + node.omega.cross(&r);
        let p = self.mass * v_c;
        audit.kinetic += 0.5 * (p.dot(&v_c) + omega_b.dot(&h_b));
        audit.linear_momentum += p;
        audit.angular_momentum += (node.x + r).cross(&p) + node.d * h_b;
    }

    fn mass(&self) -> Mass<'_> {
        Mass::Body(self)
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Inertia {
    /// ∫ϱ s sᵀ about the centre of mass, from the inertia about it: ½ tr(J) I − J.
    pub fn second_moment(&self) -> Mat3 {
        Mat3::identity() * (0.5 * self.inertia_b.trace()) - self.inertia_b
    }

    /// Mass in twelve coordinates: ∫ϱ s_a s_b with s = (1, place in node axes).
    pub fn director_mass(&self) -> DirectorMass {
        let c = &self.center_b;
        let second = self.second_moment() + c * c.transpose() * self.mass;
        let mut m = DirectorMass::zeros();
        m[(0, 0)] = self.mass;
        m.fixed_view_mut::<3, 1>(1, 0).copy_from(&(c * self.mass));
        m.fixed_view_mut::<1, 3>(0, 1).copy_from(&(c.transpose() * self.mass));
        m.fixed_view_mut::<3, 3>(1, 1).copy_from(&second);
        m
    }

    /// The node.
    pub fn node(&self) -> NodeId {
        self.node[0]
    }

    /// Convected mass, of (Rᵀẋ; Rᵀω).
    ///
    /// ```text
    ///   | m I    −m c̃        |
    ///   | m c̃    J − m c̃ c̃   |
    /// ```
    pub fn convected_mass(&self) -> Mat6 {
        let (m, c_t) = (self.mass, skew(&self.center_b));
        let mut mass = Mat6::zeros();
        mass.fixed_view_mut::<3, 3>(0, 0).copy_from(&(Mat3::identity() * m));
        mass.fixed_view_mut::<3, 3>(0, 3).copy_from(&(c_t * -m));
        mass.fixed_view_mut::<3, 3>(3, 0).copy_from(&(c_t * m));
        mass.fixed_view_mut::<3, 3>(3, 3).copy_from(&(self.inertia_b - c_t * c_t * m));
        mass
    }

    /// Change of momentum from i to another level, pole free (Borri 2000 (75)–(79)), with momenta l, k about the node:
    ///
    /// ```text
    ///   I(i→to) = ( l_to − l_i ;  k_to − k_i + u × ½(l_i + l_to) )
    /// ```
    ///
    /// Its work (u; r)·I is h times the change of kinetic energy when (R_iᵀ(I − ½r̃)u; R_iᵀ r) = ½h(w̄_i + w̄_to). Returns it with
    /// its derivatives in (u, θ) at fixed convected velocities w̄, and in w̄_to.
    pub fn momentum_change(&self, i: &Motion, to: &Motion) -> (Vec6, Mat6, Mat6) {
        let (m, c_t) = (self.mass, skew(&self.center_b));
        let j_b = self.inertia_b - c_t * c_t * m;
        let momenta = |node: &Motion| {
            let (v, w) = (node.d.transpose() * node.v, node.d.transpose() * node.omega);
            (node.d * (m * v - m * (c_t * w)), node.d * (m * (c_t * v) + j_b * w))
        };
        let ((l_i, k_i), (l, k)) = (momenta(i), momenta(to));
        let u = to.x - i.x;
        let moment = k - k_i + u.cross(&(0.5 * (l_i + l)));
        let change = Vec6::from_iterator((l - l_i).iter().chain(moment.iter()).copied());

        // at fixed w̄: δl = −l̃ δθ, δk = −k̃ δθ
        let (l_t, u_t) = (skew(&l), skew(&u));
        let (mut turn, mut speed) = (Mat6::zeros(), Mat6::zeros());
        turn.fixed_view_mut::<3, 3>(0, 3).copy_from(&-l_t);
        turn.fixed_view_mut::<3, 3>(3, 0).copy_from(&(skew(&(l_i + l)) * -0.5));
        turn.fixed_view_mut::<3, 3>(3, 3).copy_from(&-(skew(&k) + u_t * l_t * 0.5));
        let (m_11, m_12) = (to.d * m, to.d * c_t * -m);
        speed.fixed_view_mut::<3, 3>(0, 0).copy_from(&m_11);
        speed.fixed_view_mut::<3, 3>(0, 3).copy_from(&m_12);
        speed.fixed_view_mut::<3, 3>(3, 0).copy_from(&(to.d * c_t * m + u_t * m_11 * 0.5));
        speed.fixed_view_mut::<3, 3>(3, 3).copy_from(&(to.d * j_b + u_t * m_12 * 0.5));
        (change, turn, speed)
    }
}

impl FrameInterval for Inertia {
    fn on_frames(&self, over: &Span, out: &mut IntervalBlock) {
        frame_mass::on_frames(&self.node, &[self.director_mass()], over, out);
    }
}

impl Interval for Inertia {
    fn frames(&self) -> Option<&dyn FrameInterval> {
        Some(self)
    }

    /// Weight on the twelve coordinates, and M A for a scheme that gives their mean acceleration A.
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        frame_mass::on_coordinates(&self.node, &[self.director_mass()], over, out);
    }
}
