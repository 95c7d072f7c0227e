//! Equations of motion in minimal coordinates, independent of the library under test.
//!
//! A mechanism is a function that places its bodies for given coordinates q. Places carry their first and second time
//! derivatives by the product rule, so nothing is differentiated by hand and nothing is approximated. Newton-Euler
//! equations projected on the partial velocities (Kane) give q'', classical Runge-Kutta the motion.

use nalgebra::{DMatrix, DVector};
use std::ops::{Add, Mul, Range};

pub type Vec3 = nalgebra::Vector3<f64>;
pub type Mat3 = nalgebra::Matrix3<f64>;

/// A quantity with its first and second time derivative.
#[derive(Clone, Copy, Debug)]
pub struct Timed<T> {
    pub value: T,
    pub rate: T,
    pub second: T,
}

impl<T: Add<Output = T>> Add for Timed<T> {
    type Output = Timed<T>;
    fn add(self, other: Self) -> Self {
        Timed { value: self.value + other.value, rate: self.rate + other.rate, second: self.second + other.second }
    }
}

/// The product rule, also for matrix times matrix and matrix times vector.
impl<A: Copy + Mul<B>, B: Copy> Mul<Timed<B>> for Timed<A>
where
    A::Output: Add<Output = A::Output>,
{
    type Output = Timed<A::Output>;
    fn mul(self, b: Timed<B>) -> Self::Output {
        Timed {
            value: self.value * b.value,
            rate: self.rate * b.value + self.value * b.rate,
            second: self.second * b.value + self.rate * b.rate + self.rate * b.rate + self.value * b.second,
        }
    }
}

/// A constant.
pub fn fixed<T: Copy + Mul<f64, Output = T>>(value: T) -> Timed<T> {
    Timed { value, rate: value * 0.0, second: value * 0.0 }
}

/// Displacement q along axis k = 1, 2, 3.
pub fn slide(k: usize, q: Timed<f64>) -> Timed<Vec3> {
    q * fixed(Vec3::ith(k - 1, 1.0))
}

/// Rotation q about a unit vector e: R = 1 + sin q ẽ + (1 − cos q) ẽẽ, R' = q' ẽ R, R'' = (q'' ẽ + q'² ẽẽ) R.
pub fn turn_about(e: Vec3, q: Timed<f64>) -> Timed<Mat3> {
    let k = e.cross_matrix();
    let r = Mat3::identity() + k * q.value.sin() + k * k * (1.0 - q.value.cos());
    Timed { value: r, rate: k * r * q.rate, second: (k * q.second + k * k * (q.rate * q.rate)) * r }
}

/// Rotation about axis k = 1, 2, 3.
pub fn turn(k: usize, q: Timed<f64>) -> Timed<Mat3> {
    turn_about(Vec3::ith(k - 1, 1.0), q)
}

/// The constant rotation with this rotation vector.
pub fn rotation(c: Vec3) -> Mat3 {
    let e = c.try_normalize(0.0).unwrap_or(Vec3::z());
    turn_about(e, fixed(c.norm())).value
}

/// The vector of the antisymmetric part.
fn axial(m: &Mat3) -> Vec3 {
    0.5 * Vec3::new(m[(2, 1)] - m[(1, 2)], m[(0, 2)] - m[(2, 0)], m[(1, 0)] - m[(0, 1)])
}

/// Where a body's node is, and how it is turned.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    pub x: Timed<Vec3>,
    pub r: Timed<Mat3>,
}

impl Pose {
    /// ω: R' Rᵀ = ω̃.
    pub fn omega(&self) -> Vec3 {
        axial(&(self.r.rate * self.r.value.transpose()))
    }

    /// α: R'' Rᵀ = α̃ + ω̃ω̃, whose last term is symmetric.
    pub fn alpha(&self) -> Vec3 {
        axial(&(self.r.second * self.r.value.transpose()))
    }

    /// From position, velocity, acceleration, orientation, ω and α.
    pub fn new([x, v, a]: [Vec3; 3], d: Mat3, omega: Vec3, alpha: Vec3) -> Self {
        let spin = omega.cross_matrix();
        let second = (alpha.cross_matrix() + spin * spin) * d;
        Pose { x: Timed { value: x, rate: v, second: a }, r: Timed { value: d, rate: spin * d, second } }
    }

