! Translation tables, and localize.
module tables_test
   use sets
   implicit none
   private
   public :: tables_are_as_specified

contains

   subroutine tables_are_as_specified()
      call tables_from_owned_values_have_the_order_given()
      call tables_from_parts_ascend_on_every_rank()
      call places_and_numbers_count_from_the_base()
      call localize_numbers_every_other_value_once_behind_the_owned()
   end subroutine

   subroutine check_table(table, set, what)
      type(partita_table), intent(in) :: table
      integer, intent(in) :: set
      character(*), intent(in) :: what
      integer(int64), allocatable :: global(:)
      integer :: owned, k, number
      integer, allocatable :: owner(:), place(:)
      call partita_table_owned(table, owned)
      call check(owned == size(owned_by(set, me)), what//': the number of values owned')
      allocate (global(size(owned_by(set, me))))
      call partita_table_global(table, global)
      call check(all(global == owned_by(set, me)), what//': the global numbers')

      number = values_of(set)
      allocate (owner(number + 2), place(number + 2))
      call partita_table_locate(table, number + 2, [(int(k, int64), k=number, 1, -1), 1_int64, 1_int64], owner, place)
      call check(all(owner == owner_of(set, [(k, k=number, 1, -1), 1, 1])), what//': owners')
      call check(all(place == place_of(set, [(k, k=number, 1, -1), 1, 1])), what//': places')
   end subroutine

   subroutine tables_from_owned_values_have_the_order_given()
      type(partita_table) :: table
      call make_table(points, table)
      call check_table(table, points, 'points from owned values')
      call partita_table_free(table)
   end subroutine

   ! Shares of the partition vector: all of it on the last rank.
   subroutine tables_from_parts_ascend_on_every_rank()
      type(partita_table) :: table
      integer, allocatable :: part(:)
      integer :: k
      part = [(owner_of(cells, k), k=1, merge(values_of(cells), 0, me == ranks - 1))]
      call partita_table_from_parts(MPI_COMM_WORLD, size(part), part, table)
      call check_table(table, cells, 'cells from parts')
      call partita_table_free(table)
   end subroutine

   ! Each rank owns one value, that of its rank.
   subroutine places_and_numbers_count_from_the_base()
      type(partita_table) :: table
      type(partita_pattern) :: pattern
      integer(int64) :: global(1)
      integer :: base, owner(1), place(1), local(2), ghosts
      do base = 0, 1
         call partita_table_from_owned(MPI_COMM_WORLD, 1, [int(me + base, int64)], table, base=base)
         call partita_table_global(table, global)
         call check(global(1) == me + base, 'a global number from the base')
         call partita_table_locate(table, 1, [int(ranks - 1 + base, int64)], owner, place)
         call check(owner(1) == ranks - 1 .and. place(1) == base, 'a place from the base')
         call partita_localize(table, 2, int([me, mod(me + 1, ranks)] + base, int64), local, ghosts, pattern)
         call check(all(local == merge([0, 1], [0, 0], ranks > 1) + base), 'local places from the base')
         call check(ghosts == min(1, ranks - 1), 'one ghost, of the next rank')
         call partita_pattern_free(pattern)
         call partita_table_free(table)
      end do
   end subroutine

   subroutine localize_numbers_every_other_value_once_behind_the_owned()
      integer, parameter :: n = 50
      type(partita_table) :: table
      type(partita_pattern) :: pattern
      integer :: references(n), local(n), ghosts, k
      integer, allocatable :: field(:)
      references = [(1 + mod(k*(k + me), values_of(points)), k=1, n)]   ! with repetitions
      call make_table(points, table)
      call partita_localize(table, n, int(references, int64), local, ghosts, pattern)
      call partita_table_free(table)   ! patterns stay
      call check(ghosts == count([(any(references == k) .and. owner_of(points, k) /= me, k=1, values_of(points))]), &
                 'the number of ghosts')
      field = gathered_numbers(points, pattern, ghosts)
      call check(all(local >= 1 .and. local <= size(field)), 'local places')
      call check(all(field(local) == references), 'the values that are referred to')
      call check(all(field > 0), 'a ghost that nothing refers to')
   end subroutine
end module tables_test
