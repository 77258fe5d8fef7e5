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
      real(real64) :: all_values(n, 2), result(2), whole(2), one, dot, whole_dot, norm
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
      call partita_exact_norm(MPI_COMM_WORLD, merge(3, 4, me == 0)*[2._real64**600], norm)
      call partita_exact_dot(MPI_COMM_WORLD, [real(merge(3, 4, me == 0), real64)], [real(merge(3, 4, me == 0), real64)], dot)
      call check(norm == sqrt(dot)*2._real64**600, 'a norm, whose squares overflow')
      call partita_exact_sum(MPI_COMM_WORLD, [1e100_real64, 1._real64, -1e100_real64], one)
      call check(one == ranks, 'a sum that cancels')
      call extents_that_do_not_fit_are_refused(mine)
   end subroutine

   ! Each is wrong on the last rank alone.
   subroutine extents_that_do_not_fit_are_refused(columns)
      real(real64), intent(in) :: columns(:, :)
      real(real64) :: sums(2), dot
      integer :: error, short
      short = merge(1, 0, me == ranks - 1)
      call partita_exact_sum(MPI_COMM_WORLD, columns, sums(:2 - short), error=error)
      call check_refused(error, everywhere, 'there are 2 columns, but room for 1 sums; give a result for each column')
      call partita_exact_dot(MPI_COMM_WORLD, sums, sums(:2 - short), dot, error=error)
      call check_refused(error, everywhere, 'the factors of a dot product have 2 and 1 values; give both as many')
   end subroutine

end module sums_test
