! The model of agree.c through swashplate.f90.
module ramps
  use swashplate
  implicit none

contains

  function ramp(t, out, user) bind(c) result(status)
    real(c_double), value :: t
    real(c_double), intent(out) :: out(3)
    type(c_ptr), value :: user
    integer(c_int32_t) :: status
    real(c_double), pointer :: scale

    call c_f_pointer(user, scale)
    out = [scale*t, scale, 0d0]
    status = 0
  end function

  ! The event: at 0.44 s.
  function late(t, value, user) bind(c) result(status)
    real(c_double), value :: t
    real(c_double), intent(out) :: value
    type(c_ptr), value :: user
    integer(c_int32_t) :: status

    value = t - 0.44d0
    status = merge(1_c_int32_t, 0_c_int32_t, c_associated(user))
  end function

  ! Half a radian a second about z.
  function turning(t, nodes, positions, row, b, user) bind(c) result(status)
    real(c_double), value :: t
    integer(c_size_t), value :: nodes
    real(c_double), intent(in) :: positions(7, *)
    real(c_double), intent(inout) :: row(6, *)
    real(c_double), intent(inout) :: b
    type(c_ptr), value :: user
    integer(c_int32_t) :: status

    row(6, 1) = 1
    b = -0.5d0
    status = merge(1_c_int32_t, 0_c_int32_t, c_associated(user) .or. nodes /= 1 .or. t < -1 .or. positions(4, 1) > 2)
  end function

end module

