#include <algorithm>
#include <cstddef>
#include <utility>

#include <partita/schedule/message.hpp>

namespace partita::detail {

Units length(std::span<const Piece> pieces) {
  Units sum = 0;
  for (const Piece& piece : pieces) sum += piece.length;
  return sum;
}

Units relayed_length(int sender, std::span<const Piece> pieces) {
  Units sum = 0;
  for (const Piece& piece : pieces)
    if (piece.origin != sender) sum += piece.length;
  return sum;
}

std::vector<Message> messages(std::span<const PhaseTable> tables, std::vector<Transfer> PhaseTable::*ends) {
  std::vector<Message> all;
  for (std::size_t rank = 0; rank < tables.size(); ++rank)
    for (const auto& [phase, partner, pieces] : tables[rank].*ends) {
      Message& message = all.emplace_back(Message{phase, static_cast<int>(rank), partner, pieces});
      if (ends == &PhaseTable::receives) std::swap(message.from, message.to);
    }
  std::sort(all.begin(), all.end());
  return all;
}

void sort_by_phase(std::vector<Transfer>& transfers) {
  if (!std::ranges::is_sorted(transfers, {}, &Transfer::phase))
    std::ranges::stable_sort(transfers, {}, &Transfer::phase);
}

std::vector<PhaseTable> with_equal_phases(std::vector<PhaseTable> tables) {
  int phases = 0;
  for (const PhaseTable& table : tables) phases = std::max(phases, table.phases);
  for (PhaseTable& table : tables) table.phases = phases;
  return tables;
}

void TableBuilder::add(int phase, int from, int to, std::vector<Piece> pieces) {
  tables_[to].receives.push_back({phase, from, pieces});
  tables_[from].sends.push_back({phase, to, std::move(pieces)});
}

std::vector<PhaseTable> TableBuilder::tables(int phases) && {
  for (PhaseTable& table : tables_) {
    table.phases = phases;
    for (auto* transfers : {&table.sends, &table.receives}) sort_by_phase(*transfers);
  }
  return std::move(tables_);
}

std::vector<PhaseTable> tables_in_phases(const CommunicationMatrix& matrix, std::span<const int> phase_of,
                                         int phases) {
  TableBuilder builder(matrix.ranks());
  auto phase = phase_of.begin();
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const auto [to, length] : matrix.destinations(from))
      builder.add(*phase++, from, to, direct(from, to, length));
  return std::move(builder).tables(phases);
}

}  // namespace partita::detail
