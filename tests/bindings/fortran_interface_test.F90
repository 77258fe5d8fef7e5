! The Fortran interface, with lists as the ocean model FESOM2 has them: ranks from 0, pointers and places from 1, the
! places that receive unsorted, arrays longer than a pattern needs. Every rank can compute what every rank holds, so
! what is expected is copied by hand.
program fortran_interface_test
   use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
   use mpi, only: MPI_Init, MPI_Finalize, MPI_Comm_rank, MPI_Comm_size, MPI_Allreduce, MPI_COMM_WORLD, MPI_COMM_SELF, &
                  MPI_INTEGER, MPI_SUM
   use partita
   implicit none

   ! Place `here` of a rank is a copy of place `there` of rank `from`.
   type :: copy
      integer :: from, there, here
   end type

   ! A value among others
   type :: point
      real(real64) :: depth
      real(real32) :: salt
      integer(int32) :: level
      real(real64) :: heat(2)
   end type

   integer, parameter :: nodes = 1, elements = 2   ! kinds of mesh entities
   integer, parameter :: levels = 3, room = 32, nproma = 4
   integer :: me, ranks, code, failures = 0, all_failures
   type(partita_pattern) :: node_pattern, element_pattern
   type(partita_exchange) :: node_halo, element_halo

   call MPI_Init(code)
   call MPI_Comm_rank(MPI_COMM_WORLD, me, code)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks, code)
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
   call arrays_of_assumed_size_are_exchanged()
   call contributions_are_combined_by_every_operation()
   call counts_of_levels_may_differ()
   call entities_are_collected_to_a_root_and_come_back()
   call patterns_come_from_owners_numbers_and_references()
   call exact_sums_have_the_same_bits_on_any_number_of_ranks()
   call errors_are_said_and_the_library_goes_on()

   call partita_exchange_free(node_halo)
   call partita_exchange_free(element_halo)
   call partita_pattern_free(node_pattern)
   call partita_pattern_free(element_pattern)
   call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, code)
   call MPI_Finalize(code)
   if (all_failures > 0) error stop 1

