//! Sections of beams and shells, materials of solids.
//!
//! Cross sections of beams: 6×6 stiffness and mass about a reference axis, and the conventions in which they are handed
//! around.
//!
//! Inside, the order is Epple's (4.1 ff.): Γ1 along the axis, Γ2 and Γ3 across it, κ1 twist, κ2 and κ3 bending; axis 1 is
//! the beam's axis. The point (y, z) of the section, along axes 2 and 3, has the axial strain Γ1 + z κ2 − y κ3.

mod beam_section;
mod engineering;
mod laminate;
mod mesh;
mod plausible;
mod shell_section;
mod smoothing;
mod solid_material;
mod table;

pub use beam_section::{BeamSection, Convention};
pub use engineering::Engineering;
pub use laminate::{Ply, laminate, ply_stresses};
pub use mesh::{GradientIndex, Outcome, SpanMesh, cost_mesh, equal_mesh, spring_mesh, step_mesh};
pub use plausible::{doubts, principal_angle};
pub use shell_section::{Isotropic, Mat8, ShellConvention, ShellSection};
pub use smoothing::{
    ElementSections, Fallback, Fault, NonPhysical, Place, SmoothedBeam, StiffnessRule, gauss_mass, gauss_stiffness,
    mass_fault, nearest, nodal_mass, smoothed_beam, stiffness_fault,
};
pub use solid_material::{Orthotropic, SolidLaw, SolidMaterial, TIED_FROM, turned};
pub use table::{Numbers, Profile, Side, SpanTable};
