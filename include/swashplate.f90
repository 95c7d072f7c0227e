! swashplate.f90: the C interface of swashplate.h for Fortran 2008 and later. Compile this file with your own
! compiler; it needs nothing but the library.
!
! Made by bindings/generate.py from swashplate.h and from bindings/swashplate.f90, which is written by hand; do not edit.
!
! It has two layers.
!
! 1. Every function of swashplate.h under its own name (swp_model_add_node, ...), with the derived types and constants
!    of that header. What a function does, and its units, is said there. What may be NULL is passed as an address:
!    c_loc(x) or c_null_ptr.
!
! 2. Three types with bound procedures: swp_model, swp_sim, swp_snapshot.
!
!      type(swp_model) :: model
!      type(swp_node)  :: hub
!      call model%create()
!      call model%add_node("hub", [0d0, 0d0, 1d0], hub)
!
!    All are subroutines; the arguments are inputs, outputs, optional inputs, stat. Names lose their trailing blanks.
!
! Failure. No procedure stops the program or prints.
!   With stat=: the status is returned in it (0 is success); the text is in model%message.
!   Without stat: the first failure stays in model%status and model%message, and every later call on this object is
!   skipped until `call model%clear_error()`. So a sequence of calls may be checked once, at its end:
!      if (model%failed()) print *, model%message
!   A call that failed or was skipped gives ids 0 and numbers NaN. A simulation created from a model with such a failure
!   takes the failure over.
!
! Ownership. create, save and from_bytes make what free releases; free may be called twice. Assigning one of these three
! types to another copies the reference, not the model: free only one of the two. A simulation keeps what it needs: its
! model may be freed before it.
!
! Numbering and layout. Joint coordinates and nodes of beams count from 0, as in swashplate.h. Matrices are row-major, as
! in C, and nothing is transposed here but the 6x6 matrices of add_section: element (i, j) of a 3x3 matrix m is
! m(3*(i - 1) + j), and the Fortran matrix is transpose(reshape(m, [3, 3])). Quaternions are w, x, y, z.

