#include <algorithm>
#include <limits>
#include <numeric>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/support/error.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

CommunicationMatrix::CommunicationMatrix(std::vector<TrafficVector> destinations)
    : destinations_(std::move(destinations)) {
  for (int from = 0; from < ranks(); ++from) {
    TrafficVector& row = destinations_[static_cast<std::size_t>(from)];
    std::sort(row.begin(), row.end());
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto [to, length] = row[k];
      if (to < 0 || to >= ranks())
        throw Error(text("rank ", from, " sends to rank ", to, ", but the ranks are 0 to ", ranks() - 1));
      if (length < 0) throw Error(text("rank ", from, " sends ", length, " units to rank ", to));
      if (k > 0 && row[k - 1].rank == to)
        throw Error(text("the destination vector of rank ", from, " names rank ", to, " twice"));
    }
    std::erase_if(row, [](const Traffic& entry) { return entry.length == 0; });
  }
}

std::vector<TrafficVector> CommunicationMatrix::sources() const {
  std::vector<TrafficVector> columns(destinations_.size());
  for (int from = 0; from < ranks(); ++from)
    for (const auto [to, length] : destinations(from))
      columns[static_cast<std::size_t>(to)].push_back({from, length});
  return columns;
}

int CommunicationMatrix::degree() const {
  std::size_t largest = 0;
  for (const TrafficVector& row : destinations_) largest = std::max(largest, row.size());
  for (const TrafficVector& column : sources()) largest = std::max(largest, column.size());
  return static_cast<int>(largest);
}

CommunicationMatrix concatenate(const Communicator& comm, const TrafficVector& destinations) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  static_assert(sizeof(Traffic) % sizeof(Units) == 0);
  constexpr int words = sizeof(Traffic) / sizeof(Units);

  const int mine = words * static_cast<int>(destinations.size());
  std::vector<int> counts(ranks);
  MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, comm.handle());
  if (std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) > std::numeric_limits<int>::max())
    throw CollectiveError(
        "the communication matrix has too many messages to be held by one rank; schedule with ac or lp");
  std::vector<int> offsets(ranks, 0);
  std::partial_sum(counts.begin(), counts.end() - 1, offsets.begin() + 1);

  TrafficVector all(static_cast<std::size_t>((offsets.back() + counts.back()) / words));
  MPI_Allgatherv(destinations.data(), mine, MPI_INT64_T, all.data(), counts.data(), offsets.data(),
                 MPI_INT64_T, comm.handle());

  std::vector<TrafficVector> rows(ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const auto first = all.begin() + offsets[rank] / words;
    rows[rank].assign(first, first + counts[rank] / words);
  }
  return CommunicationMatrix(std::move(rows));
}

TrafficVector source_vector(const Communicator& comm, const TrafficVector& destinations) {
  std::vector<Parcel<Units>> announcements;
  for (const auto [to, length] : destinations) announcements.push_back({to, {length}});
  TrafficVector sources;
  for (const Parcel<Units>& announcement : sparse_exchange(comm, announcements))
    sources.push_back({announcement.rank, announcement.content.front()});
  return sources;
}

}  // namespace partita
