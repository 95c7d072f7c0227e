//! The lower pairs of Epple Table 4.1 and their relatives, each a table of conditions on [`Holonomic`].
//!
//! The joint frame's third axis is the axis of a revolute, prismatic, cylindrical or screw joint and the normal of a
//! planar one. A file holds one joint; a new one is a file, a `mod` line here and a constructor in the C ABI. Conditions on
//! velocities (rolling disc, knife edge, a row of the host) are terms of their own.
//!
//! [`Holonomic`]: crate::terms::holonomic::Holonomic

mod action;
mod contact;
mod coupling;
mod cylindrical;
mod distance;
pub mod host;
mod knife_edge;
pub mod pfaffian;
mod planar;
mod point_in_plane;
mod point_on_line;
mod prescribed;
mod prismatic;
mod revolute;
mod rigid_connection;
mod rolling_disc;
mod screw;
mod spherical;
mod start;
mod universal;

pub use action::CoordinateAction;
pub use contact::{Contact, Touching};
pub use coupling::Coupling;
pub use cylindrical::cylindrical;
pub use distance::distance;
pub use host::HostCondition;
pub use knife_edge::KnifeEdge;
pub use pfaffian::Pfaffian;
pub use planar::planar;
pub use point_in_plane::point_in_plane;
pub use point_on_line::point_on_line;
pub use prescribed::Prescribed;
pub use prismatic::prismatic;
pub use revolute::revolute;
pub use rigid_connection::rigid_connection;
pub use rolling_disc::{FLATTEST, RollingDisc};
pub use screw::screw;
pub use spherical::spherical;
pub use start::Start;
pub use universal::universal;

use crate::error::{Error, Result, require_finite};
use crate::terms::holonomic::{Condition, Coordinate, Line, Pair};

/// A kind of joint as files name it, its parameter, and its constructor.
type Kind = (&'static str, Option<&'static str>, fn(f64) -> Pair);

/// Every kind of joint.
pub const KINDS: [Kind; 11] = [
    ("revolute", None, |_| revolute()),
    ("prismatic", None, |_| prismatic()),
    ("cylindrical", None, |_| cylindrical()),
    ("planar", None, |_| planar()),
    ("spherical", None, |_| spherical()),
    ("universal", None, |_| universal()),
    ("rigid connection", None, |_| rigid_connection()),
    ("point on line", None, |_| point_on_line()),
    ("point in plane", None, |_| point_in_plane()),
    ("screw", Some("pitch"), screw),
    ("distance", Some("length"), distance),
];

/// Is the parameter of a joint sensible?
pub fn check_parameter(name: &str, pair: &Pair) -> Result<()> {
    let Some((what, value)) = pair.parameter else { return Ok(()) };
    let joint = format!("{} joint \"{name}\"", pair.kind);
    require_finite(&format!("{joint}, {what}"), &[value])?;
    let text = match what {
        "pitch" if value == 0.0 => format!("{joint}: the pitch is zero; use a revolute joint"),
        "length" if value <= 0.0 => format!("{joint}: the length is {value} m; it must be positive"),
        _ => return Ok(()),
    };
    Err(Error::InvalidArgument(text))
}

/// The points coincide along axes 1 … `count` of A.
fn coincident(count: usize) -> Vec<(Condition, &'static str)> {
    let labels = ["displacement along axis 1", "displacement along axis 2", "displacement along axis 3"];
    (1..=count).map(|k| (Condition::orthogonal(Line::A(k), Line::Gap), labels[k - 1])).collect()
}

