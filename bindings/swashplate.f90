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

  !@ constants

  ! ---- derived types of swashplate.h --------------------------------------------------------------------------------
  ! Ids of 0 are never valid. Structs with a member `size` are obtained from swp_default_...() or swp_no_engineering().
  !
  ! What a procedure of the host's sees and fills, swp_host_view, swp_host_forces, swp_host_values, are addresses: c_f_pointer
  ! makes arrays of them, poses(7, nodes), velocities(6, nodes), accelerations(6, nodes), coordinate_motions(3, coordinates),
  ! force(n), value(m), rate(m), multipliers(m), where n = 6*nodes + coordinates. C reads matrices by rows, so that
  ! by_position(j, i) in Fortran is how number i changes with unknown j; gradient(n, m), curvature(n, n) alike. An address is
  ! null where the library does not want what is behind it.

  !@ types

  ! ---- procedures the host gives to the library ---------------------------------------------------------------------
  ! A procedure given to the library must be a module procedure or external, not an internal one, and must return:
  ! `stop` inside ends the program. A result other than 0 is a failure; from swp_progress_callback it cancels.

  abstract interface
    !@ callbacks
  end interface

  ! ---- layer 1: the functions of swashplate.h -----------------------------------------------------------------------

  interface
    !@ interfaces
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
    !@ bindings swp_model
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
    !@ bindings swp_sim
  end type

  ! A saved state of a simulation.
  type, extends(swp_handle) :: swp_snapshot
  contains
    procedure :: free => snapshot_free
    procedure :: from_bytes => snapshot_from_bytes
    !@ bindings swp_snapshot
  end type

  ! The address of what may be absent, NULL if it is; what a result is after a failure.
  private :: at_real, at_reals, at_matrix, at_cube, at_flag
  !@ helpers_private

contains

  ! ---- without a handle ---------------------------------------------------------------------------------------------

  !@ defaults

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

  !@ helpers

  ! ---- procedures of one call ---------------------------------------------------------------------------------------

  !@ procedures swp_model

  !@ procedures swp_sim

  !@ procedures swp_snapshot

end module
