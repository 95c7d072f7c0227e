//! `Inertia`: mass rigidly carried by one node, for every scheme.
//!
//! Sources: Newton-Euler equations about the node; Borri 2000 (75)–(79) in the pole-free form for steps.
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

use super::{Books, Interval, IntervalBlock, Level, NodeId, Span, StageBlock, Term};
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};

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

    fn audit(&self, at: &Level, _lambda: &[f64], books: &mut Books) {
        let node = &at.nodes[self.node[0].0];
        let r = node.d * self.center_b;
        let omega_b = node.d.transpose() * node.omega;
        let h_b = self.inertia_b * omega_b;
        let v_c = node.v + node.omega.cross(&r);
        let (p, x_c) = (self.mass * v_c, node.x + r);
        books.kinetic += 0.5 * (p.dot(&v_c) + omega_b.dot(&h_b));
        books.potential -= self.mass * at.gravity.dot(&x_c);
        books.linear_momentum += p;
        books.angular_momentum += x_c.cross(&p) + node.d * h_b;
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for Inertia {
    /// Momentum preserving form, with convected velocities w̄ = (Rᵀẋ; Rᵀω) and momenta l, k about the node:
    ///
    /// ```text
    ///   I(i→f)/h = ( l_f − l_i ;  k_f − k_i + u × ½(l_i + l_f) ) / h
    /// ```
    ///
    /// Its work (u; r)·I/h is the change of kinetic energy when
    /// (R_iᵀ(I − ½r̃)u; R_iᵀ r) = ½h(w̄_i + w̄_f).
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (i, f) = (&over.i.nodes[self.node[0].0], &over.f.nodes[self.node[0].0]);
        let (m, c_t, n, rate) = (self.mass, skew(&self.center_b), out.n, 1.0 / over.h);
        let j_b = self.inertia_b - c_t * c_t * m;
        let momenta = |node: &super::Motion| {
            let (v, w) = (node.d.transpose() * node.v, node.d.transpose() * node.omega);
            (node.d * (m * v - m * (c_t * w)), node.d * (m * (c_t * v) + j_b * w))
        };
        let ((l_i, k_i), (l_f, k_f)) = (momenta(i), momenta(f));
        let u = f.x - i.x;
        let weight = -m * 0.5 * (over.i.gravity + over.f.gravity);
        let arm_mean = 0.5 * (i.d + f.d) * self.center_b;

        super::add_vector(&mut out.force, 0, &((l_f - l_i) * rate + weight));
        let moment = (k_f - k_i + u.cross(&(0.5 * (l_i + l_f)))) * rate;
        super::add_vector(&mut out.force, 3, &(moment + arm_mean.cross(&weight)));

        // at fixed w̄_f: δl = −l̃ δθ, δk = −k̃ δθ
        let (l_t, k_t, u_t) = (skew(&l_f), skew(&k_f), skew(&u));
        super::add_block(&mut out.k, n, 0, 3, &(l_t * -rate));
        super::add_block(&mut out.k, n, 3, 0, &(skew(&(l_i + l_f)) * (-0.5 * rate)));
        let arm_turn = skew(&weight) * skew(&(f.d * self.center_b)) * 0.5;
        super::add_block(&mut out.k, n, 3, 3, &((k_t + u_t * l_t * 0.5) * -rate + arm_turn));
        let (m_11, m_12) = (f.d * m, f.d * c_t * -m);
        super::add_block(&mut out.w, n, 0, 0, &(m_11 * rate));
        super::add_block(&mut out.w, n, 0, 3, &(m_12 * rate));
        super::add_block(&mut out.w, n, 3, 0, &((f.d * c_t * m + u_t * m_11 * 0.5) * rate));
        super::add_block(&mut out.w, n, 3, 3, &((f.d * j_b + u_t * m_12 * 0.5) * rate));
    }
}