    /// A point fixed to the node, given in node axes.
    pub fn point(&self, offset: Vec3) -> Timed<Vec3> {
        self.x + self.r * fixed(offset)
    }
}

/// Mass, centre of mass and inertia about it, in node axes.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub mass: f64,
    pub center: Vec3,
    pub inertia: Mat3,
}

impl Body {
    /// What has to act on the body besides its weight: the force m (a_c − g) and, about the centre of mass, the moment
    /// J α + ω × J ω.
    pub fn demand(&self, pose: &Pose, gravity: Vec3) -> (Vec3, Vec3) {
        let (r, omega) = (pose.r.value, pose.omega());
        let j = r * self.inertia * r.transpose();
        let force = self.mass * (pose.point(self.center).second - gravity);
        (force, j * pose.alpha() + omega.cross(&(j * omega)))
    }
}

/// Coordinates with these rates and accelerations.
pub fn timed(q: &[f64], rate: &[f64], second: &[f64]) -> Vec<Timed<f64>> {
    let triple = |k: usize| Timed { value: q[k], rate: rate[k], second: second[k] };
    (0..q.len()).map(triple).collect()
}

/// One instant of a reference motion.
#[derive(Clone, Debug)]
pub struct Sample {
    pub q: Vec<f64>,
    pub rate: Vec<f64>,
    pub poses: Vec<Pose>,
}

/// A function of the state y.
type OfState<'a, T> = Box<dyn Fn(&[f64]) -> T + 'a>;

/// An ordinary differential equation y' = f(y) and what its state means.
pub struct Reference<'a> {
    pub derivative: OfState<'a, Vec<f64>>,
    pub sample: OfState<'a, Sample>,
    pub start: Vec<f64>,
    /// which components of y are velocities
    pub rates: Range<usize>,
}

impl<'a> Reference<'a> {
    /// q'' = `acceleration`(q, q') from (q, q').
    pub fn second_order(
        acceleration: impl Fn(&[f64], &[f64]) -> Vec<f64> + Clone + 'a,
        place: impl Fn(&[Timed<f64>]) -> Vec<Pose> + 'a,
        (q, rate): (&[f64], &[f64]),
    ) -> Self {
        let n = q.len();
        let again = acceleration.clone();
        let derivative = move |y: &[f64]| [&y[n..], &again(&y[..n], &y[n..])[..]].concat();
        let sample = move |y: &[f64]| {
            let (q, rate) = (y[..n].to_vec(), y[n..].to_vec());
            let poses = place(&timed(&q, &rate, &acceleration(&q, &rate)));
            Sample { q, rate, poses }
        };
        Reference {
            derivative: Box::new(derivative),
            sample: Box::new(sample),
            start: [q, rate].concat(),
            rates: n..2 * n,
        }
    }

    /// States at `count` equal intervals up to `end`, by `steps` steps of classical Runge-Kutta in each.
    fn states(&self, start: &[f64], end: f64, count: usize, steps: usize) -> Vec<Vec<f64>> {
        let h = end / (count * steps) as f64;
        let shifted = |y: &[f64], k: &[f64], h: f64| y.iter().zip(k).map(|(y, k)| y + h * k).collect::<Vec<_>>();
        let mut states = vec![start.to_vec()];
        for _ in 0..count {
            let mut y = states[states.len() - 1].clone();
            for _ in 0..steps {
                let k1 = (self.derivative)(&y);
                let k2 = (self.derivative)(&shifted(&y, &k1, 0.5 * h));
                let k3 = (self.derivative)(&shifted(&y, &k2, 0.5 * h));
                let k4 = (self.derivative)(&shifted(&y, &k3, h));
                for i in 0..y.len() {
                    y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
                }
            }
            states.push(y);
        }
        states
    }

    /// The motion at `count` equal intervals up to `end`, with steps halved until its error is below 1e-11. The error of a
    /// fourth order method is a fifteenth of what halving the step changes.
    pub fn motion(&self, end: f64, count: usize) -> Vec<Sample> {
        let mut coarse = self.states(&self.start, end, count, 16);
        for steps in [32, 64, 128, 256, 512] {
            let fine = self.states(&self.start, end, count, steps);
            let pairs = coarse.iter().flatten().zip(fine.iter().flatten());
            let change = pairs.fold(0.0_f64, |w, (a, b)| w.max((a - b).abs()));
            if change / 15.0 < 1e-11 {
                return fine.iter().map(|y| (self.sample)(y)).collect();
            }
            coarse = fine;
        }
        panic!("the reference motion is not accurate; is it near a singular position of its coordinates?")
    }

