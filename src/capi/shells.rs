//! Shells: sections, meshes, loads on their surface, and what goes on in them.

use super::library::swp_status;
use super::loads::axes;
use super::model::{self, edit, function, node, swp_function, swp_model, swp_node};
use super::sim::{read, swp_sim};
use super::{Fail, Sized, array, array_mut, decode, encode, guard, optional_vec3, put, require, sized, text, vec3};
use crate::elements::shell::tying::NODES;
use crate::elements::shell::{ShellState, Strain};
use crate::error::Error;
use crate::loads::SurfaceSource;
use crate::math::Vec3;
use crate::model::kinds::NODE;
use crate::model::shells::{SHELL, SHELL_SECTION};
use crate::model::{ShellId, ShellMass, ShellOptions, ShellSectionId};
use crate::sections::{Isotropic, Mat8, Ply, ShellConvention, ShellSection, laminate, ply_stresses};
use crate::terms::NodeId;
use libc::{c_char, size_t};

/// Id of a section of shells.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_shell_section {
    /// opaque
    pub id: u32,
}

/// Id of a shell.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_shell {
    /// opaque
    pub id: u32,
}

/// Order and sign of the components of an 8×8 stiffness matrix of a shell.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum swp_shell_convention {
    /// N11 N22 N12, M11 M22 M12, Q13 Q23 against E11 E22 2E12, K11 K22 2K12, Γ13 Γ23: the A-B-D matrices of lamination theory, then
    /// transverse shear. The strain at the height z along the normal is E + z K.
    SWP_SHELL_CLASSICAL = 0,
    /// 11, 12, 22 of membrane and bending, then 13, 23, as VAPAS writes them; strain E + z K.
    SWP_SHELL_VAPAS = 1,
    /// The classical order with curvatures of the other sign: strain E − z K.
    SWP_SHELL_OPPOSITE = 2,
}

/// A ply of a laminate.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_ply {
    /// [m], positive.
    pub thickness: f64,
    /// Of the fibres from material axis 1, about the normal [rad].
    pub angle: f64,
    /// Young's modulus along the fibres [Pa], positive, as all moduli.
    pub e1: f64,
    /// Young's modulus across [Pa].
    pub e2: f64,
    /// Shear modulus in the plane [Pa].
    pub g12: f64,
    /// Strain across per strain along, under stress along the fibres; ν12² < E1/E2.
    pub nu12: f64,
    /// Shear modulus along the fibres and the normal [Pa].
    pub g13: f64,
    /// Shear modulus across the fibres and the normal [Pa].
    pub g23: f64,
    /// [kg/m³], not negative.
    pub density: f64,
}

/// Where the mass of a shell is.
#[repr(i32)]
#[derive(Clone, Copy)]
pub enum swp_shell_mass {
    /// On the nodes, by Lobatto's rule: for every scheme.
    SWP_MASS_LUMPED = 0,
    /// Between the nodes, as the shape functions have it: for the energy preserving scheme, generalised-alpha, HHT, Newmark and Radau IIA;
    /// the other schemes work with the momentum of each node by itself and refuse it.
    SWP_MASS_CONSISTENT = 1,
}

/// How a mesh becomes a shell. Fill with swp_shell_options_init, then change.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_shell_options {
    /// sizeof(swp_shell_options)
    pub size: size_t,
    /// Direction whose projection on the surface is material axis 1, inertial axes; zero: from the first corner of each element to the
    /// second.
    pub axis: [f64; 3],
    /// Distance of the reference surface of the sections from the nodes along the normal [m]. Default 0.
    pub offset: f64,
    /// Factor of the stiffness against turns of the nodes about the normal, 1e-6 to 1e6. Default 1: k = A66 min(1, (h/l)²), h the thickness
    /// and l the root of the element's area.
    pub drilling: f64,
    /// Elements whose normals at a common node differ by less than this share a director there; beyond it the shell is folded [rad].
    /// Default 30 degrees.
    pub crease: f64,
    /// A swp_shell_mass. Default SWP_MASS_LUMPED.
    pub mass: i32,
    /// 0; room for members of later versions.
    pub unused: i32,
    /// 0; room for members of later versions.
    pub reserved: [u64; 7],
}

impl Sized for swp_shell_options {
    fn head(&self) -> (size_t, &[u64]) {
        (self.size, &self.reserved)
    }
}

