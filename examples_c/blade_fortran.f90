! The loop of a comprehensive analysis: an elastic blade on a flap hinge turns with a driven shaft, in forward flight. The
! airloads are this program's own: quasi-steady lift from the motions of the stations. In each step of azimuth, loads and
! motions are brought to agree:
!
!    begin, { iterate, read the motions of the stations, set their loads } until the loads stand still, accept
!
! It checks that the work of the airloads is the one in the library's books, that thrust and hub force balance over the
! last revolution, and that the blade cones as a rigid one does, about Lock number/8 * pitch * (1 + advance ratio**2).

program blade_fortran
  use swashplate
  implicit none

  real(c_double), parameter :: pi = 3.14159265358979324d0
  real(c_double), parameter :: radius = 5, speed = 40, chord = 0.3d0, mass = 6, pitch = 0.12d0, advance_ratio = 0.15d0
  real(c_double), parameter :: density = 1.2d0, lift_slope = 5.7d0, cutout = 0.5d0
  real(c_double), parameter :: wind(3) = [advance_ratio*speed*radius, 0d0, 0d0], origin(3) = 0
  real(c_double), parameter :: lock = density*lift_slope*chord*radius**4/(mass*radius**3/3)
  integer, parameter :: count = 12, revolutions = 4, per_revolution = 90
  real(c_double), parameter :: strip = (radius - cutout)/count, step = 2*pi/speed/per_revolution
  ! Axis 1 of the universal joint along z, the shaft; axis 2 along y, the flap hinge: turned by -90 degrees about y.
  real(c_double), parameter :: cross_axes(4) = [sqrt(0.5d0), 0d0, -sqrt(0.5d0), 0d0]

  type(swp_model) :: model
  type(swp_sim) :: sim
  type(swp_engineering) :: constants
  type(swp_section) :: section
  type(swp_beam) :: blade
  type(swp_stations) :: stations
  type(swp_node) :: ground, root
  type(swp_attachment) :: on_ground, on_root
  type(swp_joint) :: hub
  type(swp_function) :: azimuth
  type(swp_motion) :: motions(count)
  type(swp_audit) :: books
  type(swp_beam_options) :: options
  real(c_double) :: loads(6, count), old(6, count), force(3), moment(3), frequency(3), damping(3)
  real(c_double) :: work, power, before, thrust, hub_force, momentum, coning, flap, rate, highest, lowest
  real(c_double) :: work_error, balance, theory
  integer :: i, k, iterations

  call model%create()
  constants = swp_no_engineering()
  constants%axial = 1d8
  constants%shear = 2d7
  constants%torsion = 3d4
  constants%bending = [6d4, 6d5]
  constants%mass = mass
  constants%inertia = [0.05d0, 0.002d0, 0.048d0]
  constants%damping = 1d-4
  call model%add_engineering_section("blade", constants, section)
  options = swp_default_beam_options()
  options%elements = 6
  call model%add_beam("blade", reshape([origin, radius, 0d0, 0d0], [3, 2]), [section], blade, options=options)
  call model%add_stations("aero", blade, int(SWP_DEAD), [(cutout + (k - 0.5d0)*strip, k=1, count)], stations)

  call model%add_ground("ground", origin, ground)
  call model%beam_node(blade, 0, root)
  call model%attach(ground, origin, on_ground, orientation=cross_axes)
  call model%attach(root, origin, on_root, orientation=cross_axes)
  call model%add_universal("hub", on_ground, on_root, hub)
  call model%add_table([0d0, 10d0], [0d0, 10*speed], azimuth, interpolation=int(SWP_INTERPOLATE_CUBIC))
  call model%drive_joint(hub, 0, azimuth)

  ! Up to speed without a transient, and the frequencies there.
  call sim%create(model)
  call sim%solve_rotating([0d0, 0d0, speed])
  call sim%modes(frequency, spin=[0d0, 0d0, speed], damping=damping)
  call stop_if_failed()
  print '(a, 3f8.4, a)', "frequencies in the rotating frame ", frequency/speed, " per revolution"

  loads = 0
  iterations = 0
  work = 0
  power = 0
  thrust = 0
  hub_force = 0
  coning = 0
  momentum = 0
  highest = -huge(highest)
  lowest = huge(lowest)
  do i = 1, revolutions*per_revolution
    call sim%begin(step)
    do k = 1, 40
      call sim%iterate()
      call sim%station_motions(stations, motions)
      old = loads
      loads = airloads(motions)
      iterations = iterations + 1
      if (sim%failed() .or. maxval(abs(loads - old)) < 1d-9*maxval(abs(loads))) exit
      call sim%set_station_loads(stations, loads)
    end do
    if (k > 40) error stop "the coupling does not converge"
    call sim%accept()
    call stop_if_failed()

    ! The work of the airloads by the trapezoidal rule, as in the audit.
    before = power
    power = 0
    do k = 1, count
      power = power + dot_product(old(1:3, k), motions(k)%velocity)
    end do
    work = work + step/2*(before + power)

    call sim%joint_coordinate(hub, 1, flap, rate)
    call sim%joint_reaction(hub, int(SWP_SIDE_B), int(SWP_AXES_INERTIAL), force, moment)
    if (i == (revolutions - 1)*per_revolution) then
      call sim%audit(books)
      momentum = books%linear_momentum(3)
    else if (i > (revolutions - 1)*per_revolution) then
      thrust = thrust + sum(loads(3, :))/per_revolution
      hub_force = hub_force + force(3)/per_revolution
      coning = coning - flap/per_revolution ! about y, so that down is positive
      highest = max(highest, -flap)
      lowest = min(lowest, -flap)
    end if
    if (mod(i, per_revolution) == 0) print '(a, i2, 2(a, f10.4), a)', "revolution", i/per_revolution, &
        ": flap angle", -flap, " rad, thrust", sum(loads(3, :)), " N"
  end do
  call sim%audit(books)
  call stop_if_failed()

  momentum = (books%linear_momentum(3) - momentum)/(per_revolution*step)
  work_error = work/books%work_applied - 1
  balance = (thrust + hub_force - momentum)/thrust
  theory = lock/8*pitch*(1 + advance_ratio**2)
  print '(a, f6.2)', "sub-iterations a step ", real(iterations)/(revolutions*per_revolution)
  print '(a, 3f9.5, a)', "last revolution: lowest, mean, highest flap angle ", lowest, coning, highest, " rad"
  print '(a, f9.5, a, f6.2)', "coning of a rigid blade ", theory, " rad, Lock number ", lock
  print '(a, 2f11.3, a, es9.1)', "mean thrust and force of the hub on the blade ", thrust, hub_force, &
      " N, unbalanced ", balance
  print '(a, f13.4, a, es9.1)', "work of the airloads ", work, " J, against the books ", work_error
  call sim%free()
  call model%free()
  if (.not. (abs(work_error) < 1d-8 .and. abs(balance) < 1d-3 .and. abs(coning/theory - 1) < 0.1d0)) error stop 1