module swashplate
  use, intrinsic :: iso_c_binding
  use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan
  implicit none
  public
  private :: pending, conclude, refuse, c_string, f_string, given, real_or, integer_or, not_a_number
  private :: error_text, text_of, ask_text, up_to_null, opened

  ! ---- constants of swashplate.h ------------------------------------------------------------------------------------

  ! SWP_VERSION of swashplate.h; Fortran could not tell that name from the function swp_version.
  integer(c_int32_t), parameter :: SWP_HEADER_VERSION = 100

  ! swp_status
  integer(c_int32_t), parameter :: SWP_OK = 0
  integer(c_int32_t), parameter :: SWP_NULL_POINTER = 1
  integer(c_int32_t), parameter :: SWP_INVALID_ARGUMENT = 2
  integer(c_int32_t), parameter :: SWP_UNKNOWN_ID = 3
  integer(c_int32_t), parameter :: SWP_DUPLICATE_NAME = 4
  integer(c_int32_t), parameter :: SWP_WRONG_SIZE = 5
  integer(c_int32_t), parameter :: SWP_FROZEN_MODEL = 6
  integer(c_int32_t), parameter :: SWP_WRONG_STATE = 7
  integer(c_int32_t), parameter :: SWP_INVALID_MODEL = 20
  integer(c_int32_t), parameter :: SWP_REDUNDANT_CONSTRAINTS = 21
  integer(c_int32_t), parameter :: SWP_SINGULAR_MECHANISM = 22
  integer(c_int32_t), parameter :: SWP_INCONSISTENT_START = 23
  integer(c_int32_t), parameter :: SWP_NEWTON_FAILED = 40
  integer(c_int32_t), parameter :: SWP_SINGULAR_MATRIX = 41
  integer(c_int32_t), parameter :: SWP_NOT_FINITE = 42
  integer(c_int32_t), parameter :: SWP_CALLBACK_FAILED = 43
  integer(c_int32_t), parameter :: SWP_CANCELLED = 44
  integer(c_int32_t), parameter :: SWP_STEP_TOO_SMALL = 45
  integer(c_int32_t), parameter :: SWP_ENERGY_GREW = 46
  integer(c_int32_t), parameter :: SWP_BAD_SNAPSHOT = 60
  integer(c_int32_t), parameter :: SWP_VERSION_MISMATCH = 61
  integer(c_int32_t), parameter :: SWP_BAD_FILE = 62
  integer(c_int32_t), parameter :: SWP_OUT_OF_MEMORY = 63
  integer(c_int32_t), parameter :: SWP_INTERNAL = 90

  ! swp_interpolation
  integer(c_int32_t), parameter :: SWP_INTERPOLATE_LINEAR = 0
  integer(c_int32_t), parameter :: SWP_INTERPOLATE_CUBIC = 1

  ! swp_frame_kind
  integer(c_int32_t), parameter :: SWP_DEAD = 0
  integer(c_int32_t), parameter :: SWP_FOLLOWER = 1

  ! swp_scheme
  integer(c_int32_t), parameter :: SWP_GENERALIZED_ALPHA = 0
  integer(c_int32_t), parameter :: SWP_HHT_ALPHA = 1
  integer(c_int32_t), parameter :: SWP_NEWMARK = 2
  integer(c_int32_t), parameter :: SWP_RADAU_IIA = 3
  integer(c_int32_t), parameter :: SWP_ENERGY_PRESERVING = 4
  integer(c_int32_t), parameter :: SWP_ENERGY_DECAYING = 5
  integer(c_int32_t), parameter :: SWP_MOMENTUM_PRESERVING = 6
  integer(c_int32_t), parameter :: SWP_MOMENTUM_DECAYING = 7
  integer(c_int32_t), parameter :: SWP_MOMENTUM_DECAYING_CONSTRAINED = 8

  ! swp_beams
  integer(c_int32_t), parameter :: SWP_BEAMS_BY_SCHEME = 0
  integer(c_int32_t), parameter :: SWP_BEAMS_ROTATIONS = 1
  integer(c_int32_t), parameter :: SWP_BEAMS_DIRECTORS = 2

  ! swp_redundancy
  integer(c_int32_t), parameter :: SWP_REDUNDANCY_STOP = 0
  integer(c_int32_t), parameter :: SWP_REDUNDANCY_LEAST_SQUARES = 1

  ! swp_input_rule
  integer(c_int32_t), parameter :: SWP_INPUT_END = 0
  integer(c_int32_t), parameter :: SWP_INPUT_HELD = 1
  integer(c_int32_t), parameter :: SWP_INPUT_LINEAR = 2

  ! swp_path_event
  integer(c_int32_t), parameter :: SWP_EVENT_NONE = 0
  integer(c_int32_t), parameter :: SWP_EVENT_LIMIT = 1
  integer(c_int32_t), parameter :: SWP_EVENT_BRANCHING = 2
  integer(c_int32_t), parameter :: SWP_EVENT_VALUE = 3
  integer(c_int32_t), parameter :: SWP_EVENT_END = 4

  ! swp_direction
  integer(c_int32_t), parameter :: SWP_DIRECTION_BOTH = 0
  integer(c_int32_t), parameter :: SWP_DIRECTION_RISING = 1
  integer(c_int32_t), parameter :: SWP_DIRECTION_FALLING = -1

  ! swp_severity
  integer(c_int32_t), parameter :: SWP_SEVERITY_NOTE = 0
  integer(c_int32_t), parameter :: SWP_SEVERITY_WARNING = 1
  integer(c_int32_t), parameter :: SWP_SEVERITY_ERROR = 2

  ! swp_finding_kind
  integer(c_int32_t), parameter :: SWP_FINDING_UNSOUND = 0
  integer(c_int32_t), parameter :: SWP_FINDING_SCHEME = 1
  integer(c_int32_t), parameter :: SWP_FINDING_START = 2
  integer(c_int32_t), parameter :: SWP_FINDING_DEPENDENT = 3
  integer(c_int32_t), parameter :: SWP_FINDING_MASSLESS = 4
  integer(c_int32_t), parameter :: SWP_FINDING_LOOSE = 5
  integer(c_int32_t), parameter :: SWP_FINDING_LOCKED = 6
  integer(c_int32_t), parameter :: SWP_FINDING_UNITS = 7
  integer(c_int32_t), parameter :: SWP_FINDING_CONDITIONING = 8
  integer(c_int32_t), parameter :: SWP_FINDING_DIFFERENCES = 9
  integer(c_int32_t), parameter :: SWP_FINDING_MESH = 10

  ! swp_side
  integer(c_int32_t), parameter :: SWP_SIDE_A = 0
  integer(c_int32_t), parameter :: SWP_SIDE_B = 1

  ! swp_link_joint
  integer(c_int32_t), parameter :: SWP_LINK_REVOLUTE = 0
  integer(c_int32_t), parameter :: SWP_LINK_PRISMATIC = 1

  ! swp_axes
  integer(c_int32_t), parameter :: SWP_AXES_INERTIAL = 0
  integer(c_int32_t), parameter :: SWP_AXES_JOINT = 1

  ! swp_convention
  integer(c_int32_t), parameter :: SWP_CONVENTION_EPPLE = 0
  integer(c_int32_t), parameter :: SWP_CONVENTION_VABS = 1
  integer(c_int32_t), parameter :: SWP_CONVENTION_BEAMDYN = 2

  ! swp_shell_convention
  integer(c_int32_t), parameter :: SWP_SHELL_CLASSICAL = 0
  integer(c_int32_t), parameter :: SWP_SHELL_VAPAS = 1
  integer(c_int32_t), parameter :: SWP_SHELL_OPPOSITE = 2

  ! swp_shell_mass
  integer(c_int32_t), parameter :: SWP_MASS_LUMPED = 0
  integer(c_int32_t), parameter :: SWP_MASS_CONSISTENT = 1

  ! swp_solid_volume
  integer(c_int32_t), parameter :: SWP_VOLUME_AUTOMATIC = 0
  integer(c_int32_t), parameter :: SWP_VOLUME_TIED = 1
  integer(c_int32_t), parameter :: SWP_VOLUME_UNTIED = 2

  ! swp_tie_kind
  integer(c_int32_t), parameter :: SWP_TIE_RIGID = 0
  integer(c_int32_t), parameter :: SWP_TIE_CLAMPED = 1
  integer(c_int32_t), parameter :: SWP_TIE_MEAN = 2

  ! swp_interpolated
  integer(c_int32_t), parameter :: SWP_INTERPOLATE_ROTATIONS = 0
  integer(c_int32_t), parameter :: SWP_INTERPOLATE_DIRECTORS = 1

  ! swp_properties
  integer(c_int32_t), parameter :: SWP_PROPERTIES_RAW = 0
  integer(c_int32_t), parameter :: SWP_PROPERTIES_SMOOTHED = 1

  ! swp_fallback
  integer(c_int32_t), parameter :: SWP_FALLBACK_STOP = 0
  integer(c_int32_t), parameter :: SWP_FALLBACK_RAW = 1
  integer(c_int32_t), parameter :: SWP_FALLBACK_SHARE = 2

  ! swp_meshing
  integer(c_int32_t), parameter :: SWP_MESH_EQUAL = 0
  integer(c_int32_t), parameter :: SWP_MESH_SPRING = 1
  integer(c_int32_t), parameter :: SWP_MESH_COST = 2
  integer(c_int32_t), parameter :: SWP_MESH_STEPS = 3

  ! swp_section_axes
  integer(c_int32_t), parameter :: SWP_AXES_SECTION = 1

  ! ---- derived types of swashplate.h --------------------------------------------------------------------------------
  ! Ids of 0 are never valid. Structs with a member `size` are obtained from swp_default_...() or swp_no_engineering().
  !
  ! What a procedure of the host's sees and fills, swp_host_view, swp_host_forces, swp_host_values, are addresses: c_f_pointer
  ! makes arrays of them, poses(7, nodes), velocities(6, nodes), accelerations(6, nodes), coordinate_motions(3, coordinates),
  ! force(n), value(m), rate(m), multipliers(m), where n = 6*nodes + coordinates. C reads matrices by rows, so that
  ! by_position(j, i) in Fortran is how number i changes with unknown j; gradient(n, m), curvature(n, n) alike. An address is
  ! null where the library does not want what is behind it.

  ! Id of a node.
  type, bind(c) :: swp_node
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a rigid body or point mass.
  type, bind(c) :: swp_body
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a function of time.
  type, bind(c) :: swp_function
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a joint.
  type, bind(c) :: swp_joint
    integer(c_int32_t) :: id = 0
  end type

  ! Where a joint sits on a node: the joint's point and axes, in node axes. swp_model_attach makes one from a point and
  ! a frame in space.
  type, bind(c) :: swp_attachment
    type(swp_node) :: node
    real(c_double) :: offset(3) = 0
    real(c_double) :: orientation(4) = [1, 0, 0, 0]
  end type

  ! Id of a spring on a joint coordinate.
  type, bind(c) :: swp_spring
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a tie.
  type, bind(c) :: swp_tie
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a spring along a line.
  type, bind(c) :: swp_line_spring
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a bushing.
  type, bind(c) :: swp_bushing
    integer(c_int32_t) :: id = 0
  end type

  ! A spring along a line at one instant.
  type, bind(c) :: swp_line_spring_state
    real(c_double) :: length = 0
    real(c_double) :: rate = 0
    real(c_double) :: force = 0
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! A bushing at one instant.
  type, bind(c) :: swp_bushing_state
    real(c_double) :: strain(6) = 0
    real(c_double) :: rate(6) = 0
    real(c_double) :: stress(6) = 0
    real(c_double) :: force_on_b(3) = 0
    real(c_double) :: moment_on_b(3) = 0
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! A coordinate of a joint.
  type, bind(c) :: swp_joint_coordinate
    type(swp_joint) :: joint
    integer(c_int32_t) :: coordinate = 0
  end type

  ! Id of a coupling between joint coordinates.
  type, bind(c) :: swp_coupling
    integer(c_int32_t) :: id = 0
  end type

  ! A row of a Denavit-Hartenberg table in the standard convention, and what the link weighs.
  type, bind(c) :: swp_link
    integer(c_int32_t) :: joint = SWP_LINK_REVOLUTE
    real(c_double) :: theta = 0
    real(c_double) :: d = 0
    real(c_double) :: a = 0
    real(c_double) :: alpha = 0
    real(c_double) :: mass = 0
    real(c_double) :: center_of_mass(3) = 0
    real(c_double) :: inertia(9) = 0
  end type

  ! How the joints were closed, see `assemble` in swp_sim_options.
  type, bind(c) :: swp_assembly
    integer(c_int32_t) :: iterations = 0
    real(c_double) :: gap_before = 0
    real(c_double) :: gap_after = 0
    real(c_double) :: moved = 0
    real(c_double) :: turned = 0
    type(swp_node) :: moved_node
    type(swp_node) :: turned_node
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! Bounds of an actuator.
  type, bind(c) :: swp_actuator_limits
    real(c_double) :: low = -huge(1.0_c_double)
    real(c_double) :: high = huge(1.0_c_double)
    real(c_double) :: rate = huge(1.0_c_double)
  end type

  ! What an actuator does at one instant.
  type, bind(c) :: swp_actuator_motion
    real(c_double) :: command = 0
    real(c_double) :: value = 0
    real(c_double) :: rate = 0
    real(c_double) :: acceleration = 0
    integer(c_int32_t) :: at_stroke = 0
    integer(c_int32_t) :: at_rate = 0
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! The lock of a joint coordinate at one instant.
  type, bind(c) :: swp_lock_state
    integer(c_int32_t) :: locked = 0
    real(c_double) :: value = 0
    real(c_double) :: since = 0
    real(c_double) :: impulse = 0
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! Id of a contact: a rolling disc or a knife edge.
  type, bind(c) :: swp_contact
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a condition on velocities given by the host.
  type, bind(c) :: swp_pfaffian
    integer(c_int32_t) :: id = 0
  end type

  ! A contact at one instant, inertial axes.
  type, bind(c) :: swp_contact_state
    real(c_double) :: point(3) = 0
    real(c_double) :: force(3) = 0
    real(c_double) :: normal = 0
    real(c_double) :: tangential(3) = 0
    real(c_double) :: slip(3) = 0
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! Id of a load.
  type, bind(c) :: swp_load
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a section of beams.
  type, bind(c) :: swp_section
    integer(c_int32_t) :: id = 0
  end type

  ! Engineering constants of a section.
  type, bind(c) :: swp_engineering
    integer(c_size_t) :: size = 0
    real(c_double) :: axial = 0
    real(c_double) :: shear(2) = 0
    real(c_double) :: torsion = 0
    real(c_double) :: bending(2) = 0
    real(c_double) :: mass = 0
    real(c_double) :: inertia(3) = 0
    real(c_double) :: tension_center(2) = 0
    real(c_double) :: shear_center(2) = 0
    real(c_double) :: mass_center(2) = 0
    real(c_double) :: principal_angle = 0
    real(c_double) :: damping = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! Options of a beam.
  type, bind(c) :: swp_beam_options
    integer(c_size_t) :: size = 0
    real(c_double) :: direction(3) = 0
    integer(c_int32_t) :: staircase = 0
    integer(c_int32_t) :: elements = 0
    integer(c_int32_t) :: nodes_per_element = 0
    integer(c_int32_t) :: interpolation = 0
    integer(c_int32_t) :: properties = 0
    integer(c_int32_t) :: fallback = 0
    integer(c_int32_t) :: meshing = 0
    real(c_double) :: element_ratio = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! Id of a beam.
  type, bind(c) :: swp_beam
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a set of stations along a beam.
  type, bind(c) :: swp_stations
    integer(c_int32_t) :: id = 0
  end type

  ! How a mesh becomes a shell.
  type, bind(c) :: swp_shell_options
    integer(c_size_t) :: size = 0
    real(c_double) :: axis(3) = 0
    real(c_double) :: offset = 0
    real(c_double) :: drilling = 0
    real(c_double) :: crease = 0
    integer(c_int32_t) :: mass = 0
    integer(c_int32_t) :: unused = 0
    integer(c_int64_t) :: reserved(7) = 0
  end type

  ! Id of a section of shells.
  type, bind(c) :: swp_shell_section
    integer(c_int32_t) :: id = 0
  end type

  ! A ply of a laminate.
  type, bind(c) :: swp_ply
    real(c_double) :: thickness = 0
    real(c_double) :: angle = 0
    real(c_double) :: e1 = 0
    real(c_double) :: e2 = 0
    real(c_double) :: g12 = 0
    real(c_double) :: nu12 = 0
    real(c_double) :: g13 = 0
    real(c_double) :: g23 = 0
    real(c_double) :: density = 0
  end type

  ! Id of a shell.
  type, bind(c) :: swp_shell
    integer(c_int32_t) :: id = 0
  end type

  ! A shell at a Gauss point of an element, at one instant.
  type, bind(c) :: swp_shell_state
    real(c_double) :: position(3) = 0
    real(c_double) :: axes(9) = 0
    real(c_double) :: strain(8) = 0
    real(c_double) :: resultant(8) = 0
    real(c_double) :: drilling = 0
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! A point of a shell's reference surface.
  type, bind(c) :: swp_shell_place
    integer(c_size_t) :: element = 0
    real(c_double) :: r = 0
    real(c_double) :: s = 0
  end type

  ! How a mesh becomes a solid.
  type, bind(c) :: swp_solid_options
    integer(c_size_t) :: size = 0
    integer(c_int32_t) :: volume = 0
    real(c_double) :: axes(9) = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! Id of a material of solids.
  type, bind(c) :: swp_solid_material
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a solid.
  type, bind(c) :: swp_solid
    integer(c_int32_t) :: id = 0
  end type

  ! A station of a swept section.
  type, bind(c) :: swp_sweep_station
    real(c_double) :: position(3) = 0
    real(c_double) :: orientation(4) = 0
    real(c_double) :: scale = 0
  end type

  ! A point of a solid at one instant.
  type, bind(c) :: swp_solid_state
    real(c_double) :: position(3) = 0
    real(c_double) :: gradient(9) = 0
    real(c_double) :: strain(6) = 0
    real(c_double) :: piola(6) = 0
    real(c_double) :: cauchy(6) = 0
    real(c_double) :: principal(3) = 0
    real(c_double) :: von_mises = 0
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! Id of a set of faces of a solid.
  type, bind(c) :: swp_face_set
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a set of nodes.
  type, bind(c) :: swp_node_set
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a set of elements of a shell.
  type, bind(c) :: swp_element_set
    integer(c_int32_t) :: id = 0
  end type

  ! Options of a simulation.
  type, bind(c) :: swp_sim_options
    integer(c_size_t) :: size = 0
    integer(c_int32_t) :: scheme = 0
    integer(c_int32_t) :: redundancy = 0
    real(c_double) :: rho_infinity = 0
    real(c_double) :: hht_alpha = 0
    real(c_double) :: newmark_gamma = 0
    real(c_double) :: newmark_beta = 0
    real(c_double) :: start_time = 0
    real(c_double) :: newton_tolerance = 0
    integer(c_int32_t) :: newton_max_iterations = 0
    integer(c_int32_t) :: scaling = 0
    real(c_double) :: penalty = 0
    real(c_double) :: assembly_tolerance = 0
    real(c_double) :: smallest_part = 0
    real(c_double) :: decay_alpha = 0
    integer(c_int32_t) :: stage_weighted = 0
    integer(c_int32_t) :: assemble = 0
    integer(c_int32_t) :: interpolation = 0
    integer(c_int64_t) :: reserved(7) = 0
  end type

  ! Motion of a node, inertial axes.
  type, bind(c) :: swp_motion
    real(c_double) :: position(3) = 0
    real(c_double) :: orientation(4) = 0
    real(c_double) :: velocity(3) = 0
    real(c_double) :: angular_velocity(3) = 0
    real(c_double) :: acceleration(3) = 0
    real(c_double) :: angular_acceleration(3) = 0
  end type

  ! The audit at one instant.
  type, bind(c) :: swp_audit
    real(c_double) :: time = 0
    real(c_double) :: kinetic_energy = 0
    real(c_double) :: potential_energy = 0
    real(c_double) :: work_applied = 0
    real(c_double) :: work_driven = 0
    real(c_double) :: work_constraints = 0
    real(c_double) :: work_dampers = 0
    real(c_double) :: numerical_dissipation = 0
    real(c_double) :: scheme_dissipation = 0
    real(c_double) :: linear_momentum(3) = 0
    real(c_double) :: angular_momentum(3) = 0
    real(c_double) :: position_violation = 0
    real(c_double) :: velocity_violation = 0
    real(c_double) :: middle_violation = 0
    real(c_double) :: interpolation_change = 0
    integer(c_int64_t) :: reserved(7) = 0
  end type

  ! The audit of one step, differences of totals: what they add up to is in swp_audit.
  type, bind(c) :: swp_step_audit
    real(c_double) :: begin = 0
    real(c_double) :: end = 0
    real(c_double) :: energy_change = 0
    real(c_double) :: work_applied = 0
    real(c_double) :: work_driven = 0
    real(c_double) :: work_constraints = 0
    real(c_double) :: work_dampers = 0
    real(c_double) :: numerical_dissipation = 0
    real(c_double) :: scheme_dissipation = 0
    real(c_double) :: linear_momentum_change(3) = 0
    real(c_double) :: angular_momentum_change(3) = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! How Newton's method went.
  type, bind(c) :: swp_newton_report
    integer(c_int64_t) :: steps = 0
    integer(c_int64_t) :: iterations_total = 0
    integer(c_int32_t) :: iterations = 0
    integer(c_int32_t) :: converged = 0
    integer(c_int32_t) :: at_rounding = 0
    integer(c_int32_t) :: reserved_flag = 0
    real(c_double) :: corrections(16) = 0
    real(c_double) :: residuals(16) = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! How steps are chosen.
  type, bind(c) :: swp_step_control
    integer(c_size_t) :: size = 0
    real(c_double) :: translation_tolerance = 0
    real(c_double) :: rotation_tolerance = 0
    real(c_double) :: smallest = 0
    real(c_double) :: largest = 0
    real(c_double) :: first = 0
    real(c_double) :: safety = 0
    real(c_double) :: translation_rate_tolerance = 0
    real(c_double) :: rotation_rate_tolerance = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! What happened since the simulation was created or swp_sim_reset_counters was called.
  type, bind(c) :: swp_sim_counters
    integer(c_int64_t) :: accepted = 0
    integer(c_int64_t) :: rejected = 0
    integer(c_int64_t) :: newton_failures = 0
    integer(c_int64_t) :: parts = 0
    integer(c_int64_t) :: event_searches = 0
    real(c_double) :: smallest_step = 0
    real(c_double) :: largest_step = 0
    integer(c_int64_t) :: at_rounding = 0
    integer(c_int64_t) :: iterations = 0
    integer(c_int64_t) :: reserved(7) = 0
  end type

  ! A diagnosis in numbers.
  type, bind(c) :: swp_diagnosis_numbers
    integer(c_size_t) :: unknowns = 0
    integer(c_size_t) :: conditions = 0
    integer(c_size_t) :: dependent = 0
    integer(c_size_t) :: freedom = 0
    integer(c_size_t) :: massless = 0
    integer(c_size_t) :: findings = 0
    integer(c_size_t) :: errors = 0
    integer(c_size_t) :: warnings = 0
    real(c_double) :: condition_number = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! What a function of the host's sees.
  type, bind(c) :: swp_host_view
    real(c_double) :: time = 0
    integer(c_size_t) :: nodes = 0
    integer(c_size_t) :: coordinates = 0
    type(c_ptr) :: poses = c_null_ptr
    type(c_ptr) :: velocities = c_null_ptr
    type(c_ptr) :: accelerations = c_null_ptr
    type(c_ptr) :: coordinate_motions = c_null_ptr
  end type

  ! What an element of the host's exerts.
  type, bind(c) :: swp_host_forces
    type(c_ptr) :: force = c_null_ptr
    type(c_ptr) :: by_position = c_null_ptr
    type(c_ptr) :: by_velocity = c_null_ptr
    type(c_ptr) :: by_acceleration = c_null_ptr
    type(c_ptr) :: energy = c_null_ptr
  end type

  ! What a function for conditions of the host's fills.
  type, bind(c) :: swp_host_values
    type(c_ptr) :: value = c_null_ptr
    type(c_ptr) :: gradient = c_null_ptr
    type(c_ptr) :: rate = c_null_ptr
    type(c_ptr) :: multipliers = c_null_ptr
    type(c_ptr) :: curvature = c_null_ptr
  end type

  ! What a host says of its element.
  type, bind(c) :: swp_host_element_options
    integer(c_size_t) :: size = 0
    real(c_double) :: length = 0
    integer(c_int32_t) :: gives_tangents = 0
    integer(c_int32_t) :: uses_velocities = 0
    integer(c_int32_t) :: uses_accelerations = 0
    integer(c_int32_t) :: stores_energy = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! Id of an element of the host's.
  type, bind(c) :: swp_host_element
    integer(c_int32_t) :: id = 0
  end type

  ! Id of a set of conditions of the host's.
  type, bind(c) :: swp_host_condition
    integer(c_int32_t) :: id = 0
  end type

  ! How far the tangents of a function of the host's are from differences.
  type, bind(c) :: swp_host_check
    real(c_double) :: defect(3) = 0
    integer(c_int32_t) :: matrix = 0
    integer(c_int32_t) :: row = 0
    integer(c_int32_t) :: column = 0
    integer(c_int32_t) :: by_differences = 0
    real(c_double) :: given = 0
    real(c_double) :: difference = 0
    real(c_double) :: energy_defect = 0
    integer(c_int64_t) :: reserved(3) = 0
  end type

  ! How a path is followed.
  type, bind(c) :: swp_path_options
    integer(c_size_t) :: size = 0
    integer(c_int32_t) :: output = 0
    integer(c_int32_t) :: component = 0
    type(swp_node) :: node
    type(swp_joint) :: joint
    integer(c_int32_t) :: stop_at_value = 0
    integer(c_int32_t) :: stop_at_critical = 0
    real(c_double) :: value = 0
    integer(c_size_t) :: max_points = 0
    real(c_double) :: largest_turn = 0
    real(c_double) :: omega(3) = 0
    real(c_double) :: about(3) = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! A point of a path.
  type, bind(c) :: swp_path_point
    real(c_double) :: factor = 0
    real(c_double) :: output = 0
    real(c_double) :: length = 0
    integer(c_int32_t) :: event = 0
    integer(c_int32_t) :: unstable = 0
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! What the last of swp_sim_solve_static, swp_sim_solve_rotating, swp_sim_go_to_load and swp_sim_trace_path did and
  ! found.
  type, bind(c) :: swp_statics_report
    integer(c_int64_t) :: load_steps = 0
    integer(c_int64_t) :: cuts = 0
    integer(c_int64_t) :: iterations = 0
    integer(c_int64_t) :: relaxed = 0
    integer(c_int64_t) :: critical = 0
    integer(c_int32_t) :: stable = 0
    integer(c_int32_t) :: unstable = 0
    integer(c_int32_t) :: symmetric = 0
    integer(c_int32_t) :: neutral = 0
    real(c_double) :: reached = 0
    integer(c_int64_t) :: reserved(7) = 0
  end type

  ! ---- procedures the host gives to the library ---------------------------------------------------------------------
  ! A procedure given to the library must be a module procedure or external, not an internal one, and must return:
  ! `stop` inside ends the program. A result other than 0 is a failure; from swp_progress_callback it cancels.

  abstract interface
    ! A function of time of the host's: writes value, first and second derivative at `t` [s] to out[0], out[1], out[2]
    ! and returns 0; any other value makes the step fail with SWP_CALLBACK_FAILED and leaves the state as it was.
    function swp_function_callback(t, out, user) bind(c) result(status)
      import
      real(c_double), value :: t
      real(c_double), intent(out) :: out(3)
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! A condition on velocities of the host's, sum over its nodes of (beta * velocity + tau * angular velocity) + b = 0,
    ! inertial axes: fills `row` with six numbers a node, beta and tau, and `b` with one, for the time `t` [s] and for
    ! seven numbers a node, position [m] and unit quaternion w, x, y, z, in the order in which the nodes were given; and
    ! returns 0.
    function swp_pfaffian_callback(t, nodes, positions_and_quaternions, row, b, user) bind(c) result(status)
      import
      real(c_double), value :: t
      integer(c_size_t), value :: nodes
      real(c_double), intent(in) :: positions_and_quaternions(7, *)
      real(c_double), intent(inout) :: row(6, *), b
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! Called after each accepted step of swp_sim_advance, swp_sim_advance_controlled and swp_sim_advance_past with the
    ! time [s]; a value other than 0 asks to stop.
    function swp_progress_callback(t, user) bind(c) result(status)
      import
      real(c_double), value :: t
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! Called with the state under trial after each solved step of swp_sim_advance_controlled and swp_sim_advance_past,
    ! and with states within it, time [s]; writes the event's function of the state to `value` and returns 0, or another
    ! number to report failure.
    function swp_event_callback(t, value, user) bind(c) result(status)
      import
      real(c_double), value :: t
      real(c_double), intent(out) :: value
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! An element of the host's: fills `out` for what `view` shows and returns 0.
    function swp_host_element_callback(view, out, user) bind(c) result(status)
      import
      type(swp_host_view), intent(in) :: view
      type(swp_host_forces), intent(in) :: out
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! Conditions of the host's on positions: fills `out` for what `view` shows (its velocities and accelerations are not
    ! to be used) and returns 0.
    function swp_host_condition_callback(view, out, user) bind(c) result(status)
      import
      type(swp_host_view), intent(in) :: view
      type(swp_host_values), intent(in) :: out
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
  end interface

  ! ---- layer 1: the functions of swashplate.h -----------------------------------------------------------------------

  interface
    function swp_version() bind(c, name="swp_version") result(answer)
      import
      integer(c_int32_t) :: answer
    end function
    function swp_version_string() bind(c, name="swp_version_string") result(answer)
      import
      type(c_ptr) :: answer
    end function
    function swp_check_version(header_version) bind(c, name="swp_check_version") result(status)
      import
      integer(c_int32_t), value :: header_version
      integer(c_int32_t) :: status
    end function
    function swp_status_name(status) bind(c, name="swp_status_name") result(answer)
      import
      integer(c_int32_t), value :: status
      type(c_ptr) :: answer
    end function
    function swp_last_error(buffer, length, needed) bind(c, name="swp_last_error") result(status)
      import
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_model_create(out) bind(c, name="swp_model_create") result(status)
      import
      type(c_ptr), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    subroutine swp_model_free(model) bind(c, name="swp_model_free")
      import
      type(c_ptr), value :: model
    end subroutine
    function swp_model_error(model, buffer, length, needed) bind(c, name="swp_model_error") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_model_add_node(model, name, position, orientation, out) bind(c, &
        name="swp_model_add_node") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(in) :: position(3)
      type(c_ptr), value :: orientation
      type(swp_node), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_ground(model, name, position, orientation, out) bind(c, &
        name="swp_model_add_ground") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(in) :: position(3)
      type(c_ptr), value :: orientation
      type(swp_node), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_point_node(model, name, position, out) bind(c, &
        name="swp_model_add_point_node") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(in) :: position(3)
      type(swp_node), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_set_node_velocity(model, node, velocity, angular_velocity) bind(c, &
        name="swp_model_set_node_velocity") result(status)
      import
      type(c_ptr), value :: model
      type(swp_node), value :: node
      real(c_double), intent(in) :: velocity(3)
      type(c_ptr), value :: angular_velocity
      integer(c_int32_t) :: status
    end function
    function swp_model_find_node(model, name, out) bind(c, name="swp_model_find_node") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_node_count(model, out) bind(c, name="swp_model_node_count") result(status)
      import
      type(c_ptr), value :: model
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_joint_count(model, out) bind(c, name="swp_model_joint_count") result(status)
      import
      type(c_ptr), value :: model
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_set_gravity(model, gravity) bind(c, name="swp_model_set_gravity") result(status)
      import
      type(c_ptr), value :: model
      real(c_double), intent(in) :: gravity(3)
      integer(c_int32_t) :: status
    end function
    function swp_model_add_rigid_body(model, name, node, mass, center_of_mass, inertia, out) bind(c, &
        name="swp_model_add_rigid_body") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: node
      real(c_double), value :: mass
      real(c_double), intent(in) :: center_of_mass(3), inertia(9)
      type(swp_body), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_point_mass(model, name, node, mass, offset, out) bind(c, &
        name="swp_model_add_point_mass") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: node
      real(c_double), value :: mass
      type(c_ptr), value :: offset
      type(swp_body), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_constant(model, value, out) bind(c, name="swp_model_add_constant") result(status)
      import
      type(c_ptr), value :: model
      real(c_double), value :: value
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_table(model, count, times, values, interpolation, out) bind(c, &
        name="swp_model_add_table") result(status)
      import
      type(c_ptr), value :: model
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: times(*), values(*)
      integer(c_int32_t), value :: interpolation
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_harmonic(model, amplitude, frequency, phase, out) bind(c, &
        name="swp_model_add_harmonic") result(status)
      import
      type(c_ptr), value :: model
      real(c_double), value :: amplitude, frequency, phase
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_one_minus_cosine(model, amplitude, start, duration, hold, out) bind(c, &
        name="swp_model_add_one_minus_cosine") result(status)
      import
      type(c_ptr), value :: model
      real(c_double), value :: amplitude, start, duration
      integer(c_int32_t), value :: hold
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_sum(model, count, functions, out) bind(c, name="swp_model_add_sum") result(status)
      import
      type(c_ptr), value :: model
      integer(c_size_t), value :: count
      type(swp_function), intent(in) :: functions(*)
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_product(model, count, functions, out) bind(c, name="swp_model_add_product") result(status)
      import
      type(c_ptr), value :: model
      integer(c_size_t), value :: count
      type(swp_function), intent(in) :: functions(*)
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_callback(model, callback, user, out) bind(c, name="swp_model_add_callback") result(status)
      import
      type(c_ptr), value :: model
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_input(model, name, initial, out) bind(c, name="swp_model_add_input") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: initial
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_find_input(model, name, out) bind(c, name="swp_model_find_input") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_check(model) bind(c, name="swp_model_check") result(status)
      import
      type(c_ptr), value :: model
      integer(c_int32_t) :: status
    end function
    function swp_model_find_joint(model, name, out) bind(c, name="swp_model_find_joint") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_attach(model, node, point, orientation, out) bind(c, name="swp_model_attach") result(status)
      import
      type(c_ptr), value :: model
      type(swp_node), value :: node
      real(c_double), intent(in) :: point(3)
      type(c_ptr), value :: orientation
      type(swp_attachment), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_revolute(model, name, a, b, out) bind(c, name="swp_model_add_revolute") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_prismatic(model, name, a, b, out) bind(c, name="swp_model_add_prismatic") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_cylindrical(model, name, a, b, out) bind(c, name="swp_model_add_cylindrical") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_planar(model, name, a, b, out) bind(c, name="swp_model_add_planar") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_spherical(model, name, a, b, out) bind(c, name="swp_model_add_spherical") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_universal(model, name, a, b, out) bind(c, name="swp_model_add_universal") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_rigid_connection(model, name, a, b, out) bind(c, &
        name="swp_model_add_rigid_connection") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_point_on_line(model, name, a, b, out) bind(c, &
        name="swp_model_add_point_on_line") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_point_in_plane(model, name, a, b, out) bind(c, &
        name="swp_model_add_point_in_plane") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_screw(model, name, a, b, pitch, out) bind(c, name="swp_model_add_screw") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      real(c_double), value :: pitch
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_distance(model, name, a, b, length, out) bind(c, &
        name="swp_model_add_distance") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      real(c_double), value :: length
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_drive_joint(model, joint, coordinate, function) bind(c, &
        name="swp_model_drive_joint") result(status)
      import
      type(c_ptr), value :: model
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      type(swp_function), value :: function
      integer(c_int32_t) :: status
    end function
    function swp_model_start_joint(model, joint, coordinate, value, rate) bind(c, &
        name="swp_model_start_joint") result(status)
      import
      type(c_ptr), value :: model
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: value, rate
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_spring(model, name, joint, coordinate, stiffness, damping, rest, out) bind(c, &
        name="swp_model_add_joint_spring") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: stiffness, damping, rest
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_frame_from_axis(axis, out) bind(c, name="swp_frame_from_axis") result(status)
      import
      real(c_double), intent(in) :: axis(3)
      real(c_double), intent(inout) :: out(4)
      integer(c_int32_t) :: status
    end function
    function swp_frame_from_axes(first, second, out) bind(c, name="swp_frame_from_axes") result(status)
      import
      real(c_double), intent(in) :: first(3), second(3)
      real(c_double), intent(inout) :: out(4)
      integer(c_int32_t) :: status
    end function
    function swp_model_add_clamp(model, name, a, b, out) bind(c, name="swp_model_add_clamp") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_tie(model, name, frame, node_count, nodes, weight_count, weights, kind, out) bind(c, &
        name="swp_model_add_tie") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: frame
      integer(c_size_t), value :: node_count
      type(swp_node), intent(in) :: nodes(*)
      integer(c_size_t), value :: weight_count
      real(c_double), intent(in) :: weights(*)
      integer(c_int32_t), value :: kind
      type(swp_tie), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_chain(model, name, base, count, links, nodes, joints) bind(c, &
        name="swp_model_add_chain") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: base
      integer(c_size_t), value :: count
      type(swp_link), intent(in) :: links(*)
      type(swp_node), intent(inout) :: nodes(*)
      type(swp_joint), intent(inout) :: joints(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_add_gears(model, name, one, two, teeth_one, teeth_two, internal, out) bind(c, &
        name="swp_model_add_gears") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: one, two
      real(c_double), value :: teeth_one, teeth_two
      integer(c_int32_t), value :: internal
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_bevel_gears(model, name, one, two, teeth_one, teeth_two, out) bind(c, &
        name="swp_model_add_bevel_gears") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: one, two
      real(c_double), value :: teeth_one, teeth_two
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_rack(model, name, pinion, rack, radius, out) bind(c, &
        name="swp_model_add_rack") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: pinion, rack
      real(c_double), value :: radius
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_belt(model, name, one, two, radius_one, radius_two, crossed, out) bind(c, &
        name="swp_model_add_belt") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: one, two
      real(c_double), value :: radius_one, radius_two
      integer(c_int32_t), value :: crossed
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_differential(model, name, carrier, output_one, output_two, out) bind(c, &
        name="swp_model_add_differential") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: carrier, output_one, output_two
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_spring_table(model, name, joint, coordinate, count, values, forces, out) bind(c, &
        name="swp_model_add_joint_spring_table") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: values(*), forces(*)
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_preload(model, name, joint, coordinate, stiffness, rest, preload, out) bind(c, &
        name="swp_model_add_joint_preload") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: stiffness, rest, preload
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_stop(model, name, joint, coordinate, limit, upward, stiffness, softness, out) bind(c, &
        name="swp_model_add_joint_stop") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: limit
      integer(c_int32_t), value :: upward
      real(c_double), value :: stiffness, softness
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_damper_table(model, name, joint, coordinate, count, rates, forces, out) bind(c, &
        name="swp_model_add_joint_damper_table") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: rates(*), forces(*)
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_friction(model, name, joint, coordinate, sliding, breakaway, stribeck, creep, &
        out) bind(c, name="swp_model_add_joint_friction") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: sliding, breakaway, stribeck, creep
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_force(model, name, joint, coordinate, factor, function, out) bind(c, &
        name="swp_model_add_joint_force") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: factor
      type(swp_function), value :: function
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_coupling(model, name, count, joints, coordinates, factors, function, out) bind(c, &
        name="swp_model_add_coupling") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: count
      type(swp_joint), intent(in) :: joints(*)
      integer(c_int32_t), intent(in) :: coordinates(*)
      real(c_double), intent(in) :: factors(*)
      type(swp_function), value :: function
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_lock(model, joint, coordinate, locked) bind(c, name="swp_model_add_lock") result(status)
      import
      type(c_ptr), value :: model
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate, locked
      integer(c_int32_t) :: status
    end function
    function swp_model_add_generalised_coordinate(model, name, mass, stiffness, damping, value, rate) bind(c, &
        name="swp_model_add_generalised_coordinate") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: mass, stiffness, damping, value, rate
      integer(c_int32_t) :: status
    end function
    function swp_model_add_first_order_actuator(model, name, command, time_constant, limits, start, out) bind(c, &
        name="swp_model_add_first_order_actuator") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_function), value :: command
      real(c_double), value :: time_constant
      type(c_ptr), value :: limits, start
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_second_order_actuator(model, name, command, frequency, damping, limits, start, out) bind(c, &
        name="swp_model_add_second_order_actuator") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_function), value :: command
      real(c_double), value :: frequency, damping
      type(c_ptr), value :: limits, start
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_schedule_lock(model, joint, coordinate, time, locked) bind(c, &
        name="swp_model_schedule_lock") result(status)
      import
      type(c_ptr), value :: model
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: time
      integer(c_int32_t), value :: locked
      integer(c_int32_t) :: status
    end function
    function swp_model_add_line_spring(model, name, a, point_a, b, point_b, stiffness, length, damping, preload, &
        out) bind(c, name="swp_model_add_line_spring") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: a
      type(c_ptr), value :: point_a
      type(swp_node), value :: b
      type(c_ptr), value :: point_b
      real(c_double), value :: stiffness, length, damping, preload
      type(swp_line_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_bushing(model, name, a, b, stiffness, damping, preload, out) bind(c, &
        name="swp_model_add_bushing") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      real(c_double), intent(in) :: stiffness(36)
      type(c_ptr), value :: damping, preload
      type(swp_bushing), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_rolling_disc(model, name, node, center, axis, radius, point, normal, out) bind(c, &
        name="swp_model_add_rolling_disc") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: node
      real(c_double), intent(in) :: center(3), axis(3)
      real(c_double), value :: radius
      real(c_double), intent(in) :: point(3), normal(3)
      type(swp_contact), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_knife_edge(model, name, node, offset, across, out) bind(c, &
        name="swp_model_add_knife_edge") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: node
      real(c_double), intent(in) :: offset(3), across(3)
      type(swp_contact), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_pfaffian(model, name, count, nodes, callback, user, length, out) bind(c, &
        name="swp_model_add_pfaffian") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: count
      type(swp_node), intent(in) :: nodes(*)
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      real(c_double), value :: length
      type(swp_pfaffian), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_section(model, name, convention, stiffness, mass, damping, out) bind(c, &
        name="swp_model_add_section") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int32_t), value :: convention
      real(c_double), intent(in) :: stiffness(36), mass(36)
      real(c_double), value :: damping
      type(swp_section), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_engineering_init(constants) bind(c, name="swp_engineering_init") result(status)
      import
      type(swp_engineering), intent(inout) :: constants
      integer(c_int32_t) :: status
    end function
    function swp_model_section_matrices(model, section, stiffness, mass) bind(c, &
        name="swp_model_section_matrices") result(status)
      import
      type(c_ptr), value :: model
      type(swp_section), value :: section
      real(c_double), intent(inout) :: stiffness(36), mass(36)
      integer(c_int32_t) :: status
    end function
    function swp_model_add_engineering_section(model, name, constants, out) bind(c, &
        name="swp_model_add_engineering_section") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_engineering), intent(in) :: constants
      type(swp_section), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_beam_options_init(options) bind(c, name="swp_beam_options_init") result(status)
      import
      type(swp_beam_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_model_add_beam(model, name, options, point_count, points, twist, station_count, station_places, &
        station_sections, mesh, out) bind(c, name="swp_model_add_beam") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: options
      integer(c_size_t), value :: point_count
      real(c_double), intent(in) :: points(*)
      type(c_ptr), value :: twist
      integer(c_size_t), value :: station_count
      type(c_ptr), value :: station_places
      type(swp_section), intent(in) :: station_sections(*)
      type(c_ptr), value :: mesh
      type(swp_beam), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_find_beam(model, name, out) bind(c, name="swp_model_find_beam") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_beam), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_beam_node_count(model, beam, out) bind(c, name="swp_model_beam_node_count") result(status)
      import
      type(c_ptr), value :: model
      type(swp_beam), value :: beam
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_beam_node(model, beam, index, out) bind(c, name="swp_model_beam_node") result(status)
      import
      type(c_ptr), value :: model
      type(swp_beam), value :: beam
      integer(c_size_t), value :: index
      type(swp_node), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_beam_length(model, beam, out) bind(c, name="swp_model_beam_length") result(status)
      import
      type(c_ptr), value :: model
      type(swp_beam), value :: beam
      real(c_double), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_distributed_load(model, name, beam, frame, count, places, forces, moments, &
        function) bind(c, name="swp_model_add_distributed_load") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_beam), value :: beam
      integer(c_int32_t), value :: frame
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: places(*), forces(*)
      type(c_ptr), value :: moments
      type(swp_function), value :: function
      integer(c_int32_t) :: status
    end function
    function swp_model_add_stations(model, name, beam, frame, count, places, offsets, out) bind(c, &
        name="swp_model_add_stations") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_beam), value :: beam
      integer(c_int32_t), value :: frame
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: places(*)
      type(c_ptr), value :: offsets
      type(swp_stations), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_beam_mesh(model, beam, out, count, needed) bind(c, name="swp_model_beam_mesh") result(status)
      import
      type(c_ptr), value :: model
      type(swp_beam), value :: beam
      real(c_double), intent(inout) :: out(*)
      integer(c_size_t), value :: count
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_model_beam_report(model, beam, buffer, length, needed) bind(c, &
        name="swp_model_beam_report") result(status)
      import
      type(c_ptr), value :: model
      type(swp_beam), value :: beam
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_shell_options_init(options) bind(c, name="swp_shell_options_init") result(status)
      import
      type(swp_shell_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_model_add_plate_section(model, name, young, poisson, density, thickness, damping, out) bind(c, &
        name="swp_model_add_plate_section") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: young, poisson, density, thickness, damping
      type(swp_shell_section), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_laminate(model, name, count, plies, reference, damping, out) bind(c, &
        name="swp_model_add_laminate") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: count
      type(swp_ply), intent(in) :: plies(*)
      real(c_double), value :: reference, damping
      type(swp_shell_section), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_shell_section(model, name, convention, stiffness, thickness, inertia, damping, out) bind(c, &
        name="swp_model_add_shell_section") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int32_t), value :: convention
      real(c_double), intent(in) :: stiffness(64)
      real(c_double), value :: thickness
      real(c_double), intent(in) :: inertia(3)
      real(c_double), value :: damping
      type(swp_shell_section), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_shell(model, name, options, node_count, nodes, section_count, sections, out) bind(c, &
        name="swp_model_add_shell") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: options
      integer(c_size_t), value :: node_count
      type(swp_node), intent(in) :: nodes(*)
      integer(c_size_t), value :: section_count
      type(swp_shell_section), intent(in) :: sections(*)
      type(swp_shell), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_shell_patch(model, name, options, section, n, m, place_count, places, out) bind(c, &
        name="swp_model_add_shell_patch") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: options
      type(swp_shell_section), value :: section
      integer(c_int32_t), value :: n, m
      integer(c_size_t), value :: place_count
      real(c_double), intent(in) :: places(*)
      type(swp_shell), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_shell_element_count(model, shell, out) bind(c, &
        name="swp_model_shell_element_count") result(status)
      import
      type(c_ptr), value :: model
      type(swp_shell), value :: shell
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_shell_node_count(model, shell, out) bind(c, name="swp_model_shell_node_count") result(status)
      import
      type(c_ptr), value :: model
      type(swp_shell), value :: shell
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_shell_nodes(model, shell, node_count, nodes) bind(c, name="swp_model_shell_nodes") result(status)
      import
      type(c_ptr), value :: model
      type(swp_shell), value :: shell
      integer(c_size_t), value :: node_count
      type(swp_node), intent(inout) :: nodes(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_add_pressure(model, name, shell, pressure, function) bind(c, &
        name="swp_model_add_pressure") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_shell), value :: shell
      real(c_double), value :: pressure
      type(swp_function), value :: function
      integer(c_int32_t) :: status
    end function
    function swp_model_add_traction(model, name, shell, traction, function) bind(c, &
        name="swp_model_add_traction") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_shell), value :: shell
      real(c_double), intent(in) :: traction(3)
      type(swp_function), value :: function
      integer(c_int32_t) :: status
    end function
    function swp_model_add_edge_load(model, name, node_count, nodes, frame, force, moment, function) bind(c, &
        name="swp_model_add_edge_load") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: node_count
      type(swp_node), intent(in) :: nodes(*)
      integer(c_int32_t), value :: frame
      real(c_double), intent(in) :: force(3)
      type(c_ptr), value :: moment
      type(swp_function), value :: function
      integer(c_int32_t) :: status
    end function
    function swp_ply_stresses(count, plies, reference, strain, stress_count, stress) bind(c, &
        name="swp_ply_stresses") result(status)
      import
      integer(c_size_t), value :: count
      type(swp_ply), intent(in) :: plies(*)
      real(c_double), value :: reference
      real(c_double), intent(in) :: strain(8)
      integer(c_size_t), value :: stress_count
      real(c_double), intent(inout) :: stress(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_add_shell_stations(model, name, shell, frame, count, places, offsets, out) bind(c, &
        name="swp_model_add_shell_stations") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_shell), value :: shell
      integer(c_int32_t), value :: frame
      integer(c_size_t), value :: count
      type(swp_shell_place), intent(in) :: places(*)
      type(c_ptr), value :: offsets
      type(swp_stations), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_shell_nearest(model, shell, place, out, distance) bind(c, &
        name="swp_model_shell_nearest") result(status)
      import
      type(c_ptr), value :: model
      type(swp_shell), value :: shell
      real(c_double), intent(in) :: place(3)
      type(swp_shell_place), intent(inout) :: out
      type(c_ptr), value :: distance
      integer(c_int32_t) :: status
    end function
    function swp_solid_options_init(options) bind(c, name="swp_solid_options_init") result(status)
      import
      type(swp_solid_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_model_add_isotropic_material(model, name, young, poisson, density, damping, out) bind(c, &
        name="swp_model_add_isotropic_material") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: young, poisson, density, damping
      type(swp_solid_material), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_neo_hooke_material(model, name, young, poisson, density, damping, out) bind(c, &
        name="swp_model_add_neo_hooke_material") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: young, poisson, density, damping
      type(swp_solid_material), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_orthotropic_material(model, name, young, poisson, shear, density, damping, out) bind(c, &
        name="swp_model_add_orthotropic_material") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(in) :: young(3), poisson(3), shear(3)
      real(c_double), value :: density, damping
      type(swp_solid_material), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_anisotropic_material(model, name, stiffness, density, damping, out) bind(c, &
        name="swp_model_add_anisotropic_material") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(in) :: stiffness(36)
      real(c_double), value :: density, damping
      type(swp_solid_material), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_solid(model, name, options, nodes_per_element, node_count, nodes, material_count, &
        materials, axes_count, axes, out) bind(c, name="swp_model_add_solid") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: options
      integer(c_int32_t), value :: nodes_per_element
      integer(c_size_t), value :: node_count
      type(swp_node), intent(in) :: nodes(*)
      integer(c_size_t), value :: material_count
      type(swp_solid_material), intent(in) :: materials(*)
      integer(c_size_t), value :: axes_count
      real(c_double), intent(in) :: axes(*)
      type(swp_solid), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_solid_block(model, name, options, material, nodes_per_element, n, m, l, place_count, &
        places, out) bind(c, name="swp_model_add_solid_block") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_solid_options), intent(in) :: options
      type(swp_solid_material), value :: material
      integer(c_int32_t), value :: nodes_per_element, n, m, l
      integer(c_size_t), value :: place_count
      real(c_double), intent(in) :: places(*)
      type(swp_solid), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_solid_sweep(model, name, options, place_count, places, nodes_per_element, corner_count, &
        corners, material_count, materials, axes_count, axes, station_count, stations, out) bind(c, &
        name="swp_model_add_solid_sweep") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_solid_options), intent(in) :: options
      integer(c_size_t), value :: place_count
      real(c_double), intent(in) :: places(*)
      integer(c_int32_t), value :: nodes_per_element
      integer(c_size_t), value :: corner_count
      integer(c_size_t), intent(in) :: corners(*)
      integer(c_size_t), value :: material_count
      type(swp_solid_material), intent(in) :: materials(*)
      integer(c_size_t), value :: axes_count
      real(c_double), intent(in) :: axes(*)
      integer(c_size_t), value :: station_count
      type(swp_sweep_station), intent(in) :: stations(*)
      type(swp_solid), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_section_mesh(model, name, place_count, places, nodes_per_element, corner_count, corners, &
        material_count, materials, axes_count, axes, out) bind(c, name="swp_model_add_section_mesh") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: place_count
      real(c_double), intent(in) :: places(*)
      integer(c_int32_t), value :: nodes_per_element
      integer(c_size_t), value :: corner_count
      integer(c_size_t), intent(in) :: corners(*)
      integer(c_size_t), value :: material_count
      type(swp_solid_material), intent(in) :: materials(*)
      integer(c_size_t), value :: axes_count
      real(c_double), intent(in) :: axes(*)
      type(swp_section), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_solid_element_count(model, solid, out) bind(c, &
        name="swp_model_solid_element_count") result(status)
      import
      type(c_ptr), value :: model
      type(swp_solid), value :: solid
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_solid_node_count(model, solid, out) bind(c, name="swp_model_solid_node_count") result(status)
      import
      type(c_ptr), value :: model
      type(swp_solid), value :: solid
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_solid_nodes(model, solid, node_count, nodes) bind(c, name="swp_model_solid_nodes") result(status)
      import
      type(c_ptr), value :: model
      type(swp_solid), value :: solid
      integer(c_size_t), value :: node_count
      type(swp_node), intent(inout) :: nodes(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_solid_quality(model, solid, element, jacobian, shift) bind(c, &
        name="swp_model_solid_quality") result(status)
      import
      type(c_ptr), value :: model
      type(swp_solid), value :: solid
      integer(c_size_t), value :: element
      real(c_double), intent(inout) :: jacobian(*), shift
      integer(c_int32_t) :: status
    end function
    function swp_model_add_face_set(model, name, solid, face_count, elements, faces, out) bind(c, &
        name="swp_model_add_face_set") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_solid), value :: solid
      integer(c_size_t), value :: face_count
      integer(c_size_t), intent(in) :: elements(*), faces(*)
      type(swp_face_set), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_face_set_on(model, name, solid, node_count, nodes, out) bind(c, &
        name="swp_model_add_face_set_on") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_solid), value :: solid
      integer(c_size_t), value :: node_count
      type(swp_node), intent(in) :: nodes(*)
      type(swp_face_set), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_face_set_count(model, set, faces, nodes) bind(c, name="swp_model_face_set_count") result(status)
      import
      type(c_ptr), value :: model
      type(swp_face_set), value :: set
      integer(c_size_t), intent(inout) :: faces, nodes
      integer(c_int32_t) :: status
    end function
    function swp_model_face_set_nodes(model, set, node_count, nodes) bind(c, &
        name="swp_model_face_set_nodes") result(status)
      import
      type(c_ptr), value :: model
      type(swp_face_set), value :: set
      integer(c_size_t), value :: node_count
      type(swp_node), intent(inout) :: nodes(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_add_face_pressure(model, name, set, pressure, function) bind(c, &
        name="swp_model_add_face_pressure") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_face_set), value :: set
      real(c_double), value :: pressure
      type(swp_function), value :: function
      integer(c_int32_t) :: status
    end function
    function swp_model_add_face_traction(model, name, set, traction, function) bind(c, &
        name="swp_model_add_face_traction") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_face_set), value :: set
      real(c_double), intent(in) :: traction(3)
      type(swp_function), value :: function
      integer(c_int32_t) :: status
    end function
    function swp_model_add_body_force(model, name, solid, force, function) bind(c, &
        name="swp_model_add_body_force") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_solid), value :: solid
      real(c_double), intent(in) :: force(3)
      type(swp_function), value :: function
      integer(c_int32_t) :: status
    end function
    function swp_model_add_shell_gmsh(model, name, options, section, factor, mesh, out) bind(c, &
        name="swp_model_add_shell_gmsh") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: options
      type(swp_shell_section), value :: section
      real(c_double), value :: factor
      character(kind=c_char), intent(in) :: mesh(*)
      type(swp_shell), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_shell_gmsh_file(model, name, options, section, factor, path, out) bind(c, &
        name="swp_model_add_shell_gmsh_file") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_shell_options), intent(in) :: options
      type(swp_shell_section), value :: section
      real(c_double), value :: factor
      character(kind=c_char), intent(in) :: path(*)
      type(swp_shell), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_solid_gmsh(model, name, options, material, factor, mesh, out) bind(c, &
        name="swp_model_add_solid_gmsh") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: options
      type(swp_solid_material), value :: material
      real(c_double), value :: factor
      character(kind=c_char), intent(in) :: mesh(*)
      type(swp_solid), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_solid_gmsh_file(model, name, options, material, factor, path, out) bind(c, &
        name="swp_model_add_solid_gmsh_file") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_solid_options), intent(in) :: options
      type(swp_solid_material), value :: material
      real(c_double), value :: factor
      character(kind=c_char), intent(in) :: path(*)
      type(swp_solid), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_node_set(model, name, node_count, nodes, out) bind(c, &
        name="swp_model_add_node_set") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: node_count
      type(swp_node), intent(in) :: nodes(*)
      type(swp_node_set), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_node_set_count(model, set, out) bind(c, name="swp_model_node_set_count") result(status)
      import
      type(c_ptr), value :: model
      type(swp_node_set), value :: set
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_node_set_nodes(model, set, node_count, nodes) bind(c, &
        name="swp_model_node_set_nodes") result(status)
      import
      type(c_ptr), value :: model
      type(swp_node_set), value :: set
      integer(c_size_t), value :: node_count
      type(swp_node), intent(inout) :: nodes(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_add_element_set(model, name, shell, element_count, elements, out) bind(c, &
        name="swp_model_add_element_set") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_shell), value :: shell
      integer(c_size_t), value :: element_count
      integer(c_size_t), intent(in) :: elements(*)
      type(swp_element_set), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_element_set_count(model, set, out) bind(c, name="swp_model_element_set_count") result(status)
      import
      type(c_ptr), value :: model
      type(swp_element_set), value :: set
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_element_set_elements(model, set, element_count, elements) bind(c, &
        name="swp_model_element_set_elements") result(status)
      import
      type(c_ptr), value :: model
      type(swp_element_set), value :: set
      integer(c_size_t), value :: element_count
      integer(c_size_t), intent(inout) :: elements(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_set_station_loads(model, stations, loads, count) bind(c, &
        name="swp_model_set_station_loads") result(status)
      import
      type(c_ptr), value :: model
      type(swp_stations), value :: stations
      real(c_double), intent(in) :: loads(*)
      integer(c_size_t), value :: count
      integer(c_int32_t) :: status
    end function
    function swp_model_damp_beam_modes(model, beam, count, ratios) bind(c, &
        name="swp_model_damp_beam_modes") result(status)
      import
      type(c_ptr), value :: model
      type(swp_beam), value :: beam
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: ratios(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_add_force(model, name, node, frame, force, offset, function, out) bind(c, &
        name="swp_model_add_force") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: node
      integer(c_int32_t), value :: frame
      real(c_double), intent(in) :: force(3)
      type(c_ptr), value :: offset
      type(swp_function), value :: function
      type(swp_load), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_moment(model, name, node, frame, moment, function, out) bind(c, &
        name="swp_model_add_moment") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: node
      integer(c_int32_t), value :: frame
      real(c_double), intent(in) :: moment(3)
      type(swp_function), value :: function
      type(swp_load), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_bind_host_element(model, name, callback, user) bind(c, &
        name="swp_model_bind_host_element") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    function swp_model_bind_host_condition(model, name, callback, user) bind(c, &
        name="swp_model_bind_host_condition") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    function swp_host_element_options_init(options) bind(c, name="swp_host_element_options_init") result(status)
      import
      type(swp_host_element_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_model_add_host_element(model, name, node_count, nodes, coordinate_count, joints, coordinates, &
        callback, user, options, out) bind(c, name="swp_model_add_host_element") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: node_count
      type(swp_node), intent(in) :: nodes(*)
      integer(c_size_t), value :: coordinate_count
      type(swp_joint), intent(in) :: joints(*)
      integer(c_int32_t), intent(in) :: coordinates(*)
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      type(swp_host_element_options), intent(in) :: options
      type(swp_host_element), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_host_condition(model, name, count, node_count, nodes, coordinate_count, joints, &
        coordinates, callback, user, gives_curvature, length, out) bind(c, &
        name="swp_model_add_host_condition") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: count, node_count
      type(swp_node), intent(in) :: nodes(*)
      integer(c_size_t), value :: coordinate_count
      type(swp_joint), intent(in) :: joints(*)
      integer(c_int32_t), intent(in) :: coordinates(*)
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      integer(c_int32_t), value :: gives_curvature
      real(c_double), value :: length
      type(swp_host_condition), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_check_host_element(model, element, spread, out) bind(c, &
        name="swp_model_check_host_element") result(status)
      import
      type(c_ptr), value :: model
      type(swp_host_element), value :: element
      real(c_double), value :: spread
      type(swp_host_check), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_check_host_condition(model, condition, spread, out) bind(c, &
        name="swp_model_check_host_condition") result(status)
      import
      type(c_ptr), value :: model
      type(swp_host_condition), value :: condition
      real(c_double), value :: spread
      type(swp_host_check), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_diagnose(model, options, step, out) bind(c, name="swp_model_diagnose") result(status)
      import
      type(c_ptr), value :: model
      type(swp_sim_options), intent(in) :: options
      real(c_double), value :: step
      type(c_ptr), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    subroutine swp_diagnosis_free(diagnosis) bind(c, name="swp_diagnosis_free")
      import
      type(c_ptr), value :: diagnosis
    end subroutine
    function swp_diagnosis_get_numbers(diagnosis, out) bind(c, name="swp_diagnosis_get_numbers") result(status)
      import
      type(c_ptr), value :: diagnosis
      type(swp_diagnosis_numbers), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_diagnosis_text(diagnosis, buffer, length, needed) bind(c, name="swp_diagnosis_text") result(status)
      import
      type(c_ptr), value :: diagnosis
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_diagnosis_finding(diagnosis, index, severity, kind, buffer, length, needed) bind(c, &
        name="swp_diagnosis_finding") result(status)
      import
      type(c_ptr), value :: diagnosis
      integer(c_size_t), value :: index
      integer(c_int32_t), intent(inout) :: severity, kind
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_model_write(model, path) bind(c, name="swp_model_write") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_to_text(model, buffer, length, needed) bind(c, name="swp_model_to_text") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_model_read(model, path) bind(c, name="swp_model_read") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_from_text(model, text) bind(c, name="swp_model_from_text") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_name_function(model, function, name) bind(c, name="swp_model_name_function") result(status)
      import
      type(c_ptr), value :: model
      type(swp_function), value :: function
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int32_t) :: status
    end function
    function swp_model_bind_function(model, name, callback, user) bind(c, name="swp_model_bind_function") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    function swp_model_bind_pfaffian(model, name, callback, user) bind(c, name="swp_model_bind_pfaffian") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    function swp_model_find_id(model, kind, name, out) bind(c, name="swp_model_find_id") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: kind(*), name(*)
      integer(c_int32_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_options_init(options) bind(c, name="swp_sim_options_init") result(status)
      import
      type(swp_sim_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_sim_create(model, options, out) bind(c, name="swp_sim_create") result(status)
      import
      type(c_ptr), value :: model, options
      type(c_ptr), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    subroutine swp_sim_free(sim) bind(c, name="swp_sim_free")
      import
      type(c_ptr), value :: sim
    end subroutine
    function swp_sim_error(sim, buffer, length, needed) bind(c, name="swp_sim_error") result(status)
      import
      type(c_ptr), value :: sim
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_sim_report(sim, buffer, length, needed) bind(c, name="swp_sim_report") result(status)
      import
      type(c_ptr), value :: sim
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_scheme(sim, options) bind(c, name="swp_sim_set_scheme") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_sim_options), intent(in) :: options
      integer(c_int32_t) :: status
    end function
    function swp_sim_scheme_name(sim, buffer, length, needed) bind(c, name="swp_sim_scheme_name") result(status)
      import
      type(c_ptr), value :: sim
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_sim_time(sim, out) bind(c, name="swp_sim_time") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_progress(sim, callback, user) bind(c, name="swp_sim_set_progress") result(status)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_input(sim, input, value) bind(c, name="swp_sim_set_input") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_function), value :: input
      real(c_double), value :: value
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_inputs(sim, count, inputs, values) bind(c, name="swp_sim_set_inputs") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_size_t), value :: count
      type(swp_function), intent(in) :: inputs(*)
      real(c_double), intent(in) :: values(*)
      integer(c_int32_t) :: status
    end function
    function swp_sim_step(sim, dt) bind(c, name="swp_sim_step") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), value :: dt
      integer(c_int32_t) :: status
    end function
    function swp_sim_advance(sim, t_end, dt_max) bind(c, name="swp_sim_advance") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), value :: t_end, dt_max
      integer(c_int32_t) :: status
    end function
    function swp_sim_begin(sim, dt) bind(c, name="swp_sim_begin") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), value :: dt
      integer(c_int32_t) :: status
    end function
    function swp_sim_iterate(sim) bind(c, name="swp_sim_iterate") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t) :: status
    end function
    function swp_sim_accept(sim) bind(c, name="swp_sim_accept") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t) :: status
    end function
    function swp_sim_reject(sim) bind(c, name="swp_sim_reject") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_input_rule(sim, input, rule) bind(c, name="swp_sim_set_input_rule") result(status)
      import
      type(c_ptr), value :: sim, input
      integer(c_int32_t), value :: rule
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_station_rule(sim, stations, rule) bind(c, name="swp_sim_set_station_rule") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_stations), value :: stations
      integer(c_int32_t), value :: rule
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_input_rates(sim, input, value, rate, second_rate) bind(c, &
        name="swp_sim_set_input_rates") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_function), value :: input
      real(c_double), value :: value, rate, second_rate
      integer(c_int32_t) :: status
    end function
    function swp_sim_evaluate(sim) bind(c, name="swp_sim_evaluate") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_threads(sim, count) bind(c, name="swp_sim_set_threads") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t), value :: count
      integer(c_int32_t) :: status
    end function
    function swp_step_control_init(control) bind(c, name="swp_step_control_init") result(status)
      import
      type(swp_step_control), intent(inout) :: control
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_event(sim, callback, user, direction, tolerance) bind(c, &
        name="swp_sim_set_event") result(status)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      integer(c_int32_t), value :: direction
      real(c_double), value :: tolerance
      integer(c_int32_t) :: status
    end function
    function swp_sim_advance_controlled(sim, t_end, control, event) bind(c, &
        name="swp_sim_advance_controlled") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), value :: t_end
      type(c_ptr), value :: control, event
      integer(c_int32_t) :: status
    end function
    function swp_sim_advance_past(sim, t, control, event) bind(c, name="swp_sim_advance_past") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), value :: t
      type(c_ptr), value :: control, event
      integer(c_int32_t) :: status
    end function
    function swp_sim_interpolate_node(sim, node, t, out) bind(c, name="swp_sim_interpolate_node") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_node), value :: node
      real(c_double), value :: t
      type(swp_motion), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_get_counters(sim, out) bind(c, name="swp_sim_get_counters") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_sim_counters), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_reset_counters(sim) bind(c, name="swp_sim_reset_counters") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t) :: status
    end function
    function swp_sim_tie_reaction(sim, tie, force, moment) bind(c, name="swp_sim_tie_reaction") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_tie), value :: tie
      real(c_double), intent(inout) :: force(3), moment(3)
      integer(c_int32_t) :: status
    end function
    function swp_sim_line_spring(sim, spring, out) bind(c, name="swp_sim_line_spring") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_line_spring), value :: spring
      type(swp_line_spring_state), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_bushing(sim, bushing, out) bind(c, name="swp_sim_bushing") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_bushing), value :: bushing
      type(swp_bushing_state), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_coupling_effort(sim, coupling, place, out) bind(c, name="swp_sim_coupling_effort") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_coupling), value :: coupling
      integer(c_int32_t), value :: place
      real(c_double), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_assembly(sim, out) bind(c, name="swp_sim_assembly") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_assembly), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_lock(sim, joint, coordinate, impulse) bind(c, name="swp_sim_lock") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      type(c_ptr), value :: impulse
      integer(c_int32_t) :: status
    end function
    function swp_sim_release(sim, joint, coordinate) bind(c, name="swp_sim_release") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      integer(c_int32_t) :: status
    end function
    function swp_sim_locked(sim, joint, coordinate, out) bind(c, name="swp_sim_locked") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      integer(c_int32_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_generalised_coordinate(sim, name, value, rate, second_rate) bind(c, &
        name="swp_sim_generalised_coordinate") result(status)
      import
      type(c_ptr), value :: sim
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value, rate
      type(c_ptr), value :: second_rate
      integer(c_int32_t) :: status
    end function
    function swp_sim_joint_action(sim, spring, out) bind(c, name="swp_sim_joint_action") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_spring), value :: spring
      real(c_double), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_actuator(sim, actuator, out) bind(c, name="swp_sim_actuator") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_function), value :: actuator
      type(swp_actuator_motion), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_lock_state(sim, joint, coordinate, out) bind(c, name="swp_sim_lock_state") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      type(swp_lock_state), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_contact(sim, contact, out) bind(c, name="swp_sim_contact") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_contact), value :: contact
      type(swp_contact_state), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_pfaffian(sim, pfaffian, out) bind(c, name="swp_sim_pfaffian") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_pfaffian), value :: pfaffian
      real(c_double), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_beam_interpolation(sim, beam, out) bind(c, name="swp_sim_beam_interpolation") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_beam), value :: beam
      integer(c_int32_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_curvature_mesh(sim, beam, meshing, elements, element_ratio, out, count) bind(c, &
        name="swp_sim_curvature_mesh") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_beam), value :: beam
      integer(c_int32_t), value :: meshing, elements
      real(c_double), value :: element_ratio
      real(c_double), intent(inout) :: out(*)
      integer(c_size_t), value :: count
      integer(c_int32_t) :: status
    end function
    function swp_sim_shell_state(sim, shell, element, point, out) bind(c, name="swp_sim_shell_state") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_shell), value :: shell
      integer(c_size_t), value :: element, point
      type(swp_shell_state), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_shell_state_at(sim, shell, element, r, s, out) bind(c, &
        name="swp_sim_shell_state_at") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_shell), value :: shell
      integer(c_size_t), value :: element
      real(c_double), value :: r, s
      type(swp_shell_state), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_solid_state(sim, solid, element, point, out) bind(c, name="swp_sim_solid_state") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_solid), value :: solid
      integer(c_size_t), value :: element, point
      type(swp_solid_state), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_solid_node_state(sim, solid, node, out) bind(c, name="swp_sim_solid_node_state") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_solid), value :: solid
      type(swp_node), value :: node
      type(swp_solid_state), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_solid_resultant(sim, solid, element_count, elements, node_count, nodes, about, force, &
        moment) bind(c, name="swp_sim_solid_resultant") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_solid), value :: solid
      integer(c_size_t), value :: element_count
      integer(c_size_t), intent(in) :: elements(*)
      integer(c_size_t), value :: node_count
      type(swp_node), intent(in) :: nodes(*)
      real(c_double), intent(in) :: about(*)
      real(c_double), intent(inout) :: force(3), moment(3)
      integer(c_int32_t) :: status
    end function
    function swp_sim_motion(sim, node, out) bind(c, name="swp_sim_motion") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_node), value :: node
      type(swp_motion), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_rotation_matrix(sim, node, out) bind(c, name="swp_sim_rotation_matrix") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_node), value :: node
      real(c_double), intent(inout) :: out(9)
      integer(c_int32_t) :: status
    end function
    function swp_sim_rotation_vector(sim, node, out) bind(c, name="swp_sim_rotation_vector") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_node), value :: node
      real(c_double), intent(inout) :: out(3)
      integer(c_int32_t) :: status
    end function
    function swp_sim_all_motions(sim, out, count) bind(c, name="swp_sim_all_motions") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_motion), intent(inout) :: out(*)
      integer(c_size_t), value :: count
      integer(c_int32_t) :: status
    end function
    function swp_sim_positions(sim, out, count) bind(c, name="swp_sim_positions") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), intent(inout) :: out(*)
      integer(c_size_t), value :: count
      integer(c_int32_t) :: status
    end function
    function swp_sim_joint_coordinate(sim, joint, coordinate, value, rate) bind(c, &
        name="swp_sim_joint_coordinate") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), intent(inout) :: value, rate
      integer(c_int32_t) :: status
    end function
    function swp_sim_joint_relative(sim, joint, displacement, rotation) bind(c, &
        name="swp_sim_joint_relative") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      real(c_double), intent(inout) :: displacement(3), rotation(3)
      integer(c_int32_t) :: status
    end function
    function swp_sim_joint_drive(sim, joint, coordinate, effort) bind(c, name="swp_sim_joint_drive") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), intent(inout) :: effort
      integer(c_int32_t) :: status
    end function
    function swp_sim_joint_reaction(sim, joint, side, axes, force, moment) bind(c, &
        name="swp_sim_joint_reaction") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: side, axes
      real(c_double), intent(inout) :: force(3), moment(3)
      integer(c_int32_t) :: status
    end function
    function swp_sim_joint_multipliers(sim, joint, out, count, needed) bind(c, &
        name="swp_sim_joint_multipliers") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      real(c_double), intent(inout) :: out(*)
      integer(c_size_t), value :: count
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_sim_audit(sim, about, out) bind(c, name="swp_sim_audit") result(status)
      import
      type(c_ptr), value :: sim, about
      type(swp_audit), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_step_audit(sim, out) bind(c, name="swp_sim_step_audit") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_step_audit), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_newton(sim, out) bind(c, name="swp_sim_newton") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_newton_report), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_reaction_uncertainty(sim, out) bind(c, name="swp_sim_reaction_uncertainty") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_host_condition(sim, condition, count, out) bind(c, name="swp_sim_host_condition") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_host_condition), value :: condition
      integer(c_size_t), value :: count
      real(c_double), intent(inout) :: out(*)
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_station_loads(sim, stations, loads, count) bind(c, &
        name="swp_sim_set_station_loads") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_stations), value :: stations
      real(c_double), intent(in) :: loads(*)
      integer(c_size_t), value :: count
      integer(c_int32_t) :: status
    end function
    function swp_sim_station_motions(sim, stations, out, count) bind(c, name="swp_sim_station_motions") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_stations), value :: stations
      type(swp_motion), intent(inout) :: out(*)
      integer(c_size_t), value :: count
      integer(c_int32_t) :: status
    end function
    function swp_sim_section_force(sim, beam, place, axes, strain, force) bind(c, &
        name="swp_sim_section_force") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_beam), value :: beam
      real(c_double), value :: place
      integer(c_int32_t), value :: axes
      type(c_ptr), value :: strain
      real(c_double), intent(inout) :: force(6)
      integer(c_int32_t) :: status
    end function
    function swp_sim_solve_rotating(sim, omega, about) bind(c, name="swp_sim_solve_rotating") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), intent(in) :: omega(3)
      type(c_ptr), value :: about
      integer(c_int32_t) :: status
    end function
    function swp_sim_modes(sim, spin, count, frequency, damping, shapes) bind(c, name="swp_sim_modes") result(status)
      import
      type(c_ptr), value :: sim, spin
      integer(c_size_t), value :: count
      real(c_double), intent(inout) :: frequency(*)
      type(c_ptr), value :: damping, shapes
      integer(c_int32_t) :: status
    end function
    function swp_sim_campbell(sim, axis, about, speed_count, speeds, count, frequencies) bind(c, &
        name="swp_sim_campbell") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), intent(in) :: axis(3)
      type(c_ptr), value :: about
      integer(c_size_t), value :: speed_count
      real(c_double), intent(in) :: speeds(*)
      integer(c_size_t), value :: count
      real(c_double), intent(inout) :: frequencies(*)
      integer(c_int32_t) :: status
    end function
    function swp_path_options_init(options) bind(c, name="swp_path_options_init") result(status)
      import
      type(swp_path_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_sim_solve_static(sim) bind(c, name="swp_sim_solve_static") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t) :: status
    end function
    function swp_sim_go_to_load(sim, input, factor, options) bind(c, name="swp_sim_go_to_load") result(status)
      import
      type(c_ptr), value :: sim, input
      real(c_double), value :: factor
      type(c_ptr), value :: options
      integer(c_int32_t) :: status
    end function
    function swp_sim_trace_path(sim, input, to, options) bind(c, name="swp_sim_trace_path") result(status)
      import
      type(c_ptr), value :: sim, input
      real(c_double), value :: to
      type(c_ptr), value :: options
      integer(c_int32_t) :: status
    end function
    function swp_sim_path_count(sim, out) bind(c, name="swp_sim_path_count") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_size_t), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_path_point(sim, point, out) bind(c, name="swp_sim_path_point") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_size_t), value :: point
      type(swp_path_point), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_visit_path(sim, point) bind(c, name="swp_sim_visit_path") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_size_t), value :: point
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_load_step_limit(sim, most) bind(c, name="swp_sim_set_load_step_limit") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_size_t), value :: most
      integer(c_int32_t) :: status
    end function
    function swp_sim_statics_report(sim, out) bind(c, name="swp_sim_statics_report") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_statics_report), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_save(sim, out) bind(c, name="swp_sim_save") result(status)
      import
      type(c_ptr), value :: sim
      type(c_ptr), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_restore(sim, snapshot) bind(c, name="swp_sim_restore") result(status)
      import
      type(c_ptr), value :: sim, snapshot
      integer(c_int32_t) :: status
    end function
    subroutine swp_snapshot_free(snapshot) bind(c, name="swp_snapshot_free")
      import
      type(c_ptr), value :: snapshot
    end subroutine
    function swp_snapshot_to_bytes(snapshot, buffer, length, needed) bind(c, &
        name="swp_snapshot_to_bytes") result(status)
      import
      type(c_ptr), value :: snapshot
      integer(c_int8_t), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_snapshot_from_bytes(bytes, length, out) bind(c, name="swp_snapshot_from_bytes") result(status)
      import
      integer(c_int8_t), intent(in) :: bytes(*)
      integer(c_size_t), value :: length
      type(c_ptr), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_write_case(sim, path) bind(c, name="swp_sim_write_case") result(status)
      import
      type(c_ptr), value :: sim
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: status
    end function
    function swp_sim_case_text(sim, buffer, length, needed) bind(c, name="swp_sim_case_text") result(status)
      import
      type(c_ptr), value :: sim
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_sim_failure(sim, buffer, length, needed) bind(c, name="swp_sim_failure") result(status)
      import
      type(c_ptr), value :: sim
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_sim_repeat(sim) bind(c, name="swp_sim_repeat") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t) :: status
    end function
    function swp_case_read(model, path, out) bind(c, name="swp_case_read") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_case_from_text(model, text, out) bind(c, name="swp_case_from_text") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: text(*)
      type(c_ptr), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    pure function c_strlen(text) bind(c, name="strlen") result(length)
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
  end interface
  private :: c_strlen

  ! ---- layer 2: types with bound procedures -------------------------------------------------------------------------

  ! A handle of the library with the failure that no stat argument has received.
  type, abstract :: swp_handle
    type(c_ptr) :: handle = c_null_ptr
    integer :: status = SWP_OK
    character(:), allocatable :: message
  contains
    procedure :: failed => handle_failed
    procedure :: clear_error => handle_clear_error
  end type

  ! What the mechanism is made of. It cannot change while a simulation uses it.
  type, extends(swp_handle) :: swp_model
  contains
    procedure :: create => model_create
    procedure :: free => model_free
    procedure :: add_beam => model_add_beam
    procedure :: diagnose => model_diagnose
    procedure :: find_id => model_find_id
    procedure :: add_node => model_add_node
    procedure :: add_ground => model_add_ground
    procedure :: add_point_node => model_add_point_node
    procedure :: set_node_velocity => model_set_node_velocity
    procedure :: find_node => model_find_node
    procedure :: node_count => model_node_count
    procedure :: joint_count => model_joint_count
    procedure :: set_gravity => model_set_gravity
    procedure :: add_rigid_body => model_add_rigid_body
    procedure :: add_point_mass => model_add_point_mass
    procedure :: add_constant => model_add_constant
    procedure :: add_table => model_add_table
    procedure :: add_harmonic => model_add_harmonic
    procedure :: add_one_minus_cosine => model_add_one_minus_cosine
    procedure :: add_sum => model_add_sum
    procedure :: add_product => model_add_product
    procedure :: add_callback => model_add_callback
    procedure :: add_input => model_add_input
    procedure :: find_input => model_find_input
    procedure :: check => model_check
    procedure :: find_joint => model_find_joint
    procedure :: attach => model_attach
    procedure :: add_revolute => model_add_revolute
    procedure :: add_prismatic => model_add_prismatic
    procedure :: add_cylindrical => model_add_cylindrical
    procedure :: add_planar => model_add_planar
    procedure :: add_spherical => model_add_spherical
    procedure :: add_universal => model_add_universal
    procedure :: add_rigid_connection => model_add_rigid_connection
    procedure :: add_point_on_line => model_add_point_on_line
    procedure :: add_point_in_plane => model_add_point_in_plane
    procedure :: add_screw => model_add_screw
    procedure :: add_distance => model_add_distance
    procedure :: drive_joint => model_drive_joint
    procedure :: start_joint => model_start_joint
    procedure :: add_joint_spring => model_add_joint_spring
    procedure :: add_clamp => model_add_clamp
    procedure :: add_tie => model_add_tie
    procedure :: add_chain => model_add_chain
    procedure :: add_gears => model_add_gears
    procedure :: add_bevel_gears => model_add_bevel_gears
    procedure :: add_rack => model_add_rack
    procedure :: add_belt => model_add_belt
    procedure :: add_differential => model_add_differential
    procedure :: add_joint_spring_table => model_add_joint_spring_table
    procedure :: add_joint_preload => model_add_joint_preload
    procedure :: add_joint_stop => model_add_joint_stop
    procedure :: add_joint_damper_table => model_add_joint_damper_table
    procedure :: add_joint_friction => model_add_joint_friction
    procedure :: add_joint_force => model_add_joint_force
    procedure :: add_coupling => model_add_coupling
    procedure :: add_lock => model_add_lock
    procedure :: add_generalised_coordinate => model_add_generalised_coordinate
    procedure :: add_first_order_actuator => model_add_first_order_actuator
    procedure :: add_second_order_actuator => model_add_second_order_actuator
    procedure :: schedule_lock => model_schedule_lock
    procedure :: add_line_spring => model_add_line_spring
    procedure :: add_bushing => model_add_bushing
    procedure :: add_rolling_disc => model_add_rolling_disc
    procedure :: add_knife_edge => model_add_knife_edge
    procedure :: add_pfaffian => model_add_pfaffian
    procedure :: add_section => model_add_section
    procedure :: section_matrices => model_section_matrices
    procedure :: add_engineering_section => model_add_engineering_section
    procedure :: find_beam => model_find_beam
    procedure :: beam_node_count => model_beam_node_count
    procedure :: beam_node => model_beam_node
    procedure :: beam_length => model_beam_length
    procedure :: add_distributed_load => model_add_distributed_load
    procedure :: add_stations => model_add_stations
    procedure :: beam_mesh => model_beam_mesh
    procedure :: beam_report => model_beam_report
    procedure :: add_plate_section => model_add_plate_section
    procedure :: add_laminate => model_add_laminate
    procedure :: add_shell_section => model_add_shell_section
    procedure :: add_shell => model_add_shell
    procedure :: add_shell_patch => model_add_shell_patch
    procedure :: shell_element_count => model_shell_element_count
    procedure :: shell_node_count => model_shell_node_count
    procedure :: shell_nodes => model_shell_nodes
    procedure :: add_pressure => model_add_pressure
    procedure :: add_traction => model_add_traction
    procedure :: add_edge_load => model_add_edge_load
    procedure :: add_shell_stations => model_add_shell_stations
    procedure :: shell_nearest => model_shell_nearest
    procedure :: add_isotropic_material => model_add_isotropic_material
    procedure :: add_neo_hooke_material => model_add_neo_hooke_material
    procedure :: add_orthotropic_material => model_add_orthotropic_material
    procedure :: add_anisotropic_material => model_add_anisotropic_material
    procedure :: add_solid => model_add_solid
    procedure :: add_solid_block => model_add_solid_block
    procedure :: add_solid_sweep => model_add_solid_sweep
    procedure :: add_section_mesh => model_add_section_mesh
    procedure :: solid_element_count => model_solid_element_count
    procedure :: solid_node_count => model_solid_node_count
    procedure :: solid_nodes => model_solid_nodes
    procedure :: solid_quality => model_solid_quality
    procedure :: add_face_set => model_add_face_set
    procedure :: add_face_set_on => model_add_face_set_on
    procedure :: face_set_count => model_face_set_count
    procedure :: face_set_nodes => model_face_set_nodes
    procedure :: add_face_pressure => model_add_face_pressure
    procedure :: add_face_traction => model_add_face_traction
    procedure :: add_body_force => model_add_body_force
    procedure :: add_shell_gmsh => model_add_shell_gmsh
    procedure :: add_shell_gmsh_file => model_add_shell_gmsh_file
    procedure :: add_solid_gmsh => model_add_solid_gmsh
    procedure :: add_solid_gmsh_file => model_add_solid_gmsh_file
    procedure :: add_node_set => model_add_node_set
    procedure :: node_set_count => model_node_set_count
    procedure :: node_set_nodes => model_node_set_nodes
    procedure :: add_element_set => model_add_element_set
    procedure :: element_set_count => model_element_set_count
    procedure :: element_set_elements => model_element_set_elements
    procedure :: set_station_loads => model_set_station_loads
    procedure :: damp_beam_modes => model_damp_beam_modes
    procedure :: add_force => model_add_force
    procedure :: add_moment => model_add_moment
    procedure :: bind_host_element => model_bind_host_element
    procedure :: bind_host_condition => model_bind_host_condition
    procedure :: add_host_element => model_add_host_element
    procedure :: add_host_condition => model_add_host_condition
    procedure :: check_host_element => model_check_host_element
    procedure :: check_host_condition => model_check_host_condition
    procedure :: write => model_write
    procedure :: to_text => model_to_text
    procedure :: read => model_read
    procedure :: from_text => model_from_text
    procedure :: name_function => model_name_function
    procedure :: bind_function => model_bind_function
    procedure :: bind_pfaffian => model_bind_pfaffian
  end type

  ! All that moves. Several simulations may share one model.
  type, extends(swp_handle) :: swp_sim
  contains
    procedure :: create => sim_create
    procedure :: free => sim_free
    procedure :: set_progress => sim_set_progress
    procedure :: set_event => sim_set_event
    procedure :: modes => sim_modes
    procedure :: campbell => sim_campbell
    procedure :: curvature_mesh => sim_curvature_mesh
    procedure :: positions => sim_positions
    procedure :: read_case => sim_read_case
    procedure :: case_from_text => sim_case_from_text
    procedure :: report => sim_report
    procedure :: set_scheme => sim_set_scheme
    procedure :: scheme_name => sim_scheme_name
    procedure :: time => sim_time
    procedure :: set_input => sim_set_input
    procedure :: set_inputs => sim_set_inputs
    procedure :: step => sim_step
    procedure :: advance => sim_advance
    procedure :: begin => sim_begin
    procedure :: iterate => sim_iterate
    procedure :: accept => sim_accept
    procedure :: reject => sim_reject
    procedure :: set_input_rule => sim_set_input_rule
    procedure :: set_station_rule => sim_set_station_rule
    procedure :: set_input_rates => sim_set_input_rates
    procedure :: evaluate => sim_evaluate
    procedure :: set_threads => sim_set_threads
    procedure :: advance_controlled => sim_advance_controlled
    procedure :: advance_past => sim_advance_past
    procedure :: interpolate_node => sim_interpolate_node
    procedure :: counters => sim_counters
    procedure :: reset_counters => sim_reset_counters
    procedure :: tie_reaction => sim_tie_reaction
    procedure :: line_spring => sim_line_spring
    procedure :: bushing => sim_bushing
    procedure :: coupling_effort => sim_coupling_effort
    procedure :: assembly => sim_assembly
    procedure :: lock => sim_lock
    procedure :: release => sim_release
    procedure :: locked => sim_locked
    procedure :: generalised_coordinate => sim_generalised_coordinate
    procedure :: joint_action => sim_joint_action
    procedure :: actuator => sim_actuator
    procedure :: lock_state => sim_lock_state
    procedure :: contact => sim_contact
    procedure :: pfaffian => sim_pfaffian
    procedure :: beam_interpolation => sim_beam_interpolation
    procedure :: shell_state => sim_shell_state
    procedure :: shell_state_at => sim_shell_state_at
    procedure :: solid_state => sim_solid_state
    procedure :: solid_node_state => sim_solid_node_state
    procedure :: solid_resultant => sim_solid_resultant
    procedure :: motion => sim_motion
    procedure :: rotation_matrix => sim_rotation_matrix
    procedure :: rotation_vector => sim_rotation_vector
    procedure :: all_motions => sim_all_motions
    procedure :: joint_coordinate => sim_joint_coordinate
    procedure :: joint_relative => sim_joint_relative
    procedure :: joint_drive => sim_joint_drive
    procedure :: joint_reaction => sim_joint_reaction
    procedure :: joint_multipliers => sim_joint_multipliers
    procedure :: audit => sim_audit
    procedure :: step_audit => sim_step_audit
    procedure :: newton => sim_newton
    procedure :: reaction_uncertainty => sim_reaction_uncertainty
    procedure :: host_condition => sim_host_condition
    procedure :: set_station_loads => sim_set_station_loads
    procedure :: station_motions => sim_station_motions
    procedure :: section_force => sim_section_force
    procedure :: solve_rotating => sim_solve_rotating
    procedure :: solve_static => sim_solve_static
    procedure :: go_to_load => sim_go_to_load
    procedure :: trace_path => sim_trace_path
    procedure :: path_count => sim_path_count
    procedure :: path_point => sim_path_point
    procedure :: visit_path => sim_visit_path
    procedure :: set_load_step_limit => sim_set_load_step_limit
    procedure :: statics_report => sim_statics_report
    procedure :: save => sim_save
    procedure :: restore => sim_restore
    procedure :: write_case => sim_write_case
    procedure :: case_text => sim_case_text
    procedure :: failure => sim_failure
    procedure :: repeat => sim_repeat
  end type

  ! A saved state of a simulation.
  type, extends(swp_handle) :: swp_snapshot
  contains
    procedure :: free => snapshot_free
    procedure :: from_bytes => snapshot_from_bytes
    procedure :: to_bytes => snapshot_to_bytes
  end type

  ! The address of what may be absent, NULL if it is; what a result is after a failure.
  private :: at_real, at_reals, at_matrix, at_cube, at_flag
  private :: at_actuator_limits, at_beam_options, at_function, at_path_options, at_shell_options, at_sim_options, &
      at_solid_options, at_step_control, no_audit, no_bushing_state, no_contact_state, no_line_spring_state, &
      no_motion, no_shell_state, no_solid_state, no_step_audit

