#include <algorithm>
#include <utility>

#include <partita/schedule/direct/distributed.hpp>
#include <partita/schedule/direct/negotiator.hpp>
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

std::vector<Negotiated> distributed(const CommunicationMatrix& matrix, std::uint64_t seed) {
  const std::vector<SourceVector> sources = matrix.sources();
  const int degree = matrix.degree();
  std::vector<Negotiator> negotiators;
  for (int rank = 0; rank < matrix.ranks(); ++rank)
    negotiators.emplace_back(rank, matrix.destinations(rank), sources[static_cast<std::size_t>(rank)], degree,
                             seed);
  const auto somebody_is_open = [&] {
    return std::any_of(negotiators.begin(), negotiators.end(),
                       [](const Negotiator& negotiator) { return negotiator.open() > 0; });
  };
  int rounds = 0;
  for (; somebody_is_open(); ++rounds) {
    std::vector<std::vector<Parcel<Proposal>>> proposals;
    for (Negotiator& negotiator : negotiators) proposals.push_back(negotiator.propose());
    proposals = deliver(std::move(proposals));
    std::vector<std::vector<Parcel<Answer>>> answers;
    for (std::size_t rank = 0; rank < negotiators.size(); ++rank)
      answers.push_back(negotiators[rank].answer(std::move(proposals[rank])));
    answers = deliver(std::move(answers));
    for (std::size_t rank = 0; rank < negotiators.size(); ++rank) negotiators[rank].conclude(answers[rank]);
  }

  std::vector<Negotiated> all;
  int phases = 0;
  for (Negotiator& negotiator : negotiators) {
    all.push_back({negotiator.table(), rounds});
    phases = std::max(phases, all.back().table.phases);
  }
  for (Negotiated& negotiated : all) negotiated.table.phases = phases;
  return all;
}

}  // namespace partita::detail
