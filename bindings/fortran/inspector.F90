!> The inspector in Fortran: tables, localize, loops, remap. Global numbers, places and iterations count from 1,
!> unless a table was made with base=0. bindings/c/partita.h says what each procedure does.
!>
!> Arrays that a procedure fills may be longer: they are intent(inout), so that elements beyond stay as they are, also
!> where the compiler passes a copy.
module partita_inspector
   use, intrinsic :: iso_c_binding
   use partita_handles
   implicit none
   private
   public :: partita_table, partita_table_from_owned, partita_table_from_parts, partita_table_owned
   public :: partita_table_global, partita_table_locate, partita_table_free, partita_localize
   public :: partita_loop, partita_inspect, partita_update, partita_loop_iterations, partita_loop_places
   public :: partita_loop_pattern, partita_loop_free
   public :: partita_remap, partita_remap_new, partita_remap_arriving, partita_remap_free

   !> The rank that executes an iteration
   integer(c_int), parameter, public :: partita_first_owner = 1, partita_majority = 2, partita_both_sides = 3

   interface
      subroutine partita_table_from_owned(comm, owned, global, table, base, error) &
         bind(c, name='partita_f_table_from_owned')
         import
         integer(c_int), intent(in), value :: comm, owned
         integer(c_int64_t), intent(in) :: global(*)
         type(partita_table), intent(inout) :: table
         integer(c_int), intent(in), optional :: base   !< of global numbers and places: 1 unless given
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> `part` are ranks, from 0.
      subroutine partita_table_from_parts(comm, n, part, table, base, error) &
         bind(c, name='partita_f_table_from_parts')
         import
         integer(c_int), intent(in), value :: comm, n
         integer(c_int), intent(in) :: part(*)
         type(partita_table), intent(inout) :: table
         integer(c_int), intent(in), optional :: base
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_table_owned(table, owned, error) bind(c, name='partita_f_table_owned')
         import
         type(partita_table), intent(in) :: table
         integer(c_int), intent(out) :: owned
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_table_global(table, global, error) bind(c, name='partita_f_table_global')
         import
         type(partita_table), intent(in) :: table
         integer(c_int64_t), intent(inout) :: global(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_table_locate(table, n, global, owner, place, error) bind(c, name='partita_f_table_locate')
         import
         type(partita_table), intent(in) :: table
         integer(c_int), intent(in), value :: n
         integer(c_int64_t), intent(in) :: global(*)
         integer(c_int), intent(inout) :: owner(*), place(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_localize(table, n, references, local, ghosts, pattern, error) &
         bind(c, name='partita_f_localize')
         import
         type(partita_table), intent(in) :: table
         integer(c_int), intent(in), value :: n
         integer(c_int64_t), intent(in) :: references(*)
         integer(c_int), intent(inout) :: local(*)
         integer(c_int), intent(out) :: ghosts
         type(partita_pattern), intent(inout) :: pattern
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_loop_iterations(loop, iterations, error) bind(c, name='partita_f_loop_iterations')
         import
         type(partita_loop), intent(in) :: loop
         integer(c_int), intent(out) :: iterations
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> Through the index array given `array`-th, from 1.
      subroutine partita_loop_places(loop, array, local, error) bind(c, name='partita_f_loop_places')
         import
         type(partita_loop), intent(in) :: loop
         integer(c_int), intent(in), value :: array
         integer(c_int), intent(inout) :: local(*)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_loop_pattern(loop, array, ghosts, pattern, error) bind(c, name='partita_f_loop_pattern')
         import
         type(partita_loop), intent(in) :: loop
         integer(c_int), intent(in), value :: array
         integer(c_int), intent(out) :: ghosts
         type(partita_pattern), intent(inout) :: pattern
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_remap_new(comm, n, owner, remap, error) bind(c, name='partita_f_remap_new')
         import
         integer(c_int), intent(in), value :: comm, n
         integer(c_int), intent(in) :: owner(*)   !< ranks, from 0
         type(partita_remap), intent(inout) :: remap
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_remap_arriving(remap, items, error) bind(c, name='partita_f_remap_arriving')
         import
         type(partita_remap), intent(in) :: remap
         integer(c_int), intent(out) :: items
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine inspect(comm, name, execution, table_1, shape_1, entries_1, table_2, shape_2, entries_2, loop, error) &
         bind(c, name='partita_f_inspect')
         import
         integer(c_int), intent(in), value :: comm
         character(kind=c_char), intent(in) :: name(*)
         integer(c_int), intent(in), optional :: execution
         type(partita_table), intent(in) :: table_1
         integer(c_int64_t), intent(in) :: shape_1(2), entries_1(*)
         type(partita_table), intent(in), optional :: table_2
         integer(c_int64_t), intent(in) :: shape_2(2)
         integer(c_int64_t), intent(in), optional :: entries_2(*)
         type(partita_loop), intent(inout) :: loop
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine update(loop, table_1, shape_1, entries_1, table_2, shape_2, entries_2, named, changed, error) &
         bind(c, name='partita_f_update')
         import
         type(partita_loop), intent(inout) :: loop
         type(partita_table), intent(in) :: table_1
         integer(c_int64_t), intent(in) :: shape_1(2), entries_1(*)
         type(partita_table), intent(in), optional :: table_2
         integer(c_int64_t), intent(in) :: shape_2(2)
         integer(c_int64_t), intent(in), optional :: entries_2(*)
         integer(c_int64_t), intent(in) :: named   ! negative: `changed` is absent
         integer(c_int), intent(in), optional :: changed(*)
         integer(c_int), intent(out), optional :: error
      end subroutine
   end interface

contains

   !> Inspects a loop over this rank's share of iterations: iteration k refers to the values entries(:, k) of the
   !> table's set, and to entries_2(:, k) of another's. Collective.
   !> @param execution partita_first_owner unless given
   subroutine partita_inspect(comm, name, table, entries, loop, table_2, entries_2, execution, error)
      integer, intent(in) :: comm
      character(*), intent(in) :: name
      type(partita_table), intent(in) :: table
      integer(c_int64_t), intent(in), contiguous :: entries(:, :)
      type(partita_loop), intent(out) :: loop
      type(partita_table), intent(in), optional :: table_2
      integer(c_int64_t), intent(in), optional, contiguous :: entries_2(:, :)
      integer(c_int), intent(in), optional :: execution
      integer(c_int), intent(out), optional :: error
      integer(c_int64_t) :: shape_2(2)
      shape_2 = -1
      if (present(entries_2)) shape_2 = shape_of(entries_2)
      call inspect(int(comm, c_int), terminated(name), execution, table, shape_of(entries), entries, &
                   table_2, shape_2, entries_2, loop, error)
   end subroutine

   !> The same loop for entries that have changed. Collective.
   !> @param changed iterations of this rank's share that refer to other values: see partita_update_named of C
   subroutine partita_update(loop, table, entries, table_2, entries_2, changed, error)
      type(partita_loop), intent(inout) :: loop
      type(partita_table), intent(in) :: table
      integer(c_int64_t), intent(in), contiguous :: entries(:, :)
      type(partita_table), intent(in), optional :: table_2
      integer(c_int64_t), intent(in), optional, contiguous :: entries_2(:, :)
      integer(c_int), intent(in), optional, contiguous :: changed(:)
      integer(c_int), intent(out), optional :: error
      integer(c_int64_t) :: shape_2(2), named
      shape_2 = -1
      if (present(entries_2)) shape_2 = shape_of(entries_2)
      named = -1
      if (present(changed)) named = size(changed, kind=c_int64_t)
      call update(loop, table, shape_of(entries), entries, table_2, shape_2, entries_2, named, changed, error)
   end subroutine

   ! shape() of gfortran 12 has negative extents for some arrays without elements.
   pure function shape_of(entries)
      integer(c_int64_t), intent(in) :: entries(:, :)
      integer(c_int64_t) :: shape_of(2)
      shape_of = [size(entries, 1, c_int64_t), size(entries, 2, c_int64_t)]
   end function
end module partita_inspector
