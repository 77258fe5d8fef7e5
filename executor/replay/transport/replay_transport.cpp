#include <partita/executor/replay/transport/replay_transport.hpp>
#include <partita/support/byte_block.hpp>
#include <partita/support/tags.hpp>

namespace partita::detail {

namespace {

// Of what goes out, then of what comes in: of data, then of signals. Collective if there are fragments.
std::vector<Route> routes(const Communicator& comm, const RankPart& part, std::size_t fragment,
                          bool has_stamps) {
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
  if (!has_stamps) return all;
  for (const int partner : partners(part.sends)) all.push_back({Route::Kind::send, partner});
  for (const int partner : partners(part.receives)) all.push_back({Route::Kind::receive, partner});
  return all;
}

}  // namespace

ReplayTransport::ReplayTransport(Transport transport, const Communicator& comm, int tag, const RankPart& part,
                                 const ReplayMemory& memory, ReplayRecord* record, Seals* seals,
                                 std::size_t bytes_per_unit, std::size_t fragment)
    : sends_(part.sends.size()),
      receives_(part.receives.size()),
      outgoing_(sends_ + part.signals_out.size()),
      stamps_(outgoing_ + receives_ + part.signals_in.size()),
      record_(record),
      seals_(seals),
      comm_(comm),
      tag_(tag),
      tag_of_data_(tag),
      requests_(comm, routes(comm, part, fragment, record != nullptr)),
      came_with_(receives_ + part.signals_in.size()),
      memory_(part, record, seals) {
  if (transport != Transport::mpi) memory_.share(comm, tag, part, memory, bytes_per_unit);
}

void ReplayTransport::change_types(std::uint16_t types, bool by_tags) {
  types_ = types;
  by_tags_ = by_tags;
  tag_of_data_ = by_tags ? tag_of_types(comm_, tag_, types) : tag_;
  memory_.begin(types);
}

// If bytes and types are not those that are awaited, the message gets memory of its own: MPI may write one
// that is too long beyond the memory of its receiver before it says so (Open MPI 4.1, on one host).
void ReplayTransport::post_announced(std::size_t message, const ReplayMemory::End* end, std::size_t bytes,
                                     std::uint16_t types) {
  const bool fits = end != nullptr && bytes == end->bytes && may_be_same(types, types_);
  const int tag = fits || !by_tags_ ? tag_of_data_ : tag_of_types(comm_, tag_, types);
  came_with_[message] = types;
  requests_.start(outgoing_ + message, tag, bytes,
                  fits ? end->place : unexpected_.emplace_back(bytes).data());
}

std::optional<ReplayTransport::Early> ReplayTransport::early_message() const {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag_, comm_.handle(), &is_there, &status);
  if (is_there == 0) return std::nullopt;
  return Early{status.MPI_SOURCE, bytes_of(status)};
}

}  // namespace partita::detail
