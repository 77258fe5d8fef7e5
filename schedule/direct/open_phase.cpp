#include <algorithm>

#include <partita/schedule/direct/open_phase.hpp>

namespace partita::detail {

namespace {

using Row = std::vector<Unsent>;

// Adds the first message of this rank that can be exchanged for its opposite in this phase, and the opposite.
std::vector<Pick> pick_exchange(const UnsentRows& rows, int from, OpenPhase& phase) {
  if (phase.receives(from)) return {};
  const Row& row = rows[from];
  for (std::size_t index = 0; index < row.size(); ++index) {
    const int to = row[index].to;
    if (to == from || phase.sends(to) || phase.receives(to)) continue;
    const Row& opposite_row = rows[to];
    const auto opposite = std::find_if(opposite_row.begin(), opposite_row.end(),
                                       [&](const Unsent& message) { return message.to == from; });
    if (opposite == opposite_row.end() || !phase.add(from, to)) continue;
    if (phase.add(to, from))
      return {{from, index}, {to, static_cast<std::size_t>(opposite - opposite_row.begin())}};
    phase.remove(from, to);
  }
  return {};
}

}  // namespace

UnsentRows compress(const CommunicationMatrix& matrix, Random& random) {
  UnsentRows rows;
  int message = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    Row& row = rows.emplace_back();
    for (const auto& [to, length] : matrix.destinations(rank)) row.push_back({to, message++});
    random.shuffle(row);
  }
  return rows;
}

std::vector<Pick> pick_phase(const UnsentRows& rows, OpenPhase& phase, bool exchanges_first, Random& random) {
  std::vector<Pick> picks;
  const std::size_t ranks = rows.size();
  std::size_t rank = random.below(static_cast<std::uint32_t>(ranks));
  for (std::size_t visited = 0; visited < ranks; ++visited, rank = rank + 1 < ranks ? rank + 1 : 0) {
    const int from = static_cast<int>(rank);
    if (phase.sends(from)) continue;  // as the other end of an exchange
    if (exchanges_first) {
      const std::vector<Pick> both = pick_exchange(rows, from, phase);
      picks.insert(picks.end(), both.begin(), both.end());
      if (!both.empty()) continue;
    }
    const auto fits = std::find_if(rows[rank].begin(), rows[rank].end(),
                                   [&](const Unsent& message) { return phase.add(from, message.to); });
    if (fits != rows[rank].end())
      picks.push_back({from, static_cast<std::size_t>(fits - rows[rank].begin())});
  }
  return picks;
}

}  // namespace partita::detail
