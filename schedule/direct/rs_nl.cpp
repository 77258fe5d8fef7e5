#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <partita/schedule/direct/occupancy.hpp>
#include <partita/schedule/direct/rs_nl.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

namespace {

// The message unsent[from][index] is sent in this phase.
struct Pick {
  int from;
  std::size_t index;
};

// A phase after the other, each a partial permutation picked greedily. Messages are counted row by row
// through the matrix. The occupancy has the sets Tsend, Trecv and PATHS of Wang and Ranka 1994, section 5.
class Phases {
 public:
  Phases(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed)
      : items_(items_of(matrix, machine, false)),
        exchanges_first_(machine.rewards_exchanges),
        random_(seed),
        occupancy_(items_, 2 * matrix.ranks() + machine.links()) {
    for (int message = 0, rank = 0; rank < matrix.ranks(); ++rank) {
      std::vector<int>& row = unsent.emplace_back(matrix.destinations(rank).size());
      std::iota(row.begin(), row.end(), message);
      message += static_cast<int>(row.size());
      random_.shuffle(row);
    }
  }

  // What is unsent of a message.
  Piece& rest(int message) { return items_[message].messages.front(); }
  const Piece& rest(int message) const { return items_[message].messages.front(); }

  // Fills phases until nothing is unsent. send(phase, picks) removes what is sent.
  //
  // @return number of phases
  template <class Send>
  int fill(Send&& send) {
    const auto is_left = [](const auto& row) { return !row.empty(); };
    while (std::ranges::any_of(unsent, is_left)) {
      occupancy_.append_phase();
      send(phase(), pick_phase());
    }
    return occupancy_.phases();
  }

  // By message; of one that is sent in parts, the last.
  const std::vector<int>& phase_of() const { return occupancy_.phase_of(); }

  // The compressed matrix (the paper's CCOM): each rank's unsent messages, in order of preference. Random at
  // first: in ascending order all ranks would compete for the first receivers.
  std::vector<std::vector<int>> unsent;

 private:
  int phase() const { return occupancy_.phases() - 1; }
  bool sends(int rank) const { return occupancy_.user(rank, phase()) != Occupancy::none; }
  bool receives(int rank) const {
    return occupancy_.user(static_cast<int>(unsent.size()) + rank, phase()) != Occupancy::none;
  }

  bool add(int message) {
    if (!occupancy_.fits(message, phase())) return false;
    occupancy_.put(message, phase());
    return true;
  }

  // Visits all ranks once, from a random one onwards. Each picks the first message of its row that fits: step
  // 3 (b) and (c) of Wang and Ranka 1994, figure 4. With exchanges first, a rank searches before for a
  // message whose opposite is unsent and fits too, and picks both. Section 5 asks for that if two messages
  // pass each other only between the same two ranks. It leaves the search open.
  //
  // O(n d) checks, O(n d^2) with exchanges first, for d messages a rank.
  std::vector<Pick> pick_phase() {
    std::vector<Pick> picks;
    const std::size_t ranks = unsent.size();
    std::size_t rank = random_.below(static_cast<std::uint32_t>(ranks));
    for (std::size_t visited = 0; visited < ranks; ++visited, rank = rank + 1 < ranks ? rank + 1 : 0) {
      const int from = static_cast<int>(rank);
      if (sends(from)) continue;  // as the other end of an exchange
      if (exchanges_first_ && pick_exchange(from, picks)) continue;
      const auto fits = std::ranges::find_if(unsent[rank], [&](int message) { return add(message); });
      if (fits != unsent[rank].end())
        picks.push_back({from, static_cast<std::size_t>(fits - unsent[rank].begin())});
    }
    return picks;
  }

  // Picks the first message of this rank that can be exchanged for its opposite in this phase, and the
  // opposite. False if there is none.
  bool pick_exchange(int from, std::vector<Pick>& picks) {
    if (receives(from)) return false;
    const std::vector<int>& row = unsent[from];
    for (std::size_t index = 0; index < row.size(); ++index) {
      const int to = rest(row[index]).target;
      if (to == from || sends(to) || receives(to)) continue;
      const auto opposite =
          std::ranges::find(unsent[to], from, [&](int message) { return rest(message).target; });
      if (opposite == unsent[to].end() || !add(row[index])) continue;
      if (add(*opposite)) {
        picks.push_back({from, index});
        picks.push_back({to, static_cast<std::size_t>(opposite - unsent[to].begin())});
        return true;
      }
      occupancy_.remove(row[index]);
    }
    return false;
  }

  std::vector<Item> items_;
  bool exchanges_first_;
  Random random_;
  Occupancy occupancy_;
};

// See rs_nl.hpp. `to_receive`: number of messages left, by rank.
Units size_of_phase(const Phases& phases, const std::vector<int>& to_receive,
                    const std::vector<Pick>& picks) {
  const auto to_send = [&](int from) { return static_cast<int>(phases.unsent[from].size()); };
  int most = std::ranges::max(to_receive);
  for (int rank = 0; rank < static_cast<int>(to_receive.size()); ++rank) most = std::max(most, to_send(rank));
  Units size = 0;
  for (const auto [from, index] : picks) {
    const Piece& rest = phases.rest(phases.unsent[from][index]);
    if (to_send(from) >= most - 1 || to_receive[rest.target] >= most - 1) size = std::max(size, rest.length);
  }
  return size > 0 ? size : std::numeric_limits<Units>::max();
}

}  // namespace

std::vector<PhaseTable> rs_nl(const CommunicationMatrix& matrix, const Machine& machine, std::uint64_t seed) {
  Phases phases(matrix, machine, seed);
  const int count = phases.fill([&](int /*phase*/, const std::vector<Pick>& picks) {
    for (const auto [from, index] : picks) {
      std::vector<int>& row = phases.unsent[from];
      row[index] = row.back();
      row.pop_back();
    }
  });
  return tables_in_phases(matrix, phases.phase_of(), count);
}

std::vector<PhaseTable> rs_nlh(const CommunicationMatrix& matrix, const Machine& machine,
                               std::uint64_t seed) {
  Phases phases(matrix, machine, seed);
  const auto longer = [&](int a, int b) { return phases.rest(a).length > phases.rest(b).length; };
  for (auto& row : phases.unsent) std::ranges::stable_sort(row, longer);
  std::vector<int> to_receive;
  for (const SourceVector& sources : matrix.sources()) to_receive.push_back(static_cast<int>(sources.size()));
  TableBuilder tables(matrix.ranks());
  const int count = phases.fill([&](int phase, const std::vector<Pick>& picks) {
    const Units size = size_of_phase(phases, to_receive, picks);
    for (const auto [from, index] : picks) {
      std::vector<int>& row = phases.unsent[from];
      const int message = row[index];
      Piece& rest = phases.rest(message);
      const Units part = std::min(rest.length, size);
      tables.add(phase, from, rest.target, {{from, rest.target, rest.offset, part}});
      row.erase(row.begin() + index);
      rest.length -= part;
      rest.offset += part;
      if (rest.length > 0)
        row.insert(std::ranges::upper_bound(row, message, longer), message);
      else
        --to_receive[rest.target];
    }
  });
  return std::move(tables).tables(count);
}

}  // namespace partita::detail