contains

  ! ---- without a handle ---------------------------------------------------------------------------------------------

  ! Fill engineering constants with zeros; the stiffnesses must be set.
  function swp_no_engineering() result(options)
    type(swp_engineering) :: options
    integer(c_int32_t) :: status

    status = swp_engineering_init(options)
  end function

  ! Fill options with their defaults.
  function swp_default_beam_options() result(options)
    type(swp_beam_options) :: options
    integer(c_int32_t) :: status

    status = swp_beam_options_init(options)
  end function

  ! Defaults of how a mesh becomes a shell.
  function swp_default_shell_options() result(options)
    type(swp_shell_options) :: options
    integer(c_int32_t) :: status

    status = swp_shell_options_init(options)
  end function

  ! Defaults of how a mesh becomes a solid.
  function swp_default_solid_options() result(options)
    type(swp_solid_options) :: options
    integer(c_int32_t) :: status

    status = swp_solid_options_init(options)
  end function

  ! Fill the options of an element of the host's with their defaults.
  function swp_default_host_element_options() result(options)
    type(swp_host_element_options) :: options
    integer(c_int32_t) :: status

    status = swp_host_element_options_init(options)
  end function

  ! Fill options with their defaults.
  function swp_default_options() result(options)
    type(swp_sim_options) :: options
    integer(c_int32_t) :: status

    status = swp_sim_options_init(options)
  end function

  ! Fill a step control with its defaults.
  function swp_default_step_control() result(options)
    type(swp_step_control) :: options
    integer(c_int32_t) :: status

    status = swp_step_control_init(options)
  end function

  ! Fill options with defaults.
  function swp_default_path_options() result(options)
    type(swp_path_options) :: options
    integer(c_int32_t) :: status

    status = swp_path_options_init(options)
  end function

  ! True if the loaded library fits this module. Ask it first.
  logical function swp_version_fits()
    swp_version_fits = swp_check_version(SWP_HEADER_VERSION) == SWP_OK
  end function

  ! The name of a status, for instance "SWP_NEWTON_FAILED".
  function swp_name_of(status) result(name)
    integer, intent(in) :: status
    character(:), allocatable :: name

    name = f_string(swp_status_name(int(status, c_int32_t)))
  end function

  ! The version of the loaded library, for instance "0.1.0".
  function swp_library_version() result(version)
    character(:), allocatable :: version

    version = f_string(swp_version_string())
  end function

  ! Text of this thread's last failure of a function without a handle.
  function swp_last_error_text() result(text)
    character(:), allocatable :: text
    character(kind=c_char), allocatable :: buffer(:)
    integer(c_size_t) :: needed
    integer(c_int32_t) :: status

    allocate (buffer(1))
    needed = 0
    status = swp_last_error(buffer, 0_c_size_t, needed)
    deallocate (buffer)
    allocate (buffer(needed))
    buffer = c_null_char
    status = swp_last_error(buffer, size(buffer, kind=c_size_t), needed)
    text = up_to_null(buffer)
  end function

  ! ---- failure ------------------------------------------------------------------------------------------------------

  logical function handle_failed(self)
    class(swp_handle), intent(in) :: self

    handle_failed = self%status /= SWP_OK
  end function

  subroutine handle_clear_error(self)
    class(swp_handle), intent(inout) :: self

    self%status = SWP_OK
    if (allocated(self%message)) deallocate (self%message)
  end subroutine

  ! True if an earlier failure stands; it is reported again in stat.
  logical function pending(self, stat)
    class(swp_handle), intent(in) :: self
    integer, intent(out), optional :: stat

    pending = self%status /= SWP_OK
    if (present(stat)) stat = self%status
  end function

  ! Keeps the outcome of a call of the library.
  subroutine conclude(self, status, stat)
    class(swp_handle), intent(inout) :: self
    integer(c_int32_t), intent(in) :: status
    integer, intent(out), optional :: stat

    if (present(stat)) then
      stat = int(status)
    else
      self%status = int(status)
    end if
    if (status /= SWP_OK) self%message = error_text(self)
  end subroutine

  ! Keeps a failure found in this module.
  subroutine refuse(self, status, message, stat)
    class(swp_handle), intent(inout) :: self
    integer(c_int32_t), intent(in) :: status
    character(*), intent(in) :: message
    integer, intent(out), optional :: stat

    if (present(stat)) then
      stat = int(status)
    else
      self%status = int(status)
    end if
    self%message = message
  end subroutine

  ! The library's text of the last failure.
  function error_text(self) result(text)
    class(swp_handle), intent(in) :: self
    character(:), allocatable :: text

    if (.not. c_associated(self%handle)) then
      text = swp_last_error_text()
      return
    end if
    select type (self)
    class is (swp_model)
      text = text_of(swp_model_error, self%handle)
    class is (swp_sim)
      text = text_of(swp_sim_error, self%handle)
    class default
      text = swp_last_error_text()
    end select
  end function

  ! ---- model --------------------------------------------------------------------------------------------------------

  ! Makes an empty model; one that this object held before is freed.
  subroutine model_create(self, stat)
    class(swp_model), intent(inout) :: self
    integer, intent(out), optional :: stat

    call self%free()
    call conclude(self, swp_model_create(self%handle), stat)
  end subroutine

  subroutine model_free(self)
    class(swp_model), intent(inout) :: self

    call swp_model_free(self%handle)
    self%handle = c_null_ptr
    call self%clear_error()
  end subroutine

  ! ---- simulation ---------------------------------------------------------------------------------------------------

  ! Checks the model and finds a consistent start; a simulation that this object held before is freed.
  subroutine sim_create(self, model, options, stat)
    class(swp_sim), intent(inout) :: self
    class(swp_model), intent(in) :: model
    type(swp_sim_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    call self%free()
    if (model%failed()) then
      call refuse(self, int(model%status, c_int32_t), model%message, stat)
      return
    end if
    call opened(self, model, swp_sim_create(model%handle, at_sim_options(options), self%handle), stat)
  end subroutine

  subroutine sim_free(self)
    class(swp_sim), intent(inout) :: self

    call swp_sim_free(self%handle)
    self%handle = c_null_ptr
    call self%clear_error()
  end subroutine

  ! A procedure to be called after each step of advance; without one, the earlier one is removed.
  subroutine sim_set_progress(self, callback, user, stat)
    class(swp_sim), intent(inout) :: self
    procedure(swp_progress_callback), optional :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat
    type(c_funptr) :: address

    if (pending(self, stat)) return
    address = c_null_funptr
    if (present(callback)) address = c_funloc(callback)
    call conclude(self, swp_sim_set_progress(self%handle, address, given(user)), stat)
  end subroutine

  ! The function whose change of sign ends advance_controlled and advance_past; without one, the earlier one is removed.
  subroutine sim_set_event(self, callback, user, direction, tolerance, stat)
    class(swp_sim), intent(inout) :: self
    procedure(swp_event_callback), optional :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(in), optional :: direction
    real(c_double), intent(in), optional :: tolerance
    integer, intent(out), optional :: stat
    type(c_funptr) :: address

    if (pending(self, stat)) return
    address = c_null_funptr
    if (present(callback)) address = c_funloc(callback)
    call conclude(self, swp_sim_set_event(self%handle, address, given(user), integer_or(direction, SWP_DIRECTION_BOTH), &
        real_or(tolerance, 1e-9_c_double)), stat)
  end subroutine

  subroutine sim_positions(self, positions, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(out), contiguous :: positions(:, :)
    integer, intent(out), optional :: stat

    positions = not_a_number()
    if (pending(self, stat)) return
    if (size(positions, 1) /= 3) then
      call refuse(self, SWP_WRONG_SIZE, "positions: the shape must be (3, number of nodes)", stat)
      return
    end if
    call conclude(self, swp_sim_positions(self%handle, positions, size(positions, kind=c_size_t)), stat)
  end subroutine

  ! What is wrong or looks wrong with the model, for steps of this size: numbers, and a text with one finding a line.
  subroutine model_diagnose(self, step, numbers, text, options, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in) :: step
    type(swp_diagnosis_numbers), intent(out) :: numbers
    character(:), allocatable, intent(out) :: text
    type(swp_sim_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    type(c_ptr) :: diagnosis
    integer(c_int32_t) :: status

    text = ""
    if (pending(self, stat)) return
    diagnosis = c_null_ptr
    if (present(options)) then
      status = swp_model_diagnose(self%handle, options, step, diagnosis)
    else
      status = swp_model_diagnose(self%handle, swp_default_options(), step, diagnosis)
    end if
    call conclude(self, status, stat)
    if (status /= SWP_OK) return
    status = swp_diagnosis_get_numbers(diagnosis, numbers)
    text = text_of(swp_diagnosis_text, diagnosis)
    call swp_diagnosis_free(diagnosis)
  end subroutine

  ! ---- beams and modes ----------------------------------------------------------------------------------------------

  ! points has the shape (3, number of points). One section holds everywhere; more of them need their places.
  subroutine model_add_beam(self, name, points, sections, beam, places, twist, mesh, options, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), contiguous :: points(:, :)
    type(swp_section), intent(in), contiguous :: sections(:)
    type(swp_beam), intent(out) :: beam
    real(c_double), intent(in), optional, contiguous, target :: places(:), twist(:), mesh(:)
    type(swp_beam_options), intent(in), optional :: options
    integer, intent(out), optional :: stat
    type(swp_beam_options), target :: used
    integer(c_size_t) :: count

    if (pending(self, stat)) return
    used = swp_default_beam_options()
    if (present(options)) used = options
    count = size(sections, kind=c_size_t)
    if (present(places)) count = size(places, kind=c_size_t)
    if (size(points, 1) /= 3) then
      call refuse(self, SWP_WRONG_SIZE, "add_beam: points must have the shape (3, number of points)", stat)
      return
    end if
    if (used%staircase == 1 .and. size(sections) /= count - 1 .or. &
        used%staircase /= 1 .and. size(sections) /= count) then
      call refuse(self, SWP_WRONG_SIZE, "add_beam: places and sections do not fit together", stat)
      return
    end if
    if (present(twist)) then
      if (size(twist) /= size(points, 2)) then
        call refuse(self, SWP_WRONG_SIZE, "add_beam: a twist is needed at each point", stat)
        return
      end if
    end if
    if (present(mesh)) then
      if (size(mesh) /= used%elements + 1) then
        call refuse(self, SWP_WRONG_SIZE, "add_beam: the mesh needs one place more than options%elements", stat)
        return
      end if
    end if
    call conclude(self, swp_model_add_beam(self%handle, c_string(name), at_beam_options(used), &
        size(points, 2, kind=c_size_t), points, at_reals(twist), count, at_reals(places), sections, at_reals(mesh), beam), stat)
  end subroutine

  ! A new mesh from the sections of a beam and its curvature now; one element fewer than mesh has numbers. meshing is
  ! SWP_MESH_SPRING or SWP_MESH_COST.
  subroutine sim_curvature_mesh(self, beam, meshing, element_ratio, mesh, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    integer, intent(in) :: meshing
    real(c_double), intent(in) :: element_ratio
    real(c_double), intent(out), contiguous :: mesh(:)
    integer, intent(out), optional :: stat

    mesh = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_curvature_mesh(self%handle, beam, int(meshing, c_int32_t), &
        int(size(mesh) - 1, c_int32_t), element_ratio, mesh, size(mesh, kind=c_size_t)), stat)
  end subroutine

  ! As many modes as frequency has elements. shapes have the shape (12, number of nodes, number of modes): real and
  ! imaginary part of x, y, z and of the rotations about them.
  subroutine sim_modes(self, frequency, spin, damping, shapes, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(out), contiguous :: frequency(:)
    real(c_double), intent(in), optional, target :: spin(3)
    real(c_double), intent(out), optional, contiguous, target :: damping(:), shapes(:, :, :)
    integer, intent(out), optional :: stat
    real(c_double), allocatable :: positions(:)

    frequency = not_a_number()
    if (present(damping)) damping = not_a_number()
    if (present(shapes)) shapes = not_a_number()
    if (pending(self, stat)) return
    if (present(damping)) then
      if (size(damping) /= size(frequency)) then
        call refuse(self, SWP_WRONG_SIZE, "modes: frequency and damping differ in length", stat)
        return
      end if
    end if
    if (present(shapes)) then
      if (size(shapes, 1) /= 12 .or. size(shapes, 3) /= size(frequency)) then
        call refuse(self, SWP_WRONG_SIZE, "modes: shapes must be (12, number of nodes, number of modes)", stat)
        return
      end if
      ! the library cannot see how many nodes there is room for: positions refuses another number
      allocate (positions(3*size(shapes, 2)))
      if (swp_sim_positions(self%handle, positions, size(positions, kind=c_size_t)) /= SWP_OK) then
        call refuse(self, SWP_WRONG_SIZE, "modes: shapes do not have the model's number of nodes", stat)
        return
      end if
    end if
    call conclude(self, swp_sim_modes(self%handle, at_reals(spin), size(frequency, kind=c_size_t), frequency, &
        at_reals(damping), at_cube(shapes)), &
        stat)
  end subroutine

  ! frequencies have the shape (number of modes, number of speeds).
  subroutine sim_campbell(self, axis, speeds, frequencies, about, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: axis(3)
    real(c_double), intent(in), contiguous :: speeds(:)
    real(c_double), intent(out), contiguous :: frequencies(:, :)
    real(c_double), intent(in), optional, target :: about(3)
    integer, intent(out), optional :: stat

    frequencies = not_a_number()
    if (pending(self, stat)) return
    if (size(frequencies, 2) /= size(speeds)) then
      call refuse(self, SWP_WRONG_SIZE, "campbell: frequencies must be (number of modes, number of speeds)", stat)
      return
    end if
    call conclude(self, swp_sim_campbell(self%handle, axis, at_reals(about), size(speeds, kind=c_size_t), speeds, &
        size(frequencies, 1, kind=c_size_t), frequencies), stat)
  end subroutine

  ! ---- snapshots ----------------------------------------------------------------------------------------------------

  subroutine snapshot_free(self)
    class(swp_snapshot), intent(inout) :: self

    call swp_snapshot_free(self%handle)
    self%handle = c_null_ptr
    call self%clear_error()
  end subroutine

  ! From bytes written by to_bytes; a snapshot that this object held before is freed.
  subroutine snapshot_from_bytes(self, bytes, stat)
    class(swp_snapshot), intent(inout) :: self
    integer(c_int8_t), intent(in), contiguous :: bytes(:)
    integer, intent(out), optional :: stat

    call self%free()
    call conclude(self, swp_snapshot_from_bytes(bytes, size(bytes, kind=c_size_t), self%handle), stat)
  end subroutine

  ! ---- model files and case files -----------------------------------------------------------------------------------

  ! id: the component of that name of swp_node, swp_joint and so on.
  subroutine model_find_id(self, kind, name, id, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: kind, name
    integer(c_int32_t), intent(inout) :: id
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_id(self%handle, c_string(kind), c_string(name), id), stat)
  end subroutine

  ! A case file; its model goes into an empty model. A simulation that this object held before is freed.
  subroutine sim_read_case(self, model, path, stat)
    class(swp_sim), intent(inout) :: self
    class(swp_model), intent(in) :: model
    character(*), intent(in) :: path
    integer, intent(out), optional :: stat

    call self%free()
    call opened(self, model, swp_case_read(model%handle, c_string(path), self%handle), stat)
  end subroutine

  ! The same from text in memory.
  subroutine sim_case_from_text(self, model, text, stat)
    class(swp_sim), intent(inout) :: self
    class(swp_model), intent(in) :: model
    character(*), intent(in) :: text
    integer, intent(out), optional :: stat

    call self%free()
    call opened(self, model, swp_case_from_text(model%handle, c_string(text), self%handle), stat)
  end subroutine

  ! Keeps the outcome of making a simulation; the text of a failure is the model's.
  subroutine opened(self, model, status, stat)
    class(swp_sim), intent(inout) :: self
    class(swp_model), intent(in) :: model
    integer(c_int32_t), intent(in) :: status
    integer, intent(out), optional :: stat

    if (status == SWP_OK) then
      if (present(stat)) stat = SWP_OK
    else
      self%handle = c_null_ptr
      call refuse(self, status, error_text(model), stat)
    end if
  end subroutine

  ! A long text, with the outcome of asking for it.
  subroutine ask_text(self, ask, text, stat)
    class(swp_handle), intent(inout) :: self
    procedure(swp_model_error) :: ask
    character(:), allocatable, intent(inout) :: text
    integer, intent(out), optional :: stat
    character(kind=c_char) :: none(1)
    integer(c_size_t) :: needed
    integer(c_int32_t) :: status

    needed = 0
    status = ask(self%handle, none, 0_c_size_t, needed)
    if (status == SWP_OK) text = text_of(ask, self%handle)
    call conclude(self, status, stat)
  end subroutine

  ! ---- strings, absent arguments, NaN -------------------------------------------------------------------------------

  pure function c_string(text)
    character(*), intent(in) :: text
    character(len_trim(text) + 1, kind=c_char) :: c_string

    c_string = trim(text)//c_null_char
  end function

  ! A copy of a text that the library keeps.
  function f_string(text)
    type(c_ptr), intent(in) :: text
    character(:), allocatable :: f_string
    character(kind=c_char), pointer :: letters(:)

    if (.not. c_associated(text)) then
      f_string = ""
      return
    end if
    call c_f_pointer(text, letters, [c_strlen(text) + 1])
    f_string = up_to_null(letters)
  end function

  ! Asks a (handle, buffer, length, needed) function for its text: once for the length, once for the text.
  function text_of(ask, handle) result(text)
    procedure(swp_model_error) :: ask
    type(c_ptr), intent(in) :: handle
    character(:), allocatable :: text
    character(kind=c_char), allocatable :: buffer(:)
    integer(c_size_t) :: needed
    integer(c_int32_t) :: status

    allocate (buffer(1))
    needed = 0
    status = ask(handle, buffer, 0_c_size_t, needed)
    deallocate (buffer)
    allocate (buffer(needed))
    buffer = c_null_char
    status = ask(handle, buffer, size(buffer, kind=c_size_t), needed)
    text = up_to_null(buffer)
  end function

  pure function up_to_null(buffer) result(text)
    character(kind=c_char), intent(in) :: buffer(:)
    character(:), allocatable :: text
    integer :: i, n

    n = 0
    do while (n < size(buffer))
      if (buffer(n + 1) == c_null_char) exit
      n = n + 1
    end do
    allocate (character(n) :: text)
    do i = 1, n
      text(i:i) = buffer(i)
    end do
  end function

  pure type(c_ptr) function given(user)
    type(c_ptr), intent(in), optional :: user

    given = c_null_ptr
    if (present(user)) given = user
  end function

  pure real(c_double) function not_a_number()
    not_a_number = ieee_value(0._c_double, ieee_quiet_nan)
  end function

  ! What may be absent, or what it is then.
  pure real(c_double) function real_or(value, absent)
    real(c_double), intent(in), optional :: value
    real(c_double), intent(in) :: absent

    real_or = absent
    if (present(value)) real_or = value
  end function

  pure integer(c_int32_t) function integer_or(value, absent)
    integer, intent(in), optional :: value
    integer(c_int32_t), intent(in) :: absent

    integer_or = absent
    if (present(value)) integer_or = int(value, c_int32_t)
  end function

  ! ---- addresses of optional arguments: a procedure bound to C has none of its own in Fortran 2008 ---------------------

  function at_real(x) result(address)
    real(c_double), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_reals(x) result(address)
    real(c_double), intent(in), optional, contiguous, target :: x(:)
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_matrix(x) result(address)
    real(c_double), intent(in), optional, contiguous, target :: x(:, :)
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_cube(x) result(address)
    real(c_double), intent(in), optional, contiguous, target :: x(:, :, :)
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_flag(x) result(address)
    integer(c_int32_t), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_actuator_limits(x) result(address)
    type(swp_actuator_limits), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_beam_options(x) result(address)
    type(swp_beam_options), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_function(x) result(address)
    type(swp_function), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_path_options(x) result(address)
    type(swp_path_options), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_shell_options(x) result(address)
    type(swp_shell_options), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_sim_options(x) result(address)
    type(swp_sim_options), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_solid_options(x) result(address)
    type(swp_solid_options), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  function at_step_control(x) result(address)
    type(swp_step_control), intent(in), optional, target :: x
    type(c_ptr) :: address

    address = c_null_ptr
    if (present(x)) address = c_loc(x)
  end function

  pure type(swp_audit) function no_audit()
    real(c_double) :: nan

    nan = not_a_number()
    no_audit = swp_audit(nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan)
  end function

  pure type(swp_bushing_state) function no_bushing_state()
    real(c_double) :: nan

    nan = not_a_number()
    no_bushing_state = swp_bushing_state(nan, nan, nan, nan, nan)
  end function

  pure type(swp_contact_state) function no_contact_state()
    real(c_double) :: nan

    nan = not_a_number()
    no_contact_state = swp_contact_state(nan, nan, nan, nan, nan)
  end function

  pure type(swp_line_spring_state) function no_line_spring_state()
    real(c_double) :: nan

    nan = not_a_number()
    no_line_spring_state = swp_line_spring_state(nan, nan, nan)
  end function

  pure type(swp_motion) function no_motion()
    real(c_double) :: nan

    nan = not_a_number()
    no_motion = swp_motion(nan, nan, nan, nan, nan, nan)
  end function

  pure type(swp_shell_state) function no_shell_state()
    real(c_double) :: nan

    nan = not_a_number()
    no_shell_state = swp_shell_state(nan, nan, nan, nan, nan)
  end function

  pure type(swp_solid_state) function no_solid_state()
    real(c_double) :: nan

    nan = not_a_number()
    no_solid_state = swp_solid_state(nan, nan, nan, nan, nan, nan, nan)
  end function

  pure type(swp_step_audit) function no_step_audit()
    real(c_double) :: nan

    nan = not_a_number()
    no_step_audit = swp_step_audit(nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan)
  end function

  ! ---- procedures of one call ---------------------------------------------------------------------------------------

  ! Add a node that moves and turns.
  subroutine model_add_node(self, name, position, node, orientation, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: position(3)
    type(swp_node), intent(out) :: node
    real(c_double), intent(in), optional, target :: orientation(4)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_node(self%handle, c_string(name), position, at_reals(orientation), node), stat)
  end subroutine

  ! Add a node that is fixed in space; arguments as in swp_model_add_node.
  subroutine model_add_ground(self, name, position, node, orientation, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: position(3)
    type(swp_node), intent(out) :: node
    real(c_double), intent(in), optional, target :: orientation(4)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_ground(self%handle, c_string(name), position, at_reals(orientation), node), stat)
  end subroutine

  ! Add a node that moves but has no orientation: three unknowns, for point masses.
  subroutine model_add_point_node(self, name, position, node, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: position(3)
    type(swp_node), intent(out) :: node
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_point_node(self%handle, c_string(name), position, node), stat)
  end subroutine

  ! Give a node its velocity [m/s] and angular velocity [rad/s], NULL for none, at the start, inertial axes; zero unless
  ! given.
  subroutine model_set_node_velocity(self, node, velocity, angular_velocity, stat)
    class(swp_model), intent(inout) :: self
    type(swp_node), intent(in) :: node
    real(c_double), intent(in) :: velocity(3)
    real(c_double), intent(in), optional, target :: angular_velocity(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_set_node_velocity(self%handle, node, velocity, at_reals(angular_velocity)), stat)
  end subroutine

  ! Find a node by name; SWP_UNKNOWN_ID if there is none.
  subroutine model_find_node(self, name, node, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(out) :: node
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_node(self%handle, c_string(name), node), stat)
  end subroutine

  ! Number of nodes, ground nodes included; bulk queries list them in the order in which they were added.
  subroutine model_node_count(self, count, stat)
    class(swp_model), intent(inout) :: self
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number

    count = 0
    if (pending(self, stat)) return
    number = 0
    call conclude(self, swp_model_node_count(self%handle, number), stat)
    count = int(number)
  end subroutine

  ! Number of joints.
  subroutine model_joint_count(self, count, stat)
    class(swp_model), intent(inout) :: self
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number

    count = 0
    if (pending(self, stat)) return
    number = 0
    call conclude(self, swp_model_joint_count(self%handle, number), stat)
    count = int(number)
  end subroutine

  ! Set the acceleration of gravity, 3 components [m/s^2], inertial axes; zero unless set.
  subroutine model_set_gravity(self, gravity, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in) :: gravity(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_set_gravity(self%handle, gravity), stat)
  end subroutine

  ! Add a rigid body to a node; a node may carry several.
  subroutine model_add_rigid_body(self, name, node, mass, center_of_mass, inertia, body, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: node
    real(c_double), intent(in) :: mass, center_of_mass(3), inertia(9)
    type(swp_body), intent(out) :: body
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_rigid_body(self%handle, c_string(name), node, mass, center_of_mass, inertia, &
        body), stat)
  end subroutine

  ! Add a point mass [kg] to a node, at `offset` (3 components [m], node axes; NULL for none).
  subroutine model_add_point_mass(self, name, node, mass, body, offset, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: node
    real(c_double), intent(in) :: mass
    type(swp_body), intent(out) :: body
    real(c_double), intent(in), optional, target :: offset(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_point_mass(self%handle, c_string(name), node, mass, at_reals(offset), body), stat)
  end subroutine

  ! Add a constant function of time.
  subroutine model_add_constant(self, value, function, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in) :: value
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_constant(self%handle, value, function), stat)
  end subroutine

  ! Add a function given by `count` points (at least 2).
  subroutine model_add_table(self, times, values, function, interpolation, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in), contiguous :: times(:), values(:)
    type(swp_function), intent(out) :: function
    integer, intent(in), optional :: interpolation
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(values) /= size(times)) then
      call refuse(self, SWP_WRONG_SIZE, "add_table: times and values differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_table(self%handle, size(times, kind=c_size_t), times, values, &
        integer_or(interpolation, SWP_INTERPOLATE_LINEAR), function), stat)
  end subroutine

  ! Add the function amplitude * sin(frequency * t + phase); `frequency` [rad/s], `phase` [rad].
  subroutine model_add_harmonic(self, amplitude, frequency, phase, function, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in) :: amplitude, frequency, phase
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_harmonic(self%handle, amplitude, frequency, phase, function), stat)
  end subroutine

  ! Add the function amplitude * (1 - cos(pi (t - start)/duration))/2: zero before `start` [s], `amplitude` at start +
  ! duration; afterwards it stays there (`hold` not 0) or returns to zero at start + 2 duration and stays there.
  subroutine model_add_one_minus_cosine(self, amplitude, start, duration, hold, function, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in) :: amplitude, start, duration
    logical, intent(in) :: hold
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_one_minus_cosine(self%handle, amplitude, start, duration, merge(1_c_int32_t, &
        0_c_int32_t, hold), function), stat)
  end subroutine

  ! Add the sum of `count` (at least 1) functions of this model.
  subroutine model_add_sum(self, functions, function, stat)
    class(swp_model), intent(inout) :: self
    type(swp_function), intent(in), contiguous :: functions(:)
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_sum(self%handle, size(functions, kind=c_size_t), functions, function), stat)
  end subroutine

  ! Add the product of `count` (at least 1) functions of this model.
  subroutine model_add_product(self, functions, function, stat)
    class(swp_model), intent(inout) :: self
    type(swp_function), intent(in), contiguous :: functions(:)
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_product(self%handle, size(functions, kind=c_size_t), functions, function), stat)
  end subroutine

  ! Add a function computed by the host; see swp_function_callback.
  subroutine model_add_callback(self, callback, function, user, stat)
    class(swp_model), intent(inout) :: self
    procedure(swp_function_callback) :: callback
    type(swp_function), intent(out) :: function
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_callback(self%handle, c_funloc(callback), given(user), function), stat)
  end subroutine

  ! Add an input: a number that the host sets with swp_sim_set_input before or during a step.
  subroutine model_add_input(self, name, initial, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: initial
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_input(self%handle, c_string(name), initial, function), stat)
  end subroutine

  ! Find an input by name; SWP_UNKNOWN_ID if there is none.
  subroutine model_find_input(self, name, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_input(self%handle, c_string(name), function), stat)
  end subroutine

  ! Check the model as a whole: nodes that nothing determines, joints that do not fit the reference configuration
  ! (beyond 1e-6 of the model's size), joints on points that need an orientation.
  subroutine model_check(self, stat)
    class(swp_model), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_check(self%handle), stat)
  end subroutine

  ! Find a joint by name; SWP_UNKNOWN_ID if there is none.
  subroutine model_find_joint(self, name, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_joint(self%handle, c_string(name), joint), stat)
  end subroutine

  ! Make an attachment from a point (3 components [m]) and a frame (unit quaternion w, x, y, z, or NULL for the inertial
  ! axes) given in inertial axes, for the reference configuration.
  subroutine model_attach(self, node, point, attachment, orientation, stat)
    class(swp_model), intent(inout) :: self
    type(swp_node), intent(in) :: node
    real(c_double), intent(in) :: point(3)
    type(swp_attachment), intent(out) :: attachment
    real(c_double), intent(in), optional, target :: orientation(4)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_attach(self%handle, node, point, at_reals(orientation), attachment), stat)
  end subroutine

  ! Add a revolute joint: B turns about axis 3 of A.
  subroutine model_add_revolute(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_revolute(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Add a prismatic joint: B slides along axis 3 of A and does not turn.
  subroutine model_add_prismatic(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_prismatic(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Add a cylindrical joint: B slides along axis 3 of A and turns about it.
  subroutine model_add_cylindrical(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_cylindrical(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Add a planar joint: B slides along axes 1 and 2 of A and turns about axis 3.
  subroutine model_add_planar(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_planar(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Add a spherical joint: the points coincide.
  subroutine model_add_spherical(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_spherical(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Add a universal joint: a cross with one arm along axis 1 of A and the other along axis 2 of B.
  subroutine model_add_universal(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_universal(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Add a rigid connection: the two frames move as one.
  subroutine model_add_rigid_connection(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_rigid_connection(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Keep the point of B on axis 3 of A.
  subroutine model_add_point_on_line(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_point_on_line(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Keep the point of B in the plane of axes 1 and 2 of A.
  subroutine model_add_point_in_plane(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_point_in_plane(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Add a screw joint: B turns about axis 3 of A and advances along it by `pitch` [m] a turn, positive for a
  ! right-handed thread; not zero (that is a revolute joint).
  subroutine model_add_screw(self, name, a, b, pitch, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    real(c_double), intent(in) :: pitch
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_screw(self%handle, c_string(name), a, b, pitch, joint), stat)
  end subroutine

  ! Keep the points of A and B at a distance of `length` [m], positive: a massless rod.
  subroutine model_add_distance(self, name, a, b, length, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    real(c_double), intent(in) :: length
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_distance(self%handle, c_string(name), a, b, length, joint), stat)
  end subroutine

  ! Prescribe a joint coordinate as a function of time [m] or [rad].
  subroutine model_drive_joint(self, joint, coordinate, function, stat)
    class(swp_model), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    type(swp_function), intent(in) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_drive_joint(self%handle, joint, int(coordinate, c_int32_t), function), stat)
  end subroutine

  ! Give the value [m] or [rad] and the rate of a joint coordinate at the start; NaN leaves one of them free.
  subroutine model_start_joint(self, joint, coordinate, value, rate, stat)
    class(swp_model), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in), optional :: value, rate
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_start_joint(self%handle, joint, int(coordinate, c_int32_t), real_or(value, &
        not_a_number()), real_or(rate, not_a_number())), stat)
  end subroutine

  ! Add a spring and damper on a joint coordinate: force or torque -stiffness (s - rest) - damping ds/dt along it.
  subroutine model_add_joint_spring(self, name, joint, coordinate, stiffness, damping, rest, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in) :: stiffness, damping, rest
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_joint_spring(self%handle, c_string(name), joint, int(coordinate, c_int32_t), &
        stiffness, damping, rest, spring), stat)
  end subroutine

  ! Clamp a node.
  subroutine model_add_clamp(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_clamp(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  ! Tie nodes to the frame of a node: a bolt, a lug, a cuff; what a body, a joint or a beam on `frame` exerts is passed
  ! to all of them.
  subroutine model_add_tie(self, name, frame, nodes, weights, kind, tie, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: frame
    type(swp_node), intent(in), contiguous :: nodes(:)
    real(c_double), intent(in), contiguous :: weights(:)
    integer, intent(in) :: kind
    type(swp_tie), intent(out) :: tie
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_tie(self%handle, c_string(name), frame, size(nodes, kind=c_size_t), nodes, &
        size(weights, kind=c_size_t), weights, int(kind, c_int32_t), tie), stat)
  end subroutine

  ! Add a chain of `count` rigid links from a Denavit-Hartenberg table, on `base`, whose axes are frame 0.
  subroutine model_add_chain(self, name, base, links, nodes, joints, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: base
    type(swp_link), intent(in), contiguous :: links(:)
    type(swp_node), intent(out), contiguous :: nodes(:)
    type(swp_joint), intent(out), contiguous :: joints(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(nodes) /= size(links)) then
      call refuse(self, SWP_WRONG_SIZE, "add_chain: links and nodes differ in number", stat)
      return
    end if
    if (size(joints) /= size(links)) then
      call refuse(self, SWP_WRONG_SIZE, "add_chain: links and joints differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_chain(self%handle, c_string(name), base, size(links, kind=c_size_t), links, &
        nodes, joints), stat)
  end subroutine

  ! Add a pair of gears on parallel axes.
  subroutine model_add_gears(self, name, one, two, teeth_one, teeth_two, internal, gears, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint_coordinate), intent(in) :: one, two
    real(c_double), intent(in) :: teeth_one, teeth_two
    logical, intent(in) :: internal
    type(swp_coupling), intent(out) :: gears
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_gears(self%handle, c_string(name), one, two, teeth_one, teeth_two, &
        merge(1_c_int32_t, 0_c_int32_t, internal), gears), stat)
  end subroutine

  ! Add a pair of bevel gears, as swp_model_add_gears, on axes that meet at an angle.
  subroutine model_add_bevel_gears(self, name, one, two, teeth_one, teeth_two, gears, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint_coordinate), intent(in) :: one, two
    real(c_double), intent(in) :: teeth_one, teeth_two
    type(swp_coupling), intent(out) :: gears
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_bevel_gears(self%handle, c_string(name), one, two, teeth_one, teeth_two, gears), &
        stat)
  end subroutine

  ! Add a rack and a pinion of a pitch `radius` [m], positive: the turning coordinate of a joint and the sliding one of
  ! a prismatic or cylindrical joint across its axis, both on one housing.
  subroutine model_add_rack(self, name, pinion, rack, radius, coupling, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint_coordinate), intent(in) :: pinion, rack
    real(c_double), intent(in) :: radius
    type(swp_coupling), intent(out) :: coupling
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_rack(self%handle, c_string(name), pinion, rack, radius, coupling), stat)
  end subroutine

  ! Add a belt or a chain around two wheels of these radii [m], positive, on parallel axes in one housing.
  subroutine model_add_belt(self, name, one, two, radius_one, radius_two, crossed, belt, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint_coordinate), intent(in) :: one, two
    real(c_double), intent(in) :: radius_one, radius_two
    logical, intent(in) :: crossed
    type(swp_coupling), intent(out) :: belt
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_belt(self%handle, c_string(name), one, two, radius_one, radius_two, &
        merge(1_c_int32_t, 0_c_int32_t, crossed), belt), stat)
  end subroutine

  ! Add a differential: the carrier turns with the mean of two outputs; turning coordinates about parallel axes in one
  ! housing.
  subroutine model_add_differential(self, name, carrier, output_one, output_two, coupling, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint_coordinate), intent(in) :: carrier, output_one, output_two
    type(swp_coupling), intent(out) :: coupling
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_differential(self%handle, c_string(name), carrier, output_one, output_two, &
        coupling), stat)
  end subroutine

  ! Add a spring by points on a joint coordinate: the force or torque against it, -`forces`, at `count` increasing
  ! `values` [m] or [rad] of the coordinate, straight lines between them and on beyond the ends.
  subroutine model_add_joint_spring_table(self, name, joint, coordinate, values, forces, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in), contiguous :: values(:), forces(:)
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(forces) /= size(values)) then
      call refuse(self, SWP_WRONG_SIZE, "add_joint_spring_table: values and forces differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_joint_spring_table(self%handle, c_string(name), joint, int(coordinate, &
        c_int32_t), size(values, kind=c_size_t), values, forces, spring), stat)
  end subroutine

  ! Add a preloaded spring on a joint coordinate: force or torque -stiffness (s - rest) - preload along it.
  subroutine model_add_joint_preload(self, name, joint, coordinate, stiffness, rest, preload, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in) :: stiffness, rest, preload
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_joint_preload(self%handle, c_string(name), joint, int(coordinate, c_int32_t), &
        stiffness, rest, preload, spring), stat)
  end subroutine

  ! Add a one-sided stop on a joint coordinate, a droop or flap stop: no force up to `limit` [m] or [rad], beyond it a
  ! spring whose stiffness grows from zero to `stiffness` [N/m] or [N*m/rad] over `softness` [m] or [rad], both
  ! positive.
  subroutine model_add_joint_stop(self, name, joint, coordinate, limit, upward, stiffness, softness, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in) :: limit
    logical, intent(in) :: upward
    real(c_double), intent(in) :: stiffness, softness
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_joint_stop(self%handle, c_string(name), joint, int(coordinate, c_int32_t), &
        limit, merge(1_c_int32_t, 0_c_int32_t, upward), stiffness, softness, spring), stat)
  end subroutine

  ! Add a damper by points on a joint coordinate, a lag damper: the force or torque against the rate, -`forces`, at
  ! `count` increasing `rates` [m/s] or [rad/s].
  subroutine model_add_joint_damper_table(self, name, joint, coordinate, rates, forces, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in), contiguous :: rates(:), forces(:)
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(forces) /= size(rates)) then
      call refuse(self, SWP_WRONG_SIZE, "add_joint_damper_table: rates and forces differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_joint_damper_table(self%handle, c_string(name), joint, int(coordinate, &
        c_int32_t), size(rates, kind=c_size_t), rates, forces, spring), stat)
  end subroutine

  ! Add friction on a joint coordinate: (sliding + (breakaway - sliding) exp(-(ds/dt / stribeck)^2)) tanh(ds/dt / creep)
  ! against the rate.
  subroutine model_add_joint_friction(self, name, joint, coordinate, sliding, breakaway, stribeck, creep, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in) :: sliding, breakaway, stribeck, creep
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_joint_friction(self%handle, c_string(name), joint, int(coordinate, c_int32_t), &
        sliding, breakaway, stribeck, creep, spring), stat)
  end subroutine

  ! Add a force actuator on a joint coordinate.
  subroutine model_add_joint_force(self, name, joint, coordinate, factor, function, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in) :: factor
    type(swp_function), intent(in) :: function
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_joint_force(self%handle, c_string(name), joint, int(coordinate, c_int32_t), &
        factor, function, spring), stat)
  end subroutine

  ! Couple `count` joint coordinates: the sum of `factors[k]` times coordinate `coordinates[k]` of `joints[k]` stays
  ! what it is in the reference configuration, plus `function` if its id is not 0.
  subroutine model_add_coupling(self, name, joints, coordinates, factors, coupling, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in), contiguous :: joints(:)
    integer, intent(in) :: coordinates(:)
    real(c_double), intent(in), contiguous :: factors(:)
    type(swp_coupling), intent(out) :: coupling
    type(swp_function), intent(in), optional :: function
    integer, intent(out), optional :: stat
    type(swp_function) :: function_used

    if (pending(self, stat)) return
    if (size(coordinates) /= size(joints)) then
      call refuse(self, SWP_WRONG_SIZE, "add_coupling: joints and coordinates differ in number", stat)
      return
    end if
    if (size(factors) /= size(joints)) then
      call refuse(self, SWP_WRONG_SIZE, "add_coupling: joints and factors differ in number", stat)
      return
    end if
    if (present(function)) function_used = function
    call conclude(self, swp_model_add_coupling(self%handle, c_string(name), size(joints, kind=c_size_t), joints, &
        int(coordinates, c_int32_t), factors, function_used, coupling), stat)
  end subroutine

  ! Let a joint coordinate be locked and released during a run, with swp_sim_lock and swp_sim_release.
  subroutine model_add_lock(self, joint, coordinate, locked, stat)
    class(swp_model), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    logical, intent(in) :: locked
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_lock(self%handle, joint, int(coordinate, c_int32_t), merge(1_c_int32_t, &
        0_c_int32_t, locked)), stat)
  end subroutine

  ! Add a generalised coordinate s [m]: an unknown number with a mass [kg], a stiffness [N/m] and a damping [N*s/m] of
  ! its own, none of them negative, and its value [m] and rate [m/s] at the start: m s? + d ? + k s = 0, but for what
  ! elements that use it exert.
  subroutine model_add_generalised_coordinate(self, name, mass, stiffness, damping, value, rate, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: mass, stiffness, damping, value, rate
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_generalised_coordinate(self%handle, c_string(name), mass, stiffness, damping, &
        value, rate), stat)
  end subroutine

  ! Add an actuator of first order: a function s with T ds/dt + s = command, T = `time_constant` [s], positive.
  subroutine model_add_first_order_actuator(self, name, command, time_constant, actuator, limits, start, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_function), intent(in) :: command
    real(c_double), intent(in) :: time_constant
    type(swp_function), intent(out) :: actuator
    type(swp_actuator_limits), intent(in), optional, target :: limits
    real(c_double), intent(in), optional, target :: start
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_first_order_actuator(self%handle, c_string(name), command, time_constant, &
        at_actuator_limits(limits), at_real(start), actuator), stat)
  end subroutine

  ! Add an actuator of second order: a function s with s'' + 2 damping frequency s' + frequency^2 s = frequency^2
  ! command; `frequency` [rad/s] and `damping`, the ratio to critical, positive.
  subroutine model_add_second_order_actuator(self, name, command, frequency, damping, actuator, limits, start, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_function), intent(in) :: command
    real(c_double), intent(in) :: frequency, damping
    type(swp_function), intent(out) :: actuator
    type(swp_actuator_limits), intent(in), optional, target :: limits
    real(c_double), intent(in), optional, target :: start(2)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_second_order_actuator(self%handle, c_string(name), command, frequency, damping, &
        at_actuator_limits(limits), at_reals(start), actuator), stat)
  end subroutine

  ! Lock (`locked` 1) or release (0) a joint coordinate at a `time` [s].
  subroutine model_schedule_lock(self, joint, coordinate, time, locked, stat)
    class(swp_model), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in) :: time
    logical, intent(in) :: locked
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_schedule_lock(self%handle, joint, int(coordinate, c_int32_t), time, &
        merge(1_c_int32_t, 0_c_int32_t, locked)), stat)
  end subroutine

  ! Add a spring and damper along the line between a point on node `a` and a point on node `b`, two different nodes, not
  ! both ground.
  subroutine model_add_line_spring(self, name, a, b, stiffness, length, damping, preload, spring, point_a, point_b, &
      stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: a, b
    real(c_double), intent(in) :: stiffness, length, damping, preload
    type(swp_line_spring), intent(out) :: spring
    real(c_double), intent(in), optional, target :: point_a(3), point_b(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_line_spring(self%handle, c_string(name), a, at_reals(point_a), b, &
        at_reals(point_b), stiffness, length, damping, preload, spring), stat)
  end subroutine

  ! Add a bushing: a spring and damper in all six directions between a frame on node A and a frame on node B, two
  ! different nodes with orientation, not both ground.
  subroutine model_add_bushing(self, name, a, b, stiffness, bushing, damping, preload, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    real(c_double), intent(in) :: stiffness(6, 6)
    type(swp_bushing), intent(out) :: bushing
    real(c_double), intent(in), optional, target :: damping(6, 6), preload(6)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_bushing(self%handle, c_string(name), a, b, reshape(transpose(stiffness), [36]), &
        at_matrix(damping), at_reals(preload), bushing), stat)
  end subroutine

  ! Add a thin disc that rolls on a plane without slip and never leaves it.
  subroutine model_add_rolling_disc(self, name, node, center, axis, radius, point, normal, contact, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: node
    real(c_double), intent(in) :: center(3), axis(3), radius, point(3), normal(3)
    type(swp_contact), intent(out) :: contact
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_rolling_disc(self%handle, c_string(name), node, center, axis, radius, point, &
        normal, contact), stat)
  end subroutine

  ! Add a knife edge, as of a skate or a sleigh: the point at `offset` (3 components [m]) of a node that moves and turns
  ! cannot move along the direction `across` (unit vector), both in node axes.
  subroutine model_add_knife_edge(self, name, node, offset, across, contact, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: node
    real(c_double), intent(in) :: offset(3), across(3)
    type(swp_contact), intent(out) :: contact
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_knife_edge(self%handle, c_string(name), node, offset, across, contact), stat)
  end subroutine

  ! Add a condition on velocities computed by the host, over `count` (1 to 4) different nodes; see
  ! swp_pfaffian_callback.
  subroutine model_add_pfaffian(self, name, nodes, callback, length, pfaffian, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in), contiguous :: nodes(:)
    procedure(swp_pfaffian_callback) :: callback
    real(c_double), intent(in) :: length
    type(swp_pfaffian), intent(out) :: pfaffian
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_pfaffian(self%handle, c_string(name), size(nodes, kind=c_size_t), nodes, &
        c_funloc(callback), given(user), length, pfaffian), stat)
  end subroutine

  ! Add a section by its matrices, for beams to come.
  subroutine model_add_section(self, name, convention, stiffness, mass, section, damping, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: convention
    real(c_double), intent(in) :: stiffness(6, 6), mass(6, 6)
    type(swp_section), intent(out) :: section
    real(c_double), intent(in), optional :: damping
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_section(self%handle, c_string(name), int(convention, c_int32_t), &
        reshape(transpose(stiffness), [36]), reshape(transpose(mass), [36]), real_or(damping, 0._c_double), section), &
        stat)
  end subroutine

  ! The matrices of a section of beams.
  subroutine model_section_matrices(self, section, stiffness, mass, stat)
    class(swp_model), intent(inout) :: self
    type(swp_section), intent(in) :: section
    real(c_double), intent(out) :: stiffness(36), mass(36)
    integer, intent(out), optional :: stat

    stiffness = not_a_number()
    mass = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_model_section_matrices(self%handle, section, stiffness, mass), stat)
  end subroutine

  ! Add a section by engineering constants, for beams to come.
  subroutine model_add_engineering_section(self, name, constants, section, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_engineering), intent(in) :: constants
    type(swp_section), intent(out) :: section
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_engineering_section(self%handle, c_string(name), constants, section), stat)
  end subroutine

  ! Find a beam by name; SWP_UNKNOWN_ID if there is none.
  subroutine model_find_beam(self, name, beam, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_beam), intent(out) :: beam
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_beam(self%handle, c_string(name), beam), stat)
  end subroutine

  ! Number of nodes of a beam.
  subroutine model_beam_node_count(self, beam, count, stat)
    class(swp_model), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number

    count = 0
    if (pending(self, stat)) return
    number = 0
    call conclude(self, swp_model_beam_node_count(self%handle, beam, number), stat)
    count = int(number)
  end subroutine

  ! Node `index` of a beam: 0 is the root, the number of nodes less one the tip; SWP_INVALID_ARGUMENT beyond.
  subroutine model_beam_node(self, beam, index, node, stat)
    class(swp_model), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    integer, intent(in) :: index
    type(swp_node), intent(out) :: node
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_beam_node(self%handle, beam, int(index, c_size_t), node), stat)
  end subroutine

  ! Length of a beam along its axis [m], as built.
  subroutine model_beam_length(self, beam, length, stat)
    class(swp_model), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    real(c_double), intent(out) :: length
    integer, intent(out), optional :: stat

    length = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_model_beam_length(self%handle, beam, length), stat)
  end subroutine

  ! Add a load distributed along a beam, times `function`: linear between `count` (at least 2) places, zero outside.
  subroutine model_add_distributed_load(self, name, beam, frame, places, forces, function, moments, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_beam), intent(in) :: beam
    integer, intent(in) :: frame
    real(c_double), intent(in), contiguous :: places(:), forces(:, :)
    type(swp_function), intent(in) :: function
    real(c_double), intent(in), optional, contiguous, target :: moments(:, :)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(forces, 1) /= 3 .or. size(forces, 2) /= size(places)) then
      call refuse(self, SWP_WRONG_SIZE, "add_distributed_load: forces must have the shape (3, number of places)", stat)
      return
    end if
    if (present(moments)) then
      if (size(moments, 1) /= 3 .or. size(moments, 2) /= size(places)) then
        call refuse(self, SWP_WRONG_SIZE, "add_distributed_load: moments must have the shape (3, number of places)", stat)
        return
      end if
    end if
    call conclude(self, swp_model_add_distributed_load(self%handle, c_string(name), beam, int(frame, c_int32_t), &
        size(places, kind=c_size_t), places, forces, at_matrix(moments), function), stat)
  end subroutine

  ! Add a set of stations to a beam: points where the host sets forces and moments (swp_sim_set_station_loads) and reads
  ! motions (swp_sim_station_motions), for instance those of its blade elements.
  subroutine model_add_stations(self, name, beam, frame, places, stations, offsets, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_beam), intent(in) :: beam
    integer, intent(in) :: frame
    real(c_double), intent(in), contiguous :: places(:)
    type(swp_stations), intent(out) :: stations
    real(c_double), intent(in), optional, contiguous, target :: offsets(:, :)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (present(offsets)) then
      if (size(offsets, 1) /= 3 .or. size(offsets, 2) /= size(places)) then
        call refuse(self, SWP_WRONG_SIZE, "add_stations: offsets must have the shape (3, number of places)", stat)
        return
      end if
    end if
    call conclude(self, swp_model_add_stations(self%handle, c_string(name), beam, int(frame, c_int32_t), size(places, &
        kind=c_size_t), places, at_matrix(offsets), stations), stat)
  end subroutine

  ! Mesh of a beam.
  subroutine model_beam_mesh(self, beam, mesh, stat)
    class(swp_model), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    real(c_double), allocatable, intent(out) :: mesh(:)
    integer, intent(out), optional :: stat
    real(c_double) :: none(1)
    integer(c_size_t) :: needed
    integer(c_int32_t) :: status

    allocate (mesh(0))
    if (pending(self, stat)) return
    needed = 0
    status = swp_model_beam_mesh(self%handle, beam, none, 0_c_size_t, needed)
    if (needed > 0) then
      deallocate (mesh)
      allocate (mesh(needed))
      status = swp_model_beam_mesh(self%handle, beam, mesh, size(mesh, kind=c_size_t), needed)
    end if
    call conclude(self, status, stat)
  end subroutine

  ! How a beam was built, as text: number and lengths of its elements, smoothed section values that were not physical
  ! and were replaced.
  subroutine model_beam_report(self, beam, text, stat)
    class(swp_model), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat
    character(kind=c_char), allocatable :: buffer(:)
    integer(c_size_t) :: needed
    integer(c_int32_t) :: status

    text = ""
    if (pending(self, stat)) return
    allocate (buffer(1))
    needed = 0
    status = swp_model_beam_report(self%handle, beam, buffer, 0_c_size_t, needed)
    if (needed > 0) then
      deallocate (buffer)
      allocate (buffer(needed))
      buffer = c_null_char
      status = swp_model_beam_report(self%handle, beam, buffer, size(buffer, kind=c_size_t), needed)
      text = up_to_null(buffer)
    end if
    call conclude(self, status, stat)
  end subroutine

  ! Add the section of a plate of one isotropic material, its middle surface the reference surface; shear factor 5/6.
  subroutine model_add_plate_section(self, name, young, poisson, density, thickness, damping, section, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: young, poisson, density, thickness, damping
    type(swp_shell_section), intent(out) :: section
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_plate_section(self%handle, c_string(name), young, poisson, density, thickness, &
        damping, section), stat)
  end subroutine

  ! Add the section of a laminate.
  subroutine model_add_laminate(self, name, plies, reference, damping, section, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_ply), intent(in), contiguous :: plies(:)
    real(c_double), intent(in) :: reference, damping
    type(swp_shell_section), intent(out) :: section
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_laminate(self%handle, c_string(name), size(plies, kind=c_size_t), plies, &
        reference, damping, section), stat)
  end subroutine

  ! Add a section of shells by its matrix.
  subroutine model_add_shell_section(self, name, convention, stiffness, thickness, inertia, damping, section, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: convention
    real(c_double), intent(in) :: stiffness(64), thickness, inertia(3), damping
    type(swp_shell_section), intent(out) :: section
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_shell_section(self%handle, c_string(name), int(convention, c_int32_t), &
        stiffness, thickness, inertia, damping, section), stat)
  end subroutine

  ! Add a shell on nodes of the model.
  subroutine model_add_shell(self, name, nodes, sections, shell, options, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in), contiguous :: nodes(:)
    type(swp_shell_section), intent(in), contiguous :: sections(:)
    type(swp_shell), intent(out) :: shell
    type(swp_shell_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_shell(self%handle, c_string(name), at_shell_options(options), size(nodes, &
        kind=c_size_t), nodes, size(sections, kind=c_size_t), sections, shell), stat)
  end subroutine

  ! Add a shell on a structured patch of n x m elements, with its nodes.
  subroutine model_add_shell_patch(self, name, section, n, m, places, shell, options, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_shell_section), intent(in) :: section
    integer, intent(in) :: n, m
    real(c_double), intent(in), contiguous :: places(:, :)
    type(swp_shell), intent(out) :: shell
    type(swp_shell_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(places, 1) /= 3) then
      call refuse(self, SWP_WRONG_SIZE, "add_shell_patch: places must have the shape (3, any number)", stat)
      return
    end if
    call conclude(self, swp_model_add_shell_patch(self%handle, c_string(name), at_shell_options(options), section, &
        int(n, c_int32_t), int(m, c_int32_t), size(places, 2, kind=c_size_t), places, shell), stat)
  end subroutine

  ! Number of elements of a shell.
  subroutine model_shell_element_count(self, shell, count, stat)
    class(swp_model), intent(inout) :: self
    type(swp_shell), intent(in) :: shell
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number

    count = 0
    if (pending(self, stat)) return
    number = 0
    call conclude(self, swp_model_shell_element_count(self%handle, shell, number), stat)
    count = int(number)
  end subroutine

  ! Number of nodes of a shell, each counted once.
  subroutine model_shell_node_count(self, shell, count, stat)
    class(swp_model), intent(inout) :: self
    type(swp_shell), intent(in) :: shell
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number

    count = 0
    if (pending(self, stat)) return
    number = 0
    call conclude(self, swp_model_shell_node_count(self%handle, shell, number), stat)
    count = int(number)
  end subroutine

  ! The nodes of a shell, each once, in the order in which its elements have them; `node_count` must be their number.
  subroutine model_shell_nodes(self, shell, nodes, stat)
    class(swp_model), intent(inout) :: self
    type(swp_shell), intent(in) :: shell
    type(swp_node), intent(out), contiguous :: nodes(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_shell_nodes(self%handle, shell, size(nodes, kind=c_size_t), nodes), stat)
  end subroutine

  ! Add a pressure on all of a shell.
  subroutine model_add_pressure(self, name, shell, pressure, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_shell), intent(in) :: shell
    real(c_double), intent(in) :: pressure
    type(swp_function), intent(in) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_pressure(self%handle, c_string(name), shell, pressure, function), stat)
  end subroutine

  ! Add a dead force per area on all of a shell.
  subroutine model_add_traction(self, name, shell, traction, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_shell), intent(in) :: shell
    real(c_double), intent(in) :: traction(3)
    type(swp_function), intent(in) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_traction(self%handle, c_string(name), shell, traction, function), stat)
  end subroutine

  ! Add a load along an edge.
  subroutine model_add_edge_load(self, name, nodes, frame, force, function, moment, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in), contiguous :: nodes(:)
    integer, intent(in) :: frame
    real(c_double), intent(in) :: force(3)
    type(swp_function), intent(in) :: function
    real(c_double), intent(in), optional, target :: moment(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_edge_load(self%handle, c_string(name), size(nodes, kind=c_size_t), nodes, &
        int(frame, c_int32_t), force, at_reals(moment), function), stat)
  end subroutine

  ! Add a set of stations to a shell: points where the host sets forces and moments (swp_sim_set_station_loads) and
  ! reads motions (swp_sim_station_motions), for instance the nodes of its flow solver.
  subroutine model_add_shell_stations(self, name, shell, frame, places, stations, offsets, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_shell), intent(in) :: shell
    integer, intent(in) :: frame
    type(swp_shell_place), intent(in), contiguous :: places(:)
    type(swp_stations), intent(out) :: stations
    real(c_double), intent(in), optional, contiguous, target :: offsets(:, :)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (present(offsets)) then
      if (size(offsets, 1) /= 3 .or. size(offsets, 2) /= size(places)) then
        call refuse(self, SWP_WRONG_SIZE, "add_shell_stations: offsets must have the shape (3, number of places)", stat)
        return
      end if
    end if
    call conclude(self, swp_model_add_shell_stations(self%handle, c_string(name), shell, int(frame, c_int32_t), &
        size(places, kind=c_size_t), places, at_matrix(offsets), stations), stat)
  end subroutine

  ! The point of a shell's reference surface, undeformed, that is nearest to a place in space.
  subroutine model_shell_nearest(self, shell, place, found, distance, stat)
    class(swp_model), intent(inout) :: self
    type(swp_shell), intent(in) :: shell
    real(c_double), intent(in) :: place(3)
    type(swp_shell_place), intent(out) :: found
    real(c_double), intent(out), optional, target :: distance
    integer, intent(out), optional :: stat

    if (present(distance)) distance = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_model_shell_nearest(self%handle, shell, place, found, at_real(distance)), stat)
  end subroutine

  ! Add an isotropic material of solids, St.
  subroutine model_add_isotropic_material(self, name, young, poisson, density, damping, material, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: young, poisson, density, damping
    type(swp_solid_material), intent(out) :: material
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_isotropic_material(self%handle, c_string(name), young, poisson, density, &
        damping, material), stat)
  end subroutine

  ! Add a compressible neo-Hookean material of solids, W = 1/2 ? (tr C - 3) - ? ln J + 1/2 lambda (ln J)^2; for large
  ! strains.
  subroutine model_add_neo_hooke_material(self, name, young, poisson, density, damping, material, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: young, poisson, density, damping
    type(swp_solid_material), intent(out) :: material
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_neo_hooke_material(self%handle, c_string(name), young, poisson, density, &
        damping, material), stat)
  end subroutine

  ! Add an orthotropic material of solids, St.
  subroutine model_add_orthotropic_material(self, name, young, poisson, shear, density, damping, material, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: young(3), poisson(3), shear(3), density, damping
    type(swp_solid_material), intent(out) :: material
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_orthotropic_material(self%handle, c_string(name), young, poisson, shear, &
        density, damping, material), stat)
  end subroutine

  ! Add an anisotropic material of solids by its stiffness: 36 numbers [Pa], 6x6, row-major, in material axes, in the
  ! order 11 22 33 23 13 12 of stresses and of strains with doubled shear; symmetric and positive definite.
  subroutine model_add_anisotropic_material(self, name, stiffness, density, damping, material, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: stiffness(6, 6), density, damping
    type(swp_solid_material), intent(out) :: material
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_anisotropic_material(self%handle, c_string(name), reshape(transpose(stiffness), &
        [36]), density, damping, material), stat)
  end subroutine

  ! Add a solid on nodes of the model.
  subroutine model_add_solid(self, name, nodes_per_element, nodes, materials, axes, solid, options, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: nodes_per_element
    type(swp_node), intent(in), contiguous :: nodes(:)
    type(swp_solid_material), intent(in), contiguous :: materials(:)
    real(c_double), intent(in), contiguous :: axes(:, :)
    type(swp_solid), intent(out) :: solid
    type(swp_solid_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(axes, 1) /= 9) then
      call refuse(self, SWP_WRONG_SIZE, "add_solid: axes must have the shape (9, any number)", stat)
      return
    end if
    call conclude(self, swp_model_add_solid(self%handle, c_string(name), at_solid_options(options), &
        int(nodes_per_element, c_int32_t), size(nodes, kind=c_size_t), nodes, size(materials, kind=c_size_t), &
        materials, size(axes, 2, kind=c_size_t), axes, solid), stat)
  end subroutine

  ! Add a solid on a structured block of n x m x l hexahedra, with its nodes.
  subroutine model_add_solid_block(self, name, options, material, nodes_per_element, n, m, l, places, solid, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_solid_options), intent(in) :: options
    type(swp_solid_material), intent(in) :: material
    integer, intent(in) :: nodes_per_element, n, m, l
    real(c_double), intent(in), contiguous :: places(:, :)
    type(swp_solid), intent(out) :: solid
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(places, 1) /= 3) then
      call refuse(self, SWP_WRONG_SIZE, "add_solid_block: places must have the shape (3, any number)", stat)
      return
    end if
    call conclude(self, swp_model_add_solid_block(self%handle, c_string(name), options, material, &
        int(nodes_per_element, c_int32_t), int(n, c_int32_t), int(m, c_int32_t), int(l, c_int32_t), size(places, 2, &
        kind=c_size_t), places, solid), stat)
  end subroutine

  ! Add a solid that a section sweeps along a curve, with twist and taper: a blade.
  subroutine model_add_solid_sweep(self, name, options, places, nodes_per_element, corners, materials, axes, stations, &
      solid, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_solid_options), intent(in) :: options
    real(c_double), intent(in), contiguous :: places(:, :)
    integer, intent(in) :: nodes_per_element
    integer(c_size_t), intent(in), contiguous :: corners(:)
    type(swp_solid_material), intent(in), contiguous :: materials(:)
    real(c_double), intent(in), contiguous :: axes(:, :)
    type(swp_sweep_station), intent(in), contiguous :: stations(:)
    type(swp_solid), intent(out) :: solid
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(places, 1) /= 2) then
      call refuse(self, SWP_WRONG_SIZE, "add_solid_sweep: places must have the shape (2, any number)", stat)
      return
    end if
    if (size(axes, 1) /= 9) then
      call refuse(self, SWP_WRONG_SIZE, "add_solid_sweep: axes must have the shape (9, any number)", stat)
      return
    end if
    call conclude(self, swp_model_add_solid_sweep(self%handle, c_string(name), options, size(places, 2, &
        kind=c_size_t), places, int(nodes_per_element, c_int32_t), size(corners, kind=c_size_t), corners, &
        size(materials, kind=c_size_t), materials, size(axes, 2, kind=c_size_t), axes, size(stations, kind=c_size_t), &
        stations, solid), stat)
  end subroutine

  ! Add the section of a beam that a prismatic solid with this cross section has: its 6x6 stiffness by the six
  ! Saint-Venant problems, with all couplings, and its mass, about the origin of the section.
  subroutine model_add_section_mesh(self, name, places, nodes_per_element, corners, materials, axes, section, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in), contiguous :: places(:, :)
    integer, intent(in) :: nodes_per_element
    integer(c_size_t), intent(in), contiguous :: corners(:)
    type(swp_solid_material), intent(in), contiguous :: materials(:)
    real(c_double), intent(in), contiguous :: axes(:, :)
    type(swp_section), intent(out) :: section
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(places, 1) /= 2) then
      call refuse(self, SWP_WRONG_SIZE, "add_section_mesh: places must have the shape (2, any number)", stat)
      return
    end if
    if (size(axes, 1) /= 9) then
      call refuse(self, SWP_WRONG_SIZE, "add_section_mesh: axes must have the shape (9, any number)", stat)
      return
    end if
    call conclude(self, swp_model_add_section_mesh(self%handle, c_string(name), size(places, 2, kind=c_size_t), &
        places, int(nodes_per_element, c_int32_t), size(corners, kind=c_size_t), corners, size(materials, &
        kind=c_size_t), materials, size(axes, 2, kind=c_size_t), axes, section), stat)
  end subroutine

  ! Number of elements of a solid.
  subroutine model_solid_element_count(self, solid, count, stat)
    class(swp_model), intent(inout) :: self
    type(swp_solid), intent(in) :: solid
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number

    count = 0
    if (pending(self, stat)) return
    number = 0
    call conclude(self, swp_model_solid_element_count(self%handle, solid, number), stat)
    count = int(number)
  end subroutine

  ! Number of nodes of a solid, each counted once.
  subroutine model_solid_node_count(self, solid, count, stat)
    class(swp_model), intent(inout) :: self
    type(swp_solid), intent(in) :: solid
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number

    count = 0
    if (pending(self, stat)) return
    number = 0
    call conclude(self, swp_model_solid_node_count(self%handle, solid, number), stat)
    count = int(number)
  end subroutine

  ! The nodes of a solid, each once, in the order in which its elements have them; `node_count` must be their number.
  subroutine model_solid_nodes(self, solid, nodes, stat)
    class(swp_model), intent(inout) :: self
    type(swp_solid), intent(in) :: solid
    type(swp_node), intent(out), contiguous :: nodes(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_solid_nodes(self%handle, solid, size(nodes, kind=c_size_t), nodes), stat)
  end subroutine

  ! How well an element of a solid is shaped.
  subroutine model_solid_quality(self, solid, element, jacobian, shift, stat)
    class(swp_model), intent(inout) :: self
    type(swp_solid), intent(in) :: solid
    integer, intent(in) :: element
    real(c_double), intent(inout), contiguous :: jacobian(:)
    real(c_double), intent(out) :: shift
    integer, intent(out), optional :: stat

    shift = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_model_solid_quality(self%handle, solid, int(element, c_size_t), jacobian, shift), stat)
  end subroutine

  ! Give `face_count` different faces of a solid, at least one, a name, unique among sets of faces.
  subroutine model_add_face_set(self, name, solid, elements, faces, set, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_solid), intent(in) :: solid
    integer(c_size_t), intent(in), contiguous :: elements(:), faces(:)
    type(swp_face_set), intent(out) :: set
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(faces) /= size(elements)) then
      call refuse(self, SWP_WRONG_SIZE, "add_face_set: elements and faces differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_face_set(self%handle, c_string(name), solid, size(elements, kind=c_size_t), &
        elements, faces, set), stat)
  end subroutine

  ! The same for all outer faces of a solid whose nodes are all among `nodes`; SWP_INVALID_ARGUMENT if there is none.
  subroutine model_add_face_set_on(self, name, solid, nodes, set, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_solid), intent(in) :: solid
    type(swp_node), intent(in), contiguous :: nodes(:)
    type(swp_face_set), intent(out) :: set
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_face_set_on(self%handle, c_string(name), solid, size(nodes, kind=c_size_t), &
        nodes, set), stat)
  end subroutine

  ! Number of faces of a set, and of their nodes, each counted once; either may be NULL.
  subroutine model_face_set_count(self, set, faces, nodes, stat)
    class(swp_model), intent(inout) :: self
    type(swp_face_set), intent(in) :: set
    integer, intent(out) :: faces, nodes
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number, number_2

    faces = 0
    nodes = 0
    if (pending(self, stat)) return
    number = 0
    number_2 = 0
    call conclude(self, swp_model_face_set_count(self%handle, set, number, number_2), stat)
    faces = int(number)
    nodes = int(number_2)
  end subroutine

  ! The nodes of a set of faces, each once; `node_count` must be their number.
  subroutine model_face_set_nodes(self, set, nodes, stat)
    class(swp_model), intent(inout) :: self
    type(swp_face_set), intent(in) :: set
    type(swp_node), intent(out), contiguous :: nodes(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_face_set_nodes(self%handle, set, size(nodes, kind=c_size_t), nodes), stat)
  end subroutine

  ! Add a pressure on a set of faces of a solid.
  subroutine model_add_face_pressure(self, name, set, pressure, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_face_set), intent(in) :: set
    real(c_double), intent(in) :: pressure
    type(swp_function), intent(in) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_face_pressure(self%handle, c_string(name), set, pressure, function), stat)
  end subroutine

  ! Add a dead force per area on a set of faces of a solid.
  subroutine model_add_face_traction(self, name, set, traction, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_face_set), intent(in) :: set
    real(c_double), intent(in) :: traction(3)
    type(swp_function), intent(in) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_face_traction(self%handle, c_string(name), set, traction, function), stat)
  end subroutine

  ! Add a dead force per volume in all of a solid.
  subroutine model_add_body_force(self, name, solid, force, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_solid), intent(in) :: solid
    real(c_double), intent(in) :: force(3)
    type(swp_function), intent(in) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_body_force(self%handle, c_string(name), solid, force, function), stat)
  end subroutine

  ! Add a shell from the text of a Gmsh mesh, ASCII, format 4.1, with quadrilaterals of nine nodes (type 10).
  subroutine model_add_shell_gmsh(self, name, section, factor, mesh, shell, options, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_shell_section), intent(in) :: section
    real(c_double), intent(in) :: factor
    character(*), intent(in) :: mesh
    type(swp_shell), intent(out) :: shell
    type(swp_shell_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_shell_gmsh(self%handle, c_string(name), at_shell_options(options), section, &
        factor, c_string(mesh), shell), stat)
  end subroutine

  ! The same from a file; `path`: UTF-8.
  subroutine model_add_shell_gmsh_file(self, name, options, section, factor, path, shell, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_shell_options), intent(in) :: options
    type(swp_shell_section), intent(in) :: section
    real(c_double), intent(in) :: factor
    character(*), intent(in) :: path
    type(swp_shell), intent(out) :: shell
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_shell_gmsh_file(self%handle, c_string(name), options, section, factor, &
        c_string(path), shell), stat)
  end subroutine

  ! Add a solid from the text of a Gmsh mesh, ASCII, format 4.1, with hexahedra of 8, 20 or 27 nodes (types 5, 17, 12)
  ! or tetrahedra of ten (type 11); one of these kinds.
  subroutine model_add_solid_gmsh(self, name, material, factor, mesh, solid, options, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_solid_material), intent(in) :: material
    real(c_double), intent(in) :: factor
    character(*), intent(in) :: mesh
    type(swp_solid), intent(out) :: solid
    type(swp_solid_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_solid_gmsh(self%handle, c_string(name), at_solid_options(options), material, &
        factor, c_string(mesh), solid), stat)
  end subroutine

  ! The same from a file; `path`: UTF-8.
  subroutine model_add_solid_gmsh_file(self, name, options, material, factor, path, solid, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_solid_options), intent(in) :: options
    type(swp_solid_material), intent(in) :: material
    real(c_double), intent(in) :: factor
    character(*), intent(in) :: path
    type(swp_solid), intent(out) :: solid
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_solid_gmsh_file(self%handle, c_string(name), options, material, factor, &
        c_string(path), solid), stat)
  end subroutine

  ! Give `node_count` different nodes, at least one, a name, unique among sets of nodes, by which they are found again,
  ! also in a model that was read from a file.
  subroutine model_add_node_set(self, name, nodes, set, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in), contiguous :: nodes(:)
    type(swp_node_set), intent(out) :: set
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_node_set(self%handle, c_string(name), size(nodes, kind=c_size_t), nodes, set), &
        stat)
  end subroutine

  ! Number of nodes of a set.
  subroutine model_node_set_count(self, set, count, stat)
    class(swp_model), intent(inout) :: self
    type(swp_node_set), intent(in) :: set
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number

    count = 0
    if (pending(self, stat)) return
    number = 0
    call conclude(self, swp_model_node_set_count(self%handle, set, number), stat)
    count = int(number)
  end subroutine

  ! The nodes of a set, in their order; `node_count` must be their number.
  subroutine model_node_set_nodes(self, set, nodes, stat)
    class(swp_model), intent(inout) :: self
    type(swp_node_set), intent(in) :: set
    type(swp_node), intent(out), contiguous :: nodes(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_node_set_nodes(self%handle, set, size(nodes, kind=c_size_t), nodes), stat)
  end subroutine

  ! Give `element_count` different elements of a shell, at least one and each by its number from 0, a name, unique among
  ! sets of elements.
  subroutine model_add_element_set(self, name, shell, elements, set, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_shell), intent(in) :: shell
    integer(c_size_t), intent(in), contiguous :: elements(:)
    type(swp_element_set), intent(out) :: set
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_element_set(self%handle, c_string(name), shell, size(elements, kind=c_size_t), &
        elements, set), stat)
  end subroutine

  ! Number of elements of a set.
  subroutine model_element_set_count(self, set, count, stat)
    class(swp_model), intent(inout) :: self
    type(swp_element_set), intent(in) :: set
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: number

    count = 0
    if (pending(self, stat)) return
    number = 0
    call conclude(self, swp_model_element_set_count(self%handle, set, number), stat)
    count = int(number)
  end subroutine

  ! The elements of a set by their numbers in their shell, from 0; `element_count` must be the number of the elements.
  subroutine model_element_set_elements(self, set, elements, stat)
    class(swp_model), intent(inout) :: self
    type(swp_element_set), intent(in) :: set
    integer(c_size_t), intent(out), contiguous :: elements(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_element_set_elements(self%handle, set, size(elements, kind=c_size_t), elements), stat)
  end subroutine

  ! Give the loads of a set of stations at the start of simulations.
  subroutine model_set_station_loads(self, stations, loads, stat)
    class(swp_model), intent(inout) :: self
    type(swp_stations), intent(in) :: stations
    real(c_double), intent(in), contiguous :: loads(:, :)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(loads, 1) /= 6) then
      call refuse(self, SWP_WRONG_SIZE, "set_station_loads: loads must have the shape (6, any number)", stat)
      return
    end if
    call conclude(self, swp_model_set_station_loads(self%handle, stations, loads, size(loads, 2, kind=c_size_t)), stat)
  end subroutine

  ! Damp the lowest `count` modes of a beam.
  subroutine model_damp_beam_modes(self, beam, ratios, stat)
    class(swp_model), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    real(c_double), intent(in), contiguous :: ratios(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_damp_beam_modes(self%handle, beam, size(ratios, kind=c_size_t), ratios), stat)
  end subroutine

  ! Add a force on a node.
  subroutine model_add_force(self, name, node, frame, force, function, load, offset, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: node
    integer, intent(in) :: frame
    real(c_double), intent(in) :: force(3)
    type(swp_function), intent(in) :: function
    type(swp_load), intent(out) :: load
    real(c_double), intent(in), optional, target :: offset(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_force(self%handle, c_string(name), node, int(frame, c_int32_t), force, &
        at_reals(offset), function, load), stat)
  end subroutine

  ! Add a moment on a node.
  subroutine model_add_moment(self, name, node, frame, moment, function, load, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: node
    integer, intent(in) :: frame
    real(c_double), intent(in) :: moment(3)
    type(swp_function), intent(in) :: function
    type(swp_load), intent(out) :: load
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_moment(self%handle, c_string(name), node, int(frame, c_int32_t), moment, &
        function, load), stat)
  end subroutine

  ! Have an element of the host's ready under a name, for a model file that refers to it; as swp_model_bind_function.
  subroutine model_bind_host_element(self, name, callback, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    procedure(swp_host_element_callback) :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_bind_host_element(self%handle, c_string(name), c_funloc(callback), given(user)), stat)
  end subroutine

  ! Have conditions of the host's on positions ready under a name, for a model file that refers to them; as
  ! swp_model_bind_function.
  subroutine model_bind_host_condition(self, name, callback, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    procedure(swp_host_condition_callback) :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_bind_host_condition(self%handle, c_string(name), c_funloc(callback), given(user)), &
        stat)
  end subroutine

  ! Add an element computed by the host, over `node_count` (0 to 8) different nodes and `coordinate_count` (0 to 6)
  ! different joint coordinates, together at least one; see swp_host_element_callback.
  subroutine model_add_host_element(self, name, nodes, joints, coordinates, callback, options, element, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in), contiguous :: nodes(:)
    type(swp_joint), intent(in), contiguous :: joints(:)
    integer, intent(in) :: coordinates(:)
    procedure(swp_host_element_callback) :: callback
    type(swp_host_element_options), intent(in) :: options
    type(swp_host_element), intent(out) :: element
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(coordinates) /= size(joints)) then
      call refuse(self, SWP_WRONG_SIZE, "add_host_element: joints and coordinates differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_host_element(self%handle, c_string(name), size(nodes, kind=c_size_t), nodes, &
        size(joints, kind=c_size_t), joints, int(coordinates, c_int32_t), c_funloc(callback), given(user), options, &
        element), stat)
  end subroutine

  ! Add `count` (1 to 6) conditions on positions computed by the host, over `node_count` (0 to 8) different nodes and
  ! `coordinate_count` (0 to 6) different joint coordinates, together at least one; see swp_host_condition_callback.
  subroutine model_add_host_condition(self, name, count, nodes, joints, coordinates, callback, gives_curvature, &
      length, condition, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: count
    type(swp_node), intent(in), contiguous :: nodes(:)
    type(swp_joint), intent(in), contiguous :: joints(:)
    integer, intent(in) :: coordinates(:)
    procedure(swp_host_condition_callback) :: callback
    logical, intent(in) :: gives_curvature
    real(c_double), intent(in) :: length
    type(swp_host_condition), intent(out) :: condition
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(coordinates) /= size(joints)) then
      call refuse(self, SWP_WRONG_SIZE, "add_host_condition: joints and coordinates differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_host_condition(self%handle, c_string(name), int(count, c_size_t), size(nodes, &
        kind=c_size_t), nodes, size(joints, kind=c_size_t), joints, int(coordinates, c_int32_t), c_funloc(callback), &
        given(user), merge(1_c_int32_t, 0_c_int32_t, gives_curvature), length, condition), stat)
  end subroutine

  ! Compare the tangents that an element of the host's gives with differences of its forces, in three configurations
  ! within `spread` ([m] and [rad], not negative) of the reference, the nodes moving at random.
  subroutine model_check_host_element(self, element, spread, check, stat)
    class(swp_model), intent(inout) :: self
    type(swp_host_element), intent(in) :: element
    real(c_double), intent(in) :: spread
    type(swp_host_check), intent(out) :: check
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_check_host_element(self%handle, element, spread, check), stat)
  end subroutine

  ! Compare gradient, rate and curvature that conditions of the host's give with differences, in three configurations
  ! within `spread` ([m] and [rad], not negative) of the reference.
  subroutine model_check_host_condition(self, condition, spread, check, stat)
    class(swp_model), intent(inout) :: self
    type(swp_host_condition), intent(in) :: condition
    real(c_double), intent(in) :: spread
    type(swp_host_check), intent(out) :: check
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_check_host_condition(self%handle, condition, spread, check), stat)
  end subroutine

  ! Write a model to a file, replacing one that is there: JSON text, one entry for each call that built the model, in
  ! their order; numbers with all their digits.
  subroutine model_write(self, path, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_write(self%handle, c_string(path)), stat)
  end subroutine

  ! The text that swp_model_write would write.
  subroutine model_to_text(self, text, stat)
    class(swp_model), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    call ask_text(self, swp_model_to_text, text, stat)
  end subroutine

  ! Read a model file into an empty model, one that swp_model_create made and to which nothing was added.
  subroutine model_read(self, path, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_read(self%handle, c_string(path)), stat)
  end subroutine

  ! The same from text in memory, UTF-8, ended by a zero byte.
  subroutine model_from_text(self, text, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: text
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_from_text(self%handle, c_string(text)), stat)
  end subroutine

  ! Give a function of time a name, unique among functions, by which files refer to it; unless given it is "function 1",
  ! "function 2" ... by the order in which functions and inputs were added.
  subroutine model_name_function(self, function, name, stat)
    class(swp_model), intent(inout) :: self
    type(swp_function), intent(in) :: function
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_name_function(self%handle, function, c_string(name)), stat)
  end subroutine

  ! Have a callback ready for a file to be read: where the file has a function of the host (swp_model_add_callback) of
  ! this `name`, `callback` with `user` is it.
  subroutine model_bind_function(self, name, callback, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    procedure(swp_function_callback) :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_bind_function(self%handle, c_string(name), c_funloc(callback), given(user)), stat)
  end subroutine

  ! The same for a condition on velocities (swp_model_add_pfaffian) of this `name`.
  subroutine model_bind_pfaffian(self, name, callback, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    procedure(swp_pfaffian_callback) :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_bind_pfaffian(self%handle, c_string(name), c_funloc(callback), given(user)), stat)
  end subroutine

  ! What the start found and changed, as text: unknowns, conditions, degrees of freedom, corrections of positions and
  ! velocities, the elastic energy that these corrections store in elements, dependent sets by name; and why the scheme
  ! of the steps to come runs as another one, if it does.
  subroutine sim_report(self, text, stat)
    class(swp_sim), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    call ask_text(self, swp_sim_report, text, stat)
  end subroutine

  ! Choose another scheme for the steps to come.
  subroutine sim_set_scheme(self, options, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_sim_options), intent(in) :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_scheme(self%handle, options), stat)
  end subroutine

  ! Name of the scheme of the steps to come, as text.
  subroutine sim_scheme_name(self, text, stat)
    class(swp_sim), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    call ask_text(self, swp_sim_scheme_name, text, stat)
  end subroutine

  ! Time [s] of the state that queries see.
  subroutine sim_time(self, t, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(out) :: t
    integer, intent(out), optional :: stat

    t = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_time(self%handle, t), stat)
  end subroutine

  ! Set an input of the model to a finite value.
  subroutine sim_set_input(self, input, value, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_function), intent(in) :: input
    real(c_double), intent(in) :: value
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_input(self%handle, input, value), stat)
  end subroutine

  ! Set `count` inputs at once: all of them, or none if one is wrong.
  subroutine sim_set_inputs(self, inputs, values, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_function), intent(in), contiguous :: inputs(:)
    real(c_double), intent(in), contiguous :: values(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(values) /= size(inputs)) then
      call refuse(self, SWP_WRONG_SIZE, "set_inputs: inputs and values differ in number", stat)
      return
    end if
    call conclude(self, swp_sim_set_inputs(self%handle, size(inputs, kind=c_size_t), inputs, values), stat)
  end subroutine

  ! Make one step of `dt` [s], positive.
  subroutine sim_step(self, dt, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: dt
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_step(self%handle, dt), stat)
  end subroutine

  ! Advance to exactly `t_end` [s], not before the present time, in equal steps of at most `dt_max` [s].
  subroutine sim_advance(self, t_end, dt_max, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: t_end, dt_max
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_advance(self%handle, t_end, dt_max), stat)
  end subroutine

  ! Begin a step of `dt` [s] that is to be solved more than once: begin, then any number of swp_sim_set_input and
  ! swp_sim_iterate, then swp_sim_accept or swp_sim_reject.
  subroutine sim_begin(self, dt, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: dt
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_begin(self%handle, dt), stat)
  end subroutine

  ! Solve the open step with the present inputs; queries then see its end.
  subroutine sim_iterate(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_iterate(self%handle), stat)
  end subroutine

  ! Accept the open step as it was last solved.
  subroutine sim_accept(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_accept(self%handle), stat)
  end subroutine

  ! Forget the open step: the state is again the last accepted one, and the run goes on with the same bits as if the
  ! step had never been begun.
  subroutine sim_reject(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_reject(self%handle), stat)
  end subroutine

  ! Choose what `input` means over a step, one of swp_input_rule; with `input` NULL, what all inputs and all loads of
  ! stations mean.
  subroutine sim_set_input_rule(self, rule, input, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(in) :: rule
    type(swp_function), intent(in), optional, target :: input
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_input_rule(self%handle, at_function(input), int(rule, c_int32_t)), stat)
  end subroutine

  ! Choose what the loads of a set of stations mean over a step, one of swp_input_rule.
  subroutine sim_set_station_rule(self, stations, rule, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_stations), intent(in) :: stations
    integer, intent(in) :: rule
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_station_rule(self%handle, stations, int(rule, c_int32_t)), stat)
  end subroutine

  ! Set an input with its rate [1/s] and second rate [1/s^2], all finite; otherwise as swp_sim_set_input.
  subroutine sim_set_input_rates(self, input, value, rate, second_rate, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_function), intent(in) :: input
    real(c_double), intent(in) :: value, rate, second_rate
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_input_rates(self%handle, input, value, rate, second_rate), stat)
  end subroutine

  ! Solve for the accelerations and reactions that belong to the present positions and velocities and to the inputs that
  ! are set, without a step; queries see them until an input is set, a step begins, another call of this function fails
  ! or the state changes otherwise.
  subroutine sim_evaluate(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_evaluate(self%handle), stat)
  end subroutine

  ! Let the elements of a simulation be evaluated by `count` threads, 1 to 256, that of the caller among them.
  subroutine sim_set_threads(self, count, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(in) :: count
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_threads(self%handle, int(count, c_int32_t)), stat)
  end subroutine

  ! Advance to exactly `t_end` [s], not before the present time, with steps whose error is controlled.
  subroutine sim_advance_controlled(self, t_end, control, happened, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: t_end
    type(swp_step_control), intent(in), optional, target :: control
    logical, intent(out), optional :: happened
    integer, intent(out), optional :: stat
    integer(c_int32_t), target :: flag

    if (present(happened)) happened = .false.
    if (pending(self, stat)) return
    flag = 0
    call conclude(self, swp_sim_advance_controlled(self%handle, t_end, at_step_control(control), at_flag(flag)), stat)
    if (present(happened)) happened = flag /= 0
  end subroutine

  ! The same with steps of the control's own sizes until `t` [s] has been reached or passed; times within the last step
  ! can then be read with swp_sim_interpolate_node.
  subroutine sim_advance_past(self, t, control, happened, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: t
    type(swp_step_control), intent(in), optional, target :: control
    logical, intent(out), optional :: happened
    integer, intent(out), optional :: stat
    integer(c_int32_t), target :: flag

    if (present(happened)) happened = .false.
    if (pending(self, stat)) return
    flag = 0
    call conclude(self, swp_sim_advance_past(self%handle, t, at_step_control(control), at_flag(flag)), stat)
    if (present(happened)) happened = flag /= 0
  end subroutine

  ! Motion of a node at a time `t` [s] within the last accepted step: cubic in time between its two ends, from positions
  ! and velocities; rotations likewise by the rotation vector of the step.
  subroutine sim_interpolate_node(self, node, t, motion, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_node), intent(in) :: node
    real(c_double), intent(in) :: t
    type(swp_motion), intent(out) :: motion
    integer, intent(out), optional :: stat

    motion = no_motion()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_interpolate_node(self%handle, node, t, motion), stat)
  end subroutine

  ! What happened so far.
  subroutine sim_counters(self, counters, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_sim_counters), intent(out) :: counters
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_get_counters(self%handle, counters), stat)
  end subroutine

  ! Count from zero again.
  subroutine sim_reset_counters(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_reset_counters(self%handle), stat)
  end subroutine

  ! What a tie exerts on the node of its frame.
  subroutine sim_tie_reaction(self, tie, force, moment, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_tie), intent(in) :: tie
    real(c_double), intent(out) :: force(3), moment(3)
    integer, intent(out), optional :: stat

    force = not_a_number()
    moment = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_tie_reaction(self%handle, tie, force, moment), stat)
  end subroutine

  ! Length, rate and tension of a spring along a line.
  subroutine sim_line_spring(self, spring, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_line_spring), intent(in) :: spring
    type(swp_line_spring_state), intent(out) :: state
    integer, intent(out), optional :: stat

    state = no_line_spring_state()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_line_spring(self%handle, spring, state), stat)
  end subroutine

  ! Strain, its rate and the forces of a bushing.
  subroutine sim_bushing(self, bushing, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_bushing), intent(in) :: bushing
    type(swp_bushing_state), intent(out) :: state
    integer, intent(out), optional :: stat

    state = no_bushing_state()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_bushing(self%handle, bushing, state), stat)
  end subroutine

  ! Force [N] or torque [N*m] that a coupling exerts along one of its coordinates, by its `place` among them: 0 for the
  ! first that was given.
  subroutine sim_coupling_effort(self, coupling, place, effort, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_coupling), intent(in) :: coupling
    integer, intent(in) :: place
    real(c_double), intent(out) :: effort
    integer, intent(out), optional :: stat

    effort = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_coupling_effort(self%handle, coupling, int(place, c_int32_t), effort), stat)
  end subroutine

  ! How the joints were closed.
  subroutine sim_assembly(self, report, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_assembly), intent(out) :: report
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_assembly(self%handle, report), stat)
  end subroutine

  ! Lock a joint coordinate at its present value, between steps.
  subroutine sim_lock(self, joint, coordinate, impulse, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(out), optional, target :: impulse
    integer, intent(out), optional :: stat

    if (present(impulse)) impulse = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_lock(self%handle, joint, int(coordinate, c_int32_t), at_real(impulse)), stat)
  end subroutine

  ! Release a joint coordinate that is locked, between steps; it goes on from where it is, without a jump.
  subroutine sim_release(self, joint, coordinate, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_release(self%handle, joint, int(coordinate, c_int32_t)), stat)
  end subroutine

  ! Is a joint coordinate locked? 1 or 0.
  subroutine sim_locked(self, joint, coordinate, locked, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    logical, intent(out) :: locked
    integer, intent(out), optional :: stat
    integer(c_int32_t) :: flag

    locked = .false.
    if (pending(self, stat)) return
    flag = 0
    call conclude(self, swp_sim_locked(self%handle, joint, int(coordinate, c_int32_t), flag), stat)
    locked = flag /= 0
  end subroutine

  ! A generalised coordinate by its name.
  subroutine sim_generalised_coordinate(self, name, value, rate, second_rate, stat)
    class(swp_sim), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(out) :: value, rate
    real(c_double), intent(out), optional, target :: second_rate
    integer, intent(out), optional :: stat

    value = not_a_number()
    rate = not_a_number()
    if (present(second_rate)) second_rate = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_generalised_coordinate(self%handle, c_string(name), value, rate, &
        at_real(second_rate)), stat)
  end subroutine

  ! Force [N] or torque [N*m] that a spring, stop, damper, friction or force actuator exerts along its joint coordinate.
  subroutine sim_joint_action(self, spring, effort, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_spring), intent(in) :: spring
    real(c_double), intent(out) :: effort
    integer, intent(out), optional :: stat

    effort = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_joint_action(self%handle, spring, effort), stat)
  end subroutine

  ! What an actuator does now.
  subroutine sim_actuator(self, actuator, motion, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_function), intent(in) :: actuator
    type(swp_actuator_motion), intent(out) :: motion
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_actuator(self%handle, actuator, motion), stat)
  end subroutine

  ! The lock of a joint coordinate: whether it holds, where, since when, and the impulse when it closed.
  subroutine sim_lock_state(self, joint, coordinate, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    type(swp_lock_state), intent(out) :: state
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_lock_state(self%handle, joint, int(coordinate, c_int32_t), state), stat)
  end subroutine

  ! Where a rolling disc or a knife edge touches, the force on its node there, and the slip.
  subroutine sim_contact(self, contact, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_contact), intent(in) :: contact
    type(swp_contact_state), intent(out) :: state
    integer, intent(out), optional :: stat

    state = no_contact_state()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_contact(self%handle, contact, state), stat)
  end subroutine

  ! Multiplier of a condition of the host's: the force and moment on each of its nodes are minus this times beta and
  ! tau.
  subroutine sim_pfaffian(self, pfaffian, multiplier, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_pfaffian), intent(in) :: pfaffian
    real(c_double), intent(out) :: multiplier
    integer, intent(out), optional :: stat

    multiplier = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_pfaffian(self%handle, pfaffian, multiplier), stat)
  end subroutine

  ! How a simulation interpolates a beam, one of swp_interpolated: see `interpolation` of swp_sim_options.
  subroutine sim_beam_interpolation(self, beam, interpolation, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    integer(c_int32_t), intent(out) :: interpolation
    integer, intent(out), optional :: stat

    interpolation = 0
    if (pending(self, stat)) return
    call conclude(self, swp_sim_beam_interpolation(self%handle, beam, interpolation), stat)
  end subroutine

  ! Strains and resultants of a shell at a Gauss point of an element.
  subroutine sim_shell_state(self, shell, element, point, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_shell), intent(in) :: shell
    integer, intent(in) :: element, point
    type(swp_shell_state), intent(out) :: state
    integer, intent(out), optional :: stat

    state = no_shell_state()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_shell_state(self%handle, shell, int(element, c_size_t), int(point, c_size_t), state), &
        stat)
  end subroutine

  ! Strains and resultants of a shell at any point of an element.
  subroutine sim_shell_state_at(self, shell, element, r, s, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_shell), intent(in) :: shell
    integer, intent(in) :: element
    real(c_double), intent(in) :: r, s
    type(swp_shell_state), intent(out) :: state
    integer, intent(out), optional :: stat

    state = no_shell_state()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_shell_state_at(self%handle, shell, int(element, c_size_t), r, s, state), stat)
  end subroutine

  ! Strains and stresses of a solid at a Gauss point of an element.
  subroutine sim_solid_state(self, solid, element, point, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_solid), intent(in) :: solid
    integer, intent(in) :: element, point
    type(swp_solid_state), intent(out) :: state
    integer, intent(out), optional :: stat

    state = no_solid_state()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_solid_state(self%handle, solid, int(element, c_size_t), int(point, c_size_t), state), &
        stat)
  end subroutine

  ! The same at a node of the solid: the mean of what the elements around it have there.
  subroutine sim_solid_node_state(self, solid, node, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_solid), intent(in) :: solid
    type(swp_node), intent(in) :: node
    type(swp_solid_state), intent(out) :: state
    integer, intent(out), optional :: stat

    state = no_solid_state()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_solid_node_state(self%handle, solid, node, state), stat)
  end subroutine

  ! Resultants over a cut through a solid.
  subroutine sim_solid_resultant(self, solid, elements, nodes, about, force, moment, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_solid), intent(in) :: solid
    integer(c_size_t), intent(in), contiguous :: elements(:)
    type(swp_node), intent(in), contiguous :: nodes(:)
    real(c_double), intent(in), contiguous :: about(:)
    real(c_double), intent(out) :: force(3), moment(3)
    integer, intent(out), optional :: stat

    force = not_a_number()
    moment = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_solid_resultant(self%handle, solid, size(elements, kind=c_size_t), elements, &
        size(nodes, kind=c_size_t), nodes, about, force, moment), stat)
  end subroutine

  ! Motion of a node.
  subroutine sim_motion(self, node, motion, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_node), intent(in) :: node
    type(swp_motion), intent(out) :: motion
    integer, intent(out), optional :: stat

    motion = no_motion()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_motion(self%handle, node, motion), stat)
  end subroutine

  ! Rotation matrix of a node, 9 numbers, row-major: inertial components = matrix * node components.
  subroutine sim_rotation_matrix(self, node, row_major, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_node), intent(in) :: node
    real(c_double), intent(out), contiguous :: row_major(:)
    integer, intent(out), optional :: stat

    row_major = not_a_number()
    if (pending(self, stat)) return
    if (size(row_major) /= 9) then
      call refuse(self, SWP_WRONG_SIZE, "rotation_matrix: row_major must have 9 elements", stat)
      return
    end if
    call conclude(self, swp_sim_rotation_matrix(self%handle, node, row_major), stat)
  end subroutine

  ! Rotation vector of a node, 3 numbers [rad], of length at most pi.
  subroutine sim_rotation_vector(self, node, rotation, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_node), intent(in) :: node
    real(c_double), intent(out) :: rotation(3)
    integer, intent(out), optional :: stat

    rotation = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_rotation_vector(self%handle, node, rotation), stat)
  end subroutine

  ! Motions of all nodes, in the order in which they were added.
  subroutine sim_all_motions(self, motions, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_motion), intent(out), contiguous :: motions(:)
    integer, intent(out), optional :: stat

    motions = no_motion()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_all_motions(self%handle, motions, size(motions, kind=c_size_t)), stat)
  end subroutine

  ! Value [m] or [rad] and rate of a joint coordinate.
  subroutine sim_joint_coordinate(self, joint, coordinate, value, rate, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(out) :: value, rate
    integer, intent(out), optional :: stat

    value = not_a_number()
    rate = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_joint_coordinate(self%handle, joint, int(coordinate, c_int32_t), value, rate), stat)
  end subroutine

  ! Displacement of the joint's point from A to B (3 numbers [m]) and rotation vector of B relative to A (3 numbers
  ! [rad], of length at most pi), in the joint axes of A.
  subroutine sim_joint_relative(self, joint, displacement, rotation, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    real(c_double), intent(out) :: displacement(3), rotation(3)
    integer, intent(out), optional :: stat

    displacement = not_a_number()
    rotation = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_joint_relative(self%handle, joint, displacement, rotation), stat)
  end subroutine

  ! Driving force [N] or torque [N*m] of a driven coordinate, positive along it.
  subroutine sim_joint_drive(self, joint, coordinate, effort, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(out) :: effort
    integer, intent(out), optional :: stat

    effort = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_joint_drive(self%handle, joint, int(coordinate, c_int32_t), effort), stat)
  end subroutine

  ! Force (3 numbers [N]) and moment (3 numbers [N*m], about the joint's point on that side) that the joint exerts on
  ! the node of `side` (swp_side), in `axes` (swp_axes): its constraints, and everything that acts along its free
  ! coordinates (drive, spring, damper, friction, stop, actuator, gears, lock).
  subroutine sim_joint_reaction(self, joint, side, axes, force, moment, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: side, axes
    real(c_double), intent(out) :: force(3), moment(3)
    integer, intent(out), optional :: stat

    force = not_a_number()
    moment = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_joint_reaction(self%handle, joint, int(side, c_int32_t), int(axes, c_int32_t), force, &
        moment), stat)
  end subroutine

  ! Multipliers of a joint's conditions, in their order.
  subroutine sim_joint_multipliers(self, joint, multipliers, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    real(c_double), allocatable, intent(out) :: multipliers(:)
    integer, intent(out), optional :: stat
    real(c_double) :: none(1)
    integer(c_size_t) :: needed
    integer(c_int32_t) :: status

    allocate (multipliers(0))
    if (pending(self, stat)) return
    needed = 0
    status = swp_sim_joint_multipliers(self%handle, joint, none, 0_c_size_t, needed)
    if (needed > 0) then
      deallocate (multipliers)
      allocate (multipliers(needed))
      status = swp_sim_joint_multipliers(self%handle, joint, multipliers, size(multipliers, kind=c_size_t), needed)
    end if
    call conclude(self, status, stat)
  end subroutine

  ! Energies, works, momenta and violations of the conditions.
  subroutine sim_audit(self, audit, about, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_audit), intent(out) :: audit
    real(c_double), intent(in), optional, target :: about(3)
    integer, intent(out), optional :: stat

    audit = no_audit()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_audit(self%handle, at_reals(about), audit), stat)
  end subroutine

  ! The audit of the step that led to the present state: the open one if it is solved, else the last accepted one, also
  ! when it was cut into parts.
  subroutine sim_step_audit(self, audit, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_step_audit), intent(out) :: audit
    integer, intent(out), optional :: stat

    audit = no_step_audit()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_step_audit(self%handle, audit), stat)
  end subroutine

  ! How Newton's method went in the last solution, and totals; those of iterations count statics too.
  subroutine sim_newton(self, report, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_newton_report), intent(out) :: report
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_newton(self%handle, report), stat)
  end subroutine

  ! How well reactions are determined now: the relative error that what Newton's method and rounding leave of positions
  ! may cause in them, estimated, between 0 and 1.
  subroutine sim_reaction_uncertainty(self, uncertainty, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(out) :: uncertainty
    integer, intent(out), optional :: stat

    uncertainty = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_reaction_uncertainty(self%handle, uncertainty), stat)
  end subroutine

  ! Multipliers of conditions of the host's: force and moment on a node are minus the gradient transposed times these.
  subroutine sim_host_condition(self, condition, multipliers, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_host_condition), intent(in) :: condition
    real(c_double), intent(out), contiguous :: multipliers(:)
    integer, intent(out), optional :: stat

    multipliers = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_host_condition(self%handle, condition, size(multipliers, kind=c_size_t), multipliers), &
        stat)
  end subroutine

  ! Set the loads of all stations of a set.
  subroutine sim_set_station_loads(self, stations, loads, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_stations), intent(in) :: stations
    real(c_double), intent(in), contiguous :: loads(:, :)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(loads, 1) /= 6) then
      call refuse(self, SWP_WRONG_SIZE, "set_station_loads: loads must have the shape (6, any number)", stat)
      return
    end if
    call conclude(self, swp_sim_set_station_loads(self%handle, stations, loads, size(loads, 2, kind=c_size_t)), stat)
  end subroutine

  ! Motions of all stations of a set: those of their points, with orientation and angular motion of their sections;
  ! `count` is the number of stations, SWP_WRONG_SIZE if it is not.
  subroutine sim_station_motions(self, stations, motions, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_stations), intent(in) :: stations
    type(swp_motion), intent(out), contiguous :: motions(:)
    integer, intent(out), optional :: stat

    motions = no_motion()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_station_motions(self%handle, stations, motions, size(motions, kind=c_size_t)), stat)
  end subroutine

  ! Section force at length `place` [m] along a beam.
  subroutine sim_section_force(self, beam, place, axes, force, strain, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    real(c_double), intent(in) :: place
    integer, intent(in) :: axes
    real(c_double), intent(out) :: force(6)
    real(c_double), intent(out), optional, target :: strain(6)
    integer, intent(out), optional :: stat

    if (present(strain)) strain = not_a_number()
    force = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_section_force(self%handle, beam, place, int(axes, c_int32_t), at_reals(strain), &
        force), stat)
  end subroutine

  ! Bring the model to equilibrium while it spins steadily with `omega` (3 components [rad/s], inertial axes) about the
  ! line through `about` (3 components [m]; NULL for the origin): a start without a transient, and a state for
  ! swp_sim_modes.
  subroutine sim_solve_rotating(self, omega, about, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: omega(3)
    real(c_double), intent(in), optional, target :: about(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_solve_rotating(self%handle, omega, at_reals(about)), stat)
  end subroutine

  ! Bring the model to rest in static equilibrium with gravity, loads, springs and drives of the present time, starting
  ! from the present positions; in load steps from the equilibrium at hand if the whole change is too much at once.
  subroutine sim_solve_static(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_solve_static(self%handle), stat)
  end subroutine

  ! Go to a load factor along the path of equilibria, past limit points, by arc length: unlike swp_sim_solve_static,
  ! which cannot pass a limit point but by a jump.
  subroutine sim_go_to_load(self, factor, input, options, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: factor
    type(swp_function), intent(in), optional, target :: input
    type(swp_path_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_go_to_load(self%handle, at_function(input), factor, at_path_options(options)), stat)
  end subroutine

  ! Trace the path of equilibria, as swp_sim_go_to_load does, to the load factor `to`, or to what the options end it at.
  subroutine sim_trace_path(self, to, input, options, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: to
    type(swp_function), intent(in), optional, target :: input
    type(swp_path_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_trace_path(self%handle, at_function(input), to, at_path_options(options)), stat)
  end subroutine

  ! Number of points of the last path, 0 if there was none.
  subroutine sim_path_count(self, count, stat)
    class(swp_sim), intent(inout) :: self
    integer(c_size_t), intent(out) :: count
    integer, intent(out), optional :: stat

    count = 0
    if (pending(self, stat)) return
    call conclude(self, swp_sim_path_count(self%handle, count), stat)
  end subroutine

  ! A point of the last path, from 0; SWP_UNKNOWN_ID if there is none of this number.
  subroutine sim_path_point(self, point, found, stat)
    class(swp_sim), intent(inout) :: self
    integer(c_size_t), intent(in) :: point
    type(swp_path_point), intent(out) :: found
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_path_point(self%handle, point, found), stat)
  end subroutine

  ! Make a point of the last path the present state, with the inputs that belong to it: any output can then be asked for
  ! there.
  subroutine sim_visit_path(self, point, stat)
    class(swp_sim), intent(inout) :: self
    integer(c_size_t), intent(in) :: point
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_visit_path(self%handle, point), stat)
  end subroutine

  ! Bound the work of swp_sim_solve_static and swp_sim_solve_rotating from now on: after `most` load steps, cuts and
  ! steps of relaxation together the search is given up with SWP_NEWTON_FAILED, the state is as it was, and
  ! swp_sim_statics_report says where it stood.
  subroutine sim_set_load_step_limit(self, most, stat)
    class(swp_sim), intent(inout) :: self
    integer(c_size_t), intent(in) :: most
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_load_step_limit(self%handle, most), stat)
  end subroutine

  ! What the last search for an equilibrium did and found; zeros if there was none.
  subroutine sim_statics_report(self, report, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_statics_report), intent(out) :: report
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_statics_report(self%handle, report), stat)
  end subroutine

  ! Save the last accepted state, inputs and totals included.
  subroutine sim_save(self, snapshot, stat)
    class(swp_sim), intent(inout) :: self
    class(swp_snapshot), intent(inout) :: snapshot
    integer, intent(out), optional :: stat

    call snapshot%free()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_save(self%handle, snapshot%handle), stat)
  end subroutine

  ! Go back to a saved state; an open step is forgotten.
  subroutine sim_restore(self, snapshot, stat)
    class(swp_sim), intent(inout) :: self
    class(swp_snapshot), intent(in) :: snapshot
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_restore(self%handle, snapshot%handle), stat)
  end subroutine

  ! Write a simulation to a file, replacing one that is there: its model, options, inputs and last accepted state, and,
  ! if the last call that moves it has failed, that call with the text of its failure.
  subroutine sim_write_case(self, path, stat)
    class(swp_sim), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_write_case(self%handle, c_string(path)), stat)
  end subroutine

  ! The text that swp_sim_write_case would write.
  subroutine sim_case_text(self, text, stat)
    class(swp_sim), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    call ask_text(self, swp_sim_case_text, text, stat)
  end subroutine

  ! Text of the failed call that swp_sim_repeat would make again; empty if there is none.
  subroutine sim_failure(self, text, stat)
    class(swp_sim), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    call ask_text(self, swp_sim_failure, text, stat)
  end subroutine

  ! Make what failed last again, with the inputs that it had; an open step is forgotten.
  subroutine sim_repeat(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_repeat(self%handle), stat)
  end subroutine

  ! Copy a snapshot to bytes that can be stored: with version and checksum, little-endian on every machine.
  subroutine snapshot_to_bytes(self, bytes, stat)
    class(swp_snapshot), intent(inout) :: self
    integer(c_int8_t), allocatable, intent(out) :: bytes(:)
    integer, intent(out), optional :: stat
    integer(c_int8_t) :: none(1)
    integer(c_size_t) :: needed
    integer(c_int32_t) :: status

    allocate (bytes(0))
    if (pending(self, stat)) return
    needed = 0
    status = swp_snapshot_to_bytes(self%handle, none, 0_c_size_t, needed)
    if (needed > 0) then
      deallocate (bytes)
      allocate (bytes(needed))
      status = swp_snapshot_to_bytes(self%handle, bytes, size(bytes, kind=c_size_t), needed)
    end if
    call conclude(self, status, stat)
  end subroutine

end module
