! swashplate.f90: the C interface of swashplate.h for Fortran 2008 and later. Compile this file with your own
! compiler; it needs nothing but the library.
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
  private :: pending, conclude, refuse, c_string, f_string, given, or_leave, not_a_number, no_motion, no_audit
  private :: error_text, text_of, up_to_null

  ! ---- constants of swashplate.h ------------------------------------------------------------------------------------

  ! SWP_VERSION of the header this file was written for. Fortran could not tell that name from the function swp_version.
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

  ! swp_frame_kind, swp_interpolation, swp_scheme, swp_redundancy, swp_direction, swp_side, swp_axes, swp_section_axes
  integer(c_int32_t), parameter :: SWP_DEAD = 0, SWP_FOLLOWER = 1
  integer(c_int32_t), parameter :: SWP_INTERPOLATE_LINEAR = 0, SWP_INTERPOLATE_CUBIC = 1
  integer(c_int32_t), parameter :: SWP_GENERALIZED_ALPHA = 0, SWP_HHT_ALPHA = 1, SWP_NEWMARK = 2
  integer(c_int32_t), parameter :: SWP_RADAU_IIA = 3, SWP_ENERGY_PRESERVING = 4, SWP_ENERGY_DECAYING = 5
  integer(c_int32_t), parameter :: SWP_MOMENTUM_PRESERVING = 6, SWP_MOMENTUM_DECAYING = 7
  integer(c_int32_t), parameter :: SWP_MOMENTUM_DECAYING_CONSTRAINED = 8
  integer(c_int32_t), parameter :: SWP_REDUNDANCY_STOP = 0, SWP_REDUNDANCY_LEAST_SQUARES = 1
  integer(c_int32_t), parameter :: SWP_INPUT_END = 0, SWP_INPUT_HELD = 1, SWP_INPUT_LINEAR = 2
  integer(c_int32_t), parameter :: SWP_EVENT_NONE = 0, SWP_EVENT_LIMIT = 1, SWP_EVENT_BRANCHING = 2, SWP_EVENT_VALUE = 3, &
      SWP_EVENT_END = 4
  integer(c_int32_t), parameter :: SWP_SEVERITY_NOTE = 0, SWP_SEVERITY_WARNING = 1, SWP_SEVERITY_ERROR = 2
  integer(c_int32_t), parameter :: SWP_FINDING_UNSOUND = 0, SWP_FINDING_SCHEME = 1, SWP_FINDING_START = 2, &
      SWP_FINDING_DEPENDENT = 3, SWP_FINDING_MASSLESS = 4, SWP_FINDING_LOOSE = 5, SWP_FINDING_LOCKED = 6, &
      SWP_FINDING_UNITS = 7, SWP_FINDING_CONDITIONING = 8, SWP_FINDING_DIFFERENCES = 9
  integer(c_int32_t), parameter :: SWP_DIRECTION_BOTH = 0, SWP_DIRECTION_RISING = 1, SWP_DIRECTION_FALLING = -1
  integer(c_int32_t), parameter :: SWP_SIDE_A = 0, SWP_SIDE_B = 1
  integer(c_int32_t), parameter :: SWP_LINK_REVOLUTE = 0, SWP_LINK_PRISMATIC = 1
  integer(c_int32_t), parameter :: SWP_AXES_INERTIAL = 0, SWP_AXES_JOINT = 1, SWP_AXES_SECTION = 1

  ! swp_convention, swp_interpolated, swp_properties, swp_fallback, swp_meshing
  integer(c_int32_t), parameter :: SWP_CONVENTION_EPPLE = 0, SWP_CONVENTION_VABS = 1, SWP_CONVENTION_BEAMDYN = 2
  integer(c_int32_t), parameter :: SWP_INTERPOLATE_ROTATIONS = 0, SWP_INTERPOLATE_DIRECTORS = 1
  integer(c_int32_t), parameter :: SWP_PROPERTIES_RAW = 0, SWP_PROPERTIES_SMOOTHED = 1
  integer(c_int32_t), parameter :: SWP_FALLBACK_STOP = 0, SWP_FALLBACK_RAW = 1, SWP_FALLBACK_SHARE = 2
  integer(c_int32_t), parameter :: SWP_MESH_EQUAL = 0, SWP_MESH_SPRING = 1, SWP_MESH_COST = 2, SWP_MESH_STEPS = 3

  ! ---- derived types of swashplate.h --------------------------------------------------------------------------------

  ! Ids; 0 is never valid.
  type, bind(c) :: swp_node
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_body
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_joint
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_function
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_load
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_spring
    integer(c_int32_t) :: id = 0
  end type

  type, bind(c) :: swp_coupling
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_line_spring
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_bushing
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_contact
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_pfaffian
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_host_element
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_host_condition
    integer(c_int32_t) :: id = 0
  end type

  type, bind(c) :: swp_section
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_beam
    integer(c_int32_t) :: id = 0
  end type
  type, bind(c) :: swp_stations
    integer(c_int32_t) :: id = 0
  end type

  ! Obtain one, all zero, from swp_no_engineering().
  type, bind(c) :: swp_engineering
    integer(c_size_t) :: size
    real(c_double) :: axial
    real(c_double) :: shear(2)
    real(c_double) :: torsion
    real(c_double) :: bending(2)
    real(c_double) :: mass
    real(c_double) :: inertia(3)
    real(c_double) :: tension_center(2)
    real(c_double) :: shear_center(2)
    real(c_double) :: mass_center(2)
    real(c_double) :: principal_angle
    real(c_double) :: damping
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! Obtain one from swp_default_beam_options().
  type, bind(c) :: swp_beam_options
    integer(c_size_t) :: size
    real(c_double) :: direction(3)
    integer(c_int32_t) :: staircase
    integer(c_int32_t) :: elements
    integer(c_int32_t) :: nodes_per_element
    integer(c_int32_t) :: interpolation
    integer(c_int32_t) :: properties
    integer(c_int32_t) :: fallback
    integer(c_int32_t) :: meshing
    real(c_double) :: element_ratio
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! Where a joint sits on a node: offset [m] and orientation of the joint frame, in node axes.
  type, bind(c) :: swp_attachment
    type(swp_node) :: node
    real(c_double) :: offset(3) = 0
    real(c_double) :: orientation(4) = [1, 0, 0, 0]
  end type

  type, bind(c) :: swp_motion
    real(c_double) :: position(3)
    real(c_double) :: orientation(4)
    real(c_double) :: velocity(3)
    real(c_double) :: angular_velocity(3)
    real(c_double) :: acceleration(3)
    real(c_double) :: angular_acceleration(3)
  end type

  ! A spring between two points at one instant.
  type, bind(c) :: swp_line_spring_state
    real(c_double) :: length
    real(c_double) :: rate
    real(c_double) :: force
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! A bushing at one instant.
  type, bind(c) :: swp_bushing_state
    real(c_double) :: strain(6)
    real(c_double) :: rate(6)
    real(c_double) :: stress(6)
    real(c_double) :: force_on_b(3)
    real(c_double) :: moment_on_b(3)
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! A contact at one instant, inertial axes.
  type, bind(c) :: swp_contact_state
    real(c_double) :: point(3)
    real(c_double) :: force(3)
    real(c_double) :: normal
    real(c_double) :: tangential(3)
    real(c_double) :: slip(3)
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! Bounds of an actuator; huge ones bind nothing.
  type, bind(c) :: swp_actuator_limits
    real(c_double) :: low = -huge(1.0_c_double)
    real(c_double) :: high = huge(1.0_c_double)
    real(c_double) :: rate = huge(1.0_c_double)
  end type

  type, bind(c) :: swp_actuator_motion
    real(c_double) :: command
    real(c_double) :: value
    real(c_double) :: rate
    real(c_double) :: acceleration
    integer(c_int32_t) :: at_stroke
    integer(c_int32_t) :: at_rate
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! A row of a Denavit-Hartenberg table, and what the link weighs.
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

  type, bind(c) :: swp_assembly
    integer(c_int32_t) :: iterations
    real(c_double) :: gap_before
    real(c_double) :: gap_after
    real(c_double) :: moved
    real(c_double) :: turned
    type(swp_node) :: moved_node
    type(swp_node) :: turned_node
    integer(c_int64_t) :: reserved(4) = 0
  end type

  type, bind(c) :: swp_joint_coordinate
    type(swp_joint) :: joint
    integer(c_int32_t) :: coordinate = 0
  end type

  type, bind(c) :: swp_lock_state
    integer(c_int32_t) :: locked
    real(c_double) :: value
    real(c_double) :: since
    real(c_double) :: impulse
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! Obtain one from swp_default_options().
  type, bind(c) :: swp_sim_options
    integer(c_size_t) :: size
    integer(c_int32_t) :: scheme
    integer(c_int32_t) :: redundancy
    real(c_double) :: rho_infinity
    real(c_double) :: hht_alpha
    real(c_double) :: newmark_gamma
    real(c_double) :: newmark_beta
    real(c_double) :: start_time
    real(c_double) :: newton_tolerance
    integer(c_int32_t) :: newton_max_iterations
    integer(c_int32_t) :: scaling
    real(c_double) :: penalty
    real(c_double) :: assembly_tolerance
    real(c_double) :: smallest_part
    real(c_double) :: decay_alpha
    integer(c_int32_t) :: stage_weighted
    integer(c_int32_t) :: assemble
    integer(c_int64_t) :: reserved(8) = 0
  end type

  ! Obtain one from swp_default_step_control().
  type, bind(c) :: swp_step_control
    integer(c_size_t) :: size
    real(c_double) :: translation_tolerance
    real(c_double) :: rotation_tolerance
    real(c_double) :: smallest
    real(c_double) :: largest
    real(c_double) :: first
    real(c_double) :: safety
    real(c_double) :: translation_rate_tolerance
    real(c_double) :: rotation_rate_tolerance
    integer(c_int64_t) :: reserved(8) = 0
  end type

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

  type, bind(c) :: swp_path_point
    real(c_double) :: factor = 0
    real(c_double) :: output = 0
    real(c_double) :: length = 0
    integer(c_int32_t) :: event = 0
    integer(c_int32_t) :: unstable = 0
    integer(c_int64_t) :: reserved(4) = 0
  end type

  ! Obtain one from swp_default_path_options().
  type, bind(c) :: swp_path_options
    integer(c_size_t) :: size
    integer(c_int32_t) :: output
    integer(c_int32_t) :: component
    type(swp_node) :: node
    type(swp_joint) :: joint
    integer(c_int32_t) :: stop_at_value
    integer(c_int32_t) :: stop_at_critical
    real(c_double) :: value
    integer(c_size_t) :: max_points
    real(c_double) :: largest_turn
    real(c_double) :: omega(3)
    real(c_double) :: about(3)
    integer(c_int64_t) :: reserved(8) = 0
  end type

  type, bind(c) :: swp_audit
    real(c_double) :: time
    real(c_double) :: kinetic_energy
    real(c_double) :: potential_energy
    real(c_double) :: work_applied
    real(c_double) :: work_driven
    real(c_double) :: work_constraints
    real(c_double) :: work_dampers
    real(c_double) :: numerical_dissipation
    real(c_double) :: scheme_dissipation
    real(c_double) :: linear_momentum(3)
    real(c_double) :: angular_momentum(3)
    real(c_double) :: position_violation
    real(c_double) :: velocity_violation
    real(c_double) :: middle_violation
    integer(c_int64_t) :: reserved(8) = 0
  end type

  type, bind(c) :: swp_step_audit
    real(c_double) :: begin
    real(c_double) :: end
    real(c_double) :: energy_change
    real(c_double) :: work_applied
    real(c_double) :: work_driven
    real(c_double) :: work_constraints
    real(c_double) :: work_dampers
    real(c_double) :: numerical_dissipation
    real(c_double) :: scheme_dissipation
    real(c_double) :: linear_momentum_change(3)
    real(c_double) :: angular_momentum_change(3)
    integer(c_int64_t) :: reserved(8) = 0
  end type

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

  ! What a procedure of the host's sees: poses(7, nodes), velocities(6, nodes), accelerations(6, nodes),
  ! coordinate_motions(3, coordinates) behind the addresses; c_f_pointer makes arrays of them.
  type, bind(c) :: swp_host_view
    real(c_double) :: time = 0
    integer(c_size_t) :: nodes = 0
    integer(c_size_t) :: coordinates = 0
    type(c_ptr) :: poses = c_null_ptr
    type(c_ptr) :: velocities = c_null_ptr
    type(c_ptr) :: accelerations = c_null_ptr
    type(c_ptr) :: coordinate_motions = c_null_ptr
  end type

  ! Where an element puts what it exerts, n = 6 nodes + coordinates: force(n), matrices of n times n that C reads by rows,
  ! so that by_position(j, i) in Fortran is how number i changes with unknown j; null where it is not wanted; energy.
  type, bind(c) :: swp_host_forces
    type(c_ptr) :: force = c_null_ptr
    type(c_ptr) :: by_position = c_null_ptr
    type(c_ptr) :: by_velocity = c_null_ptr
    type(c_ptr) :: by_acceleration = c_null_ptr
    type(c_ptr) :: energy = c_null_ptr
  end type

  ! Where conditions put their values: value(m), gradient(n, m) in Fortran's order, rate(m), curvature(n, n) for
  ! multipliers(m); the last two are null where they are not wanted.
  type, bind(c) :: swp_host_values
    type(c_ptr) :: value = c_null_ptr
    type(c_ptr) :: gradient = c_null_ptr
    type(c_ptr) :: rate = c_null_ptr
    type(c_ptr) :: multipliers = c_null_ptr
    type(c_ptr) :: curvature = c_null_ptr
  end type

  ! Made by swp_default_host_element_options.
  type, bind(c) :: swp_host_element_options
    integer(c_size_t) :: size = 0
    real(c_double) :: length = 0
    integer(c_int32_t) :: gives_tangents = 0
    integer(c_int32_t) :: uses_velocities = 0
    integer(c_int32_t) :: uses_accelerations = 0
    integer(c_int32_t) :: stores_energy = 0
    integer(c_int64_t) :: reserved(8) = 0
  end type

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

  ! ---- procedures the host gives to the library ---------------------------------------------------------------------
  ! A procedure given to the library must be a module procedure or external, not an internal one, and must return:
  ! `stop` inside ends the program.

  abstract interface
    ! Value, first and second derivative of a function of time; a result other than 0 is a failure.
    function swp_function_callback(t, out, user) bind(c) result(status)
      import
      real(c_double), value :: t
      real(c_double), intent(out) :: out(3)
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! A condition on velocities: positions(7, nodes) are position and quaternion of each node; row(6, nodes) are beta and tau.
    function swp_pfaffian_callback(t, nodes, positions, row, b, user) bind(c) result(status)
      import
      real(c_double), value :: t
      integer(c_size_t), value :: nodes
      real(c_double), intent(in) :: positions(7, *)
      real(c_double), intent(inout) :: row(6, *)
      real(c_double), intent(inout) :: b
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! An element of the host's; a result other than 0 is a failure.
    function swp_host_element_callback(view, out, user) bind(c) result(status)
      import
      type(swp_host_view), intent(in) :: view
      type(swp_host_forces), intent(in) :: out
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! Conditions of the host's on positions; a result other than 0 is a failure.
    function swp_host_condition_callback(view, out, user) bind(c) result(status)
      import
      type(swp_host_view), intent(in) :: view
      type(swp_host_values), intent(in) :: out
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! The function of the state whose change of sign is an event; a result other than 0 is a failure.
    function swp_event_callback(t, value, user) bind(c) result(status)
      import
      real(c_double), value :: t
      real(c_double), intent(out) :: value
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    ! Called after each accepted step of advance and its relatives; a result other than 0 cancels.
    function swp_progress_callback(t, user) bind(c) result(status)
      import
      real(c_double), value :: t
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
  end interface

  ! ---- layer 1: the functions of swashplate.h -----------------------------------------------------------------------

  ! Library
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
  end interface

  ! Model: nodes and bodies
  interface
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
    function swp_model_add_node(model, name, position, orientation, out) &
        bind(c, name="swp_model_add_node") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(in) :: position(3)
      type(c_ptr), value :: orientation
      type(swp_node), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_ground(model, name, position, orientation, out) &
        bind(c, name="swp_model_add_ground") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(in) :: position(3)
      type(c_ptr), value :: orientation
      type(swp_node), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_point_node(model, name, position, out) &
        bind(c, name="swp_model_add_point_node") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(in) :: position(3)
      type(swp_node), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_set_node_velocity(model, node, velocity, angular_velocity) &
        bind(c, name="swp_model_set_node_velocity") result(status)
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
    function swp_model_find_joint(model, name, out) bind(c, name="swp_model_find_joint") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), intent(inout) :: out
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
    function swp_model_add_rigid_body(model, name, node, mass, center_of_mass, inertia, out) &
        bind(c, name="swp_model_add_rigid_body") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: node
      real(c_double), value :: mass
      real(c_double), intent(in) :: center_of_mass(3), inertia(9)
      type(swp_body), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_point_mass(model, name, node, mass, offset, out) &
        bind(c, name="swp_model_add_point_mass") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: node
      real(c_double), value :: mass
      type(c_ptr), value :: offset
      type(swp_body), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
  end interface

  ! Model: functions of time
  interface
    function swp_model_add_constant(model, value, out) bind(c, name="swp_model_add_constant") result(status)
      import
      type(c_ptr), value :: model
      real(c_double), value :: value
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_table(model, count, times, values, interpolation, out) &
        bind(c, name="swp_model_add_table") result(status)
      import
      type(c_ptr), value :: model
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: times(*), values(*)
      integer(c_int32_t), value :: interpolation
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_harmonic(model, amplitude, frequency, phase, out) &
        bind(c, name="swp_model_add_harmonic") result(status)
      import
      type(c_ptr), value :: model
      real(c_double), value :: amplitude, frequency, phase
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_one_minus_cosine(model, amplitude, start, duration, hold, out) &
        bind(c, name="swp_model_add_one_minus_cosine") result(status)
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
  end interface

  ! Model: joints, springs, loads
  interface
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
    function swp_model_add_rigid_connection(model, name, a, b, out) &
        bind(c, name="swp_model_add_rigid_connection") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_point_on_line(model, name, a, b, out) &
        bind(c, name="swp_model_add_point_on_line") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_point_in_plane(model, name, a, b, out) &
        bind(c, name="swp_model_add_point_in_plane") result(status)
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
    function swp_model_add_distance(model, name, a, b, length, out) &
        bind(c, name="swp_model_add_distance") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      real(c_double), value :: length
      type(swp_joint), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_drive_joint(model, joint, coordinate, function) &
        bind(c, name="swp_model_drive_joint") result(status)
      import
      type(c_ptr), value :: model
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      type(swp_function), value :: function
      integer(c_int32_t) :: status
    end function
    function swp_model_start_joint(model, joint, coordinate, value, rate) &
        bind(c, name="swp_model_start_joint") result(status)
      import
      type(c_ptr), value :: model
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: value, rate
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_spring(model, name, joint, coordinate, stiffness, damping, rest, out) &
        bind(c, name="swp_model_add_joint_spring") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: stiffness, damping, rest
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_force(model, name, node, frame, force, offset, function, out) &
        bind(c, name="swp_model_add_force") result(status)
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
    function swp_model_add_moment(model, name, node, frame, moment, function, out) &
        bind(c, name="swp_model_add_moment") result(status)
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
    function swp_model_check(model) bind(c, name="swp_model_check") result(status)
      import
      type(c_ptr), value :: model
      integer(c_int32_t) :: status
    end function
  end interface

  ! What acts on joint coordinates, and what couples them
  interface
    function swp_model_add_joint_spring_table(model, name, joint, coordinate, count, values, forces, out) &
        bind(c, name="swp_model_add_joint_spring_table") result(status)
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
    function swp_model_add_joint_preload(model, name, joint, coordinate, stiffness, rest, preload, out) &
        bind(c, name="swp_model_add_joint_preload") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: stiffness, rest, preload
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_stop(model, name, joint, coordinate, limit, upward, stiffness, softness, out) &
        bind(c, name="swp_model_add_joint_stop") result(status)
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
    function swp_model_add_joint_damper_table(model, name, joint, coordinate, count, rates, forces, out) &
        bind(c, name="swp_model_add_joint_damper_table") result(status)
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
    function swp_model_add_joint_friction(model, name, joint, coordinate, sliding, breakaway, stribeck, creep, out) &
        bind(c, name="swp_model_add_joint_friction") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: sliding, breakaway, stribeck, creep
      type(swp_spring), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_joint_force(model, name, joint, coordinate, factor, function, out) &
        bind(c, name="swp_model_add_joint_force") result(status)
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
    function swp_model_add_coupling(model, name, count, joints, coordinates, factors, function, out) &
        bind(c, name="swp_model_add_coupling") result(status)
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
    function swp_sim_joint_action(sim, spring, out) bind(c, name="swp_sim_joint_action") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_spring), value :: spring
      real(c_double), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
  end interface

  ! Locks
  interface
    function swp_model_add_lock(model, joint, coordinate, locked) bind(c, name="swp_model_add_lock") result(status)
      import
      type(c_ptr), value :: model
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate, locked
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
  end interface

  ! Actuators, chains, gears, locks by time
  interface
    function swp_model_add_first_order_actuator(model, name, command, time_constant, limits, start, out) &
        bind(c, name="swp_model_add_first_order_actuator") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_function), value :: command
      real(c_double), value :: time_constant
      type(c_ptr), value :: limits
      type(c_ptr), value :: start
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_second_order_actuator(model, name, command, frequency, damping, limits, start, out) &
        bind(c, name="swp_model_add_second_order_actuator") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_function), value :: command
      real(c_double), value :: frequency, damping
      type(c_ptr), value :: limits
      type(c_ptr), value :: start
      type(swp_function), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_actuator(sim, actuator, out) &
        bind(c, name="swp_sim_actuator") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_function), value :: actuator
      type(swp_actuator_motion), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_chain(model, name, base, count, links, nodes, joints) &
        bind(c, name="swp_model_add_chain") result(status)
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
    function swp_sim_assembly(sim, out) &
        bind(c, name="swp_sim_assembly") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_assembly), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_gears(model, name, one, two, teeth_one, teeth_two, internal, out) &
        bind(c, name="swp_model_add_gears") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: one, two
      real(c_double), value :: teeth_one, teeth_two
      integer(c_int32_t), value :: internal
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_bevel_gears(model, name, one, two, teeth_one, teeth_two, out) &
        bind(c, name="swp_model_add_bevel_gears") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: one, two
      real(c_double), value :: teeth_one, teeth_two
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_rack(model, name, pinion, rack, radius, out) &
        bind(c, name="swp_model_add_rack") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: pinion, rack
      real(c_double), value :: radius
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_belt(model, name, one, two, radius_one, radius_two, crossed, out) &
        bind(c, name="swp_model_add_belt") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: one, two
      real(c_double), value :: radius_one, radius_two
      integer(c_int32_t), value :: crossed
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_differential(model, name, carrier, output_one, output_two, out) &
        bind(c, name="swp_model_add_differential") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_joint_coordinate), value :: carrier, output_one, output_two
      type(swp_coupling), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_sim_coupling_effort(sim, coupling, place, out) &
        bind(c, name="swp_sim_coupling_effort") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_coupling), value :: coupling
      integer(c_int32_t), value :: place
      real(c_double), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_schedule_lock(model, joint, coordinate, time, locked) &
        bind(c, name="swp_model_schedule_lock") result(status)
      import
      type(c_ptr), value :: model
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), value :: time
      integer(c_int32_t), value :: locked
      integer(c_int32_t) :: status
    end function
    function swp_sim_lock_state(sim, joint, coordinate, out) &
        bind(c, name="swp_sim_lock_state") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      type(swp_lock_state), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
  end interface

  ! Springs between nodes
  interface
    function swp_model_add_line_spring(model, name, a, point_a, b, point_b, stiffness, length, damping, preload, out) &
        bind(c, name="swp_model_add_line_spring") result(status)
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
    function swp_model_add_bushing(model, name, a, b, stiffness, damping, preload, out) &
        bind(c, name="swp_model_add_bushing") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_attachment), intent(in) :: a, b
      real(c_double), intent(in) :: stiffness(36)
      type(c_ptr), value :: damping
      type(c_ptr), value :: preload
      type(swp_bushing), intent(inout) :: out
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
  end interface

  ! Conditions on velocities
  interface
    function swp_model_add_rolling_disc(model, name, node, center, axis, radius, point, normal, out) &
        bind(c, name="swp_model_add_rolling_disc") result(status)
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
    function swp_model_add_knife_edge(model, name, node, offset, across, out) &
        bind(c, name="swp_model_add_knife_edge") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_node), value :: node
      real(c_double), intent(in) :: offset(3), across(3)
      type(swp_contact), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_pfaffian(model, name, count, nodes, callback, user, length, out) &
        bind(c, name="swp_model_add_pfaffian") result(status)
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
  end interface

  ! Diagnosis of a model
  interface
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
    function swp_diagnosis_finding(diagnosis, index, severity, kind, buffer, length, needed) &
        bind(c, name="swp_diagnosis_finding") result(status)
      import
      type(c_ptr), value :: diagnosis
      integer(c_size_t), value :: index
      integer(c_int32_t), intent(inout) :: severity, kind
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
  end interface

  ! Elements and conditions of the host
  interface
    function swp_host_element_options_init(options) bind(c, name="swp_host_element_options_init") result(status)
      import
      type(swp_host_element_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_model_add_host_element(model, name, node_count, nodes, coordinate_count, joints, coordinates, callback, &
        user, options, out) bind(c, name="swp_model_add_host_element") result(status)
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
    function swp_model_add_host_condition(model, name, count, node_count, nodes, coordinate_count, joints, coordinates, &
        callback, user, gives_curvature, length, out) bind(c, name="swp_model_add_host_condition") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: count
      integer(c_size_t), value :: node_count
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
    function swp_model_check_host_element(model, element, spread, out) &
        bind(c, name="swp_model_check_host_element") result(status)
      import
      type(c_ptr), value :: model
      type(swp_host_element), value :: element
      real(c_double), value :: spread
      type(swp_host_check), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_check_host_condition(model, condition, spread, out) &
        bind(c, name="swp_model_check_host_condition") result(status)
      import
      type(c_ptr), value :: model
      type(swp_host_condition), value :: condition
      real(c_double), value :: spread
      type(swp_host_check), intent(inout) :: out
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
  end interface

  ! Model files and case files
  interface
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
    function swp_model_bind_host_element(model, name, callback, user) &
        bind(c, name="swp_model_bind_host_element") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      integer(c_int32_t) :: status
    end function
    function swp_model_bind_host_condition(model, name, callback, user) &
        bind(c, name="swp_model_bind_host_condition") result(status)
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
  end interface

  ! Simulation
  interface
    function swp_sim_options_init(options) bind(c, name="swp_sim_options_init") result(status)
      import
      type(swp_sim_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_sim_create(model, options, out) bind(c, name="swp_sim_create") result(status)
      import
      type(c_ptr), value :: model
      type(c_ptr), value :: options
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
    function swp_sim_set_input_rule(sim, input, rule) bind(c, name="swp_sim_set_input_rule") result(status)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: input
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
    function swp_sim_set_input_rates(sim, input, value, rate, second_rate) &
        bind(c, name="swp_sim_set_input_rates") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_function), value :: input
      real(c_double), value :: value
      real(c_double), value :: rate
      real(c_double), value :: second_rate
      integer(c_int32_t) :: status
    end function
    function swp_sim_evaluate(sim) bind(c, name="swp_sim_evaluate") result(status)
      import
      type(c_ptr), value :: sim
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
    function swp_sim_solve_static(sim) bind(c, name="swp_sim_solve_static") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t) :: status
    end function
  end interface

  ! Simulation: results
  interface
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
    function swp_sim_joint_coordinate(sim, joint, coordinate, value, rate) &
        bind(c, name="swp_sim_joint_coordinate") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: coordinate
      real(c_double), intent(inout) :: value, rate
      integer(c_int32_t) :: status
    end function
    function swp_sim_joint_relative(sim, joint, displacement, rotation) &
        bind(c, name="swp_sim_joint_relative") result(status)
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
    function swp_sim_joint_reaction(sim, joint, side, axes, force, moment) &
        bind(c, name="swp_sim_joint_reaction") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_joint), value :: joint
      integer(c_int32_t), value :: side, axes
      real(c_double), intent(inout) :: force(3), moment(3)
      integer(c_int32_t) :: status
    end function
    function swp_sim_joint_multipliers(sim, joint, out, count, needed) &
        bind(c, name="swp_sim_joint_multipliers") result(status)
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
      type(c_ptr), value :: sim
      type(c_ptr), value :: about
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
  end interface

  ! Control of the step, events, interpolation, counters
  interface
    function swp_step_control_init(control) bind(c, name="swp_step_control_init") result(status)
      import
      type(swp_step_control), intent(inout) :: control
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_event(sim, callback, user, direction, tolerance) bind(c, name="swp_sim_set_event") result(status)
      import
      type(c_ptr), value :: sim
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      integer(c_int32_t), value :: direction
      real(c_double), value :: tolerance
      integer(c_int32_t) :: status
    end function
    function swp_sim_advance_controlled(sim, t_end, control, event) &
        bind(c, name="swp_sim_advance_controlled") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), value :: t_end
      type(c_ptr), value :: control
      type(c_ptr), value :: event
      integer(c_int32_t) :: status
    end function
    function swp_sim_advance_past(sim, t, control, event) bind(c, name="swp_sim_advance_past") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), value :: t
      type(c_ptr), value :: control
      type(c_ptr), value :: event
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
    function swp_sim_set_threads(sim, count) bind(c, name="swp_sim_set_threads") result(status)
      import
      type(c_ptr), value :: sim
      integer(c_int32_t), value :: count
      integer(c_int32_t) :: status
    end function
  end interface

  ! Snapshots
  interface
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
    function swp_snapshot_to_bytes(snapshot, buffer, length, needed) &
        bind(c, name="swp_snapshot_to_bytes") result(status)
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
  end interface

  ! Beams
  interface
    function swp_engineering_init(constants) bind(c, name="swp_engineering_init") result(status)
      import
      type(swp_engineering), intent(inout) :: constants
      integer(c_int32_t) :: status
    end function
    function swp_beam_options_init(options) bind(c, name="swp_beam_options_init") result(status)
      import
      type(swp_beam_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_model_add_section(model, name, convention, stiffness, mass, damping, out) &
        bind(c, name="swp_model_add_section") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int32_t), value :: convention
      real(c_double), intent(in) :: stiffness(36), mass(36)
      real(c_double), value :: damping
      type(swp_section), intent(inout) :: out
      integer(c_int32_t) :: status
    end function
    function swp_model_add_engineering_section(model, name, constants, out) &
        bind(c, name="swp_model_add_engineering_section") result(status)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(swp_engineering), intent(in) :: constants
      type(swp_section), intent(inout) :: out
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
    function swp_model_damp_beam_modes(model, beam, count, ratios) &
        bind(c, name="swp_model_damp_beam_modes") result(status)
      import
      type(c_ptr), value :: model
      type(swp_beam), value :: beam
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: ratios(*)
      integer(c_int32_t) :: status
    end function

    function swp_model_beam_length(model, beam, out) bind(c, name="swp_model_beam_length") result(status)
      import
      type(c_ptr), value :: model
      type(swp_beam), value :: beam
      real(c_double), intent(inout) :: out
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
    function swp_model_beam_report(model, beam, buffer, length, needed) &
        bind(c, name="swp_model_beam_report") result(status)
      import
      type(c_ptr), value :: model
      type(swp_beam), value :: beam
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: length
      integer(c_size_t), intent(inout) :: needed
      integer(c_int32_t) :: status
    end function
    function swp_model_add_distributed_load(model, name, beam, frame, count, places, forces, moments, function) &
        bind(c, name="swp_model_add_distributed_load") result(status)
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
    function swp_model_add_stations(model, name, beam, frame, count, places, offsets, out) &
        bind(c, name="swp_model_add_stations") result(status)
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
    function swp_model_set_station_loads(model, stations, loads, count) &
        bind(c, name="swp_model_set_station_loads") result(status)
      import
      type(c_ptr), value :: model
      type(swp_stations), value :: stations
      real(c_double), intent(in) :: loads(*)
      integer(c_size_t), value :: count
      integer(c_int32_t) :: status
    end function
    function swp_sim_set_station_loads(sim, stations, loads, count) &
        bind(c, name="swp_sim_set_station_loads") result(status)
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
    function swp_sim_section_force(sim, beam, place, axes, strain, force) &
        bind(c, name="swp_sim_section_force") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_beam), value :: beam
      real(c_double), value :: place
      integer(c_int32_t), value :: axes
      type(c_ptr), value :: strain
      real(c_double), intent(inout) :: force(6)
      integer(c_int32_t) :: status
    end function
    function swp_sim_curvature_mesh(sim, beam, meshing, elements, element_ratio, out, count) &
        bind(c, name="swp_sim_curvature_mesh") result(status)
      import
      type(c_ptr), value :: sim
      type(swp_beam), value :: beam
      integer(c_int32_t), value :: meshing, elements
      real(c_double), value :: element_ratio
      real(c_double), intent(inout) :: out(*)
      integer(c_size_t), value :: count
      integer(c_int32_t) :: status
    end function
  end interface

  ! Rotating equilibrium, modes, fan diagram
  interface
    function swp_sim_solve_rotating(sim, omega, about) bind(c, name="swp_sim_solve_rotating") result(status)
      import
      type(c_ptr), value :: sim
      real(c_double), intent(in) :: omega(3)
      type(c_ptr), value :: about
      integer(c_int32_t) :: status
    end function
    function swp_sim_modes(sim, spin, count, frequency, damping, shapes) bind(c, name="swp_sim_modes") result(status)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: spin
      integer(c_size_t), value :: count
      real(c_double), intent(inout) :: frequency(*)
      type(c_ptr), value :: damping
      type(c_ptr), value :: shapes
      integer(c_int32_t) :: status
    end function
    function swp_sim_campbell(sim, axis, about, speed_count, speeds, count, frequencies) &
        bind(c, name="swp_sim_campbell") result(status)
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
  end interface

  ! Statics: report, paths of equilibria
  interface
    function swp_path_options_init(options) bind(c, name="swp_path_options_init") result(status)
      import
      type(swp_path_options), intent(inout) :: options
      integer(c_int32_t) :: status
    end function
    function swp_sim_go_to_load(sim, input, factor, options) bind(c, name="swp_sim_go_to_load") result(status)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: input
      real(c_double), value :: factor
      type(c_ptr), value :: options
      integer(c_int32_t) :: status
    end function
    function swp_sim_trace_path(sim, input, to, options) bind(c, name="swp_sim_trace_path") result(status)
      import
      type(c_ptr), value :: sim
      type(c_ptr), value :: input
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
  end interface

  interface
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
    procedure :: add_node => model_add_node
    procedure :: add_ground => model_add_ground
    procedure :: add_point_node => model_add_point_node
    procedure :: set_node_velocity => model_set_node_velocity
    procedure :: find_node => model_find_node
    procedure :: find_joint => model_find_joint
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
    procedure :: add_force => model_add_force
    procedure :: add_moment => model_add_moment
    procedure :: add_section => model_add_section
    procedure :: add_engineering_section => model_add_engineering_section
    procedure :: add_beam => model_add_beam
    procedure :: find_beam => model_find_beam
    procedure :: beam_node_count => model_beam_node_count
    procedure :: beam_node => model_beam_node
    procedure :: damp_beam_modes => model_damp_beam_modes
    procedure :: beam_length => model_beam_length
    procedure :: beam_mesh => model_beam_mesh
    procedure :: beam_report => model_beam_report
    procedure :: add_distributed_load => model_add_distributed_load
    procedure :: add_stations => model_add_stations
    procedure :: set_station_loads => model_set_station_loads
    procedure :: add_joint_spring_table => model_add_joint_spring_table
    procedure :: add_joint_preload => model_add_joint_preload
    procedure :: add_joint_stop => model_add_joint_stop
    procedure :: add_joint_damper_table => model_add_joint_damper_table
    procedure :: add_joint_friction => model_add_joint_friction
    procedure :: add_joint_force => model_add_joint_force
    procedure :: add_coupling => model_add_coupling
    procedure :: add_rolling_disc => model_add_rolling_disc
    procedure :: add_lock => model_add_lock
    procedure :: schedule_lock => model_schedule_lock
    procedure :: add_first_order_actuator => model_add_first_order_actuator
    procedure :: add_second_order_actuator => model_add_second_order_actuator
    procedure :: add_chain => model_add_chain
    procedure :: add_gears => model_add_gears
    procedure :: add_bevel_gears => model_add_bevel_gears
    procedure :: add_rack => model_add_rack
    procedure :: add_belt => model_add_belt
    procedure :: add_differential => model_add_differential
    procedure :: add_line_spring => model_add_line_spring
    procedure :: add_bushing => model_add_bushing
    procedure :: add_knife_edge => model_add_knife_edge
    procedure :: add_pfaffian => model_add_pfaffian
    procedure :: add_host_element => model_add_host_element
    procedure :: add_host_condition => model_add_host_condition
    procedure :: check_host_element => model_check_host_element
    procedure :: check_host_condition => model_check_host_condition
    procedure :: check => model_check
    procedure :: diagnose => model_diagnose
    procedure :: write => model_write
    procedure :: to_text => model_to_text
    procedure :: read => model_read
    procedure :: from_text => model_from_text
    procedure :: name_function => model_name_function
    procedure :: bind_function => model_bind_function
    procedure :: bind_pfaffian => model_bind_pfaffian
    procedure :: bind_host_element => model_bind_host_element
    procedure :: bind_host_condition => model_bind_host_condition
    procedure :: find_id => model_find_id
  end type

  ! All that moves. Several simulations may share one model.
  type, extends(swp_handle) :: swp_sim
  contains
    procedure :: create => sim_create
    procedure :: free => sim_free
    procedure :: report => sim_report
    procedure :: set_scheme => sim_set_scheme
    procedure :: scheme_name => sim_scheme_name
    procedure :: set_progress => sim_set_progress
    procedure :: time => sim_time
    procedure :: set_input => sim_set_input
    procedure :: set_inputs => sim_set_inputs
    procedure :: set_input_rule => sim_set_input_rule
    procedure :: set_station_rule => sim_set_station_rule
    procedure :: set_input_rates => sim_set_input_rates
    procedure :: evaluate => sim_evaluate
    procedure :: step => sim_step
    procedure :: advance => sim_advance
    procedure :: set_event => sim_set_event
    procedure :: advance_controlled => sim_advance_controlled
    procedure :: advance_past => sim_advance_past
    procedure :: interpolate_node => sim_interpolate_node
    procedure :: counters => sim_counters
    procedure :: reset_counters => sim_reset_counters
    procedure :: set_threads => sim_set_threads
    procedure :: begin => sim_begin
    procedure :: iterate => sim_iterate
    procedure :: accept => sim_accept
    procedure :: reject => sim_reject
    procedure :: solve_static => sim_solve_static
    procedure :: solve_rotating => sim_solve_rotating
    procedure :: go_to_load => sim_go_to_load
    procedure :: trace_path => sim_trace_path
    procedure :: path_count => sim_path_count
    procedure :: path_point => sim_path_point
    procedure :: visit_path => sim_visit_path
    procedure :: set_load_step_limit => sim_set_load_step_limit
    procedure :: statics_report => sim_statics_report
    procedure :: modes => sim_modes
    procedure :: campbell => sim_campbell
    procedure :: set_station_loads => sim_set_station_loads
    procedure :: station_motions => sim_station_motions
    procedure :: section_force => sim_section_force
    procedure :: curvature_mesh => sim_curvature_mesh
    procedure :: motion => sim_motion
    procedure :: rotation_matrix => sim_rotation_matrix
    procedure :: rotation_vector => sim_rotation_vector
    procedure :: all_motions => sim_all_motions
    procedure :: positions => sim_positions
    procedure :: joint_coordinate => sim_joint_coordinate
    procedure :: joint_relative => sim_joint_relative
    procedure :: joint_drive => sim_joint_drive
    procedure :: joint_reaction => sim_joint_reaction
    procedure :: joint_action => sim_joint_action
    procedure :: lock => sim_lock
    procedure :: release => sim_release
    procedure :: locked => sim_locked
    procedure :: lock_state => sim_lock_state
    procedure :: actuator => sim_actuator
    procedure :: assembly => sim_assembly
    procedure :: coupling_effort => sim_coupling_effort
    procedure :: line_spring => sim_line_spring
    procedure :: bushing => sim_bushing
    procedure :: contact => sim_contact
    procedure :: pfaffian => sim_pfaffian
    procedure :: host_condition => sim_host_condition
    procedure :: audit => sim_audit
    procedure :: step_audit => sim_step_audit
    procedure :: newton => sim_newton
    procedure :: reaction_uncertainty => sim_reaction_uncertainty
    procedure :: joint_multipliers => sim_joint_multipliers
    procedure :: save => sim_save
    procedure :: restore => sim_restore
    procedure :: read_case => sim_read_case
    procedure :: case_from_text => sim_case_from_text
    procedure :: write_case => sim_write_case
    procedure :: case_text => sim_case_text
    procedure :: failure => sim_failure
    procedure :: repeat => sim_repeat
  end type

  ! A saved state of a simulation.
  type, extends(swp_handle) :: swp_snapshot
  contains
    procedure :: free => snapshot_free
    procedure :: to_bytes => snapshot_to_bytes
    procedure :: from_bytes => snapshot_from_bytes
  end type

  ! The address of what may be absent, NULL if it is.
  private :: at_real, at_reals, at_matrix, at_cube, at_flag
  private :: at_function, at_actuator_limits, at_sim_options, at_step_control, at_beam_options, at_path_options

