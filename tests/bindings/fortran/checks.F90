! What all tests of the Fortran interface do: they start MPI, check, and fail on all ranks if one check failed.
module checks
   use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
   use mpi, only: MPI_Init, MPI_Finalize, MPI_Comm_rank, MPI_Comm_size, MPI_Allreduce, MPI_COMM_WORLD, MPI_COMM_SELF, &
                  MPI_INTEGER, MPI_SUM
   use partita
   implicit none

   integer, parameter :: here = 1, everywhere = 2   ! codes of errors: on this rank, on all ranks alike
   integer :: me, ranks
   integer, private :: failures = 0

contains

   subroutine start()
      integer :: code
      call MPI_Init(code)
      call MPI_Comm_rank(MPI_COMM_WORLD, me, code)
      call MPI_Comm_size(MPI_COMM_WORLD, ranks, code)
   end subroutine

   subroutine finish()
      integer :: code, all_failures
      call MPI_Allreduce(failures, all_failures, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, code)
      call MPI_Finalize(code)
      if (all_failures > 0) error stop 1
   end subroutine

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

end module checks
