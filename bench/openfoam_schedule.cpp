#include "bench/openfoam_schedule.hpp"

#include <algorithm>
#include <cstddef>

#include <partita/schedule/message.hpp>

namespace partita {

namespace {

struct Message {
  std::size_t from, to;
};

// Row by row.
std::vector<Message> messages_of(const CommunicationMatrix& matrix) {
  std::vector<Message> all;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    for (const MatrixEntry& entry : matrix.destinations(rank))
      all.push_back({static_cast<std::size_t>(rank), static_cast<std::size_t>(entry.rank)});
  return all;
}

std::vector<int> transfers_of(const CommunicationMatrix& matrix) {
  std::vector<int> transfers(static_cast<std::size_t>(matrix.ranks()), 0);
  for (const auto [from, to] : messages_of(matrix)) ++transfers[from], ++transfers[to];
  return transfers;
}

}  // namespace

Schedule openfoam_schedule(const CommunicationMatrix& matrix) {
  constexpr int unscheduled = -1;
  const std::vector<Message> messages = messages_of(matrix);
  std::vector<int> phase_of(messages.size(), unscheduled), left = transfers_of(matrix);
  std::vector<int> busy_in(left.size(), unscheduled);  // the latest phase of each rank
  int phase = 0;
  for (std::size_t scheduled = 0; scheduled < messages.size(); ++phase)
    while (true) {
      std::size_t best = messages.size();
      int most = 0;
      for (std::size_t k = 0; k < messages.size(); ++k) {
        const auto [from, to] = messages[k];
        if (phase_of[k] != unscheduled || busy_in[from] == phase || busy_in[to] == phase) continue;
        if (left[from] + left[to] > most) most = left[from] + left[to], best = k;
      }
      if (best == messages.size()) break;
      const auto [from, to] = messages[best];
      phase_of[best] = busy_in[from] = busy_in[to] = phase;
      --left[from], --left[to];
      ++scheduled;
    }
  return {{.algorithm = Algorithm::colouring}, detail::tables_in_phases(matrix, phase_of, phase)};
}

int most_transfers(const CommunicationMatrix& matrix) {
  const std::vector<int> transfers = transfers_of(matrix);
  return transfers.empty() ? 0 : *std::ranges::max_element(transfers);
}

}  // namespace partita
