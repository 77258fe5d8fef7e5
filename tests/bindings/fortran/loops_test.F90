! Loops through one index array and two, into one set and two: against plain loops over all iterations.
module loops_test
   use sets
   implicit none
   private
   public :: loops_are_as_specified

   ! Every iteration refers to two points, and its second index array to nothing, to another point, or to a cell.
   integer, parameter :: alone = 1, same_set = 2, other_set = 3
   integer, parameter :: executions(3) = [partita_first_owner, partita_majority, partita_both_sides]

contains

   subroutine loops_are_as_specified()
      integer :: second, k
      do second = alone, other_set
         do k = 1, size(executions)
            call iterations_are_executed_as_the_rule_says(second, executions(k))
            call places_refer_to_the_values_named(second, executions(k))
            call sums_are_those_of_a_serial_loop(second, executions(k))
         end do
         call loops_are_updated(second, named=.false.)
         call loops_are_updated(second, named=.true.)
      end do
   end subroutine

   ! ---- what every rank knows

   pure integer function iterations()
      iterations = 9*ranks + 4
   end function

   ! The first rank has no iterations in its share, if there is another.
   pure integer function first_of(rank)
      integer, intent(in) :: rank
      first_of = 1 + iterations()*max(rank - 1, 0)/max(ranks - 1, 1)
      if (rank == ranks) first_of = iterations() + 1
   end function

   pure function share() result(numbers)
      integer, allocatable :: numbers(:)
      integer :: k
      numbers = [(k, k=first_of(me), first_of(me + 1) - 1)]
   end function

   pure integer function second_set(second)
      integer, intent(in) :: second
      second_set = merge(cells, points, second == other_set)
   end function

   ! Two points, and what the second index array refers to.
   pure function row(iteration, second) result(numbers)
      integer, intent(in) :: iteration, second
      integer :: numbers(3)
      numbers = 1 + mod([5*iteration, iteration*iteration + 3, 7*iteration], &
                        [values_of(points), values_of(points), values_of(second_set(second))])
   end function

   pure logical function is_executed_here(iteration, second, execution)
      integer, intent(in) :: iteration, second, execution
      integer, allocatable :: owners(:)
      integer :: numbers(3)
      numbers = row(iteration, second)
      owners = owner_of(points, numbers(1:2))
      if (second /= alone) owners = [owners, owner_of(second_set(second), numbers(3))]
      select case (execution)
      case (partita_first_owner); is_executed_here = owners(1) == me
      case (partita_majority)
         ! The second and the third are most only if they are equal.
         is_executed_here = merge(owners(min(2, size(owners))), owners(1), &
                                  owners(min(2, size(owners))) == owners(size(owners)) .and. size(owners) > 2) == me
      case (partita_both_sides); is_executed_here = any(owners == me)
      end select
   end function

   pure function executed_here(second, execution) result(numbers)
      integer, intent(in) :: second, execution
      integer, allocatable :: numbers(:)
      integer :: k
      numbers = pack([(k, k=1, iterations())], [(is_executed_here(k, second, execution), k=1, iterations())])
   end function

   ! ---- loops, as a code has them

   subroutine make_loop(numbers, second, execution, loop)
      integer, intent(in) :: numbers(:), second, execution
      type(partita_loop), intent(out) :: loop
      type(partita_table) :: point_table, cell_table
      integer(int64), allocatable :: rows(:, :)
      call make_table(points, point_table)
      call make_table(cells, cell_table)
      rows = rows_of(numbers, second)
      select case (second)
      case (alone)
         call partita_inspect(MPI_COMM_WORLD, 'edges', point_table, rows(1:2, :), loop, execution=execution)
      case (same_set)
         call partita_inspect(MPI_COMM_WORLD, 'edges', point_table, rows(1:2, :), loop, table_2=point_table, &
                              entries_2=rows(3:3, :), execution=execution)
      case (other_set)
         call partita_inspect(MPI_COMM_WORLD, 'edges', point_table, rows(1:2, :), loop, table_2=cell_table, &
                              entries_2=rows(3:3, :), execution=execution)
      end select
      call partita_table_free(point_table)   ! loops stay
      call partita_table_free(cell_table)
   end subroutine

   pure function rows_of(numbers, second) result(rows)
      integer, intent(in) :: numbers(:), second
      integer(int64) :: rows(3, size(numbers))
      integer :: k
      do k = 1, size(numbers)
         rows(:, k) = row(numbers(k), second)
      end do
   end function

   ! Places of all references of the iterations executed here, as their index arrays have them.
   function places_in(loop, second) result(places)
      type(partita_loop), intent(in) :: loop
      integer, intent(in) :: second
      integer, allocatable :: places(:, :)
      integer, allocatable :: ends(:, :), third(:)
      integer :: executed
      call partita_loop_iterations(loop, executed)
      allocate (ends(2, executed), third(executed), places(3, executed))
      call partita_loop_places(loop, 1, ends)
      third = 0
      if (second /= alone) call partita_loop_places(loop, 2, third)
      places(1:2, :) = ends
      places(3, :) = third
   end function

   ! ---- the specification

   subroutine iterations_are_executed_as_the_rule_says(second, execution)
      integer, intent(in) :: second, execution
      type(partita_loop) :: loop
      integer :: executed
      integer, allocatable :: taken(:), expected(:)
      real(real64), allocatable :: normals(:, :), taken_normals(:, :)
      call make_loop(share(), second, execution, loop)
      expected = executed_here(second, execution)
      call partita_loop_iterations(loop, executed)
      call check(executed == size(expected), 'the number of iterations executed')
      allocate (taken(size(expected)), taken_normals(2, size(expected)), normals(2, size(share())))
      call partita_loop_take(loop, share(), taken)
      call check(all(taken == expected), 'one number for each iteration')
      normals(1, :) = share()/7._real64
      normals(2, :) = -share()
      call partita_loop_take(loop, normals, taken_normals)
      call check(all(taken_normals(1, :) == expected/7._real64 .and. taken_normals(2, :) == -expected), &
                 'two numbers for each iteration')
      call partita_loop_free(loop)
   end subroutine

   subroutine places_refer_to_the_values_named(second, execution)
      integer, intent(in) :: second, execution
      type(partita_loop) :: loop
      type(partita_pattern) :: pattern
      integer, allocatable :: places(:, :), numbers(:)
      integer(int64), allocatable :: rows(:, :)
      integer :: ghosts, k
      call make_loop(share(), second, execution, loop)
      rows = rows_of(executed_here(second, execution), second)
      places = places_in(loop, second)
      call partita_loop_pattern(loop, 1, ghosts, pattern)
      numbers = gathered_numbers(points, pattern, ghosts)
      call check(all(numbers > 0), 'a ghost that nothing refers to')
      do k = 1, 2
         call check(all(numbers(places(k, :)) == rows(k, :)), 'points of iterations')
      end do
      if (second /= alone) then
         call partita_loop_pattern(loop, 2, ghosts, pattern)
         numbers = gathered_numbers(second_set(second), pattern, ghosts)
         call check(all(numbers(places(3, :)) == rows(3, :)), 'values of the second index array')
      end if
      call partita_loop_free(loop)
   end subroutine

   ! Each of the two points gets what the values of all references sum to.
   subroutine sums_are_those_of_a_serial_loop(second, execution)
      integer, intent(in) :: second, execution
      type(partita_loop) :: loop
      type(partita_pattern) :: pattern
      type(partita_exchange) :: halo
      integer :: ghosts, k, numbers(3), serial(values_of(points))
      integer, allocatable :: places(:, :), of_points(:), of_second(:), sums(:)
      serial = 0
      do k = 1, iterations()
         numbers = row(k, second)
         if (second == alone) numbers(3) = 0
         serial(numbers(1)) = serial(numbers(1)) + sum(numbers)
         serial(numbers(2)) = serial(numbers(2)) + sum(numbers)
      end do

      call make_loop(share(), second, execution, loop)
      places = places_in(loop, second)
      of_second = [integer ::]
      if (second /= alone) then
         call partita_loop_pattern(loop, 2, ghosts, pattern)
         of_second = gathered_numbers(second_set(second), pattern, ghosts)
      end if
      call partita_loop_pattern(loop, 1, ghosts, pattern)
      call partita_exchange_new(pattern, halo)
      of_points = gathered_numbers(points, pattern, ghosts)
      allocate (sums(size(of_points)))
      sums = 0
      do k = 1, size(places, 2)
         call add(of_points(places(1, k)) + of_points(places(2, k)))
         if (second /= alone) call add(of_second(places(3, k)))
      end do
      if (execution /= partita_both_sides) call partita_scatter(halo, partita_add, sums)
      call check(all(sums(:size(owned_by(points, me))) == serial(owned_by(points, me))), 'sums of a loop')
      call partita_exchange_free(halo)
      call partita_loop_free(loop)
   contains
      subroutine add(flux)
         integer, intent(in) :: flux
         sums(places(1, k)) = sums(places(1, k)) + flux
         sums(places(2, k)) = sums(places(2, k)) + flux
      end subroutine
   end subroutine

   ! The last iteration of every share is gone, and the first one refers to other values.
   subroutine loops_are_updated(second, named)
      integer, intent(in) :: second
      logical, intent(in) :: named
      type(partita_loop) :: updated, fresh
      type(partita_table) :: point_table, second_table
      type(partita_pattern) :: pattern, fresh_pattern
      integer(int64), allocatable :: rows(:, :)
      integer, allocatable :: now(:), places(:, :), fresh_places(:, :), taken(:), fresh_taken(:)
      integer :: ghosts, fresh_ghosts
      now = share()
      call make_table(points, point_table)
      call make_table(second_set(second), second_table)
      call inspect_now(updated)
      now = now(:max(size(now) - 1, 0))
      if (size(now) > 0) now(1) = mod(now(1) + 7, iterations()) + 1
      rows = rows_of(now, second)
      select case (second)
      case (alone)
         if (named) call partita_update(updated, point_table, rows(1:2, :), changed=first())
         if (.not. named) call partita_update(updated, point_table, rows(1:2, :))
      case (same_set)
         if (named) call partita_update(updated, point_table, rows(1:2, :), point_table, rows(3:3, :), first())
         if (.not. named) call partita_update(updated, point_table, rows(1:2, :), point_table, rows(3:3, :))
      case (other_set)
         if (named) call partita_update(updated, point_table, rows(1:2, :), second_table, rows(3:3, :), first())
         if (.not. named) call partita_update(updated, point_table, rows(1:2, :), second_table, rows(3:3, :))
      end select
      call inspect_now(fresh)

      places = places_in(updated, second)
      fresh_places = places_in(fresh, second)
      call check(all(shape(places) == shape(fresh_places)), 'the iterations of an updated loop')
      call check(all(places == fresh_places), 'places of an updated loop')
      allocate (taken(size(fresh_places, 2)), fresh_taken(size(fresh_places, 2)))
      call partita_loop_take(updated, now, taken)
      call partita_loop_take(fresh, now, fresh_taken)
      call check(all(taken == fresh_taken), 'values taken by an updated loop')
      call partita_loop_pattern(updated, 1, ghosts, pattern)
      call partita_loop_pattern(fresh, 1, fresh_ghosts, fresh_pattern)
      call check(ghosts == fresh_ghosts, 'ghosts of an updated loop')
      call check(all(gathered_numbers(points, pattern, ghosts) == gathered_numbers(points, fresh_pattern, fresh_ghosts)), &
                 'the pattern of an updated loop')
      call partita_loop_free(updated)
      call partita_loop_free(fresh)
      call partita_table_free(point_table)
      call partita_table_free(second_table)
   contains
      function first()
         integer, allocatable :: first(:)
         first = [integer ::]
         if (size(now) > 0) first = [1]
      end function
      subroutine inspect_now(loop)
         type(partita_loop), intent(out) :: loop
         rows = rows_of(now, second)
         select case (second)
         case (alone); call partita_inspect(MPI_COMM_WORLD, 'edges', point_table, rows(1:2, :), loop)
         case (same_set); call partita_inspect(MPI_COMM_WORLD, 'edges', point_table, rows(1:2, :), loop, point_table, &
                                               rows(3:3, :))
         case (other_set); call partita_inspect(MPI_COMM_WORLD, 'edges', point_table, rows(1:2, :), loop, second_table, &
                                                rows(3:3, :))
         end select
      end subroutine
   end subroutine
end module loops_test
