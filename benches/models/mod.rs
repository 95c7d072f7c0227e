//! The models of the benchmarks.
//!
//! | model | from |
//! |---|---|
//! | crooked elastic four-bar | Borri 2000 §4, `tests/common/borri.rs`, with the rotary inertia of Epple Table 6.2 |
//! | rotating blade | straight, 5 m, driven at its root from rest to 30 rad/s, under gravity |
//! | rotor | a hub with four blades, each on hinges for flap, lag and pitch |
//! | chain | rigid links, hinged about crossed axes, swinging down |
#![allow(dead_code)] // each benchmark uses its part

use crate::common::bars::{Mesh, bar, ends, frame, hinge, host, join, section};
use crate::common::borri;
use swashplate::joints;
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{Model, NodeKind};
use swashplate::terms::NodeId;

/// A model and the node that is watched.
pub struct Watched {
    pub model: Model,
    pub point: NodeId,
}

/// The angle of a speed that grows as ½(1 − cos πt/T) from 0 to `speed` in T = `ramp` [s].
fn spin_up(speed: f64, ramp: f64) -> impl Fn(f64) -> [f64; 3] + Send + Sync + 'static {
    let rate = std::f64::consts::PI / ramp;
    move |t| match t < ramp {
        true => {
            let (sin, cos) = (rate * t).sin_cos();
            [0.5 * speed * (t - sin / rate), 0.5 * speed * (1.0 - cos), 0.5 * speed * rate * sin]
        }
        false => [0.5 * speed * ramp + speed * (t - ramp), speed, 0.0],
    }
}

/// The crooked four-bar, from rest to 20 rad/s in 0.05 s; point C is watched.
pub fn four_bar(mesh: Mesh) -> Watched {
    let inertia = [1.2e-2, 8.6e-4, 1.1e-2];
    let thin = section(4.0e7, [1.4e7, 2.8e6], 2.8e4, [2.4e4; 2], 1.6, inertia);
    let thick = section(4.0e7, [1.4e7, 2.8e6], 2.8e5, [2.4e6; 2], 3.2, inertia);
    let chain = borri::chain([&thin, &thick, &thin], 5.0_f64.to_radians(), mesh);
    let four = borri::on_ground(chain, spin_up(borri::SPEED, 0.05));
    Watched { model: four.model, point: four.points[2] }
}

/// The blade, from rest to 30 rad/s in 1 s; its tip is watched.
pub fn blade(mesh: Mesh) -> Watched {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let own = section(1e8, [2e7; 2], 1e5, [5e4, 1e6], 8.0, [0.1, 0.01, 0.09]);
    let blade = bar(&mut model, "blade", [Vec3::zeros(), 5.0 * Vec3::x()], Vec3::z(), &own, mesh);
    let [root, tip] = ends(&model, blade);
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let shaft = hinge(&mut model, "shaft", Vec3::z(), [ground, root]);
    let angle = host(&mut model, spin_up(30.0, 1.0));
    model.drive_joint(shaft, 0, angle).unwrap();
    Watched { model, point: tip }
}

/// A hub on a driven shaft with four blades of this mesh; flap, lag and pitch hinges with two small bodies between them, a
/// damper on the lag hinge and a spring for the pitch. The tip of the first blade is watched.
pub fn rotor(mesh: Mesh) -> Watched {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let own = section(1e8, [2e7; 2], 1e5, [5e4, 1e6], 8.0, [0.1, 0.01, 0.09]);
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let hub = model.add_node("hub", NodeKind::Free, Vec3::zeros(), Quat::identity()).unwrap();
    model.add_rigid_body("hub", hub, 40.0, Vec3::zeros(), Mat3::from_diagonal_element(2.0)).unwrap();
    let shaft = hinge(&mut model, "shaft", Vec3::z(), [ground, hub]);
    let angle = host(&mut model, spin_up(30.0, 1.0));
    model.drive_joint(shaft, 0, angle).unwrap();
    let mut tip = hub;
    for k in 0..4 {
        let (sin, cos) = (f64::from(k) * std::f64::consts::FRAC_PI_2).sin_cos();
        let (out, across) = (Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0));
        let mut body = |name: &str, at: f64| {
            let name = format!("{name} {k}");
            let node = model.add_node(&name, NodeKind::Free, at * out, frame(out, Vec3::z())).unwrap();
            model.add_rigid_body(&name, node, 3.0, Vec3::zeros(), Mat3::from_diagonal_element(0.01)).unwrap();
            node
        };
        let (flapping, lagging) = (body("flap link", 0.2), body("lag link", 0.3));
        let blade = bar(&mut model, &format!("blade {k}"), [0.4 * out, 5.0 * out], Vec3::z(), &own, mesh);
        let [root, end] = ends(&model, blade);
        hinge(&mut model, &format!("flap {k}"), across, [hub, flapping]);
        let lag = hinge(&mut model, &format!("lag {k}"), Vec3::z(), [flapping, lagging]);
        let pitch = hinge(&mut model, &format!("pitch {k}"), out, [lagging, root]);
        model.add_joint_spring(&format!("lag damper {k}"), lag, 0, [0.0, 200.0, 0.0]).unwrap();
        model.add_joint_spring(&format!("control {k}"), pitch, 0, [5e3, 5.0, 0.0]).unwrap();
        if k == 0 {
            tip = end;
        }
    }
    Watched { model, point: tip }
}

/// Links of 0.1 m, hinged about horizontal axes that cross from link to link; the last one is watched.
pub fn chain(links: usize) -> Watched {
    let mut model = Model::new();
    model.set_gravity(Vec3::new(0.0, 0.0, -9.81)).unwrap();
    let mut last = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    for k in 0..links {
        let x = 0.1 * k as f64 * Vec3::x();
        let node = model.add_node(&format!("link {k}"), NodeKind::Free, x, Quat::identity()).unwrap();
        let inertia = Mat3::from_diagonal(&Vec3::new(2e-4, 1e-3, 1e-3));
        model.add_rigid_body(&format!("link {k}"), node, 1.0, 0.05 * Vec3::x(), inertia).unwrap();
        let axis = if k % 2 == 0 { Vec3::y() } else { Vec3::z() };
        join(&mut model, &format!("hinge {k}"), joints::revolute(), frame(Vec3::x(), axis), [last, node]);
        last = node;
    }
    Watched { model, point: last }
}