/// A shell at a Gauss point of an element, at one instant.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct swp_shell_state {
    /// Place of the point of the reference surface [m], inertial axes.
    pub position: [f64; 3],
    /// Material axes there, now: 9 numbers, row-major, whose columns are axis 1, axis 2 and the normal.
    pub axes: [f64; 9],
    /// E11 E22 2E12 [-], K11 K22 2K12 [1/m], Γ13 Γ23 [-]. The strain at the height z along the normal is E + z K.
    pub strain: [f64; 8],
    /// N11 N22 N12 [N/m], M11 M22 M12 [N], Q13 Q23 [N/m], of elasticity; damping is not in them.
    pub resultant: [f64; 8],
    /// Turn of the nodes about the normal against that of the surface [rad].
    pub drilling: f64,
    /// 0; room for numbers of later versions.
    pub reserved: [u64; 4],
}

pub(super) fn section(id: swp_shell_section) -> Result<ShellSectionId, Fail> {
    Ok(ShellSectionId(decode(id.id, &SHELL_SECTION)?))
}

pub(super) fn shell(id: swp_shell) -> Result<ShellId, Fail> {
    Ok(ShellId(decode(id.id, &SHELL)?))
}

fn default_options() -> swp_shell_options {
    let ShellOptions { axis, offset, drilling, crease, mass: _ } = ShellOptions::default();
    let size = size_of::<swp_shell_options>();
    let mass = swp_shell_mass::SWP_MASS_LUMPED as i32;
    swp_shell_options { size, axis: axis.into(), offset, drilling, crease, mass, unused: 0, reserved: [0; 7] }
}

pub(super) fn options(pointer: *const swp_shell_options) -> Result<ShellOptions, Fail> {
    let o = if pointer.is_null() { default_options() } else { sized(pointer, "options", "swp_shell_options_init")? };
    if o.unused != 0 {
        let text = "options: `unused` is not 0; call swp_shell_options_init first";
        return Err(Error::InvalidArgument(text.into()).into());
    }
    let mass = match o.mass {
        m if m == swp_shell_mass::SWP_MASS_LUMPED as i32 => ShellMass::Lumped,
        m if m == swp_shell_mass::SWP_MASS_CONSISTENT as i32 => ShellMass::Consistent,
        other => {
            let text = format!("options: the mass is {other}; it is a swp_shell_mass, 0 or 1");
            return Err(Error::InvalidArgument(text).into());
        }
    };
    Ok(ShellOptions { axis: Vec3::from(o.axis), offset: o.offset, drilling: o.drilling, crease: o.crease, mass })
}

fn plies(pointer: *const swp_ply, count: usize) -> Result<Vec<Ply>, Fail> {
    let own = |p: &swp_ply| Ply {
        thickness: p.thickness,
        angle: p.angle,
        e1: p.e1,
        e2: p.e2,
        g12: p.g12,
        nu12: p.nu12,
        g13: p.g13,
        g23: p.g23,
        density: p.density,
    };
    Ok(array(pointer, count, "plies")?.iter().map(own).collect())
}

/// Defaults of how a mesh becomes a shell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_shell_options_init(options: *mut swp_shell_options) -> swp_status {
    guard(None, || put(options, "options", default_options()))
}

/// Add the section of a plate of one isotropic material, its middle surface the reference surface; shear factor 5/6.
///
/// `name`: unique among shell sections, copied. `young` [Pa] and `thickness` [m] positive, `poisson` above −1 and at most 0.5, `density`
/// [kg/m³] not negative (zero for statics), `damping`: damping stress per elastic stress rate [s], not negative. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_plate_section(
    model: *mut swp_model,
    name: *const c_char,
    young: f64,
    poisson: f64,
    density: f64,
    thickness: f64,
    damping: f64,
    out: *mut swp_shell_section,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let plate = ShellSection::isotropic(&format!("\"{name}\""), &Isotropic { young, poisson, density }, thickness)?;
        let id = m.add_shell_section(name, ShellSection { damping, ..plate })?;
        put(out, "out", swp_shell_section { id: encode(&SHELL_SECTION, id.0) })
    })
}

