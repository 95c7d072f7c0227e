//! Statics of very thin beams and sheets: the deflection is right to what rounding leaves of the bending stiffness, or refused by name.
//!
//! Rounding of K, ε of its largest entries EA/Le, changes the bending stiffness 3 EI/L³ by the part
//!
//! ```text
//!   δ = ε EA L² / 3 EI · L/Le
//! ```
//!
//! SWP_OK came back without any deflection from δ of about one on: bending was taken for a motion that nothing resists. Now the stiffness
//! along a motion is made of its strains, each with its own rounding.

use crate::common::shell_mesh::grid;
use crate::support::{options, simulate};
use swashplate::error::Error;
use swashplate::integrators::statics::Report;
use swashplate::joints;
use swashplate::loads::Axes;
use swashplate::math::{Quat, Vec3, so3};
use swashplate::model::{Interpolation, Model, NodeKind, uniform_sections};
use swashplate::sections::{Engineering, Isotropic, ShellSection};

const ELEMENTS: usize = 8;

/// Deflection over P L³/3EI, of a cantilever of 1 m and EI = 1 N·m² in some direction; and of the elastica for P = 1 N.
fn beam(axial: f64, load: f64, turn: Quat, interpolation: Interpolation) -> Result<(f64, Report), Error> {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), turn).unwrap();
    let own = Engineering {
        axial,
        shear: [axial / 3.0; 2],
        torsion: 1.0,
        bending: [1.0; 2],
        mass: 1.0,
        inertia: [2e-9, 1e-9, 1e-9],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 0.0,
    };
    let place = |k: usize| turn * (Vec3::x() * (k as f64 / (2 * ELEMENTS) as f64));
    let frames: Vec<(Vec3, Quat)> = (0..=2 * ELEMENTS).map(|k| (place(k), turn)).collect();
    let sections = vec![uniform_sections(&own.section("rod").unwrap(), 1.0 / ELEMENTS as f64, 3); ELEMENTS];
    let id = model.add_beam_elements("rod", &frames, 3, interpolation, &sections).unwrap();
    let nodes = model.beam(id).unwrap().nodes.clone();
    let [a, b] = [ground, nodes[0]].map(|node| model.attach(node, Vec3::zeros(), turn).unwrap());
    model.add_joint("clamp", joints::rigid_connection(), a, b).unwrap();
    let tip = *nodes.last().unwrap();
    let force = model.add_input("force", load).unwrap();
    model.add_load("tip", tip, Axes::Dead, [turn * Vec3::z(), Vec3::zeros(), Vec3::zeros()], force).unwrap();
    let mut sim = simulate(model, options(0.8));
    let report = sim.solve_static()?;
    let z = (turn.inverse() * sim.motion(tip).unwrap().x).z;
    Ok((z / if load == 1.0 { 0.30172 } else { load / 3.0 }, report))
}

/// The same of a sheet of 1 m by 0.25 m with ν = 0 and a bending stiffness D b = 1 N·m².
fn sheet(thickness: f64, load: f64, turn: Quat) -> Result<(f64, Report), Error> {
    let width = 0.25;
    let own = Isotropic { young: 12.0 / (width * thickness.powi(3)), poisson: 0.0, density: 1.0 / thickness };
    let section = ShellSection::isotropic("sheet", &own, thickness).unwrap();
    let mesh = grid([ELEMENTS, 1], |u, v| turn * Vec3::new(u, width * v, 0.0));
    let mut model = mesh.model(&mesh.shells(&section, None, 1.0), |k| k % mesh.size[0] == 0);
    let force = model.add_input("force", load).unwrap();
    let edge = [0, 1, 2].map(|j| swashplate::terms::NodeId(mesh.at(2 * ELEMENTS, j)));
    for (node, part) in edge.into_iter().zip([1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0]) {
        let along = [turn * Vec3::z() * part, Vec3::zeros(), Vec3::zeros()];
        model.add_load(&format!("edge {}", node.0), node, Axes::Dead, along, force).unwrap();
    }
    let mut sim = simulate(model, options(0.8));
    let report = sim.solve_static()?;
    Ok(((turn.inverse() * sim.motion(edge[1]).unwrap().x).z / (load / 3.0), report))
}

/// Right, or refused by the name of the thing; where rounding leaves a thirtieth of the stiffness in doubt it must be right.
fn judge(what: &str, found: Result<(f64, Report), Error>, slenderness: f64, discretisation: f64, must: bool) {
    let doubt = f64::EPSILON * slenderness / 3.0 * ELEMENTS as f64;
    match found {
        Ok((ratio, report)) => {
            println!("{what}: error {:.1e}, in doubt {doubt:.1e}", ratio - 1.0);
            assert!((ratio - 1.0).abs() < discretisation + doubt.min(0.05), "{what}: {ratio}");
            assert_eq!((report.neutral, report.unstable), (0, Some(0)), "{what}");
        }
        Err(error) => {
            println!("{what}: {error:.60}");
            assert!(!must, "{what}: {error}");
            assert!(matches!(error, Error::SingularMatrix(_)) && error.to_string().contains("so thin"), "{error}");
        }
    }
}

fn directions() -> [Quat; 2] {
    [Quat::identity(), so3::exp(&Vec3::new(0.5, -0.8, 1.1))]
}

#[test]
fn thin_beams_bend_as_they_should_or_are_refused_by_name() {
    for interpolation in [Interpolation::Rotations, Interpolation::Directors] {
        for turn in directions() {
            for power in [8, 10, 12, 13, 14, 15, 16, 18, 20] {
                for load in [1e-6, 1e-3] {
                    let what = format!("{interpolation:?}, EA L²/EI = 1e{power}, P L²/EI = {load:e}");
                    let axial = 10f64.powi(power);
                    judge(&what, beam(axial, load, turn, interpolation), axial, 1e-5, power <= 13);
                }
            }
        }
    }
}

/// Mattiasson's elastica, 0.30172 of the length; eight elements are within 5e-5.
#[test]
fn thin_beams_bend_far_or_are_refused_by_name() {
    for turn in directions() {
        for power in [8, 13, 15] {
            let axial = 10f64.powi(power);
            let found = beam(axial, 1.0, turn, Interpolation::Rotations);
            judge(&format!("EA L²/EI = 1e{power}"), found, axial, 5e-5, power <= 13);
        }
    }
}

/// EA L²/EI = 12 (L/h)²; shear, 1e-9 and less, is left out.
#[test]
fn thin_sheets_bend_as_they_should_or_are_refused_by_name() {
    for turn in directions() {
        for thickness in [1e-4, 1e-5, 1e-6, 7e-7, 4e-7, 2.5e-7] {
            for load in [1e-4, 1e-2] {
                let found = sheet(thickness, load, turn);
                let slenderness = 12.0 / (thickness * thickness);
                judge(&format!("h/L = {thickness:e}, load {load:e}"), found, slenderness, 1e-4, thickness >= 1e-6);
            }
        }
    }
}
