!> The procedures that take arrays of any type and rank.
module partita_arrays
   use, intrinsic :: iso_c_binding, only: c_int
   use partita_handles
   implicit none
   private :: c_int

   interface
      !> An exchange of arrays like a(levels, entities), of which entity e has counts(e) levels alone. Collective. The
      !> exchange reads `counts` as long as it lives.
      subroutine partita_exchange_of_counts(pattern, exchange, counts, a, name, plan, error) &
         bind(c, name='partita_f_exchange_of_counts')
         import
         type(partita_pattern), intent(in) :: pattern
         type(partita_exchange), intent(out) :: exchange
         integer(c_int), intent(in), target :: counts(*)
         type(*), intent(in) :: a(..)
         character(*), intent(in), optional :: name, plan
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_gather(exchange, a, b, c, d, error) bind(c, name='partita_f_gather')
         import
         type(partita_exchange), intent(in) :: exchange
         type(*), intent(inout), asynchronous :: a(..)
         type(*), intent(inout), asynchronous, optional :: b(..), c(..), d(..)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_begin_gather(exchange, a, b, c, d, error) bind(c, name='partita_f_begin_gather')
         import
         type(partita_exchange), intent(in) :: exchange
         type(*), intent(inout), asynchronous :: a(..)
         type(*), intent(inout), asynchronous, optional :: b(..), c(..), d(..)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_scatter(exchange, operation, a, b, c, d, error) bind(c, name='partita_f_scatter')
         import
         type(partita_exchange), intent(in) :: exchange
         integer(c_int), intent(in), value :: operation
         type(*), intent(inout), asynchronous :: a(..)
         type(*), intent(inout), asynchronous, optional :: b(..), c(..), d(..)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_begin_scatter(exchange, operation, a, b, c, d, error) bind(c, name='partita_f_begin_scatter')
         import
         type(partita_exchange), intent(in) :: exchange
         integer(c_int), intent(in), value :: operation
         type(*), intent(inout), asynchronous :: a(..)
         type(*), intent(inout), asynchronous, optional :: b(..), c(..), d(..)
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> `array` counts on the root alone; its last dimension counts the entities of all ranks.
      subroutine partita_collect(exchange, array, a, error) bind(c, name='partita_f_collect')
         import
         type(partita_exchange), intent(in) :: exchange
         type(*), intent(inout) :: array(..), a(..)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_distribute(exchange, array, a, error) bind(c, name='partita_f_distribute')
         import
         type(partita_exchange), intent(in) :: exchange
         type(*), intent(inout) :: array(..), a(..)
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> Both arrays are contiguous; their last dimension counts iterations.
      subroutine partita_loop_take(loop, values, taken, error) bind(c, name='partita_f_loop_take')
         import
         type(partita_loop), intent(in) :: loop
         type(*), intent(in) :: values(..)
         type(*), intent(inout) :: taken(..)
         integer(c_int), intent(out), optional :: error
      end subroutine

      !> Both arrays are contiguous; their last dimension counts items.
      subroutine partita_remap_forward(remap, from, to, error) bind(c, name='partita_f_remap_forward')
         import
         type(partita_remap), intent(in) :: remap
         type(*), intent(in) :: from(..)
         type(*), intent(inout) :: to(..)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_remap_backward(remap, from, to, error) bind(c, name='partita_f_remap_backward')
         import
         type(partita_remap), intent(in) :: remap
         type(*), intent(in) :: from(..)
         type(*), intent(inout) :: to(..)
         integer(c_int), intent(out), optional :: error
      end subroutine
   end interface
end module partita_arrays