/// Add the section of a laminate: `count` plies from the lowest, against the normal, to the highest.
///
/// A, B and D are those of classical lamination theory; transverse shear is found from equilibrium of the plies in bending about both
/// axes, which gives 5/6 G h for one isotropic ply. `reference`: height of the reference surface over the middle of the laminate [m].
/// `name` and `damping` as in swp_model_add_plate_section. SWP_INVALID_ARGUMENT names the ply, counted from 1. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_laminate(
    model: *mut swp_model,
    name: *const c_char,
    count: size_t,
    plies: *const swp_ply,
    reference: f64,
    damping: f64,
    out: *mut swp_shell_section,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let own = laminate(&format!("\"{name}\""), &self::plies(plies, count)?, reference)?;
        let id = m.add_shell_section(name, ShellSection { damping, ..own })?;
        put(out, "out", swp_shell_section { id: encode(&SHELL_SECTION, id.0) })
    })
}

/// Add a section of shells by its matrix.
///
/// `convention`: one of swp_shell_convention. `stiffness`: 64 numbers, 8×8, row-major: [N/m] of membrane and transverse shear, [N] of their coupling
/// with bending, [N·m] of bending; symmetric and positive definite. `thickness` [m]: what strains at heights, the drilling stiffness and the
/// checks take it to be. `inertia`: 3 numbers, m = ∫ϱ dz [kg/m²], ∫ϱ z dz [kg/m] and ∫ϱ z² dz [kg] about the reference surface. `name` and `damping`
/// as in swp_model_add_plate_section. SWP_INVALID_ARGUMENT with the reason for a matrix that no shell has, other units among them: a
/// radius of gyration √(D/A) of more than half of the thickness or less than a thousandth. `out` receives the id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_shell_section(
    model: *mut swp_model,
    name: *const c_char,
    convention: i32,
    stiffness: *const f64,
    thickness: f64,
    inertia: *const f64,
    damping: f64,
    out: *mut swp_shell_section,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let convention = match convention {
            0 => ShellConvention::Classical,
            1 => ShellConvention::Vapas,
            2 => ShellConvention::Opposite,
            other => {
                return Err(Error::InvalidArgument(format!(
                    "shell section \"{name}\": convention {other} is not known; see swp_shell_convention"
                ))
                .into());
            }
        };
        let stiffness = convention.inner(&Mat8::from_row_slice(array(stiffness, 64, "stiffness")?));
        let inertia = array(inertia, 3, "inertia")?;
        let section = ShellSection {
            stiffness,
            mass: inertia[0],
            first_moment: inertia[1],
            second_moment: inertia[2],
            thickness,
            damping,
        };
        let id = m.add_shell_section(name, section)?;
        put(out, "out", swp_shell_section { id: encode(&SHELL_SECTION, id.0) })
    })
}

/// Add a shell on nodes of the model.
///
/// `name`: unique among shells, copied. `options` may be NULL for defaults. `nodes`: nine ids an element, so that `node_count` is a
/// multiple of nine; each element has its four corners, anticlockwise about the normal,
/// the middles of the sides from the first corner to the second, the second to the third and so on, and the centre. Nodes have six
/// degrees of freedom (no points) and may be shared with beams, bodies, joints and other shells, ground nodes hold the shell; their
/// orientations do not matter. Keep the middles near the middle of their sides. `section_count` is 1, the
/// number of elements, or nine an element, in the order of `nodes`: matrices, masses and thickness are then interpolated between the
/// nodes, for tapered skins and ply drops. `out` receives the id.
///
/// The mass is lumped at the nodes, by Lobatto's rule, with its rotary inertia and that of an offset; about the normal a node has the
/// same rotary inertia as across it.
///
/// A couple about the normal on a lone node is no well-posed load: its rotation grows without bound as the mesh is refined. Bring it in
/// through a beam along the surface, or a rigid body on several nodes.
///
/// SWP_INVALID_ARGUMENT, SWP_WRONG_SIZE, SWP_UNKNOWN_ID or SWP_DUPLICATE_NAME with the name of the shell, the number of the element from 1
/// and the reason: nodes at one place, a surface that folds over, an element the other way round than its neighbour, a material axis along
/// the normal. The model is then as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_shell(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_shell_options,
    node_count: size_t,
    nodes: *const swp_node,
    section_count: size_t,
    sections: *const swp_shell_section,
    out: *mut swp_shell,
) -> swp_status {
    edit(model, |m| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let ids = array(nodes, node_count, "nodes")?;
        if !node_count.is_multiple_of(NODES) {
            return Err(Error::WrongSize(format!("shell \"{name}\": {node_count} nodes; each element has nine")).into());
        }
        let given = array(sections, section_count, "sections")?;
        let ids = ids.iter().map(|id| node(*id)).collect::<Result<Vec<NodeId>, Fail>>()?;
        let elements: Vec<[NodeId; NODES]> = ids.chunks_exact(NODES).map(|c| std::array::from_fn(|a| c[a])).collect();
        let sections = given.iter().map(|id| section(*id)).collect::<Result<Vec<_>, Fail>>()?;
        let id = m.add_shell(name, &elements, &sections, self::options(options)?)?;
        put(out, "out", swp_shell { id: encode(&SHELL, id.0) })
    })
}