/// Axis 3 of B stays parallel to axis 3 of A, Epple (4.65).
fn parallel_axes() -> [(Condition, &'static str); 2] {
    [
        (Condition::orthogonal(Line::A(2), Line::B(3)), "rotation about axis 1"),
        (Condition::orthogonal(Line::A(1), Line::B(3)), "rotation about axis 2"),
    ]
}

/// No rotation at all.
fn locked_rotation() -> [(Condition, &'static str); 3] {
    let [about_1, about_2] = parallel_axes();
    [about_1, about_2, (Condition::orthogonal(Line::A(2), Line::B(1)), "rotation about axis 3")]
}

/// Angle of B about axis 3 of A.
fn angle() -> Coordinate {
    Coordinate::turn(Line::B(1), Line::A(1), Line::A(2), "angle about axis 3")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Vec3, so3};
    use crate::terms::check::{Noise, Sample, check_interval, check_objective, check_stage};
    use crate::terms::holonomic::{Attachment, Holonomic};
    use crate::terms::law::{Dissipative, Elastic, ForceTable};
    use crate::terms::{NodeId, ScalarId, Term};

    fn every_pair() -> Vec<Pair> {
        vec![
            revolute(),
            prismatic(),
            cylindrical(),
            screw(0.3),
            planar(),
            spherical(),
            universal(),
            rigid_connection(),
            distance(1.3),
            point_on_line(),
            point_in_plane(),
        ]
    }

    #[test]
    fn every_joint_is_made_again_from_its_kind_and_parameter() {
        for pair in every_pair() {
            let (_, key, make) = KINDS.iter().find(|(kind, ..)| *kind == pair.kind).unwrap();
            assert_eq!(pair.parameter.map(|(what, _)| what), *key);
            assert_eq!(make(pair.parameter.map_or(0.0, |(_, value)| value)), pair);
        }
        assert_eq!(KINDS.len(), every_pair().len());
    }

    /// A joint with offsets and oblique frames on both sides, all of its coordinates exposed.
    fn joint(pair: Pair) -> Holonomic {
        let mut noise = Noise(5);
        let mut attach = |node| Attachment {
            node: NodeId(node),
            offset: noise.vector(),
            axes: so3::exp(&noise.vector()).to_rotation_matrix().into_inner(),
        };
        let (a, b) = (attach(0), attach(1));
        let mut joint = Holonomic::new(pair, a, b);
        let mut next = 0;
        joint.expose_coupled(|| {
            next += 1;
            ScalarId(next - 1)
        });
        for k in 0..joint.coordinates().len() {
            if joint.expose(k, ScalarId(next)) == ScalarId(next) {
                next += 1;
            }
        }
        joint
    }

    fn samples() -> impl Iterator<Item = Sample> {
        (1..4).map(|seed| Sample::random(seed, 2, 3, vec![]))
    }

    #[test]
    fn tangents_of_every_joint_agree_with_differences() {
        for pair in every_pair() {
            for sample in samples() {
                let defect = check_stage(&joint(pair.clone()), &sample);
                assert!(defect < 2e-9, "{}: {defect:e}", pair.kind);
            }
        }
    }

    #[test]
    fn every_joint_does_exactly_the_work_of_its_conditions_over_a_step() {
        for pair in every_pair() {
            for seed in 1..4 {
                let samples = [seed, seed + 100, seed + 200].map(|seed| Sample::random(seed, 2, 3, vec![]));
                let check = check_interval(&joint(pair.clone()), samples);
                assert!(check.work < 1e-13, "{}: {check:?}", pair.kind);
                assert!(check.limit < 1e-14, "{}: {check:?}", pair.kind);
                assert!(check.tangent < 2e-9, "{}: {check:?}", pair.kind);
            }
        }
    }

    #[test]
    fn every_joint_is_objective_and_its_forces_balance() {
        for pair in every_pair() {
            for sample in samples() {
                let defect = check_objective(&joint(pair.clone()), &sample);
                assert!(defect < 1e-13, "{}: {defect:e}", pair.kind);
            }
        }
    }

    #[test]
    fn conditions_and_coordinates_count_to_six() {
        // independent conditions plus free motions of the pair; a spherical joint has three rotations that are not
        // coordinates, and so has a point on a line or in a plane; a distance has five
        for (pair, hidden) in every_pair().into_iter().zip([0, 0, 0, 0, 0, 3, 0, 0, 5, 3, 3]) {
            let locked = pair.conditions.len() + pair.coupled.len();
            assert_eq!(locked + pair.coordinates.len() + hidden, 6, "{}", pair.kind);
        }
    }

    #[test]
    fn coordinates_read_what_was_turned_and_slid() {
        let at = |node| Attachment { node: NodeId(node), offset: Vec3::zeros(), axes: crate::math::Mat3::identity() };
        let mut sample = Sample::random(1, 2, 0, vec![]);
        let a = crate::terms::Motion::at(Vec3::new(1.0, 2.0, 3.0), so3::exp(&Vec3::new(0.3, 0.5, -0.2)));
        // B turned by 2.5 rad about axis 3 of A and slid by 0.7 m along it, turning at 0.4 rad/s, sliding at 0.9 m/s
        let axis: Vec3 = a.d.column(2).into();
        let mut b = crate::terms::Motion::at(a.x + 0.7 * axis, so3::exp(&(2.5 * axis)) * a.rotation);
        (b.v, b.omega) = (0.9 * axis, 0.4 * axis);
        (sample.nodes[0], sample.nodes[1]) = (a, b);
        let joint = Holonomic::new(cylindrical(), at(0), at(1));
        let (slide, slide_rate) = joint.read(0, &sample.nodes);
        let (angle, angle_rate) = joint.read(1, &sample.nodes);
        for (got, expected) in [(slide, 0.7), (slide_rate, 0.9), (angle, 2.5), (angle_rate, 0.4)] {
            assert!((got - expected).abs() < 1e-14, "{got} {expected}");
        }
    }

    #[test]
    fn actions_on_a_coordinate_have_exact_tangents() {
        let sample = Sample::random(3, 0, 2, vec![[0.3, 0.1, -0.4], [1.0, 0.0, 0.0]]);
        let table = ForceTable::new("test", &[-1.0, -0.4, 0.3, 1.0], &[-4.0, -1.0, 0.6, 5.0]).unwrap();
        let laws = vec![
            Elastic::Linear { stiffness: 3.0, rest: 0.4, preload: 0.3 },
            Elastic::Table(table),
            Elastic::Stop { limit: -0.3, upward: true, stiffness: 20.0, softness: 0.4 },
        ];
        let dampers = vec![
            Dissipative::Viscous(0.2),
            Dissipative::Friction { sliding: 1.0, breakaway: 1.5, stribeck: 0.4, creep: 0.3 },
        ];
        let terms: [Box<dyn Term>; 4] = [
            Box::new(CoordinateAction::new(ScalarId(1), laws, dampers)),
            Box::new(CoordinateAction::force(ScalarId(0), 0.7, crate::terms::FunctionId(0))),
            Box::new(Coupling::new(
                vec![ScalarId(0), ScalarId(1)],
                vec![1.5, -0.4],
                crate::terms::Class::Rotation,
                0.2,
                Some(crate::terms::FunctionId(0)),
            )),
            Box::new(Prescribed::drive(ScalarId(1), crate::terms::FunctionId(0), crate::terms::Class::Rotation, 0.1)),
        ];
        for term in &terms {
            assert!(check_stage(term.as_ref(), &sample) < 1e-9);
            let samples = [4, 5, 6].map(|seed| Sample::random(seed, 0, 2, sample.functions.clone()));
            let check = check_interval(term.as_ref(), samples);
            assert!(check.work < 1e-14 && check.limit < 1e-14 && check.tangent < 1e-8, "{check:?}");
        }
    }
}
