!> Handles as the other modules know them, and texts as C takes them.
module partita_handles
   use, intrinsic :: iso_c_binding
   implicit none

   type, bind(c) :: partita_pattern
      private
      type(c_ptr) :: handle = c_null_ptr
   end type

   type, bind(c) :: partita_exchange
      private
      type(c_ptr) :: handle = c_null_ptr
      integer(c_int) :: layout = 0
   end type

   type, bind(c) :: partita_table
      private
      type(c_ptr) :: handle = c_null_ptr
   end type

   type, bind(c) :: partita_loop
      private
      type(c_ptr) :: handle = c_null_ptr
   end type

   type, bind(c) :: partita_remap
      private
      type(c_ptr) :: handle = c_null_ptr
   end type

contains

   !> A text with the character that ends it in C; nothing but that, if the text is absent.
   function terminated(text)
      character(*), intent(in), optional :: text
      character(kind=c_char, len=:), allocatable :: terminated
      terminated = c_null_char
      if (present(text)) terminated = trim(text)//c_null_char
   end function
end module partita_handles
