//! Beams in motion: objectivity, Epple §5.2–5.4, spin-up and steady spin, recovery of section forces, energy and momentum.

use crate::support;

use std::sync::Arc;
use support::{assert_order, options, orders, reference, simulate, vector};
use swashplate::elements::beam::interpolate_rotations;
use swashplate::integrators::statics::Spin;
use swashplate::joints;
use swashplate::loads::{Axes, Table, TimeFunction};
use swashplate::math::quadrature::{gauss, lobatto};
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{BeamId, Interpolation, JointId, Model, NodeKind, uniform_sections};
use swashplate::sections::{BeamSection, Engineering};
use swashplate::simulation::Simulation;
use swashplate::terms::{InstantAudit, Level, Motion, NodeId, StageBlock};

const BOTH: [Interpolation; 2] = [Interpolation::Rotations, Interpolation::Directors];

/// The beam of Epple §5.4, 1 m long: EA, GA, GJ, EI and mass are printed; rotary inertia m EI/EA is that of `smooth_freq.json`,
/// case B.
fn epple(damping: f64) -> BeamSection {
    let rotary = 0.35 * 32.6 / 9280.0;
    let own = Engineering {
        axial: 9280.0,
        shear: [3570.0; 2],
        torsion: 65.2,
        bending: [32.6; 2],
        mass: 0.35,
        inertia: [2.0 * rotary, rotary, rotary],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping,
    };
    own.section("test").unwrap()
}

/// A straight beam of 1 m along x from the origin.
struct Line {
    model: Model,
    beam: BeamId,
    nodes: Vec<NodeId>,
}

impl Line {
    fn new(section: &BeamSection, (elements, nodes): (usize, usize), interpolation: Interpolation) -> Self {
        let mut model = Model::new();
        let part = 1.0 / elements as f64;
        let mut frames = vec![(Vec3::zeros(), Quat::identity())];
        for e in 0..elements {
            let place = |r: &f64| (Vec3::new(part * (e as f64 + 0.5 + 0.5 * r), 0.0, 0.0), Quat::identity());
            frames.extend(lobatto(nodes)[1..].iter().map(place));
        }
        let sections = vec![uniform_sections(section, part, nodes); elements];
        let beam = model.add_beam_elements("beam", &frames, nodes, interpolation, &sections).unwrap();
        let nodes = model.beam(beam).unwrap().nodes.clone();
        Line { model, beam, nodes }
    }

    fn tip(&self) -> NodeId {
        self.nodes[self.nodes.len() - 1]
    }

    fn hold(&mut self, pair: swashplate::terms::holonomic::Pair) -> JointId {
        let ground = self.model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
        let [a, b] = [ground, self.nodes[0]].map(|n| self.model.attach(n, Vec3::zeros(), Quat::identity()).unwrap());
        self.model.add_joint("root", pair, a, b).unwrap()
    }

    /// On a shaft along z that turns by `angle(t)`: value and two derivatives.
    fn turn(&mut self, angle: impl Fn(f64) -> [f64; 3] + Send + Sync + 'static) -> JointId {
        let shaft = self.hold(joints::revolute());
        let angle = self.model.add_function(TimeFunction::Host(Arc::new(move |t| Some(angle(t))))).unwrap();
        self.model.drive_joint(shaft, 0, angle).unwrap();
        shaft
    }
}

fn level(nodes: &[Motion]) -> Level<'_> {
    let gravity = Vec3::zeros();
    Level {
        time: 0.0,
        load_factor: 1.0,
        gravity,
        nodes,
        scalars: &[],
        functions: &[],
        inputs: &[],
        rates: None,
        locks: &[],
    }
}