/// Add a shell on a structured patch of n × m elements, with its nodes.
///
/// `n` and `m` at least 1. `places`: 3·place_count numbers [m], inertial axes, place_count = (2n + 1)(2m + 1): the nodes of a row along
/// the n elements one after the other, row by row. `options` may be NULL for defaults. The normal is that of the direction along a row times the direction from row to row. The nodes are free and called name\[i,j\], i along the
/// row and j the row, from 0; swp_model_find_id finds them, swp_model_shell_nodes lists them. The rest as in swp_model_add_shell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_shell_patch(
    model: *mut swp_model,
    name: *const c_char,
    options: *const swp_shell_options,
    section: swp_shell_section,
    n: i32,
    m: i32,
    place_count: size_t,
    places: *const f64,
    out: *mut swp_shell,
) -> swp_status {
    edit(model, |model| {
        require(out, "out")?;
        let name = text(name, "name")?;
        let count = place_count
            .checked_mul(3)
            .ok_or_else(|| Error::WrongSize(format!("shell \"{name}\": {place_count} places do not fit")))?;
        let given = array(places, count, "places")?;
        let [n, m] = [n, m].map(|count| usize::try_from(count).unwrap_or(0));
        let places: Vec<Vec3> = given.chunks_exact(3).map(Vec3::from_column_slice).collect();
        let id = model.add_shell_patch(name, [n, m], &places, self::section(section)?, self::options(options)?)?;
        put(out, "out", swp_shell { id: encode(&SHELL, id.0) })
    })
}

/// Number of elements of a shell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_shell_element_count(
    model: *const swp_model,
    shell: swp_shell,
    out: *mut size_t,
) -> swp_status {
    model::read(model, |m| put(out, "out", m.shell(self::shell(shell)?)?.elements.len()))
}

/// Number of nodes of a shell, each counted once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_shell_node_count(
    model: *const swp_model,
    shell: swp_shell,
    out: *mut size_t,
) -> swp_status {
    model::read(model, |m| put(out, "out", m.shell(self::shell(shell)?)?.nodes.len()))
}

/// The nodes of a shell, each once, in the order in which its elements have them; `node_count` must be their number. For a patch use
/// swp_model_find_id to find a node by its row and column.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_shell_nodes(
    model: *const swp_model,
    shell: swp_shell,
    node_count: size_t,
    nodes: *mut swp_node,
) -> swp_status {
    model::read(model, |m| {
        let mesh = m.shell(self::shell(shell)?)?;
        if node_count != mesh.nodes.len() {
            let (name, own) = (&mesh.name, mesh.nodes.len());
            return Err(
                Error::WrongSize(format!("shell \"{name}\" has {own} nodes; there is room for {node_count}")).into()
            );
        }
        let out = array_mut(nodes, node_count, "nodes")?;
        mesh.nodes.iter().zip(out).for_each(|(id, out)| *out = swp_node { id: encode(&NODE, id.0) });
        Ok(())
    })
}

/// Add a pressure on all of a shell: `pressure` [Pa] times the function of time, against the normal, which it follows.
/// `name`: unique among loads, copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_pressure(
    model: *mut swp_model,
    name: *const c_char,
    shell: swp_shell,
    pressure: f64,
    function: swp_function,
) -> swp_status {
    edit(model, |m| {
        let (shell, function) = (self::shell(shell)?, self::function(function)?);
        Ok(m.add_surface_load(text(name, "name")?, shell, SurfaceSource::Pressure(pressure), function)?)
    })
}

/// Add a dead force per area on all of a shell: `traction`, 3 components [N/m²] of the reference configuration, inertial axes, times the
/// function of time. `name`: unique among loads, copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_traction(
    model: *mut swp_model,
    name: *const c_char,
    shell: swp_shell,
    traction: *const f64,
    function: swp_function,
) -> swp_status {
    edit(model, |m| {
        let (shell, function) = (self::shell(shell)?, self::function(function)?);
        let traction = vec3(traction, "traction")?;
        Ok(m.add_surface_load(text(name, "name")?, shell, SurfaceSource::Traction(traction), function)?)
    })
}