contains

  ! Lift of each strip, normal to the flow that its section sees; inertial axes.
  function airloads(at) result(loads)
    type(swp_motion), intent(in) :: at(count)
    real(c_double) :: loads(6, count), chordwise(3), normal(3), flow(3), along, up
    integer :: k

    loads = 0
    do k = 1, count
      call axes_2_and_3(at(k)%orientation, chordwise, normal)
      flow = wind - at(k)%velocity
      along = -dot_product(flow, chordwise) ! axis 2 points to the leading edge
      up = dot_product(flow, normal)
      loads(1:3, k) = density/2*chord*strip*lift_slope*(pitch + atan2(up, along))*hypot(along, up) &
                      *(up*chordwise + along*normal)
    end do
  end function

  subroutine axes_2_and_3(q, second, third)
    real(c_double), intent(in) :: q(4)
    real(c_double), intent(out) :: second(3), third(3)

    second = [2*(q(2)*q(3) - q(1)*q(4)), 1 - 2*(q(2)**2 + q(4)**2), 2*(q(3)*q(4) + q(1)*q(2))]
    third = [2*(q(2)*q(4) + q(1)*q(3)), 2*(q(3)*q(4) - q(1)*q(2)), 1 - 2*(q(2)**2 + q(3)**2)]
  end subroutine

  subroutine stop_if_failed()
    if (model%failed()) then
      print '(3a)', swp_name_of(model%status), ": ", model%message
      error stop 1
    else if (sim%failed()) then
      print '(3a)', swp_name_of(sim%status), ": ", sim%message
      error stop 1
    end if
  end subroutine

end program
