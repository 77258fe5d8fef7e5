#include <algorithm>

#include <partita/schedule/message.hpp>
#include <partita/schedule/staged/stage.hpp>

namespace partita::detail {

namespace {

// Adds to `parts` units offset .. offset+length-1 of a message with these pieces.
void add_part(std::vector<Piece>& parts, const std::vector<Piece>& pieces, Units offset, Units length) {
  for (const Piece& piece : pieces) {
    const Units skipped = std::min(offset, piece.length);
    const Units taken = std::min(length, piece.length - skipped);
    if (taken > 0) parts.push_back({piece.origin, piece.target, piece.offset + skipped, taken});
    offset -= skipped;
    length -= taken;
  }
}

// What the runs of a message of the stage carry.
std::vector<Piece> carried(const std::vector<Piece>& runs, std::vector<Piece>& message) {
  const bool is_whole = runs.size() == 1 && runs.front().length == length(message);
  if (is_whole) return std::move(message);
  std::vector<Piece> pieces;
  for (const Piece& run : runs) add_part(pieces, message, run.offset, run.length);
  return pieces;
}

void append_ordered(PhaseTable& table, const PhaseTable& order, StageMessages messages) {
  const auto add = [&](std::vector<Transfer> PhaseTable::*ends, std::vector<Parcel<Piece>>& contents) {
    for (const auto& [phase, partner, runs] : order.*ends) {
      const auto message = std::ranges::lower_bound(contents, partner, {}, &Parcel<Piece>::rank);
      (table.*ends).push_back({table.phases + phase, partner, carried(runs, message->content)});
    }
  };
  add(&PhaseTable::sends, messages.sends);
  add(&PhaseTable::receives, messages.receives);
  table.phases += order.phases;
}

}  // namespace

std::vector<MatrixEntry> lengths(const std::vector<Parcel<Piece>>& messages) {
  std::vector<MatrixEntry> entries;
  entries.reserve(messages.size());
  for (const auto& [rank, pieces] : messages) entries.push_back({rank, length(pieces)});
  return entries;
}

void append(std::vector<PhaseTable>& tables, const std::vector<PhaseTable>& order,
            std::vector<StageMessages> messages) {
  for (std::size_t k = 0; k < tables.size(); ++k) append_ordered(tables[k], order[k], std::move(messages[k]));
}

std::vector<StageMessages> by_rank(const Stage& stage, int ranks) {
  std::vector<StageMessages> all(ranks);
  for (const auto& [ends, pieces] : stage) {
    all[ends.first].sends.push_back({ends.second, pieces});
    all[ends.second].receives.push_back({ends.first, pieces});
  }
  return all;
}

}  // namespace partita::detail
