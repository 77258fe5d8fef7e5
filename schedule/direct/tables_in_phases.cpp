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

}  // namespace

std::vector<PhaseTable> tables_in_phases(const CommunicationMatrix& matrix, std::span<const int> phase_of,
                                         int phases) {
  std::vector<std::size_t> column_end(static_cast<std::size_t>(matrix.ranks()) + 1, 0);
  for (int from = 0; from < matrix.ranks(); ++from)
    for (const MatrixEntry& message : matrix.destinations(from))
      ++column_end[static_cast<std::size_t>(message.rank) + 1];
  for (std::size_t rank = 1; rank < column_end.size(); ++rank) column_end[rank] += column_end[rank - 1];

  // Rank by rank, so that accesses to the tables and to the memory of their pieces are consecutive.
  std::vector<PhaseTable> tables(static_cast<std::size_t>(matrix.ranks()));
  std::vector<PhasedEntry> columns(column_end.back()), row;
  auto phase = phase_of.begin();
  for (int from = 0; from < matrix.ranks(); ++from) {
    row.clear();
    for (const MatrixEntry& message : matrix.destinations(from)) {
      row.push_back({*phase, message});
      columns[column_end[static_cast<std::size_t>(message.rank)]++] = {*phase++, {from, message.length}};
    }
    std::sort(row.begin(), row.end());
    std::vector<Transfer>& sends = tables[static_cast<std::size_t>(from)].sends;
    sends.reserve(row.size());
    for (const auto& [when, message] : row)
      sends.push_back({when, message.rank, direct(from, message.rank, message.length)});
  }
  auto first = columns.begin();
  for (int to = 0; to < matrix.ranks(); ++to) {
    const auto end = columns.begin() + static_cast<std::ptrdiff_t>(column_end[static_cast<std::size_t>(to)]);
    std::sort(first, end);
    std::vector<Transfer>& receives = tables[static_cast<std::size_t>(to)].receives;
    receives.reserve(static_cast<std::size_t>(end - first));
    for (; first != end; ++first)
      receives.push_back(
          {first->phase, first->entry.rank, direct(first->entry.rank, to, first->entry.length)});
  }
  for (PhaseTable& table : tables) table.phases = phases;
  return tables;
}

}  // namespace partita::detail
