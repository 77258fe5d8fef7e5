#include <algorithm>
#include <utility>

#include <partita/schedule/direct/distributed.hpp>
#include <partita/schedule/direct/negotiator.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/collectively.hpp>
#include <partita/support/reduce.hpp>
#include <partita/support/sparse_exchange.hpp>

namespace partita::detail {

namespace {

// sparse_exchange among the ranks of one process.
template <class T>
std::vector<std::vector<Parcel<T>>> deliver(std::vector<std::vector<Parcel<T>>> outgoing) {
  std::vector<std::vector<Parcel<T>>> incoming(outgoing.size());
  for (std::size_t from = 0; from < outgoing.size(); ++from)
    for (auto& [to, content] : outgoing[from])
      incoming[static_cast<std::size_t>(to)].push_back({static_cast<int>(from), std::move(content)});
  return incoming;
}

}  // namespace

Negotiated distributed(const Communicator& comm, const DestinationVector& destinations,
                       const SourceVector& sources, std::uint64_t seed) {
  const int degree = max(comm, static_cast<int>(std::max(destinations.size(), sources.size())));
  Negotiator negotiator(comm.rank(), destinations, sources, degree, seed);
  int rounds = 0;
  for (; max(comm, negotiator.open()) > 0; ++rounds)
    negotiator.conclude(
        sparse_exchange(comm, negotiator.answer(sparse_exchange(comm, negotiator.propose()))));
  return {collectively(comm, [&] { return negotiator.table(); }), rounds};
}

NegotiatedTables distributed(const CommunicationMatrix& matrix, std::uint64_t seed) {
  const int degree = matrix.degree();
  std::vector<Negotiator> negotiators;
  for (const SourceVector& sources : matrix.sources()) {
    const auto rank = static_cast<int>(negotiators.size());
    negotiators.emplace_back(rank, matrix.destinations(rank), sources, degree, seed);
  }
  const auto is_open = [](const Negotiator& negotiator) { return negotiator.open() > 0; };
  NegotiatedTables all{{}, 0};
  for (; std::ranges::any_of(negotiators, is_open); ++all.rounds) {
    std::vector<std::vector<Parcel<Proposal>>> proposals;
    for (Negotiator& negotiator : negotiators) proposals.push_back(negotiator.propose());
    proposals = deliver(std::move(proposals));
    std::vector<std::vector<Parcel<Answer>>> answers;
    for (std::size_t rank = 0; rank < negotiators.size(); ++rank)
      answers.push_back(negotiators[rank].answer(std::move(proposals[rank])));
    answers = deliver(std::move(answers));
    for (std::size_t rank = 0; rank < negotiators.size(); ++rank) negotiators[rank].conclude(answers[rank]);
  }
  for (Negotiator& negotiator : negotiators) all.tables.push_back(negotiator.table());
  all.tables = with_equal_phases(std::move(all.tables));
  return all;
}

}  // namespace partita::detail
