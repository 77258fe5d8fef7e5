! Components of arrays of a derived type that are allocated or pointed to, given to every call that takes an array. No call
! moves the array that they are of, because fields are written as docs/fortran.md says: a(:)%level, not a%level.
module components_test
   use, intrinsic :: iso_c_binding, only: c_intptr_t, c_loc, c_ptr
   use world
   implicit none
   private
   public :: components_are_as_specified

   type :: state
      real(real64) :: heat(2), depth
   end type

   ! All that a call may take, among others
   type :: point
      integer(int64) :: number, other
      type(state) :: is
      complex(real64) :: wave
      integer(int32) :: level, owner, place
      type(c_ptr) :: memory
   end type

   type :: region
      integer :: name
      type(point), allocatable :: points(:)
   end type

   integer, parameter :: first = -3, last = room + first - 1
   type(point), allocatable, target :: a(:), b(:), grid(:, :)
   type(point), pointer :: p(:)
   class(point), allocatable, target :: c(:)
   type(region), allocatable, target :: regions(:)
   complex(real64), allocatable, target :: z(:)
   complex(real64), pointer :: y(:)
   integer(c_intptr_t), allocatable :: at(:)

contains

   subroutine components_are_as_specified()
      type(partita_pattern) :: pattern
      type(partita_exchange) :: halo
      allocate (a(first:last), b(first:last), grid(levels, first:last), p(first:last), c(first:last), regions(2), &
                z(first:last), y(first:last))
      allocate (regions(2)%points(first:last))
      at = places_of_arrays()
      call make_pattern(nodes, pattern)
      call partita_exchange_new(pattern, halo)
      call components_are_gathered(halo)
      call components_are_scattered(halo)
      call counts_may_be_a_component(pattern)
      call components_are_collected_and_distributed()
      call patterns_are_made_from_components()
      call values_of_components_are_moved_and_summed()
      call the_inspector_reads_and_writes_components()
      call nice_reads_components()
      call partita_exchange_free(halo)
      call partita_pattern_free(pattern)
      deallocate (a, b, grid, p, c, regions, z, y)   ! fails if one begins elsewhere
   end subroutine

   ! Where each array begins, and its bounds.
   function places_of_arrays() result(places)
      integer(c_intptr_t), allocatable :: places(:)
      places = [address(c_loc(a(first))), address(c_loc(b(first))), address(c_loc(grid(1, first))), &
                address(c_loc(p(first))), address(c_loc(c(first)%number)), address(c_loc(regions(2)%points(first))), &
                address(c_loc(z(first))), address(c_loc(y(first))), &
                int([lbound(a), ubound(a), lbound(b), ubound(b), lbound(grid), ubound(grid), lbound(p), ubound(p), &
                     lbound(c), ubound(c), lbound(regions(2)%points), ubound(regions(2)%points), lbound(z), ubound(z), &
                     lbound(y), ubound(y)], c_intptr_t)]
   end function

   function address(of)
      type(c_ptr), intent(in) :: of
      integer(c_intptr_t) :: address
      address = transfer(of, address)
   end function

   ! Once a call has taken components, its results must be right, and the arrays be where they were.
   subroutine check_after(is_right, what)
      logical, intent(in) :: is_right
      character(*), intent(in) :: what
      call check(is_right, what//' of components')
      call check(all(places_of_arrays() == at), what//' moved an array')
      if (any(places_of_arrays() /= at)) error stop 1   ! no later check would mean anything
   end subroutine

   subroutine components_are_gathered(halo)
      type(partita_exchange), intent(in) :: halo
      integer :: before(1, room), after(1, room), k
      real(real64), pointer :: view(:)
      before = held(nodes, me, 1)
      after = gathered(nodes, 1)

      a%level = before(1, :); a%owner = -7; a%is%heat(2) = before(1, :); a%is%depth = before(1, :); a%is%heat(1) = -7
      call partita_gather(halo, a(:)%level)
      call check_after(all(a%level == after(1, :)), 'a gather')
      call partita_gather(halo, a(:)%is%heat(2))
      call check_after(all(a%is%heat(2) == after(1, :)), 'a gather of an element')
      view => a%is%depth
      call partita_gather(halo, view)
      call check_after(all(a%is%depth == after(1, :)), 'a gather of a pointer to one')
      call check_after(all(a%owner == -7) .and. all(a%is%heat(1) == -7), 'a gather beside others')
      call gather_of_argument(halo, a, before(1, :))
      call check_after(all(a%level == after(1, :)), 'a gather of an argument')
      call gather_of_allocatable(halo, a, before(1, :))
      call check_after(all(a%level == after(1, :)), 'a gather of an allocatable argument')
      associate (level => a%level)
         level = before(1, :)
         call partita_gather(halo, level)
      end associate
      call check_after(all(a%level == after(1, :)), 'a gather of an associated name')
      do k = 1, levels
         grid(k, :)%level = before(1, :) + k
      end do
      call partita_gather(halo, grid(:, :)%level)
      call check_after(all([(all(grid(k, :)%level == after(1, :) + k), k=1, levels)]), 'a gather of two dimensions')
      p%number = before(1, :); p%other = -7
      call partita_gather(halo, p(:)%number)
      call check_after(all(p%number == after(1, :)) .and. all(p%other == -7), 'a gather of a pointer')
      c%level = before(1, :); c%owner = -7
      call partita_gather(halo, c(:)%level)
      call check_after(all(c%level == after(1, :)) .and. all(c%owner == -7), 'a gather of a class')
      regions(2)%points%level = before(1, :); regions(2)%points%owner = -7
      call partita_gather(halo, regions(2)%points(:)%level)
      call check_after(all(regions(2)%points%level == after(1, :)) .and. all(regions(2)%points%owner == -7), &
                       'a gather of an allocatable component')
      z = cmplx(before(1, :), -7, real64); y = cmplx(-7, before(1, :), real64); a%wave = y
      call partita_gather(halo, z(:)%re)
      call check_after(all(z == cmplx(after(1, :), -7, real64)), 'a gather of real parts')
      call partita_gather(halo, y(:)%im)
      call check_after(all(y == cmplx(-7, after(1, :), real64)), 'a gather of imaginary parts')
      call partita_gather(halo, a(:)%wave%im)
      call check_after(all(a%wave == y), 'a gather of parts')
      a%wave = z(last)
      a%is%heat(1) = before(1, :); a%is%heat(2) = before(1, :); a%is%depth = before(1, :); z%re = before(1, :)
      call partita_gather(halo, a(:)%is%heat(1), z(:)%re, a(:)%is%depth, a(:)%is%heat(2))
      call check_after(all(a%is%heat(1) == after(1, :)) .and. all(a%is%heat(2) == after(1, :)) .and. &
                       all(a%is%depth == after(1, :)) .and. all(z%re == after(1, :)), 'a gather of four')
   end subroutine

   subroutine gather_of_argument(halo, points, level)
      type(partita_exchange), intent(in) :: halo
      type(point), intent(inout) :: points(:)
      integer, intent(in) :: level(:)
      points%level = level
      call partita_gather(halo, points%level)
   end subroutine

   subroutine gather_of_allocatable(halo, points, level)
      type(partita_exchange), intent(in) :: halo
      type(point), allocatable, intent(inout) :: points(:)
      integer, intent(in) :: level(:)
      points%level = level
      call partita_gather(halo, points(:)%level)
   end subroutine

   subroutine components_are_scattered(halo)
      type(partita_exchange), intent(in) :: halo
      integer :: before(1, room), after(1, room)
      before = held(nodes, me, 1)
      after = scattered(nodes, partita_add, 1)
      a%level = before(1, :); a%is%heat(2) = before(1, :)
      call partita_scatter(halo, partita_add, a(:)%level)
      call check_after(all(a%level == after(1, :)), 'a scatter')
      p%is%heat(1) = before(1, :); p%is%heat(2) = before(1, :)
      call partita_scatter(halo, partita_add, p(:)%is%heat(1), p(:)%is%heat(2))
      call check_after(all(p%is%heat(1) == after(1, :)) .and. all(p%is%heat(2) == after(1, :)), 'a scatter of two')
   end subroutine

   ! The exchange keeps them.
   subroutine counts_may_be_a_component(pattern)
      type(partita_pattern), intent(in) :: pattern
      type(partita_exchange) :: halo
      integer :: before(levels, room), after(levels, room), k, error
      before = held(nodes, me, levels)
      after = gathered(nodes, levels)
      a%level = 1
      call partita_exchange_of_counts(pattern, halo, a%level, grid(:, :)%is%depth)
      call check_after(.true., 'counts')
      a%level = -7
      do k = 1, levels
         grid(k, :)%is%depth = before(k, :)
      end do
      call partita_gather(halo, grid(:, :)%is%depth)
      call check_after(all(grid(1, :)%is%depth == after(1, :)) .and. all(grid(2:, :)%is%depth == before(2:, :)), &
                       'a gather by counts')
      call partita_exchange_free(halo)
      call partita_exchange_of_counts(pattern, halo, [1], before, error=error)
      call check_refused(error, everywhere, 'there are counts of 1 entities; the pattern needs ')
   end subroutine

   ! Every rank has a value of all.
   subroutine components_are_collected_and_distributed()
      type(point), allocatable :: whole(:)
      type(partita_pattern) :: pattern
      type(partita_exchange) :: output
      integer :: k
      allocate (whole(ranks))
      a%place = me + 1
      a(first + 1:)%place = 0
      call partita_pattern_from_root(MPI_COMM_WORLD, 0, 2, a%place, pattern)
      call partita_exchange_new(pattern, output)
      a%is%depth = me
      call partita_collect(output, whole(:)%is%depth, a(:)%is%depth)
      call check_after(me > 0 .or. all(nint(whole%is%depth) == [(k, k=0, ranks - 1)]), 'a collection')
      whole%is%depth = -whole%is%depth
      call partita_distribute(output, whole(:)%is%depth, a(:)%is%depth)
      call check_after(nint(a(first)%is%depth) == -me, 'a distribution')
      call partita_exchange_free(output)
      call partita_pattern_free(pattern)
   end subroutine

   ! A value here, and a copy of the next rank's.
   subroutine patterns_are_made_from_components()
      type(partita_pattern) :: pattern
      integer :: next
      next = mod(me + 1, ranks)
      a%owner = [me, spread(next, 1, room - 1)]; a%place = 1
      call partita_pattern_from_owners(MPI_COMM_WORLD, 2, a%owner, a%place, pattern)
      call check_copy('owners')
      a%number = [me + 1, spread(next + 1, 1, room - 1)]
      call partita_pattern_from_ids(MPI_COMM_WORLD, 2, a%number, pattern, owner=a%owner)
      call check_copy('numbers')
      a(first:first + 1)%level = [mod(me + ranks - 1, ranks), -7]; b%owner = next
      grid(1, :)%level = 1; grid(1, first + 1)%level = 2; p%place = 2
      call partita_pattern_from_lists(MPI_COMM_WORLD, 1, b%owner, grid(1, :)%level, p%place, &
                                      1, a%level, grid(1, :)%level, a%place, pattern)
      call check_copy('lists')
   contains
      subroutine check_copy(what)
         character(*), intent(in) :: what
         type(partita_exchange) :: halo
         call partita_exchange_new(pattern, halo)
         p%is%depth = [me, spread(-1, 1, room - 1)]
         call partita_gather(halo, p(:)%is%depth)
         call check_after(nint(p(first + 1)%is%depth) == next, what)
         call partita_exchange_free(halo)
         call partita_pattern_free(pattern)
      end subroutine
   end subroutine

   subroutine values_of_components_are_moved_and_summed()
      type(partita_remap) :: remap
      real(real64) :: total
      integer :: items
      a%owner = mod(me + 1, ranks)
      call partita_remap_new(MPI_COMM_WORLD, room, a%owner, remap)
      call partita_remap_arriving(remap, items)
      call check(items == room, 'items')
      call partita_remap_free(remap)

      a%is%depth = 1; grid%is%depth = 1; z = cmplx(2, 3, real64)
      call partita_exact_sum(MPI_COMM_WORLD, a%is%depth, total)
      call check_after(nint(total) == room*ranks, 'a sum')
      call partita_exact_sum(MPI_COMM_WORLD, grid%is%depth, p%is%depth)
      call check_after(all(nint(p%is%depth) == levels*ranks), 'sums of columns')
      call partita_exact_dot(MPI_COMM_WORLD, z%re, z%im, total)
      call check_after(nint(total) == 6*room*ranks, 'a dot product')
   end subroutine

   ! A ring: a rank owns one number, and refers to it and to the next rank's.
   subroutine the_inspector_reads_and_writes_components()
      type(partita_table) :: table
      type(partita_loop) :: loop
      type(partita_pattern) :: pattern
      integer :: next, ghosts, k
      next = mod(me + 1, ranks)
      a%owner = me; a%number = me + 1
      do k = 1, 2
         if (k == 1) call partita_table_from_parts(MPI_COMM_WORLD, 1, a%owner, table)
         if (k == 2) call partita_table_from_owned(MPI_COMM_WORLD, 1, a%number, table)
         b%number = -7; b%other = next + 1; b%owner = -7; b%place = -7
         call partita_table_global(table, b%number)
         call check_after(b(first)%number == me + 1 .and. all(b(first + 1:)%number == -7), 'numbers owned')
         call partita_table_locate(table, 1, b%other, b%owner, b%place)
         call check_after(b(first)%owner == next .and. b(first)%place == 1, 'places found')
         if (k == 1) call partita_table_free(table)
      end do
      b%other = [me + 1, spread(next + 1, 1, room - 1)]
      call partita_localize(table, 2, b%other, b%place, ghosts, pattern)
      call check_after(b(first)%place == 1 .and. b(first + 1)%place == min(ranks, 2), 'references')
      call partita_pattern_free(pattern)

      grid(1, :)%number = me + 1; grid(2, :)%number = next + 1; grid(3, :)%number = me + 1
      call partita_inspect(MPI_COMM_WORLD, 'ring', table, grid%number, loop)
      call check_after(.true., 'entries')
      grid%place = -7
      call partita_loop_places(loop, 1, grid%place)
      call check_after(all(grid(1, :)%place == 1) .and. all(grid(2, :)%place == min(ranks, 2)), 'places of a loop')
      grid(2, first)%number = me + 1; a%place = 1
      call partita_update(loop, table, grid%number, changed=a(:first)%place)
      call check_after(.true., 'changed entries')
      call partita_loop_places(loop, 1, grid%place)
      call check_after(grid(2, first)%place == 1 .and. grid(2, last)%place == min(ranks, 2), 'places after a change')
      call partita_loop_free(loop)
      call partita_table_free(table)
   end subroutine

   subroutine nice_reads_components()
      type(partita_scheduling_table) :: table
      real(real64), target :: outgoing, incoming
      integer :: error, k
      a%owner = mod(me + 1, ranks); a%number = 1
      call partita_nice_schedule(MPI_COMM_WORLD, 1, a%owner, a%number, table)
      call check_after(.true., 'a vector')
      a%memory = c_loc(outgoing); b%memory = c_loc(incoming)
      do k = 1, 2
         outgoing = me + k
         if (k == 1) call partita_nice_communicate(table, 8, a%memory, b%memory, error)
         if (k == 2) call partita_nice_begin(table, 8, a%memory, b%memory)
         if (k == 2) call partita_nice_finish(table)
         call check_after(nint(incoming) == mod(me + ranks - 1, ranks) + k, 'buffers')
      end do
      call partita_nice_free(table)
   end subroutine

end module components_test
