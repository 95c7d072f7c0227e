//! Small fixed-size algebra and rotations.

pub mod quadrature;
pub mod rodrigues;
pub mod so3;

/// Three components.
pub type Vec3 = nalgebra::Vector3<f64>;
/// Three by three.
pub type Mat3 = nalgebra::Matrix3<f64>;
/// Force and moment, or translation and rotation.
pub type Vec6 = nalgebra::Vector6<f64>;
/// Six by six, in blocks of translation and rotation.
pub type Mat6 = nalgebra::Matrix6<f64>;
/// Unit quaternion of a rotation.
pub type Quat = nalgebra::UnitQuaternion<f64>;
