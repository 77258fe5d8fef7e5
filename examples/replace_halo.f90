! A halo exchange written by hand, and the calls that take its place. Cells in a ring: each rank owns cells 2 to m + 1
! and has copies of its neighbours' in 1 and m + 2; each cell has several levels.
program replace_halo
   use, intrinsic :: iso_fortran_env, only: real64
   use mpi
   use partita
   implicit none
   integer, parameter :: m = 1000, levels = 48
   integer :: rank, ranks, error, left, right, status(MPI_STATUS_SIZE)
   real(real64) :: before(levels, m + 2), after(levels, m + 2)
   type(partita_pattern) :: cells
   type(partita_exchange) :: halo

   call MPI_Init(error)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
   left = modulo(rank - 1, ranks)
   right = modulo(rank + 1, ranks)
   call random_number(before)
   after = before

   ! Before, at each step: one message a neighbour and field.
   call MPI_Sendrecv(before(1, 2), levels, MPI_DOUBLE_PRECISION, left, 1, &
                     before(1, m + 2), levels, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, status, error)
   call MPI_Sendrecv(before(1, m + 1), levels, MPI_DOUBLE_PRECISION, right, 2, &
                     before(1, 1), levels, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, status, error)

   ! After, once: the places that each neighbour fills, and those that it needs.
   if (left == right) then   ! one or two ranks: both lists are of one neighbour
      call partita_pattern_from_lists(MPI_COMM_WORLD, 1, [left], [1, 3], [m + 2, 1], 1, [left], [1, 3], [2, m + 1], cells)
   else
      call partita_pattern_from_lists(MPI_COMM_WORLD, 2, [right, left], [1, 2, 3], [m + 2, 1], &
                                      2, [left, right], [1, 2, 3], [2, m + 1], cells)
   end if
   call partita_exchange_new(cells, halo, name='cells')
   ! After, at each step: all fields in one message a neighbour.
   call partita_gather(halo, after)

   if (any(before /= after)) error stop 'replace_halo: the two differ'
   if (rank == 0) print '(a)', 'by hand and by Partita: the same values'
   call partita_exchange_free(halo)
   call partita_pattern_free(cells)
   call MPI_Finalize(error)
end program replace_halo