    /// By how much a disturbance of the velocities at the start grows: largest deviation of a place up to `end`, over
    /// that of a body in free flight, at least 1.
    pub fn growth(&self, end: f64, count: usize) -> f64 {
        let eps = 1e-6;
        let places = |start: &[f64]| {
            let states = self.states(start, end, count, 16);
            let poses = |y: &Vec<f64>| (self.sample)(y).poses;
            states.iter().map(poses).collect::<Vec<_>>()
        };
        let base = places(&self.start);
        let mut worst = 1.0_f64;
        for k in self.rates.clone() {
            let mut start = self.start.clone();
            start[k] += eps;
            let other = places(&start);
            let kick = speed_distance(&base[0], &other[0]);
            let pairs = base.iter().zip(&other);
            let moved = pairs.fold(0.0_f64, |w, (a, b)| w.max(distance(a, b)));
            worst = worst.max(moved / (kick * end));
        }
        worst
    }
}

/// Largest difference of places: metres, or entries of rotation matrices.
pub fn distance(a: &[Pose], b: &[Pose]) -> f64 {
    a.iter().zip(b).fold(0.0, |w, (a, b)| w.max((a.x.value - b.x.value).amax()).max((a.r.value - b.r.value).amax()))
}

/// The same for their rates.
pub fn speed_distance(a: &[Pose], b: &[Pose]) -> f64 {
    a.iter().zip(b).fold(0.0, |w, (a, b)| w.max((a.x.rate - b.x.rate).amax()).max((a.r.rate - b.r.rate).amax()))
}

/// ∫ (T − t) |x''''| dt: how far an acceleration of the size of the fourth derivative of its place would carry a body
/// in free flight. The derivative is found by central differences of the second one.
pub fn fourth_derivative_moment(motion: &[Sample], h: f64) -> f64 {
    let mut sum = 0.0;
    for (k, w) in motion.windows(3).enumerate() {
        let mut largest = 0.0_f64;
        for b in 0..w[0].poses.len() {
            let [p, q, r] = [0, 1, 2].map(|k| &w[k].poses[b]);
            let x = (p.x.second - 2.0 * q.x.second + r.x.second) / (h * h);
            let d = (p.r.second - 2.0 * q.r.second + r.r.second) / (h * h);
            largest = largest.max(x.amax()).max(d.amax());
        }
        sum += (motion.len() - 2 - k) as f64 * h * largest * h;
    }
    sum
}

// ------------------------------------------------------------------------------------------------ chains of bodies

/// Displacement and rotation of a joint's frame B from its frame A, in axes of A.
pub type Relative = (Timed<Vec3>, Timed<Mat3>);

/// How a body may move relative to the one before it, and where it starts.
#[derive(Clone)]
pub struct Link {
    pub relative: fn(&[Timed<f64>]) -> Relative,
    pub q: Vec<f64>,
    pub rate: Vec<f64>,
}

/// Where a joint sits on a node: its point and its axes, in node axes.
#[derive(Clone, Copy)]
pub struct Side {
    pub offset: Vec3,
    pub axes: Mat3,
}

/// Each link joins its body to the one before it, the first one to the base.
pub struct Chain {
    pub base: Pose,
    pub links: Vec<Link>,
    pub bodies: Vec<Body>,
    /// of each link, on the body before it and on its own
    pub sides: Vec<[Side; 2]>,
    pub gravity: Vec3,
}

