!> NICE's primitives in Fortran: messages in buffers of the program. Ranks count from 0. bindings/c/partita.h says what
!> each procedure does.
!>
!>     call partita_nice_schedule(comm, 2, [2, 5], [100_int64, 20_int64], table)
!>     call partita_nice_source_vector(table, ranks, lengths)      ! allocates them
!>     call partita_nice_phase_table(table, phases, sends, receives)
!>     ...
!>     call partita_nice_communicate(table, 8, [c_loc(to_2), c_loc(to_5)], [(c_loc(from(1, k)), k=1, size(ranks))])
module partita_nice
   use, intrinsic :: iso_c_binding
   use partita_handles
   implicit none
   private
   public :: partita_scheduling_table, partita_nice_schedule, partita_nice_source_vector, partita_nice_communicate
   public :: partita_nice_piece, partita_nice_phase_table
   public :: partita_nice_begin, partita_nice_finish, partita_nice_free

   !> Units of one message that travel together in a phase. Phases, ranks and offsets count from 0.
   type, bind(c) :: partita_nice_piece
      integer(c_int) :: phase
      integer(c_int) :: partner           !< the rank at the other end
      integer(c_int) :: origin, target    !< the units are of the buffer of `origin` for `target`
      integer(c_int64_t) :: offset        !< of the first unit in that buffer
      integer(c_int64_t) :: length        !< units
   end type

   interface
      !> `bytes` of a unit; one pointer for each destination and each source.
      subroutine partita_nice_communicate(table, bytes, outgoing, incoming, error) &
         bind(c, name='partita_f_nice_communicate')
         import
         type(partita_scheduling_table), intent(in) :: table
         integer(c_int), intent(in), value :: bytes
         type(c_ptr), intent(in) :: outgoing(*), incoming(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine schedule(comm, n, rank, length, plan, table, error) bind(c, name='partita_f_nice_schedule')
         import
         integer(c_int), intent(in), value :: comm, n
         integer(c_int), intent(in) :: rank(*)
         integer(c_int64_t), intent(in) :: length(*)
         character(kind=c_char), intent(in) :: plan(*)
         type(partita_scheduling_table), intent(inout) :: table
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine sources(table, n, error) bind(c, name='partita_f_nice_sources')
         import
         type(partita_scheduling_table), intent(in) :: table
         integer(c_int), intent(inout) :: n   ! as it was if it fails
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine source_vector(table, rank, length, error) bind(c, name='partita_f_nice_source_vector')
         import
         type(partita_scheduling_table), intent(in) :: table
         integer(c_int), intent(out) :: rank(*)
         integer(c_int64_t), intent(out) :: length(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine phases_of(table, phases, sends, receives, error) bind(c, name='partita_f_nice_phases')
         import
         type(partita_scheduling_table), intent(in) :: table
         integer(c_int), intent(inout) :: phases, sends, receives   ! as they were if it fails
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine pieces_of(table, sends, receives, error) bind(c, name='partita_f_nice_phase_table')
         import
         type(partita_scheduling_table), intent(in) :: table
         type(partita_nice_piece), intent(out) :: sends(*), receives(*)
         integer(c_int), intent(out), optional :: error
      end subroutine
   end interface

   procedure(partita_nice_communicate), bind(c, name='partita_f_nice_begin') :: partita_nice_begin

contains

   !> The scheduling primitive. Collective.
   !> @param rank, length n destinations, ascending, and the units for each
   !> @param plan words for a plan, such as 'rs_nh'. Chosen unless given
   subroutine partita_nice_schedule(comm, n, rank, length, table, plan, error)
      integer, intent(in) :: comm
      integer(c_int), intent(in) :: n, rank(*)
      integer(c_int64_t), intent(in) :: length(*)
      type(partita_scheduling_table), intent(out) :: table
      character(*), intent(in), optional :: plan
      integer(c_int), intent(out), optional :: error
      call schedule(int(comm, c_int), n, rank, length, terminated(plan), table, error)
   end subroutine

   !> The ranks that send to this one, ascending, and the units from each. Not collective.
   subroutine partita_nice_source_vector(table, rank, length, error)
      type(partita_scheduling_table), intent(in) :: table
      integer(c_int), allocatable, intent(out) :: rank(:)
      integer(c_int64_t), allocatable, intent(out) :: length(:)
      integer(c_int), intent(out), optional :: error
      integer(c_int) :: n
      n = 0
      call sources(table, n, error)
      allocate (rank(n), length(n))
      if (n > 0) call source_vector(table, rank, length, error)
   end subroutine

   !> The communication phase table (CPT) of this rank. Not collective.
   !> @param phases          of the schedule
   !> @param sends, receives the pieces that this rank sends and receives, ascending by phase
   subroutine partita_nice_phase_table(table, phases, sends, receives, error)
      type(partita_scheduling_table), intent(in) :: table
      integer(c_int), intent(out) :: phases
      type(partita_nice_piece), allocatable, intent(out) :: sends(:), receives(:)
      integer(c_int), intent(out), optional :: error
      integer(c_int) :: n_sends, n_receives
      phases = 0; n_sends = 0; n_receives = 0
      call phases_of(table, phases, n_sends, n_receives, error)
      allocate (sends(n_sends), receives(n_receives))
      if (n_sends + n_receives > 0) call pieces_of(table, sends, receives, error)
   end subroutine
end module partita_nice