#[test]
fn strain_energy_does_not_change_when_a_bent_beam_is_turned_ten_thousand_times() {
    for interpolation in BOTH {
        let line = Line::new(&epple(0.0), (4, 4), interpolation);
        let beam = line.model.beam(line.beam).unwrap();
        let energy = |nodes: &[Motion]| {
            let mut books = InstantAudit::default();
            (0..4).for_each(|k| line.model.beam_element(beam, k).audit(&level(nodes), &[], &mut books));
            books.potential
        };
        // forces of the last element on its nodes
        let forces = |nodes: &[Motion]| {
            let mut block = StageBlock::default();
            block.reset(24, 0);
            line.model.beam_element(beam, 3).stage(&level(nodes), &mut block);
            block.f.chunks(3).map(Vec3::from_column_slice).collect::<Vec<_>>()
        };
        // strains of ten percent: stretched, sheared, bent and twisted
        let bent = line.model.nodes().iter().map(|n| {
            let s = n.start.x.x;
            let turn = so3::exp(&Vec3::new(0.8 * s, -1.1 * s * s, 1.7 * s));
            Motion::at(Vec3::new(1.1 * s, 0.5 * s * s + 0.1 * s, -0.4 * s * s * s), turn)
        });
        let bent: Vec<Motion> = bent.collect();
        let (first, mut nodes, mut total) = (energy(&bent), bent.clone(), Quat::identity());
        assert!(first > 10.0);
        let mut worst = 0.0_f64;
        for k in 0..10_000 {
            let k = f64::from(k);
            let turn = so3::exp(&Vec3::new(k.sin(), (1.3 * k).cos(), (0.7 * k).sin() + 0.1).normalize());
            for node in &mut nodes {
                node.place(turn * node.x, turn * node.rotation);
            }
            total = Quat::new_normalize((turn * total).into_inner());
            worst = worst.max((energy(&nodes) / first - 1.0).abs());
        }
        println!("{interpolation:?}: energy {first:.3} J changes by {worst:.1e}");
        // rounding: 1e4 products, each with 1e-16, add up to 1e-14 like a random walk and to 1e-12 at worst; divided by the
        // strain, 0.1, for positions
        assert!(worst < 1e-12, "{interpolation:?}: {worst:e}");
        // the path leaves no trace: forces are those of the start, turned as a whole
        for (now, before) in forces(&nodes).iter().zip(forces(&bent)) {
            assert!((now - total * before).norm() < 1e-9 * first, "{interpolation:?}: {now} {before}");
        }
    }
}

/// Nodal rotations of Epple (5.15): angles about axes that are normalised here; node four as printed, or rescaled to −179°.
fn epple_rotations(rescaled: bool) -> Vec<Quat> {
    let angles: [f64; 4] = [145.0, 160.0, 170.0, if rescaled { 181.0 - 360.0 } else { 181.0 }];
    let axes = [[0.305, 0.610, 0.732], [0.326, 0.646, 0.690], [0.319, 0.610, 0.726], [0.311, 0.549, 0.776]];
    angles.iter().zip(axes).map(|(angle, n)| so3::exp(&(Vec3::from(n).normalize() * angle.to_radians()))).collect()
}

#[test]
fn interpolated_curvature_is_that_of_algorithm_1_with_and_without_rescaling() {
    // Epple §5.2, figures 5.2 and 5.4. The reference has all digits: only rounding separates the two.
    let table = reference("rotinterp")["cases"].clone();
    for (case, rescaled) in [("unscaled", false), ("node4_rescaled", true)] {
        let rotations = epple_rotations(rescaled);
        let row = &table[format!("equidistant|normalized axes|{case}")];
        for (k, (r, _)) in gauss(3).iter().enumerate() {
            let (turn, curvature) = interpolate_rotations(&[-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0], &rotations, *r);
            let exact = vector(&row["kappa_alg1"][k]);
            assert!((curvature - exact).norm() < 1e-12, "{case}, point {k}: {curvature} {exact}");
            // c = 4 tan(φ/4) n
            let (c, found) = (vector(&row["c_alg1_gauss"][k]), so3::log(&turn));
            let c = c.normalize() * (4.0 * (0.25 * c.norm()).atan());
            assert!((found - c).norm() < 1e-12, "{case}, point {k}: {found} {c}");
        }
    }
}

