//! Slips of convention and units in sections, through the C functions: what is refused, what the diagnosis says, and that it says
//! nothing of real blades.
#![allow(unsafe_code)] // it calls the functions as a host does

#[path = "common/blades.rs"]
mod blades;

use blades::{Blade, all, iea_15mw, nrel_5mw};
use std::ffi::CString;
use std::ptr::{null, null_mut};
use swashplate::capi::beams::*;
use swashplate::capi::diagnosis::*;
use swashplate::capi::library::swp_status::{self, *};
use swashplate::capi::model::*;
use swashplate::math::Mat6;
use swashplate::sections::{BeamSection, Convention, Engineering};

/// A model that frees itself.
struct Host(*mut swp_model);

impl Drop for Host {
    fn drop(&mut self) {
        // SAFETY: the handle is its own.
        unsafe { swp_model_free(self.0) }
    }
}

/// What was said: an error of a call, or the findings of the diagnosis that are about units, with their severity.
#[derive(Debug, Clone, PartialEq)]
enum Said {
    Refused(String),
    Found(Vec<(i32, String)>),
}

impl Host {
    fn new() -> Self {
        let mut model = null_mut();
        // SAFETY: the pointer is that of a local variable.
        assert_eq!(unsafe { swp_model_create(&mut model) }, SWP_OK);
        Host(model)
    }

    fn refused(&self, status: swp_status) -> Option<Said> {
        let mut text = [0u8; 4000];
        if status == SWP_OK {
            return None;
        }
        assert_eq!(status, SWP_INVALID_ARGUMENT);
        // SAFETY: model and buffer are there.
        unsafe { swp_model_error(self.0, text.as_mut_ptr().cast(), text.len(), null_mut()) };
        let end = text.iter().position(|b| *b == 0).unwrap();
        Some(Said::Refused(String::from_utf8_lossy(&text[..end]).into_owned()))
    }

    /// Sections at equal distances on a straight beam, and what is said of it.
    fn look(&self, given: &[Given], convention: i32, length: f64, twist: &[f64]) -> Said {
        let mut ids = Vec::new();
        for (k, own) in given.iter().enumerate() {
            let name = CString::new(format!("s{k}")).unwrap();
            let (stiffness, mass) = (row_major(&own.stiffness), row_major(&own.mass));
            // SAFETY: all arrays are there, `out` is a local variable.
            unsafe {
                let mut id = std::mem::zeroed();
                let (k, m) = (stiffness.as_ptr(), mass.as_ptr());
                let status = swp_model_add_section(self.0, name.as_ptr(), convention, k, m, own.damping, &mut id);
                if let Some(said) = self.refused(status) {
                    return said;
                }
                ids.push(id);
            }
        }
        let (count, last) = (ids.len(), (ids.len() - 1).max(1) as f64);
        let places: Vec<f64> = (0..count).map(|k| length * k as f64 / last).collect();
        let points: Vec<f64> =
            (0..twist.len()).flat_map(|k| [length * k as f64 / (twist.len() - 1) as f64, 0.0, 0.0]).collect();
        // SAFETY: all arrays are there, `out` is a local variable.
        let status = unsafe {
            let mut beam = std::mem::zeroed();
            swp_model_add_beam(
                self.0,
                c"blade".as_ptr(),
                null(),
                twist.len(),
                points.as_ptr(),
                twist.as_ptr(),
                count,
                places.as_ptr(),
                ids.as_ptr(),
                null(),
                &mut beam,
            )
        };
        self.refused(status).unwrap_or_else(|| Said::Found(self.findings()))
    }

    /// Findings about units.
    fn findings(&self) -> Vec<(i32, String)> {
        let mut all = Vec::new();
        // SAFETY: the diagnosis is made here and freed here; buffers are there.
        unsafe {
            let mut found = null_mut();
            assert_eq!(swp_model_diagnose(self.0, null(), 1e-3, &mut found), SWP_OK);
            let mut numbers = std::mem::zeroed();
            assert_eq!(swp_diagnosis_get_numbers(found, &mut numbers), SWP_OK);
            for index in 0..numbers.findings {
                let (mut severity, mut kind, mut text) = (0, 0, [0u8; 4000]);
                let buffer = text.as_mut_ptr().cast();
                assert_eq!(
                    swp_diagnosis_finding(found, index, &mut severity, &mut kind, buffer, text.len(), null_mut()),
                    SWP_OK
                );
                if kind == swp_finding_kind::SWP_FINDING_UNITS as i32 {
                    let end = text.iter().position(|b| *b == 0).unwrap();
                    all.push((severity, String::from_utf8_lossy(&text[..end]).into_owned()));
                }
            }
            swp_diagnosis_free(found);
        }
        all
    }
}

