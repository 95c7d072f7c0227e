//! Solids: materials, meshes, and what goes on in them.

use super::beams::swp_section;
use super::library::swp_status;
use super::model::{self, edit, node, swp_model, swp_node};
use super::query::put3;
use super::sim::{read, swp_sim};
use super::{Fail, Sized, array, array_mut, decode, encode, guard, put, require, sized, text, vec3};
use crate::elements::solid::SolidState;
use crate::error::Error;
use crate::math::{Mat3, Mat6, Vec3};
use crate::model::kinds::{NODE, SECTION};
use crate::model::solids::{SOLID, SOLID_MATERIAL};
use crate::model::{SectionMesh, SolidId, SolidMaterialId, SolidOptions, SweepStation, Volume, unit_quaternion};
use crate::results::slice;
use crate::sections::{Orthotropic, SolidLaw, SolidMaterial};
use crate::terms::NodeId;
use libc::{c_char, size_t};

/// Id of a material of solids.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_solid_material {
    /// opaque
    pub id: u32,
}

/// Id of a solid.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_solid {
    /// opaque
    pub id: u32,
}

/// How the change of volume is taken in the elements of a solid.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum swp_solid_volume {
    /// Tied where the material is isotropic with a Poisson's ratio above 0.4 and the elements are hexahedra.
    SWP_VOLUME_AUTOMATIC = 0,
    /// Tied to 2 x 2 x 2 points of each element, or to its centre in those of 8 nodes: no locking when the volume hardly changes.
    /// Isotropic St. Venant-Kirchhoff materials in hexahedra.
    SWP_VOLUME_TIED = 1,
    /// As the displacements have it.
    SWP_VOLUME_UNTIED = 2,
}

/// How a mesh becomes a solid. Fill with swp_solid_options_init, then change.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_solid_options {
    /// sizeof(swp_solid_options)
    pub size: size_t,
    /// One of swp_solid_volume. Default SWP_VOLUME_AUTOMATIC.
    pub volume: i32,
    /// Material axes of all elements: 9 numbers, row-major, whose columns are axes 1, 2, 3 in inertial axes of the reference
    /// configuration. All zero, the default: inertial axes.
    pub axes: [f64; 9],
    /// 0; room for members of later versions.
    pub reserved: [u64; 8],
}

impl Sized for swp_solid_options {
    fn head(&self) -> (size_t, &[u64]) {
        (self.size, &self.reserved)
    }
}

/// A station of a swept section.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_sweep_station {
    /// Place of the origin of the section [m], inertial axes.
    pub position: [f64; 3],
    /// Unit quaternion w, x, y, z from section axes to inertial axes: axis 1 along the curve, y along axis 2, z along axis 3.
    pub orientation: [f64; 4],
    /// Factor of the section's lengths, positive; 1 without taper.
    pub scale: f64,
}

/// A point of a solid at one instant. Tensors are in inertial axes, 11 22 33 23 13 12.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_solid_state {
    /// Place [m].
    pub position: [f64; 3],
    /// Deformation gradient, row-major.
    pub gradient: [f64; 9],
    /// Green-Lagrange strain; shear not doubled.
    pub strain: [f64; 6],
    /// Second Piola-Kirchhoff stress [Pa] of elasticity; damping is not in the stresses.
    pub piola: [f64; 6],
    /// Cauchy stress [Pa].
    pub cauchy: [f64; 6],
    /// Principal Cauchy stresses [Pa], the largest first.
    pub principal: [f64; 3],
    /// Von Mises' stress [Pa].
    pub von_mises: f64,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 4],
}

pub(super) fn material(id: swp_solid_material) -> Result<SolidMaterialId, Fail> {
    Ok(SolidMaterialId(decode(id.id, &SOLID_MATERIAL)?))
}

pub(super) fn solid(id: swp_solid) -> Result<SolidId, Fail> {
    Ok(SolidId(decode(id.id, &SOLID)?))
}

fn default_options() -> swp_solid_options {
    swp_solid_options { size: size_of::<swp_solid_options>(), volume: 0, axes: [0.0; 9], reserved: [0; 8] }
}

pub(super) fn options(pointer: *const swp_solid_options) -> Result<SolidOptions, Fail> {
    let o = if pointer.is_null() { default_options() } else { sized(pointer, "options", "swp_solid_options_init")? };
    let volume = match o.volume {
        0 => Volume::Automatic,
        1 => Volume::Tied,
        2 => Volume::Untied,
        other => {
            let text = format!("volume {other} is not known; see swp_solid_volume");
            return Err(Error::InvalidArgument(text).into());
        }
    };
    let axes = if o.axes == [0.0; 9] { Vec::new() } else { vec![Mat3::from_row_slice(&o.axes)] };
    Ok(SolidOptions { volume, axes })
}

