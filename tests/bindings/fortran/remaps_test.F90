! Remap: items go to their owners and come back.
module remaps_test
   use checks
   implicit none
   private
   public :: remaps_are_as_specified

contains

   ! Rank r has 3 r items; the first rank has none.
   pure elemental integer function owner_of(rank, item)
      integer, intent(in) :: rank, item
      owner_of = mod(rank*item + item/2, ranks)
   end function

   ! Items, told apart: those that leave `from`, or those that arrive here, ascending by rank, then by item.
   pure function leaving(from) result(items)
      integer, intent(in) :: from
      real(real64), allocatable :: items(:)
      integer :: k
      items = [(100*from + k + 0.5_real64, k=1, 3*from)]
   end function

   pure function arriving() result(items)
      real(real64), allocatable :: items(:)
      integer :: rank, k
      items = [real(real64) ::]
      do rank = 0, ranks - 1
         items = [items, pack(leaving(rank), [(owner_of(rank, k) == me, k=1, 3*rank)])]
      end do
   end function

   subroutine remaps_are_as_specified()
      type(partita_remap) :: remap
      real(real64), allocatable :: moved(:), back(:), pairs(:, :), moved_pairs(:, :)
      integer :: items, k
      call partita_remap_new(MPI_COMM_WORLD, 3*me, [(owner_of(me, k), k=1, 3*me)], remap)
      call partita_remap_arriving(remap, items)
      call check(items == size(arriving()), 'the number of items that arrive')

      allocate (moved(size(arriving())), back(3*me), moved_pairs(2, size(arriving())))
      call partita_remap_forward(remap, leaving(me), moved)
      call check(all(moved == arriving()), 'items that move')
      call partita_remap_backward(remap, -moved, back)
      call check(all(back == -leaving(me)), 'items that come back')

      pairs = reshape([(leaving(me), k=1, 2)], [2, 3*me], order=[2, 1])
      pairs(2, :) = -pairs(2, :)
      call partita_remap_forward(remap, pairs, moved_pairs)
      call check(all(moved_pairs(1, :) == arriving() .and. moved_pairs(2, :) == -arriving()), 'pairs that move')
      pairs = 0
      call partita_remap_backward(remap, moved_pairs, pairs)
      call check(all(pairs(1, :) == leaving(me) .and. pairs(2, :) == -leaving(me)), 'pairs that come back')
      call partita_remap_free(remap)
   end subroutine
end module remaps_test
