#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

namespace {

// The phase that is filled, free of node and link contention: the sets Tsend, Trecv and PATHS of Wang and
// Ranka 1994, section 5, with Check_Path and Mark_Path in one.
class OpenPhase {
 public:
  OpenPhase(int ranks, const Machine& machine)
      : machine_(machine), sends_(ranks, never), receives_(ranks, never), links_(machine.links(), never) {
    require_room(machine, ranks);
  }

  bool sends(int rank) const { return sends_[rank] == phase_; }
  bool receives(int rank) const { return receives_[rank] == phase_; }

  // Adds the message unless its sender, its receiver or a link of its route is taken.
  bool add(int from, int to) {
    if (receives(to) || sends(from)) return false;
    find_route(from, to);
    if (std::ranges::any_of(route_, [&](int link) { return links_[link] == phase_; })) return false;
    mark(from, to, phase_);
    return true;
  }

  void remove(int from, int to) {
    find_route(from, to);
    mark(from, to, never);
  }

  // Begins the next phase, empty.
  void clear() { ++phase_; }

 private:
  static constexpr int never = -1;

  void find_route(int from, int to) {
    route_.clear();
    if (machine_.topology && machine_.topology->routes_are_exclusive())
      machine_.topology->route(machine_.host_of(from), machine_.host_of(to), route_);
  }

  void mark(int from, int to, int phase) {
    for (const int link : route_) links_[link] = phase;
    sends_[from] = receives_[to] = phase;
  }

  Machine machine_;
  int phase_ = 0;
  std::vector<int> sends_, receives_, links_;  // latest phase in which each was taken
  std::vector<int> route_;                     // of the latest message; a member to keep its memory
};

// What is unsent of a message.
struct Unsent {
  int to;
  int message;  // counted row by row through the matrix
  Units length;
  Units offset = 0;  // units sent before
};

// The compressed matrix (the paper's CCOM): each rank's unsent messages, in order of preference.
using UnsentRows = std::vector<std::vector<Unsent>>;

// In random order: in ascending order all ranks would compete for the first receivers.
UnsentRows compress(const CommunicationMatrix& matrix, Random& random) {
  UnsentRows rows;
  int message = 0;
  for (int rank = 0; rank < matrix.ranks(); ++rank) {
    std::vector<Unsent>& row = rows.emplace_back();
    for (const auto [to, length] : matrix.destinations(rank)) row.push_back({to, message++, length});
    random.shuffle(row);
  }
  return rows;
}

// The message rows[from][index] is sent in this phase.
struct Pick {
  int from;
  std::size_t index;
};

// Picks the first message of this rank that can be exchanged for its opposite in this phase, and the
// opposite. False if there is none.
bool pick_exchange(const UnsentRows& rows, int from, OpenPhase& phase, std::vector<Pick>& picks) {
  if (phase.receives(from)) return false;
  const std::vector<Unsent>& row = rows[from];
  for (std::size_t index = 0; index < row.size(); ++index) {
    const int to = row[index].to;
    if (to == from || phase.sends(to) || phase.receives(to)) continue;
    const auto opposite = std::ranges::find(rows[to], from, &Unsent::to);
    if (opposite == rows[to].end() || !phase.add(from, to)) continue;
    if (phase.add(to, from)) {
      picks.push_back({from, index});
      picks.push_back({to, static_cast<std::size_t>(opposite - rows[to].begin())});
      return true;
    }
    phase.remove(from, to);
  }
  return false;
}

// Visits all ranks once, from a random one onwards. Each picks the first message of its row that fits into
// the phase: step 3 (b) and (c) of Wang and Ranka 1994, figure 4. With exchanges first, a rank searches
// before for a message whose opposite is unsent and fits too. Section 5 asks for that if two messages pass
// each other only between the same two ranks. It leaves the search open.
//
// O(n d) checks, O(n d^2) with exchanges first, for d messages a rank.
std::vector<Pick> pick_phase(const UnsentRows& rows, OpenPhase& phase, bool exchanges_first, Random& random) {
  std::vector<Pick> picks;
  const std::size_t ranks = rows.size();
  std::size_t rank = random.below(static_cast<std::uint32_t>(ranks));
  for (std::size_t visited = 0; visited < ranks; ++visited, rank = rank + 1 < ranks ? rank + 1 : 0) {
    const int from = static_cast<int>(rank);
    if (phase.sends(from)) continue;  // as the other end of an exchange
    if (exchanges_first && pick_exchange(rows, from, phase, picks)) continue;
    const auto fits =
        std::ranges::find_if(rows[rank], [&](const Unsent& message) { return phase.add(from, message.to); });
    if (fits != rows[rank].end())
      picks.push_back({from, static_cast<std::size_t>(fits - rows[rank].begin())});
  }
  return picks;
}

// Phase after phase, until nothing is left in the rows. send(phase, picks) removes what is sent.
//
// @return number of phases
template <class Send>
int fill_phases(UnsentRows& unsent, const Machine& machine, Random& random, Send&& send) {
  OpenPhase open(static_cast<int>(unsent.size()), machine);
  int phase = 0;
  const auto is_left = [](const auto& row) { return !row.empty(); };
  for (; std::ranges::any_of(unsent, is_left); ++phase, open.clear())
    send(phase, pick_phase(unsent, open, machine.rewards_exchanges, random));
  return phase;
}

// See rs_nl.hpp. `to_receive`: number of messages left, by rank.
Units size_of_phase(const UnsentRows& rows, const std::vector<int>& to_receive,
                    const std::vector<Pick>& picks) {
  const auto to_send = [](const auto& row) { return static_cast<int>(row.size()); };
  const int most =
      std::max(to_send(*std::ranges::max_element(rows, {}, to_send)), std::ranges::max(to_receive));
  Units size = 0;
  for (const auto [from, index] : picks) {
    const Unsent& message = rows[from][index];
    if (to_send(rows[from]) >= most - 1 || to_receive[message.to] >= most - 1)
      size = std::max(size, message.length);
  }
  return size > 0 ? size : std::numeric_limits<Units>::max();
}

}  // namespace

