//! Loads on the surface of a shell element: pressure that follows it, or a dead force per area of the reference configuration.
//!
//! With X_a = x_a + D_a o_a the point of the surface that node a carries, and n = x,r × x,s normal and area at once,
//!
//! ```text
//!   pressure p     F_a = −p ∫ N_a n dr ds          ∂F_a/∂X_b = −p ∫ N_a (N_b,s x̃,r − N_b,r x̃,s) dr ds
//!   traction q     F_a = q ∫ N_a |n₀| dr ds
//! ```
//!
//! F_a acts at X_a: on the node with the moment r_a × F_a, r_a = D_a o_a. Nine Gauss points integrate the pressure of a surface of
//! quadratic elements to the order of the element; resultants over the surface equal those over the nodes since Σ N_a = 1.
//!
//! Over a step both act at the averaged frames: momenta change by the resultants exactly, and the audit takes the work that the nodal
//! forces do, which for a traction is that of a potential, to rounding.

use crate::elements::shell::ShellElement;
use crate::elements::shell::tying::{NODES, Shape, gauss_points, shape};
use crate::math::so3::skew;
use crate::math::{Mat3, Vec3};
use crate::terms::{
    FunctionId, InstantAudit, Interval, IntervalBlock, Level, Motion, NodeId, Parts, Span, StageBlock, Term,
};

/// What acts on a surface, times a function of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SurfaceSource {
    /// against the normal of the surface, wherever it turns [Pa]
    Pressure(f64),
    /// per area of the reference configuration, inertial axes [N/m²]
    Traction(Vec3),
}

/// A load on one element.
#[derive(Debug, Clone)]
pub struct SurfaceLoad {
    nodes: [NodeId; NODES],
    /// o_a, node axes
    offsets: [Vec3; NODES],
    source: SurfaceSource,
    function: FunctionId,
    /// shape functions at the Gauss points, and the weights there
    points: [(Shape, f64); 9],
    /// ∫ N_a |n₀|
    areas: [f64; NODES],
}

/// F_a for the points of the surface, and x,r and x,s at each Gauss point.
struct Acting {
    force: [Vec3; NODES],
    slopes: [[Vec3; 2]; 9],
}

impl SurfaceLoad {
    /// On an element in its reference configuration.
    pub fn new(element: &ShellElement, starts: &[Motion], source: SurfaceSource, function: FunctionId) -> Self {
        let points = gauss_points().map(|([r, s], w)| (shape(r, s), w));
        let offsets = std::array::from_fn(|a| {
            starts[element.nodes[a].0].d.transpose() * element.directors[a] * element.offsets[a]
        });
        let mut load = SurfaceLoad { nodes: element.nodes, offsets, source, function, points, areas: [0.0; NODES] };
        let surface = load.surface(|node| (starts[node.0].x, starts[node.0].d)).0;
        for (at, w) in &load.points {
            let area = slope(&surface, &at.r).cross(&slope(&surface, &at.s)).norm() * w;
            (0..NODES).for_each(|a| load.areas[a] += at.n[a] * area);
        }
        load
    }

    /// X_a and r_a.
    fn surface(&self, frame: impl Fn(NodeId) -> (Vec3, Mat3)) -> ([Vec3; NODES], [Vec3; NODES]) {
        let frames = self.nodes.map(frame);
        let arms = std::array::from_fn(|a| frames[a].1 * self.offsets[a]);
        (std::array::from_fn(|a| frames[a].0 + arms[a]), arms)
    }

