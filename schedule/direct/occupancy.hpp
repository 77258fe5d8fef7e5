#pragma once
/// \file The messages that use each rank and link in each phase, while messages still change their phase.

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <partita/schedule/communication_matrix.hpp>
#include <partita/schedule/machine.hpp>
#include <partita/schedule/phase_table.hpp>

namespace partita::detail {

/// A message, or two that pass each other, which are placed in a phase as one. No other item of the phase may
/// use its resources: its ranks as senders (numbered from 0), its ranks as receivers (from the number of
/// ranks), its links (from twice that).
struct Item {
  std::vector<Piece> messages;  ///< whole, each from its origin to its target
  std::vector<int> resources;
};

/// Every message once, row by row. In pairs, a message and its opposite are one item, and every item takes
/// its two ranks both as senders and as receivers. O(m log m).
///
/// @throws Error if the machine has fewer nodes than there are ranks
inline std::vector<Item> items_of(const CommunicationMatrix& matrix, const Machine& machine, bool in_pairs) {
  const int ranks = matrix.ranks();
  require_room(machine, ranks);
  std::vector<Item> items;
  std::map<std::pair<int, int>, std::size_t> item_of;  // by ends, of messages that wait for their opposite
  for (int from = 0; from < ranks; ++from)
    for (const auto [to, length] : matrix.destinations(from)) {
      const auto opposite = item_of.find({to, from});
      const std::size_t place = opposite == item_of.end() ? items.size() : opposite->second;
      const bool is_new = place == items.size();
      if (is_new) items.emplace_back();
      if (in_pairs) item_of.emplace(std::pair(from, to), place);

      Item& item = items[place];
      item.messages.push_back({from, to, 0, length});
      if (is_new) item.resources.insert(item.resources.end(), {from, ranks + to});
      if (is_new && in_pairs && from != to) item.resources.insert(item.resources.end(), {to, ranks + from});
      for (const int link : machine.exclusive_links(from, to)) item.resources.push_back(2 * ranks + link);
    }
  return items;
}

/// Items in phases 0 .. phases()-1 such that no resource is used twice in a phase. Memory: for each resource
/// an int for every phase up to the last one that used it.
class Occupancy {
 public:
  static constexpr int none = -1;

  /// @param items outlive this object; none of them has a place yet
  /// @param resources more than the largest number of a resource
  Occupancy(const std::vector<Item>& items, std::size_t resources)
      : items_(items), phase_of_(items.size(), none), users_(resources) {}

  int phases() const { return phases_; }

  /// @return phases by item; `none` for an item without a place
  const std::vector<int>& phase_of() const { return phase_of_; }

  /// @return the item that uses the resource in this phase, or `none`
  int user(int resource, int phase) const {
    const std::vector<int>& users = users_[resource];
    return static_cast<std::size_t>(phase) < users.size() ? users[phase] : none;
  }

  bool fits(int item, int phase) const {
    const std::vector<int>& resources = items_[item].resources;
    return std::all_of(resources.begin(), resources.end(),
                       [&](int resource) { return user(resource, phase) == none; });
  }

  /// Puts an item without a place into a phase where it fits.
  void put(int item, int phase) { set(item, phase, item); }
  void remove(int item) { set(item, phase_of_[item], none); }

  void append_phase() { ++phases_; }

  /// Removes the phase with the fewest items, which lose their place. O(items).
  ///
  /// @return the items of that phase
  std::vector<int> dissolve_phase() {
    std::vector<int> size(phases_, 0);
    for (const int phase : phase_of_) ++size[phase];
    const auto smallest = static_cast<int>(std::min_element(size.begin(), size.end()) - size.begin());
    const int last = phases_ - 1;

    std::vector<int> dissolved = items_in(smallest);
    for (const int item : dissolved) remove(item);
    if (smallest != last)
      for (const int item : items_in(last)) {
        remove(item);
        put(item, smallest);
      }
    --phases_;
    return dissolved;
  }

 private:
  std::vector<int> items_in(int phase) const {
    std::vector<int> found;
    for (std::size_t item = 0; item < phase_of_.size(); ++item)
      if (phase_of_[item] == phase) found.push_back(static_cast<int>(item));
    return found;
  }

  void set(int item, int phase, int user) {
    for (const int resource : items_[item].resources) {
      std::vector<int>& users = users_[resource];
      if (users.size() <= static_cast<std::size_t>(phase))
        users.resize(static_cast<std::size_t>(phase) + 1, none);
      users[phase] = user;
    }
    phase_of_[item] = user == none ? none : phase;
  }

  const std::vector<Item>& items_;
  int phases_ = 0;
  std::vector<int> phase_of_;
  std::vector<std::vector<int>> users_;  // by resource, then phase; later ones: none
};

}  // namespace partita::detail
