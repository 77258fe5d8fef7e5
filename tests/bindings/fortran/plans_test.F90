! Plans: verified, saved and loaded.
module plans_test
   use, intrinsic :: iso_c_binding
   use mpi, only: MPI_Bcast, MPI_CHARACTER
   use world
   implicit none
   private
   public :: plans_are_as_specified

   interface
      function mkdtemp(name) bind(c)
         import
         character(kind=c_char), intent(inout) :: name(*)
         type(c_ptr) :: mkdtemp
      end function

      integer(c_int) function rmdir(name) bind(c)
         import
         character(kind=c_char), intent(in) :: name(*)
      end function
   end interface

contains

   subroutine plans_are_as_specified()
      type(partita_pattern) :: pattern
      type(partita_exchange) :: halo
      call make_pattern(nodes, pattern)
      call partita_exchange_new(pattern, halo, plan='rs_n barrier')
      call partita_exchange_verify(halo)
      call check_replay(halo, 'a plan that is verified')
      call plans_are_saved_and_loaded(halo, pattern)
      call partita_exchange_free(halo)
      call partita_pattern_free(pattern)
   end subroutine

   subroutine check_replay(halo, what)
      type(partita_exchange), intent(in) :: halo
      character(*), intent(in) :: what
      real(real64) :: a(levels, room)
      a = held(nodes, me, levels)
      call partita_gather(halo, a)
      call check(all(a == gathered(nodes, levels)), what)
      a = held(nodes, me, levels)
      call partita_scatter(halo, partita_add, a)
      call check(all(a == scattered(nodes, partita_add, levels)), what//': a scatter')
   end subroutine

#ifdef PARTITA_HAVE_SCHEDULE_FILES
   subroutine plans_are_saved_and_loaded(saved, pattern)
      type(partita_exchange), intent(in) :: saved
      type(partita_pattern), intent(in) :: pattern
      type(partita_pattern) :: others
      type(partita_exchange) :: loaded, none
      character(:), allocatable :: file
      integer :: error, unit
      file = new_folder()//'/halo.h5'
      call partita_exchange_save(saved, file//'  ')
      call partita_exchange_new(pattern, loaded, plan='load='//file)
      call partita_exchange_verify(loaded)
      call check_replay(loaded, 'a plan that is loaded')
      call partita_exchange_free(loaded)

      if (ranks > 1) then   ! one rank sends no messages
         call make_pattern(elements, others)
         call partita_exchange_new(others, none, plan='load='//file, error=error)
         call check_refused(error, everywhere, 'is a schedule of other messages')
         call partita_pattern_free(others)
      end if
      call partita_exchange_save(saved, file//'/halo.h5', error=error)
      call check_refused(error, everywhere, 'cannot write '//file//'/halo.h5')

      if (me > 0) return
      open (newunit=unit, file=file)
      close (unit, status='delete')
      call check(rmdir(file(:len(file) - len('/halo.h5'))//c_null_char) == 0, 'a folder with the file of the plan alone')
   end subroutine

   ! The same for all ranks.
   function new_folder() result(name)
      character(:), allocatable :: name
      character(*), parameter :: template = '/tmp/partita_files_XXXXXX'
      character(kind=c_char) :: terminated(len(template) + 1)
      integer :: code
      terminated = transfer(template//c_null_char, terminated)
      if (me == 0) call check(c_associated(mkdtemp(terminated)), 'no folder')
      call MPI_Bcast(terminated, size(terminated), MPI_CHARACTER, 0, MPI_COMM_WORLD, code)
      name = transfer(terminated(:len(template)), template)
   end function
#else
   subroutine plans_are_saved_and_loaded(saved, pattern)
      type(partita_exchange), intent(in) :: saved
      type(partita_pattern), intent(in) :: pattern
      type(partita_exchange) :: none
      integer :: error
      call partita_exchange_save(saved, 'halo.h5', error=error)
      call check_refused(error, everywhere, 'built without schedule files')
      call partita_exchange_new(pattern, none, plan='load=halo.h5', error=error)
      call check_refused(error, everywhere, 'built without schedule files')
   end subroutine
#endif
end module plans_test
