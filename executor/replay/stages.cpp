#include <partita/executor/replay/stages.hpp>

namespace partita::detail {

std::vector<int> first_phases_of_stages(const Communicator& comm, std::span<const Relayed> relayed,
                                        std::size_t most) {
  return stage_begins(most, [&](int begin) {
    int next = next_stage(relayed, begin);
    MPI_Allreduce(MPI_IN_PLACE, &next, 1, MPI_INT, MPI_MIN, comm.handle());
    return next;
  });
}

}  // namespace partita::detail