contains

  ! ---- without a handle ---------------------------------------------------------------------------------------------

  ! Options with the library's defaults.
  function swp_default_options() result(options)
    type(swp_sim_options) :: options
    integer(c_int32_t) :: status

    status = swp_sim_options_init(options)
  end function

  ! Control of the step with the library's defaults.
  function swp_default_step_control() result(control)
    type(swp_step_control) :: control
    integer(c_int32_t) :: status

    status = swp_step_control_init(control)
  end function

  ! Options of a path of equilibria with the library's defaults.
  function swp_default_path_options() result(options)
    type(swp_path_options) :: options
    integer(c_int32_t) :: status

    status = swp_path_options_init(options)
  end function

  ! Options of an element of the host's with the library's defaults.
  function swp_default_host_element_options() result(options)
    type(swp_host_element_options) :: options
    integer(c_int32_t) :: status

    status = swp_host_element_options_init(options)
  end function

  ! Options of a beam with the library's defaults.
  function swp_default_beam_options() result(options)
    type(swp_beam_options) :: options
    integer(c_int32_t) :: status

    status = swp_beam_options_init(options)
  end function

  ! Engineering constants of a section, all zero.
  function swp_no_engineering() result(constants)
    type(swp_engineering) :: constants
    integer(c_int32_t) :: status

    status = swp_engineering_init(constants)
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

  subroutine model_add_point_node(self, name, position, node, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: position(3)
    type(swp_node), intent(out) :: node
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_point_node(self%handle, c_string(name), position, node), stat)
  end subroutine

  subroutine model_set_node_velocity(self, node, velocity, angular_velocity, stat)
    class(swp_model), intent(inout) :: self
    type(swp_node), intent(in) :: node
    real(c_double), intent(in) :: velocity(3)
    real(c_double), intent(in), optional, target :: angular_velocity(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_set_node_velocity(self%handle, node, velocity, at_reals(angular_velocity)), stat)
  end subroutine

  subroutine model_find_node(self, name, node, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(out) :: node
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_node(self%handle, c_string(name), node), stat)
  end subroutine

  subroutine model_find_joint(self, name, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_joint(self%handle, c_string(name), joint), stat)
  end subroutine

  subroutine model_node_count(self, count, stat)
    class(swp_model), intent(inout) :: self
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: n

    count = 0
    if (pending(self, stat)) return
    n = 0
    call conclude(self, swp_model_node_count(self%handle, n), stat)
    count = int(n)
  end subroutine

  subroutine model_joint_count(self, count, stat)
    class(swp_model), intent(inout) :: self
    integer, intent(out) :: count
    integer, intent(out), optional :: stat
    integer(c_size_t) :: n

    count = 0
    if (pending(self, stat)) return
    n = 0
    call conclude(self, swp_model_joint_count(self%handle, n), stat)
    count = int(n)
  end subroutine

  subroutine model_set_gravity(self, gravity, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in) :: gravity(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_set_gravity(self%handle, gravity), stat)
  end subroutine

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

  subroutine model_add_constant(self, value, function, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in) :: value
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_constant(self%handle, value, function), stat)
  end subroutine

  subroutine model_add_table(self, times, values, function, interpolation, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in), contiguous :: times(:), values(:)
    type(swp_function), intent(out) :: function
    integer, intent(in), optional :: interpolation
    integer, intent(out), optional :: stat
    integer(c_int32_t) :: kind_of_table

    if (pending(self, stat)) return
    if (size(times) /= size(values)) then
      call refuse(self, SWP_WRONG_SIZE, "add_table: times and values differ in length", stat)
      return
    end if
    kind_of_table = SWP_INTERPOLATE_LINEAR
    if (present(interpolation)) kind_of_table = int(interpolation, c_int32_t)
    call conclude(self, swp_model_add_table(self%handle, size(times, kind=c_size_t), times, values, kind_of_table, &
        function), stat)
  end subroutine

  subroutine model_add_harmonic(self, amplitude, frequency, phase, function, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in) :: amplitude, frequency, phase
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_harmonic(self%handle, amplitude, frequency, phase, function), stat)
  end subroutine

  subroutine model_add_one_minus_cosine(self, amplitude, start, duration, hold, function, stat)
    class(swp_model), intent(inout) :: self
    real(c_double), intent(in) :: amplitude, start, duration
    logical, intent(in) :: hold
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_one_minus_cosine(self%handle, amplitude, start, duration, &
        merge(1_c_int32_t, 0_c_int32_t, hold), function), stat)
  end subroutine

  subroutine model_add_sum(self, functions, function, stat)
    class(swp_model), intent(inout) :: self
    type(swp_function), intent(in), contiguous :: functions(:)
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_sum(self%handle, size(functions, kind=c_size_t), functions, function), stat)
  end subroutine

  subroutine model_add_product(self, functions, function, stat)
    class(swp_model), intent(inout) :: self
    type(swp_function), intent(in), contiguous :: functions(:)
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_product(self%handle, size(functions, kind=c_size_t), functions, function), stat)
  end subroutine

  subroutine model_add_callback(self, callback, function, user, stat)
    class(swp_model), intent(inout) :: self
    procedure(swp_function_callback) :: callback
    type(swp_function), intent(out) :: function
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_callback(self%handle, c_funloc(callback), given(user), function), stat)
  end subroutine

  subroutine model_add_input(self, name, initial, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    real(c_double), intent(in) :: initial
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_input(self%handle, c_string(name), initial, function), stat)
  end subroutine

  subroutine model_find_input(self, name, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_function), intent(out) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_input(self%handle, c_string(name), function), stat)
  end subroutine

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

  subroutine model_add_revolute(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_revolute(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  subroutine model_add_prismatic(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_prismatic(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  subroutine model_add_cylindrical(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_cylindrical(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  subroutine model_add_planar(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_planar(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  subroutine model_add_spherical(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_spherical(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  subroutine model_add_universal(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_universal(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  subroutine model_add_rigid_connection(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_rigid_connection(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  subroutine model_add_point_on_line(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_point_on_line(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

  subroutine model_add_point_in_plane(self, name, a, b, joint, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    type(swp_joint), intent(out) :: joint
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_point_in_plane(self%handle, c_string(name), a, b, joint), stat)
  end subroutine

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

  subroutine model_drive_joint(self, joint, coordinate, function, stat)
    class(swp_model), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    type(swp_function), intent(in) :: function
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_drive_joint(self%handle, joint, int(coordinate, c_int32_t), function), stat)
  end subroutine

  subroutine model_start_joint(self, joint, coordinate, value, rate, stat)
    class(swp_model), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in), optional :: value, rate
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_start_joint(self%handle, joint, int(coordinate, c_int32_t), or_leave(value), &
        or_leave(rate)), stat)
  end subroutine

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
        at_reals(offset), &
        function, load), stat)
  end subroutine

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

  subroutine model_check(self, stat)
    class(swp_model), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_check(self%handle), stat)
  end subroutine

  subroutine sim_time(self, t, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(out) :: t
    integer, intent(out), optional :: stat

    t = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_time(self%handle, t), stat)
  end subroutine

  subroutine sim_set_input(self, input, value, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_function), intent(in) :: input
    real(c_double), intent(in) :: value
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_input(self%handle, input, value), stat)
  end subroutine

  subroutine sim_set_inputs(self, inputs, values, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_function), intent(in), contiguous :: inputs(:)
    real(c_double), intent(in), contiguous :: values(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(inputs) /= size(values)) then
      call refuse(self, SWP_WRONG_SIZE, "set_inputs: inputs and values differ in length", stat)
      return
    end if
    call conclude(self, swp_sim_set_inputs(self%handle, size(inputs, kind=c_size_t), inputs, values), stat)
  end subroutine

  ! Without `input`, for all inputs and all loads of stations.
  subroutine sim_set_input_rule(self, rule, input, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(in) :: rule
    type(swp_function), intent(in), optional, target :: input
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_input_rule(self%handle, at_function(input), int(rule, c_int32_t)), stat)
  end subroutine

  subroutine sim_set_station_rule(self, stations, rule, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_stations), intent(in) :: stations
    integer, intent(in) :: rule
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_station_rule(self%handle, stations, int(rule, c_int32_t)), stat)
  end subroutine

  subroutine sim_set_input_rates(self, input, value, rate, second_rate, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_function), intent(in) :: input
    real(c_double), intent(in) :: value, rate, second_rate
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_input_rates(self%handle, input, value, rate, second_rate), stat)
  end subroutine

  subroutine sim_evaluate(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_evaluate(self%handle), stat)
  end subroutine

  subroutine sim_step(self, dt, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: dt
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_step(self%handle, dt), stat)
  end subroutine

  subroutine sim_advance(self, t_end, dt_max, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: t_end, dt_max
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_advance(self%handle, t_end, dt_max), stat)
  end subroutine

  subroutine sim_begin(self, dt, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: dt
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_begin(self%handle, dt), stat)
  end subroutine

  subroutine sim_iterate(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_iterate(self%handle), stat)
  end subroutine

  subroutine sim_accept(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_accept(self%handle), stat)
  end subroutine

  subroutine sim_reject(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_reject(self%handle), stat)
  end subroutine

  subroutine sim_solve_static(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_solve_static(self%handle), stat)
  end subroutine

  subroutine sim_motion(self, node, motion, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_node), intent(in) :: node
    type(swp_motion), intent(out) :: motion
    integer, intent(out), optional :: stat

    motion = no_motion()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_motion(self%handle, node, motion), stat)
  end subroutine

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

  subroutine sim_rotation_vector(self, node, rotation, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_node), intent(in) :: node
    real(c_double), intent(out) :: rotation(3)
    integer, intent(out), optional :: stat

    rotation = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_rotation_vector(self%handle, node, rotation), stat)
  end subroutine

  subroutine sim_all_motions(self, motions, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_motion), intent(out), contiguous :: motions(:)
    integer, intent(out), optional :: stat

    motions = no_motion()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_all_motions(self%handle, motions, size(motions, kind=c_size_t)), stat)
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

  subroutine sim_audit(self, audit, about, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_audit), intent(out) :: audit
    real(c_double), intent(in), optional, target :: about(3)
    integer, intent(out), optional :: stat

    audit = no_audit()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_audit(self%handle, at_reals(about), audit), stat)
  end subroutine

  ! The books of the last step.
  subroutine sim_step_audit(self, audit, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_step_audit), intent(out) :: audit
    integer, intent(out), optional :: stat
    real(c_double) :: nan

    nan = not_a_number()
    audit = swp_step_audit(nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan)
    if (pending(self, stat)) return
    call conclude(self, swp_sim_step_audit(self%handle, audit), stat)
  end subroutine

  subroutine sim_newton(self, report, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_newton_report), intent(out) :: report
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_newton(self%handle, report), stat)
  end subroutine

  subroutine sim_reaction_uncertainty(self, uncertainty, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(out) :: uncertainty
    integer, intent(out), optional :: stat

    uncertainty = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_reaction_uncertainty(self%handle, uncertainty), stat)
  end subroutine

  ! ---- creating a simulation, its report and progress ---------------------------------------------------------------

  ! Checks the model and finds a consistent start; a simulation that this object held before is freed.
  subroutine sim_create(self, model, options, stat)
    class(swp_sim), intent(inout) :: self
    class(swp_model), intent(in) :: model
    type(swp_sim_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat
    integer(c_int32_t) :: status

    call self%free()
    if (model%failed()) then
      call refuse(self, int(model%status, c_int32_t), model%message, stat)
      return
    end if
    status = swp_sim_create(model%handle, at_sim_options(options), self%handle)
    if (status == SWP_OK) then
      if (present(stat)) stat = SWP_OK
    else
      self%handle = c_null_ptr
      call refuse(self, status, error_text(model), stat)
    end if
  end subroutine

  subroutine sim_free(self)
    class(swp_sim), intent(inout) :: self

    call swp_sim_free(self%handle)
    self%handle = c_null_ptr
    call self%clear_error()
  end subroutine

  ! What was found at the start: size, degrees of freedom, corrections, redundant conditions.
  subroutine sim_report(self, text, stat)
    class(swp_sim), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    if (.not. c_associated(self%handle)) then
      call refuse(self, SWP_NULL_POINTER, "report: no simulation has been created", stat)
      return
    end if
    text = text_of(swp_sim_report, self%handle)
  end subroutine

  ! Chooses another scheme for the steps to come; of the options only those of the scheme are taken.
  subroutine sim_set_scheme(self, options, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_sim_options), intent(in) :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_scheme(self%handle, options), stat)
  end subroutine

  subroutine sim_scheme_name(self, text, stat)
    class(swp_sim), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    if (.not. c_associated(self%handle)) then
      call refuse(self, SWP_NULL_POINTER, "scheme_name: no simulation has been created", stat)
      return
    end if
    text = text_of(swp_sim_scheme_name, self%handle)
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

  ! ---- control of the step ------------------------------------------------------------------------------------------

  ! The function whose change of sign ends advance_controlled and advance_past; without one, the earlier one is removed.
  subroutine sim_set_event(self, callback, user, direction, tolerance, stat)
    class(swp_sim), intent(inout) :: self
    procedure(swp_event_callback), optional :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(in), optional :: direction
    real(c_double), intent(in), optional :: tolerance
    integer, intent(out), optional :: stat
    type(c_funptr) :: address
    integer(c_int32_t) :: changes
    real(c_double) :: within

    if (pending(self, stat)) return
    address = c_null_funptr
    if (present(callback)) address = c_funloc(callback)
    changes = SWP_DIRECTION_BOTH
    if (present(direction)) changes = int(direction, c_int32_t)
    within = 1e-9_c_double
    if (present(tolerance)) within = tolerance
    call conclude(self, swp_sim_set_event(self%handle, address, given(user), changes, within), stat)
  end subroutine

  ! happened: did it end at an event?
  subroutine sim_advance_controlled(self, t_end, control, happened, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: t_end
    type(swp_step_control), intent(in), optional, target :: control
    logical, intent(out), optional :: happened
    integer, intent(out), optional :: stat
    integer(c_int32_t), target :: event

    if (present(happened)) happened = .false.
    if (pending(self, stat)) return
    event = 0
    call conclude(self, swp_sim_advance_controlled(self%handle, t_end, at_step_control(control), at_flag(event)), stat)
    if (present(happened)) happened = event /= 0
  end subroutine

  ! The same until t has been reached or passed.
  subroutine sim_advance_past(self, t, control, happened, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: t
    type(swp_step_control), intent(in), optional, target :: control
    logical, intent(out), optional :: happened
    integer, intent(out), optional :: stat
    integer(c_int32_t), target :: event

    if (present(happened)) happened = .false.
    if (pending(self, stat)) return
    event = 0
    call conclude(self, swp_sim_advance_past(self%handle, t, at_step_control(control), at_flag(event)), stat)
    if (present(happened)) happened = event /= 0
  end subroutine

  ! Motion of a node at a time within the last accepted step.
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

  subroutine sim_counters(self, counters, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_sim_counters), intent(out) :: counters
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_get_counters(self%handle, counters), stat)
  end subroutine

  subroutine sim_reset_counters(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_reset_counters(self%handle), stat)
  end subroutine

  ! Elements are evaluated by this many threads, 1 to 256; the same bits for any number.
  subroutine sim_set_threads(self, count, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(in) :: count
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_threads(self%handle, int(count, c_int32_t)), stat)
  end subroutine

  ! ---- what acts on joint coordinates, and what couples them ---------------------------------------------------------

  subroutine model_add_joint_spring_table(self, name, joint, coordinate, values, forces, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in), contiguous :: values(:), forces(:)
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(values) /= size(forces)) then
      call refuse(self, SWP_WRONG_SIZE, "add_joint_spring_table: values and forces differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_joint_spring_table(self%handle, c_string(name), joint, int(coordinate, c_int32_t), &
        size(values, kind=c_size_t), values, forces, spring), stat)
  end subroutine

  subroutine model_add_joint_damper_table(self, name, joint, coordinate, rates, forces, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in), contiguous :: rates(:), forces(:)
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(rates) /= size(forces)) then
      call refuse(self, SWP_WRONG_SIZE, "add_joint_damper_table: rates and forces differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_joint_damper_table(self%handle, c_string(name), joint, int(coordinate, c_int32_t), &
        size(rates, kind=c_size_t), rates, forces, spring), stat)
  end subroutine

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

  ! upward: does it stop motion to larger values?
  subroutine model_add_joint_stop(self, name, joint, coordinate, limit, upward, stiffness, softness, spring, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(in) :: limit, stiffness, softness
    logical, intent(in) :: upward
    type(swp_spring), intent(out) :: spring
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_joint_stop(self%handle, c_string(name), joint, int(coordinate, c_int32_t), &
        limit, merge(1_c_int32_t, 0_c_int32_t, upward), stiffness, softness, spring), stat)
  end subroutine

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

  ! The sum of factors times coordinates stays what it is, plus function if it is there.
  subroutine model_add_coupling(self, name, joints, coordinates, factors, coupling, function, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint), intent(in), contiguous :: joints(:)
    integer, intent(in) :: coordinates(:)
    real(c_double), intent(in), contiguous :: factors(:)
    type(swp_coupling), intent(out) :: coupling
    type(swp_function), intent(in), optional :: function
    integer, intent(out), optional :: stat
    type(swp_function) :: used

    if (pending(self, stat)) return
    if (size(coordinates) /= size(joints) .or. size(factors) /= size(joints)) then
      call refuse(self, SWP_WRONG_SIZE, "add_coupling: joints, coordinates and factors differ in number", stat)
      return
    end if
    if (present(function)) used = function
    call conclude(self, swp_model_add_coupling(self%handle, c_string(name), size(joints, kind=c_size_t), joints, &
        int(coordinates, c_int32_t), factors, used, coupling), stat)
  end subroutine

  ! Force or torque that a spring, stop, damper, friction or force actuator exerts along its coordinate.
  subroutine sim_joint_action(self, spring, effort, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_spring), intent(in) :: spring
    real(c_double), intent(out) :: effort
    integer, intent(out), optional :: stat

    effort = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_joint_action(self%handle, spring, effort), stat)
  end subroutine

  ! ---- locks --------------------------------------------------------------------------------------------------------

  ! locked: it begins locked, where the reference configuration has it.
  subroutine model_add_lock(self, joint, coordinate, locked, stat)
    class(swp_model), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    logical, intent(in) :: locked
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_lock(self%handle, joint, int(coordinate, c_int32_t), &
        merge(1_c_int32_t, 0_c_int32_t, locked)), stat)
  end subroutine

  ! Locks a coordinate where it is; impulse: that of the lock along it.
  subroutine sim_lock(self, joint, coordinate, impulse, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    real(c_double), intent(out), target :: impulse
    integer, intent(out), optional :: stat

    impulse = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_lock(self%handle, joint, int(coordinate, c_int32_t), at_real(impulse)), stat)
  end subroutine

  subroutine sim_release(self, joint, coordinate, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_release(self%handle, joint, int(coordinate, c_int32_t)), stat)
  end subroutine

  subroutine sim_locked(self, joint, coordinate, locked, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    logical, intent(out) :: locked
    integer, intent(out), optional :: stat
    integer(c_int32_t) :: held

    locked = .false.
    if (pending(self, stat)) return
    held = 0
    call conclude(self, swp_sim_locked(self%handle, joint, int(coordinate, c_int32_t), held), stat)
    locked = held /= 0
  end subroutine

  ! ---- actuators, chains, gears, locks by time ----------------------------------------------------------------------

  ! A function that follows its command with T ds/dt + s = command; start: s, at the command without it.
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

  ! The same of second order; start: s and its rate.
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

  subroutine sim_actuator(self, actuator, motion, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_function), intent(in) :: actuator
    type(swp_actuator_motion), intent(out) :: motion
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_actuator(self%handle, actuator, motion), stat)
  end subroutine

  ! Links from a Denavit-Hartenberg table. Inertias are row-major; a symmetric one is the same either way.
  subroutine model_add_chain(self, name, base, links, nodes, joints, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: base
    type(swp_link), intent(in), contiguous :: links(:)
    type(swp_node), intent(inout), contiguous :: nodes(:)
    type(swp_joint), intent(inout), contiguous :: joints(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(nodes) /= size(links) .or. size(joints) /= size(links)) then
      call refuse(self, SWP_WRONG_SIZE, "add_chain: links, nodes and joints differ in number", stat)
      return
    end if
    call conclude(self, swp_model_add_chain(self%handle, c_string(name), base, size(links, kind=c_size_t), links, nodes, &
        joints), stat)
  end subroutine

  ! How the joints were closed, with assemble in the options.
  subroutine sim_assembly(self, report, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_assembly), intent(out) :: report
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_assembly(self%handle, report), stat)
  end subroutine

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

  subroutine model_add_bevel_gears(self, name, one, two, teeth_one, teeth_two, gears, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_joint_coordinate), intent(in) :: one, two
    real(c_double), intent(in) :: teeth_one, teeth_two
    type(swp_coupling), intent(out) :: gears
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_bevel_gears(self%handle, c_string(name), one, two, teeth_one, teeth_two, gears), stat)
  end subroutine

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

  ! Force or torque of a coupling along one of its coordinates; the first one is 0.
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

  ! Locks or releases at the end of the first step that ends at or behind a time.
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

  subroutine sim_lock_state(self, joint, coordinate, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_joint), intent(in) :: joint
    integer, intent(in) :: coordinate
    type(swp_lock_state), intent(out) :: state
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_lock_state(self%handle, joint, int(coordinate, c_int32_t), state), stat)
  end subroutine

  ! ---- springs between nodes ----------------------------------------------------------------------------------------

  ! Points in node axes, the nodes themselves without them; tension stiffness (distance - length) + damping rate + preload.
  subroutine model_add_line_spring(self, name, a, b, stiffness, length, damping, preload, spring, point_a, point_b, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in) :: a, b
    real(c_double), intent(in) :: stiffness, length, damping, preload
    type(swp_line_spring), intent(out) :: spring
    real(c_double), intent(in), optional, target :: point_a(3), point_b(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_line_spring(self%handle, c_string(name), a, at_reals(point_a), b, &
        at_reals(point_b), stiffness, length, &
        damping, preload, spring), stat)
  end subroutine

  ! stiffness and damping are symmetric: their order does not matter.
  subroutine model_add_bushing(self, name, a, b, stiffness, bushing, damping, preload, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_attachment), intent(in) :: a, b
    real(c_double), intent(in) :: stiffness(6, 6)
    type(swp_bushing), intent(out) :: bushing
    real(c_double), intent(in), optional, target :: damping(6, 6), preload(6)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_bushing(self%handle, c_string(name), a, b, stiffness, at_matrix(damping), &
        at_reals(preload), bushing), &
        stat)
  end subroutine

  ! Length, rate and tension of a spring between two points.
  subroutine sim_line_spring(self, spring, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_line_spring), intent(in) :: spring
    type(swp_line_spring_state), intent(out) :: state
    integer, intent(out), optional :: stat
    real(c_double) :: nan

    nan = not_a_number()
    state = swp_line_spring_state(nan, nan, nan)
    if (pending(self, stat)) return
    call conclude(self, swp_sim_line_spring(self%handle, spring, state), stat)
  end subroutine

  ! Strains and forces of a bushing.
  subroutine sim_bushing(self, bushing, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_bushing), intent(in) :: bushing
    type(swp_bushing_state), intent(out) :: state
    integer, intent(out), optional :: stat
    real(c_double) :: nan

    nan = not_a_number()
    state = swp_bushing_state(nan, nan, nan, nan, nan)
    if (pending(self, stat)) return
    call conclude(self, swp_sim_bushing(self%handle, bushing, state), stat)
  end subroutine

  ! ---- conditions on velocities -------------------------------------------------------------------------------------

  ! A thin disc, centre and unit axis in node axes, that rolls without slip on the plane through point with this unit normal.
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

  ! length: that over which the row changes with position.
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

  ! Where a rolling disc or a knife edge touches, the force on its node there, and the slip.
  subroutine sim_contact(self, contact, state, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_contact), intent(in) :: contact
    type(swp_contact_state), intent(out) :: state
    integer, intent(out), optional :: stat
    real(c_double) :: nan

    nan = not_a_number()
    state = swp_contact_state(nan, nan, nan, nan, nan)
    if (pending(self, stat)) return
    call conclude(self, swp_sim_contact(self%handle, contact, state), stat)
  end subroutine

  ! Multiplier of a condition of the host's.
  subroutine sim_pfaffian(self, pfaffian, multiplier, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_pfaffian), intent(in) :: pfaffian
    real(c_double), intent(out) :: multiplier
    integer, intent(out), optional :: stat

    multiplier = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_pfaffian(self%handle, pfaffian, multiplier), stat)
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

  ! ---- elements and conditions of the host --------------------------------------------------------------------------

  ! Over nodes, and over joint coordinates: joints(k) and coordinates(k) are one. Either may have no elements.
  subroutine model_add_host_element(self, name, nodes, joints, coordinates, callback, options, element, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_node), intent(in), contiguous :: nodes(:)
    type(swp_joint), intent(in), contiguous :: joints(:)
    integer(c_int32_t), intent(in), contiguous :: coordinates(:)
    procedure(swp_host_element_callback) :: callback
    type(swp_host_element_options), intent(in) :: options
    type(swp_host_element), intent(out) :: element
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(joints) /= size(coordinates)) then
      call refuse(self, SWP_WRONG_SIZE, "joints and coordinates differ in number, or count is negative", stat)
      return
    end if
    call conclude(self, swp_model_add_host_element(self%handle, c_string(name), size(nodes, kind=c_size_t), nodes, &
        size(joints, kind=c_size_t), joints, coordinates, c_funloc(callback), given(user), options, element), stat)
  end subroutine

  ! count conditions; length: that over which their gradient changes with position.
  subroutine model_add_host_condition(self, name, count, nodes, joints, coordinates, callback, gives_curvature, length, &
      condition, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: count
    type(swp_node), intent(in), contiguous :: nodes(:)
    type(swp_joint), intent(in), contiguous :: joints(:)
    integer(c_int32_t), intent(in), contiguous :: coordinates(:)
    procedure(swp_host_condition_callback) :: callback
    logical, intent(in) :: gives_curvature
    real(c_double), intent(in) :: length
    type(swp_host_condition), intent(out) :: condition
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(joints) /= size(coordinates) .or. count < 0) then
      call refuse(self, SWP_WRONG_SIZE, "joints and coordinates differ in number, or count is negative", stat)
      return
    end if
    call conclude(self, swp_model_add_host_condition(self%handle, c_string(name), int(count, c_size_t), &
        size(nodes, kind=c_size_t), nodes, size(joints, kind=c_size_t), joints, coordinates, c_funloc(callback), &
        given(user), merge(1_c_int32_t, 0_c_int32_t, gives_curvature), length, condition), stat)
  end subroutine

  ! Tangents against differences, in configurations within spread [m, rad] of the reference.
  subroutine model_check_host_element(self, element, spread, check, stat)
    class(swp_model), intent(inout) :: self
    type(swp_host_element), intent(in) :: element
    real(c_double), intent(in) :: spread
    type(swp_host_check), intent(out) :: check
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_check_host_element(self%handle, element, spread, check), stat)
  end subroutine

  subroutine model_check_host_condition(self, condition, spread, check, stat)
    class(swp_model), intent(inout) :: self
    type(swp_host_condition), intent(in) :: condition
    real(c_double), intent(in) :: spread
    type(swp_host_check), intent(out) :: check
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_check_host_condition(self%handle, condition, spread, check), stat)
  end subroutine

  ! Multipliers of conditions of the host's, one each.
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

  ! ---- beams --------------------------------------------------------------------------------------------------------

  ! stiffness(i, j) and mass(i, j) are row i, column j.
  subroutine model_add_section(self, name, convention, stiffness, mass, section, damping, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: convention
    real(c_double), intent(in) :: stiffness(6, 6), mass(6, 6)
    type(swp_section), intent(out) :: section
    real(c_double), intent(in), optional :: damping
    integer, intent(out), optional :: stat
    real(c_double) :: of_stress_rate

    if (pending(self, stat)) return
    of_stress_rate = 0
    if (present(damping)) of_stress_rate = damping
    call conclude(self, swp_model_add_section(self%handle, c_string(name), int(convention, c_int32_t), &
        reshape(transpose(stiffness), [36]), reshape(transpose(mass), [36]), of_stress_rate, section), stat)
  end subroutine

  subroutine model_add_engineering_section(self, name, constants, section, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_engineering), intent(in) :: constants
    type(swp_section), intent(out) :: section
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_add_engineering_section(self%handle, c_string(name), constants, section), stat)
  end subroutine

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

  subroutine model_find_beam(self, name, beam, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_beam), intent(out) :: beam
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_beam(self%handle, c_string(name), beam), stat)
  end subroutine

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

  ! Nodes count from 0, the root, as in swashplate.h.
  subroutine model_beam_node(self, beam, index, node, stat)
    class(swp_model), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    integer, intent(in) :: index
    type(swp_node), intent(out) :: node
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_beam_node(self%handle, beam, int(index, c_size_t), node), stat)
  end subroutine

  ! Damps the lowest modes of a beam, clamped at its first node, with these ratios of critical damping.
  subroutine model_damp_beam_modes(self, beam, ratios, stat)
    class(swp_model), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    real(c_double), intent(in), contiguous :: ratios(:)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_damp_beam_modes(self%handle, beam, size(ratios, kind=c_size_t), ratios), stat)
  end subroutine

  subroutine model_beam_length(self, beam, length, stat)
    class(swp_model), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    real(c_double), intent(out) :: length
    integer, intent(out), optional :: stat

    length = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_model_beam_length(self%handle, beam, length), stat)
  end subroutine

  ! The array is allocated here.
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

  ! Elements, and smoothed section values that were replaced.
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

  ! forces [N/m] and moments [N.m/m] have the shape (3, number of places).
  subroutine model_add_distributed_load(self, name, beam, frame, places, forces, function, moments, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    type(swp_beam), intent(in) :: beam
    integer, intent(in) :: frame
    real(c_double), intent(in), contiguous :: places(:), forces(:, :)
    type(swp_function), intent(in) :: function
    real(c_double), intent(in), optional, contiguous, target :: moments(:, :)
    integer, intent(out), optional :: stat
    logical :: fits

    if (pending(self, stat)) return
    fits = all(shape(forces) == [3, size(places)])
    if (present(moments)) fits = fits .and. all(shape(moments) == [3, size(places)])
    if (.not. fits) then
      call refuse(self, SWP_WRONG_SIZE, "add_distributed_load: the shape must be (3, number of places)", stat)
      return
    end if
    call conclude(self, swp_model_add_distributed_load(self%handle, c_string(name), beam, int(frame, c_int32_t), &
        size(places, kind=c_size_t), places, forces, at_matrix(moments), function), stat)
  end subroutine

  ! offsets have the shape (3, number of places).
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
      if (any(shape(offsets) /= [3, size(places)])) then
        call refuse(self, SWP_WRONG_SIZE, "add_stations: offsets must have the shape (3, number of places)", stat)
        return
      end if
    end if
    call conclude(self, swp_model_add_stations(self%handle, c_string(name), beam, int(frame, c_int32_t), &
        size(places, kind=c_size_t), places, at_matrix(offsets), stations), stat)
  end subroutine

  ! loads at the start have the shape (6, number of stations): force and moment.
  subroutine model_set_station_loads(self, stations, loads, stat)
    class(swp_model), intent(inout) :: self
    type(swp_stations), intent(in) :: stations
    real(c_double), intent(in), contiguous :: loads(:, :)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(loads, 1) /= 6) then
      call refuse(self, SWP_WRONG_SIZE, "set_station_loads: the shape must be (6, number of stations)", stat)
      return
    end if
    call conclude(self, swp_model_set_station_loads(self%handle, stations, loads, size(loads, 2, kind=c_size_t)), stat)
  end subroutine

  ! loads have the shape (6, number of stations): force and moment.
  subroutine sim_set_station_loads(self, stations, loads, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_stations), intent(in) :: stations
    real(c_double), intent(in), contiguous :: loads(:, :)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    if (size(loads, 1) /= 6) then
      call refuse(self, SWP_WRONG_SIZE, "set_station_loads: the shape must be (6, number of stations)", stat)
      return
    end if
    call conclude(self, swp_sim_set_station_loads(self%handle, stations, loads, size(loads, 2, kind=c_size_t)), stat)
  end subroutine

  subroutine sim_station_motions(self, stations, motions, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_stations), intent(in) :: stations
    type(swp_motion), intent(out), contiguous :: motions(:)
    integer, intent(out), optional :: stat

    motions = no_motion()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_station_motions(self%handle, stations, motions, size(motions, kind=c_size_t)), stat)
  end subroutine

  subroutine sim_section_force(self, beam, place, axes, force, strain, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_beam), intent(in) :: beam
    real(c_double), intent(in) :: place
    integer, intent(in) :: axes
    real(c_double), intent(out) :: force(6)
    real(c_double), intent(out), optional, target :: strain(6)
    integer, intent(out), optional :: stat

    force = not_a_number()
    if (present(strain)) strain = not_a_number()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_section_force(self%handle, beam, place, int(axes, c_int32_t), at_reals(strain), force), stat)
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

  subroutine sim_solve_rotating(self, omega, about, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: omega(3)
    real(c_double), intent(in), optional, target :: about(3)
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_solve_rotating(self%handle, omega, at_reals(about)), stat)
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

  ! ---- statics: report, paths of equilibria ----

  ! Without `input`, all loads and gravity grow by one factor.
  subroutine sim_go_to_load(self, factor, input, options, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: factor
    type(swp_function), intent(in), optional, target :: input
    type(swp_path_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_go_to_load(self%handle, at_function(input), factor, at_path_options(options)), stat)
  end subroutine

  subroutine sim_trace_path(self, to, input, options, stat)
    class(swp_sim), intent(inout) :: self
    real(c_double), intent(in) :: to
    type(swp_function), intent(in), optional, target :: input
    type(swp_path_options), intent(in), optional, target :: options
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_trace_path(self%handle, at_function(input), to, at_path_options(options)), stat)
  end subroutine

  subroutine sim_path_count(self, count, stat)
    class(swp_sim), intent(inout) :: self
    integer(c_size_t), intent(out) :: count
    integer, intent(out), optional :: stat

    count = 0
    if (pending(self, stat)) return
    call conclude(self, swp_sim_path_count(self%handle, count), stat)
  end subroutine

  ! Points are counted from 0, as in C.
  subroutine sim_path_point(self, point, found, stat)
    class(swp_sim), intent(inout) :: self
    integer(c_size_t), intent(in) :: point
    type(swp_path_point), intent(out) :: found
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_path_point(self%handle, point, found), stat)
  end subroutine

  subroutine sim_visit_path(self, point, stat)
    class(swp_sim), intent(inout) :: self
    integer(c_size_t), intent(in) :: point
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_visit_path(self%handle, point), stat)
  end subroutine

  ! Most load steps, cuts and steps of relaxation of a search for an equilibrium.
  subroutine sim_set_load_step_limit(self, most, stat)
    class(swp_sim), intent(inout) :: self
    integer(c_size_t), intent(in) :: most
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_set_load_step_limit(self%handle, most), stat)
  end subroutine

  subroutine sim_statics_report(self, report, stat)
    class(swp_sim), intent(inout) :: self
    type(swp_statics_report), intent(out) :: report
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_statics_report(self%handle, report), stat)
  end subroutine

  ! ---- multipliers and snapshots ------------------------------------------------------------------------------------

  ! All multipliers of a joint; the array is allocated here.
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

  ! A snapshot that the second object held before is freed.
  subroutine sim_save(self, snapshot, stat)
    class(swp_sim), intent(inout) :: self
    class(swp_snapshot), intent(inout) :: snapshot
    integer, intent(out), optional :: stat

    call snapshot%free()
    if (pending(self, stat)) return
    call conclude(self, swp_sim_save(self%handle, snapshot%handle), stat)
  end subroutine

  subroutine sim_restore(self, snapshot, stat)
    class(swp_sim), intent(inout) :: self
    class(swp_snapshot), intent(in) :: snapshot
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_restore(self%handle, snapshot%handle), stat)
  end subroutine

  subroutine snapshot_free(self)
    class(swp_snapshot), intent(inout) :: self

    call swp_snapshot_free(self%handle)
    self%handle = c_null_ptr
    call self%clear_error()
  end subroutine

  ! The state as bytes, for a restart file; the array is allocated here.
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

  ! From bytes written by to_bytes; a snapshot that this object held before is freed.
  subroutine snapshot_from_bytes(self, bytes, stat)
    class(swp_snapshot), intent(inout) :: self
    integer(c_int8_t), intent(in), contiguous :: bytes(:)
    integer, intent(out), optional :: stat

    call self%free()
    call conclude(self, swp_snapshot_from_bytes(bytes, size(bytes, kind=c_size_t), self%handle), stat)
  end subroutine

  ! ---- model files and case files -----------------------------------------------------------------------------------

  subroutine model_write(self, path, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_write(self%handle, c_string(path)), stat)
  end subroutine

  ! The text that write would write.
  subroutine model_to_text(self, text, stat)
    class(swp_model), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    call ask_text(self, swp_model_to_text, text, stat)
  end subroutine

  ! Into an empty model; callbacks that the file names are bound before.
  subroutine model_read(self, path, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_read(self%handle, c_string(path)), stat)
  end subroutine

  subroutine model_from_text(self, text, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: text
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_from_text(self%handle, c_string(text)), stat)
  end subroutine

  subroutine model_name_function(self, function, name, stat)
    class(swp_model), intent(inout) :: self
    type(swp_function), intent(in) :: function
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_name_function(self%handle, function, c_string(name)), stat)
  end subroutine

  subroutine model_bind_function(self, name, callback, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    procedure(swp_function_callback) :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_bind_function(self%handle, c_string(name), c_funloc(callback), given(user)), stat)
  end subroutine

  subroutine model_bind_pfaffian(self, name, callback, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    procedure(swp_pfaffian_callback) :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_bind_pfaffian(self%handle, c_string(name), c_funloc(callback), given(user)), stat)
  end subroutine

  subroutine model_bind_host_element(self, name, callback, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    procedure(swp_host_element_callback) :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_bind_host_element(self%handle, c_string(name), c_funloc(callback), &
        given(user)), stat)
  end subroutine

  subroutine model_bind_host_condition(self, name, callback, user, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: name
    procedure(swp_host_condition_callback) :: callback
    type(c_ptr), intent(in), optional :: user
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_bind_host_condition(self%handle, c_string(name), c_funloc(callback), &
        given(user)), stat)
  end subroutine

  ! id: the component of that name of swp_node, swp_joint and so on.
  subroutine model_find_id(self, kind, name, id, stat)
    class(swp_model), intent(inout) :: self
    character(*), intent(in) :: kind, name
    integer(c_int32_t), intent(inout) :: id
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_model_find_id(self%handle, c_string(kind), c_string(name), id), stat)
  end subroutine

  subroutine sim_write_case(self, path, stat)
    class(swp_sim), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_write_case(self%handle, c_string(path)), stat)
  end subroutine

  ! The text that write_case would write.
  subroutine sim_case_text(self, text, stat)
    class(swp_sim), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    call ask_text(self, swp_sim_case_text, text, stat)
  end subroutine

  ! Text of the call that repeat would make again; empty if there is none.
  subroutine sim_failure(self, text, stat)
    class(swp_sim), intent(inout) :: self
    character(:), allocatable, intent(out) :: text
    integer, intent(out), optional :: stat

    text = ""
    if (pending(self, stat)) return
    call ask_text(self, swp_sim_failure, text, stat)
  end subroutine

  ! Makes the call that failed last again.
  subroutine sim_repeat(self, stat)
    class(swp_sim), intent(inout) :: self
    integer, intent(out), optional :: stat

    if (pending(self, stat)) return
    call conclude(self, swp_sim_repeat(self%handle), stat)
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

  ! Keeps the outcome of reading a case; the text of a failure is the model's.
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

  ! For start_joint: NaN leaves the value or rate as it is.
  pure real(c_double) function or_leave(value)
    real(c_double), intent(in), optional :: value

    or_leave = not_a_number()
    if (present(value)) or_leave = value
  end function

  pure type(swp_motion) function no_motion()
    real(c_double) :: nan

    nan = not_a_number()
    no_motion = swp_motion(nan, nan, nan, nan, nan, nan)
  end function

  pure type(swp_audit) function no_audit()
    real(c_double) :: nan

    nan = not_a_number()
    no_audit = swp_audit(nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan)
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

  function at_function(x) result(address)
    type(swp_function), intent(in), optional, target :: x
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

  function at_sim_options(x) result(address)
    type(swp_sim_options), intent(in), optional, target :: x
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

  function at_beam_options(x) result(address)
    type(swp_beam_options), intent(in), optional, target :: x
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

end module