#[test]
fn curvature_of_an_element_is_that_of_algorithm_1() {
    // the same rotations at the Lobatto nodes of an element of length 2, so that d/ds = d/dr
    let table = reference("rotinterp")["cases"].clone();
    let mut model = Model::new();
    let frames: Vec<_> = lobatto(4).iter().map(|r| (Vec3::new(*r, 0.0, 0.0), Quat::identity())).collect();
    let sections = [uniform_sections(&epple(0.0), 2.0, 4)];
    let beam = model.add_beam_elements("beam", &frames, 4, Interpolation::Rotations, &sections).unwrap();
    let element = model.beam_element(model.beam(beam).unwrap(), 0);
    for (case, rescaled) in [("unscaled", false), ("node4_rescaled", true)] {
        let nodes: Vec<Motion> =
            frames.iter().zip(epple_rotations(rescaled)).map(|((x, _), turn)| Motion::at(*x, turn)).collect();
        for (k, (r, _)) in gauss(3).iter().enumerate() {
            let frame = element.section_at(&nodes, *r).1;
            let curvature = frame * element.strain(&nodes, k).0.fixed_rows::<3>(3);
            let exact = vector(&table[format!("GLL|normalized axes|{case}")]["kappa_alg1"][k]);
            assert!((curvature - exact).norm() < 1e-12, "{case}, point {k}: {curvature} {exact}");
        }
    }
}

/// The free beam of Epple §5.4.1 at 1.5 s.
struct Flight {
    /// when the rotation of the far end passes π [s]
    passed: f64,
    /// rotation as a whole, elastic motion apart [rad]
    angle: f64,
    /// most iterations of a step
    iterations: usize,
}

/// One cubic element; moments Q2 and Q3 at the first node. They turn with the node; about a fixed axis across the beam, the
/// motion is plane, and moments of fixed direction would do the same.
fn flight(h: f64, interpolation: Interpolation) -> Flight {
    let half_turn = std::f64::consts::PI;
    let mut line = Line::new(&epple(0.0), (1, 4), interpolation);
    let history = Table::new(&[0.0, 0.5, 1.0], &[0.0, 0.3, 0.0], false).unwrap();
    let history = line.model.add_function(TimeFunction::Table(history)).unwrap();
    let moments = [Vec3::zeros(), Vec3::new(0.0, 1.0, 1.0), Vec3::zeros()];
    line.model.add_load("Q2 and Q3", line.nodes[0], Axes::Follower, moments, history).unwrap();
    let (tip, nodes, axis) = (line.tip(), line.nodes.clone(), Vec3::new(0.0, 1.0, 1.0).normalize());
    let mut sim = simulate(line.model, options(0.8));
    let (mut angle, mut flight) = (0.0, Flight { passed: 0.0, angle: 0.0, iterations: 0 });
    for k in 1..=(1.5 / h).round() as usize {
        sim.step(h).unwrap_or_else(|e| panic!("h = {h}: {e}"));
        flight.iterations = flight.iterations.max(sim.history().iterations);
        let before = angle;
        angle += so3::wrap(so3::log(&sim.motion(tip).unwrap().rotation).dot(&axis) - angle);
        if before < half_turn && angle >= half_turn {
            flight.passed = h * (k as f64 - (angle - half_turn) / (angle - before));
        }
    }
    // the direction Σ m_n s_n x_n + ρ_n d1_n (masses and rotary inertias of the nodes at s_n); the modes of vibration, being
    // orthogonal to the rotation, do not turn it
    let whole = nodes.iter().zip(lobatto(4)).zip([1.0, 5.0, 5.0, 1.0]).map(|((node, r), weight)| {
        let motion = sim.motion(*node).unwrap();
        weight * 0.35 * (0.5 * r * motion.x + 32.6 / 9280.0 * motion.d.column(0))
    });
    let whole: Vec3 = whole.sum();
    flight.angle = angle + so3::wrap(axis.dot(&Vec3::x().cross(&whole)).atan2(whole.x) - angle);
    flight
}

