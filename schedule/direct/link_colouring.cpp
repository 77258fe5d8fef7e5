#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <utility>

#include <partita/schedule/direct/link_colouring.hpp>
#include <partita/schedule/direct/occupancy.hpp>
#include <partita/schedule/message.hpp>
#include <partita/support/random.hpp>

namespace partita::detail {

namespace {

constexpr int none = Occupancy::none;

// Number of items that use the busiest resource: no fewer phases are possible.
int largest_load(const std::vector<Item>& items, std::size_t resources) {
  std::vector<int> load(resources, 0);
  int largest = 0;
  for (const Item& item : items)
    for (const int resource : item.resources) largest = std::max(largest, ++load[resource]);
  return largest;
}

// A phase lasts as long as the longest message of an item.
Units longest_message(const Item& item) { return std::ranges::max(item.messages, {}, &Piece::length).length; }

void first_fit(const std::vector<Item>& items, Occupancy& occupancy, Random& random) {
  std::vector<int> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  const auto size = [&](int item) {
    return std::pair(longest_message(items[item]), items[item].resources.size());
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return size(a) > size(b); });
  for (const int item : order) {
    int phase = 0;
    while (phase < occupancy.phases() && !occupancy.fits(item, phase)) ++phase;
    if (phase == occupancy.phases()) occupancy.append_phase();
    occupancy.put(item, phase);
  }
}

// Bokhari's pairwise exchange without empty phases, in its order: neighbouring phases pair near ranks alike,
// so ranks that are out of step have the least link contention. False if two items share a link.
bool put_in_pairs(const std::vector<Item>& items, Occupancy& occupancy) {
  const auto pairs_of = [](const Item& item) {
    return item.messages.front().origin ^ item.messages.front().target;
  };
  std::map<int, int> phase_of_pairs;
  for (const Item& item : items) phase_of_pairs[pairs_of(item)] = none;
  for (auto& [pairs, phase] : phase_of_pairs) {
    phase = occupancy.phases();
    occupancy.append_phase();
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    const int item = static_cast<int>(k), phase = phase_of_pairs[pairs_of(items[k])];
    if (!occupancy.fits(item, phase)) return false;
    occupancy.put(item, phase);
  }
  return true;
}

Occupancy first_places(const std::vector<Item>& items, std::size_t resources, const Machine& machine,
                       Random& random) {
  Occupancy by_first_fit(items, resources);
  first_fit(items, by_first_fit, random);
  if (!machine.rewards_exchanges) return by_first_fit;
  Occupancy in_pairs(items, resources);
  return put_in_pairs(items, in_pairs) && in_pairs.phases() <= by_first_fit.phases() ? in_pairs
                                                                                     : by_first_fit;
}

// Moves items until all have a place again.
class Repair {
 public:
  Repair(const std::vector<Item>& items, Occupancy& occupancy, Random& random)
      : items_(items), occupancy_(occupancy), random_(random), bans_(items.size()), met_(items.size(), 0) {}

  // Finds a place for all of `homeless`. Subtracts its look-ups of users from `budget`. False if the budget
  // is too small.
  bool house(std::vector<int> homeless, std::int64_t& budget) {
    for (; !homeless.empty() && budget > 0; ++move_) {
      std::swap(homeless[random_.below(static_cast<std::uint32_t>(homeless.size()))], homeless.back());
      const int item = homeless.back();
      const int phase = least_conflicting_phase(item, budget);
      if (phase == none) continue;  // banned from the only phase
      homeless.pop_back();
      for (const int resource : items_[item].resources) {
        const int loser = occupancy_.user(resource, phase);
        if (loser == none) continue;
        occupancy_.remove(loser);
        homeless.push_back(loser);
        // The tenure of the paper's section 3: it grows with the number of items without a place, and is
        // partly random.
        const auto without_place = static_cast<std::int64_t>(homeless.size());
        bans_[loser] = {phase, move_ + without_place * 3 / 5 + random_.below(10)};
      }
      occupancy_.put(item, phase);
    }
    return homeless.empty();
  }

 private:
  struct Ban {
    int phase = none;
    std::int64_t last_move = 0;
  };

  // Ties are broken at random.
  int least_conflicting_phase(int item, std::int64_t& budget) {
    int best = none, fewest = 0;
    std::uint32_t ties = 0;
    for (int phase = 0; phase < occupancy_.phases(); ++phase) {
      if (bans_[item].phase == phase && bans_[item].last_move >= move_) continue;
      ++visit_;
      int conflicts = 0;
      for (const int resource : items_[item].resources) {
        --budget;
        const int user = occupancy_.user(resource, phase);
        if (user != none && std::exchange(met_[user], visit_) != visit_) ++conflicts;
        if (best != none && conflicts > fewest) break;
      }
      if (best == none || conflicts < fewest) {
        best = phase;
        fewest = conflicts;
        ties = 1;
      } else if (conflicts == fewest && random_.below(++ties) == 0) {
        best = phase;
      }
    }
    return best;
  }

  const std::vector<Item>& items_;
  Occupancy& occupancy_;
  Random& random_;
  std::int64_t move_ = 0;
  std::vector<Ban> bans_;          // by item
  std::int64_t visit_ = 0;         // of an item to a phase
  std::vector<std::int64_t> met_;  // by item: the visit in which it was counted as a conflict
};

// The phases of items, numbered anew: those with the longest messages first.
std::vector<int> longest_first(const std::vector<Item>& items, std::vector<int> phase_of, int phases) {
  std::vector<Units> longest(phases, 0);
  for (std::size_t item = 0; item < items.size(); ++item)
    longest[phase_of[item]] = std::max(longest[phase_of[item]], longest_message(items[item]));
  std::vector<int> order(longest.size()), number(longest.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return longest[a] > longest[b]; });
  for (int k = 0; k < phases; ++k) number[order[k]] = k;
  for (int& phase : phase_of) phase = number[phase];
  return phase_of;
}

}  // namespace

std::vector<PhaseTable> link_colouring(const CommunicationMatrix& matrix, const Machine& machine,
                                       std::uint64_t seed) {
  const std::vector<Item> items = items_of(matrix, machine, machine.rewards_exchanges);
  const int resources = 2 * matrix.ranks() + machine.links();
  const int lower_bound = largest_load(items, resources);

  Random random(seed);
  Occupancy occupancy = first_places(items, resources, machine, random);
  std::vector<int> phase_of = occupancy.phase_of();
  int phases = occupancy.phases();

  Repair repair(items, occupancy, random);
  std::int64_t budget = 20'000 + 2'000 * static_cast<std::int64_t>(items.size());
  while (phases > lower_bound && repair.house(occupancy.dissolve_phase(), budget)) {
    phases = occupancy.phases();
    phase_of = longest_first(items, occupancy.phase_of(), phases);
  }

  TableBuilder tables(matrix.ranks());
  for (std::size_t item = 0; item < items.size(); ++item)
    for (const Piece& message : items[item].messages)
      tables.add(phase_of[item], message.origin, message.target, {message});
  return std::move(tables).tables(phases);
}

}  // namespace partita::detail