    /// `size`: the function of time, times the load factor.
    fn acting(&self, surface: &[Vec3; NODES], size: f64) -> Acting {
        let slopes: [[Vec3; 2]; 9] =
            std::array::from_fn(|g| [slope(surface, &self.points[g].0.r), slope(surface, &self.points[g].0.s)]);
        let force = match self.source {
            SurfaceSource::Traction(q) => self.areas.map(|area| q * (area * size)),
            SurfaceSource::Pressure(p) => {
                let mut force = [Vec3::zeros(); NODES];
                for ((at, w), [r, s]) in self.points.iter().zip(&slopes) {
                    let normal = r.cross(s) * (-p * size * w);
                    (0..NODES).for_each(|a| force[a] += normal * at.n[a]);
                }
                force
            }
        };
        Acting { force, slopes }
    }

    /// ∂F_a/∂X_b.
    fn slope_of(&self, acting: &Acting, size: f64, a: usize, b: usize) -> Mat3 {
        let SurfaceSource::Pressure(p) = self.source else { return Mat3::zeros() };
        let sum: Vec3 = self
            .points
            .iter()
            .zip(&acting.slopes)
            .fold(Vec3::zeros(), |sum, ((at, w), [r, s])| sum + (r * at.s[b] - s * at.r[b]) * (at.n[a] * w));
        skew(&sum) * (-p * size)
    }

    fn size(&self, at: &Level) -> f64 {
        at.load_factor * at.functions[self.function.0][0]
    }

    fn now(&self, at: &Level) -> (Acting, [Vec3; NODES], f64) {
        let (surface, arms) = self.surface(|node| (at.nodes[node.0].x, at.nodes[node.0].d));
        let size = self.size(at);
        (self.acting(&surface, size), arms, size)
    }
}

/// Σ w_a X_a.
fn slope(surface: &[Vec3; NODES], weights: &[f64; NODES]) -> Vec3 {
    surface.iter().zip(weights).map(|(x, w)| x * *w).sum()
}

impl Term for SurfaceLoad {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn parts(&self) -> Parts {
        Parts::NONE
    }

    fn stage(&self, at: &Level, out: &mut StageBlock) {
        let (acting, arms, size) = self.now(at);
        for a in 0..NODES {
            out.add_force(6 * a, &-acting.force[a]);
            out.add_force(6 * a + 3, &-arms[a].cross(&acting.force[a]));
        }
        if out.without_tangents {
            return;
        }
        // K_ab = | −∂F            ∂F r̃_b       |   and on the diagonal of the rotations  −F̃_a r̃_a
        //        | −r̃_a ∂F        r̃_a ∂F r̃_b   |
        for (a, b) in (0..NODES * NODES).map(|p| (p / NODES, p % NODES)) {
            let (arm_a, arm_b) = (skew(&arms[a]), skew(&arms[b]));
            let slope = self.slope_of(&acting, size, a, b);
            out.add_k(6 * a, 6 * b, &-slope);
            out.add_k(6 * a, 6 * b + 3, &(slope * arm_b));
            out.add_k(6 * a + 3, 6 * b, &(-arm_a * slope));
            out.add_k(6 * a + 3, 6 * b + 3, &(arm_a * slope * arm_b));
            if a == b {
                out.add_k(6 * a + 3, 6 * a + 3, &(-skew(&acting.force[a]) * arm_a));
            }
        }
    }

    fn audit(&self, at: &Level, _lambda: &[f64], audit: &mut InstantAudit) {
        let (acting, arms, _) = self.now(at);
        for (a, node) in self.nodes.iter().enumerate() {
            let node = &at.nodes[node.0];
            audit.applied_power += acting.force[a].dot(&(node.v + node.omega.cross(&arms[a])));
        }
    }

    fn interval(&self) -> Option<&dyn Interval> {
        Some(self)
    }
}

