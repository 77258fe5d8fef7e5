! Heat spreads over the edges of a mesh, step by step: edge_loop.cpp in Fortran.
program edge_loop
   use, intrinsic :: iso_fortran_env, only: int64, real64
   use mpi
   use partita
   implicit none
   integer, parameter :: n = 100
   integer :: rank, ranks, error, first, last, edges, owned, ghosts, v, k, step
   integer(int64) :: ends(4 * n * n)
   integer :: local(4 * n * n)
   real(real64), allocatable :: heat(:), change(:)
   real(real64) :: flow, total, warmest
   type(partita_table) :: table
   type(partita_pattern) :: vertices
   type(partita_exchange) :: halo
   call MPI_Init(error)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)

   ! Your mesh: a grid of n x n vertices, numbered from 1, of which a rank owns rows. Both owners of an edge execute it.
   first = (rank * n + ranks - 1) / ranks
   last = ((rank + 1) * n + ranks - 1) / ranks - 1
   owned = (last - first + 1) * n
   edges = 0
   do v = max(first - 1, 0) * n, (last + 1) * n - 1
      if (v / n >= first .and. mod(v, n) < n - 1) call add_edge(v + 1, v + 2)
      if (v / n < n - 1) call add_edge(v + 1, v + n + 1)
   end do

   ! Inspect, schedule: once. Owned values first, then the ghosts.
   call partita_table_from_parts(MPI_COMM_WORLD, owned, spread(rank, 1, owned), table)
   call partita_localize(table, 2 * edges, ends, local, ghosts, vertices)
   call partita_exchange_new(vertices, halo, name='vertices')

   ! Execute: as often as wanted.
   allocate (heat(owned + ghosts), change(owned + ghosts), source=0.0_real64)
   if (rank == 0) heat(1) = n * n
   do step = 1, 2000
      call partita_gather(halo, heat)
      change = 0
      do k = 1, 2 * edges, 2
         flow = 0.2_real64 * (heat(local(k)) - heat(local(k + 1)))
         change(local(k)) = change(local(k)) - flow
         change(local(k + 1)) = change(local(k + 1)) + flow
      end do
      heat(:owned) = heat(:owned) + change(:owned)
   end do
   call partita_exact_sum(MPI_COMM_WORLD, heat(:owned), total)
   call MPI_Reduce(maxval(heat(:owned)), warmest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, error)
   if (rank == 0) print '(a, f0.6, a, i0, a, f0.6)', 'heat in all ', total, ' of ', n * n, ', warmest vertex ', warmest
   call partita_exchange_free(halo); call partita_pattern_free(vertices); call partita_table_free(table)
   call MPI_Finalize(error)
contains
   subroutine add_edge(one, other)
      integer, intent(in) :: one, other
      ends(2 * edges + 1:2 * edges + 2) = [one, other]
      edges = edges + 1
   end subroutine
end program edge_loop
