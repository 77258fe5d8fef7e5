!> NICE's primitives in Fortran: messages in buffers of the program. Ranks count from 0. bindings/c/partita.h says what
!> each procedure does.
!>
!>     call partita_nice_schedule(comm, 2, [2, 5], [100_int64, 20_int64], table)
!>     call partita_nice_source_vector(table, ranks, lengths)      ! allocates them
!>     call partita_nice_phase_table(table, phases, sends, receives)
!>     ...
!>     call partita_nice_communicate(table, 8, [c_loc(to_2), c_loc(to_5)], [(c_loc(from(1, k)), k=1, size(ranks))])
module partita_nice
   use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_ptr
   use partita_handles
   implicit none
   private :: c_int, c_int64_t, c_ptr

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

      subroutine partita_nice_begin(table, bytes, outgoing, incoming, error) bind(c, name='partita_f_nice_begin')
         import
         type(partita_scheduling_table), intent(in) :: table
         integer(c_int), intent(in), value :: bytes
         type(c_ptr), intent(in) :: outgoing(*), incoming(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> The scheduling primitive. Collective.
      !> @param rank, length n destinations, ascending, and the units for each
      !> @param plan words for a plan, such as 'rs_nh'. Chosen unless given
      subroutine partita_nice_schedule(comm, n, rank, length, table, plan, error) bind(c, name='partita_f_nice_schedule')
         import
         integer(c_int), intent(in), value :: comm, n
         integer(c_int), intent(in) :: rank(*)
         integer(c_int64_t), intent(in) :: length(*)
         type(partita_scheduling_table), intent(out) :: table
         character(*), intent(in), optional :: plan
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> The ranks that send to this one, ascending, and the units from each. Not collective.
      subroutine partita_nice_source_vector(table, rank, length, error) bind(c, name='partita_f_nice_source_vector')
         import
         type(partita_scheduling_table), intent(in) :: table
         integer(c_int), allocatable, intent(out) :: rank(:)
         integer(c_int64_t), allocatable, intent(out) :: length(:)
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> The communication phase table (CPT) of this rank. Not collective.
      !> @param phases          of the schedule
      !> @param sends, receives the pieces that this rank sends and receives, ascending by phase
      subroutine partita_nice_phase_table(table, phases, sends, receives, error) &
         bind(c, name='partita_f_nice_phase_table')
         import
         type(partita_scheduling_table), intent(in) :: table
         integer(c_int), intent(out) :: phases
         type(partita_nice_piece), allocatable, intent(out) :: sends(:), receives(:)
         integer(c_int), intent(out), optional :: error
      end subroutine
   end interface
end module partita_nice
