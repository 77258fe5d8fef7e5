#include <partita/executor/transport/neighbour_collective.hpp>
#include <partita/executor/transport/point_to_point.hpp>
#include <partita/executor/transport/replay_transport.hpp>

namespace partita::detail {

std::unique_ptr<ReplayTransport> make_transport(Transport transport, const Communicator& comm, int tag,
                                                const RankPart& part, const ReplayMemory& memory,
                                                std::size_t bytes_per_unit, std::size_t fragment) {
  switch (transport) {
    case Transport::neighbour:
      return std::make_unique<NeighbourCollective>(comm, part);
    case Transport::mpi:
      return std::make_unique<PointToPoint>(comm, tag, part, fragment);
    case Transport::shared:
      require_one_host(comm, part);
      break;
    case Transport::automatic:
      break;
  }
  auto messages = std::make_unique<PointToPoint>(comm, tag, part, fragment);
  messages->share_memory(part, memory, bytes_per_unit);
  return messages;
}

}  // namespace partita::detail
