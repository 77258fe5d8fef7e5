! Whether arrays of assumed rank, texts, absent arguments and allocatable arrays reach C as ISO_Fortran_binding.h says.
program descriptors
   use, intrinsic :: iso_c_binding
   implicit none
   interface
      subroutine take(a, name, b, list, is_right) bind(c)
         import
         type(*), intent(inout), asynchronous :: a(..)
         character(*), intent(in), optional :: name
         type(*), intent(inout), optional :: b(..)
         integer(c_int), allocatable, intent(out) :: list(:)
         integer(c_int), intent(out) :: is_right
      end subroutine
   end interface
   real(c_double) :: wide(5, 7)
   integer(c_int), allocatable :: list(:)
   integer(c_int) :: is_right
   call take(wide(5:1:-2, 2:5), 'nodes', list=list, is_right=is_right)
   if (is_right == 0 .or. size(list) /= 3) error stop 1
end program