std::vector<PhaseTable> rs_nl(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed) {
  Random random(seed);
  UnsentRows unsent = compress(matrix, random);
  std::size_t messages = 0;
  for (const auto& row : unsent) messages += row.size();
  std::vector<int> phase_of(messages);
  const int phases = fill_phases(unsent, machine, random, [&](int phase, const std::vector<Pick>& picks) {
    for (const auto [from, index] : picks) {
      auto& row = unsent[from];
      phase_of[row[index].message] = phase;
      row[index] = row.back();
      row.pop_back();
    }
  });
  return tables_in_phases(matrix, phase_of, phases);
}

std::vector<PhaseTable> rs_nlh(const CommunicationMatrix& matrix, const Machine& machine,
                               std::uint64_t seed) {
  Random random(seed);
  UnsentRows unsent = compress(matrix, random);
  for (auto& row : unsent) std::ranges::stable_sort(row, std::greater(), &Unsent::length);
  std::vector<int> to_receive;
  for (const SourceVector& sources : matrix.sources()) to_receive.push_back(static_cast<int>(sources.size()));
  TableBuilder tables(matrix.ranks());
  const int phases = fill_phases(unsent, machine, random, [&](int phase, const std::vector<Pick>& picks) {
    const Units size = size_of_phase(unsent, to_receive, picks);
    for (const auto [from, index] : picks) {
      auto& row = unsent[from];
      Unsent rest = row[index];
      const Units part = std::min(rest.length, size);
      tables.add(phase, from, rest.to, {{from, rest.to, rest.offset, part}});
      row.erase(row.begin() + index);
      rest.length -= part;
      rest.offset += part;
      if (rest.length > 0)
        row.insert(std::ranges::upper_bound(row, rest.length, std::greater(), &Unsent::length), rest);
      else
        --to_receive[rest.to];
    }
  });
  return std::move(tables).tables(phases);
}

}  // namespace partita::detail
