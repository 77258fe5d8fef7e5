#include <algorithm>

#include <partita/executor/replay/stages.hpp>
#include <partita/executor/rules/stage_begins.hpp>

namespace partita {

namespace {

using detail::Relayed;

std::vector<Relayed> find_relayed(const ReplayMemory& memory) {
  struct Arrival {
    std::size_t first, last;  // units of the relay memory
    int phase;
  };
  std::vector<Arrival> arrivals;
  for (const ReplayMemory::End& receive : memory.receives())
    for (const Block& block : receive.layout.blocks)
      if (block.buffer == relay_buffer)
        arrivals.push_back({block.first, block.first + block.length, receive.layout.phase});
  std::sort(arrivals.begin(), arrivals.end(),
            [](const Arrival& a, const Arrival& b) { return a.first < b.first; });

  std::vector<Relayed> relayed;
  for (const ReplayMemory::End& send : memory.sends()) {
    if (!send.relays) continue;
    int came = 0;
    for (const Block& block : send.layout.blocks) {
      if (block.buffer != relay_buffer) continue;
      auto arrival = std::partition_point(arrivals.begin(), arrivals.end(),
                                          [&](const Arrival& before) { return before.last <= block.first; });
      for (; arrival != arrivals.end() && arrival->first < block.first + block.length; ++arrival)
        came = std::max(came, arrival->phase);
    }
    relayed.push_back({came, send.layout.phase});
  }
  return relayed;
}

}  // namespace

std::vector<int> first_phases_of_stages(const Communicator& comm, const ReplayMemory& memory,
                                        std::size_t most) {
  std::vector<int> begins{0};
  if (most == 1) return begins;
  const std::vector<Relayed> relayed = find_relayed(memory);
  while (begins.size() < most) {
    int next = detail::next_stage(relayed, begins.back());
    MPI_Allreduce(MPI_IN_PLACE, &next, 1, MPI_INT, MPI_MIN, comm.handle());
    if (next == detail::no_stage) break;
    begins.push_back(next);
  }
  return begins;
}

}  // namespace partita
