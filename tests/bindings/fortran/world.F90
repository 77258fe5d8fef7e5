! Lists of exchanges as the ocean model FESOM2 has them: ranks from 0, pointers and places from 1, the places that receive
! unsorted, arrays longer than a pattern needs. Every rank can compute what every rank holds, so what is expected is
! copied by hand.
module world
   use checks
   implicit none

   ! Place `here` of a rank is a copy of place `there` of rank `from`.
   type :: copy
      integer :: from, there, here
   end type

   integer, parameter :: nodes = 1, elements = 2   ! kinds of mesh entities
   integer, parameter :: levels = 3, room = 32

contains

   ! ---- what every rank holds

   pure integer function owned(mesh, rank)
      integer, intent(in) :: mesh, rank
      owned = merge(7 + mod(rank, 3), 6, mesh == nodes)
   end function

   ! Nodes: 4 of each of the next two ranks. Elements: place 6 of a rank is place 1 of the next rank, an element that
   ! their boundary cuts. Both own it; the rank before receives it from one of them, the rank before that from the other.
   pure function copies_of(mesh, rank) result(copies)
      integer, intent(in) :: mesh, rank
      type(copy), allocatable :: copies(:)
      integer, parameter :: unsorted(4) = [3, 1, 4, 2]
      integer, parameter :: of_element(6) = [6, 2, 3, 5, 4, 1], next_of_element(6) = [1, 1, 1, 2, 2, 3]
      integer :: next, k, first
      allocate (copies(0))
      first = owned(mesh, rank)
      if (mesh == nodes) then
         do next = 1, min(2, ranks)
            do k = 1, 4
               copies = [copies, copy(mod(rank + next, ranks), 2*k - 1, first + unsorted(k))]
            end do
            first = first + 4
         end do
      else
         do k = 1, 6
            if (next_of_element(k) <= ranks) &
               copies = [copies, copy(mod(rank + next_of_element(k), ranks), of_element(k), first + 7 - k)]
         end do
      end if
   end function

   ! Tells ranks, places and values apart.
   pure elemental integer function value(mesh, rank, place, number)
      integer, intent(in) :: mesh, rank, place, number
      value = mesh*100000 + rank*1000 + place*10 + number
   end function

   pure function held(mesh, rank, values) result(a)
      integer, intent(in) :: mesh, rank, values
      integer :: a(values, room), place, number
      do place = 1, room
         a(:, place) = [(value(mesh, rank, place, number), number=1, values)]
      end do
   end function

   ! What this rank holds after a gather.
   pure function gathered(mesh, values) result(a)
      integer, intent(in) :: mesh, values
      integer :: a(values, room), theirs(values, room), k
      type(copy), allocatable :: copies(:)
      a = held(mesh, me, values)
      copies = copies_of(mesh, me)
      do k = 1, size(copies)
         theirs = held(mesh, copies(k)%from, values)
         a(:, copies(k)%here) = theirs(:, copies(k)%there)
      end do
   end function

   ! What this rank holds after a scatter: copies of this rank count first, then rank after rank.
   pure function scattered(mesh, operation, values) result(a)
      integer, intent(in) :: mesh, operation, values
      integer :: a(values, room), theirs(values, room), k, turn, rank
      type(copy), allocatable :: copies(:)
      a = held(mesh, me, values)
      do turn = -1, ranks - 1
         if (turn == me) cycle
         rank = merge(me, turn, turn == -1)
         theirs = held(mesh, rank, values)
         copies = copies_of(mesh, rank)
         do k = 1, size(copies)
            if (copies(k)%from /= me) cycle
            associate (mine => a(:, copies(k)%there), given => theirs(:, copies(k)%here))
               select case (operation)
               case (partita_add); mine = mine + given
               case (partita_min); mine = min(mine, given)
               case (partita_max); mine = max(mine, given)
               case (partita_replace); mine = given
               end select
            end associate
         end do
      end do
   end function

   ! ---- lists of the exchange, as a code has them

   subroutine receive_lists(mesh, rank, ptr, list)
      integer, intent(in) :: mesh
      integer, allocatable, intent(out) :: rank(:), ptr(:), list(:)
      type(copy), allocatable :: copies(:)
      integer :: from
      copies = copies_of(mesh, me)
      allocate (rank(0), list(0))
      ptr = [1]
      do from = ranks - 1, 0, -1
         if (.not. any(copies%from == from)) cycle
         rank = [rank, from]
         list = [list, pack(copies%here, copies%from == from)]
         ptr = [ptr, size(list) + 1]
      end do
   end subroutine

   subroutine send_lists(mesh, rank, ptr, list)
      integer, intent(in) :: mesh
      integer, allocatable, intent(out) :: rank(:), ptr(:), list(:)
      type(copy), allocatable :: copies(:)
      integer :: to
      allocate (rank(0), list(0))
      ptr = [1]
      do to = 0, ranks - 1
         copies = copies_of(mesh, to)
         if (.not. any(copies%from == me)) cycle
         rank = [rank, to]
         list = [list, pack(copies%there, copies%from == me)]
         ptr = [ptr, size(list) + 1]
      end do
   end subroutine

   subroutine make_pattern(mesh, pattern)
      integer, intent(in) :: mesh
      type(partita_pattern), intent(out) :: pattern
      integer, allocatable :: r_rank(:), r_ptr(:), r_list(:), s_rank(:), s_ptr(:), s_list(:)
      call receive_lists(mesh, r_rank, r_ptr, r_list)
      call send_lists(mesh, s_rank, s_ptr, s_list)
      call partita_pattern_from_lists(MPI_COMM_WORLD, size(r_rank), r_rank, r_ptr, r_list, &
                                      size(s_rank), s_rank, s_ptr, s_list, pattern)
   end subroutine

end module world