#[test]
fn free_beam_passes_half_a_turn_whatever_the_step() {
    // a rigid beam: angle(1 − τ) = A/4 − A τ/2 + A τ³/3 with the acceleration A at the peak, √2 · 0.3 N m over the inertia
    let inertia = 0.35 / 12.0 + 0.35 * 32.6 / 9280.0;
    let peak = 2.0_f64.sqrt() * 0.3 / inertia;
    let angle = |t: f64| peak * (0.25 - 0.5 * (1.0 - t) + (1.0 - t).powi(3) / 3.0);
    let (mut low, mut high) = (0.5, 1.0);
    while high - low > 1e-12 {
        let middle = 0.5 * (low + high);
        *(if angle(middle) < std::f64::consts::PI { &mut low } else { &mut high }) = middle;
    }
    for interpolation in BOTH {
        let runs = [1e-3, 5e-4, 2.5e-4, 1e-4].map(|h| flight(h, interpolation));
        for run in &runs {
            println!("{interpolation:?}: passes at {:.5} s (rigid {low:.5} s), turned by {}", run.passed, run.angle);
            // the moment then, 2 · 0.42 N m · τ, bends the ends by less than M L/EI = 1.3e-3 rad, at 7 rad/s
            assert!((run.passed - low).abs() < 2e-4, "{interpolation:?}: {} {low}", run.passed);
            // a smooth motion: predictor, one correction and one that confirms it
            assert!(run.iterations <= 3, "{} iterations", run.iterations);
        }
        // errors C h²: 3/4 and 3/16 of C between the first three runs, 99/100 between 1 ms and 0.1 ms
        let [a, b, across] = [(0, 1), (1, 2), (0, 3)].map(|(i, j)| (runs[i].angle - runs[j].angle).abs());
        println!("{interpolation:?}: {a:e} {b:e}, 1 ms to 0.1 ms {across:e}");
        assert_order("rotation of the free beam", &[a, b], 2.0, 0.1);
        assert!((across / a - 1.32).abs() < 0.1, "{across:e} {a:e}");
    }
}

/// Forces of the root on the rotating cantilever of Epple §5.4.2 at all steps: speed 0 → 4 rad/s about z and tip load 0 → 50 N
/// along z (the thesis shows the direction in a figure only) in 1 s, both constant from then on.
fn root_forces(elements: usize, nodes: usize) -> Vec<Vec3> {
    let mut line = Line::new(&epple(0.0), (elements, nodes), Interpolation::Rotations);
    let root = line.turn(|t| if t < 1.0 { [2.0 * t * t, 4.0 * t, 4.0] } else { [4.0 * t - 2.0, 4.0, 0.0] });
    let ramp = Table::new(&[0.0, 1.0], &[0.0, 50.0], false).unwrap();
    let ramp = line.model.add_function(TimeFunction::Table(ramp)).unwrap();
    line.model.add_load("tip", line.tip(), Axes::Dead, [Vec3::z(), Vec3::zeros(), Vec3::zeros()], ramp).unwrap();
    let mut sim = simulate(line.model, options(0.5));
    let step = |_| {
        sim.step(0.01).unwrap_or_else(|e| panic!("{elements} elements of {nodes} nodes: {e}"));
        sim.joint_reaction(root, 1, true).unwrap().0
    };
    (0..150).map(step).collect()
}

#[test]
fn five_quadratic_elements_give_the_root_force_of_a_rotating_cantilever_to_a_ten_thousandth() {
    let fine = root_forces(64, 4);
    let size = |forces: &mut dyn Iterator<Item = Vec3>| forces.map(|f| f.norm_squared()).sum::<f64>().sqrt();
    let error = |elements: usize, nodes: usize| {
        let forces = root_forces(elements, nodes);
        size(&mut forces.iter().zip(&fine).map(|(a, b)| a - b)) / size(&mut fine.iter().copied())
    };
    // cubic elements are of order 6: a quarter of the mesh would still do
    assert!(error(16, 4) < 1e-8);
    let table = |nodes: usize| [1, 2, 3, 4, 5, 6, 8, 16, 32].map(|n| (n, error(n, nodes)));
    let (linear, quadratic) = (table(2), table(3));
    for (name, rows) in [("linear", &linear), ("quadratic", &quadratic)] {
        println!("{name}: {}", rows.map(|(n, e)| format!("{n}: {e:.1e}")).join(", "));
    }
    // 0.01 % with five quadratic elements and not with four, as in figure 5.9
    assert!(quadratic[4].1 < 1e-4 && quadratic[3].1 > 1e-4, "{quadratic:?}");
    // orders 2 and 4 in the forces
    assert_order("linear", &[linear[6].1, linear[7].1, linear[8].1], 2.0, 0.1);
    assert_order("quadratic", &[quadratic[6].1, quadratic[7].1, quadratic[8].1], 4.0, 0.2);
}

/// Speed of the blade in the tests below [rad/s].
const SPEED: f64 = 10.0;

const SPIN: Spin = Spin { omega: Vec3::new(0.0, 0.0, SPEED), about: Vec3::new(0.0, 0.0, 0.0) };