/// Matrices as they are handed over, right or wrong.
#[derive(Clone)]
struct Given {
    stiffness: Mat6,
    mass: Mat6,
    damping: f64,
}

fn given(own: &BeamSection) -> Given {
    Given { stiffness: own.stiffness, mass: own.mass, damping: own.damping }
}

fn row_major(matrix: &Mat6) -> Vec<f64> {
    (0..36).map(|k| matrix[(k / 6, k % 6)]).collect()
}

/// Forces, twist and bending of the stiffness, mass and inertia of the mass, times these; couplings go along.
fn times(own: &Given, [force, twist, bend]: [f64; 3], [heavy, turning]: [f64; 2]) -> Given {
    let factor = |f: [f64; 6], i: usize, j: usize| (f[i] * f[j]).sqrt();
    let (k, m) = ([force, force, force, twist, bend, bend], [heavy, heavy, heavy, turning, turning, turning]);
    Given {
        stiffness: Mat6::from_fn(|i, j| own.stiffness[(i, j)] * factor(k, i, j)),
        mass: Mat6::from_fn(|i, j| own.mass[(i, j)] * factor(m, i, j)),
        damping: own.damping,
    }
}

fn with_inertia(own: &Given, inertia: impl Fn([f64; 3]) -> [f64; 3]) -> Given {
    let mut other = own.clone();
    let new = inertia([3, 4, 5].map(|k| own.mass[(k, k)]));
    (0..3).for_each(|k| other.mass[(3 + k, 3 + k)] = new[k]);
    other
}

const EPPLE: i32 = 0;
const VABS: i32 = 1;
const BEAMDYN: i32 = 2;
const NOTE: i32 = 0;
const WARNING: i32 = 1;

/// How a slip must be answered: refused, or found with this severity; with words of the explanation.
#[derive(Debug, Clone, Copy)]
enum Answer {
    Refused,
    Found(i32),
}
use Answer::{Found, Refused};

type Make = fn(&Given) -> Given;

