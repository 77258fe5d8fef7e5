! NICE's primitives: buffers by pointer, around a ring of ranks.
module nice_test
   use, intrinsic :: iso_c_binding
   use checks
   implicit none
   private
   public :: nice_is_as_specified

contains

   ! A rank sends its number + 2 units to the next.
   subroutine nice_is_as_specified()
      type(partita_scheduling_table) :: table
      real(real64), allocatable, target :: outgoing(:), incoming(:)
      integer, allocatable :: sources(:)
      integer(int64), allocatable :: lengths(:)
      integer :: next, last, error, time
      next = mod(me + 1, ranks)
      last = mod(me - 1 + ranks, ranks)
      call partita_nice_schedule(MPI_COMM_WORLD, 1, [next], [me + 2_int64], table, plan='rs_n')
      call partita_nice_source_vector(table, sources, lengths)
      call check(size(sources) == 1 .and. all(sources == last), 'the rank that sends')
      call check(all(lengths == last + 2), 'its units')
      allocate (outgoing(me + 2), incoming(last + 2))
      do time = 1, 2
         outgoing = 10*me + time
         incoming = -1
         if (time == 1) then
            call partita_nice_communicate(table, 8, [c_loc(outgoing)], [c_loc(incoming)])
         else
            call partita_nice_begin(table, 8, [c_loc(outgoing)], [c_loc(incoming)])
            call partita_nice_finish(table)
         end if
         call check(all(nint(incoming) == 10*last + time), 'what arrived')
      end do
      call partita_nice_free(table)
      call partita_nice_finish(table, error)
      call check_refused(error, here, 'the scheduling table is a null pointer')
      call partita_nice_schedule(MPI_COMM_WORLD, 1, [next], [0_int64], table, error=error)
      call check_refused(error, everywhere, 'no entry of length 0')
   end subroutine

end module nice_test