contains

   ! ---- what every rank holds

   pure integer function owned(mesh, rank)
      integer, intent(in) :: mesh, rank
      owned = merge(7 + mod(rank, 3), 6, mesh == nodes)
   end function

   ! Nodes: 4 of each of the next two ranks. Elements: place 6 of a rank is place 1 of the next rank, an element that
   ! their boundary cuts. Both own it; the rank before receives it from one of them, the rank before that from the other.
   pure function copies_of(mesh, rank) result(copies)
      integer, intent(in) :: mesh, rank
      type(copy), allocatable :: copies(:)
      integer, parameter :: unsorted(4) = [3, 1, 4, 2]
      integer, parameter :: of_element(6) = [6, 2, 3, 5, 4, 1], next_of_element(6) = [1, 1, 1, 2, 2, 3]
      integer :: next, k, first
      allocate (copies(0))
      first = owned(mesh, rank)
      if (mesh == nodes) then
         do next = 1, min(2, ranks)
            do k = 1, 4
               copies = [copies, copy(mod(rank + next, ranks), 2*k - 1, first + unsorted(k))]
            end do
            first = first + 4
         end do
      else
         do k = 1, 6
            if (next_of_element(k) <= ranks) &
               copies = [copies, copy(mod(rank + next_of_element(k), ranks), of_element(k), first + 7 - k)]
         end do
      end if
   end function

   ! Tells ranks, places and values apart.
   pure elemental integer function value(mesh, rank, place, number)
      integer, intent(in) :: mesh, rank, place, number
      value = mesh*100000 + rank*1000 + place*10 + number
   end function

   pure function held(mesh, rank, values) result(a)
      integer, intent(in) :: mesh, rank, values
      integer :: a(values, room), place, number
      do place = 1, room
         a(:, place) = [(value(mesh, rank, place, number), number=1, values)]
      end do
   end function

   ! What this rank holds after a gather.
   pure function gathered(mesh, values) result(a)
      integer, intent(in) :: mesh, values
      integer :: a(values, room), theirs(values, room), k
      type(copy), allocatable :: copies(:)
      a = held(mesh, me, values)
      copies = copies_of(mesh, me)
      do k = 1, size(copies)
         theirs = held(mesh, copies(k)%from, values)
         a(:, copies(k)%here) = theirs(:, copies(k)%there)
      end do
   end function

   ! What this rank holds after a scatter: copies of this rank count first, then rank after rank.
   pure function scattered(mesh, operation, values) result(a)
      integer, intent(in) :: mesh, operation, values
      integer :: a(values, room), theirs(values, room), k, turn, rank
      type(copy), allocatable :: copies(:)
      a = held(mesh, me, values)
      do turn = -1, ranks - 1
         if (turn == me) cycle
         rank = merge(me, turn, turn == -1)
         theirs = held(mesh, rank, values)
         copies = copies_of(mesh, rank)
         do k = 1, size(copies)
            if (copies(k)%from /= me) cycle
            associate (mine => a(:, copies(k)%there), given => theirs(:, copies(k)%here))
               select case (operation)
               case (partita_add); mine = mine + given
               case (partita_min); mine = min(mine, given)
               case (partita_max); mine = max(mine, given)
               case (partita_replace); mine = given
               end select
            end associate
         end do
      end do
   end function

   ! ---- lists of the exchange, as a code has them

   subroutine receive_lists(mesh, rank, ptr, list)
      integer, intent(in) :: mesh
      integer, allocatable, intent(out) :: rank(:), ptr(:), list(:)
      type(copy), allocatable :: copies(:)
      integer :: from
      copies = copies_of(mesh, me)
      allocate (rank(0), list(0))
      ptr = [1]
      do from = ranks - 1, 0, -1
         if (.not. any(copies%from == from)) cycle
         rank = [rank, from]
         list = [list, pack(copies%here, copies%from == from)]
         ptr = [ptr, size(list) + 1]
      end do
   end subroutine

   subroutine send_lists(mesh, rank, ptr, list)
      integer, intent(in) :: mesh
      integer, allocatable, intent(out) :: rank(:), ptr(:), list(:)
      type(copy), allocatable :: copies(:)
      integer :: to
      allocate (rank(0), list(0))
      ptr = [1]
      do to = 0, ranks - 1
         copies = copies_of(mesh, to)
         if (.not. any(copies%from == me)) cycle
         rank = [rank, to]
         list = [list, pack(copies%there, copies%from == me)]
         ptr = [ptr, size(list) + 1]
      end do
   end subroutine

   subroutine make_pattern(mesh, pattern)
      integer, intent(in) :: mesh
      type(partita_pattern), intent(out) :: pattern
      integer, allocatable :: r_rank(:), r_ptr(:), r_list(:), s_rank(:), s_ptr(:), s_list(:)
      call receive_lists(mesh, r_rank, r_ptr, r_list)
      call send_lists(mesh, s_rank, s_ptr, s_list)
      call partita_pattern_from_lists(MPI_COMM_WORLD, size(r_rank), r_rank, r_ptr, r_list, &
                                      size(s_rank), s_rank, s_ptr, s_list, pattern)
   end subroutine

   ! ---- checks

   subroutine check(is_right, what)
      logical, intent(in) :: is_right
      character(*), intent(in) :: what
      if (is_right) return
      failures = failures + 1
      print '(a, i0, 2a)', 'rank ', me, ' failed: ', what
   end subroutine

   subroutine check_refused(error, expected, sentence)
      integer, intent(in) :: error, expected
      character(*), intent(in) :: sentence
      call check(error == expected, 'another code for: '//sentence)
      call check(index(partita_error_text(), sentence) > 0, 'wanted "'//sentence//'", got "'//partita_error_text()//'"')
   end subroutine

   ! ---- the specification

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
      real(real64) :: a(levels, room), b(room)
      integer(int32) :: c(2, room)
      logical :: d(room)
      integer :: after(1, room)
      after = gathered(nodes, 1)
      a = held(nodes, me, levels)
      c = held(nodes, me, 2)
      call partita_gather(node_halo, a, c)
      call check(all(a == gathered(nodes, levels)), 'first of two fields')
      call check(all(c == gathered(nodes, 2)), 'second of two fields')

      a = held(nodes, me, levels)
      b = a(1, :)
      c = held(nodes, me, 2)
      d = mod(c(1, :)/10, 2) == 0
      call partita_gather(node_halo, c, a, b)
      call check(all(a == gathered(nodes, levels)) .and. all(b == after(1, :)) .and. all(c == gathered(nodes, 2)), &
                 'three fields')
      call partita_gather(node_halo, a, b, d=d)
      call check(all(d .eqv. mod(after(1, :)/10, 2) == 0), 'a field by its keyword')
   end subroutine

   ! Copies that the compiler makes would be gone when the exchange finishes.
   subroutine sections_are_exchanged_where_they_lie()
      real(real64) :: wide(5, room), sparse(levels, 2*room)
      type(point) :: points(room)
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

      points = point(-7, -7, -7, -7)
      points%salt = real(before(1, :), real32)
      points%heat(2) = before(2, :)
      call partita_gather(node_halo, points%salt)
      call check(all(points%salt == real(after(1, :), real32)), 'a component')
      call partita_begin_gather(node_halo, points%heat(2), points%level)
      call partita_finish_gather(node_halo)
      call check(all(points%heat(2) == after(2, :)), 'a component between begin and finish')
      call check(all(points%depth == -7 .and. points%level == -7 .and. points%heat(1) == -7), 'components beside it')
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
      call partita_gather(blocks, b, c)
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

   subroutine arrays_of_assumed_size_are_exchanged()
      real(real64) :: a(levels, room)
      a = held(nodes, me, levels)
      call gather_of_assumed_size(a)
      call check(all(a == gathered(nodes, levels)), 'a(levels, *)')
   end subroutine

   subroutine gather_of_assumed_size(a)
      real(real64), intent(inout) :: a(levels, *)
      call partita_gather(node_halo, a)
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
         call partita_scatter(element_halo, operations(k), a, b(1:3:2, :))
         call check(all(a == scattered(elements, operations(k), levels)), 'a scatter of real64')
         call check(all(b(1:3:2, :) == scattered(elements, operations(k), 2)), 'a scatter of a section of int32')
         call check(all(b(2, :) == -7 .and. b(4, :) == -7 .and. b(5, :) == -7), 'beside a section')
      end do
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

   ! Of each rank: one value of its own, and a copy of that of the next rank.
   subroutine patterns_come_from_owners_numbers_and_references()
      type(partita_pattern) :: pattern
      integer :: next, local(2), ghosts
      next = mod(me + 1, ranks)
      call partita_pattern_from_owners(MPI_COMM_WORLD, 2, [me, next], [1, 1], pattern)
      call check_next(pattern, next, [1, 2], 'from owners')
      call partita_pattern_from_owners(MPI_COMM_WORLD, 2, [me, next], [0, 0], pattern, base=0)
      call check_next(pattern, next, [1, 2], 'from owners, places from 0')
      call partita_pattern_from_ids(MPI_COMM_WORLD, 2, numbers([me, next]), pattern, owner=[me, next])
      call check_next(pattern, next, [1, 2], 'from numbers')
      call partita_pattern_from_ids(MPI_COMM_WORLD, 1 + min(me, 1), numbers([me, 0]), pattern)
      call check_next(pattern, 0, merge([1, 2], [1, 1], me > 0), 'from numbers, the lowest rank owns')
      call partita_pattern_from_references(MPI_COMM_WORLD, 1, int([me], int64), 2_int64, int([me, next], int64), local, &
                                           ghosts, pattern)
      call check(ghosts == min(1, ranks - 1), 'the number of ghosts')
      call check_next(pattern, next, local, 'from references')
   end subroutine

   pure function numbers(of) result(ids)
      integer, intent(in) :: of(:)
      integer(int64) :: ids(size(of))
      ids = -5000000000_int64 + of*70000000000_int64
   end function

   subroutine check_next(pattern, next, local, what)
      type(partita_pattern), intent(inout) :: pattern
      integer, intent(in) :: next, local(2)
      character(*), intent(in) :: what
      type(partita_exchange) :: exchange
      integer :: a(2)
      a = [100 + me, -1]
      call partita_exchange_new(pattern, exchange)
      call partita_pattern_free(pattern)
      call partita_gather(exchange, a)
      call check(all(a(local) == 100 + [me, next]), what)
      call partita_exchange_free(exchange)
   end subroutine

   ! Values of any magnitude: in another order, ordinary sums have other bits.
   subroutine exact_sums_have_the_same_bits_on_any_number_of_ranks()
      integer, parameter :: n = 600
      real(real64), allocatable :: mine(:, :)
      real(real64) :: all_values(n, 2), result(2), whole(2), one, dot, whole_dot
      integer :: k
      do k = 1, n
         all_values(k, :) = sin([1, 2]*real(k, real64))*2._real64**mod(37*k, 100)
      end do
      mine = all_values(n - me:1:-ranks, :)
      call partita_exact_sum(MPI_COMM_WORLD, mine, result)
      call partita_exact_sum(MPI_COMM_SELF, all_values, whole)
      call check(all(result == whole), 'sums of columns')
      call partita_exact_sum(MPI_COMM_WORLD, all_values(n - me:1:-ranks, 2), one)
      call check(one == whole(2), 'a sum of a section')
      call partita_exact_dot(MPI_COMM_WORLD, mine(:, 1), mine(:, 2), dot)
      call partita_exact_dot(MPI_COMM_SELF, all_values(:, 1), all_values(:, 2), whole_dot)
      call check(dot == whole_dot, 'a dot product')
      call partita_exact_sum(MPI_COMM_WORLD, [1e100_real64, 1._real64, -1e100_real64], one)
      call check(one == ranks, 'a sum that cancels')
   end subroutine

   subroutine errors_are_said_and_the_library_goes_on()
      integer, parameter :: here = 1, everywhere = 2
      type(partita_pattern) :: no_pattern
      type(partita_exchange) :: no_exchange
      real(real64) :: a(levels, room), too_many(1, 1, 1, 1, room)
      complex(real64) :: z(room)
      character(20) :: text(room)
      integer :: error

      a = held(nodes, me, levels)
      call partita_gather(node_halo, a, error=error)
      call check(error == 0 .and. all(a == gathered(nodes, levels)), 'error=0')

      call partita_gather(node_halo, a(1, 1), error=error)
      call check_refused(error, here, 'exchange "nodes": field 1 is one value, where the pattern has ')
      call partita_gather(node_halo, a(:, 1:4), error=error)
      call check_refused(error, here, 'has room for 4 entities')
      call partita_gather(node_halo, a, too_many, error=error)
      call check_refused(error, here, 'field 2 has 4 dimensions for the values of an entity')
      call partita_gather(node_halo, text, error=error)
      call check_refused(error, here, 'field 1 has elements of 20 bytes')
      z = 0
      call partita_scatter(node_halo, partita_min, z, error=error)
      call check_refused(error, here, 'is complex')
      call partita_scatter(node_halo, 7, a, error=error)
      call check_refused(error, here, 'there is no operation 7')
      call partita_finish_scatter(node_halo, error=error)
      call check_refused(error, here, 'no scatter is under way')

      call partita_pattern_from_lists(MPI_COMM_WORLD, 1, [me], [1, 3], [5, 5], 1, [me], [1, 3], [1, 2], no_pattern, &
                                      error=error)
      call check_refused(error, everywhere, 'receives place 5 twice')
      call partita_pattern_from_lists(MPI_COMM_WORLD, 1, [me], [1, 2], [0], 1, [me], [1, 2], [1], no_pattern, error=error)
      call check_refused(error, everywhere, 'is place 0; places begin with 1')
      call partita_pattern_from_lists(MPI_COMM_WORLD, 1, [me], [1, 2], [5], 0, [me], [1], [1], no_pattern, error=error)
      call check_refused(error, everywhere, 'which lists 1 to receive from it')

      call partita_exchange_new(node_pattern, no_exchange, name='nodes ', plan='colourful', error=error)
      call check_refused(error, everywhere, 'the plan of the exchange "nodes": "colourful" is no word for a plan')
      call partita_exchange_new(node_pattern, no_exchange, layout='middle', error=error)
      call check_refused(error, here, 'there is no layout "middle"; there are last, first and blocks')
      call partita_exchange_new(no_pattern, no_exchange, error=error)
      call check_refused(error, here, 'the pattern is a null pointer')
      call partita_gather(no_exchange, a, error=error)
      call check_refused(error, here, 'the exchange was not made; call partita_exchange_new first')

      a = held(nodes, me, levels)
      call partita_gather(node_halo, a)
      call check(all(a == gathered(nodes, levels)), 'after errors')
   end subroutine

end program
