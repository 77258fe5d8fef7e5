#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita {

namespace {

// The vector sorted and without empty entries. Throws Error for impossible entries.
DestinationVector checked(int from, int ranks, DestinationVector destinations) {
  std::sort(destinations.begin(), destinations.end());
  for (std::size_t k = 0; k < destinations.size(); ++k) {
    const auto [to, length] = destinations[k];
    if (to < 0 || to >= ranks)
      throw Error("rank ", from, " sends to rank ", to, ", but the ranks are 0 to ", ranks - 1);
    if (length < 0) throw Error("rank ", from, " sends ", length, " units to rank ", to);
    if (k > 0 && destinations[k - 1].rank == to)
      throw Error("the destination vector of rank ", from, " names rank ", to, " twice");
  }
  std::erase_if(destinations, [](const MatrixEntry& entry) { return entry.length == 0; });
  return destinations;
}

}  // namespace

DestinationVector detail::checked(const Communicator& comm, DestinationVector destinations) {
  return collectively(comm,
                      [&] { return partita::checked(comm.rank(), comm.size(), std::move(destinations)); });
}

CommunicationMatrix::CommunicationMatrix(std::vector<DestinationVector> destinations)
    : destinations_(std::move(destinations)) {
  Units units = 0;
  for (int from = 0; from < ranks(); ++from) {
    DestinationVector& row = destinations_[from];
    row = checked(from, ranks(), std::move(row));
    for (const MatrixEntry& message : row) {
      if (message.length > most_units - units)
        throw Error("the messages of ranks 0 to ", from, " together have more than 2^53 units (", most_units,
                    "), the most that can be scheduled; give shorter ones");
      units += message.length;
    }
  }
}

std::vector<SourceVector> CommunicationMatrix::sources() const {
  std::vector<SourceVector> columns(destinations_.size());
  for (int from = 0; from < ranks(); ++from)
    for (const auto [to, length] : destinations(from)) columns[to].push_back({from, length});
  return columns;
}

int CommunicationMatrix::degree() const {
  std::size_t largest = 0;
  for (const DestinationVector& row : destinations_) largest = std::max(largest, row.size());
  for (const SourceVector& column : sources()) largest = std::max(largest, column.size());
  return static_cast<int>(largest);
}

CommunicationMatrix concatenate(const Communicator& comm, const DestinationVector& destinations) {
  using Words = std::array<Units, 2>;  // rank, length
  std::vector<Words> mine;
  for (const auto [to, length] : detail::checked(comm, destinations)) mine.push_back({to, length});

  const auto ranks = static_cast<std::size_t>(comm.size());
  const int words = 2 * static_cast<int>(mine.size());
  std::vector<int> counts(ranks);
  MPI_Allgather(&words, 1, MPI_INT, counts.data(), 1, MPI_INT, comm.handle());
  const auto all_words = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  if (all_words > std::numeric_limits<int>::max())
    throw CollectiveError(
        "the communication matrix has too many messages to be held by one rank; schedule with ac or lp");

  std::vector<int> offsets(ranks, 0);
  std::partial_sum(counts.begin(), counts.end() - 1, offsets.begin() + 1);
  std::vector<Words> all(all_words / 2);
  MPI_Allgatherv(mine.data(), words, MPI_INT64_T, all.data(), counts.data(), offsets.data(), MPI_INT64_T,
                 comm.handle());

  std::vector<DestinationVector> rows(ranks);
  for (std::size_t from = 0; from < ranks; ++from) {
    const auto first = all.begin() + offsets[from] / 2;
    for (auto entry = first; entry != first + counts[from] / 2; ++entry)
      rows[from].push_back({static_cast<int>((*entry)[0]), (*entry)[1]});
  }
  return collectively(comm, [&] { return CommunicationMatrix(std::move(rows)); });
}

SourceVector source_vector(const Communicator& comm, const DestinationVector& destinations) {
  std::vector<Parcel<Units>> announcements;
  for (const auto [to, length] : detail::checked(comm, destinations)) announcements.push_back({to, {length}});
  SourceVector sources;
  for (const Parcel<Units>& announcement : sparse_exchange(comm, std::move(announcements)))
    sources.push_back({announcement.rank, announcement.content.front()});
  return sources;
}

}  // namespace partita