/// Slips in the matrices: what, convention that is said, what is handed over, how it is answered, words of the answer.
#[rustfmt::skip]
const SLIPS: &[(&str, i32, Make, Answer, &str)] = &[
    ("BeamDyn's matrices as those of VABS", VABS, |g| order(g, |m| Convention::BeamDyn.outer(m)), Refused, "BEAMDYN"),
    ("matrices of VABS as BeamDyn's", BEAMDYN, |g| g.clone(), Refused, "VABS"),
    ("BeamDyn's as VABS, no inertia", VABS, |g| order(&with_inertia(g, |_| [0.0; 3]), |m| Convention::BeamDyn.outer(m)), Found(WARNING), "BEAMDYN"),
    ("VABS as BeamDyn's, no inertia", BEAMDYN, |g| with_inertia(g, |_| [0.0; 3]), Found(WARNING), "VABS"),
    ("polar inertia a tenth of I2 + I3", EPPLE, |g| with_inertia(g, |[p, a, b]| [0.1 * p, a, b]), Refused, "0.1000 times"),
    ("polar inertia ten times I2 + I3", EPPLE, |g| with_inertia(g, |[p, a, b]| [10.0 * p, a, b]), Refused, "10.0000 times"),
    ("polar inertia twice I2 + I3", EPPLE, |g| with_inertia(g, |[p, a, b]| [2.0 * p, a, b]), Found(WARNING), "both are the same"),
    ("polar inertia left out", EPPLE, |g| with_inertia(g, |[_, a, b]| [0.0, a, b]), Found(WARNING), "both are the same"),
    ("one of I2, I3 is the polar one", EPPLE, |g| with_inertia(g, |[p, _, b]| [p, p, b]), Found(WARNING), "both are the same"),
    ("inertias 2 and 3 exchanged", EPPLE, |g| with_inertia(g, |[p, a, b]| [p, b, a]), Found(WARNING), "exchanged"),
    ("stiffness in N·mm²", EPPLE, |g| times(g, [1.0, 1e6, 1e6], [1.0; 2]), Found(WARNING), "N·mm²"),
    ("bending stiffness in N·mm²", EPPLE, |g| times(g, [1.0, 1.0, 1e6], [1.0; 2]), Found(WARNING), "bending stiffness in N·mm²"),
    ("twist stiffness in N·mm²", EPPLE, |g| times(g, [1.0, 1e6, 1.0], [1.0; 2]), Found(WARNING), "twist stiffness in N·mm²"),
    ("moduli in MPa", EPPLE, |g| times(g, [1e-6; 3], [1.0; 2]), Found(WARNING), "MPa"),
    ("moduli in GPa", EPPLE, |g| times(g, [1e-9; 3], [1.0; 2]), Found(WARNING), "GPa"),
    ("stiffness in kN, kN·m²", EPPLE, |g| times(g, [1e-3; 3], [1.0; 2]), Found(WARNING), "kN"),
    ("axial and shear stiffness in kN", EPPLE, |g| times(g, [1e-3, 1.0, 1.0], [1.0; 2]), Found(WARNING), "axial and shear stiffness in kN"),
    ("axial and shear stiffness in MN", EPPLE, |g| times(g, [1e-6, 1.0, 1.0], [1.0; 2]), Found(WARNING), "axial and shear stiffness in MN"),
    ("bending and twist stiffness in MN·m²", EPPLE, |g| times(g, [1.0, 1e-6, 1e-6], [1.0; 2]), Found(WARNING), "MN·m²"),
    ("mass in g", EPPLE, |g| times(g, [1.0; 3], [1e3; 2]), Found(WARNING), "mass in g"),
    ("mass in g, inertia in kg·m", EPPLE, |g| times(g, [1.0; 3], [1e3, 1.0]), Found(WARNING), "g/m"),
    ("mass in t", EPPLE, |g| times(g, [1.0; 3], [1e-3; 2]), Found(WARNING), "t/m"),
    ("inertia in kg·mm²", EPPLE, |g| times(g, [1.0; 3], [1.0, 1e6]), Found(WARNING), "kg·mm²"),
    ("the section in mm: N·mm², kg·mm", EPPLE, |g| times(g, [1.0, 1e6, 1e6], [1.0, 1e6]), Found(WARNING), "in millimetres"),
    ("N, mm, t", EPPLE, |g| times(g, [1.0, 1e6, 1e6], [1e-6, 1.0]), Found(WARNING), "N, mm, t"),
    ("compliance for stiffness", EPPLE, |g| { let k = g.stiffness.try_inverse().unwrap(); Given { stiffness: (k + k.transpose()) * 0.5, ..g.clone() } }, Found(WARNING), "compliance"),
    ("one triangle only", EPPLE, |g| { let mut o = g.clone(); o.stiffness[(0, 4)] += 0.1 * (o.stiffness[(0, 0)] * o.stiffness[(4, 4)]).sqrt(); o }, Refused, "symmetric"),
    ("static moments given in one place only", EPPLE, |g| { let mut o = g.clone(); o.mass[(0, 4)] += 0.1 * o.mass[(0, 0)]; o.mass[(4, 0)] = o.mass[(0, 4)]; o }, Refused, "several times"),
    ("damping in ms", EPPLE, |g| Given { damping: 20.0, ..g.clone() }, Found(WARNING), "critical"),
    ("beam's axis is not that of the convention: I12", EPPLE, |g| { let mut o = g.clone(); let p = 0.3 * (o.mass[(3, 3)] * o.mass[(4, 4)]).sqrt(); (o.mass[(3, 4)], o.mass[(4, 3)]) = (p, p); o }, Refused, "axis of the beam"),
];

fn order(own: &Given, to: impl Fn(&Mat6) -> Mat6) -> Given {
    Given { stiffness: to(&own.stiffness), mass: to(&own.mass), damping: own.damping }
}

/// A helicopter blade: engineering constants with all centres on the axis.
fn rotor_blade() -> BeamSection {
    let own = Engineering {
        axial: 1.6e8,
        shear: [3.2e7, 1.6e7],
        torsion: 6.1e4,
        bending: [7.2e4, 1.4e6],
        mass: 9.8,
        inertia: [0.135, 0.006, 0.129],
        tension_center: [0.0; 2],
        shear_center: [0.0; 2],
        mass_center: [0.0; 2],
        principal_angle: 0.0,
        damping: 1e-4,
    };
    own.section("blade").unwrap()
}

fn check(what: &str, said: &Said, answer: Answer, word: &str) {
    let short = |text: &str| text.chars().take(400).collect::<String>();
    match said {
        Said::Refused(text) => println!("{what}: refused: {}", short(text)),
        Said::Found(list) => list.iter().for_each(|(s, text)| println!("{what}: found ({s}): {}", short(text))),
    }
    let good = match (answer, said) {
        (Refused, Said::Refused(text)) => text.contains(word),
        (Found(severity), Said::Found(list)) => list.iter().any(|(s, text)| *s == severity && text.contains(word)),
        _ => false,
    };
    assert!(good, "{what}: {answer:?} with \"{word}\" is expected: {said:?}");
}

