#include <algorithm>

#include <partita/schedule/direct/rs_n.hpp>
#include <partita/support/random.hpp>

namespace partita {

std::vector<PhaseTable> rs_n(const CommunicationMatrix& matrix, std::uint64_t seed) {
  const auto ranks = static_cast<std::size_t>(matrix.ranks());
  Random random(seed);

  // The compressed matrix (the paper's CCOM): each row's messages still to be sent. Random order within a
  // row, lest all ranks go for the receivers of low number first.
  std::vector<DestinationVector> unsent;
  std::size_t messages = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    random.shuffle(unsent.emplace_back(matrix.destinations(rank)));
    messages += unsent.back().size();
  }

  std::vector<PhaseTable> tables(ranks);
  std::vector<int> receives_in(ranks, -1);  // the latest phase in which a rank receives
  int phase = 0;
  for (; messages > 0; ++phase) {
    std::size_t from = random.below(static_cast<std::uint32_t>(ranks));
    for (std::size_t visited = 0; visited < ranks; ++visited, from = (from + 1) % ranks) {
      DestinationVector& row = unsent[from];
      const auto free = std::find_if(row.begin(), row.end(), [&](const MatrixEntry& message) {
        return receives_in[static_cast<std::size_t>(message.rank)] != phase;
      });
      if (free == row.end()) continue;

      const auto [to, length] = *free;
      const auto pieces = direct(static_cast<int>(from), to, length);
      receives_in[static_cast<std::size_t>(to)] = phase;
      tables[from].sends.push_back({phase, to, pieces});
      tables[static_cast<std::size_t>(to)].receives.push_back({phase, static_cast<int>(from), pieces});
      *free = row.back();
      row.pop_back();
      --messages;
    }
  }
  for (PhaseTable& table : tables) table.phases = phase;
  return tables;
}

}  // namespace partita