/// Rotations of nine numbers each.
fn rotations(pointer: *const f64, count: usize) -> Result<Vec<Mat3>, Fail> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let Some(numbers) = count.checked_mul(9) else {
        return Err(Error::WrongSize(format!("{count} axes do not fit")).into());
    };
    Ok(array(pointer, numbers, "axes")?.chunks_exact(9).map(Mat3::from_row_slice).collect())
}

fn materials(pointer: *const swp_solid_material, count: usize) -> Result<Vec<SolidMaterialId>, Fail> {
    array(pointer, count, "materials")?.iter().map(|id| material(*id)).collect()
}

pub(super) fn nodes(pointer: *const swp_node, count: usize) -> Result<Vec<NodeId>, Fail> {
    array(pointer, count, "nodes")?.iter().map(|id| node(*id)).collect()
}

fn small(count: i32) -> usize {
    usize::try_from(count).unwrap_or(0)
}

/// Add a material and give its id.
fn add_material(
    model: *mut swp_model,
    name: *const c_char,
    out: *mut swp_solid_material,
    own: impl FnOnce(&str) -> Result<SolidMaterial, Fail>,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let id = m.add_solid_material(name, own(name)?)?;
        put(out, "out", swp_solid_material { id: encode(&SOLID_MATERIAL, id.0) })
    })
}

/// Defaults of how a mesh becomes a solid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_solid_options_init(options: *mut swp_solid_options) -> swp_status {
    guard(None, || put(options, "options", default_options()))
}

/// Add an isotropic material of solids, St. Venant-Kirchhoff: S = C E of Green-Lagrange strains.
///
/// Right for large turns with moderate strains; in compression below a stretch of 0.58 it softens: use
/// swp_model_add_neo_hooke_material there. `name`: unique among solid materials, copied. `young` [Pa] positive, `poisson` above −1 and below
/// 0.5, `density` [kg/m³] not negative (zero for statics), `damping`: damping stress per elastic stress rate [s], not negative. `out`
/// receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_isotropic_material(
    model: *mut swp_model,
    name: *const c_char,
    young: f64,
    poisson: f64,
    density: f64,
    damping: f64,
    out: *mut swp_solid_material,
) -> swp_status {
    add_material(model, name, out, |_| {
        Ok(SolidMaterial { law: SolidLaw::Isotropic { young, poisson }, density, damping })
    })
}

/// Add a compressible neo-Hookean material of solids, W = ½ μ (tr C − 3) − μ ln J + ½ λ (ln J)²; for large strains. Young's modulus and
/// Poisson's ratio are those of small strains. The rest as in swp_model_add_isotropic_material.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_neo_hooke_material(
    model: *mut swp_model,
    name: *const c_char,
    young: f64,
    poisson: f64,
    density: f64,
    damping: f64,
    out: *mut swp_solid_material,
) -> swp_status {
    add_material(model, name, out, |_| {
        Ok(SolidMaterial { law: SolidLaw::NeoHooke { young, poisson }, density, damping })
    })
}

/// Add an orthotropic material of solids, St. Venant-Kirchhoff in material axes.
///
/// `young`: 3 numbers, E1 E2 E3 [Pa]. `poisson`: 3 numbers, ν12 ν13 ν23 (strain across per strain along, under stress along the first axis).
/// `shear`: 3 numbers, G12 G13 G23 [Pa]. SWP_INVALID_ARGUMENT for numbers that no material has. The rest as in swp_model_add_isotropic_material.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_orthotropic_material(
    model: *mut swp_model,
    name: *const c_char,
    young: *const f64,
    poisson: *const f64,
    shear: *const f64,
    density: f64,
    damping: f64,
    out: *mut swp_solid_material,
) -> swp_status {
    add_material(model, name, out, |name| {
        let [young, poisson, shear] =
            [vec3(young, "young")?, vec3(poisson, "poisson")?, vec3(shear, "shear")?].map(|v| [v.x, v.y, v.z]);
        if young.iter().chain(&shear).any(|v| !(v.is_finite() && *v > 0.0)) {
            let text = format!("solid material \"{name}\": its moduli must be positive");
            return Err(Error::InvalidArgument(text).into());
        }
        let c = Orthotropic { young, poisson, shear }.stiffness().ok_or_else(|| {
            Error::InvalidArgument(format!("solid material \"{name}\": Poisson's ratios do not fit, ν_ij² < E_i/E_j"))
        })?;
        Ok(SolidMaterial { law: SolidLaw::Anisotropic(c), density, damping })
    })
}