#[test]
fn thirty_slips_in_matrices_are_refused_or_found_with_what_explains_them() {
    assert_eq!(SLIPS.len(), 30);
    let nrel = nrel_5mw().sections[3];
    for (blade, own, length) in [("helicopter", rotor_blade(), 7.0), ("NREL 5 MW", nrel, 61.5)] {
        for (what, convention, make, answer, word) in SLIPS {
            // exchanged inertias show where they differ
            if blade == "NREL 5 MW" && what.contains("exchanged") {
                continue;
            }
            let said = Host::new().look(&[make(&given(&own))], *convention, length, &[0.0, 0.0]);
            check(&format!("{blade}, {what}"), &said, *answer, word);
        }
    }
}

#[test]
fn slips_of_twist_and_centres_are_found() {
    let (own, straight) = (rotor_blade(), [0.0, 0.0]);
    let host = Host::new();
    let degrees = host.look(&[given(&own)], EPPLE, 7.0, &[10.0, 0.0]);
    check("twist in degrees", &degrees, Found(WARNING), "degrees");
    // sections given in the axes of the root, and the twist again
    let turned = [0.0, -0.1, -0.2].map(|a| given(&own.turned(a)));
    check(
        "twist counted twice",
        &Host::new().look(&turned, EPPLE, 7.0, &[0.0, 0.1, 0.2]),
        Found(WARNING),
        "counted twice",
    );
    assert_eq!(Host::new().look(&turned, EPPLE, 7.0, &straight), Said::Found(vec![]));
    let other = [0.0, 0.1, 0.2].map(|a| given(&own.turned(a)));
    assert_eq!(Host::new().look(&other, EPPLE, 7.0, &[0.0, 0.1, 0.2]), Said::Found(vec![]));
    // BeamDyn's sign of the twist cannot be seen: it is said
    let beamdyn = [order(&given(&own), |m| Convention::BeamDyn.outer(m))];
    let said = Host::new().look(&beamdyn, BEAMDYN, 7.0, &[0.2, 0.0]);
    check("twist with BeamDyn's sections", &said, Found(NOTE), "−initial_twist");
    assert_eq!(Host::new().look(&beamdyn, BEAMDYN, 7.0, &straight), Said::Found(vec![]));
    // centres in millimetres
    let far = given(&own.about(-30.0, 5.0));
    check(
        "centres in mm",
        &Host::new().look(&[far], EPPLE, 7.0, &straight),
        Found(WARNING),
        "centres of the section in mm",
    );
    let near = given(&own.about(-0.03, 0.005));
    assert_eq!(Host::new().look(&[near], EPPLE, 7.0, &straight), Said::Found(vec![]));
    // inertia about the mass centre where it should be about the axis
    let mut wrong = own.about(-0.3, 0.0);
    (3..6).for_each(|k| wrong.mass[(k, k)] = own.mass[(k, k)]);
    let said = Host::new().look(&[given(&wrong)], EPPLE, 7.0, &straight);
    check("inertia about the mass centre", &said, Refused, "reference axis");
}

#[test]
fn nothing_is_said_of_real_blades() {
    let list = all();
    assert!(list.len() >= 10);
    for Blade { name, length, sections } in &list {
        let sections: Vec<Given> = sections.iter().map(given).collect();
        for convention in [EPPLE, BEAMDYN] {
            let handed =
                |g: &Given| if convention == BEAMDYN { order(g, |m| Convention::BeamDyn.outer(m)) } else { g.clone() };
            let sections: Vec<Given> = sections.iter().map(handed).collect();
            let said = Host::new().look(&sections, convention, *length, &[0.0, 0.0]);
            println!("{name}: {said:?}");
            assert_eq!(said, Said::Found(vec![]), "{name}");
        }
    }
}

#[test]
fn the_order_of_blades_with_couplings_is_seen_at_every_station() {
    for blade in [nrel_5mw(), iea_15mw()] {
        for (k, own) in blade.sections.iter().enumerate() {
            let outer = order(&given(own), |m| Convention::BeamDyn.outer(m));
            for (sections, convention) in [(outer, VABS), (given(own), BEAMDYN)] {
                let said = Host::new().look(&[sections], convention, blade.length, &[0.0, 0.0]);
                let refused = matches!(&said, Said::Refused(text) if text.contains("onvention"));
                println!("{} {k}: {said:?}", blade.name);
                assert!(refused, "{} {k}: {said:?}", blade.name);
            }
        }
    }
}
