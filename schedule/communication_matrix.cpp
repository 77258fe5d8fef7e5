#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/support/collective.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>
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

// Adds the units of a row to those of rows before. Throws Error if they are too many; `whose` names the
// ranks.
template <class... Whose>
void add_units(Units& units, const DestinationVector& row, Whose... whose) {
  for (const MatrixEntry& message : row) {
    if (message.length > CommunicationMatrix::most_units - units)
      throw Error("the messages of ", whose..., " together have more than 2^53 units (",
                  CommunicationMatrix::most_units, "), the most that can be scheduled; give shorter ones");
    units += message.length;
  }
}

// The words of every rank one after the other, and where those of each rank begin and the last end.
// Collective.
std::pair<std::vector<Units>, std::vector<int>> gathered(const Communicator& comm,
                                                         const std::vector<Units>& mine) {
  const std::vector<std::int64_t> lengths = all_gather(comm, std::ssize(mine), "lengths");
  const auto words = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
  if (words > std::numeric_limits<int>::max())
    throw CollectiveError(
        "the communication matrix has too many messages to be held by one rank; schedule with ac or lp");

  const std::vector<int> counts(lengths.begin(), lengths.end());
  std::vector<int> offsets{0};
  std::partial_sum(counts.begin(), counts.end(), std::back_inserter(offsets));
  std::vector<Units> all(static_cast<std::size_t>(words));
  std::ranges::copy(mine, all.begin() + offsets[comm.rank()]);
  detail::all_gather(comm, all, offsets, {"collection", "the communication matrix"});
  return {std::move(all), std::move(offsets)};
}

}  // namespace

DestinationVector detail::checked(const Communicator& comm, DestinationVector destinations) {
  return collectively(comm, [&] {
    DestinationVector row = partita::checked(comm.rank(), comm.size(), std::move(destinations));
    Units units = 0;
    add_units(units, row, "rank ", comm.rank());
    return row;
  });
}

CommunicationMatrix::CommunicationMatrix(std::vector<DestinationVector> destinations)
    : destinations_(std::move(destinations)), indices_(destinations_.size()) {
  Units units = 0;
  for (int from = 0; from < ranks(); ++from) {
    DestinationVector& row = destinations_[from];
    row = checked(from, ranks(), std::move(row));
    add_units(units, row, "ranks 0 to ", from);
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
  // Of each rank: its row, then its index runs. A row is its number of messages and these, or `all_ranks` and
  // a length for every rank, as in the papers, if that is shorter.
  constexpr Units all_ranks = -1;
  const DestinationVector messages = detail::checked(comm, destinations);
  std::vector<Units> mine{std::ssize(messages)};
  if (2 * std::ssize(messages) > comm.size()) {
    mine.front() = all_ranks;
    mine.resize(1 + static_cast<std::size_t>(comm.size()), 0);
    for (const auto [to, length] : messages) mine[1 + static_cast<std::size_t>(to)] = length;
  } else {
    for (const auto [to, length] : messages) mine.insert(mine.end(), {to, length});
  }
  for (const auto& [target, offset, index, length] : indices)
    mine.insert(mine.end(), {target, offset, index, length});
  const auto [words, offsets] = gathered(comm, mine);

  std::vector<DestinationVector> rows(static_cast<std::size_t>(comm.size()));
  std::vector<IndexRuns> indices_of(rows.size());
  for (std::size_t from = 0; from < rows.size(); ++from) {
    const Units* next = words.data() + offsets[from];
    const Units* const end = words.data() + offsets[from + 1];
    Units left = *next++;
    if (left == all_ranks)
      for (int to = 0; to < comm.size(); ++to) rows[from].push_back({to, *next++});  // lengths of 0, too
    for (; left > 0; --left, next += 2) rows[from].push_back({static_cast<int>(next[0]), next[1]});
    for (; next != end; next += 4)
      indices_of[from].push_back({static_cast<int>(next[0]), next[1], next[2], next[3]});
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
