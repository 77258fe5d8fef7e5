#include "phase_rows.hpp"

#include <algorithm>
#include <vector>

#include <partita/support/error.hpp>

#include "miniapps/formatted.hpp"

namespace partita::phases {

namespace {

struct Row {
  std::string partner;
  Piece piece;
};

using Rows = std::vector<Row>;

// Rows of a list of transfers in one phase; `outwards`: they are sends of `rank`, else its receives.
Rows rows_in(const std::vector<Transfer>& transfers, int phase, int rank, bool outwards) {
  Rows rows;
  for (const Transfer& transfer : transfers) {
    if (transfer.phase != phase) continue;
    const int from = outwards ? rank : transfer.partner, to = outwards ? transfer.partner : rank;
    for (const Piece& piece : transfer.pieces) {
      const bool direct = piece.origin == from && piece.target == to;
      rows.push_back({direct ? text(transfer.partner)
                             : text(transfer.partner, " (", piece.origin, ">", piece.target, ")"),
                      piece});
    }
  }
  return rows;
}

std::string columns(const Rows& rows, std::size_t k) {
  if (k >= rows.size()) return formatted("%14s %9s %9s", "-", "", "");
  return formatted("%14s %9lld %9lld", rows[k].partner.c_str(), static_cast<long long>(rows[k].piece.length),
                   static_cast<long long>(rows[k].piece.offset));
}

}  // namespace

std::string phase_rows(const PhaseTable& table, int rank) {
  std::string all = text("rank ", rank, ": ", table.phases, table.phases == 1 ? " phase" : " phases", "\n",
                         " phase     s-partner     s-len  s-offset     r-partner     r-len  r-offset\n");
  for (int phase = 0; phase < table.phases; ++phase) {
    const Rows sends = rows_in(table.sends, phase, rank, true);
    const Rows receives = rows_in(table.receives, phase, rank, false);
    for (std::size_t k = 0; k < std::max(sends.size(), receives.size()); ++k) {
      std::string line = formatted("%6d", phase) + columns(sends, k) + columns(receives, k);
      line.erase(line.find_last_not_of(' ') + 1);
      all += line + "\n";
    }
  }
  return all;
}

}  // namespace partita::phases
