#include <algorithm>
#include <cstddef>

#include <partita/schedule/direct/tables_in_phases.hpp>

namespace partita::detail {

namespace {

struct PhasedEntry {
  int phase;
  MatrixEntry entry;

  auto operator<=>(const PhasedEntry&) const = default;
};

// The sends of `rank`, or its receives, from entries in any order. They get sorted.
std::vector<Transfer> transfers(std::span<PhasedEntry> entries, int rank, bool sends) {
  std::sort(entries.begin(), entries.end());
  std::vector<Transfer> all;
  all.reserve(entries.size());
  for (const auto& [phase, entry] : entries)
    all.push_back({phase, entry.rank,
                   sends ? direct(rank, entry.rank, entry.length) : direct(entry.rank, rank, entry.length)});
  return all;
}

}  // namespace

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
    tables[from].sends = transfers(row, from, true);
  }
  std::size_t first = 0;
  for (std::size_t to = 0; to < tables.size(); first = column_end[to++])
    tables[to].receives =
        transfers(std::span(columns).subspan(first, column_end[to] - first), static_cast<int>(to), false);
  return tables;
}

}  // namespace partita::detail
