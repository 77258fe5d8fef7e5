#include <algorithm>
#include <map>
#include <utility>

#include <partita/schedule/staged/node_aware.hpp>

namespace partita::detail {

namespace {

// (host, other host) -> rank of `host` in charge of the units that go to, or come from, the other.
using Charges = std::map<std::pair<int, int>, int>;

// `traffic` of the same pairs, in units.
Charges spread(const std::map<std::pair<int, int>, Units>& traffic, int ranks, int ranks_per_host) {
  std::map<int, std::vector<std::pair<Units, int>>> others_of;  // host -> units and other host
  for (const auto& [hosts, units] : traffic) others_of[hosts.first].push_back({units, hosts.second});

  Charges charges;
  for (auto& [host, others] : others_of) {
    std::sort(others.begin(), others.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    const int first = host * ranks_per_host;
    std::vector<Units> load(std::min(ranks_per_host, ranks - first), 0);
    for (const auto& [units, other] : others) {
      const auto least = std::min_element(load.begin(), load.end());
      *least += units;
      charges[{host, other}] = first + static_cast<int>(least - load.begin());
    }
  }
  return charges;
}

}  // namespace

std::vector<PhaseTable> node_aware(const CommunicationMatrix& matrix, int ranks_per_host,
                                   const DirectScheduler& scheduler) {
  const int ranks = matrix.ranks();
  const auto host_of = [=](int rank) { return rank / ranks_per_host; };

  std::map<std::pair<int, int>, Units> outgoing, incoming;  // (host, other host) -> units
  for (int origin = 0; origin < ranks; ++origin)
    for (const auto [target, length] : matrix.destinations(origin))
      if (const int from = host_of(origin), to = host_of(target); from != to) {
        outgoing[{from, to}] += length;
        incoming[{to, from}] += length;
      }
  const Charges senders = spread(outgoing, ranks, ranks_per_host);
  const Charges receivers = spread(incoming, ranks, ranks_per_host);

  Stage within, between, onwards;
  for (int origin = 0; origin < ranks; ++origin)
    for (const auto [target, length] : matrix.destinations(origin)) {
      const Piece message{origin, target, 0, length};
      const int from = host_of(origin), to = host_of(target);
      if (from == to) {
        within.hand_on(origin, target, message);
        continue;
      }
      const int sender = senders.at({from, to}), receiver = receivers.at({to, from});
      if (origin != sender) within.hand_on(origin, sender, message);
      between.hand_on(sender, receiver, message);
      if (receiver != target) onwards.hand_on(receiver, target, message);
    }

  std::vector<PhaseTable> tables(ranks);
  for (const Stage* stage : {&within, &between, &onwards}) append(tables, scheduler, stage->by_rank(ranks));
  return tables;
}

}  // namespace partita::detail