/// Add an anisotropic material of solids by its stiffness: 36 numbers [Pa], 6×6, row-major, in material axes, in the order 11 22 33 23 13
/// 12 of stresses and of strains with doubled shear; symmetric and positive definite. The rest as in swp_model_add_isotropic_material.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_anisotropic_material(
    model: *mut swp_model,
    name: *const c_char,
    stiffness: *const f64,
    density: f64,
    damping: f64,
    out: *mut swp_solid_material,
) -> swp_status {
    add_material(model, name, out, |_| {
        let c = Mat6::from_row_slice(array(stiffness, 36, "stiffness")?);
        Ok(SolidMaterial { law: SolidLaw::Anisotropic(c), density, damping })
    })
}

/// Add a solid on nodes of the model.
///
/// `name`: unique among solids, copied. `options` may be NULL for defaults. `nodes_per_element`: 8, 20 or 27 for hexahedra, 10 for
/// tetrahedra; `nodes`: those of the elements one after the other, so that `node_count` is a multiple of it, each in Gmsh's order: corners,
/// middles of edges, of faces, centre. Points (swp_model_add_point_node) are enough; nodes that turn give their place alone, ground nodes
/// hold the solid. `material_count`: 1, or one an element. `axes`: material axes, 9·axes_count numbers as in swp_solid_options: one
/// for each element, or one for each of its nodes in the order of `nodes`, between which they are interpolated; none (`axes_count` 0) for those of
/// the options. `out` receives the id.
///
/// The mass is consistent. Keep middle nodes near the middle of their edges.
///
/// SWP_INVALID_ARGUMENT, SWP_WRONG_SIZE, SWP_UNKNOWN_ID or SWP_DUPLICATE_NAME with the name of the solid, the number of the element from 1
/// and the reason: nodes at one place, an element inside out or folded over, one that is there twice, faces that do not fit together. The
/// model is then as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_solid(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_solid_options,
    nodes_per_element: i32,
    node_count: size_t,
    nodes: *const swp_node,
    material_count: size_t,
    materials: *const swp_solid_material,
    axes_count: size_t,
    axes: *const f64,
    out: *mut swp_solid,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let mut options = self::options(options)?;
        if axes_count > 0 {
            options.axes = rotations(axes, axes_count)?;
        }
        let (nodes, materials) = (self::nodes(nodes, node_count)?, self::materials(materials, material_count)?);
        let id = m.add_solid(name, small(nodes_per_element), &nodes, &materials, options)?;
        put(out, "out", swp_solid { id: encode(&SOLID, id.0) })
    })
}

/// Add a solid on a structured block of n × m × l hexahedra, with its nodes.
///
/// `nodes_per_element`: 8, 20 or 27. `places`: 3·place_count numbers [m], inertial axes, place_count = (p n + 1)(p m + 1)(p l + 1), p = 1 for
/// elements of 8 nodes and 2 for the others: along the n elements first, then the m, then the l; the three directions right-handed. In elements
/// of 20 nodes places inside faces and elements are not used. The nodes are points, called name\[i,j,k\] from 0. The rest as in
/// swp_model_add_solid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_solid_block(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_solid_options,
    material: swp_solid_material,
    nodes_per_element: i32,
    n: i32,
    m: i32,
    l: i32,
    place_count: size_t,
    places: *const f64,
    out: *mut swp_solid,
) -> swp_status {
    edit(model, |model| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let count = place_count
            .checked_mul(3)
            .ok_or_else(|| Error::WrongSize(format!("solid \"{name}\": {place_count} places do not fit")))?;
        let places: Vec<Vec3> = array(places, count, "places")?.chunks_exact(3).map(Vec3::from_column_slice).collect();
        let (material, options) = (self::material(material)?, self::options(options)?);
        let counts = [n, m, l].map(small);
        let id = model.add_solid_block(name, small(nodes_per_element), counts, &places, material, options)?;
        put(out, "out", swp_solid { id: encode(&SOLID, id.0) })
    })
}

