#include <algorithm>

#include <partita/schedule/message.hpp>
#include <partita/schedule/staged/stage.hpp>

namespace partita::detail {

namespace {

void append_ordered(PhaseTable& table, const PhaseTable& order, StageMessages messages) {
  const auto add = [&](std::vector<Transfer> PhaseTable::*ends, std::vector<Parcel<Piece>>& contents) {
    for (const auto& [phase, partner, whole] : order.*ends) {
      const auto message = std::ranges::lower_bound(contents, partner, {}, &Parcel<Piece>::rank);
      (table.*ends).push_back({table.phases + phase, partner, std::move(message->content)});
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
