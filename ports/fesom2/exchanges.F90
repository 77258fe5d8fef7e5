!> The halo exchanges of one time step of FESOM2, in isolation: as the model makes them (one message a field, MPI's
!> indexed types), and by Partita, in turn. Prints microseconds and ratios.
!>
!>     mpirun -n 2 exchanges MESH     ! a mesh folder of FESOM2 with dist_2/com_info*.out, such as test/meshes/pi
program exchanges
   use, intrinsic :: iso_fortran_env, only: real64
   use mpi
   use partita
   implicit none

   type lists
      integer :: r_num, s_num
      integer, allocatable :: r_pe(:), r_ptr(:), r_list(:), s_pe(:), s_ptr(:), s_list(:)
   end type
   type row
      character(40) :: name
      integer :: halo, values, fields, times   ! times: a step
   end type
   type(row), parameter :: rows(*) = [ &
      row('nodes, 2 fields', 1, 1, 2, 124), row('nodes', 1, 1, 1, 50), row('nodes, 47 levels', 1, 47, 1, 32), &
      row('nodes, 3 fields', 1, 1, 3, 7), row('nodes, 2 x 47 levels', 1, 94, 1, 5), &
      row('nodes, 2 fields of 47 levels', 1, 47, 2, 3), row('elements, 47 levels', 2, 47, 1, 3), &
      row('elements, 2 x 47 levels', 2, 94, 1, 2), row('elements, full halo, 2 x 47 levels', 3, 94, 1, 4)]
   integer, parameter :: rounds = 30, repetitions = 100

   type(lists) :: halo(3)
   type(partita_pattern) :: pattern
   type(partita_exchange) :: exchange(3)
   integer :: comm, rank, ranks, error, h, k, f, round, n
   real(real64), allocatable :: a(:, :, :), b(:, :, :)
   integer, allocatable :: r_type(:), s_type(:)
   real(real64) :: hand, ours, before, all_hand, all_ours
   logical :: same

   call MPI_Init(error)
   comm = MPI_COMM_WORLD
   call MPI_Comm_rank(comm, rank, error)
   call MPI_Comm_size(comm, ranks, error)
   call read_lists()
   do h = 1, 3
      call partita_pattern_from_lists(comm, halo(h)%r_num, halo(h)%r_pe, halo(h)%r_ptr, halo(h)%r_list, &
                                      halo(h)%s_num, halo(h)%s_pe, halo(h)%s_ptr, halo(h)%s_list, pattern)
      call partita_exchange_new(pattern, exchange(h))
      call partita_pattern_free(pattern)
   end do

   if (rank == 0) print '(a38, a7, 2a12, a8)', 'microseconds, least of 30', 'a step', 'by hand', 'Partita', 'ratio'
   all_hand = 0
   all_ours = 0
   do k = 1, size(rows)
      h = rows(k)%halo
      n = max(maxval(halo(h)%r_list), maxval(halo(h)%s_list))
      allocate (a(rows(k)%values, n, 3), b(rows(k)%values, n, 3))
      call random_number(a)
      b = a
      call make_types()
      hand = huge(hand)
      ours = huge(ours)
      do round = 1, rounds
         call MPI_Barrier(comm, error)
         before = MPI_Wtime()
         do f = 1, repetitions
            call exchange_by_hand()
         end do
         hand = min(hand, slowest(MPI_Wtime() - before))
         call MPI_Barrier(comm, error)
         before = MPI_Wtime()
         do f = 1, repetitions
            call exchange_by_partita()
         end do
         ours = min(ours, slowest(MPI_Wtime() - before))
      end do
      call free_types()
      same = all(a == b)
      if (.not. same) error stop 'exchanges: the two ways differ'
      deallocate (a, b)
      if (rank == 0) print '(a38, i7, 2f12.2, f8.2)', rows(k)%name, rows(k)%times, hand, ours, ours / hand
      all_hand = all_hand + rows(k)%times * hand
      all_ours = all_ours + rows(k)%times * ours
   end do
   if (rank == 0) print '(a38, i7, 2f12.2, f8.2)', 'a step', sum(rows%times), all_hand, all_ours, all_ours / all_hand
   do h = 1, 3
      call partita_exchange_free(exchange(h))
   end do
   call MPI_Finalize(error)

