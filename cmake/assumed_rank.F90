! Whether an array of assumed rank, and one that is absent, reach C as ISO_Fortran_binding.h says.
program assumed_rank
   use, intrinsic :: iso_c_binding
   implicit none
   interface
      subroutine take(a, b, is_right) bind(c)
         import
         type(*), intent(inout), asynchronous :: a(..)
         type(*), intent(inout), optional :: b(..)
         integer(c_int), intent(out) :: is_right
      end subroutine
   end interface
   real(c_double) :: wide(5, 7)
   integer(c_int) :: is_right
   call take(wide(5:1:-2, 2:5), is_right=is_right)
   if (is_right == 0) error stop 1
end program
