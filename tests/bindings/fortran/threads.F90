! Under MPI_THREAD_MULTIPLE, threads exchange at once, each on a communicator of its own.
program threads
   use, intrinsic :: iso_fortran_env, only: real64
   use mpi, only: MPI_Init_thread, MPI_Finalize, MPI_Comm_dup, MPI_Comm_free, MPI_Comm_rank, MPI_Comm_size, &
                  MPI_COMM_WORLD, MPI_THREAD_MULTIPLE
   use partita
   implicit none
   integer, parameter :: number_of_threads = 3, steps = 2000
   integer :: comms(number_of_threads), thread, provided, code, failures = 0

   call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, code)
   do thread = 1, number_of_threads
      call MPI_Comm_dup(MPI_COMM_WORLD, comms(thread), code)
   end do
   if (provided < MPI_THREAD_MULTIPLE) then
      print '(a)', 'skipped: this MPI has no MPI_THREAD_MULTIPLE'
   else
      !$omp parallel do num_threads(number_of_threads) schedule(static, 1) reduction(+:failures)
      do thread = 1, number_of_threads
         call exchange_on(comms(thread), thread, failures)
      end do
      !$omp end parallel do
   end if
   do thread = 1, number_of_threads
      call MPI_Comm_free(comms(thread), code)
   end do
   call MPI_Finalize(code)
   if (failures > 0) error stop 1

contains

   ! A ring: entity 1 is this rank's, entity 2 a copy of the next rank's.
   recursive subroutine exchange_on(comm, my_thread, failed)
      integer, intent(in) :: comm, my_thread
      integer, intent(inout) :: failed
      type(partita_pattern) :: ring
      type(partita_exchange) :: halo
      real(real64) :: values(2), total
      integer :: rank, ranks, next, step, error
      call MPI_Comm_rank(comm, rank, error)
      call MPI_Comm_size(comm, ranks, error)
      next = mod(rank + 1, ranks)
      call partita_pattern_from_owners(comm, 2, [rank, next], [1, 1], ring, error=error)
      call check(error == 0, failed)
      call partita_exchange_new(ring, halo, name='ring', plan=merge('mpi', '   ', my_thread == 2), error=error)
      call check(error == 0, failed)
      do step = 1, steps
         values = [value(rank, step, my_thread), -1._real64]
         call partita_gather(halo, values, error=error)
         call check(error == 0 .and. nint(values(2)) == nint(value(next, step, my_thread)), failed)
         if (mod(step, 100) == 0) then
            call partita_exact_sum(comm, [1._real64], total, error=error)
            call check(error == 0 .and. nint(total) == ranks, failed)
         end if
         if (failed > 0) exit
      end do
      call partita_exchange_free(halo)
      call partita_pattern_free(ring)
   end subroutine

   ! Tells ranks, steps and threads apart.
   pure real(real64) function value(rank, step, my_thread)
      integer, intent(in) :: rank, step, my_thread
      value = rank + 100*my_thread + 1000*step
   end function

   subroutine check(is_right, failed)
      logical, intent(in) :: is_right
      integer, intent(inout) :: failed
      if (is_right) return
      failed = failed + 1
      print '(2a)', 'threads: a check failed; the last error: ', partita_error_text()
   end subroutine
end program threads
