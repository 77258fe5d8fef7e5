#include <algorithm>
#include <cstddef>
#include <span>

#include <partita/schedule/direct/rs_n.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

// The same tables as those of `rs_nl` on a crossbar, several times as fast: no routes, no moved rows.
std::vector<PhaseTable> rs_n(const CommunicationMatrix& matrix, std::uint64_t seed) {
  const auto ranks = static_cast<std::size_t>(matrix.ranks());
  Random random(seed);

  // The compressed matrix (the paper's CCOM): each row's unsent messages, in random order. In ascending
  // order all ranks would compete for the first receivers.
  struct Unsent {
    int to;
    int message;  // counted row by row through the matrix
  };
  std::vector<Unsent> all;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const MatrixEntry& message : matrix.destinations(rank))
      all.push_back({message.rank, static_cast<int>(all.size())});
  std::vector<std::span<Unsent>> unsent;
  Unsent* first = all.data();
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    random.shuffle(unsent.emplace_back(first, matrix.destinations(rank).size()));
    first += unsent.back().size();
  }

  std::vector<int> phase_of(all.size());    // by message
  std::vector<int> receives_in(ranks, -1);  // the latest phase in which a rank receives
  int phase = 0;
  for (std::size_t left = all.size(); left > 0; ++phase) {
    std::size_t from = random.below(static_cast<std::uint32_t>(ranks));
    for (std::size_t visited = 0; visited < ranks; ++visited) {
      std::span<Unsent>& row = unsent[from];
      if (++from == ranks) from = 0;
      const auto free = std::find_if(row.begin(), row.end(),
                                     [&](const Unsent& message) { return receives_in[message.to] != phase; });
      if (free == row.end()) continue;

      receives_in[free->to] = phase;
      phase_of[free->message] = phase;
      *free = row.back();
      row = row.first(row.size() - 1);
      --left;
    }
  }
  return tables_in_phases(matrix, phase_of, phase);
}

}  // namespace partita::detail