impl Chain {
    /// Places of all bodies. With frame A at P with axes F: R = F S Bᵀ and x = P + F d − R b.
    pub fn place(&self, q: &[Timed<f64>]) -> Vec<Pose> {
        let (mut poses, mut from) = (vec![self.base], 0);
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

    /// Coordinates and rates at the start.
    pub fn start(&self) -> (Vec<f64>, Vec<f64>) {
        let join = |pick: fn(&Link) -> &Vec<f64>| self.links.iter().flat_map(pick).copied().collect();
        (join(|l| &l.q), join(|l| &l.rate))
    }

    /// Places and velocities at the start.
    pub fn start_poses(&self) -> Vec<Pose> {
        let (q, rate) = self.start();
        self.place(&timed(&q, &rate, &vec![0.0; q.len()]))
    }

    /// q'' by Kane's method.
    ///
    /// Accelerations are linear in q'': a_c = Σ J_k q''_k + a₀ and α = Σ A_k q''_k + α₀, with the partial velocities J_k and
    /// A_k. So a₀ and α₀ are the accelerations for q'' = 0, and J_k and A_k what q''_k = 1 adds to them. Ideal joints do no
    /// work on partial velocities:
    /// ```text
    ///   Σ_bodies  J_k·m (a_c − g) + A_k·(J α + ω × J ω) = 0   for every k
    /// ```
    pub fn accelerations(&self, q: &[f64], rate: &[f64]) -> Vec<f64> {
        let n = q.len();
        let at = |second: &[f64]| self.place(&timed(q, rate, second));
        let bias = at(&vec![0.0; n]);
        let unit = |k: usize| (0..n).map(|j| f64::from(j == k)).collect::<Vec<_>>();
        let varied: Vec<_> = (0..n).map(|k| at(&unit(k))).collect();
        let (mut mass, mut force) = (DMatrix::zeros(n, n), DVector::zeros(n));
        for (b, body) in self.bodies.iter().enumerate() {
            let base = &bias[b];
            let j = base.r.value * body.inertia * base.r.value.transpose();
            let (demand, moment) = body.demand(base, self.gravity);
            let (a_0, alpha_0) = (base.point(body.center).second, base.alpha());
            let partial =
                varied.iter().map(|poses| (poses[b].point(body.center).second - a_0, poses[b].alpha() - alpha_0));
            let partial: Vec<(Vec3, Vec3)> = partial.collect();
            for (k, (along_k, about_k)) in partial.iter().enumerate() {
                force[k] -= along_k.dot(&demand) + about_k.dot(&moment);
                for (l, (along_l, about_l)) in partial.iter().enumerate() {
                    mass[(k, l)] += body.mass * along_k.dot(along_l) + about_k.dot(&(j * about_l));
                }
            }
        }
        let solved = mass.cholesky().expect("independent coordinates");
        solved.solve(&force).as_slice().to_vec()
    }

    /// The motion by projection.
    pub fn projected(&self) -> Reference<'_> {
        self.by_hand(|q, rate| self.accelerations(q, rate))
    }

    /// The motion by an equation q'' = law(q, q').
    pub fn by_hand<'a>(&'a self, law: impl Fn(&[f64], &[f64]) -> Vec<f64> + Clone + 'a) -> Reference<'a> {
        let (q, rate) = self.start();
        Reference::second_order(law, |q| self.place(q), (&q, &rate))
    }

    /// Force and moment, about its point on the far side, that joint k must exert: it carries all bodies beyond it.
    pub fn needed_reaction(&self, poses: &[Pose], k: usize) -> (Vec3, Vec3) {
        let point = poses[k].point(self.sides[k][1].offset).value;
        let (mut total, mut moment) = (Vec3::zeros(), Vec3::zeros());
        for (body, pose) in self.bodies.iter().zip(poses).skip(k) {
            let (force, couple) = body.demand(pose, self.gravity);
            let arm = pose.point(body.center).value - point;
            total += force;
            moment += couple + arm.cross(&force);
        }
        (total, moment)
    }
}

// ------------------------------------------------------------------------------------------------ equations by hand

/// The first body of a chain on a joint that keeps axes 3 parallel, in the axes of the joint.
#[derive(Clone, Copy)]
pub struct Turning {
    pub mass: f64,
    /// inertia about axis 3 through the joint's point
    pub inertia: f64,
    /// centre of mass from the joint's point, in frame B
    pub center: Vec3,
    /// gravity in frame A
    pub gravity: Vec3,
}

pub fn turning(chain: &Chain) -> Turning {
    let (body, [a, b]) = (&chain.bodies[0], chain.sides[0]);
    let center = b.axes.transpose() * (body.center - b.offset);
    let about_center = b.axes.transpose() * body.inertia * b.axes;
    Turning {
        mass: body.mass,
        inertia: about_center[(2, 2)] + body.mass * center.xy().norm_squared(),
        center,
        gravity: (chain.base.r.value * a.axes).transpose() * chain.gravity,
    }
}

