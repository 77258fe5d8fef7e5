! Communicators of mpi_f08 are given by their integer.
program mpi_f08_test
   use mpi_f08
   use partita
   implicit none
   type(MPI_Comm) :: comm
   type(partita_pattern) :: ring
   type(partita_exchange) :: halo
   integer :: rank, ranks, next, values(2)
   call MPI_Init()
   call MPI_Comm_dup(MPI_COMM_WORLD, comm)
   call MPI_Comm_rank(comm, rank)
   call MPI_Comm_size(comm, ranks)
   next = mod(rank + 1, ranks)
   call partita_pattern_from_owners(comm%mpi_val, 2, [rank, next], [1, 1], ring)
   call partita_exchange_new(ring, halo)
   values = [rank, -1]
   call partita_gather(halo, values)
   if (values(2) /= next) error stop 'the copy is not the next rank''s value'
   call partita_exchange_free(halo)
   call partita_pattern_free(ring)
   call MPI_Comm_free(comm)
   call MPI_Finalize()
end program mpi_f08_test
