!> FESOM2's halo exchanges by Partita, under the names that its callers know.
!>
!> Three patterns, from the lists that the model reads with its mesh: nodes, elements that share an edge with an own
!> one, and all that share a node (the full halo). An array of elements that is longer than the small halo needs is
!> exchanged with the full one, and arrays of integers always are.
module partita_halo
   use, intrinsic :: iso_fortran_env, only: int64, real64
   use MOD_MESH, only: t_mesh
   use MOD_PARTIT, only: t_partit, com_struct
   use partita
   implicit none
   private
   public :: partita_halo_init
   public :: exchange_nod, exchange_nod_begin, exchange_nod_end, exchange_nod3D
   public :: exchange_elem, exchange_elem_begin, exchange_elem_end

   type(partita_exchange), save :: nodes, elements, elements_full
   logical, save :: full_is_under_way = .false.

   !> exchange_nod(a [, b [, c]], partit)
   interface exchange_nod
      module procedure nodes_real, nodes_integer, nodes_two, nodes_three
   end interface
   interface exchange_nod3D
      module procedure nodes_real
   end interface
   interface exchange_nod_begin
      module procedure begin_nodes_real, begin_nodes_integer, begin_nodes_two, begin_nodes_three
   end interface
   interface exchange_elem
      module procedure elements_real, elements_integer
   end interface
   interface exchange_elem_begin
      module procedure begin_elements_real, begin_elements_integer
   end interface

contains

   !> Plans all exchanges. Collective; once the mesh and the lists are read.
   subroutine partita_halo_init(partit, mesh)
      type(t_partit), intent(in) :: partit
      type(t_mesh), intent(in) :: mesh
      integer(int64) :: numbers(partit%myDim_elem2D)
      if (partit%npes == 1) return
      call plan(partit, partit%com_nod2D, 'nodes', int(partit%myList_nod2D(:partit%myDim_nod2D), int64), nodes)
      ! Ranks share elements at borders: the owner of the first node numbers them.
      numbers = merge(partit%myList_elem2D(:partit%myDim_elem2D), -1, mesh%elem2D_nodes(1, :) <= partit%myDim_nod2D)
      call plan(partit, partit%com_elem2D, 'elements', numbers, elements)
      call plan(partit, partit%com_elem2D_full, 'elements_full', numbers, elements_full)
   end subroutine

   subroutine plan(partit, lists, name, numbers, exchange)
      type(t_partit), intent(in) :: partit
      type(com_struct), intent(in) :: lists
      character(*), intent(in) :: name
      integer(int64), intent(in) :: numbers(:)
      type(partita_exchange), intent(out) :: exchange
      type(partita_pattern) :: pattern
      call partita_pattern_from_lists(partit%MPI_COMM_FESOM, lists%rPEnum, lists%rPE, lists%rptr, lists%rlist, &
                                      lists%sPEnum, lists%sPE, lists%sptr, lists%slist, pattern)
      call partita_exchange_new(pattern, exchange, name=name)
      call partita_exchange_number(exchange, size(numbers), numbers)
      call partita_pattern_free(pattern)
   end subroutine

   logical function is_needed(partit, luse_g2g)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      is_needed = partit%npes > 1
#ifdef _OPENACC
      if (present(luse_g2g)) then
         if (luse_g2g) error stop 'partita_halo: exchanges of device memory are not ported; call without luse_g2g'
      end if
#else
      if (present(luse_g2g)) return   ! the same memory
#endif
   end function

   subroutine begin_nodes_real(a, partit, luse_g2g)
      real(real64), intent(inout) :: a(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      if (is_needed(partit, luse_g2g)) call partita_begin_gather(nodes, a)
   end subroutine

   subroutine begin_nodes_integer(a, partit, luse_g2g)
      integer, intent(inout) :: a(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      if (is_needed(partit, luse_g2g)) call partita_begin_gather(nodes, a)
   end subroutine

   subroutine begin_nodes_two(a, b, partit, luse_g2g)
      real(real64), intent(inout) :: a(..), b(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      if (is_needed(partit, luse_g2g)) call partita_begin_gather(nodes, a, b)
   end subroutine

   subroutine begin_nodes_three(a, b, c, partit, luse_g2g)
      real(real64), intent(inout) :: a(..), b(..), c(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      if (is_needed(partit, luse_g2g)) call partita_begin_gather(nodes, a, b, c)
   end subroutine

   subroutine exchange_nod_end(partit)
      type(t_partit), intent(in) :: partit
      if (partit%npes > 1) call partita_finish_gather(nodes)
   end subroutine

   subroutine nodes_real(a, partit, luse_g2g)
      real(real64), intent(inout) :: a(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      if (is_needed(partit, luse_g2g)) call partita_gather(nodes, a)
   end subroutine

   subroutine nodes_integer(a, partit, luse_g2g)
      integer, intent(inout) :: a(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      if (is_needed(partit, luse_g2g)) call partita_gather(nodes, a)
   end subroutine

   subroutine nodes_two(a, b, partit, luse_g2g)
      real(real64), intent(inout) :: a(..), b(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      if (is_needed(partit, luse_g2g)) call partita_gather(nodes, a, b)
   end subroutine

   subroutine nodes_three(a, b, c, partit, luse_g2g)
      real(real64), intent(inout) :: a(..), b(..), c(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      if (is_needed(partit, luse_g2g)) call partita_gather(nodes, a, b, c)
   end subroutine

   subroutine begin_elements_real(a, partit, luse_g2g)
      real(real64), intent(inout) :: a(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      full_is_under_way = size(a, rank(a)) > partit%myDim_elem2D + partit%eDim_elem2D
      if (.not. is_needed(partit, luse_g2g)) return
      if (full_is_under_way) then
         call partita_begin_gather(elements_full, a)
      else
         call partita_begin_gather(elements, a)
      end if
   end subroutine

   subroutine begin_elements_integer(a, partit, luse_g2g)
      integer, intent(inout) :: a(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      full_is_under_way = .true.
      if (is_needed(partit, luse_g2g)) call partita_begin_gather(elements_full, a)
   end subroutine

   subroutine exchange_elem_end(partit)
      type(t_partit), intent(in) :: partit
      if (partit%npes == 1) return
      if (full_is_under_way) then
         call partita_finish_gather(elements_full)
      else
         call partita_finish_gather(elements)
      end if
   end subroutine

   subroutine elements_real(a, partit, luse_g2g)
      real(real64), intent(inout) :: a(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      call begin_elements_real(a, partit, luse_g2g)
      call exchange_elem_end(partit)
   end subroutine

   subroutine elements_integer(a, partit, luse_g2g)
      integer, intent(inout) :: a(..)
      type(t_partit), intent(in) :: partit
      logical, intent(in), optional :: luse_g2g
      call begin_elements_integer(a, partit, luse_g2g)
      call exchange_elem_end(partit)
   end subroutine
end module partita_halo