/// The angle of a speed that grows smoothly from 0 to [`SPEED`] in 1 s, and its derivatives.
fn spin_up(t: f64) -> [f64; 3] {
    if t >= 1.0 {
        return [SPEED * (t - 0.5), SPEED, 0.0];
    }
    let angle = t.powi(6) - 3.0 * t.powi(5) + 2.5 * t.powi(4);
    let rate = 6.0 * t.powi(5) - 15.0 * t.powi(4) + 10.0 * t.powi(3);
    [SPEED * angle, SPEED * rate, SPEED * 30.0 * t * t * (1.0 - t) * (1.0 - t)]
}

fn steady(t: f64) -> [f64; 3] {
    [SPEED * t, SPEED, 0.0]
}

/// A blade with weight across the plane of rotation and strong damping. μ = 0.02 s: the lowest modes, 33 rad/s, decay with
/// μω²/2 = 11 1/s, the others faster.
struct Blade {
    sim: Simulation,
    root: JointId,
    tip: NodeId,
    beam: BeamId,
}

impl Blade {
    fn new(angle: fn(f64) -> [f64; 3], mesh: (usize, usize), interpolation: Interpolation) -> Self {
        let mut line = Line::new(&epple(0.02), mesh, interpolation);
        line.model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
        let (root, tip, beam) = (line.turn(angle), line.tip(), line.beam);
        Blade { sim: simulate(line.model, options(0.8)), root, tip, beam }
    }

    /// Place of the tip and force of the root as seen from the blade.
    fn seen(&self) -> [Vec3; 2] {
        let back = so3::exp(&(-self.sim.joint_coordinate(self.root, 0).unwrap().0 * Vec3::z()));
        let force = self.sim.joint_reaction(self.root, 1, false).unwrap().0;
        [back * self.sim.motion(self.tip).unwrap().x, back * force]
    }

    /// How far both are from others, relative.
    fn off(&self, exact: &[Vec3; 2]) -> [f64; 2] {
        let now = self.seen();
        [0, 1].map(|i| (now[i] - exact[i]).norm() / exact[i].norm())
    }
}

const STEPS: [f64; 3] = [0.02, 0.01, 0.005];

/// Errors of tip and root force after a spin-up to the steady spin, for [`STEPS`].
fn spun_up(exact: &[Vec3; 2], interpolation: Interpolation) -> [[f64; 2]; 3] {
    STEPS.map(|h| {
        let mut blade = Blade::new(spin_up, (4, 4), interpolation);
        // 3 s at full speed: transients have decayed to e⁻³³
        blade.sim.advance(4.0, h, None).unwrap();
        blade.off(exact)
    })
}

#[test]
fn spin_up_ends_in_the_rotating_equilibrium() {
    for interpolation in BOTH {
        let mut blade = Blade::new(steady, (4, 4), interpolation);
        blade.sim.solve_rotating(SPIN).unwrap();
        let errors = spun_up(&blade.seen(), interpolation);
        for (i, what) in ["tip", "root force"].into_iter().enumerate() {
            let errors = errors.map(|e| e[i]);
            println!("{interpolation:?}, {what}: {errors:?}");
            // nothing but the truncation error of the scheme, h²
            assert_order(what, &errors, 2.0, 0.02);
        }
    }
}

#[test]
fn dynamics_that_start_in_the_rotating_equilibrium_stay_there() {
    for interpolation in BOTH {
        let mut blade = Blade::new(steady, (4, 4), interpolation);
        blade.sim.solve_rotating(SPIN).unwrap();
        let (exact, start) = (blade.seen(), blade.sim.save());
        let errors = spun_up(&exact, interpolation);
        for (h, error) in STEPS.into_iter().zip(errors) {
            blade.sim.restore(&start).unwrap();
            let mut most = [0.0; 2];
            for _ in 0..(20.0 * std::f64::consts::PI / SPEED / h).ceil() as usize {
                blade.sim.step(h).unwrap_or_else(|e| panic!("{interpolation:?}, h = {h}: {e}"));
                let off = blade.off(&exact);
                most = [0, 1].map(|i| f64::max(most[i], off[i]));
            }
            let last = blade.off(&exact);
            println!("{interpolation:?}, h = {h}: at most {most:?}, at the end {last:?}, after a spin-up {error:?}");
            for i in 0..2 {
                // the steady motion of the scheme is that much off; what starts beside it swings by no more to the other side
                assert!(most[i] < 2.0 * error[i], "{interpolation:?}, h = {h}: {most:?} {error:?}");
                // ten turns are 6 s: e⁻⁶⁹ of the transient, and rounding
                assert!((last[i] / error[i] - 1.0).abs() < 1e-6, "{interpolation:?}, h = {h}: {last:?} {error:?}");
            }
        }
    }
}

