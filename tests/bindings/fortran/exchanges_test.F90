! Exchanges of arrays as Fortran has them.
module exchanges_test
   use world
   implicit none
   private
   public :: exchanges_are_as_specified

   integer, parameter :: nproma = 4
   type(partita_pattern) :: node_pattern, element_pattern
   type(partita_exchange) :: node_halo, element_halo

contains

   subroutine exchanges_are_as_specified()
      call make_pattern(nodes, node_pattern)
      call make_pattern(elements, element_pattern)
      call partita_exchange_new(node_pattern, node_halo, name='nodes')
      call partita_exchange_new(element_pattern, element_halo, plan='colouring ready_signal  ')
      call every_type_is_gathered()
      call every_rank_of_arrays_is_gathered()
      call elements_that_several_ranks_own_are_gathered()
      call several_fields_travel_together()
      call sections_are_exchanged_where_they_lie()
      call several_exchanges_are_under_way_at_once()
      call entities_are_counted_by_the_first_dimension_or_by_blocks()
      call arrays_that_an_assignment_allocates_are_exchanged()
      call contributions_are_combined_by_every_operation()
      call arrays_of_no_values_are_exchanged()
      call counts_of_levels_may_differ()
      call entities_are_collected_to_a_root_and_come_back()
      call copies_are_compared_with_their_owners()
      call partita_exchange_free(node_halo)
      call partita_exchange_free(element_halo)
      call partita_pattern_free(node_pattern)
      call partita_pattern_free(element_pattern)
   end subroutine

   subroutine every_type_is_gathered()
      integer(int32) :: i4(room)
      integer(int64) :: i8(room)
      real(real32) :: r4(room)
      real(real64) :: r8(room)
      complex(real32) :: c4(room)
      complex(real64) :: c8(room)
      logical :: l(room)
      integer :: before(1, room), after(1, room)
      before = held(nodes, me, 1)
      after = gathered(nodes, 1)

      i4 = before(1, :)
      call partita_gather(node_halo, i4)
      call check(all(i4 == after(1, :)), 'int32')
      i8 = before(1, :)*10000000000_int64
      call partita_gather(node_halo, i8)
      call check(all(i8 == after(1, :)*10000000000_int64), 'int64')
      r4 = real(before(1, :), real32)
      call partita_gather(node_halo, r4)
      call check(all(r4 == real(after(1, :), real32)), 'real32')
      r8 = before(1, :)/7._real64
      call partita_gather(node_halo, r8)
      call check(all(r8 == after(1, :)/7._real64), 'real64')
      c4 = cmplx(before(1, :), -before(1, :), real32)
      call partita_gather(node_halo, c4)
      call check(all(c4 == cmplx(after(1, :), -after(1, :), real32)), 'complex of real32')
      c8 = cmplx(before(1, :), -before(1, :), real64)
      call partita_gather(node_halo, c8)
      call check(all(c8 == cmplx(after(1, :), -after(1, :), real64)), 'complex of real64')
      l = mod(before(1, :)/10, 3) == 0
      call partita_gather(node_halo, l)
      call check(all(l .eqv. mod(after(1, :)/10, 3) == 0), 'logical')
   end subroutine

   subroutine every_rank_of_arrays_is_gathered()
      real(real64) :: a(levels, room), b(2, levels, room), c(2, levels, 2, room)
      a = held(nodes, me, levels)
      call partita_gather(node_halo, a)
      call check(all(a == gathered(nodes, levels)), '(levels, entities)')
      b = reshape(held(nodes, me, 2*levels), shape(b))
      call partita_gather(node_halo, b)
      call check(all(b == reshape(gathered(nodes, 2*levels), shape(b))), '(n, levels, entities)')
      c = reshape(held(nodes, me, 2*levels*2), shape(c))
      call partita_gather(node_halo, c)
      call check(all(c == reshape(gathered(nodes, 2*levels*2), shape(c))), '(n, levels, m, entities)')
   end subroutine

   subroutine elements_that_several_ranks_own_are_gathered()
      real(real64) :: a(levels, room)
      a = held(elements, me, levels)
      call partita_gather(element_halo, a)
      call check(all(a == gathered(elements, levels)), 'elements')
   end subroutine

   subroutine several_fields_travel_together()
      real(real64) :: a(levels, room), b(2, room), c(levels, room), d(1, room)
      a = held(nodes, me, levels)
      b = held(nodes, me, 2)
      call partita_gather(node_halo, a, b)
      call check(all(a == gathered(nodes, levels)), 'first of two fields')
      call check(all(b == gathered(nodes, 2)), 'second of two fields')

      a = held(nodes, me, levels)
      b = held(nodes, me, 2)
      c = -a
      d = held(nodes, me, 1)
      call partita_gather(node_halo, b, c, a)
      call check(all(a == gathered(nodes, levels)) .and. all(b == gathered(nodes, 2)) .and. &
                 all(c == -gathered(nodes, levels)), 'three fields')
      call partita_gather(node_halo, a, b, d=d)
      call check(all(d == gathered(nodes, 1)), 'a field by its keyword')
   end subroutine

   ! Copies that the compiler makes would be gone when the exchange finishes.
   subroutine copies_are_compared_with_their_owners()
      real(real64) :: a(levels, room)
      integer :: error
      a = real(held(nodes, me, levels), real64)
      call partita_gather(node_halo, a)
      call partita_mark(node_halo, 'after the gather', a, error=error)
      call check(error == 0, 'a mark without a record')
      call partita_check_ghosts(node_halo, 'a', a, error=error)
      call check(error == 0, 'copies that are as their owners')
      a = a + me
      call partita_check_ghosts(node_halo, 'a', a, error=error)
      if (ranks == 1) return
      call check_refused(error, everywhere, 'ghosts of a differ from their owners')
   end subroutine

   subroutine sections_are_exchanged_where_they_lie()
      real(real64) :: wide(5, room), sparse(levels, 2*room)
      integer :: before(levels, room), after(levels, room)
      before = held(nodes, me, levels)
      after = gathered(nodes, levels)

      wide = -7
      wide(1:2, :) = before(1:2, :)
      call partita_gather(node_halo, wide(1:2, :))
      call check(all(wide(1:2, :) == after(1:2, :)) .and. all(wide(3:, :) == -7), 'a(1:2, :)')

      wide = -7
      wide(5:1:-2, :) = before
      call partita_begin_gather(node_halo, wide(5:1:-2, :))
      call partita_finish_gather(node_halo)
      call check(all(wide(5:1:-2, :) == after) .and. all(wide(2:4:2, :) == -7), 'a(5:1:-2, :) between begin and finish')

      sparse = -7
      sparse(:, 2::2) = before
      call partita_begin_gather(node_halo, sparse(:, 2::2))
      call partita_finish_gather(node_halo)
      call check(all(sparse(:, 2::2) == after) .and. all(sparse(:, 1::2) == -7), 'a(:, 2::2) between begin and finish')
   end subroutine

   subroutine several_exchanges_are_under_way_at_once()
      real(real64), asynchronous :: a(levels, room), sums(levels, room), b(room)
      integer :: after(1, room)
      after = gathered(elements, 1)
      a = held(nodes, me, levels)
      sums = a
      b = reshape(held(elements, me, 1), [room])
      call partita_begin_gather(node_halo, a)
      call partita_begin_gather(element_halo, b)
      call partita_begin_scatter(node_halo, partita_add, sums)
      call partita_finish_gather(element_halo)
      call partita_finish_scatter(node_halo)
      call partita_finish_gather(node_halo)
      call check(all(a == gathered(nodes, levels)), 'a gather beside two others')
      call check(all(b == after(1, :)), 'a gather of another exchange')
      call check(all(sums == scattered(nodes, partita_add, levels)), 'a scatter beside a gather')
   end subroutine

   subroutine entities_are_counted_by_the_first_dimension_or_by_blocks()
      type(partita_exchange) :: first, blocks
      real(real64) :: a(room, levels), b(nproma, levels, room/nproma), c(nproma, room/nproma), d(2*nproma, 2, room/nproma)
      call partita_exchange_new(node_pattern, first, layout='first')
      a = transpose(held(nodes, me, levels))
      call partita_gather(first, a)
      call check(all(a == transpose(gathered(nodes, levels))), "'first'")
      call partita_gather(first, a(:, 1))
      call partita_exchange_free(first)

      call partita_exchange_new(node_pattern, blocks, layout='blocks')
      b = blocked(held(nodes, me, levels))
      c = reshape(held(nodes, me, 1), shape(c))
      call partita_gather(blocks, b)
      call partita_gather(blocks, c)
      call check(all(b == blocked(gathered(nodes, levels))), "'blocks' of (nproma, levels, blocks)")
      call check(all(c == reshape(gathered(nodes, 1), shape(c))), "'blocks' of (nproma, blocks)")
      d = -7
      d(1::2, 2, :) = reshape(held(nodes, me, 1), shape(c))
      call partita_gather(blocks, d(1::2, 2, :))
      call check(all(d(1::2, 2, :) == c) .and. all(d(2::2, :, :) == -7), "'blocks' of a section")
      call partita_exchange_free(blocks)
   end subroutine

   pure function blocked(a) result(b)
      integer, intent(in) :: a(:, :)
      integer :: b(nproma, size(a, 1), size(a, 2)/nproma), e
      do e = 1, size(a, 2)
         b(1 + mod(e - 1, nproma), :, 1 + (e - 1)/nproma) = a(:, e)
      end do
   end function

   ! gfortran 12 knows no strides of such an array.
   subroutine arrays_that_an_assignment_allocates_are_exchanged()
      real(real64), allocatable :: a(:, :)
      real(real64) :: before(levels, room)
      before = held(nodes, me, levels)
      a = reshape(before, shape(before), order=[1, 2])
      call partita_gather(node_halo, a)
      call check(all(a == gathered(nodes, levels)), 'an array that an assignment allocates')
   end subroutine

   subroutine contributions_are_combined_by_every_operation()
      integer, parameter :: operations(4) = [partita_add, partita_min, partita_max, partita_replace]
      real(real64) :: a(levels, room)
      integer(int32) :: b(5, room)
      integer :: k
      do k = 1, size(operations)
         a = held(elements, me, levels)
         b = -7
         b(1:3:2, :) = held(elements, me, 2)
         call partita_scatter(element_halo, operations(k), a)
         call partita_scatter(element_halo, operations(k), b(1:3:2, :))
         call check(all(a == scattered(elements, operations(k), levels)), 'a scatter of real64')
         call check(all(b(1:3:2, :) == scattered(elements, operations(k), 2)), 'a scatter of a section of int32')
         call check(all(b(2, :) == -7 .and. b(4, :) == -7 .and. b(5, :) == -7), 'beside a section')
      end do
   end subroutine

   subroutine arrays_of_no_values_are_exchanged()
      real(real64), asynchronous :: a(levels, room), none(0, room)
      a = held(nodes, me, levels)
      call partita_begin_gather(node_halo, none)
      call partita_gather(element_halo, none)
      call partita_scatter(node_halo, partita_add, none)
      call partita_finish_gather(node_halo)
      call partita_gather(node_halo, none, a)
      call check(all(a == gathered(nodes, levels)), 'a field beside one of no values')
   end subroutine

   ! A value here, and a copy of the next rank's, each with as many levels as its rank says.
   subroutine counts_of_levels_may_differ()
      real(real64) :: a(levels, 2)
      integer :: next, counts(2)
      type(partita_pattern) :: pattern
      type(partita_exchange) :: halo
      next = mod(me + 1, ranks)
      counts = [mod(me, levels + 1), mod(next, levels + 1)]
      call partita_pattern_from_owners(MPI_COMM_WORLD, 2, [me, next], [1, 1], pattern)
      call partita_exchange_of_counts(pattern, halo, counts, a)
      a(:, 1) = me
      a(:, 2) = -1
      call partita_gather(halo, a)
      call check(all(nint(a(:counts(2), 2)) == next) .and. all(nint(a(counts(2) + 1:, 2)) == -1), &
                 'as many levels as counted')
      call partita_exchange_free(halo)
      call partita_pattern_free(pattern)
   end subroutine

   ! Every rank has two columns of all, dealt in turn; the root's array counts from 1.
   subroutine entities_are_collected_to_a_root_and_come_back()
      real(real64) :: mine(levels, 2)
      real(real64), allocatable :: all_of_them(:, :)
      type(partita_pattern) :: whole
      type(partita_exchange) :: output
      integer :: k
      call partita_pattern_from_root(MPI_COMM_WORLD, 0, 2, [me + 1, ranks + me + 1], whole)
      call partita_exchange_new(whole, output)
      allocate (all_of_them(levels, merge(2 * ranks, 0, me == 0)))
      mine(:, 1) = me + 1
      mine(:, 2) = ranks + me + 1
      call partita_collect(output, all_of_them, mine)
      do k = 1, size(all_of_them, 2)
         call check(all(nint(all_of_them(:, k)) == k), 'an array that is collected')
      end do
      all_of_them = -all_of_them
      call partita_distribute(output, all_of_them, mine)
      call check(all(nint(mine(:, 1)) == -(me + 1)) .and. all(nint(mine(:, 2)) == -(ranks + me + 1)), &
                 'columns that are distributed')
      call partita_exchange_free(output)
      call partita_pattern_free(whole)
   end subroutine

end module exchanges_test
