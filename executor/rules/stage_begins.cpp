#include <algorithm>
#include <map>
#include <utility>

#include <partita/executor/rules/stage_begins.hpp>

namespace partita::detail {

namespace {

void add_relayed(int me, const PhaseTable& table, std::vector<Relayed>& relayed) {
  struct Arrival {
    int phase;
    Units first, last;
  };
  std::map<std::pair<int, int>, std::vector<Arrival>> arrivals;  // by origin and target
  for (const Transfer& receive : table.receives)
    for (const Piece& piece : receive.pieces)
      if (piece.target != me)
        arrivals[{piece.origin, piece.target}].push_back(
            {receive.phase, piece.offset, piece.offset + piece.length});
  for (const Transfer& send : table.sends) {
    bool relays = false;
    int came = 0;
    for (const Piece& piece : send.pieces) {
      if (piece.origin == me) continue;
      relays = true;
      for (const Arrival& arrival : arrivals[{piece.origin, piece.target}])
        if (arrival.first < piece.offset + piece.length && piece.offset < arrival.last)
          came = std::max(came, arrival.phase);
    }
    if (relays) relayed.push_back({came, send.phase});
  }
}

}  // namespace

int next_stage(std::span<const Relayed> relayed, int begin) {
  int next = no_stage;
  for (const auto& [came, leaves] : relayed)
    if (came >= begin) next = std::min(next, leaves);
  return next;
}

std::vector<int> stage_begins(std::span<const PhaseTable> tables, std::size_t most) {
  std::vector<int> begins{0};
  if (most == 1) return begins;
  std::vector<Relayed> relayed;
  for (std::size_t me = 0; me < tables.size(); ++me) add_relayed(static_cast<int>(me), tables[me], relayed);
  while (begins.size() < most) {
    const int next = next_stage(relayed, begins.back());
    if (next == no_stage) break;
    begins.push_back(next);
  }
  return begins;
}

}  // namespace partita::detail