/// Solve a clamped beam with a distributed dead load of these values at these places.
fn loaded(
    mesh: (usize, usize),
    interpolation: Interpolation,
    places: [f64; 2],
    loads: [[Vec3; 2]; 2],
) -> (Simulation, BeamId, JointId, NodeId) {
    let mut line = Line::new(&epple(0.0), mesh, interpolation);
    let root = line.hold(joints::rigid_connection());
    let one = line.model.add_function(TimeFunction::Constant(1.0)).unwrap();
    line.model.add_distributed_load("q", line.beam, Axes::Dead, &places, &loads, one).unwrap();
    let (beam, tip) = (line.beam, line.tip());
    let mut sim = simulate(line.model, options(0.8));
    sim.solve_static().unwrap();
    (sim, beam, root, tip)
}

#[test]
fn uniform_load_bends_a_cantilever_as_timoshenko_says() {
    // tip at q L⁴/8EI + q L²/2GA, of which nodes are free of error with all elements: the error of integration and that of the
    // lumped load cancel. What is left is of the second order in the deflection, (4e-6)².
    let q = 1e-3;
    let exact = q / (8.0 * 32.6) + q / (2.0 * 3570.0);
    let load = [[Vec3::new(0.0, 0.0, q), Vec3::zeros()]; 2];
    for interpolation in BOTH {
        for mesh in [(2, 2), (16, 2), (1, 3), (4, 3), (1, 4), (5, 4)] {
            let (sim, _, _, tip) = loaded(mesh, interpolation, [0.0, 1.0], load);
            let error = sim.motion(tip).unwrap().x.z / exact - 1.0;
            assert!(error.abs() < 5e-11, "{interpolation:?}, {mesh:?}: {error:e}");
        }
    }
}

#[test]
fn reactions_to_a_distributed_load_are_its_resultants() {
    // a part of the beam, not in step with the elements
    let (a, b) = (0.13, 0.77);
    let (q, m) = ([Vec3::new(1.0, 2.0, -3.0), Vec3::new(4.0, -1.0, 2.0)], [Vec3::new(1.0, 0.5, 0.2), Vec3::zeros()]);
    let (q, m) = (q.map(|v| 1e-6 * v), m.map(|v| 1e-6 * v));
    let force = (q[0] + q[1]) * 0.5 * (b - a);
    let lever = (q[0] * (2.0 * a + b) + q[1] * (a + 2.0 * b)) * (b - a) / 6.0;
    let moment = Vec3::x().cross(&lever) + (m[0] + m[1]) * 0.5 * (b - a);
    for interpolation in BOTH {
        for mesh in [(1, 2), (5, 2), (3, 3), (1, 4), (4, 4)] {
            let (sim, _, root, tip) = loaded(mesh, interpolation, [a, b], [[q[0], m[0]], [q[1], m[1]]]);
            let reaction = sim.joint_reaction(root, 1, false).unwrap();
            // rounding of stiffnesses, 1e4, times displacements, 1e-8
            assert!((reaction.0 + force).norm() < 1e-12 * force.norm(), "{mesh:?}: {} {force}", reaction.0);
            // the arm changes by the displacement
            let moved = (sim.motion(tip).unwrap().x - Vec3::x()).norm();
            assert!((reaction.1 + moment).norm() < moved * (q[0].norm() + q[1].norm()), "{mesh:?}: {}", reaction.1);
        }
    }
}