contains

   subroutine read_lists()
      character(1000) :: folder, file
      integer :: unit, ignored, each
      call get_command_argument(1, folder)
      write (file, '(a, a, i0, a, i5.5, a)') trim(folder), '/dist_', ranks, '/com_info', rank, '.out'
      open (newunit=unit, file=trim(file), status='old', action='read', iostat=error)
      if (error /= 0) then
         print '(3a)', 'exchanges: cannot read ', trim(file), '; give a mesh that is partitioned for as many ranks'
         call MPI_Abort(comm, 1, error)
      end if
      read (unit, *) ignored
      do each = 1, 3
         call read_one(unit, halo(each)%r_num, halo(each)%r_pe, halo(each)%r_ptr, halo(each)%r_list)
         call read_one(unit, halo(each)%s_num, halo(each)%s_pe, halo(each)%s_ptr, halo(each)%s_list)
      end do
      close (unit)
   end subroutine

   subroutine read_one(unit, number, pe, ptr, list)
      integer, intent(in) :: unit
      integer, intent(out) :: number
      integer, allocatable, intent(out) :: pe(:), ptr(:), list(:)
      read (unit, *) number
      allocate (pe(number), ptr(number + 1))
      read (unit, *) pe
      read (unit, *) ptr
      allocate (list(ptr(number + 1) - 1))
      read (unit, *) list
   end subroutine

   !> One indexed type a neighbour, of blocks of consecutive entities.
   subroutine make_types()
      allocate (r_type(halo(h)%r_num), s_type(halo(h)%s_num))
      do f = 1, halo(h)%r_num
         r_type(f) = indexed(halo(h)%r_list(halo(h)%r_ptr(f):halo(h)%r_ptr(f + 1) - 1))
      end do
      do f = 1, halo(h)%s_num
         s_type(f) = indexed(halo(h)%s_list(halo(h)%s_ptr(f):halo(h)%s_ptr(f + 1) - 1))
      end do
   end subroutine

   integer function indexed(places)
      integer, intent(in) :: places(:)
      integer :: lengths(size(places)), displacements(size(places)), blocks, e
      blocks = 0
      do e = 1, size(places)
         if (e > 1) then
            if (places(e) == places(e - 1) + 1) then
               lengths(blocks) = lengths(blocks) + rows(k)%values
               cycle
            end if
         end if
         blocks = blocks + 1
         lengths(blocks) = rows(k)%values
         displacements(blocks) = (places(e) - 1) * rows(k)%values
      end do
      call MPI_Type_indexed(blocks, lengths, displacements, MPI_DOUBLE_PRECISION, indexed, error)
      call MPI_Type_commit(indexed, error)
   end function

   subroutine free_types()
      do f = 1, size(r_type)
         call MPI_Type_free(r_type(f), error)
      end do
      do f = 1, size(s_type)
         call MPI_Type_free(s_type(f), error)
      end do
      deallocate (r_type, s_type)
   end subroutine

   subroutine exchange_by_hand()
      integer :: requests(3 * (halo(h)%r_num + halo(h)%s_num)), number, field, p
      number = 0
      do field = 1, rows(k)%fields
         do p = 1, halo(h)%r_num
            number = number + 1
            call MPI_Irecv(a(1, 1, field), 1, r_type(p), halo(h)%r_pe(p), halo(h)%r_pe(p) + 100 * field, comm, &
                           requests(number), error)
         end do
      end do
      do field = 1, rows(k)%fields
         do p = 1, halo(h)%s_num
            number = number + 1
            call MPI_Isend(a(1, 1, field), 1, s_type(p), halo(h)%s_pe(p), rank + 100 * field, comm, &
                           requests(number), error)
         end do
      end do
      call MPI_Waitall(number, requests, MPI_STATUSES_IGNORE, error)
   end subroutine

   subroutine exchange_by_partita()
      select case (rows(k)%fields)
      case (1)
         call partita_gather(exchange(h), b(:, :, 1))
      case (2)
         call partita_gather(exchange(h), b(:, :, 1), b(:, :, 2))
      case (3)
         call partita_gather(exchange(h), b(:, :, 1), b(:, :, 2), b(:, :, 3))
      end select
   end subroutine

   !> Microseconds a repetition.
   real(real64) function slowest(seconds)
      real(real64), intent(in) :: seconds
      call MPI_Allreduce(seconds, slowest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, comm, error)
      slowest = 1.0e6_real64 * slowest / repetitions
   end function
end program exchanges