/// Add a solid that a section sweeps along a curve, with twist and taper: a blade.
///
/// `places`: 2·place_count numbers [m], y and z of the nodes of the section. `corners`: nodes of its quadrilaterals from 0, one element after
/// the other, `nodes_per_element` each: four corners anticlockwise about axis 1 (y to z), or nine with the middles of the sides and the
/// centre; so that `corner_count` is a multiple of it. `material_count`: 1, or one a quadrilateral; `axes`: material axes in section axes,
/// 9·axes_count numbers as in swp_solid_options: none (`axes_count` 0: section axes), one, or one a quadrilateral. `stations`: where the section
/// stands, its axes and its scale; elements of 8 nodes lie between neighbours, those of 27 nodes over every second one, whose number is odd.
/// The axes of `options` must be zero. Nodes are points, called name\[s,k\] with the station s and the node k of the section, from 0;
/// elements are counted along the section first. The rest as in swp_model_add_solid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_solid_sweep(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_solid_options,
    place_count: size_t,
    places: *const f64,
    nodes_per_element: i32,
    corner_count: size_t,
    corners: *const size_t,
    material_count: size_t,
    materials: *const swp_solid_material,
    axes_count: size_t,
    axes: *const f64,
    station_count: size_t,
    stations: *const swp_sweep_station,
    out: *mut swp_solid,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let section = section_mesh(
            &format!("solid \"{name}\""),
            (places, place_count),
            (small(nodes_per_element), corners, corner_count),
            self::materials(materials, material_count)?,
            rotations(axes, axes_count)?,
        )?;
        let mut own = Vec::with_capacity(station_count.min(1 << 16));
        for (k, s) in array(stations, station_count, "stations")?.iter().enumerate() {
            let rotation = unit_quaternion(&format!("solid \"{name}\", orientation of station {k}"), s.orientation)?;
            own.push(SweepStation { x: Vec3::from(s.position), rotation, scale: s.scale });
        }
        let id = m.add_solid_sweep(name, &section, &own, self::options(options)?)?;
        put(out, "out", swp_solid { id: encode(&SOLID, id.0) })
    })
}

/// A section mesh of a host's arrays.
pub(super) fn section_mesh(
    what: &str,
    (places, place_count): (*const f64, usize),
    (per_element, corners, corner_count): (usize, *const size_t, usize),
    materials: Vec<SolidMaterialId>,
    axes: Vec<Mat3>,
) -> Result<SectionMesh, Fail> {
    let wrong = |text: String| -> Fail { Error::WrongSize(format!("{what}: {text}")).into() };
    let count = place_count.checked_mul(2).ok_or_else(|| wrong(format!("{place_count} places do not fit")))?;
    if per_element == 0 || !corner_count.is_multiple_of(per_element) {
        return Err(wrong(format!("{corner_count} nodes of quadrilaterals; each has {per_element}, four or nine")));
    }
    let places = array(places, count, "places")?.chunks_exact(2).map(|at| [at[0], at[1]]).collect();
    let corners = array(corners, corner_count, "corners")?;
    Ok(SectionMesh {
        places,
        elements: corners.chunks_exact(per_element).map(<[usize]>::to_vec).collect(),
        materials,
        axes,
    })
}

/// Add the section of a beam that a prismatic solid with this cross section has: its 6×6 stiffness by the six Saint-Venant problems, with
/// all couplings, and its mass, about the origin of the section.
///
/// `name`: unique among sections, copied. The mesh as in swp_model_add_solid_sweep: `places`, 2·place_count numbers [m], `corners`,
/// `nodes_per_element` (four or nine, nine is far better), `materials` and `axes`, 9·axes_count numbers, none (`axes_count` 0) for section axes; of
/// large-strain materials their stiffness against small strains is taken. The beam runs along axis 1, y is its axis 2, z its axis 3. `out`
/// receives the id, by which beams use it; swp_model_section_matrices reads its matrices.
///
/// SWP_INVALID_ARGUMENT, SWP_WRONG_SIZE, SWP_UNKNOWN_ID or SWP_DUPLICATE_NAME by name: elements the other way round, a section in several
/// parts, materials that differ in their damping.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_section_mesh(
    model: *mut swp_model,
    name: *const c_char,
    place_count: size_t,
    places: *const f64,
    nodes_per_element: i32,
    corner_count: size_t,
    corners: *const size_t,
    material_count: size_t,
    materials: *const swp_solid_material,
    axes_count: size_t,
    axes: *const f64,
    out: *mut swp_section,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let what = format!("section \"{name}\"");
        let mesh = section_mesh(
            &what,
            (places, place_count),
            (small(nodes_per_element), corners, corner_count),
            self::materials(materials, material_count)?,
            rotations(axes, axes_count)?,
        )?;
        let id = m.add_section(name, slice::section(&what, &mesh, m)?)?;
        put(out, "out", swp_section { id: encode(&SECTION, id) })
    })
}

/// Number of elements of a solid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_solid_element_count(
    model: *const swp_model,
    solid: swp_solid,
    out: *mut size_t,
) -> swp_status {
    model::read(model, |m| put(out, "out", m.solid(self::solid(solid)?)?.elements.len()))
}

