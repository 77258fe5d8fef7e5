! The blocks of docs/replace_your_halo.md.
module replace_your_halo
   use, intrinsic :: iso_fortran_env, only: int64, real64
   use partita
   implicit none
contains
   subroutine exchange_by_lists(comm, n_recv, recv_rank, recv_ptr, recv_list, n_send, send_rank, send_ptr, send_list, &
                                temperature, u, v, ice, mask, velocity, fluxes)
      integer, intent(in) :: comm, n_recv, n_send
      integer, intent(in) :: recv_rank(:), recv_ptr(:), recv_list(:), send_rank(:), send_ptr(:), send_list(:)
      real(real64), intent(inout) :: temperature(:, :), u(:, :), v(:, :), ice(:), fluxes(:, :)
      real(real64), intent(inout), asynchronous :: velocity(:, :, :)
      logical, intent(inout) :: mask(:)
      type(partita_pattern) :: nodes
      type(partita_exchange) :: halo

      call partita_pattern_from_lists(comm, n_recv, recv_rank, recv_ptr, recv_list, &
                                      n_send, send_rank, send_ptr, send_list, nodes)

      call partita_exchange_new(nodes, halo, name='nodes')

      call partita_gather(halo, temperature)                 ! (levels, nodes): the last dimension counts entities
      call partita_gather(halo, u, v, ice, mask)             ! up to four, of any types, in one message per neighbour
      call partita_begin_gather(halo, velocity(1:2, :, :))   ! sections where they lie, without a copy
      call work
      call partita_finish_gather(halo)
      call partita_scatter(halo, partita_add, fluxes)        ! copies -> owner; partita_min, partita_max, partita_replace
   end subroutine

   subroutine work
   end subroutine

   subroutine to_one_rank(comm, n, place, all_temperatures, temperature)
      integer, intent(in) :: comm, n, place(:)
      real(real64), intent(inout) :: all_temperatures(:, :), temperature(:, :)
      type(partita_pattern) :: whole
      type(partita_exchange) :: output

      call partita_pattern_from_root(comm, 0, n, place, whole)       ! 0: the root; entities with place 0 are left out
      call partita_exchange_new(whole, output, name='output')
      call partita_collect(output, all_temperatures, temperature)    ! all_temperatures(levels, all nodes) on the root
      call partita_distribute(output, all_temperatures, temperature)
   end subroutine

   subroutine localize(comm, owned, global, ends, local)
      integer, intent(in) :: comm, owned
      integer(int64), intent(in) :: global(:), ends(:, :)
      integer, intent(out) :: local(:, :)
      integer :: ghosts
      type(partita_table) :: vertices
      type(partita_pattern) :: pattern

      call partita_table_from_owned(comm, owned, global, vertices)              ! or _from_parts: shares of a partition vector
      call partita_localize(vertices, size(ends), ends, local, ghosts, pattern) ! ends(2, edges): global numbers, from 1
   end subroutine

   subroutine inspect(comm, vertices, ends, local, normals, my_normals)
      integer, intent(in) :: comm
      type(partita_table), intent(in) :: vertices
      integer(int64), intent(in) :: ends(:, :)
      integer, intent(out) :: local(:, :)
      real(real64), intent(in) :: normals(:, :)
      real(real64), intent(out) :: my_normals(:, :)
      integer :: n, ghosts
      type(partita_loop) :: edges
      type(partita_pattern) :: pattern

      call partita_inspect(comm, 'fluxes', vertices, ends, edges, execution=partita_both_sides)  ! each owner of an end executes
      call partita_loop_iterations(edges, n)                ! executed here
      call partita_loop_places(edges, 1, local)             ! local(2, n)
      call partita_loop_pattern(edges, 1, ghosts, pattern)
      call partita_loop_take(edges, normals, my_normals)    ! data of the iterations follows them: (3, edges) -> (3, n)

      call partita_update(edges, vertices, ends)            ! a few ends have changed: only the differences are sent
   end subroutine
end module replace_your_halo
