! What is wrong in a call of the inspector is said, on all ranks alike where they all take part, and the library goes on.
! Here is what this interface adds to that of C (tests/bindings/c/inspector_errors_test.cpp).
module inspector_errors_test
   use sets
   implicit none
   private
   public :: inspector_errors_are_as_specified

   type(partita_table) :: table
   type(partita_loop) :: loop
   type(partita_remap) :: remap

contains

   ! Every rank has two iterations, which refer to points of its own, and two items, which go to the next rank.
   subroutine inspector_errors_are_as_specified()
      call make_table(points, table)
      call partita_inspect(MPI_COMM_WORLD, 'edges', table, own_points(), loop)
      call partita_remap_new(MPI_COMM_WORLD, 2, [1, 1]*mod(me + 1, ranks), remap)
      call check_that_all_goes_on()
      call errors_of_tables_are_said()
      call errors_of_loops_are_said()
      call errors_of_arrays_of_values_are_said()
      call what_was_not_made_is_refused()
      call check_that_all_goes_on()
      call partita_remap_free(remap)
      call partita_loop_free(loop)
      call partita_table_free(table)
   end subroutine

   function own_points() result(rows)
      integer(int64) :: rows(2, 2)
      integer, allocatable :: owned(:)
      owned = owned_by(points, me)
      if (size(owned) == 0) owned = [1]
      rows = owned(1)
   end function

   subroutine check_that_all_goes_on()
      real(real64) :: moved(2)
      integer :: iterations
      call partita_loop_iterations(loop, iterations)
      call check(iterations >= 0, 'the loop after errors')
      call partita_remap_forward(remap, [me, me]*1._real64, moved)
      call check(all(nint(moved) == modulo(me - 1, ranks)), 'the remap after errors')
   end subroutine

   pure logical function is_last()
      is_last = me == ranks - 1
   end function

   subroutine errors_of_tables_are_said()
      type(partita_table) :: none
      integer :: error, owner(1), place(1)
      call partita_table_from_owned(MPI_COMM_WORLD, 1, [1_int64], none, base=2, error=error)
      call check_refused(error, everywhere, 'base is 2; give 0 or 1')
      call partita_table_locate(table, 1, [merge(0_int64, 1_int64, is_last())], owner, place, error=error)
      call check_refused(error, everywhere, '(counted from 0; the program counts from 1)')
   end subroutine

   subroutine errors_of_loops_are_said()
      type(partita_loop) :: none
      type(partita_pattern) :: no_pattern
      integer(int64) :: rows(2, 2)
      integer :: error, ghosts, places(4), array
      rows = own_points()
      call partita_inspect(MPI_COMM_WORLD, 'edges', table, rows, none, table_2=table, error=error)
      call check_refused(error, everywhere, 'a second index array needs both, table_2 and entries_2')
      call partita_inspect(MPI_COMM_WORLD, 'edges', table, rows, none, table, rows(:, :merge(1, 2, is_last())), error=error)
      call check_refused(error, everywhere, 'entries are of 2 iterations, but entries_2 of 1')
      call partita_update(loop, table, rows, table, rows(:, :merge(1, 2, is_last())), error=error)
      call check_refused(error, everywhere, 'entries are of 2 iterations, but entries_2 of 1')
      do array = 0, 2, 2
         call partita_loop_places(loop, array, places, error=error)
         call check_refused(error, here, 'loop "edges" has no index array '//achar(iachar('0') + array)//'; there are 1 to 1')
         call partita_loop_pattern(loop, array, ghosts, no_pattern, error=error)
         call check_refused(error, here, 'loop "edges" has no index array '//achar(iachar('0') + array)//'; there are 1 to 1')
      end do
   end subroutine

   ! Each is wrong on the last rank alone.
   subroutine errors_of_arrays_of_values_are_said()
      real(real64) :: values(2), place(2), wide(3, 4)
      real(real64), allocatable :: room(:, :), pairs(:, :)
      integer :: error, iterations, step
      values = 0
      wide = 0
      step = merge(2, 1, is_last())
      call partita_remap_forward(remap, wide(1, 1:1 + step:step), place, error=error)
      call check_refused(error, everywhere, 'elements do not lie side by side')
      call partita_remap_backward(remap, values, wide(::step, 1), error=error)
      call check_refused(error, everywhere, 'elements do not lie side by side')
      call partita_remap_forward(remap, values(:merge(1, 2, is_last())), place, error=error)
      call check_refused(error, everywhere, 'an array has room for 1 values, where there are 2')
      call partita_remap_backward(remap, values, place(:merge(1, 2, is_last())), error=error)
      call check_refused(error, everywhere, 'an array has room for 1 values, where there are 2')

      call partita_loop_iterations(loop, iterations)
      allocate (room(3, iterations), pairs(2, iterations))
      call partita_loop_take(loop, wide(1:4 - step, 1:2), room, error=error)
      call check_refused(error, everywhere, 'elements do not lie side by side')
      call partita_loop_take(loop, wide(:, 1:merge(1, 2, is_last())), room, error=error)
      call check_refused(error, everywhere, 'an array has room for 1 values, where there are 2')
      call partita_loop_take(loop, wide(:, :2), pairs, error=error)
      call check_refused(error, everywhere, 'values have 24 bytes each, but 16 where they are to go')
   end subroutine

   subroutine what_was_not_made_is_refused()
      type(partita_table) :: no_table
      type(partita_loop) :: no_loop
      type(partita_remap) :: no_remap
      type(partita_exchange) :: no_exchange
      integer :: error, number
      real(real64) :: values(2)
      values = 0
      call partita_table_owned(no_table, number, error=error)
      call check_refused(error, here, 'the table is a null pointer')
      call partita_loop_iterations(no_loop, number, error=error)
      call check_refused(error, here, 'the loop is a null pointer')
      call partita_remap_forward(no_remap, values, values, error=error)
      call check_refused(error, here, 'the remap is a null pointer')
      call partita_exchange_save(no_exchange, 'halo.h5', error=error)
      call check_refused(error, here, 'the exchange is a null pointer')
      call partita_exchange_verify(no_exchange, error=error)
      call check_refused(error, here, 'the exchange is a null pointer')
      call partita_table_free(no_table, error=error)
      call check(error == 0, 'a table that was not made may be freed')
   end subroutine
end module inspector_errors_test