program agree
  use swashplate
  use ramps
  implicit none

  real(c_double), parameter :: z_to_y(4) = [0.7071067811865476d0, -0.7071067811865476d0, 0d0, 0d0]
  real(c_double), parameter :: z_to_x(4) = [0.7071067811865476d0, 0d0, 0.7071067811865476d0, 0d0]
  real(c_double), parameter :: origin(3) = 0
  real(c_double), target :: scale = 0.25d0

  type(swp_model) :: m
  type(swp_sim) :: sim
  type(swp_snapshot) :: saved
  type(swp_sim_options) :: options
  type(swp_node) :: ground, shaft, arm, slider, bob
  type(swp_body) :: body
  type(swp_joint) :: bearing, flap, slide, hook
  type(swp_step_audit) :: last
  type(swp_step_control) :: control
  type(swp_sim_counters) :: counters
  type(swp_node) :: disc, sledge
  type(swp_contact) :: rim, edge
  type(swp_contact_state) :: touch
  type(swp_pfaffian) :: turn
  logical :: happened
  type(swp_attachment) :: a, b
  type(swp_function) :: motion(2), both, table, polynomial, wave(2), product, input
  type(swp_spring) :: spring
  type(swp_load) :: load
  type(swp_motion) :: motions(5)
  type(swp_audit) :: audit
  type(swp_newton_report) :: report
  real(c_double) :: force(3), moment(3), matrix(9), vector(3), value, rate
  real(c_double), allocatable :: multipliers(:)
  type(swp_engineering) :: constants
  type(swp_section) :: section
  type(swp_beam) :: wing
  type(swp_node) :: root, inner
  type(swp_joint) :: clamp
  type(swp_function) :: one
  real(c_double) :: mesh(7)
  integer :: i, nodes, joints

  if (.not. swp_version_fits()) error stop "version"
  call m%create()
  call m%set_gravity([0d0, 0d0, -9.81d0])

  call m%add_ground("ground", origin, ground)
  call m%add_node("shaft", [0d0, 0d0, 0.5d0], shaft)
  call m%add_node("arm", [0.6d0, 0d0, 1d0], arm)
  call m%add_node("slider", [0.8d0, 0d0, 1d0], slider)
  call m%add_node("bob", [1.1d0, 0d0, 0.7d0], bob)
  call m%add_rigid_body("shaft", shaft, 2d0, origin, [0.05d0, 0d0, 0d0, 0d0, 0.05d0, 0d0, 0d0, 0d0, 0.02d0], body)
  call m%add_rigid_body("arm", arm, 1.5d0, [0.01d0, 0d0, 0d0], &
                        [0.002d0, 0.001d0, 0d0, 0.001d0, 0.1d0, 0d0, 0d0, 0d0, 0.1d0], body)
  call m%add_rigid_body("slider", slider, 0.3d0, origin, [1d-3, 0d0, 0d0, 0d0, 1d-3, 0d0, 0d0, 0d0, 1d-3], body)
  call m%add_rigid_body("bob", bob, 0.4d0, origin, [4d-3, 0d0, 0d0, 0d0, 4d-3, 0d0, 0d0, 0d0, 1d-3], body)
  call m%add_point_mass("weight", bob, 0.1d0, body, offset=[0d0, 0.02d0, -0.1d0])

  call m%attach(ground, origin, a)
  call m%attach(shaft, origin, b)
  call m%add_revolute("bearing", a, b, bearing)
  call m%attach(shaft, [0.1d0, 0d0, 1d0], a, orientation=z_to_y)
  call m%attach(arm, [0.1d0, 0d0, 1d0], b, orientation=z_to_y)
  call m%add_revolute("flap", a, b, flap)
  call m%attach(arm, [0.8d0, 0d0, 1d0], a, orientation=z_to_x)
  call m%attach(slider, [0.8d0, 0d0, 1d0], b, orientation=z_to_x)
  call m%add_prismatic("slide", a, b, slide)
  call m%attach(arm, [1.1d0, 0d0, 1d0], a)
  call m%attach(bob, [1.1d0, 0d0, 1d0], b)
  call m%add_universal("hook", a, b, hook)

  call m%add_one_minus_cosine(2d0, 0d0, 0.5d0, .true., motion(1))
  call m%add_harmonic(0.05d0, 12d0, 0d0, motion(2))
  call m%add_sum(motion, both)
  call m%drive_joint(bearing, 0, both)
  call m%add_joint_spring("flap spring", flap, 0, 60d0, 0.5d0, 0d0, spring)
  call m%add_joint_spring("slide spring", slide, 0, 200d0, 1d0, 0.01d0, spring)
  call m%add_table([0d0, 0.1d0, 0.3d0, 1d0], [0d0, 1d0, -0.5d0, 0d0], table, interpolation=SWP_INTERPOLATE_CUBIC)
  call m%add_force("push", arm, SWP_FOLLOWER, [0d0, 0d0, 2d0], table, load, offset=[0.5d0, 0d0, 0d0])
  call m%add_callback(ramp, polynomial, user=c_loc(scale))
  call m%add_constant(3d0, wave(1))
  call m%add_harmonic(1d0, 7d0, 0.5d0, wave(2))
  call m%add_product(wave, product)
  call m%add_moment("twist", bob, SWP_DEAD, [0.01d0, 0d0, 0.02d0], product, load)
  call m%add_force("pull", bob, SWP_DEAD, [0d0, 1d0, 0d0], polynomial, load)
  call m%add_input("host force", 0.1d0, input)
  call m%add_force("host", slider, SWP_DEAD, [0d0, 0d0, 1d0], input, load)
  call m%start_joint(slide, 0, value=0.02d0, rate=-0.1d0)

  options = swp_default_options()
  options%rho_infinity = 0.8d0
  call sim%create(m, options)

  do i = 1, 100
    call sim%set_input(input, 0.001d0*i)
    call sim%step(2d-3)
  end do
  call sim%begin(1d-3)
  call sim%iterate()
  call sim%set_input(input, 0.5d0)
  call sim%iterate()
  call sim%accept()
  call sim%save(saved)
  call sim%advance(0.3d0, 2d-3)
  call sim%restore(saved)
  call sim%advance(0.4d0, 2d-3)

  print '(a, 5(1x, i0))', "sizes", c_sizeof(a), c_sizeof(motions(1)), c_sizeof(options), c_sizeof(audit), &
    c_sizeof(report)
  call m%node_count(nodes)
  call m%joint_count(joints)
  print '(a, 2(1x, i0))', "counts", nodes, joints
  call sim%all_motions(motions)
  do i = 1, 5
    call show("position", motions(i)%position)
    call show("orientation", motions(i)%orientation)
    call show("velocity", motions(i)%velocity)
    call show("angular velocity", motions(i)%angular_velocity)
    call show("acceleration", motions(i)%acceleration)
    call show("angular acceleration", motions(i)%angular_acceleration)
  end do
  call sim%joint_reaction(hook, SWP_SIDE_B, SWP_AXES_JOINT, force, moment)
  call show("reaction force", force)
  call show("reaction moment", moment)
  call sim%joint_drive(bearing, 0, value)
  call show("drive", [value])
  call sim%joint_coordinate(flap, 0, value, rate)
  call show("flap", [value])
  call show("flap rate", [rate])
  call sim%joint_relative(hook, force, vector)
  call show("relative displacement", force)
  call show("relative rotation", vector)
  call sim%rotation_matrix(bob, matrix)
  call show("rotation matrix", matrix)
  call sim%rotation_vector(bob, vector)
  call show("rotation vector", vector)
  call sim%joint_multipliers(hook, multipliers)
  call show("multipliers", multipliers)
  call sim%audit(audit, about=[0d0, 0d0, 1d0])
  call show("kinetic energy", [audit%kinetic_energy])
  call show("potential energy", [audit%potential_energy])
  call show("work applied", [audit%work_applied])
  call show("work driven", [audit%work_driven])
  call show("angular momentum", audit%angular_momentum)
  call sim%newton(report)
  print '(a, 1x, i0, 1x, a, 1x, i0)', "steps", report%steps, "iterations", report%iterations_total

  options%scheme = SWP_MOMENTUM_DECAYING
  options%decay_alpha = 0.5d0
  call sim%set_scheme(options)
  call sim%advance(0.42d0, 2d-3)
  call sim%step_audit(last)
  call show("energy change", [last%energy_change])
  call show("scheme dissipation", [last%scheme_dissipation])
  call show("change of angular momentum", last%angular_momentum_change)
  options%scheme = SWP_RADAU_IIA
  call sim%set_scheme(options)
  control = swp_default_step_control()
  control%largest = 5d-3
  call sim%set_event(late, direction=SWP_DIRECTION_RISING, tolerance=1d-7)
  call sim%advance_controlled(0.5d0, control, happened)
  call sim%time(value)
  call show("event", [value])
  call sim%set_event()
  call sim%advance_past(0.45d0, control)
  call sim%interpolate_node(bob, 0.45d0, motions(1))
  call show("between steps", motions(1)%position)
  call sim%counters(counters)
  print '(3(a, 1x, i0, :, 1x))', "event", merge(1, 0, happened), "accepted", counters%accepted, "searches", &
    counters%event_searches
  call sim%reset_counters()

  if (m%failed()) error stop "model"
  if (sim%failed()) then
    print '(2a)', swp_name_of(sim%status), ": ", sim%message
    error stop 1
  end if
  call saved%free()
  call sim%free()
  call m%free()

  call m%create()
  call m%set_gravity([0d0, 0d0, -9.81d0])
  call m%add_node("disc", [0d0, 0d0, 0.3d0], disc)
  call m%add_node("sledge", [1d0, 1d0, 1d0], sledge)
  call m%add_rigid_body("disc", disc, 2d0, origin, [0.1d0, 0d0, 0d0, 0d0, 0.2d0, 0d0, 0d0, 0d0, 0.1d0], body)
  call m%add_rigid_body("sledge", sledge, 1d0, origin, [0.1d0, 0d0, 0d0, 0d0, 0.2d0, 0d0, 0d0, 0d0, 0.1d0], body)
  call m%set_node_velocity(disc, [1d0, 0d0, 0d0], [0.1d0, 3d0, 0.2d0])
  call m%set_node_velocity(sledge, [1d0, 0d0, 0d0], origin)
  call m%add_rolling_disc("rim", disc, origin, [0d0, 1d0, 0d0], 0.3d0, origin, [0d0, 0d0, 1d0], rim)
  call m%add_knife_edge("edge", sledge, [0.2d0, 0d0, 0d0], [0d0, 1d0, 0d0], edge)
  call m%add_pfaffian("turn", [sledge], turning, 1d0, turn)
  call sim%create(m)
  call sim%advance(0.1d0, 2d-3)
  call sim%contact(rim, touch)
  call show("rim", touch%point)
  call show("force at the rim", touch%force)
  call sim%contact(edge, touch)
  call show("force at the edge", touch%tangential)
  call sim%pfaffian(turn, value)
  call show("turning moment", [value])
  if (m%failed()) print '(a)', m%message
  if (sim%failed()) print '(a)', sim%message
  if (m%failed() .or. sim%failed()) error stop "rolling"
  call sim%free()
  call m%free()

  call m%create()
  constants = swp_no_engineering()
  constants%axial = 1d7
  constants%shear = 2d6
  constants%torsion = 1d4
  constants%bending = [2d4, 5d4]
  constants%mass = 4
  constants%inertia = [0.06d0, 0.02d0, 0.04d0]
  call m%add_engineering_section("plain", constants, section)
  call m%add_beam("wing", reshape([origin, 2d0, 0d0, 0d0], [3, 2]), [section], wing)
  call m%beam_node(wing, 0, root)
  call m%beam_node(wing, 10, inner)
  call m%add_ground("ground", origin, ground)
  call m%attach(ground, origin, a)
  call m%attach(root, origin, b)
  call m%add_rigid_connection("clamp", a, b, clamp)
  call m%add_constant(1d0, one)
  call m%add_moment("bend", inner, SWP_DEAD, [0d0, 500d0, 0d0], one, load)
  call sim%create(m)
  call sim%solve_static()
  call sim%curvature_mesh(wing, SWP_MESH_SPRING, 3d0, mesh)
  call show("mesh", mesh)
  if (m%failed() .or. sim%failed()) error stop "beam"
  call sim%free()
  call m%free()
  deallocate (multipliers) ! not done by itself at the end of a program

contains

  subroutine show(what, values)
    character(*), intent(in) :: what
    real(c_double), intent(in) :: values(:)
    integer :: k

    do k = 1, size(values)
      print '(a, 1x, i0, 1x, z16.16)', what, k, transfer(values(k), 0_c_int64_t)
    end do
  end subroutine

end program
