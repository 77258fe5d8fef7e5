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

// Throws Error unless the runs ascend and lie in the messages.
void require_runs_of(int from, const DestinationVector& destinations, const IndexRuns& indices) {
  IndexRun last{-1, 0, 0, 0};
  for (const IndexRun& run : indices) {
    const auto message = std::ranges::lower_bound(destinations, run.target, {}, &MatrixEntry::rank);
    const bool is_in_message = message != destinations.end() && message->rank == run.target &&
                               run.length > 0 && run.offset >= 0 && run.length <= message->length &&
                               run.offset <= message->length - run.length;
    const bool ascends =
        run.target > last.target || (run.target == last.target && run.offset >= last.offset + last.length);
    if (!is_in_message || !ascends || run.index < 0 || run.index > CommunicationMatrix::most_units)
      throw Error("the index runs of rank ", from, " do not ascend within its messages: ", run.length,
                  " units from unit ", run.offset, " on for rank ", run.target);
    last = run;
  }
}

// The rows of all ranks, by rank, if each has that many.
template <std::size_t words>
std::vector<std::vector<std::array<Units, words>>> gathered(const Communicator& comm,
                                                            const std::vector<std::array<Units, words>>& mine,
                                                            const std::vector<std::int64_t>& rows_of) {
  std::vector<std::vector<std::array<Units, words>>> rows(rows_of.size());
  const auto all_rows = std::accumulate(rows_of.begin(), rows_of.end(), std::int64_t{0});
  if (all_rows == 0) return rows;
  if (all_rows > std::numeric_limits<int>::max() / static_cast<std::int64_t>(words))
    throw CollectiveError(
        "the communication matrix has too many messages to be held by one rank; schedule with ac or lp");

  std::vector<int> counts, offsets;
  int end = 0;
  for (const std::int64_t count : rows_of) {
    counts.push_back(static_cast<int>(count) * static_cast<int>(words));
    offsets.push_back(end);
    end += counts.back();
  }
  std::vector<std::array<Units, words>> all(static_cast<std::size_t>(all_rows));
  MPI_Allgatherv(mine.data(), counts[comm.rank()], MPI_INT64_T, all.data(), counts.data(), offsets.data(),
                 MPI_INT64_T, comm.handle());
  auto next = all.begin();
  for (std::size_t rank = 0; rank < rows.size(); ++rank) {
    rows[rank].assign(next, next + rows_of[rank]);
    next += rows_of[rank];
  }
  return rows;
}

}  // namespace

DestinationVector detail::checked(const Communicator& comm, DestinationVector destinations) {
  return collectively(comm,
                      [&] { return partita::checked(comm.rank(), comm.size(), std::move(destinations)); });
}

CommunicationMatrix::CommunicationMatrix(std::vector<DestinationVector> destinations)
    : destinations_(std::move(destinations)), indices_(destinations_.size()) {
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

CommunicationMatrix CommunicationMatrix::with_indices(std::vector<IndexRuns> indices) && {
  if (indices.size() != destinations_.size())
    throw Error("a matrix of ", ranks(), " ranks was given index runs of ", indices.size());
  indices_ = std::move(indices);
  for (int from = 0; from < ranks(); ++from) require_runs_of(from, destinations(from), indices_[from]);
  return std::move(*this);
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

CommunicationMatrix concatenate(const Communicator& comm, const DestinationVector& destinations,
                                const IndexRuns& indices) {
  std::vector<std::array<Units, 2>> messages;
  for (const auto [to, length] : detail::checked(comm, destinations)) messages.push_back({to, length});
  std::vector<std::array<Units, 4>> runs;
  for (const auto& [target, offset, index, length] : indices) runs.push_back({target, offset, index, length});

  const auto ranks = static_cast<std::size_t>(comm.size());
  const std::array<std::int64_t, 2> mine{std::ssize(messages), std::ssize(runs)};
  std::vector<std::array<std::int64_t, 2>> counts(ranks);
  MPI_Allgather(mine.data(), 2, MPI_INT64_T, counts.data(), 2, MPI_INT64_T, comm.handle());
  std::vector<std::int64_t> messages_of, runs_of;
  for (const auto& [of_messages, of_runs] : counts) {
    messages_of.push_back(of_messages);
    runs_of.push_back(of_runs);
  }

  std::vector<DestinationVector> rows(ranks);
  std::vector<IndexRuns> indices_of(ranks);
  const auto all_messages = gathered(comm, messages, messages_of);
  const auto all_runs = gathered(comm, runs, runs_of);
  for (std::size_t from = 0; from < ranks; ++from) {
    for (const auto& [to, length] : all_messages[from]) rows[from].push_back({static_cast<int>(to), length});
    for (const auto& [target, offset, index, length] : all_runs[from])
      indices_of[from].push_back({static_cast<int>(target), offset, index, length});
  }
  return collectively(
      comm, [&] { return CommunicationMatrix(std::move(rows)).with_indices(std::move(indices_of)); });
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
