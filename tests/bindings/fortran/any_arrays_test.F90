! What only arguments of assumed rank take: arrays of several types and ranks in a call, of assumed size, and components of
! derived types between begin and finish. They also take what no exchange does: elements, characters.
module any_arrays_test
   use world
   implicit none
   private
   public :: any_arrays_are_as_specified

   ! A value among others
   type :: point
      real(real64) :: depth
      integer(int32) :: level
      real(real64) :: heat(2)
   end type

   type(partita_pattern) :: pattern
   type(partita_exchange) :: halo

contains

   subroutine any_arrays_are_as_specified()
      call make_pattern(nodes, pattern)
      call partita_exchange_new(pattern, halo, name='nodes')
      call fields_of_any_types_travel_together()
      call components_are_exchanged_where_they_lie()
      call arrays_of_assumed_size_are_exchanged()
      call what_no_exchange_takes_is_refused()
      call values_that_are_not_alike_are_refused()
      call partita_exchange_free(halo)
      call partita_pattern_free(pattern)
   end subroutine

   subroutine fields_of_any_types_travel_together()
      real(real64) :: a(levels, room), b(room)
      integer(int32) :: c(2, room)
      logical :: d(room)
      integer :: after(1, room)
      after = gathered(nodes, 1)
      a = held(nodes, me, levels)
      b = a(1, :)
      c = held(nodes, me, 2)
      d = mod(c(1, :)/10, 2) == 0
      call partita_gather(halo, c, a, b)
      call check(all(a == gathered(nodes, levels)) .and. all(b == after(1, :)) .and. all(c == gathered(nodes, 2)), &
                 'three fields of two types')
      call partita_gather(halo, a, b, d=d)
      call check(all(d .eqv. mod(after(1, :)/10, 2) == 0), 'a field of another type by its keyword')
      a = held(nodes, me, levels)
      c = held(nodes, me, 2)
      call partita_scatter(halo, partita_add, a, c)
      call check(all(a == scattered(nodes, partita_add, levels)) .and. all(c == scattered(nodes, partita_add, 2)), &
                 'a scatter of two types')
   end subroutine

   subroutine components_are_exchanged_where_they_lie()
      type(point), allocatable, asynchronous :: points(:)
      integer :: before(2, room), after(2, room)
      before = held(nodes, me, 2)
      after = gathered(nodes, 2)
      allocate (points(room), source=point(-7, -7, -7))
      points%level = before(1, :)
      points%heat(2) = before(2, :)
      call partita_begin_gather(halo, points(:)%heat(2), points(:)%level)
      call partita_finish_gather(halo)
      call check(all(points%level == after(1, :)) .and. all(points%heat(2) == after(2, :)), &
                 'components between begin and finish')
      call check(all(points%depth == -7 .and. points%heat(1) == -7), 'components beside them')
   end subroutine

   subroutine arrays_of_assumed_size_are_exchanged()
      real(real64) :: a(levels, room)
      a = held(nodes, me, levels)
      call gather_of_assumed_size(a)
      call check(all(a == gathered(nodes, levels)), 'a(levels, *)')
   end subroutine

   subroutine gather_of_assumed_size(a)
      real(real64), intent(inout) :: a(levels, *)
      call partita_gather(halo, a)
   end subroutine

   subroutine what_no_exchange_takes_is_refused()
      real(real64) :: a(levels, room)
      character(20) :: text(room)
      type(point) :: points(room)
      integer :: error
      a = held(nodes, me, levels)
      call partita_gather(halo, a(1, 1), error=error)
      call check_refused(error, here, 'exchange "nodes": field 1 is one value, where the pattern has ')
      call partita_gather(halo, a, text, error=error)
      call check_refused(error, here, 'field 2 is of characters or of a derived type')
      points%depth = 0
      call partita_gather(halo, points, error=error)
      call check_refused(error, here, 'field 1 is of characters or of a derived type')
   end subroutine

   ! Each is wrong on the last rank alone.
   subroutine values_that_are_not_alike_are_refused()
      type(partita_remap) :: remap
      real(real64) :: values(2), place(2)
      integer :: four_bytes(2), error
      logical :: is_last
      is_last = me == ranks - 1
      values = 0
      call partita_remap_new(MPI_COMM_WORLD, 2, [me, me], remap)
      if (is_last) then
         call partita_remap_forward(remap, values(1), place, error=error)
      else
         call partita_remap_forward(remap, values, place, error=error)
      end if
      call check_refused(error, everywhere, 'an array of values is one value; give the array, not its first element')
      if (is_last) then
         call partita_remap_forward(remap, values, four_bytes, error=error)
      else
         call partita_remap_forward(remap, values, place, error=error)
      end if
      call check_refused(error, everywhere, 'values have 8 bytes each, but 4 where they are to go')
      call partita_remap_free(remap)
   end subroutine

end module any_arrays_test
