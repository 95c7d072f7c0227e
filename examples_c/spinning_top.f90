! A fast heavy top on a ball joint: a disk of 0.5 kg on a massless rod, its centre 0.1 m above the ball, tilted by 30
! degrees. It starts in steady precession, so its axis must turn about the vertical at the constant rate W given by
!
!    A cos(tilt) W**2 - C n W + m g l = 0        (the slower root)
!
! A, C: moments of inertia about the ball, transverse and axial; n: total spin about the axis of the top.

program spinning_top
  use swashplate
  implicit none

  real(c_double), parameter :: pi = 3.14159265358979324d0, gravity = 9.81d0
  real(c_double), parameter :: mass = 0.5d0, radius = 0.05d0, height = 0.1d0, tilt = pi/6, spin = 500
  real(c_double), parameter :: step = 1d-4, duration = 1
  real(c_double), parameter :: disk_axial = mass*radius**2/2, disk_transverse = mass*radius**2/4
  real(c_double), parameter :: transverse = disk_transverse + mass*height**2, moment = disk_axial*spin
  real(c_double), parameter :: precession = (moment - sqrt(moment**2 - 4*transverse*cos(tilt)*mass*gravity*height)) &
                                            /(2*transverse*cos(tilt))
  real(c_double), parameter :: origin(3) = 0
  real(c_double), parameter :: axis(3) = [sin(tilt), 0d0, cos(tilt)]
  ! Third axis of the node along the axis of the top: turned by the tilt about y.
  real(c_double), parameter :: orientation(4) = [cos(tilt/2), 0d0, sin(tilt/2), 0d0]
  real(c_double), parameter :: inertia(9) = [disk_transverse, 0d0, 0d0, 0d0, disk_transverse, 0d0, 0d0, 0d0, disk_axial]

  type(swp_model) :: model
  type(swp_sim) :: sim
  type(swp_node) :: ground, disk
  type(swp_body) :: body
  type(swp_attachment) :: below, above
  type(swp_joint) :: ball
  type(swp_audit) :: start, finish
  type(swp_motion) :: motion
  real(c_double) :: rotation_rate(3), measured, azimuth, before, turned, drift, nutation
  integer :: i, steps

  ! Precession about z, and what is missing to the total spin n about the axis.
  rotation_rate = [0d0, 0d0, precession] + (spin - precession*cos(tilt))*axis

  ! No stat argument below: a failure stays in model or sim, later calls are skipped, and it is looked at once.
  call model%create()
  call model%set_gravity([0d0, 0d0, -gravity])
  call model%add_ground("ground", origin, ground)
  call model%add_node("disk", height*axis, disk, orientation=orientation)
  call model%add_rigid_body("disk", disk, mass, origin, inertia, body)
  call model%attach(ground, origin, below)
  call model%attach(disk, origin, above)
  call model%add_spherical("ball", below, above, ball)
  call model%set_node_velocity(disk, cross(rotation_rate, height*axis), angular_velocity=rotation_rate)

  call sim%create(model)
  call sim%audit(start)
  steps = nint(duration/step)
  turned = 0
  before = 0
  nutation = 0
  do i = 1, steps
    call sim%step(step)
    call sim%motion(disk, motion)
    azimuth = atan2(motion%position(2), motion%position(1))
    turned = turned + modulo(azimuth - before + pi, 2*pi) - pi
    before = azimuth
    nutation = max(nutation, abs(acos(motion%position(3)/norm2(motion%position)) - tilt))
  end do
  call sim%audit(finish)

  if (sim%failed()) then
    print '(2a)', swp_name_of(sim%status), ": ", sim%message
    error stop 1
  end if

  measured = turned/(steps*step)
  drift = (finish%kinetic_energy + finish%potential_energy)/(start%kinetic_energy + start%potential_energy) - 1
  print '(a, f11.7, a)', "precession, theory     ", precession, " rad/s"
  print '(a, f11.7, a)', "precession, simulation ", measured, " rad/s"
  print '(a, es10.2)', "relative error         ", measured/precession - 1
  print '(a, es10.2, a)', "largest change of tilt ", nutation, " rad"
  print '(a, es10.2)', "relative energy drift  ", drift
  call sim%free()
  call model%free()
  if (.not. (abs(measured/precession - 1) < 1d-3 .and. abs(drift) < 1d-5)) error stop 1 ! also if one is NaN

contains

  pure function cross(a, b)
    real(c_double), intent(in) :: a(3), b(3)
    real(c_double) :: cross(3)

    cross = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
  end function

end program
