//! Small damped systems that come to rest.

use super::bars;
use swashplate::integrators::Scheme;
use swashplate::integrators::generalized_alpha::Coefficients;
use swashplate::joints;
use swashplate::loads::{Dynamics, Limits, TimeFunction};
use swashplate::math::{Mat3, Quat, Vec3};
use swashplate::model::{JointId, Model, NodeKind};
use swashplate::terms::NodeId;

/// Every scheme, as damped as a host would have it.
pub fn schemes() -> [Scheme; 10] {
    [
        Scheme::GeneralizedAlpha(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::GeneralizedAlpha(Coefficients::hht(0.1).unwrap()),
        Scheme::GeneralizedAlpha(Coefficients::newmark(0.55, 0.28).unwrap()),
        Scheme::StageWeighted(Coefficients::spectral_radius(0.8).unwrap()),
        Scheme::RadauIIA,
        Scheme::EnergyPreserving,
        Scheme::EnergyDecaying(1.0),
        Scheme::MomentumPreserving,
        Scheme::MomentumDecaying(1.0),
        Scheme::MomentumDecayingConstrained(1.0),
    ]
}

/// Ground and a block of 2 kg at a place.
pub fn block(place: Vec3) -> (Model, [NodeId; 2]) {
    let mut model = Model::new();
    let ground = model.add_node("ground", NodeKind::Ground, Vec3::zeros(), Quat::identity()).unwrap();
    let node = model.add_node("block", NodeKind::Free, place, Quat::identity()).unwrap();
    model.add_rigid_body("block", node, 2.0, Vec3::zeros(), Mat3::identity()).unwrap();
    (model, [ground, node])
}

/// The block on a slider along x.
pub fn slider() -> (Model, JointId) {
    let (mut model, [ground, node]) = block(Vec3::zeros());
    let slide = bars::join(&mut model, "slide", joints::prismatic(), bars::frame(Vec3::y(), Vec3::x()), [ground, node]);
    (model, slide)
}

/// 200 N/m and 40 N·s/m, let go 0.1 m away: critically damped, time constant 0.1 s.
pub fn spring() -> Model {
    let (mut model, slide) = slider();
    model.add_joint_spring("spring", slide, 0, [200.0, 40.0, 0.0]).unwrap();
    model.start_joint(slide, 0, Some(0.1), None).unwrap();
    model
}

/// An actuator of second order (10 rad/s, 0.7) drives the slider to 0.1 m; its time constant is 1/7 s.
pub fn on_an_actuator() -> Model {
    let (mut model, slide) = slider();
    let command = model.add_function(TimeFunction::Constant(0.1)).unwrap();
    let dynamics = Dynamics::SecondOrder { frequency: 10.0, damping: 0.7 };
    let output = model.add_actuator("ram", command, dynamics, Limits::default(), Some([0.0, 0.0])).unwrap();
    model.drive_joint(slide, 0, output).unwrap();
    model
}
