! Sums with the same bits on any number of ranks.
module sums_test
   use checks
   implicit none
   private
   public :: sums_are_as_specified

contains

   ! Values of any magnitude: in another order, ordinary sums have other bits.
   subroutine sums_are_as_specified()
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

end module sums_test