impl Interval for SurfaceLoad {
    /// At the averaged frames: F_a on x_a and o_al F_a on d_al.
    fn interval(&self, over: &Span, out: &mut IntervalBlock) {
        let (n, slopes) = (out.n, over.mean_slopes());
        let size = over.weighted(|level| self.size(level));
        let (surface, _) = self.surface(|node| {
            let [x, d1, d2, d3] = over.mean(node);
            (x, Mat3::from_columns(&[d1, d2, d3]))
        });
        let acting = self.acting(&surface, size);
        let part = |a: usize, l: usize| if l == 0 { 1.0 } else { self.offsets[a][l - 1] };
        for (a, node) in self.nodes.iter().enumerate() {
            let step = over.increment(*node);
            for l in 0..4 {
                let force = acting.force[a] * part(a, l);
                out.add_force(4 * a + l, &-force);
                out.works.applied += force.dot(&step[l]);
            }
        }
        if out.without_tangents {
            return;
        }
        for (a, b) in (0..NODES * NODES).map(|p| (p / NODES, p % NODES)) {
            let slope = self.slope_of(&acting, size, a, b);
            for (to, factor) in out.k.iter_mut().zip(slopes).filter(|(_, factor)| *factor != 0.0) {
                for (l, m) in (0..16).map(|p| (p / 4, p % 4)) {
                    let scale = -factor * part(a, l) * part(b, m);
                    if scale != 0.0 {
                        crate::terms::add_block(to, n, 12 * a + 3 * l, 12 * b + 3 * m, &(slope * scale));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elements::shell::POINTS;
    use crate::math::Quat;
    use crate::sections::{Isotropic, ShellSection};
    use crate::terms::check::{Sample, check_interval, check_stage};

    fn element(offset: f64) -> (ShellElement, Vec<Motion>) {
        let material = Isotropic { young: 1.0, poisson: 0.3, density: 1.0 };
        let starts: Vec<Motion> = (0..NODES)
            .map(|a| {
                Motion::at(
                    Vec3::new((a % 3) as f64, (a / 3) as f64, 0.0),
                    Quat::from_euler_angles(0.1 * a as f64, 0.3, 0.2),
                )
            })
            .collect();
        let element = ShellElement {
            nodes: std::array::from_fn(NodeId),
            directors: [Vec3::z(); NODES],
            offsets: [offset; NODES],
            sections: [ShellSection::isotropic("plate", &material, 0.1).unwrap(); POINTS],
            axis: None,
            drilling: 1.0,
        };
        (element, starts)
    }

    #[test]
    fn tangents_agree_with_differences() {
        for source in [SurfaceSource::Pressure(1.3), SurfaceSource::Traction(Vec3::new(0.3, -0.7, 1.1))] {
            for offset in [0.0, 0.4] {
                let (element, starts) = element(offset);
                let load = SurfaceLoad::new(&element, &starts, source, FunctionId(0));
                let sample = |seed| Sample::random(seed, NODES, 0, vec![[0.8, 0.0, 0.0]]);
                assert!(check_stage(&load, &sample(3)) < 1e-8);
                let check = check_interval(&load, [5, 6, 7].map(sample));
                assert!(check.work < 1e-12 && check.limit < 1e-13 && check.tangent < 1e-8, "{check:?}");
            }
        }
    }

    /// On a flat square of 2 × 2 the pressure pushes with p A against the normal, and each node has its share by Simpson's rule.
    #[test]
    fn pressure_pushes_against_the_normal_with_its_area() {
        let (element, starts) = element(0.0);
        let load = SurfaceLoad::new(&element, &starts, SurfaceSource::Pressure(3.0), FunctionId(0));
        let sample = Sample {
            nodes: starts,
            scalars: vec![],
            functions: vec![[1.0, 0.0, 0.0]],
            gravity: Vec3::zeros(),
            inputs: vec![],
        };
        let (acting, ..) = load.now(&sample.level());
        let total: Vec3 = acting.force.iter().sum();
        assert!((total - Vec3::new(0.0, 0.0, -12.0)).norm() < 1e-14);
        let weights = [1.0, 4.0, 1.0];
        for (a, force) in acting.force.iter().enumerate() {
            let share = weights[a % 3] * weights[a / 3] / 36.0;
            assert!((force.z + 12.0 * share).abs() < 1e-14);
        }
    }
}
