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
      type(partita_nice_piece), allocatable :: sends(:), receives(:)
      integer :: next, last, phases, error, time
      next = mod(me + 1, ranks)
      last = mod(me - 1 + ranks, ranks)
      call partita_nice_schedule(MPI_COMM_WORLD, 1, [next], [me + 2_int64], table, plan='rs_n')
      call partita_nice_source_vector(table, sources, lengths)
      call check(size(sources) == 1 .and. all(sources == last), 'the rank that sends')
      call check(all(lengths == last + 2), 'its units')
      call partita_nice_phase_table(table, phases, sends, receives)
      call check(phases == 1 .and. size(sends) == 1 .and. size(receives) == 1, 'one message a rank in one phase')
      call check(is_piece(sends(1), next, me, next, me + 2_int64), 'the piece that is sent')
      call check(is_piece(receives(1), last, last, me, last + 2_int64), 'the piece that is received')
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
      call partita_nice_phase_table(table, phases, sends, receives, error)
      call check_refused(error, here, 'the scheduling table is a null pointer')
      call check(size(sends) == 0 .and. size(receives) == 0, 'no pieces of a table that is freed')
      call partita_nice_schedule(MPI_COMM_WORLD, 1, [next], [0_int64], table, error=error)
      call check_refused(error, everywhere, 'no entry of length 0')
   end subroutine

   ! A whole message, in the first phase.
   logical function is_piece(piece, partner, origin, target, length)
      type(partita_nice_piece), intent(in) :: piece
      integer, intent(in) :: partner, origin, target
      integer(int64), intent(in) :: length
      is_piece = piece%phase == 0 .and. piece%partner == partner .and. piece%origin == origin .and. &
                 piece%target == target .and. piece%offset == 0 .and. piece%length == length
   end function

end module nice_test
