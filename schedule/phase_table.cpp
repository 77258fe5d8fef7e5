#include <partita/schedule/phase_table.hpp>

namespace partita {

std::vector<Piece> direct(int from, int to, Units length) { return {{from, to, 0, length}}; }

PhaseTable reverse(const PhaseTable& table) {
  // The last phase first: a piece that a relay forwards late in one direction comes early in the other.
  const auto turned = [&](const std::vector<Transfer>& transfers) {
    std::vector<Transfer> reversed;
    for (auto transfer = transfers.rbegin(); transfer != transfers.rend(); ++transfer) {
      reversed.push_back({table.phases - 1 - transfer->phase, transfer->partner, {}});
      for (const Piece& piece : transfer->pieces)
        reversed.back().pieces.push_back({piece.target, piece.origin, piece.offset, piece.length});
    }
    return reversed;
  };
  return {table.phases, turned(table.receives), turned(table.sends)};
}

}  // namespace partita
