#include <algorithm>
#include <map>
#include <utility>

#include <partita/executor/replay/rules/stage_begins.hpp>

namespace partita::detail {

std::vector<Relayed> relayed_by(int me, const PhaseTable& table) {
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
  for (const Copy& copy : table.copies)
    if (copy.from.origin != me && copy.to.target != me)
      arrivals[{copy.to.origin, copy.to.target}].push_back(
          {copy.phase, copy.to.offset, copy.to.offset + copy.to.length});
  std::vector<Relayed> relayed;
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
  return relayed;
}

int next_stage(std::span<const Relayed> relayed, int begin) {
  int next = no_stage;
  for (const auto& [came, leaves] : relayed)
    if (came >= begin) next = std::min(next, leaves);
  return next;
}

}  // namespace partita::detail
