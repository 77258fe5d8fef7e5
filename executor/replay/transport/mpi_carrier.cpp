#include <partita/executor/replay/transport/mpi_carrier.hpp>
#include <partita/executor/replay/transport/shared_memory.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/tags.hpp>

namespace partita::detail {

namespace {

// Of what goes out, then of what comes in: of data, then of signals. Collective if there are fragments.
std::vector<Route> routes(const Communicator& comm, const RankPart& part, std::size_t fragment) {
  std::vector<Route> all;
  const auto add = [&](Route::Kind kind, const std::vector<RankMessage>& messages,
                       const std::vector<int>& signals) {
    const std::vector<int> to = partners(messages);
    const auto on_host = fragment == 0 ? std::vector<bool>() : SharedMemory::of(comm).are_on_host(to);
    for (std::size_t k = 0; k < to.size(); ++k) {
      const bool is_cut =
          fragment > 0 && !on_host[k] && protocol_in(part, messages[k].phase).sends_fragments();
      all.push_back({kind, to[k], is_cut ? fragment : 0});
    }
    for (const int partner : signals) all.push_back({kind, partner});
  };
  add(Route::Kind::send, part.sends, part.signals_out);
  add(Route::Kind::receive, part.receives, part.signals_in);
  return all;
}

}  // namespace

MpiCarrier::MpiCarrier(const Communicator& comm, int tag, const RankPart& part, std::size_t fragment)
    : comm_(comm),
      tag_(tag),
      tag_of_data_(tag),
      outgoing_(part.sends.size() + part.signals_out.size()),
      requests_(comm, routes(comm, part, fragment)),
      came_with_(part.receives.size() + part.signals_in.size()) {}

void MpiCarrier::change_types(std::uint16_t types, bool by_tags) {
  types_ = types;
  by_tags_ = by_tags;
  tag_of_data_ = by_tags ? tag_of_types(comm_, tag_, types) : tag_;
}

void MpiCarrier::await_told(std::size_t message, const ReplayMemory::End* end, std::size_t bytes,
                            std::uint16_t types) {
  const bool is_expected = end != nullptr && bytes == end->bytes && may_be_same(types, types_);
  const int tag = is_expected || !by_tags_ ? tag_of_data_ : tag_of_types(comm_, tag_, types);
  came_with_[message] = types;
  requests_.start(outgoing_ + message, tag, bytes,
                  is_expected ? end->place : unexpected_.emplace_back(bytes).data());
}

std::optional<MpiCarrier::Early> MpiCarrier::early_message() const {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag_, comm_.handle(), &is_there, &status);
  if (is_there == 0) return std::nullopt;
  return Early{status.MPI_SOURCE, bytes_of(status)};
}

}  // namespace partita::detail