/// Number of nodes of a solid, each counted once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_solid_node_count(
    model: *const swp_model,
    solid: swp_solid,
    out: *mut size_t,
) -> swp_status {
    model::read(model, |m| put(out, "out", m.solid(self::solid(solid)?)?.nodes.len()))
}

/// The nodes of a solid, each once, in the order in which its elements have them; `node_count` must be their number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_solid_nodes(
    model: *const swp_model,
    solid: swp_solid,
    node_count: size_t,
    nodes: *mut swp_node,
) -> swp_status {
    model::read(model, |m| {
        let mesh = m.solid(self::solid(solid)?)?;
        put_nodes(&format!("solid \"{}\"", mesh.name), &mesh.nodes, nodes, node_count)
    })
}

pub(super) fn put_nodes(what: &str, own: &[NodeId], to: *mut swp_node, count: usize) -> Result<(), Fail> {
    if count != own.len() {
        return Err(Error::WrongSize(format!("{what} has {} nodes; there is room for {count}", own.len())).into());
    }
    let to = array_mut(to, count, "nodes")?;
    own.iter().zip(to).for_each(|(id, to)| *to = swp_node { id: encode(&NODE, id.0) });
    Ok(())
}

/// How well an element of a solid is shaped: `jacobian` receives the least Jacobian over that of its centre (1 for a parallelepiped; below
/// 0.1 results suffer, 1e-6 is refused), `shift` the largest distance of a middle node from the middle of its edge over the length of
/// that (0 is best, 0.25 makes it singular). `element` from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_solid_quality(
    model: *const swp_model,
    solid: swp_solid,
    element: size_t,
    jacobian: *mut f64,
    shift: *mut f64,
) -> swp_status {
    model::read(model, |m| {
        require(shift, "shift")?;
        let quality = m.solid_element(self::solid(solid)?, element)?.quality();
        put(jacobian, "jacobian", quality.jacobian.0)?;
        put(shift, "shift", quality.shift.0)
    })
}

fn state(own: &SolidState) -> swp_solid_state {
    let six = |m: &Mat3| [m[(0, 0)], m[(1, 1)], m[(2, 2)], m[(1, 2)], m[(0, 2)], m[(0, 1)]];
    let rows = own.gradient.transpose();
    swp_solid_state {
        position: own.x.into(),
        gradient: std::array::from_fn(|k| rows.as_slice()[k]),
        strain: six(&own.strain),
        piola: six(&own.piola),
        cauchy: six(&own.cauchy),
        principal: own.principal(),
        von_mises: own.von_mises(),
        reserved: [0; 4],
    }
}

/// Strains and stresses of a solid at a Gauss point of an element: `element` from 0; `point` from 0, i + p j + p² k at the coordinates i, j, k
/// of the p points along the first corner to the second, to the fourth and to the fifth: p = 2 in elements of 8 nodes, 3 in those of 20 and
/// 27; tetrahedra have 4 points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_solid_state(
    sim: *const swp_sim,
    solid: swp_solid,
    element: size_t,
    point: size_t,
    out: *mut swp_solid_state,
) -> swp_status {
    read(sim, |s| put(out, "out", state(&s.solid_state(self::solid(solid)?, element, point)?)))
}

/// The same at a node of the solid: the mean of what the elements around it have there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_solid_node_state(
    sim: *const swp_sim,
    solid: swp_solid,
    node: swp_node,
    out: *mut swp_solid_state,
) -> swp_status {
    read(sim, |s| put(out, "out", state(&s.solid_state_at_node(self::solid(solid)?, self::node(node)?)?)))
}

/// Resultants over a cut through a solid: `force` [N] and `moment` [N·m] about the point `about` (3 components [m], inertial axes), that the
/// elements on one side exert by their elasticity on the other at the nodes of the cut. `elements`: those of one side that touch it,
/// or all of that side, from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_solid_resultant(
    sim: *const swp_sim,
    solid: swp_solid,
    element_count: size_t,
    elements: *const size_t,
    node_count: size_t,
    nodes: *const swp_node,
    about: *const f64,
    force: *mut f64,
    moment: *mut f64,
) -> swp_status {
    read(sim, |s| {
        require(force, "force")?;
        require(moment, "moment")?;
        let elements = array(elements, element_count, "elements")?;
        let (nodes, about) = (self::nodes(nodes, node_count)?, vec3(about, "about")?);
        let (f, m) = s.solid_resultant(self::solid(solid)?, elements, &nodes, about)?;
        put3(force, "force", &f)?;
        put3(moment, "moment", &m)
    })
}
