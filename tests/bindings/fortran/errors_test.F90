! What is wrong in a call of patterns and exchanges is said, and the library goes on. Here is what this interface
! adds to that of C (tests/bindings/c/errors_test.cpp).
module errors_test
   use, intrinsic :: iso_c_binding
   use world
   implicit none
   private
   public :: errors_are_as_specified

contains

   subroutine errors_are_as_specified()
      type(partita_pattern) :: node_pattern, no_pattern
      type(partita_exchange) :: node_halo, no_exchange
      real(real64) :: a(levels, room), too_many(1, 1, 1, 1, room)
      integer :: error

      call check(index(partita_version(), '.') > 1, 'a version')
      call partita_set_message_sink(c_funloc(keep))
      call partita_set_message_sink(c_null_funptr)

      call make_pattern(nodes, node_pattern)
      call partita_exchange_new(node_pattern, node_halo, name='nodes')
      a = held(nodes, me, levels)
      call partita_gather(node_halo, a, error=error)
      call check(error == 0 .and. all(a == gathered(nodes, levels)), 'error=0')

      call partita_gather(node_halo, a(:, 1:4), error=error)
      call check_refused(error, here, 'exchange "nodes": field 1 has room for 4 entities')
      call partita_gather(node_halo, too_many, error=error)
      call check_refused(error, here, 'field 1 has 4 dimensions for the values of an entity')
      call partita_scatter(node_halo, 7, a, error=error)
      call check_refused(error, here, 'there is no operation 7')
      call partita_finish_scatter(node_halo, error=error)
      call check_refused(error, here, 'no scatter is under way')

      call partita_pattern_from_lists(MPI_COMM_WORLD, 1, [me], [1, 2], [0], 1, [me], [1, 2], [1], no_pattern, error=error)
      call check_refused(error, everywhere, 'is place 0; places begin with 1')

      call partita_exchange_new(node_pattern, no_exchange, name='nodes ', plan='colourful', error=error)
      call check_refused(error, everywhere, 'the plan of the exchange "nodes": "colourful" is no word for a plan')
      call partita_exchange_new(node_pattern, no_exchange, layout='middle', error=error)
      call check_refused(error, here, 'there is no layout "middle"; there are last, first and blocks')
      call partita_exchange_new(no_pattern, no_exchange, error=error)
      call check_refused(error, here, 'the pattern is a null pointer')
      call partita_gather(no_exchange, a, error=error)
      call check_refused(error, here, 'the exchange was not made; call partita_exchange_new first')

      a = held(nodes, me, levels)
      call partita_gather(node_halo, a)
      call check(all(a == gathered(nodes, levels)), 'after errors')
      call partita_exchange_free(node_halo)
      call partita_pattern_free(node_pattern)
   end subroutine

   subroutine keep(sentence) bind(c)
      character(kind=c_char), intent(in) :: sentence(*)
      if (sentence(1) == c_null_char) return
   end subroutine

end module errors_test
