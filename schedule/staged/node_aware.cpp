#include <algorithm>
#include <map>
#include <utility>

#include <partita/schedule/direct/colouring.hpp>
#include <partita/schedule/message.hpp>
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

// Calls use(piece) for the parts of a message that are not copied; copies to it are [next, ...), which moves
// on.
template <class Use>
void for_each_travelling(const Piece& message, std::vector<Copy>::const_iterator& next,
                         std::vector<Copy>::const_iterator end, Use&& use) {
  Units offset = 0;
  const auto travels_until = [&](Units last) {
    if (offset < last) use({message.origin, message.target, offset, last - offset});
  };
  for (; next != end && next->to.target == message.target; ++next) {
    travels_until(next->to.offset);
    offset = next->to.offset + next->to.length;
  }
  travels_until(message.length);
}

// Adds a stage in the order of `colouring`, from phase `first` on.
//
// @return the phase after its last
int add_coloured(TableBuilder& tables, int ranks, int first, const Stage& stage) {
  std::vector<DestinationVector> rows(ranks);
  for (const auto& [ends, pieces] : stage) rows[ends.first].push_back({ends.second, length(pieces)});
  const CommunicationMatrix matrix(std::move(rows));
  const std::vector<int> colours = colours_of(matrix);
  auto colour = colours.begin();  // row by row, as the stage
  for (const auto& [ends, pieces] : stage) tables.add(first + *colour++, ends.first, ends.second, pieces);
  return first + matrix.degree();
}

// The phase in which the message between hosts comes, of those from `first` on.
int phase_of_message(const PhaseTable& receiver, int sender, int first) {
  const auto found = std::ranges::find_if(receiver.receives, [=](const Transfer& receive) {
    return receive.phase >= first && receive.partner == sender;
  });
  return found->phase;
}

}  // namespace

std::vector<PhaseTable> node_aware(const CommunicationMatrix& matrix, int ranks_per_host) {
  const int ranks = matrix.ranks();
  const auto host_of = [=](int rank) { return rank / ranks_per_host; };

  std::vector<std::vector<Copy>> copies;                    // by origin
  std::map<std::pair<int, int>, Units> outgoing, incoming;  // (host, other host) -> units
  const auto travel = [&](int from, int to, Units units) {
    outgoing[{from, to}] += units;
    incoming[{to, from}] += units;
  };
  for (int origin = 0; origin < ranks; ++origin) {
    const int from = host_of(origin);
    for (const auto [target, length] : matrix.destinations(origin))
      if (const int to = host_of(target); from != to) travel(from, to, length);
    copies.push_back(copies_on_hosts(matrix.indices(origin), origin, ranks_per_host));
    for (const Copy& copy : copies.back()) travel(from, host_of(copy.to.target), -copy.to.length);
  }
  const Charges senders = spread(outgoing, ranks, ranks_per_host);
  const Charges receivers = spread(incoming, ranks, ranks_per_host);

  Stage within, between, onwards;
  for (int origin = 0; origin < ranks; ++origin) {
    auto next = copies[origin].cbegin();
    for (const auto [target, length] : matrix.destinations(origin)) {
      const Piece message{origin, target, 0, length};
      const int from = host_of(origin), to = host_of(target);
      if (from == to) {
        within[{origin, target}].push_back(message);
        continue;
      }
      const int sender = senders.at({from, to}), receiver = receivers.at({to, from});
      for_each_travelling(message, next, copies[origin].cend(), [&](const Piece& piece) {
        if (origin != sender) within[{origin, sender}].push_back(piece);
        between[{sender, receiver}].push_back(piece);
      });
      if (receiver != target) onwards[{receiver, target}].push_back(message);
    }
  }

  TableBuilder builder(ranks);
  const int first_between = add_coloured(builder, ranks, 0, within);
  const int first_onwards = add_coloured(builder, ranks, first_between, between);
  const int phases = add_coloured(builder, ranks, first_onwards, onwards);
  std::vector<PhaseTable> tables = std::move(builder).tables(phases);
  for (int origin = 0; origin < ranks; ++origin)
    for (Copy& copy : copies[origin]) {
      const int from = host_of(origin), to = host_of(copy.to.target);
      PhaseTable& receiver = tables[receivers.at({to, from})];
      copy.phase = phase_of_message(receiver, senders.at({from, to}), first_between);
      receiver.copies.push_back(copy);
      tables[origin].copies.push_back(copy);
    }
  for (PhaseTable& table : tables) std::ranges::sort(table.copies);
  return tables;
}

}  // namespace partita::detail
