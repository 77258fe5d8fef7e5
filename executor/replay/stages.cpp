#include <partita/executor/replay/stages.hpp>
#include <partita/support/reduce.hpp>

namespace partita::detail {

std::vector<int> first_phases_of_stages(const Communicator& comm, std::span<const Relayed> relayed,
                                        std::size_t most) {
  return stage_begins(most, [&](int begin) { return min(comm, next_stage(relayed, begin)); });
}

}  // namespace partita::detail
