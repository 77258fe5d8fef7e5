#include <algorithm>
#include <cstddef>
#include <utility>

#include <partita/schedule/message.hpp>

namespace partita::detail {

namespace {

struct PhasedEntry {
  int phase;
  MatrixEntry entry;

  auto operator<=>(const PhasedEntry&) const = default;
};

// The sends of `rank`, or its receives, from entries in any order. They get sorted.
std::vector<Transfer> transfers_of(std::span<PhasedEntry> entries, int rank, bool sends) {
  std::sort(entries.begin(), entries.end());
  std::vector<Transfer> all;
  all.reserve(entries.size());
  for (const auto& [phase, entry] : entries)
    all.push_back({phase, entry.rank,
                   sends ? direct(rank, entry.rank, entry.length) : direct(entry.rank, rank, entry.length)});
  return all;
}

}  // namespace

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
  std::vector<std::size_t> column_end(static_cast<std::size_t>(matrix.ranks()) + 1, 0);
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const MatrixEntry& message : matrix.destinations(from)) ++column_end[message.rank + 1];
  for (std::size_t rank = 1; rank < column_end.size(); ++rank) column_end[rank] += column_end[rank - 1];

  // Rank by rank, so that accesses to the tables and to the memory of their pieces are consecutive.
  std::vector<PhaseTable> tables(matrix.ranks(), {phases, {}, {}});
  std::vector<PhasedEntry> columns(column_end.back()), row;
  auto phase = phase_of.begin();
  for (int from = 0; from < matrix.ranks(); ++from) {
    row.clear();
    for (const MatrixEntry& message : matrix.destinations(from)) {
      row.push_back({*phase, message});
      columns[column_end[message.rank]++] = {*phase++, {from, message.length}};
    }
    tables[from].sends = transfers_of(row, from, true);
  }
  std::size_t first = 0;
  for (std::size_t to = 0; to < tables.size(); first = column_end[to++])
    tables[to].receives =
        transfers_of(std::span(columns).subspan(first, column_end[to] - first), static_cast<int>(to), false);
  return tables;
}

}  // namespace partita::detail
