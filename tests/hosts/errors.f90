! Failures through swashplate.f90: stat= receives them, or they stay in the object and later calls are skipped.
program errors
  use swashplate
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan
  implicit none

  type(swp_model) :: model
  type(swp_sim) :: sim
  type(swp_snapshot) :: snapshot, copy
  type(swp_node) :: ground, mass, other
  type(swp_body) :: body
  type(swp_attachment) :: a, b
  type(swp_joint) :: string
  type(swp_motion) :: motion, again
  real(c_double) :: t
  integer(c_int8_t), allocatable :: bytes(:)
  character(:), allocatable :: text
  integer :: ierr, n, wrong

  wrong = 0
  call expect(swp_version_fits(), "library and module fit")
  call expect(swp_version() == SWP_HEADER_VERSION, "and have one version")
  call expect(swp_library_version() /= "", "the version has a text")
  call expect(swp_name_of(int(SWP_UNKNOWN_ID)) == "SWP_UNKNOWN_ID", "a status has a name")

  call model%add_ground("too early", [0d0, 0d0, 0d0], ground, stat=ierr)
  call expect(ierr == SWP_NULL_POINTER .and. .not. model%failed(), "a model must be created first")

  ! with stat: the failure is the caller's, the object goes on
  call model%create(stat=ierr)
  call expect(ierr == SWP_OK, "create")
  call model%add_ground("ground", [0d0, 0d0, 0d0], ground, stat=ierr)
  call expect(ierr == SWP_OK .and. ground%id /= 0, "a ground node")
  call model%add_point_node("mass   ", [1d0, 0d0, 0d0], mass)
  call model%add_point_node("mass", [2d0, 0d0, 0d0], other, stat=ierr)
  call expect(ierr == SWP_DUPLICATE_NAME, "a name may be used once; trailing blanks do not count")
  call expect(other%id == 0, "a failed call gives id 0")
  call expect(index(model%message, "mass") > 0, "the message says which name")
  call expect(.not. model%failed(), "a failure given to stat does not stay")

  ! without stat: it stays, and what follows is skipped
  call model%add_point_node("mass", [2d0, 0d0, 0d0], other)
  call expect(model%failed() .and. model%status == SWP_DUPLICATE_NAME, "a failure without stat stays")
  call model%add_point_node("next", [2d0, 0d0, 0d0], other)
  call expect(other%id == 0, "later calls are skipped")
  call model%node_count(n, stat=ierr)
  call expect(ierr == SWP_DUPLICATE_NAME, "and say why")
  call sim%create(model)
  call expect(sim%status == SWP_DUPLICATE_NAME, "a simulation takes the failure over")
  call sim%time(t)
  call expect(ieee_is_nan(t), "numbers of a skipped call are NaN")
  call model%clear_error()
  call model%node_count(n)
  call expect(n == 2, "nothing was added by the skipped calls")

  call model%add_point_mass("mass", mass, 1d0, body)
  call model%set_gravity([0d0, 0d0, -9.81d0])
  call model%attach(ground, [0d0, 0d0, 0d0], a)
  call model%attach(mass, [1d0, 0d0, 0d0], b)
  call model%add_distance("string", a, b, 1d0, string)
  call model%check()
  call expect(.not. model%failed(), "the model is right")

  call sim%create(model)
  call expect(.not. sim%failed(), "create clears the earlier failure")
  call sim%report(text)
  call expect(len(text) > 0, "there is a report of the start")
  call sim%advance(0.1d0, 1d-2)
  call sim%save(snapshot)
  call sim%step(-1d0, stat=ierr)
  call expect(ierr == SWP_INVALID_ARGUMENT .and. len(sim%message) > 0, "a negative step is refused with a message")
  call sim%advance(0.2d0, 1d-2)
  call sim%motion(mass, motion)
  call snapshot%to_bytes(bytes)
  call expect(size(bytes) > 0, "a snapshot has bytes")
  call copy%from_bytes(bytes)
  call sim%restore(copy)
  call sim%advance(0.2d0, 1d-2)
  call sim%motion(mass, again)
  call expect(all(transfer(again, [0_c_int64_t]) == transfer(motion, [0_c_int64_t])), "restored, it repeats its bits")
  call copy%from_bytes(bytes(2:), stat=ierr)
  call expect(ierr == SWP_BAD_SNAPSHOT, "spoiled bytes are refused")
  call sim%motion(other, motion, stat=ierr)
  call expect(ierr == SWP_UNKNOWN_ID .and. ieee_is_nan(motion%position(1)), "an unknown id gives NaN")
  call expect(.not. sim%failed(), "no failure is left")

  call snapshot%free()
  call copy%free()
  call sim%free()
  call sim%free()
  call model%free()
  deallocate (bytes, text) ! not done by itself at the end of a program
  if (wrong > 0) error stop 1

contains

  subroutine expect(condition, claim)
    logical, intent(in) :: condition
    character(*), intent(in) :: claim

    if (condition) return
    print '(2a)', "not so: ", claim
    wrong = wrong + 1
  end subroutine

end program