#[test]
fn section_force_at_the_root_converges_to_the_reaction() {
    // force and moment of the joint on the beam against those of the first section, relative
    let gap = |sim: &Simulation, beam: BeamId, root: JointId, drive: f64| {
        let (force, moment) = sim.joint_reaction(root, 1, false).unwrap();
        let moment = moment + Vec3::new(0.0, 0.0, drive);
        let (_, inner, frame) = sim.section_force(beam, 0.0).unwrap();
        let inner = [frame * inner.fixed_rows::<3>(0), frame * inner.fixed_rows::<3>(3)];
        [(inner[0] + force).norm() / force.norm(), (inner[1] + moment).norm() / moment.norm()]
    };
    let load = [[Vec3::new(0.0, 40.0, 100.0), Vec3::new(5.0, 0.0, 0.0)]; 2];
    for interpolation in BOTH {
        let bent = |elements: usize, nodes: usize| {
            let (sim, beam, root, _) = loaded((elements, nodes), interpolation, [0.0, 1.0], load);
            gap(&sim, beam, root, 0.0)
        };
        let spun = |elements: usize, nodes: usize| {
            let mut blade = Blade::new(steady, (elements, nodes), interpolation);
            blade.sim.solve_rotating(SPIN).unwrap();
            let drive = blade.sim.joint_drive(blade.root, 0).unwrap();
            gap(&blade.sim, blade.beam, blade.root, drive)
        };
        for (name, run) in [("bent", &bent as &dyn Fn(usize, usize) -> [f64; 2]), ("spun", &spun)] {
            for nodes in [2, 3, 4] {
                let gaps = [8, 16, 32].map(|n| run(n, nodes));
                for (i, what) in ["force", "moment"].into_iter().enumerate() {
                    let gaps = gaps.map(|g| g[i]);
                    println!("{interpolation:?}, {nodes} nodes, {name}, {what}: {gaps:?} {:.2?}", orders(&gaps));
                    // a polynomial through n − 1 Gauss points, carried on to the end of the element: order n − 1
                    assert_order(&format!("{name}, {what}, {nodes} nodes"), &gaps[1..], nodes as f64 - 1.0, 0.3);
                    assert!(nodes < 4 || gaps[2] < 1e-5);
                }
            }
        }
    }
}

#[test]
fn free_flight_keeps_momentum_and_to_second_order_energy() {
    let turn = std::f64::consts::TAU;
    for interpolation in BOTH {
        let run = |h: f64| {
            let mut line = Line::new(&epple(0.0), (4, 4), interpolation);
            let omega = Vec3::new(2.0, -6.0, 8.0);
            for node in line.nodes.clone() {
                let x = line.model.node(node).unwrap().start.x;
                // a turn as a whole, and bending without shear
                let (bend, slope) = (0.5 * (1.0 - (turn * x.x).cos()), 0.5 * turn * (turn * x.x).sin());
                let v = Vec3::new(1.0, -2.0, 0.5) + omega.cross(&x) + Vec3::new(0.0, 0.0, bend);
                line.model.set_velocity(node, v, omega - Vec3::new(0.0, slope, 0.0)).unwrap();
            }
            let mut sim = simulate(line.model, options(1.0));
            let start = sim.audit(Vec3::zeros()).unwrap();
            let mut worst = [0.0_f64; 3];
            for _ in 0..(0.5 / h).round() as usize {
                sim.step(h).unwrap();
                let now = sim.audit(Vec3::zeros()).unwrap();
                let energy = now.kinetic_energy + now.potential_energy;
                let off = [
                    energy / (start.kinetic_energy + start.potential_energy) - 1.0,
                    (now.linear_momentum - start.linear_momentum).norm() / start.linear_momentum.norm(),
                    (now.angular_momentum - start.angular_momentum).norm() / start.angular_momentum.norm(),
                ];
                worst = [0, 1, 2].map(|i| f64::max(worst[i], off[i].abs()));
            }
            worst
        };
        let runs = [1e-3, 5e-4, 2.5e-4].map(run);
        println!("{interpolation:?}: energy, momentum, angular momentum {runs:?}");
        // inner forces balance: linear momentum to rounding; the scheme conserves neither of the others, but to second order
        assert!(runs.iter().all(|r| r[1] < 1e-13), "{runs:?}");
        assert_order("energy", &runs.map(|r| r[0]), 2.0, 0.1);
        assert_order("angular momentum", &runs.map(|r| r[2]), 2.0, 0.1);
        assert!(runs[2][0] < 1e-5 && runs[2][2] < 1e-5);
    }
}