/// Add a load along an edge: `force` [N/m] and `moment` [N·m/m], 3 components each, per length of the reference configuration, times the
/// function of time; `moment` may be NULL for none.
///
/// `nodes`: those along the edge one after the other, end, middle, end, middle, end of the sides of elements, so that `node_count` is odd and
/// at least three; an edge may be closed, its last node the first. `frame` (swp_frame_kind): SWP_DEAD keeps its direction; SWP_FOLLOWER
/// turns with each node. Components are in inertial axes of the reference configuration in both cases. `name`: unique among loads, copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_model_add_edge_load(
    model: *mut swp_model,
    name: *const c_char,
    node_count: size_t,
    nodes: *const swp_node,
    frame: i32,
    force: *const f64,
    moment: *const f64,
    function: swp_function,
) -> swp_status {
    edit(model, |m| {
        let name = text(name, "name")?;
        let ids = array(nodes, node_count, "nodes")?;
        let ids = ids.iter().map(|id| node(*id)).collect::<Result<Vec<NodeId>, Fail>>()?;
        let vectors = [vec3(force, "force")?, optional_vec3(moment)?];
        Ok(m.add_edge_load(name, &ids, axes(frame)?, vectors, self::function(function)?)?)
    })
}

/// Strains and resultants of a shell at a Gauss point of an element: `element` from 0 as they were listed, `point` 0 to 8, 3 j + i at
/// the coordinate i of (−√(3/5), 0, √(3/5)) from the first corner to the second and j from the second to the third.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_shell_state(
    sim: *const swp_sim,
    shell: swp_shell,
    element: size_t,
    point: size_t,
    out: *mut swp_shell_state,
) -> swp_status {
    read(sim, |s| {
        require(out, "out")?;
        put(out, "out", state(&s.shell_state(self::shell(shell)?, element, point)?))
    })
}

fn state(state: &ShellState) -> swp_shell_state {
    let rows = state.axes.transpose();
    let first = |v: &Strain| std::array::from_fn(|k| v[k]);
    swp_shell_state {
        position: state.x.into(),
        axes: std::array::from_fn(|k| rows.as_slice()[k]),
        strain: first(&state.strain),
        resultant: first(&state.resultant),
        drilling: state.strain[8],
        reserved: [0; 4],
    }
}

/// Strains and resultants of a shell at any point of an element: `r` goes from -1 to 1 from the first corner to the second, `s` from the second
/// to the third, so that the nodes are at -1, 0 and 1. They are extrapolated from the nine Gauss points of this element alone, by the polynomial of
/// second degree in r and s: at a node that elements share each has values of its own, whose differences say how fine the mesh is. A mean
/// is left to the host, as it has no meaning across a fold or a change of section.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_sim_shell_state_at(
    sim: *const swp_sim,
    shell: swp_shell,
    element: size_t,
    r: f64,
    s: f64,
    out: *mut swp_shell_state,
) -> swp_status {
    read(sim, |own| {
        require(out, "out")?;
        put(out, "out", state(&own.shell_state_at(self::shell(shell)?, element, [r, s])?))
    })
}

/// Stresses in the plies of a laminate for strains of its reference surface: `strain`, 8 numbers as in swp_shell_state; `reference` as the
/// laminate was added with. `stress` receives stress_count = 9·count numbers [Pa]: for each ply those at its bottom, middle and top, each 11, 22, 12 in the axes of
/// the ply, 1 along the fibres.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn swp_ply_stresses(
    count: size_t,
    plies: *const swp_ply,
    reference: f64,
    strain: *const f64,
    stress_count: size_t,
    stress: *mut f64,
) -> swp_status {
    guard(None, || {
        if count.checked_mul(9) != Some(stress_count) {
            let text = format!("{count} plies have nine stresses each; there is room for {stress_count}");
            return Err(Error::WrongSize(text).into());
        }
        let (plies, strain) = (self::plies(plies, count)?, array(strain, 8, "strain")?);
        let out = array_mut(stress, stress_count, "stress")?;
        let stresses = ply_stresses(&plies, reference, strain)?;
        out.chunks_exact_mut(3)
            .zip(stresses.iter().flatten())
            .for_each(|(to, from)| to.copy_from_slice(from.as_slice()));
        Ok(())
    })
}
