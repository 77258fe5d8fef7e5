!> Partita for Fortran: patterns from what a code has or from the inspector, exchanges of arrays as they lie, NICE's
!> primitives, exact sums.
!>
!>     type(partita_pattern) :: nodes
!>     type(partita_exchange) :: halo
!>     call partita_pattern_from_lists(comm, n_recv, recv_rank, recv_ptr, recv_list, &
!>                                     n_send, send_rank, send_ptr, send_list, nodes)
!>     call partita_exchange_new(nodes, halo, name="nodes")
!>     do step = 1, steps
!>        call partita_gather(halo, temperature, salinity)   ! both in one message per neighbour
!>     end do
!>
!> Communicators are the integers of `use mpi` and mpif.h; from `use mpi_f08`, give comm%mpi_val. Places count from
!> 1, ranks from 0. Every procedure has an optional `error`: 0, or a code, and partita_error_text() says what is
!> wrong. Without it, a call that fails prints the sentence and aborts all ranks. bindings/c/partita.h says what
!> each procedure does, and which are collective.
!>
!> Arrays have any rank, and any type of 1, 2, 4, 8 or 16 bytes: real, integer, logical, complex. The last dimension
!> counts entities (temperature(levels, nodes)), or the first, or blocks do: see partita_exchange_new. Array sections
!> are exchanged where they lie, without a copy, also between begin and finish. An element such as x(1, 1) is one
!> value, and refused where a pattern has more: give the array, x.
!>
!> Write a component of an array that is allocatable or a pointer as a section: points(:)%salt, z(:)%im. For points%salt,
!> gfortran moves `points` itself, because it builds the descriptor for C in place: its values are wrong afterwards.
!>
!> All this needs a compiler that passes arrays of assumed rank to C. generic_arrays.F90.in says what others take.
module partita
   use, intrinsic :: iso_c_binding
   use partita_handles
   use partita_arrays
   use partita_inspector
   use partita_nice
   implicit none
   private
   public :: partita_pattern, partita_exchange
   public :: partita_pattern_from_lists, partita_pattern_from_owners, partita_pattern_from_ids
   public :: partita_pattern_free
   public :: partita_table, partita_table_from_owned, partita_table_from_parts, partita_table_owned
   public :: partita_table_global, partita_table_locate, partita_table_free, partita_localize
   public :: partita_loop, partita_first_owner, partita_majority, partita_both_sides
   public :: partita_inspect, partita_update, partita_loop_iterations, partita_loop_places, partita_loop_pattern
   public :: partita_loop_take, partita_loop_free
   public :: partita_remap, partita_remap_new, partita_remap_arriving, partita_remap_forward, partita_remap_backward
   public :: partita_remap_free
   public :: partita_exchange_new, partita_exchange_of_counts, partita_exchange_free
   public :: partita_exchange_save, partita_exchange_verify
   public :: partita_exchange_number, partita_mark, partita_check_ghosts
   public :: partita_gather, partita_begin_gather, partita_finish_gather
   public :: partita_scatter, partita_begin_scatter, partita_finish_scatter
   public :: partita_pattern_from_root, partita_collect, partita_distribute
   public :: partita_scheduling_table, partita_nice_schedule, partita_nice_source_vector, partita_nice_communicate
   public :: partita_nice_piece, partita_nice_phase_table
   public :: partita_nice_begin, partita_nice_finish, partita_nice_free
   public :: partita_exact_sum, partita_exact_dot, partita_exact_norm, partita_error_text, partita_version, partita_set_message_sink

   !> Operations of a scatter
   integer(c_int), parameter, public :: partita_add = 1, partita_min = 2, partita_max = 3, partita_replace = 4

   ! Handles that C sets are inout: after an error they stay null. What is out may be anything when C is called.
   interface
      subroutine partita_pattern_from_lists(comm, n_recv, recv_rank, recv_ptr, recv_list, &
                                            n_send, send_rank, send_ptr, send_list, pattern, base, error) &
         bind(c, name='partita_f_pattern_from_lists')
         import
         integer(c_int), intent(in), value :: comm, n_recv, n_send
         integer(c_int), intent(in) :: recv_rank(*), recv_ptr(*), recv_list(*)
         integer(c_int), intent(in) :: send_rank(*), send_ptr(*), send_list(*)
         type(partita_pattern), intent(inout) :: pattern
         integer(c_int), intent(in), optional :: base   !< of places and pointers: 1 unless given
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_pattern_from_owners(comm, n, owner, place_on_owner, pattern, base, error) &
         bind(c, name='partita_f_pattern_from_owners')
         import
         integer(c_int), intent(in), value :: comm, n
         integer(c_int), intent(in) :: owner(*), place_on_owner(*)
         type(partita_pattern), intent(inout) :: pattern
         integer(c_int), intent(in), optional :: base
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_pattern_from_ids(comm, n, id, pattern, owner, error) &
         bind(c, name='partita_f_pattern_from_ids')
         import
         integer(c_int), intent(in), value :: comm, n
         integer(c_int64_t), intent(in) :: id(*)
         type(partita_pattern), intent(inout) :: pattern
         integer(c_int), intent(in), optional :: owner(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> `place` counts from 1; 0 or less: of an entity that is left out.
      subroutine partita_pattern_from_root(comm, root, n, place, pattern, error) &
         bind(c, name='partita_f_pattern_from_root')
         import
         integer(c_int), intent(in), value :: comm, root, n
         integer(c_int), intent(in) :: place(*)
         type(partita_pattern), intent(inout) :: pattern
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine exact_sums(comm, sums, n, values, room, result, error) bind(c, name='partita_f_exact_sums')
         import
         integer(c_int), intent(in), value :: comm, sums
         integer(c_size_t), intent(in), value :: n, room
         real(c_double), intent(in) :: values(*)
         real(c_double), intent(out) :: result(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine exact_dot(comm, n, a, of_b, b, result, error) bind(c, name='partita_f_exact_dot')
         import
         integer(c_int), intent(in), value :: comm
         integer(c_size_t), intent(in), value :: n, of_b
         real(c_double), intent(in) :: a(*), b(*)
         real(c_double), intent(out) :: result
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine exact_norm(comm, n, values, result, error) bind(c, name='partita_f_exact_norm')
         import
         integer(c_int), intent(in), value :: comm
         integer(c_size_t), intent(in), value :: n
         real(c_double), intent(in) :: values(*)
         real(c_double), intent(out) :: result
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine exchange_new(pattern, exchange, name, plan, layout, error) bind(c, name='partita_f_exchange_new')
         import
         type(partita_pattern), intent(in) :: pattern
         type(partita_exchange), intent(inout) :: exchange
         character(kind=c_char), intent(in) :: name(*), plan(*), layout(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine exchange_save(exchange, file, error) bind(c, name='partita_f_exchange_save')
         import
         type(partita_exchange), intent(in) :: exchange
         character(kind=c_char), intent(in) :: file(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> The first n entities of an exchange's arrays are owned here, and have these global numbers. See partita_mark.
      !> Negative: another rank computes the entity, too, and numbers it.
      subroutine partita_exchange_number(exchange, n, global, error) bind(c, name='partita_f_exchange_number')
         import
         type(partita_exchange), intent(in) :: exchange
         integer(c_int), intent(in), value :: n
         integer(c_int64_t), intent(in) :: global(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> @param sink c_funloc of a subroutine with bind(c) that takes a sentence, characters up to a c_null_char
      subroutine partita_set_message_sink(sink) bind(c)
         import
         type(c_funptr), intent(in), value :: sink
      end subroutine

      subroutine copy_version(room, text, length) bind(c, name='partita_f_version')
         import
         integer(c_int), intent(in), value :: room
         character(kind=c_char), intent(out) :: text(*)
         integer(c_int), intent(out) :: length
      end subroutine

      subroutine copy_sentence(room, text, length) bind(c, name='partita_f_error_text')
         import
         integer(c_int), intent(in), value :: room
         character(kind=c_char), intent(out) :: text(*)
         integer(c_int), intent(out) :: length
      end subroutine
   end interface

   !> The exact sum of the values of all ranks, or of each column of an array of rank 2.
   interface partita_exact_sum
      module procedure exact_sum_of_one, exact_sum_of_columns
   end interface

contains

   !> Plans an exchange. Collective.
   !> @param name   for PARTITA_PLAN, and for sentences
   !> @param plan   words for a plan: 'colouring ready_signal'. Chosen unless given
   !> @param layout which dimension counts entities: 'last', 'first', or 'blocks': the first (nproma) and the last
   subroutine partita_exchange_new(pattern, exchange, name, plan, layout, error)
      type(partita_pattern), intent(in) :: pattern
      type(partita_exchange), intent(out) :: exchange
      character(*), intent(in), optional :: name, plan, layout
      integer(c_int), intent(out), optional :: error
      call exchange_new(pattern, exchange, terminated(name), terminated(plan), terminated(layout), error)
   end subroutine

   !> Saves the plan for later runs, whose words for a plan are 'load=FILE'. Collective.
   subroutine partita_exchange_save(exchange, file, error)
      type(partita_exchange), intent(in) :: exchange
      character(*), intent(in) :: file
      integer(c_int), intent(out), optional :: error
      call exchange_save(exchange, terminated(file), error)
   end subroutine

   subroutine exact_sum_of_one(comm, values, result, error)
      integer, intent(in) :: comm
      real(c_double), intent(in), contiguous :: values(:)
      real(c_double), intent(out) :: result
      integer(c_int), intent(out), optional :: error
      real(c_double) :: one(1)
      one = 0
      call exact_sums(int(comm, c_int), 1_c_int, size(values, kind=c_size_t), values, 1_c_size_t, one, error)
      result = one(1)
   end subroutine

   subroutine exact_sum_of_columns(comm, values, result, error)
      integer, intent(in) :: comm
      real(c_double), intent(in), contiguous :: values(:, :)
      real(c_double), intent(inout), contiguous :: result(:)   !< one for each column
      integer(c_int), intent(out), optional :: error
      call exact_sums(int(comm, c_int), int(size(values, 2), c_int), size(values, 1, kind=c_size_t), values, &
                      size(result, kind=c_size_t), result, error)
   end subroutine

   !> The exact sum of the products a(k) * b(k) of all ranks, rounded once.
   subroutine partita_exact_dot(comm, a, b, result, error)
      integer, intent(in) :: comm
      real(c_double), intent(in), contiguous :: a(:), b(:)
      real(c_double), intent(out) :: result
      integer(c_int), intent(out), optional :: error
      call exact_dot(int(comm, c_int), size(a, kind=c_size_t), a, size(b, kind=c_size_t), b, result, error)
   end subroutine

   !> The Euclidean norm of the values of all ranks: the square root of the exact sum of squares, rounded once.
   subroutine partita_exact_norm(comm, values, result, error)
      integer, intent(in) :: comm
      real(c_double), intent(in), contiguous :: values(:)
      real(c_double), intent(out) :: result
      integer(c_int), intent(out), optional :: error
      call exact_norm(int(comm, c_int), size(values, kind=c_size_t), values, result, error)
   end subroutine

   !> What the last call that failed found wrong.
   function partita_error_text() result(text)
      character(:), allocatable :: text
      character(kind=c_char, len=2000) :: sentence
      integer(c_int) :: length
      call copy_sentence(len(sentence, c_int), sentence, length)
      text = sentence(:length)
   end function

   !> '0.2.0'
   function partita_version() result(text)
      character(:), allocatable :: text
      character(kind=c_char, len=100) :: number
      integer(c_int) :: length
      call copy_version(len(number, c_int), number, length)
      text = number(:length)
   end function
end module partita
