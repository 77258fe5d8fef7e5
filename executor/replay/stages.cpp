#include <partita/executor/replay/stages.hpp>

namespace partita {

std::vector<int> first_phases_of_stages(const Communicator& comm, std::span<const detail::Relayed> relayed,
                                        std::size_t most) {
  return detail::stage_begins(most, [&](int begin) {
    int next = detail::next_stage(relayed, begin);
    MPI_Allreduce(MPI_IN_PLACE, &next, 1, MPI_INT, MPI_MIN, comm.handle());
    return next;
  });
}

}  // namespace partita
