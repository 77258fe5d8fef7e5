!> The procedures that take arrays of several types and ranks: by assumed rank, for C descriptors of Fortran 2018.
module partita_arrays
   use, intrinsic :: iso_c_binding
   use partita_handles
   implicit none
   private
   public :: partita_exchange_of_counts
   public :: partita_gather, partita_begin_gather, partita_scatter, partita_begin_scatter
   public :: partita_collect, partita_distribute
   public :: partita_loop_take, partita_remap_forward, partita_remap_backward

   interface
      subroutine partita_gather(exchange, a, b, c, d, error) bind(c, name='partita_f_gather')
         import
         type(partita_exchange), intent(in) :: exchange
         type(*), intent(inout) :: a(..)
         type(*), intent(inout), optional :: b(..), c(..), d(..)
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
         type(*), intent(inout) :: a(..)
         type(*), intent(inout), optional :: b(..), c(..), d(..)
         integer(c_int), intent(out), optional :: error
      end subroutine

      subroutine partita_begin_scatter(exchange, operation, a, b, c, d, error) &
         bind(c, name='partita_f_begin_scatter')
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

      subroutine exchange_of_counts(pattern, exchange, counts, a, name, plan, error) &
         bind(c, name='partita_f_exchange_of_counts')
         import
         type(partita_pattern), intent(in) :: pattern
         type(partita_exchange), intent(out) :: exchange
         integer(c_int), intent(in), target :: counts(*)
         type(*), intent(in) :: a(..)
         character(kind=c_char), intent(in) :: name(*), plan(*)
         integer(c_int), intent(out), optional :: error
      end subroutine
   end interface

contains

   !> Of arrays like a(levels, entities), of which entity e has counts(e) levels alone. Collective. The exchange reads
   !> `counts` as long as it lives.
   subroutine partita_exchange_of_counts(pattern, exchange, counts, a, name, plan, error)
      type(partita_pattern), intent(in) :: pattern
      type(partita_exchange), intent(out) :: exchange
      integer(c_int), intent(in), target, contiguous :: counts(:)
      type(*), intent(in) :: a(..)
      character(*), intent(in), optional :: name, plan
      integer(c_int), intent(out), optional :: error
      call exchange_of_counts(pattern, exchange, counts, a, terminated(name), terminated(plan), error)
   end subroutine
end module partita_arrays
