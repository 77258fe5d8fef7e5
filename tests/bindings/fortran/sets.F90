! Sets of values that ranks own, in a local order of their own: any rank can compute them, so plain look-ups say what is
! expected of tables, patterns and loops. Global numbers and places count from 1.
module sets
   use checks
   implicit none

   integer, parameter :: points = 1, cells = 2   ! sets

contains

   pure integer function values_of(set)
      integer, intent(in) :: set
      values_of = merge(12*ranks + 5, 5*ranks + 2, set == points)
   end function

   ! The last rank owns no cells, if there is another.
   pure elemental integer function owner_of(set, number)
      integer, intent(in) :: set, number
      owner_of = merge(mod(number*number + number/3, ranks), mod(3*number + 1, max(ranks - 1, 1)), set == points)
   end function

   ! Global numbers of the values of a rank, in local order: points descend, cells ascend.
   pure function owned_by(set, rank) result(numbers)
      integer, intent(in) :: set, rank
      integer, allocatable :: numbers(:)
      integer :: k
      numbers = pack([(k, k=1, values_of(set))], [(owner_of(set, k) == rank, k=1, values_of(set))])
      if (set == points) numbers = numbers(size(numbers):1:-1)
   end function

   pure elemental integer function place_of(set, number)
      integer, intent(in) :: set, number
      integer :: k
      place_of = count([(owner_of(set, k) == owner_of(set, number), k=1, number)])
      if (set == points) place_of = size(owned_by(set, owner_of(set, number))) + 1 - place_of
   end function

   subroutine make_table(set, table)
      integer, intent(in) :: set
      type(partita_table), intent(out) :: table
      integer, allocatable :: numbers(:)
      numbers = owned_by(set, me)
      call partita_table_from_owned(MPI_COMM_WORLD, size(numbers), int(numbers, int64), table)
   end subroutine

   ! The global number of every owned value and ghost, brought by a gather. Frees the pattern.
   function gathered_numbers(set, pattern, ghosts) result(numbers)
      integer, intent(in) :: set, ghosts
      type(partita_pattern), intent(inout) :: pattern
      integer, allocatable :: numbers(:)
      type(partita_exchange) :: halo
      integer :: k
      numbers = [owned_by(set, me), (-1, k=1, ghosts)]
      call partita_exchange_new(pattern, halo)
      call partita_pattern_free(pattern)
      call partita_gather(halo, numbers)
      call partita_exchange_free(halo)
   end function
end module sets
