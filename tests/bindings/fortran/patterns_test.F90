! Patterns from owners and from numbers.
module patterns_test
   use checks
   implicit none
   private
   public :: patterns_are_as_specified

contains

   ! Of each rank: one value of its own, and a copy of that of the next rank.
   subroutine patterns_are_as_specified()
      type(partita_pattern) :: pattern
      integer :: next
      next = mod(me + 1, ranks)
      call partita_pattern_from_owners(MPI_COMM_WORLD, 2, [me, next], [1, 1], pattern)
      call check_next(pattern, next, [1, 2], 'from owners')
      call partita_pattern_from_owners(MPI_COMM_WORLD, 2, [me, next], [0, 0], pattern, base=0)
      call check_next(pattern, next, [1, 2], 'from owners, places from 0')
      call partita_pattern_from_ids(MPI_COMM_WORLD, 2, numbers([me, next]), pattern, owner=[me, next])
      call check_next(pattern, next, [1, 2], 'from numbers')
      call partita_pattern_from_ids(MPI_COMM_WORLD, 1 + min(me, 1), numbers([me, 0]), pattern)
      call check_next(pattern, 0, merge([1, 2], [1, 1], me > 0), 'from numbers, the lowest rank owns')
   end subroutine

   pure function numbers(of) result(ids)
      integer, intent(in) :: of(:)
      integer(int64) :: ids(size(of))
      ids = -5000000000_int64 + of*70000000000_int64
   end function

   subroutine check_next(pattern, next, local, what)
      type(partita_pattern), intent(inout) :: pattern
      integer, intent(in) :: next, local(2)
      character(*), intent(in) :: what
      type(partita_exchange) :: exchange
      integer :: a(2)
      a = [100 + me, -1]
      call partita_exchange_new(pattern, exchange)
      call partita_pattern_free(pattern)
      call partita_gather(exchange, a)
      call check(all(a(local) == 100 + [me, next]), what)
      call partita_exchange_free(exchange)
   end subroutine

end module patterns_test
