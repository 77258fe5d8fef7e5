! Heat spreads over a grid, step by step. Columns travel by NICE's primitives, from and into memory of the program.
program nice_loop
   use, intrinsic :: iso_c_binding, only: c_loc, c_ptr
   use, intrinsic :: iso_fortran_env, only: int64, real64
   use mpi
   use partita
   implicit none
   integer, parameter :: n = 100
   integer :: rank, ranks, error, columns, destinations, to(2), phases, k, column, step
   integer, allocatable :: from(:)
   integer(int64), allocatable :: lengths(:)
   real(real64), allocatable, target :: heat(:, :)
   real(real64), allocatable :: change(:, :)
   real(real64) :: total, warmest
   type(c_ptr) :: outgoing(2), incoming(2)
   type(partita_scheduling_table) :: table
   type(partita_nice_piece), allocatable :: sends(:), receives(:)
   call MPI_Init(error)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
   if (ranks > n) error stop 'give at most 100 ranks: each owns a column'

   ! Your data: a grid of n x n values, of which a rank owns columns 1 to `columns`, between two columns of its neighbours.
   columns = ((rank + 1) * n + ranks - 1) / ranks - (rank * n + ranks - 1) / ranks
   allocate (heat(n, 0:columns + 1), change(n, 0:columns + 1), source=0.0_real64)
   if (rank == 0) heat(1, 1) = n * n

   ! The destination vector: which ranks, ascending, and how many values for each. A buffer for each of them.
   destinations = 0
   if (rank > 0) call add_destination(rank - 1, column=1)
   if (rank < ranks - 1) call add_destination(rank + 1, column=columns)

   ! Schedule, once. The source vector says what comes, and so which buffers it needs.
   call partita_nice_schedule(MPI_COMM_WORLD, destinations, to, spread(int(n, int64), 1, destinations), table, plan='rs_n')
   call partita_nice_source_vector(table, from, lengths)
   do k = 1, size(from)
      incoming(k) = c_loc(heat(1, merge(0, columns + 1, from(k) < rank)))
   end do

   ! The communication phase table (CPT) says what travels in which phase.
   call partita_nice_phase_table(table, phases, sends, receives)
   do k = 1, merge(size(sends), 0, rank == 0)
      print '(4(a, i0))', 'in phase ', sends(k)%phase, ' of ', phases, ' rank 0 sends ', sends(k)%length, &
         ' values to rank ', sends(k)%partner
   end do

   ! Communicate: as often as wanted.
   do step = 1, 2000
      call partita_nice_communicate(table, 8, outgoing, incoming)
      change = 0
      do column = 1, columns
         if (column > 1 .or. rank > 0) change(:, column) = heat(:, column - 1) - heat(:, column)
         if (column < columns .or. rank < ranks - 1) &
            change(:, column) = change(:, column) + heat(:, column + 1) - heat(:, column)
         change(2:, column) = change(2:, column) + heat(:n - 1, column) - heat(2:, column)
         change(:n - 1, column) = change(:n - 1, column) + heat(2:, column) - heat(:n - 1, column)
      end do
      heat(:, 1:columns) = heat(:, 1:columns) + 0.2_real64 * change(:, 1:columns)
   end do
   call partita_exact_sum(MPI_COMM_WORLD, reshape(heat(:, 1:columns), [n * columns]), total)
   call MPI_Reduce(maxval(heat(:, 1:columns)), warmest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, error)
   if (rank == 0) print '(a, f0.6, a, i0, a, f0.6)', 'heat in all ', total, ' of ', n * n, ', warmest vertex ', warmest
   call partita_nice_free(table)
   call MPI_Finalize(error)
contains
   subroutine add_destination(other, column)
      integer, intent(in) :: other, column
      destinations = destinations + 1
      to(destinations) = other
      outgoing(destinations) = c_loc(heat(1, column))
   end subroutine
end program nice_loop