impl Turning {
    /// Centre of mass from the joint's point, along axes 1 and 2 of A.
    fn lever(&self, angle: f64) -> [f64; 2] {
        let ((sin, cos), [x, y]) = (angle.sin_cos(), [self.center.x, self.center.y]);
        [cos * x - sin * y, sin * x + cos * y]
    }

    /// Moment of the weight about axis 3.
    pub fn weight_moment(&self, angle: f64) -> f64 {
        let [x, y] = self.lever(angle);
        self.mass * (x * self.gravity.y - y * self.gravity.x)
    }

    /// I φ'' = moment of the weight.
    pub fn revolute(&self, q: &[f64]) -> Vec<f64> {
        vec![self.weight_moment(q[0]) / self.inertia]
    }

    /// m s'' = m g₃.
    pub fn prismatic(&self) -> Vec<f64> {
        vec![self.gravity.z]
    }

    /// The centre of mass moves on a helix: T = ½ (I + m k²) φ'², k = pitch/2π, and its weight works along axis 3 too:
    /// (I + m k²) φ'' = moment of the weight + k m g₃.
    pub fn screw(&self, pitch: f64, q: &[f64]) -> Vec<f64> {
        let k = pitch / std::f64::consts::TAU;
        let force = self.weight_moment(q[0]) + k * self.mass * self.gravity.z;
        vec![force / (self.inertia + self.mass * k * k)]
    }

    /// Both of the first two without coupling: turning does not move the centre of mass along axis 3.
    pub fn cylindrical(&self, q: &[f64]) -> Vec<f64> {
        vec![self.gravity.z, self.weight_moment(q[1]) / self.inertia]
    }

    /// Nothing acts along the plane but the weight, at the centre of mass c = d + lever: c'' = (g₁, g₂) and φ'' = 0, hence
    /// d'' = (g₁, g₂) + φ'² lever.
    pub fn planar(&self, q: &[f64], rate: &[f64]) -> Vec<f64> {
        let ([x, y], spin) = (self.lever(q[2]), rate[2] * rate[2]);
        vec![self.gravity.x + spin * x, self.gravity.y + spin * y, 0.0]
    }
}

/// Euler's equations about the fixed point, in body axes, and the quaternion p (w, x, y, z):
/// I Ω' = r × m Rᵀg − Ω × I Ω,  p' = ½ p ∘ (0, Ω).
pub fn euler_about_fixed_point(chain: &Chain) -> Reference<'_> {
    use nalgebra::{Quaternion, Rotation3, UnitQuaternion};
    let (body, [a, b]) = (chain.bodies[0], chain.sides[0]);
    let r = body.center - b.offset;
    let inertia = body.inertia + body.mass * (Mat3::identity() * r.norm_squared() - r * r.transpose());
    let inverse = inertia.try_inverse().unwrap();
    let split = |y: &[f64]| (Quaternion::new(y[0], y[1], y[2], y[3]), Vec3::new(y[4], y[5], y[6]));
    let turned = |p| UnitQuaternion::new_normalize(p).to_rotation_matrix().into_inner();
    let spin_rate = move |p, omega: Vec3| {
        let weight = body.mass * (turned(p).transpose() * chain.gravity);
        inverse * (r.cross(&weight) - omega.cross(&(inertia * omega)))
    };
    let derivative = move |y: &[f64]| {
        let (p, omega) = split(y);
        let (p_rate, w) = (p * Quaternion::from_imag(omega) * 0.5, spin_rate(p, omega));
        vec![p_rate.w, p_rate.i, p_rate.j, p_rate.k, w.x, w.y, w.z]
    };
    let sample = move |y: &[f64]| {
        let (p, omega) = split(y);
        let (d, spin) = (turned(p), omega.cross_matrix());
        let second = d * (spin_rate(p, omega).cross_matrix() + spin * spin);
        let r = Timed { value: d, rate: d * spin, second };
        let x = chain.base.point(a.offset) + r * fixed(-b.offset);
        Sample { q: vec![], rate: vec![], poses: vec![Pose { x, r }] }
    };
    let start = chain.start_poses()[0];
    let d = Rotation3::from_matrix_unchecked(start.r.value);
    let (p, omega) = (UnitQuaternion::from_rotation_matrix(&d), d.inverse() * start.omega());
    Reference {
        derivative: Box::new(derivative),
        sample: Box::new(sample),
        start: vec![p.w, p.i, p.j, p.k, omega.x, omega.y, omega.z],
        rates: 4..7,
    }
}
