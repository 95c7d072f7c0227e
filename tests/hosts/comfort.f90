! Layer 2 of swashplate.f90 beyond errors.f90: what may be absent, what is allocated, shapes that must fit, logicals. References are
! closed forms.
program comfort
  use swashplate
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  implicit none

  real(c_double), parameter :: origin(3) = 0, x(3) = [1d0, 0d0, 0d0]
  real(c_double), parameter :: inertia(9) = [0.1d0, 0d0, 0d0, 0d0, 0.1d0, 0d0, 0d0, 0d0, 0.1d0]
  integer :: wrong

  wrong = 0
  call joints_and_springs()
  call beams()
  if (wrong > 0) error stop 1

contains

  ! Two wheels about z, geared, with a lock; a spring between their nodes.
  subroutine joints_and_springs()
    type(swp_model) :: model
    type(swp_sim) :: sim
    type(swp_node) :: ground, one, two
    type(swp_body) :: body
    type(swp_attachment) :: a, b
    type(swp_joint) :: left, right
    type(swp_coupling) :: gears
    type(swp_function) :: table
    type(swp_line_spring) :: spring
    type(swp_line_spring_state) :: state
    type(swp_bushing) :: bushing
    type(swp_step_control) :: control
    real(c_double) :: stiffness(6, 6), value, rate, impulse, t, short(8), matrix(9)
    character(:), allocatable :: text
    logical :: locked
    integer :: ierr, k

    call model%create()
    call model%add_ground("ground", origin, ground)
    call model%add_node("one", origin, one)
    call model%add_node("two", 3*x, two)
    call model%add_rigid_body("one", one, 1d0, origin, inertia, body)
    call model%add_rigid_body("two", two, 1d0, origin, inertia, body)
    call model%attach(ground, origin, a)
    call model%attach(one, origin, b)
    call model%add_revolute("left", a, b, left)
    call model%attach(ground, 3*x, a)
    call model%attach(two, 3*x, b)
    call model%add_revolute("right", a, b, right)
    call model%add_coupling("gears", [left, right], [0, 0], [1d0, -1d0], gears)
    call model%add_lock(left, 0, .false.)
    call model%start_joint(left, 0, rate=2d0)
    call model%add_table([0d0, 1d0], [0d0, 1d0], table)
    call model%add_line_spring("spring", one, two, 10d0, 2d0, 0d0, 1d0, spring)
    call model%to_text(text)
    call expect(index(text, '"linear"') > 0, "a table without interpolation is linear")

    call model%add_table([0d0, 1d0], [1d0], table, stat=ierr)
    call expect(ierr == SWP_WRONG_SIZE, "times and values have one number")
    call expect(index(model%message, "times and values") > 0, "and the message says so")
    call model%add_coupling("other", [left, right], [0, 0], [1d0], gears, stat=ierr)
    call expect(ierr == SWP_WRONG_SIZE .and. gears%id == 0, "joints and factors too")
    stiffness = 0
    do k = 1, 6
      stiffness(k, k) = 1
    end do
    stiffness(1, 2) = 0.5d0
    call model%add_bushing("bushing", a, b, stiffness, bushing, stat=ierr)
    call expect(ierr == SWP_INVALID_ARGUMENT, "a stiffness that is not symmetric is refused")
    call expect(.not. model%failed(), "the model is built")

    call sim%create(model)
    call sim%joint_coordinate(left, 0, value, rate)
    call expect(abs(value) < 1d-12 .and. abs(rate - 2) < 1d-12, "the rate of the start, and no value")
    call sim%joint_coordinate(right, 0, value, rate)
    call expect(abs(rate - 2) < 1d-12, "the gears turn alike")
    call sim%line_spring(spring, state)
    call expect(abs(state%length - 3) < 1d-12 .and. abs(state%force - 11) < 1d-12, "between the nodes themselves")
    call sim%rotation_matrix(one, matrix)
    call expect(maxval(abs(matrix - [1d0, 0d0, 0d0, 0d0, 1d0, 0d0, 0d0, 0d0, 1d0])) < 1d-12, "no rotation")
    call sim%rotation_matrix(one, short, stat=ierr)
    call expect(ierr == SWP_WRONG_SIZE .and. all(ieee_is_nan(short)), "nine numbers are needed")
    call sim%set_input_rule(int(SWP_INPUT_LINEAR))

    control = swp_default_step_control()
    control%largest = 1d-2
    call sim%advance_controlled(0.1d0)
    call sim%advance_controlled(0.2d0, control)
    call sim%time(t)
    call expect(abs(t - 0.2d0) < 1d-15, "with and without control")
    call sim%locked(left, 0, locked)
    call expect(.not. locked, "free")
    call sim%lock(left, 0, impulse)
    ! both wheels are stopped through the gears: twice the inertia times the rate
    call expect(abs(impulse + 2*0.1d0*2) < 1d-9, "the impulse of the lock")
    call sim%locked(left, 0, locked)
    call expect(locked, "locked")
    call sim%release(left, 0)
    call sim%lock(left, 0)
    call sim%scheme_name(text)
    call expect(len(text) > 0, "a scheme has a name")
    call expect(.not. sim%failed(), "and all of it works")
    call sim%free()
    call model%free()
  end subroutine

  ! A rod pulled at its tip.
  subroutine beams()
    type(swp_model) :: model, copy
    type(swp_sim) :: sim
    type(swp_section) :: section
    type(swp_beam) :: beam
    type(swp_node) :: ground, node
    type(swp_attachment) :: a, b
    type(swp_joint) :: clamp
    type(swp_function) :: one
    type(swp_load) :: load
    type(swp_stations) :: stations
    type(swp_diagnosis_numbers) :: numbers
    real(c_double) :: stiffness(6, 6), mass(6, 6), force(6), strain(6), length
    real(c_double), allocatable :: mesh(:), multipliers(:)
    character(:), allocatable :: text, again
    integer :: k, nodes, ierr
    integer(c_int32_t) :: id

    stiffness = 0
    mass = 0
    do k = 1, 6
      stiffness(k, k) = 1d6
    end do
    do k = 1, 3
      mass(k, k) = 2
    end do
    mass(4, 4) = 0.02d0
    mass(5, 5) = 0.01d0
    mass(6, 6) = 0.01d0
    call model%create()
    call model%add_section("rod", int(SWP_CONVENTION_EPPLE), stiffness, mass, section)
    call model%add_beam("rod", reshape([origin, 2*x], [3, 2]), [section], beam)
    call model%beam_length(beam, length)
    call expect(abs(length - 2) < 1d-12, "the length of the beam")
    call model%beam_mesh(beam, mesh)
    call expect(size(mesh) == 9, "eight elements")
    call model%beam_report(beam, text)
    call expect(len(text) > 0, "how it was built")
    call model%beam_node_count(beam, nodes)
    call model%beam_node(beam, nodes - 1, node)
    call model%add_constant(1d0, one)
    call model%add_force("pull", node, int(SWP_DEAD), 100*x, one, load)
    call model%add_ground("ground", origin, ground)
    call model%beam_node(beam, 0, node)
    call model%attach(ground, origin, a)
    call model%attach(node, origin, b)
    call model%add_rigid_connection("clamp", a, b, clamp)
    call model%add_stations("stations", beam, int(SWP_DEAD), [1d0, 2d0], stations, offsets=reshape([origin, origin], [3, 2]))
    call model%add_stations("others", beam, int(SWP_DEAD), [1d0, 2d0], stations, offsets=reshape(origin, [3, 1]), stat=ierr)
    call expect(ierr == SWP_WRONG_SIZE .and. stations%id == 0, "an offset for each place")
    call model%find_id("stations", "stations", id)
    stations%id = id
    call model%set_station_loads(stations, reshape([(0d0, k=1, 10)], [5, 2]), stat=ierr)
    call expect(ierr == SWP_WRONG_SIZE, "six numbers a station")
    call model%diagnose(1d-3, numbers, text)
    call expect(numbers%errors == 0, "nothing is wrong with it")

    call sim%create(model)
    call sim%solve_static()
    call sim%section_force(beam, 1d0, int(SWP_AXES_SECTION), force)
    call expect(abs(force(1) - 100) < 1d-6, "the force in the rod")
    call sim%section_force(beam, 1d0, int(SWP_AXES_SECTION), force, strain)
    call expect(abs(strain(1) - 1d-4) < 1d-12, "its strain, force over stiffness")
    call sim%joint_multipliers(clamp, multipliers)
    call expect(size(multipliers) == 6, "a rigid connection has six multipliers")

    call model%to_text(text)
    call copy%create()
    call copy%from_text(text)
    call copy%to_text(again)
    call expect(text == again .and. len(text) > 500, "a model goes through its text")
    call expect(.not. (model%failed() .or. sim%failed() .or. copy%failed()), "and all of it works")
    call sim%free()
    call copy%free()
    call model%free()
  end subroutine

  subroutine expect(condition, claim)
    logical, intent(in) :: condition
    character(*), intent(in) :: claim

    if (condition) return
    print '(2a)', "not so: ", claim
    wrong = wrong + 1
  end subroutine

end program
